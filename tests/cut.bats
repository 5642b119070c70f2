#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# --cut I/N: part I of N of the rows of a table, as if the file had these rows only.

setup() { load common; }

# kept OPTION...: a tool that passes rows through.
kept() { ce-prepare drop-missing -q "$@"; }

# parts FILE N OPTION...: the N parts one after the other with one header line.
parts() {
  local file=$1 n=$2 i
  shift 2
  for ((i = 1; i <= n; i++)); do
    kept "$@" --cut "$i/$n" "$file" >part.out || return
    if [ "$i" = 1 ]; then cat part.out; else tail -n +2 part.out; fi
  done
}

# like_whole FILE "N..." OPTION...: the parts are the whole, for each N.
like_whole() {
  local file=$1 numbers=$2 n
  shift 2
  kept "$@" "$file" >whole.out
  for n in $numbers; do
    parts "$file" "$n" "$@" >got.out
    cmp got.out whole.out || fail "$file in $n parts"
  done
}

# npy TYPE ORDER SHAPE VALUES: a NumPy file with a header of 128 bytes.
npy() {
  local text
  text=$(printf "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" "$1" "$2" "$3")
  printf '\x93NUMPY\x01\x00\x76\x00%-117s\n%b' "$text" "$4"
}

# A table of seven objects with all that rows of text can have.
awkward() {
  printf 'name,value\n"two\nlines",1\n\n"a ""quoted"", cell",2\n  \nplain,3\n'
  printf '"more\r\n\n\nlines",4\n"x\r",5\nlast,6\nno end,7'
}

@test "cut: part I of n rows has rows floor(n (I - 1) / N) to floor(n I / N) - 1" {
  { echo x,y; seq 1 10 | sed 's/.*/&,0/'; } >ten.csv
  kept --cut 1/3 ten.csv >1
  kept --cut 2/3 ten.csv >2
  kept --cut 3/3 ten.csv >3
  assert_equal "$(paste -sd' ' 1)" "x,y 1,0 2,0 3,0"
  assert_equal "$(paste -sd' ' 2)" "x,y 4,0 5,0 6,0"
  assert_equal "$(paste -sd' ' 3)" "x,y 7,0 8,0 9,0 10,0"
  # of ten rows in thirteen parts some parts have none
  run kept --cut 10/13 ten.csv
  assert_output "x,y
7,0"
  run_split kept --cut 1/13 ten.csv
  assert_error 1 "ce-prepare: ten.csv: no row in part 1 of 13: the table has 10 rows"
}

@test "cut: parts of text are the whole: quotes, empty lines, all line ends, marks, no header" {
  in_turn 4
  awkward >all.csv
  kept all.csv >whole
  assert_equal "$(grep -c '[1-7]$' whole)" 7
  like_whole all.csv "1 2 3 4 5 7" --categorical name --id none
  awkward | sed 's/$/\r/' >crlf.csv
  like_whole crlf.csv "1 2 3 5 7" --categorical name --id none
  { printf '\xef\xbb\xbf'; awkward; } >mark.csv
  like_whole mark.csv "3 7"
  { printf '\n\n'; awkward; echo; echo; } >lines.csv
  like_whole lines.csv "3 7"
  { echo 'sep=,'; awkward; } >sep.csv
  like_whole sep.csv "3 7"
  awkward | sed 's/,\([0-9v]\)/\t\1/' >tabs.csv
  like_whole tabs.csv "3 7" -d '\t'
  gzip -c all.csv >packed
  like_whole packed "1 3 7"
  sed -n 2,21p "$BUNDLED/iris.csv" >headless.csv
  like_whole headless.csv "1 2 3 7 20"
  tr '\n' '\r' <"$BUNDLED/iris.csv" >cr.csv
  like_whole cr.csv "2 7"
  sed 's/,/   /g; s/^/  /' "$BUNDLED/iris.csv" >blanks.txt
  like_whole blanks.txt "2 7"
  head -n 24 "$BUNDLED/wine.csv" >few.csv
  like_whole few.csv "1 2 3 4 5 6 7 23"
}

@test "cut: more rows than a buffer holds, quotes and line ends across its end" {
  in_turn 4 sanitized
  # rows of 1 to 13 bytes, so that buffers of 2^18 and 2^20 bytes end anywhere in a row
  awk 'BEGIN { print "t,n"
    for (i = 1; i <= 210000; i++)
      printf "%s,%d\n", i % 7 ? "ab" : "\"c\nd\"", i % 10 ^ (i % 5) }' >big.csv
  like_whole big.csv "3 17" --categorical t
  sed 's/$/\r/' big.csv >crlf.csv
  like_whole crlf.csv "3 17" --categorical t
  grep -v '"' big.csv | grep , >plain.csv
  like_whole plain.csv "3 17" --categorical t
  gzip -c plain.csv >packed
  like_whole packed "5" --categorical t
}

