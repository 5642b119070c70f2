#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-merge, and the tools that write sums of a part: all parts give the bytes of the whole.

setup() {
  load common
  wine=$CE_SOURCE/data/wine.csv
}

@test "ce-merge: the scores of parts are those of the whole, for any number of parts and any order" {
  ce-generate kmeans -k 2..6 "$wine" -q -o labels.csv
  # some labels and classes are missing, and a class has a comma and a quote in its name
  awk -F, -v OFS=, 'NR > 1 && NR % 17 == 0 { $2 = "" } NR > 1 && NR % 15 == 0 { $1 = "" } NR > 1 && NR % 19 == 0 { $5 = "" } { print }' labels.csv >some.csv
  cut -d, -f14 "$wine" | awk 'NR % 23 == 0 { print "?"; next } $0 == 2 { print "\"a,\"\"b\"\"\""; next } { print }' >truth.csv
  ce-score -s all -t truth.csv some.csv >whole 2>both
  assert [ "$(wc -l <whole)" = 6 ]
  # whoever reads the table tells of the odd class, whoever joins sums has not seen it
  grep -v "of column class is a cluster like others" both >notes
  grep -qF "ce-score: 7 to 18 of 178 objects are left out, by clustering" notes
  for parts in 1 3 4 7; do
    cut_rows some.csv "$parts" labels
    cut_rows truth.csv "$parts" truth
    for ((i = 1; i <= parts; i++)); do
      ce-score --part "$i/$parts" -t "truth.$i" "labels.$i" -o "$i.sums"
    done
    files=(); for ((i = parts; i >= 1; i--)); do files+=("$i.sums"); done
    ce-merge "${files[@]}" -o all.sums
    ce-score -s all all.sums >got 2>told
    cmp got whole
    cmp told notes
  done
}

@test "ce-merge: any grouping gives the same bytes" {
  ce-generate kmeans -k 3,5 "$wine" -q -o labels.csv
  paste -d, labels.csv <(cut -d, -f14 "$wine") >with.csv
  cut_rows with.csv 5 part
  for i in 1 2 3 4 5; do ce-score --part "$i/5" "part.$i" -o "$i.sums"; done
  ce-merge 1.sums 2.sums 3.sums 4.sums 5.sums >all
  ce-merge 4.sums 1.sums >a
  ce-merge 5.sums 3.sums >b
  ce-merge b a 2.sums >other
  cmp all other
  ce-merge all >again
  cmp all again
  ce-merge --complete all >complete
  cmp all complete
}

@test "ce-merge: microclusters and --ignore count in parts as in the whole" {
  ce-generate kmeans -k 3,5 "$wine" -q -o labels.csv
  paste -d, <(awk 'NR == 1 { print "size"; next } { print 1 + NR % 3 }' labels.csv) labels.csv <(cut -d, -f14 "$wine") >sized.csv
  ce-score -s all --ignore 2 sized.csv >whole 2>notes
  cut_rows sized.csv 2 part
  for i in 1 2; do ce-score --ignore 2 --part "$i/2" "part.$i" -o "$i.sums"; done
  ce-merge 1.sums 2.sums | ce-score -s all --ignore 2 >got
  cmp got whole
}

@test "ce-merge: thousands of clusters and of classes are counted in parts as in the whole" {
  # cells of one and of two objects, more kinds of them than a table of numbers has
  awk 'BEGIN { print "a,class"
    for (i = 0; i < 6000; i++) { j = i < 3000 ? int(i / 2) : i; a = j * 7 % 2500; print (a ? a : "") "," j * 11 % 2300 } }' >large.csv
  ce-score -q -s ari,nmi,error large.csv >whole
  cut_rows large.csv 2 part
  for i in 1 2; do ce-score --part "$i/2" "part.$i" -o "$i.sums"; done
  ce-merge 1.sums 2.sums | ce-score -q -s ari,nmi,error >got
  cmp got whole
  # each pair of labels is one line of the sums
  tail -n +2 large.csv | sort | uniq -c | awk '{ print $2 "," $1 }' >expected
  ce-score --part 1/1 large.csv | sed -n '/^block/,/^[^1b]/p' | awk -F, 'NF == 5 && NR > 1 { gsub(/"/, ""); print $3 "," $4 "," $5 }' | sort >lines
  sort expected | cmp - lines
}

