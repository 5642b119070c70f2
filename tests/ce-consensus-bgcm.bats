#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; load ensembles; }

# same_as COLUMN OPTIONS...: bgcm of the fixture has the partition of that column of bgcm-labels.csv
same_as() {
  ce-consensus bgcm -k 4 "${@:2}" "$FIXTURES/consensus/bgcm.csv" | canonical >ours
  cut -d, -f"$1" "$FIXTURES/consensus/bgcm-labels.csv" | canonical | cmp - ours || fail "column $1: ${*:2}"
}

@test "ce-consensus bgcm: the partitions of NumPy's dense formulas (tests/fixtures/consensus/bgcm.py)" {
  same_as 1
  same_as 1 --seed 5 --objects
  same_as 2 --anchor
  same_as 2 --anchor --objects
  same_as 3 --anchor --propagations 2
  same_as 4 --anchor --alpha 500
}

@test "ce-consensus bgcm --anchor: microclusters, their table and threads give what objects give" {
  planted 300 3 5 35 >labels.csv
  ce-consensus bgcm -k 3 --anchor --objects -j 1 labels.csv >objects
  ce-consensus bgcm -k 3 --anchor -j 3 labels.csv | cmp - objects
  ce-microcluster compress labels.csv >micro.csv
  ce-consensus bgcm -k 3 --anchor micro.csv >small
  ce-microcluster expand -t micro.csv -r small labels.csv | cmp - objects
}

@test "ce-consensus bgcm --anchor: known classes stay when they count, and reach objects that the anchor does not label" {
  # c agrees with b where both have labels, and with a better than b does
  table a,b,c 1,1,1 1,1,1 2,1,1 2,2,2 1,2,2 2,2, 2,,2 1,,1 >labels.csv
  run_split ce-consensus bgcm -k 2 --anchor -v labels.csv
  assert_equal "$status" 0
  assert_equal "$(paste -sd' ' <<<"$output")" "bgcm.k2 1 1 1 2 2 2 2 1"
  [[ $stderr == *"bgcm: k = 2: the clusters of c are taken as known"* ]]
}

@test "ce-consensus bgcm --anchor: without a base clustering of k clusters there is no anchor" {
  table a,b 1,1 1,2 2,1 2,2 >labels.csv
  run_split ce-consensus bgcm -k 3 --anchor labels.csv
  assert_error 1 "ce-consensus: bgcm: k = 3, but no base clustering has 3 clusters, to be the reference; all have 2"
  table a,b,c 1,1,1 1,2,1 2,3,2 2,4,3 1,5,4 >labels.csv
  run_split ce-consensus bgcm -k 3 --anchor labels.csv
  assert_error 1 "ce-consensus: bgcm: k = 3, but no base clustering has 3 clusters, to be the reference; they have 2 to 5"
}

@test "ce-consensus bgcm: more clusters than the base clusterings tell apart is an error, and wrong numbers are wrong use" {
  table a,b 1,1 1,1 2,2 2,2 >labels.csv
  for anchor in "" --anchor; do
    # shellcheck disable=SC2086
    run_split ce-consensus bgcm -k 3 $anchor labels.csv
    assert_error 1 "ce-consensus: bgcm: k = 3, but the base clusterings tell only 2 groups of objects apart"
  done
  for wrong in "--alpha 0" "--alpha -1" "--alpha x" "--propagations 0" "--propagations 1.5"; do
    # shellcheck disable=SC2086
    run_split ce-consensus bgcm -k 2 --anchor $wrong labels.csv
    assert_equal "$wrong $status" "$wrong 2"
    assert_equal "$output" ""
  done
}
