#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-plot matrix as the consensus heat map, and matrices with ids.

setup() {
  load common
  load plots
  command -v gnuplot >/dev/null || skip "needs gnuplot"
}

# blocks: 12 objects of two groups that alternate; x1 .. x12
blocks() {
  awk 'BEGIN { n = 12; printf "id"; for (j = 1; j <= n; j++) printf ",x%d", j; print ""
    for (i = 1; i <= n; i++) { printf "x%d", i
      for (j = 1; j <= n; j++) printf ",%s", i == j ? 1 : i % 2 == j % 2 ? .9 - (i + j) / 1000 : .1
      print "" } }'
}

texts() { grep -o '<text>[^<]*</text>' "$1" | sed 's/<[^>]*>//g' | tr '\n' '|'; }

# colors FILE: the colors of filled shapes, with how many there are
colors() { grep -o "fill = 'rgb([^)]*)" "$1" | sed 's/.*(//; s/[ )]//g' | sort | uniq -c | awk '{ print $2, $1 }'; }

@test "ce-plot matrix: objects stand in the order of average linkage, and the tables say which" {
  blocks >m.csv
  ce-plot matrix -o m.svg --order-file order.csv m.csv
  ce-partition average --tree tree.csv m.csv
  ce-plot tree --format csv --ids m.csv tree.csv | cut -d, -f1-3 | cmp - order.csv
  # the two groups are apart
  assert_equal "$(tail -n +2 order.csv | cut -d, -f2 | awk '{ printf "%d", $1 % 2 }')" 111111000000
  # the ordered matrix: entry by entry that of the input
  ce-plot matrix --format csv m.csv >sorted.csv
  run awk -F, 'NR == FNR { if (FNR == 1) for (j = 2; j <= NF; j++) name[j] = $j
      else for (j = 2; j <= NF; j++) value[$1, name[j]] = $j; next }
    FNR == 1 { for (j = 2; j <= NF; j++) column[j] = $j; next }
    { if ($1 != column[FNR]) bad++; for (j = 2; j <= NF; j++) { n++; if ($j != value[$1, column[j]]) bad++ } }
    END { print n, bad + 0 }' m.csv sorted.csv
  assert_output "144 0"
  assert_equal "$(tail -n +2 sorted.csv | cut -d, -f1)" "$(tail -n +2 order.csv | cut -d, -f3)"
  # a tree that is given, as a table or as Newick, gives the same picture but for the caption
  ce-plot matrix --tree tree.csv --format csv m.csv | cmp - sorted.csv
  ce-partition average --tree tree.nwk --tree-format newick m.csv
  ce-plot matrix --tree tree.nwk --format csv m.csv | cmp - sorted.csv
}

@test "ce-plot matrix: --order given leaves the order, and other linkages have theirs" {
  blocks >m.csv
  ce-plot matrix --order given --format csv m.csv | cmp - m.csv
  for linkage in single complete; do
    ce-partition $linkage --tree tree.csv m.csv
    ce-plot matrix --tree tree.csv --format csv m.csv >one
    ce-plot matrix --order $linkage --format csv m.csv | cmp - one
  done
  # no distance can be made of values beyond 1
  table 4,-4 -4,0 >odd.csv
  run_split ce-plot matrix --format csv odd.csv
  assert_equal "$stderr" "ce-plot: values outside -1 to 1: rows are in the order of the matrix (--input distance, or --tree FILE: of a dendrogram)"
  assert_output "id,1,2
1,4,-4
2,-4,0"
}

@test "ce-plot matrix: bars of labels and of numbers, rows found by id, and what their colors mean" {
  blocks >m.csv
  # backwards: rows are found by id
  awk 'BEGIN { print "id,group,weight,kind"; for (i = 12; i >= 1; i--) print "x" i "," i % 2 + 1 "," i + .5 "," (i % 2 ? "odd" : "even") }' >bars.csv
  ce-plot matrix --bars bars.csv -k 2 --values consensus --title 'two groups' m.csv >m.svg
  texts m.svg >found
  for text in 'two groups' consensus group kind odd even 'weight: 1.5 to 12.5' 'lowest to highest' 'order of average linkage' x12; do
    grep -F >/dev/null "$text|" found || { echo "no '$text' in $(cat found)"; false; }
  done
  # a box for each group in each of three bars of labels, three keys: the cut, the group, the kind
  assert_equal "$(colors m.svg | grep -E '^(0,114,178|213,94,0) ')" "0,114,178 6
213,94,0 6"
  # a ramp has a color for each object: those of the ends
  colors m.svg | grep -E >/dev/null '^250,240,215 '
  colors m.svg | grep -E >/dev/null '^110,30,10 '
  # the same without ids: by row
  cut -d, -f2- m.csv | tail -n +2 >plain.csv
  table g a b >two.csv
  # a matrix without ids: by order, which a note tells unless the ids only count
  awk -F, -v OFS=, 'NR > 1 { $1 = NR - 1 } { print }' bars.csv >counted.csv
  for bars in bars counted; do
    tail -n +2 m.csv | cut -d, -f 2- >noids.csv
    run_split ce-plot matrix --bars $bars.csv noids.csv
    assert_equal "$status $stderr" "0 $([ $bars = counted ] || echo "ce-plot: bars.csv has ids and noids.csv has none: rows are matched by their order
ce-plot: ce-similarity --format csv writes ids")"
  done
  run_split ce-plot matrix --bars two.csv plain.csv
  assert_error 1 "ce-plot: two.csv: 2 rows for the 12 objects of plain.csv"
  table id,g y1,a >other.csv
  run_split ce-plot matrix --bars other.csv m.csv
  assert_equal "$status" 1
}

