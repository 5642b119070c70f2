#!/usr/bin/env bash
# run.sh data SET FILE             the table of a data set, from FILE or, without one, drawn by ce-synth where it has a stand-in
# run.sh facts SET TABLE           its objects, features and classes, as lines
# run.sh cell SET TABLE RUN NAME   the four base clusterings and all methods once, as lines; NAME: plain or best, which columns of choices.csv say
#                                  the k of the base clusterings and the reading
# run.sh sweep SET TABLE RUN K READING   gcons alone, for this k and reading
# Lines are data,name,reading,k,method,score,run,value: phi and nmi of each method, the number of clusters and theta of gcons, the nmi of each
# base clustering and their mean (aia). RUN seeds what is random. A READING is what the paper leaves open: raw, zscore and minmax are the scale of
# the features; the others are raw: grid5 and grid10 with maps of 5 x 5 and 10 x 10 units, hits, hits5 and hits10 with units that count as often as
# they have objects.
set -euo pipefail

here=$(dirname "$0")
# shellcheck source=/dev/null
. "$here/../common/choice.sh"

# base TABLE: the four base clusterings [sec. 3], side by side
base() {
  local map=()
  case $reading in grid* | hits?*) map=(--grid "${reading:4}x${reading:4}") ;; esac
  case $reading in hits*) map+=(--weight-hits) ;; esac
  paste -d, <(ce-generate kmeans -q -j 1 -k "$k" --restarts 10 --seed "$run" "$1") <(ce-generate linkage -q -j 1 --method ward -k "$k" "$1") \
    <(ce-generate som -q -j 1 -k "$k" --cluster kmeans "${map[@]}" --seed "$run" "$1") <(ce-generate som -q -j 1 -k "$k" --cluster ward "${map[@]}" --seed "$run" "$1")
}

# table of scores to lines. NAME.kK becomes NAME; what: phi (mean over the base clusterings' columns) or nmi (the third column)
lines() {
  awk -F, -v data="$set" -v name="$name" -v reading="$reading" -v k="$k" -v run="$run" -v what="$1" '
    function line(method, score, value) { print data "," name "," reading "," k "," method "," score "," run "," value }
    NR == 1 { for (c = 2; c <= NF; c++) base[c] = $c !~ /^(gcons|cspa|hgpa|mcla)\./; next }
    {
      found = $1
      sub(/.*\.k/, "", found)
      member = $1 !~ /^(gcons|cspa|hgpa|mcla)\./
      sub(/\.k[0-9.r]+$/, "", $1)
      if (what == "nmi") { line($1, "nmi", $3); if (member) { sum += $3; members++ } }
      else if (!member) {
        phi = n = 0
        for (c = 2; c <= NF; c++) if (base[c]) { phi += $c; n++ }
        line($1, "phi", phi / n)
        if ($1 == "gcons") line($1, "clusters", found)
      }
    }
    END { if (members) line("aia", "nmi", sum / members) }'
}

what=$1 set=$2
case $what in
  data)
    if [ -n "${3:-}" ]; then
      unpack "$3"
    else
      ce-synth "$(choice stand_in)"
    fi
    ;;
  facts)
    awk -F, -v data="$set" 'NR > 1 { n++; if (!($NF in seen)) { seen[$NF]; classes++ } }
      END { print data ",,,,data,n,1," n; print data ",,,,data,d,1," NF - 1; print data ",,,,data,classes,1," classes }' "$3"
    ;;
  cell | sweep)
    table=$3 run=$4 name=$5
    if [ "$what" = sweep ]; then k=$5 reading=$6 name=sweep; else k=$(choice "${name}_k") reading=$(choice "${name}_reading"); fi
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    case $reading in zscore | minmax) ce-prepare "$reading" -q "$table" ;; *) cat "$table" ;; esac >"$folder/x.csv"
    base "$folder/x.csv" >"$folder/base.csv"
    ce-consensus gcons -q -j 1 --trace "$folder/trace.csv" "$folder/base.csv" >"$folder/methods.csv"
    if [ "$what" = cell ]; then
      # the others on objects, as the paper has them: equal objects can then be parted
      ce-consensus cspa,hgpa,mcla --with metis --as-published --objects -q -j 1 -k "$(choice classes)" --seed "$run" "$folder/base.csv" |
        paste -d, "$folder/methods.csv" - >"$folder/more.csv"
      mv "$folder/more.csv" "$folder/methods.csv"
    fi
    paste -d, "$folder/methods.csv" "$folder/base.csv" >"$folder/all.csv"
    ce-score -q -j 1 --pairwise -s nmi "$folder/all.csv" | lines phi
    awk -F, -v line="$set,$name,$reading,$k,gcons,theta,$run," '$4 == 1 { print line $1 }' "$folder/trace.csv"
    ce-score -q -j 1 -s nmi -t "$table" "$folder/all.csv" | lines nmi
    ;;
  *) echo "run.sh: '$what', data, facts, cell or sweep expected" >&2; exit 2 ;;
esac
