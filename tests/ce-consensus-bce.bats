#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# bce: Bayesian cluster ensembles against the same formulas written down plainly (tests/lib/bce-plain.c).

setup() { load common; load ensembles; }

# noisy: tables that leave much open, with and without missing labels: starts end in different places
noisy() {
  planted 60 4 5 "$1" >whole.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 4 == 0 { $(NR % 5 + 1) = "" } 1' whole.csv >partial.csv
}

# fit OPTIONS... TABLE: the labels into out, and the bound, the steps and the sum of alpha as words into said
fit() {
  ce-consensus bce -v "$@" 2>told >out
  sed -n 's/.*: bound \([^ ]*\), steps \([0-9]*\), sum of alpha \(.*\)/\1 \2 \3/p' told >said
}

# near A B PART: whether two numbers differ by at most this part
near() {
  awk -v a="$1" -v b="$2" -v part="$3" 'BEGIN {
    # to mawk, what is no number equals every number
    if (a b ~ /nan/) exit 1
    d = a - b; s = b < 0 ? -b : b; exit !(a != "" && b != "" && d <= s * part && -d <= s * part) }'
}

@test "ce-consensus bce: labels, bound and alpha are those of the formulas, object by object, of the best of several starts" {
  in_turn 4
  cases=0 several=0
  for noise in 30 60; do
    noisy $noise
    for table in whole partial; do
      for how in "rows 1 1" "rows 3 2" "rows 5 25" "random 1 1" "random 3 3" "random 5 40"; do
        for smoothing in 1e-6 .3; do
          read -r start restarts iterations <<<"$how"
          options=(-k 4 --objects --tolerance 0 --seed 3 --start "$start" --iterations "$iterations" --smoothing $smoothing)
          fit "${options[@]}" --restarts "$restarts" $table.csv
          "$CE_BUILD/obj/tests/bce-plain" $table.csv 4 "$start" "$restarts" "$iterations" $smoothing 3 >slow
          read -r bound steps alpha <said
          read -r _ theirs their_alpha <<<"$(grep step slow | tail -n 1)"
          assert_equal "$noise $table $how $steps" "$noise $table $how $iterations"
          # what is left of alpha's error grows while a start leaves a saddle
          near "$bound" "$theirs" 3e-7 || fail "$noise $table $how $smoothing: bound $bound, $theirs"
          near "$alpha" "$their_alpha" .006 || fail "$noise $table $how $smoothing: alpha $alpha, $their_alpha"
          tail -n +2 out | cmp - <(grep -v step slow) || fail "$noise $table $how $smoothing: other labels"
          cases=$((cases + 1))
          [ "$restarts" -gt 1 ] || continue
          fit "${options[@]}" --restarts 1 $table.csv
          near "$(cut -d' ' -f1 said)" "$bound" 1e-6 || several=$((several + 1))
        done
      done
    done
  done
  assert_equal $cases 48
  # often another start than the first is the best
  assert [ $several -ge 10 ]
}

@test "ce-consensus bce: no step makes the bound smaller, neither here nor in the plain version" {
  in_turn 4
  noisy 50
  for table in whole partial; do
    for start in rows random; do
      for smoothing in 1e-12 .1; do
        "$CE_BUILD/obj/tests/bce-plain" $table.csv 3 $start 1 120 $smoothing 1 | awk -v rises=119 '
          $1 == "step" { if (NR > 1 && $2 < last - 1e-9 * (last < 0 ? -last : last)) exit bad = 1; all += NR > 1; last = $2 } END { exit bad || all != rises }'
        last=-1e300
        for iterations in 1 2 3 4 5 7 10 15 20 30 50 80 120 300; do
          fit -k 3 --restarts 1 --tolerance 0 --start $start --smoothing $smoothing --iterations $iterations $table.csv
          bound=$(cut -d' ' -f1 said)
          awk -v last="$last" -v now="$bound" 'BEGIN { exit !(now != "" && now >= last) }' || fail "$table $start $smoothing $iterations: $bound after $last"
          last=$bound
        done
      done
    done
  done
}

