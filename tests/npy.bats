#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# Label tables and data tables as arrays of NumPy.

setup() { load common; }

# header TYPE ORDER SHAPE: a header of version 1, 128 bytes.
header() {
  local text
  text=$(printf "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" "$1" "$2" "$3")
  printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "$text"
}

# npy TYPE ORDER SHAPE VALUES: a file.
npy() { header "$1" "$2" "$3"; printf '%b' "$4"; }

# A Python with NumPy, or the test is skipped.
need_numpy() {
  local each
  for each in python3 /usr/bin/python3; do
    if command -v "$each" >/dev/null && "$each" -c 'import numpy' 2>/dev/null; then
      python=$each
      return 0
    fi
  done
  skip "needs NumPy (Debian: python3-numpy)"
}

# as_text M FILE: all columns of an npy file of M columns, in text.
as_text() { ce-select names -q --names "$(seq -f c%g -s, "$1")" "$2"; }

# Three clusterings of six objects, in text and as an array of bytes.
small() {
  table c1,c2,c3 1,3,9 1,3,9 1,2,9 2,2,8 2,1,8 2,1,8 >small.csv
  npy '|i1' False '(6, 3)' '\01\03\011\01\03\011\01\02\011\02\02\010\02\01\010\02\01\010' >small.npy
}

@test "npy: labels of any type and order are the labels of text, wherever label tables are read" {
  small
  npy '|u1' True '(6, 3)' '\01\01\01\02\02\02\03\03\02\02\01\01\011\011\011\010\010\010' >u1f.npy
  npy '<i2' False '(6, 3)' '\1\0\3\0\011\0\1\0\3\0\011\0\1\0\2\0\011\0\2\0\2\0\010\0\2\0\1\0\010\0\2\0\1\0\010\0' >i2.npy
  npy '<u2' True '(6, 3)' '\1\0\1\0\1\0\2\0\2\0\2\0\3\0\3\0\2\0\2\0\1\0\1\0\011\0\011\0\011\0\010\0\010\0\010\0' >u2f.npy
  # whole numbers in a file of fractions: 1 is 00 00 80 3f, 2 00 00 00 40, 3 00 00 40 40, 8 00 00 00 41, 9 00 00 10 41
  local one='\0\0\x80\x3f' two='\0\0\0\x40' three='\0\0\x40\x40' eight='\0\0\0\x41' nine='\0\0\x10\x41'
  npy '<f4' True '(6, 3)' "$one$one$one$two$two$two$three$three$two$two$one$one$nine$nine$nine$eight$eight$eight" >f4f.npy
  gzip -c small.npy >packed
  ce-consensus eac-al,mcla -k 2,3 small.csv >consensus
  ce-diversity small.csv >diversity
  ce-select names --names c1,c3 small.csv >selected
  ce-similarity ca small.csv >matrix
  ce-microcluster compress small.csv >micro
  for file in small.npy u1f.npy i2.npy u2f.npy f4f.npy packed; do
    ce-consensus eac-al,mcla -k 2,3 "$file" | cmp - consensus
    ce-diversity "$file" | cmp - diversity
    ce-select names --names c1,c3 "$file" | cmp - selected
    ce-similarity ca "$file" | cmp - matrix
    ce-microcluster compress "$file" | cmp - micro
  done
  ce-consensus eac-al,mcla -k 2,3 - <small.npy | cmp - consensus
  ce-consensus eac-al,mcla -k 2,3 --header yes small.npy | cmp - consensus
}

@test "npy: one dimension is one column, 4 and 8 bytes, numbers far apart and below 0" {
  npy '<i8' False '(3,)' '\0\0\0\0\0\0\0\x80\xff\xff\xff\xff\xff\xff\xff\x7f\5\0\0\0\0\0\0\0' >far.npy
  assert_equal "$(as_text 1 far.npy)" "c1
-9223372036854775808
9223372036854775807
5"
  npy '<i4' False '(4, 1)' '\xff\xff\xff\xff\0\0\1\0\x7f\xff\xff\xff\0\0\1\0' >low.npy
  assert_equal "$(as_text 1 low.npy)" "c1
-1
65536
-129
65536"
  npy '<u4' False '(2, 1)' '\xff\xff\xff\xff\x80\0\0\0' >high.npy
  assert_equal "$(as_text 1 high.npy)" "c1
4294967295
128"
  # 2^53 and -2^53, up to which a double holds every whole number
  npy '<f8' False '(2,)' '\0\0\0\0\0\0\x40\x43\0\0\0\0\0\0\x40\xc3' >bounds.npy
  assert_equal "$(as_text 1 bounds.npy)" "c1
9007199254740992
-9007199254740992"
}

