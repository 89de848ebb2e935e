#!/bin/bash
# Diffs and reports: times of whole commands, as ratios to gnuplot or to what they may take, in one run.
set -eu
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
file=$reference
# pictures go to memory: what is measured is drawing, not the disk
place=${TMPDIR:-/tmp}
[ ! -w /dev/shm ] || place=/dev/shm
work=$(mktemp -d "$place/hib-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT

need gnuplot gnuplot-nox
need jq jq
need hyperfine hyperfine

times() { # N COMMAND...: the median of N runs, in seconds
	local n=$1
	shift
	hyperfine -N --warmup 2 -r "$n" --export-json "$work/times.json" "$(printf '%q ' "$@")" >/dev/null 2>&1
	jq -r '.results[0].median' "$work/times.json"
}
report() { # N ARGUMENT...: the same for a report
	local n=$1
	shift
	times "$n" "$hib" report "$@" -o "$work/out"
}

# the charts of the reference as gnuplot draws them
mkdir "$work/gnuplot"
"$hib" report "$file" -f json -o "$work/out" >/dev/null
{
	echo 'set terminal pngcairo size 800,300
set style fill solid
set boxwidth 0.7
set yrange [0:*]'
	jq -r '.tests | to_entries[] | "set output \"'"$work"'/gnuplot/\(.key).png\"\nset title \"\(.value.title) \(.value.description)\"\nset ylabel \"\(.value.unit)\"\n$d << EOD\n" + ([.value.bars[] | "\"\(.system)\" \(.median // "NaN")"] | join("\n")) + "\nEOD\nplot $d using 0:2:xtic(1) with boxes notitle"' "$work/out/report.json"
} >"$work/charts.gp"

result() { # SYSTEMS RESULTS TRIALS BLOCKS: a result file of random values
	awk -v systems="$1" -v results="$2" -v trials="$3" -v blocks="$4" 'BEGIN {
		srand(4711)
		print "<?xml version=\"1.0\"?><PhoronixTestSuite><Generated><Title>bench</Title><LastModified>2026-01-01 00:00:00</LastModified><TestClient>t</TestClient><Description></Description></Generated>"
		for (s = 0; s < systems; s++)
			print "<System><Identifier>system " s "</Identifier><Hardware>Processor: A</Hardware><Software>Kernel: 6." s "</Software><User></User><TimeStamp>2026-01-01 00:00:00</TimeStamp><TestClientVersion>1</TestClientVersion><Notes></Notes></System>"
		for (r = 0; r < results; r++) {
			mean = 10 + rand() * 1000
			print "<Result><Identifier>hib/t" int(r / 10) "-1.0.0</Identifier><Title>test " int(r / 10) "</Title><AppVersion>1</AppVersion><Arguments>-n " r "</Arguments><Description>Test: case " r "</Description><Scale>MB/s</Scale><Proportion>HIB</Proportion><DisplayFormat>BAR_GRAPH</DisplayFormat><Data>"
			for (s = 0; s < systems; s++) {
				raw = json = ""
				for (i = 1; i <= trials; i++) {
					value = sprintf("%.2f", mean * (1 + (rand() + rand() + rand() - 1.5) * 0.04))
					raw = raw (i > 1 ? ":" : "") value
					json = json (i > 1 ? "," : "") "{\"value\":\"" value "\",\"trial\":" i ",\"block\":" i ",\"slot\":" i * systems + s "}"
				}
				print "<Entry><Identifier>system " s "</Identifier><Value>" mean "</Value><RawString>" raw "</RawString>" (blocks ? "<JSON>{\"hib\":{\"samples\":[" json "]}}</JSON>" : "") "</Entry>"
			}
			print "</Data></Result>"
		}
		print "</PhoronixTestSuite>"
	}'
}
result 2 400 10 1 >"$work/two.xml"
result 1 400 10 1 >"$work/one.xml"
result 50 400 5 0 >"$work/large.xml"

heading 'diffs and reports (ours against theirs)'
row 'diff: 2 systems of a file, 400 tests x 10 / 50 ms, s' "$(times 15 "$hib" diff "$work/two.xml")" 0.05 1
row 'diff: 2 files, 400 tests x 10 / 50 ms, s' "$(times 15 "$hib" diff "$work/one.xml" "$work/two.xml:system 1")" 0.05 1
versus 'PNG: 19 charts / gnuplot pngcairo' 0.45 9 "exec $hib report $file -f png -o $work/out >/dev/null" "exec gnuplot $work/charts.gp"
versus 'SVG: 19 charts / gnuplot svg' 0.45 9 "exec $hib report $file -f svg -o $work/out >/dev/null" "sed s/pngcairo/svg/ $work/charts.gp | gnuplot"
png=$(report 9 "$file" -f png)
one=$(report 9 "$file" 'FS-Mark 3.3, 1000' -f png)
svg=$(report 9 "$file" -f svg)
start=$(report 9 "$file" 'FS-Mark 3.3, 1000' -f svg)
row 'PNG: the first chart, start and all / 45 ms, s' "$one" 0.045 1
row 'PNG: each further chart / 2.5 ms, s' "$(awk -v a="$png" -v b="$one" 'BEGIN { print (a - b) / 18 }')" 0.0025 1
row 'SVG: each further chart / 0.2 ms, s' "$(awk -v a="$svg" -v b="$start" 'BEGIN { print (a - b) / 18 }')" 0.0002 1
row 'article of the reference / 30 ms, s' "$(report 9 "$file" -f html)" 0.03 1
row 'its page / 200 kB, bytes' "$(stat -c %s "$work/out/index.html")" 200000 1
row 'article of 50 systems x 400 results / 1 s, s' "$(report 3 "$work/large.xml" -f html)" 1 1
row 'its page / 20 MB, bytes' "$(stat -c %s "$work/out/index.html")" 20000000 1
/usr/bin/time -f %M -o "$work/memory" "$hib" report "$work/large.xml" -f html -o "$work/out" >/dev/null
row 'its memory / 200 MiB, KiB' "$(cat "$work/memory")" 204800 1
