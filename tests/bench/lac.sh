#!/bin/sh
# LAC for ten values of 1/h on 20,000 objects in 2,000 features, k = 10, against our own k-means with as many members and iterations from the
# same start, on one thread and on two. An iteration of LAC has two assignments and the dispersions besides the means; k-means
# leaves out most distances in its later iterations, and may need fewer: the last figure is the ratio of one iteration. Needs CE_BENCH (programs).
# Then CLAC, with 10,000 constraints on 100,000 objects, against LAC, by iterations.
#   SIZES="20000,2000,10,10" sets others: objects, features, k, values of 1/h; CONSTRAINED likewise, with the number of constraints.
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

for size in ${CONSTRAINED:-100000,4,3,1,10000 100000,50,10,1,10000 100000,10,5,10,10000}; do
  for threads in 1 2; do
    # shellcheck disable=SC2046 # the parts of the size
    "$CE_BENCH/lac" blobs $(echo "${size%,*}" | tr , ' ') $threads "${size##*,}" |
      awk -v what="$size constraints, $threads thread(s)" '{
        printf "%s: CLAC %.2f s (cpu %.2f) for %d iterations, LAC %.2f s (cpu %.2f) for %d: ratio by iterations %.2f (cpu %.2f)\n",
          what, $1, $2, $3, $4, $5, $6, ($1 / $3) / ($4 / $6), ($2 / $3) / ($5 / $6) }'
  done
done
