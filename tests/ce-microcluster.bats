#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# N rows of three columns with few distinct ones; missing labels in three spellings; some texts
many() {
  awk -v n="$1" 'BEGIN { print "id,a,b,c"; split("x,y z,NA,?,,\"q,1\"", text, ","); s = 5
    for (i = 1; i <= n; i++) { s = s * 16807 % 2147483647; u = int(s / 1000)
      print "o" i "," 1 + u % 3 "," (u % 7 == 0 ? "" : u % 7 == 1 ? "NA" : u % 7 == 2 ? "?" : u % 7 == 3 ? "\"q,1\"" : "x " u % 7) "," int(u / 7) % 2 } }'
}

# The same, slowly: rows of the label columns with missing labels as NA, counted, in order of first appearance.
slow() {
  sed 's/,?/,NA/g; s/,\(,\|$\)/,NA\1/g; s/^[^,]*,//' | awk 'NR == 1 { print "size," $0; next } !n[$0]++ { row[++m] = $0 } END { for (i = 1; i <= m; i++) print n[row[i]] "," row[i] }'
}

@test "ce-microcluster compress: distinct rows in order of appearance, with their sizes" {
  table id,a,b,class p,1,x,u q,1,x,v r,2,,u s,1,x,u t,2,NA,v >labels.csv
  run_split ce-microcluster compress labels.csv
  assert_equal "$status" 0
  assert_equal "$stderr" ""
  assert_equal "$output" "size,a,b
3,1,x
2,2,NA"
}

@test "ce-microcluster compress: agrees with a count of lines, quoted cells and missing labels included" {
  many 3000 >labels.csv
  slow <labels.csv >expected
  assert_equal "$(wc -l <expected)" 31
  ce-microcluster compress labels.csv | cmp - expected
}

@test "ce-microcluster compress: as many microclusters as objects, over many doublings of its tables" {
  seq 1 30000 | awk 'NR == 1 { print "a,b" } { print $1 % 173 "," $1 }' >labels.csv
  ce-microcluster compress labels.csv | tail -n +2 | sort | uniq >sorted
  assert_equal "$(wc -l <sorted)" 30000
  assert_equal "$(cut -d, -f1 sorted | uniq)" 1
  tail -n +2 labels.csv | sed 's/^/1,/' | sort | cmp - sorted
}

@test "ce-microcluster compress: without a header the columns get names" {
  run_split ce-microcluster compress <<<"1,1
2,1
1,1"
  assert_equal "$output" "size,c1,c2
2,1,1
1,2,1"
}

@test "ce-microcluster compress: tables that were pasted must have the same ids in a row" {
  printf 'id,a,id,b\nx,1,x,1\ny,2,y,2\nz,1,z,1\n' >pasted.csv
  assert_equal "$(ce-microcluster compress pasted.csv | paste -sd' ')" "size,a,b 2,1,1 1,2,2"
  printf 'id,a,id,b\nx,1,x,1\ny,2,z,2\nz,1,y,1\n' >pasted.csv
  run ce-microcluster compress pasted.csv
  assert_equal "$status" 1
  assert_output "ce-microcluster: pasted.csv:3: id 'y' in one column, 'z' in the other: rows do not belong together"
  printf ',a,,b\nx,1,x,1\ny,2,yz,2\n' >pasted.csv
  run ce-microcluster compress pasted.csv
  assert_equal "$status" 1
  assert_output --partial "pasted.csv:3: id 'y' in column 1, 'yz' in column 3, which have no name"
}

@test "ce-microcluster compress: -v tells how many" {
  many 3000 >labels.csv
  ce-microcluster compress -v labels.csv 2>said >/dev/null
  assert_equal "$(cat said)" "ce-microcluster: 3000 objects, 30 microclusters"
}

@test "ce-microcluster merge: parts give the table of the whole" {
  many 3000 >labels.csv
  ce-microcluster compress labels.csv >whole.csv
  for part in 1 2 3; do
    { head -n 1 labels.csv; tail -n +2 labels.csv | sed -n "$((part * 1000 - 999)),$((part * 1000))p"; } |
      ce-microcluster compress -o "part$part.csv.gz"
  done
  ce-microcluster merge part1.csv.gz part2.csv.gz part3.csv.gz | cmp - whole.csv
  ce-microcluster merge whole.csv | cmp - whole.csv
  ce-microcluster merge part1.csv.gz - <(ce-microcluster merge part3.csv.gz) <part2.csv.gz | cmp - whole.csv
}

