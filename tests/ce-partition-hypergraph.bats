#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# Two clusterings of six objects, in three microclusters of 3, 1 and 2.
labels() { table a,b x,u x,u x,u x,v y,v y,v >labels.csv; }

# Two triangles of edges and one across: the best cut in two is 1, in halves.
triangles() { table '% two triangles' '7 6' '1 2' '2 3' '% inside' '' '3 1' '4 5' '5 6' '6 4' '3 4' >triangles.hgr; }

columns() { paste -sd' ' -; }

@test "ce-partition hypergraph: a file of hMETIS, comments and empty lines in it, gzip or not, on standard input too" {
  triangles
  for file in triangles.hgr triangles.hgr.gz; do
    [ -e $file ] || gzip -k triangles.hgr
    run_split ce-partition hypergraph -k 2 $file
    assert_equal "$status $stderr" "0 "
    assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 1 1 2 2 2"
    run_split ce-partition hypergraph -k 2 - <$file
    assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 1 1 2 2 2"
  done
  # a first line that is longer than what is looked at, and one that only begins like a header
  sed 1d triangles.hgr | sed '1s/ /        /; 1s/$/        /' >wide.hgr
  run_split ce-partition hypergraph -k 2 wide.hgr
  assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 1 1 2 2 2"
  table '1 1 x' '1 1 x' '2 2 y' '2 2 y' >labels
  run_split ce-partition hypergraph -k 2 labels
  assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 1 2 2"
}

@test "ce-partition hypergraph: a column for each k, up to a part for each vertex" {
  triangles
  run_split ce-partition hypergraph -k 1,2,6 triangles.hgr
  assert_equal "$output" "hypergraph.k1,hypergraph.k2,hypergraph.k6
1,1,1
1,1,2
1,1,3
1,2,4
1,2,5
1,2,6"
}

@test "ce-partition hypergraph: weights of edges and of vertices count" {
  # the heavy edge stays whole
  table '3 4 1' '1 1 2' '5.5 2 3' '1 3 4' '' >edges.hgr
  run_split ce-partition hypergraph -v -k 2 edges.hgr
  assert_line --regexp '^1$'
  [[ $stderr == *"edges of weight 2 are cut"* ]]
  assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 2 2 1"
  # the first vertex weighs as many as the others together
  table '1 4 10' '1 2 3 4' 3 1 1 1 >vertices.hgr
  run_split ce-partition hypergraph -k 2 vertices.hgr
  assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 2 2 2"
  table '2 4 11' '0 1 2' '2 3 4' 1 1 2 0 >both.hgr
  run_split ce-partition hypergraph -k 2 --hgr out.hgr both.hgr
  assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 1 2 2"
  cmp both.hgr out.hgr
}

@test "ce-partition hypergraph: a label table: its clusters are the edges, its microclusters the vertices" {
  labels
  run_split ce-partition hypergraph -k 2,3 labels.csv
  assert_equal "$output" "hypergraph.k2,hypergraph.k3
1,1
1,1
1,1
2,2
2,3
2,3"
  run_split ce-partition hypergraph --hgr - labels.csv
  assert_equal "$output" "4 3 10
1 2
3
1
2 3
3
1
2"
  run_split ce-partition hypergraph --vertices objects --edge-weight size --hgr - labels.csv
  assert_equal "$output" "4 6 1
4 1 2 3 4
2 5 6
3 1 2 3
3 4 5 6"
  run_split ce-partition hypergraph -k 4 labels.csv
  assert_error 1 "ce-partition: labels.csv: 4 clusters asked for, but only 3 objects differ (see --vertices)"
  run_split ce-partition hypergraph -k 6 --vertices objects labels.csv
  assert_equal "$(columns <<<"$output")" "hypergraph.k6 1 2 3 4 5 6"
}

