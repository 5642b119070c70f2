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

# ptgp TARGET...: make in papers/ptgp2016, likewise
ptgp() { make -s -C "$papers/ptgp2016" BIN="$CE_BIN" OUT="$PWD/out" "$@"; }

@test "papers: ptgp2016's printed tables have every cell once, N/A where the paper has it" {
  # 2 of ten sets in Table V, 8 in VI, 16 in VII and VIII, 24 methods at the best and the true k in IX
  awk -F, 'NR > 1 { seen[$1 "," $2 "," $3]++; rows[$1]++; na += $4 == ""; if ($1 > 5 && $4 != "" && ($4 < 0 || $4 > 1)) print }
    END { for (c in seen) if (seen[c] > 1) print c; print rows[5], rows[6], rows[7], rows[8], rows[9], na }' "$papers/ptgp2016/printed.csv" >counted
  assert_equal "$(cat counted)" "20 80 160 160 480 94"
}

@test "papers: ptgp2016 skips what is not there, and says so" {
  run ptgp table9 DATA=
  assert_success
  assert_equal "$(grep -c '^skipped: ' <<<"$output") ${#lines[@]}" "10 10"
  run ptgp figure11 DATA=
  assert_failure
  assert_line "skipped: figure11 needs KDD99"
}

@test "papers: ptgp2016 from raw data: pools of k-means and RPCL, drawn from, scored at the best and the true k" {
  mkdir data
  ce-synth blobs -n 300 -k 10 --dimensions 4 --spread 0.5 -o data/mfeat.csv.gz
  MEMBERS=6 ptgp pools table9 figure8 RUNS=2 SETS="MF LS" METHODS=eac-al,mcla DATA="$PWD/data" >printed
  assert_equal "$(gzip -dc out/pools/MF.csv.gz | sed -n 1p | tr , '\n' | sed 's/\.k.*//' | sort | uniq -c | tr -s ' ' | paste -sd,)" " 1 class, 6 kmeans, 6 rpcl"
  assert_equal "$(grep -c '^skipped: LS (no ' printed)" 2
  # ten groups apart: the best k finds them nearly, and is never worse than the true one
  awk -F, '$2 ~ /\.best$/ && $3 == 2 && $4 > .9 { best[substr($2, 1, length($2) - 5)] = $4 } $2 ~ /\.true$/ { at[substr($2, 1, length($2) - 5)] = $4 }
    END { exit !(best["eac-al"] >= at["eac-al"] && best["mcla"] >= at["mcla"] && at["mcla"] > .5) }' out/table9.csv
  # of figure 8 each member of each draw is an observation
  awk -F, '$2 == "base" { exit $3 != 20 }' out/figure8.csv
}

@test "papers: ptgp2016 table9 from a published pool: a number for each of the 24 sub-methods, those of PTA as printed" {
  need_data pools/MF.csv.gz
  ptgp table9 RUNS=2 SETS=MF DATA="$DATA" >/dev/null
  assert_equal "$(awk -F, 'NR > 1 && $3 == 2 && $4 >= 0 && $4 <= 1' out/table9.csv | wc -l)" 48
  assert_equal "$(tail -n +2 out/table9.csv | cut -d, -f2 | sort)" "$(awk -F, '$1 == 9 && $2 == "MF" { print $3 }' "$papers/ptgp2016/printed.csv" | sort)"
  # printed .631 and .614 of pta-al, .626 of ptgp, .603 of eac-al; the deviation of a run is about .02
  awk -F, '{ v[$2] = $4 } function near(x, y) { return x - y < .05 && y - x < .05 }
    END { exit !(near(v["pta-al.best"], .631) && near(v["pta-al.true"], .614) && near(v["ptgp.best"], .626) && near(v["eac-al.best"], .603)) }' out/table9.csv
}

@test "papers: ptgp2016 tables 5 to 7 from a published pool: nodes, links, and a small K that does better than all links" {
  need_data pools/MF.csv.gz
  ptgp table5 table6 RUNS=5 SETS=MF DATA="$DATA" >/dev/null
  # printed 242 nodes and 12,978 links; deviations of a run 32 and 3500
  awk -F, '{ v[$2] = $4 } END { exit !(v["nodes"] > 195 && v["nodes"] < 290 && v["links"] > 8000 && v["links"] < 18000) }' out/table5.csv
  awk -F, 'NR > 1 { d = $4 - $6; if (d > .1 || d < -.1 || $4 < last) exit 1; last = $4 }' out/table6.csv
  ptgp table7 RUNS=2 SETS=MF DATA="$DATA" >/dev/null
  awk -F, '{ v[$2] = $4 } END { exit !(v["K=4"] > v["K=all"] + .03) }' out/table7.csv
}

# wce TARGET...: make in papers/wce2008, likewise
wce() { make -s -C "$papers/wce2008" BIN="$CE_BIN" OUT="$PWD/out" "$@"; }

# cell TABLE DATA-SET METHOD SCORE COLUMN: from out/TABLE.csv
cell() { awk -F, -v data="$2" -v method="$3" -v score="$4" -v column="$5" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) c = i }
  $1 == data && $2 == method && $3 == score { print $c }' "out/$1.csv"; }

@test "papers: wce2008's printed tables have every cell once" {
  # 11 methods with 8 numbers on nine sets, 24 averages, 6 numbers of 8 rows for three methods, 6 of 5 numbers, 4 of 8, and the data's facts;
  # chapter 6: facts of 8 and 5 sets, 6 numbers of 5 sets, one number in the text
  awk -F, 'NR > 1 { if (seen[$1 "," $2 "," $3 "," $4]++ || $5 == "") print; rows[$1]++ }
    END { print rows["4.2"], rows["4.3"], rows["4.11"], rows["4.12"], rows["4.14"], rows["5.1"], rows["5.7"], rows["4.1"], rows["5.3"],
      rows["6.1"], rows["6.2"], rows["6.3"], rows["figure6.1"], NR - 1 }' "$papers/wce2008/printed.csv" >counted
  assert_equal "$(cat counted)" "24 88 88 48 48 30 32 36 16 32 20 30 1 1283"
}

