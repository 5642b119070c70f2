#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-consensus ec-cms: the co-association matrix enhanced by its own high values.

setup() {
  load common
  load ensembles
}

@test "ce-consensus ec-cms: seven objects: the rounds and labels of the authors' formulas" {
  table a,b,c,d 1,1,2,1 1,1,2,1 1,2,2,1 2,2,3,1 2,2,3,2 3,3,1,2 3,3,3,2 >labels.csv
  for how in "" --objects; do
    # shellcheck disable=SC2086 # none or one word
    run_split ce-consensus ec-cms -k 2,3 -v $how labels.csv
    assert_equal "$status $(paste -sd' ' <<<"$output")" \
      "0 ec-cms.k2,ec-cms.k3 1,1 1,1 1,1 2,2 2,2 2,3 2,3"
    [[ $stderr == *"ec-cms: 16 rounds"* ]] || fail "$stderr"
  done
}

# fixture TABLE FIRST LAST: these rows of ec-cms.csv
fixture() {
  local alpha lambda theta rounds k labels
  sed -n "$2,$3p" "$FIXTURES/consensus/ec-cms.csv" >rows
  assert_equal "$(wc -l <rows)" 16
  while IFS=, read -r alpha lambda theta rounds k labels; do
    for how in "" --objects; do
      # shellcheck disable=SC2086 # none or one word
      run_split ce-consensus ec-cms -k "$k" -v $how --alpha "$alpha" --lambda "$lambda" \
        --theta "$theta" "$1"
      assert_equal "$status" 0
      assert_equal "$alpha $k $(canonical <<<"$output" | paste -sd' ')" "$alpha $k $labels"
      [[ $stderr == *"ec-cms: $rounds rounds"* ]] || fail "$rounds rounds expected: $stderr"
    done
  done <rows
}

@test "ce-consensus ec-cms: some labels missing, by NumPy's matrices of objects (tests/fixtures/consensus/ec-cms.py)" {
  fixture "$FIXTURES/consensus/bgcm.csv" 1 16
}

@test "ce-consensus ec-cms: objects that repeat, by NumPy's matrices of objects (tests/fixtures/consensus/ec-cms.py)" {
  planted 90 3 6 45 >labels.csv
  fixture labels.csv 17 32
}

@test "ce-consensus ec-cms: microclusters, their table and threads give what objects give" {
  planted 300 3 4 35 >labels.csv
  ce-consensus ec-cms -k 2..5 -j 1 --objects labels.csv >objects
  ce-consensus ec-cms -k 2..5 -j 3 labels.csv >one
  assert cmp one objects
  ce-microcluster compress labels.csv >micro.csv
  ce-consensus ec-cms -k 2..5 micro.csv >small
  ce-microcluster expand -t micro.csv -r small labels.csv >expanded
  assert cmp expanded objects
}

@test "ce-consensus ec-cms: wrong use, and no memory" {
  planted 400 3 8 60 >labels.csv
  run_split ce-consensus ec-cms -k 3 --alpha 1.5 labels.csv
  assert_error 2 "ce-consensus: --alpha '1.5', a number from 0 to 1 expected
Try 'ce-consensus --help'."
  run_split env CE_MEMORY_LIMIT=2M ce-consensus ec-cms -k 3 labels.csv
  assert_equal "$status" 1
  [[ $stderr == *"the matrices of ec-cms ("*"; use lwea instead"* ]] || fail "$stderr"
}
