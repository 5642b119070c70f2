#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-score without a truth: indices from the data or a matrix, and the silhouette of each object.

setup() {
  load common
  load neighbours
  S=$FIXTURES/score/internal
  ALL=silhouette,ch,db,dunn,connectivity
}

# same_numbers BOUND FILE FILE: the tables agree: numbers but for BOUND of the larger, others exactly.
same_numbers() {
  awk -F, -v bound="$1" '
    function number(x) { return x ~ /^-?[0-9.]+(e-?[0-9]+)?$/ }
    function far(x, y) { return (x - y) ^ 2 > bound ^ 2 * (1 + x * x) }
    NR == FNR { line[FNR] = $0; lines = FNR; next }
    { count = split(line[FNR], cell)
      if (count != NF) { print FNR ": " NF " cells, " count " expected"; bad = 1 }
      for (c = 1; c <= NF; c++)
        if (number($c) && number(cell[c]) ? far($c, cell[c]) : $c != cell[c]) {
          print FNR ": " $c ", " cell[c] " expected"; bad = 1
        } }
    END { exit bad || FNR != lines || FNR < 2 }' "$2" "$3"
}

# points: the eight objects of a worked example; good, bad: labels
points() { table x,y 0,0 1,0 0,2 4,4 5,4 4,6 9,0 9,1; }
eight() { table good,bad 0,0 0,0 0,0 1,1 1,1 1,1 2,2 2,1; }

# distances FILE: the Euclidean distances between the rows of a table of numbers, as CSV
distances() {
  awk -F, 'NR > 1 { n++; for (c = 1; c <= NF; c++) x[n, c] = $c; d = NF }
    END { for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) {
      sum = 0
      for (c = 1; c <= d; c++) sum += (x[i, c] - x[j, c]) ^ 2
      printf "%.17g%s", sqrt(sum), j < n ? "," : "\n" } }' "$1"
}

# ---- values from outside ----

@test "ce-score --data: two clusterings of eight points, as printed by scikit-learn, cluster and fpc" {
  points >data.csv
  eight >labels.csv
  ce-score --data data.csv -s silhouette,ch,db,dunn --objects objects.csv labels.csv >out
  table clustering,k,silhouette,ch,db,dunn good,3,.729143,42.456395,.321648,2 \
    bad,3,.338723,7.238665,.518953,.141421 >expected
  same_numbers 5.1e-7 expected out
  cut -d, -f1,7 objects.csv >out
  { echo clustering,silhouette
    printf 'good,%s\n' .766489 .720467 .590432 .702558 .696339 .675416 .849020 .832421
    printf 'bad,%s\n' .788184 .745465 .655177 .416289 .514685 .422403 0 -.832421; } >expected
  same_numbers 5.1e-7 expected out
}

@test "ce-score --data: the values of scikit-learn, fpc and clValid's formula, with doubled objects" {
  ce-score -q --data "$S/data.csv" -s silhouette,ch,dunn,connectivity "$S/labels.csv" >out
  cut -d, -f1-4,6- "$S/indices.csv" | same_numbers 2e-13 - out
  # scikit-learn takes distances to centroids from products, and loses half of the digits of small ones
  ce-score -q --data "$S/data.csv" -s db "$S/labels.csv" >out
  cut -d, -f1-2,5 "$S/indices.csv" | same_numbers 1e-6 - out
}

@test "ce-score --objects: silhouettes and nearest clusters of R's cluster, object by object" {
  ce-score -q --data "$S/data.csv" --objects objects.csv "$S/labels.csv" >out
  awk -F, -v OFS=, '$3 != "" { print $1, $2, $6, $7 }' objects.csv >out
  same_numbers 1e-14 "$S/objects.csv" out
  # an object without a label has a row, and nothing in it
  assert_equal "$(awk -F, '$3 == "" { rows++; if ($4 $5 $6 $7 != "") bad++ } END { print rows + 0, bad + 0 }' objects.csv)" "39 0"
  # own, next: (next - own) / the larger is the silhouette
  awk -F, 'NR > 1 && $4 != "" { s = ($5 - $4) / ($4 > $5 ? $4 : $5); if (!((s - $7) ^ 2 < 1e-30)) bad++; rows++ }
    END { exit bad || rows < 900 }' objects.csv
}

