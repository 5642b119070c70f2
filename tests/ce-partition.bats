#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# Three near objects, two others; similarities in tenths.
five() { table 1,.9,.8,.1,.2 .9,1,.7,.1,.1 .8,.7,1,.3,.1 .1,.1,.3,1,.6 .2,.1,.1,.6,1 >five.csv; }

# Lines to words.
columns() { paste -sd' ' -; }

@test "ce-partition average: a column for each k, exactly k clusters" {
  five
  run_split ce-partition average -k 1..5 five.csv
  assert_equal "$status" 0
  assert_equal "$output" "average.k1,average.k2,average.k3,average.k4,average.k5
1,1,1,1,1
1,1,1,1,2
1,1,1,2,3
1,2,2,3,4
1,2,3,4,5"
}

@test "ce-partition: k clusters also where all similarities are equal, merged from the first object on" {
  table 1,.5,.5,.5 .5,1,.5,.5 .5,.5,1,.5 .5,.5,.5,1 >equal.csv
  for noun in single complete average; do
    run_split ce-partition $noun -k 3,2 equal.csv
    assert_equal "$output" "$noun.k3,$noun.k2
1,1
1,1
2,1
3,2"
  done
}

@test "ce-partition single complete average ward: SciPy's merges and heights on distances without ties" {
  for noun in single complete average ward; do
    ce-partition $noun --input distance --tree tree.csv "$FIXTURES/linkage/distance.csv"
    paste -d, tree.csv "$FIXTURES/linkage/scipy-$noun.csv" | awk -F, '
      NR == 1 { next }
      $1 != $5 || $2 != $6 || $4 != $8 || !(($3 - $7)^2 < 1e-24 * $7^2) { print "differs: " $0; bad = 1 }
      END { exit bad || NR != 30 }'
  done
}

@test "ce-partition average: heights are one quotient of whole numbers, so 1 - .7 is 0.3" {
  five
  run_split ce-partition complete --tree - five.csv
  assert_equal "$output" "left,right,height,size
0,1,0.1,2
2,5,0.3,3
3,4,0.4,2
6,7,0.9,5"
  run_split ce-partition complete --height 0.3 five.csv
  assert_equal "$(columns <<<"$output")" "complete.k3 1 1 1 2 3"
  run_split ce-partition complete --height .29 five.csv
  assert_equal "$(columns <<<"$output")" "complete.k4 1 1 2 3 4"
  run_split ce-partition complete --height -1 five.csv
  assert_equal "$(columns <<<"$output")" "complete.k5 1 2 3 4 5"
}

@test "ce-partition average: running sums of 1/10 cluster as the quotients that they stand for" {
  # .1 + .1 + .1 is 0.30000000000000004: without rounding to tenths objects 1 and 3 would be nearer than 1 and 2
  table 1,.3,0.30000000000000004 .3,1,.3 0.30000000000000004,.3,1 >sums.csv
  for noun in single complete average; do
    run_split ce-partition $noun -k 2 sums.csv
    assert_equal "$(columns <<<"$output")" "$noun.k2 1 1 2"
  done
}

@test "ce-partition single: a sparse matrix, where absent entries are 0, gives what the full one gives" {
  table '%%MatrixMarket matrix coordinate real symmetric' '5 5 4' '2 1 .9' '3 2 .7' '5 4 .6' '4 3 .2' >sparse.mtx
  table 1,.9,0,0,0 .9,1,.7,0,0 0,.7,1,.2,0 0,0,.2,1,.6 0,0,0,.6,1 >full.csv
  for noun in single complete average hne; do
    ce-partition $noun -q -k 1..5 --tree a sparse.mtx >sparse
    ce-partition $noun -q -k 1..5 --tree b full.csv >full
    cmp sparse full
    cmp a b
  done
  # words can be any blanks apart
  sed '1s/ /  \t /g; 2,$s/^/ \t/; 2,$s/ /   /g; s/$/ /' sparse.mtx >blanks.mtx
  ce-partition hne -q -k 1..5 --tree a blanks.mtx >sparse
  cmp sparse full
  cmp a b
}

@test "ce-partition --lifetime: the k that lives longest, the smallest of several" {
  five
  run_split ce-partition average --lifetime -v five.csv
  assert_equal "$(columns <<<"$output")" "average.k2 1 1 1 2 2"
  assert_equal "$stderr" "ce-partition: 2 clusters live from one merge to the next for 0.45 of distance
ce-partition: average: 5 objects"
  table 0,1,3 1,0,2 3,2,0 >three.csv
  run_split ce-partition single --input distance --lifetime three.csv
  assert_equal "$(columns <<<"$output")" "single.k2 1 1 2"
}

