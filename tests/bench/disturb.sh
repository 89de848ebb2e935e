#!/bin/bash
# What hib itself does to the machine while a trial runs: processor time, context switches, bytes through the page cache,
# bytes to the disk under test.
# The trial sleeps for five seconds; the disk is a loop device of its own where root may make one.
set -eu
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
place=/dev/shm
[ -w $place ] || place=${TMPDIR:-/tmp}
work=$(mktemp -d "$place/hib-bench.XXXXXX")
mounted=
finish() { [ -z "$mounted" ] || umount "$work/mnt"; rm -rf "$work"; }
trap finish EXIT
mkdir "$work/mnt"
disk=
if [ "$(id -u)" = 0 ] && truncate -s 64M "$work/image" && mkfs.ext4 -q "$work/image" 2>/dev/null &&
	mount -o loop "$work/image" "$work/mnt" 2>/dev/null; then
	mounted=1
	disk=$(basename "$(findmnt -no SOURCE "$work/mnt")")
fi
cat >"$work/quiet.yaml" <<'END'
profile: quiet
version: 1.0.0
title: quiet
command: [sleep, "5"]
parser: elapsed
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}
END
HIB_RESULTS=$work/results "$hib" run "$work/quiet.yaml" --target "$work/mnt" -b 1 -o "$work/r" >/dev/null 2>&1 &
pid=$!
sleep 2
now() { # ticks, switches, sectors, bytes through read and write, bytes from and to disks
	local stat disks=0
	read -r -a stat </proc/$pid/stat
	[ -z "$disk" ] || disks=$(awk -v d="$disk" '$3 == d { printf "%.0f\n", $6 + $10 }' /proc/diskstats)
	echo "$((stat[13] + stat[14])) $(awk '/ctxt_switches/ { n += $2 } END { printf "%.0f\n", n }' /proc/$pid/status) $disks $(awk '/^rchar|^wchar/ { c += $2 } /^read_bytes|^write_bytes/ { d += $2 } END { printf "%.0f %.0f\n", c, d }' /proc/$pid/io)"
}
read -r ticks switches sectors chars bytes < <(now)
sleep 2.5
read -r ticks2 switches2 sectors2 chars2 bytes2 < <(now)
wait $pid
heading 'what hib does while a trial runs'
awk -v t=$((ticks2 - ticks)) -v hz="$(getconf CLK_TCK)" 'BEGIN { print t / hz / 2.5 }' >"$work/share"
row 'processor: share of a core / 0.1 %' "$(cat "$work/share")" 0.001 1 share
row 'context switches a second / 10' "$(awk -v n=$((switches2 - switches)) 'BEGIN { print n / 2.5 }')" 10 1 1/s
row 'bytes that it reads or writes, cached ones too / 1000' $((chars2 - chars)) 1000 1 B
row 'bytes from and to disks of its own / 1' $((bytes2 - bytes)) 1 1 B
[ -z "$disk" ] || row 'bytes to the disk under test / 1' $((512 * (sectors2 - sectors))) 1 1 B
