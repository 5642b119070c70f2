#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-consensus --choose: k by how far the consensus of two halves of the base clusterings agrees.

setup() {
  load common
  load ensembles
}

# The four base clusterings of a table in three pairs of halves.
PAIRS="1,2:3,4 1,3:2,4 1,4:2,3"

# jaccard FIRST SECOND: how well the clusters of two label tables of one column find each other [hennig2007]: for each cluster the
# largest Jaccard index with one of the other table, the mean of these over the clusters of each table, and the mean of the two.
# Objects without a label in one of them take no part.
jaccard() {
  paste -d, "$1" "$2" | awk -F, 'NR > 1 && $1 != "NA" && $2 != "NA" { a[$1]++; b[$2]++; both[$1 "," $2]++ }
    END {
      for (i in a) { k++; best = 0
        for (j in b) { x = both[i "," j] / (a[i] + b[j] - both[i "," j]); if (x > best) best = x }
        first += best }
      for (j in b) { l++; best = 0
        for (i in a) { x = both[i "," j] / (a[i] + b[j] - both[i "," j]); if (x > best) best = x }
        second += best }
      printf "%.10g\n", (first / k + second / l) / 2 }'
}

# split_by_hand "NAME OPTIONS" K: the agreement of the results of each pair of halves of labels.csv, one a line.
split_by_hand() {
  local halves words
  read -ra words <<<"$1"
  for halves in $PAIRS; do
    cut -d, -f"${halves%:*}" labels.csv | ce-consensus -q "${words[@]}" -k "$2" >first
    cut -d, -f"${halves#*:}" labels.csv | ce-consensus -q "${words[@]}" -k "$2" >second
    jaccard first second
  done
}

# agreement K: of that k in agree.csv
agreement() { awk -F, -v k="$1" 'NR > 1 && $2 == k { printf "%.10g\n", $3 }' agree.csv; }

@test "ce-consensus --choose: the agreement is that of the clusters of two halves" {
  in_turn 4 sanitized
  planted 90 3 4 45 >labels.csv
  for name in eac-al lwea wct-cl; do
    for k in 2 3 5; do split_by_hand $name $k | sort >"by-hand.$k"; done
    for seed in 1 2 3 4 5 6 7 8 9; do
      ce-consensus -q $name -k 2,3,5 --choose --splits 1 --seed $seed --agreement agree.csv labels.csv >labels
      for k in 2 3 5; do agreement $k >>"seen.$k"; done
    done
    # each of the three ways to halve four base clusterings was drawn, and no other value came out
    for k in 2 3 5; do
      assert_equal "$name $k $(sort -u "seen.$k" | paste -sd' ')" "$name $k $(sort -u "by-hand.$k" | paste -sd' ')"
      rm "seen.$k"
    done
  done
}

@test "ce-consensus --choose: functions that cut a graph share its eigenvectors, and have the agreement of calls of their own" {
  in_turn 4
  planted 300 5 4 45 >labels.csv
  # k at which k-means has one best result, wherever it starts; gp-mgla always starts from the same objects
  for call in "hbgf 2" "cspa 2" "cspa --objects 2" "mcla 2" "womc 2" "lwgp 2" "tcut 2" "bgcm 2" "ptgp 2" "gp-mgla 2 3 5"; do
    read -ra words <<<"${call%% [0-9]*}"
    read -ra list <<<"${call#"${words[*]}"}"
    for k in "${list[@]}"; do split_by_hand "${words[*]}" "$k" | sort >"by-hand.$k"; done
    for seed in 1 2 3 4 5 6 7 8 9; do
      ce-consensus -q "${words[@]}" -k 5,2,3 --choose --splits 1 --seed $seed --agreement agree.csv labels.csv >labels
      for k in "${list[@]}"; do agreement "$k" >>"seen.$k"; done
    done
    # what is written is the result of a call with that k
    ce-consensus -q "${words[@]}" -k "$(awk -F, '$5 == 1 { print $2 }' agree.csv)" --seed $seed labels.csv >alone
    cmp alone labels
    for k in "${list[@]}"; do
      assert_equal "${words[*]} $k $(sort -u "seen.$k" | paste -sd' ')" "${words[*]} $k $(sort -u "by-hand.$k" | paste -sd' ')"
      rm "seen.$k"
    done
  done
}

