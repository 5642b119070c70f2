#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# c-wbpa: constraints in the base clusterings of WBPA.

setup_file() { "$CE_BUILD/obj/tests/c-wbpa" >"$BATS_FILE_TMPDIR/said" 2>&1; }

setup() { load common; load ensembles; }

# lac_case SET K: z.csv, memberships.csv, labels.csv and model.csv of a bundled set.
lac_case() {
  ce-prepare zscore "$BUNDLED/$1.csv" >z.csv
  ce-generate lac -k "$2" --inv-h "${3:-1..8}" --membership --labels labels.csv --model model.csv z.csv >memberships.csv
}

c_wbpa() { ce-consensus c-wbpa --data z.csv --base-model model.csv "$@"; }

body() { tail -n +2; }

@test "ce-consensus c-wbpa: the matrix AN is that of Algorithm 10 written down plainly" {
  run cat "$BATS_FILE_TMPDIR/said"
  assert_line "rows: AN is that of Algorithm 10, many rows, many base clusterings with a dead end: ok"
}

@test "ce-consensus c-wbpa: enforcing changes nothing but components with violations, and leaves none where all assignments tried say there need be none" {
  run cat "$BATS_FILE_TMPDIR/said"
  assert_line "enforce: 1000 cases, many feasible, many infeasible, many with objects moved, many lone chunklets: ok"
}

@test "ce-consensus c-wbpa: objects that must link and lie in two parts go to the one whose clusters weigh more for them" {
  run cat "$BATS_FILE_TMPDIR/said"
  assert_line "pull: two that must link go to the part that pulls more: ok"
}

@test "ce-consensus c-wbpa: without constraints it is wbpa, by METIS and spectral, on memberships and labels, with missing ones" {
  lac_case wine 3
  echo i,j,link >none.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 7 == 0 { $(NR % 5 + 1) = "" } NR == 9 { gsub(/[^,]/, "") } 1' labels.csv >partial.csv
  for with in metis spectral; do
    for table in memberships.csv labels.csv partial.csv; do
      c_wbpa -k 2..4 -q --with $with --constraints none.csv $table | body >one
      ce-consensus wbpa -k 2..4 -q --with $with $table | body >two
      cmp one two || fail "$with $table"
    done
  done
  c_wbpa -k 3 -q --with metis --cluster-weight 1 --loose --constraints none.csv memberships.csv | body >one
  ce-consensus wbpa -k 3 -q --with metis --cluster-weight 1 memberships.csv | body | cmp one -
}

@test "ce-consensus c-wbpa: labels are the memberships that are 1 in the cluster of the label and 0 elsewhere, with constraints too" {
  lac_case wine 3
  # classes lie in a row: ten pairs of one class, one pair of two
  { echo i,j,link; for i in 1 2 3 4 5 6 7 8 9 10; do echo "$((13 * i + 5)),$((13 * i + 6)),must"; done; echo 20,100,cannot; } |
    awk -F, 'NR == 1 || $3 == "cannot" || !($1 == 57 || $1 == 58 || $1 == 129 || $1 == 130)' >links.csv
  assert [ "$(wc -l <links.csv)" -gt 9 ]
  ce-prepare onehot --join : --categorical all --class none --id none labels.csv >ones.csv
  assert_equal "$(head -n 1 ones.csv | tr , '\n' | sed -n 1p)" "$(head -n 1 model.csv >/dev/null; head -n 1 memberships.csv | tr , '\n' | sed -n 1p)"
  for with in metis spectral; do
    for options in "" --loose; do
      # shellcheck disable=SC2086
      c_wbpa -k 3 -q --with $with $options --constraints links.csv labels.csv | body >one
      # shellcheck disable=SC2086
      c_wbpa -k 3 -q --with $with $options --constraints links.csv ones.csv | body >two
      cmp one two || fail "$with $options"
    done
  done
}

@test "ce-consensus c-wbpa: the whole truth as constraints gives the truth" {
  for set in iris:3 wine:3 wdbc:2; do
    lac_case "${set%:*}" "${set#*:}" 1,3,5,7,10
    links_of_truth z.csv >truth.csv
    for options in "" "--with spectral" --loose; do
      for table in memberships.csv labels.csv; do
        # shellcheck disable=SC2086
        error=$(c_wbpa -k "${set#*:}" $options --constraints truth.csv $table | ce-score -t z.csv -s error | body | cut -d, -f3)
        assert_equal "$set $options $table $error" "$set $options $table 0"
      done
    done
  done
}

