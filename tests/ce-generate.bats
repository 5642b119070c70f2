#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# Six objects in three groups.
six() { table x,y 0,0 0,1 5,5 5,6 9,0 9,1; }

# groups N D SIZE: SIZE objects in N groups around whole numbers, D features, made without random numbers
groups() {
  awk -v k="$1" -v d="$2" -v n="$3" 'BEGIN {
    for (s = 1; s <= d; s++) printf "%sf%d", (s > 1 ? "," : ""), s
    for (i = 0; i < n; i++) {
      g = i % k; print ""
      for (s = 1; s <= d; s++) printf "%s%.6f", (s > 1 ? "," : ""), (g * 7 * s) % 13 + sin(i * 12.9898 + s * 78.233)
    }
    print "" }'
}

# partition FILE COLUMN: the labels of a column in one line
partition() { cut -d, -f"$2" "$1" | tail -n +2 | tr '\n' ' '; }

@test "ce-generate kmeans: the same labels as a slow k-means, on ties, empty clusters, weights and wild scales" {
  in_turn 4
  run "$CE_BUILD/obj/tests/kmeans"
  assert_equal "$output" "320 runs: the same labels as the slow k-means"
}

@test "ce-generate kmeans: nothing is read before it is set (the scale of bounds was taken from centres that had not been drawn)" {
  in_turn 4
  # two rounds reach it; make valgrind runs three, with many features, in a minute
  command -v valgrind >/dev/null || skip "needs valgrind"
  not_sanitized "does not go with the sanitizers"
  run_split env OMP_NUM_THREADS=2 valgrind -q --error-exitcode=9 "$CE_BUILD/obj/tests/kmeans" 2 alone
  assert_equal "$status" 0
  assert_equal "$output" "16 runs by itself"
}

@test "ce-generate kmeans: from given centres" {
  six >six.csv
  table x,y 0,0 5,5 9,0 >start.csv
  run_split ce-generate kmeans --start start.csv six.csv
  assert_equal "$status" 0
  assert_equal "$stderr" ""
  assert_equal "$output" "$(table kmeans.k3.r1 1 1 2 2 3 3)"
}

@test "ce-generate kmeans: without -m a member for each k, with -m a k drawn for each" {
  six >six.csv
  run_split ce-generate kmeans -k 2,5,3 six.csv
  assert_equal "${lines[0]}" kmeans.k2.r1,kmeans.k5.r2,kmeans.k3.r3
  run_split ce-generate kmeans -k 2..4 six.csv
  assert_equal "${lines[0]}" kmeans.k2.r1,kmeans.k3.r2,kmeans.k4.r3
  run_split ce-generate kmeans -k 4 -m 3 six.csv
  assert_equal "${lines[0]}" kmeans.k4.r1,kmeans.k4.r2,kmeans.k4.r3
  # 600 draws from three values: within 5 standard deviations (11.5) of 200 each
  ce-generate kmeans -k 2..4 -m 600 six.csv | sed -n 1p | tr , '\n' | cut -d. -f2 | sort | uniq -c >counts
  awk '$1 < 142 || $1 > 258 { exit bad = 1 } { k = k $2 } END { exit bad || k != "k2k3k4" }' counts
}

@test "ce-generate kmeans: same seed, same bytes, with any threads; another seed, another ensemble" {
  groups 5 6 3000 >data.csv
  for options in "-m 7" "-m 1" "-m 6 --features 0.5" "-m 3 --objects 500 --restarts 2" "-m 2 --init plusplus" \
    "-m 1 --init farthest --empty drop"; do
    for j in 1 2 4; do
      # shellcheck disable=SC2086 # a list of options
      ce-generate kmeans -k 9..30 $options -j $j --model model.$j --trace trace.$j -o labels.$j data.csv
    done
    cmp labels.1 labels.2
    cmp labels.1 labels.4
    cmp model.1 model.4
    cmp trace.1 trace.4
  done
  ce-generate kmeans -k 9 -m 2 --seed 2 data.csv >two
  ce-generate kmeans -k 9 -m 2 --seed 1 data.csv >one
  run cmp -s one two
  assert_equal "$status" 1
}

@test "ce-generate kmeans: the first members of a larger ensemble are those of a smaller one" {
  groups 4 3 200 >data.csv
  ce-generate kmeans -k 2..9 -m 3 data.csv >three
  ce-generate kmeans -k 2..9 -m 8 data.csv | cut -d, -f1-3 | cmp three
}

@test "ce-generate kmeans: ids are carried through, classes are held back" {
  table id,x,class a,0,p b,1,q c,9,p >data.csv
  run_split ce-generate kmeans -k 2 --init farthest data.csv
  assert_equal "$output" "$(table id,kmeans.k2.r1 a,1 b,1 c,2)"
}

