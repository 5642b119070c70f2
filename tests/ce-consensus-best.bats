#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-consensus best: of the results of several consensus functions the one nearest to the ensemble.

setup() {
  load common
  load ensembles
}

py() { py_with sklearn "$@"; }

# seven objects, four base clusterings of Strehl and Ghosh, completed
seven() { table a,b,c,d 1,1,2,1 1,1,2,1 1,2,2,1 2,2,3,1 2,2,3,2 3,3,1,2 3,3,3,2 >labels.csv; }

# functions, objectives and choice of a trace, as FUNCTION:OBJECTIVE, the chosen with a star
shown() {
  awk -F, 'NR > 1 { printf "%s%s:%.6f%s", (NR > 2 ? " " : ""), $2, $4, ($5 ? "*" : "") }' trace.csv
}

@test "ce-consensus best: the largest mean NMI of all partitions of seven objects is found" {
  # .771629 at 0001122 and .656856 with two clusters: the largest of all 877 partitions
  seven
  run_split ce-consensus best -k 2,3 --among hgpa,hbgf,lwgp --trace trace.csv labels.csv
  assert_equal "$status" 0
  assert_equal "$(cut -d, -f2 <<<"$output" | paste -sd' ')" "best.k3 1 1 1 2 2 3 3"
  assert_equal "$(awk -F, '$5 == 1 { printf "%d %.6f\n", $1, $4 }' trace.csv | paste -sd' ')" \
    "2 0.656856 3 0.771629"
  assert_equal "$(head -n 1 trace.csv)" k,function,clusters,objective,chosen
}

@test "ce-consensus best: labels of the function that it names, values of all in the note" {
  planted 200 4 10 55 >labels.csv
  run_split ce-consensus best -k 4 --among eac-sl,hgpa,lwea,voting --trace trace.csv labels.csv
  assert_equal "$status" 0
  name=$(awk -F, '$5 == 1 { print $2 }' trace.csv)
  ce-consensus -q "$name" -k 4 labels.csv >alone
  assert_equal "$(tail -n +2 <<<"$output")" "$(tail -n +2 alone)"
  assert_equal "$(tail -n 1 <<<"$stderr")" "ce-consensus: best.k4: $name, by mean NMI with the\
 base clusterings: $(shown | tr -d '*' | sed 's/:/ /g; s/ \([a-z]\)/, \1/g')"
}

@test "ce-consensus best: every objective is the mean of ce-score, and the best is chosen by it" {
  in_turn 4
  planted 120 4 7 60 | awk -F, -v OFS=, 'NR % 9 == 5 { $(NR % 7 + 1) = "" } 1' >labels.csv
  for objective in nmi nmi-max nmi-sum nmi-min nmi-joint ami ari rand jaccard fmi f ecs vi; do
    ce-consensus best -q -k 3 --among hgpa,mcla,eac-cl --objective $objective --trace trace.csv \
      labels.csv >best.csv
    best=
    for name in hgpa mcla eac-cl; do
      ce-consensus -q $name -k 3 labels.csv | sed 1s/.*/class/ >truth.csv
      mean=$(ce-score -q -s $objective -t truth.csv labels.csv |
        awk -F, 'NR > 1 { sum += $3; n++ } END { printf "%.12g", sum / n }')
      ours=$(awk -F, -v name=$name '$2 == name { printf "%.12g", $4 }' trace.csv)
      assert_equal "$objective $name $(awk -v a="$mean" -v b="$ours" \
        'BEGIN { print (a - b < 1e-9 && b - a < 1e-9) ? "same" : a " " b }')" \
        "$objective $name same"
      best="$best$mean $name"$'\n'
    done
    [ $objective = vi ] && order=-g || order=-gr
    expected=$(printf %s "$best" | sort -s $order -k1,1 | sed -n 1p | cut -d' ' -f2)
    assert_equal "$objective $(awk -F, '$5 == 1 { print $2 }' trace.csv)" "$objective $expected"
  done
}

@test "ce-consensus best: the objective is the mean of scikit-learn's NMI" {
  planted 150 3 8 40 >labels.csv
  ce-consensus best -q -k 3 --among mcla,hbgf --trace trace.csv labels.csv >/dev/null
  ce-consensus -q mcla,hbgf -k 3 labels.csv >results.csv
  py <<'P' >compared
import csv
from sklearn.metrics import normalized_mutual_info_score as nmi
columns = lambda path: list(zip(*list(csv.reader(open(path)))[1:]))
labels, results = columns("labels.csv"), columns("results.csv")
trace = [float(row["objective"]) for row in csv.DictReader(open("trace.csv"))]
for mine, result in zip(trace, results):
    mean = sum(nmi(q, result, average_method="geometric") for q in labels) / len(labels)
    print("same" if abs(mean - mine) < 1e-9 else (mean, mine))
P
  assert_equal "$(cat compared)" "same
same"
}

@test "ce-consensus best: of equal results the first of the list, whatever its name" {
  planted 60 3 6 0 >labels.csv
  for among in lwea,hbgf,mcla mcla,lwea,hbgf hbgf,mcla,lwea; do
    ce-consensus best -q -k 3 --among $among --trace trace.csv labels.csv >/dev/null
    assert_equal "$(awk -F, '$5 == 1 { print $2 }' trace.csv)" "${among%%,*}"
  done
}

