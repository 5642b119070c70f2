#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# Element-centric similarity and consistency: ce-score -s ecs, ce-diversity -s ecs,ic,aecs, the columns ecc of ce-stability object
# and ic of ce-stability k.

setup() {
  load common
}

# by_definition FILE: of each pair of columns p < q of a label table "p q object S", by the affinity vectors of the paper with alpha .9: the walker
# of object i is at i with .1, and with .9 at an object of its cluster. Objects that either column does not label are not there.
by_definition() {
  awk -F, 'NR == 1 { m = NF; next } { n++; for (q = 1; q <= m; q++) l[n, q] = $q }
    END { alpha = .9
      for (p = 1; p <= m; p++) for (q = p + 1; q <= m; q++)
        for (i = 1; i <= n; i++) {
          if (l[i, p] == "" || l[i, q] == "") continue
          a = b = 0
          for (j = 1; j <= n; j++) if (l[j, p] != "" && l[j, q] != "") { a += l[i, p] == l[j, p]; b += l[i, q] == l[j, q] }
          d = 0
          for (j = 1; j <= n; j++) if (l[j, p] != "" && l[j, q] != "") {
            x = (l[i, p] == l[j, p]) * alpha / a + (i == j) * (1 - alpha)
            y = (l[i, q] == l[j, q]) * alpha / b + (i == j) * (1 - alpha)
            d += x > y ? x - y : y - x
          }
          printf "%d %d %d %.17g\n", p, q, i, 1 - d / (2 * alpha)
        }
    }' "$1"
}

# close_to A B: files of numbers, equal to 1e-12, and as many
close_to() {
  run paste "$1" "$2"
  assert_success
  awk 'NF != 2 || /nan/ || !($1 - $2 < 1e-12 && $2 - $1 < 1e-12) { print "line " NR ": " $0; bad = 1 } END { exit bad || !NR }' <<<"$output"
}

@test "element-centric similarity: the value of the Python package clusim, and worked examples" {
  # element_sim of clusim on 0 1 1 0 2 1 and 0 1 1 0 2 2
  table a,b 0,0 1,1 1,1 0,0 2,2 1,2 >pair.csv
  ce-score -q --pairwise -s ecs pair.csv >got
  assert [ "$(awk -F, 'NR == 2 { printf "%.6f", $3 }' got)" = 0.694444 ]
  # four base clusterings of seven objects: pairs, their mean, the inconsistency coefficient, and objects
  table a,b,c,d 1,1,2,1 1,1,2,1 1,2,2,1 2,2,3,1 2,2,3,2 3,3,1,2 3,3,3,2 >four.csv
  ce-diversity -q --pairs four.csv | tail -n +2 | awk -F, '{ printf "%.6f\n", $7 }' >got
  printf '%s\n' 0.714286 0.738095 0.595238 0.547619 0.523810 0.595238 >expected
  cmp got expected
  ce-diversity -q -s ecs,ic four.csv | tail -n +2 | awk -F, '{ printf "%s %.6f\n", $1, $2 }' >got
  printf '%s\n' "ecs 0.619048" "ic 1.400000" >expected
  cmp got expected
  ce-stability object -q -c four.csv four.csv | awk -F, '$1 == "a" { printf "%.6f\n", $8 }' >got
  printf '%s\n' .722222 .722222 .611111 .5 .555556 .611111 .611111 | awk '{ printf "%.6f\n", $1 }' >expected
  cmp got expected
  # members 1, 1, 2, 4
  awk -F, '{ print $1 "," $1 "," $2 "," $4 }' four.csv | sed '1s/.*/a,b,c,d/' >again.csv
  ce-diversity -q -s ic again.csv | awk -F, 'NR == 2 { printf "%.6f\n", $2 }' >got
  echo 1.302326 >expected
  cmp got expected
  ce-stability object -q -c again.csv again.csv | awk -F, '$1 == "a" { printf "%.6f\n", $8 }' >got
  printf '%s\n' .722222 .722222 .611111 .555556 .555556 .833333 .833333 | awk '{ printf "%.6f\n", $1 }' >expected
  cmp got expected
}

