#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The weighted functions: wspa, wbpa, wsbpa, cat-cspa, cat-cbpa, lac-coas, lac-wcoas, kmeans-coas; and membership tables.

# The program runs once; the tests that read it begin with "weighted".
setup_file() { "$CE_BUILD/obj/tests/weighted" >"$BATS_FILE_TMPDIR/said" 2>&1; }

setup() { load common; load ensembles; }

said() { run cat "$BATS_FILE_TMPDIR/said"; }

# hard LABELS: the 0/1 membership table of a label table, clusters in descending order of their names.
hard() {
  awk -F, '
    NR == FNR { if (FNR == 1) m = split($0, name, ","); else for (q = 1; q <= m; q++) if ($q != "") { seen[q, $q] = 1; if ($q > most[q]) most[q] = $q }; next }
    {
      row = ""
      for (q = 1; q <= m; q++) for (l = most[q]; l >= 0; l--) if ((q, l) in seen)
        row = row "," (FNR == 1 ? name[q] ":" l : $q == "" ? "NA" : $q == l)
      print substr(row, 2)
    }' "$1" "$1"
}

# body: a table without its header.
body() { tail -n +2; }

# subspace_case: soft.csv, and data and a model that go with it in form, not in numbers.
subspace_case() {
  soft 60 3 4 60 >soft.csv
  awk 'function draw(limit) { state = (state * 16807) % 2147483647; return state % limit }
    BEGIN {
      state = 99
      print "x,y" >"data.csv"
      for (i = 0; i < 60; i++) print i % 3 * 2 + draw(100) / 20 "," (i % 3 == 1 ? 3 : 0) + draw(100) / 30 >"data.csv"
      print "clustering,cluster,size,kind,x,y" >"model.csv"
      for (q = 4; q >= 1; q--) for (l = 1; l <= 3; l++) {
        w = (1 + draw(98)) / 100
        print "q" q "," l ",20,weight," w "," 1 - w >"model.csv"
        print "q" q "," l ",20,centroid," draw(7) "," draw(7) >"model.csv"
      }
    }'
}

@test "weighted: 0/1 memberships are the rows and clusters of the labels, to the bit" {
  said
  assert_success
  assert_line "hard: 440 rows of 900 objects, 27 clusters, ok"
}

@test "weighted: sums of products row by row and by blocks are those of the plain loops, on any number of threads" {
  said
  assert_line "gram sparse: few of the entries above 0, sums ok, threads ok"
  assert_line "gram dense: most of the entries above 0, sums ok, threads ok"
}

@test "weighted: distances of many rows on several threads are those of the plain sum" {
  said
  assert_line "distances: 0 of 180003 wrong"
}

@test "weighted: bipartite cuts of distinct memberships are those of the objects" {
  said
  assert_line "bipartite metis, 600 rows of 600: 1 wrong, 0 differ, 31 of 31 clusters agree, threads ok"
  assert_line "bipartite spectral, 600 rows of 600: 0 wrong, 0 differ, 31 of 31 clusters agree, threads ok"
  assert_line "bipartite spectral, 515 rows of 600: 73 wrong, 0 differ, 12 of 12 clusters agree, threads ok"
}

@test "weighted: cuts of large bipartite graphs are refined; loads are even, what is kept is what the plain sum says" {
  said
  assert_line "refine, column weight 1: 3 of 3000 wrong, loads even, kept ok, threads ok"
  assert_line "refine, column weight 0: 1 of 3000 wrong, loads even, kept ok, threads ok"
  assert_line "refine, column weight 1, sizes: 72 of 2997 wrong, loads even, kept ok, threads ok"
}

@test "weighted: k-means on the rows of the co-association matrix, which is not built, is k-means on the rows when it is" {
  said
  assert_equal "$(grep -c '^coas: .* 0 labels differ, inertia ok, iterations ok$' <<<"$output")" 6
}

