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
  FILE=main.c run awk -f "$CE_SOURCE/tests/coverage.awk" < <(gcov -t main.o)
  assert_equal "$(sort -k2n <<<"$output")" "main.c	6	return -1; /* a: b */
main.c	8	
main.c	12	return twice(argc);"
  # a later run adds to it
  [ "$(./main -4; echo $?)" = 255 ]
  FILE=main.c run awk -f "$CE_SOURCE/tests/coverage.awk" < <(gcov -t main.o)
  assert_equal "$(sort -k2n <<<"$output")" "main.c	8	
main.c	12	return twice(argc);"
  # of two copies one has run
  printf '%s\n' '        -:    0:Source:./x.c' '        1:    2:ran' '    #####:    3:never' '------------------' 'f.avx2:' \
    '    #####:    2:ran' '    #####:    3:never' '------------------' 'f.default:' '        1:    2:ran' '    =====:    3:never' >gcov.txt
  FILE=x.c run awk -f "$CE_SOURCE/tests/coverage.awk" gcov.txt
  assert_output "x.c	3	never
x.c	2	"
}

@test "coverage: a copy in the tree is refused, and so is another option" {
  run "$CE_SOURCE/tests/coverage.sh" -k "$CE_SOURCE/obj/coverage" src/io
  assert_equal "$status $output" "2 coverage: $CE_SOURCE/obj/coverage: in the tree that is copied"
  [ ! -e "$CE_SOURCE/obj/coverage" ]
  run "$CE_SOURCE/tests/coverage.sh" -x
  assert_equal "$status" 2
}