@test "npy: -1 is a cluster that a note tells of, or missing; NaN is missing" {
  npy '|i1' False '(5, 1)' '\0\1\xff\1\0' >noise.npy
  run_split ce-select random -m 1 noise.npy
  assert_success
  assert_equal "$stderr" "ce-select: noise.npy: label -1 of column c1 is a cluster like others (--missing-words -1: missing)"
  run_split ce-select random -m 1 --missing-words -1 noise.npy
  assert_equal "$stderr" ""
  assert_output "c1
0
1
NA
1
0"
  npy '<f4' False '(3,)' '\0\0\x80\x3f\0\0\xc0\x7f\0\0\0\0' >nan.npy
  assert_equal "$(ce-select random -m 1 nan.npy)" "c1
1
NA
0"
}

@test "npy: true classes, as ce-synth writes them" {
  ce-synth flower -n 2000 -o flower.csv
  ce-synth flower -n 2000 --format npy --classes classes.npy -o flower.npy
  ce-generate kmeans -k 5..13 flower.csv >labels
  ce-score -t flower.csv labels >expected
  ce-score -t classes.npy labels | cmp - expected
  ce-generate kmeans -k 5..13 --format npy flower.npy >labels.npy
  ce-score -t classes.npy labels.npy | cut -d, -f2- >got
  cut -d, -f2- expected | cmp - got
  small
  run_split ce-score -t small.npy small.csv
  assert_error 1 "ce-score: small.npy: npy shape (6, 3), one column of classes expected"
  run_split ce-score -t classes.npy --class kind labels
  assert_error 1 "ce-score: classes.npy: an npy file has columns without names: no --class"
  run_split ce-score -t classes.npy small.csv
  assert_error 1 "ce-score: classes.npy: 2000 objects, 6 expected as in small.csv"
}

@test "npy: a column of labels is not held back by name or number" {
  small
  run_split ce-consensus voting -k 2 --id 1 small.npy
  assert_error 1 "ce-consensus: small.npy: an npy file has columns without names: no --id"
  run_split ce-consensus voting -k 2 --class c3 small.npy
  assert_error 1 "ce-consensus: small.npy: an npy file has columns without names: no --class"
  # a name that a table does not have holds nothing back, as in text
  ce-consensus voting -k 2 small.csv >expected
  for option in "--class kind" "--class 4" "--id none"; do
    # shellcheck disable=SC2086 # option and value apart
    ce-consensus voting -k 2 $option small.npy | cmp - expected
  done
}

@test "npy: the bytes that are written: C order, the fewest bytes that hold all labels" {
  small
  ce-select names --names c1,c2,c3 --format npy small.csv | cmp - small.npy
  # TYPE;LABELS
  while IFS=';' read -r type labels; do
    # shellcheck disable=SC2086
    table a $labels >one.csv
    ce-select names -q --names a --format npy -o one.npy one.csv
    assert_equal "$(head -c 128 one.npy | grep -ao "'descr': '[^']*'")" "'descr': '$type'"
    # shellcheck disable=SC2086
    assert_equal "$(as_text 1 one.npy)" "$(table c1 $labels)"
  done <<'END'
|i1;1 127 -128
|u1;1 128 0
|u1;1 255
<i2;1 256
<i2;128 -1
<i2;-129 1
<u2;32768 1
<u2;65535 1
<i4;65536 1
<i4;40000 -2
<i4;-2147483648 2147483647
<u4;2147483648 4294967295
<i8;4294967296 2
<i8;2147483648 -1
<i8;9223372036854775807 -9223372036854775808
END
}

@test "npy: long rows, and rows that are longer than what is read and written at a time" {
  # all cells of a row have one label, each byte of which is 2, and in the last row 3
  while read -r type columns width rows two three; do
    { header "$type" False "($rows, $columns)"
      head -c "$((columns * width * (rows - 1)))" /dev/zero | tr '\0' '\2'
      head -c "$((columns * width))" /dev/zero | tr '\0' '\3'; } >wide.npy
    ce-select random -m "$columns" -q --format npy wide.npy | cmp - wide.npy
    ce-microcluster compress -q wide.npy >micro
    run bash -c "tail -n 2 micro | tr , '\n' | uniq -c | tr -s ' '"
    assert_output " 1 $((rows - 1))
 $columns $two
 1 1
 $columns $three"
  done <<'END'
|i1 16000 1 80 2 3
<i8 140000 8 2 144680345676153346 217020518514230019
END
}

