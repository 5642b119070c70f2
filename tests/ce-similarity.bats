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
    yes 1 | head -n 30 | paste -sd,
    { yes 1 | head -n 9; yes 2 | head -n 21; } | paste -sd,
    { yes 3 | head -n 20; yes 1 | head -n 10; } | paste -sd,; } >labels.csv
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
  assert_equal "$(echo "$output" | head -n 2)" "%%MatrixMarket matrix array real general
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
  assert_error 2 "ce-similarity: --rows and --sparse do not go together
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
  assert_error 1 "ce-similarity: the co-association matrix (500 x 500) needs 976.6 KiB of memory, 100.0 KiB are free; use only its entries above a threshold (ce-similarity --sparse), blocks of its rows (--rows), or ce-consensus, which works on microclusters, instead"
  run_split env CE_MEMORY_LIMIT=100K ce-similarity ca --sparse 0 labels.csv
  assert_equal "$status" 1
  assert_equal "$stderr" "ce-similarity: the co-association matrix has more than 2133 pairs above 0, more than memory holds: use a higher threshold, or ce-consensus, which works on microclusters"
  run_split env CE_MEMORY_LIMIT=100K ce-similarity ca --rows 1-100 labels.csv
  assert_error 1 "ce-similarity: the block of rows (100 x 500) needs 390.6 KiB of memory, 100.0 KiB are free; use fewer rows instead"
  env CE_MEMORY_LIMIT=100K ce-similarity ca --rows 1-10 --format csv labels.csv | cmp - <(ce-similarity ca --format csv labels.csv | head -n 10)
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
  awk 'BEGIN { print "a,b,c"; s = 1; for (i = 0; i < 131; i++) { line = ""; for (q = 0; q < 3; q++) { s = s * 16807 % 2147483647; line = line (q ? "," : "") s / 2147483647 * 100 - 50 } print line } }' >data.csv
  ce-similarity euclidean --format csv data.csv | rounded >found
  awk -F, 'NR > 1 { n++; for (q = 1; q <= 3; q++) x[n, q] = $q }
    END { for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) { t = 0; for (q = 1; q <= 3; q++) t += (x[i, q] - x[j, q]) ^ 2; d[i, j] = sqrt(t); if (d[i, j] > max) max = d[i, j] }
      for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) printf "%.12g%s", 1 - d[i, j] / max, (j < n ? "," : "\n") }' data.csv | cmp - found
  table x,y 1,2 ,3 >data.csv
  run_split ce-similarity euclidean data.csv
  assert_equal "$status" 1
  table x,y 1,2 1e200,3 -1e200,3 >data.csv
  run_split ce-similarity euclidean data.csv
  assert_error 1 "ce-similarity: the distance of two objects is too large for a number: scale the features first"
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
  run_split ce-similarity gaussian data.csv
  assert_error 1 "ce-similarity: the distance of two objects is too large for a number: scale the features first"
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
  assert_error 2 "ce-similarity: --missing all goes with the whole matrix, not with --rows or --sparse
Try 'ce-similarity --help'."
}
