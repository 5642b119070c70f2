#!/usr/bin/env bash
# shellcheck disable=SC2034 # best and measures are for scored.sh
# run.sh pool DATA-SET FILE               100 k-means with a random k, and the classes
# run.sh class POOL                       its classes
# run.sh draw DATA-SET POOL CLASSES RUN   base clusterings drawn at random: the distinct rows of labels and class, with a size
# run.sh asdrawn POOL DRAWS RUN           the columns in line RUN of DRAWS, an object a row of size 1: ties go by the order of objects
# run.sh own|published DATA-SET DRAW RUN  lines table,data,METHOD.best|true,run,NMI of the methods
# run.sh authors DATA-SET DRAW RUN        authors,data,METHOD.SCORE,run,value: the six that the authors' programs have
# run.sh ties DATA-SET DRAW RUN           ties,data,METHOD-RULE.best|true,run,NMI of complete linkages under each rule of ties
# run.sh theirs FILE                      the results of the authors' programs as lines of `authors`
# RUN is the seed of the draw and of what is random in the methods.
set -euo pipefail

here=$(dirname "$0")
methods=${METHODS:-lwea,lwgp,eac-al,weac-al,wct-al,srs-al,gp-mgla,pta-al,ptgp,cspa,hgpa,mcla}

# shellcheck source=/dev/null
. "$here/../common/choice.sh"
# shellcheck source=/dev/null
. "$here/../common/scored.sh"

what=$1
shift
best=()
case $what in
  pool)
    set=$1
    ce-generate kmeans -q -k "2..$(choice ub)" -m "${MEMBERS:-100}" --seed 1 "$2" | paste -d, - <("$0" class "$2")
    ;;
  class) unpack "$1" | awk -F, '{ print $NF }' ;;
  draw)
    set=$1
    ce-select random -q -m "$(choice m)" --seed "$4" "$2" | paste -d, - "$3" | ce-microcluster compress -q --class none
    ;;
  asdrawn)
    unpack "$1" | awk -F, -v draw="$(sed -n "$3p" "$2")" 'BEGIN { m = split(draw, c, ",") }
      { printf "%s", NR == 1 ? "size" : 1; for (q = 1; q <= m; q++) printf ",%s", $c[q]; print "," $NF }'
    ;;
  own | published)
    set=$1 draw=$2 run=$3 classes=$(choice classes)
    scored "$methods" -k "$(ks)" | best_and_true "$what"
    ;;
  authors)
    set=$1 draw=$2 run=$3 classes=$(choice classes)
    measures=nmi-max,ari
    # ties as SciPy has them, whose linkage gave the authors' complete linkage
    scored weac-al,weac-cl,weac-sl,gp-mgla,lwea,lwgp --tie chain -k "$(ks)" >"$draw.scores"
    best_and_true authors <"$draw.scores"
    awk -F, -v data="$set" -v k="$classes" -v run="$run" '
      NR > 1 && sub("[.]k" k "$", "", $1) { print "authors," data "," $1 ".ari," run "," $4 }' "$draw.scores"
    rm "$draw.scores"
    ;;
  ties)
    set=$1 draw=$2 run=$3 classes=$(choice classes)
    for rule in index last meansim chain; do
      scored eac-cl,weac-cl --tie "$rule" -k "$(ks)" | best_and_true ties | sed "s/-cl\./-cl-$rule./"
    done
    ;;
  theirs)
    awk -F, -v OFS=, '
      NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
      {
        method = tolower($at["method"])
        print "authors", $at["dataset"], method ".best", $at["run"], $at["nmi_max_best"]
        print "authors", $at["dataset"], method ".true", $at["run"], $at["nmi_max_true"]
        print "authors", $at["dataset"], method ".ari", $at["run"], $at["ari_true"]
      }' "$1"
    ;;
  *) echo "run.sh: '$what': pool, class, draw, asdrawn, own, published, authors, ties or theirs expected" >&2; exit 2 ;;
esac
