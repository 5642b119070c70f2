#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; load papers; }

gcons() { make_in gcons2010 "$@"; }

# value TABLE DATA-SET METHOD SCORE COLUMN: from out/tableN.csv
value() { cell "table$1" "$2" "$3" "$4" "$5"; }

@test "papers: gcons2010's printed tables have every cell once" {
  awk -F, 'NR > 1 { if (seen[$1 "," $2 "," $3 "," $4]++ || $5 == "") print; rows[$1]++ } END { print rows[1], rows[2], rows[3] }' \
    "$papers/gcons2010/printed.csv" >counted
  assert_equal "$(cat counted)" "12 16 20"
}

@test "papers: gcons2010 in its short form, on what is drawn here and comes with the project" {
  gcons table1 table2 table3 RUNS=1 SETS="Wdbc Rings Segment" DATA= >printed
  grep -q '^drawn by ce-synth: Rings (DATA=folder with fcps/chainlink.csv.gz' printed
  grep -q '^skipped: Segment (DATA=folder with segment.csv.gz is needed)' printed
  assert_equal "$(value 1 Wdbc data n plain),$(value 1 Wdbc data d plain),$(value 1 Rings data n plain)" "569,30,1000"
  # the mean NMI of the base clusterings, printed .4242, says that they are alike; the paper's point: the largest phi
  awk -v aia="$(value 3 Wdbc aia nmi plain)" -v nmi="$(value 3 Wdbc gcons nmi plain)" -v phi="$(value 2 Wdbc gcons phi plain)" \
    'BEGIN { exit !(aia > .39 && aia < .46 && nmi > .42 && nmi < .5 && phi > .8) }'
  for set in Wdbc Rings; do
    for method in cspa hgpa; do at_most "$(value 2 $set $method phi plain)" "$(value 2 $set gcons phi plain)"; done
  done
}

@test "papers: gcons2010 sweeps what the paper leaves open, and chooses by phi without looking at the classes" {
  gcons sweep best SETS=Wdbc SWEEP_K="2 3" READINGS="raw grid5 hits" DATA= >printed
  assert_equal "$(wc -l <out/sweep.csv)" 7
  awk -F, 'NR > 1 && $4 > most { most = $4; line = $0 } END { print line }' out/sweep.csv >expected
  # the table is aligned
  assert_equal "$(tail -n 1 printed | tr -s ' ' ,)" "$(cat expected)"
  assert_equal "$(awk '{ print length }' printed | tail -n 2 | uniq | wc -l)" 1
}

@test "papers: gcons2010 on Rings, Image Segmentation and Engytime: phi as large as printed" {
  need_data fcps/chainlink.csv.gz
  need_data segment.csv.gz
  need_data fcps/engytime.csv.gz
  gcons table2 RUNS=1 SETS="Rings Segment Engytime" DATA="$DATA" >/dev/null
  for set in Rings Segment Engytime; do at_most "$(value 2 $set gcons phi printed)" "$(value 2 $set gcons phi best)"; done
}
