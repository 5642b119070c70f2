#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  command -v gnuplot >/dev/null || skip "needs gnuplot"
}

# points FILE: how many discs, triangles, squares, diamonds of each color the picture holds, the key's included
points() { grep -o "#gpPt[0-9]*' transform='translate([^)]*) scale([^)]*)' color='rgb([^)]*)" "$1" | sed "s/^#gpPt\([0-9]*\)'.*rgb(\([^)]*\).*/\1 \2/; s/,  */,/g; s/  */ /g" | sort | uniq -c | sed 's/^ *//'; }

# polygons FILE: colors of the first N squares
polygons() { grep -o "<polygon fill = 'rgb([^)]*)" "$1" | sed -n "1,$2p" | sed 's/.*(//; s/)//; s/ //g'; }

matrix3() { table 1,0.5,0 0.5,1,0.25 0,0.25,1; }

@test "ce-plot matrix: averages are sums over all entries of a pixel" {
  run "$CE_BUILD/obj/tests/heatmap"
  assert_success
  refute_output --partial WRONG
  assert_equal "${#lines[@]}" 20
  assert_line "n=60 most=17 sparse turned: side 17, ok"
  assert_line "n=1 most=1000 dense: side 1, ok"
}

@test "ce-plot matrix: a square per entry, row 1 on top, in the colors of the palette" {
  matrix3 | ce-plot matrix --order given --palette grey >m.svg
  # 0 is white, 1 is black
  assert_equal "$(polygons m.svg 9 | cut -d, -f1 | tr '\n' ' ')" "0 128 255 128 0 191 255 191 0 "
  # the squares of the first row lie above those of the second
  read -r top next <<<"$(grep -o "<polygon fill = .* points = '[^']*" m.svg | sed "s/.*points = '//" | awk 'NR == 1 || NR == 4 { split($1, p, ","); printf "%s ", p[2] }')"
  awk "BEGIN { exit !($top < $next) }"
  matrix3 | ce-plot matrix --order given >m.svg
  assert_equal "$(polygons m.svg 3 | tr '\n' ' ')" "253,231,37 33,145,140 68,1,84 "
}

@test "ce-plot matrix: colors span what is there when it leaves 0 .. 1" {
  table 4,-4 -4,0 | ce-plot matrix --palette grey >m.svg
  assert_equal "$(polygons m.svg 4 | cut -d, -f1 | tr '\n' ' ')" "0 255 255 128 "
  # one value everywhere
  table 5,5 5,5 | ce-plot matrix --palette grey >m.svg
  assert_equal "$(polygons m.svg 4 | cut -d, -f1 | tr '\n' ' ')" "255 255 255 255 "
}

@test "ce-plot matrix: --labels groups the rows, numbers by value, then texts, then noise and missing" {
  table 1,.2,.3,.4,.5 .2,1,.6,.7,.8 .3,.6,1,.1,0 .4,.7,.1,1,.9 .5,.8,0,.9,1 >m.csv
  table labels noise 10 b 2 NA >l.csv
  ce-plot matrix --palette grey --labels l.csv m.csv >m.svg
  # order 4 2 3 1 5: the first row of the picture is 1 .7 .1 .4 .9
  assert_equal "$(polygons m.svg 5 | cut -d, -f1 | tr '\n' ' ')" "0 77 229 153 26 "
  # lines between five groups: four across, four down
  assert_equal "$(sed -n "/stroke='rgb(  0, 114, 178)'/,/\/>/p" m.svg | grep -o 'M[0-9.,]* L' | wc -l)" 8
}

@test "ce-plot matrix: --column takes one clustering of a label table" {
  matrix3 >m.csv
  table a,b 1,2 1,1 1,2 >l.csv
  run_split ce-plot matrix --labels l.csv --column b --palette grey m.csv
  assert_equal "$status" 0
  echo "$output" >m.svg
  # object 2 first: 1 .5 .25
  assert_equal "$(polygons m.svg 3 | cut -d, -f1 | tr '\n' ' ')" "0 128 191 "
}

@test "ce-plot matrix: Matrix Market, dense and sparse, gives the picture of the same CSV" {
  matrix3 >m.csv
  table "%%MatrixMarket matrix coordinate real symmetric" "3 3 5" "1 1 1" "2 1 .5" "2 2 1" "3 2 .25" "3 3 1" >s.mtx
  ce-plot matrix m.csv >one
  ce-plot matrix s.mtx >two
  cmp one two
}

@test "ce-plot matrix: a large matrix is averaged down and written as an image" {
  awk 'BEGIN { n = 300; for (i = 0; i < n; i++) { for (j = 0; j < n; j++) printf "%s%s", (j ? "," : ""), (i < 150) == (j < 150); print "" } }' >m.csv
  ce-plot matrix m.csv >m.svg
  assert_equal "$(grep -c 'data:image/png;base64' m.svg)" 1
  ce-plot matrix --pixels 2 --palette grey m.csv >m.svg
  assert_equal "$(polygons m.svg 4 | cut -d, -f1 | tr '\n' ' ')" "0 255 255 0 "
  # the middle object falls into the first half
  ce-plot matrix --pixels 1 --palette grey m.csv >m.svg
  assert_equal "$(polygons m.svg 1)" "128,128,128"
}

