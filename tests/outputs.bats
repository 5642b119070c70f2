#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# What becomes of outputs, threads and memory where the system sets limits. Properties of every tool are in all-tools.bats.

setup() {
  load common
  table a,b,c 1,1,x 1,2,x 2,1,y 2,2,y 3,3,x >labels.csv
}

# limited KIB COMMAND...: with so much address space, and an end: what hangs is killed.
limited() { (unset OPENBLAS_NUM_THREADS; ulimit -v "$1"; shift; exec timeout 60 "$@"); }

not_sanitized() { not_sanitized "the sanitizers take the address space for themselves"; }

# wait_for_part FOLDER: until a file beside the old one is there and grows.
wait_for_part() {
  local tries=0
  while [ "$(find "$1" -name 'x.*' -size +100k | wc -l)" = 0 ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 3000 ] || return 1
    sleep .01
  done
}

@test "outputs: INT, TERM, HUP, QUIT, PIPE and XCPU end a tool by the signal, and its temporary file goes" {
  mkdir folder
  echo old >folder/x
  ulimit -c 0
  for signal in INT TERM HUP QUIT PIPE XCPU; do
    # a shell lets its background jobs ignore INT and QUIT, nohup HUP
    env --default-signal=INT,TERM,HUP,QUIT,PIPE,XCPU ce-synth blobs -n 3000000 -k 2 -o folder/x 2>/dev/null &
    wait_for_part folder
    kill -s $signal $!
    status=0
    wait $! || status=$?
    assert_equal "$signal $status" "$signal $((128 + $(kill -l $signal)))"
    assert_equal "$(ls -A folder)" x
    assert_equal "$(cat folder/x)" old
  done
}

@test "outputs: a signal that was ignored stays ignored" {
  mkdir folder
  (trap '' TERM HUP; exec ce-synth blobs -n 500000 -k 2 -o folder/x) &
  wait_for_part folder
  kill -s TERM $!
  kill -s HUP $!
  wait $!
  assert_equal "$(wc -l <folder/x)" 500001
}

@test "outputs: another hard link to the old file keeps the old content" {
  echo old >x
  ln x other
  ce-relabel labels.csv -o x
  assert_equal "$(cat other)" old
  ce-relabel labels.csv | cmp - x
}

@test "outputs: a loop of links, a folder, a name too long and a folder that is no folder are refused" {
  ln -s two one
  ln -s one two
  mkdir folder
  long=$(printf 'x%.0s' $(seq 256))
  while IFS='|' read -r name message; do
    run_split ce-relabel labels.csv -o "$name"
    assert_error 1 "ce-relabel: $name: $message"
  done <<EOT
one|Too many levels of symbolic links
folder|Is a directory
folder/|Is a directory
/usr|Is a directory
none/|No such file or directory
$long|File name too long
labels.csv/x|Not a directory
EOT
  assert_equal "$(ls -A folder)" ""
}

@test "outputs: a full disk that only the end of a compressed file meets is told" {
  [ -c /dev/full ] || skip "no /dev/full here"
  ln -s /dev/full full.gz
  run_split ce-relabel labels.csv -o full.gz
  assert_error 1 "ce-relabel: full.gz: No space left on device"
}

@test "outputs: a descriptor of another process is its file, not the descriptor of this number here" {
  [ -e /proc/self/fd/1 ] || skip "no /proc here"
  exec 8>there
  ce-relabel labels.csv -o "/proc/$BASHPID/fd/8" 8>here
  exec 8>&-
  ce-relabel labels.csv | cmp - there
  assert_equal "$(wc -c <here)" 0
}

@test "outputs: a name as long as a folder allows, and labels over many buffers" {
  long=$(printf 'x%.0s' $(seq 255))
  awk -v OFS=, 'BEGIN { print "a", "b"; for (i = 0; i < 60000; i++) print i % 7 + 1, i % 113 + 1 }' >many.csv
  ce-select names --names a,b many.csv -o "$long"
  cmp "$long" many.csv
}

@test "outputs: the owner of a file stays where that is allowed" {
  [ "$(id -u)" = 0 ] || skip "only root can give files away"
  echo old >x
  chown 12:34 x
  chmod 664 x
  ce-relabel labels.csv -o x
  assert_equal "$(stat -c '%u %g %a' x)" "12 34 664"
}

