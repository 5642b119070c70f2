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

# two methods by k, the second with the same clusters under other names
two_methods() {
  awk 'BEGIN { print "a.k2,a.k3,a.k6,b.k2,b.k3,b.k6"; for (i = 0; i < 60; i++) { c = int(i / 10)
    print (c > 0) "," (c > 0) + (c > 2) "," c ",x" (c > 0) ",y" 2 - (c > 0) - (c > 2) ",z" 6 - c } }'
}

@test "ce-plot tracking: a cluster has its number again after clusterings without it" {
  two_methods >l.csv
  ce-plot tracking --format csv l.csv | tail -n +2 | cut -d, -f2-4 >first
  ce-plot tracking --format csv l.csv | tail -n +2 | cut -d, -f5-7 >again
  cmp first again
  assert_equal "$(cut -d, -f3 first | sort -u | wc -l)" 6
  # a few objects elsewhere do not matter
  awk -F, -v OFS=, 'NR % 9 == 5 { $6 = "z1" } 1' l.csv | ce-plot tracking --format csv |
    awk -F, 'NR > 1 && $4 != $7' >moved
  assert_equal "$(awk -F, '!($7 in seen) { seen[$7]; n++ } END { print n }' moved)" 1
}

@test "ce-plot tracking: a part of an earlier cluster gets its number where that is free" {
  # of the 10 objects of x, which p has, 4 come back as a cluster of their own
  { echo a,b,c; repeated 4 x,p,x; repeated 6 x,p,q; repeated 25 y,p,q; repeated 5 y,o,q; } >l.csv
  ce-plot tracking --format csv l.csv | tail -n +2 | cut -d, -f2- | uniq -c | tr -s ' ' >out
  table ' 4 1,2,1' ' 6 1,2,2' ' 25 2,2,2' ' 5 2,3,2' | diff - out
  # not where another has it
  { echo a,b,c; repeated 4 x,p,x; repeated 6 x,p,q; repeated 25 y,p,r; repeated 5 y,o,r; } >l.csv
  ce-plot tracking --format csv l.csv | tail -n +2 | cut -d, -f2- | uniq -c | tr -s ' ' >out
  table ' 6 1,2,1' ' 4 1,2,4' ' 25 2,2,2' ' 5 2,3,2' | diff - out
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
  assert_equal "$stderr" "ce-plot: 2 clusters are grey: there are 28 colours"
  assert_equal "$(polygons - <<<"$output" | sort -u | wc -l)" 29
}

# said_in FILE: what stands in the small letters of remarks
said_in() { grep -A1 'font-size="9.00"' "$1" | sed -n 's/.*<text>\(.*\)<\/text>/\1/p'; }

@test "ce-plot tracking, members, flow, clustree: the picture itself says what it leaves out or puts together" {
  { echo a,b; seq 40 | sed 's/.*/&,&/'; repeated 60 1,1; echo 2,1; } >l.csv
  said="101 objects in 50 rows of pixels, each in the colour of most of its objects
12 clusters are grey: there are 28 colours"
  ce-plot tracking -q --pixels 50 -o t.svg l.csv
  assert_equal "$(said_in t.svg)" "$said"
  ce-plot members -q --pixels 50 -o m.svg l.csv
  assert_equal "$(said_in m.svg)" "objects
${said/rows/columns}"
  ce-plot flow -q --clusters 20 --least .05 -o f.svg l.csv
  assert_equal "$(said_in f.svg | tail -n 2)" "40 small clusters share the grey bars
20 bands of less than 0.05 of the objects each are left out"
  ce-plot clustree -q --clusters 20 --least .02 -o c.svg l.csv
  assert_equal "$(said_in c.svg | grep 'small\|left out' | sort -r)" "40 small clusters share the grey circles
1 line of less than 0.02 of the lower cluster is left out"
  # in a narrow picture a text has several lines
  ce-plot tracking -q --pixels 50 --width 300 -o t.svg l.csv
  assert_equal "$(said_in t.svg | tail -n 2)" "12 clusters are grey: there are
28 colours"
  assert_equal "$(said_in t.svg | grep -c objects)" 2
  # where all is there nothing is said
  { echo a,b; repeated 3 1,1; repeated 4 2,2; } >l.csv
  for noun in tracking flow; do
    ce-plot $noun -o $noun.svg l.csv
    assert_equal "$(said_in $noun.svg)" ""
  done
}

# columns NAME... <TABLE: these columns, as a CSV table.
columns() {
  awk -F, -v OFS=, -v want="$*" 'BEGIN { n = split(want, name, " ") }
    NR == 1 { for (c = 1; c <= NF; c++) at[$c] = c }
    { line = $at[name[1]]; for (i = 2; i <= n; i++) line = line OFS $at[name[i]]; print line }'
}

