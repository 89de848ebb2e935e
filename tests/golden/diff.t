#!/bin/bash
# Comparisons: what is proven, what is refused and why, in every format.
. "$(dirname "$0")/../lib.sh"

# file NAME SYSTEM[=SOFTWARE] ... -- then results with r: a whole result file on stdout
opening() { # TITLE SYSTEM...
	echo "<?xml version=\"1.0\"?><PhoronixTestSuite><Generated><Title>$1</Title><LastModified>2026-01-01 00:00:00</LastModified><TestClient>t</TestClient><Description></Description></Generated>"
	shift
	for system; do
		echo "<System><Identifier>${system%%=*}</Identifier><Hardware>Processor: A, Disk: B</Hardware><Software>OS: X, Kernel: ${system#*=}, File-System: ext4</Software><User>u</User><TimeStamp>2026-01-0${#system} 00:00:00</TimeStamp><TestClientVersion>1</TestClientVersion><Notes></Notes></System>"
	done
}
result() { # PROFILE VERSION DESCRIPTION SCALE PROPORTION, then entries from stdin: "SYSTEM VALUE[!] ..."; "-" is a failure
	echo "<Result><Identifier>hib/$1-1.0.0</Identifier><Title>$1</Title><AppVersion>$2</AppVersion><Arguments>$3</Arguments><Description>$3</Description><Scale>$4</Scale><Proportion>$5</Proportion><DisplayFormat>BAR_GRAPH</DisplayFormat><Data>"
	while read -r system values; do
		local n=0 samples='' raw=''
		for value in $values; do
			n=$((n + 1))
			local flags=''
			case $value in *!) flags=',"flags":"foreign_cpu"' ;; esac
			value=${value%!}
			if [ "$value" = - ]; then
				samples="$samples${samples:+,}{\"state\":\"failed\",\"reason\":\"no space\",\"trial\":$n,\"block\":$n,\"slot\":$n}"
			else
				samples="$samples${samples:+,}{\"value\":\"$value\",\"trial\":$n,\"block\":$n,\"slot\":$n$flags}"
				raw="$raw${raw:+:}$value"
			fi
		done
		echo "<Entry><Identifier>$system</Identifier><Value>${raw%%:*}</Value><RawString>$raw</RawString><JSON>{\"hib\":{\"samples\":[$samples]}}</JSON></Entry>"
	done
	echo '</Data></Result>'
}
foot() { echo '</PhoronixTestSuite>'; }
A='412.1 418.9 405.3 421.7 410.0 415.2 399.8 417.4'
B='431.0 429.5 418.2 440.1 426.3 433.9 415.0 428.8'

{
	opening two base=6.1 patched=6.2
	printf 'base %s\npatched %s\n' "$A" "$B" | result rate 1 'Test: up' MB/s HIB
	printf 'base %s\npatched %s\n' "$B" "$A" | result time 1 'Test: down' s LIB
	printf 'base %s\npatched %s\n' "$A" "$(echo "$A" | tr ' ' '\n' | awk '{ print $1 + (NR % 2 ? 0.3 : -0.3) }' | xargs)" | result rate 1 'Test: same' MB/s HIB
	printf 'base %s\npatched - - - - - - - -\n' "$A" | result mail 1 'Test: gone' TPS HIB
	printf 'base 380 450 390 460 370 455 440 395\npatched 450 380 460 390 455 370 395 440\n' | result rate 1 'Test: open' MB/s HIB
	foot
} >two.xml
code 'two systems of one result' 0 "$HIB" diff two.xml
is 'as a whole' "$out" "$(cat <<'END'
differs  Kernel 6.1 -> 6.2 (the factor); nothing else
order    interleaved, 8 blocks; limit 2 %
found    2 BETTER, 1 SAME, 1 INCONCLUSIVE, 1 without a verdict of 5 tests
test                       base  patched  change   95 % interval    verdict
MB/s, higher is better
  rate up                 413.7    429.2  +3.7 %    +2.8 .. +4.7  + BETTER
  rate same               413.7    413.7  +0.0 %    -0.1 .. +0.1  = SAME
  rate open                 418      418  +0.0 %  -16.3 .. +19.5  ? INCONCLUSIVE
s, lower is better
  time down               429.2    413.7  -3.6 %    -4.4 .. -2.7  + BETTER
TPS, higher is better
  mail gone               413.7   failed       -               -    -
All tests, higher is better
  geometric mean of 4 of
    5                                     +1.8 %    -1.0 .. +4.7
