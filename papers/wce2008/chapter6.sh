#!/usr/bin/env bash
# chapter6.sh data SET FILE DRAW            the objects and features of the dissertation's Tables 6.1 and 6.2, sub-sampled at random where it is
# chapter6.sh facts SET TABLE               its classes, features, objects and their classes' sizes, as lines
# chapter6.sh cell SET READING TABLE RUN    LAC, CLAC and penta-training once (Table 6.3), as lines
# chapter6.sh points SET READING TABLE RUN COUNT...   all methods of Figure 6.1 for each number of constraints, as lines with the number in place of the reading
# chapter6.sh fit SET TABLE RUN             LAC on raw, standardised, 0..1 and -1..1 features: mean error and deviation; the scale in place of the reading
# Lines are data,reading,method,score,run,value. RUN seeds what is random. Scores: er (error in percent), free-er (on the objects in no constraint), sd-er (the deviation
# over 1/h, or over starts), violated (constraints, in percent), asked (their number), must (must-links, in percent); of penta-training
# rounds, given (constraints from component to component), right (of these those that are true, in percent).
# A READING tells what LAC sees: all (features standardised, documents as they are), minmax (0..1), close (the scale of choices.csv), or one of sweep6.3.
set -euo pipefail

here=$(dirname "$0")
inv_h=1,3,5,7,10
# shellcheck source=/dev/null
. "$here/common.sh"

# how READING: sets scale, cut, weight, top, rounds, share of the objects, band
how() {
  scale=zscore cut=metis weight=1 top=5 rounds=50 share=20 band=0.4,0.6
  case $1 in
    all) ;;
    close) scale=$(choice scale); [ -n "$scale" ] || scale=raw ;;
    raw | minmax | span) scale=$1 ;;
    spectral) cut=spectral ;;
    cluster-weight) weight=0 ;;
    top*) top=${1#top} ;;
    rounds*) rounds=${1#rounds} ;;
    share*) share=${1#share} ;;
    *) echo "chapter6.sh: reading '$1': all, minmax, close, raw, span, spectral, cluster-weight, topN, roundsN or shareN expected" >&2; exit 2 ;;
  esac
  # documents are of length 1, or tell whether a term is there
  [[ $set != Ling-Spam* && $set != 20Newsgroups* ]] || scale=raw
}

lac() { ce-generate lac -q -j 1 -k "$k" --inv-h "$inv_h" --seed "$run" "$@" "$folder/x.csv"; }

# members TABLE: what LAC sees, and LAC on it for each 1/h, all from one start
members() {
  scaled "$scale" "$1" >"$folder/x.csv"
  lac --membership --labels "$folder/labels.csv" --model "$folder/model.csv" -o "$folder/membership.csv"
}

# ask QUERIES TABLE: pairs that LAC is uncertain about, and what the classes say of them; 0: none
ask() {
  echo i,j,link >"$folder/constraints.csv"
  [ "$1" = 0 ] || ce-constrain impute -q -j 1 --low "${band%,*}" --high "${band#*,}" --queries "$1" --seed "$run" --truth "$2" "$folder/labels.csv" -o "$folder/constraints.csv"
}

# of METHOD TABLE: scores of clusterings on standard input, their means and the deviation of their errors, as lines
of() {
  ce-score -q -j 1 -s error,error-unconstrained,violated -t "$2" --constraints "$folder/constraints.csv" |
    lines "$1" -v inv_h="${inv_h//,/ }" -v constraints=$(($(wc -l <"$folder/constraints.csv") - 1))
}

# lines METHOD OPTION...: means and deviations of what ce-score says, as lines
lines() {
  local method=$1
  shift
  awk -v data="$set" -v reading="$reading" -v method="$method" -v run="$run" "$@" -f "$here/../common/statistics.awk" -f "$here/errors.awk"
}

