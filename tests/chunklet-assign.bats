#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "chunklets to clusters: as Algorithm 8, written down plainly; where it meets a dead end kept if any assignment keeps it, said to be infeasible if none does" {
  run "$CE_BUILD/obj/tests/chunklet_assign"
  assert_equal "$output" "4000 small graphs: as Algorithm 8, kept wherever they can be"
}
