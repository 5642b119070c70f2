#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-generate uspec --part: the model of any number of parts has the bytes of that of one process.

setup() {
  load common
}

# in_parts FILE PARTS OPTION...: round after round; the model is in parts.model, the rounds in
# $rounds. Parts are merged in turn from the first and from the last.
in_parts() {
  local file=$1 parts=$2 state=() i
  shift 2
  cut_rows "$file" "$parts" part
  rm -f parts.model
  for ((rounds = 1; rounds <= 120; rounds++)); do
    rm -f ./*.sums
    for ((i = parts; i >= 1; i--)); do
      ce-generate uspec "$@" "${state[@]}" --part "$i/$parts" "part.$i" -o "$i.sums"
    done
    # shellcheck disable=SC2046 # numbers
    if ((rounds % 2)); then ce-merge ./*.sums -o all
    else ce-merge $(seq -f %g.sums "$parts" -1 1) -o all; fi
    ce-generate uspec -v "$@" "${state[@]}" --model parts.model all -o next 2>parts.told
    mv next state
    state=(--state state)
    ! grep -q '^1,0,"done"' state || return 0
  done
  return 1
}

# as_one FILE "PARTS..." OPTION...: the model of each number of parts is that of one process, and
# labels the objects like it; the same is told of each member.
as_one() {
  local file=$1 numbers=$2 parts
  shift 2
  # the sanitizers look at one number of parts, which is not 1
  ! sanitized || { numbers=${numbers#1 }; numbers=${numbers%% *}; }
  ce-generate uspec -v "$@" --model whole.model -o whole.csv "$file" 2>told
  grep ' representatives, ' told >whole.told
  for parts in $numbers; do
    in_parts "$file" "$parts" "$@"
    cmp parts.model whole.model
    grep ' representatives, ' parts.told | cmp - whole.told
    ce-assign -q --model parts.model "$file" -o assigned.csv
    cmp assigned.csv whole.csv
  done
}

@test "parts of U-SPEC: 1, 3, 4 and 7 parts have the model of one process" {
  in_turn 4
  as_one "$BUNDLED/wine.csv" "1 3 4 7" -k 2..6 -m 4 --representatives 30
  as_one "$BUNDLED/iris.csv" "5" -k 2,3
  # squares of distances would be below the normal numbers
  awk -F, -v OFS=, 'NR > 1 { for (i = 1; i <= 4; i++) $i = $i "e-160" } 1' "$BUNDLED/iris.csv" >tiny.csv
  as_one tiny.csv 2 -k 2,3
}

@test "parts of U-SPEC: more objects than starts are tried on, several iterations" {
  in_turn 4
  ce-synth flower -n 9500 -o flower.csv
  as_one flower.csv "1 3" -k 13,20 --representatives 150
  cp whole.told flower.told
  # a round for each iteration; members end at different ones
  [ "$rounds" -ge 7 ]
  # stopped: before any iteration on all objects, and shortly before the end
  as_one flower.csv "4" -k 8..20 -m 2 --representatives 120 --iterations 1
  most=$(sed -n 's/.*k13.* \([0-9]*\) iterations$/\1/p' flower.told)
  as_one flower.csv "2" -k 13 --representatives 150 --iterations $((most - 2))
  grep -q ' iterations, stopped' whole.told
  [ "$rounds" -ge 6 ]
}

@test "parts of U-SPEC: parts too small for sketches of scores have the labels that sketches give" {
  in_turn 4 sanitized
  ce-synth flower -n 9500 -o flower.csv
  # 400 representatives: more than a quarter of the objects of a part, less than one of all
  as_one flower.csv "7" -k 3 --representatives 400
  # and in one process: all objects less than four times as many
  ce-generate uspec -k 13 --representatives 3000 --iterations 3 --model many.model -o many.csv flower.csv
  ce-assign -q --model many.model flower.csv | cmp - many.csv
}

@test "parts of U-SPEC: drawn representatives, exact neighbours, cosine, random features" {
  in_turn 4
  ce-prepare zscore "$BUNDLED/wine.csv" -o wine.csv
  as_one wine.csv "3" -k 3,5 --choice random --representatives 25
  as_one wine.csv "4" -k 3 --exact --neighbours 7
  as_one wine.csv "2 5" -k 2,4 --distance cosine --restarts 1
  as_one wine.csv "3" -k 3,4 -m 4 --features 0.3..0.6 --seed 9
  as_one wine.csv "3" -k 3,4 -m 2 --features 4
  as_one wine.csv "2" -k 3 --prefix first.
}

@test "parts of U-SPEC: one cluster, and more components of the graph than clusters" {
  awk 'BEGIN { srand(3); print "x,y"
    for (i = 0; i < 400; i++) printf "%.3f,%.3f\n", 50 * (i % 7) + rand(), 9 * (i % 5) + rand() }' >far.csv
  as_one far.csv "1 3" -k 1,3,4 --representatives 60
  # the groups are components: sums of directions are not asked for
  assert_equal "$rounds" 4
  grep -q ',component,' parts.model
}

# powers FIRST LAST: rows FIRST .. LAST of a table of powers of two, in single precision.
powers() {
  printf "\x93NUMPY\x01\x00\x76\x00%-117s\n" \
    "{'descr': '<f4', 'fortran_order': False, 'shape': ($(($2 - $1 + 1)), 3), }"
  awk -v first="$1" -v last="$2" 'BEGIN { for (i = first; i <= last; i++) for (s = 1; s <= 3; s++) {
    bits = (127 + (i * i * s + i) % 11 % (4 + s)) * 128
    printf "\\000\\000\\%03o\\%03o", bits % 256, int(bits / 256) } }' | {
    IFS= read -r text || true
    printf '%b' "$text"
  }
}

@test "parts of U-SPEC: fewer rows that differ than neighbours by default" {
  table x,y 1,1 1,1 1,1 1,1 2,5 2,5 2,5 9,9 9,9 9,9 >three.csv
  as_one three.csv "1 3" -k 2,3
}

@test "parts of U-SPEC: single precision in npy files" {
  powers 1 240 >whole.npy
  for i in 1 2 3; do powers $((80 * i - 79)) $((80 * i)) >"part$i.npy"; done
  options=(-k 4 --representatives 16)
  ce-generate uspec "${options[@]}" whole.npy --model whole.model -o /dev/null
  state=()
  for round in 0 1 2 3; do
    for i in 1 2 3; do
      ce-generate uspec "${options[@]}" "${state[@]}" --part "$i/3" "part$i.npy" -o "$i.sums"
    done
    ce-merge 1.sums 2.sums 3.sums -o all
    ce-generate uspec "${options[@]}" "${state[@]}" --model model all -o next
    mv next state
    state=(--state state)
  done
  cmp model whole.model
  run ce-generate uspec "${options[@]}" --state state --part 1/3 part2.npy
  assert_output --partial "ce-generate: part2.npy: part 1 of 3 has changed: 80 objects"
  assert_equal "$status" 1
}

@test "parts of U-SPEC: any number of threads has the same sums and the same states" {
  in_turn 4 sanitized
  ce-synth cc -n 9000 -o cc.csv
  in_parts cc.csv 2 -k 3,5 --representatives 80 -j 1
  cp state one
  in_parts cc.csv 2 -k 3,5 --representatives 80 -j 3
  cmp one state
}

@test "parts of U-SPEC: the least and the largest value are 0, not -0" {
  table x,y -0,-4 2,-2 3,-0 >signed.csv
  sed 's/-0/0/' signed.csv >plain.csv
  for file in signed plain; do ce-generate uspec -k 2 --part 1/1 $file.csv | grep -v '^part,' >$file.sums; done
  assert_equal "$(grep -c '^block,"\(least\|largest\)"' plain.sums)" 2
  cmp signed.sums plain.sums
}

@test "parts of U-SPEC: rounds after the last one change nothing" {
  in_parts "$BUNDLED/wine.csv" 2 -k 3
  cp parts.model before
  cp state old
  for i in 1 2; do ce-generate uspec -k 3 --state state --part "$i/2" "part.$i" -o "$i.sums"; done
  ce-merge 1.sums 2.sums | ce-generate uspec -k 3 --state state --model parts.model -o next
  cmp next old
  cmp parts.model before
}

@test "parts of U-SPEC: U-SENC over four parts has the labels of one machine" {
  in_turn 4 sanitized
  ce-synth flower -n 9000 -o flower.csv
  ce-prepare zscore flower.csv -o z.csv
  base=(-k 20..30 -m 4 --representatives 200 --iterations 4 --restarts 1)
  ce-consensus usenc -k 13 -m 4 --base-k 20..30 --representatives 200 flower.csv -o one.csv
  in_parts z.csv 4 "${base[@]}"
  for i in 1 2 3 4; do ce-assign --model parts.model "part.$i" -o "labels.$i"; done
  { cat labels.1; for i in 2 3 4; do tail -n +2 "labels.$i"; done; } >labels
  ce-microcluster compress labels -o micro.csv
  ce-consensus tcut -k 13 micro.csv -o result.csv
  { for i in 1 2 3 4; do
    ce-microcluster expand -t micro.csv -r result.csv "labels.$i" | tail -n +2
  done; } >parts.csv
  tail -n +2 one.csv | cut -d, -f1 >expected.csv
  cut -d, -f1 parts.csv | cmp - expected.csv
}

@test "parts of U-SPEC: what does not belong together is refused" {
  wine=$BUNDLED/wine.csv
  cut_rows "$wine" 2 part
  for i in 1 2; do ce-generate uspec -k 3 --part "$i/2" "part.$i" -o "$i.sums"; done
  ce-merge 1.sums 2.sums -o all.sums
  ce-generate uspec -k 3 all.sums -o state
  # other options, another seed, another method
  run ce-generate uspec -k 4 --state state --part 1/2 part.1
  assert_output "ce-generate: state: sums with clusters '3', '4' expected"
  assert_equal "$status" 1
  run ce-generate uspec -k 3 --neighbours 6 --state state --part 1/2 part.1
  assert_output "ce-generate: state: sums with neighbours '0', '6' expected"
  assert_equal "$status" 1
  run ce-generate uspec -k 3 --seed 2 all.sums
  assert_output "ce-generate: all.sums: sums with seed '1', '2' expected"
  assert_equal "$status" 1
  run ce-generate kmeans -k 3 --sample 30 all.sums
  assert_output --partial "ce-generate: all.sums: sums of ce-generate uspec"
  assert_equal "$status" 1
  # sums of another round
  run ce-generate uspec -k 3 --state state all.sums
  assert_output "ce-generate: all.sums: sums of round 0, of round 1 expected"
  assert_equal "$status" 1
  # a part that has changed, and one that is another one
  sed '$d' part.1 >less
  run ce-generate uspec -k 3 --state state --part 1/2 less
  assert_output --partial "ce-generate: less: part 1 of 2 has changed: 88 objects with checksum"
  assert_equal "$status" 1
  run ce-generate uspec -k 3 --state state --part 2/2 part.1
  assert_output --partial "ce-generate: part.1: part 2 of 2 has changed: 89 objects with checksum"
  assert_equal "$status" 1
  # a part that is missing, and one that comes twice
  run ce-generate uspec -k 3 1.sums
  assert_output "ce-generate: 1.sums: 1 of 2 parts are missing: 2"
  assert_equal "$status" 1
  run ce-merge 1.sums 2.sums 1.sums
  assert_output --partial "part 1"
  assert_equal "$status" 1
  # other features; too many representatives for the objects
  sed '1s/alcohol/spirit/' part.2 >other
  ce-generate uspec -k 3 --part 2/2 other -o 2.sums
  ce-merge 1.sums 2.sums -o all.sums
  run ce-generate uspec -k 3 all.sums
  assert_output 'ce-generate: all.sums: feature "alcohol" is in 1 of 2 parts: the same in all expected'
  assert_equal "$status" 1
  for i in 1 2; do
    ce-generate uspec -k 3 --representatives 200 --part "$i/2" "part.$i" -o "$i.sums"
  done
  ce-merge 1.sums 2.sums -o all.sums
  run ce-generate uspec -k 3 --representatives 200 all.sums
  assert_output "ce-generate: --representatives 200, but there are only 178 objects"
  assert_equal "$status" 1
  # a row without a direction
  table x,y 1,2 0,0 2,1 >zero.csv
  run ce-generate uspec -k 2 --distance cosine --part 1/2 zero.csv
  assert_output "ce-generate: zero.csv: row 2 is all zeros and has no direction: cosine is not defined"
  assert_equal "$status" 1
}

@test "parts of U-SPEC: damaged states and sums are refused" {
  cut_rows "$BUNDLED/iris.csv" 2 part
  options=(-k 3 --representatives 20)
  state=()
  # next ROUND: the sums of both parts, and the state after them
  step() {
    for i in 1 2; do
      ce-generate uspec "${options[@]}" "${state[@]}" --part "$i/2" "part.$i" -o "$i.sums"
    done
    ce-merge 1.sums 2.sums -o "all.$1"
    ce-generate uspec "${options[@]}" "${state[@]}" "all.$1" -o "state.$1"
    state=(--state "state.$1")
  }
  for round in 0 1 2; do step "$round"; done
  # refused MESSAGE STATE SED: a part with the state edited so
  refused() {
    sed "$3" "$2" >bad
    run ce-generate uspec "${options[@]}" --state bad --part 1/2 part.1
    assert_output "ce-generate: bad: $1"
    assert_equal "$status" 1
  }
  # after_block NAME EDIT: of the first line of a block
  after_block() { echo "/^block,\"$1\"/{n;$2;}"; }
  refused "member 1: block 'neighbours' is damaged" state.1 "$(after_block 'neighbours 1' 's/.*/21/')"
  refused "member 1: block 'extent' is damaged" state.1 "$(after_block 'extent 1' 's/.*/0/')"
  refused "member 1: block 'group' is damaged" state.1 "$(after_block 'group 1' 's/.*/7/')"
  refused "member 1: block 'representative' is damaged" state.1 \
    "$(after_block 'representative 1' 's/^[^,]*//')"
  refused "member 1: block 'representative' is damaged" state.1 \
    "$(after_block 'extent 1' 's/.*/1e-300/')"
  refused "member 1: block 'sigma' is damaged" state.2 "$(after_block 'sigma 1' 's/.*/-1/')"
  refused "member 1: block 'members' is damaged" state.2 "$(after_block members 's/.*/21,0,0,0,0/')"
  refused "member 1: block 'members' is damaged" state.2 "$(after_block members 's/\*[0-9]$/0,0,7/')"
  refused "member 1: block 'single' is damaged" state.2 's/"graph"/"directions"/'
  # refused_step MESSAGE SUMS STATE SED: a step from the sums edited so
  refused_step() {
    sed "$4" "$2" >bad
    run ce-generate uspec "${options[@]}" --state "$3" bad
    assert_output "ce-generate: bad: $1"
    assert_equal "$status" 1
  }
  # more objects than states count; a row that was not asked for, a row too few, a state without the range of a feature
  sed 's/^part,1,75,/part,1,2147483574,/' all.0 >bad
  run ce-generate uspec "${options[@]}" bad
  assert_output "ce-generate: bad: 2147483649 objects, at most 2147483648 expected"
  assert_equal "$status" 1
  refused_step "member 1: block 'rows' is damaged" all.1 state.0 '/^149,/s/149/150/'
  refused_step "149 rows of the sample, 150 expected" all.1 state.0 '/^block,"rows"/s/150/149/;/^149,/d'
  sed '/^block,"range"/{s/1,4/2,4/;n;p;}' state.0 >bad
  run ce-generate uspec "${options[@]}" --state bad all.1
  assert_output "ce-generate: bad: block 'range' is damaged"
  assert_equal "$status" 1
  refused_step "member 1: block 'distances' is damaged" all.2 state.1 "$(after_block distances 's/^/-/')"
  for i in 1 2; do
    ce-generate uspec "${options[@]}" --state state.2 --part "$i/2" "part.$i" -o "$i.sums"
  done
  ce-merge 1.sums 2.sums -o all.3
  refused_step "member 1: block 'graph' is damaged" all.3 state.2 "$(after_block 'graph 1' 's/^/-/')"
  refused_step "member 1: block 'lowest' is damaged" all.3 state.2 "$(after_block 'lowest 1' 's/.*/-1/')"
  refused_step "member 1: block 'starts' is damaged" all.3 state.2 \
    "$(after_block 'starts 1' 's/^0,[^,]*,/0,20,/')"
}

