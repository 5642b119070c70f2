#!/usr/bin/env bash
# mutants.sh: makes small changes in C files, one at a time, and tells which of them the tests do not notice.
#
#     tests/mutants.sh [-l] [-a] [-n COUNT] [-s SEED] [-t "TESTS"] [-k FOLDER] FILE[:LINE]...
#
#   -l          only lists the changes: FILE:LINE, what is changed, and the new line
#   -n COUNT    so many changes of each file, drawn at random (all)
#   -s SEED     another seed draws others (1)
#   -t TESTS    the Bats files that have to notice (all but build.bats, fuzz.bats and faults.bats)
#   -k FOLDER   keeps the built copy there; the next call with the same folder compiles only what has changed since
#   -a          with the address and undefined-behaviour sanitizers, which see more and take twice as long
#
# FILE is below src or tools; with :LINE only the changes of that line are made. The tree is copied to a temporary folder, and built and changed there; it stays as it is.
# The tests run once without a change, and must pass. Then for each change: it is compiled, and when the object file has become
# another one, the tests run until one fails. A change that no test notices is printed. Each file has a line of counts on
# standard error; the last line counts them all:
#
#     40 changes: 3 do not compile, 2 give the same code, 33 noticed, 2 not; 94 % of those that give other code
#
# A change that makes no difference to any result can give other code. Whoever reads the list decides that.
# Status 0 when all were noticed, 1 when some were not, 2 when it could not be done.
set -u -o pipefail
source=$(cd "$(dirname "$0")/.." && pwd) || exit 2
count=0 seed=1 tests='' list='' keep='' configure=()
while getopts lan:s:t:k: option; do
  case $option in
    l) list=1 ;;
    a) configure+=(--enable-sanitize) ;;
    n) count=$OPTARG ;;
    s) seed=$OPTARG ;;
    t) tests=$OPTARG ;;
    k) keep=$OPTARG ;;
    *) sed -n '4p' "$0" >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { sed -n '4p' "$0" >&2; exit 2; }

# changes FILE[:LINE]: those that are wanted, in the order of the lines
changes() {
  local only=''
  case $1 in *:*) only=${1##*:} ;; esac
  LC_ALL=C awk -f "$source/tests/mutants.awk" "${1%:*}" | awk -F '\t' -v seed="$seed" -v count="$count" -v only="$only" '
    BEGIN { srand(seed) }
    only == "" || $1 == only { line[++lines] = $0 }
    END {
      # as many as are wanted, each as likely as any other
      for (i = 1; i <= lines; i++) if (!count || rand() * (lines - i + 1) < count - taken) { print line[i]; taken++ }
    }'
}

for file; do
  [ -f "${file%:*}" ] || { echo "mutants: $file: no such file" >&2; exit 2; }
done
if [ -n "$list" ]; then
  for file; do changes "$file" | awk -F '\t' -v file="${file%:*}" '{ printf "%s:%s: %s: %s\n", file, $1, $2, $3 }'; done
  exit 0
fi

