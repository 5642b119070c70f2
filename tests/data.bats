#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

@test "data: bundled tables have their checksums, sizes and classes" {
  while read -r name rows classes; do
    assert_equal "$name $(sha256sum <"$BUNDLED/$name.csv" | cut -d' ' -f1)" "$name $(awk -v f="$name.csv" '$2 == f { print $1 }' "$BUNDLED/SHA256")"
    assert_equal "$name $(sed 1d "$BUNDLED/$name.csv" | wc -l) $(sed 1d "$BUNDLED/$name.csv" | awk -F, '{ print $NF }' | sort | uniq -c | awk '{ printf "%s%s", (NR > 1 ? "," : ""), $1 }')" "$name $rows $classes"
  done <<'END'
iris 150 50,50,50
wine 178 59,71,48
wdbc 569 357,212
digits 1797 178,182,177,183,181,182,181,179,174,180
END
}

@test "data: make demo: consensus follows the spirals, k-means does not" {
  run_split sh "$BUNDLED/demo.sh" "$BUNDLED"
  assert_equal "$status" 0
  assert_equal "$stderr" ""
  assert_line --regexp '^    hne\.k2 +2 +1\.000 +1\.000 +0\.000$'
  assert_line --regexp '^    kmeans\.k2 +2 +0\.0'
  # every consensus function beats the mean of the base clusterings it was given
  echo "$output" | awk '/k3 +3 / && !/w[sb]pa/ { if (!low || $3 < low) low = $3; n++ } /base clusterings: NMI/ { mean = $6 } END { exit !(n == 5 && mean > 0 && low > mean) }'
  # and the weighted ones have fewer errors than the best of theirs
  echo "$output" | awk '/^    w[sb]pa/ { if ($5 > most) most = $5; n++ } /at worst/ { best = $(NF - 2) } END { exit !(n == 2 && best > 0 && most < best) }'
}

@test "data: conversions of the archive's formats" {
  convert() { awk -v set="$1" -f "$BUNDLED/uci.awk" | sed 1d; }
  run convert breast_cancer_wisconsin <<<"1057013,8,4,5,1,2,?,7,3,1,4"
  assert_output "8,4,5,1,2,,7,3,1,4"
  run convert house_votes_84 <<<"republican,n,y,?"
  assert_output "n,y,,republican"
  run convert letter <<<"T,2,8,3,5,1,8,13,0,6,6,10,8,0,8,0,8"
  assert_output "2,8,3,5,1,8,13,0,6,6,10,8,0,8,0,8,T"
  run convert pendigits <<<" 88, 92,  2, 99, 16, 66, 94, 37, 70,  0,  0, 24, 42, 65,100,100, 8"
  assert_output "88,92,2,99,16,66,94,37,70,0,0,24,42,65,100,100,8"
  run convert segment <<<";;; header
REGION-CENTROID-COL,REGION-CENTROID-ROW

PATH,140.0,125.0,9,0.0,0.0,0.2777779,0.06296301,-1.5894573E-8,0.31111118,6.185185,7.3333335,7.6666665,3.5555556,3.4444444,4.4444447,-7.888889,100.0,0.5456349,-1.10"
  assert_output "140,125,9,0,0,0.2777779,0.06296301,-1.5894573e-08,0.31111118,6.185185,7.3333335,7.6666665,3.5555556,3.4444444,4.4444447,-7.888889,100,0.5456349,-1.1,PATH"
  run convert satimage < <(printf '92 115 %s 3 \r\n' "$(seq -s ' ' 3 36)")
  assert_output "92,115,$(seq -s, 3 36),3"
  run convert kdd99_10percent < <(echo "0,tcp,http,SF,$(seq -s, 5 24),0.00,1.00,0.50,$(seq -s, 28 41),normal.")
  assert_output "0,tcp,http,SF,$(seq -s, 5 24),0,1,0.5,$(seq -s, 28 41),normal"
  run convert glass <<<"12,1.51763,12.80,3.66,1.27,73.01,0.60,8.56,0.00,0.00,1"
  assert_output "1.51763,12.8,3.66,1.27,73.01,0.6,8.56,0,0,1"
  run convert yeast_uci <<<"EX_YEAST   0.70  0.67  0.10  0.21  0.50  0.00  0.00  0.27  ME2"
  assert_output "0.7,0.67,0.1,0.21,0.5,0,0,0.27,ME2"
  run convert breast_cancer_ljubljana <<<"recurrence-events,50-59,ge40,30-34,6-8,?,2,left,left_low,no"
  assert_output "50-59,ge40,30-34,6-8,,2,left,left_low,no,recurrence-events"
  run convert balance_scale <<<"R,1,1,1,2"
  assert_output "1,1,1,2,R"
  run convert bupa <<<"85,64,59,32,23,0.5,2"
  assert_output "85,64,59,32,23,0.5,2"
  # the classes follow in a file of their own, then come other objects and theirs
  run convert arcene200 < <(printf '0 71 5 \n9 8 0 \n1\n-1\n3 0 4 \n-1\n')
  assert_output "0,71,5,1
9,8,0,-1
3,0,4,-1"
}