@test "ce-plot scatter: a point per object, a color per class, noise small and grey below" {
  ce-synth three-paths | ce-plot scatter >s.svg
  # 200 objects and one sample in the key
  assert_equal "$(points s.svg)" "201 6 0,114,178
201 6 0,158,115
201 6 144,144,144
201 6 213,94,0"
  # noise comes first, so it lies below, and is smaller
  run grep -o "scale([0-9.]*)' color='rgb(\(144\|  0\), " s.svg
  assert_line --index 0 --partial "144"
}

@test "ce-plot scatter: the same label has the same color, whatever the order of the objects" {
  table x,y,class 1,1,b 2,2,a 3,1,10 4,1,9 >one.csv
  table x,y,class 4,1,9 2,2,a 3,1,10 1,1,b >two.csv
  ce-plot scatter one.csv >one.svg
  ce-plot scatter two.csv >two.svg
  cmp one.svg two.svg
}

@test "ce-plot scatter: another shape with each round of seven colors, no key for more than 20 labels" {
  awk 'BEGIN { print "x,y,class"; for (i = 1; i <= 20; i++) print i "," i % 3 "," i }' >t.csv
  ce-plot scatter t.csv >s.svg
  # seven discs, seven triangles, six squares, each once as an object and once in the key
  assert_equal "$(points s.svg | awk '{ n[$2] += $1; k[$2]++ } END { for (p in n) print p, k[p], n[p] }' | sort -n)" "4 6 12
6 7 14
8 7 14"
  { cat t.csv; echo 21,0,21; } | ce-plot scatter >s.svg
  assert_equal "$(points s.svg | awk '{ n += $1 } END { print n }')" 21
}

@test "ce-plot scatter: more labels than keys or looks are said to be" {
  for n in 20 21 28 29; do
    awk -v n=$n 'BEGIN { print "x,y,class"; for (i = 1; i <= n; i++) print i "," i ",c" i; print "3,4,noise" }' >d.csv
    run_split ce-plot scatter d.csv
    echo "$stderr" >>said
    run_split ce-plot scatter -q d.csv
    assert_equal "$stderr" ""
  done
  table "ce-plot: 20 labels: there is no key (--format csv)" "ce-plot: 21 labels: there is no key (--format csv)" \
    "ce-plot: 28 labels: there is no key (--format csv)" "ce-plot: 29 labels for 28 looks, which repeat; there is no key (--format csv)" >expected
  diff expected said
  run_split ce-plot scatter --bins 9 d.csv
  assert_equal "$stderr" "ce-plot: 30 objects in 13 squares, each in the colour of most of its objects, the larger, the more
ce-plot: 29 labels for 28 looks, which repeat; there is no key (--format csv)"
}

@test "ce-plot scatter: the eighth label has a color of its own, that of the other pictures, also in bins" {
  awk 'BEGIN { print "x,y,class"; for (i = 0; i < 80; i++) print i % 9 "," int(i / 9) ",c" i % 8 }' >d.csv
  for how in "" "--bins 20"; do
    # shellcheck disable=SC2086 # options
    ce-plot scatter $how d.csv | tr 'A-F' 'a-f' | grep -oE "#[0-9a-f]{6}|rgb\( *[0-9]+, *[0-9]+, *[0-9]+\)" | sort -u >colors
    grep >/dev/null 'rgb( *0, *68, *107)\|#00446b' colors
  done
}

@test "ce-plot scatter: --x and --y choose columns, --labels colors" {
  ce-plot scatter --x petal_length --y petal_width "$BUNDLED/iris.csv" >s.svg
  assert_equal "$(points s.svg | cut -d' ' -f1 | tr '\n' ' ')" "51 51 51 "
  grep -q '>petal_length<' s.svg
  { echo kmeans; seq 150 | awk '{ print $1 % 2 }'; } >l.csv
  ce-plot scatter --labels l.csv "$BUNDLED/iris.csv" >s.svg
  assert_equal "$(points s.svg | cut -d' ' -f1 | tr '\n' ' ')" "76 76 "
}

@test "ce-plot scatter: without labels one color and no key" {
  table x,y 1,2 2,1 3,3 | ce-plot scatter >s.svg
  assert_equal "$(points s.svg)" "3 6 0,114,178"
}

@test "ce-plot scatter: objects without a place are left out and counted" {
  table x,y 1,2 ,1 3,3 >t.csv
  run_split ce-plot scatter t.csv
  assert_equal "$stderr" "ce-plot: 1 of 3 objects have no place: a missing cell"
  table x,y 1, ,1 >t.csv
  run_split ce-plot scatter t.csv
  assert_error 1 "ce-plot: t.csv: no object has both x and y"
}

