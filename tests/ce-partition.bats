#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  LIB="$CE_BUILD/obj/tests"
}

@test "linkage: ensembles full of ties merge as the tie rule says, on objects and on microclusters alike" {
  for seed in 1 2; do
    run_split "$LIB/linkage" ties $seed
    assert_equal "$output" ok
  done
}

@test "linkage: whole distances give the merges of the O(n^3) definition" {
  run_split "$LIB/linkage" random 1
  assert_equal "$output" ok
}

@test "linkage: points give the tree of their distance matrix, single linkage without the matrix too" {
  run_split "$LIB/linkage" points 1
  assert_equal "$output" ok
}
