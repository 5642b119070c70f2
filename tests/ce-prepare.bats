#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; TABLE="$FIXTURES/prepare/table.csv"; }

# same_table GOT EXPECTED: same cells; numbers agree within 1e-12 of the largest number in their column.
same_table() {
  awk -F, 'function number(t) { return t ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ }
    NR == FNR { rows = FNR; for (c = 1; c <= NF; c++) { want[FNR, c] = $c; if (number($c) && ($c < 0 ? -$c : $c) > top[c]) top[c] = $c < 0 ? -$c : $c }; fields[FNR] = NF; next }
    { if (NF != fields[FNR]) { print "line " FNR ": " NF " fields"; exit 1 } }
    { for (c = 1; c <= NF; c++) { w = want[FNR, c]; if ($c == w) continue
        d = $c - w; if (d < 0) d = -d
        if (!number($c) || !number(w) || d > 1e-12 * top[c]) { print "line " FNR ", field " c ": " $c ", expected " w; exit 1 } } seen = FNR }
    END { if (seen != rows) { print seen " lines, expected " rows; exit 1 } }' "$2" "$1"
}

small() { table id,a,b,c,class p,1,x,5,u q,2,?,5,v r,4.5,y,,u; }

# column N FILE: the cells of column N, one line
column() { cut -d, -f"$1" "$2" | sed 1d | tr '\n' ' '; }

@test "ce-prepare zscore, minmax, center, impute, onehot: as scikit-learn (tests/fixtures/prepare/make.py)" {
  for noun in zscore minmax center onehot "impute --method mean" "impute --method median" "impute --method mode"; do
    # shellcheck disable=SC2086 # noun holds options
    ce-prepare $noun "$TABLE" >got.csv 2>notes
    expected=$(echo "$noun" | sed 's/ --method /-/')
    same_table got.csv "$FIXTURES/prepare/$expected.csv" || fail "$noun"
  done
}

@test "ce-prepare pca: scores as scikit-learn's, axes with their largest entry positive" {
  ce-prepare impute "$TABLE" | ce-prepare columns --drop colour | ce-prepare pca --components 3 -v >got.csv 2>said
  same_table got.csv "$FIXTURES/prepare/pca.csv"
  assert_equal "$(cat said)" "ce-prepare: 3 components hold 100% of the variance
ce-prepare: pca: 7 objects, 3 columns"
}

@test "ce-prepare pca: components are uncorrelated, by descending variance, and keep all of it" {
  ce-prepare zscore "$BUNDLED/iris.csv" | ce-prepare pca --components 4 >got.csv
  assert_equal "$(head -n 1 got.csv)" "pc1,pc2,pc3,pc4,class"
  awk -F, 'NR > 1 { n++; for (a = 1; a <= 4; a++) for (b = a; b <= 4; b++) s[a, b] += $a * $b }
    END { for (a = 1; a <= 4; a++) for (b = a + 1; b <= 4; b++) if (!(s[a, b] ^ 2 < 1e-18)) exit 1
          if (s[1, 1] <= s[2, 2] || s[2, 2] <= s[3, 3] || s[3, 3] <= s[4, 4]) exit 1
          t = (s[1, 1] + s[2, 2] + s[3, 3] + s[4, 4]) / n - 4; exit !(t * t < 1e-20) }' got.csv
}

@test "ce-prepare zscore: a constant column is 0 everywhere and a note says so; -q does not" {
  small >t.csv
  run_split ce-prepare zscore t.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-prepare: 1 constant column: 0 everywhere now"
  assert_equal "$(echo "$output" | cut -d, -f4 | tr '\n' ' ')" "c 0 0  "
  run_split ce-prepare zscore -q t.csv
  assert_equal "$stderr" ""
  # a constant that no double holds exactly: the mean's rounding must not become a spread
  table a 0.1 0.1 0.1 0.1 0.1 0.1 0.1 >t.csv
  assert_equal "$(ce-prepare zscore -q t.csv | sort -u | tr '\n' ' ')" "0 a "
}

@test "ce-prepare zscore: large offsets do not eat the digits" {
  table a 1000000001 1000000002 1000000003 >t.csv
  run ce-prepare zscore t.csv
  assert_output "a
-1.224744871391589
0
1.224744871391589"
}

@test "ce-prepare: ids and classes stay first and last, whatever their place in the input" {
  table class,a,id,b u,1,p,10 v,3,q,30 >t.csv
  run ce-prepare minmax t.csv
  assert_output "id,a,b,class
p,0,0,u
q,1,1,v"
  run ce-prepare minmax --class a --id none t.csv
  assert_output "class,id,b,a
u,p,0,1
v,q,1,3"
}

@test "ce-prepare onehot: missing categories blank, zero, or a value of their own" {
  small >t.csv
  assert_equal "$(ce-prepare onehot t.csv | cut -d, -f3-4 | tr '\n' ' ')" "b=x,b=y 1,0 , 0,1 "
  assert_equal "$(ce-prepare onehot --missing zero t.csv | cut -d, -f3-4 | tr '\n' ' ')" "b=x,b=y 1,0 0,0 0,1 "
  assert_equal "$(ce-prepare onehot --missing own t.csv | cut -d, -f3-5 | tr '\n' ' ')" "b=x,b=y,b=NA 1,0,0 0,0,1 0,1,0 "
}

@test "ce-prepare onehot: a column with nearly as many values as objects is told" {
  awk 'BEGIN { print "day,kind,x"; for (i = 1; i <= 30; i++) printf "2026-01-%02d,%s,%d\n", i, i % 2 ? "a" : "b", i * i % 7 }' >t.csv
  run_split ce-prepare onehot t.csv
  assert_equal "$status $(head -n 1 <<<"$output" | tr , '\n' | wc -l)" "0 33"
  assert_equal "$stderr" "ce-prepare: column day has 30 values in 30 objects, and makes as many columns (--id or --columns leaves it out)"
  run_split ce-prepare onehot --id day t.csv
  assert_equal "$status $stderr" "0 "
}