@test "ce-plot scatter: one object, and objects all equal" {
  table x,y 1,2 | ce-plot scatter >s.svg
  assert_equal "$(points s.svg)" "1 6 0,114,178"
  table x,y 1,2 1,2 1,2 | ce-plot scatter --equal >s.svg
  assert_equal "$(points s.svg)" "3 6 0,114,178"
}

# model: two clusterings; features with equal weights, without a weight, with a long name
model() {
  table "clustering,cluster,size,kind,sales,money,neural,deadline,none" \
    lac.h1,1,10,centroid,1,2,3,0, lac.h1,1,10,weight,.5,.25,.125,.125, \
    lac.h1,2,4,centroid,0,0,1,2, lac.h1,2,4,weight,.0625,.0625,.5,.375, \
    flat,1,14,centroid,0,0,1,2,3 flat,1,14,weight,.2,.2,.2,.2,.2 >model.csv
}

# bars FILE COLOR: left, right, top and bottom of each bar of a color but the key's, pixels
bars() {
  grep -o "<polygon fill = 'rgb($2)' points = '[^']*" "$1" | sed 1d | sed "s/.*points = '//" |
    awk '{ split($1, a, ","); split($3, b, ","); print (a[1] < b[1] ? a[1] " " b[1] : b[1] " " a[1]), (a[2] < b[2] ? a[2] " " b[2] : b[2] " " a[2]) }'
}

@test "ce-plot weights --format csv: the largest weights of each cluster, ties by column, features without a weight left out" {
  model
  run_split ce-plot weights --format csv -q model.csv
  assert_output "cluster,feature,weight,rank,centroid
1,sales,0.5,1,1
1,money,0.25,2,2
1,neural,0.125,3,3
1,deadline,0.125,4,0
2,neural,0.5,1,1
2,deadline,0.375,2,2
2,sales,0.0625,3,0
2,money,0.0625,4,0"
  ce-plot weights --top 2 -q model.csv -o top.csv
  assert_equal "$(cut -d, -f2 top.csv | tr '\n' ' ')" "feature sales money neural deadline "
  run_split ce-plot weights --top 3 --clustering flat -d ';' --format csv <(tr , ';' <model.csv)
  assert_output "cluster;feature;weight;rank;centroid
1;sales;0.2;1;0
1;money;0.2;2;0
1;neural;0.2;3;1"
  assert_equal "$stderr" "ce-plot: 1 of 1 clusters has the same weight for all features: the first columns are shown"
}

@test "ce-plot weights: bars of all clusters for the top features of any, their lengths the weights" {
  model
  run_split ce-plot weights --top 2 model.csv
  assert_equal "$stderr" "ce-plot: lac.h1, the first of 2 clusterings: --clustering NAME draws another"
  echo "$output" >w.svg
  # rows: the two of cluster 1, then what cluster 2 adds; values beside the bars in the order of rows; the key
  assert_equal "$(grep -o '<text>[a-z]*</text>' w.svg | tr '\n' ' ')" "<text>sales</text> <text>money</text> <text>neural</text> <text>deadline</text> <text>weight</text> "
  assert_equal "$(grep -o '<text>0[.0-9]*</text>' w.svg | tr '\n' ' ')" \
    "<text>0.5</text> <text>0.0625</text> <text>0.25</text> <text>0.0625</text> <text>0.125</text> <text>0.5</text> <text>0.125</text> <text>0.375</text> "
  assert_equal "$(grep -o '<text>cluster [0-9]</text>' w.svg | tr '\n' ' ')" "<text>cluster 1</text> <text>cluster 2</text> "
  bars w.svg "  0, 114, 178" >one
  bars w.svg "213,  94,   0" >two
  # sixteenths of the longest, which is a half
  units() { awk -v unit="$(awk '$2 - $1 > most { most = $2 - $1 } END { print most / 8 }' one)" '{ printf "%.1f ", ($2 - $1) / unit }' "$1"; }
  assert_equal "$(units one)" "8.0 4.0 2.0 2.0 "
  assert_equal "$(units two)" "1.0 1.0 8.0 6.0 "
  # below one another, without overlap: sales of 1, sales of 2, money of 1, ...
  paste one two | awk '{ if ($3 < last - .1 || $4 > $7 + .1) exit bad = 1; last = $8 } END { exit bad || NR != 4 }'
}