@test "parts of U-SPEC: what states keep of the last sums, and their members, are checked" {
  ce-synth flower -q -n 9000 | cut -d, -f1,2 >whole.csv
  options=(-k 3 --representatives 20)
  state=()
  for round in 0 1 2 3 4; do
    ce-generate uspec "${options[@]}" "${state[@]}" --part 1/1 whole.csv -o sums
    ce-generate uspec "${options[@]}" "${state[@]}" sums -o "state.$round"
    state=(--state "state.$round")
  done
  # refused WHAT SED: a part with the last state edited so
  refused() {
    sed "$2" state.4 >bad
    run ce-generate uspec "${options[@]}" --state bad --part 1/1 whole.csv
    assert_output "ce-generate: bad: $1"
    assert_equal "$status" 1
  }
  refused "member 1: block 'sums' is damaged" '/^block,"sums 1"/{s/3,3/2,3/;n;d;}'
  refused "member 1: block 'sizes' is damaged" '/^block,"sizes 1"/{s/3,1/4,1/;n;p;}'
  refused "member 1: block 'sizes' is damaged" '/^block,"sizes 1"/{N;N;N;d;}'
  refused "2 members, 1 expected" '/^block,"members"/{s/1,5/2,5/;n;p;}'
  # a centre too few
  refused "member 1: block 'centre' is damaged" '/^block,"centre 1"/{s/3,3/2,3/;n;d;}'
  # a member that goes on, in a state that is said to be the last
  sed '/^block,"next"/{n;s/"[a-z]*"/"done"/;}' state.4 >bad
  ce-generate uspec "${options[@]}" --state bad --part 1/1 whole.csv -o sums
  run ce-generate uspec "${options[@]}" --state bad --model model sums -o next
  assert_output "ce-generate: bad: member 1: block 'members' is damaged"
  assert_equal "$status" 1
  assert [ ! -e next ]
  assert [ ! -e model ]
}