@test "ce-consensus --choose: memberships by objects have an agreement at every k" {
  ce-synth blobs -q -n 120 -k 4 --seed 3 -o data.csv
  ce-generate kmeans -q -k 2..8 -m 12 data.csv -o labels.csv
  for call in "wosp --objects" wosp "wohb --objects"; do
    read -ra words <<<"$call"
    ce-consensus -q "${words[@]}" --data data.csv -k 2..5 --choose --splits 2 --agreement agree.csv labels.csv -o found
    assert_equal "$call $(awk -F, 'NR > 1 && $3 > 0 { n++ } END { print n }' agree.csv)" "$call 4"
  done
}

@test "ce-consensus --choose: missing labels, rows with a size, and objects that no base clustering labels" {
  planted 90 3 4 30 | awk -F, -v OFS=, 'NR % 5 == 3 { $(NR % 4 + 1) = "" } NR == 7 { $0 = ",,," } 1' >labels.csv
  split_by_hand eac-al 3 | sort -u >by-hand
  for seed in 1 2 3 4 5 6 7 8 9; do
    ce-consensus -q eac-al -k 2,3 --choose --splits 1 --seed $seed --agreement agree.csv labels.csv >labels
    agreement 3 >>seen
  done
  assert_equal "$(sort -u seen | paste -sd' ')" "$(paste -sd' ' by-hand)"
  # a microcluster table has the same agreement as its objects
  planted 300 3 6 30 | cut -d, -f1-5 >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  ce-consensus -q lwea -k 2..5 --choose --agreement objects.csv labels.csv >one
  ce-consensus -q lwea -k 2..5 --choose --agreement rows.csv micro.csv >two
  cmp objects.csv rows.csv
  # and so have objects that are kept apart, but for ties of the linkage
  ce-consensus -q lwea -k 2..5 --choose --objects --agreement apart.csv labels.csv >two
  cmp one two
  assert_equal "$(awk -F, '{ printf "%s,%s,%.2f,%s\n", $1, $2, $3, $5 }' apart.csv)" \
    "$(awk -F, '{ printf "%s,%s,%.2f,%s\n", $1, $2, $3, $5 }' objects.csv)"
}

@test "ce-consensus --choose: mean and standard deviation over the splits" {
  planted 90 3 9 45 >labels.csv
  ce-consensus -q lwea -k 2..4 --choose --splits 1 --agreement one.csv labels.csv >labels
  ce-consensus -q lwea -k 2..4 --choose --splits 2 --agreement two.csv labels.csv >labels
  assert_equal "$(head -n 1 one.csv)" function,k,agreement,deviation,chosen
  # of one split there is no deviation; of two it is their difference by the root of two
  assert_equal "$(awk -F, 'NR > 1 && $4 != ""' one.csv)" ""
  paste -d, one.csv two.csv | awk -F, 'NR > 1 { second = 2 * $8 - $3; d = ($3 - second) / sqrt(2); if (d < 0) d = -d
    print (d - $9 < 1e-9 && $9 - d < 1e-9 && $9 > 0) ? "same" : "other" }' >found
  assert_equal "$(sort found | uniq -c | tr -s ' ')" " 3 same"
}

