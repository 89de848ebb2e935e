#!/usr/bin/env bash
# hib edit and merge --as-pts: systems and results are renamed, removed, moved; nothing else changes.
. "$(dirname "$0")/../lib.sh"

result() { # NAME SYSTEM... : two results, values 1, 2, ... in the first and 10, 20, ... in the second
	local name=$1 v=0 s
	shift
	printf '<?xml version="1.0"?>\n<!--Phoronix Test Suite v10.8.6-->\n<PhoronixTestSuite>\n  <Generated>\n    <Title>%s</Title>\n    <LastModified>2026-01-01 00:00:00</LastModified>\n    <TestClient>x</TestClient>\n    <Description></Description>\n  </Generated>\n' "$name"
	for s; do
		printf '  <System>\n    <Identifier>%s</Identifier>\n    <Hardware>Disk: A</Hardware>\n    <Software></Software>\n    <User>me</User>\n    <TimeStamp>2026-01-01 00:00:00</TimeStamp>\n    <TestClientVersion>10.8.6</TestClientVersion>\n    <Notes></Notes>\n  </System>\n' "$s"
	done
	for r in 1 10; do
		printf '  <Result>\n    <Identifier>pts/t%s-1.0.0</Identifier>\n    <Title>Test %s</Title>\n    <AppVersion></AppVersion>\n    <Arguments></Arguments>\n    <Description>Mode: %s</Description>\n    <Scale>MB/s</Scale>\n    <Proportion>HIB</Proportion>\n    <DisplayFormat>BAR_GRAPH</DisplayFormat>\n    <Data>\n' $r $r $r
		v=0
		for s; do
			v=$((v + r))
			printf '      <Entry>\n        <Identifier>%s</Identifier>\n        <Value>%s</Value>\n        <RawString>%s:%s</RawString>\n        <JSON>{"test-run-times":"1.00:2.00"}</JSON>\n      </Entry>\n' "$s" $v $v $v
		done
		printf '    </Data>\n    <Unknown a="1">x &amp; <b>y</b></Unknown>\n  </Result>\n'
	done
	printf '</PhoronixTestSuite>\n'
}
entries() { xmllint --xpath '//Entry/Identifier/text()|//Entry/Value/text()' "$1" | tr '\n' ' '; }

result first A B C >a.xml
result second B D >b.xml
code 'without a change' 0 "$HIB" edit a.xml -o same.xml
is 'without a change: the same bytes, what nobody knows included' "$(cmp a.xml same.xml && echo same)" same
code 'another name' 0 "$HIB" edit a.xml --rename B=Bee --title New -o r.xml
is 'another name: in the entries, too' "$(entries r.xml)" 'A 1 Bee 2 C 3 A 10 Bee 20 C 30 '
is 'another name: only that differs' "$(sed 's/Bee/B/; s/New/first/' r.xml | cmp - a.xml && echo same)" same
code 'a name that is taken' 2 "$HIB" edit a.xml --rename A=B -o x.xml
code 'a system that is not there' 2 "$HIB" edit a.xml --remove BB -o x.xml
has 'the nearest one' "$out" "there is no system 'BB'"
code 'removed' 0 "$HIB" edit a.xml --remove A --remove C -o r2.xml
is 'removed: with its entries' "$(entries r2.xml)" 'B 2 B 20 '
code 'the last one stays' 2 "$HIB" edit r2.xml --remove B -o x.xml
code 'moved' 0 "$HIB" edit a.xml --first C --first B -o m.xml
is 'moved: systems' "$(xmllint --xpath '//System/Identifier/text()' m.xml | tr '\n' ' ')" 'C B A '
is 'moved: entries' "$(entries m.xml)" 'C 3 B 2 A 1 C 30 B 20 A 10 '
code 'a result goes' 0 "$HIB" edit a.xml --remove-result 'Test 1, Mode: 1' -o g.xml
is 'a result goes: the other stays' "$(xmllint --xpath '//Result/Title/text()' g.xml)" 'Test 10'
code 'a result becomes the first' 0 "$HIB" edit a.xml --first-result 2 -o f.xml
is 'a result becomes the first: order' "$(xmllint --xpath '//Result/Title/text()' f.xml | tr '\n' ' ')" 'Test 10 Test 1 '
code 'all that fit a pattern' 2 "$HIB" edit a.xml --remove-result 'Test*' -o x.xml
has 'nothing would be left' "$out" 'nothing would be left'
code 'a result that is not there' 2 "$HIB" edit a.xml --remove-result 3 -o x.xml
code 'an existing one is not replaced' 2 "$HIB" edit a.xml -o r.xml

# two entries of one name in the second file: both are samples of it
sed 's,<Value>2</Value>,<Value>5</Value>,; s,<RawString>2:2<,<RawString><,; s,<RawString>5:5<,<RawString><,' b.xml |
	sed '0,/<Identifier>D<.Identifier>\n/s///' >c.xml
python3 - <<'X'
text = open("c.xml").read()
entry = text[text.index("      <Entry>"):text.index("</Entry>") + 9]
open("twice.xml", "w").write(text.replace(entry, entry + entry.replace("<Value>1<", "<Value>9<").replace("1:1", ""), 1))
X
code 'two entries of one system in the second file' 0 "$HIB" merge a.xml twice.xml --rename B=E -o twice2.xml
has 'two entries: none is lost' "$("$HIB" export csv twice2.xml | grep '^Test 1,.*,E,' | cut -d, -f11 | tr '\n' ' ')" '9'
is 'two entries: all of their samples' "$("$HIB" export csv twice2.xml | grep -c '^Test 1,.*,E,')" 3
code 'as the Phoronix Test Suite appends' 0 "$HIB" merge --as-pts a.xml b.xml -o ab.xml
is 'systems always once more' "$(xmllint --xpath '//System/Identifier/text()' ab.xml | tr '\n' ' ')" 'A B C B D '
is 'entries unless one of that name and value is there' "$(entries ab.xml)" 'A 1 B 2 C 3 B 1 D 2 A 10 B 20 C 30 B 10 D 20 '
is 'the title of the first' "$(xmllint --xpath 'string(//Generated/Title)' ab.xml)" first
code 'with itself' 0 "$HIB" merge --as-pts a.xml a.xml -o aa.xml
is 'with itself: systems twice, entries once' "$(xmllint --xpath 'count(//System)' aa.xml) $(xmllint --xpath 'count(//Entry)' aa.xml)" '6 6'
sed 's,<Value>2</Value>,<Value></Value>,' a.xml >empty.xml
code 'into a failed entry' 0 "$HIB" merge --as-pts empty.xml a.xml -o filled.xml
is 'a failed entry gives way' "$(entries filled.xml)" 'A 1 B 2 C 3 A 10 B 20 C 30 '
done_testing
