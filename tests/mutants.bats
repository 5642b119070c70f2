#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# mutants.sh and what it works with: mutants.awk makes the changes that tests have to notice, concern.awk says which tests
# concern a file.

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

@test "mutants: tests concern a file when they have the words of its path, in their name before their lines" {
  mkdir tests
  echo "the linkage of single clusters" >tests/ce-score.bats
  echo "nothing" >tests/linkage.bats
  echo "a fine silhouette" >tests/ce-plot.bats
  echo "nothing" >tests/readers.bats
  printf '%s\n' silhouette silhouettes silhouette >tests/slow.bats
  echo "40 slow.bats" >seconds
  concern() { awk -v path="$1" -f "$CE_SOURCE/tests/concern.awk" seconds tests/*.bats; }
  assert_equal "$(concern src/partition/linkage/single.c | sed -n 1,2p)" "tests/linkage.bats
tests/ce-score.bats"
  # 40 s are too many for three words
  assert_equal "$(concern src/score/silhouette.c | sed -n 1,3p)" "tests/ce-score.bats
tests/ce-plot.bats
tests/slow.bats"
  # no word of the path says that it reads
  assert_equal "$(concern src/io/gunzip.c | sed -n 1p)" tests/readers.bats
  assert_equal "$(concern src/io/gunzip.c | wc -l)" 5
}

# A tree of one source file and one program, with all that mutants.sh asks of a tree.
small_tree() {
  mkdir -p tree/tests tree/src/io tree/tools && cd tree
  cp "$CE_SOURCE"/tests/{mutants.sh,mutants.awk,concern.awk} tests
  : >tests/seconds
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
  printf '@test "small" { run "$CE_BIN/half" 7; [ "${output##* }" = small ]; }\n' >tests/bounds.bats
  git init --quiet .
}

@test "mutants: with -c the first tests come first, the others see what is left, and the last line tells them apart" {
  small_tree
  run_split tests/mutants.sh -c 1 src/io/half.c
  assert_equal "$status" 1
  assert_output "src/io/half.c:8: constant 7 to 8:     return a > 8;
4 changes: 0 do not compile, 0 give the same code, 3 noticed (2 by the first tests, 1 by others), 1 not; 75 % of those that give other code"
  assert_equal "${stderr_lines[1]}" \
    "mutants: src/io/half.c: 4 changes: 0 do not compile, 0 give the same code, 2 noticed, 2 not"
  # the tree is as it was
  assert_equal "$(sed -n 8p src/io/half.c)" "    return a > 7;"
  # without others, and without -c
  run_split tests/mutants.sh -c 1:0 src/io/half.c
  assert_line --partial " 2 noticed (2 by the first tests, 0 by others), 2 not; 50 % of"
  run_split tests/mutants.sh src/io/half.c
  assert_line --partial " 3 noticed, 1 not; 75 % of"
}

@test "mutants: a test that fails without a change notices none: with -c it is left out, without it ends the call" {
  small_tree
  echo '@test "sick" { [ -s no-such-file ]; }' >tests/bounds.bats
  run_split tests/mutants.sh -c 1 src/io/half.c
  assert_equal "$status" 1
  assert_line --partial " 2 noticed (2 by the first tests, 0 by others), 2 not; 50 % of"
  [[ $stderr == *"mutants: tests/bounds.bats fails without a change, and is left out"* ]]
  run_split tests/mutants.sh src/io/half.c
  assert_equal "$status" 2
  [[ $stderr == *"mutants: the tests do not pass without a change"* ]]
}
