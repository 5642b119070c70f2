#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The short form of `make fuzz`: see tests/fuzz/run.sh.

setup() { load common; }

@test "fuzz: damaged input is read or refused, never a crash, a half answer or a refusal without a word" {
  in_turn 4
  # another build may be going on beside this one: what fails is kept with the test
  export FUZZ_ROUNDS=2 FUZZ_SEED=1
  ! sanitized || FUZZ_ROUNDS=1
  run sh "$CE_SOURCE/tests/fuzz/run.sh"
  [ "$status" -eq 0 ] || { echo "$output"; false; }
  [[ $output == "fuzz: "*" 0 failed; next seed $((FUZZ_ROUNDS + 1))" ]]
}

@test "fuzz: a tool that crashes, stays silent or writes before it fails is found" {
  in_turn 4
  not_sanitized "the script alone"
  mkdir -p build/obj/tests bin
  ln -s "$CE_BUILD/obj/tests/mutate" build/obj/tests/mutate
  ln -s "$CE_BIN/ce-similarity" bin/ce-similarity
  while read -r body reason; do
    printf '#!/bin/sh\n%s\n' "${body//_/ }" >bin/ce-select
    chmod +x bin/ce-select
    CE_BIN=$PWD/bin CE_BUILD=$PWD/build FUZZ_ROUNDS=1 run sh "$CE_SOURCE/tests/fuzz/run.sh"
    assert_equal "$status" 1
    [[ $output == *"$reason"* ]] || { echo "$body: $output"; false; }
  done <<'END'
kill_-SEGV_$$ status 139
exit_99 status 99
exit_1 status 1 without a message
echo_x;echo_ce-select:_no>&2;exit_1 status 1, but wrote something
echo_careful>&2 status 0, but said something
END
}
