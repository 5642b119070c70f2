#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-score --constraints: what a clustering makes of objects that no constraint gives away, and of the constraints themselves.

setup() {
  load common
  table class a a a b b b c c >truth.csv
  table x,y 1,1 1,1 2,1 2,1 2,2 3,2 3,2 3, >labels.csv
  table i,j,link 1,2,must 2,3,must 3,4,cannot 7,8,must >c.csv
}

@test "ce-score --constraints: the values of NumPy, SciPy and scikit-learn" {
  names=$(head -n 1 "$FIXTURES/impute/scores.csv" | cut -d, -f3-)
  ce-score -q -t "$FIXTURES/impute/truth.csv" --constraints "$FIXTURES/impute/constraints.csv" -s "$names" "$FIXTURES/impute/labels.csv" >out
  awk -F, '
    NR == FNR { want[FNR] = $0; rows = FNR; next }
    {
      split(want[FNR], cell, ",")
      for (c = 1; c <= NF; c++)
        if (FNR == 1 || c == 1 ? $c != cell[c] : !($c - cell[c] < 2e-11 && cell[c] - $c < 2e-11)) { print "row " FNR ": " $c ", " cell[c] " expected"; bad = 1 }
    }
    END { exit bad || FNR != rows || rows != 11 || NF != 7 }' "$FIXTURES/impute/scores.csv" out
}

@test "ce-score --constraints: adds two measures to the default; constraints of objects without a label are told" {
  run_split ce-score -t truth.csv --constraints c.csv labels.csv
  assert_equal "$status" 0
  assert_equal "$output" "clustering,k,nmi,ari,error,error-unconstrained,violated
x,3,0.5588730382170326,0.23809523809523808,0.25,0.5,2
y,2,0.49522963324690117,0.2898550724637681,0.2857142857142857,0,1"
  assert_equal "$stderr" "ce-score: constraints of objects without a label, neither kept nor violated: up to 1
ce-score: 0 to 1 of 8 objects are left out, by clustering: no label"
  # memory is given out full of ones
  assert_equal "$(MALLOC_PERTURB_=254 ce-score -q -t truth.csv --constraints c.csv labels.csv)" "$output"
  # the other measures are what they are without
  assert_equal "$(cut -d, -f1-5 <<<"$output")" "$(ce-score -q -t truth.csv labels.csv)"
}

@test "ce-score --constraints: an empty file leaves the error as it is, and nothing is violated" {
  table i,j,link >none.csv
  ce-score -q -t truth.csv --constraints none.csv -s error,error-unconstrained,violated labels.csv >out
  awk -F, 'NR > 1 && ($3 != $4 || $5 != 0) { exit bad = 1 } END { exit bad || NR != 3 }' out
}

@test "ce-score --constraints: every object in one leaves no unconstrained error: an empty cell" {
  table i,j,link 1,2,must 3,4,cannot 5,6,must 7,8,must >c.csv
  run_split ce-score -q -t truth.csv --constraints c.csv -s error-unconstrained,violated labels.csv
  assert_equal "$output" "$(table clustering,k,error-unconstrained,violated x,3,,2 y,2,,1)"
}

@test "ce-score --constraints: the truth is not needed where only constraints are counted" {
  run_split ce-score -q --constraints c.csv -s violated,must-violated,cannot-violated labels.csv
  assert_equal "$output" "$(table clustering,k,violated,must-violated,cannot-violated x,3,2,1,1 y,2,1,0,1)"
  run_split ce-score -q --constraints c.csv -s violated,error labels.csv
  assert_error 1 "ce-score: labels.csv: no column named 'class', and no -t: the truth is needed (or --pairwise, --data, --matrix, --ensemble)"
}

@test "ce-score --constraints: objects by their ids, and the truth of other row order" {
  paste -d, <(table id p1 p2 p3 p4 p5 p6 p7 p8) labels.csv >by-id.csv
  paste -d, <(table id p1 p2 p3 p4 p5 p6 p7 p8) truth.csv | (read -r head; echo "$head"; sort -r) >truth-by-id.csv
  table i,j,link p1,p2,must p2,p3,must p3,p4,cannot p7,p8,must >ids.csv
  assert_equal "$(ce-score -q -t truth-by-id.csv --constraints ids.csv -s error,error-unconstrained,violated by-id.csv)" \
    "$(ce-score -q -t truth.csv --constraints c.csv -s error,error-unconstrained,violated labels.csv)"
  run_split ce-score -t truth.csv --constraints c.csv by-id.csv
  assert_error 1 "ce-score: c.csv:2: no object '1' among the ids of by-id.csv"
}

