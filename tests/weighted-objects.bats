#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# womc, wosp and wohb: objects about which base clusterings disagree count more.

setup() {
  load common
  load ensembles
  program="$CE_BUILD/obj/tests/weighted-objects"
}

@test "weighted objects: the weights of five objects by hand, with all labels and one missing" {
  run_split "$program" hand
  assert_equal "$status" 0
  assert_output "0.2 0.2 0.6 0.4 0.2
0 0 0 0.2 0.2"
}

@test "ce-consensus womc: meta-clusters and labels are those of the definition, by METIS and spectral, with missing labels" {
  run_split "$program" womc
  assert_output "24 tables, mcla gives other labels on some: yes"
}

@test "ce-consensus wosp, wohb: the labels of wspa and wbpa on memberships by distance, with missing labels" {
  run_split "$program" data
  assert_output "16 results, 16 of them not those of the labels alone"
}

@test "ce-consensus womc: equal base clusterings give all objects one weight, and the labels of mcla" {
  planted 60 3 4 0 >labels.csv
  ce-consensus womc -q -k 3 labels.csv | tail -n +2 >womc
  ce-consensus mcla -q -k 3 labels.csv | tail -n +2 >mcla
  cmp mcla womc
  ce-consensus womc -q -k 3 labels.csv | canonical >found
  planted_truth 60 3 | canonical | cmp - found
}

@test "ce-consensus wosp, wohb: the data must be there, complete, of as many rows, and within the range of numbers" {
  planted 30 3 4 20 >labels.csv
  awk 'BEGIN { print "x,y"; for (i = 0; i < 30; i++) print i % 3 "," i }' >data.csv
  run_split ce-consensus wosp -k 3 labels.csv
  assert_error 2 "ce-consensus: wosp needs --data FILE
Try 'ce-consensus --help'."
  head -n 30 data.csv >short.csv
  run_split ce-consensus wohb -k 3 --data short.csv labels.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
  [[ $stderr == *"short.csv"*"29"*"30"* ]]
  sed '5s/.*/,4/' data.csv >hole.csv
  run_split ce-consensus wohb -k 3 --data hole.csv labels.csv
  assert_error 1 \
    "ce-consensus: hole.csv: object 4 has no value in column x, complete data expected: ce-prepare impute or drop-missing"
  sed '5s/.*/1e200,4/' data.csv >far.csv
  run_split ce-consensus wohb -k 3 --data far.csv labels.csv
  assert_error 1 \
    "ce-consensus: far.csv: object 4 has 1e+200 in column x, at most 1e+150 expected: ce-prepare zscore or minmax"
}

@test "ce-consensus wosp, wohb: all objects equal in the data have equal memberships" {
  planted 30 3 4 20 >labels.csv
  awk 'BEGIN { print "x"; for (i = 0; i < 30; i++) print 7 }' >data.csv
  for name in wosp wohb; do
    run_split ce-consensus $name -k 3 --data data.csv labels.csv
    assert_error 1 "ce-consensus: $name: k = 3, but the data tell no objects apart"
  done
  awk 'BEGIN { print "x"; for (i = 0; i < 30; i++) print i % 2 }' >data.csv
  for name in wosp wohb; do
    run_split ce-consensus $name -k 3 --data data.csv labels.csv
    assert_error 1 "ce-consensus: $name: k = 3, but the data tell only 2 groups of objects apart"
  done
}

@test "ce-consensus wosp, wohb: an object without any label gets NA, and changes no other, though the data have it" {
  planted 30 3 4 20 | sed '1s/.*/&,e/; 2,$s/.*/&,1/' >labels.csv
  awk 'BEGIN { print "x,y"; for (i = 0; i < 30; i++) print i % 3 "," i }' >data.csv
  { cat labels.csv; echo ,,,,; } >more.csv
  { cat data.csv; echo 1,7; } >more-data.csv
  for name in wosp wohb; do
    ce-consensus $name -q -k 3 --data data.csv labels.csv >one
    ce-consensus $name -q -k 3 --data more-data.csv more.csv >two
    { cat one; echo NA; } | cmp - two
  done
}

@test "ce-consensus womc: a missing label is no evidence, and a column without labels changes nothing" {
  planted 60 3 4 30 >labels.csv
  awk -F, -v OFS=, '{ print $0, NR == 1 ? "none" : "" }' labels.csv >wider.csv
  ce-consensus womc -q -k 3 labels.csv >one
  ce-consensus womc -q -k 3 wider.csv | cmp one -
}

@test "ce-consensus wosp, wohb: a base clustering without labels is left out, as by other functions: it was wrong use" {
  table a,b,c 1,,1 1,,1 2,,1 2,,2 3,,2 3,, >gap.csv
  cut -d, -f1,3 gap.csv >two.csv
  table x,y 1,2 1,3 5,5 5,6 9,1 9,2 >data.csv
  for name in wosp wohb; do
    for how in "" "--objects" "--with metis"; do
      # shellcheck disable=SC2086
      run_split ce-consensus $name -k 3 --data data.csv $how gap.csv
      assert_equal "$status $stderr" "0 "
      # shellcheck disable=SC2086
      assert_equal "$output" "$(ce-consensus $name -k 3 --data data.csv $how two.csv)"
    done
  done
}
