#!/bin/sh
# Probability trajectories of 10 k-means clusterings with 2 to 50 clusters, of the USPS digits where DATA has them and of 11,000 points in 5
# dimensions: CPU seconds on one thread, against NumPy and SciPy on the same matrix P. Then products on a large graph.
# Needs CE_BENCH (programs), CE_BIN (tools) and, for the peer, a python3 with NumPy and SciPy.
set -eu
python=${PYTHON:-/usr/bin/python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

peer=yes
"$python" -c 'import scipy, numpy' 2>/dev/null || { peer=no; echo "no SciPy for $python: our times only"; }

measure() {
  "$CE_BIN/ce-generate" kmeans -q -k 2..50 -m 10 "$2" -o "$folder/labels.csv"
  echo "$1:"
  "$CE_BENCH/trajectory" "$folder/labels.csv" "$folder/graph" | tee "$folder/ours" | sed 's/^/  /'
  [ $peer = yes ] || return 0
  "$python" "$CE_SOURCE/tests/bench/trajectory.py" "$folder/graph" >"$folder/theirs"
  awk 'NR == FNR && $1 == "matrix" { ours = $2 }
    NR > FNR { printf "  NumPy, dense %s s (ratio %.1f); SciPy, sparse %s s (ratio %.1f)\n", $1, $1 / ours, $2, $2 / ours }' \
    "$folder/ours" "$folder/theirs"
}

if [ -n "${DATA:-}" ] && [ -e "$DATA/usps.csv.gz" ]; then
  measure usps "$DATA/usps.csv.gz"
else
  echo "skipped: no usps.csv.gz in DATA=${DATA:-}"
fi
"$CE_BIN/ce-synth" blobs -n 11000 -k 20 --dimensions 5 --spread 3 -q -o "$folder/blobs.csv"
measure blobs "$folder/blobs.csv"
"$CE_BENCH/trajectory" large 200000 40 20
