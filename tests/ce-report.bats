#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-report: one HTML page of an ensemble and its results.

setup() {
  load common
  command -v gnuplot >/dev/null || skip "needs gnuplot"
}

# Members and results of the wines, made once.
wines() {
  ce-prepare zscore "$BUNDLED/wine.csv" >wine.csv
  ce-generate kmeans -k 2..8 -m 12 wine.csv >members.csv
  ce-consensus eac-al -k 2..4 members.csv >results.csv
}

# recorded ARGUMENTS: makes page.html with a gnuplot that draws nothing and keeps what it was told
# in kept/script.0, kept/script.1 ...
recorded() {
  mkdir -p recorder kept
  # shellcheck disable=SC2016 # for the script
  printf '%s\n' '#!/bin/sh' 'cat >"script.$(ls | grep -c "^script")"' 'echo "<svg></svg>"' \
    >recorder/gnuplot
  chmod +x recorder/gnuplot
  rm -f script.*
  PATH="$PWD/recorder:$PATH" ce-report -q "$@" -o page.html
  mv script.* kept
}

# file NAME <PAGE: the bytes of a file that the page holds.
file() {
  sed -n "s/.*<a download=\"$1\" href=\"data:text\/csv;charset=utf-8,\([^\"]*\)\".*/\1/p" |
    tr -d '\n' | sed 's/%/\\x/g' | xargs -0 printf '%b'
}

# text <PAGE: its words, without markup and pictures.
text() { sed 's/<svg.*//; s/href="[^"]*"//g; s/<[^>]*>//g'; }

# rows <PAGE: the rows of its tables, a cell between two commas.
rows() { grep -o '<tr.*</tr>' | sed 's/<\/t[dh]><t[dh]>/,/g; s/<[^>]*>//g'; }

# rounded DIGITS <TABLE: its rows as the page shows them.
rounded() {
  awk -F, -v OFS=, -v digits="$1" 'NR > 1 { for (c = 2; c <= NF; c++) $c = sprintf("%.*g", digits, $c); print }'
}

# check_html FILE: every element is closed in its order, no id occurs twice, nothing is run, and
# nothing comes from elsewhere.
check_html() {
  python3 - "$1" <<'END'
import html.parser, sys
void = {"meta", "link", "br", "img", "hr", "input"}
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.bad, self.pictures = [], set(), [], 0
    def look(self, tag, attrs):
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names): self.bad.append("an attribute twice: " + tag)
        for name, value in attrs:
            if name == "id":
                if value in self.ids: self.bad.append("id twice: " + value)
                self.ids.add(value)
            if name.startswith("on"): self.bad.append("runs " + name)
            if name in ("src", "href", "xlink:href", "action") and value[:5] != "data:" \
                    and value[:1] != "#": self.bad.append("from elsewhere: " + value)
        self.pictures += tag == "svg"
        if tag in ("script", "iframe", "object", "embed"): self.bad.append("a " + tag)
    def handle_starttag(self, tag, attrs):
        self.look(tag, attrs)
        if tag not in void: self.open.append(tag)
    def handle_startendtag(self, tag, attrs): self.look(tag, attrs)
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag: self.bad.append("closes " + tag)
page = Page()
text = open(sys.argv[1], encoding="utf-8").read()
page.feed(text)
page.close()
if page.open: page.bad.append("not closed: " + " ".join(page.open))
if "url(http" in text or "@import" in text: page.bad.append("a style from elsewhere")
print("\n".join(page.bad) or "%d pictures" % page.pictures)
END
}