@test "outputs: the bytes are brought to the disk before the file gets its name" {
  command -v strace >/dev/null || skip "no strace here"
  strace -f -o calls -e trace=fsync,renameat,renameat2,rename ce-relabel labels.csv -o x 2>/dev/null || skip "strace does not work here"
  assert_equal "$(grep -oE '(fsync|rename[a-z0-9]*)\(' calls | sed 's/rename.*/rename(/' | tr '\n' ' ')" "fsync( rename( "
}

@test "outputs: standard output that leads to the file of another output is refused" {
  run_split bash -c 'ce-consensus gcons --trace x labels.csv >x'
  assert_equal "$status" 2
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-consensus: --trace and the result on standard output are one file: x"
  ce-consensus gcons --trace /dev/null -o /dev/null labels.csv
  ce-consensus gcons --trace /dev/null labels.csv >/dev/null
  # one of them elsewhere: --trace may be standard output
  ce-consensus gcons --trace - -o y labels.csv >x
  ce-consensus gcons --trace z labels.csv | cmp - y
  cmp x z
  # new files of one name in two folders are two
  mkdir a b
  ce-consensus gcons --trace a/new -o b/new labels.csv
  cmp a/new z
  cmp b/new y
}

@test "outputs: an output that is the file of an input is refused, unless it is the result in place of FILE" {
  table class A A B B B >classes.csv
  cp labels.csv l0
  cp classes.csv c0
  ln -s classes.csv soft
  # refused A B COMMAND...: A and B are one file, the last line tells which
  refused() {
    run_split "${@:3}"
    assert_equal "$status" 2
    assert_equal "$(head -n 1 <<<"$stderr")" "$3: $1 and $2 are one file, which would be lost: ${names[$2]}"
    cmp labels.csv l0
    cmp classes.csv c0
    [ -L soft ]
  }
  local -A names=([FILE]=labels.csv [--truth]=classes.csv)
  refused --trace FILE ce-consensus gcons --trace labels.csv labels.csv
  refused --trace FILE ce-consensus gcons --trace "$PWD/labels.csv" -o x labels.csv
  refused --log FILE ce-consensus gcons --log labels.csv labels.csv
  refused --output --truth ce-score -t classes.csv -o classes.csv labels.csv
  refused --log --truth ce-score -t classes.csv --log classes.csv labels.csv
  refused --output --truth ce-score -t classes.csv -o soft labels.csv
  names[--truth]=soft
  refused --output --truth ce-score -t soft -o classes.csv labels.csv
  assert [ ! -e x ]
  # the result in place of FILE, a copy of an input, and what a run starts from
  ce-relabel labels.csv >new
  ce-relabel -o labels.csv labels.csv
  cmp labels.csv new
  cp l0 labels.csv
  cp classes.csv copy
  ce-score -t classes.csv -o copy labels.csv
  assert_equal "$(head -c 13 copy)" "clustering,k,"
  table x 1 2 11 12 >data.csv
  ce-generate kmeans -k 2 --model model data.csv -o /dev/null
  ce-generate kmeans --start model --model model data.csv -o /dev/null
}

@test "outputs: at a terminal a message has a line of its own, not the end of a line of progress" {
  script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip "needs script and a pseudo-terminal"
  printf 'a,b\n1,1\n1,2\n2,2\n2,1\n' >two.csv
  run script -qec "ce-consensus lwgp,voting,hbgf -k 3 two.csv" /dev/null
  assert_equal "$status" 1
  # a carriage return, and the escape sequence that clears the line
  assert_output --partial $'ce-consensus: consensus 1/3\e[K\r\e[Kce-consensus: voting: k = 3, but '
}

@test "outputs: an empty name is wrong use, and so is what is no text at a terminal" {
  run_split ce-relabel -o "" labels.csv
  assert_equal "$status" 2
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-relabel: --output '', the name of a file expected"
  run_split ce-score -t "" labels.csv
  assert_equal "$status" 2
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-score: --truth '', the name of a file expected"
  # at_terminal COMMAND: as if it was typed; what the terminal shows into shown
  at_terminal() {
    status=0
    script -qec "$1" /dev/null </dev/null >shown || status=$?
    tr -d '\r' <shown >lines
  }
  script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip "needs script and a pseudo-terminal"
  at_terminal "ce-relabel --format npy labels.csv"
  assert_equal "$status" 2
  assert_equal "$(head -n 1 lines)" "ce-relabel: --format npy is not for a terminal: -o FILE, or a pipe"
  at_terminal "ce-relabel --format npy -o - labels.csv"
  assert_equal "$status" 2
  ce-relabel labels.csv >text
  at_terminal "ce-relabel labels.csv"
  assert_equal "$status" 0
  cmp lines text
  ce-relabel --format npy labels.csv >bytes
  for to in "-o x" "| cat >x" ">x"; do
    rm -f x
    at_terminal "ce-relabel --format npy labels.csv $to"
    assert_equal "$status" 0
    cmp x bytes
  done
}