@test "ce-plot tracking, flow, clustree: the order of the columns gives no cluster another color (large ones were grey behind a column of many)" {
  # clusters within clusters, some objects elsewhere
  awk 'BEGIN { print "id,k2,k6,k40,k60"; for (i = 0; i < 240; i++) { j = i * 7 % 240
    print "o" i "," int(j / 120) "," int(j / 40) "," int(i % 11 ? j / 6 : i % 40) "," int(j / 4) } }' >l.csv
  for order in "k2 k6 k40 k60" "k60 k40 k6 k2" "k40 k2 k60 k6" "k6 k60 k2 k40"; do
    # words
    # shellcheck disable=SC2086
    columns id $order <l.csv >now.csv
    run_split ce-plot tracking now.csv
    assert_equal "$stderr" "ce-plot: 32 clusters are grey: there are 28 colours"
    ce-plot tracking --format csv now.csv | columns id k2 k6 k40 k60 | sort >found
    cp -n found first
    diff first found
    for noun in flow clustree; do
      recorded ce-plot $noun -q --width 1500 --height 1500 now.csv
      # none of the clusters of k2 and k6 is grey: the first six colors
      for color in 0072b2 d55e00 009e73 cc79a7 e69f00 56b4e9; do
        grep -aq "$color\|^[0-9.]* [0-9]* [0-9.]* $((0x$color))$" script
      done
    done
  done
  assert_equal "$(cut -d, -f2 first | sort -u | paste -sd' ')" "1 2 k2"
  assert_equal "$(cut -d, -f3 first | sort -u | paste -sd' ')" "1 2 3 4 5 6 k6"
}

@test "ce-plot tracking, members: where colors run out the largest clusters have them, and the others keep theirs" {
  # labels 3 and 30 to 40 have nine objects, 10 and 12 five, others up to 18 two, 19 to 29 one: of 28 colors 14 are for those
  # with two objects, which are 15. So 18 to 28 give their numbers up, and 30 to 40 take them.
  awk 'BEGIN { print "id,one,many"; for (c = 1; c <= 40; c++)
    for (i = 0; i < (c == 3 || c > 29 ? 9 : c == 10 || c == 12 ? 5 : 1 + (c < 19)); i++) print c "." i ",x," c }' >l.csv
  columns id many <l.csv >many.csv
  columns id one <l.csv >one.csv
  seq 40 | awk '{ print $1 "," ($1 < 18 || $1 == 29 ? $1 : $1 < 29 ? $1 + 12 : $1 - 12) }' | sort >expected
  labels() { cut -d, -f"$1" | sed '1d; s/\.[0-9]*,/,/' | sort -u; }
  ce-plot tracking --format csv many.csv | labels 1,2 | diff expected -
  # where there is a clustering before, or labels, 3 is x, and 1 and 2 have the next numbers
  sed -i 's/^1,1$/1,2/; s/^2,2$/2,3/; s/^3,3$/3,1/' expected
  ce-plot tracking --format csv l.csv | labels 1,3 | diff expected -
  ce-plot members --labels one.csv --format csv many.csv | labels 1,2 | diff expected -
  # noise needs no color
  sed 's/,40$/,noise/' many.csv | ce-plot tracking --format csv | labels 1,2 >found
  assert_equal "$(awk -F, '$2 == 18 || $2 > 28 { print $1 }' found | paste -sd' ')" "18 19 20 21 22 23 24 25 26 27 28 29 40"
}

@test "ce-plot: the first twelve colors of clusters are easy to tell apart (CIE 1976)" {
  { echo a,b; seq 12 | sed 's/.*/&,&/'; } >l.csv
  recorded ce-plot flow l.csv
  grep -ao "border linecolor rgb '#404040' fillcolor rgb '#[0-9a-f]*" script | sed 's/.*#//; s/../ &/g' >colors
  awk '
    function part(hex,   v) {
      v = (16 * (index(digits, substr(hex, 1, 1)) - 1) + index(digits, substr(hex, 2, 1)) - 1) / 255
      return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ^ 2.4
    }
    function f(t) { return t > 216 / 24389 ? t ^ (1 / 3) : (24389 / 27 * t + 16) / 116 }
    BEGIN { digits = "0123456789abcdef"; least = 1000 }
    { r = part($1); g = part($2); b = part($3)
      x = f((.4124 * r + .3576 * g + .1805 * b) / .95047); y = f(.2126 * r + .7152 * g + .0722 * b)
      z = f((.0193 * r + .1192 * g + .9505 * b) / 1.08883)
      L[NR] = 116 * y - 16; A[NR] = 500 * (x - y); B[NR] = 200 * (y - z)
      for (i = 1; i < NR; i++) {
        d = sqrt((L[i] - L[NR]) ^ 2 + (A[i] - A[NR]) ^ 2 + (B[i] - B[NR]) ^ 2)
        if (d < least) least = d
      } }
    END { printf "%d colors, %.0f apart\n", NR, least }' colors >apart
  assert_equal "$(cat apart)" "12 colors, 22 apart"
}

