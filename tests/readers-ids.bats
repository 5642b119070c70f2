#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# Tables as other programs write them: names of rows and columns, ids and headers (clens-formats(5)).

setup() {
  load common
  load readers
  table x,y,class 1,10,a 2,11,a 8,40,b 9,41,b >data.csv
}

@test "readers: tables of R and pandas have their row names as ids" {
  note="ce-generate: in: the first column has no name: its cells are the ids (--id none: they are not)"
  # told with -v only: every result shows the ids
  named() {
    cat >in
    kmeans "$@" in
    assert_equal "$status" 0
    assert_equal "$stderr" ""
    assert_equal "$output" "$(table id,kmeans.k2.r1 "$first,1" 2,1 3,2 4,2)"
    kmeans -v "$@" in
    grep >/dev/null -xF "$note" <<<"$stderr"
  }
  first=1
  # write.csv, write.table, write.csv2, write.table(sep = "\t"), DataFrame.to_csv()
  table '"","x","y","class"' '"1",1,10,"a"' '"2",2,11,"a"' '"3",8,40,"b"' '"4",9,41,"b"' | named
  table '"x" "y" "class"' '"1" 1 10 "a"' '"2" 2 11 "a"' '"3" 8 40 "b"' '"4" 9 41 "b"' | named
  table '"";"x";"y";"class"' '"1";1,5;10;"a"' '"2";2,5;11;"a"' '"3";8,25;40;"b"' '"4";9;41;"b"' | named --decimal ,
  printf '"x"\t"class"\n"1"\t1\t"a"\n"2"\t2\t"a"\n"3"\t8\t"b"\n"4"\t9\t"b"\n' | named
  first='0 a'
  table ,x,y,class '0 a,1,10,a' 2,2,11,a 3,8,40,b 4,9,41,b | named
  # a label table, and the truth of the same objects in another order
  table ,class 4,b 2,a 3,b '0 a',a >truth.csv
  ce-generate kmeans -q -k 2 -m 1 in >labels.csv
  run_split ce-score -q -t truth.csv -s error labels.csv
  assert_equal "${lines[1]}" kmeans.k2.r1,2,0
  # with ids of their own, row names are left out; with --id none they are a feature
  table '"","id","x"' '"1","p",1' '"2","q",9' >in
  kmeans in
  assert_equal "$output" "$(table id,kmeans.k2.r1 p,1 q,2)"
  assert_equal "$stderr" "ce-generate: in: the first column has no name: row names, left out"
  run_split ce-prepare center --id none <(table ,x 1,1 2,9)
  assert_equal "$output" "$(table c1,x -0.5,-4 0.5,4)"
  # a single row: a whole number below an empty cell
  run_split ce-prepare drop-missing -q <(table ,x,y 90,1,2)
  assert_equal "$output" "$(table id,x,y 90,1,2)"
}

@test "readers: pasted tables of R and pandas have one column of ids, which all columns without a name agree with" {
  # DataFrame.to_csv(), write.csv, and the labels of an array
  paste -d, <(table ,x 0,1 1,9 2,2) <(table ,y 0,5 1,3 2,4) >pandas
  paste -d, <(table '"","x"' '"0",1' '"1",9' '"2",2') <(table '"","y"' '"0",5' '"1",3' '"2",4') >r
  for file in pandas r; do
    run_split ce-prepare center "$file"
    assert_equal "$stderr" ""
    assert_equal "$output" "$(table id,x,y 0,-3,1 1,5,-1 2,-2,0)"
    run_split ce-relabel "$file"
    assert_equal "${lines[0]}" id,x,y
    run_split ce-prepare center -v "$file"
    [[ $stderr == *"$file: the first column and 1 more have no name: their cells are the ids (--id none: they are not)"* ]]
    run_split ce-prepare center --id none "$file"
    assert_equal "${lines[0]}" c1,x,c3,y
    for id in c1 1; do
      run_split ce-prepare center --id $id "$file"
      assert_equal "$stderr" "ce-prepare: $file: column 3 has no name: row names, left out"
      assert_equal "$output" "$(table id,x,y 0,-3,1 1,5,-1 2,-2,0)"
    done
    run_split ce-prepare center --id c3 "$file"
    assert_equal "$stderr" "ce-prepare: $file: the first column has no name: row names, left out"
    assert_equal "${lines[0]}" id,x,y
  done
  table ,0,1 0,1,2 1,1,1 2,2,2 >array
  run_split ce-relabel <(paste -d, array array)
  assert_equal "${lines[0]}" 'id,0#1,1#1,0#2,1#2'
  run_split ce-select random -v -m 2 <(paste -d, <(table ,a:1,a:2 0,1,0 1,.5,.5) <(table ,b:1,b:2 0,.2,.8 1,0,1))
  [[ $stderr == *": the first column and 1 more have no name: their cells are the ids (--id none: they are not)"* ]]
  assert_equal "${lines[0]}" id,a:1,a:2,b:1,b:2
  # a third table has ids of its own
  run_split ce-prepare center <(paste -d, pandas <(table id,z a,1 b,2 c,3))
  [[ $stderr == *": 2 columns have no name: row names, left out" ]]
  assert_equal "${lines[1]}" a,-3,1,-1
  # other rows
  table ,x,,y 0,1,0,5 1,9,2,3 2,2,1,4 >other
  doubt="which have no name: rows do not belong together, or only one holds the ids (--id 1)"
  run_split ce-prepare center other
  assert_error 1 "ce-prepare: other:3: id '1' in column 1, '2' in column 3, $doubt"
  run_split ce-relabel other
  assert_error 1 "ce-relabel: other:3: id '1' in column 1, '2' in column 3, $doubt"
}