@test "ce-generate kmeans: every start finds groups that lie far apart, farthest with one run each time" {
  groups 5 4 500 | awk -F, 'NR == 1 { print; next } { for (s = 1; s <= NF; s++) printf "%s%.6f", (s > 1 ? "," : ""), $s + 100 * (NR % 5) * (s == NR % 5 % 4 + 1); print "" }' >data.csv
  awk 'BEGIN { for (i = 0; i < 500; i++) printf "%d ", i % 5 + 1 }' >expected
  for options in "farthest -m 20" "plusplus -m 3 --restarts 5" "random -m 3 --restarts 60"; do
    # shellcheck disable=SC2086 # a list of options
    ce-generate kmeans -k 5 --init $options data.csv >labels.csv
    for c in $(seq "$(head -n 1 labels.csv | tr , '\n' | wc -l)"); do
      assert_equal "$options $(partition labels.csv "$c")" "$options $(cat expected)"
    done
  done
}

@test "ce-generate kmeans: random starts are objects, each equally likely" {
  # 3 of 5 objects are equal: a start among them has probability 3/5
  table x 0 0 0 10 20 >data.csv
  ce-generate kmeans -k 1 -m 1000 --iterations 1 --objects 1 --model model.csv data.csv >labels.csv
  # 1000 members that see one object: 600 at 0 within 5 standard deviations (15.5)
  awk -F, 'NR > 1 { n[$5]++ } END { exit !(n[0] > 522 && n[0] < 678 && n[10] > 136 && n[20] > 136) }' model.csv
}

@test "ce-generate kmeans: k beyond the distinct rows is said and gives fewer clusters, in any init" {
  table x,y 1,1 1,1 2,2 1,1 3,3 -0,5 0,5 >data.csv
  for init in random plusplus farthest; do
    run_split ce-generate kmeans -k 6 --init $init data.csv
    assert_equal "$status" 0
    assert_equal "$stderr" "ce-generate: data.csv: 4 distinct rows: fewer clusters than asked for in 1 of 1 members"
    assert_equal "$output" "$(table kmeans.k6.r1 1 1 2 1 3 4 4)"
    run_split ce-generate kmeans -q -k 6 --init $init data.csv
    assert_equal "$stderr" ""
  done
}

@test "ce-generate kmeans: constant data and one object give one cluster" {
  table x,y 5,5 5,5 5,5 >data.csv
  run_split ce-generate kmeans -k 2 data.csv
  assert_equal "$output" "$(table kmeans.k2.r1 1 1 1)"
  table x,y 5,-7 >data.csv
  for init in random plusplus farthest; do
    run_split ce-generate kmeans -k 1 -m 2 --init $init data.csv
    assert_equal "$status$stderr" 0
    assert_equal "$output" "$(table kmeans.k1.r1,kmeans.k1.r2 1,1)"
  done
}

@test "ce-generate kmeans: an empty cluster becomes a singleton, stays, or is dropped" {
  table x 0 1 2 20 30 >data.csv
  table x 1 1 19 >start.csv
  # first assignment: 0 1 2 to the first of two equal centres, 20 and 30 to the third; the second is empty
  run_split ce-generate kmeans --start start.csv --trace trace.csv data.csv
  assert_equal "$output" "$(table kmeans.k3.r1 1 1 1 2 3)"
  assert_equal "$(cat trace.csv)" "$(table clustering,k,inertia,iterations,converged kmeans.k3.r1,3,2,2,1)"
  run_split ce-generate kmeans --start start.csv --empty keep --model model.csv --trace trace.csv data.csv
  assert_equal "$output" "$(table kmeans.k3.r1 1 1 1 2 2)"
  assert_equal "$(cat model.csv)" "$(table clustering,cluster,size,kind,x kmeans.k3.r1,1,3,centroid,1 kmeans.k3.r1,2,2,centroid,25 kmeans.k3.r1,3,0,centroid,1)"
  run_split ce-generate kmeans --start start.csv --empty drop --trace trace.csv data.csv
  assert_equal "$output" "$(table kmeans.k3.r1 1 1 1 2 2)"
  assert_equal "$(cat trace.csv)" "$(table clustering,k,inertia,iterations,converged kmeans.k3.r1,2,52,2,1)"
}

@test "ce-generate kmeans: an object between two centres goes to the first" {
  table x 0 2 4 >data.csv
  table x 4 0 >start.csv
  run_split ce-generate kmeans --start start.csv --model model.csv data.csv
  assert_equal "$output" "$(table kmeans.k2.r1 1 2 2)"
  assert_equal "$(cat model.csv)" "$(table clustering,cluster,size,kind,x kmeans.k2.r1,1,1,centroid,0 kmeans.k2.r1,2,2,centroid,3)"
}

@test "ce-generate kmeans: a small distance is seen far from the origin, where the expanded square would lose it" {
  table x 100000000 100000000.25 100000001 100000001.25 >data.csv
  table x 100000000 100000001 >start.csv
  run_split ce-generate kmeans --start start.csv --trace trace.csv data.csv
  assert_equal "$output" "$(table kmeans.k2.r1 1 1 2 2)"
  assert_equal "$(tail -n 1 trace.csv)" kmeans.k2.r1,2,0.0625,2,1
}

@test "ce-generate kmeans: a subspace member sees ceil(F d) features, others are empty in the model" {
  groups 3 5 60 >data.csv
  for pair in "2 2" "0.5 3" "0.2 1" "0.61 4" "1.0 5" "5 5" "0.001 1"; do
    read -r share expected <<<"$pair"
    ce-generate kmeans -k 2 -m 4 --features "$share" --model model.csv data.csv >labels.csv
    assert_equal "$share $(awk -F, 'NR > 1 { n = 0; for (s = 5; s <= NF; s++) n += $s != ""; print n }' model.csv | sort -u)" "$share $expected"
  done
}