@test "ce-merge: a part that is missing, double, or of another job is refused by name" {
  table a,class 1,x 1,y 2,y 2,y >1.csv
  table a,class 1,x 2,y 3,x 1,y >2.csv
  ce-score --part 1/3 1.csv >1.sums
  ce-score --part 2/3 2.csv >2.sums
  ce-score --part 3/3 2.csv >3.sums
  ce-merge 1.sums 3.sums >two.sums
  run ce-score two.sums
  assert_output "ce-score: two.sums: 1 of 3 parts are missing: 2"
  assert_equal "$status" 1
  run ce-merge --complete two.sums
  assert_output "ce-merge: two.sums: 1 of 3 parts are missing: 2"
  assert_equal "$status" 1
  run ce-merge two.sums 3.sums
  assert_output "ce-merge: 3.sums: part 3 of 3 is also in two.sums"
  assert_equal "$status" 1
  ce-score --part 2/4 2.csv >other.sums
  run ce-merge 1.sums other.sums
  assert_output "ce-merge: other.sums: sums of a job in 4 parts, in 3 in 1.sums"
  assert_equal "$status" 1
  ce-score --part 2/3 --ignore x 2.csv >other.sums
  run ce-merge 1.sums other.sums
  assert_output "ce-merge: other.sums: sums with ignore 'x', '' in 1.sums"
  assert_equal "$status" 1
  changed() { # CHANGE MESSAGE: of a second part that is changed so
    sed "$1" 2.sums >other.sums
    run ce-merge 1.sums other.sums
    assert_output "ce-merge: other.sums: $2"
    assert_equal "$status" 1
  }
  changed 's/ce-score/ce-prepare zscore/' "sums of ce-prepare zscore, of ce-score in 1.sums"
  changed 's/round,0/round,3/' "sums of round 3, of round 0 in 1.sums"
  changed 's/"a"/"b"/' "block 'b' does not go with block 'a' of 1.sums"
  ce-merge 1.sums 2.sums 3.sums >all.sums
  run ce-score --ignore x all.sums
  assert_output "ce-score: all.sums: sums with ignore '', 'x' expected"
  assert_equal "$status" 1
  run ce-score --part 1/2 all.sums
  assert_output "ce-score: all.sums: sums, labels expected: no --part"
  assert_equal "$status" 1
  run ce-score -t 1.csv all.sums
  assert_equal "$status" 2
}

@test "ce-merge: of many parts that are missing the first are named whole, and points stand for the rest" {
  table a,class 1,x 1,y 2,y 2,y >1.csv
  ce-score --part 1/300 1.csv >1.sums
  run_split ce-score 1.sums
  assert_error 1 "ce-score: 1.sums: 299 of 300 parts are missing: $(seq -s', ' 2 21), ..."
  ce-score --part 1/22 1.csv >1.sums
  run_split ce-score 1.sums
  assert_error 1 "ce-score: 1.sums: 21 of 22 parts are missing: $(seq -s', ' 2 22)"
}

@test "ce-merge: parts with other options, or of other tables, are refused by what differs" {
  table a,class 1,x 1,y 2,y 2,y >1.csv
  table a,b,class 1,1,x 1,1,y 2,1,y 2,1,y >two.csv
  ce-score --part 1/2 1.csv >1.sums
  ce-score --part 2/2 two.csv >2.sums
  run_split ce-merge 1.sums 2.sums
  assert_error 1 "ce-merge: 2.sums: 3 blocks, 2 in 1.sums"
  ce-score --part 2/2 1.csv | sed 's/"ignore"/"other"/' >2.sums
  run_split ce-merge 1.sums 2.sums
  assert_error 1 "ce-merge: 2.sums: sums with the option 'other', 'ignore' in 1.sums"
  sed '/^option/d' 2.sums >none.sums
  run_split ce-merge 1.sums none.sums
  assert_error 1 "ce-merge: none.sums: sums with the option 'none', 'ignore' in 1.sums"
}