@test "parts of U-SPEC: sizes of clusters that cannot be are refused, also where they sum to all objects" {
  ce-synth flower -q -n 9000 | cut -d, -f1,2 >whole.csv
  options=(-k 3 --representatives 20)
  state=()
  # more objects than starts are tried on, so that centres move afterwards
  for round in 0 1 2 3; do
    ce-generate uspec "${options[@]}" "${state[@]}" --part 1/1 whole.csv -o sums
    ce-generate uspec "${options[@]}" "${state[@]}" sums -o "state.$round"
    state=(--state "state.$round")
  done
  ce-generate uspec "${options[@]}" "${state[@]}" --part 1/1 whole.csv -o sums
  # a cluster with one object more than there are
  sed '/^block,"sizes 1"/{n;s/.*/8999/;}' sums >bad
  run ce-generate uspec "${options[@]}" "${state[@]}" bad
  assert_output "ce-generate: bad: member 1: block 'sizes' is damaged"
  assert_equal "$status" 1
  # a cluster of no objects that has a first one, and less than none
  for size in 0 -1; do
    awk -v size="$size" '/^block,"sizes 1"/ { print; getline one; getline two; print size; print one + two - size; next } { print }' sums >bad
    assert_equal "$(grep -A 1 -F 'block,"sizes 1"' bad | tail -n 1)" "$size"
    run ce-generate uspec "${options[@]}" "${state[@]}" bad
    assert_output "ce-generate: bad: member 1: block 'sizes' is damaged"
    assert_equal "$status" 1
  done
}

@test "parts of U-SPEC: wrong use" {
  table x,y 1,2 3,4 5,6 >data.csv
  run ce-generate uspec -k 2 --part 3/2 data.csv
  assert_line --partial "--part '3/2', I/N with I from 1 to N expected"
  assert_equal "$status" 2
  run ce-generate uspec -k 2 --part 1/2 --model m data.csv
  assert_line --partial "--model is written with the last sums of all parts"
  assert_equal "$status" 2
  run ce-generate uspec -k 2 --choice kmeans --part 1/2 data.csv
  assert_line --partial "--choice kmeans clusters all objects in one process: not with --part"
  assert_equal "$status" 2
  run ce-generate uspec -k 2 --state x data.csv
  assert_output "ce-generate: data.csv: data; --state goes with --part, or with the sums of all parts"
  assert_equal "$status" 1
  ce-generate uspec -k 2 --part 1/1 data.csv -o all.sums
  run ce-generate uspec -k 2 --choice kmeans all.sums
  assert_line --partial "the options of the parts, without --part, expected"
  assert_equal "$status" 2
}
