#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

two() { table x,y 0,0 0,1 1,0 20,20 20,21 21,20; }

@test "ce-generate boost: as a slow one with the same draws: labels, losses, rounds" {
  run "$CE_BUILD/obj/tests/boost" 100
  assert_equal "$output" "100 runs as the slow one, some stopped by patience"
}

@test "ce-generate boost: nothing is read before it is set" {
  command -v valgrind >/dev/null || skip "needs valgrind"
  not_sanitized "does not go with the sanitizers"
  run_split env OMP_NUM_THREADS=2 valgrind -q --error-exitcode=9 "$CE_BUILD/obj/tests/boost" 12
  assert_equal "$stderr" ""
  assert_equal "$status" 0
}

@test "ce-generate boost: two groups, what comes beside them, and its numbers by hand" {
  two >data.csv
  run_split ce-generate boost -k 2 --rounds 4 --patience 0 --trace trace.csv --bases bases.csv data.csv
  assert_equal "$status$stderr" 0
  assert_equal "$output" "$(table boost.k2 1 1 1 2 2 2)"
  assert_equal "$(head -n 1 bases.csv) $(wc -l <bases.csv)" "boost.k2.t1,boost.k2.t2,boost.k2.t3,boost.k2.t4 7"
  assert_equal "$(head -n 1 trace.csv) $(wc -l <trace.csv)" "clustering,round,loss,beta,iterations 5"
  awk -F, 'NR > 1 { e = $4 / ((1 - $3) / $3) - 1; if (!(e < 1e-12 && e > -1e-12) || $3 < 1e-10 || $3 > .5 || $2 != NR - 1) wrong = 1 } END { exit wrong }' trace.csv
  # two objects, of which both or one are drawn: both are centres and the loss is its least, or there is one centre, which says nothing
  table x 3 5 >data.csv
  for quality in minmax entropy; do
    ce-generate boost -k 2 --rounds 20 --patience 0 --quality $quality --trace trace.csv data.csv >labels.csv
    assert_equal "$(tail -n +2 trace.csv | cut -d, -f3,4 | sort -u)" "$(table 0.5,1 1e-10,9999999999)"
    assert_equal "$(cat labels.csv)" "$(table boost.k2 1 2)"
  done
  # one cluster: every object has h = 1, and 1 - 1 + 1 is all doubt, while an entropy is none; the second iteration
  # changes nothing
  table x 3 5 9 >data.csv
  ce-generate boost -k 1 --rounds 2 --patience 0 --trace trace.csv data.csv >labels.csv
  assert_equal "$(tail -n +2 trace.csv | cut -d, -f2-5)" "$(table 1,0.5,1,2 2,0.5,1,2)"
  assert_equal "$(cat labels.csv)" "$(table boost.k1 1 1 1)"
  ce-generate boost -k 1 --rounds 1 --quality entropy --trace trace.csv data.csv >labels.csv
  assert_equal "$(tail -n 1 trace.csv | cut -d, -f3)" 1e-10
}

@test "ce-generate boost --patience: the run ends with so many rounds in a row below the largest loss, and votes until then" {
  for patience in 1 2 5; do
    ce-generate boost -k 4 --patience $patience --trace trace.csv --bases bases.csv "$BUNDLED/wine.csv" >labels.csv
    awk -F, -v patience=$patience 'NR > 1 { if (done) wrong = 1; if ($3 < largest) below++; else { below = 0; largest = $3 } done = below == patience; last = $2 }
      END { exit wrong || !(done || last == 50) }' trace.csv
    assert_equal "$(head -n 1 bases.csv | tr , '\n' | wc -l)" "$(($(wc -l <trace.csv) - 1))"
    # as many rounds as it took, without patience
    ce-generate boost -k 4 --patience 0 --rounds "$(($(wc -l <trace.csv) - 1))" "$BUNDLED/wine.csv" | cmp - labels.csv
  done
}

@test "ce-generate boost: errors on iris and wine as those of a separate one in NumPy, within three standard errors" {
  ce-prepare zscore "$BUNDLED/wine.csv" -o wine.csv
  cp "$BUNDLED/iris.csv" .
  for set in iris wine; do
    ce-generate boost -q -k 3 -m 40 $set.csv | ce-score -q -t $set.csv -s error >errors.csv
    awk -F, -v set=$set 'FILENAME == ARGV[1] { if ($1 == set) { runs = $2; mean = $3; deviation = $4 } next }
      FNR > 1 { n++; sum += $NF; squares += $NF * $NF }
      END { m = sum / n; v = (squares - n * m * m) / (n - 1); e = m - mean; exit !(n == 40 && e * e < 9 * (v / n + deviation * deviation / runs)) }' \
      "$FIXTURES/boost/errors.csv" errors.csv
  done
}

