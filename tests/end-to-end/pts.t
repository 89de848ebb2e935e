#!/usr/bin/env bash
# Test profiles of the Phoronix Test Suite: read, converted, fetched, installed and run. Everything is our own.
. "$(dirname "$0")/../lib.sh"
export HIB_PROGRAMS=$HERE/programs HIB_CACHE=$HERE/cache HIB_DOWNLOADS='' HOME=$HERE/home
PROFILES=$HERE/pts/test-profiles/local
mkdir -p home www target
cp -r "$DATA/pts" pts
chmod -R go-w pts

# the program: an archive, and who serves it
mkdir -p demo-2.1
cat >demo-2.1/work.sh <<'X'
echo "demo 2.1 $*"
echo data >written
case $* in *--mode=fast*) echo "Rate: 200.5 MB/s" ;; *) echo "Rate: 100.25 MB/s"; echo "Only slow: 7" ;; esac
echo "Latency: 0.5 ms"
echo done
X
tar -czf www/demo-2.1.tar.gz demo-2.1
sum() { "$1" www/demo-2.1.tar.gz | cut -d' ' -f1; }
python3 - "$HERE/www" "$HERE/port" <<'X' &
import http.server, sys, os
folder, port = sys.argv[1:]
class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *a): super().__init__(*a, directory=folder)
    def log_message(self, *a): open(port + ".log", "a").write(self.requestline + " " + str(self.headers.get("Range")) + "\n")
    def do_GET(self):
        path = os.path.join(folder, os.path.basename(self.path))
        wanted = self.headers.get("Range")
        if not wanted or not os.path.exists(path): return super().do_GET()
        data = open(path, "rb").read()[int(wanted[6:].split("-")[0]):]
        size = os.path.getsize(path)
        self.send_response(206)
        self.send_header("Content-Range", "bytes %d-%d/%d" % (size - len(data), size - 1, size))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
open(port + ".new", "w").write(str(server.server_port)); os.rename(port + ".new", port)
server.serve_forever()
X
server=$!
trap 'kill $server 2>/dev/null; cd /; rm -rf "$HERE"' EXIT
for _ in $(seq 100); do [ -e port ] && break; sleep 0.1; done
URL=http://127.0.0.1:$(cat port)
downloads() { # FOLDER ELEMENTS: downloads.xml of one package
	printf '<?xml version="1.0"?>\n<PhoronixTestSuite><Downloads><Package><URL>%s</URL>%s</Package></Downloads></PhoronixTestSuite>\n' \
		"$URL/demo-2.1.tar.gz" "$2" >"$1/downloads.xml"
}
GOOD="<MD5>$(sum md5sum)</MD5><SHA256>$(sum sha256sum)</SHA256><FileSize>$(stat -c %s www/demo-2.1.tar.gz)</FileSize>"
downloads "$PROFILES/demo-1.0.0" "$GOOD"

# what it is
code 'info' 0 "$HIB" info "pts:$PROFILES/demo-1.0.0"
has 'info: an element that nobody knows is named' "$out" \
	"warning: $PROFILES/demo-1.0.0/test-definition.xml:21: element 'Unheard' is not known in 'TestProfile' and does nothing here"
has 'info: the command' "$out" "exec ./demo --start --mode=slow -s 4 --end 2>&1"
has 'info: the default entry' "$out" '--set mode=...   Mode; default Slow'
has 'info: what gets it' "$out" "it is not installed: hib install pts:$PROFILES/demo-1.0.0"
code 'run before installing' 2 "$HIB" run "pts:$PROFILES/demo-1.0.0" --target target
has 'run before installing: what gets it' "$out" "hib install pts:$PROFILES/demo-1.0.0"
code 'a folder without a definition' 2 "$HIB" info "pts:$HERE/www"
has 'a folder without a definition: said' "$out" 'has neither a test-definition.xml nor a suite-definition.xml'
code 'a name that is nowhere' 2 "$HIB" info pts:nowhere
code 'by name, from PTS_TEST_PROFILES' 0 env PTS_TEST_PROFILES="$HERE/pts/test-profiles" "$HIB" info pts:local/demo
has 'by name: the newest version' "$out" "file      pts:$PROFILES/demo-1.0.0"
mkdir -p home/.phoronix-test-suite
ln -s "$HERE/pts/test-profiles" home/.phoronix-test-suite/test-profiles
code 'by name, from the home folder of the Phoronix Test Suite' 0 "$HIB" info pts:demo-1.0.0

