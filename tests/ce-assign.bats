#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-assign: labels of objects that were not there.

setup() { load common; }

# t4: the ensemble T4 of seven objects in old.csv, its consensus 0001122 in result.csv.
t4() {
  table a,b,c,d 1,1,2,1 1,1,2,1 1,2,2,1 2,2,3,1 2,2,3,2 3,3,1,2 3,3,3,2 >old.csv
  table final 0 0 0 1 1 2 2 >result.csv
}

# again FILE GENERATOR...: the labels that a model gives to the data that it was made of are those
# of the generator.
again() {
  local file=$1
  shift
  ce-generate "$@" -q --model model.csv -o labels.csv "$file"
  ce-assign -q --model model.csv -o again.csv "$file"
  cmp labels.csv again.csv || fail "$* ${file##*/}"
}

# every GENERATOR...: the same for four bundled sets and a drawn one.
every() {
  local set
  [ -e drawn.csv ] || ce-synth blobs -n 700 -k 6 --dimensions 11 --seed 4 >drawn.csv
  for set in iris wine wdbc digits; do again "$BUNDLED/$set.csv" "$@"; done
  again drawn.csv "$@"
}

# ---- models ----

@test "ce-assign: objects of the data get the labels of ce-generate kmeans" {
  in_turn 4 sanitized
  every kmeans -k 2..20 -m 6
  every kmeans -k 2..40 -m 12 --features 2
  every kmeans -k 17..60 -m 3 --features 0.5 --iterations 2
  every kmeans -k 2..30 -m 6 --features 1 --iterations 1
  every kmeans -k 2..20 -m 4 --objects 0.5
  every kmeans -k 20..40 -m 3 --empty drop
  every kmeans -k 20..40 -m 3 --empty keep --init farthest
}

@test "ce-assign: objects of the data get the labels of ce-generate rpcl, som and uspec" {
  in_turn 4 sanitized
  every rpcl -k 2..12 -m 3 --epochs 4
  every som -k 2..6 -m 2 --init random --grid 4x5
  every som -k 3,4 --cluster ward --weight-hits --grid 5x6
  every som --cluster units --grid 3x4
  every uspec -k 2..6 -m 3 --representatives 60
  every uspec -k 2..6 -m 3 --features 0.6..0.9 --representatives 60 --distance cosine
  every uspec -k 3 -m 2 --exact --representatives 40
}

@test "ce-assign: objects of the data get the labels of ce-generate lac" {
  local set
  ce-prepare drop-constant "$BUNDLED/digits.csv" >digits.csv
  ce-synth blobs -n 700 -k 6 --dimensions 11 --seed 4 >drawn.csv
  for set in "$BUNDLED/iris.csv" "$BUNDLED/wine.csv" "$BUNDLED/wdbc.csv" digits.csv drawn.csv; do
    again "$set" lac -k 2..9 --inv-h 1,5 --iterations 20
    again "$set" lac -k 2..12 -m 4 --inv-h 0.01,3 --iterations 1 --norm l2
  done
}

@test "ce-assign: many objects of two features, with few centres, many, and some that are equal" {
  ce-synth flower -n 12000 >flower.csv
  again flower.csv kmeans -k 2..60 -m 12
  again flower.csv kmeans -k 900 -m 1 --iterations 3
  again flower.csv uspec -k 13 -m 2 --representatives 200
  # whole numbers: centres are objects, and many objects are equally near to several
  awk 'BEGIN { print "x,y"; for (i = 0; i < 4000; i++) print i * 7 % 23 "," i * 11 % 29 }' \
    >whole.csv
  again whole.csv kmeans -k 2..80 -m 20 --iterations 1
  again whole.csv kmeans -k 2..80 -m 20 --iterations 1 --features 1
  again whole.csv rpcl -k 2..9 -m 3
}

@test "ce-assign: of two centres equally near the one of the generator stands first" {
  # 0 is the first object, so its cluster is 1; 2 is as near to 0 as to 4, which is compared first
  table x 0 6 4 2 >data.csv
  table x 4 0 >start.csv
  ce-generate kmeans --start start.csv --model model.csv -o labels.csv data.csv
  assert_equal "$(paste -sd' ' labels.csv)" "kmeans.k2.r1 1 2 2 2"
  assert_equal "$(paste -sd' ' model.csv)" \
    "clustering,cluster,size,kind,x kmeans.k2.r1,2,3,centroid,4 kmeans.k2.r1,1,1,centroid,0"
  ce-assign --model model.csv data.csv | cmp - labels.csv
  # in another order of the file it is the other one
  (head -n 1 model.csv; tail -n 1 model.csv; sed -n 2p model.csv) >turned.csv
  assert_equal "$(ce-assign --model turned.csv data.csv | paste -sd' ')" "kmeans.k2.r1 1 2 2 1"
  # LAC, by its weights
  table x,y 0,0 6,1 4,0 2,1 >plane.csv
  table x,y 4,0.5 0,0.5 >start.csv
  again plane.csv lac --start start.csv --inv-h 1 --iterations 1
}

@test "ce-assign: labels of other objects are those of the nearest centroid" {
  ce-synth blobs -n 300 -k 5 --dimensions 4 --seed 2 >old.csv
  ce-synth blobs -n 400 -k 5 --dimensions 4 --seed 9 | cut -d, -f1-4 >new.csv
  ce-generate kmeans -q -k 3..9 -m 4 --features 3 --model kmeans.csv old.csv >labels.csv
  ce-generate lac -q -k 3,4 --inv-h 2 --model lac.csv old.csv >labels.csv
  for model in kmeans lac; do
    run_split ce-assign --model $model.csv new.csv
    assert_equal "$status:$stderr" 0:
    awk -F, -f "$CE_SOURCE/tests/assign-nearest.awk" $model.csv new.csv >expected.csv
    echo "$output" | cmp - expected.csv
  done
}

@test "ce-assign: of many centres the nearest, where two are nearly as near, and for objects far away" {
  # halfway between two of 24 centres, but for a thousand-millionth: less than single precision tells
  awk 'BEGIN { srand(7); d = 12; names = "a,b,c,d,e,f,g,h,i,j,k,l"
    print "clustering,cluster,size,kind," names >"model.csv"
    print names >"new.csv"
    for (j = 1; j <= 24; j++) { line = "m," j ",1,centroid"; for (s = 1; s <= d; s++) line = line "," (x[j, s] = int(1000 * rand()) / 100); print line >"model.csv" }
    for (i = 1; i <= 24; i++) for (j = 1; j <= 24; j++) if (i != j) {
      line = ""; for (s = 1; s <= d; s++) line = line (s > 1 ? "," : "") sprintf("%.17g", x[i, s] + (.5 + 1e-9) * (x[j, s] - x[i, s]))
      print line >"new.csv" } }'
  awk -F, -f "$CE_SOURCE/tests/assign-nearest.awk" model.csv new.csv >expected.csv
  ce-assign --model model.csv new.csv | cmp - expected.csv
  # with values from 0 to .01, and the mean at 0
  for how in 'v / 1000' 'v - 5'; do
    for file in model new; do
      awk -F, -v OFS=, -v first=$([ $file = model ] && echo 5 || echo 1) "NR > 1 { for (s = first; s <= NF; s++) { v = \$s; \$s = sprintf(\"%.17g\", $how) } } 1" $file.csv >other-$file.csv
    done
    awk -F, -f "$CE_SOURCE/tests/assign-nearest.awk" other-model.csv other-new.csv >expected.csv
    ce-assign --model other-model.csv other-new.csv | cmp - expected.csv
  done
  # so far away along an axis that all centres are as near: the first
  table a,b,c,d,e,f,g,h,i,j,k,l 1e30,0,0,0,0,0,0,0,0,0,0,0 0,-1e60,0,0,0,0,0,0,0,0,0,0 0,0,0,0,0,0,0,0,0,1e100,0,0 0,0,0,0,0,0,0,0,0,0,0,-1e150 >far.csv
  ce-assign --model model.csv far.csv | paste -sd' ' >out
  assert_equal "$(cat out)" "m 1 1 1 1"
}

