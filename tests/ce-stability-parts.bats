#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-stability --part: the pairs of one table in shares, and the result of all of them.

setup() {
  load common
}

# in_parts PARTS NOUN OPTION... FILE: the sums of all parts, joined, in all.sums.
in_parts() {
  local parts=$1 i files=()
  shift
  for ((i = parts; i >= 1; i--)); do
    ce-stability "$@" --part "$i/$parts" -o "$i.sums"
    files+=("$i.sums")
  done
  ce-merge "${files[@]}" --complete -o all.sums
}

# as_one "PARTS..." FILE NOUN OPTION...: bytes and notes of each number of parts are those of one.
as_one() {
  local numbers=$1 file=$2 parts
  shift 2
  ce-stability "$@" "$file" >whole 2>notes
  for parts in $numbers; do
    in_parts "$parts" "$@" "$file"
    ce-stability "$@" all.sums >got 2>said
    cmp got whole
    cmp said notes
    rm ./*.sums
  done
}

# Resampled members, some labels missing, with an awkward table of their microclusters.
members() {
  ce-generate kmeans -k 2..6 -m 30 --objects 0.8 --unseen missing "$CE_SOURCE/data/wine.csv" -q
}

@test "ce-stability parts: k, pac, cdf and area of 1, 3, 4 and 7 parts are those of one process" {
  in_turn 4 sanitized
  members >labels.csv
  for noun in k pac cdf area; do as_one "1 3 4 7" labels.csv "$noun"; done
  assert_equal "$(head -n 1 whole)" "k,members,area,delta"
  # what is asked of the sums does not decide them
  in_parts 3 pac labels.csv
  ce-stability pac --low 0.2 --high 0.7 -q all.sums >got
  ce-stability pac --low 0.2 --high 0.7 -q labels.csv >whole
  cmp got whole
  in_parts 2 cdf labels.csv
  ce-stability cdf --points 7 --format json all.sums >got
  ce-stability cdf --points 7 --format json labels.csv >whole
  cmp got whole
}

@test "ce-stability parts: groups, linkages and a choice of k" {
  members >labels.csv
  as_one "4" labels.csv k --linkage single
  as_one "4" labels.csv k --linkage none
  as_one "3" labels.csv k -k 3..5
  as_one "3" labels.csv pac --group none
  as_one "3" labels.csv k --group clusters
}

@test "ce-stability parts: microclusters with sizes, of more than 2^31 objects" {
  ce-generate kmeans -k 2..5 -m 12 "$CE_SOURCE/data/wine.csv" -q | ce-microcluster compress |
    awk -F, -v OFS=, 'NR > 1 { $1 = NR "00000007" } { print }' >micro.csv
  assert [ "$(awk -F, 'NR > 1 { s += $1 } END { print (s > 2 ^ 31) }' micro.csv)" = 1 ]
  for noun in k pac cdf; do as_one "1 4" micro.csv "$noun"; done
}

@test "ce-stability parts: a base clustering of very many clusters" {
  # it is left aside, and its pairs are counted by the first part
  ce-generate kmeans -k 2 -m 3 --init random "$CE_SOURCE/data/iris.csv" -q >labels.csv
  awk 'NR == 1 { print "ids.k2"; next } { print int(NR / 2) }' labels.csv >ids.csv
  paste -d, labels.csv ids.csv >both.csv
  as_one "1 3 7" both.csv pac
  as_one "2" both.csv cdf
}

@test "ce-stability parts: drawn pairs" {
  in_turn 4 sanitized
  members >labels.csv
  for noun in pac cdf; do as_one "1 3 4 7" labels.csv "$noun" --sample-pairs 300000 --seed 5; done
}

@test "ce-stability parts: shares are equal by pairs" {
  # 400 different rows: a part of 4 has a quarter of the 79,800 pairs, to a block of rows
  seq 0 399 | awk 'BEGIN { print "a,b" } { print int($1 / 20) "," $1 % 20 }' >labels.csv
  in_parts 4 pac --group none labels.csv
  for i in 1 2 3 4; do
    pairs=0
    for cell in $(sed '1,/^block,"pairs/d; /^end/d; s/,/ /g' "$i.sums"); do
      [ "$cell" = 0 ] || pairs=$((pairs + (16#${cell%p*} << ${cell#*p})))
    done
    echo "part $i: $pairs pairs"
    assert [ "$pairs" -gt 18300 ]
    assert [ "$pairs" -lt 21600 ]
  done
}

@test "ce-stability parts: what does not belong together is refused" {
  table a.k2,b.k2 1,1 1,2 2,2 2,1 >1.csv
  table a.k2,b.k2 1,1 1,2 2,2 2,2 >2.csv
  ce-stability pac --part 1/3 1.csv -o 1.sums
  ce-stability pac --part 2/3 2.csv -o 2.sums
  ce-stability pac --part 3/3 1.csv -o 3.sums
  ce-merge 1.sums 3.sums -o two.sums
  run_split ce-stability pac two.sums
  assert_error 1 "ce-stability: two.sums: 1 of 3 parts are missing: 2"
  run_split ce-merge two.sums 3.sums
  assert_error 1 "ce-merge: 3.sums: part 3 of 3 is also in two.sums"
  ce-merge two.sums 2.sums -o all.sums
  run_split ce-stability pac all.sums
  assert_equal "$status" 1
  assert_regex "$stderr" "^ce-stability: all.sums: part 2 has read another table than part 1: \
checksum [0-9a-f]{8}, [0-9a-f]{8} expected$"
  ce-stability pac --part 2/3 1.csv -o 2.sums
  ce-merge two.sums 2.sums -o all.sums
  run_split ce-stability cdf all.sums
  assert_error 1 "ce-stability: all.sums: sums of ce-stability pac, of ce-stability cdf expected"
  run_split ce-stability pac --group name -k 2 all.sums
  assert_error 1 "ce-stability: all.sums: sums with group 'auto', 'name' expected"
  run_split ce-stability pac -k 2 all.sums
  assert_error 1 "ce-stability: all.sums: sums with clusters '', '2' expected"
  run_split ce-stability pac --sample-pairs 9 all.sums
  assert_error 1 "ce-stability: all.sums: sums with sample-pairs '0', '9' expected"
  run_split ce-stability pac --part 1/3 all.sums
  assert_error 1 "ce-stability: all.sums: a table of sums, labels expected: no --part"
  run_split ce-stability lifetime all.sums
  assert_error 1 "ce-stability: all.sums: a table of sums, labels expected"
  run_split ce-stability k --part 1/3 --format json 1.csv
  assert_error 2 "ce-stability: --format does not go with --part
Try 'ce-stability --help'."
  run_split ce-stability object --part 1/3 1.csv
  assert_equal "$status" 2
  run_split ce-stability pac --part 0/3 1.csv
  assert_equal "$status" 2
}

@test "ce-stability parts: damaged sums are refused" {
  table a.k2,b.k2 1,1 1,2 2,2 2,1 | ce-stability k --part 1/1 -o good
  refuse() { # SED MESSAGE
    sed "$1" good >bad
    cmp -s good bad && return 1
    run_split ce-stability k bad
    assert_error 1 "ce-stability: bad: $2"
  }
  refuse 's/^2,2,2$/2,-2,2/' "block 'groups': group 1 has what no clusterings have"
  refuse 's/^2,2,2$/2,2,3/' "block 'groups': group 1 has what no clusterings have"
  refuse 's/^2,2,2$/2.5,2,2/' "block 'groups': group 1 has what no clusterings have"
  refuse 's/^2,2,2$/2,3,3/' "block 'pairs 1' is exact with 3 columns, exact with 4 expected"
  refuse 's/^2,2,2$/2,2,1/' "block 'pairs 1': group 1 has what no clusterings have"
  refuse 's/"pairs 1"/"pairs 2"/' "no block 'pairs 1'"
  refuse 's/"lifetimes"/"lives"/' "no block 'lifetimes'"
  refuse '/"lifetimes"/{s/,1,1,0/,2,1,0/;n;s/\(.*\)/\1\n\1/}' "block 'lifetimes': group 1 has what no clusterings have"
  refuse '/"longest"/{n;s/^2,/2.5,/}' "block 'lifetimes': group 1 has what no clusterings have"
  refuse 's/"inconsistency"/"inconsistent"/' "no block 'inconsistency'"
  refuse '/"inconsistency"/{s/,1,1,0/,2,1,0/;n;s/\(.*\)/\1\n\1/}' "block 'inconsistency': group 1 has what no clusterings have"
  refuse '/"groups"/{s/,1,3,0/,0,3,0/;n;d}' "no group"
  refuse '/"pairs 1"/,/^block/s/p0,/p0,-/' "block 'pairs 1': group 1 has what no clusterings have"
}