# asked: what was asked, as lines
asked() { awk -F, -v data="$set" -v reading="$reading" -v run="$run" 'NR > 1 { n++; if ($3 == "must") must++ }
  END { print data "," reading ",constraints,asked," run "," n + 0; if (n) print data "," reading ",constraints,must," run "," 100 * must / n }' "$folder/constraints.csv"; }

# trained METHOD TABLE: rounds, constraints that the components gave each other, and how many of these the classes confirm, as lines
trained() {
  awk -F, -v data="$set" -v reading="$reading" -v method="$1" -v run="$run" '
    function line(score, value) { print data "," reading "," method "," score "," run "," value }
    FILENAME == ARGV[1] { class[FNR - 1] = $NF; next }
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { n++; if ($column["round"] > rounds) rounds = $column["round"]; right += (class[$column["i"]] == class[$column["j"]]) == ($column["link"] == "must") }
    END { line("rounds", rounds + 0); line("given", n + 0); if (n) line("right", 100 * right / n) }' "$2" "$folder/trace.csv"
}

what=$1
shift
folder=
trap '[ -z "$folder" ] || rm -rf "$folder"' EXIT
case $what in
  data)
    set=$1 file=$2 draw=$3
    case $set in
      # the majority below the minority, as the dissertation has it: of 225 good ones 113, all 126 bad ones
      Ionosphere)
        folder=$(mktemp -d)
        ce-prepare drop-constant -q "$file" >"$folder/all.csv"
        ce-prepare classes --keep b -q "$folder/all.csv"
        ce-prepare classes --keep g -q "$folder/all.csv" | ce-prepare sample -n 113 --seed "$draw" -q | tail -n +2
        ;;
      Wine) unpack "$file" ;;
      Wine-144) ce-prepare sample --balance --seed "$draw" -q "$file" ;;
      # the terms that three together are in a twentieth of the documents; each document's counts to length 1, as in chapters 4 and 5
      Ling-Spam-350)
        ce-prepare sample --balance -n 453 --seed "$draw" -q "$file" | ce-prepare terms -q --itemsets 0.05 --itemset-size 3 |
          awk -F, -v OFS=, 'NR > 1 { s = 0; for (i = 1; i < NF; i++) s += $i * $i; if (s) for (i = 1; i < NF; i++) if ($i != 0) $i = sprintf("%.9g", $i / sqrt(s)) } { print }'
        ;;
      20Newsgroups-321) "$here/run.sh" data 20Newsgroups "$file" "$draw" ;;
      *) "$here/run.sh" data "$set" "$file" "$draw" ;;
    esac
    ;;
  fit)
    set=$1 table=$2 run=$3 k=$(choice k) folder=$(mktemp -d)
    # -h: 1, 3, 5, 7, 10 as h, not as 1/h
    for reading in raw zscore minmax span raw-h zscore-h; do
      scaled "${reading%-h}" "$table" >"$folder/x.csv"
      [[ $reading != *-h ]] || inv_h=0.1,0.14285714285714285,0.2,0.3333333333333333,1
      lac | ce-score -q -j 1 -s error -t "$table" | lines lac
    done
    ;;
  cell)
    set=$1 reading=$2 table=$3 run=$4 k=$(choice k) folder=$(mktemp -d)
    how "$reading"
    members "$table"
    objects=$(($(wc -l <"$table") - 1))
    ask $(((share * objects + 50) / 100)) "$table"
    asked
    of lac "$table" <"$folder/labels.csv"
    lac --constraints "$folder/constraints.csv" --init chunklets --membership --labels "$folder/clac-labels.csv" -o "$folder/clac.csv"
    of clac "$table" <"$folder/clac-labels.csv"
    penta() { ce-consensus penta -q -j 1 -k "$k" --raw --inv-h "$inv_h" --top "$top" --rounds "$rounds" --with $cut --cluster-weight $weight --seed "$run" "$@" "$folder/x.csv"; }
    # Algorithm 11 leaves it at what the graph is cut into; kept: constraints hold in the end too
    penta --constraints "$folder/constraints.csv" --loose --trace "$folder/trace.csv" | of penta "$table"
    trained penta "$table"
    penta --constraints "$folder/constraints.csv" | of penta-kept "$table"
    penta --trace "$folder/trace.csv" | of penta-none "$table"
    trained penta-none "$table"
    # without any training: the same graph of the components at the start
    wbpa() { ce-consensus wbpa -q -j 1 -k "$k" --with $cut --cluster-weight $weight --seed "$run" "$1"; }
    wbpa "$folder/membership.csv" | of wbpa-lac "$table"
    wbpa "$folder/clac.csv" | of wbpa-clac "$table"
    ;;
  points)
    set=$1 table=$3 run=$4 k=$(choice k) folder=$(mktemp -d)
    how "$2"
    shift 4
    members "$table"
    for reading in "$@"; do
      ask "$reading" "$table"
      asked
      # k-means on features as they are (chapter 4 has it so), and as LAC sees them
      for seen in "" -scaled; do
        x=$table
        [ -z "$seen" ] || x=$folder/x.csv
        cop() { ce-generate kmeans -q -j 1 -k "$k" --constraints "$folder/constraints.csv" --rule cop --seed "$run" "$@" "$x"; }
        cop -m 10 | of "cop-kmeans$seen" "$table"
        cop --init chunklets | of "seeded-cop-kmeans$seen" "$table"
      done
      lac --constraints "$folder/constraints.csv" --init chunklets | of clac "$table"
      # Algorithm 10 leaves it at what the graph is cut into; kept: constraints hold in the end too
      c_wbpa() {
        ce-consensus c-wbpa -q -j 1 -k "$k" --with $cut --cluster-weight $weight --seed "$run" --constraints "$folder/constraints.csv" \
          --data "$folder/x.csv" --base-model "$folder/model.csv" "$@" "$folder/membership.csv"
      }
      c_wbpa --loose | of c-wbpa "$table"
      c_wbpa | of c-wbpa-kept "$table"
    done
    ;;
  facts) "$here/run.sh" facts "$@" ;;
  *) echo "chapter6.sh: '$what': data, facts, fit, cell or points expected" >&2; exit 2 ;;
esac
