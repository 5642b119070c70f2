#!/usr/bin/env bash
# run.sh table SET KIND SOURCE        the data as they are clustered. SOURCE is a file whose last column is the class, or the
#                                     noun and the options of ce-synth
# run.sh describe SET TABLE           set,objects,features,classes,largest,same,silhouette: what the set is like
# run.sh KIND SET TABLE RUN [choose]  one run of all functions on one ensemble, at the true k; or, with choose, at the k that
#                                     rules choose. RUN is the seed. KIND is
#                                       random     30 k-means, k drawn from 2 to the root of n
#                                       subspaces  the same, each on half of the features
#                                       fixed      30 k-means with the true k
#                                       missing    as random, each on half of the objects; the others have no label in it
#                                       large      30 k-means, k drawn from the root of n to twice that
#                                       data       functions that read the data
# Prints lines set,kind,run,function,rule,k,nmi,ari,error,seconds,cpu,mib. rule is "true" where k is the number of classes;
# else how k was chosen among several: "anmi" and "aari" by the mean agreement with the base clusterings, "silhouette" and
# "dunn" by these of the data, "halves" by ce-consensus --choose; RULES has those that are wanted. It is "own" where the function
# knows no k. Seconds and memory are those of the true k, of the first run. A function
# that gave nothing has an empty nmi and its reason after mib.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
what=$1 set=$2 table=$(realpath "$3" 2>/dev/null || echo "$3") run=${4:-} choose=${5:-}
members=30

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Candidates for k: up to the root of n, closer where k is small.
candidates() { awk -v n="$1" 'BEGIN { split("2 3 4 5 6 7 8 10 12 15 20 25 30 40 50 60 80", k, " ")
  for (i = 1; k[i] && k[i] * k[i] <= n; i++) printf "%s%d", (i > 1 ? "," : ""), k[i] }'; }

# The classes without noise, and the objects.
measure() {
  awk -F, 'NR > 1 { if ($NF != "noise") seen[$NF]++ } END { for (c in seen) k++; print k, NR - 1 }' "$1"
}

# shellcheck source=/dev/null
. "$here/../common/finds-k.sh"

# wanted NAME: whether FUNCTIONS names it, or names none
wanted() { grep -qxE "${FUNCTIONS:-.*}" <<<"$1"; }

# consensus FUNCTION CALL K FILE: the labels; gives up after TIME seconds, or where memory ends. Some k may fail.
consensus() {
  local words status=0 input=base
  if [ "$1" = "$2" ] && from_family "$1" "$3" "$4"; then return 0; fi
  read -ra words <<<"${2//TABLE/$table}"
  if [ "$what" = data ]; then input=$table; else words+=(--keep-going); fi
  finds_k "$1" || words+=(-k "$3")
  timeout "${TIME:-600}" ce-consensus "${words[@]}" -q -j 1 --seed "$run" "$input" -o "$4" --log log 2>reason || status=$?
  if [ "$status" = 124 ]; then echo "$1: more than ${TIME:-600} seconds" >reason; fi
  if [ "$what" = data ] && [ "$status" = 2 ]; then cat reason >&2; return 2; fi
  [ -s "$4" ]
}

# from_family FUNCTION K FILE: the same where it is one of FAMILY-al, FAMILY-cl and FAMILY-sl. They cut trees of the same matrix,
# so the first that is asked for makes the labels of all three. Not in the first run, where each has a time of its own; and where
# one of them fails, each is called alone, for its reason.
from_family() {
  local family=${1%-[acs]l} all
  [ "$family" != "$1" ] && [ "$run$choose" != 1 ] || return 1
  all=$family-al,$family-cl,$family-sl
  if [ ! -e "family.$family" ]; then
    timeout "${TIME:-600}" ce-consensus "$all" -k "$2" -q -j 1 --seed "$run" base -o "family.$family" 2>/dev/null || : >"family.$family"
  fi
  [ -s "family.$family" ] || return 1
  ce-select names -q --names "$(head -n 1 "family.$family" | tr , '\n' | grep "^$1\." | paste -sd ,)" "family.$family" -o "$3"
}

# The columns of a table of labels, scored: column,k,nmi,ari,error
scores() { ce-score -q -j 1 -s nmi,ari,error --ignore noise -t "$table" "$1" | tail -n +2; }

