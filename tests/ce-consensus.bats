#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; load ensembles; }

# Strehl and Ghosh 2002, table 1: seven objects, four base clusterings, the last one with missing labels.
strehl() { table l1,l2,l3,l4 1,2,1,1 1,2,1,2 1,2,2, 2,3,2,1 2,3,3,2 3,1,3, 3,1,3,; }

@test "ce-consensus: cspa, mcla and hbgf solve the example of Strehl and Ghosh, by METIS and by spectral clustering" {
  strehl >labels.csv
  for with in metis spectral; do
    for name in cspa mcla hbgf; do
      assert_equal "$with $name $(ce-consensus $name -k 3 --with $with labels.csv | canonical | tr '\n' ' ')" \
        "$with $name 1 1 1 2 2 3 3 "
    done
  done
}

@test "ce-consensus: a column for each method and k, named METHOD.kK, in the order asked" {
  planted 40 3 6 20 >labels.csv
  run_split ce-consensus mcla,eac-al -k 2..3 labels.csv
  assert_equal "$status" 0
  assert_equal "${lines[0]}" "mcla.k2,mcla.k3,eac-al.k2,eac-al.k3"
  assert_equal "${#lines[@]}" 41
  # one call gives what single calls give
  ce-consensus mcla,eac-al -k 2..3 labels.csv | cut -d, -f3 >together
  ce-consensus eac-al -k 2 labels.csv >alone
  cmp together alone
}

@test "ce-consensus: six functions find three planted classes among labels of a quarter noise" {
  planted 90 3 12 25 >labels.csv
  planted_truth 90 3 >truth.csv
  for name in eac-al cspa mcla hbgf voting mixture; do
    assert_equal "$name $(ce-consensus $name -k 3 labels.csv 2>/dev/null | ce-score -t truth.csv -s error | tail -n 1 | cut -d, -f3)" \
      "$name 0"
  done
}

@test "ce-consensus: eac-sl, eac-al, eac-cl and hne are ce-similarity ca | ce-partition" {
  planted 70 4 5 45 >labels.csv
  ce-similarity ca labels.csv >ca.mtx
  for pair in eac-sl=single eac-al=average eac-cl=complete hne=hne; do
    ce-consensus "${pair%=*}" -k 2,5,9 labels.csv 2>/dev/null | tail -n +2 >one
    ce-partition "${pair#*=}" -k 2,5,9 ca.mtx 2>/dev/null | tail -n +2 >two
    cmp one two
  done
}

@test "ce-consensus: functions on similarities of pairs are ce-similarity | ce-partition of the microclusters" {
  planted 120 4 5 45 | ce-microcluster compress >micro.csv
  ce-weigh ncai micro.csv >weights.csv
  ce-similarity ca --weights weights.csv micro.csv >weac.mtx
  for name in pta=pts wct=wct srs=srs ecmc=ecmc; do ce-similarity "${name#*=}" micro.csv >"${name%=*}.mtx"; done
  for name in pta weac wct srs ecmc; do
    # pta counts microclusters, the others objects
    sizes="--sizes micro.csv"
    if [ $name = pta ]; then sizes=; fi
    for pair in al=average cl=complete sl=single; do
      ce-consensus "$name-${pair%=*}" -k 2,5,9 micro.csv | tail -n +2 >one
      # their rules for ties differ
      case $name-$pair in pta-cl*) tie="--tie index" ;; *) tie= ;; esac
      # shellcheck disable=SC2086
      ce-partition "${pair#*=}" -k 2,5,9 $sizes $tie $name.mtx | tail -n +2 >two
      cmp one two || fail "$name $pair"
    done
  done
  for pair in lwea=lwca pacc-al=pacc ecpcs-hc=eca; do
    ce-consensus "${pair%=*}" -k 2,5,9 micro.csv | tail -n +2 >one
    ce-similarity "${pair#*=}" micro.csv | ce-partition average -k 2,5,9 --sizes micro.csv | tail -n +2 >two
    cmp one two || fail "$pair"
  done
  ce-consensus pta-al -k 2,5,9 --average objects micro.csv | tail -n +2 >one
  ce-partition average -k 2,5,9 --sizes micro.csv pta.mtx | tail -n +2 | cmp one -
}

@test "ce-consensus: above 20,000 microclusters srw holds no matrix of pairs" {
  awk 'BEGIN { srand(7); for (q = 0; q < 12; q++) printf "b%d%s", q, (q < 11 ? "," : "\n")
    for (i = 0; i < 23800; i++) for (q = 0; q < 12; q++)
      printf "%d%s", (rand() < .25 ? int(12 * rand()) : i % 12), (q < 11 ? "," : "\n") }' >labels.csv
  awk 'BEGIN { print "class"; for (i = 0; i < 23800; i++) print i % 12 }' >truth.csv
  # the matrix would take 1.5 GiB
  CE_MEMORY_LIMIT=400M run_split ce-consensus srw -k 12 -v -o out.csv labels.csv
  assert_success
  found=$(sed -n 's/.*, \([0-9]*\) microclusters$/\1/p' <<<"$stderr")
  [ "$found" -gt 20000 ]
  error=$(ce-score -q -t truth.csv -s error out.csv | tail -n 1 | cut -d, -f3)
  awk -v error="$error" 'BEGIN { exit !(error < .001) }'
}

@test "ce-consensus: average linkage from labels, where memory does not suffice for a matrix of pairs, gives the same labels" {
  awk 'BEGIN { srand(7); for (q = 0; q < 45; q++) printf "b%d%s", q, (q < 44 ? "," : "\n")
    for (i = 0; i < 5200; i++) for (q = 0; q < 45; q++)
      printf "%d%s", (rand() < .6 ? int(6 * rand()) : i % 6), (q < 44 ? "," : "\n") }' >labels.csv
  ce-consensus eac-al -k 6,40,300 labels.csv >much
  # 5,200 x 5,201 / 2 numbers are 103 MiB
  CE_MEMORY_LIMIT=90M ce-consensus eac-al -k 6,40,300 labels.csv >little
  cmp much little
}

@test "ce-consensus: k above the number of clusters, where more objects differ" {
  printf '%s\n' a,b,c 1,1,1 1,1,2 1,2,1 1,2,2 2,1,1 2,1,2 2,2,1 2,2,2 >cube.csv
  for name in mcla womc ecpcs-mc; do
    run_split ce-consensus "$name" -k 7 cube.csv
    assert_error 1 "ce-consensus: $name: k = 7, but the base clusterings have only 6 clusters"
    run_split ce-consensus "$name" -q -k 6 cube.csv
    assert_success
  done
}

@test "ce-consensus ptgp, pta-al: --cap with --elite and --steps is wrong use" {
  for name in ptgp pta-al; do
    run_split ce-consensus "$name" -k 2 --cap 3 --elite 4 --steps 5 "$BUNDLED/iris.csv"
    assert_error 2 "ce-consensus: --cap is for the defaults of --elite and --steps, and both are given
Try 'ce-consensus --help'."
  done
}

