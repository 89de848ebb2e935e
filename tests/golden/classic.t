#!/usr/bin/env bash
# The text chart of the Phoronix Test Suite, byte for byte, and the way back from it.
. "$(dirname "$0")/../lib.sh"
R=$DATA/reiser4-2012

golden 'width 79 is the default' "$R/reiser4-2012.txt" "$HIB" show "$R/reiser4-2012.composite.xml" --style classic
for width in 40 80 100 120; do
	golden "width $width" "$R/reiser4-2012.width$width.txt" "$HIB" show "$R/reiser4-2012.composite.xml" \
		--style classic --width $width
done

import() { "$HIB" import openbenchmarking-text "$@" 2>import.said; }
code 'flattened text is read' 0 import "$R/flattened.txt" --title 'Reiser4 File-System Linux Benchmarks' -o flat
golden 'and printed as it was' "$R/reiser4-2012.txt" "$HIB" show flat --style classic
is 'without a guess' "$(grep -c 'taken to be' import.said)" 0
code 'without --title the title is guessed' 0 import "$R/flattened.txt" -o guessed
has 'with a warning' "$(cat import.said)" "--title TEXT settles it"
golden 'rightly' "$R/reiser4-2012.txt" "$HIB" show guessed --style classic
for width in 40 100; do
	code "lines of width $width are read" 0 import "$R/reiser4-2012.width$width.txt" -o "lines$width"
	golden "and printed as they were" "$R/reiser4-2012.txt" "$HIB" show "lines$width" --style classic
done
code 'an existing result is kept' 2 import "$R/flattened.txt" -o flat
echo 'just words' >words
code 'words are no export' 2 import words -o words.xml
has 'and refused with the place' "$(cat import.said)" 'words:1:'

# decimals, dropped rows, bytes and not columns, non-numbers: PTS.md 1.3 - 1.6
chart() { # VALUE...: a chart of these values
	{
		echo '<PhoronixTestSuite><Generated><Title>T</Title><LastModified/><TestClient/><Description/></Generated>'
		local i=0
		for v; do
			i=$((i + 1))
			echo "<System><Identifier>s$i</Identifier><Hardware/><Software/></System>"
		done
		echo '<Result><Identifier>x/y-1.0.0</Identifier><Title>Edge</Title><AppVersion>1</AppVersion><Arguments/><Description>d</Description><Scale>MB/s</Scale><Proportion>HIB</Proportion><DisplayFormat>BAR_GRAPH</DisplayFormat><Data>'
		i=0
		for v; do
			i=$((i + 1))
			echo "<Entry><Identifier>s$i</Identifier><Value>$v</Value></Entry>"
		done
		echo '</Data></Result></PhoronixTestSuite>'
	} >edge.xml
	"$HIB" show edge.xml --style classic --width 40 2>edge.notes | grep '^s[0-9] \.'
}
is 'a small minimum keeps all decimals' "$(chart 9.5 10.125 100)" 's1 . 9.500   |==
s2 . 10.125  |===
s3 . 100.000 |=========================='
is 'a larger one two' "$(chart 1234567.891 100.4567 55.5)" 's1 . 1234567.89 |=======================
s2 . 100.46     |
s3 . 55.50      |'
is 'zero and empty are dropped' "$(chart 0 '' 3)" 's3 . 3 |================================'
is 'and named on stderr' "$(grep -c 'no row for' edge.notes)" 2
is '0.00 stays without a bar' "$(chart 0.00 2.50)" 's1 . 0.00 |
s2 . 2.50 |============================='
is 'all negative: no bars' "$(chart -1 -2)" 's1 . -1 |
s2 . -2 |'
is 'nan is no number' "$(chart nan 5)" 's1 . 
s2 . 5   |=============================='
is 'a line graph' "$(chart 1,2,3 4,5,6.5)" 's1 . MIN: 1.0  AVG: 2.0  MAX: 3.0 
s2 . MIN: 4.0  AVG: 5.2  MAX: 6.5 '
done_testing