@test "ce-prepare onehot: --categorical makes numbers categories" {
  small >t.csv
  assert_equal "$(ce-prepare onehot --categorical c,a t.csv | sed -n 1p)" "id,a=1,a=2,a=4.5,b=x,b=y,c=5,class"
}

@test "ce-prepare: a note tells where there is no column that a noun changes" {
  table x,y,class a,b,1 c,d,2 >words
  table x,y,class 1,2,1 4,4,2 >numbers
  table x,y 1,a 4,b >both
  for noun in zscore minmax center noise; do
    run_split ce-prepare "$noun" --categorical all words
    assert_equal "$status $stderr" "0 ce-prepare: no numeric column: nothing is changed"
    assert_equal "$output" "$(cat words)"
    # nobody said that they are categories
    run_split ce-prepare "$noun" words
    assert_error 1 "ce-prepare: words: no column of numbers: the first one, x, has 'a'"
  done
  run_split ce-prepare onehot numbers
  assert_equal "$status $stderr" "0 ce-prepare: no categorical column: nothing is changed (--categorical names numbers that are categories)"
  assert_equal "$output" "$(cat numbers)"
  for command in "noise both" "zscore both" "onehot both" "onehot --categorical x numbers" "impute numbers" "drop-missing words" "zscore -q --categorical all words" "onehot -q numbers"; do
    # shellcheck disable=SC2086 # words apart
    run_split ce-prepare $command
    assert_equal "$status $stderr" "0 "
  done
  # sums of all parts
  ce-prepare zscore --part 1/1 words >sums
  run_split ce-prepare zscore --state sums words
  assert_error 1 "ce-prepare: words: no column of numbers: the first one, x, has 'a'"
}

@test "ce-prepare: numbers with another decimal sign in all columns are refused where numbers are changed" {
  table 'gene;s1;s2' 'A;1,5;2,25' 'B;3,5;4,125' 'A;1,5;3,5' >comma.csv
  table 'gene;s1;s2' 'A;1.5;2.25' 'B;3.5;4.5' 'A;2.5;3.5' >point.csv
  for noun in log zscore minmax center noise rank unit; do
    run_split ce-prepare $noun -o out.csv comma.csv
    assert_equal "$status" 1
    [[ $noun == unit ]] || assert_equal "${stderr_lines[-1]}" "ce-prepare: comma.csv: column s1 has '1,5', a number with a point expected: --decimal ,"
    assert [ ! -e out.csv ]
  done
  run_split ce-prepare log --decimal , point.csv
  assert_equal "${stderr_lines[-1]}" "ce-prepare: point.csv: column s1 has '1.5', a number with a comma expected: --decimal ."
  ce-prepare log -q --decimal , comma.csv >out
  assert_equal "$(sed -n 1p out)" "gene,s1,s2"
  # a column of numbers beside is enough, and cells that are all missing are numbers
  table 'gene;s1;n' 'A;1,5;1' 'B;3,5;2' >both.csv
  ce-prepare log -q both.csv >out
  table 'gene;s1' 'A;' 'B;' >empty.csv
  ce-prepare log -q empty.csv >out
}

@test "ce-prepare: --categorical of a column that is no feature is refused, as by --columns" {
  table id,x,y,class p,1,2,a q,2,3,b >t.csv
  refused() { run_split ce-prepare onehot "${@:2}" t.csv; assert_error 1 "ce-prepare: t.csv:1: no feature $1"; }
  refused "'id' to read as categories: the column holds the ids" --categorical x,id
  refused "'1' to read as categories: the column holds the ids" --categorical 1
  refused "'class' to read as categories: the column holds the classes" --categorical class
  refused "'class' to read: the column holds the classes" --columns class
  refused "'y' to read as categories: the column is left out" --categorical y --columns x
  assert_equal "$(ce-prepare onehot --categorical class --class none t.csv | head -n 1)" "id,x,y,class=a,class=b"
  assert_equal "$(ce-prepare onehot --categorical y --columns numeric t.csv | head -n 1)" id,x,class
  # of two columns of one name one is a feature
  table x,y,x 1,5,3 2,6,3 >t.csv
  assert_equal "$(ce-prepare onehot --categorical x --columns 3 t.csv | head -n 1)" x=3
  refused "'x' to read as categories: the column holds the classes" --categorical x --class 1
}

@test "ce-prepare impute: ties of frequency go to the smallest number and the first category" {
  table a,b 3,z 2,y ,? 2,y 3,z >t.csv
  assert_equal "$(ce-prepare impute --method mode t.csv | sed -n 4p)" "2,z"
}

@test "ce-prepare impute: a column without values is refused by name" {
  table a,b 1, 2,NA >t.csv
  run_split ce-prepare impute t.csv
  assert_error 1 "ce-prepare: t.csv: column b has no value to impute from: drop constant columns first"
}

@test "ce-prepare drop-missing: objects, or columns" {
  small >t.csv
  run ce-prepare drop-missing t.csv
  assert_output "id,a,b,c,class
p,1,x,5,u"
  run ce-prepare drop-missing --drop-columns t.csv
  assert_output "id,a,class
p,1,u
q,2,v
r,4.5,u"
  table a,b 1, ,2 >t.csv
  run_split ce-prepare drop-missing t.csv
  assert_error 1 "ce-prepare: t.csv: every object has a missing cell: drop the columns instead, or impute"
  run_split ce-prepare drop-missing --drop-columns t.csv
  assert_error 1 "ce-prepare: t.csv: every column has a missing cell: drop the objects instead, or impute"
}

