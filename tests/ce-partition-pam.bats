#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-partition pam, and ce-stability --by pam: clusters around medoids.

setup() { load common; }

# distances FILE: Euclidean distances of its rows, without the last column
distances() {
  awk -F, 'NR > 1 { n++; for (s = 1; s < NF; s++) x[n, s] = $s; d = NF - 1 }
    END { for (i = 1; i <= n; i++) { for (j = 1; j <= n; j++) { sum = 0
        for (s = 1; s <= d; s++) sum += (x[i, s] - x[j, s]) ^ 2
        printf "%s%.17g", (j > 1 ? "," : ""), sqrt(sum) } print "" } }' "$1"
}

# points N: so many objects in the plane, drawn
points() {
  awk -v n="$1" 'BEGIN { srand(5); print "x,y,class"
    for (i = 1; i <= n; i++) printf "%.4f,%.4f,1\n", rand() + i % 3, rand() + i % 2 }'
}

# cost MEDOIDS K: the sum of the distances to the medoids of that k
cost() { awk -F, -v k="$2" 'NR > 1 && $1 == k { sum += $4 * $5 } END { printf "%.9f\n", sum }' "$1"; }

@test "ce-partition pam: by hand, on distances and on similarities" {
  # on a line at 0 1 2 and 10 12 13: the middle of each group
  table 0,1,2,10,12,13 1,0,1,9,11,12 2,1,0,8,10,11 10,9,8,0,2,3 12,11,10,2,0,1 13,12,11,3,1,0 >d.csv
  run_split ce-partition pam -k 2 --input distance --medoids m.csv d.csv
  assert_equal "$status" 0
  assert_equal "$(paste -sd' ' - <<<"$output")" "pam.k2 1 1 1 2 2 2"
  assert_equal "$(paste -sd' ' m.csv)" "k,cluster,medoid,size,mean,largest 2,1,2,3,0.6666666666666666,1 2,2,5,3,1,2"
  # BUILD takes the fourth object first, which is as good as the third, and SWAP the fifth for it
  run_split ce-partition pam -k 2 --input distance -v d.csv
  assert_equal "${stderr_lines[0]}" "ce-partition: pam: k = 2, 1 exchange of medoids"
  awk -F, -v OFS=, '{ for (j = 1; j <= NF; j++) $j = 1 - $j / 13; print }' d.csv >s.csv
  assert_equal "$(ce-partition pam -k 2 s.csv)" "$(ce-partition pam -k 2 --input distance d.csv)"
  # on a line at 1 0 0 2 2: BUILD takes objects 1 and 5, SWAP puts 2 in the place of 1, which is then as near to 2 as to 5
  table 0,1,1,1,1 1,0,0,2,2 1,0,0,2,2 1,2,2,0,0 1,2,2,0,0 >tie.csv
  assert_equal "$(ce-partition pam -k 2 --input distance --medoids m.csv tie.csv | paste -sd' ')" "pam.k2 1 1 1 2 2"
  assert_equal "$(cut -d, -f3 m.csv | paste -sd' ')" "medoid 2 5"
  # an object whose exchange for either of two medoids helps as much: the first of them goes, as in R
  table 0,0,4,2,3,3,3,3,1 0,0,4,2,3,3,3,3,1 4,4,0,2,3,5,3,1,3 2,2,2,0,1,3,1,1,1 3,3,3,1,0,2,0,2,2 3,3,5,3,2,0,2,4,2 \
    3,3,3,1,0,2,0,2,2 3,3,1,1,2,4,2,0,2 1,1,3,1,2,2,2,2,0 >nine.csv
  assert_equal "$(ce-partition pam -k 5 --input distance nine.csv | paste -sd' ')" "pam.k5 1 1 2 3 3 4 3 2 5"
  # all in one cluster, and each in its own
  assert_equal "$(ce-partition pam -k 1 --input distance --medoids - d.csv -o one.csv | tail -n 1)" 1,1,4,6,5.333333333333333,10
  assert_equal "$(ce-partition pam -k 6 --input distance d.csv | paste -sd' ')" "pam.k6 1 2 3 4 5 6"
}