@test "ce-score --data: missing features, by a slow formula written down plainly" {
  ce-score -q --data "$S/holes.csv" -s $ALL --objects objects.csv "$S/labels.csv" >out
  awk -F, '$1 != "two" && $1 != "many"' out >some
  same_numbers 2e-13 "$S/holes-indices.csv" some
  # object 6 has no feature: it has no silhouette and is left out of the mean, but for being alone
  assert_equal "$(grep '^[a-z]*,6,' objects.csv | cut -d, -f1,4- | paste -sd' ')" \
    "close,,,, far,,,, two,,,, many,,,,0 exact,,,, single,,,, gaps,,,,"
}

@test "ce-score --data -s ch,db: data far from 0, such as times in seconds, have the same values" {
  # the numbers are quarters, so that adding an offset of 2^40 or 2^46 loses none of their digits
  awk 'BEGIN { srand(4); print "x,y"; for (i = 0; i < 3000; i++) printf "%.2f,%.2f\n", int(100 * rand()) / 4, int(100 * rand()) / 4 }' >near.csv
  awk 'BEGIN { srand(5); print "a,b"; for (i = 0; i < 3000; i++) print int(3 * rand()) "," int(7 * rand()) }' >labels.csv
  ce-score -q --data near.csv -s ch,db labels.csv >expected
  assert_equal "$(wc -l <expected)" 3
  for offset in 1099511627776 70368744177664; do
    awk -F, -v o=$offset 'NR == 1 { print; next } { printf "%.2f,%.2f\n", $1 + o, $2 + o }' near.csv >far.csv
    ce-score -q --data far.csv -s ch,db labels.csv >found
    same_numbers 1e-12 expected found
  done
}

@test "ce-score --data -s ch: objects without any value do not count, nor do clusters of these alone" {
  printf 'x\n1\n2\n4\n8\nNA\nNA\n' >data.csv
  printf 'a,b\n1,1\n1,1\n2,2\n2,2\n2,3\n1,3\n' >labels.csv
  # of four objects: B = 4 * 2.25^2, W = .5 + 8
  ce-score -q --data data.csv -s ch labels.csv >found
  assert_equal "$(cut -d, -f3 found | tail -n +2 | paste -sd' ')" "4.764705882352941 4.764705882352941"
}

@test "ce-score --matrix: distances give what the data give, from CSV, dense and sparse matrices" {
  distances "$S/data.csv" >d.csv
  ce-score -q --data "$S/data.csv" -s silhouette,ch,dunn,connectivity "$S/labels.csv" >data
  ce-score -q --matrix d.csv --input distance -s silhouette,ch,dunn,connectivity "$S/labels.csv" >out
  same_numbers 1e-12 data out
  awk -F, '{ for (j = 1; j <= NR; j++) if ($j != 0) line[++count] = NR " " j " " $j }
    END { print "%%MatrixMarket matrix coordinate real symmetric\n" NR, NR, count
      for (e = 1; e <= count; e++) print line[e] }' d.csv >d.mtx
  ce-score -q --matrix d.mtx --input distance -s silhouette,ch,dunn,connectivity "$S/labels.csv" >sparse
  cmp out sparse
}

@test "ce-score --matrix: the co-association of seven objects, whose distances are 1 - s" {
  table a,b,c,d 1,1,1,1 1,1,1,2 1,1,2,? 2,2,2,1 2,2,3,2 3,3,3,? 3,3,3,? >members.csv
  table r 1 1 1 2 2 3 3 >labels.csv
  ce-similarity ca members.csv >ca.mtx
  ce-similarity ca --format csv members.csv | \
    awk -F, -v OFS=, -v CONVFMT=%.17g '{ for (j = 1; j <= NF; j++) $j = 1 - $j } 1' >d.csv
  ce-score --matrix ca.mtx -s silhouette,dunn,connectivity labels.csv >out
  ce-score --matrix d.csv --input distance -s silhouette,dunn,connectivity labels.csv >distance
  same_numbers 1e-15 distance out
  # object 1: own (0 or 1/4 from 2, 1/3 from 3), by hand
  ce-score --matrix ca.mtx -s silhouette --objects - -o /dev/null labels.csv >objects.csv
  assert_equal "$(awk -F, 'NR == 2 { printf "%.12f", $4 - (1 / 4 + 1 / 3) / 2 }' objects.csv)" 0.000000000000
}

# ---- invariants ----