@test "ce-plot tracking, flow, clustree, members: the label noise is grey, in each clustering" {
  { echo a,b; repeated 4 x,x; repeated 3 noise,y; repeated 3 y,noise; } >l.csv
  ce-plot tracking --format csv l.csv >out
  # y has the objects of noise, and their number, which is no longer that of noise
  table id,a,b 1,1,1 2,1,1 3,1,1 4,1,1 8,2,4 9,2,4 10,2,4 5,4,3 6,4,3 7,4,3 | diff - out
  grey=144,144,144
  ce-plot tracking l.csv | polygons - >colors
  assert_equal "$(grep -c "^$grey$" colors)" 6
  for noun in flow clustree; do
    recorded ce-plot $noun l.csv
    grep -a >/dev/null "#909090\|$((0x909090))" script
  done
  # also where members correspond to it: one row of cells, each drawn as four
  { echo c; repeated 4 x; repeated 3 noise; repeated 3 y; } >to.csv
  { echo a; repeated 4 1; repeated 3 2; repeated 3 3; } >m.csv
  ce-plot members --labels to.csv m.csv | polygons - | sort | uniq -c | tr -s ' ' >colors
  grep -qx " 12 $grey" colors
  # it does not count with the 28 colors
  { echo a; seq 28; echo noise; seq 28; } >l.csv
  run_split ce-plot tracking l.csv
  run grep -c grey <<<"$stderr"
  assert_output 0
}

@test "ce-plot members: sorted by --labels, which also give the colors; matched by id" {
  table id,p,q a,1,2 b,2,1 c,1,2 d,2,2 >m.csv
  table id,class d,u c,v b,u a,v >l.csv
  ce-plot members --labels l.csv --format csv m.csv >out
  # u is the first label of that file, and has the number 1
  table id,p,q b,1,1 d,1,2 a,2,2 c,2,2 >expected
  cmp out expected
  table id,class d,u c,v b,u x,v >l.csv
  run_split ce-plot members --labels l.csv --format csv m.csv
  assert_equal "$output" "$(ce-plot members -q --labels <(sed 's/^x,v/a,NA/' l.csv) --format csv m.csv)"
  assert_equal "$status ${stderr_lines[0]}" "0 ce-plot: l.csv: no row for 1 of the 4 objects of m.csv, such as 'a': no class"
}

@test "ce-plot members, tracking, flow, clustree: the label gives the color, as in scatter and silhouette, not its first row" {
  # numbers by value, then texts, then noise
  table id,r i1,10 i2,b i3,noise i4,9 i5,a i6,2 i7,9 >r.csv
  table id,p,q i1,A,A i2,B,B i3,C,C i4,D,D i5,E,E i6,F,F i7,D,D >m.csv
  table id,x,y i1,1,1 i2,2,2 i3,3,3 i4,4,4 i5,5,5 i6,6,6 i7,7,7 >d.csv
  sed 's/^/k,/; s/$/,.5/; 1s/.*/clustering,object,cluster,silhouette/' r.csv >s.csv
  sed '1s/$/,same/; 1!s/,.*/&&/' r.csv >twice.csv
  declare -A color=([2]=0072b2 [9]=d55e00 [10]=009e73 [a]=cc79a7 [b]=e69f00 [noise]=909090)
  for order in cat "awk NR==1{print;next}{l[NR]=\$0}END{for(i=NR;i>1;i--)print(l[i])}"; do
    for file in r m d s twice; do $order $file.csv >$file.now; done
    # the number of the picture is that of the label
    ce-plot members --labels r.now --format csv m.now >found
    table id,p,q i6,1,1 i4,2,2 i7,2,2 i1,3,3 i5,4,4 i2,5,5 i3,6,6 | sort | diff - <(sort found)
    assert_equal "$(cut -d, -f2 found | tail -n +2 | paste -sd' ')" "1 2 2 3 4 5 6"
    ce-plot members --labels r.now m.now | polygons - | sed -n 1,7p | paste -sd' ' >members
    assert_equal "$(cat members)" "0,114,178 213,94,0 213,94,0 0,158,115 204,121,167 230,159,0 144,144,144"
    ce-plot tracking --format csv twice.now | cut -d, -f1,2 | sort >found
    table id,r i6,1 i4,2 i7,2 i1,3 i5,4 i2,5 i3,7 | sort | diff - found
    # series by name
    recorded ce-plot scatter --labels r.now d.now
    for name in "${!color[@]}"; do
      grep -a '^plot' script | grep -oE "rgb '#[0-9a-f]{6}' title \"[^\"]*" | grep >/dev/null "^rgb '#${color[$name]}' title \"$name$"
    done
    recorded ce-plot flow twice.now
    for name in "${!color[@]}"; do
      ce-plot flow --format csv twice.now | grep >/dev/null "^r,same,$name,"
      grep -aq "fillcolor rgb '#${color[$name]}'" script
    done
    mv script flow.$((++done))
    recorded ce-plot silhouette s.now
    grep -a '^plot' script | grep -o '#[0-9a-f]*' | sed -n 1,5p | paste -sd' ' >silhouette
    assert_equal "$(cat silhouette)" "#0072b2 #d55e00 #009e73 #cc79a7 #e69f00"
  done
  # the order of the rows matters to nothing
  cmp flow.1 flow.2
}

