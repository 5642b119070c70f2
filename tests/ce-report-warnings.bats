#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-report: what the page warns of, and what it does not.

setup() {
  load common
  load report
  command -v gnuplot >/dev/null || skip "needs gnuplot"
}

@test "ce-report: a k of the result that has too few base clusterings is said not to be shown" {
  ce-generate kmeans -k 2,3,5 -m 15 "$BUNDLED/iris.csv" >members.csv
  ce-consensus eac-al -k 3,4 members.csv >results.csv
  ce-report -q -r results.csv --choose eac-al.k4 members.csv | text >page
  grep -F 'The result that is looked at has 4 clusters. Of this k there are no base clusterings, so it is not among those shown here.' page
  ce-report -q -r results.csv --choose eac-al.k3 members.csv | text >page
  run grep -c 'not among those shown' page
  assert_output 0
}

@test "ce-report: warnings come first: members that say nothing, k at the edge, no home" {
  awk 'BEGIN { print "id,a,b,c,one,own,none"
    for (i = 0; i < 40; i++) { g = i % 4
      print "o" i "," (i == 3 ? 0 : g) "," (i == 3 ? 0 : g) "," g ",1," i "," }}' >members.csv
  awk 'BEGIN { print "id,m.k2,m.k3,m.k4"
    for (i = 0; i < 40; i++) { g = i % 4
      print "o" i "," g % 2 "," (g > 2 ? 2 : g) "," g }}' >results.csv
  ce-report -q -r results.csv members.csv | text >page
  grep -qF "3 of 6 base clusterings say nothing: one (it has one cluster); own (each object is a\
 cluster of its own); none (it has no label)." page
  grep -qF "k is at the edge: of the results for k = 2 to 4 the one with the highest ANMI has\
 k = 4." page
  grep -qF "1 of 40 objects without a home: it is more often with another cluster than with\
 its own. The least sure: o3." page
  # no picture comes before them
  grep -o 'say nothing\|^Results' page >order
  table 'say nothing' Results | diff - <(sed 2q order)
}

@test "ce-report: where all members agree by chance, there is nothing to combine" {
  awk 'BEGIN { srand(2); print "a,b,c,d,e,f"; for (i = 0; i < 200; i++) {
    for (q = 1; q <= 6; q++) printf "%s%d", (q > 1 ? "," : ""), 1 + int(rand() * 4); print "" } }' >chance.csv
  ce-consensus -q eac-al -k 4 chance.csv >result.csv
  ce-report -q --results result.csv chance.csv -o page
  grep -qF "6 of 6 base clusterings say nothing:" page
  grep -qF "They agree no better than by chance: there is nothing to combine." page
}

@test "ce-report: members that say nothing for another reason do not agree by chance" {
  table a,b 1,1 1,1 1,1 >one.csv
  run warned one.csv one.csv
  assert_line -n 0 "2 of 2 base clusterings say nothing: a (it has one cluster); b (it has one cluster). There is nothing to combine."
}

@test "ce-report: members by chance say nothing, however many clusters they have; two clusters beside hundreds say something" {
  ce-generate kmeans -q -k 2..13 -m 30 "$BUNDLED/wine.csv" >members.csv
  awk 'BEGIN { srand(7); print "five,ten"; for (i = 0; i < 178; i++) print int(5 * rand()) "," int(10 * rand()) }' >chance.csv
  paste -d, members.csv chance.csv >both.csv
  cut -d, -f1 members.csv >results.csv
  ce-report -q -r results.csv both.csv | text >page
  grep -oE '[0-9]+ of 32 base clusterings say nothing|(five|ten) \(its mean [A-Z]+' page | cut -d'(' -f1 >found
  table '2 of 32 base clusterings say nothing' 'five ' 'ten ' | diff - found
  grep >/dev/null 'ten (its mean ARI with the others is below 0.02: no more than chance)' page
  awk 'BEGIN { print "two,a,b,c"; for (i = 0; i < 2000; i++) print (i < 1000) "," int(i / 5) "," int(i / 4) "," int(i / 8) }' >members.csv
  cut -d, -f1 members.csv >results.csv
  ce-report -q -r results.csv members.csv | text >page
  refute grep 'base clusterings say nothing' page
}

