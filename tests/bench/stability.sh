#!/bin/sh
# PAC and area of 10,000 objects in 60 base clusterings of 5 clusters that each leave out a fifth of the objects: CPU seconds of the whole ce-stability
# process, one thread, and those of NumPy in the same run for the numbers alone; then 400 base clusterings of seven k, all pairs and ten million of
# them; then the whole of which-k for 1,000 objects, and ConsensusClusterPlus in R if it is there. Needs CE_BIN.
set -eu
python=${PYTHON:-/usr/bin/python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# cpu COMMAND: user and system seconds of a shell command
cpu() { sh -c "PATH='$CE_BIN:$PATH'; { $1; } >/dev/null; times" | sed -n '2{s/[ms]/ /g;p;}' | awk '{ print 60 * $1 + $2 + 60 * $3 + $4 }'; }

# resampled N K M: members that each saw 8 of 10 objects
resampled() {
  "$CE_BIN/ce-synth" blobs -n "$1" -k 6 --dimensions 8 -o "$folder/data.csv"
  "$CE_BIN/ce-generate" kmeans -k "$2" -m "$3" --objects 0.8 --unseen missing "$folder/data.csv" -o "$folder/labels.csv"
}

resampled 10000 5 60
ours=$(cpu "ce-stability k -q -j 1 --linkage none $folder/labels.csv")
if "$python" -c 'import numpy' 2>/dev/null; then
  theirs=$(OPENBLAS_NUM_THREADS=1 "$python" "$CE_SOURCE/tests/bench/stability.py" "$folder/labels.csv")
  values=$("$CE_BIN/ce-stability" k -q --linkage none "$folder/labels.csv" | awk -F, 'NR > 1 { print $3, $4 }')
  echo "$ours $theirs $values" | awk '{
    printf "10,000 x 60: pac and area %.2f s, NumPy %.2f s (ratio %.0f)\n", $1, $4, $4 / $1
    if (($2 - $5) ^ 2 > 1e-20 || ($3 - $6) ^ 2 > 1e-16) { print "the values differ: " $0; exit 1 } }'
else
  echo "no NumPy for $python: pac and area of 10,000 x 60 in $ours s"
fi
resampled 10000 2..8 400
echo "10,000 x 400, seven k: all pairs $(cpu "ce-stability k -q -j 1 --linkage none $folder/labels.csv") s," \
  "ten million pairs $(cpu "ce-stability k -q -j 1 --linkage none --sample-pairs 10000000 $folder/labels.csv") s," \
  "with lifetimes $(cpu "ce-stability k -q -j 1 $folder/labels.csv") s"
resampled 1000 2..8 350
ours=$(cpu "ce-generate kmeans -k 2..8 -m 350 -j 1 --objects 0.8 --unseen missing $folder/data.csv | ce-stability k -q -j 1")
if Rscript -e 'library(ConsensusClusterPlus)' >/dev/null 2>&1; then
  theirs=$(Rscript -e "suppressMessages(library(ConsensusClusterPlus)); pdf(NULL); d <- t(as.matrix(read.csv('$folder/data.csv')[, 1:8]))" \
    -e 't <- system.time(suppressMessages(ConsensusClusterPlus(d, maxK = 8, reps = 50, pItem = .8, clusterAlg = "km", seed = 1, plot = NULL)))' \
    -e 'cat("\n", t[1] + t[2], "\n")' 2>/dev/null | tail -n 1)
  echo "$ours $theirs" | awk '{ printf "k-means and which k, 1,000 objects, 350 members: %.2f s, ConsensusClusterPlus %.1f s (ratio %.0f)\n", $1, $2, $2 / $1 }'
else
  echo "k-means and which k, 1,000 objects, 350 members: $ours s; no ConsensusClusterPlus in R here"
fi
