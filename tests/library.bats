#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The library as its users see it: clens.h, libclens.a, libclens.so, clens.pc, and the examples. The programs tests/lib/library*.c
# make an ensemble of 60 objects with all that goes with it, and speak to the library through clens.h alone.

setup_file() {
  [ -z "$(sed -n 's/^SANITIZE_FLAGS = //p' "$CE_BUILD/config.mk")" ] || return 0
  export PREFIX="$BATS_FILE_TMPDIR/clens" # one prefix serves all tests
  unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DESTDIR
  make -s -C "$CE_BUILD" install prefix="$PREFIX" exec_prefix="$PREFIX"
}

setup() {
  load common
  library="$CE_BUILD/obj/tests/library"
  version=$(cat "$CE_SOURCE/VERSION")
  shared=libclens.so.${version%%.*}
}

setting() { sed -n "s/^$1 = //p" "$CE_BUILD/config.mk"; }

# What is installed, and what links against it.
need_shared() { not_sanitized "no shared library with the sanitizers"; }
need_pkg_config() { need_shared; command -v pkg-config >/dev/null || skip "no pkg-config"; }
flags() { PKG_CONFIG_PATH="$PREFIX/lib/pkgconfig" pkg-config "$@" clens; }
compile() { $(setting CC) -std=c11 -Wall -Wextra -Werror "$@"; }

# The functions that the header declares.
declared() { grep -oE '^CLENS_API .*|^    *clens_.*' "$CE_SOURCE/include/clens.h" | grep -oE '\bclens_[a-z_]+\(' | tr -d '(' | sort; }

# ---- what the library computes ----

# same_as_tool FILE: each line is the arguments of ce-consensus, a tab, labels; runs the tool on them
same_as_tool() {
  # the sanitizers take a third
  local args expected
  "$library" write
  while IFS=$'\t' read -r args expected; do
    # words to be split
    # shellcheck disable=SC2086
    ce-consensus -q $args 2>&1 | tail -n +2 | paste -sd' ' >got
    [ "$(cat got)" = "$expected" ] || printf '%s\n  tool    %s\n  library %s\n' "$args" "$(cat got)" "$expected"
  done < <(if sanitized; then awk 'NR % 3 == 0' "$1"; else cat "$1"; fi)
}

@test "library: every method gives the labels of the tool, with every option by default and otherwise" {
  in_turn 4
  "$library" labels >labels
  # all methods, and a line for each of their options
  assert_equal "$(cut -d' ' -f1 labels | sort -u)" "$(ce-consensus --list=csv | tail -n +2 | cut -d, -f1 | sort)"
  assert_equal "$(wc -l <labels)" "$(($(ce-consensus --list=csv | tail -n +2 | wc -l) + $(ce-consensus --list-options | awk -F, 'NR > 1 && $1 != ""' | wc -l)))"
  # they do something: hardly any two lines of a method are the same
  run awk -F'\t' '!/\t(1|NA)( |$)/' labels
  assert_output ""
  run same_as_tool labels
  assert_output ""
}

@test "library: methods that read memberships give the labels of the tool" {
  "$library" members >labels
  assert_equal "$(cut -d' ' -f1 labels | sort)" "$(ce-consensus --list=csv | awk -F, '/,"labels, memberships",/ { print $1 }' | sort)"
  run same_as_tool labels
  assert_output ""
}

@test "library: an ensemble that was used with other methods and options gives what a fresh one gives, for every option" {
  in_turn 4
  run "$library" cached
  assert_output ""
  assert_equal "$status" 0
}