# Thirty objects, five members with labels missing here and there; one has a cluster for nearly each object.
members() {
  awk 'BEGIN { print "a,b,c,d,e"; for (i = 0; i < 30; i++) {
    print i % 3 "," (i % 7 == 3 ? "" : int(i / 8)) "," (i * 7 % 11 < 2 ? "" : i * i % 5) "," i % 29 "," (i > 27 ? 1 : 0) } }'
}

@test "element-centric similarity: the definition by walkers, with labels missing" {
  members >labels.csv
  by_definition labels.csv >slow
  ce-diversity -q --pairs labels.csv | tail -n +2 | cut -d, -f7 >got
  awk '{ key = $1 " " $2; if (!(key in n)) order[++pairs] = key; n[key]++; s[key] += $4 }
    END { for (p = 1; p <= pairs; p++) printf "%.17g\n", s[order[p]] / n[order[p]] }' slow >expected
  close_to got expected
  ce-stability object -q -c <(printf 'x\n'; yes 1 | head -n 30) labels.csv | tail -n +2 | cut -d, -f8 >got
  awk '{ n[$3]++; s[$3] += $4 } END { for (i = 1; i <= 30; i++) printf "%.17g\n", s[i] / n[i] }' slow >expected
  close_to got expected
  # more pairs than are taken at a time
  paste -d, labels.csv <(sed '1s/.*/f,g,h,i,j/' labels.csv) <(sed '1s/.*/k,l,m,n,o/' labels.csv) >many.csv
  by_definition many.csv >slow
  ce-stability object -q -c <(printf 'x\n'; yes 1 | head -n 30) many.csv | tail -n +2 | cut -d, -f8 >got
  awk '{ n[$3]++; s[$3] += $4 } END { for (i = 1; i <= 30; i++) printf "%.17g\n", s[i] / n[i] }' slow >expected
  close_to got expected
  # the measure of ce-score and the mean with a consensus are the same similarity
  ce-score -q --pairwise -s ecs labels.csv | sed 1d | cut -d, -f2- >matrix
  ce-diversity -q --members labels.csv | tail -n +2 | cut -d, -f5 >got
  awk -F, '{ s = 0; for (q = 1; q <= NF; q++) if (q != NR) s += $q; printf "%.17g\n", s / (NF - 1) }' matrix >expected
  close_to got expected
  cut -d, -f2 labels.csv | sed '1s/.*/truth/; s/^$/?/' >truth.csv
  ce-diversity -q -s aari,aecs,d-np1 -c truth.csv labels.csv | sed 1d >about
  awk -F, 'NR == 2 { s = 0; for (q = 1; q <= NF; q++) s += $q; printf "%.17g\n", s / NF }' matrix >expected
  awk -F, '$1 == "aecs" { print $3 }' about >got
  close_to got expected
  awk -F, '$1 == "aari" { print $3 }' about >got
  awk -F, '$1 == "d-np1" { printf "%.17g\n", 1 - $3 }' about >expected
  close_to got expected
}

# by_group SLOW K...: the inconsistency coefficient of the columns of each k, from by_definition; K: of each column
by_group() {
  slow=$1
  shift
  awk -v of="$*" 'BEGIN { m = split(of, k, " ") }
    { key = $1 " " $2; n[key]++; s[key] += $4 }
    END { for (g = 2; g <= 4; g++) {
        sum = pairs = 0
        for (p = 1; p <= m; p++) for (q = 1; q <= m; q++)
          if (k[p] == g && k[q] == g) {
            key = p < q ? p " " q : q " " p
            if (p == q) sum++
            else if (n[key]) sum += s[key] / n[key]
            if (p == q || n[key]) pairs++
          }
        printf "%.17g\n", pairs / sum } }' "$slow"
}

