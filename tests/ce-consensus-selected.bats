#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# Consensus by a selection: apmm (clusters) and smi (base clusterings), and the matrix of the first, ce-similarity eeac.

setup() {
  load common
  load ensembles
}

# holes PERCENT <TABLE: so many labels missing.
holes() { awk -F, -v OFS=, -v p="$1" 'BEGIN { srand(8) } NR > 1 { for (q = 1; q <= NF; q++) if (rand() * 100 < p) $q = "" } 1'; }

# mixed N: an ensemble of N objects with base clusterings of different k, better and worse ones.
mixed() { paste -d, <(planted "$1" 4 3 20) <(planted "$1" 2 2 30 | sed '1s/q/r/g') <(planted "$1" 5 4 60 | sed '1s/q/s/g') <(planted "$1" 8 2 90 | sed '1s/q/t/g'); }

# by_definition STABILITIES LABELS COUNT HOW: n_ij / max(n_i, n_j) by the COUNT most stable clusters of `ce-weigh --clusters`, ties the first;
# with HOW "add" also the most stable cluster, ties the first, of each object that is in none of them.
by_definition() {
  awk -F, -v count="$3" -v how="$4" '
    NR == FNR { if (FNR > 1) { name[++c] = $1 "," $2; value[c] = $4; at[$1 "," $2] = c } next }
    FNR == 1 {
      for (t = 1; t <= count; t++) { best = 0; for (i = 1; i <= c; i++) if (!(i in done) && (!best || value[i] > value[best])) best = i; done[best] = 1; kept[name[best]] = 1 }
      m = split($0, column, ","); next
    }
    { n++; for (q = 1; q <= m; q++) { label[n, q] = column[q] "," $q; has[n] += label[n, q] in kept } }
    END {
      for (i = 1; i <= n && how == "add"; i++) {
        if (has[i]) continue
        best = 0
        for (q = 1; q <= m; q++) if ((place = at[label[i, q]]) && (!best || value[place] > value[best] || (value[place] == value[best] && place < best))) best = place
        if (best) more[name[best]] = 1
      }
      for (x in more) kept[x] = 1
      for (i = 1; i <= n; i++) { has[i] = 0; for (q = 1; q <= m; q++) has[i] += label[i, q] in kept }
      for (i = 1; i <= n; i++) {
        for (j = 1; j <= n; j++) {
          both = same = 0
          for (q = 1; q <= m; q++) { both += label[i, q] in kept && label[i, q] == label[j, q]; same += label[i, q] == label[j, q] }
          most = has[i] > has[j] ? has[i] : has[j]
          printf "%.17g%s", same == m ? 1 : most ? both / most : 0, j < n ? "," : "\n"
        }
      }
    }' "$1" "$2"
}

# same_matrix FILE FILE: to 1e-12
same_matrix() { paste -d, "$1" "$2" | awk -F, '{ for (c = 1; c <= NF / 2; c++) if (!(($c - $(c + NF / 2)) ^ 2 < 1e-24)) { print NR, c, $c, $(c + NF / 2); bad = 1 } } END { exit bad || NR < 2 }'; }

@test "ce-similarity eeac: by hand" {
  # all clusters lie inside one cluster of every base clustering, but a's and c's cluster 1, which b splits: of these a's is the first
  table a,b,c 1,1,1 1,1,1 1,2,1 2,3,2 >labels.csv
  run_split ce-similarity eeac --share .85 --format csv labels.csv
  assert_equal "$stderr" ""
  # objects 1 and 3 are in two clusters that are kept, and share one; object 4 is in three
  assert_output "1,1,0.5,0
1,1,0.5,0
0.5,0.5,1,0
0,0,0,1"
  assert_equal "$(ce-similarity eeac --at-least 1 --format csv labels.csv | sed -n 3p)" "0,0,1,0"
  assert_equal "$(ce-similarity eeac --share 1 --format csv labels.csv | sed -n 3p)" "0.6666666666666666,0.6666666666666666,1,0"
  # two clusters, of object 4 and of objects 1 and 2
  run_split ce-similarity eeac --share .15 --uncovered last -v --format csv labels.csv
  assert_equal "$stderr" "ce-similarity: 4 rows, 3 microclusters, 7 clusters
ce-similarity: eeac: 2 of 7 clusters kept, with a stability of 1 or more
ce-similarity: eeac: objects in no cluster that was kept: 1 (see --share)
ce-similarity: eeac: 4 rows, 10 entries held"
}

