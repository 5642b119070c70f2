#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The build itself: installing, the tarball, configure, and what the sources promise about themselves.

setup() {
  load common
  # the test runs under make: the makes in here are not part of that one
  unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DESTDIR
  version=$(cat "$CE_SOURCE/VERSION")
}

setting() { sed -n "s/^$1 = //p" "$CE_BUILD/config.mk"; }

# ---- install ----

@test "build: install puts tools, library, header, pages in their places; uninstall leaves nothing" {
  in_turn 4
  run make -s -C "$CE_BUILD" install prefix=/opt/clens exec_prefix=/opt/clens DESTDIR="$PWD/root"
  assert_equal "$status" 0
  (cd root/opt/clens && find . -type f) >installed
  for path in "$CE_BIN"/ce-*; do grep -qx "./bin/${path##*/}" installed || fail "no bin/${path##*/}"; done
  for page in "$CE_SOURCE"/man/*.[1357]; do
    grep -qx "./share/man/man${page##*.}/${page##*/}" installed || fail "no page ${page##*/}"
  done
  grep -qx ./lib/libclens.a installed
  grep -qx ./share/doc/clens/readings.md installed
  grep -qx ./share/bash-completion/completions/ce-score installed
  grep -qx ./share/zsh/site-functions/_clens installed
  grep -qx ./share/fish/vendor_completions.d/ce-score.fish installed
  grep -qx ./lib/pkgconfig/clens.pc installed
  grep -qxF "prefix=/opt/clens" root/opt/clens/lib/pkgconfig/clens.pc
  if [ -z "$(setting SANITIZE_FLAGS)" ]; then
    grep -qxF "./lib/libclens.so.${version%%.*}" installed
    assert_equal "$(readlink root/opt/clens/lib/libclens.so)" "libclens.so.${version%%.*}"
  fi
  # one header, and no sources
  assert_equal "$(grep -E 'include/|\.h$|\.c$|\.o$' installed)" ./include/clens.h
  run root/opt/clens/bin/ce-select --version
  assert_output "ce-select (Clens) $version"
  # nothing is installed outside the prefix
  assert_equal "$(ls root; ls root/opt)" "opt
clens"
  run make -s -C "$CE_BUILD" uninstall prefix=/opt/clens exec_prefix=/opt/clens DESTDIR="$PWD/root"
  assert_equal "$status" 0
  run find root ! -type d
  assert_output ""
}

@test "build: the program in libclens(3) compiles and finds the consensus" {
  in_turn 4
  make -s -C "$CE_BUILD" install prefix=/opt/clens exec_prefix=/opt/clens DESTDIR="$PWD/root"
  sed -n '/^\.Bd -literal/,/^\.Ed/p' "$CE_SOURCE/man/libclens.3" | sed '/^\.[BE]d/d; s/\\e/\\/g' >user.c
  # shellcheck disable=SC2046
  $(setting CC) -std=c11 $(setting OPENMP_CFLAGS) $(setting SANITIZE_FLAGS) -Wall -Wextra -Werror -Iroot/opt/clens/include user.c -o user \
    root/opt/clens/lib/libclens.a $(setting LIBS)
  run ./user
  assert_equal "$status" 0
  assert_output "0 0 1 1 1"
}

@test "build: a second make has nothing to do" {
  make -s -C "$CE_BUILD"
  run make -C "$CE_BUILD"
  assert_equal "$status" 0
  refute_output --regexp '(^|[^a-z])(gcc|clang|cc|ar) '
}

# ---- the tarball ----

@test "build: make dist packs what git tracks and a configure script that works" {
  in_turn 4
  git -c safe.directory='*' -C "$CE_SOURCE" rev-parse -q --verify HEAD >/dev/null || skip "not a git clone"
  mkdir dist
  cp "$CE_BUILD/config.mk" dist
  run make -s -C dist -f "$CE_SOURCE/Makefile" srcdir="$CE_SOURCE" dist
  assert_equal "$status" 0
  assert_equal "$(ls dist)" "clens-$version.tar.gz
config.mk"
  tar -tzf "dist/clens-$version.tar.gz" | grep -v '/$' | sed "s|^clens-$version/||" | sort >packed
  (cd "$CE_SOURCE" && git -c safe.directory='*' ls-tree -r --name-only HEAD; echo configure; echo PACKED) | sort >tracked
  run diff tracked packed
  assert_output ""
  for file in Makefile configure bootstrap LICENSE README.md CHANGELOG.md .ci/run src/core/labels.h; do
    grep -qxF "$file" packed || fail "no $file"
  done
  tar -xzf "dist/clens-$version.tar.gz"
  mkdir build
  cd build
  "../clens-$version/configure" --quiet
  run make -n all
  assert_equal "$status" 0
  assert_output --partial "-o bin/ce-select"
  make -s distclean
  assert_equal "$(ls -A)" ""
}

