#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() {
  load common
  load neighbours
}

# Two rows of five objects; the rows lie far apart.
rows_apart() { table x,y 0,0 1,0 2,0 3,0 4,0 0,90 1,90 2,90 3,90 4,90; }

# scaled NAME: the data set as the fixtures have it
scaled() {
  if [ "$1" = wine ]; then ce-prepare zscore "$CE_SOURCE/data/wine.csv"; else cat "$CE_SOURCE/data/$1.csv"; fi
}

# agree FIXTURE-COLUMNS LEAST OPTION...: the least adjusted Rand index with those columns for k = 2, 3, 4 on iris and wine
agree() {
  local columns=$1 least=$2 name k
  shift 2
  for name in iris wine; do
    scaled "$name" | ce-generate spectral -q --restarts 100 -k 2..4 "$@" >ours
    for k in 2 3 4; do
      ce-select names --names "spectral.k$k" ours >one
      ce-select names --names "$columns.k$k" "$FIXTURES/spectral/$name.csv" | ce-score -q -t one -s ari |
        awk -F, -v least="$least" -v name="$name" 'NR == 2 && $3 < least { print name, $0 }'
    done
  done
}

@test "ce-generate spectral: the partitions of spectral clustering written down plainly, on iris and wine" {
  in_turn 4 sanitized
  run agree sparse 1
  assert_output ""
  run agree dense 1 --dense
  assert_output ""
  run agree fixed 1 --sigma 1
  assert_output ""
  run agree plain 1 --rows plain
  assert_output ""
}

@test "ce-generate spectral: the printed kernel, Laplacian and scaling of rows written down plainly, on iris and wine" {
  run agree kernel 1 --kernel printed --sigma 2
  assert_output ""
  run agree laplacian 1 --dense --laplacian printed
  assert_output ""
  run agree rows 1 --dense --rows printed
  assert_output ""
}

@test "ce-generate spectral: scikit-learn's spectral clustering of the same affinity is near" {
  # its rows are those of D^-1/2 V and not of length 1: not the same k-means
  run agree sklearn .85
  assert_output ""
}

@test "ce-generate spectral: as ce-similarity gaussian and ce-partition spectral" {
  for name in iris wine; do
    scaled "$name" >data.csv
    for options in "--sigma .8 --neighbours 10" "--sigma 2 --neighbours 7" "--sigma .8"; do
      ours=$options
      case $options in *neighbours*) ;; *) ours="$options --dense" ;; esac
      # shellcheck disable=SC2086
      ce-generate spectral -q $ours --restarts 60 -k 2..4 data.csv | tail -n +2 >ours
      # shellcheck disable=SC2086
      ce-similarity gaussian $options data.csv | ce-partition spectral -q --restarts 60 -k 2..4 | tail -n +2 | cmp - ours
    done
  done
}

@test "ce-generate tksc: the labels of spectral, and what ce-weigh nm says of the data and of the graph" {
  scaled wine >data.csv
  ce-generate tksc -k 2..5 --weights weights.csv --graph graph.mtx -o labels.csv data.csv
  assert_equal "$(head -n 1 labels.csv)" tksc.k2,tksc.k3,tksc.k4,tksc.k5
  ce-generate spectral -k 2..5 data.csv | tail -n +2 | cmp - <(tail -n +2 labels.csv)
  ce-weigh nm --data data.csv labels.csv | cmp - weights.csv
  ce-weigh nm --graph graph.mtx labels.csv | cmp - weights.csv
  ce-similarity ca --weights weights.csv labels.csv >/dev/null
  for form in weighted printed; do
    ce-generate tksc -k 2..5 --weights weights.csv --modularity "$form" data.csv | cmp - labels.csv
    ce-weigh nm --modularity "$form" --graph graph.mtx labels.csv | cmp - weights.csv
  done
}

