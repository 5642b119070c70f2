#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "restarts: the best of random ones, of equals the first, and the lowest failure, as in a plain loop, with any threads" {
  for seed in 1 2 3; do
    run "$CE_BUILD/obj/tests/restarts" "$seed"
    assert_success
    refute_output
  done
}

@test "restarts: how far they are, in steps of which each may have fewer than allowed, as worked out by hand" {
  run "$CE_BUILD/obj/tests/pace"
  assert_success
  refute_output
}
