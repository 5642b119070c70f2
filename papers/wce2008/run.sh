#!/usr/bin/env bash
# run.sh data SET FILE DRAW             the objects and features of the dissertation's Tables 4.1 and 5.3, sub-sampled at random where it is
# run.sh facts SET TABLE                its classes, features, objects and their classes' sizes, as lines
# run.sh members SET READING TABLE RUN FOLDER   LAC for each 1/h: x.csv (scaled), labels.csv, membership.csv, model.csv into FOLDER
# run.sh cell SET READING TABLE RUN     all methods of Tables 4.3 to 4.11 and 5.1 once, as lines
# run.sh categorical SET TABLE RUN      all methods of Tables 5.4 to 5.7 once, as lines
# run.sh curve SET TABLE RUN            the error of LAC for each 1/h, as lines (Figures 3.4 and 4.3)
# run.sh fit SET TABLE RUN              LAC on raw, standardised, 0..1 and -1..1 features: error and NMI for each 1/h
# run.sh size SET FOLDER TABLE SIZE     ten ensembles of SIZE of the members in FOLDER, as lines (Figure 4.4)
# run.sh ensemble SET FOLDER TABLE SEED one ensemble of 15 members: diversity and accuracy, as lines (Figures 4.5 to 4.13)
# run.sh select ENSEMBLES SEED          15 of the 50 ensembles: accuracy of those with median and largest diversity, as lines
# Lines are data,reading,method,score,run,value; errors are in percent, as the dissertation has them. RUN seeds what is random.
# A READING tells how LAC is run: all (features standardised, documents as they are, 1/h = 1..50; 20Newsgroups: 10..60), minmax (features in
# 0..1, the same 1/h), close (the scale and the range of choices.csv), or one of sweep. A cluster vertex weighs 1 for METIS, as an object does.
set -euo pipefail

here=$(dirname "$0")
# shellcheck source=/dev/null
. "$here/common.sh"

# The N terms that are in most documents, in the table's own order; each document's counts to length 1.
terms() {
  awk -F, -v n="$1" '
    NR == 1 { header = $0; columns = NF; next }
    { row[NR] = $0; for (i = 1; i < NF; i++) if ($i + 0 > 0) df[i]++ }
    END {
      for (count = NR; count > 0 && kept < n; count--) for (i = 1; i < columns && kept < n; i++) if (df[i] == count) { keep[i] = 1; kept++ }
      row[1] = header
      for (r = 1; r <= NR; r++) {
        split(row[r], cell, ",")
        line = ""
        length2 = 0
        for (i = 1; i < columns; i++) if (i in keep) length2 += cell[i] * cell[i]
        for (i = 1; i < columns; i++) if (i in keep) line = line (r > 1 && cell[i] != 0 ? sprintf("%.9g", cell[i] / sqrt(length2)) : cell[i]) ","
        print line cell[columns]
      }
    }'
}

# how READING: sets scale, inv_h, init, norm, weight
how() {
  scale=zscore inv_h=1..50 init=scattered norm=l1 weight=1
  case $1 in
    # documents are not scaled; words that are there or not need a range of their own
    all) case $set in Ling-Spam*) scale=raw ;; 20Newsgroups) scale=raw inv_h=$(choice inv_h) ;; esac ;;
    close) scale=$(choice scale) inv_h=$(choice inv_h) ;;
    raw | minmax | span) scale=$1 ;;
    top*) inv_h=1..${1#top} ;;
    random) init=random ;;
    l2) norm=l2 ;;
    cluster-weight) weight=0 ;;
    *) echo "run.sh: reading '$1': all, minmax, close, raw, span, topN, random, l2 or cluster-weight expected" >&2; exit 2 ;;
  esac
}

# members TABLE FOLDER: LAC for each 1/h, all from one start
members() {
  scaled "$scale" "$1" >"$2/x.csv"
  ce-generate lac -q -j 1 -k "$k" --inv-h "$inv_h" --init "$init" --norm "$norm" --seed "$run" --membership --labels "$2/labels.csv" \
    --model "$2/model.csv" "$2/x.csv" -o "$2/membership.csv"
}

consensus() { ce-consensus "$@" -q -j 1 -k "$k"; }
scores() { ce-score -q -j 1 -s nmi,error -t "$table" "$@"; }

# lines SUFFIX: rows of ce-score about METHOD.kK to lines of METHODSUFFIX
lines() { awk -F, -v data="$set" -v reading="$reading" -v suffix="$1" -v run="$run" 'NR > 1 {
  sub(/\.k[0-9]+$/, "", $1)
  print data "," reading "," $1 suffix ",nmi," run "," $3
  print data "," reading "," $1 suffix ",er," run "," 100 * $4 }'; }

