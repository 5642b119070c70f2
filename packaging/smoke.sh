#!/bin/sh
# smoke.sh BIN DATA: a short run of every tool in the folder BIN on the bundled data in DATA. For
# packages: seconds, no network, nothing but the tools, a shell and POSIX programs. Stops at the
# first thing that is wrong and says what.
set -eu

[ $# = 2 ] || { echo "usage: smoke.sh BIN DATA" >&2; exit 2; }
bin=$(cd "$1" && pwd)
data=$(cd "$2" && pwd)
PATH=$bin:$PATH
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

stop() { echo "smoke: $*" >&2; exit 1; }

# rows FILE COUNT: the table has a header and so many rows
rows() {
  found=$(($(wc -l <"$1") - 1))
  [ "$found" = "$2" ] || stop "$1 has $found rows, $2 expected"
}

# does TOOL ARGUMENT...: the tool of that folder, not one installed elsewhere
tried=" "
does() {
  tool=$1
  shift
  tried="$tried$tool "
  "$bin/$tool" "$@" || stop "$tool $*: status $?"
}

does ce-prepare zscore -o iris.csv "$data/iris.csv"
rows iris.csv 150
does ce-generate kmeans -q -k 2..6 -m 10 --model model.csv -o labels.csv iris.csv
rows labels.csv 150
does ce-select random -m 5 -o some.csv labels.csv
does ce-weigh ncai -o weights.csv labels.csv
does ce-consensus eac-al,mcla,cspa,hbgf -q -k 3 -o consensus.csv labels.csv
rows consensus.csv 150
does ce-coarsen dune -q -o coarse.csv labels.csv
does ce-relabel -r iris.csv -o relabelled.csv some.csv
does ce-score -q -t iris.csv -s nmi,ari -o scores.csv consensus.csv
rows scores.csv 4
# the consensus of iris is far from chance
awk -F, 'NR > 1 && $3 < 0.5 { exit 1 }' scores.csv || stop "scores.csv: an NMI below 0.5"
does ce-diversity -c consensus.csv -o diversity.csv labels.csv
does ce-stability pac -q -o pac.csv labels.csv
does ce-similarity ca -o ca.mtx labels.csv
does ce-partition average -k 3 -o partition.csv ca.mtx
rows partition.csv 150
cut -d, -f1 consensus.csv | tail -n +2 >one
tail -n +2 partition.csv >two
cmp -s one two || stop "ce-similarity ca | ce-partition average and ce-consensus eac-al differ"
does ce-microcluster compress -o micro.csv labels.csv
does ce-score -q -t iris.csv --cut 1/2 -o part1.csv consensus.csv
does ce-score -q -t iris.csv --cut 2/2 -o part2.csv consensus.csv
does ce-merge -o sums.csv part1.csv part2.csv
does ce-score -q -s nmi,ari -o whole.csv sums.csv
cmp -s whole.csv scores.csv || stop "the scores of two parts are not those of the whole"
does ce-assign -q --model model.csv -o assigned.csv iris.csv
rows assigned.csv 150
does ce-constrain impute -q --truth iris.csv -o constraints.csv labels.csv
does ce-synth two-spirals -o spirals.csv
rows spirals.csv 200
# pictures need gnuplot, which a package only recommends; the weights of features do not
does ce-generate lac -q -k 3 --inv-h 5 --model weights-of.csv -o lac.csv iris.csv
does ce-plot weights --top 2 --format csv -o top.csv weights-of.csv
rows top.csv 6
if command -v gnuplot >/dev/null; then
  does ce-plot scatter -o scatter.svg iris.csv
  grep -q '</svg>' scatter.svg || stop "scatter.svg is no picture"
  does ce-report -q -r consensus.csv -o report.html labels.csv
  grep -q '</html>' report.html || stop "report.html is no page"
else
  does ce-report --help
fi
cat >study.batch <<'END'
name = study

[parameters]
seed = 1..2

[step members]
over = seed
output = members.{seed}.csv
command = ce-generate kmeans -k 3 -m 4 --seed {seed} iris.csv -o {output}
END
does ce-batch --for make study.batch >plan.mk
grep -q 'members:2' plan.mk || stop "ce-batch plans no second task of members"
# make does the tasks, and a package only recommends it
if command -v make >/dev/null; then
  does ce-batch --run study.batch >batch.log
  rows members.2.csv 150
fi

# what all of them answer, and that none was left out
version=
for path in "$bin"/ce-*; do
  tool=${path##*/}
  case $tried in *" $tool "*) ;; *) stop "no command for $tool here" ;; esac
  says=$("$path" --version) || stop "$tool --version: status $?"
  [ "${says% *}" = "$tool (Clens)" ] || stop "$tool --version says: $says"
  its=${says##* }
  [ "${version:=$its}" = "$its" ] || stop "$tool is of version $its, others of $version"
  "$path" --help >help || stop "$tool --help: status $?"
  [ -s help ] || stop "$tool --help says nothing"
done
echo "smoke: every tool of Clens $version works"
