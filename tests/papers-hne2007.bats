#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The folder in its short form: the whole table is made by `make -C papers/hne2007 table2`.

setup() { load common; load papers; }

hne() { make_in hne2007 "$@"; }

# mean DATA-SET METHOD: from out/table2.csv
mean() { awk -F, -v data="$1" -v method="$2" '$1 == data && $2 == method { print $5 }' out/table2.csv; }

@test "papers: hne2007's printed table has every data set and method once" {
  run awk -F, 'NR > 1 { n[$1 "," $2]++; rows++; if ($3 == "" || $3 < 0 || $3 > 1) print } END { for (c in n) if (n[c] > 1) print c; print rows }' "$papers/hne2007/printed.csv"
  assert_output 60
}

@test "papers: hne2007 table2 in its short form, on the data sets that are made here" {
  in_turn 4
  hne table2 RUNS=2 DATA= >printed
  # a line per method that is done here, and where the real data are missing it says so
  assert_equal "$(grep -c '^skipped: ' printed)" 2
  assert_equal "$(awk -F, 'NR > 1 && $5 != ""' out/table2.csv | wc -l)" 36
  # the paper's point: CA-HNE finds what k-means does not
  at_most "$(mean two-spirals ca-hne)" .02
  at_most "$(mean complex-image ca-hne)" .036
  at_most "$(mean three-paths ca-hne)" .023
  for set in two-spirals complex-image three-paths; do at_most .3 "$(mean $set km)"; done
}

@test "papers: hne2007 table2 on breast-cancer and yeast agrees with the printed values" {
  need_data breast_cancer_wisconsin.csv.gz
  need_data yeast_cho384.csv.gz
  hne table2 RUNS=3 synthetic= DATA="$DATA" >/dev/null
  at_most "$(mean breast-cancer ca-hne)" .034
  at_most "$(mean yeast ca-hne)" .363
  at_most "$(mean yeast boost-km)" .353
  # no chance in these: the printed numbers, to their last digit
  assert_equal "$(mean breast-cancer al) $(mean yeast sl) $(mean yeast al)" ".057 .638 .341"
  assert_equal "$(mean breast-cancer sc) $(mean yeast sc)" ".029 .320"
}

@test "papers: hne2007 chooses the base k that is most stable, above the number of classes, and runs with it" {
  hne "$PWD/out/rule/two-spirals.csv" RUNS=2 RULE_K="2 20 60 40"
  cut -d, -f1-3 out/rule/two-spirals.csv | uniq >lines
  table two-spirals,agreement,20 two-spirals,agreement,60 two-spirals,agreement,40 two-spirals,ca-hne,60 | diff - lines
  # 60 and 40 agree fully, so the larger one is taken; the runs are those of table 2, without error
  assert_equal "$(awk -F, '$2 == "agreement" { print $3, $5 == 1 }' out/rule/two-spirals.csv | paste -sd' ')" "20 0 60 1 40 1"
  assert_equal "$(awk -F, '$2 == "ca-hne" { print $4, $5, $6 }' out/rule/two-spirals.csv | paste -sd' ')" "1 0 2 2 0 2"
}

@test "papers: hne2007 figures are drawn" {
  command -v gnuplot >/dev/null || skip "no gnuplot here"
  hne figures
  for figure in 1a 1b 1c 1d 2a 2b; do
    head -c 200 "out/fig$figure.svg" | grep >/dev/null '<svg' || fail "fig$figure.svg is no SVG"
    [ "$(head -c 4 "out/fig$figure.png" | tail -c 3)" = PNG ] || fail "fig$figure.png is no PNG"
  done
}