@test "readers: columns without a name that are no ids are all alike, and --id finds them by the names they get" {
  # decimals, a value that is there twice, nothing, and columns that no name is behind
  for rows in '.5,1,3,2 1.5,2,4,3' '1,1,3,2 1,2,4,3' '1,1,,2 2,2,4,3'; do
    run_split ce-prepare center <(table ,x,,y $rows)
    assert_equal "${lines[0]}" c1,x,c3,y
  done
  for header in ,,x,y ,x,y, ,x,,; do
    run_split ce-prepare center <(table "$header" 1,1,3,2 2,2,4,3)
    [[ ${lines[0]} == c1,* ]]
  done
  table x,,y, 1,5,7,a 2,6,8,b >gap
  run_split ce-prepare center --id c2 gap
  assert_equal "$output" "$(table id,x,y,c4 5,-0.5,-0.5,a 6,0.5,0.5,b)"
  run_split ce-prepare center --class c4 gap
  assert_equal "${lines[1]}" -0.5,-0.5,-0.5,a
  # c1 has a name
  run_split ce-prepare center --id c1 gap
  assert_error 1 "ce-prepare: gap:1: no column 'c1'; the columns are x, c2, y, c4"
}

@test "readers: a table of Clens and one of pandas side by side: the ids agree, or their rows do not belong together" {
  for i in $(seq 20); do echo "b$i-1,$((i % 3))"; done >rows
  table id,k3 "$(cat rows)" >ours
  table ,type "$(sed 's/\(.*\),\(.*\)/\1,t\2/' rows)" >meta
  table ,type "$(sed 's/\(.*\),\(.*\)/\1,t\2/' rows | tac)" >turned
  # the second column of ids was a clustering of twenty clusters
  run_split ce-relabel -v <(paste -d, ours meta)
  [[ $stderr == *": 1 column without a name holds the ids again"* ]] || fail "$stderr"
  assert_equal "${lines[0]} ${lines[1]}" "id,k3,type b1-1,1,1"
  run_split ce-relabel <(paste -d, ours turned)
  [[ $stderr == "ce-relabel: "*":2: id 'b1-1' in column id, 'b20-1' in column 3, which has no name: rows do not belong together, or only one holds the ids (--id id)" ]] || fail "$stderr"
  assert_equal "$status" 1
  run_split ce-relabel <(paste -d, meta ours)
  assert_equal "${lines[0]} ${lines[1]}" "id,type,k3 b1-1,t1,t1"
  run_split ce-relabel <(paste -d, turned ours)
  [[ $stderr == "ce-relabel: "*":2: id 'b20-1' in one column, 'b1-1' in the other: rows do not belong together" ]] || fail "$stderr"
  assert_equal "$status" 1
  # names that are other words than the ids name something else
  run_split ce-relabel <(paste -d, <(sed 's/^b/c/' meta) ours)
  [[ $stderr == *": the first column has no name: row names, left out" ]] || fail "$stderr"
  assert_equal "${lines[1]}" b1-1,t1,t1
  # and a column with a name of its own
  run_split ce-relabel <(paste -d, ours <(sed '1s/.*/barcode,type/' turned))
  [[ $stderr == *": object 1 has the id 'b1-1' in column id and 'b20-1' in column barcode: rows do not belong together" ]] || fail "$stderr"
  assert_equal "$status $output" "1 "
}

