#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The program runs once; every test reads what it said.
setup_file() { "$CE_BUILD/obj/tests/random-walk" >"$BATS_FILE_TMPDIR/said" 2>"$BATS_FILE_TMPDIR/complained"; }

setup() {
  load common
  run cat "$BATS_FILE_TMPDIR/said"
}

# said LINE: the program said this line for a dense and for a sparse matrix.
said() { assert_equal "$(grep -cxF -- "$1" <<<"$output") $1" "2 $1"; }

@test "random walk: probabilities are those of elimination, sum to 1, stay in [0,1]; dense and sparse, 1 and 4 threads" {
  assert_success
  assert_equal "$(<"$BATS_FILE_TMPDIR/complained")" ""
  assert_line "slow 60 k=3 neighbours=10 beta=30: ok ok ok ok"
  assert_line "slow 150 k=5 neighbours=4 beta=10: ok ok ok ok"
  assert_line "slow 150 k=5 neighbours=200 beta=5 sizes: ok ok ok ok"
  assert_line "slow 80 k=2 neighbours=6 beta=20 sizes: ok ok ok ok"
}

@test "random walk: rows with sizes give what the objects behind them give" {
  assert_line "sizes: k=3, 0 of 122 differ"
}

@test "random walk: the order of the objects does not matter, ties among neighbours included" {
  assert_line "order: k=4, 0 pairs differ"
}

@test "seed regions: cores merge by average similarity, the largest come first, then the farthest vertices" {
  said "cores k=1: 1 1 1 1 1 1 1 0"
  said "cores k=2: 1 1 1 2 2 2 2 0"
  said "cores k=3: 1 1 1 2 2 3 3 0"
  said "cores k=4: 1 1 1 2 2 3 3 4"
  said "cores k=8: 1 2 3 4 5 6 7 8"
  said "cores core=1: 1 1 1 2 2 0 0 0"
}

@test "seed regions: one core is taken apart from its farthest vertices, without cores the heaviest vertex is first" {
  said "chain k=1: 1 1 1 1"
  said "chain k=3: 1 2 2 3"
  said "apart k=2: 1 2 0"
  said "apart k=2 sizes: 1 2 0"
  said "apart k=3 sizes: 1 2 3"
}

@test "seed regions: cores, candidates, merges and added vertices are those of a slow form, on random matrices" {
  assert_line "regions: many merged, many added, 0 pairs wrong"
}

@test "random walk: a piece without a seed goes to the region of largest average similarity, as a whole" {
  assert_line "pieces without a seed: several, 0 vertices wrong"
  said "pieces: 1 1 2 2 2 1"
}

@test "random walk: every vertex a seed, k = 1, k = n, one object" {
  said "all seeds: 1 2 2 1 2 1"
  said "k=1: 1 1 1 1 1 1"
  said "k=6: 1 2 3 4 5 6"
  said "one: 1"
  said "diagonal: 1 2 3"
}

@test "random walk: k = 0, k > n, regions without seed and above k, similarities outside [0,1] are refused" {
  said "k=0: -4 a random walk to 0 clusters"
  said "k=7: -2 7 clusters asked for, but there are only 6 objects"
  said "no seed: -2 no seed for cluster 2 of 2"
  said "outside: -4 vertex 3: seed region 3 of 2"
  said "large: -2 row 1, column 2: 2, a similarity from 0 to 1 expected"
  said "negative: -2 row 1, column 2: -0.5, a similarity from 0 to 1 expected"
  said "last: -2 row 2, column 3: 3, a similarity from 0 to 1 expected"
}
