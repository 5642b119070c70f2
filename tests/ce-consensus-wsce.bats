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

@test "ce-consensus weac-nm: --data: the normalized modularity of each base clustering is its weight, by hand" {
  # four objects on a line in two pairs, each one's nearest neighbour its partner: the edges are 1-2 and 3-4. The pairs have Q = 2/2 - 2 (2/4)^2 = 1/2 and
  # NM = 3/4; 1 3 and 2 4 have Q = 0 - 1/2 and NM = 1/4; all in one cluster Q = 0 and NM = 1/2.
  table x 0 1 10 11 >data.csv
  table pairs,across,all 1,1,1 1,2,1 2,1,1 2,2,1 >labels.csv
  run_split ce-consensus weac-nm -v -k 2 --neighbours 1 --data data.csv labels.csv
  assert_equal "$status" 0
  assert_equal "$(tail -n +2 <<<"$output" | paste -sd' ')" "1 1 2 2"
  assert_equal "$(grep modularity <<<"$stderr")" "ce-consensus: pairs: normalized modularity 0.75
ce-consensus: across: normalized modularity 0.25
ce-consensus: all: normalized modularity 0.5"
}

@test "ce-consensus weac-nm: --data with missing cells, and beside wsbpa's; data that are not the ensemble's" {
  awk 'BEGIN { print "x,y,id"; for (i = 0; i < 30; i++) print (i % 7 == 3 ? "" : i % 3 * 9 + i % 4) "," (i % 5 == 1 ? "" : i % 3 * 5 + i % 2) ",o" i }' >data.csv
  planted 30 3 6 20 >labels.csv
  ce-consensus weac-nm -k 3 -q --data data.csv labels.csv >out.csv
  planted_truth 30 3 >truth.csv
  assert_equal "$(ce-score -q -t truth.csv -s error out.csv | tail -n 1 | cut -d, -f3)" 0
  sed 5d data.csv >short.csv
  run_split ce-consensus weac-nm -k 3 --data short.csv labels.csv
  assert_error 1 "ce-consensus: short.csv: 29 objects, 30 expected as in labels.csv"
  ce-microcluster compress labels.csv >micro.csv
  run_split ce-consensus weac-nm -k 3 --data data.csv micro.csv
  assert_error 1 "ce-consensus: micro.csv: a microcluster table; the objects are needed, as data.csv has them"
  awk -F, -v OFS=, 'NR > 1 { $1 = "red" } 1' data.csv >words.csv
  run_split ce-consensus weac-nm -k 3 --data words.csv labels.csv
  assert_error 1 "ce-consensus: words.csv: column x is categorical ('red'), numbers expected: ce-prepare onehot"
  run_split ce-consensus weac-nm -k 3 --data data.csv --weights w labels.csv
  assert_equal "$status" 2
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-consensus: --weights and --data: weac-nm expects one of them"
}

@test "ce-consensus weac-nm: wrong use and bad weights" {
  table a,b 1,1 1,2 2,2 >labels.csv
  run_split ce-consensus weac-nm -k 2 labels.csv
  assert_equal "$status" 2
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-consensus: weac-nm needs --weights FILE, or --data FILE to compute them"
  run_split ce-consensus eac-al -k 2 --weights w labels.csv
  assert_equal "$status" 2
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-consensus: --weights does not go with eac-al, only with: weac-nm"
  printf '%s\n' 1 2 3 >weights
  run_split ce-consensus weac-nm -k 2 --weights weights labels.csv
  assert_equal "$status" 1
  assert_equal "$stderr" "ce-consensus: weights: 3 weights, 2 base clusterings"
  assert_equal "$output" ""
}