@test "weighted: a factor of the affinity gives what the affinity gives: components, isolated objects, sizes, refusals" {
  said
  assert_equal "$(grep -c '^factor: .*: ok$' <<<"$output")" 6
  assert_line "factor, nothing shared: no two of 3 objects have an affinity above 0: there is nothing to cluster by"
  assert_line "factor, k > n: 4 clusters asked for, but there are only 3 objects"
  assert_line "factor, negative: object 1 has -1 in a factor of affinities; entries >= 0 expected"
}

@test "ce-consensus wspa, wbpa, lac-wcoas: spectral forms and k-means are those of NumPy and scikit-learn" {
  # the expected labels: fixtures/consensus/soft.py soft.csv 3, on this table
  soft 90 3 6 35 9 >soft.csv
  ce-consensus wspa,wbpa,lac-wcoas --with spectral -k 3 soft.csv >out.csv
  cmp "$FIXTURES/consensus/soft.csv" out.csv
}

@test "ce-consensus wsbpa: parts, weights, centroids and labels are those of NumPy" {
  # the expected files: fixtures/consensus/wsbpa.py soft.csv 3 data.csv model.csv, on these tables
  subspace_case
  ce-consensus wsbpa --with spectral -q -k 3 --data data.csv --base-model model.csv --model found.csv soft.csv >out.csv
  cmp "$FIXTURES/consensus/wsbpa.csv" out.csv
  paste -d, "$FIXTURES/consensus/wsbpa-model.csv" found.csv | awk -F, '
    NR == 1 { if ($0 != "clustering,cluster,size,kind,x,y,clustering,cluster,size,kind,x,y") exit 1; next }
    { for (c = 1; c <= 4; c++) if ($c != $(c + 6)) exit 1
      for (c = 5; c <= 6; c++) if (!($c - $(c + 6) < 1e-12 && $(c + 6) - $c < 1e-12)) exit 1
      rows++ }
    END { if (rows != 6) exit 1 }' || fail "$(cat found.csv)"
}

@test "ce-consensus: 0/1 memberships are labels: wspa is cspa and wbpa hbgf, by METIS and spectral, with missing labels and on a label table" {
  in_turn 4 sanitized
  planted 80 4 5 35 >labels.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 7 == 0 { $(NR % 5 + 1) = "" } 1' labels.csv >partial.csv
  for labels in labels partial; do
    hard $labels.csv >$labels.hard.csv
    for with in metis spectral; do
      for objects in "" --objects; do
        # shellcheck disable=SC2086
        ce-consensus cspa,hbgf -k 3,5 $objects --with $with -q $labels.csv | body >expected
        for table in $labels.hard.csv $labels.csv; do
          for names in wspa,wbpa cat-cspa,cat-cbpa cspa,hbgf; do
            # shellcheck disable=SC2086
            ce-consensus $names -k 3,5 $objects --with $with -q $table | body >got
            cmp expected got || fail "$table $names $with $objects"
          done
        done
      done
    done
    ce-consensus lac-coas -k 3..5 $labels.csv | body >expected
    for name in lac-coas kmeans-coas lac-wcoas; do
      for table in $labels.hard.csv $labels.csv; do
        ce-consensus $name -k 3..5 "$table" | body | cmp expected -
      done
    done
  done
}

@test "ce-consensus wspa: ce-similarity psi | ce-partition metis, or spectral" {
  soft 70 3 4 45 8 >soft.csv
  ce-similarity psi soft.csv >psi.mtx
  for with in metis spectral; do
    ce-consensus wspa -k 2..4 --with $with soft.csv | body >one
    ce-partition $with -k 2..4 psi.mtx | body >two
    cmp one two
  done
}

@test "ce-consensus wspa: beyond 2000 objects, where the matrix is not built, spectral clustering gives what the matrix gives" {
  soft 2100 4 5 60 >soft.csv
  ce-similarity psi soft.csv | ce-partition spectral -k 4 - | body >two
  ce-consensus wspa -k 4 --with spectral soft.csv | body | cmp - two
  [ "$(sort -u two | wc -l)" = 4 ]
}

