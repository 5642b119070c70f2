#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# Four objects, three base clusterings, one label missing.
four() { table a,b,c 1,1,1 1,1,2 2,1,2 2,2,; }

# The definition once more, slowly: reads a label table (missing cells empty, or NA) and prints the full co-association matrix
# with 15 digits; weights as arguments.
slow_ca() {
  awk -F, -v w="$*" 'BEGIN { weighted = split(w, weight, " ") }
    NR > 1 { n++; m = NF; for (q = 1; q <= m; q++) label[n, q] = $q == "NA" ? "" : $q }
    END { for (i = 1; i <= n; i++) { line = ""
      for (j = 1; j <= n; j++) { same = both = 0
        for (q = 1; q <= m; q++) if (label[i, q] != "" && label[j, q] != "") {
          u = weighted ? weight[q] : 1; both += u; if (label[i, q] "" == label[j, q] "") same += u }
        line = line sprintf("%s%.12g", (j > 1 ? "," : ""), (i == j ? 1 : both ? same / both : 0)) }
      print line } }'
}

# The same number of digits for ours.
rounded() { awk -F, '{ for (j = 1; j <= NF; j++) printf "%s%.12g", (j > 1 ? "," : ""), $j; print "" }'; }

# ensemble N M K MISSING: random labels 1..K, one in MISSING left out (0: none)
ensemble() {
  awk -v n="$1" -v m="$2" -v k="$3" -v missing="$4" 'BEGIN { s = 7
    for (q = 1; q <= m; q++) printf "c%d%s", q, (q < m ? "," : "\n")
    for (i = 1; i <= n; i++) for (q = 1; q <= m; q++) {
      s = (s * 1103515245 + 12345) % 2147483648; u = int(s / 65536)
      printf "%s%s", (missing && u % missing == 0 ? "NA" : 1 + u % k), (q < m ? "," : "\n") } }'
}

# The entries of a coordinate file as a full matrix with zeros.
dense() {
  awk '!/^%/ && !n { n = $1; next } !/^%/ { x[$1, $2] = x[$2, $1] = $3 }
    END { for (i = 1; i <= n; i++) { line = ""
      for (j = 1; j <= n; j++) line = line (j > 1 ? "," : "") ((i, j) in x ? x[i, j] : 0)
      print line } }' "$1"
}

@test "ce-similarity ca: the share of base clusterings, of those in which both objects have a label" {
  four >labels.csv
  run_split ce-similarity ca labels.csv
  assert_equal "$status" 0
  assert_equal "$stderr" ""
  assert_equal "$output" "%%MatrixMarket matrix array real symmetric
4 4
1
0.6666666666666666
0.3333333333333333
0
1
0.6666666666666666
0
1
0.5
1"
}

@test "ce-similarity ca: agrees with the definition, with few and many clusters, missing labels and odd sizes" {
  while read -r n m k missing; do
    ensemble "$n" "$m" "$k" "$missing" >labels.csv
    slow_ca <labels.csv >expected
    ce-similarity ca --format csv labels.csv | rounded >found
    cmp expected found || fail "n $n m $m k $k missing $missing"
  done <<<"1 1 1 0
2 3 2 0
65 7 3 0
63 4 5 3
97 11 60 0
70 300 2 0
40 260 3 4
300 2 299 0
290 3 289 7
5 3 2 1"
}

@test "ce-similarity ca: more than 256 and more than 65536 clusters in a base clustering" {
  seq 1 70000 | awk 'NR == 1 { print "a,b" } { print $1 "," ($1 == 70000 ? 1 : $1) }' >labels.csv
  ce-similarity ca --sparse 0 labels.csv >found
  assert_equal "$(sed -n 2p found)" "70000 70000 70001"
  assert_equal "$(grep '^70000 1 ' found)" "70000 1 0.5"
}

@test "ce-similarity ca --weights: sums of weights, from a column, one a line, and checked by name" {
  four >labels.csv
  slow_ca 2 1 .5 <labels.csv >expected
  table clustering,k,weight a,2,2 b,2,1 c,2,.5 >weights.csv
  ce-similarity ca --format csv --weights weights.csv labels.csv | rounded | cmp - expected
  table 2 1 .5 >plain
  ce-similarity ca --format csv --weights plain labels.csv | rounded | cmp - expected
  table weight 2 1 .5 >header
  ce-similarity ca --format csv --weights header labels.csv | rounded | cmp - expected
  ensemble 90 9 4 5 >labels.csv
  slow_ca .3 1 2.5 0 4 1.25 .7 .1 3 <labels.csv >expected
  table .3 1 2.5 0 4 1.25 .7 .1 3 >plain
  ce-similarity ca --format csv --weights plain labels.csv | rounded | cmp - expected
}

@test "ce-similarity ca --weights: equal weights are no weights, and weight 0 leaves a clustering out" {
  ensemble 60 5 3 0 >labels.csv
  ce-similarity ca labels.csv >plain
  ce-similarity ca --weights <(table .1 .1 .1 .1 .1) labels.csv | cmp - plain
  cut -d, -f1,2,4,5 labels.csv >four.csv
  ce-similarity ca four.csv >plain
  ce-similarity ca --weights <(table 7 7 0 7 7) labels.csv | cmp - plain
}

@test "ce-similarity ca --weights: weights count by their ratios, near the ends of what a number can hold too" {
  table a,b,c 1,1,1 1,1,2 1,2,2 2,2,2 >labels.csv
  table weight 1 2 4 >weights
  ce-similarity ca --format csv --weights weights labels.csv >one
  for unit in 2e307 1e-300; do
    awk -v unit=$unit 'NR == 1 { print; next } { printf "%.17g\n", $1 * unit }' weights >scaled
    ce-similarity ca --format csv --weights scaled labels.csv >two
    paste -d, one two | awk -F, 'NF != 8 { exit 1 } { for (c = 1; c <= 4; c++) if (!($c - $(c + 4) < 1e-12 && $(c + 4) - $c < 1e-12)) exit 1 }'
  done
}

@test "ce-similarity ca --weights: copies of one name have it with their numbers, or without" {
  table a,a,b,b#x 1,1,1,1 1,2,1,2 2,2,1,1 2,2,2,1 >labels.csv
  table 1 2 4 8 >weights
  ce-similarity ca --format csv --weights weights labels.csv >expected
  for names in "a a b b#x" "a#1 a#2 b b#x" "a#1 a b b#x"; do
    # shellcheck disable=SC2086 # words
    table clustering $names | paste -d, - <(echo weight; cat weights) >named
    ce-similarity ca --format csv --weights named labels.csv | cmp - expected
  done
  for names in "a#2 a#1 b b#x" "a a# b b#x" "a#1 a#2 b b"; do
    # shellcheck disable=SC2086 # words
    table clustering $names | paste -d, - <(echo weight; cat weights) >named
    run_split ce-similarity ca --weights named labels.csv
    assert_equal "$status" 1
    assert_regex "$stderr" "^ce-similarity: named:[235]: the weight of '[ab]#?[12]?', that of '[ab]#[12x]' expected: "
  done
}

