#!/usr/bin/env bash
# run.sh data SET zscore|raw FILE           the objects and features of Table I, standardised or as they are
# run.sh facts SET FILE                     its objects, features and classes, as lines data,fact,1,value
# run.sh base SET BASE TABLE RUN            20 k-means: BASE k with as many clusters as classes, near with 2..k+2 as WSCE's members, wide with 2..sqrt(n)
# run.sh cuts SET TABLE CUTS                MLE's one solution, cut into clusters so often; nothing above MLE_LIMIT objects
# run.sh cell SET METHOD TABLE BASES RUN    a method of Table II once, as a line; MLE's BASES are its cuts
# run.sh sweep SET BASE TABLE BASES RUN     the methods that take base clusterings, as lines
# run.sh ablation SET VARIANT TABLE RUN     WSCE with a part of it changed, as a line
# run.sh spoiled noise|missing SET METHOD FILE PERCENT RUN   a method on features with so many changed or missing values, as a line
# run.sh components SET TABLE PERCENT RUN   WSCE on the principal components of so many percent of the features, as a line
# Lines are data,column,run,accuracy in percent (of the last two: percent,column,run,accuracy); no accuracy: it was left out. RUN seeds what is random.
set -euo pipefail

here=$(dirname "$0")
# shellcheck source=/dev/null
. "$here/../common/choice.sh"

# numbers FILE: the features as numbers, without constant ones
numbers() {
  case $(choice features) in
    drawn) ce-synth half-rings --seed 1 ;;
    onehot) ce-prepare impute -q "$1" | ce-prepare onehot -q ;;
    complete) ce-prepare drop-missing -q "$1" ;;
    numbers) ce-prepare drop-constant -q "$1" ;;
    *) echo "run.sh: $set: $(choice why)" >&2; exit 1 ;;
  esac
}

# line COLUMN: a label table to the line of its accuracy
line() { ce-score -q -j 1 -s accuracy -t "$table" | awk -F, -v data="${percent:-$set}" -v column="$1" -v run="$run" 'NR == 2 { print data "," column "," run "," 100 * $3 }'; }

# ---- the methods: from $table, or from the base clusterings in $bases, to labels ----

# all objects in one cluster
one() { awk -F, 'NR == 1 { print "one" } NR > 1 { print 1 }' "$table"; }
spectral() { ce-generate spectral -q -j 1 -k "$k" --seed "$run" "$table"; }
kmeans() { ce-generate kmeans -q -j 1 -k "$k" --seed "$run" "$table"; }
mle() { cut -d, -f"$run" "$bases"; }
# of the most stable half alone many objects are in no cluster at all
apmm() { ce-consensus apmm -q -j 1 -k "$k" --share "${1:-0.9}" --uncovered last "$bases"; }
apmm-half() { apmm 0.5; }
wocce() { ce-consensus wocce -q -j 1 -k "$k" --raw --seed "$run" "$table"; }
smi() { ce-consensus smi -q -j 1 -k "$k" --seed "$run" "$bases"; }
bgcm() { ce-consensus bgcm -q -j 1 -k "$k" --seed "$run" "$bases"; }
eac-al() { ce-consensus eac-al -q -j 1 -k "$k" "$bases"; }
wsce() { ce-consensus wsce -q -j 1 -k "$k" --raw --seed "$run" "$@" "$table"; }

objects() { awk 'END { print NR - 1 }' "$table"; }

# base BASE: of as many members as the paper has
base() {
  local n
  case $1 in
    k) n=$k ;;
    near) n=2..$((k + 2)) ;;
    wide) n=2..$(awk -v n="$(objects)" -v k="$k" 'BEGIN { r = int(sqrt(n)); print (r > k + 2 ? r : k + 2) }') ;;
    *) echo "run.sh: base '$1': k, near or wide expected" >&2; exit 2 ;;
  esac
  ce-generate kmeans -q -j 1 -k "$n" -m 20 --seed "$run" "$table"
}

# members OPTION...: of TKSC with the weights that it gives them, to a consensus; without options WSCE's
members() {
  ce-generate tksc -q -j 1 --seed "$run" --weights "$folder/weights.csv" "$@" "$table" -o "$folder/members.csv"
  ce-consensus weac-nm -q -j 1 -k "$k" --weights "$folder/weights.csv" "$folder/members.csv"
}