@test "ce-score --data: other columns, threads, cluster names and the order of the rows change nothing" {
  ce-score -q -j 1 --data "$S/data.csv" -s $ALL "$S/labels.csv" >one
  ce-score -q -j 3 --data "$S/data.csv" -s $ALL "$S/labels.csv" >three
  cmp one three
  cut -d, -f2 "$S/labels.csv" | ce-score -q --data "$S/data.csv" -s $ALL >out
  sed -n '1p;/^far/p' one | cmp - out
  sed 's/c\([0-9]\)/z9\1/g' "$S/labels.csv" | ce-score -q --data "$S/data.csv" -s $ALL >out
  cmp one out
  # with ids the rows are found again; connectivity has ties, so its order of neighbours can change
  awk -F, -v OFS=, '{ print NR == 1 ? "id" : "o" NR, $0 }' "$S/labels.csv" >labels.csv
  { echo id,p,q,r,s; awk -F, -v OFS=, 'NR > 1 { print "o" NR, $0 }' "$S/data.csv" | tac; } >data.csv
  ce-score -q --data data.csv -s $ALL labels.csv >out
  cmp one out
  assert_equal "$(ce-score -q --data data.csv --objects - -o /dev/null labels.csv | sed -n 2p | cut -d, -f2)" o2
}

@test "ce-score --data: npy and CSV give the same bytes" {
  # any matrix will do as data
  table a,b,c 1,1,1 1,2,1 2,2,2 2,3,2 3,3,2 >members.csv
  table v,w 1,2 1,2 1,3 2,3 2,3 >labels.csv
  for format in npy csv; do
    ce-similarity ca --format $format members.csv >data
    ce-score --data data -s $ALL labels.csv >$format
  done
  cmp npy csv
}

@test "ce-score --neighbours: connectivity counts so many, and all others when they are fewer" {
  points >data.csv
  eight >labels.csv
  # 1: object 8 is with 4..6 in bad, and 7 is its nearest; the reverse for 7
  assert_equal "$(ce-score --data data.csv -s connectivity --neighbours 1 labels.csv | paste -sd' ')" \
    "clustering,k,connectivity good,3,0 bad,3,2"
  ce-score --data data.csv -s connectivity --neighbours 7 labels.csv >seven
  ce-score --data data.csv -s connectivity --neighbours 1000000000 labels.csv >many
  cmp seven many
}

@test "ce-score connectivity: by its formula, on 1,100 objects of which many are equally far; several columns" {
  awk 'BEGIN { srand(2); print "x,y"; for (i = 1; i <= 1100; i++) printf "%d,%d\n", 30 * rand(), 30 * rand() }' >grid.csv
  awk -F, 'NR == 1 { print "a,b"; next } { print int($1 / 10) "," ($1 + $2 > 30) + ($2 > 20) }' grid.csv >labels.csv
  tail -n +2 labels.csv | tr , ' ' | awk 'NR == FNR { a[NR] = $1; b[NR] = $2; next }
    { s += (a[$3] != a[$1]) / $2; t += (b[$3] != b[$1]) / $2 } END { printf "%.8f %.8f\n", s, t }' - <(ten_nearest grid.csv) >want
  ce-score --data grid.csv -s connectivity labels.csv | awk -F, 'NR > 1 { printf "%.8f%s", $3, NR == 2 ? " " : "\n" }' >got
  assert_equal "$(cat got)" "$(cat want)"
  # nor does it hang on another column whether last bits break a tie: .3 - .2 and .2 - .1 are no equals
  table x0,x1,x2 .3,.2,.1 .1,.3,.2 .0,.3,.2 .3,.3,.1 .3,.2,.0 .0,.1,.3 .2,.1,.2 .1,.3,.3 >last.csv
  table a 3 3 1 4 3 1 3 1 >one.csv
  table a,b 3,NA 3,3 1,1 4,4 3,3 1,1 3,3 1,1 >two.csv
  assert_equal "$(ce-score -s connectivity --neighbours 2 --data last.csv one.csv)" \
    "$(ce-score -q -s connectivity --neighbours 2 --data last.csv two.csv | head -n 2)"
  # a column that leaves objects out is among the objects that it labels, as if the others were not there
  awk -F, -v OFS=, 'NR > 1 && NR % 7 == 0 { $2 = "NA" } { print }' labels.csv >gaps.csv
  ce-score --data grid.csv -s connectivity gaps.csv | tail -n 1 | cut -d, -f 3 >some
  awk 'NR == 1 || NR % 7' grid.csv >fewer.csv
  awk -F, 'NR == 1 || NR % 7 { print $2 }' labels.csv >kept.csv
  ce-score --data fewer.csv -s connectivity kept.csv | tail -n 1 | cut -d, -f 3 >whole
  assert_equal "$(printf '%.8f' "$(cat some)")" "$(printf '%.8f' "$(cat whole)")"
}