@test "ce-merge: zeros that follow each other are one cell, and count as what they stand for" {
  head=$(printf '%s\n' clens-sums,1 'of,"x"' round,0 parts,2)
  # 2,500 columns: zeros but for the first, the third and the last
  printf '%s\n' "$head" part,1,4,0a0b0c0d 'block,"n",add,2,2500,0' '7,*1,-3,*999,0,*998,0,0,*496,5' '*999,*999,*502' end >1
  printf '%s\n' "$head" part,2,4,0a0b0c0d 'block,"n",add,2,2500,0' "$(yes 1 | head -n 2500 | paste -sd,)" '0,*999,*999,2,*500' end >2
  ce-merge 1 2 >all
  rows() { sed -n '/^block/{n;p;n;p;}' "$1"; }
  { echo "8,1,-2,$(yes 1 | head -n 2496 | paste -sd,),6"; echo '*999,*999,0,2,*500'; } >expected
  rows all >got
  diff expected got
  # alone, a table is written in one way
  ce-merge 1 >got
  printf '%s\n' '7,0,-3,*999,*999,*498,5' '*999,*999,*502' >expected
  rows got >cells
  diff expected cells
  refuse() { # ROW MESSAGE
    printf '%s\n' "$head" part,1,4,0a0b0c0d 'block,"n",add,1,8,0' "$1" end >bad
    run ce-merge bad
    assert_output "ce-merge: bad:7: $2"
    assert_equal "$status" 1
  }
  refuse '1,*0,1' "'*0,1', a run of zeros that is not too long expected"
  refuse '1,*8' "'*8', a run of zeros that is not too long expected"
  refuse '1,*6' "'', a comma expected"
  refuse '1,*7,1' "',1', the end of the line expected"
  refuse '1,*,1' "',1', a whole number that is not too large expected"
  refuse '*1000' "'*1000', a run of zeros that is not too long expected"
  # a head that promises more than the file can hold takes no memory
  printf '%s\n' "$head" part,1,4,0a0b0c0d 'block,"n",add,1000000,1000000,0' '*999' end >bad
  run ce-merge bad
  assert_output "ce-merge: bad:7: '*999', as many entries as the block says expected"
  assert_equal "$status" 1
}

@test "ce-merge: wrong use of --part" {
  table a,class 1,x 1,y >1.csv
  for part in 0/3 4/3 1 1/ /3 a/3 1/3x -1/3 1/9999999999; do
    run ce-score --part "$part" 1.csv
    assert_line "ce-score: --part '$part', I/N with I from 1 to N expected, such as 3/64"
    assert_equal "$status" 2
  done
}

@test "ce-score --part, --cut: what is about scores is refused" {
  table a,class 1,x 2,y >t.csv
  for how in "--scores ari" "--scores all" --best "--format json" "--format csv"; do
    # shellcheck disable=SC2086 # words
    run_split ce-score --part 1/2 $how t.csv
    assert_error 2 "ce-score: ${how%% *} does not go with --part
Try 'ce-score --help'."
    # shellcheck disable=SC2086 # words
    run_split ce-score --cut 1/2 $how t.csv
    assert_error 2 "ce-score: --cut implies --part, and ${how%% *} does not go with --part
Try 'ce-score --help'."
  done
}