@test "papers: wce2008's printed averages are those of its seven real sets" {
  # an outside check of the copy: Table 4.2 from Tables 4.5 to 4.11, to what rounding leaves
  awk -F, '$1 ~ /^4\.([5-9]|10|11)$/ && ($4 == "nmi" || $4 == "er") { sum[$3 "," $4] += $5 / 7 } $1 == "4.2" { printed[$3 "," $4] = $5 }
    END { for (c in sum) { n++; d = sum[c] - printed[c]; if (d > .04 || d < -.04) print c, sum[c], printed[c] } print n }' "$papers/wce2008/printed.csv" >counted
  assert_equal "$(cat counted)" 22
}

@test "papers: wce2008 skips what is not there, and says what nobody can have" {
  run wce table4.8 table4.10 table5.2 table5.4 DATA=
  assert_success
  assert_line "skipped: Letter (DATA=folder with letter.csv.gz is needed)"
  assert_line "skipped: Ling-Spam-2000 (DATA=folder with text/lingspam960_docs.csv.gz is needed)"
  for set in Spam2000 Archeological; do assert_line "not to be had: $set"; done
  assert_line "skipped: 20Newsgroups (DATA=folder with text/20news_electronics_medicine_docs.csv.gz is needed)"
  assert_equal "$(cell table4.8 Letter wspa-metis er mean),$(cell table4.8 Letter wspa-metis er printed)" ",8.6"
}

@test "papers: wce2008 tables in their short form, on what is drawn here and comes with the project" {
  wce table4.2 table4.3 table4.5 RUNS=2 READINGS=all SETS="Two-Gaussian Iris" DATA= >/dev/null
  for method in wspa-metis wspa-spec wbpa-metis wbpa-spec wsbpa-metis wsbpa-spec cspa mcla hgpa lac-coas lac-wcoas kmeans-coas; do
    assert_equal "$method $(cell table4.3 Two-Gaussian $method nmi runs) $(cell table4.5 Iris $method nmi runs)" "$method 2 2"
  done
  # printed .17 and 0
  for method in wspa-metis wbpa-metis wsbpa-metis; do at_most "$(cell table4.3 Two-Gaussian $method er mean)" 1; done
  # printed 10, 9.3 and 11.3
  for method in wspa-metis wbpa-metis wsbpa-metis; do at_most "$(cell table4.5 Iris $method er mean)" 9; done
  # no chance in the best k-means on Iris: the printed .758
  assert_equal "$(cell table4.5 Iris kmeans max-nmi mean)" .758
  # an average over one set is that set
  assert_equal "$(cell table4.2 public wspa-metis er mean)" "$(cell table4.5 Iris wspa-metis er mean)"
}

@test "papers: wce2008 ensembles by their diversity, in short: the median and the most diverse of 15 are among them" {
  wce table4.12 table4.13 table4.14 ENSEMBLES=15 SELECTIONS=2 SETS=Iris DATA= OUT="$PWD/out" >/dev/null
  # 15 of 15: each selection takes the same two ensembles, which the table of ensembles has
  for t in 12,wspa 13,wbpa 14,wsbpa; do
    sort -t, -k1,1g <(awk -F, -v m="${t#*,}-metis.nmi" 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "d-nmi") d = i; if ($i == m) c = i } next } { print $d "," $c }' \
      out/ensembles/Iris.1.csv) | awk -F, 'NR == 8 { median = $2 } { last = $2 } END { printf "%.3f %.3f\n", last, median }' | sed 's/^0//; s/ 0/ /' >expected
    assert_equal "$t $(cell "table4.${t%,*}" Iris "${t#*,}-metis" nmi-max mean) $(cell "table4.${t%,*}" Iris "${t#*,}-metis" nmi-med mean)" "$t $(cat expected)"
  done
}

@test "papers: wce2008 on Breast and Soybeans agrees with the printed values" {
  need_data breast_cancer_wisconsin.csv.gz
  need_data soybean_small.csv.gz
  wce table4.7 table5.5 RUNS=3 DATA="$DATA" >/dev/null
  # printed 3.6, 3.6 and, of k-means, 5.2; 10.6 and 12.8; the deviation of a run is .6, and 2 on Soybeans
  at_most "$(cell table4.7 Breast wspa-metis er close_mean)" 4.8
  at_most "$(cell table4.7 Breast wbpa-metis er close_mean)" 4.8
  at_most "$(cell table4.7 Breast kmeans-coas er mean)" 6
  at_most "$(cell table5.5 Soybeans cat-cspa-metis er mean)" 14.6
  at_most "$(cell table5.5 Soybeans cat-cbpa-metis er mean)" 16.8
}

@test "papers: wce2008 figures are drawn" {
  command -v gnuplot >/dev/null || skip "no gnuplot here"
  wce figure3.3 figure3.4 RUNS=1 DATA=
  for figure in figure3.3/left figure3.3/right curves/Two-Gaussian; do
    head -c 200 "out/$figure.svg" | grep >/dev/null '<svg' || fail "$figure.svg is no SVG"
  done
  assert_equal "$(tail -n +2 out/figure3.3/left.csv | wc -l) $(tail -n +2 out/curves/Two-Gaussian.csv | wc -l)" "200 50"
  # the two probabilities sum to 1
  awk -F, 'NR > 1 && ($1 + $2 < .999999 || $1 + $2 > 1.000001) { exit 1 }' out/figure3.3/left.csv
}

@test "papers: wce2008's Table 6.3 is of clusterings of 150, 478, 424, 239 and 144 objects, but LAC on Wine is of 178" {
  run wce possible
  assert_success
  assert_equal "${#lines[@]}" 21
  assert_equal "$(printf '%s\n' "${lines[@]}" | grep -c 'not of' || true)" 4
  assert_line --regexp '^Wine-144 +lac .*not of 144 objects \| 135 of 5 x 178'
  assert_line --regexp '^Iris +lac .*106 of 5 x 150; [^|]* sample$'
}

