#!/bin/sh
# All tests under prove; its summary is the last line. HIB is the program, UNIT and REPLAY are folders of
# test programs; VALGRIND=1 puts everything under valgrind, VALGRIND=golden
# most of the golden tests and the units.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"
export LC_ALL=C.UTF-8 TZ=UTC
jobs=$(nproc 2>/dev/null || echo 2)
if [ -n "${VALGRIND:-}" ]; then
	# what valgrind says goes to files: tests read what hib says
	logs=$BUILD/valgrind
	rm -rf "$logs"
	mkdir -p "$logs"
	checker="valgrind -q --log-file=$logs/%p.log --error-exitcode=99 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --suppressions=$top/tests/valgrind.supp"
	printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$checker" "$HIB" >"$logs/hib"
	chmod +x "$logs/hib"
	prove -j "$jobs" --exec "$checker" "$UNIT"/*
	export HIB="$logs/hib" UNDER_VALGRIND=1
	rc=0
	set --
	for test in tests/golden/*.t tests/end-to-end/*.t; do
		case $VALGRIND/$test in
		golden/tests/end-to-end/* | golden/*/samples.t | golden/*/report.t | golden/*/profile.t) ;; # left to VALGRIND=1
		*) set -- "$@" "$test" ;;
		esac
	done
	prove -j "$jobs" --exec '' "$@" || rc=$?
	if grep -hE -A12 'Invalid|uninitialised|definitely lost in|overlap|Mismatched' "$logs"/*.log; then
		echo "valgrind found errors: $logs"
		exit 1
	fi
	exit $rc
fi
exec prove -j "$jobs" --exec '' "$UNIT"/* tests/golden/*.t tests/end-to-end/*.t