# ---- the log ----

@test "--log: runs side by side do not tear each other's lines" {
  command -v jq >/dev/null || skip "no jq here"
  for job in {1..60}; do echo "$job"; done | xargs -P 12 -I @ ce-synth blobs -n 20 -k 2 --seed @ -o out.@ --log runs
  assert_equal "$(jq -r .seed runs | sort -n | tr '\n' ' ')" "$(echo {1..60}) "
  assert_equal "$(wc -l <runs)" 60
}

@test "--log: names with quotes, controls and bytes that are no UTF-8 are what Python reads back" {
  command -v python3 >/dev/null || skip "no python3 here"
  name=$'a"b\\c\td\xff\xc3\xa9\xed\xa0\x80.csv'
  cp labels.csv "$name"
  ce-relabel "$name" -o /dev/null --log runs
  python3 -c 'import json, os, sys; sys.stdout.buffer.write(os.fsencode(json.loads(open("runs").readline())["inputs"][0]["path"]))' >read
  printf %s "$name" | cmp - read
}

@test "--log: standard streams, notes with -q, and the content of compressed files" {
  command -v jq >/dev/null || skip "no jq here"
  gzip -n <labels.csv >labels.csv.gz
  ce-consensus eac-sl -k 4 -q -o out.gz --log runs labels.csv.gz
  gzip -dc out.gz >out
  ce-relabel --log runs <out >again
  assert_equal "$(jq -r '.inputs[0].bytes' runs | head -n 1)" "$(wc -c <labels.csv)"
  assert_equal "$(jq -sr '.[0].outputs[0].crc32 == .[1].inputs[0].crc32' runs)" true
  assert_equal "$(jq -c '.inputs[0].path, .inputs[0].stream, .outputs[0].stream' runs | tail -n 3 | tr '\n' ' ')" 'null "standard input" "standard output" '
  ce-consensus eac-sl -k 3 labels.csv --log noted >/dev/null 2>said
  ce-consensus eac-sl -k 3 labels.csv -q --log noted >/dev/null
  assert_equal "$(jq -r '.notes[]' noted | sort -u)" "$(sed 's/^ce-consensus: //' said | sort -u)"
}

@test "--log: a log that cannot be opened or grow is told, and a line is whole or not there" {
  run_split ce-relabel labels.csv --log no/log -o x
  assert_error 1 "ce-relabel: --log: no/log: No such file or directory"
  assert [ ! -e x ]
  cp labels.csv other.csv
  run_split ce-relabel labels.csv --log other.csv
  assert_error 1 "ce-relabel: --log: other.csv: begins with no {, a log of runs expected"
  run_split ce-relabel labels.csv --log /dev/full -o x
  assert_error 1 "ce-relabel: /dev/full: No space left on device"
  ce-relabel labels.csv --log runs -o x
  head -c 900 runs >cut # a line that another writer has lost half of
  printf '{"half": ' >runs
  ce-relabel labels.csv --log runs -o x
  assert_equal "$(head -n 1 runs)" '{"half": '
  assert_equal "$(wc -l <runs)" 2
  # no room for the whole line: none of it stays
  cp runs before
  run_split bash -c "trap '' XFSZ; ulimit -f 1; ce-relabel labels.csv --log runs \$(printf -- '-q %.0s' {1..400}) >/dev/null"
  assert_error 1 "ce-relabel: runs: File too large"
  cmp runs before
}

@test "output: where the folder does not take a file, the message says that it is the folder" {
  [ -d /sys/kernel ] || skip "no /sys here"
  run_split ce-relabel labels.csv -o /sys/kernel/runs
  assert_error 1 "ce-relabel: /sys/kernel/runs: no file can be made in its folder: Permission denied"
}

# ---- threads ----

