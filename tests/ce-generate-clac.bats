#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "CLAC: the same labels, iterations, centroids and weights as the printed algorithms written down plainly; nothing violated that can be kept" {
  run "$CE_BUILD/obj/tests/clac"
  assert_equal "$output" "300 runs: as the plain CLAC, some from chunklets, but for dead ends, some with empty clusters filled, some stopped, some infeasible"
}
