#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# Bagged clustering.

setup() { load common; }

@test "ce-consensus bagged: labels and base clusterings are those of the definition, by every linkage, with ties and small centres" {
  run_split "$CE_BUILD/obj/tests/bagged" random
  assert_output --regexp '^1[0-9]{2} results, fewer clusters in some: yes; some refused: yes$'
}

@test "ce-consensus bagged: several k share the centres, and any number of threads gives the same bytes" {
  ce-consensus bagged -q -k 2..5 --base base.csv "$BUNDLED/iris.csv" >all.csv
  for k in 2 3 4 5; do ce-consensus bagged -q -k $k -j 1 --base one.csv "$BUNDLED/iris.csv" >"$k.csv"; done
  paste -d, 2.csv 3.csv 4.csv 5.csv | cmp all.csv -
  cmp base.csv one.csv
  assert_equal "$(head -n 1 base.csv | tr , '\n' | wc -l)" 20
  # cuts of one tree: a cluster of a larger k lies in one cluster of a smaller k
  assert_equal "$(awk -F, 'NR > 1 { for (c = 1; c < 4; c++) { key = c "," $(c + 1); if (key in of && of[key] != $c) bad++; of[key] = $c } }
    END { print bad + 0 }' all.csv)" 0
}

@test "ce-consensus bagged: groups that lie far apart are found, long ones too" {
  awk 'BEGIN { print "x,y,class"; for (i = 0; i < 300; i++) { c = i % 3; print i % 97 / 4 "," 30 * c + i * 7 % 11 / 10 "," c } }' >long.csv
  for linkage in single complete average ward; do
    run_split ce-consensus bagged -q --raw -k 3 --linkage $linkage long.csv
    printf '%s\n' "$output" >out.csv
    assert_equal "$linkage $(ce-score -q -s ari -t long.csv out.csv | tail -n 1 | cut -d, -f3)" "$linkage 1"
  done
}

@test "ce-consensus bagged: outliers have no cluster of their own with --min-size" {
  # two groups of 50 and two single objects far out
  awk 'BEGIN { print "x,y"; for (i = 0; i < 100; i++) print (i % 2 ? 10 : 0) + i % 7 / 7 "," i % 5 / 5; print "500,0"; print "0,500" }' >out.csv
  ce-consensus bagged -q --raw -k 2 --linkage average out.csv | tail -n +2 | sort | uniq -c | awk '{ print $1 }' | sort -n | paste -sd' ' >sizes
  assert_equal "$(cat sizes)" "1 101"
  ce-consensus bagged -q --raw -k 2 --linkage average --min-size 2 out.csv | tail -n +2 | sort | uniq -c | awk '{ print $1 }' | sort -n | paste -sd' ' >sizes
  assert_equal "$(cat sizes)" "51 51"
}

@test "ce-consensus bagged: k above the number of centres, a least size that no centre has, and missing values" {
  run_split ce-consensus bagged -k 9 -m 2 --base-k 4 "$BUNDLED/iris.csv"
  assert_error 1 "ce-consensus: bagged: k = 9, but there are only 8 centres"
  run_split ce-consensus bagged -k 2 -m 2 --base-k 4 --min-size 151 "$BUNDLED/iris.csv"
  size=${stderr#*k = 2: } size=${size%% *}
  assert_error 1 "ce-consensus: bagged: --min-size 151 leaves 0 of 8 centres for k = 2: $size is the largest size that leaves enough"
  ce-consensus bagged -q -k 2 -m 2 --base-k 4 --min-size "$size" "$BUNDLED/iris.csv" >most.csv
  assert_equal "$(sort -u most.csv | wc -l)" 3
  run_split ce-consensus bagged -k 2 -m 2 --base-k 4 --min-size $((size + 1)) "$BUNDLED/iris.csv"
  assert_error 1 "ce-consensus: bagged: --min-size $((size + 1)) leaves 1 of 8 centres for k = 2: $size is the largest size that leaves enough"
  # of several k the largest needs most; more than there are centres is told as that
  run_split ce-consensus bagged -k 2,7,3 -m 2 --base-k 4 --min-size 151 "$BUNDLED/iris.csv"
  assert_equal "$status" 1
  [[ $stderr == *"leaves 0 of 8 centres for k = 7: "* ]] || fail "$stderr"
  run_split ce-consensus bagged -k 2,9 -m 2 --base-k 4 --min-size 12 "$BUNDLED/iris.csv"
  assert_error 1 "ce-consensus: bagged: k = 9, but there are only 8 centres"
  sed '3s/^[^,]*/NA/' "$BUNDLED/iris.csv" >hole.csv
  run_split ce-consensus bagged -k 2 hole.csv
  assert_error 1 'ce-consensus: hole.csv: object 2 has no value in column sepal_length, complete data expected: ce-prepare impute or drop-missing'
  table x,y 5,1 5,1 5,1 >same.csv
  run_split ce-consensus bagged --raw -k 1 same.csv
  assert_error 1 "ce-consensus: bagged: no two objects differ in any of 2 features"
}