@test "ce-plot members: without --labels the labels of the central clustering give the colors, and its noise is grey" {
  { echo a,b; repeated 3 2,x; repeated 3 noise,y; repeated 3 1,z; } >m.csv
  for rows in cat tac; do
    { echo a,b; tail -n +2 m.csv | $rows; } >now.csv
    ce-plot members now.csv | polygons - | sed 's/,//g' | uniq | sed -n 1,3p | paste -sd' ' >colors
    assert_equal "$(cat colors)" "0114178 213940 144144144"
  done
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
ce-plot: 1 band of less than 0.02 of the objects is left out: --least"
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
  { echo first,second; repeated 7 "a name of more than 24 letters,1"; repeated 3 b,2; } >l.csv
  recorded ce-plot flow --height 100 l.csv
  grep -e '^set label' -e '^set xtics' -e range script >out
  # .98 of the height are bars: .686 and .294, with a gap of .02
  table "set xrange [0.860:2.5221]" "set yrange [1:0]" 'set xtics scale 0 ("first" 1, "second" 2)' \
    "set label \"a name of m... 24 letters\" at first 1.0786,0.343 left front textcolor rgb '#000000'" \
    "set label \"b\" at first 1.0786,0.853 left front textcolor rgb '#000000'" \
    "set label \"1\" at first 2.0786,0.343 left front textcolor rgb '#000000'" \
    "set label \"2\" at first 2.0786,0.853 left front textcolor rgb '#000000'" >expected
  diff expected out
  # bars have 56 of 100 pixels: one of 13.7 has no name, one of 14.3 has
  { echo first,second; repeated 75 a,1; repeated 25 b,2; } >l.csv
  recorded ce-plot flow --height 100 l.csv
  assert_equal "$(grep '^set label' script | cut -d'"' -f2 | paste -sd' ')" "a 1"
  { echo first,second; repeated 74 a,1; repeated 26 b,2; } >l.csv
  recorded ce-plot flow --height 100 l.csv
  assert_equal "$(grep '^set label' script | cut -d'"' -f2 | paste -sd' ')" "a b 1 2"
  { echo first,second; repeated 75 a,1; repeated 25 b,2; } >l.csv
  recorded ce-plot flow --height 100 l.csv
  assert_equal "$(grep '^set label' script | cut -d'"' -f2 | paste -sd' ')" "a 1"
  # names of numbers, of what is put together, of missing labels
  { echo x,y; repeated 5 1,1; repeated 4 2,1; repeated 3 3,1; repeated 3 4,1; repeated 5 ,1; } >l.csv
  recorded ce-plot flow -q --clusters 2 l.csv
  assert_equal "$(grep '^set label' script | cut -d'"' -f2 | paste -sd,)" "1,2,others,no label,1"
  # names that would meet stand askew, and where there is still less room, every second has its name
  for m in 5 25 26 60 61; do
    awk -v m=$m 'BEGIN { for (r = 0; r < 3; r++) for (q = 1; q <= m; q++) printf "%s%s", r ? r : "q" q, q < m ? "," : "\n" }' >l.csv
    recorded ce-plot flow l.csv
    sed -n "s/^set xtics scale 0 \([^(]*\)(.*/\1/p" script >>askew
    grep '^set xtics' script | tr -cd , | wc -c >>commas
  done
  table "" "rotate by 60 right " "rotate by 60 right " "rotate by 60 right font ',9' " "rotate by 60 right font ',9' " >expected
  diff expected askew
  assert_equal "$(paste -sd' ' commas)" "4 24 25 30 31"
}

@test "ce-plot flow: long names are cut in their middle, have room to the left, and do not meet" {
  { for k in $(seq 2 9); do echo "a-long-name-of-a-clustering.k$k"; done | paste -sd,; table 1,1,1,1,1,1,1,a-cluster-of-many-letters; } >l.csv
  recorded ce-plot flow l.csv
  commands | grep >/dev/null '^set xtics.*"a\\055long\\055name...ustering.k9" 8)$'
  # the first name reaches 106 pixels to the left, 7.5 / 2 for each of 24 letters and 16; the bar stands 14 pixels from the edge of the frame
  assert_equal "$(commands | sed -n 's/^set lmargin at screen //p' | awk '{ print int($1 * 800 + .5) }')" 94
  # where clusterings are some 100 pixels apart, less the bar and a gap, there are 13 small letters
  commands | grep >/dev/null "^set label \"a.055clus...tters\".* font ',9'"
  # a low picture leaves a third of its height to them
  recorded ce-plot flow --height 200 l.csv
  commands | grep >/dev/null '^set xtics.*"a.055l\.\.\.\.k9" 8)$'
}