@test "ce-plot weights: the picture is as high as its bars need, or as --height says" {
  model
  size() { grep -o 'width="[0-9]*" height="[0-9]*"' "$1" | sed -n 1p; }
  ce-plot weights -q --top 1 model.csv >w.svg
  assert_equal "$(size w.svg)" 'width="800" height="162"'
  ce-plot weights -q model.csv >w.svg
  assert_equal "$(size w.svg)" 'width="800" height="234"'
  ce-plot weights -q --height 500 --width 300 model.csv >w.svg
  assert_equal "$(size w.svg)" 'width="300" height="500"'
  awk 'BEGIN { n = 1000; printf "clustering,cluster,size,kind"; for (i = 0; i < n; i++) printf ",w%d", i; print ""
    for (r = 0; r < 2; r++) { printf "a,1,3,%s", r ? "weight" : "centroid"; for (i = 0; i < n; i++) printf ",%d", i; print "" } }' >wide.csv
  run_split ce-plot weights --top 1000 wide.csv
  assert_error 1 "ce-plot: wide.csv: 1000 features of 1 clusters need a picture of 22090 pixels: --top for fewer, or --format csv"
  assert_equal "$(ce-plot weights --top 1000 --format csv wide.csv | sed -n '2p;$p' | tr '\n' ' ')" "1,w999,999,1,999 1,w0,0,1000,0 "
}

@test "ce-plot weights: more clusters than colors have patterns; long names are cut; weights of 0 are drawn" {
  awk 'BEGIN { print "clustering,cluster,size,kind,a_name_of_more_than_forty_letters_éééééé_is_cut,`touch owned`,another_name_of_that_many_letters__éééééé_is_cut"
    for (c = 1; c <= 9; c++) { print "x," c ",1,centroid,0,0,0"; print "x," c ",1,weight,0,0,0" } }' >many.csv
  run_split ce-plot weights many.csv
  assert_equal "$stderr" "ce-plot: 9 of 9 clusters have the same weight for all features: the first columns are shown"
  echo "$output" >w.svg
  assert_equal "$(grep -c '<text>cluster [0-9]</text>' w.svg)" 9
  [ "$(grep -c '<pattern id' w.svg)" -ge 1 ]
  grep -q '<text>a_name_of_more_than...tters_éééééé_is_cut</text>' w.svg
  grep -q '<text>another_name_of_tha...ters__éééééé_is_cut</text>' w.svg
  grep -q '<text>`touch owned`</text>' w.svg
  [ ! -e owned ]
}

@test "ce-plot weights: models without weights, unknown clusterings, and options of pictures for a table are refused" {
  model
  grep -v weight model.csv >centroids.csv
  run_split ce-plot weights -q centroids.csv
  assert_error 1 "ce-plot: centroids.csv: centroids only, a model with weights expected"
  run_split ce-plot weights --clustering lac.h2 model.csv
  assert_error 1 "ce-plot: model.csv: no clustering 'lac.h2'; the first is 'lac.h1'"
  sed 's/,\(centroid\|weight\),.*/,\1,,,,,/' model.csv >none.csv
  run_split ce-plot weights -q none.csv
  assert_error 1 "ce-plot: none.csv: no feature has a weight"
  assert_equal "$(ce-plot weights -q --format csv none.csv)" cluster,feature,weight,rank,centroid
  hint="
Try 'ce-plot --help'."
  for option in "--title a" "--width 300" "--height 300"; do
    # shellcheck disable=SC2086 # two words
    run_split ce-plot weights --format csv $option model.csv
    assert_error 2 "ce-plot: ${option% *} does not go with a table$hint"
  done
  for wrong in "weights --top 0" "matrix --top 3" "weights --labels m.csv" "tracking --clustering a"; do
    # shellcheck disable=SC2086 # several words
    run_split ce-plot $wrong model.csv
    assert_equal "$wrong: $status $output" "$wrong: 2 "
  done
}

@test "ce-plot: PNG by the name of the output, of the size asked for" {
  ce-synth two-spirals | ce-plot scatter -o s.png --width 500 --height 300
  assert_equal "$(head -c 8 s.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
  assert_equal "$(head -c 24 s.png | tail -c 8 | od -An -tu1 | tr -s ' ')" " 0 0 1 244 0 0 1 44"
  ce-synth two-spirals | ce-plot scatter -o packed.png.gz --width 500 --height 300
  gzip -dc packed.png.gz | cmp - s.png
  ce-synth two-spirals | ce-plot scatter --format csv | gzip -n >table.gz
  ce-synth two-spirals | ce-plot scatter -o packed.csv.gz
  cmp <(gzip -dc table.gz) <(gzip -dc packed.csv.gz)
  matrix3 | ce-plot matrix --format png >m.png
  assert_equal "$(head -c 4 m.png | tail -c 3)" PNG
}

# no_pdf: whether this gnuplot lacks the terminal
no_pdf() { ! gnuplot -d -e 'print GPVAL_TERMINALS' 2>&1 | grep -w >/dev/null pdfcairo; }

# objects FILE: a PDF and what is in its compressed streams, where newer versions of cairo have the objects
objects() {
  python3 - "$1" <<'P'
import re, sys, zlib
pdf = open(sys.argv[1], "rb").read()
sys.stdout.buffer.write(pdf)
for data in re.findall(rb"\nstream\n(.*?)\nendstream", pdf, re.S):
    try:
        sys.stdout.buffer.write(zlib.decompress(data))
    except zlib.error:
        pass
P
}