@test "ce-consensus: ptgp, lwgp and srw are ce-similarity | ce-partition of the microclusters" {
  planted 120 4 5 45 | ce-microcluster compress >micro.csv
  for k in 2 5; do
    ce-consensus ptgp -k $k micro.csv | tail -n +2 >one
    ce-similarity pts --to clusters micro.csv | ce-partition transfer-cut -k $k --restarts 10 | tail -n +2 | cmp one -
    ce-consensus lwgp -k $k micro.csv | tail -n +2 >one
    ce-similarity lwca --to clusters micro.csv | ce-partition transfer-cut -k $k --restarts 10 --sizes micro.csv | tail -n +2 | cmp one -
    ce-consensus srw -k $k micro.csv | tail -n +2 >one
    ce-similarity ca micro.csv | ce-partition random-walk -k $k --sizes micro.csv | tail -n +2 | cmp one -
  done
}

@test "ce-consensus: evidence accumulation step by step has the heights and clusters of SciPy's linkage" {
  fixtures="$FIXTURES/consensus"
  ce-similarity ca --weights "$fixtures/weights.csv" "$fixtures/labels.csv" >ca.mtx
  for column in 1=single 2=average 3=complete; do
    ce-partition "${column#*=}" --tree tree.csv ca.mtx
    # ties are broken by index here: heights are compared, and they are sorted in both
    paste -d, <(tail -n +2 tree.csv | cut -d, -f3) <(tail -n +2 "$fixtures/heights.csv" | cut -d, -f"${column%=*}") |
      awk -F, '{ d = $1 - $2; if (d < 0) d = -d; if (!(d < 1e-12)) bad++; n++ } END { exit bad || n != 39 }'
  done
  ce-partition average -k 3,7 ca.mtx >ours
  ce-score -s ari -t <(cut -d, -f1 "$fixtures/cut.csv") <(cut -d, -f1 ours) | tail -n 1 >three
  ce-score -s ari -t <(cut -d, -f2 "$fixtures/cut.csv") <(cut -d, -f2 ours) | tail -n 1 >seven
  assert_equal "$(cat three seven)" "average.k3,3,1
average.k7,7,1"
}

@test "ce-consensus: mcla and womc of many clusters that share few objects find the classes, and the parts of a long chain" {
  # the last object of each pair is the first of the next in the other base clustering
  awk 'BEGIN { print "a,b"; for (i = 0; i < 6000; i++) print int(i / 2) + 1 "," int((i + 1) / 2) + 1 }' >chain.csv
  ce-synth blobs -q -k 5 --dimensions 2 --spread .1 -n 2000 -o blobs.csv
  ce-generate kmeans -q -k 40..60 -m 14 blobs.csv -o many.csv
  for name in mcla womc; do
    ce-consensus $name -q -k 3 chain.csv | tail -n +2 | uniq -c >parts
    assert_equal "$(awk '{ print $2 } $1 < 1500 || $1 > 2500 { print "size " $1 }' parts | paste -sd' ')" "1 2 3"
    ce-consensus $name -q -k 5 many.csv -o found
    assert_equal "$(ce-score -q -t blobs.csv -s ari found | tail -n 1)" "$name.k5,5,1"
  done
}

@test "ce-consensus mcla womc --as-published: METIS once, and one cluster of all objects where a meta-cluster is empty" {
  # one cluster of 180 objects in each base clustering, and twenty objects in small ones
  awk 'BEGIN { print "a,b,c,d"
    for (i = 0; i < 180; i++) print "1,1,1,1"
    for (i = 0; i < 20; i++) print 2 + i % 4 "," 2 + int(i / 3) % 4 "," 2 + int(i / 5) % 4 "," 2 + int(i / 7) % 4 }' >heavy.csv
  for name in mcla womc; do
    # with care no meta-cluster is empty
    ce-consensus $name -q -k 8 --with metis heavy.csv | tail -n +2 | sort | uniq -c | sort -rn >sizes
    assert_equal "$(awk 'NR == 1 { print $1 }' sizes)" 180
    [ "$(wc -l <sizes)" -gt 1 ]
    run_split ce-consensus $name -k 8 --with metis --as-published heavy.csv
    assert_equal "$status" 0
    assert_regex "$stderr" "ce-consensus: $name: 1 cluster, 8 asked for
ce-consensus: $name.k8: METIS leaves [1-6] of 8 meta-clusters empty: one cluster, as published"
    assert_equal "$(tail -n +2 <<<"$output" | sort -u)" 1
  done
  # where it leaves none empty, the objects compete as they do else
  strehl >labels.csv
  assert_equal "$(ce-consensus mcla -k 3 --with metis --as-published labels.csv | canonical | tr '\n' ' ')" "1 1 1 2 2 3 3 "
  run_split ce-consensus mcla -k 3 --as-published labels.csv
  assert_error 2 "ce-consensus: --as-published goes with --with metis
Try 'ce-consensus --help'."
}

@test "ce-consensus: cspa is ce-similarity ca | ce-partition metis, or spectral" {
  planted 70 4 3 30 >labels.csv
  ce-similarity ca labels.csv >ca.mtx
  for with in metis spectral; do
    ce-consensus cspa -k 3..4 --with $with labels.csv | tail -n +2 >one
    ce-partition $with -k 3..4 ca.mtx | tail -n +2 >two
    cmp one two
  done
}

@test "ce-consensus: cspa of more than 500 microclusters is the same without a matrix, with missing labels too" {
  planted 600 6 20 50 >labels.csv
  awk -F, -v OFS=, 'NR > 1 { for (i = NR % 4 + 1; i <= NF; i += 4) $i = "NA" } 1' labels.csv >gaps.csv
  for file in labels gaps; do
    [ "$(tail -n +2 $file.csv | sort -u | wc -l)" -gt 500 ]
    ce-similarity ca --missing all $file.csv >ca.mtx
    for k in 3 6 8; do
      CE_MEMORY_LIMIT=1M ce-consensus cspa -k $k $file.csv | tail -n +2 >one
      ce-partition spectral -k $k ca.mtx | tail -n +2 >two
      cmp one two
    done
    CE_MEMORY_LIMIT=1M ce-consensus cspa -k 3,6,8 -j 2 $file.csv | tail -n +2 | cut -d, -f3 >three
    cmp two three
    CE_MEMORY_LIMIT=1M run_split ce-consensus cspa -k 6 --with metis $file.csv
    [[ "$status$stderr" == "1ce-consensus: "*" needs "*" of memory, 1.0 MiB are free "* ]] || fail "$stderr"
  done
}

@test "ce-consensus: hgpa is ce-partition hypergraph, on microclusters and on objects" {
  planted 70 4 3 30 >labels.csv
  for weight in equal size; do
    ce-consensus hgpa -k 2..4 --edge-weight $weight --imbalance 12 --seed 9 labels.csv | tail -n +2 >one
    ce-partition hypergraph -k 2..4 --edge-weight $weight --imbalance 12 --seed 9 labels.csv | tail -n +2 >two
    cmp one two
    ce-consensus hgpa -k 2..4 --edge-weight $weight --objects labels.csv | tail -n +2 >one
    ce-partition hypergraph -k 2..4 --edge-weight $weight --vertices objects --hgr out.hgr labels.csv | tail -n +2 >two
    cmp one two
    ce-partition hypergraph -k 2..4 out.hgr | tail -n +2 >three
    cmp one three
  done
}