@test "ce-assign: models of coolcat: the mode with most equal values" {
  awk 'BEGIN {
    srand(3); print "a,b,c,d,e"
    for (i = 0; i < 400; i++)
      for (s = 0; s < 5; s++) {
        r = rand()
        cell = r < .1 ? "" : "v" (r < .7 ? i % 3 : int(5 * rand()))
        printf "%s%s", cell, s < 4 ? "," : "\n"
      }
  }' >data.csv
  ce-generate coolcat -q -k 2..6 -m 5 --features 4 --membership --model model.csv data.csv >soft.csv
  ce-assign -q --model model.csv data.csv >labels.csv
  # the first column with the largest share of each clustering; where all shares are the same, the
  # object may have nothing in common with any mode
  awk -F, 'FNR == 1 {
      n = NF
      for (c = 1; c <= n; c++) { split($c, part, ":"); of[c] = part[1]; label[c] = part[2] }
      next
    }
    {
      m = 0
      for (c = 1; c <= n; c++) {
        if (c == 1 || of[c] != of[c - 1]) { m++; best[m] = 1; most[m] = least[m] = $c }
        if ($c > most[m]) { most[m] = $c; best[m] = label[c] }
        if ($c < least[m]) least[m] = $c
      }
      for (q = 1; q <= m; q++)
        print FNR, q, best[q], most[q] == least[q] ? "even" : "uneven"
    }' soft.csv >expected
  awk -F, 'FNR > 1 { for (q = 1; q <= NF; q++) print FNR, q, $q }' labels.csv >found
  assert_equal "$(wc -l <found)" 2000
  paste -d' ' expected found | awk '$3 != $7 && ($7 != "NA" || $4 != "even")' >wrong
  assert_equal "$(cat wrong)" ""
  assert [ "$(grep -c NA found)" -lt 100 ]
  # a category that was never seen equals none; nothing in common with any mode: no label
  table a,b,c,d,e new,new,new,new,new >new.csv
  assert_equal "$(ce-assign -q --model model.csv new.csv | tail -n 1)" NA,NA,NA,NA,NA
}

@test "ce-assign: a model of U-SPEC with fewer centres than coordinates, as where a cluster went empty" {
  # more objects than starts are tried on: their labels are by centres in single precision
  ce-synth flower -q -n 9000 | cut -d, -f1,2 >flower.csv
  ce-generate uspec -k 3 --representatives 20 --model model.csv -o labels.csv flower.csv
  # the first centre and its label
  gone=$(sed -n 's/.*,label,1,1,//p' model.csv)
  awk -F, -v OFS=, '$2 == "centre" || $2 == "label" { if ($3 == 1) next; $3-- } { print }' model.csv >fewer.csv
  ce-assign --model fewer.csv flower.csv -o found.csv
  # objects of the other clusters keep their labels, and those of this one go to either of these
  paste -d, labels.csv found.csv | tail -n +2 | awk -F, -v gone="$gone" '$1 != gone && $1 != $2 { print "moved" } $1 == gone { print "to " $2 }' | sort | uniq -c >moves
  run awk '{ print $2, $3 }' moves
  assert_output "$(for label in 1 2 3; do [ "$label" = "$gone" ] || echo "to $label"; done)"
}

@test "ce-assign: models of maps: units without a cluster give no label" {
  table clustering,cluster,size,kind,x m,1,5,unit,0 m,2,4,unit,10 m,,0,unit,20 m,3,0,unit,30 \
    map,1,5,centroid,0 >model.csv
  table x 1 11 19 28 >data.csv
  assert_equal "$(ce-assign --model model.csv data.csv | paste -sd' ')" "m 1 2 NA 3"
}

@test "ce-assign: several models stand side by side, in the order given; --prefix" {
  ce-generate kmeans -k 3,4 --model one.csv "$BUNDLED/iris.csv" >one.labels
  ce-generate uspec -k 2 --model two.csv "$BUNDLED/iris.csv" >two.labels
  ce-generate som -q -k 3 --grid 3x3 --model three.csv "$BUNDLED/iris.csv" >three.labels
  ce-assign --model two.csv,one.csv,three.csv "$BUNDLED/iris.csv" >found.csv
  paste -d, two.labels one.labels three.labels | cmp - found.csv
  ce-assign --prefix new: --model two.csv -o found.csv "$BUNDLED/iris.csv"
  assert_equal "$(head -n 1 found.csv)" new:uspec.k2.r1
  # a name of 100,000 bytes
  name=$(head -c 100000 /dev/zero | tr '\0' n)
  table clustering,cluster,size,kind,x "$name,1,2,centroid,0" "$name,2,2,centroid,5" >long.csv
  table x 1 4 | ce-assign --model long.csv | cmp - <(table "$name" 1 2)
}

@test "ce-assign: features go by name, in any order and among others; without names by place" {
  ce-generate kmeans -k 2..9 -m 4 --features 2 --model model.csv "$BUNDLED/iris.csv" >labels.csv
  awk -F, '{ print $4 "," (NR > 1 ? "text" : "note") "," $2 "," $1 "," $5 "," $3 }' \
    "$BUNDLED/iris.csv" >turned.csv
  ce-assign --model model.csv turned.csv | cmp - labels.csv
  tail -n +2 "$BUNDLED/iris.csv" | cut -d, -f1-4 | ce-assign --model model.csv - | cmp - labels.csv
  # a model of data without names, for data with names
  tail -n +2 "$BUNDLED/iris.csv" | ce-generate kmeans --class 5 -k 3 --model plain.csv >plain.labels
  ce-assign --model plain.csv "$BUNDLED/iris.csv" | cmp - plain.labels
  sed '1s/c\([0-9]\)/f\1/g' plain.csv >numbered.csv
  assert_equal "$(head -n 1 numbered.csv)" "clustering,cluster,size,kind,f1,f2,f3,f4"
  ce-assign --model numbered.csv "$BUNDLED/iris.csv" | cmp - plain.labels
  run_split ce-assign --model model.csv <<<"a,b,c,d
1,2,3,4"
  assert_error 1 "ce-assign: standard input: no column 'sepal_length', a feature of model.csv"
  run_split ce-assign --model model.csv <<<"1,2,3"
  assert_error 1 "ce-assign: standard input: 3 features, 4 expected as in model.csv"
}