# of_log: seconds,cpu,mib
of_log() { sed -nE '$s/.*"seconds": ([0-9.e-]+), "cpu_seconds": ([0-9.e-]+), "peak_bytes": ([0-9]+).*/\1 \2 \3/p' log |
  awk '{ printf "%.3f,%.3f,%.1f", $1, $2, $3 / 1048576 }'; }

# failed FUNCTION RULE
failed() { echo "$set,$what,$run,$1,$2,,,,,,,,$(head -n 1 reason | sed 's/^ce-consensus: //; s/,/;/g; s/"//g')"; }

# at_true_k NAME CALL: the line of a function
at_true_k() {
  local name=$1 call=$2 time=,, rule=true
  ! finds_k "$name" || rule=own
  rm -f labels log
  if ! consensus "$name" "$call" "$k" labels; then
    failed "$name" true
    return 0
  fi
  [ "$run" != 1 ] || time=$(of_log)
  scores labels | awk -F, -v head="$set,$what,$run,$name,$rule" -v time="$time" \
    '{ print head "," $2 "," $3 "," $4 "," $5 "," time "," }'
}

# asked RULE...: whether RULES names one of them
asked() {
  local rule
  for rule in "$@"; do case " ${RULES:-anmi aari silhouette dunn halves} " in *" $rule "*) return 0 ;; esac; done
  return 1
}

# at_chosen_k NAME CALL: its labels at each k for by_rules, and the line of halves
at_chosen_k() {
  ! finds_k "$1" || return 0
  ! asked anmi aari silhouette dunn || at_several "$1" "$2"
  ! asked halves || at_halves "$1" "$2"
}

# at_several NAME CALL: puts the labels at each k into several.NAME, with the name before that of each column
at_several() {
  if consensus "$1" "$2" "$several" labels.new; then
    sed "1s/[^,]*/$1:&/g" labels.new >"several.$1"
  else
    failed "$1" anmi
  fi
  rm -f labels.new
}

# by_rules NAME...: a line for each function and each rule that looks at the labels at each k. All functions together, since most
# of the time goes into the distances of all pairs of objects.
by_rules() {
  local name rule files=()
  for name; do
    [ ! -e "several.$name" ] || files+=("several.$name")
  done
  [ "${#files[@]}" != 0 ] || return 0
  paste -d, "${files[@]}" >labels
  scores labels >scored
  ! asked anmi aari || ce-diversity -q -j 1 -s anmi,aari -c labels base >agreement
  ! asked silhouette dunn || ce-score -q -j 1 -s silhouette,dunn --data "$table" labels >internal
  for name; do
    [ -e "several.$name" ] || continue
    for rule in anmi aari silhouette dunn; do
      asked $rule || continue
      case $rule in
        anmi | aari) awk -F, -v rule=$rule '$1 == rule { print $2 "," $3 }' agreement ;;
        silhouette) awk -F, 'NR > 1 { print $1 "," $3 }' internal ;;
        dunn) awk -F, 'NR > 1 { print $1 "," $4 }' internal ;;
      esac >values
      chosen "$name" $rule
    done
  done
}

