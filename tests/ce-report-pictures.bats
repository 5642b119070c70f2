#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-report: the pictures of the page and the tables behind them are those of the other tools.

setup() {
  load common
  load report
  command -v gnuplot >/dev/null || skip "needs gnuplot"
}

# rounded DIGITS <TABLE: its rows as the page shows them.
rounded() {
  awk -F, -v OFS=, -v digits="$1" 'NR > 1 { for (c = 2; c <= NF; c++) $c = sprintf("%.*g", digits, $c); print }'
}

@test "ce-report: its numbers are those of ce-score, ce-stability and ce-diversity" {
  wines
  recorded -r results.csv --data wine.csv -t wine.csv --choose eac-al.k3 members.csv
  file results.csv <page.html >results
  assert_equal "$(head -n 1 results)" "clustering,k,anmi,aari,nmi,ari,error,silhouette,ch,db"
  # k and the scores by the classes and the data
  ce-score -t wine.csv --data wine.csv -s nmi,ari,error,silhouette,ch,db results.csv >expected
  cut -d, -f1,2,5- results >out
  cmp out expected
  # agreement with the members
  ce-diversity -c results.csv -s anmi,aari members.csv | cut -d, -f3 | tail -n +2 >expected
  { cut -d, -f3 results | tail -n +2; cut -d, -f4 results | tail -n +2; } >out
  cmp out expected
  # margins of the chosen result, the least sure first
  cut -d, -f2 results.csv >chosen.csv
  ce-stability object -q -c chosen.csv members.csv >trust
  cut -d, -f2- trust | tail -n +2 | sort >expected
  file objects.csv <page.html >objects
  assert_equal "$(head -n 1 objects)" "object,cluster,own,next,nearest,margin,ecc"
  tail -n +2 objects | sort >out
  cmp out expected
  tail -n +2 objects | cut -d, -f6 | sort -gc
  # the clusters
  ce-stability cluster -c chosen.csv members.csv | cut -d, -f2- >expected
  file clusters.csv <page.html >out
  cmp out expected
  # the consistency of all objects, the least first, and its mean
  cut -d, -f2,3,8 trust | tail -n +2 | sort >expected
  file consistency.csv <page.html >objects
  assert_equal "$(head -n 1 objects)" "object,cluster,ecc"
  tail -n +2 objects | sort >out
  cmp out expected
  tail -n +2 objects | cut -d, -f3 | sort -gc
  mean=$(awk -F, 'NR > 1 { sum += $8; n++ } END { printf "%.3g", sum / n }' trust)
  grep -qF "The mean of all objects is $mean." page.html
  # the margins of the points
  file points.csv <page.html | cut -d, -f1,4,5 | tail -n +2 | sort >points
  file objects.csv <page.html | cut -d, -f1,2,6 | tail -n +2 | sort | cmp - points
  # members
  ce-diversity --members -c chosen.csv members.csv | cut -d, -f1-4,6 | tail -n +2 >expected
  file members.csv <page.html | tail -n +2 >out
  cmp out expected
  # the page shows the same numbers, of objects the least sure 20
  { rounded 4 <results; file members.csv <page.html | rounded 4; file clusters.csv <page.html | rounded 3
    head -n 21 objects | rounded 3; file objects.csv <page.html | awk -F, -v OFS=, 'NR < 22 { print $1, $2, $3, $5, $4, $6 }' | rounded 3; } >expected
  rows <page.html >shown
  run grep -vxFf shown expected
  assert_output ""
  for name in $(head -n 1 results | tr , ' ' | cut -d' ' -f3-); do grep -qF "<em>$name</em>: " page.html; done
}

@test "ce-report: the tables behind the pictures are those of ce-plot" {
  wines
  recorded -r results.csv --choose eac-al.k2 members.csv
  ce-plot flow --format csv results.csv >expected
  file flow.csv <page.html >out
  cmp out expected
  ce-plot clustree --format csv results.csv | cmp - expected
  file clustree.csv <page.html >out
  cmp out expected
  ce-plot tracking --format csv results.csv >expected
  file tracking.csv <page.html >out
  cmp out expected
  # as the page tells where a table is too large for it
  ce-plot members --labels results.csv --column eac-al.k2 --format csv members.csv >expected
  file labels.csv <page.html >out
  cmp out expected
  # also where labels do not come in their order
  sed '1!s/2/0/g; 1!s/3/b/g' results.csv >renamed.csv
  recorded -r renamed.csv --choose eac-al.k2 members.csv
  ce-plot tracking --format csv renamed.csv >expected
  file tracking.csv <page.html | cmp - expected
  ce-plot members --labels renamed.csv --column eac-al.k2 --format csv members.csv >expected
  file labels.csv <page.html | cmp - expected
  recorded -r results.csv --data "$BUNDLED/wine.csv" members.csv
  ce-prepare zscore "$BUNDLED/wine.csv" | ce-plot scatter --pca --format csv >expected
  file points.csv <page.html | cut -d, -f2,3 | sed 1d >out
  cut -d, -f2,3 expected | sed 1d | paste -d, - out >pairs
  awk -F, '{ for (c = 1; c < 3; c++) if (($c - $(c + 2)) ^ 2 > 1e-20) print }' pairs >unlike
  assert_equal "$(wc -l <pairs)" 178
  assert_equal "$(wc -l <unlike)" 0
}

# plotted ABOUT HEIGHT NOUN...: a picture of page.html is that of ce-plot at the same size (height 0: as
# high as ce-plot makes it), but for the lines that fit $left_out.
plotted() {
  local page size=(--width 720)
  [ "$2" = 0 ] || size+=(--height "$2")
  page=$(commands "$1" <page.html)
  shift 2
  rm -f script.*
  PATH="$PWD/recorder:$PATH" ce-plot "$@" -q "${size[@]}" -o picture.svg
  diff -a <(grep -av "$left_out" "$page") <(grep -av "$left_out" script.0)
}

@test "ce-report: gnuplot is told what ce-plot tells it of the tables of the page" {
  awk 'NR == 1 || NR % 6 == 2' "$BUNDLED/wine.csv" | ce-prepare zscore >wine.csv
  ce-generate kmeans -q -k 2..4 -m 8 wine.csv >members.csv
  ce-consensus eac-al -k 2..4 members.csv >results.csv
  cut -d, -f2 results.csv >chosen.csv
  table k,objective,rcsi,rcsi_se,p 2,pac,1,.25,.5 3,pac,2,.5,.0625 3,entropy,1,,.25 >null.csv
  recorded -r results.csv --data wine.csv -t wine.csv --null null.csv --choose eac-al.k3 members.csv
  for name in results-by-k k cdf growth clusters points; do file $name.csv <page.html >$name.table; done
  left_out='autoscale xfix\|^set xtics ('
  cut -d, -f2- results-by-k.table | sed '1s/.*/k,eac-al/' >by-k.csv
  plotted "Results by k" 360 curve --y-label "mean silhouette" by-k.csv
  left_out=nothing
  plotted "Ambiguous pairs by k" 340 stability k.table
  plotted "Distribution of consensus by k" 420 cdf cdf.table
  plotted "Growth of the area and inconsistency by k" 460 stability growth.table
  { echo clustering,cluster,size,consensus; sed '1d; s/^/eac-al.k3,/' clusters.table | sort; } >clusters.csv
  plotted "Mean consensus of each cluster" 340 cluster-consensus clusters.csv
  plotted "Relative stability by k" 360 null null.csv
  ce-similarity ca --format csv members.csv |
    awk -F, 'NR == 1 { printf "id"; for (c = 1; c <= NF; c++) printf ",%d", c; print "" } { print NR "," $0 }' >ca.csv
  paste -d, chosen.csv <(sed 's/.*,//' wine.csv) >bars.csv
  plotted "Heat map of the consensus matrix" 0 matrix --values consensus --class none \
    --clusters 3 --bars bars.csv ca.csv
  ce-stability object -c <(cut -d, -f2 results.csv) --every-cluster every.csv members.csv >object.csv
  plotted "Consensus of each object by cluster" 560 item-consensus every.csv
  # the axes of components have their share of the variance
  left_out='^set [xy]label'
  cut -d, -f1-4 points.table | sed '1s/.*/id,x,y,class/' >two.csv
  cut -d, -f1,5 points.table >sure.csv
  plotted "Scatter plot of the objects" 560 scatter --confidence sure.csv two.csv
  left_out=nothing
  plotted "Tracking plot" 560 tracking results.csv
  plotted "Flow between results" 560 flow results.csv
  plotted "Tree of clusters (clustree)" 560 clustree results.csv
  plotted "Base clusterings by objects" 560 members --labels chosen.csv members.csv
  # more than 40 have more room
  for count in 40:560 41:900; do
    awk -v m="${count%:*}" 'BEGIN { for (i = 0; i < 5; i++) for (q = 1; q <= m; q++)
      printf "%s%s", i ? i % 2 : "q" q, q < m ? "," : "\n" }' >many.csv
    cut -d, -f1 many.csv >one.csv
    recorded -r one.csv many.csv
    grep -q " size 720,${count#*:} " "$(commands "Base clusterings by objects" <page.html)"
  done
  recorded -r results.csv members.csv
  # nothing is left out
  run grep -cE "those around|^<p class=.soft.>The first|A bar is the mean" page.html
  assert_output 0
}