@test "npy: every tool that writes label tables writes them so" {
  small
  ce-generate kmeans -k 2,3 "$BUNDLED/iris.csv" >labels
  ce-generate kmeans -k 2,3 --format npy -o labels.npy "$BUNDLED/iris.csv"
  same() { as_text "$1" "$3" | tail -n +2 | cmp - <(tail -n +2 "$2"); }
  same 2 labels labels.npy
  ce-consensus voting,mcla -k 2 labels.npy >labels2
  ce-consensus voting,mcla -k 2 --format npy labels.npy >labels2.npy
  same 2 labels2 labels2.npy
  ce-similarity ca small.npy | ce-partition average -k 2,3 >cut
  ce-similarity ca small.npy | ce-partition average -k 2,3 --format npy -o cut.npy
  same 2 cut cut.npy
  ce-relabel --to c1 small.csv >renamed
  ce-relabel --to c1 --format npy small.npy >renamed.npy
  same 3 renamed renamed.npy
  ce-microcluster compress small.npy >micro
  ce-consensus voting -k 2 micro >result
  ce-microcluster expand -t micro -r result small.npy >spread
  ce-microcluster expand -t micro -r result --format npy small.npy -o spread.npy
  same 1 spread spread.npy
  ce-consensus usenc -k 3 -m 4 --base base --format csv "$BUNDLED/iris.csv" >/dev/null
  ce-consensus usenc -k 3 -m 4 --base base.npy --format npy "$BUNDLED/iris.csv" >/dev/null
  same 4 base base.npy
  ce-generate lac -k 3 --inv-h 2 --membership --labels lac.npy --format npy "$BUNDLED/iris.csv" -o soft
  ce-generate lac -k 3 --inv-h 2 "$BUNDLED/iris.csv" >lac
  same 1 lac lac.npy
  ce-generate boost -k 3 --rounds 4 --bases bases "$BUNDLED/iris.csv" >/dev/null
  ce-generate boost -k 3 --rounds 4 --bases bases.npy --format npy "$BUNDLED/iris.csv" >/dev/null
  same "$(head -1 bases | tr ',' '\n' | wc -l)" bases bases.npy
}

@test "npy: what a table of whole numbers cannot hold is refused or told" {
  table id,a,b p1,1,1 p2,NA,1 p3,2,NA >missing.csv
  run_split ce-select names --names a,b --format npy -o missing.npy missing.csv
  assert_success
  assert_equal "$stderr" "ce-select: missing labels are written as -1: 2 (read them with --missing-words -1)
ce-select: an npy file has no ids: id is left out"
  npy '|i1' False '(3, 2)' '\1\1\xff\1\2\xff' | cmp - missing.npy
  assert_equal "$(ce-select names --names c1,c2 --missing-words -1 missing.npy)" "$(cut -d, -f2- missing.csv | sed 1s/.*/c1,c2/)"
  table a -1 NA 2 >both.csv
  run_split ce-select names -q --names a --format npy both.csv
  assert_error 1 "ce-select: some labels are missing and others are -1, and in an npy file missing ones are -1 (--format csv)"
  for label in red 1.0 07 +1 -0 9223372036854775808 1e3; do
    table a "\"$label\"" 2 3 >text.csv
    run_split ce-select names -q --names a --format npy -o text.npy text.csv
    assert_error 1 "ce-select: column a has the label '$label', and an npy file holds whole numbers only (--format csv)"
    [ ! -e text.npy ] || fail "something is left of $label"
  done
  table size,a 3,1 2,2 >micro.csv
  run_split ce-relabel --format npy micro.csv
  assert_error 1 "ce-relabel: the rows have sizes, and an npy file holds labels only (--format csv)"
  table a:1,a:2 .5,.5 1,0 >soft.csv
  run_split ce-select names --names a --format npy soft.csv
  assert_error 1 "ce-select: soft.csv: a membership table, which is text: no --format npy"
  run_split ce-generate lac -k 3 --inv-h 2 --membership --format npy "$BUNDLED/iris.csv"
  assert_equal "$status" 2
  [[ $stderr == "ce-generate: --format is for label tables, and a membership table is written"* ]] || fail "$stderr"
  table 1,0 0,1 >two.csv
  run_split ce-partition average --tree tree.csv --format npy two.csv
  assert_equal "$status" 2
  [[ $stderr == "ce-partition: --format is for labels, and without -k there are none"* ]] || fail "$stderr"
}