@test "ce-consensus hgpa: the example of Strehl and Ghosh, cut as few clusters as can be" {
  strehl >labels.csv
  run_split ce-consensus hgpa -k 3 labels.csv
  assert_equal "$(canonical <<<"$output" | paste -sd' ')" "1 1 1 2 2 3 3"
  # where nothing tells objects apart every cut costs all, and the balance decides
  table a,b 1,1 1,1 1,1 1,1 >trivial.csv
  run_split ce-consensus hgpa -k 2 trivial.csv
  assert_error 1 "ce-consensus: hgpa: k = 2, but the base clusterings tell no objects apart"
  assert_equal "$(ce-consensus hgpa -k 2 --objects trivial.csv | tail -n +2 | sort | uniq -c | tr -s ' ' | paste -sd,)" " 2 1, 2 2"
  run_split ce-consensus cspa -k 2 --edge-weight size labels.csv
  assert_equal "$status" 2
}

@test "ce-consensus: objects and microclusters give the same labels, at every k, with ties everywhere" {
  planted 120 3 3 30 >labels.csv
  count=$(tail -n +2 labels.csv | sort -u | wc -l)
  [ "$count" -lt 28 ]
  ce-consensus eac-sl,eac-al -k "1..$count" labels.csv >micro
  ce-consensus eac-sl,eac-al -k "1..$count" --objects labels.csv >objects
  cmp micro objects
}

@test "ce-consensus --tie: objects and microclusters give the same labels by each rule, at every k, and ce-partition gives them too" {
  planted 120 3 3 30 >labels.csv
  count=$(tail -n +2 labels.csv | sort -u | wc -l)
  ce-similarity ca labels.csv >ca.mtx
  for rule in index last meansim chain; do
    for name in eac-cl weac-cl wct-cl; do
      ce-consensus $name -k "1..$count" --tie $rule labels.csv >micro
      ce-consensus $name -k "1..$count" --tie $rule --objects labels.csv >objects
      cmp micro objects
    done
    ce-consensus eac-cl -k "1..$count" --tie $rule labels.csv >consensus
    tail -n +2 consensus >$rule
    ce-partition complete --tie $rule -k "1..$count" ca.mtx >found
    tail -n +2 found >partition
    cmp partition $rule
  done
  # and it is the rule that makes them: each gives others
  [ "$(sha1sum index last meansim chain | cut -d' ' -f1 | sort -u | wc -l)" -eq 4 ]
  ce-consensus eac-cl -k "1..$count" labels.csv >plain
  tail -n +2 plain | cmp - meansim
}

# published K NAME: lines method,run,NMI at the true k: wanted, of the authors' programs on the draws of a pool; found, ours
published() {
  need_data "reference/draws_$2.csv"
  need_data "pools/$2.csv.gz"
  gzip -dc "$DATA/pools/$2.csv.gz" >pool.csv
  {
    awk -F, 'NR > 1 { print tolower($5) "," $2 "," $9 }' "$DATA/reference/nmi_pta_ptgp_$2.csv"
    awk -F, 'NR > 1 { print tolower($3) "," $2 "," $7 }' "$DATA/reference/nmi_weac_lwea_$2.csv"
  } >>wanted
  run=0
  while IFS= read -r draw; do
    run=$((run + 1))
    awk -F, -v draw="$draw" 'BEGIN { m = split(draw, c, ",") } { for (q = 1; q <= m; q++) printf "%s,", $c[q]; print $NF }' pool.csv >draw.csv
    ce-consensus pta-al,pta-cl,pta-sl,ptgp,weac-al,weac-cl,weac-sl,gp-mgla,lwea,lwgp -q --tie chain --restarts 3 -k "$1" draw.csv >found.csv
    ce-score -q -t draw.csv -s nmi-max found.csv | awk -F, -v run="$run" 'NR > 1 { sub(/\.k.*/, "", $1); print $1 "," run "," $3 }' >>found
  done <"$DATA/reference/draws_$2.csv"
}

# Equal to the last printed digit; the other runs differ where a tie or the starts of k-means decide.
@test "ce-consensus pta, ptgp, weac, gp-mgla, lwea, lwgp: the published programs on four pools, run by run" {
  for pool in "10 MF" "7 IS" "10 ODR" "6 LS"; do
    rm -f wanted found
    # shellcheck disable=SC2086 # two words
    published $pool
    assert_equal "$(cut -d, -f1,2 wanted | sort | uniq -d)" ""
    awk -F, -v pool="${pool#* }" 'FILENAME == "found" { ours[$1, $2] = $3; next }
      { d = ours[$1, $2] - $3; n[$1]++; sum[$1] += d; if (d < 0) d = -d; same[$1] += d < 1e-6; if (d > most[$1]) most[$1] = d }
      END { for (m in n) printf "%s,%s,%d,%d,%.4f,%.4f\n", m, pool, same[m], n[m], most[m], sum[m] / n[m] }' found wanted >>agreement
  done
  awk -F, '{ same[$1] += $3; n[$1] += $4; if ($5 > most[$1]) most[$1] = $5; mean = $6 < 0 ? -$6 : $6; if (mean > far[$1]) far[$1] = mean }
    END { for (m in n) print m, same[m] "/" n[m], most[m], far[m] }' agreement | sort >told
  # without chance: every run but one of weac-al and two of weac-sl, where similarities tie
  for line in "lwea 64/64" "pta-al 80/80" "pta-cl 80/80" "pta-sl 80/80" "weac-al 63/64" "weac-cl 64/64" "weac-sl 62/64"; do
    grep -q "^$line " told || fail "$line expected: $(cat told)"
  done
  # gp-mgla, lwgp and ptgp have a k-means there that starts at random: the means of a pool are near
  awk '$1 == "gp-mgla" && ($3 > .023 || $4 > .001) || $1 ~ /^(lwgp|ptgp)$/ && ($3 > .068 || $4 > .007) { print; bad = 1 } END { exit bad }' told
}

@test "ce-consensus --tie meansim: complete linkage finds planted classes that it misses by index" {
  planted 300 4 10 45 >labels.csv
  planted_truth 300 4 >truth.csv
  error() { ce-consensus "$@" -k 4 | ce-score -t truth.csv -s error | tail -n 1 | cut -d, -f3; }
  for name in eac-cl weac-cl; do
    index=$(error $name --tie index labels.csv) mean=$(error $name --tie meansim labels.csv)
    awk -v index_="$index" -v mean="$mean" 'BEGIN { exit !(mean < .2 && index_ > .3) }' || fail "$name: index $index, meansim $mean"
  done
}

@test "ce-consensus --tie: every complete linkage and hne take it, in one call with others, and no other function alone" {
  in_turn 4 sanitized
  planted 40 3 6 30 >labels.csv
  complete=$(functions | grep -- '-cl$')
  [ "$(wc -l <<<"$complete")" -ge 6 ]
  for name in $complete hne; do
    run_split ce-consensus $name,mcla -k 3 -q --tie meansim labels.csv
    assert_equal "$name $status" "$name 0"
  done
  for name in $(functions | grep -v -e '-cl$' -e '^hne$'); do
    run_split ce-consensus $name -k 3 -q --tie meansim labels.csv
    assert_error 2 "ce-consensus: --tie does not go with $name, only with: $({ echo hne; echo "$complete"; } | LC_ALL=C sort | paste -sd' ')
Try 'ce-consensus --help'."
  done
}

