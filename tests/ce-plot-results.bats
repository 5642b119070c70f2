#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-plot silhouette, item-consensus, cluster-consensus and null: tables of results as pictures.

setup() {
  load common
  load plots
  command -v gnuplot >/dev/null || skip "needs gnuplot"
}

texts() { grep -o '<text>[^<]*</text>' "$1" | sed 's/<[^>]*>//g' | tr '\n' '|'; }

@test "ce-plot silhouette: bars sorted within clusters, with the mean of each, as a table" {
  table clustering,object,cluster,own,next,nearest,silhouette \
    a,p,2,1,1,1,.25 a,q,1,1,1,2,.5 a,r,1,1,1,2,-.125 a,s,2,1,1,1,.75 b,p,1,1,1,2,.9 >obj.csv
  run_split ce-plot silhouette --format csv obj.csv
  assert_output "position,object,cluster,silhouette,mean
1,q,1,0.5,0.1875
2,r,1,-0.125,0.1875
3,s,2,0.75,0.5
4,p,2,0.25,0.5"
  assert_equal "$stderr" \
    "ce-plot: the first clustering of several: --clustering NAME draws another"
  run_split ce-plot silhouette --clustering b --format csv obj.csv
  assert_output "position,object,cluster,silhouette,mean
1,p,1,0.9,0.9"
  ce-plot silhouette -q obj.csv >s.svg
  texts s.svg >found
  for text in '1: n = 2, mean 0.19' '2: n = 2, mean 0.50' 'silhouette; dashed: the mean of 4 objects, 0.344'; do
    grep -F >/dev/null "$text|" found || { echo "no '$text' in $(cat found)"; false; }
  done
  # bars are one outline: cluster 2 reaches to .75, then to .25, three rows of six are between the ends of both clusters
  run awk '{ n = split($0, p, " "); split(p[1], a, ","); split(p[2], b, ","); split(p[4], c, ","); printf "%.1f %d\n", (b[1] - a[1]) / (c[1] - a[1]), n }' \
    < <(grep -o "<polygon fill = 'rgb(213,  94,   0)' points = '[^']*" s.svg | sed "s/.*points = '//")
  assert_line --regexp "^3.0 "
}

@test "ce-plot silhouette, cluster-consensus: clusters and objects of numbers and words" {
  table id,x,y 1,1,2 b,2,3 3,9,8 d,9,9 e,5,5 >d.csv
  table id,l 1,1 b,1 3,2 d,2 e,noise >l.csv
  ce-score -q --data d.csv -s silhouette --objects o.csv l.csv >/dev/null
  ce-plot silhouette --format csv o.csv | cut -d, -f1-3 >out
  table position,object,cluster 1,1,1 2,b,1 3,d,2 4,3,2 5,e,noise >expected
  diff expected out
  table clustering,cluster,size,consensus 2,1,3,.5 2,noise,3,.25 three,1,3,1 >c.csv
  ce-plot cluster-consensus c.csv | grep >/dev/null '<text>three<'
}

@test "ce-plot silhouette: an object without a name, and one without a cluster" {
  table clustering,object,cluster,silhouette a,,1,.5 a,q,,.25 a,r,2,.75 >s.csv
  ce-plot silhouette --format csv s.csv >got
  table position,object,cluster,silhouette,mean 1,,1,0.5,0.5 2,r,2,0.75,0.75 '3,q,no label,0.25,0.25' >expected
  diff expected got
}

@test "ce-plot silhouette, cluster-consensus: names of more than 63 bytes are found, written whole, and keep their end in a picture" {
  long=$(repeated 12 consensus | paste -sd-)
  table clustering,object,cluster,silhouette $long.k2,$long.1,1,.5 $long.k3,$long.1,1,.25 >s.csv
  ce-plot silhouette --clustering $long.k3 --format csv s.csv >got
  table position,object,cluster,silhouette,mean 1,$long.1,1,0.25,0.25 >expected
  diff expected got
  table clustering,cluster,consensus $long.k2,1,.5 $long.k3,1,.25 >c.csv
  ce-plot cluster-consensus c.csv >c.svg
  texts c.svg >found
  grep -F >/dev/null 'consen...sus.k2|consen...sus.k3|' found
}

@test "ce-plot null: the p of a k whose error is not known is shown" {
  table k,objective,rcsi,rcsi_se,p 2,entropy,.25,,.5 3,entropy,.5,.125,.25 >null.csv
  ce-plot null null.csv >n.svg
  texts n.svg | grep -F >/dev/null '|0.5|0.25|'
}

@test "ce-plot silhouette: means are those of R's cluster package, where it is" {
  Rscript -e 'library(cluster)' 2>/dev/null || skip "needs R with cluster"
  ce-generate kmeans -k 3 -m 1 "$BUNDLED/iris.csv" >labels.csv
  ce-score --data "$BUNDLED/iris.csv" -s silhouette --objects obj.csv labels.csv >/dev/null
  ce-plot silhouette --format csv obj.csv | tail -n +2 | cut -d, -f3,5 | sort -u >found
  cat >means.R <<'END'
x <- read.csv(Sys.getenv("CSV"))
labels <- read.csv("labels.csv")[[1]]
w <- summary(silhouette(labels, dist(x[sapply(x, is.numeric)])))$clus.avg.widths
cat(sprintf("%s,%.15g\n", names(w), w), sep = "")
END
  CSV="$BUNDLED/iris.csv" Rscript -e 'library(cluster)' -e 'source("means.R")' >expected
  run awk -F, 'NR == FNR { e[$1] = $2; next } { d = $2 - e[$1]; if (!(d < 1e-9 && d > -1e-9)) bad++; n++ } END { print n, bad + 0 }' expected found
  assert_output "3 0"
}

@test "ce-plot silhouette: bars of thousands of objects are means, and said so" {
  awk 'BEGIN { print "clustering,object,cluster,silhouette"; for (i = 1; i <= 5000; i++) print "a,o" i "," i % 4 "," (i % 100) / 100 }' >many.csv
  ce-plot silhouette many.csv >s.svg
  grep >/dev/null 'a bar is the mean of up to 9 objects' s.svg
  # and a box beside each name
  assert_equal "$(grep -c '<polygon' s.svg)" $((4 + 4))
}

