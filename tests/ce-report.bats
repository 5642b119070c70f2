#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-report: one HTML page of an ensemble and its results. Its pictures, its warnings and what its options add have files of their own.

setup() {
  load common
  load report
  command -v gnuplot >/dev/null || skip "needs gnuplot"
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
  grep -F 'k = 4 is best by silhouette (0.2877; k = 3 has 0.2846). k = 5 is best by db (' page
  grep -F '1 of 178 objects without a home' page
  grep -F 'The least sure: 62.' page
  run grep -cE 'than chance:|Another k is|at the edge:|say nothing:' page
  assert_output 0
  recorded -r results.csv --data z.csv -t wine.csv --null null.csv --choose eac-al.k2 base.csv
  text <page.html >page
  grep -F 'k = 2 is no clearer than chance' page
  grep -F 'Another k is clearer than the 2 of the result: by entropy k = 3' page
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
  assert_error 1 "ce-report: members.csv: no base clustering has a label: there is nothing to report"
  assert [ ! -e page.html ]
  table a,b 1,1 2,2 >members.csv
  table r NA NA >results.csv
  run_split ce-report -r results.csv members.csv
  assert_error 1 "ce-report: results.csv: result r has no label"
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
  ce-report --help | tr -s ' \n' ' ' | grep -F 'mean NMI with the base clusterings, of those with the clearest k of --null'
  run_split ce-report -r l.csv --choose b l.csv
  assert_error 1 "ce-report: l.csv: no result 'b'; the first is 'a'"
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
