#!/bin/sh
# run.sh DATA-SET TABLE RUN [K...]: one run of every method of Table 2 on one data set, as lines
# data,method,base_k,run,error,clusters. RUN is the seed. The number of classes and the k of the base clusterings stand in choices.csv;
# with K... only the ensemble methods are run, with base clusterings of each of these k.
set -eu

name=$1 table=$2 run=$3
shift 3
choice=$(awk -F, -v name="$name" '$1 == name { print $2, $3 }' "$(dirname "$0")/choices.csv")
k=${choice% *}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# lines METHOD BASE <LABELS: a line per clustering. METHOD "": what its name begins with. Every method clusters all objects; the error
# is counted without the noise.
lines() {
  ce-score -q -s error --ignore noise -t "$table" | awk -F, -v data="$name" -v method="$1" -v base="$2" -v run="$run" '
    NR > 1 {
      if (method == "") { sub(/\.k[0-9]+$/, "", $1); sub(/^hne$/, "ca-hne", $1); sub(/^mixture$/, "latent-em", $1) }
      else $1 = method
      print data "," $1 "," base "," run "," $3 "," $2
    }'
}

# The paper takes 30 partitions for CA-HNE and 50 for the other ensemble methods: here the 30 are the first of the 50.
ensembles() {
  ce-generate kmeans -q -j 1 -k "$1" -m 50 --seed "$run" -o "$work/50.csv" "$table"
  cut -d, -f1-30 "$work/50.csv" | ce-consensus hne -q -j 1 --theta 0.3 -k "$k" | lines '' "$1"
  ce-consensus cspa,mcla,eac-sl,eac-al,mixture -q -j 1 -k "$k" --seed "$run" "$work/50.csv" | lines '' "$1"
}

if [ $# -gt 0 ]; then
  for base; do ensembles "$base"; done
  exit
fi
ce-generate kmeans -q -j 1 -k "$k" --seed "$run" "$table" | lines km ''
ce-similarity gaussian -q -j 1 "$table" | ce-partition spectral -q -j 1 -k "$k" --seed "$run" | lines sc ''
if [ "$run" = 1 ]; then # no chance in these
  ce-generate linkage -q -j 1 --method single -k "$k" "$table" | lines sl ''
  ce-generate linkage -q -j 1 --method average -k "$k" "$table" | lines al ''
fi
ensembles "${choice#* }"