@test "library: wrong options, values, ensembles, k: a status, one line, and no result" {
  run "$library-reports" failures
  assert_equal "$status" 0
  assert_output "-4 no method
-4 hne has no option 'thete'
-4 option theta '1.5', a number from 0 to 0.999999 expected
-4 option theta '0,3', a number from 0 to 0.999999 expected
-4 option theta needs a value
-4 option tie 'best', one of index|meansim expected
-4 option microclusters 'yes', 0 or 1 expected
-4 option seed '-1', a whole number from 0 to 2^64 - 1 expected
-4 option restarts '2.5', a whole number from 1 to 1000000 expected
-4 option with takes a word, one of metis|spectral expected
-4 option restarts 'nan', a whole number from 1 to 1000000 expected
-4 option restarts '1e+300', a whole number from 1 to 1000000 expected
-4 option with: no room for its value, 9 bytes needed
-4 option cluster-weight goes with option with metis
-4 option alpha goes with option anchor
-4 option low 0.9 is above option high 0.3
-4 wsbpa needs data, model
-4 c-wbpa needs data, model, constraints
-4 weac-nm needs weights, or data to compute them
-2 eac-al: k = 61, but there are only 59 objects with labels
-4 eac-al: k = 0, a number of clusters from 1 expected
-4 gcons finds the number of clusters itself: k = 0 expected
-2 diclens: k = 99, but there are only 59 objects with labels
-4 wsce reads data
-4 no ensemble
-4 hbgf has no dendrogram: lifetimes need a function that cuts one
-4 no options
-4 no options
-4 hbgf reads labels
-2 wsce: k = 99, but there are only 60 objects
-4 no number of clusters
-4 wsce: k = 0, a number of clusters from 1 expected
-4 no options
-4 no data
-4 a result of 60 objects, an ensemble of 59
-4 a model of 2 features, 3 expected as in the data
-2 wsbpa: values are missing in the data, complete data expected
-2 wosp: values are missing in the data, complete data expected
-2 wsbpa: object 2, feature 3: -1e+200, at most 1e+150 expected
-4 0 objects, 1 to 2147483647 expected
-4 data without features
-4 object 2, feature 2: -inf, a finite number or NaN expected
-4 0 objects and 6 base clusterings, at least 1 of each expected
-4 layout 2, CLENS_ROW_MAJOR or CLENS_COLUMN_MAJOR expected
-2 all labels are missing
-2 object 1, base clustering 1: memberships sum to 1.1, 1 expected
-2 object 1, base clustering 1: membership 13.054, 0 to 1 expected
-2 object 1, base clustering 1: 1 of 2 memberships missing, all or none expected
-4 base clustering 1 of 0 clusters, at least 1 expected
-2 object 1, base clustering 1: memberships sum to 0.75, 1 expected
-4 sizes do not go with data, which are those of objects
-4 row 1: size 1.5, a whole number of objects from 1 expected
-4 data, which are those of objects, do not go with sizes
-4 base clustering 3 has no name
-4 data of 59 objects, 60 expected
-4 a model of 17 clusters, 18 expected: all of the ensemble
-4 a model without weights
-4 a model without features
-4 the model of cluster 2: a finite centroid and weights from 0 expected
-4 the model of cluster 2: a finite centroid and weights from 0 expected
-4 the model of cluster 2: a finite centroid and weights from 0 expected
-4 base clustering 1: weight -1, a finite number from 0 expected
-4 all weights are 0
-4 constraint 1: an object with itself
-4 constraint 1: no such object, there are 60
-4 constraint 1: link 99, 0 or 1 expected
-2 objects 1 and 3 cannot link, but must-links join them"
}

@test "library: options are set by text and by number, read back, and set back" {
  run "$library-reports" values
  assert_equal "$status" 0
  assert_output "theta=0.3
theta=0.1
tie=index
tie=meansim
microclusters=0
microclusters=1
microclusters=0
theta=0.1
theta=0.3
seed=1
seed=18446744073709551615
seed=12
seed=13
thete=hne has no option 'thete'
components=
components=0.25
components=2
components=0.00000000010000000000"
}