@test "ce-similarity ca --weights: files that do not fit are refused" {
  four >labels.csv
  table 2 1 >w
  run_split ce-similarity ca --weights w labels.csv
  assert_error 1 "ce-similarity: w: 2 weights, 3 base clusterings"
  table 2 1 -1 >w
  run_split ce-similarity ca --weights w labels.csv
  assert_error 1 "ce-similarity: w:3: weight '-1', a finite number from 0 expected"
  table 2 1 nan >w
  run_split ce-similarity ca --weights w labels.csv
  assert_error 1 "ce-similarity: w:3: weight 'nan', a finite number from 0 expected"
  table 0 0 0 >w
  run_split ce-similarity ca --weights w labels.csv
  assert_error 1 "ce-similarity: w: all weights are 0"
  table clustering,weight a,1 c,1 b,1 >w
  run_split ce-similarity ca --weights w labels.csv
  assert_error 1 "ce-similarity: w:3: the weight of 'c', that of 'b' expected: the order is that of the label table's columns"
  # names in any other column of text are checked, too: as pandas and R write a series, and under any name
  for head in Clustering,weight name,weight ,weight weight; do
    table "$head" a,2 c,1 b,1 >w
    run_split ce-similarity ca --weights w labels.csv
    assert_error 1 "ce-similarity: w:3: the weight of 'c', that of 'b' expected: the order is that of the label table's columns"
    table "$head" a,2 b,1 c,1 >w
    ce-similarity ca --weights w labels.csv >named
    ce-similarity ca --weights <(table 2 1 1) labels.csv | cmp - named
  done
  # a column of numbers counts the rows
  for head in row,weight ,weight weight; do
    ce-similarity ca --weights <(table "$head" 0,2 1,1 2,1) labels.csv | cmp - named
  done
  # with a column clustering, others may hold what they like
  ce-similarity ca --weights <(table note,weight,clustering x,2,a y,1,b z,1,c) labels.csv | cmp - named
  table weight,note,weight 1,a,3 1,b,2 1,c,1 >w
  run_split ce-similarity ca --weights w labels.csv
  assert_error 1 "ce-similarity: w:1: two columns named 'weight'"
  table clustering,score a,1 b,1 c,1 >w
  run_split ce-similarity ca --weights w labels.csv
  assert_error 1 "ce-similarity: w:1: 2 columns and none named 'weight'"
  run_split ce-similarity ca --weights none.csv labels.csv
  assert_error 1 "ce-similarity: none.csv: No such file or directory"
}

@test "ce-similarity ca --sparse: the entries above the threshold, strictly, by tiles and by lists of members" {
  # few clusters: pairs are compared; many: members of shared clusters are looked up
  for k in 3 400; do
    ensemble 200 10 "$k" 0 >labels.csv
    slow_ca <labels.csv | awk -F, -v OFS=, '{ for (j = 1; j <= NF; j++) if ($j <= .2) $j = 0; print }' >expected
    ce-similarity ca --sparse 0.2 labels.csv >sparse.mtx
    dense sparse.mtx | cmp - expected || fail "k $k"
    # columns ascend in each row, lower triangle only
    awk '!/^%/ && NR > 2 { if ($2 > $1 || ($1 == i && $2 <= j) || $1 < i) exit 1; i = $1; j = $2 }' sparse.mtx
  done
}

@test "ce-similarity ca --sparse: with weights and missing labels, either way" {
  for k in 3 60; do
    ensemble 120 6 "$k" 6 >labels.csv
    slow_ca 1 2 .5 1 3 .25 <labels.csv | awk -F, -v OFS=, '{ for (j = 1; j <= NF; j++) if ($j <= .15) $j = 0; print }' >expected
    ce-similarity ca --sparse .15 --weights <(table 1 2 .5 1 3 .25) labels.csv >sparse.mtx
    dense sparse.mtx | rounded | cmp - expected || fail "k $k"
  done
}

@test "ce-similarity ca --sparse: 9 of 30 is not above 0.3" {
  # 30 base clusterings; objects 1 and 2 agree in 9, 1 and 3 in 10
  { seq -s, 1 30 | sed 's/[0-9]*/c&/g'
    repeated 30 1 | paste -sd,
    { repeated 9 1; repeated 21 2; } | paste -sd,
    { repeated 20 3; repeated 10 1; } | paste -sd,; } >labels.csv
  ce-similarity ca --sparse 0.3 labels.csv | tail -n +3 | cut -d' ' -f1,2 | paste -sd, >found
  assert_equal "$(cat found)" "1 1,2 2,3 1,3 3"
}

@test "ce-similarity ne: an edge where ca is above theta, with the value of eq. 3 for two objects" {
  four >labels.csv
  run_split ce-similarity ne --theta 0.5 labels.csv
  assert_equal "$status" 0
  # 1 / (2^(4/3) - 2)
  assert_equal "$output" "%%MatrixMarket matrix coordinate real symmetric
4 4 2
2 1 1.9236610509315362
3 2 1.9236610509315362"
  # theta 0.3 when not given: (1 - .3) / (1 + .3) = 7/13
  run_split ce-similarity ne labels.csv
  assert_equal "$(echo "$output" | sed -n '2p;3p')" "4 4 4
2 1 $(awk 'BEGIN { printf "%.16g", 1 / (2 ^ (20 / 13) - 2) }')"
}

@test "ce-similarity: -j1 and -j4 give the same bytes" {
  ensemble 500 12 6 8 >labels.csv
  for noun in "ca" "ca --sparse .25" "ne" "ca --weights weights"; do
    seq 1 12 >weights
    # shellcheck disable=SC2086
    ce-similarity $noun -j1 labels.csv >one
    # shellcheck disable=SC2086
    ce-similarity $noun -j4 labels.csv >four
    cmp one four || fail "$noun"
  done
}

