#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# Two clusters, one long in y and one in x.
cross() { table x,y 0,0 0,2 10,0 12,0; }
cross_start() { table x,y 0,0 10,0; }

# groups K D N: N objects in K groups, each narrow in every third feature and wide in the others; made without random numbers
groups() {
  awk -v k="$1" -v d="$2" -v n="$3" 'BEGIN {
    for (s = 1; s <= d; s++) printf "%sf%d", (s > 1 ? "," : ""), s
    for (i = 0; i < n; i++) {
      g = i % k; print ""
      for (s = 1; s <= d; s++) printf "%s%.6f", (s > 1 ? "," : ""), (g * 5 * s) % 7 / 2 + ((s + g) % 3 ? 1.5 : .2) * sin(i * 12.9898 + s * 78.233)
    }
    print "" }'
}

@test "ce-generate lac: the same labels, iterations, centroids and weights as the printed algorithm written down plainly" {
  run "$CE_BUILD/obj/tests/lac"
  assert_equal "$output" "180 runs: as the plain LAC, some with empty clusters filled, some stopped"
}

@test "ce-generate lac: the weights of X = (1, 1.5, 3), 1/h = 2" {
  run "$CE_BUILD/obj/tests/lac" weights
  assert_equal "$output" "0.721399 0.265388 0.013213
0.938369 0.345207 0.017187"
}

@test "ce-generate lac: two clusters by hand" {
  # From the centroids (0, 0) and (10, 0) the clusters stand at once. Around their means X is (0, 1) and (1, 0); 1/h is the logarithm of 3
  cross >data.csv
  cross_start >start.csv
  ce-generate lac --start start.csv --inv-h 1.0986122886681098 --model model.csv --trace trace.csv data.csv >labels.csv
  assert_equal "$(cat labels.csv)" "$(table lac.k2.i1.0986122886681098 1 1 2 2)"
  awk -F, 'function is(a, b) { if (!(a - b < 1e-15 && b - a < 1e-15)) exit 1 }
    NR == 1 && $0 != "clustering,cluster,size,kind,x,y" { exit 1 }
    NR > 1 { if ($1 != "lac.k2.i1.0986122886681098" || $2 != int(NR / 2) || $3 != 2 || $4 != (NR % 2 ? "weight" : "centroid")) exit 1 }
    NR == 2 { is($5, 0); is($6, 1) } NR == 3 { is($5, .75); is($6, .25) } NR == 4 { is($5, 11); is($6, 0) } NR == 5 { is($5, .25); is($6, .75) }' model.csv
  assert_equal "$(head -n 1 trace.csv)" clustering,k,inv_h,error,iterations,converged
  awk -F, 'NR == 2 { exit !($2 == 2 && $4 - .5 < 1e-15 && .5 - $4 < 1e-15 && $5 == 2 && $6 == 1) }' trace.csv
  # norm l2: in the same proportion, squares sum to 1
  ce-generate lac --start start.csv --inv-h 1.0986122886681098 --norm l2 --model model.csv data.csv >/dev/null
  awk -F, '$4 == "weight" { printf "%.6f %.6f ", $5, $6 }' model.csv >weights
  assert_equal "$(cat weights)" "0.948683 0.316228 0.316228 0.948683 "
}

@test "ce-generate lac: a member for each k and 1/h; with -m a draw of k for each, and the values in turn" {
  groups 3 4 40 >data.csv
  run_split ce-generate lac -k 3,2 --inv-h 2.5,1..3,1e-3 data.csv
  assert_equal "$status" 0
  assert_equal "${lines[0]}" lac.k3.i2.5,lac.k3.i1,lac.k3.i2,lac.k3.i3,lac.k3.i0.001,lac.k2.i2.5,lac.k2.i1,lac.k2.i2,lac.k2.i3,lac.k2.i0.001
  run_split ce-generate lac -k 3 -m 5 --inv-h 7,1 data.csv
  assert_equal "${lines[0]}" lac.k3.i7.r1,lac.k3.i1.r2,lac.k3.i7.r3,lac.k3.i1.r4,lac.k3.i7.r5
  ce-generate lac -q -k 2..4 -m 300 --inv-h 1 data.csv | sed -n 1p | tr , '\n' | cut -d. -f2 | sort | uniq -c >counts
  # 300 draws from three values: within 5 standard deviations (8.2) of 100 each
  awk '$1 < 59 || $1 > 141 { exit bad = 1 } { k = k $2 } END { exit bad || k != "k2k3k4" }' counts
}

