#!/bin/sh
# Agglomeration against fastcluster's on the distance matrix of 10,000 points in the plane: CPU seconds of the tree alone, the best of
# several runs in turn. Uniform points have no ties, points on a grid many. Then single linkage of 100,000 points
# without a matrix, and HNE. Needs CE_BENCH (programs) and, for the peer, a python3 with fastcluster, SciPy and NumPy.
#   N=10000 RUNS=3 set other sizes.
set -eu
n=${N:-10000} runs=${RUNS:-3} python=${PYTHON:-/usr/bin/python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

peer=yes
"$python" -c 'import fastcluster, scipy, numpy' 2>/dev/null || { peer=no; echo "no fastcluster for $python: our times only"; }

# points N RANGE: uniform in [0, RANGE), whole numbers unless RANGE is 1
points() {
  awk -v n="$1" -v range="$2" 'BEGIN { srand(1); print n, 2
    for (i = 0; i < 2 * n; i++) printf "%.9g\n", range == 1 ? rand() : int(range * rand()) }'
}
best() { sort -n "$1" | head -n 1; }

points "$n" 1 >"$folder/uniform"
points "$n" 100 >"$folder/grid"
for kind in uniform grid; do
  for method in average complete meansim ward single; do
    peer_method=$method
    [ $method != meansim ] || peer_method=complete # it has no other
    rm -f "$folder/ours" "$folder/theirs"
    for _ in $(seq "$runs"); do
      "$CE_BENCH/linkage" tree $method "$folder/$kind" >>"$folder/ours"
      [ $peer = no ] || "$python" "$CE_SOURCE/tests/bench/linkage.py" $peer_method "$folder/$kind" >>"$folder/theirs"
    done
    printf '%s' "$n $kind points, $method: $(best "$folder/ours") s"
    [ $peer = no ] || awk -v ours="$(best "$folder/ours")" -v theirs="$(best "$folder/theirs")" 'BEGIN {
      printf "; fastcluster %s s (ratio %.2f)", theirs, theirs / ours }'
    echo
  done
done
points $((10 * n)) 1 >"$folder/many"
echo "$((10 * n)) uniform points, single without a matrix: $("$CE_BENCH/linkage" points single "$folder/many") s"
for density in 0.02 0.2; do
  echo "hne, $((n / 2)) objects, $density of the pairs with an edge: $("$CE_BENCH/linkage" hne $((n / 2)) $density) s"
done
