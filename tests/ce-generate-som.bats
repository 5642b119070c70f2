#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# Two groups that lie far apart.
two() { table x,y 0,0 0,1 1,0 20,20 20,21 21,20; }

# differ A B [COLUMNS TO LEAVE OUT OF A]: the largest difference of two tables of numbers
differ() {
  paste -d, <(tail -n +2 "$1" | cut -d, -f$((1 + ${3:-0}))-) <(tail -n +2 "$2") |
    awk -F, '{ for (i = 1; i <= NF / 2; i++) { e = $i - $(i + NF / 2); e = e < 0 ? -e : e; if (e > most) most = e } } NF % 2 { most = 9 } END { print NR ? most : 9 }'
}

@test "ce-generate som: maps as a slow one with the same draws, batch and online; Davies-Bouldin as scikit-learn" {
  run "$CE_BUILD/obj/tests/som" 120
  assert_equal "$output" "120 maps as the slow one, 120 searches as looking at all"
}

@test "ce-generate som: nothing is read before it is set" {
  command -v valgrind >/dev/null || skip "needs valgrind"
  not_sanitized "does not go with the sanitizers"
  run_split env OMP_NUM_THREADS=2 valgrind -q --error-exitcode=9 "$CE_BUILD/obj/tests/som" 8
  assert_equal "$stderr" ""
  assert_equal "$status" 0
}

@test "ce-generate som: prototypes of iris and wine as by kohonen and by batchSOM from the same start with the same radii" {
  while read -r name grid lattice neighbourhood last; do
    ce-prepare zscore "$BUNDLED/$name.csv" -o z.csv
    ce-generate som -k 2 --grid "$grid" --lattice "$lattice" --neighbourhood "$neighbourhood" --rough 4 --fine 16 --last-radius "$last" \
      --start "$FIXTURES/som/$name-$lattice-$neighbourhood-start.csv" --model model.csv -o labels.csv z.csv
    sed -i '/,unit,/d' model.csv # the map alone
    run differ model.csv "$FIXTURES/som/$name-$lattice-$neighbourhood-end.csv" 4
    awk -v e="$output" 'BEGIN { exit !(e < 1e-10) }'
  done <<'END'
iris 6x4 hexagonal gaussian 0.5
wine 4x5 rectangular gaussian 1
iris 5x4 hexagonal bubble 1
wine 5x3 rectangular bubble 0.9
END
}

@test "ce-generate som: two groups by hand, on two units, with what comes beside them" {
  two >data.csv
  table x,y 5,5 15,15 >start.csv
  # a radius so small that units do not feel each other: the means of the groups
  run_split ce-generate som -k 2 --grid 1x2 --start start.csv --radius 0.01 --last-radius 0.01 --rough 1 --fine 2 --model model.csv --trace trace.csv data.csv
  assert_equal "$status$stderr" 0
  assert_equal "$output" "$(table som-kmeans.k2 1 1 1 2 2 2)"
  # the mean of 0, 0 and 1, and their mean distance to it: (sqrt 2 + 2 sqrt 5) / 9
  assert_equal "$(head -n 1 model.csv) $(head -n 1 trace.csv)" "clustering,cluster,size,kind,x,y clustering,epoch,radius,error"
  sed -i '/,unit,/d' model.csv # the map alone
  awk -F, 'NR > 1 { e = $5 - 1 / 3 - 20 * (NR == 3); if (!(e < 1e-12 && e > -1e-12) || $3 != 3 || $1 != "som" || $2 != NR - 1 || $4 != "centroid") exit wrong = 1 } END { exit wrong || NR != 3 }' model.csv
  awk -F, 'NR > 1 { e = $4 - (sqrt(2) + 2 * sqrt(5)) / 9; if (!(e < 1e-12 && e > -1e-12) || $3 != .01 || $2 != NR - 1) exit wrong = 1 } END { exit wrong || NR != 4 }' trace.csv
}

