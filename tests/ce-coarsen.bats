#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-coarsen dune: clusters merged while the base clusterings agree more.

setup() {
  load common
  load ensembles
}

py() { py_with numpy "$@"; }

# the mergers of a list, as CLUSTERING:LABEL+MERGED:GAIN:AGREEMENT
shown() { awk -F, 'NR > 1 { printf "%s:%s+%s:%.6f:%.6f\n", $1, $2, $3, $4, $5 }' "$1"; }

# three base clusterings whose agreements are .470588, .666667 and .285714 (mclust of R)
three() { table A,B,C 1,1,1 1,1,1 2,1,2 2,1,2 3,2,2 3,2,2 4,2,3 4,2,3 5,3,4 5,3,4 >labels.csv; }

# slow MEASURE UNCLUSTERED FILE: expected.csv and expected-list.csv, by NumPy; every step counts everything again from the labels
slow() {
  py "$@" <<'P'
import csv, sys, itertools, numpy as np
measure, apart, path = sys.argv[1:]
rows = list(csv.reader(open(path)))
names, body = rows[0], rows[1:]
size = np.ones(len(body))
if names[0] == "size":
    size = np.array([float(r[0]) for r in body])
    names, body = names[1:], [r[1:] for r in body]
x = np.array(body, dtype=object)
m = len(names)
def agree(u, v):
    at = (u != "NA") & (v != "NA")
    if not at.any():
        return None
    a, i = np.unique(u[at].astype(str), return_inverse=True)
    b, j = np.unique(v[at].astype(str), return_inverse=True)
    t = np.zeros((len(a), len(b)))
    np.add.at(t, (i, j), size[at])
    n = t.sum()
    if measure == "ari":
        two = lambda y: (y * (y - 1) / 2).sum()
        s, p, q = two(t), two(t.sum(1)), two(t.sum(0))
        chance = p * q / (n * (n - 1) / 2)
        return 1. if p == q == s else (s - chance) / ((p + q) / 2 - chance)
    h = lambda y: -sum(z / n * np.log(z / n) for z in y.ravel() if z > 0)
    first, second, joint = h(t.sum(1)), h(t.sum(0)), h(t)
    return 1. if first + second < 1e-12 else 2 * (first + second - joint) / (first + second)
def mean(y):
    each = [agree(y[:, c], y[:, d]) for c in range(m) for d in range(c + 1, m)]
    each = [a for a in each if a is not None]
    return sum(each) / len(each)
out = csv.writer(open("expected-list.csv", "w"), lineterminator="\n")
out.writerow("clustering,label,merged,gain,agreement".split(","))
while True:
    now, best = mean(x), (0, None)
    for c in range(m):
        present = [v for v in dict.fromkeys(x[:, c]) if v != "NA" and v != apart]
        for a, b in itertools.combinations(present, 2):
            y = x.copy()
            keep, lose = sorted((a, b), key=int)
            y[y[:, c] == lose, c] = keep
            gain = mean(y) - now
            if gain > best[0] + 1e-12:
                best = gain, (c, keep, lose, y)
    if best[1] is None:
        break
    c, keep, lose, x = best[1]
    out.writerow([names[c], keep, lose, best[0], mean(x)])
out = csv.writer(open("expected.csv", "w"), lineterminator="\n")
out.writerow(names)
out.writerows(x.tolist())
P
}

# noisy SEED N M K MISSING: M base clusterings of N objects: classes split into up to K clusters each, a tenth of the labels random,
# MISSING in a hundred missing.
noisy() {
  awk -v state="$1" -v n="$2" -v m="$3" -v k="$4" -v missing="$5" '
    function draw(limit) { state = (state * 16807) % 2147483647; return int(state / 2147483647 * limit) }
    BEGIN {
      for (q = 1; q <= m; q++) printf "%sq%d", (q > 1 ? "," : ""), q
      print ""
      for (i = 0; i < n; i++)
        for (q = 1; q <= m; q++) {
          label = draw(10) ? 1 + i % 3 + 3 * draw(1 + q % k) : 1 + draw(3 * k)
          printf "%s%s", (draw(100) < missing ? "NA" : label), (q < m ? "," : "\n")
        }
    }'
}

@test "ce-coarsen dune: three base clusterings, by R" {
  three
  run_split ce-coarsen dune --merged list.csv -v labels.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-coarsen: 10 objects, 3 base clusterings
ce-coarsen: 1 of 1 mergers, 11 clusters of 12 left, mean agreement 0.523810, was 0.474323"
  assert_equal "$output" "$(table A,B,C 1,1,1 1,1,1 2,1,2 2,1,2 2,2,2 2,2,2 4,2,3 4,2,3 5,3,4 5,3,4)"
  assert_equal "$(shown list.csv)" "A:2+3:0.049486:0.523810"
  ce-coarsen dune --by nmi --merged list.csv labels.csv >out
  cmp labels.csv out
  assert_equal "$(cat list.csv)" clustering,label,merged,gain,agreement
}