@test "ce-generate lac: members of one k start alike, whatever else is asked for; more of them than go together change nothing" {
  groups 5 30 200 >data.csv
  ce-generate lac -q -k 9,10 --inv-h 1..60 -o all.csv --trace all.trace data.csv
  for column in 1 37 60 61 97 120; do
    name=$(head -n 1 all.csv | cut -d, -f$column)
    k=${name#lac.k}
    # the same random start stands at the same place of -k
    case ${k%%.*} in 9) list=9 shift=0 ;; *) list=2,10 shift=1 ;; esac
    ce-generate lac -q -k $list --inv-h "${name##*.i}" --trace one.trace data.csv | cut -d, -f$((1 + shift)) | cmp - <(cut -d, -f$column all.csv)
    grep -qxF "$(grep "^$name," one.trace)" all.trace
  done
  assert [ "$(tail -n +2 all.csv | cut -d, -f1-60 | tr , '\n' | sort -u | wc -l)" = 9 ]
}

@test "ce-generate lac: same seed, same bytes, with any threads; the first members of a larger ensemble are those of a smaller one" {
  for size in "5 2000" "150 300"; do
    # shellcheck disable=SC2086 # two arguments
    groups 4 $size >data.csv
    for options in "-k 2..6 -m 5 --inv-h 1,4,20" "-k 4 --inv-h 2..4 --init random" "-k 5 --inv-h 3 --norm l2"; do
      for j in 1 3; do
        # shellcheck disable=SC2086 # a list of arguments
        ce-generate lac -q $options -j $j --model model.$j --trace trace.$j --labels labels.$j --membership -o membership.$j data.csv
      done
      for file in model trace labels membership; do cmp $file.1 $file.3; done
    done
  done
  groups 4 5 100 >data.csv
  ce-generate lac -q -k 2..6 -m 7 --inv-h 1,4,20 data.csv | cut -d, -f1-3 >seven
  ce-generate lac -q -k 2..6 -m 3 --inv-h 1,4,20 data.csv | cmp - seven
  ce-generate lac -q -k 2..6 -m 3 --inv-h 1,4,20 --seed 2 data.csv >other
  run cmp -s other seven
  assert_equal "$status" 1
}

@test "ce-generate lac: well-scattered starts are far from each other, random ones need not be" {
  table x 0 1 10 >data.csv
  for seed in 1 2 3 4 5 6 7 8 9 10; do
    for init in scattered random; do
      ce-generate lac -q -k 2 --inv-h 1 --init $init --iterations 1 --seed $seed --model model.csv data.csv >/dev/null
      # one iteration: centroids are the means of what is nearest to the starts
      awk -F, '$4 == "centroid" { printf "%s ", $5 } END { print "" }' model.csv >>$init
    done
    ce-generate lac -q -k 2 --inv-h 1 --iterations 1 --seed $seed --model model.csv data.csv >/dev/null
    awk -F, '$4 == "centroid" { printf "%s ", $5 } END { print "" }' model.csv >>default
  done
  assert_equal "$(sort -u scattered)" "0.5 10 "
  assert_equal "$(sort -u random)" "$(printf '%s\n' "0 5.5 " "0.5 10 ")"
  cmp scattered default
}

@test "ce-generate lac: features times 4 and 1/h over 16 give the same to the bit, another order of features the same labels" {
  for d in 6 50; do
    groups 4 $d 300 >data.csv
    ce-generate lac -q -k 4 --inv-h 8,0.5 --model model.csv --trace trace.csv data.csv >labels.csv
    awk -F, -v OFS=, 'NR > 1 { for (c = 1; c <= NF; c++) $c = sprintf("%.17g", 4 * $c) } { print }' data.csv >four.csv
    ce-generate lac -q -k 4 --inv-h 0.5,0.03125 --model four.model --trace four.trace four.csv >four.labels
    cmp <(tail -n +2 labels.csv) <(tail -n +2 four.labels)
    cmp <(grep weight model.csv | cut -d, -f2-) <(grep weight four.model | cut -d, -f2-)
    cut -d, -f$d,2-$((d - 1)),1 data.csv | awk -F, -v OFS=, '{ t = $1; $1 = $NF; $NF = t; print }' | ce-generate lac -q -k 4 --inv-h 8,0.5 - | cmp - labels.csv
  done
}