@test "ce-generate kmeans: a member in a subspace is k-means on these columns" {
  groups 3 5 60 >data.csv
  ce-generate kmeans -k 3 -m 1 --features 2 --model model.csv data.csv >labels.csv
  seen=$(awk -F, 'NR == 2 { for (s = 5; s <= NF; s++) if ($s != "") printf "%s%d", (n++ ? "," : ""), s - 4 }' model.csv)
  cut -d, -f"$seen" data.csv >part.csv
  cut -d, -f5- model.csv | sed 's/,,*/,/g; s/^,//; s/,$//' | sed "1s/.*/$(head -n 1 part.csv)/" >start.csv
  # its centres are a fixed point of plain k-means there
  ce-generate kmeans --start start.csv part.csv | cmp labels.csv
}

@test "ce-generate kmeans: as many features or objects as there are, are all of them, and nothing is drawn" {
  ce-generate kmeans -k 3..6 -m 6 -o all.csv "$BUNDLED/iris.csv"
  for options in "--features 4" "--features 1.0" "--objects 150" "--objects 1.0"; do
    # shellcheck disable=SC2086 # a list of arguments
    ce-generate kmeans -k 3..6 -m 6 $options -o asked.csv "$BUNDLED/iris.csv"
    cmp all.csv asked.csv
  done
}

@test "ce-generate kmeans: objects that a member does not see go to the nearest of its centres" {
  groups 4 3 400 >data.csv
  ce-generate kmeans -k 4 -m 1 --objects 0.1 --model model.csv --trace trace.csv data.csv >labels.csv
  assert_equal "$(tail -n +2 labels.csv | wc -l)" 400
  awk -F, 'FNR == NR { if (FNR > 1) { k++; for (s = 0; s < 3; s++) c[k, s] = $(s + 5); size[k] = $3 } next }
    FNR > 1 { getline label <"labels.csv"; if (FNR == 2) getline label <"labels.csv"
      for (j = 1; j <= k; j++) { dist = 0; for (s = 0; s < 3; s++) dist += ($(s + 1) - c[j, s]) ^ 2; if (j == 1 || dist < best) { best = dist; to = j } }
      if (to != label) exit 1; n[to]++ }
    END { for (j = 1; j <= k; j++) if (n[j] != size[j]) exit 1 }' model.csv data.csv
}

@test "ce-generate kmeans --unseen missing: the objects a member saw have the labels of --unseen nearest, the others none" {
  groups 4 3 400 >data.csv
  ce-generate kmeans -k 2..6 -m 5 --objects 0.3 --model one.csv --trace one data.csv >nearest.csv
  ce-generate kmeans -k 2..6 -m 5 --objects 0.3 --unseen missing --model two.csv --trace two data.csv >missing.csv
  cmp one two
  # 120 of 400 labels a member; the same pairs together; sizes in the model are those of the labels; the same centres
  awk -F, 'NR > 1 { for (q = 1; q <= NF; q++) seen[q] += $q != "NA" } END { for (q = 1; q <= 5; q++) if (seen[q] != 120) exit 1 }' missing.csv
  paste -d, nearest.csv missing.csv | awk -F, 'NR > 1 { for (q = 1; q <= 5; q++) if ($(q + 5) != "NA") {
    if ((q, $q) in to && to[q, $q] != $(q + 5)) exit 1; to[q, $q] = $(q + 5) } }'
  awk -F, 'FNR == NR { if (FNR == 1) for (q = 1; q <= NF; q++) name[q] = $q; else for (q = 1; q <= NF; q++) n[name[q], $q]++; next }
    FNR > 1 { rows++; if (n[$1, $2] != $3) exit bad = 1 } END { exit bad || !(rows >= 10) }' missing.csv two.csv
  assert_equal "$(cut -d, -f1,4- one.csv | sort)" "$(cut -d, -f1,4- two.csv | sort)"
  run_split ce-generate kmeans -k 3 --unseen missing data.csv
  assert_error 2 "ce-generate: --unseen goes with --objects
Try 'ce-generate --help'."
}

@test "ce-generate kmeans: a run cut by --iterations is not converged, and its labels belong to its centres" {
  groups 4 3 400 >data.csv
  ce-generate kmeans -k 9 -m 1 --iterations 2 --model model.csv --trace trace.csv data.csv >labels.csv
  assert_equal "$(tail -n 1 trace.csv | cut -d, -f4,5)" 2,0
  (echo f1,f2,f3; tail -n +2 model.csv | cut -d, -f5-) >start.csv
  ce-generate kmeans --start start.csv --iterations 1 --trace again.csv data.csv >/dev/null
  # the next assignment starts where this one ended: inertia cannot rise
  awk -F, 'FNR == 2 { v[++n] = $3 } END { exit !(v[2] <= v[1]) }' trace.csv again.csv
}

