#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# coverage.sh and what it works with: coverage.awk reads what gcov tells of a file.

setup() { load common; }

@test "coverage: lines that ran, that never ran, in several copies of a function, and in an included file" {
  command -v gcov >tool || skip "gcov is not installed"
  cat >part.h <<'END'
static inline int twice(int a)
{
    return 2 * a;
}
END
  cat >main.c <<'END'
#include "part.h"
#include <stdlib.h>
static int half(int a)
{
    if (a < 0)
        return -1; /* a: b */
    return a / 2;
}
int main(int argc, char **argv)
{
    if (argc > 2)
        return twice(argc);
    return half(atoi(argv[1]));
}
END
  gcc --coverage -O0 -c main.c
  gcc --coverage -o main main.o
  [ "$(./main 0; echo $?)" = 0 ]
  lines() { sort -k2n <<<"$output" | cut -f "$1"; }
  run awk -f "$CE_SOURCE/tests/coverage.awk" < <(gcov -t main.o)
  assert_equal "$(lines 2,3 | paste -sd' ')" "3	1 5	1 6	0 7	1 9	1 11	1 12	0 13	1"
  assert_equal "$(lines 1,4 | sed -n '3p; $p')" "main.c	return -1; /* a: b */
main.c	return half(atoi(argv[1]));"
  # a later run adds to it
  [ "$(./main -4; echo $?)" = 255 ]
  run awk -f "$CE_SOURCE/tests/coverage.awk" < <(gcov -t main.o)
  assert_equal "$(lines 2,3 | paste -sd' ')" "3	1 5	1 6	1 7	1 9	1 11	1 12	0 13	1"
  run awk -v ran=1 -f "$CE_SOURCE/tests/coverage.awk" < <(gcov -t main.o)
  assert_equal "$(lines 2 | paste -sd' ')" "3 5 6 7 9 11 13"
  # of two copies one has run
  printf '%s\n' '        -:    0:Source:./x.c' '        1:    2:ran' '    #####:    3:never' '------------------' 'f.avx2:' \
    '    #####:    2:ran' '    #####:    3:never' '------------------' 'f.default:' '        1:    2:ran' '    =====:    3:never' >gcov.txt
  run awk -f "$CE_SOURCE/tests/coverage.awk" gcov.txt
  assert_equal "$(lines 1-)" "x.c	2	1	ran
x.c	3	0	never"
}

@test "coverage: a copy in the tree is refused, and so is another option" {
  run "$CE_SOURCE/tests/coverage.sh" -k "$CE_SOURCE/obj/coverage" src/io
  assert_equal "$status $output" "2 coverage: $CE_SOURCE/obj/coverage: in the tree that is copied"
  [ ! -e "$CE_SOURCE/obj/coverage" ]
  run "$CE_SOURCE/tests/coverage.sh" -x
  assert_equal "$status" 2
}

@test "coverage -m: tests that passed have their times, files and numbers; of lines that have code the set of tests that ran them is written" {
  printf '%s\n' 'setup() { :; }' '@test "one: a (b)" {' '}' '@test "two" {' '}' >a.bats
  printf '%s\n' '@test "three" {' '}' '@test "four" {' '}' '@test "five" {' '}' >b.bats
  printf '%s\n' '1..3' 'ok 1 three in 7ms' 'not ok 2 four in 3ms' '# in 9ms' 'ok 3 five in 4ms # skip no data in 5ms' '1..2' \
    'ok 1 one: a (b) in 1023ms' 'ok 2 two in 12ms' >tap
  run awk -f "$CE_SOURCE/tests/coverage-tests.awk" tap a.bats b.bats
  assert_output "1023	a.bats	1	one: a (b)
12	a.bats	2	two
7	b.bats	1	three"
  # headers, and files elsewhere, are not of the sources
  printf '%s\n' '        -:    0:Source:src/x.c' '        1:    2:f(a: b)' '        -:    0:Source:src/x.h' '        1:    9:h()' \
    '        -:    0:Source:/usr/include/y.c' '        1:    9:h()' >gcov.txt
  run awk -f "$CE_SOURCE/tests/coverage.awk" gcov.txt
  assert_output "src/x.c	2	1	f(a: b)"
  printf '%s\t%s\t%s\n' 0 src/x.c 2 0 src/x.c 3 3 src/x.c 2 4 src/x.c 2 12 src/x.c 2 0 src/z.c 1 0 src/x.c 5 7 src/x.c 5 >ran
  echo src/x.c >sources
  run awk -f "$CE_SOURCE/tests/coverage-map.awk" sources ran
  assert_output "set	1	3 4 12
line	src/x.c	2	1
line	src/x.c	3	0
set	2	7
line	src/x.c	5	2"
}