@test "ce-score --sample: exact distances of the objects drawn, and the error of their mean" {
  ce-score -q --data "$S/data.csv" --objects all.csv "$S/labels.csv" >out
  run_split ce-score --data "$S/data.csv" -s silhouette --sample 40 --objects some.csv "$S/labels.csv"
  assert_equal "$status" 0
  assert_equal "$(sed 's/is [0-9.]*$/is/' <<<"$stderr")" "ce-score: silhouettes of 40 of 160 objects, drawn at random: the standard error of a mean, at most, is
ce-score: 0 to 39 of 160 objects are left out, by clustering: no label"
  echo "$output" >sampled
  # each object of the sample has the row that it has among all
  assert_equal "$(wc -l <some.csv)" 281
  assert_equal "$(sort all.csv some.csv | uniq -d | wc -l)" 281
  # the mean, and the error with the correction for a finite number of objects
  awk -F, '$1 == "close" && $7 != "" { n++; sum += $7; two += $7 ^ 2 }
    END { m = sum / n; printf "%.12f %.2g\n", m, sqrt((two - n * m * m) / (n - 1) / n * (1 - n / 160)) }' some.csv >expected
  ce-score --data "$S/data.csv" -s silhouette --sample 40 <(cut -d, -f1 "$S/labels.csv") >out 2>note
  printf '%.12f %s\n' "$(tail -n 1 out | cut -d, -f3)" "$(sed 's/.* //' note)" | cmp - expected
  # another seed draws others; as many as there are is all
  ce-score -q --data "$S/data.csv" -s silhouette --sample 40 --seed 2 "$S/labels.csv" >out
  run cmp sampled out
  assert_equal "$status" 1
  ce-score -q --data "$S/data.csv" -s silhouette "$S/labels.csv" >all
  ce-score -q --data "$S/data.csv" -s silhouette --sample 160 "$S/labels.csv" >out
  cmp all out
}

# ---- what goes with what ----

@test "ce-score --sample: where no error is known, as of one object, none is told" {
  table x,y 0,0 0,1 5,5 5,6 >data.csv
  table a 1 1 2 2 >labels.csv
  run_split ce-score --data data.csv -s silhouette --sample 1 labels.csv
  assert_success
  assert_equal "$stderr" "ce-score: silhouettes of 1 of 4 objects, drawn at random"
}

@test "ce-score --data: the measures that there are: by default, all, with a truth, with --best" {
  points >data.csv
  table class,m.k2,m.k3 a,1,1 a,1,1 a,1,1 b,2,2 b,2,2 b,2,2 c,2,3 c,2,3 >labels.csv
  header() { ce-score "$@" labels.csv | sed -n 1p; }
  assert_equal "$(header --data data.csv)" clustering,k,silhouette,ch,db
  assert_equal "$(header --data data.csv -t labels.csv)" clustering,k,nmi,ari,error,silhouette,ch,db
  distances data.csv >d.csv
  assert_equal "$(header --matrix d.csv --input distance)" clustering,k,silhouette,ch
  table i,j,link 1,2,must >pairs.csv
  assert_equal "$(header --data data.csv --constraints pairs.csv)" clustering,k,violated,silhouette,ch,db
  # all: the truth is the column class; without it none of its measures
  assert_equal "$(header --data data.csv -s all | cut -d, -f3,29-)" nmi,silhouette,ch,db,dunn,connectivity
  assert_equal "$(header --matrix d.csv --input distance -s all | cut -d, -f29-)" silhouette,ch,dunn,connectivity
  assert_equal "$(header --data data.csv --sample 5 -s all | cut -d, -f29-)" silhouette,ch,db
  run_split ce-score --data data.csv --sample 5 -s all labels.csv
  assert_regex "$stderr" "dunn left out: it is about all objects, and --sample is given"
  assert_regex "$stderr" "connectivity left out"
  cut -d, -f2- labels.csv >bare.csv
  assert_equal "$(ce-score --data data.csv -s all bare.csv | sed -n 1p)" "clustering,k,$ALL"
  # the largest silhouette, the smallest db
  assert_equal "$(ce-score --data data.csv --best -s silhouette,db bare.csv | cut -d, -f1 | paste -sd' ')" "clustering m.k3"
  assert_equal "$(ce-score --data data.csv --best -s db bare.csv | cut -d, -f1 | paste -sd' ')" "clustering m.k3"
}