@test "ce-plot silhouette: of very many clusters the largest are drawn, and what is left out is said" {
  # 295 pixels have room for 49 clusters; of 300 the last ten have 4 objects, the others 2
  awk 'BEGIN { print "clustering,object,cluster,silhouette"; for (c = 1; c <= 300; c++) for (i = 0; i < (c > 290 ? 4 : 2); i++) print "a,o" c "." i "," c "," (i + 1) / 8 }' >many.csv
  run_split ce-plot silhouette --height 405 many.csv
  assert_equal "$stderr" "ce-plot: 251 of 300 clusters have no room; the largest are drawn (--height, --format csv)"
  echo "$output" >s.svg
  # 18 names stand at their clusters without meeting each other
  assert_equal "$(grep -c '<polygon' s.svg)" $((49 + 18))
  texts s.svg >found
  grep -F >/dev/null '|251 more are not drawn|' found
  grep -E >/dev/null '[|](299|300): n = 4, mean 0.31[|]' found
  grep -F >/dev/null 'the mean of 620 objects' found
  run_split ce-plot silhouette --height 405 --format csv many.csv
  assert_equal "$status" 2
  ce-plot silhouette --format csv many.csv >all.csv
  assert_equal "$(wc -l <all.csv)" 621
}

@test "ce-plot silhouette: each name has the color of its bars before it, and names do not meet" {
  # clusters of one object, whose names have no room beside them
  awk 'BEGIN { print "clustering,object,cluster,silhouette"
    for (i = 0; i < 300; i++) print "a," i "," (i < 5 ? i : 5 + i % 3) "," i % 17 / 17 }' >s.csv
  recorded ce-plot silhouette -q s.csv
  grep -a '^set label ".*n ' script | sed 's/.*"\([0-9]\)[^"]*" at screen [^,]*,\([0-9.]*\).*/\1 \2/' >names
  grep -a '^set object rectangle' script |
    sed 's/.*from screen [^,]*,\([0-9.]*\) to screen [^,]*,\([0-9.]*\).*rgb .\(#[0-9a-f]*\).*/\1 \2 \3/' >boxes
  grep -a '^plot' script | grep -o '#[0-9a-f]*' | sed -n 1,8p >colors
  cut -d' ' -f3 boxes | diff colors -
  assert_equal "$(cut -d' ' -f1 names | paste -sd' ')" "0 1 2 3 4 5 6 7"
  # a name is at the middle of its box, 12 of 700 pixels below the one before, or more
  paste -d' ' names boxes | awk '{ d = ($3 + $4) / 2 - $2; if (d * d > 1e-9) print "not beside", $0 }
    NR > 1 && (last - $2) * 700 < 11.98 { print "too close", $0 } { last = $2 }' >wrong
  diff /dev/null wrong
  # the large clusters have theirs at their middles
  awk '$1 == 6 { y = 40 + (5 * 5 + 98 + 4 + 49) * 590 / (300 + 4 * 7)
    d = (1 - $2) * 700 - y; if (d * d > .01) print d }' names >wrong
  diff /dev/null wrong
}

@test "ce-plot silhouette: of names that have no room those of the largest clusters are there, and the others are counted" {
  # 39 pixels: three names
  table clustering,object,cluster,silhouette a,p,1,.5 a,q,2,.25 a,r,2,.5 a,s,3,.5 a,t,3,1 a,u,4,1 a,v,4,0 >s.csv
  ce-plot silhouette -q --height 149 s.csv >s.svg
  texts s.svg >found
  grep -F >/dev/null '|2: n = 2, mean 0.38|3: n = 2, mean 0.75|4: n = 2, mean 0.50|1 cluster is not named|' found
  echo a,w,5,1 >>s.csv
  ce-plot silhouette -q --height 149 s.csv | grep '2 clusters are not named'
}

@test "ce-plot silhouette: bars are one outline, which has no seams, also where a value is missing or below 0" {
  table clustering,object,cluster,silhouette a,p,1,.5 a,q,1,.25 a,r,1,-.5 a,s,1, a,t,2,1 >s.csv
  recorded ce-plot silhouette -q s.csv
  awk '/^e$/ { exit } /^plot/ { on = 1; next } on' script >got
  table '0 0' '0.5 0' '0.5 1' '0.25 1' '0.25 2' '-0.5 2' '-0.5 3' '0 3' '0 4' '0 4' >expected
  diff expected got
}

@test "ce-plot cluster-consensus: too many clusters become bars of their means, of each clustering, and names do not meet" {
  awk 'BEGIN { print "clustering,cluster,consensus"; for (c = 1; c <= 346; c++) print "a," c ",.5" }' >c.csv
  run_split ce-plot cluster-consensus c.csv
  assert_equal "$stderr" "ce-plot: 346 clusters are too many for the picture: a bar is the mean of 2 (--width, --format csv)"
  head -346 c.csv >fewer.csv
  run_split ce-plot cluster-consensus fewer.csv
  assert_equal "$stderr" ""
  # 1000 and 7 clusters, of which some have one object: 3 to a bar, 334 and 3 bars
  awk 'BEGIN { print "clustering,cluster,consensus"; for (c = 1; c <= 1000; c++) print "a," c "," (c % 6 < 3 ? "" : c % 2 ? .25 : .75); for (c = 1; c <= 7; c++) print "b," c ",.5" }' >c.csv
  recorded ce-plot cluster-consensus -q c.csv
  commands | grep '^set xlabel' | grep -F 'a bar is the mean of 3 clusters, in their order'
  awk '/^e$/ { exit } /^plot/ { on = 1; next } on' script >bars
  assert_equal "$(awk '$1 < 334' bars | wc -l) $(awk '$1 > 334' bars | wc -l) $(tail -n 1 bars | cut -d' ' -f1,2)" "$(awk 'BEGIN { for (b = 0; b < 334; b++) { got = 0; for (c = 3 * b + 1; c <= 3 * b + 3 && c <= 1000; c++) got += c % 6 >= 3; n += got > 0 } print n }') 3 337 0.5"
  # clusters 4, 5 and 6, of which the last has none
  assert_equal "$(awk '$1 == 1 { print $2 }' bars)" 0.5
  awk 'BEGIN { print "clustering,cluster,consensus"; for (c = 1; c <= 100; c++) print "q" c ",1,.5" }' >c.csv
  recorded ce-plot cluster-consensus c.csv
  commands | grep '^set xtics' | grep -o '"q[0-9]*"' | paste -sd' ' | cut -c 1-20 >names
  assert_equal "$(cat names)" '"q1" "q4" "q7" "q10"'
}

