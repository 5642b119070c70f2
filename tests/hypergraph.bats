#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  hypergraph="$CE_BUILD/obj/tests/hypergraph"
}

@test "hypergraph cut: two parts of small hypergraphs cost what the best of all bisections costs" {
  in_turn 4 sanitized
  for seed in 1 2 3; do
    run_split "$hypergraph" optimum "$seed"
    assert_success
    assert_equal "$output" ""
  done
}

@test "hypergraph cut: every k from 1 to n: parts by first appearance, none empty, in balance, and the cut is a plain count's" {
  in_turn 4
  for seed in 1 2; do
    run_split "$hypergraph" contract "$seed"
    assert_success
    assert_equal "$output" ""
  done
}

@test "hypergraph cut: a grid is cut straight across" {
  # 30 x 30: the two rows of cells beside a straight cut, 2 * 30, whatever the balance
  assert_equal "$("$hypergraph" grid 30 5)" 60
  assert_equal "$("$hypergraph" grid 30 .5)" 60
}

@test "hypergraph cut: planted groups are found whatever the order of vertices" {
  run_split "$hypergraph" planted
  assert_success
  assert_equal "$output" ""
}

@test "hypergraph cut: a vertex of half the weight, weights and edges of 0, edges of one vertex, of none and double" {
  run_split "$hypergraph" edge
  assert_success
  assert_equal "$output" "cut 0: 1 1 1 1 1
cut 0: 1 2 2 2 2
cut 0: 1 2 2 3 3
cut 5.5: 1 2 3 4 2
cut 5.5: 1 2 3 4 5
cut 0: 1 2 2 3 3
cut 0: 1 2 3 4 5
-2 6 parts asked for, but there are only 5 vertices
-4 0 parts asked for
-4 an imbalance of 50, from 0 to below 50 expected
-4 an imbalance of -1, from 0 to below 50 expected
-2 a hypergraph of 1073741824 edges; up to 536870912 can be cut"
  # a file has no line for an edge without a vertex
  run_split "$hypergraph" written
  assert_success
  assert_equal "$output" "5 5 11
7 1
2 2 3
3 2 3
0.5 4 5
0 1 5
4.5
1
1.5
1
1"
}

@test "hypergraph cut: the same parts on one thread and on four" {
  one=$("$hypergraph" threads 1)
  [[ $one == "cut "*" 7 "* ]]
  assert_equal "$("$hypergraph" threads 4)" "$one"
}

@test "hypergraph cut: smaller hypergraphs are those of a plain list and of first choice, moves between two sides hold what they must, and those between all parts are a slow form's" {
  run_split "$CE_BUILD/obj/tests/hypergraph-levels"
  assert_success
  assert_equal "$output$stderr" ""
}
