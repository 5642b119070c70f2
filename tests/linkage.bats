#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  LIB="$CE_BUILD/obj/tests"
}

@test "linkage: ensembles full of ties merge as the tie rule says, on objects and on microclusters alike" {
  run_split "$LIB/linkage" ties 1
  assert_equal "$output" ok
}

@test "linkage: whole distances give the merges of the O(n^3) definition" {
  run_split "$LIB/linkage" random 1
  assert_equal "$output" ok
}

@test "linkage: points give the tree of their distance matrix, single linkage without the matrix too; far ones are refused" {
  run_split "$LIB/linkage" points 1
  assert_equal "$output" ok
}

@test "linkage: ties by mean similarity: groups of objects give the partitions of the objects where sums are rounded" {
  for seed in 1 2; do
    run_split "$LIB/meansim" objects $seed
    assert_equal "$output" ok
  done
}

@test "linkage: ties by mean similarity: blocks at distance 1 merge in any order of the rows alike, and with any threads" {
  run_split "$LIB/meansim" shuffle 1
  assert_equal "$output" ok
  run_split "$LIB/meansim" threads 1
  assert_equal "$output" ok
}

@test "linkage: ties by mean similarity: one row, broken sizes, very many objects, huge and small values, and no points" {
  run_split "$LIB/meansim" extreme
  assert_equal "$output" ok
}

@test "linkage: sizes that are not whole: all halved they give the same tree" {
  run_split "$LIB/linkage" sizes 1
  assert_equal "$output" ok
}

@test "linkage: the work matrix gives what a full matrix gives while clusters merge, packed or not" {
  run_split "$LIB/linkage" triangle 1
  assert_equal "$output" ok
}

@test "hne: normalized edges have the values of the paper's formula" {
  run_split "$LIB/hne" values
  assert_equal "$output" "1.105161 1.120754"
}

@test "hne: merges and absorbed leftovers are those of the O(n^3) definition, ties by index or mean similarity, with and without sizes" {
  for seed in 1 2; do
    run_split "$LIB/hne" random $seed
    assert_equal "$output" ok
  done
}

@test "hne: without ties the order of the objects does not matter, with leftovers kept or absorbed" {
  run_split "$LIB/hne" shuffle 1
  assert_equal "$output" ok
}

@test "hne: the graph of microclusters gives the tree of their objects, merge by merge, with missing labels and ties by mean too" {
  for seed in 1 2; do
    run_split "$LIB/hne" rows $seed
    assert_equal "$status:$output" 0:ok
  done
}

@test "hne: 9 of 30 at theta 0.3 is no edge, though a running sum of 1/m may exceed it" {
  run_split "$LIB/hne" threshold
  assert_equal "$output" ok
}

@test "linkage: average linkage from labels grows the tree of their matrix, with weights and any number of threads too" {
  in_turn 4 sanitized
  for seed in 1 2 3; do
    run_split "$LIB/linkage" labels $seed
    assert_equal "$output" ok
  done
}
