#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-weigh anmi, smi, apmm, max: what is computed is tested in smi.bats and cluster-stability.bats; here what the tool makes of it.

setup() { load common; }

# weights NOUN [OPTION...] <TABLE: the weights as one line.
weights() { ce-weigh "$@" | tail -n +2 | cut -d, -f2 | tr '\n' ' '; }

# Clusterings that agree fully (a, b), half (c: a bit of two), not at all (d).
four() { table a,b,c,d 1,x,1,p 1,x,1,q 1,x,2,p 1,x,2,q 2,y,3,p 2,y,3,q 2,y,4,p 2,y,4,q; }

# Five clusterings of 300 objects; the first follow the same classes, the last hardly.
five() {
  awk 'BEGIN { srand(3); print "a,b,c,d,e"; for (i = 0; i < 300; i++) { b = int(4 * rand()); line = ""
    for (q = 5; q > 0; q--) line = line "," (rand() < q / 6 ? b : int((2 + q) * rand())); print substr(line, 2) } }'
}

# means <PAIRWISE: the mean of each row of a pairwise table but for the diagonal, with the name.
means() { awk -F, 'NR > 1 { sum = 0; for (c = 2; c <= NF; c++) if (c != NR) sum += $c; print $1 "," sum / (NF - 2) }' OFMT=%.17g CONVFMT=%.17g; }

# same FILE FILE: rows `name,number` that agree to 1e-12 of the number.
same() { paste -d, "$1" "$2" | awk -F, '$1 != $3 || !(($2 - $4) ^ 2 < 1e-24 * (1 + $2 * $2)) { print; bad = 1 } END { exit bad || NR < 2 }'; }

@test "ce-weigh anmi: values by hand, in two forms" {
  four >labels.csv
  # by the geometric mean of the entropies, 1 and 2 bits: a, b (1 + 1/sqrt 2 + 0) / 3, c (2 / sqrt 2 + 0) / 3
  assert_equal "$(weights anmi <labels.csv)" "0.5690355937288492 0.5690355937288492 0.47140452079103173 0 "
  assert_equal "$(weights anmi --nmi max <labels.csv)" "0.5 0.5 0.3333333333333333 0 "
}

@test "ce-weigh anmi, smi: the means of ce-score --pairwise" {
  five >labels.csv
  for form in nmi:sqrt nmi-max:max nmi-sum:sum nmi-min:min nmi-joint:joint; do
    ce-score --pairwise -s "${form%:*}" labels.csv | means >expected
    ce-weigh anmi --nmi "${form#*:}" labels.csv | tail -n +2 | same expected -
  done
  ce-score --pairwise -s smi labels.csv | means >expected
  ce-weigh smi labels.csv | tail -n +2 | same expected -
  ce-weigh anmi labels.csv | cmp - <(ce-weigh anmi --nmi sqrt labels.csv)
  ce-weigh ncai labels.csv | cmp - <(ce-weigh ncai --nmi max labels.csv)
}

@test "ce-weigh smi: less agreement than by chance is weight 0, with a note" {
  four >labels.csv
  run_split ce-weigh smi labels.csv
  assert_equal "$status" 0
  assert_regex "$stderr" '^ce-weigh: 1 of 4 base clusterings agree with the others less than by chance \(mean SMI down to -0\.[0-9]*\): weight 0$'
  assert_equal "${lines[4]}" "d,0"
  run_split ce-weigh smi -v labels.csv
  assert_regex "$stderr" 'ce-weigh: d: mean SMI with the others -0\.[0-9]*'
  run_split ce-weigh smi -q labels.csv
  assert_equal "$stderr" ""
  ce-weigh smi -q labels.csv >weights.csv
  ce-similarity ca --weights weights.csv --format csv labels.csv >out
  assert_equal "$(wc -l <out)" 8
}

@test "ce-weigh apmm: a cluster of 4 of 20 objects, whole and split; the stability of every cluster" {
  # a's first cluster lies inside one of b, is split 3:1 by c and 2:2 by d
  { echo a,b,c,d; awk 'BEGIN { for (i = 0; i < 20; i++) print i < 4 ? "x,1," (i < 3 ? 1 : 2) "," (i < 2 ? 1 : 2) : "\"y,z\",1,3,3" }'; } >labels.csv
  run_split ce-weigh apmm --clusters clusters.csv labels.csv
  assert_equal "$status" 0
  assert_equal "$(head -n 1 clusters.csv)" clustering,cluster,size,stability
  assert_equal "$(sed -n 3p clusters.csv | cut -d, -f1-4)" 'a,"y,z",16'
  assert_equal "$(cut -d, -f1-3 clusters.csv | tail -n +4 | tr '\n' ' ')" "b,1,20 c,1,3 c,2,1 c,3,16 d,1,2 d,2,2 d,3,16 "
  # (1 + 1 + .851282 + .822816) / 4; b's only cluster is split by the others: 1/4
  awk -F, 'NR == 2 && !(($4 - .9185245) ^ 2 < 1e-12) { exit 1 } NR == 4 && $4 != .25 { exit 1 }' clusters.csv
  # weights are means over objects
  awk -F, 'NR > 1 { sum[$1] += $(NF - 1) * $NF } END { for (q in sum) print q "," sum[q] / 20 }' OFMT=%.17g CONVFMT=%.17g clusters.csv |
    sort | same - <(echo "$output" | tail -n +2)
}

