#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# groups N K GAP: N objects in the plane in K groups (object i in group i mod K), GAP apart, with their class
groups() {
  awk -v n="$1" -v k="$2" -v gap="$3" '
    function draw() { state = (state * 16807) % 2147483647; return state / 2147483647 }
    BEGIN { state = 4242; print "a,b,class"; for (i = 0; i < n; i++) printf "%.6f,%.6f,%d\n", gap * (i % k) + draw(), draw(), i % k }'
}

ari() { ce-score -q -s ari -t data.csv "$1" | tail -n 1 | cut -d, -f3; }

@test "ce-generate mle: the objective and the bound are the optimum of an independent solver (tests/fixtures/generate/mle.py)" {
  rows=0
  while IFS=, read -r neighbours p q lambda lower upper; do
    [ "$neighbours" != neighbours ] || continue
    ce-generate mle -k 3 -q --neighbours "$neighbours" --p "$p" --q "$q" --lambda "$lambda" --tolerance 1e-5 --iterations 5000 --trace trace.csv \
      "$FIXTURES/generate/mle.csv" >out.csv
    # the objective is that of a matrix which leaves 0 .. 1 by the residual
    tail -n 1 trace.csv | awk -F, -v lower="$lower" -v upper="$upper" '
      { near = 1e-4 * upper; exit !($5 > lower - near && $5 < upper + near && $6 >= lower && $6 < upper + near && $3 < 1e-5 && $4 < 1e-5) }' ||
      fail "$neighbours $p $q $lambda: $lower to $upper, found $(tail -n 1 trace.csv)"
    rows=$((rows + 1))
  done <"$FIXTURES/generate/mle-optimum.csv"
  assert_equal "$rows" 4
}

@test "ce-generate mle: no iteration has a bound below the optimum" {
  ce-generate mle -k 3 -q --neighbours 6 --p 0.45 --q 0.2 --lambda 1.5 --trace trace.csv "$FIXTURES/generate/mle.csv" >out.csv
  lower=$(awk -F, '$2 == 0.45 { print $5 }' "$FIXTURES/generate/mle-optimum.csv")
  awk -F, -v lower="$lower" 'NR > 1 { rows++; if ($6 < lower || $2 != rows) bad++ } END { exit bad || rows < 10 }' trace.csv
}

@test "ce-generate mle: planted groups are recovered, by eigenvectors and by components, also where -k is another" {
  groups 96 4 3 >data.csv
  # 24 objects a group: complete, and not
  for neighbours in 23 16; do
    for by in eigenvectors components; do
      ce-generate mle -k 4 --neighbours $neighbours --by $by data.csv >out.csv
      assert_equal "$neighbours $by $(ari out.csv)" "$neighbours $by 1"
    done
  done
  run_split ce-generate mle -k 3 --neighbours 23 --by components data.csv
  assert_equal "$stderr" "ce-generate: mle.k3: 4 components, k = 3"
  [ "$(tail -n +2 <<<"$output" | sort -u | wc -l)" = 4 ]
}

@test "ce-generate mle: with --p one solution serves all k, else each has its own; the trace says so" {
  groups 60 3 .9 >data.csv
  ce-generate mle -q -k 2..4 --p .5 --trace one.csv data.csv >together.csv
  assert_equal "$(cut -d, -f1 one.csv | sort -u | paste -sd' ')" "clustering mle.k2"
  ce-generate mle -q -k 4 --p .5 data.csv >alone.csv
  cut -d, -f3 together.csv | cmp - alone.csv
  ce-generate mle -q -k 2..4 --trace own.csv data.csv >together.csv
  assert_equal "$(cut -d, -f1 own.csv | sort -u | paste -sd' ')" "clustering mle.k2 mle.k3 mle.k4"
  ce-generate mle -q -k 4 data.csv >alone.csv
  cut -d, -f3 together.csv | cmp - alone.csv
  assert_equal "$(head -n 1 own.csv)" "clustering,iteration,primal,dual,objective,bound,rank,rho"
}