# of METHOD: rows of ce-score about members to lines of their extremes and means
of() { awk -F, -v data="$set" -v reading="$reading" -v method="$1" -v run="$run" '
  function line(score, value) { print data "," reading "," method "," score "," run "," value }
  NR > 1 {
    n++; nmi += $3; er += 100 * $4
    if (n == 1 || $3 > max_nmi) max_nmi = $3
    if (n == 1 || $3 < min_nmi) min_nmi = $3
    if (n == 1 || 100 * $4 > max_er) max_er = 100 * $4
    if (n == 1 || 100 * $4 < min_er) min_er = 100 * $4
  }
  END {
    line("max-nmi", max_nmi); line("min-nmi", min_nmi); line("avg-nmi", nmi / n)
    line("max-er", max_er); line("min-er", min_er); line("avg-er", er / n); line("members", n)
  }'; }

# ten METHOD ENSEMBLE: k-means on rows of co-associations, ten times; lines of the means
ten() {
  for start in 0 1 2 3 4 5 6 7 8 9; do consensus "$1" --seed $((10 * run + start)) --restarts 1 "$2" | scores | lines ''; done |
    awk -f "$here/../common/statistics.awk" -f "$here/means.awk"
}

# weighted CUT OPTION...: the three methods on the members in $folder
weighted() {
  local cut=$1
  shift
  consensus wspa,wbpa,wsbpa --with "$cut" --seed "$run" --data "$folder/x.csv" --base-model "$folder/model.csv" "$@"
}

what=$1
shift
folder=
trap '[ -z "$folder" ] || [ -n "${kept:-}" ] || rm -rf "$folder"' EXIT
case $what in
  data)
    set=$1 file=$2 draw=$3
    case $set in
      Two-Gaussian | Three-Gaussian) ce-synth "${set,,}" --seed "$draw" ;;
      Iris | Vote) unpack "$file" ;;
      WDBC) ce-prepare sample --balance --seed "$draw" -q "$file" ;;
      Breast | Breast-cancer) ce-prepare drop-missing -q "$file" | ce-prepare sample --balance --seed "$draw" -q ;;
      Letter) ce-prepare classes --keep A,B -q "$file" ;;
      SatImage) unpack "$file" | awk 'NR <= 4436' | ce-prepare classes --keep 1,7 -q ;;
      Soybeans) ce-prepare drop-constant -q "$file" ;;
      # stop words and rare words out, stems (ce-prepare terms), as in the dissertation; then so many terms as it had
      Ling-Spam-2000 | Ling-Spam-5996) ce-prepare terms -q --min-documents 2 "$file" | terms "${set##*-}" ;;
      # terms that three together are in a twentieth of the documents
      Ling-Spam-itemsets) ce-prepare terms -q --itemsets 0.05 --itemset-size 3 "$file" | terms 1000000 ;;
      # whether a term is there, not how often: by counts one long message is a cluster
      20Newsgroups) ce-prepare terms -q --weight binary --itemsets 0.04 "$file" | ce-prepare drop-constant -q | cut -d, -f2- ;; # without ids
      *) echo "run.sh: $set cannot be had" >&2; exit 1 ;;
    esac
    ;;
  facts)
    set=$1
    awk -F, -v data="$set" -v k="$(choice k)" '
      NR > 1 { if (!($NF in n)) order[++classes] = $NF; n[$NF]++; objects++ }
      END {
        for (i = 1; i <= classes; i++) sizes = sizes (i > 1 ? " " : "") n[order[i]]
        print data ",all,data,k,1," k; print data ",all,data,d,1," NF - 1; print data ",all,data,n,1," objects; print data ",all,data,sizes,1," sizes
      }' "$2"
    ;;
  members)
    set=$1 k=$(choice k) run=$4 folder=$5 kept=1
    how "$2"
    mkdir -p "$folder"
    members "$3" "$folder"
    ;;
  cell)
    set=$1 reading=$2 table=$3 run=$4 k=$(choice k)
    how "$reading"
    folder=$(mktemp -d)
    members "$table" "$folder"
    scores "$folder/labels.csv" | of lac
    weighted metis --cluster-weight $weight "$folder/membership.csv" | scores | lines -metis
    weighted spectral "$folder/membership.csv" | scores | lines -spec
    consensus cspa,mcla,hgpa --with metis --as-published --seed "$run" "$folder/labels.csv" | scores | lines ''
    ten lac-coas "$folder/labels.csv"
    ten lac-wcoas "$folder/membership.csv"
    # as many k-means as LAC members, on features as they are
    ce-generate kmeans -q -j 1 -k "$k" -m "$(head -n 1 "$folder/labels.csv" | tr , '\n' | wc -l)" --seed "$run" "$table" -o "$folder/kmeans.csv"
    scores "$folder/kmeans.csv" | of kmeans
    ten kmeans-coas "$folder/kmeans.csv"
    ;;
  categorical)
    set=$1 reading=all table=$2 run=$3 k=$(choice k)
    folder=$(mktemp -d)
    coolcat() { ce-generate coolcat -q -j 1 -k "$k" -m 10 --categorical all --sample 8 --reprocess 10 --seed "$run" "$@" "$table"; }
    coolcat --features 0.5 --membership --labels "$folder/labels.csv" -o "$folder/membership.csv"
    scores "$folder/labels.csv" | of coolcat
    coolcat | scores | of coolcat-all
    for cut in metis spectral; do
      weight=()
      [ $cut = spectral ] || weight=(--cluster-weight 1)
      consensus cat-cspa,cat-cbpa --with $cut "${weight[@]}" --seed "$run" "$folder/membership.csv" | scores | lines "-${cut:0:5}" | sed 's/-spect,/-spec,/'
    done
    ;;
  curve)
    set=$1 reading=all table=$2 run=$3 k=$(choice k)
    how all
    folder=$(mktemp -d)
    members "$table" "$folder"
    scores "$folder/labels.csv" | awk -F, -v data="$set" -v run="$run" 'NR > 1 { print data ",all,lac,1/h=" NR - 1 "," run "," 100 * $4 }'
    ;;
  fit)
    set=$1 table=$2 run=$3 k=$(choice k)
    folder=$(mktemp -d)
    for scale in raw zscore minmax span; do
      inv_h=1..50 init=scattered norm=l1
      members "$table" "$folder"
      scores "$folder/labels.csv" | awk -F, -v data="$set" -v scale="$scale" -v run="$run" 'NR > 1 { print data "," scale "," NR - 1 "," run "," $3 "," 100 * $4 }'
    done
    ;;
  size)
    set=$1 folder=$2 kept=1 table=$3 size=$4 k=$(choice k) reading=all
    for run in 1 2 3 4 5 6 7 8 9 10; do
      ce-select random -q -m "$size" --seed "$run" "$folder/membership.csv" | consensus wspa,wbpa --with metis --cluster-weight 1 --seed "$run" | scores | lines "-metis.$size"
    done
    ;;
  ensemble)
    set=$1 source=$2 table=$3 run=$4 k=$(choice k)
    folder=$(mktemp -d)
    ce-select random -q -m 15 --seed "$run" "$source/labels.csv" >"$folder/labels.csv"
    ce-select random -q -m 15 --seed "$run" "$source/membership.csv" |
      consensus wspa,wbpa,wsbpa --with metis --cluster-weight 1 --seed "$run" --data "$source/x.csv" --base-model "$source/model.csv" -o "$folder/consensus.csv"
    {
      ce-diversity -q -c "$folder/consensus.csv" -s d-nmi,d-ari "$folder/labels.csv" | sed 's/^/D,/'
      ce-score -q -s nmi,ari -t "$table" "$folder/labels.csv" | sed 's/^/M,/'
      ce-score -q -s nmi,ari -t "$table" "$folder/consensus.csv" | sed 's/^/C,/'
    } | awk -F, -v data="$set" -v run="$run" '
      function line(method, score, value) { print data ",all," method "," score "," run "," value }
      { sub(/\.k[0-9]+$/, "-metis", $3); sub(/\.k[0-9]+$/, "-metis", $2) }
      $1 == "D" && $2 == "d-nmi" { line("members", "d-nmi", $4) }
      $1 == "D" && $2 == "d-ari" { line($3, "d-ari", $4) }
      $1 == "M" && $3 ~ /^[0-9]+$/ { n++; nmi += $4; ari += $5 }
      $1 == "C" && $3 ~ /^[0-9]+$/ { line($2, "nmi", $4); line($2, "ari", $5) }
      END { line("members", "nmi", nmi / n); line("members", "ari", ari / n) }'
    ;;
  select)
    # ENSEMBLES: a table with a row for each ensemble: d-nmi, and METHOD.nmi, METHOD.ari, METHOD.d-ari of each method
    ce-prepare sample -n 15 --seed "$2" -q "$1" | awk -F, -v run="$2" '
      NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i; columns = NF; next }
      { rows++; for (i = 1; i <= NF; i++) value[rows, name[i]] = $i }
      # the accuracy at the place-th of 15 in the order of a diversity (ties: the first)
      function at(diversity, accuracy, place,  r, s, before) {
        for (r = 1; r <= rows; r++) {
          before = 0
          for (s = 1; s <= rows; s++) if (value[s, diversity] < value[r, diversity] || (value[s, diversity] == value[r, diversity] && s < r)) before++
          if (before == place - 1) return value[r, accuracy]
        }
      }
      END {
        for (i = 1; i <= columns; i++) if (name[i] ~ /\.nmi$/) {
          method = substr(name[i], 1, length(name[i]) - 4)
          print method ",nmi-max," run "," at("d-nmi", method ".nmi", rows); print method ",nmi-med," run "," at("d-nmi", method ".nmi", 8)
          print method ",ari-max," run "," at(method ".d-ari", method ".ari", rows); print method ",ari-med," run "," at(method ".d-ari", method ".ari", 8)
        }
      }'
    ;;
  *) echo "run.sh: '$what': data, facts, members, cell, categorical, curve, fit, size, ensemble or select expected" >&2; exit 2 ;;
esac
