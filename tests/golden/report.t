#!/bin/bash
# Reports: charts as SVG and PNG, the article in every format, the data, and what is kept private.
. "$(dirname "$0")/../lib.sh"
REFERENCE=$DATA/reiser4-2012/reiser4-2012.composite.xml
FAULTS=$DATA/faults/faults.xml

# all formats of an old article
code 'everything' 0 "$HIB" report "$REFERENCE" -f html,md,txt,svg,png,csv,wide,json,xml,dump -c all -o all
is 'the documents are named' "$(xargs <<<"$out")" 'all/index.html all/article.md all/article.txt all/samples.csv all/medians.csv all/report.json all/charts.dump all/composite.xml'
is 'a picture for each test' "$(find all/charts -name '*.svg' ! -name '*-lines.svg' ! -name '*-groups.svg' ! -name overview.svg | wc -l)" 19
is 'as many PNGs as SVGs' "$(ls all/charts/*.png | wc -l)" "$(ls all/charts/*.svg | wc -l)"
ok 'names tell the test' test -f all/charts/fs-mark-4000-files-32-sub-dirs-1mb-size.svg
ok 'record sizes make lines' test -f all/charts/iozone-file-size-8gb-disk-test-read-performance-lines.svg
ok 'settings make groups' test -f all/charts/threaded-i-o-tester-random-write-thread-count-4-groups.svg
ok 'every SVG is XML' xmllint --noout all/charts/*.svg
is 'bars say what the report says' "$(perl "$TOP/tests/agree.pl" all/report.json all)" '93 bars compared, 0 wrong'
is 'the page is whole' "$(grep -c '<figure id=' all/index.html)" 26
ok 'and not large' test "$(stat -c %s all/index.html)" -lt 200000
lacks 'no address of elsewhere' "$(grep -o '\(src\|href\)="[^#"][^"]*"' all/index.html | grep -v -E 'src="data:|href="(article.(md|txt)|samples.csv|medians.csv|report.json|composite.xml)"')" '"'
has 'it links what lies beside it' "$(cat all/index.html)" '<a href="samples.csv">'
is 'long form: a row a sample' "$(tail -n +2 all/samples.csv | wc -l)" 95
is 'its heading' "$(head -1 all/samples.csv | tr -d '\r')" 'title,version,description,profile,unit,proportion,system,trial,block,slot,value,state,reason,flags,seconds'
is 'wide form: a row a test' "$(sed -n 's/\r//; /^FS-Mark,3.3,"Test: 1000/p' all/medians.csv)" 'FS-Mark,3.3,"Test: 1000 Files, 1MB Size",Files/s,HIB,81.13,71,84.83,63.77,77.33'
is 'JSON has its schema' "$(jq -c '[.schema, (.systems | length), (.tests | length), .tests[4].bars[2].median]' all/report.json)" '["hib-report-1",5,19,84.83]'
is 'the result is read again' "$("$HIB" show all/composite.xml --style classic | cmp - "$DATA/reiser4-2012/reiser4-2012.txt" && echo same)" same
has 'Markdown links the pictures' "$(cat all/article.md)" '](charts/fs-mark-1000-files-1mb-size.svg)'
has 'and names the factor' "$(cat all/article.md)" '| system | File-System (the factor) |'
has 'alone it has bars of characters' "$("$HIB" report "$REFERENCE" -f md)" 'XFS       ████'
is 'text of 60 columns' "$("$HIB" report "$REFERENCE" -f txt --width 60 | while IFS= read -r line; do [ ${#line} -gt 60 ] && echo "$line"; done)" ''
has 'text has the findings' "$("$HIB" report "$REFERENCE" -f txt --width 200)" 'Of XFS against EXT4 nothing is proven in any of the 19 tests: where both have values, single values have no interval.'
has 'another baseline' "$("$HIB" report "$REFERENCE" -f txt --width 200 -b XFS)" 'Of EXT4 against XFS'
if command -v rsvg-convert >/dev/null; then
	ok 'every SVG is drawn by another program' sh -c 'for f in all/charts/*.svg; do rsvg-convert "$f" -o drawn.png || exit 1; done'
else
	skip 'every SVG is drawn by another program' 'no rsvg-convert'
fi
is 'the same numbers in the dump' "$(grep -c '^rect system' all/charts.dump)" "$(cat all/charts/*.svg | grep -o '<rect class="s[0-9]"' | wc -l)"
is 'a PNG is as wide as asked' "$("$HIB" report "$REFERENCE" 'FS-Mark 3.3, 1000' -f png --width 640 --scale 2 | od -An -tu1 -j16 -N4 | xargs)" "0 0 5 0"

# everything that may be wrong
code 'a file of faults' 0 "$HIB" report "$FAULTS" -f html,md,txt,svg,csv,wide,json,dump -c all -o faults
ok 'its SVGs are XML' xmllint --noout faults/charts/*.svg
is 'no number is none' "$(cat faults/charts/*.svg | grep -oiE '[a-z-]+="[^"]*(nan|inf)[^"]*"' | grep -v aria-label)" ''
is 'bars say what the report says, there too' "$(perl "$TOP/tests/agree.pl" faults/report.json faults | tail -1 | sed 's/^[0-9]* //')" 'bars compared, 0 wrong'
is 'markup in a label is text' "$(cat faults/index.html faults/charts/*.svg | grep -c '<script>alert')" 0
has 'and stays as it is' "$(cat faults/charts/many-threads-1.svg)" '&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; '
is 'and in data' "$(jq -r '.systems[1].identifier' faults/report.json)" '</text><script>alert(1)</script> & "x" ]]>'
has 'CSV quotes it' "$(cat faults/samples.csv)" '"</text><script>alert(1)</script> & ""x"" ]]>"'
chart=$(cat faults/charts/many-threads-1.svg)
has 'failed is a word' "$chart" '>failed: no space left on device '
has 'and a hatched box' "$chart" 'stroke-dasharray="4 3"'
has 'not run is one' "$chart" '>not run<'
has 'too fast is one' "$chart" '>too fast to measure: '
has 'not a number is one' "$chart" "invalid: 'nan' is not a number"
is 'long labels stay apart' "$(grep -o '>[^<]*words, [a-z]*<' faults/charts/zero-zero.svg | grep -v title | sort | uniq -d)" ''
has 'a bar that is far longer is broken' "$(cat faults/charts/outlier-outlier.svg)" '<path class="kb"'
lacks 'zero has a bar of no length' "$(grep -o '<rect class="s0"[^/]*' faults/charts/zero-zero.svg)" 'width="1'
has 'huge values have an exponent' "$(cat faults/charts/huge-huge.svg)" '>3e+300<'
has 'tiny ones are not zero' "$(cat faults/charts/huge-huge.svg)" '>1e-300<'
has 'many trials are a box' "$(cat faults/charts/box-many-trials.svg)" '; boxes: quartiles'
has 'a chart of one bar is drawn' "$(cat faults/charts/alone.svg)" '>5<'
has 'failures stand in the article' "$(cat faults/article.txt)" 'WHAT FAILED'

# the shape of things at n = 6
{
	echo '<?xml version="1.0"?><PhoronixTestSuite><Generated><Title>t</Title><LastModified>2026-01-01 00:00:00</LastModified><TestClient>t</TestClient><Description></Description></Generated>'
	for s in EXT4 Btrfs XFS ReiserFS JFS; do
		echo "<System><Identifier>$s</Identifier><Hardware>Processor: A, Disk: SSD serial S3Z8NB0K, Network: 00:1a:2b:3c:4d:5e</Hardware><Software>OS: X, File-System: $s</Software><User>alice</User><TimeStamp>2026-01-01 00:00:00</TimeStamp><TestClientVersion>1</TestClientVersion><Notes>on /dev/disk/by-id/nvme-Samsung_S3Z8NB0K; mounted with rw; in /home/alice/work</Notes><JSON>{\"hostname\":\"lab7\",\"disk-uuid\":\"0a1b2c3d-0000-1111-2222-334455667788\"}</JSON></System>"
	done
	echo '<Result><Identifier>hib/fs_mark-1.0.0</Identifier><Title>FS-Mark</Title><AppVersion>3.3</AppVersion><Arguments>-d /home/alice/work -n 4000</Arguments><Description>Test: 4000 Files, 32 Sub Dirs, 1MB Size</Description><Scale>Files/s</Scale><Proportion>HIB</Proportion><DisplayFormat>BAR_GRAPH</DisplayFormat><Data>'
	for s in 'EXT4 79.60 78.95 80.90 79.1 80.2 79.9' 'Btrfs 70.63 68.33 74.69 69.1 71.2 70.9' 'XFS 82.93 81.18 85.39 82.1 83.2 82.9' 'ReiserFS 64.77 61.06 67.25 63.1 65.2 64.9' 'JFS 60.77 59.06 62.25 61.1 60.2 60.9'; do
		set -- $s
		name=$1
		shift
		i=0
		json=$(for v; do i=$((i + 1)); printf '%s{"value":"%s","trial":%d,"block":%d,"slot":%d}' "$([ $i -gt 1 ] && echo ,)" "$v" $i $i $i; done)
		echo "<Entry><Identifier>$name</Identifier><Value>$1</Value><RawString>$(IFS=:; echo "$*")</RawString><JSON>{\"hib\":{\"samples\":[$json]}}</JSON></Entry>"
	done
	echo '</Data></Result></PhoronixTestSuite>'
} >six.xml
"$HIB" report six.xml -f svg -o six
ok 'five systems of six trials are below 6 kB' test "$(stat -c %s six/charts/*.svg)" -lt 6000
svg=$(cat six/charts/*.svg)
is 'dots of a bar are one path' "$(grep -o '<path class="km d"' <<<"$svg" | wc -l)" 5
has 'a tooltip holds the samples' "$svg" '<title>EXT4: median 79.8 Files/s, 95 % interval 79.0 .. 80.9, n = 6; samples 79.60 78.95 80.90 79.1 80.2 79.9</title>'
has 'it can be heard' "$svg" 'role="img" aria-label="FS-Mark 3.3, 4000 Files, 32 Sub Dirs, 1MB Size: EXT4 79.8, '
has 'the best is told without its colour' "$svg" '>best<'
has 'unit and direction are words' "$svg" '>higher is better<'

# what is private
"$HIB" report six.xml -f html,md,txt,csv,json,xml,svg -c all -o public
private=$(cat public/* 2>/dev/null)
for secret in S3Z8NB0K 00:1a:2b alice lab7 0a1b2c3d; do
	lacks "$secret stays private" "$private" "$secret"
done
has 'the rest is told' "$private" '-d ~/work -n 4000'
cp public/composite.xml kept.xml
code 'a result that is there: not replaced' 2 "$HIB" report "$REFERENCE" -f json,xml -o public
has 'which is said' "$out" "--force replaces it"
ok 'it is as it was' cmp public/composite.xml kept.xml
code 'with --force it is' 0 "$HIB" report "$REFERENCE" -f xml -o public --force
code 'and back' 0 "$HIB" report six.xml -f xml -o public --force
has 'with --private all of it is' "$("$HIB" report six.xml -f json --private)" 'S3Z8NB0K'
lacks 'nor does a diff tell it' "$("$HIB" diff six.xml -f mail)$("$HIB" diff six.xml -f html)" S3Z8NB0K

# an article of verdicts
code 'pages of comparisons' 0 "$HIB" diff six.xml -f html
has 'have the interval plot' "$out" 'to the right is better'
has 'and the table' "$out" '<th scope="col">verdict</th>'

# values, words and names that are odd
file() { # SYSTEM... -- then results from stdin
	echo '<?xml version="1.0"?><PhoronixTestSuite><Generated><Title>odd</Title><LastModified>2026-01-01 00:00:00</LastModified><TestClient>t</TestClient><Description></Description></Generated>'
	for s; do echo "<System><Identifier>$s</Identifier><Hardware>Processor: A</Hardware><Software>OS: X</Software><User>u</User><TimeStamp>2026-01-01 00:00:00</TimeStamp><TestClientVersion>1</TestClientVersion><Notes></Notes></System>"; done
	cat
	echo '</PhoronixTestSuite>'
}
odd_test() { # TITLE SCALE PROPORTION FORMAT, entries "SYSTEM VALUE[:VALUE...] [JSON]" from stdin
	echo "<Result><Identifier>hib/$1-1.0.0</Identifier><Title>$1</Title><AppVersion>1</AppVersion><Arguments></Arguments><Description>Test: x</Description><Scale>$2</Scale><Proportion>$3</Proportion><DisplayFormat>$4</DisplayFormat><Data>"
	while read -r system values json; do
		echo "<Entry><Identifier>$system</Identifier><Value>${values%%:*}</Value><RawString>$values</RawString>${json:+<JSON>$json</JSON>}</Entry>"
	done
	echo '</Data></Result>'
}
{
	printf 'a 1.7e308\nb -1.7e308\n' | odd_test Ends s HIB BAR_GRAPH
	printf 'a 4\nb 1e308\n' | odd_test Far s LIB BAR_GRAPH
	printf 'a 5e-324\nb 0\n' | odd_test Tiny s LIB BAR_GRAPH
	printf 'a PASS\nb PASS\n' | odd_test Verdict '' '' PASS_FAIL
	printf 'a 1,2,3\nb 2,3,4\n' | odd_test Line s LIB LINE_GRAPH
	printf 'a 100:101:102:100:101:102\nb 0:0:0:0:0:0\n' | odd_test Gone s LIB BAR_GRAPH
	printf 'a 100:101:102:100:101:102\nb 99:100:101\n' | odd_test Mixed s LIB BAR_GRAPH
	printf 'a 1 {"hib":{"samples":[{"state":"failed","reason":"cannot open \\"/home/alice\\": no","trial":1,"block":1,"slot":1}]}}\nb 2\n' | odd_test Reason s LIB BAR_GRAPH
	for title in Systems Charts Method Findings Main; do printf 'a 1\nb 2\n' | odd_test $title s LIB BAR_GRAPH; done
} | file a b >odd.xml
code 'odd values' 0 "$HIB" report odd.xml -f html,md,txt,svg,json,xml,dump -o odd
is 'none is nan in a picture' "$(grep -v '^open\|^picture' odd/charts.dump | grep -ciE '[ ,]-?(nan|inf)')" 0
has 'far ones have an exponent' "$(cat odd/charts/far-x.svg)" '2.5e+307x'
lacks 'PASS is no failure' "$(sed -n '/WHAT FAILED/,/HOW IT/p' odd/article.txt)" Verdict
lacks 'nor is a line' "$(sed -n '/WHAT FAILED/,/HOW IT/p' odd/article.txt)" Line
lacks 'nor does a finding say so' "$(cat odd/article.txt)" 'is not a number'
has 'a failure of the baseline is told' "$(tr '\n' ' ' <odd/article.txt)" 'a has no value in Reason x: failed: cannot open "~": no.'
code 'the published result' 0 "$HIB" show odd/composite.xml Reason
has 'is whole' "$out" 'failed: cannot open "~": no'
is 'names are once in the page' "$(grep -o ' id="[^"]*"' odd/index.html | sort | uniq -d)" ''
is 'Markdown links what there is' "$(grep -o '](charts/[^)]*)' odd/article.md | tr -d ']()' | while read -r f; do [ -f "odd/$f" ] || echo "$f"; done)" ''
has 'a range is no interval' "$(grep -A12 'Figures of Mixed' odd/index.html)" '99 .. 101 (range)'
has 'a change to nothing is a change' "$("$HIB" diff odd.xml -f html | grep -o 'Gone x, b: [^<]*' | head -1)" '-100 %'

# outputs that fail
code 'several documents need a folder' 2 "$HIB" report "$REFERENCE" -f svg
has 'as is said' "$out" 'name a folder for them with -o'
code 'one picture goes to a pipe' 0 "$HIB" report "$REFERENCE" 'FS-Mark 3.3, 1000' -f svg
code 'a format that there is not' 2 "$HIB" report "$REFERENCE" -f pdf -o x
has 'names those there are' "$out" "'pdf' is none of: html, md, txt, svg, png"
code 'a kind that there is not' 2 "$HIB" report "$REFERENCE" -f svg -c pie -o x
code 'a kind that this result has not' 2 "$HIB" report six.xml -f svg -c lines -o x
has 'is no empty folder' "$out" 'no chart of that kind'
code 'a kind without pictures' 2 "$HIB" report six.xml -c runs -o x
code 'a picture too narrow' 2 "$HIB" report six.xml -f svg --width 100
code 'a baseline that there is not' 2 "$HIB" report "$REFERENCE" -b ext9 -o x
has 'names the systems' "$out" 'EXT4, Btrfs, XFS'
code 'a picture that is too large' 2 "$HIB" report "$REFERENCE" FS-Mark -c groups -f png --width 4000 --scale 8 -o x
has 'says how large' "$out" '32000 x'
for f in html md txt csv json xml; do
	"$HIB" report "$REFERENCE" -f $f >/dev/full 2>err
	is "a full disk: $f" $? 5
done
"$HIB" report "$REFERENCE" 'FS-Mark 3.3, 1000' -f png >/dev/full 2>err
is 'a full disk: png' $? 5
touch file
code 'a folder that cannot be made' 5 "$HIB" report "$REFERENCE" -o file/x
if [ "$(id -u)" != 0 ]; then
	mkdir closed && chmod 500 closed
	code 'a folder that is read-only' 5 "$HIB" report "$REFERENCE" -o closed
else
	skip 'a folder that is read-only' 'root may write everywhere'
fi
mkdir nofont
echo "<?xml version=\"1.0\"?><fontconfig><dir>$HERE/nofont</dir><cachedir>$HERE/nofont</cachedir></fontconfig>" >fonts.conf
code 'without fonts' 0 env FONTCONFIG_FILE="$HERE/fonts.conf" "$HIB" report "$REFERENCE" 'FS-Mark 3.3, 1000' -f png -o nofonts
has 'it is said' "$out" "no installed font has all characters of 'FS-Mark 3.3' and other texts: they are boxes"
ok 'there is a picture all the same' test -s nofonts/charts/fs-mark-1000-files-1mb-size.png
echo "1..$n"
