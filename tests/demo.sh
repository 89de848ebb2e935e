#!/bin/sh
# demo.sh HIB FOLDER: the main job on any machine. The disk of the checkout is compared with memory,
# where there is enough of it, so that the bars have something to compare.
set -eu
hib=$1 folder=$2
mkdir -p "$folder"
memory=/dev/shm
free_kib() { df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print $4 }'; }
set -- --target "disk=$folder"
if [ -d $memory ] && [ -w $memory ] && [ "$(free_kib $memory)" -gt 1500000 ]; then
	set -- "$@" --target memory=$memory
fi
"$hib" run dbench fs_mark postmark fio --quick --set fio.test=write --set direct=no "$@" \
	--name demo -o "$folder/result" --force