@test "ce-consensus wbpa: by METIS it is ce-partition metis of the graph with objects and clusters for vertices" {
  soft 60 3 5 50 >soft.csv
  awk -F, 'NR == 1 { d = NF; next } { for (c = 1; c <= d; c++) edge[++edges] = 60 + c " " NR - 1 " " $c }
    END { print "%%MatrixMarket matrix coordinate real symmetric"; print 60 + d, 60 + d, edges; for (e = 1; e <= edges; e++) print edge[e] }' soft.csv >graph.mtx
  ce-consensus wbpa -k 2,3 --with metis --cluster-weight 1 soft.csv | body >one
  ce-partition metis -k 2,3 graph.mtx | body | sed -n 1,60p >two
  cmp one two
}

@test "ce-consensus wbpa: by METIS, 4000 objects are found as well as 400" {
  for n in 400 4000; do
    soft $n 4 8 30 >soft.csv
    planted_truth $n 4 >truth.csv
    for weight in 0 1; do
      error=$(ce-consensus wbpa -k 4 --with metis --cluster-weight $weight soft.csv | ce-score -q -t truth.csv -s error | body | cut -d, -f3)
      awk -v error="$error" 'BEGIN { exit !(error < .07) }' || fail "$n objects, cluster weight $weight: error $error"
    done
  done
}

@test "ce-consensus --cluster-weight: 0 balances objects, 1 objects and clusters together" {
  # 12 objects, 36 clusters
  soft 12 3 12 70 >soft.csv
  for name in wbpa "wspa,wbpa"; do
    ce-consensus $name -k 3 --with metis --cluster-weight 0 soft.csv | cut -d, -f$(($(tr -dc , <<<"$name" | wc -c) + 1)) | body >out
    assert_equal "$(sort out | uniq -c | tr -s ' ' | paste -sd,)" " 4 1, 4 2, 4 3"
  done
  planted 13 3 12 30 >labels.csv
  for weight in 0 1 2.5; do
    ce-consensus hbgf --with metis -k 3 --cluster-weight $weight -q labels.csv | body >one
    hard labels.csv | ce-consensus wbpa -k 3 --with metis --cluster-weight $weight -q | body | cmp one -
  done
}

@test "ce-consensus: functions on labels take the most likely clusters of a membership table, the first where two tie" {
  soft 60 3 5 40 11 >soft.csv
  awk -F, 'NR == 1 { print "q1,q2,q3,q4,q5"; next }
    { row = ""; for (q = 0; q < 5; q++) { best = 1; for (l = 2; l <= 3; l++) if ($(3 * q + l) > $(3 * q + best)) best = l
      row = row "," ($(3 * q + 1) == "NA" ? "" : best) } print substr(row, 2) }' soft.csv >labels.csv
  # those that read labels only, but those that cannot do without weights or data
  names=$(ce-consensus --list=csv | awk -F, 'NR > 1 && $4 == "labels" && $0 !~ /"[a-z, ]*data[a-z, ]*"/ { print $1 }' | paste -sd,)
  ce-consensus "$names" -k 3 -q --confidence sure1 labels.csv >one
  ce-consensus "$names" -k 3 -q --confidence sure2 soft.csv >two
  cmp one two
  cmp sure1 sure2
  table a:1,a:2,b:1,b:2 .5,.5,1,0 .5,.5,1,0 .4,.6,.5,.5 .4,.6,0,1 >tied.csv
  assert_equal "$(ce-consensus mcla -k 3 tied.csv | body | paste -sd' ')" "1 1 2 3"
}

@test "ce-consensus: the order of the clusters' columns and the number of threads change nothing in weighted functions" {
  subspace_case
  # clusters the other way round; their names, by which the model knows them, stay with them
  awk -F, -v OFS=, '{ for (q = 0; q < 4; q++) { t = $(3 * q + 1); $(3 * q + 1) = $(3 * q + 3); $(3 * q + 3) = t } } 1' soft.csv >turned.csv
  for with in metis spectral; do
    run_weighted() { ce-consensus wspa,wbpa,wsbpa,lac-wcoas -k 2..4 -q --with $with --data data.csv --base-model model.csv "$@"; }
    run_weighted -j 1 --model model1 soft.csv >one
    run_weighted -j 3 --model model3 soft.csv >three
    run_weighted turned.csv >turned
    cmp one three
    cmp model1 model3
    cmp one turned
  done
}