@test "threads: OMP_NUM_THREADS bounds them, and -j says otherwise" {
  command -v jq >/dev/null || skip "no jq here"
  cores=$(nproc)
  [ "$cores" -gt 1 ] || skip "one core here"
  threads() { rm -f runs; ce-relabel labels.csv --log runs "$@" >/dev/null; jq .threads runs; }
  unset OMP_NUM_THREADS OMP_THREAD_LIMIT
  assert_equal "$(threads)" "$cores"
  assert_equal "$(OMP_NUM_THREADS=1 threads)" 1
  assert_equal "$(OMP_NUM_THREADS=1,4 threads)" 1
  assert_equal "$(OMP_NUM_THREADS=1 threads -j 2)" 2
  assert_equal "$(OMP_NUM_THREADS=1 threads -j 0)" 1
  assert_equal "$(OMP_NUM_THREADS=5000 threads)" "$cores"
  assert_equal "$(OMP_NUM_THREADS=nonsense threads)" "$cores"
}

@test "threads: an OMP_NUM_THREADS that is no number is told once, an empty one is none" {
  not_sanitized
  for wrong in 0 -1 x 3x 1,x 1,,2 99999999999; do
    OMP_NUM_THREADS=$wrong run_split ce-relabel labels.csv
    assert_success
    assert_equal "$stderr" "ce-relabel: OMP_NUM_THREADS is '$wrong', a number of threads expected: not used"
  done
  for right in '' 1 ' 2 ' 2,1; do
    OMP_NUM_THREADS=$right run_split ce-relabel labels.csv
    assert_success
    assert_equal "$stderr" ""
  done
}

@test "threads: where there is no room for as many as were asked for, fewer work and the labels are the same" {
  not_sanitized
  ce-relabel labels.csv >expected
  status=0
  limited 300000 ce-relabel -j 64 labels.csv >out 2>said || status=$?
  assert_equal "$status" 0
  cmp out expected
  assert_regex "$(cat said)" '^ce-relabel: 64 threads asked for, there is room for [0-9]+$'
  ce-generate kmeans -k 2..5 -m 20 "$BUNDLED/iris.csv" >base.csv
  ce-consensus lwea,mcla,pta-al -k 3 base.csv >expected
  limited 600000 ce-consensus lwea,mcla,pta-al -k 3 -j 64 -q base.csv >out
  cmp out expected
}

# ---- memory ----

@test "memory: no tool hangs where the address space is small: it runs, or says that there is no room" {
  not_sanitized
  # OpenBLAS 0.3.21 starts in this, 0.3.29 does not
  ran=0 told=0
  runs_or_tells() {
    status=0
    limited 130000 "$@" >out 2>said || status=$?
    if [ "$status" = 0 ]; then ran=$((ran + 1)); return; fi
    assert_equal "$status $(cat said)" \
      "1 ${1##*/}: memory is limited to 126 MiB (ulimit -v): no room for BLAS, which needs 160 MiB beside the program"
    told=$((told + 1))
  }
  for tool in "$CE_BIN"/ce-*; do
    runs_or_tells "$tool" --version
    runs_or_tells "$tool" --help
    [ "$told" -lt 2 ] || break # each takes a second
  done
  runs_or_tells "$CE_BIN/ce-relabel" labels.csv
  [ "$ran" = 0 ] || ce-relabel labels.csv | cmp - out
  [ "$ran" = 0 ] || [ "$told" = 0 ]
  for size in 60000 100000 130000 160000 200000 250000; do
    status=0
    limited $size ce-prepare pca "$BUNDLED/iris.csv" >out 2>said || status=$?
    [ "$status" = 0 ] || [ "$(cat said)" = \
      "ce-prepare: memory is limited to $((size / 1024)) MiB (ulimit -v): no room for BLAS, which needs 160 MiB beside the program" ]
    [ "$status" -le 1 ]
  done
}

@test "memory: no tool hangs where its data are limited either" {
  not_sanitized
  for size in 5000 60000 100000; do
    status=0
    (unset OPENBLAS_NUM_THREADS; ulimit -d "$size"; exec timeout 20 ce-prepare pca "$BUNDLED/iris.csv") >out 2>said || status=$?
    [ "$status" = 0 ] || [ "$status $(cat said)" = \
      "1 ce-prepare: memory is limited to $((size / 1024)) MiB (ulimit -d): no room for BLAS, which needs 160 MiB beside the program" ]
    (unset OPENBLAS_NUM_THREADS; ulimit -d "$size"; exec timeout 20 ce-prepare --version) >out 2>&1
  done
}