@test "library: what a result holds besides labels: trace, model, base clusterings, lifetime" {
  # labels near 2^31 need no table of all numbers below them
  [ -n "$(setting SANITIZE_FLAGS)" ] || ulimit -v 4000000
  run "$library-reports" reports
  assert_equal "$status" 0
  assert_output "ok"
}

@test "library: ensembles of different threads at once give what one thread gives" {
  run "$library" threads
  assert_equal "$status" 0
  assert_output ""
}

@test "library: numbers in texts have a decimal point where the caller's locale has a comma" {
  command -v localedef >/dev/null && localedef -i de_DE -f UTF-8 ./de_DE.utf8 2>/dev/null || skip "no locale can be made"
  LOCPATH=$PWD run "$library" locale de_DE.utf8
  assert_equal "$status" 0
  assert_output ""
}

@test "library: messages that threads word have a decimal point where the caller's locale has a comma" {
  command -v localedef >/dev/null && localedef -i de_DE -f UTF-8 ./de_DE.utf8 2>/dev/null || skip "no locale can be made"
  LOCPATH=$PWD run "$CE_BUILD/obj/tests/messages" de_DE.utf8
  assert_equal "$status" 0
  assert_output ""
}

@test "library: traces are those of the tool, with its words and objects" {
  "$library" write
  "$library" trace >calls
  assert_equal "$(cut -d' ' -f1 calls)" "$("$library-methods" reports | sed -n 's/: .*trace.*//p')"
  while read -r name arguments; do
    # words to be split
    # shellcheck disable=SC2086
    ce-consensus -q "$name" $arguments --trace expected >labels
    run diff expected "$name.trace"
    assert_output ""
  done <calls
}

# ---- what methods say of themselves ----

@test "library: methods say what ce-consensus --list says" {
  "$library-methods" list >list
  ce-consensus --list=csv | tail -n +2 | sed 's/,[^,]*$//' >expected
  run diff expected list
  assert_output ""
}

@test "library: methods have the sentences and the BibTeX entries that ce-consensus has" {
  in_turn 4
  not_sanitized "texts alone"
  ce-consensus --list=csv | tail -n +2 | cut -d, -f1 >names
  while read -r name; do
    # the paragraph of the help that follows the summary, in one line
    assert_equal "$("$library-methods" about "$name")" "$(ce-consensus "$name" --help | awk -v RS= 'NR == 2 { gsub(/\n/, " "); print }')"
    assert_equal "$("$library-methods" bibtex "$name")" "$(ce-consensus --cite "$name")"
  done <names
  # not all of them nothing
  assert_equal "$("$library-methods" bibtex hne | head -n 1)" "@inproceedings{hne2007,"
}

@test "library: methods report what ce-consensus has options for, and their words are those of the constants" {
  in_turn 4
  "$library-methods" reports >reports
  while IFS=: read -r name words; do
    help=$(ce-consensus "$name" --help)
    expected=""
    for option in trace:trace model:model lifetime:tree base:members base-weights:weights; do
      ! grep -q "^ *--${option%:*} " <<<"$help" || expected+=", ${option#*:}"
    done
    assert_equal "$name:$words" "$name:${expected/#,/}"
  done < <(sed 's/: $/:/' reports)
}

@test "library: texts of methods are cut to the room that they get, and their length is told" {
  run "$library-methods" room
  assert_output "ok"
}

@test "library: a status has a few words" {
  run "$library-methods" status
  assert_output "0 no failure
-1 not enough memory
-2 the labels or data do not allow it
-4 a wrong argument or option
-5 no convergence
-99 unknown status"
}

# ---- what it shows ----

@test "library: it exports what the header declares and src/library/symbols.txt lists, and nothing else" {
  need_shared
  assert_equal "$(declared)" "$(cat "$CE_SOURCE/src/library/symbols.txt")"
  nm -D --defined-only "$CE_BUILD/$shared" | awk '{ print $3 }' | sort >exported
  run diff exported "$CE_SOURCE/src/library/symbols.txt"
  assert_output ""
  assert [ "$(wc -l <exported)" -gt 70 ]
}