@test "ce-assign: a missing value costs the labels of the clusterings that see it, and no others" {
  table clustering,cluster,size,kind,x,y p,1,2,centroid,0, p,2,2,centroid,5, \
    q,1,2,centroid,0,0 q,2,2,centroid,9,9 >model.csv
  run_split ce-assign --model model.csv <<<"x,y
1,1
4,NA
NA,8
?,"
  assert_equal "$output" "p,q
1,1
2,NA
NA,NA
NA,NA"
  assert_equal "$stderr" \
    "ce-assign: standard input: 3 of 4 objects have missing values: no labels in clusterings that see them"
  # an npy file has -1 there
  ce-assign -q --model model.csv --format npy -o found.npy <<<"x,y
1,1
4,NA"
  assert_equal "$(tail -c 4 found.npy | od -An -td1 | tr -s ' ')" " 1 1 2 -1"
  # U-SPEC too; and objects without a direction
  ce-generate uspec -k 3 --distance cosine --model angles.csv "$BUNDLED/iris.csv" >labels.csv
  (head -n 3 "$BUNDLED/iris.csv"; table 0,0,0,0,a 1,2,,4,b) >some.csv
  assert_equal "$(ce-assign -q --model angles.csv some.csv | paste -sd' ')" "uspec.k3.r1 1 1 NA NA"
}

# ---- old objects ----

@test "ce-assign: the worked examples of rule 1 and rule 2" {
  t4
  table a,b,c,d 1,1,2,1 2,2,2,1 3,3,3,1 1,3,,2 2,1,3,2 9,9,9,9 >new.csv
  run_split ce-assign -t old.csv -r result.csv --confidence sure.csv new.csv
  assert_equal "$output" "final
0
1
2
2
1
NA"
  assert_equal "$stderr" "ce-assign: new.csv: 1 of 6 consensus labels are missing"
  # scores .583333 .625 0 | .25 .375 .625 | .333333 .166667 .666667 | .166667 .625 .375
  awk -F, 'NR == 1 || $1 == "" { print; next }
    { printf "%.6f,%.6f,%s\n", $1, $2, $3 }' sure.csv >short
  assert_equal "$(cat short)" "final.score,final.margin,final.rule
1.000000,1.000000,exact
0.625000,0.041667,vote
0.625000,0.250000,vote
0.666667,0.333333,vote
0.625000,0.250000,vote
,,none"
  # in a single column that any reader takes for one
  table final '"a;b"' '"a;b"' '"a;b"' c c d d >words.csv
  ce-assign -t old.csv -r words.csv old.csv | cmp - words.csv
}

@test "ce-assign: old objects get their old consensus labels" {
  ce-generate kmeans -k 2..9 -m 6 --model model.csv "$BUNDLED/wine.csv" >labels.csv
  ce-consensus eac-al,kcc -k 3,4 labels.csv >result.csv
  ce-assign -t labels.csv -r result.csv labels.csv | cmp - result.csv
  ce-assign --model model.csv -t labels.csv -r result.csv "$BUNDLED/wine.csv" | cmp - result.csv
  ce-microcluster compress labels.csv >micro.csv
  ce-consensus eac-al,kcc -k 3,4 micro.csv >small.csv
  ce-microcluster expand -t micro.csv -r small.csv labels.csv >expanded.csv
  ce-assign -t micro.csv -r small.csv labels.csv | cmp - expanded.csv
  ce-assign --model model.csv -t micro.csv -r small.csv --confidence sure.csv "$BUNDLED/wine.csv" |
    cmp - expanded.csv
  assert_equal "$(tail -n +2 sure.csv | sort | uniq -c | sed 's/^ *//')" \
    "178 1,1,exact,1,1,exact,1,1,exact,1,1,exact"
}

@test "ce-assign: rule 1 and rule 2 by a slow second way" {
  for seed in 1 2 3 4 5 6; do
    awk -v seed=$seed '
      function any(least, count) { return least + int(count * rand()) }
      BEGIN {
        srand(seed); m = 2 + seed % 4; n = 12 + 10 * seed
        head = "a"
        for (q = 2; q <= m; q++) head = head "," substr("abcdefg", q, 1)
        print "size," head >"old.csv"; print "r" >"result.csv"; print head >"new.csv"
        for (i = 1; i <= n; i++) {
          row = any(1, 3)
          for (q = 1; q <= m; q++) row = row "," (rand() < .15 ? "NA" : any(8, 3))
          print row >"old.csv"; print rand() < .1 ? "NA" : any(9, 4) >"result.csv"
        }
        for (i = 1; i <= 400; i++)
          for (q = 1; q <= m; q++)
            printf "%s%s", rand() < .2 ? "" : rand() < .1 ? "x" : any(8, 3), \
              q < m ? "," : "\n" >"new.csv"
      }'
    awk -F, -f "$CE_SOURCE/tests/assign-votes.awk" old.csv result.csv new.csv >expected.csv
    ce-assign -q -t old.csv -r result.csv --confidence sure.csv -o found.csv new.csv
    paste -d, found.csv sure.csv | awk -F, 'NR == 1 { print "r,score,margin,rule"; next }
      $2 == "" { print; next }
      { printf "%s,%.12f,%.12f,%s\n", $1, $2, $3, $4 }' | diff - expected.csv
    assert [ "$(cut -d, -f4 expected.csv | sort -u | wc -l)" -ge 4 ]
  done
}

@test "ce-assign: a tie goes to the cluster of more old objects, then to the lowest label" {
  table a,b 1,5 1,5 2,6 >old.csv
  table r 7 7 8 >result.csv
  assert_equal "$(ce-assign -t old.csv -r result.csv <<<"a,b
1,6" | tail -n 1)" 7
  table size,a,b 2,1,5 2,2,6 >old.csv
  table r 10 9 >result.csv
  assert_equal "$(ce-assign -t old.csv -r result.csv <<<"a,b
1,6" | tail -n 1)" 9
  # rule 1: equal rows with several labels
  table a,b 1,5 1,5 1,5 1,5 2,6 >old.csv
  table r 10 9 9 10 8 >result.csv
  ce-assign -t old.csv -r result.csv --confidence sure.csv <<<"a,b
1,5" >found
  assert_equal "$(tail -n 1 found) $(tail -n 1 sure.csv)" "9 0.5,0,exact"
}

@test "ce-assign: nothing in common with any old object is no label, and is not cluster 1" {
  table a,b 1,5 2,6 >old.csv
  table r 1 2 >result.csv
  run_split ce-assign -q -t old.csv -r result.csv <<<"a,b
NA,NA
7,7
,8"
  assert_equal "$output" "r
NA
NA
NA"
  # old objects without labels have the label that they have
  table a,b 1,5 2,6 , >old.csv
  table r 1 2 3 >result.csv
  run_split ce-assign -q -t old.csv -r result.csv <<<"a,b
NA,NA
7,7"
  assert_equal "$output" "r
3
NA"
}