@test "readers: row names of which one is there twice are refused with its line, and are no labels" {
  { echo ,a,b; for i in $(seq 30); do echo "n$((i == 7 ? 3 : i)),$((i % 3)),$((i % 2))"; done; } >twice.csv
  run_split ce-consensus lwea -k 2 twice.csv
  assert_error 1 "ce-consensus: twice.csv:8: id 'n3' occurs a second time"
  # they are the ids of the other table: rows were matched by their order
  { echo id,k; for i in $(seq 30 -1 1); do echo "n$i,$((i % 3))"; done; } >labels.csv
  cp twice.csv meta.csv
  run_split ce-score -t meta.csv --class a labels.csv
  assert_error 1 "ce-score: meta.csv:8: id 'n3' occurs a second time"
  sed '1s/,/name,/' twice.csv >named.csv
  run_split ce-score -t named.csv --class a labels.csv
  assert_error 1 "ce-score: named.csv: column name has ids of labels.csv ('n1'): --id name matches the rows by them"
  # words of which many come again are labels
  { echo ,a,b; for i in $(seq 30); do echo "n$((i % 7)),$((i % 3)),$((i % 2))"; done; } >words.csv
  run_split ce-relabel words.csv
  assert_equal "${lines[0]}" c1,a,b
}

@test "readers: numbered columns of R and pandas have names, not a first row" {
  # DataFrame(array).to_csv(); write.csv and write.table of a matrix with numbers for names
  rows=(1,10 2,11 8,40 9,41)
  table "${rows[@]}" | awk 'BEGIN { print ",0,1" } { print NR - 1 "," $0 }' >pandas
  table "${rows[@]}" | awk 'BEGIN { print "\"\",\"0\",\"1\"" } { print "\"" NR - 1 "\"," $0 }' >csv
  table "${rows[@]}" | awk 'BEGIN { print "\"0\" \"1\"" } { sub(",", " "); print "\"" NR - 1 "\" " $0 }' >table
  table "${rows[@]}" | awk 'BEGIN { print "0 1" } { sub(",", " "); print NR - 1 " " $0 }' >bare
  for file in pandas csv table bare; do
    run_split ce-prepare center "$file"
    assert_equal "$stderr" ""
    assert_equal "$output" "$(table 'id,"0","1"' 0,-4,-15.5 1,-3,-14.5 2,3,14.5 3,4,15.5)"
    kmeans "$file"
    assert_equal "$output" "$(table id,kmeans.k2.r1 0,1 1,1 2,2 3,2)"
  done
  # columns that are counted from 1
  for file in pandas bare; do
    sed '1{s/1/2/;s/0/1/}' "$file" >one
    assert_equal "$(ce-prepare center one)" "$(table 'id,"1","2"' 0,-4,-15.5 1,-3,-14.5 2,3,14.5 3,4,15.5)"
  done
  # labels; what is written is read again with the same names, as a table and as a stream
  table ,0,1 0,1,1 1,1,2 2,2,2 >labels
  ce-microcluster compress labels >micro
  assert_equal "$(cat micro)" "$(table 'size,"0","1"' 1,1,1 1,1,2 1,2,2)"
  assert_equal "$(ce-microcluster compress micro)" "$(cat micro)"
  ce-select random -m 2 labels >again
  assert_equal "$(cat again)" "$(table 'id,"0","1"' 0,1,1 1,1,2 2,2,2)"
  assert_equal "$(ce-select random -m 2 again)" "$(cat again)"
  cut -d, -f2- micro >result
  assert_equal "$(ce-microcluster expand -t micro -r result labels)" "$(cat again)"
  # without row names R's quotes tell, and pandas' numbers do not
  table '"7","8"' 1,10 8,40 >in
  run_split ce-prepare center in
  assert_equal "$output" "$(table '"7","8"' -3.5,-15 3.5,15)"
  assert_equal "$(ce-prepare center <(ce-prepare center in))" "$output"
  table 0,1,2 1,10,5 8,40,6 3,4,5 >in
  run_split ce-prepare center in
  assert_equal "${lines[0]}" c1,c2,c3
  assert_equal "$stderr" "ce-prepare: in: the first line counts the columns from 0 and is read as a row (--header yes: it is the header)"
  run_split ce-prepare center <(table 0,1,4 1,10,5 8,40,6 3,4,5)
  assert_equal "$stderr" ""
  run_split ce-prepare center --header yes in
  assert_equal "${lines[0]}" '"0","1","2"'
  assert_equal "$stderr" ""
  # above words they are names, above numbers they may be labels
  table 0 a b a >in
  run_split ce-relabel in
  assert_equal "$stderr" ""
  assert_equal "$output" "$(table '"0"' a b a)"
  run_split ce-relabel <(table 0,1 a,5 b,5 a,7)
  assert_equal "$stderr" ""
  assert_equal "${lines[0]}" '"0","1"'
  run_split ce-relabel <(table 0 a)
  assert_equal "${lines[0]}" c1
  for row in 0 0,1; do
    table "$row" "${row/0/2}" "${row/0/3}" >in
    run_split ce-relabel in
    assert_equal "$stderr" "ce-relabel: in: the first line is $row and is read as a row (--header yes: it is the header)"
    assert_equal "${#lines[@]}" 4
    run_split ce-microcluster compress in
    assert_equal "$stderr" "ce-microcluster: in: the first line is $row and is read as a row (--header yes: it is the header)"
    for asked in yes no; do
      run_split ce-relabel --header $asked in
      assert_equal "$stderr" ""
      [ "$asked" = no ] && expected=4 || expected=3
      assert_equal "${#lines[@]}" $expected
    done
    run_split ce-prepare drop-missing in
    assert_equal "$stderr" ""
  done
  # a table without a header where all cells are quoted, and one whose first row counts
  run_split ce-microcluster compress <(table '"1","2"' '"1","2"' '"2","2"')
  assert_equal "$output" "$(table size,c1,c2 2,1,2 1,2,2)"
  run_split ce-prepare center <(table 0,1 0.5,2 1.5,0)
  assert_equal "${lines[0]}" c1,c2
  run_split ce-prepare center <(table ,0,1 0.5,2,7 1.5,0,7 2.5,0,7)
  assert_equal "${lines[0]}" c1,c2,c3
}