@test "ce-generate som: two units a radius of 1 apart share objects with weight exp(-1/2), by hand" {
  table x 0 0 0 10 10 10 >data.csv
  table x 1 9 >start.csv
  for lattice in hexagonal rectangular; do
    ce-generate som --cluster units --grid 1x2 --lattice $lattice --start start.csv --radius 1 --rough 1 --fine 1 --model model.csv -o labels.csv data.csv
    sed -i '/,unit,/d' model.csv # the map alone
    awk -F, 'NR > 1 { h = exp(-.5); want = 10 * (NR == 2 ? h : 1) / (1 + h); e = $5 - want; if (!(e < 1e-12 && e > -1e-12)) exit 1 }' model.csv
    assert_equal "$(cat labels.csv)" "$(table som-units.k2 1 1 1 2 2 2)"
  done
  # units in the second row of a hexagonal grid stand half a unit to the right and sqrt(3)/2 lower: all three are 1 apart
  table x 0 5 10 >data.csv
  table x 1 4 9 100 >start.csv
  ce-generate som --cluster units --grid 2x2 --start start.csv --radius 1 --rough 1 --fine 1 --neighbourhood bubble --model bubble.csv data.csv >/dev/null
  # only units 1 and 4 are farther apart: 5, 5, 5 and (5 + 10) / 2 after one epoch; then 0 and 5 are nearest to unit 1 and 10 to unit 4
  assert_equal "$(grep ^som, bubble.csv | cut -d, -f5 | tr '\n' ' ')" "2.5 5 5 10 "
}

@test "ce-generate som: the size by Vesanto and Alhoniemi, and linear prototypes one deviation to either side" {
  # 100 objects that spread four times as far along x as along y: 50 units, 10 and 40 times units / n epochs
  awk 'BEGIN { print "x,y"; for (i = 0; i < 100; i++) print 4 * (i % 10), int(i / 10) }' OFS=, | sed 's/ /,/' >data.csv
  run_split ce-generate som -v --cluster units data.csv
  # ratio 4: columns sqrt(50 / 4 sqrt(3/4)) = 3.3, rows 50 / 3 = 16.7
  [[ $stderr == *"som: 17x3 units, 27 epochs"* ]]
  run_split ce-generate som -v --cluster units --lattice rectangular data.csv
  # columns sqrt(50 / 4) = 3.54, rows 50 / 4
  [[ $stderr == *"som: 13x4 units, 27 epochs"* ]]
  # 9 objects, ratio 3.5: 15 units, columns sqrt(15 / 3.5 sqrt(3/4)) = 1.93, at least 2; rows 15 / 2
  table x,y {0,3.5,7},{0,1,2} >few.csv
  run_split ce-generate som -v --cluster units few.csv
  [[ $stderr == *"som: 8x2 units, "* ]]
  # bubbles of almost no radius in one epoch: units without objects stay where they began. 10 values 0, 4 .. 36: variance 16 * 8.25 * 100 / 99
  for start in random linear; do
    ce-generate som --cluster units --grid 200x1 --init $start --neighbourhood bubble --radius 0.1 --last-radius 0.1 --rough 1 --fine 1 --model $start.csv data.csv >/dev/null
  done
  awk -F, 'NR > 1 && NR < 202 { u = NR - 2; want = 18 - sqrt(16 * 8.25 * 100 / 99) * (1 - 2 * u / 199); e = $5 - want; e = e < 0 ? -e : e
    if ($3 == 0 && (!(e < 1e-9) || !($6 - 4.5 < 1e-9 && 4.5 - $6 < 1e-9))) wrong = 1; none += $3 == 0 } END { exit wrong || none < 100 }' linear.csv
  # random ones are objects
  awk -F, 'NR > 1 && $3 == 0 && ($5 != int($5) || $6 != int($6))' random.csv >fractions
  [ ! -s fractions ]
}

