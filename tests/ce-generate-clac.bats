#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; load constraints; }

# Two clusters, one long in y and one in x.
cross() { table x,y 0,0 0,2 10,0 12,0; }

@test "ce-generate lac --constraints: labels, iterations, centroids and weights as of the printed algorithms written down plainly; nothing violated that can be kept" {
  run "$CE_BUILD/obj/tests/clac"
  assert_equal "$output" "300 runs: as the plain CLAC, some from chunklets, but for dead ends, some with empty clusters filled, some stopped, some infeasible"
}

@test "ce-generate lac --constraints: two clusters by hand" {
  # 1 and 2 are nearest to the same centroid and cannot be together: 1 comes first, 2 goes to the other one, and so do 3 and 4
  cross >data.csv
  table x,y 0,0 10,0 >start.csv
  table i,j,link 2,1,cannot >pairs.csv
  run_split ce-generate lac --start start.csv --inv-h 0.5 --constraints pairs.csv --model model.csv --trace trace.csv data.csv
  assert_equal "$stderr" ""
  assert_equal "$output" "$(table clac.k2.i0.5 1 2 2 2)"
  # X of the second cluster, around its mean (22 / 3, 2 / 3): 248 / 9 and 8 / 9; of the first 0 and 0
  awk -F, 'function is(a, b) { if (!(a - b < 1e-12 && b - a < 1e-12)) exit bad = 1 }
    NR == 1 && $0 != "clustering,cluster,size,kind,x,y" { exit bad = 1 }
    NR == 2 { is($5, 0); is($6, 0) } NR == 3 { is($5, .5); is($6, .5) } NR == 4 { is($3, 3); is($5, 22 / 3); is($6, 2 / 3) }
    NR == 5 { e = exp(-40 / 3); is($5, e / (1 + e)); is($6, 1 / (1 + e)) } END { exit bad || NR != 5 }' model.csv
  assert_equal "$(head -n 1 trace.csv)" clustering,k,inv_h,error,iterations,converged,violated
  assert_equal "$(tail -n 1 trace.csv | cut -d, -f1-3,5-7)" clac.k2.i0.5,2,0.5,2,1,0
  # a chunklet goes as one: 2 and 3 are 2 and 0 from the first centroid of (0, 0) and (9, 0), 9.2 and 1 from the second
  table x,y 0,0 9,0 >start.csv
  table i,j,link 2,3,must >pairs.csv
  ce-generate lac --start start.csv --inv-h 0.001 --iterations 1 --constraints pairs.csv data.csv -q >labels.csv
  assert_equal "$(cat labels.csv)" "$(table clac.k2.i0.001 1 2 2 2)"
}

