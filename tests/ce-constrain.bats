#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# check and close; the closure itself is tested against a slow one in constraints.bats.

setup() {
  load common
  header=line,i,j,link,problem,earlier,chain
}

# objects IDS...: a table of objects in iris.csv; objects N: N rows without ids
objects() {
  if [ $# = 1 ]; then { echo x; seq "$1"; } >iris.csv; else { echo id,x; for id; do echo "$id,1"; done; } >iris.csv; fi
}

# ---- check: the list ----

@test "ce-constrain check: each problem in the order of lines, with earlier lines and chains, then one message and status 1" {
  table i,j,link 3,7,must 7,9,must 9,3,cannot 3,3,must 7,3,must 1,2,cannot 2,1,must 4,4,cannot 9,10,must 10,3,must 2,1,cannot >c.csv
  run_split ce-constrain check c.csv
  assert_equal "$status" 1
  assert_equal "$output" "$header
4,3,9,cannot,contradiction,,3-7-9
5,3,3,must,self,,
6,3,7,must,twice,2,
7,1,2,cannot,contradiction,,1-2
8,1,2,must,both,7,
9,4,4,cannot,self,,
12,1,2,cannot,twice,7,"
  assert_equal "$stderr" "ce-constrain: c.csv: 2 objects paired with themselves, 2 repeated pairs, 2 contradictions"
}

@test "ce-constrain check: a must-link and then the same pair as a cannot-link are one row, with the chain" {
  run_split ce-constrain check <<<$'i,j,link\nb,a,must\na,b,cannot'
  assert_equal "$status" 1
  assert_equal "$output" "$header
3,b,a,cannot,both,2,b-a"
  assert_equal "$stderr" "ce-constrain: standard input: 1 contradiction"
}

@test "ce-constrain check: nothing wrong is the header alone and status 0; so is a file without pairs" {
  table i,j,link 1,2,must 2,3,cannot 4,3,must >c.csv
  for file in c.csv <(echo i,j,link); do
    run_split ce-constrain check "$file"
    assert_equal "$status" 0
    assert_equal "$output" "$header"
    assert_equal "$stderr" ""
  done
}

@test "ce-constrain check: one problem of a kind is told in the singular" {
  run_split ce-constrain check <<<$'i,j,link\na,a,must'
  assert_equal "$stderr" "ce-constrain: standard input: 1 object paired with itself"
  run_split ce-constrain check <<<$'i,j,link\na,b,must\nb,a,must'
  assert_equal "$status" 1
  assert_equal "$stderr" "ce-constrain: standard input: 1 repeated pair"
}

@test "ce-constrain check: a chain of ten thousand is written whole, the shortest of two" {
  awk 'BEGIN { print "i,j,link"; for (i = 1; i < 10000; i++) print i "," i + 1 ",must"; print "5000,7000,must"; print "1,10000,cannot" }' >c.csv
  run_split ce-constrain check c.csv
  assert_equal "$status" 1
  assert_equal "$(cut -d, -f7 <<<"${lines[1]}")" "$({ seq 5000; seq 7000 10000; } | paste -sd-)"
  assert_equal "${#lines[@]}" 2
}

# ---- check: what is refused before anything is written ----

# refused CELLS MESSAGE: a file of these lines, by check and close
refused() {
  local noun
  printf '%b' "$1" >c.csv
  for noun in check close; do
    run_split ce-constrain $noun --objects iris.csv c.csv
    assert_error 1 "ce-constrain: $2"
  done
}

@test "ce-constrain: objects that the table does not have are refused by line" {
  objects a b c
  refused 'i,j,link\na,b,must\na,x,must\n' "c.csv:3: no object 'x' among the ids of iris.csv"
  refused 'i,j,link\n1,b,must\n' "c.csv:2: no object '1' among the ids of iris.csv"
  objects 150
  refused 'i,j,link\n1,2,must\n151,1,cannot\n' "c.csv:3: row 151, 150 objects in iris.csv"
  for cell in 0 -1 1.0 01 1e400 x nan 99999999999999999999 2147483648; do
    refused "i,j,link\n1,$cell,must\n" "c.csv:2: '$cell', a row number of iris.csv expected, 1 to 150"
  done
  refused 'i,j,link\n1,2147483647,must\n' "c.csv:2: row 2147483647, 150 objects in iris.csv"
}

@test "ce-constrain: links, cells, columns and files that are none are refused by line" {
  objects 9
  refused 'i,j,link\n1,2,must\n1,3,Must\n' "c.csv:3: link 'Must', must or cannot expected"
  refused 'i,j,link\n1,,must\n' "c.csv:2: column j: a missing cell, an object expected"
  refused 'i,j,link\nNA,1,must\n' "c.csv:2: column i: a missing cell, an object expected"
  refused 'i,j,link\n1,2,?\n' "c.csv:2: column link: a missing cell, must or cannot expected"
  refused 'i,j,link\n1,2,must\n1,2\n' "c.csv:3: 2 fields, 3 expected"
  refused 'i,j,link\n1,2,must,x\n' "c.csv:2: 4 fields, 3 expected"
  refused 'i,j\n1,2\n' "c.csv:1: 2 columns, i, j and link expected"
  refused 'a,b,link\n1,2,must\n' "c.csv:1: no column 'i': the header i,j,link expected, or a pair and must or cannot"
  refused '' "c.csv: empty, the header i,j,link expected"
  refused 'i,j,link\n1,2\0,must\n' "c.csv:2: a NUL byte, text expected"
  gzip -c <(table i,j,link 1,2,must 1,3,cannot) | head -c -9 >cut.gz
  run_split ce-constrain check cut.gz
  assert_error 1 "ce-constrain: cut.gz: the gzip stream ends too early: the file is cut"
}

@test "ce-constrain: objects of a table with a repeated id, ragged or empty are refused" {
  echo i,j,link >c.csv
  table id,x a,1 a,2 >iris.csv
  run_split ce-constrain check --objects iris.csv c.csv
  assert_error 1 "ce-constrain: iris.csv:3: id 'a' occurs a second time"
  table x,y 1,2 1 >iris.csv
  run_split ce-constrain close --objects iris.csv c.csv
  assert_error 1 "ce-constrain: iris.csv:3: 1 field, 2 expected"
  echo id,x >iris.csv
  run_split ce-constrain close --objects iris.csv c.csv
  assert_error 1 "ce-constrain: iris.csv: a header line and no objects, a table with at least one object expected"
  table id,a,id p,1,p q,2,r >iris.csv
  run_split ce-constrain close --objects iris.csv c.csv
  assert_error 1 "ce-constrain: iris.csv:3: id 'q' in one column, 'r' in the other: rows do not belong together"
}

# ---- files ----

@test "ce-constrain: columns by name in any order, no header, extra columns, other delimiters, headers in the middle are one file" {
  table i,j,link 1,2,must 3,2,cannot >plain.csv
  ce-constrain close plain.csv >expected
  table link,weight,j,i must,.5,2,1 cannot,,2,3 >named.csv
  table 1,2,must 3,2,cannot >bare.csv
  table 1,2,must,x 3,2,cannot,y >more.csv
  printf 'i;j;link\r\n1;2;must\r\n3;2;cannot' >semicolon.csv
  table i,j,link 1,2,must i,j,link 3,2,cannot >joined.csv
  for file in named bare more joined; do ce-constrain close $file.csv | cmp - expected; done
  ce-constrain close -d ';' semicolon.csv | tr ';' , | cmp - expected
}

@test "ce-constrain: ids as they are: with commas, like numbers, not numbers alone" {
  table i,j,link '"a,1",07,must' '7,07,cannot' 'id,"a,1",must' >c.csv
  run_split ce-constrain close c.csv
  assert_equal "$output" 'i,j,link
"a,1",07,must
"a,1",7,cannot
"a,1",id,must
07,7,cannot
07,id,must
7,id,cannot'
  # ids that are large numbers are ids
  run_split ce-constrain close <<<$'i,j,link\n20230000017,20230000018,must'
  assert_equal "$output" $'i,j,link\n20230000017,20230000018,must'
}

@test "ce-constrain: an id column of any name and place, in data, label and truth tables" {
  table x,patient,class 1,p1,a 2,p2,b 3,p3,a >iris.csv
  run_split ce-constrain close --objects iris.csv --id patient --chunklets chunklets.csv <<<$'i,j,link\np3,p1,must'
  assert_equal "$output" $'i,j,link\np1,p3,must'
  assert_equal "$(cat chunklets.csv)" $'patient,chunklet\np1,1\np2,NA\np3,1'
  run_split ce-constrain close --objects iris.csv <<<$'i,j,link\n3,1,must'
  assert_equal "$output" $'i,j,link\n1,3,must'
}

# ---- check: too few clusters ----

@test "ce-constrain check -k: chunklets that are all kept apart, each named by its first object" {
  table i,j,link 1,2,must 3,4,must 5,6,must 7,8,must 2,4,cannot 1,5,cannot 8,1,cannot 3,6,cannot 4,7,cannot 6,8,cannot >c.csv
  run_split ce-constrain check -k 4 c.csv
  assert_equal "$status" 0
  run_split ce-constrain check -k 4,3 c.csv
  assert_equal "$status" 1
  assert_equal "$output" "$header"
  assert_equal "$stderr" "ce-constrain: c.csv: no two of 1, 3, 5, 7 can link, 3 clusters are too few"
  run_split ce-constrain check -k 1 <<<$'i,j,link\na,b,cannot'
  assert_equal "$stderr" "ce-constrain: standard input: no two of a, b can link, 1 cluster is too few"
}

@test "ce-constrain check -k 2: a cycle of odd length" {
  table i,j,link a,b,cannot b,c,cannot c,d,must d,e,cannot e,f,cannot f,a,cannot >c.csv
  run_split ce-constrain check -k 3 c.csv
  assert_equal "$status" 0
  run_split ce-constrain check -k 2 c.csv
  assert_equal "$status" 1
  assert_equal "$stderr" "ce-constrain: c.csv: a-b-c-e-f, and back, cannot link from one to the next, a cycle of odd length: 2 clusters are too few"
  sed 's/f,a/e,a/' c.csv >even.csv
  run_split ce-constrain check -k 2 even.csv
  assert_equal "$status" 0
}

@test "ce-constrain check -k: a large clique is named in part" {
  awk 'BEGIN { print "i,j,link"; for (i = 1; i <= 30; i++) for (j = i + 1; j <= 30; j++) print i "," j ",cannot" }' >c.csv
  run_split ce-constrain check -k 30 c.csv
  assert_equal "$status" 0
  run_split ce-constrain check -k 29 c.csv
  assert_equal "$status" 1
  assert_equal "$stderr" "ce-constrain: c.csv: no two of 1, 2, 3, 4, 5, 6, (18 more), 25, 26, 27, 28, 29, 30 can link, 29 clusters are too few"
}

# ---- check --labels ----

@test "ce-constrain check --labels: what each clustering violates, as a plain count has it" {
  awk 'BEGIN { s = 7; print "id,a,b" >"labels.csv"; print "i,j,link" >"c.csv"
    for (i = 1; i <= 200; i++) { s = s * 16807 % 2147483647; print "o" i "," (s % 9 ? s % 4 : "NA") "," 1 + s % 5 >"labels.csv" }
    for (i = 1; i <= 150; i++) for (t = 1; t <= 3; t++) { s = s * 16807 % 2147483647; print "o" i ",o" i + t * 16 ",", s % 2 ? "must" : "cannot" >"c.csv" } }'
  sed -i 's/ //g' c.csv
  awk -F, 'FILENAME == "labels.csv" { if (FNR > 1) { a[$1] = $2; b[$1] = $3 } next } FNR == 1 { next }
    { n[$3]++ } a[$1] == "NA" || a[$2] == "NA" { unknown++ } a[$1] != "NA" && a[$2] != "NA" && ($3 == "must") == (a[$1] != a[$2]) { x[$3]++ }
    ($3 == "must") == (b[$1] != b[$2]) { y[$3]++ }
    END { print "clustering,must,cannot,must-violated,cannot-violated,unknown"
      print "a," n["must"] "," n["cannot"] "," x["must"] "," x["cannot"] "," unknown; print "b," n["must"] "," n["cannot"] "," y["must"] "," y["cannot"] ",0" }' labels.csv c.csv >expected
  ce-constrain check --labels labels.csv c.csv | diff - expected
  # some of all kinds
  awk -F, '$1 == "a" && ($4 == 0 || $5 == 0 || $6 == 0) { exit 1 }' expected
}

