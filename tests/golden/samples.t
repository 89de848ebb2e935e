#!/usr/bin/env bash
# Real outputs of the benchmark programs: every value a careful reader takes from them, and the verdict.
. "$(dirname "$0")/../lib.sh"

while IFS=$'\t' read -r tool name verdict; do
	[ "$tool" = tool ] && continue
	file=$DATA/samples/$tool/$name
	"$HIB" parse "$tool" "$file.out" --json >got.json 2>errors || { ok "$tool/$name" false; continue; }
	is "$tool/$name" \
		"$(jq -c '[.metrics[] | select(.state == "ok") | [.metric, .value, .unit, .proportion]]' got.json)" \
		"$(jq -c '[.[] | [.metric, .value, .unit, (if .better == "higher" then "HIB" else "LIB" end)]]' "$file.expect.json")"
	# what only the exit status tells cannot stand in the output
	case $name in
	killed-sigkill-status-json | killed-sigint | killed-sigterm) [ "$verdict" = partial ] && continue ;;
	esac
	is "$tool/$name: $verdict" "$(jq -r .verdict got.json)" "$verdict"
	is "$tool/$name: recognised" "$("$HIB" parse "$file.out" --json | cksum)" "$(cksum <got.json)"
done <"$DATA/samples/verdicts.tsv"
done_testing
