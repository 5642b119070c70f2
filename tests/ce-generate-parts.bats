#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-generate kmeans --part: the model of any number of parts has the bytes of that of one process.

setup() {
  load common
}

# in_parts FILE PARTS OPTION...: round after round; the model is in parts.model, the rounds in $rounds.
in_parts() {
  local file=$1 parts=$2 state=() i
  shift 2
  cut_rows "$file" "$parts" part
  rm -f parts.model
  for ((rounds = 0; rounds < 150; rounds++)); do
    rm -f ./*.sums
    for ((i = parts; i >= 1; i--)); do ce-generate kmeans "$@" "${state[@]}" --part "$i/$parts" "part.$i" -o "$i.sums"; done
    ce-merge ./*.sums | ce-generate kmeans "$@" "${state[@]}" --model parts.model -o next
    mv next state
    state=(--state state)
    ! grep -q '^1,0,"done"' state || return 0
  done
  return 1
}

# as_one FILE "PARTS..." OPTION...: the model of each number of parts is that of one process, and labels the objects like it.
as_one() {
  local file=$1 numbers=$2 parts
  shift 2
  ce-generate kmeans "$@" --model whole.model -o whole.csv -q "$file"
  for parts in $numbers; do
    in_parts "$file" "$parts" "$@"
    cmp parts.model whole.model
    ce-assign -q --model parts.model "$file" -o assigned.csv
    cmp assigned.csv whole.csv
  done
}

# Objects close together, and few far out, which come again at the end, so that equal rows are in several parts; clusters of
# them go empty.
awkward() {
  awk 'BEGIN { srand(4); print "x,y"
    for (i = 0; i < 14; i++) { far[i] = int(120 * rand()) - 60 "," int(120 * rand()) - 60; print far[i] }
    for (i = 0; i < 300; i++) { u = rand() + rand() + rand(); v = rand() + rand() + rand(); printf "%.2f,%.2f\n", u, v }
    for (i = 0; i < 14; i++) { print far[i]; if (i % 3 == 0) print far[i] } }'
}

@test "parts of k-means: 1, 3, 4 and 7 parts have the model of one process" {
  as_one "$CE_SOURCE/data/wine.csv" "1 3 7" -k 2..6 -m 4 --sample 40
  as_one "$CE_SOURCE/data/wine.csv" "2" -k 3 --sample 40 --prefix first.
}

@test "parts of k-means: random features, k-means++, few iterations, more parts than some clusters have rows" {
  as_one "$CE_SOURCE/data/iris.csv" "1 5" -k 2..20 -m 6 --sample 50 --features 0.5 --init plusplus
  as_one "$CE_SOURCE/data/iris.csv" "6" -k 20,30 --sample 150 --init farthest --iterations 2
}

@test "parts of k-means: empty clusters are repaired, kept and dropped as in one process" {
  awkward >far.csv
  repaired=0
  # what a repair did is seen best when the iterations end soon after it
  for seed in 2; do
    for iterations in 2 5; do as_one far.csv "4" -k 25,40 --sample 310 --seed "$seed" --iterations "$iterations"; done
    ce-generate kmeans -k 25,40 --sample 310 --seed "$seed" --empty drop -o /dev/null -v far.csv 2>said
    if grep -q 'k25.r1: 2[0-4] clusters\|k40.r2: 3[0-9] clusters' said; then repaired=$((repaired + 1)); fi
  done
  echo "seeds in which a cluster goes empty: $repaired"
  [ "$repaired" -ge 1 ]
  as_one far.csv "3" -k 25,40 --sample 310 --seed 3 --empty drop
  as_one far.csv "3" -k 25,40 --sample 310 --seed 3 --empty keep
}

@test "parts of k-means: a cluster of a single row does not give it to an empty one" {
  # among sixty starts are some after which a cluster is empty and the farthest row is alone in its own
  table x,y 1,1 1,2 -12,-6 3,1 0,3 -3,0 -4,0 12,12 -3,-3 >few.csv
  as_one few.csv "2" -k 5 -m 60 --sample 9 --iterations 2
}

@test "parts of k-means: where ties decide labels, centres stand in the order of one process" {
  # points between centres, which are as near to several of them
  awk 'BEGIN { print "x,y"; for (i = 0; i < 5; i++) for (j = 0; j < 5; j++) print i * 2 % 5 "," j * 3 % 5 }' >grid.csv
  tied=0
  # the ties of 2 and 4 decide the order
  for seed in 2 3 4; do
    as_one grid.csv "3" -k 2..6 --sample 25 --seed "$seed"
    if awk -F, '$1 != name { name = $1; last = 0 } $2 < last { found = 1 } { last = $2 } END { exit !found }' whole.model; then
      tied=$((tied + 1))
    fi
  done
  echo "seeds with centres that are not in the order of labels: $tied"
  [ "$tied" -ge 2 ]
}

@test "parts of k-means: rounds after the last one change nothing" {
  in_parts "$CE_SOURCE/data/wine.csv" 2 -k 3 --sample 30
  cp parts.model before
  cp state old
  for i in 1 2; do ce-generate kmeans -k 3 --sample 30 --state state --part "$i/2" "part.$i" -o "$i.sums"; done
  ce-merge 1.sums 2.sums | ce-generate kmeans -k 3 --sample 30 --state state --model parts.model -o next
  cmp next old
  cmp parts.model before
}

@test "parts of k-means: what does not belong together is refused" {
  wine=$CE_SOURCE/data/wine.csv
  cut_rows "$wine" 2 part
  for i in 1 2; do ce-generate kmeans -k 3 --sample 30 --part "$i/2" "part.$i" -o "$i.sums"; done
  ce-merge 1.sums 2.sums -o all.sums
  ce-generate kmeans -k 3 --sample 30 all.sums -o state
  run_split ce-generate kmeans -k 3 --sample 30 --state all.sums --part 1/2 part.1
  assert_error 1 "ce-generate: all.sums: sums of round 0, a state expected"
  # other options, another seed
  run ce-generate kmeans -k 4 --sample 30 --state state --part 1/2 part.1
  assert_output "ce-generate: state: sums with clusters '3', '4' expected"
  assert_equal "$status" 1
  run ce-generate kmeans -k 3 --sample 30 --seed 2 all.sums
  assert_output "ce-generate: all.sums: sums with seed '1', '2' expected"
  assert_equal "$status" 1
  # sums of another round
  run ce-generate kmeans -k 3 --sample 30 --state state all.sums
  assert_output "ce-generate: all.sums: sums of round 0, of round 1 expected"
  assert_equal "$status" 1
  # a part that has changed, and one that is another one
  sed '$d' part.1 >less
  run ce-generate kmeans -k 3 --sample 30 --state state --part 1/2 less
  assert_output --partial "ce-generate: less: part 1 of 2 has changed: 88 objects with checksum"
  assert_equal "$status" 1
  run ce-generate kmeans -k 3 --sample 30 --state state --part 2/2 part.1
  assert_output --partial "ce-generate: part.1: part 2 of 2 has changed: 89 objects with checksum"
  assert_equal "$status" 1
  # a part that is missing
  run ce-generate kmeans -k 3 --sample 30 1.sums
  assert_output "ce-generate: 1.sums: 1 of 2 parts are missing: 2"
  assert_equal "$status" 1
  # other features
  sed '1s/alcohol/spirit/' part.2 >other
  ce-generate kmeans -k 3 --sample 30 --part 2/2 other -o 2.sums
  ce-merge 1.sums 2.sums -o all.sums
  run ce-generate kmeans -k 3 --sample 30 all.sums
  assert_output 'ce-generate: all.sums: feature "alcohol" is in 1 of 2 parts: the same in all expected'
  assert_equal "$status" 1
}

@test "parts of k-means: a state in which a member has lost all its centres is refused" {
  cut -d, -f1,2 "$CE_SOURCE/data/wine.csv" >two.csv
  options="-k 2 -m 2 --sample 30"
  # shellcheck disable=SC2086 # a list of options
  for round in 0 1; do
    ce-generate kmeans $options $state --part 1/1 two.csv -o sums
    ce-generate kmeans $options $state sums -o state.$round
    state="--state state.$round"
  done
  awk '/^block,"centres 2"/ { print; getline; print ","; getline; print ","; next } { print }' state.1 >bad
  assert_equal "$(grep -c '^,$' bad)" 2
  # shellcheck disable=SC2086
  run ce-generate kmeans $options --state bad --part 1/1 two.csv
  assert_output "ce-generate: bad: member 2 has no centre, one at least expected"
  assert_equal "$status" 1
}

@test "parts of k-means: wrong use" {
  table x,y 1,2 3,4 5,6 >data.csv
  run ce-generate kmeans -k 2 --part 1/2 data.csv
  assert_line --partial "--part"
  assert_equal "$status" 2
  run ce-generate kmeans -k 2 --sample 3 --part 1/2 --model m data.csv
  assert_line --partial "--model is written with the last sums of all parts"
  assert_equal "$status" 2
  run ce-generate kmeans -k 2 --sample 3 --state x data.csv
  assert_output "ce-generate: data.csv: data; --state goes with --part, or with the sums of all parts"
  assert_equal "$status" 1
  ce-generate kmeans -k 2 --sample 3 --part 1/1 data.csv -o all.sums
  run ce-generate kmeans -k 2 all.sums
  assert_line --partial "with --sample and without --part, expected"
  assert_equal "$status" 2
  run ce-generate rpcl -k 2 all.sums
  assert_output "ce-generate: all.sums: a table of sums, data expected"
  assert_equal "$status" 1
}

@test "ce-generate kmeans --sample: of all objects the start is k-means' own; of fewer than k rows there are fewer clusters" {
  wine=$CE_SOURCE/data/wine.csv
  ce-generate kmeans -k 3..6 --init plusplus "$wine" -o one.csv
  ce-generate kmeans -k 3..6 --init plusplus --sample 1000 "$wine" -o two.csv
  cmp one.csv two.csv
  ce-generate kmeans -k 3..6 --init plusplus --sample 60 "$wine" -o three.csv
  run cmp -s one.csv three.csv
  assert_equal "$status" 1
  ce-generate kmeans -k 9 --sample 4 -q "$wine" | ce-score --pairwise -s n >/dev/null
  run ce-generate kmeans -k 9 --sample 4 "$wine"
  assert_line --partial "4 distinct rows: fewer clusters than asked for in 1 of 1 members"
}