@test "ce-plot flow: bands of dark colors are paler, so that names can be read on them" {
  { echo a,b; for c in $(seq 8); do echo $c,$c; done; } >l.csv
  recorded ce-plot flow l.csv
  # the seventh is black, the eighth a dark blue
  assert_equal "$(commands | grep '^plot' | grep -o "solid 0.25 noborder fillcolor rgb '[^']*'" | paste -sd' ')" "solid 0.25 noborder fillcolor rgb '#000000' solid 0.25 noborder fillcolor rgb '#00446b'"
  assert_equal "$(commands | grep '^plot' | grep -o "solid 0.45" | wc -l)" 6
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

# circles, lines: what `script` draws in a clustree: x, row, radius, color; x, row, to the right, down, color
circles() {
  awk '
    /^e$/ { s++ }
    /^plot / { n = gsub(/with vectors/, "") }
    NF != 4 || s != n { next }
    /^[0-9]/' script
}
lines() {
  awk '
    NF != 5 || $4 != 1 { next }
    /^[0-9]/' script
}
# color RIGHT: that of the line at 1 which goes so far to the right
color() { lines | awk -v right="$1" '$1 != 1 || $3 != right { next } { print $5 }'; }

@test "ce-plot clustree: a circle for each cluster below its parent, lines by shared objects" {
  # 1 splits into 1 and 3, 2 stays but takes one object of 1; then 3 and 2 join
  { echo k2,k3,k4; repeated 5 1,1,1; repeated 3 1,3,2; repeated 1 1,2,2; repeated 4 2,2,2; } >l.csv
  recorded ce-plot clustree -q --least 0 l.csv
  # by number, from the left; slots: 1, 3 and 2; the last row has 1 below 1 and 2 below 2
  circles | cut -d' ' -f1,2 >at
  table '1 1' '2.5 1' '0.5 2' '1.5 2' '2.5 2' '0.5 3' '2.5 3' >expected
  diff expected at
  # areas are as the objects: 9, 4; 5, 3, 5; 5, 8
  circles | awk 'NR == 1 { unit = 9 / $3 ^ 2 } { printf "%.3f ", $3 ^ 2 * unit }' >areas
  assert_equal "$(cat areas)" "9.000 4.000 5.000 3.000 5.000 5.000 8.000 "
  # colors are those of the numbers of ce-plot tracking
  circles | cut -d' ' -f4 | paste -sd' ' >colors
  blue=$((0x0072b2)) orange=$((0xd55e00)) green=$((0x009e73))
  assert_equal "$(cat colors)" "$blue $orange $blue $green $orange $blue $orange"
  # every flow is a line from parent to child
  lines | cut -d' ' -f1-4 | sort >between
  table '0.5 2 0 1' '1 1 -0.5 1' '1 1 0.5 1' '1 1 1.5 1' '1.5 2 1 1' '2.5 1 0 1' '2.5 2 0 1' >expected
  diff expected between
  # the darker, the larger the share of the lower cluster: 1/5 of 2, 3/8 of 2, 4/5, 5/8, and all
  run awk '{ print ($5 < last) + 0; last = $5 }' < <(lines | sort -t' ' -k5,5nr -u)
  assert_equal "$(color 1.5)" "$((0xc6c6c6))"
  assert_equal "$(color -.5)" "$((0x333333))"
}

@test "ce-plot clustree: lines of small shares are left out, small clusters share a circle, and notes say so" {
  { echo k2,k3; repeated 40 1,1; repeated 3 1,2; repeated 37 2,2; repeated 2 2,3; repeated 1 1,4; repeated 1 1,; } >l.csv
  run_split ce-plot clustree --clusters 2 --height 300 l.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-plot: 2 small clusters share the grey circles: --clusters
ce-plot: 1 line of less than 0.1 of the lower cluster is left out: --least
ce-plot: 2 circles are too small for their names"
  grep -q '<text>k2</text>' <<<"$output"
  # names in circles are white on dark colors
  recorded ce-plot clustree -q l.csv
  assert_equal "$(grep -a '^set label "1"' script | grep -o "textcolor.*" | sort -u)" "textcolor rgb '#ffffff'"
  # microclusters count with their sizes
  table size,a,b 9,1,x 4,1,y >l.csv
  recorded ce-plot clustree -q l.csv
  circles | awk 'NR == 1 { unit = 13 / $3 ^ 2 } { printf "%.3f ", $3 ^ 2 * unit }' >areas
  assert_equal "$(cat areas)" "13.000 9.000 4.000 "
}

