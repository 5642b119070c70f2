#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

program() { "$CE_BUILD/obj/tests/neighbour-graph" "$@"; }

@test "neighbour graph: the nearest of all pairs, with ties, missing values, few and many features, far from the origin" {
  run program random
  assert_success
  assert_output "few features: ok
features for the screen: ok
many features: ok
ties, few features: ok
ties, screen: ok
missing: ok
missing, many features: ok
far from the origin: ok
two groups far apart: ok"
}

@test "neighbour graph: one row, equal rows, rows that share no feature, overflow, memory, kernels" {
  run program special
  assert_success
  assert_output "one row:
one row, all pairs: 0
equal rows: 1-2:0 1-3:0 1-4:0 1-5:0 2-3:0 2-4:0 2-5:0
equal rows, screen: 1-2:0 1-3:0 1-4:0 1-5:0 1-6:0 1-7:0 1-8:0
line: 1-2:1 2-3:2 3-4:4 4-5:8
more neighbours than rows: 1-2:1 1-3:3 1-4:7 2-3:2 2-4:6 3-4:4
no feature: 1-2:0 1-3:0
gaps: 1-3:1.41421 2-5:1.41421
gaps, all pairs: -2 objects 1 and 2 have no feature that is known of both, so no distance
gaps that leave a feature, all pairs: 0 1.41421 0
overflow: -2 the distance of two objects is too large for a number: scale the features first
squares overflow: -2 the distance of two objects is too large for a number: scale the features first
squares overflow, all pairs: -2 the distance of two objects is too large for a number: scale the features first
self-tuning: 1.000000 1.000000
sigma 2: 1.000000
printed, sigma 2: 1.000000
-4 a width of 0 for the kernel: a number above 0 expected
-4 a width of -1 for the kernel: 0 or more expected
equal rows are alike: 1
memory: -1 the graph of nearest neighbours (5 x 4) needs 1.2 KiB of memory, 100 B are free (CE_MEMORY_LIMIT); use fewer neighbours instead
memory, all pairs: -1 the matrix of distances (5 x 5) needs 100 B of memory, 80 B are free (CE_MEMORY_LIMIT); use the graph of nearest neighbours instead"
}

@test "modularity: eq. 25 to 27 written out over all pairs, in each form, with missing labels; two triangles by hand" {
  run program modularity
  assert_success
  assert_output "edges: ok, between 1/4 and 1
weighted: ok, between 1/4 and 1
printed: ok
two triangles: 6 edges, 0.750000 0.500000 0.416667
an edge of 0: 0.437500 0.250000
-2 an edge of the graph has the weight -1; finite weights from 0 expected
-2 the graph has 6 vertices and the labels are of 2 objects"
}

@test "neighbour graph: the same bits with 1, 2 and 5 threads" {
  run program threads
  assert_success
  assert_output "same bits"
}

@test "neighbour graph: the nearest on a processor without vectors of 64 bytes, and nothing is read before it is set" {
  in_turn 4
  # valgrind shows no AVX-512 to the program
  command -v valgrind >/dev/null || skip "needs valgrind"
  not_sanitized "does not go with the sanitizers"
  run_split env OMP_NUM_THREADS=1 valgrind -q --error-exitcode=9 "$CE_BUILD/obj/tests/neighbour-graph" random
  assert_equal "$status$stderr" 0
  assert_equal "${#lines[@]}" 9
  assert_equal "$(grep -c ': ok$' <<<"$output")" 9
}
