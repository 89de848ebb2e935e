#!/bin/sh
# What can be found without running anything: cppcheck, shellcheck and gcc's analyzer over the whole tree, and the layout of
# the code. The last line says how many findings there are.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${BUILD:-build}/lint
findings=0
mkdir -p "$build"

found() { # NAME FILE: findings are lines
	n=$(wc -l <"$2")
	[ "$n" = 0 ] || sed "s/^/$1: /" "$2"
	findings=$((findings + n))
	echo "$1: $n findings"
}

cppcheck --quiet --std=c11 --enable=warning,portability,performance --inline-suppr --suppress=missingIncludeSystem \
	--library=tests/lint/cppcheck.cfg --template='{file}:{line}: {message} [{id}]' -j 2 -I. \
	runner report parsers share >"$build/cppcheck" 2>&1
found cppcheck "$build/cppcheck"

# $out, $n and $DATA go between lib.sh and the tests that read it
# shellcheck disable=SC2046
shellcheck -S warning -e SC2154,SC2034 -x -f gcc $(git ls-files '*.sh' '*.t' .ci/run) >"$build/shellcheck" 2>&1
found shellcheck "$build/shellcheck"

make -j 2 "BUILD=$build/analyzer" CFLAGS='-O2 -g -fanalyzer -Wno-error' "$build/analyzer/libhib.a" >"$build/log" 2>&1 || tail -5 "$build/log"
grep 'warning:' "$build/log" >"$build/gcc" || true
found gcc-analyzer "$build/gcc"

# shellcheck disable=SC2046
clang-format --dry-run $(git ls-files '*.c' '*.h' | grep -v list_of_) 2>&1 | grep 'warning:' >"$build/format" || true
found clang-format "$build/format"
rm -rf "$build/analyzer"
echo "$findings findings in all"
[ "$findings" = 0 ]
