/* The mkfs command of each type: hib's own options, the experiment's behind them, and what may not stand there.
 */
#include "runner/system/fstype.h"

#include "tests/unit/tap.h"

static struct arena arena;

static const char *command(const char *type, struct strings options, uint64_t size)
{
	const struct making making = { fstype_named(type), &options, "hib-1", "U", "/dev/x", size };
	const char **argv = fstype_command(&making, &arena);
	struct text line = TEXT_INIT;
	const char *kept;

	for (size_t i = 0; argv[i]; i++)
		text_printf(&line, "%s%s", i ? " " : "", argv[i]);
	kept = arena_text(&arena, text_string(&line));
	text_release(&line);
	return kept;
}

int main(void)
{
	const char *extended[] = { "-O", "^has_journal", "-E", "stride=4" }, *agcount[] = { "-d", "agcount=2" };
	const struct strings none = { NULL, 0 };
	const struct fstype *ext4 = fstype_named("ext4"), *btrfs = fstype_named("btrfs"),
			    *xfs = fstype_named("xfs");

	tap_text(command("ext4", none, 0),
		"mkfs.ext4 -F -q -E lazy_itable_init=0,lazy_journal_init=0,nodiscard -L hib-1 -U U /dev/x",
		"ext4: nothing is left to be initialised later");
	tap_text(command("ext4", (struct strings){ extended, 4 }, (uint64_t)40 << 20),
		"mkfs.ext4 -F -q -E lazy_itable_init=0,lazy_journal_init=0,nodiscard,stride=4 -L hib-1 -U U "
		"-O ^has_journal /dev/x 40960k",
		"an option of which the last use wins is joined, the size in KiB stands behind the device");
	tap_text(command("xfs", (struct strings){ agcount, 2 }, (uint64_t)400 << 20),
		"mkfs.xfs -f -q -K -L hib-1 -m uuid=U -d agcount=2 -d size=419430400 /dev/x",
		"xfs: the size is an option");
	tap_text(command("btrfs", none, (uint64_t)1 << 30),
		"mkfs.btrfs -f -q -K -L hib-1 -U U -b 1073741824 /dev/x", "btrfs: another one");
	tap(!fstype_named("ext5") && !fstype_named("") && fstype_in_kernel("tmpfs") &&
			!fstype_in_kernel("mpfs") && !fstype_in_kernel("nosuchfs"),
		"names are whole names");
	tap(fstype_forbids(ext4, "/dev/sda") && fstype_forbids(btrfs, "dev/sda") &&
			fstype_forbids(xfs, "logdev=x") && fstype_forbids(ext4, "device=LABEL=x") &&
			fstype_forbids(xfs, "uuid=1") && fstype_forbids(ext4, "-Lmine") &&
			fstype_forbids(btrfs, "-U"),
		"words that lead to a second device, or away from hib's names");
	tap(!fstype_forbids(ext4, "-O") && !fstype_forbids(ext4, "^has_journal") &&
			!fstype_forbids(ext4, "stride=4") && !fstype_forbids(xfs, "crc=0") &&
			!fstype_forbids(btrfs, "raid1"),
		"others may stand");
	arena_release(&arena);
	return tap_end();
}