if [ -n "$keep" ]; then
  mkdir -p "$keep" && copy=$(realpath "$keep") || exit 2
  case $copy/ in "$source"/*) echo "mutants: $keep: in the tree that is copied" >&2; exit 2 ;; esac
  # only a copy of the same kind is used again
  if [ -e "$copy/mutants.kept" ]; then
    [ "$(head -n 1 "$copy/mutants.kept")" = "$source ${configure[*]-}" ] ||
      { echo "mutants: $keep: a copy of another tree, or built with other options" >&2; exit 2; }
  elif [ -n "$(ls -A "$copy")" ]; then
    echo "mutants: $keep: not empty, and no copy that was kept" >&2
    exit 2
  fi
else
  copy=$(mktemp -d "${TMPDIR:-/tmp}/clens-mutants.XXXXXX") || exit 2
  trap 'rm -rf "$copy"' EXIT
fi
trap 'exit 2' HUP INT TERM
unset MAKEFLAGS MAKELEVEL MFLAGS GNUMAKEFLAGS
paths=()
for file; do
  path=$(realpath --relative-base="$source" "${file%:*}")
  case $file in *:*) path+=:${file##*:} ;; esac
  case ${path%:*} in src/*.c | tools/*.c) paths+=("$path") ;; *) echo "mutants: $file: not below src or tools" >&2; exit 2 ;; esac
done
# What differs from the tree is copied, and so is made anew; what an interrupted call changed is among it.
cd "$source" || exit 2
files() { git -c safe.directory='*' -c core.quotePath=off ls-files -co --exclude-standard && ls configure 2>/dev/null; }
files | while read -r file; do [ ! -f "$file" ] || echo "$file"; done | LC_ALL=C sort >"$copy/mutants.now"
touch "$copy/mutants.files"
LC_ALL=C comm -23 "$copy/mutants.files" "$copy/mutants.now" | while read -r file; do rm -f "$copy/$file" "$copy/obj/${file%.c}.o"; done
mv "$copy/mutants.now" "$copy/mutants.files"
while read -r file; do cmp -s "$file" "$copy/$file" || echo "$file"; done <"$copy/mutants.files" >"$copy/mutants.news"
tar -cf - -T "$copy/mutants.news" | tar -xmf - -C "$copy" || exit 2
cd "$copy" || exit 2
say() { echo "mutants: $*" >&2; }

# One shared library in place of libclens.a: a change is then compiled, and one file linked. The code of the command line
# stays in each program: it has a function that must run before those of the libraries.
# $1: what to make, quietly
build() { make -s -j"$(getconf _NPROCESSORS_ONLN)" PIC_CFLAGS=-fPIC WERROR= LDFLAGS="-Wl,-rpath,$copy" "$@" >>build.log 2>&1; }
library() {
  # the settings of config.mk are words to be split
  # shellcheck disable=SC2046
  $(setting CC) -shared -o libmutant.so $(find obj/src -name '*.o' ! -path 'obj/src/cli/*') obj/*.o $(setting OPENMP_CFLAGS) \
    $(setting SANITIZE_FLAGS) $(setting LDFLAGS) $(setting LIBS) >>build.log 2>&1
}
link() { # PATH, of what was compiled
  case $1 in
    src/cli/* | tools/*) touch libclens.a && build SHARED= all ;; # the script is not to be made anew
    *) library ;;
  esac
}
setting() { sed -n "s/^$1 = //p" config.mk; }
begin() {
  local reuse=()
  [ -e configure ] || autoconf
  # programs that are there take up the library when they start
  [ ! -e mutants.kept ] || reuse=(-o libclens.a)
  if [ ! -e mutants.kept ] || grep -q '^conf' mutants.news; then
    ./configure --quiet CFLAGS='-O1' "${configure[@]}" >build.log 2>&1 || return
  fi
  echo "$source ${configure[*]-}" >mutants.kept
  rm -f libclens.a
  build libclens.a obj/libcli.a && library || return
  rm -f libclens.a
  echo "INPUT ( $copy/libmutant.so )" >libclens.a
  build "${reuse[@]}" SHARED= all test-programs
}
say "building a copy"
begin || { tail -n 20 build.log >&2; exit 2; }

if [ -z "$tests" ]; then
  for file in tests/*.bats; do
    case $file in */build.bats | */fuzz.bats | */faults.bats | */mutants.bats) ;; *) tests+=" $file" ;; esac
  done
fi
export CE_BIN="$copy/bin" CE_BUILD="$copy" CE_SOURCE="$copy" DATA=${DATA:-} OMP_WAIT_POLICY=passive
export ASAN_OPTIONS=detect_leaks=0

# Whether the tests fail. Bats would go on behind the first that does, so it and all below it are killed then.
notices() { # SECONDS
  rm -rf tmp results && mkdir tmp && mkfifo results || exit 2
  # timeout has a process group of its own; the list of tests is words to be split
  # shellcheck disable=SC2086
  TMPDIR=$copy/tmp timeout -k 5 "$1" bats --tap $tests >results 2>&1 </dev/null &
  local tester=$! line good='' bad=''
  # mawk would wait for the end of what it reads
  while [ -z "$bad" ] && IFS= read -r line; do
    case $line in 'not ok'*) bad=1 ;; ok*) good=1 ;; esac
  done <results
  [ -z "$bad" ] || kill -KILL -- "-$tester" 2>/dev/null
  wait "$tester" 2>/dev/null
  # 124, 137: a test that goes on for ever is a failed one
  case $? in 124 | 137) return 0 ;; esac
  [ -n "$bad" ] || [ -z "$good" ]
}
start=$SECONDS
# shellcheck disable=SC2086
bats --tap $tests >base.log 2>&1 </dev/null || { grep '^not ok' base.log >&2; say "the tests do not pass without a change"; exit 2; }
limit=$((3 * (SECONDS - start) + 20))
say "the tests pass in $((SECONDS - start)) s"

all=0 broken=0 same=0 noticed=0 missed=0
for place in "${paths[@]}"; do
  path=${place%:*}
  object=obj/${path%.c}.o
  cp "$path" original.c && cp "$object" original.o || exit 2
  before=("$all" "$broken" "$same" "$noticed" "$missed")
  changes "$place" >wanted
  while IFS=$'\t' read -r line what text <&3; do
    all=$((all + 1))
    NEW=$text awk -v line="$line" 'NR == line { print ENVIRON["NEW"]; next } { print }' original.c >"$path"
    if ! build "$object"; then broken=$((broken + 1)); continue; fi
    if cmp -s "$object" original.o; then same=$((same + 1)); continue; fi
    link "$path" || { broken=$((broken + 1)); continue; }
    if notices "$limit"; then noticed=$((noticed + 1)); continue; fi
    missed=$((missed + 1))
    echo "$path:$line: $what: $text"
  done 3<wanted
  cp original.c "$path" && build "$object"
  link "$path"
  say "$place: $((all - before[0])) changes: $((broken - before[1])) do not compile, $((same - before[2])) give the same code," \
    "$((noticed - before[3])) noticed, $((missed - before[4])) not"
done
echo "$all changes: $broken do not compile, $same give the same code, $noticed noticed, $missed not; $((noticed + missed ? 100 * noticed / (noticed + missed) : 100)) % of those that give other code"
[ "$missed" = 0 ]
