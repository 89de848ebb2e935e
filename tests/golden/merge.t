#!/bin/bash
# Results that are joined: whose samples are further ones, and what is no pair by being joined.
. "$(dirname "$0")/../lib.sh"

result() { # NAME SYSTEM HARDWARE VALUES: a result file with one test; values at blocks 1, 2, ...
	local samples='' raw='' n=0
	for value in $4; do
		n=$((n + 1))
		samples="$samples${samples:+,}{\"value\":\"$value\",\"trial\":$n,\"block\":$n,\"slot\":$n}"
		raw="$raw${raw:+:}$value"
	done
	cat >"$1.xml" <<END
<?xml version="1.0"?>
<PhoronixTestSuite>
  <Generated><Title>$1</Title><LastModified>2026-01-01 00:00:00</LastModified><TestClient>t</TestClient><Description></Description></Generated>
  <System><Identifier>$2</Identifier><Hardware>$3</Hardware><Software>OS: X</Software><User>u</User><TimeStamp>2026-01-01 00:00:00</TimeStamp><TestClientVersion>1</TestClientVersion><Notes></Notes></System>
  <Result><Identifier>hib/x-1.0.0</Identifier><Title>X</Title><AppVersion>1</AppVersion><Arguments></Arguments><Description>One</Description><Scale>MB/s</Scale><Proportion>HIB</Proportion><DisplayFormat>BAR_GRAPH</DisplayFormat>
    <Data><Entry><Identifier>$2</Identifier><Value>$(echo $4 | cut -d' ' -f1)</Value><RawString>$raw</RawString><JSON>{"hib":{"planned":$n,"samples":[$samples]}}</JSON></Entry></Data></Result>
</PhoronixTestSuite>
END
}
json() { xmllint --xpath "string(//Entry[Identifier='$2']/JSON)" "$1" | jq -c "$3"; }

result a EXT4 'Disk: A' '10 20'
result b XFS 'Disk: A' '30 40 50'
result c EXT4 'Disk: A' '70'
result d EXT4 'Disk: B' '90'
code 'two systems' 0 "$HIB" merge a.xml b.xml -o ab.xml
is 'stand side by side' "$(xmllint --xpath 'count(//System)' ab.xml) $(xmllint --xpath 'count(//Result)' ab.xml) $(xmllint --xpath 'count(//Entry)' ab.xml)" '2 1 2'
is 'the first keeps its blocks' "$(json ab.xml EXT4 '[.hib.samples[].block]')" '[1,2]'
is 'those of the second come behind: they did not take turns' "$(json ab.xml XFS '[.hib.samples[].block]')" '[3,4,5]'
is 'values are as they were' "$(json ab.xml XFS '[.hib.samples[].value]')" '["30","40","50"]'
code 'more samples of one system' 0 "$HIB" merge a.xml c.xml -o ac.xml
is 'are further ones' "$(json ac.xml EXT4 '[.hib.samples[].value]')" '["10","20","70"]'
is 'with their trials behind' "$(json ac.xml EXT4 '[.hib.samples[].trial]')" '[1,2,3]'
is 'of so many planned' "$(json ac.xml EXT4 '.hib.planned')" 3
is 'the value is the median of all' "$(xmllint --xpath 'string(//Entry/Value)' ac.xml)" 20
code 'one name, another machine' 2 "$HIB" merge a.xml d.xml -o ad.xml
has 'what differs, and the way out' "$out" "its hardware is not the same: --rename 'EXT4=OTHER'"
ok 'nothing was written' test ! -e ad.xml
code 'renamed' 0 "$HIB" merge a.xml d.xml --rename EXT4=EXT4-B -o ad.xml
is 'both are there' "$(xmllint --xpath '//Entry/Identifier/text()' ad.xml | tr '\n' ' ')" 'EXT4 EXT4-B '
code 'a rename of nothing' 2 "$HIB" merge a.xml d.xml --rename EXT3=X -o x.xml
has 'is a slip' "$out" "has a system 'EXT3'"
code 'a rename without a name' 2 "$HIB" merge a.xml d.xml --rename EXT4 -o x.xml
code 'an existing result' 2 "$HIB" merge a.xml b.xml -o ab.xml
code 'is replaced on wish' 0 "$HIB" merge a.xml b.xml c.xml -o ab.xml --force --title 'All Of Them'
is 'with a title' "$(xmllint --xpath 'string(//Generated/Title)' ab.xml)" 'All Of Them'
is 'three files, two systems' "$(xmllint --xpath 'count(//System)' ab.xml)" 2
code 'one alone is nothing to join' 2 "$HIB" merge a.xml -o x.xml
code 'nowhere to put it' 2 "$HIB" merge a.xml b.xml
code 'among the saved results' 0 "$HIB" merge a.xml b.xml -o joined
has 'where it is shown by name' "$("$HIB" show joined)" 'XFS'
code 'one system of each' 0 "$HIB" merge ab.xml:EXT4 ad.xml:EXT4-B -o one.xml
is 'only these' "$(xmllint --xpath '//System/Identifier/text()' one.xml | tr '\n' ' ')" 'EXT4 EXT4-B '
code 'a result with itself' 2 "$HIB" merge a.xml a.xml -o x.xml
has 'proves nothing more' "$out" 'are the same ones in both'
# a picture is no number of which there could be more
sed 's,<DisplayFormat>BAR_GRAPH,<DisplayFormat>PASS_FAIL,; s,<Value>10,<Value>PASS,; s,<RawString>.*</JSON>,<RawString></RawString>,' a.xml >pass.xml
code 'PASS is no sample' 2 "$HIB" merge pass.xml pass.xml -o x.xml
has 'and is refused' "$out" 'no number of which there could be more'
done_testing
