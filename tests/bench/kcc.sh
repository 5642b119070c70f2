#!/bin/sh
# kcc and sec on N objects (200,000; N=1000000 in the environment) x 20 labels of 20 to 60 clusters, nearly all rows distinct, k = 20: CPU seconds of
# whole processes on one thread, text in and out, and what of it is reading. The peer is the k-means of scikit-learn on the sparse 0/1 table, CPU
# seconds of the computation alone: with utility c both do ten rounds from the same start, and end at the same squared error; and ten starts of
# their own to their end. Then ten starts of the other utilities and of sec. Needs, for the peer, a python3 with NumPy, SciPy and scikit-learn.
set -eu
PATH=$CE_BIN:$PATH
python=${PYTHON:-/usr/bin/python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
time=$(command -v time) || { echo "skipped: needs /usr/bin/time (package time)"; exit 0; }
n=${N:-200000}

# cpu COMMAND...: its processor seconds in $spent
cpu() {
  "$time" -f "%U %S %M" -o figures "$@"
  spent=$(awk '{ printf "%.2f", $1 + $2 }' figures)
  memory=$(awk '{ printf "%.0f", $3 / 1024 }' figures)
}

# 20 groups of objects; in each base clustering a group is in three clusters, and of ten labels SCATTER are anywhere
labels() {
  awk -v n="$n" -v scatter="$1" 'BEGIN {
    srand(7)
    for (q = 1; q <= 20; q++) {
      k[q] = 20 + int(41 * rand())
      for (g = 0; g < 60; g++) of[q, g] = int(k[q] * rand())
      printf "%sq%d", (q > 1 ? "," : ""), q
    }
    print ""
    for (i = 0; i < n; i++) {
      g = 3 * int(20 * rand())
      for (q = 1; q <= 20; q++) printf "%s%d", (q > 1 ? "," : ""), (10 * rand() < scatter ? int(k[q] * rand()) : of[q, g + int(3 * rand())])
      print ""
    }
  }'
}

for scatter in 3 6; do
  labels $scatter >labels.csv
  echo "$n x 20 labels, $scatter of 10 anywhere, k = 20:"
  cpu ce-microcluster compress -o /dev/null labels.csv
  reading=$spent
  ce-consensus kcc -q -j 1 -k 20 --utility c --restarts 1 --iterations 1 -o first.csv labels.csv
  cpu ce-consensus kcc -q -j 1 -k 20 --utility c --restarts 1 --iterations 10 -o last.csv labels.csv
  ten=$spent
  printf '  %-34s %6s s cpu, %s s of it reading; %s MiB\n' "kcc c, one start, 10 rounds" "$spent" "$reading" "$memory"
  cpu ce-consensus kcc -q -j 1 -k 20 --utility c -o best.csv labels.csv
  printf '  %-34s %6s s cpu, %s MiB\n' "kcc c, ten starts to their end" "$spent" "$memory"
  if "$python" -c 'import sklearn' 2>/dev/null; then
    "$python" "$CE_SOURCE/tests/bench/kcc.py" labels.csv first.csv last.csv best.csv |
      awk -v ten="$ten" -v all="$spent" -v reading="$reading" '{
        ours = NR == 1 ? ten : all
        printf "  scikit-learn, %-20s %6.2f s cpu (ratio %.1f, without our reading %.1f); squared error %s, ours %s\n",
          NR == 1 ? "10 rounds" : "ten starts", $1, $1 / ours, $1 / (ours - reading), $2, $3 }'
  else
    echo "  no scikit-learn for $python: our times only"
  fi
  for how in "kcc --utility h" "kcc --utility cos" "kcc --utility lp" sec; do
    # shellcheck disable=SC2086 # words
    cpu ce-consensus $how -q -j 1 -k 20 -o out.csv labels.csv
    printf '  %-34s %6s s cpu, %s MiB\n' "$how, ten starts" "$spent" "$memory"
  done
done