@test "ce-generate kmeans: -v tells about each member" {
  six >six.csv
  table x,y 0,0 5,5 9,0 >start.csv
  run_split ce-generate kmeans -v --start start.csv six.csv
  assert_equal "$stderr" "ce-generate: kmeans.k3.r1: 3 clusters, 2 iterations, inertia 1.5"
  run_split ce-generate kmeans -v --start start.csv --iterations 1 six.csv
  assert_equal "$stderr" "ce-generate: kmeans.k3.r1: 3 clusters, 1 iterations, inertia 1.5"
}

@test "ce-generate kmeans: more clusters than objects is refused" {
  six >six.csv
  run_split ce-generate kmeans -k 7 six.csv
  assert_error 1 "ce-generate: six.csv: 6 objects, k = 7"
  run_split ce-generate kmeans -k 2..9 -m 3 six.csv
  assert_error 1 "ce-generate: six.csv: 6 objects, k = 7"
  run_split ce-generate kmeans -k 5 --objects 0.5 six.csv
  assert_error 1 "ce-generate: six.csv: 3 objects in a subsample, k = 5"
}

@test "ce-generate kmeans: missing cells, categories and values without squares are refused with what helps" {
  table x,y 1,2 3, 4,5 >data.csv
  run_split ce-generate kmeans -k 2 data.csv
  assert_error 1 "ce-generate: data.csv: object 2 has no value in column y, complete data expected: ce-prepare impute or drop-missing"
  table x,y 1,red 3,blue >data.csv
  run_split ce-generate kmeans -k 2 data.csv
  assert_error 1 "ce-generate: data.csv: column y is categorical ('red'), numbers expected: --class y leaves it out, ce-prepare onehot makes numbers of it, ce-generate coolcat clusters categories"
  table x 1 2 3e150 >data.csv
  run_split ce-generate kmeans -k 2 data.csv
  assert_error 1 "ce-generate: data.csv: object 3 has 3e+150 in column x, at most 1e+150 expected: ce-prepare zscore or minmax"
  table x 1e150 -1e150 1 0 >data.csv
  run_split ce-generate kmeans -k 3 --init farthest data.csv
  assert_equal "$output" "$(table kmeans.k3.r1 1 2 3 3)"
}

@test "ce-generate kmeans, lac, som: given centres go by the names of their features" {
  six >six.csv
  table x,y 0,5 9,0 >start.csv
  table y,x 5,0 0,9 >turned.csv
  printf '0,5\n9,0\n' >bare.csv
  for options in "kmeans --iterations 1" "lac --inv-h 1 --iterations 1" "som --grid 1x2 --cluster units --rough 1 --fine 1"; do
    ce-generate $options --start start.csv six.csv >labels.csv
    ce-generate $options --start turned.csv six.csv | cmp labels.csv
    ce-generate $options --start bare.csv six.csv | cmp labels.csv
  done
  assert_equal "$(ce-generate kmeans --iterations 1 --start turned.csv six.csv | paste -sd' ')" "kmeans.k2.r1 1 1 1 1 2 2"
  table x,z 0,5 9,0 >other.csv
  run_split ce-generate kmeans --start other.csv six.csv
  assert_error 1 "ce-generate: other.csv: feature 'z', which six.csv does not have"
  table y,x,x 0,1,1 >twice.csv
  table x,x,y 0,0,1 1,1,0 >data.csv
  run_split ce-generate kmeans --start twice.csv data.csv
  assert_error 1 "ce-generate: twice.csv: feature 'x' is there twice"
}

@test "ce-generate kmeans: given centres of the wrong width, or that are no numbers, are refused" {
  six >six.csv
  table x 1 2 >start.csv
  run_split ce-generate kmeans --start start.csv six.csv
  assert_error 1 "ce-generate: start.csv: 1 features, 2 expected as in six.csv"
  table x,y 1, 2,3 >start.csv
  run_split ce-generate kmeans --start start.csv six.csv
  assert_error 1 "ce-generate: start.csv: object 1 has no value in column y, complete data expected: ce-prepare impute or drop-missing"
  table x,y 1,1e200 2,3 >start.csv
  run_split ce-generate kmeans --start start.csv six.csv
  assert_error 1 "ce-generate: start.csv: object 1 has 1e+200 in column y, at most 1e+150 expected: ce-prepare zscore or minmax"
  table x,y 1,1 2,2 3,3 4,4 5,5 6,6 7,7 >start.csv
  run_split ce-generate kmeans --start start.csv six.csv
  assert_error 1 "ce-generate: six.csv: 6 objects, k = 7"
}

# renumbered FILE: each column's labels numbered by first appearance, without the header
renumbered() {
  tail -n +2 "$1" | awk -F, '{ for (c = 1; c <= NF; c++) { if (!((c, $c) in to)) to[c, $c] = ++n[c]; printf "%s%d", (c > 1 ? "," : ""), to[c, $c] } print "" }'
}