@test "ce-consensus bce: with one component the bound is the log likelihood of independent labels" {
  noisy 50
  awk 'NR == 1 || NR % 7' partial.csv >labels.csv
  # sum of count log(count / all) over the labels of each base clustering
  likelihood=$(awk -F, 'NR > 1 { for (q = 1; q <= NF; q++) if ($q != "") { count[q, $q]++; all[q]++ } }
    END { for (at in count) { split(at, part, SUBSEP); sum += count[at] * log(count[at] / all[part[1]]) } printf "%.9f", sum }' labels.csv)
  fit -k 1 --smoothing 1e-12 labels.csv
  near "$(cut -d' ' -f1 said)" "$likelihood" 1e-8
  assert_equal "$(sort -u out | paste -sd' ')" "1 bce.k1"
}

# model SEED N M K LABELS ALPHA: a table drawn from the model, of components that each prefer one label; in truth.csv the component
# that most labels of an object come from. Gamma(1 + alpha) times a power of a uniform number is Gamma(alpha).
model() {
  awk -v seed="$1" -v n="$2" -v m="$3" -v k="$4" -v labels="$5" -v alpha="$6" '
    function uniform() { state = (state * 16807) % 2147483647; return state / 2147483647 }
    function normal() { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()) }
    function gamma(a,   d, c, x, v) { # Marsaglia and Tsang
      d = a + 1 - 1 / 3; c = 1 / sqrt(9 * d)
      do { x = normal(); v = (1 + c * x) ^ 3 } while (v <= 0 || log(uniform()) >= x * x / 2 + d - d * v + d * log(v))
      return d * v * uniform() ^ (1 / a)
    }
    BEGIN {
      state = seed
      print "class" >"truth.csv"
      for (q = 1; q <= m; q++) printf "%sq%d", (q > 1 ? "," : ""), q
      print ""
      for (i = 0; i < n; i++) {
        all = 0
        for (h = 0; h < k; h++) { all += theta[h] = gamma(alpha); from[h] = 0 }
        for (q = 1; q <= m; q++) {
          u = uniform() * all
          for (z = 0; z < k - 1 && u >= theta[z]; z++) u -= theta[z]
          from[z]++
          x = uniform() < .9 ? (z + q) % labels : int(uniform() * labels)
          printf "%d%s", x, q < m ? "," : "\n"
        }
        most = 0
        for (h = 1; h < k; h++) if (from[h] > from[most]) most = h
        print most >"truth.csv"
      }
    }'
}

@test "ce-consensus bce: components of a table drawn from the model are found again, and how mixed the objects are" {
  last=0
  # the adjusted Rand index is at least so much; the sum of alpha, of which 3 times as much is true, is right but for a factor
  for row in ".05 .97" ".5 .85" "2 .6"; do
    read -r alpha least <<<"$row"
    model 77 300 30 3 4 "$alpha" >drawn.csv
    fit -k 3 --restarts 3 drawn.csv
    read -r _ _ sum <said
    ari=$(ce-score -q -t truth.csv -s ari out | tail -n 1 | cut -d, -f3)
    awk -v ari="$ari" -v least="$least" -v true="$alpha" -v sum="$sum" -v last="$last" \
      'BEGIN { exit !(ari >= least && sum > last && sum > true && sum < 9 * true) }' || fail "alpha $alpha: ARI $ari, $sum after $last"
    last=$sum
  done
}

@test "ce-consensus bce: microclusters have the bound and the labels of objects, and sizes those of repeated rows" {
  planted 300 3 3 30 >labels.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 6 == 0 { $(1 + NR % 3) = "" } 1' labels.csv >missing.csv
  for table in labels missing; do
    # probabilities are drawn by components and labels, so the starts are the same
    fit -k 3 --start random $table.csv
    read -r bound steps _ <said
    cp out micro
    assert [ "$(sed -n 's/.* \([0-9]*\) microclusters/\1/p' told)" -lt 70 ]
    fit -k 3 --start random --objects $table.csv
    near "$(cut -d' ' -f1 said)" "$bound" 1e-8
    assert_equal "$(cut -d' ' -f2 said)" "$steps"
    cmp out micro
    # rows and how often each is there
    { sed '1s/^/size,/;q' $table.csv; tail -n +2 $table.csv | sort | uniq -c | sed 's/^ *\([0-9]*\) /\1,/' | sort -t, -k 2; } >sizes.csv
    for start in rows random; do
      fit -k 3 --start $start sizes.csv
      awk -F, -v OFS=, 'NR == 1 { sub(/^size,/, ""); print; next } { s = $1; sub(/^[0-9]*,/, ""); while (s-- > 0) print }' sizes.csv >repeated.csv
      read -r bound steps _ <said
      awk -F, 'NR == FNR { size[FNR] = FNR == 1 ? 1 : $1; next } { for (s = size[FNR]; s > 0; s--) print }' sizes.csv out >expanded
      fit -k 3 --start $start repeated.csv
      assert_equal "$(cut -d' ' -f1,2 said)" "$bound $steps"
      cmp out expanded
    done
  done
}

@test "ce-consensus bce: a missing label says nothing: a base clustering that labels nobody changes nothing, an object without labels gets NA" {
  noisy 40
  fit -k 4 --start random partial.csv
  bound=$(cut -d' ' -f1 said)
  cp out before
  awk -F, -v OFS=, '{ print $0, (NR == 1 ? "q6" : "") }' partial.csv >wider.csv
  fit -k 4 --start random wider.csv
  assert_equal "$(cut -d' ' -f1 said)" "$bound"
  cmp out before
  awk 'NR == 5 { print ",,,," } 1' partial.csv >longer.csv
  fit -k 4 --start random longer.csv
  assert_equal "$(cut -d' ' -f1 said)" "$bound"
  assert_equal "$(sed -n 5p out)" NA
  sed 5d out | cmp - before
}

