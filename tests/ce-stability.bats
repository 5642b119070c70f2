#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# Three clusterings of six objects. Together in 2 of 3: 12 23 45 56; in 1: 13 16 34 46; the other 7 of 15 pairs never.
three() { table a.k2,b.k3,c.k3 1,1,1 1,1,2 1,2,2 2,2,3 2,3,3 2,3,1; }

# differ FILE FILE [BOUND]: lines whose cells differ, numbers by more than BOUND; nothing when the files agree.
differ() {
  awk -F, -v bound="${3:-1e-12}" '
    function number(x) { return x ~ /^-?[0-9.]+(e-?[0-9]+)?$/ }
    NR == FNR { line[FNR] = $0; lines = FNR; next }
    { count = split(line[FNR], cell)
      if (count != NF) print "fields:", $0
      for (c = 1; c <= NF; c++)
        if (number($c) && number(cell[c]) ? ($c - cell[c]) ^ 2 > bound ^ 2 : $c != cell[c]) print FNR ": " cell[c], $c }
    END { if (FNR != lines) print FNR " lines, " lines " expected" }' "$1" "$2"
}

# resampled K M SEED [DATA OPTIONS]: k-means members that each saw 8 of 10 objects
resampled() { ce-generate kmeans -k "$1" -m "$2" --seed "$3" --objects 0.8 --unseen missing "${4:-$BUNDLED/iris.csv}"; }

# digits <TABLE: numbers to 10 digits
digits() { awk -F, -v OFS=, 'NR > 1 { for (c = 1; c <= NF; c++) if ($c ~ /^-?[0-9.]+(e-?[0-9]+)?$/) $c = sprintf("%.10g", $c) } { print }'; }

S=$BATS_TEST_DIRNAME/fixtures/stability

@test "ce-stability: the library against sums over all pairs: distributions, PAC, area, clusters, objects" {
  run "$CE_BUILD/obj/tests/stability"
  assert_success
  refute_output --partial WRONG
  assert_equal "${#lines[@]}" 24
  assert_line --regexp '^n=700 m=5 gaps=0.2 k<=3[0-9]{2} sizes ok$'
}

@test "ce-stability: pairs drawn at random are those of the whole, within five standard errors" {
  run "$CE_BUILD/obj/tests/stability" sample
  assert_success
  refute_output --partial WRONG
  assert_equal "${#lines[@]}" 24
}

@test "ce-stability k: six objects by hand" {
  three >labels.csv
  run_split ce-stability k --group none labels.csv
  assert_equal "$status" 0
  # 8 of 15 pairs between .1 and .9; mean consensus (4 x 2/3 + 4 x 1/3) / 15 = 4/15
  # ic: the similarities of a with b and of a with c are 5/9, of b with c 1/2: 9 / (3 + 29/9) = 81/56, but for rounding
  assert_output "k,members,pac,area,delta,lifetime,ic
,3,0.5333333333333333,0.7333333333333333,,,1.4464285714285716"
  # average linkage: 12 and 45 join at 1/3, 3 and 6 at 1/2 each, the rest at 25/27
  assert_equal "$stderr" "ce-stability: lifetime prefers k = 2, which lives for 0.426 of consensus"
  run_split ce-stability k labels.csv
  # k = 2: one clustering, 9 of 15 pairs apart; k = 3: pairs together in b or c: 12 34 56, 23 45 16, each once
  assert_equal "$(differ <(echo "$output") <(table k,members,pac,area,delta,lifetime,ic "2,1,0,.6,.6,$(awk 'BEGIN { print 25 / 27 - 1 / 2 }'),1" 3,2,.4,.8,.333333333333333,0,1.333333333333333) 1e-5)" ""
  assert_equal "$stderr" "ce-stability: k = 2: one base clustering, whose consensus is 0 or 1 by itself
ce-stability: pac prefers no k: it is smallest at k = 3, the last
ce-stability: area prefers no k: delta is 0.1 or more up to k = 3, the last
ce-stability: lifetime prefers k = 2, which lives for 0.426 of consensus"
}

@test "ce-stability: pac prefers no k where it is smallest at the last one, in the notes too (they named it, and --choose did not)" {
  three >labels.csv
  for noun in k pac; do
    run_split ce-stability $noun labels.csv
    assert_regex "$stderr" "ce-stability: pac prefers no k: it is smallest at k = 3, the last"
    refute_regex "$stderr" "pac prefers k"
  done
  run_split ce-stability k --choose labels.csv
  assert_output "k,reason
2,preferred by lifetime; area says nothing; pac says nothing"
  assert_regex "$stderr" "ce-stability: pac prefers no k: it is smallest at k = 3, the last"
  # one before the last counts: two members that agree, two that do not
  table a.k2,b.k2,c.k3,d.k3 1,1,1,1 1,1,2,1 2,2,3,2 2,2,3,3 >labels.csv
  run_split ce-stability pac labels.csv
  assert_equal "$stderr" "ce-stability: pac prefers k = 2, where 0% of the pairs are ambiguous"
}