@test "readers: a header that lacks names is a header, and what is written has them all" {
  printf 'x,,z\n1,2,b\n1.5,3,c\n' >gap.csv
  ce-prepare center gap.csv >centred
  printf 'x,c2,z\n-0.25,-0.5,b\n0.25,0.5,c\n' | cmp - centred
  # an unnamed first column that does not name the rows, as one value is there twice
  printf ',,b\n1,2,3\n1,3,4\n' >gap.csv
  ce-prepare minmax gap.csv 2>notes >scaled
  printf 'c1,c2,b\n0,0,0\n0,1,1\n' | cmp - scaled
  printf 'a,,\n1,2,3\n1,3,2\n' >gap.csv
  ce-relabel gap.csv >labels
  printf 'a,c2,c3\n2,2,2\n2,3,3\n' | cmp - labels
  # one column without a name: its header is no empty line
  printf '""\n1\n2\n3\n' >gap.csv
  ce-prepare center gap.csv >centred
  printf 'c1\n-1\n0\n1\n' | cmp - centred
  # words above words, and missing cells above numbers, are no such header
  printf 'democrat,,y\nrep,y,n\nrep,n,y\n' | ce-prepare onehot >categories
  [ "$(wc -l <categories)" -eq 4 ]
  printf '1,,y\n2,3,n\n' | ce-prepare drop-missing 2>notes >complete
  printf 'c1,c2,c3\n2,3,n\n' | cmp - complete
  printf 'NA,,y\n2,3,4\n' | ce-prepare drop-missing 2>notes >complete
  printf 'c1,c2,c3\n2,3,4\n' | cmp - complete
  # an id without a name that an option names
  printf ',f\nb,1\n' >gap.csv
  ce-prepare center -q --id 1 --header yes gap.csv >centred
  [ "$(head -n 1 centred)" = id,f ]
}