@test "ce-plot cluster-consensus: the clusters of a single clustering have their names below them" {
  table clustering,cluster,consensus q,b,.5 q,a,.25 q,c%s, >c.csv
  recorded ce-plot cluster-consensus c.csv
  assert_equal "$(commands | grep '^set xtics')" 'set xtics scale 0 font '"',10'"' ("a" 0, "b" 1, "c\045\045s" 2)'
  assert_equal "$(commands | grep '^set xlabel')" 'set xlabel "the clusters of q"'
  ce-plot cluster-consensus -q c.csv | grep >/dev/null '<text>c%s</text>'
  # wide names slant, and those without room are left out
  awk 'BEGIN { print "k,cluster,consensus"; for (c = 1; c <= 100; c++) print "3,number " c ",.5" }' >c.csv
  recorded ce-plot cluster-consensus c.csv
  commands | grep '^set xtics' >tics
  assert_equal "$(cut -d'"' -f1-6 tics)" "set xtics rotate by 45 right scale 0 font ',10' (\"number 1\" 0, \"number 11\" 3, \"number 14"
  assert_equal "$(commands | grep '^set xlabel')" 'set xlabel "the clusters of k \075 3"'
  # two clusterings have their own names there
  table clustering,cluster,consensus q,a,.5 q,b,.25 r,a,1 >c.csv
  recorded ce-plot cluster-consensus c.csv
  assert_equal "$(commands | grep '^set xtics' | grep -o '"[^"]*"' | paste -sd' ')" '"q" "r"'
}

@test "ce-plot item-consensus, cluster-consensus: what ce-stability writes" {
  ce-generate kmeans -k 2..5 -m 30 "$BUNDLED/iris.csv" >base.csv
  ce-consensus eac-al -k 2..3 base.csv >c.csv
  ce-stability object -q -c c.csv base.csv >objects.csv
  ce-stability cluster -q -c c.csv base.csv >clusters.csv
  ce-plot item-consensus -q --clustering eac-al.k3 --format csv objects.csv >bars.csv
  assert_equal "$(tail -n +2 bars.csv | wc -l)" 150
  # the mean of a column, by hand
  run awk -F, 'NR == FNR { if ($1 == "eac-al.k3") { s[$3] += $4; n[$3]++ } next } FNR > 1 { d = s[$3] / n[$3] - $5; if (!(d < 1e-12 && d > -1e-12)) bad++; if ($3 == last && $4 > value) bad++; last = $3; value = $4 } END { print bad + 0 }' objects.csv bars.csv
  assert_output 0
  ce-plot cluster-consensus clusters.csv >c.svg
  texts c.svg >found
  grep -F >/dev/null 'eac-al.k2|eac-al.k3|' found
  # a bar for each of the five clusters, in the colors of the first three
  assert_equal "$(grep -c "<polygon fill = 'rgb(  0, 158, 115)'" c.svg)" 1
  assert_equal "$(grep -c "<polygon fill = 'rgb(  0, 114, 178)'" c.svg)" 2
}

@test "ce-plot item-consensus: a table of --every-cluster has the other clusters to the right, in their colors" {
  # object 3 is as often with cluster 2; 4 is alone in its cluster, so it has nothing to be with
  table clustering,object,cluster,with,consensus q,1,1,1,.9 q,1,1,2,.1 q,1,1,3,0 q,2,1,1,.8 q,2,1,2,0 q,2,1,3,0 \
    q,3,2,1,.5 q,3,2,2,.5 q,3,2,3,.3 q,5,2,1,0 q,5,2,2,.5 q,5,2,3,0 q,4,3,1,.25 q,4,3,2,0 q,4,3,3, >every.csv
  run_split ce-plot item-consensus --format csv every.csv
  assert_equal "$stderr" "ce-plot: 1 of 5 objects have no consensus"
  assert_equal "$(head -n 4 <<<"$output")" "$(table position,object,cluster,with,consensus 1,1,1,1,0.9 1,1,1,2,0.1 1,1,1,3,0)"
  assert_equal "$(tail -n 3 <<<"$output")" "$(table 5,4,3,1,0.25 5,4,3,2,0 5,4,3,3,)"
  recorded ce-plot item-consensus -q every.csv
  # own and one other for the first cluster, three for the second, and the last has its neighbour only
  commands | grep -o "filledcurves closed fillstyle solid noborder fillcolor rgb '#[0-9a-f]*'" | cut -d"'" -f2 | paste -sd' ' >colors
  assert_equal "$(cat colors)" "#d55e00 #0072b2 #009e73 #0072b2 #d55e00 #0072b2 #009e73"
  commands | grep -F 'set xrange [0:1.3]'
  # where the bars end: .9 + .1 and .8; then .9 and .8
  commands | awk '/^plot/ { on = 1; next } on && /^e/ { block++ } on && block < 2 { print }' | paste -sd';' >ends
  assert_equal "$(cat ends)" "0 0;1 0;1 1;0.8 1;0.8 2;0 2;e;0 0;0.9 0;0.9 1;0.8 1;0.8 2;0 2"
  ce-stability resample -q -k 2..4 -m 20 --every-cluster e.csv "$BUNDLED/iris.csv" >/dev/null
  ce-plot item-consensus -q --clustering 4 --format csv e.csv | tail -n +2 | cut -d, -f2- | sort >found
  sed -n 's/^4,//p' e.csv | sort | cmp - found
  ce-plot item-consensus --clustering 3 e.csv | texts /dev/stdin | grep -F >/dev/null 'consensus with the own cluster, and added to it with each other'
  # rows in another order are those of the same objects, also where a label is missing
  ce-plot item-consensus -q --clustering 4 --format csv e.csv >bars
  { head -n 1 e.csv; tail -n +2 e.csv | sort -t, -k4,4 -k2,2n; } | ce-plot item-consensus -q --clustering 4 --format csv - | sort >sorted
  assert cmp sorted <(sort bars)
  table k,object,cluster,with,consensus 2,a,1,1,.5 2,b,,1,.25 2,c,1,1,.5 >gap.csv
  assert_equal "$(ce-plot item-consensus -q --format csv gap.csv | tail -n 1)" "3,b,no label,1,0.25"
  table k,object,cluster,with,consensus 2,a,1,1,.5 2,b,1,1,.5 2,a,1,1,.25 >wrong.csv
  run_split ce-plot item-consensus wrong.csv
  assert_error 1 "ce-plot: wrong.csv: row 3: the object has a row for cluster '1' already"
  table k,object,cluster,with,consensus 2,1,1,1,.5 2,1,1,7,.5 >wrong.csv
  run_split ce-plot item-consensus wrong.csv
  assert_error 1 "ce-plot: wrong.csv: row 2: no object is in cluster '7'"
  table k,object,cluster,with,consensus 2,1,1,1,.5 2,1,2,2,.5 >wrong.csv
  run_split ce-plot item-consensus wrong.csv
  assert_error 1 "ce-plot: wrong.csv: row 2: an object of two clusters"
  table k,object,cluster,with,consensus 2,1,1,1,1.5 >wrong.csv
  run_split ce-plot item-consensus wrong.csv
  assert_error 1 "ce-plot: wrong.csv: row 1: consensus 1.5, a number from 0 to 1 expected"
}

@test "ce-plot silhouette, item-consensus: a picture without room for bars is refused: it never ended" {
  table clustering,object,cluster,own,silhouette q,1,1,.5,.5 q,2,1,.4,.4 q,3,2,.5,.5 >b.csv
  for noun in silhouette item-consensus; do
    run_split timeout 20 ce-plot $noun --height 139 b.csv
    assert_equal "$status" 2
    run_split timeout 20 ce-plot $noun --height 140 b.csv
    assert_equal "$status" 0
  done
}

@test "ce-plot: a percent sign in a name stays one, beside every axis" {
  table 'id,10%FBS,x' '10%FBS,1,.5' 'x,.5,1' >m.csv
  ce-plot matrix m.csv -o m.svg
  grep >/dev/null '<text>10%FBS</text>' m.svg
  ce-partition average --tree t.csv --tree-format newick m.csv
  ce-plot tree t.csv | grep >/dev/null '<text>10%FBS</text>'
  table 'clustering,object,cluster,own' 'q%d,100% serum,1,.5' 'q%d,%g,1,1' >i.csv
  ce-plot item-consensus i.csv >i.svg
  grep >/dev/null '<text>100% serum</text>' i.svg
  grep >/dev/null '<text>%g</text>' i.svg
  table 'clustering,cluster,consensus' 'q%s,1,.5' >c.csv
  ce-plot cluster-consensus c.csv | grep >/dev/null '<text>q%s</text>'
  table 'a%d,b%5' 1,1 1,2 2,2 >l.csv
  ce-plot flow l.csv | grep >/dev/null '<text>a%d</text>'
  ce-plot clustree l.csv | grep >/dev/null '<text>b%5</text>'
  table '%s,b' 1,2 3,4 5,7 >r.csv
  ce-plot ranks -q r.csv | grep >/dev/null '<text>%s</text>'
}

@test "ce-plot item-consensus, cluster-consensus: clusters of one table have the same colors, and noise is grey" {
  table l b b a a noise noise >l.csv
  table m,n 1,1 1,1 2,2 2,1 3,3 3,3 >m.csv
  ce-stability object -q -c l.csv --every-cluster every.csv m.csv >objects.csv
  ce-stability cluster -c l.csv m.csv >clusters.csv
  recorded ce-plot item-consensus -q objects.csv
  commands | grep -o "fillcolor rgb '#[0-9a-f]*' notitle" | cut -d"'" -f2 | paste -sd' ' >colors
  assert_equal "$(cat colors)" "#0072b2 #d55e00 #c8c8c8"
  recorded ce-plot cluster-consensus clusters.csv
  # in the order of the labels
  commands | awk '/^plot/ { on = 1; next } on && NF == 7 { printf "%06x ", $7 }' >colors
  assert_equal "$(cut -d, -f2 clusters.csv | paste -sd' ')" "cluster b a noise"
  assert_equal "$(cat colors)" "0072b2 d55e00 c8c8c8 "
  ce-plot cluster-consensus --format csv clusters.csv >bars.csv
  assert_equal "$(cut -d, -f1,3 bars.csv | paste -sd' ')" "position,cluster 1,a 2,b 3,noise"
  # noise is a cluster like others in a table of all clusters
  run_split ce-plot item-consensus --format csv every.csv
  assert_equal "$status$stderr" 0
  assert_equal "$(grep -c ',noise,' <<<"$output")" 10
  # a table of objects is none of clusters
  run_split ce-plot cluster-consensus every.csv
  assert_error 1 "ce-plot: every.csv: a column with, as tables of objects and every cluster have it: a table as ce-stability cluster writes it expected"
}

@test "ce-plot: ids that begin alike and are too long keep their ends, which tell them apart" {
  long=sample_from_the_clinic_of_Ljubljana_patient
  table "id,${long}_1,${long}_2,${long}_23_\u00e9" "${long}_1,1,.5,.1" "${long}_2,.5,1,.2" "${long}_23_\u00e9,.1,.2,1" >m.csv
  ce-plot matrix m.csv >m.svg
  for end in 1 2 23_; do grep >/dev/null "<text>\.\.\.$end" m.svg; done
  ce-partition average --tree t.nwk --tree-format newick m.csv
  ce-plot tree t.nwk >t.svg
  for end in 1 2 23_; do grep >/dev/null "<text>\.\.\.$end" t.svg; done
  table clustering,object,cluster,own "q,${long}_1,1,.5" "q,${long}_2,1,.6" >i.csv
  ce-plot item-consensus i.csv >i.svg
  for end in 1 2; do grep >/dev/null "<text>\.\.\.$end</text>" i.svg; done
  # one that is short enough stays whole, and a few common letters are no reason
  table "id,ab,$long" "ab,1,.5" "$long,.5,1" >m.csv
  ce-plot matrix m.csv >m.svg
  grep >/dev/null '<text>ab</text>' m.svg
  grep >/dev/null '<text>sample_from_t...ljana_patient</text>' m.svg
}

@test "ce-plot scatter, curve: a long name in the key is cut" {
  name="Iris setosa (collected by E. Anderson; Gaspe Peninsula 1935)"
  table x,y,class "1,2,$name" "2,1,$name" "3,3,b" >s.csv
  ce-plot scatter s.csv | grep >/dev/null '<text>Iris setosa (...ninsula 1935)</text>'
  table "k,$name,b" 1,2,3 2,3,4 >c.csv
  ce-plot curve --x k c.csv | grep >/dev/null '<text>Iris setosa (...ninsula 1935)</text>'
}

@test "ce-plot tree, matrix: large and tiny heights have tics in units, which the name of the axis tells" {
  table left,right,height,size 0,1,1000,2 2,3,2500.5,2 4,5,123456,4 >t.csv
  ce-plot tree --y-label "height of merge" t.csv >t.svg
  for text in 'height of merge / 1e3' 50 100; do grep >/dev/null "<text>$text</text>" t.svg; done
  sed 's/,1000,/,1e-7,/; s/,2500.5,/,2e-7,/; s/,123456,/,4e-6,/' t.csv | ce-plot tree - >t.svg
  for text in 'distance / 1e-6' 1 2 3; do grep >/dev/null "<text>$text</text>" t.svg; done
  table 0,20000,90000 20000,0,30000 90000,30000,0 >d.csv
  ce-plot matrix --input distance d.csv | grep >/dev/null '<text>distance / 1e3</text>'
}

@test "ce-plot item-consensus, cluster-consensus: what ce-stability resample writes, which has k in place of clusterings" {
  ce-stability resample -q -k 2..3 -m 10 --item-consensus items.csv --cluster-consensus clusters.csv "$BUNDLED/iris.csv" >/dev/null
  run_split ce-plot item-consensus --format csv items.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-plot: k = 2, the first of several: --clustering K draws another"
  assert_equal "$(wc -l <<<"$output")" 151
  ce-plot item-consensus --clustering 3 --format csv items.csv | tail -n +2 | cut -d, -f2-4 | sort >bars
  sed -n 's/^3,\([^,]*,[^,]*,[^,]*\),.*/\1/p' items.csv | sort | cmp - bars
  ce-plot item-consensus --clustering 3 items.csv | grep >/dev/null '<text>3: n = '
  run_split ce-plot item-consensus --clustering 9 items.csv
  assert_error 1 "ce-plot: items.csv: no k '9'; the first is '2'"
  ce-plot cluster-consensus clusters.csv >c.svg
  texts c.svg >found
  grep -F >/dev/null '2|3|' found
  grep -F >/dev/null 'k; a bar a cluster, in their order|' found
  assert_equal "$(grep -c "<polygon fill = 'rgb(  0, 114, 178)'" c.svg)" 2
  # a table that has both is read by clustering
  table k,clustering,cluster,consensus 2,a,1,.5 3,a,2,.25 3,b,1,1 | ce-plot cluster-consensus --format csv >bars
  table position,clustering,cluster,consensus 1,a,1,0.5 2,a,2,0.25 3,b,1,1 | cmp - bars
}

@test "ce-plot cdf: of more than 35 curves no two look alike" {
  awk 'BEGIN { print "k,consensus,cdf"; for (k = 2; k <= 40; k++) print k ",0.5," k / 50 "\n" k ",1,1" }' >cdf.csv
  recorded ce-plot cdf cdf.csv
  commands | grep -ao "dashtype [0-9] linecolor rgb '#[0-9a-f]*'" >looks
  assert_equal "$(wc -l <looks) $(sort -u looks | wc -l)" "39 39"
}

@test "ce-plot silhouette, item-consensus, cluster-consensus: in a small picture the name of the axis is not cut" {
  ce-stability resample -q -k 3 -m 10 --item-consensus items.csv --cluster-consensus clusters.csv "$BUNDLED/iris.csv" >/dev/null
  ce-plot item-consensus --width 500 --height 400 items.csv | texts /dev/stdin | grep -F >/dev/null 'mean consensus with the own cluster|'
  ce-plot item-consensus items.csv | texts /dev/stdin | grep >/dev/null 'own cluster; dashed: the mean of 150 objects'
  ce-plot cluster-consensus --height 300 clusters.csv | texts /dev/stdin | grep -F >/dev/null 'mean consensus|'
  ce-plot cluster-consensus clusters.csv | texts /dev/stdin | grep -F >/dev/null 'mean consensus of the pairs of a cluster|'
}

@test "ce-plot cluster-consensus, null --format csv: the bars and the points" {
  table k,cluster,size,consensus 2,1,3,.5 2,2,1, 3,1,2,1 | ce-plot cluster-consensus --format csv >bars
  table position,k,cluster,consensus 1,2,1,0.5 2,2,2, 3,3,1,1 | cmp - bars
  table k,objective,rcsi,rcsi_se,p 2,entropy,.6,.05,.04 2,pac,-.3,.05,.5 3,entropy,.9,,.25 3,pac,,.1,.5 >null.csv
  ce-plot null --format csv null.csv >points
  table series,x,y,error,p entropy,2,0.6,0.05,0.04 entropy,3,0.9,,0.25 pac,2,-0.3,0.05,0.5 | cmp - points
  table k,objective,rcsi,rcsi_se,p,p_all 2,entropy,.6,.05,.04,.125 2,pac,-.3,.05,.5,.5 3,entropy,.9,,.25,.125 >null.csv
  ce-plot null --format csv null.csv >points
  table series,x,y,error,p,p_all entropy,2,0.6,0.05,0.04,0.125 entropy,3,0.9,,0.25,0.125 pac,2,-0.3,0.05,0.5,0.5 | cmp - points
  ce-plot null null.csv >n.svg
  texts n.svg >found
  grep -F >/dev/null 'all k: 0.12|' found
  grep -F >/dev/null 'all k: 0.5|' found
  table k,objective,rcsi,rcsi_se,p 2,,.5,,.5 >null.csv
  run_split ce-plot null --format csv null.csv
  assert_error 1 "ce-plot: null.csv: no row has k, objective and rcsi"
  table clustering,cluster,consensus a,1,1.5 >c.csv
  run_split ce-plot cluster-consensus --format csv c.csv
  assert_error 1 "ce-plot: c.csv: row 1: consensus 1.5, a number from 0 to 1 expected"
}

@test "ce-plot null: RCSI with error bars and the p of each k, a curve for each objective" {
  table k,objective,members,references,score,mean,se,rcsi,rcsi_se,p,p_fit \
    2,entropy,9,25,.1,.2,.01,.6,.05,.04,.01 3,entropy,9,25,.1,.2,.01,.9,.1,.0385,.01 \
    2,pac,9,25,.1,.2,.01,-.3,.05,.5, 3,pac,9,25,.1,.2,.01,.2,.05,.2, >null.csv
  ce-plot null null.csv >n.svg
  texts n.svg >found
  for text in '0.04|0.038' 'p|0.5|0.2' 'RCSI, with its standard error' entropy pac k; do
    grep -F >/dev/null "$text|" found || { echo "no '$text' in $(cat found)"; false; }
  done
  # the error bar of k = 3 is twice as long as that of k = 2: the upright lines, without the key's
  tr '\n' ' ' <n.svg | grep -o "<path stroke='rgb(  0, 114, 178)'[^>]*" | grep -o 'M[0-9.]*,[0-9.]* L[0-9.]*,[0-9.]*' |
    tr 'ML,' '   ' | awk '$1 == $3 && $2 != $4 { d = $2 - $4; if (d < 0) d = -d; if (d > 12) print d }' >lengths
  assert_equal "$(awk '{ l[NR] = $1 } END { print NR, int(l[2] / l[1] * 10 + .5) }' lengths)" "2 20"
  # one reference: no errors are known
  table k,objective,rcsi,rcsi_se,p 2,pac,.5,,.5 3,pac,.25,,1 | ce-plot null >n.svg
  texts n.svg >found
  grep -F >/dev/null 'p|0.5|1|' found
  # a row of p for each objective, above the curves; points of one k stand 7 pixels apart, or a tenth
  table k,objective,rcsi,rcsi_se,p 2,pac,.5,,.5 2,entropy,.5,,.25 2,dc,.5,,.125 3,pac,.25,,1 | recorded ce-plot null >n.svg
  assert_equal "$(sed -n "s/^set label '\([0-9.]*\)' at first 2,screen \([0-9.]*\) .*/\1 \2/p" script | awk '{ printf "%s %.1f|", $1, (1 - $2) * 700 }')" \
    "0.5 20.5|0.25 37.5|0.12 54.5|"
  assert_equal "$(awk '/^set tmargin/ { printf "%.0f ", (1 - $5) * 700 } /^[0-9.]+ 0.5 0$/ { printf "%.4f ", $1 }' script)" "67 1.9754 2.0000 2.0246 "
  # p that would meet stand upright
  awk 'BEGIN { print "k,objective,rcsi,rcsi_se,p"; for (k = 2; k <= 15; k++) print k ",pac,1,.5,.5" }' >null.csv
  recorded ce-plot null --title many --width 800 null.csv
  assert_equal "$(grep -c "center rotate by 90 font" script || :)" 14
  grep -q '^set label "many" at screen 0.5,' script
  recorded ce-plot null --width 830 null.csv
  assert_equal "$(grep -c "center rotate by 90 font" script || :)" 0
  # an objective may be a number; a row without one has no curve, and its p no place (the p of others had the color of the next curve)
  table k,objective,rcsi,rcsi_se,p 2,,.4,.1,.75 2,7,.5,,.5 2,8,.25,,.25 3,7,.25,,1 | recorded ce-plot null >n.svg
  colors() { sed -n "s/^set label '\([0-9.]*\)' at first.* rgb '\(.*\)'$/\1 \2/p" script | paste -sd'|'; }
  assert_equal "$(colors)" "0.5 #0072b2|1 #0072b2|0.25 #d55e00"
  assert_equal "$(grep '^plot' script | grep -o "rgb '[^']*' title \"[^\"]*\"" | paste -sd'|')" "rgb '#0072b2' title \"7\"|rgb '#d55e00' title \"8\""
  table k,objective,rcsi,rcsi_se,p 2,7,,,.5 ,8,.25,,.25 3,,.5,,.5 >null.csv
  run_split ce-plot null null.csv
  assert_error 1 "ce-plot: null.csv: no row has k, objective and rcsi"
}