@test "ce-generate spectral: a column does not depend on what other k there are; repeats differ, the first is that without -m" {
  ce-synth blobs -k 12 --dimensions 3 --spread 4 -n 300 -o data.csv
  ce-generate spectral -k 2..7 -o all.csv data.csv
  for k in 2 4 7; do ce-generate spectral -k "$k" data.csv | cmp - <(ce-select names --names "spectral.k$k" all.csv); done
  run_split ce-generate spectral -k 9,7 -m 4 -o many.csv data.csv
  assert_equal "$status" 0
  assert_equal "$(head -n 1 many.csv)" spectral.k9.r1,spectral.k7.r1,spectral.k9.r2,spectral.k7.r2,spectral.k9.r3,spectral.k7.r3,spectral.k9.r4,spectral.k7.r4
  cut -d, -f2 many.csv | tail -n +2 | cmp - <(cut -d, -f6 all.csv | tail -n +2)
  [ "$(for c in 1 3 5 7; do tail -n +2 many.csv | cut -d, -f$c | cksum; done | sort -u | wc -l)" -gt 1 ]
  # so do those of another seed
  run cmp -s many.csv <(ce-generate spectral -k 9,7 -m 4 --seed 2 data.csv)
  assert_equal "$status" 1
}

@test "ce-generate spectral: the same bytes with 1 and 3 threads, by LAPACK and by ARPACK" {
  for n in 300 900; do
    ce-synth blobs -k 5 --dimensions 7 --spread 2 -n "$n" -o data.csv
    ce-generate tksc -j 1 -k 2..6 -m 2 --weights one.csv --graph one.mtx data.csv >one
    ce-generate tksc -j 3 -k 2..6 -m 2 --weights three.csv --graph three.mtx data.csv | cmp - one
    cmp one.csv three.csv
    cmp one.mtx three.mtx
  done
}

@test "ce-generate spectral: the graph, by hand: affinities, distances, fixed width, all pairs" {
  table x 0 1 3 7 >data.csv
  # edges 1-2, 2-3, 3-4 at 1, 2, 4: the means of the rows are 1, 1.5, 3, 4
  ce-generate spectral -k 2 --neighbours 1 --graph a.mtx data.csv >/dev/null
  awk '!/^%/ && ++line > 1 { printf "%d-%d %.6f ", $2, $1, log($3) }' a.mtx >said
  assert_equal "$(cat said)" "1-2 -0.333333 2-3 -0.444444 3-4 -0.666667 "
  ce-generate spectral -k 2 --neighbours 1 --graph d.mtx --graph-of distances data.csv >/dev/null
  awk '!/^%/ && ++line > 1 { printf "%d-%d %g ", $2, $1, $3 }' d.mtx >said
  assert_equal "$(cat said)" "1-2 1 2-3 2 3-4 4 "
  ce-generate spectral -k 2 --neighbours 1 --sigma 2 --graph a.mtx data.csv >/dev/null
  awk '!/^%/ && ++line > 1 { printf "%.6f ", log($3) }' a.mtx >said
  assert_equal "$(cat said)" "-0.125000 -0.500000 -2.000000 "
  ce-generate spectral -k 2 --neighbours 1 --sigma 2 --kernel printed --graph a.mtx data.csv >/dev/null
  awk '!/^%/ && ++line > 1 { printf "%.6f ", log($3) }' a.mtx >said
  assert_equal "$(cat said)" "-0.250000 -0.500000 -1.000000 "
  ce-generate spectral -k 2 --dense --graph d.mtx --graph-of distances data.csv >/dev/null
  assert_equal "$(ce-partition single -k 2 --input distance d.mtx | tail -n +2 | paste -s -d ' ' -)" "1 1 1 2"
  # (n, by the row) mean distances of all others: 11/3, 3, 3, 17/3
  ce-generate spectral -k 2 --dense --graph a.mtx data.csv >/dev/null
  awk '!/^%/ && ++line == 3 { printf "%.6f", log($1) }' a.mtx >said
  assert_equal "$(cat said)" "-0.045455"
}

@test "ce-generate spectral: a graph of more components than k, and as many" {
  rows_apart >data.csv
  table 40,40 41,40 42,40 >>data.csv
  ce-generate spectral -k 3 --neighbours 2 data.csv | paste -s -d ' ' - >said
  assert_equal "$(cat said)" "spectral.k3 1 1 1 1 1 2 2 2 2 2 3 3 3"
  run_split ce-generate spectral -k 1,2 --neighbours 2 data.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-generate: data.csv: the graph has 3 components, more than the clusters of 1 of 2 members: the largest are their clusters, the others the last"
  assert_equal "$(cut -d, -f1 <<<"$output" | paste -s -d ' ' -)" "spectral.k1 1 1 1 1 1 1 1 1 1 1 1 1 1"
  assert_equal "$(cut -d, -f2 <<<"$output" | paste -s -d ' ' -)" "spectral.k2 1 1 1 1 1 2 2 2 2 2 2 2 2"
  run_split ce-generate spectral -q -v -k 2 --neighbours 2 data.csv
  assert_regex "$stderr" "3 components, 0 objects without an edge"
}

