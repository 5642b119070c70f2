#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  pairs="$FIXTURES/impute"
  # every pair is together in one of two clusterings
  table a,b 1,1 1,2 1,3 >three.csv
}

# impute OPTION...: of the fixture's ensemble, its truth the oracle.
impute() { ce-constrain impute --truth "$pairs/truth.csv" "$@" "$pairs/labels.csv"; }

# ---- the pairs ----

@test "impute: pairs of a band as all n x n tell one by one, drawn uniformly, with 1 and 3 threads; what follows from answers" {
  run "$CE_BUILD/obj/tests/impute"
  assert_success
  refute_output
}

@test "ce-constrain impute: all pairs of the band are those of NumPy's n x n matrix, missing labels included" {
  run_split impute
  assert_equal "$status" 0
  assert_equal "$output" "$(cat "$pairs/pairs.csv")"
  assert_equal "$stderr" "ce-constrain: 152 pairs in the band 0.4 to 0.6, 152 asked: 110 must, 42 cannot"
}

@test "ce-constrain impute: as many different rows as a whole tile has, or two" {
  # all triples of base clusterings with four clusters: each agrees in one label with 27 others
  awk 'BEGIN { print "a,b,c,class"; for (i = 0; i < 64; i++) print i % 4 "," int(i / 4) % 4 "," int(i / 16) "," int(i / 16) }' >cube.csv
  run_split ce-constrain impute --low .3 --high .4 -t cube.csv cube.csv
  assert_equal "$status $stderr" "0 ce-constrain: 864 pairs in the band 0.3 to 0.4, 864 asked: 288 must, 576 cannot"
  # with eight clusters in the first
  awk 'BEGIN { print "a,b,c,class"; for (i = 0; i < 128; i++) print i % 8 "," int(i / 8) % 4 "," int(i / 32) "," int(i / 32) }' >double.csv
  run_split ce-constrain impute --low .3 --high .4 -t double.csv double.csv
  assert_equal "$status $stderr" "0 ce-constrain: 3264 pairs in the band 0.3 to 0.4, 3264 asked: 1344 must, 1920 cannot"
}

@test "ce-constrain impute: both ends of the band belong to it, as they are written" {
  # ten base clusterings: object 2 p + 1 is with 2 p + 2 in p of them, and else with nobody
  awk 'BEGIN { for (q = 1; q <= 10; q++) printf("q%d%s", q, (q < 10 ? "," : "\n"))
    for (i = 0; i < 22; i++) for (q = 1; q <= 10; q++) printf("%d%s", (int(i / 2) >= q ? int(i / 2) * 2 : i), (q < 10 ? "," : "\n")) }' >ladder.csv
  awk 'BEGIN { print "class"; for (i = 0; i < 22; i++) print int(i / 2) }' >truth.csv
  run_split ce-constrain impute -t truth.csv ladder.csv
  assert_equal "$output" "$(table i,j,link 9,10,must 11,12,must 13,14,must)"
  run_split ce-constrain impute -t truth.csv --low .3 --high .3 ladder.csv
  assert_equal "$output" "$(table i,j,link 7,8,must)"
  run_split ce-constrain impute -t truth.csv --low .1 --high .2 ladder.csv
  assert_equal "$output" "$(table i,j,link 3,4,must 5,6,must)"
  # wider by tenths, on both sides
  run_split ce-constrain impute -q -t truth.csv --low .5 --high .5 --queries 7 ladder.csv
  assert_equal "$output" "$(table i,j,link 5,6,must 7,8,must 9,10,must 11,12,must 13,14,must 15,16,must 17,18,must)"
}

@test "ce-constrain impute --queries: a number, or a share of the objects to the nearest whole number" {
  [ "$(impute -q --queries 30 | wc -l)" -eq 31 ]
  [ "$(impute -q --queries 0.2 | wc -l)" -eq 13 ]
  # .06 and .059 of 60 are 3.6 and 3.54; .001 would be none
  [ "$(impute -q --queries .06 | wc -l)" -eq 5 ]
  [ "$(impute -q --queries .059 | wc -l)" -eq 5 ]
  [ "$(impute -q --queries .055 | wc -l)" -eq 4 ]
  [ "$(impute -q --queries .001 | wc -l)" -eq 2 ]
  [ "$(impute -q --queries 2.5 | wc -l)" -eq 151 ]
  # those drawn are in the band, none twice, with the answer of the truth
  impute -q --queries 30 | tail -n +2 | sort >some
  [ "$(uniq some | wc -l)" -eq 30 ]
  assert_equal "$(sort "$pairs/pairs.csv" | comm -23 some -)" ""
}