@test "ce-report: the caption of PAC says where base clusterings are too few for it" {
  for m in 9 10; do
    ce-generate kmeans -q -k 2..3 "$BUNDLED/iris.csv" -o one.csv
    for r in $(seq "$m"); do ce-generate kmeans -q -k 2..3 --seed "$r" --prefix "r$r." "$BUNDLED/iris.csv" -o "m.$m.$r.csv"; done
    paste -d, m."$m".*.csv >members.csv
    recorded -r one.csv members.csv
    text <page.html | grep -c 'Among fewer than ten a single one that disagrees makes a pair ambiguous' >"told.$m" || true
  done
  assert_equal "$(cat told.9 told.10)" $'1\n0'
}

@test "ce-report: a cluster with nearly all objects, and clusters of one or two, are warned of" {
  awk 'BEGIN { print "a,b,c,out"; for (i = 0; i < 100; i++) print i % 3 "," i % 3 "," i % 3 "," (i < 97 ? 1 : 2) }' >members.csv
  awk 'BEGIN { print "one,small,both,few"; for (i = 0; i < 100; i++) print (i < 95 ? 1 : 2) "," (i < 94 ? i % 2 : i < 96 ? 5 : 6) "," (i < 97 ? 1 : i < 99 ? 2 : 3) "," i % 50 }' >results.csv
  says() { recorded -r results.csv --choose "$1" members.csv; text <page.html | sed '/^Results$/,$d' >page; }
  says one
  grep -F 'One of 2 clusters has 95&nbsp;% of the objects. The others may be outliers.' page
  # three objects apart: that is not by chance
  grep -F '1 of 4 base clusterings says nothing: out (one of its clusters has nearly all objects). It only blurs the result: ce-select names --names NAME --leave-out leaves it out.' page
  says small
  grep -F '1 of 4 clusters has one or two objects.' page
  run grep -c 'of the objects' page
  assert_output 0
  says both
  grep -F 'One of 3 clusters has 97&nbsp;% of the objects.' page
  grep -F '2 of 3 clusters have one or two objects.' page
  # 50 clusters of 100 objects have two each
  says few
  run grep -c 'clusters have\|of the objects' page
  assert_output 0
}

@test "ce-report: results that are the clustering that is looked at are named" {
  table a,b,c,d,e 1,1,1,1,1 1,1,1,1,1 2,2,2,2,2 2,2,2,2,2 3,3,3,3,3 >members.csv
  table r,s,t,u,v 1,y,1,a,1 1,y,1,a,1 2,x,2,b,2 2,x,2,b,1 3,z,3,,3 >results.csv
  ce-report -q -r results.csv --choose r members.csv | text >page
  grep -F ' The same clustering as r: s, t.' page
  ce-report -q -r results.csv --choose v members.csv | text >page
  run grep -c 'The same clustering' page
  assert_output 0
  paste -d, results.csv results.csv results.csv | sed '1s/.*/a,b,c,d,e,f,g,h,i,j,k,l,m,n,o/' >many.csv
  ce-report -q -r many.csv --choose a members.csv | text >page
  grep -F ' The same clustering as a: b, c, f, g, h, and others.' page
}

@test "ce-report: few base clusterings are warned of, and one of them is no reason for a verdict" {
  table a,b,c,d,e 1,1,1,1,1 1,1,1,1,1 2,2,2,2,2 2,2,2,2,2 >five.csv
  table r 1 1 2 2 >results.csv
  for m in 1 2 4; do
    cut -d, -f1-$m five.csv >members.csv
    ce-report -q -r results.csv members.csv | text >page
    if [ $m = 1 ]; then
      grep -F 'There is one base clustering: the consensus is that clustering, and nothing here says how sure a label is.' page
      grep -F 'There is one base clustering, so there is nothing to compare.' page
    else
      grep -F "There are only $m base clusterings: the consensus takes few values, so that margins hardly say how sure a label is." page
    fi
    run grep -cE 'says? nothing:' page
    assert_output 0
  done
}

@test "ce-report: objects nearest to a single object are counted apart from those without a home" {
  # b parts object 4 from its cluster, and 9 alone is a cluster of the result
  table id,a,b,c,d,e 1,1,1,1,1,1 2,1,1,1,1,1 3,1,1,1,1,1 4,1,2,2,2,3 5,2,2,2,2,2 6,2,2,2,2,2 7,2,2,2,2,2 8,1,3,1,3,1 9,1,3,1,3,3 >members.csv
  table id,r 1,1 2,1 3,1 4,1 5,2 6,2 7,2 8,1 9,3 >results.csv
  ce-stability object -q -c results.csv members.csv >objects.csv
  awk -F, '$7 ~ /^-/ { print $2, $6 }' objects.csv >below
  assert_equal "$(cat below)" "4 2
8 3"
  run warned results.csv members.csv
  assert_output --partial "1 of 8 objects without a home: it is more often with another cluster than with its own. The least sure: 4. Base clusterings of 2 to 3 clusters count together here."
  assert_line "1 of 8 objects is more often with a single object, a cluster of its own, than with its own cluster."
}