@test "ce-stability k: after an area of 0 no share is known; any area is more than none (nan% was added to it)" {
  # k = 2: every pair is always together; k = 3: objects 1 and 2 are together once in 2, the other pairs never: 1 - (1/2 + 0 + 0) / 3
  table a.k2,b.k2,c.k3,d.k3 1,1,1,1 1,1,2,1 1,1,3,2 >labels.csv
  run_split ce-stability k --linkage none labels.csv
  assert_output "k,members,pac,area,delta,ic
2,2,0,0,0,1
3,2,0.3333333333333333,0.8333333333333334,,1.2000000000000002"
  assert_equal "$stderr" "ce-stability: pac prefers k = 2, where 0% of the pairs are ambiguous
ce-stability: area prefers no k: delta is 0.1 or more up to k = 3, the last"
  table a.k2,b.k2,c.k3,d.k3 1,1,1,1 1,1,1,1 >labels.csv
  run_split ce-stability area labels.csv
  assert_output "k,members,area,delta
2,2,0,0
3,2,0,"
  assert_equal "$stderr" "ce-stability: area prefers no k: all pairs are always together"
}

@test "ce-stability cdf: where it steps, and at equal distances; lifetime: every k of the tree; both by hand" {
  three >labels.csv
  run_split ce-stability cdf --group none labels.csv
  assert_output "k,consensus,cdf
,0,0.4666666666666667
,0.3333333333333333,0.7333333333333333
,0.6666666666666666,1"
  assert_equal "$stderr" ""
  run_split ce-stability cdf --group none --points 4 labels.csv
  assert_equal "$(differ <(echo "$output") <(table k,consensus,cdf "$(printf ',%s\n' "0,.466666666666667" ".25,.466666666666667" ".5,.733333333333333" .75,1 1,1)"))" ""
  run_split ce-stability lifetime -q labels.csv
  assert_equal "$(differ <(echo "$output") <(table k,from,to,lifetime 2,.5,.925925925925926,.425925925925926 3,.5,.5,0 4,.333333333333333,.5,.166666666666667 5,.333333333333333,.333333333333333,0))" ""
}

@test "ce-stability: what ConsensusClusterPlus has: consensus by resampling, PAC, area of its matrices" {
  ce-stability pac -q "$S/labels.csv" | cut -d, -f1,3- >pac
  assert_equal "$(differ <(awk -F, -v OFS=, 'NR == 1 { print "k,pairs,left_out,pac"; next } { print $1, 780, 0, $2 }' "$S/indices.csv") pac)" ""
  ce-stability pac -q --low .3 --high .6 "$S/labels.csv" | cut -d, -f1,5 >pac
  assert_equal "$(differ <(cut -d, -f1,3 "$S/indices.csv" | sed 1s/pac3/pac/) pac)" ""
  ce-stability area -q "$S/labels.csv" >area
  assert_equal "$(differ <(awk -F, 'NR == 1 { print "k,area"; next } { printf "%d,%.15g\n", $1, 1 - $4 }' "$S/indices.csv") <(cut -d, -f1,3 area))" ""
  # its histogram takes F at the right end of each of 100 bins
  paste -d, "$S/indices.csv" area | awk -F, 'NR > 1 { rows++; d = $5 - $9; if (d <= 0 || d > .01) exit bad = 1 } END { exit bad || rows != 4 }'
  # and so at the hundredths of our curve
  ce-stability cdf --points 100 "$S/labels.csv" | awk -F, 'NR > 1 && $2 > 0 { area[$1] += $3 / 100 } END { print "k,area"; for (k = 2; k <= 5; k++) printf "%d,%.15g\n", k, area[k] }' >area
  assert_equal "$(differ <(cut -d, -f1,5 "$S/indices.csv") area)" ""
  awk -F, -v OFS=, 'NR == 1 { print "k,delta"; next } { printf "%d,%.15g\n", $1, (NR == 2 ? $2 : ($2 - before) / before); before = $2 }' area >delta
  assert_equal "$(differ <(cut -d, -f1,6 "$S/indices.csv") delta)" ""
}

@test "ce-stability cluster, object: what calcICL of ConsensusClusterPlus has" {
  for k in 2 3 4 5; do
    ce-stability cluster -k $k -c "$S/consensus.csv" "$S/labels.csv" | awk -F, -v OFS=, -v k=$k '$1 == "ccp.k" k { print k, $2, $4 }'
  done >clusters
  assert_equal "$(differ <(tail -n +2 "$S/clusters.csv") clusters)" ""
  for k in 2 3 4 5; do
    ce-stability object -q -k $k -c "$S/consensus.csv" "$S/labels.csv" | grep "^ccp.k$k,"
  done >objects
  assert_equal "$(wc -l <objects)" 160
  # own of the own cluster, next the largest of the others; calcICL has NaN for a cluster of one object
  awk -F, 'FNR == NR { if (FNR > 1) item[$1, $2, $3] = $4; next }
    { k = substr($1, 6); best = -1
      for (c = 1; c <= k; c++) if (c != $3 && item[k, $2, c] > best + 1e-12) { best = item[k, $2, c]; at = c }
      if (!((item[k, $2, $3] - $4) ^ 2 < 1e-24) || !((best - $5) ^ 2 < 1e-24) || (best > 0 && at != $6) || !(($4 - $5 - $7) ^ 2 < 1e-24)) print
    }' "$S/objects.csv" objects >wrong
  assert_equal "$(cat wrong)" ""
}