@test "ce-consensus pta-cl: ties count microclusters, or with --average objects the objects" {
  planted 60 4 4 60 >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  ce-similarity pts --elite 1 micro.csv >pts.mtx
  ce-consensus pta-cl -k 1..8 --elite 1 --tie meansim micro.csv | tail -n +2 >plain
  ce-consensus pta-cl -k 1..8 --elite 1 --tie meansim --average objects micro.csv | tail -n +2 >weighted
  ce-partition complete -k 1..8 --tie meansim pts.mtx | tail -n +2 | cmp - plain
  ce-partition complete -k 1..8 --tie meansim --sizes micro.csv pts.mtx | tail -n +2 | cmp - weighted
  run cmp -s plain weighted
  assert_equal "$status" 1
}

@test "ce-consensus: a microcluster table gives the labels of its objects" {
  planted 120 3 3 30 >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  for name in eac-al cspa mcla hbgf voting mixture; do
    ce-consensus $name -k 3 labels.csv 2>/dev/null >direct
    ce-consensus $name -k 3 micro.csv 2>/dev/null >small
    ce-microcluster expand -t micro.csv -r small labels.csv >expanded
    cmp <(canonical <direct) <(canonical <expanded)
  done
}

@test "ce-consensus: the names of clusters do not matter" {
  planted 60 4 6 35 >labels.csv
  awk -F, -v OFS=, 'NR > 1 { for (q = 1; q <= NF; q++) $q = "label " (7 - $q) * q } 1' labels.csv >renamed.csv
  ce-consensus eac-sl,eac-al,eac-cl,hne,cspa,mcla,hbgf,voting,mixture -k 4 labels.csv >one 2>/dev/null
  ce-consensus eac-sl,eac-al,eac-cl,hne,cspa,mcla,hbgf,voting,mixture -k 4 renamed.csv >two 2>/dev/null
  cmp one two
}

@test "ce-consensus: the order of the objects does not matter where nothing ties" {
  planted 60 3 9 15 >labels.csv
  seq 60 | awk '{ print ($1 * 37) % 61, $1 + 1 }' | sort -n | awk '{ print $2 }' >order
  awk 'NR == FNR { line[FNR] = $0; next } FNR == 1 { print line[1] } { print line[$1] }' labels.csv order >shuffled.csv
  for name in eac-al hne cspa mcla hbgf voting; do
    ce-consensus $name -k 3 labels.csv | awk 'NR == FNR { line[FNR] = $0; next } FNR == 1 { print line[1] } { print line[$1] }' - order |
      canonical >one
    ce-consensus $name -k 3 shuffled.csv | canonical >two
    cmp one two
  done
}

@test "ce-consensus: one thread and four give the same bytes" {
  planted 200 4 10 50 >labels.csv
  for j in 1 4; do
    ce-consensus eac-al,hne,cspa,mcla,hbgf,voting,mixture -k 4 -j $j --confidence "sure$j" labels.csv >"out$j" 2>/dev/null
  done
  cmp out1 out4
  cmp sure1 sure4
}

@test "ce-consensus: lifetime chooses the planted number of classes, and agrees with objects" {
  planted 80 4 20 10 >labels.csv
  run_split ce-consensus eac-al --lifetime labels.csv
  assert_equal "$status" 0
  assert_equal "${lines[0]}" "eac-al.k4"
  assert_equal "$stderr" "ce-consensus: eac-al: k = 4 has the longest lifetime"
  for name in eac-sl eac-al eac-cl; do
    ce-consensus $name --lifetime -q labels.csv >micro
    ce-consensus $name --lifetime -q --objects labels.csv >objects
    cmp micro objects
  done
}

@test "ce-consensus: confidence is own / (own + next), by hand" {
  # object 3 is with 1 and 2 in two of three base clusterings, with 4 and 5 in one
  table a,b,c 1,1,1 1,1,1 1,1,2 2,2,2 2,2,2 >labels.csv
  ce-consensus eac-al -k 2 --confidence sure.csv labels.csv >out.csv
  assert_equal "$(tr '\n' ' ' <out.csv)" "eac-al.k2 1 1 1 2 2 "
  # objects 1, 2: own (1 + 2/3) / 2 = 5/6, next 0; object 3: own 2/3, next 1/3; objects 4, 5: own 1, next 1/9
  assert_equal "$(awk 'NR > 1 { printf "%.12f ", $1 } NR == 1 { printf "%s ", $1 }' sure.csv)" \
    "eac-al.k2.confidence 1.000000000000 1.000000000000 0.666666666667 0.900000000000 0.900000000000 "
}

@test "ce-consensus: confidence with missing labels: of all labels that two objects both have, by hand" {
  table a,b,c 1,1,1 1,NA,NA 1,2,1 2,2,2 2,2,NA >labels.csv
  ce-consensus eac-al -k 2 --confidence sure.csv labels.csv >out.csv
  assert_equal "$(paste -sd' ' out.csv)" "eac-al.k2 1 1 1 2 2"
  # object 3: own 3 of 4 (2 of 3 with object 1, 1 of 1 with object 2), next 2 of 5 (1 of 3, 1 of 2); object 4: own 2 of 2,
  # next 1 of 7; object 5: own 2 of 2, next 1 of 5
  assert_equal "$(awk 'NR > 1 { printf "%.12f ", $1 }' sure.csv)" \
    "$(awk 'BEGIN { printf "1.000000000000 1.000000000000 %.12f %.12f %.12f ", .75 / 1.15, 7 / 8, 5 / 6 }')"
  # and the mean over the pairs
  assert_equal "$(ce-stability object -q -c out.csv labels.csv | awk -F, 'NR > 3 { printf "%.12f %.12f ", $4, $5 }')" \
    "$(awk 'BEGIN { printf "%.12f %.12f %.12f %.12f %.12f %.12f ", 5 / 6, 5 / 12, 1, 1 / 9, 1, 1 / 6 }')"
}

@test "ce-consensus: missing labels count neither for nor against" {
  table a,b,c 1,1, 1,,1 ,1,1 2,2,2 2,,2 ?,2,2 >labels.csv
  for name in eac-sl eac-al eac-cl hne cspa hgpa mcla hbgf voting mixture; do
    assert_equal "$name $(ce-consensus $name -k 2 labels.csv | canonical | tr '\n' ' ')" "$name 1 1 1 2 2 2 "
  done
}

@test "ce-consensus: an object without any label gets NA, with a note" {
  table id,a,b p,1,1 q,, r,2,2 s,1,1 >labels.csv
  run_split ce-consensus eac-al -k 2 --confidence sure.csv labels.csv
  assert_equal "$status" 0
  assert_equal "$output" "id,eac-al.k2
p,1
q,NA
r,2
s,1"
  assert_equal "$stderr" "ce-consensus: objects without a label in any base clustering: 1; they get NA"
  assert_equal "$(sed -n 3p sure.csv)" "q,"
}

@test "ce-consensus: a base clustering without labels is ignored; an ensemble without labels is refused" {
  table a,b,c 1,,1 1,,1 2,,2 >labels.csv
  assert_equal "$(ce-consensus eac-al -k 2 labels.csv | tr '\n' ' ')" "eac-al.k2 1 1 2 "
  table a,b ,NA ?, >none.csv
  run_split ce-consensus eac-al -k 2 none.csv
  assert_error 1 "ce-consensus: all labels are missing"
}

