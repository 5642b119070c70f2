#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# Tables as other programs write them: labels, numbers, words and missing values (clens-formats(5)).

setup() {
  load common
  load readers
  table x,y,class 1,10,a 2,11,a 8,40,b 9,41,b >data.csv
}

# again LINE [ARGUMENT...]: a table of labels on standard input has the header again in this line.
again() {
  local line=$1
  shift
  cat >in
  run_split ce-relabel "$@" in
  assert_error 1 "ce-relabel: in:$line: the header again: two tables, one behind the other? A row expected"
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

@test "readers: columns without a name and labels are told of" {
  printf 'a,b,,\n1,1,,\n1,2,,\n2,2,,\n' >x.csv
  run ce-diversity --members x.csv
  assert_line --index 0 "ce-diversity: x.csv: 2 columns such as c3 have no labels, and are clusterings like others"
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

@test "readers: unknown and not available among numbers are answered with --missing-words" {
  for word in unknown "Not Available"; do
    printf 'a,b\n1,2\n%s,3\n4,5\n' "$word" >in
    run_split ce-prepare zscore in
    shown=$word
    [[ $word != *" "* ]] || shown="'$word'"
    assert_error 1 "ce-prepare: in:3: column a: '$word', a number expected (--missing-words $shown: missing)"
  done
}
