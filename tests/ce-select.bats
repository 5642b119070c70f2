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
  in_turn 4 sanitized
  table a,b,c,d 1,1,1,1 >pool.csv
  for seed in $(seq 100); do ce-select random -m 1 --seed "$seed" pool.csv | sed -n 1p; done | sort | uniq -c >counts
  # 100 draws, 4 columns: each count within 5 standard deviations (4.3) of 25
  awk '{ if ($1 < 4 || $1 > 46) exit bad = 1; n++ } END { exit bad || n != 4 }' counts
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

# Values with the others, by hand: a and d are the same partition, b agrees half with them, c with nobody; in bits H(b) is 2.
#   mean NMI (by the larger entropy): a, d (1 + .5 + 0) / 3; b (.5 + .5 + 0) / 3; c 0
agreeing() { table a,b,c,d 1,1,p,x 1,1,q,x 1,2,p,x 1,2,q,x 2,3,p,y 2,3,q,y 2,4,p,y 2,4,q,y; }

# chosen COMMAND...: the names of the columns that it writes
chosen() { "$@" | sed -n 1p; }

# As memberships: .7 for the label, the rest shared by the other clusters; missing labels say nothing.
soft() {
  awk -F, -v OFS=, 'NR == 1 { split($0, name); next }
    { rows++; for (c = 1; c <= NF; c++) { cell[rows, c] = $c
        if ($c != "" && $c != "NA" && !((c, $c) in number)) { number[c, $c] = ++k[c]; label[c, k[c]] = $c } } }
    END {
      for (i = 0; i <= rows; i++) { line = ""
        for (c = 1; c <= NF; c++) for (l = 1; l <= k[c]; l++) {
          value = label[c, l] == cell[i, c] ? .7 : .3 / (k[c] > 1 ? k[c] - 1 : 1)
          if (k[c] == 1) value = 1
          if (cell[i, c] == "" || cell[i, c] == "NA") value = "NA"
          if (i == 0) value = name[c] ":" label[c, l]
          line = line "," value }
        print substr(line, 2) } }'
}

@test "ce-select random: a microcluster table keeps its sizes" {
  table size,a,b 3,1,x 2,2,y >micro.csv
  run_split ce-select random -m 1 --seed 1 micro.csv
  assert_equal "$(echo "$output" | cut -d, -f1 | tr '\n' ' ')" "size 3 2 "
}

@test "ce-select best: those that agree most with the others, by hand; in the order of the columns" {
  agreeing >labels.csv
  assert_equal "$(chosen ce-select best -m 1 labels.csv)" a
  assert_equal "$(chosen ce-select best -m 2 labels.csv)" a,d
  assert_equal "$(chosen ce-select best -m 3 labels.csv)" a,b,d
  run_split ce-select best -m 3 --nmi max -v labels.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-select: a: mean NMI with the others 0.5
ce-select: b: mean NMI with the others 0.333333
ce-select: c: mean NMI with the others 0
ce-select: d: mean NMI with the others 0.5
ce-select: 8 objects, 4 base clusterings, 3 of them chosen"
  assert_equal "$output" "$(cut -d, -f1,2,4 labels.csv)"
}