@test "ce-consensus: equal memberships are one object many times, and the weighted functions find the classes" {
  soft 24 3 6 90 >few.csv
  { head -n 1 few.csv; for i in 1 2 3 4 5; do body <few.csv; done; } >many.csv
  for with in metis spectral; do
    ce-consensus wspa,wbpa,lac-wcoas -k 3 --with $with few.csv | body >one
    ce-consensus wspa,wbpa,lac-wcoas -k 3 --with $with many.csv | body >five
    for i in 1 2 3 4 5; do cat one; done | cmp - five
    planted_truth 24 3 >truth.csv
    ce-consensus wspa,wbpa,lac-wcoas -k 3 --with $with few.csv | ce-score -q -t truth.csv -s error | cut -d, -f3 | body >errors
    assert_equal "$(paste -sd' ' errors)" "0 0 0"
  done
}

@test "ce-consensus: base clusterings with different numbers of clusters, one that says nothing, one column that is nobody's" {
  paste -d, <(soft 60 3 3 70 7) <(soft 60 5 2 70 | sed 1s/q/r/g) | awk -F, 'NR == 1 { print $0 ",s:1,s:2,t:1,t:2"; next } { print $0 ",NA,NA,0,1" }' >mixed.csv
  subspaces_for mixed.csv
  for with in metis spectral; do
    ce-consensus wspa,wbpa,wsbpa,cat-cspa,cat-cbpa,lac-coas,lac-wcoas -k 1..4 --with $with --data data.csv --base-model model.csv -q mixed.csv >out.csv
    [ "$(body <out.csv | grep -cE '^[1-4](,[1-4]){27}$')" = 60 ]
    [ "$(cut -d, -f1 out.csv | sort -u | wc -l)" = 2 ]
  done
}

@test "ce-consensus wsbpa: centroids are the means of the parts of wbpa, on labels too" {
  subspace_case
  awk -F, 'NR == 1 { print "q1,q2,q3,q4"; next }
    { row = ""
      for (q = 0; q < 4; q++) {
        best = 1
        for (l = 2; l <= 3; l++) if ($(3 * q + l) > $(3 * q + best)) best = l
        row = row "," ($(3 * q + 1) == "NA" ? "" : best)
      }
      print substr(row, 2) }' soft.csv >labels.csv
  for with in metis spectral; do
    for options in "2 soft.csv" "3 soft.csv" "4 soft.csv" "3 --objects soft.csv" "3 labels.csv"; do
      # shellcheck disable=SC2086
      ce-consensus wbpa --with $with -k $options >parts.csv
      # shellcheck disable=SC2086
      ce-consensus wsbpa -q --with $with --data data.csv --base-model model.csv \
        --model found.csv -k $options >out.csv
      paste -d, parts.csv data.csv | awk -F, 'FNR > 1 { n[$1]++; x[$1] += $2; y[$1] += $3 }
        END { for (l in n) printf "%.9g,%.9g\n", x[l] / n[l], y[l] / n[l] }' | sort >expected
      awk -F, '$4 == "centroid" { printf "%.9g,%.9g\n", $5, $6 }' found.csv | sort >got
      cmp expected got || fail "$with $options"
    done
  done
}

# subspaces_for MEMBERSHIPS: data of two columns and a model for the clusters of a membership table.
subspaces_for() {
  awk 'NR == 1 { print "x,y"; next } { print NR % 3 "," NR % 5 }' "$1" >data.csv
  head -n 1 "$1" | tr , '\n' | awk -F: 'BEGIN { print "clustering,cluster,size,kind,x,y" } { print $1 "," $2 ",1,centroid,0,0"; print $1 "," $2 ",1,weight,.5,.5" }' >model.csv
}