@test "data: a file that is not the archive's, or is missing, is refused and leaves nothing" {
  mkdir mirror
  echo "1000025,5,1,1,1,2,1,3,1,1,2" >mirror/breast-cancer-wisconsin.data
  run_split make -s -C "$BUNDLED" MIRROR="$PWD/mirror" OUT="$PWD/got" "$PWD/got/breast_cancer_wisconsin.csv.gz"
  assert_equal "$status" 2
  [[ "$stderr" == "fetch.sh: breast_cancer_wisconsin.csv has SHA-256 "*" expected: the archive's file has changed, or its transfer was cut"* ]]
  assert_equal "$(ls got)" ""
  run_split make -s -C "$BUNDLED" MIRROR="$PWD/mirror" OUT="$PWD/got" "$PWD/got/letter.csv.gz"
  assert_equal "$status" 2
  assert_equal "$(ls got)" ""
}

@test "data: from a mirror with the archive's files, the tables of DATA come back" {
  need_data breast_cancer_wisconsin.csv.gz
  need_data house_votes_84.csv.gz
  need_data mushroom.csv.gz
  need_data satimage.csv.gz
  need_data soybean_small.csv.gz
  mkdir mirror
  # the archive's formats, made from the tables
  gzip -dc "$DATA/breast_cancer_wisconsin.csv.gz" | sed 1d |
    awk -F, '{ printf "%d", 1000 + NR; for (c = 1; c <= NF; c++) printf ",%s", ($c == "" ? "?" : $c); print "" }' >mirror/breast-cancer-wisconsin.data
  gzip -dc "$DATA/satimage.csv.gz" | sed 1d | tr , ' ' >all
  head -n 4435 all >mirror/sat.trn
  # without its last line end
  tail -n 2000 all | head -c -1 >mirror/sat.tst
  class_first() { gzip -dc "$DATA/$1.csv.gz" | sed 1d | awk -F, '{ printf "%s", $NF; for (c = 1; c < NF; c++) printf ",%s", ($c == "" ? "?" : $c); print "" }'; }
  class_first house_votes_84 >mirror/house-votes-84.data
  class_first mushroom >mirror/agaricus-lepiota.data
  gzip -dc "$DATA/soybean_small.csv.gz" | sed 1d >mirror/soybean-small.data
  sets="breast_cancer_wisconsin house_votes_84 mushroom satimage soybean_small"
  make -s -C "$BUNDLED" fetch SETS="$sets" MIRROR="$PWD/mirror" OUT="$PWD/got"
  for name in $sets; do
    gzip -dc "got/$name.csv.gz" | cmp - <(gzip -dc "$DATA/$name.csv.gz")
  done
}

@test "data: the sets of wsce2015 come back from the archive's formats" {
  for name in arcene200 balance_scale breast_cancer_ljubljana bupa cnae9 glass sonar yeast_uci; do need_data "$name.csv.gz"; done
  mkdir mirror
  body() { gzip -dc "$DATA/$1.csv.gz" | sed 1d; }
  class_first() { body "$1" | awk -F, '{ printf "%s", $NF; for (c = 1; c < NF; c++) printf ",%s", ($c == "" ? "?" : $c); print "" }'; }
  body arcene200 | sed -n 1,100p | sed 's/,[^,]*$/ /; s/,/ /g' >mirror/arcene_train.data
  body arcene200 | sed -n 1,100p | sed 's/.*,//' >mirror/arcene_train.labels
  body arcene200 | tail -n 100 | sed 's/,[^,]*$/ /; s/,/ /g' >mirror/arcene_valid.data
  body arcene200 | tail -n 100 | sed 's/.*,//' >mirror/arcene_valid.labels
  class_first balance_scale >mirror/balance-scale.data
  # in whatever order
  class_first breast_cancer_ljubljana | sort -r >mirror/breast-cancer.data
  body bupa >mirror/bupa.data
  class_first cnae9 >mirror/CNAE-9.data
  # a number first, digits as the archive has them
  body glass | awk -F, '{ printf "%d", NR; for (c = 1; c < NF; c++) printf(c == 1 ? ",%.5f" : ",%.2f", $c); print "," $NF }' >mirror/glass.data
  body sonar | awk -F, '{ for (c = 1; c < NF; c++) printf "%.4f,", $c; print $NF }' >mirror/sonar.all-data
  body yeast_uci | awk -F, '{ printf "ADT%d_YEAST", NR; for (c = 1; c < NF; c++) printf "  %.2f", $c; print "  " $NF }' >mirror/yeast.data
  make -s -C "$BUNDLED" fetch SETS="arcene200 balance_scale breast_cancer_ljubljana bupa cnae9 glass sonar yeast_uci" MIRROR="$PWD/mirror" OUT="$PWD/got"
  for name in arcene200 balance_scale bupa cnae9 glass sonar yeast_uci; do gzip -dc "got/$name.csv.gz" | cmp - <(gzip -dc "$DATA/$name.csv.gz"); done
  cmp <(gzip -dc got/breast_cancer_ljubljana.csv.gz | sort) <(gzip -dc "$DATA/breast_cancer_ljubljana.csv.gz" | sort)
}
