#!/usr/bin/env bash
# What a trial's program is held back from, each thing refused, and each let through by the exception that names it.
. "$(dirname "$0")/../lib.sh"

abi=$("$HIB" system --json | jq .landlock)
root=$(id -u)
home=$(getent passwd "$root" | cut -d: -f6)
mark=$home/.hib-sandbox-test.$$
trap 'cd /; rm -rf "$HERE" "$mark" "$mark.read"; [ -z "${server:-}" ] || kill $server' EXIT

# try NAME SCRIPT [EXCEPTIONS]: a run of one trial; what it printed is in $said
try() {
	profile "$1" "$2" "parser: elapsed
${3:+sandbox: {$3, reason: a test\}
}metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}"
	"$HIB" run "./$1.yaml" -b 1 -o "r-$1" -f >"$1.out" 2>&1
	said=$(cat "r-$1/logs/0001.out" "r-$1/logs/0001.err" 2>/dev/null)
}

if [ "$abi" -gt 0 ]; then
	try home-write "echo x >$mark; echo done"
	has 'a write to the home folder: refused' "$said" 'ermission denied'
	ok 'and it is not there' test ! -e "$mark"
	try denied "ls $home && cat $home/.hib-absent"
	has 'a program that fails for it: the sandbox is named as a cause' "$(cat denied.out)" 'the sandbox may be what refused it'
	try home-write-excused "mkdir -p $mark/x && echo there >$mark/x/f; cat $mark/x/f" "write: [$home]"
	is 'a write to the home folder: excused' "$said" there
	rm -rf "$mark"

	echo secret >"$mark.read"
	try home-read "cat $mark.read; ls $home"
	lacks 'reading in the home folder: refused' "$said" secret
	is 'and so is listing it' "$(grep -c 'ermission denied' <<<"$said")" 2
	try home-read-excused "cat $mark.read" "read: [$mark.read]"
	is 'reading in the home folder: excused' "$said" secret

	try first 'echo value of the first'
	mkdir -p "$home/.hib-sandbox-test.$$"
	cp -r r-first "$mark/result"
	try other-result "cat $mark/result/logs/0001.out $HERE/r-first/logs/0001.out; ls $mark/result; echo x >>$mark/result/journal.jsonl"
	lacks 'results of another run: not read' "$said" 'value of the first'
	ok 'and not changed' cmp r-first/journal.jsonl "$mark/result/journal.jsonl"
	try other-result-excused "cat $mark/result/logs/0001.out" "read: [$mark/result]"
	is 'results of another run: excused' "$said" 'value of the first'
	try own-result "cat $HERE/r-own-result/journal.jsonl; echo x >>$HERE/r-own-result/journal.jsonl"
	lacks 'the journal of its own run: not read' "$said" '"plan"'

	if [ "$root" = 0 ]; then
		try shadow 'cat /etc/shadow /etc/gshadow; cat /etc/passwd | head -1'
		is 'root: keys and passwords are not read, the rest of /etc is' "$(grep -c 'ermission denied' <<<"$said") $(grep -c '^root:' <<<"$said")" '2 1'
		try node 'mknod "$1/disk" b 7 0; dd if="$1/disk" of=/dev/null count=1; mknod "$1/pipe" p && echo pipe'
		has 'no device is made' "$said" 'mknod: '
		has 'a pipe is' "$said" pipe
		disk=$(lsblk -dno NAME 2>/dev/null | head -1)
		try raw "dd if=/dev/${disk:-vda} of=/dev/null count=1 && echo read"
		lacks 'no disk is read' "$said" read
		# by its handle a file is opened without its folders
		cat >handle.pl <<'E'
my ($path, $folder) = @ARGV;
my $handle = pack("Iia128", 128, 0, ""), my $mount = pack("i", 0);
syscall(303, -100, $path, $handle, $mount, 0) == 0 or print("no handle\n"), exit;
opendir(my $d, $folder);
open(my $f, "<", $folder);
my $fd = syscall(304, fileno($f), $handle, 0);
$fd < 0 and print("refused: $!\n"), exit;
open(my $opened, "<&=", $fd);
print <$opened>;
E
		echo handled >"$mark.read"
		if [ "$(uname -m)" = x86_64 ]; then
			try handle "perl $HERE/handle.pl $mark.read \$1" "read: [$HERE/handle.pl]"
			lacks 'no file is opened by its handle' "$said" handled
			has 'no file is opened by its handle: said' "$said" refused
		fi
		try clock 'date -s @$(($(date +%s) + 1000)) >/dev/null || echo refused'
		has 'the clock is not set' "$said" refused
		try mounting 'mount -t tmpfs none "$1" || echo refused'
		has 'nothing is mounted' "$said" refused
	fi
else
	skip 'files' 'this kernel has no Landlock'
fi

# TCP, UDP and abstract sockets
perl -MIO::Socket::INET -e '
	my $s = IO::Socket::INET->new(Listen => 5, LocalAddr => "127.0.0.1") or die;
	print $s->sockport, "\n"; STDOUT->flush; open STDOUT, ">", "/dev/null";
	while (my $c = $s->accept) { print $c "hello\n"; close $c }' >port &