@test "ce-assign: clusterings go by name; those without a model, or a column, are missing" {
  ce-generate kmeans -k 2,3,4 --model model.csv "$BUNDLED/iris.csv" >kmeans.csv
  ce-generate linkage -k 3 "$BUNDLED/iris.csv" >linkage.csv
  paste -d, linkage.csv kmeans.csv >labels.csv
  ce-consensus eac-al -k 3 labels.csv >result.csv
  name=$(head -n 1 linkage.csv)
  run_split ce-assign --model model.csv -t labels.csv -r result.csv "$BUNDLED/iris.csv"
  assert_equal "$status:$stderr" \
    "0:ce-assign: labels.csv: no model of 1 of 4 clusterings: no labels in them"
  (head -n 1 labels.csv; tail -n +2 labels.csv | sed 's/^[^,]*/NA/') >without.csv
  ce-assign -t labels.csv -r result.csv without.csv >expected.csv
  echo "$output" | cmp - expected.csv
  run_split ce-assign -t labels.csv -r result.csv kmeans.csv
  assert_equal "$stderr" \
    "ce-assign: kmeans.csv: 1 of the 4 clusterings of labels.csv are not there: no labels in them"
  echo "$output" | cmp - expected.csv
  # another order, and columns that the old table does not have
  awk -F, '{ print $4 "," (NR > 1 ? 1 : "other") "," $2 "," $1 "," $3 }' labels.csv >turned.csv
  ce-assign -t labels.csv -r result.csv turned.csv | cmp - result.csv
  # by place
  tail -n +2 labels.csv | ce-assign -t labels.csv -r result.csv | cmp - result.csv
  tail -n +2 labels.csv >plain.csv
  ce-assign -t plain.csv -r result.csv labels.csv | cmp - result.csv
  # a clustering that is there twice, in another order
  awk -F, '{ print $4 "," $2 "," $1 "," $3 "," $4 }' labels.csv >twice.csv
  run_split ce-assign -t labels.csv -r result.csv twice.csv
  assert_error 1 "ce-assign: twice.csv: two columns are called '$(head -n 1 labels.csv | cut -d, -f4)'"
  run_split ce-assign -t labels.csv -r result.csv <<<"1,2,3"
  assert_error 1 "ce-assign: standard input: 3 base clusterings, 4 expected as in labels.csv"
  run_split ce-assign -t labels.csv -r result.csv <<<"p,q
1,2"
  assert_error 1 "ce-assign: standard input: no column of labels.csv; the first of these is '$name'"
}

@test "ce-assign: clusterings of a model that the old table does not have need no features, and give no labels" {
  table clustering,cluster,size,kind,x,y a,1,2,centroid,0, a,2,2,centroid,10, b,1,2,centroid,,0 b,2,2,centroid,,10 >model.csv
  table a 1 1 2 2 >old.csv
  table final 5 5 7 7 >result.csv
  # nearer to 0 or to 10; y is not there, and not missed where it is
  table x 1 9 4 >x.csv
  run_split ce-assign --model model.csv -t old.csv -r result.csv x.csv
  assert_equal "$output" "$(table final 5 7 5)"
  assert_equal "$status:$stderr" "0:"
  table x,y 1,NA 9,1 4,NA >xy.csv
  run_split ce-assign --model model.csv -t old.csv -r result.csv xy.csv
  assert_equal "$output" "$(table final 5 7 5)"
  assert_equal "$status:$stderr" "0:"
  # without the old table both are asked for
  run_split ce-assign --model model.csv x.csv
  assert_error 1 "ce-assign: x.csv: no column 'y', a feature of model.csv"
}

@test "ce-assign: a feature whose name several columns have is refused, unless no clustering sees it" {
  table clustering,cluster,size,kind,x,y a,1,2,centroid,0, a,2,2,centroid,10, >model.csv
  table x,y,y 1,2,3 9,2,3 >twice.csv
  run_split ce-assign --model model.csv twice.csv
  assert_equal "$output" "$(table a 1 2)"
  table y,x,x 1,2,3 9,2,3 >twice.csv
  run_split ce-assign --model model.csv twice.csv
  assert_error 1 "ce-assign: twice.csv: several columns are called 'x', a feature of model.csv"
}

# ---- tables ----

@test "ce-assign: ids pass through, the class column is held back, in data and in labels" {
  ce-generate kmeans -k 2,3 --model model.csv "$BUNDLED/iris.csv" >labels.csv
  awk -F, -v OFS=, '{ print (NR > 1 ? "flower " (NR - 1) : "id"), $0 }' \
    "$BUNDLED/iris.csv" >named.csv
  ce-assign --model model.csv named.csv >found.csv
  assert_equal "$(sed -n 2p found.csv)" "flower 1,1,1"
  cut -d, -f2- found.csv | cmp - labels.csv
  ce-consensus eac-al -k 3 labels.csv >result.csv
  ce-assign -t labels.csv -r result.csv --confidence sure.csv found.csv >final.csv
  assert_equal "$(sed -n '1p;151p' final.csv | paste -sd' ')" \
    "id,eac-al.k3 flower 150,$(tail -n 1 result.csv)"
  assert_equal "$(sed -n '1p;151p' sure.csv | paste -sd' ')" \
    "id,eac-al.k3.score,eac-al.k3.margin,eac-al.k3.rule flower 150,1,1,exact"
  run_split ce-assign --model model.csv <<<"id,sepal_length,sepal_width,petal_length,petal_width
a,1,2,3,4
,1,2,3,4"
  assert_error 1 "ce-assign: standard input:3: a missing id"
  # pasted tables have the ids twice
  paste -d, <(cut -d, -f1-3 named.csv) <(cut -d, -f1,4- named.csv) >pasted.csv
  ce-assign --model model.csv pasted.csv | cmp - found.csv
  sed -i '3s/flower 2/flower 3/' pasted.csv
  run_split ce-assign --model model.csv pasted.csv
  assert_error 1 "ce-assign: pasted.csv:3: id 'flower 3' in one column, 'flower 2' in the other: \
rows do not belong together"
}

@test "ce-assign: an id that comes twice is written twice, and the next tool refuses it" {
  ce-generate kmeans -k 2 --model model.csv "$BUNDLED/iris.csv" >labels.csv
  run_split ce-assign --model model.csv <<<"id,sepal_length,sepal_width,petal_length,petal_width
a,5,3,1,0
b,6,3,5,2
a,6,3,6,2"
  assert_equal "$status" 0
  assert_equal "$stderr" ""
  assert_equal "$(cut -d, -f1 <<<"$output" | paste -sd' ')" "id a b a"
  run_split ce-relabel <<<"$output"
  assert_error 1 "ce-relabel: standard input:4: id 'a' occurs a second time"
}