@test "memory: who runs out of it while a file is read names the file, what is asked for and the limit" {
  not_sanitized
  seq 300000 | awk 'BEGIN { print "a,b" } { print $1 % 5 "," $1 % 7 }' >long.csv
  CE_MEMORY_LIMIT=2M run_split ce-consensus eac-al -k 3 long.csv
  assert_error 1 "ce-consensus: long.csv: out of memory: 2.3 MiB asked for, 2.0 MiB are free (CE_MEMORY_LIMIT)"
  CE_MEMORY_LIMIT=2M run_split ce-generate kmeans -k 3 - <long.csv
  assert_equal "$status" 1
  assert_regex "$stderr" "^ce-generate: standard input: out of memory: [2-9].[0-9] MiB asked for, 2.0 MiB are free \\(CE_MEMORY_LIMIT\\)$"
}

@test "memory: the address space and data that are in use are no longer free" {
  not_sanitized
  awk 'BEGIN { print "a,b"; for (i = 0; i < 10600; i++) print i "," i % 97 }' >many.csv
  for limit in -v -d; do
    run_split bash -c "ulimit $limit 420000; ce-similarity ca -j 1 many.csv -o out.mtx"
    assert_equal "$status" 1
    free=$(sed -n 's/.* of memory, \([0-9]*\)\.[0-9] MiB are free (ulimit '$limit');.*/\1/p' <<<"$stderr")
    # less than the limit, which is 410 MiB, by what the program has taken, and not all of it
    [ "$free" -lt 409 ]
    [ "$free" -gt 100 ]
  done
}

@test "memory: CE_MEMORY_LIMIT takes K, M, G and T, and anything else is refused" {
  for limit in 0x10 -1 5X 5MB 1.5G x '' 99999999999999999999 20000000T; do
    CE_MEMORY_LIMIT=$limit run_split ce-relabel labels.csv
    [ -n "$limit" ] || { assert_success; continue; }
    assert_error 2 "ce-relabel: CE_MEMORY_LIMIT is '$limit', a number of bytes expected, such as 800M (K, M, G, T)
Try 'ce-relabel --help'."
  done
  for limit in 4000000000 4000000K 4000M 4G 4T; do CE_MEMORY_LIMIT=$limit ce-relabel labels.csv >/dev/null; done
  awk 'BEGIN { print "a,b"; for (i = 0; i < 900; i++) print i "," i % 97 }' >many.csv
  CE_MEMORY_LIMIT=1T ce-similarity ca many.csv >/dev/null
  CE_MEMORY_LIMIT=1000K run_split ce-similarity ca many.csv
  assert_equal "$status" 1
  assert_regex "$stderr" '1000.0 KiB are free \(CE_MEMORY_LIMIT\)'
}

@test "memory: reading and mixture ask before they take" {
  awk 'BEGIN { print "a"; for (i = 0; i < 600000; i++) print i % 9 }' >long.csv
  CE_MEMORY_LIMIT=1M run_split ce-relabel long.csv
  assert_equal "$status" 1
  assert_regex "$stderr" '^ce-relabel: .*out of memory: '
  ce-relabel long.csv | cmp - <(CE_MEMORY_LIMIT=64M ce-relabel long.csv)
  awk 'BEGIN { print "a,b,c"; for (i = 0; i < 3000; i++) print i "," i * 7 % 3000 "," i % 5 }' >many.csv
  CE_MEMORY_LIMIT=3M run_split ce-consensus mixture -q -k 40 --restarts 1000 -j 4 many.csv
  assert_error 1 "ce-consensus: the components of each restart (6005 x 2560) needs 14.7 MiB of memory, 3.0 MiB are free (CE_MEMORY_LIMIT); use fewer clusters or threads instead"
}

@test "memory: control groups of version 1 and 2, nested, without the page cache" {
  run "$CE_BUILD/obj/tests/cgroup"
  assert_success
  assert_output "the group itself: 700
the group around it: 300
version 1: 1500
a group mounted as the top: 600
a namespace that hides it: 4000
version 1 without a limit: none
no limit: none
a limit without what is used: 3000
no group of this version: none
no /proc: none
a bound above one of two groups: 300
a bound below both: 299
a bound that the cache decides about: 250
a bound above what the cache leaves: 700"
}

@test "memory: lines of METIS reach neither the screen nor the data" {
  not_sanitized
  run_split "$CE_BUILD/obj/tests/quiet"
  assert_success
  assert_equal "$output" "before
after"
  assert_equal "$stderr" "error before
error after"
}

