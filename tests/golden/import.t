#!/usr/bin/env bash
# The documents that the suites come from: every figure in them, taken from the text here by other means.
. "$(dirname "$0")/../lib.sh"
SEEDS=$DATA/seeds

take() { # NAME: import it, what was said into $said
	said=$("$HIB" import "$SEEDS/$1.txt" -o "./$1" 2>&1 >/dev/null) || said="failed: $said"
}

ok_values() { jq -r '.. | objects | select(.state? == "ok") | .text'; }

# IOzone's throughput mode of two systems, in an article
take iozone-throughput-2009
has "iozone-throughput-2009: imported" "$said" "2 systems, 42 results"
figures=$(grep -oE '= [0-9.]+ KB(/sec)?' "$SEEDS/iozone-throughput-2009.txt" | grep -oE '[0-9.]+' | sort)
is "iozone-throughput-2009: the document has 84 figures" "$(wc -l <<<"$figures")" 84
is "iozone-throughput-2009: all of them in the bars" \
	"$("$HIB" show iozone-throughput-2009 | grep -E '^(Reiserfs3|Ext4)' | awk '{ print $3 }' | sort)" "$figures"
is "iozone-throughput-2009: all of them in the tables" \
	"$("$HIB" show iozone-throughput-2009 --style table | grep -E '^(Reiserfs3|Ext4)' | grep -oE ' [0-9.]+' | tr -d ' ' | sort)" "$figures"
table=$("$HIB" show iozone-throughput-2009 --style table "random writers")
has "iozone-throughput-2009: lines glued together are two" "$table" \
	"Ext4       20168.78  18795.65  2435.23  2640.73  2521.10  3878940.00"
has "iozone-throughput-2009: what a table's columns are" "$table" \
	"           children    parent      min      max      avg    min xfer"
has "iozone-throughput-2009: a heading names system and mount options" "$(cat iozone-throughput-2009/composite.xml)" \
	"mounted noatime,notail"

# a matrix of rates by file system, a part of it quoted again
take iozone-threads-2002
has "iozone-threads-2002: KB/s under the word MB/sec is said" "$said" "iozone-threads-2002.txt:16: the text says MB/sec"
has "iozone-threads-2002: imported" "$said" "4 systems, 24 results"
want=$(awk '/^No of/ { n++ } !/^>/ && /^(Initial|Rewrite|Read|Re-read|Random)/ && n { k = NF; print $(k-3), $(k-2), $(k-1), $k }' \
	"$SEEDS/iozone-threads-2002.txt" | tr ' ' '\n' | sort)
is "iozone-threads-2002: the document has 96 figures" "$(wc -l <<<"$want")" 96
is "iozone-threads-2002: all of them, each once" \
	"$("$HIB" show iozone-threads-2002 | grep -E '^(ext|jfs|reiserfs)' | awk '{ print $3 }' | sort)" "$want"
has "iozone-threads-2002: the metrics of a thread count side by side" \
	"$("$HIB" show iozone-threads-2002 --style table threads=6)" \
	"reiserfs           15576   232193  326163   326725       344927        227579"
has "iozone-threads-2002: in KB/s" "$("$HIB" show iozone-threads-2002 "threads=1")" "KB/s, higher is better"
has "iozone-threads-2002: the kernel of each system" "$(cat iozone-threads-2002/composite.xml)" "Kernel: 2519smp4"

# a mail on one line: times at a prompt, and four quoted tables of bonnie++ in quoted-printable
take tree-2004
has "tree-2004: imported" "$said" "10 systems, 21 results"
want=$(grep -oE '(real|user|sys) [0-9]+m[0-9.]+s' "$SEEDS/tree-2004.txt" | sed -E 's/.* ([0-9]+)m([0-9.]+)s/\1 \2/' |
	awk '{ printf "%.3f\n", $1 * 60 + $2 }' | sort)
is "tree-2004: the document has 54 times" "$(wc -l <<<"$want")" 54
is "tree-2004: all of them" \
	"$("$HIB" show tree-2004 --style table "2.6.5" linux | grep -E '^(reiser|xfs|ext|fat)' | grep -oE ' [0-9.]+' | tr -d ' ' | sort)" "$want"
has "tree-2004: which system, which command" "$("$HIB" show tree-2004 --style table "cp -a")" \
	"xfs        70.314  0.162   3.428"
