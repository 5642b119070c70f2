#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  program="$CE_BUILD/obj/tests/cluster-stability"
}

@test "cluster stability: random ensembles give what the formulas over objects give, as microclusters and as objects" {
  run_split "$program" random
  assert_equal "$status" 0
  assert_equal "$stderr" ""
  assert_output "120 ensembles"
}

@test "cluster stability: a cluster of 4 of 20 objects, and one of all, whole and split" {
  # inside a cluster, inside the only one, 3 and 1, 2 and 2: 2 * 4 log 5 / (4 log 5 + 3 log (20/3) + log 20), ...
  run_split "$program" hand
  assert_line -n 0 "1.000000 1.000000 0.851282 0.822816"
  # the cluster of all objects is whole in another one, and of two it tells nothing: (1 + 1 + 0) / 3
  assert_line -n 1 "0.666667"
}

@test "cluster stability: one thread and five give the same bits" {
  run_split "$program" threads
  assert_output "same bits"
}
