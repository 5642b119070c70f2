#!/usr/bin/env bash
# mutants.sh: makes small changes in C files, one at a time, and tells which of them the tests do not notice.
#
#     tests/mutants.sh [-l] [-a] [-n COUNT] [-r COUNT] [-s SEED] [-t "TESTS"] [-m MAP [-b SECONDS]] [-k FOLDER] FILE[:LINE]...
#
#   -l          only lists the changes: FILE:LINE, what is changed, and the new line
#   -n COUNT    so many changes of each file, drawn at random (all)
#   -r COUNT    so many changes of all files together, drawn at random, each as likely as any other (all)
#   -s SEED     another seed draws others (1)
#   -t TESTS    the Bats files that have to notice (all but those that build, and fuzz.bats and faults.bats)
#   -m MAP      only the tests that run the changed line, the quickest first: MAP is what `coverage.sh -m MAP` has written
#   -b SECONDS  with -m, tests of so many seconds for a change (120); the slowest others do not see it
#   -k FOLDER   keeps the built copy there; the next call with the same folder compiles only what has changed since
#   -a          with the address and undefined-behaviour sanitizers, which see more and take twice as long
#
# FILE is below src or tools; with :LINE only the changes of that line are made. The tree is copied to a temporary folder, and built and changed there; it stays as it is.
# The tests run once without a change, and must pass; with -m, one that notices something for the first time runs once without a change,
# and is left out from then on if it fails. For each change: it is compiled, and when the object file has become another one, the tests run
# until one fails. A change that no test notices is printed. Each file has a line of counts on standard error; the last line counts them all:
#
#     40 changes: 3 do not compile, 2 give the same code, 33 noticed, 2 not; 94 % of those that give other code
#
# With -m it tells how many of those that are not noticed no test runs: "2 not (1 of lines that no test runs)", and marks these in the list.
# A change that makes no difference to any result can give other code. Whoever reads the list decides that.
# Status 0 when all were noticed, 1 when some were not, 2 when it could not be done.
set -u -o pipefail
source=$(cd "$(dirname "$0")/.." && pwd) || exit 2
count=0 total=0 seed=1 tests='' map='' budget=120 list='' keep='' configure=()
while getopts lan:r:s:t:m:b:k: option; do
  case $option in
    l) list=1 ;;
    a) configure+=(--enable-sanitize) ;;
    n) count=$OPTARG ;;
    r) total=$OPTARG ;;
    s) seed=$OPTARG ;;
    t) tests=$OPTARG ;;
    m) map=$(realpath -e "$OPTARG") || exit 2 ;;
    b) budget=$OPTARG ;;
    k) keep=$OPTARG ;;
    *) sed -n '4p' "$0" >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { sed -n '4p' "$0" >&2; exit 2; }

# draw COUNT: so many of the lines that are read (0: all), each as likely as any other, in their order
draw() {
  LC_ALL=C awk -v seed="$seed" -v count="$1" '
    BEGIN { srand(seed) }
    { line[NR] = $0 }
    END { for (i = 1; i <= NR; i++) if (!count || rand() * (NR - i + 1) < count - taken) { print line[i]; taken++ } }'
}
# changes FILE[:LINE]...: those that are wanted, in the order of the lines: FILE, LINE, what is changed and the new line
changes() {
  local place only
  for place; do
    only=''
    case $place in *:*) only=${place##*:} ;; esac
    LC_ALL=C awk -f "$source/tests/mutants.awk" "${place%:*}" | awk -F '\t' -v only="$only" 'only == "" || $1 == only' |
      draw "$count" | FILE=${place%:*} awk '{ print ENVIRON["FILE"] "\t" $0 }'
  done | draw "$total"
}

for file; do
  [ -f "${file%:*}" ] || { echo "mutants: $file: no such file" >&2; exit 2; }
done
if [ -n "$list" ]; then
  changes "$@" | awk -F '\t' '{ printf "%s:%s: %s: %s\n", $1, $2, $3, $4 }'
  exit 0
fi

if [ -n "$keep" ]; then
  copy=$(realpath -m "$keep") || exit 2
  case $copy/ in "$source"/*) echo "mutants: $keep: in the tree that is copied" >&2; exit 2 ;; esac
  mkdir -p "$copy" || exit 2
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
    # library.bats makes the library anew
    case $file in */build.bats | */fuzz.bats | */faults.bats | */library.bats | */mutants.bats | */packaging.bats) ;; *) tests+=" $file" ;; esac
  done
fi
export CE_BIN="$copy/bin" CE_BUILD="$copy" CE_SOURCE="$copy" DATA=${DATA:-} OMP_WAIT_POLICY=passive
export ASAN_OPTIONS=detect_leaks=0 CE_UNTRACED=1

# Whether one of these tests fails. Bats would go on behind it, so it and all below it are killed then. Sets $killer, its name.
notices() { # SECONDS BATS-ARGUMENT...
  local limit=$1
  rm -rf tmp results && mkdir tmp && mkfifo results || exit 2
  shift
  # timeout has a process group of its own
  TMPDIR=$copy/tmp timeout -k 5 "$limit" bats --tap "$@" >results 2>&1 </dev/null &
  local tester=$! line good=''
  killer=''
  # mawk would wait for the end of what it reads
  while [ -z "$killer" ] && IFS= read -r line; do
    case $line in 'not ok '*) killer=${line#not ok * } ;; ok*) good=1 ;; esac
  done <results
  [ -z "$killer" ] || kill -KILL -- "-$tester" 2>/dev/null
  wait "$tester" 2>/dev/null
  # 124, 137: a test that goes on for ever is a failed one
  case $? in 124 | 137) return 0 ;; esac
  # the map may have names that tests no longer have
  [ -n "$killer" ] || [ -n "$good" ] || say "no test ran"
  [ -n "$killer" ]
}
# Of a file: enter keeps it and its object, apply makes a change of it, leave takes back the last one.
enter() { cp "$1" original.c && cp "obj/${1%.c}.o" original.o || exit 2; }
leave() { cp original.c "$1" && build "obj/${1%.c}.o" && link "$1" || exit 2; }
# 0: made, 1: the same code, 2: it does not compile
apply() { # PATH LINE TEXT
  NEW=$3 awk -v line="$2" 'NR == line { print ENVIRON["NEW"]; next } { print }' original.c >"$1"
  build "obj/${1%.c}.o" || return 2
  ! cmp -s "obj/${1%.c}.o" original.o || return 1
  link "$1" || return 2
}

