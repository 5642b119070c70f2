#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The formats of clens-formats(5), read and written.

setup() {
  load common
  copy="$CE_BUILD/obj/tests/matrix-copy"
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
  run_split "$CE_BUILD/obj/tests/reals" 100000
  assert_equal "$status" 0
  assert_equal "$output" "700000 compared"
}

@test "matrix files: every form read gives the same matrix" {
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
  assert_error 1 "huge: the matrix (1000000000 x 1000000000) needs 3.5 EiB of memory, 4.0 GiB are free; use a sparse one (ce-similarity --sparse) or microclusters (ce-consensus) instead"
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

@test "matrix files: entries that are not symmetric are named with their line" {
  refused "bad:2: entry (2, 1) is 0.40000000000000002 and (1, 2) is 0.5: not symmetric" <<<"1,.5
.4,1"
  refused "bad:5: entry (1, 2) is 0.40000000000000002 and (2, 1) is 0.5: not symmetric" <<<"%%MatrixMarket matrix array real general
2 2
1
.5
.4
1"
  refused "bad:4: entry (3, 2) is 2 and (2, 3) is 0: not symmetric" <<<"%%MatrixMarket matrix coordinate real general
3 3 2
1 1 1
3 2 2"
}

@test "matrix files: csv that is not square, not a number, not finite, missing" {
  refused "bad:3: more rows than columns (2): no square matrix" <<<"1,0
0,1
0,0"
  refused "bad: 1 rows of 2 columns, a square matrix expected" <<<"1,0"
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

# npy HEADER VALUES: a version 1 file with a header of any text
npy() { printf '\x93NUMPY\x01\x00'; printf "\\x$(printf %02x ${#1})\\x00%s" "$1"; printf '%b' "$2"; }

@test "npy: headers that lie, types that are not read, too few and too many bytes" {
  one='\0\0\0\0\0\0\xf0\x3f'
  npy "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }" "$one" >good
  assert_equal "$("$copy" good csv)" 1
  npy "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }" '\0\0\0' | refused "bad: the file ends inside the values"
  npy "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1), }" "$one$one" | refused "bad: more bytes than 1 x 1 values"
  npy "{'descr': '>f8', 'fortran_order': False, 'shape': (1, 1), }" "$one" |
    refused "bad: npy values of type '>f8', one of '<f8' '<f4' '<i8' '<i4' expected"
  npy "{'descr': '|O', 'fortran_order': False, 'shape': (1, 1), }" "$one" |
    refused "bad: npy values of type '|O', one of '<f8' '<f4' '<i8' '<i4' expected"
  npy "{'descr': '<f8', 'fortran_order': Maybe, 'shape': (1, 1), }" "$one" | refused "bad: npy fortran_order is neither True nor False"
  for shape in '(1,)' '()' '(1, 2)' '(0, 0)' '(-1, -1)' '(1, 1, 1)' '(99999999999999999999, 99999999999999999999)' '1'; do
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
  assert_error 1 "huge: the matrix (1000000000 x 1000000000) needs 3.5 EiB of memory, 4.0 GiB are free; use a sparse one (ce-similarity --sparse) or microclusters (ce-consensus) instead"
}

@test "METIS graphs: negative entries are refused, a matrix without edges is a graph" {
  run_split "$copy" - metis <<<"1,-0.5
-0.5,1"
  assert_error 1 "entry (1, 2) is -0.5: a graph for METIS takes no negative weights"
  run_split "$copy" - metis <<<"1,0
0,1"
  assert_equal "$output" "2 0 001"
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
  assert_error 1 "ce-microcluster: ragged.csv:70002: 1 fields, 2 expected"
  sed '2s/[^,]*/"&"/' ragged.csv >quoted.csv
  run_split ce-microcluster compress quoted.csv
  assert_error 1 "ce-microcluster: quoted.csv:70002: 1 fields, 2 expected"
  # empty lines count as lines; in one column they are missing labels
  printf 'a,b\n1,1\n\n\n1\n' >empty-lines.csv
  run_split ce-microcluster compress empty-lines.csv
  assert_error 1 "ce-microcluster: empty-lines.csv:5: 1 fields, 2 expected"
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