@test "ce-assign: npy in and out, data of every type and order, labels too" {
  ce-synth flower -n 5000 --format npy >data.npy
  ce-synth flower -n 5000 >data.csv
  ce-generate kmeans -k 2..40 -m 5 --model model.csv data.npy >labels.csv
  ce-assign --model model.csv data.npy | cmp - labels.csv
  ce-assign --model model.csv data.csv | cmp - labels.csv
  ce-assign --model model.csv <data.npy | cmp - labels.csv
  ce-assign --model model.csv --format npy -o labels.npy data.csv
  ce-generate kmeans -k 2..40 -m 5 --format npy data.npy | cmp - labels.npy
  ce-assign --model model.csv --format npy -o labels.npy data.npy
  ce-microcluster compress labels.csv >micro.csv
  ce-consensus kcc -k 13 --restarts 2 micro.csv >small.csv
  ce-assign -t micro.csv -r small.csv labels.csv >final.csv
  ce-assign -t micro.csv -r small.csv labels.npy | cmp - final.csv
  ce-assign --model model.csv -t micro.csv -r small.csv data.npy | cmp - final.csv
  command -v python3 >/dev/null || skip "no python3"
  python3 -c 'import numpy' 2>/dev/null || skip "no NumPy"
  python3 - <<'P'
import numpy as np
x = np.load("data.npy")
np.save("fortran.npy", np.asfortranarray(x))
y = np.round(x * 100)
for t in "f4", "i4", "i2", "i8": np.save(t + ".npy", y.astype(t))
np.savetxt("y.csv", y, "%d", ",", header="f1,f2", comments="")
z = x.copy(); z[7, 1] = np.inf; np.save("inf.npy", z)
P
  ce-assign --model model.csv fortran.npy | cmp - labels.csv
  ce-assign --model model.csv <fortran.npy | cmp - labels.csv
  ce-assign --model model.csv y.csv >expected.csv
  for type in f4 i4 i2 i8; do ce-assign --model model.csv $type.npy | cmp - expected.csv; done
  run_split ce-assign --model model.csv inf.npy
  assert_error 1 "ce-assign: inf.npy: row 8, column 2 is inf, at most 1e+150 expected"
}

@test "ce-assign: npy in Fortran order, of more rows than a block has, in a file and packed" {
  awk -v OFS=, 'BEGIN { print "f1", "f2"
    for (i = 0; i < 40000; i++) print 35 + i * 7 % 90, 35 + i * 11 % 83 }' >data.csv
  { printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' \
      "{'descr': '|i1', 'fortran_order': True, 'shape': (40000, 2), }"
    awk -F, 'NR > 1 { printf "%c", $1 }' data.csv
    awk -F, 'NR > 1 { printf "%c", $2 }' data.csv; } >fortran.npy
  head -n 501 data.csv | ce-generate kmeans -k 5 --model model.csv >labels.csv
  ce-assign --model model.csv data.csv >expected.csv
  ce-assign --model model.csv fortran.npy | cmp - expected.csv
  gzip -1 <fortran.npy | ce-assign --model model.csv | cmp - expected.csv
}

@test "ce-assign: same bytes with any threads, for large blocks and small ones" {
  ce-synth blobs -n 30000 -k 9 --dimensions 12 >data.csv
  head -n 3001 data.csv >some.csv
  ce-generate kmeans -k 2..40 -m 5 --features 0.7 --model kmeans.csv some.csv >labels.csv
  ce-generate uspec -k 9 -m 2 --model uspec.csv some.csv >more.csv
  paste -d, labels.csv more.csv >both.csv
  ce-consensus kcc -k 9 --restarts 1 both.csv >result.csv
  for j in 1 3; do
    ce-assign -j $j --model kmeans.csv,uspec.csv -o labels.$j data.csv
    ce-assign -j $j --model kmeans.csv,uspec.csv -t both.csv -r result.csv \
      --confidence sure.$j -o final.$j data.csv
  done
  for file in labels sure final; do cmp $file.1 $file.3; done
  head -n 3001 labels.1 | cmp - both.csv
  # each object by itself
  (head -n 1 data.csv; sed -n 20000p data.csv) | ce-assign --model kmeans.csv,uspec.csv >one
  assert_equal "$(tail -n 1 one)" \
    "$(sed -n 20000p labels.1)"
}

@test "ce-assign: thousands of clusterings, of which few rows are read at a time" {
  ce-synth flower -n 20 >old.csv
  ce-generate kmeans -q -k 2 -m 4200 --model model.csv old.csv >labels.csv
  ce-assign --model model.csv old.csv | cmp - labels.csv
  # 600 rows at once, and 100 at a time
  ce-synth flower -n 600 --seed 2 | cut -d, -f1,2 >new.csv
  { head -n 1 labels.csv
    for ((first = 2; first < 602; first += 100)); do
      { head -n 1 new.csv; sed -n "$first,$((first + 99))p" new.csv; } | ce-assign --model model.csv | tail -n +2
    done; } >expected.csv
  ce-assign --model model.csv new.csv | cmp - expected.csv
}

@test "ce-assign: memory does not follow the number of objects" {
  ce-synth flower -n 400000 >long.csv
  ce-synth flower -n 2000 | ce-generate kmeans -q -k 20..40 -m 20 --model model.csv >labels.csv
  ce-consensus kcc -k 13 --restarts 1 labels.csv >result.csv
  for command in "" "--format npy" "-t labels.csv -r result.csv --confidence sure.csv"; do
    # shellcheck disable=SC2086 # several words
    CE_MEMORY_LIMIT=20M ce-assign -q -j 2 --model model.csv $command -o found long.csv
  done
  assert_equal "$(wc -l <found)" 400001
  # what goes to a pipe is kept on disk until it is whole; labels alone would take 32 MB
  CE_MEMORY_LIMIT=20M ce-assign -j 2 --model model.csv long.csv | tail -n 1 >last
  CE_MEMORY_LIMIT=20M ce-assign -j 2 --model model.csv -o found long.csv
  tail -n 1 found | cmp - last
  [ "$(uname)" = Linux ] || skip "no /usr/bin/time or ulimit -v to rely on"
  not_sanitized "a sanitizer takes address space"
  (ulimit -v 400000; ce-assign -j 2 --model model.csv -o again long.csv) ||
    skip "the threads of this machine need more"
  cmp again found
}

@test "ce-assign: a fault late in the file leaves nothing, in a pipe, a file and a file of scores" {
  ce-synth flower -n 90000 | cut -d, -f1,2 >long.csv
  ce-synth flower -n 500 | ce-generate kmeans -q -k 2..6 -m 3 --model model.csv >labels.csv
  ce-consensus kcc -k 3 labels.csv >result.csv
  echo 1,oops >>long.csv
  run_split ce-assign --model model.csv long.csv
  assert_error 1 "ce-assign: long.csv:90002: column y: 'oops', a number expected (--missing-words oops: missing)"
  echo old >found
  echo old >sure
  run_split ce-assign --model model.csv -t labels.csv -r result.csv --confidence sure -o found \
    long.csv
  assert_error 1 "ce-assign: long.csv:90002: column y: 'oops', a number expected (--missing-words oops: missing)"
  assert_equal "$(cat found sure | paste -sd' ')" "old old"
  assert_equal "$(find . -name 'found*' -o -name 'sure*' | sort | paste -sd' ')" "./found ./sure"
  # a named pipe, which takes less than the labels before the fault, and an open descriptor
  mkfifo pipe
  run_split timeout 60 ce-assign --model model.csv -o pipe long.csv 8<>pipe
  assert_error 1 "ce-assign: long.csv:90002: column y: 'oops', a number expected (--missing-words oops: missing)"
  run_split ce-assign --model model.csv -o /dev/fd/8 long.csv 8>there
  assert_error 1 "ce-assign: long.csv:90002: column y: 'oops', a number expected (--missing-words oops: missing)"
  assert_equal "$(wc -c <there)" 0
  sed -i '$s/.*/1,1e200/' long.csv
  run_split ce-assign --model model.csv long.csv
  assert_error 1 "ce-assign: long.csv:90002: column y: 1e+200, at most 1e+150 expected"
}

