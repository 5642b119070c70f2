#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-consensus gcons and ce-partition coloring: colors of threshold graphs.

setup() {
  load common
  load ensembles
}

# The six objects and three clusterings whose values were worked out by hand and by NumPy: phi .774289, .787152, .669560.
six() { table a,b,c 0,0,0 0,0,0 0,1,0 1,1,0 1,2,1 1,2,1 >six.csv; }

# theta of the row that was chosen
best() { awk -F, '$4 == 1 { print $1 }' "$1"; }

@test "ce-partition coloring, ce-consensus gcons: the same colors as a slow coloring, no class wider than theta, the largest phi" {
  run "$CE_BUILD/obj/tests/coloring" 3
  assert_equal "$output" ok
}

@test "ce-consensus gcons: nothing is read before it is set" {
  command -v valgrind >/dev/null || skip "needs valgrind"
  not_sanitized "does not go with the sanitizers"
  planted 80 3 5 40 >labels.csv
  run_split env OMP_NUM_THREADS=2 valgrind -q --error-exitcode=9 ce-consensus gcons -q -o out.csv labels.csv
  assert_equal "$status$stderr" 0
}

@test "ce-consensus gcons: every threshold of a small example, and the best of them" {
  six
  run_split ce-consensus gcons -v --trace trace.csv six.csv
  assert_equal "$status" 0
  assert_equal "$output" "$(table gcons.k3 1 1 1 2 3 3)"
  assert_equal "$stderr" "ce-consensus: 6 objects, 3 base clusterings with 7 clusters, 4 microclusters
ce-consensus: gcons: theta = 0: 4 colours, phi = 0.774289
ce-consensus: gcons: theta = 0.333333: 3 colours, phi = 0.787152
ce-consensus: gcons: theta = 0.666667: 2 colours, phi = 0.669560
ce-consensus: gcons: 3 clusters, at theta = 0.333333, have the largest phi, 0.787152"
  assert_equal "$(awk -F, -v OFS=, 'NR > 1 { $1 = sprintf("%.6f", $1); $3 = sprintf("%.6f", $3) } 1' trace.csv)" \
    "$(table theta,colours,phi,chosen 0.000000,4,0.774289,0 0.333333,3,0.787152,1 0.666667,2,0.669560,0)"
  # phi is what ce-score says of it, and what -q leaves out is only the note
  ce-consensus gcons -q six.csv -o out.csv
  for q in 1 2 3; do cut -d, -f$q six.csv >base.csv; ce-score -q -t base.csv -s nmi out.csv | tail -n 1 | cut -d, -f3; done |
    awk '{ sum += $1 } END { printf "%.6f\n", sum / NR }' >phi
  assert_equal "$(cat phi)" 0.787152
}

@test "ce-consensus gcons: the same labels as ce-similarity ca | ce-partition coloring at its threshold" {
  for seed in 15 35 60; do
    planted 120 4 7 $seed >labels.csv
    for distance in mean rows sum max; do
      ce-consensus gcons -q --distance-to $distance --trace trace.csv labels.csv >one
      ce-similarity ca labels.csv | ce-partition coloring --theta "$(best trace.csv)" --distance-to $distance >two
      assert_equal "$(tail -n +2 one | paste -sd,)" "$(tail -n +2 two | paste -sd,)"
      # all other thresholds have their colors too
      [ $distance$seed = mean35 ] || continue
      while IFS=, read -r theta colors _; do
        [ "$theta" = theta ] || assert_equal "$(ce-similarity ca labels.csv | ce-partition coloring --theta "$theta" --distance-to $distance | sed -n 1p)" "coloring.k$colors"
      done <trace.csv
    done
  done
}

@test "ce-consensus gcons: the same labels as its pipeline on microclusters with missing labels, also where no common denominator is small" {
  planted 90 3 6 30 | awk -F, -v OFS=, '{ if (NR % 4 == 2) $(NR % 5 + 1) = ""; if (NR % 7 == 3) $6 = "" } 1' >few.csv
  # denominators from 7 to 23 have no common multiple up to 4096
  planted 60 3 23 30 | awk -F, -v OFS=, 'NR > 1 { for (q = 1; q <= NR % 17; q++) $q = "" } 1' >many.csv
  for file in few many; do
    ce-microcluster compress $file.csv >micro.csv
    for distance in mean max; do
      ce-consensus gcons -q --distance-to $distance --trace trace.csv micro.csv >one
      cut -d, -f2- micro.csv | ce-similarity ca | ce-partition coloring --theta "$(best trace.csv)" --distance-to $distance --sizes micro.csv --vertices objects >two
      assert_equal "$(tail -n +2 one | paste -sd,)" "$(tail -n +2 two | paste -sd,)"
    done
  done
  [ "$(wc -l <trace.csv)" -gt 60 ] || fail "fewer thresholds than shares of up to 23 base clusterings"
}

