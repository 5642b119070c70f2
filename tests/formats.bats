#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The formats of clens-formats(5), read and written.

setup() {
  load common
  copy="$CE_BUILD/obj/tests/matrix-copy"
  ensemble="$CE_BUILD/obj/tests/ensemble-copy"
}

# A symmetric matrix as csv, N rows; every third entry is 0.
matrix() {
  awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) { a = i < j ? i : j; b = i < j ? j : i
    printf "%s%s", ((a * 7 + b * 3) % 3 ? (a * 31 + b * 17) % 97 / 97 : 0), (j < n ? "," : "\n") } }'
}

# csv on standard input to Matrix Market: LAYOUT SYMMETRY
market() {
  awk -F, -v layout="$1" -v symmetry="$2" '{ n = NR; for (j = 1; j <= NF; j++) x[NR, j] = $j }
    END { print "%%MatrixMarket matrix " layout " real " symmetry; print "% a comment"; print ""
      body = ""; count = 0
      for (j = 1; j <= n; j++) for (i = symmetry == "symmetric" ? j : 1; i <= n; i++)
        if (layout == "array") body = body x[i, j] "\n"
        else if (x[i, j] != 0) { body = body i " " j " " x[i, j] "\n"; count++ }
      print n, n (layout == "array" ? "" : " " count); printf "%s", body }'
}

# refused MESSAGE [FORMAT]: matrix-copy of standard input fails and says this.
refused() {
  cat >bad
  run_split "$copy" bad csv
  assert_error 1 "$1"
}

@test "formats: clens-formats(5)'s examples print what the page says" {
  run "$CE_SOURCE/tests/man-examples.sh" "$CE_SOURCE/man/clens-formats.5"
  assert_output ""
  assert_equal "$status" 0
}

@test "formats: numbers are written and read as the C library does, only faster" {
  run_split "$CE_BUILD/obj/tests/reals" 50000
  assert_equal "$status" 0
  assert_equal "$output" "350000 compared"
}

@test "matrix files: every form read gives the same matrix" {
  in_turn 4 sanitized
  for n in 1 2 17 40; do
    matrix $n >m.csv
    "$copy" m.csv csv >plain.csv
    "$copy" m.csv npy m.npy
    { seq 1 $n | sed 's/^/o/' | paste -sd,; cat m.csv; } >header.csv
    for symmetry in symmetric general; do
      market array $symmetry <m.csv >array-$symmetry.mtx
      market coordinate $symmetry <m.csv >coordinate-$symmetry.mtx
    done
    gzip -c m.npy >packed
    for file in m.npy header.csv array-symmetric.mtx array-general.mtx coordinate-symmetric.mtx coordinate-general.mtx packed; do
      "$copy" "$file" csv | cmp - plain.csv || fail "$n $file"
      for format in mtx npy; do
        "$copy" "$file" $format step
        "$copy" step csv | cmp - plain.csv || fail "$n $file by $format"
      done
    done
  done
}

@test "matrix files: NumPy's own files, C and Fortran order, four types" {
  # made by NumPy 1.24.2: a = [[1,2],[2,5]]; numpy.save of a in each type, and of numpy.asfortranarray(a)
  header() { printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '$1', 'fortran_order': $2, 'shape': (2, 2), }"; }
  { header '<f8' False; printf '\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\x14\x40'; } >f8
  { header '<f8' True; printf '\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\x14\x40'; } >f8f
  { header '<f4' False; printf '\0\0\x80\x3f\0\0\0\x40\0\0\0\x40\0\0\xa0\x40'; } >f4
  { header '<i8' False; printf '\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\5\0\0\0\0\0\0\0'; } >i8
  { header '<i4' False; printf '\1\0\0\0\2\0\0\0\2\0\0\0\5\0\0\0'; } >i4
  for file in f8 f8f f4 i8 i4; do assert_equal "$("$copy" $file csv)" "1,2
2,5"; done
}

@test "matrix files: pattern and integer fields, any case, entries above the diagonal" {
  run_split "$copy" - csv <<<"%%MatrixMarket MATRIX Coordinate Pattern Symmetric
3 3 2
2 1
2 3"
  assert_equal "$output" "0,1,0
1,0,1
0,1,0"
  run_split "$copy" - csv <<<"%%matrixmarket matrix array integer symmetric
2 2
1 -2
3"
  assert_equal "$output" "1,-2
-2,3"
}