@test "ce-constrain check --labels: contradictions are counted as they stand; pairs with themselves and again are refused" {
  table a 1 1 2 >labels.csv
  table i,j,link 1,2,must 1,2,cannot 2,3,must 1,3,cannot >c.csv
  run_split ce-constrain check --labels labels.csv c.csv
  assert_equal "$output" $'clustering,must,cannot,must-violated,cannot-violated,unknown\na,2,2,1,1,0'
  run_split ce-constrain check --labels labels.csv <<<$'i,j,link\n1,2,must\n2,1,must'
  assert_error 1 "ce-constrain: standard input:3: 1 and 2 again (line 2)"
  run_split ce-constrain check --labels labels.csv <<<$'i,j,link\n3,3,must'
  assert_error 1 "ce-constrain: standard input:2: a pair of 3 with itself"
  run_split ce-constrain check --labels labels.csv <<<$'i,j,link\n3,4,must'
  assert_error 1 "ce-constrain: standard input:2: row 4, 3 objects in labels.csv"
}

# ---- close ----

@test "ce-constrain close: every implied pair once, sorted; a path and an edge imply them; chunklets with NA" {
  table i,j,link 8,2,must 5,8,must 5,3,cannot 3,6,must 6,2,cannot 10,5,cannot >c.csv
  run_split ce-constrain close --chunklets chunklets.csv c.csv
  assert_equal "$stderr" ""
  assert_equal "$output" "i,j,link
2,3,cannot
2,5,must
2,6,cannot
2,8,must
2,10,cannot
3,5,cannot
3,6,must
3,8,cannot
5,6,cannot
5,8,must
5,10,cannot
6,8,cannot
8,10,cannot"
  assert_equal "$(paste -sd' ' chunklets.csv)" "chunklet NA 1 2 NA 1 2 NA 1 NA 3"
  run_split ce-constrain close --compact c.csv
  assert_equal "$output" "i,j,link
2,3,cannot
2,5,must
2,10,cannot
3,6,must
5,8,must"
  # what is closed is closed, and so is what its compact form implies
  ce-constrain close c.csv >closed.csv
  ce-constrain close closed.csv | cmp - closed.csv
  ce-constrain close --compact c.csv | ce-constrain close | cmp - closed.csv
}