@test "ce-generate lac: data far from the origin give the same labels and weights" {
  for d in 5 60; do
    groups 3 $d 200 | awk -F, -v OFS=, 'NR > 1 { for (c = 1; c <= NF; c++) $c = int($c * 64) / 64 } { print }' >near.csv
    awk -F, -v OFS=, 'NR > 1 { for (c = 1; c <= NF; c++) $c = sprintf("%.17g", $c + 16777216) } { print }' near.csv >far.csv
    for where in near far; do ce-generate lac -q -k 3 --inv-h 1..8 --model $where.model $where.csv >$where.labels; done
    cmp near.labels far.labels
    paste -d, <(grep weight near.model) <(grep weight far.model) | awk -F, '{ for (c = 5; c <= NF / 2; c++) { e = $c - $(c + NF / 2); if (!(e < 1e-7 && e > -1e-7)) exit 1 } }'
  done
}

@test "ce-generate lac: 1/h so large that weights underflow leaves 0 and 1, and one so small leaves them all the same" {
  groups 3 30 100 >data.csv
  for h in 1e9 1e300; do
    ce-generate lac -q -k 3 --inv-h $h --model model.csv --membership data.csv >membership.csv
    awk -F, '$4 == "weight" { one = 0; for (c = 5; c <= NF; c++) { if ($c != 0 && $c != 1) exit bad = 1; one += $c } if (one != 1) exit bad = 1; n++ } END { exit bad || n != 3 }' model.csv
    run grep -ciE 'nan|inf' membership.csv model.csv
    assert_equal "$status" 1
  done
  ce-generate lac -q -k 3 --inv-h 1e-300 --model model.csv data.csv >/dev/null
  awk -F, '$4 == "weight" { for (c = 5; c <= NF; c++) if (!($c - 1 / 30 < 1e-15 && 1 / 30 - $c < 1e-15)) exit 1 }' model.csv
  # numbers at both ends of what is taken
  table x,y 1e150,1e-150 -1e150,0 1,1 2,5 >data.csv
  run_split ce-generate lac -k 2 --inv-h 1 data.csv
  assert_equal "$status$stderr" 0
}

@test "ce-generate lac: a cluster without objects takes the object worst placed, or keeps its centroid and weights" {
  cross >data.csv
  table x,y 0,0 10,0 1000,1000 >start.csv
  # the first pass: (0, 2) and (12, 0) are equally far from their own centroids, and the first of them is taken
  ce-generate lac -q --start start.csv --inv-h 1 --model model.csv --trace trace.csv data.csv >labels.csv
  assert_equal "$(cat labels.csv)" "$(table lac.k3.i1 1 2 3 3)"
  assert_equal "$(tail -n 1 trace.csv | cut -d, -f2,6)" 3,1
  awk -F, '$2 < 3 && $4 == "weight" && ($5 != .5 || $6 != .5) { exit 1 }' model.csv
  ce-generate lac -q --start start.csv --inv-h 1 --empty keep --model model.csv --trace trace.csv data.csv >labels.csv
  assert_equal "$(cat labels.csv)" "$(table lac.k3.i1 1 1 2 2)"
  assert_equal "$(tail -n 2 model.csv)" "$(table lac.k3.i1,3,0,centroid,1000,1000 lac.k3.i1,3,0,weight,0.5,0.5)"
  assert_equal "$(tail -n 1 trace.csv | cut -d, -f2,6)" 3,1
}