@test "ce-partition --tree: Newick, also of a chain too deep for recursion" {
  table 0,1,2,7 1,0,4,7 2,4,0,8 7,7,8,0 >four.csv
  run_split ce-partition average --input distance --tree - --tree-format newick four.csv
  assert_equal "$output" "(4:7.333333333333333,(3:3,(1:1,2:1):2):4.333333333333333);"
  awk 'BEGIN { n = 3000; print "%%MatrixMarket matrix coordinate real symmetric"; print n, n, n - 1
               for (i = 1; i < n; i++) print i + 1, i, 1 - i / n }' >chain.mtx
  ce-partition single --tree chain.nwk --tree-format newick chain.mtx
  assert_equal "$(tr -dc '(' <chain.nwk | wc -c)" 2999
  assert_equal "$(tr -dc ')' <chain.nwk | wc -c)" 2999
}

@test "ce-partition --tree and -k: both, the tree in its file" {
  five
  run_split ce-partition average -k 2 --tree tree.csv -d ';' <(tr , ';' <five.csv)
  assert_equal "$(columns <<<"$output")" "average.k2 1 1 1 2 2"
  assert_equal "$(sed -n 2p tree.csv)" "0;1;0.1;2"
}

@test "ce-partition hne: two components make two clusters, and with k 1 a note or an absorption" {
  five
  run_split ce-partition hne -k 2 five.csv
  assert_equal "$(columns <<<"$output")" "hne.k2 1 1 1 2 2"
  assert_equal "$stderr" ""
  run_split ce-partition hne -k 1 five.csv
  assert_equal "$status" 0
  assert_equal "$(columns <<<"$output")" "hne.k1 1 1 1 2 2"
  assert_equal "$stderr" "ce-partition: 2 clusters, 1 asked for: the threshold graph has so many components (see --leftover)"
  run_split ce-partition hne -k 1 --leftover absorb five.csv
  assert_equal "$(columns <<<"$output")" "hne.k1 1 1 1 1 1"
  assert_equal "$stderr" ""
  run_split ce-partition hne -k 1 --theta .29 five.csv
  assert_equal "$(columns <<<"$output")" "hne.k1 1 1 1 1 1"
}

@test "ce-partition hne --leftover absorb: the smallest cluster goes where the mean similarity is largest" {
  # components {1,2,3}, {4,5} and {6}; 6 has .2 with 4 and 5, and .2 .2 .1 with the first three
  table 1,.9,.9,0,0,.2 .9,1,.9,0,0,.2 .9,.9,1,.1,0,.1 0,0,.1,1,.8,.2 0,0,0,.8,1,.2 .2,.2,.1,.2,.2,1 >six.csv
  run_split ce-partition hne -k 2,3 --leftover absorb six.csv
  assert_equal "$(cut -d, -f1 <<<"$output" | columns)" "hne.k2 1 1 1 2 2 2"
  assert_equal "$(cut -d, -f2 <<<"$output" | columns)" "hne.k3 1 1 1 2 2 3"
}

@test "ce-partition complete: of clusters without a common pair the most similar merge, or with --tie index the first two" {
  # {1 2} and {3 4} both share something with 5, and nothing with each other
  table 1,.9,0,0,.4 .9,1,0,0,0 0,0,1,.8,.6 0,0,.8,1,0 .4,0,.6,0,1 >pairs.csv
  run_split ce-partition complete -k 2 pairs.csv
  assert_equal "$(columns <<<"$output")" "complete.k2 1 1 2 2 2"
  run_split ce-partition complete -k 2 --tie index pairs.csv
  assert_equal "$(columns <<<"$output")" "complete.k2 1 1 1 1 2"
  run_split ce-partition complete -k 2 --tie meansim pairs.csv
  assert_equal "$(columns <<<"$output")" "complete.k2 1 1 2 2 2"
  # the first row stands for 9 objects: 9 of 10 pairs have .4, which is more than .6 for 1 of 2
  table size,a 9,1 1,2 1,3 1,4 1,5 >sizes.csv
  run_split ce-partition complete -k 2 --tie meansim --sizes sizes.csv pairs.csv
  assert_equal "$(columns <<<"$output")" "complete.k2 1 1 2 2 1"
  # distances: the smallest mean
  awk -F, -v OFS=, '{ for (q = 1; q <= NF; q++) $q = 1 - $q } 1' pairs.csv >distances.csv
  run_split ce-partition complete -k 2 --tie meansim --input distance distances.csv
  assert_equal "$(columns <<<"$output")" "complete.k2 1 1 2 2 2"
}

# Eight objects in three base clusterings. The tree and the labels are those of SciPy's complete linkage of the distances
# 3 - (how often they are together).
eight() { table a,b,c 2,1,1 2,1,0 0,2,2 1,0,1 2,2,1 1,0,2 0,1,0 2,0,0 >eight.csv; }