@test "ce-score --objects: the silhouettes are there whatever the measures are" {
  ce-score -q --data "$S/data.csv" -s silhouette --objects expected "$S/labels.csv" >out
  for measures in dunn ch,db connectivity; do
    ce-score -q --data "$S/data.csv" -s $measures --objects found "$S/labels.csv" >out
    cmp expected found
    assert_equal "$(sed -n 1p out)" "clustering,k,$measures"
  done
}

@test "ce-score --objects: the same as JSON" {
  points >data.csv
  eight >labels.csv
  ce-score --data data.csv --format json --objects objects.json labels.csv >out
  assert_equal "$(head -c 120 objects.json | tr -d '\n ')" \
    '[{"clustering":"good","object":"1","cluster":"0","own":1.5,"next":6.423693679284402,"nearest":"1","silh'
}

# ---- degenerate clusterings, by definition ----

@test "ce-score --data: one cluster, or as many as objects: empty cells and a note" {
  points >data.csv
  table a,b,c,d 1,1,1, 1,2,1, 1,3,1, 1,4,1, 1,5,2, 1,6,2, 1,7,2, 1,8,2,2 >labels.csv
  run_split ce-score --data data.csv -s $ALL labels.csv
  assert_equal "$status" 0
  assert_equal "$(head -n 3 <<<"$output" | tail -n 2)" "a,1,,,,,
b,8,,,,,"
  assert_equal "$(sed -n 5p <<<"$output")" "d,1,,,,,"
  # each with its own numbers (b and d were others of a)
  assert_equal "$stderr" "ce-score: a: 1 cluster of 8 objects; what is measured by distances needs at least 2, and fewer than objects
ce-score: b: 8 clusters of 8 objects; what is measured by distances needs at least 2, and fewer than objects
ce-score: d: 1 cluster of 1 object; what is measured by distances needs at least 2, and fewer than objects
ce-score: 0 to 7 of 8 objects are left out, by clustering: no label"
}

@test "ce-score --data: equal objects and centroids: what is not defined is empty, and a note says why" {
  table x 1 1 2 2 >data.csv
  table a,b 1,1 1,2 2,1 2,2 >labels.csv
  run_split ce-score --data data.csv -s $ALL labels.csv
  assert_equal "$status" 0
  # b: both centroids are 1.5, and every s is (1/2 - 1) / 1, or: own distance 1, next 1/2
  assert_equal "$output" "clustering,k,silhouette,ch,db,dunn,connectivity
a,2,1,,0,,3.333333333333333
b,2,-0.5,0,,0,5.666666666666666"
  assert_equal "$stderr" "ce-score: a: no ch: no distance inside a cluster is above 0
ce-score: b: no db: all centroids are equal
ce-score: a: no dunn: no distance inside a cluster is above 0"
}

# ---- refusals ----

@test "ce-score --data: other objects, text, microclusters and overflow are refused" {
  points >data.csv
  eight >labels.csv
  head -n 8 data.csv >short.csv
  run_split ce-score --data short.csv labels.csv
  assert_error 1 "ce-score: short.csv: 7 objects, 8 expected as in labels.csv"
  awk -v OFS=, '{ print NR == 1 ? "id" : "o" NR, $0 }' data.csv >data-ids.csv
  awk -v OFS=, '{ print NR == 1 ? "id" : "o" NR + (NR > 6), $0 }' labels.csv >labels-ids.csv
  run_split ce-score --data data-ids.csv labels-ids.csv
  assert_error 1 "ce-score: data-ids.csv: no object with the id 'o10', which object 8 of labels-ids.csv has"
  sed 's/^4,4/four,4/' data.csv >text.csv
  run_split ce-score --data text.csv labels.csv
  assert_equal "$status" 1
  [[ $stderr == "ce-score: text.csv:5: column x: 'four', a number expected"* ]]
  sed 's/9,1/1e300,1/' data.csv >large.csv
  run_split ce-score --data large.csv labels.csv
  assert_error 1 "ce-score: large.csv: object 8 has 1e+300 in column x, at most 1e+150 expected: ce-prepare zscore or minmax"
  { echo size,v; printf '%s,1\n' 1 2 3 4 5 6 7 8; } >micro.csv
  run_split ce-score --data data.csv micro.csv
  assert_error 1 "ce-score: micro.csv: a microcluster table, but distances are between objects"
}