@test "ce-select best: the means are those of ce-diversity --members, by NMI in every form and by ARI" {
  labels="$FIXTURES/score/labels.csv"
  for arguments in "--nmi sqrt" "--nmi max" "--nmi sum" "--nmi min" "--nmi joint" "--by ari"; do
    column=3
    [ "$arguments" = "--by ari" ] && column=4
    # words to be split
    # shellcheck disable=SC2086
    ce-diversity --members ${arguments#--by ari} "$labels" | tail -n +2 | cut -d, -f"1,$column" | sort -t, -k2,2gr | sed -n 1,3p |
      cut -d, -f1 | sort >expected
    # shellcheck disable=SC2086
    chosen ce-select best -m 3 $arguments "$labels" | tr , '\n' | sort >out
    diff expected out >>wrong || echo "$arguments" >>wrong
  done
  [ ! -e wrong ] || assert_equal "$(cat wrong)" ""
}

@test "ce-select best --weights: the largest weights, as ce-weigh writes them; ties: the first" {
  agreeing >labels.csv
  table clustering,weight a,.2 b,.9 c,.4 d,.4 >weights.csv
  assert_equal "$(chosen ce-select best -m 2 --weights weights.csv labels.csv)" b,c
  assert_equal "$(chosen ce-select best -m 3 --weights - labels.csv <weights.csv)" b,c,d
  ce-weigh ncai labels.csv >ncai.csv
  assert_equal "$(chosen ce-select best -m 2 --weights ncai.csv labels.csv)" "$(chosen ce-select best -m 2 --nmi max labels.csv)"
  head -n 4 weights.csv >short.csv
  run_split ce-select best -m 2 --weights short.csv labels.csv
  assert_error 1 "ce-select: short.csv: 3 weights, 4 base clusterings"
}

@test "ce-select threshold: both ends are kept; nothing within is refused" {
  agreeing >labels.csv
  table .2 .9 .4 .4 >weights.csv
  keep() { chosen ce-select threshold --weights weights.csv "$@" labels.csv; }
  assert_equal "$(keep --at-least .4)" b,c,d
  assert_equal "$(keep --at-most .4)" a,c,d
  assert_equal "$(keep --at-least .4 --at-most .4)" c,d
  assert_equal "$(keep --at-least -3)" a,b,c,d
  assert_equal "$(chosen ce-select threshold --nmi max --at-least .4 labels.csv)" a,d
  assert_equal "$(chosen ce-select threshold --by ari --at-most 0 labels.csv)" c
  run_split ce-select threshold --weights weights.csv --at-least 1 labels.csv
  assert_error 1 "ce-select: labels.csv: no base clustering has a value within the threshold; they lie from 0.2 to 0.9"
  run_split ce-select threshold --at-least 0 <<<"a
1
2"
  assert_error 1 "ce-select: standard input: no two base clusterings can be compared"
}

@test "ce-select diverse: first the two that differ most, then the one farthest from those chosen" {
  agreeing >labels.csv
  # a-c, b-c and c-d all have NMI 0: the first pair; then b (mean .25 of a and c) before d (mean .5)
  assert_equal "$(chosen ce-select diverse -m 2 labels.csv)" a,c
  assert_equal "$(chosen ce-select diverse -m 3 labels.csv)" a,b,c
  assert_equal "$(chosen ce-select diverse -m 1 labels.csv)" c
  run_split ce-select diverse -m 3 -v labels.csv
  assert_equal "$stderr" "ce-select: 1. a
ce-select: 2. c
ce-select: 3. b
ce-select: 8 objects, 4 base clusterings, 3 of them chosen"
  assert_equal "$output" "$(cut -d, -f1-3 labels.csv)"
}

@test "ce-select diverse: base clusterings without a value with those chosen come last, and do not count in the means" {
  # a and b differ most; c has nothing in common with either; d agrees with a (1), but shares no object with b; e agrees half with both
  table a,b,c,d,e 1,1,,1,1 1,2,,1,1 2,1,,2,2 2,2,,2,1 1,1,,1,1 1,2,,1,2 2,1,,2,2 2,2,,2,2 ,,1,,1 ,,2,,2 >labels.csv
  awk -F, -v OFS=, 'NR > 1 { if ($2 != "" && NR % 2) $4 = ""; } 1' labels.csv >partial.csv
  run_split ce-select diverse -m 2 partial.csv
  assert_equal "$status" 0
  assert_equal "$(head -n 1 <<<"$output")" a,b
  assert_equal "$(chosen ce-select diverse -m 3 --by ari labels.csv)" a,b,e
  assert_equal "$(chosen ce-select diverse -m 4 --by ari labels.csv)" a,b,d,e
}

@test "ce-select diverse: the greedy choice of a plain program, and more diverse than all, best and any of 20 at random" {
  # the first is among those most unlike the others, and the most unlike
  for turned in 1 0; do
    awk -v turned=$turned 'BEGIN { srand(5); for (q = 1; q <= 24; q++) printf "c%d%s", q, q < 24 ? "," : "\n"
      for (i = 0; i < 90; i++) { b = int(5 * rand()); for (q = 1; q <= 24; q++) printf "%d%s", rand() < (turned ? (q + 2) % 24 + 1 : q) / 26 ? b : 6 * rand(), q < 24 ? "," : "\n" } }' >labels.csv
    for by in nmi ari; do
      ce-diversity --pairs labels.csv | cut -d, -f1,2,"$([ $by = nmi ] && echo 3 || echo 5)" >pairs
      ce-select diverse --by $by -m 7 labels.csv | sed -n 1p | tr , '\n' | sort >out
      awk -F, 'NR > 1 { s[$1, $2] = s[$2, $1] = $3; if (!($1 in at)) { at[$1] = ++m; name[m] = $1 } if (!($2 in at)) { at[$2] = ++m; name[m] = $2 }
          if (NR == 2 || $3 < least) { least = $3; first = $1; second = $2 } }
        END { done[first] = done[second] = 1
          for (count = 2; count < 7; count++) { best = 0
            for (q = 1; q <= m; q++) if (!(name[q] in done)) { sum = 0; for (p in done) sum += s[p, name[q]]
              if (!best || sum < low) { best = q; low = sum } }
            done[name[best]] = 1 }
          for (p in done) print p }' pairs | sort | cmp - out
    done
  done
  diversity() { ce-diversity -s d-nmi "$@" | tail -n 1 | cut -d, -f2; }
  ce-select diverse -m 7 labels.csv | diversity >values
  diversity labels.csv >>values
  ce-select best -m 7 labels.csv | diversity >>values
  for seed in $(seq 20); do ce-select random -m 7 --seed "$seed" labels.csv | diversity; done >>values
  awk 'NR == 1 { top = $1; next } $1 >= top { exit bad = 1 } END { exit bad || NR != 23 }' values
}

