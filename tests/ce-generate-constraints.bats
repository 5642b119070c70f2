#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "chunklet starts: centroids and seeds as defined, written down plainly" {
  run "$CE_BUILD/obj/tests/chunklet_start"
  assert_equal "$output" "600 starts and 600 sets of seeds as by definition, of more chunklets than clusters, of fewer, of none"
}
