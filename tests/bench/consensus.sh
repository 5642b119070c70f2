#!/bin/sh
# Whole processes, text in and text out: consensus functions on 494,020 objects x 10 base clusterings (blobs made here, and with DATA
# the KDD 99 data), every sub-method of Table IX of ptgp2016 on 11,000 x 10, scores of a million objects, and microclusters of ten million. Wall and processor seconds, memory.
set -eu
PATH=$CE_BIN:$PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
time=$(command -v time) || { echo "skipped: needs /usr/bin/time (package time)"; exit 0; }

# timed WHAT COMMAND...
timed() {
  what=$1
  shift
  "$time" -f "%e s wall, %U + %S s cpu, %M KiB" -o figures "$@" >/dev/null
  printf '%-34s %s\n' "$what" "$(cat figures)"
}

# functions WHAT NAME...
functions() {
  echo "$1: $(tail -n +2 labels.csv | wc -l) x 10 labels, $(ce-microcluster compress labels.csv | tail -n +2 | wc -l) microclusters"
  shift
  for name; do timed "  ce-consensus $name -k 10" ce-consensus "$name" -k 10 -q labels.csv; done
}

ce-synth blobs -k 10 --dimensions 8 -n 494020 -o blobs.csv
ce-generate kmeans -q -k 2..30 -m 10 --iterations 20 -o labels.csv blobs.csv
fast="eac-sl eac-al eac-cl cspa mcla hbgf mixture pta-al ptgp lwea lwgp gp-mgla wct-al srs-al srw ecpcs-hc ecpcs-mc"
# shellcheck disable=SC2086
functions blobs $fast
if [ -n "${DATA:-}" ] && [ -e "$DATA/kdd99_10percent.csv.gz" ]; then
  ce-prepare onehot "$DATA/kdd99_10percent.csv.gz" | ce-prepare zscore -q |
    ce-generate kmeans -q -k 2..50 -m 10 --iterations 20 -o labels.csv
  # shellcheck disable=SC2086
  functions kdd99 $fast
else
  echo "skipped: no kdd99_10percent.csv.gz in DATA=${DATA:-}"
fi

linked() { for name; do printf '%s-al,%s-cl,%s-sl,' "$name" "$name" "$name"; done; }
ce-synth blobs -k 10 --dimensions 6 -n 11000 -o blobs.csv
ce-generate kmeans -q -k 2..50 -m 10 -o labels.csv blobs.csv
functions "table 9 of ptgp2016" pta-al ptgp "$(linked pta eac srs wct weac)ptgp,cspa,hgpa,mcla,srw,gp-mgla" ecmc-al,ecmc-cl,ecmc-sl

# labels from a generator of its own, so that every awk writes the same
million() {
  awk -v n="$1" -v m="$2" -v k="$3" 'BEGIN {
    for (q = 1; q <= m; q++) printf "%sq%d", (q > 1 ? "," : ""), q
    print ""
    for (i = 0; i < n; i++) {
      state = (state * 69069 + 1) % 4294967296
      group = int(state / 65536) % 2000
      for (q = 1; q <= m; q++) printf "%s%d", (q > 1 ? "," : ""), (group * (2 * q + 1)) % (k + q)
      print ""
    }
  }'
}
million 1000000 2 40 >two.csv
cut -d, -f1 two.csv >truth.csv
timed "ce-score nmi,ari,error, 1,000,000" ce-score -s nmi,ari,error -t truth.csv two.csv
million 10000000 10 20 >ten.csv
timed "ce-microcluster compress, 10^7 x 10" ce-microcluster compress ten.csv