@test "ce-select diverse: the greedy choice of a plain program where many pairs have nothing in common" {
  # a base clustering labels two of six groups of objects
  awk 'BEGIN { srand(3); m = 14; for (q = 1; q <= m; q++) { printf "c%d%s", q, q < m ? "," : "\n"; has[q, int(6 * rand())] = has[q, int(6 * rand())] = 1 }
    for (i = 0; i < 120; i++) { b = int(3 * rand()); for (q = 1; q <= m; q++) printf "%s%s", (q, i % 6) in has ? rand() < q / 16 ? b : int(3 * rand()) : "", q < m ? "," : "\n" } }' >labels.csv
  ce-diversity --pairs labels.csv | cut -d, -f1-3 >pairs
  assert [ "$(grep -c ',$\|,NA$' pairs)" -gt 20 ]
  for m in 3 5 8 11; do
    chosen ce-select diverse -m $m labels.csv | tr , '\n' | sort >out
    awk -F, -v m=$m 'NR > 1 { if (!($1 in at)) { at[$1] = ++all; name[all] = $1 } if (!($2 in at)) { at[$2] = ++all; name[all] = $2 }
        if ($3 == "" || $3 == "NA") next
        s[$1, $2] = s[$2, $1] = $3
        if (first == "" || $3 + 0 < least) { least = $3 + 0; first = $1; second = $2 } }
      END { done[first] = done[second] = 1
        for (count = 2; count < m; count++) { best = 0
          for (q = 1; q <= all; q++) if (!(name[q] in done)) {
            sum = pairs = 0
            for (p in done) if ((p, name[q]) in s) { sum += s[p, name[q]]; pairs++ }
            mean = pairs ? sum / pairs : 2 # after all others
            if (!best || mean < low) { best = q; low = mean } }
          done[name[best]] = 1 }
        for (p in done) print p }' pairs | sort | diff - out
  done
}

@test "ce-select diverse --how least: those that agree least with all others: what best leaves" {
  agreeing >labels.csv
  assert_equal "$(chosen ce-select diverse --how least -m 2 labels.csv)" b,c
  labels="$FIXTURES/score/labels.csv"
  { chosen ce-select diverse --how least -m 3 --by ari "$labels" | tr , '\n'; chosen ce-select best -m 5 --by ari "$labels" | tr , '\n'; } |
    sort >out
  head -n 1 "$labels" | tr , '\n' | sort | cmp - out
}

@test "ce-select diverse --how least --weights: the smallest weights; ties: the first" {
  agreeing >labels.csv
  table clustering,weight a,.2 b,.9 c,.4 d,.4 >weights.csv
  assert_equal "$(chosen ce-select diverse --how least -m 2 --weights weights.csv labels.csv)" a,c
  assert_equal "$(chosen ce-select diverse --how least -m 1 --weights - labels.csv <weights.csv)" a
}