@test "ce-partition pam: the medoids and clusters of cluster::pam in R" {
  in_turn 4
  for set in iris wdbc; do
    distances "$CE_SOURCE/data/$set.csv" >d.csv
    ce-partition pam -k 2..6 --input distance --medoids m.csv d.csv >$set.labels
    for k in 2 3 4 5 6; do
      medoids=$(awk -F, -v k=$k 'NR > 1 && $1 == k { print $3 }' m.csv | sort -n | paste -sd' ')
      mean=$(awk -F, -v k=$k 'NR > 1 && $1 == k { sum += $4 * $5; n += $4 } END { printf "%.10f", sum / n }' m.csv)
      assert_equal "$set,$k,$medoids,$mean" "$(grep "^$set,$k," "$FIXTURES/pam/medoids.csv")"
    done
  done
  assert cmp iris.labels "$FIXTURES/pam/labels.csv"
}

@test "ce-partition pam: no exchange of a medoid and another object lessens the cost" {
  points 60 >data.csv
  distances data.csv >d.csv
  ce-partition pam -k 2..8 --input distance --medoids m.csv d.csv >labels.csv
  for k in 2 3 5 8; do
    awk -F, -v k=$k -v column=$((k - 1)) '
      FILENAME == "d.csv" { n = NF; for (j = 1; j <= NF; j++) d[FNR, j] = $j; next }
      FILENAME == "labels.csv" { label[FNR - 1] = $column; next }
      FNR > 1 && $1 == k { medoid[++c] = $3; of[$3] = c }
      function costs(  i, c, near, sum) { for (i = 1; i <= n; i++) { near = 1e9
        for (c = 1; c <= k; c++) if (d[i, medoid[c]] < near) near = d[i, medoid[c]]
        sum += near } return sum }
      END { now = costs()
        for (i = 1; i <= n; i++) for (c = 1; c <= k; c++)
          if (d[i, medoid[c]] < d[i, medoid[label[i]]]) print "object " i " is nearer to medoid " c
        for (c = 1; c <= k; c++) for (h = 1; h <= n; h++) { was = medoid[c]; medoid[c] = h
          if (costs() < now - 1e-9) print "k " k ": " h " for " was " is better"
          medoid[c] = was } }' d.csv labels.csv m.csv >worse
    assert_equal "$(cat worse)" ""
  done
  [ "$(cost m.csv 3)" != "$(cost m.csv 2)" ]
}

@test "ce-partition pam: sizes stand for equal objects, sparse for dense, any number of threads" {
  points 40 >data.csv
  distances data.csv >d.csv
  # object i so many times as 1 + i % 3
  awk 'BEGIN { print "size,k" } { print 1 + NR % 3 ",1" }' d.csv >sizes.csv
  ce-partition pam -k 2..5 --input distance --sizes sizes.csv --medoids small.csv d.csv >small.labels
  awk '{ for (r = 0; r <= NR % 3; r++) print NR }' d.csv >which
  awk -F, 'NR == FNR { line[FNR] = $0; next } { row[FNR] = $1 + 0; n = FNR }
    END { for (i = 1; i <= n; i++) { split(line[row[i]], cell, ",")
      for (j = 1; j <= n; j++) printf "%s%s", (j > 1 ? "," : ""), cell[row[j]]; print "" } }' d.csv which >all.csv
  ce-partition pam -k 2..5 --input distance --medoids all.medoids all.csv >all.labels
  for k in 2 3 4 5; do
    assert_equal "$(cost small.csv $k)" "$(cost all.medoids $k)"
  done
  awk 'NR == FNR { label[FNR] = $0; next } FNR == 1 { print label[1] } { print label[$1 + 1] }' small.labels which |
    cmp - all.labels
  ce-generate kmeans -q -k 2..6 -m 9 data.csv | ce-similarity ca -q >ca.mtx
  ce-generate kmeans -q -k 2..6 -m 9 data.csv | ce-similarity ca -q --sparse 0 >sparse.mtx
  ce-partition pam -k 2..6 ca.mtx >dense.csv
  ce-partition pam -k 2..6 sparse.mtx | cmp - dense.csv
  ce-partition pam -k 2..5 -j 1 --input distance --medoids one.csv d.csv >one.labels
  ce-partition pam -k 2..5 -j 3 --input distance --medoids three.csv d.csv >three.labels
  assert cmp one.labels three.labels
  assert cmp one.csv three.csv
}

@test "ce-partition pam: equal objects, and ids of the medoids" {
  table id,a,b,c,d a,0,0,5,5 b,0,0,5,5 c,5,5,0,0 d,5,5,0,0 >d.csv
  assert_equal "$(ce-partition pam -k 2..4 --input distance --medoids - d.csv -o l.csv | cut -d, -f1-4 | paste -sd' ')" \
    "k,cluster,medoid,size 2,1,b,2 2,2,d,2 3,1,b,2 3,2,c,1 3,3,d,1 4,1,a,1 4,2,b,1 4,3,c,1 4,4,d,1"
  assert_equal "$(paste -sd' ' l.csv)" "id,pam.k2,pam.k3,pam.k4 a,1,1,1 b,1,1,2 c,2,2,3 d,2,3,4"
}