@test "ce-stability object --every-cluster: the itemConsensus of calcICL of ConsensusClusterPlus" {
  for k in 2 3 4 5; do
    ce-stability object -q -k $k -c "$S/consensus.csv" --every-cluster every.csv "$S/labels.csv" >/dev/null
    assert_equal "$(head -n 1 every.csv)" clustering,object,cluster,with,consensus
    grep "^ccp.k$k," every.csv | awk -F, -v OFS=, -v k=$k '{ print k, $2, $4, $5 }'
  done | sort >found
  assert_equal "$(wc -l <found)" 560
  # an object alone has no consensus with its cluster: NaN there, empty here
  tail -n +2 "$S/objects.csv" | sed 's/,NaN$/,/; s/,NA$/,/' | sort >expected
  run awk -F, 'FNR == NR { want[$1, $2, $3] = $4; next }
    !(($1, $2, $3) in want) || ($4 == "") != (want[$1, $2, $3] == "") || !(($4 - want[$1, $2, $3]) ^ 2 < 1e-24)' expected found
  assert_output ""
}

@test "ce-stability: PAC is F(high-) - F(low) of the curve, and the area its integral" {
  resampled 2..6 60 4 >labels.csv
  ce-stability k -q --low .25 --high .8 --linkage none labels.csv | cut -d, -f1,3,4 >k
  ce-stability cdf labels.csv | awk -F, -v OFS=, 'NR == 1 { print "k,pac,area"; next }
    $1 != k { if (k) close_k(); k = $1; at = 0; low = high = area = 0; F = 0 }
    { area += ($2 - at) * F; at = $2; F = $3; if (at <= .25) low = F; if (at < .8) high = F }
    function close_k() { printf "%d,%.15g,%.15g\n", k, high - low, area + (1 - at) * F }
    END { close_k() }' >curve
  assert_equal "$(differ curve k)" ""
}

@test "ce-stability: 0.1 and 0.9 are not between 0.1 and 0.9" {
  # ten clusterings of two objects, together in 1, 2 or 9 of them
  for together in 1 2 9 10; do
    awk -v t=$together 'BEGIN { for (q = 1; q <= 10; q++) printf "r%d%s", q, q < 10 ? "," : "\n"
      for (i = 1; i <= 2; i++) for (q = 1; q <= 10; q++) printf "%d%s", q <= t || i == 1, q < 10 ? "," : "\n" }' >labels.csv
    ce-stability pac -q --group none labels.csv | tail -n 1
  done >out
  assert_equal "$(cat out)" ",10,1,0,0
,10,1,0,1
,10,1,0,0
,10,1,0,0"
}

@test "ce-stability: missing labels: a pair counts where both have labels, and is left out where none" {
  table a.k2,b.k2,c.k2 1,1, 1,,1 2,1,1 ,,2 2,, >labels.csv
  run_split ce-stability pac labels.csv
  # 12: a 1/1; 13: a 0, b 1: 1/2; 23: a 0, c 1: 1/2; 15 0; 25 0; 35 1; 24 0; 34 0; 14 and 45 never
  assert_output "k,members,pairs,left_out,pac
2,3,8,2,0.25"
  assert_equal "$stderr" "ce-stability: k = 2: 2 of 10 pairs are left out: no base clustering labels both"
  table x 1 1 1 2 2 >consensus.csv
  run_split ce-stability object -c consensus.csv labels.csv
  assert_output "clustering,object,cluster,own,next,nearest,margin,ecc
x,1,1,0.75,0,2,0.75,0.5
x,2,1,0.75,0,2,0.75,0.5
x,3,1,0.5,0.5,2,0,0.6666666666666666
x,4,2,,0,1,,
x,5,2,,0.3333333333333333,1,,"
  assert_equal "$(ce-stability cluster -c consensus.csv labels.csv | tail -n +2)" "x,1,3,0.6666666666666666
x,2,2,"
  # objects without a cluster are in none, and are told the nearest
  table x 1 1 2 NA NA >consensus.csv
  assert_equal "$(ce-stability object -c consensus.csv labels.csv | tail -n 2)" "x,4,,,0,1,,
x,5,,,1,2,,"
}