@test "ce-plot silhouette, item-consensus, cluster-consensus, null: tables of something else are refused" {
  table clustering,cluster,consensus a,1,.5 >c.csv
  run_split ce-plot silhouette c.csv
  assert_error 1 "ce-plot: c.csv: no column object: a table as ce-score --objects writes it expected"
  table clustering,object,cluster,silhouette a,p,1,2 >s.csv
  run_split ce-plot silhouette s.csv
  assert_error 1 "ce-plot: s.csv: row 1: silhouette 2, a number from -1 to 1 expected"
  table clustering,object,cluster,silhouette a,p,1,x >s.csv
  run_split ce-plot silhouette s.csv
  assert_error 1 "ce-plot: s.csv: column silhouette is categorical, a numeric one expected"
  table clustering,object,cluster,silhouette a,p,1, a,q,1,NA >s.csv
  run_split ce-plot silhouette s.csv
  assert_error 1 "ce-plot: s.csv: no object has a silhouette"
  table clustering,object,cluster,silhouette a,p,1,.5 >s.csv
  run_split ce-plot silhouette --clustering z s.csv
  assert_error 1 "ce-plot: s.csv: no clustering 'z'; the first is 'a'"
  run_split ce-plot item-consensus s.csv
  assert_error 1 "ce-plot: s.csv: no column own: a table as ce-stability object writes it expected"
  run_split ce-plot null c.csv
  assert_error 1 "ce-plot: c.csv: no column k: a table as ce-stability null writes it expected"
  table clustering,cluster,consensus a,1,1.5 >c.csv
  run_split ce-plot cluster-consensus c.csv
  assert_error 1 "ce-plot: c.csv: row 1: consensus 1.5, a number from 0 to 1 expected"
}

