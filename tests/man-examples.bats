#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The examples of the manual pages are run, and their output compared: tests/man-examples.sh.

setup() {
  load common
  # what the examples may use: the bundled data sets
  mkdir examples && cd examples
  cp "$BUNDLED"/*.csv . 2>/dev/null || true
  # make in an example is no part of the make that runs the suite
  unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
  # a python3 that has pandas: that on PATH, or the system's
  if ! python3 -c 'import pandas' 2>/dev/null && /usr/bin/python3 -c 'import pandas' 2>/dev/null; then
    mkdir "$BATS_TEST_TMPDIR/python"
    ln -s /usr/bin/python3 "$BATS_TEST_TMPDIR/python/python3"
    PATH=$BATS_TEST_TMPDIR/python:$PATH
  fi
}

examples() { "$CE_SOURCE/tests/man-examples.sh" "$@"; }

# A page with this text in its EXAMPLES.
page() { printf '%s\n' '.Sh EXAMPLES' 'Text:' '.Bd -literal -offset indent' "$@" .Ed; }

# The pages of section 7 that have examples in one section, not everywhere.
pages_of_7() { ls "$CE_SOURCE"/man/*.7 | grep -vE '/clens(-tutorial|-cookbook)?\.7$'; }

# taught PAGE: a page whose every display is a command with its output, all run in their order.
taught() {
  run awk '/^\.Bd / { first = 1; next }
    first && !/^\$ / { print FILENAME ":" FNR ": no command" } { first = 0 }' "$CE_SOURCE/man/$1"
  assert_output ""
  run_split examples -a "$CE_SOURCE/man/$1"
  assert_output ""
  assert_equal "$status" 0
}

# left_out PAGE: says in the reason of a skip which displays need what is not here.
left_out() {
  run examples -l "$CE_SOURCE/man/$1"
  assert_equal "$status" 0
  [ -z "$output" ] || skip "$(sed 's,.*/,,' <<<"$output" | paste -s -d ';' | sed 's/;/; /g')"
}