@test "papers: wce2008's Tables 6.1 and 6.2: the sets have the printed classes, features and objects" {
  wce table6.1 table6.2 DATA= >printed
  for what in "6.1 Iris k 3" "6.1 Wine n 178" "6.1 WDBC n 424" "6.1 WDBC d 30" "6.2 Wine-144 n 144"; do
    read -r t set score value <<<"$what"
    assert_equal "$what: $(cell "table$t" "$set" data "$score" mean)" "$what: $value"
  done
  assert_equal "$(cell table6.2 Wine-144 data sizes mean)" "48 48 48"
  grep -qx 'skipped: Ionosphere (DATA=folder with ionosphere.csv.gz is needed)' printed
  grep -qx 'skipped: 20Newsgroups-321 (DATA=folder with text/20news_electronics_medicine_docs.csv.gz is needed)' printed
}

@test "papers: wce2008's LAC of Table 6.3: standardised features and 1/h, not h, have its numbers on Wine" {
  wce fit6.3 FIT_RUNS=3 SETS=Wine DATA= >printed
  # distances to 15.16 +- 11.15: raw, standardised, 0..1, -1..1, raw and standardised with h in place of 1/h
  awk '$1 == "Wine" { gsub(/[()]/, ""); for (i = 5; i <= NF; i++) if ($i == "+-") d[++c] = $(i + 2) } END { for (i = 1; i <= c; i++) if (i != 2 && d[i] <= d[2]) exit 1; exit !(c == 6) }' printed
}

@test "papers: wce2008's Table 6.3 in its short form: no constraint violated where they are kept, penta-training at the printed errors" {
  wce table6.3 RUNS=1 READINGS="all minmax" SETS="Iris WDBC Wine-144" DATA= >/dev/null
  # a fifth of the objects
  for what in "Iris 30" "WDBC 85" "Wine-144 29"; do
    assert_equal "$(cell table6.3 "${what% *}" constraints asked mean)" "${what#* }"
    for method in clac penta-kept; do assert_equal "$what $method $(cell table6.3 "${what% *}" $method violated mean)" "$what $method 0"; done
  done
  # printed 10.67, 9.19 and 11.11 with constraints, 14, 8.73 and 9.03 without; standardised, runs differ more
  for what in "Iris 10.67 14" "WDBC 9.19 8.73" "Wine-144 11.11 9.03"; do
    read -r set with without <<<"$what"
    at_most "$(cell table6.3 "$set" penta er minmax_mean)" "$with"
    at_most "$(cell table6.3 "$set" penta-none er minmax_mean)" "$without"
  done
}

@test "papers: wce2008's Table 6.3 on Breast agrees with the printed numbers" {
  need_data breast_cancer_wisconsin.csv.gz
  wce table6.3 RUNS=3 READINGS=all SETS=Breast DATA="$DATA" >/dev/null
  # printed 3.56 and 3.14, and 15.9 +- 11.78 of LAC: standardised features and 1/h to 10 give such deviations, no other scale does
  at_most "$(cell table6.3 Breast penta er mean)" 3.9
  at_most "$(cell table6.3 Breast penta-none er mean)" 3.5
  at_most 5 "$(cell table6.3 Breast lac sd-er mean)"
}