@test "ce-plot matrix: the range of a bar has three digits, or as many as tell its ends apart" {
  table 1,.5,.2 .5,1,.4 .2,.4,1 >m.csv
  table narrow,wide,near,one 1.51666,1,1000000.5,.25 1.5211,2.3456,1000000.75,.25 1.519,2,1000001,.25 >b.csv
  ce-plot matrix --bars b.csv m.csv >m.svg
  texts m.svg >found
  for text in 'narrow: 1.517 to 1.521' 'wide: 1 to 2.35' 'near: 1000000 to 1000001' 'one: 0.25 to 0.25'; do
    grep -F "|$text|" found
  done
}

@test "ce-plot matrix: bars may be labels; a long key leaves room to the others" {
  blocks >m.csv
  awk 'BEGIN { print "eac-al.k3,eac-al.k4"; for (i = 0; i < 12; i++) print i % 3 "," i % 4 }' >labels.csv
  run_split ce-plot matrix --bars labels.csv m.csv
  assert_equal "$stderr" "ce-plot: m.csv has ids and labels.csv has none: rows are matched by their order"
  awk 'BEGIN { for (i = 1; i <= 60; i++) { for (j = 1; j <= 60; j++) printf "%s%d", (j > 1 ? "," : ""), i == j; print "" } }' >sixty.csv
  awk 'BEGIN { print "site,region,batch"; for (i = 1; i <= 60; i++) print "site" i "," "r" i % 3 "," "b" i % 4 }' >bars.csv
  recorded ce-plot matrix --order given --id none --bars bars.csv sixty.csv
  commands | sed -n 's/^set label "\(.*\)" at screen [0-9.]*,\([0-9.]*\) left front.*/\2 \1/p' >keys
  for text in region r0 r1 r2 batch b0 b1 b2 b3 site site1; do grep >/dev/null " $text\$" keys; done
  assert_equal "$(grep -c 'and [0-9]* more' keys)" 1
  # one below the other
  assert_equal "$(cut -d' ' -f1 keys | uniq -d)" ""
}

@test "ce-plot matrix: bars make the picture higher, all have their names, and labels their key" {
  { echo a,b,c,d,e,f,g,h,i,j,k,l,a-column-of-many-letters,class; for i in $(seq 12); do echo "$i.5,$i.5,$i.5,$i.5,$i.5,$i.5,$i.5,$i.5,$i.5,$i.5,$i.5,$i.5,$i.5,c$((i % 3))"; done; } >bars.csv
  blocks >m.csv
  ce-plot matrix --bars bars.csv m.csv >m.svg
  grep >/dev/null 'width="800" height="901"' m.svg
  texts m.svg >found
  for text in 'l: 1.5 to 12.5' 'a-column...letters: 1.5 to 12.5' class c0 c1 c2; do
    grep -F >/dev/null "|$text|" found || { echo "no '$text' in $(cat found)"; false; }
  done
  refute grep more found
  # the map has the room that is left beside the names: 521 of 800 pixels
  recorded ce-plot matrix --bars bars.csv m.csv
  assert_equal "$(commands | sed -n 's/^set [lr]margin at screen //p' | tail -n 2 | awk '{ a[NR] = $1 } END { print int((a[2] - a[1]) * 800 + .5) }')" 521
  # in a picture of a given height they take a third at most, with smaller letters
  recorded ce-plot matrix --height 400 --bars bars.csv m.csv
  commands | grep -F >/dev/null "set label \"l\072 1.5 to 12.5\""
  assert_equal "$(commands | grep -c "left font ',6.75' ")" 14
  # by itself it ends with the square, and is no higher than 700
  ce-plot matrix --order given m.csv | grep >/dev/null 'width="800" height="613"'
  ce-plot matrix m.csv | grep >/dev/null 'width="800" height="700"'
}

@test "ce-plot matrix: long ids have room to the left, and rows are as high as their letters" {
  awk 'BEGIN { for (i = 1; i <= 30; i++) printf ",a-name-of-many-letters-%d", i; print ""
    for (i = 1; i <= 30; i++) { printf "a-name-of-many-letters-%d", i; for (j = 1; j <= 30; j++) printf ",%d", i == j; print "" } }' >m.csv
  recorded ce-plot matrix --order given --height 400 --width 560 m.csv
  # 25 letters of 7 pixels and 28; the rest but 165 is 192 wide: no room for 30 ids of 8 pixels
  commands | grep >/dev/null '^set ytics nomirror out autofreq'
  recorded ce-plot matrix --order given --height 400 --width 640 m.csv
  assert_equal "$(commands | sed -n 's/^set lmargin at screen //p' | awk '{ print int($1 * 640 + .5) }')" 203
  # rows of 9.07 pixels
  commands | grep >/dev/null "^set ytics nomirror scale 0 font ',6.8'"
}

@test "ce-plot matrix: a small matrix is an image in a PNG, where seams would part its squares" {
  table 1,.5 .5,1 >m.csv
  recorded ce-plot matrix --format png m.csv
  assert_equal "$(grep -a '^plot.*array' script | grep -o 'array=([0-9,]*)\|with image.*')" "array=(1200,1200)
with image"
  recorded ce-plot matrix m.csv
  assert_equal "$(grep -a '^plot.*array' script | grep -o 'array=([0-9,]*)\|with image.*')" "array=(2,2)
with image pixels"
}