@test "ce-constrain impute --seed: the same again, others with another; -j does not matter" {
  impute -q --queries 30 >default
  impute -q --queries 30 --seed 1 -j 1 >one
  impute -q --queries 30 --seed 1 -j 3 >three
  cmp default one
  cmp one three
  run cmp -s default <(impute -q --queries 30 --seed 2)
  assert_failure
}

@test "ce-constrain impute --widen: a wider band is told; without it too few pairs are refused" {
  run_split impute --low .5 --high .5 --queries 60
  assert_equal "$status" 0
  assert_equal "$(wc -l <<<"$output")" 61
  assert_equal "$stderr" "ce-constrain: fewer than 60 pairs have a co-association from 0.5 to 0.5: from 0.4 to 0.6 are taken
$(impute --queries 60 2>&1 >out | cat)"
  # from there on it is the band .4 to .6
  assert_equal "$output" "$(cat out)"
  run_split impute --low .5 --high .5 --queries 60 --widen no
  assert_error 1 "ce-constrain: 60 pairs of objects wanted, 34 have a co-association from 0.5 to 0.5"
  run_split impute --queries 1771
  assert_error 1 "ce-constrain: 1771 pairs of objects wanted, 1770 have a label in a base clustering in common"
  run_split impute -q --queries 1770
  assert_equal "$(wc -l <<<"$output")" 1771
  # all of an empty band are none
  table a,b 1,1 1,1 2,2 >sure.csv
  table class x x y >truth.csv
  run_split ce-constrain impute -t truth.csv sure.csv
  assert_error 1 "ce-constrain: no pair of objects has a co-association from 0.4 to 0.6"
}

# ---- the truth as the oracle ----

@test "ce-constrain impute: ids are written, and the truth is matched by them; the class column of the table itself" {
  paste -d, <(table id p q r) three.csv >by-id.csv
  table id,class r,1 p,2 q,1 >truth.csv
  run_split ce-constrain impute --truth truth.csv by-id.csv
  assert_equal "$output" "$(table i,j,link p,q,cannot p,r,cannot q,r,must)"
  paste -d, three.csv <(table class 2 1 1) >with-class.csv
  run_split ce-constrain impute with-class.csv
  assert_equal "$output" "$(table i,j,link 1,2,cannot 1,3,cannot 2,3,must)"
  run_split ce-constrain impute --class g --truth <(table f,g 0,2 0,1 0,1) with-class.csv
  assert_equal "$output" "$(table i,j,link 1,2,cannot 1,3,cannot 2,3,must)"
  # what it wrote is read again
  ce-constrain impute -q --truth truth.csv by-id.csv | ce-constrain check --objects by-id.csv
}

@test "ce-constrain impute: an oracle that lacks an object, or its class, is refused and the object named" {
  paste -d, <(table id p q r) three.csv >by-id.csv
  run_split ce-constrain impute --truth <(table class 1 2) three.csv
  assert_equal "$status" 1
  [[ "$stderr" == *": 2 objects, 3 expected as in three.csv"* ]]
  table id,class p,1 s,1 q,2 >truth.csv
  run_split ce-constrain impute -q --truth truth.csv by-id.csv
  assert_error 1 "ce-constrain: truth.csv: object 3 (r) has no class, and is asked about"
  table id,class p,1 r,NA q,2 >truth.csv
  run_split ce-constrain impute --truth truth.csv -o c.csv by-id.csv
  assert_error 1 "ce-constrain: truth.csv: object 3 (r) has no class, and is asked about"
  [ ! -e c.csv ]
  # an object that is not asked about needs no class
  table a,b 1,1 1,2 3,3 >two.csv
  run_split ce-constrain impute -q --truth <(table class 1 1 NA) two.csv
  assert_equal "$output" "$(table i,j,link 1,2,must)"
  run_split ce-constrain impute three.csv
  assert_error 1 "ce-constrain: three.csv: no column named 'class', no --truth and no --ask: an oracle is needed"
}

# ---- a person as the oracle ----

