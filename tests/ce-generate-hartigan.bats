#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-generate kmeans --algorithm: single objects that move after Lloyd's steps.

setup() { load common; }

# wide N D: N objects in three classes, object i in class i mod 3, that differ in a tenth of D features, without random numbers
wide() {
  awk -v n="$1" -v d="$2" 'BEGIN {
    for (s = 1; s <= d; s++) printf "%sf%d", (s > 1 ? "," : ""), s
    for (i = 0; i < n; i++) {
      print ""
      for (s = 1; s <= d; s++) printf "%s%.6f", (s > 1 ? "," : ""), (s <= d / 10 ? .6 * cos(i % 3 * 7 * s) : 0) + 2 * sin(i * 12.9898 + s * 78.233) * cos(i * 4.1414 + s * s)
    }
    print "" }'
}

# moves DATA LABELS: for each column of labels the number of objects that would lower the sum of squared distances by a move to
# another cluster, with the two means computed anew, and that sum; by the definition.
moves() {
  paste -d, "$1" "$2" | awk -F, -v d="$(head -n 1 "$1" | tr , '\n' | wc -l)" '
    NR == 1 { m = NF - d; next }
    { n++; for (s = 1; s <= d; s++) x[n, s] = $s; for (q = 1; q <= m; q++) label[n, q] = $(d + q) }
    function cost(q, c, without, with,   s, i, size, sum, square) {
      for (i = 1; i <= n; i++) if (((label[i, q] == c) && i != without) || i == with) {
        size++; for (s = 1; s <= d; s++) { sum[s] += x[i, s]; square += x[i, s] * x[i, s] } }
      for (s = 1; s <= d && size; s++) square -= sum[s] * sum[s] / size
      return square
    }
    END { for (q = 1; q <= m; q++) {
        k = 0; bad = 0; all = 0; split("", size)
        for (i = 1; i <= n; i++) { size[label[i, q]]++; if (label[i, q] > k) k = label[i, q] }
        for (c = 1; c <= k; c++) { own[c] = cost(q, c, 0, 0); all += own[c] }
        for (i = 1; i <= n; i++) {
          a = label[i, q]; if (size[a] < 2) continue
          less = own[a] - cost(q, a, i, 0)
          for (b = 1; b <= k; b++) if (b != a && cost(q, b, 0, i) - own[b] < less - 1e-9) { bad++; break }
        }
        printf "%d %.6f\n", bad, all } }'
}

# The column of a trace with the inertia.
inertia() { awk -F, 'NR > 1 { printf "%.6f\n", $3 }' "$1"; }

@test "ce-generate kmeans --algorithm hartigan: no object can move with gain, by the definition, and the inertia is what the trace says" {
  wide 30 40 >data.csv
  ce-generate kmeans -q -k 2..5 -m 6 --algorithm hartigan --trace trace.csv data.csv >labels.csv
  moves data.csv labels.csv >found
  assert_equal "$(cut -d' ' -f1 found | sort | uniq -c | tr -s ' ')" " 6 0"
  assert_equal "$(cut -d' ' -f2 found)" "$(inertia trace.csv)"
  # Lloyd's steps end where objects could move
  ce-generate kmeans -q -k 2..5 -m 6 --algorithm lloyd --trace lloyd.csv data.csv >labels.csv
  moves data.csv labels.csv >lloyd
  assert_equal "$(awk '$1 > 0 { n++ } END { print n }' lloyd)" 3
  # from the same starts these members have less inertia
  assert_equal "$(paste -d' ' <(inertia trace.csv) lloyd | awk '($2 > 0 && $1 < $3) || ($2 == 0 && $1 == $3) { n++ } END { print n }')" 6
  assert_equal "$(awk -F, 'NR > 1 && $5 == 1 { n++ } END { print n }' trace.csv)" 6
}

@test "ce-generate kmeans --algorithm hartigan: equal objects move together, and labels belong to the centres" {
  # every object three times, but the first, which is there once
  wide 24 30 | awk 'NR <= 2 { print; next } { print; print; print }' >data.csv
  ce-generate kmeans -q -k 3,4 -m 5 --algorithm hartigan --model model.csv data.csv >labels.csv
  ce-generate kmeans -q --start model.csv --iterations 1 --algorithm lloyd data.csv >again.csv
  assert_equal "$(tail -n +2 again.csv)" "$(tail -n +2 labels.csv)"
  moves data.csv labels.csv >found
  ce-generate kmeans -q -k 3,4 -m 5 --algorithm lloyd data.csv | moves data.csv /dev/stdin >lloyd
  assert_equal "$(paste -d' ' found lloyd | awk '$2 <= $4 + 1e-9 { n++ } $2 < $4 { less = 1 } END { print n, less }')" "5 1"
}

