#!/bin/sh
# deb.sh BUILD: a Debian package of what is built for /usr, as BUILD/deb/hib_VERSION_ARCHITECTURE.deb.
set -eu
build=$1
top=$(cd "$(dirname "$0")/../.." && pwd)
root=$build/deb/root
version=$("$build/hib" --version | cut -d' ' -f2)
architecture=$(dpkg --print-architecture)
# the day of the last change, so that the same sources give the same package
when=$(git -C "$top" log -1 --format=%cd --date=format:'%a, %d %b %Y %H:%M:%S +0000' 2>/dev/null || date -R)
SOURCE_DATE_EPOCH=$(date -d "$when" +%s)
export SOURCE_DATE_EPOCH
rm -rf "$build/deb"
make -s -C "$top" --no-print-directory install BUILD="$build" PREFIX=/usr DESTDIR="$(realpath -m "$root")" >/dev/null
strip --strip-unneeded "$root/usr/bin/hib" "$root/usr/lib/hib/picture.so"
# what compressed pages must not have is a time
find "$root/usr/share/man" -type f -exec gzip -9n {} +
doc=$root/usr/share/doc/hib
install -d "$doc" "$root/DEBIAN"
{
	printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n'
	printf 'Upstream-Name: hib\n\nFiles: *\nCopyright: %s\nLicense: Expat\n' "$(sed -n 's/^Copyright (c) //p' "$top/LICENSE")"
	sed '1,/^Permission/{/^Permission/!d}; s/^$/./; s/^/ /' "$top/LICENSE"
} >"$doc/copyright"
printf 'hib (%s) unstable; urgency=medium\n\n  * As released.\n\n -- hib developers <hib@localhost.localdomain>  %s\n' "$version" "$when" |
	gzip -9n >"$doc/changelog.gz"
gzip -9nc "$top/README.md" >"$doc/README.md.gz"
install -d "$root/usr/share/lintian/overrides"
cat >"$root/usr/share/lintian/overrides/hib" <<X
# small libraries are linked in: loading them costs every start of the program more than all of its own work
hib: embedded-library *
# whether a package manager works at the moment is a disturbance of measurements: its lock is looked at
hib: uses-dpkg-database-directly *
# there is no mailing list yet
hib: bogus-mail-host *
hib: bogus-mail-host-in-debian-changelog *
X
# dpkg-shlibdeps wants a source package's control file to stand there
mkdir -p "$build/deb/debian"
printf 'Source: hib\n\nPackage: hib\nArchitecture: any\n' >"$build/deb/debian/control"
depends=$(cd "$build/deb" && dpkg-shlibdeps -O root/usr/bin/hib root/usr/lib/hib/picture.so 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
cat >"$root/DEBIAN/control" <<X
Package: hib
Version: $version
Architecture: $architecture
Maintainer: hib developers <hib@localhost.localdomain>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: $depends
Recommends: curl, e2fsprogs
Suggests: bonnie++, btrfs-progs, dbench, fio, fsmark, postmark, xfsprogs
Section: utils
Priority: optional
Description: storage and file-system benchmarks with honest bars
 hib ("Higher Is Better") runs real benchmark programs such as fio, dbench
 and fs_mark from YAML test profiles, reads their output strictly, keeps
 every raw sample, says what is proven and what is not, and draws bar charts
 in the terminal, as SVG and PNG, and as a whole article.
 .
 It reads and writes the files of the Phoronix Test Suite, and runs its test
 profiles.
X
(cd "$root" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k2) >"$root/DEBIAN/md5sums"
find "$root" -type d -exec chmod 755 {} +
package=$build/deb/hib_${version}_$architecture.deb
fakeroot dpkg-deb --build "$root" "$package" >/dev/null
rm -rf "$root" "$build/deb/debian"
echo "$package"