@test "ce-assign: room for a result that is kept until it is whole" {
  ce-synth flower -n 150000 >long.csv
  ce-synth flower -n 500 | ce-generate kmeans -q -k 2..6 -m 20 --model model.csv >labels.csv
  TMPDIR=$PWD/none run_split ce-assign --model model.csv long.csv
  assert_error 1 \
    "ce-assign: $PWD/none, where the result is kept until it is whole: No such file or directory (--output FILE needs no room there, TMPDIR names another folder)"
  mkdir room
  TMPDIR=$PWD/room ce-assign --model model.csv long.csv >found
  TMPDIR=$PWD/none ce-assign --model model.csv -o whole long.csv
  cmp found whole
  assert_equal "$(ls room)" ""
  env -u TMPDIR ce-assign --model model.csv long.csv | cmp - whole
}

# ---- what is refused ----

@test "ce-assign: models that are none are refused with their line" {
  table x,y 1,2 3,4 >data.csv
  # refused MESSAGE LINE...: a model of these lines
  refused() {
    local message=$1
    shift
    table "$@" >model.csv
    run_split ce-assign --model model.csv data.csv
    assert_error 1 "ce-assign: $message"
  }
  head=clustering,cluster,size,kind,x,y
  refused "model.csv:1: column 1 is 'x', the header of a model expected: clustering,cluster,size,kind,FEATURE..." \
    x,y 1,2
  refused "model.csv: a header line and no objects, a table with at least one object expected" $head
  refused "model.csv:2: kind 'middle', centroid, weight, mode or unit expected" \
    $head p,1,2,middle,1,2
  refused "model.csv:2: cluster '', a whole number from 1 expected" $head p,,2,centroid,1,2
  refused "model.csv:3: a second row of this kind for the cluster" \
    $head p,1,2,centroid,1,2 p,1,2,centroid,1,2
  refused "model.csv: clustering p: 2 rows and a cluster 3: clusters from 1 without a gap expected" \
    $head p,1,2,centroid,1,2 p,3,2,centroid,1,2
  refused "model.csv: clustering p: no centroid of cluster 2" \
    $head p,1,2,centroid,1,2 p,1,2,weight,1,2 p,2,2,weight,1,2
  refused "model.csv: clustering p: cluster 2 has no weights, and others have" \
    $head p,1,2,centroid,1,2 p,1,2,weight,1,2 p,2,2,centroid,1,2
  refused "model.csv:3: other features than in the first row of the clustering" \
    $head p,1,2,centroid,1,2 p,2,2,centroid,1,
  refused "model.csv:2: no feature that the clustering sees" $head p,1,2,centroid,,
  refused "model.csv:3: a clustering with rows of another kind before" \
    $head p,1,2,centroid,1,2 p,2,2,mode,1,2
  refused "model.csv:2: column x: 'a', a finite number expected" $head p,1,2,centroid,a,2
  refused "model.csv: 1e+200 in p, at most 1e+150 expected" $head p,1,2,centroid,1e200,2
  refused "model.csv: feature 'x' is there twice" clustering,cluster,size,kind,x,y,x p,1,2,centroid,1,,2
  table clustering,kind,row,column,value p,sigma,1,1,2 >model.csv
  run_split ce-assign --model model.csv data.csv
  assert_error 1 "ce-assign: model.csv: representative of p is not there or does not fit"
  ce-generate uspec -k 2 --model model.csv "$BUNDLED/iris.csv" >labels.csv
  run_split ce-assign --model model.csv data.csv
  assert_error 1 "ce-assign: data.csv: 2 features, and model.csv sees feature 3"
  run_split ce-assign --model no.csv data.csv
  assert_error 1 "ce-assign: no.csv: No such file or directory"
}

@test "ce-assign: a model that is cut at the end of a line is refused (the last clustering had fewer clusters without a word)" {
  ce-generate kmeans -q -k 2..4 -m 3 --model model.csv "$BUNDLED/iris.csv" >base.csv
  head -n -1 model.csv >cut.csv
  left=$(awk -F, '$1 == "kmeans.k4.r3" { sum += $3 } END { print sum }' cut.csv)
  run_split ce-assign --model cut.csv "$BUNDLED/iris.csv"
  assert_error 1 "ce-assign: cut.csv: the last clustering, kmeans.k4.r3, has $left objects, all others 150: is the file cut? (models of other data are files of their own)"
  # units of maps, too
  ce-generate som -q -k 3 -m 3 --model som.csv "$BUNDLED/iris.csv" >base.csv
  ce-assign -q --model som.csv "$BUNDLED/iris.csv" | cmp - base.csv
  head -n -5 som.csv >cut.csv
  run_split ce-assign --model cut.csv "$BUNDLED/iris.csv"
  assert_equal "$status" 1
  assert_equal "$output" ""
  [[ $stderr == *"is the file cut?"* ]] || fail "$stderr"
  # whole clusterings, and clusterings of different numbers of objects, are no sign of it
  grep -v r3 model.csv >two.csv
  ce-assign -q --model two.csv "$BUNDLED/iris.csv" >two
  table clustering,cluster,size,kind,x a,1,9,centroid,0 b,1,7,centroid,0 c,1,4,centroid,0 >different.csv
  table x 1 2 | ce-assign -q --model different.csv >three
  assert_equal "$(paste -sd' ' three)" "a,b,c 1,1,1 1,1,1"
}

@test "ce-assign: tables that do not go together are refused" {
  t4
  head -n 3 result.csv >short.csv
  run_split ce-assign -t old.csv -r short.csv old.csv
  assert_error 1 "ce-assign: short.csv: 2 objects, 7 expected as in old.csv"
  ce-generate kmeans -k 2 --model model.csv "$BUNDLED/iris.csv" >labels.csv
  run_split ce-assign --model model.csv -t old.csv -r result.csv "$BUNDLED/iris.csv"
  assert_error 1 \
    "ce-assign: model.csv: no clustering of old.csv; the first of them is 'a' there and 'kmeans.k2.r1' here"
  run_split ce-assign --model model.csv -t - -r result.csv "$BUNDLED/iris.csv" <old.csv
  assert_error 1 \
    "ce-assign: model.csv: no clustering of standard input; the first of them is 'a' there and 'kmeans.k2.r1' here"
  run_split ce-assign --model model.csv,model.csv -t labels.csv -r labels.csv "$BUNDLED/iris.csv"
  assert_error 1 "ce-assign: model.csv,model.csv: two clusterings are called 'kmeans.k2.r1'"
  sed 's/^0$/one/' result.csv >texts.csv
  run_split ce-assign -q --format npy -t old.csv -r texts.csv old.csv
  assert_error 1 \
    "ce-assign: column final has the label 'one', and an npy file holds whole numbers only (--format csv)"
  run_split ce-assign -t old.csv -r texts.csv old.csv
  assert_equal "$output" "$(cat texts.csv)"
}