@test "ce-consensus hne: 9 of 30 is not larger than 0.3, 10 of 30 is" {
  # two objects that share a cluster in 9 (10) of 30 base clusterings
  for shared in 9 10; do
    {
      seq -s, 30 | sed 's/[0-9]*/q&/g'
      seq -s, 30 | sed 's/[0-9][0-9]*/1/g'
      seq 30 | awk -v s=$shared '{ printf "%s%d", (NR > 1 ? "," : ""), ($1 <= s ? 1 : 2) } END { print "" }'
    } >labels.csv
    ce-consensus hne -k 1 -q labels.csv | tail -n +2 | tr '\n' ' ' >"out$shared"
  done
  assert_equal "$(cat out9)" "1 2 "
  assert_equal "$(cat out10)" "1 1 "
}

@test "ce-consensus hne: leftovers are kept with a note, or absorbed" {
  table a,b,c 1,1,1 1,1,1 1,1,1 2,2,2 2,2,2 2,2,2 3,3,2 3,3,3 >labels.csv
  run_split ce-consensus hne -k 2 --theta 0.5 labels.csv
  assert_equal "$(echo "$output" | tr '\n' ' ')" "hne.k2 1 1 1 2 2 2 3 3 "
  assert_equal "$stderr" "ce-consensus: hne: 3 clusters, 2 asked for"
  run_split ce-consensus hne -k 2 --theta 0.5 --leftover absorb labels.csv
  assert_equal "$(echo "$output" | tr '\n' ' ')" "hne.k2 1 1 1 2 2 2 2 2 "
  assert_equal "$stderr" ""
}

@test "ce-consensus voting: the reference decides ties; without a base clustering of k clusters there is none" {
  # votes for object 3: a and b say the first cluster, c and d the second; a is the reference
  table a,b,c,d 1,1,1,1 1,1,1,1 1,1,2,2 2,2,2,2 2,2,2,2 >labels.csv
  assert_equal "$(ce-consensus voting -k 2 labels.csv | canonical | tr '\n' ' ')" "1 1 1 2 2 "
  run_split ce-consensus voting -k 3 labels.csv
  assert_error 1 "ce-consensus: voting: k = 3, but no base clustering has 3 clusters, to be the reference; all have 2"
}

@test "ce-consensus: k out of reach" {
  strehl >labels.csv
  run_split ce-consensus eac-al -k 8 labels.csv
  assert_error 1 "ce-consensus: eac-al: k = 8, but there are only 7 objects"
  run_split ce-consensus hne -k 8 labels.csv
  assert_error 1 "ce-consensus: hne: k = 8, but there are only 7 objects"
  run_split ce-consensus mcla -k 7 labels.csv
  assert_error 1 "ce-consensus: mcla: k = 7, but the base clusterings tell only 6 groups of objects apart"
  run_split ce-consensus eac-al -k 0 labels.csv
  assert_error 2 "ce-consensus: --clusters '0', a whole number from 1 expected
Try 'ce-consensus --help'."
}

@test "ce-consensus: k above the objects with labels, and above one object" {
  table a,b 1,1 1,2 2,2 2,3 , >five.csv
  for name in ec-cms hne eac-al; do
    run_split ce-consensus $name -k 5 five.csv
    assert_error 1 "ce-consensus: $name: k = 5, but there are only 4 objects with labels"
  done
  table a 1 >one.csv
  for name in hne eac-al; do
    run_split ce-consensus $name -k 2 one.csv
    assert_error 1 "ce-consensus: $name: k = 2, but there is only 1 object"
  done
  table x 1 >one.csv
  run_split ce-consensus usenc -k 2 one.csv
  assert_error 1 "ce-consensus: usenc: k = 2, but there is only 1 object"
}

@test "ce-consensus mcla, womc, ecpcs-mc: clusters of which no two are similar cannot be grouped" {
  table a 1 1 2 3 >one.csv
  for name in mcla womc ecpcs-mc; do
    run_split ce-consensus $name -k 2 one.csv
    assert_error 1 "ce-consensus: $name: no two of 3 clusters have a similarity above 0, so they cannot be grouped:\
 add base clusterings with other clusters, or use another function, such as eac-al"
    # one group, and a group for each cluster
    assert_equal "$(ce-consensus $name -k 1,3 one.csv | paste -sd' ')" "$name.k1,$name.k3 1,1 1,1 1,2 1,3"
  done
  table a,b 1,1 1,1 2,2 3,3 >two.csv
  run_split ce-consensus ecpcs-mc -k 2 two.csv
  assert_error 1 "ce-consensus: ecpcs-mc: no two of 6 clusters have a similarity above 0, so they cannot be grouped:\
 add base clusterings with other clusters, or use another function, such as eac-al"
  ce-consensus eac-al -k 2 one.csv >there
}

@test "ce-consensus: one object, one base clustering, one cluster" {
  table a 1 >one.csv
  for name in eac-sl eac-al eac-cl hne cspa hgpa mcla hbgf voting mixture; do
    assert_equal "$name $(ce-consensus $name -k 1 one.csv | tr '\n' ' ')" "$name $name.k1 1 "
  done
  table a x y x z >three.csv
  for name in eac-al hne cspa hgpa mcla hbgf voting mixture; do
    assert_equal "$name $(ce-consensus $name -k 3 three.csv 2>&1 | canonical | tr '\n' ' ')" "$name 1 2 1 3 "
  done
  # to a spectral cut, objects without a neighbour are alike unless each is a cluster
  table a x y x z w >four.csv
  run_split ce-consensus cspa -k 3 four.csv
  assert_equal "$status$stderr" "0ce-consensus: cspa: 2 clusters, 3 asked for"
}

@test "ce-consensus -v: how large the ensemble is" {
  strehl >labels.csv
  run_split ce-consensus eac-al -k 3 -v labels.csv
  assert_equal "$stderr" "ce-consensus: 7 objects, 4 base clusterings with 11 clusters, 6 microclusters"
  run_split ce-consensus pta-al -k 3 -v --cap 1 labels.csv
  assert_equal "${stderr_lines[1]}" "ce-consensus: elite neighbours: K = 1, T = 1, 5 links"
}

@test "ce-consensus -v: of memberships, which functions read labels" {
  table a:1,a:2,b:1,b:2 .9,.1,.8,.2 .7,.3,1,0 .2,.8,.4,.6 0,1,.1,.9 >soft.csv
  run_split ce-consensus eac-al,se,bok,wspa -q -v -k 2 soft.csv
  assert_equal "$status" 0
  assert_equal "$(grep 'reads labels' <<<"$stderr")" \
    "ce-consensus: eac-al reads labels: each object has that of its most likely cluster
ce-consensus: bok reads labels: each object has that of its most likely cluster"
  table a,b 1,1 1,1 2,2 2,2 >labels.csv
  run_split ce-consensus eac-al -v -k 2 labels.csv
  assert_equal "$(grep -c 'reads labels' <<<"$stderr")" 0
}