@test "ce-similarity ca --rows: csv blocks joined by cat are the whole" {
  ensemble 101 8 4 9 >labels.csv
  ce-similarity ca --format csv labels.csv >whole.csv
  for rows in 1-1 2-50 51-99 100-101; do ce-similarity ca --rows "$rows" --format csv labels.csv; done | cmp - whole.csv
  ce-similarity ca --rows 1-101 --format npy labels.csv | cmp - <(ce-similarity ca --format npy labels.csv)
  run_split ce-similarity ca --rows 100-101 labels.csv
  assert_equal "$(echo "$output" | sed -n 1,2p)" "%%MatrixMarket matrix array real general
2 101"
  assert_equal "$(echo "$output" | tail -n +3)" "$(tail -n 2 whole.csv | awk -F, '{ for (j = 1; j <= NF; j++) x[NR, j] = $j } END { for (j = 1; j <= NF; j++) { print x[1, j]; print x[2, j] } }')"
}

@test "ce-similarity --rows: what is no range, and what it does not go with" {
  four >labels.csv
  for rows in 0-1 3-2 1 1- -1 1-x 1-2x a 1..2 ' 1-2' 1-99999999999; do
    run_split ce-similarity ca "--rows=$rows" labels.csv
    assert_error 2 "ce-similarity: --rows '$rows', A-B with 1 <= A <= B expected
Try 'ce-similarity --help'."
  done
  run_split ce-similarity ca --rows 3-5 labels.csv
  assert_error 1 "ce-similarity: rows 3-5 of 4 objects"
  run_split ce-similarity ca --rows 1-2 --format metis labels.csv
  assert_error 2 "ce-similarity: --rows gives no whole graph: --format mtx, csv or npy
Try 'ce-similarity --help'."
  run_split ce-similarity ca --rows 1-2 --sparse .1 labels.csv
  assert_error 2 "ce-similarity: --sparse does not go with --rows
Try 'ce-similarity --help'."
  run_split ce-similarity ne --rows 1-2 labels.csv
  assert_equal "$status" 2
  run_split ce-similarity ca --theta .2 labels.csv
  assert_equal "$status" 2
}

@test "ce-similarity: thresholds out of range are wrong use" {
  four >labels.csv
  for value in -0.1 1.5 x nan ''; do
    run_split ce-similarity ca "--sparse=$value" labels.csv
    assert_equal "$status" 2
    assert_equal "$output" ""
  done
  for value in 1 -0.1; do
    run_split ce-similarity ne "--theta=$value" labels.csv
    assert_equal "$status" 2
  done
}

@test "ce-similarity: an n x n matrix that does not fit is refused, with what to use instead" {
  ensemble 500 3 4 0 >labels.csv
  run_split env CE_MEMORY_LIMIT=100K ce-similarity ca labels.csv
  assert_error 1 "ce-similarity: the co-association matrix (500 x 500) needs 976.6 KiB of memory, 100.0 KiB are free (CE_MEMORY_LIMIT); use only its entries above a threshold, blocks of its rows, or a consensus of microclusters, instead"
  run_split env CE_MEMORY_LIMIT=100K ce-similarity ca --sparse 0 labels.csv
  assert_equal "$status" 1
  assert_equal "$stderr" "ce-similarity: the co-association matrix has more than 2133 pairs above 0, more than memory holds: use a higher threshold, or a consensus of microclusters"
  run_split env CE_MEMORY_LIMIT=100K ce-similarity ca --rows 1-100 labels.csv
  assert_error 1 "ce-similarity: the block of rows (100 x 500) needs 390.6 KiB of memory, 100.0 KiB are free (CE_MEMORY_LIMIT); use fewer rows instead"
  env CE_MEMORY_LIMIT=100K ce-similarity ca --rows 1-10 --format csv labels.csv | cmp - <(ce-similarity ca --format csv labels.csv | sed -n 1,10p)
}

@test "ce-similarity --format: npy has NumPy's header and little-endian doubles" {
  four >labels.csv
  ce-similarity ca --format npy labels.csv >m.npy
  # numpy.save of the same matrix, NumPy 1.24.2: 128 bytes of header, then 16 doubles
  assert_equal "$(wc -c <m.npy)" 256
  assert_equal "$(head -c 6 m.npy | od -An -tx1 | tr -d ' ')" 934e554d5059
  assert_equal "$(head -c 10 m.npy | tail -c 4 | od -An -tx1 | tr -d ' ')" 01007600
  assert_equal "$(tail -c +11 m.npy | head -c 118 | sed 's/ *$//')" "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 4), }"
  assert_equal "$(tail -c +129 m.npy | od -An -v -t f8 -w32 | awk '{ print $1, $2, $3, $4 }')" "1 0.6666666666666666 0.3333333333333333 0
0.6666666666666666 1 0.6666666666666666 0
0.3333333333333333 0.6666666666666666 1 0.5
0 0 0.5 1"
}

@test "ce-similarity --format metis: edges above 0, whole weights, at least 1" {
  four >labels.csv
  run_split ce-similarity ca --format metis labels.csv
  assert_equal "$output" "4 4 001
2 1000000 3 500000
1 1000000 3 1000000
1 500000 2 1000000 4 750000
3 750000"
  run_split ce-similarity ca --sparse .4 --format metis labels.csv
  assert_equal "$output" "4 3 001
2 1000000
1 1000000 3 1000000
2 1000000 4 750000
3 750000"
  # similarities of 1e-310: what divided by their sum was infinite, and weights were -9223372036854775808
  assert_equal "$(table x 0 10 20 | ce-similarity gaussian --sigma .266 --format metis)" "$(table "3 2 001" "2 1000000" "1 1000000 3 1000000" "2 1000000")"
}

@test "ce-similarity euclidean: 1 - distance / largest" {
  table x,y,class 0,0,a 3,4,b 6,8,a 3,4,b >data.csv
  run_split ce-similarity euclidean --format csv data.csv
  assert_equal "$output" "1,0.5,0,0.5
0.5,1,0.5,1
0,0.5,1,0.5
0.5,1,0.5,1"
  table x 5 5 5 >data.csv
  run_split ce-similarity euclidean --format csv data.csv
  assert_equal "$output" "1,1,1
1,1,1
1,1,1"
}