@test "npy: files of labels of the wrong kind, order or size: one message each" {
  # refused MESSAGE <FILE: by the reader of whole tables, and by the one that goes row by row
  refused() {
    cat >bad
    run_split ce-consensus voting -k 2 bad
    assert_error 1 "ce-consensus: bad: $1"
    run_split ce-microcluster compress bad
    assert_error 1 "ce-microcluster: bad${2-: $1}"
  }
  small
  head -c -1 small.npy | refused "the file ends inside the values"
  { cat small.npy; echo; } | refused "more bytes than 6 x 3 values"
  head -c 100 small.npy | refused "the file ends inside the npy header"
  npy '|i1' True '(6, 3)' '\1\2' | refused "the file ends inside the values"
  npy '<U5' False '(1, 1)' 'abcdefghijabcdefghij' |
    refused "npy values of type '<U5', one of '<f8' '<f4' '<i8' '<i4' '<i2' '|i1' '<u4' '<u2' '|u1' expected; numpy.unique(a, return_inverse=True)[1].reshape(a.shape) numbers texts"
  npy '|b1' False '(1, 1)' '\1' |
    refused "npy values of type '|b1', one of '<f8' '<f4' '<i8' '<i4' '<i2' '|i1' '<u4' '<u2' '|u1' expected; a.astype('i1') is read"
  npy '>i4' False '(1, 1)' '\0\0\0\1' |
    refused "npy values of type '>i4', one of '<f8' '<f4' '<i8' '<i4' '<i2' '|i1' '<u4' '<u2' '|u1' expected; a.astype('<f8') is read"
  npy '|i1' False '(1, 1, 1)' '\1' | refused "npy shape (1, 1, 1), rows and columns expected"
  npy '|i1' False '()' '\1' | refused "npy shape (), rows and columns expected"
  npy '<f4' False '(2, 2)' '\0\0\x80\x3f\0\0\x80\x3f\0\0\x80\x3f\0\0\0\x3f' |
    refused "row 2, column 2 is 0.5: whole numbers expected for labels" ":2: column 2 is 0.5: whole numbers expected for labels"
  npy '<f4' True '(2, 2)' '\0\0\x80\x3f\0\0\x80\x3f\0\0\x80\x3f\0\0\0\x3f' |
    refused "row 2, column 2 is 0.5: whole numbers expected for labels" ":2: column 2 is 0.5: whole numbers expected for labels"
  npy '<f4' False '(1,)' '\0\0\x80\x7f' |
    refused "row 1, column 1 is inf: whole numbers expected for labels" ":1: column 1 is inf: whole numbers expected for labels"
  npy '|i1' False '(0, 3)' '' |
    refused "npy shape (0, 3): a table with at least one object expected" ": empty, a table with at least one object expected"
  npy '|i1' False '(3, 0)' '' |
    refused "npy shape (3, 0): a table with at least one object expected" ": empty, a table with at least one object expected"
  header '<i8' False '(2000000000, 2000000000)' >huge.npy
  run_split env CE_MEMORY_LIMIT=4G ce-consensus voting -k 2 huge.npy
  assert_error 1 "ce-consensus: the label table (2000000000 x 2000000000) needs 13.9 EiB of memory, 4.0 GiB are free (CE_MEMORY_LIMIT); use fewer objects or clusterings instead"
  table a,b 1,1 2,2 >two.csv
  table r 1 2 >result.csv
  ce-microcluster compress two.csv >micro
  npy '|i1' False '(2, 2)' '\1\3\2\2' >other.npy
  run_split ce-microcluster expand -t micro -r result.csv other.npy
  assert_error 1 "ce-microcluster: other.npy:1: label '3' of column b does not occur in micro"
  # nor in a row that is, but for it, the one above
  npy '|i1' False '(2, 2)' '\1\1\1\3' >other.npy
  run_split ce-microcluster expand -t micro -r result.csv other.npy
  assert_error 1 "ce-microcluster: other.npy:2: label '3' of column b does not occur in micro"
  npy '<f4' False '(2, 2)' '\0\0\x80\x3f\0\0\x80\x3f\0\0\0\x3f\0\0\x80\x3f' >half.npy
  run_split ce-assign -t two.csv -r result.csv half.npy
  assert_error 1 "ce-assign: half.npy: row 2, column 1 is 0.5: whole numbers expected"
  # whole, but more than a double counts to: 1e17 and 2^53 + 2
  local large='\0\xa0\xd8\x85\x57\x34\x76\x43' beyond='\x01\0\0\0\0\0\x40\x43'
  npy '<f8' False '(1, 2)' "$beyond$large" >large.npy
  run_split ce-assign -t two.csv -r result.csv large.npy
  assert_error 1 "ce-assign: large.npy: row 1, column 1 is 9.0072e+15: whole numbers up to 2^53 expected"
  npy '<f8' False '(2,)' "\0\0\0\0\0\0\xf0\x3f$large" >large.npy
  run_split ce-consensus eac-al -k 2 large.npy
  assert_error 1 "ce-consensus: large.npy: row 2, column 1 is 1e+17: whole numbers up to 2^53 expected for labels"
  run_split ce-microcluster compress large.npy
  assert_error 1 "ce-microcluster: large.npy:2: column 1 is 1e+17: whole numbers up to 2^53 expected for labels"
  # in a later block, too
  { header '<f4' False '(150000, 2)'; head -c 1199996 /dev/zero; printf '\0\0\0\x3f'; } >half.npy
  run_split ce-assign -t two.csv -r result.csv half.npy
  assert_error 1 "ce-assign: half.npy: row 150000, column 2 is 0.5: whole numbers expected"
  # other tables are not npy files
  run_split ce-constrain close small.npy
  assert_error 1 "ce-constrain: small.npy: this is an npy file; it holds numbers, a table expected: numpy.savetxt writes text"
}