@test "ce-consensus --choose: planted classes are found, and groups of any shape" {
  planted 200 5 20 40 >labels.csv
  for name in lwea hbgf mcla eac-al lwgp; do
    run_split ce-consensus $name -k 2..12 --choose labels.csv
    assert_equal "$status ${lines[0]}" "0 $name.k5"
    assert_equal "${stderr%%:*}: ${stderr#*: }" \
      "ce-consensus: $name: k = 5 of 2..12: halves of the base clusterings agree best (Jaccard $(
        sed -n 's/.*(Jaccard \(.*\))$/\1/p' <<<"$stderr"))"
    # the labels are those of that k
    ce-consensus -q $name -k 5 labels.csv >alone
    assert_equal "$output" "$(cat alone)"
  done
  # two rings, each through the other: the silhouette has another k
  ce-synth rings >rings.csv
  ce-generate kmeans -q rings.csv >members.csv
  run_split ce-consensus lwea members.csv
  assert_equal "$stderr" "ce-consensus: lwea: k = 2 of 2..20,25,30: halves of the base clusterings agree best (Jaccard 1.00)"
  printf '%s\n' "${lines[@]}" >rings
  assert_equal "$(ce-score -s ari -t rings.csv rings | tail -n 1)" lwea.k2,2,1
  assert_equal "$(ce-consensus -q lwea -k 2..10 members.csv | ce-score --data rings.csv -s silhouette --best |
    tail -n 1 | cut -d, -f2)" 10
}

@test "ce-consensus --choose: without -k it is done, of 2 to 20, 25, 30, 35 and 40 up to the root of the number of objects" {
  planted 200 4 10 40 >labels.csv
  ce-consensus -q lwea labels.csv >without
  ce-consensus -q lwea -k 2..14 --choose labels.csv >with
  cmp without with
  # sizes count: 200 objects in fewer rows
  cut -d, -f1-4 labels.csv | ce-microcluster compress >micro.csv
  run_split ce-consensus lwea micro.csv
  assert_equal "${stderr_lines[0]%%:*}:$(grep -o 'of 2..14' <<<"$stderr")" "ce-consensus:of 2..14"
  # no more than 40
  planted 2000 3 4 10 >labels.csv
  ce-consensus -q lwea --agreement agree.csv --splits 1 labels.csv >labels
  assert_equal "$(cut -d, -f2 agree.csv | tail -n +2 | paste -sd' ')" "$(seq 2 20 | paste -sd' ') 25 30 35 40"
  # functions that find k do so, and others choose, each for itself
  run_split ce-consensus lwea,diclens,hbgf --splits 2 --agreement agree.csv labels.csv
  assert_equal "$status" 0
  assert_equal "$(cut -d, -f1 agree.csv | uniq | paste -sd' ')" "function lwea hbgf"
  assert_equal "$(head -n 1 <<<"$output" | tr , '\n' | wc -l)" 3
  # one that can do both is told of -k
  ce-consensus -q diclens -k 2..4 --choose --splits 2 --agreement agree.csv labels.csv >labels
  assert_equal "$(cut -d, -f1,2 agree.csv | paste -sd' ')" "function,k diclens,2 diclens,3 diclens,4"
}

@test "ce-consensus --choose: of several k as good the largest, and what the note says of them" {
  # four groups, of which some base clusterings join the first two and others the last two: at 3 chance decides
  awk 'BEGIN { for (q = 1; q <= 24; q++) printf "q%d%s", q, (q < 24 ? "," : "\n")
    for (i = 0; i < 200; i++) for (q = 1; q <= 24; q++) { g = i % 4
      printf "%d%s", (q > 16 && g == 1 ? 0 : q > 8 && q < 17 && g == 3 ? 2 : g), (q < 24 ? "," : "\n") } }' >labels.csv
  run_split ce-consensus eac-al -k 2..4 --choose labels.csv
  assert_equal "$stderr" "ce-consensus: eac-al: k = 4 of 2..4: halves of the base clusterings agree best (Jaccard 1.00, as at k = 2); it is the largest: try larger ones"
  run_split ce-consensus eac-al -v -k 2..4 --choose labels.csv
  assert_equal "$(grep 'k = 2: ' <<<"$stderr")" "ce-consensus: eac-al: k = 2: halves of the base clusterings agree by 1.00"
  # k that no half can have are left out, and told with -v
  run_split ce-consensus eac-al -v -k 2..6 --choose --agreement agree.csv labels.csv
  assert_equal "${lines[0]}" eac-al.k4
  assert_equal "$(grep 'k = 5: ' <<<"$stderr")" "ce-consensus: eac-al: k = 5: some half gives no 5 clusters"
  assert_equal "$(sed -n 5p agree.csv)" eac-al,5,,,0
  assert_equal "$(grep -c 'k = 4 of 2..6: ' <<<"$stderr")" 1
  assert_equal "$(grep -c 'larger ones' <<<"$stderr" || :)" 0
}