# fetching
code 'offline without the file' 2 "$HIB" install --offline "pts:$PROFILES/demo-1.0.0"
has 'offline: said' "$out" "'demo-2.1.tar.gz' is in no cache, and --offline does not fetch it"
cp -r "$PROFILES/demo-1.0.0" "$PROFILES/bad-1.0.0"
downloads "$PROFILES/bad-1.0.0" "<SHA256>$(sum sha256sum | sed 's/^..../0000/')</SHA256>"
code 'another SHA-256' 2 "$HIB" install "pts:$PROFILES/bad-1.0.0"
has 'another SHA-256: both are said' "$out" "the SHA-256 of '$URL/demo-2.1.tar.gz' is $(sum sha256sum), and the profile says 0000"
code 'another SHA-256: nothing is installed' 1 test -e programs/installed/local/bad-1.0.0
is 'another SHA-256: nothing is kept' "$(find cache -type f)" ''
downloads "$PROFILES/bad-1.0.0" "<MD5>$(sum md5sum | sed 's/^..../0000/')</MD5>"
code 'another MD5' 2 "$HIB" install "pts:$PROFILES/bad-1.0.0"
has 'another MD5: said' "$out" "the MD5 of '$URL/demo-2.1.tar.gz'"
downloads "$PROFILES/bad-1.0.0" '<FileSize>7</FileSize>'
code 'another size' 2 "$HIB" install "pts:$PROFILES/bad-1.0.0"
code 'installs' 0 "$HIB" install "pts:$PROFILES/demo-1.0.0"
is 'installs: where' "$(tail -1 <<<"$out")" "demo             installed in $HERE/programs/installed/local/demo-1.0.0"
is 'installs: the environment that scripts expect' "$(cat programs/installed/local/demo-1.0.0/installed-with)" \
	"cores $(nproc) os Linux home $HERE/programs/installed/local/demo-1.0.0"
code 'installs: its log is kept' 0 test -e programs/installed/local/demo-1.0.0.json
: >port.log
code 'installed already' 0 "$HIB" install "pts:$PROFILES/demo-1.0.0"
is 'installed already: nothing is fetched' "$(cat port.log)" ''
kept=$(find cache -name demo-2.1.tar.gz)
head -c 50 "$kept" >"$kept.part"
rm "$kept"
code 'a download that was cut off goes on' 0 "$HIB" install --again "pts:$PROFILES/demo-1.0.0"
has 'a download that was cut off: from where it was' "$(cat port.log)" 'bytes=50-'
: >port.log
code 'offline from the cache' 0 "$HIB" install --again --offline "pts:$PROFILES/demo-1.0.0"
mkdir -p home/.phoronix-test-suite/download-cache
mv "$kept" home/.phoronix-test-suite/download-cache/
code "offline from the cache of the Phoronix Test Suite" 0 "$HIB" install --again --offline "pts:$PROFILES/demo-1.0.0"
is 'offline: nothing is fetched' "$(cat port.log)" ''

