#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The closure of constraints, against a slow one on random small sets: see tests/lib/constraints.c.

setup() {
  load common
  constraints="$CE_BUILD/obj/tests/constraints"
}

@test "constraints: chunklets, edges, chains, implied pairs and what k clusters can do, as a slow closure and all clusterings have them" {
  for seed in 1 2 3; do
    run_split "$constraints" closure "$seed"
    assert_equal "$status" 0
    assert_equal "$output" ok
  done
}

@test "constraints: a list is sorted, copied and counted; violations and the objects inside are a plain count's" {
  run_split "$constraints" order 1
  assert_equal "$status" 0
  assert_equal "$output" ok
}
