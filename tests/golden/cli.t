#!/usr/bin/env bash
# The command line itself: help, versions, usage errors, manual pages.
. "$(dirname "$0")/../lib.sh"

is 'version' "$("$HIB" --version | cut -d' ' -f1)" hib
code 'alone it says what to do' 0 "$HIB"
has 'next' "$out" 'hib run'
code 'an unknown command' 2 "$HIB" shwo
has 'with the nearest' "$out" "did you mean 'show'"
for c in $("$HIB" --help | awk '/^  [a-z]/ { print $1 }' | grep -v hib); do
	code "$c --help" 0 "$HIB" "$c" --help
	has "$c --help shows its usage" "$out" "usage: hib $c"
	code "$c with an unknown option" 2 "$HIB" "$c" --no-such-option
	is "help $c is the same" "$("$HIB" help "$c" | cksum)" "$("$HIB" "$c" --help | cksum)"
	is "$c: help within 80 columns" "$("$HIB" "$c" --help | awk '{ if (length($0) > 96) n++ } END { print n + 0 }')" 0
done
code 'the nearest option' 2 "$HIB" show --widht 80
has 'is named' "$out" '--width'
code 'a value out of bounds' 2 "$HIB" show --width 5
code 'a choice that is none' 2 "$HIB" show --style bold
has 'with the choices' "$out" 'rich table classic'
code '-- ends options' 2 "$HIB" show -- --width
has 'the rest are names' "$out" "no result '--width'"
code 'system' 0 "$HIB" system
has 'tells the kernel' "$out" Kernel
ok 'system --json is JSON' sh -c '"$0" system --json | jq -e .software' "$HIB"
if [ -n "${BUILD:-}" ] && [ -f "$BUILD/man/hib.1" ] && command -v mandoc >/dev/null; then
	for page in $(cd "$BUILD/man" && ls -- *.[157]); do
		is "mandoc has no warnings for $page" "$(mandoc -T lint "$BUILD/man/$page" 2>/dev/null | grep -v "date\|referenced manual")" ''
	done
	for c in $("$HIB" --help | awk '/^  [a-z]/ { print $1 }' | grep -v hib); do
		ok "hib(1) has $c" grep -q "^.Ss hib $c" "$BUILD/man/hib.1"
	done
else
	skip 'manual pages' 'not built here'
fi
done_testing