@test "ce-prepare drop-constant: columns with one value or none, missing cells aside" {
  table a,b,c,d,e 1,x,,0,1 1,x,,-0,1 1,,,0,1.0000000000000002 >t.csv
  run_split ce-prepare drop-constant -v t.csv
  assert_equal "$output" "e
1
1
1.0000000000000002"
  assert_equal "$stderr" "ce-prepare: 4 columns left out
ce-prepare: drop-constant: 3 objects, 1 columns"
  table a 1 1 >t.csv
  run_split ce-prepare drop-constant t.csv
  assert_error 1 "ce-prepare: t.csv: every column is constant"
}

@test "ce-prepare columns, classes: by name, in the order of the input" {
  small >t.csv
  assert_equal "$(ce-prepare columns --keep c,a t.csv | sed -n 1p)" "id,a,c,class"
  assert_equal "$(ce-prepare columns --drop b t.csv | sed -n 1p)" "id,a,c,class"
  assert_equal "$(ce-prepare classes --keep u t.csv | cut -d, -f1 | tr '\n' ' ')" "id p r "
  assert_equal "$(ce-prepare classes --drop u t.csv | cut -d, -f1 | tr '\n' ' ')" "id q "
  run_split ce-prepare columns --keep a,d t.csv
  assert_error 1 "ce-prepare: t.csv: no feature 'd'"
  run_split ce-prepare columns --drop class t.csv
  assert_error 1 "ce-prepare: t.csv: no feature 'class': the column holds the classes"
  run_split ce-prepare columns --keep A t.csv
  assert_error 1 "ce-prepare: t.csv: no feature 'A'; did you mean a?"
  run_split ce-prepare columns --drop a,b,c t.csv
  assert_error 1 "ce-prepare: t.csv: no feature is left"
  run_split ce-prepare classes --keep u,w t.csv
  assert_error 1 "ce-prepare: t.csv: column class: no class 'w'"
  run_split ce-prepare classes --drop u,v t.csv
  assert_error 1 "ce-prepare: t.csv: no object is left"
  run_split ce-prepare classes --drop u --class none t.csv
  assert_error 1 "ce-prepare: t.csv: no class column (one named class, or the one that --class names)"
}

@test "ce-prepare sample: as many as asked, in order, each row once, by seed" {
  { echo a; seq 1000; } >t.csv
  ce-prepare sample -n 100 t.csv >one
  assert_equal "$(wc -l <one)" 101
  sed 1d one | sort -c -n -u
  ce-prepare sample -n 100 t.csv | cmp - one
  run cmp -s one <(ce-prepare sample -n 100 --seed 2 t.csv)
  assert_equal "$status" 1
  assert_equal "$(ce-prepare sample --share 0.0626 t.csv | wc -l)" 64
  assert_equal "$(ce-prepare sample --share 0 t.csv | wc -l)" 2
  ce-prepare sample --share 1 t.csv | cmp - t.csv
  run_split ce-prepare sample -n 1001 t.csv
  assert_error 1 "ce-prepare: t.csv: 1000 objects, 1001 to be drawn without replacement"
}

@test "ce-prepare sample: every object is as likely as any other" {
  in_turn 4 sanitized
  { echo a; seq 10; } >t.csv
  for seed in $(seq 100); do ce-prepare sample -n 3 --seed "$seed" t.csv | sed 1d; done | sort -n | uniq -c >counts
  # 100 draws of 3 of 10: 30 each, deviation 4.6; within 5 of them
  awk '{ if ($1 < 7 || $1 > 53) exit bad = 1; n++ } END { exit bad || n != 10 }' counts
}

@test "ce-prepare sample --balance: as many of each class, objects without a class left out" {
  awk 'BEGIN { print "a,class"; for (i = 1; i <= 200; i++) print i "," (i % 8 == 0 ? "rare" : i % 8 == 1 ? "" : i % 2 ? "odd" : "even") }' >t.csv
  ce-prepare sample --balance t.csv >got.csv
  assert_equal "$(cut -d, -f2 got.csv | sed 1d | sort | uniq -c | tr -s ' \n' ' ')" " 25 even 25 odd 25 rare "
  cut -d, -f1 got.csv | sed 1d | sort -c -n -u
  ce-prepare sample --balance -n 7 t.csv >got.csv
  assert_equal "$(cut -d, -f2 got.csv | sed 1d | sort | uniq -c | tr -s ' \n' ' ')" " 7 even 7 odd 7 rare "
  run_split ce-prepare sample --balance -n 26 t.csv
  assert_error 1 "ce-prepare: t.csv: class rare has 25 objects, 26 to be drawn without replacement"
  table a,class 1, 2, >t.csv
  run_split ce-prepare sample --balance t.csv
  assert_error 1 "ce-prepare: t.csv: column class: no object has a class"
}

@test "ce-prepare noise: deviation in units of the column's own, on the share of cells asked for" {
  awk 'BEGIN { print "a,b,c,class"; for (i = 0; i < 20000; i++) print i % 2 * 20 "," i % 3 "," (i % 2 ? "x" : "y") "," i % 5 }' >t.csv
  ce-prepare noise --sd 0.5 t.csv >got.csv
  # column a: sd 10, so noise 5; column b: sd .8165, so .40825; standard error of a deviation: 0.5%
  paste -d, t.csv got.csv | awk -F, 'NR > 1 { d = $5 - $1; s += d; ss += d * d; e = $6 - $2; t += e; tt += e * e; n++; if ($3 != $7 || $4 != $8) exit bad = 1 }
    END { a = sqrt(ss / n - (s / n) ^ 2); b = sqrt(tt / n - (t / n) ^ 2); print a, b
          exit bad || !(a > 4.87 && a < 5.13 && b > .398 && b < .419 && (s / n) ^ 2 < .18 ^ 2) }'
  ce-prepare noise --sd 0.5 --share 0.25 t.csv >got.csv
  assert_equal "$(paste -d, t.csv got.csv | awk -F, '{ n += ($1 != $5) + ($2 != $6) } END { print n }')" 10000
  ce-prepare noise --sd 0 t.csv | cmp - t.csv
}

