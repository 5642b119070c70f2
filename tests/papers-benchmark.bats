#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; load papers; }

@test "papers: the benchmark in its short form: a drawn set, a few functions, ranks of what was run and of what is kept" {
  in_turn 4
  benchmark() { make -s -C "$CE_SOURCE/papers/benchmark" OUT="$BATS_TEST_TMPDIR/out" BIN="$CE_BIN" DATA= "$@"; }
  benchmark runs SETS="half-rings two-gaussian" RUNS=1 KINDS="random data" FUNCTIONS="eac-al|hbgf|hgpa|gcons|usenc" >told
  assert_equal "$(wc -l <told)" 4
  benchmark runs SETS="half-rings two-gaussian" RUNS=1 KINDS="random data" FUNCTIONS="eac-al|hbgf|hgpa|gcons|usenc" >again
  assert_equal "$(cat again)" ""
  # only these sets, though the folder holds another
  benchmark chosen SETS=half-rings RUNS=1 FUNCTIONS=hbgf >told
  assert_equal "$(paste -sd, told)" half-rings.random-k.1,half-rings.subspaces-k.1,half-rings.large-k.1
  cat "$BATS_TEST_TMPDIR"/out/runs/*.csv >lines
  # each function once for each set, and the true k is that of the classes
  assert_equal "$(awk -F, '$2 == "random" && $5 == "true" && $4 != "base" { print $4 }' lines | sort | uniq -c | tr -s ' ' | paste -sd,)" " 2 eac-al, 2 hbgf, 2 hgpa"
  assert_equal "$(awk -F, '$5 == "true" && $4 != "base" { print $6 }' lines | sort -u)" 2
  assert_equal "$(awk -F, '$5 == "silhouette" { print $4 }' lines | sort -u)" hbgf
  # the k by Dunn's index is that of ce-score
  ce-generate kmeans -q -k 20..40 -m 30 "$BATS_TEST_TMPDIR/out/data/half-rings.csv" | ce-consensus hbgf -q -k 2..8,10,12,15,20 >several.csv
  ce-score -q -s dunn --best --data "$BATS_TEST_TMPDIR/out/data/half-rings.csv" several.csv | tail -n 1 | cut -d, -f2 >expected
  assert_equal "$(awk -F, '$2 == "large" && $5 == "dunn" { print $6 }' lines)" "$(cat expected)"
  # the k by halves of the base clusterings is that of ce-consensus --choose; and one rule alone
  ce-generate kmeans -q -k 20..40 -m 30 "$BATS_TEST_TMPDIR/out/data/half-rings.csv" |
    ce-consensus hbgf -q -k 2..8,10,12,15,20 --choose | sed -n '1s/.*k//p' >expected
  assert_equal "$(awk -F, '$2 == "large" && $5 == "halves" { print $6 }' lines)" "$(cat expected)"
  benchmark chosen SETS=half-rings RUNS=1 FUNCTIONS=hbgf KINDS=large RULES="halves" OUT="$PWD/halves" >told
  assert_equal "$(cut -d, -f1-6 halves/runs/*.csv)" "half-rings,large,1,hbgf,halves,$(cat expected)"
  # the score of a line is that of its command
  ce-generate kmeans -q -k 2..20 -m 30 "$BATS_TEST_TMPDIR/out/data/half-rings.csv" |
    ce-consensus eac-al -q -k 2 | ce-score -q -t "$BATS_TEST_TMPDIR/out/data/half-rings.csv" -s ari | tail -n 1 | cut -d, -f3 >expected
  assert_equal "$(awk -F, '$1 == "half-rings" && $2 == "random" && $4 == "eac-al" && $5 == "true" { print $8 }' lines)" "$(cat expected)"
  # ranks of three functions sum to 6
  benchmark ranks >printed
  assert_equal "$(awk '$1 ~ /^(eac-al|hbgf|hgpa)$/ { sum += $2 } END { print sum }' printed)" 6
  # runs of two machines, joined by their means, are those of one
  few() { make -s -C "$CE_SOURCE/papers/benchmark" BIN="$CE_BIN" DATA= SETS=half-rings KINDS=random FUNCTIONS="eac-al|hgpa" "$@"; }
  few runs RUNS=1 OUT="$PWD/one" >told
  few "$PWD/one/results.csv" OUT="$PWD/one"
  few runs FIRST=2 RUNS=2 OUT="$PWD/two" >told
  assert_equal "$(cat told)" half-rings.random.2
  few "$PWD/two/results.csv" OUT="$PWD/two" KEPT="$PWD/one/results.csv"
  cp "$PWD/two/runs/half-rings.random.2.csv" one/runs
  few -B "$PWD/one/results.csv" OUT="$PWD/one"
  assert_equal "$(grep -c '^half-rings,random,[a-z-]*,true,2,0,' one/results.csv)" 2
  cmp one/results.csv two/results.csv
  # a larger N in the same folder adds the sets that were too large
  few runs RUNS=1 N=10 OUT="$PWD/three" >told
  assert_equal "$(cat told)" ""
  few runs RUNS=1 N=1000 OUT="$PWD/three" >told
  assert_equal "$(cat told)" half-rings.random.1
  # what is kept in the folder has the order that the evidence has
  make -s -C "$CE_SOURCE/papers/benchmark" OUT="$BATS_TEST_TMPDIR/none" BIN="$CE_BIN" evidence | cmp - "$CE_SOURCE/doc/evidence.csv"
  # half of the labels are missing, about
  benchmark runs SETS=half-rings RUNS=1 KINDS=missing FUNCTIONS="hbgf|srw" >told
  assert_equal "$(cat told)" half-rings.missing.1
  ce-generate kmeans -q -k 2..20 -m 30 --objects .5 --unseen missing "$BATS_TEST_TMPDIR/out/data/half-rings.csv" |
    ce-consensus hbgf -q -k 2 | ce-score -q -t "$BATS_TEST_TMPDIR/out/data/half-rings.csv" -s ari | tail -n 1 | cut -d, -f3 >expected
  assert_equal "$(awk -F, '$4 == "hbgf" { print $8 }' "$BATS_TEST_TMPDIR/out/runs/half-rings.missing.1.csv")" "$(cat expected)"
  # many clusters in each: from the root of 400 objects to twice that
  benchmark runs SETS=half-rings RUNS=1 KINDS=large FUNCTIONS=hbgf >told
  assert_equal "$(cat told)" half-rings.large.1
  ce-generate kmeans -q -k 20..40 -m 30 "$BATS_TEST_TMPDIR/out/data/half-rings.csv" >large.csv
  ce-consensus hbgf -q -k 2 large.csv | ce-score -q -t "$BATS_TEST_TMPDIR/out/data/half-rings.csv" -s ari | tail -n 1 | cut -d, -f3 >expected
  assert_equal "$(awk -F, '$4 == "hbgf" { print $8 }' "$BATS_TEST_TMPDIR/out/runs/half-rings.large.1.csv")" "$(cat expected)"
  # what k is drawn from
  benchmark ranges SETS=half-rings RUNS=1 FUNCTIONS=hbgf >told
  assert_equal "$(cat told)" half-rings.1
  assert_equal "$(awk -F, '$4 == "hbgf" { print $3 "," $5 }' "$BATS_TEST_TMPDIR/out/ranges.csv" | paste -sd' ')" \
    "2..10,1 2..2root,1 2..root,1 2root,1 classes,1 root,1 root..2root,1 root/2..root,1"
  assert_equal "$(awk -F, '$3 == "root..2root" && $4 == "hbgf" { print $9 }' "$BATS_TEST_TMPDIR/out/ranges.csv")" \
    "$(awk '{ printf "%.3f", $1 }' expected)"
  # the number of base clusterings: fewer are the first of more
  benchmark members SETS=half-rings RUNS=1 FUNCTIONS=hbgf >told
  assert_equal "$(cat told)" half-rings.1
  assert_equal "$(cut -d, -f1-5 "$BATS_TEST_TMPDIR/out/members.csv" | sed -n '1p;2p;$p' | paste -sd' ')" \
    "members,restarts,k,function,sets 5,1,2..root,base,1 200,10,2..root,hbgf,1"
  ce-generate kmeans -q -k 2..20 -m 200 "$BATS_TEST_TMPDIR/out/data/half-rings.csv" | cut -d, -f1-20 |
    ce-consensus hbgf -q -k 2 | ce-score -q -t "$BATS_TEST_TMPDIR/out/data/half-rings.csv" -s ari | tail -n 1 | cut -d, -f3 >expected
  assert_equal "$(awk -F, '$1 == 20 && $2 == 1 && $4 == "hbgf" { print $9 }' "$BATS_TEST_TMPDIR/out/members.csv")" \
    "$(awk '{ printf "%.3f", $1 }' expected)"
  run_split benchmark runs SETS=nothing
  assert_failure
  assert_equal "$(grep -c 'SETS: no such data set: nothing' <<<"$stderr")" 1
}