@test "ce-report: bars of margins and of consistency by hand, in a color for each of 28 clusters" {
  # of 1320 objects, 33 are a 40th; three share a bar; four have no label
  awk 'BEGIN { print "a,b,c"
    for (i = 0; i < 1320; i++) { k = i < 33 ? 28 : i < 65 ? 29 : i < 1316 ? i % 28 : 30
      print k "," k - i % 3 * (i % 5 < 2) "," k - i % 2
      print (k > 29 ? "" : k + 1) >"labels" } }' \
    >members.csv
  { echo r; cat labels; } >results.csv
  recorded --sample 30 -r results.csv members.csv
  # a row of the table for each cluster
  sed -n '/<h3>Clusters/,/<\/table>/p' page.html | rows | sed 1d | cut -d, -f1 >shown
  seq 30 | diff - shown
  run grep -c "The first 100" page.html
  assert_output 0
  # the longest first in each cluster, and the mean of three neighbours
  file objects.csv <page.html | awk -F, 'NR > 1 { print $2, $6 }' | sort -k1,1n -k2,2gr >sorted
  awk '
    function flush() {
      if (!count) return
      m = sum / count
      printf "%.6g %.6g %.6g %.6g %.6g %.6g\n",
        m / 2, from + count / 2, (m < 0 ? m : 0), (m > 0 ? m : 0), from, from + count
      from += count; count = sum = 0
    }
    $1 != last { flush(); if (NR > 1) print "e"; last = $1 }
    { sum += $2; if (++count == 3) flush() }
    END { flush(); print "e" }' sorted >expected
  script=$(commands "Margin of each object by cluster" <page.html)
  grep -E '^[-0-9.]+ |^e' "$script" | diff expected -
  grep -q ' size 720,560 ' "$script"
  grep -qF " A bar is the mean of 3 neighbours." page.html
  # names in the middle of their clusters, none where it is less than a 40th
  awk '{ count[$1]++ }
    END { for (c = 1; c < 31; c++) { if (count[c] > 32) {
        printf "%s\"%d\" %.1f", between, c, at + count[c] / 2; between = ", " }
      at += count[c] } }' sorted >names
  assert_equal "$(grep '^set ytics scale 0' "$script")" "set ytics scale 0 ($(cat names))"
  grep -qx 'set yrange \[1316:0\]' "$script"
  # seven colors; two fifths black, but black three tenths white; half white; three quarters white
  grep -o 'fillcolor rgb .#[0-9a-f]*' "$script" | cut -d'#' -f2 | paste -sd'      \n' >colors
  table "0072b2 d55e00 009e73 cc79a7 e69f00 56b4e9 000000" \
    "00446b 803800 005f45 7a4964 8a5f00 346c8c 4d4d4d" \
    "80b9d9 eaaf80 80cfb9 e6bcd3 f3cf80 abdaf4 808080" \
    "bfdcec f5d7bf bfe7dc f2dee9 f9e7bf d5ecfa bfbfbf" "b4b4b4 b4b4b4" | diff - colors
  # boxes of 1/25 from 0 to 1, those of a bin one on the other; all clusters that are grey are one
  # box (with thousands of them the picture had megabytes), without a label last and white
  file consistency.csv <page.html | awk -F, '
    NR > 1 { b = int($3 * 25); if (b > 24) b = 24; c = $2 > 29 ? 29 : $2; count[b, $2 == "" ? 31 : c]++ }
    END { for (b = 0; b < 25; b++) { top = 0
        for (c = 1; c < 32; c++) if (count[b, c]) {
          printf "%.6g %.10g %.6g %.6g %.10g %.10g\n", (b + .5) / 25, top + count[b, c] / 2,
            (b + .04) / 25, (b + .96) / 25, top, top + count[b, c]
          top += count[b, c] }
        if (top > most) most = top }
      print most * 1.05 >"highest" }' >expected
  script=$(commands "Histogram of the consistency of objects" <page.html)
  grep -q ' size 720,360 ' "$script"
  sed '1,/^plot/d' "$script" | grep -E '^[-0-9.]+ ' | sed 1d | cut -d' ' -f1-6 | diff expected -
  grep -qx "set yrange \[0:$(cat highest)\]" "$script"
  grep -q " $((0xffffff))$" "$script"
}

@test "ce-report: with more clusters than bars, those that are grey are drawn as one: the page had megabytes" {
  # 601 clusters of two objects, then 600
  for k in 601 600; do
    awk -v k=$k 'BEGIN { print "a,b,c"
      for (i = 0; i < 2 * k; i++) print i % k "," i * 7 % k "," int(i / 2) }' >members.csv
    cut -d, -f1 members.csv | sed 1s/.*/r/ >results.csv
    recorded --sample 30 -r results.csv members.csv
    script=$(commands "Margin of each object by cluster" <page.html)
    grep -o 'fillcolor' "$script" | wc -l
    grep -cE '^[-0-9.]+ [-0-9. ]+$' "$script"
    grep -x 'set ytics scale 0 ()' "$script"
  done | paste -sd' ' >counts
  # three of 1,202 objects share a bar, and the two of a cluster; of 1,200 two do
  assert_equal "$(cat counts)" \
    "29 $((28 + (1202 - 56 + 2) / 3)) set ytics scale 0 () 600 600 set ytics scale 0 ()"
}

@test "ce-report: silhouettes are those of ce-score --objects, drawn as ce-plot does, with the means of the clusters" {
  wines
  recorded -r results.csv --data wine.csv --choose eac-al.k3 members.csv
  ce-score -q -s silhouette --data wine.csv --objects all.csv results.csv >scores.csv
  awk -F, 'NR == 1 || $1 == "eac-al.k3"' all.csv >expected
  file silhouettes.csv <page.html >silhouettes.table
  cmp silhouettes.table expected
  left_out=nothing
  plotted "Silhouette of each object by cluster" 560 silhouette silhouettes.table
  # the means of the clusters, and that of all
  awk -F, 'NR > 1 { n[$3]++; sum[$3] += $7; below[$3] += $7 < 0 }
    END { for (c in n) printf "%s,%d,%.3g,%d\n", c, n[c], sum[c] / n[c], below[c] }' expected |
    sort >means
  sed -n '/Show the means/,/<\/table>/p' page.html | rows | sed 1d | sort | diff means -
  mean=$(awk -F, '$1 == "eac-al.k3" { printf "%.3f", $3 }' scores.csv)
  grep -qF "dashed\\072 the mean of 178 objects\\054 $mean\"" \
    "$(commands "Silhouette of each object by cluster" <page.html)"
  run grep -c "drawn at random" page.html
  assert_output 0
  # of more objects a sample, which the page tells
  recorded -r results.csv --data wine.csv --choose eac-al.k3 --sample 40 --seed 7 members.csv
  ce-score -q -s silhouette --data wine.csv --sample 40 --seed 7 --objects all.csv results.csv >scores.csv
  awk -F, 'NR == 1 || $1 == "eac-al.k3"' all.csv >expected
  file silhouettes.csv <page.html | cmp - expected
  text <page.html | grep >/dev/null -F "These are 40 of the 178 objects, drawn at random with seed 7. Each is compared with all objects."
}

