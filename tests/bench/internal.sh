#!/bin/sh
# Silhouette, Calinski-Harabasz and Davies-Bouldin of ten clusters of 10,000 x 16 and 100,000 x 2 numbers: elapsed seconds of the whole ce-score
# process, which reads the data as npy and the labels as text, on all cores; and those of scikit-learn in the same run, the computation alone.
# SIZES="10000x16" takes some sizes only. Needs CE_BIN and, for the data, a python3 with NumPy.
set -eu
python=${PYTHON:-/usr/bin/python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$python" -c 'import numpy' 2>/dev/null || { echo "no NumPy for $python: left out"; exit 0; }
for size in ${SIZES:-10000x16 100000x2}; do
  theirs=$("$python" "$CE_SOURCE/tests/bench/internal.py" "$folder" "${size%x*}" "${size#*x}")
  best=
  for _ in 1 2 3; do
    begin=$(date +%s.%N)
    "$CE_BIN/ce-score" -q --data "$folder/data.npy" -s silhouette,ch,db "$folder/labels.csv" >"$folder/scores"
    best=$(echo "$begin $(date +%s.%N) $best" | awk '{ s = $2 - $1; print (NF > 2 && $3 < s ? $3 : s) }')
  done
  # the value first: both must have computed the same
  echo "$size $best $(awk -F, 'NR == 2 { print $3 }' "$folder/scores") $theirs" | awk '{
    printf "%s: silhouette %.6f in %.2f s", $1, $3, $2
    if ($4 == "-") print "; no scikit-learn: our time only"
    else { printf "; scikit-learn %.6f in %.2f s (ratio %.0f)\n", $4, $5, $5 / $2; exit ($3 - $4 > 1e-9 || $4 - $3 > 1e-9) } }'
done