@test "ce-consensus c-wbpa: no result violates a constraint, on memberships, labels and labels with missing ones; --loose does, and says how many" {
  loose=0
  for set in iris:3 wdbc:2; do
    lac_case "${set%:*}" "${set#*:}" 1..6
    awk -F, -v OFS=, 'NR > 1 && NR % 4 == 0 { $(NR % 5 + 1) = "" } 1' labels.csv >partial.csv
    for pairs in 5 40 150; do
      random_links z.csv $pairs $pairs >links.csv
      for with in metis spectral; do
        for table in memberships labels partial; do
          run_split c_wbpa -k "${set#*:}" --with $with --constraints links.csv -o out.csv $table.csv
          assert_equal "$status $stderr" "0 "
          assert_equal "$(violated links.csv out.csv)" 0
        done
        run_split c_wbpa -k "${set#*:}" --loose --with $with --constraints links.csv -o out.csv memberships.csv
        count=$(violated links.csv out.csv) note=
        [ "$count" = 0 ] || note="ce-consensus: c-wbpa.k${set#*:}: $count of $pairs constraints violated"
        assert_equal "$stderr" "$note"
        loose=$((loose + count))
      done
    done
  done
  [ $loose -gt 0 ]
}

@test "ce-consensus c-wbpa: AN by hand: a chunklet goes as one to the nearest centroid, its cannot-link to the next" {
  # two clusters at 0 and 10; 1 and 2 must link, 3 cannot link with them though it is next to them
  table x 0 4 1 10 9 >z.csv
  table clustering,cluster,size,kind,x a,1,3,centroid,0 a,1,3,weight,1 a,2,2,centroid,10 a,2,2,weight,1 >model.csv
  table a:1,a:2 .9,.1 .6,.4 .8,.2 .1,.9 .2,.8 >memberships.csv
  table i,j,link 1,2,must 3,1,cannot >links.csv
  run_split c_wbpa -k 2 -v --with spectral --constraints links.csv memberships.csv
  assert_equal "$(paste -sd' ' <<<"$output")" "c-wbpa.k2 1 1 2 2 2"
  [[ $stderr == *"c-wbpa.k2: 0 of 2 constraints violated"* ]] || fail "$stderr"
  # what the last step did is told where there is a last step
  last="the parts separate 0 chunklets and join 0 that are to be apart; objects moved: 0"
  [[ $stderr == *"c-wbpa.k2: $last"* ]] || fail "$stderr"
  run_split c_wbpa -k 2 -v --loose --with spectral --constraints links.csv memberships.csv
  assert_equal "$status $(paste -sd' ' <<<"$output")" "0 c-wbpa.k2 1 1 2 2 2"
  [[ $stderr != *"the parts separate"* ]] || fail "$stderr"
  [[ $stderr == *"c-wbpa.k2: 0 of 2 constraints violated"* ]] || fail "$stderr"
}

@test "ce-consensus c-wbpa: a cluster that only objects without memberships go to has no part, and pulls nobody" {
  table x 20 0 4 1 10 9 >z.csv
  table clustering,cluster,size,kind,x a,1,3,centroid,0 a,1,3,weight,1 a,2,2,centroid,10 a,2,2,weight,1 \
    a,3,0,centroid,20 a,3,0,weight,1 >model.csv
  table a:1,a:2,a:3 NA,NA,NA .9,.1,0 .6,.4,0 .8,.2,0 .1,.9,0 .2,.8,0 >memberships.csv
  table i,j,link 1,2,cannot 2,3,must >links.csv
  run_split c_wbpa -k 2 -q --with spectral --constraints links.csv memberships.csv
  assert_equal "$status $(paste -sd' ' <<<"$output") $stderr" "0 c-wbpa.k2 NA 1 1 1 2 2 "
}

@test "ce-consensus c-wbpa: constraints name objects by the ids of the ensemble" {
  lac_case wine 3 1..4
  random_links z.csv 60 3 >links.csv
  c_wbpa -k 3 --constraints links.csv memberships.csv | body >expected
  awk -v OFS=, '{ print (NR == 1 ? "id" : "w" NR - 1), $0 }' memberships.csv >ids.csv
  awk -F, -v OFS=, 'NR > 1 { $1 = "w" $1; $2 = "w" $2 } 1' links.csv >named.csv
  c_wbpa -k 3 --constraints named.csv ids.csv | cut -d, -f2 | body | cmp expected -
  run_split c_wbpa -k 3 --constraints named.csv memberships.csv
  assert_equal "$status" 1
  [[ $stderr == "ce-consensus: named.csv:2: "* ]] || fail "$stderr"
}

