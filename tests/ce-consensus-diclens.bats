#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# diclens: a spanning tree of all clusters is cut where it fits best.

setup() {
  load common
  load ensembles
}

# Four objects whose divisions were worked out by hand. The clusters are A1 = {1,2}, A2 = {3,4},
# B1 = {1,2,3} and B2 = {4}. The weights times 2 are A1-B1 10/6, A2-B2 3/2, A2-B1 5/6 and less, so
# these three are the tree. Objects 3 and 4 are nearer to A2 and B2 than to B1 and A2.
four() { table a,b 1,1 1,1 2,1 2,2 >four.csv; }

# numbers TRACE: the rows of a trace with 6 digits
numbers() {
  awk -F, 'NR > 1 { printf "%d,%d,%.6f,%.6f,%.6f,%d\n", $1, $2, $3, $4, $5, $6 }' "$1"
}

ari() { ce-score -q -s ari -t "$1" "$2" | tail -n 1 | cut -d, -f3; }

@test "ce-consensus diclens: what a slow version over all pairs of objects finds, at every k" {
  run_split "$CE_BUILD/obj/tests/diclens" random
  assert_output "2618 partitions; some k refused: yes; divisions with as many clusters: yes"
}

@test "ce-consensus diclens: every division of a small example, by hand" {
  four
  run_split ce-consensus diclens --trace trace.csv four.csv
  assert_equal "$status" 0
  assert_equal "$(paste -sd' ' <<<"$output")" "diclens.k2 1 1 2 2"
  said="ce-consensus: diclens: 2 clusters"
  assert_equal "$stderr" "$said: similarity 0.750000 within, 0.250000 between"
  assert_equal "$(head -n 1 trace.csv)" groups,clusters,within,between,quality,chosen
  assert_equal "$(numbers trace.csv)" "1,1,0.416667,0.000000,0.000000,0
2,2,0.750000,0.250000,1.000000,1
3,3,0.333333,0.333333,-1.000000,0
4,3,0.333333,0.333333,-1.000000,0"
  # with a k the best division that has it; of equal ones that of the fewest groups
  assert_equal "$(ce-consensus diclens -k 1..3 four.csv)" "$(table \
    diclens.k1,diclens.k2,diclens.k3 1,1,1 1,1,1 1,2,2 1,2,3)"
  ce-consensus diclens -k 3 --trace trace.csv four.csv >out
  assert_equal "$(numbers trace.csv | grep ',1$' | cut -d, -f1,2)" 3,3
}

@test "ce-consensus diclens: objects that all base clusterings keep apart: every division is as good, and a note says so" {
  table a,b,c 1,1,1 2,2,2 3,3,3 4,4,4 >apart.csv
  run_split ce-consensus diclens apart.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-consensus: diclens: 2 clusters: similarity 0.000000 within, 0.000000 between
ce-consensus: diclens: a division into 4 clusters is as good; the fewest groups are taken"
  assert_equal "$(paste -sd' ' <<<"$output")" "diclens.k2 1 1 1 2"
  run_split ce-consensus diclens -k 4 apart.csv
  assert_equal "$stderr" ""
  assert_equal "$(paste -sd' ' <<<"$output")" "diclens.k4 1 2 3 4"
}

@test "ce-consensus diclens: six objects, four base clusterings, missing labels: three clusters" {
  # the base clusterings of the small example of the paper
  table a,b,c,d 1,3,1,1 1,3,1,1 2,2,1, 2,2,2, 3,1,2, 3,1,2,2 >six.csv
  run_split ce-consensus diclens -q six.csv
  assert_equal "$(paste -sd' ' <<<"$output")" "diclens.k3 1 1 2 2 3 3"
}

@test "ce-consensus diclens: a microcluster weighs as much as its objects" {
  planted 120 4 6 40 >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  ce-consensus diclens -q --trace micro.trace micro.csv >micro.out
  ce-consensus diclens -q --objects --trace objects.trace labels.csv >objects.out
  ce-microcluster expand -t micro.csv -r micro.out labels.csv >expanded
  assert_equal "$(ari objects.out expanded)" 1
  assert_equal "$(numbers micro.trace)" "$(numbers objects.trace)"
}

@test "ce-consensus diclens: separated groups are found with their number, by itself and by -k" {
  for k in 2 3 6; do
    planted 240 $k 10 8 >labels.csv
    planted_truth 240 $k >truth.csv
    run_split ce-consensus diclens -q labels.csv
    echo "$output" >out.csv
    assert_equal "$(head -n 1 out.csv) $(ari truth.csv out.csv)" "diclens.k$k 1"
    ce-consensus diclens -q -k $k labels.csv | cmp - out.csv
  done
}