@test "ce-partition hypergraph: ids, sizes and missing labels of a label table" {
  table id,a,b o1,x,u o2,x,NA o3,y,v o4,NA,v >ids.csv
  run_split ce-partition hypergraph -k 2 ids.csv
  assert_equal "$output" "id,hypergraph.k2
o1,1
o2,1
o3,2
o4,2"
  labels
  ce-microcluster compress labels.csv >micro.csv
  run_split ce-partition hypergraph --hgr - micro.csv
  assert_equal "$output" "$(ce-partition hypergraph --hgr - labels.csv)"
  run_split ce-partition hypergraph -k 2 micro.csv
  assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 2 2"
  # sizes of another file, for a hypergraph too
  table size,a 1,x 1,y 8,z >sizes.csv
  table '2 3' '1 2' '2 3' >three.hgr
  run_split ce-partition hypergraph -k 2 --sizes sizes.csv three.hgr
  assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 1 2"
}

@test "ce-partition hypergraph: a hypergraph written is the hypergraph read" {
  triangles
  ce-partition hypergraph --hgr once.hgr triangles.hgr
  ce-partition hypergraph --hgr twice.hgr.gz once.hgr
  assert_equal "$(gzip -dc twice.hgr.gz)" "$(cat once.hgr)"
  assert_equal "$(columns <once.hgr)" "7 6 1 2 2 3 1 3 4 5 5 6 4 6 3 4"
  # numbers with spaces between them may also be a label table
  table '1 1' '1 2' '2 2' >spaces
  run_split ce-partition hypergraph --from labels -d ' ' -k 2 spaces
  assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 1 2"
  run_split ce-partition hypergraph -k 1 spaces
  assert_error 1 "ce-partition: spaces:2: vertex '2', a whole number from 1 to 1 expected"
}

@test "ce-partition hypergraph: --imbalance decides how far halves may differ" {
  # a chain whose cheapest link is its second of ten
  awk 'BEGIN { print "9 10 1"; for (i = 1; i < 10; i++) print i == 2 ? 1 : i == 5 ? 3 : 4, i, i + 1 }' >chain.hgr
  run_split ce-partition hypergraph -k 2 chain.hgr
  assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 1 1 1 1 2 2 2 2 2"
  run_split ce-partition hypergraph -k 2 --imbalance 30 chain.hgr
  assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 1 2 2 2 2 2 2 2 2"
}

@test "ce-partition hypergraph: the same seed gives the same bytes, on one thread and on four" {
  awk 'BEGIN { srand(5); print "900 700"; for (e = 0; e < 900; e++) { a = 1 + int(700 * rand()); b = 1 + (a + int(9 * rand())) % 700; c = 1 + (b + int(9 * rand())) % 700
    print a, a == b ? "" : b, c == a || c == b ? "" : c } }' >random.hgr
  one=$(ce-partition hypergraph -k 2,5,9 --seed 7 -j 1 random.hgr)
  assert_equal "$(ce-partition hypergraph -k 2,5,9 --seed 7 -j 4 random.hgr)" "$one"
  [ "$(wc -l <<<"$one")" -eq 701 ]
}

@test "ce-partition hypergraph --program: called as shmetis is, in a folder of its own that is gone afterwards" {
  mkdir tmp
  export TMPDIR=$PWD/tmp
  cat >cutter <<'END'
#!/bin/sh
echo "$# $2 $3"
cp "$1" seen.hgr
printf '%s\n' 1 0 0 0 >"$1.part.$2"
exit 3
END
  chmod +x cutter
  table '2 4 1' '2 1 2' '1.5 3 4' >four.hgr
  run_split ce-partition hypergraph -v -k 2 --imbalance 2.5 --program ./cutter four.hgr
  assert_equal "$status" 0
  assert_equal "$(columns <<<"$output")" "hypergraph.k2 1 2 2 2"
  [[ $stderr == *"edges of weight 2 are cut"* ]]
  cmp seen.hgr four.hgr
  assert_equal "$(ls tmp)" ""
  # a command with an argument; microclusters are expanded
  labels
  run_split ce-partition hypergraph -k 3 --program "sh cutter" labels.csv
  assert_equal "$status $output" "1 "
  [[ $stderr == *"'0' behind the part of the last of 3 vertices" ]]
  table 1,1 1,1 2,1 3,2 3,3 >five.csv
  run_split ce-partition hypergraph -k 3 --program ./cutter five.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-partition: 2 clusters, 3 asked for: ./cutter left the others empty"
  assert_equal "$(columns <<<"$output")" "hypergraph.k3 1 1 2 2 2"
  assert_equal "$(ls tmp)" ""
}

