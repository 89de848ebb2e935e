#!/usr/bin/env bash
# run.sh [EVERY [WHAT ...]]: hib is killed, and its system calls fail, at every call of a run of three trials; each time what is
# left is read, taken up again and judged (case.sh). EVERY: only each so-many-th case, beginning at a random one; FAULT_SEED
# repeats the choice. WHAT: kill, fail, images (killed on file systems that hib makes; root), steps (mkfs, mount and
# umount fail; root), random (killed at random
# moments of a run of 30 trials; RANDOM_KILLS of them). FAULT_ALONE=1: no other hib runs here, so that every
# control group that is left is one of these. The last line counts what was tried and what was wrong.
set -u
here=$(cd "$(dirname "$0")" && pwd)
export HIB=${HIB:-$here/../../build/hib}
every=${1:-1}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- kill fail
command -v strace >/dev/null || { echo 'fault: strace is missing: apt-get install strace' >&2; exit 2; }
place=$(mktemp -d "${TMPDIR:-/tmp}/hib-fault.XXXXXX")
trap 'rm -rf "$place"' EXIT
seed=${FAULT_SEED:-$RANDOM}
jobs=${FAULT_JOBS:-$(nproc)}

# Failures that a call can have; calls that are not here succeed always, or kill as memory that runs out does.
failures='write ENOSPC
pwrite64 ENOSPC
splice ENOSPC
fsync EIO
fdatasync EIO
syncfs EIO
rename EIO
ftruncate EIO
close EIO
openat EMFILE
mkdir ENOSPC
rmdir EBUSY
unlink EIO
unlinkat EIO
read EIO
pread64 EIO
getdents64 EIO
lseek EIO
newfstatat EACCES
clone EAGAIN
clone3 EAGAIN
pipe2 EMFILE
wait4 EINTR
ppoll EINTR
fcntl EAGAIN
ioctl EIO
landlock_create_ruleset ENOMEM
landlock_add_rule ENOMEM
prctl EPERM
getrandom EAGAIN
getcwd ENOENT
chmod EIO
statfs EIO'

# The calls of an undisturbed run, "CALL COUNT" a line.
calls() {
	rm -rf "$place/count"
	mkdir -p "$place/count/target"
	profile_of_case "$place/count"
	(cd "$place/count" && HIB_RESULTS=$place/count/store XDG_CONFIG_HOME=$place/count/config ASAN_OPTIONS=detect_leaks=0 \
		strace -qq -c -S name -U name,calls -o "$place/calls" "$HIB" run ./three.yaml -b 3 -o r --target target "$@" >/dev/null 2>&1)
	awk '$2 ~ /^[0-9]+$/ && $1 != "total" && $1 != "execve" { print $1, $2 }' "$place/calls"
}
profile_of_case() { (cd "$1" && sed -n '/^cat >three.yaml/,/^E$/p' "$here/case.sh" | bash); }

cases() {
	case $1 in
	kill) calls | while read -r call n; do seq -f "kill $call %.0f" "$n"; done ;;
	fail)
		calls >"$place/counts"
		echo "$failures" | while read -r call error; do
			n=$(awk -v c="$call" '$1 == c { print $2 }' "$place/counts")
			[ -z "$n" ] || seq -f "$error $call %.0f" "$n"
		done
		;;
	images)
		calls --fs ext4 --size 32MiB -q | while read -r call n; do seq -f "kill $call %.0f --fs ext4 --size 32MiB -q" "$n"; done
		;;
	steps) for p in mkfs.ext4 mount umount; do seq -f "step $p %.0f --fs ext4 --size 32MiB -q" 14; done ;;
	random) seq -f "random %.0f 0" "${RANDOM_KILLS:-1000}" ;;
	esac
}

# a group without processes, of a run that is over, is a leftover
groups() { find /sys/fs/cgroup -name 'hib-*' -type d 2>/dev/null | while read -r g; do [ -n "$(cat "$g/cgroup.procs" 2>/dev/null)" ] || echo "$g"; done | sort; }
groups >"$place/groups-before"
for what in "$@"; do
	cases "$what" | awk -v every="$every" -v seed="$seed" 'BEGIN { srand(seed); first = int(rand() * every) } NR % every == first' >"$place/list"
	n=$(wc -l <"$place/list")
	start=$(date +%s)
	awk -v p="$place" '{ print p "/case" NR, $0 }' "$place/list" |
		xargs -P "$jobs" -L 1 bash "$here/case.sh" 2>/dev/null >"$place/said"
	grep WRONG "$place/said" | sed 's/^/# /'
	tried=$(grep -c '^tried' "$place/said")
	wrong=$(grep '^WRONG' "$place/said" | awk '{ print $2, $3, $4 }' | sort -u | wc -l)
	echo "$what: $tried of $n cases tried in $(($(date +%s) - start)) s, $wrong wrong (every $every, FAULT_SEED=$seed)"
	[ "$tried" = "$n" ] && [ "$wrong" = 0 ] || failed=1
done
groups >"$place/groups-after"
left=$(comm -13 "$place/groups-before" "$place/groups-after")
# another hib that runs here makes groups, too
[ -z "$left" ] || [ -z "${FAULT_ALONE:-}" ] || { echo "control groups left: $left" && failed=1; }
exit ${failed:-0}