@test "ce-stability: cluster and object weigh a microcluster table by size, as the objects have it; so do pac, area and lifetime" {
  for gaps in 0 .2; do
    awk -v gaps=$gaps 'BEGIN { srand(7); print "a.k3,b.k3,c.k4"; for (i = 0; i < 300; i++) { g = int(3 * rand())
      printf "%s,%s,%s\n", rand() < gaps ? "NA" : rand() < .8 ? g : 2, rand() < .7 ? g : 1, rand() < .8 ? g : 3 } }' >labels.csv
    ce-microcluster compress labels.csv >micro.csv
    assert [ "$(wc -l <micro.csv)" -lt 150 ]
    awk -F, 'NR == 1 { print "u"; next } { print 1 + NR % 3 }' micro.csv >result.csv
    ce-microcluster expand -t micro.csv -r result.csv labels.csv >consensus.csv
    for noun in k pac area cdf; do cmp <(ce-stability $noun -q labels.csv) <(ce-stability $noun -q micro.csv); done
    ce-stability lifetime -q labels.csv >one
    cmp one <(ce-stability lifetime -q micro.csv)
    assert_equal "$(differ <(ce-stability cluster -c consensus.csv labels.csv | sort) <(ce-stability cluster -c result.csv micro.csv | sort))" ""
    # each object has what its microcluster has
    ce-stability object -q -c result.csv micro.csv | digits | cut -d, -f3-6 | sort -u >small
    ce-stability object -q -c consensus.csv labels.csv | digits | cut -d, -f3-6 | sort -u >large
    assert_equal "$(diff small large)" ""
  done
}

@test "ce-stability lifetime: the k of ce-consensus --lifetime, by both linkages, and the widest gap" {
  resampled 2..9 40 2 >labels.csv
  for method in single average; do
    ce-stability lifetime --linkage $method labels.csv >out 2>note
    k=$(awk -F, 'NR > 1 && $4 > best { best = $4; k = $1 } END { print k }' out)
    grep -q "prefers k = $k, " note
    assert_equal "$(ce-consensus -q eac-${method:0:1}l --lifetime labels.csv | sed -n 1p)" "eac-${method:0:1}l.k$k"
    awk -F, 'NR > 1 { if (!(($3 - $2 - $4) ^ 2 < 1e-30) || $4 < 0 || (NR > 2 && $3 != from)) exit bad = 1; from = $2 } END { exit bad || NR < 100 }' out
  done
  # in the summary, the lifetimes of the rows' k
  assert_equal "$(ce-stability k -q labels.csv | cut -d, -f1,6 | tail -n +2)" "$(ce-stability lifetime -q labels.csv | cut -d, -f1,4 | sed -n 2,9p)"
}

@test "ce-stability: groups by name, by clusters, by file, by -k; several files are as if pasted" {
  ce-generate kmeans -k 2,3 "$BUNDLED/iris.csv" >one.csv
  ce-generate kmeans -k 3,4 --seed 5 "$BUNDLED/iris.csv" >two.csv
  paste -d, one.csv two.csv >pasted.csv
  cmp <(ce-stability k -q one.csv two.csv) <(ce-stability k -q pasted.csv)
  assert_equal "$(ce-stability k -q pasted.csv | cut -d, -f1,2 | tail -n +2 | tr '\n' ' ')" "2,1 3,2 4,1 "
  # names without k: by the file where there are several, else by clusters
  sed 1s/.*/a,b/ one.csv >a.csv
  sed 1s/.*/c,d/ two.csv >b.csv
  assert_equal "$(ce-stability k -q a.csv b.csv | cut -d, -f1,2 | tail -n +2 | tr '\n' ' ')" "3,2 4,2 "
  assert_equal "$(paste -d, a.csv b.csv | ce-stability k -q | cut -d, -f1,2 | tail -n +2 | tr '\n' ' ')" "2,1 3,2 4,1 "
  assert_equal "$(ce-stability k -q --group file one.csv b.csv | cut -d, -f1,2 | tail -n +2 | tr '\n' ' ')" "3,2 4,2 "
  assert_equal "$(ce-stability pac -q -k 3,4 pasted.csv | cut -d, -f1,2 | tail -n +2 | tr '\n' ' ')" "3,2 4,1 "
  assert_equal "$(ce-stability pac -q -k 3,4 --group none pasted.csv | cut -d, -f1,2 | tail -n +2)" ",3"
  # what has no column is named, in the data only
  for noun in k lifetime "object -c one.csv"; do
    # shellcheck disable=SC2086 # a noun with its options
    run_split ce-stability $noun -k 3,9,5..7 pasted.csv
    assert_equal "$status" 0
    assert_equal "$(head -n 1 <<<"$stderr")" "ce-stability: pasted.csv: no base clustering of k = 5..7, 9, which -k asks for"
  done
  run_split ce-stability k -k 2..4 pasted.csv
  refute_regex "$stderr" "which -k asks for"
  run_split ce-stability k -k 3,5 --group none pasted.csv
  assert_regex "$stderr" "pasted.csv: no base clustering of k = 5, which -k asks for"
  run_split ce-stability null -k 2,7 pasted.csv pasted.csv
  assert_equal "$(grep -c "k = 7, which -k asks for" <<<"$stderr")" 1
  # -k takes the same columns as ce-select does
  ce-stability lifetime -q -k 3,4 pasted.csv | cmp - <(cut -d, -f2-4 pasted.csv | ce-stability lifetime -q)
  # numbers in names that are no k
  table kind.kx.k3.k0.k99999999999999999999.h2,b.km,m.k5x 1,1,1 1,2,2 >names.csv
  run_split ce-stability pac --group name names.csv
  assert_error 1 "ce-stability: names.csv: no k in the name 'b.km', as in kmeans.k7.r3 (or --group clusters)"
  assert_equal "$(cut -d, -f1 names.csv | ce-stability pac -q | tail -n 1 | cut -d, -f1)" 3
  for name in m.k5x m.k m.k3-r1 m.k0; do
    run_split ce-stability pac --group name <<<"$name"$'\n1\n2'
    assert_error 1 "ce-stability: standard input: no k in the name '$name', as in kmeans.k7.r3 (or --group clusters)"
  done
}