@test "ce-constrain close: several files are one; repeated pairs are merged with a note" {
  table i,j,link a,b,must >one.csv
  table c,b,cannot b,a,must >two.csv
  run_split ce-constrain close one.csv two.csv
  assert_equal "$status" 0
  assert_equal "$output" $'i,j,link\na,b,must\na,c,cannot\nb,c,cannot'
  assert_equal "$stderr" "ce-constrain: 1 repeated pair merged"
  run_split ce-constrain close -q one.csv - <two.csv
  assert_equal "$stderr" ""
  # messages name the file, and the line in it
  run_split ce-constrain close one.csv two.csv - <<<$'c,d,must\nd,a,must'
  assert_error 1 "ce-constrain: 1 repeated pair merged
ce-constrain: two.csv:1: b and c cannot link, but b-a-d-c must"
  run_split ce-constrain close one.csv two.csv - <<<$'c,d,must\nd,d,must'
  assert_error 1 "ce-constrain: standard input:2: a pair of d with itself"
}

@test "ce-constrain close: a contradiction is refused with its ends and chain, or left out and counted" {
  table i,j,link 1,2,must 2,3,must 4,3,must 1,4,cannot 2,5,cannot 2,3,cannot >c.csv
  run_split ce-constrain close c.csv
  assert_error 1 "ce-constrain: c.csv:5: 1 and 4 cannot link, but 1-2-3-4 must"
  run_split ce-constrain close --infeasible count --compact --chunklets chunklets.csv c.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-constrain: 2 contradictory cannot-links left out"
  assert_equal "$output" $'i,j,link\n1,2,must\n1,5,cannot\n2,3,must\n3,4,must'
  assert_equal "$(paste -sd' ' chunklets.csv)" "chunklet 1 1 1 1 2"
  # a long chain is shortened in its middle
  { awk 'BEGIN { for (i = 1; i < 30; i++) print i "," i + 1 ",must" }'; echo 30,1,cannot; } >long.csv
  run_split ce-constrain close long.csv
  assert_error 1 "ce-constrain: long.csv:30: 1 and 30 cannot link, but 1-2-3-4-5-6-(18 more)-25-26-27-28-29-30 must"
  assert [ ! -e x.csv ]
}