# nearest DATA MODEL LABELS: fails unless every label is that of the nearest centroid of the (only) clustering of the model by weighted distance
nearest() {
  awk -F, 'FILENAME == ARGV[1] { if ($4 == "centroid") { k = $2; for (s = 5; s <= NF; s++) c[k, s - 4] = $s } if ($4 == "weight") for (s = 5; s <= NF; s++) w[k, s - 4] = $s; next }
    FILENAME == ARGV[2] { label[FNR] = $1; next }
    FNR > 1 { best = 0
      for (j = 1; j <= k; j++) { d = 0; for (s = 1; s <= NF; s++) d += w[j, s] * ($s - c[j, s]) ^ 2; if (!best || d < least) { least = d; best = j } }
      if (best != label[FNR]) exit bad = 1; n++ }
    END { exit bad || !n }' "$2" "$3" "$1"
}

@test "ce-generate lac: labels belong to the centroids and weights of the model, also where the iterations ran out" {
  groups 4 7 300 >data.csv
  for most in 1 2 200; do
    ce-generate lac -q -k 4 --inv-h 3 --iterations $most --model model.csv --trace trace.csv data.csv >labels.csv
    nearest data.csv model.csv labels.csv
    assert_equal "$(tail -n 1 trace.csv | cut -d, -f6)" $((most == 200))
  done
  run_split ce-generate lac -k 4 --inv-h 3,5 --iterations 2 data.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-generate: data.csv: 2 of 2 members have not converged: stopped by --iterations"
  run_split ce-generate lac -v -k 4 --inv-h 3 --iterations 2 data.csv
  [[ $stderr == "ce-generate: lac.k4.i3: 4 clusters, 2 iterations (stopped), error "* ]]
}

@test "ce-generate lac --membership: equation 3.1 of the model, most likely where the label is; --labels is what is written without" {
  for d in 4 35; do
    groups 3 $d 90 >data.csv
    ce-generate lac -k 3,2 --inv-h 2,9 >plain.csv <data.csv
    ce-generate lac -k 3,2 --inv-h 2,9 --membership --labels labels.csv --model model.csv -o membership.csv data.csv
    cmp plain.csv labels.csv
    assert_equal "$(head -n 1 membership.csv)" lac.k3.i2:1,lac.k3.i2:2,lac.k3.i2:3,lac.k3.i9:1,lac.k3.i9:2,lac.k3.i9:3,lac.k2.i2:1,lac.k2.i2:2,lac.k2.i9:1,lac.k2.i9:2
    awk -F, 'FILENAME == ARGV[1] { if ($4 == "centroid") { if ($1 != last) { m++; last = $1; k[m] = 0 } j = ++k[m]; for (s = 5; s <= NF; s++) c[m, j, s - 4] = $s }
               else if (FNR > 1) for (s = 5; s <= NF; s++) w[m, j, s - 4] = $s; next }
      FILENAME == ARGV[2] { for (q = 1; q <= NF; q++) label[FNR, q] = $q; next }
      FILENAME == ARGV[3] { for (v = 1; v <= NF; v++) p[FNR, v] = $v; next }
      FNR > 1 { v = 0
        for (q = 1; q <= m; q++) { most = sum = 0
          for (j = 1; j <= k[q]; j++) { d = 0; for (s = 1; s <= NF; s++) d += w[q, j, s] * ($s - c[q, j, s]) ^ 2; D[j] = sqrt(d); if (D[j] > most) most = D[j]; sum += D[j] }
          best = 0
          for (j = 1; j <= k[q]; j++) { e = p[FNR, ++v] - (most - D[j] + 1) / (k[q] * most + k[q] - sum); if (!(e < 1e-6 && e > -1e-6)) exit bad = 1
            if (!best || p[FNR, v] > top) { top = p[FNR, v]; best = j } }
          if (best != label[FNR, q]) exit bad = 1; n++ } }
      END { exit bad || n != 360 }' model.csv labels.csv membership.csv data.csv
  done
  # and what reads memberships takes it, with ids
  { echo id,x,y; cross | tail -n +2 | awk '{ print "o" NR "," $0 }'; } >data.csv
  cross_start >start.csv
  ce-generate lac --start start.csv --inv-h 1 --membership data.csv >membership.csv
  assert_equal "$(cut -d, -f1 membership.csv | tr '\n' ' ')" "id o1 o2 o3 o4 "
  assert_equal "$(ce-consensus wbpa -q -k 2 membership.csv)" "$(table id,wbpa.k2 o1,1 o2,1 o3,2 o4,2)"
}

