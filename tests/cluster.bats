#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# What ce-batch writes for Slurm, on a real one of four nodes (tests/cluster/slurm.bash), against
# one process on one machine; and the same by GNU parallel and make.
# suite.sh: waits

setup_file() {
  load cluster/slurm
  LEFT_OUT=$(without_slurm)
  if nm "$CE_BIN/ce-batch" 2>/dev/null | grep >/dev/null __asan_; then LEFT_OUT="takes minutes with the sanitizers"; fi
  export LEFT_OUT
  if [ -n "$LEFT_OUT" ]; then return; fi
  export PATH="$CE_BIN:$PATH:/usr/sbin:/sbin" LC_ALL=C OMP_NUM_THREADS=1
  # the names of sockets must be short
  CLUSTER=$(mktemp -d /tmp/ce-slurm.XXXXXX)
  # what is killed leaves scratch there, which is removed with it
  export CLUSTER TMPDIR="$CLUSTER"
  slurm_up "$CLUSTER" || { cat "$CLUSTER"/*.log "$CLUSTER/out"; return 1; }
}

teardown_file() {
  if [ -n "${CLUSTER:-}" ]; then
    load cluster/slurm
    slurm_down "$CLUSTER"
    rm -rf "$CLUSTER"
  fi
}

setup() {
  [ -z "$LEFT_OUT" ] || skip "$LEFT_OUT"
  load common
  load cluster/slurm
}

# Of our own cluster only: a user may have jobs in another one.
teardown() {
  if [ -z "${CLUSTER:-}" ]; then return; fi
  scancel -u "$(id -un)" || :
  for node in n1 n2 n3 n4; do
    scontrol update nodename=$node state=resume 2>/dev/null || :
  done
}

# describe FILE LINE...: a description from lines.
describe() { local file=$1; shift; table "$@" >"$file"; }

# done_by DRIVER DESCRIPTION: all of it, by that driver.
done_by() {
  case $1 in
    slurm) submit "$2" ;;
    parallel) command -v parallel >/dev/null || return 1; ce-batch --run --for parallel -j 2 "$2" ;;
    make) ce-batch --run -j 2 "$2" ;;
  esac
  ce-batch --status "$2"
}

# all_done DESCRIPTION
all_done() {
  run ce-batch --status "$1"
  [ "$status" = 0 ] || { echo "$output"; cat .ce-batch/*/slurm-*.out; return 1; }
}

# example NAME EDIT...: the description of examples with sed's edits.
example() {
  local name=$1
  shift
  sed "$@" "$CE_SOURCE/examples/$name.batch" >"$name.batch"
}

# until_true COMMAND...: waits for it, 30 s at most.
until_true() {
  for _ in $(seq 300); do
    ! "$@" || return 0
    sleep .1
  done
  return 1
}

@test "cluster: 1, 3, 4 and 7 shards have the labels of one process, by each driver" {
  in_turn 4
  ce-synth blobs -n 1000 -k 3 | ce-generate kmeans -k 2..6 -m 8 >labels.csv
  ce-consensus ptgp -k 3 labels.csv >one.csv
  for parts in 1 3 4 7; do
    for driver in slurm parallel make; do
      [ $driver = slurm ] || [ $parts = 4 ] || continue
      rm -rf .ce-batch micro consensus labels.*.csv
      example shards "s/1\.\.64/1..$parts/; s/^memory = .*/memory = 500M/"
      awk -v parts="$parts" 'NR == 1 { head = $0; next }
        { i = int((NR - 2) * parts / 1000) + 1; file = "labels." i ".csv"
          if (!(i in seen)) { print head >file; seen[i] } print >file }' labels.csv
      done_by $driver shards.batch
      { cat consensus/1.csv; for i in $(seq 2 "$parts"); do tail -n +2 "consensus/$i.csv"; done; } |
        cmp - one.csv
    done
  done
}