@test "npy: labels side by side with text: microclusters of shards, objects of constraints" {
  small
  tail -n +4 small.csv | sed '1i c1,c2,c3' >rest.csv
  ce-microcluster merge small.csv rest.csv >expected
  npy '|i1' False '(4, 3)' '\01\02\011\02\02\010\02\01\010\02\01\010' >rest.npy
  ce-microcluster merge small.npy rest.npy | cmp - expected
  table kmeans.k2.r1,kmeans.k3.r2,kmeans.k2.r3 1,3,9 1,3,9 >named.csv
  ce-microcluster merge named.csv rest.npy >merged
  assert_equal "$(head -1 merged)" size,kmeans.k2.r1,kmeans.k3.r2,kmeans.k2.r3
  table i,j,link 1,2,must 2,6,cannot >links.csv
  ce-constrain close --objects small.csv links.csv >expected
  ce-constrain close --objects small.npy links.csv | cmp - expected
  ce-synth cg -n 6 --format npy -o data.npy
  ce-constrain close --objects data.npy links.csv | cmp - expected
  table i,j,link 1,7,must >outside.csv
  run_split ce-constrain close --objects small.npy outside.csv
  assert_error 1 "ce-constrain: outside.csv:2: row 7, 6 objects in small.npy"
  head -c -1 small.npy >short.npy
  run_split ce-constrain close --objects short.npy links.csv
  assert_error 1 "ce-constrain: short.npy: the file ends inside the values"
  for shape in '(0, 3)' '(3, 0)'; do
    npy '|i1' False "$shape" '' >none.npy
    run_split ce-constrain close --objects none.npy links.csv
    assert_error 1 "ce-constrain: none.npy: npy shape $shape: a table with at least one object expected"
  done
}

@test "npy: labels are read without a second copy" {
  not_sanitized "the sanitizers take memory of their own"
  # 3 million x 20 bytes become 229 MiB of labels; 440 MiB of data do not hold them twice. OpenBLAS takes up to 128 MiB of them.
  { header '|i1' False '(3000000, 20)'; head -c 60000000 /dev/zero; } >zeros.npy
  { header '|i1' False '(3000000, 1)'; head -c 3000000 /dev/zero; } >class.npy
  (
    ulimit -d 440000
    ce-score -j 1 -s error -t class.npy zeros.npy >scores
  )
  assert_equal "$(sed -n 2p scores)" c1,1,0
}

