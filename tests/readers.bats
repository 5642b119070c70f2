#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# Tables as other programs write them, files that are no tables, and what readers tell of odd ones (clens-formats(5)).

setup() {
  load common
  table x,y,class 1,10,a 2,11,a 8,40,b 9,41,b >data.csv
}

# kmeans ARGUMENT...: two clusters of the data; output and notes apart.
kmeans() { run_split ce-generate kmeans -k 2 -m 1 "$@"; }

# clustered NOTE [ARGUMENT...]: kmeans on standard input finds the two clusters, with this note.
clustered() {
  local note=$1
  shift
  cat >in
  kmeans "$@" in
  assert_equal "$stderr" "$note"
  assert_equal "$status" 0
  assert_equal "$output" "$(table kmeans.k2.r1 1 1 2 2)"
}

@test "readers: a last line without an end counts where the delimiter is looked for" {
  printf 'x,y\tz\n1\t2' >short.csv
  run_split ce-generate kmeans -k 1 -v short.csv
  assert_equal "$(sed -n 1p <<<"$stderr")" "ce-generate: short.csv: cut at tabs into 2 cells"
}

@test "readers: tabs, semicolons and blanks are found, also in runs and at the ends of lines, and told with -v" {
  tr , '\t' <data.csv | clustered ""
  tr , ';' <data.csv | clustered ""
  tr , ' ' <data.csv | clustered ""
  sed 's/,/   /g; s/^/  /; s/$/ /' data.csv | clustered ""
  sed 's/,/   /g; s/^/  /; s/$/ \r/; 2s/a/"a"/' data.csv | clustered ""
  tr , ' ' <data.csv | sed '2s/^/   \n/; $s/$/\n  /' | clustered "" # lines of blanks alone are empty
  tr , '\t' <data.csv | gzip -c | clustered ""
  tr , '\t' <data.csv >in
  kmeans -v in
  assert_equal "${stderr%%$'\n'*}" "ce-generate: in: cut at tabs into 3 cells"
  # what is written has commas, unless a delimiter is given
  run_split ce-prepare center <(tr , '\t' <data.csv)
  assert_equal "${lines[0]}" x,y,class
  run_split ce-prepare center -d ';' <(tr , ';' <data.csv)
  assert_equal "${lines[0]}" "x;y;class"
}

@test "readers: a delimiter is found by all lines alike, quotes respected, commas first" {
  # blanks in quotes and in cells of a comma table cut nothing
  table 'x y,z w,class' '1,10,a b' '2,11,a b' '8,40,c d' '9,41,c d' | clustered ""
  table '"x;1";"y y";class' '1;10;"a;b"' '2;11;"a;c"' '8;40;b' '9;41;b' | clustered ""
  run_split ce-microcluster compress <(table '1 2,3 4' '5 6,7 8')
  assert_equal "$stderr" ""
  assert_equal "$output" "$(table 'size,1 2,3 4' '1,5 6,7 8')"
  run_split ce-microcluster compress -d ';' <(table '1 2,3 4' '5 6,7 8')
  assert_equal "${stderr#*: /*: }" "--delimiter ';' leaves each line whole; commas would cut it into 2 cells"
  # beyond the first buffer it is a row of another length
  { table x,y; awk 'BEGIN { for (i = 0; i < 70000; i++) print "1,2" }'; echo '1;2'; } >late.csv
  kmeans late.csv
  assert_error 1 "ce-generate: late.csv:70002: column x: '1;2', a number expected (or --categorical x)"
  # several cut all lines: the comma, and a note
  table 'a;b,c' '1;1,2' '2;2,2' '3;4,2' >two.csv
  run_split ce-consensus voting -k 2 two.csv
  [[ $stderr == "ce-consensus: two.csv: semicolons would cut every line into 2 cells, commas cut it into 2 and are taken (--delimiter)"* ]]
  # an explicit blank is one delimiter each, as it was
  table 'a b' '1 1' ' 2' '2 2' >blanks
  run_split ce-microcluster compress -d ' ' blanks
  assert_equal "$output" "$(table 'size a b' '1 1 1' '1 NA 2' '1 2 2')"
}

@test "readers: a column that is asked for by name, where the first line is none" {
  table 1,2,3 2,1,3 >in
  run_split ce-score --header no -t in --class kind in
  assert_error 1 "ce-score: in:1: no column 'kind'; the columns are 3, without names"
}

