#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# weights [OPTION...] <TABLE: the weights as one line.
weights() { ce-weigh ncai "$@" | tail -n +2 | cut -d, -f2 | tr '\n' ' '; }

# Clusterings that agree fully (a, b), half (c: NMI .5 by the larger entropy, 2 bits), not at all (d).
four() { table a,b,c,d 1,x,1,p 1,x,1,q 1,x,2,p 1,x,2,q 2,y,3,p 2,y,3,q 2,y,4,p 2,y,4,q; }

@test "ce-weigh ncai: values by hand" {
  four >labels.csv
  run_split ce-weigh ncai --beta 1 labels.csv
  assert_equal "$status" 0
  assert_equal "$stderr" ""
  # CAI: (1 + .5 + 0) / 3 twice, (.5 + .5 + 0) / 3, 0
  assert_output "clustering,weight
a,1
b,1
c,0.6666666666666666
d,0"
  assert_equal "$(weights labels.csv)" "1 1 0.4444444444444444 0 "
  assert_equal "$(weights --beta 0 labels.csv)" "1 1 1 1 "
  # c determines a and b, and has one bit in common with either
  assert_equal "$(weights --nmi min labels.csv)" "1 1 1 0 "
  assert_equal "$(weights --nmi joint labels.csv)" "$(weights labels.csv)"
  # the first alone agrees best with the others, or has no object in common with them: (1 + 0) / 2, (.5 + 0) / 2 twice
  assert_equal "$(table a,b,c,d 1,1,1,1 1,1,2,2 2,2,1,2 2,2,2,1 | weights --beta 1)" "1 1 0 0 "
  assert_equal "$(table a,b,c ,1,1 ,1,1 ,2,2 1,, 2,, | weights)" "0 1 1 "
  # I / mean entropy = 2 / 3: CAI (1 + 2/3) / 3 and (2/3 + 2/3) / 3
  assert_equal "$(weights --nmi sum --beta 1 labels.csv)" "1 1 0.8 0 "
}

@test "ce-weigh ncai: what scikit-learn's NMI gives, in every form" {
  for form in max sqrt sum min joint; do
    ce-weigh ncai --nmi "$form" "$FIXTURES/score/labels.csv" >out
    awk -F, -v form="$form" 'FNR == 1 { file++ } file == 1 && FNR == 1 { for (c = 2; c <= NF; c++) if ($c == form) at = c }
      FNR == 1 { next }
      file == 1 { expected[$1] = $at; next }
      !($1 in expected) || !(($2 - expected[$1]) ^ 2 < 1e-24) { print form, $0, expected[$1] }
      { rows++ }
      END { if (rows != 8) print form, rows, "rows" }' "$FIXTURES/weigh/ncai.csv" out >>wrong
  done
  assert_equal "$(cat wrong)" ""
}

@test "ce-weigh ncai: the order of objects and the names of clusters change nothing" {
  ce-weigh ncai "$FIXTURES/score/labels.csv" >plain
  { head -n 1 "$FIXTURES/score/labels.csv"; tail -n +2 "$FIXTURES/score/labels.csv" | sort -R --random-source=<(yes) |
    awk -F, '{ for (c = 1; c <= NF; c++) printf "%s%s", ($c * 7 % 997) "x", c < NF ? "," : "\n" }'; } >other
  ce-weigh ncai other | awk -F, 'NR == FNR { value[$1] = $2; next } FNR > 1 && !(($2 - value[$1]) ^ 2 < 1e-26)' plain - >wrong
  assert_equal "$(cat wrong)" ""
}

@test "ce-weigh ncai: a microcluster table weighs as its objects do" {
  four >labels.csv
  table 3,z,1,p 3,z,1,p 3,z,1,p 1,x,1,p >>labels.csv
  ce-microcluster compress labels.csv >micro.csv
  assert [ "$(wc -l <micro.csv)" -lt "$(wc -l <labels.csv)" ]
  ce-weigh ncai labels.csv | cmp - <(ce-weigh ncai micro.csv)
}