# chosen FUNCTION RULE: a line for the column of the function to which values, column,value, gives the largest
chosen() {
  local best
  best=$(awk -F, -v name="$1:" 'index($1, name) == 1 && $2 != "" && $2 != "nan" && (best == "" || $2 > value) { best = $1; value = $2 }
    END { print best }' values)
  awk -F, -v best="$best" -v head="$set,$what,$run,$1,$2" '$1 == best { print head "," $2 "," $3 "," $4 "," $5 ",,,," }' scored
}

# at_halves NAME CALL: the k at which two halves of the base clusterings agree best
at_halves() {
  local words status=0
  read -ra words <<<"${2//TABLE/$table}"
  rm -f labels
  timeout "${TIME:-600}" ce-consensus "${words[@]}" -k "$several" --choose -q -j 1 --seed "$run" base -o labels 2>reason || status=$?
  if [ "$status" = 124 ]; then echo "$1: more than ${TIME:-600} seconds" >reason; fi
  if [ ! -s labels ]; then
    failed "$1" halves
    return 0
  fi
  scores labels | awk -F, -v head="$set,$what,$run,$1,halves" '{ print head "," $2 "," $3 "," $4 "," $5 ",,,," }'
}

case $what in
  table)
    kind=$3 source=$4
    case $kind in
      drawn)
        read -ra call <<<"${source//+/,}"
        ce-synth "${call[@]}" -q --seed 1 | ce-prepare zscore -q
        ;;
      # An empty cell is a value of its own.
      categorical) gzip -dc "$source" | ce-prepare onehot -q --categorical all --missing own | ce-prepare drop-constant -q ;;
      mixed) gzip -dc "$source" | ce-prepare onehot -q --missing own | ce-prepare drop-constant -q | ce-prepare zscore -q ;;
      numeric) gzip -dc "$source" | ce-prepare drop-missing -q | ce-prepare drop-constant -q | ce-prepare zscore -q ;;
      *) echo "run.sh: '$kind': numeric, categorical, mixed or drawn expected" >&2; exit 2 ;;
    esac
    ;;
  describe)
    read -r k n < <(measure "$table")
    ce-generate spectral -q -k 2 --neighbours 1 --graph graph --graph-of distances "$table" -o labels ||
      { echo "$set: no graph" >&2; exit 1; }
    # The share of the objects whose nearest other object is of their class, and of the largest class.
    silhouette=$(ce-score -q -s silhouette --sample 5000 --data "$table" <(awk -F, '{ print $NF == "noise" ? "" : $NF }' "$table" |
      sed 's/^class$/truth/') | awk -F, 'NR == 2 { printf "%.3f", $3 }')
    awk -F, -v set="$set" -v k="$k" -v silhouette="$silhouette" '
      FNR == NR { if (FNR == 1) { d = NF - 1; next }
                  class[FNR - 1] = $NF; n++; if ($NF != "noise") { size[$NF]++; known++ } else noise++; next }
      /^%/ { next }
      !sized { sized = 1; next }
      { split($0, cell, " "); a = cell[1]; b = cell[2]; if (a == b) next
        near(a, b, cell[3]); near(b, a, cell[3]) }
      function near(i, j, distance) { if (!(i in least) || distance < least[i]) { least[i] = distance; other[i] = j } }
      END { for (i in other) if (class[i] != "noise") { all++; same += class[i] == class[other[i]] }
            for (c in size) if (size[c] > largest) largest = size[c]
            printf "%s,%d,%d,%d,%.3f,%.3f,%.3f,%s\n", set, n, d, k, noise / n, largest / known, same / all, silhouette }' "$table" graph
    ;;
  random | subspaces | fixed | missing | large | data)
    read -r k n < <(measure "$table")
    root=$(awk -v n="$n" 'BEGIN { k = int(sqrt(n)); print k < 2 ? 2 : k }')
    several=$(candidates "$n")
    case $what in
      random) ce-generate kmeans -q -j 1 -k 2.."$root" -m $members --seed "$run" "$table" -o base ;;
      subspaces) ce-generate kmeans -q -j 1 -k 2.."$root" -m $members --features 0.5 --seed "$run" "$table" -o base ;;
      fixed) ce-generate kmeans -q -j 1 -k "$k" -m $members --seed "$run" "$table" -o base ;;
      missing)
        ce-generate kmeans -q -j 1 -k 2.."$root" -m $members --objects 0.5 --unseen missing --seed "$run" "$table" -o base
        ;;
      large) ce-generate kmeans -q -j 1 -k "$root..$((2 * root))" -m $members --seed "$run" "$table" -o base ;;
    esac
    if [ "$choose" = choose ]; then
      :
    elif [ "$what" != data ]; then
      # The mean of the base clusterings, to compare with.
      ! wanted base || scores base | awk -F, -v head="$set,$what,$run,base,true" '{ k += $2; nmi += $3; ari += $4; error += $5 }
        END { print head "," int(k / NR) "," nmi / NR "," ari / NR "," error / NR ",,,," }'
    elif wanted kmeans; then
      ce-generate kmeans -q -j 1 -k "$k" --restarts 10 --seed "$run" "$table" -o labels --log log
      scores labels | awk -F, -v head="$set,$what,$run,kmeans,true" -v time="$(of_log)" \
        '{ print head "," $2 "," $3 "," $4 "," $5 "," time "," }'
    fi
    names=()
    while IFS=, read -r name call reads; do
      names+=("$name")
      [ "$reads" = "$([ "$what" = data ] && echo data || echo labels)" ] || continue
      if [ "$choose" = choose ]; then at_chosen_k "$name" "$call"; else at_true_k "$name" "$call"; fi
    done < <(grep -E "^(${FUNCTIONS:-.*})," "$here/functions.csv")
    by_rules "${names[@]}"
    ;;
  *) echo "run.sh: '$what': table, describe, random, subspaces, fixed, missing, large or data expected" >&2; exit 2 ;;
esac
