#!/bin/sh
# The graph of elite neighbours of K = 20: seconds by the clock and of all CPUs, links, and memory, on 100 k-means of blobs that overlap
# (their label rows are nearly all distinct), with labels missing, and on labels drawn at random, where nothing can be
# skipped. Nobody else computes this graph without the matrix of all pairs, so there is no peer. Needs CE_BIN and CE_BENCH.
#   SIZES="20000 100000" sets other sizes; 1000000 takes some minutes more, most of them for the k-means.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for n in ${SIZES:-20000 100000}; do
  "$CE_BIN/ce-synth" blobs -n "$n" -k 30 --dimensions 10 --spread 8 --seed 4 -q |
    "$CE_BIN/ce-generate" kmeans -k 20..60 -m 100 --iterations 40 -q -o "$folder/labels"
  echo "blobs: $("$CE_BENCH/elite" "$folder/labels" 20)"
  echo "a tenth missing: $("$CE_BENCH/elite" "$folder/labels" 20 0.1)"
done
awk 'BEGIN { srand(1); for (i = 0; i < 20000; i++) for (q = 0; q < 100; q++) printf "%d%s", 40 * rand(), q < 99 ? "," : "\n" }' \
  >"$folder/random"
echo "at random: $("$CE_BENCH/elite" "$folder/random" 20)"
