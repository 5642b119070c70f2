#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; load constraints; }

# The dead end of index order: 1 and 2 go to the two centres, and 3 may be with neither.
dead_end() {
  table x 0 10 5.5 >data.csv
  table x 0 10 >start.csv
  table i,j,link 1,3,cannot 2,3,cannot >pairs.csv
}

@test "ce-generate kmeans --constraints: labels, iterations and dead ends as of COP-KMeans and Constrained-KMeans written down plainly" {
  run "$CE_BUILD/obj/tests/constrained-kmeans"
  assert_equal "$output" "1596 runs of COP-KMeans and 400 of Constrained-KMeans: as the plain ones, dead ends among them"
}

@test "ce-generate kmeans --rule chunklet, pc: labels as of k-means on weighted means of chunklets and of PCKMeans written down plainly; the objective never rises" {
  run "$CE_BUILD/obj/tests/constraint-rules"
  assert_equal "$output" "382 runs by chunklets, 400 of PCKMeans and 382 from neighbourhoods as the plain ones; the objective never rose; 1600 assignments no dearer than others"
}

@test "chunklet starts: centroids and seeds as defined, written down plainly" {
  run "$CE_BUILD/obj/tests/chunklet-start"
  assert_equal "$output" "600 starts and 600 sets of seeds as by definition, of more chunklets than clusters, of fewer, of none"
}

@test "ce-generate kmeans --constraints: with the whole truth it returns the truth, from any start" {
  for data in iris wine; do
    whole_truth "$BUNDLED/$data.csv" >pairs.csv
    for options in "" "--init plusplus" "--init chunklets" "--init neighbourhoods" "--empty keep --features 2" "--rule pc" "--rule pc --price 1 --order random" "--rule cop" "--rule cop --order random" "--rule cop --init farthest --order random" "--rule cop --init chunklets" "--rule constrained" "--rule cop --attempts 1 --features 2"; do
      # shellcheck disable=SC2086 # a list of options
      run_split ce-generate kmeans -k 3 -m 5 --constraints pairs.csv $options -o labels.csv "$BUNDLED/$data.csv"
      assert_equal "$status$stderr" 0
      run_split ce-score -t "$BUNDLED/$data.csv" -s error labels.csv
      assert_equal "$(cut -d, -f3 <<<"$output" | sort -u)" "$(table 0 error)"
    done
  done
}

@test "ce-generate kmeans --constraints: a file without pairs changes no byte" {
  table i,j,link >none.csv
  for options in "-k 2..5" "-k 2..6 -m 7 --restarts 3 --init plusplus" "-k 3 -m 4 --features 2 --seed 9" "-k 4 --empty keep --iterations 3"; do
    # shellcheck disable=SC2086 # a list of options
    ce-generate kmeans $options --model model --trace trace -o labels "$BUNDLED/iris.csv"
    for rule in "cop --init random --order random --attempts 3" cop chunklet pc "pc --price 3 --order random" seeded constrained; do
      case "$options $rule" in *--restarts*--init*--init* | *--restarts*seeded | *--restarts*constrained) continue ;; esac
      # shellcheck disable=SC2086 # a list of options
      ce-generate kmeans $options --constraints none.csv --rule $rule --model none.model --trace none.trace -o none.labels "$BUNDLED/iris.csv"
      for file in model trace labels; do cmp $file none.$file; done
    done
    # shellcheck disable=SC2086 # a list of options
    ce-generate kmeans $options --constraints none.csv -o none.labels "$BUNDLED/iris.csv"
    cmp labels none.labels
  done
}