@test "ce-select --by smi: the means of ce-score --pairwise, best, threshold and diverse" {
  labels="$FIXTURES/score/labels.csv"
  ce-score --pairwise -s smi "$labels" |
    awk -F, 'NR > 1 { sum = 0; for (c = 2; c <= NF; c++) if (c != NR) sum += $c; print $1 "," sum / (NF - 2) }' | sort -t, -k2,2g >means
  head -n 3 means | cut -d, -f1 | sort >expected
  chosen ce-select diverse --how least --by smi -m 3 "$labels" | tr , '\n' | sort | cmp - expected
  tail -n 3 means | cut -d, -f1 | sort >expected
  chosen ce-select best --by smi -m 3 "$labels" | tr , '\n' | sort | cmp - expected
  chosen ce-select threshold --by smi --at-least "$(tail -n 4 means | sed -n 1p | cut -d, -f2)" "$labels" | tr , '\n' >out
  sort out | comm -13 - expected >missing
  assert_equal "$(cat missing)" ""
  run_split ce-select best --by smi -m 1 -v "$labels"
  assert_regex "$stderr" 'mean SMI with the others [0-9.e+-]*'
}

@test "ce-select: equal base clusterings at any place have equal values: the first of them is taken" {
  # p three times, among others that differ from each other
  awk 'BEGIN { srand(9); print "a,p1,b,c,p2,d,p3,e"; for (i = 0; i < 60; i++) { p = int(4 * rand())
    for (q = 1; q <= 5; q++) l[q] = rand() < .5 ? p : int(3 * rand())
    print l[1] "," p "," l[2] "," l[3] "," p "," l[4] "," p "," l[5] } }' >labels.csv
  assert_equal "$(chosen ce-select best -m 1 labels.csv)" p1
  assert_equal "$(chosen ce-select best -m 2 labels.csv)" p1,p2
  assert_equal "$(chosen ce-select best -m 2 --by ari labels.csv)" p1,p2
}

@test "ce-select: what cannot be compared comes last, and is within no threshold" {
  # z shares no object with the others
  table z,a,b ,1,1 ,1,2 ,2,2 1,, >labels.csv
  assert_equal "$(chosen ce-select best -m 2 labels.csv)" a,b
  assert_equal "$(chosen ce-select diverse --how least -m 2 labels.csv)" a,b
  assert_equal "$(chosen ce-select diverse -m 2 labels.csv)" a,b
  assert_equal "$(chosen ce-select threshold --at-least 0 labels.csv)" a,b
  assert_equal "$(chosen ce-select diverse -m 3 labels.csv)" z,a,b
  run_split ce-select best -m 1 -v labels.csv
  assert_equal "${stderr_lines[0]}" "ce-select: z: no mean NMI with the others"
  # none at all can be compared
  assert_equal "$(chosen ce-select diverse -m 2 <<<"a,b
1,
,1")" a,b
}

@test "ce-select: microclusters are chosen as their objects" {
  awk 'BEGIN { srand(3); print "a,b,c,d,e"; for (i = 0; i < 300; i++) { b = int(3 * rand()); line = ""
    for (q = 1; q <= 5; q++) line = line "," (rand() < q / 6 ? b : int(3 * rand())); print substr(line, 2) } }' >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  for how in "best -m 2" "best -m 2 --by ari" "diverse -m 3" "diverse --how least -m 2" "random -m 3"; do
    # words to be split
    # shellcheck disable=SC2086
    assert_equal "$(chosen ce-select $how micro.csv)" "size,$(chosen ce-select $how labels.csv)"
  done
}

@test "ce-select names: columns by name, in the order of the names" {
  pool >pool.csv
  assert_equal "$(ce-select names --names d,a pool.csv)" "d,a
7,1
7,1
8,2"
  table clustering,nmi c,.5 b,.1 >scores.csv
  assert_equal "$(chosen ce-select names --from scores.csv pool.csv)" c,b
  assert_equal "$(chosen ce-select names --from - pool.csv < <(table b d))" b,d
  assert_equal "$(chosen ce-select names --from - pool.csv < <(table clustering b d))" b,d
  printf '%s\n' '"a,1",b' 1,2 >comma.csv
  assert_equal "$(chosen ce-select names --from <(echo '"a,1"') comma.csv)" '"a,1"'
  run_split ce-select names --names a,e pool.csv
  assert_error 1 "ce-select: pool.csv: no base clustering 'e'"
  run_split ce-select names --names a, pool.csv
  assert_error 1 "ce-select: pool.csv: no base clustering ''"
  run_split ce-select names --names a,b,a pool.csv
  assert_error 1 "ce-select: base clustering 'a' is asked for twice"
  paste -d, pool.csv pool.csv >twice.csv
  run_split ce-select names --names a twice.csv
  assert_error 1 "ce-select: twice.csv: several base clusterings 'a': they are 'a#1', 'a#2' ..."
  ce-select names --names 'a#2' -o second.csv twice.csv
  assert_equal "$(tail -n +2 second.csv)" "$(cut -d, -f"$(head -n 1 pool.csv | tr , '\n' | grep -nx a | cut -d: -f1)" pool.csv | tail -n +2)"
  table name,nmi c,.5 >wrong.csv
  run_split ce-select names --from wrong.csv pool.csv
  assert_error 1 "ce-select: wrong.csv:1: 2 columns and none named 'clustering'"
  echo clustering >empty.csv
  run_split ce-select names --from empty.csv pool.csv
  assert_error 1 "ce-select: empty.csv: no names, at least one expected"
}

