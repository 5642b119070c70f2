#!/bin/sh
# NMI, ARI, error and AMI of a million labels: CPU seconds from the labels in memory, scikit-learn's for NMI and ARI in the same run,
# and those of the whole ce-score process that reads both tables as text. Needs CE_BENCH (programs) and CE_BIN.
set -eu
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

for sizes in "1000000 10 10" "1000000 50 50" "1000000 1000 1000" "1000000 3000 3000"; do
  # words to be split
  # shellcheck disable=SC2086
  ours=$("$CE_BENCH/score" $sizes "$folder")
  theirs="- -"
  [ $peer = no ] || theirs=$("$python" "$CE_SOURCE/tests/bench/score.py" "$folder")
  whole=$(process_cpu "$CE_BIN/ce-score" -j 1 -t "$folder/class.csv" "$folder/labels.csv")
  echo "$sizes $ours $theirs $whole" | awk '{
    printf "%d labels, %d x %d: nmi %.4f s, ari %.4f s, error %.4f s, ami %.4f s", $1, $2, $3, $4, $5, $6, $7
    if ($8 != "-") printf "; scikit-learn nmi %.2f s (ratio %.0f), ari %.2f s (ratio %.0f)", $8, $8 / $4, $9, $9 / $5
    print "; ce-score as a process " $10 " s" }'
done
