#!/bin/sh
# D_NMI and entropy of 10,000 objects in 50 base clusterings of 20 clusters: CPU seconds of the whole ce-diversity process, one thread, and
# those of scikit-learn and NumPy in the same run for the numbers alone; then of 200 base clusterings. Needs CE_BIN.
set -eu
python=${PYTHON:-/usr/bin/python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# process_cpu COMMAND...: user and system seconds, the best of 3
process_cpu() {
  for _ in 1 2 3; do
    sh -c '"$@" >/dev/null && times' sh "$@" | sed -n '2{s/[ms]/ /g;p;}' | awk '{ print 60 * $1 + $2 + 60 * $3 + $4 }'
  done | sort -n | head -n 1
}

# ensemble M: labels that agree with a hidden class in 7 of 10 objects
ensemble() {
  awk -v m="$1" 'BEGIN { srand(1); for (q = 1; q <= m; q++) printf "c%d%s", q, q < m ? "," : "\n"
    for (i = 0; i < 10000; i++) { class = int(20 * rand())
      for (q = 1; q <= m; q++) printf "%d%s", rand() < .7 ? class : int(20 * rand()), q < m ? "," : "\n" } }'
}

seconds() { process_cpu "$CE_BIN/ce-diversity" -j 1 -s "$1" "$folder/labels.csv"; }

ensemble 50 >"$folder/labels.csv"
ours="$(seconds d-nmi) $(seconds entropy)"
if "$python" -c 'import sklearn' 2>/dev/null; then
  theirs=$(OPENBLAS_NUM_THREADS=1 "$python" "$CE_SOURCE/tests/bench/diversity.py" "$folder/labels.csv")
  values=$("$CE_BIN/ce-diversity" -s d-nmi,entropy "$folder/labels.csv" | awk -F, 'NR > 1 { print $2 }' | tr '\n' ' ')
  echo "$ours $theirs $values" | awk '{
    printf "50 base clusterings: d-nmi %.2f s, scikit-learn %.2f s (ratio %.0f); entropy %.2f s, NumPy %.2f s (ratio %.0f)\n", $1, $4, $4 / $1, $2, $6, $6 / $2
    if (($3 - $7) ^ 2 > 1e-20 || ($5 - $8) ^ 2 > 1e-20) { print "the values differ: " $0; exit 1 } }'
else
  echo "no scikit-learn for $python: our times only"
  echo "$ours" | awk '{ printf "50 base clusterings: d-nmi %.2f s, entropy %.2f s\n", $1, $2 }'
fi
ensemble 200 >"$folder/labels.csv"
echo "$(seconds d-nmi) $(seconds all)" | awk '{ printf "200 base clusterings: d-nmi %.2f s, d-nmi, entropy and d-p %.2f s\n", $1, $2 }'