@test "matrix files: words stand anywhere in the buffer that they are read through" {
  awk 'BEGIN { for (i = 1; i <= 300; i++) for (j = 1; j <= 300; j++) printf "%d%s", (i * j) % 7 % 3, (j < 300 ? "," : "\n") }' >plain.csv
  for comment in % %% %%% %%%%; do
    { table "%%MatrixMarket matrix array real general" $comment "300 300"; tr , '\n' <plain.csv; } >words.mtx
    timeout 60 "$copy" words.mtx csv >got
    cmp got plain.csv
  done
}

@test "matrix files: differences up to 1e-12 of the entry are symmetric, the upper one is kept" {
  run_split "$copy" - csv <<<"1,0.5
0.5000000000000004,1"
  assert_equal "$output" "1,0.5
0.5,1"
}

@test "Matrix Market: headers and sizes that lie" {
  refused "bad:1: Matrix Market object 'vector', 'matrix' expected" <<<"%%MatrixMarket vector array real general"
  refused "bad:1: layout 'list', 'array' or 'coordinate' expected" <<<"%%MatrixMarket matrix list real general"
  refused "bad:1: field 'complex', 'real', 'integer' expected" <<<"%%MatrixMarket matrix array complex general"
  refused "bad:1: field 'pattern', 'real', 'integer' expected" <<<"%%MatrixMarket matrix array pattern general"
  refused "bad:1: symmetry 'hermitian', 'symmetric' or 'general' expected" <<<"%%MatrixMarket matrix array real hermitian"
  refused "bad:1: symmetry '', 'symmetric' or 'general' expected" <<<"%%MatrixMarket matrix array real"
  refused "bad:2: the file ends, the size of the matrix expected" <<<"%%MatrixMarket matrix array real general"
  refused "bad:2: 2 rows and 3 columns, a square matrix expected" <<<"%%MatrixMarket matrix array real general
2 3"
  for size in 0 -1 1.5 x 1e3 99999999999999999999999 2147483648; do
    refused "bad:2: rows '$size', a whole number from 1 to 2147483647 expected" <<<"%%MatrixMarket matrix array real general
$size 3"
  done
  refused "bad:2: columns '', a whole number from 1 to 2147483647 expected" <<<"%%MatrixMarket matrix array real general
3"
  refused "bad:2: '5' behind the size of the matrix" <<<"%%MatrixMarket matrix array real general
2 2 5"
  refused "bad:2: entries '5', a whole number from 0 to 4 expected" <<<"%%MatrixMarket matrix coordinate real general
2 2 5"
  refused "bad:4: the file ends, more entries expected" <<<"%%MatrixMarket matrix coordinate real general
1000000 1000000 1000000000000
1 1 1"
}

@test "Matrix Market: a size that no machine holds is refused before memory is taken" {
  printf '%s\n' "%%MatrixMarket matrix array real general" "1000000000 1000000000" 1 >huge
  run_split env CE_MEMORY_LIMIT=4G "$copy" huge csv
  assert_error 1 "huge: the matrix (1000000000 x 1000000000) needs 3.5 EiB of memory, 4.0 GiB are free (CE_MEMORY_LIMIT); use a sparse one or microclusters instead"
  printf '%s\n' "%%MatrixMarket matrix coordinate real general" "1000000000 1000000000 1" "1 1 1" >huge
  run_split env CE_MEMORY_LIMIT=4G "$copy" huge csv
  assert_equal "$status" 1
  assert_equal "$output" ""
}

@test "Matrix Market: too few, too many and broken entries" {
  array="%%MatrixMarket matrix array real symmetric"
  refused "bad:5: the file ends, a number expected" <<<"$array
2 2
1
.5"
  refused "bad:5: '7' behind the last entry" <<<"$array
2 2
1
.5
1 7"
  for value in nan inf -inf 1e400; do
    refused "bad:4: '$value', a finite number expected" <<<"$array
2 2
1
$value
1"
  done
  refused "bad:4: 'x', a number expected" <<<"$array
2 2
1
x
1"
  coordinate="%%MatrixMarket matrix coordinate real symmetric"
  refused "bad:3: row '0', a whole number from 1 to 2 expected" <<<"$coordinate
2 2 1
0 1 1"
  refused "bad:3: column '3', a whole number from 1 to 2 expected" <<<"$coordinate
2 2 1
1 3 1"
  refused "bad:4: row, column and value expected in one line" <<<"$coordinate
2 2 2
1 1
1 2 1"
  refused "bad:3: two entries in one line" <<<"$coordinate
2 2 2
1 1 1 2 2 1"
  refused "bad:4: entry (1, 2) a second time, after line 3" <<<"$coordinate
2 2 2
2 1 1
1 2 1"
  refused "bad:5: '1' behind the last entry" <<<"$coordinate
2 2 2
2 1 1
1 1 1
1 1 1"
}