@test "ce-report: a cluster that no sampled object has keeps its colour to itself in the picture of silhouettes" {
  awk 'BEGIN { print "a" >"members.csv"; print "x" >"data.csv"
    for (i = 0; i < 60; i++) { print (i ? 2 + i % 2 : 1) >"members.csv"; print i % 2 * 9 + i / 60 >"data.csv" } }'
  for seed in 1 2 3 4; do
    recorded -r members.csv --data data.csv --sample 20 --seed $seed members.csv
    file silhouettes.csv <page.html | cut -d, -f2 | grep >/dev/null -x 1 || break
  done
  file silhouettes.csv <page.html | cut -d, -f3 | sort -u | paste -sd' ' >clusters
  assert_equal "$(cat clusters)" "2 3 cluster"
  script=$(commands "Silhouette of each object by cluster" <page.html)
  grep -o 'fillcolor rgb .#[0-9a-f]*' "$script" | sort -u | cut -d'#' -f2 | paste -sd' ' >colors
  assert_equal "$(cat colors)" "009e73 d55e00"
}

@test "ce-report: where no object has a silhouette the page says why, and of many clusters the largest are drawn" {
  table x 1 2 3 >data.csv
  for labels in "1 1 1" "1 2 3"; do
    # shellcheck disable=SC2086 # a row for each
    table r $labels >r.csv
    recorded -r r.csv --data data.csv r.csv
    text <page.html | grep >/dev/null -xF "There is no picture: silhouettes need at least two clusters, and fewer clusters than objects."
  done
  table x,y 1, 2, ,3 ,4 >data.csv
  table r 1 2 1 2 >r.csv
  recorded -r r.csv --data data.csv r.csv
  refute grep -q 'Silhouette of each object' page.html
  text <page.html | grep >/dev/null -xF "There is no picture: no object has a silhouette."
  awk 'BEGIN { print "r" >"r.csv"; print "x" >"data.csv"
    for (i = 0; i < 600; i++) { print i % 300 >"r.csv"; print i % 300 + i / 900 >"data.csv" } }'
  recorded -r r.csv --data data.csv r.csv
  ce-plot silhouette -o picture.svg --width 720 --height 560 <(file silhouettes.csv <page.html) 2>note
  drawn=$((300 - $(grep -o '[0-9]* of 300' note | cut -d' ' -f1)))
  text <page.html | grep >/dev/null -F "Only the $drawn largest clusters are drawn."
  assert_equal "$(sed -n '/Show the means/,/<\/table>/p' page.html | rows | wc -l)" 101
  text <page.html | grep >/dev/null -x "The first 100 of 300 clusters."
}

@test "ce-report: silhouettes that are too many for a page have the command that writes them" {
  in_turn 4 sanitized
  awk 'BEGIN { id = sprintf("%100s", ""); gsub(" ", "o", id); print "id,r" >"r.csv"; print "id,x" >"data.csv"
    for (i = 0; i < 12000; i++) { print id i "," i % 2 >"r.csv"; print id i "," i % 2 * 9 + i / 12000 >"data.csv" } }'
  recorded -r r.csv --data data.csv --sample 20000 r.csv
  text <page.html | grep >/dev/null -F "too large for this page; ce-score -s silhouette --data DATA --objects FILE writes them."
  recorded -r r.csv --data data.csv --sample 11000 --seed 3 r.csv
  text <page.html | grep >/dev/null -F "too large for this page; ce-score -s silhouette --data DATA --objects FILE --sample 11000 --seed 3 writes them."
}

@test "ce-report: bars of the consensus of clusters have the colours and the order of the other pictures; what has none is told" {
  table a,b b,1 b,1 a,2 a,2 c,3 >members.csv
  cut -d, -f1 members.csv >r.csv
  recorded -r r.csv members.csv
  script=$(commands "Mean consensus of each cluster" <page.html)
  assert_equal "$(grep '^set xtics' "$script" | grep -o '"[^"]*" [0-9]' | paste -sd' ')" '"a" 0 "b" 1 "c" 2'
  grep '^[0-9]' "$script" | awk 'NF == 7 { printf "%s %06x ", $2, $7 }' >bars
  assert_equal "$(cat bars)" "1 0072b2 1 d55e00 "
  text <page.html | grep >/dev/null -F "often divide. 1 cluster has no bar: it has no pair with a consensus."
  # the table of the page has the same order
  sed -n '/<h3>Clusters/,/<\/table>/p' page.html | rows | sed 1d | cut -d, -f1 | paste -sd' ' >order
  assert_equal "$(cat order)" "a b c"
  awk 'BEGIN { print "r"; for (i = 0; i < 798; i++) print i < 2 ? i : i % 398 + 2 }' >r.csv
  recorded -r r.csv r.csv
  text <page.html | grep >/dev/null -F "A bar is the mean of 2 clusters. 2 clusters have no bar: they have no pair with a consensus."
}

@test "ce-report: objects stand along the components of the scaled features; constant and incomplete ones add nothing" {
  cut -d, -f1-5 "$BUNDLED/wine.csv" >some.csv
  ce-generate kmeans -q -k 2..5 -m 6 --class none some.csv >members.csv
  ce-consensus eac-al -k 3 members.csv >results.csv
  awk -F, -v OFS=, '{ print $0, NR == 1 ? "same" : 7, NR == 1 ? "gaps" : NR % 9 ? NR % 5 : "" }' some.csv >more.csv
  recorded -r results.csv --data more.csv members.csv
  grep -q "along the first two principal components.* 1 features with missing cells are left out" page.html
  file points.csv <page.html >out
  # each to mean 0 and variance 1
  awk -F, -v OFS=, 'NR == 1 { d = NF; print; next } { n++; for (s = 1; s <= d; s++) { x[n, s] = $s; mean[s] += $s; square[s] += $s * $s } }
    END { for (i = 1; i <= n; i++) { line = ""
        for (s = 1; s <= d; s++) { m = mean[s] / n; line = line (s > 1 ? "," : "") sprintf("%.17g", (x[i, s] - m) / sqrt(square[s] / n - m * m)) }
        print line } }' some.csv | ce-prepare pca --components 2 >expected
  cut -d, -f2,3 out | paste -d, - expected | tail -n +2 |
    awk -F, '{ a = $1 - $3; b = $2 - $4; if (!(a * a + b * b < 1e-16)) bad++ } END { if (NR != 178 || bad) { print NR, bad; exit 1 } }'
}

@test "ce-report: PAC and the curves of each k are those of ce-stability" {
  wines
  ce-generate kmeans -k 2..5 -m 60 wine.csv >some.csv
  # and a k with one member, which has no consensus of its own
  cut -d, -f1 members.csv | sed '1s/.*/kmeans.k9.r61/' >one.csv
  paste -d, some.csv one.csv >members.csv
  recorded -r results.csv members.csv
  ce-stability k -q --linkage none members.csv | cut -d, -f1-4 >all
  # the k before is the one before that is shown
  ce-stability k -q --linkage none -k 2..5 members.csv | cut -d, -f1,2,4- >expected
  assert_equal "$(head -n 1 expected)" k,members,area,delta,ic
  file growth.csv <page.html | cmp - expected
  text <page.html >words
  grep -F >/dev/null 'from one k to the next; at k = 2 it is the area itself.' words
  grep -F >/dev/null 'It grows with the number of base clusterings, too: compare k that have about as many.' words
  sed -n '/<th>its growth/,/<\/table>/p' page.html | rows | sed 1d >shown
  ce-stability k -q --linkage none -k 2..5 members.csv | rounded 4 | diff - shown
  awk -F, 'FNR == 1 || $2 > 1' all >expected
  grep -qF "Few base clusterings agree more easily than many, so k with fewer than 5 of them are left\
 out: k = 9.<" <(text <page.html | sed 's/ The numbers/<&/')
  awk -F, 'FNR > 1 { print $2 }' expected | sort -n | sed -n '1p;$p' | paste -sd' ' >ends
  read -r least most <ends
  grep -qF "the base clusterings of each k ($least to $most of them):" page.html
  file k.csv <page.html >out
  cmp out expected
  assert_equal "$(wc -l <out)" 5
  ce-stability cdf -q members.csv | awk -F, 'NR == FNR { of[$1]; next } $1 in of' expected - >curves
  file cdf.csv <page.html >out
  cmp out curves
  # many objects: as many random pairs as the sample has
  recorded --sample 30 --seed 5 -r results.csv members.csv
  ce-stability k -q --linkage none --sample-pairs 435 --seed 5 members.csv | cut -d, -f1-4 |
    awk -F, 'FNR == 1 || $2 > 1' >drawn
  run cmp -s drawn expected
  assert_equal "$status" 1
  file k.csv <page.html >out
  cmp out drawn
  grep -qF "435 pairs were drawn at random for each k." page.html
  # the sample is all
  recorded --sample 178 -r results.csv members.csv
  file k.csv <page.html >out
  cmp out expected
  # without k in every name, or with one k, there are no curves
  sed '1s/^[^,]*/first/' members.csv >named.csv
  recorded -r results.csv named.csv
  run grep -c 'How clear each k is' page.html
  assert_output 0
  table a.k2.r1,a.k2.r2,a.k3.r1 1,1,1 1,1,2 2,2,3 2,1,3 >few.csv
  table r 1 1 2 2 >two.csv
  recorded -r two.csv few.csv
  run grep -c 'How clear each k is' page.html
  assert_output 0
}

@test "ce-report: k with fewer base clusterings than five, or than the second largest group, are left out" {
  # members K...: a column for each, of three clusters
  members() {
    awk -v ks="$*" 'BEGIN {
      m = split(ks, k, " ")
      for (q = 1; q <= m; q++) printf("%sa.k%d.r%d", q > 1 ? "," : "", k[q], q)
      print ""
      for (i = 0; i < 12; i++)
        for (q = 1; q <= m; q++) printf("%d%s", (i + (i % 5 == q % 5)) % 3, q < m ? "," : "\n")
    }'
  }
  table r.k2 1 1 1 1 1 1 2 2 2 2 2 2 >results.csv
  members 2 2 2 2 2 3 3 3 3 4 4 4 4 4 4 5 >members.csv
  recorded -r results.csv members.csv
  assert_equal "$(file k.csv <page.html | cut -d, -f1,2 | paste -sd' ')" "k,members 2,5 4,6"
  assert_equal "$(file cdf.csv <page.html | cut -d, -f1 | sort -u | paste -sd' ')" "2 4 k"
  grep -qF "(5 to 6 of them)" page.html
  grep -qF "fewer than 5 of them are left out: k = 3, k = 5." page.html
  # two are always drawn: as many as the second largest group has are enough
  members 2 2 2 2 2 2 3 3 4 4 4 >members.csv
  recorded -r results.csv members.csv
  assert_equal "$(file k.csv <page.html | cut -d, -f1,2 | paste -sd' ')" "k,members 2,6 4,3"
  grep -qF "(3 to 6 of them)" page.html
  grep -qF "fewer than 3 of them are left out: k = 3." page.html
  members 2 2 2 3 3 3 >members.csv
  recorded -r results.csv members.csv
  grep -qF "(3 of them)" page.html
  run grep -c "left out" page.html
  assert_output 0
  # ten are named
  members 2 2 3 3 5 6 7 8 9 10 11 12 13 14 15 >members.csv
  recorded -r results.csv members.csv
  grep -qF "fewer than 2 of them are left out: k = 5, k = 6, k = 7, k = 8, k = 9, k = 10, k = 11,\
 k = 12, k = 13, k = 14 and others." page.html
}

