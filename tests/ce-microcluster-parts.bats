#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-microcluster compress --part: microclusters of any number of parts are those of the whole.

setup() {
  load common
}

# compress_parts FILE PARTS: the sums of its parts, 1.sums and so on.
compress_parts() {
  local i
  cut_rows "$1" "$2" part
  for ((i = 1; i <= $2; i++)); do
    ce-microcluster compress --part "$i/$2" "part.$i" -o "$i.sums"
  done
}

# Labels with commas, quotes and blanks in them, missing ones in three spellings, ids and classes.
awkward() {
  awk 'BEGIN { print "id,a,b,a,class"; s = 5
    for (i = 1; i <= 500; i++) { s = s * 16807 % 2147483647; u = int(s / 1000)
      split("NA|?|\"q,1\"|\"a \"\"b\"\"\"|x 5|x 6", text, "|")
      print "o" i "," 1 + u % 3 "," text[u % 7] "," int(u / 7) % 4 ",c" u % 5 } }'
}

@test "parts of microclusters: 1, 3, 4 and 7 parts have the table of the whole, in any order" {
  awkward >labels.csv
  ce-microcluster compress labels.csv >whole
  assert [ "$(wc -l <whole)" -gt 60 ]
  for parts in 1 3 4 7; do
    compress_parts labels.csv "$parts"
    files=(); for ((i = parts; i >= 1; i--)); do files+=("$i.sums"); done
    ce-merge "${files[@]}" | ce-microcluster compress - >got
    cmp got whole
    rm -f ./*.sums
  done
  compress_parts labels.csv 7
  ce-merge 5.sums 2.sums 7.sums -o a
  ce-merge 3.sums 6.sums -o b
  ce-merge b 1.sums a -o c
  ce-merge 4.sums c | ce-microcluster compress >got
  cmp got whole
  # the delimiter is that of the last call
  sed -n 1p whole | tr , ';' >header
  ce-merge 4.sums c | ce-microcluster compress -d ';' | sed -n 1p >got
  cmp got header
}

@test "parts of microclusters: a table with sizes counts them, and merge gives the same" {
  awkward | ce-microcluster compress >micro.csv
  (cat micro.csv; tail -n +20 micro.csv) >sized.csv
  ce-microcluster merge sized.csv >whole
  assert_equal "$(head -n 2 whole | cut -d, -f1 | tail -n 1)" "$(sed -n 2p micro.csv | cut -d, -f1)"
  for parts in 3 4; do
    compress_parts sized.csv "$parts"
    ce-merge ./[1-"$parts"].sums | ce-microcluster compress >got
    cmp got whole
  done
  ce-merge -v ./[1-4].sums -o all 2>said
  objects=$(awk -F, 'NR > 1 { s += $1 } END { print s }' sized.csv)
  assert_equal "$(cat said)" "ce-merge: ce-microcluster compress: 4 of 4 parts, $objects objects"
}

@test "parts of microclusters: consensus and expand, part by part, give those of the whole" {
  ce-generate kmeans -k 2..6 -m 8 -q "$CE_SOURCE/data/wine.csv" -o labels.csv
  functions=ptgp,kcc,lwgp,hbgf,tcut,sec # tcut ends U-SENC
  ce-microcluster compress labels.csv -o micro.csv
  ce-consensus "$functions" -k 2..4 -q micro.csv -o result.csv
  ce-microcluster expand -t micro.csv -r result.csv labels.csv -o whole.csv
  # as from the objects themselves
  ce-consensus "$functions" -k 2..4 -q labels.csv -o objects.csv
  cmp objects.csv whole.csv
  for parts in 1 3 4 7; do
    compress_parts labels.csv "$parts"
    files=(); for ((i = 1; i <= parts; i++)); do files+=("$((i * 5 % parts + 1)).sums"); done
    ce-merge "${files[@]}" | ce-microcluster compress -o parts.csv
    cmp parts.csv micro.csv
    ce-consensus "$functions" -k 2..4 -q parts.csv -o parts.result
    for ((i = 1; i <= parts; i++)); do
      ce-microcluster expand -t parts.csv -r parts.result "part.$i" -o "$i.expanded"
    done
    head -n 1 1.expanded >got.csv
    for ((i = 1; i <= parts; i++)); do tail -n +2 "$i.expanded" >>got.csv; done
    cmp got.csv whole.csv
  done
}

@test "parts of microclusters: what does not belong together is refused" {
  table a,b 1,x 2,y >1.csv
  table a,c 1,x 3,z >2.csv
  table a 1 3 >3.csv
  for i in 1 2 3; do ce-microcluster compress --part "$i/3" "$i.csv" -o "$i.sums"; done
  ce-merge 1.sums 3.sums -o two.sums
  run_split ce-microcluster compress two.sums
  assert_error 1 "ce-microcluster: two.sums: 1 of 3 parts are missing: 2"
  run_split ce-merge two.sums 1.sums
  assert_error 1 "ce-merge: 1.sums: part 1 of 3 is also in two.sums"
  ce-merge two.sums 2.sums -o all.sums
  run_split ce-microcluster compress all.sums
  assert_error 1 "ce-microcluster: all.sums: \"b\", number 2 of 'columns', is in 1 of 3 parts: the \
same in all expected"
  run_split ce-microcluster compress --part 1/3 all.sums
  assert_error 1 "ce-microcluster: all.sums: sums, labels expected: no --part"
  run_split ce-score all.sums
  assert_error 1 "ce-score: all.sums: sums of ce-microcluster compress, of ce-score expected"
  table a,class 1,x 2,y | ce-score --part 1/1 -o score.sums
  run_split ce-microcluster compress score.sums
  assert_error 1 "ce-microcluster: score.sums: sums of ce-score, of ce-microcluster compress \
expected"
  run_split ce-microcluster compress --part 4/3 1.csv
  assert_equal "$status" 2
  run_split ce-microcluster merge --part 1/3 1.csv
  assert_equal "$status" 2
}

@test "parts of microclusters: damaged sums are refused" {
  table a,b 1,x 2,y | ce-microcluster compress --part 1/1 -o good
  refuse() { # MESSAGE: of the file `bad`
    run_split ce-microcluster compress bad
    assert_error 1 "ce-microcluster: bad: $1"
  }
  sed 's/"2","y",1$/"2",1/' good >bad
  refuse "block 'microclusters': the labels or the size of row 2 are not those of a microcluster"
  sed 's/"2","y",1$/"2","y","z",1/' good >bad
  refuse "block 'microclusters': the labels or the size of row 2 are not those of a microcluster"
  sed 's/"2","y",1$/"2","y",0/' good >bad
  refuse "block 'microclusters': the labels or the size of row 2 are not those of a microcluster"
  # 2^53 objects are the most, in a row and together
  sed 's/"2","y",1$/"2","y",9007199254740993/' good >bad
  refuse "block 'microclusters': the labels or the size of row 2 are not those of a microcluster"
  sed 's/"2","y",1$/"2","y",9007199254740992/; s/"1","x",1$/"1","x",2/' good >bad
  refuse "more than 2^53 objects"
  sed 's/"2","y",1$/"2","y",9007199254740991/' good >bad
  assert_equal "$(ce-microcluster compress bad | tr '\n' ' ')" "size,a,b 1,1,x 9007199254740991,2,y "
  sed 's/"1","a",1$/"7","a",1/' good >bad
  refuse "block 'columns': name 1 has the number '7'"
  sed 's/"1","a",1$/"1",1/' good >bad
  refuse "block 'columns': name 1 has the number '1'"
  sed 's/"1","a",1$/"1","a","b",1/' good >bad
  refuse "block 'columns': name 1 is no number and a text"
  sed '/^block,"columns"/{s/,2,1,0/,0,1,0/;n;N;d}' good >bad
  refuse "block 'columns' has no name"
  sed 's/"columns"/"column"/' good >bad
  refuse "no block 'columns'"
  sed '/"x",1$/d; /"y",1$/d; s/keyed,2,1,0/keyed,0,1,0/' good | sed '0,/keyed,0/s//keyed,2/' >bad
  refuse "no microcluster"
}