@test "ce-stability: objects are matched by id, in files and in the consensus, whose labels keep their names" {
  table id,a.k2,b.k2 u,1,1 v,1,2 w,2,2 >one.csv
  table id,c.k2 w,9 u,8 v,8 >two.csv
  table id,x w,green u,red v,red >consensus.csv
  run_split ce-stability object -c consensus.csv one.csv two.csv
  assert_output "clustering,object,cluster,own,next,nearest,margin,ecc
x,u,red,0.6666666666666666,0,green,0.6666666666666666,0.6666666666666666
x,v,red,0.6666666666666666,0.3333333333333333,green,0.3333333333333333,0.6666666666666666
x,w,green,,0.16666666666666666,red,,0.6666666666666666"
  table id,x w,green u,red z,red >other.csv
  run_split ce-stability cluster -c other.csv one.csv
  assert_error 1 "ce-stability: other.csv: no object with the id 'v', which object 2 of one.csv has"
}

@test "ce-stability: names of clusters, order of columns and of objects change nothing" {
  resampled 2..5 30 9 >labels.csv
  awk -F, -v OFS=, '{ for (c = NF; c; c--) printf "%s%s", (NR > 1 && $c != "NA" ? "x" 7 * $c % 11 : $c), (c > 1 ? "," : "\n") }' labels.csv |
    { read -r head; echo "$head"; sort; } >other.csv
  for noun in k cdf pac area; do assert_equal "$(differ <(ce-stability $noun -q labels.csv) <(ce-stability $noun -q other.csv))" ""; done
}

@test "ce-stability: four groups, each as far from each other, are four by every index" {
  awk 'BEGIN { srand(3); print "a,b,c,d"; for (i = 0; i < 200; i++) for (s = 0; s < 4; s++) printf "%.4f%s", (s == i % 4) * 6 + rand() + rand(), s < 3 ? "," : "\n" }' >blobs.csv
  ce-generate kmeans -k 2..7 -m 300 --init plusplus --restarts 5 --objects 0.8 --unseen missing blobs.csv | ce-stability k >out 2>notes
  assert_equal "$(sed 's/.*\(pac\|area\|lifetime\) prefers \(k = [0-9]*\).*/\1 \2/' notes)" "pac k = 4
area k = 4
lifetime k = 4"
}

@test "ce-stability --sample-pairs: near the whole, the same for the same seed and any number of threads" {
  resampled 2..5 40 1 >labels.csv
  ce-stability k -q --linkage none labels.csv >whole
  ce-stability k -q --linkage none --sample-pairs 400000 -j 1 labels.csv >one
  ce-stability k -q --linkage none --sample-pairs 400000 -j 3 labels.csv | cmp one -
  # five standard errors of a share: .004
  assert_equal "$(differ <(cut -d, -f1-4 whole) <(cut -d, -f1-4 one) .004)" ""
  run cmp -s <(ce-stability k -q --linkage none --sample-pairs 400000 --seed 2 labels.csv) one
  assert_equal "$status" 1
  assert_equal "$(ce-stability pac -q --sample-pairs 70001 labels.csv | cut -d, -f3,4 | tail -n 1)" "$(ce-stability pac -q --sample-pairs 70001 labels.csv | awk -F, 'END { print 70001 - $4 "," $4 }')"
}

@test "ce-stability --sample-pairs: of more objects than 32 bits number all are drawn alike" {
  table size,a.k2,b.k2 3000000000,1,1 3000000000,2,1 >micro.csv
  ce-stability cdf --sample-pairs 100000 micro.csv >got
  # half of all pairs are of one cluster of a; were numbers below 2^32 drawn, 0.42 of them; five standard errors: .008
  awk -F, 'NR == 2 && $2 == 0.5 && $3 > 0.492 && $3 < 0.508 { n++ } END { exit n != 1 }' got
}

