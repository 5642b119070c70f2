#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "chunklets to clusters: as Algorithm 8, written down plainly; where it meets a dead end kept if any assignment keeps it, said to be infeasible if none does; again with other costs never worse" {
  run "$CE_BUILD/obj/tests/chunklet-assign"
  assert_equal "$output" "4000 small graphs: as Algorithm 8, kept wherever they can be"
}

@test "chunklets to clusters: graphs of 10,000 chunklets that can be kept are, but for those of the hardest kind, and all in time" {
  run "$CE_BUILD/obj/tests/chunklet-assign" large
  assert_equal "$output" "20 large graphs: most of them kept, in time"
}