mail gone, patched: failed in 8 of 8: no space
the interval is too wide to tell: rate open (about 407 blocks show 2 %)
verdicts and intervals allow for 4 tests (Holm): all of them together are wrong
  in at most 5 % of such comparisons
the geometric mean has lower-is-better tests turned round: above 0 is better
columns: medians; change of patched against base: the mean ratio within blocks,
  which need not be the ratio of the medians; interval: where the true change
  lies, in per cent, widened to allow for all the tests; + BETTER or - WORSE:
  proven, and no smaller than the limit; = SAME: proven to be within it; ~
  small: proven, but smaller; ? INCONCLUSIVE: not proven either way
END
)"
j() { "$HIB" diff --json "$@" | jq -c "$q"; }
q='[.comparisons[0].tests[].changes[0].verdict]'
is 'verdicts in JSON' "$(j two.xml)" '["BETTER","BETTER","SAME",null,"INCONCLUSIVE"]'
q='.comparisons[0].tests[0].changes[0] | [.n, .paired, .family, .guard_p, (.ratio * 1e9 | round)]'
is "METHOD's numbers in JSON" "$(j two.xml)" '[8,true,4,0.0078125,1037066867]'
q='[.comparisons[0].tests[].changes[0].family]'
is 'a family of one test' "$(j two.xml --family test)" '[1,1,1,null,1]'
q='[.comparisons[0].tests[].changes[0].verdict]'
is 'turned round' "$(j two.xml --baseline patched)" '["WORSE","WORSE","SAME",null,"INCONCLUSIVE"]'
is 'a limit of 5 %' "$(j two.xml --threshold 5)" '["SAME","SAME","SAME",null,"INCONCLUSIVE"]'
is 'named systems' "$(j two.xml:patched two.xml:base)" '["WORSE","WORSE","SAME",null,"INCONCLUSIVE"]'
code 'a worse test fails on wish' 1 "$HIB" diff two.xml --baseline patched --fail-on worse
code 'by 3 %' 1 "$HIB" diff two.xml --baseline patched --fail-on worse:3
code 'not by 5 %' 0 "$HIB" diff two.xml --baseline patched --fail-on worse:5
code 'nothing is worse' 0 "$HIB" diff two.xml --fail-on worse
code 'a condition that does not exist' 2 "$HIB" diff two.xml --fail-on better
has 'is said' "$out" "--fail-on: 'better' is not worse or worse:PERCENT"
code 'a threshold that is no number' 2 "$HIB" diff two.xml --threshold much
code 'one side only' 2 "$HIB" diff two.xml:base
has 'and what to do' "$out" "'two.xml:base' is one system: name a second one to compare it with"
code 'with itself' 2 "$HIB" diff two.xml:base two.xml:base
code 'a system that is not there' 2 "$HIB" diff two.xml:base two.xml:other
has 'those that are' "$out" 'two.xml:base, two.xml:patched'
code 'a baseline that is not there' 2 "$HIB" diff two.xml -b other
is 'only what changed' "$("$HIB" diff two.xml --only changed --format csv | cut -d, -f1,17 | tail -n +2 | xargs)" 'rate up,BETTER time down,BETTER mail gone,'
is 'largest change first' "$("$HIB" diff two.xml --sort change --format csv | cut -d, -f1 | tail -n +2 | xargs)" 'rate up time down rate same rate open mail gone'

# formats
ok 'Markdown' grep -q '^| rate up | MB/s | 413.7 | 429.2 | +3.7 % | +2.8 .. +4.7 | <0.0001 | 8 | \*\*BETTER\*\* |$' <("$HIB" diff two.xml -f markdown)
"$HIB" diff two.xml -b patched -f junit >j.xml
ok 'JUnit is XML' xmllint --noout j.xml
is 'worse ones are failures' "$(xmllint --xpath 'concat(//testsuite/@tests," ",//testsuite/@failures," ",//testsuite/@skipped," ",count(//failure))' j.xml)" '5 2 1 2'
"$HIB" diff two.xml -f mail >mail.txt
is 'a mail has 72 columns of ASCII' "$(awk 'length > 72' mail.txt)$(LC_ALL=C grep -c '[^ -~]' mail.txt)" 0
ok 'and tells how it was made' grep -q '^again    hib diff two.xml -f mail$' mail.txt
is 'no line is wider than the terminal' "$("$HIB" diff two.xml --width 60 | awk 'length > 60')" ''
LC_ALL=C "$HIB" diff two.xml >c.txt
is 'ASCII in the C locale' "$(LC_ALL=C grep -c '[^ -~]' c.txt)" 0