@test "ce-partition hypergraph --program: no parts, wrong parts, a signal, no such program, no folder" {
  mkdir tmp
  export TMPDIR=$PWD/tmp
  triangles
  run_split ce-partition hypergraph -k 2 --program 'echo one; echo cannot; false' triangles.hgr
  assert_error 1 "ce-partition: echo one; echo cannot; false wrote no parts (status 1): cannot"
  # of much that is printed too
  run_split ce-partition hypergraph -k 2 --program 'seq 1000; echo cannot; false' triangles.hgr
  assert_error 1 "ce-partition: seq 1000; echo cannot; false wrote no parts (status 1): cannot"
  run_split ce-partition hypergraph -k 2 --program 'kill -9 $$; :' triangles.hgr
  assert_error 1 'ce-partition: kill -9 $$; : was ended by signal 9'
  run_split ce-partition hypergraph -k 2 --program ./nowhere triangles.hgr
  assert_equal "$status" 1
  [[ $stderr == "ce-partition: ./nowhere wrote no parts (status 127): "*"not found" ]]
  cat >cutter <<'END'
eval "printf '%b' \"$WRITE\"" >"$1.part.$2"
END
  while IFS='|' read -r write message; do
    WRITE=$write run_split ce-partition hypergraph -k 2 --program 'sh cutter' triangles.hgr
    assert_equal "$status" 1
    [[ $stderr == "ce-partition: sh cutter: "*"graph.hgr.part.2:$message" ]] || { echo "$stderr"; false; }
  done <<'END'
0\n1\n0\n1\n0\n|6: the file ends, the part of vertex 6 of 6 expected
0\n1\n2\n|3: part '2', a whole number from 0 to 1 expected
0\n1 1\n|2: '1' behind the part of vertex 2
0\n1\n0\n1\n0\n1\n0\n|7: '0' behind the part of the last of 6 vertices
END
  assert_equal "$(ls tmp)" ""
  TMPDIR=$PWD/none run_split ce-partition hypergraph -k 2 --program true triangles.hgr
  assert_error 1 "ce-partition: $PWD/none: a folder for the partitioner: No such file or directory"
}

@test "ce-partition hypergraph: broken files are refused with the place" {
  while IFS='|' read -r content message; do
    printf '%b' "$content" >bad.hgr
    run_split ce-partition hypergraph --from hgr -k 1 bad.hgr
    assert_error 1 "ce-partition: bad.hgr:$message"
  done <<'END'
|1: the file ends, a line 'edges vertices' expected
% only\n|2: the file ends, a line 'edges vertices' expected
3\n1 2\n|1: one number, 'edges vertices' expected
x 3\n|1: edges 'x', a whole number from 0 to 2147483647 expected
1 0\n|1: vertices '0', a whole number from 1 to 2147483647 expected
1 3 2\n1 2\n|1: format 2, one of 0, 1, 10 and 11 expected
1 3 100\n1 2\n|1: format '100', a whole number from 0 to 11 expected
1 3 1 7\n1 1 2\n|1: '7' behind 'edges vertices format'
2 3\n1 2\n|3: the file ends, edge 2 of 2 expected
1 3\n1 4\n|2: vertex '4', a whole number from 1 to 3 expected
1 3\n1 0\n|2: vertex '0', a whole number from 1 to 3 expected
1 3\n1 1.5\n|2: vertex '1.5', a whole number from 1 to 3 expected
1 3\n% two\n3 2 3\n|3: vertex 3 twice in an edge
1 3\n2 3 2\n|2: vertex 2 twice in an edge
1 3 1\n-1 2 3\n|2: weight -1, 0 or more expected
1 3 1\nnan 2 3\n|2: 'nan', a finite number expected
1 3 1\n7\n|2: an edge without a vertex
1 3\n1 2\n3 2\n|3: '3' behind the last of 1 edges
1 2 10\n1 2\n1\n|4: the file ends, the weight of vertex 2 of 2 expected
1 2 10\n1 2\n1 1\n|3: two vertex weights in one line
1 2 10\n1 2\n1\n1\n1\n|5: '1' behind the last of 1 edges and the vertex weights
END
  table '0 3' >none.hgr
  run_split ce-partition hypergraph -k 3 none.hgr
  assert_equal "$(columns <<<"$output")" "hypergraph.k3 1 2 3"
  table '1 2000000000' '1 2' >large.hgr
  CE_MEMORY_LIMIT=64M run_split ce-partition hypergraph -k 2 large.hgr
  assert_error 1 "ce-partition: a hypergraph of so many vertices (2000000000 entries) needs 119.2 GiB of memory, 64.0 MiB are free (CE_MEMORY_LIMIT); use fewer vertices, such as microclusters, instead"
}