@test "ce-plot: PDF by the name of the output, 96 pixels an inch, with its fonts" {
  ! no_pdf || skip "this gnuplot draws no PDF"
  ce-synth two-spirals | ce-plot scatter -o s.pdf --width 480 --height 288
  assert_equal "$(head -c 5 s.pdf)" %PDF-
  command -v python3 >/dev/null || skip "needs python3"
  # 72 points an inch
  objects s.pdf | grep -a >/dev/null 'MediaBox \[ 0 0 360 216 \]'
  matrix3 | ce-plot matrix --format pdf >m.pdf
  assert_equal "$(head -c 5 m.pdf)" %PDF-
  objects m.pdf | grep -a >/dev/null '/FontFile'
}

@test "ce-plot: a gnuplot that draws no PDF says so" {
  mkdir bin
  real=$(command -v gnuplot)
  printf "#!/bin/sh\nsed '/strstrt/s/ pdfcairo / pdfvienna /' | %s -d -\n" "$real" >bin/gnuplot
  chmod +x bin/gnuplot
  matrix3 >m.csv
  PATH="$PWD/bin:$PATH" run_split ce-plot matrix m.csv -o m.pdf
  assert_error 1 "ce-plot: gnuplot failed (status 0): it draws no PDF here: its terminal pdfcairo is missing"
  [ ! -e m.pdf ]
}

@test "ce-plot: same input, same bytes, as SVG, PNG and PDF" {
  for kind in svg png pdf; do
    if [ $kind = pdf ] && no_pdf; then continue; fi
    ce-synth half-rings | ce-plot scatter -o one.$kind
    # a PDF would tell the second in which it was made
    if [ $kind = pdf ]; then sleep 1.1; fi
    ce-synth half-rings | ce-plot scatter -o two.$kind
    cmp one.$kind two.$kind
  done
}

@test "ce-plot: titles, names and labels are text, never commands" {
  table "a'b,{/Bold y},class" '1,2,`touch owned`' "2,1,'; system 'touch owned'" "3,1,@x" >t.csv
  ce-plot scatter --title "it's \`touch owned\` \"\$(touch owned)\" 50%
 set output 'owned'" t.csv >s.svg
  [ ! -e owned ]
  grep -q "touch owned" s.svg
  grep -q "{/Bold y}" s.svg
}

@test "ce-plot: without gnuplot it says what to install, and writes nothing" {
  mkdir bin
  ln -s "$CE_BIN/ce-plot" bin/
  matrix3 >m.csv
  run_split env PATH="$PWD/bin" ce-plot matrix m.csv -o m.svg
  assert_error 1 "ce-plot: gnuplot is not on the PATH; it draws the plots (Debian and Ubuntu: gnuplot-nox, Fedora: gnuplot)"
  [ ! -e m.svg ]
}

@test "ce-plot: what gnuplot reads is in the folder TMPDIR" {
  matrix3 >m.csv
  TMPDIR=$PWD/none run_split ce-plot matrix m.csv -o m.svg
  assert_error 1 "ce-plot: $PWD/none: a temporary file for the plot: No such file or directory"
  assert [ ! -e m.svg ]
  mkdir room
  TMPDIR=$PWD/room ce-plot matrix m.csv -o m.svg
  assert_equal "$(ls -A room)" ""
  env -u TMPDIR ce-plot matrix m.csv -o again.svg
  cmp m.svg again.svg
}

@test "ce-plot: what gnuplot complains of is passed on, and the old picture stays" {
  mkdir bin
  printf '#!/bin/sh\necho "line 3: no such terminal" >&2\nexit 7\n' >bin/gnuplot
  chmod +x bin/gnuplot
  matrix3 >m.csv
  echo old >m.svg
  PATH="$PWD/bin:$PATH" run_split ce-plot matrix m.csv -o m.svg
  assert_error 1 "ce-plot: gnuplot failed (status 7): line 3: no such terminal"
  assert_equal "$(cat m.svg)" old
  # an end without a picture is a failure as well
  printf '#!/bin/sh\nexit 0\n' >bin/gnuplot
  PATH="$PWD/bin:$PATH" run_split ce-plot matrix m.csv -o m.svg
  assert_error 1 "ce-plot: gnuplot failed (status 0): without a message"
}

