#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  program="$CE_BUILD/obj/tests/cluster_similarities"
}

@test "cluster similarities: random ensembles give what the formulas over objects give, as microclusters and as objects" {
  run_split "$program" random
  assert_equal "$status" 0
  assert_equal "$stderr" ""
  assert_output "tables: ok
wct: ok
ncai: ok
lwca: ok
lwgp graph: ok
eca: ok
sact: ok
60 ensembles"
}

@test "cluster similarities: one base clustering, one cluster, all equal, all trivial, objects without labels" {
  run_split "$program" special
  assert_equal "$status" 0
  assert_output "one base clustering: ok
one with one cluster: ok
all equal: ok
all trivial: ok
no label at all: ok
nothing in common: ok
one object: ok
nothing but gaps: ok"
}