@test "cut: more marks than are kept: a file of 130 MB, each part begins where it should" {
  in_turn 4 sanitized
  # marks are a megabyte apart, then two, then four
  rows=16000000
  { echo x; seq "$rows"; } >long.csv
  for part in "1 1" "1 3" "2 3" "3 3" "9 16" "30 31" "31 31"; do
    read -r i n <<<"$part"
    ce-prepare zscore -q --part "$i/$n" --cut "$i/$n" long.csv -o sums
    assert_equal "$(grep -A 1 -E '^block,"(least|largest)"' sums | grep -v '^block\|^--' | paste -sd' ')" \
      "$((rows * (i - 1) / n + 1)) $((rows * i / n))"
  done
}

@test "cut: an empty line is a row of a table of one column, and of no other" {
  printf 'a\n1\n\n2\n\n\n1\n' >one.csv
  ce-relabel -q one.csv >whole
  assert_equal "$(paste -sd' ' whole)" "a 1 NA 2 NA NA 1"
  for n in 1 2 3 4; do
    for ((i = 1; i <= n; i++)); do
      ce-select names --names a --cut "$i/$n" one.csv | tail -n +2
    done >got
    cmp got <(tail -n +2 whole)
  done
  # without a header a part can begin with one
  printf '1\r\n\r\n2\r\n\r\n' >headless.csv
  for i in 1 2 3 4; do
    ce-select names --names c1 --cut "$i/4" headless.csv | tail -n +2
  done >got
  assert_equal "$(paste -sd' ' got)" "1 NA 2 NA"
}

@test "cut: npy files of any order and type, and what their parts hold" {
  # 5 rows of 2: 1 6, 2 7, 3 8, 4 9, 5 10
  npy '|i1' False '(5, 2)' '\01\06\02\07\03\010\04\011\05\012' >c.npy
  npy '|i1' True '(5, 2)' '\01\02\03\04\05\06\07\010\011\012' >f.npy
  npy '|i1' False '(5,)' '\01\02\03\04\05' >one.npy
  gzip -c f.npy >packed
  for file in c.npy f.npy packed; do
    ce-prepare drop-missing --cut 2/2 "$file" >got
    assert_equal "$file $(paste -sd' ' got)" "$file f1,f2 3,8 4,9 5,10"
    ce-select names --names c1,c2 --cut 1/2 "$file" >got
    assert_equal "$file $(paste -sd' ' got)" "$file c1,c2 1,6 2,7"
    for i in 1 2; do ce-microcluster compress --cut $i/2 "$file" -o $i.sums; done
    ce-merge 1.sums 2.sums | ce-microcluster compress - >got
    ce-microcluster compress "$file" | cmp - got
  done
  ce-prepare drop-missing --cut 2/2 one.npy >got
  assert_equal "$(paste -sd' ' got)" "f1 3 4 5"
  # a header of 310 bytes
  { printf '\x93NUMPY\1\0\x2c\1'; head -c 127 one.npy | tail -c +11; printf '%182s\n\1\2\3\4\5'; } >long.npy
  ce-prepare drop-missing --cut 2/2 long.npy | cmp - got
  # version 2, whose size of the header has four bytes: 118, and 310
  { printf '\x93NUMPY\2\0\x76\0\0\0'; head -c 128 one.npy | tail -c +11; printf '\1\2\3\4\5'; } >second.npy
  ce-prepare drop-missing --cut 2/2 second.npy | cmp - got
  { printf '\x93NUMPY\2\0\x2c\1\0\0'; tail -c +11 long.npy; } >second.npy
  ce-prepare drop-missing --cut 2/2 second.npy | cmp - got
  npy '|i1' False '(0, 2)' '' >none.npy
  run_split ce-select names --names c1 --cut 1/2 none.npy
  assert_error 1 "ce-select: none.npy: npy shape (0, 2): a table with at least one object expected"
  ce-synth cg -n 1000 --format npy -o data.npy
  ce-synth cg -n 1000 | cut -d, -f1,2 >data.csv
  for i in 1 2 3; do
    ce-generate lac -k 3 --inv-h 2 --cut "$i/3" data.npy >from.npy
    ce-generate lac -k 3 --inv-h 2 --cut "$i/3" data.csv | cmp - from.npy
  done
}