@test "ce-weigh max: the nearest cluster of any other base clustering" {
  four >labels.csv
  # a and b are the same. c's clusters are half of a's: with shares 1/4 and 1/2 of 8 objects, one inside the other, I = .311278 bits of
  # H = .811278 and 1. d cuts all: NMI 0
  run_split ce-weigh max --clusters clusters.csv labels.csv
  assert_equal "$(cut -d, -f1 <<<"$output" | tr '\n' ' ')" "clustering a b c d "
  assert_equal "${lines[1]} ${lines[2]} ${lines[4]}" "a,1 b,1 d,0"
  awk -F, 'NR == 4 && !(($2 - .345592) ^ 2 < 1e-11) { exit 1 }' <<<"$output"
  assert_equal "$(tail -n +2 clusters.csv | wc -l)" 10
}

@test "ce-weigh anmi, smi, apmm, max: the order of objects and the names of clusters change nothing" {
  five >labels.csv
  { head -n 1 labels.csv; tail -n +2 labels.csv | awk '{ print NR * 7919 % 311, $0 }' | sort -n | cut -d' ' -f2- |
    awk -F, '{ for (c = 1; c <= NF; c++) printf "%s%s", ($c * 7 % 997) "x", c < NF ? "," : "\n" }'; } >other.csv
  for noun in anmi smi apmm max; do
    ce-weigh $noun labels.csv | tail -n +2 >plain
    ce-weigh $noun other.csv | tail -n +2 | same plain -
  done
}

@test "ce-weigh anmi, smi, apmm, max: a microcluster table weighs as its objects do, to the byte" {
  five | awk -F, -v OFS=, 'NR % 17 == 3 { $2 = "" } NR % 23 == 4 { $5 = "NA" } 1' >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  assert [ "$(wc -l <micro.csv)" -lt "$(wc -l <labels.csv)" ]
  for noun in anmi smi apmm max; do
    ce-weigh $noun labels.csv >one
    ce-weigh $noun micro.csv | cmp - one
    ce-weigh $noun -j 1 labels.csv | cmp - one
    ce-weigh $noun -j 3 labels.csv | cmp - one
  done
  ce-weigh apmm --clusters one labels.csv >/dev/null
  ce-weigh apmm --clusters two micro.csv >/dev/null
  cmp one two
}

@test "ce-weigh anmi, smi, apmm, max: one base clustering, equal ones, trivial ones" {
  for noun in anmi smi apmm max; do
    assert_equal "$noun $(table a 1 2 2 | weights $noun)" "$noun 1 "
    assert_equal "$noun $(table a,b 1,1 | weights $noun | wc -w)" "$noun 2"
  done
  for noun in anmi apmm max; do
    assert_equal "$noun $(table a,b,c 1,x,7 2,y,8 2,y,8 | weights $noun)" "$noun 1 1 1 "
    assert_equal "$noun $(table a,b,c 1,1,1 1,1,1 1,1,1 | weights $noun)" "$noun 1 1 1 "
  done
  assert_equal "$(table a,b,c 1,1,1 1,1,1 1,1,1 | weights smi)" "0 0 0 "
  # c has one cluster, d single objects: a and b agree, SMI sqrt 2, of three others ...
  table a,b,c,d 1,x,1,1 1,x,1,2 2,y,1,3 2,y,1,4 >labels.csv
  assert_equal "$(weights smi <labels.csv)" "0.47140452079103173 0.47140452079103173 0 0 "
  # ... d's clusters lie in all others, c's is split by a, b and d: 1/4; a's: (1 + 1 + 1 + APMM in d) / 4, 2 log 2 against 2 log 2 + 2 log 4
  assert_equal "$(weights apmm <labels.csv)" "0.9166666666666667 0.9166666666666667 0.25 1 "
}

@test "ce-weigh anmi, smi, apmm, max: missing labels are left out pair by pair" {
  # c has no object in common with a and b
  table a,b,c 1,x, 1,x, 2,y, 2,y, ,,5 ,,6 >labels.csv
  assert_equal "$(weights anmi <labels.csv)" "1 1 0 "
  assert_equal "$(weights smi <labels.csv)" "1.4142135623730951 1.4142135623730951 0 "
  assert_equal "$(weights max <labels.csv)" "1 1 0 "
  # for APMM a cluster is a term of its own
  assert_equal "$(weights apmm <labels.csv)" "1 1 1 "
  table a,b NA,1 NA,2 >labels.csv
  assert_equal "$(weights anmi <labels.csv)" "0 0 "
  assert_equal "$(weights apmm <labels.csv)" "0 1 "
}

@test "ce-weigh anmi, smi, apmm, max: sizes of more than 2^53 objects are refused" {
  table size,a,b 9007199254740992,1,1 3,2,2 >micro.csv
  for noun in anmi smi apmm max; do
    run_split ce-weigh $noun micro.csv
    assert_equal "$status" 1
    assert_equal "$output" ""
    assert_regex "$stderr" '2\^53'
  done
  table size,a,b 4500000000000000,1,1 4500000000000000,2,2 7,1,2 >micro.csv
  for noun in anmi smi apmm max; do
    run_split ce-weigh $noun micro.csv
    assert_equal "$status" 0
  done
}

@test "ce-weigh: options that do not go together are wrong use" {
  four >labels.csv
  run_split ce-weigh apmm --nmi max labels.csv
  assert_error 2 "ce-weigh: --nmi does not go with apmm, only with: ncai anmi
Try 'ce-weigh --help'."
  run_split ce-weigh smi --clusters x labels.csv
  assert_error 2 "ce-weigh: --clusters does not go with smi, only with: apmm max
Try 'ce-weigh --help'."
  run_split ce-weigh apmm --clusters - labels.csv
  assert_error 2 "ce-weigh: --clusters and the result are both standard output
Try 'ce-weigh --help'."
  run_split ce-weigh max --clusters nowhere/x labels.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
}
