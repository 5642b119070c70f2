#!/usr/bin/env bash
# shellcheck disable=SC2034 # best is for scored.sh
# run.sh data DATA-SET FILE            the features that choices.csv says, from the public file
# run.sh pool DATA-SET TABLE SECONDS   100 k-means and 100 RPCL with a random k, and the classes; how long they took to file SECONDS
# run.sh class POOL                    its classes
# run.sh draw POOL CLASSES RUN M       M base clusterings drawn at random: the distinct rows of labels and class, with a size
# run.sh 5|6|7|8|9|ecmc|base DATA-SET DRAW RUN  lines of a table: table,data,item,run,value
# run.sh sweep DATA-SET DRAW RUN                ECMC at each of SETTINGS, LOW:HIGH:FACTOR, the penalty FACTOR / sqrt(n)
# run.sh range DATA-SET DRAW RUN                lines range,data,METHOD.LARGEST,run,value: the best k of 2 to LARGEST
# run.sh size DATA-SET DRAW RUN M               lines of figure 10
# run.sh time DATA-SET POOL CLASSES N METHOD... lines of figure 11: figure11,data,METHOD,N,seconds
# RUN is the seed of the draw and of what is random in the methods.
set -euo pipefail

here=$(dirname "$0")
all=pta-al,pta-cl,pta-sl,ptgp,cspa,hgpa,mcla,srw,gp-mgla,eac-al,eac-cl,eac-sl,srs-al,srs-cl,srs-sl
all+=,wct-al,wct-cl,wct-sl,weac-al,weac-cl,weac-sl

# shellcheck source=/dev/null
. "$here/../common/choice.sh"
# shellcheck source=/dev/null
. "$here/../common/scored.sh"

# lines TABLE ITEM: METHOD.kK,K,VALUE to lines of a table, the item from the method's name
lines() { awk -F, -v table="$1" -v data="$set" -v item="$2" -v run="$run" 'NR > 1 {
  sub(/\.k[0-9]+$/, "", $1); print table "," data "," (item ~ /^\./ ? $1 item : item) "," run "," $3 }'; }

# The K-ENG of the draw's microclusters: NODES LINKS.
links() { ce-similarity elite -q -j 1 --elite "$1" "$draw" | awk '/^%/ { next } !nodes { nodes = $1; next } $1 != $2 { links++ } END { print nodes, links + 0 }'; }

# trajectories TABLE METHOD: Tables 7 and 8, the best k at each K and T
trajectories() {
  best=(--best)
  for elite in 1 2 4 8 16 32 64 all; do
    scored "$2" -k "$(ks)" --elite "${elite/all/1000000}" --steps 10 | lines "$1" "K=$elite"
  done
  for steps in 1 2 4 8 16 32 64 128; do
    scored "$2" -k "$(ks)" --elite 10 --steps "$steps" | lines "$1" "T=$steps"
  done
}

