#!/bin/sh
# Documents to term counts against scikit-learn's CountVectorizer: CPU seconds of the whole, text in and table out, the best of several
# runs in turn, and whether the tables are the same. The peer's counting alone is told too. Then the same with stop words, stems and
# frequent itemsets, and from a folder with a file per document. Documents are drawn from 50,000 words by Zipf's law. Needs CE_BIN and, for the
# peer, a python3 with scikit-learn. N=5000 WORDS=300 RUNS=3 set other sizes.
set -eu
n=${N:-5000} words=${WORDS:-300} runs=${RUNS:-3} python=${PYTHON:-/usr/bin/python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

peer=yes
"$python" -c 'import sklearn' 2>/dev/null || { peer=no; echo "no scikit-learn for $python: our times only"; }

awk -v n="$n" -v words="$words" 'BEGIN { srand(1)
  for (i = 0; i < n; i++) { line = ""
    for (j = 0; j < words; j++) { w = int(exp(log(50000) * rand())); name = ""
      for (c = w * 7 + 26; c > 0; c = int(c / 26)) name = name sprintf("%c", 97 + c % 26)
      line = line name " " }
    print line } }' >"$folder/lines"
best() { sort -n "$1" | head -n 1; }

# ours OPTION...: CPU seconds, the table in $folder/ours.csv
ours() {
  ( TIMEFORMAT='%U %S'; export TIMEFORMAT
    bash -c 'time "$0" terms "$@"' "$CE_BIN/ce-prepare" "$@" >"$folder/ours.csv" 2>"$folder/time" </dev/null )
  awk 'END { print $1 + $2 }' "$folder/time"
}

for _ in $(seq "$runs"); do
  ours --lines --stem none --stop-words none --min-documents 20 "$folder/lines" >>"$folder/t1"
  [ $peer = no ] || "$python" "$CE_SOURCE/tests/bench/terms.py" "$folder/lines" 20 >"$folder/theirs.csv" 2>>"$folder/t2"
done
printf '%s' "$n documents of $words words, terms of 20 documents: $(best "$folder/t1") s"
if [ $peer = yes ]; then
  cut -d' ' -f2 "$folder/t2" >"$folder/whole"
  cut -d' ' -f1 "$folder/t2" >"$folder/counted"
  printf '%s' "; scikit-learn $(best "$folder/whole") s, of it $(best "$folder/counted") s without writing; "
  if cmp -s "$folder/ours.csv" "$folder/theirs.csv"; then echo "same table"; else echo "OTHER TABLE"; exit 1; fi
else
  echo
fi
echo "stop words, stems, itemsets of 3 in 0.05 of the documents: $(ours --lines --itemsets 0.05 --itemset-size 3 "$folder/lines") s"
mkdir "$folder/files"
awk -v to="$folder/files" '{ file = to "/" NR % 10 ".d" NR; print >file; close(file) }' "$folder/lines"
echo "a folder of $n files, terms of 20 documents: $(ours --stem none --stop-words none --min-documents 20 "$folder/files") s"
