#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# same_numbers TOLERANCE FILE FILE: two tables of numbers with a first column of names agree in every cell.
same_numbers() {
  awk -F, -v tolerance="$1" '
    NR == FNR { want[FNR] = $0; rows = FNR; next }
    {
      cells = split(want[FNR], cell, ",")
      if (NF != cells) { print "row " FNR ": " NF " cells, " cells " expected"; bad = 1; next }
      for (c = 1; c <= NF; c++) {
        if (FNR == 1 || c == 1) { if ($c != cell[c]) { print "row " FNR ": " $c ", " cell[c] " expected"; bad = 1 } }
        else if (!($c - cell[c] < tolerance && cell[c] - $c < tolerance) || $c == "") { print "row " FNR ", cell " c ": " $c ", " cell[c] " expected"; bad = 1 }
      }
    }
    END { exit bad || FNR != rows || FNR < 2 }' "$2" "$3"
}

# columns LABELS LABELS: two columns from strings of one character a label, as a table with the columns class and v.
columns() {
  echo class,v
  for ((i = 0; i < ${#1}; i++)); do echo "${1:i:1},${2:i:1}"; done
}

one_row() { ce-score -s "$2" <<<"$1" | tail -n +2; }

# ---- values from outside ----

@test "ce-score: values computed by enumeration, a square table" {
  columns 00011122 00111222 >labels.csv
  table clustering,k,nmi,nmi-max,nmi-sum,nmi-min,nmi-joint,vi,rand,ari,jaccard,fmi,accuracy,error,purity,vmeasure,ami,ami-sqrt,ami-sum,ami-min,mi,smi \
    v,3,0.558873,0.558873,0.558873,0.558873,0.387803,0.954771,0.714286,0.238095,0.272727,0.428571,0.75,0.25,0.75,0.558873,0.319673,0.319673,0.319673,0.319673,0.604810,1.273049 >expected
  ce-score -s "$(head -n 1 expected | cut -d, -f3-)" labels.csv >out
  same_numbers 5.1e-7 expected out
}

@test "ce-score: values computed by enumeration, three clusters and two classes" {
  columns 00001111 00112221 >labels.csv
  table clustering,k,nmi,nmi-max,nmi-sum,nmi-min,nmi-joint,vi,rand,ari,jaccard,fmi,accuracy,error,purity,homogeneity,completeness,vmeasure,ami,ami-sqrt,ami-sum,smi \
    v,3,0.524716,0.419937,0.511962,0.655639,0.344052,0.866434,0.678571,0.307692,0.357143,0.545545,0.625,0.375,0.875,0.655639,0.419937,0.511962,0.300378,0.395674,0.383525,1.568002 >expected
  ce-score -s "$(head -n 1 expected | cut -d, -f3-)" labels.csv >out
  same_numbers 5.1e-7 expected out
}

@test "ce-score: the values of scikit-learn and SciPy" {
  names=$(head -n 1 "$FIXTURES/score/sklearn.csv" | cut -d, -f3-)
  ce-score -t "$FIXTURES/score/truth.csv" -s "$names" "$FIXTURES/score/labels.csv" >out
  same_numbers 2e-11 "$FIXTURES/score/sklearn.csv" out
}

@test "ce-score: variation of information, Rand, Jaccard and adjusted Rand index of mcl's clm dist" {
  ce-score -t "$FIXTURES/score/truth.csv" -s vi,rand,jaccard,ari "$FIXTURES/score/labels.csv" | cut -d, -f1,3- >out
  cut -d, -f1,2 out >vi
  cut -d, -f1,3- out >pairs
  cut -d, -f1,2 "$FIXTURES/score/clm.csv" | same_numbers 5.1e-4 - vi
  cut -d, -f1,3- "$FIXTURES/score/clm.csv" | same_numbers 5.1e-6 - pairs
}

@test "ce-score --pairwise: the seven objects of Strehl and Ghosh, with missing labels" {
  table 1,1,1,1 1,1,1,2 1,1,2,? 2,2,2,1 2,2,3,2 3,3,3,? 3,3,3,? | sed 's/^1,1/1,2/; t; s/^2,2/2,3/; t; s/^3,3/3,1/' >four.csv
  table clustering,c1,c2,c3,c4 c1,1,1,.563636,0 c2,1,1,.563636,0 c3,.563636,.563636,1,.408248 c4,0,0,.408248,1 >expected
  run_split ce-score --pairwise -s nmi four.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-score: up to 3 of 7 objects are left out: no label"
  echo "$output" >out
  same_numbers 5.1e-7 expected out
}

@test "ce-score: the best map between clusters, against trying every map" {
  run "$CE_BUILD/obj/tests/score-assignment" 20000
  assert_output "20000 tables agree"
}

# Exact fractions of Python: C = lambda n: Fraction(n * (n - 1), 2); T = C(7000000008); S, A, B = sums of C(cells), C(rows), C(columns);
# float((S - A * B / T) / ((A + B) / 2 - A * B / T)), float((T + 2 * S - A - B) / T), float(S / (A + B - S))
@test "ce-score: seven thousand million objects, where pairs and their products overflow 64 bits" {
  table size,v,class 3000000000,1,x 1000000001,2,x 500000000,1,y 2500000007,2,y >labels.csv
  run_split ce-score -s n,ari,rand,jaccard,accuracy labels.csv
  assert_equal "$status" 0
  table clustering,k,n,ari,rand,jaccard,accuracy v,2,7000000008,0.32653061238388764,0.6632653061909621,0.49999999996969696,0.7857142858163265 >expected
  echo "$output" >out
  same_numbers 1e-15 expected out
}

# ---- invariants ----

@test "ce-score: the same numbers when clusters are renamed and rows shuffled" {
  paste -d, "$FIXTURES/score/truth.csv" "$FIXTURES/score/labels.csv" >labels.csv
  ce-score -s all labels.csv >plain
  awk -F, -v OFS=, 'NR > 1 { for (c = 1; c <= NF; c++) $c = "z" (777 - $c * 7 % 500) } 1' labels.csv >renamed.csv
  ce-score -s all renamed.csv >out
  cmp plain out
  (head -n 1 labels.csv; tail -n +2 labels.csv | awk '{ print NR * 7919 % 401, $0 }' | sort -n | cut -d' ' -f2-) >shuffled.csv
  ce-score -s all shuffled.csv >out
  same_numbers 1e-13 plain out
}

@test "ce-score: a microcluster table scores as its objects do" {
  table size,class,a,b 3,x,1,u 2,x,2,u 4,y,2,? 1,y,1,v 5,?,1,v 2,z,3,v >micro.csv
  awk -F, 'NR == 1 { print "class,a,b"; next } { for (i = 0; i < $1; i++) print $2 "," $3 "," $4 }' micro.csv >objects.csv
  ce-score -q -s all micro.csv >micro
  ce-score -q -s all objects.csv >objects
  cmp micro objects
  for name in ami smi; do
    ce-score --pairwise -q -s $name micro.csv >micro
    ce-score --pairwise -q -s $name objects.csv >objects
    cmp micro objects
  done
  run_split ce-score -s n micro.csv
  assert_equal "$stderr" "ce-score: 5 to 9 of 17 objects are left out, by clustering: no label or no class"
  assert_equal "$output" "clustering,k,n
a,3,12
b,2,8"
}

@test "ce-score: order of the normalisers, joint <= max <= sum <= sqrt <= min" {
  ce-score -t "$FIXTURES/score/truth.csv" -s nmi-joint,nmi-max,nmi-sum,nmi,nmi-min "$FIXTURES/score/labels.csv" |
    awk -F, 'NR > 1 { for (c = 4; c <= 7; c++) if ($c < $(c - 1)) bad = 1; rows++ } END { exit bad || rows != 8 }'
}

# ---- degenerate labellings, by definition ----

@test "ce-score: one object, one cluster, single objects" {
  names=nmi,nmi-max,nmi-sum,nmi-min,nmi-joint,ami,ami-sqrt,ami-sum,ami-min,ari,rand,accuracy,purity,inverse-purity,vmeasure,homogeneity,completeness,jaccard,fmi,f,vi,mi
  assert_equal "$(one_row "$(columns a x)" $names)" "v,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0"
  # identical: one cluster; single objects (mi: log 4)
  assert_equal "$(one_row "$(columns aaaa xxxx)" $names)" "v,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0"
  assert_equal "$(one_row "$(columns abcd wxyz)" $names)" "v,4,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,1.3862943611198906"
  # identical with other names
  assert_equal "$(one_row "$(columns aabbbc 223331)" "$names")" "v,3,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,1.0114042647073516"
  # one class, two clusters; two classes, one cluster; one class, single objects
  assert_equal "$(one_row "$(columns aaaa xxyy)" $names)" "v,2,0,0,0,0,0,0,0,0,0,0,0.3333333333333333,0.5,1,0.5,0,1,0,0.3333333333333333,0.5773502691896258,0.5,0.6931471805599453,0"
  assert_equal "$(one_row "$(columns aabb xxxx)" $names)" "v,1,0,0,0,0,0,0,0,0,0,0,0.3333333333333333,0.5,0.5,1,0,0,1,0.3333333333333333,0.5773502691896258,0.5,0.6931471805599453,0"
  assert_equal "$(one_row "$(columns aaa xyz)" ari,ami,ami-min,rand,jaccard,fmi,f,accuracy)" "v,3,0,0,0,0,0,0,0,0.3333333333333333"
  # independent: nothing shared; no pair is together twice, which is less than chance: (0 - 2 * 2 / 6) / (2 - 2 * 2 / 6)
  assert_equal "$(one_row "$(columns aabb xyxy)" nmi,nmi-max,nmi-sum,nmi-min,nmi-joint,homogeneity,completeness,vmeasure,mi,jaccard,fmi,ari)" "v,2,0,0,0,0,0,0,0,0,0,0,0,-0.5"
  # no deviation, no distance from chance: trivial labellings, and tables that all have the same information
  for pair in "a x" "aaaa xxyy" "aabb wxyz" "aaaa xxxx" "abbbbbbb aaaabbbb"; do
    assert_equal "$(one_row "$(columns ${pair% *} ${pair#* })" smi | cut -d, -f3)" 0
  done
  # single objects against two classes: everything shared is shared by chance
  assert_equal "$(one_row "$(columns aabb wxyz)" ami,ami-sqrt,ami-sum,ami-min,ari,homogeneity,completeness)" "v,4,0,0,0,0,0,1,0.5"
}

@test "ce-score: a clustering without labels has no scores, and none is made up" {
  table class,a,b x,1,? x,2,NA y,1, >labels.csv
  run_split ce-score -s n,nmi,error,ami,purity,vi labels.csv
  assert_equal "$status" 0
  assert_equal "$(echo "$output" | tail -n 1)" "b,0,0,,,,,"
  assert_equal "$stderr" "ce-score: 0 to 3 of 3 objects are left out, by clustering: no label"
  run_split ce-score -s n,nmi --format json labels.csv
  assert_equal "$(echo "$output" | grep '"b"')" '    {"clustering": "b", "k": 0, "n": 0, "nmi": null}'
}

# ---- the truth ----

@test "ce-score: the truth is the class column, a table of one column, or the class column of any table" {
  columns aabb 1121 >labels.csv
  cut -d, -f2 labels.csv >v.csv
  ce-score labels.csv >expected
  cut -d, -f1 labels.csv >truth.csv
  table a a b b >bare.csv
  table height,class,name 1.5,a,p 2,a,q NA,b,r 7,b,s >data.csv
  table height,species,name 1.5,a,p 2,a,q NA,b,r 7,b,s >species.csv
  for arguments in "-t truth.csv v.csv" "-t data.csv v.csv" "-t species.csv --class species v.csv" \
    "-t species.csv --class 2 v.csv" "-t truth.csv labels.csv"; do
    # words to be split
    # shellcheck disable=SC2086
    ce-score $arguments >out
    cmp expected out
  done
  tail -n +2 v.csv | ce-score -t bare.csv --header no | sed s/c1/v/ >out
  cmp expected out
  ce-score -t - v.csv <truth.csv >out
  cmp expected out
}

@test "ce-score: -t wins over the class column of the label table" {
  columns aabb 1122 >labels.csv
  table class a b a b >other.csv
  assert_equal "$(ce-score -s accuracy labels.csv | tail -n 1)" "v,2,1"
  assert_equal "$(ce-score -s accuracy -t other.csv labels.csv | tail -n 1)" "v,2,0.5"
}

@test "ce-score: objects are matched by id where both tables have ids, else row by row" {
  table id,v p,1 q,1 r,2 s,2 >labels.csv
  table id,class s,b q,a p,a r,b >truth.csv
  assert_equal "$(ce-score -s accuracy -t truth.csv labels.csv | tail -n 1)" "v,2,1"
  cut -d, -f2 truth.csv >bare.csv
  run_split ce-score -s accuracy -t bare.csv labels.csv
  assert_equal "${lines[1]}" "v,2,0.5"
  assert_equal "$stderr" \
    "ce-score: labels.csv has ids and bare.csv has none: rows are matched by their order"
  cut -d, -f2 labels.csv >bare-labels.csv
  run_split ce-diversity -c labels.csv bare-labels.csv
  assert_equal "$stderr" \
    "ce-diversity: labels.csv has ids and bare-labels.csv has none: rows are matched by their order"
  run_split ce-score -t bare.csv bare-labels.csv
  assert_equal "$stderr" ""
  # the data and a matrix beside the labels, too
  table x,y 1,2 1,3 7,7 8,7 >bare-data.csv
  table id,x,y p,1,2 q,1,3 r,7,7 s,8,7 >data.csv
  run_split ce-score --data bare-data.csv -s ch labels.csv
  assert_equal "$stderr" "ce-score: labels.csv has ids and bare-data.csv has none: rows are matched by their order"
  run_split ce-score --data data.csv -s ch bare-labels.csv
  assert_equal "$stderr" "ce-score: data.csv has ids and bare-labels.csv has none: rows are matched by their order"
  run_split ce-score --data data.csv -s ch labels.csv
  assert_equal "$stderr" ""
  table 1,.9,0,0 .9,1,0,0 0,0,1,.8 0,0,.8,1 >matrix.csv
  run_split ce-score --matrix matrix.csv -s silhouette labels.csv
  assert_equal "$stderr" "ce-score: labels.csv has ids and matrix.csv has none: rows are matched by their order"
  sed s/r,7/t,7/ data.csv >other.csv
  run_split ce-score --data other.csv -s ch labels.csv
  assert_error 1 "ce-score: other.csv: no object with the id 'r', which object 3 of labels.csv has"
  # every row of the data is needed, and one that is missing is named
  sed 4d data.csv >fewer.csv
  run_split ce-score --data fewer.csv -s ch labels.csv
  assert_error 1 "ce-score: fewer.csv: 3 objects, 4 expected as in labels.csv: the id 'r' is missing"
  run_split ce-score --data data.csv -s ch <(sed 4d labels.csv)
  [[ $stderr == *"data.csv: 4 objects, 3 expected as in "*", where the id 'r' is missing" ]] || fail "$stderr"
}

@test "ce-score -t: by id, rows about other objects are ignored, and objects without a row have no class" {
  table id,v,w p,1,1 q,1,2 r,2,1 s,2,2 t,2,1 >labels.csv
  table id,class s,b q,a p,a r,b t,b >truth.csv
  scores=nmi,ari,accuracy,ami
  ce-score -s $scores -t truth.csv labels.csv >all
  # others, also of a class that no object has
  table id,class x,c s,b q,a y,a p,a r,b t,b >more.csv
  run_split ce-score -s $scores -t more.csv labels.csv
  assert_equal "$stderr" "ce-score: more.csv: 2 of 7 rows are about no object of labels.csv, such as 'x': ignored"
  assert_equal "$output" "$(cat all)"
  sed /y,a/d more.csv >one.csv
  run_split ce-score -s n,error -t one.csv labels.csv
  assert_equal "$stderr" "ce-score: one.csv: 1 of 6 rows is about no object of labels.csv, such as 'x': ignored"
  assert_equal "$output" "$(ce-score -s n,error -t truth.csv labels.csv)"
  # fewer: as with a cell that is missing
  sed 's/^q,a/q,/; s/^s,b/s,NA/' truth.csv >missing.csv
  sed '/^[qs],/d' truth.csv >fewer.csv
  ce-score -q -s n,$scores -t missing.csv labels.csv >expected
  run_split ce-score -s n,$scores -t fewer.csv labels.csv
  assert_equal "$output" "$(cat expected)"
  assert_equal "$stderr" "ce-score: fewer.csv: no row for 2 of the 5 objects of labels.csv, such as 'q': no class
ce-score: 2 of 5 objects are left out: no class"
  # as many, but not the same
  table id,class p,a x,c r,b t,b y,c >same.csv
  run_split ce-score -s n,$scores -t same.csv labels.csv
  assert_equal "$output" "$(cat expected)"
  assert_equal "${stderr_lines[0]}" "ce-score: same.csv: no row for 2 of the 5 objects of labels.csv, such as 'q': no class"
  assert_equal "${stderr_lines[1]}" "ce-score: same.csv: 2 of 5 rows are about no object of labels.csv, such as 'x': ignored"
  # measures without a truth are about all objects
  table id,x,y p,1,2 q,1,3 r,7,7 s,8,7 t,9,9 >data.csv
  assert_equal "$(ce-score -q -s nmi,ch,silhouette --data data.csv -t fewer.csv labels.csv | cut -d, -f4-)" \
    "$(ce-score -q -s ch,silhouette --data data.csv labels.csv | cut -d, -f3-)"
  # too few
  run_split ce-score -t <(table id,class x,a y,b) labels.csv
  [[ $stderr == *": no id of labels.csv, such as 'p'; it has 'x'" ]] || fail "$stderr"
  assert_equal "$status" 1
  table id,class p,a y,b z,b >two.csv
  run_split ce-score -t two.csv labels.csv
  assert_error 1 "ce-score: two.csv: a class for 1 of the 5 objects of labels.csv, two expected"
  run_split ce-score -t <(table id,class p,a q,) labels.csv
  assert_equal "$status" 1
}

@test "all joins: a column with the ids of the other table is not passed over, unless --id none says so" {
  table id,v s1,1 s2,1 s3,2 s4,2 s5,3 s6,3 >labels.csv
  table id,v s1,1 s2,1 s3,2 s4,2 s5,3 s6,3 >base.csv
  table sample,class s6,c s5,c s4,b s3,b s2,a s1,a >truth.csv
  said="truth.csv: column sample has ids of labels.csv ('s6'): --id sample matches the rows by them"
  for command in ce-score "ce-constrain impute --truth" "ce-relabel -r" "ce-score -q"; do
    arguments=(-t truth.csv)
    case $command in
    *impute*) arguments=(truth.csv --queries 2) ;;
    *relabel*) arguments=(truth.csv) ;;
    esac
    # shellcheck disable=SC2086 # words apart
    run_split $command "${arguments[@]}" labels.csv
    assert_error 1 "${command%% *}: $said"
  done
  assert_equal "$(ce-score -s ari -t truth.csv --id sample labels.csv | tail -n 1)" "v,3,1"
  run_split ce-score -s ari -t truth.csv --id none <(cut -d, -f2 labels.csv)
  assert_equal "$status" 0
  # half of the objects, or of the rows, are enough; fewer are not, and none may occur twice
  table sample,class s6,c s5,c s4,b x,b y,a z,a >half.csv
  run_split ce-score -s ari -t half.csv labels.csv
  assert_error 1 "ce-score: half.csv: column sample has ids of labels.csv ('s6'): --id sample matches the rows by them"
  { cat truth.csv; for i in {1..40}; do echo "p$i,a"; done; } >long.csv
  run_split ce-score -s ari -t long.csv labels.csv
  [[ $stderr == *": column sample has ids of labels.csv"* ]] || fail "$stderr"
  note="ce-score: labels.csv has ids and other.csv has none: rows are matched by their order"
  sed 's/s4/w/' half.csv >other.csv
  run_split ce-score -s ari -t other.csv labels.csv
  assert_equal "$status $stderr" "0 $note"
  table sample,class s6,c s5,c s4,b s3,b s2,a s2,a >other.csv
  run_split ce-score -s ari -t other.csv labels.csv
  assert_equal "$status $stderr" "0 $note"
  # as R's make.names writes them
  table id,v TC-1-a,1 TC-2-a,1 TC-3-b,2 TC-4-b,2 TC-5-b,3 >dashes.csv
  table sample,class TC.5.b,c TC.4.b,b TC.3.b,b TC.2.a,a TC.1.a,a >dots.csv
  run_split ce-score -t dots.csv dashes.csv
  assert_error 1 "ce-score: dots.csv: column sample has ids of dashes.csv ('TC-5-b'): --id sample matches the rows by them"
  run_split ce-score -t dots.csv --id sample dashes.csv
  assert_error 1 "ce-score: dots.csv: no id of dashes.csv, such as 'TC-1-a'; it has 'TC.1.a', as R writes it without check.names = FALSE"
  # a barcode without its end, and with a beginning
  table id,k AAAC-1,1 AAAG-1,1 AATC-1,2 >codes.csv
  table id,class AAAC,x AAAG,x AATC,y >short.csv
  run_split ce-score -t short.csv codes.csv
  assert_error 1 "ce-score: short.csv: no id of codes.csv, such as 'AAAC-1'; it has 'AAAC', with less at the end"
  table id,class s1_AAAC-1,x s1_AAAG-1,x s1_AATC-1,y >long.csv
  run_split ce-score -t long.csv codes.csv
  assert_error 1 "ce-score: long.csv: no id of codes.csv, such as 'AAAC-1'; it has 's1_AAAC-1', with more at the beginning"
  # numbers, and not what only counts the rows
  sed 's/s//' labels.csv >numbers.csv
  sed 's/s\([0-9]\)/\1/; s/sample/patient/' truth.csv >patients.csv
  run_split ce-score -t patients.csv numbers.csv
  assert_error 1 "ce-score: patients.csv: column patient has ids of numbers.csv ('6'): --id patient matches the rows by them"
  table no,class 1,a 2,a 3,b 4,b 5,c 6,c >other.csv
  run_split ce-score -s ari -t other.csv numbers.csv
  assert_equal "$status $stderr" "0 ${note/labels/numbers}"
  # label tables and data
  table sample,w s6,1 s5,1 s4,1 s3,2 s2,2 s1,2 >second.csv
  table sample,x s6,1 s5,2 s4,3 s3,4 s2,5 s1,6 >data.csv
  table id,x s1,1 s2,2 s3,3 s4,4 s5,5 s6,6 >points.csv
  while read -r command; do
    # shellcheck disable=SC2086 # words apart
    run_split $command
    [[ $status == 1 && $stderr =~ (second|data).csv:\ column\ sample\ has\ ids\ of\ (labels|points).csv\ \(\'s6\'\):\ --id\ sample ]] ||
      fail "$command: $status $stderr"
    # shellcheck disable=SC2086
    run_split $command --id sample
    [[ $stderr != *"column 'sample'"* && $stderr != *"by their order"* ]] || fail "$command: $stderr"
  done <<'END'
ce-diversity -c second.csv labels.csv
ce-score --ensemble second.csv labels.csv
ce-score -s ch --data data.csv labels.csv
ce-report -r second.csv -o x.html labels.csv
ce-report -r base.csv --data data.csv -o x.html labels.csv
ce-stability object -c second.csv labels.csv
ce-stability pac labels.csv second.csv
ce-consensus wosp -k 2 --data data.csv labels.csv
ce-weigh nm --neighbours 2 --data data.csv labels.csv
ce-assign -t labels.csv -r second.csv labels.csv
ce-plot scatter --x x --y x --labels second.csv --column w -o x.svg points.csv
END
}

@test "ce-score: another number of objects is refused, naming both tables" {
  table v 1 2 3 1 >labels.csv
  table class x x y >truth.csv
  run_split ce-score -t truth.csv labels.csv
  assert_error 1 "ce-score: truth.csv: 3 objects, 4 expected as in labels.csv"
  table x x y y >truth.csv
  run_split ce-score -q -t truth.csv labels.csv
  assert_error 1 "ce-score: truth.csv: 3 objects, 4 expected as in labels.csv; was its first line taken for a header (--header)?"
  table class x x y y y >truth.csv
  run_split ce-score -t truth.csv labels.csv
  assert_error 1 "ce-score: truth.csv: 5 objects, 4 expected as in labels.csv"
  run_split ce-score -t truth.csv - <labels.csv
  assert_error 1 "ce-score: truth.csv: 5 objects, 4 expected as in standard input"
}

@test "ce-score: no truth, a truth without classes, a truth of several columns" {
  table v,w 1,2 2,2 >labels.csv
  run_split ce-score labels.csv
  assert_error 1 "ce-score: labels.csv: no column named 'class', and no -t: the truth is needed (or --pairwise, --data, --matrix, --ensemble)"
  table class,v ?,1 NA,2 >empty.csv
  run_split ce-score empty.csv
  assert_error 1 "ce-score: empty.csv: no object has a class"
  run_split ce-score -t empty.csv labels.csv
  assert_error 1 "ce-score: empty.csv: no object has a class"
  run_split ce-score -t labels.csv labels.csv
  assert_error 1 "ce-score: labels.csv:1: 2 columns and none named 'class': say which holds the classes (--class)"
  run_split ce-score -t nowhere.csv labels.csv
  assert_error 1 "ce-score: nowhere.csv: No such file or directory"
}

@test "ce-score: a note tells whether labels, classes or both are missing, also from sums" {
  table class a a b ? >truth
  table c 1 1 2 2 >complete
  table c,d 1,? 1,2 2,2 2,1 >labels
  table c 1 1 ? 2 >one
  said() { assert_equal "$stderr" "ce-score: $1"; }
  run_split ce-score -t truth complete
  said "1 of 4 objects are left out: no class"
  run_split ce-score -t truth labels
  said "1 to 2 of 4 objects are left out, by clustering: no label or no class"
  run_split ce-score -t truth one
  said "2 of 4 objects are left out: no label or no class"
  run_split ce-score -t truth --ignore a complete
  said "1 of 4 objects are left out: no class"
  run_split ce-score -t <(sed s/?/b/ truth) one
  said "1 of 4 objects are left out: no label"
  # with sizes, and of parts
  table size,c,class 1,1,a 2,1, 3,2,b 1,2,b >sizes
  run_split ce-score sizes
  said "2 of 7 objects are left out: no class"
  ce-score -t truth --part 1/1 complete >all
  run_split ce-score all
  said "1 of 4 objects are left out: no class"
  run_split ce-score --ignore a <(ce-score -t truth --ignore a --part 1/1 labels)
  said "1 of 4 objects are left out: no class"
  # a table of sums has no parts
  run_split ce-score --cut 1/2 <all
  assert_error 1 "ce-score: standard input: sums, labels expected: no --part"
  run_split ce-score --part 1/2 all
  assert_error 1 "ce-score: all: sums, labels expected: no --part"
}

@test "ce-score --ignore: objects of these classes are left out, and only they" {
  table class,v a,1 a,1 b,2 b,2 noise,1 noise,3 dust,2 ?,2 >labels.csv
  run_split ce-score -s n,error,ari labels.csv
  assert_equal "$output" "clustering,k,n,error,ari
v,3,7,0.2857142857142857,0.3137254901960784"
  assert_equal "$stderr" "ce-score: 1 of 8 objects are left out: no class"
  run_split ce-score -s n,error,ari --ignore noise,dust labels.csv
  assert_equal "$output" "clustering,k,n,error,ari
v,3,4,0,1"
  assert_equal "$stderr" "ce-score: 1 of 8 objects are left out: no class"
  run_split ce-score -s n --ignore nosie,noise labels.csv
  assert_equal "$stderr" "ce-score: no object is of the class 'nosie' that is to be ignored
ce-score: 1 of 8 objects are left out: no class"
  run_split ce-score --ignore noise,a,b,dust labels.csv
  assert_error 1 "ce-score: no object is left: --ignore names all classes"
}

# ---- output ----

@test "ce-score: nmi, ari and error by default, then as asked and in that order" {
  columns 00011122 00111222 >labels.csv
  assert_equal "$(ce-score labels.csv)" "clustering,k,nmi,ari,error
v,3,0.5588730382170326,0.23809523809523808,0.25"
  assert_equal "$(ce-score -s f,accuracy -d ';' --header yes <(tr , ';' <labels.csv))" "clustering;k;f;accuracy
v;3;0.42857142857142855;0.75"
}

@test "ce-score --format json: names quoted, definitions with them" {
  table 'class,"a ""x"" \y"' p,1 p,1 q,2 q,1 >labels.csv
  run_split ce-score --format json -s accuracy,n labels.csv
  assert_equal "$output" '{
  "definitions": {
    "accuracy": "share of the objects covered by the best one-to-one map between clusters and classes",
    "n": "number of objects that are counted"
  },
  "scores": [
    {"clustering": "a \"x\" \\y", "k": 2, "accuracy": 0.75, "n": 4}
  ]
}'
}

@test "ce-score --pairwise: JSON, and the row's clustering as the classes where the measure is not symmetric" {
  table a,b 1,1 1,1 2,2 2,3 >labels.csv
  run_split ce-score --pairwise -s homogeneity labels.csv
  assert_equal "$output" "clustering,a,b
a,1,1
b,0.6666666666666667,1"
  run_split ce-score --pairwise -s rand --format json labels.csv
  assert_equal "$output" '{
  "measure": "rand",
  "definition": "Rand index: share of the pairs that are together in both or apart in both",
  "clusterings": ["a", "b"],
  "values": [
    [1, 0.8333333333333334],
    [0.8333333333333334, 1]
  ]
}'
  run_split ce-score --pairwise -s rand,nmi labels.csv
  assert_equal "$stderr" "ce-score: --pairwise tells only the first measure"
  assert_equal "$(echo "$output" | tail -n 1)" "b,0.8333333333333334,1"
}

@test "ce-score --best: one row a method, by the first measure, the others of the same clustering" {
  table class,al.k2,al.k3,sl.k2,sl.k3,al.k4 p,1,1,1,1,1 p,1,1,1,1,1 p,1,1,1,1,2 q,2,2,1,2,3 q,2,3,1,2,3 q,2,3,2,3,4 >labels.csv
  ce-score -s ari,error labels.csv >all
  # al.k2 is the classes; sl.k3 is better than sl.k2
  run_split ce-score --best -s ari,error labels.csv
  assert_equal "$status$stderr" 0
  assert_equal "$output" "$(grep -e clustering -e al.k2 -e sl.k3 all)"
  # where less is better, the smallest
  run_split ce-score --best -s error,ari labels.csv
  assert_equal "$output" "$(ce-score -s error,ari labels.csv | grep -e clustering -e al.k2 -e sl.k3)"
  run_split ce-score --best -s vi labels.csv
  assert_equal "$(cut -d, -f1 <<<"$output")" "$(table clustering al.k2 sl.k3)"
  run_split ce-score --best -s purity labels.csv
  assert_equal "$output" "$(table clustering,k,purity al.k2,2,1 sl.k3,3,1)"
  # the order of columns does not decide
  run_split ce-score --best -s purity <(cut -d, -f1,3,2,6,4,5 labels.csv)
  assert_equal "$output" "$(table clustering,k,purity al.k2,2,1 sl.k3,3,1)"
}

@test "ce-score --best: ties go to the smallest k as a number, undefined values are the worst, other names stay" {
  table class,m.k10,m.k9,x,m.k,kmeans.k2.r1,kmeans.k2.r2,e.k2,e.k3,u.k2,.k2 p,1,1,1,1,1,1,,1,,1 q,2,2,1,2,1,2,,1,,1 >labels.csv
  run_split ce-score -q --best -s accuracy labels.csv
  assert_equal "$output" "$(table clustering,k,accuracy m.k9,2,1 x,1,0.5 m.k,2,1 kmeans.k2.r1,1,0.5 kmeans.k2.r2,2,1 e.k3,1,0.5 u.k2,0, .k2,1,0.5)"
  # zeros in front are no digits
  table class,m.k11,m.k010,n.k0012,n.k0011 p,1,1,1,1 q,2,2,2,2 >zeros.csv
  run_split ce-score -q --best -s accuracy zeros.csv
  assert_equal "$output" "$(table clustering,k,accuracy m.k010,2,1 n.k0011,2,1)"
  # the same from sums
  ce-score --part 1/1 zeros.csv | ce-score -q --best -s accuracy - >got
  assert_equal "$(cat got)" "$output"
  # names that JSON must escape
  printf '"a\001b\tc""d\\.k2",class\n1,1\n2,2\n' >names.csv
  ce-score --best -s ari --format json names.csv >got
  grep -qF '{"clustering": "a\u0001b\u0009c\"d\\.k2", "k": 2, "ari": 1}' got
  run_split ce-score -q --best -s accuracy --format json <(cut -d, -f1-3 labels.csv)
  assert_equal "$(grep '"clustering"' <<<"$output")" '    {"clustering": "m.k9", "k": 2, "accuracy": 1}'
}

@test "ce-score --list: all measures; the manual has the same names and the same words" {
  ce-score --list >list
  assert_equal "$(head -n 1 list)" "name,definition"
  assert [ "$(wc -l <list)" -ge 20 ]
  awk '/^\.Bl -tag -width (inverse-purity|connectivity)/ { on = 1; next } /^\.El/ { on = 0 } on && /^\.It Cm / { name = $3; getline; print name "," $0 }' \
    "$CE_SOURCE/man/ce-score.1" >page
  tail -n +2 list | sed 's/"//g' >words
  run diff words page
  assert_output ""
  # they are the choices of --scores, which completions offer; --help has no room for all of them
  ce-score --list-options >options
  for name in $(cut -d, -f1 words); do
    grep -E >/dev/null "[|,\"]$name[|,\"]" options || fail "--scores does not know $name"
  done
  run_split ce-score --list --format json
  assert_equal "$(echo "$output" | sed -n 3p)" '    "nmi": "mutual information I(U,V) / sqrt(H(U) H(V))",'
}

# ---- wrong use ----

@test "ce-score: wrong use of the options" {
  columns aabb 1122 >labels.csv
  run_split ce-score -s nmi,nml labels.csv
  assert_error 2 "ce-score: no measure 'nml'; did you mean nmi? (--list tells which there are)"
  run_split ce-score -s '' labels.csv
  assert_error 2 "ce-score: no measure '' (--list tells which there are)"
  run_split ce-score -s nmi, labels.csv
  assert_error 2 "ce-score: no measure '' (--list tells which there are)"
  run_split ce-score -s NMI labels.csv
  assert_error 2 "ce-score: no measure 'NMI'; did you mean nmi? (--list tells which there are)"
  run_split ce-score -s ari,nmi,ari labels.csv
  assert_error 2 "ce-score: measure 'ari' is asked for twice"
  run_split ce-score --pairwise -t labels.csv labels.csv
  assert_error 2 "ce-score: --pairwise compares the clusterings with each other: no --truth, no --ignore, no --constraints
Try 'ce-score --help'."
  run_split ce-score --pairwise --ignore a labels.csv
  assert_error 2 "ce-score: --pairwise compares the clusterings with each other: no --truth, no --ignore, no --constraints
Try 'ce-score --help'."
  run_split ce-score --pairwise --best labels.csv
  assert_error 2 "ce-score: --best chooses by the truth: not with --pairwise
Try 'ce-score --help'."
  run_split ce-score --best -s n,nmi labels.csv
  assert_error 2 "ce-score: measure 'n' has no best value"
  run_split ce-score -t - <labels.csv
  assert_error 2 "ce-score: --truth and FILE are both standard input
Try 'ce-score --help'."
  run_split ce-score --format xml labels.csv
  assert_error 2 "ce-score: --format 'xml', one of csv|json expected
Try 'ce-score --help'."
}

@test "ce-score: sizes that no sum can hold, and sizes that are none" {
  table size,v,class 9007199254740992,1,x 9007199254740992,2,y >labels.csv
  run_split ce-score labels.csv
  assert_error 1 "ce-score: sizes that sum to 18014398509481984 objects, at most 2^53 expected"
  table size,v,class 3,1,x 0,2,y >labels.csv
  run_split ce-score labels.csv
  assert_error 1 "ce-score: labels.csv:3: size '0', a whole number of objects from 1 expected"
}

@test "ce-score, ce-diversity: sizes of the truth and of the reference that contradict those of the table are refused (they were ignored)" {
  table size,x,y 3,1,1 2,1,2 4,2,2 >micro.csv
  table size,class 1,u 1,v 1,v >truth.csv
  run_split ce-score -s n -t truth.csv micro.csv
  assert_error 1 "ce-score: truth.csv: row 1 has size 1, in micro.csv it is 3"
  run_split ce-diversity -c truth.csv micro.csv
  assert_error 1 "ce-diversity: truth.csv: row 1 has size 1, in micro.csv it is 3"
  # the same sizes; ids, which say more; a feature that is called size, of numbers that are none
  table size,class 3,u 2,v 4,v >truth.csv
  assert_equal "$(ce-score -q -s n -t truth.csv micro.csv | tail -n 1)" y,2,9
  table id,size,class c,4,v a,3,u b,2,v >truth.csv
  paste -d, <(table id a b c) micro.csv >named.csv
  assert_equal "$(ce-score -q -s n -t truth.csv named.csv | tail -n 1)" y,2,9
  table size,class 3,u 2.5,v 4,v >truth.csv
  assert_equal "$(ce-score -q -s n -t truth.csv micro.csv | tail -n 1)" y,2,9
}

@test "ce-score --best: columns of one name and k, numbered when they were read, are one method" {
  table x.k2,x.k3,x.k10 1,1,1 1,1,2 2,2,3 2,3,3 >one.csv
  table x.k2,x.k3,x.k10 1,1,1 2,1,2 2,2,3 2,3,3 >two.csv
  table class a a b b >truth.csv
  paste -d, one.csv two.csv >pasted.csv
  run ce-score -q --best -t truth.csv -s ari pasted.csv
  assert_equal "$(cut -d, -f1,2 <<<"$output")" $'clustering,k\nx.k2#1,2'
  # of equal ones the smallest k, whatever the number behind it
  table x.k10,x.k3,x.k10 1,1,1 1,1,1 >pasted.csv
  table class a b >truth.csv
  run ce-score -q --best -t truth.csv -s error pasted.csv
  assert_equal "$(cut -d, -f1 <<<"$output")" $'clustering\nx.k3'
  # no number: a name like any other
  table x.k3#,x.k3#a,x.k3#1 1,1,1 1,1,1 >pasted.csv
  run ce-score -q --best -t truth.csv -s error pasted.csv
  assert_equal "$(cut -d, -f1 <<<"$output")" $'clustering\nx.k3#\nx.k3#a\nx.k3#1'
}

@test "ce-score: many clusters of few objects: sorted labels and a table of all cells give the same scores" {
  # 300 rows of 90 and 100 clusters are sorted; each ten times, 3000 rows are counted cell by cell
  awk 'BEGIN { print "size,class,a,b"
    for (i = 0; i < 300; i++)
      print 10 "," (i % 17 == 4 ? "" : i * 7 % 90) "," (i % 19 == 5 ? "" : (i * 7 % 90 + (i % 3 == 0)) % 97) "," (i % 23 ? int(i / 3) : "") }' >few.csv
  awk -F, -v OFS=, 'NR == 1 { print $2, $3, $4; next } { for (t = 0; t < 10; t++) print $2, $3, $4 }' few.csv >many.csv
  ce-score -q -t few.csv -s nmi,ari,ami,error,purity,vi,ecs few.csv >sorted
  ce-score -q -t many.csv -s nmi,ari,ami,error,purity,vi,ecs many.csv >counted
  cmp sorted counted
  awk -F, 'NR == 2 && ($3 < .5 || $3 > .99) { exit bad = 1 } END { exit bad || NR != 3 }' sorted
  # the objects that no cell has are told alike
  run_split ce-score -t few.csv few.csv
  told=$stderr
  run_split ce-score -t many.csv many.csv
  assert_equal "$stderr" "${told//few.csv/many.csv}"
  [[ $stderr == *"left out"* ]]
}

@test "ce-score --format json: a name that is no UTF-8 has U+FFFD there, and the rest of it stays" {
  printf 'n\377\303\251\303(,class\n1,1\n1,2\n2,2\n2,1\n' >bad.csv
  ce-score -q --format json -s n bad.csv >bad.json
  py_with json bad.json <<'P'
import json, sys
rows = json.load(open(sys.argv[1], encoding="utf-8"))
assert "n\ufffd\u00e9\ufffd(" in json.dumps(rows, ensure_ascii=False), rows
P
}

@test "ce-score --ignore: no note asks whether the label that is ignored is a cluster" {
  table r,class 1,1 1,1 2,2 2,2 3,noise >r.csv
  cut -d, -f1 r.csv >labels.csv
  run_split ce-score -t r.csv labels.csv
  assert_regex "$stderr" "label noise of column class is a cluster like others"
  run_split ce-score -t r.csv --ignore noise labels.csv
  assert_equal "$stderr" ""
}