@test "ce-partition complete --tie chain: merges and labels are those of SciPy, by index they are others" {
  eight
  ce-similarity ca eight.csv >ca.mtx
  run_split ce-partition complete --tie chain -k 2,3,4 ca.mtx
  assert_equal "$(columns <<<"$output")" "complete.k2,complete.k3,complete.k4 1,1,1 1,1,1 2,2,2 2,3,3 1,1,1 2,3,3 2,2,2 1,1,4"
  ce-partition complete --tie chain --tree tree.csv ca.mtx
  run_split cut -d, -f1,2,4 tree.csv
  assert_equal "$(tail -n +2 <<<"$output" | columns)" "0,1,2 3,5,2 4,8,3 2,6,2 7,10,4 9,11,4 12,13,8"
  run_split ce-partition complete --tie index -k 2 ca.mtx
  assert_equal "$(columns <<<"$output")" "complete.k2 1 1 1 2 1 2 1 1"
}

@test "ce-partition complete --tie chain: the labels of SciPy, where it is installed, on matrices full of ties" {
  /usr/bin/env python3 -c 'import scipy.cluster.hierarchy' 2>/dev/null && python=python3
  [ -n "${python:-}" ] || { /usr/bin/python3 -c 'import scipy.cluster.hierarchy' 2>/dev/null && python=/usr/bin/python3; }
  [ -n "${python:-}" ] || skip "needs python3 with SciPy"
  "$python" - <<'END'
import random
from scipy.cluster.hierarchy import linkage
random.seed(5)
for f in range(6):
    n = 20 + 15 * f
    d = [[0] * n for _ in range(n)]
    flat = []
    for i in range(n):
        for j in range(i + 1, n):
            d[i][j] = d[j][i] = random.randrange(1, 4 + f)
            flat.append(float(d[i][j]))
    with open(f"d{f}.csv", "w") as out:
        for row in d:
            print(*row, sep=",", file=out)
    with open(f"want{f}.csv", "w") as out:
        for a, b, height, size in linkage(flat, "complete"):
            print(int(a), int(b), int(height), int(size), sep=",", file=out)
END
  for f in 0 1 2 3 4 5; do
    ce-partition complete --tie chain --input distance --tree tree.csv d$f.csv
    tail -n +2 tree.csv >found.csv
    cmp found.csv want$f.csv
  done
}

@test "ce-partition complete --tie last: the union has the number of its last object" {
  # 1 and 2 merge; then 3 and 4, 3 and {1 2}, 4 and {1 2} are all at distance 1, and 3 is the lowest number
  table 1,.9,0,0 .9,1,0,0 0,0,1,0 0,0,0,1 >four.csv
  run_split ce-partition complete --tie last -k 2 four.csv
  assert_equal "$(columns <<<"$output")" "complete.k2 1 1 1 2"
  table 1,0,0,.9 0,1,0,0 0,0,1,0 .9,0,0,1 >four.csv
  run_split ce-partition complete --tie last -k 2 four.csv
  assert_equal "$(columns <<<"$output")" "complete.k2 1 2 2 1"
  run_split ce-partition complete --tie index -k 2 four.csv
  assert_equal "$(columns <<<"$output")" "complete.k2 1 1 2 1"
}

@test "ce-partition complete --tie meansim: distances at merges are those of complete linkage; all equal, one object" {
  five
  ce-partition complete --tie index --tree tree.csv five.csv
  for rule in last meansim chain; do
    ce-partition complete --tie $rule --tree other.csv five.csv
    cmp tree.csv other.csv # no ties here
  done
  table 1,.5,.5,.5 .5,1,.5,.5 .5,.5,1,.5 .5,.5,.5,1 >equal.csv
  run_split ce-partition complete --tie meansim -k 3,2 equal.csv
  assert_equal "$(columns <<<"$output")" "complete.k3,complete.k2 1,1 1,1 2,1 3,2"
  table 1 >one.csv
  run_split ce-partition complete --tie meansim -k 1 one.csv
  assert_equal "$(columns <<<"$output")" "complete.k1 1"
}

@test "ce-partition --tie: for complete and hne only, and no other rule" {
  five
  for noun in single average ward; do
    run_split ce-partition $noun -k 2 --tie meansim five.csv
    assert_error 2 "ce-partition: --tie does not go with $noun, only with: complete hne
Try 'ce-partition --help'."
  done
  run_split ce-partition complete -k 2 --tie mean five.csv
  assert_equal "$status" 2
  assert_equal "$output" ""
}

