#!/bin/sh
# The weighted functions on memberships of LAC: N objects (100,000; N=1000000 in the environment takes some ten minutes, 8 GiB and 2.5 GB of files)
# in ten classes, 20 members of 10 clusters, text in and out. Wall and processor seconds, memory, error rate. No other program of these
# functions is known; labels of the same members by hbgf and mcla stand beside them. c-wbpa keeps 10,000 constraints. Then penta-training, from data, on 2,000 and on
# 10,000 objects, all rounds, one thread.
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
  "$time" -f "%e s wall, %U + %S s cpu, %M KiB" -o figures "$@"
  printf '%-34s %s' "$what" "$(cat figures)"
}

ce-synth blobs -k 10 --dimensions 10 -n "$n" -o data.csv
timed "ce-generate lac, $n x (20 x 10)" ce-generate lac -q -k 10 --inv-h 1..20 --iterations 10 --membership --model model.csv -o lac.csv data.csv
echo
# what the truth says of 10,000 pairs, some near each other in the table, some far apart
awk -F, -v n="$n" 'NR > 1 { class[NR - 1] = $NF } END {
  print "i,j,link"
  for (p = 1; p <= 10000; p++) {
    i = 3 * p
    j = p % 2 ? n - i : i + 1
    print i "," j "," (class[i] == class[j] ? "must" : "cannot")
  }
}' data.csv >pairs.csv
for name in "wbpa --with spectral" "c-wbpa --with spectral" wbpa c-wbpa "wbpa --cluster-weight 1" "wsbpa --with spectral" "wspa --with spectral" lac-coas lac-wcoas \
  "hbgf --with spectral" hbgf mcla; do
  case $name in wsbpa*) needs="--data data.csv --base-model model.csv" ;; c-wbpa*) needs="--data data.csv --base-model model.csv --constraints pairs.csv" ;; *) needs= ;; esac
  # shellcheck disable=SC2086
  timed "  $name" ce-consensus $name $needs -q -k 10 -o out.csv lac.csv
  echo ", error $(ce-score -q -t data.csv -s error out.csv | tail -n 1 | cut -d, -f3)"
done
for size in 2000 10000; do
  ce-synth blobs -k 10 --dimensions 10 --spread 2 -n "$size" -o some.csv
  timed "ce-consensus penta, $size x 10" ce-consensus penta -q -j 1 -k 10 --trace trace.csv -o out.csv some.csv
  echo ", error $(ce-score -q -t some.csv -s error out.csv | tail -n 1 | cut -d, -f3), pairs given in $(awk -F, 'END { print (NR > 1 ? $2 : 0) }' trace.csv) rounds"
done