@test "ce-microcluster merge: sizes are added, also beyond 32 bits" {
  table size,a 4000000000,1 1,2 >one.csv
  table size,a 4000000000,1 5,3 >two.csv
  run_split ce-microcluster merge one.csv two.csv
  assert_equal "$output" "size,a
8000000000,1
1,2
5,3"
  table size,a 9007199254740992,1 >one.csv
  run_split ce-microcluster merge one.csv two.csv
  assert_error 1 "ce-microcluster: two.csv:2: more than 2^53 objects"
}

@test "ce-microcluster merge: tables that do not belong together are refused" {
  table size,a,b 1,1,1 >one.csv
  table size,a 1,1 >two.csv
  run_split ce-microcluster merge one.csv two.csv
  assert_error 1 "ce-microcluster: two.csv:1: 1 base clusterings, 2 expected as in the first table"
  table size,b,a 1,1,1 >two.csv
  run_split ce-microcluster merge one.csv two.csv
  assert_error 1 "ce-microcluster: two.csv:1: base clustering 1 is 'b', 'a' expected as in the first table"
  for size in 0 -1 1.5 x '' 1e300; do
    table size,a,b 2,1,1 "$size,1,2" >two.csv
    run_split ce-microcluster merge one.csv two.csv
    assert_error 1 "ce-microcluster: two.csv:3: size '$size', a whole number of objects from 1 expected"
  done
  table size 2 3 >two.csv
  run_split ce-microcluster merge two.csv
  assert_error 1 "ce-microcluster: two.csv:1: no clustering: only id, size or class columns"
}

@test "ce-microcluster expand: each object gets the result of its microcluster, and keeps its id" {
  table id,a,b p,1,x q,2, r,1,x >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  table hne.k2,cspa.k3 7,one NA,two >result.csv
  run_split ce-microcluster expand -t micro.csv -r result.csv labels.csv
  assert_equal "$status" 0
  assert_equal "$output" "id,hne.k2,cspa.k3
p,7,one
q,NA,two
r,7,one"
}

@test "ce-microcluster expand: --missing-words is about the result and the microcluster table too, and a note tells of -1" {
  table id,a,b p,1,x q,2,-1 r,1,x >labels.csv
  table size,a,b 2,1,x 1,2,-1 >micro.csv
  table hne.k2 -1 2 >result.csv
  run_split ce-microcluster expand --missing-words -1 -t micro.csv -r result.csv labels.csv
  assert_equal "$status $stderr" "0 "
  assert_equal "$output" "$(table id,hne.k2 p,NA q,2 r,NA)"
  # the table of compress has NA
  ce-microcluster compress --missing-words -1 labels.csv >micro.csv
  ce-microcluster expand --missing-words -1 -t micro.csv -r result.csv labels.csv | diff - <(echo "$output")
  run_split ce-microcluster expand -t micro.csv -r result.csv <<<"a,b
1,x"
  assert_equal "$status $stderr" "0 ce-microcluster: result.csv: label -1 of column hne.k2 is a cluster like others (--missing-words -1: missing)"
}

@test "ce-microcluster: compress parts, merge, expand parts is the round trip of the whole" {
  many 2000 >labels.csv
  # what a consensus would do: a label for each microcluster, here its number
  for part in 1 2 3 4; do
    { head -n 1 labels.csv; tail -n +2 labels.csv | sed -n "$((part * 500 - 499)),$((part * 500))p"; } >"part$part.csv"
    ce-microcluster compress "part$part.csv" >"micro$part.csv"
  done
  ce-microcluster merge micro?.csv >micro.csv
  { echo number; seq 1 $(($(wc -l <micro.csv) - 1)); } >result.csv
  ce-microcluster expand -t micro.csv -r result.csv labels.csv >whole.csv
  for part in 1 2 3 4; do ce-microcluster expand -t micro.csv -r result.csv "part$part.csv"; done | awk 'NR == 1 || !/^id,/' | cmp - whole.csv
  # the labels of the row with that number are those of the object
  ce-microcluster expand -t micro.csv -r <(cut -d, -f2- micro.csv) labels.csv | cut -d, -f2- >back
  sed 's/,?/,NA/g; s/,\(,\|$\)/,NA\1/g; s/^[^,]*,//' labels.csv | cmp - back
}

