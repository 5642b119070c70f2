#!/bin/sh
# LAC for ten values of 1/h on 20,000 objects in 2,000 features, k = 10, against our own k-means with as many members and iterations from the
# same start, on one thread and on two. An iteration of LAC has two assignments and the dispersions besides the means; k-means
# leaves out most distances in its later iterations, and may need fewer: the last figure is the ratio of one iteration. Needs CE_BENCH (programs).
#   SIZES="20000,2000,10,10" sets others: objects, features, k, values of 1/h.
set -eu

for size in ${SIZES:-20000,2000,10,10 30000,50,10,10 150000,2,5,10}; do
  for kind in subspace blobs; do
    for threads in 1 2; do
      # shellcheck disable=SC2046 # the parts of the size
      "$CE_BENCH/lac" $kind $(echo "$size" | tr , ' ') $threads |
        awk -v what="$kind $size, $threads thread(s)" '{
          printf "%s: LAC %.2f s (cpu %.2f) for %d iterations, k-means %.2f s (cpu %.2f) for %d: ratio %.2f (cpu %.2f), by iterations %.2f\n",
            what, $1, $2, $3, $4, $5, $6, $1 / $4, $2 / $5, ($1 / $3) / ($4 / $6) }'
    done
  done
done