@test "ce-partition complete --tie meansim: two matrices of work are asked for before they are taken" {
  seq 2000 | awk 'BEGIN { print "%%MatrixMarket matrix coordinate real symmetric"; print "2000 2000 2000" } { print $1, $1, 1 }' >large.mtx
  run_split env CE_MEMORY_LIMIT=20M ce-partition complete -k 2 --tie index -q large.mtx
  assert_equal "$status" 0
  run_split env CE_MEMORY_LIMIT=20M ce-partition complete -k 2 --tie meansim -q large.mtx
  assert_equal "$status" 1
  assert_equal "$output" ""
  [[ "$stderr" == *"the work matrices of the linkage"*"--tie index"* ]] || fail "$stderr"
}

@test "ce-partition hne: the first pair merges first, or with --tie meansim the most similar" {
  five
  run_split ce-partition hne -k 4 --theta .2 five.csv
  assert_equal "$(columns <<<"$output")" "hne.k4 1 1 2 3 4"
  table 1,.5,0,0 .5,1,0,0 0,0,1,.9 0,0,.9,1 >pairs.csv
  run_split ce-partition hne -k 3 pairs.csv
  assert_equal "$(columns <<<"$output")" "hne.k3 1 1 2 3"
  run_split ce-partition hne -k 3 --tie meansim pairs.csv
  assert_equal "$(columns <<<"$output")" "hne.k3 1 2 3 3"
}

@test "ce-partition hne --tree: heights count the merges, and the tree stops where no edge is left" {
  five
  run_split ce-partition hne --tree - --tree-format newick five.csv
  assert_equal "$output" "(3:2,(1:1,2:1):1);
(4:3,5:3);"
  run_split ce-partition hne --tree - --tree-format newick <(table 0,0,0 0,0,.5 0,.5,0)
  assert_equal "$output" "$(table '1;' '(2:1,3:1);')"
}

@test "ce-partition: one object" {
  table 1 >one.csv
  for noun in single complete average hne; do
    run_split ce-partition $noun -k 1 --header no one.csv
    assert_equal "$status" 0
    assert_equal "$(columns <<<"$output")" "$noun.k1 1"
  done
  run_split ce-partition average --lifetime --tree tree.csv --header no one.csv
  assert_equal "$(columns <<<"$output")" "average.k1 1"
  assert_equal "$(cat tree.csv)" "left,right,height,size"
}

@test "ce-partition: what the matrix must not be" {
  five
  run_split ce-partition average -k 2,6 five.csv
  assert_error 1 "ce-partition: five.csv: 5 objects, 6 clusters asked for"
  table 0,1,3 1,0,-2 3,-2,0 >negative.csv
  for noun in single complete average ward; do
    run_split ce-partition $noun -k 2 --input distance negative.csv
    assert_error 1 "ce-partition: negative.csv: row 2, column 3: -2 is no distance: a number from 0 to 4e+307 expected"
  done
  table 1,1,3 1,1,2 3,2,1 >distance.csv
  run_split ce-partition average -k 2 distance.csv
  assert_error 1 "ce-partition: distance.csv: row 1, column 3: 3 is above 1: a matrix of distances (--input distance)? Similarities of at most 1 expected"
  run_split ce-partition hne -k 2 distance.csv
  assert_error 1 "ce-partition: distance.csv: row 1, column 3: 3 is above 1: a matrix of distances? Similarities of at most 1 expected"
  printf '%s\n' '%%MatrixMarket matrix coordinate real symmetric' '4 4 4' '1 1 2' '2 1 .5' '3 2 1.5' '4 3 .2' >large.mtx
  run_split ce-partition average -k 2 large.mtx
  assert_error 1 "ce-partition: large.mtx: row 2, column 3: 1.5 is above 1: a matrix of distances (--input distance)? Similarities of at most 1 expected"
  run_split ce-partition hne -k 2 large.mtx
  assert_error 1 "ce-partition: large.mtx: row 2, column 3: 1.5 is above 1: a matrix of distances? Similarities of at most 1 expected"
  table 1,.5 .4,1 >skew.csv
  run_split ce-partition hne -k 2 skew.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
}

@test "ce-partition: a work matrix that cannot fit is refused before it is taken" {
  awk 'BEGIN { print "%%MatrixMarket matrix coordinate real symmetric"; print 20000, 20000, 1; print 2, 1, .5 }' >wide.mtx
  CE_MEMORY_LIMIT=1G run_split ce-partition average -k 2 wide.mtx
  assert_equal "$status" 1
  assert_equal "$output" ""
  assert_equal "${stderr%% needs*}" "ce-partition: the work matrix of the linkage (20000 x 20001)"
}