@test "ce-similarity euclidean: agrees with the definition for odd sizes, and needs complete numeric data" {
  for n in 131 129 128; do
    awk -v n=$n 'BEGIN { print "a,b,c"; s = 1; for (i = 0; i < n; i++) { line = ""; for (q = 0; q < 3; q++) { s = s * 16807 % 2147483647; line = line (q ? "," : "") s / 2147483647 * 100 - 50 } print line } }' >data.csv
    ce-similarity euclidean --format csv data.csv | rounded >found
    awk -F, 'NR > 1 { n++; for (q = 1; q <= 3; q++) x[n, q] = $q }
      END { for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) { t = 0; for (q = 1; q <= 3; q++) t += (x[i, q] - x[j, q]) ^ 2; d[i, j] = sqrt(t); if (d[i, j] > max) max = d[i, j] }
        for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) printf "%.12g%s", 1 - d[i, j] / max, (j < n ? "," : "\n") }' data.csv | cmp - found
  done
  table x,y 1,2 ,3 >data.csv
  run_split ce-similarity euclidean data.csv
  assert_equal "$status" 1
  table x,y 1,2 1e200,3 -1e200,3 >data.csv
  run_split ce-similarity euclidean data.csv
  assert_error 1 "ce-similarity: data.csv: object 2 has 1e+200 in column x, at most 1e+150 expected: ce-prepare zscore or minmax"
}

# correlations RANKS CENTRE FILE: of the rows, by their formula
correlations() {
  awk -F, -v ranks="$1" -v centre="$2" 'NR > 1 { n++; d = NF; for (s = 1; s <= d; s++) x[n, s] = $s }
    END { for (i = 1; i <= n && ranks; i++) { for (s = 1; s <= d; s++) { r[s] = 1; for (t = 1; t <= d; t++) r[s] += (x[i, t] < x[i, s]) + (t != s && x[i, t] == x[i, s]) / 2 }
        for (s = 1; s <= d; s++) x[i, s] = r[s] }
      for (i = 1; i <= n && centre; i++) { m = 0; for (s = 1; s <= d; s++) m += x[i, s] / d; for (s = 1; s <= d; s++) x[i, s] -= m }
      for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) { ab = aa = bb = 0
        for (s = 1; s <= d; s++) { ab += x[i, s] * x[j, s]; aa += x[i, s] ^ 2; bb += x[j, s] ^ 2 }
        printf "%.15g%s", ab / sqrt(aa * bb), j < n ? "," : "\n" } }' "$3"
}

@test "ce-similarity pearson, spearman, cosine: their formulas, with ties" {
  for n in 3 64 70; do
    awk -v n=$n 'BEGIN { srand(n); print "a,b,c,d,e,f"; for (i = 1; i <= n; i++) for (s = 1; s <= 6; s++) printf "%d%s", rand() * 9 + s, s < 6 ? "," : "\n" }' >data.csv
    while read -r noun ranks centre; do
      correlations "$ranks" "$centre" data.csv >expected
      ce-similarity $noun --format csv data.csv >found
      run awk -F, 'FNR == NR { for (j = 1; j <= NF; j++) want[NR, j] = $j; n = NF; next }
        { for (j = 1; j <= n; j++) { same += ($j - want[FNR, j]) ^ 2 < 1e-22; all++ } } END { print same, all }' expected found
      assert_output "$((n * n)) $((n * n))"
    done <<<"pearson 0 1
spearman 1 1
cosine 0 0"
  done
}

@test "ce-similarity pearson, spearman, cosine: 1 and -1 are exact, and what has no direction is refused" {
  # as 0.1 and 0.3 are no doubles, the lengths of these rows are rounded
  table a,b,c,d 0.1,0.2,0.3,0.7 0.2,0.4,0.6,1.4 0.1,0.2,0.3,0.7 -0.1,-0.2,-0.3,-0.7 >data.csv
  for noun in pearson spearman cosine; do
    run_split ce-similarity $noun --format csv data.csv
    assert_equal "$output" "1,1,1,-1
1,1,1,-1
1,1,1,-1
-1,-1,-1,1"
  done
  table id,a,b,c x,1,2,3 y,4,4,4 z,3,2,1 >flat.csv
  for noun in pearson spearman; do
    run_split ce-similarity $noun flat.csv
    assert_error 1 "ce-similarity: flat.csv: object 2 (y): all its numbers are equal, so it has no correlation with the others"
  done
  run_split ce-similarity cosine flat.csv
  assert_equal "$status" 0
  table a,b 1,2 0,0 >zero.csv
  run_split ce-similarity cosine zero.csv
  assert_error 1 "ce-similarity: zero.csv: object 2: all its numbers are 0, so it has no angle with the others"
  table a,b 1,2 ,3 >data.csv
  run_split ce-similarity pearson data.csv
  assert_equal "$status$output" 1
  # numbers whose squares are beyond a double
  table a,b,c 1e149,2e149,-1e149 1,2,-1 >large.csv
  assert_equal "$(ce-similarity cosine --format csv large.csv | head -n 1)" 1,1
}

@test "ce-similarity pearson: its linkage is that of 1 - r, by SciPy" {
  python=$(PATH=/usr/bin:$PATH command -v python3) && "$python" -c 'import scipy' 2>/dev/null || skip "needs SciPy"
  ce-similarity pearson "$BUNDLED/wine.csv" | ce-partition average -k 2..5 - >ours.csv
  "$python" - "$BUNDLED/wine.csv" >theirs.csv <<'P'
import csv, sys
import numpy as np
from scipy.cluster.hierarchy import cut_tree, linkage
from scipy.spatial.distance import squareform
x = np.array([[float(c) for c in row[:-1]] for row in list(csv.reader(open(sys.argv[1])))[1:]])
d = 1 - np.corrcoef(x)
np.fill_diagonal(d, 0)
t = linkage(squareform((d + d.T) / 2, checks=False), "average")
print("k2,k3,k4,k5")
for row in cut_tree(t, [2, 3, 4, 5]):
    print(",".join(map(str, row)))
P
  assert_equal "$(ce-score -q -s ari -t <(cut -d, -f1 theirs.csv) <(cut -d, -f1 ours.csv) | tail -n 1 | cut -d, -f3)" 1
  for k in 1 2 3 4; do
    paste -d, <(cut -d, -f$k ours.csv) <(cut -d, -f$k theirs.csv) | tail -n +2 | sort -u >pairs
    assert_equal "$(wc -l <pairs)" $((k + 1))
  done
}

@test "ce-similarity gaussian: a width for all, or each object's own, or the nearest only" {
  table x,class 0,a 1,a 3,b >data.csv
  run_split ce-similarity gaussian --sigma 2 --format csv data.csv
  # exp(-1/8), exp(-9/8), exp(-4/8)
  assert_equal "$(echo "$output" | rounded)" "0,0.882496902585,0.324652467358
0.882496902585,0,0.606530659713
0.324652467358,0.606530659713,0"
  run_split ce-similarity gaussian --format csv data.csv
  # own widths 2, 1.5, 2.5: exp(-1/6), exp(-9/10), exp(-4/7.5)
  assert_equal "$(echo "$output" | rounded)" "0,0.846481724891,0.406569659741
0.846481724891,0,0.58664621951
0.406569659741,0.58664621951,0"
  run_split ce-similarity gaussian --neighbours 1 --sigma 2 data.csv
  assert_equal "$(echo "$output" | grep -v % | cut -c 1-10)" "3 3 2
2 1 0.8824
3 2 0.6065"
}

