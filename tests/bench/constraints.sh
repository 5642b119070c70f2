#!/bin/sh
# The closure of constraints: CPU seconds of the whole ce-constrain process, and those of SciPy's connected components in the same run; its chunklets
# must be the same. 100,000 objects with 10,000 and 1,000,000 constraints of ten hidden classes; then a path of
# 10,000 must-links, which implies 50 million pairs, and the same with 1,000 cannot-links that contradict it. Needs CE_BIN.
set -eu
python=${PYTHON:-/usr/bin/python3} n=${N:-100000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# process_cpu COMMAND...: user and system seconds, the best of 3
process_cpu() {
  for _ in 1 2 3; do
    sh -c '"$@" >/dev/null 2>&1; times' sh "$@" | sed -n '2{s/[ms]/ /g;p;}' | awk '{ print 60 * $1 + $2 + 60 * $3 + $4 }'
  done | sort -n | head -n 1
}

# pairs M CLASSES: M different pairs of n objects of hidden classes
pairs() {
  awk -v n="$n" -v m="$1" -v k="$2" 'BEGIN { srand(1); print "i,j,link"; for (i = 1; i <= n; i++) class[i] = int(k * rand())
    while (m) { i = 1 + int(n * rand()); j = 1 + int(n * rand())
      if (i < j && !((i, j) in seen)) { seen[i, j]; m--; print i "," j "," (class[i] == class[j] ? "must" : "cannot") } } }'
}

peer=yes
"$python" -c 'import scipy' 2>/dev/null || { peer=no; echo "no SciPy for $python: our times only"; }
{ echo x; seq "$n"; } >objects.csv
for m in 10000 1000000; do
  pairs "$m" 10 >pairs.csv
  "$CE_BIN/ce-constrain" close --compact --objects objects.csv --chunklets chunklets.csv pairs.csv >compact.csv
  printf '%s' "$n objects, $m constraints: closed as what implies it $(process_cpu "$CE_BIN/ce-constrain" close --compact --objects objects.csv --chunklets chunklets.csv pairs.csv) s, check $(process_cpu "$CE_BIN/ce-constrain" check -k 10 --objects objects.csv pairs.csv) s"
  [ "$m" != 10000 ] || printf '%s' ", all pairs $(process_cpu "$CE_BIN/ce-constrain" close --objects objects.csv pairs.csv) s"
  if [ $peer = yes ]; then
    "$python" "$CE_SOURCE/tests/bench/constraints.py" pairs.csv "$n" chunklets.csv >theirs
    awk '{ printf "; SciPy %s s, of it %s s after reading; %d chunklets, %d pairs of them kept apart", $1, $2, $3, $4 }' theirs
  fi
  echo
done
awk 'BEGIN { print "i,j,link"; for (i = 1; i < 10000; i++) print i "," i + 1 ",must" }' >path.csv
{ cat path.csv; awk 'BEGIN { for (i = 1; i <= 1000; i++) print i "," i + 5000 ",cannot" }'; } >against.csv
echo "a path of 10,000: $(process_cpu "$CE_BIN/ce-constrain" close --compact path.csv) s, all 49,995,000 pairs $(process_cpu "$CE_BIN/ce-constrain" close path.csv) s; 1,000 contradictions to it with chains of 5,001: $(process_cpu "$CE_BIN/ce-constrain" check against.csv) s"