@test "ce-generate kmeans --constraints: nothing that can be kept is violated, with 2, 3 and 5 clusters" {
  in_turn 4
  for k in 2 3 5; do
    ce-synth blobs -n 200 -k $k --spread 2 --seed $k -o data.csv
    for count in 10 60 300; do
      some_truth data.csv $count $((k * count)) >pairs.csv
      for options in "" "--init chunklets" "--init neighbourhoods" "--empty keep --init plusplus" "--rule cop" "--rule cop --order random" "--rule cop --init chunklets" "--rule cop --empty keep --init plusplus"; do
        # shellcheck disable=SC2086 # a list of options
        run_split ce-generate kmeans -k $k -m 4 --constraints pairs.csv $options --trace trace.csv -o labels.csv data.csv
        assert_equal "$status$stderr" 0
        assert_equal "$(violations pairs.csv labels.csv | sort -u)" 0
        assert_equal "$(tail -n +2 trace.csv | cut -d, -f7 | sort -u)" 0
      done
    done
  done
}

@test "ce-generate kmeans --constraints: a dead end that every start would meet is searched, and told in the trace" {
  dead_end
  run_split ce-generate kmeans --start start.csv --rule cop --constraints pairs.csv --trace trace.csv --model model.csv -v data.csv
  assert_equal "$output" "$(table cop.k2.r1 1 1 2)"
  assert_equal "$stderr" "ce-generate: cop.k2.r1: 2 clusters, 2 iterations, inertia 50
ce-generate: cop.k2.r1: 0 of 2 constraints violated"
  assert_equal "$(cat trace.csv)" "$(table clustering,k,inertia,iterations,converged,dead_ends,violated cop.k2.r1,2,50,2,1,1,0)"
  assert_equal "$(cat model.csv)" "$(table clustering,cluster,size,kind,x cop.k2.r1,1,2,centroid,5 cop.k2.r1,2,1,centroid,5.5)"
  # drawn starts: two of the three objects; with 1 and 2 the run begins again
  table x 0 10 -20 >data.csv
  ce-generate kmeans -k 2 -m 200 --rule cop --attempts 3 --constraints pairs.csv --trace trace.csv data.csv >labels.csv
  assert_equal "$(violations pairs.csv labels.csv | sort -u)" 0
  awk -F, 'NR > 1 { seen[$6]++; if ($6 > 3) exit bad = 1 } END { exit bad || !(seen[0] && seen[1] && seen[2] && seen[3]) }' trace.csv
}

@test "ce-generate kmeans --rule cop --order random: the order decides who goes first" {
  # 1 and 2 are both nearest to 0 and cannot be together
  table x 0 1 9 10 >data.csv
  table x 0 10 >start.csv
  table i,j,link 1,2,cannot >pairs.csv
  for seed in 1 2 3 4 5 6 7 8; do
    ce-generate kmeans --start start.csv --rule cop --constraints pairs.csv --seed $seed data.csv >>index
    ce-generate kmeans --start start.csv --rule cop --constraints pairs.csv --order random --seed $seed data.csv >>random
  done
  assert_equal "$(tail -n +2 index | paste -sd' ' | sed 's/ cop.k2.r1 /\n/g' | sort -u)" "1 2 2 2"
  assert_equal "$(tail -n +2 random | paste -sd' ' | sed 's/ cop.k2.r1 /\n/g' | sort -u)" "$(table "1 2 1 1" "1 2 2 2")"
}