@test "ce-plot clustree: long names of clusterings are cut in their middle, and thinned where rows are low" {
  { echo a-very-long-name-of-a-clustering.k2,a-very-long-name-of-a-clustering.k3; table 1,1 2,2; } >l.csv
  recorded ce-plot clustree -q l.csv
  commands | grep -F >/dev/null '("a\055very\055lo...tering.k2" 1, "a\055very\055lo...tering.k3" 2)'
  for m in 5 40; do
    awk -v m=$m 'BEGIN { for (r = 0; r < 3; r++) for (q = 1; q <= m; q++) printf "%s%s", r ? r : "q" q, q < m ? "," : "\n" }' >l.csv
    recorded ce-plot clustree -q --height 300 l.csv
    commands | grep '^set ytics' | tr -cd , | wc -c >>commas
  done
  assert_equal "$(paste -sd' ' commas)" "4 13"
}

@test "ce-plot clustree: the table is that of flow, one clustering is refused" {
  table a,b 1,x 1,x 1,y 2,y NA,y >l.csv
  ce-plot flow --format csv l.csv >flow.csv
  ce-plot clustree --format csv l.csv | cmp flow.csv -
  run_split ce-plot clustree --least .5 --format csv l.csv
  assert_error 2 "ce-plot: --least does not go with a table
Try 'ce-plot --help'."
  table a 1 2 >l.csv
  run_split ce-plot clustree l.csv
  assert_error 1 "ce-plot: l.csv: one clustering, two or more expected"
}

