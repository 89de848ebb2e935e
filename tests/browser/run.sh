#!/bin/sh
# Browser tests: what they need from the npm registry goes below build/, then prove runs them.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
place=$BUILD/browser
mkdir -p "$place"
cp "$top/tests/browser/package.json" "$top/tests/browser/pages.mjs" "$place/"
if ! cmp -s "$place/package.json" "$place/installed.json"; then
	(cd "$place" && npm install --no-audit --no-fund --no-package-lock --silent)
	cp "$place/package.json" "$place/installed.json"
fi
cd "$place"
DATA=$(realpath --relative-to="$place" "$top/tests/data") exec prove --exec node pages.mjs