@test "ce-plot matrix: more pixels than asked for are means, and the picture says so" {
  awk 'BEGIN { n = 60; for (i = 0; i < n; i++) { for (j = 0; j < n; j++) printf "%s%s", (j ? "," : ""), i == j ? 1 : (i % 3 == j % 3) * .5; print "" } }' >m.csv
  run_split ce-plot matrix --pixels 20 m.csv
  assert_equal "$stderr" "ce-plot: 60 objects on 20 x 20 pixels: each is a mean (--pixels)"
  grep >/dev/null '60 objects on 20 x 20 pixels: means of about 3 x 3 entries' <<<"$output"
}

@test "ce-plot matrix: merges of the tree that are narrower than a pixel are left out, and said so" {
  awk 'BEGIN { n = 400; for (i = 0; i < n; i++) for (j = 0; j < n; j++) printf "%s%s", i == j ? 1 : 1 / (1 + (i > j ? i : j)), j < n - 1 ? "," : "\n" }' >m.csv
  run_split ce-plot matrix --width 300 --height 250 m.csv
  assert_equal "$status" 0
  [[ $stderr =~ ^"ce-plot: "([0-9]+)" merges are narrower than a pixel and not drawn (--width)"$ ]]
  hidden=${BASH_REMATCH[1]}
  grep >/dev/null "<text>$hidden merges narrower than a pixel are not drawn</text>" <<<"$output"
  # below what else is said, and within the picture
  run_split ce-plot matrix -q --width 300 --height 250 --pixels 100 m.csv
  grep -B1 -E '<text>(order of|400 objects|[0-9]+ merges)' <<<"$output" | sed -n 's/.*translate([0-9.]*,\([0-9]*\).*/\1/p' >lines
  assert_equal "$(sort -u lines | wc -l)" 3
  [ "$(sort -n lines | tail -n 1)" -le 240 ]
  # with room for all there is no remark
  run_split ce-plot matrix --width 1200 --height 1200 m.csv
  assert_equal "$stderr" ""
  refute grep 'narrower than' <<<"$output"
}

@test "ce-similarity, ce-partition, ce-score: a CSV matrix has ids in its header and its first column" {
  table id,a,b p,1,1 q,1,2 "r,2,2" >labels.csv
  run_split ce-similarity ca --format csv labels.csv
  assert_output "id,p,q,r
p,1,0.5,0
q,0.5,1,0.5
r,0,0.5,1"
  echo "$output" >m.csv
  run_split ce-partition average -k 2 m.csv
  assert_output "id,average.k2
p,1
q,1
r,2"
  # ids that are numbers
  sed 's/^p/7/; s/^q/8/; s/^r/9/; s/,p,q,r/,7,8,9/' m.csv >numbers.csv
  assert_equal "$(ce-partition average -k 2 numbers.csv | paste -sd' ')" "id,average.k2 7,1 8,1 9,2"
  # a table without ids: no header, as before
  cut -d, -f2- labels.csv | ce-similarity ca --format csv >plain.csv
  assert_equal "$(head -n 1 plain.csv)" 1,0.5,0
  # names in the header that stand in another order
  sed 's/,p,q,r/,q,p,r/' m.csv >mixed.csv
  run_split ce-partition average -k 2 mixed.csv
  assert_error 1 "ce-partition: mixed.csv: column 1 of the matrix is 'q', row 1 is 'p': the same \
order expected"
  sed 's/,p,q,r/,x,p,y/' m.csv >mixed.csv
  run_split ce-partition average -k 2 mixed.csv
  assert_error 1 "ce-partition: mixed.csv: column 2 of the matrix is 'p', row 2 is 'q': the same \
order expected"
  sed 's/^r/p/' m.csv >twice.csv
  run_split ce-partition average -k 2 twice.csv
  assert_error 1 "ce-partition: twice.csv:4: id 'p' occurs a second time"
  # the same objects in another order are no match
  table id,a q,1 p,1 r,2 >other.csv
  run_split ce-score --matrix m.csv -s silhouette other.csv
  assert_error 1 "ce-score: m.csv: object 1 is 'p', in other.csv it is 'q': the same order expected"
  table id,a p,1 q,1 r,2 >same.csv
  run_split ce-score --matrix m.csv -s silhouette same.csv
  assert_equal "$status" 0
}

