#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# ---- the pairs ----

@test "impute: pairs of a band as all n x n tell one by one, drawn uniformly, with 1 and 3 threads" {
  run "$CE_BUILD/obj/tests/impute"
  assert_success
  refute_output
}