@test "ce-generate spectral: equal objects, constant data, one object, k = n" {
  table x,y 1,1 1,1 1,1 1,1 5,5 5,5 5,5 5,5 >data.csv
  assert_equal "$(ce-generate spectral -k 2 --neighbours 3 data.csv | paste -s -d ' ' -)" "spectral.k2 1 1 1 1 2 2 2 2"
  assert_equal "$(ce-generate spectral -k 2 --dense data.csv | paste -s -d ' ' -)" "spectral.k2 1 1 1 1 2 2 2 2"
  ce-generate tksc -q -k 2 --neighbours 3 --weights weights.csv data.csv >labels.csv
  # two groups of six edges
  assert_equal "$(tail -n 1 weights.csv)" tksc.k2,0.75
  table x,y 3,3 3,3 3,3 3,3 3,3 >data.csv
  run_split ce-generate spectral -q -k 1..3 --neighbours 2 data.csv
  assert_equal "$status" 0
  assert_equal "${#lines[@]}" 6
  for noun in spectral tksc; do
    run_split ce-generate $noun -k 2 --neighbours 2 data.csv
    assert_equal "$status" 0
    assert_equal "$stderr" "ce-generate: data.csv: all objects are equal: nothing tells the clusters apart"
  done
  run_split ce-generate spectral -k 1 <(table x 4)
  assert_equal "$status" 0
  assert_output "$(table spectral.k1 1)"
  table x 0 1 3 7 >data.csv
  assert_equal "$(ce-generate spectral -k 4 data.csv | tail -n +2 | sort -u | wc -l)" 4
}

@test "ce-generate spectral: missing cells: distances over the features that both have; who shares none with any other is left over" {
  # without the missing cell objects 1 to 4 and 5 to 8 are the groups
  table x,y 0,0 0,1 1,0 ,1 9,9 9,8 8,9 9,NA >data.csv
  assert_equal "$(ce-generate spectral -k 2 --neighbours 3 data.csv | paste -s -d ' ' -)" "spectral.k2 1 1 1 1 2 2 2 2"
  # distance of 1 and 4: over y alone, twice its square
  ce-generate spectral -k 2 --neighbours 3 --graph d.mtx --graph-of distances data.csv >/dev/null
  awk '$1 == 4 && $2 == 1 { print int($3 ^ 2 + .5) }' d.mtx >said
  assert_equal "$(cat said)" 2
  table x,y 0,0 0,1 1,0 9,9 9,8 8,9 , >data.csv
  run_split ce-generate spectral -v -k 2 --neighbours 2 data.csv
  assert_equal "$status" 0
  assert_regex "$stderr" "2 components, 1 objects without an edge"
  assert_equal "$(head -n 7 <<<"$output" | paste -s -d ' ' -)" "spectral.k2 1 1 1 2 2 2"
  run_split ce-generate spectral -k 2 --dense data.csv
  assert_error 1 "ce-generate: objects 1 and 7 have no feature that is known of both, so no distance"
  run_split ce-generate spectral -k 2 <(table x,y 1, ,1)
  assert_error 1 "ce-generate: no two of 2 objects have an affinity above 0: there is nothing to cluster by"
}

@test "ce-generate spectral: a note where rows of the eigenvectors are too few" {
  # two components: the first two eigenvectors have no object in common, so their products are 0
  rows_apart >data.csv
  run_split ce-generate spectral -k 3 --neighbours 2 --rows printed data.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-generate: data.csv: fewer clusters than asked for in 1 of 1 members: not as many rows of the eigenvectors differ"
  assert_equal "$(tail -n +2 <<<"$output" | sort -u)" 1
}

@test "ce-generate spectral: refused" {
  table x 0 1 3 7 >data.csv
  run_split ce-generate spectral -k 2..5 data.csv
  assert_error 1 "ce-generate: data.csv: 4 objects, k = 5"
  run_split ce-generate tksc -k 2 <(table x,y 1,a 2,b 3,a)
  assert_equal "$status" 1
  assert_regex "$stderr" "column y is categorical"
  table x 0 1e308 -1e308 >far.csv
  run_split ce-generate spectral -k 2 far.csv
  assert_error 1 "ce-generate: far.csv: object 2 has 1e+308 in column x, at most 1e+150 expected: ce-prepare zscore or minmax"
  # far apart for a narrow kernel: no affinity is left
  run_split ce-generate spectral -k 2 --sigma 1e-3 data.csv
  assert_error 1 "ce-generate: no two of 4 objects have an affinity above 0: there is nothing to cluster by"
  CE_MEMORY_LIMIT=50 run_split ce-generate spectral -k 2 --dense data.csv
  assert_equal "$status" 1
  assert_regex "$stderr" "needs .* of memory"
  run_split ce-generate tksc -k 2 --weights missing/w.csv data.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
}