@test "ce-consensus --choose: the same bytes on any number of threads; another seed draws other halves" {
  planted 300 4 12 55 >labels.csv
  for j in 1 2 5; do
    ce-consensus -q lwea,hbgf,best,kcc -j $j -k 2..6 --choose --splits 3 --agreement "agree.$j" labels.csv >"labels.$j"
  done
  cmp labels.1 labels.2
  cmp labels.1 labels.5
  cmp agree.1 agree.2
  cmp agree.1 agree.5
  ce-consensus -q lwea -k 2..6 --choose --splits 3 --seed 2 --agreement agree.2 labels.csv >labels.2
  head -n 6 agree.1 >agree.first
  run_split cmp -s agree.first agree.2
  assert_equal "$status" 1
}

@test "ce-consensus --choose: memberships, data and models beside the labels, constraints and weights" {
  ce-prepare zscore "$BUNDLED/wine.csv" >z.csv
  ce-generate lac -q -k 2..5 --inv-h 1..4 --membership --labels labels.csv --model model.csv z.csv >memberships.csv
  for name in wspa wbpa; do
    ce-consensus -q $name -k 2..6 --choose --agreement agree.csv memberships.csv >labels
    assert_equal "$name $(ce-score -q -s ari -t z.csv labels | awk -F, 'NR == 2 { print $2, ($3 > .6) }')" "$name 3 1"
  done
  # from the memberships, not from the labels
  ce-consensus -q wspa -k 3..4 --choose --splits 1 --agreement soft memberships.csv >labels
  ce-consensus -q wspa -k 3..4 --choose --splits 1 --agreement hard labels.csv >labels
  run_split cmp -s soft hard
  assert_equal "$status" 1
  printf '%s\n' i,j,link 1,2,must 1,150,cannot >links.csv
  ce-consensus -q c-wbpa -k 3..4 --choose --data z.csv --base-model model.csv --constraints links.csv --splits 2 \
    --agreement agree.csv memberships.csv >labels
  assert_equal "$(awk -F, 'NR > 1 && $3 > 0' agree.csv | wc -l)" 2
  # k that cannot keep the constraints are not looked at
  printf '%s\n' i,j,link 1,60,cannot 60,120,cannot 1,120,cannot >links.csv
  run_split ce-consensus c-wbpa --data z.csv --base-model model.csv --constraints links.csv --splits 1 \
    --agreement agree.csv memberships.csv
  assert_equal "$status $(cut -d, -f2 agree.csv | sed -n 2p)" "0 3"
  ce-consensus -q c-wbpa --data z.csv --base-model model.csv --constraints links.csv --splits 1 --infeasible count \
    --agreement agree.csv memberships.csv >labels
  assert_equal "$(cut -d, -f2 agree.csv | sed -n 2p)" 2
  ce-consensus -q wosp -k 2..4 --choose --data z.csv --splits 2 --agreement agree.csv labels.csv >labels
  assert_equal "$(awk -F, 'NR > 1 && $3 > 0' agree.csv | wc -l)" 3
  # weights go with their base clusterings
  planted 90 3 4 30 >labels.csv
  printf '%s\n' clustering,weight q1,9 q2,1 q3,1 q4,0 >weights.csv
  ce-consensus -q weac-nm -k 2,3 --choose --weights weights.csv --agreement weighted.csv labels.csv >labels
  printf '%s\n' clustering,weight q1,1 q2,1 q3,1 q4,1 >weights.csv
  ce-consensus -q weac-nm -k 2,3 --choose --weights weights.csv --agreement even.csv labels.csv >labels
  run_split cmp -s weighted.csv even.csv
  assert_equal "$status" 1
  # a half in which all weigh nothing has no result
  printf '%s\n' clustering,weight q1,1 q2,0 q3,0 q4,0 >weights.csv
  run_split ce-consensus weac-nm -k 2,3 --choose --weights weights.csv labels.csv
  assert_error 1 "ce-consensus: all weights are 0; halves of the base clusterings have no result at any k"
}