@test "ce-report: of the members that say nothing, and of the objects without a home, ten are named" {
  # x is independent of a and b; each object that has one is a cluster of its own in own
  awk 'BEGIN { print "a,b,x,o1,o2,o3,o4,o5,o6,o7,o8,own"
    for (i = 0; i < 16; i++) print i % 2 "," i % 2 "," int(i / 2) % 2 ",1,1,1,1,1,1,1,1," (i > 5 ? i : "") }' >members.csv
  cut -d, -f1-11 members.csv >ten.csv
  cut -d, -f1 members.csv >results.csv
  ones=$(printf '; o%d (it has one cluster)' 1 2 3 4 5 6 7 8)
  run warned results.csv members.csv
  assert_line -n 0 "10 of 12 base clusterings say nothing: x (its mean NMI with the others is below 0.05)$ones;\
 own (each object is a cluster of its own). They only blur the result: ce-select names --names NAMES --leave-out leaves them out."
  paste -d, <(sed 's/.*/1/; 1s/.*/first/' ten.csv) ten.csv <(sed 's/.*/1/; 1s/.*/last/' ten.csv) >more.csv
  run warned results.csv more.csv
  assert_output "11 of 13 base clusterings say nothing: first (it has one cluster); x (its mean NMI with the others is below\
 0.05)$ones, and others. They only blur the result: ce-select names --names NAMES --leave-out leaves them out."
  # the first objects are in the other cluster
  awk 'BEGIN { print "id,a,b"; for (i = 0; i < 60; i++) print "n" i "," i % 2 "," i % 2 }' >members.csv
  for count in 10 12; do
    awk -v n=$count 'BEGIN { print "id,r"; for (i = 0; i < 60; i++) print "n" i "," (i + (i < n)) % 2 }' >results.csv
    run warned results.csv members.csv
    assert_output "$count of 60 objects without a home: they are more often with another cluster than with their own.\
 The least sure: n0, n1, n2, n3, n4, n5, n6, n7, n8, n9$([ $count = 10 ] || echo ", and others")."
  done
}

@test "ce-report: warnings about microclusters count objects, and a row is no object alone" {
  # of 13 objects 2 * 3 + 5 + 1 labels are missing, of 2 * 13
  table size,a,b 3,1, 2,2,2 5,,1 1,1,1 2,, >members.csv
  table r 1 NA 1 2 2 >results.csv
  run warned results.csv members.csv
  assert_output "2 objects have no label in any base clustering. Nothing is known of them.
46.2&nbsp;% of the labels of base clusterings are missing. Pairs are judged by the base clusterings that label both.
2 objects have no label in the result."
  # two clusterings that agree: each row is a cluster, and none an object of its own
  table size,a,b 3,1,1 2,2,2 >members.csv
  table r 1 2 >results.csv
  run warned results.csv members.csv
  assert_output ""
  # a row without a home; single objects; two objects
  table size,a,b 1,1,1 4,1,1 1,2,2 4,2,2 1,3,3 >members.csv
  table r 2 1 2 2 3 >results.csv
  run warned results.csv members.csv
  assert_output "1 of 3 clusters has a single object.
1 of 4 rows without a home: it is more often with another cluster than with its own. The least sure: 1."
  table size,a 1,1 1,2 >members.csv
  table r 1 2 >results.csv
  run warned results.csv members.csv
  assert_line "2 objects: too few for any statement about clusters."
  table size,a 2,1 1,2 >members.csv
  run warned results.csv members.csv
  refute_line --partial "too few"
}

