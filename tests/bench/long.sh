#!/usr/bin/env bash
# A run of 10,000 trials of /bin/true (TRIALS=N: another number): memory of hib, time of a trial, and how long its journal
# takes to be read back, beside jq and wc over the same lines.
set -eu
HIB=${HIB:-$(cd "$(dirname "$0")/../.." && pwd)/build/hib}
trials=${TRIALS:-10000}
place=$(mktemp -d "${TMPDIR:-/tmp}/hib-long.XXXXXX")
trap 'rm -rf "$place"' EXIT
cd "$place"
mkdir target
cat >true.yaml <<'E'
profile: "true"
version: 1.0.0
title: Nothing
programs: ["true"]
command: ["true"]
parser: elapsed
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB, decimals: 6}
E
measured() { # NAME COMMAND...: seconds, and the most memory in MiB
	python3 - "$@" <<'E'
import resource, subprocess, sys, time
start = time.monotonic()
code = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
seconds = time.monotonic() - start
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
print("%-34s %9.3f s %8.1f MiB   exit %d" % (sys.argv[1], seconds, most, code))
E
}
measured "$trials trials of true" "$HIB" run ./true.yaml -b "$trials" -o r --target target
mv r/composite.xml kept.xml
measured 'journal alone, read and drawn' "$HIB" show r
measured 'jq over the journal' jq -c .trial r/journal.jsonl
measured 'wc -l of the journal' wc -l r/journal.jsonl
cp kept.xml r/composite.xml
measured 'result file and journal, drawn' "$HIB" show r