@test "ce-constrain close --strict: chunklets of must-links alone, and how many cannot-links that leaves out" {
  table i,j,link 1,2,must 3,4,must 1,3,cannot 5,1,cannot 5,6,cannot >c.csv
  run_split ce-constrain close --strict --compact --chunklets chunklets.csv c.csv
  assert_equal "$output" $'i,j,link\n1,2,must\n1,3,cannot\n3,4,must'
  assert_equal "$stderr" "ce-constrain: 2 cannot-links left out: an end is in no must-link"
  assert_equal "$(paste -sd' ' chunklets.csv)" "chunklet 1 1 2 2 NA NA"
}

@test "ce-constrain close: the truth as constraints gives the truth as chunklets" {
  awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) if ($c == "class") at = c; print "i,j,link"; next }
    { row = NR - 1 } !($at in first) { for (other in first) print first[other] "," row ",cannot"; first[$at] = row; next } { print row "," first[$at] ",must" }' \
    "$BUNDLED/iris.csv" >c.csv
  ce-constrain close -q --objects "$BUNDLED/iris.csv" --chunklets chunklets.csv -o all.csv c.csv
  assert_equal "$(ce-score -t "$BUNDLED/iris.csv" -s error chunklets.csv | tail -n 1)" chunklet,3,0
  assert_equal "$(wc -l <all.csv)" $((150 * 149 / 2 + 1))
}