@test "ce-prepare blank: exactly the share of cells asked for, of those that are there" {
  ce-prepare blank --share 0.25 "$BUNDLED/iris.csv" >got.csv
  assert_equal "$(sed 1d got.csv | cut -d, -f1-4 | tr , '\n' | grep -c '^$')" 150
  assert_equal "$(cut -d, -f5 got.csv)" "$(cut -d, -f5 "$BUNDLED/iris.csv")"
  # half of the 450 that are left
  ce-prepare blank --share 0.5 --seed 9 got.csv >less.csv
  assert_equal "$(sed 1d less.csv | cut -d, -f1-4 | tr , '\n' | grep -c '^$')" 375
}

@test "ce-prepare blank, noise: every cell is as likely as any other" {
  in_turn 4 sanitized
  # one cell of four, 80 times: 20 each; 4.5 standard deviations are 17.4
  table a,b 1,2 3,4 >data.csv
  for seed in $(seq 80); do
    ce-prepare blank --share .25 --seed "$seed" data.csv | awk -F, -v OFS=, 'NR > 1 { print NR, $1 == "", $2 == "" }' >>blank
    ce-prepare noise --share .25 --seed "$seed" data.csv |
      awk -F, -v OFS=, 'NR > 1 { print NR, $1 != 2 * NR - 3, $2 != 2 * NR - 2 }' >>noise
  done
  for file in blank noise; do
    awk -F, '{ a[$1] += $2; b[$1] += $3; all += $2 + $3 }
      END { if (all != 80) print "80 cells expected, " all " changed"
        for (r = 2; r <= 3; r++) if (a[r] < 3 || a[r] > 37 || b[r] < 3 || b[r] > 37) print r, a[r], b[r] }' "$file" >bad
    cat bad
    assert [ ! -s bad ]
  done
}

@test "ce-prepare: same seed, same bytes; another seed, other bytes" {
  for noun in "sample -n 50" "sample --balance -n 20" noise blank; do
    # shellcheck disable=SC2086 # noun holds options
    ce-prepare $noun --seed 5 "$BUNDLED/iris.csv" >one
    ce-prepare $noun --seed 5 "$BUNDLED/iris.csv" >two
    ce-prepare $noun --seed 6 "$BUNDLED/iris.csv" >three
    cmp one two
    run cmp -s one three
    assert_equal "$noun $status" "$noun 1"
  done
}

@test "ce-prepare: one object, one column, a column without values" {
  table a,b,c 3,,x >t.csv
  assert_equal "$(ce-prepare zscore -q t.csv | tail -n 1)" "0,,x"
  assert_equal "$(ce-prepare minmax -q t.csv | tail -n 1)" "0,,x"
  assert_equal "$(ce-prepare noise t.csv | tail -n 1)" "3,,x"
  assert_equal "$(ce-prepare sample -n 1 t.csv | tail -n 1)" "3,,x"
  table a 7 >t.csv
  assert_equal "$(ce-prepare pca --components 1 t.csv | tr '\n' ' ')" "pc1 0 "
}

@test "ce-prepare: numbers too large for their sum or range are refused by column" {
  table a,b 1,1e308 2,-1e308 >t.csv
  run_split ce-prepare minmax t.csv
  assert_error 1 "ce-prepare: t.csv: column b: numbers from -1e+308 to 1e+308 are too large to be scaled"
}

@test "ce-prepare pca: numbers whose squares would overflow are refused by column, others are not" {
  table a,b 1,1e160 2,-1e160 3,4 >t.csv
  run_split ce-prepare pca --components 1 t.csv
  assert_error 1 "ce-prepare: t.csv: column b: numbers from -1e+160 to 1e+160 are too large for principal components"
  table a,b 1e308,1 1e308,2 1e308,3 >t.csv
  run_split ce-prepare pca --components 1 t.csv
  assert_error 1 "ce-prepare: t.csv: column a: numbers from 1e+308 to 1e+308 are too large for principal components"
  table a,b 1,1e150 2,-1e150 3,0 >t.csv
  run_split ce-prepare pca --components 1 t.csv
  assert_equal "$status$stderr" 0
  assert_equal "$(head -n 3 <<<"$output" | tr '\n' ' ')" "pc1 1e+150 -1e+150 "
  # n objects, d columns: a range of sqrt(DBL_MAX / 4 / (nd + 1)) = 2.534e153, and a size of DBL_MAX / 4 / (n + 1) = 1.1236e307
  table a,b 0,1 2.53e153,2 0,4 >t.csv
  assert_equal "$(ce-prepare pca --components 2 t.csv | awk -F, 'NR > 1 { printf "%.4g,%.2f ", $1, $2 ^ 2 }')" \
    "-8.433e+152,2.25 1.687e+153,0.00 -8.433e+152,2.25 "
  sed -i s/2.53/2.54/ t.csv
  run_split ce-prepare pca --components 2 t.csv
  assert_error 1 "ce-prepare: t.csv: column a: numbers from 0 to 2.54e+153 are too large for principal components"
  table a,b 1.12e307,1 1.12e307,2 1.12e307,4 >t.csv
  assert_equal "$(ce-prepare pca --components 1 t.csv | awk 'NR > 1 { printf "%.4f ", $1 }')" "-1.3333 -0.3333 1.6667 "
  sed -i s/1.12/1.13/ t.csv
  run_split ce-prepare pca --components 1 t.csv
  assert_error 1 "ce-prepare: t.csv: column a: numbers from 1.13e+307 to 1.13e+307 are too large for principal components"
}

