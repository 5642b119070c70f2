#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-plot tree: dendrograms, and how they are read back.

setup() {
  load common
  command -v gnuplot >/dev/null || skip "needs gnuplot"
}

# five leaves: (0, 3) at 1, (1, 4) at 2, with 2 at 3, all at 5
five() { table left,right,height,size 0,3,1,2 1,4,2,2 2,6,3,3 5,7,5,5; }

texts() { grep -o '<text>[^<]*</text>' "$1" | sed 's/<[^>]*>//g' | tr '\n' '|'; }

# iris_tree: the tree of iris by average linkage, and its matrix with long ids
iris_tree() {
  ce-generate kmeans -k 2..8 -m 30 "$BUNDLED/iris.csv" |
    awk '{ print (NR == 1 ? "id" : sprintf("iris-flower-%03d", NR - 1)) "," $0 }' >base.csv
  ce-similarity ca --format csv base.csv >ca.csv
  ce-partition average -q -k 4 --tree tree.csv -o labels.csv ca.csv
}

@test "ce-plot tree: the leaves in the order of the tree, with the clusters of a cut" {
  five >tree.csv
  run_split ce-plot tree -k 2 --format csv tree.csv
  assert_equal "$status" 0
  # left of a merge is the node of the smaller number, as in SciPy's dendrogram
  assert_output "position,row,id,cluster
1,1,1,1
2,4,4,1
3,3,3,2
4,2,2,2
5,5,5,2"
  run_split ce-plot tree --cut-at 2 --format csv tree.csv
  assert_equal "$(cut -d, -f4 <<<"$output" | paste -sd' ')" "cluster 1 1 3 2 2"
  # SciPy's own files have no header and numbers such as 0.0
  tail -n +2 tree.csv | sed 's/,/.0,/g' | ce-plot tree --format csv >order.csv
  assert_equal "$(cut -d, -f2 order.csv | paste -sd' ')" "row 1 4 3 2 5"
  assert_equal "$(sed -n 2p order.csv)" "1,1,1,"
}

@test "ce-plot tree: the leaves of every merge stand together, and clusters are those of ce-partition" {
  iris_tree
  ce-plot tree -k 4 --format csv --ids base.csv tree.csv >order.csv
  run awk -F, 'NR == FNR { if (FNR > 1) { at[$2 - 1] = $1; n = FNR - 1 } next }
    FNR == 1 { for (i = 0; i < n; i++) { low[i] = high[i] = at[i] } next }
    { t = n + FNR - 2
      if (high[$1] + 1 != low[$2]) bad++
      low[t] = low[$1]; high[t] = high[$2] } END { print bad + 0, n, high[t] - low[t] + 1 }' order.csv tree.csv
  assert_output "0 150 150"
  # by id: the label of each object
  assert_equal "$(tail -n +2 order.csv | cut -d, -f3,4 | sort)" \
    "$(tail -n +2 labels.csv | sort)"
}

@test "ce-plot tree: cut by R's cutree where R is" {
  command -v Rscript >/dev/null || skip "needs R"
  iris_tree
  ce-plot tree -k 3 --format csv tree.csv >order.csv
  cat >cut.R <<'END'
m <- as.matrix(read.csv("ca.csv", row.names = 1, check.names = FALSE))
found <- read.csv("order.csv")
tree <- cutree(hclust(as.dist(1 - m), "average"), 3)
cat(sum(table(found$cluster, tree[found$row]) > 0), "\n")
END
  Rscript cut.R >found
  assert_equal "$(cat found)" "3 "
}

@test "ce-partition, ce-plot tree: Newick leaves have the ids, in quotes where it must be, and are read back" {
  table id,a,b,c "it's,1,.5,0" "b (2),.5,1,.25" c,0,.25,1 >m.csv
  run_split ce-partition average --tree - --tree-format newick m.csv
  assert_output "(c:0.875,('it''s':0.5,'b (2)':0.5):0.375);"
  echo "$output" >tree.nwk
  ce-partition average -k 2 --tree - --tree-format newick m.csv -o labels.csv | cmp - tree.nwk
  assert_equal "$(paste -sd' ' labels.csv)" "id,average.k2 it's,1 b (2),1 c,2"
  run_split ce-plot tree -k 2 --format csv tree.nwk
  assert_output "position,row,id,cluster
1,1,c,1
2,2,it's,2
3,3,b (2),2"
  # without ids the leaves are rows
  cut -d, -f2- m.csv | tail -n +2 | ce-partition average --tree tree.nwk --tree-format newick
  assert_equal "$(cat tree.nwk)" "(3:0.875,(1:0.5,2:0.5):0.375);"
  ce-plot tree --format csv tree.nwk >newick.csv
  cut -d, -f2- m.csv | tail -n +2 | ce-partition average --tree tree.csv
  ce-plot tree --format csv tree.csv | cmp - newick.csv
  # three branches in one node, names of nodes, blanks, several lines
  printf "(a:1,\n b : 1,'c':1e0)root:5 ;\n" | ce-plot tree --format csv >order.csv
  assert_equal "$(cut -d, -f3 order.csv | paste -sd' ')" "id c a b"
}

