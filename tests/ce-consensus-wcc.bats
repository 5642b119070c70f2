#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# wcc: weighted consensus clustering against the same formulas with whole matrices, where the weights are found by trying every
# set of base clusterings (tests/lib/wcc-plain.c).

setup() { load common; load ensembles; }

# tables: base clusterings that agree, with and without missing labels, with two equal ones, and with some that are of no use
tables() {
  planted 40 3 6 40 >whole.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 3 == 0 { $(NR % 5 + 1) = "" } 1' whole.csv >partial.csv
  awk -F, -v OFS=, 'NR == 1 { print $0, "again", "also"; next } { print $0, $2, $2 }' whole.csv >equal.csv
  paste -d, <(planted 44 3 3 20) <(planted 44 5 5 95 | sed 1s/q/r/g) >useless.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 4 { $(NR % 8 + 1) = "" } 1' useless.csv >gaps.csv
}

# fit OPTIONS... TABLE: the labels into out, the two errors as words into said, and a line of weights into weights
fit() {
  ce-consensus wcc -v --base-weights file "$@" 2>told >out
  sed -n 's/.*: squared error \([^ ]*\), \([^ ]*\) with equal weights.*/\1 \2/p' told >said
  tail -n +2 file | cut -d, -f2 | paste -sd' ' >weights
}

# near A B [PART]: whether two files have as many words, and each two differ by less than this part of 1 or of the larger
near() {
  awk -v part="${3:-1e-6}" 'NR == FNR { words = split($0, one); next } { if (split($0, two) != words || words == 0) exit bad = 1
    for (w in one) { a = one[w]; b = two[w]; if (a b ~ /nan/) exit bad = 1
      s = b < 1 ? 1 : b; if (a - b > part * s || b - a > part * s) exit bad = 1 } seen = 1 } END { exit bad || !seen }' "$1" "$2"
}

@test "ce-consensus wcc: errors, weights and labels are those of the formulas, object by object, with every set of weights tried" {
  in_turn 4
  tables
  cases=0 none=0
  for table in whole partial equal useless gaps; do
    for form in symmetric orthogonal; do
      for how in "2 1 0" "3 1 1" "3 3 2" "4 2 4"; do
        read -r k restarts rounds <<<"$how"
        fit -k "$k" --objects --form $form --restarts "$restarts" --iterations 30 --rounds "$rounds" --tolerance 0 --seed 4 $table.csv
        "$CE_BUILD/obj/tests/wcc-plain" $table.csv "$k" $form "$restarts" 30 "$rounds" 4 >slow
        near said <(sed -n 1p slow) || fail "$table $form $how: errors $(cat said), $(sed -n 1p slow)"
        near weights <(sed -n 2p slow) || fail "$table $form $how: weights $(cat weights), $(sed -n 2p slow)"
        tail -n +2 out | cmp - <(tail -n +3 slow) || fail "$table $form $how: other labels"
        if grep -qw 0 weights; then none=$((none + 1)); fi
        cases=$((cases + 1))
      done
    done
  done
  assert_equal $cases 40
  # base clusterings that are of no use get nothing
  assert [ $none -ge 8 ]
}

@test "ce-consensus wcc: without rounds it is nmf, to the byte, with and without missing labels" {
  tables
  for table in whole partial; do
    for form in symmetric orthogonal; do
      ce-consensus nmf -k 3 --form $form $table.csv | sed 1d >nmf
      fit -k 3 --form $form --rounds 0 --iterations 200 $table.csv
      sed 1d out | cmp - nmf
      assert_equal "$(tr ' ' '\n' <weights | sort -u)" 0.16666666666666666
    done
  done
}

@test "ce-consensus wcc: in the symmetric form more updates and more rounds never make the error larger" {
  tables
  for table in useless gaps; do
    last=1e300
    for how in "1 0" "5 0" "20 0" "20 1" "20 2" "20 3" "20 5" "20 10" "20 30"; do
      read -r iterations rounds <<<"$how"
      fit -k 3 --restarts 1 --iterations "$iterations" --rounds "$rounds" --tolerance 0 $table.csv
      error=$(cut -d' ' -f1 said)
      awk -v last="$last" -v now="$error" 'BEGIN { exit !(now != "" && now + 0 <= last + 1e-9) }' || fail "$table $how: $error after $last"
      last=$error
    done
  done
}

@test "ce-consensus wcc: a start ends when a round lowers the error by no more than the tolerance" {
  tables
  # the errors after 0, 1, 2, ... rounds
  for rounds in 0 1 2 3 4 5 6 7 8 9 10 11 12; do
    fit -k 3 --restarts 1 --rounds $rounds --tolerance 0 whole.csv
    cut -d' ' -f1 said
  done >errors
  square=$(sed -n 's/.*equal weights, of \([^,]*\),.*/\1/p' told)
  for tolerance in .1 .01 .003; do
    fit -k 3 --restarts 1 --rounds 12 --tolerance $tolerance whole.csv
    expected=$(awk -v square="$square" -v tolerance=$tolerance 'NR > 1 && last - $1 <= tolerance * square { print NR - 1; exit } { last = $1 }' errors)
    assert_equal "$tolerance $(sed -n 's/.*; rounds: \([0-9]*\);.*/\1/p' told)" "$tolerance $expected"
  done
  assert [ "$expected" -gt 1 ]
}

