#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The short form of `make faults`: see tests/faults/run.sh.

setup() {
  load common
  not_sanitized "the sanitizers have an allocator of their own"
  [ "$(uname -s)" = Linux ] || skip "the library to preload is for Linux"
}

faults() { run "$CE_SOURCE/tests/faults/run.sh"; }

holds() {
  [ "$status" -eq 0 ] || { echo "$output"; false; }
  [[ $output =~ ^"faults: "([0-9]+)" runs, "[1-9][0-9]*" refused, 0 wrong"$ ]]
  [ "${BASH_REMATCH[1]}" -ge "$1" ]
}

@test "faults: whatever call fails, a tool ends with status 1 and a reason, leaves the old file and loses no memory" {
  in_turn 4
  export FAULT_POINTS=3 FAULT_EVERY=31 FAULT_KINDS=alloc,metis,open,read,write,close,rename,sync
  faults
  holds 150
}

@test "faults: several outputs, compressed ones and a compressed input" {
  in_turn 4
  export FAULT_POINTS=2 FAULT_ROWS='out/.*out/|\.gz' FAULT_KINDS=alloc,open,read,write,close,rename,sync
  faults
  holds 100
}

@test "faults: METIS, which asks for memory a thousand times, is told of too little and leaves none behind" {
  export FAULT_POINTS=12 FAULT_ROWS='ce-consensus cspa,mcla.*metis|ce-partition metis' FAULT_KINDS=metis
  faults
  holds 12
}

@test "faults: a part of the commands, and parts that are none" {
  in_turn 4
  export FAULT_PART=40/40 FAULT_POINTS=1 FAULT_KINDS=rename
  faults
  holds 3
  for part in 2/1 0/3 x; do
    FAULT_PART=$part faults
    assert_equal "$status $output" "1 faults: FAULT_PART is I/N, with I from 1 to N"
  done
}

# Bugs that one allocation finds: those in which all after it fail too are for `make faults`.

@test "faults: a hypergraph is cut, or there is too little memory for it: the order of a start was used without having been made" {
  in_turn 4
  export FAULT_POINTS=120 FAULT_ROWS='ce-partition hypergraph -k 2,3 ' FAULT_KINDS=alloc/once
  faults
  holds 120
}

@test "faults: terms: too little memory for the stemmer is no unknown language" {
  in_turn 4
  export FAULT_POINTS=60 FAULT_ROWS='ce-prepare terms' FAULT_KINDS=alloc
  faults
  holds 60
}

@test "faults: walks on the elite graph: rows that were allocated before a failure are freed" {
  in_turn 4
  export FAULT_POINTS=80 FAULT_ROWS='ce-similarity pts --to clusters' FAULT_KINDS=alloc/once
  faults
  holds 80
}

@test "faults: models, data, labels in npy files, matrices, constraints and microclusters are read, or there is too little memory for one of their parts" {
  in_turn 4
  export FAULT_POINTS=50 FAULT_ROWS='ce-plot weights --format csv|ce-prepare center|ce-partition single|ce-constrain close --compact|ce-microcluster expand|labels.npy' FAULT_KINDS=alloc/once
  faults
  holds 200
}

@test "faults: votes of DICLENS and tables of counts: each of several allocations in a row is looked at" {
  in_turn 4
  export FAULT_ROWS='ce-consensus diclens |ce-score -t truth.csv -s all' FAULT_KINDS=alloc/once
  faults
  holds 300
}

@test "faults: too little memory while the options of a method are looked at is no wrong use" {
  in_turn 4
  export FAULT_ROWS='ce-consensus best -q' FAULT_KINDS=alloc/once
  faults
  holds 300
}

@test "faults: a picture that cannot be read back has a reason" {
  command -v gnuplot >/dev/null || skip "no gnuplot here"
  export FAULT_ROWS='ce-plot curve' FAULT_KINDS=read
  faults
  holds 5
}

# A tool of C that makes the mistake of its first argument when it cannot have memory.
bad_tool() {
  cat >bad.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int say(const char *text) { fputs(text, stderr); return 1; }
int main(int argc, char **argv)
{
    void *volatile kept = malloc(100), *volatile other = malloc(50);
    int failed = !kept || !other;
    FILE *file;
    if (argc < 3) return 2;
    if (failed && !strcmp(argv[1], "leak")) { kept = other = NULL; return say("ce-bad: out of memory\n"); }
    free(kept);
    free(other);
    if (failed && !strcmp(argv[1], "crash")) abort();
    if (failed && !strcmp(argv[1], "silent")) return 1;
    if (failed && !strcmp(argv[1], "vague")) return say("ce-bad: failed\n");
    if (failed && !strcmp(argv[1], "long")) return say("ce-bad: out of memory\nsorry\n");
    if (failed && !strcmp(argv[1], "usage")) { say("ce-bad: out of memory\n"); return 2; }
    if (failed && !strcmp(argv[1], "prints")) { puts("half"); return say("ce-bad: out of memory\n"); }
    if (failed && !strcmp(argv[1], "beside")) fclose(fopen("out/x.tmp", "w"));
    if (failed && strcmp(argv[1], "half")) return say("ce-bad: out of memory\n");
    file = fopen(argv[2], "w");
    if (!file) return say("ce-bad: out of memory\n");
    fputs(failed ? "half" : "whole", file);
    fclose(file);
    return failed ? say("ce-bad: out of memory\n") : 0;
}
C
  # shellcheck disable=SC2046
  $(sed -n 's/^CC = //p' "$CE_BUILD/config.mk") -O0 -o ce-bad bad.c
}

@test "faults: the sweep sees a crash, silence, a vague or a long message, another status, half a file, one left behind, a leak" {
  bad_tool
  echo "./ce-bad good out/x" >commands
  run "$CE_BUILD/obj/tests/sweep" -k alloc "$CE_BUILD/obj/tests/faults.so" <commands
  assert_equal "$status" 0
  assert_output --regexp '^faults: [0-9]+ runs, [1-9][0-9]* refused, 0 wrong$'
  while read -r mistake what; do
    echo "./ce-bad $mistake out/x" >commands
    run "$CE_BUILD/obj/tests/sweep" -k alloc "$CE_BUILD/obj/tests/faults.so" <commands
    assert_equal "$mistake $status" "$mistake 1"
    [[ ${lines[0]} == *": $what: status "* ]] || { echo "$mistake: $output"; false; }
  done <<'END'
crash neither 0 nor 1
silent not one line
vague another reason
long not one line
usage neither 0 nor 1
prints wrote on standard output
beside files left, or gone
half the old file is changed
leak memory is lost
END
}
