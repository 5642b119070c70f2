#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "ptgp: the bipartite graph held or only applied, the diagonal exact or estimated" {
  run "$CE_BUILD/obj/tests/ptgp"
  assert_success
  assert_output "complete labels: k 3, applied the same, estimated diagonal nearly the same
complete labels: k 6, applied the same, estimated diagonal nearly the same
complete labels: k 14, applied the same, estimated diagonal nearly the same
missing labels: k 3, applied the same, estimated diagonal nearly the same
missing labels: k 9, applied the same, estimated diagonal nearly the same
objects alone: k 3, applied the same, estimated diagonal nearly the same"
}