bonnie=$("$HIB" show tree-2004 --style table bonnie --width 400)
is "tree-2004: the tables of bonnie++" "$(grep '^reiser' <<<"$bonnie" | sed -E 's/ +/ /g')" \
"reiser4 ( no special mkfs options ) 15357 29126 17855 15994 40185 322 19839 too fast 7394 7632 too fast 7326
reiser4 ( mkfs option -o formatting=extents) 15221 30467 17341 16059 40183 319 19728 too fast 7361 7576 too fast 7265
reiserfs ( no special mount options ) 16207 30432 16978 15100 38487 349 12433 too fast 10349 11836 too fast 9248
reiserfs ( mount option -o notails) 16029 33199 16201 15226 38606 348 12423 too fast 10719 11767 too fast 9241"
has "tree-2004: +++++ is a state" "$("$HIB" show tree-2004 "seq stat")" "too fast to measure: +"

# tables of accounting on two machines
take ext4-2006
has "ext4-2006: imported" "$said" "10 systems, 130 results"
want=$(tr -s '\n' ' ' <"$SEEDS/ext4-2006.txt" | sed -E 's/ procs//g; s/Node /\nNode /g; s/ (EXT3|EXT4|REISERFS|JFS|XFS) ?:/\n\1/g; s/ : /\n: /g; s/ (\*|thanks|==)/\n\1/g' |
	awk '/^Node/ { node = substr($2, 1, length($2) - 1) } /^[EJRX][A-Z0-9]+ [0-9]/ { sub(/Throughput/, "Throughput "); sub(/ +/, " ");
		printf "%s, %s:", $1, node; for (i = 2; i <= 6; i++) printf " %s", $i;
		if ($7 == "Throughput") printf " Throughput %s MB/s", $8; else if (NF > 6) printf " %s %s", $7, $8; print "" }' | sort)
is "ext4-2006: the document has 230 rows" "$(wc -l <<<"$want")" 230
got=$("$HIB" show ext4-2006 --form accounting)
is "ext4-2006: each row with its five figures and details" \
	"$(grep -E '^[EJRX]' <<<"$got" | sed -E 's/ +:/:/' | sort)" "$want"
is "ext4-2006: 60 rates of dbench" "$(grep -c Throughput <<<"$got")" 60
is "ext4-2006: 90 counts of extents" "$(grep -c 'extents$' <<<"$got")" 90
has "ext4-2006: ticks are no seconds" "$("$HIB" show ext4-2006 --style table dbench64)" "unit                  s  ticks  ticks       KB        KB        MB/s"
has "ext4-2006: a rate glued to its word" "$got" "13316997 Throughput 2.89094 MB/s"
is "ext4-2006: what it shows can be read again" \
	"$(printf '%s\n' "$got" >again.txt; "$HIB" import again.txt -o ./again 2>/dev/null; "$HIB" show again --form accounting | cksum)" "$(cksum <<<"$got")"
xml=$(cat ext4-2006/composite.xml)
has "ext4-2006: the machine of a node" "$xml" "2 x PIII-933MHz, 896MB RAM, SCSI HDD"
has "ext4-2006: mount options" "$xml" "mounted with extents,mballoc,delalloc"
is "ext4-2006: parsed without its name" "$("$HIB" parse "$SEEDS/ext4-2006.txt" --json | jq -r '[.program, (.metrics | length)] | @tsv')" "accounting	1300"
is "iozone-threads-2002: parsed without its name" "$("$HIB" parse "$SEEDS/iozone-threads-2002.txt" --json 2>/dev/null | jq -r '[.program, (.metrics | length)] | @tsv')" "matrix	96"