@test "ce-plot: labels of another number, unknown columns, categories, one feature" {
  matrix3 >m.csv
  table l 1 2 >l.csv
  run_split ce-plot matrix --labels l.csv m.csv
  assert_error 1 "ce-plot: l.csv: 2 objects, 3 expected as in m.csv; was its first line taken for a header (--header)?"
  table x,y,z 1,2,u 3,4,v >t.csv
  run_split ce-plot scatter --x w t.csv
  assert_error 1 "ce-plot: t.csv: no feature 'w'"
  run_split ce-plot scatter --y z t.csv
  assert_error 1 "ce-plot: t.csv: column z is categorical, a numeric one expected"
  run_split ce-plot scatter --labels l.csv t.csv
  assert_success
  table l 1 2 3 >l.csv
  run_split ce-plot scatter --labels l.csv t.csv
  assert_error 1 "ce-plot: l.csv: 3 objects, 2 expected as in t.csv"
  table x 1 3 >t.csv
  run_split ce-plot scatter t.csv
  assert_error 1 "ce-plot: t.csv: 1 feature, two expected"
}

@test "ce-plot: wrong use" {
  hint="
Try 'ce-plot --help'."
  matrix3 >m.csv
  run_split ce-plot matrix m.csv -o m.gif
  assert_error 2 "ce-plot: 'm.gif' ends in neither .svg, .png, .pdf nor .csv: --format says which it shall be$hint"
  run_split ce-plot matrix m.csv --column b
  assert_error 2 "ce-plot: --column goes with --labels$hint"
  for wrong in "" "bush m.csv" "matrix --x 1 m.csv" "scatter --pixels 3 m.csv" "matrix --width 9 m.csv" "matrix --format gif m.csv" "matrix --palette jet m.csv"; do
    # shellcheck disable=SC2086 # several words
    run_split ce-plot $wrong
    assert_equal "$wrong: $status $output" "$wrong: 2 "
  done
}

# ---- curve ----

# curve COLOR FILE: the points of a curve, in the order in which they are joined: xPIXEL,yPIXEL (the part of the path after the key's)
curve() { grep -o "<path stroke='rgb($1)'  d='[^']*" "$2" | sed "s/.*M//; s/[L ]\{1,\}/ /g; s/ *$//"; }

@test "ce-plot curve: a line for each numeric column but x, joined in the order of x, rows with a missing value left out" {
  table k,a,b,kind 3,1,5,u 1,2,6,v 2,3,NA,w >t.csv
  ce-plot curve t.csv >c.svg
  # a: 2 at 1, 3 at 2, 1 at 3, upwards; b: 6 at 1, 5 at 3
  run awk '{ n = split($0, p, " "); split(p[1], f, ","); for (i = 1; i <= n; i++) { split(p[i], q, ","); printf "%s%.2f %.2f", (i > 1 ? " | " : ""), (q[1] - f[1]) / 222.25, (f[2] - q[2]) / 86.9 } print "" }' \
    < <(curve "  0, 114, 178" c.svg; curve "213,  94,   0" c.svg)
  assert_output "0.00 0.00 | 1.00 1.00 | 2.00 -1.00
0.00 0.00 | 2.00 -1.00"
  # the texts are no curve; the key names the others
  assert_equal "$(grep -c "color='rgb(  0, 158, 115)'" c.svg || true)" 0
  grep -q "<text>a</text>" c.svg
  grep -q "<text>b</text>" c.svg
}

@test "ce-plot curve: --x, --y in the order asked for, --style, labels of the axes" {
  table k,a,b 1,10,5 2,20,6 >t.csv
  ce-plot curve --x a --y b,k --style lines --x-label 'share of a' --y-label value t.csv >c.svg
  # b is the first curve: 5 to 6 is the larger rise on its line of two points, k the second
  assert_equal "$(curve "  0, 114, 178" c.svg | wc -w)" 2
  # the key comes last in gnuplot 5, first in 6
  assert_equal "$(grep -o '<text>[a-z ]*</text>' c.svg | sort | tr '\n' ' ')" "<text>b</text> <text>k</text> <text>share of a</text> <text>value</text> "
  assert_equal "$(points c.svg)" ""
  ce-plot curve --x a --y b --style points t.csv >c.svg
  assert_equal "$(points c.svg | awk '{ print $1, $3 }')" "2 0,114,178"
  # one curve: named at the axis, no key
  assert_equal "$(grep -o '<text>[a-z ]*</text>' c.svg | tr '\n' ' ')" "<text>b</text> <text>a</text> "
}

@test "ce-plot matrix, scatter: labels in several columns are asked for by the option of this tool" {
  table kind,g a,1 b,2 a,3 >labels.csv
  table x,y 1,2 2,3 4,4 >data.csv
  table 1,0,1 0,1,0 1,0,1 >m.csv
  for what in "matrix --labels labels.csv m.csv" "scatter --labels labels.csv data.csv"; do
    # shellcheck disable=SC2086 # several words
    run_split ce-plot $what
    assert_error 1 "ce-plot: labels.csv:1: 2 columns and none named 'class': say which holds \
the classes (--column)"
    # shellcheck disable=SC2086
    run_split ce-plot $what --column kind
    assert_equal "$status" 0
    # shellcheck disable=SC2086
    run_split ce-plot $what --column kinds
    assert_error 1 "ce-plot: labels.csv:1: no column 'kinds'; did you mean kind? The columns are kind, g"
  done
}