@test "ce-generate mle: -m cuts one solution for each k several times, the first as without it" {
  groups 90 3 .3 >data.csv
  ce-generate mle -q -k 4,6 -m 12 --restarts 1 --trace trace.csv data.csv >members.csv
  assert_equal "$(head -n 1 members.csv | cut -d, -f1-4)" "mle.k4.r1,mle.k6.r1,mle.k4.r2,mle.k6.r2"
  assert_equal "$(head -n 1 members.csv | tr , '\n' | wc -l)" 24
  assert_equal "$(tail -n +2 trace.csv | cut -d, -f1 | sort -u | paste -sd' ')" "mle.k4.r1 mle.k6.r1"
  ce-generate mle -q -k 4,6 --restarts 1 data.csv | tail -n +2 >alone.csv
  cut -d, -f1,2 members.csv | tail -n +2 | cmp - alone.csv
  # a k more changes no cut, and starts differ
  ce-generate mle -q -k 6 -m 12 --restarts 1 data.csv | tail -n +2 >six.csv
  cut -d, -f2,4,6,8,10,12,14,16,18,20,22,24 members.csv | tail -n +2 | cmp - six.csv
  found=$(for c in {1..12}; do cut -d, -f"$c" six.csv | cksum; done | sort -u | wc -l)
  [ "$found" -ge 2 ]
}

@test "ce-generate mle: one thread and three write the same labels and the same trace" {
  groups 150 3 .8 >data.csv
  ce-generate mle -k 3 -j 1 --trace one.csv data.csv >one
  ce-generate mle -k 3 -j 3 --trace three.csv data.csv | cmp - one
  cmp one.csv three.csv
}

@test "ce-generate mle: -v tells what was taken, and an end before the residuals are small is a note" {
  groups 40 2 .8 >data.csv
  run_split ce-generate mle -k 2 -v --iterations 3 data.csv
  assert_equal "$status" 0
  [[ $stderr == *"mle.k2: p = "*", q = "*", lambda = "*"; 3 iterations, rank "*", objective "*", at most "* ]]
  [[ $stderr == *"ce-generate: mle.k2: stopped after 3 iterations with residuals "*": --iterations, --tolerance" ]]
}

@test "ce-generate mle: equal objects, one object, one cluster, and data without differences" {
  { echo a,b,class; for _ in {1..12}; do echo 1,1,x; echo 5,5,y; done; } >data.csv
  # the eleven nearest of each are its equals
  ce-generate mle -k 2 --neighbours 11 data.csv >out.csv
  assert_equal "$(ari out.csv)" 1
  assert_equal "$(ce-generate mle -q -k 1 data.csv | sort -u | paste -sd' ')" "1 mle.k1"
  table a,b 1,2 >single.csv
  run_split ce-generate mle -k 1 single.csv
  assert_error 1 "ce-generate: mle: the graph has no edges"
  { echo a; for _ in {1..6}; do echo 7; done; } >constant.csv
  run_split ce-generate mle -k 2 constant.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-generate: constant.csv: all objects are equal: nothing tells the clusters apart"
}

@test "ce-generate mle: where no objects have edges enough, too many clusters, missing cells and too many objects are refused" {
  groups 150 3 .5 >data.csv
  run_split ce-generate mle -k 3 --neighbours 3 --p .95 data.csv
  assert_equal "$status$output" 1
  [[ $stderr == "ce-generate: mle: no objects have enough edges to be together at p = 0.95, q = "*": a smaller p or lambda, or more neighbours" ]]
  # two edges among six pairs, and k = 2: p is 2 times a third
  table x 0 1 10 11 >four.csv
  run_split ce-generate mle -k 2 --neighbours 1 --q 0.9 four.csv
  assert_error 2 \
    "ce-generate: mle: edges with probability p = 0.666667 inside clusters and q = 0.9 between them, 0 < q < p < 1 expected"
  run_split ce-generate mle -k 151 data.csv
  assert_error 1 "ce-generate: data.csv: 150 objects, k = 151"
  CE_MEMORY_LIMIT=1M run_split ce-generate mle -k 3 data.csv
  assert_equal "$status$output" 1
  [[ $stderr == *"the matrices of maximum likelihood"*"a sample of the objects"* ]]
  table a,b 1,2 ,3 4,5 >holes.csv
  run_split ce-generate mle -k 2 holes.csv
  assert_equal "$status$output" 1
}

@test "ce-generate mle: wrong use" {
  groups 20 2 1 >data.csv
  for wrong in "--p 1" "--q -1" "--p .2 --q .3" "--lambda -1" "--neighbours 0" "--by rows" "--tolerance 2" "--grid 3x3" "-m 0" "-m 2 --by components" ""; do
    # shellcheck disable=SC2086
    run_split ce-generate mle ${wrong:+-k 2} $wrong data.csv
    assert_equal "$wrong: $status" "$wrong: 2"
    assert_equal "$output" ""
  done
}