@test "ce-microcluster expand: a row or a label that is not in the table is refused with its line" {
  table size,a,b 2,1,1 1,2,2 >micro.csv
  table k 1 2 >result.csv
  run_split ce-microcluster expand -t micro.csv -r result.csv <<<"a,b
1,1
1,2"
  assert_error 1 "ce-microcluster: standard input:3: labels that no row of micro.csv has"
  run_split ce-microcluster expand -t micro.csv -r result.csv <<<"a,b
1,1
2,7"
  assert_error 1 "ce-microcluster: standard input:3: label '7' of column b does not occur in micro.csv"
  run_split ce-microcluster expand -t micro.csv -r result.csv <<<"a,b
,1"
  assert_error 1 "ce-microcluster: standard input:2: labels that no row of micro.csv has"
  run_split ce-microcluster expand -t micro.csv -r result.csv <<<"b,a
1,1"
  assert_error 1 "ce-microcluster: standard input:1: base clustering 1 is 'b', 'a' expected as in micro.csv"
  run_split ce-microcluster expand -t micro.csv -r result.csv <<<"1,1,1"
  assert_error 1 "ce-microcluster: standard input:1: 3 base clusterings, 2 expected as in micro.csv"
}

@test "ce-microcluster expand: a result with ids is matched by them; other ids and other sizes are refused" {
  table id,size,a A,2,1 B,1,2 >micro.csv
  table a 1 1 2 >labels.csv
  table id,k B,7 A,9 >result.csv
  assert_equal "$(ce-microcluster expand -t micro.csv -r result.csv labels.csv | paste -sd' ')" "k 9 9 7"
  table id,k B,7 C,9 >result.csv
  run_split ce-microcluster expand -t micro.csv -r result.csv labels.csv
  assert_error 1 "ce-microcluster: result.csv: no object with the id 'A', which object 1 of micro.csv has"
  table size,k 2,9 1,7 >result.csv
  assert_equal "$(ce-microcluster expand -q -t micro.csv -r result.csv labels.csv | paste -sd' ')" "k 9 9 7"
  table size,k 1,7 2,9 >result.csv
  run_split ce-microcluster expand -q -t micro.csv -r result.csv labels.csv
  assert_error 1 "ce-microcluster: result.csv: row 1 has size 1, in micro.csv it is 2"
}

@test "ce-microcluster expand: a result of another length, a table with a row twice" {
  table size,a 2,1 1,2 >micro.csv
  table a 1 2 >labels.csv
  table k 1 2 3 >result.csv
  run_split ce-microcluster expand -t micro.csv -r result.csv labels.csv
  assert_error 1 "ce-microcluster: result.csv: 3 objects, 2 expected as in micro.csv"
  table size,a 2,1 1,2 4,1 >micro.csv
  run_split ce-microcluster expand -t micro.csv -r result.csv labels.csv
  assert_error 1 "ce-microcluster: micro.csv:4: a row that was there before: a table of microclusters expected"
  table id,a p,1 q,2 p,1 >labels.csv
  table size,a 2,1 1,2 >micro.csv
  table k 1 2 >result.csv
  run_split ce-microcluster expand -t micro.csv -r result.csv labels.csv
  assert_error 1 "ce-microcluster: labels.csv:4: id 'p' occurs a second time"
}

@test "ce-microcluster: wrong use" {
  run_split ce-microcluster expand labels.csv
  assert_error 2 "ce-microcluster: expand needs --table and --result
Try 'ce-microcluster --help'."
  run_split ce-microcluster expand -t micro.csv labels.csv
  assert_equal "$status" 2
  run_split ce-microcluster compress a.csv b.csv
  assert_error 2 "ce-microcluster: compress takes one FILE
Try 'ce-microcluster --help'."
  run_split ce-microcluster compress -t a.csv b.csv
  assert_equal "$status" 2
}

@test "ce-microcluster: base clusterings of one name are numbered, as in other tools" {
  printf 'id,a,b,a\nr,1,2,x\ns,1,2,x\nt,2,3,y\n' >twice.csv
  run ce-microcluster compress twice.csv
  assert_output "size,a#1,b,a#2
2,1,2,x
1,2,3,y"
  ce-microcluster compress twice.csv -o micro.csv
  printf 'c\n1\n2\n' >result.csv
  run ce-microcluster expand --table micro.csv --result result.csv twice.csv
  assert_output "id,c
r,1
s,1
t,2"
  ce-microcluster merge micro.csv micro.csv >merged.csv
  assert_equal "$(head -n 1 merged.csv)" "size,a#1,b,a#2"
}