@test "ce-stability: one object, one clustering, identical members, a column without labels" {
  run_split ce-stability k -q <<<"a.k1,b.k1
1,1"
  assert_output "k,members,pac,area,delta,lifetime,ic
1,2,,,,,1"
  assert_equal "$(ce-stability cdf -q <<<"a.k1
1")" "k,consensus,cdf"
  assert_equal "$(ce-stability pac -q --sample-pairs 5 <<<"a.k1
1" | tail -n 1)" "1,1,0,0,"
  table a.k2,b.k2,c.k3 1,x,1 1,x,2 2,y,3 >labels.csv
  run_split ce-stability k labels.csv
  assert_equal "$(head -n 2 <<<"$output" | tail -n 1 | cut -d, -f1-3)" 2,2,0
  table a,none 1, 2, >labels.csv
  assert_equal "$(ce-stability pac -q labels.csv | tail -n +2)" "2,1,1,0,0"
  run_split ce-stability pac <<<"a,b
,
,"
  assert_error 1 "ce-stability: standard input: all labels of 2 base clusterings are missing"
}

@test "ce-stability: JSON has the rows of the CSV; a membership table its most likely clusters" {
  three >labels.csv
  assert_equal "$(ce-stability area -q --format json --group none labels.csv)" '[
    {"k": null, "members": 3, "area": 0.7333333333333333, "delta": null}
  ]'
  ce-prepare onehot --join : --categorical all labels.csv >soft.csv
  cmp <(ce-stability k -q labels.csv) <(ce-stability k -q soft.csv)
  run_split ce-stability k soft.csv labels.csv
  assert_error 1 "ce-stability: soft.csv: a membership table, label tables expected where there are several files"
}

@test "ce-stability: data that do not fit and wrong use" {
  hint="
Try 'ce-stability --help'."
  three >labels.csv
  table x 1 1 2 >short.csv
  run_split ce-stability cluster -c short.csv labels.csv
  assert_error 1 "ce-stability: short.csv: 3 objects, 6 expected as in labels.csv"
  run_split ce-stability k labels.csv short.csv
  assert_error 1 "ce-stability: short.csv: 3 objects, 6 expected as in labels.csv"
  run_split ce-stability pac -k 7,8 labels.csv
  assert_error 1 "ce-stability: labels.csv: none of 3 base clusterings has labels and a k of -k"
  table size,a 2,1 3,2 >micro.csv
  run_split ce-stability pac micro.csv micro.csv
  assert_error 1 "ce-stability: micro.csv: a microcluster table, label tables expected where there are several files"
  run_split ce-stability object labels.csv
  assert_error 2 "ce-stability: object of which clustering? --consensus is needed$hint"
  run_split ce-stability pac --low .5 --high .5 labels.csv
  assert_error 2 "ce-stability: --low 0.5 --high 0.5: nothing between them$hint"
  run_split ce-stability lifetime --linkage none labels.csv
  assert_error 2 "ce-stability: --linkage 'none', one of single|average expected$hint"
  run_split ce-stability k --seed 3 labels.csv
  assert_error 2 "ce-stability: --seed goes with --sample-pairs: else nothing is drawn$hint"
  run_split ce-stability object -c labels.csv --seed 3 labels.csv
  assert_error 2 "ce-stability: --seed does not go with object: nothing is drawn$hint"
  run_split ce-stability lifetime --group clusters labels.csv
  assert_error 2 "ce-stability: --group goes with -k$hint"
  run_split ce-stability k - - <labels.csv
  assert_error 2 "ce-stability: FILE is standard input twice$hint"
  run_split ce-stability cluster -c - <labels.csv
  assert_error 2 "ce-stability: --consensus and FILE are both standard input$hint"
  for wrong in "pac --points 3" "cdf --low .2" "k -c labels.csv" "cluster -c labels.csv --sample-pairs 5" "area --linkage single" "k --gain 2" "k --group size"; do
    # shellcheck disable=SC2086 # several words
    run_split ce-stability $wrong labels.csv
    assert_equal "$wrong: $status $output" "$wrong: 2 "
  done
  resampled 2..5 30 9 >labels.csv
  CE_MEMORY_LIMIT=50K run_split ce-stability k labels.csv
  assert_error 1 "ce-stability: the co-association matrix that lifetimes are read from (150 x 151) needs 88.5 KiB of memory, 50.0 KiB are free (CE_MEMORY_LIMIT); \
use ce-stability k --linkage none, which has the other indices, instead"
  CE_MEMORY_LIMIT=50K ce-stability k -q -j 1 --linkage none labels.csv | cmp - <(ce-stability k -q --linkage none labels.csv)
}

@test "ce-stability: a microcluster table among several files is refused" {
  table a 1 2 >labels.csv
  table size,a 2,1 3,2 >micro.csv
  run_split ce-stability k labels.csv micro.csv
  assert_error 1 "ce-stability: micro.csv: a microcluster table, label tables expected where there are several files"
}

# ---- matrix ----

# tiny: four clusterings of seven objects
tiny() { table a,b,c,d 1,1,2,1 1,1,2,1 1,2,2,1 2,2,3,1 2,2,3,2 3,3,1,2 3,3,3,2; }

