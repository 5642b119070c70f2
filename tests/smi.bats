#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  program="$CE_BUILD/obj/tests/smi"
}

@test "smi: the values of two small tables" {
  run_split "$program" hand
  assert_equal "$status" 0
  assert_output "2.36436897 1.98702728 1.273049
3.91229845 1.89084382 1.568002"
}

@test "smi: mean and variance over all permutations of up to 8 objects" {
  run_split "$program" permutations
  assert_output "60 tables"
}

@test "smi: the published sums over pairs of cells" {
  run_split "$program" pairs
  assert_output "16 tables"
}

@test "smi: mean and variance over shuffled labellings, within 4 standard errors" {
  run_split "$program" drawn
  assert_output "4 tables"
}

@test "smi: tables of up to 10^14 objects approach the limit of chi-squared, through sums in strides" {
  run_split "$program" large
  assert_output "9 tables"
}

@test "smi: no objects, trivial labellings, tables that all have the same information" {
  run_split "$program" special
  assert_output "no objects: nan nan nan
no objects in common: nan nan nan
one object: 0 0 0
one cluster: 0 0 0
both one cluster: 0 0 0
single objects: 0 0.693147 0
all tables alike: 0 0.0956026 0
the same: 1.41421 0.231049 0.326753"
}

@test "ce-consensus smi: a base clustering without labels is none of those of which a share is kept" {
  printf 'c1,c2,c3\n1,1,\n1,2,\n1,3,\n3,2,\n2,3,\n1,3,\n1,3,\n' >e.csv
  run ce-consensus smi -k 2 -v e.csv
  assert_line "ce-consensus: smi: 1 of 3 base clusterings kept"
}
