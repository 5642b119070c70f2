#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; load papers; }

ptgp() { make_in ptgp2016 "$@"; }

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
  # of the pools, table 9 and figure 8
  assert_equal "$(grep -c '^skipped: LS (no ' printed)" 3
  # ten groups apart: the best k finds them nearly, and is never worse than the true one
  awk -F, '$2 ~ /\.best$/ && $3 == 2 && $4 > .9 { best[substr($2, 1, length($2) - 5)] = $4 } $2 ~ /\.true$/ { at[substr($2, 1, length($2) - 5)] = $4 }
    END { exit !(best["eac-al"] >= at["eac-al"] && best["mcla"] >= at["mcla"] && at["mcla"] > .5) }' out/table9.csv
  # of figure 8 each member of each draw is an observation
  awk -F, '$2 == "base" { exit $3 != 20 }' out/figure8.csv
}

@test "papers: ptgp2016 compares ECMC at several settings with the print" {
  ptgp sweep DATA= >printed
  assert_equal "$(head -n 1 printed | tr -s ' ')" "low high penalty times sqrt(n) cells within .05 mean distance largest distance"
  assert_equal "$(awk 'NR > 1 && $4 == 24' printed | wc -l)" 13
  mkdir pools
  ce-synth blobs -n 300 -k 10 --dimensions 4 --spread 0.5 >blobs.csv
  ce-generate kmeans -q -k 2..17 -m 10 blobs.csv | paste -d, - <(awk -F, '{ print $NF }' blobs.csv) | gzip >pools/MF.csv.gz
  ptgp sweep SETS=MF DATA=. POOLS="$PWD/pools" RUNS=1 SETTINGS="0:.3:3 0:.6:.5" >own
  assert_equal "$(wc -l <own) $(wc -l <out/sweep.csv)" "3 13"
  # all ten members are drawn, in some order; 0.5 / sqrt(300)
  ce-consensus ecmc-al,ecmc-sl -q -k 10 --low 0 --high .6 --penalty .0288675 out/draw/MF.1.csv >labels.csv
  paste -d, <(cut -d, -f1 out/draw/MF.1.csv) labels.csv | ce-score -q -t out/draw/MF.1.csv -s nmi-max | tail -n +2 | cut -d, -f3 >scores
  awk -F, '$1 == "0:.6:.5" && /ecmc-[as]l.true/ { print $5 }' out/sweep.csv | paste - scores >both
  awk '!($1 - $2 < .0001 && $2 - $1 < .0001) { print; bad = 1 } END { exit bad || NR != 2 }' both
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

@test "papers: a draw in which a method lacks the number of classes does for the best k, not for the true one" {
  # shellcheck disable=SC2034 # read by scored.sh
  lacks() {
    classes=23
    best=("${@:2}")
    # shellcheck source=/dev/null
    . "$CE_SOURCE/papers/common/scored.sh"
    echo "$1" >header
    lacks_only_large_k header
  }
  most=$(printf 'ptgp.k%s,' $(seq 2 20))
  run lacks "${most%,}" --best
  assert_success
  run lacks "${most%,}"
  assert_failure
  run lacks "${most}ptgp.k23"
  assert_success
  # one that lacks a k below another
  run lacks "${most}ptgp.k25" --best
  assert_failure
  run lacks "${most%,},pta-al.k2,pta-al.k4" --best
  assert_failure
}
