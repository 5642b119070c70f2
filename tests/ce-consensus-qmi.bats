#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# qmi: quadratic mutual information by k-means on the 0/1 table of labels.

setup() {
  load common
  load ensembles
}

py() { py_with numpy "$@"; }

@test "ce-consensus qmi: the utility of k-means in NumPy on the 0/1 table, and its labels" {
  planted 60 3 6 45 >labels.csv
  ce-consensus qmi -k 3 -v --restarts 100 labels.csv >out 2>said
  sed -n 's/.* utility c \([^ ]*\) (.*/\1/p' said >utility
  py <<'P'
import csv, numpy as np
x = np.array(list(csv.reader(open("labels.csv")))[1:])
n, m = x.shape
# the paper's table: each column of a label less its share, so that the square error is what the utility leaves
y = np.hstack([(x[:, [q]] == np.unique(x[:, q])) - (x[:, [q]] == np.unique(x[:, q])).mean(0) for q in range(m)])
best = np.inf
for start in range(300):
    rng = np.random.default_rng(start)
    c = y[rng.choice(n, 3, replace=False)]
    for t in range(100):
        label = ((y[:, None] - c[None]) ** 2).sum(2).argmin(1)
        c = np.array([y[label == g].mean(0) if (label == g).any() else c[g] for g in range(3)])
    error = ((y - c[label]) ** 2).sum()
    if error < best - 1e-9:
        best, labels = error, label
u = 0  # by the definition: shares of labels in clusters, and in all
for q in range(m):
    for v in np.unique(x[:, q]):
        u += sum((labels == g).mean() * (x[labels == g, q] == v).mean() ** 2 for g in range(3)) - (x[:, q] == v).mean() ** 2
assert abs(u - ((y ** 2).sum() - best) / n) < 1e-9
assert abs(u - float(open("utility").read())) < 1e-6 * u, (u, open("utility").read())
open("slow.csv", "w").write("class\n" + "".join(f"{l}\n" for l in labels))
P
  canonical <out >ours
  canonical <slow.csv | cmp - ours
}

@test "ce-consensus qmi: kcc with the utility c, whatever the weights of kcc" {
  planted 90 4 8 55 >labels.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 5 == 0 { $(1 + NR % 8) = "" } 1' labels.csv >missing.csv
  { echo weight; seq 1 8; } >weights.csv
  for name in labels missing; do
    ce-consensus qmi -k 3..6 $name.csv | tail -n +2 >one
    ce-consensus kcc --utility c -k 3..6 $name.csv | tail -n +2 | cmp - one
    # weights are not for qmi: in one call with kcc it stays what it is alone
    ce-consensus kcc,qmi --weights weights.csv -k 3..6 $name.csv | cut -d, -f5-8 | tail -n +2 | cmp - one
  done
}

@test "ce-consensus qmi: wrong use" {
  table a 1 2 >labels.csv
  run_split ce-consensus qmi -k 1 --utility c labels.csv
  assert_equal "$status" 2
  run_split ce-consensus qmi -k 3 labels.csv
  assert_error 1 "ce-consensus: qmi: k = 3, but there are only 2 objects"
}
