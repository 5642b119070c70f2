#!/usr/bin/env bash
# valgrind.sh: commands of every tool under valgrind's memcheck. A read of memory that was never written ends the run; the address
# sanitizer does not see these. The commands are the first VALGRIND_ROWS (2) of each tool in tests/all-tools.bats, and those of METIS,
# ARPACK and the hypergraph cut; and the engine of k-means by itself. Status 1 when one fails; without valgrind it says so, and status is 0.
# Environment: CE_BIN, CE_BUILD (obj/tests/kmeans; not of a sanitized build), CE_SOURCE.
set -u -o pipefail
: "${CE_BIN:?}" "${CE_BUILD:?}" "${CE_SOURCE:?}"
command -v valgrind >/dev/null || { echo "valgrind: not here: left out"; exit 0; }
PATH="$CE_BIN:$PATH"
export LC_ALL=C OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 CE_MEMORY_LIMIT=1G
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
table() { printf '%s\n' "$@"; }
# shellcheck disable=SC1090
source <(sed -n '/^rows=(/,/^)/p; /^fixtures() {/,/^}/p; /^input_of() {/,/^}/p' "$CE_SOURCE/tests/all-tools.bats")
fixtures

runs=0 failed=0
# under COMMAND...: it, under valgrind
under() {
  # OpenBLAS reads beyond what it was given in its vector code, and gnuplot is not ours
  valgrind -q --error-exitcode=99 --exit-on-first-error=no --undef-value-errors=yes --trace-children=no \
    --suppressions="$CE_SOURCE/tests/valgrind.supp" "$@" >said 2>&1 </dev/null
  local status=$?
  runs=$((runs + 1))
  if [ "$status" != 0 ]; then
    failed=$((failed + 1))
    echo "valgrind: status $status: $*"
    sed -n 1,40p said
  fi
}
# one ROW
one() {
  local kind line input
  read -r kind line <<<"$1"
  input_of "$kind" "$line"
  case " $line " in
    *' @ '*) line="$line " line=${line/ @ / $input } ;;
    *) line="$line $input" ;;
  esac
  # shellcheck disable=SC2086
  under $line -q -o out
}
# shellcheck disable=SC2154 # rows comes from the suite
printf '%s\n' "${rows[@]}" | awk -v most="${VALGRIND_ROWS:-2}" '
  { count[$2]++ }
  count[$2] <= most || / (cspa|hgpa|hbgf|metis|hypergraph|spectral|coolcat|wsce|penta|transfer-cut) / { print }' >wanted
while IFS= read -r row <&3; do one "$row"; done 3<wanted
under "$CE_BUILD/obj/tests/kmeans" 3 alone
echo "valgrind: $runs commands, $failed failed"
[ "$failed" = 0 ] && [ "$runs" -gt 0 ]