@test "ce-report: a page that is whole, needs nothing, and runs nothing" {
  command -v python3 >/dev/null || skip "needs python3"
  wines
  ce-report -r results.csv --data wine.csv -t wine.csv members.csv -o page.html
  run check_html page.html
  # results by k, PAC, curves, growth, consensus, margins, clusters, consistency, silhouettes,
  # scatter, tracking, flow, members
  assert_output "15 pictures"
  assert_equal "$(sed -n 's/.*<h2>\(.*\)<\/h2>.*/\1/p' page.html)" "Results
How clear each k is
Consensus
How sure each label is
How consistently each object is placed
How well each object fits its cluster
In the space of the data
From result to result
The members beside the result
Base clusterings
What was run"
  # what is wrong is seen
  sed 's/<\/figure>//; s/<main>/<main id="p1gpDot" onclick="x"><script src="http:x"><\/script>/' \
    page.html >bad.html
  run check_html bad.html
  assert_line "id twice: p1gpDot"
  assert_line "runs onclick"
  assert_line "a script"
  assert_line "from elsewhere: http:x"
  assert_line --partial "closes "
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

# commands ABOUT <PAGE: the file with the commands of the picture of this name.
commands() {
  grep -o 'aria-label="[^"]*' | cut -d'"' -f2 |
    awk -v about="$1" '$0 == about { print "kept/script." NR - 1 }'
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
  left_out='autoscale xfix\|xtics 1$'
  cut -d, -f2- results-by-k.table | sed '1s/.*/k,eac-al/' >by-k.csv
  plotted "Results by k" 360 curve --y-label "mean silhouette" by-k.csv
  left_out=nothing
  plotted "Ambiguous pairs by k" 340 stability k.table
  plotted "Distribution of consensus by k" 420 cdf cdf.table
  plotted "Growth of the area and inconsistency by k" 460 stability growth.table
  { echo clustering,cluster,size,consensus; sed '1d; s/^/eac-al.k3,/' clusters.table | sort; } >clusters.csv
  plotted "Mean consensus of each cluster" 340 cluster-consensus clusters.csv
  plotted "Relative stability by k" 360 null null.csv
  ce-similarity ca members.csv >ca.mtx
  paste -d, chosen.csv <(sed 's/.*,//' wine.csv) >bars.csv
  plotted "Heat map of the consensus matrix" 0 matrix --values consensus --class none \
    --clusters 3 --bars bars.csv ca.mtx
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

@test "ce-report: a k of the result that has too few base clusterings is said not to be shown" {
  ce-generate kmeans -k 2,3,5 -m 15 "$BUNDLED/iris.csv" >members.csv
  ce-consensus eac-al -k 3,4 members.csv >results.csv
  ce-report -q -r results.csv --choose eac-al.k4 members.csv | text >page
  grep -F 'The result that is looked at has 4 clusters. Of this k there are no base clusterings, so it is not among those shown here.' page
  ce-report -q -r results.csv --choose eac-al.k3 members.csv | text >page
  run grep -c 'not among those shown' page
  assert_output 0
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

@test "ce-report --bars: a strip beside the heat map for each column of a table, rows by id" {
  table id,a,b u,1,1 v,2,2 w,1,1 x,2,2 y,1,1 >members.csv
  table id,q y,1 x,2 w,1 v,2 u,1 >results.csv
  table site,id,age,class north,y,30,k south,x,50.5,m north,w,20,k south,v,60,m east,u,10,m >bars.csv
  recorded -r results.csv --bars bars.csv members.csv
  script=$(grep -la 'age.072 10 to 60' kept/script.* | sed -n 1p)
  for name in '"q"' '"site"' '"age\072 10 to 60"' '"class"' '"north"' '"south"' '"east"'; do
    grep -aF >/dev/null "$name" "$script" || fail "$name"
  done
  grep >/dev/null 'The bars show the cluster of each in the result, and its values in the table of --bars\.' <(text <page.html)
  # the strips are those that ce-plot draws of the same columns in the order of the members
  table id,q,site,age,class u,1,east,10,m v,2,south,60,m w,1,north,20,k x,2,south,50.5,m y,1,north,30,k >sorted.csv
  ce-similarity ca --format csv members.csv >ca.csv
  mv kept report
  mkdir kept
  PATH="$PWD/recorder:$PATH" ce-plot matrix -q --bars sorted.csv ca.csv -o x.svg
  strips() { sed -n '/boxxyerror/,/^e$/p' "$1" | tr -d '\000'; }
  assert [ "$(strips script.0 | wc -l)" -ge 16 ]
  assert_equal "$(strips "report/${script#kept/}")" "$(strips script.0)"
  # with the classes too; without ids rows follow each other
  table class 1 2 1 2 2 >truth.csv
  cut -d, -f2- members.csv >plain.csv
  table q 1 2 1 2 1 >plain-results.csv
  table site east south north south north >plain-bars.csv
  ce-report -q -r plain-results.csv -t truth.csv --bars plain-bars.csv plain.csv >page.html
  grep >/dev/null 'in the result, its class, and its values in the table of --bars\.' <(text <page.html)
  run_split ce-report -r plain-results.csv --bars bars.csv plain.csv -o page.html
  assert_regex "$stderr" "^ce-report: bars.csv has ids and plain.csv has none"
  head -n 4 plain-bars.csv >short.csv
  run_split ce-report -r plain-results.csv --bars short.csv plain.csv -o none.html
  assert_error 1 "ce-report: short.csv: 3 rows for the 5 objects of plain.csv"
  sed '2,$s/^[^,]*,\([^,]*\),/x,x\1,/' bars.csv >other.csv
  run_split ce-report -q -r results.csv --bars other.csv members.csv -o none.html
  assert_equal "$status$output" 1
  assert_regex "$stderr" "other.csv"
  assert [ ! -e none.html ]
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

@test "ce-report: it tells the command, the version, the seed and the checksums" {
  wines
  ce-report -r results.csv --title "It's mine" --seed 7 -j 1 -q members.csv -o page.html
  grep -qF "<pre>ce-report -r results.csv --title &#39;It&#39;\\&#39;&#39;s mine&#39; --seed 7\
 members.csv</pre>" page.html
  grep -qF "by Clens $(cat "$CE_SOURCE/VERSION"), with the seed 7 for what the page itself draws at random:" page.html
  crc=$(gzip -c members.csv | tail -c 8 | head -c 4 | od -An -tx4 | tr -d ' ')
  grep -qF "<td>members.csv</td><td>$(wc -c <members.csv)</td><td>$crc</td>" page.html
}

@test "ce-report: text that is HTML stays text" {
  evil='<script>alert(1)</script>&amp;"'
  table "id,\"<b>a\",b" "\"${evil//\"/\"\"}\",1,x" "b',1,\"<i>\"" c,2,y d,2,y >members.csv
  table "id,\"<u>r\"" "\"${evil//\"/\"\"}\",\"<p>\"" "b',\"<p>\"" c,q d,q \
    >results.csv
  ce-report -r results.csv --title '</title><h1>' members.csv -o page.html
  run grep -c '<script\|<b>\|<i>\|<u>\|<p>&\|</title><h1>' page.html
  assert_output 0
  grep -qF '&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&quot;' page.html
  if command -v python3 >/dev/null; then
    run check_html page.html
    assert_output "6 pictures"
  fi
}

@test "ce-report: characters of UTF-8 stay; bytes that are none, and controls, become U+FFFD" {
  table r 1 2 >r.csv
  # the first and the last character of each length, and those beside the surrogates
  good=$(printf '~ \302\240 \337\277\340\240\200\355\237\277\356\200\200\357\277\274')
  good+=$(printf '\360\220\200\200\364\217\277\277')
  # longer than needed, surrogates, beyond the last, cut short; characters of control, and two that XML forbids
  bad='300-200 301-277 340-237-277 360-217-277-277 355-240-200 355-277-277 364-220-200-200'
  bad+=' 365-200-200-200 377 200 303 342-202 361-200-200 001 037 177 302-200 302-237 357-277-276 357-277-277'
  title="$good|" expected="$good|"
  for bytes in $bad; do
    title+=$(printf '%b|' "\\0${bytes//-/\\0}")
    case $bytes in 302* | 357*) bytes=one ;; esac
    expected+=$(sed 's/[a-z0-9]*/\xef\xbf\xbd/g; s/-//g' <<<"$bytes")"|"
  done
  recorded -r r.csv --title "$title" r.csv
  sed -n 's/<title>\(.*\)<\/title>/\1/p' page.html >shown
  table "$expected" | diff - shown
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

@test "ce-report: it says which result it looks at, and why" {
  table a,b 1,1 1,1 2,1 2,2 >members.csv
  table x,y 1,2 1,2 2,1 2,1 >results.csv
  table f 1 2 7 8 >data.csv
  summary() { recorded -r "$@"; text <page.html | sed -n '/^[0-9]* objects*, /p'; }
  {
    summary results.csv members.csv --choose y
    summary <(cut -d, -f1 results.csv) members.csv
    summary results.csv members.csv
    summary results.csv members.csv --data data.csv
    summary <(table r 1) <(table a 1)
  } >said
  looks="4 objects, 2 base clusterings, 2 results. This page looks at"
  table "$looks y (2 clusters)." \
    "4 objects, 2 base clusterings, 1 result. This page looks at x (2 clusters)." \
    "$looks x (2 clusters), the result with the highest mean NMI with the base clusterings." \
    "$looks x (2 clusters), the result with the highest mean silhouette of the data." \
    "1 object, 1 base clustering, 1 result. This page looks at r (1 cluster)." | diff - said
}

@test "ce-report: warnings come first: members that say nothing, k at the edge, no home" {
  awk 'BEGIN { print "id,a,b,c,one,own,none"
    for (i = 0; i < 40; i++) { g = i % 4
      print "o" i "," (i == 3 ? 0 : g) "," (i == 3 ? 0 : g) "," g ",1," i "," }}' >members.csv
  awk 'BEGIN { print "id,m.k2,m.k3,m.k4"
    for (i = 0; i < 40; i++) { g = i % 4
      print "o" i "," g % 2 "," (g > 2 ? 2 : g) "," g }}' >results.csv
  ce-report -q -r results.csv members.csv | text >page
  grep -qF "3 of 6 base clusterings say nothing: one (it has one cluster); own (each object is a\
 cluster of its own); none (it has no label)." page
  grep -qF "k is at the edge: of the results for k = 2 to 4 the one with the highest ANMI has\
 k = 4." page
  grep -qF "1 of 40 objects without a home: they are more often with another cluster than with\
 their own. The least sure: o3." page
  # no picture comes before them
  grep -o 'say nothing\|^Results' page >order
  table 'say nothing' Results | diff - <(sed 2q order)
}

@test "ce-report: where all members agree by chance, there is nothing to combine" {
  awk 'BEGIN { srand(2); print "a,b,c,d,e,f"; for (i = 0; i < 200; i++) {
    for (q = 1; q <= 6; q++) printf "%s%d", (q > 1 ? "," : ""), 1 + int(rand() * 4); print "" } }' >chance.csv
  ce-consensus -q eac-al -k 4 chance.csv >result.csv
  ce-report -q --results result.csv chance.csv -o page
  grep -qF "6 of 6 base clusterings say nothing:" page
  grep -qF "They agree no better than by chance: there is nothing to combine." page
}

@test "ce-report: members by chance say nothing, however many clusters they have; two clusters beside hundreds say something" {
  ce-generate kmeans -q -k 2..13 -m 30 "$BUNDLED/wine.csv" >members.csv
  awk 'BEGIN { srand(7); print "five,ten"; for (i = 0; i < 178; i++) print int(5 * rand()) "," int(10 * rand()) }' >chance.csv
  paste -d, members.csv chance.csv >both.csv
  cut -d, -f1 members.csv >results.csv
  ce-report -q -r results.csv both.csv | text >page
  grep -oE '[0-9]+ of 32 base clusterings say nothing|(five|ten) \(its mean [A-Z]+' page | cut -d'(' -f1 >found
  table '2 of 32 base clusterings say nothing' 'five ' 'ten ' | diff - found
  grep >/dev/null 'ten (its mean ARI with the others is below 0.02: no more than chance)' page
  awk 'BEGIN { print "two,a,b,c"; for (i = 0; i < 2000; i++) print (i < 1000) "," int(i / 5) "," int(i / 4) "," int(i / 8) }' >members.csv
  cut -d, -f1 members.csv >results.csv
  ce-report -q -r results.csv members.csv | text >page
  refute grep 'base clusterings say nothing' page
}

@test "ce-report: the caption of PAC says where base clusterings are too few for it" {
  for m in 9 10; do
    ce-generate kmeans -q -k 2..3 "$BUNDLED/iris.csv" -o one.csv
    for r in $(seq "$m"); do ce-generate kmeans -q -k 2..3 --seed "$r" --prefix "r$r." "$BUNDLED/iris.csv" -o "m.$m.$r.csv"; done
    paste -d, m."$m".*.csv >members.csv
    recorded -r one.csv members.csv
    text <page.html | grep -c 'Among fewer than ten a single one that disagrees makes a pair ambiguous' >"told.$m" || true
  done
  assert_equal "$(cat told.9 told.10)" $'1\n0'
}

@test "ce-report: a cluster with nearly all objects, and clusters of one or two, are warned of" {
  awk 'BEGIN { print "a,b,c,out"; for (i = 0; i < 100; i++) print i % 3 "," i % 3 "," i % 3 "," (i < 97 ? 1 : 2) }' >members.csv
  awk 'BEGIN { print "one,small,both,few"; for (i = 0; i < 100; i++) print (i < 95 ? 1 : 2) "," (i < 94 ? i % 2 : i < 96 ? 5 : 6) "," (i < 97 ? 1 : i < 99 ? 2 : 3) "," i % 50 }' >results.csv
  says() { recorded -r results.csv --choose "$1" members.csv; text <page.html | sed '/^Results$/,$d' >page; }
  says one
  grep -F 'One of 2 clusters has 95&nbsp;% of the objects. The others may be outliers.' page
  # three objects apart: that is not by chance
  grep -F '1 of 4 base clusterings says nothing: out (one of its clusters has nearly all objects). It only blurs the result: ce-select names --names NAME --leave-out leaves it out.' page
  says small
  grep -F '1 of 4 clusters has one or two objects.' page
  run grep -c 'of the objects' page
  assert_output 0
  says both
  grep -F 'One of 3 clusters has 97&nbsp;% of the objects.' page
  grep -F '2 of 3 clusters have one or two objects.' page
  # 50 clusters of 100 objects have two each
  says few
  run grep -c 'clusters have\|of the objects' page
  assert_output 0
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

# warned RESULTS MEMBERS [ARGUMENTS]: the warnings of the page, one a line.
warned() {
  recorded -r "$@" || return
  sed -n '/^<div class="warnings">/,/^<\/div>/p' page.html | sed 's/<[^>]*>//g' | grep . |
    { grep -v '^There are only [234] base clusterings' || true; }
}

@test "ce-report: results that are the clustering that is looked at are named" {
  table a,b,c,d,e 1,1,1,1,1 1,1,1,1,1 2,2,2,2,2 2,2,2,2,2 3,3,3,3,3 >members.csv
  table r,s,t,u,v 1,y,1,a,1 1,y,1,a,1 2,x,2,b,2 2,x,2,b,1 3,z,3,,3 >results.csv
  ce-report -q -r results.csv --choose r members.csv | text >page
  grep -F ' The same clustering as r: s, t.' page
  ce-report -q -r results.csv --choose v members.csv | text >page
  run grep -c 'The same clustering' page
  assert_output 0
  paste -d, results.csv results.csv results.csv | sed '1s/.*/a,b,c,d,e,f,g,h,i,j,k,l,m,n,o/' >many.csv
  ce-report -q -r many.csv --choose a members.csv | text >page
  grep -F ' The same clustering as a: b, c, f, g, h, and others.' page
}

@test "ce-report: few base clusterings are warned of, and one of them is no reason for a verdict" {
  table a,b,c,d,e 1,1,1,1,1 1,1,1,1,1 2,2,2,2,2 2,2,2,2,2 >five.csv
  table r 1 1 2 2 >results.csv
  for m in 1 2 4; do
    cut -d, -f1-$m five.csv >members.csv
    ce-report -q -r results.csv members.csv | text >page
    if [ $m = 1 ]; then
      grep -F 'There is one base clustering: the consensus is that clustering, and nothing here says how sure a label is.' page
      grep -F 'There is one base clustering, so there is nothing to compare.' page
    else
      grep -F "There are only $m base clusterings: the consensus takes few values, so that margins hardly say how sure a label is." page
    fi
    run grep -cE 'says? nothing:' page
    assert_output 0
  done
}

@test "ce-report: objects nearest to a single object are counted apart from those without a home" {
  # b parts object 4 from its cluster, and 9 alone is a cluster of the result
  table id,a,b,c,d,e 1,1,1,1,1,1 2,1,1,1,1,1 3,1,1,1,1,1 4,1,2,2,2,3 5,2,2,2,2,2 6,2,2,2,2,2 7,2,2,2,2,2 8,1,3,1,3,1 9,1,3,1,3,3 >members.csv
  table id,r 1,1 2,1 3,1 4,1 5,2 6,2 7,2 8,1 9,3 >results.csv
  ce-stability object -q -c results.csv members.csv >objects.csv
  awk -F, '$7 ~ /^-/ { print $2, $6 }' objects.csv >below
  assert_equal "$(cat below)" "4 2
8 3"
  run warned results.csv members.csv
  assert_output --partial "1 of 8 objects without a home: they are more often with another cluster than with their own. The least sure: 4. Base clusterings of 2 to 3 clusters count together here."
  assert_line "1 of 8 objects are more often with a single object, a cluster of its own, than with their own cluster."
}

@test "ce-report: of the members that say nothing, and of the objects without a home, ten are named" {
  # x is independent of a and b; each object that has one is a cluster of its own in own
  awk 'BEGIN { print "a,b,x,o1,o2,o3,o4,o5,o6,o7,o8,own"
    for (i = 0; i < 16; i++) print i % 2 "," i % 2 "," int(i / 2) % 2 ",1,1,1,1,1,1,1,1," (i > 5 ? i : "") }' >members.csv
  cut -d, -f1-11 members.csv >ten.csv
  cut -d, -f1 members.csv >results.csv
  ones=$(printf '; o%d (it has one cluster)' 1 2 3 4 5 6 7 8)
  run warned results.csv members.csv
  assert_line -n 0 "10 of 12 base clusterings say nothing: x (its mean NMI with the others is below 0.05)$ones;\
 own (each object is a cluster of its own). They only blur the result: ce-select names --names NAMES --leave-out leaves them out."
  paste -d, <(sed 's/.*/1/; 1s/.*/first/' ten.csv) ten.csv <(sed 's/.*/1/; 1s/.*/last/' ten.csv) >more.csv
  run warned results.csv more.csv
  assert_output "11 of 13 base clusterings say nothing: first (it has one cluster); x (its mean NMI with the others is below\
 0.05)$ones, and others. They only blur the result: ce-select names --names NAMES --leave-out leaves them out."
  # the first objects are in the other cluster
  awk 'BEGIN { print "id,a,b"; for (i = 0; i < 60; i++) print "n" i "," i % 2 "," i % 2 }' >members.csv
  for count in 10 12; do
    awk -v n=$count 'BEGIN { print "id,r"; for (i = 0; i < 60; i++) print "n" i "," (i + (i < n)) % 2 }' >results.csv
    run warned results.csv members.csv
    assert_output "$count of 60 objects without a home: they are more often with another cluster than with their own.\
 The least sure: n0, n1, n2, n3, n4, n5, n6, n7, n8, n9$([ $count = 10 ] || echo ", and others")."
  done
}

@test "ce-report: warnings about microclusters count objects, and a row is no object alone" {
  # of 13 objects 2 * 3 + 5 + 1 labels are missing, of 2 * 13
  table size,a,b 3,1, 2,2,2 5,,1 1,1,1 2,, >members.csv
  table r 1 NA 1 2 2 >results.csv
  run warned results.csv members.csv
  assert_output "2 objects have no label in any base clustering. Nothing is known of them.
46.2&nbsp;% of the labels of base clusterings are missing. Pairs are judged by the base clusterings that label both.
2 objects have no label in the result."
  # two clusterings that agree: each row is a cluster, and none an object of its own
  table size,a,b 3,1,1 2,2,2 >members.csv
  table r 1 2 >results.csv
  run warned results.csv members.csv
  assert_output ""
  # a row without a home; single objects; two objects
  table size,a,b 1,1,1 4,1,1 1,2,2 4,2,2 1,3,3 >members.csv
  table r 2 1 2 2 3 >results.csv
  run warned results.csv members.csv
  assert_output "1 of 3 clusters has a single object.
1 of 4 rows without a home: they are more often with another cluster than with their own. The least sure: 1."
  table size,a 1,1 1,2 >members.csv
  table r 1 2 >results.csv
  run warned results.csv members.csv
  assert_line "2 objects: too few for any statement about clusters."
  table size,a 2,1 1,2 >members.csv
  run warned results.csv members.csv
  refute_line --partial "too few"
}

@test "ce-report: k at the edge is that of three results of one method at least, where that looked at is the best" {
  awk 'BEGIN { print "a,b"; for (i = 0; i < 24; i++) print i % 3 "," i % 3 }' >members.csv
  awk 'BEGIN { print "n.k2,m.k3,m.k4,m.k12,m2.k7,m"; for (i = 0; i < 24; i++) print i % 2 "," i % 3 "," i % 4 "," i % 12 "," i % 7 "," i % 2 }' >results.csv
  run warned results.csv members.csv
  assert_output "k is at the edge: of the results for k = 3 to 12 the one with the highest ANMI has k = 3. A smaller k\
 than was tried may be better, or none at all: ce-stability k and ce-stability null judge by other means."
  awk 'BEGIN { print "x"; for (i = 0; i < 24; i++) print i % 3 * 10 + i / 100 }' >data.csv
  run warned results.csv members.csv --data data.csv
  assert_output --partial "the one with the highest silhouette has k = 3."
  awk 'BEGIN { print "m.k8,m.k9,m.k10"; for (i = 0; i < 24; i++) print "1," i % 2 "," i % 3 }' >up.csv
  run warned up.csv members.csv
  assert_output "k is at the edge: of the results for k = 8 to 10 the one with the highest ANMI has k = 10. ANMI grows with k in many ensembles, so that this is no sign of a good k: ce-stability k judges by other means."
  # also where somebody chose it, but not where another one of its method is better
  run warned up.csv members.csv --choose m.k10
  assert_output --partial "has k = 10. ANMI grows with k in many ensembles, so that this is no sign of a good k: ce-stability k judges by other means."
  run warned results.csv members.csv --choose m.k12
  assert_output ""
  # nor where its silhouette is not defined: one cluster, or one of each object
  awk 'BEGIN { print "m.k1,m.k2,m.k24"; for (i = 0; i < 24; i++) print "1," i % 2 "," i }' >ends.csv
  for k in 1 24; do
    run warned ends.csv members.csv --data data.csv --choose m.k$k
    assert_success
    refute_output --partial "k is at the edge"
  done
  # one of two, between two others, or without k
  cut -d, -f2-3 results.csv >two.csv
  sed 1s/m.k4/m.k2/ results.csv >between.csv
  sed '1s/[.]k/-k/g' results.csv >none.csv
  for call in "two.csv members.csv" "between.csv members.csv" "none.csv members.csv"; do
    # shellcheck disable=SC2086 # words
    run warned $call
    assert_output ""
  done
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
  file objects.csv <page.html | tail -n +2 | sort -n | cut -d, -f1,2-6 >out
  cmp out expected
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

@test "ce-report --scores: more columns of the results, by their names" {
  wines
  ce-score -q -s vi,nmi,ami -t "$BUNDLED/wine.csv" results.csv >all.csv
  # rows in any order, one of another clustering, and one result without a row
  { sed -n 1p all.csv; echo other.k9,9,1,1,1; sed 1d all.csv | sort -r | sed '$d'; } >scores.csv
  missing=$(sed 1d all.csv | sort -r | tail -n 1 | cut -d, -f1)
  recorded -r results.csv --scores scores.csv members.csv
  file results.csv <page.html | cut -d, -f1,5- >shown
  sed "s/^$missing,.*/$missing,,,,/" all.csv | cut -d, -f1,3- | diff - shown
  assert_equal "$(rows <page.html | sed -n 1p)" "result,k,anmi,aari,vi,nmi,ami"
  text <page.html | grep >/dev/null -F "; vi, nmi, ami: as given by --scores. 1 result has no row in --scores."
  # what the page has is not there twice
  recorded -r results.csv --scores scores.csv -t "$BUNDLED/wine.csv" members.csv
  assert_equal "$(rows <page.html | sed -n 1p)" "result,k,anmi,aari,nmi,ari,error,vi,ami"
  text <page.html | grep >/dev/null -F "The page has its own nmi, so that of --scores is left out."
  # text that is HTML stays text, and a table without k is one
  table "clustering,<i>a</i>" eac-al.k2,1 >named.csv
  recorded -r results.csv --scores named.csv members.csv
  grep -q '<th>&lt;i&gt;a&lt;/i&gt;</th>' page.html
  while IFS='|' read -r content message; do
    tr ' ' '\n' <<<"$content" >bad.csv
    run_split ce-report -r results.csv --scores bad.csv members.csv -o none.html
    assert_error 1 "ce-report: bad.csv: $message"
    [ ! -e none.html ]
  done <<'END'
name,vi eac-al.k2,1|no column clustering: a table as ce-score writes it expected
clustering,k eac-al.k2,2|no measure: a table as ce-score writes it expected
clustering,vi eac-al.k2,low|column vi is categorical, a numeric one expected
clustering,k,vi eac-al.k2,3,1|row 1: 'eac-al.k2' has k = 3, but 2 clusters in the results
clustering,vi eac-al.k2,1 eac-al.k2,1|row 2: 'eac-al.k2' a second time
clustering,vi,vi eac-al.k2,1,2|two columns vi
clustering,eac-al.k2,eac-al.k3 eac-al.k2,1,2|column eac-al.k2 is a result, not a measure: a table as ce-score writes it expected
clustering,vi hbgf.k2,1|no row of 'eac-al.k2' or of another result
END
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

# about K FILE: the words of the page about a result of K clusters with the comparison in FILE.
about() {
  awk -v k="$1" 'BEGIN { print "r"; for (i = 0; i < 12; i++) print i % k }' >of.csv
  recorded -r of.csv --null "$2" of.csv
  text <page.html
}

@test "ce-report --null: RCSI with its error and p of each k, drawn, and equal to the file's" {
  wines
  ce-stability null -q -k 2..4 -m 20 --references 5 --data wine.csv >null.csv
  ce-report -r results.csv --null null.csv members.csv -o page.html
  file null.csv <page.html >out
  cmp out null.csv
  # the picture is that of ce-plot, at the size of the page's pictures
  sed -n '/aria-label="Relative stability by k"/,/<\/svg>/p' page.html | grep -o '<text>[^<]*' >words
  # the p stand in two rows
  awk -F, 'NR > 1 { printf "<text>%.2g\n", $10 }' null.csv | sort >expected
  assert_equal "$(grep -c '^<text>p$' words)" 2
  grep '^<text>[01]' words | sort | cmp - expected
  for word in entropy pac 'RCSI, with its standard error'; do grep -qx "<text>$word" words; done
  # the table on the page
  tr -d '\n' <page.html | sed 's/.*<th>its error//; s/<\/table>.*//; s/<tr><td>/\n/g' |
    sed '1d; s/<\/td><td>/,/g; s/<\/td>.*//' | awk 1 >rows
  awk -F, 'NR > 1 { printf "%d,%s,%.4g,%.2g,%.3g,%.3g\n", $1, $2, $8, $9, $10, $12 }' null.csv |
    cmp - rows
  # a table of other columns, and in another order, is shown as it is
  table p,k,rcsi_se,rcsi,objective .5,3,,1,pac .25,2,.5,2,pac >null.csv
  recorded -r results.csv --null null.csv members.csv
  file null.csv <page.html | awk -F, '{ print $1 + 0 "," $2 + 0 "," $3 + 0 "," $4 + 0 "," $5 }' >out
  awk -F, '{ print $1 + 0 "," $2 + 0 "," $3 + 0 "," $4 + 0 "," $5 }' null.csv | cmp - out
  # with no table there is no section
  recorded -r results.csv members.csv
  run grep -c 'Beside data without clusters' page.html
  assert_output 0
}

@test "ce-report --null: first of all it warns of a k no clearer than chance, and of a clearer one" {
  header=k,objective,references,rcsi,rcsi_se,p
  # the k of the result is the best, with a p just below .05
  table $header 2,entropy,25,1.5,.1,.0499 3,entropy,25,1,.1,.04 2,pac,25,2,.1,.01 >null.csv
  about 2 null.csv >page
  run grep -ciE 'chance:|clearer than the|not compared' page
  assert_output 0
  # .05 is clearer, as ce-stability null --level has it; just above it is not
  table $header 2,entropy,25,1.5,.1,.05 3,entropy,25,1,.1,.01 2,pac,25,2,.1,.01 >null.csv
  about 2 null.csv >page
  run grep -ciE 'chance:|clearer than the|not compared' page
  assert_output 0
  table $header 2,entropy,25,1.5,.1,.0501 3,entropy,25,1,.1,.01 2,pac,25,2,.1,.01 >null.csv
  about 2 null.csv >page
  grep -qF "By 1 of 2 objectives k = 2 is no clearer than chance: by entropy p is 0.0501; by pac p is 0.01.\
 A p above 0.05 means that data without clusters are as clear." page
  run grep -cE 'clearer than the|at least|No k' page
  assert_output 0
  grep -v pac null.csv >one.csv
  about 2 one.csv >page
  grep -qF "k = 2 is no clearer than chance: by entropy p is 0.0501. A p above 0.05 means that data without\
 clusters are as clear." page
  # nothing is below .05 with so few references: that is no word about k; first of all the warnings
  table $header 2,pac,9,.5,.25,.1 2,entropy,9,.25,.125,.2 3,pac,9,2,,.1 3,entropy,9,1,.5,.1 >null.csv
  about 2 null.csv >page
  grep -qF "It is not known whether k = 2 is clearer than chance: by pac p is 0.1; by entropy p is\
 0.2. With 9 references no p is below 0.1, and a clear k has at most 0.05: make 19 references or more." page
  grep -qF "Another k is clearer than the 2 of the result: by pac k = 3, the largest tried, with an RCSI\
 of 2, k = 2 with 0.5 &plusmn; 0.25; by entropy k = 3, the largest tried, with an RCSI of 1 &plusmn; 0.5,\
 k = 2 with 0.25 &plusmn; 0.12." page
  run grep -ciE 'no clearer|No k is' page
  assert_output 0
  awk 'BEGIN { print "r,one"; for (i = 0; i < 12; i++) print i % 2 ",1" }' >members.csv
  ce-report -r of.csv --null null.csv members.csv | text |
    grep -oE 'It is not known|Another k is|say nothing:|^Results' >order
  table 'It is not known' 'Another k is' 'say nothing:' Results | diff - <(sed 4q order)
  about 1 null.csv >page
  grep -qF "It is not known whether some k is clearer than chance: by pac p is 0.1; by entropy p is\
 0.1. With 9 references" page
  run grep -c "Another k is" page
  assert_output 0
  # the same RCSI is not larger; a k that is not in the table
  table $header 2,pac,25,1,.1,.01 3,pac,25,1,.1,.01 >null.csv
  about 3 null.csv >page
  run grep -ciE 'chance:|clearer than the|not compared' page
  assert_output 0
  about 4 null.csv >page
  grep -qF "Another k is clearer than the 4 of the result: by pac k = 2 with an RCSI of 1\
 &plusmn; 0.1." page
  grep -qF "k = 4 of the result was not compared with data without clusters." page
  # one cluster: only a k that is clearer than chance speaks against it
  about 1 null.csv >page
  grep -qF "Another k is clearer than the 1 of the result: by pac k = 2" page
  run grep -cE 'chance:|not compared|agrees that' page
  assert_output 0
  # nothing known of a k is no reason to trust it
  table $header 2,pac,25,,, 3,pac,25,1,.1,.01 >null.csv
  about 2 null.csv >page
  grep -qF "k = 2 is no clearer than chance: by pac p is not known. A p above 0.05 means that data" page
  grep -qF "by pac k = 3, the largest tried, with an RCSI of 1 &plusmn; 0.1, k = 2 with &ndash;." page
}

@test "ce-report --null: where no k is clearer than chance no other k is named, and one cluster agrees" {
  # without a p over all k, by the least p of a k
  header=k,objective,references,rcsi,rcsi_se,p
  table $header 2,pac,25,-.2,.1,.5 3,pac,25,-.1,.1,.25 2,entropy,25,.1,.1,.0501 >null.csv
  about 2 null.csv >page
  grep -qF "No k is clearer than chance: by pac the least p is 0.25, that of k = 2 is 0.5; by entropy\
 the least p is 0.0501, that of k = 2 is 0.0501. A p above 0.05 means that data without clusters are as clear:\
 one cluster is as good." page
  run grep -ciE 'Another k|no clearer|It is not known' page
  assert_output 0
  about 1 null.csv >page
  grep -qF "The result has one cluster. It tells nothing about the objects. The comparison with data\
 without clusters agrees that there is one: by pac the least p is 0.25; by entropy the least p is\
 0.0501." page
  run grep -ciE 'chance|Another k|not compared' page
  assert_output 2
  # an RCSI of 0 or less is no clearer k, even where the references are too few
  table $header 2,pac,5,-.2,.1,.5 3,pac,5,-.1,.1,.25 >null.csv
  about 2 null.csv >page
  run grep -c 'Another k' page
  assert_output 0
  # with it, by that: k = 2 is clearer by itself, as one of many k can be by chance
  header=k,objective,references,rcsi,rcsi_se,p,p_all
  table $header 2,pac,25,.2,.1,.04,.125 3,pac,25,.4,.1,.03,.125 2,entropy,25,1,.1,.01,.01 >null.csv
  about 2 null.csv >page
  grep -qF "By 1 of 2 objectives no k is clearer than chance: by pac p over all k is 0.125, that of k = 2 is 0.04. A p above" page
  run grep -ciE 'Another k|no clearer|It is not known|by entropy' page
  assert_output 0
  grep -qF "p over all k" page
  rows <page.html | grep -A3 '^k,objective' >got
  table k,objective,RCSI,'its error',p,'p over all k' 2,pac,0.2,0.1,0.04,0.125 \
    3,pac,0.4,0.1,0.03,0.125 2,entropy,1,0.1,0.01,0.01 | diff - got
  # one of the objectives agrees with one cluster, the other does not
  about 1 null.csv >page
  grep -qF "agrees that there is one: by pac p over all k is 0.125." page
  grep -qF "Another k is clearer than the 1 of the result: by entropy k = 2 with an RCSI of 1" page
  # not known where all are the same, and then the p of each k tells
  table $header 2,pac,25,0,0,1, >null.csv
  about 2 null.csv >page
  grep -qF "No k is clearer than chance: by pac the least p is 1, that of k = 2 is 1." page
  for p in 0 1.5; do
    table $header 2,pac,25,1,1,.5,$p >null.csv
    run_split ce-report -r of.csv --null null.csv of.csv
    assert_error 1 "ce-report: null.csv: row 1: p_all $p, a number above 0 and at most 1 expected"
  done
}

@test "ce-report --null: the page looks at results with the clearest k, unless objectives disagree or none is clearer" {
  table a,b,c 1,1,1 1,1,1 1,2,2 1,2,2 2,3,3 2,3,3 2,4,3 2,4,3 >members.csv
  table x,y 0,0 0,1 5,0 5,1 90,0 90,1 94,0 94,1 >data.csv
  table two,three,four 1,1,1 1,1,1 1,2,2 1,2,2 2,3,3 2,3,3 2,3,4 2,3,4 >results.csv
  header=k,objective,references,rcsi,rcsi_se,p,p_all
  looks() { recorded -r results.csv --data data.csv --null null.csv "$@" members.csv; text <page.html | grep -o 'This page looks at.*'; }
  table $header 2,entropy,99,1,.1,.01,.01 3,entropy,99,2,.1,.01,.01 2,pac,99,3,.1,.2,.2 4,pac,99,4,.1,.2,.2 >null.csv
  assert_equal "$(looks)" "This page looks at three (3 clusters), the result with the highest mean silhouette of the data among\
 those with k = 3, the clearest k beside data without clusters."
  assert_equal "$(looks --choose four)" "This page looks at four (4 clusters)."
  two="This page looks at two (2 clusters), the result with the highest mean silhouette of the data."
  sed -i 's/,.2,.2$/,.02,.02/' null.csv
  assert_equal "$(looks)" "$two"
  # a k that no result has, and no k clearer than chance
  table $header 2,entropy,99,1,.1,.01,.01 5,entropy,99,2,.1,.01,.01 >null.csv
  assert_equal "$(looks)" "$two"
  table $header 2,entropy,99,1,.1,.2,.2 3,entropy,99,2,.1,.3,.2 >null.csv
  assert_equal "$(looks)" "$two"
}

@test "ce-report --agreement: what ce-consensus wrote, drawn, and the result that it chose" {
  in_turn 4
  wines
  ce-consensus lwea,hbgf -q --agreement agree.csv -o own.csv members.csv
  ce-report -q -r own.csv --agreement agree.csv members.csv -o page.html
  check_html page.html >told
  assert_equal "$(grep -c pictures told)" 1
  # the numbers are those of the file
  file agreement.csv <page.html >out
  cut -d, -f1-3,5 agree.csv | cmp - out
  # the picture is that of ce-plot curve
  sed -n '/aria-label="Agreement of halves by k"/,/<\/svg>/p' page.html | grep -o '<text>[^<]*' >words
  for word in lwea hbgf k 'agreement of halves'; do grep -qx "<text>$word" words; done
  # of the two chosen results that with the larger agreement is looked at, whatever their silhouettes
  best=$(awk -F, 'NR > 1 && $5 == 1 && $3 > most { most = $3; name = $1 ".k" $2; k = $2 } END { printf "%s (%d clusters), at whose k halves of the base clusterings agree best (%.2f).", name, k, most }' agree.csv)
  assert_equal "$(text <page.html | grep -o 'This page looks at.*')" "This page looks at $best"
  # ones that are chosen by another rule, or are not among the results
  looks() { recorded -r results.csv --agreement agree.csv "$@" members.csv; text <page.html | grep -o 'This page looks at.*'; }
  anmi="the result with the highest mean NMI with the base clusterings."
  assert_equal "$(looks | sed 's/.*clusters), //')" "$anmi"
  header=function,k,agreement,chosen
  table $header eac-al,2,.5,0 eac-al,3,.8,1 eac-al,4,.9,0 >agree.csv
  assert_equal "$(looks)" "This page looks at eac-al.k3 (3 clusters), at whose k halves of the base clusterings agree best (0.80)."
  assert_equal "$(looks --choose eac-al.k2)" "This page looks at eac-al.k2 (2 clusters)."
  # the clearest k beside data without clusters comes after it
  table k,objective,references,rcsi,rcsi_se,p,p_all 2,pac,99,2,.1,.01,.01 3,pac,99,1,.1,.01,.01 >null.csv
  assert_equal "$(looks --null null.csv | grep -c 'eac-al.k3 .*(0.80).$')" 1
  # a k on which halves do not agree is warned of, the one that is looked at only
  warned() { text <page.html | grep -c 'Two halves of the base clusterings lead to different clusters: at k = 2 they agree by 0.50,' || :; }
  assert_equal "$(warned)" 0
  looks --choose eac-al.k2 >told
  assert_equal "$(warned)" 1
  # the smallest or the largest of three k is the edge, where halves chose it
  edge() { recorded -r results.csv --agreement agree.csv "$@" members.csv; text <page.html | grep -o 'k is at the edge: of k = .*' || :; }
  assert_equal "$(edge)" ""
  table $header eac-al,3,.8,1 eac-al,4,.9,0 eac-al,5,,0 >agree.csv
  assert_equal "$(edge)" ""
  table $header eac-al,3,.8,1 eac-al,4,.9,0 eac-al,5,.2,0 hbgf,2,.5,0 >agree.csv
  assert_equal "$(edge)" "k is at the edge: of k = 3 to 5 halves of the base clusterings chose k = 3. A smaller k than was tried may be\
 better, or none at all: ce-stability k and ce-stability null judge by other means."
  table $header eac-al,2,.5,0 eac-al,3,.8,1 hbgf,7,.1,0 eac-al,1,.2,0 >agree.csv
  assert_equal "$(edge)" "k is at the edge: of k = 1 to 3 halves of the base clusterings chose k = 3. Halves may agree as well at a larger one."
  table $header eac-al,2,.8,1 eac-al,3,.8,0 eac-al,4,.1,0 >agree.csv
  assert_equal "$(edge)" "k is at the edge: of k = 2 to 4 halves of the base clusterings chose k = 2. There may be no clusters at all:\
 ce-stability null judges by other means."
  assert_equal "$(edge --null null.csv)" ""
  # a function without an agreement has no curve
  table $header voting,2,,0 voting,3,,0 eac-al,2,.5,0 eac-al,3,.8,1 >agree.csv
  assert_equal "$(looks | grep -c 'eac-al.k3')" 1
  # 13 functions have 12 curves, and a table of all
  { echo $header; for f in a b c d e f g h i j k l m; do echo $f,2,.5,1; done; } >agree.csv
  looks >told
  assert_equal "$(text <page.html | grep -c 'The first 12 of 13 functions are drawn.')" 1
  assert_equal "$(file agreement.csv <page.html | wc -l)" 14
  recorded -r results.csv members.csv
  run grep -c 'Do halves of the base clusterings agree' page.html
  assert_output 0
}

@test "ce-report --agreement: tables of something else are refused, and nothing is written" {
  table r 1 1 2 2 >of.csv
  refused() {
    run_split ce-report -r of.csv --agreement agree.csv of.csv -o page.html
    assert_error 1 "ce-report: agree.csv: $1"
    assert [ ! -e page.html ]
  }
  header=function,k,agreement,chosen
  table k,reason 3,pac >agree.csv
  refused "no column function: a table as ce-consensus --agreement writes it expected"
  table function,k,agreement lwea,2,1 >agree.csv
  refused "no column chosen: a table as ce-consensus --agreement writes it expected"
  table $header lwea,x,1,1 >agree.csv
  refused "column k is categorical, a numeric one expected"
  for k in 0 2.5 3e+09; do
    table $header lwea,2,.5,1 lwea,$k,.5,0 >agree.csv
    refused "row 2: k $k, a whole number from 1 expected"
  done
  table $header lwea,2,.5,1 ,3,.5,0 >agree.csv
  refused "row 2: no function, such as lwea"
  for value in -1 1.5; do
    table $header lwea,2,$value,1 >agree.csv
    refused "row 1: agreement $value, a number from 0 to 1 expected"
  done
  table $header lwea,2,.5,1 lwea,,.5,0 >agree.csv
  refused "row 2: no k"
  table $header lwea,2,.5, >agree.csv
  refused "row 1: nothing in chosen, 0 or 1 expected"
  table $header lwea,2,.5,2 >agree.csv
  refused "row 1: chosen 2, 0 or 1 expected"
  table $header lwea,2,.5,1 hbgf,2,.5,1 lwea,2,.5,0 >agree.csv
  refused "k = 2 twice for the function lwea"
  table $header lwea,2,,1 >agree.csv
  refused "no row has an agreement"
}

@test "ce-report: the last part of clens-tutorial(7) says what its page shows" {
  in_turn 4
  cp "$BUNDLED/wine.csv" .
  ce-prepare zscore -q wine.csv >z.csv
  ce-generate kmeans -q -k 2..10 -m 100 z.csv >base.csv
  ce-stability null -q -k 2..6 --data z.csv >null.csv
  ce-consensus -q eac-al,mcla -k 2..6 base.csv >results.csv
  recorded -r results.csv --data z.csv -t wine.csv --null null.csv base.csv
  text <page.html >page
  grep -F 'This page looks at eac-al.k3 ' page
  grep -F '1 of 178 objects without a home' page
  grep -F 'The least sure: 62.' page
  run grep -cE 'than chance:|Another k is|at the edge:|say nothing:' page
  assert_output 0
  recorded -r results.csv --data z.csv -t wine.csv --null null.csv --choose eac-al.k2 base.csv
  text <page.html >page
  grep -F 'k = 2 is no clearer than chance' page
  grep -F 'Another k is clearer than the 2 of the result: by entropy k = 3' page
}

@test "ce-report --null: with --decimal and --missing-words of the data it is read as ce-stability writes it" {
  wines
  ce-stability null -q -k 2..3 -m 10 --references 5 --data wine.csv >null.csv
  tr '.,' ',;' <wine.csv >comma.csv
  ce-report -r results.csv --null null.csv --data comma.csv --decimal , --missing-words 2 members.csv -o page.html
  file null.csv <page.html >out
  cmp out null.csv
}

@test "ce-report, ce-score: --class names a column of the truth, and holds the same column of the data back" {
  wines
  ce-prepare zscore "$BUNDLED/wine.csv" | awk -F, -v OFS=, '{ NF--; print }' >wine.csv
  awk -F, -v OFS=, 'NR == 1 { print $0, "Type"; next } { print $0, NR % 3 }' wine.csv >typed.csv
  awk -F, -v OFS=, 'NR == 1 { print "id,Type"; next } { print NR, "t" NR % 3 }' wine.csv >truth.csv
  for data in wine.csv typed.csv; do
    ce-score -q -t truth.csv --class Type --data $data -s ari,silhouette,ch results.csv >$data.scores
    recorded -r results.csv -t truth.csv --class Type --data $data members.csv
    text <page.html | sed '/^What was run/,$d' >$data.page
  done
  cmp wine.csv.scores typed.csv.scores
  cmp wine.csv.page typed.csv.page
  # as a number it is a column of the truth
  ce-score -q -t truth.csv --class 2 --data wine.csv -s ari,silhouette,ch results.csv | cmp - wine.csv.scores
  # without a truth it is one of the data, which must be there
  run_split ce-score -q --class Type --data wine.csv -s silhouette results.csv
  assert_equal "$status" 1
  [[ $stderr == *"wine.csv:1: no column 'Type'"* ]]
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

@test "ce-report --null: tables of something else are refused, and nothing is written" {
  table r 1 1 2 2 >of.csv
  refused() {
    run_split ce-report -r of.csv --null null.csv of.csv -o page.html
    assert_error 1 "ce-report: null.csv: $1"
    assert [ ! -e page.html ]
  }
  table k,reason 3,pac >null.csv
  refused "no column objective: a table as ce-stability null writes it expected"
  table k,objective,rcsi,rcsi_se 3,pac,1,1 >null.csv
  refused "no column p: a table as ce-stability null writes it expected"
  header=k,objective,rcsi,rcsi_se,p
  table $header x,pac,1,1,.5 >null.csv
  refused "column k is categorical, a numeric one expected"
  table $header 2,5,1,1,.5 >null.csv
  refused "column objective has no name, such as entropy"
  table $header 2,pac,1,1,.5 ,pac,1,1,.5 >null.csv
  refused "row 2: k nan, a whole number from 1 expected"
  for k in 0 2.5 3e+09; do
    table $header 2,pac,1,1,.5 $k,pac,1,1,.5 >null.csv
    refused "row 2: k $k, a whole number from 1 expected"
  done
  table $header 2,pac,1,1,.5 3,,1,1,.5 >null.csv
  refused "row 2: no objective, such as entropy"
  table $header 1,pac,1,1,.5 >null.csv
  recorded -r of.csv --null null.csv of.csv
  assert_equal "$(file null.csv <page.html | tail -n +2)" 1,pac,1,1,0.5
  rm page.html
  table $header 2147483647,pac,1,1,.5 >null.csv
  refused "row 1: k 2.14748e+09, a whole number from 1 expected"
  table $header 2,pac,1,-1,.5 >null.csv
  refused "row 1: rcsi_se -1, a number from 0 expected"
  for p in 0 1.5 -1; do
    table $header 2,pac,1,1,$p >null.csv
    refused "row 1: p $p, a number above 0 and at most 1 expected"
  done
  table $header 2,pac,1,1,.5 3,pac,1,1,.5 2,entropy,1,1,.5 2,pac,1,1,.5 >null.csv
  refused "k = 2 twice for the objective pac"
  table $header 2,pac,,,.5 >null.csv
  refused "no row has an rcsi"
  rm null.csv
  run_split ce-report -r of.csv --null null.csv of.csv
  assert_error 1 "ce-report: null.csv: No such file or directory"
  run_split ce-report -r of.csv --null - <of.csv
  assert_error 2 "ce-report: --null and FILE are both standard input
Try 'ce-report --help'."
  # ids, and parts of the rows, are those of objects
  table name,r a,1 b,1 c,2 d,2 >of.csv
  table $header 2,pac,1,1,.5 3,pac,1,1,.5 >null.csv
  ce-report --id name --cut 1/2 -r of.csv --null null.csv of.csv -o page.html
  assert_equal "$(file null.csv <page.html | wc -l)" 3
}

@test "ce-report: nothing to warn of is said" {
  table a,b,c,d,e 1,1,1,1,1 1,1,1,1,1 2,2,2,2,2 2,2,2,2,2 >members.csv
  table r 1 1 2 2 >results.csv
  ce-report -r results.csv members.csv | text >page
  grep -qF "No warnings" page
}

@test "ce-report: one object, one cluster, missing labels" {
  table a,b 1,1 >members.csv
  table r 1 >results.csv
  ce-report -r results.csv members.csv | text >page
  grep -qF "The result has one cluster." page
  grep -qF "1 object: too few" page
  # and no tree
  recorded -r results.csv members.csv
  run grep -ac distance "$(commands "Heat map of the consensus matrix" <page.html)"
  assert_output 0
  table r 1 1 >results.csv
  recorded -r results.csv results.csv
  run grep -ac distance "$(commands "Heat map of the consensus matrix" <page.html)"
  assert_output 1
  text <page.html | grep >/dev/null -x "There is no other cluster that objects could belong to."
  table a,b NA,1 1,NA 2,2 NA,NA >members.csv
  table r 1 1 2 NA >results.csv
  ce-report -r results.csv members.csv | text >page
  grep -qF "1 object has no label in any base clustering. Nothing is known of it." page
  grep -qF "1 object has no label in the result." page
  grep -qF "50&nbsp;% of the labels" page
}

@test "ce-report: nothing but missing labels is refused" {
  table a,b NA,NA NA,NA >members.csv
  table r 1 2 >results.csv
  run_split ce-report -r results.csv members.csv -o page.html
  assert_error 1 "ce-report: no base clustering has a label: there is nothing to report"
  assert [ ! -e page.html ]
  table a,b 1,1 2,2 >members.csv
  table r NA NA >results.csv
  run_split ce-report -r results.csv members.csv
  assert_error 1 "ce-report: result r has no label"
}

@test "ce-report: rows are matched by id, and ids that do not match are refused" {
  table id,a,b x,1,1 y,1,1 z,2,2 >members.csv
  table id,r z,1 x,2 y,2 >results.csv
  table id,f z,9 x,1 y,2 >data.csv
  ce-report -r results.csv --data data.csv members.csv -o page.html
  # there is room for the ids beside the matrix
  sed -n '/Heat map/,/<\/svg>/p' page.html | grep -o '<text>[^<]*' >words
  for id in x y z; do grep -qx "<text> *$id" words; done
  file points.csv <page.html | cut -d, -f1,4 >out
  table object,cluster x,2 y,2 z,1 >expected
  cmp out expected
  file points.csv <page.html | awk -F, 'NR > 1 && ($2 < 0) == ($1 == "z") { bad = 1 }
    END { exit bad }'
  # where only one table has ids their order decides, and a note says so
  table f 1 2 9 >plain.csv
  run_split ce-report -r results.csv --data plain.csv members.csv -o page.html
  assert_equal "$stderr" \
    "ce-report: members.csv has ids and plain.csv has none: rows are matched by their order"
  assert_equal "$(file points.csv <page.html | cut -d, -f1 | paste -sd' ')" "object x y z"
  cut -d, -f2,3 members.csv >nameless.csv
  cut -d, -f2 results.csv >r.csv
  run_split ce-report -r r.csv --data data.csv nameless.csv -o page.html
  assert_equal "$stderr" \
    "ce-report: data.csv has ids and nameless.csv has none: rows are matched by their order"
  run_split ce-report -r results.csv --data plain.csv nameless.csv -o page.html
  assert_equal "$stderr" \
    "ce-report: results.csv has ids and nameless.csv has none: rows are matched by their order"
  table id,f z,9 x,1 w,2 >data.csv
  run_split ce-report -r results.csv --data data.csv members.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
  table id,r z,1 x,2 w,2 >results.csv
  run_split ce-report -r results.csv members.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
  table id,r z,1 x,2 >results.csv
  run_split ce-report -r results.csv members.csv
  assert_equal "$status" 1
}

@test "ce-report: what it reduces it says" {
  awk 'BEGIN { print "a,b"; for (i = 0; i < 300; i++) print i % 3 "," (i % 7 ? i % 3 : 1) }' \
    >members.csv
  cut -d, -f1 members.csv >results.csv
  ce-report --sample 50 -r results.csv members.csv | text >page
  grep -qF "Of 300 rows 50 are shown, at even steps in the order of the clusters." page
  # tables that are too large for a page have the command that writes them
  awk 'BEGIN { print "a,b"; for (i = 0; i < 10001; i++) print i % 3 "," (i % 7 ? i % 3 : 1) }' \
    >members.csv
  cut -d, -f1 members.csv >results.csv
  awk 'BEGIN { print "x,y"; for (i = 0; i < 10001; i++) print i % 3 "," i % 11 }' >data.csv
  recorded --sample 50 -r results.csv --data data.csv members.csv
  text <page.html >page
  for name in objects consistency; do
    grep -o "download=\"$name.csv\"[^>]*" page.html | grep -o %0A >ends
    assert_equal "$(wc -l <ends)" 10001
  done
  # half a million labels, and more
  for n in 2500 2501; do
    awk -v n=$n 'BEGIN { for (i = 0; i <= n; i++) for (q = 0; q < 200; q++)
      printf "%s%s", i ? (q < 150 ? i % 2 : i % 4 > 1) : "q " q, q < 199 ? "," : "\n" }' >members.csv
    cut -d, -f1 members.csv >results.csv
    recorded --sample 20 -r results.csv members.csv
    text <page.html |
      grep -c "ce-plot members --labels RESULTS --column &#39;q 0&#39; --format csv writes them" >>large || :
  done
  assert_equal "$(paste -sd' ' large)" "0 1"
  grep -qF "too large for this page; ce-prepare zscore DATA | ce-plot scatter --pca --labels RESULTS --column a --format csv writes them." page
  grep -qF "The table has the 10000 least sure of 10001; ce-stability object writes all." page
  grep -qF "The table has the 10000 least consistent of 10001; ce-stability object writes all." page
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

@test "ce-report: --class names the column of the truth; among the base clusterings such a column is one of them" {
  table id,class,a,b 1,x,1,1 2,x,1,2 3,y,2,2 4,y,2,2 >members.csv
  table id,r 1,1 2,1 3,2 4,2 >results.csv
  table id,a,b 1,q,u 2,q,v 3,q,v 4,w,v >truth.csv
  sed 's/^id,a/id,class/' truth.csv | cut -d, -f1,2 >class.csv
  recorded -r results.csv --truth class.csv members.csv
  text <page.html | sed '/^What was run/,$d' >expected
  recorded -r results.csv --truth truth.csv --class a members.csv
  text <page.html | sed '/^What was run/,$d' >got
  diff expected got
  grep >/dev/null 'with the classes' got
}

@test "ce-report: microclusters count with their sizes" {
  table size,a,b 3,1,1 2,2,2 >members.csv
  table r 1 2 >results.csv
  ce-report -r results.csv members.csv | text >page
  grep -qF "5 objects, 2 base clusterings, 1 result." page
  table f 1 2 >data.csv
  run_split ce-report -r results.csv --data data.csv members.csv
  assert_error 1 "ce-report: members.csv: a microcluster table, but data are about objects"
  # numbers about objects and pairs are those of the table that was compressed
  wines
  recorded -r results.csv members.csv
  mv page.html all.html
  ce-microcluster compress members.csv >micro.csv
  ce-consensus eac-al -k 2..4 micro.csv >results.csv
  recorded -r results.csv micro.csv
  mv page.html some.html
  for name in k cdf clusters results; do
    file $name.csv <all.html >expected
    file $name.csv <some.html >out
    cmp out expected
  done
  grep -o 'The mean of all objects is [0-9.]*' all.html >expected
  grep -o 'The mean of all objects is [0-9.]*' some.html | cmp - expected
}

@test "ce-report: the same bytes on any number of threads" {
  wines
  ce-report -j 1 -r results.csv --data wine.csv members.csv >one
  ce-report -j 4 -r results.csv --data wine.csv members.csv >four
  cmp one four
}

@test "ce-report: wrong use" {
  table a 1 2 >l.csv
  run_split ce-report l.csv
  assert_error 2 "ce-report: which results? --results is needed
Try 'ce-report --help'."
  run_split ce-report -r - <l.csv
  assert_error 2 "ce-report: --results and FILE are both standard input
Try 'ce-report --help'."
  run_split ce-report -r l.csv --choose b l.csv
  assert_error 1 "ce-report: no result 'b'; the first is 'a'"
  for name in page.pdf a.b.PNG; do
    run_split ce-report -r l.csv -o "$name" l.csv
    assert_error 2 "ce-report: $name: the page is HTML: write it to another name, open that in a browser, and print it to a PDF
Try 'ce-report --help'."
    assert [ ! -e "$name" ]
  done
  # the name of a table, such as its own input
  cp l.csv kept.csv
  run_split ce-report -r kept.csv l.csv -o l.csv
  assert_error 2 "ce-report: l.csv: the page is HTML, not a table: write it to another name
Try 'ce-report --help'."
  cmp l.csv kept.csv
  run_split ce-report -r l.csv --columns x l.csv
  assert_error 2 "ce-report: --columns chooses features of --data
Try 'ce-report --help'."
  table x,y 1,2 2,3 3,4 >data.csv
  run_split ce-report -r l.csv --data data.csv l.csv
  assert_error 1 "ce-report: data.csv: 3 objects, 2 expected as in l.csv"
}

@test "ce-report: objects without a class are told, numbers that are no classes too, and that k are mixed" {
  table id,m.k2.r1,m.k3.r1 a,1,1 b,1,1 c,2,2 d,2,3 >members.csv
  table id,r a,1 b,1 c,2 d,2 >result.csv
  table id,class a,1 b, c,2 d,2 >some.csv
  run_split ce-report -r result.csv -t some.csv -o page.html members.csv
  grep -qx "ce-report: 1 of 4 objects have no class: they are in no score with the classes" <<<"$stderr" || fail "$stderr"
  assert_equal "$(grep -c 'Base clusterings of 2 to 3 clusters count together' page.html)" 3
  assert_equal "$(grep -c 'For one k alone, take its base clusterings' page.html)" 3
  cut -d, -f 1,2 members.csv >one.csv
  ce-report -q -r result.csv -o page.html one.csv
  refute grep -q 'count together' page.html
  awk 'BEGIN { print "id,r" >"many.csv"; print "id,age" >"age.csv"; print "id,m1,m2" >"m.csv"
    for (i = 1; i <= 40; i++) { print "o" i "," i % 2 >"many.csv"; print "o" i "," 20 + i % 30 >"age.csv"
      print "o" i "," i % 2 "," i % 3 >"m.csv" } }'
  run_split ce-report -r many.csv -t age.csv --class age -o page.html m.csv
  grep -qx "ce-report: 30 classes in 40 objects: are they classes?" <<<"$stderr" || fail "$stderr"
}

@test "ce-report: two clusters are no edge where --null tells whether there are any, and the homeless are told of which k" {
  awk 'BEGIN { print "x,y"; for (i = 0; i < 30; i++) print i % 2 * 10 + i % 7 / 5 "," i % 5 / 5 }' >data.csv
  ce-stability resample -q -k 2..4 -m 20 --labels results.csv --base members.csv -o k.csv data.csv
  ce-stability null -q -k 2..4 -m 20 --references 5 --data data.csv -o null.csv
  run warned results.csv members.csv --data data.csv
  assert_output --partial "k is at the edge: of the results for k = 2 to 4 the one with the highest silhouette has k = 2. There may be no clusters at all"
  run warned results.csv members.csv --data data.csv --null null.csv
  assert_success
  refute_output --partial "at the edge"
  # an object that most base clusterings put elsewhere
  table id,m.k2.r1,m.k2.r2,m.k3.r3 a,1,1,1 b,1,1,1 c,2,2,2 d,2,2,3 e,1,1,1 >mixed.csv
  table id,r a,1 b,1 c,2 d,2 e,2 >wrong.csv
  run warned wrong.csv mixed.csv
  assert_output --partial "1 of 5 objects without a home: they are more often with another cluster than with their own. The least sure: e. Base clusterings of 2 to 3 clusters count together here. --consensus-of same-k takes the 2 of them with k = 2 alone."
  # where the names tell no k, or one has it, the option takes none
  sed '1s/m[.]k2/m/g' mixed.csv >unnamed.csv
  run warned wrong.csv unnamed.csv
  assert_output --partial "Base clusterings of 2 to 3 clusters count together here. For one k alone, take its base clusterings by ce-select names and "
}

# listed COUNT K...: base clusterings of 24 objects in two groups, so many with each k: with k = 2
# these groups, but for one object, else parts of them.
listed() {
  awk -v count="$1" -v ks="${*:2}" 'BEGIN {
    split(ks, k, " ")
    for (i = 0; i <= 24; i++) {
      line = i ? "o" i : "id"
      for (j = 1; j in k; j++)
        for (r = 1; r <= count; r++)
          line = line "," (i ? (i % 2 + (k[j] > 2 ? 2 * (int(i * r / 7) % (k[j] - 1)) : i == 5 && r % 3 == 0)) : "m.k" k[j] ".r" r)
      print line
    }
  }'
}

@test "ce-report --consensus-of: base clusterings with the k of the result tell how sure objects are, by the numbers of the tools" {
  ce-prepare zscore "$BUNDLED/wine.csv" >wine.csv
  ce-stability resample -q -k 2..6 -m 20 --base base.csv --labels results.csv -o k.csv wine.csv
  recorded -r results.csv --data wine.csv --choose eac-al.k3 base.csv
  text <page.html >words
  grep -qF 'The 20 base clusterings with k = 3 alone tell how sure objects and clusters are, since there are 20 of each k: in the parts Consensus' words
  # the command of the page takes them
  assert_equal "$(grep -oF "ce-select names --names &#39;*.k3.*&#39; MEMBERS takes" words)" "ce-select names --names &#39;*.k3.*&#39; MEMBERS takes"
  assert_equal "$(grep -oF "The matrix itself: ce-select names --names &#39;*.k3.*&#39; MEMBERS | ce-similarity ca writes it." words | wc -l)" 1
  ce-select names --names '*.k3.*' base.csv >k3.csv
  ce-select names --names eac-al.k3 results.csv >chosen.csv
  ce-stability object -q -c chosen.csv --every-cluster every k3.csv >trust
  cut -d, -f2- trust | tail -n +2 | sort >expected
  file objects.csv <page.html | tail -n +2 | sort >out
  cmp out expected
  cut -d, -f2,3,8 trust | tail -n +2 | sort >expected
  file consistency.csv <page.html | tail -n +2 | sort >out
  cmp out expected
  grep -qF "in the mean of all pairs of the 20 base clusterings with k = 3 (element" words
  grep -qF "The mean of all objects is $(awk -F, 'NR > 1 { sum += $8; n++ } END { printf "%.3g", sum / n }' trust)." words
  file items.csv <page.html >out
  cmp out every
  ce-stability cluster -c chosen.csv k3.csv | cut -d, -f2- >expected
  file clusters.csv <page.html >out
  cmp out expected
  ce-similarity ca k3.csv >ca.mtx
  ce-plot matrix --order-file expected -o ca.svg ca.mtx
  file order.csv <page.html | cut -d, -f1,2 >order
  cut -d, -f1,2 expected | cmp - order
  # the least sure objects are shown, and the points are pale by the same margins
  rows <page.html >shown
  tail -n +2 trust | sort -t, -k7,7g | sed -n 1p | cut -d, -f2 >first
  assert_equal "$(grep -A1 'consensus with it,nearest' shown | tail -n 1 | cut -d, -f1)" "$(<first)"
  file points.csv <page.html | cut -d, -f1,4,5 | tail -n +2 | sort >points
  cut -d, -f2,3,7 trust | tail -n +2 | sort | cmp - points
  # each sentence says it
  for said in 'How often the 20 base clusterings with k = 3 put two objects together' \
    'than with the nearest other one in the 20 base clusterings with k = 3[.]' \
    'how often the 20 base clusterings with k = 3 put it together' \
    'the share of the 20 base clusterings with k = 3 that put a pair together' \
    'pale where the label is not sure in the 20 base clusterings with k = 3[.]'; do
    assert_equal "$(grep -c "$said" words)" 1
  done
  run grep -c 'count together here\|different k lower it' words
  assert_output 0
  # the other parts have all
  assert_equal "$(file members.csv <page.html | wc -l)" 101
  ce-stability k -q base.csv | cut -d, -f1-3 >expected
  file k.csv <page.html | cut -d, -f1-3 | cmp - expected
}

@test "ce-report --consensus-of: the rule takes lists of k and no others, a note tells it, and the page" {
  in_turn 4
  # takes RESULT: how many base clusterings of members.csv tell how sure its objects are
  takes() {
    run_split ce-report -r "$1" "${@:2}" members.csv -o page.html
    assert_equal "$status" 0
    sed -n 's/^ce-report: the \([0-9]*\) base clusterings with k = \([0-9]*\) tell .*; --consensus-of all takes all \([0-9]*\)$/\1 of \3, k = \2/p' <<<"$stderr"
  }
  awk 'BEGIN { print "id,r"; for (i = 1; i <= 24; i++) print "o" i "," i % 2 }' >two.csv
  listed 10 2 3 5 >members.csv
  assert_equal "$(takes two.csv)" "10 of 30, k = 2"
  ce-report -r two.csv -q members.csv -o page.html
  text <page.html >words
  grep -qF ', since there are 10 of each k: in' words
  # a result of another k, or of few, has all
  awk 'BEGIN { print "id,r"; for (i = 1; i <= 24; i++) print "o" i "," i % 4 }' >four.csv
  assert_equal "$(takes four.csv)" ""
  listed 9 2 3 5 >members.csv
  assert_equal "$(takes two.csv)" ""
  ce-report -q -r two.csv members.csv -o page.html
  text <page.html >words
  grep -qF ' --consensus-of same-k takes the 9 of them with k = 2 alone.' words
  # k that are drawn have not as many each; then thirty are enough, twenty-nine are not
  listed 31 2 3 >full
  ce-select names --names m.k3.r1 --leave-out full >members.csv
  assert_equal "$(takes two.csv)" "31 of 61, k = 2"
  ce-report -r two.csv -q members.csv -o page.html
  text <page.html >words
  grep -qF ', since there are 30 or more of each k: in' words
  ce-select names --names m.k3.r1,m.k3.r2 --leave-out full >members.csv
  assert_equal "$(takes two.csv)" ""
  # one more without a k, or with a k of its own, and nothing is known of the list
  listed 10 2 3 | awk -F, -v OFS=, '{ print $0, (NR > 1 ? NR % 2 : "ward") }' >members.csv
  assert_equal "$(takes two.csv)" ""
  sed -i '1s/ward/ward.k4/' members.csv
  assert_equal "$(takes two.csv)" ""
  assert_equal "$(takes two.csv --consensus-of same-k)" ""
  text <page.html >words
  grep -qF 'The 10 base clusterings with k = 2 alone tell how sure objects and clusters are: in the parts' words
  # one without labels does not count, nor does noise as a cluster
  listed 10 2 3 | awk -F, -v OFS=, '{ print $0, (NR > 1 ? "NA" : "ward") }' >members.csv
  assert_equal "$(takes two.csv)" "10 of 21, k = 2"
  awk -F, -v OFS=, '$1 == "o7" { $2 = "noise" } 1' two.csv >noise.csv
  assert_equal "$(takes noise.csv)" "10 of 21, k = 2"
  # one k alone is all
  listed 12 2 >members.csv
  assert_equal "$(takes two.csv)" ""
  ce-report -r two.csv members.csv --consensus-of same-k -o page.html
  run grep -c 'alone tell how sure' page.html
  assert_output 0
}

@test "ce-report --consensus-of all: all base clusterings count together, as they do where the rule takes none" {
  listed 10 2 3 >members.csv
  awk 'BEGIN { print "id,r"; for (i = 1; i <= 24; i++) print "o" i "," i % 2 }' >two.csv
  ce-stability object -q -c two.csv members.csv | cut -d, -f2- | sort >expected
  recorded -r two.csv --consensus-of all members.csv
  file objects.csv <page.html | sort >out
  cmp out expected
  text <page.html >words
  grep -qF 'Base clusterings of 2 to ' words
  run grep -c 'alone tell how sure' words
  assert_output 0
  # by names that tell nothing
  sed '1s/m[.]k/m/g' members.csv >unnamed.csv
  recorded -r two.csv unnamed.csv
  file objects.csv <page.html | sort >out
  cmp out expected
}

@test "ce-report --consensus-of same-k: refused where there are not two, warned of where there are few" {
  table id,m.k2.r1,m.k3.r1,m.k3.r2,m.k3.r3 a,1,1,NA,NA b,1,1,1,1 c,2,2,2,2 d,2,2,2,3 e,2,3,3,3 f,1,NA,NA,NA >members.csv
  table id,r a,1 b,1 c,2 d,2 e,2 f,1 >two.csv
  run_split ce-report -r two.csv --consensus-of same-k members.csv -o page.html
  assert_error 1 "ce-report: no two base clusterings with labels have the k of the result in their names, as kmeans.k2.r1 has: --consensus-of same-k needs two"
  [ ! -e page.html ]
  run_split ce-report -r two.csv --consensus-of some members.csv -o page.html
  assert_equal "$status" 2
  table id,r a,1 b,1 c,2 d,2 e,3 f,1 >three.csv
  recorded -r three.csv --consensus-of same-k members.csv
  text <page.html >words
  grep -q 'There are only 3 base clusterings with k = 3: the consensus' words
  grep -q '1 object has no label in any base clustering with k = 3. Nothing here tells how sure it is.' words
  # where objects are at home is told by those, too
  table id,r a,1 b,3 c,2 d,2 e,3 f,1 >wrong.csv
  run warned wrong.csv --consensus-of same-k members.csv
  assert_output --partial "2 of 4 objects without a home: they are more often with another cluster than with their own in the 3 base clusterings with k = 3. The least sure: b, e."
}

@test "ce-report --consensus-of: where names have other forms, the page's command still takes the same base clusterings" {
  awk 'BEGIN { print "id,r"; for (i = 1; i <= 24; i++) print "o" i "," i % 2 }' >two.csv
  listed 10 2 3 >members.csv
  # taken: what the command on the page takes
  taken() {
    ce-report -q -r two.csv members.csv -o page.html
    file same-k.csv <page.html >same-k.csv
    text <page.html | sed -n "s/&#39;/'/g; s/.* do so, too[.] \\(ce-select .*\\) MEMBERS takes .*/\\1/p" >command
    eval "$(<command) members.csv" | sed -n 1p | tr , '\n' | sort | paste -sd' '
  }
  ten=$(for r in 1 10 2 3 4 5 6 7 8 9; do printf ' m.k2.r%d' "$r"; done)
  assert_equal "$(taken)" "id$ten"
  sed -i '1s/m[.]k2[.]r1,/m.k2,/; 1s/m[.]k2[.]r2,/m.k02.r2,/' members.csv
  assert_equal "$(taken)" "id m.k02.r2 m.k2 m.k2.r10 m.k2.r3 m.k2.r4 m.k2.r5 m.k2.r6 m.k2.r7 m.k2.r8 m.k2.r9"
  assert_equal "$(<command)" "ce-select names --names '*.k2,*.k02.*,*.k2.*'"
  # no pattern tells these apart, so the page has a list
  sed -i '1s/m[.]k3[.]r1,/m.k2.k3.r1,/' members.csv
  assert_equal "$(taken)" "id m.k02.r2 m.k2 m.k2.r10 m.k2.r3 m.k2.r4 m.k2.r5 m.k2.r6 m.k2.r7 m.k2.r8 m.k2.r9"
  assert_equal "$(<command)" "ce-select names --from same-k.csv"
}

@test "ce-report --consensus-of: k far below those of most base clusterings has its picture, and PAC is shown" {
  listed 10 2 3 9 12 13 >members.csv
  awk 'BEGIN { print "id,r"; for (i = 1; i <= 24; i++) print "o" i "," i % 2 }' >two.csv
  recorded -r two.csv --consensus-of all members.csv
  text <page.html >words
  grep -qF 'far more than the result, so that two objects of a cluster are seldom together: compare values with each other, not with 1. --consensus-of same-k takes the 10 of them with k = 2 alone.' words
  recorded -r two.csv members.csv
  text <page.html >words
  run grep -c 'far more than the result' words
  assert_output 0
  grep -q 'The share of ambiguous pairs (PAC) among the base clusterings of each k' words
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

@test "ce-report: a result without a label is warned of" {
  table a,b 1,1 1,1 2,2 2,2 >members.csv
  table r,s,t 1,,1 1,,1 2,,2 2,,1 >results.csv
  run warned results.csv members.csv
  assert_line "1 of 3 results has no label: s."
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

@test "ce-report --bars: numbers beside a word are labels" {
  table a,b 1,1 1,1 2,2 2,2 >members.csv
  table grade,weight 1,2.5 2,3.5 noise,1.5 2,9 >bars.csv
  ce-report -q -r members.csv --bars bars.csv members.csv -o page.html
  sed -n '/aria-label="Heat map/,/<\/svg>/p' page.html | grep -o '<text>[^<]*' >words
  grep -qx '<text>weight: 1.5 to 9' words
  for word in grade noise; do grep -qx "<text>$word" words; done
}

@test "ce-report --ignore: objects of these classes have none, and scores are those of ce-score --ignore" {
  in_turn 4
  cp "$BUNDLED/wine.csv" .
  ce-generate kmeans -k 2..6 -m 12 --seed 3 wine.csv -o members.csv
  ce-consensus lwea -k 2..4 members.csv -o results.csv
  # a class of a few of each, which is none
  awk -F, 'NR == 1 { print "class"; next } { print NR % 9 ? $NF : "unassigned" }' wine.csv >truth.csv
  ce-report -r results.csv -t truth.csv --ignore unassigned members.csv -o page.html 2>said
  grep -qx "ce-report: 19 of 178 objects have no class: they are in no score with the classes" said
  file results.csv <page.html | cut -d, -f1,2,4-6 | tail -n +2 >shown
  ce-score -q -t truth.csv --ignore unassigned -s nmi,ari,error results.csv | cut -d, -f1,3- | tail -n +2 >expected
  file results.csv <page.html | sed -n 1p >header
  awk -F, 'NR == FNR { for (c = 1; c <= NF; c++) at[$c] = c; next }
    { print $1 "," $at["nmi"] "," $at["ari"] "," $at["error"] }' header <(file results.csv <page.html | tail -n +2) >shown
  cmp shown expected
  run grep -c unassigned <(text <page.html | sed 's/--ignore unassigned//')
  assert_output 0
  run_split ce-report -r results.csv -t truth.csv --ignore noise -q members.csv -o page.html
  assert_equal "$status" 0
  run_split ce-report -r results.csv -t truth.csv --ignore noise members.csv -o page.html
  [[ $stderr == *"ce-report: no object is of the class 'noise' that is to be ignored"* ]] || fail "$stderr"
  run_split ce-report -r results.csv -t truth.csv --ignore "$(tail -n +2 truth.csv | sort -u | paste -sd,)" members.csv -o none.html
  assert_equal "$status" 1
  [[ $stderr == *"ce-report: no object has a class: --ignore names all classes" ]] || fail "$stderr"
  assert [ ! -e none.html ]
  run_split ce-report -r results.csv --ignore unassigned members.csv
  assert_error 2 "ce-report: --ignore goes with --truth
Try 'ce-report --help'."
}

@test "ce-report: names whose k is no number of clusters tell no list of k" {
  listed 12 15 30 >members.csv
  awk 'BEGIN { print "id,r"; for (i = 1; i <= 24; i++) print "o" i "," i % 15 }' >fifteen.csv
  ce-report -r fifteen.csv members.csv -q -o page.html
  text <page.html >words
  grep -qF '12 base clusterings with k = 15 alone tell how sure' words
  # those of 15 and 30 neighbours have three clusters
  awk -F, -v OFS=, 'NR > 1 { for (c = 2; c <= NF; c++) $c = NR % 3 } 1' members.csv >knn.csv
  ce-report -r fifteen.csv knn.csv -q -o page.html
  text <page.html >words
  run grep -c 'alone tell how sure' words
  assert_output 0
}