# archives, scripts and dependencies that will not do
echo evil >evil
(mkdir -p x/y && cd x/y && tar -czPf "$HERE/www/evil.tar.gz" ../../evil)
sed "s/demo-2.1.tar.gz/evil.tar.gz/; s/<FileSize>7<.FileSize>//" "$PROFILES/bad-1.0.0/downloads.xml" >d && mv d "$PROFILES/bad-1.0.0/downloads.xml"
code 'an archive that leaves its folder' 2 "$HIB" install "pts:$PROFILES/bad-1.0.0"
has 'an archive that leaves its folder: its member is named' "$out" "holds '../../evil', which would leave the folder"
rm "$PROFILES/bad-1.0.0/downloads.xml"
printf 'echo "configure: error: no luck"\necho 3 >~/install-exit-status\n' >"$PROFILES/bad-1.0.0/install.sh"
code 'a script that fails' 2 "$HIB" install "pts:$PROFILES/bad-1.0.0"
has 'a script that fails: its status and its words' "$out" 'its script wrote the exit status 3: configure: error: no luck'
has 'a script that fails: its log' "$out" 'bad-1.0.0.log.out'
printf 'true\n' >"$PROFILES/bad-1.0.0/install.sh"
code 'a script that makes nothing' 2 "$HIB" install "pts:$PROFILES/bad-1.0.0"
has 'a script that makes nothing: said' "$out" "its script made no 'bad'"
printf 'echo x >%q/escaped; echo x >bad\n' "$HERE" >"$PROFILES/bad-1.0.0/install.sh"
"$HIB" install "pts:$PROFILES/bad-1.0.0" >/dev/null 2>&1
if "$HIB" doctor 2>/dev/null | grep -qi 'no landlock'; then skip 'a script in the sandbox' 'no Landlock'; else
	code 'a script writes nowhere else' 1 test -e escaped
fi
sed -i 's,<EnvironmentSize>,<SystemDependencies>no_such_header.h</SystemDependencies>&,' "$PROFILES/bad-1.0.0/test-definition.xml"
code 'a header that is not there' 2 "$HIB" install --again "pts:$PROFILES/bad-1.0.0"
has 'a header that is not there: named' "$out" "needs 'no_such_header.h', which this machine has not"
sed -i 's,<SupportedPlatforms>Linux,<SupportedPlatforms>Windows,' "$PROFILES/bad-1.0.0/test-definition.xml"
code 'another platform' 2 "$HIB" install "pts:$PROFILES/bad-1.0.0"
has 'another platform: said' "$out" 'it is for Windows, and this is Linux'
printf '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><PhoronixTestSuite/>' >"$PROFILES/bad-1.0.0/test-definition.xml"
code 'a document type' 2 "$HIB" info "pts:$PROFILES/bad-1.0.0"
printf '<?xml version="1.0"?>\n<PhoronixTestSuite>\n<TestInformation></PhoronixTestSuite>' >"$PROFILES/bad-1.0.0/test-definition.xml"
code 'damaged XML' 2 "$HIB" info "pts:$PROFILES/bad-1.0.0"
has 'damaged XML: where' "$out" "$PROFILES/bad-1.0.0/test-definition.xml:3: "

# running
code 'runs' 0 "$HIB" run "pts:$PROFILES/demo-1.0.0" --set mode=all --target disk=target --name demo
xml=results/demo/composite.xml
is 'runs: as often as the profile says, the ignored run beside it' "$(grep -c '"value":"200.5"' results/demo/journal.jsonl)" 3
has 'runs: two count' "$(cat $xml)" '<RawString>200.5:200.5</RawString>'
has 'runs: the identifier' "$(cat $xml)" '<Identifier>local/demo-1.0.0</Identifier>'
has 'runs: the arguments, the options only' "$(cat $xml)" '<Arguments>--mode=fast -s 4</Arguments>'
has 'runs: the description' "$(cat $xml)" '<Description>Mode: Fast - Size: 4K</Description>'
has 'runs: what a block appends' "$(cat $xml)" '<Description>Mode: Fast - Size: 4K - Latency</Description>'
has 'runs: its parent is the headline' "$(cat $xml)" \
	"<Parent>$(printf 'local/demo-1.0,--mode=fast -s 4,Mode: Fast - Size: 4K,2.1,MB/s' | sha1sum | cut -d' ' -f1)</Parent>"
is 'runs: a block for some arguments' "$(grep -c 'Slowness</Desc' $xml)" 1
lacks 'runs: a block that nothing fits is no chart' "$(cat $xml)" 'Never'
has 'runs: the scripts around it, in a copy on the system under test' "$(cat results/demo/logs/*.post.out)" \
	'pre --start --mode=fast -s 4 --end
post --start --mode=fast -s 4 --end'
code 'runs: the installed one stays as it was' 1 test -e programs/installed/local/demo-1.0.0/written
code '-b goes before the times that the profile says' 0 "$HIB" run "pts:$PROFILES/demo-1.0.0" --target disk=target --name demo4 -b 4
is '-b: four' "$(grep -o 'RawString>[^<]*' results/demo4/composite.xml | head -1)" 'RawString>100.25:100.25:100.25:100.25'