@test "cut: tools read the same as from files cut by other means" {
  in_turn 4 sanitized
  cp "$BUNDLED/wine.csv" wine.csv
  ce-generate kmeans -k 2..4 --model model.csv -q wine.csv -o labels.csv
  cut -d, -f14 wine.csv >truth.csv
  ce-generate lac -k 3 --inv-h 3 --membership -q wine.csv -o soft.csv
  for each in wine labels truth soft; do cut_rows "$each.csv" 3 "$each"; done
  ce-microcluster compress labels.csv >micro.csv
  ce-consensus eac-al -k 3 micro.csv >result.csv
  for i in 1 2 3; do
    ce-generate lac -k 2,3 --inv-h 2 -q "wine.$i" >want
    ce-generate lac -k 2,3 --inv-h 2 -q --cut "$i/3" wine.csv | cmp - want
    ce-consensus eac-al,mcla -k 2,3 "labels.$i" >want
    ce-consensus eac-al,mcla -k 2,3 --cut "$i/3" labels.csv | cmp - want
    ce-consensus wbpa -k 3 "soft.$i" >want
    ce-consensus wbpa -k 3 --cut "$i/3" soft.csv | cmp - want
    ce-assign --model model.csv "wine.$i" >want
    ce-assign --model model.csv --cut "$i/3" wine.csv | cmp - want
    ce-microcluster compress --cut "$i/3" labels.csv -o $i.sums
    # the microcluster table and its result are whole
    ce-microcluster expand -t micro.csv -r result.csv "labels.$i" >want
    ce-microcluster expand -t micro.csv -r result.csv --cut "$i/3" labels.csv | cmp - want
    # two tables about the objects
    ce-diversity -c "truth.$i" "labels.$i" >want
    ce-diversity -c truth.csv --cut "$i/3" labels.csv | cmp - want
    ce-weigh nm --data "wine.$i" "labels.$i" >want
    ce-weigh nm --data wine.csv --cut "$i/3" labels.csv | cmp - want
    # standard input that is a file
    ce-stability pac "labels.$i" >want
    ce-stability pac --cut "$i/3" <labels.csv | cmp - want
  done
  ce-merge 3.sums 1.sums 2.sums | ce-microcluster compress - >want
  cmp micro.csv want
}

