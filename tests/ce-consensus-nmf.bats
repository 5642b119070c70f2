#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# nmf: the co-association matrix as a product of nonnegative factors.

setup() {
  load common
  load ensembles
}

py() { py_with numpy "$@"; }

# squared_error FILE: the error of what -v said
squared_error() { sed -n 's/.*squared error \([^ ]*\) of.*/\1/p' "$1"; }

# slow FORM K FILE: the error of the best of 40 starts, and its labels in slow.csv: by NumPy, on the objects, with the whole matrix
slow() {
  py "$@" <<'P'
import csv, sys, numpy as np
form, k, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
rows = list(csv.reader(open(path)))
x = np.array(rows[1:])
if rows[0][0] == "size":
    x = np.repeat(x[:, 1:], x[:, 0].astype(int), axis=0)
there = x != ""
both = (there[:, None] & there[None]).sum(2)
m = ((x[:, None] == x[None]) & there[:, None]).sum(2) / np.maximum(both, 1)
np.fill_diagonal(m, 1)
best = np.inf
for start in range(20):
    rng = np.random.default_rng(start)
    q, s = rng.random((len(m), k)) + 1e-3, np.eye(k)
    for t in range(800):
        if form == "orthogonal":
            q = q * np.sqrt(m @ q @ s / (q @ (q.T @ m @ q @ s) + 1e-300))
            s = s * np.sqrt(q.T @ m @ q / (q.T @ q @ s @ q.T @ q + 1e-300))
        else:
            q = q * np.cbrt(m @ q / (q @ (q.T @ q) + 1e-300))
    error = ((m - q @ s @ q.T) ** 2).sum()
    label = (q * np.sqrt(np.diag(s))).argmax(1)
    if len(set(label)) == k and error < best:
        best, labels = error, label
print(repr(best), (m ** 2).sum())
open("slow.csv", "w").write("class\n" + "".join(f"{l}\n" for l in labels))
P
}

# near A B: whether the first words of two files differ by less than 2e-5 of them
near() { awk -v a="$(cut -d' ' -f1 "$1")" -v b="$(cut -d' ' -f1 "$2")" 'BEGIN { exit !(a > 0 && a - b < b * 2e-5 && b - a < b * 2e-5) }'; }

@test "ce-consensus nmf: the least error and its labels, by NumPy on the whole matrix of objects" {
  in_turn 4
  planted 48 3 7 35 >whole.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 4 == 0 { $(1 + NR % 7) = "" } 1' whole.csv >missing.csv
  awk 'NR == 1 { print "size," $0; next } { print 1 + NR % 3 "," $0 }' <(head -n 25 whole.csv) >sizes.csv
  for name in whole missing sizes; do
    for form in orthogonal symmetric; do
      slow $form 3 $name.csv >theirs
      ce-consensus nmf -k 3 --form $form --restarts 20 --iterations 800 -v $name.csv >out 2>said
      squared_error said >ours
      near ours theirs
      # the squared norm of the matrix
      sed -n 's/.* of \([^ ]*\), the best.*/\1/p' said >ours
      cut -d' ' -f2 theirs >norm
      near ours norm
      if [ $name = sizes ]; then
        awk -F, 'NR == FNR { size[FNR] = $1; next } FNR == 1 || FNR > 1 { for (i = FNR == 1 ? 1 : size[FNR]; i > 0; i--) print }' sizes.csv out >all
        mv all out
      fi
      canonical <out >labels
      canonical <slow.csv | cmp - labels
    done
  done
}

@test "ce-consensus nmf: in the symmetric form the error never rises" {
  planted 120 4 8 50 >labels.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 5 == 0 { $(1 + NR % 8) = "" } 1' labels.csv >missing.csv
  for file in labels missing; do
    last=1e300
    for iterations in 1 2 3 4 5 6 8 10 15 20 30 50 100 200 400; do
      ce-consensus nmf -k 4 --form symmetric --restarts 1 --iterations $iterations -v $file.csv >out 2>said
      squared_error said >now
      awk -v last="$last" -v now="$(cat now)" 'BEGIN { exit !(now > 0 && now < last) }'
      last=$(cat now)
    done
  done
}

@test "ce-consensus nmf: more starts are never worse; objects have the least error of microclusters" {
  planted 60 3 4 40 >labels.csv
  for form in orthogonal symmetric; do
    last=1e300
    for restarts in 1 3 10 30; do
      ce-consensus nmf -k 3 --form $form --restarts $restarts --iterations 1000 -v labels.csv >out 2>said
      squared_error said >best
      awk -v last="$last" -v now="$(cat best)" 'BEGIN { exit !(now > 0 && now <= last) }'
      last=$(cat best)
    done
    ce-consensus nmf -k 3 --form $form --objects --restarts 30 --iterations 1000 -v labels.csv >objects 2>said
    squared_error said >ours
    near ours best
    cmp out objects
  done
}

@test "ce-consensus nmf: wrong use" {
  table a,b 1,1 1,2 2,2 >labels.csv
  run_split ce-consensus nmf -k 2 --form square labels.csv
  assert_equal "$status" 2
  run_split ce-consensus nmf -k 2 --restarts 0 labels.csv
  assert_error 2 "ce-consensus: --restarts '0', a whole number from 1 to 1000000 expected
Try 'ce-consensus --help'."
  run_split ce-consensus nmf -k 2 --iterations 0 labels.csv
  assert_error 2 "ce-consensus: --iterations '0', a whole number from 1 to 1000000 expected
Try 'ce-consensus --help'."
  run_split ce-consensus nmf -k 4 labels.csv
  assert_error 1 "ce-consensus: nmf: k = 4, but there are only 3 objects"
}

@test "ce-consensus nmf: two factors of each start at the same time need memory" {
  planted 50 3 4 40 >labels.csv
  run_split env CE_MEMORY_LIMIT=1K ce-consensus nmf -k 3 -j 1 labels.csv
  assert_error 1 "ce-consensus: the factors of each start (28 x 6) needs 1.3 KiB of memory, 1.0 KiB are free (CE_MEMORY_LIMIT); use fewer clusters or threads instead"
  run_split env CE_MEMORY_LIMIT=2K ce-consensus nmf -k 3 -j 3 --restarts 2 labels.csv
  assert_error 1 "ce-consensus: the factors of each start (28 x 12) needs 2.6 KiB of memory, 2.0 KiB are free (CE_MEMORY_LIMIT); use fewer clusters or threads instead"
}