@test "readers: one object more or less than in the other table: a header may have been taken for an object" {
  table 0 1 2 2 >series # pandas: Series(labels).to_csv(index=False)
  table class 1 2 2 >truth
  table g 1 2 2 >labels
  doubt="ce-score: series: the first line is 0 and is read as a row (--header yes: it is the header)"
  run_split ce-score -t truth series
  assert_error 1 "$doubt"$'\n'"ce-score: truth: 3 objects, 4 expected as in series; is the first line of the other the header (--header yes)?"
  run_split ce-score -t series labels
  assert_error 1 "$doubt"$'\n'"ce-score: series: 4 objects, 3 expected as in labels; is its first line the header (--header yes)?"
  run_split ce-score --header yes -t series labels
  assert_equal "${lines[1]}" g,2,1,1,0
  run_split ce-score -t <(table class 1 2 2 2) labels
  [[ $stderr == *": 4 objects, 3 expected as in labels" ]]
}

@test "readers: one object more or less than in the other table: where both have ids, one that is missing is named" {
  table id,g a,1 b,2 c,2 d,1 >labels
  table id,h d,1 a,2 c,2 >other
  run_split ce-diversity -c other labels
  assert_error 1 "ce-diversity: other: 3 objects, 4 expected as in labels: the id 'b' is missing"
  table id,h d,1 a,2 c,2 b,1 e,1 >other
  run_split ce-diversity -c other labels
  assert_error 1 "ce-diversity: other: 5 objects, 4 expected as in labels, where the id 'e' is missing"
  # data
  table id,x,y a,1,2 b,2,3 d,5,6 >three
  for command in "ce-report -r labels -o x.html --data" "ce-consensus wosp -k 2 --data" "ce-weigh nm --neighbours 1 --data"; do
    # shellcheck disable=SC2086 # words apart
    run_split $command three labels
    assert_equal "$status" 1
    assert_regex "$stderr" "three: 3 objects, 4 expected as in labels: the id 'c' is missing$"
  done
  # those that would match if R had written the others
  table id,g T-1,1 T-2,2 T-3,2 >labels
  table id,x T.1,1 T.2,5 T.3,2 >data
  hint="it has 'T.1', as R writes it without check.names = FALSE"
  run_split ce-score -s ch --data data labels
  assert_error 1 "ce-score: data: no object with the id 'T-1', which object 1 of labels has; $hint"
  run_split ce-consensus wosp -k 2 --data data labels
  assert_error 1 "ce-consensus: data: object 1 is 'T.1', in labels it is 'T-1': the same order expected; $hint"
  run_split ce-report -r labels --bars data -o x.html labels
  assert_error 1 "ce-report: data: no id of labels, such as 'T-1'; $hint"
}

@test "readers: a similarity matrix of R or pandas keeps its ids" {
  rows=(1,.9,.2 .9,1,.3 .2,.3,1)
  table "${rows[@]}" | awk 'BEGIN { print ",0,1,2" } { print NR - 1 "," $0 }' >pandas
  table "${rows[@]}" | awk 'BEGIN { print "\"\",\"0\",\"1\",\"2\"" } { print "\"" NR - 1 "\"," $0 }' >csv
  table "${rows[@]}" | awk 'BEGIN { print "\"0\" \"1\" \"2\"" } { gsub(",", " "); print "\"" NR - 1 "\" " $0 }' >table
  for file in pandas csv table; do
    run_split ce-partition average -k 2 "$file"
    assert_equal "$stderr" ""
    assert_equal "$output" "$(table id,average.k2 0,1 1,1 2,2)"
  done
  # a square matrix without names whose first row counts is no table with a header
  run_split ce-partition average --input distance -k 2 <(table 0,1,2 1,0,1 2,1,0)
  assert_equal "$stderr" ""
  assert_equal "${#lines[@]}" 4
}

@test "readers: no row names without names above and different cells below" {
  # no header: labels, the first of them missing
  run_split ce-microcluster compress <(table ,a,b ,a,c x,a,c)
  assert_equal "$output" "$(table size,c1,c2,c3 1,NA,a,b 1,NA,a,c 1,x,a,c)"
  run_split ce-microcluster compress <(table ,1,2 1,1,2 2,2,2)
  assert_equal "${lines[0]}" size,c1,c2,c3
  # rows that are too long
  table x,y 1,2,3 1,5,6 >in
  kmeans in
  assert_error 1 "ce-generate: in:2: 3 fields, 2 expected"
  table x,y 1,2,3 >in
  kmeans in
  assert_error 1 "ce-generate: in:2: 3 fields, 2 expected"
  table x,y 1,2,3 4,5,6 >in
  kmeans --header no in
  assert_error 1 "ce-generate: in:2: 3 fields, 2 expected"
}