@test "matrix files: entries that are not symmetric are named with their line (0.4 was 0.40000000000000002)" {
  refused "bad:2: entry (2, 1) is 0.4 and (1, 2) is 0.5: not symmetric" <<<"1,.5
.4,1"
  refused "bad:5: entry (1, 2) is 0.4 and (2, 1) is 0.5: not symmetric" <<<"%%MatrixMarket matrix array real general
2 2
1
.5
.4
1"
  refused "bad:4: entry (3, 2) is 2 and (2, 3) is 0: not symmetric" <<<"%%MatrixMarket matrix coordinate real general
3 3 2
1 1 1
3 2 2"
  # ids in another order come first: with them the matrix is not symmetric either
  refused "bad: column 1 of the matrix is 'a', row 1 is 'c': the same order expected" <<<"id,a,b,c
c,0,.5,1
b,0,1,.5
a,1,0,0"
  # 1 2 3, 2 4 5, 3 6 7
  npy "{'descr': '|i1', 'fortran_order': False, 'shape': (3, 3), }" '\1\2\3\2\4\5\3\6\7' |
    refused "bad: entry (3, 2) is 6 and (2, 3) is 5: not symmetric"
}

@test "matrix files: csv that is not square, not a number, not finite, missing" {
  refused "bad: 3 rows of 2 columns: a data table? A square matrix expected" <<<"1,0
0,1
0,0"
  refused "bad: 1 row of 2 columns: a data table? A square matrix expected" <<<"1,0"
  refused "bad: a header line and no rows, a square matrix expected" <<<"a,b"
  refused "bad:2: 3 fields, 2 expected" <<<"1,0
0,1,1"
  refused "bad:2: entry 1 is 'x', a number expected" <<<"1,0
x,1"
  refused "bad:2: entry 2 is 'inf', a finite number expected" <<<"1,0
0,inf"
  refused "bad:2: entry 1 is '', a number expected" <<<"1,0
,1"
  : >empty
  run_split "$copy" empty csv
  assert_error 1 "empty: empty, a square matrix expected"
}

@test "matrix files: a word of --missing-words is a missing entry, in each kind of file and tool (it was a number)" {
  printf '0,1,999\n1,0,2\n999,2,0\n' >d.csv
  printf '%%%%MatrixMarket matrix array real symmetric\n3 3\n0 1 999 0 2 0\n' >array.mtx
  printf '%%%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n2 1 1\n3 1 999\n3 2 2\n' >coordinate.mtx
  expected="a number expected"
  for file in d.csv array.mtx coordinate.mtx; do
    ce-partition average --input distance -k 2 --missing-words 99,9 $file >/dev/null
    run_split ce-partition average --input distance -k 2 --missing-words 9,999 $file
    assert_equal "$status" 1
    assert_regex "$stderr" "^ce-partition: $file:[0-9]+: .*'999' .missing., $expected$"
  done
  run_split ce-score --missing-words 999 --matrix d.csv --input distance -s silhouette <(table a 1 1 2)
  assert_error 1 "ce-score: d.csv:1: entry 3 is '999' (missing), $expected"
  run_split ce-stability matrix --missing-words 999 d.csv
  assert_error 1 "ce-stability: d.csv:1: entry 3 is '999' (missing), $expected"
  run_split ce-plot matrix --missing-words 999 -o m.svg d.csv
  assert_error 1 "ce-plot: d.csv:1: entry 3 is '999' (missing), $expected"
  npy "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }" '\x00\x09\x09\x00' >small.npy
  ce-partition average -k 2 --input distance --missing-words 99 small.npy >/dev/null
  run_split ce-partition average -k 2 --input distance --missing-words 9 small.npy
  assert_error 1 "ce-partition: small.npy: entry (1, 2) is 9 (missing), $expected"
}

# npy HEADER VALUES: a version 1 file with a header of any text
npy() { printf '\x93NUMPY\x01\x00'; printf "\\x$(printf %02x ${#1})\\x00%s" "$1"; printf '%b' "$2"; }

@test "npy: sizes of one digit and of two, with and without blanks, and a comma behind them, are read" {
  for n in 1 9 10 19 90; do
    one=$(awk -v n="$n" 'BEGIN { for (e = 0; e < n * n; e++) printf "\\1\\0\\0\\0" }')
    awk -v n="$n" 'BEGIN { for (i = 0; i < n; i++) { for (j = 1; j < n; j++) printf "1,"; print 1 } }' >expected
    for shape in "($n, $n)" "($n,$n)" "($n,  $n,)"; do
      npy "{'descr': '<i4', 'fortran_order': False, 'shape': $shape, }" "$one" >good
      "$copy" good csv >got
      cmp got expected || fail "$shape"
    done
  done
}