@test "ce-report: base clusterings without labels are of no k" {
  table a.k2.r1,a.k2.r2,a.k3.r1,a.k3.r2 1,1,1,1 1,2,1,2 2,2,2,1 2,1,3,3 >few.csv
  table r.k2 1 1 2 2 >results.csv
  recorded -r results.csv few.csv
  file k.csv <page.html >expected
  assert_equal "$(wc -l <expected)" 3
  table none.k4.r1,none.k4.r2,x ,, ,, ,, ,, >none.csv
  paste -d, none.csv few.csv >members.csv
  recorded -r results.csv members.csv
  file k.csv <page.html | cmp - expected
  run grep -c "are left out" page.html
  assert_output 0
}

@test "ce-report: the results of each method by k are those of ce-score and ce-diversity" {
  in_turn 4
  wines
  ce-consensus cspa -k 3 members.csv >other.csv
  sed '1s/.*/no k/' other.csv >named.csv
  # a method of one k, and a result without k, have no curve
  paste -d, results.csv other.csv named.csv >all.csv
  ce-report -r all.csv --data wine.csv members.csv -o page.html
  ce-score --data wine.csv -s silhouette results.csv >expected
  file results-by-k.csv <page.html >out
  cmp out expected
  sed -n '/aria-label="Results by k"/,/<\/svg>/p' page.html >picture
  grep -qF '<text>mean silhouette' picture
  run grep -cE '<text>(cspa|no k)' picture
  assert_output 0
  # without data; a curve for each of two methods
  ce-consensus cspa -k 2,3,5 members.csv >other.csv
  paste -d, results.csv other.csv >all.csv
  ce-report -r all.csv members.csv -o page.html
  ce-diversity -c all.csv -s anmi members.csv | tail -n +2 | cut -d, -f3 >expected
  file results-by-k.csv <page.html >out
  assert_equal "$(head -n 1 out)" "clustering,k,anmi"
  tail -n +2 out | cut -d, -f3 | cmp - expected
  assert_equal "$(cut -d, -f2 out | tail -n +2 | tr '\n' ' ')" "2 3 4 2 3 5 "
  sed -n '/aria-label="Results by k"/,/<\/svg>/p' page.html >picture
  for name in eac-al cspa; do grep -qF "<text>$name" picture; done
  # ticks only at whole numbers
  run grep -cE '<text> *[2-5]\.5' picture
  assert_output 0
  # one cluster has no silhouette: with it a method has one k
  awk -F, 'NR == 1 { print "m.k1,m.k3" } NR > 1 { print "1," $2 }' results.csv >two.csv
  recorded -r two.csv --data wine.csv members.csv
  run grep -c 'Results by k' page.html
  assert_output 0
  # no names with a k, no picture; zeros before a k are none of its digits
  sed '1s/\.k/-/g' all.csv >results.csv
  recorded -r results.csv members.csv
  run grep -c 'Results by k' page.html
  assert_output 0
  sed '1s/\.k/.k0/g' all.csv >results.csv
  recorded -r results.csv members.csv
  assert_equal "$(file results-by-k.csv <page.html | cut -d, -f2 | tail -n +2 | tr '\n' ' ')" \
    "2 3 4 2 3 5 "
}

@test "ce-report: the bars of the histogram are as high as objects are many" {
  wines
  ce-report -r results.csv --choose eac-al.k3 members.csv -o page.html
  # bars from 0 to 1 in steps of 1/25: the objects of each cluster
  file consistency.csv <page.html |
    awk -F, 'NR > 1 { b = int($3 * 25); if (b > 24) b = 24; count[b " " $2]++ }
      END { for (bar in count) print bar, count[bar] }' | sort -n -k1,1 -k2,2 >expected
  # in the picture: the left end, the cluster by its colour, the height
  sed -n '/aria-label="Histogram/,/<\/svg>/p' page.html | tr '\n' ' ' | grep -o "<polygon[^>]*>" |
    awk -F"'" '{ color = $2; gsub(/[^0-9,]/, "", color); split($4, p, /[ ,]+/)
      c = color == "0,114,178" ? 1 : color == "213,94,0" ? 2 : color == "0,158,115" ? 3 : 0
      print p[1], c, p[2] - p[6] }' | sort -n -k1,1 -k2,2 >bars
  assert_equal "$(wc -l <bars)" "$(wc -l <expected)"
  paste -d' ' expected bars | awk '
    { each = $6 / $3; if (NR == 1) { x = $4; b = $1; first = each }
      if ($2 != $5 || each / first > 1.1 || each / first < .9) { print "bar: " $0; bad = 1 }
      if ($1 > b && !step) step = ($4 - x) / ($1 - b)
      if ($1 > b && ($4 - x - step * ($1 - b)) ^ 2 > 1) { print "place: " $0; bad = 1 } }
    END { exit bad }'
  # they stand on the axis
  bottom=$(sed -n '/aria-label="Histogram/,/<\/svg>/p' page.html | tr '\n' ' ' |
    grep -o "<polygon[^>]*>" | sed "s/.*points = '[0-9.]*,\([0-9.]*\) .*/\1/" | sort -n | tail -n 1)
  sed -n '/aria-label="Histogram/,/<\/svg>/p' page.html >picture
  grep -qE "<path stroke='rgb\( 64.*L[0-9.]+,$bottom L[0-9.]+,$bottom " picture
}

