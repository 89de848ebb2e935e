#!/usr/bin/env bash
# hib install: packages through stand-ins for apt, and a program built from sources for real.
. "$(dirname "$0")/../lib.sh"

if ! grep -qi debian /etc/os-release; then
	skip 'install' 'not on Debian'
	done_testing
	exit
fi
mkdir bin
export HIB_PROGRAMS=$HERE/programs PATH=$HERE/bin:$PATH
sudo=
[ "$(id -u)" = 0 ] || sudo='sudo '
# apt-cache knows one package; apt-get writes down what it is asked, and "installs" a program
cat >bin/apt-cache <<X
#!/bin/sh
[ "\$2" = fetched ] && [ ! -e "$HERE/updated" ] && exit 0
[ "\$2" = absent ] || [ "\$2" = unfree ] || printf '%s:\n  Installed: (none)\n  Candidate: 1.0\n' "\$2"
X
cat >bin/apt-get <<X
#!/bin/sh
echo "apt-get \$*" >>"$HERE/asked"
[ "\$1" = update ] && touch "$HERE/updated"
case " \$* " in *" goodpkg "*) printf '#!/bin/sh\n' >"$HERE/bin/goodprogram"; chmod +x "$HERE/bin/goodprogram" ;; esac
case " \$* " in *" failing "*) exit 100 ;; esac
exit 0
X
printf '#!/bin/sh\nexec "$@"\n' >bin/sudo
chmod +x bin/*
profile_of() { # NAME PROGRAM PACKAGES
	printf 'profile: %s\nversion: 1.0.0\ntitle: T\nprograms: [%s]\npackages: {%s}\ncommand: [%s]\nparser: elapsed\nmetrics:\n  - {metric: elapsed, scale: s, proportion: LIB}\n' \
		"$1" "$2" "$3" "$2" >"$1.yaml"
}
profile_of good goodprogram 'debian: goodpkg'
profile_of again goodprogram2 'debian: goodpkg'
profile_of sh sh 'debian: dash'
profile_of unfree unfreeprogram 'debian: unfree (non-free)'
profile_of absent absentprogram 'debian: absent'
profile_of late lateprogram 'debian: fetched'
profile_of failing failingprogram 'debian: failing'
profile_of elsewhere nowhereprogram 'elsewhere: "https://example.org/it"'

code 'dry run' 0 "$HIB" install ./good.yaml ./again.yaml ./sh.yaml -n
is 'dry run: what is there, and one command for the rest' "$out" \
	"sh               installed
${sudo}apt-get install -y --no-install-recommends goodpkg"
code 'nothing was asked of apt' 1 test -e asked
code 'installs' 0 "$HIB" install ./good.yaml
has 'says what is there now' "$out" 'good             installed'
is 'asked of apt' "$(cat asked)" 'apt-get install -y --no-install-recommends goodpkg'
code 'a package that does not bring the program' 2 "$HIB" install ./again.yaml
code 'non-free' 2 "$HIB" install ./unfree.yaml
has 'non-free: said plainly' "$out" "Debian's package unfree lies in its component non-free, which this machine does not use: it is not free software"
has 'non-free: what to do' "$out" 'add non-free to the components in /etc/apt/sources.list'
code 'in no archive' 2 "$HIB" install ./absent.yaml
has 'in no archive: said' "$out" "no source of packages here has 'absent'"
rm -f asked updated
code 'lists that were never fetched' 2 "$HIB" install ./late.yaml
has 'lists are fetched first' "$(cat asked)" "apt-get update
apt-get install -y --no-install-recommends fetched"
code 'apt fails' 2 "$HIB" install ./failing.yaml
has 'apt fails: said' "$out" "apt-get install -y --no-install-recommends failing' ended with exit status 100"
code 'published elsewhere' 2 "$HIB" install ./elsewhere.yaml
has 'published elsewhere: where, and what to do' "$out" "It is published at https://example.org/it.
     Put 'nowhereprogram' on your PATH"
code 'a suite' 0 "$HIB" install iozone-throughput-2009 -n
code 'no name' 2 "$HIB" install
code 'not there' 2 "$HIB" install nosuchthing

# from sources: built in a copy, found before the PATH, and run
mkdir sources
cp "$DATA/samples/tiotest/v0.3.3-all-t8-f64.out" sources/recorded
cat >sources/tiotest.c <<X
#include <stdio.h>
int main(void) { FILE *f = fopen(RECORDED, "r"); int c; while (f && (c = getc(f)) != EOF) putchar(c); return !f; }
X
printf 'tiotest: tiotest.c\n\tcc -DRECORDED=\\"$(CURDIR)/recorded\\" -o $@ tiotest.c\n' >sources/Makefile
code 'sources: dry run' 0 "$HIB" install tiotest --source sources -n
has 'sources: dry run: the commands' "$out" "make"
code 'sources: nothing was built' 1 test -e programs
code 'sources: built' 0 "$HIB" install tiotest --source sources
has 'sources: the program is there' "$out" 'tiotest          installed'
code 'sources: the folder is as it was' 1 test -e sources/tiotest
out=$("$HIB" run tiotest -b 1 --target . -n built 2>&1)
has 'sources: a run finds it' "$("$HIB" show built)" 'MiB/s'
printf '#!/bin/sh\nexit 3\n' >sources/configure
chmod +x sources/configure
code 'sources: configure fails' 2 "$HIB" install tiotest --source sources
has 'sources: configure fails, said' "$out" "'./configure' in '$HERE/programs/src/tiotest' ended with exit status 3"
has 'sources: what was built before stays' "$("$HIB" install tiotest)" 'tiotest          installed'
code 'sources: no folder' 2 "$HIB" install tiotest --source nowhere
has 'sources: no folder, said' "$out" "cannot open 'nowhere'"
code 'sources: of two' 2 "$HIB" install tiotest fio --source sources
mkdir empty
code 'sources: without the program' 2 "$HIB" install compilebench --source empty
has 'sources: without the program, said' "$out" "gave no program 'compilebench'"
done_testing