@test "cut: scores of parts of one file are those of the whole" {
  ce-generate kmeans -k 2..6 "$BUNDLED/wine.csv" -q -o labels.csv
  cut -d, -f14 "$BUNDLED/wine.csv" | sed '1!s/.*/"class\n&"/' >truth.csv # a line break in each cell
  ce-score -q -s all -t truth.csv labels.csv >whole
  ce-synth cg -n 178 --format npy --classes truth.npy -o /dev/null
  ce-score -q -s all -t truth.npy labels.csv >other
  for n in 1 3 4 7; do
    for ((i = n; i >= 1; i--)); do
      ce-score --cut "$i/$n" -t truth.csv labels.csv -o "$i.sums"
    done
    ce-merge ./*.sums | ce-score -q -s all >got
    cmp got whole
    for ((i = n; i >= 1; i--)); do
      ce-score --cut "$i/$n" -t truth.npy labels.csv -o "$i.sums"
    done
    ce-merge ./*.sums | ce-score -q -s all >got
    cmp got other
    rm ./*.sums
  done
}

# All parts of ce-stability read the same table: half of the objects is no half of its pairs.
@test "cut: ce-stability tells of the part of the objects, and --cut implies no --part" {
  ce-synth blobs -n 60 -k 3 | ce-generate kmeans -k 2..4 -m 6 -o labels.csv
  head -n 31 labels.csv >half.csv
  ce-stability pac -q half.csv -o half.pac
  ce-stability pac -q --cut 1/2 labels.csv -o cut.pac
  cmp cut.pac half.pac
  # both: a share of the pairs of the part
  for i in 1 2; do ce-stability pac -q --cut 1/2 --part $i/2 labels.csv -o $i.sums; done
  ce-merge 2.sums 1.sums -o all.sums
  ce-stability pac -q all.sums -o joined.pac
  cmp joined.pac half.pac
}

@test "cut: k-means in rounds over one file has the model of one process" {
  in_turn 4
  ce-synth cg -n 240 -o data.csv
  ce-synth cg -n 240 --format npy -o data.npy
  gzip -c data.csv >data.csv.gz
  call=(ce-generate kmeans -k 3,5 --sample 90 -q)
  "${call[@]}" --model whole.model -o /dev/null data.csv
  for file in data.csv data.csv.gz data.npy; do
    "${call[@]}" --model whole.model -o /dev/null "$file"
    state=()
    for ((round = 0; round < 150; round++)); do
      for i in 1 2 3; do "${call[@]}" "${state[@]}" --cut "$i/3" "$file" -o "$i.sums"; done
      ce-merge 1.sums 2.sums 3.sums | "${call[@]}" "${state[@]}" --model parts.model -o next
      mv next state
      state=(--state state)
      if grep -q '^1,0,"done"' state; then break; fi
    done
    cmp parts.model whole.model
    rm parts.model
    # a row of the second part that changes is noticed by that part, and by no other
    if [ "$file" = data.csv ]; then
      sed '121s/^/1/' data.csv >changed.csv
      "${call[@]}" --state state --cut 1/3 changed.csv >/dev/null
      run_split "${call[@]}" --state state --cut 2/3 changed.csv
      assert_equal "$status" 1
      said="ce-generate: changed.csv: part 2 of 3 has changed: 80 objects with checksum "
      assert_equal "${stderr:0:${#said}}" "$said"
    fi
  done
}

@test "cut: sums of a table that grew meanwhile are not joined" {
  table a,class 1,x 1,y 2,y 2,y >t.csv
  ce-score --cut 1/2 t.csv -o 1.sums
  echo 1,x >>t.csv
  ce-score --cut 2/2 t.csv -o 2.sums
  run_split ce-merge 1.sums 2.sums
  assert_error 1 "ce-merge: 2.sums: sums with rows '5', '4' in 1.sums"
}

@test "cut: the whole file tells whether there is a header and how rows are cut" {
  # only the first rows are numbers, and only the last ones have as many semicolons in each row
  table 1,a 2,b 'x;p,c' 'y;q,d' >t.csv
  run ce-select names --names c1,c2 --cut 2/2 t.csv
  assert_output "c1,c2
x;p,c
y;q,d"
  # row names of R, which a part of one row would not tell
  table 'a b' 'r1 1 2' 'r2 2 1' 'r3 1 1' >r.txt
  run ce-select names -q --names a --cut 3/3 r.txt
  assert_output "id,a
r3,1"
  # a header with the first row as text
  table v,w a,1 2,2 >h.csv
  run ce-select names --names w --cut 2/2 h.csv
  assert_output "w
2"
}

@test "cut: messages have the lines of the file" {
  printf 'x,y\n1,2\n\n3,4\n5,6\n7,oops\n' >t.csv
  run_split ce-prepare zscore --cut 2/2 t.csv
  said="column y: 'oops', a number expected (--missing-words oops: missing, or --categorical y)"
  assert_error 1 "ce-prepare: t.csv:6: $said"
  printf 't,y\n"a\n\nb",2\n\nc,4\nd,6\n"e\n",7\nf,oops\n' >quoted.csv
  run_split ce-prepare zscore --cut 3/3 quoted.csv
  assert_error 1 "ce-prepare: quoted.csv:10: $said"
  # the error is in another part
  kept --cut 1/3 quoted.csv >/dev/null
  printf '1,2\r\n3,4\r\n5,6\r\n7\r\n' >ragged.csv
  run_split kept --cut 2/2 ragged.csv
  assert_error 1 "ce-prepare: ragged.csv:4: 1 field, 2 expected"
  { echo; cat ragged.csv; } >below.csv
  run_split kept --cut 2/2 below.csv
  assert_error 1 "ce-prepare: below.csv:5: 1 field, 2 expected"
  npy '<f4' False '(4,)' '\0\0\x80\x3f\0\0\x80\x3f\0\0\x80\x3f\0\0\x80\x7f' >inf.npy
  run_split kept --cut 2/2 inf.npy
  assert_error 1 "ce-prepare: inf.npy: row 4, column 1 is inf, a finite number expected"
  run_split ce-microcluster compress --cut 2/2 inf.npy
  assert_error 1 "ce-microcluster: inf.npy:4: column 1 is inf: whole numbers expected for labels"
  run_split ce-select names --names c1 --cut 2/2 inf.npy
  assert_error 1 "ce-select: inf.npy: row 4, column 1 is inf: whole numbers expected for labels"
}

@test "cut: wrong use" {
  hint="
Try 'ce-score --help'."
  table a,class 1,x 1,y 2,y >t.csv
  for cut in 0/3 4/3 x 1 1/ /3 1/3/4 -1/3 1/0 '1/ 3' ''; do
    run_split ce-score --cut="$cut" t.csv
    assert_error 2 "ce-score: --cut '$cut', I/N with I from 1 to N expected, such as 3/64$hint"
  done
  run_split ce-score --cut 1/3 --part 2/3 t.csv
  assert_error 2 "ce-score: --cut 1/3 is part 1/3 of the job, and --part 2/3 another one$hint"
  ce-score --cut 1/3 --part 1/3 t.csv >both
  ce-score --cut 1/3 t.csv | cmp - both
  run_split ce-score --pairwise --cut 1/3 t.csv
  assert_error 2 "ce-score: --pairwise has no sums: not with --part or --cut$hint"
  run_split ce-generate kmeans -k 2 --cut 1/3 t.csv
  assert_error 2 "ce-generate: --cut implies --part, which goes with --sample
Try 'ce-generate --help'."
  run_split ce-generate kmeans -k 2 --sample 2 --algorithm lloyd --cut 1/3 t.csv
  assert_error 2 "ce-generate: --cut implies --part, and --algorithm does not go with --part
Try 'ce-generate --help'."
  run_split ce-partition average -k 2 --cut 1/2 matrix.mtx
  assert_error 2 "ce-partition: --cut is about tables of objects, and average reads none
Try 'ce-partition --help'."
}

@test "cut: pipes, tables that do not belong together and tables without rows are refused" {
  table a,class 1,x 1,y 2,y >t.csv
  table class x y >short.csv
  said="a pipe, terminal or device, and --cut reads twice: a file expected"
  run bash -c 'cat t.csv | ce-relabel --cut 1/2'
  assert_output "ce-relabel: standard input: $said"
  assert_equal "$status" 1
  mkfifo pipe
  cat t.csv >pipe &
  run_split ce-relabel --cut 1/2 pipe
  wait || true # the pipe was closed before it was read
  assert_error 1 "ce-relabel: pipe: $said"
  run_split ce-relabel --cut 1/2 /dev/null
  assert_error 1 "ce-relabel: /dev/null: $said"
  run_split ce-score --cut 1/2 -t short.csv t.csv
  said="tables of the same objects expected, which --cut cuts alike"
  assert_error 1 "ce-score: short.csv: 2 rows, and t.csv has 3: $said"
  run_split ce-score --cut 1/4 t.csv
  assert_error 1 "ce-score: t.csv: no row in part 1 of 4: the table has 3 rows"
  : >empty.csv
  run_split ce-relabel --cut 1/2 empty.csv
  assert_error 1 "ce-relabel: empty.csv: empty, a table with at least one object expected"
  echo a,b >header.csv
  run_split ce-relabel --cut 1/2 header.csv
  said="a table with at least one object expected"
  assert_error 1 "ce-relabel: header.csv: a header line and no objects, $said"
  npy '|i1' False '(5, 2)' '\01\02\03\04' >short.npy
  run_split ce-relabel --cut 1/5 short.npy
  assert_error 1 "ce-relabel: short.npy: the file ends inside the values"
  npy '|i1' False '(2, 1)' '\01\02\03\04' >long.npy
  run_split ce-relabel --cut 1/2 long.npy
  assert_error 1 "ce-relabel: long.npy: more bytes than 2 x 1 values"
  npy '|i1' False '(3, 1)' '\01\02\03' >three.npy
  run_split ce-relabel --cut 1/4 three.npy
  assert_error 1 "ce-relabel: three.npy: no row in part 1 of 4: the table has 3 rows"
  seq 1 100000 | gzip -c >whole.gz
  head -c 100000 whole.gz >cut.gz
  run_split ce-relabel --cut 1/2 cut.gz
  assert_error 1 "ce-relabel: cut.gz: the gzip stream ends too early: the file is cut"
}

@test "cut: a file that changes while it is read is refused" {
  run "$CE_BUILD/obj/tests/table-cut" changes
  assert_output "text: text.csv: has changed while it was read
shorter: text.csv: has changed while it was read
gzip: text.csv: has changed while it was read
npy: text.csv: has changed while it was read"
  assert_equal "$status" 0
}

@test "cut: columns in Fortran order that are longer than what is read at a time" {
  run "$CE_BUILD/obj/tests/table-cut" columns
  assert_output "400000 x 4 values"
  assert_equal "$status" 0
}

@test "cut: rows are counted the same byte by byte and many at once, in pieces of any size" {
  run "$CE_BUILD/obj/tests/table-cut" counts
  assert_output "10000 texts"
  assert_equal "$status" 0
}