@test "ce-similarity gaussian: own widths are means of the nearest 7, of the others where there are fewer, in rows of any length" {
  # seven objects: each has six others; of the first two objects their sums are 21 and 16
  table x 0 1 2 3 4 5 6 >data.csv
  ce-similarity gaussian --format csv data.csv | cut -d, -f2 | sed -n 1p >said
  assert_equal "$(rounded <said)" "$(awk 'BEGIN { printf "%.12g", exp(-1 / (2 * 21 / 6 * 16 / 6)) }')"
  # the last object is the nearest of all others, so its row is longest, and its width is the least of 10, 8, 6 and 4
  table x,y 10,0 0,8 -6,0 0,-4 0,0 >data.csv
  ce-similarity gaussian --neighbours 1 data.csv | awk '!/^%/ && ++line > 1 { printf "%s %.12g ", $1, $3 }' >said
  assert_equal "$(cat said)" "$(awk 'BEGIN { for (d = 10; d > 3; d -= 2) printf "5 %.12g ", exp(-d * d / (2 * d * 4)) }')"
}

@test "ce-similarity gaussian: one object, equal objects, distances that are no numbers" {
  table x 7 >data.csv
  run_split ce-similarity gaussian --format csv --header yes data.csv
  assert_equal "$output" 0
  table x 7 7 7 >data.csv
  run_split ce-similarity gaussian --format csv data.csv
  assert_equal "$output" "0,1,1
1,0,1
1,1,0"
  table x 1e200 -1e200 0 >data.csv
  for options in "" "--neighbours 1"; do
    # shellcheck disable=SC2086
    run_split ce-similarity gaussian $options data.csv
    assert_error 1 "ce-similarity: data.csv: object 1 has 1e+200 in column x, at most 1e+150 expected: ce-prepare zscore or minmax"
  done
  # the neighbours that the widths come from cannot be held
  CE_MEMORY_LIMIT=2K run_split ce-similarity gaussian "$BUNDLED/iris.csv"
  assert_equal "$status" 1
  assert_equal "${stderr%% needs *}" "ce-similarity: the graph of nearest neighbours (150 x 7)"
  run_split ce-similarity gaussian --sigma -1 data.csv
  assert_error 2 "ce-similarity: --sigma '-1', a number from 0 expected
Try 'ce-similarity --help'."
  run_split ce-similarity euclidean --sigma 1 data.csv
  assert_error 2 "ce-similarity: --sigma does not go with euclidean, only with: gaussian
Try 'ce-similarity --help'."
}

@test "ce-similarity ca: one object, one cluster, a clustering without labels" {
  table a,b 1,1 >labels.csv
  run_split ce-similarity ca --format csv labels.csv
  assert_equal "$output" 1
  table a,b 1,NA 1,NA 1,NA >labels.csv
  run_split ce-similarity ca --format csv labels.csv
  assert_equal "$output" "1,1,1
1,1,1
1,1,1"
  table a,b NA,NA NA,NA >labels.csv
  run_split ce-similarity ca --format csv labels.csv
  assert_equal "$output" "1,0
0,1"
  assert_equal "$stderr" "ce-similarity: labels.csv: all labels are missing: no object is similar to another"
  run_split ce-similarity ne labels.csv
  assert_equal "$output" "%%MatrixMarket matrix coordinate real symmetric
2 2 0"
}

@test "ce-similarity ca --missing all: a base clustering that lacks a label counts as one that separates" {
  table a,b,c,d 1,1,1,1 1,1,2, 1,,2,1 2,2,,1 >labels.csv
  run_split ce-similarity ca --missing all --format csv labels.csv
  assert_equal "$status" 0
  assert_equal "$(echo "$output" | tail -n 4)" "1,0.5,0.5,0.25
0.5,0.75,0.5,0
0.5,0.5,0.75,0.25
0.25,0,0.25,0.75"
  run_split ce-similarity ca --missing all --rows 1-2 labels.csv
  assert_error 2 "ce-similarity: --missing does not go with --rows
Try 'ce-similarity --help'."
  run_split ce-similarity ca --missing all --sparse .1 labels.csv
  assert_error 2 "ce-similarity: --missing does not go with --sparse
Try 'ce-similarity --help'."
}

# ---- on microclusters ----

# The example of the ptgp2016 paper, Table III: microclusters of 3, 1, 2 and 2 objects. The values of these tests follow from the definitions by
# hand: overlaps a1b1 3, a1b2 1, a2b2 2, a2b3 2 of clusters of 4, 4, 3, 3 and 2 objects.
eight() { table a,b 1,1 1,1 1,1 1,2 2,2 2,2 2,3 2,3; }

# matrix NOUN [OPTION...]: of the microclusters of eight, and of its objects 1, 2, 4, 5 and 7, six digits
of_eight() {
  eight >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  ce-similarity "$@" --format csv micro.csv | awk -F, '{ for (j = 1; j <= NF; j++) printf "%.6g%s", $j, (j < NF ? " " : "\n") }'
  ce-similarity "$@" --format csv labels.csv | awk -F, 'NR == 1 { printf "objects"; for (j = 1; j <= NF; j++) printf " %.6g", $j; print "" }
    NR == 5 { printf "objects"; for (j = 1; j <= NF; j++) printf " %.6g", $j; print "" }'
}

@test "ce-similarity pts: the paper's example, walks of 1, 2 and 3 steps; direct neighbours of a chain have 0" {
  run of_eight pts
  assert_output "1 0 0.447214 0
0 1 0 0.5547
0.447214 0 1 0
0 0.5547 0 1
objects 1 1 1 0 0.447214 0.447214 0 0
objects 0.447214 0.447214 0.447214 0 1 1 0 0"
  run of_eight pts --steps 2
  assert_line --index 0 "1 0 0.564305 0"
  assert_line --index 1 "0 1 0 0.62047"
  run of_eight pts --steps 3 --elite 2
  assert_line --index 0 "1 0 0.653929 0"
  assert_line --index 1 "0 1 0 0.71019"
}

