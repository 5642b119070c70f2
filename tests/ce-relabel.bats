#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# same_partitions FILE FILE: column by column, old and new labels correspond one to one, and missing ones stay missing.
same_partitions() {
  paste -d, "$1" "$2" | awk -F, '
    NR == 1 { columns = NF / 2; for (c = 1; c <= columns; c++) if ($c != $(c + columns)) bad = 1; next }
    {
      for (c = 1; c <= columns; c++) {
        old = $c == "" || $c == "?" ? "NA" : $c; new = $(c + columns)
        if ((old == "NA") != (new == "NA")) bad = 1
        if ((c, old) in to && to[c, old] != new) bad = 1
        if ((c, new) in from && from[c, new] != old) bad = 1
        to[c, old] = new; from[c, new] = old
      }
    }
    END { exit bad || NR < 2 }'
}

@test "ce-relabel: by default to the clustering that is most like the others" {
  table far,p,q,r 1,1,x,2 2,1,x,2 1,1,x,2 2,2,y,7 1,2,y,7 2,2,z,2 >labels.csv
  run_split ce-relabel -v labels.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-relabel: the reference is q
ce-relabel: 6 objects, 4 clusterings"
  assert_equal "$output" "far,p,q,r
x,x,x,x
y,x,x,x
x,x,x,x
y,y,y,y
x,y,y,y
y,y,z,x"
}

@test "ce-relabel: clusters without one of the reference get numbers behind its labels, the first cluster too" {
  table a,b,c 1,x,w 1,y,x 1,y,x 2,z,y 2,z,z 2,z,z >labels.csv
  assert_equal "$(ce-relabel --to a labels.csv | tr '\n' ' ')" "a,b,c 1,3,3 1,1,1 1,1,1 2,2,4 2,2,2 2,2,2 "
}

@test "ce-relabel: as many objects keep the reference's label as the best map allows" {
  paste -d, "$FIXTURES/score/labels.csv" "$FIXTURES/score/truth.csv" | sed 1s/class/truth/ >labels.csv
  ce-relabel --to truth labels.csv >out
  # the agreement, simply counted, against SciPy's linear_sum_assignment
  awk -F, 'NR == 1 { for (c = 1; c < NF; c++) name[c] = $c; next }
           { for (c = 1; c < NF; c++) same[c] += $c == $NF }
           END { for (c = 1; c < NF; c++) print name[c] "," same[c] / (NR - 1) }' out >agreement
  awk -F, 'NR == 1 { for (c = 1; c <= NF; c++) if ($c == "accuracy") at = c; next } { print $1 "," $at }' \
    "$FIXTURES/score/sklearn.csv" >expected
  cmp expected agreement
  ce-relabel -r "$FIXTURES/score/truth.csv" "$FIXTURES/score/labels.csv" >from_file
  cut -d, -f1-8 out | cmp - from_file
}

@test "ce-relabel: each column stays the same partition, and missing labels stay missing" {
  awk -F, 'NR > 1 && NR % 7 == 0 { $(1 + NR % NF) = "" } 1' OFS=, "$FIXTURES/score/labels.csv" >labels.csv
  for arguments in "" "--to far" "--to 6"; do
    # words to be split
    # shellcheck disable=SC2086
    ce-relabel $arguments labels.csv >out
    same_partitions labels.csv out
    run cmp -s labels.csv out
    assert_equal "$status" 1
  done
}

@test "ce-relabel: a second run changes nothing" {
  ce-relabel "$FIXTURES/score/labels.csv" >once
  ce-relabel once >twice
  cmp once twice
}

@test "ce-relabel: the reference keeps its labels, also in the order of its names" {
  table a,b 30,x 30,x 4,y 4,z 17,z >labels.csv
  ce-relabel --to 1 labels.csv >out
  cut -d, -f1 labels.csv | cmp - <(cut -d, -f1 out)
  # y has no cluster of its own, and 17 has the other object of z
  assert_equal "$(cut -d, -f2 out | tr '\n' ' ')" "b 30 30 4 17 17 "
}

@test "ce-relabel: clusters without partner get numbers above all of the reference" {
  table ref,v 1,a 1,a 1,b 2,c 2,c 2,d >labels.csv
  assert_equal "$(ce-relabel --to ref labels.csv | cut -d, -f2 | tr '\n' ' ')" "v 1 1 3 2 2 4 "
  table ref,v 10,a 10,a 10,b -5,c -5,c -5,d >labels.csv
  assert_equal "$(ce-relabel --to ref labels.csv | cut -d, -f2 | tr '\n' ' ')" "v 10 10 11 -5 -5 12 "
  table ref,v x,a x,a x,b 2.5,c 2.5,c 9z,d >labels.csv
  assert_equal "$(ce-relabel --to ref labels.csv | cut -d, -f2 | tr '\n' ' ')" "v x x 4 2.5 2.5 9z "
  # a cluster that shares no labelled object with the reference
  table ref,v 1,a 1,a ?,b >labels.csv
  assert_equal "$(ce-relabel --to ref labels.csv | cut -d, -f2 | tr '\n' ' ')" "v 1 1 2 "
}

@test "ce-relabel: among equal maps the first cluster gets the first partner" {
  table ref,v 1,a 2,a 1,b 2,b >labels.csv
  assert_equal "$(ce-relabel --to ref labels.csv | cut -d, -f2 | tr '\n' ' ')" "v 1 1 2 2 "
  table ref,v 2,b 1,a 1,b 2,a >labels.csv
  assert_equal "$(ce-relabel --to ref labels.csv | cut -d, -f2 | tr '\n' ' ')" "v 2 1 2 1 "
}