@test "ce-report: at most 12 methods have a curve by k" {
  awk 'BEGIN { for (q = 1; q < 14; q++) printf("%sm%d.k2,m%d.k3", q > 1 ? "," : "", q, q)
    print ""; for (i = 0; i < 30; i++) { for (q = 1; q < 14; q++)
      printf("%s%d,%d", q > 1 ? "," : "", (i + q) % 5 < 2, i % 3); print "" } }' >results.csv
  cut -d, -f1-4 results.csv >members.csv
  ce-report -r results.csv members.csv -o page.html
  grep -qF "The first 12 of 13 methods are drawn." page.html
  sed -n '/aria-label="Results by k"/,/<\/svg>/p' page.html | grep -o '<text>m[0-9]*<' >keys
  assert_equal "$(sort -u keys | wc -l)" 12
  assert_equal "$(file results-by-k.csv <page.html | wc -l)" 27
  cut -d, -f1-24 results.csv >twelve.csv
  recorded -r twelve.csv members.csv
  grep -q 'aria-label="Results by k"' page.html
  run grep -c "methods are drawn" page.html
  assert_output 0
}

@test "ce-report: at most 20 curves are drawn, and the table has all" {
  awk 'BEGIN { for (k = 2; k < 25; k++) printf("%sa.k%d.r1,a.k%d.r2", k > 2 ? "," : "", k, k)
    print ""; for (i = 0; i < 60; i++) { for (k = 2; k < 25; k++)
      printf("%s%d,%d", k > 2 ? "," : "", i % k, (i + i % 7) % k); print "" } }' >members.csv
  cut -d, -f46 members.csv >results.csv
  ce-report -r results.csv members.csv -o page.html
  grep -qF "20 of 23 values of k are drawn." page.html
  sed -n '/aria-label="Distribution/,/<\/svg>/p' page.html | grep -o '<text>k = [0-9]*' >keys
  assert_equal "$(sort -u keys | wc -l)" 20
  assert_equal "$(file cdf.csv <page.html | tail -n +2 | cut -d, -f1 | sort -u | wc -l)" 23
}

@test "ce-report: the consensus is in the order of its tree, with bars of result and classes" {
  wines
  ce-report -r results.csv --choose eac-al.k3 -t wine.csv members.csv -o page.html
  ce-similarity ca members.csv >ca.mtx
  ce-plot matrix --order-file expected -o ca.svg ca.mtx
  file order.csv <page.html >order
  assert_equal "$(head -n 1 order)" "position,row,id,cluster"
  cut -d, -f1-3 order | cmp - expected
  # the clusters are those of the rows
  awk -F, 'NR == FNR { if (FNR > 1) of[FNR - 1] = $2; next } FNR > 1 && of[$2] != $4 { bad = 1 }
    END { exit bad }' results.csv order
  # names: of the colour bar, of the bars
  sed -n '/Heat map/,/<\/svg>/p' page.html | grep -o '<text>[^<]*' >words
  for word in consensus distance eac-al.k3 class; do grep -qx "<text>$word" words; done
  # without classes there is no bar of them
  ce-report -r results.csv members.csv | sed -n '/Heat map/,/<\/svg>/p' >page
  run grep -c '<text>class<' page
  assert_output 0
}

@test "ce-report: a small consensus matrix is in the page in the order of its tree, and objects have their ids, or their numbers" {
  awk 'BEGIN { print "id,a,b,c"; for (i = 0; i < 40; i++) print "s" i "," i % 3 "," i % 3 "," int(i / 7) % 3 }' >members.csv
  cut -d, -f1,2 members.csv >results.csv
  ce-report -q -r results.csv members.csv -o page.html
  sed -n '/Heat map/,/<\/svg>/p' page.html | sed -n 's/.*<text> *\(s[0-9]*\)<.*/\1/p' >shown
  file order.csv <page.html >order
  tail -n +2 order | cut -d, -f3 | diff - shown
  ce-similarity ca --format csv members.csv >ca.csv
  awk -F, 'NR == FNR { if (FNR > 1) row[++n] = $2; next }
    FNR > 1 { for (c = 2; c <= NF; c++) value[FNR - 1, c - 1] = $c; id[FNR - 1] = $1 }
    END {
      printf "id"
      for (p = 1; p <= n; p++) printf ",%s", id[row[p]]
      for (p = 1; p <= n; p++) {
        printf "\n%s", id[row[p]]
        for (q = 1; q <= n; q++) printf ",%s", value[row[p], row[q]]
      }
      print ""
    }' order ca.csv >expected
  file matrix.csv <page.html | diff - expected
  # without ids the numbers
  cut -d, -f2- members.csv >plain.csv
  ce-report -q -r results.csv plain.csv -o page.html
  file order.csv <page.html | tail -n +2 | cut -d, -f3 >numbers
  sed -n '/Heat map/,/<\/svg>/p' page.html | sed -n 's/.*<text> *\([0-9][0-9]*\)<.*/\1/p' >words
  # between the axis of the tree and the keys
  paste -sd' ' words | grep -F " $(paste -sd' ' numbers) "
  # of a sample of the rows, too
  ce-report -q --sample 20 -r results.csv members.csv -o page.html
  sed -n '/Heat map/,/<\/svg>/p' page.html | sed -n 's/.*<text> *\(s[0-9]*\)<.*/\1/p' >shown
  file order.csv <page.html | tail -n +2 | cut -d, -f3 | diff - shown
  # a large one is not there: the command is
  awk 'BEGIN { print "a,b,c"; for (i = 0; i < 300; i++) print i % 3 "," i % 7 "," i % 11 }' >large.csv
  cut -d, -f1 large.csv >r.csv
  ce-report -q -r r.csv large.csv -o page.html
  assert_equal "$(file matrix.csv <page.html | wc -c)" 0
  text <page.html | grep -x 'The matrix itself: ce-similarity ca writes it.'
}

@test "ce-report: of many rows the tree is that of the rows shown" {
  ce-synth blobs -n 300 -k 4 --seed 3 >data.csv
  ce-generate kmeans -k 3..6 -m 9 data.csv >members.csv
  ce-consensus eac-al -k 4 members.csv >results.csv
  recorded --sample 40 -r results.csv members.csv
  file order.csv <page.html | tail -n +2 >order
  assert_equal "$(wc -l <order)" 40
  cut -d, -f2 order | sort -n >rows
  # each cluster has its share of the rows
  awk -F, 'FNR == 1 { file++; next } file == 1 { size[$1]++; n++ } file == 2 { shown[$4]++ }
    END { for (c in size) if ((shown[c] - size[c] * 40 / n) ^ 2 > 1) exit 1 }' \
    results.csv <(echo; cat order)
  { head -n 1 members.csv; awk 'NR == FNR { want[$1]; next } FNR - 1 in want' rows members.csv; } \
    >part.csv
  ce-similarity ca part.csv >ca.mtx
  ce-plot matrix --order-file by -o ca.svg ca.mtx
  awk -F, 'NR == FNR { row[FNR] = $1; next } FNR > 1 { print row[$2] }' rows by >expected
  cut -d, -f2 order | cmp - expected
}

