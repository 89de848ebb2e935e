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
	# what only the exit status tells cannot stand in the output, and an empty output has no sender
	case $tool/$name in
	*/killed-sigkill-status-json | fs_mark/killed-* | dd/killed-*) continue ;;
	esac
	is "$tool/$name: $verdict" "$(jq -r .verdict got.json)" "$verdict"
	case $tool/$name in
	dd/status-none | time/bash-timeformat | time/bash-untar-v | tiotest/*-killed-sigterm | bonnie++/killed-* | bonnie++/v1.96-killed-sigterm) continue ;;
	esac
	is "$tool/$name: recognised" "$("$HIB" parse "$file.out" --json | cksum)" "$(cksum <got.json)"
done <"$DATA/samples/verdicts.tsv"
done_testing