@test "ce-generate kmeans --constraints: contradictions and too few clusters are refused, or counted" {
  table x 0 1 2 3 4 5 >data.csv
  table i,j,link 1,2,must 2,3,must 1,3,cannot >pairs.csv
  run_split ce-generate kmeans -k 2 --constraints pairs.csv data.csv
  assert_error 1 "ce-generate: pairs.csv:4: 1 and 3 cannot link, but 1-2-3 must"
  run_split ce-generate kmeans -k 2 --constraints pairs.csv --infeasible count data.csv
  assert_equal "$stderr" "ce-generate: pairs.csv: 1 contradictory cannot-link left out
ce-generate: chunklet.k2.r1: 1 of 3 constraints violated"
  assert_equal "$(sed -n 2,4p <<<"$output" | sort -u)" 1
  # three that cannot be together, with two clusters; the message names them
  table i,j,link 1,2,cannot 2,3,cannot 1,3,cannot >pairs.csv
  for rule in cop chunklet pc constrained seeded; do
    run_split ce-generate kmeans -k 2,3 --constraints pairs.csv --rule $rule data.csv
    assert_equal "$status$output" 1
    assert_equal "$stderr" "ce-generate: pairs.csv: no two of 1, 2, 3 can link, 2 clusters are too few"
  done
  run_split ce-generate kmeans -k 2 --constraints pairs.csv --infeasible count --trace trace.csv --rule cop data.csv
  assert_equal "$stderr" "ce-generate: cop.k2.r1: 1 of 3 constraints violated"
  assert_equal "$(tail -n 1 trace.csv | cut -d, -f6-)" 10,1
  run_split ce-generate kmeans -k 2 --constraints pairs.csv --infeasible count --trace trace.csv data.csv
  assert_equal "$stderr" "ce-generate: chunklet.k2.r1: 1 of 3 constraints violated"
  assert_equal "$(tail -n 1 trace.csv | cut -d, -f6-)" 0,1
  # one object and five around it, each apart from the next and from the first: four clusters are needed, but no four are apart pairwise
  table i,j,link 1,2,cannot 1,3,cannot 1,4,cannot 1,5,cannot 1,6,cannot 2,3,cannot 3,4,cannot 4,5,cannot 5,6,cannot 2,6,cannot >pairs.csv
  for rule in cop chunklet; do
    run_split ce-generate kmeans -k 3 --rule $rule --constraints pairs.csv data.csv
    assert_equal "$status" 0
    assert_equal "$stderr" "ce-generate: $rule.k3.r1: 1 of 10 constraints violated"
    run_split ce-generate kmeans -k 4 --rule $rule --constraints pairs.csv data.csv
    assert_equal "$status$stderr" 0
  done
}

@test "ce-generate kmeans --constraints: equal rows can be apart, where all are equal too" {
  table x,y 1,1 1,1 1,1 1,1 5,5 5,6 >data.csv
  table i,j,link 1,2,cannot 3,4,must >pairs.csv
  for init in random plusplus farthest chunklets; do
    for rule in cop chunklet; do
      run_split ce-generate kmeans -k 3 -m 5 --init $init --rule $rule --constraints pairs.csv -o labels.csv data.csv
      assert_equal "$status$stderr" 0
      assert_equal "$(violations pairs.csv labels.csv | sort -u)" 0
    done
  done
  table x 7 7 7 7 7 >data.csv
  table i,j,link 1,2,cannot 2,3,cannot 1,3,cannot 4,5,must >pairs.csv
  for options in "" "--init chunklets" "--empty keep" "--rule cop" "--rule cop --init chunklets" "--rule cop --empty keep" "--rule constrained"; do
    # shellcheck disable=SC2086 # a list of options
    run_split ce-generate kmeans -k 3 --constraints pairs.csv $options data.csv
    assert_equal "$status$stderr" 0
    assert_equal "$(sed -n 2,4p <<<"$output" | paste -sd' ')" "1 2 3"
    assert_equal "${lines[4]}" "${lines[5]}"
  done
}

