#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "graph cut: graphs of similarities edge by edge, planted parts, small graphs near the optimum, never an empty part, and nothing printed by METIS" {
  in_turn 4 sanitized
  run_split "$CE_BUILD/obj/tests/graph-cut"
  assert_success
  assert_equal "$stderr" ""
  refute_line --regexp 'WRONG|METIS|memory'
  assert_line --regexp '^small n=6 k=2 plain: ok'
  assert_line --regexp '^small n=9 k=3 weighted: ok'
  assert_line "planted k=2 recursive: 0 wrong"
  assert_line "planted k=7 recursive: 0 wrong"
  assert_line "planted k=7 kway: 0 wrong"
  assert_line "never empty: ok"
  assert_line "k-way with heavy vertices: ok"
  assert_line "forms: ok"
  assert_line "graphs: 0 wrong"
  assert_equal "${#lines[@]}" 13
}

@test "graph cut: a refined bipartite cut: no exchange of objects between two parts cuts less, all of them tried" {
  run_split "$CE_BUILD/obj/tests/bipartite-refine"
  assert_success
  assert_equal "$output$stderr" ""
}

@test "graph cut: weights are made whole by the plain rule, and the moves that refine a small cut are those of a slow form" {
  run_split "$CE_BUILD/obj/tests/metis-refine"
  assert_success
  assert_equal "$output$stderr" ""
}
