#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-consensus kcc: k-means on labels for a utility.

setup() {
  load common
  load ensembles
}

# seven objects, four base clusterings
seven() { table a,b,c,d 1,1,2,1 1,1,2,1 1,2,2,1 2,2,3,1 2,2,3,2 3,3,1,2 3,3,3,2 >labels.csv; }

# "LABELS UTILITY" of each k of the last run
said() {
  paste -d' ' <(columns_of <<<"$output") <(sed -n 's/.* utility [a-z ]*\([0-9.]*\) (.*/\1/p' <<<"$stderr" | awk '{ printf "%.6f\n", $1 }')
}
# the columns of a table, each on a line
columns_of() { awk -F, 'NR > 1 { for (c = 1; c <= NF; c++) line[c] = line[c] $c; cells = NF } END { for (c = 1; c <= cells; c++) print line[c] }'; }

@test "kcc, sec: the best of all partitions of small ensembles, with and without missing labels and weights" {
  run_split "$CE_BUILD/obj/tests/kcc" optima
  assert_equal "$status$output" 0found
}

@test "kcc, sec: utility c is the squared error of 0/1 rows, the error of sec the normalised association" {
  run_split "$CE_BUILD/obj/tests/kcc" identities
  assert_equal "$status$output" 0hold
}

@test "kcc, sec: the value never falls from round to round, and no object ends nearer to another centre" {
  in_turn 4 sanitized
  run_split "$CE_BUILD/obj/tests/kcc" fixed
  assert_equal "$status$output" 0fixed
}

@test "kcc, sec: labels are those of the steps written down plainly, where clusters become empty and are filled" {
  run --separate-stderr "$CE_BUILD/obj/tests/kcc" steps
  assert_equal "$status$output" 0steps
}

@test "kcc, sec: the labels of objects are those of microclusters, on 1 and 3 threads" {
  run_split "$CE_BUILD/obj/tests/kcc" objects
  assert_equal "$status$output" 0same
}

@test "ce-consensus kcc: the optima of seven objects, for every utility" {
  seven
  while read -r utility normalized three two two_labels; do
    [ "$normalized" = plain ] && how=() || how=(--normalized)
    run_split ce-consensus kcc -k 3,2 -v --restarts 50 --utility "$utility" "${how[@]}" labels.csv
    assert_equal "$(said)" "1112233 $three
$two_labels $two"
  done <<'END'
c plain 1.931973 1.217687 1112222
h plain 4.582373 3.083770 1112222
cos plain 1.208484 0.801767 1112222
lp plain 1.628714 1.100475 1112222
c normalized 5.106213 3.134943 1112222
h normalized 3.259976 2.237845 1111222
cos normalized 1.964582 1.288101 1112222
lp normalized 3.395913 2.235244 1112222
END
}

@test "ce-consensus kcc: the optima of seven objects with missing labels" {
  table a,b,c,d 1,1,2,1 1,1,2,1 1,,2,1 2,2,3,1 2,2,3,2 3,3,,2 3,3,3, >labels.csv
  while read -r utility three two; do
    run_split ce-consensus kcc -k 3,2 -v --restarts 50 --utility "$utility" labels.csv
    assert_equal "$(said)" "1112233 $three
1112222 $two"
  done <<'END'
c 1.891156 1.272109
h 4.273735 3.023037
cos 1.158890 0.798705
lp 1.577549 1.071612
END
}

@test "ce-consensus kcc: an empty cluster takes the row that is farthest from its centre" {
  # the starts are the two large rows. b has one cluster, so all rows are as near to one centre as to the other and go to the
  # first; of these the last one differs most
  table size,a,b,c 1000000,1,,1 1000000,1,1,1 1,2,1,1 1,2,1,2 1,2,1,1 >micro.csv
  for utility in c h cos lp; do
    run_split ce-consensus kcc -k 2 --utility $utility --restarts 1 --iterations 1 micro.csv
    assert_equal "$(paste -sd' ' <<<"$output")" "kcc.k2 1 1 1 2 1"
  done
}

@test "ce-consensus kcc: the default is cos; more starts are never worse" {
  planted 300 5 8 60 >labels.csv
  ce-consensus kcc -q -k 5 labels.csv >default.csv
  ce-consensus kcc -q -k 5 --utility cos --restarts 10 --iterations 100 labels.csv | cmp - default.csv
  for utility in c h cos lp; do
    last=0
    for restarts in 1 5 25; do
      run_split ce-consensus kcc -k 5 -v --utility $utility --restarts $restarts labels.csv
      value=$(said | cut -d' ' -f2)
      awk -v a="$last" -v b="$value" 'BEGIN { exit !(b + 0 >= a + 0 && b > 0) }' || fail "$utility: $last, then $value"
      last=$value
    done
  done
}