# variant NAME: WSCE with a part of it changed
variant() {
  case $1 in
    wsce | raw) wsce ;;
    unweighted) wsce --unweighted ;;
    printed) wsce --printed --sigma 10 ;; # phi: the non-zero values in a column
    dense) wsce --dense ;;
    near*) wsce --neighbours "${1#near}" ;;
    sigma*) wsce --sigma "${1#sigma}" ;;
    steps*) wsce --iterations "${1#steps}" ;;
    laplacian | rows) members -k "$near" "--$1" printed ;;
    affinities) members -k "$near" --modularity weighted ;;
    to-k) members -k "2..$k" ;;
    wide) members -k 2..20 ;;
    true-k) members -k "$k" -m 20 ;;
    kmeans-members) ce-generate kmeans -q -j 1 -k "$near" --seed "$run" "$table" | ce-consensus eac-al -q -j 1 -k "$k" ;;
    *) echo "run.sh: variant '$1' is not known" >&2; exit 2 ;;
  esac
}

folder=
trap '[ -z "$folder" ] || rm -rf "$folder"' EXIT
what=$1
shift
case $what in
  data)
    set=$1
    numbers "$3" | if [ "$2" = zscore ]; then ce-prepare zscore -q; else cat; fi
    ;;
  facts)
    set=$1
    if [ "$(choice features)" = drawn ]; then ce-synth half-rings --seed 1; else unpack "$2"; fi |
      awk -F, -v data="$set" 'NR > 1 { if (!($NF in seen)) { seen[$NF] = 1; classes++ } columns = NF - 1 }
        END { print data ",objects,1," NR - 1; print data ",features,1," columns; print data ",classes,1," classes }'
    ;;
  base)
    set=$1 table=$3 run=$4 k=$(choice k)
    base "$2"
    ;;
  cuts)
    set=$1 table=$2 k=$(choice k)
    # a solution takes O(n^3) steps, many times, and chance has a part only in what cuts it
    [ "$(objects)" -gt "${MLE_LIMIT:-1500}" ] || ce-generate mle -q -j 1 -k "$k" -m "$3" --tolerance "${MLE_TOLERANCE:-0.001}" "$table"
    ;;
  cell)
    set=$1 method=$2 table=$3 bases=$4 run=$5 k=$(choice k)
    if [ "$method" = mle ] && [ ! -s "$bases" ]; then echo "$set,mle,$run,"; else $method | line "$method"; fi
    ;;
  sweep)
    set=$1 table=$3 bases=$4 run=$5 k=$(choice k)
    for method in eac-al apmm apmm-half smi bgcm; do $method | line "$method/$2"; done
    ;;
  ablation)
    set=$1 table=$3 run=$4 k=$(choice k) near=2..$(($(choice k) + 2))
    folder=$(mktemp -d)
    # a formula as it is printed may leave nothing to be told apart
    if variant "$2" >"$folder/labels.csv"; then line "$2" <"$folder/labels.csv"; else echo "$set,$2,$run,"; fi
    ;;
  spoiled)
    kind=$1 set=$2 method=$3 percent=$5 run=$6 k=$(choice k)
    folder=$(mktemp -d)
    share=$(awk -v p="$percent" 'BEGIN { print p / 100 }')
    numbers "$4" | if [ "$percent" = 0 ]; then cat
    elif [ "$kind" = noise ]; then ce-prepare noise -q --share "$share" --sd "${NOISE_SD:-2}" --seed "$run"
    else ce-prepare blank -q --share "$share" --seed "$run"; fi | ce-prepare zscore -q -o "$folder/table.csv"
    table=$folder/table.csv
    # WSCE takes missing values; the others get means in their place
    if [ "$kind" = missing ] && [ "$method" != wsce ]; then
      table=$folder/filled.csv
      ce-prepare impute -q "$folder/table.csv" -o "$table"
    fi
    bases=$folder/bases.csv
    case $method in apmm | smi | bgcm) base k >"$bases" ;; esac
    $method | line "$method"
    ;;
  components)
    set=$1 table=$2 percent=$3 run=$4 k=$(choice k)
    # no more than there can be
    components=$(awk -F, -v p="$percent" 'END { d = NF - 1; c = int(p * d / 100 + .5); if (c < 1) c = 1; if (c > NR - 2) c = NR - 2; print c }' "$table")
    wsce --components "$components" | line "$set"
    ;;
  *) echo "run.sh: '$what': data, facts, base, cuts, cell, sweep, ablation, spoiled or components expected" >&2; exit 2 ;;
esac