@test "npy: headers that lie, types that are not read, too few and too many bytes" {
  one='\0\0\0\0\0\0\xf0\x3f'
  npy "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }" "$one" >good
  assert_equal "$("$copy" good csv)" 1
  npy "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }" '\0\0\0' | refused "bad: the file ends inside the values"
  npy "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }" "$one$one" | refused "bad: more bytes than 1 x 1 values"
  npy "{'descr': '>f8', 'fortran_order': False, 'shape': (1, 1), }" "$one" |
    refused "bad: npy values of type '>f8', one of '<f8' '<f4' '<i8' '<i4' '<i2' '|i1' '<u4' '<u2' '|u1' expected; a.astype('<f8') is read"
  npy "{'descr': '|O', 'fortran_order': False, 'shape': (1, 1), }" "$one" |
    refused "bad: npy values of type '|O', one of '<f8' '<f4' '<i8' '<i4' '<i2' '|i1' '<u4' '<u2' '|u1' expected; numpy.unique(a, return_inverse=True)[1].reshape(a.shape) numbers texts"
  npy "{'descr': '<f8', 'fortran_order': Maybe, 'shape': (1, 1), }" "$one" | refused "bad: npy fortran_order is neither True nor False"
  # shapes of something else, and sizes that are none or too large; and shapes that are read, of no square matrix
  for shape in '()' '(-1, -1)' '(1, 1, 1)' '(99999999999999999999, 99999999999999999999)' '1' '1, 1)' '11, 1)' 'x1, 1)' '( 1, 1)' \
    '(/1, 1)' '(:1, 1)' '(1x, 1)' '(1 1)' '(1, /1)' '(1, :)' '(1, 1]' '(2147483648, 1)' '(1, 2147483648)'; do
    npy "{'descr': '<f8', 'fortran_order': False, 'shape': $shape}" "$one" >shaped
    run_split "$copy" shaped csv
    assert_equal "$status" 1
    [[ $stderr == "shaped: npy shape "*", rows and columns expected" ]] || fail "$shape: $stderr"
  done
  for shape in '(1,)' '(1, 2)' '(0, 0)' '(1, 0)' '(1, )' '(2, 1)' '(2147483647, 1)' '(1, 2147483647)'; do
    npy "{'descr': '<f8', 'fortran_order': False, 'shape': $shape}" "$one" >shaped
    run_split "$copy" shaped csv
    assert_equal "$status" 1
    [[ $stderr == "shaped: npy shape "*", a square matrix expected" ]] || fail "$shape: $stderr"
  done
  npy "{'descr': '<f8', 'shape': (1, 1)}" "$one" | refused "bad: npy header without descr, fortran_order and shape"
  npy "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }" '\0\0\0\0\0\0\xf0\x7f' |
    refused "bad: entry (1, 1) is inf, a finite number expected"
  printf '\x93NUMPY\x01\x00\xff\xff{' | refused "bad: the file ends inside the npy header"
  printf '\x93NUMPY\x02\x00\xff\xff\xff\xff{' | refused "bad: npy header of 4294967295 bytes, at most 65536 expected"
  printf '\x93NUMPY\x09\x00\x01\x00{' | refused "bad: npy version 9, 1 to 3 expected"
  printf '\x93NUMPY' | refused "bad: the file ends inside the npy header"
  npy "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000, 1000000000)}" "$one" >huge
  run_split env CE_MEMORY_LIMIT=4G "$copy" huge csv
  assert_error 1 "huge: the matrix (1000000000 x 1000000000) needs 3.5 EiB of memory, 4.0 GiB are free (CE_MEMORY_LIMIT); use a sparse one or microclusters instead"
}

@test "METIS graphs: negative entries are refused, a matrix without edges is a graph" {
  run_split "$copy" - metis <<<"1,-0.5
-0.5,1"
  assert_error 1 "entry (1, 2) is -0.5: a graph for METIS takes no negative weights"
  run_split "$copy" - metis <<<"1,0
0,1"
  assert_equal "$output" "2 0 001"
  # entries that are not there, on the diagonal too, are no edges
  run_split "$copy" - metis <<<"%%MatrixMarket matrix coordinate real symmetric
3 3 3
2 1 2
3 2 4
3 3 9"
  assert_equal "$output" "3 2 001
2 500000
1 500000 3 1000000
2 1000000"
}

