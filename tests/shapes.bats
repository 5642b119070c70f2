#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The tests themselves: shapes.awk finds lines in which a failure is not seen.

setup() { load common; }

shapes() { run awk -f "$CE_SOURCE/tests/shapes.awk" "$@"; }

@test "shapes: no Bats file has a line in which a failure is not seen" {
  shapes "$CE_SOURCE"/tests/*.bats
  assert_output ""
  assert_equal "$status" 0
}

@test "shapes: a list of comparisons is found, on one line or on several" {
  # "and" stands for the operator, so that no line here has the shape itself
  while IFS= read -r line; do
    line=${line// and/" &&"}
    printf '%s\n' 'setup() { load common; }' '@test "x" {' "${line//@/$'\n'    }" '}' >bad.bats
    shapes bad.bats
    assert_equal "$line: $status" "$line: 1"
    [[ ${lines[0]} == bad.bats:*": only the last command can fail the test; write one a line: "* ]]
  done <<'END'
  cmp one two and cmp three four and cmp five six
  cmp one two and@cmp three four
  [ -s one ] and cmp one "two || three"
  assert_equal "$(tool)" 3 and assert_output ""
  near "$x" 1 .1 and near "$y" 2 .1 # || true
END
}

@test "shapes: a command that is negated is found" {
  # "not" stands for the operator
  printf '%s\n' 'setup() { load common; }' '@test "x" {' '  not cmp one two' '  not cmp one two || false' '  true' '}' |
    sed 's/^  not/  !/' >bad.bats
  shapes bad.bats
  assert_equal "$status" 1
  assert_output "bad.bats:3: a command behind ! never ends a test; write run, and look at status:   ! cmp one two"
}

@test "shapes: conditions, assignments, folders, quotations and here-documents are none" {
  cat >good.bats <<'END'
setup() { load common; }
x() {
  [ -s one ] && return
  if cmp one two && cmp three four; then false; fi
  [ "$code" = 1 ] && [ ! -s out ] || complain "no"
  [ "$code" = 1 ] &&
    [ ! -s out ] || complain "no"
  (cd folder && ls)
  grep "a \"quoted\" word" out
  [ "$x" = 1 ] && with=3
  awk 'a && b { print "&&" }
    c && d' file
  cat <<LIST
cmp one two && cmp three four
LIST
}
END
  shapes good.bats
  assert_output ""
  assert_equal "$status" 0
}

@test "shapes: a file without pipefail, one that takes it back, grep -q and head behind a pipe are found" {
  printf '%s\n' 'setup() { :; }' '@test "x" {' '  tool | tail >one' '}' >bad.bats
  shapes bad.bats
  assert_equal "$status" 1
  assert_output "bad.bats: does not load common, so the status of a pipe is that of its last command"
  printf '%s\n' 'setup() { load common; }' '@test "x" {' '  set +o pipefail' '  tool | grep -Eq x' '  tool | head -n 2' '}' >bad.bats
  shapes bad.bats
  assert_equal "$status" 1
  assert_output "bad.bats:3: the status of a pipe would be that of its last command:   set +o pipefail
bad.bats:4: grep -q does not read to the end; write grep >/dev/null:   tool | grep -Eq x
bad.bats:5: head does not read to the end; write sed -n 1,Np:   tool | head -n 2"
}

@test "shapes: pipefail holds in every test: a tool that fails at the head of a pipe fails the test" {
  mkdir suite
  printf '%s\n' 'setup() { load common; }' '@test "x" {' '  ce-select no-such-noun 2>&1 | tail -n 1 >one' '  cmp one one' '}' >suite/bad.bats
  cp "$CE_SOURCE/tests/common.bash" suite
  run bats suite/bad.bats
  assert_equal "$status" 1
  assert_line --partial "not ok 1 x"
}

@test "shapes: an awk program whose END overwrites the status of a rule is found, on one line or on several" {
  # "quit" stands for exit, so that no line here has the shape itself
  while IFS= read -r line; do
    line=${line//quit/exit}
    printf '%s\n' 'setup() { load common; }' '@test "x" {' "${line//@/$'\n'    }" '}' >bad.bats
    shapes bad.bats
    assert_equal "$line: $status" "$line: 1"
    [[ ${lines[0]} == "bad.bats:3: END overwrites the status of a rule; write exit bad = 1, and END { exit bad || ... }: "* ]]
  done <<'END'
  awk '$1 < 0 { quit 1 } END { quit NR != 3 }' file
  tool | awk -F, -v k="$k" 'NR > 1 { if ($1 < 0) quit 1; n++ }@END { quit !n }' - file || fail "$k"
  assert_equal "$(awk 'function is(a, b) { if (a != b) quit 1 } { is($1, $2) } END { print "}"; quit(NR != 3) || quit NR != 3 }' file)" ""
  awk '$1 < 0 { quit bad = 1 } $1 > 9 { quit 1 } END { quit bad || NR != 3 }' file
  awk '$1 < 0 { quit bad = 1 } END { quit NR != 3 }' file
  awk '$1 < 0 { quit bad = 1 } END { quit wrong || NR != 3 }' file
  awk '{ print }' one; awk '$1 < 0 { quit 1 } END { quit 0 }' file
END
  # a status that END knows, one that it does not touch, one that is never 0, and programs apart
  while IFS= read -r line; do
    line=${line//quit/exit}
    printf '%s\n' 'setup() { load common; }' '@test "x" {' "${line//@/$'\n'    }" '}' >good.bats
    shapes good.bats
    assert_equal "$line: $status $output" "$line: 0 "
  done <<'END'
  awk '$1 < 0 { quit bad = 1 } END { quit bad || NR != 3 }' file
  awk '$1 < 0 { quit wrong = 1 }@END { quit (wrong || NR != 3) }' file
  awk '$1 < 0 { quit bad = 1 } END { quit bad }' file
  awk '$1 < 0 { quit 1 } END { if (NR != 3) quit 1 }' file
  awk '$1 < 0 { quit 1 } END { print "quit NR" }' file
  awk '$1 < 0 { found = 1; quit } END { quit !found }' file
  awk '$1 < 0 { quit 1 }' one | awk 'END { quit NR != 3 }'
  # awk '{ quit 1 } END { quit NR }' is no command
END
}