@test "man pages: the examples of every tool print what the page says, at the beginning too" {
  in_turn 4
  run examples -a "$CE_SOURCE"/man/*.1
  assert_output ""
  assert_equal "$status" 0
  # and the section has one
  for page in "$CE_SOURCE"/man/*.1; do
    run awk '/^\.Sh / { on = $2 == "EXAMPLES" } on && /^\$ / { print; exit }' "$page"
    assert_output --partial '$ '
  done
}

@test "man pages: the first screen of the tools that one begins with has an example with its output" {
  command -v mandoc >/dev/null || skip "no mandoc"
  for tool in assign batch consensus generate microcluster score similarity stability; do
    mandoc -T ascii -O width=80 "$CE_SOURCE/man/ce-$tool.1" | sed 's/.\x08//g' | sed -n 1,30p >screen
    run awk '/^ +\$ / { command = 1; next } command && NF { print "shown"; exit }' screen
    assert_equal "$tool: $output" "$tool: shown"
  done
}

@test "man pages: the examples of clens(7) and of the pages of methods print what these say" {
  in_turn 4
  run examples -a "$CE_SOURCE/man/clens.7"
  assert_output ""
  assert_equal "$status" 0
  mapfile -t pages < <(pages_of_7)
  run examples "${pages[@]}"
  assert_output ""
  assert_equal "$status" 0
}

@test "clens-tutorial(7): every command prints what the page says, from top to bottom" {
  in_turn 4
  taught clens-tutorial.7
}

@test "clens-tutorial(7): nothing is left out for a program that is missing" {
  left_out clens-tutorial.7
}

@test "clens-cookbook(7): every command prints what the page says, from top to bottom" {
  in_turn 4
  taught clens-cookbook.7
}

@test "clens-cookbook(7): nothing is left out for a program that is missing" {
  left_out clens-cookbook.7
}

@test "clens-cookbook(7): forty recipes, each a question, one to six commands and a word on them" {
  run awk 'function verdict() { if (!name) return
      if (name !~ /\?$/) print name ": no question"
      if (commands < 1 || commands > 6) print name ": " commands " commands"
      if (!words) print name ": no word on it" }
    /^\.S[sh] / { verdict(); commands = words = literal = 0
      name = $1 == ".Ss" ? substr($0, 5) : ""; recipes += name != ""; next }
    /^\.Bd / { literal = 1 } /^\.Ed/ { literal = 0; next }
    literal { commands += /^\$ /; next } !/^\./ { words = 1 }
    END { if (recipes < 40) print recipes " recipes" }' "$CE_SOURCE/man/clens-cookbook.7"
  assert_output ""
}

@test "README.md: the worked pipelines run" {
  # the shards that one of them speaks of
  ce-generate kmeans -q -k 4 -m 3 digits.csv -o shard1.csv
  cp shard1.csv shard2.csv
  cp shard1.csv shard3.csv
  { echo 'set -e'; awk '/^## / { on = $0 == "## Worked pipelines" } on && /^    / { print substr($0, 5) }' "$CE_SOURCE/README.md"; } >pipelines
  assert [ "$(wc -l <pipelines)" -gt 8 ]
  run_split /bin/sh -x pipelines
  assert_equal "$status" 0
  # no message of a tool among the traced commands, but for the k that are preferred or found
  run grep -E '^ce-[a-z]+: ' <<<"$(sed -E '/^ce-stability: [a-z]* prefers |^ce-consensus: lwea: k = 2 of /d' <<<"$stderr")"
  assert_output ""
}

@test "man-examples.sh: runs commands in order, undoes escapes, and takes ... for any lines" {
  page "$ printf '1\\en2\\en3\\en' >three" '$ cat three' 1 ... '$ cat three \e' '| tail -n 1' '\&3' '$ cat three' ... 2 ... '$ true' '$ cat three' ... 3 ... >right.1
  run examples right.1
  assert_output ""
  assert_equal "$status" 0
}

@test "man-examples.sh: -a runs all sections but what needs a program that is missing; -l names it" {
  printf '%s\n' '.Sh ANY' '.Bd -literal' '$ echo 1' 1 .Ed '.\" needs sh no-such-program' \
    '.Bd -literal' '$ touch made' .Ed '.\" needs sh' '.Bd -literal' '$ echo 2' 3 .Ed >any.7
  run examples -a any.7
  assert_equal "$status" 1
  assert_output "any.7:12: echo 2
  expected: 3
  printed:  2"
  assert [ ! -e made ]
  run examples -l any.7
  assert_equal "$status" 0
  assert_output "any.7:7: no no-such-program here"
  printf '%s\n' '.Bd -literal' '$ echo 1' 2 .Ed >>any.7
  sed -i 's/^3$/2/' any.7
  run examples -a any.7
  assert_equal "$status" 1
  assert_line "any.7:16: echo 1"
}

@test "man-examples.sh: another output, more or less of it, a message and a page without examples are told" {
  page '$ echo 1' 2 >other.1
  run examples other.1
  assert_equal "$status" 1
  assert_output "other.1:4: echo 1
  expected: 2
  printed:  1"
  page '$ echo 1' >more.1
  run examples more.1
  assert_equal "$status" 1
  page '$ echo 1' 1 2 >less.1
  run examples less.1
  assert_equal "$status" 1
  page '$ seq 5' 1 ... 4 >cut.1
  run examples cut.1
  assert_equal "$status" 1
  page '$ echo 1 >&2' >message.1
  run examples message.1
  assert_equal "$status" 1
  printf '%s\n' '.Sh DESCRIPTION' '.Bd -literal' '$ true' .Ed >none.1
  run examples none.1
  assert_equal "$status" 1
  assert_output "none.1: no example (a line that begins with '$ ' in EXAMPLES)"
}