@test "ce-consensus --choose: --agreement as JSON, compressed, and in the log" {
  planted 90 3 6 30 >labels.csv
  ce-consensus -q lwea -k 2..4 --choose --agreement agree.json --log log labels.csv >labels
  ce-consensus -q lwea -k 2..4 --choose --agreement agree.csv.gz labels.csv >labels
  zcat agree.csv.gz >agree.csv
  assert_equal "$(tr -d '[]{}" \n' <agree.json | sed 's/function:/\n/g' | awk -F'[,:]' 'NF > 1 { print $1 "," $3 "," $5 "," $7 "," $9 }')" \
    "$(tail -n +2 agree.csv)"
  assert_equal "$(grep -c '"agree.json"' log)" 1
}

@test "ce-consensus --choose: what cannot be chosen, and wrong use" {
  hint="
Try 'ce-consensus --help'."
  planted 90 3 6 30 >labels.csv
  run_split ce-consensus lwea -k 3 --choose labels.csv
  assert_error 2 "ce-consensus: --choose goes with several k, such as -k 2..20$hint"
  run_split ce-consensus lwea --lifetime --choose labels.csv
  assert_error 2 "ce-consensus: --choose and --lifetime: one of them expected$hint"
  run_split ce-consensus lwea -k 3 --splits 4 labels.csv
  assert_error 2 "ce-consensus: --splits goes with --choose or --agreement$hint"
  run_split ce-consensus lwea --lifetime --agreement a.csv labels.csv
  assert_error 2 "ce-consensus: --agreement goes with several k, such as -k 2..20, or with --choose$hint"
  run_split ce-consensus gcons --choose labels.csv
  assert_equal "$status ${stderr%%;*}" "2 ce-consensus: --choose does not go with gcons"
  run_split ce-consensus lwea -k 1..3 --choose labels.csv
  assert_error 2 "ce-consensus: --choose: k = 1 is always the same cluster, 2 or more expected$hint"
  run_split ce-consensus diclens --choose labels.csv
  assert_error 2 "ce-consensus: diclens finds the number of clusters itself: --choose goes with -k$hint"
  run_split ce-consensus diclens --splits 2 labels.csv
  assert_error 2 "ce-consensus: --splits goes with --choose or --agreement$hint"
  run_split ce-consensus usenc labels.csv
  assert_error 2 "ce-consensus: usenc needs -k K$hint"
  run_split ce-consensus usenc -k 2,3 --choose labels.csv
  assert_equal "$status" 2
  run_split ce-consensus lwea --choose --splits 0 labels.csv
  assert_equal "$status" 2
  run_split ce-consensus lwea --agreement - labels.csv
  assert_error 2 "ce-consensus: --agreement and the result are both standard output$hint"
  cut -d, -f1-3 labels.csv >three.csv
  run_split ce-consensus lwea three.csv
  assert_error 1 "ce-consensus: three.csv: 3 base clusterings: to look for k, 4 or more are needed; else give one k with -k"
  head -n 9 labels.csv >few.csv
  run_split ce-consensus lwea few.csv
  assert_error 1 "ce-consensus: few.csv: 8 objects: to look for k, 9 or more are needed; else give k with -k"
  # no base clustering of a half has that k
  run_split ce-consensus voting -k 7,8 --choose labels.csv
  assert_error 1 "ce-consensus: voting: k = 7, but no base clustering has 7 clusters, to be the reference; all have 3;\
 halves of the base clusterings have no result at any k"
  run_split ce-consensus voting,lwea -k 7,8 --choose --keep-going --agreement agree.csv labels.csv
  assert_equal "$status $(sed -n '1s/[.].*//p' <<<"$output")" "1 lwea"
  # what failed has no rows
  assert_equal "$(cut -d, -f1 agree.csv | uniq | paste -sd' ')" "function lwea"
  # groups of objects are no objects, and halves have fewer
  run_split ce-consensus lwea -k 200,300 --choose labels.csv
  groups=$(tail -n +2 labels.csv | sort -u | wc -l)
  assert_equal "$status" 1
  assert_equal "$(sed -E "s/only [0-9]+ groups/only N groups/" <<<"$stderr")" "ce-consensus: lwea: k = 200, but halves of the base\
 clusterings tell only N groups of objects apart; halves of the base clusterings have no result at any k"
  printf '%s\n' size,a,b,c,d 9007199254740992,1,1,1,1 9,2,2,2,1 9,1,2,3,1 >large.csv
  run_split ce-consensus lwea large.csv
  assert_equal "$status $(grep -c halves <<<"$stderr" || :)" "1 0"
  [ ! -e a.csv ]
}

