#!/bin/sh
# readers.sh: libFuzzer over the readers of files. Builds the library with clang, its sanitizers and the counting of edges in
# obj/fuzz below the present folder, then feeds each reader for FUZZ_SECONDS (60), beginning with
# tests/fuzz/corpus. FUZZ_READERS: some of the readers only. For each it reports how many inputs there were and how many edges
# of the code they went along. FUZZ_SEED: 0, the default: other inputs each time.
# FUZZ_RUNS: so many damaged copies of the corpus instead, as tests/lib/mutate.c makes them from FUZZ_SEED. These are the same on
# every machine, where those that libFuzzer looks for depend on the order of a folder, the processor and the time.
# What fails is kept in fuzz-failures; status 1 then. Without clang it says so, and status is 0.
# Environment: CE_SOURCE.
set -u
: "${CE_SOURCE:?}"
seconds=${FUZZ_SECONDS:-60} copies=${FUZZ_RUNS:-}
readers=${FUZZ_READERS:-labels data ensemble matrix npy constraints microclusters hypergraph model uspec sums tree others}
if ! command -v clang >/dev/null 2>&1; then echo "fuzz: readers: no clang here: left out"; exit 0; fi
# A clang may come without its runtime.
echo 'int LLVMFuzzerTestOneInput(const unsigned char *b, unsigned long n) { return !b && n; }' >fuzz-probe.c
if ! clang -fsanitize=fuzzer,address -o fuzz-probe fuzz-probe.c 2>/dev/null; then
  rm -f fuzz-probe.c
  echo "fuzz: readers: this clang has no libFuzzer: left out"
  exit 0
fi
rm -f fuzz-probe fuzz-probe.c
build=$PWD/obj/fuzz failures=$PWD/fuzz-failures
unset MAKEFLAGS MAKELEVEL MFLAGS GNUMAKEFLAGS
mkdir -p "$build" && cd "$build" || exit 1
if [ ! -e config.mk ] || [ -n "$(find "$CE_SOURCE/configure" -newer config.mk)" ]; then
  "$CE_SOURCE/configure" --quiet --enable-sanitize --disable-openmp CC=clang CFLAGS='-O1 -g -fsanitize=fuzzer-no-link' || exit 1
fi
make -s -j"$(getconf _NPROCESSORS_ONLN)" libclens.a || exit 1
# the libraries that configure found are words to be split
# shellcheck disable=SC2046
clang -O1 -g -std=c11 -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -I"$CE_SOURCE/src" \
  -I"$CE_SOURCE/include" -o readers "$CE_SOURCE/tests/fuzz/readers.c" libclens.a $(sed -n 's/^LIBS = //p' config.mk) || exit 1

if [ -n "$copies" ]; then
  rm -rf inputs && mkdir inputs && clang -O1 -o mutate "$CE_SOURCE/tests/lib/mutate.c" &&
    ./mutate "${FUZZ_SEED:-0}" inputs "$copies" "$CE_SOURCE"/tests/fuzz/corpus/* || exit 1
  set -- -runs=0
else
  set -- -seed="${FUZZ_SEED:-0}" -max_total_time="$seconds"
fi

export LC_ALL=C CE_MEMORY_LIMIT=64M OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
export ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1
failed=0 all=0
for reader in $readers; do
  found="found-$reader"
  [ -z "$copies" ] || found=inputs
  [ "$found" = inputs ] || rm -rf "$found"
  mkdir -p "$found" "$failures"
  FUZZ_READER=$reader ./readers "$@" -timeout=20 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 \
    -artifact_prefix="$failures/$reader-" "$found" "$CE_SOURCE/tests/fuzz/corpus" >"log-$reader" 2>&1
  status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "log-$reader")
  edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "log-$reader" | tail -n 1)
  all=$((all + ${runs:-0}))
  if [ "$status" = 0 ] && [ "${runs:-0}" -gt 0 ]; then
    echo "fuzz: $reader: $runs inputs, $edges edges"
  else
    failed=$((failed + 1))
    echo "fuzz: $reader: failed (status $status): $(grep -m 1 -E '^readers: |ERROR: |runtime error: ' "log-$reader")"
    grep -E 'Test unit written to' "log-$reader"
  fi
done
rmdir "$failures" 2>/dev/null
echo "fuzz: readers: $all inputs, $failed failed"
[ "$failed" = 0 ] && [ "$all" -gt 0 ]