@test "METIS graphs: the largest weight is 1e6 or less, their sum 1e9 or less, and each at least 1" {
  # 4 becomes 1e6, and 1e-7 a fortieth
  run_split "$copy" - metis <<<"9,4,1e-7
4,0,0
1e-7,0,9"
  assert_equal "$output" "3 2 001
2 1000000 3 1
1 1000000
1 1"
  # 1770 edges of 1: each is 1e9 / 1770 = 564971.75
  awk 'BEGIN { for (i = 1; i <= 60; i++) for (j = 1; j <= 60; j++) printf "1%s", (j < 60 ? "," : "\n") }' >full.csv
  "$copy" full.csv metis graph
  assert_equal "$(head -1 graph)" "60 1770 001"
  assert_equal "$(tail -n +2 graph | tr ' ' '\n' | awk 'NR % 2 == 0' | sort | uniq -c | tr -s ' ')" " 3540 564972"
}

@test "label tables: plain text and text that libcsv must read give the same" {
  # lines longer than the buffer, and a first quote far behind plain text
  awk 'BEGIN { for (q = 1; q <= 60000; q++) printf "column%d%s", q, (q < 60000 ? "," : "\n"); for (i = 0; i < 3; i++) for (q = 1; q <= 60000; q++) printf "%d%s", (q * i) % 7, (q < 60000 ? "," : "\n") }' >wide.csv
  ce-microcluster compress wide.csv | tail -n +2 | cut -d, -f2- | cmp - <(tail -n +2 wide.csv)
  seq 1 70000 | awk 'NR == 1 { print "a,b" } { print $1 % 11 "," $1 % 13 }' >plain.csv
  { head -n 69999 plain.csv; tail -n +70000 plain.csv | sed 's/[^,]*/"&"/'; } >mixed.csv
  ce-microcluster compress plain.csv >one
  ce-microcluster compress mixed.csv | cmp - one
  sed 's/,/ ,/' plain.csv | ce-microcluster compress | cmp - one
  tr , '\t' <plain.csv | ce-microcluster compress -d '\t' | tr '\t' , | cmp - one
  tr , ' ' <plain.csv | ce-microcluster compress -d ' ' | tr ' ' , | cmp - one
}

@test "label tables: the same message from plain text and from quoted text" {
  { seq 1 70000 | awk 'NR == 1 { print "a,b" } { print $1 % 11 "," $1 % 13 }'; echo 1; } >ragged.csv
  run_split ce-microcluster compress ragged.csv
  assert_error 1 "ce-microcluster: ragged.csv:70002: 1 field, 2 expected"
  sed '2s/[^,]*/"&"/' ragged.csv >quoted.csv
  run_split ce-microcluster compress quoted.csv
  assert_error 1 "ce-microcluster: quoted.csv:70002: 1 field, 2 expected"
  # empty lines count as lines; in one column they are missing labels
  printf 'a,b\n1,1\n\n\n1\n' >empty-lines.csv
  run_split ce-microcluster compress empty-lines.csv
  assert_error 1 "ce-microcluster: empty-lines.csv:5: 1 field, 2 expected"
  printf 'a\n1\n\n1' >one.csv
  run_split ce-microcluster compress one.csv
  assert_equal "$output" "size,a
2,1
1,NA"
  printf '"a"\n1\n\n1' >one.csv
  run_split ce-microcluster compress one.csv
  assert_equal "$output" "size,a
2,1
1,NA"
}

@test "memberships: hardening, distances as probabilities, refusals" {
  run_split "$CE_BUILD/obj/tests/membership"
  assert_equal "$output" "100 checks, 0 wrong"
}

@test "membership tables: read and written, with awkward names, spellings and missing cells" {
  printf 'class,"a,b:1","a,b:2",x::y:0,x::y:0.5,"q""r:a b"\np,1e-1,.9,?,,+1\n,-0,1.0,0.50,5e-1,NA\n' >p.csv
  run_split "$ensemble" membership p.csv
  assert_equal "$output" $'"a,b:1","a,b:2",x::y:0,x::y:0.5,"q""r:a b"\n0.1,0.9,NA,NA,1\n0,1,0.5,0.5,NA'
  # the example of clens-formats(5) is written as it is read
  awk '/^\.Ss Membership table/ { on = 1 } on && /^\.Ed/ { exit } text && on { print } /^\.Bd/ { text = on }' "$CE_SOURCE/man/clens-formats.5" >page.csv
  assert_equal "$(wc -l <page.csv)" 4
  "$ensemble" membership page.csv | cmp - page.csv
  # a sum that is off by rounding is let through, and not mended
  run_split "$ensemble" membership <(table a:1,a:2,a:3 .33331,.33331,.33331)
  assert_equal "$output" $'a:1,a:2,a:3\n0.33331,0.33331,0.33331'
}