@test "ce-plot cluster-consensus: clusters of one object, which have no bar, are told of" {
  printf 'clustering,cluster,size,consensus\na,1,3,.9\na,2,1,\na,3,2,.5\n' >c.csv
  run ce-plot cluster-consensus -o c.svg c.csv
  assert_equal "$status" 0
  assert_output "ce-plot: 1 of 3 clusters have no bar: one object has no consensus"
}

# note: what ce-plot ranks says of its standard input
note() { ce-plot ranks --format csv "$@" 2>&1 >/dev/null | sed 's/^ce-plot: //'; }

@test "ce-plot ranks: the critical differences of Demsar 2006 (Table 5), at both levels" {
  # q by the number of methods, times the root of k (k + 1) / (6 N) with N = 5
  for row in 2,1.960,1.645 3,2.343,2.052 4,2.569,2.291 5,2.728,2.459 6,2.850,2.589 7,2.949,2.693 8,3.031,2.780 9,3.102,2.855 10,3.164,2.920; do
    IFS=, read -r k q05 q10 <<<"$row"
    awk -v k="$k" 'BEGIN { for (j = 1; j <= k; j++) printf "m%d%s", j, j < k ? "," : "\n"
      for (i = 1; i <= 5; i++) for (j = 1; j <= k; j++) printf "%d%s", i * j % 7, j < k ? "," : "\n" }' >t.csv
    for level in .05 .1; do
      note --level $level t.csv | sed -nE 's/.*critical difference ([0-9.]+) .*/\1/p' >got
      assert [ -s got ]
      q=$([ $level = .05 ] && echo "$q05" || echo "$q10")
      run awk -v k="$k" -v q="$q" '{ d = $1 / sqrt(k * (k + 1) / 30) - q; exit !(d * d < 1e-6) }' got
      assert_success
    done
  done
}

