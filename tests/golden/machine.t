#!/bin/bash
# What the machine is and what disturbs it, and the experiment that fits it.
. "$(dirname "$0")/../lib.sh"
code 'doctor' 0 "$HIB" doctor
has 'memory is a limit of what is measured' "$out" 'measure the cache'
has 'what it comes to' "$out" ' mend'
ok 'one JSON object' sh -c '"$0" doctor --json | jq -e ".machine and (.findings | length > 0) and all(.findings[]; .severity | IN(\"bad\", \"note\", \"ok\"))"' "$HIB"
code 'memory is no disk' 0 "$HIB" doctor /dev/shm
has 'is noted' "$out" 'memory, not a disk'
sh -c 'while :; do :; done' &
busy=$!
sleep 0.3
has 'what runs beside is named' "$("$HIB" doctor)" '(process '
kill $busy
wait $busy 2>/dev/null
code 'a folder that is not there' 2 "$HIB" doctor nowhere
ok 'strict: 1 for what is bad, else 0' sh -c '"$0" doctor --strict >s; rc=$?; if grep -q ^bad s; then [ $rc = 1 ]; else [ $rc = 0 ]; fi' "$HIB"

system=$("$HIB" system --json)
has 'the processor with its cores' "$system" 'Core'
kib=$(awk '/^MemTotal/ { print $2 }' /proc/meminfo)
ok 'memory as /proc says, in whole or tenths of GiB' sh -c 'jq -r .hardware <<END | grep -Eq "Memory: ($2|$3) (GiB|MiB)"
$1
END' sh "$system" "$(awk "BEGIN { printf \"%.0f\", $kib / 1048576 }")" "$(awk "BEGIN { printf \"%.1f\", $kib / 1048576 }")"
has 'the kernel' "$system" "Kernel: $(uname -r)"
has 'the file system' "$system" 'File-System: '
is 'mount options are those of mountinfo' "$(jq -r '.details["disk-mount-options"] | split(",")[0]' <<<"$system")" "$(findmnt -nro OPTIONS -T . 2>/dev/null | cut -d, -f1)"
if command -v cc >/dev/null && readlink -f /usr/bin/cc | grep -q gcc; then
	has 'the compiler as it says itself' "$system" "GCC $(cc -dumpfullversion)"
else
	skip 'the compiler' 'no gcc'
fi

code 'an experiment for this machine' 0 "$HIB" init mine.yaml
code 'is one that loads' 0 "$HIB" info mine.yaml
has 'under the name of the file' "$out" 'mine: '
code 'and is not overwritten' 2 "$HIB" init mine.yaml
code 'but on wish' 0 "$HIB" init mine.yaml --force
is 'on stdout' "$("$HIB" init - | grep -c ^experiment:)" 1
code 'the devices there are' 0 "$HIB" init --devices
has 'could be taken or not' "$out" 'could be taken'
root=$(findmnt -nro SOURCE / 2>/dev/null)
case $root in
/dev/*) lacks 'never the one that is in use' "$(sed -n '/could be taken/,/could not/p' <<<"$out" | grep -v could)" "$root" ;;
*) skip 'the root device' 'none' ;;
esac
done_testing
