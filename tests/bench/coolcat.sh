#!/bin/sh
# ce-generate coolcat, reading and writing included, on 2 threads: mushroom (8,124 objects with 22 attributes) where DATA has it, and made-up
# categories. The best of three runs. No other COOLCAT is known to be installed anywhere, so there is no peer; the measure is 100 runs with k 20
# on mushroom in 10 s.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# measure NAME DATA K MEMBERS [OPTION...]
measure() {
  name=$1 data=$2 k=$3 members=$4
  shift 4
  for _ in 1 2 3; do
    /usr/bin/time -f '%e %U %M' -a -o "$folder/times" \
      "$CE_BIN/ce-generate" coolcat -q -j 2 --categorical all -k "$k" -m "$members" "$@" -o "$folder/labels.csv" "$data"
  done
  sort -n "$folder/times" | head -n 1 | awk -v what="$name k $k, $members members${*:+ $*}" '{ printf "%s: %.2f s (cpu %.2f), %.0f MiB\n", what, $1, $2, $3 / 1024 }'
  rm "$folder/times"
}

if [ -n "${DATA:-}" ] && [ -e "$DATA/mushroom.csv.gz" ]; then
  measure mushroom "$DATA/mushroom.csv.gz" 20 100
  measure mushroom "$DATA/mushroom.csv.gz" 20 100 --features 0.5
  measure mushroom "$DATA/mushroom.csv.gz" 2..100 100
else
  echo "skipped: no mushroom.csv.gz in DATA=${DATA:-}"
fi
awk 'BEGIN { srand(1); for (s = 1; s <= 20; s++) printf "%sf%d", (s > 1 ? "," : ""), s; print ""
  for (i = 0; i < 500000; i++) { g = int(rand() * 10); for (s = 1; s <= 20; s++) printf "%s%d", (s > 1 ? "," : ""), (rand() < .5 ? g * s % 8 : int(rand() * 8)); print "" } }' >"$folder/large.csv"
measure "500,000 x 20" "$folder/large.csv" 10 2
