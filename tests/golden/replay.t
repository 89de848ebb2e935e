#!/usr/bin/env bash
# The fuzz targets over all samples, over each cut in half, and over the inputs that fuzzing found.
. "$(dirname "$0")/../lib.sh"

if [ -z "${REPLAY:-}" ] || [ ! -x "$REPLAY/parsers" ]; then
	skip 'fuzz targets' 'not built'
	done_testing
	exit
fi
mapfile -t samples < <(find "$DATA/samples" -name '*.out')
ok 'parsers: all samples' "$REPLAY/parsers" "${samples[@]}"
mkdir halves
for f in "${samples[@]}"; do
	size=$(stat -c %s "$f")
	head -c $((size / 2)) "$f" >"halves/$(basename "$(dirname "$f")")-$(basename "$f")"
done
ok 'parsers: all samples cut in half' "$REPLAY/parsers" halves/*
ok 'documents: references, seeds and profiles' "$REPLAY/documents" "$DATA"/reiser4-2012/* "$DATA"/seeds/* "$TOP"/profiles/*.yaml
head -c 9000 "$DATA/reiser4-2012/flattened.txt" >flat
head -c 15000 "$DATA/reiser4-2012/reiser4-2012.composite.xml" >half.xml
head -c 3000 "$DATA/seeds/tree-2004.txt" >half.txt
ok 'documents: cut in half' "$REPLAY/documents" flat half.xml half.txt
for corpus in "$DATA"/fuzz/*; do
	target=$(basename "$corpus")
	[ -x "$REPLAY/$target" ] || target=parsers
	ok "$(basename "$corpus"): inputs that fuzzing found" "$REPLAY/$target" "$corpus"/*
done
done_testing