@test "papers: wce2008's Figure 6.1 in its short form: without constraints CLAC is LAC and C-WBPA is WBPA, with them none is violated" {
  command -v gnuplot >/dev/null || skip "no gnuplot here"
  wce figure6.1 table6.3 RUNS=1 READINGS=all SETS="Iris Wine" COUNTS="0 20" DATA= >/dev/null
  point() { awk -F, -v key="$*" '{ at = $1 " " $2 " " $3 " " $4 } at == key { print $6 }' out/figure6.1.csv; }
  for set in Iris Wine; do
    for pair in clac:lac c-wbpa:wbpa-lac c-wbpa-kept:wbpa-lac; do
      assert_equal "$set $pair $(printf %.2f "$(point "$set" 0 "${pair%:*}" er)")" "$set $pair $(cell table6.3 "$set" "${pair#*:}" er mean)"
    done
    for method in cop-kmeans seeded-cop-kmeans clac c-wbpa-kept cop-kmeans-scaled seeded-cop-kmeans-scaled; do
      assert_equal "$set $method $(point "$set" 20 $method violated)" "$set $method 0.000"
    done
    assert_equal "$set $(wc -l <"out/figure6.1/$set.csv") $(point "$set" 20 constraints asked)" "$set 3 20.000"
    head -c 200 "out/figure6.1/$set.svg" | grep >/dev/null '<svg' || fail "figure6.1/$set.svg is no SVG"
  done
}

# gcons TARGET...: make in papers/gcons2010, likewise
gcons() { make -s -C "$papers/gcons2010" BIN="$CE_BIN" OUT="$PWD/out" "$@"; }

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

# wsce TARGET...: make in papers/wsce2015, likewise
wsce() { make -s -C "$papers/wsce2015" BIN="$CE_BIN" OUT="$PWD/out" "$@"; }

# accuracy TABLE DATA-SET COLUMN: from out/TABLE.csv
accuracy() { awk -F, -v data="$2" -v column="$3" '$1 == data && $2 == column { print $4 }' "out/$1.csv"; }

@test "papers: wsce2015's printed tables have every cell once, and WSCE is second where the text says" {
  awk -F, 'NR > 1 { if (seen[$1 "," $2 "," $3]++ || $4 == "" || ($1 == 2) != ($5 != "")) print; rows[$1]++ } END { print rows[1], rows[2], NR - 1 }' \
    "$papers/wsce2015/printed.csv" >counted
  assert_equal "$(cat counted)" "78 182 260"
  # an outside check of the copy: outperformed on four data sets, by less than 2
  awk -F, '$1 == 2 { if ($4 > best[$2]) best[$2] = $4; if ($3 == "wsce") wsce[$2] = $4 }
    END { for (set in best) if (wsce[set] < best[set]) print set, (best[set] - wsce[set] < 2) }' "$papers/wsce2015/printed.csv" | sort >counted
  assert_equal "$(paste -sd, counted)" "ADNI-MRI-C1 1,ADNI-MRI-C2 1,Iris 1,SA-Heart 1"
}

@test "papers: wsce2015 skips what is not there, and says what nobody can have" {
  run wsce table2 DATA= METHODS=one
  assert_success
  assert_equal "$(grep -c '^skipped: .*not public' <<<"$output") $(grep -c '^skipped: .*not here' <<<"$output") $(grep -c '^skipped: .*DATA=folder' <<<"$output")" "6 2 16"
  # all objects in one cluster: the share of the largest class
  assert_equal "$(accuracy table2 Wine one) $(accuracy table2 Iris one) $(accuracy table2 Half-Ring one)" "39.89 33.33 75.00"
}

@test "papers: wsce2015's printed numbers that no ten runs can have" {
  run wsce possible
  assert_line --regexp '^Ionosphere +351 objects +mle +25\.67 .*the best matching has at least 50'
  assert_line "126 cells on fewer than 1000 objects: 54 impossible means, 5 impossible deviations of the other means, 1 below what matching gives"
  # what ten runs gave here is not among them
  awk -F, 'BEGIN { print "table,data,item,value,deviation\n1,X,objects,178\n1,X,classes,3"; printf "2,X,a,%.2f,%.2f\n2,X,b,%.2f,0\n2,X,c,90.46,0\n", 1000 * 1.613 / 17.8, 1, 10 * 160 / 17.8 }' >tried
  run awk -f "$papers/wsce2015/possible.awk" tried
  assert_equal "${#lines[@]}" 2
  assert_line --regexp '^X .* c +90\.46'
}

@test "papers: wsce2015 table2 in its short form, on what is drawn here and comes with the project" {
  wsce table2 RUNS=1 SETS="Iris Wine Half-Ring" DATA= >/dev/null
  for set in Iris:33.33 Wine:33.33 Half-Ring:50; do
    # a matching of k clusters has 1 / k at least
    for method in spectral kmeans mle apmm wocce smi bgcm wsce; do at_most "${set#*:}" "$(accuracy table2 "${set%:*}" $method)"; done
  done
  # printed 99.92 and 90.44; k-means cannot follow the rings
  at_most 99.92 "$(accuracy table2 Half-Ring wsce)"
  at_most 90.44 "$(accuracy table2 Wine wsce)"
  at_most "$(accuracy table2 Half-Ring kmeans)" 90
  # on features as they are wine goes by its largest one
  wsce raw RUNS=1 SETS=Wine METHODS="kmeans wsce" DATA= >/dev/null
  at_most "$(accuracy raw Wine wsce)" 80
}

@test "papers: wsce2015 ablation: formulas as printed are worse, and what cannot be cut has no number" {
  wsce ablation RUNS=1 SETS="Wine Half-Ring" VARIANTS="wsce unweighted printed rows kmeans-members" DATA= >/dev/null 2>notes
  at_most "$(accuracy ablation Wine printed)" 80
  at_most 90.44 "$(accuracy ablation Wine unweighted)"
  assert_equal "$(accuracy ablation Half-Ring rows)" ""
  run cat notes
  assert_output "ce-consensus: weac-nm: k = 2, but the base clusterings tell no objects apart"
}

@test "papers: wsce2015 figures are drawn; all components are a rotation, which changes nothing" {
  command -v gnuplot >/dev/null || skip "no gnuplot here"
  wsce figure4 table2 RUNS=1 SETS=Wine COMPONENTS="20 100" METHODS=wsce DATA= >/dev/null
  assert_equal "$(awk -F, '$1 == 100 { print $2 }' out/figure4/WSCE.csv)" "$(accuracy table2 Wine wsce)"
  head -c 200 out/figure4/WSCE.svg | grep >/dev/null '<svg' || fail "WSCE.svg is no SVG"
}

@test "papers: wsce2015 figures 2 and 3: from the same point down" {
  command -v gnuplot >/dev/null || skip "no gnuplot here"
  need_data cnae9.csv.gz
  wsce figure2 figure3 RUNS=1 SETS=CNAE-9 SHARES="0 50" SPOILED_METHODS="wsce bgcm" DATA="$DATA" >/dev/null
  assert_equal "$(awk -F, '$1 == 0' out/figure2/CNAE-9.csv)" "$(awk -F, '$1 == 0' out/figure3/CNAE-9.csv)"
  awk -F, 'NR > 1 { before = last; last = $2 } END { exit !(last < before) }' out/figure2/CNAE-9.csv
}

# usenc TARGET...: make in papers/usenc2020, likewise
usenc() { make -s -C "$papers/usenc2020" BIN="$CE_BIN" OUT="$PWD/out" "$@"; }

# percent TABLE DATA-SET METHOD COLUMN: from out/tableN.csv
percent() { awk -F, -v data="$2" -v method="$3" -v column="$4" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) c = i }
  $1 == data && $3 == method { print $c }' "out/table$1.csv"; }

@test "papers: usenc2020's printed tables have every cell once, those that two tables share alike, N/A where the paper has it" {
  # ten sets: 10 methods in Tables 4 to 6, 9 in 7 to 9, of which U-SPEC and U-SENC are in both
  awk -F, 'NR > 1 { if (seen[$1 "," $2 "," $3]++ || ($4 != "" && $5 == "") != ($4 != "" && $1 % 3 == 0)) print; rows[$1]++; na += $4 == ""; cell[$1 "," $2 "," $3] = $4 "," $5 }
    END { for (c in cell) if (c ~ /^[456],.*,U-SP?EN?C$/) { split(c, part, ","); if (cell[c] != cell[part[1] + 3 "," part[2] "," part[3]]) print c; same++ }
      print rows[4], rows[5], rows[6], rows[7], rows[8], rows[9], na, same }' "$papers/usenc2020/printed.csv" >counted
  assert_equal "$(cat counted)" "100 100 100 90 90 90 108 60"
}