@test "ce-coarsen dune: a base clustering of two clusters is not merged into one" {
  # the released program takes the agreement with one cluster as 1, and would merge B
  awk 'BEGIN { print "A,B"; for (i = 0; i < 60; i++) print int(i / 20) + 1 "," int(i / 30) + 1 }' >labels.csv
  ce-coarsen dune --merged list.csv labels.csv >out
  assert_equal "$(shown list.csv)" "A:1+2:0.004347:0.435946"
  ce-coarsen dune --by nmi labels.csv | cmp - labels.csv
}

@test "ce-coarsen dune: the mergers of a slow second way, which counts everything again at each step" {
  in_turn 4
  untraced all_the_same
}
all_the_same() {
  local mergers=0
  for seed in 14 15; do
    noisy "$seed" 50 4 3 $((seed % 2 * 15)) >labels.csv
    if [ "$seed" -gt 14 ]; then
      awk -F, 'NR == 1 { print "size," $0; next } { print NR * 7 % 5 + 1 "," $0 }' labels.csv >with_sizes
      mv with_sizes labels.csv
    fi
    for measure in ari nmi; do
      for apart in none 2; do
        # shellcheck disable=SC2046 # no word where no label is apart
        ce-coarsen dune --by "$measure" $([ $apart = none ] || echo --unclustered 2) --merged list.csv labels.csv >out || return 1
        slow "$measure" "$apart" labels.csv || return 1
        shown list.csv >ours
        shown expected-list.csv >theirs
        cmp ours theirs || return 1
        cut -d, -f "$(if [ "$seed" -gt 14 ]; then echo 2-5; else echo 1-4; fi)" out | cmp - expected.csv || return 1
        mergers=$((mergers + $(wc -l <ours)))
      done
    done
  done
  # the tables do need mergers
  [ "$mergers" -ge 60 ]
}

@test "ce-coarsen dune: agreement is that of ce-score, before and after" {
  noisy 5 400 6 5 0 >labels.csv
  for measure in ari nmi; do
    ce-coarsen dune --by "$measure" --merged list.csv -v labels.csv >out 2>said
    for table in labels.csv out; do
      ce-score --pairwise -s "${measure/nmi/nmi-sum}" "$table" |
        awk -F, 'NR > 1 { for (q = NR; q < NF; q++) { sum += $(q + 1); n++ } } END { printf "%.6f\n", sum / n }'
    done >means
    sed -n 's/.*mean agreement \([0-9.]*\), was \([0-9.]*\)$/\2 \1/p' said | tr ' ' '\n' | cmp - means
  done
}

@test "ce-coarsen dune: a share of the gain, the mean number of clusters, a number of mergers" {
  noisy 3 200 4 4 0 >labels.csv
  ce-coarsen dune --merged all.csv labels.csv >all
  total=$(($(wc -l <all.csv) - 1))
  assert [ "$total" -ge 8 ]
  ce-coarsen dune --steps 5 --merged list.csv labels.csv >five
  head -n 6 all.csv | cmp - list.csv
  # so many in all as there are left after five mergers
  clusters=$(for c in 1 2 3 4; do tail -n +2 five | cut -d, -f$c | sort -u; done | wc -l)
  ce-coarsen dune --mean-k "$(awk "BEGIN { print $clusters / 4 }")" labels.csv | cmp - five
  # the share that the fifth reaches, and what lies between the fourth and the fifth
  awk -F, 'NR > 1 { a[NR - 1] = $5; g += NR == 2 ? $4 : 0 }
    END { first = a[1] - g; whole = a[NR - 1] - first; printf "%.9f %.9f\n", (a[5] - first) / whole - 1e-8, (a[4] - first) / whole + 1e-8 }' all.csv >shares
  read -r reached above <shares
  ce-coarsen dune --share "$reached" labels.csv | cmp - five
  ce-coarsen dune --share "$above" labels.csv | cmp - five
  ce-coarsen dune --share 1 --steps 100000 --mean-k 1 labels.csv | cmp - all
  # whichever comes first; the first merger is made whatever the share
  ce-coarsen dune --share .999999 --steps 5 labels.csv | cmp - five
  ce-coarsen dune --share 0 --merged list.csv labels.csv >out
  assert_equal "$(wc -l <list.csv)" 2
}

@test "ce-coarsen dune: of two labels the smaller number stays, or the first in byte order" {
  table A,B 10,x 10,x 9,x 9,x 3,y 3,y >labels.csv
  ce-coarsen dune labels.csv | cut -d, -f1 | cmp - <(table A 9 9 9 9 3 3)
  table A,B t10,x t10,x s9,x s9,x 3,y 3,y >labels.csv
  ce-coarsen dune labels.csv | cut -d, -f1 | cmp - <(table A s9 s9 s9 s9 3 3)
}