# the YAML that does the same
code 'convert' 0 "$HIB" convert "pts:$PROFILES/demo-1.0.0" -o demo.yaml
code 'the YAML runs' 0 "$HIB" run ./demo.yaml --set mode=all --target disk=target --name again
is 'the YAML gives the same charts' "$(grep -E '<(Identifier|Title|AppVersion|Arguments|Description|Scale|Parent)>' results/again/composite.xml | tail -n +6)" \
	"$(grep -E '<(Identifier|Title|AppVersion|Arguments|Description|Scale|Parent)>' $xml | tail -n +6)"
code 'a run from a folder is resumed without it' 0 "$HIB" resume demo

# status files, versions, clocks, verdicts
printf 'echo "Rate: 5 MB/s" >$LOG_FILE\necho 4 >~/test-exit-status\n' >programs/installed/local/demo-1.0.0/demo
code 'a test that says that it failed' 3 "$HIB" run "pts:$PROFILES/demo-1.0.0" --target disk=target --name failed
has 'a test that says that it failed: how' "$out" 'the test wrote the exit status 4 to ~/test-exit-status'
code 'installs the clock' 0 "$HIB" install "pts:$PROFILES/clock-1.2.0" "pts:$PROFILES/verdict-1.0.0"
code 'a clock' 0 "$HIB" run "pts:$PROFILES/clock-1.2.0" --target disk=target --name clock
has 'a clock: its value' "$(cat results/clock/composite.xml)" '<RawString>2.1'
has 'a clock: the version that the test left' "$(cat results/clock/composite.xml)" '<AppVersion>9.9</AppVersion>'
has 'a clock: the subtitle' "$(cat results/clock/composite.xml)" '<Description>Time To Sleep</Description>'
sed -i 's/sleep .*/sleep 0.1/' programs/installed/local/clock-1.2.0/sleeper
code 'too fast to be timed' 3 "$HIB" run "pts:$PROFILES/clock-1.2.0" --target disk=target --name fast
has 'too fast to be timed: said' "$out" 'and below 2 s nothing is timed'
code 'a verdict' 0 "$HIB" run "pts:$PROFILES/verdict-1.0.0" --target disk=target --name verdict
has 'a verdict: its value' "$(cat results/verdict/composite.xml)" '<Value>PASS</Value>'
has 'a verdict: its format' "$(cat results/verdict/composite.xml)" '<DisplayFormat>PASS_FAIL</DisplayFormat>'
has 'a verdict: shown' "$("$HIB" show verdict)" 'PASS'

# frame times: a line beside the rate
code 'installs frames' 0 "$HIB" install "pts:$PROFILES/frames-1.0.0"
code 'frame times' 0 "$HIB" run "pts:$PROFILES/frames-1.0.0" --target disk=target --name frames
is 'frame times: a line of its own, of no profile' "$(xmllint --xpath 'string(//Result[Description="Scene - Total Frame Time"]/Identifier)' results/frames/composite.xml)" ''
is 'frame times: all of them' "$(xmllint --xpath 'string(//Result[Description="Scene - Total Frame Time"]//Value)' results/frames/composite.xml | tr ',' '\n' | sed -n '1p;100p' | tr '\n' ' ')" '16.01 17 '
has 'frame times: drawn' "$("$HIB" show frames)" 'min 16.01, mean 16.505, max 17.00 of 100 values'

# a profile that extends another
sed -i 's/sleep 0.1/sleep 2.1/' programs/installed/local/clock-1.2.0/sleeper
code 'what a profile extends' 0 "$HIB" install "pts:$PROFILES/child-1.0.0"
code 'a profile that extends another runs' 0 "$HIB" run "pts:$PROFILES/child-1.0.0" --target disk=target --name child
has 'a profile that extends another: title of the other one' "$(cat results/child/composite.xml)" '<Title>Clock Bench</Title>'
rm -r "$PROFILES/clock-1.2.0"
code 'what it extends is gone' 2 "$HIB" info "pts:$PROFILES/child-1.0.0"
has 'what it extends is gone: named' "$out" "the one that it Extends, 'local/clock', is not there"

