#!/bin/sh
# The graph of the 10 nearest neighbours, and all members of ce-generate tksc -k 2..12 of 10,000 x 16 in ten groups that overlap: CPU seconds on one
# thread, of the whole process for the members, reading and writing included; beside scikit-learn's kneighbors_graph, and its SpectralClustering by
# ARPACK of the same affinities for k 12 alone (its other k would each take an eigenproblem of their own). Needs CE_BIN and CE_BENCH.
set -eu
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
python=${PYTHON:-/usr/bin/python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

peer=yes
"$python" -c 'import sklearn' 2>/dev/null || { peer=no; echo "no scikit-learn for $python: our times only"; }

# process_cpu COMMAND...: user and system seconds, the best of 3
process_cpu() {
  for _ in 1 2 3; do
    sh -c '"$@" >/dev/null && times' sh "$@" | sed -n '2{s/[ms]/ /g;p;}' | awk '{ print 60 * $1 + $2 + 60 * $3 + $4 }'
  done | sort -n | head -n 1
}

# report WHAT OURS THEIRS
report() {
  awk -v what="$1" -v ours="$2" -v theirs="$3" 'BEGIN {
    printf "%s: %.2f s", what, ours
    if (theirs != "") printf "; scikit-learn %.2f s (ratio %.1f)", theirs, theirs / ours
    print "" }'
}
theirs() { [ $peer = no ] || "$python" "$CE_SOURCE/tests/bench/spectral.py" "$@"; }

for size in "10000 2" "10000 16" "1080 857" "900 10000"; do
  # shellcheck disable=SC2086
  report "neighbours of $size" "$("$CE_BENCH/spectral" $size)" "$(theirs neighbours $size)"
done
"$CE_BIN/ce-synth" blobs -k 10 --dimensions 16 --spread 3 -n 10000 -o "$folder/blobs.csv"
report "tksc of 10000 x 16, k 2..12 (scikit-learn: k 12)" \
  "$(process_cpu "$CE_BIN/ce-generate" tksc -q -j 1 -k 2..12 --weights "$folder/nm.csv" "$folder/blobs.csv")" \
  "$(theirs clusters "$folder/blobs.csv" 12)"