@test "ce-generate kmeans: labels, inertia and iterations as scikit-learn has them from the same start" {
  cd "$FIXTURES/generate"
  while IFS=, read -r most inertia iterations; do
    [ "$most" = max_iter ] && continue
    ce-generate kmeans --start start.csv --iterations "$most" --trace "$BATS_TEST_TMPDIR/trace.csv" -o "$BATS_TEST_TMPDIR/labels.csv" data.csv
    awk -F, -v e="$inertia" -v i="$iterations" 'NR == 2 { d = $3 / e - 1; exit !(d < 1e-12 && d > -1e-12 && $4 == i) }' "$BATS_TEST_TMPDIR/trace.csv"
  done <kmeans-trace.csv
  diff <(renumbered kmeans-labels.csv) <(tail -n +2 "$BATS_TEST_TMPDIR/labels.csv")
}

@test "ce-generate linkage: the cuts that SciPy makes" {
  cd "$FIXTURES/generate"
  c=0
  for method in single complete average ward; do
    ce-generate linkage --method $method -k 3,7 data.csv >"$BATS_TEST_TMPDIR/labels.csv"
    assert_equal "$(head -n 1 "$BATS_TEST_TMPDIR/labels.csv")" "$method.k3,$method.k7"
    diff <(renumbered linkage.csv | cut -d, -f$((c + 1)),$((c + 2))) <(tail -n +2 "$BATS_TEST_TMPDIR/labels.csv")
    c=$((c + 2))
  done
}

@test "ce-generate linkage: average unless told, ids carried through, as many clusters as objects" {
  table id,x a,0 b,1 c,9 >data.csv
  run_split ce-generate linkage -k 1..3 data.csv
  assert_equal "$output" "$(table id,average.k1,average.k2,average.k3 a,1,1,1 b,1,1,2 c,1,2,3)"
  table x 7 >data.csv
  run_split ce-generate linkage -k 1 data.csv
  assert_equal "$output" "$(table average.k1 1)"
  run_split ce-generate linkage -k 1,2 data.csv
  assert_error 1 "ce-generate: data.csv: 1 object, k = 2"
}

@test "ce-generate linkage, mle: a k that is given twice would be the same column again" {
  table x,y 0,0 0,1 5,5 6,5 >data.csv
  for noun in linkage mle; do
    run_split ce-generate $noun -k 2,3,2 data.csv
    assert_error 2 "ce-generate: -k has 2 twice
Try 'ce-generate --help'."
  done
}

@test "ce-generate linkage: a matrix that cannot fit is refused, single linkage needs none" {
  groups 5 2 3000 >data.csv
  export CE_MEMORY_LIMIT=4M
  run_split ce-generate linkage -k 2 data.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
  [[ $stderr == "ce-generate: "*"(3000 x "*" needs "*"4.0 MiB are free"* ]] || { echo "$stderr"; false; }
  ce-generate linkage -k 2 --method single data.csv >labels.csv
  assert_equal "$(wc -l <labels.csv)" 3001
}

@test "ce-generate rpcl: the same labels and centres as a slow RPCL with the same draws" {
  run "$CE_BUILD/obj/tests/rpcl"
  assert_equal "$output" "75 runs: as the slow RPCL, some with fewer clusters than units"
}

@test "ce-generate rpcl: two objects and two units by hand, with rates that fall" {
  # One epoch: the object that comes first is its own winner, and the unit of the other one moves away by B times the distance 1;
  # then the other unit comes back by A of that. Seed 1 takes 1 first.
  table x 0 1 >data.csv
  ce-generate rpcl -k 2 --epochs 1 --rate 0.5 --rival-rate 0.25 --model model.csv --trace trace.csv data.csv >labels.csv
  assert_equal "$(cat labels.csv)" "$(table rpcl.k2.r1 1 2)"
  assert_equal "$(cat model.csv)" "$(table clustering,cluster,size,kind,x rpcl.k2.r1,1,1,centroid,-0.125 rpcl.k2.r1,2,1,centroid,1.25)"
  assert_equal "$(cat trace.csv)" "$(table clustering,k,inertia,iterations,converged rpcl.k2.r1,2,0.078125,1,0)"
  # Without a rival's rate nothing moves, and this is said
  ce-generate rpcl -k 2 --rival-rate 0 --trace trace.csv data.csv >labels.csv
  assert_equal "$(tail -n 1 trace.csv)" rpcl.k2.r1,2,0,1,1
  ce-generate rpcl -k 2 --rival-rate 0 --tolerance 0 --trace trace.csv data.csv >labels.csv
  assert_equal "$(tail -n 1 trace.csv)" rpcl.k2.r1,2,0,30,0
}

@test "ce-generate rpcl: one unit has no rival, and learns alone" {
  # k = 1 from either object, second epoch with half the rate: the unit is between them, and has both
  table x 0 1 >data.csv
  run_split ce-generate rpcl -k 1 --epochs 2 --rate 0.5 --rival-rate 1 --model model.csv data.csv
  assert_equal "$status$stderr" 0
  assert_equal "$output" "$(table rpcl.k1.r1 1 1)"
  # whatever the start and the two orders, a of 1 / 2 and then of 1 / 4 give one of these
  awk -F, 'NR == 2 { for (w = 0; w < 2; w++) for (o = 0; o < 4; o++) { u = w; a = .5
      for (t = 0; t < 2; t++) { first = int(o / (t + 1)) % 2; u += a * (first - u); u += a * (1 - first - u); a /= 2 }
      if (u == $5) found = 1 } } END { exit !found }' model.csv
}

