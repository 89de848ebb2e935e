#!/bin/bash
# File systems that hib makes: the state a trial starts from, its accounting, what is refused, and what is left.
. "$(dirname "$0")/../lib.sh"
can_make() {
	[ "$(id -u)" = 0 ] && command -v mkfs.ext4 losetup >/dev/null &&
		"$HIB" run ./tiny.yaml --fs ext4 --size 32MiB -q -b 1 -o probe >/dev/null 2>&1
}
loops() { losetup -n -O BACK-FILE | grep -c "$HERE" || true; }
mounts() { grep -c "$HERE" /proc/self/mountinfo || true; }

# a program that says what it finds, reads 4 MiB that were laid out and writes 8
profile tiny 'ls "$1/.." | tr "\n" " "; cat "$1/old" >/dev/null; dd if=/dev/zero of="$1/new" bs=1M count=8 conv=fsync 2>/dev/null' '
prepare: [[dd, if=/dev/urandom, "of={target}/old", bs=1M, count=4]]
space: 14 MiB
quick: {time: 1 s, space: 14 MiB}
parser: elapsed
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}'
if ! can_make; then
	echo "1..0 # SKIP needs root, loop devices and mounts"
	exit 0
fi
figure() { jq -r "select(.trial == $2) | .figures[] | select(.[0] == \"$1\")[1]" <"$3/journal.jsonl"; }
step() { jq -r "select(.trial == $2) | [.steps[] | select(.[0] == \"$1\")][$3][3]" <"$4/journal.jsonl"; }
between() { awk -v x="$1" -v low="$2" -v high="$3" 'BEGIN { exit !(x >= low && x <= high) }'; }

# 1 the state of each trial, and what was counted
cat >one.yaml <<END
experiment: one
title: One System
description: A small one.
tests: [{profile: ./tiny.yaml}]
quick: true
accounting: true
plan: {blocks: 2, seed: 7}
systems:
  first: {type: ext4, device: image, size: 64 MiB, mount: noatime, mkfs: [-O, ^has_journal], read_ahead: 512 KiB,
    before: [[sh, -c, "cat {mount}/trial*/old | wc -c >$HERE/size; echo 3 >/proc/sys/vm/drop_caches; cp /proc/diskstats $HERE/before"]],
    after: [[sh, -c, "cp /proc/diskstats $HERE/after; filefrag {mount}/trial*/* >$HERE/frag; echo {device} >$HERE/device"]]}
END
code 'an experiment of one system' 0 "$HIB" run one.yaml -o one
is 'the title' "$(xmllint --xpath 'string(//Generated/Title)' one/composite.xml)" 'One System'
is 'each trial finds a fresh file system' "$(cat one/logs/0002.out)" 'lost+found trial0002 '
has 'mkfs has the option of the experiment' "$(step mkfs 1 0 one)" " -O '^has_journal' /dev/loop"
is 'steps in their order' "$(jq -r 'select(.trial == 2) | [.steps[][0]] | join(" ")' <one/journal.jsonl)" \
	'image mkfs mount mounted queue sync umount mount mounted queue before1 drop_caches settle after1 umount'
is 'and none failed' "$(jq -c 'select(.trial) | .steps[] | select(.[1] != 0)' <one/journal.jsonl)" ''
has 'the options that the kernel took' "$(step mounted 1 1 one)" 'rw,noatime'
has 'the read-ahead that it took' "$(step queue 1 1 one)" 'read_ahead_kb 512'
is 'what was laid out is whole after the remount' "$(cat size)" 4194304
disk=$(basename "$(cat device)")
sectors() { awk -v d="$disk" -v c="$2" '$3 == d { print $c }' "$1"; }
read_kib=$((($(sectors after 6) - $(sectors before 6)) / 2))
written_kib=$((($(sectors after 10) - $(sectors before 10)) / 2))
ok "READ ($(figure READ 2 one)) is what /proc/diskstats says ($read_kib), 4 MiB at least: nothing was in memory" \
	sh -c '[ "$1" -ge 4096 ] && [ "$1" -le $(($2 * 102 / 100)) ] && [ "$1" -ge $(($2 * 98 / 100)) ]' sh "$(figure READ 2 one)" $read_kib