@test "ce-constrain close: without constraints there are no pairs, and chunklets need the objects" {
  echo i,j,link >c.csv
  run_split ce-constrain close c.csv
  assert_equal "$status" 0
  assert_equal "$output" i,j,link
  objects 3
  run_split ce-constrain close --objects iris.csv --chunklets - -o /dev/null c.csv
  assert_equal "$output" $'chunklet\nNA\nNA\nNA'
  run_split ce-constrain close --chunklets x.csv c.csv
  assert_error 1 "ce-constrain: c.csv: no constraints, so --objects is needed to know which objects there are"
  assert [ ! -e x.csv ]
}

@test "ce-constrain close: more implied pairs, or objects, than memory are refused before; the compact form goes on" {
  awk 'BEGIN { print "i,j,link"; for (i = 1; i < 10000; i++) print i "," i + 1 ",must" }' >c.csv
  CE_MEMORY_LIMIT=500M run_split ce-constrain close -o x.csv c.csv
  assert_error 1 "ce-constrain: the list of all implied pairs (49995000 entries) needs 1.1 GiB of memory, 500.0 MiB are free (CE_MEMORY_LIMIT); use what implies them (--compact) instead"
  assert [ ! -e x.csv ]
  CE_MEMORY_LIMIT=500M ce-constrain close --compact c.csv | cmp - c.csv
  # a table of chunklets has a row for each of them
  CE_MEMORY_LIMIT=500M run_split ce-constrain close --chunklets x.csv <<<$'i,j,link\n1,2147483647,must'
  assert_error 1 "ce-constrain: the chunklet of each object (2147483647 x 2) needs 16.0 GiB of memory, 500.0 MiB are free (CE_MEMORY_LIMIT); use smaller row numbers, or ids, instead"
}

@test "ce-constrain: a short file that names very high row numbers takes no memory for those between" {
  not_sanitized "the sanitizers take the address space for themselves"
  table i,j,link 1,2147483647,must 5,2000000000,cannot 2000000000,7,must >high.csv
  (ulimit -d 500000; ce-constrain close high.csv >closed.csv)
  assert_equal "$(cat closed.csv)" $'i,j,link\n1,2147483647,must\n5,7,cannot\n5,2000000000,cannot\n7,2000000000,must'
  table i,j,link 1,2147483647,must 2147483647,9,must 9,1,cannot 3,3,must 4,2000000000,must 4,2000000000,must >bad.csv
  (ulimit -d 500000; ce-constrain check -k 3 bad.csv >listed 2>said) || status=$?
  assert_equal "$status" 1
  assert_equal "$(cat listed)" $'line,i,j,link,problem,earlier,chain
4,1,9,cannot,contradiction,,1-2147483647-9
5,3,3,must,self,,
7,4,2000000000,must,twice,6,'
  run_split ce-constrain close bad.csv
  assert_error 1 "ce-constrain: bad.csv:5: a pair of 3 with itself"
}

# ---- wrong use ----

@test "ce-constrain: options and operands that do not go together are wrong use" {
  wrong() {
    run_split ce-constrain "${@:2}"
    assert_error 2 "ce-constrain: $1
Try 'ce-constrain --help'."
  }
  wrong "check takes one FILE" check a.csv b.csv
  wrong "FILE is standard input twice" close - -
  wrong "--labels and FILE are both standard input" check --labels -
  wrong "--objects and FILE are both standard input" close --objects - a.csv -
  wrong "--objects does not go with --labels" check --labels l.csv --objects l.csv a.csv
  wrong "--clusters does not go with --labels" check --labels l.csv -k 3 a.csv
  wrong "--chunklets and the result are both standard output" close --chunklets - a.csv
}

@test "ce-constrain check --labels: a microcluster table is refused, since its rows are no objects" {
  table size,a 2,1 3,1 >micro.csv
  table i,j,link 1,2,must >pairs.csv
  run_split ce-constrain check --labels micro.csv pairs.csv
  assert_error 1 "ce-constrain: micro.csv: a microcluster table, but constraints are about objects"
}