@test "papers: usenc2020's printed averages of NMI and CA are those of its ten sets" {
  # an outside check of the copy: the averages that the paper prints below its tables
  awk -F, '$1 == 4 || $1 == 5 || $1 == 7 || $1 == 8 { sum[$1 " " $3] += $4 / 10 } END { for (c in sum) printf "%s %.2f\n", c, sum[c] }' "$papers/usenc2020/printed.csv" | sort >means
  for line in "4 EulerSC 25.57" "4 U-SPEC 69.77" "4 U-SENC 74.57" "5 EulerSC 49.00" "5 U-SPEC 77.11" "5 U-SENC 81.68" \
    "7 KCC 42.74" "7 PTGP 45.11" "7 ECC 42.64" "7 SEC 31.21" "7 LWGP 66.62" "8 KCC 58.18" "8 PTGP 62.32" "8 ECC 57.80" "8 SEC 50.29" "8 LWGP 74.49"; do
    grep -qx "$line" means || fail "$line expected: $(grep "${line% *}" means)"
  done
}

@test "papers: usenc2020 skips what is not there, and says so" {
  run usenc table4 SETS="PenDigits MNIST-5000" DATA=
  assert_success
  assert_line "skipped: PenDigits (DATA=folder with pendigits.csv.gz is needed)"
  assert_line "skipped: MNIST-5000 (DATA=folder with mnist5000.csv.gz is needed)"
  assert_line "not to be had: Covertype"
  assert_equal "${#lines[@]}" 3
}

@test "papers: usenc2020 in its short form: U-SPEC and U-SENC where k-means fails, and each ensemble method has a number" {
  usenc table4 table5 table7 table9 N=10000 RUNS=1 SETS="TB CC" DATA= >printed
  for set in TB CC; do
    # printed 95.86 and 97.48, 99.87 and 99.91; of k-means 25.71 and 0
    for method in U-SPEC U-SENC; do at_most 92 "$(percent 4 $set $method mean)"; done
    at_most "$(percent 4 $set k-means mean)" 30
    for method in EAC WCT KCC PTGP ECC SEC LWGP; do
      assert_equal "$set $method $(percent 7 $set $method runs) $(percent 9 $set $method runs)" "$set $method 1 1"
    done
    # the paper's point: 96.80 and 98.18 of LWGP, of KCC 23.36 and 33.36
    at_most "$(percent 7 $set KCC mean)" "$(percent 7 $set LWGP mean)"
  done
  assert_equal "$(percent 4 TB U-SPEC mean)" "$(percent 7 TB U-SPEC mean)"
  # runs that are there are not made again
  rm out/table4.* out/usenc/CC.10000.1.csv
  usenc -n table4 N=10000 RUNS=1 SETS="TB CC" DATA= >again
  assert_equal "$(grep -c 'run.sh usenc' again) $(grep -c 'run.sh' again)" "1 1"
}

@test "papers: usenc2020 tells which means are within two standard errors of the printed ones" {
  # 90 +- 2 of 5 runs beside 89.57 +- 3.96 of 20, and 80 +- 1 beside 78.82 +- 1.61: 0.34 and 2.06 standard errors
  awk 'BEGIN { for (i = 0; i < 5; i++) { d = sqrt(2.5) * (i - 2) / 2.5
    printf "CG,100,U-SENC,%d,%.6f,50,1,1\nCG,100,U-SPEC,%d,%.6f,50,1,1\n", i, 90 + 2 * d, i, 80 + d } }' >lines
  awk -v form=csv -v table=4 -f "$papers/common/statistics.awk" -f "$papers/usenc2020/table.awk" "$papers/usenc2020/choices.csv" "$papers/usenc2020/printed.csv" lines >table4.csv
  assert_equal "$(grep '^CG,100,U-S' table4.csv | cut -d, -f 4-9 | paste -sd' ')" "5,80.00,1.00,78.82,1.61,2.1 5,90.00,2.00,89.57,3.96,0.3"
  run awk -v form=errors -f "$papers/common/statistics.awk" -f "$papers/usenc2020/table.awk" table4.csv
  assert_line "  U-SENC  1 of 1"
  assert_line "  U-SPEC  0 of 1"
  assert_line --regexp '^  NMI +CG +100 +U-SPEC +80.00 \+- 1.00 +printed +78.82 \+- 1.61 +2.1$'
}

@test "papers: usenc2020 on PenDigits agrees with the printed values; spectral clustering of all objects to the last digit" {
  need_data pendigits.csv.gz
  usenc table4 table5 table7 RUNS=2 SETS=PenDigits DATA="$DATA" >/dev/null
  # printed 85.34 +- .91, 80.30 +- 2.18, 77.69 +- 2.54
  at_most 83 "$(percent 4 PenDigits U-SENC mean)"
  at_most 76 "$(percent 4 PenDigits U-SPEC mean)"
  at_most 74 "$(percent 7 PenDigits WCT mean)"
  awk -v nmi="$(percent 4 PenDigits SC mean)" -v ca="$(percent 5 PenDigits SC mean)" 'BEGIN { exit !(nmi > 59.3 && nmi < 59.42 && ca > 56.4 && ca < 56.5) }'
}