@test "ce-plot tree: a line for each merge, colors below the cut, ids where they fit" {
  five >tree.csv
  ce-plot tree -k 2 tree.csv >t.svg
  # blue: one merge; orange: two; above the cut one, grey; and the cut, dashed
  merges() { grep -o "<path stroke='rgb($2)'[^>]*" "$1" | grep -o 'M[0-9.,]* L' | wc -l; }
  assert_equal "$(merges t.svg '  0, 114, 178')" 1
  assert_equal "$(merges t.svg '213,  94,   0')" 2
  [ "$(grep -c stroke-dasharray t.svg)" -ge 1 ]
  assert_equal "$(texts t.svg | grep -o '1|4|3|2|5|')" "1|4|3|2|5|"
  # a digit behind a sign is text, not a part of the sign
  table id,x long-name-07,1 b,2 c,3 d,4 e,5 >ids.csv
  ce-plot tree --ids ids.csv tree.csv >t.svg
  assert_equal "$(texts t.svg | grep -o 'long-name-07|d|c|b|e|')" "long-name-07|d|c|b|e|"
  # nothing is fetched from elsewhere
  assert_equal "$(grep -v 'xmlns' t.svg | grep -c 'http' || :)" 0
}

@test "ce-plot tree: merges narrower than a pixel are left out, and said so" {
  awk 'BEGIN { n = 3000; print "left,right,height,size"
    for (t = 0; t < n - 1; t++) print (t ? n + t - 1 : 0) "," t + 1 "," t + 1 "," t + 2 }' >chain.csv
  run_split ce-plot tree --width 400 chain.csv
  assert_equal "$status" 0
  [[ $stderr == "ce-plot: "*" merges are narrower than a pixel and not drawn (--width)" ]]
  grep >/dev/null '3000 leaves; .* merges narrower than a pixel' <<<"$output"
  assert [ "${#output}" -lt 400000 ]
  # leaves without room for their names, and all merges wider than a pixel: 300 leaves on 910 pixels
  head -n 300 chain.csv | awk -F, -v OFS=, 'NR > 1 && $1 { $1 -= 2700 } 1' >short.csv
  run_split ce-plot tree --width 1000 short.csv
  assert_success
  assert_equal "$stderr" ""
  grep >/dev/null '>300 leaves<' <<<"$output"
}

# refused MESSAGE LINE...: a tree of these lines is refused so
refused() {
  local message=$1
  shift
  table "$@" >bad
  run_split ce-plot tree --format csv bad
  assert_error 1 "ce-plot: bad:$message"
}

@test "ce-plot tree: damaged trees are refused, with the line" {
  h=left,right,height,size
  refused "1: no dendrogram: the columns left,right,height,size expected, or a Newick tree" a,b 1,2
  refused "1: no dendrogram: the columns left,right,height,size expected, or a Newick tree" \
    left,right,height,count 0,1,1,2
  refused "2: left is 'x', a finite number expected" $h x,1,1,2
  refused "2: left is '0.5', the number of a node expected" $h 0.5,1,1,2
  refused "2: right is '-1', the number of a node expected" $h 0,-1,1,2
  refused "2: height is '-1', a number of 0 or more expected" $h 0,1,-1,2
  refused "2: height is 'inf', a finite number expected" $h 0,1,inf,2
  refused "2: size is '0', a number above 0 expected" $h 0,1,1,0
  refused "2: node 1 merges with itself" $h 1,1,1,2
  refused "3: height 1 after height 2: heights that never decrease expected" $h 0,1,2,2 2,3,1,3
  refused "2: node 9, at most 2 expected: 3 leaves and 0 merges before it; a tree that stops early needs --ids" $h 0,9,1,2 2,3,2,3
  refused "3: node 4, at most 3 expected: 3 leaves and 1 merges before it; a tree that stops early needs --ids" $h 0,1,1,2 2,4,2,3
  refused "3: node 0 has merged before" $h 0,1,1,2 0,2,2,3
  refused " no merges, a dendrogram expected" $h
}