@test "ce-similarity pts: defaults of K and T are half the root of the number of microclusters, not above --cap" {
  ensemble 300 8 9 0 >labels.csv
  run_split ce-similarity pts -v labels.csv
  # 300 microclusters: floor(sqrt(300) / 2) = 8
  assert_equal "$status" 0
  [[ $stderr == *"K = 8, 300 nodes, "*" links kept of 44850 pairs"*"T = 8 steps"* ]] || fail "$stderr"
  ce-similarity pts --elite 8 --steps 8 labels.csv | cmp - <(echo "$output")
  run_split ce-similarity pts -v --cap 5 labels.csv
  [[ $stderr == *"K = 5, "*"T = 5 steps"* ]] || fail "$stderr"
  run_split ce-similarity pts -v --cap 5 --elite 6 labels.csv
  [[ $stderr == *"K = 6, "*"T = 5 steps"* ]] || fail "$stderr"
  run_split ce-similarity pts -v --cap 50 labels.csv
  [[ $stderr == *"K = 8, "*"T = 8 steps"* ]] || fail "$stderr"
  # from n - 1 on K keeps every link
  ce-similarity pts --steps 3 --elite 299 labels.csv >all
  ce-similarity pts --steps 3 --elite 2147483647 labels.csv | cmp - all
}

@test "ce-similarity elite: ca of microclusters, links that are among the K heaviest of one end, ties kept" {
  eight >labels.csv
  run_split ce-similarity elite labels.csv
  assert_equal "$output" "%%MatrixMarket matrix coordinate real symmetric
4 4 3
2 1 0.5
3 2 0.5
4 3 0.5"
  assert_equal "$stderr" "ce-similarity: elite: 4 nodes, the microclusters of 8 rows, as ce-microcluster compress lists them"
  for setting in "40 5 3 0 2" "60 7 4 9 3" "50 4 6 5 60"; do
    read -r n m k missing K <<<"$setting"
    ensemble "$n" "$m" "$k" "$missing" | awk '!seen[$0]++' >labels.csv
    ce-similarity elite --elite "$K" labels.csv >elite.mtx
    dense elite.mtx | rounded >found
    # the definition: the K-th largest of the other entries of a row
    slow_ca <labels.csv | awk -F, -v K="$K" '{ for (j = 1; j <= NF; j++) w[NR, j] = $j; n = NR }
      END { for (i = 1; i <= n; i++) { c = 0; for (j = 1; j <= n; j++) if (j != i) v[++c] = w[i, j]
          for (a = 2; a <= c; a++) { x = v[a]; for (b = a - 1; b > 0 && v[b] < x; b--) v[b + 1] = v[b]; v[b + 1] = x }
          least[i] = K <= c ? v[K] : 0 }
        for (i = 1; i <= n; i++) { line = ""
          for (j = 1; j <= n; j++) line = line (j > 1 ? "," : "") (i != j && (w[i, j] >= least[i] || w[i, j] >= least[j]) ? w[i, j] : 0)
          print line } }' | cmp - found || fail "$setting"
  done
}

@test "ce-similarity wct: connected triples, scaled by the largest of the ensemble" {
  # WCT: a1a2 1/6, b1b2 1/6, b2b3 2/5
  run of_eight wct
  assert_output "1 0.666667 0.333333 0.166667
0.666667 1 0.666667 0.566667
0.333333 0.666667 1 0.9
0.166667 0.566667 0.9 1
objects 1 1 1 0.666667 0.333333 0.333333 0.166667 0.166667
objects 0.333333 0.333333 0.333333 0.666667 1 1 0.9 0.9"
  run of_eight wct --decay .6
  assert_line --index 0 "1 0.625 0.25 0.125"
}

@test "ce-similarity srs: SimRank of objects and clusters, also of two objects of one microcluster" {
  # 3 rounds: C(a1,b1) .2, C(a1,b2) 1/15, C(a2,b2) 2/15, C(a2,b3) .2
  run of_eight srs --rounds 3
  assert_output "1 0.253333 0.0133333 0
0.253333 1 0.24 0.0266667
0.0133333 0.24 1 0.266667
0 0.0266667 0.266667 1
objects 1 0.48 0.48 0.253333 0.0133333 0.0133333 0 0
objects 0.0133333 0.0133333 0.0133333 0.24 1 0.453333 0.266667 0.266667"
  run of_eight srs --rounds 1
  assert_line "1 0 0 0"
  assert_line "objects 1 0 0 0 0 0 0 0"
  run of_eight srs --rounds 2 --decay 1
  assert_line "1 0.25 0 0"
  assert_line "objects 1 0.5 0.5 0.25 0 0 0 0"
}

@test "ce-similarity asrs: clusters by the neighbours that they share" {
  # CS: a1a2 1/60, b1b2 1/16, b2b3 1/10
  run of_eight asrs
  assert_output "1 0.375 0.158333 0.0333333
0.375 1 0.283333 0.233333
0.158333 0.283333 1 0.45
0.0333333 0.233333 0.45 1
objects 1 0.5 0.5 0.375 0.158333 0.158333 0.0333333 0.0333333
objects 0.158333 0.158333 0.158333 0.283333 1 0.5 0.45 0.45"
}

@test "ce-similarity lwca: clusters weigh by the entropy of the others in them" {
  # entropies a1 .811278, a2 1, b2 .918296 bits, b1 and b3 0; theta m = .8
  run of_eight lwca
  assert_output "1 0.181365 0 0
0.181365 1 0.158656 0
0 0.158656 1 0.143252
0 0 0.143252 1
objects 1 0.681365 0.681365 0.181365 0 0 0 0
objects 0 0 0 0.158656 1 0.301908 0.143252 0.143252"
  run of_eight lwca --certainty 1e9
  assert_line --index 0 "1 0.5 0 0"
}

@test "ce-similarity eca: walks of one step, by hand" {
  # cosines a1a2 8/sqrt(85 41), b1b2 5/13, b2b3 12/13
  run of_eight eca --steps 1
  assert_output "1 0.692308 0.260065 0.0677577
0.692308 1 0.567758 0.529296
0.260065 0.567758 1 0.961538
0.0677577 0.529296 0.961538 1
objects 1 1 1 0.692308 0.260065 0.260065 0.0677577 0.0677577
objects 0.260065 0.260065 0.260065 0.567758 1 1 0.961538 0.961538"
  eight >labels.csv
  ce-similarity eca labels.csv | cmp - <(ce-similarity eca --steps 20 labels.csv)
}