@test "ce-consensus wsbpa: by hand; a part without clusters has equal weights, a part that is nobody's nearest no label" {
  # one clustering, certain: the parts are its clusters
  table a:1,a:2 1,0 1,0 0,1 0,1 >hard.csv
  table x,y 0,0 0,2 10,0 3,8 >data.csv
  table clustering,cluster,size,kind,x,y a,1,2,centroid,0,1 a,1,2,weight,.75,.25 a,2,2,centroid,6,4 a,2,2,weight,.25,.75 >model.csv
  run_split ce-consensus wsbpa --with spectral -k 2 --data data.csv --base-model model.csv --model found.csv hard.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-consensus: hard.csv: not the probabilities that data.csv and model.csv give; are the data scaled otherwise?"
  assert_equal "$output" "wsbpa.k2
1
1
2
2"
  assert_equal "$(<found.csv)" "clustering,cluster,size,kind,x,y
wsbpa.k2,1,2,centroid,0,1
wsbpa.k2,1,2,weight,0.75,0.25
wsbpa.k2,2,2,centroid,6.5,4
wsbpa.k2,2,2,weight,0.25,0.75"
  # the middle one of three parts is on the line between the others and weighs more: it keeps nothing
  table a:1,a:2,a:3 1,0,0 0,1,0 0,1,0 0,0,1 >hard.csv
  table x 0 -4 4.2 1 >data.csv
  table clustering,cluster,size,kind,x a,1,1,centroid,0 a,1,1,weight,1 a,2,2,centroid,0 a,2,2,weight,1 a,3,1,centroid,1 a,3,1,weight,1 >model.csv
  run_split ce-consensus wsbpa --with spectral -k 3 --data data.csv --base-model model.csv --model found.csv hard.csv
  assert_equal "$output" "wsbpa.k3
1
1
2
2"
  assert_equal "${stderr_lines[1]}" "ce-consensus: wsbpa: 2 clusters, 3 asked for"
  assert_equal "$(grep -c centroid found.csv)" 3
  assert_equal "$(tail -n 2 found.csv | sed -n 1p)" "wsbpa.k3,3,0,centroid,0.10000000000000009"
}

@test "ce-consensus kmeans-coas: fewer objects than clusters of base clusterings" {
  planted 12 3 10 12 >labels.csv
  # ten different rows, thirty clusters
  assert_equal "$(tail -n +2 labels.csv | sort -u | wc -l)" 10
  planted_truth 12 3 | canonical >expected
  ce-consensus kmeans-coas -k 3 -q labels.csv | canonical | diff expected -
}

@test "ce-consensus wsbpa: finds the weights that made the clusters, and no note when data and model are those of the ensemble" {
  ce-synth two-gaussian >raw.csv
  ce-prepare zscore raw.csv >data.csv
  ce-generate lac -k 2 --inv-h 1..8 --membership --model base.csv --labels labels.csv data.csv >lac.csv
  run_split ce-consensus wsbpa,wbpa -k 2 --with spectral --data data.csv --base-model base.csv --model found.csv lac.csv
  assert_equal "$stderr" ""
  # the mean of all base weights of a cluster is between the least and the largest of them
  assert_equal "$(grep -c ',weight,' found.csv)" 2
  awk -F, '$4 == "weight" { sum = 0; for (c = 5; c <= NF; c++) sum += $c; if (sum < 1 - 1e-9 || sum > 1 + 1e-9) exit 1 }' found.csv
  # a selection of members goes with the whole model; a label table too
  cut -d, -f1-6 lac.csv | ce-consensus wsbpa -k 2 --data data.csv --base-model base.csv >/dev/null
  ce-consensus wsbpa -k 2 --data data.csv --base-model base.csv labels.csv >/dev/null
  # data that are scaled otherwise
  run_split ce-consensus wsbpa -k 2 --data raw.csv --base-model base.csv lac.csv
  assert_equal "$stderr" "ce-consensus: lac.csv: not the probabilities that raw.csv and base.csv give; are the data scaled otherwise?"
  # several k: one model file, columns in turn
  ce-consensus wspa,wsbpa -q -k 2..3 --data data.csv --base-model base.csv --model found.csv lac.csv >/dev/null
  assert_equal "$(cut -d, -f1,4 found.csv | body | uniq -c | tr -s ' ' | paste -sd,)" \
    " 1 wsbpa.k2,centroid, 1 wsbpa.k2,weight, 1 wsbpa.k2,centroid, 1 wsbpa.k2,weight, 1 wsbpa.k3,centroid, 1 wsbpa.k3,weight, 1 wsbpa.k3,centroid, 1 wsbpa.k3,weight, 1 wsbpa.k3,centroid, 1 wsbpa.k3,weight"
}

