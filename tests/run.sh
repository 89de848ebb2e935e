#!/bin/sh
# All tests under prove; its summary is the last line. HIB is the program, UNIT and REPLAY are folders of
# test programs; VALGRIND=1 puts everything under valgrind.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$top"
export LC_ALL=C.UTF-8 TZ=UTC
jobs=$(nproc 2>/dev/null || echo 2)
if [ "${VALGRIND:-}" = 1 ]; then
	checker="valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite"
	printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$checker" "$HIB" >"$BUILD/hib-under-valgrind"
	chmod +x "$BUILD/hib-under-valgrind"
	prove -j "$jobs" --exec "$checker" "$UNIT"/*
	export HIB="$BUILD/hib-under-valgrind" UNDER_VALGRIND=1
	exec prove -j "$jobs" --exec '' tests/golden/*.t tests/end-to-end/*.t
fi
exec prove -j "$jobs" --exec '' "$UNIT"/* tests/golden/*.t tests/end-to-end/*.t
