#!/usr/bin/env bash
# run.sh table DATA-SET TABLE RUN          one run of every method of Table 2, with what choices.csv says
# run.sh base DATA-SET TABLE RUN K...      the ensemble methods with base clusterings of each of these k
# run.sh sigma DATA-SET TABLE RUN S...     spectral clustering with each of these widths
# run.sh rule DATA-SET TABLE RUNS K...     CA-HNE where the base k is chosen among these without the truth: of those above the
#                                          number of classes, the one whose results from four ensembles (seeds 101 to 104) agree
#                                          most by mean ARI, ties: the largest. Then so many runs with it. The agreement of each
#                                          k is a line of method "agreement".
# RUN is the seed. Prints lines data,method,parameter,run,error,clusters; the parameter is the k of the base clusterings or the width.
set -euo pipefail

here=$(dirname "$0")
what=$1 set=$2 table=$3 run=$4
shift 4
# shellcheck source=/dev/null
. "$here/../common/choice.sh"
k=$(choice classes)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# lines METHOD PARAMETER <LABELS: a line per clustering. METHOD "": what its name begins with. Every method clusters all objects;
# the error is counted without the noise.
lines() {
  ce-score -q -s error --ignore noise -t "$table" | awk -F, -v data="$set" -v method="$1" -v parameter="$2" -v run="$run" '
    NR > 1 {
      if (method == "") { sub(/\.k[0-9]+$/, "", $1); sub(/^hne$/, "ca-hne", $1); sub(/^mixture$/, "latent-em", $1) }
      else $1 = method
      print data "," $1 "," parameter "," run "," $3 "," $2
    }'
}

ensemble() { ce-generate kmeans -q -j 1 -k "$1" -m "$2" --seed "$run" "$table"; }
consensus() { ce-consensus "$@" -q -j 1 -k "$k"; }
spectral() { ce-similarity gaussian -q -j 1 --sigma "$1" "$table" | ce-partition spectral -q -k "$k" --seed "$run" | lines sc "$1"; }
linkage() { ce-generate linkage -q -j 1 --method "$1" -k "$k" "$table"; }

# The paper takes 30 partitions for CA-HNE and 50 for the other ensemble methods.
case $what in
  table)
    ce-generate kmeans -q -j 1 -k "$k" --seed "$run" "$table" | lines km ''
    spectral "$(choice sigma)"
    if [ "$run" = 1 ]; then # no chance in these
      linkage single | lines sl ''
      linkage average | lines al ''
    fi
    ensemble "$(choice hne_k)" 30 | consensus hne --theta 0.3 | lines '' "$(choice hne_k)"
    ensemble "$(choice others_k)" 50 | consensus cspa,hgpa,mcla,eac-sl,eac-al --with metis --as-published --seed "$run" | lines '' "$(choice others_k)"
    ensemble "$k" 50 | consensus mixture --seed "$run" | lines '' "$k"
    # as its paper suggests: k-means on the true number of clusters, quality by min-max, the end at the third loss in a row below the largest; 50 partitions
    ce-generate boost -q -j 1 -k "$k" --rounds 50 --patience 3 --quality minmax --seed "$run" "$table" | lines boost-km "$k"
    ;;
  base)
    for base; do
      ensemble "$base" 50 >"$work/50.csv"
      cut -d, -f1-30 "$work/50.csv" | consensus hne --theta 0.3 | lines '' "$base"
      consensus cspa,hgpa,mcla,eac-sl,eac-al,mixture --with metis --as-published --seed "$run" "$work/50.csv" | lines '' "$base"
    done
    ;;
  rule)
    runs=$run
    for base; do
      [ "$base" -gt "$k" ] || continue
      for run in 101 102 103 104; do
        ensemble "$base" 30 | consensus hne --theta 0.3 | sed "1s/.*/r$run/" >"$work/$run"
      done
      agreement=$(paste -d, "$work"/10[1-4] | ce-score -q --pairwise -s ari |
        awk -F, 'NR > 1 { for (c = NR + 1; c <= NF; c++) { sum += $c; n++ } } END { printf "%.12g", sum / n }')
      echo "$set,agreement,$base,,$agreement,"
    done | tee "$work/agreement"
    base=$(awk -F, 'NR == 1 || $5 > best || ($5 == best && $3 > base) { best = $5; base = $3 } END { print base }' "$work/agreement")
    for run in $(seq "$runs"); do ensemble "$base" 30 | consensus hne --theta 0.3 | lines '' "$base"; done
    ;;
  sigma) for sigma; do spectral "$sigma"; done ;;
  *) echo "run.sh: '$what', table, base, rule or sigma expected" >&2; exit 2 ;;
esac
