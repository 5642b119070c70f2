#!/bin/sh
# Which rule of --tie is best for complete linkage? Thirty real and drawn data sets of 101 to 2,310 objects, standardised; on each six
# ensembles, of 10 and of 30 k-means runs, three seeds each, k drawn from 2 to the root of the number of objects. Prints a CSV table:
# for each set, ensemble, function and rule the adjusted Rand index and NMI (max form) at the true k. tie-rules.csv is what it printed.
# At its end, on standard error: for each function the mean ARI by each rule, and on how many sets it is the best or within .001.
# srs-cl runs on sets of up to 900 objects, ecmc-cl of up to 700: the memory and time of both grow fast.
# Needs CE_BIN, and DATA=folder with NAME.csv.gz, fcps/NAME.csv.gz and shape/NAME.csv.gz, which have the column `class` last.
set -eu
# shellcheck disable=SC2034 # for thirty-sets
RESULTS='tie-rules.csv'
# shellcheck source=/dev/null
. "$(dirname "$0")/thirty-sets"

echo set,objects,k,members,seed,function,tie,ari,nmi | tee all
for set in $SETS; do
  standardised "$set" >x.csv
  n=$(($(wc -l <x.csv) - 1))
  k=$(awk -F, 'NR > 1 && !($NF in seen) { seen[$NF]; k++ } END { print k }' x.csv)
  most=$(awk -v n="$n" 'BEGIN { print int(sqrt(n)) }')
  functions=eac-cl,weac-cl,wct-cl
  [ "$n" -gt 900 ] || functions=$functions,srs-cl
  [ "$n" -gt 700 ] || functions=$functions,ecmc-cl
  for members in 10 30; do
    for seed in $SEEDS; do
      ce-generate kmeans -q -k "2..$most" -m "$members" --seed "$seed" x.csv >base.csv
      for tie in index last meansim chain; do
        ce-consensus "$functions" -q -k "$k" --tie "$tie" base.csv >labels.csv
        ce-score -q -s ari,nmi-max -t x.csv labels.csv | awk -F, -v head="$set,$n,$k,$members,$seed" -v tie="$tie" '
          FNR == 1 { for (c = 1; c <= NF; c++) at[$c] = c; next }
          { sub(/\.k[0-9]+$/, "", $1); printf "%s,%s,%s,%.4f,%.4f\n", head, $1, tie, $at["ari"], $at["nmi-max"] }'
      done | tee -a all
    done
  done
done
awk -F, 'NR > 1 { sum[$6, $7, $1] += $8; runs[$6, $7, $1]++; sets[$1]; functions[$6] }
  END {
    rules = split("index last meansim chain", rule, " ")
    for (f in functions) {
      line = f ":"
      for (s in sets) if (runs[f, "index", s]) {
        best = -2
        for (r = 1; r <= rules; r++) { mean[r] = sum[f, rule[r], s] / runs[f, rule[r], s]; if (mean[r] > best) best = mean[r] }
        for (r = 1; r <= rules; r++) { total[f, r] += mean[r]; first[f, r] += mean[r] > best - .001 }
        count[f]++
      }
      for (r = 1; r <= rules; r++) line = line sprintf(" %s %.3f (%d)", rule[r], total[f, r] / count[f], first[f, r])
      print line ", " count[f] " sets"
    }
  }' all | sort >&2