@test "ce-partition --sizes: the matrix of microclusters gives the clusters of the objects" {
  {
    echo a,b,c
    for i in $(seq 0 89); do echo "$((i % 3)),$(((i * i / 7) % 4)),$(((i / 5 + i % 3) % 4))"; done
  } >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  ce-similarity ca micro.csv >small.mtx
  ce-similarity ca labels.csv >ca.mtx
  [ "$(wc -l <micro.csv)" -lt 60 ]
  for noun in single average complete metis spectral; do
    ce-partition "$noun" -k 2,4 ca.mtx >direct.csv
    ce-partition "$noun" -k 2,4 --sizes micro.csv small.mtx >small.csv
    ce-microcluster expand -t micro.csv -r small.csv labels.csv >expanded.csv
    cmp direct.csv expanded.csv
  done
  # without sizes each microcluster counts as one object, which is another tree
  ce-partition average --tree with.csv --sizes micro.csv small.mtx
  ce-partition average --tree without.csv small.mtx
  run cmp -s with.csv without.csv
  assert_equal "$status" 1
}

@test "ce-partition --sizes: a table without sizes, or of another length" {
  table a,b 1,1 1,2 2,2 >labels.csv
  ce-similarity ca labels.csv >ca.mtx
  run_split ce-partition average -k 2 --sizes labels.csv ca.mtx
  assert_error 1 "ce-partition: labels.csv: no column size, a microcluster table expected"
  table size,a 3,1 4,2 >micro.csv
  run_split ce-partition average -k 2 --sizes micro.csv ca.mtx
  assert_error 1 "ce-partition: micro.csv: 2 rows, 3 expected as in ca.mtx"
  run_split ce-partition average -k 2 --sizes - -
  assert_error 2 "ce-partition: --sizes and FILE are both standard input
Try 'ce-partition --help'."
}

# Six objects by the clusters of two clusterings, the fifth column of zeros.
graph() { table a,b,c,d,e 1,0,1,0,0 1,0,1,0,0 1,0,1,0,0 1,0,0,1,0 0,1,0,1,0 0,1,0,1,0 >graph.csv; }

@test "ce-partition transfer-cut: a table of objects by clusters, k by k, from both starts" {
  graph
  for start in plusplus farthest; do
    run_split ce-partition transfer-cut -k 1..3 --start $start graph.csv
    assert_equal "$status" 0
    assert_equal "$stderr" ""
    assert_equal "$output" "transfer-cut.k1,transfer-cut.k2,transfer-cut.k3
1,1,1
1,1,1
1,1,1
1,2,2
1,2,3
1,2,3"
  done
}

@test "ce-partition transfer-cut: ids go into the result, classes are left out, the scale of the table does not matter" {
  graph
  paste -d, <(table id p q r s t u) graph.csv <(table class 1 1 1 2 2 2) >named.csv
  run_split ce-partition transfer-cut -k 2 named.csv
  assert_equal "$(columns <<<"$output")" "id,transfer-cut.k2 p,1 q,1 r,1 s,2 t,2 u,2"
  for unit in 1e-300 3e200; do
    run_split ce-partition transfer-cut -k 3 <(sed "2,\$s/1/$unit/g" graph.csv)
    assert_equal "$(columns <<<"$output")" "transfer-cut.k3 1 1 1 2 3 3"
  done
}

@test "ce-partition transfer-cut: a table of which most cells are 0, with four groups and weak links between them" {
  awk 'BEGIN { for (j = 1; j <= 40; j++) printf "c%d%s", j, j < 40 ? "," : "\n"
    for (i = 0; i < 40; i++) for (j = 0; j < 40; j++) {
      own = int(i / 10) == int(j / 10) && (i + j) % 10 % 3 == 0
      printf "%s%s", own ? (j % 3 + 1) / 4 : j == 7 * i % 40 ? 0.001 : 0, j < 39 ? "," : "\n" } }' >sparse.csv
  for start in plusplus farthest; do
    run_split ce-partition transfer-cut -k 4 --start $start sparse.csv
    assert_equal "$output" "$(table transfer-cut.k4; for group in 1 2 3 4; do repeated 10 $group; done)"
  done
}

@test "ce-partition transfer-cut --sizes: microclusters are cut as their objects are" {
  { echo a,b,c; for i in $(seq 0 89); do echo "$((i % 3)),$(((i * i / 7) % 4)),$(((i / 5 + i % 3) % 4))"; done; } >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  [ "$(wc -l <micro.csv)" -lt 60 ]
  ce-prepare onehot --categorical a,b,c labels.csv >objects.csv
  ce-prepare onehot --categorical a,b,c <(cut -d, -f2- micro.csv) >small-graph.csv
  for start in "--start plusplus --restarts 30" "--start farthest"; do
    # shellcheck disable=SC2086
    ce-partition transfer-cut $start -k 2,4 objects.csv >direct.csv
    # shellcheck disable=SC2086
    ce-partition transfer-cut $start -k 2,4 --sizes micro.csv small-graph.csv >small.csv
    ce-microcluster expand -t micro.csv -r small.csv labels.csv >expanded.csv
    cmp direct.csv expanded.csv
  done
}