@test "ce-similarity ecmc: -v tells the share of the pairs of objects that are observed" {
  load ensembles
  planted 40 4 6 30 >labels.csv
  run_split ce-similarity ecmc -v --low .2 --high .8 --format csv labels.csv
  said=$(sed -n 's/.*ecmc: \([0-9.]*\) of the pairs observed.*/\1/p' <<<"$stderr")
  # together in at most a fifth or in at least four fifths of the base clusterings
  expected=$(awk -F, 'NR > 1 { n++; for (q = 1; q <= NF; q++) x[n, q] = $q; m = NF }
    END { for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) { s = 0; for (q = 1; q <= m; q++) s += x[i, q] == x[j, q]
        count += s <= .2 * m || s >= .8 * m }
      printf "%.3g", count / n / n }' labels.csv)
  assert_equal "$said" "$expected"
}

@test "ce-similarity ecmc: NumPy's numbers, on objects that are equal, and with labels missing" {
  while read -r name options; do
    # shellcheck disable=SC2086
    run_split ce-similarity ecmc --format csv $options "$FIXTURES/completion/labels.csv"
    assert_equal "$status" 0
    # rows of zeros off the diagonal, as they come out of NumPy
    lost=$(awk -F, '{ for (j = 1; j <= NF; j++) if (j != NR && $j > 1e-6) next; n++ } END { print n + 0 }' "$FIXTURES/completion/$name.csv")
    if [ "$lost" = 0 ]; then assert_equal "$stderr" ""; else
      assert_equal "$stderr" "ce-similarity: ecmc: objects left without similarity to any other: $lost (see --penalty)"; fi
    echo "$output" >found
    paste -d, found "$FIXTURES/completion/$name.csv" |
      awk -F, '{ for (j = 1; j <= NF / 2; j++) { d = $j - $(j + NF / 2); if (!(d < 2e-7 && d > -2e-7)) exit bad = 1 } } END { exit bad || NR != 24 }' || fail "$name"
  done <<<"default
wide --low .2 --high .8 --penalty .2
narrow --low .4 --high .6
heavy --low .2 --high .8 --penalty .5
growth1 --low .4 --high .6 --penalty .2 --growth 1"
  run_split ce-similarity ecmc --iterations 3 "$FIXTURES/completion/labels.csv"
  assert_equal "$status" 0
  [[ $stderr == "ce-similarity: ecmc: stopped after 3 iterations with a residual of "*" (see --iterations)"* ]] || fail "$stderr"
}

@test "ce-similarity: every noun gives objects what it gives their microclusters, missing labels or not" {
  for missing in 0 5; do
    { ensemble 60 4 3 "$missing"; table NA,NA,NA,NA NA,NA,NA,NA; } >labels.csv
    ce-microcluster compress labels.csv >micro.csv
    # number of the microcluster of each object
    awk -F, 'NR == FNR { if (FNR > 1) { sub(/^[^,]*,/, ""); number[$0] = FNR - 1 } next } FNR > 1 { print number[$0] }' micro.csv labels.csv >of
    assert_equal "$(wc -l <of)" 62
    for noun in pts wct srs asrs ecmc lwca pacc eca; do
      ce-similarity "$noun" --format csv labels.csv >objects
      ce-similarity "$noun" --format csv micro.csv >small
      awk -F, 'FILENAME == "of" { of[FNR] = $1; next } FILENAME == "small" { for (j = 1; j <= NF; j++) s[FNR, j] = $j; next }
        { n++; for (j = 1; j <= NF; j++) {
            if (of[FNR] != of[j] && $j != s[of[FNR], of[j]]) { print "entry", FNR, j, $j; exit bad = 1 }
            if (FNR == j && $j != 1) { print "diagonal", j, $j; exit bad = 1 }
            if ($j < 0 || $j > 1 + 1e-12) { print "range", FNR, j, $j; exit bad = 1 }
            if (FNR == 61 && j != 61 && $j != 0) { print "an object without labels has", j, $j; exit bad = 1 } } }
        END { exit bad || n != 62 }' of small objects || fail "$noun, missing $missing"
    done
  done
}

@test "ce-similarity: one base clustering, all of one cluster, one object" {
  table a 1 1 2 >labels.csv
  for noun in pts wct eca; do
    run_split ce-similarity "$noun" --format csv labels.csv
    assert_equal "$output" "1,1,0
1,1,0
0,0,1"
  done
  # with one base clustering each entropy is 0
  run_split ce-similarity lwca --format csv labels.csv
  assert_equal "$output" "1,1,0
1,1,0
0,0,1"
  run_split ce-similarity srs --format csv labels.csv
  assert_equal "$output" "1,0.8,0
0.8,1,0
0,0,1"
  run_split ce-similarity elite labels.csv
  assert_equal "$output" "%%MatrixMarket matrix coordinate real symmetric
2 2 0"
  table a,b 1,x 1,x 1,x >labels.csv
  for noun in pts wct asrs ecmc lwca eca; do
    run_split ce-similarity "$noun" --format csv labels.csv
    assert_equal "$status" 0
    if [ "$noun" = asrs ]; then
      # two clusters without a common neighbour: (1 + 1) / 4
      assert_equal "$output" "1,0.5,0.5
0.5,1,0.5
0.5,0.5,1"
    else
      assert_equal "$(echo "$output" | tr , '\n' | awk '{ printf "%.6f\n", $1 }' | sort -u)" 1.000000
    fi
  done
  table a,b 1,x >labels.csv
  for noun in pts wct srs asrs ecmc lwca pacc eca; do
    run_split ce-similarity "$noun" --format csv labels.csv
    assert_equal "$output" 1
  done
}

@test "ce-similarity --to clusters: a column for each cluster, for ca, pts and lwca" {
  table id,a,b u,x,1 v,x,2 w,y, >labels.csv
  run_split ce-similarity ca --to clusters labels.csv
  assert_equal "$output" "id,a:x,a:y,b:1,b:2
u,1,0,1,0
v,1,0,0,1
w,0,1,0,0"
  run_split ce-similarity ca --to clusters --weights <(table 2 .5) labels.csv
  assert_equal "$(echo "$output" | sed -n 2p)" "u,2,0,0.5,0"
  # exp(-H / (theta m)): a:x is split in halves by b, 1 bit; the mean is over the base clusterings that label its objects
  run_split ce-similarity lwca --to clusters --certainty .5 labels.csv
  assert_equal "$(echo "$output" | tail -n 3 | cut -d, -f2 | awk '{ printf "%.6f ", $1 }')" "0.367879 0.367879 0.000000 "
  eight >labels.csv
  ce-similarity pts --to clusters labels.csv | awk -F, 'NR == 1 { print } NR > 1 { for (j = 1; j <= NF; j++) printf "%.6g%s", $j, (j < NF ? " " : "\n") }' >found
  # means of PTS over the microclusters of a cluster, the object's own among them
  assert_equal "$(cat found)" "a:1,a:2,b:1,b:2,b:3
0.5 0.223607 1 0.223607 0
0.5 0.223607 1 0.223607 0
0.5 0.223607 1 0.223607 0
0.5 0.27735 0 0.5 0.5547
0.223607 0.5 0.447214 0.5 0
0.223607 0.5 0.447214 0.5 0
0.27735 0.5 0 0.27735 1
0.27735 0.5 0 0.27735 1"
}