@test "ce-generate som: clusters of units are those of ce-generate on the prototypes" {
  ce-prepare zscore "$BUNDLED/wine.csv" -o z.csv
  ce-generate som -k 2..5 --cluster ward --model model.csv -o ward.csv z.csv
  ce-generate som -k 2,3 -o kmeans.csv z.csv
  cut -d, -f5- model.csv >prototypes.csv
  ce-generate linkage --method ward -k 2..5 prototypes.csv >trees.csv
  ce-generate kmeans --restarts 100 -k 2,3 prototypes.csv >clusters.csv
  # the row of each object's nearest prototype
  awk -F, 'FILENAME == ARGV[1] { if (FNR > 1) { for (s = 1; s <= NF; s++) m[FNR, s] = $s; last = FNR } next }
    FNR > 1 { best = 0; for (u = 2; u <= last; u++) { e = 0; for (s = 1; s < NF; s++) e += ($s - m[u, s]) ^ 2; if (!best || e < least) { least = e; best = u } } print best }' prototypes.csv z.csv >unit
  for pair in trees:ward clusters:kmeans; do
    awk -F, 'FILENAME == ARGV[1] { line[FNR] = $0; next } FNR == 1 { print line[1] } { print line[$1] }' "${pair%:*}.csv" unit >expected.csv
    for q in $(seq "$(head -n 1 expected.csv | tr , '\n' | wc -l)"); do
      run ce-score -t <(cut -d, -f"$q" expected.csv) -s ari <(cut -d, -f"$q" "${pair#*:}.csv")
      assert_equal "$(echo "$output" | cut -d, -f2-)" "$(table k,ari $((q + 1)),1)"
    done
  done
}

@test "ce-generate som: same seed, same bytes, with any threads; the first members of a larger ensemble are those of a smaller one" {
  ce-prepare zscore "$BUNDLED/wine.csv" -o z.csv
  for options in "-k 2..6" "-k 2..6 -m 4 --init random" "-k 3,5 --cluster ward --weight-hits" "-k 2..6 -m 3 --choose db --restarts 1" "-k 4 --online --rough 2 --fine 3"; do
    for j in 1 3; do
      # shellcheck disable=SC2086 # a list of arguments
      ce-generate som -q $options -j $j --model model.$j --trace trace.$j -o labels.$j z.csv
    done
    for file in model trace labels; do cmp $file.1 $file.3; done
  done
  for chance in "--init random" "--online --rough 1 --fine 1" "--restarts 1"; do
    # shellcheck disable=SC2086 # a list of arguments
    ce-generate som -q -k 2..6 -m 5 $chance z.csv | cut -d, -f1-3 >five
    # shellcheck disable=SC2086 # a list of arguments
    ce-generate som -q -k 2..6 -m 3 $chance z.csv | cmp - five
  done
  ce-generate som -q -k 2..6 -m 3 --init random --seed 2 z.csv >other
  run cmp -s other five
  assert_equal "$status" 1
  # members that chance makes have maps of their own
  ce-generate som -q -k 2 -m 3 --init random --model model.csv z.csv >labels.csv
  assert_equal "$(grep centroid model.csv | cut -d, -f1 | sort -u | tr '\n' ' ')" "som.r1 som.r2 som.r3 "
  assert_equal "$(head -n 1 labels.csv)" som-kmeans.k2.r1,som-kmeans.k2.r2,som-kmeans.k2.r3
}

@test "ce-generate som --choose db: the column of the least index that -v tells" {
  ce-prepare zscore "$BUNDLED/iris.csv" -o z.csv
  for how in "" "--cluster ward" "--weight-hits"; do
    # shellcheck disable=SC2086 # a list of arguments
    run_split ce-generate som -v -k 1..8 $how z.csv
    echo "$stderr" | awk '/Davies/ { if (!n++ || $NF < least) { least = $NF; name = $2 } } END { sub(":", "", name); print name, n }' >best
    # shellcheck disable=SC2086 # a list of arguments
    ce-generate som -k 1..8 $how --choose db -o chosen.csv z.csv
    assert_equal "$(head -n 1 chosen.csv) 7" "$(cat best)"
  done
}

