#!/usr/bin/env bash
# Neighbours: what other programs write is read, what they read is written, and both agree.
. "$(dirname "$0")/../lib.sh"
E=$DATA/exchange

values() { # RESULT: title, description, unit, system and raw samples of each entry
	"$HIB" export csv "$1" | tr -d '\r' | cut -d, -f1,3,5,6,7,11,12
}

# hyperfine
code 'hyperfine' 0 "$HIB" import "$E/hyperfine.json" -o ./h
is 'hyperfine: commands are the systems' "$(xmllint --xpath '//System/Identifier/text()' h/composite.xml | tr '\n' ' ')" 'sleep 0.02 sleep 0.03 '
is 'hyperfine: every run' "$(values h | grep -c '^Time,,Seconds,LIB,sleep 0.02,.*,ok$')" 5
has 'hyperfine: as it was printed' "$(values h)" 'Time,,Seconds,LIB,sleep 0.02,0.021972267,ok'
has 'hyperfine: user time' "$(values h)" 'Time,User time,Seconds,LIB,sleep 0.03,'
"$HIB" export hyperfine h >back.json 2>notes
is 'hyperfine: and back' "$(jq -c '[.results[]|[.command,.times,.exit_codes,.median]]' back.json)" "$(jq -c '[.results[]|[.command,.times,.exit_codes,.median]]' "$E/hyperfine.json")"
is 'hyperfine: the mean of a neighbour' "$(jq '[.results[].mean*1e6|round]' -c back.json)" "$(jq '[.results[].mean*1e6|round]' -c "$E/hyperfine.json")"
is 'hyperfine: its deviation' "$(jq '[.results[].stddev*1e9|round]' -c back.json)" "$(jq '[.results[].stddev*1e9|round]' -c "$E/hyperfine.json")"
has 'hyperfine: what has no place there is said' "$(cat notes)" 'Time, User time (Seconds) is left out'
jq '.results[0].exit_codes[1]=3' "$E/hyperfine.json" >failed.json
code 'hyperfine: a run that failed' 0 "$HIB" import hyperfine failed.json -o ./hf
has 'hyperfine: is no value' "$(values hf)" 'Time,,Seconds,LIB,sleep 0.02,,failed'
jq 'del(.results[].times)' "$E/hyperfine.json" >means.json
code 'hyperfine: medians alone' 0 "$HIB" import hyperfine means.json -o ./hm
is 'hyperfine: are single values' "$(values hm | grep -c '^Time,,')" 2
code 'hyperfine: a time that is none' 2 "$HIB" import hyperfine <(jq '.results[0].times[0]="x"' "$E/hyperfine.json") -o ./x
has 'hyperfine: which' "$out" "run 1 of 'sleep 0.02' has no number for its time"
code 'hyperfine: damaged' 2 "$HIB" import hyperfine <(head -c 100 "$E/hyperfine.json") -o ./x
code 'hyperfine: of something else' 2 "$HIB" export hyperfine "$DATA/reiser4-2012/nothing.xml"

# Google Benchmark
code 'Google Benchmark' 0 "$HIB" import "$E/google.json" -o ./g
is 'Google Benchmark: runs, without what was made of them' "$(values g | tail -n +2)" 'bench,BM_Copy/64,ns,LIB,box,12.5,ok
bench,BM_Copy/64,ns,LIB,box,12.7,ok
bench,BM_Copy/64 - CPU time,ns,LIB,box,12.4,ok
bench,BM_Copy/64 - CPU time,ns,LIB,box,12.6,ok
bench,BM_Copy/64 - Bytes,B/s,HIB,box,5100000000,ok
bench,BM_Copy/64 - Bytes,B/s,HIB,box,5000000000,ok
bench,BM_Bad,ns,LIB,box,,failed'
"$HIB" export google-benchmark g 2>/dev/null >gback.json
is 'Google Benchmark: and back' "$(jq -c '[.benchmarks[]|[.run_name,.repetition_index,.real_time,.time_unit]]' gback.json | cut -c1-90)" \
	'[["bench/BM_Copy/64",0,12.5,"ns"],["bench/BM_Copy/64",1,12.7,"ns"],["bench/BM_Copy/64 - CP'
code 'Google Benchmark: of several systems' 2 "$HIB" export google-benchmark h

# Go
code 'Go' 0 "$HIB" import "$E/go.txt" -o ./go
is 'Go: values as printed, -8 is the processors' "$(values go | tail -n +2)" 'example.com/foo,Sort,ns/op,LIB,go,12345678,ok
example.com/foo,Sort,ns/op,LIB,go,12445678,ok
example.com/foo,Sort - B/op,B/op,LIB,go,512,ok
example.com/foo,Sort - B/op,B/op,LIB,go,512,ok
example.com/foo,Sort - allocs/op,allocs/op,LIB,go,3,ok
example.com/foo,Sort - allocs/op,allocs/op,LIB,go,3,ok
example.com/foo,Copy/size=4k,ns/op,LIB,go,820.5,ok
example.com/foo,Copy/size=4k - MB/s,MB/s,HIB,go,4991.21,ok'
has 'Go: the processor' "$(cat go/composite.xml)" '<Hardware>Processor: Example CPU</Hardware>'
has 'Go: the arguments' "$(cat go/composite.xml)" '<Arguments>-cpu 8</Arguments>'
"$HIB" export go go >goback.txt
has 'Go: and back' "$(cat goback.txt)" 'BenchmarkCopy/size=4k 1 4991.21 MB/s'
has 'Go: its direction' "$(cat goback.txt)" 'Unit MB/s better=higher'
code 'Go: what was written is read' 0 "$HIB" import go goback.txt -o ./go2
is 'Go: with the same values' "$(values go2 | cut -d, -f3,4,6 | sort)" "$(values go | cut -d, -f3,4,6 | sort)"
printf 'BenchmarkA-2 10 1,5 ns/op\n' >bad.txt
code 'Go: a comma is no point' 2 "$HIB" import go bad.txt -o ./x
has 'Go: where' "$out" "bad.txt:1: '1,5 ns/op' is no number with its unit"

