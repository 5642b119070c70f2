#!/bin/sh
# Which rule of ce-generate kmeans --constraints is best? Ten real data sets, standardised, those of more than 500 objects sampled to
# 500; k is the number of classes; 0, 20, 60 and n true answers on pairs drawn at random, ten draws of pairs and ten starts for each.
# Prints a CSV table: for each set, number of answers and rule the means of the error rate, of NMI, of the error rate of the objects
# that are in no pair, and of the iterations. constraint-rules.csv is what it printed. Needs CE_BIN, and DATA=folder, which has the
# sets as NAME.csv.gz with the column `class` last.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${DATA:-}" ] || [ ! -e "$DATA/glass.csv.gz" ]; then
  echo "no DATA=folder with iris.csv.gz ... zoo.csv.gz: skipped; constraint-rules.csv has the results"
  exit 0
fi
data=$(cd "$DATA" && pwd)
SETS=${SETS:-iris wine wdbc ionosphere glass segment sonar yeast_uci zoo satimage}
SEEDS=${SEEDS:-1 2 3 4 5 6 7 8 9 10}
STARTS=${STARTS:-10}
# A name in the table, and the options
RULES=${RULES:-"cop --rule cop
cop-apart --rule cop --init chunklets
chunklet --rule chunklet
chunklet-apart --rule chunklet --init chunklets
pc --rule pc
pc-0.01 --rule pc --price 0.01
pc-1 --rule pc --price 1
pc-random --rule pc --init random
seeded --rule seeded
constrained --rule constrained"}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
PATH=$CE_BIN:$PATH

# answers COUNT SEED: pairs of rows of x.csv at random, with the link that their classes have
answers() {
  awk -F, -v count="$1" -v x="$2" 'function below(n) { x = x * 16807 % 2147483647; return int(x / 2147483647 * n) }
    NR > 1 { class[NR - 1] = $NF }
    END { print "i,j,link"; n = NR - 1; for (s = 0; s < 9; s++) below(n)
      while (t < count) { i = 1 + below(n); j = 1 + below(n)
        if (i < j && !((i, j) in seen)) { seen[i, j]; t++; print i "," j "," (class[i] == class[j] ? "must" : "cannot") } } }' x.csv
}

# constant columns would have no standard deviation
varying() {
  awk -F, '{ for (c = 1; c <= NF; c++) { cell[NR, c] = $c; if (NR > 2 && $c != cell[2, c]) keep[c] } }
    END { for (r = 1; r <= NR; r++) { line = ""; for (c = 1; c <= NF; c++) if (c in keep) line = line (line == "" ? "" : ",") cell[r, c]; print line } }'
}

echo set,objects,k,answers,rule,runs,error,nmi,error_rest,iterations
for set in $SETS; do
  gzip -dc "$data/$set.csv.gz" | varying >all.csv
  if [ "$(wc -l <all.csv)" -gt 501 ]; then ce-prepare sample -n 500 --seed 1 all.csv; else cat all.csv; fi | ce-prepare zscore >x.csv
  n=$(($(wc -l <x.csv) - 1))
  k=$(awk -F, 'NR > 1 && !($NF in seen) { seen[$NF]; k++ } END { print k }' x.csv)
  for count in 0 20 60 "$n"; do
    for seed in $SEEDS; do
      answers "$count" "$seed" >"pairs.$seed"
    done
    echo "$RULES" | while read -r name options; do
      for seed in $SEEDS; do
        # shellcheck disable=SC2086 # a list of options
        ce-generate kmeans -q -k "$k" $([ "$STARTS" = 1 ] || echo "-m $STARTS") --seed "$seed" --constraints "pairs.$seed" $options --trace trace x.csv >labels
        ce-score -t x.csv -s error,nmi,error-unconstrained --constraints "pairs.$seed" labels >scores
        awk -F, 'FNR == 1 { for (c = 1; c <= NF; c++) at[FILENAME, $c] = c; next }
          FILENAME == "scores" { print $at["scores", "error"], $at["scores", "nmi"], $at["scores", "error-unconstrained"] }' scores >some
        awk -F, 'NR > 1 { print $4 }' trace | paste -d' ' some - >>sum
      done
      awk -v head="$set,$n,$k,$count,$name" '{ e += $1; m += $2; r += $3; i += $4 } END { printf "%s,%d,%.4f,%.4f,%.4f,%.1f\n", head, NR, e / NR, m / NR, r / NR, i / NR }' sum
      rm sum
    done
  done
done