@test "readers: ids and classes are found in capitals too" {
  for name in ID,Class Id,CLASS id,class; do
    table "${name%,*},x,${name#*,}" p,1,a q,2,a r,8,b s,9,b >in
    kmeans in
    assert_equal "$stderr" ""
    assert_equal "$output" "$(table "${name%,*},kmeans.k2.r1" p,1 q,1 r,2 s,2)"
    ce-generate kmeans -k 2 -m 1 in >labels.csv
    run_split ce-score -t in -s error labels.csv
    assert_equal "${lines[1]}" kmeans.k2.r1,2,0
  done
  # pasted: ids in another case must agree
  paste -d, <(table ID,a p,1 q,2) <(table id,b p,1 q,2) >pasted.csv
  run_split ce-consensus voting -k 2 pasted.csv
  assert_equal "$output" "$(table ID,voting.k2 p,1 q,2)"
  paste -d, <(table ID,a p,1 q,2) <(table id,b q,1 p,2) >pasted.csv
  run_split ce-consensus voting -k 2 pasted.csv
  assert_error 1 "ce-consensus: pasted.csv:2: id 'p' in column ID, 'q' in column id: rows do not belong together, or only one holds the ids (--id ID)"
}

@test "readers: label and target are classes of data and truth, and labels of a label table" {
  for name in label Target; do
    sed "s/class/$name/" data.csv >in
    kmeans in
    assert_equal "$stderr" "ce-generate: in: column $name is held back as the classes (--class none: it is a feature)"
    ce-generate kmeans -q -k 2 -m 1 in >labels.csv
    run_split ce-score -t in -s error labels.csv
    assert_equal "$stderr" "ce-score: in: column $name holds the classes (--class COL: another one does)"
    assert_equal "${lines[1]}" kmeans.k2.r1,2,0
    run_split ce-score -t in -s error --class "$name" labels.csv
    assert_equal "$stderr" ""
    run_split ce-relabel -r in labels.csv
    assert_equal "$stderr" "ce-relabel: in: column $name holds the classes (--class COL: another one does)"
    run_split ce-plot scatter --labels in --format csv <(cut -d, -f1,2 in)
    assert_equal "$stderr" "ce-plot: in: column $name holds the classes (--column COL: another one does)"
  done
  # the only column is what it is
  run_split ce-microcluster compress <(table label 1 2 2)
  assert_equal "$stderr" ""
  assert_equal "$output" "$(table size,label 1,1 2,2)"
  run_split ce-prepare center <(table target 1 3)
  assert_equal "$output" "$(table target -1 1)"
  table a,target 1,1 1,2 >in
  run_split ce-microcluster compress in
  assert_equal "$stderr" "ce-microcluster: in: column target is read as a clustering (--class target holds it back)"
  assert_equal "$output" "$(table size,a,target 1,1,1 1,1,2)"
}

@test "readers: --id and --class may name columns that a label table no longer has" {
  table name,x,y,species p,1,10,a q,2,11,a r,8,40,b s,9,41,b >in
  options="--id name --class species"
  # words to be split
  # shellcheck disable=SC2086
  {
    ce-generate kmeans $options -k 2 -m 3 in >labels.csv
    ce-consensus eac-al $options -k 2 labels.csv >result.csv
    run_split ce-score $options -t in -s error result.csv
    assert_equal "$stderr" ""
    assert_equal "${lines[1]}" eac-al.k2,2,0
  }
  run_split ce-consensus voting -v -k 2 --class species --id none labels.csv
  [[ ${stderr_lines[0]} == "ce-consensus: labels.csv: no column 'species': nothing is held back by that name" ]]
  # data and truth need it, and a misspelt name is no other table's
  kmeans --class colour in
  assert_error 1 "ce-generate: in:1: no column 'colour'; the columns are name, x, y, species"
  run_split ce-score --class colour -t in result.csv
  assert_error 1 "ce-score: in:1: no column 'colour'; the columns are name, x, y, species"
  table a,species 1,1 2,1 >in
  run_split ce-consensus voting -k 2 --class specie in
  assert_error 1 "ce-consensus: in:1: no column 'specie'; did you mean species? The columns are a, species"
  run_split ce-consensus voting -k 2 --class 3 in
  assert_error 1 "ce-consensus: in:1: no column '3'; the columns are a, species"
}