@test "library: its name has the major version, and it needs only libraries that pkg-config names" {
  need_pkg_config
  command -v objdump >/dev/null || skip "no objdump"
  assert_equal "$(objdump -p "$PREFIX/lib/$shared" | awk '$1 == "SONAME" { print $2 }')" "$shared"
  assert_equal "$(readlink "$PREFIX/lib/libclens.so")" "$shared"
  assert_equal "$(flags --modversion)" "$version"
  for name in $(objdump -p "$PREFIX/lib/$shared" | awk '$1 == "NEEDED" { print $2 }'); do
    case $name in libc.so.* | libgomp.so.* | ld-linux*) continue ;; esac
    name=${name#lib}
    case " $(flags --libs --static) " in *" -l${name%%.so*} "*) ;; *) fail "$name is not in the link line" ;; esac
  done
}

@test "library: the header alone compiles as C11 and as C++, without warnings" {
  for standard in c11 c17; do
    echo '#include <clens.h>' | $(setting CC) -std=$standard -Wall -Wextra -Wpedantic -Werror -Wstrict-prototypes -I"$CE_SOURCE/include" -fsyntax-only -x c -
  done
  # it includes nothing but stddef.h and stdint.h
  assert_equal "$(grep '#include' "$CE_SOURCE/include/clens.h" | paste -sd' ')" "#include <stddef.h> #include <stdint.h>"
  command -v g++ >/dev/null || skip "no g++"
  for standard in c++98 c++17; do
    echo '#include <clens.h>' | g++ -std=$standard -Wall -Wextra -Wpedantic -Werror -Wno-long-long -I"$CE_SOURCE/include" -fsyntax-only -x c++ -
  done
}

@test "library: a C++ program links and runs" {
  need_pkg_config
  command -v g++ >/dev/null || skip "no g++"
  cat >user.cpp <<'EOF'
#include <clens.h>
#include <cstdio>
int main() { std::printf("%s %s\n", clens_version(), clens_method_name(clens_method_find("hne"))); }
EOF
  # shellcheck disable=SC2046
  g++ user.cpp -o user $(flags --cflags --libs)
  LD_LIBRARY_PATH="$PREFIX/lib" run ./user
  assert_output "$version hne"
}

@test "library: the lines of pkg-config link a program to the shared library, and to the static one" {
  need_pkg_config
  small="2 clusters
label,confidence
0,1.00
0,1.00
0,0.73
1,0.90
1,0.90
1,1.00"
  # shellcheck disable=SC2046
  compile "$CE_SOURCE/examples/consensus.c" -o dynamic $(flags --cflags --libs)
  run objdump -p dynamic
  assert_output --partial "NEEDED               $shared"
  LD_LIBRARY_PATH="$PREFIX/lib" run ./dynamic
  assert_output "$small"
  # the same with libclens.a: a prefix that has nothing else
  mkdir alone
  cp "$PREFIX/lib/libclens.a" alone
  # shellcheck disable=SC2046
  compile "$CE_SOURCE/examples/consensus.c" -o static $(flags --cflags) $(flags --static --libs | sed "s|-L[^ ]*|-L$PWD/alone|")
  run objdump -p static
  refute_output --partial libclens
  run ./static
  assert_output "$small"
}

@test "library: libclens.a goes into a shared object" {
  need_pkg_config
  cat >plugin.c <<'EOF'
#include <clens.h>
int plugin_methods(void);
int plugin_methods(void)
{
    clens_options *options;
    int rc = clens_options_new(clens_method_find("eac-al"), &options, NULL, 0);
    clens_options_free(options);
    return rc ? -1 : (int)clens_method_count();
}
EOF
  cat >user.c <<'EOF'
#include <stdio.h>
int plugin_methods(void);
int main(void) { return printf("%d\n", plugin_methods()) < 0; }
EOF
  # shellcheck disable=SC2046
  compile -shared -fPIC -Wl,-z,defs plugin.c -o libplugin.so $(flags --cflags) "$PREFIX/lib/libclens.a" $(flags --static --libs | sed 's/-lclens//')
  compile user.c -o user -L. -lplugin
  LD_LIBRARY_PATH=. run ./user
  assert_output "$(ce-consensus --list=csv | tail -n +2 | wc -l)"
}

