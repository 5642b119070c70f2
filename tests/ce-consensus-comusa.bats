#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# comusa: clusters grow from the objects that are most attached to their neighbours.

setup() { load common; load ensembles; }

# Six objects. Similarities times 3: 1-2 3, 1-3 2, 2-3 2, 3-4 2, 1-4 1, 2-4 1, 4-5 1, 4-6 1, 5-6 3.
# The attachment of all but object 4 (2/5) is 2/3. Object 4 follows 3, and 5 follows 4 only if 1 is at most 1 + relaxation times 1/3.
six() { table a,b,c 0,0,0 0,0,0 0,1,0 1,1,0 1,2,1 1,2,1 >six.csv; }

# same FILE FILE: whether two results are the same partition
same() { assert_equal "$(ce-score -q -t "$1" -s ari "$2" | tail -n 1 | cut -d, -f3)" 1; }

@test "ce-consensus comusa: what the published queue finds, in any order of neighbours, with its pivots, on objects, microclusters and sizes" {
  run_split "$CE_BUILD/obj/tests/comusa" random
  assert_output "3000 tables, 1852 of one cluster, 711 of several; repeated rows: 19596"
}

@test "ce-consensus comusa: six objects, by hand, and ties that are exact" {
  six
  run_split ce-consensus comusa --trace trace.csv six.csv
  assert_equal "$status" 0
  assert_equal "$(paste -sd' ' <<<"$output")" "comusa.k2 1 1 1 1 2 2"
  assert_equal "$stderr" "ce-consensus: comusa: 2 clusters"
  assert_equal "$(cat trace.csv)" "cluster,pivot,attachment,objects
1,1,0.6666666666666666,4
2,5,0.6666666666666666,2"
  # 1 <= (1 + 2) / 3
  assert_equal "$(ce-consensus comusa -q --relaxation 2 six.csv | paste -sd' ')" "comusa.k1 1 1 1 1 1 1"
  assert_equal "$(ce-consensus comusa -q --relaxation 1.999999 six.csv | paste -sd' ')" "comusa.k2 1 1 1 1 2 2"
  assert_equal "$(ce-consensus comusa -q --relaxation 0 six.csv | paste -sd' ')" "comusa.k2 1 1 1 1 2 2"
}

@test "ce-consensus comusa: the first of several pivots of equal attachment; the objects of a table have names" {
  # 3 is between 1, 2 and 4, 5, and follows who comes first
  table id,a,b o1,1,1 o2,1,1 o3,1,2 o4,3,2 o5,3,2 >labels.csv
  ce-consensus comusa -q --relaxation 1 --trace trace.csv labels.csv >out
  assert_equal "$(cut -d, -f1,2 trace.csv | paste -sd' ')" "cluster,pivot 1,o1"
  ce-consensus comusa -q --relaxation .9 --trace trace.csv labels.csv >out
  assert_equal "$(tail -n +2 out | cut -d, -f2 | paste -sd' ')" "1 1 1 2 2"
  assert_equal "$(cut -d, -f1,2 trace.csv | paste -sd' ')" "cluster,pivot 1,o1 2,o4"
}

@test "ce-consensus comusa: all objects alike, no two together, one object, one base clustering" {
  table a,b 1,1 1,1 1,1 >alike.csv
  assert_equal "$(ce-consensus comusa -q alike.csv | paste -sd' ')" "comusa.k1 1 1 1"
  table a,b 1,1 2,2 3,3 >apart.csv
  ce-consensus comusa -q --trace trace.csv apart.csv >out
  assert_equal "$(paste -sd' ' out)" "comusa.k3 1 2 3"
  assert_equal "$(tail -n +2 trace.csv | paste -sd' ')" "1,1,0,1 2,2,0,1 3,3,0,1"
  assert_equal "$(ce-consensus comusa -q --relaxation 1e6 apart.csv | paste -sd' ')" "comusa.k3 1 2 3"
  table a,b 1,1 >one.csv
  run_split ce-consensus comusa one.csv
  assert_equal "$(paste -sd' ' <<<"$output") $stderr" "comusa.k1 1 ce-consensus: comusa: 1 cluster"
  table a x y x z y >single.csv
  assert_equal "$(ce-consensus comusa -q single.csv | paste -sd' ')" "comusa.k3 1 2 1 3 2"
}