@test "ce-partition pam: it ends where exchanges gain nothing, as R does (medoids were exchanged for ever)" {
  # groups of equal objects, whose sums by parts are not exactly 0
  for v in .3 .7; do
    for i in 1 2 3 4 5 6; do
      [ $i -lt 4 ] && echo 0,0,0,$v,$v,$v || echo $v,$v,$v,0,0,0
    done >d.csv
    assert_equal "$(timeout 20 ce-partition pam -k 2..4 --input distance d.csv | tail -n +2 | paste -sd' ')" \
      "1,1,1 1,1,1 1,1,1 2,2,2 2,2,3 2,3,4"
  done
  # pairs that are close beside the distance of two pairs
  for x in 0 1e-6 1.3 1.300001 2.9 2.900001; do
    for y in 0 1e-6 1.3 1.300001 2.9 2.900001; do
      awk -v x=$x -v y=$y 'BEGIN { d = x - y; printf "%.17g\n", (d < 0 ? -d : d) }'
    done | paste -sd,
  done >d.csv
  assert_equal "$(timeout 20 ce-partition pam -k 3 --input distance d.csv | paste -sd' ')" "pam.k3 1 1 2 2 3 3"
  # as many clusters as there are different rows, of a co-association matrix; and the rank correlations of iris
  ce-generate kmeans -q -k 3 -m 10 "$BUNDLED/iris.csv" | ce-similarity ca -q >ca.mtx
  timeout 20 ce-partition pam -k 2..12 ca.mtx >labels.csv
  assert_equal "$(tail -n +2 labels.csv | cut -d, -f11 | sort -u | wc -l)" 12
  timeout 20 ce-stability resample -q --by pam --distance spearman -k 2..5 -m 2 "$BUNDLED/iris.csv" >out
  assert_equal "$(wc -l <out)" 5
}

@test "ce-partition pam: distances of any size have the same medoids" {
  table 0,1,2,3,9 1,0,1,2,8 2,1,0,1,7 3,2,1,0,6 9,8,7,6,0 >d.csv
  for k in 1 2 3; do
    medoids=$(ce-partition pam -k $k --input distance --medoids - -o /dev/null d.csv | cut -d, -f3,4 | paste -sd' ')
    for unit in e-300 e-13 e-12 e300 e306; do
      sed "s/\([1-9]\)/\1$unit/g" d.csv >other.csv
      assert_equal "$(ce-partition pam -k $k --input distance --medoids m.csv other.csv -o /dev/null; cut -d, -f3,4 m.csv | paste -sd' ')" "$medoids"
    done
  done
  # the last has the unit 1e306: two objects at 0 and 1
  assert_equal "$(sed -n 2p m.csv | cut -d, -f4-)" 2,5e+305,1e+306
}

@test "ce-partition pam: sizes count in BUILD, in what a missing medoid costs, and in the cost" {
  # the first object stands for 100
  table 0,4,5,6 4,0,1,2 5,1,0,1 6,2,1,0 >d.csv
  table size,k 100,1 1,1 1,1 1,1 >sizes.csv
  assert_equal "$(ce-partition pam -k 1 --input distance --medoids - d.csv -o /dev/null | tail -n 1)" 1,1,3,4,1.75,5
  assert_equal "$(ce-partition pam -k 1 --input distance --sizes sizes.csv --medoids - d.csv -o /dev/null | tail -n 1)" \
    1,1,1,103,0.14563106796116504,6
  # drawn objects, repeated as their sizes say
  for seed in 1 2 3 4 5 6; do
    awk -v seed=$seed 'BEGIN { srand(seed); print "x,y,class"
      for (i = 0; i < 12; i++) printf "%.3f,%.3f,1\n", 3 * rand(), 3 * rand() }' >data.csv
    distances data.csv >d.csv
    awk -v seed=$seed 'BEGIN { srand(seed + 9); print "size,k" } { print 1 + int(6 * rand()) ",1" }' d.csv >sizes.csv
    tail -n +2 sizes.csv | awk -F, '{ for (r = 0; r < $1; r++) print NR }' >which
    awk -F, 'NR == FNR { line[FNR] = $0; next } { row[FNR] = $1 + 0; n = FNR }
      END { for (i = 1; i <= n; i++) { split(line[row[i]], cell, ",")
        for (j = 1; j <= n; j++) printf "%s%s", (j > 1 ? "," : ""), cell[row[j]]; print "" } }' d.csv which >all.csv
    ce-partition pam -k 2..5 --input distance --sizes sizes.csv d.csv >small.labels
    ce-partition pam -k 2..5 --input distance all.csv >all.labels
    awk 'NR == FNR { label[FNR] = $0; next } FNR == 1 { print label[1] } { print label[$1 + 1] }' small.labels which |
      cmp - all.labels
  done
}

