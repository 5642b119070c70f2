#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "simrank: SRS and ASRS on microclusters are what the definitions give on objects, missing labels or not" {
  run "$CE_BUILD/obj/tests/simrank"
  assert_success
  refute_line --regexp 'WRONG|FAILED'
  assert_line "n=40 m=3 k=2 missing=0: ok, with twins"
  assert_line "n=40 m=3 k=3 missing=1: ok, with twins"
  assert_line "n=37 m=5 k=6 missing=1: ok, no twins"
  assert_line "n=25 m=4 k=12 missing=0: ok, no twins"
  assert_line "n=9 m=1 k=3 missing=0: ok, with twins"
  assert_line "n=3 m=2 k=1 missing=1: ok, with twins"
}

@test "simrank: objects without labels are alone; decay and rounds out of range are refused" {
  run "$CE_BUILD/obj/tests/simrank"
  assert_line "no labels: 1 0 1, 1 0 1"
  assert_line "decay 0: 1 decay 0, above 0 and at most 1 expected"
  assert_line "decay 1.5: 1 decay 1.5, above 0 and at most 1 expected"
  assert_line "rounds 0: 1 0 rounds of SimRank, at least 1 expected"
}
