#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# mutants.sh and what it works with: mutants.awk makes the changes that tests have to notice, mutants-tests.awk says which tests run
# the changed line.

setup() { load common; }

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

@test "mutants: -r draws from all files together, each change as likely as any other" {
  in_turn 4
  printf '%s\n' 'int f(int a)' '{' '    return a < 3;' '}' >small.c
  printf '%s\n' 'int f(int a)' '{' '    if (a > 5)' '        a += 1;' '    return a * 2;' '}' >large.c
  "$CE_SOURCE/tests/mutants.sh" -l small.c large.c | sort >all
  assert_equal "$(wc -l <all)" 10
  "$CE_SOURCE/tests/mutants.sh" -l -r 20 small.c large.c | sort | cmp - all
  run "$CE_SOURCE/tests/mutants.sh" -l -r 5 -s 3 small.c large.c
  assert_equal "${#lines[@]}" 5
  # 100 draws of one: ten for each are expected, with a standard deviation of 3
  for seed in {1..100}; do "$CE_SOURCE/tests/mutants.sh" -l -r 1 -s "$seed" small.c large.c; done | sort | uniq -c >counts
  assert_equal "$(sed 's/^ *[0-9]* //' counts)" "$(cat all)"
  run awk '$1 > 24' counts
  assert_output ""
}

@test "mutants: a change has the tests that run its line, the quickest first; of a later line of a statement those of its beginning" {
  cat >x.c <<'END'
static const int table[] = {
    1,
};
int f(int a)
{
    return a +
           2;
}
static const int other = 3;
int g(int a)
{
    return a;
}
END
  printf '%s\t' test 1 10 t.bats 2 one >map
  printf '\n' >>map
  printf '%s\t%s\t%s\t%s\t%s\t%s\n' test 2 30 u.bats 1 two test 3 40 t.bats 1 three >>map
  printf '%s\t%s\t%s\n' set 1 "1 3" set 2 2 >>map
  printf 'line\t%s\t%s\t%s\n' x.c 4 1 x.c 6 1 x.c 8 1 x.c 10 2 x.c 12 2 x.c 13 0 y.c 1 2 >>map
  printf '%s\t%s\n' x.c 6 x.c 7 x.c 2 x.c 9 x.c 12 x.c 13 y.c 1 >wanted
  run awk -v files="t.bats u.bats" -f "$CE_SOURCE/tests/mutants-tests.awk" map wanted
  assert_output "1 3
1 3
1 2 3
1 2 3
2

2"
  run awk -v files=t.bats -f "$CE_SOURCE/tests/mutants-tests.awk" map <(printf '%s\t%s\n' x.c 12 x.c 2)
  assert_output "
1 3"
}

# A tree of one source file and one program, with all that mutants.sh asks of a tree.
small_tree() {
  mkdir -p tree/tests tree/src/io tree/tools && cd tree
  cp "$CE_SOURCE"/tests/{mutants.sh,mutants.awk,mutants-tests.awk} tests
  printf '%s\n' '#!/bin/sh' "echo 'CC = cc' >config.mk" >configure
  chmod +x configure
  cat >Makefile <<'END'
all: bin/half
test-programs:
obj/%.o: %.c
	mkdir -p $(@D) bin && cc -O1 -fPIC -c -o $@ $<
obj/none.o:
	mkdir -p obj && echo >none.c && cc -fPIC -c -o $@ none.c
libclens.a: obj/src/io/half.o obj/none.o
	ar rc $@ $^
obj/libcli.a: obj/none.o
	ar rc $@ $^
bin/half: obj/tools/half.o libclens.a
	cc -o $@ obj/tools/half.o libclens.a $(LDFLAGS)
END
  cat >src/io/half.c <<'END'
int half(int a)
{
    return a / 2;
}

int large(int a)
{
    return a > 7;
}
END
  cat >tools/half.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int half(int a);
int large(int a);
int main(int argc, char **argv)
{
    int a = argc > 1 ? atoi(argv[1]) : 0;
    return printf("%d %s\n", half(a), large(a) ? "large" : "small") < 0;
}
END
  printf '@test "half" { run "$CE_BIN/half" 4; [ "${output%% *}" = 2 ]; }\n' >tests/half.bats
  printf '@test "small (?)" { run "$CE_BIN/half" 7; [ "${output##* }" = small ]; }\n' >tests/bounds.bats
  git init --quiet .
}

# Of the lines of half.c: the first function both tests run, the return of the second the one that its argument says.
small_map() {
  printf 'test\t%s\t%s\t%s\t1\t%s\n' 1 20 tests/half.bats half 2 30 tests/bounds.bats "small (?)"
  printf 'set\t%s\t%s\n' 1 "1 2" 2 "$1"
  printf 'line\tsrc/io/half.c\t%s\t%s\n' 1 1 3 1 6 "${2-2}" 8 "${2-2}"
}

@test "mutants: every test sees every change; with -m those that run the line" {
  in_turn 4
  small_tree
  run_split tests/mutants.sh src/io/half.c
  assert_equal "$status" 1
  assert_output "src/io/half.c:8: constant 7 to 8:     return a > 8;
4 changes: 0 do not compile, 0 give the same code, 3 noticed, 1 not; 75 % of those that give other code"
  assert_equal "${stderr_lines[2]}" \
    "mutants: src/io/half.c: 4 changes: 0 do not compile, 0 give the same code, 3 noticed, 1 not"
  # the tree is as it was
  assert_equal "$(sed -n 8p src/io/half.c)" "    return a > 7;"
  small_map 2 >map
  run_split tests/mutants.sh -m map src/io/half.c
  assert_output "src/io/half.c:8: constant 7 to 8:     return a > 8;
4 changes: 0 do not compile, 0 give the same code, 3 noticed, 1 not (0 of lines that no test runs); 75 % of those that give other code"
  # a test that does not tell large from small
  small_map 1 >map
  run_split tests/mutants.sh -m map src/io/half.c
  assert_line --partial " 2 noticed, 2 not (0 of lines that no test runs); 50 % of"
  small_map 1 0 >map
  run_split tests/mutants.sh -m map src/io/half.c
  assert_line "src/io/half.c:8: no test runs it: constant 7 to 8:     return a > 8;"
  assert_line --partial " 2 noticed, 2 not (2 of lines that no test runs); 50 % of"
}

@test "mutants: -b ends the tests of a change; at least those of two seconds run" {
  small_tree
  small_map 2 | sed 's/\t30\t/\t3000\t/' >map
  run_split tests/mutants.sh -b 2 -m map src/io/half.c:8
  assert_line --partial " 0 noticed, 2 not"
  run_split tests/mutants.sh -b 3 -m map src/io/half.c:8
  assert_line --partial " 1 noticed, 1 not"
}

@test "mutants: a test that fails without a change notices none: with -m it is left out, without it ends the call" {
  in_turn 4
  small_tree
  echo '@test "small (?)" { [ -s no-such-file ]; }' >tests/bounds.bats
  small_map 2 >map
  run_split tests/mutants.sh -m map src/io/half.c
  assert_equal "$status" 1
  assert_line --partial " 2 noticed, 2 not (0 of lines that no test runs); 50 % of"
  assert_equal "$(grep -c "mutants: small (?): fails without a change, and is left out" <<<"$stderr")" 1
  run_split tests/mutants.sh src/io/half.c
  assert_equal "$status" 2
  [[ $stderr == *"mutants: the tests do not pass without a change"* ]]
}