@test "ce-consensus diclens: one base clustering, equal ones, and one without labels" {
  table a x y x z y x >one.csv
  assert_equal "$(ce-consensus diclens -q one.csv | paste -sd' ')" "diclens.k3 1 2 1 3 2 1"
  awk -v OFS=, '{ print $1, $1, $1 }' one.csv | sed '1s/.*/a,b,c/' >equal.csv
  ce-consensus diclens -q --trace equal.trace equal.csv >equal
  assert_equal "$(paste -sd' ' equal)" "diclens.k3 1 2 1 3 2 1"
  # what labels no object says nothing: M does not count it
  awk -v OFS=, '{ print $1, "" }' equal.csv | sed '1s/.*/a,b,c,d/' >empty.csv
  ce-consensus diclens -q --trace empty.trace empty.csv | cmp - equal
  cmp equal.trace empty.trace
  # nothing to tell apart: one cluster, and no similarity between
  table a,b 1,1 1,1 1,1 >same.csv
  run_split ce-consensus diclens same.csv
  assert_equal "$(paste -sd' ' <<<"$output")" "diclens.k1 1 1 1"
  said="ce-consensus: diclens: 1 cluster"
  assert_equal "$stderr" "$said: similarity 1.000000 within, 0.000000 between"
}

@test "ce-consensus diclens: a k that no division has, and one above the groups of objects" {
  table a,b,c,d 1,3,1,1 1,3,1,1 2,2,1, 2,2,2, 3,1,2, 3,1,2,2 >six.csv
  run_split ce-consensus diclens -k 5 six.csv
  assert_error 1 "ce-consensus: diclens: k = 5, but the divisions have at most 4 clusters"
  run_split ce-consensus diclens -k 6 six.csv
  assert_error 1 "ce-consensus: diclens: k = 6,\
 but the base clusterings tell only 5 groups of objects apart"
  # only the first division, of which each cluster is a group, has the most
  table a,b 2,3 3,2 1,3 2,2 2,1 1,1 >first.csv
  ce-consensus diclens -q --trace trace.csv first.csv >out
  assert_equal "$(cut -d, -f1,2 trace.csv | tail -n +2 | sort -t, -k 2nr | sed -n 1,2p | paste -sd' ')" "6,5 5,4"
  run_split ce-consensus diclens -k 6 first.csv
  assert_error 1 "ce-consensus: diclens: k = 6, but the divisions have at most 5 clusters"
  # when the groups become fewer by one, two clusters can go at once
  table a,b,c 1,3,3 2,1,3 2,1,1 3,2,3 3,3,2 1,2,1 2,2,2 3,2,1 >gap.csv
  ce-consensus diclens -q --trace trace.csv gap.csv >out
  assert_equal "$(cut -d, -f2 trace.csv | tail -n +2 | sort -nu | paste -sd' ')" "1 2 3 5"
  run_split ce-consensus diclens -k 4 gap.csv
  assert_error 1 "ce-consensus: diclens: k = 4, but the nearest divisions have 3 and 5 clusters"
}

@test "ce-consensus diclens: alone it finds k, with -k it is told, and others need theirs" {
  four
  run_split ce-consensus diclens,eac-al,gcons -q -k 2,3 four.csv
  assert_equal "${lines[0]}" diclens.k2,diclens.k3,eac-al.k2,eac-al.k3,gcons.k3
  run_split ce-consensus eac-al,diclens -q --lifetime four.csv
  assert_equal "$status $(head -n 1 <<<"$output" | cut -d, -f2)" "0 diclens.k2"
  hint="
Try 'ce-consensus --help'."
  run_split ce-consensus diclens,eac-al four.csv
  assert_error 1 "ce-consensus: four.csv: 2 base clusterings: to look for k, 4 or more are needed; else give one k with -k"
  run_split ce-consensus diclens --lifetime four.csv
  assert_equal "$status" 2
}

@test "ce-consensus diclens: any number of threads gives the same bytes" {
  planted 900 7 30 45 | awk -F, -v OFS=, 'NR > 1 { $(NR % 29 + 2) = "" } 1' >labels.csv
  for k in "" "-k 7"; do
    # shellcheck disable=SC2086 # none or two words
    ce-consensus diclens -q $k -j 1 --trace one.csv labels.csv >one
    for j in 2 3 8; do
      # shellcheck disable=SC2086
      ce-consensus diclens -q $k -j $j --trace more.csv labels.csv | cmp - one
      cmp one.csv more.csv
    done
  done
}

@test "ce-consensus diclens: 10,000 clusters need memory, and too little of it is told" {
  awk 'BEGIN {
    for (q = 0; q < 200; q++) printf "%sc%d", q ? "," : "", q
    print ""
    for (i = 0; i < 100; i++)
      for (q = 0; q < 200; q++) printf "%d%s", (i * (q % 7 + 1)) % 50, q < 199 ? "," : "\n"
  }' >many.csv
  CE_MEMORY_LIMIT=100M run_split ce-consensus diclens many.csv
  assert_equal "$status" 1
  what="the similarities of all pairs of clusters"
  assert_regex "$stderr" "$what .* use fewer or coarser base clusterings instead"
}