@test "ce-consensus gcons: no cluster is wider than the threshold" {
  planted 150 5 9 50 >labels.csv
  ce-consensus gcons -q --trace trace.csv labels.csv >out.csv
  paste -d, out.csv labels.csv | awk -F, -v theta="$(best trace.csv)" '
    NR > 1 { for (q = 1; q <= NF; q++) x[NR, q] = $q }
    END {
      for (i = 2; i <= NR; i++) for (j = 2; j < i; j++) if (x[i, 1] == x[j, 1]) {
        d = 0
        for (q = 2; q <= NF; q++) d += x[i, q] != x[j, q]
        if (d > most) most = d
        pairs++
      }
      if (!pairs || most > theta * (NF - 1) + 1e-9) { print most, theta, pairs; exit 1 }
    }'
}

@test "ce-consensus gcons: with others -k is for them, without it is wrong use" {
  in_turn 4 sanitized
  six
  run_split ce-consensus gcons,eac-al,cspa -q -k 2,3 six.csv
  assert_equal "$status${lines[0]}" 0gcons.k3,eac-al.k2,eac-al.k3,cspa.k2,cspa.k3
  run_split ce-consensus eac-al,gcons -q --lifetime six.csv
  assert_equal "$status" 0
  assert_equal "$(head -n 1 <<<"$output" | cut -d, -f2)" gcons.k3
  hint="
Try 'ce-consensus --help'."
  run_split ce-consensus gcons -k 3 six.csv
  assert_error 2 "ce-consensus: gcons finds the number of clusters itself: no -k$hint"
  run_split ce-consensus gcons --lifetime six.csv
  assert_error 2 "ce-consensus: --lifetime does not go with gcons, only with: $(trees)$hint"
  run_split ce-consensus gcons,cspa six.csv
  assert_error 1 "ce-consensus: six.csv: 3 base clusterings: to look for k, 4 or more are needed; else give one k with -k"
  run_split ce-consensus cspa -k 2 --trace t.csv six.csv
  assert_error 2 "ce-consensus: --trace does not go with cspa, only with: comusa cvote diclens gcons bok boem penta best$hint"
  run_split ce-consensus gcons --trace - six.csv
  assert_error 2 "ce-consensus: --trace and the result are both standard output$hint"
}

@test "ce-consensus gcons: one base clustering is the consensus; equal ones too; objects that none tells apart are one cluster" {
  table a x y x z >one.csv
  assert_equal "$(ce-consensus gcons -q --trace trace.csv one.csv | paste -sd' ')" "gcons.k3 1 2 1 3"
  assert_equal "$(cat trace.csv)" "$(table theta,colours,phi,chosen 0,3,1,1)"
  table a,b x,x x,x x,x >all.csv
  assert_equal "$(ce-consensus gcons -q --trace trace.csv all.csv | paste -sd' ')" "gcons.k1 1 1 1"
  assert_equal "$(cat trace.csv)" "$(table theta,colours,phi,chosen 0,1,1,1)"
  # a base clustering without any label has no part in it
  table a,b x, y, x, z, >empty.csv
  assert_equal "$(ce-consensus gcons -q --trace trace.csv empty.csv | paste -sd' ')" "gcons.k3 1 2 1 3"
  assert_equal "$(cat trace.csv)" "$(table theta,colours,phi,chosen 0,3,1,1)"
}

@test "ce-consensus gcons: no file of the trace when the labels cannot be read, and --objects counts objects" {
  table a,b 1,1 1 >ragged.csv
  run_split ce-consensus gcons --trace trace.csv ragged.csv
  assert_equal "$status" 1
  [ ! -e trace.csv ]
  # a microcluster of three objects and four others: on objects the degrees differ, not the clusters of theta = 0
  table a,b 1,1 1,1 1,1 2,1 2,2 3,2 3,3 >labels.csv
  ce-consensus gcons -q --objects --trace objects.csv labels.csv >/dev/null
  ce-consensus gcons -q --trace micro.csv labels.csv >/dev/null
  assert_equal "$(sed -n 2p objects.csv)" "$(sed -n 2p micro.csv)"
}

