#!/usr/bin/env bash
# coverage.sh: tells which lines of the sources no test runs, or which tests run each line.
#
#     tests/coverage.sh [-k FOLDER] [-m MAP] [-t "TESTS"] [PATH]...
#
#   -k FOLDER   keeps the built copy there; the next call with the same folder builds it no more, and adds what its tests run
#   -m MAP      writes a file that says of each line which tests run it, for mutants.sh, and tells nothing else
#   -t TESTS    the Bats files that run (all but build.bats, fuzz.bats, faults.bats, mutants.bats and packaging.bats)
#
# PATH: the folders and files below src and tools that are told of (all). The tree is copied to a temporary folder, and is built there with
# --coverage of GCC; the tree stays as it is. Standard output has the lines that never ran, as FILE:LINE: TEXT. Standard error has a line of
# counts for each folder. What ends by a signal counts nothing. Status 0; 2 when it could not be done. A test that fails does not matter.
set -u -o pipefail
source=$(cd "$(dirname "$0")/.." && pwd) || exit 2
tests='' keep='' map=''
while getopts k:m:t: option; do
  case $option in
    k) keep=$OPTARG ;;
    m) map=$(realpath -m "$OPTARG") || exit 2 ;;
    t) tests=$OPTARG ;;
    *) sed -n '4p' "$0" >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
command -v gcov >/dev/null || { echo "coverage: gcov is not installed (it comes with GCC)" >&2; exit 2; }
if [ -n "$keep" ]; then
  copy=$(realpath -m "$keep") || exit 2
  case $copy/ in "$source"/*) echo "coverage: $keep: in the tree that is copied" >&2; exit 2 ;; esac
  mkdir -p "$copy" || exit 2
else
  copy=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/clens-coverage.XXXXXX")") || exit 2
  trap 'rm -rf "$copy"' EXIT
fi
trap 'exit 2' HUP INT TERM
unset MAKEFLAGS MAKELEVEL MFLAGS GNUMAKEFLAGS
if [ ! -e "$copy/coverage.built" ]; then
  echo "coverage: building a copy" >&2
  cd "$source" || exit 2
  { git -c safe.directory='*' -c core.quotePath=off ls-files -co --exclude-standard && ls configure 2>/dev/null; } |
    while read -r file; do [ ! -f "$file" ] || echo "$file"; done | tar -cf - -T - | tar -xmf - -C "$copy" || exit 2
  cd "$copy" || exit 2
  begin() {
    [ -e configure ] || autoconf || return
    ./configure --quiet CFLAGS='-O1 --coverage' >build.log 2>&1 || return
    make -s -j"$(getconf _NPROCESSORS_ONLN)" WERROR= all test-programs >>build.log 2>&1 || return
    touch coverage.built
  }
  begin || { tail -n 20 build.log >&2; exit 2; }
fi
cd "$copy" || exit 2
if [ -z "$tests" ]; then
  for file in tests/*.bats; do
    case $file in */build.bats | */fuzz.bats | */faults.bats | */mutants.bats | */packaging.bats) ;; *) tests+=" $file" ;; esac
  done
fi
export CE_BIN="$copy/bin" CE_BUILD="$copy" CE_SOURCE="$copy" DATA="${DATA:-}"
[ "$#" -gt 0 ] || set -- src tools
if [ -n "$map" ]; then
  # suite.sh and common.bash keep the counts of each test in a folder of its own
  export CE_COUNTS="$copy/counts" TAP=1 BATSFLAGS=-T
  rm -rf counts
fi
# words
# shellcheck disable=SC2086
tests/suite.sh $tests >suite.log 2>&1
sed -n 's/^[0-9]* files of tests/coverage: &/p' suite.log >&2
# The sources; what gcov knows of them, of what has run or of nothing. Objects are made below obj, and gcov is told of each.
find "$@" -name '*.c' | LC_ALL=C sort >sources
known() { while read -r file; do [ ! -e "obj/${file%.c}.gcno" ] || gcov -t "obj/${file%.c}.o" 2>/dev/null; done <sources; }
# The same of what one test has run; what setup_file ran (0) every test of the file has run.
known_of() { # FILE.bats NUMBER
  local part ran
  for part in 0 "$2"; do
    ran=counts/${1##*/}/$part$copy
    [ -d "$ran/obj" ] || continue
    cp -r "$ran/obj/." obj
    find "$ran/obj" -name '*.gcda' | sed "s|^$ran/||; s|gcda\$|o|" | xargs gcov -t 2>/dev/null
    find obj -name '*.gcda' -delete
  done
}
write_map() {
  # the quickest test has the number 1; 0 is none, and has all lines
  # shellcheck disable=SC2086
  awk -f tests/coverage-tests.awk suite.log $tests | LC_ALL=C sort -n -k1,1 -s | awk '{ print NR "\t" $0 }' >tests.of || return
  find obj -name '*.gcda' -delete
  known | awk -f tests/coverage.awk | sed 's/^/0\t/' >lines.run
  while IFS=$'\t' read -r id _ file number _; do
    known_of "$file" "$number" | awk -v ran=1 -f tests/coverage.awk | sed "s/^/$id\t/" | cut -f 1-3
  done <tests.of >>lines.run
  sed 's/^/test\t/' tests.of && awk -f tests/coverage-map.awk sources lines.run
}
if [ -n "$map" ]; then
  echo "coverage: which tests run each line" >&2
  write_map >"$map" || exit 2
  exit 0
fi
known | awk -f tests/coverage.awk | LC_ALL=C sort -t "$(printf '\t')" -k1,1 -k2,2n | awk -F '\t' '
  { folder = $1; sub(/\/[^\/]*$/, "", folder); lines[folder]++ }
  !$3 { missed[folder]++; printf "%s:%d: %s\n", $1, $2, substr($0, length($1) + length($2) + 5) }
  END {
    for (folder in lines)
      printf "%s: %d lines, %.1f %% run\n", folder, lines[folder], 100 * (1 - missed[folder] / lines[folder]) | "LC_ALL=C sort >&2"
  }'