@test "papers: usenc2020 figure 5 is drawn" {
  command -v gnuplot >/dev/null || skip "no gnuplot here"
  usenc figure5 FIGURE_N=2000 SETS="TB SF" DATA= >/dev/null
  for set in TB SF; do
    head -c 200 "out/figure5/$set.svg" | grep >/dev/null '<svg' || fail "$set.svg is no SVG"
    [ "$(head -c 4 "out/figure5/$set.png" | tail -c 3)" = PNG ] || fail "$set.png is no PNG"
  done
}
@test "papers: the benchmark in its short form: a drawn set, a few functions, ranks of what was run and of what is kept" {
  benchmark() { make -s -C "$CE_SOURCE/papers/benchmark" OUT="$BATS_TEST_TMPDIR/out" BIN="$CE_BIN" DATA= "$@"; }
  benchmark runs SETS="half-rings two-gaussian" RUNS=1 KINDS="random data" FUNCTIONS="eac-al|hbgf|hgpa|gcons|usenc" >told
  assert_equal "$(wc -l <told)" 4
  benchmark runs SETS="half-rings two-gaussian" RUNS=1 KINDS="random data" FUNCTIONS="eac-al|hbgf|hgpa|gcons|usenc" >again
  assert_equal "$(cat again)" ""
  benchmark chosen SETS=half-rings RUNS=1 FUNCTIONS=hbgf >told
  cat "$BATS_TEST_TMPDIR"/out/runs/*.csv >lines
  # each function once for each set, and the true k is that of the classes
  assert_equal "$(awk -F, '$2 == "random" && $5 == "true" && $4 != "base" { print $4 }' lines | sort | uniq -c | tr -s ' ' | paste -sd,)" " 2 eac-al, 2 hbgf, 2 hgpa"
  assert_equal "$(awk -F, '$5 == "true" && $4 != "base" { print $6 }' lines | sort -u)" 2
  assert_equal "$(awk -F, '$5 == "silhouette" { print $4 }' lines | sort -u)" hbgf
  # the score of a line is that of its command
  ce-generate kmeans -q -k 2..20 -m 30 "$BATS_TEST_TMPDIR/out/data/half-rings.csv" |
    ce-consensus eac-al -q -k 2 | ce-score -q -t "$BATS_TEST_TMPDIR/out/data/half-rings.csv" -s ari | tail -n 1 | cut -d, -f3 >expected
  assert_equal "$(awk -F, '$1 == "half-rings" && $2 == "random" && $4 == "eac-al" && $5 == "true" { print $8 }' lines)" "$(cat expected)"
  # ranks of three functions sum to 6
  benchmark ranks >printed
  assert_equal "$(awk '$1 ~ /^(eac-al|hbgf|hgpa)$/ { sum += $2 } END { print sum }' printed)" 6
  # runs of two machines, joined by their means, are those of one
  few() { make -s -C "$CE_SOURCE/papers/benchmark" BIN="$CE_BIN" DATA= SETS=half-rings KINDS=random FUNCTIONS="eac-al|hgpa" "$@"; }
  few runs RUNS=1 OUT="$PWD/one" >told
  few "$PWD/one/results.csv" OUT="$PWD/one"
  few runs FIRST=2 RUNS=2 OUT="$PWD/two" >told
  assert_equal "$(cat told)" half-rings.random.2
  few "$PWD/two/results.csv" OUT="$PWD/two" KEPT="$PWD/one/results.csv"
  cp "$PWD/two/runs/half-rings.random.2.csv" one/runs
  few -B "$PWD/one/results.csv" OUT="$PWD/one"
  assert_equal "$(grep -c '^half-rings,random,[a-z-]*,true,2,0,' one/results.csv)" 2
  cmp one/results.csv two/results.csv
  # what is kept in the folder has the order that the evidence has
  make -s -C "$CE_SOURCE/papers/benchmark" OUT="$BATS_TEST_TMPDIR/none" BIN="$CE_BIN" evidence | cmp - "$CE_SOURCE/doc/evidence.csv"
  run_split benchmark runs SETS=nothing
  assert_failure
  assert_equal "$(grep -c 'SETS: no such data set: nothing' <<<"$stderr")" 1
}

# ---- lwea2018: no printed table, but the authors' programs ----

lwea() { make -s -C "$papers/lwea2018" BIN="$CE_BIN" OUT="$PWD/out" "$@"; }

# lwea_data: data/ with Image Segmentation, of seven groups apart here, and its published pool
lwea_data() {
  mkdir -p data/pools data/reference
  ce-synth blobs -n 210 -k 7 --dimensions 3 --spread 0.3 -o data/segment.csv.gz
  gzip -dc data/segment.csv.gz >segment.csv
  ce-generate kmeans -q -k 2..12 -m 12 --seed 5 segment.csv | paste -d, - <(awk -F, '{ print $NF }' segment.csv) | gzip >data/pools/IS.csv.gz
}

@test "papers: lwea2018 skips what is not there, and says so" {
  for table in own published authors ties; do
    run lwea $table DATA=
    assert_success
    assert_equal "$(grep -c '^skipped: [A-Z]* (not in ' <<<"$output")" 6
  done
}

@test "papers: lwea2018 in its short form: twelve functions from a pool of ours and from a published one" {
  lwea_data
  MEMBERS=12 lwea own published RUNS=2 SETS="IS FC" DATA="$PWD/data" >told
  assert_equal "$(grep -c '^skipped: FC ' told)" 2
  for table in own published; do
    # twelve functions, the best and the true k
    assert_equal "$(awk -F, 'NR > 1 && $1 == "IS" && $4 == 2 && $5 >= 0 && $5 <= 1' out/table$table.csv | wc -l)" 24
    awk -F, '$3 == "best" { best[$2] = $5 } $3 == "true" { at[$2] = $5 } END { for (m in at) if (best[m] < at[m]) exit 1; exit !(at["lwea"] > .7) }' out/table$table.csv
  done
  # printed beside the published pools only
  assert_equal "$(awk -F, 'NR > 1 && $7 != ""' out/tableown.csv | wc -l) $(awk -F, 'NR > 1 && $7 != ""' out/tablepublished.csv | wc -l)" "0 20"
}

@test "papers: lwea2018 counts the runs that have the value of the authors' programs" {
  lwea_data
  printf '%s\n' 1,2,3,4,5,6 7,8,9,10,11,12 2,4,6,8,10,12 >data/reference/draws_IS.csv
  echo dataset,run,method,nmi_sqrt_true,nmi_sqrt_best,bestk,nmi_max_true,nmi_max_best,ari_true >data/reference/nmi_weac_lwea_IS.csv
  # lwea of each draw by the tools one after the other, once as it is, once moved by .25, and a third run that is not there
  while IFS= read -r draw; do
    run=$((run + 1))
    gzip -dc data/pools/IS.csv.gz | cut -d, -f"$draw,13" >draw.csv
    ce-similarity lwca -q draw.csv --format npy | ce-partition average -q -k 7 >labels.csv
    ce-score -q -t draw.csv -s nmi-max,ari labels.csv | awk -F, -v run=$run 'NR == 2 { print "IS," run ",LWEA,0,0,7," $3 + (run == 2) / 4 ",9," $4 }'
  done < <(head -n 2 data/reference/draws_IS.csv) >>data/reference/nmi_weac_lwea_IS.csv
  lwea authors ties RUNS=3 SETS=IS DATA="$PWD/data" >told
  assert_equal "$(awk -F, '$2 == "lwea" && $3 ~ /-(same|most)$/ && $3 !~ /^best/ { print $3, $4, $5 }' out/tableauthors.csv | paste -sd,)" \
    "true-same 2 1,true-most 2 .2500,ari-same 2 2,ari-most 2 .0000"
  # two functions by four rules, at the best and the true k, beside what ptgp2016 prints
  assert_equal "$(awk -F, 'NR > 1 && $7 != ""' out/tableties.csv | wc -l)" 16
  assert_equal "$(awk -F, '$2 ~ /^weac-cl/ && $3 == "true" { print $7 }' out/tableties.csv | sort -u)" "$(awk -F, '$1 == 9 && $2 == "IS" && $3 == "weac-cl.true" { print $4 }' "$papers/ptgp2016/printed.csv")"
}

@test "papers: lwea2018 on the authors' draws: LWEA and WEAC-CL by chain have their values, in each run and score" {
  need_data reference/draws_IS.csv
  need_data pools/IS.csv.gz
  lwea authors RUNS=4 SETS=IS DATA="$DATA" >told
  assert_equal "$(awk -F, '$2 ~ /^(lwea|weac-cl)$/ && $3 ~ /-same$/ { print $4, $5 }' out/tableauthors.csv | sort | uniq -c | tr -s ' ')" " 6 4 4"
}

@test "papers: lwea2018 has help, refuses a data set that it does not know, and its README has what results.csv says" {
  lwea help >told
  grep -q 'make keep summary' told
  run_split lwea help SETS=nothing
  assert_failure
  [[ $stderr == *"SETS: no such data set: nothing; choices.csv has their names"* ]] || fail "$stderr"
  cp -R "$papers/lwea2018" "$papers/common" "$papers/ptgp2016" .
  make -s -C lwea2018 readme
  cmp lwea2018/README.md "$papers/lwea2018/README.md"
  lwea line >told
  [ "$(make -s -C "$papers" summary | tail -n "$(wc -l <told)")" = "$(cat told)" ]
  # 64 runs of four functions without chance
  awk 'NR == 1 { exit !(/ of 256,/) }' told
}

# ---- what all folders share ----

# summarize FORM FOLDER...: of folders made here, whose papers.csv is here too
summarize() {
  local form=$1 folder files=()
  shift
  for folder; do for file in printed results reasons members; do
    [ ! -e "$folder/$file.csv" ] || files+=("$folder/$file.csv")
  done; done
  awk -v form="$form" -f "$papers/common/summary.awk" papers.csv "${files[@]}"
}

@test "papers: the summary judges each cell by two standard errors, by rounding where nothing varies, and not at all without an error" {
  mkdir one
  printf '%s\n' folder,table,runs,title 'one,1,25,A paper' 'one,2,1,A paper' 'one,3,-,A paper' >papers.csv
  # the errors by bc: sqrt(.02 ^ 2 / 4 + .05 ^ 2 / 25 + 2 * .001 ^ 2 / 12) = .0141480
  {
    echo table,data,method,score,value,deviation
    printf '1,d,%s,nmi,.500,.05\n' near far
    # one deviation stands for both: sqrt(.02 ^ 2 / 4 + .02 ^ 2 / 25 + 2 * .001 ^ 2 / 12) = .0107780
    printf '1,d,%s,nmi,.500,\n' ours-only ours-only-far none absent
    echo 1,d,not-given,nmi,,
    # nothing varies: the last digit counts; a whole number among numbers of two digits has lost two zeros
    printf '2,d,%s,er,%s,\n' same 10 next 10.01 digits 9.97
    printf '2,d,data,%s,%s,\n' sizes '40 100 50' other '50 50'
    echo 3,d,seconds,cpu,12.5,
  } >one/printed.csv
  {
    echo table,data,method,score,runs,mean,deviation,judged
    echo 1,d,near,nmi,4,.528,.02,
    echo 1,d,far,nmi,4,.529,.02,
    echo 1,d,ours-only,nmi,4,.521,.02,
    echo 1,d,ours-only-far,nmi,4,.522,.02,
    echo 1,d,none,nmi,3,.500,,
    echo 2,d,same,er,1,10.00,exact,
    echo 2,d,next,er,1,10.00,exact,
    echo 2,d,digits,er,3,10.0,0,
    echo 2,d,data,sizes,1,100 50 40,exact,
    echo 2,d,data,other,1,50 49,exact,
  } >one/results.csv
  summarize cells one >cells
  cut -d, -f4,11 cells | tail -n +2 >states
  printf '%s\n' near,within far,outside ours-only,within ours-only-far,outside none,unjudged absent,missing same,within next,outside \
    digits,within data,within data,outside >expected
  diff expected states
  # reasons: the first line that fits; what has none is not known; a line that fits nothing is an error
  printf '%s\n' table,data,method,score,state,reason '1,*,far|near,*,outside,too far, it seems' '*,*,*,*,missing,not there' >one/reasons.csv
  summarize tables one >told
  assert_equal "$(grep -c '^ *1  too far, it seems$' told) $(grep -c '^ *3  not known$' told) $(grep -c '^ *1  not there$' told)" "1 1 1"
  grep -qx '1 *6 *2 *2 *1 *1' told
  grep -qx 'all *11 *5 *4 *1 *1' told
  echo '1,e,*,*,outside,nobody' >>one/reasons.csv
  run_split summarize tables one
  assert_failure
  assert_equal "$stderr" "summary.awk: one/reasons.csv:4: no cell is outside for this reason"
}

@test "papers: ranges of members that are printed in many rows count once, and a verdict without its deviations stays" {
  mkdir one
  printf '%s\n' folder,table,runs,title 'one,*,20,A paper' >papers.csv
  printf '%s\n' data,method,score,mean,deviation d,a,er,1,.5 d,a,min-er,.2, d,b,er,1,.5 d,b,min-er,.2, >one/printed.csv
  printf '%s\n' method,members a,lac >one/members.csv
  printf '%s\n' table,data,method,score,runs,mean,deviation,judged 2,d,a,er,3,1,,outside 2,d,b,er,3,9,,within 2,d,lac,min-er,1,.2,exact, >one/results.csv
  summarize cells one | cut -d, -f4,5,11 | tail -n +2 >states
  printf '%s\n' a,er,outside lac,min-er,within b,er,within | diff - states
}

@test "papers: tables that are kept have one form; new ones replace their cells, and what has no chance is said so" {
  mkdir out
  printf '%s\n' table,data,method,score,runs,mean,deviation,judged 4,A-1,m,,4,.3,,within 5,A-1,m,,4,.4,, >results.csv
  printf '%s\n' data,n,method,runs,mean,deviation,printed_mean A,100,m,20,.35,.01,.3 A,100,fixed,1,.2,,.2 A,100,none,0,,,.2 >out/table4.csv
  printf '%s\n' data,method,score,plain,plain_deviation,best,runs B,data,n,150,,,1 >out/table4.1.csv
  awk -v exact='fixed|sl' -v as=A=A-1 -f "$papers/common/keep.awk" results.csv out/table4.csv out/table4.1.csv >kept
  printf '%s\n' table,data,method,score,runs,mean,deviation,judged 4,A-1,m,,20,.35,.01, 5,A-1,m,,4,.4,, 4,A-1,fixed,,1,.2,exact, 4.1,B,data,n,1,150,exact, |
    diff - kept
}

@test "papers: every folder has help, refuses a data set that it does not know, and its README has the summary of its numbers" {
  for paper in hne2007 wce2008 gcons2010 ptgp2016 wsce2015 usenc2020; do
    make -s -C "$papers/$paper" help >told
    grep -q 'make keep summary' told
    grep -q 'SETS=' told
    run_split make -s -C "$papers/$paper" help SETS=nothing
    assert_failure
    [[ $stderr == *"SETS: no such data set: nothing; choices.csv has their names"* ]] || fail "$paper: $stderr"
    cp -R "$papers/$paper" "$papers/common" .
    make -s -C "$paper" readme
    cmp "$paper/README.md" "$papers/$paper/README.md"
    # the numbers that are there are all judged: as many as are printed, but for seconds
    make -s -C "$papers/$paper" summary >told
    awk '$1 == "all" { exit !($2 > 40 && $2 == $3 + $4 + $5 + $6) }' told
  done
  make -s -C "$papers" help >told
  grep -q 'papers summary' told
  make -s -C "$papers" summary >told
  assert_equal "$(awk 'NR > 1 && NR < 8 { n += $2; within += $3 } $1 == "all" { print $2 - n, $3 - within }' told)" "0 0"
}

@test "papers: another SETS makes the table of these sets, whatever is there" {
  gcons table1 SETS=Wdbc DATA= >/dev/null
  gcons table1 SETS=Rings DATA= >printed
  assert_equal "$(grep -c '^Wdbc' printed) $(grep -c '^Rings' printed)" "0 1"
  hne table2 RUNS=1 SETS=two-spirals DATA= >printed
  hne table2 RUNS=1 SETS=complex-image DATA= >printed
  assert_equal "$(grep -c '^two-spirals' printed) $(grep -c '^complex-image' printed) $(grep -c '^skipped' printed)" "0 1 0"
}

@test "papers: ptgp2016's Figure 9 from the printed Table IX has the counts of the text; ties are all among the first three" {
  ptgp figure9 >told
  # "PTGP and PTA-AL are ranked in the top 3 19 times and 18 times, while the best baseline method only 4 times"
  assert_equal "$(awk '$1 == "ptgp" || $1 == "pta-al" { print $1, $3 }' told | paste -sd,)" "ptgp 19,pta-al 18"
  assert_equal "$(awk 'NR > 2 && $1 !~ /^pt/ && $3 > most { most = $3 } END { print most }' told)" 4
  assert_equal "$(awk '$1 == "columns" { print $2, $3 }' told)" "20 20"
  printf '%s\n' table,data,item,value 9,X,a.best,.3 9,X,b.best,.2 9,X,c.best,.1 9,X,d.best,.1 9,X,e.best,.05 >printed.csv
  printf '%s\n' table,data,method,score,runs,mean,deviation,judged 9,X,a.best,,1,.3,, 9,X,b.best,,1,.4,, 9,X,c.best,,1,.5,, 9,X,d.best,,1,.6,, 9,X,e.best,,1,,, >results.csv
  run awk -f "$papers/ptgp2016/figure9.awk" printed.csv results.csv
  printf '%s\n' method,here,printed columns,1,1 b,1,1 c,1,1 d,1,1 a,0,1 e,0,0 | sort >expected
  sort <<<"$output" | diff expected -
}

@test "papers: wce2008 table5.2 on 20 Newsgroups: by whether a term is there; by counts nothing is found" {
  need_data text/20news_electronics_medicine_docs.csv.gz
  wce table5.2 RUNS=1 READINGS=all DATA="$DATA" >printed
  # printed 16.89 to 18.16, LAC 16.79 to 46.17 with mean 20.37
  for method in wspa-metis wbpa-metis wsbpa-metis wspa-spec wbpa-spec wsbpa-spec; do at_most "$(cell table5.2 20Newsgroups $method er mean)" 19.2; done
  at_most "$(cell table5.2 20Newsgroups lac avg-er mean)" 20.37
  ce-prepare terms -q --itemsets 0.04 "$DATA/text/20news_electronics_medicine_docs.csv.gz" | ce-prepare drop-constant -q -o counts.csv
  ce-generate lac -q -k 2 --inv-h 10 --seed 1 counts.csv | ce-score -q -s error -t counts.csv >score.csv
  at_most .49 "$(tail -n 1 score.csv | cut -d, -f3)"
}