@test "npy: what NumPy saves is read, and what is written is what NumPy loads" {
  need_numpy
  "$python" - <<'END'
import numpy as np
r = np.random.default_rng(3)
a = r.integers(0, 120, (500, 7))
for t in "int8 int16 int32 int64 uint8 uint16 uint32 float32 float64".split():
    np.save("c_" + t, a.astype(t))
    np.save("f_" + t, np.asfortranarray(a.astype(t)))
np.save("c_one", a[:, 0])
np.savetxt("a.csv", a, fmt="%d", delimiter=",", header=",".join("c%d" % (q + 1) for q in range(7)), comments="")
x = r.normal(size=(500, 3))
x[3, 1] = np.nan
np.save("x_float64", x)
np.savetxt("x.csv", x, fmt="%.17g", delimiter=",", header="f1,f2,f3", comments="")
np.save("xf_float64", np.asfortranarray(x))
np.save("x_float32", x.astype("float32"))
np.savetxt("x32.csv", x.astype("float32"), fmt="%.17g", delimiter=",", header="f1,f2,f3", comments="")
END
  sed -i 's/nan//' x.csv x32.csv
  for file in c_*int* f_*int* c_float* f_float*; do
    as_text 7 "$file" | cmp - a.csv
  done
  cut -d, -f1 a.csv | cmp - <(as_text 1 c_one.npy)
  ce-select names --names c1,c2,c3,c4,c5,c6,c7 --format npy -o back.npy c_int64.npy
  ce-prepare minmax x.csv >expected
  ce-prepare minmax x_float64.npy | cmp - expected
  ce-prepare minmax xf_float64.npy | cmp - expected
  ce-prepare minmax x32.csv >expected
  ce-prepare minmax x_float32.npy | cmp - expected
  "$python" - <<'END'
import numpy as np
back = np.load("back.npy")
assert back.dtype == np.int8 and back.shape == (500, 7) and back.flags.c_contiguous
assert (back == np.load("c_int64.npy")).all()
END
}

# The data of iris, and as an array in double precision: features on two scales, and one that is constant.
flowers() {
  cut -d, -f1-4 "$BUNDLED/iris.csv" | awk -F, -v OFS=, 'NR == 1 { print "f1,f2,f3,f4,f5"; next } { print $1, 7, $2 * 64, $3, $4 }' >iris.csv
  # halves and quarters of whole numbers are exact in both precisions
  awk -F, -v OFS=, 'NR > 1 { for (c = 1; c <= NF; c++) $c = int($c * 4) } { print }' iris.csv >quarters.csv
}

# as_array BYTES FILE: a table of whole numbers from 0 to 1023 as an array of 4 or 8 bytes a number.
as_array() {
  local n d
  n=$(($(wc -l <"$2") - 1)) d=$(head -1 "$2" | tr ',' '\n' | wc -l)
  header "<f$1" False "($n, $d)"
  tail -n +2 "$2" | tr , '\n' | awk -v bytes="$1" '
    # sign, exponent and fraction of a whole number, as bytes from the last
    function show(x,   e, f, high) {
      if (x == 0) { high = 0 }
      else {
        for (e = 0; 2 ^ (e + 1) <= x; e++) ;
        f = x / 2 ^ e - 1
        high = bytes == 4 ? ((127 + e) * 128 + f * 128) * 65536 : ((1023 + e) * 16 + f * 16) * 65536
      }
      for (i = bytes == 4 ? 0 : -4; i < 4; i++) printf "\\%03o", i < 0 ? 0 : int(high / 256 ^ i) % 256
    }
    { show($1) } END { print "" }' | { IFS= read -r text; printf '%b' "$text"; }
}

@test "npy: every generator and system reads an array as it reads text, in the file or copied" {
  in_turn 4 sanitized
  flowers
  cut -d, -f1,3- quarters.csv | sed 1s/.*/f1,f2,f3,f4/ >four.csv
  as_array 8 four.csv >f8.npy
  # not mapped: a pipe, a packed file, another order; mapped: a file, also as standard input
  gzip -c f8.npy >packed
  while read -r command; do
    # shellcheck disable=SC2086 # words apart
    $command -q four.csv >expected
    # shellcheck disable=SC2086
    $command -q f8.npy | cmp - expected || fail "$command"
    # shellcheck disable=SC2086
    $command -q - <f8.npy | cmp - expected || fail "$command: standard input"
    # shellcheck disable=SC2086
    cat f8.npy | $command -q - | cmp - expected || fail "$command: a pipe"
    # shellcheck disable=SC2086
    $command -q packed | cmp - expected || fail "$command: packed"
  done <<'END'
ce-generate kmeans -k 2..5 -m 4
ce-generate rpcl -k 2..5 -m 3
ce-generate lac -k 3 --inv-h 1,2
ce-generate linkage -k 2,3
ce-generate som -k 3
ce-generate spectral -k 3 --neighbours 8
ce-generate tksc -k 3 --neighbours 8
ce-generate boost -k 3 --rounds 5
ce-generate mle -k 3
ce-generate uspec -k 3 -m 3 --features 0.5
ce-consensus usenc -k 3 -m 4
ce-consensus usenc -k 3 -m 4 --raw
ce-consensus wsce -k 3
ce-consensus wocce -k 3 -m 4
ce-consensus penta -k 3 --rounds 2
ce-consensus penta,usenc -k 3
ce-prepare zscore
END
}