@test "ce-generate som: data times a power of two give the same labels, and data far from the origin, each feature at another place, too" {
  ce-prepare zscore "$BUNDLED/iris.csv" | awk -F, 'NR > 1 { for (c = 1; c < 5; c++) $c = int($c * 1024) / 1024 } { print }' OFS=, >z.csv
  awk -F, 'NR > 1 { for (c = 1; c < 5; c++) $c = sprintf("%.17g", $c * 4) } { print }' OFS=, z.csv >four.csv
  awk -F, 'NR > 1 { for (c = 1; c < 5; c++) $c = sprintf("%.17g", $c + 2 ^ (36 + c)) } { print }' OFS=, z.csv >far.csv
  for file in z four far; do ce-generate som -k 2..6 -o $file.labels $file.csv; done
  cmp z.labels four.labels
  cmp z.labels far.labels
}

@test "ce-generate som: one object, constant data, one feature, more units than objects" {
  table x,y 3,4 >data.csv
  run_split ce-generate som -k 1 --model model.csv data.csv
  assert_equal "$status$stderr" 0
  assert_equal "$output" "$(table som-kmeans.k1 1)"
  assert_equal "$(tail -n +2 model.csv | cut -d, -f5- | sort -u)" 3,4
  table x,y 0.1,7 0.1,7 0.1,7 >data.csv
  for cluster in kmeans ward; do
    run_split ce-generate som -k 2 --cluster $cluster --trace trace.csv data.csv
    assert_equal "$output" "$(table som-$cluster.k2 1 1 1)"
    assert_equal "$stderr" "ce-generate: data.csv: fewer clusters than asked for in 1 of 1 members: some have no objects"
    assert_equal "$(tail -n +2 trace.csv | cut -d, -f4 | sort -u)" 0
  done
  table x 1 2 3 11 12 13 >data.csv
  for options in "" "--online" "--init random" "--cluster ward" "--weight-hits" "--cluster ward --weight-hits" "--grid 9x9" "--grid 1x5"; do
    # shellcheck disable=SC2086 # a list of arguments
    run_split ce-generate som -k 2 $options data.csv
    assert_equal "$status$stderr" 0
    assert_equal "$(echo "$output" | tail -n +2)" "$(table 1 1 1 2 2 2)"
  done
  # the largest numbers there may be
  table x,y 1e150,1e-150 -1e150,0 1,1 2,5 >data.csv
  run_split ce-generate som -k 2 --grid 2x2 --init random data.csv
  assert_equal "$status$stderr" 0
}

@test "ce-generate som: ids are carried through, classes held back, delimiters used everywhere" {
  table 'id;x;class' 'a;0;u' 'b;1;u' 'c;10;v' 'd;12;v' >data.csv
  run_split ce-generate som -d ';' -k 2 --cluster ward --model model.csv --trace trace.csv data.csv
  assert_equal "$output" "$(table 'id;som-ward.k2' 'a;1' 'b;1' 'c;2' 'd;2')"
  assert_equal "$(head -n 1 model.csv)" "clustering;cluster;size;kind;x"
  assert_equal "$(head -n 1 trace.csv)" "clustering;epoch;radius;error"
}

@test "ce-generate som: what does not go is refused with what helps" {
  two >data.csv
  run_split ce-generate som -k 7 data.csv
  assert_error 1 "ce-generate: data.csv: 6 objects, k = 7"
  run_split ce-generate som -k 5 --grid 2x2 data.csv
  assert_error 1 "ce-generate: data.csv: a map of 2x2 units, k = 5: a larger --grid"
  run_split ce-generate som -k 5 --grid 46341x46341 data.csv
  assert_error 2 "ce-generate: a grid of 46341 x 46341 units, at most 2147483647 units expected"
  table x,y 1,red 3,blue >bad.csv
  run_split ce-generate som -k 2 bad.csv
  assert_error 1 "ce-generate: bad.csv: column y is categorical ('red'), numbers expected: --class y leaves it out, ce-prepare onehot makes numbers of it, ce-generate coolcat clusters categories"
  table x,y 1,2 3, >bad.csv
  run_split ce-generate som -k 2 bad.csv
  assert_error 1 "ce-generate: bad.csv: object 2 has no value in column y, complete data expected: ce-prepare impute or drop-missing"
  table x,y 1,1 2,2 3,3 >start.csv
  run_split ce-generate som -k 2 --grid 2x2 --start start.csv data.csv
  assert_error 1 "ce-generate: start.csv: 3 prototypes, 4 expected for a grid of 2x2"
  run_split ce-generate som -k 2 --model no/model.csv --trace trace.csv data.csv
  assert_equal "$status$output" 1
  [ ! -e trace.csv ]
}

