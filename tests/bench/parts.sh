#!/bin/sh
# One set of N objects (2,000,000) in PARTS parts (10) on this machine, JOBS tasks of one thread at a time (as many as there are cores): U-SENC, and
# ten members of k-means with ptgp and four other functions, from drawing the objects to the scores. For each step: its tasks, the processor seconds
# of all of them and of the longest, the largest memory of a process, and the bytes that it wrote, from the records of ce-batch. N=200000000 writes
# 25 GB. WORK=folder is kept, and a run that was stopped goes on there.
set -eu
PATH=$CE_BIN:$PATH
n=${N:-2000000} parts=${PARTS:-10}
if [ -n "${WORK:-}" ]; then
  mkdir -p "$WORK"
else
  WORK=$(mktemp -d)
  trap 'rm -rf "$WORK"' EXIT
fi
cd "$WORK"

# in_rounds NAME ROUND LAST NOUN: the steps of a generator, from sums over the parts to labels of the objects and the table of microclusters.
in_rounds() {
  name=$1 round=$2 last=$3
  shift 3
  cat <<END
[step $name-sums]
over = $round part
output = $name/sums.{$round}.{part}
command =
  ce-generate $* {--state $name-state[$round-1]} --part {part}/{part.count} {objects} -o {output}

[step $name-state]
over = $round
output = $name/state.{$round}
command = ce-merge {$name-sums} | ce-generate $* {--state $name-state[$round-1]} - -o {output}

[step $name-model]
output = $name/model.csv
command =
  ce-merge {$name-sums[$round=last]} |
    ce-generate $* --state {$name-state[$round=$last]} --model {output} - -o /dev/null

[step $name-members]
over = part
output = $name/members.{part}.npy
command = ce-assign -q --model {$name-model} --format npy {objects} -o {output}

[step $name-micro]
over = part
output = $name/micro.{part}
command = ce-microcluster compress --part {part}/{part.count} {$name-members} -o {output}

[step $name-merge]
output = $name/micro.csv
command = ce-merge {$name-micro} | ce-microcluster compress - -o {output}

END
}

# after NAME FUNCTIONS: consensus, labels and scores.
after() {
  cat <<END
[step $1-consensus]
output = $1/result.csv
command = ce-consensus $2 -k 13 {$1-merge} -o {output}

[step $1-labels]
over = part
output = $1/labels.{part}.csv
command = ce-microcluster expand -t {$1-merge} -r {$1-consensus} {$1-members} -o {output}

[step $1-counts]
over = part
output = $1/counts.{part}
command = ce-score -t {objects.classes} --part {part}/{part.count} {$1-labels} -o {output}

[step $1-score]
output = $1/score.csv
command = ce-merge {$1-counts} | ce-score -s nmi-max,purity - -o {output}

END
}

# Rounds that are enough: for U-SPEC four, one for each iteration and one more; for k-means two, the iterations, repairs and ties.
{
  cat <<END
name = parts

[parameters]
part = 1..$parts
r = 0..9
s = 0..15

[step objects]
over = part
output = objects/{part}.npy
output.classes = objects/{part}.classes
command =
  ce-synth flower -n $n --part {part}/{part.count} --format npy --classes {output.classes} -o {output}

END
  in_rounds usenc r 8 uspec -k 20..60 -m 20 --iterations 4 --restarts 1
  after usenc tcut
  in_rounds kmeans s 14 kmeans -k 20..60 -m 10 --sample 100000 --iterations 10
  after kmeans ptgp,kcc,lwgp,hbgf,mcla
} >parts.batch
ce-batch --run -j "${JOBS:-$(nproc)}" parts.batch

echo "$n objects of flower in $parts parts:"
echo "step                 tasks       cpu  longest  memory      written"
sed -n 's|^\[step \(.*\)\]|\1|p' parts.batch | while read -r step; do
  cat ".ce-batch/parts/$step"/*.done | awk -v step="$step" '
    $1 == "cpu" { tasks++; seconds += $2; if ($2 > longest) longest = $2 }
    $1 == "peak" && $2 > peak { peak = $2 }
    $1 == "wrote" { bytes += $2 }
    END { printf "%-20s %5d %9.1f %8.1f %3.0f MiB %9.1f MB\n", step, tasks, seconds, longest, peak / 1048576, bytes / 1e6 }'
done
for name in usenc kmeans; do cat $name/score.csv; done
