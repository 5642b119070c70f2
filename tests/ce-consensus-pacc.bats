#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# PAcc: co-association in which small clusters count more.

setup() {
  load common
  load ensembles
}

py() { py_with numpy,scipy "$@"; }

@test "ce-similarity pacc: five objects by hand" {
  # clusters of 4, 1, 2 and 3 objects: 1/3, 1/2, 1/(1 + sqrt 2), 1/(1 + sqrt 3) with two features
  table a,b x,p x,p x,q x,q y,q >labels.csv
  run_split ce-similarity pacc --format csv labels.csv
  assert_equal "$(awk -F, '{ printf "%.6f %.6f %.6f\n", $1, $3, $5 }' <<<"$output")" "1.000000 0.166667 0.000000
0.373773 0.166667 0.000000
0.166667 1.000000 0.183013
0.166667 0.349679 0.183013
0.000000 0.183013 1.000000"
  # with one feature 1/5 and 1/3; objects 1 and 2 share both
  run_split ce-similarity pacc --format csv --dimensions 1 labels.csv
  assert_equal "$(head -n 1 <<<"$output" | awk -F, '{ printf "%.6f\n", $2 }')" 0.266667
}

@test "ce-similarity pacc and ce-consensus: matrix and clusters of NumPy and SciPy, with missing labels and many features" {
  in_turn 4
  planted 40 3 5 45 >whole.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 3 == 0 { $(1 + NR % 5) = "" } 1' whole.csv >missing.csv
  for name in whole missing; do
    for dimensions in 1 2 7.5; do
      ce-similarity pacc --dimensions $dimensions --format csv $name.csv >ours
      ce-consensus pacc-sl,pacc-al,pacc-cl --objects -k 2..5 --dimensions $dimensions $name.csv >labels
      py $dimensions $name.csv <<'P'
import csv, sys, numpy as np
from scipy.cluster.hierarchy import linkage
d, path = float(sys.argv[1]), sys.argv[2]
x = np.array(list(csv.reader(open(path)))[1:])
n, m = x.shape
s = np.zeros((n, n))
for i in range(n):
    for j in range(n):
        both = [q for q in range(m) if x[i, q] and x[j, q]]
        total = sum(1 / (1 + (x[:, q] == x[i, q]).sum() ** (1 / d)) for q in both if x[i, q] == x[j, q])
        s[i, j] = 1 if i == j else total / len(both) if both else 0
ours = np.loadtxt("ours", delimiter=",")
assert abs(ours - s).max() < 1e-12
# the clusters: their heights in a dendrogram of SciPy. Ties are broken otherwise, so the sums of heights are compared
head, *rows = list(csv.reader(open("labels")))
labels = np.array(rows)
dist = 1 - s
for name, how in (("sl", "single"), ("al", "average"), ("cl", "complete")):
    z = linkage(dist[np.triu_indices(n, 1)], how)
    h = z[:, 2]
    for k in (2, 3, 4, 5):
        if h[n - k] - h[n - k - 1] < 1e-9:
            continue  # no cut here
        at = np.arange(n).tolist() + [None] * (n - k)
        group = {i: [i] for i in range(n)}
        for t in range(n - k):
            group[n + t] = group.pop(int(z[t, 0])) + group.pop(int(z[t, 1]))
        want = sorted(sorted(g) for g in group.values())
        column = labels[:, head.index(f"pacc-{name}.k{k}")]
        got = sorted(sorted(np.flatnonzero(column == v)) for v in set(column))
        if not any(abs(np.diff(np.sort(h))) < 1e-12):
            assert got == want, (name, k)
        elif how == "single":
            assert got == want, (name, k)
P
    done
  done
}

@test "ce-consensus pacc: each is ce-similarity pacc and ce-partition" {
  planted 120 4 5 45 | ce-microcluster compress >micro.csv
  ce-similarity pacc --dimensions 3 micro.csv >pacc.mtx
  for pair in sl=single al=average cl=complete; do
    ce-consensus "pacc-${pair%=*}" --dimensions 3 -k 2,5,9 micro.csv | tail -n +2 >one
    ce-partition "${pair#*=}" -k 2,5,9 --sizes micro.csv pacc.mtx | tail -n +2 | cmp one -
  done
}

@test "ce-similarity pacc: with very many features half of ca" {
  planted 50 4 6 50 >labels.csv
  ce-similarity pacc --dimensions 1e9 --format csv labels.csv >ours
  ce-similarity ca --format csv labels.csv >ca
  paste -d, ours ca | awk -F, '{ for (j = 1; j <= NF / 2; j++) { d = $j - $(j + NF / 2) / (j == NR ? 1 : 2); if (!(d * d < 1e-16)) exit bad = 1; n++ } } END { exit bad || n != 2500 }'
}

@test "ce-consensus pacc: objects with the same labels stay together, unless --objects parts them" {
  # ten objects in one cluster everywhere, and three pairs: a dendrogram of objects parts the ten first
  table a,b $(for i in 1 2 3 4 5 6 7 8 9 10; do echo x,x; done) y,y y,y z,z z,z >labels.csv
  ce-consensus pacc-sl -k 3 --dimensions 1 labels.csv | canonical >out
  assert_equal "$(sort out | uniq -c | awk '{ print $1 }' | paste -sd' ')" "10 2 2"
  ce-consensus pacc-sl -k 4 --dimensions 1 --objects labels.csv | canonical >out
  assert_equal "$(sort out | uniq -c | awk '{ print $1 }' | sort -n | paste -sd' ')" "1 2 2 9"
}

@test "ce-consensus pacc-al: more than 5,000 objects, without their matrix, have the clusters of their few groups" {
  # 5100 objects in 60 groups of equal labels
  awk 'BEGIN {
    print "a,b,c,d"
    for (i = 0; i < 5100; i++) {
      g = i % 3; r = i * 7919 % 1000
      print (r < 60 ? (g + 1) % 3 : g) "," (r > 950 ? (g + 2) % 3 : g) + 3 * (r % 2) "," (r % 9 ? g : 7) "," (r % 13 ? g : (g + 1) % 3)
    }
  }' >labels.csv
  [ "$(tail -n +2 labels.csv | sort -u | wc -l)" -eq 60 ]
  ce-consensus pacc-al -k 2..9 labels.csv >groups
  ce-consensus pacc-al -k 2..9 --objects labels.csv | cmp - groups
}

@test "ce-consensus pacc: wrong use" {
  table a 1 2 >labels.csv
  run_split ce-consensus pacc-sl -k 1 --dimensions 0 labels.csv
  assert_error 2 "ce-consensus: --dimensions '0', a number from 1 expected
Try 'ce-consensus --help'."
  run_split ce-consensus pacc-sl -k 1 --dimensions 1e300 labels.csv
  assert_error 2 "ce-consensus: --dimensions '1e300', a number from 1 to 1000000000 expected
Try 'ce-consensus --help'."
  run_split ce-consensus pacc-al -k 3 labels.csv
  assert_error 1 "ce-consensus: pacc-al: k = 3, but there are only 2 objects"
}