@test "npy: single precision stays what it is in uspec and usenc, and is widened elsewhere" {
  flowers
  as_array 4 quarters.csv >f4.npy
  while read -r command; do
    # shellcheck disable=SC2086
    $command -q quarters.csv >expected
    # shellcheck disable=SC2086
    $command -q f4.npy | cmp - expected || fail "$command"
    # shellcheck disable=SC2086
    cat f4.npy | $command -q - | cmp - expected || fail "$command: a pipe"
  done <<'END'
ce-generate uspec -k 3 -m 3
ce-generate uspec -k 3 -m 3 --features 0.5
ce-generate uspec -k 3 -m 3 --distance cosine
ce-generate uspec -k 3 --choice kmeans --exact
ce-consensus usenc -k 3 -m 4
ce-consensus usenc -k 3 -m 4 --raw
ce-consensus penta,usenc -k 3
ce-generate kmeans -k 3
ce-prepare minmax
END
  { header '<f4' False '(2, 1)'; printf '\0\0\xc0\x7f\0\0\0\0'; } >nan.npy
  run_split ce-generate uspec -k 1 nan.npy
  assert_error 1 "ce-generate: nan.npy: object 1 has no value in column f1, complete data expected: ce-prepare impute or drop-missing"
  run_split ce-consensus usenc -k 1 nan.npy
  assert_error 1 "ce-consensus: nan.npy: object 1 has no value in column f1, complete data expected: ce-prepare impute or drop-missing"
  { header '<f4' False '(2, 1)'; printf '\0\0\x80\xff\0\0\0\0'; } >infinite.npy
  run_split ce-generate uspec -k 1 infinite.npy
  assert_error 1 "ce-generate: infinite.npy: row 1, column 1 is -inf, a finite number expected"
  head -c -1 f4.npy >short.npy
  run_split ce-generate uspec -k 1 short.npy
  assert_error 1 "ce-generate: short.npy: the file ends inside the values"
  { cat f4.npy; echo; } >long.npy
  run_split ce-generate uspec -k 1 long.npy
  assert_error 1 "ce-generate: long.npy: more bytes than 150 x 5 values"
  header '<f8' False '(2000000000, 2000000000)' >huge.npy
  run_split ce-generate uspec -k 1 huge.npy
  assert_error 1 "ce-generate: huge.npy: the file ends inside the values"
}

@test "npy: --missing-words makes numbers of an array missing, as in text, in the file or copied" {
  flowers
  # some numbers are 999, which are missing
  ce-prepare blank --share 0.2 --seed 4 quarters.csv | sed -E '2,$ { s/^,/999,/; s/,$/,999/; :a; s/,,/,999,/; ta; }' >words.csv
  grep -q '^999,' words.csv
  as_array 8 words.csv >f8.npy
  as_array 4 words.csv >f4.npy
  gzip -c f8.npy >packed
  cp f8.npy before.npy
  for command in "ce-prepare impute" "ce-prepare drop-missing" "ce-consensus wsce -k 3"; do
    $command -q --missing-words 'NULL, 999' words.csv >expected
    run ! cmp -s expected <($command -q words.csv)
    for file in f8.npy f4.npy packed; do
      $command -q --missing-words 'NULL, 999' "$file" | cmp - expected || fail "$command: $file"
    done
    $command -q --missing-words 999.0 - <f8.npy | cmp - expected || fail "$command: standard input"
    cat f8.npy | $command -q --missing-words 999 - | cmp - expected || fail "$command: a pipe"
  done
  # row by row
  ce-generate kmeans -k 3 -m 2 --model model quarters.csv >members
  ce-assign -q --model model --missing-words 999 words.csv >expected
  ce-score -q members --missing-words 999 --data words.csv >scores
  run ! cmp -s scores <(ce-score -q members --data words.csv)
  for file in f8.npy f4.npy packed; do
    ce-assign -q --model model --missing-words ' 999' "$file" | cmp - expected || fail "ce-assign: $file"
    ce-score -q members --missing-words 999 --data "$file" | cmp - scores || fail "ce-score: $file"
  done
  # where data must be complete, a cell is missing
  for tool in "ce-generate kmeans -k 2" "ce-generate uspec -k 2" "ce-consensus usenc -k 2"; do
    for file in f8.npy f4.npy; do
      run_split $tool "$file" --missing-words 999
      assert_error 1 "${tool%% *}: $file: object 1 has no value in column f4, complete data expected: ce-prepare impute or drop-missing"
    done
  done
  cmp f8.npy before.npy
}