# ---- examples ----

@test "library: examples/consensus.c reads a table, takes options, lists methods, and says what is wrong" {
  need_pkg_config
  # shellcheck disable=SC2046
  compile "$CE_SOURCE/examples/consensus.c" -o example $(flags --cflags --libs)
  export LD_LIBRARY_PATH="$PREFIX/lib"
  "$library" write
  ./example hne 3 labels.csv theta=0.2 tie=meansim >out
  ce-consensus hne -k 3 --theta 0.2 --tie meansim labels.csv | tail -n +2 | awk '{ print $1 == "NA" ? -1 : $1 - 1 }' >expected
  run diff <(tail -n +3 out | cut -d, -f1) expected
  assert_output ""
  run ./example list
  assert_equal "$(grep -c '^[a-z]' <<<"$output")" "$(ce-consensus --list=csv | tail -n +2 | wc -l)"
  assert_line "    theta T [0.3]  two objects have an edge if their co-association exceeds this"
  run_split ./example hne 3 labels.csv theta=2
  assert_error 1 "consensus: option theta '2', a number from 0 to 0.999999 expected"
}

# A python3 that has NumPy: that on PATH, or the system's.
python_with_numpy() {
  local python
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import numpy' 2>/dev/null && echo "$python" && return
  done
}

@test "library: examples/consensus.py gives the labels of the tool, lists methods, and raises what is wrong" {
  need_shared
  python=$(python_with_numpy || true)
  [ -n "$python" ] || skip "no python3 with NumPy"
  export CLENS_LIBRARY="$PREFIX/lib/$shared"
  example() { "$python" -B "$CE_SOURCE/examples/consensus.py" "$@"; }
  run example
  assert_output "label,confidence
0,1.00
0,1.00
0,0.73
1,0.90
1,0.90
1,1.00"
  "$library" write
  example hne 3 labels.csv theta=0.2 tie=meansim >out
  ce-consensus hne -k 3 --theta 0.2 --tie meansim labels.csv | tail -n +2 | awk '{ print $1 == "NA" ? -1 : $1 - 1 }' >expected
  run diff <(tail -n +2 out | cut -d, -f1) expected
  assert_output ""
  example list >list
  assert_equal "$(tail -n +2 list | grep -c '^[a-z]')" "$(ce-consensus --list=csv | tail -n +2 | wc -l)"
  run_split example hne 99 labels.csv
  assert_error 1 "consensus.py: hne: k = 99, but there are only 59 objects with labels"
}

@test "library: the examples touch no memory that is not theirs, and leave none behind" {
  need_pkg_config
  command -v valgrind >/dev/null || skip "no valgrind"
  # shellcheck disable=SC2046
  compile -g "$CE_SOURCE/examples/consensus.c" -o example $(flags --cflags --libs)
  "$library" write
  for arguments in "" "weac-cl 3 labels.csv nmi=max objects=1" "hbgf 99 labels.csv"; do
    # libgomp keeps its threads to the end, and OpenBLAS its buffers: only what is lost counts
    # shellcheck disable=SC2086
    OMP_NUM_THREADS=1 LD_LIBRARY_PATH="$PREFIX/lib" run valgrind -q --leak-check=full --show-leak-kinds=definite \
      --errors-for-leak-kinds=definite --error-exitcode=99 ./example $arguments
    [ "$status" != 99 ] || fail "$arguments: $output"
  done
}