@test "ce-partition transfer-cut: what the table must not be, and k above what it can give" {
  graph
  run_split ce-partition transfer-cut -k 4 graph.csv
  assert_error 1 "ce-partition: graph.csv: k = 4, but the columns tell only 3 groups of objects apart"
  run_split ce-partition transfer-cut -k 5 graph.csv
  assert_error 1 "ce-partition: graph.csv: 5 clusters asked for; columns that are not zero: 4"
  run_split ce-partition transfer-cut -k 2,7 graph.csv
  assert_error 1 "ce-partition: graph.csv: 6 objects, 7 clusters asked for"
  run_split ce-partition transfer-cut -k 2 <(sed '4s/1/-1/' graph.csv)
  assert_equal "${stderr#*: *: }" "object 3, column a: -1, a number of 0 or more expected"
  assert_equal "$status" 1
  run_split ce-partition transfer-cut -k 2 <(sed '4s/1/NA/' graph.csv)
  assert_equal "$status" 1
  assert_equal "$output" ""
  table a,b x,u y,v >labels.csv
  run_split ce-partition transfer-cut -k 2 labels.csv
  assert_error 1 "ce-partition: labels.csv: column a is categorical ('x'), numbers expected: ce-prepare onehot makes a column of each cluster"
  table size,a 3,1 4,2 >micro.csv
  run_split ce-partition transfer-cut -k 2 --sizes micro.csv graph.csv
  assert_error 1 "ce-partition: micro.csv: 2 rows, 6 expected as in graph.csv"
}

@test "ce-partition: distances that are read as similarities, and similarities as distances" {
  table 0,.2,.9 .2,0,.8 .9,.8,0 >distance.csv
  table 1,.8,.1 .8,1,.2 .1,.2,1 >similarity.csv
  for noun in single complete average "coloring --theta .5"; do
    k="-k 2"
    [[ $noun != coloring* ]] || k=""
    # shellcheck disable=SC2086
    run_split ce-partition $noun $k distance.csv
    assert_error 1 "ce-partition: distance.csv: the diagonal is 0 everywhere: a matrix of distances needs --input distance, one of similarities --input similarity"
    # the weights of a graph can have such a diagonal: who says so is believed
    # shellcheck disable=SC2086
    run_split ce-partition $noun $k --input similarity distance.csv
    assert_equal "$status" 0
    assert_regex "$stderr" "^ce-partition: the diagonal is 0 everywhere, as distances have it"
    # shellcheck disable=SC2086
    run_split ce-partition $noun $k --input distance similarity.csv
    assert_error 1 "ce-partition: similarity.csv: no entry is above those on the diagonal: a matrix of similarities needs --input similarity"
  done
  assert_equal "$(ce-partition average -q -k 2 --input distance distance.csv | paste -sd' ')" "$(ce-partition average -q -k 2 similarity.csv | paste -sd' ')"
  # a sparse matrix leaves its zeros out, and a matrix of one object tells nothing
  printf '%%%%MatrixMarket matrix coordinate real symmetric
3 3 1
2 1 .8
' >graph.mtx
  assert_equal "$(ce-partition average -q -k 2 graph.mtx | tail -n +2 | paste -sd' ')" "1 1 2"
  assert_equal "$(echo 0 | ce-partition average -q -k 1 | tail -n 1)" 1
  # the weights of a graph can have a diagonal of zeros
  for noun in metis spectral hne random-walk; do
    run_split ce-partition $noun -k 2 distance.csv
    assert_equal "$noun $status" "$noun 0"
    assert_regex "$stderr" "^ce-partition: the diagonal is 0 everywhere, as distances have it"
    run_split ce-partition $noun -k 2 similarity.csv
    refute_regex "$stderr" "diagonal"
  done
  run_split ce-plot matrix distance.csv -o out.svg
  assert_regex "$stderr" "^ce-plot: the diagonal is 0 everywhere, as distances have it"
}

@test "ce-partition random-walk: --core is taken, .9 by default, and another one finds other seeds" {
  ce-generate kmeans -q -k 2..8 -m 10 "$BUNDLED/wine.csv" | ce-similarity ca -q -o matrix.mtx
  ce-partition random-walk -q -k 3 matrix.mtx -o default
  ce-partition random-walk -q -k 3 --core .9 matrix.mtx -o same
  cmp default same
  ce-partition random-walk -q -k 3 --core .5 matrix.mtx -o other
  run cmp -s default other
  assert_equal "$status" 1
}

