#!/bin/bash
# Result files of 1,000, 10,000 and 100,000 entries: time and memory must grow no faster than they do. And what exports
# cost beside a copy of the file.
set -eu
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
work=$(mktemp -d "${TMPDIR:-/tmp}/hib-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT

entries() { # N FILE: results of 50 systems, N entries in all
	awk -v results=$(($1 / 50)) 'BEGIN {
		srand(1)
		print "<?xml version=\"1.0\"?><PhoronixTestSuite><Generated><Title>b</Title><LastModified>2026-01-01 00:00:00</LastModified><TestClient>t</TestClient><Description></Description></Generated>"
		for (s = 0; s < 50; s++) print "<System><Identifier>s" s "</Identifier><Hardware></Hardware><Software></Software><User></User><TimeStamp></TimeStamp><TestClientVersion></TestClientVersion><Notes></Notes></System>"
		for (r = 0; r < results; r++) {
			print "<Result><Identifier>pts/t" r "-1.0.0</Identifier><Title>T " r "</Title><AppVersion></AppVersion><Arguments>-n " r "</Arguments><Description>Case: " r "</Description><Scale>MB/s</Scale><Proportion>HIB</Proportion><DisplayFormat>BAR_GRAPH</DisplayFormat><Data>"
			for (s = 0; s < 50; s++) { v = rand() * 100; printf "<Entry><Identifier>s%d</Identifier><Value>%.2f</Value><RawString>%.2f:%.2f:%.2f</RawString><JSON></JSON></Entry>\n", s, v, v, v + .1, v - .1 }
			print "</Data></Result>"
		}
		print "</PhoronixTestSuite>" }' >"$2"
}
memory() { /usr/bin/time -f %M -o "$work/memory" "$@" >/dev/null 2>&1; cat "$work/memory"; }
heading 'growth and exports (ours against theirs)'
for n in 1000 10000 100000; do entries $n "$work/$n.xml"; done
for n in 1000 10000 100000; do
	versus "result of $n entries to text / xmllint --noout" 3 7 \
		"exec $hib show --style classic $work/$n.xml >/dev/null" "exec xmllint --noout $work/$n.xml"
done
row 'memory: 100,000 entries / 11 x 10,000 entries, KiB' "$(memory "$hib" show "$work/100000.xml")" \
	"$((11 * $(memory "$hib" show "$work/10000.xml")))" 1 KiB
versus 'rewriting a result of 10,000 entries / cp and sync' - 7 \
	"exec $hib edit $work/10000.xml -f -o $work/copy.xml 2>/dev/null" "cp $work/10000.xml $work/cp.xml && sync $work/cp.xml"
versus 'export csv of 10,000 entries / cp' - 7 \
	"exec $hib export csv $work/10000.xml -f -o $work/c.csv" "exec cp $work/10000.xml $work/cp.xml"
versus 'report json of 10,000 entries / cp' - 7 \
	"exec $hib report $work/10000.xml -f json -o $work/out >/dev/null" "exec cp $work/10000.xml $work/cp.xml"
