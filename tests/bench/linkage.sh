#!/bin/sh
# linkage.sh: our agglomeration against fastcluster's on the distance matrix of N points in the plane: CPU seconds of the tree
# alone, the best of several runs in turn, and the ratio theirs / ours (above 1: we are faster). "uniform" points have no
# ties, "grid" points many.
#   CE_BUILD=build sh tests/bench/linkage.sh [N] [RUNS] [METHODS]
# Needs `make test-programs` and a python3 with fastcluster, SciPy and NumPy (PYTHON=...).
set -eu
build=${CE_BUILD:?the build folder} n=${1:-10000} runs=${2:-5} methods=${3:-"average complete ward single"}
here=$(dirname "$0") python=${PYTHON:-/usr/bin/python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

points() { awk -v n="$n" -v grid="$1" 'BEGIN { srand(1); print n, 2
  for (i = 0; i < n; i++) { x = rand(); y = rand(); if (grid) { x = int(100 * x); y = int(100 * y) }; printf "%.9g %.9g\n", x, y } }'; }
points 0 >"$work/uniform"
points 1 >"$work/grid"

echo "points method ours fastcluster ratio"
for kind in uniform grid; do
  for method in $methods; do
    : >"$work/ours"; : >"$work/theirs"
    for _ in $(seq "$runs"); do
      "$build/obj/tests/linkage" bench "$method" "$work/$kind" >>"$work/ours"
      "$python" "$here/linkage.py" "$method" "$work/$kind" >>"$work/theirs"
    done
    printf '%s %s %s %s\n' "$kind" "$method" "$(sort -n "$work/ours" | head -n 1)" "$(sort -n "$work/theirs" | head -n 1)" |
      awk '{ printf "%s %s %s %s %.2f\n", $1, $2, $3, $4, $4 / $3 }'
  done
done