@test "ce-prepare pca: needs complete numbers, and enough objects and features" {
  small >t.csv
  run_split ce-prepare pca t.csv
  assert_error 1 "ce-prepare: t.csv: column b is categorical ('x'), numbers expected: --columns numeric leaves it out, ce-prepare onehot makes numbers of it"
  run_split ce-prepare pca <(cut -d, -f1-4 t.csv)
  [[ $stderr == *": column b is categorical ('x'), numbers expected: --class b leaves it out, ce-prepare onehot makes numbers of it" ]]
  run_split ce-prepare pca --components 5 "$BUNDLED/iris.csv"
  assert_error 1 "ce-prepare: $BUNDLED/iris.csv: 5 components of 150 objects with 4 features: at most 4"
}

@test "ce-prepare: wrong use" {
  hint="
Try 'ce-prepare --help'."
  small >t.csv
  run_split ce-prepare sample t.csv
  assert_error 2 "ce-prepare: sample: how many? --objects, --share or --balance is needed$hint"
  run_split ce-prepare sample -n 2 --share 0.5 t.csv
  assert_error 2 "ce-prepare: --share does not go with --objects$hint"
  run_split ce-prepare sample --balance --share 0.5 t.csv
  assert_error 2 "ce-prepare: --share does not go with --balance$hint"
  run_split ce-prepare columns t.csv
  assert_error 2 "ce-prepare: columns: one of --keep and --drop is needed$hint"
  run_split ce-prepare classes --keep u --drop v t.csv
  assert_error 2 "ce-prepare: classes: one of --keep and --drop is needed$hint"
  for wrong in "scale t.csv" "zscore --sd 1 t.csv" "blank --share 1.5 t.csv" "pca --components 0 t.csv" "noise --sd -1 t.csv" \
      "impute --method max t.csv" "sample -n 0 t.csv" "onehot --missing drop t.csv" "zscore t.csv t.csv"; do
    # shellcheck disable=SC2086 # several words
    run_split ce-prepare $wrong
    assert_equal "$wrong: $status $output" "$wrong: 2 "
  done
}

@test "ce-prepare: a column of tiny numbers is centred in its own unit, and scaled by its range or deviation" {
  table x 1e-310 3e-310 2e-310 >tiny.csv
  assert_equal "$(ce-prepare minmax tiny.csv | tr '\n' ' ')" "x 0 1 0.5 "
  # subnormal numbers have fewer digits
  ce-prepare center tiny.csv | awk 'NR > 1 { printf "%.9g ", $1 * 1e300 * 1e10 }' >centred
  assert_equal "$(cat centred)" "-1 1 0 "
  ce-prepare zscore tiny.csv | awk 'NR > 1 { printf "%.9f ", $1 }' >scaled
  assert_equal "$(cat scaled)" "-1.224744871 1.224744871 0.000000000 "
}

# genes: a row per gene, whose names a reader of columns could take for something else
genes() { table '"",s1,s2,s3,s4' TP53,1,2,9,8 7157,5,4,3, class,7,7,7,7 EGFR,0,30,9,6; }

@test "ce-prepare transpose: names become ids and ids names; twice gives the table again" {
  genes >genes.csv
  run_split ce-prepare transpose genes.csv
  assert_equal "$status $stderr" "0 "
  assert_equal "$output" "$(table id,TP53,7157_,class_,EGFR s1,1,5,7,0 s2,2,4,7,30 s3,9,3,7,9 s4,8,,7,6)"
  echo "$output" >samples.csv
  assert_equal "$(ce-prepare transpose samples.csv)" "$(table id,s1,s2,s3,s4 TP53,1,2,9,8 7157_,5,4,3, class_,7,7,7,7 EGFR,0,30,9,6)"
  # no two columns get one name, and names such as c1 are names where a header has them
  assert_equal "$(table id,x class,1 class_,2 7,6 7_,7 | ce-prepare transpose)" "$(table id,class__,class_,7__,7_ x,1,2,6,7)"
  assert_equal "$(table id,c1,c2 x,1,2 y,3,4 | ce-prepare transpose)" "$(table id,x,y c1,1,3 c2,2,4)"
  assert_equal "$(table x,1,2 y,3,4 | ce-prepare transpose --header no --id 1)" "$(table x,y 1,3 2,4)"
  # without names there are no ids, and without ids no names
  assert_equal "$(table 1,3,5 2,4,6 | ce-prepare transpose)" "$(table c1,c2 1,2 3,4 5,6)"
  # more rows and columns than are copied together
  awk 'BEGIN { for (i = 1; i <= 70; i++) for (s = 1; s <= 41; s++) printf "%d%s", 100 * i + s, s < 41 ? "," : "\n" }' >wide.csv
  ce-prepare transpose wide.csv | awk -F, 'NR > 1 { for (i = 1; i <= 70; i++) if ($i != 100 * i + NR - 1) exit bad = 1 } END { exit bad || NR != 42 }'
}