@test "ce-plot ranks: ranks and p of Friedman's test with ties, as friedman.test of R on its own example" {
  # Hollander and Wolfe 1973: 22 players, three ways of rounding first base; R: p = 0.003805
  table 'out,narrow,wide' 5.40,5.50,5.55 5.85,5.70,5.75 5.20,5.60,5.50 5.55,5.50,5.40 5.90,5.85,5.70 5.45,5.55,5.60 \
    5.40,5.40,5.35 5.45,5.50,5.35 5.25,5.15,5.00 5.85,5.80,5.70 5.25,5.20,5.10 5.65,5.55,5.45 5.60,5.35,5.45 5.05,5.00,4.95 \
    5.50,5.50,5.40 5.45,5.55,5.50 5.55,5.55,5.35 5.45,5.50,5.55 5.50,5.45,5.25 5.65,5.60,5.40 5.70,5.65,5.55 6.30,6.30,6.25 >r.csv
  run_split ce-plot ranks --smaller --format csv r.csv
  assert_equal "$stderr" "ce-plot: 3 methods on 22 data sets: critical difference 0.7067 at the level 0.05; Friedman's test that none differs: p = 0.0038"
  # sums of ranks 32, 47 and 53
  assert_equal "$(cut -d, -f 1,2,4,5,6 <<<"$output")" "$(table method,mean_rank,firsts,missing,differs \
    wide,1.4545454545454546,15,0,0 narrow,2.1363636363636362,2,0,0 out,2.409090909090909,5,0,1)"
}