# two results
{ opening one base=6.1; printf 'base %s\n' "$A" | result rate 1 'Test: up' MB/s HIB; foot; } >one.xml
{ opening other base=6.2; printf 'base %s\n' "$B" | result rate 1 'Test: up' MB/s HIB; foot; } >other.xml
code 'results that did not take turns' 0 "$HIB" diff one.xml other.xml
has 'are told so' "$out" 'NOT interleaved: one.xml ran on'
has 'verdicts in ( )' "$out" '+ (BETTER)'
lacks 'no interleaving' "$out" ', 8 blocks'
q='.comparisons[0].tests[0].changes[0] | [.paired, .method, (.p * 12870 | round)]'
is 'by ranks' "$(j one.xml other.xml)" '[false,"Hodges-Lehmann, Mann-Whitney",60]'
code 'they do not fail' 0 "$HIB" diff other.xml one.xml --fail-on worse
code 'unless it is wished' 1 "$HIB" diff other.xml one.xml --fail-on worse --allow-sequential
cp two.xml again.xml
code 'results of the same systems' 0 "$HIB" diff two.xml again.xml
is 'are compared system by system' "$(echo "$out" | grep '^system' | xargs)" 'system base system patched'
code 'a system and a whole result' 2 "$HIB" diff two.xml one.xml
has 'say which' "$out" 'say which one is meant (two.xml:base, two.xml:patched)'

# what must not be compared
{
	opening units base=1
	printf 'base %s\n' "$A" | result rate 1 'Test: up' MiB/s HIB
	foot
} >units.xml
{ opening way base=1; printf 'base %s\n' "$A" | result rate 1 'Test: up' MB/s LIB; foot; } >way.xml
{ opening version base=1; printf 'base %s\n' "$A" | result rate 2 'Test: up' MB/s HIB; foot; } >version.xml
q='.comparisons[0].tests[0].changes[0].why'
is 'other units' "$(j one.xml units.xml)" '"the units differ: MB/s and MiB/s"'
is 'other directions' "$(j one.xml way.xml)" '"one says higher is better, the other lower is better"'
has 'other versions' "$(j one.xml version.xml)" 'other versions of the program: 1 and 2'
q='.comparisons[0].tests[0].changes[0].verdict'
is 'which may be allowed' "$(j one.xml version.xml --allow-version-mix)" '"SAME"'
is 'in the text, too' "$("$HIB" diff one.xml units.xml | grep -c 'the units differ: MB/s and MiB/s')" 1

{ opening both base=1; printf 'base %s\n' "$A" | result rate 1 'Test: up' MB/s HIB; printf 'base %s\n' "$B" | result rate 1 'Test: up' IOPS HIB; foot; } >both.xml
q='[.comparisons[0].tests[] | [.unit, .sides[1].state]]'
is 'a unit that the other side has not is not run there' "$(j both.xml one.xml)" '[["MB/s","ok"],["IOPS","missing"]]'
q='[.comparisons[0].tests[] | [.unit, .sides[0].state]]'
is 'and none is lost' "$(j one.xml both.xml)" '[["MB/s","ok"],["IOPS","missing"]]'

is 'what was not run has no median' "$("$HIB" diff both.xml one.xml -f csv | sed -n 's/^rate up.*IOPS.*missing,\([^,]*\),\([^,]*\),.*/\2/p')" ''

