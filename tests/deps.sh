#!/bin/sh
# deps.sh PACKAGE...: installs those Debian packages that are missing, without a question, when it may
# (root, or sudo that needs no password); else prints the one line to run. On another distribution it
# names what is missing.
set -eu
if ! command -v dpkg-query >/dev/null; then
	absent=
	for tool in cc pkg-config xml2-config fio dbench fs_mark postmark prove jq mandoc; do
		command -v $tool >/dev/null || absent="$absent $tool"
	done
	for library in libxml-2.0 yaml-0.1 jansson libpcre2-8 libmd libutf8proc cairo pangocairo libpng; do
		pkg-config --exists $library 2>/dev/null || absent="$absent $library"
	done
	[ -z "$absent" ] && exit 0
	echo "deps: this is no Debian; install with its own packages what is missing here:$absent" >&2
	exit 2
fi
missing=
for package; do
	state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
	[ "$state" = installed ] || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ]; then
	as=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
	as=sudo
else
	echo "deps: packages are missing, and only root may install them. Run once:" >&2
	echo "  sudo apt-get install -y$missing" >&2
	exit 2
fi
echo "deps: installing$missing"
install() { $as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# lists that are missing or too old are the usual cause of a first failure
install >"$log" 2>&1 || { $as apt-get update -qq && install; } >"$log" 2>&1 || {
	tail -5 "$log" >&2
	echo "deps: could not install:$missing" >&2
	exit 2
}
