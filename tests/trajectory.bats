#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  LIB="$CE_BUILD/obj/tests"
}

@test "trajectory: the example of the paper's Table III has the values computed by hand for T = 1, 2, 3" {
  run_split "$LIB/trajectory" example
  # pairs 12 13 14 23 24 34; direct neighbours in a chain stay at 0, as the definition says
  assert_equal "$output" "T=1: 0.000000 0.447214 0.000000 0.000000 0.554700 0.000000
T=2: 0.000000 0.564305 0.000000 0.000000 0.620470 0.000000
T=3: 0.000000 0.653929 0.000000 0.000000 0.710190 0.000000"
}

@test "trajectory: matrix, norms and products are those of the definition, on sparse graphs, up to T = 200" {
  run_split "$LIB/trajectory" random 61 6 1
  refute_output --partial WRONG
  assert_equal "${#lines[@]}" 12
}

@test "trajectory: and on larger and denser ones" {
  run_split "$LIB/trajectory" random 203 20 2
  refute_output --partial WRONG
  assert_equal "${#lines[@]}" 10
  run_split "$LIB/trajectory" random 160 100 3
  refute_output --partial WRONG
  assert_equal "${#lines[@]}" 10
}

@test "trajectory: late steps taken together leave matrix and norms as they are, and components apart" {
  run_split "$LIB/trajectory" late 1000 30 80
  assert_equal "$output" "late steps together, 2 isolated, 0 pairs of two components not at 0: ok"
}

@test "trajectory: strips are made orthonormal, and taken out of another, as the products of all columns say" {
  run_split "$LIB/trajectory" strips
  assert_equal "$output" "orthonormal: ok, same span: ok, transposed: ok
taken out: ok, the rest left: ok"
}

@test "trajectory: where the walk is slow to forget, all steps are taken one by one" {
  run_split "$LIB/trajectory" late 900 40 0
  assert_equal "$output" "all steps one by one, 2 isolated, 0 pairs of two components not at 0: ok"
}

@test "trajectory: isolated nodes, components, chains and walks of 0 steps" {
  run_split "$LIB/trajectory" shapes
  refute_output --partial WRONG
  assert_equal "${lines[0]}" "one node T=3: ok"
  assert_equal "${lines[1]}" "no links T=3: ok"
  assert_equal "${lines[-2]}" \
    "neighbours in a chain 0 0, two steps apart alike, across components 0, alone 0 1, its norm 0"
  assert_equal "${lines[-1]}" "T=0: -4 -4 -4 a trajectory of 0 steps, at least 1 expected"
}

@test "trajectory: estimated norms err as much as their header says, and differ between seeds" {
  run_split "$LIB/trajectory" estimate
  assert_equal "$output" "20 projections: ok
160 projections: ok
1280 projections: ok"
}

@test "trajectory: a walk's nodes stand one after another by their links to the last of those before" {
  run_split "$LIB/trajectory" order
  assert_output "order, 1 % of the links, several begins: 0 wrong
order, 4 % of the links, several begins: 0 wrong
order, 16 % of the links, one begin: 0 wrong"
}

@test "trajectory: the same bits with 1, 2 and 5 threads" {
  run_split "$LIB/trajectory" bits 1
  one="$output"
  assert_equal "${#one}" 16
  run_split "$LIB/trajectory" bits 2
  assert_equal "$output" "$one"
  run_split "$LIB/trajectory" bits 5
  assert_equal "$output" "$one"
}

@test "trajectory: the same bits when memory is short and only some of the vectors are kept" {
  run_split "$LIB/trajectory" bits 1
  enough="$output"
  CE_MEMORY_LIMIT=4M run_split "$LIB/trajectory" bits 1
  assert_equal "$output" "$enough"
}

@test "trajectory: a matrix that does not fit is refused with its size and what to use instead" {
  CE_MEMORY_LIMIT=100K run_split "$LIB/trajectory" random 203 20 2
  assert_equal "$status" 3
  assert_equal "$output" "n=203 links=20 ones T=1: the matrix of probability trajectory similarities (203 x 203) needs 161.0 KiB of memory, 100.0 KiB are free (CE_MEMORY_LIMIT); use a method that needs no matrix of pairs, instead"
}
