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
    ce-merge ./*.sums | ce-generate kmeans "$@" "${state[@]}" --model parts.model -o next -v 2>said
    mv next state
    state=(--state state)
    ! grep -q '^1,0,"done"' state || return 0
  done
  return 1
}

# iterations FILE: of what -v told of the members the name, the clusters, the iterations, and whether these were too few.
iterations() { sed -n 's/, inertia.*//; / iterations/p' "$1"; }

# as_one FILE "PARTS..." OPTION...: the model of each number of parts is that of one process, with the same iterations, and
# labels the objects like it.
as_one() {
  local file=$1 numbers=$2 parts
  shift 2
  # the sanitizers look at one number of parts, which is not 1
  ! sanitized || { numbers=${numbers#1 }; numbers=${numbers%% *}; }
  ce-generate kmeans "$@" --model whole.model -o whole.csv -v "$file" 2>told
  for parts in $numbers; do
    in_parts "$file" "$parts" "$@"
    cmp parts.model whole.model
    assert_equal "$(iterations said)" "$(iterations told)"
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
  in_turn 4
  as_one "$CE_SOURCE/data/wine.csv" "1 3 7" -k 2..6 -m 4 --sample 40
  as_one "$CE_SOURCE/data/wine.csv" "2" -k 3 --sample 40 --prefix first.
}

@test "parts of k-means: random features, k-means++, few iterations, more parts than some clusters have rows" {
  in_turn 4
  as_one "$CE_SOURCE/data/iris.csv" "1 5" -k 2..20 -m 6 --sample 50 --features 0.5 --init plusplus
  as_one "$CE_SOURCE/data/iris.csv" "6" -k 20,30 --sample 150 --init farthest --iterations 2
}

@test "parts of k-means: empty clusters are repaired, kept and dropped as in one process" {
  in_turn 4
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

@test "parts of k-means: an empty cluster takes a row of one that has more different rows than can be taken" {
  in_turn 4 sanitized
  awkward >far.csv
  for iterations in 2 4 8; do as_one far.csv "2" -k 8 -m 6 --sample 310 --iterations "$iterations"; done
}

@test "parts of k-means: empty clusters when the iterations end, dropped and kept, of which several stand last" {
  in_turn 4 sanitized
  awkward >far.csv
  for iterations in 1 2 3; do as_one far.csv "2" -k 12 -m 6 --sample 310 --iterations "$iterations" --empty drop; done
  as_one far.csv "2" -k 12 -m 6 --sample 310 --empty keep
  # members with two centres that have no objects
  run awk -F, '$4 == "centroid" && $3 == 0 { empty[$1]++ } END { for (name in empty) if (empty[name] > 1) print name }' whole.model
  assert_line kmeans.k12.r1
}

@test "parts of k-means: a cluster of a single row does not give it to an empty one" {
  # among sixty starts are some after which a cluster is empty and the farthest row is alone in its own
  table x,y 1,1 1,2 -12,-6 3,1 0,3 -3,0 -4,0 12,12 -3,-3 >few.csv
  as_one few.csv "2" -k 5 -m 60 --sample 9 --iterations 2
}

@test "parts of k-means: where ties decide labels, centres stand in the order of one process" {
  in_turn 4 sanitized
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
  run_split ce-generate kmeans -k 3 --sample 30 --state - --part 1/2 part.1 <all.sums
  assert_error 1 "ce-generate: standard input: sums of round 0, a state expected"
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

@test "parts of k-means: a state of other parts or columns is refused, and what is no state" {
  wine=$BUNDLED/wine.csv
  ce-generate kmeans -k 3 --sample 30 --columns 1..5 --part 1/1 "$wine" -o sums
  ce-generate kmeans -k 3 --sample 30 sums -o state
  run ce-generate kmeans -k 3 --sample 30 --columns 1..5 --state state --part 1/2 "$wine"
  assert_output "ce-generate: state: a state of 1 parts, 2 expected"
  assert_equal "$status" 1
  run ce-generate kmeans -k 3 --sample 30 --columns 1..4 --state state --part 1/1 "$wine"
  assert_output "ce-generate: $wine: 4 features, 5 in state"
  assert_equal "$status" 1
  run ce-generate kmeans -k 3 --sample 30 --columns 2..6 --state state --part 1/1 "$wine"
  assert_output "ce-generate: $wine: feature 1 is 'malic_acid', \"alcohol\" in state"
  assert_equal "$status" 1
  run ce-generate kmeans -k 3 --sample 30 --columns 1..5 --state sums --part 1/1 "$wine"
  assert_output "ce-generate: sums: sums of round 0, a state expected"
  assert_equal "$status" 1
  # the least and the largest value of each feature
  sed '/^block,"largest"/{s/1,5/2,5/;n;p;}' sums >bad
  run ce-generate kmeans -k 3 --sample 30 bad
  assert_output "ce-generate: bad: block 'least' or 'largest' is damaged"
  assert_equal "$status" 1
  for edit in '/^block,"largest"/{n;s/[^,]*/1e151/;}' '/^block,"least"/{n;s/[^,]*$/-1e151/;}'; do
    sed "$edit" sums >bad
    run ce-generate kmeans -k 3 --sample 30 bad
    assert_output "ce-generate: bad: a value beyond 1e+150: distances would have no squares"
    assert_equal "$status" 1
  done
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

# rounds_to WORD FILE OPTION...: rounds of one part, until the state state.ROUND before the sums all.ROUND has this after "next", or the
# sums have a block of this name; ROUND is then in $round.
rounds_to() {
  local word=$1 file=$2
  shift 2
  state=()
  for ((round = 0; round < 100; round++)); do
    ce-generate kmeans "$@" "${state[@]}" --part 1/1 "$file" -o "all.$round"
    ! grep -q "^block,\"$word 1\"" "all.$round" || return 0
    if ((round)) && [ "$(grep -A 1 '^block,"next"' "state.$round" | tail -n 1)" = "1,0,\"$word\",0" ]; then return 0; fi
    ce-generate kmeans "$@" "${state[@]}" "all.$round" -o "state.$((round + 1))"
    state=(--state "state.$((round + 1))")
  done
  return 1
}

# after_block NAME EDIT: the sed line that does this to the first line of a block.
after_block() { echo "/^block,\"$1\"/{n;$2;}"; }

# refused_part WHAT SED: a part with the state edited so.
refused_part() {
  sed "$2" "state.$round" >bad
  run ce-generate kmeans "${options[@]}" --state bad --part 1/1 "$file"
  assert_output "ce-generate: bad: $1"
  assert_equal "$status" 1
}

# refused_step WHAT SED: a step from the sums edited so; refused_state: with the state edited so.
refused_step() {
  sed "$2" "all.$round" >bad
  run ce-generate kmeans "${options[@]}" "${state[@]}" bad
  assert_output "ce-generate: bad: $1"
  assert_equal "$status" 1
}
refused_state() {
  sed "$2" "state.$round" >bad
  run ce-generate kmeans "${options[@]}" --state bad "all.$round"
  assert_output "ce-generate: bad: $1"
  assert_equal "$status" 1
}

@test "parts of k-means: damaged states and sums are refused" {
  file=two.csv
  cut -d, -f1,2 "$BUNDLED/wine.csv" >two.csv
  options=(-k 3 -m 2 --sample 30 --features 1 --iterations 2)
  rounds_to rows "$file" "${options[@]}"
  refused_step "29 rows of the sample, 30 expected" '/^block,"rows"/{s/30/29/;n;d;}'
  rounds_to sums "$file" "${options[@]}"
  # a feature that is not there, k of 0, a status that is none, a centre too far away
  refused_part "member 1: block 'view' is damaged" "$(after_block 'view 1' 's/.*/2/')"
  refused_part "member 1: block 'view' is damaged" "$(after_block 'view 1' 's/.*/-1/')"
  refused_part "member 1: block 'members' is damaged" "$(after_block members 's/.*/3,0,7,0,0,0/')"
  refused_part "member 1: block 'members' is damaged" "$(after_block members 's/.*/3,3,7,0,4,0/')"
  refused_part "member 1: block 'members' is damaged" "$(after_block members 's/.*/3,-3,7,0,0,0/')"
  refused_part "member 1: block 'centres' is damaged" "$(after_block 'centres 1' 's/.*/1e160/')"
  refused_part "member 1: block 'centres' is damaged" '/^block,"centres 1"/{s/3,1/2,1/;n;d;}'
  refused_part "member 2: block 'members' is damaged" '/^block,"members"/{s/2,6/1,6/;n;d;}'
  # objects of a cluster: one too many, fewer than none, none of a cluster with a first object, a cluster too few
  refused_step "member 1: block 'count' is damaged" "$(after_block 'count 1' 's/.*/999/')"
  refused_step "member 1: block 'count' is damaged" "$(after_block 'count 1' 's/.*/-1/')"
  refused_step "member 2: block 'count' is damaged" "$(after_block 'count 2' 's/.*/0/')"
  refused_step "member 1: block 'count' is damaged" '/^block,"count 1"/{s/3,1/2,1/;n;d;}'
  refused_step "member 1: block 'count' is damaged" '/^block,"first 1"/{s/3,1/2,1/;n;d;}'
  # what members that have ended keep
  rounds_to ties "$file" "${options[@]}"
  refused_step "block 'ties' is damaged" '/^block,"ties"/{s/2,1/1,1/;n;d;}'
  refused_state "member 1: block 'sizes' is damaged" '/^block,"sizes 1"/{s/3,1/2,1/;n;d;}'
  refused_state "member 2: block 'sizes' is damaged" '/^block,"first 2"/{s/3,1/2,1/;n;d;}'
  refused_part "member 1: block 'sizes' is damaged" '/^block,"sizes 1"/{s/3,1/2,1/;n;d;}'
  refused_part "member 1: block 'sizes' is damaged" "$(after_block 'sizes 1' 's/.*/-3/')"
}

@test "parts of k-means: damaged sums of a repair are refused" {
  file=far.csv
  awkward >far.csv
  options=(-k 8 -m 1 --sample 310)
  rounds_to far "$file" "${options[@]}"
  refused_step "member 1: block 'many' is damaged" '/^block,"many 1"/{s/8,1/7,1/;n;d;}'
  refused_step "member 1: block 'few' is damaged" "$(after_block 'few 1' 's/"[0-9]*"/"8"/')"
  # distance, cluster, objects, values
  refused_step "member 1: block 'far' is damaged" "$(after_block 'far 1' 's/^\([^,]*,[^,]*\),[^,]*/\1,8/')"
  refused_step "member 1: block 'far' is damaged" "$(after_block 'far 1' 's/^\([^,]*,[^,]*,[^,]*\),[^,]*/\1,0/')"
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