@test "ce-plot curve --format csv: the points of all curves in the order of x" {
  hint="
Try 'ce-plot --help'."
  table k,nmi,ari 3,.5,.25 2,.75, 4,,1 >scores.csv
  ce-plot curve --format csv scores.csv >points
  table series,x,y nmi,2,0.75 nmi,3,0.5 ari,3,0.25 ari,4,1 | cmp - points
  ce-plot curve --x nmi --y k scores.csv -o points.csv
  table series,x,y k,0.5,3 k,0.75,2 | cmp - points.csv
  run_split ce-plot curve --style lines --format csv scores.csv
  assert_error 2 "ce-plot: --style does not go with a table$hint"
  run_split ce-plot curve --width 300 --format csv scores.csv
  assert_error 2 "ce-plot: --width does not go with a table$hint"
  table k,nmi,ari 3,.5, >scores.csv
  run_split ce-plot curve --format csv scores.csv
  assert_error 1 "ce-plot: scores.csv: no object has both k and ari"
}

@test "ce-plot curve: logarithmic axes" {
  table k,a 1,1 10,10 100,100 >t.csv
  ce-plot curve --log-axes xy t.csv >c.svg
  # equal steps
  run awk '{ split($1, a, ","); split($2, b, ","); split($3, c, ","); d = c[1] - b[1] - (b[1] - a[1]); print (d < .1 && d > -.1) }' < <(curve "  0, 114, 178" c.svg)
  assert_output 1
  table k,a 1,1 10,0 >t.csv
  run_split ce-plot curve --log-axes y t.csv
  assert_error 1 "ce-plot: t.csv: object 2, column a: 0 on a logarithmic axis"
  ce-plot curve --log-axes x t.csv >c.svg
}

@test "ce-plot matrix, scatter: labels are found by the ids of the objects" {
  table id,p,q,r p,1,.2,.9 q,.2,1,.1 r,.9,.1,1 >m.csv
  table id,l p,1 q,2 r,1 >labels.csv
  table id,l r,1 q,2 p,1 >turned.csv
  ce-plot matrix --labels labels.csv --format csv m.csv >matrix.csv
  ce-plot matrix --labels turned.csv --format csv m.csv | cmp matrix.csv
  table id,x,y p,1,2 q,3,4 r,5,7 >data.csv
  ce-plot scatter --labels labels.csv data.csv >scatter.svg
  ce-plot scatter --labels turned.csv data.csv | cmp scatter.svg
  # an object without a row has no label, as one with a missing one
  table id,l p,1 q,2 s,1 >other.csv
  ce-plot scatter -q --labels <(table id,l p,1 q,2 r,NA) data.csv >unlabelled.svg
  run_split ce-plot scatter --labels other.csv data.csv
  assert_equal "$output" "$(cat unlabelled.svg)"
  assert_equal "$status $stderr" "0 ce-plot: other.csv: no row for 1 of the 3 objects of data.csv, such as 'r': no class
ce-plot: other.csv: 1 of 3 rows is about no object of data.csv, such as 's': ignored"
  table l 1 2 1 >bare.csv
  ce-plot scatter --labels bare.csv data.csv 2>notes | cmp scatter.svg
  assert_equal "$(cat notes)" "ce-plot: data.csv has ids and bare.csv has none: rows are matched by their order"
}

@test "ce-plot curve: wrong columns are refused" {
  table k,a,b 1,x,NA 2,y,NA >t.csv
  run_split ce-plot curve --y a t.csv
  assert_error 1 "ce-plot: t.csv: column a is categorical, a numeric one expected"
  run_split ce-plot curve --y k,z t.csv
  assert_error 1 "ce-plot: t.csv: no feature 'z'"
  run_split ce-plot curve --x z t.csv
  assert_error 1 "ce-plot: t.csv: no feature 'z'"
  table id,width,height,class u,1,2,x v,3,4,y >held.csv
  run_split ce-plot curve --x width --y height,class held.csv
  assert_error 1 "ce-plot: held.csv: no feature 'class': the column holds the classes"
  run_split ce-plot scatter --x id held.csv
  assert_error 1 "ce-plot: held.csv: no feature 'id': the column holds the ids"
  run_split ce-plot curve --y heigth held.csv
  assert_error 1 "ce-plot: held.csv: no feature 'heigth'; did you mean height?"
  run_split ce-plot curve t.csv
  assert_error 1 "ce-plot: t.csv: no object has both k and b"
  table k 1 2 >one.csv
  run_split ce-plot curve one.csv
  assert_error 1 "ce-plot: one.csv: no numeric column besides k"
  run_split ce-plot curve --labels t.csv t.csv
  assert_error 2 "ce-plot: --labels does not go with curve, only with: matrix scatter members
Try 'ce-plot --help'."
}