@test "ce-consensus: wrong use" {
  strehl >labels.csv
  run_split ce-consensus eac-al labels.csv
  assert_error 1 "ce-consensus: labels.csv: 7 objects: to look for k, 9 or more are needed; else give k with -k"
  run_split ce-consensus eac-al -k 2 --lifetime labels.csv
  assert_error 2 "ce-consensus: -k and --lifetime: one of them expected
Try 'ce-consensus --help'."
  run_split ce-consensus eac-al,nosuch -k 2 labels.csv
  assert_error 2 "ce-consensus: unknown method 'nosuch', expected one of: $(ce-consensus --list=csv | tail -n +2 | cut -d, -f1 | paste -sd, | sed 's/,/, /g')
Try 'ce-consensus --help'."
  run_split ce-consensus eac-al -k 2 --theta 0.2 labels.csv
  assert_error 2 "ce-consensus: --theta does not go with eac-al, only with: ec-cms hne
Try 'ce-consensus --help'."
  run_split ce-consensus hne -k 2 --theta 1 labels.csv
  assert_error 2 "ce-consensus: --theta '1', a number from 0 to 0.999999 expected
Try 'ce-consensus --help'."
  run_split ce-consensus eac-al,mcla --lifetime labels.csv
  assert_error 2 "ce-consensus: mcla has no dendrogram: --lifetime needs a function that cuts one
Try 'ce-consensus --help'."
}

@test "ce-consensus: a matrix that does not fit is refused with its size and a way out" {
  planted 300 5 12 90 >labels.csv
  CE_MEMORY_LIMIT=100K run_split ce-consensus eac-al -k 2 labels.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
  # those that read labels alone and whose cost follows the objects
  names=$(ce-consensus --list=csv | awk -F, '$4 == "labels" && $5 == "k" && $7 == "objects" { printf "%s%s", comma, $1; comma = ", " }')
  [[ "$names" == *"hgpa, kcc, "* ]]
  [[ "$stderr" == "ce-consensus: "*" x "*" needs "*"KiB of memory, 100.0 KiB are free (CE_MEMORY_LIMIT); use $names, which need no matrix of pairs, instead" ]]
}

@test "ce-consensus: where no matrix fits, what earlier functions kept changes nothing" {
  planted 1500 8 24 50 >labels.csv
  CE_MEMORY_LIMIT=3M run_split ce-consensus eac-al -k 8 labels.csv
  assert_equal "$status" 1
  alone=$stderr
  CE_MEMORY_LIMIT=3M run_split timeout 100 ce-consensus hbgf,lwgp,mcla,eac-al --with spectral \
    -k 8 labels.csv
  assert_error 1 "ce-consensus: eac-al: ${alone#ce-consensus: }"
}

@test "ce-consensus: where no matrix of pairs fits, those that need none still run" {
  planted 1500 8 24 50 >labels.csv
  planted_truth 1500 8 >truth.csv
  [ "$(tail -n +2 labels.csv | sort -u | wc -l)" = 1500 ]
  for name in eac-al pta-al weac-al wct-al srs-al ecmc-al lwea ecpcs-hc "cspa --with metis"; do
    # shellcheck disable=SC2086
    CE_MEMORY_LIMIT=3M run_split ce-consensus $name -k 8 labels.csv
    assert_equal "$name $status$output" "${name} 1"
    [[ "$stderr" == "ce-consensus: "*" needs "*" of memory, 3.0 MiB are free (CE_MEMORY_LIMIT); use "*" instead" ]] || fail "$stderr"
  done
  for name in lwgp cspa "hbgf --with spectral" mcla ecpcs-mc gp-mgla hgpa "ptgp --cap 20"; do
    # shellcheck disable=SC2086
    CE_MEMORY_LIMIT=3M ce-consensus $name -k 8 -q labels.csv >out.csv
    # a hypergraph has no partial credit for a cut cluster
    limit=.01
    [ "$name" != hgpa ] || limit=.9
    error=$(ce-score -q -t truth.csv -s error out.csv | tail -n 1 | cut -d, -f3)
    awk -v error="$error" -v limit=$limit 'BEGIN { exit !(error <= limit) }' || fail "$name: error $error"
  done
}

@test "ce-consensus hne: edges are held for microclusters, however many objects they have" {
  { echo a,b,c; repeated 30000 1,1,1; repeated 20000 2,2,2; repeated 40000 2,2,3; } >labels.csv
  # the graph of the objects has 4.5e9 edges. It has two components, and all objects of one have edges with each other: there the
  # last object is the last to join.
  CE_MEMORY_LIMIT=50M ce-consensus hne -k 2,3 labels.csv >out.csv
  sort out.csv | uniq -c | tr -s ' ' | sort >counted
  table ' 1 2,3' ' 1 hne.k2,hne.k3' ' 30000 1,1' ' 59999 2,2' | diff - counted
  assert_equal "$(tail -n 1 out.csv)" 2,3
}

@test "ce-consensus hne: where all components of the threshold graph stay, no graph of objects is made" {
  { echo a,b,c; repeated 3000 1,1,1; repeated 2000 1,1,2; repeated 3000 2,2,1; repeated 10 3,3,3; } >labels.csv
  { echo hne.k2; repeated 5000 1; repeated 3000 2; repeated 10 3; } >expected
  # three components, of which k = 2 gets all, and k = 3 too; k = 4 takes one of them apart
  for k in 2 3; do
    CE_MEMORY_LIMIT=100M run_split ce-consensus hne -k $k --theta 0.5 labels.csv
    assert_equal "$status" 0
    tail -n +2 <<<"$output" | diff <(tail -n +2 expected) -
  done
  [[ $stderr != *"more than"* ]]
  # and with tens of objects of each kind the labels are those of the graph of the objects, for every k and theta
  for seed in 1 2 3 4 5 6; do
    planted 60 3 3 $((seed * 4)) | awk -v seed=$seed 'BEGIN { srand(seed) } NR == 1 { print; next } { row[NR] = $0 }
      END { for (i = 2; i <= NR; i++) print row[2 + int(rand() * (NR - 1) / 4)] }' >labels.csv
    for theta in 0.3 0.6 0.9; do
      ce-similarity ca labels.csv | ce-partition hne -q --theta $theta -k 1..5 | tail -n +2 >objects
      ce-consensus hne -q --theta $theta -k 1..5 labels.csv | tail -n +2 | cmp - objects
    done
  done
}

@test "ce-consensus: average linkage of more than 5,000 microclusters needs no matrix of them and gives the labels of its pipeline" {
  in_turn 4
  awk 'BEGIN {
    srand(7)
    print "a,b,c,d,e,f,g,h,i,j"
    for (i = 0; i < 5300; i++) {
      line = ""
      for (q = 0; q < 10; q++) line = line (q ? "," : "") (rand() < .7 ? int(rand() * 6) : i % 6)
      print line
    }
  }' >labels.csv
  [ "$(ce-microcluster compress labels.csv | wc -l)" -gt 5001 ]
  ce-weigh ncai labels.csv >weights.csv
  CE_MEMORY_LIMIT=80M run_split ce-consensus eac-al,weac-al,lwea,weac-nm --weights weights.csv -k 6,50 labels.csv -o out.csv
  assert_success
  assert_equal "$stderr" ""
  # by the matrix: the same to the byte
  ce-similarity ca --format npy labels.csv | ce-partition average -k 6,50 | tail -n +2 >eac
  ce-similarity ca --format npy --weights weights.csv labels.csv | ce-partition average -k 6,50 | tail -n +2 >weac
  ce-similarity lwca --format npy labels.csv | ce-partition average -k 6,50 | tail -n +2 >lwea
  paste -d, eac weac lwea weac >matrix
  tail -n +2 out.csv | cmp - matrix
  # complete linkage needs it
  CE_MEMORY_LIMIT=80M run_split ce-consensus eac-cl -k 6 labels.csv
  assert_failure 1
  assert_regex "$stderr" 'co-association matrix'
}