@test "ce-score --matrix: what is no matrix of similarities, or of distances, is refused" {
  table v 1 1 2 >labels.csv
  table 1,.5,.2 .5,1,.1 .2,.1,1 >s.csv
  table 0,.5,.2 .5,0,.1 .2,.1,0 >d.csv
  table 1,.5,1.5 .5,1,.1 1.5,.1,1 >large.csv
  table 0,-1,2 -1,0,1 2,1,0 >negative.csv
  run_split ce-score --matrix large.csv labels.csv
  assert_error 1 "ce-score: large.csv: entry (1, 3) is 1.5: similarities from -1 to 1 expected"
  run_split ce-score --matrix d.csv labels.csv
  assert_error 1 "ce-score: d.csv: the diagonal is 0 everywhere: is it a matrix of distances?"
  run_split ce-score --matrix s.csv --input distance labels.csv
  assert_error 1 "ce-score: s.csv: the distance of object 1 to itself is 1: is it a matrix of similarities?"
  run_split ce-score --matrix negative.csv --input distance labels.csv
  assert_error 1 "ce-score: negative.csv: entry (1, 2) is -1: a distance is not negative"
  table v 1 1 2 2 >four.csv
  run_split ce-score --matrix s.csv four.csv
  assert_error 1 "ce-score: s.csv: 3 objects, 4 expected as in four.csv"
}

@test "ce-score --data --ignore: the measures without a truth leave the objects out, as a table without them" {
  # noise and dust share clusters with others, noise has one of its own, objects without a class stay
  awk 'BEGIN { srand(4); print "x,y,class,three,two,few"
    for (i = 0; i < 90; i++) {
      c = i % 3; class = i % 9 == 4 ? "noise" : i % 9 == 7 ? "dust" : i % 10 == 3 ? "" : c
      own = class == "noise" && i % 2 ? 7 : c
      printf "%.4f,%.4f,%s,%s,%s,%s\n", c + rand(), rand() * 2, class, i % 13 == 5 ? "" : own, (c > 0),
        class == "noise" ? "n" i % 2 : class == "dust" ? "d" : i % 2 ? "p" : "q"
    } }' >all.csv
  grep -v -e noise -e dust all.csv >kept.csv
  for t in all kept; do
    cut -d, -f1,2 $t.csv >$t.data
    cut -d, -f3 $t.csv >$t.truth
    cut -d, -f4- $t.csv >$t.labels
    ce-similarity euclidean -q $t.data >$t.mtx
  done
  both=ari,silhouette,ch,db,dunn,connectivity
  ce-score -q --matrix all.mtx -t all.truth --ignore noise,dust -s ch,connectivity all.labels | cut -d, -f3- >got
  ce-score -q --matrix kept.mtx -s ch,connectivity kept.labels | cut -d, -f3- >expected
  same_numbers 1e-12 expected got
  for j in 1 3; do
    # the column k counts all clusters
    ce-score -q -j $j --data all.data -t all.truth --ignore noise,dust -s $both --objects all.objects all.labels |
      cut -d, -f1,3- >got
    ce-score -q -j $j --data kept.data -t kept.truth -s $both --objects kept.objects kept.labels | cut -d, -f1,3- >expected
    same_numbers 1e-12 expected got
    # the objects that are left, without their numbers; names of clusters stay
    awk -F, 'NR > 1 && $3 != ""' all.objects | cut -d, -f1,3- >got
    awk -F, 'NR > 1 && $3 != ""' kept.objects | cut -d, -f1,3- >expected
    same_numbers 1e-12 expected got
    assert [ "$(wc -l <all.objects)" = 271 ]
    # silhouettes alone go another way
    ce-score -q -j $j --data all.data -t all.truth --ignore noise,dust -s silhouette all.labels | cut -d, -f3 >got
    ce-score -q -j $j --data kept.data -s silhouette kept.labels | cut -d, -f3 >expected
    same_numbers 1e-12 expected got
  done
}