@test "ce-consensus gcons: 100,000 objects of few microclusters, and thousands of microclusters" {
  awk 'BEGIN { print "a,b,c,d"; for (i = 0; i < 100000; i++) print i % 5 "," int(i / 7) % 4 "," (i % 5 + int(i / 11) % 2) % 5 "," int(i / 3) % 3 }' >many.csv
  run_split timeout 60 ce-consensus gcons -q many.csv
  assert_equal "$status${#lines[@]}" 0100001
  planted 2500 20 8 60 >wide.csv
  run_split timeout 120 ce-consensus gcons -q wide.csv
  assert_equal "$status${#lines[@]}" 02501
}

# ---- matrices ----

@test "ce-partition coloring: by hand, on similarities and on distances; the complete graph and the empty one" {
  # two near pairs, and one that is near the first of each
  table 0,1,4,4,2 1,0,4,4,3 4,4,0,1,2 4,4,1,0,3 2,3,2,3,0 >d.csv
  assert_equal "$(ce-partition coloring --input distance --theta 1 d.csv | paste -sd' ')" "coloring.k3 1 1 2 2 3"
  assert_equal "$(ce-partition coloring --input distance --theta 0 d.csv | paste -sd' ')" "coloring.k5 1 2 3 4 5"
  assert_equal "$(ce-partition coloring --input distance --theta 4 d.csv | paste -sd' ')" "coloring.k1 1 1 1 1 1"
  awk -F, -v OFS=, '{ for (i = 1; i <= NF; i++) $i = 1 - $i / 8 } 1' d.csv >s.csv
  for theta in 0 0.125 0.25 0.375 0.5 1; do
    assert_equal "$(ce-partition coloring --theta $theta s.csv)" "$(ce-partition coloring --input distance --theta "$(awk -v t=$theta 'BEGIN { print 8 * t }')" d.csv)"
  done
  # eighths are compared as whole numbers: a threshold that is less by rounding is the same
  assert_equal "$(ce-partition coloring --theta 0.37499999999 s.csv)" "$(ce-partition coloring --theta 0.375 s.csv)"
}

@test "ce-partition coloring: homogeneity chooses among rows of one degree" {
  # the row of least distance to a color takes it first: 4 is nearer to the first color than 3, which is adjacent to it
  table 0,9,3,2,9 9,0,9,9,9 3,9,0,9,3 2,9,9,0,3 9,9,3,3,0 >d.csv
  assert_equal "$(ce-partition coloring --input distance --theta 5 d.csv | paste -sd' ')" "coloring.k3 1 2 3 1 3"
}

@test "ce-partition coloring: equal rows are one vertex unless objects are asked for, sizes weigh the mean, sparse absent entries are 0" {
  planted 60 3 5 40 >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  cut -d, -f2- micro.csv | ce-similarity ca >small.mtx
  ce-similarity ca labels.csv >all.mtx
  for distance in mean rows sum max; do
    ce-partition coloring --theta .4 --distance-to $distance --sizes micro.csv small.mtx >small.csv
    ce-microcluster expand -t micro.csv -r small.csv labels.csv | tail -n +2 >expanded
    ce-partition coloring --theta .4 --distance-to $distance all.mtx | tail -n +2 | cmp - expanded
  done
  ce-similarity ca --sparse 0 labels.csv | ce-partition coloring --theta .4 >sparse.csv
  ce-partition coloring --theta .4 all.mtx | cmp - sparse.csv
  run_split ce-partition coloring --theta .4 --vertices objects -v all.mtx
  assert_equal "${stderr_lines[0]}" "ce-partition: coloring: 60 vertices, $(head -n 1 <<<"$output" | sed 's/.*k//') colours"
}

@test "ce-partition coloring: wrong use and bad values" {
  table 0,1 1,0 >d.csv
  hint="
Try 'ce-partition --help'."
  run_split ce-partition coloring d.csv
  assert_error 2 "ce-partition: coloring needs --theta T: the largest distance within a cluster$hint"
  run_split ce-partition coloring -k 2 --theta .5 d.csv
  assert_error 2 "ce-partition: coloring finds the number of clusters itself: --theta, not -k$hint"
  run_split ce-partition coloring --theta -1 d.csv
  assert_equal "$status" 2
  run_split ce-partition average -k 2 --distance-to max d.csv
  assert_error 2 "ce-partition: --distance-to does not go with average, only with: coloring$hint"
  table 1,2 2,1 >s.csv
  run_split ce-partition coloring --theta .5 s.csv
  assert_error 1 "ce-partition: s.csv: row 1, column 2: 2, a similarity of at most 1 expected"
  table 0,-2 -2,0 >s.csv
  run_split ce-partition coloring --input distance --theta .5 s.csv
  assert_error 1 "ce-partition: s.csv: row 1, column 2: -2, a distance of 0 or more expected"
}