@test "ce-generate rpcl: the tolerance is a share of the spread of the objects" {
  # The spread is 10. The unit starts on an object and moves by .1 of 20 to the other one, or by .1
  # of that less when it then sees the first one again: by 1.8 or 2.
  table x 0 20 >data.csv
  ended() { ce-generate rpcl -k 1 --rate .1 --tolerance "$1" --trace trace.csv data.csv | sed -n 1p; cut -d, -f4,5 trace.csv | tail -n 1; }
  assert_equal "$(ended .201 | paste -sd' ')" "rpcl.k1.r1 1,1"
  run ended .17
  assert [ "$(cut -d, -f1 <<<"${lines[1]}")" -gt 1 ]
}

@test "ce-generate rpcl: units beyond the groups end without objects" {
  # three groups far apart, four units: in most members one is driven out, and what is left are the groups
  awk 'BEGIN { print "x,y,class"; for (i = 0; i < 300; i++) printf "%.4f,%.4f,%d\n", i % 3 * 10 + sin(i) / 5, (i % 3 == 1) * 10 + cos(i * i) / 5, i % 3 }' >data.csv
  ce-generate rpcl -k 4 -m 20 data.csv | ce-score -q -t data.csv -s ari >scores.csv
  awk -F, 'NR > 1 && $2 == 3 { three++; if ($3 != 1) exit 1 } NR > 1 && $2 != 3 && $2 != 4 { exit 1 } END { if (three < 12) exit 1 }' scores.csv
  # and a rival that is pushed too far too fast: one cluster is left, without overflow into anything else
  run_split ce-generate rpcl -k 7 --rival-rate 1 --epochs 200 --trace trace.csv data.csv
  assert_equal "$status$stderr" 0
  assert_equal "$(tail -n +2 <<<"$output" | sort -u)" 1
  awk -F, 'NR == 2 { exit !($2 == 1 && $3 > 0 && $3 < 1e6) }' trace.csv
}

@test "ce-generate rpcl: same seed, same bytes, with any threads; the first members of a larger ensemble are those of a smaller one" {
  groups 5 11 700 >data.csv
  for j in 1 2 4; do
    ce-generate rpcl -k 2..20 -m 7 -j $j --model model.$j --trace trace.$j -o labels.$j data.csv
  done
  cmp labels.1 labels.2
  cmp labels.1 labels.4
  cmp model.1 model.4
  cmp trace.1 trace.4
  ce-generate rpcl -k 2..20 -m 3 data.csv | cmp - <(cut -d, -f1-3 labels.1)
  ce-generate rpcl -k 2..20 -m 7 --seed 2 data.csv >two
  run cmp -s labels.1 two
  assert_equal "$status" 1
}

@test "ce-generate rpcl: a member's clusters have an object each, and its centres are its clusters' units" {
  groups 4 3 400 >data.csv
  ce-generate rpcl -k 9 -m 1 --rival-rate 0.02 --model model.csv --trace trace.csv data.csv >labels.csv
  awk -F, 'FNR == NR { if (FNR > 1) { k++; for (s = 0; s < 3; s++) c[k, s] = $(s + 5); size[k] = $3 } next }
    FNR > 1 { getline label <"labels.csv"; if (FNR == 2) getline label <"labels.csv"
      for (j = 1; j <= k; j++) { dist = 0; for (s = 0; s < 3; s++) dist += ($(s + 1) - c[j, s]) ^ 2; if (j == 1 || dist < best) { best = dist; to = j } }
      if (to != label) exit bad = 1; n[to]++; inertia += best }
    END { getline <"trace.csv"; getline <"trace.csv"
      for (j = 1; j <= k; j++) if (n[j] != size[j] || !n[j]) exit 1
      exit bad || !($2 == k && inertia / $3 - 1 < 1e-9 && inertia / $3 - 1 > -1e-9) }' model.csv data.csv
}

@test "ce-generate rpcl: -v tells about each member; k beyond the distinct rows is said" {
  table x,y 1,1 1,1 2,2 >data.csv
  run_split ce-generate rpcl -v -k 3 --rival-rate 0 data.csv
  assert_equal "$stderr" "$(table 'ce-generate: rpcl.k3.r1: 2 clusters, 1 epochs, inertia 0' 'ce-generate: data.csv: 2 distinct rows: fewer clusters than asked for in 1 of 1 members')"
  assert_equal "$output" "$(table rpcl.k3.r1 1 1 2)"
  table x 5 >data.csv
  run_split ce-generate rpcl -k 1 data.csv
  assert_equal "$status$stderr" 0
  assert_equal "$output" "$(table rpcl.k1.r1 1)"
}