@test "ce-score --ignore: notes count the objects that are left; a class column serves without -t" {
  table class,v a,1 a,1 b,2 b,2 noise,3 noise, >labels.csv
  table x 0 1 9 10 50 -50 >data.csv
  run_split ce-score --data data.csv --ignore noise -s silhouette labels.csv
  # with 1, 2, 3 and 4 by hand: a of each is 1, b the mean of 9 and 10, or of 8 and 9
  assert_equal "$output" "$(table clustering,k,silhouette v,3,0.8885448916408669)"
  assert_equal "$stderr" ""
  run_split ce-score --data data.csv --ignore noise,b -s silhouette labels.csv
  assert_equal "$output" "$(table clustering,k,silhouette v,3,)"
  assert_equal "$stderr" "ce-score: v: 1 cluster of 2 objects; what is measured by distances needs at least 2, and fewer than objects"
}

@test "ce-score --data: wrong use" {
  points >data.csv
  eight >labels.csv
  wrong() {
    run_split ce-score "${@:2}" labels.csv
    assert_error 2 "ce-score: $1
Try 'ce-score --help'."
  }
  wrong "measure 'silhouette' needs --data or --matrix" -s silhouette
  wrong "measure 'db' needs --data" -s db --matrix data.csv
  wrong "measure 'dunn' is of one clustering: not with --pairwise" -s dunn --pairwise
  wrong "measure 'dunn' is about all objects: not with --sample" -s dunn --data data.csv --sample 3
  wrong "--data and --matrix: one of them expected" --data data.csv --matrix data.csv
  wrong "--objects needs --data or --matrix" --objects out
  wrong "--neighbours is for connectivity, which is not asked for" --neighbours 3 --data data.csv
  wrong "--sample is for silhouette, which is not asked for" --sample 3 -s ch --data data.csv
  wrong "--data is for measures without a truth: none is asked for" --data data.csv -s ari
  wrong "--matrix is for measures without a truth: none is asked for" --matrix none.mtx -s ari,error
  wrong "--truth is for measures that need the classes: none is asked for" --data data.csv -t none.csv -s silhouette
  wrong "--seed goes with --sample: else nothing is drawn" --seed 3 --data data.csv
  wrong "--data and --matrix are about all pairs of objects: not with --part or --cut" --part 1/2 --data data.csv
  wrong "--pairwise compares the clusterings with each other: no --data, no --matrix" --pairwise --data data.csv
  run_split ce-score --data - - <labels.csv
  assert_equal "$stderr" "ce-score: --data and FILE are both standard input
Try 'ce-score --help'."
  run_split ce-score --data data.csv --objects - labels.csv
  assert_equal "$status" 2
}

@test "ce-score -s silhouette: cells of clusters, of one object and of equal ones, change no bit" {
  # clusters large enough for cells, one of a single place, one of one object, far from the origin
  awk 'BEGIN { srand(9); print "x,y,z,label"
    for (i = 0; i < 3000; i++) {
      c = i % 3; x = c * 2 + rand() + rand(); y = rand() * (c + 1)
      if (i % 10 == 9) { c = 3; x = .5; y = .25 }
      if (i == 0) { c = 4; x = 9; y = -9 }
      printf "%.6f,%.6f,%.6f,%s\n", 1e6 + x, y - 1e6, rand() / 9, c
    } }' >all.csv
  cut -d, -f1-3 all.csv >data.csv
  cut -d, -f4 all.csv >labels.csv
  for j in 1 3; do
    ce-score -q -j $j --data data.csv -s silhouette --objects few.$j labels.csv >few
  done
  ce-score -q --data data.csv -s silhouette,dunn --objects every labels.csv | cut -d, -f1-3 >pairs
  assert cmp few pairs
  assert cmp few.1 every
  assert cmp few.3 every
}

