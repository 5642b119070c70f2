#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# What every system owes its user, system by system over all that --help names: a new one is tested here without a line being written.

setup() {
  load common
  load ensembles
  problems="$BATS_TEST_TMPDIR/problems" names=0
  : >"$problems"
}

# each BODY: runs a shell function with every name; what it prints is a problem
each() {
  local name
  for name in $(systems); do
    names=$((names + 1))
    "$1" "$name" 2>&1 | sed "s/^/$name: /" >>"$problems"
  done
  [ "$names" -ge 1 ] || fail "no system in the help"
  [ ! -s "$problems" ] || fail "$(cat "$problems")"
}

blobs() { ce-synth blobs -n 120 -k 4 --dimensions 3 --spread .5 --seed 3 "$@" >blobs.csv; }

# refused COMMAND...: what is wrong with a failure: it must have status 1, one message and no output.
refused() {
  local status=0
  "$@" >out 2>message || status=$?
  [ $status = 1 ] || echo "$*: status $status"
  [ ! -s out ] || echo "$*: output"
  [ "$(grep -c '^ce-consensus: ' message)" = 1 ] && [ "$(wc -l <message)" = 1 ] || cat message
}

@test "systems: clear clusters are found, whatever the scale of a feature and the order of the rows" {
  blobs
  awk -F, -v OFS=, 'NR > 1 { $2 = $2 * 1000 + 5 } 1' blobs.csv >scaled.csv
  { head -n 1 blobs.csv; tail -n +2 blobs.csv | tac; } >turned.csv
  finds() {
    for table in blobs scaled turned; do
      ce-consensus "$1" -k 4 -q $table.csv >out.csv || echo "$table: exit $?"
      error=$(ce-score -q -t $table.csv -s error out.csv | tail -n 1 | cut -d, -f3)
      [ "$error" = 0 ] || echo "$table: error $error"
    done
  }
  each finds
}

@test "systems: same seed, same bytes; one thread and three" {
  ce-synth two-gaussian -n 90 >data.csv
  repeats() {
    for j in 1 1 3; do
      ce-consensus "$1" -k 2,3 -q -j $j --seed 7 --base members.$j --confidence sure.$j data.csv >"out.$j" || echo "exit $?"
      cat "members.$j" "sure.$j" "out.$j" >"all.$j"
      [ ! -e first ] || cmp first "all.$j"
      cp "all.$j" first
    done
    rm first
  }
  each repeats
}

@test "systems: several k in one call give what single calls give" {
  blobs
  alone() {
    ce-consensus "$1" -k 5,2,4 -q blobs.csv >all.csv || echo "exit $?"
    [ "$(head -n 1 all.csv)" = "$1.k5,$1.k2,$1.k4" ] || sed -n 1p all.csv
    column=0
    for k in 5 2 4; do
      column=$((column + 1))
      ce-consensus "$1" -k $k -q blobs.csv >one.csv
      cut -d, -f$column all.csv | cmp - one.csv
    done
  }
  each alone
}

@test "systems: ids go through, classes are held back, base clusterings carry the ids and names of their own" {
  blobs
  awk -F, -v OFS=, '{ print (NR == 1 ? "id" : "o" NR), $0 }' blobs.csv >ids.csv
  carries() {
    ce-consensus "$1" -k 3 -q --base members.csv --confidence sure.csv ids.csv >out.csv || echo "exit $?"
    for table in out members sure; do cut -d, -f1 $table.csv | cmp - <(cut -d, -f1 ids.csv); done
    [ "$(head -n 1 out.csv)" = "id,$1.k3" ] && [ "$(head -n 1 sure.csv)" = "id,$1.k3.confidence" ] || sed -n 1p out.csv sure.csv
    head -n 1 members.csv | tr , '\n' | sort | uniq -d
    awk -F, 'NR > 1 && !($2 >= 0 && $2 <= 1) { print "confidence", $0 }' sure.csv
    cut -d, -f1-4 ids.csv | ce-consensus "$1" -k 3 -q | cmp - out.csv
  }
  each carries
}

@test "systems: missing cells are taken, or refused with the way out; categories are refused" {
  blobs
  ce-prepare blank --share .1 blobs.csv >holes.csv
  awk -F, -v OFS=, 'NR > 1 { $1 = "red" } 1' blobs.csv >words.csv
  takes() {
    refused ce-consensus "$1" -k 4 words.csv
    if ce-consensus "$1" -k 4 -q holes.csv >out.csv 2>/dev/null; then
      [ "$(tail -n +2 out.csv | grep -c '^[1-4]$')" = 120 ] || echo "labels: $(sort out.csv | uniq -c | paste -sd' ')"
    else
      refused ce-consensus "$1" -k 4 holes.csv
      grep -q "complete data" message || cat message
    fi
  }
  each takes
}

@test "systems: one object, k above the number of objects, objects that do not differ: a message and no output" {
  table x,y 1,2 >one.csv
  table x,y 1,2 1,2 1,2 1,2 1,2 >equal.csv
  table x,y 1,2 3,4 5,5 9,1 >few.csv
  refuses() {
    refused ce-consensus "$1" -k 5 few.csv
    refused ce-consensus "$1" -k 2 one.csv
    refused ce-consensus "$1" -k 2 equal.csv
    refused ce-consensus "$1" -k 2 --base /no/such/folder/file few.csv
  }
  each refuses
}

@test "systems: numbers that are too large are named with their file, object and column" {
  table id,x,y a,1,2 b,3,1e200 c,5,6 d,4,9 >far.csv
  table id,x,y a,1,2 b,3,1e308 c,5,-1e308 d,4,9 >wide.csv
  far="ce-consensus: far.csv: object 2 (b) has 1e+200 in column y, at most 1e+150 expected: ce-prepare zscore or minmax"
  wide="ce-consensus: wide.csv: column y: numbers from -1e+308 to 1e+308 are too large to be scaled"
  names_them() {
    refused ce-consensus "$1" -k 2 --raw far.csv
    [ "$(cat message)" = "$far" ] || cat message
    refused ce-consensus "$1" -k 2 wide.csv
    [ "$(cat message)" = "$wide" ] || cat message
    # scaled, such numbers are as good as others
    ce-consensus "$1" -k 2 -q far.csv >out
  }
  each names_them
}

@test "systems: names and options of functions that read labels do not go with them" {
  blobs
  wrong() {
    for words in "eac-al,$1 -k 2" "$1,eac-al -k 2" "$1 --lifetime" "$1 -k 2 --objects" "$1 -k 2 --weights none.csv" "$1 -k 2 --theta .4" "$1"; do
      read -ra line <<<"$words"
      status=0
      ce-consensus "${line[@]}" blobs.csv >out 2>message || status=$?
      [ $status = 2 ] && [ ! -s out ] && [ "$(grep -c '^ce-consensus: ' message)" = 1 ] || echo "$words: status $status: $(cat message)"
    done
  }
  each wrong
}
