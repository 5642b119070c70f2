#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; load papers; }

usenc() { make_in usenc2020 "$@"; }

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
  in_turn 4
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
