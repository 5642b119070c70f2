#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-report: what its options add: null references, agreement, strips, scores, classes, the base clusterings that count.

setup() {
  load common
  load report
  command -v gnuplot >/dev/null || skip "needs gnuplot"
}

# about K FILE: the words of the page about a result of K clusters with the comparison in FILE.
about() {
  awk -v k="$1" 'BEGIN { print "r"; for (i = 0; i < 12; i++) print i % k }' >of.csv
  recorded -r of.csv --null "$2" of.csv
  text <page.html
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

# refused OPTION FILE MESSAGE: the table of this option is refused so, and no page is written.
refused() {
  run_split ce-report -r of.csv "--$1" "$2" of.csv -o page.html
  assert_error 1 "ce-report: $2: $3"
  assert [ ! -e page.html ]
}

@test "ce-report --agreement: tables of something else are refused, and nothing is written" {
  table r 1 1 2 2 >of.csv
  header=function,k,agreement,chosen
  table k,reason 3,pac >agree.csv
  refused agreement agree.csv "no column function: a table as ce-consensus --agreement writes it expected"
  table function,k,agreement lwea,2,1 >agree.csv
  refused agreement agree.csv "no column chosen: a table as ce-consensus --agreement writes it expected"
  table $header lwea,x,1,1 >agree.csv
  refused agreement agree.csv "column k is categorical, a numeric one expected"
  for k in 0 2.5 3e+09; do
    table $header lwea,2,.5,1 lwea,$k,.5,0 >agree.csv
    refused agreement agree.csv "row 2: k $k, a whole number from 1 expected"
  done
  table $header lwea,2,.5,1 ,3,.5,0 >agree.csv
  refused agreement agree.csv "row 2: no function, such as lwea"
  for value in -1 1.5; do
    table $header lwea,2,$value,1 >agree.csv
    refused agreement agree.csv "row 1: agreement $value, a number from 0 to 1 expected"
  done
  table $header lwea,2,.5,1 lwea,,.5,0 >agree.csv
  refused agreement agree.csv "row 2: no k"
  table $header lwea,2,.5, >agree.csv
  refused agreement agree.csv "row 1: nothing in chosen, 0 or 1 expected"
  table $header lwea,2,.5,2 >agree.csv
  refused agreement agree.csv "row 1: chosen 2, 0 or 1 expected"
  table $header lwea,2,.5,1 hbgf,2,.5,1 lwea,2,.5,0 >agree.csv
  refused agreement agree.csv "k = 2 twice for the function lwea"
  table $header lwea,2,,1 >agree.csv
  refused agreement agree.csv "no row has an agreement"
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

@test "ce-report --null: tables of something else are refused, and nothing is written" {
  table r 1 1 2 2 >of.csv
  table k,reason 3,pac >null.csv
  refused null null.csv "no column objective: a table as ce-stability null writes it expected"
  table k,objective,rcsi,rcsi_se 3,pac,1,1 >null.csv
  refused null null.csv "no column p: a table as ce-stability null writes it expected"
  header=k,objective,rcsi,rcsi_se,p
  table $header x,pac,1,1,.5 >null.csv
  refused null null.csv "column k is categorical, a numeric one expected"
  table $header 2,5,1,1,.5 >null.csv
  refused null null.csv "column objective has no name, such as entropy"
  table $header 2,pac,1,1,.5 ,pac,1,1,.5 >null.csv
  refused null null.csv "row 2: k nan, a whole number from 1 expected"
  for k in 0 2.5 3e+09; do
    table $header 2,pac,1,1,.5 $k,pac,1,1,.5 >null.csv
    refused null null.csv "row 2: k $k, a whole number from 1 expected"
  done
  table $header 2,pac,1,1,.5 3,,1,1,.5 >null.csv
  refused null null.csv "row 2: no objective, such as entropy"
  table $header 1,pac,1,1,.5 >null.csv
  recorded -r of.csv --null null.csv of.csv
  assert_equal "$(file null.csv <page.html | tail -n +2)" 1,pac,1,1,0.5
  rm page.html
  table $header 2147483647,pac,1,1,.5 >null.csv
  refused null null.csv "row 1: k 2.14748e+09, a whole number from 1 expected"
  table $header 2,pac,1,-1,.5 >null.csv
  refused null null.csv "row 1: rcsi_se -1, a number from 0 expected"
  for p in 0 1.5 -1; do
    table $header 2,pac,1,1,$p >null.csv
    refused null null.csv "row 1: p $p, a number above 0 and at most 1 expected"
  done
  table $header 2,pac,1,1,.5 3,pac,1,1,.5 2,entropy,1,1,.5 2,pac,1,1,.5 >null.csv
  refused null null.csv "k = 2 twice for the objective pac"
  table $header 2,pac,,,.5 >null.csv
  refused null null.csv "no row has an rcsi"
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
