#!/usr/bin/env bash
# Bars from plain lines, and the rich style's rules.
. "$(dirname "$0")/../lib.sh"

draw() { printf "$1" | "$HIB" chart "${@:2}"; }
is 'best, percentages and one value' "$(draw 'ext4 10\nxfs 9\n' --lower --unit s --title Foo --width 60)" \
	'Foo                                       s, lower is better
ext4  ██████████████████████████████████████████ 10  +11.1 %
xfs   █████████████████████████████████████▊      9  best
one value each: no interval'
out=$(draw 'a 1\na 2\na 3\na 4\na 5\na 6\nb 2\nb 3\nb 4\nb 5\nb 6\nb 7\n')
has 'six samples: an interval of the median' "$out" '3.5   1.0 .. 6.0  = best'
has 'and what it is' "$out" '95 % interval of 6 trials'
has 'overlapping intervals prove nothing' "$out" 'not proven different from best'
out=$(draw 'a 1\na 2\nb 2\nb 3\n')
has 'below six: a range' "$out" 'range of 2 trials; 6 are the least'
lacks 'and no verdict' "$out" '= best'
out=$(draw 'a 100\nb 101\nc 1000000\nd 102\n')
has 'one huge bar is broken' "$out" '╱╱'
has 'its value stands' "$out" '1000000'
ok 'the others are seen' test "$(grep -c '^[abd]  ████████████████████████████████' <<<"$out")" = 3
lacks 'of two bars none is broken' "$(draw 'a 1000\nb 3\n')" '╱╱'
lacks 'nor where the short ones differ themselves' "$(draw 'a 1000\nb 3\nc 40\n')" '╱╱'
is 'a tiny positive value has a cell' "$(draw 'a 1000\nb 0.001\nc 999\n' | grep -c '^b  ▏')" 1
is 'zero has none' "$(draw 'a 10\nb 0\n' | grep -c '^b  [█▏]')" 0
out=$(draw 'up 5\ndown -5\n' --width 40)
has 'negative values go the other way' "$out" 'down  █████████████             -5'
long=$(printf 'x%.0s' $(seq 60))
out=$(draw "${long}1 5\n${long}2 6\n" --width 80)
is 'long labels are cut to 40 %% of the width, and stay apart' "$(grep -o '^[^ █]*' <<<"$out" | sort -u | wc -l)" 3
out=$(draw 'a/very/long/label/of/the/one/1/kind/and/so/on/and/on/tail 5\na/very/long/label/of/the/one/2/kind/and/so/on/and/on/tail 6\n' --width 60)
has 'labels alike after cutting get a number' "$out" '(2)'
is 'wide characters are measured' "$(draw '日本語 4\nab 2\n' --width 40 | grep -c -e '^日本語  █' -e '^ab      █')" 2
code 'a line without a value' 2 sh -c 'printf "a 1\nb\n" | "$0" chart' "$HIB"
has 'is named by its number' "$out" 'stdin:2:'
code 'a value that is no number' 2 sh -c 'printf "a 1,5\n" | "$0" chart' "$HIB"
code 'no values' 2 sh -c 'printf "\n# nothing\n" | "$0" chart' "$HIB"
printf 'esc\033[31mape 3\n' | "$HIB" chart >escape.out
is 'no escape sequence gets through' "$(grep -c $'\033' escape.out)" 0
has 'a picture' "$(draw 'ext4 81.1\nxfs 84.8\n' --unit Files/s -f svg)" '>84.8<'
is 'a PNG' "$(draw 'ext4 81.1\nxfs 84.8\n' -f png | head -c 4 | od -An -tx1 | xargs)" '89 50 4e 47'
is 'the best first' "$(draw 'a 1\nb 3\nc -\n' 2>&1 | head -1; draw 'a 1\nb 3\nc 2\n' --sort best | sed -n '2,4s/ .*//p' | xargs)" "hib: stdin:3: '-' is not a number
b c a"
is 'lower is better, sorted' "$(draw 'a 1\nb 3\nc 2\n' --sort best --lower | sed -n '2,4s/ .*//p' | xargs)" 'a c b'
done_testing