@test "ce-generate kmeans --constraints: same seed, same bytes, with any threads; the first members of a larger ensemble are those of a smaller one" {
  ce-synth blobs -n 1500 -k 6 --spread 3 --dimensions 12 -o data.csv
  some_truth data.csv 700 5 >pairs.csv
  for options in "-k 6..8 -m 5" "-k 6" "-k 6 -m 4 --rule pc --order random --features 8" "-k 6 --rule pc --restarts 3" "-k 6..8 -m 5 --rule cop" "-k 6 -m 4 --rule cop --order random --features 8" "-k 7 --rule constrained" "-k 6 --rule seeded" "-k 6,9 --init chunklets" "-k 6,9 --rule cop --init chunklets"; do
    for j in 1 3; do
      # shellcheck disable=SC2086 # a list of options
      ce-generate kmeans -q $options -j $j --constraints pairs.csv --model model.$j --trace trace.$j -o labels.$j data.csv
    done
    for file in model trace labels; do cmp $file.1 $file.3; done
  done
  for options in "" "--rule pc --init random --order random" "--rule cop --order random"; do
    # shellcheck disable=SC2086 # a list of options
    ce-generate kmeans -q -k 6..8 -m 5 $options --constraints pairs.csv -o all data.csv
    cut -d, -f1-2 all >five
    # shellcheck disable=SC2086 # a list of options
    ce-generate kmeans -q -k 6..8 -m 2 $options --constraints pairs.csv -o two data.csv
    cmp two five
  done
}

@test "ce-generate kmeans --init chunklets: from the means of chunklets that are apart, then the farthest objects" {
  table x,y 0,0 0,2 10,0 10,4 5,30 4,1 20,20 >data.csv
  table i,j,link 1,2,must 3,4,must 1,4,cannot 5,6,must >pairs.csv
  # the chunklet 5-6 is apart from none; of the objects 5 is farthest from (0, 1) and (10, 2), then 7 from these three
  table x,y 0,1 10,2 5,30 20,20 >start.csv
  for rule in cop chunklet pc; do
    ce-generate kmeans -q -k 4 --init chunklets --rule $rule --constraints pairs.csv --model one.model --trace one.trace -o one data.csv
    ce-generate kmeans -q --start start.csv --rule $rule --constraints pairs.csv --model two.model --trace two.trace -o two data.csv
    for file in one one.model one.trace; do cmp $file "two${file#one}"; done
  done
  # the same seeds
  ce-generate kmeans -q -k 4 --rule seeded --constraints pairs.csv data.csv | tail -n +2 | cmp - <(ce-generate kmeans -q --start start.csv data.csv | tail -n +2)
  # no chunklet is apart: as without --init
  table i,j,link 1,2,must >pairs.csv
  ce-generate kmeans -k 2 -m 9 --init chunklets --constraints pairs.csv data.csv | cmp - <(ce-generate kmeans -k 2 -m 9 --constraints pairs.csv data.csv)
}

@test "ce-generate kmeans --rule seeded, constrained: seeds are where the run begins, or stay; what is violated is told" {
  table x 0 1 2 10 11 12 >data.csv
  # 3 and 4 are seeds of the wrong side, 2 and 6 are in no seed
  table i,j,link 1,4,must 3,5,must 1,3,cannot 2,6,must >pairs.csv
  run_split ce-generate kmeans -k 2 --rule seeded --constraints pairs.csv data.csv
  assert_equal "$output" "$(table seeded.k2.r1 1 1 1 2 2 2)"
  assert_equal "$stderr" "ce-generate: seeded.k2.r1: 4 of 4 constraints violated"
  run_split ce-generate kmeans -k 2 --rule constrained --constraints pairs.csv --trace trace.csv data.csv
  assert_equal "$output" "$(table constrained.k2.r1 1 1 2 1 2 2)"
  assert_equal "$stderr" "ce-generate: constrained.k2.r1: 1 of 4 constraints violated"
  assert_equal "$(cut -d, -f1,6,7 trace.csv)" "$(table clustering,dead_ends,violated constrained.k2.r1,0,1)"
}