@test "ce-consensus wsbpa: data or a model that do not belong to the ensemble" {
  subspace_case
  refused() { # refused MESSAGE [DATA [MODEL [ENSEMBLE]]]
    run_split ce-consensus wsbpa -k 3 --data "${2:-data.csv}" --base-model "${3:-model.csv}" --model found.csv "${4:-soft.csv}"
    assert_error 1 "ce-consensus: $1"
    [ ! -e found.csv ]
  }
  head -n 50 data.csv >short.csv
  refused "short.csv: 49 objects, 60 expected as in soft.csv" short.csv
  awk -F, -v OFS=, '{ print $2, $1 }' data.csv >turned.csv
  refused "model.csv: feature 1 is 'x', 'y' expected as in turned.csv" turned.csv
  sed '5s/,.*/,/' data.csv >hole.csv
  run_split ce-consensus wsbpa -k 3 --data hole.csv --base-model model.csv soft.csv
  assert_equal "$status" 1
  [[ "$stderr" == "ce-consensus: hole.csv: "*"y"* ]] || fail "$stderr"
  grep -v '^q3,' model.csv >lacks.csv
  refused "lacks.csv: no clustering q3, which soft.csv has" data.csv lacks.csv
  grep -v '^q3,3' model.csv >lacks.csv
  refused "lacks.csv: clustering q3 has no cluster 3, which soft.csv has" data.csv lacks.csv
  grep -v weight model.csv >plain.csv
  refused "plain.csv: no weights; those that ce-generate lac --model writes are expected" data.csv plain.csv
  sed '1s/q1:2/q1:x/' soft.csv >named.csv
  refused "model.csv: clustering q1 has no cluster x, which named.csv has" data.csv model.csv named.csv
  awk -v OFS=, 'NR == 1 { print "id", $0; next } { print "o" NR, $0 }' data.csv >ids.csv
  awk -v OFS=, 'NR == 1 { print "id", $0; next } { print "o" (NR == 9 ? 10 : NR == 10 ? 9 : NR), $0 }' soft.csv >other.csv
  refused "ids.csv: object 8 is 'o9', in other.csv it is 'o10': the same order expected" ids.csv model.csv other.csv
  planted 60 3 3 20 | awk -F, -v OFS=, 'NR > 1 { for (q = 1; q <= 3; q++) $q++ } 1' | ce-microcluster compress >micro.csv
  refused "micro.csv: a microcluster table; the objects are needed, as data.csv has them" data.csv model.csv micro.csv
  refused "nosuch.csv: No such file or directory" nosuch.csv
}

@test "ce-consensus: an object of which no clustering says anything gets NA, and the others what they get without it" {
  subspace_case
  sed '7s/[^,]*/NA/g' soft.csv >with.csv
  sed 7d soft.csv >without.csv
  sed 7d data.csv >data59.csv
  for with in metis spectral; do
    ce-consensus wspa,wbpa,wsbpa,lac-wcoas -k 3 -q --with $with --data data.csv --base-model model.csv with.csv >one
    ce-consensus wspa,wbpa,wsbpa,lac-wcoas -k 3 -q --with $with --data data59.csv --base-model model.csv without.csv >two
    assert_equal "$(sed -n 7p one)" "NA,NA,NA,NA"
    sed 7d one | cmp - two
  done
}

