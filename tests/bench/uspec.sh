#!/bin/sh
# U-SPEC and U-SENC from data to labels: whole processes, clock and processor seconds, memory, and the NMI (max form) and purity of the labels.
# First U-SENC of flower with 100,000 objects, from text to text on one core, RUNS times (3) with other seeds, beside the peer: the same method in
# plain C (uspec.c). The programs of others are in MATLAB; the README has the times that their authors print. Then, unless PEER=only, the drawn
# sets flower, cg and tb with N objects (1,000,000; N=20000000 takes five minutes and 3 GiB, N=100000000 half an hour and 16 GiB), read from .npy;
# how the time grows with n; 20 k-means members of flower and five consensus functions of them in one call. With DATA=folder, PenDigits, Letters
# and USPS as they are, and beside the peer once. PEER=no leaves the peer out; it takes 3 minutes on USPS. Needs CE_BENCH (programs).
set -eu
PATH=$CE_BIN:$PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
time=$(command -v time) || { echo "skipped: needs /usr/bin/time (package time)"; exit 0; }
n=${N:-1000000} runs=${RUNS:-3} peer=${PEER:-yes}

# timed WHAT COMMAND...
timed() {
  what=$1
  shift
  "$time" -f "%e %U %S %M" -o figures "$@"
  awk -v what="$what" '{ printf "  %-44s %7.2f s, %8.2f s of one core, %6.0f MiB", what, $1, $2 + $3, $4 / 1024 }' figures
}
# quality TRUTH LABELS
quality() {
  ce-score -q -s nmi-max,purity -t "$1" "$2" | tail -n 1 | awk -F, '{ printf "; NMI %.4f, purity %.4f\n", $3, $4 }'
}

# one WHO TRUTH COMMAND...: appends seconds of one core, NMI and purity to the file WHO
one() {
  who=$1 truth=$2
  shift 2
  OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 "$time" -f "%U %S" -o figures "$@" >labels.csv
  ce-score -q -s nmi-max,purity -t "$truth" labels.csv | tail -n 1 |
    awk -F, -v figures="$(cat figures)" '{ split(figures, f, " "); print f[1] + f[2], 100 * $3, 100 * $4 }' >>"$who"
}
# beside NAME TABLE K RUNS: ours and the peer's by turns. Fails where one of them is better by more than chance, as far as several runs tell:
# three standard errors of the difference of the mean NMI, and one hundredth.
beside() {
  rm -f ours peers
  for seed in $(seq "$4"); do
    one ours "$2" ce-consensus usenc -q --raw -k "$3" --representatives 1000 --seed "$seed" "$2"
    one peers "$2" "$CE_BENCH/uspec" "$2" "$3" "$seed"
  done
  awk -v name="$1" 'function mean(s, who) { return s[who] / n[who] }
    function deviation(who,  m) { m = mean(nmi, who); return n[who] > 1 ? sqrt(squares[who] / n[who] - m * m > 0 ? (squares[who] / n[who] - m * m) * n[who] / (n[who] - 1) : 0) : 0 }
    { n[FILENAME]++; nmi[FILENAME] += $2; squares[FILENAME] += $2 * $2; purity[FILENAME] += $3
      if (!(FILENAME in least) || $1 < least[FILENAME]) least[FILENAME] = $1 }
    END {
      printf "  %s, ce-consensus usenc: %.2f s of one core, plain C: %.2f s (ratio %.1f)\n", name, least["ours"], least["peers"], least["peers"] / least["ours"]
      for (i = split("ours peers", who, " "); i; i--)
        printf "    %s: NMI %.2f +- %.2f, purity %.2f, %d runs\n", (who[i] == "ours" ? "ours" : "plain C"), mean(nmi, who[i]), deviation(who[i]), mean(purity, who[i]), n[who[i]]
      if (n["ours"] < 2) exit
      gap = mean(nmi, "ours") - mean(nmi, "peers")
      if (gap < 0) gap = -gap
      if (gap > 1 + 3 * sqrt((deviation("ours") ^ 2 + deviation("peers") ^ 2) / n["ours"])) { print "    not the same quality"; exit 1 }
    }' ours peers
}

ce-synth flower -n 100000 -o flower.txt
if [ "$peer" != no ]; then
  echo "text to text, one core, the least seconds of $runs runs; NMI and purity in percent:"
  beside "flower, 100,000 objects" flower.txt 13 "$runs"
fi

# of_data SET FILE K: PenDigits, Letters or USPS beside the peer
of_data() {
  [ -n "${DATA:-}" ] && [ -e "$DATA/$2.csv.gz" ] || return 0
  gzip -dc "$DATA/$2.csv.gz" >data.csv
  beside "$1" data.csv "$3" 1
}
if [ "$peer" != no ]; then
  of_data PenDigits pendigits 10
  of_data Letters letter 26
  of_data USPS usps 10
fi
[ "$peer" != only ] || exit 0

echo "two dimensions, $n objects, from .npy:"
for set in "flower 13" "cg 11" "tb 2"; do
  k=${set#* } set=${set% *}
  ce-synth "$set" -n "$n" --format npy --classes "$set.classes" -o "$set.npy"
  timed "$set, ce-generate uspec" ce-generate uspec -q -k "$k" -o labels.csv "$set.npy"
  quality "$set.classes" labels.csv
  timed "$set, ce-consensus usenc" ce-consensus usenc -q -k "$k" -o labels.csv "$set.npy"
  quality "$set.classes" labels.csv
  [ "$set" = flower ] || rm -f "$set.npy"
done

echo "flower, growth with n:"
size=100000
while [ "$size" -le "$n" ]; do
  ce-synth flower -n "$size" --format npy -o part.npy
  timed "$size objects, ce-consensus usenc" ce-consensus usenc -q -k 13 -o labels.csv part.npy
  echo
  size=$((size * 10))
done

echo "flower, 100,000 objects, text to text:"
timed "ce-consensus usenc" ce-consensus usenc -q -k 13 -o labels.csv flower.txt
quality flower.txt labels.csv

echo "flower, $n objects, 20 members of k-means, k 20..60:"
timed "ce-generate kmeans" ce-generate kmeans -q -k 20..60 -m 20 -o base.csv flower.npy
echo
timed "ce-consensus lwgp,ptgp,kcc,sec,mcla" ce-consensus lwgp,ptgp,kcc,sec,mcla -q -k 13 -o labels.csv base.csv
echo

if [ -z "${DATA:-}" ]; then
  echo "no DATA: PenDigits, Letters and USPS left out"
  exit 0
fi
echo "with DATA, values as they are:"
for set in "pendigits 10" "letter 26" "usps 10"; do
  k=${set#* } set=${set% *}
  [ -e "$DATA/$set.csv.gz" ] || { echo "  no $set.csv.gz in DATA"; continue; }
  gzip -dc "$DATA/$set.csv.gz" >data.csv
  timed "$set, ce-generate uspec" ce-generate uspec -q -k "$k" -o labels.csv data.csv
  quality data.csv labels.csv
  timed "$set, ce-consensus usenc" ce-consensus usenc -q --raw -k "$k" -o labels.csv data.csv
  quality data.csv labels.csv
done