@test "ce-generate kmeans --algorithm: auto is hartigan with -k and more features than objects, and else lloyd" {
  wide 30 40 >wide.csv
  wide 40 30 >narrow.csv
  for data in wide narrow; do
    for algorithm in auto lloyd hartigan; do
      ce-generate kmeans -q -k 3 -m 8 --seed 4 --algorithm $algorithm $data.csv >$data.$algorithm
    done
    ce-generate kmeans -q -k 3 -m 8 --seed 4 $data.csv >$data.default
    cmp $data.default $data.auto
    run_split cmp $data.lloyd $data.hartigan
    assert_equal "$status" 1
  done
  cmp wide.auto wide.hartigan
  cmp narrow.auto narrow.lloyd
  # what a member sees counts
  ce-generate kmeans -q -k 3 -m 8 --objects 0.5 narrow.csv >seen.auto
  ce-generate kmeans -q -k 3 -m 8 --objects 0.5 --algorithm hartigan narrow.csv >seen.hartigan
  cmp seen.auto seen.hartigan
  ce-generate kmeans -q -k 3 -m 8 --features 20 wide.csv >seen.auto
  ce-generate kmeans -q -k 3 -m 8 --features 20 --algorithm lloyd wide.csv >seen.lloyd
  cmp seen.auto seen.lloyd
  # without -k clusters are small, and lloyd does
  ce-generate kmeans -q wide.csv >none.auto
  ce-generate kmeans -q --algorithm lloyd wide.csv >none.lloyd
  cmp none.auto none.lloyd
  # parts do lloyd, and so does the whole with their --sample
  ce-generate kmeans -q -k 3 -m 4 --sample 20 wide.csv >sample.auto
  ce-generate kmeans -q -k 3 -m 4 --sample 20 --algorithm lloyd wide.csv >sample.lloyd
  cmp sample.auto sample.lloyd
}

@test "ce-generate kmeans --algorithm hartigan: same seed, same bytes on any threads; best of several starts; a singleton stays" {
  wide 60 70 >data.csv
  ce-generate kmeans -q -j 1 -k 2..9 -m 20 --algorithm hartigan data.csv >one.csv
  ce-generate kmeans -q -j 3 -k 2..9 -m 20 --algorithm hartigan data.csv >three.csv
  cmp one.csv three.csv
  ce-generate kmeans -q -k 4 -m 3 --algorithm hartigan --trace one data.csv >labels
  ce-generate kmeans -q -k 4 -m 3 --restarts 8 --algorithm hartigan --trace eight data.csv >labels
  assert_equal "$(paste -d' ' <(inertia eight) <(inertia one) | awk '$1 <= $2 { n++ } END { print n }')" 3
  # one object far away: every member with two clusters has it alone, whichever rule fills empty ones
  table x,y 0,0 0,1 1,0 1,1 100,100 >far.csv
  for empty in singleton keep drop; do
    ce-generate kmeans -q -k 2 -m 12 --init farthest --empty $empty --algorithm hartigan far.csv >labels
    assert_equal "$empty $(tail -n 1 labels | tr , '\n' | wc -l)" "$empty 12"
    assert_equal "$(paste -d, labels | awk -F, 'NR > 1 && NR < 6 { first[NR] = $0 } END { print first[2] == first[3] && first[2] == first[5] && first[2] != $0 }')" 1
  done
}

@test "ce-stability resample, null: --by kmeans takes hartigan where there are more features than objects" {
  wide 40 60 >data.csv
  for algorithm in auto lloyd hartigan; do
    ce-stability resample -q --by kmeans -k 2..5 -m 20 --algorithm $algorithm data.csv >resample.$algorithm
    ce-stability null -q --by kmeans -k 2,3 -m 10 --references 3 --algorithm $algorithm --data data.csv >null.$algorithm
  done
  cmp resample.auto resample.hartigan
  cmp null.auto null.hartigan
  for noun in resample null; do
    run_split cmp $noun.auto $noun.lloyd
    assert_equal "$status" 1
  done
  # the members are those of ce-generate
  ce-stability resample -q --by kmeans --restarts 2 -k 3 -m 20 --seed 7 --base members.csv data.csv >found
  ce-generate kmeans -q -k 3 -m 20 --seed 7 --init plusplus --restarts 2 --objects 0.8 --unseen missing data.csv >same.csv
  assert_equal "$(tail -n +2 members.csv)" "$(tail -n +2 same.csv)"
  # what asks for k-means
  run_split ce-stability resample -k 2 --algorithm lloyd --distance pearson data.csv
  assert_equal "$status" 2
  assert_regex "$stderr" "k-means takes Euclidean distances"
  run_split ce-stability resample -k 2 --algorithm lloyd --by ward data.csv
  assert_equal "$status" 2
  assert_regex "$stderr" "--algorithm .*--by auto"
}

@test "ce-generate kmeans --algorithm: wrong use" {
  wide 9 12 >data.csv
  printf 'a,b,kind\n1,2,must\n' >pairs.csv
  for call in "--constraints pairs.csv" "--part 1/2 --sample 5 --state state" "--sample 5 --state state"; do
    # shellcheck disable=SC2086 # words
    run_split ce-generate kmeans -k 2 --algorithm hartigan $call data.csv
    assert_equal "$call $status" "$call 2"
    assert_regex "$stderr" "--algorithm does not go with"
  done
  run_split ce-generate kmeans -k 2 --algorithm macqueen data.csv
  assert_equal "$status" 2
  assert_regex "$stderr" "lloyd"
}