@test "ce-plot matrix: what cannot be together, and trees of other objects" {
  blocks >m.csv
  table l 1 2 3 4 5 6 1 2 3 4 5 6 >l.csv
  hint="
Try 'ce-plot --help'."
  run_split ce-plot matrix --labels l.csv --order average m.csv
  assert_error 2 "ce-plot: --labels groups the rows: --bars draws labels beside a tree$hint"
  run_split ce-plot matrix --labels l.csv -k 2 m.csv
  assert_error 2 "ce-plot: -k needs a tree, and there is none$hint"
  run_split ce-plot matrix --format csv --palette grey m.csv
  assert_error 2 "ce-plot: --palette does not go with a table$hint"
  # of an option with a letter both names
  run_split ce-plot matrix --format csv -k 2 m.csv
  assert_error 2 "ce-plot: -k, --clusters does not go with a table$hint"
  run_split ce-plot matrix -k 13 m.csv
  assert_error 1 "ce-plot: m.csv: 12 leaves, 13 clusters asked for"
  table a,b,c 5,1,2 1,5,2 2,2,5 >large.csv
  for cut in "-k 2" "--cut-at 1"; do
    # shellcheck disable=SC2086 # words
    run_split ce-plot matrix $cut large.csv
    assert_error 1 "ce-plot: large.csv: values outside -1 to 1, from which no tree is made: ${cut% *} needs --tree, or --input distance"
  done
  table left,right,height,size 0,1,1,2 >tree.csv
  run_split ce-plot matrix --tree tree.csv m.csv
  assert_equal "$status" 0
  run_split ce-plot matrix -k 4 --tree tree.csv m.csv
  assert_error 1 "ce-plot: tree.csv: 11 trees that nothing joins, 4 clusters asked for"
  table left,right,height,size 0,12,1,2 >tree.csv
  run_split ce-plot matrix --tree tree.csv m.csv
  assert_error 1 "ce-plot: tree.csv:2: node 12, at most 11 expected: 12 leaves and 0 merges before it"
  echo '(a:1,b:1);' >tree.nwk
  run_split ce-plot matrix --tree tree.nwk m.csv
  assert_error 1 "ce-plot: tree.nwk: 2 leaves for 12 objects"
  table a,b,c 1,0,0 0,1,0 0,0,1 >plain.csv
  echo '((a:1,b:1):1,c:2);' >tree.nwk
  run_split ce-plot matrix --tree tree.nwk plain.csv
  assert_error 1 "ce-plot: tree.nwk: leaves with names, but plain.csv has no ids"
  table x 1 2 >bars.csv
  run_split ce-plot matrix --bars bars.csv plain.csv
  assert_error 1 "ce-plot: bars.csv: 2 rows for the 3 objects of plain.csv"
  run_split ce-plot matrix --bars - plain.csv <bars.csv
  assert_error 1 "ce-plot: standard input: 2 rows for the 3 objects of plain.csv"
  # ids of the bars serve a matrix without ids
  table id,x p,1 q,2 r,3 >bars.csv
  ce-plot matrix --order given --bars bars.csv --order-file order.csv plain.csv >m.svg
  assert_equal "$(paste -sd' ' order.csv)" "position,row,id 1,1,p 2,2,q 3,3,r"
  run_split ce-plot matrix --width 100 --height 100 m.csv
  assert_error 1 "ce-plot: a picture of 100 x 100 pixels has no room for the matrix: --width, --height"
}

@test "ce-plot matrix: groups that are one in two bars have one color in both" {
  printf '1,.9,.1,.1\n.9,1,.1,.1\n.1,.1,1,.9\n.1,.1,.9,1\n' >m.csv
  printf 'a,b\nu,z\nu,z\nv,y\nv,y\n' >swapped.csv
  printf 'a,b\nu,y\nu,y\nv,z\nv,z\n' >same.csv
  for bars in same swapped; do
    # the strips come first: two boxes each
    ce-plot matrix -q --bars $bars.csv -o m.svg m.csv
    grep -o "fill = 'rgb([^)]*)" m.svg | sed -n 1,4p >colors
    assert_equal "$(sort -u colors | wc -l)" 2
    assert_equal "$(sed -n 1,2p colors)" "$(sed -n 3,4p colors)"
  done
}

@test "ce-plot matrix --input distance: the order of a linkage of distances; correlations make a tree too" {
  table 0,9,1,8 9,0,8,2 1,8,0,9 8,2,9,0 >d.csv
  run_split ce-plot matrix --input distance --format csv d.csv
  assert_equal "$stderr" ""
  assert_equal "$(head -n 1 <<<"$output")" id,1,3,2,4
  ce-partition average --input distance --tree tree.csv d.csv
  assert_equal "$(ce-plot matrix --tree tree.csv --format csv d.csv)" "$output"
  ce-plot matrix --input distance d.csv | grep >/dev/null '<text>distance</text>'
  ce-plot matrix --input distance --values km d.csv | grep >/dev/null '<text>km</text>'
  ce-plot matrix -q --input similarity d.csv | grep >/dev/null '<text>similarity</text>'
  # distances in 0 .. 1 would be ordered as similarities, which a note says
  table 0,.9,.1,.8 .9,0,.8,.2 .1,.8,0,.9 .8,.2,.9,0 >small.csv
  run_split ce-plot matrix --format csv small.csv
  assert_equal "$stderr" "ce-plot: the diagonal is 0 everywhere, as distances have it; objects are ordered by similarities, which are large where they belong together (--input distance)"
  for order in "--tree tree.csv" "--order given"; do
    # shellcheck disable=SC2086 # words
    run_split ce-plot matrix $order --format csv small.csv
    assert_equal "$stderr" ""
  done
  table 1,-.9,.8 -.9,1,-.7 .8,-.7,1 >r.csv
  run_split ce-plot matrix --format csv r.csv
  assert_equal "$stderr" ""
  assert_equal "$(head -n 1 <<<"$output")" id,2,1,3
  run_split ce-plot matrix --input distance r.csv
  assert_error 1 "ce-plot: r.csv: no entry is above those on the diagonal: a matrix of similarities needs --input similarity"
  run_split ce-plot matrix --input distance --tree tree.csv d.csv
  assert_error 2 "ce-plot: --input does not go with --tree
Try 'ce-plot --help'."
}

@test "ce-plot matrix --bars: a table of ids and classes alone is one strip" {
  table id,u,v,w u,1,.9,.1 v,.9,1,.2 w,.1,.2,1 >m.csv
  table id,class w,b u,a v,a >bars.csv
  ce-plot matrix --bars bars.csv m.csv | grep -o '<text>[a-z]*</text>' | sort | uniq -c | awk '{ print $1, $2 }' >texts
  grep -qx '2 <text>class</text>' texts
  grep -qx '1 <text>a</text>' texts
}

