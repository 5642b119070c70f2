#!/bin/sh
# Reading and writing a label table of 494,020 x 10 (14 MB): CPU seconds, against libcsv alone on the same file in the same run; and
# ce-microcluster compress on ten million objects as a process. Needs CE_BIN and, from the Makefile here, CE_BENCH; without that
# the program is compiled with CC against CE_BUILD/libclens.a.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if [ -z "${CE_BENCH:-}" ]; then
  CE_BENCH=$folder
  "${CC:-cc}" -O2 -I"$CE_SOURCE/src" -D_GNU_SOURCE -o "$folder/read" "$CE_SOURCE/tests/bench/read.c" "$CE_BUILD/libclens.a" -lcsv -lz -lm
fi
"$CE_BENCH/read" 494020 10 >"$folder/labels.csv"
"$CE_BENCH/read" "$folder/labels.csv"

"$CE_BENCH/read" 10000000 10 >"$folder/ten.csv"
sh -c '"$@" && times' sh "$CE_BIN/ce-microcluster" compress -v -o "$folder/micro.csv" "$folder/ten.csv" 2>"$folder/said" |
  sed -n '2{s/[ms]/ /g;p;}' | awk '{ printf "ce-microcluster compress: 10,000,000 x 10: %.2f s of CPU (%s bytes)\n", 60 * $1 + $2 + 60 * $3 + $4, size }' \
    size="$(wc -c <"$folder/ten.csv")"
cat "$folder/said"
