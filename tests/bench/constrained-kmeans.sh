#!/bin/sh
# An iteration of COP-KMeans beside one of plain k-means, from the same starting centres: what 10,000 constraints cost. One thread, CPU time.
set -eu

# measure N D K PAIRS ITERATIONS
measure() {
  # shellcheck disable=SC2046 # a list of numbers
  set -- "$@" $("$CE_BENCH/constrained-kmeans" "$@")
  echo "$*" | awk '{ printf "%d x %d, k %d, %d constraints: %.2f ms an iteration (of %d), plain k-means %.2f ms (of %d): ratio %.2f; closure %.1f ms, %d dead ends, %d violated\n",
    $1, $2, $3, $4, $6, $7, $8, $9, $6 / $8, $10, $11, $12 }'
}

measure 100000 16 10 10000 30
measure 100000 16 50 10000 30
measure 100000 4 10 10000 30
measure 100000 16 10 100000 30
