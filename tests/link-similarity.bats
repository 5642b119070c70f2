#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "simrank: SRS and ASRS on microclusters are what the definitions give on objects, missing labels or not" {
  run "$CE_BUILD/obj/tests/simrank"
  assert_success
  refute_line --regexp 'WRONG|FAILED'
  assert_line "n=40 m=3 k=2 missing=0: ok, with twins"
  assert_line "n=40 m=3 k=3 missing=1: ok, with twins"
  assert_line "n=37 m=5 k=6 missing=1: ok, no twins"
  assert_line "n=25 m=4 k=12 missing=0: ok, no twins"
  assert_line "n=9 m=1 k=3 missing=0: ok, with twins"
  assert_line "n=3 m=2 k=1 missing=1: ok, with twins"
}

@test "simrank: objects without labels are alone; decay and rounds out of range are refused" {
  run "$CE_BUILD/obj/tests/simrank"
  assert_line "no labels: 1 0 1, 1 0 1"
  assert_line "decay 0: 1 decay 0, above 0 and at most 1 expected"
  assert_line "decay 1.5: 1 decay 1.5, above 0 and at most 1 expected"
  assert_line "rounds 0: 1 0 rounds of SimRank, at least 1 expected"
}

# nearly FILE FILE: two CSV matrices of numbers agree to 2e-7.
nearly() {
  [ "$(wc -l <"$1")" = "$(wc -l <"$2")" ] || return 1
  paste -d, "$1" "$2" | awk -F, '{ for (j = 1; j <= NF / 2; j++) { d = $j - $(j + NF / 2); if (!(d < 2e-7 && d > -2e-7)) exit 1 } }'
}

@test "completion: eigenpairs outside an interval, at both ends, none, repeated" {
  run "$CE_BUILD/obj/tests/completion" checks
  assert_success
  refute_line --regexp 'WRONG|FAILED|DIFFERENT'
  assert_line "outside both ends: 39 of 60, ok"
  assert_line "outside none: 0 of 60, ok"
  assert_line "outside repeated: 35 of 60, ok"
  assert_line "outside one object: 1 of 1, ok"
  assert_line "eigenvalues outside -1 of a dense matrix of order 1"
}

@test "completion: ECMC on objects and on microclusters is what NumPy's singular value decompositions give" {
  while read -r name low high c growth iterations rank; do
    run --separate-stderr "$CE_BUILD/obj/tests/completion" "$FIXTURES/completion/labels.csv" "$low" "$high" "$c" "$growth"
    assert_success
    echo "$output" >found
    nearly found "$FIXTURES/completion/$name.csv" || fail "$name: other numbers"
    [[ $stderr == "iterations $iterations, residual "*", rank $rank; microclusters ok" ]] || fail "$name: $stderr"
  done <<<"default 0 .3 0 1.5 32 18
wide .2 .8 .2 1.5 23 2
narrow .4 .6 0 1.5 24 17
heavy .2 .8 .5 1.5 18 6
growth1 .4 .6 .2 1 30 3"
}

@test "completion: objects without labels are alone, one by one or in a microcluster" {
  { cat "$FIXTURES/completion/labels.csv"; table ,,,,, ,,,,,; } >labels.csv
  run --separate-stderr "$CE_BUILD/obj/tests/completion" labels.csv
  assert_success
  [[ $stderr == *"; microclusters ok" ]] || fail "$stderr"
  assert_equal "$(echo "$output" | tail -n 1 | tr , '\n' | sort | uniq -c | awk '{ print $1, $2 }' | paste -sd,)" "25 0.0000000000,1 1.0000000000"
}

@test "completion: threads change no bit, too few iterations are reported, thresholds out of order refused" {
  run "$CE_BUILD/obj/tests/completion" checks
  assert_line "threads: same bits"
  assert_line "iterations: 3, not converged"
  assert_line "matrix completion with entries up to 0.9 observed as 0 and from 0.8 as 1"
}