@test "ce-plot curve, scatter: numbers beyond what gnuplot takes are refused by name: it left them out" {
  table id,x,y a,4e307,1 b,-4e307,2 >t.csv
  for noun in curve scatter; do
    ce-plot $noun t.csv >t.svg
    table id,x,y a,1e308,1 b,3,2 >x.csv
    run_split ce-plot $noun x.csv
    assert_error 1 "ce-plot: x.csv: object 1 (a) has 1e+308 in column x, at most 4e+307 can be drawn"
    table x,y 1,1 3,2 7,-1e308 >y.csv
    run_split ce-plot $noun y.csv
    assert_error 1 "ce-plot: y.csv: object 3 has -1e+308 in column y, at most 4e+307 can be drawn"
    # a table has them all
    run_split ce-plot $noun --format csv y.csv
    assert_equal "$status $(tail -n 1 <<<"$output" | grep -c -- -1e+308)" "0 1"
  done
}

@test "ce-plot: names that are no UTF-8, controls and what XML forbids give a picture that XML parsers read" {
  printf 'n\377a,\302\205b\001\357\277\276\n1,1\n1,2\n2,2\n2,1\n' >bad.csv
  for noun in members flow tracking; do
    ce-plot "$noun" -q -o "$noun.svg" bad.csv
    py_with xml.dom.minidom "$noun.svg" <<'P'
import sys, xml.dom.minidom
text = xml.dom.minidom.parse(sys.argv[1]).toxml()
assert "n\ufffda" in text, text
assert "\x85" not in text
P
  done
}

@test "ce-plot: ]]> in labels, names and titles gives a picture that XML parsers read" {
  table 'k]]>1,k2' 'a]]>b,x' 'a]]>b,y]]]>]]>' 'c,x' >l.csv
  for noun in flow clustree members tracking; do
    ce-plot $noun -q --title 'of ]]>' -o $noun.svg l.csv
    py_with xml.dom.minidom $noun.svg <<'P'
import sys, xml.dom.minidom
text = xml.dom.minidom.parse(sys.argv[1]).toxml()
assert "of ]]&gt;" in text and ("a]]&gt;b" in text or sys.argv[1] == "members.svg" or sys.argv[1] == "tracking.svg"), text
P
  done
}

@test "ce-plot scatter: confidence is found by the number of the row, and each object has one" {
  printf 'x,y\n1,1\n3,4\n' >d.csv
  assert_equal "$(printf 'object,margin\n2,0.9\n1,0.1\n' | ce-plot scatter --confidence - --format csv d.csv | paste -sd' ')" "id,x,y,confidence 1,1,1,0.1 2,3,4,0.9"
  printf 'object,margin\np,0.9\nq,0.1\n' >c.csv
  run ce-plot scatter --confidence c.csv --format csv d.csv
  assert_equal "$status" 1
  assert_output "ce-plot: c.csv: row 1: its object is not in the data"
  printf 'id,x,y\np,1,1\nq,3,4\n' >d.csv
  printf 'object,margin\np,0.9\np,0.1\n' >c.csv
  run ce-plot scatter --confidence c.csv --format csv d.csv
  assert_equal "$status" 1
  assert_output "ce-plot: c.csv: row 2: its object has a row before"
}

@test "ce-plot, ce-report: an SVG has one title, that of the picture or what it shows, and a font that all programs know" {
  table x,y,class 1,1,a 2,2,b 3,1,a >d.csv
  table k2,k3 1,1 1,2 2,3 >l.csv
  ce-plot scatter --title "a < b & 'c'" -o scatter.svg d.csv
  assert_equal "$(grep -o '<title>.*</title>' scatter.svg)" "<title>a &lt; b &amp; &#39;c&#39;</title>"
  ce-plot flow -o flow.svg l.csv
  ce-plot tracking -o tracking.svg l.csv
  ce-plot curve -o curve.svg d.csv
  for noun in flow tracking curve; do
    summary=$(ce-plot --help | sed -n "s/^  $noun  *//p")
    assert [ -n "$summary" ]
    assert_equal "$(grep -o '<title>.*</title>' $noun.svg)" "<title>ce-plot $noun: $summary</title>"
  done
  # the title is the first thing in the picture
  py_with xml.dom.minidom flow.svg <<'P'
import sys, xml.dom.minidom
first = [x for x in xml.dom.minidom.parse(sys.argv[1]).documentElement.childNodes if x.nodeType == 1][0]
assert first.tagName == "title", first.tagName
P
  ce-report -q -r l.csv --choose k2 -o page.html l.csv
  assert_equal "$(grep -aoE '<title>' page.html | wc -l)" 1
  for file in scatter.svg flow.svg tracking.svg curve.svg page.html; do
    assert_equal "$(grep -aoE "font-family=[^ >]*|<desc>" $file | sort -u)" 'font-family="sans-serif"'
  done
}