@test "ce-generate spectral: wrong use" {
  table x 0 1 3 7 >data.csv
  wrong() {
    run_split ce-generate "$@" data.csv
    assert_equal "$status" 2
    assert_equal "$output" ""
    assert_regex "$stderr" "^ce-generate: "
  }
  for options in "--dense --neighbours 3" "--kernel printed" "--kernel printed --sigma 0" "--sigma -1" "--sigma nan" "--neighbours 0" "--graph-of distances" \
    "--graph -" "--laplacian other" "--rows other" "--weights w.csv" "--modularity edges" "--init random" "--membership"; do
    # shellcheck disable=SC2086
    wrong spectral -k 2 $options
  done
  wrong spectral
  wrong spectral -k 2,3,2
  wrong tksc -k 2 --modularity weighted
  wrong tksc -k 2 --weights -
  wrong kmeans -k 2 --sigma 1
}

@test "ce-generate spectral: eigenvalues that lie close together are found by a sparse factor, and the labels are LAPACK's" {
  ce-synth two-spirals -n 2200 --jitter 0.1 -o spirals.csv
  ce-generate spectral -v -k 4 --restarts 10 --graph graph.mtx spirals.csv 2>told >factor
  assert_regex "$(cat told)" "eigenvectors by shift and invert: a sparse Cholesky factor of [0-9]+ entries"
  ce-partition spectral --solver dense -k 4 graph.mtx >dense
  ce-partition spectral -v -k 4 graph.mtx 2>told >again
  assert_regex "$(cat told)" "eigenvectors by shift and invert: a sparse Cholesky factor of [0-9]+ entries"
  paste -d, factor dense | ce-score -q --pairwise -s ari >ari
  assert_equal "$(sed -n 2p ari | cut -d, -f2,3)" 1,1
  # two rings: products alone get there
  ce-synth rings -n 2200 -o rings.csv
  ce-generate spectral -v -k 2 --graph graph.mtx rings.csv 2>told >labels
  ce-partition spectral -v -k 2 graph.mtx 2>>told >again
  run grep "shift and invert" told
  assert_failure
}

# grid N D: N rows of small whole numbers in two columns, many of them equal, and D - 2 columns of 0
grid() {
  awk -v n="$1" -v d="$2" 'BEGIN { srand(8); for (s = 1; s <= d; s++) printf "f%d%s", s, s < d ? "," : "\n"
    for (i = 1; i <= n; i++) { printf "%d,%d", 40 * rand() ^ 2, 25 * rand()
      for (s = 3; s <= d; s++) printf ",0"; print "" } }'
}

@test "ce-generate spectral: the graph of few features, by a tree, is that of many, and of all pairs" {
  grid 1500 2 >two.csv
  grid 1500 13 >many.csv
  for t in 1 10 120; do
    ce-generate spectral -q -k 2 --neighbours $t --graph two.mtx --graph-of distances two.csv >/dev/null
    ce-generate spectral -q -k 2 --neighbours $t --graph many.mtx --graph-of distances many.csv >/dev/null
    assert cmp two.mtx many.mtx
  done
  # by the formula: an edge where one is among the 10 nearest of the other, ties by number
  ce-generate spectral -q -k 2 -j 3 --graph graph.mtx --graph-of distances two.csv >/dev/null
  awk '!/^%/' graph.mtx | tail -n +2 | awk '{ print $1, $2, $3 }' | sort >got
  ten_nearest two.csv | awk '{ print ($1 > $3 ? $1 " " $3 : $3 " " $1), $4 }' | sort -u >squares
  assert_equal "$(cut -d' ' -f 1,2 got | md5sum)" "$(cut -d' ' -f 1,2 squares | md5sum)"
  run awk 'NR == FNR { want[$1, $2] = $3; next } ($3 ^ 2 - want[$1, $2]) ^ 2 > 1e-18 { print; exit }' squares got
  assert_output ""
}
