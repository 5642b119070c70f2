#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "core: an output is empty after a call that failed; labels of groups become labels of objects" {
  table a,b 1,2 1,3 >twice.csv
  run "$CE_BUILD/obj/tests/failures" twice.csv
  assert_output "11 looked at, 0 wrong"
  assert_equal "$status" 0
}

@test "core: exact sums, their means, moments and texts are those of arithmetic bit by bit" {
  run "$CE_BUILD/obj/tests/exact-sum"
  assert_output "687 sums: each bit is that of sums bit by bit"
  assert_equal "$status" 0
}

@test "core: UTF-8: the characters are the well-formed sequences of bytes of the Unicode Standard" {
  run "$CE_BUILD/obj/tests/utf8"
  assert_output "331776 sequences of bytes"
  assert_equal "$status" 0
}