# ---- bootstrap ----

# A folder with bootstrap, a configure that says what it got, and programs in stub/ that say what a machine would: id is $1,
# sudo does what $2 says, apt-get does what $3 says, and of Debian's packages only those in the file `there` are installed.
machine() {
  mkdir stub
  cp "$CE_SOURCE/bootstrap" .
  printf '#!/bin/sh\necho configured "$@"\n' >configure
  printf 'all:\n\t@echo built\n' >Makefile
  : >configure.ac
  : >VERSION
  touch -d '1 hour ago' configure.ac VERSION
  printf '#!/bin/sh\necho %s\n' "$1" >stub/id
  printf '#!/bin/sh\n%s\n' "$2" >stub/sudo
  printf '#!/bin/sh\necho "apt-get $*" >>asked\n%s\n' "$3" >stub/apt-get
  printf '#!/bin/sh\nfor last; do :; done; grep -qx "$last" there && echo install ok installed\n' >stub/dpkg-query
  chmod +x bootstrap configure stub/*
  : >asked
  PATH="$PWD/stub:$PATH"
}

@test "build: bootstrap without root builds with what is there and says what to ask for" {
  machine 1000 'exit 1' 'exit 1'
  printf '%s\n' gcc make autoconf libc6-dev libgsl-dev libmetis-dev libcsv-dev zlib1g-dev libopenblas-dev libarpack2-dev \
    libsuitesparse-dev libstemmer-dev bats mandoc >there
  run_split ./bootstrap --prefix=/opt/x </dev/null
  assert_equal "$status" 0
  assert_equal "$output" "configured --quiet --prefix=/opt/x
built
bootstrap: built; the executables are in bin/. Next: make demo, make check"
  assert_equal "$stderr" "bootstrap: not root, and no sudo; going on with what is there. To have the rest, ask for: \
apt-get install gnuplot-nox bats-support bats-assert procps shellcheck"
  run cat asked
  assert_output ""
}

@test "build: bootstrap goes on when a package that only tests need cannot be installed, and ends when one for building cannot" {
  machine 0 'exit 1' 'case "$*" in *shellcheck*) exit 100 ;; esac'
  printf '%s\n' make autoconf libc6-dev libgsl-dev libmetis-dev libcsv-dev zlib1g-dev libopenblas-dev libarpack2-dev libstemmer-dev \
    gnuplot-nox bats bats-support bats-assert mandoc procps >there
  run_split ./bootstrap </dev/null
  assert_equal "$status" 0
  assert_equal "$stderr" "bootstrap: not installed, and only wanted by tests, plots and linters: shellcheck"
  [[ $output == *"built; the executables"* ]]
  printf '#!/bin/sh\ncase "$*" in *gcc*) echo no gcc >&2; exit 100 ;; esac\n' >stub/apt-get
  run_split ./bootstrap </dev/null
  assert_equal "$status $stderr" "100 no gcc"
}

# ---- configure and make ----

@test "build: configure names every missing library, what it is for and its package, and writes nothing" {
  in_turn 4
  run_split env ac_cv_header_csv_h=no ac_cv_search_METIS_PartGraphKway=no "$CE_SOURCE/configure" --quiet
  assert_equal "$status" 1
  assert_equal "$stderr" "configure: error: missing:
  csv.h: reading CSV (Debian: libcsv-dev)
  METIS_PartGraphKway: graph partitioning (Debian: libmetis-dev)
./bootstrap installs these where it can."
  assert [ ! -e config.mk ]
}

@test "build: configure sees that two files with one static function in copies do not link, as with clang" {
  in_turn 4
  command -v clang >/dev/null || skip "no clang"
  "$CE_SOURCE/configure" --quiet CC=clang
  grep -q '^COMPILER_CFLAGS = .*-Wno-unknown-attributes' config.mk
  clones='__attribute__((target_clones("default", "avx2"))) static int f(int x) { return x + 1; }'
  echo "$clones int g(int x) { return f(x); }" >one.c
  echo "$clones int g(int); int main(int n, char **v) { (void)v; return f(n) == g(n); }" >two.c
  if clang one.c two.c -o both 2>/dev/null; then expected=-DCE_HAVE_TARGET_CLONES; else expected=; fi
  assert_equal "$(sed -n 's/^CLONES_CPPFLAGS = *//p' config.mk)" "$expected"
}

