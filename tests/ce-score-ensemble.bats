#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-score --ensemble: the agreement of clusterings with base clusterings.

setup() { load common; }

# of_diversity BASE RESULTS: the table that ce-score is to write, from ce-diversity.
of_diversity() {
  ce-diversity -q -c "$2" -s anmi,aari,aecs "$1" |
    awk -F, 'NR > 1 { if (!($2 in row)) { row[$2] = $2; order[++n] = $2 } row[$2] = row[$2] "," $3 }
      END { print "clustering,anmi,aari,aecs"; for (i = 1; i <= n; i++) print row[order[i]] }'
}

# members SEED: 40 objects, five base clusterings with gaps, and two results with a gap.
members() {
  awk -v seed="$1" 'BEGIN { srand(seed); print "b1,b2,b3,b4,b5" >"base.csv"; print "m.k2,m.k4" >"results.csv"
    for (i = 0; i < 40; i++) { group = int(rand() * 4); line = ""
      for (q = 0; q < 5; q++) line = line (q ? "," : "") (rand() < .1 ? "NA" : rand() < .7 ? group : int(rand() * 4))
      print line >"base.csv"; print (i == 3 ? "" : group > 1) "," (i == 5 ? "NA" : group) >"results.csv" } }'
}

@test "ce-score --ensemble: by hand, and the values of ce-diversity" {
  table r.k2 1 1 2 2 >r.csv
  table a,b 1,1 1,2 2,1 2,2 >base.csv
  # the same partition, and one that is independent of it
  run_split ce-score --ensemble base.csv r.csv
  assert_equal "$output" "clustering,k,anmi,aari,aecs
r.k2,2,0.5,0.25,0.75"
  for seed in 1 2 3; do
    members $seed
    ce-score -q --ensemble base.csv results.csv | cut -d, -f1,3- >shown
    of_diversity base.csv results.csv >expected
    assert_equal "$(wc -l <expected)" 3
    diff expected shown
  done
  run_split ce-score --ensemble base.csv results.csv
  assert_regex "$stderr" "^ce-score: base.csv: up to [0-9]+ of 40 objects are left out where a clustering is compared with a base clustering: no label$"
}

@test "ce-score --ensemble: the ARI of scikit-learn, and its NMI with the geometric mean" {
  /usr/bin/python3 -c 'import sklearn' 2>/dev/null || skip "no scikit-learn here"
  cut -d, -f1,2,3 "$BUNDLED/iris.csv" >data.csv
  ce-generate kmeans -q -m 6 data.csv >base.csv
  ce-consensus eac-al -k 3 base.csv >r.csv
  ce-score --ensemble base.csv -s anmi,aari r.csv | sed 1d | cut -d, -f3- >shown
  /usr/bin/python3 - <<'END' >expected
from sklearn.metrics import adjusted_rand_score as ari, normalized_mutual_info_score as nmi
rows = [line.split(",") for line in open("base.csv").read().split()[1:]]
result = open("r.csv").read().split()[1:]
base = list(zip(*rows))
print("%.12f,%.12f" % (sum(nmi(result, b, average_method="geometric") for b in base) / len(base), sum(ari(result, b) for b in base) / len(base)))
END
  awk -F, '{ printf "%.12f,%.12f\n", $1, $2 }' shown | diff expected -
}

@test "ce-score --ensemble: rows by id, sizes of microclusters, and objects that are ignored" {
  members 4
  awk -F, 'NR == 1 { print "id," $0; next } { print "o" NR "," $0 }' base.csv >base.ids
  { echo id,m.k2,m.k4; awk -F, 'NR > 1 { print "o" NR "," $0 }' results.csv | sort -r; } >results.ids
  ce-score -q --ensemble base.ids results.ids >shown
  ce-score -q --ensemble base.csv results.csv >expected
  # sums are in another order
  awk -F, -v OFS=, '{ for (c = 3; c <= NF; c++) if ($c + 0) $c = sprintf("%.12f", $c) } 1' expected >rounded
  awk -F, -v OFS=, '{ for (c = 3; c <= NF; c++) if ($c + 0) $c = sprintf("%.12f", $c) } 1' shown | diff rounded -
  # a row that counts three times
  table size,r 3,1 1,1 1,2 >micro.csv
  table size,a 3,1 1,2 1,2 >micro.base
  table r 1 1 1 1 2 >r.csv
  table a 1 1 1 2 2 >base.one
  assert_equal "$(ce-score -q --ensemble micro.base micro.csv)" "$(ce-score -q --ensemble base.one r.csv)"
  # that is no missing label
  table class a a noise b >four.truth
  table r.k2 1 1 2 2 >four.csv
  table a,b 1,1 1,2 2,1 2,2 >four.base
  run_split ce-score --ensemble four.base -t four.truth --ignore noise four.csv
  assert_equal "$stderr" ""
  # noise is left out, as if the tables had no such objects
  { echo class; seq 40 | awk '{ print $1 % 7 ? "a" : "noise" }'; } >truth.csv
  ce-score -q --ensemble base.csv -t truth.csv --ignore noise -s anmi,aari,aecs results.csv >shown
  for name in base results; do awk 'NR == 1 || (NR - 1) % 7' $name.csv >$name.kept; done
  ce-score -q --ensemble base.kept results.kept | diff - shown
}