@test "ce-report: k at the edge is that of three results of one method at least, where that looked at is the best" {
  awk 'BEGIN { print "a,b"; for (i = 0; i < 24; i++) print i % 3 "," i % 3 }' >members.csv
  awk 'BEGIN { print "n.k2,m.k3,m.k4,m.k12,m2.k7,m"; for (i = 0; i < 24; i++) print i % 2 "," i % 3 "," i % 4 "," i % 12 "," i % 7 "," i % 2 }' >results.csv
  edges() { warned "$@" >said || return; sed '/ was chosen by ANMI, /d; /^Not all measures prefer/d' said; }
  run edges results.csv members.csv
  assert_output "k is at the edge: of the results for k = 3 to 12 the one with the highest ANMI has k = 3. A smaller k\
 than was tried may be better, or none at all: ce-stability k and ce-stability null judge by other means."
  awk 'BEGIN { print "x"; for (i = 0; i < 24; i++) print i % 3 * 10 + i / 100 }' >data.csv
  run warned results.csv members.csv --data data.csv
  assert_output --partial "the one with the highest silhouette has k = 3."
  awk 'BEGIN { print "m.k8,m.k9,m.k10"; for (i = 0; i < 24; i++) print "1," i % 2 "," i % 3 }' >up.csv
  run edges up.csv members.csv
  assert_output "k is at the edge: of the results for k = 8 to 10 the one with the highest ANMI has k = 10. ce-stability k judges by other means."
  # also where somebody chose it, but not where another one of its method is better
  run warned up.csv members.csv --choose m.k10
  assert_output --partial "has k = 10. ANMI grows with k in many ensembles, so that this is no sign of a good k: ce-stability k judges by other means."
  run edges results.csv members.csv --choose m.k12
  assert_output ""
  # nor where its silhouette is not defined: one cluster, or one of each object
  awk 'BEGIN { print "m.k1,m.k2,m.k24"; for (i = 0; i < 24; i++) print "1," i % 2 "," i }' >ends.csv
  for k in 1 24; do
    run warned ends.csv members.csv --data data.csv --choose m.k$k
    assert_success
    refute_output --partial "k is at the edge"
  done
  # one of two, between two others, or without k
  cut -d, -f2-3 results.csv >two.csv
  sed 1s/m.k4/m.k2/ results.csv >between.csv
  sed '1s/[.]k/-k/g' results.csv >none.csv
  for call in "two.csv members.csv" "between.csv members.csv" "none.csv members.csv"; do
    # shellcheck disable=SC2086 # words
    run edges $call
    assert_output ""
  done
}

# Three groups, two of them close: data.csv, results.csv for k = 2 to 4, and members.csv, ten base
# clusterings of each k, of which those with k = 3 agree.
close_groups() {
  awk 'BEGIN { print "x"; for (i = 0; i < 24; i++) print (i % 3 == 2 ? 10 : i % 3 * 1.5) + i / 20 }' >data.csv
  awk 'BEGIN { print "m.k2,m.k3,m.k4"; for (i = 0; i < 24; i++) print (i % 3 == 2) "," i % 3 "," i % 3 + (i < 6 ? 3 * (i % 3 == 2) : 0) }' >results.csv
  awk 'BEGIN {
    for (c = 0; c < 30; c++) printf "%sm.k%d.r%d", c ? "," : "", 2 + c % 3, c
    for (i = 0; i < 24; i++) {
      g = i % 3
      for (c = 0; c < 30; c++) {
        r = int(c / 3)
        printf "%s%d", c ? "," : "\n", c % 3 == 1 ? g : c % 3 == 0 ? (g + r) % 3 < 2 : g == 2 ? 2 + (i + r) % 4 % 2 * (i % 2) : g
      }
    }
    print ""
  }' >members.csv
}

# value FILE ROW COLUMN: a cell, to four digits.
value() { awk -F, -v row="$2" -v column="$3" 'NR == 1 { for (s = 1; s <= NF; s++) at[$s] = s } $1 == row { printf "%.4g", $at[column] }' "$1"; }