@test "ce-prepare transpose: a class column is left out with a note; what can be no id or number is refused" {
  small | ce-prepare columns --keep a,c >t.csv
  run_split ce-prepare transpose t.csv
  assert_equal "$status $stderr" "0 ce-prepare: the class column is left out: its cells belong to what are columns now"
  assert_equal "$output" "$(table id,p,q,r a,1,2,4.5 c,5,5,)"
  table a,b,a 1,2,3 4,5,6 >t.csv
  run_split ce-prepare transpose t.csv
  assert_error 1 "ce-prepare: t.csv:1: columns 1 and 3 are both named 'a', so they can be no ids: rename one, or leave it out (--columns)"
  assert_equal "$(ce-prepare transpose --columns 1,2 t.csv)" "$(table id,c1,c2 a,1,4 b,2,5)"
  table id,a,b,a x,1,2,3 x,4,5,6 >named.csv
  run_split ce-prepare transpose --repeated mean named.csv
  assert_error 1 "ce-prepare: named.csv:1: columns 2 and 4 are both named 'a', so they can be no ids: rename one, or leave it out (--columns)"
  table a,NA 1,2 4,5 >t.csv
  run_split ce-prepare transpose --header yes t.csv
  assert_error 1 "ce-prepare: t.csv: column 2 is named 'NA', so it can be no id"
  table '"","s1","s2"' '"TP53",1,2' '"MYC",4,5' '"TP53",7,1' >t.csv
  run_split ce-prepare transpose t.csv
  assert_error 1 "ce-prepare: t.csv: the first column is text ('TP53') in which some names are repeated: --repeated mean or number"
  small >t.csv
  run_split ce-prepare transpose t.csv
  assert_equal "$status $output" "1 "
  [[ $stderr == "ce-prepare: t.csv: column b is categorical ('x'), numbers expected"* ]] || fail "$stderr"
}

# distances FILE: 1 less half of the squared distance of each pair of rows of numbers
distances() {
  awk -F, 'NR > 1 { for (s = 1; s <= NF - 1; s++) x[NR, s] = $s; d = NF - 1 }
    END { for (a = 2; a <= NR; a++) for (b = a + 1; b <= NR; b++) { t = 0
      for (s = 1; s <= d; s++) t += (x[a, s] - x[b, s]) ^ 2; printf "%.9f\n", 1 - t / 2 } }' "$1"
}

@test "ce-prepare unit: distances are those of cosines, and with --center of correlations, by their formulas" {
  for center in "" --center; do
    # shellcheck disable=SC2086 # none or one word
    ce-prepare unit $center "$BUNDLED/wine.csv" >unit.csv
    distances unit.csv >got
    awk -F, -v center="$center" 'NR > 1 { d = NF - 1; for (s = 1; s <= d; s++) { x[NR, s] = $s; mean[NR] += center ? $s / d : 0 } }
      END { for (a = 2; a <= NR; a++) for (b = a + 1; b <= NR; b++) { ab = aa = bb = 0
        for (s = 1; s <= d; s++) { u = x[a, s] - mean[a]; v = x[b, s] - mean[b]; ab += u * v; aa += u * u; bb += v * v }
        printf "%.9f\n", ab / sqrt(aa * bb) } }' "$BUNDLED/wine.csv" >want
    assert_equal "$(wc -l <got)" 15753
    run paste -d' ' got want
    run awk '($1 - $2) ^ 2 > 1e-16 { print; exit }' <<<"$output"
    assert_output ""
  done
}

@test "ce-prepare unit: objects of length 0, missing and categorical cells, numbers of any size" {
  table id,a,b,c,d p,0,0,x,0 q,3,,y,4 r,1e300,-1e300,x,0 s,5e-324,0,z,0 >t.csv
  run_split ce-prepare unit t.csv
  assert_equal "$status $stderr" "0 ce-prepare: 1 object of length 0: 0 everywhere"
  assert_equal "$output" "$(table id,a,b,c,d p,0,0,x,0 q,0.6,,y,0.8 r,0.7071067811865475,-0.7071067811865475,x,0 s,1,0,z,0)"
  # what is constant but for no double must not become a direction
  table a,b,c 0.1,0.1,0.1 1,2,3 >t.csv
  run_split ce-prepare unit --center t.csv
  assert_equal "$stderr" "ce-prepare: 1 object of length 0: 0 everywhere"
  assert_equal "$output" "$(table a,b,c 0,0,0 -0.7071067811865475,0,0.7071067811865475)"
}

@test "ce-prepare rank: ties share their mean rank, missing and categorical cells stay; unit --center then gives Spearman" {
  table id,a,b,c,d,kind,class p,5,1,5,2,x,u q,,3,3,3,y,v r,-1e300,1e300,0,-0,x,u >t.csv
  run_split ce-prepare rank t.csv
  assert_equal "$status $stderr" "0 "
  assert_equal "$output" "$(table id,a,b,c,d,kind,class p,3.5,1,3.5,2,x,u q,,2,2,2,y,v r,1,4,2.5,2.5,x,u)"
  ce-prepare rank "$BUNDLED/wine.csv" | ce-prepare unit --center >unit.csv
  distances unit.csv >got
  ce-similarity spearman --format csv "$BUNDLED/wine.csv" | awk -F, '{ for (j = NR + 1; j <= NF; j++) print $j }' >want
  run awk 'FNR == NR { want[NR] = $1; next } { same += ($1 - want[FNR]) ^ 2 < 1e-16 } END { print same }' want got
  assert_output 15753
}

@test "ce-prepare log: base and what is added; what is not above 0 is named" {
  table id,a,b,kind p,0,7,x q,1,,y >t.csv
  assert_equal "$(ce-prepare log t.csv)" "$(table id,a,b,kind p,0,3,x q,1,,y)"
  assert_equal "$(table a,b 99,0.1 9,999 | ce-prepare log --base 10 --add 1 | awk -F, 'NR > 1 { printf "%.6f %.6f ", $1, $2 }')" "2.000000 0.041393 1.000000 3.000000 "
  assert_equal "$(table a,b 1,9 27,3 | ce-prepare log --base e --add 0 | awk -F, 'NR > 1 { printf "%.9f %.9f ", $1 / log(3), $2 / log(3) }')" "0.000000000 2.000000000 3.000000000 1.000000000 "
  run_split ce-prepare log --add 0 t.csv
  assert_error 1 "ce-prepare: t.csv: object 1 (p), column a: 0 + 0 is not above 0, so it has no logarithm"
  table a,b 3,4 2,-1 >t.csv
  run_split ce-prepare log t.csv
  assert_error 1 "ce-prepare: t.csv: object 2, column b: -1 + 1 is not above 0, so it has no logarithm"
  table a 1e308 >large.csv
  run_split ce-prepare log --add 1e300 large.csv
  assert_equal "$status" 0
  run_split ce-prepare log --base 1 t.csv
  assert_equal "$status" 2
  table kind x y >t.csv
  run_split ce-prepare log t.csv
  assert_error 1 "ce-prepare: t.csv: no column of numbers: the first one, kind, has 'x'"
}