@test "ce-consensus: -k is a list of numbers and ranges; each has its column" {
  seq 1 20 | sed 's/.*/&,&/; 1i a,b' >distinct.csv
  assert_equal "$(ce-consensus eac-al -k 2..4,7,9..10 -q distinct.csv | head -n 1)" \
    eac-al.k2,eac-al.k3,eac-al.k4,eac-al.k7,eac-al.k9,eac-al.k10
  ce-consensus eac-al -k 7,2..3 -q distinct.csv >one
  ce-consensus eac-al -k 7,2,3 -q distinct.csv | cmp - one
  for wrong in 2, ,2 2..,3 2..3..4 2...4 '2..3 ' -1..2 1..99999999; do
    run_split ce-consensus eac-al "-k$wrong" distinct.csv
    assert_equal "$status ${stderr_lines[0]}" \
      "2 ce-consensus: --clusters '$wrong', a whole number from 1 expected"
  done
  # the upper limit is told where it is in the way
  for wrong in 2147483647 3,99999999999999999999 2..1000000001; do
    run_split ce-consensus eac-al "-k$wrong" distinct.csv
    assert_equal "$status ${stderr_lines[0]}" \
      "2 ce-consensus: --clusters '$wrong', a whole number from 1 to 1000000000 expected"
  done
  run_split ce-consensus eac-al -k 2,4-5,7 distinct.csv
  assert_equal "$status ${stderr_lines[0]}" "2 ce-consensus: --clusters '2,4-5,7', a range is written 4..5"
  run_split ce-consensus eac-al -k 2:10 distinct.csv
  assert_equal "$status ${stderr_lines[0]}" "2 ce-consensus: --clusters '2:10', a range is written 2..10"
  for backwards in 5..3 2,5..3 5..3,7; do
    run_split ce-consensus eac-al -k $backwards distinct.csv
    assert_equal "$status ${stderr_lines[0]}" "2 ce-consensus: --clusters '$backwards', a range goes up: 3..5 expected"
  done
  # a generator makes one of each
  assert_equal "$(ce-generate kmeans -k 2..3,5 "$BUNDLED/iris.csv" | head -n 1)" kmeans.k2.r1,kmeans.k3.r2,kmeans.k5.r3
}

@test "ce-consensus: a method or a k that is given twice is wrong use, its column would be there twice" {
  strehl >labels.csv
  run_split ce-consensus eac-al,mcla,eac-al -k 2 labels.csv
  assert_error 2 "ce-consensus: eac-al is asked for twice
Try 'ce-consensus --help'."
  run_split ce-consensus eac-al -k 2,3,2 labels.csv
  assert_error 2 "ce-consensus: -k has 2 twice
Try 'ce-consensus --help'."
  run_split ce-consensus eac-al -k 2..4,3 labels.csv
  assert_error 2 "ce-consensus: -k has 3 twice
Try 'ce-consensus --help'."
  ce-similarity ca -o ca.mtx labels.csv
  run_split ce-partition average -k 2,3,2 ca.mtx
  assert_error 2 "ce-partition: -k has 2 twice
Try 'ce-partition --help'."
  run_split ce-consensus comusa,gcons -k 2 --trace trace.csv labels.csv
  assert_error 2 "ce-consensus: --trace goes with one method that has a trace, not 2
Try 'ce-consensus --help'."
  run_split ce-consensus penta,usenc -k 2 --base 5 data.csv
  assert_error 2 "ce-consensus: --base goes with one method, not 2
Try 'ce-consensus --help'."
}

@test "ce-consensus --keep-going: what succeeded is written, what did not is told, status 1" {
  table a,b 1,1 1,2 2,2 3,2 >four.csv
  run_split ce-consensus eac-al,voting,mcla -k 2,5,3 four.csv
  assert_error 1 "ce-consensus: eac-al: k = 5, but there are only 4 objects"
  run_split ce-consensus eac-al,eac-sl -k 2,5,3 --keep-going --confidence sure.csv -q four.csv
  assert_equal "$status" 1
  assert_equal "$stderr" "ce-consensus: eac-al: k = 5, but there are only 4 objects
ce-consensus: eac-sl: k = 5, but there are only 4 objects
ce-consensus: 2 of 6 columns failed; the others are written"
  assert_equal "$output" "$(ce-consensus eac-al,eac-sl -k 2,3 --confidence both.csv four.csv)"
  cmp both.csv sure.csv
  # of several functions the message says which failed
  printf '%s\n' a,b,c 1,1,1 1,1,2 1,2,1 1,2,2 2,1,1 2,1,2 2,2,1 2,2,2 >cube.csv
  run_split ce-consensus hbgf,lwgp,eac-al -k 2,7 --keep-going -q cube.csv
  assert_equal "$status $stderr" "1 ce-consensus: hbgf: 7 clusters asked for, but the base clusterings have only 6
ce-consensus: lwgp: 7 clusters asked for; columns that are not zero: 6
ce-consensus: 2 of 6 columns failed; the others are written"
  run_split ce-consensus eac-al,lwgp -k 7 cube.csv
  assert_error 1 "ce-consensus: lwgp: 7 clusters asked for; columns that are not zero: 6"
  run_split ce-consensus lwgp -k 7 cube.csv
  assert_error 1 "ce-consensus: 7 clusters asked for; columns that are not zero: 6"
  # more clusters than the eigenvectors tell apart
  printf '%s\n' a,b 1,1 1,2 2,1 2,2 >square.csv
  for name in lwgp bgcm tcut; do
    run_split ce-consensus $name -k 4 square.csv
    assert_error 1 "ce-consensus: $name: k = 4, but the base clusterings tell only 3 groups of objects apart"
  done
  run_split ce-consensus ptgp -k 4 square.csv
  assert_error 1 "ce-consensus: ptgp: k = 4, but the base clusterings tell no objects apart"
  # nothing succeeded: nothing is written
  run_split ce-consensus eac-al -k 5,6 --keep-going -o result.csv four.csv
  assert_error 1 "ce-consensus: eac-al: k = 5, but there are only 4 objects
ce-consensus: eac-al: k = 6, but there are only 4 objects
ce-consensus: nothing succeeded: no table is written"
  assert [ ! -e result.csv ]
  # nothing failed: as without it
  run_split ce-consensus eac-al -k 2,3 --keep-going four.csv
  assert_equal "$status$stderr" 0
  assert_equal "$output" "$(ce-consensus eac-al -k 2,3 four.csv)"
  run_split ce-consensus wsce -k 2 --keep-going four.csv
  assert_equal "$status" 2
}