@test "ce-generate kmeans --restarts with constraints: the run of least inertia is kept" {
  some_truth "$BUNDLED/wine.csv" 40 3 >pairs.csv
  for rule in cop chunklet "pc --price 0 --init random"; do
    # shellcheck disable=SC2086 # a rule with its options
    ce-generate kmeans -q -k 5 -m 6 --restarts 12 --rule $rule --constraints pairs.csv --trace twelve -o labels.csv "$BUNDLED/wine.csv"
    # shellcheck disable=SC2086
    ce-generate kmeans -q -k 5 -m 6 --rule $rule --constraints pairs.csv --trace one -o one.csv "$BUNDLED/wine.csv"
    # every member from twelve starts is at least as good as that from its first one, and most are better
    awk -F, 'FNR == 1 { next } NR == FNR { inertia[$1] = $3; next } $3 < inertia[$1] { exit worse = 1 } { better += $3 > inertia[$1] }
      END { exit worse || better < 3 }' twelve one
    case $rule in pc*) continue ;; esac
    assert_equal "$(violations pairs.csv labels.csv | sort -u)" 0
  done
}

@test "ce-generate kmeans --constraints: sixty true answers make the clusters of wine better; object by object they could make them worse" {
  ce-prepare zscore -o wine.csv "$BUNDLED/wine.csv"
  for seed in 1 2 3; do
    some_truth wine.csv 60 $seed >pairs.csv
    ce-generate kmeans -q -k 3 -m 20 --constraints pairs.csv -o labels.csv wine.csv
    ce-score -t wine.csv -s error -o scores.csv labels.csv
    awk -F, 'NR > 1 { sum += $3 } END { exit !(sum / (NR - 1) < .04) }' scores.csv
  done
}

@test "ce-generate kmeans --rule pc: at price 0 it is k-means, at a high price nothing that can be kept is violated" {
  some_truth "$BUNDLED/wine.csv" 40 3 >pairs.csv
  ce-generate kmeans -k 2..6 -m 9 -o plain.csv "$BUNDLED/wine.csv"
  ce-generate kmeans -q -k 2..6 -m 9 --rule pc --price 0 --init random --constraints pairs.csv -o priced.csv "$BUNDLED/wine.csv"
  sed 1s/pc/kmeans/g priced.csv >renamed.csv
  cmp plain.csv renamed.csv
  table x 0 1 9 10 >data.csv
  table x 0 10 >start.csv
  table i,j,link 1,2,cannot >pairs.csv
  # 1 and 2 are .25 from their mean, the others too; all lie 20.5 from the mean of all. 2 can go to 9.5 for 72
  run_split ce-generate kmeans --start start.csv --rule pc --price 1 --constraints pairs.csv data.csv
  assert_equal "$output" "$(table pc.k2.r1 1 1 2 2)"
  assert_equal "$stderr" "ce-generate: pc.k2.r1: 1 of 1 constraint violated"
  run_split ce-generate kmeans --start start.csv --rule pc --price 4 --constraints pairs.csv data.csv
  assert_equal "$output" "$(table pc.k2.r1 1 2 2 2)"
  assert_equal "$stderr" ""
}

@test "ce-generate kmeans --constraints: objects by their ids, constraints from standard input" {
  table id,x a,0 b,1 c,9 d,10 >data.csv
  run_split ce-generate kmeans -k 2 --id id --constraints - data.csv <<<"$(table i,j,link c,d,cannot b,c,must)"
  assert_equal "$status$stderr" 0
  assert_equal "$(cut -d, -f2 <<<"$output" | paste -sd' ')" "chunklet.k2.r1 1 1 1 2"
  run_split ce-generate kmeans -k 2 --id id --constraints - data.csv <<<"$(table i,j,link c,e,cannot)"
  assert_error 1 "ce-generate: standard input:2: no object 'e' among the ids of data.csv"
}

@test "ce-generate kmeans --constraints: bad constraints" {
  table x 0 1 2 3 >data.csv
  while IFS='|' read -r pairs message; do
    # shellcheck disable=SC2086 # a list of lines
    table i,j,link $pairs >pairs.csv
    for rule in cop chunklet pc seeded constrained; do
      run_split ce-generate kmeans -k 2 --constraints pairs.csv --rule $rule -o labels.csv data.csv
      assert_error 1 "ce-generate: $message"
      assert [ ! -e labels.csv ]
    done
  done <<'END'
1,1,must|pairs.csv:2: a pair of 1 with itself
1,2,must 2,1,must|pairs.csv:3: 1 and 2 again (line 2)
1,5,must|pairs.csv:2: row 5, 4 objects in data.csv
1,2,maybe|pairs.csv:2: link 'maybe', must or cannot expected
1,2,must 2,1,cannot|pairs.csv:3: 1 and 2 cannot link, but 1-2 must
END
}

