#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  LIB="$CE_BUILD/obj/tests"
}

@test "elite graph: the links of its definition, with ties, missing labels and any K" {
  in_turn 4 sanitized
  run_split "$LIB/elite" random 1
  assert_equal "$output" ok
}

@test "elite graph: the links of its definition where most blocks are skipped, on any number of threads" {
  run_split "$LIB/elite" clustered 1
  assert_equal "$output" ok
}

@test "elite graph: the example of ptgp2016, table III, walks as its sizes say" {
  table 2 '1 1' '1 1' '1 1' '1 2' '2 2' '2 2' '2 3' '2 3' >labels
  run_split "$LIB/elite" graph 1 <labels
  assert_equal "$output" "1 (3, degree 0.5): 2 0.5 1
2 (1, degree 2.5): 1 0.5 0.6 3 0.5 0.4
3 (2, degree 1.5): 2 0.5 0.333333 4 0.5 0.666667
4 (2, degree 1): 3 0.5 1"
}

@test "elite graph: a missing label is left out of the share, and what shares nothing has no link" {
  table 3 '1 1 1' '1 NA 2' 'NA NA 2' '2 2 3' 'NA NA NA' >labels
  run_split "$LIB/elite" graph 1 <labels
  assert_equal "$output" "1 (1, degree 0.5): 2 0.5 1
2 (1, degree 1.5): 1 0.5 0.333333 3 1 0.666667
3 (1, degree 1): 2 1 1
4 (1, degree 0):
5 (1, degree 0):"
}

@test "elite graph: the codes of 65 base clusterings, one more than a step, have room" {
  command -v valgrind >/dev/null || skip "needs valgrind"
  not_sanitized "does not go with the sanitizers"
  # the codes of 64 are one step; valgrind sees what is written behind the codes of the last node
  awk 'BEGIN {
    print 65
    for (i = 1; i <= 3; i++) { for (q = 1; q <= 65; q++) printf "%d ", q % 3 < i; print "" }
  }' >labels
  OMP_NUM_THREADS=1 run_split valgrind -q --error-exitcode=9 "$LIB/elite" graph 1 <labels
  assert_equal "$status $stderr" "0 "
  assert_equal "$(grep -c degree <<<"$output")" 3
}

@test "elite graph: one node, two nodes, and all equal" {
  table 2 '1 1' >labels
  run_split "$LIB/elite" graph 1 <labels
  assert_equal "$output" "1 (1, degree 0):"
  table 2 '1 1' '1 2' >labels
  run_split "$LIB/elite" graph 7 <labels
  assert_equal "$output" "1 (1, degree 0.5): 2 0.5 1
2 (1, degree 0.5): 1 0.5 1"
  table 2 '1 1' '1 1' '1 1' >labels
  run_split "$LIB/elite" graph 1 <labels
  assert_equal "$output" "1 (3, degree 0):"
}

@test "elite graph: K is floor(sqrt(n) / 2), at least 1, at most the cap" {
  run_split "$LIB/elite" defaults 1 15 16 1763 1764 2975 1000000
  assert_equal "$output" "1 1 1
15 1 1
16 2 2
1763 20 20
1764 21 20
2975 27 20
1000000 500 20"
}

@test "elite graph: more links than memory holds are refused, and so is K = 0" {
  CE_MEMORY_LIMIT=20M run_split "$LIB/elite" refused
  assert_equal "$output" "the graph of elite neighbours has more than 655360 links, more than memory holds: use fewer neighbours (--elite, --cap)
0 elite neighbours, 1 or more expected"
}