@test "membership tables: CRLF, a late quote, gzip, a byte order mark and a pipe give the same" {
  awk 'BEGIN { srand(4); print "a:1,a:2,b:1"; for (i = 0; i < 40000; i++) { p = rand(); printf "%.7g,%.7g,1\n", p, 1 - p } }' >p.csv
  "$ensemble" membership p.csv >plain
  assert_equal "$(wc -l <plain)" 40001
  sed 's/$/\r/' p.csv | "$ensemble" membership - | cmp - plain
  sed '30000s/[^,]*/"&"/' p.csv | "$ensemble" membership - | cmp - plain
  gzip -c p.csv | "$ensemble" membership - | cmp - plain
  { printf '\357\273\277'; cat p.csv; } | "$ensemble" membership - | cmp - plain
  "$ensemble" membership plain | cmp - plain
  # an ensemble by a pipe, that cannot be read twice
  cat p.csv | "$ensemble" ensemble - | sed 1d | tail -n 40001 | cmp - plain
}

@test "ensembles: memberships and labels are told apart by the header and the first object" {
  while IFS='|' read -r kind bytes; do
    printf "$bytes" >t.csv
    run_split "$ensemble" ensemble t.csv
    assert_equal "$status $(head -n 1 <<<"$output")" "0 $kind"
  done <<'END'
memberships|a:1,a:2\n.5,.5\n
memberships|a:1,a:2\n1,0\n1,0\n
memberships|a:1,a:2,b:1\n0,1,1\n
memberships|b:1,a:1,a:2\nNA,0,1\n1,.5,.5\n
memberships|a:1,a:2\nNA,NA\n.5,.5\n
memberships and classes|id,a:1,a:2,class\nx,0,1,2\n
labels|a:1,a:2\n1,1\n
labels|a:1,a:2\n1,2\n.,.\n
labels|a:1,a:2\n0,0\n0,1\n2,3\n
labels|a:1,a:2\n1,NA\n2,1\n
labels|a:1,a:2\nx,y\n
labels|a:1,a:2\nx,0\n
labels|a:1,b:1\n1,1\n1,2\n
labels|a:1,a:1\n1,1\n1,1\n
labels|a:1,a:1,b:1\n1,1,1\n
labels|a:1#1,a:1#2\n1,0\n0,1\n
memberships|a:1#1,a:2#2\n1,0\n0,1\n
labels|a,b\n0,1\n
labels|a:,a:\n0,1\n
labels|:1,:2\n0,1\n
labels|a:1,a:2,c\n0,1,0\n
labels|size,a:1,a:2\n1,0,1\n
labels|1,0\n0,1\n
labels|1\n
labels and classes|a:1,a:2,class\n2,2,x\n
END
}

@test "tables: a column that --id or --class names is not also the other one; asked for as both it is refused (it crashed)" {
  printf 'id,class,a\no1,s,1\no2,t,2\n' >table.csv
  run ce-prepare center --class id table.csv
  assert_output $'class,a,id\ns,-0.5,o1\nt,0.5,o2'
  run ce-prepare center --id class table.csv
  assert_output $'class,id,a\ns,o1,-0.5\nt,o2,0.5'
  run_split ce-prepare center --id 1 --class id table.csv
  assert_error 1 "ce-prepare: table.csv:1: column 1 cannot hold both the ids and the classes"
  # of two columns of one name, each by its number
  printf 'x,x,a\nA,o1,1\nB,o2,2\n' >table.csv
  run ce-prepare center --id 2 --class 1 table.csv
  assert_output $'x,a,x\no1,-0.5,A\no2,0.5,B'
}

@test "ensembles: memberships come with the most likely clusters, names, ids and classes" {
  table id,a:u,a:v,a:w,b:1,b:2,class o1,.25,.5,.25,NA,NA,x o2,.4,.2,.4,0,1,NA o3,0,.5,.5,1,0,y >p.csv
  run_split "$ensemble" ensemble p.csv
  assert_equal "$output" "$(table 'memberships and classes' id,a,b o1,v,NA o2,u,2 o3,v,1 id,a:u,a:v,a:w,b:1,b:2 o1,0.25,0.5,0.25,NA,NA o2,0.4,0.2,0.4,0,1 o3,0,0.5,0.5,1,0)"
}

