#!/bin/sh
# ce-report on ensembles of 200 base clusterings of blobs in 8 dimensions, with four results, data and classes: clock of the whole process, the
# best of 3, and the size of the page; of 1,000 objects and of N (100,000). Needs CE_BIN and gnuplot.
set -eu
PATH="$CE_BIN:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
command -v gnuplot >/dev/null || { echo "no gnuplot: left out"; exit 0; }
cd "$folder"

# clock COMMAND...: seconds, the best of 3
clock() {
  for _ in 1 2 3; do
    begin=$(date +%s.%N)
    "$@"
    echo "$begin $(date +%s.%N)" | awk '{ print $2 - $1 }'
  done | sort -n | head -n 1
}

for n in 1000 "${N:-100000}"; do
  ce-synth blobs -n "$n" -k 8 --dimensions 8 --spread 4 --seed 2 >data.csv
  ce-generate kmeans -k 2..20 -m 200 -q data.csv >members.csv
  ce-consensus sec -k 6..9 -q members.csv >results.csv
  seconds=$(clock ce-report -q -r results.csv --data data.csv -t data.csv members.csv -o page.html)
  echo "$n $seconds $(wc -c <page.html)" |
    awk '{ printf "%d objects: %.2f s, a page of %.1f MB\n", $1, $2, $3 / 1e6 }'
done