@test "ce-constrain impute --ask: questions on standard error, answers from standard input, what follows is not asked" {
  run_split ce-constrain impute --ask three.csv <<<$'y\nno'
  assert_equal "$status" 0
  assert_equal "$output" "$(table i,j,link 1,2,cannot 1,3,cannot 2,3,must)"
  assert_equal "$stderr" "1/3: must 2 and 3 be in one cluster? T = 0.5 [y/n/?/q]
2/3: must 1 and 2 be in one cluster? T = 0.5 [y/n/?/q]
ce-constrain: 3 pairs in the band 0.4 to 0.6, 3 to ask: 1 must, 2 cannot; of these 1 follow from others, 0 left out, 0 not reached"
  # two cannots say nothing of the third pair
  run_split ce-constrain impute -q --ask three.csv <<<$' CANNOT \nn\nmust\r'
  assert_equal "$output" "$(table i,j,link 1,2,cannot 1,3,must 2,3,cannot)"
}

@test "ce-constrain impute --ask: ? and an empty line leave a pair out, q and the end of input stop, nonsense is asked again" {
  run_split ce-constrain impute --ask three.csv <<<$'?\n\nperhaps\ny'
  assert_equal "$output" "$(table i,j,link 1,3,must)"
  assert_equal "$(tail -n 3 <<<"$stderr")" "y or must, n or cannot, ? to leave it out, q to stop
3/3: must 1 and 3 be in one cluster? T = 0.5 [y/n/?/q]
ce-constrain: 3 pairs in the band 0.4 to 0.6, 3 to ask: 1 must, 0 cannot; of these 0 follow from others, 2 left out, 0 not reached"
  run_split ce-constrain impute --ask three.csv <<<$'n\nq\ny'
  assert_equal "$output" "$(table i,j,link 2,3,cannot)"
  assert_equal "$(tail -n 1 <<<"$stderr")" "ce-constrain: 3 pairs in the band 0.4 to 0.6, 3 to ask: 0 must, 1 cannot; of these 0 follow from others, 0 left out, 2 not reached"
  run_split ce-constrain impute -q --ask three.csv < <(printf n)
  assert_equal "$output" "$(table i,j,link 2,3,cannot)"
  run_split ce-constrain impute -q --ask three.csv </dev/null
  assert_equal "$status$output" "0i,j,link"
}

@test "ce-constrain impute --ask-implied: an answer against earlier ones is told with their chain, and asked again" {
  run_split ce-constrain impute --ask --ask-implied three.csv <<<$'y\ny\nn\ny'
  assert_equal "$output" "$(table i,j,link 1,2,must 1,3,must 2,3,must)"
  assert_equal "$(sed -n '3,5p' <<<"$stderr")" "3/3: must 1 and 3 be in one cluster? T = 0.5 [y/n/?/q]
that contradicts earlier answers: 1 and 3 cannot be in one cluster, but 1 - 2 - 3 must
3/3: must 1 and 3 be in one cluster? T = 0.5 [y/n/?/q]"
  # a must that would join what is kept apart
  paste -d, <(table id p q r) three.csv >by-id.csv
  run_split ce-constrain impute --ask --ask-implied by-id.csv <<<$'y\nn\ny\n?'
  assert_equal "$output" "$(table i,j,link p,q,cannot q,r,must)"
  assert_equal "$(sed -n '3,4p' <<<"$stderr")" "3/3: must 1 (p) and 3 (r) be in one cluster? T = 0.5 [y/n/?/q]
that contradicts earlier answers: 1 (p) and 2 (q) cannot be in one cluster, but 1 (p) - 3 (r) - 2 (q) must"
}

@test "ce-constrain impute --data: both rows beside the question, by id" {
  paste -d, <(table id p q r) three.csv >by-id.csv
  table id,width,colour,class r,.5,red,1 p,12.25,green,2 q,,red,2 >data.csv
  ce-constrain impute -q --ask --data data.csv by-id.csv <<<$'y\nq' >out 2>err
  assert_equal "$(cat err)" "          2 (q)  3 (r)
  width   NA     0.5
  colour  red    red
1/3: must 2 (q) and 3 (r) be in one cluster? T = 0.5 [y/n/?/q]
          1 (p)  2 (q)
  width   12.25  NA
  colour  green  red
2/3: must 1 (p) and 2 (q) be in one cluster? T = 0.5 [y/n/?/q]"
  run_split ce-constrain impute --ask --data <(table x 1 2) by-id.csv <<<y
  assert_equal "$status" 1
  [[ "$stderr" == *": 2 objects, 3 expected as in by-id.csv" ]]
  sed -i s/^q/s/ data.csv
  run_split ce-constrain impute --ask --data data.csv by-id.csv <<<y
  assert_error 1 "ce-constrain: data.csv: no object with the id 'q', which object 2 of by-id.csv has"
}