@test "ce-consensus best: a function that refuses is left out with a note; none left is an error" {
  planted 60 3 6 30 >labels.csv
  run_split ce-consensus best -k 4 --among voting,lwea --trace trace.csv labels.csv
  assert_equal "$status" 0
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-consensus: best.k4: left out: voting: k = 4, but no\
 base clustering has 4 clusters, to be the reference; all have 3"
  assert_equal "$(cut -d, -f2 trace.csv | paste -sd' ')" "function lwea"
  run_split ce-consensus best -k 4 --among voting labels.csv
  assert_equal "$status$output" 1
  assert_equal "$(tail -n 1 <<<"$stderr")" "ce-consensus: best.k4: none of voting succeeded"
  run_split ce-consensus best -q -k 4,3 --among voting --keep-going labels.csv
  assert_equal "$status$(head -n 1 <<<"$output")" 1best.k3
}

@test "ce-consensus best: no memory for pairs of objects where the functions take none" {
  # 40,000 different rows: a matrix of all pairs would have 12 GB
  awk 'BEGIN { print "a,b,c"
    for (i = 0; i < 40000; i++) print int(i / 200) "," i % 200 "," i % 7 }' >labels.csv
  run_split env CE_MEMORY_LIMIT=500M ce-consensus best -q -k 3 --among hbgf,mcla labels.csv
  assert_equal "$status" 0
  run_split env CE_MEMORY_LIMIT=500M ce-consensus best -q -k 3 --among hbgf,eac-cl labels.csv
  assert_equal "$status" 1
  assert_equal "$(head -c 10 <<<"$output")" ""
  assert_regex "$stderr" "^ce-consensus: the co-association matrix of the microclusters"
  assert_regex "$stderr" "best can do without it: --among"
}

@test "ce-consensus best: several k in one trace, and the choice is in --log" {
  planted 90 3 6 50 >labels.csv
  ce-consensus best -q -k 2..4 --trace trace.csv --log log.json labels.csv >/dev/null
  rows=$(cut -d, -f1 trace.csv | sort | uniq -c | awk '{ print $2 ":" $1 }' | paste -sd' ')
  assert_equal "$rows" "2:6 3:6 4:6 k:1"
  assert_equal "$(awk -F, '$5 == 1 { print $1 }' trace.csv | paste -sd' ')" "2 3 4"
  assert_equal "$(grep -o 'best.k[234]: [a-z-]*, by mean NMI' log.json | wc -l)" 3
}

@test "ce-consensus best: among one function, it is told" {
  planted 40 3 5 20 >labels.csv
  run_split ce-consensus best --among weac-al -k 3 labels.csv
  assert_equal "$status" 0
  [[ $stderr == "ce-consensus: best.k3: weac-al"*": weac-al "0.[0-9]* ]] || fail "$stderr"
}

@test "ce-consensus best: wrong use: --among" {
  seven
  hint="
Try 'ce-consensus --help'."
  run_split ce-consensus best -k 3 --among hbgf,foo labels.csv
  assert_error 2 "ce-consensus: --among 'foo': a consensus function of labels expected$hint"
  run_split ce-consensus best -k 3 --among wsce labels.csv
  assert_error 2 "ce-consensus: --among 'wsce': a consensus function of labels expected$hint"
  run_split ce-consensus best -k 3 --among hbgf, labels.csv
  assert_error 2 "ce-consensus: --among '': a consensus function of labels expected$hint"
  run_split ce-consensus best -k 3 --among best labels.csv
  assert_error 2 "ce-consensus: --among 'best': a function that is told k expected$hint"
  run_split ce-consensus best -k 3 --among gcons labels.csv
  assert_error 2 "ce-consensus: --among 'gcons': a function that is told k expected$hint"
  run_split ce-consensus best -k 3 --among mcla,hbgf,mcla labels.csv
  assert_error 2 "ce-consensus: --among has mcla twice$hint"
  run_split ce-consensus best -k 3 --among wsbpa labels.csv
  assert_equal "$status" 2
  run_split ce-consensus best labels.csv
  assert_error 1 "ce-consensus: labels.csv: 7 objects: to look for k, 9 or more are needed; else give k with -k"
}

@test "ce-consensus best: a result with fewer clusters than k is taken only where none has k" {
  ce-prepare zscore --columns 1..4 --class none "$BUNDLED/iris.csv" | ce-generate kmeans -q -k 2..5 -m 30 >base.csv
  # of several numbers of clusters, all of which agree better than those with k
  ce-consensus best -k 6,7,9 --trace trace.csv -o found.csv base.csv 2>said
  awk -F, 'NR > 1 && $2 == "gp-mgla" { print $1, $3, $5 }' trace.csv >fewer
  assert_equal "$(paste -sd' ' fewer)" "6 5 0 7 6 0 9 7 0"
  assert_equal "$(awk -F, 'NR > 1 { split("6 7 9", k, " "); for (c = 1; c <= 3; c++) if (!seen[c, $c]++) n[c]++ }
    END { print n[1], n[2], n[3] }' found.csv)" "6 7 9"
  # that with the best objective among them
  awk -F, 'NR > 1 && $3 == $1 && (!($1 in best) || $4 > best[$1]) { best[$1] = $4; f[$1] = $2 }
    END { print f[6], f[7], f[9] }' trace.csv >expected
  awk -F, '$5 == 1 { printf "%s%s", sep, $2; sep = " " } END { print "" }' trace.csv | cmp - expected
  grep -F "gp-mgla 0.760845 (5 clusters), " said
  # none has k: the nearest number of clusters, not the best objective
  ce-consensus best -q -k 11 --among ecpcs-mc,mcla --trace t.csv -o out.csv base.csv
  assert_equal "$(awk -F, 'NR > 1 { print $2, $3, $5 }' t.csv | paste -sd' ')" "ecpcs-mc 5 0 mcla 7 1"
  assert_equal "$(awk -F, 'NR > 1 { print $4 }' t.csv | sort -gr | sed -n 1p)" "$(awk -F, '$2 == "ecpcs-mc" { print $4 }' t.csv)"
}
