// The HTML pages in Chromium: nothing goes wrong in them, their controls work, they can be read by everybody.
// HIB is the program; BROWSER the browser's, /usr/bin/chromium without it. Prints TAP.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const hib = process.env.HIB;
const data = join(dirname(fileURLToPath(import.meta.url)), process.env.DATA ?? "../data");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "hib-browser-"));
let n = 0, failed = 0;

function ok(good, name, got) {
	n++;
	console.log(`${good ? "" : "not "}ok ${n} - ${name}`);
	if (good)
		return;
	failed++;
	if (got !== undefined)
		console.log(`# got: ${typeof got === "string" ? got : JSON.stringify(got)}`.slice(0, 2000));
}

function make(name, ...args) {
	const page = execFileSync(hib, args, { encoding: "utf8", maxBuffer: 1 << 28 });
	const path = join(folder, `${name}.html`);
	writeFileSync(path, page);
	return `file://${path}`;
}

const reference = join(data, "reiser4-2012/reiser4-2012.composite.xml");
const faults = join(data, "faults/faults.xml");
const pages = {
	"an old article": make("reference", "report", reference, "-f", "html"),
	"a file of faults": make("faults", "report", faults, "-f", "html"),
	"a comparison": make("diff", "diff", faults, "-f", "html"),
};

const browser = await chromium.launch({ executablePath: process.env.BROWSER ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

async function open(url, options = {}) {
	const context = await browser.newContext({ viewport: { width: 900, height: 900 }, ...options });
	const page = await context.newPage();
	const wrong = [];
	page.on("console", m => m.type() === "error" && wrong.push(m.text()));
	page.on("pageerror", e => wrong.push(String(e)));
	page.on("dialog", d => { wrong.push(`dialog ${d.message()}`); d.dismiss(); });
	page.on("request", r => !/^(file|data|blob):/.test(r.url()) && wrong.push(`asks for ${r.url()}`));
	await page.goto(url);
	return { page, wrong, context };
}

for (const [name, url] of Object.entries(pages)) {
	for (const scheme of ["light", "dark"]) {
		const { page, wrong, context } = await open(url, { colorScheme: scheme });
		await page.evaluate(() => document.querySelectorAll("details").forEach(d => (d.open = true)));
		await page.evaluate(axe);
		const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
		const serious = found.violations.filter(v => ["serious", "critical"].includes(v.impact));
		ok(!serious.length, `${name}, ${scheme}: no serious violation`,
			serious.map(v => [v.id, v.nodes.slice(0, 3).map(x => x.html.slice(0, 200) + " " + x.failureSummary)]));
		ok(!wrong.length, `${name}, ${scheme}: nothing went wrong`, wrong);
		await context.close();
	}
	for (const width of [400, 900, 1600]) {
		const { page, context } = await open(url, { viewport: { width, height: 900 } });
		const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
		ok(wide <= 0, `${name}: fits into ${width} pixels`, wide);
		await context.close();
	}
	const { page, context } = await open(url, { javaScriptEnabled: false });
	const svgs = await page.locator("figure svg").count();
	ok(svgs > 0 && await page.locator("figure svg").first().isVisible(), `${name}: charts without script`, svgs);
	ok(!(await page.locator(".tools, .copy").first().isVisible().catch(() => false)), `${name}: no dead controls`);
	await context.close();
}

// the controls
{
	const { page, wrong, context } = await open(pages["an old article"], { acceptDownloads: true });
	const rows = () => page.evaluate(() =>
		[...document.querySelectorAll("#fs-mark-1000-files-1mb-size svg g[data-s]")].map(g => ({
			label: g.querySelector("text").textContent,
			top: Math.round(g.getBoundingClientRect().top),
			shown: g.style.display !== "none",
			note: g.querySelector("text.f6")?.textContent,
		})));
	const order = async () => (await rows()).filter(r => r.shown).sort((a, b) => a.top - b.top).map(r => r.label).join(" ");
	ok(await order() === "EXT4 Btrfs XFS ReiserFS Reiser4", "bars come in the order of the file", await order());
	await page.check("#t-sort");
	ok(await order() === "XFS EXT4 Reiser4 Btrfs ReiserFS", "or the best first", await order());
	await page.uncheck("[data-hide='0']");
	ok(await order() === "XFS Reiser4 Btrfs ReiserFS", "without one of them", await order());
	const tops = (await rows()).filter(r => r.shown).map(r => r.top).sort((a, b) => a - b);
	ok(new Set(tops.slice(1).map((t, i) => t - tops[i])).size <= 2, "and without a gap", tops);
	await page.check("[data-hide='0']");
	await page.uncheck("#t-sort");
	await page.selectOption("#t-base", "0");
	const notes = (await rows()).map(r => r.note).join(" | ");
	ok(notes === "100 % | 87.5 % | 104.6 % | 78.6 % | 95.3 %", "as shares of a baseline", notes);
	await page.selectOption("#t-base", "");
	ok((await rows())[2].note === "best", "and back", (await rows())[2].note);
	for (const kind of ["svg", "png", "txt"]) {
		const [download] = await Promise.all([page.waitForEvent("download"),
			page.click(`#fs-mark-1000-files-1mb-size [data-as=${kind}]`)]);
		const bytes = readFileSync(await download.path());
		ok(download.suggestedFilename() === `fs-mark-1000-files-1mb-size.${kind}` && bytes.length > 200 &&
			(kind !== "svg" || bytes.toString().includes("<style") && bytes.toString().startsWith("<svg")),
			`a chart is saved as ${kind}`, [download.suggestedFilename(), bytes.length]);
	}
	await page.keyboard.press("Home");
	await page.emulateMedia({ media: "print" });
	ok(!(await page.locator(".tools").isVisible()), "nothing to click on paper");
	const avoid = await page.evaluate(() => getComputedStyle(document.querySelector("figure")).breakInside);
	ok(avoid === "avoid", "no chart is cut by a page", avoid);
	ok(!wrong.length, "all that without an error", wrong);
	await context.close();
}

// labels and samples from a file of faults
{
	const { page, context } = await open(pages["a file of faults"]);
	const titles = await page.locator("#many-threads-1 svg title").allTextContents();
	ok(titles.some(t => /n = 8; samples( [\d.]+){8}$/.test(t)), "tooltips hold the samples", titles);
	ok(titles.some(t => t.startsWith("</text><script>alert(1)</script> & \"x\" ]]>: median")), "markup is text", titles);
	ok(titles.some(t => t.includes("failed: no space left on device")), "a failure has its reason", titles);
	const scripts = await page.evaluate(() => document.querySelectorAll("svg script, table script, p script").length);
	ok(scripts === 0, "no script came with the data", scripts);
	await page.uncheck("#t-raw");
	ok(!(await page.locator("#many-threads-1 svg .d").first().isVisible()), "dots can be hidden");
	await context.close();
}

await browser.close();
rmSync(folder, { recursive: true, force: true });
console.log(`1..${n}`);
process.exitCode = failed ? 1 : 0;