@test "ce-prepare center --by median: of odd and even numbers of values; it has no parts" {
  table id,a,b,c,kind p,1,5,3,x q,7,0,3,y r,3,,3,x s,100,4,3,x >t.csv
  run_split ce-prepare center --by median t.csv
  assert_equal "$stderr" "ce-prepare: 1 constant column: 0 everywhere now"
  assert_equal "$output" "$(table id,a,b,c,kind p,-4,1,0,x q,2,-4,0,y r,-2,,0,x s,95,0,0,x)"
  assert_equal "$(ce-prepare center --by mean t.csv)" "$(ce-prepare center t.csv)"
  run_split ce-prepare center --by median --part 1/2 t.csv
  assert_error 2 "ce-prepare: --part goes with --by mean
Try 'ce-prepare --help'."
  run_split ce-prepare center --by median --state t.csv t.csv
  assert_error 2 "ce-prepare: --state goes with --by mean
Try 'ce-prepare --help'."
  table a 1e308 -1e308 0 >t.csv
  run_split ce-prepare center --by median t.csv
  assert_equal "$status$output" 1
}

@test "ce-prepare transpose: text in the first column is named as what the columns are called by; lines of GEO are comments" {
  table ID_REF,s1,s2 1007_s_at,1,2 1053_at,3,4 >geo.csv
  run_split ce-prepare transpose geo.csv
  assert_error 1 "ce-prepare: geo.csv: column ID_REF is text ('1007_s_at'): --id ID_REF makes the names of the columns of it"
  assert_equal "$(ce-prepare transpose --id ID_REF geo.csv)" "$(table id,1007_s_at,1053_at s1,1,3 s2,2,4)"
  table kind,s1,s2 x,1,2 y,3,4 x,5, >twice.csv
  run_split ce-prepare transpose twice.csv
  assert_error 1 "ce-prepare: twice.csv: the first column is text ('x') in which some names are repeated: --repeated mean or number"
  run_split ce-prepare transpose --id kind --repeated mean twice.csv
  assert_equal "$stderr" "ce-prepare: twice.csv: 1 name of several rows: each has their mean"
  assert_equal "$output" "$(table id,x,y s1,3,3 s2,2,4)"
  run_split ce-prepare transpose --repeated number twice.csv
  assert_equal "$stderr" "ce-prepare: twice.csv: 1 name of several rows: they are numbered"
  assert_equal "$output" "$(table id,x#1,y,x#2 s1,1,3,5 s2,2,4,)"
  # names that are numbers, and without a name above them, as R writes them
  table '"","s1","s2"' '"7157",1,2' '"672",3,4' '"7157",5,6' >r.csv
  assert_equal "$(ce-prepare transpose -q --repeated mean r.csv | sed -n 2p)" s1,3,3
  table g,s1 x,1 x,2 'x#1,3' >clash.csv
  run_split ce-prepare transpose --repeated number clash.csv
  assert_error 1 "ce-prepare: clash.csv: two rows are called 'x#1'"
  # what has no name, classes, columns of numbers, headers that are read as rows
  table ',1,2,3' gA,1,2,3 gB,4,5,6 >numbered.csv
  run_split ce-prepare transpose numbered.csv
  assert_error 1 "ce-prepare: numbered.csv: the first column is text ('gA'), and row 1 has no name there (--header yes: the first line has those of objects)"
  run_split ce-prepare transpose --repeated mean numbered.csv
  assert_error 1 "ce-prepare: numbered.csv: the first line is read as a row, and names of objects are expected in it: --header yes"
  assert_equal "$(ce-prepare transpose --header yes numbered.csv | head -n 1)" id,gA,gB
  table gene,a,b A,1,2 ,3,4 B,5,6 >gap.csv
  run_split ce-prepare transpose gap.csv
  assert_error 1 "ce-prepare: gap.csv: the first column is text ('A'), and row 2 has no name there"
  table gene,class,a A,2,4 A,4,6 >classes.csv
  run_split ce-prepare transpose --repeated mean classes.csv
  assert_equal "$output" "$(table id,A a,5)"
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-prepare: the class column is left out: its cells belong to what are columns now"
  run_split ce-prepare transpose --repeated mean --class class classes.csv
  assert_error 2 "ce-prepare: --class does not go with --repeated: the classes of rows are none of columns
Try 'ce-prepare --help'."
  table a,b 1,2 1,4 3,3 >numbers.csv
  run_split ce-prepare transpose --repeated number numbers.csv
  assert_error 1 "ce-prepare: numbers.csv: the first column, a, has numbers, names expected: --id names the column of names"
  run_split ce-prepare transpose --id kind twice.csv
  assert_error 1 "ce-prepare: twice.csv:4: id 'x' occurs a second time (--repeated mean or number)"
  # a mean whose sum is beyond a double
  assert_equal "$(table g,s a,1e308 a,1.7e308 | ce-prepare transpose -q --repeated mean | tail -n 1)" s,1.35e+308
  table g,s1 x,1 ,2 >none.csv
  run_split ce-prepare transpose --repeated mean none.csv
  assert_error 1 "ce-prepare: none.csv: row 2 has no name"
  { table '!Series_title "x"' '!Series_type "y"' '' '!series_matrix_table_begin'; tr , '\t' <geo.csv; echo '!series_matrix_table_end'; } >geo.txt
  run_split ce-prepare transpose --id ID_REF geo.txt
  assert_error 1 "ce-prepare: geo.txt:1: begins with '!', a header or a row expected: tables have no comments; grep -v '^!' leaves such lines out"
  assert_equal "$(grep -v '^!' geo.txt | ce-prepare transpose --id ID_REF --delimiter '\t' | tr '\t' ,)" "$(table id,1007_s_at,1053_at s1,1,3 s2,2,4)"
  # also of one sample, whose lines have as many cells
  table '!Sample_title "a"' 'ID_REF GSM1' 'p 1' 'q 2' | tr ' ' '\t' >one.txt
  run_split ce-prepare center one.txt
  assert_error 1 "ce-prepare: one.txt:1: begins with '!', a header or a row expected: tables have no comments; grep -v '^!' leaves such lines out"
  # a header may begin so
  assert_equal "$(table '!a,b' 1,2 | ce-prepare center -q | head -n 1)" '!a,b'
}