@test "ce-assign: wrong use" {
  wrong() {
    local message=$1
    shift
    run_split ce-assign "$@" </dev/null
    assert_error 2 "ce-assign: $message
Try 'ce-assign --help'."
  }
  t4
  wrong "by what? --model, or --table and --result, or all of them" old.csv
  wrong "--model '', the name of a file expected" --model "" old.csv
  wrong "--table goes with --result" -t old.csv old.csv
  wrong "--confidence goes with --table" --model m.csv --confidence c.csv old.csv
  wrong "--model and FILE are both standard input" --model - -
  wrong "--model is standard input twice" --model -,- old.csv
  wrong "--table and FILE are both standard input" -t - -r result.csv
  wrong "--confidence and the result are both standard output" \
    -t old.csv -r result.csv --confidence - old.csv
}

# npy ORDER SHAPE SIGN BYTES: an array of bytes, '|i1', or of doubles, '<f8'.
npy() {
  printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '$3', 'fortran_order': $1, 'shape': $2, }"
  printf '%b' "$4"
}

@test "ce-assign: arrays of the wrong size, with names asked for, or whose labels are no whole numbers" {
  table x,y 0,0 0,1 5,5 5,6 >data.csv
  ce-generate kmeans -k 2 --model model.csv data.csv >labels.csv
  npy True '(3, 2)' '|i1' '\1\2\3\4\5' >short.npy
  npy True '(3, 2)' '|i1' '\1\2\3\4\5\6\7' >long.npy
  npy True '(0, 2)' '|i1' '' >none.npy
  npy True '(2, 0)' '|i1' '' >no-columns.npy
  npy True '(3, 2)' '|i1' '\1\2\3\4\5\6' >good.npy
  while IFS='|' read message options; do
    # words
    # shellcheck disable=SC2086
    run_split ce-assign --model model.csv $options
    assert_error 1 "ce-assign: $message"
  done <<'END_OF_ROWS'
short.npy: the file ends inside the values|short.npy
long.npy: more bytes than 3 x 2 values|long.npy
none.npy: npy shape (0, 2): a table with at least one object expected|none.npy
no-columns.npy: npy shape (2, 0): a table with at least one object expected|no-columns.npy
good.npy: an npy file has columns without names: no --id|--id a good.npy
good.npy: an npy file has columns without names: no --class|--class a good.npy
END_OF_ROWS
  table c1,c2 1,1 1,2 2,2 >old.csv
  table r 1 2 2 >result.csv
  # 1 and 1.5 in the first column, 2 in the second
  npy False '(2, 2)' '<f8' '\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\xf8\x3f\0\0\0\0\0\0\0\x40' >half.npy
  run_split ce-assign -t old.csv -r result.csv half.npy
  assert_error 1 "ce-assign: half.npy: row 2, column 1 is 1.5: whole numbers expected"
}