@test "ce-consensus wcc: microclusters have the error and the weights of objects, and sizes those of repeated rows" {
  in_turn 4
  planted 200 3 4 30 >labels.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 6 == 0 { $(1 + NR % 4) = "" } 1' labels.csv >missing.csv
  for table in labels missing; do
    # many starts and updates, so that both come to the same end
    options=(-k 3 --restarts 20 --iterations 1500 --rounds 1)
    fit "${options[@]}" $table.csv
    for file in out said weights; do cp $file $file.micro; done
    assert [ "$(sed -n 's/.* \([0-9]*\) microclusters/\1/p' told)" -lt 100 ]
    fit "${options[@]}" --objects $table.csv
    near said said.micro 2e-5
    near weights weights.micro 1e-3
    cmp out out.micro
    # rows and how often each is there, in the order of their first appearance
    awk -F, 'NR == 1 { print "size," $0; next } !($0 in size) { row[++rows] = $0 } { size[$0]++ } END { for (r = 1; r <= rows; r++) print size[row[r]] "," row[r] }' $table.csv >sizes.csv
    ce-consensus wcc "${options[@]}" --base-weights sizes.weights sizes.csv >small
    tail -n +2 sizes.weights | cut -d, -f2 | paste -sd' ' | cmp - weights.micro
    ce-microcluster expand -t sizes.csv -r small $table.csv | cmp - out.micro
  done
}

@test "ce-consensus wcc: one base clustering, one object, equal ones, one without labels" {
  table a x x y z y x >one.csv
  fit -k 3 one.csv
  assert_equal "$(paste -sd' ' out) $(cat weights)" "wcc.k3 1 1 2 3 2 1 1"
  table a,b 1,1 >object.csv
  fit -k 1 object.csv
  assert_equal "$(paste -sd' ' out) $(cat weights)" "wcc.k1 1 0.5 0.5"
  # of the same partition: they share
  table a,b,c 1,x,7 1,x,7 2,y,3 2,y,3 3,z,5 >same.csv
  fit -k 3 same.csv
  assert_equal "$(paste -sd' ' out)" "wcc.k3 1 1 2 2 3"
  assert_equal "$(tr ' ' '\n' <weights | sort -u)" 0.3333333333333333
  tables
  awk -F, -v OFS=, '{ print $0, NR == 1 ? "none" : "" }' partial.csv >wider.csv
  fit -k 3 --rounds 3 partial.csv
  cp out before
  weights_before=$(cat weights)
  fit -k 3 --rounds 3 wider.csv
  assert_equal "$(cat weights)" "$weights_before 0"
  cmp out before
}

@test "ce-consensus wcc: the names and the order of weights are those of the table, and weac-nm takes them" {
  tables
  fit -k 3 useless.csv
  assert_equal "$(cut -d, -f1 file | paste -sd' ')" "clustering $(head -n 1 useless.csv | tr , ' ')"
  awk -F, 'NR > 1 { s += $2 } END { exit !(s > 1 - 1e-12 && s < 1 + 1e-12) }' file
  ce-consensus weac-nm -k 3 --weights file useless.csv >weighted
  assert_equal "$(head -n 1 weighted)" weac-nm.k3
}

@test "ce-consensus wcc: one thread and four give the same bytes" {
  tables
  for table in useless gaps; do
    fit -k 4 -j 1 $table.csv
    for file in out said weights; do cp $file $file.one; done
    fit -k 4 -j 4 $table.csv
    for file in out said weights; do
      cmp $file $file.one
    done
  done
}

@test "ce-consensus wcc: wrong use" {
  table a,b 1,1 1,2 2,2 >labels.csv
  wrong() {
    run_split ce-consensus wcc "${@:2}" labels.csv
    assert_error 2 "ce-consensus: $1
Try 'ce-consensus --help'."
  }
  wrong "--restarts '0', a whole number from 1 to 1000000 expected" -k 2 --restarts 0
  wrong "--iterations '0', a whole number from 1 to 1000000 expected" -k 2 --iterations 0
  wrong "--rounds '-1', a whole number from 0 to 1000000 expected" -k 2 --rounds -1
  wrong "--tolerance '2', a number from 0 to 1 expected" -k 2 --tolerance 2
  wrong "--form 'square', one of orthogonal|symmetric expected" -k 2 --form square
  wrong "--base-weights goes with one K of wcc, not 2" -k 1,2 --base-weights w
  assert [ ! -e w ]
  run_split ce-consensus wcc -k 4 labels.csv
  assert_error 1 "ce-consensus: wcc: k = 4, but there are only 3 objects"
}

@test "ce-consensus wcc: starts that run at the same time need memory, with missing labels a matrix each" {
  planted 50 3 4 40 >labels.csv
  run_split env CE_MEMORY_LIMIT=1K ce-consensus wcc -k 3 -j 1 labels.csv
  assert_error 1 "ce-consensus: the factors of each start (28 x 6) needs 1.3 KiB of memory, 1.0 KiB are free (CE_MEMORY_LIMIT); use fewer clusters or threads instead"
  # without missing labels there is no matrix, which would take 8 MiB
  planted 1500 4 12 90 >many.csv
  CE_MEMORY_LIMIT=4M ce-consensus wcc -k 2 -j 1 --restarts 1 many.csv -o many.out
  assert [ -s many.out ]
  planted 60 4 5 95 | awk -F, -v OFS=, 'NR > 1 { $(NR % 5 + 1) = "" } 1' >gaps.csv
  run_split env CE_MEMORY_LIMIT=20K ce-consensus wcc -k 2 -j 2 gaps.csv
  assert_error 1 "ce-consensus: the weighted matrix of each start (59 x 60) needs 27.7 KiB of memory, 20.0 KiB are free (CE_MEMORY_LIMIT); use fewer threads instead"
}
