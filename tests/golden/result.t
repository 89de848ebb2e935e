#!/usr/bin/env bash
# Result files: what reads, what is refused, and that nothing is lost.
. "$(dirname "$0")/../lib.sh"
R=$DATA/reiser4-2012/reiser4-2012.composite.xml

show() { "$HIB" show "$@" 2>&1; }
refused() { # NAME CONTENT PART
	printf '%s' "$2" >bad.xml
	code "$1: exit 2" 2 "$HIB" show bad.xml
	has "$1: message" "$out" "$3"
}
head -c 12000 "$R" >half.xml
code 'cut in half: exit 2' 2 "$HIB" show half.xml
has 'cut in half: file and line' "$out" 'half.xml:'
G='<Generated><Title>T</Title></Generated><System><Identifier>a</Identifier></System>'
refused 'not XML' 'hello' 'bad.xml:1:'
refused 'another root' '<svg/>' "not 'PhoronixTestSuite'"
refused 'empty' '' 'bad.xml'
refused 'a document type' "<!DOCTYPE x><PhoronixTestSuite>$G</PhoronixTestSuite>" 'document type'
refused 'entities' '<!DOCTYPE x [<!ENTITY a "b">]>
<PhoronixTestSuite><Generated><Title>&a;</Title></Generated></PhoronixTestSuite>' 'document type'
refused 'an undeclared entity' '<PhoronixTestSuite><Generated><Title>&a;</Title></Generated></PhoronixTestSuite>' 'bad.xml:1:'
refused 'an external entity' '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<PhoronixTestSuite><Generated><Title>&a;</Title></Generated></PhoronixTestSuite>' 'document type'
deep=$(printf '<a>%.0s' $(seq 200))
refused 'deep nesting' "<PhoronixTestSuite><Generated>$deep" 'bad.xml:1:'
refused 'no system' '<PhoronixTestSuite><Generated><Title>T</Title></Generated></PhoronixTestSuite>' "'System' is missing"
printf '<PhoronixTestSuite>%s<Result><Title>x\xff</Title></Result></PhoronixTestSuite>' "$G" >bad.xml
code 'bad UTF-8: exit 2' 2 "$HIB" show bad.xml

# every way of naming a result
mkdir -p results/first results/second
cp "$R" results/first/composite.xml
sleep 0.02
cp "$R" results/second/composite.xml
ok 'by its name' "$HIB" show first
ok 'by its folder' "$HIB" show results/first
ok 'by its file' "$HIB" show results/first/composite.xml
code 'one system of it' 0 "$HIB" show first:XFS FS-Mark
has 'only that system' "$out" 'XFS'
lacks 'without the others' "$out" 'Btrfs  '
is 'the newest without a name' "$(show | cksum)" "$(show second | cksum)"
code 'an unknown name' 2 "$HIB" show frist
has 'with the nearest' "$out" "did you mean 'first'"
code 'an unknown system' 2 "$HIB" show first:ZFS
has 'with those there are' "$out" 'EXT4, Btrfs, XFS'
code 'an unknown test' 2 "$HIB" show first nonsense
code 'results are listed' 0 "$HIB" results
has 'with their size' "$out" '5 systems,  19 results'
ok 'renamed' "$HIB" results rename first third
ok 'under the new name' "$HIB" show third
code 'not onto another one' 2 "$HIB" results rename third second
code 'not removed without a terminal' 2 "$HIB" results remove third
ok 'but with --force' "$HIB" results remove third --force
ok 'and gone' test ! -e results/third

# rich style: states, zero, duplicates, markup, control characters, lists
cat >odd.xml <<'END'
<?xml version="1.0"?>
<PhoronixTestSuite><Generated><Title>Odd</Title></Generated>
<System><Identifier>a</Identifier></System><System><Identifier>b</Identifier></System>
<System><Identifier>&lt;b&gt;xfs&lt;/b&gt; &amp; 'q'</Identifier></System><System><Identifier>a</Identifier></System>
<Result><Identifier>x/y-1.0.0</Identifier><Title>Zero</Title><Scale>s</Scale><Proportion>LIB</Proportion><Data>
<Entry><Identifier>a</Identifier><Value>0</Value></Entry><Entry><Identifier>b</Identifier><Value></Value>
<JSON>{"error":"no space"}</JSON></Entry><Entry><Identifier>a</Identifier><Value>5</Value></Entry></Data></Result>
<Result><Identifier>x/z-1.0.0</Identifier><Title>Kinds</Title><Data><Entry><Identifier>a</Identifier><Value>PASS</Value></Entry>
<Entry><Identifier>b</Identifier><Value>1,2,3</Value></Entry><Entry><Identifier>stranger</Identifier><Value>nan</Value></Entry>
</Data></Result></PhoronixTestSuite>
END
out=$(show odd.xml Zero)
is 'a zero keeps its row' "$(grep -cE '^a +0  best$' <<<"$out")" 1
has 'a second entry of one name is shown' "$out" 'a (2)'
has 'markup in a name is text' "$out" "<b>xfs</b> & 'q'"
has 'a failed entry is a word' "$out" 'failed'
has 'a missing one too' "$out" 'not run'
out=$(show odd.xml Kinds)
has 'a verdict is shown' "$out" 'PASS'
has 'a line graph is drawn, and its range told' "$out" 'min 1, mean 2.0, max 3 of 3 values'
has 'an entry without a system is shown' "$out" 'stranger'
has 'nan is invalid' "$out" "invalid: 'nan' is not a number"
is 'C locale: ASCII only' "$(LC_ALL=C "$HIB" show "$R" | LC_ALL=C grep -c '[^ -~]')" 0
is '80 columns at most' "$("$HIB" show "$R" --ascii | awk '{ if (length($0) > 80) n++ } END { print n + 0 }')" 0
is '120 columns are used' "$("$HIB" show "$R" --ascii --width 120 FS-Mark | awk '{ if (length($0) > 100) n++ } END { print (n + 0 > 0) }')" 1
code 'output that cannot be written: exit 5' 5 sh -c '"$0" show "$1" >/dev/full' "$HIB" "$R"
# one system: a table whose rows without a description are whole
printf '%s' '<PhoronixTestSuite><Generated><Title>One</Title></Generated><System><Identifier>a</Identifier></System>
<Result><Identifier>x/y-1.0.0</Identifier><Title>T</Title><Scale>MB/s</Scale><Proportion>HIB</Proportion><Data><Entry>
<Identifier>a</Identifier><Value>5</Value></Entry></Data></Result></PhoronixTestSuite>' >one.xml
has 'a row without a description is whole' "$(show one.xml)" '(no options)  5 MB/s'
# PTS's own files come back as they were (where they are at hand)
if [ -d "$TOP/../shared/pts/results" ]; then
	for f in "$TOP"/../shared/pts/results/*.xml; do ok "reads ${f##*/}" "$HIB" show "$f"; done
else
	skip 'real files of the Phoronix Test Suite' 'not at hand'
fi
done_testing
