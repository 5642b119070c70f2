#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The program runs once; every test reads what it said.
setup_file() { "$CE_BUILD/obj/tests/transfer-cut" >"$BATS_FILE_TMPDIR/said" 2>"$BATS_FILE_TMPDIR/complained"; }

setup() {
  load common
  run cat "$BATS_FILE_TMPDIR/said"
}

# said TIMES LINE: the program said this line so often: for a dense and a sparse table and for products, from both starts.
said() { assert_equal "$1 $2" "$(grep -cxF -- "$2" <<<"$output") $2"; }

@test "transfer cut: labels are those of the whole graph's eigenvectors, in every form, on 1 and 4 threads" {
  assert_success
  assert_equal "$(<"$BATS_FILE_TMPDIR/complained")" ""
  for size in "60 x 12 k=3" "400 x 90 k=5" "300 x 1050 k=4" "40 x 30 k=30"; do
    assert_line "whole graph $size: dense ok ok, sparse ok ok, operator ok ok"
  done
}

@test "transfer cut: pieces, a row of zeros and a column of zeros" {
  said 6 "pieces k=1: 1 1 1 1 1 1 1 1"
  said 6 "pieces k=2: 1 2 2 2 1 1 1 2"
  said 6 "pieces k=3: 1 2 2 2 3 1 2 2"
  said 6 "pieces k=4: 1 2 2 3 4 1 2 2"
  said 6 "three k=2: 1 1 2 2 2 2"
}

@test "transfer cut: k above rows, columns, columns that are not zero and independent columns is refused" {
  said 6 "pieces k=5: -2 5 clusters asked for; columns that are not zero: 4"
  said 6 "equal k=2: -2 k = 2, but the columns tell no objects apart"
  said 6 "one k=2: -2 2 clusters asked for; rows: 1"
  said 6 "square k=4: -2 4 clusters asked for; rows: 3"
  said 6 "square k=0: -4 a bipartite graph cannot be cut into 0 clusters"
  said 6 "zeros k=2: -2 2 clusters asked for; columns that are not zero: 0"
  said 4 "tiny k=2: -2 k = 2, but the columns tell no objects apart"
}

@test "transfer cut: k = 1 is one cluster whatever the table, k = N_c is possible" {
  said 6 "equal k=1: 1 1 1 1"
  said 6 "one k=1: 1"
  said 6 "zeros k=1: 1 1"
  said 6 "no column: 1 1"
  said 6 "square k=3: 1 2 3"
}

@test "transfer cut: an entry below 0 or not finite is refused with its place" {
  said 4 "negative: -2 row 2, column 1: -1, a number of 0 or more expected"
  said 4 "infinite: -2 row 2, column 2: inf, a number of 0 or more expected"
}

@test "transfer cut: a row with a weight is as many equal rows" {
  assert_line "weights plusplus 15 columns: k=4, 0, by products 0 of 361 differ"
  assert_line "weights farthest 15 columns: k=4, 0, by products 0 of 361 differ"
  assert_line "weights plusplus 80 columns: k=4, 0, by products 0 of 361 differ"
}

@test "transfer cut: a product that fails gives its own message, whichever it is" {
  assert_line "failing products: 0 wrong"
}

@test "transfer cut: 5000 columns, by products with the sparse table" {
  assert_line "many columns: 0 of 6000 wrong, threads ok"
}