@test "ce-consensus: ids go through, classes are held back, in a membership table too" {
  soft 6 2 3 80 | awk -v OFS=, 'NR == 1 { print "id", $0, "class"; next } { print "o" NR, $0, "c" NR % 2 }' >soft.csv
  run_split ce-consensus wspa,cspa -k 2 soft.csv
  assert_equal "${lines[0]}" "id,wspa.k2,cspa.k2"
  assert_equal "${lines[1]}" "o2,1,1"
  assert_equal "$(ce-consensus wbpa -k 2 soft.csv | ce-score -t soft.csv -s error | body)" "wbpa.k2,2,0"
}

@test "ce-consensus: k out of reach of the weighted functions" {
  table a:1,a:2,b:1,b:2 .1,.9,.3,.7 .1,.9,.3,.7 .2,.8,.6,.4 .2,.8,.1,.9 >soft.csv
  for name in wspa wbpa lac-wcoas; do
    run_split ce-consensus $name -k 4 soft.csv
    assert_error 1 "ce-consensus: $name: k = 4, but the base clusterings tell only 3 groups of objects apart"
    run_split ce-consensus $name -k 5 soft.csv
    assert_error 1 "ce-consensus: $name: k = 5, but there are only 4 objects"
  done
  run_split ce-consensus wbpa -k 3 --with spectral soft.csv
  assert_equal "$(wc -l <<<"$output")" 5
  table a:1,a:2 .1,.9 .2,.8 .5,.5 .7,.3 >single.csv
  run_split ce-consensus wbpa -k 3 single.csv
  assert_error 1 "ce-consensus: 3 clusters asked for, but the base clusterings have only 2"
  # what tells the objects apart are not the most likely clusters
  run_split ce-consensus lac-coas -k 3 soft.csv
  assert_error 1 "ce-consensus: lac-coas: k = 3, but the base clusterings tell only 2 groups of objects apart"
}

@test "ce-consensus: weighted functions where no matrix of pairs fits" {
  soft 1500 4 6 80 >soft.csv
  planted_truth 1500 4 >truth.csv
  CE_MEMORY_LIMIT=3M run_split ce-consensus wspa -k 4 --with metis soft.csv
  assert_error 1 "ce-consensus: Psi and METIS's graph of it (1500 x 1500) needs 42.9 MiB of memory, 3.0 MiB are free (CE_MEMORY_LIMIT); use wbpa, or --with spectral, instead"
  CE_MEMORY_LIMIT=1M run_split ce-consensus wbpa -k 4 --with metis soft.csv
  assert_equal "$status" 1
  [[ "$stderr" == *"METIS's graph of objects by clusters"*"use spectral clustering instead" ]] || fail "$stderr"
  for name in wbpa lac-coas lac-wcoas; do
    [ $name = wbpa ] && with="--with spectral" || with=
    # shellcheck disable=SC2086
    CE_MEMORY_LIMIT=3M ce-consensus $name -k 4 $with soft.csv >out.csv
    assert_equal "$name $(ce-score -q -t truth.csv -s error out.csv | body | cut -d, -f3)" "$name 0"
  done
}