@test "ce-plot ranks: missing values are last, or leave a data set out, or have no rank" {
  table set,a,b,c,d u,.9,.8,.7,.6 v,.8,.8,.5,.1 w,.7,.9,.6, x,.7,.75,.1,.2 >t.csv
  assert_equal "$(ce-plot ranks -q --id set --format csv t.csv | cut -d, -f 1,2,4,5)" "$(table \
    method,mean_rank,firsts,missing b,1.375,2.5,0 a,1.625,1.5,0 c,3.25,0,0 d,3.75,0,1)"
  run_split ce-plot ranks --id set --missing leave --format csv t.csv
  assert_equal "$(cut -d, -f 1,2,3 <<<"$output")" "$(table method,mean_rank,mean a,1.5,0.8000000000000002 b,1.5,0.7833333333333333 \
    c,3.3333333333333335,0.43333333333333335 d,3.6666666666666665,0.3)"
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-plot: 1 data set with a missing value left out"
  # on w the ranks 1, 2 and 3 of three count 5 / 4
  run_split ce-plot ranks --id set --missing none --format csv t.csv
  assert_equal "$(cut -d, -f 1,2,5 <<<"$output")" "$(table method,mean_rank,missing b,1.4375,0 a,1.75,0 c,3.4375,0 d,3.6666666666666665,1)"
  assert_equal "$stderr" "ce-plot: 4 methods on 4 data sets: critical difference 2.345 at the level 0.05"
  # a row for each result, in any order; of two the mean
  table run,set,method,value 1,w,a,.7 1,x,d,.2 1,x,c,.1 1,x,a,.7 1,x,b,.75 1,u,a,.8 2,u,a,1 1,u,b,.8 1,u,c,.7 1,u,d,.6 \
    1,v,a,.8 1,v,b,.8 1,v,c,.5 1,v,d,.1 1,w,b,.9 1,w,c,.6 >long.csv
  ce-plot ranks -q --format csv --set set --method method --value value long.csv | cut -d, -f 1,2,4-6 >got
  ce-plot ranks -q --id set --format csv t.csv | cut -d, -f 1,2,4-6 >want
  assert cmp got want
}

