#!/bin/sh
# ce_kmeans against scikit-learn's KMeans(algorithm="lloyd"): the same starting centres, 20 iterations, 2 threads. The best of a few runs
# of each; merging equal rows counts, reading does not. Needs CE_BENCH (programs); DATA and scikit-learn where there are.
set -eu
python=${PYTHON:-/usr/bin/python3}
threads=2 iterations=20
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

peer=yes
"$python" -c 'import sklearn, threadpoolctl' 2>/dev/null || { peer=no; echo "no scikit-learn for $python: our times only"; }

# measure NAME DATA K
measure() {
  ours=$("$CE_BENCH/kmeans" "$2" "$3" $iterations $threads "$folder")
  # shellcheck disable=SC2086 # a list of numbers
  set -- "$1" "$3" $ours
  # name k n d distinct seconds cpu inertia
  if [ $peer = yes ]; then
    theirs=$("$python" "$CE_SOURCE/tests/bench/kmeans.py" "$folder" "$3" "$4" "$2" $iterations $threads)
  else
    theirs="- - -"
  fi
  echo "$* $theirs" | awk '{ printf "%-8s %d x %d (%d distinct) k %d: %.3f s (cpu %.3f)", $1, $3, $4, $5, $2, $6, $7
    if ($9 != "-") printf ", scikit-learn %.3f s (cpu %.3f): ratio %.1f (cpu %.1f), inertia differs by %.0e", $9, $10, $9 / $6, $10 / $7, ($8 > $11 ? $8 - $11 : $11 - $8) / $11
    print "" }'
}

data_or_skip() { [ -n "${DATA:-}" ] && [ -e "$DATA/$1" ] && return; echo "skipped: no $1 in DATA=${DATA:-}"; return 1; }

if data_or_skip usps.csv.gz; then measure usps "$DATA/usps.csv.gz" 50; fi
if data_or_skip kdd99_10percent.csv.gz; then measure kdd99 "$DATA/kdd99_10percent.csv.gz" 50; fi
measure blobs blobs:494020,38,50 50
measure uniform uniform:100000,38 50
