#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-consensus cvote: cumulative voting.

setup() {
  load common
  load ensembles
}

# seven objects, four base clusterings of Strehl and Ghosh, completed
seven() { table a,b,c,d 1,1,2,1 1,1,2,1 1,2,2,1 2,2,3,1 2,2,3,2 3,3,1,2 3,3,3,2 >labels.csv; }

# losses: of the mergers of trace.csv, with so many digits
losses() { awk -F, -v form="%.$1g" 'NR > 1 { printf "%s" form, (NR > 2 ? " " : ""), $4 }' trace.csv; }

@test "ce-consensus cvote: seven objects, by the formulas written down" {
  seven
  while read -r options two three mergers; do
    # shellcheck disable=SC2086 # several options in a word
    run_split ce-consensus cvote -k 1..3 --trace trace.csv ${options//,/ } labels.csv
    assert_equal "$status" 0
    assert_equal "$options $(cut -d, -f2,3 <<<"$output" | tail -n +2 | tr -d '\n' | tr , ' ')" \
      "$options $(paste -d' ' <(fold -w1 <<<"$two") <(fold -w1 <<<"$three") | tr -d '\n')"
    assert_equal "$options $(cut -d, -f2- trace.csv | awk -F, 'NR > 1 && NR < 4 { printf "%s-%s:%.6f;", $1, $2, $3 }')" \
      "$options $mergers"
  done <<'END'
--reference,adaptive 1111122 1112233 1-2:0.156941;1-2:0.332529;
--reference,adaptive,--normalized 1111122 1112233 1-2:0.162763;1-2:0.333034;
--reference,fixed 1112222 1112233 2-3:0.161023;1-2:0.414798;
--reference,fixed,--normalized 1112222 1112233 2-3:0.173460;1-2:0.400337;
END
  run_split ce-consensus cvote -k 2 -v labels.csv
  assert_equal "$(tail -n 1 <<<"$stderr")" \
    "ce-consensus: cvote.k2: the reference is base clustering a, of 3 clusters"
}

# fixture TABLE K FIRST LAST: these rows of cvote.csv
fixture() {
  local reference normalized first mergers labels
  sed -n "$3,$4p" "$FIXTURES/consensus/cvote.csv" >rows
  while IFS=, read -r reference normalized first mergers labels; do
    for how in "" --objects; do
      # shellcheck disable=SC2046,SC2086 # none or one word
      run_split ce-consensus cvote -k "$2" -v --reference "$reference" $how \
        $([ "$normalized" = 0 ] || echo --normalized) --trace trace.csv "$1"
      assert_equal "$status" 0
      assert_equal "$(canonical <<<"$output" | paste -sd' ')" "$labels"
      assert_equal "$(losses 7)" "$mergers"
      [[ $stderr == *"the reference is base clustering q$first, of "* ]] || fail "$stderr"
    done
  done <rows
  assert_equal "$(wc -l <rows)" 4
}

@test "ce-consensus cvote: labels, some missing, by NumPy's matrices (tests/fixtures/consensus/cvote.py)" {
  fixture "$FIXTURES/consensus/bgcm.csv" 3 1 4
}

@test "ce-consensus cvote: memberships, some missing, by NumPy's matrices (tests/fixtures/consensus/cvote.py)" {
  soft 60 4 7 120 9 >soft.csv
  fixture soft.csv 2 5 8
}

@test "ce-consensus cvote: memberships of 0 and 1 give what labels give" {
  planted 120 4 6 50 >labels.csv
  ce-prepare onehot --join : labels.csv >soft.csv
  for how in adaptive fixed; do
    ce-consensus cvote -k 3 --reference $how --trace one.csv labels.csv >one
    ce-consensus cvote -k 3 --reference $how --trace two.csv soft.csv >two
    assert cmp one two
    assert cmp one.csv two.csv
  done
}

@test "ce-consensus cvote: an object whose clusters are its own takes the largest cluster" {
  # the reference is a; object 6 has a label in b only, and is alone there
  table a,b 1,1 2,1 2,1 1,1 2,1 ,2 >labels.csv
  for how in adaptive fixed; do
    run_split ce-consensus cvote -k 2 --reference $how -q labels.csv
    assert_equal "$status $(paste -sd' ' <<<"$output")" "0 cvote.k2 1 2 2 1 2 2"
  done
}

@test "ce-consensus cvote: a reference of few clusters is passed over, and none is an error" {
  table a,b,c 1,1,1 2,2,1 1,3,1 2,4,2 >labels.csv
  run_split ce-consensus cvote -k 3 -v labels.csv
  [[ $stderr == *"the reference is base clustering b, of 4 clusters"* ]]
  run_split ce-consensus cvote -k 3 <(cut -d, -f1,3 labels.csv)
  assert_error 1 "ce-consensus: cvote: k = 3, but no base clustering has so many clusters, to be the reference; the largest number is 2"
  run_split env CE_MEMORY_LIMIT=200 ce-consensus cvote -k 3 labels.csv
  assert_error 1 "ce-consensus: the table of votes (4 x 7) needs 224 B of memory, 200 B are free (CE_MEMORY_LIMIT); use a reference of fewer clusters instead"
}