@test "ce-prepare keep-variable: by the median distance from the median, or the deviation; ties go to the first" {
  # mad: 1, 2, 0, 2; sd: 1.4, 2.9, 40, 2.8
  table a,b,c,d,class 1,1,5,0,u 2,3,5,2,v 3,5,5,4,u 4,7,5,6,v 5,9,105,8,u >t.csv
  assert_equal "$(ce-prepare keep-variable --features 1 t.csv | head -n 1)" b,class
  assert_equal "$(ce-prepare keep-variable --features 2 t.csv | head -n 1)" b,d,class
  assert_equal "$(ce-prepare keep-variable --features 3 t.csv | head -n 1)" a,b,d,class
  assert_equal "$(ce-prepare keep-variable --features 1 --by sd t.csv)" "$(table c,class 5,u 5,v 5,u 5,v 105,u)"
  assert_equal "$(ce-prepare keep-variable --features 2 --by sd t.csv | head -n 1)" b,c,class
  # missing cells do not count, and a column of nothing else varies least
  table a,b,c ,1,1 ,9,2 ,,9 >t.csv
  assert_equal "$(ce-prepare keep-variable --features 2 t.csv | head -n 1)" b,c
  # small spreads are told apart, too
  table k,a,b 7,1e-20,5e-20 7,2e-20,9e-20 7,3e-20,1e-20 >small.csv
  for by in mad sd; do
    assert_equal "$(ce-prepare keep-variable --features 1 --by $by small.csv | head -n 1)" b
  done
  run_split ce-prepare keep-variable --features 4 t.csv
  assert_error 1 "ce-prepare: t.csv: 3 features, 4 to be kept"
  run_split ce-prepare keep-variable t.csv
  assert_error 2 "ce-prepare: keep-variable: how many? --features is needed
Try 'ce-prepare --help'."
}

@test "ce-prepare transpose: --repeated with --id none is wrong use: it looked for names where there are none and crashed" {
  table f1,f2 1,2 3,4 >d.csv
  for how in mean number; do
    run_split ce-prepare transpose --id none --repeated $how d.csv
    assert_error 2 "ce-prepare: --repeated goes by the names of rows, and --id none says there are none
Try 'ce-prepare --help'."
  done
  assert_equal "$(ce-prepare transpose --id none --repeated refuse d.csv)" "$(table id,c1,c2 f1,1,3 f2,2,4)"
}

@test "ce-prepare transpose: a first column of whole numbers, all different, is no object before --id says so" {
  table entrez,s1,s2 7157,1,2 4609,5,6 60,0,3 >genes.csv
  run_split ce-prepare transpose genes.csv
  assert_error 1 "ce-prepare: genes.csv: column entrez has another whole number in every row, and there is no column of names: --id entrez if it names the rows, else --id none"
  assert_equal "$(ce-prepare transpose --id entrez genes.csv)" "$(table id,7157_,4609_,60_ s1,1,5,0 s2,2,6,3)"
  assert_equal "$(ce-prepare transpose --id none genes.csv | sed -n 2p)" "entrez,7157,4609,60"
  # under any name, of ten rows and more; not where a number is there twice
  awk 'BEGIN { print "hgnc,s1"; for (i = 1; i <= 10; i++) print i * 7 % 11 "," i / 4 }' >ten.csv
  run_split ce-prepare transpose ten.csv
  assert_equal "$status $output" "1 "
  [[ $stderr == "ce-prepare: ten.csv: column hgnc has another whole number in every row"* ]] || fail "$stderr"
  sed '$s/^[0-9]*/7/' ten.csv | ce-prepare transpose >out
  head -n 10 ten.csv | ce-prepare transpose >out
  assert_equal "$(sed -n 2p out | cut -d, -f1)" hgnc
}

@test "ce-prepare transpose: objects that are numbers, below a header that is read as a row" {
  table gene,1003,1001,1002 G1,1,2,9 G2,5,6,1 >n.csv
  run_split ce-prepare transpose n.csv
  assert_error 1 "ce-prepare: n.csv: the first line is read as a row ('gene'), and the first column is text: --header yes --id gene if the line has the names of objects, else --id c1"
  assert_equal "$(ce-prepare transpose --header yes --id gene n.csv)" "$(table id,G1,G2 1003,1,5 1001,2,6 1002,9,1)"
  run_split ce-prepare transpose --id c1 n.csv
  assert_equal "$status $stderr" "0 ce-prepare: n.csv: the first line is read as a row, and the objects get no names: --header yes if it has them"
}
