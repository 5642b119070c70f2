#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-report --runs: the commands that made the files of a page, out of a log.

setup() {
  load common
  command -v gnuplot >/dev/null || skip "needs gnuplot"
  mkdir recorder
  printf '%s\n' '#!/bin/sh' 'cat >/dev/null' 'echo "<svg></svg>"' >recorder/gnuplot
  chmod +x recorder/gnuplot
  PATH="$PWD/recorder:$PATH"
}

# about ARGUMENTS: what the page says of what was run, without markup.
about() {
  ce-report -q "$@" -o page.html
  sed -n '/<h2>What was run/,$p' page.html |
    sed 's/<\/t[dh]><t[dh]>/,/g; s/<br>/ | /g; s/<[^>]*>//g; s/&#39;/'"'"'/g' | grep .
}

# Members and results of a few objects, with a log of all runs.
logged() {
  ce-prepare sample --log runs.json -n 20 --seed 3 "$BUNDLED/iris.csv" >few.csv
  ce-prepare zscore --log runs.json few.csv -o z.csv.gz
  ce-generate kmeans --log runs.json -k 2,3 -m 6 --seed 7 --prefix "a b's" z.csv.gz -o members.csv
  ce-consensus eac-al --log runs.json -k 2,3 --seed 5 members.csv >results.csv
}

@test "ce-report --runs: the runs that made the files, and what those read, with their seeds" {
  logged
  # others in the log: a run of other files, one that failed, and an older one of the same bytes
  ce-generate kmeans --log others.json -k 2 -m 2 z.csv.gz >/dev/null
  ce-prepare zscore --log others.json z.csv.gz >/dev/null
  run_split ce-consensus eac-al --log others.json -k 900 members.csv
  assert_equal "$status" 1
  cat others.json >>runs.json
  version=$(ce-report --version | awk 'NR == 1 { print $NF }')
  about -r results.csv --data few.csv --runs runs.json members.csv >got
  assert_equal "$(sed -n 2p got)" \
    "This page, by Clens $version, with the seed 1 for what the page itself draws at random:"
  assert_equal "$(sed -n 3p got)" "ce-report -r results.csv --data few.csv --runs runs.json members.csv"
  grep '^[a-z]*\.csv,' got | cut -d, -f1,4 >files
  table members.csv,3 results.csv,4 few.csv,1 | diff - files
  grep '^ce-.* | ' got >commands
  diff - commands <<END
ce-prepare sample --log runs.json -n 20 --seed 3 $BUNDLED/iris.csv | wrote few.csv; seed 3; Clens $version
ce-prepare zscore --log runs.json few.csv -o z.csv.gz | wrote z.csv.gz; seed 1; Clens $version
ce-generate kmeans --log runs.json -k 2,3 -m 6 --seed 7 --prefix 'a b'\\''s' z.csv.gz -o members.csv | wrote members.csv; seed 7; Clens $version
ce-consensus eac-al --log runs.json -k 2,3 --seed 5 members.csv | wrote results.csv; seed 5; Clens $version
END
  # the log is no file of the page
  run grep -c '^runs.json,' got
  assert_output 0
  # the same page on each call, and packed
  cp page.html before.html
  about -r results.csv --data few.csv --runs runs.json members.csv >/dev/null
  cmp before.html page.html
  gzip -c runs.json >packed.json
  about -r results.csv --data few.csv --runs packed.json members.csv | grep '^ce-.* | ' | diff commands -
}

@test "ce-report --runs: of several runs that wrote a file the last before it was read" {
  file() { printf '{"path": "%s", "bytes": %d, "crc32": "%s"}' "$1" "$(wc -c <"$1")" "$(gzip -c "$1" | tail -c 8 | od -An -tx4 -N4 | tr -d ' ')"; }
  # line NAME INPUT OUTPUT: a run with status 0
  line() {
    printf '{"command": ["%s"], "inputs": [%s], "outputs": [%s], "status": 0}\n' "$1" "$2" "$3"
  }
  table r 1 1 2 2 >of.csv
  echo raw >raw
  {
    line /usr/bin/first "" "$(file raw)"
    line second "" "$(file raw)"
    line reads "$(file raw)" "$(file of.csv)"
    line late "" "$(file raw)"
  } >log
  about -r of.csv --runs log of.csv >got
  assert_equal "$(grep ' | ' got)" "second | wrote raw
reads | wrote of.csv"
  # a run ends after the one that read from it through a pipe; a run that reads what it writes
  {
    line reads "$(file raw)" "$(file of.csv)"
    line late "$(file raw)" "$(file raw)"
    line /usr/bin/last "" "$(file raw)"
  } >log
  about -r of.csv --runs log of.csv >got
  assert_equal "$(grep ' | ' got)" "reads | wrote of.csv
last | wrote raw"
  # another size, another checksum, no checksum, and an empty file are not it
  crc=$(file of.csv | grep -o '"[0-9a-f]\{8\}"')
  for file in "\"bytes\": 9, \"crc32\": $crc" '"bytes": 10, "crc32": "00000000"' '"bytes": 10' \
    "\"crc32\": $crc" '"bytes": 0, "crc32": "00000000"' "\"bytes\": \"10\", \"crc32\": $crc"; do
    line other "" "{$file}" >log
    about -r of.csv --runs log of.csv >got
    assert_equal "$(grep wrote got)" "No run in log wrote one of these files."
    assert_equal "$(grep '^of.csv,' got | cut -d, -f4 | sort -u)" "not known"
  done
  # without a log the page says how to have one
  about -r of.csv of.csv >got
  grep -qF -- "not known to this page: --runs reads them from a log of runs" got
}

@test "ce-report --runs: what is no log is refused, and nothing is written" {
  table r 1 1 2 2 >of.csv
  refused() {
    run_split ce-report -r of.csv --runs log of.csv -o page.html
    assert_error 1 "ce-report: log$1"
    assert [ ! -e page.html ]
  }
  : >log
  refused ": empty, a log of runs expected"
  table r 1 >log
  refused ":1: byte 1: a value expected: no line of a log of runs (--log)"
  printf '{"command": ["a"], "status": 0}\n\n{"a": 1}\n' >log
  refused ":3: no status or no command, a log of runs expected"
  echo '[1]' >log
  refused ":1: no status or no command, a log of runs expected"
  printf '{\0}' >log
  refused ": a NUL byte, a log of runs expected"
  rm log
  refused ": No such file or directory"
  run_split ce-report -r of.csv --runs - <of.csv
  assert_error 2 "ce-report: --runs and FILE are both standard input
Try 'ce-report --help'."
}