@test "ce-plot scatter: --pca draws the components that ce-prepare pca computes" {
  ce-plot scatter --pca --format csv "$BUNDLED/iris.csv" >out
  assert_equal "$(head -n 1 out)" \
    "id,x,y,label"
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

@test "ce-plot scatter: of a confidence table of several clusterings one is taken" {
  table id,x,y a,1,1 b,2,2 >d.csv
  table clustering,object,cluster,margin c.k2,a,1,.25 c.k2,b,2,.5 c.k3,a,1,.75 c.k3,b,3,1 >sure.csv
  run_split ce-plot scatter --confidence sure.csv --format csv d.csv
  assert_output "id,x,y,confidence
a,1,1,0.25
b,2,2,0.5"
  assert_equal "$stderr" "ce-plot: sure.csv: the first clustering of several: --clustering takes another"
  run_split ce-plot scatter --confidence sure.csv --clustering c.k3 --format csv d.csv
  assert_line "a,1,1,0.75"
  assert_equal "$stderr" ""
  # that of the labels by itself
  table id,c.k2,c.k3 a,1,1 b,2,3 >l.csv
  run_split ce-plot scatter --labels l.csv --column c.k3 --confidence sure.csv --format csv d.csv
  assert_line "b,2,2,3,1"
  assert_equal "$stderr" ""
  # another one is told, also where the table has no more rows than the data
  sed '/c.k3/d' sure.csv >one.csv
  run_split ce-plot scatter --labels l.csv --column c.k3 --confidence one.csv --format csv d.csv
  assert_line "b,2,2,3,0.5"
  assert_equal "$stderr" "ce-plot: one.csv: the confidence is that of c.k2, not of c.k3: --clustering takes another"
  run_split ce-plot scatter --confidence sure.csv --clustering c.k4 d.csv
  assert_error 1 "ce-plot: sure.csv: no clustering 'c.k4'; the first is 'c.k2'"
  # a k serves as well, and rows are found by number where there are no names
  table k,object,own 2,1,.25 2,2,.5 3,1,.75 3,2,1 >sure.csv
  table x,y 1,1 2,2 >d.csv
  run_split ce-plot scatter --confidence sure.csv --confidence-column own --clustering 3 --format csv d.csv
  assert_line "2,2,2,1"
  run_split ce-plot scatter --clustering 3 d.csv
  assert_error 2 "ce-plot: --clustering goes with --confidence
Try 'ce-plot --help'."
}

@test "ce-plot tracking, members, flow, clustree: a table without any label is refused, as a picture and as a table" {
  table a,b , NA,? >l.csv
  for noun in tracking members flow clustree; do
    for format in svg csv; do
      run_split ce-plot $noun --format $format -o out l.csv
      assert_error 1 "ce-plot: l.csv: no object has a label"
      [ ! -e out ]
    done
  done
  # one clustering without labels, before or after another, is drawn
  for rows in ",1 ,2" "1, 2,"; do
    # words
    # shellcheck disable=SC2086
    table a,b $rows >l.csv
    ce-plot tracking --format csv l.csv | tail -n +2 | sed 's/^[12],//; s/NA//' | diff <(tail -n +2 l.csv) -
    for noun in members flow clustree; do ce-plot $noun l.csv | grep >/dev/null '^</svg>'; done
  done
}

@test "ce-plot tracking, members: few cells are an image in a PNG, where seams would part them" {
  table a,b 1,1 2,2 >l.csv
  for noun in tracking members; do
    recorded ce-plot $noun --format png l.csv
    assert_equal "$(grep -a '^plot' script | grep -o 'array=([0-9,]*)\|with rgbimage.*')" "array=(1200,1200)
with rgbimage notitle"
  done
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
  assert_error 1 "ce-plot: sure.csv: no feature 'own'; --confidence-column takes another column:\
 margin"
  # that of ce-consensus has a column for each clustering
  table a.confidence,b.confidence,c,d,e,f 1,1,1,1,1,1 0,0,0,0,0,0 >sure.csv
  run_split ce-plot scatter --confidence sure.csv d.csv
  assert_error 1 "ce-plot: sure.csv: no feature 'margin'; --confidence-column takes another column:\
 a.confidence, b.confidence, c, d, e, ..."
  table word,x y,z y,z >sure.csv
  run_split ce-plot scatter --confidence sure.csv d.csv
  assert_error 1 "ce-plot: sure.csv: no feature 'margin'; --confidence-column takes another column"
}

@test "ce-plot scatter: the confidence of ce-consensus for the labels that are drawn" {
  ce-generate kmeans -q -k 2..5 -m 9 "$BUNDLED/iris.csv" >base.csv
  ce-consensus -q eac-al -k 2,3 --confidence sure.csv base.csv >labels.csv
  assert_equal "$(head -n 1 sure.csv)" eac-al.k2.confidence,eac-al.k3.confidence
  for k in 2 3; do
    ce-plot scatter --format csv --labels labels.csv --column eac-al.k$k --confidence sure.csv "$BUNDLED/iris.csv" >found.csv
    ce-plot scatter --format csv --labels labels.csv --column eac-al.k$k --confidence sure.csv \
      --confidence-column eac-al.k$k.confidence "$BUNDLED/iris.csv" | cmp - found.csv
    assert_equal "$(tail -n +2 found.csv | awk -F, '{ print $NF }' | paste -sd,)" \
      "$(tail -n +2 sure.csv | cut -d, -f$((k - 1)) | paste -sd,)"
  done
  run_split ce-plot scatter --confidence sure.csv "$BUNDLED/iris.csv"
  assert_error 1 "ce-plot: sure.csv: no feature 'margin'; --confidence-column takes another column: eac-al.k2.confidence, eac-al.k3.confidence"
}

@test "ce-plot scatter --pca: numbers whose squares overflow are refused, by their name: their components were anything" {
  table word,a,b x,1,2 y,3e160,4 z,5,6 u,7e160,1 >d.csv
  run_split ce-plot scatter --id word --pca --format csv d.csv
  assert_error 1 "ce-plot: d.csv: column a: numbers from 1 to 7e+160 are too large for principal components"
  # below that they are the components of smaller numbers, times a factor
  sed 's/e160/e-1/' d.csv | awk -F, -v OFS=, 'NR > 1 { $2 *= 2 ^ 480; $3 *= 2 ^ 480 } 1' OFMT=%.17g CONVFMT=%.17g >large.csv
  sed 's/e160/e-1/' d.csv | ce-plot scatter --id word --pca --format csv | awk -F, 'NR > 1 { print $2 * 2 ^ 480, $3 * 2 ^ 480 }' OFMT=%.12g >expected
  ce-plot scatter --id word --pca --format csv large.csv | awk -F, 'NR > 1 { print $2 + 0, $3 + 0 }' OFMT=%.12g | cmp - expected
}

@test "ce-plot scatter --pca: equal values have no variance, also where their mean is not exact" {
  { echo a,b; repeated 30 .1,3.3; } >d.csv
  ce-plot scatter --pca d.csv >s.svg
  grep '>component 1 (no variance)<' s.svg
  grep '>component 2 (no variance)<' s.svg
  awk 'BEGIN { print "a,b"; for (i = 0; i < 30; i++) print i % 2 "," i % 3 }' >m.csv
  ce-report -q -r m.csv --data d.csv m.csv | grep '>component 1 (no variance)<'
}

@test "ce-plot scatter --format csv: columns of words are written, a picture needs numbers" {
  table word,x,class 'a b,2,p' ',3,q' '"c,d",4,p' >d.csv
  ce-plot scatter --format csv d.csv >got
  table id,x,y,label '1,a b,2,p' 2,,3,q '3,"c,d",4,p' >expected
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

@test "ce-plot scatter: more than 3000 objects are put together, which picture and note say, unless by --bins 0" {
  for n in 3000 3001; do
    awk -v n=$n 'BEGIN { print "x,y"; for (i = 0; i < n; i++) print i % 5 "," i % 4 }' >d.csv
    for how in "" "--bins 0" "--bins 2"; do
      # shellcheck disable=SC2086 # options
      recorded ce-plot scatter $how d.csv 2>note
      echo "$n $how:$(sed 's/ce-plot//' note)" >>said
      commands | grep "^set label\|^set bmargin" | cut -d' ' -f3- >>said || :
    done
  done
  lines() {
    table "at screen 0.140000" "'a square: the objects in a cell of a grid' at screen 0.5,0.037143 center font ',9' textcolor rgb '#404040'" \
      "'the larger, the more there are' at screen 0.5,0.017143 center font ',9' textcolor rgb '#404040'"
  }
  { table "3000 :" "3000 --bins 0:" "3000 --bins 2:: 3000 objects in 4 squares, the larger, the more"; lines
    echo "3001 :: 3001 objects in 20 squares, the larger, the more (--bins 0: a point for each object)"; lines
    table "3001 --bins 0:" "3001 --bins 2:: 3001 objects in 4 squares, the larger, the more"; lines; } >expected
  diff expected said
  # the picture is that of a grid of 90, and its table is of objects
  recorded ce-plot scatter -q d.csv
  mv script automatic
  recorded ce-plot scatter -q --bins 90 d.csv
  cmp script automatic
  assert_equal "$(ce-plot scatter --format csv d.csv | wc -l)" 3002
}

@test "ce-plot scatter --bins --format csv: the cells, their label and how many objects they have" {
  ce-synth blobs -n 500 --seed 3 | awk -F, -v OFS=, 'NR == 1 { print $0; next } NR == 7 { $3 = "" } NR == 8 { $1 = "" } 1' >d.csv
  awk 'BEGIN { print "margin"; for (i = 0; i < 500; i++) print i % 8 / 8 }' >sure.csv
  for size in "" "--width 300 --height 500"; do
    # shellcheck disable=SC2086 # options
    run_split ce-plot scatter --bins 7 $size --format csv --confidence sure.csv d.csv
    assert_equal "$stderr" "ce-plot: 1 of 500 objects have no place: a missing cell"
    echo "$output" >found
    assert_equal "$(head -n 1 found)" x,y,label,objects,confidence
    # cell by cell: rows that make them square
    paste -d, d.csv sure.csv | awk -F, -v rows="$([ -z "$size" ] && echo 6 || echo 12)" '
      NR == 1 || $1 == "" { next }
      { n++; x[n] = $1; y[n] = $2; c[n] = $3; s[n] = $4
        if (n == 1 || $1 < left) left = $1; if (n == 1 || $1 > right) right = $1
        if (n == 1 || $2 < low) low = $2; if (n == 1 || $2 > high) high = $2 }
      function at(v, a, b, cells,   i) { i = int((v - a) / (b - a) * cells); return i < cells ? i : cells - 1 }
      END {
        for (i = 1; i <= n; i++) { k = at(y[i], low, high, rows) * 7 + at(x[i], left, right, 7)
          count[k]++; sure[k] += s[i]; if (++of[k, c[i]] > most[k] + 0) most[k] = of[k, c[i]] }
        for (k = 0; k < 7 * rows; k++) if (k in count) {
          name = ""
          for (l = 1; l <= 3; l++) if (of[k, l] == most[k]) name = name l
          printf "%.9g,%.9g,%s,%d,%.9g\n", left + (k % 7 + .5) / 7 * (right - left),
            low + (int(k / 7) + .5) / rows * (high - low), name, count[k], sure[k] / count[k] } }' >expected
    # of labels that are as many, one
    awk -F, -v OFS=, 'NR == FNR { l[FNR] = $3; next } FNR > 1 {
      if (index(l[FNR - 1], $3) && $3 != "") $3 = l[FNR - 1]
      printf "%.9g,%.9g,%s,%d,%.9g\n", $1, $2, $3, $4, $5 }' expected found | diff expected -
  done
  # without labels, and with a cell of objects that have none
  table x,y 0,0 0,0 4,4 | ce-plot scatter --bins 2 --format csv >found
  table x,y,objects 1,1,2 3,3,1 | diff - found
  table x,y,class 0,0, 0,0, 4,4,a | ce-plot scatter --bins 2 --format csv -d, >found
  table x,y,label,objects 1,1,,2 3,3,a,1 | diff - found
  table w,x,class a,1,p b,2,q >words.csv
  run_split ce-plot scatter --bins 2 --format csv -o out.csv words.csv
  assert_error 1 "ce-plot: words.csv: column w is categorical, a numeric one expected"
  [ ! -e out.csv ]
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
scatter --title x --bins 4
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

@test "ce-plot members: where clusters are more than colors, the largest have these" {
  # 30 clusters, of which the last two have ten objects and the others one
  awk 'BEGIN { print "a,b"; for (c = 1; c <= 30; c++) for (i = 0; i < (c > 28 ? 10 : 1); i++) print c "," c }' >l.csv
  ce-plot members l.csv -o m.svg 2>said
  assert_equal "$(cat said)" "ce-plot: 2 clusters are grey: there are 28 colours"
  ce-plot members --format csv l.csv >m.csv
  assert_equal "$(cut -d, -f2 m.csv | sort -n | uniq -c | awk '$1 == 10 { print $2 }' | awk '$1 > 28' | wc -l)" 0
  assert_equal "$(cut -d, -f2 m.csv | grep -c '^\(29\|30\)$')" 2
}