@test "ce-plot ranks: the picture has a bar for each method, and colors tell which differ from the first" {
  table a,b,c 3,2,1 3,2,1 3,2,1 3,2,1 3,2,1 >t.csv
  recorded ce-plot ranks -q t.csv
  grep -qE "set ytics .*a.* 1,.*b.* 2,.*c.* 3" script
  assert_equal "$(grep -cE '^[0-9.]+ [123] -?[0-9.]+ [0-9.]+$' script)" 3
  # the critical difference is 2.343 sqrt(12 / 30)
  assert_equal "$(sed -nE 's/^([0-9.]+) ([123]) .*/\1 \2/p' script | paste -sd' ')" "1 1 2 2 3 3"
  assert_equal "$(sed -n '/^plot/,$p' script | grep -n '^e$' | cut -d: -f 1 | paste -sd' ')" "4 6"
  ce-plot ranks -q t.csv -o t.svg
  texts t.svg >found
  grep -qF "mean rank on 5 data sets; rank 1 is the best" found
}

@test "ce-plot ranks: what cannot be ranked is refused" {
  table a 1 2 >t.csv
  run_split ce-plot ranks t.csv
  assert_error 1 "ce-plot: t.csv: 1 method, two or more expected"
  table a,b 1,2 >t.csv
  run_split ce-plot ranks t.csv
  assert_error 1 "ce-plot: t.csv: 1 data set, two or more expected"
  table a,b 1, 2,3 >t.csv
  run_split ce-plot ranks --missing leave t.csv
  assert_error 1 "ce-plot: t.csv: 1 data set without a missing value, two or more expected"
  table set,a,b u,1,2 v,2,3 >t.csv
  run_split ce-plot ranks t.csv
  assert_error 1 "ce-plot: t.csv: column set holds text ('u'), values of a method expected: --id set if it names the data sets, --method, --set and --value if each row is one result"
  run_split ce-plot ranks --method set t.csv
  assert_error 2 "ce-plot: --method goes with --set and --value
Try 'ce-plot --help'."
  run_split ce-plot ranks --method set --set set --value c t.csv
  assert_error 1 "ce-plot: t.csv: no feature 'c'"
}

# long LETTER...: the names of clusters that differ only in their middle
long() { printf 'Large cells, otherwise not specified, type %s, as of the year 2022\n' "$@"; }

# told_apart FILE: how often a picture names each of them
told_apart() { texts "$1" | grep -o '[ABC], [^|]*' | cut -c 1 | sort | uniq -c | tr -s ' ' | paste -sd','; }

@test "ce-plot: long names of clusters that differ in their middle still differ in every key" {
  { echo "id,q,r"; i=0; while read -r name; do for _ in 1 2 3; do i=$((i + 1)); echo "o$i,\"$name\",\"$name\""; done; done < <(long A B C); } >l.csv
  { echo id,x; for i in 1 2 3 4 5 6 7 8 9; do echo "o$i,$(((i - 1) / 3 * 9 + i))"; done; } >d.csv
  ce-score -s silhouette --data d.csv --objects s.csv l.csv >scores
  ce-plot silhouette -q s.csv -o s.svg
  assert_equal "$(texts s.svg | grep -o '[^|]*: n = 3, mean [0-9.]*' | cut -d: -f1 | paste -sd' ')" "...A, as... ...B, as... ...C, as..."
  table clustering,cluster,consensus >c.csv
  long A B C | sed 's/.*/q,"&",.5/' >>c.csv
  ce-plot cluster-consensus -q c.csv -o c.svg
  assert_equal "$(told_apart c.svg)" " 1 A, 1 B, 1 C"
  ce-plot flow -q l.csv -o f.svg
  assert_equal "$(told_apart f.svg)" " 2 A, 2 B, 2 C"
  ce-similarity ca --format csv l.csv >m.csv
  ce-plot matrix -q --bars l.csv m.csv -o m.svg
  assert_equal "$(told_apart m.svg)" " 2 A, 2 B, 2 C"
  ce-plot scatter -q --y x --x x --labels l.csv --column q d.csv -o p.svg
  assert_equal "$(told_apart p.svg)" " 1 A, 1 B, 1 C"
  # what differs at its end only, in letters of several bytes, and names that need no cut
  table clustering,cluster,consensus 'q,äöüäöüäöüäöüäöüäöü1,.5' 'q,äöüäöüäöüäöüäöüäöü2,.5' q,short,.5 >c.csv
  ce-plot cluster-consensus -q c.csv -o c.svg
  texts c.svg >found
  grep -qF '|short|äöüäöü...öüäöü1|äöüäöü...öüäöü2|' found
}

@test "ce-plot: a title that is too long has smaller letters, and a gap in its middle" {
  table a,b 1,1 2,2 >l.csv
  title=$(printf 'word%d ' {1..40})
  recorded ce-plot flow --title "$title" l.csv
  commands | grep '^set title' >found
  grep -q "^set title \"word1 word2 .*[.][.][.].* word40 \" font ',10'$" found
  # so many letters in 680 of 800 pixels
  assert_equal "$(sed 's/^[^"]*"//; s/".*//' found | tr -d '\n' | wc -c)" 122
  recorded ce-plot flow --title "short" l.csv
  assert_equal "$(commands | grep '^set title')" 'set title "short"'
}

@test "ce-plot silhouette: a name of the axis that has no room in the middle begins at the left" {
  table object,cluster,own,next,margin 1,a,.5,.1,.4 2,b,.5,.1,.4 >o.csv
  table k,object,cluster,with,consensus 2,1,a,a,.5 2,1,a,b,.1 2,2,b,b,.5 2,2,b,a,.1 >e.csv
  recorded ce-plot item-consensus -q --width 400 e.csv
  commands | grep "consensus with the own cluster.* and added to it with each other" >found
  grep -q "^set label .* at screen 0.03,0.0[0-9]* left font ',9'" found
  recorded ce-plot item-consensus -q e.csv
  commands | grep "consensus with the own cluster" >found
  grep -q "^set xlabel" found
}
