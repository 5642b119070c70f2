#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# Files that are refused in places that no other test comes to: the line, what was found and what was expected.

setup() {
  load common
  table x,y 1,2 3,4 5,6 9,9 8,8 7,8 >data.csv
}

# refused MESSAGE COMMAND...: status 1, this message, and nothing on standard output
refused() {
  run_split "${@:2}"
  assert_error 1 "$1"
}

@test "refusals: quotes, and delimiters that cut the lines alike" {
  table a,b 1,2 '3"x,4' 5,6 >file
  refused "ce-prepare: file:3: a quote inside a cell that does not begin with one" ce-prepare center file
  table 'a,b"c",d' 1,2,3 >file
  refused "ce-prepare: file:1: a quote inside a cell that does not begin with one" ce-prepare center file
  printf 'a\t1;2\nb\t3;4\nc\t5;6\n' >file
  refused "ce-relabel: file:1: tabs and semicolons both cut the lines alike: say which are the delimiter (--delimiter)" \
    ce-relabel file
  ce-relabel -d ';' file >out
  assert_equal "$(wc -l <out)" 4
}

@test "refusals: tables of ids and sizes only, and of a header only" {
  table id,class 1,2 3,4 >file
  refused "ce-prepare: file:1: no feature: only id or class columns" ce-prepare center file
  refused "ce-prepare: file:1: no feature: only id or class columns" ce-prepare center --part 1/1 file
  table clustering,cluster,size,kind,x p,1,2,centroid,0 >model
  refused "ce-assign: file:1: no feature: only id or class columns" ce-assign --model model file
  table id,size 1,2 3,4 >file
  refused "ce-relabel: file:1: no clustering: only id, size or class columns" ce-relabel file
  table id,Class 1,2 3,4 >classes
  refused "ce-relabel: classes:1: no clustering: only id, size or class columns (--class none: Class is one)" ce-relabel classes
  refused "ce-microcluster: classes:1: no clustering: only id, size or class columns (--class none: Class is one)" \
    ce-microcluster compress classes
  table a 1 2 >old
  refused "ce-assign: file:1: no clustering: only id, size or class columns" ce-assign -t old -r old file
  table size,a >file
  refused "ce-consensus: file: a header line and no objects, a table with at least one object expected" \
    ce-consensus voting -k 2 file
  table i,j,link 1,,must >pairs.csv
  table a 1 2 3 >labels.csv
  refused "ce-score: pairs.csv:2: column j: a missing cell, an object expected" ce-score --constraints pairs.csv labels.csv
  table i,j,link 1,2, >pairs.csv
  refused "ce-score: pairs.csv:2: column link: a missing cell, must or cannot expected" \
    ce-score --constraints pairs.csv labels.csv
}

@test "refusals: matrices of a header only, of nothing, of words and of what is not finite" {
  table a,b >file
  refused "ce-partition: file: a header line and no rows, a square matrix expected" ce-partition average -k 2 file
  : >file
  refused "ce-partition: file: empty, a square matrix expected" ce-partition average -k 2 file
  table 1,inf inf,1 >file
  refused "ce-partition: file:1: entry 2 is 'inf', a finite number expected" ce-partition average -k 2 file
  table 1,.5 x,1 >file
  refused "ce-partition: file:2: entry 1 is 'x', a number expected" ce-partition average -k 2 file
}

@test "refusals: models: their header, their kinds, rows that come twice" {
  ce-generate kmeans -k 2 -m 1 --model model data.csv >labels.csv
  told() { refused "ce-assign: bad:$1" ce-assign --model bad data.csv; }
  sed '1s/kind/sort/' model >bad
  told "1: column 4 is 'sort', the header of a model expected: clustering,cluster,size,kind,FEATURE..."
  cut -d, -f1-3 model >bad
  told "1: column 4 is not there, the header of a model expected: clustering,cluster,size,kind,FEATURE..."
  sed '2s/centroid/sum/' model >bad
  told "2: kind 'sum', centroid, weight, mode or unit expected"
  sed '2s/centroid/weight/' model >bad
  told " clustering kmeans.k2.r1: no centroid of cluster 1"
  { cat model; sed -n 3p model; } >bad
  told "4: a second row of this kind for the cluster"
}