@test "ce-consensus bce: one base clustering, as many components as rows, rows that only missing labels tell apart" {
  table a x x y z y x >one.csv
  for start in rows random; do
    fit -k 3 --start $start one.csv
    assert_equal "$(paste -sd' ' out)" "bce.k3 1 1 2 3 2 1"
  done
  table a,b 1,1 1,2 2,1 2,2 >four.csv
  fit -k 4 four.csv
  assert_equal "$(paste -sd' ' out)" "bce.k4 1 2 3 4"
  run_split ce-consensus bce -k 5 four.csv
  assert_error 1 "ce-consensus: bce: k = 5, but there are only 4 objects"
  # no two rows of these differ in a label: nothing is left to draw the second row by
  table a,b 1, ,1 1,1 >gaps.csv
  run_split ce-consensus bce -k 3 -q gaps.csv
  assert_equal "$status $(wc -l <<<"$output")" "0 4"
}

@test "ce-consensus bce: one thread and four give the same bytes; more starts are never worse" {
  noisy 60
  last=-1e300
  for restarts in 1 2 5 20; do
    fit -k 4 --restarts $restarts -j 1 partial.csv
    cp out one
    bound=$(cut -d' ' -f1 said)
    fit -k 4 --restarts $restarts -j 4 partial.csv
    cmp out one
    assert_equal "$(cut -d' ' -f1 said)" "$bound"
    awk -v last="$last" -v now="$bound" 'BEGIN { exit !(now >= last) }'
    last=$bound
  done
  fit -k 4 --restarts 1 partial.csv
  awk -v one="$(cut -d' ' -f1 said)" -v all="$last" 'BEGIN { exit !(all > one) }'
}

@test "ce-consensus bce: a start ends at the first step that raises the bound by no more than the tolerance" {
  noisy 50
  "$CE_BUILD/obj/tests/bce-plain" whole.csv 4 rows 1 200 1e-6 1 >slow
  for tolerance in 1e-2 1e-3 1e-4; do
    fit -k 4 --objects --restarts 1 --tolerance $tolerance whole.csv
    read -r _ steps _ <said
    assert_equal "$tolerance $steps" "$tolerance $(awk -v tolerance=$tolerance '
      $1 == "step" { if (NR > 1 && $2 - last <= tolerance * -last) { print NR; exit } last = $2 }' slow)"
  done
  assert [ "$steps" -gt 10 ]
  assert [ "$steps" -lt 200 ]
}

@test "ce-consensus bce: wrong use" {
  table a,b 1,1 1,2 2,2 >labels.csv
  wrong() {
    run_split ce-consensus bce -k 2 "${@:2}" labels.csv
    assert_error 2 "ce-consensus: $1
Try 'ce-consensus --help'."
  }
  wrong "--restarts '0', a whole number from 1 to 1000000 expected" --restarts 0
  wrong "--iterations '0', a whole number from 1 to 1000000 expected" --iterations 0
  wrong "--tolerance '2', a number from 0 to 1 expected" --tolerance 2
  wrong "--smoothing '0', a number from 1e-12 to 1000000 expected" --smoothing 0
  wrong "--start 'beta', one of rows|random expected" --start beta
}

@test "ce-consensus bce: starts that run at the same time need memory" {
  planted 50 3 4 40 >labels.csv
  run_split env CE_MEMORY_LIMIT=500 ce-consensus bce -k 3 -j 1 labels.csv
  assert_error 1 "ce-consensus: the components of each start (12 x 48) needs 576 B of memory, 500 B are free (CE_MEMORY_LIMIT); use fewer clusters or threads instead"
  # 28 microclusters with 3 values, 2 numbers to draw rows and 2 labels for each start, and the best labels
  run_split env CE_MEMORY_LIMIT=1K ce-consensus bce -k 3 -j 1 labels.csv
  assert_error 1 "ce-consensus: the memberships of each start (28 x 52) needs 1.4 KiB of memory, 1.0 KiB are free (CE_MEMORY_LIMIT); use fewer clusters or threads instead"
  run_split env CE_MEMORY_LIMIT=2K ce-consensus bce -k 3 -j 3 --restarts 2 labels.csv
  assert_error 1 "ce-consensus: the memberships of each start (28 x 100) needs 2.7 KiB of memory, 2.0 KiB are free (CE_MEMORY_LIMIT); use fewer clusters or threads instead"
}

@test "ce-consensus bce: 590 base clusterings, of which the product of the probabilities of an object is no number any more" {
  planted 40 30 590 95 >wide.csv
  fit -k 4 --objects --tolerance 0 --start rows --iterations 5 --smoothing .3 --restarts 1 wide.csv
  "$CE_BUILD/obj/tests/bce-plain" wide.csv 4 rows 1 5 .3 1 >slow
  read -r bound steps alpha <said
  read -r _ theirs their_alpha <<<"$(grep step slow | tail -n 1)"
  assert_equal "$steps" 5
  near "$bound" "$theirs" 3e-8
  near "$alpha" "$their_alpha" .006
  tail -n +2 out | cmp - <(grep -v step slow)
}