@test "ce-partition random-walk: seeds found, and seeds given" {
  five
  run_split ce-partition random-walk -k 2 --core .6 five.csv
  assert_equal "$(columns <<<"$output")" "random-walk.k2 1 1 1 2 2"
  assert_equal "$stderr" ""
  table seed b NA a NA NA >seeds.csv
  run_split ce-partition random-walk --seeds seeds.csv five.csv
  assert_equal "$(columns <<<"$output")" "random-walk.k2 1 1 2 2 2"
  # objects that nothing tells apart can have different seeds
  table 1,1,.5,.5 1,1,.5,.5 .5,.5,1,.9 .5,.5,.9,1 >twins.csv
  table seed 1 2 NA NA >seeds.csv
  run_split ce-partition random-walk --seeds seeds.csv twins.csv
  assert_equal "$(columns <<<"$output")" "random-walk.k2 1 2 1 1"
}

@test "ce-partition random-walk: probabilities of an unbalanced path decide" {
  # a path 1 - 2 - 3 - 4 with seeds at its ends: NumPy's solve gives .0453 and .9547 for a walk from 2 and from 3 to end at 4
  table 1,.9,0,0 .9,1,.8,0 0,.8,1,.9 0,0,.9,1 >path.csv
  table seed 1 NA NA 2 >seeds.csv
  run_split ce-partition random-walk --seeds seeds.csv path.csv
  assert_equal "$(columns <<<"$output")" "random-walk.k2 1 1 2 2"
  # with the weakest link at one end, both go to the other
  table 1,.5,0,0 .5,1,.8,0 0,.8,1,.9 0,0,.9,1 >path.csv
  run_split ce-partition random-walk --seeds seeds.csv path.csv
  assert_equal "$(columns <<<"$output")" "random-walk.k2 1 2 2 2"
  # all links equal: as likely, and the lowest of the ties
  table 1,.5,0 .5,1,.5 0,.5,1 >tie.csv
  table seed 1 NA 2 >seeds.csv
  run_split ce-partition random-walk --seeds seeds.csv tie.csv
  assert_equal "$(columns <<<"$output")" "random-walk.k2 1 1 2"
}

@test "ce-partition random-walk: wrong seeds" {
  five
  table seed 1 2 NA >seeds.csv
  run_split ce-partition random-walk --seeds seeds.csv five.csv
  assert_error 1 "ce-partition: seeds.csv: 3 rows, 5 expected as in five.csv"
  table seed NA NA NA NA NA >seeds.csv
  run_split ce-partition random-walk --seeds seeds.csv five.csv
  assert_error 1 "ce-partition: seeds.csv: every label is missing, a seed for each cluster expected"
  table a,b 1,1 1,2 NA,1 1,1 1,1 >seeds.csv
  run_split ce-partition random-walk --seeds seeds.csv five.csv
  assert_error 1 "ce-partition: seeds.csv: 2 columns of labels, one of seeds expected"
  table 1,-.1 -.1,1 >negative.csv
  run_split ce-partition random-walk -k 2 negative.csv
  assert_error 1 "ce-partition: negative.csv: row 1, column 2: -0.1, a similarity from 0 to 1 expected"
}

