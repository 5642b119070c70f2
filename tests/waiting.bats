#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# labels ROWS COLUMNS CLUSTERS: seven of ten are random
labels() {
  awk -v n="$1" -v m="$2" -v k="$3" 'BEGIN { srand(5)
    for (i = 0; i <= n; i++) { line = ""
      for (q = 1; q <= m; q++) line = line (q == 1 ? "" : ",") (i ? 1 + (rand() < .3 ? i % k : int(k * rand())) : "b" q)
      print line } }'
}

@test "ce-consensus: random starts that take minutes say how far they are: mixture, bce, nmf, wcc, kcc, sec, se" {
  in_turn 4
  labels 2000 20 10 >labels.csv
  for how in "mixture -k 3" "bce -k 3" "nmf -k 5" "wcc -k 5" "kcc -k 10" "sec -k 10" "se -k 10"; do
    # shellcheck disable=SC2086 # a method with its options
    tells_unasked ce-consensus $how -j 2 --restarts 100000 labels.csv
  done
}

@test "ce-consensus: a single start says at most how long it still takes, a run below a second nothing" {
  labels 200000 20 10 >labels.csv
  tells_how_far ce-consensus mixture -k 20 -j 1 --objects --restarts 1 labels.csv
  assert_regex "$(sed -n 1p always.err)" "^ce-consensus: at least [0-9]+ % of this step, at most about "
  head -n 101 labels.csv >few.csv
  for how in "mixture -k 3" "nmf -k 5" "kcc -k 10" "se -k 10"; do
    # shellcheck disable=SC2086
    run_split ce-consensus $how -j 1 few.csv
    assert_equal "$stderr" ""
  done
}

@test "ce-consensus boem: moves that take minutes say how far they are" {
  labels 100000 6 16 >labels.csv
  tells_unasked ce-consensus boem -j 2 labels.csv
}

@test "ce-generate mle: says before the first iteration about how long all take, and on the way how far it is" {
  ce-synth blobs -n 6000 -o large.csv
  : >told.err
  timeout 60 ce-generate mle -k 3 -j 1 large.csv 2>told.err 3>&- &
  for ((i = 0; i < 600; i++)); do
    [ ! -s told.err ] || break
    sleep .1
  done
  kill $!
  # 55 iterations of 4/3 6000^3 operations, 8e9 a second
  assert_equal "$(cat told.err)" "ce-generate: this step takes about 16 min on a usual machine"
  tells_how_far ce-generate mle -k 3,4 -j 1 "$BUNDLED/wdbc.csv"
}

@test "ce-consensus: steps of less than a minute that follow each other for more have a line a minute" {
  not_sanitized "the sanitizers want to be the first library"
  [ "$(uname -s)" = Linux ] || skip "the library to preload is for Linux"
  labels 6000 20 30 >labels.csv
  # a second of this clock is a sixtieth of one: each step takes half a minute, all of them three and more
  run_split env CLOCK_SPEED=60 LD_PRELOAD="$CE_BUILD/obj/tests/clock.so" \
    ce-consensus eac-al,weac-al,lwea,eac-sl,eac-cl,weac-sl,weac-cl,wct-al -k 10 -j 1 labels.csv
  assert_success
  assert_regex "$(sed -n 1p <<<"$stderr")" "^ce-consensus: ([0-9]+ % of this step|consensus functions [0-9])"
  run_split env CLOCK_SPEED=60 LD_PRELOAD="$CE_BUILD/obj/tests/clock.so" \
    ce-consensus eac-al -k 10 -j 2 <(head -n 501 labels.csv)
  assert_success
  assert_equal "$stderr" ""
}

@test "ce-consensus: all functions on pairs say how far they are, in each of their steps" {
  in_turn 4
  not_sanitized "the sanitizers want to be the first library"
  [ "$(uname -s)" = Linux ] || skip "the library to preload is for Linux"
  labels 500 10 8 >labels.csv
  # how often the share that is done begins anew: the matrix of pairs is one step, a tree another
  ce-consensus --list=csv | awk -F, '$4 ~ /labels/ && $7 == "microclusters^2" { print $1 }' >functions
  while read -r function; do
    case $function in
      gcons | comusa) set -- ;;
      boem) continue ;; # its moves end too soon here; the test before looks at it
      *) set -- -k 3 ;;
    esac
    CLOCK_SPEED=1000000 LD_PRELOAD="$CE_BUILD/obj/tests/clock.so" \
      ce-consensus "$function" -j 1 --progress always "$@" labels.csv 2>said >labels.out
    sed -n 's/.*: \(at least \)\?\([0-9]*\) % of this step.*/\2/p' said |
      awk -v name="$function" 'NR == 1 || $1 < before { steps++ } { before = $1 } END { print name, steps + 0 }'
  done <functions >steps
  # those that cut no tree, or build it without a matrix of pairs
  awk '$1 ~ /^(apmm|comusa|cspa|hne|ptgp|srw)$/ ? $2 < 1 : $2 < 2' steps >few
  assert_equal "$(cat few)" ""
  [ "$(wc -l <steps)" -gt 25 ]
}

@test "ce-generate: all nouns say how many members are done, as they are done" {
  not_sanitized "the sanitizers want to be the first library"
  [ "$(uname -s)" = Linux ] || skip "the library to preload is for Linux"
  awk 'BEGIN { print "hat,boots,size"; for (i = 0; i < 120; i++) print "h" i % 3 ",b" i * 7 % 5 ",s" i * 3 % 4 }' >words.csv
  while read -r file noun; do
    # shellcheck disable=SC2086 # a noun with its options
    CLOCK_SPEED=1000000 LD_PRELOAD="$CE_BUILD/obj/tests/clock.so" \
      ce-generate $noun -j 1 --progress always "$file" 2>said >labels.out
    # at least five numbers on the way, none below the one before, and all at the end
    sed -n 's/.*: \(members\|epochs\) \([0-9]*\)\/\([0-9]*\).*/\2 \3/p' said |
      awk '$1 < last { exit bad = 1 } $1 > last && $1 < $2 { seen++ } { last = $1; all = $2 } END { exit bad || seen < 5 || last != all }' ||
      fail "$noun: $(cat said)"
  done <<NOUNS
$BUNDLED/wine.csv kmeans -k 3 -m 20
$BUNDLED/wine.csv rpcl -k 2..12 -m 20
$BUNDLED/wine.csv lac -k 3 -m 20 --inv-h 5
$BUNDLED/wine.csv som -k 3 -m 20
$BUNDLED/wine.csv spectral -k 2..12
$BUNDLED/wine.csv tksc -k 2..12
$BUNDLED/wine.csv boost -k 3 -m 20
$BUNDLED/wine.csv uspec -k 3 -m 20
words.csv coolcat -k 3 -m 20
NOUNS
}