@test "ce-generate boost: same seed, same bytes, with any threads; the first members of a larger ensemble are those of a smaller one" {
  for options in "-k 2..6 -m 5" "-k 3" "-k 2,4 --quality entropy --patience 0 --rounds 7"; do
    for j in 1 3; do
      # shellcheck disable=SC2086 # a list of arguments
      ce-generate boost -q $options -j $j --trace trace.$j --bases bases.$j -o labels.$j "$BUNDLED/wine.csv"
    done
    for file in trace bases labels; do cmp $file.1 $file.3; done
  done
  ce-generate boost -q -k 2..6 -m 5 "$BUNDLED/wine.csv" | cut -d, -f1-3 >five
  ce-generate boost -q -k 2..6 -m 3 "$BUNDLED/wine.csv" | cmp - five
  head -n 1 five | grep >/dev/null -E '^boost\.k[2-6]\.r1,boost\.k[2-6]\.r2,boost\.k[2-6]\.r3$'
  ce-generate boost -q -k 2..6 -m 3 --seed 2 "$BUNDLED/wine.csv" >other
  run cmp -s other five
  assert_equal "$status" 1
}

@test "ce-generate boost: constant data, one object, as many clusters as objects, large numbers" {
  table x,y 0.1,7 0.1,7 0.1,7 >data.csv
  run_split ce-generate boost -k 2 data.csv
  assert_equal "$output" "$(table boost.k2 1 1 1)"
  assert_equal "$stderr" "ce-generate: data.csv: fewer clusters than asked for in 1 of 1 members: some have no objects"
  table x 5 >data.csv
  run_split ce-generate boost -k 1 data.csv
  assert_equal "$status$stderr$output" "0$(table boost.k1 1)"
  table x,y 1e150,1e-150 -1e150,0 1,1 2,5 >data.csv
  run_split ce-generate boost -q -k 2..4 --trace trace.csv data.csv
  assert_equal "$status$stderr" 0
  run grep -ciE 'nan|inf' trace.csv
  assert_equal "$status" 1
}

@test "ce-generate boost: ids are carried through to the bases too, classes held back, delimiters used everywhere" {
  table 'id;x;class' 'a;0;u' 'b;1;u' 'c;2;u' 'd;3;u' 'e;30;v' 'f;31;v' 'g;32;v' 'h;33;v' >data.csv
  run_split ce-generate boost -d ';' -k 2 --rounds 9 --patience 0 --trace trace.csv --bases bases.csv data.csv
  assert_equal "$output" "$(table 'id;boost.k2' 'a;1' 'b;1' 'c;1' 'd;1' 'e;2' 'f;2' 'g;2' 'h;2')"
  assert_equal "$(head -n 1 trace.csv)" "clustering;round;loss;beta;iterations"
  assert_equal "$(cut -d';' -f1 bases.csv | tr '\n' ' ')" "id a b c d e f g h "
}

@test "ce-generate boost: what does not go is refused with what helps, and wrong use" {
  two >data.csv
  run_split ce-generate boost -k 7 data.csv
  assert_error 1 "ce-generate: data.csv: 6 objects, k = 7"
  table x,y 1,2 3, >bad.csv
  run_split ce-generate boost -k 2 bad.csv
  assert_error 1 "ce-generate: bad.csv: object 2 has no value in column y, complete data expected: ce-prepare impute or drop-missing"
  run_split ce-generate boost -k 2 --bases no/bases.csv --trace trace.csv data.csv
  assert_equal "$status$output" 1
  [ ! -e trace.csv ]
  hint="
Try 'ce-generate --help'."
  while IFS='|' read -r arguments message; do
    # shellcheck disable=SC2086 # a list of arguments
    run_split ce-generate $arguments data.csv
    assert_error 2 "ce-generate: $message$hint"
  done <<'END'
boost|how many clusters? -k is needed
boost -k 2,3,2|-k has 2 twice
boost -k 2 --rounds 0|--rounds '0', a whole number from 1 to 1000000 expected
boost -k 2 --patience -1|--patience '-1', a whole number from 0 expected
boost -k 2 --quality best|--quality 'best', one of minmax|entropy expected
boost -k 2 --bases -|--bases and the result are both standard output
boost -k 2 --init random|--init does not go with boost, only with: kmeans lac som
kmeans -k 2 --rounds 3|--rounds does not go with kmeans, only with: boost
END
}