# MMTests, fio-plot
code 'MMTests' 0 "$HIB" import mmtests "$E/mmtests.tsv" -o ./mm
is 'MMTests: rows' "$(values mm | tail -n +2)" 'MMTests,fsync-1,,,mmtests,10.5,ok
MMTests,fsync-1,,,mmtests,11.5,ok
MMTests,read huge,,,mmtests,200,ok'
"$HIB" export mmtests mm >mmback.tsv
is 'MMTests: and back' "$(cat mmback.tsv)" "$(tail -n +2 "$E/mmtests.tsv")"
code "fio-plot's folder" 0 "$HIB" import "$E/myssd" -o ./fp
has 'fio-plot: mode, block size, depth and jobs' "$(cat fp/composite.xml)" \
	'<Description>Mode: randrw - Block size: 4k - Depth: 8 - Jobs: 1 - Write IOPS</Description>'
has 'fio-plot: the value' "$(values fp)" "IOPS,HIB,myssd,$(jq -r '.jobs[0].write.iops' "$E/myssd/4k/randrw-8-1.json"),ok"
lacks 'fio-plot: a direction that did nothing is none' "$(cat fp/composite.xml)" 'randread - Block size: 4k - Depth: 1 - Jobs: 1 - Write'

# CSV
"$HIB" export csv g >g.csv
code 'CSV' 0 "$HIB" import g.csv -o ./c
is 'CSV: what was written is read' "$("$HIB" export csv c)" "$(cat g.csv)"
printf 'test,value\n"a ""b"", c",1.50\r\nd,2\n' >own.csv
code 'CSV: of somebody else' 0 "$HIB" import own.csv -o ./c2
is 'CSV: quotes and commas' "$(xmllint --xpath '//Result/Title/text()' c2/composite.xml)" 'a "b", c
d'
has 'CSV: digits as they were' "$(cat c2/composite.xml)" '<Value>1.50</Value>'
for bad in 'title,value\na,1x' 'title,value\na,"1' 'title,value\n,1' 'title,value,value\na,1,1' 'a,b\n1,2' 'title,value,state\na,1,good' 'title,value'; do
	printf "$bad\n" >bad.csv
	code "CSV: $bad" 2 "$HIB" import csv bad.csv -o ./x
done
has 'CSV: nothing behind the heading' "$out" 'there is no row behind the heading'

# values that are no single numbers: kept whole, and nowhere called invalid
special() { # VALUE FORMAT
	printf '<?xml version="1.0"?>\n<PhoronixTestSuite><Generated><Title>S</Title></Generated><System><Identifier>A</Identifier></System><Result><Identifier/><Title>T</Title><Scale>ms</Scale><DisplayFormat>%s</DisplayFormat><Data><Entry><Identifier>A</Identifier><Value>%s</Value></Entry></Data></Result></PhoronixTestSuite>\n' "$2" "$1" >special.xml
	"$HIB" export csv special.xml >special.csv
	"$HIB" show special.xml --style table >table
}
line=$(seq -s, 1.5 40.5)
special "$line" LINE_GRAPH
is 'a line: in CSV' "$(tail -n 1 special.csv | tr -d '\r')" "T,,,,ms,,A,1,,,\"$line\",ok,,,"
has 'a line: in a table' "$(cat table)" 'min 1.5, mean 21.00, max 40.5 of 40 values'
code 'a line: is read again' 0 "$HIB" import special.csv -o ./special
is 'a line: the same' "$(xmllint --xpath 'string(//Value)' special/composite.xml)" "$line"
for verdict in PASS FAIL PASS,FAIL; do
	special "$verdict" PASS_FAIL
	has "$verdict: in CSV" "$(tail -n 1 special.csv)" ",ok,"
	has "$verdict: in a table" "$(cat table)" "$verdict"
done
special iVBORw0KGgoAAAANSUhEUg== IMAGE_COMPARISON
has 'an image: in CSV' "$(tail -n 1 special.csv)" ',iVBORw0KGgoAAAANSUhEUg==,ok,'
has 'an image: in a table' "$(cat table)" 'an image'
code 'CSV is no result file' 2 "$HIB" show special.csv
has 'what to do' "$out" 'special.csv:1: this is no XML and so no result file; logs of programs and files of other tools become one by: hib import special.csv -o NAME'
: >empty.xml
code 'an empty file' 2 "$HIB" show empty.xml
has 'is said to be empty' "$out" 'empty.xml: the file is empty'
code 'a plain name' 0 "$HIB" import special.csv -o plain
has 'a plain name is a saved result' "$("$HIB" results)" 'plain'
ok 'and no folder here' test ! -e plain

code 'a format that nobody knows' 2 "$HIB" export hyperfin h
has 'the nearest' "$out" "did you mean 'hyperfine'?"
done_testing