@test "ce-plot matrix -k --bars: the branches have the colors of the groups of the first strip" {
  load plots
  table id,a,b,c,d a,1,.9,.1,.2 b,.9,1,.2,.1 c,.1,.2,1,.8 d,.2,.1,.8,1 >m.csv
  table id,label a,2 b,2 c,1 d,1 >bars.csv
  recorded ce-plot matrix -q -k 2 --bars bars.csv m.csv
  # label 1 is blue: the branch of c and d, which stand third and fourth; label 2 is orange
  commands | sed -n "/with lines linewidth 1 linecolor rgb '#404040'/,/^set /p" | awk '/^plot/ { n = split($0, part, "linecolor rgb .#")
      for (i = 2; i <= n; i++) color[i - 1] = substr(part[i], 1, 6); at = 1; next }
    /^e/ { at++; next } NF == 2 { print color[at], $1 }' | sort -u >branches
  assert_equal "$(grep 0072b2 branches | paste -sd';')" "0072b2 3;0072b2 4"
  assert_equal "$(grep d55e00 branches | paste -sd';')" "d55e00 1;d55e00 2"
}

@test "ce-plot matrix, ce-report --bars: a column of names is no strip, and --id may name it in one of the files alone" {
  table id,a.k3,b.k3 s1,1,1 s2,1,1 s3,2,2 s4,2,2 s5,3,3 s6,3,3 >e.csv
  table sample,sex s6,M s5,M s4,M s3,F s2,F s1,F s7,F >clinical.csv
  table id,f s1,1 s2,1 s3,5 s4,5 s5,9 s6,9 >data.csv
  ce-similarity ca e.csv -o ca.csv
  run_split ce-plot matrix -k 3 --bars clinical.csv -o x.svg ca.csv
  assert_error 1 "ce-plot: clinical.csv: column sample has ids of ca.csv ('s6'): --id sample matches the rows by them"
  run_split ce-report -r e.csv --data data.csv --bars clinical.csv -o x.html e.csv
  assert_error 1 "ce-report: clinical.csv: column sample has ids of e.csv ('s6'): --id sample matches the rows by them"
  # names of something else are no strip either, and what is advised works
  awk -F, -v OFS=, 'NR > 1 { $1 = "p" NR } NR != 8' clinical.csv >patients.csv
  run_split ce-plot matrix -k 3 --bars patients.csv -o x.svg ca.csv
  assert_error 1 "ce-plot: patients.csv: column sample has another text in every row ('p2'): --id sample if it names the objects, else take it out of the table"
  cut -d, -f2 patients.csv >sex.csv
  ce-plot matrix -q -k 3 --bars sex.csv -o x.svg ca.csv
  sed 1d ca.csv | cut -d, -f2- >bare.csv
  run_split ce-plot matrix -k 3 --bars patients.csv -o x.svg bare.csv
  assert_error 1 "ce-plot: patients.csv: column sample has another text in every row ('p2'): --id sample if it names the objects, else --id none"
  ce-plot matrix -q -k 3 --bars patients.csv --id none -o x.svg bare.csv
  # by id, in the order of the matrix
  awk -F, 'NR > 1 && $1 != "s7" { print $1, $2 }' clinical.csv | sort | cut -d' ' -f2 | sed '1isex' | paste -d, <(cut -d, -f1 e.csv) - >same.csv
  ce-plot matrix -k 3 --bars same.csv -o same.svg ca.csv
  ce-plot matrix -k 3 --bars clinical.csv --id sample -o x.svg ca.csv
  cmp x.svg same.svg
  ce-report -q -r e.csv --data data.csv --bars same.csv -o same.html e.csv
  ce-report -q -r e.csv --data data.csv --bars clinical.csv --id sample -o x.html e.csv
  assert_equal "$(grep -c '<svg' x.html)" "$(grep -c '<svg' same.html)"
  # a name that no file has
  run_split ce-plot matrix -k 3 --bars clinical.csv --id patient -o x.svg ca.csv
  assert_error 1 "ce-plot: clinical.csv:1: no column 'patient'; the columns are sample, sex"
}

@test "ce-plot matrix, ce-report --bars: objects that the table lacks are grey, and told of" {
  table id,a,b,c,d a,1,.9,.1,.2 b,.9,1,.2,.1 c,.1,.2,1,.8 d,.2,.1,.8,1 >m.csv
  table id,sex,age d,F,40.5 a,M,50.5 c,F,30.5 >clinical.csv
  run_split ce-plot matrix --order given --bars clinical.csv -o m.svg m.csv
  assert_equal "$status $stderr" "0 ce-plot: clinical.csv: nothing of 1 of the 4 objects, such as 'b': grey"
  # the second object of both strips, as one that is there with empty cells
  table id,sex,age d,F,40.5 a,M,50.5 c,F,30.5 b,, >empty.csv
  ce-plot matrix --order given --bars clinical.csv -q -o m.svg m.csv
  ce-plot matrix --order given --bars empty.csv -q -o empty.svg m.csv
  grep -o "fill = 'rgb([^)]*)" m.svg >colors
  grep -o "fill = 'rgb([^)]*)" empty.svg >want
  # (the key of the table with an empty cell has a grey of its own)
  assert_equal "$(sort -u colors)" "$(sort -u want)"
  grep -q "200, 200, 200" colors
  table id,l.k2 a,1 b,1 c,2 d,2 >l.csv
  run_split ce-report -r l.csv --bars clinical.csv -o x.html l.csv
  assert_equal "$status" 0
  [[ $stderr == *"ce-report: clinical.csv: nothing of 1 of the 4 objects, such as 'b': grey"* ]] || fail "$stderr"
  table id,sex x,F y,M >other.csv
  run_split ce-plot matrix --bars other.csv -o m.svg m.csv
  assert_error 1 "ce-plot: other.csv: no id of m.csv, such as 'a'; it has 'x'"
}