@test "ce-consensus: of several functions, a failure for want of memory names its function" {
  awk 'BEGIN { print "a,b"; for (i = 0; i < 2400; i++) print i % 60 "," int(i / 60) }' >cells.csv
  CE_MEMORY_LIMIT=8M run_split ce-consensus eac-cl,bgcm -k 3 --keep-going -q cells.csv
  assert_equal "$status" 1
  assert_equal "${lines[0]}" bgcm.k3
  assert_regex "${stderr_lines[0]}" "^ce-consensus: eac-cl: the co-association matrix"
  CE_MEMORY_LIMIT=8M run_split ce-consensus eac-cl,bgcm -k 3 -q cells.csv
  assert_equal "$status" 1
  assert_regex "$stderr" "^ce-consensus: eac-cl: the co-association matrix"
}

@test "ce-consensus: a forgotten method, a comma too many; help for two methods" {
  strehl >labels.csv
  for arguments in "labels.csv" "labels.csv -k 2" "-k 2 labels.csv" "-k 2 -"; do
    file=$(grep -o 'labels.csv\|-$' <<<"$arguments" | tail -n 1)
    # shellcheck disable=SC2086 # a list of arguments
    run_split ce-consensus $arguments
    assert_error 2 "ce-consensus: the method is missing before '$file': ce-consensus --list shows what there is
Try 'ce-consensus --help'."
  done
  for names in eac-al, ,eac-al eac-al,,mcla; do
    run_split ce-consensus "$names" -k 2 labels.csv
    assert_error 2 "ce-consensus: a method without a name: a comma too many, or a blank beside one
Try 'ce-consensus --help'."
  done
  ce-consensus eac-al --help >one
  ce-consensus mcla --help >two
  { cat one; echo; cat two; } >expected
  ce-consensus eac-al,mcla --help >both
  cmp both expected
}

@test "ce-generate: an unknown option, the beginning of several, one of another noun, a flag with a value: four messages" {
  table x 1 2 3 >data.csv
  while IFS='|' read -r option message; do
    # shellcheck disable=SC2086 # a list of arguments
    run_split ce-generate kmeans -k 2 $option data.csv
    assert_error 2 "ce-generate: $message
Try 'ce-generate --help'."
  done <<'END'
--nosuch|unknown option --nosuch
-Z|unknown option -Z
-h|unknown option -h; did you mean --help?
--hepl|unknown option --hepl; did you mean --help?
--verison|unknown option --verison; did you mean --version?
--tie index|unknown option --tie
--memberz 3|unknown option --memberz; did you mean --members?
--ver|--ver is the beginning of several options: --verbose, --version
--grid hexagonal|--grid does not go with kmeans, only with: som
--quiet=yes|--quiet takes no value
END
}

@test "ce-consensus: what will take minutes says so before it begins, and not with -q" {
  awk 'BEGIN { print "a,b"; for (i = 0; i < 4500; i++) print i ",0" }' >distinct.csv
  run_split timeout 1 ce-consensus ecmc-al -j 1 -k 3 distinct.csv
  [[ "$stderr" == *"ce-consensus: this step takes about "*" min on a usual machine"* ]] || fail "$stderr"
  for quiet in -q "--progress never"; do
    # shellcheck disable=SC2086
    run_split timeout 1 ce-consensus ecmc-al -j 1 -k 3 $quiet distinct.csv
    [[ "$stderr" != *"this step takes"* ]] || fail "$stderr"
  done
  run_split timeout 1 ce-similarity ecmc -j 1 distinct.csv
  [[ "$stderr" == *"ce-similarity: this step takes about "*" min on a usual machine"* ]] || fail "$stderr"
}

@test "ce-consensus hne: k beyond the rows of labels that differ is told, as objects of the same labels part" {
  table a,b 1,1 1,1 1,1 2,2 2,2 >few.csv
  run_split ce-consensus hne -k 2 few.csv
  assert_equal "$stderr" ""
  run_split ce-consensus hne -k 4 few.csv
  assert_equal "$stderr" "ce-consensus: hne.k4: k = 4, but only 2 rows of labels differ: objects of the same labels are put into several clusters"
  assert_equal "$(sed 1d <<<"$output" | sort -u | wc -l)" 4
}

@test "ce-consensus: base clusterings whose rows are in different orders are told (they gave labels without a word)" {
  ce-generate kmeans -q -k 2..8 -m 6 "$BUNDLED/wdbc.csv" >base.csv
  run_split ce-consensus eac-al -k 2 -o out.csv base.csv
  assert_equal "$stderr" ""
  # each column shuffled by itself
  for q in 1 2 3 4 5 6; do
    cut -d, -f$q base.csv | awk -v q=$q 'BEGIN { srand(q) } NR == 1 { print "0," $0; next } { print 1 + rand() "," $0 }' |
      sort -t, -k1,1n | cut -d, -f2 >column.$q
  done
  paste -d, column.[1-6] >mixed.csv
  run_split ce-consensus eac-al -k 2 -o out.csv mixed.csv
  assert_equal "$status" 0
  [[ $stderr =~ ^"ce-consensus: mixed.csv: on average, two base clusterings agree no more than by chance (adjusted Rand index "-?0.0[01]"): are the objects in one order in all of them?"$ ]] ||
    fail "$stderr"
  run_split ce-consensus eac-al -q -k 2 -o out.csv mixed.csv
  assert_equal "$stderr" ""
  # a weak agreement, one of columns that leave each other out, and one cluster, are no chance; a note stops nothing
  awk 'BEGIN { srand(8); m = 60; for (q = 1; q <= m; q++) printf "m%d%s", q, (q < m ? "," : "\n")
    for (i = 0; i < 400; i++) for (q = 1; q <= m; q++)
      printf "%d%s", (rand() < .42 ? i % 4 : int(rand() * 4)), (q < m ? "," : "\n") }' >weak.csv
  awk 'BEGIN { print "a,b,c,d,e,f,g,h"; for (i = 0; i < 400; i++) for (q = 0; q < 8; q++)
    printf "%d%s", i % 8 == q, (q < 7 ? "," : "\n") }' >rest.csv
  awk 'BEGIN { print "a,b"; for (i = 0; i < 400; i++) print i % 5 ",1" }' >one.csv
  table size,a,b 9007199254740992,1,1 9007199254740992,2,1 >huge.csv
  # of more than 10,000 objects a sample, which must not be every twentieth of objects whose classes take turns
  awk 'BEGIN { srand(8); print "a,b,c,d"; for (i = 0; i < 200000; i++)
    printf "%d,%d,%d,%d\n", (rand() < .3 ? i % 10 : 10 * rand()), (rand() < .3 ? i % 10 : 10 * rand()),
      (rand() < .3 ? i % 10 : 10 * rand()), (rand() < .3 ? i % 10 : 10 * rand()) }' >turns.csv
  for file in weak rest one huge turns; do
    run_split ce-consensus mcla -k 2 -o out.csv $file.csv
    assert_equal "$status" 0
    refute_regex "$stderr" chance
    ce-consensus --advise $file.csv >told
    assert_equal "$(grep -c chance told)" 0
  done
  # of few objects chance makes more
  head -n 100 mixed.csv >few.csv
  run_split ce-consensus eac-al -k 2 -o out.csv few.csv
  assert_equal "$stderr" ""
}
