#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The program runs once; every test reads what it said.
setup_file() { "$CE_BUILD/obj/tests/spectral" >"$BATS_FILE_TMPDIR/said" 2>"$BATS_FILE_TMPDIR/complained"; }

setup() {
  load common
  run cat "$BATS_FILE_TMPDIR/said"
}

@test "spectral: two rings are found by every form of affinity and both solvers" {
  assert_success
  assert_equal "$(<"$BATS_FILE_TMPDIR/complained")" ""
  assert_equal "$(grep -c '^rings .*: 0 of 700 wrong$' <<<"$output")" 8
}

@test "spectral: LAPACK on a packed and ARPACK on a sparse matrix give the same labels, on 1 and 4 threads" {
  assert_line "solvers: k=4, ok"
}

@test "spectral: eigenvalues that lie close together, and their eigenvectors, are those of the formula, by a sparse factor" {
  assert_line "path of twins: factor, values ok, vectors ok"
}

@test "spectral: components are clusters, isolated objects join the heaviest, too many components the last" {
  assert_equal "$(grep -c '^disconnected k=2: 1 2 1 1 2 1$' <<<"$output")" 2
  assert_equal "$(grep -c '^disconnected k=3: 1 1 2 2 2 3 3$' <<<"$output")" 2
  assert_equal "$(grep -c '^more components: 1 1 2 2 2 1 1$' <<<"$output")" 2
  assert_line "isolated k=1: 1 1 1 1 1 1"
  assert_line "one object: 1"
}

@test "spectral: negative affinities, k > n and k = 0 are refused" {
  assert_line "negative: the affinity of objects 1 and 3 is -0.25; spectral clustering needs affinities >= 0"
  assert_line "k > n: 4 clusters asked for, but there are only 3 objects"
  assert_line "k = 0: spectral clustering into 0 clusters"
}

@test "spectral: rows with sizes give what the objects behind them give" {
  assert_line "sizes dense: k=3, ok"
  assert_line "sizes sparse: k=3, ok"
}

@test "graph cut: vertices that nothing tells apart become one, whatever the diagonal says" {
  assert_line "merged 3: sizes 3 1 1, of 0 0 1 0 2, rows 1 0.5 0 / 1 0.25 / 1"
}

@test "graph cut: which vertices become one, their sizes and their rows are those of a comparison pair by pair" {
  assert_line "merged by the definition: 0 wrong, many"
}

@test "spectral: the sparse form of a matrix holds its entries that are not 0" {
  assert_line "sparse form: 0 of 100 wrong"
}

@test "bipartite: the seven objects of Strehl and Ghosh, with METIS and with the spectrum" {
  assert_line "seven objects k=3 metis: 1 1 1 2 2 3 3"
  assert_line "seven objects k=3 spectral: 1 1 1 2 2 3 3"
  assert_line "seven objects k=1 metis: 1 1 1 1 1 1 1"
  assert_line "seven objects k=1 spectral: 1 1 1 1 1 1 1"
  assert_line "seven objects k=6 spectral: 1 2 3 4 5 6 6"
}

@test "bipartite: k = 0, more clusters than there are, and more than are independent are refused" {
  assert_line "seven objects k=0 metis: a bipartite graph cannot be cut into 0 clusters"
  assert_line "seven objects k=7 metis: 7 clusters asked for, but only 6 objects differ in their labels"
  assert_line "seven objects k=12 spectral: 12 clusters asked for, but the base clusterings have only 11"
  assert_line "rank: 4 clusters asked for, but the base clusterings have only 3 independent clusters"
}

@test "bipartite: noisy labels with gaps: the groups, the same on microclusters and objects, on 1 and 4 threads" {
  assert_line "bipartite metis: 0 wrong, objects ok, threads ok"
  assert_line "bipartite spectral: 0 wrong, objects ok, threads ok"
}

@test "bipartite: 2160 clusters, by ARPACK" {
  assert_line "bipartite of 2160 clusters: 0 of 2000 wrong"
}