@test "ce-consensus comusa: a missing label says nothing: a base clustering that labels nobody changes nothing, an object without labels gets NA" {
  planted 60 4 6 40 | awk -F, -v OFS=, 'NR > 1 && NR % 4 == 0 { $(NR % 5 + 1) = "" } 1' >partial.csv
  ce-consensus comusa -q --trace before.trace partial.csv >before
  awk -F, -v OFS=, '{ print $0, (NR == 1 ? "none" : "") }' partial.csv >wider.csv
  ce-consensus comusa -q --trace trace wider.csv >out
  cmp out before
  cmp trace before.trace
  awk 'NR == 5 { print ",,,,," } 1' partial.csv >longer.csv
  ce-consensus comusa -q --trace trace longer.csv >out
  assert_equal "$(sed -n 5p out)" NA
  sed 5d out | cmp - before
  # pivots are counted with it
  awk -F, -v OFS=, 'NR > 1 && $2 >= 4 { $2++ } 1' before.trace | cmp - trace
}

@test "ce-consensus comusa: objects and microclusters give the same bytes, and the order of objects and base clusterings the same clusters" {
  planted 300 4 5 40 >labels.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 6 == 0 { $(1 + NR % 5) = "" } 1' labels.csv >missing.csv
  for table in labels missing; do
    ce-consensus comusa -q --trace micro.trace $table.csv >micro
    ce-consensus comusa -q --objects --trace objects.trace $table.csv >objects
    cmp micro objects
    cmp micro.trace objects.trace
    awk -F, -v OFS=, '{ line = $NF; for (q = NF - 1; q > 0; q--) line = line OFS $q; print line }' $table.csv >turned.csv
    ce-consensus comusa -q turned.csv | cmp - micro
  done
  # without ties of pivots the order of objects decides nothing
  planted 120 5 9 30 >labels.csv
  ce-consensus comusa -q --trace trace labels.csv >out
  [ "$(wc -l <trace)" -ge 4 ]
  { head -n 1 labels.csv; tail -n +2 labels.csv | tac; } >turned.csv
  ce-consensus comusa -q turned.csv | { read -r head; echo "$head"; tac; } >turned
  same out turned
}

@test "ce-consensus comusa: one thread and four give the same bytes" {
  planted 700 5 12 50 >labels.csv
  awk -F, -v OFS=, 'NR > 1 { $(1 + NR % 12) = "" } 1' labels.csv >missing.csv
  for table in labels missing; do
    ce-consensus comusa -q -j 1 --trace one.trace $table.csv >one
    ce-consensus comusa -q -j 4 --trace four.trace $table.csv >four
    cmp one four
    cmp one.trace four.trace
  done
}

@test "ce-consensus comusa: k is found, not told; wrong use" {
  six
  run_split ce-consensus comusa -k 2 six.csv
  assert_error 2 "ce-consensus: comusa finds the number of clusters itself: no -k
Try 'ce-consensus --help'."
  run_split ce-consensus comusa,eac-al -q -k 2,3 six.csv
  assert_equal "${lines[0]}" comusa.k2,eac-al.k2,eac-al.k3
  run_split ce-consensus comusa --relaxation -1 six.csv
  assert_error 2 "ce-consensus: --relaxation '-1', a number from 0 to 1000000 expected
Try 'ce-consensus --help'."
}

@test "ce-consensus comusa: the fractions of very many base clusterings with missing labels need memory" {
  awk 'BEGIN { for (i = 0; i < 4; i++) for (q = 0; q < 300; q++)
    printf "%s%s", (i ? (i + q) % 4 ? i % 2 : "" : "b" q), (q < 299 ? "," : "\n") }' >wide.csv
  run_split env CE_MEMORY_LIMIT=1M ce-consensus comusa wide.csv
  assert_error 1 "ce-consensus: the values of similarities (226 x 301) needs 1.3 MiB of memory, 1.0 MiB are free (CE_MEMORY_LIMIT); use fewer base clusterings instead"
}
