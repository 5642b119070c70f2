#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-plot tracking, members, flow: pictures of label tables; and what scatter shows of confidence.

setup() {
  load common
  load plots
  command -v gnuplot >/dev/null || skip "needs gnuplot"
}

# polygons FILE: the colors of its rectangles, in their order
polygons() {
  grep -o "<polygon fill = 'rgb([^)]*)" "$1" | sed 's/.*(//; s/)//; s/ //g'
}

# bands FILE: how many bands, which are transparent, the picture has
bands() { grep -c "fill-opacity = '0.450000'" "$1" || true; }

# as_drawn NUMBERS [MOST LEAST]: the bands and bars in `script` are those of flow.awk, in any order.
as_drawn() {
  awk -F, -v most="${2:-20}" -v least="${3:-0}" -f "$CE_SOURCE/tests/flow.awk" "$1" >points
  awk '
    function alike(a, b,   x, y, f, c) {
      f = split(a, x, " ")
      if (split(b, y, " ") != f || x[1] != y[1]) return 0
      for (c = 2; c <= f; c++) if (!(x[c] - y[c] < 5e-6 && y[c] - x[c] < 5e-6)) return 0
      return 1
    }
    NR == FNR { point[++points] = $0; next }
    /^plot / { begun = 1; for (c = 1; c <= NF; c++) if ($c ~ /^.#[0-9a-f]+.$/ && $c !~ /404040/) color[++colors] = substr($c, 2, 7); now = 1; next }
    /^e$/ { now++; next }
    begun && NF {
      for (p = 1; p <= points && !((!(p in used)) && alike(point[p], color[now] " " $0)); p++);
      if (p > points) { print "not expected: " color[now] " " $0; bad = 1; exit }
      used[p] = 1; found++
    }
    END { if (!bad && found != points) { print found " of " points; bad = 1 }; exit bad || !found }' points script
}

# Five objects by k: 1 splits off 3, and the names of the clusters change.
by_k() { table id,k2,k3 a,1,x b,2,y c,1,z d,2,y e,1,x; }

@test "ce-plot tracking: objects of a cluster stand together, and clusters keep their number" {
  by_k | ce-plot tracking --format csv >out
  # 1 is x (two objects of three), 2 is y; z has no partner and gets a new number
  table id,k2,k3 a,1,1 e,1,1 c,1,3 b,2,2 d,2,2 >expected
  cmp out expected
}

@test "ce-plot tracking: a row per object, in the colors of the numbers" {
  by_k | ce-plot tracking >t.svg
  blue=0,114,178 orange=213,94,0 green=0,158,115
  table $blue $blue $blue $blue $blue $green $orange $orange $orange $orange >expected
  polygons t.svg >out
  cmp out expected
  # the ids of few objects are shown
  grep -q '<text>e</text>' t.svg
}

@test "ce-plot tracking: numbers are those of ce-relabel, column after column" {
  awk 'BEGIN { print "a,b"; for (i = 0; i < 200; i++)
    print int(i * 7 % 31 / 8) "," (i * 13 % 9 ? int(i * 7 % 31 / 8) + 1 : 9) % 4 }' >l.csv
  ce-plot tracking --format csv l.csv | tail -n +2 | sort -t, -n | cut -d, -f2- >drawn
  # the first column by first appearance, the second as it agrees with that
  awk -F, 'NR == 1 { print; next } { if (!($1 in n)) n[$1] = ++k; print n[$1] "," $2 }' l.csv |
    ce-relabel --to a | tail -n +2 >expected
  cmp drawn expected
}

@test "ce-plot tracking: a missing label is white, and its objects come last" {
  table a,b NA,1 1,NA 1,1 >l.csv
  ce-plot tracking --format csv l.csv >out
  table id,a,b 3,1,1 2,1,NA 1,NA,1 >expected
  cmp out expected
  ce-plot tracking l.csv >t.svg
  assert_equal "$(polygons t.svg | grep -c 255,255,255)" 2
}

@test "ce-plot tracking: more objects than pixels: the color of most, and a note" {
  { echo a; repeated 6 1; repeated 4 2; } >l.csv
  run_split ce-plot tracking --pixels 2 l.csv
  assert_equal "$status" 0
  assert_equal "$stderr" \
    "ce-plot: 10 objects in 2 rows of pixels, each in the colour of most of its objects"
  # the second five are one of cluster 1 and four of cluster 2; one column is drawn twice as wide
  polygons - <<<"$output" | sort | uniq -c | sed 's/^ *//' >out
  table "4 0,114,178" "4 213,94,0" >expected
  cmp out expected
}

@test "ce-plot tracking: microclusters are as high as they have objects" {
  table size,a 3,1 1,2 >l.csv
  ce-plot tracking l.csv >t.svg
  # four rows of pixels, three of cluster 1; one column is drawn twice as wide and as high
  polygons t.svg | sort | uniq -c | sed 's/^ *//' >out
  table "12 0,114,178" "4 213,94,0" >expected
  cmp out expected
}

@test "ce-plot tracking: clusters beyond the colors are grey, and a note says how many" {
  { echo a; seq 30; seq 30; } >l.csv
  run_split ce-plot tracking l.csv
  assert_equal "$stderr" "ce-plot: 2 clusters without a partner among the others are grey: there\
 are no more colours"
  assert_equal "$(polygons - <<<"$output" | sort -u | wc -l)" 29
}

@test "ce-plot members: sorted by --labels, which also give the colors; matched by id" {
  table id,p,q a,1,2 b,2,1 c,1,2 d,2,2 >m.csv
  table id,class d,u c,v b,u a,v >l.csv
  ce-plot members --labels l.csv --format csv m.csv >out
  # u is the first label of that file, and has the number 1
  table id,p,q b,1,1 d,1,2 a,2,2 c,2,2 >expected
  cmp out expected
  table id,class d,u c,v b,u x,v >l.csv
  run_split ce-plot members --labels l.csv m.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
}

@test "ce-plot members: a row per member, and without --labels the central one sorts" {
  table a,b,c 1,1,1 2,2,1 1,1,2 2,2,2 >m.csv
  ce-plot members m.csv >t.svg
  blue=0,114,178 orange=213,94,0
  table $blue $blue $orange $orange $blue $blue $orange $orange $blue $orange $blue $orange \
    >expected
  polygons t.svg >out
  cmp out expected
}

@test "ce-plot members: memberships are pale where they are unsure" {
  table q:1,q:2 1,0 .5,.5 .25,.75 >soft.csv
  ce-plot members soft.csv >t.svg
  polygons t.svg | sed 6q | uniq >out
  # half way from the color to white; .75 of the second color
  table 0,114,178 128,185,217 224,134,64 >expected
  cmp out expected
}

@test "ce-plot flow: the table has the objects of each pair of clusters, and their shares" {
  table a,b 1,x 1,x 1,y 2,y NA,y >l.csv
  ce-plot flow --format csv l.csv >out
  table from,to,from_cluster,to_cluster,objects,of_from,of_to \
    a,b,1,x,2,0.6666666666666666,1 a,b,1,y,1,0.3333333333333333,0.3333333333333333 \
    a,b,2,y,1,1,0.3333333333333333 a,b,NA,y,1,1,0.3333333333333333 >expected
  diff out expected
}

@test "ce-plot flow: a bar for each cluster and for missing labels, and a band for each flow" {
  table a,b 1,x 1,x 1,y 2,y NA,y >l.csv
  ce-plot flow l.csv >f.svg
  assert_equal "$(bands f.svg)" 4
  # 1, 2, no label, x, y
  assert_equal "$(polygons f.svg | wc -l)" 9
  grep -q '<text>no label</text>' f.svg
}

@test "ce-plot flow: small clusters share a bar, thin bands are left out, and notes say so" {
  { echo a,b; repeated 50 1,1; repeated 40 2,2; echo 1,2; seq 3 6 | sed 's/.*/&,1/'; } >l.csv
  run_split ce-plot flow --clusters 2 --least .02 l.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-plot: 4 small clusters share the grey bars: --clusters
ce-plot: 1 bands of less than 0.02 of the objects each are left out: --least"
  # 1 to 1, 2 to 2, and the others to 1
  echo "$output" >f.svg
  assert_equal "$(bands f.svg)" 3
  grep -q '<text>others</text>' f.svg
}

@test "ce-plot flow: bars and bands are where sizes, order and missing labels put them" {
  load ensembles
  planted 60 4 4 45 | awk -F, -v OFS=, '{ $0 = (NR == 1 ? "size" : NR % 5 + 1) "," $0 }
    NR % 11 == 3 { $3 = "" } NR % 13 == 5 { $4 = "" } 1' >l.csv
  recorded ce-plot flow l.csv
  ce-plot tracking --format csv l.csv >numbers.csv
  as_drawn numbers.csv
  # the third clustering has fewer clusters than the second, which lacks labels
  planted 90 7 3 30 | awk -F, -v OFS=, 'NR > 1 && $3 > 2 { $3 = 2 } NR % 17 == 3 { $2 = "" } 1' >l.csv
  ce-plot tracking --format csv l.csv >numbers.csv
  recorded ce-plot flow l.csv
  as_drawn numbers.csv
  recorded ce-plot flow -q --clusters 3 --least .06 l.csv
  as_drawn numbers.csv 3 .06
}

@test "ce-plot flow: bars that are high enough have their names beside them" {
  { echo first,second; repeated 7 "a name of more than 18 letters,1"; repeated 3 b,2; } >l.csv
  recorded ce-plot flow --height 100 l.csv
  grep -e '^set label' -e '^set xtics' -e range script >out
  # .98 of the height are bars: .686 and .294, with a gap of .02
  table "set xrange [0.860:2.250]" "set yrange [1:0]" 'set xtics scale 0 ("first" 1, "second" 2)' \
    "set label \"a name of more tha\" at first 1.0900,0.343 left front textcolor rgb '#202020'" \
    "set label \"b\" at first 1.0900,0.853 left front textcolor rgb '#202020'" \
    "set label \"1\" at first 2.0900,0.343 left front textcolor rgb '#202020'" \
    "set label \"2\" at first 2.0900,0.853 left front textcolor rgb '#202020'" >expected
  diff expected out
  # a bar of 19.6 pixels has none
  { echo first,second; repeated 80 a,1; repeated 20 b,2; } >l.csv
  recorded ce-plot flow --height 100 l.csv
  assert_equal "$(grep '^set label' script | cut -d'"' -f2 | paste -sd' ')" "a 1"
  # names of numbers, of what is put together, of missing labels
  { echo x,y; repeated 5 1,1; repeated 4 2,1; repeated 3 3,1; repeated 3 4,1; repeated 5 ,1; } >l.csv
  recorded ce-plot flow -q --clusters 2 l.csv
  assert_equal "$(grep '^set label' script | cut -d'"' -f2 | paste -sd,)" "1,2,others,no label,1"
  # more than five stand askew, of more than 40 every second has its name
  for m in 5 6 7 40 41; do
    awk -v m=$m 'BEGIN { for (r = 0; r < 3; r++) for (q = 1; q <= m; q++) printf "%s%s", r ? r : "q" q, q < m ? "," : "\n" }' >l.csv
    recorded ce-plot flow l.csv
    sed -n 's/^set xrange .*:\(.*\)]/\1/p; s/^set xtics scale 0 \([^(]*\)(.*/\1/p' script | paste -sd, >>ranges
    grep '^set xtics' script | tr -cd , | wc -c >>commas
  done
  table 5.250, "6.250,rotate by 60 right " "7.300,rotate by 60 right " "40.300,rotate by 60 right " "41.300,rotate by 60 right " >expected
  diff expected ranges
  assert_equal "$(paste -sd' ' commas)" "4 5 6 39 20"
}

@test "ce-plot flow: microclusters count with their sizes" {
  table size,a,b 3,1,x 1,1,y >l.csv
  run ce-plot flow --format csv l.csv
  assert_line "a,b,1,x,3,0.75,1"
}

@test "ce-plot flow: one clustering is refused" {
  table a 1 2 >l.csv
  run_split ce-plot flow l.csv
  assert_error 1 "ce-plot: l.csv: one clustering, two or more expected"
  run_split ce-plot flow --format csv l.csv
  assert_error 1 "ce-plot: l.csv: one clustering, two or more expected"
}

@test "ce-plot scatter: --pca draws the components that ce-prepare pca computes" {
  ce-plot scatter --pca --format csv "$BUNDLED/iris.csv" >out
  assert_equal "$(head -n 1 out)" \
    "id,component 1 (92 % of the variance),component 2 (5 % of the variance),label"
  ce-prepare pca --components 2 "$BUNDLED/iris.csv" | cut -d, -f1,2 | tail -n +2 >expected
  tail -n +2 out | cut -d, -f2,3 | paste -d, - expected |
    awk -F, '{ a = $1 - $3; b = $2 - $4; if (!(a * a + b * b < 1e-18)) bad = 1 }
      END { exit bad || NR != 150 }'
  ce-plot scatter --pca "$BUNDLED/iris.csv" >s.svg
  # a parenthesis before a digit stays what it is
  grep -q '>component 1 (92 % of the variance)<' s.svg
}

@test "ce-plot scatter: --confidence makes unsure points pale, below 0 as 0" {
  table id,x,y a,1,1 b,2,2 c,3,3 >d.csv
  table object,margin c,-1 a,1 b,.5 >sure.csv
  ce-plot scatter --confidence sure.csv d.csv >s.svg
  # a is opaque, b 0.12 + 0.88 / 2, c as faint as can be
  assert_equal "$(grep -o " opacity='[0-9.]*" s.svg | cut -d"'" -f2 | sort -n | tr '\n' ' ')" \
    "0.12 0.56 "
  ce-plot scatter --confidence sure.csv --format csv d.csv >out
  table id,x,y,confidence a,1,1,1 b,2,2,0.5 c,3,3,-1 >expected
  cmp out expected
}

@test "ce-plot scatter: objects of a confidence table are found by their names, also by numbers" {
  table id,x,y 10,1,1 20,2,2 30,3,3 >d.csv
  table object,margin 30,.25 10,1 20,.5 >sure.csv
  ce-plot scatter --confidence sure.csv --format csv d.csv >out
  table id,x,y,confidence 10,1,1,1 20,2,2,0.5 30,3,3,0.25 >expected
  diff expected out
  # names of both kinds
  sed 's/^30/z/' d.csv >mixed.csv
  sed 's/^30/z/' sure.csv >mixed-sure.csv
  ce-plot scatter --confidence mixed-sure.csv --format csv mixed.csv >out
  sed 's/^30/z/' expected | diff - out
  # where there were no ids `object` is the number of the row
  table object,margin 1,.25 2,1 3,.5 >sure.csv
  ce-plot scatter --confidence sure.csv --format csv d.csv | cut -d, -f4 | paste -sd' ' >out
  assert_equal "$(cat out)" "confidence 0.25 1 0.5"
  table object,margin 2,.25 1,1 3,.5 >sure.csv
  run_split ce-plot scatter --confidence sure.csv d.csv
  assert_error 1 "ce-plot: sure.csv: row 1: its object is not in the data"
}

@test "ce-plot scatter: a confidence table of other objects is refused" {
  table id,x,y a,1,1 b,2,2 >d.csv
  table object,margin a,1 x,.5 >sure.csv
  run_split ce-plot scatter --confidence sure.csv d.csv
  assert_error 1 "ce-plot: sure.csv: row 2: its object is not in the data"
  table object,margin a,1 b,.5 a,1 b,.5 >sure.csv
  run_split ce-plot scatter --confidence sure.csv d.csv
  assert_error 1 "ce-plot: sure.csv: 4 rows for 2 objects (of several clusterings?)"
  table object,margin,word a,1,x b,.5,y >words.csv
  run_split ce-plot scatter --confidence words.csv --confidence-column word d.csv
  assert_error 1 "ce-plot: words.csv: column word is categorical, a numeric one expected"
  run_split ce-plot scatter --confidence sure.csv --confidence-column own d.csv
  assert_error 1 "ce-plot: sure.csv: no feature 'own'"
}

@test "ce-plot scatter --format csv: columns of words are written, a picture needs numbers" {
  table word,x,class 'a b,2,p' ',3,q' '"c,d",4,p' >d.csv
  ce-plot scatter --format csv d.csv >got
  table id,word,x,label '1,a b,2,p' 2,,3,q '3,"c,d",4,p' >expected
  diff expected got
}

@test "ce-plot scatter: --bins draws a square per cell, in the color of most of its objects" {
  # four cells of a grid: 3 of a and 1 of b, none, none, 1 of b
  table x,y,class 0,0,a 0,0.1,a 0.1,0,a 0.1,0.1,b 1,1,b >d.csv
  ce-plot scatter --bins 2 d.csv >s.svg
  grep -o "#gpPt4'.*color='rgb([^)]*)" s.svg | sed 's/.*rgb(//; s/[ )]//g' | sort >out
  table 0,114,178 213,94,0 >expected
  cmp out expected
}

@test "ce-plot: options of pictures do not go with a table" {
  by_k >l.csv
  for option in --title=x --width=300 --height=300; do
    run_split ce-plot tracking --format csv "$option" l.csv
    assert_error 2 "ce-plot: ${option%=*} does not go with a table
Try 'ce-plot --help'."
  done
  while read -r noun option; do
    # words
    # shellcheck disable=SC2086
    run_split ce-plot $noun --format csv $option l.csv
    assert_error 2 "ce-plot: ${option%% *} does not go with a table
Try 'ce-plot --help'."
  done <<'END_OF_ROWS'
scatter --equal
scatter --bins 4
flow --clusters 3
flow --least 0.1
silhouette --title x
silhouette --width 300
item-consensus --height 300
tracking --pixels 10
END_OF_ROWS
  run_split ce-plot scatter --pca --x k2 l.csv
  assert_error 2 "ce-plot: --pca or --x and --y, not both
Try 'ce-plot --help'."
}