@test "ce-stability matrix: PAC, cophenetic correlation and dispersion of SciPy and R" {
  tiny | ce-similarity ca >ca.mtx
  ce-stability matrix ca.mtx >out
  table objects,pairs,pac,cophenetic,dispersion 7,21,.523810,.896502,.642857 >expected
  assert_equal "$(differ out expected 5.1e-7)" ""
  ce-stability matrix --format json ca.mtx >json
  assert_equal "$(grep -cE '"cophenetic": ?0.8965' json)" 1
  # the PAC of the members, whose sixth pairs at a half make a difference between the two ends
  tiny >labels.csv
  for ends in open half-open; do
    ce-stability matrix --low .25 --high .5 --bounds $ends ca.mtx | cut -d, -f3 | tail -n 1 >one
    ce-stability pac --group none --low .25 --high .5 --bounds $ends labels.csv | cut -d, -f5 | tail -n 1 >two
    cmp one two
    cat one >>both
  done
  assert_equal "$(sort -u both | wc -l)" 2
}

@test "ce-stability matrix: sparse and dense, and cophenetic distances looked up pair by pair" {
  resampled 3 25 1 >labels.csv
  ce-similarity ca labels.csv >dense.mtx
  ce-similarity ca --sparse 0 labels.csv >sparse.mtx
  ce-stability matrix dense.mtx >dense
  ce-stability matrix sparse.mtx >out
  assert_equal "$(differ dense out 1e-12)" ""
  # the heights of merges, and which leaves they join
  ce-partition average --tree tree.csv dense.mtx
  ce-similarity ca --format csv labels.csv | awk -F, '
    NR == FNR { if (FNR > 1) { t++; left[t] = $1 + 1; right[t] = $2 + 1; height[t] = $3 } next }
    { for (j = 1; j <= NF; j++) m[FNR, j] = $j; n = NF }
    function leaves(node) { return node <= n ? node " " : members[node] }
    END { for (i = 1; i <= t; i++) {
        members[n + i] = leaves(left[i]) leaves(right[i])
        a = split(leaves(left[i]), x, " "); b = split(leaves(right[i]), y, " ")
        for (p = 1; p <= a; p++) for (q = 1; q <= b; q++) {
          d = 1 - m[x[p], y[q]]; c = height[i]
          N++; D += d; C += c; DD += d * d; CC += c * c; DC += d * c } }
      printf "%.9f\n", (N * DC - D * C) / sqrt((N * DD - D * D) * (N * CC - C * C)) }' tree.csv - >expected
  tail -n 1 dense | cut -d, -f4 | awk '{ printf "%.9f\n", $1 }' | cmp - expected
}

@test "ce-stability matrix: one object, equal pairs, and what is no consensus matrix" {
  table 1 >one.csv
  run_split ce-stability matrix --header no one.csv
  assert_equal "$output" "objects,pairs,pac,cophenetic,dispersion
1,0,,,1"
  assert_equal "$stderr" "ce-stability: no cophenetic correlation: one object"
  table 1,.5,.5 .5,1,.5 .5,.5,1 >half.csv
  run_split ce-stability matrix --header no half.csv
  assert_equal "$output" "objects,pairs,pac,cophenetic,dispersion
3,3,1,,0.3333333333333333"
  assert_equal "$stderr" "ce-stability: no cophenetic correlation: all pairs have the same consensus"
  # a diagonal that no consensus has counts, and is told (it was not)
  table .5,.2,.3 .2,1,.4 .3,.4,.5 >own.csv
  run_split ce-stability matrix --header no own.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-stability: 2 entries of the diagonal are not 1: (1, 1) is 0.5; they count in dispersion"
  table 1,.2 .2,.75 >own.csv
  run_split ce-stability matrix --header no own.csv
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-stability: 1 entry of the diagonal is not 1: (2, 2) is 0.75; it counts in dispersion"
  table 1,2 2,1 >two.csv
  run_split ce-stability matrix two.csv
  assert_error 1 "ce-stability: two.csv: entry (1, 2) is 2: similarities from 0 to 1 expected"
  table 1,-.5 -.5,1 >negative.csv
  run_split ce-stability matrix negative.csv
  assert_error 1 "ce-stability: negative.csv: entry (1, 2) is -0.5: similarities from 0 to 1 expected"
  table 0,.5 .5,0 >zero.csv
  run_split ce-stability matrix zero.csv
  assert_error 1 "ce-stability: zero.csv: the diagonal is 0 everywhere: is it a matrix of distances?"
  table 1,.5 .4,1 >skew.csv
  run_split ce-stability matrix skew.csv
  assert_equal "$status" 1
}

@test "ce-stability matrix: wrong use" {
  wrong() {
    run_split ce-stability matrix "${@:2}"
    assert_error 2 "ce-stability: $1
Try 'ce-stability --help'."
  }
  wrong "matrix reads one FILE, 2 found" a b
  wrong "matrix reads no base clusterings: no -k, no --group" -k 3 a
  wrong "--seed does not go with matrix: nothing is drawn" --seed 3 a
  wrong "--low 0.5 --high 0.5: nothing between them" --low .5 --high .5 a
}