# ---- with a map: the tests of a line ----

declare -A id_of=() took=() bats_of=() name_of=() state=() before_others=()
# runs SECONDS ID...: whether those of these tests that are not left out notice
runs() {
  local limit=$1 id names='' files=() seen=' '
  shift
  for id; do
    [ "${state[$id]-}" != sick ] || continue
    names+="|${name_of[$id]}"
    case $seen in *" ${bats_of[$id]} "*) ;; *) files+=("${bats_of[$id]}") seen+="${bats_of[$id]} " ;; esac
  done
  [ -n "$names" ] || return 1
  notices "$limit" -f "^(${names#|})\$" "${files[@]}"
}
# The quickest and those that noticed an earlier change of the file come first, then the others up to the limit.
noticed_by() { # PATH LINE TEXT ID...
  local path=$1 line=$2 text=$3 id all=0 quick=0 slow=0 first=() others=()
  shift 3
  for id in ${before_others[$path]-}; do
    case " $* " in *" $id "*) first+=("$id") quick=$((quick + took[$id])) ;; esac
  done
  for id; do
    case " ${first[*]-} " in *" $id "*) continue ;; esac
    all=$((all + took[$id]))
    if [ $((quick + took[$id])) -le 2000 ]; then first+=("$id") quick=$((quick + took[$id]))
    elif [ "$all" -le $((budget * 1000)) ]; then others+=("$id") slow=$((slow + took[$id])); fi
  done
  while :; do
    runs $((quick * 3 / 1000 + 20)) "${first[@]}" ||
      { [ "${#others[@]}" -gt 0 ] && runs $((slow * 3 / 1000 + 20)) "${others[@]}"; } || return 1
    id=${id_of[$killer]-}
    [ -n "$id" ] || return 0 # it went on for ever
    case " ${before_others[$path]-} " in *" $id "*) ;; *) before_others[$path]="$id ${before_others[$path]-}" ;; esac
    [ -z "${state[$id]-}" ] || return 0
    # the first time: does it pass without a change
    leave "$path"
    if ! runs 600 "$id"; then state[$id]=well; return 0; fi
    state[$id]=sick
    say "$killer: fails without a change, and is left out"
    apply "$path" "$line" "$text"
  done
}

all=0 broken=0 same=0 noticed=0 missed=0 unrun=0 path=''
counted() { # after the last change of a file
  [ -n "$path" ] || return
  leave "$path"
  say "$path: $((all - before[0])) changes: $((broken - before[1])) do not compile, $((same - before[2])) give the same code," \
    "$((noticed - before[3])) noticed, $((missed - before[4])) not"
}
changes "${paths[@]}" >wanted
if [ -n "$map" ]; then
  while IFS=$'\t' read -r id milliseconds file name quoted; do
    took[$id]=$milliseconds bats_of[$id]=$file name_of[$id]=$quoted id_of[$name]=$id
  done < <(awk -v files="$tests" -F '\t' -v OFS='\t' '
    $1 != "test" { exit }
    index(" " files " ", " " $4 " ") { quoted = $6; gsub(/[][\\.*^$+?(){}|]/, "\\\\&", quoted); print $2, $3, $4, $6, quoted }' "$map")
  awk -v files="$tests" -f tests/mutants-tests.awk "$map" wanted >wanted.tests || exit 2
else
  started=$SECONDS
  # words
  # shellcheck disable=SC2086
  bats --tap $tests >base.log 2>&1 </dev/null || { grep '^not ok' base.log >&2; say "the tests do not pass without a change"; exit 2; }
  say "the tests pass in $((SECONDS - started)) s"
  limit=$((3 * (SECONDS - started) + 20))
  sed 's/.*//' wanted >wanted.tests
fi
while IFS=$'\t' read -r next line what text <&3; do
  read -r -a ids <&4
  if [ "$next" != "$path" ]; then
    counted
    path=$next before=("$all" "$broken" "$same" "$noticed" "$missed")
    enter "$path"
  fi
  all=$((all + 1)) mark=''
  apply "$path" "$line" "$text"
  case $? in 1) same=$((same + 1)); continue ;; 2) broken=$((broken + 1)); continue ;; esac
  if [ -z "$map" ]; then
    # shellcheck disable=SC2086
    if notices "$limit" $tests; then noticed=$((noticed + 1)); continue; fi
  elif [ "${#ids[@]}" = 0 ]; then
    unrun=$((unrun + 1)) mark='no test runs it: '
  elif noticed_by "$path" "$line" "$text" "${ids[@]}"; then
    noticed=$((noticed + 1))
    continue
  fi
  missed=$((missed + 1))
  echo "$path:$line: $mark$what: $text"
done 3<wanted 4<wanted.tests
counted
[ -z "$map" ] || of=" ($unrun of lines that no test runs)"
echo "$all changes: $broken do not compile, $same give the same code, $noticed noticed, $missed not${of-}; $((noticed + missed ? 100 * noticed / (noticed + missed) : 100)) % of those that give other code"
[ "$missed" = 0 ]