@test "ce-score --ensemble: beside other measures, with --best, as JSON, and left out of all without it" {
  members 5
  seq 40 | awk 'BEGIN { print "x,y" } { print $1 "," $1 * $1 % 11 }' >data.csv
  { echo class; seq 40 | awk '{ print $1 % 3 }'; } >truth.csv
  header() { ce-score -q "$@" results.csv | sed -n 1p; }
  assert_equal "$(header --ensemble base.csv --data data.csv)" clustering,k,silhouette,ch,db,anmi,aari,aecs
  assert_equal "$(header --ensemble base.csv -t truth.csv)" clustering,k,nmi,ari,error,anmi,aari,aecs
  assert_equal "$(header --ensemble base.csv -s all)" clustering,k,anmi,aari,aecs
  assert_equal "$(header --ensemble base.csv -t truth.csv -s all | tr , '\n' | tail -n 3 | paste -sd,)" anmi,aari,aecs
  assert_equal "$(header -t truth.csv -s all | grep -c anmi || true)" 0
  best=$(ce-score -q --ensemble base.csv -s anmi results.csv | sort -t, -k3,3g | tail -n 1)
  assert_equal "$(ce-score -q --ensemble base.csv -s anmi --best results.csv | tail -n 1)" "$best"
  ce-score -q --ensemble base.csv -s aari --format json results.csv >json
  grep -qF '"aari": "mean adjusted Rand index with the base clusterings"' json
  # a clustering that shares no object with any base clustering has no value
  table r NA 1 >r.csv
  table a 1 NA >one.csv
  assert_equal "$(ce-score -q --ensemble one.csv r.csv | tail -n 1)" "r,1,,,"
  table a,b 1,1 NA,1 >two.csv
  run_split ce-score --ensemble - r.csv <two.csv
  assert_equal "$stderr" "ce-score: standard input: up to 2 of 2 objects are left out where a clustering is compared with a base clustering: no label
ce-score: standard input: 1 of 2 base clusterings shares no object with r and is out of its means"
  for j in 1 2; do ce-score -q --ensemble base.csv results.csv -j $j; done | sort | uniq -c | awk '$1 != 2 { print "other bytes" }' >differ
  assert_equal "$(cat differ)" ""
}

@test "ce-score --ensemble: wrong use and bad input" {
  members 6
  wrong() {
    run_split ce-score "${@:2}" results.csv
    assert_error 2 "ce-score: $1
Try 'ce-score --help'."
  }
  wrong "measure 'anmi' needs --ensemble" -s anmi
  wrong "measure 'aecs' is of one clustering: not with --pairwise" -s aecs --pairwise
  wrong "--ensemble is for agreement with base clusterings: none is asked for" --ensemble base.csv -s ari -t base.csv
  wrong "--pairwise compares the clusterings with each other: no --ensemble" --pairwise --ensemble base.csv
  wrong "--ensemble has no sums: not with --part or --cut" --part 1/2 --ensemble base.csv
  run_split ce-score --ensemble - - <results.csv
  assert_equal "$stderr" "ce-score: --ensemble and FILE are both standard input
Try 'ce-score --help'."
  head -n 5 base.csv >short.csv
  run_split ce-score --ensemble short.csv results.csv
  assert_equal "$status" 1
  assert_regex "$stderr" "^ce-score: short.csv: "
  run_split ce-score --ensemble none.csv results.csv
  assert_error 1 "ce-score: none.csv: No such file or directory"
  { echo class; seq 40 | awk '{ print $1 % 3 }'; } >truth.csv
  ce-score -t truth.csv --part 1/1 results.csv >all.sums
  run_split ce-score --ensemble base.csv all.sums
  assert_equal "$status" 2
  assert_regex "$stderr" "all.sums has sums over objects: no --truth, --pairwise, --constraints, --data, --matrix or --ensemble"
}

@test "ce-score --ensemble: microclusters count with their sizes, which results are written without" {
  members 4
  ce-microcluster compress base.csv >micro.csv
  ce-consensus lwea -q -k 2,3 base.csv >all.csv
  ce-consensus lwea -q -k 2,3 micro.csv >groups.csv
  assert_equal "$(sed -n '1p' groups.csv)" "lwea.k2,lwea.k3"
  ce-score -q --ensemble base.csv all.csv >expected
  ce-score -q --ensemble micro.csv groups.csv >found
  cmp expected found
  # by id in another order, and with sizes in both
  awk -F, 'NR == 1 { print "id,r" } NR > 1 { print "m" NR "," $1 }' groups.csv >r.csv
  awk -F, -v OFS=, 'NR == 1 { print "id", $0 } NR > 1 { print "m" NR, $0 }' micro.csv >ordered.csv
  { head -n 1 ordered.csv; tail -n +2 ordered.csv | sort -t, -k3,3 -r; } >shuffled.csv
  ce-score -q --ensemble shuffled.csv r.csv | cut -d, -f3- | tail -n 1 >found
  sed -n '2s/[^,]*,[^,]*,//p' expected >first
  cmp first found
  cut -d, -f1 micro.csv | paste -d, - groups.csv >sized.csv
  ce-score -q --ensemble micro.csv sized.csv >found
  cmp expected found
  sed '2s/^[0-9]*/7777/' sized.csv >other.csv
  run_split ce-score -q --ensemble micro.csv other.csv
  assert_equal "$status" 1
  assert_regex "$stderr" "^ce-score: micro.csv: row 1 has size [0-9]+, in other.csv it is 7777$"
}