@test "ensembles: messages name the header's line for what is wrong there, and the object's for the rest" {
  while IFS='|' read -r bytes message; do
    printf "$bytes" >bad.csv
    run_split "$ensemble" ensemble bad.csv
    assert_error 1 "ensemble-copy: bad.csv$message"
  done <<'END'
a:1,a:2,b:1,a:3\n.5,.5,1,0\n|:1: column a:3: other columns stand between it and the other clusters of 'a'
\n\n"a:1","a:2",a:2\n.5,.5,0\n|:4: clustering a#2: the cells sum to 0, 1 expected
a:1,b:1,b:2,a:1,b:3\n1,.5,.5,1,0\n|:1: column b:3: other columns stand between it and the other clusters of 'b'
a:1,a:2\n.5,.6\n|:2: clustering a: the cells sum to 1.1, 1 expected
a:1,a:2\n.5,.5\n\n.5,NA\n|:4: clustering a: 1 of 2 cells missing, all or none expected
a:1,a:2\n1,1\n.5,2\n|:3: column a:1: .5, a label expected: is this a membership table? see clens-formats(5)
a:1,a:2\n|: a header line and no objects, a table with at least one object expected
|: empty, a table with at least one object expected
a:1,a:2\n1\n|:2: 1 field, 2 expected
END
  # only where memberships must be
  run_split "$ensemble" membership <(table a,b .5,.5)
  [[ $stderr == "ensemble-copy: /dev/fd/"*":1: column 'a', a name CLUSTERING:CLUSTER expected in a table of memberships" ]] || fail "$stderr"
  run_split "$ensemble" membership <(table .5,.5)
  [[ $stderr == *":1: no header, names CLUSTERING:CLUSTER of the columns expected in a table of memberships" ]] || fail "$stderr"
  run_split "$ensemble" membership <(table id x)
  [[ $stderr == *":1: no cluster: only id or class columns" ]] || fail "$stderr"
}

@test "models: read in any order, with and without weights, features that were not seen" {
  "$ensemble" model "$CE_SOURCE/tests/fuzz/corpus/model.csv" >once
  assert_equal "$(cat once)" "$(table clustering,cluster,size,kind,x,y,z lac.k2.r1,1,3,centroid,0.5,-1.25, lac.k2.r1,1,3,weight,0.25,0.75, \
    lac.k2.r1,2,4,centroid,1000,,7 lac.k2.r1,2,4,weight,0.5,,0.5 lac.k1.r2,1,7,centroid,1,2,3 lac.k1.r2,1,7,weight,0,1,0)"
  { head -n 1 once; tail -n +2 once | awk '{ row[NR] = $0 } END { for (i = NR; i; i--) print row[i] }'; } | "$ensemble" model - >twice
  assert_equal "$(sed 1d twice | cut -d, -f1-4 | tr '\n' ' ')" "lac.k1.r2,1,7,centroid lac.k1.r2,1,7,weight lac.k2.r1,1,3,centroid lac.k2.r1,1,3,weight lac.k2.r1,2,4,centroid lac.k2.r1,2,4,weight "
  cmp <(sort once) <(sort twice)
  # as the generators write them
  ce-synth two-gaussian -n 30 >data.csv
  ce-generate kmeans -k 2,3 -m 4 --model kmeans.model data.csv >labels.csv
  "$ensemble" data.csv kmeans.model | cmp - kmeans.model
}

