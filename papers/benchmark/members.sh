#!/usr/bin/env bash
# members.sh members|ranges SET TABLE RUN: how the number of base clusterings and their restarts (members), or what their k is
# drawn from (ranges), changes the consensus of one set. Prints lines set,run,members,restarts,k,function,nmi,ari. The base
# clusterings are k-means; those of fewer members are the first ones of more. k: what it is drawn from, where "root" is the root
# of n and "classes" the true k; one value is that of all members. "base" has the means of the base clusterings.
# FUNCTIONS="lwea|hbgf": only these.
set -euo pipefail

what=$1 set=$2 table=$(realpath "$3") run=$4
most=200 usual=30
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The classes without noise, and the root of the objects.
read -r k root < <(awk -F, 'NR > 1 && $NF != "noise" { seen[$NF]++ }
  END { for (c in seen) k++; root = int(sqrt(NR - 1)); print k, root < 2 ? 2 : root }' "$table")

# scores: column,k,nmi,ari of a table of labels
scores() { ce-score -q -j 1 -s nmi,ari --ignore noise -t "$table" "$1" | tail -n +2; }

# measure MEMBERS RESTARTS K: of the file base
measure() {
  local head="$set,$run,$1,$2,$3"
  scores base | awk -F, -v head="$head" '{ nmi += $3; ari += $4 } END { printf "%s,base,%.4f,%.4f\n", head, nmi / NR, ari / NR }'
  for function in $functions; do
    if ce-consensus "$function" -k "$k" -q -j 1 --seed "$run" base -o labels 2>reason; then
      scores labels | awk -F, -v head="$head,$function" '{ printf "%s,%.4f,%.4f\n", head, $3, $4 }'
    else
      echo "$head,$function,,"
    fi
  done
}

functions=$(echo best bgcm hbgf lwea lwgp eac-al wct-al mcla cspa | tr ' ' '\n' | grep -xE "${FUNCTIONS:-.*}" || :) # none but base
members() {
  for restarts in 1 10; do
    ce-generate kmeans -q -j 1 -k 2.."$root" -m $most --restarts $restarts --seed "$run" "$table" -o all
    for members in 5 10 20 30 50 100 200; do
      cut -d, -f1-$members all >base
      measure $members $restarts 2..root
    done
  done
}

# range NAME FROM TO
range() {
  ce-generate kmeans -q -j 1 -k "$2..$3" -m $usual --seed "$run" "$table" -o base
  measure $usual 1 "$1"
}

ranges() {
  range 2..root 2 "$root"
  range 2..10 2 10
  range root/2..root $((root < 4 ? 2 : root / 2)) "$root"
  range root "$root" "$root"
  range 2..2root 2 $((2 * root))
  range root..2root "$root" $((2 * root))
  range 2root $((2 * root)) $((2 * root))
  range classes "$k" "$k"
}

case $what in
  members | ranges) "$what" ;;
  *) echo "members.sh: '$what': members or ranges expected" >&2; exit 2 ;;
esac
