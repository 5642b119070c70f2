#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The papers' folders in their short form: the whole tables are made by `make -C papers/hne2007 table2`.

setup() {
  load common
  unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
  papers="$CE_SOURCE/papers"
}

# hne TARGET...: make in papers/hne2007 with this build's tools and everything made here
hne() { make -s -C "$papers/hne2007" BIN="$CE_BIN" OUT="$PWD/out" "$@"; }

# mean DATA-SET METHOD: from out/table2.csv
mean() { awk -F, -v data="$1" -v method="$2" '$1 == data && $2 == method { print $5 }' out/table2.csv; }

at_most() { awk -v value="$1" -v limit="$2" 'BEGIN { if (value == "" || value + 0 > limit + 0) { print value " is more than " limit; exit 1 } }'; }

@test "papers: hne2007's printed table has every data set and method once" {
  run awk -F, 'NR > 1 { n[$1 "," $2]++; rows++; if ($3 == "" || $3 < 0 || $3 > 1) print } END { for (c in n) if (n[c] > 1) print c; print rows }' "$papers/hne2007/printed.csv"
  assert_output 60
}

@test "papers: hne2007 table2 in its short form, on the data sets that are made here" {
  hne table2 RUNS=2 DATA= >printed
  # a line per method that is done here, and where the real data are missing it says so
  assert_equal "$(grep -c '^skipped: ' printed)" 2
  assert_equal "$(awk -F, 'NR > 1 && $5 != ""' out/table2.csv | wc -l)" 30
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
  # no chance in these: the printed numbers, to their last digit
  assert_equal "$(mean breast-cancer al) $(mean yeast sl) $(mean yeast al)" ".057 .638 .341"
  assert_equal "$(mean breast-cancer sc) $(mean yeast sc)" ".029 .320"
}

@test "papers: hne2007 figures are drawn" {
  command -v gnuplot >/dev/null || skip "no gnuplot here"
  hne figures
  for figure in 1a 1b 1c 1d 2a 2b; do
    head -c 200 "out/fig$figure.svg" | grep -q '<svg' || fail "fig$figure.svg is no SVG"
    [ "$(head -c 4 "out/fig$figure.png" | tail -c 3)" = PNG ] || fail "fig$figure.png is no PNG"
  done
}
