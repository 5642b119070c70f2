#!/bin/sh
# U-SPEC and U-SENC from data to labels: whole processes, clock and processor seconds, memory, and the NMI (max form) and purity of the labels.
# The drawn sets flower, cg and tb with N objects (1,000,000; N=20000000 takes five minutes and 3 GiB, N=100000000 half an hour and 16 GiB), read
# from .npy; flower with 100,000 objects from text to text; how the time grows with n; and, with DATA=folder, PenDigits, Letters and USPS as they
# are. Then 20 k-means members of flower and five consensus functions of them in one call. There is no peer: the programs of others are in
# MATLAB; the README has the times that their authors print.
set -eu
PATH=$CE_BIN:$PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
time=$(command -v time) || { echo "skipped: needs /usr/bin/time (package time)"; exit 0; }
n=${N:-1000000}

# timed WHAT COMMAND...
timed() {
  what=$1
  shift
  "$time" -f "%e %U %S %M" -o figures "$@"
  awk -v what="$what" '{ printf "  %-44s %7.2f s, %8.2f s of one core, %6.0f MiB", what, $1, $2 + $3, $4 / 1024 }' figures
}
# quality TRUTH LABELS
quality() {
  ce-score -q -s nmi-max,purity -t "$1" "$2" | tail -n 1 | awk -F, '{ printf "; NMI %.4f, purity %.4f\n", $3, $4 }'
}

echo "two dimensions, $n objects, from .npy:"
for set in "flower 13" "cg 11" "tb 2"; do
  k=${set#* } set=${set% *}
  ce-synth "$set" -n "$n" --format npy --classes "$set.classes" -o "$set.npy"
  timed "$set, ce-generate uspec" ce-generate uspec -q -k "$k" -o labels.csv "$set.npy"
  quality "$set.classes" labels.csv
  timed "$set, ce-consensus usenc" ce-consensus usenc -q -k "$k" -o labels.csv "$set.npy"
  quality "$set.classes" labels.csv
  [ "$set" = flower ] || rm -f "$set.npy"
done

echo "flower, growth with n:"
size=100000
while [ "$size" -le "$n" ]; do
  ce-synth flower -n "$size" --format npy -o part.npy
  timed "$size objects, ce-consensus usenc" ce-consensus usenc -q -k 13 -o labels.csv part.npy
  echo
  size=$((size * 10))
done

echo "flower, 100,000 objects, text to text:"
ce-synth flower -n 100000 -o flower.txt
timed "ce-consensus usenc" ce-consensus usenc -q -k 13 -o labels.csv flower.txt
quality flower.txt labels.csv

echo "flower, $n objects, 20 members of k-means, k 20..60:"
timed "ce-generate kmeans" ce-generate kmeans -q -k 20..60 -m 20 -o base.csv flower.npy
echo
timed "ce-consensus lwgp,ptgp,kcc,sec,mcla" ce-consensus lwgp,ptgp,kcc,sec,mcla -q -k 13 -o labels.csv base.csv
echo

if [ -z "${DATA:-}" ]; then
  echo "no DATA: PenDigits, Letters and USPS left out"
  exit 0
fi
echo "with DATA, values as they are:"
for set in "pendigits 10" "letter 26" "usps 10"; do
  k=${set#* } set=${set% *}
  [ -e "$DATA/$set.csv.gz" ] || { echo "  no $set.csv.gz in DATA"; continue; }
  gzip -dc "$DATA/$set.csv.gz" >data.csv
  timed "$set, ce-generate uspec" ce-generate uspec -q -k "$k" -o labels.csv data.csv
  quality data.csv labels.csv
  timed "$set, ce-consensus usenc" ce-consensus usenc -q --raw -k "$k" -o labels.csv data.csv
  quality data.csv labels.csv
done
