#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# --digits: how many significant digits the numbers of a result have.

setup() {
  load common
  ce-generate kmeans -k 2..6 -m 8 "$BUNDLED/iris.csv" -q >labels.csv
}

# near DIGITS EXACT ROUNDED: two tables of the same cells, but that the numbers of the second have
# at most so many significant digits and are the nearest ones to those of the first.
near() {
  run awk -v digits="$1" -F '[], }]' 'NR == FNR { line[FNR] = $0; next }
    { n = split(line[FNR], exact, /[], }]/)
      if (n != NF) print "cells in line " FNR
      for (c = 1; c <= NF; c++) {
        if (exact[c] == $c) continue
        shown = $c; sub(/e.*/, "", shown); gsub(/[-.]/, "", shown); sub(/^0+/, "", shown)
        size = exact[c] < 0 ? -exact[c] : exact[c]
        unit = 10 ^ (int(log(size) / log(10) + 100) - 100 - digits + 1)
        off = exact[c] - $c
        if (length(shown) > digits || off "" ~ /nan/ || off > unit * .500001 || off < -unit * .500001)
          print "line " FNR ": " $c " for " exact[c]
        changed++
      } }
    END { if (!changed) print "nothing was rounded" }' "$2" "$3"
  assert_output ""
}

@test "--digits: the numbers are the nearest ones of so many digits, all else is the same" {
  cp "$BUNDLED/iris.csv" .
  while read -r call; do
    $call -q >exact
    for digits in 2 5; do
      $call -q --digits "$digits" >rounded
      near "$digits" exact rounded
    done
    $call -q --digits 17 | cmp - exact
  done <<'END'
ce-score -t iris.csv labels.csv
ce-score --pairwise labels.csv
ce-score -t iris.csv --format json labels.csv
ce-diversity labels.csv
ce-diversity --members --format json labels.csv
ce-stability k labels.csv
ce-weigh ncai labels.csv
ce-similarity pts labels.csv
ce-similarity pts --format csv labels.csv
ce-similarity lwca --to clusters labels.csv
END
}

@test "--digits: digits before the point and whole numbers stay" {
  table c1,c2 1,1 1,1 1,2 2,2 2,3 >a.csv
  ce-score --pairwise -s n a.csv --digits 1 >n.csv
  assert_equal "$(cat n.csv)" "clustering,c1,c2
c1,5,5
c2,5,5"
  repeated 1234 1,2 | sed '1i a,b' >many.csv
  ce-score --pairwise -s n many.csv --digits 2 >n.csv
  assert_equal "$(sed -n 2p n.csv)" "a,1234,1234"
}

@test "--digits: wrong use: no number, sums of parts, files without text" {
  for digits in 0 18 1.5 x; do
    run_split ce-score --pairwise --digits "$digits" labels.csv
    assert_error 2 "ce-score: --digits '$digits', a whole number from 1 to 17 expected
Try 'ce-score --help'."
  done
  for how in --part --cut; do
    run_split ce-score "$how" 1/2 --digits 3 labels.csv
    assert_error 2 "ce-score: --digits is about results; sums of parts (--part, --cut) have all digits
Try 'ce-score --help'."
  done
  for format in npy metis; do
    run_split ce-similarity ca --format "$format" --digits 3 labels.csv
    assert_error 2 "ce-similarity: --digits is about numbers in text, mtx or csv
Try 'ce-similarity --help'."
  done
  run_split ce-select random -m 2 --digits 3 labels.csv
  assert_equal "$status" 2
}
