#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-consensus se, he, sm, hm and dwh: the nearest memberships, and one pass of soft voting.

setup() {
  load common
  load ensembles
}

# digits TEXT: base clusterings as strings of digits, as a label table
digits() {
  awk -v text="$1" 'BEGIN {
    m = split(text, column, " ")
    for (q = 1; q <= m; q++) printf "%sq%d", (q > 1 ? "," : ""), q
    for (i = 1; i <= length(column[1]); i++)
      for (q = 1; q <= m; q++) printf "%s%s", (q > 1 ? "," : "\n"), substr(column[q], i, 1)
    print "" }'
}

# value: the sum of the last message of $stderr
value() { sed -n 's/.*sum of [a-z]* \([0-9.e+-]*\).*/\1/p' <<<"$stderr" | tail -n 1; }

# below A B: A is at most B, but for their last digits
below() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a <= b * (1 + 1e-8) + 1e-8) }'; }

@test "ce-consensus se, he: the least sums, by trying every map of clusters (tests/fixtures/consensus/se.py)" {
  while IFS=, read -r text k soft hard; do
    digits "$text" >labels.csv
    for row in "se $soft" "he $hard" "sm $hard" "hm $hard"; do
      run_split ce-consensus "${row% *}" -k "$k" -v --restarts 100 labels.csv
      assert_equal "$status $text $k ${row% *} $(value)" "0 $text $k $row"
    done
  done <"$FIXTURES/consensus/se-optimum.csv"
}

@test "ce-consensus se, he, sm, hm: never above R's clue (tests/fixtures/consensus/se.R)" {
  in_turn 4
  equal=0 rows=0
  while IFS=, read -r _ text k best _; do
    digits "$text" >labels.csv
    # shellcheck disable=SC2086 # four numbers
    set -- $best
    for name in se he sm hm; do
      for start in dwh random; do
        [ $start = dwh ] || [ $name = se ] || continue
        run_split ce-consensus $name -k "$k" -v --start $start --restarts $([ $start = dwh ] && echo 40 || echo 200) labels.csv
        assert_equal "$status" 0
        below "$(value)" "$1" || fail "$name -k $k --start $start: $(value), clue $1, of $text"
        below "$1" "$(value)" && equal=$((equal + 1))
        rows=$((rows + 1))
      done
      shift
    done
  done <"$FIXTURES/consensus/se.csv"
  assert_equal $rows 90
  assert [ $equal -ge 75 ]
}

@test "ce-consensus dwh: one of the sums that equal matches leave open (tests/fixtures/consensus/dwh.py)" {
  # only one sum is possible in 14 of the 18 rows; R's clue has one of them in each
  rows=0
  while IFS=, read -r text k sums; do
    digits "$text" >labels.csv
    run_split ce-consensus dwh -k "$k" -v --order given labels.csv
    [[ " $sums " == *" $(value) "* ]] || fail "-k $k: $(value) is not among $sums, of $text"
    rows=$((rows + 1))
  done <"$FIXTURES/consensus/dwh-sums.csv"
  assert_equal $rows 18
}

@test "ce-consensus se, he, sm, hm, dwh: memberships and weights, as R's clue (tests/fixtures/consensus/se-soft.R)" {
  soft 15 3 5 60 >soft.csv
  table clustering,weight q1,1 q2,2 q3,.5 q4,1.5 q5,1 >weights.csv
  while IFS=, read -r k best sum classes; do
    # shellcheck disable=SC2086 # four numbers
    set -- $best
    for name in se he sm hm; do
      run_split ce-consensus $name -k "$k" -v --restarts 40 --weights weights.csv soft.csv
      assert_equal "$name $k $(printf %.6g "$(value)")" "$name $k $1"
      shift
    done
    [ "$k" -gt 2 ] || continue # below the number of clusters the first base clustering's numbers decide
    run_split ce-consensus dwh -k "$k" -v --order given --weights weights.csv soft.csv
    assert_equal "$(printf %.6g "$(value)")" "$sum"
    { echo dwh; fold -w1 <<<"$classes"; } | canonical >expected
    assert_equal "$(canonical <<<"$output" | paste -sd' ')" "$(paste -sd' ' expected)"
  done <"$FIXTURES/consensus/se-soft.csv"
}