@test "ce-weigh ncai: ce-similarity takes the weights, also without a header and with another delimiter" {
  four >labels.csv
  ce-weigh ncai labels.csv -o weights.csv
  ce-similarity ca --format csv --weights weights.csv labels.csv >one
  ce-similarity ca --format csv --weights <(table 1 1 0.4444444444444444 0) labels.csv | cmp - one
  tail -n +2 labels.csv >bare.csv
  ce-weigh ncai --header no bare.csv >weights.csv
  ce-similarity ca --header no --format csv --weights weights.csv bare.csv | cmp - one
  sed 's/,/;/g; s/a/"a;1"/' labels.csv >semicolon.csv
  ce-weigh ncai -d ';' semicolon.csv >weights.csv
  assert_equal "$(sed -n 2p weights.csv)" '"a;1";1'
  ce-similarity ca -d ';' --format csv --weights weights.csv semicolon.csv | tr ';' , | cmp - one
}

@test "ce-weigh ncai: id and class columns are no base clusterings" {
  four | awk -F, -v OFS=, '{ print NR == 1 ? "id" : "o" NR, $0, NR == 1 ? "class" : NR % 3 }' >labels.csv
  ce-weigh ncai labels.csv | cmp - <(four | ce-weigh ncai)
}

@test "ce-weigh ncai: one base clustering, all equal, all of one cluster, and no two that agree" {
  assert_equal "$(table a 1 2 2 | weights)" "1 "
  assert_equal "$(table a,b,c 1,x,7 2,y,8 2,y,8 | weights)" "1 1 1 "
  assert_equal "$(table a,b,c 1,1,1 1,1,1 | weights)" "1 1 1 "
  assert_equal "$(table a,b 1,x 1,y 2,x 2,y | weights)" "1 1 "
  # c and d have one cluster each: they agree with each other as a and b do
  assert_equal "$(table a,b,c,d 1,x,1,1 2,y,1,1 2,y,1,1 | weights)" "1 1 1 1 "
  assert_equal "$(table a,b,c 1,x,1 2,y,1 2,y,1 | weights)" "1 1 0 "
  assert_equal "$(table a,b 1,1 | weights)" "1 1 "
}

@test "ce-weigh ncai: missing labels are left out pair by pair; what cannot be compared is worth nothing" {
  # b agrees with a where both have labels; c has no object in common with a, and agrees with b
  table a,b,c 1,x, 1,x, 2,y, ,x,5 ,y,6 >labels.csv
  assert_equal "$(weights labels.csv)" "1 1 1 "
  table a,b,c 1,x, 1,x, 2,y, ,,5 ,,6 >labels.csv
  assert_equal "$(weights labels.csv)" "1 1 0 "
  table a,b 1,NA NA,2 >labels.csv
  assert_equal "$(weights labels.csv)" "1 1 "
  table a,b NA,NA NA,NA >labels.csv
  assert_equal "$(weights labels.csv)" "1 1 "
}

@test "ce-weigh ncai: sizes of more than 2^53 objects are refused" {
  table size,a,b 9007199254740992,1,1 3,2,2 >micro.csv
  run_split ce-weigh ncai micro.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
  assert_regex "$stderr" '2\^53'
}

@test "ce-weigh: wrong use" {
  four >labels.csv
  run_split ce-weigh labels.csv
  assert_error 2 "ce-weigh: the noun is missing before 'labels.csv': ce-weigh --list shows what there is
Try 'ce-weigh --help'."
  run_split ce-weigh
  assert_error 2 "ce-weigh: which? one of the nouns is needed
Try 'ce-weigh --help'."
  for beta in -1 -0.001 1001 nan inf x ''; do
    run_split ce-weigh ncai --beta "$beta" labels.csv
    assert_equal "$status" 2
    assert_equal "$output" ""
    assert_regex "$stderr" "^ce-weigh: .*--beta"
  done
  for form in MAX sqr '' max,sum; do
    run_split ce-weigh ncai --nmi "$form" labels.csv
    assert_equal "$status" 2
    assert_regex "$stderr" "^ce-weigh: .*--nmi"
  done
}