@test "ce-consensus c-wbpa: beside other functions, at several k, with any threads; a base clustering with too few clusters is counted" {
  ce-prepare zscore "$BUNDLED/iris.csv" >z.csv
  ce-generate lac -k 2,4 --inv-h 1,5,9 --membership --model model.csv z.csv >memberships.csv
  random_links z.csv 90 5 >links.csv
  run_split ce-consensus wbpa,c-wbpa,wsbpa -k 3,4 -j 1 --constraints links.csv --data z.csv --base-model model.csv -o one.csv memberships.csv
  [[ $stderr == *"ce-consensus: c-wbpa: base clusterings whose clusters cannot keep all cannot-links: 3 of 6"* ]] || fail "$stderr"
  ce-consensus wbpa,c-wbpa,wsbpa -q -k 3,4 -j 3 --constraints links.csv --data z.csv --base-model model.csv memberships.csv | cmp one.csv -
  assert_equal "$(head -n 1 one.csv)" "wbpa.k3,wbpa.k4,c-wbpa.k3,c-wbpa.k4,wsbpa.k3,wsbpa.k4"
  for c in 3:3 4:4; do
    c_wbpa -k "${c#*:}" -q --constraints links.csv memberships.csv >alone.csv
    cut -d, -f"${c%:*}" one.csv | cmp alone.csv -
    assert_equal "$(violated links.csv alone.csv)" 0
  done
}

@test "ce-consensus c-wbpa: an object without any membership gets NA, whatever its constraints; the others keep theirs" {
  lac_case iris 3 1..4
  sed '7s/[^,]*/NA/g' memberships.csv >with.csv
  random_links z.csv 100 9 >links.csv
  { cat links.csv; echo 6,1,must; echo 6,90,cannot; } >more.csv
  c_wbpa -k 3 -q --constraints more.csv with.csv >out.csv
  assert_equal "$(sed -n 7p out.csv)" NA
  grep -vE '(^6,|,6,)' links.csv >others.csv
  assert_equal "$(violated others.csv out.csv)" 0
}

@test "ce-consensus c-wbpa: what cannot be kept is refused, or counted" {
  lac_case iris 3 1..4
  table i,j,link 1,2,cannot 1,3,cannot 1,4,cannot 2,3,cannot 2,4,cannot 3,4,cannot >four.csv
  run_split c_wbpa -k 3 --constraints four.csv memberships.csv
  assert_equal "$status $output" "1 "
  run_split c_wbpa -k 3 --infeasible count --constraints four.csv -o out.csv memberships.csv
  assert_equal "$status" 0
  [[ $stderr == *"c-wbpa.k3: 1 of 6 constraints violated"* ]] || fail "$stderr"
  table i,j,link 1,2,must 2,3,must 1,3,cannot 1,100,cannot >contradiction.csv
  run_split c_wbpa -k 3 --constraints contradiction.csv memberships.csv
  assert_equal "$status $output" "1 "
  [[ $stderr == *"contradiction.csv:4: 1 and 3 cannot link"* ]] || fail "$stderr"
  run_split c_wbpa -k 3 --infeasible count --constraints contradiction.csv -o out.csv memberships.csv
  [[ $stderr == *"contradiction.csv: 1 contradictory cannot-link left out"*"c-wbpa.k3: 1 of 4 constraints violated"* ]] || fail "$stderr"
}

@test "ce-consensus c-wbpa: bad constraints and wrong use" {
  in_turn 4 sanitized
  lac_case iris 3 1,2,3
  refused() {
    run_split c_wbpa -k 3 --constraints bad.csv memberships.csv
    assert_equal "$status $output" "1 "
    [[ $stderr == "ce-consensus: bad.csv:$1"* ]] || fail "$stderr"
  }
  table i,j,link 1,2,must 4,4,must >bad.csv
  refused 3:
  table i,j,link 1,151,must >bad.csv
  refused 2:
  table i,j,link 1,2,maybe >bad.csv
  refused 2:
  table i,j,link 1,2,must 2,1,must >bad.csv
  refused 3:
  wrong() {
    run_split ce-consensus "${@:2}"
    assert_error 2 "ce-consensus: $1
Try 'ce-consensus --help'."
  }
  echo i,j,link >none.csv
  needs="c-wbpa needs --data FILE and --base-model FILE and --constraints FILE"
  wrong "$needs" c-wbpa -k 3 memberships.csv
  wrong "$needs" c-wbpa -k 3 --constraints none.csv --data z.csv memberships.csv
  wrong "$needs" wbpa,c-wbpa -k 3 --data z.csv --base-model model.csv memberships.csv
  wrong "--constraints does not go with wbpa, only with: c-wbpa penta" wbpa -k 3 --constraints none.csv memberships.csv
  wrong "--loose does not go with wbpa, only with: c-wbpa penta" wbpa -k 3 --loose memberships.csv
  wrong "--lifetime does not go with c-wbpa, only with: $(trees)" c-wbpa --lifetime memberships.csv
}
