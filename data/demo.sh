#!/bin/sh
# demo.sh FOLDER: the main job on bundled data: an ensemble of base clusterings, consensus functions, scores against the truth.
# `make demo` runs it with the built tools on PATH; FOLDER holds iris.csv and its kin.
set -eu

data=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# scores FILE TRUTH: a line per clustering: name, clusters, NMI, ARI, error
scores() {
  ce-score -q -s nmi,ari,error -t "$2" "$1" |
    awk -F, 'NR == 1 { printf "    %-14s %8s %6s %6s %6s\n", "", "clusters", "NMI", "ARI", "error"; next }
             { printf "    %-14s %8d %6.3f %6.3f %6.3f\n", $1, $2, $3, $4, $5 }'
}

echo 'Wine (178 objects, 13 features, 3 classes): 50 k-means clusterings with k from 3 to 15, and what five consensus'
echo 'functions make of them.'
echo
echo '    ce-prepare zscore wine.csv | ce-generate kmeans -k 3..15 -m 50 |'
echo '      ce-consensus eac-al,cspa,mcla,hbgf,voting -k 3 | ce-score -t wine.csv -s nmi,ari,error'
echo
ce-prepare zscore "$data/wine.csv" | ce-generate kmeans -q -k 3..15 -m 50 >"$work/ensemble.csv"
ce-consensus eac-al,cspa,mcla,hbgf,voting -q -k 3 "$work/ensemble.csv" >"$work/consensus.csv"
scores "$work/consensus.csv" "$data/wine.csv"
ce-score -q -s nmi -t "$data/wine.csv" "$work/ensemble.csv" |
  awk -F, 'NR > 1 { sum += $3; n++; if ($3 > best) best = $3 } END { printf "    the %d base clusterings: NMI %.3f in the mean, %.3f at best\n\n", n, sum / n, best }'

echo 'Two spirals (200 objects): one k-means cannot follow them; 30 k-means with k = 60, joined by CA-HNE, can'
echo '[Li, Yu, Hao and Li 2007].'
echo
echo '    ce-synth two-spirals -o spirals.csv'
echo '    ce-generate kmeans -k 60 -m 30 spirals.csv | ce-consensus hne -k 2 | ce-score -t spirals.csv -s nmi,ari,error'
echo
ce-synth two-spirals -o "$work/spirals.csv"
ce-generate kmeans -q -k 2 "$work/spirals.csv" | sed '1s/.*/kmeans.k2/' >"$work/one.csv"
ce-generate kmeans -q -k 60 -m 30 "$work/spirals.csv" | ce-consensus hne -q -k 2 | paste -d, "$work/one.csv" - >"$work/both.csv"
scores "$work/both.csv" "$work/spirals.csv"

echo
echo 'Three Gaussians of 300 objects, each spread along another feature: LAC weighs the features of each cluster, for fifty'
echo 'values of its parameter 1/h; WSPA and WBPA cut what the memberships have in common, into parts of equal size by METIS'
echo '[Al-Razgan 2008].'
echo
echo '    ce-synth three-gaussian -o gauss.csv; ce-prepare zscore gauss.csv |'
echo '      ce-generate lac -k 3 --inv-h 1..50 --membership | ce-consensus wspa,wbpa -k 3 --with metis | ce-score -t gauss.csv -s nmi,ari,error'
echo
ce-synth three-gaussian -o "$work/gauss.csv"
ce-prepare zscore "$work/gauss.csv" | ce-generate lac -q -k 3 --inv-h 1..50 --membership --labels "$work/lac.csv" >"$work/memberships.csv"
ce-consensus wspa,wbpa -q -k 3 --with metis "$work/memberships.csv" >"$work/weighted.csv"
scores "$work/weighted.csv" "$work/gauss.csv"
ce-score -q -s error -t "$work/gauss.csv" "$work/lac.csv" |
  awk -F, 'NR == 2 { best = $3 } NR > 1 { sum += $3; n++; if ($3 < best) best = $3; if ($3 > worst) worst = $3 }
           END { printf "    the %d base clusterings: error %.3f in the mean, %.3f at worst, %.3f at best\n", n, sum / n, worst, best }'