@test "ce-generate lac: ids are carried through, classes held back, delimiters used everywhere" {
  table 'id;x;class;y' 'a;0;u;0' 'b;0;u;2' 'c;10;v;0' 'd;12;v;0' >data.csv
  table 'x;y' '0;0' '10;0' >start.csv
  run_split ce-generate lac -d ';' --start start.csv --inv-h 2 --model model.csv --trace trace.csv data.csv
  assert_equal "$output" "$(table 'id;lac.k2.i2' 'a;1' 'b;1' 'c;2' 'd;2')"
  assert_equal "$(head -n 1 model.csv)" "clustering;cluster;size;kind;x;y"
  assert_equal "$(head -n 1 trace.csv)" "clustering;k;inv_h;error;iterations;converged"
}

@test "ce-generate lac: as many clusters as objects; fewer distinct rows than clusters are told" {
  table x,y 1,2 4,4 3,9 >data.csv
  run_split ce-generate lac -k 1,3 --inv-h 1 data.csv
  assert_equal "$status$stderr" 0
  assert_equal "$output" "$(table lac.k1.i1,lac.k3.i1 1,1 1,2 1,3)"
  table x,y 1,1 1,1 2,2 >data.csv
  run_split ce-generate lac -k 3 --inv-h 1 data.csv
  assert_equal "$output" "$(table lac.k3.i1 1 1 2)"
  assert_equal "$stderr" "ce-generate: data.csv: 2 distinct rows: fewer clusters than asked for in 1 of 1 members"
}

@test "ce-generate lac: too many clusters, constant features, categories, missing cells and other widths are refused with what helps" {
  cross >data.csv
  run_split ce-generate lac -k 5 --inv-h 1 data.csv
  assert_error 1 "ce-generate: data.csv: 4 objects, k = 5"
  run_split ce-generate lac -k 2..5 -m 1 --inv-h 1 data.csv
  assert_error 1 "ce-generate: data.csv: 4 objects, k = 5"
  table x,one,y 1,7,2 3,7,5 >data.csv
  run_split ce-generate lac -k 2 --inv-h 1 data.csv
  assert_error 1 "ce-generate: data.csv: column one is constant, it would take all the weight: ce-prepare drop-constant"
  ce-prepare drop-constant -q data.csv | ce-generate lac -k 2 --inv-h 1 >labels.csv
  assert_equal "$(cat labels.csv)" "$(table lac.k2.i1 1 2)"
  table x,y 1,2 >data.csv
  run_split ce-generate lac -k 1 --inv-h 1 data.csv
  assert_error 1 "ce-generate: data.csv: column x is constant, it would take all the weight: ce-prepare drop-constant"
  table x,y 1,red 3,blue >data.csv
  run_split ce-generate lac -k 2 --inv-h 1 data.csv
  assert_error 1 "ce-generate: data.csv: column y is categorical ('red'), numbers expected: --class y leaves it out, ce-prepare onehot makes numbers of it, ce-generate coolcat clusters categories"
  table x,y 1,2 3, 4,5 >data.csv
  run_split ce-generate lac -k 2 --inv-h 1 data.csv
  assert_error 1 "ce-generate: data.csv: object 2 has no value in column y, complete data expected: ce-prepare impute or drop-missing"
  table x 1 2 3e150 >data.csv
  run_split ce-generate lac -k 2 --inv-h 1 data.csv
  assert_error 1 "ce-generate: data.csv: object 3 has 3e+150 in column x, at most 1e+150 expected: ce-prepare zscore or minmax"
  cross >data.csv
  table x 1 2 >start.csv
  run_split ce-generate lac --start start.csv --inv-h 1 data.csv
  assert_error 1 "ce-generate: start.csv: 1 features, 2 expected as in data.csv"
  table x,y 1,1 2,2 3,3 4,4 5,5 >start.csv
  run_split ce-generate lac --start start.csv --inv-h 1 data.csv
  assert_error 1 "ce-generate: data.csv: 4 objects, k = 5"
}