@test "element-centric similarity: the inconsistency of each k, by the walkers; of resampled k-means as ce-diversity has it" {
  members | sed '1s/.*/a.k2,b.k3,c.k2,d.k3,e.k2/' >five.csv
  paste -d, five.csv <(members | sed '1s/.*/f.k3,g.k4,h.k3,i.k2,j.k3/') >labels.csv
  by_definition labels.csv >slow
  by_group slow 2 3 2 3 2 3 4 3 2 3 >expected
  ce-stability k -q labels.csv >k.csv
  assert_equal "$(head -n 1 k.csv)" "k,members,pac,area,delta,lifetime,ic"
  sed 1d k.csv | cut -d, -f7 >got
  close_to got expected
  # without lifetimes it is the sixth column; with sizes each row is so many objects
  awk -F, -v OFS=, 'NR == 1 { print "size", $0; next } { print 1 + 2 * (NR % 3 == 0), $0 }' labels.csv >sized.csv
  awk 'NR == 1 { print; next } { for (t = 0; t < 1 + 2 * (NR % 3 == 0); t++) print }' labels.csv >long.csv
  by_definition long.csv >slow
  by_group slow 2 3 2 3 2 3 4 3 2 3 >expected
  ce-stability k -q --linkage none sized.csv | sed 1d | cut -d, -f6 >got
  close_to got expected
  ce-stability resample -q -k 2..4 -m 20 --base base.csv "$BUNDLED/iris.csv" | sed 1d | cut -d, -f6 >got
  for columns in 1-20 21-40 41-60; do cut -d, -f$columns base.csv | ce-diversity -q -s ic | sed 1d | cut -d, -f2; done >expected
  cmp got expected
}

@test "element-centric similarity: sizes count as objects, and one member or none in common are told" {
  members >labels.csv
  # every third object three times
  awk -F, -v OFS=, 'NR == 1 { print "size", $0; next } { print 1 + 2 * (NR % 3 == 0), $0 }' labels.csv >sized.csv
  awk -F, 'NR == 1 { print; next } { for (t = 0; t < 1 + 2 * (NR % 3 == 0); t++) print }' labels.csv >long.csv
  for file in sized long; do
    ce-diversity -q -s ecs,ic "$file.csv" >"$file.measures"
    ce-stability object -q -c <(sed 's/.*/1/; 1s/.*/x/' "$file.csv") "$file.csv" | sed 1d | cut -d, -f8 | sort -u >"$file.objects"
  done
  cmp sized.measures long.measures
  cmp sized.objects long.objects
  table a 1 1 2 >one.csv
  ce-stability object -q -c one.csv one.csv | sed 1d | cut -d, -f8 >got
  printf '%s\n' 1 1 1 >expected
  cmp got expected
  ce-diversity -q -s ecs,ic one.csv | sed 1d >got
  printf '%s\n' ecs, ic,1 >expected
  cmp got expected
  # no object has both labels: no value, and no term in the mean
  table a,b,c 1,,1 1,,1 2,,2 ,1,1 ,1,2 >apart.csv
  ce-diversity -q --pairs apart.csv | sed 1d | cut -d, -f1,2,7 >got
  printf '%s\n' a,b, a,c,1 b,c,0.5 >expected
  cmp got expected
  ce-diversity -q -s ecs apart.csv | sed 1d >got
  echo ecs,0.75 >expected
  cmp got expected
}

@test "element-centric consistency: many clusters, any number of threads" {
  # 700 clusters beside 600: more cells than are kept one by one
  awk 'BEGIN { print "a,b,c"; for (i = 0; i < 3000; i++) print i % 700 "," i * 13 % 600 "," int(i / 9) }' >labels.csv
  for j in 1 2 3; do
    ce-stability object -q -j $j -c <(sed 's/.*/1/; 1s/.*/x/' labels.csv) labels.csv | sed 1d | cut -d, -f8 >"got.$j"
  done
  cmp got.1 got.2
  cmp got.1 got.3
  awk -F, 'NR > 1 { for (q = 1; q <= 3; q++) { l[NR, q] = $q; n[q, $q]++; for (p = 1; p < q; p++) both[p, q, $p, $q]++ } }
    END { for (i = 2; i <= NR; i++) { s = 0
      for (q = 1; q <= 3; q++) for (p = 1; p < q; p++) {
        x = n[p, l[i, p]]; y = n[q, l[i, q]]
        s += both[p, q, l[i, p], l[i, q]] / (x > y ? x : y)
      }
      printf "%.17g\n", s / 3 } }' labels.csv >expected
  close_to got.1 expected
}