@test "ce-consensus kcc: a weight counts a base clustering so often, 0 leaves it out" {
  planted 40 3 6 35 >labels.csv
  table weight 2 0 1 1 3 1 >weights
  paste -d, <(cut -d, -f1 labels.csv) <(cut -d, -f1 labels.csv | sed 1s/q/r/) <(cut -d, -f3-5 labels.csv) \
    <(cut -d, -f5 labels.csv | sed 1s/q/r/) <(cut -d, -f5 labels.csv | sed 1s/q/s/) <(cut -d, -f6 labels.csv) >repeated.csv
  # rows that differ in the second base clustering only are one row in the repeated table: starts differ, the optimum does not
  for utility in c h cos lp; do
    run_split ce-consensus kcc -k 3 -v --utility $utility --restarts 200 --weights weights labels.csv
    one=$(said)
    run_split ce-consensus kcc -k 3 -v --utility $utility --restarts 200 repeated.csv
    assert_equal "$(said)" "$one"
  done
}

@test "ce-consensus kcc: weights whose sums overflow are refused" {
  seven
  # 4 x 1e302 is a number; seven times 2^20 bits of it, which a label costs that a start does not have, is none
  for weight in 1e308 1e302; do
    table weight $weight $weight $weight $weight >weights
    run_split ce-consensus kcc -k 2 -v --weights weights labels.csv
    assert_equal "$status $output" "1 "
    [[ "$stderr" == *"ce-consensus: kcc: weights so large that their sums overflow" ]] || fail "$stderr"
  done
  table weight 1e200 1e200 1e200 1e200 >weights
  ce-consensus kcc -k 2,3 -q --weights weights labels.csv >large
  ce-consensus kcc -k 2,3 -q labels.csv | cmp - large
}

@test "ce-consensus kcc: base clusterings of one cluster change nothing, normalised or not" {
  planted 80 4 6 50 >labels.csv
  awk -F, -v OFS=, '{ print $0, NR == 1 ? "one" : "x" }' labels.csv >more.csv
  for utility in c h cos lp; do
    for how in "" --normalized; do
      # shellcheck disable=SC2086 # no word or one
      ce-consensus kcc -q -k 4 --utility $utility $how labels.csv >one
      # shellcheck disable=SC2086
      ce-consensus kcc -q -k 4 --utility $utility $how more.csv | cmp - one
    done
  done
  # nothing but such a one: all objects with the same labels
  table a x x x >single.csv
  assert_equal "$(ce-consensus kcc -q -k 1 --utility h --normalized single.csv | paste -sd' ')" "kcc.k1 1 1 1"
}

@test "ce-consensus kcc: a base clustering without any label adds nothing to the utility" {
  planted 80 4 6 50 >labels.csv
  awk -F, -v OFS=, '{ print $0, NR == 1 ? "none" : "" }' labels.csv >none.csv
  for utility in c h cos lp; do
    for how in "" --normalized; do
      # shellcheck disable=SC2086 # no word or one
      run_split ce-consensus kcc -k 4 -v --utility $utility $how labels.csv
      one=$(said)
      assert_equal "$(cut -d' ' -f2 <<<"$one" | grep -c .)" 1
      # shellcheck disable=SC2086
      run_split ce-consensus kcc -k 4 -v --utility $utility $how none.csv
      assert_equal "$(said)" "$one"
    done
  done
}

@test "ce-consensus kcc: more clusters than lanes of the sums, and one restart on several threads" {
  planted 3000 40 6 40 >labels.csv
  for k in 8 9 16 24 33 40; do
    for utility in c h; do
      ce-consensus kcc -q -j 1 -k $k --utility $utility --restarts 1 labels.csv >one
      ce-consensus kcc -q -j 3 -k $k --utility $utility --restarts 1 labels.csv | cmp - one
      assert_equal "$(tail -n +2 one | sort -u | wc -l)" $k
    done
  done
}

@test "ce-consensus kcc, sec: nothing is read before it is set" {
  command -v valgrind >/dev/null || skip "needs valgrind"
  not_sanitized "does not go with the sanitizers"
  planted 80 3 5 40 | awk -F, -v OFS=, 'NR % 7 == 3 { $2 = "" } 1' >labels.csv
  for how in "kcc,sec" "kcc --utility h --normalized"; do
    # shellcheck disable=SC2086 # words
    run_split env OMP_NUM_THREADS=2 valgrind -q --error-exitcode=9 ce-consensus $how -q -k 9 --restarts 3 -o out.csv labels.csv
    assert_equal "$status$stderr" 0
  done
}

@test "ce-consensus kcc: wrong use" {
  seven
  hint="
Try 'ce-consensus --help'."
  run_split ce-consensus kcc -k 2 --utility sin labels.csv
  assert_error 2 "ce-consensus: --utility 'sin', one of c|h|cos|lp expected$hint"
  run_split ce-consensus kcc -k 2 --restarts 0 labels.csv
  assert_error 2 "ce-consensus: --restarts '0', a whole number from 1 to 1000000 expected$hint"
  run_split ce-consensus sec -k 2 --utility c labels.csv
  assert_equal "$status" 2
  table weight 1 1 >weights
  run_split ce-consensus kcc -k 2 --weights weights labels.csv
  assert_error 1 "ce-consensus: weights: 2 weights, 4 base clusterings"
  run_split ce-consensus sec -k 2 --weights weights labels.csv
  assert_error 2 "ce-consensus: --weights does not go with sec, only with: kcc se he sm hm dwh weac-nm$hint"
}