@test "ce-consensus --choose: an agreement just below .75 is not told as .75, and clusters of two objects are no choice" {
  ce-generate kmeans -q -k 2..6 -m 4 --seed 60 "$BUNDLED/iris.csv" >four.csv
  run_split ce-consensus lwea -k 2..8 --choose --splits 2 --agreement agree.csv four.csv
  most=$(awk -F, '$5 == 1 { print $3 }' agree.csv)
  assert_regex "$most" '^0[.]74[5-9]'
  assert_regex "$stderr" " agree best \\(Jaccard 0[.]74[0-9]\\); below 0[.]75 no k is stable"
  awk 'BEGIN { print "a,b,c,d"; for (i = 0; i < 60; i++) printf "%d,%d,%d,%d\n", int(i / 2), int(i / 2), int(i / 2), int(i / 2) }' >pairs.csv
  run_split ce-consensus lwea -k 2,30 --choose pairs.csv
  assert_equal "$stderr" "ce-consensus: lwea: k = 30 of 2,30: halves of the base clusterings agree best (Jaccard 1.00, as at k = 2);\
 clusters of so few objects always agree: try smaller k"
}

@test "ce-consensus -k LIST --agreement: halves are compared at each k, and all results are written" {
  planted 90 3 6 30 >labels.csv
  ce-consensus lwea,eac-al -q -k 2..5 --choose --agreement chosen.csv labels.csv >one
  run_split ce-consensus lwea,eac-al -k 2..5 --agreement all.csv -o all labels.csv
  assert_equal "$status" 0
  cmp chosen.csv all.csv
  ce-consensus lwea,eac-al -q -k 2..5 labels.csv >expected
  cmp expected all
  assert_equal "$(grep -c 'halves of the base clusterings agree best' <<<"$stderr")" 2
  # a function whose halves have no result is told, and keeps its columns
  run_split ce-consensus lwea,voting -k 7,3 --keep-going --agreement all.csv labels.csv
  assert_equal "$(cut -d, -f1 all.csv | uniq | paste -sd' ')" "function lwea voting"
  run_split ce-consensus lwea -k 1,2 --agreement all.csv labels.csv
  assert_error 2 "ce-consensus: --agreement: k = 1 is always the same cluster, 2 or more expected
Try 'ce-consensus --help'."
  head -n 9 labels.csv | cut -d, -f1-3 >few.csv
  run_split ce-consensus lwea -k 2,3 --agreement few.out few.csv
  assert_equal "$status" 1
  [ ! -e few.out ]
}