# ---- several outputs ----

@test "outputs: where one of several files of a call cannot be written, the others are as they were" {
  mkdir held
  while IFS='|' read -r line; do
    rm -rf held/*
    echo old >held/x
    eval "run_split $line"
    assert_equal "$line: $status" "$line: 1"
    assert_equal "$line: $(cat held/x)" "$line: old"
    assert_equal "$line: $(ls -A held)" "$line: x"
  done <<'END'
ce-consensus eac-al -k 3 labels.csv -o held/x --confidence /dev/full
ce-consensus eac-al -k 3 labels.csv -o /dev/full --confidence held/x
ce-consensus eac-al -k 3 labels.csv -o held/x --confidence none/y
ce-generate lac -k 2 --inv-h 1 "$BUNDLED/iris.csv" -o held/x --model /dev/full
ce-generate lac -k 2 --inv-h 1 "$BUNDLED/iris.csv" -o /dev/full --model held/x
ce-consensus wsce -k 3 --neighbours 9 "$BUNDLED/iris.csv" -o held/x --base /dev/full
ce-select random -m 2 labels.csv -o held/x --chosen /dev/full
END
}

@test "outputs: all files of a call get their names, and a list that says that something is wrong too" {
  ce-consensus eac-al -k 3 labels.csv -o x --confidence y
  assert [ -s x ]
  assert [ -s y ]
  printf 'i,j,link\n1,2,must\n1,2,cannot\n' >constraints
  run ce-constrain check constraints -o z
  assert_equal "$status" 1
  assert_equal "$(wc -l <z)" 2
  run_split ce-consensus eac-al,voting -k 2,1000 --keep-going labels.csv -o w
  assert_equal "$status" 1
  assert_equal "$(head -n 1 w)" eac-al.k2,voting.k2
}

@test "outputs: a signal between the names of two files waits for both, whichever thread it meets (a thread of BLAS or OpenMP took it)" {
  command -v strace >/dev/null || skip "no strace here"
  names='?rename,?renameat,?renameat2'
  OPENBLAS_NUM_THREADS=2 strace -D -f -o calls -e "trace=$names" -e "inject=$names:delay_exit=100000" \
    ce-consensus eac-al -k 3 -j 2 labels.csv -o x --confidence y 2>said &
  for ((i = 0; i < 1000; i++)); do
    [ "$(find . -name '[xy]' | wc -l)" = 0 ] || break
    sleep .01
  done
  kill $!
  status=0
  wait $! || status=$?
  [ -s calls ] || skip "strace does not work here"
  assert_equal "$status" $((128 + $(kill -l TERM)))
  assert [ -s x ]
  assert [ -s y ]
  assert_equal "$(find . -name '[xy].*')" ""
}

@test "--log: a run that a signal ends leaves a line, and the folder of another program goes with it" {
  command -v jq >/dev/null || skip "no jq here"
  mkdir tmp
  printf '3 4\n1 2\n3 4\n1 3\n' >graph.hgr
  # `exec`: so that the signal for the process meets no shell that waits
  for signal in TERM INT HUP; do
    TMPDIR=$PWD/tmp env --default-signal=INT,TERM,HUP ce-partition hypergraph -k 2 --program 'touch own.$$ "$1.own"; exec sleep 60; :' \
      --seed 5 --log runs graph.hgr -o x 2>/dev/null &
    for ((i = 0; i < 1000; i++)); do
      [ -z "$(find tmp -name '*.own')" ] || break
      sleep .01
    done
    kill -s $signal $!
    status=0
    wait $! || status=$?
    assert_equal "$signal $status" "$signal $((128 + $(kill -l $signal)))"
    assert_equal "$(ls -A tmp)" ""
    assert_equal "$(jq -r '[.tool, .seed, .command[1], .status, .signal] | @csv' runs | tail -n 1)" \
      "\"ce-partition\",\"5\",\"hypergraph\",$status,\"$signal\""
  done
  assert_equal "$(jq '.seconds < 60' runs | sort -u)" true
  assert_equal "$(wc -l <runs)" 3
  # the program has ended too, though perhaps nobody has asked for its status
  for own in own.*; do
    for ((i = 0; i < 500; i++)); do
      [[ "$(sed 's/.*) //' /proc/"${own#own.}"/stat 2>/dev/null)" =~ ^[^Z] ]] || break
      sleep .01
    done
    assert [ "$i" -lt 500 ]
  done
  # a run that ends by itself has its usual line
  ce-relabel labels.csv --log runs -o x
  assert_equal "$(jq -c '[.status, .signal]' runs | tail -n 1)" "[0,null]"
}

@test "--log: a run whose files have their names, and that waits for its turn at the log, ends by a signal" {
  command -v flock >/dev/null || skip "no flock here"
  exec 8>>runs
  flock 8
  ce-relabel labels.csv --log runs -o x 8>&- &
  for ((i = 0; i < 1000; i++)); do
    [ ! -e x ] || break
    sleep .01
  done
  # it has a short while to come from the name to the log, and some seconds to end
  sleep .05
  kill $!
  for ((i = 0; i < 500; i++)); do
    [ -n "$(jobs -r)" ] || break
    sleep .01
  done
  kill -KILL $! 2>/dev/null || :
  status=0
  wait $! || status=$?
  assert_equal "$status" $((128 + $(kill -l TERM)))
}

@test "outputs: more labels than are kept as text are written as numbers" {
  awk 'BEGIN { print "x"; for (i = 0; i < 65600; i++) print i }' >data.csv
  ce-generate kmeans -q -k 65600 -m 1 data.csv >labels.csv
  # k-means has a cluster for each object, numbered by first appearance
  awk 'NR == 1 { if ($0 != "kmeans.k65600.r1") exit 1; next } $0 != NR - 1 { print; exit 1 } END { if (NR != 65601) exit 1 }' labels.csv
  # and so has what renames them
  ce-relabel labels.csv | cmp - labels.csv
}

@test "outputs: without --format the name says the form, as far as the tool writes it" {
  # form FILE: its first letters
  form() { head -c 6 "$1" | tr -cd '[:alnum:]%{,'; }
  printf 'x,y\n1,2\n1,3\n7,8\n7,9\n' >data.csv
  ce-generate kmeans -q -k 2 -m 2 -o labels.csv --model model.json data.csv
  [ "$(form labels.csv)" = kmeans ]
  ce-generate kmeans -q -k 2 -m 2 -o labels.npy data.csv
  [ "$(form labels.npy)" = NUMPY ]
  ce-relabel -q labels.csv -o out.npy.gz
  [ "$(gzip -dc out.npy.gz | form /dev/stdin)" = NUMPY ]
  ce-assign -q --model model.json -o out.npy data.csv
  cmp out.npy labels.npy
  ce-consensus voting -q -k 2 -o out.npy labels.csv
  [ "$(form out.npy)" = NUMPY ]
  ce-synth cg -n 3 -o out.npy
  [ "$(form out.npy)" = NUMPY ]
  for name in csv npy metis csv.gz; do
    ce-similarity ca -q -o out.$name labels.csv
    ce-similarity ca -q --format "${name%.gz}" labels.csv >expected
    if [ "$name" = csv.gz ]; then gzip -dc out.$name; else cat out.$name; fi | cmp - expected
  done
  ce-score -q --pairwise -s ari -o out.json labels.csv
  [ "$(head -c 1 out.json)" = "{" ]
  ce-diversity -q -o out.json labels.csv
  [ "$(head -c 1 out.json)" = "{" ]
  ce-stability cdf -q -o out.json labels.csv
  [ "$(head -c 1 out.json)" = "[" ]
  # --format wins, and other endings are what they were
  ce-generate kmeans -q -k 2 -m 2 --format csv -o labels.npy data.csv
  cmp labels.npy labels.csv
  ce-similarity ca -q --format mtx -o out.csv labels.csv
  [ "$(form out.csv)" = "%%Matr" ]
  for name in out out.txt npy .npy/out; do
    mkdir -p .npy
    ce-similarity ca -q -o $name labels.csv
    [ "$(form $name)" = "%%Matr" ]
  done
}

@test "outputs: a note says where what is named as an array is text" {
  printf 'x,y\n1,2\n1,3\n7,8\n7,9\n' >data.csv
  run_split ce-prepare center -o out.npy data.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-prepare: out.npy: text is written, whatever the name ends in"
  run_split ce-prepare center -q -o out.npy data.csv
  assert_equal "$stderr" ""
  run_split ce-prepare center -o out.csv data.csv
  assert_equal "$stderr" ""
  ce-generate kmeans -q -k 2 -m 2 -o labels.csv data.csv
  run_split ce-diversity -o out.npy labels.csv
  assert_equal "$stderr" "ce-diversity: out.npy: text is written, whatever the name ends in"
  # memberships, whose labels may be an array
  note="out.npy: the memberships are written as text, whatever the name ends in: no NumPy array"
  run_split ce-generate lac -k 2 --inv-h 1 --membership --labels l.npy -o out.npy data.csv
  assert_equal "$stderr" "ce-generate: $note"
  [ "$(head -c 6 l.npy | tr -cd '[:alnum:]')" = NUMPY ]
  cp out.npy soft.csv
  run_split ce-select random -m 1 -o out.npy soft.csv
  assert_equal "$stderr" "ce-select: $note"
}

@test "outputs: a name that promises a packed file or a workbook is told of" {
  printf 'x\n1\n3\n' >x.csv
  run ce-generate kmeans -k 2 -o out.csv.xz x.csv
  assert_equal "$status" 0
  assert_output "ce-generate: out.csv.xz: text is written, whatever the name ends in"
}

@test "outputs: a name that promises another format than the one that is written is told of" {
  table a,b 1,1 1,2 2,1 2,2 >labels.csv
  table a,b 1,1 1,2 2,1 2,2 >tabs.csv
  tr , '\t' <tabs.csv >tabs.txt
  while IFS='|' read -r command note; do
    # shellcheck disable=SC2086 # words
    run $command
    assert_equal "$status" 0
    assert_output "${note:+${command%% *}: $note, whatever the name ends in}"
  done <<'END'
ce-consensus eac-al -k 2 -o out.json labels.csv|out.json: text is written
ce-consensus eac-al -k 2 -o out.json.gz labels.csv|out.json.gz: text is written
ce-consensus eac-al -k 2 -o out.mtx labels.csv|out.mtx: text is written
ce-consensus eac-al -k 2 --format npy -o out.json labels.csv|out.json: npy is written
ce-consensus eac-al -k 2 -o out.tsv labels.csv|out.tsv: commas are between the cells
ce-consensus eac-al -k 2 -d auto -o out.tsv labels.csv|out.tsv: commas are between the cells
ce-similarity ca -o out.tsv labels.csv|out.tsv: mtx is written
ce-similarity ca --format csv -o out.mtx labels.csv|out.mtx: text is written
ce-consensus eac-al -k 2 -o out.csv labels.csv|
ce-consensus eac-al -k 2 -o out.npy labels.csv|
ce-consensus eac-al -k 2 -d \t -o out.tsv tabs.txt|
ce-consensus eac-al -k 2 -o out labels.csv|
ce-diversity -o out.json labels.csv|
ce-similarity ca -o out.mtx labels.csv|
ce-similarity ca -o out.csv labels.csv|
END
  # who looks at the name itself says nothing here
  run ce-report --results labels.csv -o out.tsv labels.csv
  assert_equal "$status" 2
  assert_line --index 0 "ce-report: out.tsv: the page is HTML, not a table: write it to another name"
}

@test "threads: they wait for each other briefly, unless the user says otherwise, and the environment stays" {
  not_sanitized "it is started by other means"
  spins() { OMP_DISPLAY_ENV=verbose ce-score --version 2>&1 | sed -n "s/.*GOMP_SPINCOUNT = '\([0-9]*\)'.*/\1/p"; }
  default=$(env -i PATH="$PATH" OMP_DISPLAY_ENV=verbose "$(command -v ce-score)" --version 2>&1 | sed -n "s/.*GOMP_SPINCOUNT = '\([0-9]*\)'.*/\1/p")
  [ -n "$default" ] || skip "an OpenMP that does not tell"
  unset OMP_WAIT_POLICY GOMP_SPINCOUNT
  assert_equal "$(spins)" 10000
  assert_equal "$(GOMP_SPINCOUNT=7 spins)" 7
  [ "$(OMP_WAIT_POLICY=active spins)" -gt "$default" ]
  # the variable in whose place it stood is there again, for programs that are called
  mkdir path
  printf '#!/bin/sh\nprintf "%%s %%s\\n" "$OLDPWD" "$GOMP_SPINCOUNT" >"%s/seen"\nexit 1\n' "$PWD" >path/gnuplot
  chmod +x path/gnuplot
  printf 'id,a,b\na,1,.5\nb,.5,1\n' >m.csv
  run env -i "PATH=$PWD/path:$PATH" OLDPWD=kept "$(command -v ce-plot)" matrix -o x.svg m.csv
  assert_equal "$(cat seen)" "kept "
}
