#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The tests themselves: shapes.awk finds lines in which a failure is not seen, and mutants.awk makes the changes that tests
# have to notice.

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

@test "mutants: operators, constants, conditions and statements of a file are changed, each once; comments and strings are not" {
  cat >small.c <<'END'
/* a < b: no change */
static int f(int a, const char *s)
{
    int x = 0;

    if (a < 3 && s)
        x = g("a == b"); /* c + d */
    free(x);
    return x * 2;
}
END
  run "$CE_SOURCE/tests/mutants.sh" -l small.c
  assert_equal "$status" 0
  assert_output "small.c:4: constant 0 to 1:     int x = 1;
small.c:6: operator < to <= :     if (a <= 3 && s)
small.c:6: operator && to || :     if (a < 3 || s)
small.c:6: constant 3 to 4:     if (a < 4 && s)
small.c:6: condition reversed:     if (!(a < 3 && s))
small.c:7: statement left out:         ;
small.c:9: operator * to / :     return x / 2;
small.c:9: constant 2 to 3:     return x * 3;"
  run "$CE_SOURCE/tests/mutants.sh" -l -n 3 -s 5 small.c
  assert_equal "${#lines[@]}" 3
}

@test "mutants: a file that is not there, or not of the sources, is refused" {
  run "$CE_SOURCE/tests/mutants.sh" no-such.c
  assert_equal "$status $output" "2 mutants: no-such.c: no such file"
  echo >outside.c
  run "$CE_SOURCE/tests/mutants.sh" outside.c
  assert_equal "$status $output" "2 mutants: outside.c: not below src or tools"
}

@test "mutants: the changes of one line" {
  printf '%s\n' 'int f(int a)' '{' '    a = a + 1;' '    return a < 3;' '}' >small.c
  run "$CE_SOURCE/tests/mutants.sh" -l small.c:4
  assert_equal "$status" 0
  assert_output "small.c:4: operator < to <= :     return a <= 3;
small.c:4: constant 3 to 4:     return a < 4;"
}

@test "mutants: a folder that holds anything else keeps no copy" {
  mkdir other
  echo mine >other/notes
  run "$CE_SOURCE/tests/mutants.sh" -k other "$CE_SOURCE/src/score/ncai.c"
  assert_equal "$status $output" "2 mutants: other: not empty, and no copy that was kept"
  echo "/another/tree " >other/mutants.kept
  run "$CE_SOURCE/tests/mutants.sh" -k other "$CE_SOURCE/src/score/ncai.c"
  assert_equal "$status $output" "2 mutants: other: a copy of another tree, or built with other options"
  assert_equal "$(ls other)" "mutants.kept
notes"
}