# too few, unknown, uneven
few() { # A B: the changes of one test
	{ opening few a=1 b=2; printf 'a %s\nb %s\n' "$1" "$2" | result t 1 'Test: t' MB/s HIB; foot; } >few.xml
	"$HIB" diff --json few.xml | jq -c '.comparisons[0].tests[0].changes[0] | [.n, .m, .verdict, .why]'
}
is 'one value' "$(few 10 20)" '[1,1,null,"single values have no interval"]'
is 'three blocks' "$(few '10 11 12' '20 21 22')" '[3,3,null,"3 blocks; 6 are the least for a verdict"]'
is 'no spread' "$(few '5 5 5 5 5 5' '6 6 6 6 6 6')" '[6,6,"BETTER",null]'
has 'is remarked' "$("$HIB" diff few.xml)" 'the values do not spread at all'
is 'all equal' "$(few '5 5 5 5 5 5' '5 5 5 5 5 5')" '[6,6,"SAME",null]'
is 'negative ones' "$(few '-1 2 3 4 5 6' '1 2 3 4 5 6')" '[6,6,null,"values below zero have no ratio"]'
is 'from nothing' "$(few '0 0 0 0 0 0' '1 2 3 4 5 6')" '[6,6,null,"zeros: the ratio is undetermined"]'
is 'a missing pair' "$(few '10 11 - 10 11 10 11 10' '20 21 20 22 20 21 22 20')" '[7,7,"BETTER",null]'
has 'is told' "$("$HIB" diff few.xml)" '1 value has no partner in its block, and is left out'
few '10 11 10! 10 11 10 11 10' '20 21 20 22 20 21 22 20' >/dev/null
has 'disturbed trials are told' "$("$HIB" diff few.xml)" '1 of 16 values are of trials that something disturbed; --exclude-flagged leaves'
is 'and left out on wish' "$("$HIB" diff few.xml --exclude-flagged --json | jq -c '.comparisons[0].tests[0].changes[0] | [.n, .verdict]')" '[7,"BETTER"]'
few '10! 11! 10! 10! 11! 10!' '20 21 20 22 20 21' >/dev/null
has 'where nothing is left that is told' "$("$HIB" diff few.xml --exclude-flagged)" 'all trials of a side were disturbed, and are left out'
has 'and has no median' "$("$HIB" diff few.xml --exclude-flagged | grep '  t t')" 't t  left out'
few '10 10 90! 10 90! 90! 10 10' '20 20 20 20 20 20 20 20' >/dev/null
has 'medians are of the trials that count' "$("$HIB" diff few.xml --exclude-flagged | grep '  t t')" 't t  10  20'
few "$(seq 1 1000 | tr '\n' ' ')" 5 >/dev/null
has 'a thousand values and one' "$("$HIB" diff few.xml)" 'no verdict'
few '100 101 99 100 102 98 100 101' '103 104 102 103 105 101 103 60' >/dev/null
has 'an outlier that decides is told' "$("$HIB" diff few.xml)" 't t: without its outliers it is BETTER'
sed 's/<JSON>[^<]*<\/JSON>//; s/<RawString>[^<]*<\/RawString>/<RawString><\/RawString>/' two.xml >means.xml
q='[.comparisons[0].tests[0].changes[0] | .verdict, .why]'
is 'means of nobody knows how many' "$(j means.xml)" '[null,"one value a side, and of how many trials is not known"]'
sed 's/412.1:/nan:/; s/"value":"412.1"/"value":"nan"/' one.xml >nan.xml
code 'a value that is no number' 2 "$HIB" diff nan.xml other.xml
code 'an old article' 0 "$HIB" diff "$DATA/reiser4-2012/reiser4-2012.composite.xml" --json
is 'has no verdicts' "$(echo "$out" | jq -c '[.comparisons[].tests[].changes[].verdict] | unique')" '[null]'

# samples that are damaged are no reason to take others in their place
damage() { # SED
	sed "$1" one.xml >damaged.xml
	code "damaged: $1" 2 "$HIB" diff damaged.xml other.xml
}
damage 's/"samples":\[/"samples":{/'
damage 's/]}}<.JSON>/]}<\/JSON>/'
damage 's/"trial":2/"trial":2.5/'
damage 's/"block":2/"block":-1/'
damage 's/"block":2/"block":2,"block":2/'
damage 's/"slot":2/"slot":null/'
damage 's/"value":"418.9"/"value":418.9/'
damage 's/"value":"418.9",//'
damage 's/"value":"418.9"/"state":"tired"/'
damage 's/"value":"418.9"/"value":"\\\\ud800"/'
has 'is told with the place' "$out" "byte"
sed 's/"value":"418.9"/"value":"418\\u002e9","more":{"value":[1,{"block":7}]}/' one.xml >odd.xml
is 'escapes, and keys of others' "$("$HIB" diff odd.xml one.xml --json | jq -c '.comparisons[0].tests[0].changes[0] | [.n, .m, .change_percent]')" '[8,8,0]'

# what --fail-on found is said
out=$("$HIB" diff -b patched two.xml --fail-on worse 2>&1 >/dev/null)
has '--fail-on names them' "$out" '--fail-on worse: 2 tests: rate up of base (-3.6 %); time down of base (+3.7 %)'
has 'or that there is none' "$("$HIB" diff two.xml --fail-on worse:1 2>&1 >/dev/null)" 'no test is'
code 'two formats' 2 "$HIB" diff two.xml --json -f csv
code 'a system that is not there' 2 "$HIB" diff two.xml:ext9
has 'is told as such' "$out" "no system 'ext9' in 'two.xml' (there are: two.xml:base, two.xml:patched)"