@test "ce-report: the names within a picture get its number, and its title is left out" {
  table r 1 1 2 >r.csv
  table a,b 1,1 1,1 2,2 >two.csv
  mkdir recorder
  printf '%s\n' '#!/bin/sh' 'cat >/dev/null' 'cat picture' >recorder/gnuplot
  chmod +x recorder/gnuplot
  table "<?xml version=\"1.0\"?>" "<svg width=\"9\"><title>Gnuplot</title>" \
    "<desc>a b</desc><g id='gpA'>" "<use xlink:href='#gpA'/></g>\
<a id=\"gpB\" fill=\"url(#gpB)\"/><b id=\"c\"/>'#x (#y</svg>" >picture
  PATH="$PWD/recorder:$PATH" ce-report -q -r r.csv two.csv |
    sed -n '/^<div class="paper/,/<\/svg>/p' >shown
  for about in 1:"Heat map of the consensus matrix" 2:"Margin of each object by cluster" \
    3:"Consensus of each object by cluster" 4:"Mean consensus of each cluster" \
    5:"Histogram of the consistency of objects" 6:"Base clusterings by objects"; do
    p=p${about%%:*}
    table "<div class=\"paper scroll\"><svg role=\"img\" aria-label=\"${about#*:}\" width=\"9\">" \
      "<g id='${p}gpA'>" "<use xlink:href='#${p}gpA'/></g>\
<a id=\"${p}gpB\" fill=\"url(#${p}gpB)\"/><b id=\"${p}c\"/>'#x (#y</svg>"
  done | diff - shown
}

@test "ce-report: where no cluster has two objects there is no picture of margins" {
  awk 'BEGIN { print "m.k24"; for (i = 0; i < 24; i++) print i }' >results.csv
  awk 'BEGIN { print "a,b"; for (i = 0; i < 24; i++) print i % 3 "," (i == 4 ? "" : i % 2) }' >members.csv
  ce-report -q -r results.csv members.csv >page.html
  text <page.html >page
  grep >/dev/null 'No cluster of the result has two objects' page
  refute grep 'A bar for each object, in the colour' page
  # and a missing label is explained where there is one
  assert_equal "$(grep -c 'White is a missing label' page)" 1
}

@test "ce-report: labels missing and very many objects: consensus and margins are those of rows spread over the clusters" {
  awk 'BEGIN { print "a,b,c"; for (i = 0; i < 120000; i++) print i % 300 "," (i ? int(i / 300) % 200 : "") "," (i < 60000) }' >members.csv
  awk 'BEGIN { print "r"; for (i = 0; i < 120000; i++) print i % 9 == 3 ? 1 : i < 50000 ? 2 : 3 }' >results.csv
  recorded --sample 40 -r results.csv members.csv
  text <page.html >page
  grep -qF "Labels are missing and there are many objects: consensus and margins are those of 40 of them, spread evenly over\
 the clusters, with each other." page
  # at even steps in the order of the clusters
  awk 'NR > 1 { print NR - 1, $1 }' results.csv | sort -k2,2n -k1,1n | awk 'NR % 3000 == 1 { print $1 }' | sort -n >rows
  for name in members results; do
    awk 'NR == FNR { want[$1]; next } FNR == 1 || FNR - 1 in want' rows $name.csv >$name.part
  done
  ce-stability object -q -c results.part members.part | tail -n +2 | cut -d, -f3-7 | paste -d, rows - >expected
  file sampled-objects.csv <page.html | tail -n +2 | sort -n | cut -d, -f1,2-6 >out
  cmp out expected
  # no part of the page calls these all objects
  assert_equal "$(file objects.csv <page.html | wc -c)" 0
  grep -F 'A bar for each object that was looked at, in the colour' page
  grep -x 'The least sure of the 40 that were looked at' page
  assert_equal "$(grep -c 'Labels are missing and there are many objects: of 120000 rows 40 were looked at, spread evenly over the clusters, and their consensus is that with each other' page)" 3
  grep -E '^[0-9]+ of the 40 objects that were looked at (are|is) ' page
  # nor where all were looked at
  recorded --sample 40 -r results.part members.part
  text <page.html >page
  grep -x 'The least sure' page
  refute grep 'looked at,' page
}

@test "ce-report: of many members, clusters and k the first ones are shown, and of many results those around the chosen one" {
  awk 'BEGIN { for (q = 0; q < 202; q++) printf "%sm.k%d.r%d", q ? "," : "", 2 + q % 101, q; print ""
    for (i = 0; i < 6; i++) { for (q = 0; q < 202; q++) printf "%s%d", q ? "," : "", i < 1 + q % 5; print "" } }' >members.csv
  awk 'BEGIN { print "k,objective,rcsi,rcsi_se,p"; for (k = 2; k <= 102; k++) print k ",pac," 1 / k ",.1,.5" }' >null.csv
  table r 1 1 1 2 2 2 >results.csv
  recorded -r results.csv --null null.csv members.csv
  text <page.html | grep -o 'The first .*' >said
  # of the table of p, of the base clusterings of each k, of the members' picture
  table 'The first 100 of 101.' 'The first 100 of 101.' 'The first 200 of 202 base clusterings.' | cmp - said
  assert_equal "$(rows <page.html | grep -c '^[0-9]*,pac,')" 100
  assert_equal "$(sed -n '/<th>its growth/,/<\/table>/p' page.html | rows | sed 1d | wc -l)" 100
  assert_equal "$(file null.csv <page.html | wc -l)" 102
  assert_equal "$(file k.csv <page.html | wc -l)" 102
  assert_equal "$(file labels.csv <page.html | sed -n 1p | tr , '\n' | tail -n 1)" m.k100.r199
  # 45 results, the one in the middle with 101 clusters
  awk 'BEGIN { for (q = 0; q < 45; q++) printf "%sr%d", q ? "," : "", q; print ""
    for (i = 0; i < 110; i++) { for (q = 0; q < 45; q++) printf "%s%d", q ? "," : "", (q == 25 ? i % 101 : i % (2 + q % 7)); print "" } }' >results.csv
  cut -d, -f1-3,26 results.csv >members.csv
  recorded -r results.csv --choose r25 members.csv
  text <page.html >page
  grep -qF "Tracking: 40 of 45 results, those around the chosen one." page
  grep -qF "Flow: 12 of 45 results, those around the chosen one." page
  grep -qF "The first 100 of 101 clusters." page
  file tracking.csv <page.html | sed -n 1p >names
  printf ,r%d {5..44} | sed 's/^/id/; s/$/\n/' | cmp - names
  assert_equal "$(file flow.csv <page.html | tail -n +2 | cut -d, -f1,2 | uniq | tr '\n' ' ')" "$(for i in {19..29}; do printf 'r%d,r%d ' "$i" $((i + 1)); done)"
  # the largest clusters first
  sed -n '/<h3>Clusters/,/<\/table>/p' page.html | rows | cut -d, -f2 | uniq -c | tr -d ' \n' >sizes
  assert_equal "$(cat sizes)" 1objects92911
  # the first and the last ones where there are none before or behind
  for chosen in 5 7 44; do
    recorded -r results.csv --choose r$chosen members.csv
    file flow.csv <page.html | tail -n +2 | cut -d, -f1,2 | uniq | sed -n '1s/,.*/ to/p; $s/.*,//p'
  done | paste -sd' \n' >shown
  table "r0 to r11" "r1 to r12" "r33 to r44" | diff - shown
  # a hundred clusters
  awk 'BEGIN { print "r"; for (i = 0; i < 110; i++) print i % 100 }' >results.csv
  recorded -r results.csv members.csv
  sed -n '/<h3>Clusters/,/<\/table>/p' page.html | rows | sed 1d >clusters
  assert_equal "$(wc -l <clusters)" 100
  run grep -c "The first 100 of 1" page.html
  assert_output 0
}