ok "WRITTEN ($(figure WRITTEN 2 one)) is what /proc/diskstats says ($written_kib), 8 MiB at least" \
	sh -c '[ "$1" -ge 8192 ] && [ "$1" -le $(($2 * 102 / 100)) ] && [ "$1" -ge $(($2 * 98 / 100)) ]' sh "$(figure WRITTEN 2 one)" $written_kib
is 'extents as filefrag counts them' "$(figure extents 2 one)" \
	"$(awk '{ for (i = 1; i < NF; i++) if ($(i + 1) ~ /^extent/) n += $i } END { print n }' frag)"
out=$("$HIB" show one --form accounting)
has 'the table of accounting' "$out" ': REAL UTIME STIME READ WRITTEN DETAILS'
has 'with its details' "$out" ' extents'
is 'accounting became charts' "$(xmllint --xpath 'count(//Result)' one/composite.xml)" 7
notes=$(xmllint --xpath 'string(//System/Notes)' one/composite.xml)
has 'the system says how it was made' "$notes" 'mkfs.ext4 -F -q'
lacks 'without what differs from trial to trial' "$notes" '/dev/loop'
ok 'the experiment lies beside its result' cmp one.yaml one/experiment.yaml
is 'no mount, no loop device, no folder is left' "$(mounts) $(loops) $(ls -d hib-* 2>/dev/null)" '0 0 '

# 2 several, in turn; without accounting as charts the journal has it
code 'two file systems' 0 "$HIB" run ./tiny.yaml --fs ext4,tmpfs --size 32MiB -q -b 3 --seed 3 -o two
has 'both are shown' "$("$HIB" show two)" 'tmpfs'
is 'one chart' "$(xmllint --xpath 'count(//Result)' two/composite.xml)" 1
has 'the form has the figures all the same' "$("$HIB" show two --form accounting)" 'ext4 : '
"$HIB" run ./tiny.yaml -q -b 1 --target . -o three >/dev/null 2>&1
ok 'a folder as it is has its flag' jq -e 'select(.trial) | .flags | index("warm_possible")' three/journal.jsonl

# 3 killed at any moment: the same schedule, nothing lost, nothing left
"$HIB" run ./tiny.yaml --fs ext4 --size 32MiB -q -b 6 --seed 5 -o killed >/dev/null 2>&1 &
pid=$!
wait_for 20 test -s killed/journal.jsonl
for moment in 0.1 0.35 0.5 0.25; do
	sleep $moment
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	"$HIB" resume killed >/dev/null 2>&1 &
	pid=$!
done
wait $pid
is 'a run that was killed four times ends well' $? 0
is 'its trials are those of its schedule' "$(jq -s -c '[.[1:][].slot] == [.[0].slots[][0]]' killed/journal.jsonl)" true
"$HIB" run ./tiny.yaml --fs ext4 --size 32MiB -q -b 99 -o again >/dev/null 2>&1 &
pid=$!
wait_for 20 grep -q '"trial"' again/journal.jsonl
kill -9 $pid
wait $pid 2>/dev/null
has 'run --clean names what it cleaned' "$("$HIB" run --clean)" "cleaned $HERE/again"
wait_for 5 sh -c '! losetup -n -O BACK-FILE | grep -q "$1"' sh "$HERE"
is 'then nothing is left' "$(mounts) $(loops) $(ls -d hib-* 2>/dev/null)" '0 0 '

# 4 what cannot be
code 'too small' 2 "$HIB" run ./tiny.yaml --fs ext4 --size 4MiB -q -o no
has 'is said' "$out" '--size: 4MiB is less than ext4 wants'
code 'an option that mount does not know' 2 "$HIB" run ./tiny.yaml --fs ext4 --size 32MiB --mount nonsense=1 -q -o no
has 'mount says so' "$out" "'mount' failed: exit status 32"
code 'a file system that hib does not know' 2 "$HIB" run ./tiny.yaml --fs ext5 -q -o no
has 'names those it does' "$out" 'ext2, ext3, ext4, xfs'
code 'more than there is' 2 "$HIB" run ./tiny.yaml --fs ext4 --size 900TiB -q -o no
has 'the folder and its space' "$out" 'the image file takes 900 TiB'
code 'too little for the test' 2 "$HIB" run ./tiny.yaml --fs ext4 --size 16MiB -q -o no
has 'what it needs' "$out" 'the tests need 14 MiB'
ok 'nothing was begun' test ! -e no
profile fill 'dd if=/dev/zero of="$1/x" bs=1M count=90'
code 'a disk that fills up' 3 "$HIB" run ./fill.yaml --fs ext4 --size 32MiB -q -b 1 -o full
has 'is said to be full' "$out" 'No space left on device'
ok 'how full it was' grep -Eq 'the file system at that moment: (9[0-9]|100) %' full/run.log
sed 's/size: 64 MiB/siz: 64 MiB/' one.yaml >slip.yaml
code 'a slip in a key' 2 "$HIB" run slip.yaml -o no
has 'with its place' "$out" "slip.yaml:9:38: unknown key 'siz' (did you mean 'size'?)"
sed 's/\^has_journal/nonsense/' one.yaml >mkfs.yaml
code 'mkfs fails' 2 "$HIB" run mkfs.yaml -o no
has 'with the place of the system' "$out" "mkfs.yaml:9:10: system 'first': 'mkfs.ext4' failed"