# drifts: a value a block, slots as blocks
drift() { # A B: what the page says of it
	{ opening d a=1 b=2; printf 'a %s\nb %s\n' "$1" "$2" | result t 1 'Test: t' MB/s HIB; foot; } >d.xml
	"$HIB" diff d.xml --width 200 | grep drifted
}
is 'a common drift' "$(drift '100 101.1 101.9 103.1 104 104.9 106.1 107' '101 102.1 102.9 104.1 105.1 106 107 108.1')" 't t: both sides drifted by +7.0 % over the session; pairs within blocks allow for it'
has 'one side alone' "$(drift '100 101.1 101.9 103.1 104 104.9 106.1 107' '101 101.1 100.9 101 101.1 100.9 101 101.1')" 't t: a drifted by +7.0 % over the session, b by +0.0 %: the difference'

# systems of one name: the second of one result against the second of the other
{ opening twins a=1 a=2; echo "<Result><Identifier>hib/t-1.0.0</Identifier><Title>t</Title><AppVersion>1</AppVersion><Arguments>x</Arguments><Description>x</Description><Scale>s</Scale><Proportion>LIB</Proportion><DisplayFormat>BAR_GRAPH</DisplayFormat><Data><Entry><Identifier>a</Identifier><Value>1</Value><RawString>1:1</RawString></Entry><Entry><Identifier>a</Identifier><Value>5</Value><RawString>5:5</RawString></Entry></Data></Result>"; foot; } >twins.xml
sed 's/>5:5</>7:7</' twins.xml >twins2.xml
is 'twins are compared in their order' "$("$HIB" diff twins.xml twins2.xml --json | jq -c '[.comparisons[].tests[0].sides[].median]')" '[1,1,5,7]'

# the noise of this machine
mkdir -p results
hash=$("$HIB" diff two.xml --json | jq -r .comparisons[0].tests[0].title)
ok 'no floors file is no fault' test -n "$hash"
echo '{"floors":[{"test":"x"}]}' >results/floors.json
code 'a damaged floors file is told' 2 "$HIB" diff two.xml
has 'with the remedy' "$out" 'hib calibrate makes the file again'

# the larger floor of both sides' file systems is the limit, whichever is the baseline
{
	opening kinds base=1 other=1
	printf 'base %s\nother %s\n' "$A" "$B" | result rate 1 'Test: up' MB/s HIB
	foot
} | sed '0,/other.*File-System: ext4/s/\(<Identifier>other.*File-System: \)ext4/\1xfs/' >kinds.xml
hash=$(printf '%s' 'hib/rate-1.0,Test: up,Test: up,1,MB/s' | sha1sum | cut -d' ' -f1)
for fs in ext4 xfs; do
	echo "{\"floors\":[$(jq -nc --arg t "$hash" --arg fs $fs '{test:$t,title:"rate",machine:"Processor: A, Disk: B",file_system:$fs,floor:0.06,spread:0.01,blocks:8,date:"2026-01-01"}')]}" >results/floors.json
	q='.comparisons[0].tests[0].changes[0] | [.floor, .threshold, .verdict]'
	is "the floor of $fs is the limit" "$(j kinds.xml)" '[0.06,0.06,"SAME"]'
	is "also turned round" "$(j kinds.xml -b other)" '[0.06,0.06,"SAME"]'
done
has 'one side only is told' "$("$HIB" diff kinds.xml)" 'up to 6 %, known of one side only'
# what is private is left out, and floors and metrics are found all the same
head=$(printf '%s' 'hib/rate-1.0,/home/alice/x,/home/alice/x,1,MB/s' | sha1sum | cut -d' ' -f1)
{
	opening home base=1 other=1
	printf 'base %s\nother %s\n' "$A" "$B" | result rate 1 /home/alice/x MB/s HIB
	printf 'base %s\nother %s\n' "$A" "$B" | result rate 1 /home/alice/y IOPS HIB | sed "s#</Result>#<Parent>$head</Parent></Result>#"
	foot
} | sed 's/Disk: B/Disk: B serial 12345/' >home.xml
echo "{\"floors\":[$(jq -nc --arg t "$head" '{test:$t,title:"rate",machine:"Processor: A, Disk: B serial 12345",file_system:"ext4",floor:0.06,spread:0.01,blocks:8,date:"2026-01-01"}')]}" >results/floors.json
q='[.comparisons[0].tests[].changes[0] | .floor, .family]'
is 'the floor of a test in a home folder' "$(j home.xml --family test)" '[0.06,2,null,2]'
is 'as with --private' "$(j home.xml --family test --private)" '[0.06,2,null,2]'
lacks 'whose name is not told' "$("$HIB" diff home.xml)" alice
echo "1..$n"
