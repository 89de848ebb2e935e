#!/usr/bin/env bash
# Real benchmark programs from the profiles to bars: the result, the logs and hib parse agree.
. "$(dirname "$0")/../lib.sh"

for program in dbench fs_mark postmark fio; do
	command -v $program >/dev/null || { skip 'real programs' "$program is not installed"; done_testing; exit; }
done
code 'a quick run of four programs' 0 "$HIB" run dbench fs_mark postmark fio --quick -b 1 -o R --as here
show=$("$HIB" show R --width 120)

# value of the first result of a profile, as the result file stores it
value() { xmllint --xpath "string(//Result[starts-with(Identifier,'hib/$1-')][$2]//Value)" R/composite.xml; }
raw_log() { ls R/logs/*.out | while read -r f; do "$HIB" parse "$f" --json 2>/dev/null | jq -e ".program == \"$1\"" >/dev/null && echo "$f"; done | head -1; }

log=$(raw_log dbench)
is 'dbench: the last word of its log' "$(value dbench 1)" "$(awk '/^Throughput/ { print $2 }' "$log")"
is 'dbench: latency' "$(value dbench 2)" "$(sed -n 's/.*max_latency=\([0-9.]*\) ms/\1/p' "$log")"
is 'dbench: hib parse' "$(value dbench 1)" "$("$HIB" parse dbench <"$log" | awk '/^throughput/ { print $2 }')"
log=$(raw_log fs_mark)
is 'fs_mark: the row of its log' "$(value fs_mark 1)" "$(awk 'seen { print $4; exit } /^FSUse/ { seen = 1 }' "$log")"
log=$(raw_log postmark)
is 'postmark: the line of its log' "$(value postmark 1)" "$(sed -n 's/.*seconds of transactions (\([0-9]*\) per second).*/\1/p' "$log")"
log=$(raw_log fio)
is 'fio: bandwidth of its JSON' "$(value fio 1)" "$(jq -r '.jobs[0].read.bw_bytes' "$log" | awk '{ printf "%.1f", $1 / 1e6 }')"
is 'fio: IOPS of its JSON' "$(value fio 2)" "$(jq -r '.jobs[0].read.iops' "$log" | awk '{ printf "%.0f", $1 }')"
for p in dbench fs_mark postmark fio; do has "show has the value of $p" "$show" "$(value $p 1)"; done
has 'quick results are marked' "$(xmllint --xpath '//Description' R/composite.xml)" '(Quick)'
is 'quick results never carry the name of a PTS profile' "$(grep -c '<Identifier>pts/' R/composite.xml)" 0
is 'no two results are one chart' "$(xmllint --xpath '//Result/Description/text()' R/composite.xml | sort | uniq -d | wc -l)" 0
ok 'the target is clean' test -z "$(ls -d hib-* 2>/dev/null)"
is 'the journal has a line for the plan and one for each trial' "$(wc -l <R/journal.jsonl)" 5
ok 'each line is JSON' jq -e . R/journal.jsonl
has 'the profiles that were run are kept' "$(ls R/profiles)" fs_mark.yaml
is 'PTS element order' "$(xmllint --xpath '//Result[1]/*' R/composite.xml | grep -o '^ *<[A-Z][A-Za-z]*\|<[A-Z][A-Za-z]*' | head -8 | tr -d ' <' | tr '\n' ' ')" \
	'Identifier Title AppVersion Arguments Description Scale Proportion DisplayFormat '

# a directory whose name is awkward
mkdir -p "my disk/-x 'y'"
code 'paths with blanks, quotes and a dash' 0 "$HIB" run unpack --quick -b 1 -o awkward --target "my disk/-x 'y'"
# hib's own clock
code 'unpack, copy and remove a tree' 0 "$HIB" run unpack copy_tree remove_tree --quick -b 1 -o trees
is 'until the data is on the disk, and without that' "$(xmllint --xpath 'count(//Result)' trees/composite.xml)" 6
# several trees at once: as many as asked are made, looked at and removed
trees=(unpack copy_tree stat_tree read_tree remove_tree)
settings=()
for t in "${trees[@]}"; do settings+=(--set "$t.copies=2"); done
code 'trees at once' 0 "$HIB" run "${trees[@]}" -q -b 1 "${settings[@]}" -o at-once
is 'trees at once: each test has its charts' "$(xmllint --xpath 'count(//Result)' at-once/composite.xml)" 8
has "trees at once: said" "$("$HIB" show at-once unpack --width 140)" 'Copies At Once: 2'
sed -e 's/^command: .*/command: ["{option.copies}", tar, "-tf", "{option.tree}"]/' -e 's/^profile: .*/profile: counted/' "$TOP/profiles/unpack.yaml" >counted.yaml
code 'trees at once: both are there' 0 "$HIB" run ./counted.yaml -q -b 1 --set copies=2 -o counted
is 'trees at once: two listings' "$(sort counted/logs/*.out | uniq -c | awk '{ print $1 }' | sort -u)" 2
head -c 1000 /dev/urandom >broken.tar
code 'trees at once: one that fails is a failed trial' 3 "$HIB" run unpack -q -b 1 --set copies=2 --set tree=broken.tar -o broken
# two systems take turns
mkdir a b
code 'two systems' 0 "$HIB" run unpack --quick -b 2 -o two --target a --target b --seed 7
is 'in an order that the seed gives, each first once' "$(grep -o '"slot":[0-9]*,"block":[0-9]*,"test":0,"system":[01]' two/journal.jsonl | cut -d: -f5 | tr '\n' ' ' | awk '{ print $1 + $2, $3 + $4, $1 != $3 }')" '1 1 1'
has 'bars for both' "$("$HIB" show two)" 'a  '
done_testing