@test "ce-generate: wrong use of constraints" {
  table x 0 1 2 3 >data.csv
  table i,j,link 1,2,must >pairs.csv
  hint="
Try 'ce-generate --help'."
  while IFS='|' read -r arguments message; do
    # shellcheck disable=SC2086 # a list of arguments
    run_split ce-generate $arguments data.csv
    assert_error 2 "ce-generate: $message$hint"
  done <<'END'
kmeans -k 2 --rule cop|--rule goes with --constraints
kmeans -k 2 --infeasible count|--infeasible goes with --constraints
kmeans -k 2 --order random|--order goes with --constraints
kmeans -k 2 --attempts 3|--attempts goes with --constraints
kmeans -k 2 --init chunklets|--init chunklets goes with --constraints
kmeans -k 2 --constraints pairs.csv --objects 2|--objects does not go with --constraints
kmeans -k 2 --price 1|--price goes with --constraints
kmeans -k 2 --init neighbourhoods|--init neighbourhoods goes with --constraints
kmeans -k 2 --constraints pairs.csv --init neighbourhoods --rule cop|--init neighbourhoods goes with --rule chunklet|pc
kmeans -k 2 --constraints pairs.csv --price 1|--price goes with --rule pc
kmeans -k 2 --constraints pairs.csv --rule pc --price -1|--price '-1', a number from 0 to 1000000 expected
kmeans -k 2 --constraints pairs.csv --order random|--order goes with --rule cop|pc
kmeans -k 2 --constraints pairs.csv --attempts 3|--attempts goes with --rule cop
kmeans -k 2 --constraints pairs.csv --empty drop|--empty drop does not go with --rule chunklet: singleton or keep expected
kmeans -k 2 --constraints pairs.csv --rule cop --empty drop|--empty drop does not go with --rule cop: singleton or keep expected
kmeans -k 2 --constraints pairs.csv --rule constrained --empty drop|--empty drop does not go with --rule constrained: singleton or keep expected
kmeans -k 2 --constraints pairs.csv --rule seeded --attempts 3|--attempts goes with --rule cop
kmeans -k 2 --constraints pairs.csv --rule constrained --order index|--order goes with --rule cop|pc
kmeans -k 2 --constraints pairs.csv --rule seeded --init random|--init goes with --rule cop|chunklet|pc
kmeans -k 2 --constraints pairs.csv --rule constrained --restarts 5|--restarts goes with --rule cop|chunklet|pc
kmeans --start start.csv --constraints pairs.csv --rule seeded|--start goes with --rule cop|chunklet|pc
kmeans --start start.csv --constraints pairs.csv --rule cop --attempts 3|--attempts goes with --order random: every start would be the same
kmeans -k 2 --init chunklets --constraints pairs.csv --rule cop --attempts 3|--attempts goes with --order random: every start would be the same
kmeans -k 2 --constraints pairs.csv --rule hard|--rule 'hard', one of cop|chunklet|pc|seeded|constrained expected
kmeans -k 2 --constraints pairs.csv --attempts 0|--attempts '0', a whole number from 1 expected
rpcl -k 2 --constraints pairs.csv|--constraints does not go with rpcl, only with: kmeans lac
lac -k 2 --inv-h 1 --constraints pairs.csv --rule cop|--rule does not go with lac, only with: kmeans
END
  run_split ce-generate kmeans -k 2 --constraints - <data.csv
  assert_error 2 "ce-generate: --constraints and FILE are both standard input$hint"
}