@test "ce-stability lifetime: lifetimes that are equal but for rounding are ties" {
  printf 'c1,c2,c3,c4,c5\n2,1,1,1,1\n2,1,1,2,1\n1,2,1,1,1\n1,1,2,1,2\n' >life.csv
  run ce-stability lifetime --linkage single life.csv
  assert_output --partial "lifetime prefers k = 2"
  assert_equal "$(ce-consensus eac-sl --lifetime -q life.csv | head -n 1)" "eac-sl.k2"
}

@test "ce-stability: a k that no base clustering reaches is preferred by no lifetime" {
  awk 'BEGIN { srand(2); print "a,b,c,d,e,f"; for (i = 0; i < 60; i++) {
    for (q = 1; q <= 6; q++) printf "%s%d", (q > 1 ? "," : ""), 1 + int(rand() * 4); print "" } }' >chance.csv
  run ce-stability lifetime chance.csv
  assert_output --regexp "lifetime prefers no k: k = [0-9]+ lives longest, and no base clustering has more than 4 clusters"
  run ce-stability k --choose chance.csv
  assert_line --partial ",lifetime says nothing"
  run ce-consensus eac-al --lifetime chance.csv
  assert_output --regexp "eac-al: k = [0-9]+ has the longest lifetime, and no base clustering has more than 4 clusters: choose another k"
}

@test "ce-stability pac: the last k is the last with several base clusterings" {
  printf 'a.k2.r1,a.k2.r2,a.k3.r1,a.k3.r2,b.k4.r1\n1,1,1,2,1\n1,1,1,2,2\n1,2,2,1,2\n2,2,2,1,3\n2,2,3,3,4\n2,2,3,3,4\n' >p.csv
  run ce-stability pac p.csv
  assert_line "ce-stability: pac prefers no k: it is smallest at k = 3, the last"
  run ce-stability k --choose --linkage none p.csv
  assert_output --partial "pac says nothing"
}

@test "ce-stability object, cluster: base clusterings of several k, as resample makes them, are told to count together" {
  ce-stability resample -q -k 2..4 -m 6 --base base.csv --labels labels.csv "$BUNDLED/iris.csv" >/dev/null
  for noun in object cluster; do
    run_split ce-stability $noun -c labels.csv base.csv
    grep -qx "ce-stability: base.csv: base clusterings of 3 values of k, from 2 to 4, count together: -k chooses those of one" <<<"$stderr" ||
      fail "$stderr"
    run_split ce-stability $noun -k 3 -c labels.csv base.csv
    refute_regex "$stderr" "count together"
    # an ensemble with k drawn at random
    ce-generate kmeans -k 2..6 -m 20 "$BUNDLED/iris.csv" >drawn.csv
    run_split ce-stability $noun -c labels.csv drawn.csv
    refute_regex "$stderr" "count together"
  done
}

@test "ce-stability k --choose: where most indices cannot say, a note does, and area takes no first k" {
  ce-generate kmeans -q "$BUNDLED/iris.csv" >many.csv
  run_split ce-stability k --choose many.csv
  assert_equal "$status" 0
  assert_regex "${lines[1]}" "area says nothing"
  assert_regex "$stderr" "ce-stability: area prefers no k: how much it grows up to k = 12, the first, is not known"
  assert_regex "$stderr" "ce-stability: only one of 3 indices prefers a k, and they are for several base clusterings of each k: ce-consensus without -k looks for k among those of any k"
  ce-generate kmeans -q -k 2..5 -m 30 "$BUNDLED/iris.csv" >few.csv
  run_split ce-stability k --choose few.csv
  assert_equal "$(grep -c 'indices prefer' <<<"$stderr" || :)" 0
}

@test "ce-stability: a k in the names that is no number of clusters is told, and files of one k" {
  for i in $(seq 12); do echo "$((i % 3)),$((i % 4)),$((i % 3)),$((i % 4)),$((i % 3))"; done >rows
  table knn.k15.r1,knn.k15.r2,knn.k15.r3,knn.k30.r1,knn.k30.r2 "$(cat rows)" >knn.csv
  run_split ce-stability pac knn.csv
  [[ $stderr == *"ce-stability: knn.csv: k is 15 by the name knn.k15.r1, which has 3 clusters, and no base clustering has the k of its name: --group clusters goes by their number"* ]] || fail "$stderr"
  run_split ce-stability pac --group clusters knn.csv
  refute_regex "$stderr" "by the name"
  assert_equal "$(cut -d, -f1 <<<"$output" | paste -sd' ')" "k 3 4"
  # one of them has it
  sed '1s/k15.r1/k3.r1/' knn.csv >some.csv
  run_split ce-stability pac some.csv
  refute_regex "$stderr" "by the name"
  table a,b,c "$(cut -d, -f1,3,5 rows)" >low.csv
  table a,b,c "$(cut -d, -f1,3,5 rows)" >high.csv
  run_split ce-stability pac --group file low.csv high.csv
  [[ $stderr == *"ce-stability: low.csv and high.csv have k = 3, and count as one group"* ]] || fail "$stderr"
}