@test "readers: a feature that may be an id is told of, and text that differs everywhere is answered with --id" {
  awk 'BEGIN { print "nr,x"; for (i = 1; i <= 12; i++) print i "," i % 3 }' >in
  kmeans in
  assert_equal "$stderr" "ce-generate: in: column nr counts the objects and is read as a feature (--id nr holds it back)"
  awk 'BEGIN { print "x,row_id"; for (i = 1; i <= 12; i++) print i % 3 "," i * 7 % 13 }' >in
  kmeans in
  assert_equal "$stderr" "ce-generate: in: column row_id has another value for every object and is read as a feature (--id row_id holds it back)"
  for name in row.id "row id" ROW_ID customerID customerId ID idx "Unnamed: 0"; do
    sed "1s/row_id/$name/" in >named
    kmeans -d , --id none named
    shown=$name
    [[ $name != *" "* ]] || shown="'$name'"
    assert_equal "$stderr" "ce-generate: named: column $name has another value for every object and is read as a feature (--id $shown holds it back)"
  done
  for name in grid rowid fluid xid ids; do
    sed "1s/row_id/$name/" in >named
    kmeans named
    assert_equal "$stderr" ""
  done
  # features that are none of this: the only one, no whole numbers, one that is there twice
  for row in 'print i' 'print i % 3 "," i * 7 + .5' 'print i % 3 "," i - (i == 7)'; do
    awk "BEGIN { for (i = 1; i <= 12; i++) $row }" | sed '1ix,row_id' | sed '1{/,/!b};' >in
    [ "$row" != 'print i' ] || sed -i '1s/.*/x/' in
    kmeans in
    assert_equal "$stderr" ""
  done
  # every name that is known, whatever its case
  awk 'BEGIN { print "x,row_id"; for (i = 1; i <= 12; i++) print i % 3 "," i * 7 % 13 }' >in
  for name in index no NR obs Key uuid row rownames row_names Name; do
    sed "1s/row_id/$name/" in >named
    kmeans named
    assert_equal "$stderr" "ce-generate: named: column $name has another value for every object and is read as a feature (--id $name holds it back)"
  done
  # counts from 0 or 1, of ten objects at least, all of them
  told="ce-generate: in: column n counts the objects and is read as a feature (--id n holds it back)"
  while read -r from to last expected; do
    awk -v from="$from" -v to="$to" -v last="$last" 'BEGIN { print "x,n"; for (i = from; i < to; i++) print i % 3 "," i
      print 1 "," last }' >in
    kmeans in
    assert_equal "$from $to $last: ${stderr:-nothing}" "$from $to $last: $(sed "s/told/$told/" <<<"$expected")"
  done <<'END'
1 10 10 told
0 9 9 told
1 9 9 nothing
2 12 12 nothing
1 10 11 nothing
END
  # texts of five objects, or of fewer in a column with such a name
  table word,x a,1 b,2 c,5 d,6 >in
  kmeans in
  assert_error 1 "ce-generate: in: column word is categorical ('a'), numbers expected: --class word leaves it out, ce-prepare onehot makes numbers of it, ce-generate coolcat clusters categories"
  echo e,7 >>in
  kmeans in
  assert_error 1 "ce-generate: in: column word has another text for every object ('a'), numbers expected; if it names the objects: --id word"
  echo e,8 >>in
  kmeans in
  assert_error 1 "ce-generate: in: column word is categorical ('a'), numbers expected: --class word leaves it out, ce-prepare onehot makes numbers of it, ce-generate coolcat clusters categories"
  table name,x a,1 b,2 c,5 >in
  kmeans in
  assert_error 1 "ce-generate: in: column name has another text for every object ('a'), numbers expected; if it names the objects: --id name"
  run_split ce-prepare pca in
  assert_error 1 "ce-prepare: in: column name has another text for every object ('a'), numbers expected; if it names the objects: --id name"
}