@test "ce-assign --format npy: the fewest bytes that hold all labels of the results" {
  table id,a,b x,1,1 y,1,2 z,2,2 >old.csv
  while read -r type least largest; do
    table id,r x,"$largest" y,0 z,"$least" >result.csv
    ce-assign -q -t old.csv -r result.csv --format npy -o got.npy old.csv
    assert_equal "$(head -c 24 got.npy | tail -c 3)" "$type"
    size=${type#?i}
    assert_equal "$type $(tail -c +129 got.npy | od -An -t "d$size" -w"$size" | tr -d ' ' | paste -sd' ')" \
      "$type $largest 0 $least"
  done <<'END_OF_ROWS'
|i1 -128 127
<i2 -129 127
<i2 -32768 32767
<i4 -3 32768
<i4 -2147483648 2147483647
<i8 -3 2147483648
<i8 -2147483649 4
END_OF_ROWS
}

@test "ce-assign: a single column whose name is that of a delimiter is written so that it is read again" {
  table a 1 2 >old.csv
  table sep=, '"sep=;"' x y >result.csv
  ce-assign -t old.csv -r result.csv old.csv >got
  cmp result.csv got
  ce-assign -t old.csv -r got old.csv | cmp - result.csv
}

@test "ce-assign: labels of old objects that no model has are told of, and match no object" {
  table x,y 0,0 0,1 5,5 5,6 >data.csv
  ce-generate kmeans -k 2 -m 2 --model model.csv data.csv >labels.csv
  sed 's/,.*//; s/^[12]$/c&/' labels.csv >named.csv
  table r 1 1 2 2 >result.csv
  run_split ce-assign --model model.csv -t named.csv -r result.csv data.csv
  assert_success
  assert_equal "$(paste -sd' ' <<<"$output")" "r NA NA NA NA"
  assert_equal "$stderr" \
    "ce-assign: named.csv: no label of kmeans.k2.r1 is one of the model
ce-assign: data.csv: 4 of 4 consensus labels are missing"
  # one clustering of two
  cut -d, -f2 labels.csv >second.csv
  ce-assign --model model.csv -t second.csv -r result.csv data.csv | cmp - result.csv
}

# ---- ce-generate kmeans --start MODEL ----

@test "ce-generate kmeans --start: a model: a member for each of its clusterings" {
  for options in "-k 2..20 -m 8" "-k 2..20 -m 8 --features 2"; do
    # shellcheck disable=SC2086 # several words
    ce-generate kmeans $options --model model.csv -o labels.csv "$BUNDLED/wine.csv"
    ce-generate kmeans --start model.csv --model again.csv --trace trace.csv -o again.labels \
      "$BUNDLED/wine.csv"
    # they have converged: the same labels after one iteration, and the same centres
    tail -n +2 labels.csv | cmp - <(tail -n +2 again.labels)
    cut -d, -f2- model.csv | cmp - <(cut -d, -f2- again.csv)
    assert_equal "$(tail -n +2 trace.csv | cut -d, -f4- | sort -u)" \
      "$(tail -n +2 trace.csv | cut -d, -f4- | sort -u | grep ',1$')"
  done
  assert_equal "$(head -n 1 again.labels | tr , '\n' | wc -l)" 8
  # members in turn, with other objects
  ce-generate kmeans --start model.csv -m 11 --objects 0.5 -o eleven.csv "$BUNDLED/wine.csv"
  head -n 1 eleven.csv | tr , '\n' | sed -n '1p;9p' | sed 's/[.]r.*//' | uniq >names
  assert_equal "$(wc -l <names)" 1
}

@test "ce-generate kmeans --start: one clustering is as its centres in a data table" {
  ce-generate kmeans -k 5 --iterations 1 --model model.csv -o labels.csv "$BUNDLED/iris.csv"
  cut -d, -f5- model.csv >centres.csv
  ce-generate kmeans --start centres.csv -o one.csv "$BUNDLED/iris.csv"
  ce-generate kmeans --start model.csv -o two.csv "$BUNDLED/iris.csv"
  cmp one.csv two.csv
  # features in another order of the data
  awk -F, -v OFS=, '{ print $3, $1, $4, $2, $5 }' "$BUNDLED/iris.csv" >turned.csv
  ce-generate kmeans --start model.csv -o three.csv turned.csv
  cmp one.csv three.csv
  run_split ce-generate kmeans --start model.csv -k 3 "$BUNDLED/iris.csv"
  assert_error 2 "ce-generate: --start gives the centres: no -k with it
Try 'ce-generate --help'."
  run_split ce-generate kmeans --start model.csv --features 2 "$BUNDLED/iris.csv"
  assert_error 2 \
    "ce-generate: --features does not go with --start of a model: members see the features that its clusterings see"
  run_split ce-generate kmeans --start model.csv "$BUNDLED/wine.csv"
  assert_error 1 \
    "ce-generate: model.csv: feature 'sepal_length', which $BUNDLED/wine.csv does not have"
  table clustering,cluster,size,kind,sepal_length p,1,2,mode,1 >modes.csv
  run_split ce-generate kmeans --start modes.csv "$BUNDLED/iris.csv"
  assert_error 1 "ce-generate: modes.csv: p has no centroids, which k-means starts from"
  sed '1s/petal_length/sepal_length/' model.csv >twice.csv
  run_split ce-generate kmeans --start twice.csv "$BUNDLED/iris.csv"
  assert_error 1 "ce-generate: twice.csv: feature 'sepal_length' is there twice"
  sed '3s/centroid,[^,]*/centroid,-1e151/' model.csv >far.csv
  run_split ce-generate kmeans --start far.csv "$BUNDLED/iris.csv"
  assert_error 1 "ce-generate: far.csv: -1e+151 in kmeans.k5.r1, at most 1e+150 expected"
  # a file that ends too early is no model and no table
  gzip -c model.csv | head -c 30 >cut.gz
  run_split ce-generate kmeans --start cut.gz "$BUNDLED/iris.csv"
  assert_error 1 "ce-generate: cut.gz: the gzip stream ends too early: the file is cut"
}

@test "ce-generate kmeans --start: members that see some features start from those of the centres" {
  awk 'NR % 30 == 2' "$BUNDLED/iris.csv" | cut -d, -f1-4 >rows
  cat <(head -n 1 "$BUNDLED/iris.csv" | cut -d, -f1-4) rows >start.csv
  ce-generate kmeans --start start.csv --features 2 -m 6 --iterations 3 --model model.csv -o labels.csv "$BUNDLED/iris.csv"
  for q in 1 2 3 4 5 6; do
    # the two features that member q sees are k-means of a table of these
    name=$(head -n 1 labels.csv | cut -d, -f"$q")
    seen=$(awk -F, -v name="$name" '$1 == name { for (f = 5; f <= 8; f++) if ($f != "" && $f != "NA") printf "%s%d", n++ ? "," : "", f - 4; exit }' model.csv)
    assert_regex "$seen" '^[1-4],[1-4]$'
    ce-generate kmeans --start <(cut -d, -f"$seen" start.csv) --iterations 3 -o own.csv <(cut -d, -f"$seen" "$BUNDLED/iris.csv")
    cmp <(tail -n +2 own.csv) <(cut -d, -f"$q" labels.csv | tail -n +2)
    echo "$seen" >>pairs
  done
  assert [ "$(sort -u pairs | wc -l)" -gt 1 ]
}

@test "ce-assign: --id is about the old objects, too" {
  printf 'cust,x\na,1\nb,2\nc,8\nd,9\n' >o.csv
  ce-generate kmeans -q -k 2 -m 3 --id cust --model m.csv o.csv >ob.csv
  ce-consensus eac-al -q -k 2 --id cust ob.csv >or.csv
  printf 'cust,x\ne,1.5\nf,8.5\n' >new.csv
  run ce-assign --id cust --model m.csv -t ob.csv -r or.csv new.csv
  assert_output "$(printf 'cust,eac-al.k2\ne,1\nf,2')"
}

@test "ce-assign: a clustering of which no label is known is told of" {
  printf 'a,b,c\n1,1,2\n1,1,2\n2,2,3\n2,2,3\n' >base.csv
  printf 'final\n1\n1\n2\n2\n' >final.csv
  printf 'a,b,c\n1.0,1.0,2\n2.0,2.0,3\n' >new.csv
  run ce-assign -t base.csv -r final.csv new.csv
  assert_line "ce-assign: new.csv: no label of clustering a, and of further ones, occurs in base.csv"
  assert_line "1"
  assert_line "2"
  printf 'a,b,c\n1.0,1,2\n2,2,3\n' >new.csv
  run ce-assign -t base.csv -r final.csv new.csv
  refute_output --partial "no label of"
}

@test "ce-assign: base clusterings of one name are numbered in all files, and matched by their order, which is told" {
  printf 'x\n0\n1\n5\n6\n10\n11\n' >x.csv
  ce-generate kmeans -q -k 2 --seed 1 --model m1 x.csv >b1
  ce-generate kmeans -q -k 2..3 --seed 2 --model m2 x.csv >b2
  paste -d, b1 b2 >b12
  assert_equal "$(head -n 1 b12)" "kmeans.k2.r1,kmeans.k2.r1,kmeans.k3.r2"
  printf 'final\nA\nA\nB\nC\nD\nD\n' >final.csv
  # the labels of the same objects
  run_split ce-assign -t b12 -r final.csv b12
  assert_equal "$output$stderr" "$(cat final.csv)"
  run_split ce-assign --model m1,m2 -t b12 -r final.csv x.csv
  assert_equal "$output" "$(ce-assign -q -t b12 -r final.csv b12)"
  assert_equal "$stderr" "ce-assign: m1,m2: clusterings of one name are matched with those of b12 by their order"
  # other columns between them, and all of one name
  awk -F, -v OFS=, '{ print $3, $1, $2 }' b12 >moved
  run_split ce-assign -t b12 -r final.csv moved
  assert_equal "$output" "$(cat final.csv)"
  assert_equal "$stderr" "ce-assign: moved: columns of one name are matched with those of b12 by their order"
  printf 'a,a\n1,1\n2,2\n' >both
  printf 'f\nX\nY\n' >f
  run_split ce-assign -t both -r f both
  assert_equal "$output$stderr" "$(cat f)"
}

@test "ce-assign: --id and --class by number are about FILE, not about the old objects" {
  printf 'a,b\n1,1\n2,1\n3,2\n' >old.csv
  printf 'f,g\n1,X\n2,Y\n3,Z\n' >result.csv
  printf 'rn,a,b\np,1,1\nq,2,1\n' >new.csv
  run ce-assign -t old.csv -r result.csv --id 1 new.csv
  assert_output "$(printf 'rn,f,g\np,1,X\nq,2,Y')"
  run ce-assign -t old.csv -r result.csv --class 1 new.csv
  assert_output "$(printf 'f,g\n1,X\n2,Y')"
}