@test "ce-relabel: objects are matched to the reference's by id, and ids are written first" {
  table v,id 1,p 1,q 2,r >labels.csv
  table id,class,more r,one,4 q,two,5 p,two,6 >truth.csv
  run_split ce-relabel -r truth.csv labels.csv
  assert_equal "$output" "id,v
p,two
q,two
r,one"
  table id,class,more r,one,4 q,two,5 s,two,6 >truth.csv
  run_split ce-relabel -r truth.csv labels.csv
  assert_equal "$output" "$(ce-relabel -q -r <(sed s/s,two/p,NA/ truth.csv) labels.csv)"
  assert_equal "$status ${stderr_lines[0]}" "0 ce-relabel: truth.csv: no row for 1 of the 3 objects of labels.csv, such as 'p': no class"
}

@test "ce-relabel: microclusters weigh as many objects as they have" {
  table size,ref,v 1,1,a 1,1,a 5,2,a 1,2,b 1,2,b >labels.csv
  run_split ce-relabel --to ref labels.csv
  assert_equal "$output" "size,ref,v
1,1,2
1,1,2
5,2,2
1,2,3
1,2,3"
  sed 's/^[0-9]*/1/' labels.csv >alike.csv
  assert_equal "$(ce-relabel --to ref alike.csv | cut -d, -f3 | tr '\n' ' ')" "v 1 1 1 2 2 "
}

@test "ce-relabel: one clustering, one object, a column without labels" {
  table v 7 x 7 >labels.csv
  ce-relabel labels.csv | cmp labels.csv
  table v,w a,b >labels.csv
  assert_equal "$(ce-relabel labels.csv)" "v,w
a,a"
  table none,v,w ?,2,1 ?,2,1 NA,1,3 >labels.csv
  run_split ce-relabel -v labels.csv
  assert_equal "$stderr" "ce-relabel: the reference is v
ce-relabel: 3 objects, 3 clusterings"
  assert_equal "$output" "none,v,w
NA,2,2
NA,2,2
NA,1,1"
  table none,neither ?,? ?,? >labels.csv
  assert_equal "$(ce-relabel labels.csv)" "none,neither
NA,NA
NA,NA"
}

@test "ce-relabel: --class names the column of the reference; in FILE a column of this name is a clustering" {
  table id,kind,class o1,x,1 o2,x,1 o3,y,2 o4,y,2 >reference.csv
  table id,a,kind o4,7,5 o3,7,6 o2,8,6 o1,8,6 >labels.csv
  ce-relabel -r reference.csv --class kind labels.csv >got
  # o3 leads its cluster of kind to x, which has two of three objects, and y is left for the other
  table id,a,kind o4,y,y o3,y,x o2,x,x o1,x,x >expected
  diff expected got
}

@test "ce-relabel: a number for a cluster without partner that is a label already is refused" {
  table a,b 9007199254740991,1 9007199254740992,2 9007199254740992,3 9007199254740992,2 >labels.csv
  run_split ce-relabel --to a labels.csv
  assert_error 1 "ce-relabel: label '9007199254740992' is given twice"
  table a,b 9007199254740990,1 9007199254740992,2 9007199254740992,3 9007199254740992,2 >labels.csv
  ce-relabel --to a labels.csv >got
  table a,b 9007199254740990,9007199254740990 9007199254740992,9007199254740992 9007199254740992,9007199254740991 \
    9007199254740992,9007199254740992 | cmp - got
}

@test "ce-relabel: wrong use" {
  table v,w 1,2 2,1 >labels.csv
  run_split ce-relabel --to x labels.csv
  assert_error 1 "ce-relabel: labels.csv: no clustering 'x' among its 2"
  run_split ce-relabel --to 3 labels.csv
  assert_error 1 "ce-relabel: labels.csv: no clustering '3' among its 2"
  run_split ce-relabel --to 0 labels.csv
  assert_error 1 "ce-relabel: labels.csv: no clustering '0' among its 2"
  run_split ce-relabel --to 99999999999999999999 labels.csv
  assert_error 1 "ce-relabel: labels.csv: no clustering '99999999999999999999' among its 2"
  run_split ce-relabel --to v -r labels.csv labels.csv
  assert_error 2 "ce-relabel: --reference or --to, not both
Try 'ce-relabel --help'."
  run_split ce-relabel -r - <labels.csv
  assert_error 2 "ce-relabel: --reference and FILE are both standard input
Try 'ce-relabel --help'."
  run_split ce-relabel -r labels.csv labels.csv
  assert_error 1 "ce-relabel: labels.csv:1: 2 columns and none named 'class': say which holds the classes (--class)"
  table class 1 >short.csv
  run_split ce-relabel -r short.csv labels.csv
  assert_error 1 "ce-relabel: short.csv: 1 objects, 2 expected as in labels.csv"
}

@test "ce-relabel: --to a name that several clusterings have asks for its number" {
  printf 'a,b,a\n1,2,x\n1,3,x\n2,3,y\n2,2,x\n' >twice.csv
  run_split ce-relabel --to a twice.csv
  assert_error 1 "ce-relabel: twice.csv: several clusterings 'a', numbered: a#1 expected"
  run ce-relabel --to 'a#2' twice.csv
  assert_output "a#1,b,a#2
x,x,x
x,y,x
y,y,y
y,x,x"
}
