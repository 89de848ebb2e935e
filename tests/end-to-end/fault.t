#!/usr/bin/env bash
# Some of what `make fault` tries whole: hib killed, and its system calls failing, then taken up again.
. "$(dirname "$0")/../lib.sh"

export FAULT_JOBS=1 RANDOM_KILLS=8
try() { # WHAT EVERY
	bash "$TOP/tests/fault/run.sh" "$2" "$1" >said 2>&1
	is "$1: nothing is lost, nothing is left" "$(grep -v "^$1: [0-9]* of [0-9]* cases tried in [0-9]* s, 0 wrong" said)" ''
	ok "$1: some were tried" grep -qE "^$1: ([1-9][0-9]*) of \1 " said
}
if [ -n "${UNDER_VALGRIND:-}" ] || ! command -v strace >/dev/null || ! strace -qq -o /dev/null true 2>/dev/null; then
	skip 'faults' 'no strace, or under valgrind'
else
	try kill 250
	try fail 180
	try random 1
	if [ "$(id -u)" = 0 ] && [ -e /dev/loop-control ]; then try images 1500 && try steps 8; else skip 'images' 'needs root and loop devices'; fi
fi
done_testing
