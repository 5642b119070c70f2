#!/bin/sh
# METIS or spectral clustering for the graphs of memberships? Thirty real and drawn data sets of 101 to 2,310 objects, standardised; on each
# three ensembles of ten LAC runs with the true number of clusters and 1/h of 1 to 10. c-wbpa and penta (up to 800 objects) have constraints
# besides: as many pairs as a tenth of the objects, drawn from the truth. Prints a CSV table: for each set, ensemble, function and
# cut the adjusted Rand index and the error; soft-cuts.csv is what it printed. equal: the smallest class has at least .9 of the largest.
# At its end, on standard error: for each function and cut the mean ARI and error, on sets with classes of about equal sizes and on the others.
# Needs CE_BIN, and DATA=folder with NAME.csv.gz, fcps/NAME.csv.gz and shape/NAME.csv.gz, which have the column `class` last.
set -eu
# shellcheck disable=SC2034 # for thirty-sets
RESULTS='soft-cuts.csv'
# shellcheck source=/dev/null
. "$(dirname "$0")/thirty-sets"

echo set,objects,k,equal,seed,function,with,ari,error | tee all
for set in $SETS; do
  standardised "$set" >x.csv
  head=$(awk -F, -v set="$set" 'NR > 1 { size[$NF]++ }
    END { for (c in size) { k++; if (size[c] > most) most = size[c]; if (!least || size[c] < least) least = size[c] }
      print set "," NR - 1 "," k "," (least >= .9 * most ? "yes" : "no") }' x.csv)
  k=$(echo "$head" | cut -d, -f3)
  for seed in $SEEDS; do
    awk -F, -v seed="$seed" 'BEGIN { srand(seed); print "i,j,link" }
      NR > 1 { class[++n] = $NF }
      END {
        for (t = 0; t < n / 10; t++) {
          i = int(rand() * n) + 1; j = int(rand() * n) + 1
          if (i != j && !((i, j) in seen)) { seen[i, j]; seen[j, i]; print i "," j "," (class[i] == class[j] ? "must" : "cannot") }
        }
      }' x.csv >links.csv
    ce-generate lac -q -k "$k" --inv-h 1..10 --membership --model model.csv --seed "$seed" x.csv >soft.csv
    for with in metis spectral; do
      ce-consensus wspa,wbpa,wsbpa -q -k "$k" --with "$with" --seed "$seed" --data x.csv --base-model model.csv soft.csv >labels.csv
      ce-consensus c-wbpa -q -k "$k" --with "$with" --seed "$seed" --constraints links.csv --data x.csv --base-model model.csv soft.csv >bound.csv
      paste -d , labels.csv bound.csv >all.csv
      if [ "$(echo "$head" | cut -d, -f2)" -le 800 ]; then
        ce-consensus penta -q -k "$k" --raw --inv-h 1..10 --with "$with" --seed "$seed" --constraints links.csv x.csv | paste -d , all.csv - >labels.csv
      else
        mv all.csv labels.csv
      fi
      ce-score -q -s ari,error -t x.csv labels.csv | awk -F, -v head="$head,$seed" -v with="$with" '
        FNR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
        { sub(/\.k[0-9]+$/, "", $1); printf "%s,%s,%s,%.4f,%.4f\n", head, $1, with, $at["ari"], $at["error"] }'
    done | tee -a all
  done
done
awk -F, 'NR > 1 { sum[$6, $7, $4] += $8; wrong[$6, $7, $4] += $9; runs[$6, $7, $4]++; functions[$6]; seen[$6, $1] = $4 }
  END {
    for (s in seen) { split(s, part, SUBSEP); kind[seen[s]]; sets[part[1], seen[s]]++ }
    for (f in functions) for (e in kind) printf "%s, classes of %s sizes (%d sets): metis ARI %.3f, error %.3f; spectral %.3f, %.3f\n", f, e == "yes" ? "equal" : "unequal", sets[f, e],
      sum[f, "metis", e] / runs[f, "metis", e], wrong[f, "metis", e] / runs[f, "metis", e],
      sum[f, "spectral", e] / runs[f, "spectral", e], wrong[f, "spectral", e] / runs[f, "spectral", e]
  }' all | sort >&2