@test "build: sources with threads compile without OpenMP, warnings being errors" {
  in_turn 4
  "$CE_SOURCE/configure" --quiet --disable-openmp --enable-werror
  for source in core/restarts generate/som constrain/impute partition/linkage/linkage_labels; do
    run make -s "obj/src/$source.o"
    assert_equal "$source $status $output" "$source 0 "
  done
}

@test "build: a build folder with a blank in its name compiles; sources in one are configured there" {
  in_turn 4
  # -ffile-prefix-map had the name without quotes, and the compiler took two words
  mkdir "a build"
  (cd "a build" && "$CE_SOURCE/configure" --quiet && make -s obj/src/core/utf8.o)
  assert [ -s "a build/obj/src/core/utf8.o" ]
  mkdir -p "the sources/src/core"
  cp "$CE_SOURCE/configure" "$CE_SOURCE"/{VERSION,configure.ac,clens.pc.in,config.mk.in,Makefile} "the sources"
  cp "$CE_SOURCE"/src/core/{error,utf8}.[ch] "the sources/src/core"
  mkdir "the sources/packaging"
  cp "$CE_SOURCE/packaging/release.mk" "the sources/packaging"
  run_split "the sources/configure" --quiet
  assert_equal "$status" 1
  assert_equal "$stderr" "configure: error: the sources: a blank in the name of the folder with the sources: configure there instead"
  assert [ ! -e config.mk ]
  (cd "the sources" && ./configure --quiet && make -s obj/src/core/utf8.o)
  assert [ -s "the sources/obj/src/core/utf8.o" ]
}

@test "build: a source that goes, and methods from elsewhere that come and go, change the library" {
  in_turn 4
  mkdir -p src/core src/consensus
  cp -r "$CE_SOURCE"/{VERSION,configure,configure.ac,clens.pc.in,config.mk.in,Makefile,include} .
  cp -r "$CE_SOURCE"/src/core/. src/core
  cp "$CE_SOURCE/src/consensus/registry.awk" src/consensus
  mkdir src/consensus/methods packaging
  cp "$CE_SOURCE/packaging/release.mk" packaging
  ./configure --quiet
  make -s obj/made-of.list
  members() { tr ' ' '\n' <obj/made-of.list | grep -c "$1" || :; }
  assert_equal "$(members core/utf8) $(members other.c)" "1 0"
  assert make -q obj/made-of.list
  touch -d '1 hour ago' obj/made-of.list
  make -s obj/made-of.list
  assert [ "$(($(date +%s) - $(stat -c %Y obj/made-of.list)))" -gt 3000 ]
  rm src/core/utf8.c
  make -s obj/made-of.list EXTRA_METHODS=other.c
  assert_equal "$(members core/utf8) $(members other.c)" "0 1"
  assert [ "$(($(date +%s) - $(stat -c %Y obj/made-of.list)))" -lt 3000 ]
  make -s obj/made-of.list
  assert_equal "$(members other.c)" 0
}

@test "build: without a linker that makes libclens.so there is libclens.a alone" {
  in_turn 4
  printf '#!/bin/sh\ncase "$*" in *-shared*) exit 1 ;; esac\nexec %s "$@"\n' "$(setting CC)" >cc
  chmod +x cc
  "$CE_SOURCE/configure" --quiet CC="$PWD/cc"
  assert_equal "$(sed -n 's/^SHARED_LIBRARY = *//p' config.mk)" ""
  run make -n all
  refute_output --partial "libclens.so"
  assert_output --partial "libclens.a"
}