@test "ce-generate rpcl: too many clusters, missing cells and values without squares are refused" {
  table x,y 1,2 3,5 4,5 >data.csv
  run_split ce-generate rpcl -k 4 data.csv
  assert_error 1 "ce-generate: data.csv: 3 objects, k = 4"
  run_split ce-generate rpcl -k 2..9 -m 2 data.csv
  assert_error 1 "ce-generate: data.csv: 3 objects, k = 4"
  table x,y 1,2 3, 4,5 >data.csv
  run_split ce-generate rpcl -k 2 data.csv
  assert_error 1 "ce-generate: data.csv: object 2 has no value in column y, complete data expected: ce-prepare impute or drop-missing"
  table x 1 2 3e150 >data.csv
  run_split ce-generate rpcl -k 2 data.csv
  assert_error 1 "ce-generate: data.csv: object 3 has 3e+150 in column x, at most 1e+150 expected: ce-prepare zscore or minmax"
}

@test "ce-generate kmeans: without -k thirty members have k from the root of the objects, at most 100, to twice that" {
  cp "$BUNDLED/iris.csv" iris.csv
  run_split ce-generate kmeans iris.csv
  [ "$status" = 0 ]
  assert_equal "$stderr" "ce-generate: iris.csv: no -k: 30 members with k drawn from 12..24"
  assert_equal "$output" "$(ce-generate kmeans -k 12..24 -m 30 iris.csv)"
  run_split ce-generate kmeans -m 1 --seed 5 iris.csv
  assert_equal "$stderr" "ce-generate: iris.csv: no -k: 1 member with k drawn from 12..24"
  assert_equal "$output" "$(ce-generate kmeans -k 12..24 -m 1 --seed 5 iris.csv)"
  # by the objects that a member sees, or starts from
  for objects in 101:10..20 .8:10..20 5:2..4 3:2..2; do
    run_split ce-generate kmeans -m 4 --objects ${objects%:*} iris.csv
    assert_equal "$output" "$(ce-generate kmeans -m 4 -k ${objects#*:} --objects ${objects%:*} iris.csv)"
  done
  assert_equal "$(ce-generate kmeans -q -m 2 --sample 15 iris.csv)" "$(ce-generate kmeans -q -m 2 --sample 15 -k 12..15 iris.csv)"
  seq 12000 | awk 'BEGIN { print "x" } { print $1 % 300 }' >many.csv
  run_split ce-generate kmeans -m 3 --iterations 1 many.csv
  assert_equal "$stderr" "ce-generate: many.csv: no -k: 3 members with k drawn from 100..200"
  # two and three objects have two clusters, one has no such k
  assert_equal "$(printf 'x\n1\n4\n' | ce-generate kmeans -q -m 1 | paste -sd' ')" "kmeans.k2.r1 1 2"
  run_split bash -c "printf 'x\n1\n4\n9\n' | ce-generate kmeans -m 2"
  assert_equal "$stderr" "ce-generate: standard input: no -k: 2 members with k = 2"
  run_split bash -c "printf 'x\n1\n' | ce-generate kmeans"
  assert_error 1 "ce-generate: standard input: 1 object to start from, two or more expected"
  # centres that are given have their own k
  head -n 4 iris.csv >start.csv
  run_split ce-generate kmeans --start start.csv iris.csv
  assert_equal "${lines[0]} $stderr" "kmeans.k3.r1 "
}

@test "ce-generate: wrong use" {
  six >six.csv
  table x,y 0,0 >start.csv
  hint="
Try 'ce-generate --help'."
  while IFS='|' read -r arguments message; do
    # shellcheck disable=SC2086 # a list of arguments
    run_split ce-generate $arguments six.csv
    assert_error 2 "ce-generate: $message$hint"
  done <<'END'
kmeans --constraints pairs.csv|how many clusters? -k is needed with --constraints
kmeans --part 1/2 --sample 3|how many clusters? -k is needed with --part
kmeans --state state --sample 3|how many clusters? -k is needed with --state
kmeans -k 0|--clusters '0', a whole number from 1 expected
kmeans -k 3..2|--clusters '3..2', a range goes up: 2..3 expected
kmeans -k 2 -m 0|--members '0', a whole number from 1 expected
kmeans -k 2 --iterations 0|--iterations '0', a whole number from 1 expected
kmeans -k 2 --init best|--init 'best', one of random|plusplus|farthest|chunklets|neighbourhoods expected
kmeans -k 2 --features 0|--features '0', a whole number from 1 or a fraction with a point expected
kmeans -k 2 --features 1.5|--features '1.5', a fraction up to 1.0 expected
kmeans -k 2 --features x|--features 'x', a whole number from 1 or a fraction with a point expected
kmeans -k 2 --objects -3|--objects '-3', a whole number from 1 or a fraction with a point expected
kmeans -k 2 --objects 1e-1|--objects '1e-1', a whole number from 1 or a fraction with a point expected
kmeans -k 2 --start start.csv|--start gives the centres: no -k with it
kmeans --init random --start start.csv|--init does not go with --start
kmeans --restarts 1 --start start.csv|--restarts does not go with --start
kmeans -k 2 --unseen nearest|--unseen goes with --objects
kmeans -k 2 --model -|--model and the result are both standard output
rpcl|how many clusters? -k is needed
rpcl -k 2 --rate 1.5|--rate '1.5', a number from 0 to 1 expected
rpcl -k 2 --rival-rate -0.1|--rival-rate '-0.1', a number from 0 to 1 expected
rpcl -k 2 --epochs 0|--epochs '0', a whole number from 1 expected
rpcl -k 2 --tolerance x|--tolerance 'x', a number from 0 to 1 expected
rpcl -k 2 --init random|--init does not go with rpcl, only with: kmeans lac som
rpcl -k 2 --start start.csv|--start does not go with rpcl, only with: kmeans lac som
rpcl -k 2 --trace -|--trace and the result are both standard output
kmeans -k 2 --rate 0.1|--rate does not go with kmeans, only with: rpcl
forest -k 2|unknown noun 'forest', expected one of: kmeans, rpcl, lac, linkage, coolcat, som, spectral, tksc, boost, mle, uspec
linkage|how many clusters? -k is needed
linkage -k 2 -m 3|--members does not go with linkage, only with: kmeans rpcl lac coolcat som spectral tksc boost mle uspec
linkage -k 2 --method median|--method 'median', one of single|complete|average|ward expected
kmeans -k 2 --method ward|--method does not go with kmeans, only with: linkage
END
  run_split ce-generate kmeans -k 2 --features 3 six.csv
  assert_error 1 "ce-generate: six.csv: 2 features, --features 3"
}