@test "ce-report: the tree of clusters has three and more results of the chosen method, k after k" {
  wines
  ce-consensus best -k 2..3 members.csv >best.csv
  paste -d, best.csv results.csv >both.csv
  recorded -r both.csv --choose eac-al.k3 members.csv
  ce-plot clustree --format csv results.csv >expected
  file clustree.csv <page.html | cmp - expected
  # the flow has all five; two results of a method have no tree, nor has one whose k do not rise
  assert_equal "$(file flow.csv <page.html | tail -n +2 | cut -d, -f1,2 | uniq | wc -l)" 4
  text <page.html | grep >/dev/null -x "Tree of clusters: 3 of 5 results, those of its method around the chosen one."
  recorded -r both.csv --choose best.k3 members.csv
  assert_equal "$(file clustree.csv <page.html)" ""
  awk -F, -v OFS=, '{ print $2, $1, $3 }' results.csv >turned.csv
  recorded -r turned.csv members.csv
  assert_equal "$(file clustree.csv <page.html)" ""
  run grep -c "Tree of clusters" page.html
  assert_output 0
}

@test "ce-report: the consensus of each object with every cluster, as ce-stability has it; of very many with its own" {
  wines
  cut -d, -f2 results.csv >one.csv
  # an object without a label has no bar, but is in the table
  sed '7s/.*/NA/' one.csv >part.csv
  for r in one part; do
    recorded -r $r.csv members.csv
    ce-stability object -q -c $r.csv --every-cluster every.csv members.csv >object.csv
    file items.csv <page.html | cmp - every.csv
    grep -ao 'n \\075 [0-9]*' "$(commands "Consensus of each object by cluster" <page.html)" | awk '{ n += $3 } END { print n }'
  done | paste -sd' ' >shown
  assert_equal "$(cat shown)" "178 177"
  text <page.html | grep >/dev/null -F "added to it, in their colours, that with each other cluster"
  # with noise only objects that are noise have a part of it; a row of microclusters is said to be one
  awk 'NR == 1 { print "r"; next } { print NR % 20 ? $1 : "noise" }' one.csv >noise.csv
  recorded -r noise.csv members.csv
  script=$(commands "Consensus of each object by cluster" <page.html)
  assert_equal "$(grep -ao 'n \\075 [0-9]*' "$script" | wc -l)" 4
  paste -d, noise.csv members.csv | ce-microcluster compress -q >micro.csv
  cut -d, -f1,2 micro.csv >micro.result
  cut -d, -f1,3- micro.csv >micro.members
  recorded -r micro.result micro.members
  text <page.html | grep >/dev/null -F "A bar, and one of n, is a row of the table, which stands for several objects."
  # a single cluster has no other, one object alone no consensus
  table r 1 1 1 >whole.csv
  table a,b 1,1 1,2 2,2 >three.csv
  recorded -r whole.csv three.csv
  text <page.html >page
  refute grep -F "with each other cluster" page
  table r 1 1 2 >whole.csv
  recorded -r whole.csv three.csv
  text <page.html | grep >/dev/null -F "An object alone in its cluster has no consensus with it."
  # more than 400,000 objects by clusters
  awk 'BEGIN { print "r"; for (i = 0; i < 40001; i++) print i % 10 }' >many.csv
  recorded -r many.csv many.csv
  text <page.html >page
  grep -qF "how often the base clusterings put it together with the others of its cluster, in the colour of the cluster. The dashed line is the mean with the own cluster. In a good picture all bars are long;" page
  grep -qF "too large for this page; ce-stability object -c RESULTS --every-cluster OUTPUT writes them." page
  assert_equal "$(grep -ao 'n \\075 400[01]' "$(commands "Consensus of each object by cluster" <page.html)" | sort | uniq -c | sed 's, *,,' | paste -sd' ')" '9 n \075 4000 1 n \075 4001'
  # the first part of the rows has no object of the last cluster
  ce-report -q -r one.csv --cut 1/3 members.csv -o cut.html
  run grep -c 'aria-label="Consensus of each object' cut.html
  assert_output 1
}

@test "ce-report: the tree above the heat map is cut into as many clusters as the result has" {
  wines
  recorded -r results.csv --choose eac-al.k4 members.csv
  script=$(commands "Heat map of the consensus matrix" <page.html)
  # branches of four clusters and those above the cut, and the line itself
  assert_equal "$(grep -a '^plot .*dashtype 2' "$script" | grep -o 'linewidth' | wc -l)" 6
  text <page.html | grep >/dev/null -F "The dashed line cuts the tree into 4 clusters, as many as the result has here;"
  # noise is no cluster of the tree, nor is one that no row shown is in
  awk -F, 'NR == 1 { print "r"; next } { print NR % 20 ? $3 : "noise" }' results.csv >noise.csv
  recorded -r noise.csv members.csv
  text <page.html | grep >/dev/null -F "The dashed line cuts the tree into 4 clusters, as many as the result has here;"
  # branches of a tree that the result does not follow have no colour
  awk 'BEGIN { srand(1); print "r"; for (i = 0; i < 178; i++) print int(rand() * 4) }' >chance.csv
  recorded -r chance.csv members.csv
  assert_equal "$(grep -a '^plot .*dashtype 2' "$(commands "Heat map of the consensus matrix" <page.html)" | grep -o 'linewidth' | wc -l)" 2
  # no tree of so many leaves, and one cluster: no cut
  table r 1 2 3 >r.csv
  recorded -r r.csv r.csv
  run grep -c "dashed line cuts" page.html
  assert_output 0
}

@test "ce-report: a flow of part of the results is that of the chosen method, and tracking has all of it" {
  awk 'BEGIN { for (q = 0; q < 45; q++) printf "%s%s.k%d", q ? "," : "", q < 33 ? "best" : "wct-al", q % 33 + 2; print ""
    for (i = 0; i < 60; i++) { for (q = 0; q < 45; q++) printf "%s%d", q ? "," : "", i * (q % 33 + 2) / 60; print "" } }' >results.csv
  cut -d, -f1-3 results.csv >members.csv
  # flow, tracking: the last ones of best, those of wct-al, the first ones of best
  for chosen in best.k33 wct-al.k2 wct-al.k13 best.k3; do
    recorded -r results.csv --choose $chosen members.csv
    file flow.csv <page.html | tail -n +2 | cut -d, -f1,2 | uniq | sed -n '1s/,.*/ to/p; $s/.*,//p'
    file tracking.csv <page.html | sed -n '1s/^id,\([^,]*\),.*,/\1 to /p'
  done | paste -sd'  \n' >shown
  table "best.k23 to best.k34 best.k2 to wct-al.k8" "wct-al.k2 to wct-al.k13 best.k7 to wct-al.k13" \
    "wct-al.k2 to wct-al.k13 best.k7 to wct-al.k13" "best.k2 to best.k13 best.k2 to wct-al.k8" | diff - shown
  text <page.html >page
  grep -qF "Flow: 12 of 45 results, those of its method around the chosen one." page
  grep -qF "Tracking: 40 of 45 results, those around the chosen one." page
  # clusters of the other method have the colours of the chosen one
  file tracking.csv <page.html | awk -F, 'NR == 1 { for (c = 2; c <= NF; c++) at[$c] = c; next }
    $at["best.k7"] != $at["wct-al.k7"]' >differ
  cmp differ /dev/null
}