@test "ce-report: measures that prefer another k come first, with their numbers" {
  close_groups
  ce-score -q --data data.csv -s silhouette,ch,db results.csv >score.csv
  ce-stability k -q members.csv >k.csv
  run warned results.csv members.csv --data data.csv
  assert_line -n 0 "Not all measures prefer k = 2, that of the result. k = 2 is best by silhouette ($(value score.csv m.k2 silhouette); k = 3 has $(value score.csv m.k3 silhouette)), db ($(value score.csv m.k2 db); k = 3 has $(value score.csv m.k3 db)).\
 k = 3 is best by ch ($(value score.csv m.k3 ch); k = 2 has $(value score.csv m.k2 ch)), PAC ($(value k.csv 3 pac); k = 2 has $(value k.csv 2 pac)), inconsistency ($(value k.csv 3 ic); k = 2 has $(value k.csv 2 ic)). Look at m.k3, too, by --choose."
  # what data without clusters tell is on its side
  table k,objective,references,score,rcsi,rcsi_se,p,p_all 2,pac,25,.3,1,.1,.04,.04 3,pac,25,.1,.1,.1,.5,.04 >null.csv
  run warned results.csv members.csv --data data.csv --null null.csv
  assert_line -n 0 --partial "(0.1153; k = 3 has 0.2815), RCSI. k = 3 is best by ch ("
  # ANMI grows with k: only a smaller k that it prefers counts
  run warned results.csv members.csv --data data.csv --choose m.k4
  assert_line -n 0 --partial "k = 3 is best by ch ("
  assert_line -n 0 --partial ", anmi ("
  assert_line -n 0 --partial ", aari ("
  refute_output --partial "Look at"
  # of nine base clusterings PAC says little, and one measure of three that prefers another k is no warning
  cut -d, -f1-27 members.csv >nine.csv
  run warned results.csv nine.csv --data data.csv
  assert_success
  refute_output --partial "Not all measures"
  # a result of one k, beside base clusterings of others
  cut -d, -f1 results.csv >two.csv
  run warned two.csv members.csv
  assert_line -n 0 "Not all measures prefer k = 2, that of the result. k = 3 is best by PAC (0; k = 2 has 0.6957), inconsistency (1; k = 2 has 1.493)."
}

@test "ce-report: where all measures prefer the k of the result, and where one is only smallest at the last k, nothing is said of it" {
  close_groups
  # the groups are equally far from each other
  awk 'BEGIN { print "x"; for (i = 0; i < 24; i++) print i % 3 * 10 + i / 100 }' >far.csv
  run warned results.csv members.csv --data far.csv
  assert_success
  refute_output --partial "Not all measures"
  # the base clusterings with k = 4 are those with k = 3
  awk -F, -v OFS=, 'NR > 1 { for (c = 3; c <= NF; c += 3) { $c = $(c - 1); $(c - 1) = (NR + c) % 3 } } 1' members.csv >last.csv
  ce-stability k last.csv 2>notes >k.csv
  grep 'pac prefers no k: it is smallest at k = 4, the last' notes
  run warned results.csv last.csv --data far.csv
  assert_success
  refute_output --partial "Not all measures"
}

@test "ce-report: halves of the base clusterings that prefer another k are said, and what sees groups that are not round" {
  close_groups
  table function,k,agreement,chosen m,2,.8,0 m,3,.95,1 m,4,.7,0 >halves.csv
  run warned results.csv members.csv --agreement halves.csv --choose m.k2
  assert_line -n 0 --partial "k = 3 is best by PAC (0; k = 2 has 0.6957), inconsistency (1; k = 2 has 1.493), agreement of halves (0.95; k = 2 has 0.8)."
  # two of the groups are next to each other
  cut -d, -f1-27 members.csv >nine.csv
  awk 'BEGIN { print "x"; for (i = 0; i < 24; i++) print (i % 3 == 2 ? 10 : i % 3 / 2) + i / 20 }' >near.csv
  run warned results.csv nine.csv --agreement halves.csv --data near.csv
  assert_line -n 0 --partial "agreement of halves (0.95; k = 2 has 0.8). k = 2 is best by silhouette ("
  assert_line -n 0 --partial ". Silhouette, ch and db prefer round groups; halves of the base clusterings see groups of any shape."
  refute_output --partial "Look at"
}

@test "ce-report: a k that ANMI chose is warned of, with what chooses better" {
  close_groups
  run warned results.csv members.csv
  assert_line -n 0 "k = 3 was chosen by ANMI, which is no means to choose k: it grows with k in many ensembles. Better: --data, for the silhouette; ce-consensus -k 2..4 --agreement FILE, where halves of the base clusterings find k, and --agreement FILE here (ce-consensus --choose writes the result of that k alone);\
 or ce-stability null, and --null here."
  # not where something else chose it, or there is one k
  table function,k,agreement,chosen m,2,.8,0 m,3,.95,1 >halves.csv
  table k,objective,references,score,rcsi,rcsi_se,p,p_all 2,pac,25,.3,.1,.1,.5,.04 3,pac,25,.1,1,.1,.04,.04 >null.csv
  cut -d, -f2 results.csv >three.csv
  for call in "results.csv --choose m.k3" "results.csv --data data.csv" "results.csv --agreement halves.csv" "results.csv --null null.csv" three.csv; do
    # shellcheck disable=SC2086 # words
    run warned $call members.csv
    assert_success
    refute_output --partial "chosen by ANMI"
  done
}

