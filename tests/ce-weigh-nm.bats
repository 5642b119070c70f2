#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# Two triangles (1 2 3) and (4 5 6) joined by the edge 3-4, of weight 2.
triangles() {
  printf '%s\n' '%%MatrixMarket matrix coordinate real symmetric' '6 6 7' '2 1 1' '3 1 1' '3 2 1' '4 3 2' '5 4 1' '6 4 1' '6 5 1'
}
cuts() { table two,one,own,split 1,1,1,1 1,1,2,1 1,1,3,2 2,1,4,2 2,1,5,1 2,1,6,1; }
weights() { ce-weigh nm "$@" | awk -F, 'NR > 1 { printf "%.12g ", $2 }'; }

@test "ce-weigh nm: values by hand" {
  triangles >graph.mtx
  cuts >labels.csv
  run_split ce-weigh nm --graph graph.mtx labels.csv
  assert_equal "$status" 0
  assert_equal "$stderr" ""
  # Q = 12/14 - 2 (7/14)^2 = 5/14; 0; -(4 2^2 + 2 3^2) / 14^2; 6/14 - (8^2 + 6^2) / 14^2
  awk -F, 'function near(q) { return ($2 - (1 + q) / 2) ^ 2 < 1e-30 }
    NR == 1 { ok = $0 == "clustering,weight" } NR == 2 { ok = ok && $1 == "two" && near(5 / 14) } NR == 3 { ok = ok && near(0) }
    NR == 4 { ok = ok && near(-34 / 196) } NR == 5 { ok = ok && near(6 / 14 - 100 / 196) } END { exit !(ok && NR == 5) }' <<<"$output"
  # weighted: 16 in all, 12 within, degrees 8 and 8
  assert_equal "$(cut -d, -f1 labels.csv | weights --graph graph.mtx --modularity weighted)" "0.625 "
}

@test "ce-weigh nm: the printed formula: the diagonal of M is an entry too, and z the sum of the absolute values of M" {
  triangles >graph.mtx
  # D = 2 2 4 4 2 2, max 4, z = 2 * 16 / 4 = 8; inside 12 + 6, degrees with the diagonal 10 and 10
  # NM = 1/2 + (18 - 200/16) / 32
  assert_equal "$(cuts | cut -d, -f1 | weights --graph graph.mtx --modularity printed)" "0.671875 "
}

@test "ce-weigh nm: from data: the graph of nearest neighbours, equal objects and missing cells included" {
  table x 0 0 0 9 9 9 >data.csv
  table a,b 1,1 1,2 1,1 2,2 2,1 2,2 >labels.csv
  # six edges of length 0
  assert_equal "$(weights --data data.csv --neighbours 2 labels.csv)" "0.75 0.416666666667 "
  table x,y 0,5 0,5 ,5 9,6 9, 9,6 >gaps.csv
  assert_equal "$(weights --data gaps.csv --neighbours 2 labels.csv)" "0.75 0.416666666667 "
  # all pairs are edges: only sizes count, Q = 6/15 - 1/2
  assert_equal "$(weights --data data.csv labels.csv)" "0.45 0.45 "
}

@test "ce-weigh nm: objects without a label are left out; no edge at all is 1/2" {
  triangles >graph.mtx
  table a,b 1,1 1, 1,NA 2, NA, NA,2 >labels.csv
  # of a the triangle and the edge are left: 4 edges, Q = 6/8 - (7^2 + 1) / 8^2; of b no edge
  assert_equal "$(weights --graph graph.mtx labels.csv)" "0.484375 0.5 "
  assert_equal "$(table a,b 1,1 1,2 | weights --graph <(printf '%s\n' '%%MatrixMarket matrix coordinate real symmetric' '2 2 0'))" "0.5 0.5 "
}

@test "ce-weigh nm: the names of clusters and threads change nothing; dense and sparse graphs give the same" {
  ce-synth blobs -k 4 -n 300 -o data.csv
  ce-generate kmeans -k 2..9 -m 6 -o labels.csv data.csv
  ce-weigh nm --data data.csv -j 1 labels.csv >one
  ce-weigh nm --data data.csv -j 3 labels.csv | cmp - one
  awk -F, -v OFS=, 'NR > 1 { for (c = 1; c <= NF; c++) $c = $c * 7 % 11 "x" } { print }' labels.csv | ce-weigh nm --data data.csv | cmp - one
  ce-generate spectral -k 2 --graph graph.mtx data.csv >/dev/null
  ce-weigh nm --graph graph.mtx labels.csv | cmp - one
  awk '/^%/ { next } !n { n = $1; next } { a[$1, $2] = a[$2, $1] = $3 }
    END { for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) printf "%s%s", ((i, j) in a) ? a[i, j] : 0, j < n ? "," : "\n" }' graph.mtx >graph.csv
  ce-weigh nm --graph graph.csv labels.csv | cmp - one
}