seconds() { local begin=$EPOCHREALTIME; "$@" >/dev/null; awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f\n", b - a }'; }

what=$1
shift
best=()
case $what in
  data)
    set=$1 columns=() sample=()
    if [ -n "$(choice drop)" ]; then columns=(columns --drop "$(choice drop | tr ' ' ,)"); fi
    if [ "$(choice fraction)" != 1 ]; then sample=(sample --share "$(choice fraction)"); fi
    gzip -dc "$2" | if [ ${#columns[@]} -gt 0 ]; then ce-prepare "${columns[@]}" -q; else cat; fi |
      if [ ${#sample[@]} -gt 0 ]; then ce-prepare "${sample[@]}" -q; else cat; fi |
      if [ "$(choice scale)" != raw ]; then ce-prepare "$(choice scale)" -q; else cat; fi
    ;;
  pool)
    set=$1
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    kmeans=$(seconds ce-generate kmeans -q -k "2..$(choice ub)" -m "${MEMBERS:-100}" --seed 1 "$2" -o "$work/kmeans")
    rpcl=$(seconds ce-generate rpcl -q -k "2..$(choice ub)" -m "${MEMBERS:-100}" --seed 2 "$2" -o "$work/rpcl")
    echo "$set,$kmeans,$rpcl" >"$3"
    "$0" class "$2" | paste -d, "$work/kmeans" "$work/rpcl" -
    ;;
  class) unpack "$1" | awk -F, '{ print $NF }' ;;
  draw) ce-select random -q -m "$4" --seed "$3" "$1" | paste -d, - "$2" | ce-microcluster compress -q --class none ;;
  5)
    set=$1 draw=$2 run=$3
    read -r nodes links < <(links 1000000)
    printf '%s\n' "5,$set,nodes,$run,$nodes" "5,$set,links,$run,$links"
    ;;
  6)
    set=$1 draw=$2 run=$3
    read -r nodes all < <(links 1000000)
    for elite in 1 2 4 8 16 32 64; do
      read -r nodes kept < <(links $elite)
      echo "6,$set,K=$elite,$run,$(awk "BEGIN { print $kept / $all }")"
    done
    echo "6,$set,K=all,$run,1"
    ;;
  7 | 8)
    set=$1 draw=$2 run=$3 classes=$(choice classes)
    trajectories "$what" "$([ "$what" = 7 ] && echo pta-al || echo ptgp)"
    ;;
  9 | ecmc)
    set=$1 draw=$2 run=$3 classes=$(choice classes)
    if [ "$what" = ecmc ]; then methods=ecmc-al,ecmc-cl,ecmc-sl; else methods=${METHODS:-$all}; fi
    tie=() # the tables were made with ties by index
    [[ ",$methods," != *-cl,* ]] || tie=(--tie index)
    scored "$methods" "${tie[@]}" -k "$(ks)" | best_and_true 9
    ;;
  sweep)
    set=$1 draw=$2 run=$3 classes=$(choice classes)
    n=$(awk -F, 'NR > 1 { n += $1 } END { print n }' "$draw")
    for setting in $SETTINGS; do
      IFS=: read -r low high factor <<<"$setting"
      scored ecmc-al,ecmc-cl,ecmc-sl --tie index --low "$low" --high "$high" --penalty "$(awk "BEGIN { print $factor / sqrt($n) }")" \
        -k "$(ks)" | best_and_true "$setting"
    done
    ;;
  base)
    set=$1 draw=$2 run=$3
    ce-score -q -s nmi-max -t "$draw" "$draw" | lines figure8 base
    ;;
  range)
    set=$1 draw=$2 run=$3
    labels=$(mktemp)
    trap 'rm -f "$labels"' EXIT
    ce-consensus "${METHODS:-eac-sl,weac-sl,wct-sl,srs-sl}" -q -j 1 --keep-going -k 2..150 "$draw" >"$labels" || [ $? = 1 ]
    paste -d, <(cut -d, -f1 "$draw") "$labels" | ce-score -q -j 1 -s nmi-max -t "$draw" | awk -F, -v set="$set" -v run="$run" '
      BEGIN { count = split("30 50 70 80 100 150", largest, " ") }
      NR > 1 {
        sub(/\.k[0-9]+$/, "", $1)
        if (!($1 in known)) { known[$1] = 1; order[++methods] = $1 }
        for (l = 1; l <= count; l++) if ($2 <= largest[l] && $3 + 0 > best[$1, l]) best[$1, l] = $3 + 0
      }
      END { for (m = 1; m <= methods; m++) for (l = 1; l <= count; l++)
        print "range," set "," order[m] ".k<=" largest[l] "," run "," best[order[m], l] + 0 }'
    ;;
  size)
    set=$1 draw=$2 run=$3 classes=$(choice classes)
    best=(--best)
    scored "${METHODS:-pta-al,ptgp,cspa,hgpa,mcla,srw,gp-mgla,eac-al,srs-al,wct-al,weac-al}" -k "$(ks)" | lines figure10 ".M=$4"
    ;;
  time)
    set=$1 pool=$2 run=1 n=$4 classes=$(choice classes)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    ce-select random -q -m 10 --seed 1 "$pool" |
      awk -v n="$n" -v all="$(wc -l <"$3")" 'NR == 1 || int((NR - 1) * n / (all - 1)) > int((NR - 2) * n / (all - 1))' >"$work/n.csv"
    shift 4
    for method; do
      cut=()
      case $method in cspa) cut=(--with metis) ;; mcla) cut=(--with metis --as-published) ;; esac
      taken=$(seconds ce-consensus "$method" "${cut[@]}" -q -k "$classes" "$work/n.csv") # on its own, so that a failure ends the script
      echo "figure11,$set,$method,$n,$taken"
    done
    ;;
  *) echo "run.sh: '$what': data, pool, class, draw, 5, 6, 7, 8, 9, ecmc, sweep, base, range, size or time expected" >&2; exit 2 ;;
esac
