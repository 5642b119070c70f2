#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  program="$CE_BUILD/obj/tests/cluster-similarities"
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
competition: ok
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
one cluster apart: ok
one object: ok
nothing but gaps: ok
each base clustering twice: ok"
}

@test "cluster similarities: values by hand, for {1 2} {3 4}, {1 2 3} {4}, {1} {2 3 4}" {
  run_split "$program" hand
  assert_equal "$status" 0
  # WCT 1/2, 7/12, 7/12 in the three base clusterings: similarities .8 6/7, .8, .8
  assert_line "wct: 0.933333 0.828571 0.761905 0.895238 0.828571 0.933333"
  # theta 1/2: exp(-1 / 1.5), and exp(-2 H(1/3) / 1.5) with H(1/3) = .918296 bits; a cluster of one object: 1
  assert_line "eci: 0.513417 0.513417 0.293936 1.000000 1.000000 0.293936"
  assert_line "lwca: 0.269118 0.097979 0.000000 0.195957 0.097979 0.269118"
  # influence 1, 1/2, 1/2; largest 11/6 (a cluster of three with itself); 1/4, 31/24, 1/8, ... over it
  assert_line "sact: 0.136364 0.704545 0.068182 0.500000 0.340909 0.340909 0.500000 0.068182 0.704545 0.227273 0.454545 0.545455 0.000000 0.454545 0.227273"
  # one step: the cosine of (2/3, 0, 1/2, 1/4) and (1/4, 1/2, 0, 2/3) is 48/109
  assert_line "walk: 0.440367 0.359816 0.159392 0.425045 0.411219 0.411219 0.425045 0.159392 0.359816 0.520946 0.595367 0.384000 0.000000 0.595367 0.520946"
  # I / joint entropy: .207519 twice, .081704
  assert_line "ncai: 1.000000 0.696860 0.696860"
}

@test "cluster similarities: the same bits with 1, 2 and 5 threads" {
  run_split "$program" threads
  assert_equal "$status" 0
  assert_regex "$output" '^[0-9]{3} microclusters, 396 clusters: same bits$'
}

@test "cluster similarities: sums of minima of all pairs of rows are those of each pair, with many zeros and with few" {
  run_split "$program" minima
  assert_equal "$status" 0
  assert_output "0: 0, 0 of 2485 differ
0.02: above 0, 0 of 2485 differ
0.2: above 0, 0 of 2485 differ
0.8: above 0, 0 of 2485 differ
1: above 0, 0 of 2485 differ"
}

@test "cluster similarities: arguments out of range, and more memory than there is" {
  run_split "$program" refuse
  assert_equal "$status" 0
  assert_output "-4 connected triples: a decay of 0, above 0 and at most 1 expected
-4 connected triples: a decay of 1.5, above 0 and at most 1 expected
-4 connected triples: a decay of nan, above 0 and at most 1 expected
-4 local weights: a theta of 0, a finite number above 0 expected
-4 local weights: a theta of inf, a finite number above 0 expected
-4 local weights: a theta of nan, a finite number above 0 expected
-4 walks of 0 steps, 1 to 1000000 expected
-4 walks of 1000001 steps, 1 to 1000000 expected
-4 source-aware triples: an influence of -0.5, a finite number from 0 expected
-4 source-aware triples: an influence of nan, a finite number from 0 expected
-4 GP-MGLA: an alpha of 0, a finite number above 0 expected
-4 crowd agreement: a beta of -1, a finite number from 0 expected
-4 crowd agreement: a beta of inf, a finite number from 0 expected
-1 the matrix of all pairs of clusters (4 x 4) needs 64 B of memory, 40 B are free (CE_MEMORY_LIMIT); use fewer or coarser base clusterings instead
-1 the table of entropies of all clusters (2 x 4) needs 64 B of memory, 40 B are free (CE_MEMORY_LIMIT); use fewer base clusterings instead
-1 the walk on the graph of all clusters (4 x 4) needs 512 B of memory, 100 B are free (CE_MEMORY_LIMIT); use fewer or coarser base clusterings instead
-1 the matrix of all pairs of clusters (4 x 4) needs 128 B of memory, 100 B are free (CE_MEMORY_LIMIT); use fewer or coarser base clusterings instead
-1 the similarity matrix of all pairs of objects (3 x 3) needs 36 B of memory, 30 B are free (CE_MEMORY_LIMIT); use a consensus of the microclusters instead"
}