@test "ce-select names --leave-out: all others, in the order of the table" {
  printf 'id,d,b,a,c\nx,1,2,3,4\ny,5,6,7,8\n' >out.csv
  assert_equal "$(ce-select names --names c,d --leave-out out.csv)" "id,b,a
x,2,3
y,6,7"
  assert_equal "$(chosen ce-select names --names '[a-c]' --leave-out out.csv)" id,d
  assert_equal "$(chosen ce-select names --from <(table b) --leave-out out.csv)" id,d,a,c
  ce-select names --names c,d --leave-out --chosen left -o /dev/null out.csv
  assert_equal "$(paste -sd, left)" b,a
  run_split ce-select names --names '*' --leave-out out.csv
  assert_error 1 "ce-select: out.csv: --leave-out leaves none of 4 base clusterings"
  run_split ce-select names --names e --leave-out out.csv
  assert_error 1 "ce-select: out.csv: no base clustering 'e'"
  run_split ce-select names --leave-out out.csv
  assert_error 2 "ce-select: names: one of --names and --from is needed
Try 'ce-select --help'."
}

@test "ce-select --chosen: the names chosen, which names --from takes for another table" {
  seq -s, 1 50 | sed 's/[0-9]*/c&/g' >pool.csv
  { seq -s, 1 50; seq -s, 2 51; } >>pool.csv
  ce-select random -m 15 --seed 7 --chosen drawn pool.csv >one
  assert_equal "$(wc -l <drawn)" 15
  assert_equal "$(paste -s -d, drawn)" "$(head -n 1 one)"
  ce-select names --from drawn pool.csv | cmp - one
  ce-select best -m 3 --chosen - -o out pool.csv >three
  head -n 1 out | tr , '\n' | cmp - three
}

@test "ce-select --chosen: names that look like a header, or like several cells, come back" {
  in_turn 4 sanitized
  local name other
  for name in clustering 'a;b' $'a\tb' 'a b' 'sep=;' 3 NA; do
    for other in b clustering 'c;d' $'c\td'; do
      [ "$name" != "$other" ] || continue
      table "\"$name\",\"$other\"" 1,1 2,1 >two.csv
      for between in auto ,; do
        ce-select best -m 2 -d "$between" --chosen drawn two.csv >chosen
        run_split ce-select names -d "$between" --from drawn two.csv
        assert_equal "$stderr" ""
        assert_equal "$output" "$(cat chosen)"
      done
    done
  done
}

@test "ce-select: every noun chooses the same base clusterings of a membership table as of its labels" {
  { agreeing; table ,4,q,y; } >labels.csv
  soft <labels.csv >memberships.csv
  assert_equal "$(head -n 1 memberships.csv)" "a:1,a:2,b:1,b:2,b:3,b:4,c:p,c:q,d:x,d:y"
  table a b d >names
  for how in "random -m 2 --seed 7" "random -m 3 --seed 2" "best -m 2" "threshold --at-least .3" "diverse -m 3" "diverse --how least -m 2" "names --from names"; do
    # words to be split
    # shellcheck disable=SC2086
    ce-select $how --chosen one labels.csv >hard
    # shellcheck disable=SC2086
    ce-select $how --chosen two memberships.csv >out
    cmp one two
    soft <hard | cmp - out
  done
}

@test "ce-select: a membership table keeps its id column; soft members as drawn, whole" {
  table id,x:1,x:2,y:p,y:q,y:r o1,.25,.75,1,0,0 o2,1,0,.5,.25,.25 >memberships.csv
  assert_equal "$(ce-select names --names y memberships.csv)" "id,y:p,y:q,y:r
o1,1,0,0
o2,0.5,0.25,0.25"
  run_split ce-select random -m 3 memberships.csv
  assert_error 1 "ce-select: memberships.csv: 2 base clusterings, 3 to be drawn without replacement"
}