@test "ce-score --constraints --best: fewest violated" {
  table class,m.k2,m.k3,o.k2,o.k3 p,1,1,1,1 p,1,1,2,2 q,1,2,2,3 q,2,2,1,3 >labels.csv
  table i,j,link 1,2,must 3,4,must 2,3,cannot >c.csv
  run_split ce-score --best --constraints c.csv -s violated,error labels.csv
  assert_equal "$output" "$(table clustering,k,violated,error m.k3,2,0,0 o.k3,3,1,0.25)"
}

@test "ce-score --constraints --format json: definitions with the numbers" {
  run_split ce-score -q --constraints c.csv -s violated --format json labels.csv
  assert_equal "$output" '{
  "definitions": {
    "violated": "number of constraints violated: must-violated + cannot-violated"
  },
  "scores": [
    {"clustering": "x", "k": 3, "violated": 2},
    {"clustering": "y", "k": 2, "violated": 1}
  ]
}'
}

@test "ce-score -s all: with constraints the measures of --list, without them those that need none, and none of data" {
  ce-score --list | tail -n +2 | cut -d, -f1 | grep -vxE 'silhouette|ch|db|dunn|connectivity|a(nmi|ari|ecs)' >list # those need data
  ce-score -q -t truth.csv --constraints c.csv -s all labels.csv | sed -n 1p | cut -d, -f3- | tr , '\n' >with
  cmp list with
  ce-score -q -t truth.csv -s all labels.csv | sed -n 1p | cut -d, -f3- | tr , '\n' >without
  assert_equal "$(diff without list | grep '>')" "$(table '> error-unconstrained' '> violated' '> must-violated' '> cannot-violated')"
}

@test "ce-score --constraints: a pair with both links is one violated constraint, whatever the clustering" {
  table i,j,link 1,2,must 1,2,cannot 5,6,cannot 5,6,must >both.csv
  run_split ce-score -q --constraints both.csv -s violated labels.csv
  assert_equal "$output" "$(table clustering,k,violated x,3,2 y,2,2)"
}

@test "ce-score --constraints: --ignore takes objects out of the errors, not out of the constraints" {
  run_split ce-score -q -t truth.csv --constraints c.csv --ignore b -s error-unconstrained,violated labels.csv
  assert_equal "$output" "$(table clustering,k,error-unconstrained,violated x,3,,2 y,2,,1)"
}

@test "ce-score --constraints: what is refused" {
  table size,x 3,1 2,2 >micro.csv
  run_split ce-score --constraints c.csv -s violated micro.csv
  assert_error 1 "ce-score: micro.csv: a microcluster table, but constraints are about objects"
  table i,j,link 1,9,must >c9.csv
  run_split ce-score --constraints c9.csv -s violated labels.csv
  assert_error 1 "ce-score: c9.csv:2: row 9, 8 objects in labels.csv"
  table i,j,link 3,3,must >self.csv
  run_split ce-score --constraints self.csv -s violated labels.csv
  assert_error 1 "ce-score: self.csv:2: a pair of 3 with itself"
  run_split ce-score --constraints absent.csv -s violated labels.csv
  assert_error 1 "ce-score: absent.csv: No such file or directory"
}

@test "ce-score --constraints: wrong use" {
  hint="
Try 'ce-score --help'."
  run_split ce-score -t truth.csv -s nmi,violated labels.csv
  assert_error 2 "ce-score: measure 'violated' needs --constraints$hint"
  run_split ce-score --pairwise -s must-violated labels.csv
  assert_error 2 "ce-score: measure 'must-violated' needs --constraints$hint"
  for measure in violated must-violated cannot-violated error-unconstrained; do
    run_split ce-score -s $measure -t labels.csv labels.csv
    assert_error 2 "ce-score: measure '$measure' needs --constraints$hint"
  done
  run_split ce-score --pairwise --constraints c.csv -s nmi labels.csv
  assert_error 2 "ce-score: --pairwise compares the clusterings with each other: no --truth, no --ignore, no --constraints$hint"
  run_split ce-score -t truth.csv --constraints - </dev/null
  assert_error 2 "ce-score: --constraints and FILE are both standard input$hint"
  run_split ce-score -t - --constraints - labels.csv </dev/null
  assert_error 2 "ce-score: --constraints and --truth are both standard input$hint"
  run_split ce-score --constraints c.csv -t truth.csv -s violated labels.csv
  assert_error 2 "ce-score: --truth is for measures that need the classes: none is asked for$hint"
  run_split ce-score --constraints c.csv -t truth.csv --ignore b -s violated labels.csv
  assert_error 2 "ce-score: --ignore is for measures of objects: none is asked for$hint"
  run_split ce-score --constraints c.csv -t truth.csv -s error labels.csv
  assert_error 2 "ce-score: --constraints is for errors and counts of constraints: none is asked for$hint"
}