@test "ce-plot tree: damaged Newick is refused, with the line" {
  refused "2: the end, ',' or ')' expected" "(a:1,b:1"
  refused "1: ',', ':' and the length of a branch expected" "(a,b);"
  refused "2: leaf 'a' comes twice" "(a:1," "a:1);"
  refused "1: length 'x', a finite number of 0 or more expected" "(a:x,b:1);"
  refused "1: length '-1', a finite number of 0 or more expected" "(a:-1,b:1);"
  refused "1: leaves at distances 1 and 2 from one node: equal ones expected" "(a:1,b:2);"
  refused "2: the end, ';' at the end of the tree expected" "(a:1,b:1)"
  refused "1: ')', the name of a leaf expected" "(a:1,);"
  refused "2: the end, the quote that ends a name expected" "('a:1,b:1);"
  refused " no merges, a dendrogram expected" "(a:1);"
  printf '(a:1,b\0:1);' >bad
  run_split ce-plot tree bad
  assert_error 1 "ce-plot: bad: a NUL byte, text expected"
}

@test "ce-plot tree: several trees are never one cluster, however few are asked for" {
  table left,right,height,size 0,1,1,2 2,3,2,2 >forest.csv
  table id p q r s >ids.csv
  while read -r k clusters; do
    assert_equal "$(ce-plot tree --format csv -k "$k" --ids ids.csv forest.csv | tail -n +2 | cut -d, -f4 | paste -sd' ')" "$clusters"
    ce-plot tree -k "$k" --ids ids.csv forest.csv >t.svg
  done <<'END_OF_ROWS'
3 1 1 2 3
2 1 1 2 2
END_OF_ROWS
  run_split ce-plot tree -k 1 --ids ids.csv forest.csv
  assert_error 1 "ce-plot: forest.csv: 2 trees that nothing joins, 1 cluster asked for"
}

@test "ce-plot tree: sizes that do not add up are refused: the number of leaves is another one, or the file is damaged" {
  # of three leaves, node 3 would be the first merge
  table left,right,height,size 0,1,1,2 2,3,2,2 >forest.csv
  run_split ce-plot tree forest.csv
  assert_error 1 "ce-plot: forest.csv:3: size 2, more than 2 expected for nodes 2 and 3; a tree that stops early needs --ids"
  table left,right,height,size 0,1,1,2 2,3,1,2 4,5,2,5 >tree.csv
  run_split ce-plot tree tree.csv
  assert_error 1 "ce-plot: tree.csv:4: size 5, 4 expected for nodes 4 and 5; a tree that stops early needs --ids"
  table id p q r s >ids.csv
  run_split ce-plot tree --ids ids.csv tree.csv
  assert_error 1 "ce-plot: tree.csv:4: size 5, 4 expected for nodes 4 and 5"
  # leaves may stand for several objects, or for a part of one
  table left,right,height,size 0,1,1,.5 2,3,1,7 4,5,2,7.5 >tree.csv
  ce-plot tree tree.csv >t.svg
}

@test "ce-plot tree: wrong use" {
  five >tree.csv
  run_split ce-plot tree -k 6 tree.csv
  assert_error 1 "ce-plot: tree.csv: 5 leaves, 6 clusters asked for"
  table id,x a,1 b,2 >ids.csv
  run_split ce-plot tree --ids ids.csv tree.csv
  assert_error 1 "ce-plot: tree.csv: 4 merges, at most 1 expected for 2 objects"
  table x 1 2 3 >none.csv
  run_split ce-plot tree --ids none.csv tree.csv
  assert_error 1 "ce-plot: none.csv: no ids: a column named id, or --id COL, expected"
  echo '(a:1,b:1);' >tree.nwk
  run_split ce-plot tree --ids ids.csv tree.nwk
  assert_error 1 "ce-plot: tree.nwk: its leaves have names: no --ids"
  hint="
Try 'ce-plot --help'."
  run_split ce-plot tree --format csv --title x tree.csv
  assert_error 2 "ce-plot: --title does not go with a table$hint"
  run_split ce-plot tree -k 2 --cut-at 1 tree.csv
  assert_equal "$status" 2
}
