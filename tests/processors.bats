#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# OpenBLAS has a kernel of its own for each family of processors, and they round differently. Labels must not follow them.
# OPENBLAS_CORETYPE chooses the kernel of another family, if this processor can run it.

setup() {
  load common
  load ensembles
}

# The kernels that this processor can run and this OpenBLAS has.
kernels() {
  local pair name
  for pair in Haswell=avx2 SkylakeX=avx512f Sandybridge=avx Prescott=pni; do
    name=${pair%=*}
    grep -qw "${pair#*=}" /proc/cpuinfo 2>/dev/null || continue
    if OPENBLAS_CORETYPE=$name OPENBLAS_VERBOSE=2 ce-consensus --version 2>&1 | grep -ix "core: $name" >/dev/null; then echo "$name"; fi
  done
}

need_kernels() {
  kernels >kernels
  [ "$(wc -l <kernels)" -ge 2 ] || skip "needs OpenBLAS with two kernels that this processor can run"
}

# other_columns TABLE TABLE: the columns in which they differ
other_columns() {
  awk -F, 'NR == FNR { row[FNR] = $0; next } FNR == 1 { split($0, name) }
    { split(row[FNR], cell); for (c = 1; c <= NF; c++) if ($c != cell[c] && !seen[c]++) print name[c] }' "$@" | paste -sd' '
}

# on_all NAME COMMAND...: with each kernel the same standard output; a difference goes to the file `problems`.
on_all() {
  local name=$1 kernel first=
  shift
  while read -r kernel; do
    OPENBLAS_CORETYPE=$kernel "$@" >"out.$kernel" 2>err <&- || echo "$name, $kernel: exit $?: $(head -n 1 err)" >>problems
    first=${first:-$kernel}
    cmp -s "out.$first" "out.$kernel" || echo "$name: $first and $kernel give other labels: $(other_columns "out.$first" "out.$kernel")" >>problems
  done <kernels
}

no_problems() { [ ! -s problems ] || fail "$(cat problems)"; }

@test "processors: every consensus function gives the same labels with the kernels of any of them" {
  in_turn 4 sanitized
  need_kernels
  ce-generate kmeans -k 2..20 -m 20 -q "$BUNDLED/iris.csv" >iris.csv
  planted 90 3 10 35 >planted.csv
  for table in iris planted; do
    on_all "$table" consensus "$(functions | paste -sd,)" -k 3 -q $table.csv
    on_all "$table, k = 7" consensus ecmc-al,ecmc-cl,ecmc-sl -k 7 -q $table.csv
  done
  no_problems
}

@test "processors: every generator gives the same labels with the kernels of any of them" {
  in_turn 4
  need_kernels
  ce-synth two-spirals -n 700 --jitter 0.1 >spirals.csv
  for data in "$BUNDLED/iris.csv" spirals.csv; do
    for how in "kmeans -k 2..10 -m 5" "rpcl -k 5 -m 3" "linkage --method average -k 3" "linkage --method ward -k 3" "spectral -k 2,3,5" \
      "spectral --dense -k 3" "tksc -k 2,3" "mle -k 3" "som -k 3 -m 3" "boost -k 3 -m 5" "lac --inv-h 1..3 -k 3"; do
      # mle holds all pairs of objects
      if [[ "$data $how" == spirals*mle* ]]; then continue; fi
      # shellcheck disable=SC2086
      on_all "$how of $data" ce-generate $how -q "$data"
    done
  done
  no_problems
}

@test "processors: a processor that is newer than OpenBLAS does not get the kernels of a Prescott, unless the user says so" {
  if [ "$(uname -m)" != x86_64 ] || ! grep -qw avx2 /proc/cpuinfo; then skip "needs a processor with AVX2"; fi
  printf 'a\n1\n2\n4\n' >data.csv
  unset OPENBLAS_CORETYPE
  OPENBLAS_VERBOSE=2 ce-generate kmeans -q -k 2 data.csv 2>chosen >/dev/null
  grep -i '^core: ' chosen >cores || skip "needs an OpenBLAS that tells its kernels"
  run ! grep -ix 'core: prescott' <(tail -n 1 cores)
  OPENBLAS_CORETYPE=Prescott OPENBLAS_VERBOSE=2 ce-generate kmeans -q -k 2 data.csv 2>chosen >/dev/null
  assert_equal "$(grep -i '^core: ' chosen | tail -n 1)" "Core: Prescott"
}
