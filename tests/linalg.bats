#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "linalg: eigenpairs, products and principal components are what they must be" {
  run "$CE_BUILD/obj/tests/linalg"
  assert_success
  refute_line --regexp 'WRONG|DIFFERENT|failed|memory'
  assert_line "random dense n=60 count=7: ok"
  assert_line "random operator n=60 count=59: ok"
  assert_line "blocks dense n=60 count=3: ok"
  assert_line "path: ok"
  assert_line "product 600 x 5 x 1030: ok, same bits"
  assert_line "tiles 1 x 3: ok, same bits"
  assert_line "tiles 5 x 0: ok, same bits"
  assert_line "tiles 1300 x 7: ok, same bits"
  assert_line "pca 7 x 30, 7: ok"
  assert_line "shifted, without the diagonal: ok"
  assert_line "shifted, with the diagonal: ok"
  assert_line "panels, groups of 61: ok, same bits"
  assert_line "not positive: 1 a matrix of 61 rows is not positive definite"
  assert_line "dense: 1"
  assert_equal "$(grep -c '^panels, .*: ok, same bits$' <<<"$output")" 10
  assert_line "tridiagonal 1, band 9, blocks 1: ok, same bits"
  assert_line "tridiagonal 21, band 1, blocks 21: ok, same bits"
  assert_line "tridiagonal 130, band 0, blocks 130: ok, same bits"
  assert_line "tridiagonal 200, band 64, blocks 200: ok, same bits"
  assert_line "tridiagonal 230, band 16, blocks 30: ok, same bits"
  assert_line "tridiagonal 40, band 4, blocks 1: ok, same bits"
  assert_equal "$(grep -c '^tridiagonal .*: ok, same bits$' <<<"$output")" 215
}

@test "linalg: of entries that tie but for rounding the first is positive" {
  run "$CE_BUILD/obj/tests/linalg"
  assert_line "signs: 0.5 -0.1 -0.5 0.9 -0.5 -0.2"
}

@test "linalg: more eigenvectors or components than there are is refused" {
  run "$CE_BUILD/obj/tests/linalg"
  assert_line "single dense n=1 count=2: 2 eigenvectors of a dense matrix of order 1"
  assert_line "pca 4 x 2, 3: 3 principal components of 4 objects with 2 features"
}

@test "linalg: short forms of rows are as they are defined, and never farther apart than the rows" {
  run "$CE_BUILD/obj/tests/row-sketches"
  assert_success
  refute_output
}

@test "linalg: shares of least distance: no point is nearer, for few and many points, equal ones, and targets inside" {
  run "$CE_BUILD/obj/tests/simplex"
  assert_success
  assert_output "3000 cases"
}