@test "cluster: data sets and seeds have the table of one process, by each driver" {
  in_turn 4
  mkdir data
  cp "$BUNDLED/iris.csv" "$BUNDLED/wine.csv" data
  example study 's/1\.\.100/1..4/; s/-m 50/-m 8/; s/memory = .*/memory = 500M/'
  # one process after the other, written by hand
  mkdir hand
  echo data,seed,clustering,k,nmi,ari,error >hand/table
  for data in iris wine; do
    for seed in 1 2 3 4; do
      ce-prepare zscore data/$data.csv | ce-generate kmeans -k 2..20 -m 8 --seed $seed |
        ce-consensus eac-al,mcla -k 2..6 --seed $seed | ce-score -t data/$data.csv |
        awk -v begin="$data,$seed" 'NR > 1 { print begin "," $0 }' >>hand/table
    done
  done
  for driver in slurm parallel make; do
    rm -rf .ce-batch scaled members consensus score table.csv
    done_by $driver study.batch
    cmp table.csv hand/table
  done
}

@test "cluster: an ensemble in tasks has the members and the consensus of one process" {
  in_turn 4
  cp "$BUNDLED/digits.csv" .
  example ensemble 's/1\.\.50/1..5/; s/-m 20/-m 3/; s/memory = .*/memory = 1G/; s/^threads = .*//'
  for seed in 1 2 3 4 5; do
    ce-generate kmeans -k 10..40 -m 3 --seed $seed digits.csv >one.$seed
  done
  paste -d, one.? >one.csv
  ce-consensus lwgp -k 10 one.csv >one.consensus
  for driver in slurm make; do
    rm -rf .ce-batch members ensemble.csv.gz consensus.csv
    done_by $driver ensemble.batch
    gzip -dc ensemble.csv.gz | cmp - one.csv
    cmp consensus.csv one.consensus
  done
}

# A batch of tasks that take a moment, and what they write.
slow() {
  describe slow.batch '[parameters]' 'i = 1..6' \
    '[step a]' 'over = i' 'input = in.{i}' 'output = a.{i}' \
    'command = sleep 1; cat {input} >{output}' \
    '[step b]' 'over = i' 'output = b.{i}' 'command = sed "s/^/b/" {a} >{output}' \
    '[step c]' 'output = c' 'command = cat {b} >{output}'
  for i in 1 2 3 4 5 6; do echo "$i" >in.$i; done
  expected="b1 b2 b3 b4 b5 b6"
}

@test "cluster: a task that fails ends what needs it, and only what is left is submitted again" {
  in_turn 4
  slow
  sed -i 's/sleep 1; /test {i} != 3 || test -e go || { echo not yet >\&2; exit 5; }; /' slow.batch
  submit slow.batch
  run ce-batch --status slow.batch
  assert_equal "$status" 1
  assert_line "a: 6 tasks, 5 done, 1 failed, 0 stale, 0 missing"
  # the others of the step have gone on
  assert_line "b: 6 tasks, 5 done, 0 failed, 0 stale, 1 missing"
  assert_line "c: 1 tasks, 0 done, 0 failed, 0 stale, 1 missing"
  assert_line --regexp \
    '^failed a:3 \(i=3\) on n[1-4]: status 5: not yet \(.ce-batch/slow/a/3.log\)$'
  touch go
  stat -c '%n %Y %i' a.1 b.6 >before
  submit slow.batch >said
  assert_equal "$(sed 's/, job.*//' said | paste -sd' ')" "a: 1 task b: 1 task c: 1 task"
  assert_equal "$(paste -sd' ' c)" "$expected"
  stat -c '%n %Y %i' a.1 b.6 | cmp - before
  all_done slow.batch
}

@test "cluster: a changed input is noticed, and nothing is submitted when all is done" {
  in_turn 4
  slow
  submit slow.batch
  assert_equal "$(paste -sd' ' c)" "$expected"
  run submit slow.batch
  assert_equal "$status $output" "0 slow: all is done"
  echo 9 >in.5
  submit slow.batch >said
  assert_equal "$(sed 's/, job.*//' said | paste -sd' ')" "a: 1 task b: 1 task c: 1 task"
  assert_equal "$(paste -sd' ' c)" "${expected/b5/b9}"
  # an output that was damaged
  printf x | dd of=b.2 conv=notrunc 2>/dev/null
  submit slow.batch >said
  assert_equal "$(sed 's/, job.*//' said | paste -sd' ')" "b: 1 task c: 1 task"
  assert_equal "$(paste -sd' ' c)" "${expected/b5/b9}"
}