@test "ce-plot matrix -k --bars: clusters and strips that are not about the same keep the colors of their numbers" {
  load plots
  table id,s1,s2,s3,s4,s5,s6 s1,1,.8,0,0,0,0 s2,.8,1,0,0,0,0 s3,0,0,1,.8,.2,.2 s4,0,0,.8,1,.2,.2 s5,0,0,.2,.2,1,.8 s6,0,0,.2,.2,.8,1 >m.csv
  table id,sex,stage s1,F,I s2,F,III s3,F,III s4,M,II s5,M,III s6,M,III >sex.csv
  awk -F, -v OFS=, '{ print $1, $3, $2 }' sex.csv >stage.csv
  branches() {
    commands | sed -n "/with lines linewidth 1 linecolor rgb '#404040'/,/^set /p" | awk '/^plot/ { n = split($0, part, "linecolor rgb .#")
      for (i = 2; i <= n; i++) color[i - 1] = substr(part[i], 1, 6); at = 1; next }
    /^e/ { at++; next } NF == 2 && $2 == 0 { print color[at], $1 }' | sort -u
  }
  recorded ce-plot matrix -q -k 3 m.csv
  branches >plain
  [ -s plain ]
  for first in sex stage; do
    recorded ce-plot matrix -q -k 3 --bars $first.csv m.csv
    branches >with
    assert_equal "$(cat with)" "$(cat plain)"
  done
  # labels in their order: I is blue, II orange, III green; F blue, M orange; before them the three clusters
  ce-plot matrix -q -k 3 --bars stage.csv -o x.svg m.csv
  assert_equal "$(grep -o "fill = 'rgb([^)]*)" x.svg | sed -n 4,7p | paste -sd' ')" \
    "$(echo "fill = 'rgb(  0, 114, 178) fill = 'rgb(  0, 158, 115) fill = 'rgb(213,  94,   0) fill = 'rgb(  0, 158, 115)")"
}

@test "ce-plot matrix --bars: two strips of the same groups have the same colors, whatever stands before them" {
  table id,res,cl,cl2 o1,1,B,B o2,1,B,B o3,1,B,B o4,1,A,A o5,1,A,A o6,1,C,C o7,2,D,D o8,2,D,D >b.csv
  ce-similarity ca --format csv b.csv >m.csv
  recorded ce-plot matrix --bars b.csv m.csv
  # a row a box: the strip from below, and its color
  commands | sed -n "/^plot .*boxxyerror/,/^e\$/p" | awk 'NF == 7 { print int($2), $3, $4, $7 }' >boxes
  awk '$1 == 1' boxes | cut -d' ' -f2- >cl
  awk '$1 == 2' boxes | cut -d' ' -f2- >cl2
  assert_equal "$(wc -l <cl)" 4
  cmp cl cl2
}

# four groups of 5, in the order of their ids: s1 .. s5 are the first
four_groups() {
  awk 'BEGIN { n = 20; printf "id"; for (j = 1; j <= n; j++) printf ",s%d", j; print ""
    for (i = 1; i <= n; i++) { printf "s%d", i
      for (j = 1; j <= n; j++) printf ",%s", i == j ? 1 : int((i - 1) / 5) == int((j - 1) / 5) ? .9 : .1
      print "" } }'
}

# boxes COLOR...: those of a strip in which each group of m.csv has the color of its number, as four groups stand in order.csv
boxes() {
  awk -F, 'FNR % 5 == 2 { print int(($2 - 1) / 5) + 1 }' order.csv | while read -r group; do
    left=$((${left:--5} + 5))
    echo "$left.5 $((left + 5)).5 $((16#${!group}))"
  done
}

# strip B: boxes of strip B from 0 in `script`: left, right and color
strip() { commands | sed -n "/^plot .*boxxyerror/,/^e\$/p" | awk -v b="$1" 'NF == 7 { if (int($2) == b) print $3, $4, $7 }'; }

# leaves: where branches of the cut reach 0, with their colors as numbers
leaves() {
  commands | sed -n "/with lines linewidth 1 linecolor rgb '#/,/^set /p" | awk '
    /^plot/ { n = split($0, part, "linecolor rgb .#"); for (i = 2; i <= n; i++) color[i - 1] = substr(part[i], 1, 6); at = 1; next }
    /^e/ { at++; next } NF == 2 { if ($2 == 0) print $1, color[at] }' | sort -n | uniq | while read -r place color; do
    echo "$place $((16#$color))"
  done
}

# names: of the strips in `script`
names() { commands | sed -n '/^set label/p; /boxxyerror/q' | sed -n 's/^set label "\([^"]*\)" at .* left font.*/\1/p'; }