# hard_sum RESULT LABELS: twice the objects that a best map of each base clustering of up to 3 clusters has elsewhere; then the least
# such sum after a move of one object
hard_sum() {
  awk -F, '
    FNR == 1 { files++; next }
    files == 1 { p[FNR - 1] = $1; next }
    { n = FNR - 1; m = NF; for (q = 1; q <= m; q++) label[n, q] = $q == "NA" ? "" : $q }
    function sum(  q, i, t, c, best, here, has, all) {
      all = 0
      for (q = 1; q <= m; q++) {
        split("", t); has = best = 0
        for (i = 1; i <= n; i++) if (label[i, q] != "") { has++; t[label[i, q], p[i]]++ }
        for (c = 1; c <= 6; c++) {
          here = t[0, substr(map[c], 1, 1)] + t[1, substr(map[c], 2, 1)] + t[2, substr(map[c], 3, 1)]
          if (here > best) best = here
        }
        all += 2 * (has - best)
      }
      return all
    }
    END {
      split("123 132 213 231 312 321", map, " ")
      printf "%d ", sum()
      least = 1e9
      for (i = 1; i <= n; i++) {
        was = p[i]
        for (to = 1; to <= 3; to++) { p[i] = to; now = sum(); if (now < least) least = now }
        p[i] = was
      }
      print least
    }' "$1" "$2"
}

@test "ce-consensus he: with missing labels the sum is that of the objects, and no move of one lessens it" {
  planted 40 3 5 55 | awk -F, -v OFS=, 'NR > 1 && NR % 4 == 0 { $(NR % 5 + 1) = "NA" } 1' >labels.csv
  for how in "" --objects; do
    # shellcheck disable=SC2086 # none or one word
    run_split ce-consensus he -k 3 -v --restarts 50 $how labels.csv
    assert_equal "$status" 0
    echo "$output" >result.csv
    assert_equal "$(hard_sum result.csv labels.csv)" "$(value) $(value)"
  done
}

@test "ce-consensus se: a missing label adds nothing, by hand" {
  # without the gaps all agree; object 5 is in both halves by a and b
  table a,b 1,1 1, 2,2 ,2 1,2 >labels.csv
  for row in "se 1" "he 2" "hm 2" "dwh 1"; do
    run_split ce-consensus "${row% *}" -k 2 -v labels.csv
    assert_equal "${row% *} $(value)" "$row"
    assert_equal "$(head -n 5 <<<"$output" | paste -sd' ')" "${row% *}.k2 1 1 2 2"
  done
}

@test "ce-consensus se, he, sm, hm: where all base clusterings agree the sum is 0, and the first round settles" {
  table a,b 1,3 1,3 2,1 2,1 3,2 >labels.csv
  for name in se he sm hm; do
    run_split ce-consensus $name -k 3 -v labels.csv
    assert_equal "$(paste -sd' ' <<<"$output")" "$name.k3 1 1 2 2 3"
    assert_regex "$stderr" "$name.k3: sum of [a-z]+ 0 \(starts: 10, rounds of the best: 1\)"
  done
}

@test "ce-consensus se, dwh: microclusters, their table, threads and seeds" {
  planted 300 4 6 45 >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  for name in se he sm hm dwh; do
    for how in "" "--start random"; do
      [ "$name" != dwh ] || how="--order random"
      # shellcheck disable=SC2086 # none or two words
      ce-consensus $name -k 4 -j 1 $how labels.csv >one
      # shellcheck disable=SC2086
      ce-consensus $name -k 4 -j 3 $how labels.csv | cmp - one
      # shellcheck disable=SC2086
      ce-consensus $name -k 4 $how micro.csv >small
      ce-microcluster expand -t micro.csv -r small labels.csv | cmp - one
    done
  done
  for seed in 1 2 3 4 5 6; do ce-consensus dwh -q -k 3 --seed $seed labels.csv; done | cksum >random
  for seed in 1 2 3 4 5 6; do ce-consensus dwh -q -k 3 --seed 1 labels.csv; done | cksum >same
  refute cmp -s random same
}