# suites
code 'installs again' 0 "$HIB" install --again "pts:$PROFILES/demo-1.0.0"
code 'a suite' 0 "$HIB" run "pts:$HERE/pts/test-suites/local/two-1.0.0" --target disk=target --name two
is 'a suite: its tests' "$(grep '<Description>' results/two/composite.xml | sort -u | sed 's/^ *//')" \
	"<Description>$HERE/target ($(grep -o '<Description>[^<]*(.*)' results/two/composite.xml | head -1 | sed 's/.*(//')$(grep -o '; [0-9]* blocks, seed [0-9]*' results/two/composite.xml)</Description>
<Description>It Works</Description>
<Description>Mode: Fast - Size: 8K - Latency</Description>
<Description>Mode: Fast - Size: 8K</Description>
<Description>Mode: Slow - Size: 4K - Latency</Description>
<Description>Mode: Slow - Size: 4K - Slowness</Description>
<Description>Mode: Slow - Size: 4K</Description>"
code 'export-suite' 0 "$HIB" export-suite two -o pts/test-suites/local/back-1.0.0
is 'export-suite: its tests' "$(grep -c '<Execute>' pts/test-suites/local/back-1.0.0/suite-definition.xml)" 3
code 'what was exported is read' 0 "$HIB" info "pts:$HERE/pts/test-suites/local/back-1.0.0"
has 'what was exported: the choice that gives the arguments' "$out" "mode=Fast (the quick one)  size=8K"
sed -i 's/--mode=fast -s 8/--mode=fast -s 9/' pts/test-suites/local/two-1.0.0/suite-definition.xml
code 'arguments that no choice gives' 2 "$HIB" run "pts:$HERE/pts/test-suites/local/two-1.0.0" --target disk=target
has 'arguments that no choice gives: where' "$out" "two-1.0.0/suite-definition.xml:10: no choice of the options of 'demo' gives the arguments '--mode=fast -s 9'"

# a YAML profile that brings its program
mkdir -p prog-1
printf 'all:\n\tprintf "#!/bin/sh\\necho value 42\\n" >prog && chmod +x prog\n' >prog-1/Makefile
tar -czf www/prog-1.tar.gz prog-1
cat >brought.yaml <<X
profile: brought
version: 1.0.0
title: Brought
programs: [hib-test-prog]
command: [hib-test-prog]
parser: pattern
patterns: ['value (?<value>\\d+)']
metrics:
- {metric: value, scale: "", proportion: HIB}
source:
  url: $URL/prog-1.tar.gz
  sha256: $(sha256sum www/prog-1.tar.gz | cut -d' ' -f1)
  build: [[make], [mv, prog, hib-test-prog]]
X
code 'a YAML profile brings its program' 0 "$HIB" install ./brought.yaml
code 'and runs it' 0 "$HIB" run ./brought.yaml -b 1 --target disk=target --name brought
has 'and has its value' "$(cat results/brought/composite.xml)" '<Value>42</Value>'
sed -i 's/sha256: ..../sha256: 0000/' brought.yaml
code 'a YAML profile with another checksum' 2 "$HIB" install --again ./brought.yaml
has 'a YAML profile with another checksum: said' "$out" 'and the profile says 0000'

# all definitions there are
if [ -d "$TOP/../shared/pts/profiles" ]; then
	ok=0 stopped=0 named=0
	for folder in "$TOP"/../shared/pts/profiles/*/*; do
		if "$HIB" convert "pts:$folder" >c.yaml 2>/dev/null && "$HIB" info ./c.yaml >/dev/null; then
			ok=$((ok + 1))
		else
			stopped=$((stopped + 1))
			"$HIB" info "pts:$folder" 2>&1 | grep -q "Extends" && named=$((named + 1))
		fi
	done
	is 'definitions: all are converted, or the element that stops them is named' "$((ok + stopped)) $stopped" "$((ok + named)) $named"
	[ $ok -gt 350 ]
	is 'definitions: nearly all' $? 0
else
	skip 'definitions' 'no profiles here'
fi
done_testing