@test "build: tools that call no BLAS do not load OpenBLAS, which is half of what a tool takes to start" {
  command -v ldd >/dev/null || skip "needs ldd"
  grep -q '^AS_NEEDED = -Wl' "$CE_BUILD/config.mk" || skip "needs a linker with --as-needed"
  grep -q '^LIBS = .*-lopenblas' "$CE_BUILD/config.mk" || skip "needs OpenBLAS"
  for tool in batch coarsen constrain diversity merge microcluster relabel select synth; do
    run ldd "$CE_BIN/ce-$tool"
    assert_success
    refute_output --partial openblas
  done
  run ldd "$CE_BIN/ce-consensus"
  assert_output --partial openblas
}

@test "build: make before configure says what comes first" {
  cp "$CE_SOURCE/Makefile" .
  run make check
  assert_equal "$status" 2
  assert_output --partial "config.mk is missing: run ./bootstrap first"
}

# The headers below src, one to a line as they are included.
headers() { (cd "$CE_SOURCE/src" && find . -name '*.h' | sed 's|^\./||' | LC_ALL=C sort); }

# C that includes the headers named on standard input, all of them in one file.
include_all() { sed 's/.*/#include "&"/'; }

compile_c() { $(setting CC) -std=c11 -D_GNU_SOURCE -Wall -Werror -I"$CE_SOURCE/include" -I"$CE_SOURCE/src" -fsyntax-only -x c -; }
compile_cpp() { g++ -D_GNU_SOURCE -Wall -Werror -I"$CE_SOURCE/include" -I"$CE_SOURCE/src" -fsyntax-only -x c++ -; }

@test "build: every header stands alone" {
  in_turn 4
  # what its C file includes before all else has been compiled alone
  (cd "$CE_SOURCE/src" && find . -name '*.c' -exec awk '/^#include/ { print FILENAME, $2; nextfile }' {} +) |
    sed -n 's|^\./\(.*\)\.c "\1\.h"$|\1.h|p' | LC_ALL=C sort >first
  assert [ "$(wc -l <first)" -gt 100 ]
  problems=
  for header in $(headers | LC_ALL=C comm -23 - first); do
    include_all <<<"$header" | compile_c >out 2>&1 || problems+="$header: $(head -n 3 out)"$'\n'
  done
  assert_equal "$problems" ""
}

@test "build: one C file can include all headers, and each twice: no two public names collide" {
  { headers; headers; } | include_all >all.c
  assert [ "$(wc -l <all.c)" -gt 100 ]
  run compile_c <all.c
  assert_output ""
  assert_equal "$status" 0
}

@test "build: C++ takes all headers in one file, in whatever order" {
  command -v g++ >/dev/null || skip "no g++"
  for order in "sort" "sort -r"; do
    headers | $order | include_all >all.c
    run compile_cpp <all.c
    assert_output ""
    assert_equal "$status" 0
  done
}

# ---- what the sources promise ----