@test "ce-plot matrix -k --bars: cut, branches and the strip that is most like the cut have the same colors, wherever it stands" {
  four_groups >m.csv
  # type: the groups under names in another order, near: two objects are in another, far: unlike; many: a label for each object
  awk 'BEGIN { split("Lum,Her,Bas,Alb", name, ","); print "id,sex,age,many,near,type,far"
    for (i = 1; i <= 20; i++) { g = int((i - 1) / 5) + 1
      print "s" i "," (i % 2 ? "M" : "F") "," 30.5 + i * 7 % 20 "," "x" i % 19 "," "n" (i == 3 ? 2 : i == 17 ? 1 : g) "," name[g] "," "f" i % 4 } }' >bars.csv
  recorded ce-plot matrix -q -k 4 --bars bars.csv m.csv
  assert_equal "$(names | paste -sd'|')" "cluster|sex|age\\072 30.5 to 49.5|many|near|type|far"
  strip 0 >cut
  strip 5 >type
  # types in their order: Alb, the fourth group, is blue, then Bas, the third, Her, and Lum
  ce-plot matrix --format csv -o sorted.csv --order-file order.csv m.csv
  boxes cc79a7 009e73 d55e00 0072b2 | cmp - type
  cmp cut type
  # each branch stands above a box of its color
  leaves >branches
  assert_equal "$(wc -l <branches)" 20
  awk 'NR == FNR { left[NR] = $1; right[NR] = $2; color[NR] = $3; n = NR; next }
    { for (b = 1; b <= n; b++) if ($1 > left[b] && $1 < right[b] && $2 != color[b]) exit 1 }' cut branches
  # of two objects that are in other groups the rest has the colors of the cut, too
  awk 'NR == FNR { of[$1] = $3; next } $2 - $1 > 1 && of[$1] && of[$1] != $3 { exit 1 }' cut <(strip 4)
  assert_equal "$(strip 4 | awk '$2 - $1 == 1 { print $3 }' | sort -n | paste -sd' ')" "$((0x009e73)) $((0xcc79a7))"
  # a strip that is less like the cut does not decide, though it stands first
  cut -d, -f1,5,6 bars.csv >two.csv
  recorded ce-plot matrix -q -k 4 --bars two.csv m.csv
  strip 0 | cmp - cut
  strip 2 | cmp - cut
  # nor does a strip of more labels than there are colors stop the others
  awk -F, -v OFS=, 'BEGIN { for (j = 1; j <= 40; j++) head = head ",t" j; print "id" head
    for (i = 1; i <= 40; i++) { printf "t%d", i; for (j = 1; j <= 40; j++) printf ",%s", i == j ? 1 : int((i - 1) / 10) == int((j - 1) / 10) ? .9 : .1; print "" } }' >large.csv
  awk 'BEGIN { print "id,site,type"; for (i = 1; i <= 40; i++) print "t" i ",site" i % 39 ",g" 9 - int((i - 1) / 10) }' >sites.csv
  recorded ce-plot matrix -q -k 4 --bars sites.csv large.csv
  strip 0 >cut
  assert_equal "$(wc -l <cut)" 4
  strip 2 | cmp - cut
}

@test "ce-plot matrix -k, --cut-at: the clusters of the cut are the first strip, also without --bars, but not twice" {
  four_groups >m.csv
  recorded ce-plot matrix -q -k 4 m.csv
  assert_equal "$(names)" cluster
  strip 0 >cut
  ce-plot matrix --format csv -o sorted.csv --order-file order.csv m.csv
  boxes 0072b2 d55e00 009e73 cc79a7 | cmp - cut
  recorded ce-plot matrix -q --cut-at .5 m.csv
  assert_equal "$(names)" cluster
  strip 0 | cmp - cut
  # neither a tree in one piece nor one without a cut has such a strip
  for how in "-k 1" ""; do
    # shellcheck disable=SC2086 # words
    recorded ce-plot matrix -q $how m.csv
    assert_equal "$(commands | grep -c boxxyerror)" 0
  done
  # a column that has the name, and one that has the clusters
  awk 'BEGIN { print "id,cluster"; for (i = 1; i <= 20; i++) print "s" i "," i % 2 }' >other.csv
  recorded ce-plot matrix -q -k 4 --bars other.csv m.csv
  assert_equal "$(names | paste -sd'|')" "cluster of the cut|cluster"
  ce-partition average -q -k 4 m.csv >own.csv
  recorded ce-plot matrix -q -k 4 --bars own.csv m.csv
  assert_equal "$(names | wc -l)" 1
  assert_equal "$(names)" "$(head -n 1 own.csv | cut -d, -f2)"
  strip 0 | cmp - cut
  # those of another cut are not the same
  recorded ce-plot matrix -q -k 3 --bars own.csv m.csv
  assert_equal "$(names | head -n 1)" cluster
  # more clusters than colors: as many branches have the color of the box below them
  awk 'BEGIN { n = 62; for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) printf "%s%s", i == j ? 1 : int((i - 1) / 2) == int((j - 1) / 2) ? .9 : .1, j < n ? "," : "\n" }' >pairs.csv
  recorded ce-plot matrix -q -k 31 pairs.csv
  strip 0 >cut
  leaves >branches
  assert_equal "$(wc -l <branches)" 62
  awk 'NR == FNR { left[NR] = $1; right[NR] = $2; color[NR] = $3; n = NR; next }
    { for (b = 1; b <= n; b++) if ($1 > left[b] && $1 < right[b] && $2 != color[b]) exit 1 }' cut branches
}