@test "ce-select: more members than columns is refused, whatever the noun" {
  pool >pool.csv
  for how in best diverse "diverse --how least"; do
    # words to be split
    # shellcheck disable=SC2086
    run_split ce-select $how -m 5 pool.csv
    assert_error 1 "ce-select: pool.csv: 4 base clusterings, 5 to be chosen"
  done
}

@test "ce-select: a noun is needed, and an unknown one is wrong use" {
  run_split ce-select
  assert_error 2 "ce-select: which? one of the nouns is needed
Try 'ce-select --help'."
  run_split ce-select worst
  assert_error 2 "ce-select: unknown noun 'worst', expected one of: random, best, threshold, diverse, names
Try 'ce-select --help'."
}

@test "ce-select: wrong use" {
  wrong() { run_split ce-select "$@"; assert_error 2 "ce-select: $message
Try 'ce-select --help'."; }
  message="threshold: --at-least or --at-most is needed" wrong threshold pool.csv
  message="--at-least 0.5 is above --at-most 0.4" wrong threshold --at-least .5 --at-most .4 pool.csv
  message="names: one of --names and --from is needed" wrong names pool.csv
  message="--names does not go with --from" wrong names --names a --from b pool.csv
  message="--by does not go with --weights" wrong best --weights w --by ari pool.csv
  message="--nmi does not go with --weights" wrong threshold --at-least 1 --weights w --nmi max pool.csv
  message="--weights and FILE are both standard input" wrong best --weights -
  message="--from and FILE are both standard input" wrong names --from - -
  message="--chosen and the result are both standard output" wrong random --chosen - pool.csv
  message="--weights goes with --how least" wrong diverse --weights w pool.csv
  message="--weights does not go with random, only with: best threshold diverse" wrong random --weights w pool.csv
  message="--members does not go with threshold, only with: random best diverse" wrong threshold -m 3 --at-least 1 pool.csv
  message="--nmi goes with --by nmi" wrong best --by ari --nmi max pool.csv
  message="--nmi goes with --by nmi" wrong diverse --by smi --nmi max pool.csv
  message="--seed does not go with best, only with: random" wrong best --seed 3 pool.csv
  message="--how 'most', one of greedy|least expected" wrong diverse --how most pool.csv
  message="--by 'rand', one of nmi|ari|smi expected" wrong best --by rand pool.csv
  message="--at-least 'nan', a number expected" wrong threshold --at-least nan pool.csv
  message="--members '0', a whole number from 1 expected" wrong best -m 0 pool.csv
}

@test "ce-select, ce-relabel, voting, best: means that are equal but for rounding are ties" {
  printf 'c1,c2,c3\n1,2,3\n2,4,2\n3,3,2\n2,2,4\n2,4,1\n1,2,3\n' >tie.csv
  assert_equal "$(ce-select best -m 1 tie.csv | head -n 1)" "c1"
  run ce-relabel -v tie.csv
  assert_line "ce-relabel: the reference is c1"
  printf 'c1,c2,c3\n3,1,1\n2,2,1\n3,1,1\n1,1,2\n2,2,3\n2,3,2\n2,1,1\n' >v.csv
  assert_equal "$(ce-consensus voting -k 3 v.csv | paste -sd' ')" "voting.k3 1 2 1 1 2 3 1"
  printf 'c1,c2\n1,1\n2,1\n2,1\n1,2\n3,2\n1,3\n2,2\n' >b.csv
  run ce-consensus best -k 2 --among hbgf,lwea b.csv
  assert_output --partial "best.k2: hbgf, by mean NMI"
}

@test "ce-select names: * and ? mean all names that match, in the order of the table" {
  printf 'a.k2.r1,b.k3.r1,a.k3.r2,a*\n1,1,1,1\n2,2,2,2\n' >x.csv
  assert_equal "$(ce-select names --names '*.k3.*,a.k2.r?' x.csv | head -n 1)" "b.k3.r1,a.k3.r2,a.k2.r1"
  assert_equal "$(ce-select names --names 'a*' x.csv | head -n 1)" "a*"
  run ce-select names --names '*.k9.*' x.csv
  assert_equal "$status" 1
  assert_output "ce-select: x.csv: no base clustering matches '*.k9.*'"
  run ce-select names --names 'a.k2.r1,a.*' x.csv
  assert_equal "$status" 1
  assert_output "ce-select: base clustering 'a.k2.r1' is asked for twice"
}
