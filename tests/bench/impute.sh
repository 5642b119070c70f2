#!/bin/sh
# Which pairs to ask about: 10,000 objects with 10,000 different rows in 20 base clusterings, 2,000 pairs of the band from .4 to .6: CPU seconds of the whole
# process of ce-constrain impute, one thread, and those of NumPy in the same run to find the band alone. Needs CE_BIN.
set -eu
python=${PYTHON:-/usr/bin/python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

awk -v m=20 'BEGIN {
  srand(3)
  for (q = 1; q <= m; q++) printf("q%d%s", q, (q < m ? "," : "\n"))
  for (i = 0; i < 10000; i++) for (q = 1; q <= m; q++) printf("%d%s", (rand() < .7 ? i % 10 : int(rand() * 10)), (q < m ? "," : "\n"))
}' >"$folder/labels.csv"
awk 'BEGIN { print "class"; for (i = 0; i < 10000; i++) print i % 10 }' >"$folder/truth.csv"

ours=$(sh -c "'$CE_BIN/ce-constrain' impute -q -j 1 --queries 0.2 -t '$folder/truth.csv' '$folder/labels.csv' >/dev/null; times" |
  sed -n '2{s/[ms]/ /g;p;}' | awk '{ print 60 * $1 + $2 + 60 * $3 + $4 }')
if "$python" -c 'import numpy' 2>/dev/null; then
  pairs=$("$CE_BIN/ce-constrain" impute -t "$folder/truth.csv" --queries 0.2 "$folder/labels.csv" 2>&1 >/dev/null | awk '{ print $2 }')
  echo "$ours $pairs $("$python" "$CE_SOURCE/tests/bench/impute.py" "$folder/labels.csv")" | awk '{
    printf "2,000 of %d pairs: %.2f s, NumPy to find them %.2f s by blocks (ratio %.0f), %.2f s as one matrix (ratio %.0f)\n", $2, $1, $4, $4 / $1, $5, $5 / $1
    if ($2 != $3) { print "NumPy finds " $3; exit 1 } }'
else
  echo "no NumPy for $python: 2,000 pairs in $ours s"
fi
