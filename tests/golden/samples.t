#!/usr/bin/env bash
# Real outputs of the benchmark programs: every value a careful reader takes from them, and the verdict.
. "$(dirname "$0")/../lib.sh"
declare -A cases right wrong

while IFS=$'\t' read -r tool name verdict; do
	[ "$tool" = tool ] && continue
	file=$DATA/samples/$tool/$name
	"$HIB" parse "$tool" "$file.out" --json >got.json 2>errors || { ok "$tool/$name" false; continue; }
	jq -c '.metrics[] | select(.state == "ok") | [.metric, .value, .unit, .proportion]' got.json >got.values
	jq -c '.[] | [.metric, .value, .unit, (if .better == "higher" then "HIB" else "LIB" end)]' "$file.expect.json" >wanted.values
	is "$tool/$name" "$(cat got.values)" "$(cat wanted.values)"
	# values that are right in their places, and those that are missing, changed or too many
	bad=$(diff got.values wanted.values | grep -c '^[<>]')
	cases[$tool]=$((${cases[$tool]:-0} + 1))
	right[$tool]=$((${right[$tool]:-0} + $(wc -l <wanted.values) - bad))
	wrong[$tool]=$((${wrong[$tool]:-0} + bad))
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
for tool in "${!cases[@]}"; do
	echo "# $tool: ${cases[$tool]} cases, ${right[$tool]} values right, ${wrong[$tool]} wrong"
done | sort
done_testing