@test "ce-report: nothing to warn of is said" {
  table a,b,c,d,e 1,1,1,1,1 1,1,1,1,1 2,2,2,2,2 2,2,2,2,2 >members.csv
  table r 1 1 2 2 >results.csv
  ce-report -r results.csv members.csv | text >page
  grep -qF "No warnings" page
}

@test "ce-report: objects without a class are told, numbers that are no classes too, and that k are mixed" {
  table id,m.k2.r1,m.k3.r1 a,1,1 b,1,1 c,2,2 d,2,3 >members.csv
  table id,r a,1 b,1 c,2 d,2 >result.csv
  table id,class a,1 b, c,2 d,2 >some.csv
  run_split ce-report -r result.csv -t some.csv -o page.html members.csv
  grep -qx "ce-report: 1 of 4 objects have no class: they are in no score with the classes" <<<"$stderr" || fail "$stderr"
  assert_equal "$(grep -c 'Base clusterings of 2 to 3 clusters count together' page.html)" 3
  assert_equal "$(grep -c 'For one k alone, take its base clusterings' page.html)" 3
  cut -d, -f 1,2 members.csv >one.csv
  ce-report -q -r result.csv -o page.html one.csv
  refute grep -q 'count together' page.html
  awk 'BEGIN { print "id,r" >"many.csv"; print "id,age" >"age.csv"; print "id,m1,m2" >"m.csv"
    for (i = 1; i <= 40; i++) { print "o" i "," i % 2 >"many.csv"; print "o" i "," 20 + i % 30 >"age.csv"
      print "o" i "," i % 2 "," i % 3 >"m.csv" } }'
  run_split ce-report -r many.csv -t age.csv --class age -o page.html m.csv
  grep -qx "ce-report: 30 classes in 40 objects: are they classes?" <<<"$stderr" || fail "$stderr"
}

@test "ce-report: two clusters are no edge where --null tells whether there are any, and the homeless are told of which k" {
  awk 'BEGIN { print "x,y"; for (i = 0; i < 30; i++) print i % 2 * 10 + i % 7 / 5 "," i % 5 / 5 }' >data.csv
  ce-stability resample -q -k 2..4 -m 20 --labels results.csv --base members.csv -o k.csv data.csv
  ce-stability null -q -k 2..4 -m 20 --references 5 --data data.csv -o null.csv
  run warned results.csv members.csv --data data.csv
  assert_output --partial "k is at the edge: of the results for k = 2 to 4 the one with the highest silhouette has k = 2. There may be no clusters at all"
  run warned results.csv members.csv --data data.csv --null null.csv
  assert_success
  refute_output --partial "at the edge"
  # an object that most base clusterings put elsewhere
  table id,m.k2.r1,m.k2.r2,m.k3.r3 a,1,1,1 b,1,1,1 c,2,2,2 d,2,2,3 e,1,1,1 >mixed.csv
  table id,r a,1 b,1 c,2 d,2 e,2 >wrong.csv
  run warned wrong.csv mixed.csv
  assert_output --partial "1 of 5 objects without a home: it is more often with another cluster than with its own. The least sure: e. Base clusterings of 2 to 3 clusters count together here. --consensus-of same-k takes the 2 of them with k = 2 alone."
  # where the names tell no k, or one has it, the option takes none
  sed '1s/m[.]k2/m/g' mixed.csv >unnamed.csv
  run warned wrong.csv unnamed.csv
  assert_output --partial "Base clusterings of 2 to 3 clusters count together here. For one k alone, take its base clusterings by ce-select names and "
}

@test "ce-report: a result without a label is warned of" {
  table a,b 1,1 1,1 2,2 2,2 >members.csv
  table r,s,t 1,,1 1,,1 2,,2 2,,1 >results.csv
  run warned results.csv members.csv
  assert_line "1 of 3 results has no label: s."
}

@test "ce-report: names whose k is no number of clusters tell no list of k" {
  listed 12 15 30 >members.csv
  awk 'BEGIN { print "id,r"; for (i = 1; i <= 24; i++) print "o" i "," i % 15 }' >fifteen.csv
  ce-report -r fifteen.csv members.csv -q -o page.html
  text <page.html >words
  grep -qF '12 base clusterings with k = 15 alone tell how sure' words
  # those of 15 and 30 neighbours have three clusters
  awk -F, -v OFS=, 'NR > 1 { for (c = 2; c <= NF; c++) $c = NR % 3 } 1' members.csv >knn.csv
  ce-report -r fifteen.csv knn.csv -q -o page.html
  text <page.html >words
  run grep -c 'alone tell how sure' words
  assert_output 0
}