@test "npy: a missing number of an array is compared as the array has it; infinite ones may be missing too" {
  local whole='\x19\xfc\xff\xff' single='\x66\xc6\x79\xc4' one='\0\0\x80\x3f' infinite='\0\0\x80\x7f'
  npy '<f4' True '(2, 2)' "$one$single$one$one" >f4.npy
  assert_equal "$(ce-prepare drop-missing --missing-words -999.1 f4.npy)" "$(table f1,f2 1,1)"
  npy '<i4' False '(2, 1)' "$whole\1\0\0\0" >i4.npy
  assert_equal "$(ce-prepare drop-missing --missing-words -999 i4.npy)" "$(table f1 1)"
  npy '<f4' False '(2, 1)' "$infinite$one" >infinite.npy
  run_split ce-prepare drop-missing --missing-words -inf infinite.npy
  assert_error 1 "ce-prepare: infinite.npy: row 1, column 1 is inf, a finite number expected"
  assert_equal "$(ce-prepare drop-missing --missing-words inf infinite.npy)" "$(table f1 1)"
}

@test "npy: usenc standardises while it reads: the bytes of zscore, uspec and tcut" {
  flowers
  # tiny numbers are enlarged first; 70 features are more than are standardised at once
  awk -F, -v OFS=, 'NR > 1 { for (c = 1; c <= NF; c++) $c = $c "e-160" } { print }' quarters.csv >tiny.csv
  awk -F, -v OFS=, '{ for (c = 1; c <= 70; c++) $c = NR == 1 ? "f" c : sin(NR * c) * c } { print }' quarters.csv >wide.csv
  as_array 4 quarters.csv >f4.npy
  as_array 8 quarters.csv >f8.npy
  for file in quarters.csv tiny.csv wide.csv f4.npy f8.npy; do
    ce-prepare drop-constant -q "$file" | ce-prepare zscore |
      ce-generate uspec -k 3..9 -m 4 --iterations 4 --restarts 1 >members
    ce-consensus tcut -k 3 members | tail -n +2 >expected
    ce-consensus usenc -q -k 3 -m 4 --base-k 3..9 --base base "$file" | tail -n +2 | cmp - expected || fail "$file"
    cmp base members
  done
}

@test "npy: data in the file take no memory, and single precision none either" {
  ce-synth tb -n 1000000 --format npy -o tb.npy
  # 1,000,000 x 2 numbers are 15.3 MiB; what else is held is less at a time
  export CE_MEMORY_LIMIT=15M
  run_split ce-prepare zscore tb.npy
  assert_error 1 "ce-prepare: the data table (1000000 x 2) needs 15.3 MiB of memory, 15.0 MiB are free (CE_MEMORY_LIMIT); use fewer objects or features instead"
  ce-generate uspec -k 2 --neighbours 2 --representatives 100 -o labels.npy --format npy tb.npy
  ce-consensus usenc -k 2 -m 2 --base-k 4..6 --neighbours 2 --representatives 100 -o consensus.npy --format npy tb.npy
  assert_equal "$(head -c 128 consensus.npy | grep -ao '([0-9, ]*)')" "(1000000, 1)"
}

@test "npy: the log has bytes and checksum of a file that was mapped" {
  flowers
  as_array 8 quarters.csv >f8.npy
  ce-prepare minmax --log one f8.npy >minmax
  ce-generate uspec -k 3 --log two f8.npy >labels
  read_of() { grep -o '"inputs": *\[[^]]*\]' "$1"; }
  assert_equal "$(read_of two)" "$(read_of one)"
  [[ $(read_of two) == *f8.npy* ]] || fail "$(cat two)"
}

@test "npy: labels with missing ones are written in a type that holds -1, whatever the number of clusters" {
  for k in 127 128 200 255 256 32767 32768; do
    { echo a; seq "$k"; echo NA; echo 1; } >labels.csv
    ce-relabel -q --format npy -o labels.npy labels.csv
    ce-relabel -q --missing-words -1 labels.npy >back
    assert_equal "$(tail -n 2 back | paste -sd,)" "NA,1"
    cmp <(tail -n +2 labels.csv) <(tail -n +2 back)
  done
}