@test "ce-consensus se, cvote: more clusters than groups of objects with other memberships are refused" {
  table q:1,q:2,q:3 1,0,0 1,0,0 0,.5,.5 0,.5,.5 >soft.csv
  for name in se sm dwh cvote; do
    run_split ce-consensus $name -k 3 soft.csv
    assert_error 1 "ce-consensus: $name: k = 3, but the base clusterings tell only 2 groups of objects apart"
  done
}

@test "ce-consensus se: wrong use, no memory, weights that overflow" {
  planted 50 3 4 40 >labels.csv
  run_split ce-consensus se -k 3 --start first labels.csv
  assert_error 2 "ce-consensus: --start 'first', one of dwh|random expected
Try 'ce-consensus --help'."
  run_split env CE_MEMORY_LIMIT=1K ce-consensus se -k 3 -j 1 labels.csv
  # of each of 28 microclusters 3 memberships and what is known of it, a label, and two for the best start
  assert_error 1 "ce-consensus: the memberships of each start (28 x 44) needs 1.2 KiB of memory, 1.0 KiB are free (CE_MEMORY_LIMIT); use --start random instead"
  table clustering,weight q1,1e308 q2,1e308 q3,1e308 q4,1 >weights.csv
  run_split ce-consensus se -k 3 --weights weights.csv labels.csv
  assert_error 1 "ce-consensus: se: weights so large that their sums overflow"
}

@test "ce-consensus se, he, sm, hm, dwh: a base clustering without a membership of an object says nothing of it" {
  soft 15 3 5 60 3 >silent.csv
  [ "$(grep -c NA silent.csv)" -ge 8 ]
  awk -F, -v OFS=, 'NR == 1 { print $0, "none:1,none:2"; next } { print $0, "NA,NA" }' silent.csv >wider.csv
  awk 'NR == 6 { print "NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA,NA" } 1' silent.csv >longer.csv
  for name in se he sm hm dwh; do
    run_split ce-consensus $name -k 3 -v silent.csv
    sum=$(value) labels=$output
    run_split ce-consensus $name -k 3 -v wider.csv
    assert_equal "$name $(value)" "$name $sum"
    assert_equal "$output" "$labels"
    run_split ce-consensus $name -k 3 -v longer.csv
    assert_equal "$name $(value)" "$name $sum"
    assert_equal "$output" "$(awk 'NR == 6 { print "NA" } 1' <<<"$labels")"
  done
  # the least sum of distances, object by object, among memberships in steps of 1/200; cluster l of q is cluster l + q of the classes
  run_split ce-consensus sm -k 3 -v silent.csv
  awk -F, 'NR > 1 {
    least = 1e9
    for (a = 0; a <= 200; a++) for (b = 0; a + b <= 200; b++) {
      u[0] = a / 200; u[1] = b / 200; u[2] = 1 - u[0] - u[1]; sum = 0
      for (q = 1; q <= 5; q++) if ($(3 * q) != "NA") for (l = 0; l < 3; l++) {
        d = u[(l + q) % 3] - $(3 * q - 2 + l); sum += d < 0 ? -d : d
      }
      if (sum < least) least = sum
    }
    all += least
  } END { print all }' silent.csv >grid
  awk -v grid="$(cat grid)" -v value="$(value)" 'BEGIN { d = grid - value; exit !(d >= -1e-6 && d < .15) }' || fail "$(value), $(cat grid) on the grid"
}
