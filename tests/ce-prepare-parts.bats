#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-prepare --part and --state: parts scaled by the moments of all are the whole scaled, byte for
# byte.

setup() {
  load common
}

# as_whole FILE "PARTS..." NOUN OPTION...: of each number of parts, scaled one by one.
as_whole() {
  local file=$1 numbers=$2 parts i files
  shift 2
  ce-prepare "$@" -q "$file" -o whole.csv
  for parts in $numbers; do
    cut_rows "$file" "$parts" part
    files=()
    for ((i = parts; i >= 1; i--)); do
      ce-prepare "$@" --part "$i/$parts" "part.$i" -o "$i.sums"
      files+=("$i.sums")
    done
    ce-merge "${files[@]}" -o all.sums
    head -n 1 whole.csv >got.csv
    for ((i = 1; i <= parts; i++)); do
      ce-prepare "$@" -q --state all.sums "part.$i" -o done.csv
      cmp <(head -n 1 done.csv) <(head -n 1 whole.csv)
      tail -n +2 done.csv >>got.csv
    done
    cmp got.csv whole.csv
    rm ./*.sums
  done
}

# Numbers of all sizes: far from 0 beside a small spread, tiny, huge, constant, all missing, some
# missing; text with a comma; ids and classes.
awkward() {
  awk 'BEGIN { srand(7); print "id,far,tiny,huge,same,none,gaps,text,skew,class"
    for (i = 1; i <= 700; i++) printf "o%d,%.17g,%.17g,%.17g,3.3,,%s,%s,%.17g,c%d\n", i,
      1.7e9 + rand() / 3, rand() * 1e-160, (rand() - 0.5) * 1e200, rand() < 0.2 ? "" : rand(),
      rand() < 0.1 ? "" : rand() < 0.5 ? "\"a,b\"" : "c", exp(40 * rand()), i % 4 }'
}

# Only numbers, complete.
numbers() {
  awk -v seed="$1" 'BEGIN { srand(seed); print "far,a,b,skew,whole,same"
    for (i = 1; i <= 1500; i++) { a = rand() + rand() + rand()
      printf "%.17g,%.17g,%.17g,%.17g,%d,7\n", 1.7e9 + a, a - 1.5, a * rand(), exp(20 * rand()),
        256 * rand() } }'
}

@test "ce-prepare parts: zscore, minmax and center of 1, 3, 4 and 7 parts are those of the whole" {
  in_turn 4
  awkward >data.csv
  for noun in zscore minmax center; do as_whole data.csv "1 3 4 7" "$noun"; done
  for noun in zscore minmax center; do as_whole "$CE_SOURCE/data/wine.csv" "5" "$noun"; done
}

@test "ce-prepare parts: pca of 1, 3, 4 and 7 parts is that of the whole" {
  numbers 3 >data.csv
  as_whole data.csv "1 3 4 7" pca
  as_whole data.csv "4" pca --components 6
  as_whole "$CE_SOURCE/data/wine.csv" "7" pca --components 3
}

@test "ce-prepare parts: categories that look like numbers, and some columns only" {
  awk 'BEGIN { srand(2); print "a,b,c"
    for (i = 0; i < 60; i++) print i % 3 "," rand() "," rand() }' >data.csv
  as_whole data.csv "3" zscore --categorical a
  as_whole data.csv "3" zscore --columns b,c
}

@test "ce-prepare parts: any grouping gives the same sums" {
  numbers 5 >data.csv
  cut_rows data.csv 5 part
  for i in 1 2 3 4 5; do ce-prepare pca --part "$i/5" "part.$i" -o "$i.sums"; done
  ce-merge 1.sums 2.sums 3.sums 4.sums 5.sums -o all
  ce-merge 4.sums 1.sums -o a
  ce-merge 5.sums 3.sums -o b
  ce-merge b a 2.sums -o other
  cmp all other
}

@test "ce-prepare: moments are those of exact fractions, rounded once" {
  command -v python3 >/dev/null || skip "needs python3"
  awkward | cut -d, -f2,3,7 >data.csv
  ce-prepare center data.csv -o center.csv
  ce-prepare zscore data.csv -o zscore.csv
  run python3 - <<'EOF'
import csv
from fractions import Fraction
rows = [list(csv.reader(open(f))) for f in ("data.csv", "center.csv", "zscore.csv")]
worst = 0.0
for s in range(3):
    x = [float(r[s]) for r in rows[0][1:] if r[s]]
    exact = [Fraction(v) for v in x]
    mean = sum(exact) / len(x)
    variance = sum((e - mean) ** 2 for e in exact) / len(x)
    centred = [float(r[s]) for r in rows[1][1:] if r[s]]
    assert centred == [v - float(mean) for v in x], s
    for e, r in zip(exact, [r for r in rows[2][1:] if r[s]]):
        z = float(r[s])
        true = (e - mean) ** 2 / variance # of the exact mean
        shift = abs(float(mean)) * 2.0 ** -53 / float(variance) ** 0.5 if variance > 1e-300 else 0
        worst = max(worst, abs(z - float(true) ** 0.5 * (1 if e > mean else -1)) - shift)
print("ok" if worst < 2e-15 else worst)
EOF
  assert_output ok
}

@test "ce-prepare pca: a spread that is small beside the mean keeps its digits" {
  # the same data around 0, and around 2^30: all differences are the same numbers
  awk -v CONVFMT=%.17g 'BEGIN { srand(3); print "a,b,c"
    for (i = 0; i < 500; i++) { u = int(4096 * rand()) / 4096
      v = int(4096 * rand()) / 4096; print u "," v "," int(2048 * (u + v)) / 4096 } }' |
    awk -F, -v OFMT=%.17g -v CONVFMT=%.17g 'NR == 1 { print; print >"far.csv"; next }
      { print; print $1 + 2 ^ 30 "," $2 - 2 ^ 31 "," $3 + 2 ^ 30 >"far.csv" }' >near.csv
  ce-prepare pca near.csv >near
  ce-prepare pca far.csv >far
  # the mean is rounded, so scores are compared with those of the first object
  run awk -F, 'FNR == 2 { first = $1; second = $2 }
    NR == FNR { a[FNR] = $1 - first; b[FNR] = $2 - second; next }
    FNR > 1 { d = ($1 - first - a[FNR]) ^ 2 + ($2 - second - b[FNR]) ^ 2; if (d > most) most = d }
    END { print (most < 1e-24 ? "ok" : sqrt(most)) }' near far
  assert_output ok
}

@test "ce-prepare: exact products of columns are those of values one by one" {
  run_split "$CE_BUILD/obj/tests/moments"
  assert_equal "$output" "7 kinds of data in 3 kinds of blocks"
  assert_equal "$status" 0
}

@test "ce-prepare parts: new objects are scaled by the moments of the old ones" {
  table x,y 0,1 2,3 4,5 | ce-prepare minmax --part 1/1 -o all.sums
  run_split ce-prepare minmax --state all.sums <<<"x,y
8,5
-4,1"
  assert_equal "$output" "x,y
2,1
-1,0"
}

@test "ce-prepare parts: what does not belong together is refused" {
  table x,t 1,a 2,b >1.csv
  table x,t 3,4 5,5 >2.csv
  table x,u 3,a 5,b >3.csv
  for i in 1 2; do ce-prepare zscore --part "$i/2" "$i.csv" -o "$i.sums"; done
  ce-merge 1.sums 2.sums -o all.sums
  run_split ce-prepare zscore --state all.sums 1.csv
  assert_error 1 "ce-prepare: all.sums: column t holds numbers in some parts and text in others: \
name it with --categorical"
  run_split ce-prepare zscore --state 1.sums 1.csv
  assert_error 1 "ce-prepare: 1.sums: 1 of 2 parts are missing: 2"
  run_split ce-prepare center --state all.sums 1.csv
  assert_error 1 "ce-prepare: all.sums: sums of ce-prepare zscore, of ce-prepare center expected"
  ce-prepare zscore --part 2/2 3.csv -o 3.sums
  ce-merge 1.sums 3.sums -o all.sums
  run_split ce-prepare zscore --state all.sums 1.csv
  assert_error 1 "ce-prepare: all.sums: \"t\", number 2 of 'columns', is in 1 of 2 parts: the same \
in all expected"
  ce-prepare zscore --part 2/2 1.csv -o 2.sums
  ce-merge 1.sums 2.sums -o all.sums
  run_split ce-prepare zscore --state all.sums 3.csv
  assert_error 1 "ce-prepare: 3.csv: column 2 is 'u', 't' in all.sums"
  run_split ce-prepare zscore --state all.sums 2.csv
  assert_error 1 "ce-prepare: 2.csv: column t holds numbers, text in all.sums"
  table y,t 1,a >4.csv
  run_split ce-prepare zscore --state all.sums 4.csv
  assert_error 1 "ce-prepare: 4.csv: column 1 is 'y', 'x' in all.sums"
  table x 1 >4.csv
  run_split ce-prepare zscore --state all.sums 4.csv
  assert_error 1 "ce-prepare: 4.csv: 1 columns, 2 in all.sums"
  run_split ce-prepare zscore all.sums
  assert_error 1 "ce-prepare: all.sums: a table of sums, data expected (--state takes the \
sums)"
  table a,b,c 1,2,3 4,5,7 | ce-prepare pca --part 1/1 -o few.sums
  run_split ce-prepare pca --state few.sums <(table a,b,c 1,2,3)
  assert_error 1 "ce-prepare: few.sums: 2 objects, at least as many as the 3 columns expected: \
give all objects to one process"
  run_split ce-prepare pca --part 1/2 1.csv
  assert_equal "$status" 1
}

@test "ce-prepare parts: --cut takes the part of one file, for the sums and for what they change" {
  for i in 1 2 3; do ce-prepare zscore --cut $i/3 "$BUNDLED/iris.csv" -o $i.sums; done
  ce-merge 3.sums 1.sums 2.sums -o all.sums
  for i in 1 2 3; do ce-prepare zscore --cut $i/3 --state all.sums "$BUNDLED/iris.csv" -o $i.csv; done
  ce-prepare zscore "$BUNDLED/iris.csv" -o whole.csv
  { cat 1.csv; tail -qn +2 2.csv 3.csv; } | cmp - whole.csv
}

@test "ce-prepare parts: wrong use" {
  table x 1 2 >1.csv
  run_split ce-prepare zscore --part 1/2 --state 1.csv 1.csv
  assert_error 2 "ce-prepare: --part does not go with --state
Try 'ce-prepare --help'."
  run_split ce-prepare zscore --part 3/2 1.csv
  assert_equal "$status" 2
  run_split ce-prepare zscore --state - - <1.csv
  assert_equal "$status" 2
  run_split ce-prepare onehot --part 1/2 1.csv
  assert_equal "$status" 2
}

@test "ce-prepare parts: damaged sums are refused" {
  table x,y 1,2 3,4 5,7 | ce-prepare zscore --part 1/1 -o good
  refuse() { # SED MESSAGE
    sed "$1" good >bad
    cmp -s good bad && return 1
    run_split ce-prepare zscore --state bad <(table x,y 1,2)
    assert_error 1 "ce-prepare: bad: $2"
  }
  refuse 's/"cells"/"cell"/' "no block 'cells'"
  refuse 's/^3,0$/-3,0/' "block 'cells': column 1 has what no values have"
  refuse 's/^3,0$/9,0/' "block 'cells': column 1 has what no values have"
  refuse 's/^5$/-5/' "block 'least': column 1 has what no values have"
  refuse '/"sum"/,/"square"/s/^9p0$/9p4/' "block 'sum': column 1 has what no values have"
  refuse '/"square"/,$s/^23p0$/1p0/' "block 'square': column 1 has what no values have"
  refuse '/"least"/{s/,2,1,0/,1,1,0/;n;d}' "block 'least' has 1 rows, 2 expected"
  # the products of all columns need all cells
  table x,y 1,2 3,4 5,7 | ce-prepare pca --part 1/1 -o good
  sed 's/^3,0$/2,0/' good >bad
  run_split ce-prepare pca --state bad <(table x,y 1,2)
  assert_error 1 "ce-prepare: bad: block 'cells': column 1 has what no values have"
}