@test "cluster: a task that was killed with KILL on its node is done again" {
  in_turn 4
  slow
  sed -i 's/sleep 1; /sleep 3; /' slow.batch
  ce-batch --for slurm slow.batch >submit.sh
  sh submit.sh
  until_true pgrep -f -- '--task a:2 slow.batch'
  pkill -KILL -f -- '--task a:2 slow.batch'
  wait_for_jobs
  run ce-batch --status slow.batch
  assert_equal "$status" 1
  grep '^missing a:2' <<<"$output" >missing
  assert_line --regexp \
    '^missing a:2 \(i=2\) on n[1-4]: begun .*, and not ended: it runs, or was killed$'
  submit slow.batch
  assert_equal "$(paste -sd' ' c)" "$expected"
  # what the killed one has left is removed by the same machine
  if grep -q "^host $(sed 's/.* on \(n.\):.*/\1/' missing)\$" .ce-batch/slow/a/2.done; then
    run bash -c 'ls -A | grep "^\.ce-[0-9]"'
    assert_output ""
  fi
}

@test "cluster: jobs that were cancelled are submitted again, and while they run nothing is twice" {
  in_turn 4
  slow
  ce-batch --for slurm slow.batch >submit.sh
  sh submit.sh
  run sh submit.sh
  assert_equal "$status" 1
  assert_output "jobs of slow still wait or run: let them end, or cancel them (squeue, scancel)"
  until_true test -e a.1
  scancel -u "$(id -un)"
  wait_for_jobs
  run ce-batch --status slow.batch
  assert_equal "$status" 1
  submit slow.batch
  assert_equal "$(paste -sd' ' c)" "$expected"
  all_done slow.batch
}

@test "cluster: a node is taken down in the middle, and the bytes are the same" {
  in_turn 4
  slow
  sed -i 's/sleep 1; /sleep 2; /' slow.batch
  ce-batch --for slurm slow.batch >submit.sh
  sh submit.sh
  # the node that does the second task
  until_true grep -qs '^begun' .ce-batch/slow/a/2.state
  node=$(awk 'NR == 1 { print $4 }' .ce-batch/slow/a/2.state)
  [[ $node == n[1-4] ]]
  scontrol update nodename="$node" state=down reason=test
  wait_for_jobs
  # where Slurm has not done it again on another node, the next run does
  ce-batch --status slow.batch || submit slow.batch
  assert_equal "$(paste -sd' ' c)" "$expected"
  all_done slow.batch
}

@test "cluster: rounds wait for each other, and arrays of more than one" {
  in_turn 4
  describe rounds.batch '[parameters]' 'r = 1..3' 'p = 1..5' \
    '[step sums]' 'over = r p' 'output = sums.{r}.{p}' \
    'command = { echo {p} {--state state[r-1]}; cat {state[r-1]} /dev/null; } >{output}' \
    '[step state]' 'over = r' 'output = state.{r}' 'command = cat {sums} | cksum >{output}' \
    '[step end]' 'output = end' 'command = cat {state} >{output}'
  ce-batch --run rounds.batch
  mv end one
  rm -rf .ce-batch sums.* state.*
  ce-batch --for slurm --array-size 2 rounds.batch >submit.sh
  # three arrays for the sums of each round, one for each state, one for the end
  assert_equal "$(grep -c '^submit --' submit.sh)" 13
  sh submit.sh
  wait_for_jobs
  all_done rounds.batch
  cmp end one
}

@test "cluster: from the data to scores in parts, as one process does it" {
  in_turn 4
  load cluster/parts
  parts_batch 3
  done_by slurm parts.batch
  same_as_one_process 3
  rm -rf .ce-batch sums state members micro labels counts ./*.csv
  parts_batch 7
  done_by parallel parts.batch
  same_as_one_process 7
}

@test "cluster: U-SENC and kcc in parts, as one process does them" {
  in_turn 4
  load cluster/parts
  parts_batch 3 uspec
  done_by slurm parts.batch
  same_as_one_process 3 uspec
  rm -rf .ce-batch sums state members micro labels counts ./*.csv
  parts_batch 4 uspec
  done_by make parts.batch
  same_as_one_process 4 uspec
}