# several logs of one system each become one result
printf 'Throughput 512.25 MB/sec  4 clients  4 procs  max_latency=21.5 ms\n' >ext4.log
printf 'Throughput 498.5 MB/sec  4 clients  4 procs  max_latency=25 ms\n' >xfs.log
said=$("$HIB" import ext4.log xfs.log -o ./logs 2>&1)
has "logs: files name systems" "$said" "no name stands above this output of dbench: it is called 'xfs'"
has "logs: both in one chart" "$("$HIB" show logs throughput)" "498.5  -2.7 %"
has "logs: names by hand" "$("$HIB" import ext4.log xfs.log -o ./logs -f --systems A,B 2>/dev/null; "$HIB" show logs throughput)" "B  "
# the forms in which people write: DOCUMENT's systems and their throughput, in order
forms() { # NAME WANTED: standard input is the document
	cat >form.txt
	"$HIB" import form.txt -o ./form -f 2>form.said >/dev/null
	is "form: $1" "$("$HIB" show form --style table throughput --ascii 2>/dev/null | awk '/^unit/ { in_table = 1 } /^better/ { next } in_table && !/^unit|^one|^medians/ && NF > 1 { print }' | tr -s ' ' | tr '\n' ';')" "$2"
}
out1='dbench version 4.00 - Copyright Andrew Tridgell 1999-2004\n\n 8 of 8 processes prepared for launch   0 sec\n\nThroughput 998.305 MB/sec  8 clients  8 procs  max_latency=24.330 ms'
out2='dbench version 4.00 - Copyright Andrew Tridgell 1999-2004\n\nThroughput 487.115 MB/sec  8 clients  8 procs  max_latency=94.330 ms'
both='ext4 998.305;xfs 487.115;'
forms 'a colon' "$both" < <(printf "Hi all,\nhere are my numbers.\n\next4:\n$out1\n\nxfs:\n$out2\nBye\n")
forms 'Markdown' "$both" < <(printf "## ext4\n\n\`\`\`\n$out1\n\`\`\`\n## xfs\n\`\`\`\n$out2\n\`\`\`\n")
forms 'underlined' "$both" < <(printf "ext4\n----\n$out1\n\nxfs\n----\n$out2\n")
forms 'equal signs' "$both" < <(printf "== ext4 ==\n$out1\n== xfs ==\n$out2\n")
forms 'numbered' "$both" < <(printf "1) ext4\n\n$out1\n2) xfs\n\n$out2\n")
forms 'BBCode' "$both" < <(printf "[b]ext4:[/b]\n[code]\n$out1\n[/code]\n[b]xfs:[/b]\n[code]\n$out2\n[/code]\n")
forms 'HTML' "$both" < <(printf "<html><h2>ext4</h2><pre>\n$out1\n</pre><h2>xfs</h2><pre>\n$out2\n</pre></html>\n")
forms 'a heading before a sentence' "$both" < <(printf "Results for ext4\n\nI ran dbench, this came out:\n\n$out1\n\nResults for xfs\n\nThe same here:\n\n$out2\n")
forms 'sentences' "First $both" < <(printf "First ext4.\n\n$out1\n\nThen I formatted the disk with xfs, and this is what I got.\n\n$out2\n")
forms 'a session' "$both" < <(printf "root@host:~# mkfs.ext4 /dev/sdb1\nmke2fs 1.47\nroot@host:~# dbench 8\n$out1\nroot@host:~# mkfs.xfs -f /dev/sdb1\nmeta-data=/dev/sdb1 isize=512\nroot@host:~# dbench 8\n$out2\n")
forms 'a quotation' "$both" < <(printf "ext4:\n$out1\n\nxfs:\n$out2\n" | sed 's/^/> /')
forms 'indented' "$both" < <(printf "ext4:\n$out1\n\nxfs:\n$out2\n" | sed 's/^/    /')
forms 'line ends of Windows' "$both" < <(printf "ext4:\n$out1\n\nxfs:\n$out2\n" | sed 's/$/\r/')
forms 'names that are no file systems' 'SSD RAID 998.305;Hard disk 487.115;' < <(printf "SSD RAID:\n$out1\nHard disk:\n$out2\n")
forms 'one file system twice' 'ext4, data=journal 998.305;ext4, data=ordered 487.115;' < <(printf "ext4, data=journal:\n$out1\next4, data=ordered:\n$out2\n")
printf "ext4:\n$out1\n$(printf "$out1" | sed 's/8 clients  8 procs/16 clients  16 procs/; s/998/999/')\n" >clients.txt
"$HIB" import clients.txt -o ./clients -f >/dev/null 2>&1
has 'form: another number of clients is another test' "$("$HIB" show clients)" '16 clients - throughput'
printf "ext4:\n# time tar xf a.tar\nreal 0m12.5s\nuser 0m1s\nsys 0m1s\n%% time rm -rf a\nrm -rf a  0.10s user 1.00s system 89%% cpu 1.224 total\nxfs:\n# time tar xf a.tar\nreal 1h2m\nuser 0m1s\nsys 0m1s\n" >shells.txt
said=$("$HIB" import shells.txt -o ./shells -f 2>&1)
has 'form: a time that is not read is told' "$said" 'a time of no known form is not read'
has 'form: zsh, and each command is a test' "$("$HIB" show shells --style table 'rm -rf')" 'ext4       1.224   0.10   1.00'
fio=$DATA/samples/fio/human-eta-always.out
cp "$fio" ext4.log
cp "$fio" xfs.log
"$HIB" import ext4.log xfs.log -o ./fios -f >/dev/null 2>&1
is 'form: a program'"'"'s own lines are no names' "$(xmllint --xpath '//System/Identifier/text()' fios/composite.xml | tr '\n' ' ')" 'ext4 xfs '
mkdir -p one two
cp ext4.log one/run.log
cp ext4.log two/run.log
"$HIB" import one/run.log two/run.log -o ./folders -f >/dev/null 2>&1
is 'form: folders tell files of one name apart' "$(xmllint --xpath '//System/Identifier/text()' folders/composite.xml | tr '\n' ' ')" 'one two '
code 'names for another number of systems' 2 "$HIB" import ext4.log xfs.log -o ./few -f --systems A
has 'names for another number of systems: said' "$out" "--systems has 1 name for 2 systems: 'ext4', 'xfs'"
printf 'IOzone\nNo of threads=2 ext4-2t xfs-2t\nRead 50100 49900\nRewrite 20100 29900\nWrite 1200\nRe-read 1 2 3\n' >odd.txt
has 'a row of a matrix with other numbers is told' "$("$HIB" import odd.txt -o ./odd 2>&1)" 'odd.txt:5: a row with more or fewer numbers'
# an output alone is imported as it is parsed: the same ok values, none of a run that failed
imported() { xmllint --xpath 'count(//Entry[Value != ""])' "$1/composite.xml" 2>/dev/null || echo 0; }
for sample in dbench/opt-per-client postmark/biases-off tiotest/v0.4.2-all-t4-f32 compilebench/makej-i2-ext4 bonnie++/real-values-btrfs \
	dd/fail-enospc dd/sigusr1 time/bash-fail-no-archive time/gnu-verbose-rm time/gnu-fail-status iozone/single-s-r-all-tests \
	iozone/pts-1.9.6-write-2m-scaled fio/terse-normal-randrw-4jobs fio/killed-sigkill-status-json tiotest/v0.3.3-tiobench-pl \
	dd/locale-fr dbench/v5-machine-readable fs_mark/killed-sigterm; do
	[ -e "$DATA/samples/$sample.out" ] || { skip "alone: $sample" 'not among the samples'; continue; }
	rm -rf alone
	"$HIB" import "$DATA/samples/$sample.out" -o ./alone >/dev/null 2>&1
	is "alone: $sample" "$(imported alone)" "$("$HIB" parse "${sample%%/*}" "$DATA/samples/$sample.out" --json |
		jq '[.metrics[] | select(.state == "ok") | .metric] | unique | length')"
done
printf '%s\n' 'Kernel A' "$(printf "$out1")" '' 'Kernel B' "$(printf "$out2")" >kernels.txt
"$HIB" import kernels.txt -o ./kernels -f >/dev/null 2>&1
is 'a short line directly above names the system' "$(xmllint --xpath '//System/Identifier/text()' kernels/composite.xml | tr '\n' ' ')" 'Kernel A Kernel B '
printf '$ uname -a\nLinux\next4:\n%b\nxfs:\n%b\n' "$out1" "$out2" >stale.txt
"$HIB" import stale.txt -o ./stale -f >/dev/null 2>&1
is 'what was typed above a heading is no test' "$(xmllint --xpath 'count(//Result)' stale/composite.xml)" 2
printf 'bash-5.1# time tar xf a.tar\nreal 0m1s\nuser 0m1s\nsys 0m1s\nlinux:~ # time rm -rf a\nreal 0m2s\nuser 0m1s\nsys 0m1s\n' >prompts.txt
"$HIB" import prompts.txt -o ./prompts -f >/dev/null 2>&1
is 'other prompts' "$(xmllint --xpath 'count(//Result)' prompts/composite.xml)" 6
printf 'From a\nContent-Transfer-Encoding: quoted-printable\n\nHello=20\n\nFrom b\n\next4:\n%b\n' "$(sed 's/24.330/23.653/' <<<"$out1")" >mbox.txt
"$HIB" import mbox.txt -o ./mbox -f >/dev/null 2>&1
has 'a mailbox: each mail has its own encoding' "$("$HIB" show mbox)" '23.653'
printf 'IOzone, KB/s\n> No of threads=1 a-1t b-1t\n> Read 10 20\n> Write 30 40\nNo of threads=2 a-2t b-2t\nRead 50 60\nWrite 70 80\n> No of threads=4 a-4t b-4t\n> Read 90 95\n' >quotes.txt
"$HIB" import quotes.txt -o ./quotes -f >/dev/null 2>&1
is 'a matrix: what stands only in a quotation counts' "$(xmllint --xpath 'count(//Result)' quotes/composite.xml)" 5
# what hib shows in the classic style it reads again
"$HIB" show ext4-2006 --style classic >classic.txt 2>/dev/null
has 'classic text of an import is read again' "$("$HIB" import classic.txt -o ./classic 2>&1)" '10 systems, 130 results'
code "a document without output" 2 "$HIB" import "$TOP/README.md" -o ./none
has "a document without output: said" "$out" "no output of a program that hib knows"
done_testing