@test "ce-consensus: wrong use of the weighted functions" {
  in_turn 4 sanitized
  wrong() {
    run_split ce-consensus "${@:2}"
    assert_error 2 "ce-consensus: $1
Try 'ce-consensus --help'."
  }
  subspace_case
  needs="wsbpa needs --data FILE and --base-model FILE"
  wrong "$needs" wsbpa -k 3 soft.csv
  wrong "$needs" wspa,wsbpa -k 3 --data data.csv soft.csv
  wrong "$needs" wsbpa -k 3 --base-model model.csv soft.csv
  wrong "--model does not go with wbpa, only with: wsbpa" wbpa -k 3 --model out.csv soft.csv
  wrong "--data does not go with wbpa, only with: c-wbpa weac-nm wosp wohb wsbpa" wbpa -k 3 --data data.csv soft.csv
  wrong "--base-model does not go with wspa, only with: c-wbpa wsbpa" wspa,wbpa -k 3 --base-model model.csv soft.csv
  wrong "--cluster-weight does not go with wspa, only with: $(takers cluster-weight)" wspa -k 3 --cluster-weight 0 soft.csv
  wrong "--cluster-weight '-1', a number from 0 to 1000000 expected" wbpa -k 3 --cluster-weight -1 soft.csv
  wrong "--with does not go with lac-coas, only with: $(takers with)" lac-coas -k 3 --with spectral soft.csv
  wrong "--lifetime does not go with wspa, only with: $(trees)" wspa --lifetime soft.csv
}

@test "ce-consensus wsbpa: a cluster in which no object has a share changes nothing" {
  ce-prepare zscore "$BUNDLED/iris.csv" >z.csv
  ce-generate lac -k 3 --inv-h 1..4 --membership --model model.csv z.csv >memberships.csv
  awk -F, -v OFS=, 'NR == 1 { name = $1; sub(/:.*/, ":4", name) }
    { row = $1 OFS $2 OFS $3 OFS (NR == 1 ? name : 0); for (s = 4; s <= NF; s++) row = row OFS $s; print row }' memberships.csv >wider.csv
  awk -F, -v OFS=, '{ print } NR == 7 { print $1, 4, 0, "centroid,9,9,9,9"; print $1, 4, 0, "weight,.97,.01,.01,.01" }' model.csv >more.csv
  for with in spectral metis; do
    ce-consensus wsbpa -k 3 -q --with $with --data z.csv --base-model model.csv --model one.model memberships.csv >one
    ce-consensus wsbpa -k 3 -q --with $with --data z.csv --base-model more.csv --model two.model wider.csv >two
    cmp one two
    cmp one.model two.model
  done
}

@test "ce-consensus: data whose squares are no numbers are refused, not only where they are clustered" {
  table x,y 1e200,1 2e200,2 -1e200,3 1,1 >big.csv
  table a 1 1 2 2 >labels.csv
  table clustering,cluster,size,kind,x,y a,1,2,centroid,0,0 a,1,2,weight,.5,.5 a,2,2,centroid,10,1 a,2,2,weight,.5,.5 >model.csv
  told="object 1 has 1e+200 in column x, at most 1e+150 expected: ce-prepare zscore or minmax"
  run_split ce-consensus wsbpa -k 2 --data big.csv --base-model model.csv labels.csv
  assert_error 1 "ce-consensus: big.csv: $told"
  table i,j,link 1,2,must >links.csv
  run_split ce-consensus c-wbpa -k 2 --data big.csv --base-model model.csv --constraints links.csv labels.csv
  assert_error 1 "ce-consensus: big.csv: $told"
  run_split ce-consensus wosp -k 2 --data big.csv labels.csv
  assert_error 1 "ce-consensus: big.csv: $told"
}

@test "ce-consensus wosp: more clusters than the graph shows are cut all the same (ARPACK gave up on the last eigenvalues)" {
  in_turn 4 sanitized
  # three large groups and five small ones; three eigenvalues are above 0, and thousands just below it
  awk 'function g() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()) }
    BEGIN { srand(7); print "x,y"
      for (i = 0; i < 2125; i++) {
        c = i < 1950 ? i % 3 : 3 + i % 5
        x = c < 3 ? -1.2 + .25 * (c % 2) : .9 + .35 * (c % 3); y = c < 3 ? .3 * c : .45 * (c - 5)
        printf "%.4f,%.4f\n", x + .04 * g(), y + .04 * g() } }' | ce-prepare zscore -q >data.csv
  ce-generate kmeans -q -k 8 -m 10 data.csv >base.csv
  ce-consensus wosp -q -k 8 --data data.csv base.csv >labels.csv
  assert_equal "$(tail -n +2 labels.csv | sort -u | wc -l)" 8
}
