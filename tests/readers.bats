#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# Files as other programs write them: delimiters, bytes, kinds of files, and what readers tell of odd ones (clens-formats(5)).

setup() {
  load common
  load readers
  table x,y,class 1,10,a 2,11,a 8,40,b 9,41,b >data.csv
}

@test "readers: a last line without an end counts where the delimiter is looked for" {
  printf 'x,y\tz\n1\t2' >short.csv
  run_split ce-generate kmeans -k 1 -v short.csv
  assert_equal "$(sed -n 1p <<<"$stderr")" "ce-generate: short.csv: cut at tabs into 2 cells"
}

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

@test "readers: lines longer than what is read at a time" {
  awk 'BEGIN { for (r = 0; r < 3; r++) for (c = 1; c <= 150000; c++) printf "%s%s", r ? (r * c) % 7 : "c" c, c < 150000 ? "," : "\n" }' >wide.csv
  ce-prepare drop-missing wide.csv >found
  cmp wide.csv found
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

@test "readers: control characters of a file do not reach the terminal" {
  printf 'a,b\n1,1\n1,\033]0;x\007\n2,2\n' >x.csv
  run ce-consensus eac-al -k 2 x.csv
  assert_line --index 0 "ce-consensus: x.csv: label \\x1b]0;x\\x07 of column b is a cluster like others (--missing-words '\\x1b]0;x\\x07': missing)"
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