@test "ce-similarity pts --to clusters: the means of the matrix, isolated microclusters too" {
  { ensemble 50 5 4 6; table 9,9,9,9,9 NA,NA,NA,NA,NA; } | awk '!seen[$0]++' >labels.csv
  ce-similarity pts --format csv labels.csv >pts.csv
  ce-similarity pts --to clusters labels.csv | tail -n +2 | rounded >found
  ce-similarity ca --to clusters labels.csv | tail -n +2 |
    awk -F, 'FILENAME == "pts.csv" { for (j = 1; j <= NF; j++) s[FNR, j] = $j; next }
      { n = FNR; c = NF; for (j = 1; j <= NF; j++) { h[FNR, j] = $j; size[j] += $j } }
      END { for (i = 1; i <= n; i++) { line = ""
        for (j = 1; j <= c; j++) { sum = 0; for (l = 1; l <= n; l++) if (h[l, j]) sum += s[i, l]; line = line (j > 1 ? "," : "") sprintf("%.12g", sum / size[j]) }
        print line } }' pts.csv - >expected
  paste -d, found expected | awk -F, '{ for (j = 1; j <= NF / 2; j++) { d = $j - $(j + NF / 2); if (!(d < 1e-11 && d > -1e-11)) exit bad = 1 } } END { exit bad || NR < 40 }'
}

@test "ce-similarity: -j1 and -j4 give the same bytes on microclusters" {
  ensemble 150 6 5 8 >labels.csv
  for noun in pts "pts --to clusters" elite wct srs asrs ecmc lwca pacc eca; do
    # shellcheck disable=SC2086
    ce-similarity $noun -j1 labels.csv >one
    # shellcheck disable=SC2086
    ce-similarity $noun -j4 labels.csv | cmp - one || fail "$noun"
  done
}

@test "ce-similarity: objects that do not fit are refused before anything is computed, their microclusters fit" {
  { echo a,b; for i in $(seq 2000); do echo "$((i % 4)),$((i % 3))"; done; } >labels.csv
  run_split env CE_MEMORY_LIMIT=1M ce-similarity pts labels.csv
  assert_error 1 "ce-similarity: the matrix of all pairs of objects (2000 x 2000) needs 15.3 MiB of memory, 1.0 MiB are free (CE_MEMORY_LIMIT); use a table of microclusters (ce-microcluster compress), or ce-consensus, instead"
  ce-microcluster compress labels.csv >micro.csv
  for noun in pts wct srs asrs ecmc lwca pacc eca; do
    CE_MEMORY_LIMIT=1M ce-similarity "$noun" --format csv micro.csv >out
    assert_equal "$(wc -l <out)" 12
  done
}

@test "ce-similarity: numbers out of range and options that do not go together are wrong use" {
  four >labels.csv
  while read -r arguments; do
    # shellcheck disable=SC2086
    run_split ce-similarity $arguments labels.csv
    assert_equal "$status" 2
    assert_equal "$output" ""
  done <<<"pts --elite 0
pts --elite -1
pts --elite 2.5
pts --steps 0
pts --steps 1000001
pts --cap 0
elite --elite 0
elite --steps 2
eca --steps 0
eca --elite 3
wct --decay 0
wct --decay 1.1
srs --rounds 0
asrs --rounds 2
ecmc --low -1
ecmc --high 1.1
ecmc --low .5 --high .4
ecmc --growth .9
ecmc --penalty -1
ecmc --iterations 0
lwca --certainty 0
pacc --dimensions .5
wct --weights labels.csv
wct --to clusters
pts --to cluster"
  run_split ce-similarity ca --to clusters --sparse .1 labels.csv
  assert_error 2 "ce-similarity: --sparse goes with --to objects
Try 'ce-similarity --help'."
  run_split ce-similarity pts --to clusters --format csv labels.csv
  assert_error 2 "ce-similarity: --format does not go with --to clusters
Try 'ce-similarity --help'."
  run_split ce-similarity elite --elite 3 --cap 2 labels.csv
  assert_error 2 "ce-similarity: --cap does not go with --elite
Try 'ce-similarity --help'."
  run_split ce-similarity pts --elite 3 --steps 4 --cap 2 labels.csv
  assert_error 2 "ce-similarity: --cap does not go with both --elite and --steps
Try 'ce-similarity --help'."
  run_split ce-similarity eeac --share .2 --at-least .3 labels.csv
  assert_error 2 "ce-similarity: --share does not go with --at-least
Try 'ce-similarity --help'."
  run_split ce-similarity ecmc --low .9 labels.csv
  assert_error 2 "ce-similarity: --low 0.9 is above --high 0.3
Try 'ce-similarity --help'."
  table a,b NA,NA NA,NA >labels.csv
  run_split ce-similarity ca --to clusters labels.csv
  assert_error 1 "ce-similarity: labels.csv: no labels, so no clusters"
}

@test "ce-similarity ecmc: an object left without similarity is told of, be it the first" {
  table a,b,c 1,1,1 2,2,2 2,2,2 2,2,2 3,3,3 3,3,3 >labels.csv
  run_split ce-similarity ecmc --format csv --penalty .1 labels.csv
  assert_equal "$stderr" "ce-similarity: ecmc: objects left without similarity to any other: 1 (see --penalty)"
  assert_equal "$(head -n 1 <<<"$output")" 1,0,0,0,0,0
}

@test "ce-similarity: an object that is called class makes a matrix that --class none reads" {
  table id,a,b,c class,1,2,4 B,4,1,7 C,3,2,9 D,1,1,3 >data.csv
  ce-similarity pearson --format csv data.csv >r.csv
  run_split ce-partition average -k 2 r.csv
  assert_error 1 "ce-partition: r.csv: 4 rows and 3 columns besides 'class', which is read as the classes: --class none if it is an object"
  run_split ce-partition average -k 2 --class none r.csv
  assert_equal "$status" 0
  assert_equal "$(cut -d, -f1 <<<"$output" | paste -sd' ')" "id class B C D"
}
