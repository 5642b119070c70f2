#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# Six objects in three groups.
six() { table x,y 0,0 0,1 5,5 5,6 9,0 9,1; }

@test "ce-generate lac: the same labels, iterations, centroids and weights as the printed algorithm written down plainly" {
  run "$CE_BUILD/obj/tests/lac"
  assert_equal "$output" "360 runs: as the plain LAC, some with empty clusters filled, some stopped"
}

@test "ce-generate lac: the weights of X = (1, 1.5, 3), 1/h = 2" {
  run "$CE_BUILD/obj/tests/lac" weights
  assert_equal "$output" "0.721399 0.265388 0.013213
0.938369 0.345207 0.017187"
}
