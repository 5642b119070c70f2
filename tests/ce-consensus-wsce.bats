#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# weac-nm: co-association by weights that are given.

setup() { load common; load ensembles; }

@test "ce-consensus weac-nm: the labels of ce-similarity ca --weights | ce-partition average" {
  planted 120 4 9 55 >labels.csv
  name_weights labels.csv >weights.csv
  ce-consensus weac-nm -k 2..9 -q --weights weights.csv labels.csv >direct.csv
  ce-similarity ca --weights weights.csv labels.csv | ce-partition average -k 2..9 >pipe.csv
  cmp <(tail -n +2 direct.csv) <(tail -n +2 pipe.csv)
  # the weights matter
  ce-consensus eac-al -k 2..9 -q labels.csv >plain.csv
  run -1 cmp <(tail -n +2 direct.csv) <(tail -n +2 plain.csv)
}

@test "ce-consensus weac-nm: equal weights of any size, as numbers a line, are eac-al" {
  planted 90 3 8 50 >labels.csv
  for i in 1 2 3 4 5 6 7 8; do echo .375; done >weights
  ce-consensus weac-nm -k 2..8 -q --weights weights labels.csv | tail -n +2 >weighted
  ce-consensus eac-al -k 2..8 -q labels.csv | tail -n +2 | cmp - weighted
}

@test "ce-consensus weac-nm: missing labels: the sum of the weights over the number of those that label both, by hand" {
  # a and b weigh 1, c 4. Objects 1 and 2 share all three, 6/3; 3 and 4 share c, which alone labels both, 4/1, and so merge first. Then 1 and 2, and
  # 5 with these, by 4/3 against (2/3 + 2/3 + 0 + 0) / 4. Divided by the sums of the weights 1 and 2 would come first.
  table a,b,c 1,1,2 1,1,2 1,1,1 NA,NA,1 2,2,2 >labels.csv
  printf '%s\n' 1 1 4 >weights
  for k in 4 3 2; do ce-consensus weac-nm -k $k -q --objects --weights weights labels.csv | tail -n +2 | paste -sd' '; done >out
  assert_equal "$(cat out)" "1 2 3 3 4
1 1 2 2 3
1 1 2 2 1"
}

@test "ce-consensus weac-nm: wrong use and bad weights" {
  table a,b 1,1 1,2 2,2 >labels.csv
  run_split ce-consensus weac-nm -k 2 labels.csv
  assert_equal "$status" 2
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-consensus: weac-nm needs --weights FILE: what each base clustering weighs"
  run_split ce-consensus eac-al -k 2 --weights w labels.csv
  assert_equal "$status" 2
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-consensus: --weights does not go with eac-al, only with: weac-nm"
  printf '%s\n' 1 2 3 >weights
  run_split ce-consensus weac-nm -k 2 --weights weights labels.csv
  assert_equal "$status" 1
  assert_equal "$stderr" "ce-consensus: weights: 3 weights, 2 base clusterings"
  assert_equal "$output" ""
}