@test "ce-similarity eeac: the formula over objects, by share and by threshold, with both indices, with missing labels" {
  mixed 40 >labels.csv
  holes 15 <labels.csv >gaps.csv
  for index in apmm max; do
    for file in labels gaps; do
      ce-weigh $index --clusters clusters.csv $file.csv >/dev/null
      clusters=$(tail -n +2 clusters.csv | wc -l)
      for share in .1 .5 .77; do
        count=$(awk -v s=$share -v c="$clusters" 'BEGIN { n = s * c; print n == int(n) ? n : int(n) + 1 }')
        for how in add last; do
          by_definition clusters.csv $file.csv "$count" $how >expected.$how
          ce-similarity eeac --index $index --share $share --uncovered $how -q --format csv $file.csv | same_matrix expected.$how -
        done
        [ $share != .1 ] || differ=$(cmp -s expected.add expected.last; echo $?)
      done
      least=$(tail -n +2 clusters.csv | cut -d, -f4 | sort -g | sed -n 10p)
      count=$(awk -F, -v t="$least" 'NR > 1 && $4 >= t' clusters.csv | wc -l)
      for how in add last; do
        by_definition clusters.csv $file.csv "$count" $how >expected
        ce-similarity eeac --index $index --at-least "$least" --uncovered $how -q --format csv $file.csv | same_matrix expected -
      done
      # a tenth does not hold all objects: both ways are looked at
      assert_equal "$differ" 1
    done
  done
}

@test "ce-similarity eeac: all clusters of complete labels give the co-association matrix, to the byte" {
  mixed 90 >labels.csv
  ce-similarity ca labels.csv | cmp - <(ce-similarity eeac --share 1 labels.csv)
  ce-similarity eeac --at-least 0 labels.csv | cmp - <(ce-similarity ca labels.csv)
  ce-similarity eeac -q labels.csv >one
  ce-similarity eeac -q -j 1 labels.csv | cmp - one
  ce-similarity eeac -q -j 3 labels.csv | cmp - one
}

@test "ce-similarity eeac: threshold above all stabilities; no labels; wrong use" {
  mixed 30 >labels.csv
  run_split ce-similarity eeac --at-least 1 --index max <(holes 5 <labels.csv)
  assert_equal "$status" 1
  assert_equal "$output" ""
  assert_regex "$stderr" '^ce-similarity: no cluster has a stability of 1 or more; they lie from 0\.[0-9]* to 0\.[0-9]*$'
  run_split ce-similarity eeac <(table a,b NA, ,NA)
  assert_error 1 "ce-similarity: no labels, so no clusters"
  run_split ce-similarity eeac --share .5 --at-least .5 labels.csv
  assert_error 2 "ce-similarity: --share does not go with --at-least
Try 'ce-similarity --help'."
  run_split ce-similarity ca --share .5 labels.csv
  assert_error 2 "ce-similarity: --share does not go with ca, only with: eeac
Try 'ce-similarity --help'."
  for share in 0 -1 1.1 nan; do
    run_split ce-similarity eeac --share $share labels.csv
    assert_equal "$status" 2
  done
}

@test "ce-consensus apmm: what ce-similarity eeac and average linkage give, to the byte" {
  mixed 150 >labels.csv
  holes 10 <labels.csv >gaps.csv
  for file in labels gaps; do
    for how in "" "--index max" "--share .8" "--share .2" "--at-least .6" "--share .2 --uncovered last" "--at-least .6 --uncovered last"; do
      # words to be split
      # shellcheck disable=SC2086
      ce-consensus apmm -k 2..6 -q $how $file.csv >one
      # shellcheck disable=SC2086
      ce-similarity eeac -q $how $file.csv | ce-partition average -k 2..6 | sed '1s/average/apmm/g' | cmp - one
      # shellcheck disable=SC2086
      ce-consensus apmm -k 2..6 -q --objects $how $file.csv | cmp - one
    done
  done
}

