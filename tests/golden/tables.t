#!/usr/bin/env bash
# Help, manual pages and shell completion tell of the same options: those of tests/data/options.txt, where each is
# written down once more, so that none goes unseen. UPDATE=1 writes it from the help.
. "$(dirname "$0")/../lib.sh"
wanted=$DATA/options.txt

mapfile -t commands < <("$HIB" help --words commands)
help_options() { # lines "COMMAND --long -s"
	local c
	for c in "${commands[@]}"; do
		"$HIB" "$c" --help | sed -nE "s/^  (-([a-zA-Z]), )?--([a-z-]+).*/$c --\3 -\2/p" | sed 's/ -$//' | grep -v -- ' --help'
	done
}
[ "${UPDATE:-}" = 1 ] && help_options >"$wanted"
is 'the help' "$(diff <(help_options) "$wanted")" ''
for c in "${commands[@]}"; do
	is "hib help $c is hib $c --help" "$("$HIB" help "$c")" "$("$HIB" "$c" --help)"
done

manual_options() { # FILE COMMAND
	sed -nE 's/^\.It Fl \\-([a-z-]+)( , Fl ([a-zA-Z]))?.*/'"$2"' --\1 -\3/p' "$1" | sed 's/ -$//' | grep -v -- ' --help'
}
for c in "${commands[@]}"; do "$HIB" help --man "$c" >"$c.1" && manual_options "$c.1" "$c"; done >manual
is 'the manual page of each command' "$(diff manual "$wanted")" ''
if [ -n "${BUILD:-}" ] && [ -f "$BUILD/man/hib.1" ]; then
	awk '/^\.Ss hib / { command = $3 } /^\.Sh/ { command = "" } command { print command "\t" $0 }' "$BUILD/man/hib.1" |
		sed -nE 's/^([a-z-]+)\t\.It Fl \\-([a-z-]+)( , Fl ([a-zA-Z]))?.*/\1 --\2 -\4/p' | sed 's/ -$//' >whole
	is 'hib(1)' "$(diff whole "$wanted")" ''
	for c in "${commands[@]}"; do
		ok "hib-$c(1) is made" test -s "$BUILD/man/hib-$c.1"
	done
else
	skip 'hib(1)' 'not built here'
fi

# completion: asked as a shell asks
"$HIB" help --completion bash >hib.bash
cat >ask.bash <<'X'
source ./hib.bash
while read -r command; do
	COMP_WORDS=("$HIB" "$command" -) COMP_CWORD=2
	_hib
	printf '%s\n' "${COMPREPLY[@]}" | awk -v c="$command" '
		/^--/ { if (long && long != "--help") print c, long; long = $0; next }
		{ if (long != "--help") print c, long, $0; long = "" }
		END { if (long && long != "--help") print c, long }'
done
X
is 'bash' "$(printf '%s\n' "${commands[@]}" | HIB=$HIB bash ask.bash | diff - "$wanted")" ''
COMP() { HIB=$HIB bash -c 'source ./hib.bash; COMP_WORDS=("$HIB" "$@"); COMP_CWORD=$#; _hib; echo "${COMPREPLY[@]}"' x "$@"; }
is 'bash: commands' "$(COMP expo)" 'export export-suite'
is 'bash: choices of an option' "$(COMP run --plan '')" 'normal article'
is 'bash: tests' "$(COMP run fs_m)" 'fs_mark'
is 'bash: formats' "$(COMP export hyper)" 'hyperfine'
"$HIB" help --completion zsh >_hib
sed -nE "/^\t[a-z-]+\)/{s/^\t([a-z-]+)\).*/=\1/p}; s/^\t\t\t('\*')?'\(-(.) --([a-z-]+)\)'.*/--\3 -\2/p; s/^\t\t\t'\*?--([a-z-]+)\[.*/--\1/p" _hib |
	awk '/^=/ { c = substr($0, 2); next } !/--help/ { print c, $0 }' >zsh
is 'zsh' "$(diff zsh "$wanted")" ''
if command -v zsh >/dev/null; then ok 'zsh: reads it' zsh -n _hib; else skip 'zsh: reads it' 'no zsh'; fi
"$HIB" help --completion fish >hib.fish
sed -nE "s/^complete -c hib -n '__fish_seen_subcommand_from ([a-z-]+)' -l ([a-z-]+)( -s (.))?.*/\1 --\2 -\4/p" hib.fish |
	sed 's/ -$//' | grep -v -- ' --help' >fish
is 'fish' "$(diff fish "$wanted")" ''
if command -v fish >/dev/null; then ok 'fish: reads it' fish -n hib.fish; else skip 'fish: reads it' 'no fish'; fi
code 'another shell' 2 "$HIB" help --completion tcsh
has 'another shell: those there are' "$out" 'bash, zsh and fish'
done_testing
