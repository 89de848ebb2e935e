#!/bin/sh
# demo.sh HIB FOLDER: the main job on any machine. Root compares file systems that hib makes on image files in the
# folder; others compare the folder's disk with memory, where there is enough of it.
set -eu
hib=$1 folder=$2
mkdir -p "$folder"
memory=/dev/shm
article() {
	"$hib" report "$folder/result" -f html,svg -o "$folder/article"
	echo "article $folder/article/index.html"
}
free_kib() { df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print $4 }'; }
if [ "$(id -u)" = 0 ] && [ -w /dev/loop-control ] && [ "$(free_kib "$folder")" -gt 2000000 ]; then
	"$hib" run filesystems --quick --blocks 3 --only ext4,xfs,btrfs --target "$folder" -o "$folder/result" --force
	article
	exit
fi
set -- --target "disk=$folder"
if [ -d $memory ] && [ -w $memory ] && [ "$(free_kib $memory)" -gt 1500000 ]; then
	set -- "$@" --target memory=$memory
fi
"$hib" run dbench fs_mark postmark fio --quick --set fio.test=write --set direct=no "$@" \
	--name demo -o "$folder/result" --force
article