@test "ce-partition pam: wrong use and bad values" {
  table 0,1 1,0 >d.csv
  table 0,-1 -1,0 >negative.csv
  hint="
Try 'ce-partition --help'."
  run_split ce-partition pam --input distance d.csv
  assert_error 2 "ce-partition: how many clusters? -k is needed$hint"
  run_split ce-partition pam --input distance --medoids m.csv d.csv
  assert_error 2 "ce-partition: how many clusters? -k is needed$hint"
  run_split ce-partition pam -k 2 --tree t.csv --input distance d.csv
  assert_equal "$status" 2
  [[ $stderr == "ce-partition: --tree does not go with pam"* ]] || fail "$stderr"
  run_split ce-partition pam -k 3 --input distance d.csv
  assert_error 1 "ce-partition: d.csv: 2 objects, 3 clusters asked for"
  run_split ce-partition pam -k 2 --input distance --medoids m.csv negative.csv
  assert_error 1 "ce-partition: negative.csv: row 1, column 2: -1 is no distance: a number from 0 to 4e+307 expected"
  [ ! -e m.csv ]
  run_split ce-partition pam -k 2 d.csv
  assert_equal "$status" 1
  [[ $stderr == *"--input distance"* ]] || fail "$stderr"
  points 300 >data.csv
  distances data.csv >d.csv
  CE_MEMORY_LIMIT=600K run_split ce-partition pam -k 2 --input distance d.csv
  assert_error 1 "ce-partition: the distances for the medoids (300 x 300) needs 703.1 KiB of memory, 600.0 KiB are free (CE_MEMORY_LIMIT); use a sample of the objects instead"
}

@test "ce-stability --by pam: subsamples by ce-partition pam; of null too" {
  iris=$CE_SOURCE/data/iris.csv
  ce-stability resample -q -k 4,2 -m 3 --by pam --objects 100 --base base.csv "$iris" >pam.csv
  assert_equal "$(head -n 1 base.csv | cut -d, -f1,4)" pam.k2.r1,pam.k4.r1
  for column in 1 3 5; do
    k=$((column > 3 ? 4 : 2))
    cut -d, -f$column base.csv | tail -n +2 >label
    assert_equal "$(grep -vc NA label)" 100
    { head -n 1 "$iris"; tail -n +2 "$iris" | paste -d, label - | grep -v '^NA,' | cut -d, -f2-; } >seen.csv
    distances seen.csv >d.csv
    ce-partition pam -k $k --input distance d.csv | tail -n +2 >expected
    grep -v NA label | awk '{ if (!($1 in name)) name[$1] = ++last; print name[$1] }' >own
    assert cmp expected own
  done
  # a matrix of distances gives the same as the data
  distances "$iris" >d.csv
  ce-stability resample -q -k 4,2 -m 3 --by pam --objects 100 --input distance d.csv | cmp - pam.csv
  # correlations, as ce-similarity has them
  awk -F, -v OFS=, '{ NF--; print }' "$iris" >features.csv
  ce-similarity pearson -q features.csv >pearson.mtx
  ce-stability resample -q -k 2,3 -m 3 --by pam --distance pearson features.csv >correlated.csv
  ce-stability resample -q -k 2,3 -m 3 --by pam --input similarity pearson.mtx | cmp - correlated.csv
  # the PAC of M3C, whose base clusterings are those of pam: .0132 (2), and 2 is the k that it finds
  ce-stability null -q --by pam -k 2..4 -m 100 --objective pac --references 10 --data features.csv >null.csv
  awk -F, 'NR == 2 && ($5 < .012 || $5 > .015) { print "PAC " $5 } NR > 1 && $8 > most { most = $8; k = $1 }
    END { if (k != 2) print "k " k }' null.csv >wrong
  assert_equal "$(cat wrong)" ""
}