@test "readers: the numbers of one column with decimal commas are no ids without a word" {
  printf 'x\n1,5\n2,6\n9,1\n8,2\n' >x.csv
  run ce-prepare center x.csv
  assert_line --index 0 "ce-prepare: x.csv: what stands before the commas is read as the ids of the rows (--decimal ,: the commas are decimal signs)"
  assert_line --index 1 "id,x"
  assert_equal "$(ce-prepare drop-missing --decimal , x.csv | paste -sd' ')" "x 1.5 2.6 9.1 8.2"
  printf 'x\n1,5\n2,6\n3,1\n' >counted.csv
  run ce-prepare center counted.csv
  assert_line --index 0 "id,x"
  printf 'weight\n1,5\n2,5\n' >weights.csv
  printf 'a,b\n1,1\n1,2\n2,2\n' >labels.csv
  assert_equal "$(ce-similarity ca --weights weights.csv --decimal , --format csv labels.csv | paste -sd' ')" "1,0.375,0 0.375,1,0.625 0,0.625,1"
}

@test "readers: where one of two tables has ids, a note says that order decides" {
  printf 'id,x,y\na,1,1\nb,2,2\nc,9,9\n' >d.csv
  printf 'u,v\n1,1\n1,2\n2,2\n' >q.csv
  for command in "ce-weigh nm --neighbours 1 --data d.csv q.csv" "ce-consensus weac-nm -k 2 --data d.csv q.csv"; do
    # words to be split
    # shellcheck disable=SC2086
    run $command
    assert_line --index 0 "${command%% *}: d.csv has ids and q.csv has none: rows are matched by their order"
  done
  printf 'id,p,q\np,1,0\nq,0,1\n' >m.csv
  printf 's\n1\n2\n' >s.csv
  run ce-partition random-walk --seeds s.csv m.csv
  assert_line --index 0 "ce-partition: m.csv has ids and s.csv has none: rows are matched by their order"
  assert_line --index 1 "ce-partition: s.csv: every object is a seed, so the seeds are the result (--missing-words 0 if 0 is none)"
}

@test "readers: labels that were read first are refused too where a column has the ids of the table that goes with them" {
  table sample,v s6,3 s5,3 s4,2 s3,2 s2,1 s1,1 >labels.csv
  table id,class s1,a s2,a s3,b s4,b s5,c s6,c >truth.csv
  table id,v s1,1 s2,1 s3,2 s4,2 s5,3 s6,3 >other.csv
  table id,x,y s1,1,1 s2,1,2 s3,5,5 s4,5,6 s5,9,9 s6,9,8 >data.csv
  table id,s1,s2,s3,s4,s5,s6 s1,1,1,0,0,0,0 s2,1,1,0,0,0,0 s3,0,0,1,1,0,0 s4,0,0,1,1,0,0 s5,0,0,0,0,1,1 s6,0,0,0,0,1,1 >matrix.csv
  while read -r other call; do
    # shellcheck disable=SC2086 # words apart
    run_split $call labels.csv
    assert_equal "$call: $status" "$call: 1"
    assert_equal "${stderr##*$'\n'}" "${call%% *}: labels.csv: column sample has ids of $other ('s6'): --id sample matches the rows by them"
    # the remedy is one for both: the other table keeps its own ids
    # shellcheck disable=SC2086
    run_split $call --id sample labels.csv
    assert_equal "$call: $status$(grep -c 'has ids' <<<"$stderr")" "$call: 00"
    # shellcheck disable=SC2086
    run_split $call --id none labels.csv
    assert_equal "$call: $(grep -c 'has ids of' <<<"$stderr")" "$call: 0"
  done <<'CALLS'
truth.csv ce-score -t truth.csv
data.csv ce-score --data data.csv
other.csv ce-score --ensemble other.csv
other.csv ce-stability object -c other.csv
other.csv ce-diversity -c other.csv
truth.csv ce-relabel -r truth.csv
other.csv ce-report -r other.csv -o page.html
truth.csv ce-plot members -o members.svg --labels truth.csv
CALLS
  assert_equal "$(ce-score -s ari --id sample -t truth.csv labels.csv | tail -n 1)" v,3,1
  # a matrix is in no other order
  run_split ce-score --matrix matrix.csv labels.csv
  assert_equal "$status${stderr##*$'\n'}" "1ce-score: labels.csv: column sample has ids of matrix.csv ('s6'): --id sample matches the rows by them"
  run_split ce-score --matrix matrix.csv --id sample labels.csv
  assert_error 1 "ce-score: matrix.csv: object 1 is 's1', in labels.csv it is 's6': the same order expected"
  # a name that neither table has
  run_split ce-score -t truth.csv --id name labels.csv
  assert_equal "$status" 1
}