@test "ce-merge: a table that is damaged is refused with its line" {
  table a,class 1,x 1,y 2,y 2,y >1.csv
  ce-score --part 1/1 1.csv >good
  refuse() { # MESSAGE: of the file `bad`
    run ce-merge bad
    assert_output "ce-merge: bad:$1"
    assert_equal "$status" 1
  }
  sed 's/,keyed,3/,keyed,300/' good >bad
  refuse "8: '1,0,\"1\",\"x\",1', as many entries as the block says expected"
  sed 's/,keyed,3/,keyed,4/' good >bad
  refuse "11: 'block,\"objects of classes that are ignor', a whole number that is not too large expected"
  sed 's/,keyed,3/,cube,3/' good >bad
  refuse "7: 'cube,3,1,0', add, exact, least, largest, keyed, rows or top expected"
  sed 's/"x",1$/"x",1x/' good >bad
  refuse "8: '1x', a whole number that is not too large expected"
  sed 's/"x",1$/"x",99999999999999999999/' good >bad
  refuse "8: '99999999999999999999', a whole number that is not too large expected"
  sed 's/^part,1,4/part,2,4/' good >bad
  refuse "6: '2,4,$(sed -n 's/^part,1,4,//p' good)', a whole number that is not too large expected"
  sed '$d' good >bad
  refuse "13: the end of the file, 'block' or 'end' expected"
  (cat good; echo more) >bad
  refuse "14: 'more', nothing more expected"
  sed 's/clens-sums,1/clens-sums,2/' good >bad
  refuse "1: 'clens-sums,2', a table of sums, which begins with clens-sums,1, expected"
  sed '9s/.*/1,1,"1","x",1/' good >bad
  refuse "9: ',1', keys that differ expected"
  part=$(sed -n 's/^part,//p' good)
  sed '3s/round/rond/' good >bad
  refuse "3: 'rond,0', 'round' expected"
  sed '5s/parts/part/' good >bad
  refuse "5: 'part,1', 'parts' or 'option' expected"
  sed '2s/"//g' good >bad
  refuse "2: 'ce-score', a text in quotes expected"
  sed '2s/"$//; 3,$s/"//g' good >bad
  refuse "2: '\"ce-score', a text in quotes expected"
  sed '2s/-/\x00/' good >bad
  refuse "2: '\"ce', a text without NUL bytes expected"
  sed "6s/,\(.\).\(......\)$/,\1x\2/" good >bad
  refuse "6: '$(sed -n '6s/.*,//p' bad)', a checksum of eight digits expected"
  sed '6s/.$//' good >bad
  refuse "6: '$(sed -n '6s/.*,//p' bad)', a checksum of eight digits expected"
  sed "5s/1/2/; 6a part,$part" good >bad
  refuse "7: '$part', parts in ascending order expected"
  sed "5s/1/2/; 6s/part,1/part,0/" good >bad
  refuse "6: '0,${part#1,}', parts in ascending order expected"
  sed '/^block/s/.*/block,"n",least,1,1,0/; 8,$d' good >bad
  printf 'one\nend\n' >>bad
  refuse "8: 'one', a number expected"
  sed '/^block/s/.*/block,"n",exact,1,1,0/; 8,$d' good >bad
  printf '3q0\nend\n' >>bad
  refuse "8: '3q0', an exact sum such as -1a2bp-40 expected"
  head -c -12 good >bad
  run ce-merge bad
  assert_equal "$status" 1
  # a table of sums that is whole, of which a clustering has no such entry: one cell, three, no object
  for change in 's/"1","y",1$/"1",1/' 's/"1","y",1$/"1","y","z",1/' 's/"1","y",1$/"1","y",0/'; do
    sed "$change" good >bad
    run cmp -s good bad
    assert_equal "$status" 1
    run ce-score bad
    assert_output "ce-score: bad: block 'a': a key or count that no clustering has"
    assert_equal "$status" 1
  done
  sed '/ignored/{s/add,1,1,0/add,2,1,0/;n;s/$/\n0/}' good >bad
  run ce-score bad
  assert_output "ce-score: bad: block 'objects of classes that are ignored' has 2 rows, 1 expected"
  # sums that are too large for their type are no sums
  sed 's/^part,1,4/part,2,4/; s/^parts,1/parts,2/; s/"x",1$/"x",9223372036854775807/' good >one
  sed 's/^parts,1/parts,2/' good >two
  run ce-merge one two
  assert_output "ce-merge: two: a sum in block 'a' passes 2^63"
  assert_equal "$status" 1
}

@test "ce-merge: sums whose lines end with CR LF are read" {
  printf 'class,a\nx,1\nx,1\ny,2\n' | ce-score --part 1/1 >sums.csv
  sed 's/$/\r/' sums.csv >dos.csv
  run ce-merge dos.csv
  assert_equal "$status" 0
  assert_equal "$output" "$(cat sums.csv)"
}