@test "ce-constrain impute --ask: control characters in ids and cells do not reach the terminal" {
  printf 'id,a,b\np\033[2J,1,1\nq,1,2\nr,1,3\n' >by-id.csv
  printf 'id,co\033[31mlour\np\033[2J,r\aed\nq,red\nr,red\n' >data.csv
  ce-constrain impute -q --ask --data data.csv by-id.csv <<<$'y\ny' >out 2>err
  run grep -c $'[\033\a]' err
  assert_output 0
  assert grep -qF 'co?[31mlour' err
  assert grep -qF '1 (p?[2J)' err
  # in the table, which is data, the id stands as it is
  assert grep -qF $'p\033[2J' out
}

@test "ce-constrain impute --ask: a table on standard input leaves the terminal for the answers" {
  run_split setsid ce-constrain impute --ask <three.csv
  assert_error 1 "ce-constrain: /dev/tty: No such device or address; answers come from standard input when LABELS is a file"
  script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip "needs script, and a place where it can make a terminal"
  script -qec "ce-constrain impute --ask -o c.csv <three.csv" /dev/null <<<$'y\nn' >typescript
  assert_equal "$(cat c.csv)" "$(table i,j,link 1,2,cannot 1,3,cannot 2,3,must)"
}

@test "ce-constrain impute --ask: an interrupt writes nothing" {
  mkfifo answers
  env --default-signal=INT ce-constrain impute --ask -o c.csv three.csv <answers 2>err &
  exec 7>answers
  echo y >&7
  for ((i = 0; i < 100; i++)); do
    grep -q 2/3 err && break
    sleep .1
  done
  kill -INT $!
  code=0
  wait $! || code=$?
  exec 7>&-
  assert_equal "$code" 130
  assert_equal "$(ls c.csv* 2>/dev/null)" ""
}

# ---- wrong use, bad input ----

@test "ce-constrain impute: wrong use" {
  hint="
Try 'ce-constrain --help'."
  run_split impute --low .7
  assert_error 2 "ce-constrain: --low 0.7 --high 0.6: nothing between them$hint"
  run_split impute --ask
  assert_error 2 "ce-constrain: --truth does not go with --ask$hint"
  run_split impute --widen no
  assert_error 2 "ce-constrain: --widen goes with --queries$hint"
  run_split impute --data x.csv
  assert_error 2 "ce-constrain: --data goes with --ask$hint"
  run_split impute --ask-implied
  assert_error 2 "ce-constrain: --ask-implied goes with --ask$hint"
  for q in 0 -1 2.x .0 7e-1 many 1e16 nan; do
    run_split impute --queries "$q"
    assert_error 2 "ce-constrain: --queries '$q', a whole number from 1 or a share of the objects with a point expected$hint"
  done
  run_split ce-constrain impute --truth - </dev/null
  assert_error 2 "ce-constrain: --truth and FILE are both standard input$hint"
  run_split ce-constrain impute --ask --data - three.csv </dev/null
  assert_error 2 "ce-constrain: --data is standard input, from which answers come$hint"
  run_split ce-constrain impute --truth three.csv three.csv three.csv
  assert_error 2 "ce-constrain: impute takes one FILE$hint"
}

@test "ce-constrain impute: tables that have no pairs to ask about" {
  table size,a,b 2,1,1 3,1,2 >micro.csv
  run_split ce-constrain impute --truth three.csv micro.csv
  assert_error 1 "ce-constrain: micro.csv: a microcluster table, but constraints are about objects"
  table a,class 1,x >one.csv
  run_split ce-constrain impute one.csv
  assert_error 1 "ce-constrain: no pair of objects has a co-association from 0.4 to 0.6"
  # no two objects are labelled by one base clustering
  table a,b,class 1,,x ,1,x >apart.csv
  run_split ce-constrain impute --low 0 --high 1 apart.csv
  assert_error 1 "ce-constrain: no pair of objects has a co-association from 0 to 1"
  run_split ce-constrain impute --queries 1 apart.csv
  assert_error 1 "ce-constrain: 1 pairs of objects wanted, 0 have a label in a base clustering in common"
}