@test "ce-generate som: wrong use" {
  two >data.csv
  two >start.csv
  hint="
Try 'ce-generate --help'."
  while IFS='|' read -r arguments message; do
    # shellcheck disable=SC2086 # a list of arguments
    run_split ce-generate som $arguments data.csv
    assert_error 2 "ce-generate: $message$hint"
  done <<'END'
--grid 3x3|how many clusters? -k is needed
--grid 3x2 --start start.csv|how many clusters? -k is needed
-k 2 --grid 3|--grid '3', rows and columns as 10x6 expected
-k 2 --grid x3|--grid 'x3', rows and columns as 10x6 expected
-k 2 --grid 3x|--grid '3x', rows and columns as 10x6 expected
-k 2 --grid 3x3x3|--grid '3x3x3', rows and columns as 10x6 expected
-k 2 --grid 0x3|--grid '0x3', whole numbers from 1 to 1000000 expected
-k 2 --grid 3x2.5|--grid '3x2.5', whole numbers from 1 to 1000000 expected
-k 2 --grid 1e9x2|--grid '1e9x2', whole numbers from 1 to 1000000 expected
-k 2 --grid nanx2|--grid 'nanx2', rows and columns as 10x6 expected
-k 2 --init plusplus|--init 'plusplus', one of linear|random expected
-k 2 --init scattered|--init 'scattered', one of linear|random expected
-k 2 --start start.csv|--start goes with --grid
-k 2 --grid 3x2 --init linear --start start.csv|--init does not go with --start
-k 2 --cluster units|--cluster units: each unit is a cluster, no -k with it
--cluster units --weight-hits|--weight-hits goes with --cluster kmeans|ward
--cluster units --choose all|--choose goes with --cluster kmeans|ward
-k 2 --cluster ward --restarts 3|--restarts goes with --cluster kmeans
-k 2 --radius 0.5|--radius 0.5, at least --last-radius 1 expected
-k 2,3,2|-k has 2 twice
-k 2 --cluster single|--cluster 'single', one of kmeans|ward|units expected
-k 2 --rough 0|--rough '0', a whole number from 1 expected
-k 2 --trace -|--trace and the result are both standard output
-k 2 --epochs 3|--epochs does not go with som, only with: rpcl
END
  run_split ce-generate kmeans -k 2 --init linear data.csv
  assert_error 2 "ce-generate: --init 'linear', one of random|plusplus|farthest|chunklets|neighbourhoods expected$hint"
  run_split ce-generate lac -k 2 --inv-h 1 --init linear data.csv
  assert_error 2 "ce-generate: --init 'linear', one of scattered|random|chunklets expected$hint"
  run_split ce-generate kmeans -k 2 --grid 2x2 data.csv
  assert_error 2 "ce-generate: --grid does not go with kmeans, only with: som$hint"
}

@test "ce-generate som: in the model a unit has the label of its objects, be it one object alone, the first" {
  table x 0 10 11 20 21 >data.csv
  table x 0 10 20 >start.csv
  run_split ce-generate som -k 3 --grid 1x3 --start start.csv --radius 0.01 --last-radius 0.01 --rough 1 --fine 2 --model model.csv data.csv
  assert_equal "$output" "$(table som-kmeans.k3 1 2 2 3 3)"
  assert_equal "$(grep ,unit, model.csv | cut -d, -f2,5 | paste -sd' ')" "1,0 2,10.5 3,20.5"
}