@test "ce-generate lac: nothing is written beside a table that fails" {
  cross >data.csv
  run_split ce-generate lac -k 2 --inv-h 1 --model no/model.csv --trace trace.csv data.csv
  assert_equal "$status$output" 1
  [ ! -e trace.csv ]
  run_split ce-generate lac -k 2 --inv-h 1 --membership --labels no/labels.csv data.csv
  assert_equal "$status$output" 1
}

@test "ce-generate lac: wrong use" {
  cross >data.csv
  cross_start >start.csv
  hint="
Try 'ce-generate --help'."
  list="numbers above 0 expected: 7, 1,2.5,10 or 1..50"
  while IFS='|' read -r arguments message; do
    # shellcheck disable=SC2086 # a list of arguments
    run_split ce-generate lac $arguments data.csv
    assert_error 2 "ce-generate: $message$hint"
  done <<END
--inv-h 1|how many clusters? -k is needed
-k 2|which 1/h? --inv-h is needed
-k 2 --inv-h 0|--inv-h '0', $list
-k 2 --inv-h -1|--inv-h '-1', $list
-k 2 --inv-h 1,-0.5|--inv-h '1,-0.5', $list
-k 2 --inv-h inf|--inv-h 'inf', $list
-k 2 --inv-h nan|--inv-h 'nan', $list
-k 2 --inv-h 1e400|--inv-h '1e400', $list
-k 2 --inv-h 1e-400|--inv-h '1e-400', $list
-k 2 --inv-h x|--inv-h 'x', $list
-k 2 --inv-h 0x10|--inv-h '0x10', $list
-k 2 --inv-h 1,|--inv-h '1,', $list
-k 2 --inv-h ,1|--inv-h ',1', $list
-k 2 --inv-h 1,,2|--inv-h '1,,2', $list
-k 2 --inv-h 3..1|--inv-h '3..1', a range goes up: 1..3 expected
-k 2 --inv-h 0..3|--inv-h '0..3', $list
-k 2 --inv-h 1..|--inv-h '1..', $list
-k 2 --inv-h ..3|--inv-h '..3', $list
-k 2 --inv-h 1.5..3|--inv-h '1.5..3', $list
-k 2 --inv-h 1...3|--inv-h '1...3', $list
-k 2 --inv-h 1..2..3|--inv-h '1..2..3', $list
-k 2 --inv-h 1..9000000|--inv-h has more than 1000000 values
-k 2 --inv-h 1..5,3|--inv-h has 3 twice
-k 2 --inv-h 0.1,1e-1|--inv-h has 0.1 twice
-k 2,3,2 --inv-h 1|-k has 2 twice
-k 2 --inv-h 1 --norm l3|--norm 'l3', one of l1|l2 expected
-k 2 --inv-h 1 --init plusplus|--init 'plusplus', one of scattered|random|chunklets expected
-k 2 --inv-h 1 --init farthest|--init 'farthest', one of scattered|random|chunklets expected
-k 2 --inv-h 1 --empty drop|--empty 'drop', one of singleton|keep expected
-k 2 --inv-h 1 --iterations 0|--iterations '0', a whole number from 1 expected
-k 2 --inv-h 1 --start start.csv|--start gives the centres: no -k with it
--inv-h 1 --init random --start start.csv|--init does not go with --start
-k 2 --inv-h 1 --labels labels.csv|--labels goes with --membership
-k 2 --inv-h 1 --membership --labels -|--labels and the result are both standard output
-k 2 --inv-h 1 --trace -|--trace and the result are both standard output
-k 2 --inv-h 1 --features 0.5|--features does not go with lac, only with: kmeans coolcat uspec
-k 2 --inv-h 1 --restarts 2|--restarts does not go with lac, only with: kmeans som spectral tksc mle uspec
END
  run_split ce-generate kmeans -k 2 --init scattered data.csv
  assert_error 2 "ce-generate: --init 'scattered', one of random|plusplus|farthest|chunklets|neighbourhoods expected$hint"
  run_split ce-generate kmeans -k 2 --inv-h 2 data.csv
  assert_error 2 "ce-generate: --inv-h does not go with kmeans, only with: lac$hint"
}