@test "ce-partition: wrong use" {
  five
  hint="
Try 'ce-partition --help'."
  run_split ce-partition average five.csv
  assert_error 2 "ce-partition: how many clusters? -k is needed$hint"
  run_split ce-partition hne --theta .2 five.csv
  assert_error 2 "ce-partition: how many clusters? -k is needed$hint"
  run_split ce-partition average -k 2 --lifetime five.csv
  assert_error 2 "ce-partition: -k, --height or --lifetime: only one of them$hint"
  run_split ce-partition average --height 1 --lifetime five.csv
  assert_error 2 "ce-partition: -k, --height or --lifetime: only one of them$hint"
  run_split ce-partition ward -k 2 five.csv
  assert_error 2 "ce-partition: Ward's method needs Euclidean distances: --input distance$hint"
  run_split ce-partition average -k 2 --tree - five.csv
  assert_error 2 "ce-partition: --tree and the result are both standard output$hint"
  run_split ce-partition average --tree tree.csv -o labels.csv five.csv
  assert_error 2 "ce-partition: --output is for labels, and without -k there are none$hint"
  run_split ce-partition hne -k 2 --theta 1.5 five.csv
  assert_error 2 "ce-partition: --theta '1.5', a number from 0 to 1 expected$hint"
  run_split ce-partition hne -k 2 --theta 1 five.csv
  assert_error 2 "ce-partition: theta 1: at least 0 and below 1 expected"
  run_split ce-partition hne --lifetime five.csv
  assert_equal "$status" 2
  run_split ce-partition hne --leftover absorb --tree tree.csv five.csv
  assert_error 2 "ce-partition: --leftover goes with -k$hint"
  run_split ce-partition average -k 2 --tree-format newick five.csv
  assert_error 2 "ce-partition: --tree-format goes with --tree$hint"
  run_split ce-partition transfer-cut -k 2 --start farthest --restarts 2 five.csv
  assert_error 2 "ce-partition: --restarts goes with --start plusplus$hint"
  run_split ce-partition random-walk --seeds seeds.csv --core .5 five.csv
  assert_error 2 "ce-partition: --core does not go with --seeds$hint"
  run_split ce-partition random-walk --seeds seeds.csv --vertices objects five.csv
  assert_error 2 "ce-partition: --vertices does not go with --seeds$hint"
  run_split ce-partition random-walk --seeds - five.csv --sizes -
  assert_error 2 "ce-partition: --sizes and --seeds are both standard input$hint"
  run_split ce-partition average --leftover keep -k 2 five.csv
  assert_equal "$status" 2
  run_split ce-partition random-walk -k 2 --seeds five.csv five.csv
  assert_error 2 "ce-partition: -k or --seeds: only one of them$hint"
  run_split ce-partition random-walk five.csv
  assert_error 2 "ce-partition: how many clusters? -k is needed$hint"
  run_split ce-partition random-walk --seeds - -
  assert_error 2 "ce-partition: --seeds and FILE are both standard input$hint"
  run_split ce-partition random-walk --seeds - --sizes - five.csv
  assert_error 2 "ce-partition: --sizes and --seeds are both standard input$hint"
  run_split ce-partition random-walk -k 2 --core 1.5 five.csv
  assert_equal "$status" 2
  run_split ce-partition random-walk -k 2 --beta 0 five.csv
  assert_equal "$status" 2
  run_split ce-partition spectral -k 2 --seeds five.csv five.csv
  assert_equal "$status" 2
  run_split ce-partition transfer-cut -k 2 --start first five.csv
  assert_equal "$status" 2
}

@test "ce-partition: a linkage that takes long tells how far it is, unless told not to" {
  awk 'BEGIN { n = 80000; print "%%MatrixMarket matrix coordinate real symmetric"; print n, n, n - 1
    for (i = 1; i < n; i++) print i + 1, i, .5 }' >chain.mtx
  tells_how_far ce-partition single -k 2 chain.mtx
}

@test "ce-partition: sizes and seeds of other ids, or of the same in another order, are refused" {
  table id,a,b,c,d a,1,.9,.5,.1 b,.9,1,.4,.1 c,.5,.4,1,.2 d,.1,.1,.2,1 >m.csv
  table size,id,m 1,a,4 1,b,3 1,c,2 9,d,1 >sizes.csv
  ce-partition average -k 2 --sizes sizes.csv m.csv >labels.csv
  table size,id,m 9,d,1 1,c,2 1,b,3 1,a,4 >turned.csv
  for options in "average -k 2" "metis -k 2" "spectral -k 2" "random-walk -k 2"; do
    run_split ce-partition $options --sizes turned.csv m.csv
    assert_error 1 "ce-partition: turned.csv: object 1 is 'd', in m.csv it is 'a': the same order expected"
  done
  table id,seed a,x b,y c, d, >seeds.csv
  assert_equal "$(ce-partition random-walk --seeds seeds.csv m.csv | paste -sd' ')" "id,random-walk.k2 a,1 b,2 c,1 d,1"
  table id,seed d, b,x c, a,y >turned.csv
  run_split ce-partition random-walk --seeds turned.csv m.csv
  assert_error 1 "ce-partition: turned.csv: object 1 is 'd', in m.csv it is 'a': the same order expected"
  # of a hypergraph, and of a table of objects by clusters
  table id,a,b a,1,1 b,1,2 c,2,1 d,2,2 >labels.csv
  table id,m d,4 c,3 b,2 a,1 | sed 's/^id,m/id,size,m/; s/^\(.\),\(.\)$/\1,\2,\2/' >turned.csv
  run_split ce-partition hypergraph -k 2 --sizes turned.csv labels.csv
  assert_error 1 "ce-partition: turned.csv: object 1 is 'd', in labels.csv it is 'a': the same order expected"
}

@test "ce-partition metis, random-walk: a matrix without any similarity is refused" {
  printf '1,0,0\n0,1,0\n0,0,1\n' >m.csv
  for method in metis random-walk; do
    run ce-partition $method -k 2 m.csv
    assert_equal "$status" 1
    assert_output "ce-partition: m.csv: no two of 3 objects have a similarity above 0: there is nothing to cluster by"
  done
}
