# shellcheck shell=bash
# What the benchmarks share: each comparison is a line of a table and rows of $BENCH_ROWS, from which bench makes a
# result file that hib draws. Lower is better everywhere: ours against theirs.
hib=${HIB:-build/hib}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
reference=$here/tests/data/reiser4-2012/reiser4-2012.composite.xml
BENCH_ROWS=${BENCH_ROWS:-/dev/null}
export LC_ALL=C.UTF-8

need() { command -v "$1" >/dev/null || { echo "bench: $1 is missing: apt-get install $2" >&2; exit 2; }; }

heading() { printf '%-58s %12s %12s %6s %15s  %s\n' "$1" ours theirs ratio spread limit; }

keep() { # WHAT UNIT SYSTEM VALUE [BLOCK]
	printf '"%s",%s,LIB,%s,%s,%s\n' "${1//\"/}" "$2" "$3" "${5:-}" "$4" >>"$BENCH_ROWS"
}

row() { # WHAT OURS THEIRS LIMIT [UNIT]: two single values
	awk -v what="$1" -v a="$2" -v b="$3" -v limit="$4" \
		'BEGIN { printf "%-58s %12.6g %12.6g %6.2f %15s  %s\n", what, a, b, a / b, "", limit }'
	keep "$1" "${5:-}" hib "$2"
	keep "$1" "${5:-}" other "$3"
}

versus() { # WHAT LIMIT RUNS OURS THEIRS: two lines for /bin/sh, in turns; the ratios of the pairs
	local what=$1 limit=$2
	"$hib" time --shell --ignore-failure -f -w 1 -r "$3" -n hib -n other -o "$work/versus.xml" "$4" "$5" >/dev/null 2>&1
	"$hib" export csv "$work/versus.xml" | tr -d '\r' | awk -F, '$1 == "Time" && $3 == "" { print $7, $9, $11 }' >"$work/versus"
	while read -r system block value; do keep "$what" Seconds "$system" "$value" "$block"; done <"$work/versus"
	awk '$1 == "hib" { a[$2] = $3 } $1 == "other" { b[$2] = $3 } END { for (i in a) print a[i] / b[i], a[i], b[i] }' "$work/versus" |
		sort -g | awk -v what="$what" -v limit="$limit" '
		{ r[NR] = $1; a[NR] = $2; b[NR] = $3 }
		function middle(v, n,  i, j, t) { for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j] < v[j - 1]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
			return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2 }
		END { printf "%-58s %12.6g %12.6g %6.2f %6.2f .. %-5.2f  %s\n", what, middle(a, NR), middle(b, NR), middle(r, NR), r[1], r[NR], limit }'
}
