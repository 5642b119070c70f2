#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  run "$CE_BUILD/obj/tests/spectrum"
  assert_success
}

@test "spectrum: cuts into several numbers of parts share eigenvectors, which are those of a cut of its own" {
  assert_line "k = 3: 8 wanted, products, same, own keeps 0"
  assert_line "k = 2: 8 wanted, no product, same, own keeps 0"
  assert_line "k = 8: 8 wanted, no product, same, own keeps 0"
  assert_line "k = 5: 8 wanted, no product, same, own keeps 0"
}

@test "spectrum: a cut into more parts than was said finds new eigenvectors; no more are wanted than there are vertices with an edge" {
  assert_line "k = 11: 11 wanted, products, same, own keeps 0"
  assert_line "k = 4: 11 wanted, no product, same, own keeps 0"
  assert_line "of 600 vertices: 599 wanted"
}

@test "spectrum: transfer cuts that share one give the labels of others" {
  for k in 2 4 6; do assert_line "cut k = $k: 0 other, 6 kept"; done
}