@test "ce-score -s silhouette: where it takes long, a note says how long, and that a sample is enough" {
  in_turn 4
  ce-synth blobs -k 1 -n 200000 --seed 2 -o data.csv
  awk 'BEGIN { print "a,b,c,d,e"; for (i = 0; i < 200000; i++) print i % 2 "," i % 3 "," i % 4 "," i % 5 "," i % 7 }' \
    >labels.csv
  ce-score -j 1 --data data.csv --class none -s silhouette labels.csv >out 2>err &
  for _ in {1..300}; do
    grep -qs silhouettes err && break
    kill -0 $! 2>/dev/null || break
    sleep .1
  done
  kill $! || true
  wait $! || true
  run sed -nE '/silhouettes/s/about [0-9.e+]+ s/about S s/gp' err
  assert_output "ce-score: the silhouettes of all 200000 objects take about S s here; with\
 --sample 20000 it is about S s, and their mean is nearly the same"
  # what no sample can tell (nothing was said)
  for measures in dunn silhouette,connectivity silhouette,dunn,connectivity; do
    # the one in the background may not have begun when err is looked at
    rm -f err
    ce-score -j 1 --data data.csv --class none -s $measures labels.csv >out 2>err &
    for _ in {1..300}; do
      grep -qs 'for all pairs' err && break
      kill -0 $! 2>/dev/null || break
      sleep .1
    done
    kill $! || true
    wait $! || true
    names=${measures#silhouette,}
    run sed -nE '/for all pairs/s/about [0-9.e+]+ s/about S s/gp' err
    assert_output "ce-score: ${names/,/ and } of all 200000 objects: about S s here, for all pairs"
  done
  # nothing is said where it is fast, or a sample already
  ce-score --data data.csv --class none -s silhouette --sample 100 labels.csv 2>err >out
  run grep -c 'take about' err
  assert_output 0
}

@test "ce-score -s silhouette: clusters that are ruled out by their centroids change no bit" {
  # with dunn every distance is computed; alone, those that cannot matter are left out
  awk 'BEGIN { srand(5); print "x,y,label"
    for (i = 0; i < 1500; i++) {
      c = i % 9
      printf "%.6f,%.6f,%s\n", (c % 3) * 9 + rand() * 8, int(c / 3) * 12 + rand() * 9,
        i % 50 == 7 ? "NA" : c
    } }' >all.csv
  cut -d, -f1,2 all.csv >data.csv
  cut -d, -f3 all.csv >labels.csv
  for j in 1 3; do
    ce-score -q -j $j --data data.csv -s silhouette --objects few.$j labels.csv >few
  done
  ce-score -q --data data.csv -s silhouette,dunn --objects every labels.csv | cut -d, -f1-3 >pairs
  assert cmp few pairs
  assert cmp few.1 every
  assert cmp few.3 every
  # and so of samples, whose last objects are one, two or more beyond the last sixteen
  for sample in {180..195}; do
    ce-score -q --data data.csv -s silhouette --sample $sample --objects some labels.csv >/dev/null
    assert_equal "$sample $(grep -vxFf every some)" "$sample "
  done
}

@test "ce-score -s silhouette: a cluster that is as near as the nearest one but for rounding is not ruled out" {
  # runs of points on a line: the one in the middle of a run is as far from the run before as from the run behind; the
  # first of them counts. Tenths round in each distance; eighths beside 1000000 are exact, but their centroids round.
  for line in '0 .1' '1000000 .125'; do
    awk -v line="$line" 'BEGIN { split(line, part, " ")
      for (i = -1; i < 1500; i++) {
        row = i < 0 ? "x" : sprintf("%.3f", part[1] + i * part[2])
        for (q = 0; q < 12; q++) row = row "," (i < 0 ? "c" q : int(i / (81 + 8 * q)))
        print row
      } }' >all.csv
    cut -d, -f1 all.csv >data.csv
    cut -d, -f2- all.csv >labels.csv
    ce-score -q --data data.csv -s silhouette --objects few labels.csv >bounded
    ce-score -q --data data.csv -s silhouette,dunn --objects every labels.csv | cut -d, -f1-3 >pairs
    cmp bounded pairs
    cmp few every
  done
}

@test "ce-score --matrix: correlations, which are below 0 too, are as the distances 1 - r" {
  ce-prepare zscore -q "$BUNDLED/wine.csv" >z.csv
  ce-generate kmeans -q -k 3 z.csv >l.csv
  ce-similarity pearson -q --digits 17 z.csv -o r.csv
  [ "$(tr ',' '\n' <r.csv | grep -c '^-')" -gt 100 ]
  awk -F, -v OFS=, '{ for (i = 1; i <= NF; i++) $i = sprintf("%.17g", i == NR ? 0 : 1 - $i); print }' r.csv >d.csv
  run_split ce-score --matrix r.csv -s silhouette,dunn,connectivity l.csv
  assert_equal "$status $stderr" "0 "
  assert_equal "$output" "$(ce-score --matrix d.csv --input distance -s silhouette,dunn,connectivity l.csv)"
}
