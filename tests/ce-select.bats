#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

pool() { table a,b,c,d 1,x,,7 1,y,2,7 2,x,2,8; }

@test "ce-select random: keeps labels, names and missing cells of the columns it draws" {
  pool >pool.csv
  run_split ce-select random -m 4 pool.csv
  assert_equal "$status" 0
  assert_equal "$(echo "$output" | tr , '\n' | sort | tr '\n' ' ')" "1 1 2 2 2 7 7 8 NA a b c d x x y "
}

@test "ce-select random: same seed, same bytes; another seed, another choice" {
  seq -s, 1 50 | sed 's/[0-9]*/c&/g' >pool.csv
  seq -s, 1 50 >>pool.csv
  ce-select random -m 10 --seed 7 pool.csv >one
  ce-select random -m 10 --seed 7 pool.csv >two
  ce-select random -m 10 --seed 8 pool.csv >three
  cmp one two
  run cmp -s one three
  assert_equal "$status" 1
}

@test "ce-select random: every column is as likely as any other" {
  table a,b,c,d 1,1,1,1 >pool.csv
  for seed in $(seq 400); do ce-select random -m 1 --seed "$seed" pool.csv | head -n 1; done | sort | uniq -c >counts
  # 400 draws, 4 columns: each count within 5 standard deviations (8.7) of 100
  awk '{ if ($1 < 57 || $1 > 143) exit 1; n++ } END { exit n != 4 }' counts
}

@test "ce-select random: the id column stays first" {
  table id,a,b p,1,2 q,2,2 >pool.csv
  run_split ce-select random -m 2 pool.csv
  assert_equal "$(echo "$output" | cut -d, -f1 | tr '\n' ' ')" "id p q "
}

@test "ce-select random: more members than columns is refused" {
  pool >pool.csv
  run_split ce-select random -m 5 pool.csv
  assert_error 1 "ce-select: pool.csv: 4 base clusterings, 5 to be drawn without replacement"
}

@test "ce-select: a noun is needed, and an unknown one is wrong use" {
  run_split ce-select
  assert_error 2 "ce-select: which? one of the nouns is needed
Try 'ce-select --help'."
  run_split ce-select best
  assert_error 2 "ce-select: 'best' is none of its nouns: random
Try 'ce-select --help'."
}