@test "ce-report: the label noise has one grey in all pictures of points and bars" {
  wines
  tail -n +2 "$BUNDLED/wine.csv" |
    awk 'BEGIN { print "a,b" } { c = NR % 9 ? "c" int(NR / 60) : "noise"; print c "," c }' >results.csv
  recorded -r results.csv --data "$BUNDLED/wine.csv" members.csv
  grep -alE "#909090|[^0-9]$((0x909090))( |$)" kept/* >found
  # margins, consistency, scatter, flow
  for word in "set xlabel 'margin" 'set xlabel "ecc' "component 1" filledcurves; do
    grep -alF "$word" kept/* | grep -Fxf found >drawn || echo "$word"
  done >lacks
  diff /dev/null lacks
}

@test "ce-report: where each feature has missing cells there is no picture of the objects, and the rest is there" {
  table a,b 1,1 1,2 2,2 2,2 >members.csv
  table r 1 1 2 2 >results.csv
  table x,y 1, 2,3 ,4 5,6 >data.csv
  recorded -r results.csv --data data.csv members.csv
  text <page.html >page
  grep -F 'There is no picture: each feature has missing cells.' page
  grep -F 'silhouette' page
}

@test "ce-report: thin bands of the flow are counted, and of more than 500 base clusterings the first 500 are in the table" {
  for last in 599 598; do
    # one object of 600 goes from a cluster to another, and then two in different ones
    awk -v last=$last 'BEGIN { print "a,b"; for (i = 0; i < 600; i++) print i % 3 "," (i < last ? i % 3 : (i + 1) % 3) }' >results.csv
    awk 'BEGIN { for (i = 0; i <= 600; i++) for (q = 1; q <= 3; q++) printf "%s%s", i ? i % 3 : "q" q, q < 3 ? "," : "\n" }' >members.csv
    recorded -r results.csv members.csv
    text <page.html | grep -o "[0-9]* bands\? of less than[^.]*[.][^.]*" >>bands
  done
  diff - bands <<'END_OF_ROWS'
1 band of less than 0.2 % of the objects is left out
2 bands of less than 0.2 % of the objects are left out
END_OF_ROWS
  for m in 500 501; do
    awk -v m=$m 'BEGIN { for (i = 0; i <= 6; i++) for (q = 1; q <= m; q++) printf "%s%s", i ? (i * q) % 2 : "q" q, q < m ? "," : "\n" }' >members.csv
    cut -d, -f1 members.csv >results.csv
    recorded -r results.csv members.csv
    assert_equal "$(text <page.html | grep -c 'The first 500 of 501[.]' || :)" $((m - 500))
    # those in the file are all
    file members.csv <page.html >table.csv
    assert_equal "$(wc -l <table.csv)" $((m + 1))
  done
}

@test "ce-report: names of clusters that are long are cut, and still differ, beside the margins" {
  { echo id,a,b; awk 'BEGIN { for (i = 1; i <= 12; i++) print "o" i "," i % 2 "," (i < 3 ? 1 : i % 2) }'; } >members.csv
  awk -F, 'NR == 1 { print "id,r"; next } { print $1 ",a name of a cluster that goes on and on, the one of " ($2 ? "odd" : "even") " numbers, and ends so" }' members.csv | sed '2,$s/,\(.*\)/,"\1"/' >results.csv
  ce-report -q -r results.csv members.csv -o page.html
  sed -n '/aria-label="Margin of each object by cluster"/,/<\/svg>/p' page.html | grep -o '<text>[^<]*' >words
  grep '[.]' words | grep -c 'even\|odd' >count
  assert_equal "$(cat count)" 2
  assert_equal "$(awk '{ sub(/<text>/, "") } /even|odd/ && length > 19' words)" ""
  grep -q 'margin: consensus with the own cluster less that with the nearest other one' words
}

@test "ce-report: the command for numbers that are left out reads the columns that the page has" {
  { echo "id,x,y y,z"; awk 'BEGIN { srand(2); for (i = 1; i <= 10001; i++) print "o" i "," rand() + i % 2 * 5 "," rand() ",a" i % 7 }'; } >data.csv
  awk -F, 'NR == 1 { print "id,r,s"; next } { print $1 "," NR % 2 "," NR % 2 }' data.csv >members.csv
  recorded -r members.csv --data data.csv --columns 'x,y y' --sample 50 members.csv
  text <page.html >words
  grep -qF "ce-prepare zscore --columns &#39;x,y y&#39; DATA | ce-plot scatter --pca --labels RESULTS --column r --format csv" words
}

@test "ce-report: with more clusters than colours each picture says what it does" {
  awk 'BEGIN { print "a,b"; for (i = 0; i < 90; i++) print i % 30 "," i % 30 }' >members.csv
  recorded -r members.csv members.csv
  text <page.html >words
  assert_equal "$(grep -c 'There are fewer colours than clusters: the last ones are grey.' words)" 2
  grep -q 'There are fewer colours than clusters: those of the first ones come again.' words
}

@test "ce-report: clusters of which no silhouette was drawn are counted" {
  awk 'BEGIN { print "x,y"; for (i = 0; i < 400; i++) print (i < 3 ? i * 9 + 9 : i % 2) + i / 1000 "," i % 3 }' >data.csv
  awk 'BEGIN { print "a,b"; for (i = 0; i < 400; i++) { c = i < 3 ? i + 3 : i % 2; print c "," c } }' >members.csv
  recorded -r members.csv --data data.csv --sample 6 members.csv
  text <page.html | grep -o 'Each is compared with all objects[.] .*none among them' >said
  grep -qE ' [123] clusters? ha(s|ve) none among them$' said
}

@test "ce-report: numbers of the tracking plot begin at the chosen result, and the page says so" {
  table a,b 1,2 1,2 1,2 2,1 2,1 3,1 3,1 >results.csv
  ce-plot tracking --format csv results.csv >expected
  recorded -r results.csv --choose b results.csv
  file tracking.csv <page.html | cmp - expected
  # a keeps its own numbers where it is chosen; by ce-plot it has those of b, which has fewer clusters
  recorded -r results.csv --choose a results.csv
  file tracking.csv <page.html >shown
  table id,a,b 1,1,1 2,1,1 3,1,1 4,2,2 5,2,2 6,3,2 7,3,2 | diff - shown
  table id,a,b 4,1,1 5,1,1 1,2,2 2,2,2 3,2,2 6,3,1 7,3,1 | diff - expected
  text <page.html >words
  grep -F 'Numbers and colours begin at the chosen result, which has those of the other pictures; ce-plot tracking begins at that with the fewest clusters, so that a cluster can have another number there.' words
}

@test "ce-report: the heat map tells where its colours end only if that is below 1" {
  # members of seven clusters, of which one has nearly all of a cluster of the result
  awk 'BEGIN { print "a,b"; for (i = 0; i < 60; i++) print (i < 50 ? 0 : 1 + i % 6) "," (i < 48 ? 0 : 1 + i % 6) }' >members.csv
  awk 'BEGIN { print "r"; for (i = 0; i < 60; i++) print (i >= 50) }' >results.csv
  recorded -r results.csv members.csv
  text <page.html >words
  grep -F 'so it is a row of small squares along the diagonal, not one large one. In a good picture no small square has objects of two clusters.' words
  refute grep 'The colours end at' words
  # each with the clusters of another member as well
  awk 'BEGIN { print "a,b"; for (i = 0; i < 60; i++) print i % 12 "," int(i / 5) }' >members.csv
  recorded -r results.csv members.csv
  text <page.html >words
  grep -E 'The colours end at 0[.][0-9]+: what is yellow is that or more[.]' words
}

@test "ce-report: where base clusterings have far more clusters than the result, pictures have their scales, and the page says so" {
  in_turn 4
  ce-synth half-rings --seed 1 >data.csv
  ce-generate kmeans -q data.csv >members.csv
  ce-consensus lwea -q -k 2,9,20 members.csv >results.csv
  ce-report -q -r results.csv --choose lwea.k2 --data data.csv members.csv -o page.html
  text <page.html >words
  grep -q 'far more than the result, so that two objects of a cluster are seldom together' words
  grep -q 'how clear their own k are says nothing of its k' words
  assert_equal "$(grep -c 'aria-label="Distribution' page.html || :)" 0
  ends=$(grep -o 'The colours end at [0-9.]*' words | grep -o '[0-9.]*$')
  own=$(ce-stability object -q -c <(ce-consensus lwea -q -k 2 members.csv) members.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "own") c = i; next } { sum += $c; n++ } END { print 3 * sum / n }')
  awk -v a="$ends" -v b="$own" 'BEGIN { exit !(a - b < .006 && b - a < .006) }'
  sed -n '/aria-label="Margin of each object/,/<\/svg>/p' page.html | grep -o '<text> *[0-9]*[.][0-9]*' | sed 's/<text> *//' | sort -n | tail -n 1 >most
  assert_equal "$(awk '{ print ($1 < .5) }' most)" 1
  # one whose k is that of the members has the usual ones
  ce-report -q -r results.csv --choose lwea.k20 --data data.csv members.csv -o page.html
  text <page.html >words
  refute grep 'far more than the result' words
  refute grep 'The colours end at' words
  assert_equal "$(grep -c 'aria-label="Distribution' page.html)" 1
}