@test "ce-partition hypergraph: wrong use" {
  triangles
  labels
  while IFS='|' read -r arguments expected message; do
    # words to be split
    # shellcheck disable=SC2086
    run_split ce-partition $arguments
    assert_equal "$status" "$expected"
    assert_equal "$(head -n 1 <<<"$stderr")" "ce-partition: $message"
    assert_equal "$output" ""
  done <<'END'
hypergraph triangles.hgr|2|how many clusters? -k is needed
hypergraph -k 7 triangles.hgr|1|triangles.hgr: 6 objects, 7 clusters asked for
hypergraph -k 2 --vertices objects triangles.hgr|2|--vertices and --edge-weight go with a label table, and triangles.hgr is a hypergraph
hypergraph -k 2 --edge-weight size triangles.hgr|2|--vertices and --edge-weight go with a label table, and triangles.hgr is a hypergraph
hypergraph -k 2 --hgr - triangles.hgr|2|--hgr and the result are both standard output
hypergraph -k 2 --runs 2 --program true triangles.hgr|2|--runs does not go with --program
hypergraph -k 2 --from hgr --vertices objects triangles.hgr|2|--vertices goes with --from auto|labels
hypergraph -k 2 --from hgr --edge-weight size triangles.hgr|2|--edge-weight goes with --from auto|labels
hypergraph --hgr x.hgr --imbalance 4 triangles.hgr|2|--imbalance goes with -k
hypergraph --hgr x.hgr --runs 4 triangles.hgr|2|--runs goes with -k
hypergraph --hgr x.hgr --program true triangles.hgr|2|--program goes with -k
hypergraph --hgr x.hgr -o y triangles.hgr|2|--output is for labels, and without -k there are none
hypergraph -k 2 --tree x triangles.hgr|2|--tree does not go with hypergraph, only with: single complete average ward hne
metis -k 2 --imbalance 4 triangles.hgr|2|--imbalance does not go with metis, only with: hypergraph
hypergraph -k 2 --imbalance 50 triangles.hgr|2|--imbalance '50', a number from 0.001 to 49.999 expected
hypergraph -k 2 nowhere.hgr|1|nowhere.hgr: No such file or directory
END
}

@test "ce-partition hypergraph: no unit of the weights changes a label (their sum overflowed, or what divided by it did)" {
  in_turn 4 sanitized
  # forty vertices in three groups, and edges of four, most of one group
  weighted() {
    awk -v factor="$1" 'BEGIN {
      srand(5)
      print 90, 40, 11
      for (e = 1; e <= 90; e++) {
        group = int(rand() * 3); across = rand() < .25; line = sprintf("%.15f%s", rand() + .1, factor)
        split("", seen)
        for (p = 1; p <= 4;) {
          v = 1 + int(rand() * 40)
          if (!(v in seen) && (across || v % 3 == group)) { seen[v]; line = line " " v; p++ }
        }
        print line
      }
      for (v = 1; v <= 40; v++) printf "%.15f%s\n", .5 + rand(), factor
    }'
  }
  weighted e0 | ce-partition hypergraph --from hgr -k 3,4 >expected
  for factor in e-310 e-305 e-160 e-3 e3 e160 e300 e307; do
    weighted $factor >graph.hgr
    run_split ce-partition hypergraph -k 3,4 graph.hgr
    assert_equal "$factor $status $stderr" "$factor 0 "
    assert_equal "$output" "$(cat expected)"
  done
}