@test "ce-plot matrix --bars: a column of many numbers and few words is one of numbers; others are text, and told of" {
  awk 'BEGIN { n = 40; printf "id"; for (j = 1; j <= n; j++) printf ",s%d", j; print ""
    for (i = 1; i <= n; i++) { printf "s%d", i; for (j = 1; j <= n; j++) printf ",%s", i == j ? 1 : .5; print "" } }' >m.csv
  # column VALUES WORDS...: the whole numbers from 1 to VALUES again and again, but for words in the first rows
  column() {
    awk -v k="$1" -v words="${*:2}" 'BEGIN { n = split(words, w, " "); print "id,age"; for (i = 1; i <= 40; i++) print "s" i "," (i <= n ? w[i] : i % k + 1) }'
  }
  column 30 unknown '>28' unknown unknown >b.csv
  run_split recorded ce-plot matrix --order given --bars b.csv m.csv
  assert_equal "$status $stderr" "0 ce-plot: b.csv: column age is read as numbers; 4 of its 40 cells are words such as 'unknown': grey"
  assert_equal "$(names)" "age\\072 1 to 30"
  assert_equal "$(strip 0 | head -n 1)" "0.5 4.5 $((0xc8c8c8))"
  # in one cell; a missing cell is none
  column 30 '>28' NA >b.csv
  run_split recorded ce-plot matrix --order given --bars b.csv m.csv
  assert_equal "$stderr" "ce-plot: b.csv: column age is read as numbers; 1 of its 39 cells is a word, '>28': grey"
  run_split recorded ce-plot matrix -q --order given --bars b.csv m.csv
  assert_equal "$stderr" ""
  run_split recorded ce-plot matrix --missing-words '>28' --order given --bars b.csv m.csv
  assert_equal "$stderr" ""
  # 20 numbers, in one way of writing or two, or more than a word in ten cells: text
  column 20 old >b.csv
  column 20 old | sed '30,$s/$/.0/' >twice.csv
  column 30 a b c d e >many.csv
  for bars in b twice many; do
    run_split recorded ce-plot matrix --order given --bars $bars.csv m.csv
    assert_equal "$status $stderr" "0 ce-plot: $bars.csv: column age is read as categories, as it has $([ $bars = many ] && echo a || echo old) beside numbers"
    assert_equal "$(names)" age
  done
  column 21 old >b.csv
  run_split recorded ce-plot matrix --order given --bars b.csv m.csv
  assert_equal "$stderr" "ce-plot: b.csv: column age is read as numbers; 1 of its 40 cells is a word, 'old': grey"
  # labels, of which one is noise, and words with a few numbers, need no note
  column 30 noise >b.csv
  column 3 noise >few.csv
  awk 'BEGIN { print "id,age"; for (i = 1; i <= 40; i++) print "s" i "," (i % 3 ? "w" i % 7 : i % 9) }' >words.csv
  for bars in b few words; do
    run_split recorded ce-plot matrix --order given --bars $bars.csv m.csv
    assert_equal "$status $stderr" "0 "
    assert_equal "$(names)" age
  done
  # the other decimal sign makes text of all
  awk 'BEGIN { print "id;age"; for (i = 1; i <= 40; i++) print "s" i ";" i % 25 ",5" }' >comma.csv
  run_split recorded ce-plot matrix -d auto --order given --bars comma.csv m.csv
  [[ $stderr == *"column age is read as categories such as '1,5': are these numbers"* ]] || fail "$stderr"
}

@test "ce-plot matrix --bars: keys of up to twelve labels are whole, and those without room beside the map stand below it" {
  awk 'BEGIN { n = 40; for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) printf "%s%s", i == j ? 1 : .5, j < n ? "," : "\n"
    print "a,b,c,d,e,f" >"bars.csv"
    for (i = 0; i < n; i++) print "a" i % 12 "," "b" i % 12 "," "c" i % 5 "," "d" i % 20 "," "e" i % 11 "," i + .5 >"bars.csv" }' >m.csv
  height_of() { grep -o ' height="[0-9]*"' "$1" | sed -n '1s/[^0-9]//gp'; }
  # keys: the words of the keys with their places in pixels from the left and the top
  keys() {
    commands | awk -v w=800 -v h="$height" '/front font .,9./ { split($0, part, "\""); n = split($0, word, " ")
      for (i = 1; i < n; i++) if (word[i] == "screen") split(word[i + 1], at, ","); gsub(" ", "_", part[2])
      print part[2], int(at[1] * w + .5), int((1 - at[2]) * h + .5) }'
  }
  ce-plot matrix -q --order given --bars bars.csv -o m.svg m.csv
  height=$(height_of m.svg)
  recorded ce-plot matrix -q --order given --bars bars.csv m.csv
  keys >found
  for text in a b c d e a{0..11} b{0..11} c{0..4} e{0..10}; do grep -q "^$text " found || fail "no $text"; done
  # of 20 labels 11 are shown
  assert_equal "$(grep -c '^d[0-9]' found) $(grep -o '^and_.*_more[^ ]*' found)" "11 and_9_more"
  # the picture ends below the last of them, and no two words meet
  awk -v h="$height" '$3 > h - 12 { exit 1 }' found
  assert [ "$height" -gt 775 ]
  awk '{ x[NR] = $2; y[NR] = $3; for (i = 1; i < NR; i++) if ((x[i] - $2) ^ 2 < 130 ^ 2 && (y[i] - $3) ^ 2 < 14 ^ 2 && $1 != "lowest_to_highest") { print x[i], y[i], $0; exit 1 } }' found
  # a height that is given, and has no room for them, cuts them as before
  recorded ce-plot matrix -q --order given --height 500 --bars bars.csv m.csv
  commands | grep -c '"and [0-9]* more' >cut
  assert [ "$(cat cut)" -ge 2 ]
  # one that has room does not
  recorded ce-plot matrix -q --order given --height $((height + 300)) --bars bars.csv m.csv
  assert_equal "$(commands | grep -o '"and [0-9]* more[^"]*')" '"and 9 more'
  # where all have room beside the map the picture is as high as the map
  cut -d, -f3,6 bars.csv >few.csv
  ce-plot matrix -q --order given --bars few.csv -o m.svg m.csv
  height=$(height_of m.svg)
  recorded ce-plot matrix -q --order given --bars few.csv m.csv
  keys | awk '$2 < 600 { exit 1 }'
}
