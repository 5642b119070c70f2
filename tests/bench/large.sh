#!/bin/sh
# Large ensembles in which nearly all objects differ: 100 base clusterings of k 20 to 60, N objects (100,000; N=1000000 in the environment
# takes some ten minutes and 6 GiB). Only functions that need no matrix of pairs. Wall and processor seconds, memory.
set -eu
PATH=$CE_BIN:$PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
time=$(command -v time) || { echo "skipped: needs /usr/bin/time (package time)"; exit 0; }
n=${N:-100000}

timed() {
  what=$1
  shift
  "$time" -f "%e s wall, %U + %S s cpu, %M KiB" -o figures "$@" >/dev/null
  printf '%-34s %s\n' "$what" "$(cat figures)"
}

ce-synth blobs -k 30 --dimensions 10 -n "$n" -o data.csv
timed "ce-generate kmeans, $n x 100" ce-generate kmeans -q -k 20..60 -m 100 --iterations 20 -o labels.csv data.csv
echo "$n x 100 labels, $(ce-microcluster compress labels.csv | tail -n +2 | wc -l) microclusters"
for name in lwgp mcla "hbgf --with spectral" ecpcs-mc gp-mgla "mixture --restarts 1 --iterations 20" "srw" "ptgp --cap 20"; do
  # shellcheck disable=SC2086
  timed "  $name" ce-consensus $name -q -k 30 labels.csv
done
