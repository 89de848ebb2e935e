# shellcheck shell=bash
# TAP helpers for shell tests. Each test file runs in a fresh folder of its own; $HIB is the program
# under test, $DATA the folder with test data, $TOP the checkout.
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
HIB=${HIB:-$TOP/build/hib}
DATA=$TOP/tests/data
HERE=$(mktemp -d "${TMPDIR:-/tmp}/hib-test.XXXXXX")
export LC_ALL=C.UTF-8 TZ=UTC HIB_RESULTS="$HERE/results" NO_COLOR=1 XDG_CONFIG_HOME="$HERE/config"
export LSAN_OPTIONS="suppressions=$TOP/tests/lsan.supp:print_suppressions=0"
unset COLUMNS
trap 'cd /; rm -rf "$HERE"' EXIT
cd "$HERE" || exit 1
n=0

ok() { # NAME COMMAND...: the command must succeed
	n=$((n + 1))
	local name=$1
	shift
	if "$@" >"$HERE/.said" 2>&1; then echo "ok $n - $name"; else
		echo "not ok $n - $name"
		sed 's/^/# /' "$HERE/.said" | tail -20
	fi
}

is() { # NAME GOT WANTED: the same text
	n=$((n + 1))
	if [ "$2" = "$3" ]; then echo "ok $n - $1"; else
		echo "not ok $n - $1"
		printf '%s\n' "$2" | sed 's/^/# got:    /' | head -20
		printf '%s\n' "$3" | sed 's/^/# wanted: /' | head -20
	fi
}

has() { # NAME TEXT PART: the text contains the part
	n=$((n + 1))
	case $2 in
	*"$3"*) echo "ok $n - $1" ;;
	*)
		echo "not ok $n - $1"
		printf '%s\n' "$2" | sed 's/^/# got:    /' | head -20
		printf '%s\n' "$3" | sed 's/^/# wanted part: /'
		;;
	esac
}

lacks() { # NAME TEXT PART: the text does not contain the part
	n=$((n + 1))
	case $2 in
	*"$3"*)
		echo "not ok $n - $1"
		printf '%s\n' "$2" | sed 's/^/# got: /' | head -20
		;;
	*) echo "ok $n - $1" ;;
	esac
}

code() { # NAME WANTED COMMAND...: its exit status; what it printed is in $out
	local name=$1 wanted=$2
	shift 2
	out=$("$@" 2>&1 </dev/null)
	is "$name" $? "$wanted"
}

skip() { # NAME REASON
	n=$((n + 1))
	echo "ok $n - $1 # SKIP $2"
}

golden() { # NAME FILE COMMAND...: stdout is the file, byte for byte; UPDATE=1 writes it
	local name=$1 file=$2
	shift 2
	"$@" >"$HERE/.got" 2>"$HERE/.errors" </dev/null
	[ "${UPDATE:-}" = 1 ] && cp "$HERE/.got" "$file"
	n=$((n + 1))
	if cmp -s "$HERE/.got" "$file"; then echo "ok $n - $name"; else
		echo "not ok $n - $name"
		diff "$file" "$HERE/.got" | head -10 | sed 's/^/# /'
	fi
}

profile() { # NAME SCRIPT [MORE KEYS]: a profile whose command is `sh -c SCRIPT`, clock only
	local more='parser: elapsed
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}'
	[ $# -lt 3 ] || more=$3
	cat >"$1.yaml" <<END
profile: $1
version: 1.0.0
title: Test $1
programs: [sh]
command: [sh, "-c", '$2', sh, "{target}", "{work}"]
$more
END
}


wait_for() { # SECONDS COMMAND...: until it succeeds
	local left=$(($1 * 20))
	shift
	while ! "$@" >/dev/null 2>&1; do
		left=$((left - 1))
		[ $left -gt 0 ] || return 1
		sleep 0.05
	done
}

done_testing() { echo "1..$n"; }