@test "ce-weigh nm: refused" {
  triangles >graph.mtx
  cuts >labels.csv
  run_split ce-weigh nm --graph graph.mtx <(head -n 5 labels.csv)
  assert_equal "$status" 1
  assert_equal "$output" ""
  assert_regex "$stderr" "^ce-weigh: graph.mtx: 6 objects, 4 expected as in /"
  run_split ce-weigh nm --data <(table x 1 2) labels.csv
  assert_equal "$status" 1
  assert_regex "$stderr" ": 2 objects, 6 expected as in labels.csv"
  run_split ce-weigh nm --data <(table x,y 1,a 2,b) labels.csv
  assert_equal "$status" 1
  assert_regex "$stderr" "column y is categorical"
  sed 's/ 2$/ -2/' graph.mtx >negative.mtx
  run_split ce-weigh nm --graph negative.mtx labels.csv
  assert_error 1 "ce-weigh: an edge of the graph has the weight -2; finite weights from 0 expected"
  cuts | ce-microcluster compress >micro.csv
  run_split ce-weigh nm --graph graph.mtx micro.csv
  assert_error 1 "ce-weigh: micro.csv: a microcluster table, a row an object expected: ce-microcluster expand"
  run_split ce-weigh nm --graph missing.mtx labels.csv
  assert_equal "$status" 1
  assert_regex "$stderr" "missing.mtx"
}

@test "ce-weigh nm: wrong use" {
  triangles >graph.mtx
  cuts >labels.csv
  for options in "" "--graph graph.mtx --data labels.csv" "--graph graph.mtx --neighbours 3" "--data labels.csv --neighbours 0" \
    "--graph graph.mtx --modularity other" "--graph graph.mtx --beta 2"; do
    # shellcheck disable=SC2086
    run_split ce-weigh nm $options labels.csv
    assert_equal "$status" 2
    assert_equal "$output" ""
    assert_regex "$stderr" "^ce-weigh: "
  done
  run_split ce-weigh nm --graph - <graph.mtx
  assert_error 2 "ce-weigh: --graph and FILE are both standard input
Try 'ce-weigh --help'."
  run_split ce-weigh nm labels.csv
  assert_error 2 "ce-weigh: which graph? one of --data and --graph is needed
Try 'ce-weigh --help'."
  run_split ce-weigh nm --data labels.csv --graph graph.mtx labels.csv
  assert_error 2 "ce-weigh: --graph does not go with --data
Try 'ce-weigh --help'."
  run_split ce-weigh nm --graph graph.mtx --neighbours 3 labels.csv
  assert_error 2 "ce-weigh: --neighbours goes with --data
Try 'ce-weigh --help'."
}

@test "ce-weigh nm: data and a graph with other ids, or the same in another order, are refused" {
  table id,a p,1 q,1 r,2 s,2 >labels.csv
  table id,x p,0 q,1 r,10 s,11 >data.csv
  assert_equal "$(weights --data data.csv --neighbours 1 labels.csv)" "0.75 "
  table id,x p,0 r,10 q,1 s,11 >moved.csv
  run_split ce-weigh nm --data moved.csv --neighbours 1 labels.csv
  assert_error 1 "ce-weigh: moved.csv: object 2 is 'r', in labels.csv it is 'q': the same order expected"
  table id,p,r,q,s p,1,0,.5,0 r,0,1,0,.5 q,.5,0,1,0 s,0,.5,0,1 >graph.csv
  run_split ce-weigh nm --graph graph.csv labels.csv
  assert_error 1 "ce-weigh: graph.csv: object 2 is 'r', in labels.csv it is 'q': the same order expected"
  cut -d, -f2 labels.csv >bare.csv
  assert_equal "$(weights --data moved.csv --neighbours 1 bare.csv)" "0.25 "
}