server=$!
wait_for 5 test -s port
connect='use IO::Socket::INET; my $s = IO::Socket::INET->new(PeerAddr => "127.0.0.1:'$(cat port)'", Timeout => 3) or print("refused\n"), exit; print scalar <$s>'
printf '%s\n' "$connect" >connect.pl
udp='use IO::Socket::INET; my $s = IO::Socket::INET->new(Proto => "udp", PeerAddr => "192.0.2.1:9") and $s->send("x") or print "refused\n"'
printf '%s\n' "$udp" >udp.pl
if [ "$abi" -ge 4 ] || [ "$root" = 0 ]; then
	try network "perl $HERE/connect.pl" "read: [$HERE/connect.pl]"
	is 'a connection: refused' "$said" refused
	try network-excused "perl $HERE/connect.pl" "network: true, read: [$HERE/connect.pl]"
	is 'a connection: excused' "$said" hello
	has 'the exception is shown before the run' "$(cat network-excused.out)" 'uses the network'
	has 'and recorded' "$(tail -1 r-network/journal.jsonl) $(tail -1 r-network-excused/journal.jsonl)" 'no network'
	lacks 'with each trial' "$(tail -1 r-network-excused/journal.jsonl)" 'no network'
fi
if [ "$root" = 0 ]; then
	try datagram "perl $HERE/udp.pl" "read: [$HERE/udp.pl]"
	is 'a datagram: refused' "$said" refused
fi

# signals
if [ "$abi" -ge 6 ]; then
	try signal 'kill -CONT $PPID || echo refused; kill -TERM -$(cut -d" " -f5 /proc/$PPID/stat) || echo refused too; sleep 5 & kill $! && echo own'
	has 'a signal to hib: refused' "$said" refused
	has 'and to its group' "$said" 'refused too'
	has 'to its own child: not' "$said" own
	try signal-excused 'kill -CONT $PPID && echo sent' 'signals: true'
	is 'a signal to hib: excused' "$said" sent
fi

# a /tmp of its own, emptied behind each trial
if "$HIB" run ./first.yaml -b 1 -o r-tmp 2>&1 | grep -q 'no /tmp of their own'; then
	skip 'a /tmp of its own' 'not allowed here'
else
	echo seen >"${TMPDIR:-/tmp}/hib-seen.$$"
	profile own-tmp 'ls /tmp /var/tmp | wc -l; echo x >/tmp/mine.'$$' && echo y >/var/tmp/mine; cat /tmp/hib-seen.'$$''
	"$HIB" run ./own-tmp.yaml -b 2 -o r-own-tmp >own-tmp.out 2>&1
	rm -f "${TMPDIR:-/tmp}/hib-seen.$$"
	ok '/tmp: not the machine'\''s' test ! -e "/tmp/mine.$$" -a ! -e /var/tmp/mine
	lacks '/tmp: what lies there is not seen' "$(cat r-own-tmp/logs/0001.out)" seen
	is '/tmp: each trial finds it as the first one did' "$(head -1 r-own-tmp/logs/0002.out)" "$(head -1 r-own-tmp/logs/0001.out)"
	profile shm 'ls /dev/shm | wc -l; echo x >/dev/shm/f && echo written' 'parser: elapsed
sandbox: {shm: true, reason: a test}
metrics:
  - {metric: elapsed, scale: Seconds, proportion: LIB}'
	"$HIB" run ./shm.yaml -b 1 -o r-shm >shm.out 2>&1
	is '/dev/shm: its own, where it may' "$(tr '\n' ' ' <r-shm/logs/0001.out)" '0 written '
	ok '/dev/shm: not the machine'\''s' test ! -e /dev/shm/f
fi

# descriptors that hib's caller left open
profile open-files 'ls /proc/self/fd'
echo secret >opened
"$HIB" run ./open-files.yaml -b 1 -o r-open-files >/dev/null 2>&1 7<opened 200<opened
lacks 'no descriptor of the caller' "$(cat r-open-files/logs/0001.out)" 200

# core dumps, environment
profile limits 'ulimit -c; env | cut -d= -f1 | sort | tr "\n" " "'
SECRET=1 "$HIB" run ./limits.yaml -b 1 -o r-limits >/dev/null 2>&1
is 'no core dumps' "$(head -1 r-limits/logs/0001.out)" 0
lacks 'nothing of the caller'\''s environment' "$(cat r-limits/logs/0001.out)" SECRET
has 'what held is recorded with the trial' "$(tail -1 r-limits/journal.jsonl)" '"sandbox":"'

# a kernel without: said once, and recorded
HIB_NO_LANDLOCK=1 "$HIB" run ./limits.yaml -b 3 -o r-without >without.out 2>&1
is 'a kernel without Landlock: said once' "$(grep -c 'no Landlock' without.out)" 1
has 'and recorded' "$(tail -1 r-without/journal.jsonl)" '"landlock":0'
ok 'targets are clean after all of it' test -z "$(ls -d hib-* 2>/dev/null)"
done_testing