@test "readers: packed files one after the other, where the second begins with the last byte of what is read at a time" {
  command -v python3 >/dev/null || skip "no python3"
  awk 'BEGIN { print "a,b"; for (i = 0; i < 99999; i++) print i % 7 "," i % 5 }' >whole
  head -n 50000 whole >first
  tail -n +50001 whole >second
  ce-microcluster compress whole >expected
  for size in 262142 262143 262144; do
    # a member of this size: its extra field is as long as it takes
    python3 - $size <<'P' >packed
import struct, sys, zlib
data = open("first", "rb").read()
def member(extra):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(data) + packer.flush()
    end = struct.pack("<II", zlib.crc32(data), len(data))
    return extra(packed, end)
def padded(packed, end):
    left = int(sys.argv[1]) - len(packed) - len(end)
    # several members: an extra field has at most 65535 bytes
    head = b"".join(empty(65535) for _ in range((left - 70000) // 65565))
    rest = left - len(head) - 12
    while rest > 65535:
        head += empty(30000)
        rest = left - len(head) - 12
    return head + b"\x1f\x8b\x08\x04" + bytes(6) + struct.pack("<H", rest) + bytes(rest) + packed + end
def empty(extra):
    return b"\x1f\x8b\x08\x04" + bytes(6) + struct.pack("<H", extra) + bytes(extra) + b"\x03\x00" + bytes(8)
out = member(padded)
assert len(out) == int(sys.argv[1])
sys.stdout.buffer.write(out)
P
    gzip -c second >>packed
    gzip -dc packed | cmp - whole
    ce-microcluster compress packed | cmp - expected
  done
}

@test "readers: a delimiter is one character, and neither a quote nor a line break" {
  table a,b 1,1 2,2 >in
  for delimiter in ,, abc '"' $'\n' ''; do
    run_split ce-microcluster compress -d "$delimiter" in
    assert_error 2 "ce-microcluster: --delimiter '${delimiter//$'\n'/\\x0a}', one character other than a quote or a line break, or auto expected
Try 'ce-microcluster --help'."
  done
}

@test "readers: a table in one column by the delimiter that was given is told of, one that nothing cuts alike is refused" {
  tr , '\t' <data.csv >tabs
  run_split ce-consensus voting -d , -k 2 tabs
  [[ ${stderr_lines[0]} == "ce-consensus: tabs: --delimiter ',' leaves each line whole; tabs would cut it into 3 cells" ]]
  # a bar is never taken unasked
  tr , '|' <data.csv >bars
  run_split ce-consensus voting -k 2 bars
  [[ ${stderr_lines[0]} == "ce-consensus: bars: one column; bars would cut every line into 3 cells (--delimiter '|')" ]]
  run_split ce-consensus voting -k 2 -d , bars
  [[ ${stderr_lines[0]} == "ce-consensus: bars: --delimiter ',' leaves each line whole; bars would cut it into 3 cells" ]]
  for delimiter in '#' ' ' '\t' ';'; do
    run_split ce-microcluster compress -d "$delimiter" bars
    assert_equal "${stderr_lines[0]}" "ce-microcluster: bars: --delimiter '$delimiter' leaves each line whole; bars would cut it into 3 cells"
  done
  run_split ce-consensus voting -k 2 -d '|' bars
  assert_equal "$(printf '%s\n' "${stderr_lines[@]}" | grep -c 'bars would')" 0
  run_split ce-microcluster compress <(table a '1|1' 2)
  assert_equal "$stderr" ""
  table 'a;b' '1;1' '2;2' '1;1;2' >in
  run_split ce-consensus voting -k 2 in
  assert_error 1 "ce-consensus: in:4: no commas, and not as many semicolons as in the lines before: the same number of cells expected in every line (--delimiter ',' if it is one column)"
  # blanks behind commas are none that cut
  for cell in '1, ' 'x,1 '; do
    table 'a b' "${cell}2" "${cell}3" >in
    run_split ce-consensus voting -k 2 in
    assert_error 1 "ce-consensus: in:2: 2 fields, 1 expected"
  done
  table 'a;b' '1;1' '2;2' '1;1,5' >in
  run_split ce-consensus voting -d , -k 2 in
  assert_error 1 "ce-consensus: in:4: 2 fields, 1 expected; --delimiter ';' cuts every line into 2"
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

@test "readers: what is odd about labels is told of true classes too" {
  table g.k2 1 1 2 2 3 >labels
  table class -1 -1 0 0 1 >truth
  note() { echo "ce-score: $1: label -1 of column class is a cluster like others (--missing-words -1: missing)"; }
  run_split ce-score -t truth labels
  assert_equal "$stderr" "$(note truth)"
  assert_equal "${lines[1]}" g.k2,3,1,1,0
  paste -d, labels truth >both
  run_split ce-score both
  assert_equal "$stderr" "$(note both)"
  run_split ce-score --missing-words -1 -t truth labels
  assert_equal "$stderr" "ce-score: 2 of 5 objects are left out: no class"
  # a feature is no class
  run_split ce-score -t "$BUNDLED/iris.csv" --class sepal_length <(cut -d, -f5 "$BUNDLED/iris.csv" | sed 1s/class/g/)
  assert_error 1 "ce-score: $BUNDLED/iris.csv: column sepal_length has 32 different decimals such as 5.1 for labels: a data table? A label table expected"
  run_split ce-score -t <(awk 'BEGIN { print "code"; for (i = 1; i <= 12; i++) print i }') <(awk 'BEGIN { print "g"; for (i = 0; i < 12; i++) print i % 3 }')
  [[ $stderr == *": column code has 12 labels for 12 objects: is it an id (--id code)?"* ]]
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

@test "readers: labels such as 5 and 5.0 in one column are refused, and so is nothing that only looks alike" {
  table a,b 0,1 1,1 0.0,2 1.0,2 >mixed
  run_split ce-consensus lwea -k 2 mixed
  assert_error 1 "ce-consensus: mixed: column a has the labels 0 and 0.0, which are one number: two tables, one behind the other? One way to write it expected"
  run_split ce-score -t mixed --class a mixed
  assert_equal "$status" 1
  for text in 'a,b 0.0,1 1.0,1 2.0,2' 'a,b 1,1.0 2,2.0 3,2.0' 'a,b 1,1 01,2 1.5,2' 'a,b v1,1 v1.0,2 x,2'; do
    # shellcheck disable=SC2086 # rows
    run_split ce-relabel -q <(table $text)
    assert_equal "$text: $status $stderr" "$text: 0 "
  done
}

@test "readers: words for the labels of some columns, and a table that lies on its side, are told" {
  for i in $(seq 12); do echo "$((i % 3)),$((i % 4)),$((i % 2)),batch$((i % 2)),$((i % 5))"; done >rows
  run_split ce-relabel -o out <(table r1,r2,r3,batch,r4 "$(cat rows)")
  [[ $stderr == *": column batch has words for labels such as batch1, and others have numbers: is it known of the objects (--class batch)? It is a clustering like others" ]] || fail "$stderr"
  run_split ce-relabel -o out --class batch <(table r1,r2,r3,batch,r4 "$(cat rows)")
  assert_equal "$stderr" ""
  # single letters, or as many columns of words
  run_split ce-relabel -o out <(table r1,r2,r3,batch,r4 "$(sed 's/batch0/x/; s/batch1/y/' rows)")
  assert_equal "$stderr" ""
  run_split ce-relabel -o out <(table r1,batch "$(cut -d, -f1,4 rows)")
  assert_equal "$stderr" ""
  awk 'BEGIN { for (i = 0; i < 20; i++) for (j = 0; j < 600; j++) printf "%d%s", (i + j) % 3, j < 599 ? "," : "\n" }' >turned
  run_split ce-relabel -o out turned
  [[ $stderr == *": 600 base clusterings of 20 objects: is this the table turned? Objects are rows"* ]] || fail "$stderr"
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

@test "readers: files of other kinds are named, with what to do" {
  # kind TEXT: standard input is refused, and the message says this
  kind() {
    cat >in
    run_split ce-consensus voting -k 2 in
    assert_error 1 "ce-consensus: in: this is $1"
    kmeans in
    assert_error 1 "ce-generate: in: this is $1"
  }
  printf '%%%%MatrixMarket matrix array real symmetric\n2 2\n1\n.5\n1\n' |
    kind "a Matrix Market file; it holds a matrix (ce-partition and ce-stability resample --input read it), a table expected"
  # tables of data and labels may be npy files, others not
  printf '\x93NUMPY\x01\x00\x76\x00' >in
  run_split ce-constrain close in
  assert_error 1 "ce-constrain: in: this is an npy file; it holds numbers, a table expected: numpy.savetxt writes text"
  run_split ce-consensus voting -k 2 in
  assert_error 1 "ce-consensus: in: the file ends inside the npy header"
  kmeans in
  assert_error 1 "ce-generate: in: the file ends inside the npy header"
  printf '\xfd7zXZ\0\0\4' | kind "an xz file; only gzip is unpacked: xz -dc FILE | ..."
  printf '\x28\xb5\x2f\xfd\4\0' | kind "a zstd file; only gzip is unpacked: zstd -dc FILE | ..."
  for size in 1 9; do
    printf 'BZh%s1AY&SY' $size | kind "a bzip2 file; only gzip is unpacked: bzip2 -dc FILE | ..."
  done
  printf 'BZh9\x17\x72\x45\x38\x50\x90' | kind "a bzip2 file; only gzip is unpacked: bzip2 -dc FILE | ..."
  printf 'PK\3\4\24' | kind "a zip file (also xlsx, ods and npz); only gzip is unpacked: unpack it, or save a sheet as CSV"
  gzip -c data.csv | gzip -c | kind "gzip inside gzip; unpack it once: gzip -dc FILE | ..."
  printf '%% iris\n\n@RELATION iris\n@ATTRIBUTE x REAL\n@DATA\n1\n' |
    kind "an ARFF file; a table expected: a line with the names of the attributes, then what follows @data"
  printf 'X\n\0\0\0\3' | gzip -c | kind "a file of R's saveRDS; write.csv writes a table"
  printf '[{"a": 1}]' | kind "JSON; a table expected: save it as CSV"
  printf '<!DOCTYPE html>\n' | kind "HTML; a table expected: is it the page of a failed download?"
  printf '<html' | kind "HTML; a table expected: is it the page of a failed download?"
  printf '<table border="1">\n' | kind "HTML; a table as CSV expected"
  for json in '{\n  "a": 1}' '[\n  {"a": 1}]' '[ [1, 2],\n[3, 4]]' '["a", "b"]' '{'; do
    printf "$json" | kind "JSON; a table expected: save it as CSV"
  done
  printf '7z\xbc\xaf\x27\x1c' | kind "a 7z file; only gzip is unpacked: 7z x -so FILE | ..."
  printf '\x04\x22\x4d\x18d' | kind "an lz4 file; only gzip is unpacked: lz4 -dc FILE | ..."
  printf ']\0\0\x80\0' | kind "an lzma file; only gzip is unpacked: xz --format=lzma -dc FILE | ..."
  printf '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' | kind "an old file of Excel or Word (xls); save the sheet as CSV"
  printf 'Obj\1' | kind "an Avro file; save the table as CSV"
  printf '\x89PNG\r\n\x1a\n' | kind "a PNG picture; a table expected"
  for pickle in '\x80\2' '\x80\5' '(lp0\nI1\naI2\na.' 'cnumpy.core.multiarray\n_reconstruct\np0\n'; do
    printf "$pickle" | kind "a pickle of Python; to_csv of pandas and numpy.savetxt write tables"
  done
  printf '| a | b |\n|---|:-:|' | kind "a table in Markdown; a table as CSV expected"
  printf '| a | b |\n|---|:-:|\n| 1 | 2 |\n' | kind "a table in Markdown; a table as CSV expected"
  printf 'a | b\r\n--|--\r\n1 | 2\r\n' | kind "a table in Markdown; a table as CSV expected"
  printf '\xff\xfe\0\0a\0\0\0' | kind "UTF-32 text; UTF-8 expected: iconv -f UTF-32 -t UTF-8 FILE | ..."
  printf '\0\0\xfe\xff\0\0\0a' | kind "UTF-32 text; UTF-8 expected: iconv -f UTF-32 -t UTF-8 FILE | ..."
  for text in 'a\0,\0b\0' '\0a\0,\0b'; do
    printf "$text" | kind "UTF-16 text; UTF-8 expected: iconv -f UTF-16LE (or BE) -t UTF-8 FILE | ..."
  done
  # a graph that ce-similarity writes, where a matrix or a table is expected
  ce-similarity ca --format metis <(table a,b 1,1 1,2 2,2 3,3) >graph
  kind "a graph for METIS; only gpmetis reads it; ce-similarity also writes matrices, which ce-partition reads" <graph
  run_split ce-partition metis -k 2 graph
  assert_error 1 "ce-partition: graph: this is a graph for METIS; only gpmetis reads it; ce-similarity also writes matrices, which ce-partition reads"
  # and what is only nearly one of these
  for text in '3 2 001\n1 1 2\n' '3 2 002\n1 1 2\n' '[a,b\n1,2\n' '{a,b\n1,2\n' 'a|b\nc|d\n' 'a-b\n---\n' '(lp0x\n1\n'; do
    printf "$text" >in
    run_split ce-microcluster compress -q in
    assert_equal "$text $status" "$text 0"
  done
  for name in '[' '{' '(lp0' '[ {' '{ '; do
    table "\"$name\"" 1 2 >in
    ce-relabel in >written
    ce-relabel written | cmp - written
  done
  printf '\xff\xfea\0' | kind "UTF-16 text; UTF-8 expected: iconv -f UTF-16 -t UTF-8 FILE | ..."
  # packed files are known to readers of matrices and words too
  printf '\xfd7zXZ\0\0\4' >in
  run_split ce-partition average -k 2 in
  assert_error 1 "ce-partition: in: this is an xz file; only gzip is unpacked: xz -dc FILE | ..."
  # a label that begins like bzip2 is a label
  for label in BZh9x 'BZh01AY&SY' 'BZh:1AY&SY'; do
    run_split ce-microcluster compress <(table "$label,b" 1,2)
    assert_equal "$status" 0
  done
}

@test "readers: comments are answered as comments; a header may begin with #" {
  for first in '# from somewhere' '#!x' '#made by hand'; do
    { echo "$first"; cat data.csv; } >in
    kmeans in
    assert_error 1 "ce-generate: in:1: begins with '#', a header or a row expected: tables have no comments; grep -v '^#' leaves such lines out, and sed '1s/^# *//' makes a header of the first"
  done
  { printf '#one\n#two\n'; cat data.csv; } >in
  kmeans in
  assert_regex "$stderr" "in:1: begins with '#', a header or a row expected"
  sed '3i# between' data.csv >in
  kmeans in
  assert_error 1 "ce-generate: in:3: column x: '# between', a number expected; tables have no comments"
  run_split ce-generate coolcat -k 2 --categorical all in
  assert_error 1 "ce-generate: in:3: 1 field, 3 expected; the line begins with '#', but tables have no comments"
  sed '3s/.*/"# between"/' in >quoted
  run_split ce-generate coolcat -k 2 --categorical all quoted
  assert_error 1 "ce-generate: quoted:3: 1 field, 3 expected; the line begins with '#', but tables have no comments"
  kmeans <(table x 1 '# 2' 3)
  [[ $stderr == *":3: column x: '# 2', a number expected; tables have no comments" ]]
  sed '1s/^/#/' data.csv | clustered ""
}

@test "readers: a data table is no label table" {
  run_split ce-consensus eac-al -k 3 "$BUNDLED/iris.csv"
  assert_error 1 "ce-consensus: $BUNDLED/iris.csv: column sepal_length has 32 different decimals such as 5.1 for labels: a data table? A label table expected"
  run_split ce-microcluster compress "$BUNDLED/iris.csv"
  assert_equal "$status" 1
  assert_equal "$output" ""
  # decimals that may be names of clusters, and whole numbers written as decimals
  run_split ce-microcluster compress <(table a 1.1 1.1 1.2 1.2 1.1 1.2 1.1 1.2 2.1)
  [[ $stderr == "ce-microcluster: /dev/fd/"*": column a has 1.1 for a label: is this a data table?" ]]
  assert_equal "$status" 0
  run_split ce-microcluster compress <(table a 1.0 2.0 3.0 NA)
  assert_equal "$stderr" ""
  # as many labels as objects
  seq 12 | sed '1ix' >in
  run_split ce-microcluster compress in
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-microcluster: in: column x has 12 labels for 12 objects: is it an id (--id x)?"
  # objects, not rows, are counted
  run_split ce-microcluster merge <(seq 12 | sed 's/$/,5/; 1ia,size' | awk -F, '{ print $2 "," $1 }')
  assert_equal "$stderr" ""
}

@test "readers: -1 among labels is told of, and --missing-words makes it missing, everywhere alike" {
  table a,b -1,0 0,1 1,-1 1,1 >in
  run_split ce-microcluster compress in
  assert_equal "$stderr" "ce-microcluster: in: label -1 of column a and of further columns is a cluster like others (--missing-words -1: missing)"
  assert_equal "$output" "$(table size,a,b 1,-1,0 1,0,1 1,1,-1 1,1,1)"
  for number in -1.0 -1.000000000000000000e+00; do # numpy.savetxt
    sed "s/-1/$number/" in >float
    run_split ce-microcluster compress float
    assert_equal "$stderr" "ce-microcluster: float: label $number of column a and of further columns is a cluster like others (--missing-words $number: missing)"
  done
  sed 's/-1/NA/g' in >na
  for tool in "ce-microcluster compress" "ce-consensus voting -k 2" "ce-similarity ca" "ce-diversity" "ce-stability k" "ce-select random -m 1" \
    "ce-score --pairwise -s nmi" "ce-relabel" "ce-weigh anmi"; do
    # words to be split
    # shellcheck disable=SC2086
    {
      $tool na >expected 2>notes
      run_split $tool --missing-words -1 in
    }
    assert_equal "$stderr" "$(cat notes)"
    assert_equal "$output" "$(cat expected)"
  done
  # any word, several of them, and its beginning where that is enough
  sed '2s/-1/9/; 4s/-1/none at all/' in >words
  run_split ce-microcluster compress --missing "9,none at all" words
  assert_equal "$output" "$(ce-microcluster compress na)"
  # classes, features; names of clusters that are no numbers are nobody's noise
  table x,class 1,a 2,- -9,b | run_split ce-prepare drop-missing --missing-words -,-9
  table x,class 1,a -9,b >d
  assert_equal "$(ce-prepare drop-missing --missing-words -9 d)" "$(table x,class 1,a)"
  run_split ce-microcluster compress <(table a -1 x y)
  assert_equal "$stderr" ""
  # whole numbers in any spelling are labels beside such a word; others are not
  for labels in "-1.0 1.0 2.0" "-1.0 0.0 1e3" "-1.0 1234567890123 4"; do
    # shellcheck disable=SC2086 # a list of labels
    table a $labels >in
    run_split ce-microcluster compress in
    assert_equal "$stderr" "ce-microcluster: in: label -1.0 of column a is a cluster like others (--missing-words -1.0: missing)"
  done
  run_split ce-microcluster compress <(table a -1 -2 3)
  assert_equal "$stderr" ""
  run_split ce-microcluster compress <(table a 1 2 nan)
  [[ $stderr == *": label nan of column a is a cluster like others (--missing-words nan: missing)" ]]
}

@test "readers: odd labels are told of from their bounds on: each word, decimals, and nearly as many labels as objects" {
  for word in -1 -1.0 -2 nan NaN None none null NULL N/A n/a na - . noise NOISE; do
    table a 0 1 "$word" 0 >in
    run_split ce-microcluster compress in
    assert_equal "$status $stderr" "0 ce-microcluster: in: label $word of column a is a cluster like others (--missing-words $word: missing)"
  done
  # a shell would take such words for its own
  for word in '<NA>' '#N/A' 'not known'; do
    table a 0 1 "$word" 0 >in
    run_split ce-microcluster compress in
    assert_equal "$stderr" "ce-microcluster: in: label $word of column a is a cluster like others (--missing-words '$word': missing)"
    assert_equal "$(eval "ce-microcluster compress --missing-words '$word' in")" "$(ce-microcluster compress <(sed '4s/.*/NA/' in))"
  done
  # a single word of any kind beside two whole numbers
  table a 0 1 oops 0 >in
  run_split ce-microcluster compress in
  assert_equal "$stderr" "ce-microcluster: in: label oops of column a is a cluster like others (--missing-words oops: missing)"
  # words that are none of these, or beside other words, or many
  for labels in "0 Noise" "0 1 noisy oops" "none nil" "-1 -2 3" "x y z"; do
    # shellcheck disable=SC2086 # a list of labels
    table a $labels >in
    run_split ce-microcluster compress in
    assert_equal "$labels: $status $stderr" "$labels: 0 "
  done
  # objects LABEL...: a column of these labels, the last one again until there are as many objects
  objects() {
    table a "${@:2}" >in
    while [ "$(wc -l <in)" -le "$1" ]; do echo "${!#}" >>in; done
    run_split ce-microcluster compress in
  }
  # three decimals in nine objects are labels, with a note; in eight they are data
  objects 9 1.1 2.2 3.3
  assert_equal "$status $stderr" "0 ce-microcluster: in: column a has 1.1 for a label: is this a data table?"
  objects 8 1.1 2.2 3.3
  assert_error 1 "ce-microcluster: in: column a has 3 different decimals such as 1.1 for labels: a data table? A label table expected"
  objects 8 1.1 2.2 3.3 x
  assert_equal "$status $stderr" "0 "
  objects 8 1.1 2.2 3.3 nan
  assert_equal "$status" 1
  # labels for nine tenths of the objects, ten or more
  objects 10 1 2 3 4 5 6 7 8 9
  assert_equal "$status $stderr" "0 ce-microcluster: in: column a has 9 labels for 10 objects: is it an id (--id a)?"
  objects 11 1 2 3 4 5 6 7 8 9
  assert_equal "$status $stderr" "0 "
  objects 9 1 2 3 4 5 6 7 8 9
  assert_equal "$status $stderr" "0 "
  table a,b 1,1 2,2 3,3 4,4 5,5 6,6 7,7 8,8 9,9 10,10 >in
  run_split ce-microcluster compress in
  assert_equal "$stderr" "ce-microcluster: in: column a, like further ones, has 10 labels for 10 objects: is it an id (--id a)?"
}

@test "readers: numbers with a decimal comma are read with --decimal, and asked after without it" {
  table 'x;y' '1,5;2,25' '3;4,5' >in
  run_split ce-prepare center --decimal , in
  assert_equal "$stderr" ""
  assert_equal "$output" "$(table x,y -0.75,-1.125 0.75,1.125)"
  table '1,5;2,25' '3,0;4,5' >none
  run_split ce-prepare center --decimal , none
  assert_equal "$output" "$(table c1,c2 -0.75,-1.125 0.75,1.125)"
  kmeans in
  assert_error 1 "ce-generate: in: column x is read as categories such as '1,5': are these numbers (--decimal ,)?
ce-generate: in: column x has '1,5', a number with a point expected: --decimal ,"
  table 'x;y' '1;2' '1,5;3' >late
  kmeans late
  assert_error 1 "ce-generate: late:3: column x: '1,5', a number expected (--decimal ,)"
  # commas between cells, and as the decimal sign in quotes; our own tables among them
  for header in '"","x","y"' ',x,y'; do
    table "$header" '1,"1,5",2' '2,"3,5",1' >quoted
    run_split ce-prepare center --decimal , quoted
    assert_equal "$output" "$(table id,x,y 1,-1,0.5 2,1,-0.5)"
  done
  run_split ce-prepare center --decimal , <(table '"1,5","2,0"' '"3,5","1,0"')
  assert_equal "$output" "$(table c1,c2 -1,0.5 1,-0.5)"
  run_split ce-prepare center --decimal , <(table 1,2,3 3,5,7)
  assert_equal "$output" "$(table c1,c2,c3 -1,-1.5,-2 1,1.5,2)"
  table id,g 1,1 2,2 >labels
  run_split ce-microcluster compress --decimal , labels
  assert_equal "$output" "$(table size,g 1,1 1,2)"
  # one column of numbers; blanks between numbers
  run_split ce-prepare center --decimal , <(table 1,5 2,5)
  assert_equal "$output" "$(table c1 -0.5 0.5)"
  run_split ce-prepare center --decimal , <(table '1,5 9,5' '2,5 4,5')
  assert_equal "$output" "$(table c1,c2 -0.5,2.5 0.5,-2.5)"
  # the other way round: points where commas are asked for
  table x,y 1.5,2 3.5,4 >point
  kmeans --decimal , point
  assert_equal "${stderr_lines[0]}" "ce-generate: point: column x is read as categories such as '1.5': are these numbers (--decimal .)?"
  assert_equal "$status" 1
  table x,y 1,2 3.5,4 >late
  kmeans --decimal , late
  assert_error 1 "ce-generate: late:3: column x: '3.5', a number expected (--decimal .)"
  table 'x;y' '1.000,5;2' >points
  kmeans --decimal , points
  assert_equal "$status" 1
  table 'a:1;a:2' '0,25;0,75' '1;0' >soft
  run_split ce-select random -m 1 --decimal , soft
  assert_equal "$output" "$(table a:1,a:2 0.25,0.75 1,0)"
  run_split ce-prepare center --decimal x in
  assert_equal "$status" 2
  run_split ce-prepare center -d , --decimal , in
  assert_equal "${stderr_lines[0]}" "ce-prepare: --delimiter and --decimal are both ','"
}

@test "readers: what cuts all lines alike comes before what leaves the first one cell short, as decimal commas may" {
  local asked="are these numbers (--decimal ,)?" between
  for between in ';' '\t' ' '; do
    printf "x${between}y\n1,5${between}2\n2,5${between}4\n3,5${between}7\n" >in
    run_split ce-prepare center in
    assert_equal "$stderr" "ce-prepare: in: column x is read as categories such as '1,5': $asked"
    assert_equal "${lines[*]:0:2}" 'x,y "1,5",-2.333333333333333'
    run_split ce-prepare center --decimal , in
    assert_equal "$stderr" ""
    assert_equal "${lines[*]:0:2}" "x,y -1,-2.333333333333333"
  done
  # alone, one cell short is a header of R
  for between in , '\t'; do
    printf "x;y\np${between}1\nq${between}3\n" >in
    run_split ce-prepare center in
    assert_equal "$stderr" ""
    assert_equal "$output" "$(table 'id,x;y' p,-1 q,1)"
  done
}

@test "readers: commas between thousands are told of, and are no decimal signs unasked" {
  # told SENTENCE CELL...: a column of these cells is no feature of numbers, which this note tells of.
  told() {
    table x,y "${@:2}" >in
    run_split ce-prepare drop-missing in
    assert_equal "$status $stderr" "0 ce-prepare: in: column x is read as categories such as $1"
    assert_equal "$output" "$(cat in)"
  }
  leave="are these numbers? Leave out the commas between thousands"
  told "'1,110.5': $leave" '"1,110.5",1' 999,2
  told "'1,110,000': $leave" '"1,110,000",1' '"-2,000",2'
  told "'2,000': $leave" '"2,000",1' '"+1,110,000.25",2'
  told "'1,110': $leave, or if they are decimal signs: --decimal ," '"1,110",1' 999,2
  told "'1,11': are these numbers (--decimal ,)?" '"1,11",1' '"1,110",2'
  told "'1,1100': are these numbers (--decimal ,)?" '"1,1100",1' '"1234,110",2'
  # what is nearly such a number
  for cell in '1,11,000' '1,110.5x' ',110.5' '1,110,' 1234,110.5; do
    run_split ce-prepare drop-missing <(table x,y "\"$cell\",1" x,2)
    assert_equal "$stderr" ""
  done
  kmeans <(table x,y 1,2 '"1,110.5",3')
  [[ $stderr == *":3: column x: '1,110.5', a number expected: without commas between thousands" ]] || fail "$stderr"
  kmeans <(table x,y 1,2 '"1,110",3')
  [[ $stderr == *":3: column x: '1,110', a number expected: without commas between thousands, or with --decimal ," ]] || fail "$stderr"
  kmeans --decimal , -d ';' <(table 'x;y' '1;2' '1.110,5;3')
  [[ $stderr == *":3: column x: '1.110,5', a number expected: without points between thousands" ]] || fail "$stderr"
  kmeans -q <(table x,y '"1,110.5",3' 1,2)
  [[ $stderr == *": column x has '1,110.5', a number without commas between thousands expected" ]] || fail "$stderr"
  kmeans -q <(table x,y '"1,110",3' 1,2)
  [[ $stderr == *": column x has '1,110', a number with a point expected: --decimal , unless the comma is one between thousands" ]] || fail "$stderr"
  # left out as no number, which is told too
  kmeans --columns numeric <(table x,y '"1,110.5",3' 1,2)
  [[ $stderr == *": column x is read as categories such as '1,110.5': $leave" ]] || fail "$stderr"
}

@test "readers: blanks around the words of --missing-words mean nothing, and no word is empty" {
  table x,class 1,a -1,b -999,c "NOT KNOWN,d" 7,e >in
  ce-prepare impute --missing-words "-1,-999,NOT KNOWN" in >expected
  for words in "-1, -999, NOT KNOWN" " -1 ,-999	,NOT KNOWN " "NOT KNOWN,-999 ,-1"; do
    ce-prepare impute --missing-words "$words" in | cmp - expected || fail "$words"
  done
  for words in "" " " -1, ,-1 "-1,,2" "-1, ,2"; do
    run_split ce-prepare impute --missing-words "$words" in
    assert_error 2 "ce-prepare: --missing-words '$words', words between commas expected; an empty cell is missing anyway
Try 'ce-prepare --help'."
  done
}

@test "readers: a word among numbers makes a column one of categories, which is told, or is answered with --missing-words" {
  for word in NULL N/A None missing - .; do
    table x,y "$word,2" 3,4 5,6 2,1 >first
    run_split ce-prepare center first
    assert_equal "$stderr" "ce-prepare: first: column x is read as categories, as it has $word beside numbers (--missing-words $word: missing)"
    assert_equal "$(ce-prepare center --missing-words "$word" first)" "$(ce-prepare center <(sed 2s/.*,/,/ first))"
    kmeans --columns numeric first
    assert_equal "${stderr_lines[0]}" "ce-generate: first: column x is read as categories, as it has $word beside numbers (--missing-words $word: missing)"
    table x,y 3,4 "$word,2" >later
    kmeans later
    assert_error 1 "ce-generate: later:3: column x: '$word', a number expected (--missing-words $word: missing)"
  done
  kmeans <(table x,y nan,4 3,2)
  [[ $stderr == *":2: column x: 'nan', a number expected (--missing-words nan: missing)" ]] || fail "$stderr"
  for word in '#N/A' '<NA>'; do
    kmeans <(table x,y 3,4 "$word,2")
    [[ $stderr == *":3: column x: '$word', a number expected (--missing-words '$word': missing)" ]] || fail "$stderr"
  done
  # other words, beside as many numbers
  for word in 1_000 0x1 oops; do
    run_split ce-prepare drop-missing <(table x,y "$word,2" 3,4 5,6)
    [[ $stderr == *": column x is read as categories, as it has $word beside numbers" ]] || fail "$stderr"
    run_split ce-prepare drop-missing <(table x,y "$word,2" b,3 c,3 3,4 5,6)
    assert_equal "$stderr" ""
    run_split ce-prepare drop-missing <(table x,y "$word,2" 3,4)
    assert_equal "$stderr" ""
    run_split ce-prepare drop-missing --categorical x <(table x,y "$word,2" 3,4 5,6)
    assert_equal "$stderr" ""
  done
}

@test "readers: ce-generate --columns takes features by name, number and range, or those that are numeric" {
  table id,x,word,y,z,class o1,1,red,5,0,a o2,2,blue,5,0,a o3,9,red,5,0,b >in
  for columns in x,y,z 2,4..5 x,4..5 numeric; do
    kmeans --columns "$columns" in
    assert_equal "$output" "$(table id,kmeans.k2.r1 o1,1 o2,1 o3,2)"
    ce-generate kmeans -k 2 -m 1 --columns "$columns" --model model.csv in >labels.csv
    assert_equal "$(head -n 1 model.csv)" clustering,cluster,size,kind,x,y,z
  done
  kmeans --columns x,nothing in
  assert_error 1 "ce-generate: in:1: no feature 'nothing' to read"
  kmeans --columns class in
  assert_error 1 "ce-generate: in:1: no feature 'class' to read: the column holds the classes"
  kmeans --columns 1 in
  assert_error 1 "ce-generate: in:1: no feature '1' to read: the column holds the ids"
  kmeans --columns 2-4 in
  assert_error 1 "ce-generate: in:1: no feature '2-4' to read; did you mean 2..4?"
  for columns in '' ,; do
    kmeans --columns "$columns" in
    assert_error 1 "ce-generate: in:1: no feature to read: --columns names none"
  done
  for word in 0 0..5; do
    kmeans --columns "x,$word" in
    assert_error 1 "ce-generate: in:1: no feature '$word' to read: the first column is 1"
  done
  # a name that two columns have
  table x,y,x 1,5,3 2,6,3 9,7,1 >twice
  kmeans --columns y,x twice
  assert_error 1 "ce-generate: twice:1: columns 1 and 3 are both 'x': say which by its number"
  kmeans --columns 1 twice
  assert_equal "$output" "$(table kmeans.k2.r1 1 1 2)"
  assert_equal "$(ce-prepare onehot --categorical x twice | head -n 1)" x=1,x=2,x=9,y,x=1,x=3
  # one feature twice, in either way to write it
  for columns in x,x x,2 2,x 2..5,x; do
    kmeans --columns "$columns" in
    assert_error 1 "ce-generate: in:1: feature 2, x is listed twice, the second time as '${columns#*,}'"
  done
  kmeans --columns 1..2,c2 --header no <(tail -n +2 in | cut -d, -f4,5)
  assert_regex "$stderr" ":1: feature 2 is listed twice, the second time as 'c2'$"
  # what is nearly a range
  for word in x..5 ..5 -2..5; do
    kmeans "--columns=x,$word" in
    assert_error 1 "ce-generate: in:1: no feature '$word' to read"
  done
  # or goes beyond the last column
  for word in 2x..5 2..5x 2..x 2.. 5..2 7..9 2...5 4..7 7; do
    kmeans "--columns=x,$word" in
    assert_error 1 "ce-generate: in:1: no feature '$word' to read in 6 columns"
  done
  kmeans --columns x,wrod in
  assert_error 1 "ce-generate: in:1: no feature 'wrod' to read; did you mean word?"
  kmeans --columns numeric <(table a,b x,y y,z)
  [[ $stderr == *": no numeric column" ]]
}

@test "readers: --columns takes features wherever data are read: ce-score --data, ce-stability resample and null --data" {
  table word,x,y,class red,1,5,a red,2,5,a blue,9,5,b blue,8,4,b >in
  cut -d, -f2 in >x.csv
  table g.k2 1 1 2 2 >labels
  run_split ce-score --data in --columns x -s silhouette labels
  assert_equal "$stderr" ""
  assert_equal "$output" "$(ce-score --data x.csv -s silhouette labels)"
  run_split ce-score --data in --columns numeric -s silhouette labels
  assert_equal "$output" "$(ce-score --data <(cut -d, -f2-3 in) -s silhouette labels)"
  run_split ce-score --columns x --pairwise labels
  assert_error 2 "ce-score: --columns chooses features of --data
Try 'ce-score --help'."
  run_split ce-stability resample -k 2 -m 5 --columns x in
  assert_equal "$output" "$(ce-stability resample -q -k 2 -m 5 x.csv)"
  run_split ce-stability null -k 2 -m 5 --references 2 --columns x --data in
  assert_equal "$output" "$(ce-stability null -q -k 2 -m 5 --references 2 --data x.csv)"
  run_split ce-stability null --columns x labels labels
  assert_error 2 "ce-stability: --columns chooses features of a data table, but null reads no data table here
Try 'ce-stability --help'."
  run_split ce-stability k --columns x labels
  assert_error 2 "ce-stability: --columns chooses features of a data table, but k reads no data table here
Try 'ce-stability --help'."
}

@test "readers: a data table that may be a matrix of distances is told of" {
  # distances of 10 points on a line, with row names as R writes them
  awk 'BEGIN { for (j = 1; j <= 10; j++) printf ",p%d", j; print ""
    for (i = 1; i <= 10; i++) { printf "p%d", i
      for (j = 1; j <= 10; j++) printf ",%.3g", (i > j ? i * i - j * j : j * j - i * i)
      print "" } }' >far
  told="ce-generate: far: the table is symmetric and is read as data: is it a matrix of distances or similarities (ce-partition and ce-stability resample --input read it)?"
  kmeans far
  assert_equal "$stderr" "$told"
  run_split ce-partition average --input distance -k 2 far
  assert_equal "$status" 0
  assert_equal "$stderr" ""
  # one cell that differs, below or above; another value on the diagonal; not square; few objects
  awk -F, -v OFS=, 'FNR == 4 { $2 = 7.5 } { print }' far >in
  kmeans in
  assert_equal "$stderr" ""
  awk -F, -v OFS=, 'FNR == 4 { $9 = 7.5 } { print }' far >in
  kmeans in
  assert_equal "$stderr" ""
  awk -F, -v OFS=, 'FNR == 4 { $4 = 7.5 } { print }' far >in
  kmeans in
  assert_equal "$stderr" ""
  head -n 10 far >in
  kmeans in
  assert_equal "$stderr" ""
  head -n 10 far | cut -d, -f 1-10 >in
  kmeans in
  assert_equal "$stderr" ""
}

@test "readers: a data table whose columns are named like clusterings is told of" {
  told="the columns are named like clusterings, such as kmeans.k3.r1, and are read as features: is it a label table?"
  ce-generate kmeans -q -k 3 -m 4 "$BUNDLED/iris.csv" >labels
  for tool in "ce-generate kmeans -k 3" "ce-consensus bagged -k 3" "ce-prepare zscore"; do
    run_split $tool labels
    assert_equal "$tool $stderr" "$tool ${tool%% *}: labels: $told"
  done
  # a label table where labels are read, and where the numbers are said to be categories
  run_split ce-consensus hbgf -k 3 labels
  assert_equal "$status $stderr" "0 "
  run_split ce-generate coolcat -k 3 --categorical all labels
  assert_equal "$status $stderr" "0 "
  # another name among them; one column
  sed '1s/kmeans.k3.r2/kmeans.keep/' labels >in
  kmeans in
  assert_equal "$stderr" ""
  cut -d, -f1 labels >in
  kmeans in
  assert_equal "$stderr" ""
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

@test "readers: numbers are whole tokens, as options and as cells" {
  for k in $'\t3' ' 3' +3 $'3\v' 0x3; do
    kmeans -k "$k" data.csv
    assert_equal "$status" 2
    assert_equal "${stderr_lines[0]}" "ce-generate: --clusters '${k//$'\v'/\\x0b}', a whole number from 1 expected"
  done
  for theta in 0x1p-2 $'\t.5' ' .5' nan inf; do
    run_split ce-consensus hne -k 2 --theta "$theta" data.csv
    assert_equal "$status" 2
  done
  for cell in $'\v1' $'\f1' 0x1p-2 0x10; do
    table x,y 1,1 "$cell,2" 5,3 >in
    kmeans in
    shown=${cell//$'\v'/\\x0b}
    assert_error 1 "ce-generate: in:3: column x: '${shown//$'\f'/\\x0c}', a number expected (or --categorical x)"
  done
  kmeans -k 3-5 data.csv
  assert_equal "$status" 2
  assert_equal "${stderr_lines[0]}" "ce-generate: --clusters '3-5', a range is written 3..5"
  run_split ce-generate lac -k 2 --inv-h 1-5 data.csv
  assert_equal "${stderr_lines[0]}" "ce-generate: --inv-h '1-5', a range is written 1..5"
}

@test "readers: a byte order mark behind empty lines is no part of a name" {
  { printf '\n\r\n\357\273\277'; table id,x p,1 q,9; } >in
  kmeans in
  assert_equal "$output" "$(table id,kmeans.k2.r1 p,1 q,2)"
  { printf '\n\n\357\273\277'; table x,y 1,2 3; } >in
  kmeans in
  assert_error 1 "ce-generate: in:5: 1 field, 2 expected"
  # behind lines of blanks, and twice
  table id,x p,1 q,9 r,10 >plain
  for before in ' \n' '\t \n\n' '\357\273\277' '\n  \n\357\273\277'; do
    { printf "$before\\357\\273\\277"; table id,x p,1 q,9 r,10; } >in
    kmeans in
    assert_equal "$output" "$(table id,kmeans.k2.r1 p,1 q,2 r,2)"
    # a part of it begins where it should
    run_split ce-microcluster compress --cut 2/2 in
    assert_equal "$output" "$(ce-microcluster compress --cut 2/2 plain)"
  done
}

@test "readers: a byte order mark before another line is refused, and within a line is text" {
  message="a byte order mark, which only the beginning of a file may have: two files, one behind the other?"
  { table a,b 1,2; printf '\357\273\277'; table 1,2; } >in
  run_split ce-relabel in
  assert_error 1 "ce-relabel: in:3: $message"
  run_split ce-relabel <(sed 's/2/"2"/' in)
  [[ $stderr == *":3: $message" ]] || fail "$stderr"
  run_split ce-microcluster compress --cut 2/2 in
  assert_error 1 "ce-microcluster: in:3: $message"
  { printf '\357\273\277'; table a,b 1,2; } >marked
  run_split ce-relabel <(cat marked marked)
  [[ $stderr == *":3: $message" ]] || fail "$stderr"
  { table a,b; printf 'x\357\273\277,x\357\273\277\n'; } >in
  run_split ce-relabel in
  cmp in - <<<"$output"
  # a label that begins with one and comes to the front is written in quotes, so that it can be read again
  { table class,b; printf 'p,\357\273\277x\nq,y\nr,\357\273\277x\n'; } >in
  ce-relabel in >out
  printf 'b\n"\357\273\277x"\ny\n"\357\273\277x"\n' >expected
  cmp out expected
  ce-relabel out >again
  cmp again expected
}

@test "readers: columns of tiny numbers are scaled, and told of where their squares vanish" {
  # 1, 2 and 3 times 2^-1030
  table x,y 8.691694759794e-311,5e-324 1.73833895195875e-310,0 2.60750842793813e-310,1e-323 >in
  run_split ce-prepare zscore in
  assert_equal "$stderr" ""
  assert_equal "$output" "$(ce-prepare zscore <(table x,y 1,1 2,0 3,2))"
  table x,y 1e-310,5e-324 2e-310,0 3e-310,1e-323 >in
  run_split ce-prepare minmax in
  assert_equal "$output" "$(table x,y 0,0.5 0.5,0 1,1)"
  kmeans in
  assert_equal "$stderr" "ce-generate: in: column x has differences up to 2e-310 only, whose squares vanish: ce-prepare zscore or minmax"
  # beside a column of ordinary numbers it is a feature of small scale
  kmeans <(table x,y 1e-310,1 2e-310,2 3e-310,9)
  assert_equal "$stderr" ""
}

@test "readers: whatever takes distances of tiny numbers tells that their squares vanish" {
  table x,y 1e-320,2e-320 2e-320,0 9e-320,4e-320 8e-320,1e-320 >in
  table a,b 1,1 1,1 2,2 2,1 >labels
  told="in: column x has differences up to 8e-320 only, whose squares vanish: ce-prepare zscore or minmax"
  for command in "similarity euclidean" "similarity gaussian" "similarity gaussian --neighbours 1" "prepare pca" \
    "generate spectral -k 1"; do
    # shellcheck disable=SC2086
    run_split ce-$command in
    assert_equal "$status $stderr" "0 ce-${command%% *}: $told"
    # -q leaves notes out
    # shellcheck disable=SC2086
    run_split ce-$command -q in
    assert_equal "$status $stderr" "0 "
  done
  for command in "score -s silhouette" "weigh nm" "report --results labels"; do
    # shellcheck disable=SC2086
    run_split ce-$command --data in labels
    [[ $stderr == "ce-${command%% *}: $told"* ]] || fail "$stderr"
  done
  for command in "stability resample" "stability null --data" "consensus bagged --raw -k 2"; do
    # shellcheck disable=SC2086
    run_split ce-$command in
    [[ $stderr == "ce-${command%% *}: $told"* ]] || fail "$stderr"
  done
  # not where numbers are scaled before they are squared
  for command in "consensus usenc -k 2" "consensus usenc --raw -k 2" "consensus wsce -k 2" "generate uspec -k 2"; do
    # shellcheck disable=SC2086
    run_split ce-$command in
    assert_equal "$command $status $(grep -c vanish <<<"$stderr")" "$command 0 0"
  done
  # numbers whose squares are numbers, however small
  for command in "similarity euclidean" "prepare pca"; do
    # shellcheck disable=SC2086
    run_split ce-$command <(sed 's/e-320/e-150/g' in)
    assert_equal "$status $stderr" "0 "
  done
}

@test "readers: a tool that waits at a terminal says so; a pipe, a file and -q do not" {
  script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip "needs script, and a place where it can make a terminal"
  cp data.csv in
  script -qec "ce-prepare center 2>err" /dev/null </dev/null >out || true
  assert_equal "$(head -n 1 err)" "ce-prepare: reads standard input, which is a terminal; Ctrl-D at the beginning of a line ends it"
  script -qec "ce-prepare center in 2>err" /dev/null </dev/null >out
  assert_equal "$(cat err)" ""
  script -qec "ce-prepare center -q 2>err" /dev/null </dev/null >out || true
  [[ $(cat err) != *terminal* ]]
  ce-prepare center <in 2>err
  assert_equal "$(cat err)" ""
}

@test "readers: a data table may be an npy file: the bytes of the table of text, any type and order" {
  ce-synth cg -n 3000 -o set.csv
  ce-synth cg -n 3000 --format npy --classes classes.npy -o set.npy
  ce-generate kmeans -k 2..5 set.csv >one
  ce-generate kmeans -k 2..5 set.npy >two
  cmp one two
  ce-generate kmeans -k 2..5 - <set.npy >two
  cmp one two
  gzip -c set.npy >set.npy.gz
  ce-generate kmeans -k 2..5 set.npy.gz >two
  cmp one two
  # header TYPE ORDER SHAPE: a header of 64 bytes
  header() {
    local text
    text=$(printf "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" "$1" "$2" "$3")
    printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "$text"
  }
  table f1,f2 1,-2 3,4 0,7 >small.csv
  ce-prepare minmax small.csv >expected
  { header '<i4' False '(3, 2)'; printf '\1\0\0\0\376\377\377\377\3\0\0\0\4\0\0\0\0\0\0\0\7\0\0\0'; } >i4.npy
  { header '<i2' True '(3, 2)'; printf '\1\0\3\0\0\0\376\377\4\0\7\0'; } >i2.npy
  { header '|i1' False '(3, 2)'; printf '\1\376\3\4\0\7'; } >i1.npy
  { header '<f4' False '(3, 2)'; printf '\0\0\200\77\0\0\0\300\0\0\100\100\0\0\200\100\0\0\0\0\0\0\340\100'; } >f4.npy
  for file in i4 i2 i1 f4; do
    ce-prepare minmax "$file.npy" >got
    cmp got expected
  done
  { header '|u1' False '(3,)'; printf '\1\2\5'; } >one.npy
  assert_equal "$(ce-prepare minmax one.npy)" $'f1\n0\n0.25\n1'
  # what does not fit
  head -c -1 i4.npy >short.npy
  run_split ce-prepare minmax short.npy
  assert_error 1 "ce-prepare: short.npy: the file ends inside the values"
  { cat i4.npy; echo; } >long.npy
  run_split ce-prepare minmax long.npy
  assert_error 1 "ce-prepare: long.npy: more bytes than 3 x 2 values"
  header '<f4' False '(0, 2)' >none.npy
  run_split ce-prepare minmax none.npy
  assert_error 1 "ce-prepare: none.npy: npy shape (0, 2): no data rows"
  header '<c8' False '(3, 2)' >complex.npy
  run_split ce-prepare minmax complex.npy
  assert_error 1 "ce-prepare: complex.npy: npy values of type '<c8', one of '<f8' '<f4' '<i8' '<i4' '<i2' '|i1' '<u4' '<u2' '|u1' expected"
  header '<f4' False '(3, 2, 2)' >deep.npy
  run_split ce-prepare minmax deep.npy
  assert_error 1 "ce-prepare: deep.npy: npy shape (3, 2, 2), rows and columns expected"
  { header '<f4' False '(3, 2)'; head -c 20 /dev/zero; printf '\0\0\200\177'; } >infinite.npy
  run_split ce-prepare minmax infinite.npy
  assert_error 1 "ce-prepare: infinite.npy: row 3, column 2 is inf, a finite number expected"
  run_split ce-generate kmeans -k 2 --columns 1 set.npy
  assert_error 1 "ce-generate: set.npy: an npy file has features without names: no --columns"
}

@test "readers: --columns means the same to every tool that reads data, and is wrong use where none is read" {
  awk 'NR == 1 { print "name," $0 } NR > 1 { print "n" NR "," $0 }' "$BUNDLED/iris.csv" >data.csv
  cut -d, -f3,4,6 data.csv >few.csv
  ce-generate kmeans -k 3 -m 4 "$BUNDLED/iris.csv" >labels.csv
  while read -r line; do
    eval "$line" <few.csv >expected
    for columns in 3,4 3..4 "$(head -n 1 few.csv | cut -d, -f1,2)"; do
      eval "$line --columns $columns" <data.csv >found
      diff found expected || fail "$line"
    done
  done <<'END'
ce-prepare zscore
ce-similarity gaussian
ce-consensus wsce -k 3 --neighbours 9
ce-plot scatter --format svg
ce-weigh nm --data - labels.csv
ce-consensus weac-nm -k 3 --data - labels.csv
ce-generate kmeans -k 3
END
  ce-prepare zscore --columns numeric data.csv >found
  assert_equal "$(head -n 1 found)" "$(ce-prepare zscore "$BUNDLED/iris.csv" | head -n 1)"
  for line in "ce-similarity ca" "ce-weigh anmi" "ce-consensus eac-al -k 3" "ce-constrain check"; do
    run_split $line --columns 1 labels.csv
    assert_error 2 "${line%% *}: --columns chooses features of a data table, but $(cut -d' ' -f2 <<<"$line") reads no data table here
Try '${line%% *} --help'."
  done
}

@test "readers: membership tables that were pasted: clusterings of one name are told apart, and counted as several" {
  ce-generate lac -k 2,3 --inv-h 1 --membership "$BUNDLED/iris.csv" >one.csv
  ce-generate lac -k 2,3 --inv-h 9 --membership "$BUNDLED/iris.csv" | sed '1s/i9/i1/g' >two.csv
  names=$(ce-diversity --members one.csv | sed 1d | cut -d, -f1)
  paste -d, one.csv two.csv >pasted.csv
  run ce-diversity --members pasted.csv
  assert_equal "$(sed 1d <<<"$output" | cut -d, -f1)" "$(for n in 1 2; do while read -r name; do echo "$name#$n"; done <<<"$names"; done)"
  # the same labels as when the names differ from the beginning
  sed '1s/lac/lbc/g' two.csv >other.csv
  paste -d, one.csv other.csv >named.csv
  ce-consensus wspa,eac-al -k 3 pasted.csv >a
  ce-consensus wspa,eac-al -k 3 named.csv >b
  cmp a b
  # side by side, one clustering each
  table a:1,a:2,a:1,a:2,a:3 1,0,0,1,0 0,1,1,0,0 1,0,0,0,1 >short.csv
  run ce-diversity --members short.csv
  assert_equal "$(cut -d, -f1 <<<"$output")" $'clustering\na#1\na#2'
  # no clustering has two clusters side by side: labels, as such a table is when it is written
  table a:1,a:1,a:1 1,1,1 1,1,1 >ones.csv
  run ce-diversity --members ones.csv
  assert_equal "$(cut -d, -f1 <<<"$output")" $'clustering\na:1#1\na:1#2\na:1#3'
  for names in a:x#1,a:x#2 a:1#10,a:1#11; do
    assert_equal "$(table $names 1,0 0,1 | ce-diversity --members | cut -d, -f1 | tr '\n' ,)" "clustering,$names,"
  done
}

@test "readers: a column that an option names nearly is a slip, the first column too" {
  table Label,b 1,1 1,2 >labels.csv
  run_split ce-relabel --class labl labels.csv
  assert_error 1 "ce-relabel: labels.csv:1: no column 'labl'; did you mean Label? The columns are Label, b"
  table b,Label 1,1 1,2 >labels.csv
  run_split ce-relabel --id LABEL labels.csv
  assert_error 1 "ce-relabel: labels.csv:1: no column 'LABEL'; did you mean Label? The columns are b, Label"
  run_split ce-relabel --id other labels.csv
  assert_equal "$status" 0
}

@test "readers: Excel's first line sep=; names the delimiter, and with -d it is left out" {
  table a,b x,1 x,1 y,2 >plain
  ce-relabel plain >expected
  while IFS='|' read -r first delimiter option; do
    { printf "$first"; tr , "$delimiter" <plain; } >in
    # shellcheck disable=SC2086 # none or two words
    ce-relabel $option in | tr "${option:+;}" "${option:+,}" >out
    cmp out expected || fail "$first"
  done <<'END'
sep=;\n|;|
SEP=;\r\n|;|
"sep=,"\n|,|
sep=\t\n|\t|
\xef\xbb\xbfsep=;\n|;|
\nsep=;\n|;|
sep=,\n|;|-d ;
END
  # lines keep their numbers, and what the file says decides though commas cut as well
  printf 'sep=;\na,b;c\n1;2\n1;2;3\n' >in
  run_split ce-relabel in
  assert_error 1 "ce-relabel: in:4: 3 fields, 2 expected"
  printf 'sep=;\na,b;c,d\n1,1;2,2\n2,1;2,1\n' >in
  run ce-relabel in
  assert_equal "${lines[0]}" '"a,b","c,d"'
  # commas would cut into more cells, and were taken by themselves
  table 'sep=;' 'a,b,c;d' '1,2,3;1' '1,2,3;1' >in
  assert_equal "$(ce-relabel in | head -n 1)" '"a,b,c",d'
  run sh -c 'tail -n +2 in | ce-relabel -q'
  assert_equal "${lines[0]}" 'a,b,c;d'
  # a column may have such a name
  printf 'sep=x\n1\n2\n' >in
  run ce-relabel in
  assert_equal "${lines[0]}" sep=x
  printf 'sep=\0\n1\n2\n' >in
  run_split ce-relabel in
  assert_error 1 "ce-relabel: in:1: a NUL byte, text expected"
}

@test "readers: what a table's first cell looks like never makes its own output unreadable" {
  in_turn 4
  local names=('PK\x03\x04' PAR1 ARROW1q '%%MatrixMarket' %x '@relation q' '[[' '[{a' '<html>' '<?xml' '#c' '#c,d' RDX2 RDX3
    '\xef\xbb\xbfx' 'sep=;' 'SEP=,' 'sep= ' '\x1f\x8bq' 'SQLite format 3' '\x93NUMPYq' BZh91AY '\xff\xfeq' '(\xb5/\xfdq' '%PDF-1'
    'MATLAB 5.0 MAT-file' 'a;b' 'a,b' 'a b' '1:2' '1 2:3 4:5' 'X')
  local name tool
  for name in "${names[@]}"; do
    # sep=, on top: what is under it is a header, whatever it looks like
    printf 'sep=,\n"%b"\n"X"\n"1;2"\n"3 4"\n"3 4"\n' "$name" >in
    for tool in ce-relabel "ce-prepare drop-missing"; do
      $tool --header yes in >first || fail "$tool $name"
      $tool --header yes first >second || fail "$tool $name: $(cat first)"
      assert_equal "$(wc -l <second)" "$(wc -l <first)"
      cmp first second || fail "$tool $name: $(cat first)"
      [[ $(<second) == *"$(printf %b "$name")"*'X'*'1;2'*'3 4'* ]] || fail "$tool $name: $(cat second)"
    done
  done
  # cut at tabs or blanks a line must not look like one of libsvm
  for name in '\t' ' '; do
    printf '1%b"2:3"\n1%b"5:6"\n2%b"7:8"\n' "$name" "$name" "$name" >in
    ce-relabel --header yes in >direct
    ce-relabel --header yes -d "$name" in >first
    ce-relabel --header yes first >second
    cmp direct second || fail "$(cat second)"
  done
  # a name in its usual form has no quotes
  printf 'X,#b\n1,2\n2,2\n' >in
  run_split ce-relabel in
  assert_equal "${lines[0]}" 'X,#b'
}

@test "readers: a file of libsvm is told, and what only looks a little like one is read" {
  while IFS='|' read -r bytes; do
    printf "$bytes" >in
    for tool in "ce-prepare zscore" ce-relabel; do
      run_split $tool in
      assert_error 1 "${tool%% *}: in: this is a file of libsvm (svmlight); a table with a column for each feature expected: sklearn.datasets.load_svmlight_file reads it"
    done
  done <<'END'
1 3:0.5 7:1\n-1 1:2\n
+1 3:0.5\n
2.5\t1:-1e3 # comment\n
\n-1 qid:3 1:2 2:0.5 \r\n
END
  for bytes in '1 2 3\n1 2 4\n' '12:30\n12:31\n' '1\n2\n' '1 a:2\n2 a:2\n' '1 3:\n1 3:\n' '1 :3\n1 :3\n'; do
    printf "$bytes" >in
    run_split ce-relabel in
    [[ $stderr != *libsvm* ]] || fail "$bytes"
  done
}

@test "readers: cells that are written with quotes are those that need them" {
  table id,x '0.5:2,3' '9:1,4' '" a",5' '"a ",6' 'a b,7' '"a ""b"",c",8' >commas.csv
  ce-prepare drop-missing -q commas.csv | cmp - commas.csv
  # between tabs the first two would look like lines of libsvm
  sed 's/,\([^,]*\)$/\t\1/; s/^\([^"]*:[^\t]*\)/"\1"/' commas.csv >tabs.tsv
  assert_equal "$(sed -n 2,3p tabs.tsv)" $'"0.5:2"\t3\n"9:1"\t4'
  ce-prepare drop-missing -q -d '\t' tabs.tsv | cmp - tabs.tsv
}

@test "readers: what Clens writes is read back: numbers and words for missing values that are names, beside others" {
  in_turn 4
  # rewritten HEADER ROW...: a table of these lines with all names quoted is written with this header,
  # and read and written once more it is the same
  rewritten() {
    table "${@:2}" >rows
    { sed 's/[^,]*/"&"/g' <<<"$1"; cat rows; } >in
    ce-prepare drop-missing --header yes in >once
    assert_equal "$(sed 1d once)" "$(cat rows)"
    run_split ce-prepare drop-missing -q once
    assert_equal "$output" "$(cat once)"
  }
  local name
  for name in 8 08 -1e3 .5 NA '?' inf; do
    rewritten "$name,a" u,v u,w z,w
    assert_equal "$(sed -n 1p once)" "\"$name\",a"
    rewritten "a,$name,b" 1,8,2 3,9,2
    rewritten "$name" u v
    rewritten "$name" '"u v"' '"w,x"' # all rows are quoted, since they must be
    rewritten "$name,7" '"u,v","w,x"' '"u,v","y,z"'
  done
  # a first row that is the header may be one
  run_split ce-select names --names NA,8 <(table '"NA","8"' NA,8 u,9)
  assert_equal "$stderr" ""
  assert_equal "$output" "$(table '"NA","8"' NA,8 u,9)"
  # ids and classes are names like others
  run_split ce-prepare center --id 1 <(table '"2020","x"' 11,8 12,9 13,4)
  assert_equal "$output" "$(table '"2020",x' 11,1 12,2 13,-3)"
  run_split ce-prepare center --class 2 <(table '"x","5"' 11,a 12,b 13,b)
  assert_equal "$output" "$(table 'x,"5"' -1,a 0,b 1,b)"
  table '"7","8"' 11,8 12,9 13,4 >in
  run_split ce-relabel --id 1 in
  assert_equal "$output" "$(table '"7","8"' 11,8 12,9 13,4)"
  assert_equal "$(ce-select names --id 1 --names 8 in)" "$(cat in)"
  assert_equal "$(ce-generate kmeans --id 1 -k 1 -m 1 in)" "$(table '"7",kmeans.k1.r1' 11,1 12,1 13,1)"
  table '"7","a:1","a:2"' 11,0.5,0.5 >in
  assert_equal "$(ce-select random -m 1 --id 1 in)" "$(table '"7",a:1,a:2' 11,0.5,0.5)"
  table '"7","8"' p,1 q,2 >in
  assert_equal "$(ce-similarity pts --to clusters --id 1 in | head -n 1)" '"7",8:1,8:2'
  # tables of other kinds, whose other columns have fixed names
  table a,\"3\" x,1 y,2 y,2 >in
  assert_equal "$(ce-score --pairwise -s ari in)" "$(table 'clustering,a,"3"' a,1,1 3,1,1)"
  assert_equal "$(ce-weigh anmi in)" "$(table clustering,weight a,1 3,1)"
  assert_equal "$(ce-plot scatter --format csv --x a --y 3 in | head -n 1)" 'id,x,y'
  # what could not be told from a table of quoted cells alone is read as before
  run_split ce-relabel <(table '"5"' '"u"' '"v"')
  assert_equal "${lines[0]}" c1
  run_split ce-relabel <(table 'x,,"8"' u,1,2 v,2,2)
  assert_equal "${lines[0]}" c1,c2,c3
  run_split ce-relabel <(table ,, u,1,2 v,2,2)
  assert_equal "${lines[0]}" c1,c2,c3
}

@test "readers: lines longer than what is read at a time" {
  awk 'BEGIN { for (r = 0; r < 3; r++) for (c = 1; c <= 150000; c++) printf "%s%s", r ? (r * c) % 7 : "c" c, c < 150000 ? "," : "\n" }' >wide.csv
  ce-prepare drop-missing wide.csv >found
  cmp wide.csv found
}

# again LINE [ARGUMENT...]: a table of labels on standard input has the header again in this line.
again() {
  local line=$1
  shift
  cat >in
  run_split ce-relabel "$@" in
  assert_error 1 "ce-relabel: in:$line: the header again: two tables, one behind the other? A row expected"
}

@test "readers: the header again is no object: labels, data, classes and memberships of two tables, one behind the other" {
  table a,b 1,1 2,2 2,3 >labels
  cat labels labels | again 5
  cat labels labels | again 5 --header yes
  cat labels labels | sed 's/$/\r/' | again 5
  cat labels labels | sed 's/.*/"&"/; s/,/","/' | again 5
  cat labels labels | tr , '\t' | again 5
  cat labels labels | gzip -c | again 5
  # a label may have the name of its only column: who says so is believed
  cut -d, -f1 labels | cat - <(cut -d, -f1 labels) >one
  run_split ce-relabel one
  assert_error 1 "ce-relabel: one:5: the header again: two tables, one behind the other? A row expected (--header yes: it is a label)"
  run_split ce-relabel --header yes one
  assert_equal "$status" 0
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-relabel: one: 'a', the header, is in 1 more line, first in 5, and is a label there"
  assert_equal "$output" "$(cat one)"
  table id,a 1,x 2,y id,a 1,x | again 4
  table size,a 3,x 2,y size,a | again 4
  run_split ce-generate kmeans -k 2 <(cat data.csv data.csv)
  [[ $stderr == *":6: the header again: two tables, one behind the other? A row expected" ]] || fail "$stderr"
  table a:1,a:2 0.5,0.5 0.2,0.8 a:1,a:2 >memberships
  run_split ce-consensus voting -k 2 memberships
  assert_error 1 "ce-consensus: memberships:4: the header again: two tables, one behind the other? A row expected"
  # a part finds it where it is in the part
  cat labels labels >twice
  run_split ce-microcluster compress --cut 2/2 twice
  assert_error 1 "ce-microcluster: twice:5: the header again: two tables, one behind the other? A row expected"
  # words above words: either line may be wrong
  table a,b x,y z,y a,b >words
  run_split ce-relabel words
  assert_error 1 "ce-relabel: words:4: the first line again, which is taken for the header: two tables, one behind the other? (--header no: it is a row)"
  run_split ce-relabel --header no words
  assert_equal "$output" "$(table c1,c2 a,a x,x z,x a,a)"
  run_split ce-relabel --header yes words
  assert_equal "$output" "$(table a,b x,x z,x a,a)"
  # numbers may come again
  table '"1","2"' 1,2 2,2 >numbers
  run_split ce-relabel numbers
  assert_equal "$stderr" ""
  assert_equal "$output" "$(table '"1","2"' 1,1 2,1)"
}

@test "readers: a first line of one word that other lines have too may be an object, and is told of" {
  table setosa setosa versicolor setosa virginica >words
  run_split ce-relabel words
  assert_equal "$stderr" "ce-relabel: words: 'setosa', the first line, is taken for the header and is in 2 more lines, first in 2 (--header no: it is a row)"
  assert_equal "$output" "$(cat words)"
  paste -d, words words >two
  run_split ce-relabel two
  assert_equal "$stderr" "ce-relabel: two: 'setosa', the first line, is taken for the header and is in 2 more lines, first in 2 (--header no: it is a row)"
  for asked in yes no; do
    run_split ce-relabel --header $asked words
    assert_equal "$stderr" ""
  done
  run_split ce-relabel -q words
  assert_equal "$stderr" ""
}

@test "readers: what follows a gzip stream is not lost: more of gzip is read, zeros are passed over, all else is refused" {
  table a,b 1,1 2,2 3,2 >labels
  table 4,1 5,2 >more
  cat labels more >all
  gzip -c labels >labels.gz
  gzip -c more | cat labels.gz - >both.gz
  ce-relabel all >expected
  ce-relabel both.gz | cmp - expected
  ce-relabel <both.gz | cmp - expected
  ce-relabel <(cat both.gz) | cmp - expected
  { cat both.gz; head -c 700000 /dev/zero; } >padded.gz
  ce-relabel padded.gz | cmp - expected
  message="bytes that are not packed follow the gzip stream: pack them, too, or leave them out"
  for tail in more labels <(printf '\37') <(printf '\0\0x') <(printf '\37\37\213'); do
    cat labels.gz "$tail" >mixed
    run_split ce-relabel mixed
    assert_error 1 "ce-relabel: mixed: $message"
    run_split ce-relabel <mixed
    assert_error 1 "ce-relabel: standard input: $message"
  done
  # npy, and a stream that ends where bytes that are read at a time do
  ce-relabel --format npy labels >labels.npy
  { gzip -c labels.npy; echo; } >mixed
  run_split ce-relabel mixed
  assert_error 1 "ce-relabel: mixed: $message"
  for size in 262143 262144 262145 524288; do
    awk -v size=$size 'BEGIN { print "a"; for (at = 2; at < size - 1; at += 2) print 1; if (at < size) printf "1" }' >long
    [ "$(wc -c <long)" = $size ]
    gzip -1c long >long.gz
    assert_equal "$(ce-select random -m 1 long.gz | wc -l)" "$(ce-select random -m 1 long | wc -l)"
    { cat long.gz; echo; } >mixed
    run_split ce-relabel mixed
    assert_error 1 "ce-relabel: mixed: $message"
  done
}

@test "labels: a table of constraints and a matrix are no label tables" {
  printf '%s\n' i,j,link 1,2,must 3,1,cannot 2,5,must >constraints.csv
  printf '%s\n' a,b,c 1,2,must 3,1,cannot 2,5,must >labels.csv
  printf '%s\n' i,j,link 1,2,must 3,1,cannot 2,5,same >other.csv
  for tool in "ce-consensus eac-al -k 2" ce-diversity "ce-microcluster compress" "ce-weigh ncai"; do
    run_split $tool constraints.csv
    assert_error 1 "${tool%% *}: constraints.csv: columns i, j and link: a table of constraints? A label table expected"
    for table in labels other; do
      run_split $tool $table.csv
      assert_equal "$tool $status" "$tool 0"
    done
  done
  printf '%s\n' a,b,c 1,1,2 1,1,2 2,2,2 1,2,1 >four.csv
  ce-similarity ca --format csv four.csv >ca.csv
  for tool in "ce-consensus eac-al -k 2" ce-diversity "ce-microcluster compress" "ce-weigh ncai"; do
    run_split $tool ca.csv
    assert_error 1 "${tool%% *}: ca.csv: as many columns as rows, and 0.3333333333333333 for a label in column c1: a matrix? A label table expected"
  done
  # one column of decimals in a square table is only told of
  printf '%s\n' a,b,c 1,.5,1 1,1,2 2,1,1 >square.csv
  run_split ce-diversity square.csv
  assert_equal "$status $stderr" "0 ce-diversity: square.csv: column b has .5 for a label: is this a data table?"
}

# ---- what would be read amiss without a word ----

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

@test "readers: numbers behind an empty cell are names above words, above counts and above themselves" {
  printf ',2,3,5\na,1,1,1\nb,1,1,1\nc,2,2,3\n' >words.csv
  assert_equal "$(ce-consensus eac-al -k 2 words.csv | paste -sd' ')" "id,eac-al.k2 a,1 b,1 c,2"
  printf ',2,5\n0,1,1\n1,1,1\n2,2,3\n' >counts.csv
  assert_equal "$(ce-consensus eac-al -k 2 counts.csv | paste -sd' ')" "id,eac-al.k2 0,1 1,1 2,2"
  printf ',10,20\n10,1,.9\n20,.9,1\n' >matrix.csv
  assert_equal "$(ce-partition average -k 1 matrix.csv | paste -sd' ')" "id,average.k1 10,1 20,1"
  printf ',2,5\n7,1,1\n9,1,1\n4,2,3\n' >values.csv
  assert_equal "$(ce-prepare drop-missing -q values.csv | paste -sd' ')" "c1,c2,c3 7,1,1 9,1,1 4,2,3"
}

@test "readers: increasing numbers behind a word above words are a row, and a note says so" {
  printf 'sample,2,3\na,1,1\nb,1,1\nc,2,2\n' >s.csv
  run ce-consensus eac-al -k 2 s.csv
  assert_line --index 0 "ce-consensus: s.csv: the first line has numbers behind a word and is read as a row (--header yes: it is the header)"
  assert_equal "${#lines[@]}" 6
  assert_equal "$(ce-consensus eac-al -k 2 --header yes --id sample s.csv | paste -sd' ')" "sample,eac-al.k2 a,1 b,1 c,2"
  printf 'sample,3,2\na,1,1\nb,1,1\nc,2,2\n' >s.csv
  run ce-consensus eac-al -k 2 s.csv
  assert_line --index 0 "eac-al.k2"
}

@test "readers: a table with delimiters in its header and in most lines is not one column" {
  printf 'a;b;c\n1;1;1\n1;1;1\n2;2;2\n2' >cut.csv
  run ce-consensus eac-al -k 2 cut.csv
  assert_equal "$status" 1
  assert_output --partial "cut.csv:5: no commas, and not as many semicolons as in the lines before"
  printf 'a b\n1 1\n1 1\n2 2 2\n' >blanks.csv
  run ce-diversity --members blanks.csv
  assert_equal "$status" 1
  assert_output --partial "blanks.csv:4: no commas, and not as many blanks as in the lines before"
  printf 'full name\nJohn Smith\nMary Ann Lee\n' >names.csv
  run ce-diversity --members names.csv
  assert_equal "$status" 0
  printf 'b,c\n1,1,\n2,1,\n3,2,\n' >trail.csv
  run ce-consensus eac-al -k 2 trail.csv
  assert_equal "$status" 1
  assert_output "ce-consensus: trail.csv:2: 3 fields, 2 expected: the lines end with a delimiter, the header does not"
}

@test "readers: labels with decimal commas are a data table, and shares with them memberships" {
  printf 'x;y\n1,5;2\n1,6;1\n7,5;3\n7,7;1\n' >d.csv
  run ce-consensus eac-al -k 2 d.csv
  assert_equal "$status" 1
  assert_output "ce-consensus: d.csv: column x has 4 different decimals such as 1,5 for labels: a data table? A label table expected"
  printf 'a:1;a:2\n0,5;0,5\n0,2;0,8\n' >m.csv
  run ce-similarity psi --format csv m.csv
  assert_equal "$status" 1
  assert_output --partial "is this a membership table (--decimal ,)?"
  assert_equal "$(ce-similarity psi --decimal , --format csv m.csv | head -n 1 | cut -c1-12)" "1,0.85749292"
}

@test "readers: a number of --missing-words means its value in whatever way it is written" {
  printf 'x,y\n-999.0,1\n2.5,-999\n3.5,3\n' >x.csv
  assert_equal "$(ce-prepare impute --missing-words -999 x.csv | paste -sd' ')" "x,y 3,1 2.5,2 3.5,3"
  printf 'x;y\n-99,9;1\n2,5;9\n3,5;7\n' >c.csv
  assert_equal "$(ce-prepare impute --decimal , --missing-words -99.9 c.csv | paste -sd' ')" "x,y 3,1 2.5,9 3.5,7"
  printf 'a\n-1.0\n1\n' >labels.csv
  run ce-consensus cvote -k 2 --missing-words -1 labels.csv
  assert_line "1"
  assert_line "2"
}

@test "readers: nan, NULL and the like beside words are told of" {
  printf 'class,a\nx,1\nnan,2\ny,2\n' >t.csv
  run ce-score t.csv
  assert_line "ce-score: t.csv: label nan of column class is a cluster like others (--missing-words nan: missing)"
  printf 'colour,x\nred,1\n#N/A,2\nblue,3\n' >c.csv
  run ce-prepare drop-missing c.csv
  assert_line "ce-prepare: c.csv: column colour has #N/A, a category like others (--missing-words '#N/A': missing)"
  printf 'pain,x\nnone,1\nmild,2\nsevere,3\n' >c.csv
  run ce-prepare drop-missing c.csv
  assert_line --index 0 "pain,x"
}

@test "readers: numbers with other signs are told of" {
  for number in '1 500' "1'500" '12%' '$1.5' '1_000' '€2' $'1\xc2\xa0500'; do
    printf 'x;y\n%s;2\n%s;3\n' "$number" "$number" >x.csv
    run ce-prepare center x.csv
    assert_line --index 0 "ce-prepare: x.csv: column x is read as categories such as '$number': are these numbers? Leave out all signs but the decimal one"
  done
}

@test "readers: sizes of pasted tables must agree, and a clustering called size is refused" {
  printf 'size,a\n2,1\n3,2\n' >a.csv
  printf 'size,b\n2,1\n3,2\n' >b.csv
  assert_equal "$(paste -d, a.csv b.csv | ce-diversity --members | cut -d, -f1,2 | paste -sd' ')" "clustering,k a,2 b,2"
  printf 'size,b\n2,1\n4,2\n' >b.csv
  paste -d, a.csv b.csv >both.csv
  for command in "ce-diversity --members" "ce-microcluster compress"; do
    # words to be split
    # shellcheck disable=SC2086
    run $command both.csv
    assert_equal "$status" 1
    assert_output "${command%% *}: both.csv:3: size 3 in one column, '4' in the other: rows do not belong together"
  done
  printf 'a,size\n1,2\n2,3\n' >late.csv
  for command in "ce-diversity --members" "ce-microcluster compress"; do
    # words to be split
    # shellcheck disable=SC2086
    run $command late.csv
    assert_equal "$status" 1
    assert_output "${command%% *}: late.csv:1: column 2 is called size: sizes stand before the first clustering, and a clustering has another name"
  done
  sed -i s/size/Size/ late.csv
  run ce-diversity --members late.csv
  assert_line --index 0 "ce-diversity: late.csv: column Size is a clustering like others: sizes stand in a column 'size' before the first one"
}

@test "readers: columns without a name and labels are told of" {
  printf 'a,b,,\n1,1,,\n1,2,,\n2,2,,\n' >x.csv
  run ce-diversity --members x.csv
  assert_line --index 0 "ce-diversity: x.csv: 2 columns such as c3 have no labels, and are clusterings like others"
}

@test "readers: control characters of a file do not reach the terminal" {
  printf 'a,b\n1,1\n1,\033]0;x\007\n2,2\n' >x.csv
  run ce-consensus eac-al -k 2 x.csv
  assert_line --index 0 "ce-consensus: x.csv: label \\x1b]0;x\\x07 of column b is a cluster like others (--missing-words '\\x1b]0;x\\x07': missing)"
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

@test "readers: numbers of genes above numbers of patients are a header; of whole numbers a note tells" {
  table ,672,675,7157 101,1.5,2.5,3.1 205,4,5,7 307,3.5,,2 >t.csv
  run_split ce-prepare center t.csv
  assert_equal "$status $stderr $(head -n 1 <<<"$output") $(sed -n '3p' <<<"$output")" '0  id,"672","675","7157" 205,1,1.25,2.966666666666667'
  table ,672,675,7157 101,1,2,3 205,4,5,7 307,3,,2 >t.csv
  run_split ce-prepare center t.csv
  assert_equal "$stderr" "ce-prepare: t.csv: the first line has whole numbers behind an empty cell and is read as a row (--header yes: it is the header)"
  assert_equal "$(head -n 1 <<<"$output")" c1,c2,c3,c4
  run_split ce-prepare center --header yes t.csv
  assert_equal "$stderr $(head -n 1 <<<"$output")" ' id,"672","675","7157"'
  # a first value that is missing, above others with decimals
  table ,672,675 101.5,1.5,2 205,4,5 307,3,7 >t.csv
  run_split ce-prepare center t.csv
  assert_equal "$stderr $(head -n 1 <<<"$output")" " c1,c2,c3"
}

@test "readers: a label that no list of words can have is told without --missing-words" {
  printf 'a\n1\n1\n1\n2\n2\n"1 "\n' >in
  run_split ce-microcluster compress in
  assert_equal "$stderr" "ce-microcluster: in: label '1 ' of column a is a cluster like others"
  printf 'a\n1\n1\n1\n2\n2\n"x,y"\n' >in
  run_split ce-microcluster compress in
  assert_equal "$stderr" "ce-microcluster: in: label 'x,y' of column a is a cluster like others"
}

@test "readers: other words and errors of a spreadsheet among numbers are answered with --missing-words" {
  for word in nd n.d. BDL "below limit"; do
    table x,y 1,2 3,4 "$word,2" >in
    shown=$word
    [[ $word != *" "* ]] || shown="'$word'"
    kmeans in
    assert_error 1 "ce-generate: in:4: column x: '$word', a number expected (--missing-words $shown: missing, or --categorical x)"
    run_split ce-generate kmeans -k 2 -q --missing-words "$word" in
    refute_regex "$stderr" "a number expected"
  done
  for word in '#DIV/0!' '#REF!' '#NAME?' '#VALUE!' '#NUM!'; do
    table x,y 1,2 3,4 "$word,2" >in
    kmeans in
    assert_error 1 "ce-generate: in:4: column x: '$word', a number expected (--missing-words '$word': missing)"
    run_split ce-prepare impute --missing-words "$word" in
    assert_equal "$status" 0
  done
  for word in '#1!' '# no!' '#x'; do
    kmeans <(table x,y 1,2 3,4 "$word,2")
    [[ $stderr == *"column x: '$word', a number expected; tables have no comments" ]] || fail "$stderr"
  done
}

@test "readers: a GCT file is answered with the lines to leave out" {
  { printf '#1.2\n2\t3\n'; printf 'NAME\tDescription\ta\tb\tc\nG1\tx\t1\t2\t3\nG2\ty\t4\t5\t7\n'; } >in.gct
  run_split ce-prepare transpose in.gct
  assert_error 1 "ce-prepare: in.gct: this is a GCT file; a table expected: tail -n +3 FILE | ... leaves out the two lines before its header"
  grep -v '^#' in.gct >rest.gct
  run_split ce-prepare transpose rest.gct
  assert_error 1 "ce-prepare: rest.gct: this is a GCT file without its first line; a table expected: tail -n +2 FILE | ... leaves out the line before its header"
  tail -n +3 in.gct | ce-prepare transpose --id NAME --columns 3..5 >out
  assert_equal "$(cat out)" "$(table id,G1,G2 a,1,4 b,2,5 c,3,7)"
  tail -n +2 rest.gct | ce-prepare transpose --id NAME --columns 3..5 | cmp - out
  sed 's/$/\t\t/; s/#1.2/#1.3/' in.gct >padded.gct
  run_split ce-prepare transpose padded.gct
  assert_regex "$stderr" "this is a GCT file; "
}

@test "readers: unknown and not available among numbers are answered with --missing-words" {
  for word in unknown "Not Available"; do
    printf 'a,b\n1,2\n%s,3\n4,5\n' "$word" >in
    run_split ce-prepare zscore in
    shown=$word
    [[ $word != *" "* ]] || shown="'$word'"
    assert_error 1 "ce-prepare: in:3: column a: '$word', a number expected (--missing-words $shown: missing)"
  done
}