@test "ce-coarsen dune: a label of objects in no cluster is never merged" {
  table A,B 1,x 1,x -1,x -1,x 3,y 3,y 4,y 4,y >labels.csv
  ce-coarsen dune labels.csv | cut -d, -f1 | cmp - <(table A -1 -1 -1 -1 3 3 3 3)
  ce-coarsen dune --unclustered -1 --merged list.csv labels.csv | cut -d, -f1 | cmp - <(table A 1 1 -1 -1 3 3 3 3)
  assert_equal "$(wc -l <list.csv)" 2
  # any label can be named, also the first of a column: here 1 and -1 change places
  ce-coarsen dune --unclustered 1 labels.csv | cut -d, -f1 | cmp - <(table A 1 1 -1 -1 3 3 3 3)
  # it is no cluster in the mean either: 2.5 are left after the only merger, (3 + 2) / 2 before it
  run_split ce-coarsen dune --unclustered -1 --mean-k 2.5 labels.csv
  assert_equal "$output" "$(cat labels.csv)"
}

@test "ce-coarsen dune: missing labels stay missing, and a column without labels changes nothing" {
  table A,B,C ,x, ,x, 1,x, 2,x, 2,y, 3,y, >labels.csv
  run_split ce-coarsen dune labels.csv
  assert_equal "$status" 0
  cut -d, -f1,2 labels.csv >two.csv
  assert_equal "$(ce-coarsen dune two.csv)" "$(cut -d, -f1,2 <<<"$output")"
  assert_equal "$(cut -d, -f1 <<<"$output" | head -n 3 | paste -sd' ')" "A NA NA"
  table A,B 1, 2, ,1 ,2 >labels.csv
  run_split ce-coarsen dune -v labels.csv
  assert_equal "$(tail -n 1 <<<"$stderr")" "ce-coarsen: labels.csv: no two base clusterings label an object together: nothing is merged"
}

@test "ce-coarsen dune: a microcluster counts with its size, and ids are kept" {
  noisy 9 300 4 3 0 >labels.csv
  ce-coarsen dune labels.csv >whole
  ce-microcluster compress labels.csv >micro.csv
  ce-coarsen dune micro.csv >merged.csv
  assert_equal "$(head -n 1 merged.csv)" "size,q1,q2,q3,q4"
  # each row of the compressed table stands for its objects
  paste -d, labels.csv whole | sort -u >pairs
  paste -d, <(cut -d, -f2- micro.csv) <(cut -d, -f2- merged.csv) | sort -u | cmp - pairs
  awk -F, 'NR == 1 { print "id," $0; next } { print "o" NR "," $0 }' labels.csv >named.csv
  ce-coarsen dune named.csv | cut -d, -f2- | cmp - whole
  ce-coarsen dune named.csv | cut -d, -f1 | cmp - <(cut -d, -f1 named.csv)
}

@test "ce-coarsen dune: threads and names of clusters change nothing" {
  noisy 21 3000 8 6 3 >labels.csv
  for measure in ari nmi; do
    ce-coarsen dune --by "$measure" -j 1 --merged one.csv labels.csv >one
    ce-coarsen dune --by "$measure" -j 4 --merged four.csv labels.csv >four
    cmp one four
    cmp one.csv four.csv
    # labels from 1000 down: the same partitions
    awk -F, -v OFS=, 'NR > 1 { for (q = 1; q <= NF; q++) if ($q != "NA") $q = 1000 - $q } 1' labels.csv >other.csv
    for column in 1 5 8; do
      ce-coarsen dune --by "$measure" other.csv | cut -d, -f$column | canonical >theirs
      cut -d, -f$column one | canonical | cmp - theirs
    done
  done
}

@test "ce-coarsen: wrong use and wrong input" {
  three
  run_split ce-coarsen labels.csv
  assert_equal "$status" 2
  run_split ce-coarsen dune --share 1.5 labels.csv
  assert_error 2 "ce-coarsen: --share '1.5', a number from 0 to 1 expected
Try 'ce-coarsen --help'."
  run_split ce-coarsen dune --mean-k 0 labels.csv
  assert_error 2 "ce-coarsen: --mean-k '0', a number from 1 expected
Try 'ce-coarsen --help'."
  run_split ce-coarsen dune --steps 0 labels.csv
  assert_error 2 "ce-coarsen: --steps '0', a whole number from 1 expected
Try 'ce-coarsen --help'."
  run_split ce-coarsen dune --unclustered 7 labels.csv
  assert_error 1 "ce-coarsen: labels.csv: no label '7'"
  cut -d, -f1 labels.csv >one.csv
  run_split ce-coarsen dune one.csv
  assert_error 1 "ce-coarsen: one.csv: 1 base clustering, at least 2 expected"
  awk 'BEGIN { print "a,b"; for (i = 0; i < 30000; i++) print i "," 30000 - i }' >many.csv
  CE_MEMORY_LIMIT=500M run_split ce-coarsen dune -q many.csv
  assert_equal "$status" 1
  assert_regex "$stderr" '^ce-coarsen: many.csv: the table of all pairs of clusters .*fewer base clusterings, or such with fewer clusters'
}

@test "ce-coarsen dune: base clusterings that share no object leave nothing to merge, and a note says so" {
  table a,b 1,NA NA,1 >apart.csv
  run_split ce-coarsen dune apart.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-coarsen: apart.csv: no two base clusterings label an object together: nothing is merged"
  assert_equal "$output" "$(cat apart.csv)"
}