# 5 devices
truncate -s 64M disk.img other.img
device=$(losetup -f --show disk.img) serial=${device#/dev/}
cat >device.yaml <<END
experiment: device
title: A Device
tests: [{profile: ./tiny.yaml}]
quick: true
plan: {blocks: 1}
systems:
  disk: {type: ext4, device: $device, size: 40 MiB}
END
mkfs.ext4 -q -L precious "$device"
before=$(sha256sum <disk.img)
code 'a device without erase: true' 2 "$HIB" run device.yaml -o dev --yes
has 'its place' "$out" 'device.yaml:7:'
has 'what it holds' "$out" 'holds ext4 "precious"'
sed -i 's/size:/erase: true, size:/' device.yaml
code 'a file system that hib did not make' 2 "$HIB" run device.yaml -o dev --yes
has 'the way to lose it' "$out" "--erase-foreign $serial"
code 'the wrong serial number' 2 "$HIB" run device.yaml -o dev --yes --erase-foreign other
code 'without a terminal nothing is asked' 2 "$HIB" run device.yaml -o dev --erase-foreign "$serial"
is 'the device is as it was' "$(sha256sum <disk.img)" "$before"
mkdir mnt
mount "$device" mnt
code 'a mounted device' 2 "$HIB" run device.yaml -o dev --yes --erase-foreign "$serial"
has 'where' "$out" "is mounted on $HERE/mnt"
umount mnt
code 'with the flag it is taken' 0 "$HIB" run device.yaml -o dev --yes --erase-foreign "$serial"
is 'only as much of it as was asked for' \
	"$(dumpe2fs -h "$device" 2>/dev/null | awk '/^Block count/ { c = $3 } /^Block size/ { s = $3 } END { print c * s / 1048576 }')" 40
code 'hib knows its own' 0 "$HIB" run device.yaml -o dev --yes --force
mkfs.ext4 -q -F -L "$(blkid -p -s LABEL -o value "$device")" "$device"
code 'a label alone proves nothing' 2 "$HIB" run device.yaml -o dev --yes --force
mkswap "$device" >/dev/null 2>&1
if swapon "$device" 2>/dev/null; then
	code 'swapped on' 2 "$HIB" run device.yaml -o dev --yes --force --erase-foreign "$serial"
	has 'is said' "$out" 'is in use as swap'
	swapoff "$device"
else
	skip 'swapped on' 'no swap here'
fi
wipefs -qa "$device"
# a partition table of the old kind with one entry
printf '\000\000\000\000\203\000\000\000\000\010\000\000\000\100\000\000' | dd of="$device" bs=1 seek=446 conv=notrunc 2>/dev/null
printf '\125\252' | dd of="$device" bs=1 seek=510 conv=notrunc 2>/dev/null
code 'a disk with partitions, under every flag' 2 "$HIB" run device.yaml -o dev --yes --force --erase-foreign "$serial"
has 'is refused' "$out" 'has partitions'
losetup -d "$device"
sed 's,/dev/loop[0-9]*,/dev/disk/by-id/nothing,' device.yaml >gone.yaml
code 'a device that is not there' 2 "$HIB" run gone.yaml -o no
# names and options that lead elsewhere
losetup "$device" disk.img
wipefs -qa "$device"
for name in "/dev/../dev/$serial" "/dev/./$serial"; do
	sed "s,/dev/loop[0-9]*,$name," device.yaml >bare.yaml
	code "the name $name" 2 "$HIB" run bare.yaml -o no --yes
	has 'is none that stays' "$out" 'may be another disk after the next boot'
done
other=$(losetup -f --show other.img)
mkfs.ext4 -q -L precious "$other"
before=$(sha256sum <other.img)
second() { # KEY VALUE: the option would take a second device
	sed -e "s|/dev/loop[0-9]*|image|" -e "s|erase: true|$1: $2|" device.yaml >second.yaml
	code "$1: $2" 2 "$HIB" run second.yaml -o no --yes
	has 'is refused with its place' "$out" 'second.yaml:7:'
}
second mkfs "[-J, device=$other]"
second mkfs "[$other]"
second mkfs "[-L, mine]"
second mkfs "[-qLmine]"
for options in "journal_path=$other" loop 'noatime,offset=0' bind 'X-mount.subdir=a'; do second mount "'$options'"; done
code 'also behind --mount' 2 "$HIB" run ./tiny.yaml --fs ext4 --size 32MiB --mount "journal_path=$other" -q -o no
mkfs.ext4 -q -F -L foreign "$device"
code 'an empty serial number' 2 "$HIB" run device.yaml -o dev --yes --force --erase-foreign ''
is 'the other device is as it was' "$(sha256sum <other.img)" "$before"
# in use by a loop device that lies on it, where nothing of it is to be seen, and by a program
wipefs -qa "$device"
stacked=$(losetup -f --show -o $((16 << 20)) "$device")
mkfs.ext4 -q "$stacked"
code 'below another loop device' 2 "$HIB" run device.yaml -o dev --yes --force
has 'which' "$out" "lies below the loop device ${stacked#/dev/}"
losetup -d "$stacked"
wait_for 5 sh -c '! losetup "$1" 2>/dev/null' sh "$stacked"
sleep 30 3<"$device" &
held=$!
code 'held open' 2 "$HIB" run device.yaml -o dev --yes --force
has 'by whom' "$out" "is held open by sleep, process $held"
kill $held
wait $held 2>/dev/null
sed -e 's/erase: true/erase: true, kernel: "0.1-other"/' -e 's/^systems:/&\n  here: {directory: .}/' device.yaml >later.yaml
code 'a device whose kernel runs later is asked for now' 2 "$HIB" run later.yaml -o later
mkfs.ext4 -q -F -L foreign "$device"
# a run goes on with the device that it began with: here another file stands behind the same name
code 'a run on the device' 0 "$HIB" run device.yaml -o same --yes --erase-foreign "$serial"
jq -c 'if .slots then .slots += [[2, 2, 0, 0]] else . end' same/journal.jsonl >more.jsonl && cp more.jsonl same/journal.jsonl
losetup -d "$device" && losetup -d "$other" && losetup "$device" other.img
code 'another device behind the name' 2 "$HIB" resume same
has 'is told from the first' "$out" 'The run began with another device'
is 'and left as it was' "$(sha256sum <other.img)" "$before"
losetup -d "$device"

# 6 systems that join a result
cat >more.yaml <<'END'
experiment: more
title: More
tests: [{profile: ./tiny.yaml}]
quick: true
plan: {blocks: 2}
systems:
  a: {type: ext4, device: image, size: 32 MiB}
  b: {type: ext4, device: image, size: 32 MiB, mount: noatime}
END
code 'some systems of an experiment' 0 "$HIB" run more.yaml --only a
name=$(ls "$HIB_RESULTS")
code 'the others into the same result' 0 "$HIB" run more.yaml --only b
is 'there is one result' "$(ls "$HIB_RESULTS")" "$name"
journal=$HIB_RESULTS/$name/journal.jsonl
is 'blocks of their own: what did not take turns is no pair' \
	"$(jq -c 'select(.trial) | [.system, .block]' <"$journal" | tr '\n' ' ')" '[0,1] [0,2] [1,3] [1,4] '
code 'another look at what would join' 0 "$HIB" run "$name" --as c --target . --dry-run
is 'changes nothing' "$(jq -r '.systems[]?.identifier' <"$journal" | tr '\n' ' ')" 'a b '
code 'blocks are those of the result' 2 "$HIB" run "$name" --as c --target . -b 5
code 'a saved result again' 0 "$HIB" run "$name" --as c --target .
is 'as a new system' "$(jq -r '.systems[]?.identifier' <"$journal" | tr '\n' ' ')" 'a b c '
code 'a name that is there' 2 "$HIB" run "$name" --as c --target .
for way in "hib resume $name" '--as OTHER' '--name' '--force'; do has "offers $way" "$out" "$way"; done
for only in '' ',' d,a; do code "--only '$only'" 2 "$HIB" run more.yaml --only "$only"; done
code 'the same system of the experiment again' 2 "$HIB" run more.yaml --only a
code 'a system that is not there' 2 "$HIB" run more.yaml --only d
has 'names those that are' "$out" 'it has: a, b'

# what one system does to the queue of its loop device is no matter of the next one
cat >queue.yaml <<'END'
experiment: queue
title: Queues
tests: [{profile: ./tiny.yaml}]
quick: true
plan: {blocks: 2, seed: 1}
systems:
  large: {type: ext4, device: image, size: 32 MiB, read_ahead: 4 MiB}
  plain: {type: ext4, device: image, size: 32 MiB}
END
code 'two read-aheads' 0 "$HIB" run queue.yaml -o queue
is 'each has its own' "$(jq -r 'select(.trial) | "\(.system) \([.steps[] | select(.[0] == "queue")][0][3] | test("read_ahead_kb 4096"))"' <queue/journal.jsonl | sort -u | tr '\n' ' ')" '0 true 1 false '
# Ctrl-C: the commands behind the measured one run all the same
cat >stop.yaml <<END
experiment: stop
title: Stopped
tests: [{profile: ./wait.yaml}]
quick: true
systems:
  a: {type: ext4, device: image, size: 32 MiB, before: [[touch, "$HERE/changed"]], after: [[rm, "$HERE/changed"]]}
END
profile wait 'sleep 30'
"$HIB" run stop.yaml -o stop >/dev/null 2>&1 &
pid=$!
wait_for 20 test -e changed
sleep 0.3
kill -INT $pid
wait $pid
is 'Ctrl-C ends it as such' $? 130
ok 'what was changed before is put back' test ! -e changed
is 'and nothing is left' "$(mounts) $(loops) $(ls -d hib-* 2>/dev/null)" '0 0 '
# names that would spoil a table
printf 'experiment: n\ntitle: T\ntests: [{profile: ./tiny.yaml}]\nsystems:\n  "a\\nb": {type: ext4}\n' >name.yaml
code 'a name of two lines' 2 "$HIB" run name.yaml -o no
has 'is none' "$out" 'cannot be the name of a system'
code 'an empty name' 2 "$HIB" run ./tiny.yaml -q --as '' -o no
code 'no size at all' 2 "$HIB" run ./tiny.yaml --fs ext4 --size 0 -q -o no
code 'one file system twice' 2 "$HIB" run ./tiny.yaml --fs ext4,ext4 -q -o no
code 'more memory than there is' 2 "$HIB" run ./tiny.yaml --fs tmpfs --size 900TiB -q -o no

# what only looks changes nothing, and what is no result is not touched
"$HIB" run ./wait.yaml --fs ext4 --size 32MiB -q -b 2 -n looked >/dev/null 2>&1 &
pid=$!
wait_for 20 pgrep -f 'sleep 30'
kill -9 $pid
wait $pid 2>/dev/null
lock=$(cat "$HIB_RESULTS/looked/run.lock")
code 'a dry run beside a killed run' 0 "$HIB" run looked --as other --fs tmpfs --size 32MiB --dry-run
is 'leaves its notes' "$(cat "$HIB_RESULTS/looked/run.lock")" "$lock"
has 'which --clean then follows' "$("$HIB" run --clean)" "cleaned $HIB_RESULTS/looked"
mkdir strange
echo precious >strange/run.lock
code 'a run.lock of somebody else' 2 "$HIB" run ./tiny.yaml -q --target . -o strange
is 'is as it was' "$(cat strange/run.lock)" precious
mkdir empty
code 'a start that fails' 2 "$HIB" run ./tiny.yaml --fs ext4 --size 32MiB --mount nonsense=1 -q -o empty
is 'leaves nothing in the folder' "$(ls -A empty)" ''

# 7 kernels: one block a boot
sed -e 's/experiment: more/experiment: boots/' -e "s/a: {/a: {kernel: \"$(uname -r | cut -c1-3)*\", /" \
	-e 's/b: {/b: {kernel: "0.1-other", /' -e '1a reboot: [touch, "{kernel}"]' more.yaml >boots.yaml
code 'one block, then another kernel is needed' 4 "$HIB" run boots.yaml -n boots
has 'which' "$out" 'next    boot 0.1-other, then: hib resume boots'
has 'how often' "$out" '3 boots are left'
code 'this boot has had its block' 4 "$HIB" resume boots
is 'nothing ran twice' "$(grep -c '"trial"' "$HIB_RESULTS/boots/journal.jsonl")" 1
is 'the boot is noted' "$(jq -r 'select(.trial).boot_id' <"$HIB_RESULTS/boots/journal.jsonl")" "$(cat /proc/sys/kernel/random/boot_id)"
ok 'nobody booted' test ! -e 0.1-other
code 'unattended' 4 "$HIB" resume boots --at-boot
ok 'the command for it ran' test -e 0.1-other

# 8 order, warm-up, budget
sed -e 's/experiment: more/experiment: warm/' -e 's/plan: .*/plan: {blocks: 2, warmup: 1, order: by-test}/' more.yaml >warm.yaml
code 'warm-up' 0 "$HIB" run warm.yaml -n warm
is 'runs first' "$(jq -c '.slots // empty | [.[][1]]' <"$HIB_RESULTS/warm/journal.jsonl")" '[0,0,1,1,2,2]'
has 'and does not count' "$("$HIB" show warm)" 'of 2 trials'
sed -e 's/experiment: more/experiment: short/' -e 's/plan: .*/plan: {blocks: 99, time_budget: 1 s}/' more.yaml >short.yaml
code 'a budget of time' 4 "$HIB" run short.yaml -n short
has 'ends the run' "$out" 'the time budget is used up'

# programs that stay in the file system: a daemon whose working folder it is, and one with a file open
profile holders 'cd "$1"; setsid sh -c "trap \"\" TERM; exec sleep 3606.5" & exec 3>held; setsid sleep 3606.6 & sleep 0.1; exit 0'
code 'a program that leaves holders of the mount' 0 "$HIB" run ./holders.yaml --fs ext4 --size 32MiB -q -b 2 -o holders
is 'its holders are ended' "$(pgrep -fc 'sleep 3606[.]')" 0
is 'both trials stand' "$(jq -s 'map(select(.trial and .state == "ok")) | length' holders/journal.jsonl)" 2
is 'and nothing is left of them' "$(mounts) $(loops) $(ls -d hib-* 2>/dev/null)" '0 0 '

# 9 in a chroot "/" is no mount point: the mounts of a run stay its own all the same. All of it in a namespace of
# its own, so that no bind mount is ever seen by what cleans this folder up.
cat >jail.sh <<'END'
set -e
mount --make-rshared /
mkdir -p jail/tmp jail/place "jail$TOP"
for d in bin sbin lib lib64; do [ ! -e /$d ] || ln -s usr/$d jail/$d; done
cp tiny.yaml jail/place
for d in usr dev proc sys etc; do mkdir "jail/$d" && mount --bind "/$d" "jail/$d"; done
mount --bind "$TOP" "jail$TOP"
before=$(wc -l </proc/self/mountinfo)
rc=0
chroot jail env HIB_RESULTS=/tmp/results "$HIB" run /place/tiny.yaml --fs ext4 --size 32MiB -q -b 1 --target /place -o /tmp/jailed || rc=$?
[ "$(wc -l </proc/self/mountinfo)" = "$before" ] || rc=99
exit $rc
END
case $HIB in
"$TOP"/*)
	if unshare -m --propagation private true 2>/dev/null; then
		code 'a run in a chroot, which passes no mount on' 0 env TOP="$TOP" HIB="$HIB" unshare -m --propagation private bash jail.sh
	else
		skip 'a run in a chroot' 'this is one: all of the above ran in it'
	fi
	;;
*) skip 'a run in a chroot' 'hib is not below the checkout' ;;
esac
is 'after all, nothing is left' "$(mounts) $(loops) $(ls -d hib-* 2>/dev/null)" '0 0 '
done_testing