@test "models: files that are none" {
  while IFS='|' read -r bytes message; do
    printf "$bytes" | sed '1s/^H/clustering,cluster,size,kind/' >bad.csv
    run_split "$ensemble" model bad.csv
    assert_error 1 "ensemble-copy: bad.csv$message"
  done <<'END'
|: empty, a table with at least one object expected
H,x\n|: a header line and no objects, a table with at least one object expected
H\na,1,1,centroid\n|:1: no feature behind clustering,cluster,size,kind
a,b\n1,2\n|:1: column 1 is 'a', the header of a model expected: clustering,cluster,size,kind,FEATURE...
clustering,cluster\n1,2\n|:1: column 3 is not there, the header of a model expected: clustering,cluster,size,kind,FEATURE...
H,x\na,1,1,centre,1\n|:2: kind 'centre', centroid or weight expected
H,x\na,1,1,mode,red\n|:2: kind 'mode', centroid or weight expected
H,x\na,0,1,centroid,1\n|:2: cluster '0', a whole number from 1 expected
H,x\na,1.5,1,centroid,1\n|:2: cluster '1.5', a whole number from 1 expected
H,x\na,1e300,1,centroid,1\n|:2: cluster '1e300', a whole number from 1 expected
H,x\na,,1,centroid,1\n|:2: cluster '', a whole number from 1 expected
H,x\n,1,1,centroid,1\n|:2: no name of a clustering
H,x\na,1,-1,centroid,1\n|:2: size '-1', a whole number of objects expected
H,x\na,1,many,centroid,1\n|:2: size 'many', a whole number of objects expected
H,x\na,1,1,centroid,far\n|:2: column x: 'far', a finite number expected
H,x\na,1,1,centroid,inf\n|:2: column x: 'inf', a finite number expected
H,x\na,1,1,centroid,1\na,1,1,weight,-.5\n|:3: column x: '-.5', a weight of 0 or more expected
H,x\na,1,1,centroid,1\na,3,1,centroid,1\n|: clustering a: 2 rows and a cluster 3: clusters from 1 without a gap expected
H,x\na,1,1,centroid,1\na,1,1,weight,1\na,3,1,centroid,1\na,3,1,weight,1\n|: clustering a: no cluster 2, but one of a higher number
H,x\na,1,1,centroid,1\nb,1,1,centroid,1\na,1,1,centroid,2\n|:4: a second centroid of cluster 1 of a: the first is in line 2
H,x\na,1,1,weight,1\na,1,1,weight,1\n|:3: a second row of weights of cluster 1 of a: the first is in line 2
H,x\na,1,1,weight,1\n|:2: weights of a cluster without a centroid
H,x\na,1,1,centroid,1\na,1,1,weight,1\na,2,1,weight,1\nb,1,1,centroid,1\nb,1,1,weight,1\n|:4: weights of a cluster without a centroid
H,x\na,1,1,centroid,1\na,1,1,weight,1\nb,1,2,centroid,1\n|:4: a centroid without weights, which other clusters have
H,x\na,1,1,centroid,1\na,1,2,weight,1\n|:3: size 2, 1 expected as in line 2
H,x,y\na,1,1,centroid,1,2\na,1,1,weight,1,\n|:3: column y: the cluster has a centroid here and no weight
H,x,y\na,1,1,centroid,1,\na,1,1,weight,1,1\n|:3: column y: the cluster has a weight here and no centroid
H,x\na,1,1,centroid\n|:2: 4 fields, 5 expected
END
}

@test "models: features that are not those of the data" {
  table clustering,cluster,size,kind,x,y a,1,3,centroid,1,2 >model.csv
  while read -r features message; do
    table "$features" "${features//[a-z]/1}" >data.csv
    run_split "$ensemble" data.csv model.csv
    assert_error 1 "ensemble-copy: model.csv: $message"
  done <<'END'
y,x feature 1 is 'x', 'y' expected as in data.csv
x,z feature 2 is 'y', 'z' expected as in data.csv
x 2 features, 1 expected as in data.csv
x,y,z 2 features, 3 expected as in data.csv
END
}

@test "label tables: columns of one name, as pasted tables have them, are numbered, so that every report tells them apart" {
  table 'a,b,a,a#1' 1,1,1,1 1,1,2,1 2,2,2,1 2,1,2,2 >twice.csv
  table class 1 1 2 2 >truth.csv
  names="a#2 b a#3 a#1"
  ce-score -t truth.csv -s error -o scores.csv twice.csv
  assert_equal "$(tail -n +2 scores.csv | cut -d, -f1 | paste -sd' ')" "$names"
  ce-score --pairwise -s ari -o pairs.csv twice.csv
  assert_equal "$(head -n 1 pairs.csv)" "clustering,${names// /,}"
  ce-weigh ncai -o weights.csv twice.csv
  assert_equal "$(tail -n +2 weights.csv | cut -d, -f1 | paste -sd' ')" "$names"
  ce-relabel -o relabelled.csv twice.csv
  assert_equal "$(head -n 1 relabelled.csv)" "${names// /,}"
  # weights go with the table by these names, and by those that the columns had
  ce-similarity ca --weights weights.csv -o one.csv twice.csv
  sed 's/^a#[23],/a,/' weights.csv >old.csv
  ce-similarity ca --weights old.csv -o two.csv twice.csv
  cmp one.csv two.csv
  # the k of a name is found all the same
  table 'kmeans.k2.r1,kmeans.k2.r1,x.k3,x.k3' 1,1,1,1 1,1,2,1 2,2,2,3 2,1,3,2 >k.csv
  ce-stability k --linkage none -q -o k.out k.csv
  assert_equal "$(tail -n +2 k.out | cut -d, -f1,2 | paste -sd' ')" "2,2 3,2"
}