@test "ce-generate lac --constraints: with the whole truth it returns the truth, from any start" {
  for data in iris,3 wine,3 wdbc,2; do
    k=${data#*,} data=${data%,*}
    ce-prepare zscore -q "$BUNDLED/$data.csv" -o data.csv
    whole_truth data.csv >pairs.csv
    for options in "" "--init scattered" "--init random --seed 3" "-m 4 --norm l2" "--empty keep" "--iterations 1"; do
      # shellcheck disable=SC2086 # a list of options
      run_split ce-generate lac -k "$k" --inv-h 1,7 --constraints pairs.csv $options -o labels.csv data.csv
      assert_equal "$status" 0
      run_split ce-score -t data.csv -s error labels.csv
      assert_equal "$(cut -d, -f3 <<<"$output" | sort -u)" "$(table 0 error)"
    done
  done
}

@test "ce-generate lac --constraints: a file without pairs changes no byte" {
  table i,j,link >none.csv
  ce-prepare zscore -q "$BUNDLED/iris.csv" -o data.csv
  ce-prepare sample -q -n 4 data.csv -o start.csv
  for options in "-k 2..5 --inv-h 1,7" "-k 2..6 -m 7 --inv-h 1..3 --seed 9" "-k 4 --inv-h 5 --init random --norm l2" "--start start.csv --inv-h 2 --empty keep --iterations 2"; do
    # shellcheck disable=SC2086 # a list of options
    for form in "" "--constraints none.csv" "--constraints none.csv --infeasible count"; do
      ce-generate lac -q $options $form --model "model$form" --trace "trace$form" --labels "labels$form" --membership -o "membership$form" data.csv
    done
    for file in model trace labels membership; do
      cmp $file "$file--constraints none.csv"
      cmp $file "$file--constraints none.csv --infeasible count"
    done
  done
}

@test "ce-generate lac --constraints: must-links without a cannot-link start as without constraints" {
  # equal objects, which are together anyhow
  ce-prepare zscore -q "$BUNDLED/iris.csv" -o data.csv
  assert_equal "$(sed -n 103p data.csv)" "$(sed -n 144p data.csv)"
  table i,j,link 143,102,must >pairs.csv
  for options in "-k 2..6" "-k 2..6 -m 5 --seed 3"; do
    # shellcheck disable=SC2086 # a list of options
    ce-generate lac -q $options --inv-h 1,7 data.csv | sed 's/lac/clac/g' >plain.csv
    for init in "" "--init chunklets" "--init scattered"; do
      # shellcheck disable=SC2086 # a list of options
      ce-generate lac -q $options $init --inv-h 1,7 --constraints pairs.csv data.csv | cmp - plain.csv
    done
  done
}

@test "ce-generate lac --constraints: nothing that can be kept is violated, with 2, 3 and 5 clusters" {
  in_turn 4
  for k in 2 3 5; do
    ce-synth blobs -n 200 -k $k --spread 2 --seed $k -o data.csv
    for count in 10 60 150 400; do
      some_truth data.csv $count $((k * count)) >pairs.csv
      for options in "" "--init scattered" "--init random --norm l2" "--iterations 1 --empty keep" "-m 5"; do
        # shellcheck disable=SC2086 # a list of options
        ce-generate lac -k $k --inv-h 0.5,1,4 --constraints pairs.csv $options --trace trace.csv -o labels.csv data.csv 2>notes
        assert_equal "$(grep -vc 'have not converged' notes)" 0
        assert_equal "$(violations pairs.csv labels.csv | sort -u)" 0
        assert_equal "$(tail -n +2 trace.csv | cut -d, -f7 | sort -u)" 0
      done
    done
  done
}

@test "ce-generate lac --constraints: more constraints err less, where they are of objects that LAC confuses" {
  ce-prepare zscore -q "$BUNDLED/wine.csv" -o data.csv
  for count in 0 300 1200; do
    some_truth data.csv $count 5 >pairs.csv
    ce-generate lac -q -k 3 --inv-h 1 --constraints pairs.csv data.csv | ce-score -q -t data.csv -s error | tail -n 1 | cut -d, -f3 >>errors
  done
  sort -rg errors | cmp - errors
  assert_equal "$(sort -u errors | wc -l)" 3
}

@test "ce-generate lac --constraints: same bytes with any threads; members are the same by themselves" {
  ce-synth blobs -n 3000 -k 4 --dimensions 7 --spread 2 -o data.csv
  some_truth data.csv 900 7 >pairs.csv
  for options in "-k 4 --inv-h 1..6" "-k 4 --inv-h 3" "-k 3..5 -m 5 --inv-h 0.5,2 --infeasible count"; do
    for j in 1 3; do
      # shellcheck disable=SC2086 # a list of arguments
      ce-generate lac -q $options -j $j --constraints pairs.csv --model model.$j --trace trace.$j --labels labels.$j --membership -o membership.$j data.csv
    done
    for file in model trace labels membership; do cmp $file.1 $file.3; done
  done
  ce-generate lac -q -k 4 --inv-h 1..6 --constraints pairs.csv data.csv | cut -d, -f5 >five
  ce-generate lac -q -k 4 --inv-h 5 --constraints pairs.csv data.csv | cmp - five
}

@test "ce-generate lac --constraints: more than there are clusters for, and contradictions, are refused, or counted in a note and in the trace" {
  ce-prepare zscore -q "$BUNDLED/iris.csv" -o iris.csv
  table i,j,link 1,51,cannot 51,101,cannot 101,1,cannot >pairs.csv
  run_split ce-generate lac -k 3,2 --inv-h 1 --constraints pairs.csv --trace trace.csv iris.csv
  assert_error 1 "ce-generate: pairs.csv: no two of 1, 51, 101 can link, 2 clusters are too few"
  [ ! -e trace.csv ]
  run_split ce-generate lac -k 3,2 --inv-h 1,7 --constraints pairs.csv --infeasible count --trace trace.csv -o labels.csv iris.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-generate: clac.k2.i1: 1 of 3 constraints violated
ce-generate: clac.k2.i7: 1 of 3 constraints violated"
  assert_equal "$(cut -d, -f7 trace.csv)" "$(table violated 0 0 1 1)"
  assert_equal "$(violations pairs.csv labels.csv)" "$(table 0 0 1 1)"
  # a contradiction beside what can be kept
  table i,j,link 1,2,must 2,3,must 1,3,cannot 1,60,cannot >pairs.csv
  run_split ce-generate lac -k 2 --inv-h 1 --constraints pairs.csv iris.csv
  assert_error 1 "ce-generate: pairs.csv:4: 1 and 3 cannot link, but 1-2-3 must"
  run_split ce-generate lac -k 2 --inv-h 1 --constraints pairs.csv --infeasible count -o labels.csv iris.csv
  assert_equal "$stderr" "ce-generate: pairs.csv: 1 contradictory cannot-link left out
ce-generate: clac.k2.i1: 1 of 4 constraints violated"
  # a cycle of odd length
  table i,j,link 1,2,cannot 2,3,cannot 3,4,cannot 4,5,cannot 5,1,cannot >pairs.csv
  run_split ce-generate lac -k 2 --inv-h 1 --constraints pairs.csv iris.csv
  assert_equal "$status$output" 1
  ce-generate lac -q -k 2 --inv-h 1 --constraints pairs.csv --infeasible count iris.csv >labels.csv
  assert_equal "$(violations pairs.csv labels.csv)" 1
  ce-generate lac -k 3 --inv-h 1 --constraints pairs.csv iris.csv >labels.csv
  assert_equal "$(violations pairs.csv labels.csv)" 0
}

@test "ce-generate lac --constraints: objects go by their ids; delimiters are used everywhere; names with -m" {
  table 'id;x;y' 'a;0;0' 'b;0;2' 'c;10;0' 'd;12;0' >data.csv
  table 'link;j;i' 'cannot;a;b' >pairs.csv
  run_split ce-generate lac -d ';' -k 2 -m 2 --inv-h 0.5,2 --constraints pairs.csv --trace trace.csv -v data.csv
  assert_equal "$(head -n 1 <<<"$output")" "id;clac.k2.i0.5.r1;clac.k2.i2.r2"
  assert_equal "$(cut -d';' -f1 <<<"$output" | paste -sd' ')" "id a b c d"
  # from a and b: all else is nearer to b
  assert_equal "$(cut -d';' -f2 <<<"$output" | tail -n +2 | paste -sd' ')" "1 2 1 1"
  assert_equal "$(head -n 1 trace.csv)" "clustering;k;inv_h;error;iterations;converged;violated"
  [[ $stderr == *"ce-generate: clac.k2.i0.5.r1: 0 of 1 constraint violated
ce-generate: clac.k2.i2.r2: 0 of 1 constraint violated" ]]
}

@test "ce-generate lac --constraints --membership: equation 3.1 for all objects; one in a constraint may be likelier elsewhere, others are not" {
  ce-synth blobs -n 150 -k 3 --spread 2 --seed 4 -o data.csv
  some_truth data.csv 60 2 >pairs.csv
  ce-generate lac -q -k 3 --inv-h 0.5 --constraints pairs.csv --model model.csv --labels labels.csv --membership -o membership.csv data.csv
  ce-generate lac -q -k 3 --inv-h 0.5 --constraints pairs.csv data.csv | cmp - labels.csv
  assert_equal "$(head -n 1 membership.csv)" clac.k3.i0.5:1,clac.k3.i0.5:2,clac.k3.i0.5:3
  awk -F, 'FILENAME == ARGV[1] { if (FNR > 1) { held[$1] = 1; held[$2] = 1 } next }
    FILENAME == ARGV[2] { for (s = 5; s <= NF; s++) { if ($4 == "centroid") c[$2, s - 4] = $s; else w[$2, s - 4] = $s } next }
    FILENAME == ARGV[3] { label[FNR] = $1; next }
    FILENAME == ARGV[4] { for (j = 1; j <= 3; j++) p[FNR, j] = $j; next }
    FNR > 1 { most = sum = 0; best = 1
      for (j = 1; j <= 3; j++) { d = 0; for (s = 1; s <= 2; s++) d += w[j, s] * ($s - c[j, s]) ^ 2; D[j] = sqrt(d); if (D[j] > most) most = D[j]; sum += D[j] }
      for (j = 1; j <= 3; j++) { e = p[FNR, j] - (most - D[j] + 1) / (3 * most + 3 - sum); if (!(e < 1e-6 && e > -1e-6)) exit bad = 1; if (p[FNR, j] > p[FNR, best]) best = j }
      if (best != label[FNR]) { if (!((FNR - 1) in held)) exit bad = 1; elsewhere++ } }
    END { exit bad || !elsewhere }' pairs.csv model.csv labels.csv membership.csv data.csv
}

@test "ce-generate lac --constraints: labels of objects in none are those of the nearest centroids, also where the iterations ran out" {
  ce-synth blobs -n 300 -k 4 --spread 2 --seed 5 -o data.csv
  some_truth data.csv 80 3 >pairs.csv
  for most in 1 2 200; do
    ce-generate lac -q -k 4 --inv-h 0.5 --iterations $most --constraints pairs.csv --model model.csv -o labels.csv data.csv
    awk -F, 'FILENAME == ARGV[1] { if (FNR > 1) { held[$1] = 1; held[$2] = 1 } next }
      FILENAME == ARGV[2] { for (s = 5; s <= NF; s++) { if ($4 == "centroid") c[$2, s - 4] = $s; else w[$2, s - 4] = $s } next }
      FILENAME == ARGV[3] { label[FNR] = $1; next }
      FNR > 1 && !((FNR - 1) in held) { best = 0
        for (j = 1; j <= 4; j++) { d = 0; for (s = 1; s <= 2; s++) d += w[j, s] * ($s - c[j, s]) ^ 2; if (!best || d < least) { least = d; best = j } }
        if (best != label[FNR]) exit bad = 1; n++ }
      END { exit bad || n < 100 }' pairs.csv model.csv labels.csv data.csv
  done
}

@test "ce-generate lac --constraints: an empty cluster takes no object of a chunklet, and stays where there are no others" {
  cross >data.csv
  table x,y 0,0 10,0 1000,1000 >start.csv
  table i,j,link 1,2,must 3,4,must >pairs.csv
  run_split ce-generate lac --start start.csv --inv-h 1 --constraints pairs.csv --model model.csv --trace trace.csv data.csv
  assert_equal "$status$stderr" 0
  assert_equal "$output" "$(table clac.k3.i1 1 1 2 2)"
  assert_equal "$(tail -n 2 model.csv)" "$(table clac.k3.i1,3,0,centroid,1000,1000 clac.k3.i1,3,0,weight,0.5,0.5)"
  # 4 is free, and farther from its centroid than 1, 2 and 3 are
  table i,j,link 1,2,must >pairs.csv
  run_split ce-generate lac --start start.csv --inv-h 1 --constraints pairs.csv data.csv
  assert_equal "$output" "$(table clac.k3.i1 1 1 2 3)"
}

@test "ce-generate lac --constraints: equal objects that cannot be together are apart, with as many clusters as asked for" {
  table x,y 1,1 1,1 1,1 2,2 >data.csv
  table i,j,link 1,2,cannot 2,3,cannot 1,3,cannot >pairs.csv
  for init in chunklets scattered random; do
    for k in 3 4; do
      run_split ce-generate lac -k $k --inv-h 1 --init $init --constraints pairs.csv -o labels.csv data.csv
      assert_equal "$status$stderr" 0
      assert_equal "$(violations pairs.csv labels.csv)" 0
    done
  done
}

@test "ce-generate lac --constraints: files that are wrong are refused with their line, and nothing is written" {
  cross >data.csv
  while IFS='|' read -r line message; do
    table i,j,link 1,2,must "$line" >pairs.csv
    run_split ce-generate lac -k 2 --inv-h 1 --constraints pairs.csv --model model.csv data.csv
    assert_error 1 "ce-generate: pairs.csv:3: $message"
    [ ! -e model.csv ]
  done <<END
3,3,must|a pair of 3 with itself
1,2,must|1 and 2 again (line 2)
2,1,must|1 and 2 again (line 2)
1,9,must|row 9, 4 objects in data.csv
1,3,perhaps|link 'perhaps', must or cannot expected
END
  run_split ce-generate lac -k 2 --inv-h 1 --constraints none.csv data.csv
  assert_error 1 "ce-generate: none.csv: No such file or directory"
}

@test "ce-generate lac --constraints: wrong use" {
  cross >data.csv
  table i,j,link >pairs.csv
  hint="
Try 'ce-generate --help'."
  while IFS='|' read -r arguments message; do
    # shellcheck disable=SC2086 # a list of arguments
    run_split ce-generate lac -k 2 --inv-h 1 $arguments
    assert_error 2 "ce-generate: $message$hint"
  done <<END
--infeasible count data.csv|--infeasible goes with --constraints
--init chunklets data.csv|--init chunklets goes with --constraints
--constraints - -|--constraints and FILE are both standard input
--constraints pairs.csv --rule cop data.csv|--rule does not go with lac, only with: kmeans
--constraints pairs.csv --init linear data.csv|--init 'linear', one of scattered|random|chunklets expected
END
}