@test "refusals: models with weights: each cluster has a centroid and weights of the same features and size, once" {
  ce-generate lac -k 2 -m 1 --inv-h 3 --model model data.csv >labels.csv
  assert_equal "$(cut -d, -f2,4 model | tr '\n' ' ')" "cluster,kind 1,centroid 1,weight 2,centroid 2,weight "
  told() { refused "ce-plot: bad:$1" ce-plot weights --format csv bad; }
  ce-plot weights --format csv model >out
  { cat model; sed -n 3p model; } >bad
  told "6: a second row of weights of cluster 1 of lac.k2.i3.r1: the first is in line 3"
  { cat model; sed -n 2p model; } >bad
  told "6: a second centroid of cluster 1 of lac.k2.i3.r1: the first is in line 2"
  awk -F, -v OFS=, 'NR == 3 { $3++ } 1' model >bad
  told "3: size 3, 2 expected as in line 2"
  sed 3d model >bad
  told "2: a centroid without weights, which other clusters have"
  sed 2d model >bad
  told "2: weights of a cluster without a centroid"
  sed 2,3d model >bad
  told " clustering lac.k2.i3.r1: no cluster 1, but one of a higher number"
  awk -F, -v OFS=, 'NR == 3 { $6 = "" } 1' model >bad
  told "3: column y: the cluster has a centroid here and no weight"
  awk -F, -v OFS=, 'NR == 2 { $6 = "" } 1' model >bad
  told "3: column y: the cluster has a weight here and no centroid"
}

@test "refusals: labels of -1 in an npy file, where they would be missing" {
  table x,y -1,1 2,1 3,2 >labels.csv
  run_split ce-assign -q --table labels.csv --result labels.csv --format npy -o out.npy labels.csv
  assert_error 1 "ce-assign: column x has the label -1, and in an npy file missing ones are -1 (--format csv)"
  assert [ ! -e out.npy ]
}

@test "refusals: tables of other objects are not cut alike" {
  table a,b 1,1 2,2 3,3 >three.csv
  table a,b 1,1 2,2 3,3 4,4 >four.csv
  refused "ce-score: three.csv: 3 rows, and four.csv has 4: tables of the same objects expected, which --cut cuts alike" \
    ce-score --cut 1/2 -t three.csv four.csv
}

@test "refusals: parts of data, and data, that have numbers where others have text" {
  # sums FIRST SECOND: of two parts with these cells in column x
  sums() {
    local i=0 cell
    for cell; do
      i=$((i + 1))
      table x,y "$cell,1" "$cell,$((i + 1))" >part.csv
      ce-prepare zscore --part $i/2 -o $i.sums part.csv
    done
    ce-merge -o all.sums 1.sums 2.sums
  }
  table x,y 1,2 2,3 >numbers.csv
  table x,y a,2 b,3 >text.csv
  sums 1 a
  refused "ce-prepare: all.sums: column x holds numbers in some parts and text in others: name it with --categorical" \
    ce-prepare zscore --state all.sums numbers.csv
  sums 1 2
  refused "ce-prepare: text.csv: column x holds text, numbers in all.sums" ce-prepare zscore --state all.sums text.csv
  sums a b
  refused "ce-prepare: numbers.csv: column x holds numbers, text in all.sums" ce-prepare zscore --state all.sums numbers.csv
}

@test "refusals: noise that leads out of the numbers, documents without words" {
  table x 1.5e308 -0.1e308 0 5 >big.csv
  refused "ce-prepare: big.csv: column x: too large with the noise added" ce-prepare noise --seed 1 --sd 9 big.csv
  table the of >docs
  refused "ce-prepare: docs: 2 documents without a word that counts" ce-prepare terms --lines docs
  table the >docs
  refused "ce-prepare: docs: 1 document without a word that counts" ce-prepare terms --lines docs
}

@test "refusals: memory of silhouettes, sampled pairs, labels by cluster and pairs of clusterings is asked for first" {
  awk 'BEGIN { for (q = 1; q <= 30; q++) printf "c%d%s", q, q < 30 ? "," : "\n"
    for (i = 0; i < 2000; i++)
      for (q = 1; q <= 30; q++) printf "%d%s", (i * q * 7 + int(i / q)) % (q + 3), q < 30 ? "," : "\n" }' >labels.csv
  awk 'BEGIN { print "x,y"; for (i = 0; i < 2000; i++) print i % 37 "," i % 91 }' >data.csv
  # needs LIMIT "WHAT (ROWS x COLUMNS)" INSTEAD COMMAND...: the command is refused with the limit
  needs() {
    CE_MEMORY_LIMIT=$1 run_split "${@:4}"
    assert_equal "$status" 1
    assert_equal "${stderr%% of memory, *}; ${stderr##*; }" "$4: $2; use $3 instead"
    assert_equal "$output" ""
  }
  needs 1200K "the silhouettes of all objects (30 x 2000) needs 1.6 MiB" "fewer clusterings, or a sample" \
    ce-score --data data.csv -s dunn --objects objects labels.csv
  assert [ ! -e objects ]
  needs 60K "sampling pairs of objects (2000 x 64) needs 125.0 KiB" "fewer base clusterings" \
    ce-stability pac --group none --sample-pairs 1000 labels.csv
  needs 20K "the labels of the objects of each cluster (543 x 5) needs 21.2 KiB" "fewer base clusterings" \
    ce-stability object -c labels.csv labels.csv
  needs 3K "the pairwise table (30 x 30) needs 7.0 KiB" "fewer clusterings" ce-score --pairwise -s ari labels.csv
}
