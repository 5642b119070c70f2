#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-consensus sec: spectral ensemble clustering as weighted k-means. What it shares with kcc is tested there.

setup() {
  load common
  load ensembles
}

@test "ce-consensus sec: the optima of seven objects and the two terms of the error" {
  table a,b,c,d 1,1,2,1 1,1,2,1 1,2,2,1 2,2,3,1 2,2,3,2 3,3,1,2 3,3,3,2 >labels.csv
  run_split ce-consensus sec -k 3,2 -v --restarts 50 labels.csv
  assert_equal "$(cut -d, -f1 <<<"$output" | paste -sd' ')" "sec.k3 1 1 1 2 2 3 3"
  assert_equal "$(cut -d, -f2 <<<"$output" | paste -sd' ')" "sec.k2 1 1 1 2 2 2 2"
  assert_equal "$(sed -n 's/ce-consensus: \(sec.*\) (.*/\1/p' <<<"$stderr")" \
    "sec.k3: weighted squared error 0.319990377 = 2.57132867 - 2.25133829
sec.k2: weighted squared error 0.828415026 = 2.57132867 - 1.74291365"
}

@test "ce-consensus sec: the association is that of the co-association matrix" {
  planted 120 4 7 50 >labels.csv
  run_split ce-consensus sec -k 4 -v labels.csv
  said=$(sed -n 's/.* - \([0-9.]*\) (.*/\1/p' <<<"$stderr")
  # sums over all pairs, the seven base clusterings counted
  paste -d, <(printf '%s\n' "$output") labels.csv | awk -F, -v said="$said" '
    NR > 1 { n++; cluster[n] = $1; for (q = 2; q <= NF; q++) x[n, q] = $q; columns = NF }
    END {
      for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) for (q = 2; q <= columns; q++) if (x[i, q] == x[j, q]) {
        degree[cluster[i]]++
        if (cluster[i] == cluster[j]) within[cluster[i]]++
      }
      for (c in degree) sum += within[c] / degree[c]
      if (!(sum - said < 1e-7 && said - sum < 1e-7)) { print sum, said; exit 1 }
    }'
}

@test "ce-consensus sec: more starts and more rounds are never worse" {
  planted 300 5 8 60 >labels.csv
  last=1000
  for how in "1 1" "1 2" "1 4" "1 100" "5 100" "25 100"; do
    # shellcheck disable=SC2086 # two numbers
    set -- $how
    run_split ce-consensus sec -k 5 -v --restarts "$1" --iterations "$2" labels.csv
    error=$(sed -n 's/.* error \([0-9.]*\) = .*/\1/p' <<<"$stderr")
    awk -v a="$last" -v b="$error" 'BEGIN { exit !(b + 0 <= a + 0 && b > 0) }' || fail "$last, then $error ($how)"
    last=$error
  done
}

@test "ce-consensus sec: an empty cluster takes the row with the largest term of the error" {
  # a row without b is drawn, and one that has it; all rows go to one of the two or are theirs, whatever is drawn k clusters come out
  table a,b 1, 1,1 1,1 1,2 2, 2,2 >labels.csv
  for k in 1 2 3 4 5; do
    run_split ce-consensus sec -k $k labels.csv
    assert_equal "$status" 0
    assert_equal "$(tail -n +2 <<<"$output" | sort -u | wc -l)" $k
  done
}