@test "ce-generate kmeans: little memory for bounds changes no byte" {
  groups 7 12 3000 >data.csv
  ce-generate kmeans -k 20..40 -m 4 -j 2 data.csv >one
  CE_MEMORY_LIMIT=600K ce-generate kmeans -k 20..40 -m 4 -j 2 data.csv >two
  CE_MEMORY_LIMIT=3M ce-generate kmeans -k 20..40 -m 4 -j 2 data.csv >three
  cmp one two
  cmp one three
}

@test "ce-generate --prefix: names of members begin with it, in tables, models, traces and rounds" {
  for seed in 1 2; do
    ce-generate kmeans -k 3 -m 2 --seed $seed --prefix "s$seed." --model "model.$seed" --trace "trace.$seed" -o "$seed.csv" "$BUNDLED/iris.csv"
  done
  paste -d, 1.csv 2.csv >both.csv
  assert_equal "$(head -n 1 both.csv)" "s1.kmeans.k3.r1,s1.kmeans.k3.r2,s2.kmeans.k3.r1,s2.kmeans.k3.r2"
  assert_equal "$(cut -d, -f1 model.2 | sort -u | paste -sd' ')" "clustering s2.kmeans.k3.r1 s2.kmeans.k3.r2"
  assert_equal "$(cut -d, -f1 trace.1 | paste -sd' ')" "clustering s1.kmeans.k3.r1 s1.kmeans.k3.r2"
  ce-generate kmeans -k 3 -m 2 -o plain.csv "$BUNDLED/iris.csv"
  sed 1s/s1.//g 1.csv >stripped.csv
  cmp plain.csv stripped.csv
  long=$(printf 'x%.0s' {1..200})
  for noun in "kmeans -k 2" "lac -k 2 --inv-h 1" "linkage -k 2" "spectral -k 2" "boost -k 2 --bases bases.csv" "som -k 2" "rpcl -k 2"; do
    # shellcheck disable=SC2086 # a noun with its options
    ce-generate $noun -q --prefix "$long" -o labels.csv "$BUNDLED/iris.csv"
    assert_equal "$(head -n 1 labels.csv | cut -c1-200)" "$long"
  done
  assert_equal "$(head -n 1 bases.csv | cut -d, -f2 | cut -c201-)" "boost.k2.t2"
}

@test "ce-generate linkage: what takes long tells how far it is, unless told not to" {
  ce-synth flower -n 80000 --format npy -o flower.npy
  tells_how_far ce-generate linkage --method single -k 2 flower.npy
}

@test "ce-generate linkage: more clusters than rows differ is told, for each k" {
  table x,y 1,1 1,1 1,1 2,2 2,2 5,5 >few.csv
  for method in single complete average ward; do
    run_split ce-generate linkage --method "$method" -k 2,3 few.csv
    assert_equal "$stderr" ""
    run_split ce-generate linkage --method "$method" -k 2..5 few.csv
    assert_equal "$stderr" "ce-generate: few.csv: 3 distinct rows: equal rows are in several clusters in 2 of 4 members"
  done
}

@test "ce-generate spectral, tksc, mle: equal rows in several clusters are told, also of missing cells and of -0" {
  table x,y 1,1 1,1 1,1 1,1 2,5 2,5 2,5 9,9 9,9 9,9 >few.csv
  for noun in spectral tksc; do
    run_split ce-generate "$noun" -k 2,3 few.csv
    assert_equal "$stderr" ""
    run_split ce-generate "$noun" -k 2..5 few.csv
    assert_equal "$stderr" "ce-generate: few.csv: 3 distinct rows: equal rows are in several clusters in 2 of 4 members"
  done
  run_split ce-generate mle -k 5 few.csv
  assert_equal "$stderr" "ce-generate: few.csv: 3 distinct rows: equal rows are in several clusters in 1 of 1 members"
  table x,y 0,1 -0,1 5,7 5,7 3, 3, 3, >holes.csv
  run_split ce-generate spectral -k 3,4 holes.csv
  assert_equal "$stderr" "ce-generate: holes.csv: 3 distinct rows: equal rows are in several clusters in 1 of 2 members"
}