# Floors of the house: a room includes its own floor and those below. Prints each line that does not keep to this.
floors() {
  (cd "$1" && grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' --include='*.[ch]' src tools) | awk -F: '
    BEGIN {
      floor["core"] = 0; floor["io"] = floor["linalg"] = 1; floor["score"] = floor["similarity"] = 2
      floor["kmeans"] = floor["partition"] = floor["prepare"] = floor["plot"] = 2; floor["generate"] = floor["constrain"] = floor["report"] = 3; floor["consensus"] = 4
      floor["library"] = floor["batch"] = 5; floor["cli"] = floor["tools"] = 6
    }
    {
      split($1, path, "/"); room = path[1] == "tools" ? "tools" : path[2]
      target = $0; sub(/^[^"]*"/, "", target); sub(/".*/, "", target)
      if (target == "version.h") next # made by the build
      if (path[1] == "tools" && path[3] && target !~ /\//) next # a header of its own folder
      split(target, to, "/")
      if (path[1] == "tools" && path[2] == "ce-" to[1] ".c") next # the parts of the tool
      if (!(room in floor)) print $1 ": the room " room " has no floor in tests/build.bats"
      else if (!(to[1] in floor)) print $0 ": not a path below src/"
      else if (floor[to[1]] > floor[room]) print $0 ": includes upwards"
      # io and linalg lie side by side: neither knows the other
      else if ((room == "io" && to[1] == "linalg") || (room == "linalg" && to[1] == "io")) print $0 ": includes sideways"
    }'
}

@test "build: nothing includes upwards" {
  run floors "$CE_SOURCE"
  assert_output ""
  # the check itself sees a line that does
  mkdir -p house/src/core house/src/io house/src/attic house/tools
  echo '#include "io/csv.h"' >house/src/core/a.c
  echo ' # include "core/error.h"' >house/src/io/b.c
  echo '#include "core/error.h"' >house/src/attic/c.c
  echo '#include "cli/tool.h"' >house/tools/ce-d.c
  run floors house
  assert_equal "$(echo "$output" | sort)" 'src/attic/c.c: the room attic has no floor in tests/build.bats
src/core/a.c:1:#include "io/csv.h": includes upwards'
}

@test "build: only src/linalg knows BLAS and LAPACK, only src/cli prints or exits" {
  cd "$CE_SOURCE"
  run grep -rnE 'cblas|dsyevd_|dsaupd_|gsl_(blas|linalg|eigen)' src tools --include='*.[ch]' --exclude-dir=linalg
  assert_output ""
  run grep -rnE '\b(printf|puts|putchar|perror|exit|_exit|abort|assert)[[:space:]]*\(|\bstderr\b|\bfprintf[[:space:]]*\(std' src \
    --include='*.c' --exclude-dir=cli
  assert_output ""
}

@test "build: no call that cannot report failure or overruns: atoi atof sprintf strcpy strcat gets strtok rand" {
  cd "$CE_SOURCE"
  run grep -rnE '\b(atoi|atol|atoll|atof|sprintf|vsprintf|strcpy|stpcpy|strcat|gets|strtok|rand|srand|random|srandom|drand48|tmpnam|alloca)[[:space:]]*\(' \
    src tools --include='*.[ch]'
  assert_output ""
}

# Functions and data that the library shows to others, from its symbols.
@test "build: everything external begins with ce_ or clens_, and the library has no writable globals but those of the process" {
  not_sanitized "the sanitizers add symbols of their own"
  nm -g --defined-only "$CE_BUILD/libclens.a" | awk 'NF == 3 && $3 !~ /^(ce_|clens_|[.]gomp_)/ { print $3 }' >foreign
  run cat foreign
  assert_output ""
  # library_once: whether clens_start has run. The others belong to the tools, and nothing sets them in a program that uses the library: temporaries and folders are
  # what a signal handler removes, held the files that wait for their names, caught the signal that came while a task of a batch ran, trail what --log tells, is_allowed whether METIS may be kept from the screen,
  # result_digits what --digits says. .data.rel.ro holds constant tables of pointers, .gomp_ are the compiler's locks of critical sections
  objdump -t "$CE_BUILD/libclens.a" | awk '/[ \t]O (\.(data|bss)|\*COM\*)/ && !/ \.data\.rel\.ro| \.gomp_| (library_once|temporaries|held|folders|trail|is_allowed|caught|result_digits)$/ { print $NF }' >writable
  run cat writable
  assert_output ""
}

@test "build: no unfinished places and no notes to self in sources, tests and pages" {
  cd "$CE_SOURCE"
  run grep -rnE '\b(TO''DO|FIX''ME|X''XX)\b' . --include='*.[ch1357]' --include='*.sh' --include='*.bats' --include='*.bash' --include='*.md' --include='Makefile*'
  assert_output ""
}

@test "build: bootstrap, .ci/run and the scripts are executable" {
  cd "$CE_SOURCE"
  for script in bootstrap .ci/run; do assert [ -x "$script" ]; done
  run grep -rlE '^#!' . --include='*.sh'
  for script in $output; do assert [ -x "$script" ]; done
}

@test "build: no line of the sources is longer than 100 columns, and no two of them have one name" {
  cd "$CE_SOURCE"
  run find src tools include examples tests -name '*.[ch]' -exec awk 'length > 100 { print FILENAME ":" FNR }' {} +
  assert_output ""
  run bash -c "find src -name '*.[ch]' | sed 's,.*/,,' | sort | uniq -d"
  assert_output ""
}

@test "suite.sh: what passed, failed and was skipped is said in words, and a file that breaks counts as failed" {
  unset TAP JOBS BATSFLAGS
  mkdir -p obj/tests suite
  printf '@test "one" { true; }\n@test "two" { skip "needs the moon (or two)"; }\n' >suite/good.bats
  printf '@test "three" { true; }\n' >suite/quick.bats
  export CE_BUILD=$PWD
  run "$CE_SOURCE/tests/suite.sh" suite
  assert_success
  assert_line --regexp '^good +1 passed, 1 skipped, [0-9]+ s$'
  assert_line --regexp '^quick +1 passed, [0-9]+ s$'
  assert_line --regexp '^2 files of tests, [0-9]+ at a time, in 0 min [0-9]+ s: 2 tests passed, 0 failed, 1 were skipped\.$'
  assert_line '    1  needs the moon (or two)'
  assert_equal "$(cut -d' ' -f2 obj/tests/seconds | sort)" $'suite/good.bats\nsuite/quick.bats'
  printf '@test "four" { false; }\n@test "five" { true; }\n' >suite/bad.bats
  printf '@test "six" { true; }\n@test "seven" {\n' >suite/broken.bats
  run env JOBS=3 "$CE_SOURCE/tests/suite.sh" suite/bad.bats suite/broken.bats suite/quick.bats
  assert_failure 1
  assert_line --regexp '^bad +1 passed, 1 FAILED, [0-9]+ s$'
  assert_line 'not ok 1 four'
  assert_line --regexp '^broken +0 passed, [12] FAILED, [0-9]+ s$'
  assert_line --regexp '^3 files of tests, 3 at a time, in 0 min [0-9]+ s: 2 tests passed, [23] failed, 0 were skipped\.$'
  assert_line 'Failures are in: bad broken'
  mkdir stub
  printf '#!/bin/sh\necho 1..3; echo ok 1 one; exit 1\n' >stub/bats
  chmod +x stub/bats
  run env PATH="$PWD/stub:$PATH" "$CE_SOURCE/tests/suite.sh" suite/good.bats
  assert_failure 1
  assert_line --regexp '^good +1 passed, 2 FAILED, [0-9]+ s$'
  run -0 --separate-stderr env TAP=1 "$CE_SOURCE/tests/suite.sh" suite/good.bats
  assert_output $'1..2\nok 1 one\nok 2 two # skip needs the moon (or two)'
}

@test "suite.sh: the slowest files come first, by the last run or by the tree, and one that waits runs beside the others" {
  unset TAP BATSFLAGS
  mkdir -p obj/tests suite
  for name in new quick all-tools; do printf '@test "x" { echo %s >>"$CE_BUILD/began"; }\n' $name >suite/$name.bats; done
  # with one at a time it would wait for ever, if the others came after it
  printf '# suite.sh: waits\n@test "x" { until [ -e "$CE_BUILD/began" ]; do sleep .1; done; }\n' >suite/waits.bats
  printf "%s\n" "9 suite/quick.bats" "999 suite/waits.bats" >obj/tests/seconds
  CE_BUILD=$PWD JOBS=1 run timeout 30 "$CE_SOURCE/tests/suite.sh" suite
  assert_success
  assert_equal "$(paste -sd' ' began)" "all-tools quick new"
  # the list in the tree has no file that is gone
  while read -r _ name; do assert [ -e "$CE_SOURCE/tests/$name" ]; done <"$CE_SOURCE/tests/seconds"
}

@test "suite.sh: a test that fails once has failed, and where a test fails is told to the line" {
  unset TAP BATSFLAGS CE_UNTRACED
  mkdir -p obj/tests suite
  printf '%s\n' "setup() { load '$CE_SOURCE/tests/common.bash'; }" \
    '@test "once" {' '  [ -e "$CE_BUILD/began" ] || { touch "$CE_BUILD/began"; false; }' '}' >suite/once.bats
  printf '%s\n' "setup() { load '$CE_SOURCE/tests/common.bash'; }" '@test "works" {' '  echo x >>"$CE_BUILD/worked"' '}' \
    '@test "never (a|b) [c] d.*" {' '  true' '  [ 1 = 2 ]' '  true' '}' '@test "never" {' '  [ 1 = 3 ]' '}' >suite/never.bats
  CE_BUILD=$PWD run "$CE_SOURCE/tests/suite.sh" suite
  assert_failure 1
  # what works does not run again
  assert_equal "$(cat worked)" x
  assert_line --regexp '^once +0 passed, 1 FAILED, '
  assert_line "# once: nothing failed when it ran again"
  assert_line 'not ok 2 never (a|b) [c] d.*'
  assert_line --partial 'suite/never.bats, line 7)'
  assert_line 'not ok 3 never'
  assert_line --partial 'suite/never.bats, line 11)'
  assert_line --partial '1 tests passed, 3 failed, 0 were skipped.'
}