@test "ce-consensus smi: what the choice of ce-select, co-association and average linkage give, to the byte" {
  mixed 120 >labels.csv
  holes 10 <labels.csv >gaps.csv
  for file in labels gaps; do
    for keep in .5:6 .2:3 1:11; do
      ce-consensus smi -k 2..6 -q --keep ${keep%:*} $file.csv >one
      ce-select diverse --how least --by smi -m ${keep#*:} $file.csv >some.csv
      ce-similarity ca some.csv | ce-partition average -k 2..6 | sed '1s/average/smi/g' | cmp - one
      ce-consensus eac-al -k 2..6 -q some.csv | sed '1s/eac-al/smi/g' | cmp - one
      ce-weigh smi -q $file.csv >weights.csv
      assert_equal "$(awk -F, '$2 == 0' weights.csv | wc -l)" 0
      ce-select diverse --how least --weights weights.csv -m ${keep#*:} $file.csv | cmp - some.csv
    done
  done
  assert_equal "$(ce-consensus smi --lifetime -q labels.csv)" \
    "$(ce-select diverse --how least --by smi -m 6 labels.csv | ce-consensus eac-al --lifetime -q | sed 1s/eac-al/smi/)"
  run_split ce-consensus smi -k 2 -v labels.csv
  assert_regex "$stderr" 'ce-consensus: smi: 6 of 11 base clusterings kept'
}

@test "ce-consensus apmm, smi: microclusters of objects with sizes" {
  mixed 100 | cut -d, -f1-5 >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  assert [ "$(wc -l <micro.csv)" -lt 101 ]
  for name in apmm smi; do
    ce-consensus $name -k 2,3 -q labels.csv >direct
    ce-consensus $name -k 2,3 -q micro.csv >small
    ce-microcluster expand -t micro.csv -r small labels.csv | cmp - direct
  done
}

@test "ce-consensus smi: an object that only the other base clusterings label gets NA" {
  mixed 60 >labels.csv
  ce-select diverse --how least --by smi -m 6 labels.csv | sed -n 1p | tr , '\n' >kept
  awk -F, -v OFS=, 'NR == FNR { kept[$1] = 1; next } FNR == 1 { split($0, name) } FNR == 9 { for (q = 1; q <= NF; q++) if (name[q] in kept) $q = "" } 1' kept labels.csv >gaps.csv
  ce-select diverse --how least --by smi -m 6 gaps.csv | sed -n 1p | tr , '\n' | cmp - kept
  run_split ce-consensus smi -k 3 gaps.csv
  assert_equal "${lines[8]}" NA
  assert_equal "$(grep -c NA <<<"$output")" 1
}

@test "ce-consensus apmm: objects in no cluster that was kept are told, one too" {
  # a's and c's cluster 2 and b's cluster 1 are kept: object 4, and objects 1 and 2
  table a,b,c 1,1,1 1,1,1 1,2,1 2,3,2 >labels.csv
  run_split ce-consensus apmm -k 2 --share .15 --uncovered last labels.csv
  assert_equal "$stderr" "ce-consensus: apmm: objects in no cluster that was kept: 1 (see --share)"
  run_split ce-consensus apmm -k 2 --share .85 --uncovered last labels.csv
  assert_equal "$stderr" ""
  # the clusters of b and c, which are alike, are kept: object 1 has a label of a alone
  table a,b,c 1,, 1,1,1 1,2,2 2,1,1 2,1,1 2,2,2 >gaps.csv
  run_split ce-consensus apmm -k 2 --share .6 --uncovered last gaps.csv
  assert_equal "$stderr" "ce-consensus: apmm: objects in no cluster that was kept: 1 (see --share)"
  # by default the most stable cluster of object 3 is kept too, which is b's cluster 2
  run_split ce-consensus apmm -k 2 --share .15 -v labels.csv
  grep -qF "apmm: 1 more, for objects in none of these" <<<"$stderr"
  assert_equal "$(grep -c 'no cluster that was kept' <<<"$stderr")" 0
}

@test "ce-consensus apmm: no cut among objects that the clusters kept do not tell apart" {
  # b tells four groups apart, but the two clusters of a are the most stable ones
  table a,b 1,1 1,1 1,2 2,3 2,3 2,4 >labels.csv
  run_split ce-consensus apmm -k 3 --share .3 --index max labels.csv
  assert_error 1 "ce-consensus: apmm: k = 3, but the 2 clusters that are kept tell only 2 groups of objects apart"
  assert_equal "$(ce-consensus apmm -k 2 --share .3 --index max labels.csv | canonical | paste -sd' ')" "1 1 1 2 2 2"
  run_split ce-consensus apmm -k 2 --share .3 --at-least .5 labels.csv
  assert_error 2 "ce-consensus: --share does not go with --at-least
Try 'ce-consensus --help'."
  run_split ce-consensus apmm -k 2 --at-least 1 --index max labels.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
}
