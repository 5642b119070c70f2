#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-stability resample: consensus clustering by resampling, from data, in one call.

setup() { load common; }

export IRIS=$CE_SOURCE/data/iris.csv

# canonical: the labels of one column renumbered by first appearance
canonical() { awk 'NR > 1 { if (!($1 in name)) name[$1] = ++last; print name[$1] }'; }

# members FILE K: the columns of that k
members() {
  cut -d, -f"$(head -n 1 "$1" | tr , '\n' | grep -n "\.k$2\." | cut -d: -f1 | paste -sd,)" "$1"
}

@test "ce-stability resample: numbers of k for its base clusterings, labels of ce-consensus" {
  for by in kmeans average; do
    run_split ce-stability resample -k 2..4 -m 30 --by $by --base base.csv \
      --labels labels.csv "$IRIS"
    assert_equal "$status" 0
    assert_equal "$output" "$(ce-stability k -q --linkage none base.csv)"
    for k in 2 3 4; do
      members base.csv $k >own.csv
      assert_equal "$(ce-consensus -q eac-al -k $k own.csv)" "$(cut -d, -f$((k - 1)) labels.csv)"
    done
  done
  assert_equal "$(head -n 1 labels.csv)" eac-al.k2,eac-al.k3,eac-al.k4
}

@test "ce-stability resample: base clusterings of ce-generate, with 8 of 10 objects each" {
  ce-stability resample -q -k 2,3 -m 12 --seed 5 --base base.csv "$IRIS" >/dev/null
  for k in 2 3; do
    ce-generate kmeans -k $k -m 12 --seed 5 --init plusplus --restarts 3 --objects 0.8 \
      --unseen missing "$IRIS" | tail -n +2 >expected
    members base.csv $k | tail -n +2 >own
    assert cmp expected own
  done
  assert_equal "$(tail -n +2 base.csv | cut -d, -f1 | grep -vc NA)" 120
  # each subsample is clustered for every k
  assert_equal "$(tail -n +2 base.csv | awk -F, '($1 == "NA") != ($13 == "NA")')" ""
}

@test "ce-stability resample: a k beyond the rows that differ is told" {
  table x,y 1,1 1,1 1,1 1,1 2,5 2,5 2,5 9,9 9,9 9,9 >few.csv
  run_split ce-stability resample -m 10 -k 6,2..4 few.csv
  assert_equal "$status" 0
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-stability: few.csv: too few rows differ for k = 4, 6: fewer clusters than asked for in 20 of 40 base clusterings"
  run_split ce-stability resample -m 10 -k 2..6 --by ward --base base.csv few.csv
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-stability: few.csv: too few rows differ for k = 4..6: equal rows are in several clusters in 30 of 50 base clusterings"
  run_split ce-stability resample -m 10 -k 2,3 few.csv
  refute_regex "$stderr" "too few"
}

@test "ce-stability resample --by: a linkage of the objects of the subsample" {
  for by in single complete average ward; do
    ce-stability resample -q -k 4,2 -m 3 --by $by --objects 100 --base base.csv "$IRIS" >/dev/null
    assert_equal "$(head -n 1 base.csv | cut -d, -f1,4)" $by.k2.r1,$by.k4.r1
    for column in 1 3 5; do
      k=$((column > 3 ? 4 : 2))
      cut -d, -f$column base.csv | tail -n +2 >label
      assert_equal "$(grep -vc NA label)" 100
      { head -n 1 "$IRIS"; tail -n +2 "$IRIS" | paste -d, - label | grep -v ',NA$' |
        sed 's/,[^,]*$//'; } >seen.csv
      ce-generate linkage --method $by -k $k seen.csv | canonical >expected
      { echo x; grep -v NA label; } | canonical >own
      assert cmp expected own
    done
  done
}

@test "ce-stability resample --by auto: Ward's linkage for more features than objects, with a note" {
  # 40 objects in two groups that differ in 3 of 41 features; then the same without the last of them
  awk 'BEGIN { srand(3); for (s = 1; s <= 41; s++) printf "f%d%s", s, s < 41 ? "," : "\n"
    for (i = 1; i <= 40; i++) for (s = 1; s <= 41; s++)
      printf "%.3f%s", rand() + (s < 4 && i > 20 ? 3 : 0), s < 41 ? "," : "\n" }' >wide.csv
  cut -d, -f 1-40 wide.csv >square.csv
  run_split ce-stability resample -k 2..4 -m 5 --base base.csv wide.csv
  assert_line --index 0 "k,members,pac,area,delta,ic"
  [[ $stderr == "ce-stability: wide.csv: 41 features of 40 objects: subsamples are clustered by Ward's linkage (--by)"* ]] ||
    fail "$stderr"
  ce-stability resample -q -k 2..4 -m 5 --by ward --base ward.csv wide.csv >/dev/null
  assert cmp base.csv ward.csv
  run_split ce-stability resample -k 2..4 -m 5 --base base.csv square.csv
  refute grep -q "linkage" <<<"$stderr"
  assert_equal "$(head -n 1 base.csv | cut -d, -f 1)" kmeans.k2.r1
  # who sets k-means gets it
  for how in "--restarts 3" "--iterations 100" "--init plusplus"; do
    # shellcheck disable=SC2086 # two words
    ce-stability resample -q -k 2..4 -m 5 $how --base set.csv wide.csv >/dev/null
    ce-stability resample -q -k 2..4 -m 5 --by kmeans --base kmeans.csv wide.csv >/dev/null
    assert cmp set.csv kmeans.csv
  done
}

@test "ce-stability resample --input: a matrix, of which each subsample is clustered by a linkage" {
  ce-similarity pearson --format csv "$IRIS" >r.csv
  awk -F, -v OFS=, '{ for (j = 1; j <= NF; j++) $j = 1 - $j; print }' r.csv >d.csv
  for by in single complete average; do
    ce-stability resample -q -k 4,2 -m 3 --by $by --objects 100 --input similarity --base base.csv r.csv >/dev/null
    assert_equal "$(head -n 1 base.csv | cut -d, -f1,4)" $by.k2.r1,$by.k4.r1
    for column in 1 3 5; do
      k=$((column > 3 ? 4 : 2))
      cut -d, -f$column base.csv | tail -n +2 >label
      assert_equal "$(grep -vc NA label)" 100
      # the rows and columns of the objects that it saw
      awk -F, 'FNR == NR { if ($1 != "NA") seen[++n] = FNR; next } FNR == seen[at + 1] { at++
        for (j = 1; j <= n; j++) printf "%s%s", $seen[j], j < n ? "," : "\n" }' label r.csv >some.csv
      ce-partition $by -q -k $k some.csv | canonical >expected
      { echo x; grep -v NA label; } | canonical >own
      assert cmp expected own
    done
    ce-stability resample -q -k 4,2 -m 3 --by $by --objects 100 --input distance --base of.csv d.csv >/dev/null
    assert cmp base.csv of.csv
  done
  # average is the default, and the objects are those of a linkage of data
  ce-stability resample -q -k 4,2 -m 3 --objects 100 --input similarity --base of.csv r.csv >/dev/null
  ce-stability resample -q -k 4,2 -m 3 --by average --objects 100 --input similarity --base base.csv r.csv >/dev/null
  assert cmp base.csv of.csv
  ce-stability resample -q -k 4,2 -m 3 --by ward --objects 100 --base data.csv "$IRIS" >/dev/null
  assert_equal "$(tail -n +2 of.csv | sed 's/[0-9]\+/x/g' | md5sum)" "$(tail -n +2 data.csv | sed 's/[0-9]\+/x/g' | md5sum)"
}

@test "ce-stability resample --input distance: Ward's linkage of Euclidean distances, ids, what does not go together" {
  cut -d, -f1-4 "$IRIS" >four.csv
  awk -F, 'NR > 1 { n++; for (s = 1; s <= 4; s++) x[n, s] = $s }
    END { printf "id"; for (i = 1; i <= n; i++) printf ",o%d", i; print ""
      for (i = 1; i <= n; i++) { printf "o%d", i; for (j = 1; j <= n; j++) { t = 0
        for (s = 1; s <= 4; s++) t += (x[i, s] - x[j, s]) ^ 2; printf ",%.17g", sqrt(t) } print "" } }' four.csv >d.csv
  ce-stability resample -q -k 2..4 -m 10 --by ward --input distance --item-consensus items.csv --labels labels.csv d.csv >of
  ce-stability resample -q -k 2..4 -m 10 --by ward four.csv >data
  assert cmp data of
  assert_equal "$(head -n 2 labels.csv | tail -n 1 | cut -d, -f1)" o1
  assert_equal "$(cut -d, -f2 items.csv | sed -n 2p)" o1
  # the place is that of the file, not that of a subsample
  run_split ce-stability resample -q --input similarity d.csv
  assert_error 1 "ce-stability: d.csv: row 1, column 16: 1.10454 is above 1: a matrix of distances (--input distance)? Similarities of at most 1 expected"
  printf '0,.5,.2,.1\n.5,0,.1,.2\n.2,.1,0,.6\n.1,.2,.6,0\n' >zero.csv
  run_split ce-stability resample --input similarity -k 2 -m 4 --objects 4 --base base.csv zero.csv
  [[ $stderr == "ce-stability: the diagonal is 0 everywhere, as distances have it; entries are read as similarities"* ]] ||
    fail "$stderr"
  assert_equal "$(cut -d, -f1 base.csv | paste -sd' ')" "average.k2.r1 1 1 2 2"
  ce-similarity ca "$FIXTURES/stability/labels.csv" >ca.mtx
  run_split ce-stability resample --input distance ca.mtx
  assert_error 1 "ce-stability: ca.mtx: no entry is above those on the diagonal: a matrix of similarities needs --input similarity"
  hint="
Try 'ce-stability --help'."
  run_split ce-stability resample --input similarity --by ward ca.mtx
  assert_error 2 "ce-stability: Ward's method needs Euclidean distances: --input distance$hint"
  for how in "--by kmeans" "--init random" "--restarts 2" "--iterations 9"; do
    # shellcheck disable=SC2086 # words
    run_split ce-stability resample --input similarity $how ca.mtx
    [ "$how" = "--by kmeans" ] || how=${how% *}
    assert_error 2 "ce-stability: $how: k-means needs data, and a matrix is clustered by a linkage or pam$hint"
  done
  run_split ce-stability resample --input similarity --columns 1 ca.mtx
  assert_error 2 "ce-stability: --columns chooses features of data, and a matrix has none$hint"
  run_split ce-stability resample --input similarity --features 2 ca.mtx
  assert_error 2 "ce-stability: --features goes with --input data$hint"
  run_split ce-stability resample --input similarity --cut 1/2 ca.mtx
  assert_error 2 "ce-stability: --cut is about tables of objects, and resample of a matrix reads none$hint"
  printf '0,1,2\n1,0,-1\n2,-1,0\n' >negative.csv
  run_split ce-stability resample -k 2 --objects 3 --input distance negative.csv
  assert_equal "$status$output" 1
  assert_equal "$(grep negative <<<"$stderr")" "ce-stability: negative.csv: row 2, column 3: -1 is no distance: a number from 0 to 4e+307 expected"
}

@test "ce-stability resample --features: base clusterings of ce-generate; all linkages see the same objects and features" {
  ce-stability resample -q -k 2,3 -m 12 --seed 5 --features 2 --base base.csv "$IRIS" >/dev/null
  for k in 2 3; do
    ce-generate kmeans -k $k -m 12 --seed 5 --init plusplus --restarts 3 --objects 0.8 --features 2 \
      --unseen missing "$IRIS" | tail -n +2 >expected
    members base.csv $k | tail -n +2 >own
    assert cmp expected own
  done
  # features that only one column of six tells apart: a member that does not see it has another tree
  awk 'BEGIN { srand(4); print "a,b,c,d,e,f"; for (i = 1; i <= 60; i++) { for (s = 1; s < 6; s++) printf "%.4f,", rand()
    printf "%.4f\n", (i > 30) * 100 + rand() } }' >six.csv
  ce-stability resample -q -k 2 -m 40 --seed 5 --features 3 --by average --base average.csv six.csv >/dev/null
  ce-stability resample -q -k 2 -m 40 --seed 5 --features 3 --by ward --base ward.csv six.csv >/dev/null
  assert_equal "$(tail -n +2 average.csv | sed 's/[0-9]\+/x/g' | md5sum)" "$(tail -n +2 ward.csv | sed 's/[0-9]\+/x/g' | md5sum)"
  # those that see the last column part the halves, by both ways; about half of the members do
  for file in average ward; do
    awk -F, 'NR > 1 { for (q = 1; q <= NF; q++) if ($q != "NA") { half = (NR - 1 > 30); if (!((q, half) in label)) label[q, half] = $q
      else if (label[q, half] != $q) mixed[q] = 1 } }
      END { for (q = 1; q <= NF; q++) print !(q in mixed) && label[q, 0] != label[q, 1] }' $file.csv >$file.parted
  done
  assert cmp average.parted ward.parted
  parted=$(grep -c 1 ward.parted)
  assert [ "$parted" -ge 10 ]
  assert [ "$parted" -le 30 ]
  run_split ce-stability resample --features 5 "$IRIS"
  assert_error 1 "ce-stability: $IRIS: 4 features, --features 5"
}

@test "ce-stability resample --every-cluster: own and the largest other are those of --item-consensus" {
  ce-stability resample -q -k 2..4 -m 30 --item-consensus items.csv --every-cluster every.csv "$IRIS" >/dev/null
  assert_equal "$(head -n 1 every.csv)" k,object,cluster,with,consensus
  assert_equal "$(wc -l <every.csv)" $((1 + 150 * (2 + 3 + 4)))
  run awk -F, 'FNR == 1 { next } FNR == NR { own[$1, $2] = $4; next_[$1, $2] = $5; near[$1, $2] = $6; next }
    $3 == $4 && $5 != own[$1, $2] { print "own", $0 }
    $3 != $4 && $5 > next_[$1, $2] { print "next", $0 }
    $4 == near[$1, $2] && $5 != next_[$1, $2] { print "nearest", $0 }' items.csv every.csv
  assert_output ""
}

@test "ce-stability resample: clusters and items as ConsensusClusterPlus has them" {
  command -v Rscript >/dev/null || skip "needs Rscript"
  Rscript -e 'library(ConsensusClusterPlus)' >/dev/null 2>&1 ||
    skip "needs ConsensusClusterPlus of Bioconductor"
  ce-prepare sample --objects 60 "$IRIS" >some.csv
  ce-stability resample -q -k 2..4 -m 40 --by average --base base.csv --labels labels.csv \
    --cluster-consensus clusters.csv --item-consensus items.csv some.csv >/dev/null
  cat >compare.R <<'R'
suppressMessages(library(ConsensusClusterPlus))
pdf(NULL)
base <- read.csv("base.csv"); labels <- read.csv("labels.csv")
clusters <- read.csv("clusters.csv"); items <- read.csv("items.csv")
n <- nrow(base); res <- list()
for (k in 2:4) {
  together <- matrix(0, n, n); both <- matrix(0, n, n)
  for (column in grep(paste0("[.]k", k, "[.]"), names(base))) {
    seen <- which(!is.na(base[[column]]))
    together <- ConsensusClusterPlus:::connectivityMatrix(base[[column]][seen], together, seen)
    both <- ConsensusClusterPlus:::connectivityMatrix(rep(1, length(seen)), both, seen)
  }
  cm <- ifelse(both > 0, together / both, 0)
  class <- cutree(hclust(as.dist(1 - cm), method = "average"), k)
  names(class) <- 1:n
  ours <- labels[[k - 1]]
  cat(k, length(unique(paste(class, ours))) == k, "\n")
  res[[k]] <- list(consensusMatrix = cm, consensusClass = setNames(ours, 1:n),
                   consensusTree = hclust(as.dist(1 - cm), method = "average"),
                   clrs = list(rep("black", n), 1, rainbow(k)))
}
icl <- calcICL(res, title = "icl", plot = "png")
theirs <- as.data.frame(icl$clusterConsensus)
mine <- clusters[order(clusters$k, clusters$cluster), ]
theirs <- theirs[order(theirs$k, theirs$cluster), ]
cat("clusters", isTRUE(all.equal(as.numeric(theirs$clusterConsensus), mine$consensus)), "\n")
item <- as.data.frame(icl$itemConsensus)
item$item <- as.numeric(as.character(item$item))
worst <- 0
for (row in seq_len(nrow(items))) {
  of <- item[item$k == items$k[row] & item$item == items$object[row], ]
  own <- of$itemConsensus[of$cluster == items$cluster[row]]
  other <- max(of$itemConsensus[of$cluster != items$cluster[row]])
  worst <- max(worst, abs(own - items$own[row]), abs(other - items$`next`[row]), na.rm = TRUE)
}
cat("items", worst < 1e-9, "\n")
R
  run Rscript compare.R
  assert_equal "$(grep -E '^(2|3|4|clusters|items) ' <<<"$output")" "2 TRUE 
3 TRUE 
4 TRUE 
clusters TRUE 
items TRUE "
}

@test "ce-stability resample: three clusters far apart are found, and are sure" {
  awk 'BEGIN { srand(3); print "x,y"
    for (i = 0; i < 60; i++) print (i % 3) * 50 + rand() "," (i % 3 == 1) * 50 + rand() }' >far.csv
  for by in kmeans average; do
    run_split ce-stability resample --by $by -m 25 --choose --labels labels.csv -k 2..5 \
      --cluster-consensus clusters.csv far.csv
    assert_equal "$status$(tail -n 1 <<<"$output" | cut -d, -f1)" 03
    assert_equal "$(cut -d, -f2 labels.csv | tail -n +2 | paste -sd' ')" \
      "$(for _ in $(seq 20); do echo 1 2 3; done | paste -sd' ')"
    assert_equal "$(grep ^3, clusters.csv | paste -sd' ')" "3,1,20,1 3,2,20,1 3,3,20,1"
  done
}

@test "ce-stability resample: 1 and 3 threads give the same bytes; ids go with the objects" {
  awk -F, 'NR == 1 { print "id," $0; next } { print "o" NR - 1 "," $0 }' "$IRIS" >ids.csv
  for by in kmeans ward; do
    for j in 1 3; do
      ce-stability resample -q -j $j -k 2..4 -m 10 --by $by --base base.$j --labels labels.$j \
        --item-consensus items.$j ids.csv >out.$j
    done
    assert cmp out.1 out.3
    assert cmp base.1 base.3
    assert cmp labels.1 labels.3
    assert cmp items.1 items.3
  done
  assert_equal "$(sed -n 2p items.1 | cut -d, -f1,2)" 2,o1
  assert_equal "$(sed -n 2p labels.1 | cut -d, -f1)" o1
}

@test "ce-stability resample: pairs that few of many members label are told" {
  run_split ce-stability resample -k 2,3 -m 50 --objects 0.3 --base base.csv "$IRIS"
  note="ce-stability: k = 2: a pair is labelled by 4.5 of 50 base clusterings at the mean: fewer than ten agree easily, so PAC says little"
  grep -qxF "$note" <<<"$stderr" || fail "$stderr"
  # by the base clusterings themselves: ordered pairs with a label, over those of which any has one
  cut -d, -f 1-50 base.csv | awk -F, 'NR > 1 { n++; for (q = 1; q <= 50; q++) has[n, q] = $q != "NA" }
    END { for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) { t = 0
      for (q = 1; q <= 50; q++) t += has[i, q] && has[j, q]
      sum += t; pairs += t > 0 }; printf "%.2g\n", sum / pairs }' >mean
  assert_equal "$(cat mean)" 4.5
  run_split ce-stability pac --sample-pairs 5000 base.csv
  grep -qxF "$note" <<<"$stderr" || fail "$stderr"
  run_split ce-stability resample -k 2,3 -m 50 "$IRIS"
  refute grep -q "agree easily" <<<"$stderr"
}

@test "ce-stability: of several k of the same PAC the largest is preferred, and the others are named" {
  # four tight groups, two and two of which are near: PAC is 0 at 2 and at 4
  awk 'BEGIN { srand(5); print "x"; for (g = 0; g < 4; g++) for (i = 0; i < 12; i++) print (g % 2 ? 5 : 0) + (g > 1 ? 100 : 0) + rand() / 100 }' >x.csv
  run_split ce-stability resample -k 2..6 -m 40 --by average x.csv
  assert_equal "$(cut -d, -f 1,3 <<<"$output" | sed -n '2p;4p')" "2,0
4,0"
  grep -qx "ce-stability: pac prefers k = 4, where 0% of the pairs are ambiguous, as at k = 2" <<<"$stderr" || fail "$stderr"
  # of members that are all alike it is 0 at every k, also at the last
  table a.k2.r1,a.k2.r2,a.k3.r1,a.k3.r2 1,1,1,1 1,1,2,2 2,2,3,3 2,2,3,3 >same.csv
  run_split ce-stability pac same.csv
  grep -qx "ce-stability: pac prefers no k: it is smallest at k = 3, the last, as at k = 2" <<<"$stderr" || fail "$stderr"
}

@test "ce-stability resample: bad input is one message, and nothing is written" {
  hint="
Try 'ce-stability --help'."
  run_split ce-stability resample -k 1 "$IRIS"
  assert_error 2 "ce-stability: resample: k = 1, 2 or more expected$hint"
  run_split ce-stability resample --group name "$IRIS"
  assert_error 2 "ce-stability: --group goes with label tables$hint"
  table x 1 2 3 >three.csv
  run_split ce-stability resample --objects 1 three.csv
  assert_error 1 "ce-stability: three.csv: 1 object in a subsample, 2 expected at least"
  run_split ce-stability resample --function mcla -k 2..3 "$IRIS"
  assert_error 2 "ce-stability: --function goes with --labels, --cluster-consensus, --item-consensus or --every-cluster$hint"
  run_split ce-stability resample --function gcons "$IRIS"
  assert_error 2 "ce-stability: --function 'gcons': a consensus function that needs only -k\
 expected$hint"
  run_split ce-stability resample "$IRIS" "$IRIS"
  assert_error 2 "ce-stability: resample: one data table expected$hint"
  run_split ce-stability resample --low .5 --high .5 "$IRIS"
  assert_error 2 "ce-stability: --low 0.5 --high 0.5: nothing between them$hint"
  table x 1 2 3 4 >four.csv
  run_split ce-stability resample -k 4 --labels labels.csv four.csv
  assert_equal "$status" 0
  run_split ce-stability resample -k 4 --objects 3 --labels new.csv four.csv
  assert_error 1 "ce-stability: four.csv: 3 objects in a subsample, k = 4"
  run_split ce-stability resample -k 2 --objects 5 --labels new.csv four.csv
  assert_error 1 "ce-stability: four.csv: 4 objects, --objects 5"
  run_split ce-stability resample -k 2 -m 5 --function voting --labels new.csv four.csv
  assert_equal "$status" 0
  run_split ce-stability resample -k 2 -m 3 --base /nowhere/base.csv --labels other.csv four.csv
  assert_equal "$status" 1
  assert [ ! -e other.csv ]
  table x 1 a 3 >text.csv
  run_split ce-stability resample text.csv
  assert_equal "$status$output" 1
}

@test "ce-stability resample: equal rows prefer no k; objects that no subsample has, and a share that is all, are told" {
  table id,a,b 1,1,1 2,1,1 3,1,1 4,1,1 5,1,1 >same.csv
  run_split ce-stability resample -k 2..3 --choose same.csv
  assert_equal "$output" "k,reason
,area says nothing; pac says nothing"
  grep -qx "ce-stability: area prefers no k: all pairs are always together" <<<"$stderr" || fail "$stderr"
  run_split ce-stability resample --by average --objects 0.3 -k 3 -m 2 --labels labels.csv --seed 2 "$IRIS"
  unseen=$(tail -n +2 labels.csv | grep -c NA)
  assert [ "$unseen" -ge 50 ]
  grep -qx "ce-stability: $IRIS: $unseen of 150 objects are in no subsample, and have no label in the consensus (--members, --objects)" <<<"$stderr" ||
    fail "$stderr"
  run_split ce-stability resample --by average --objects 0.999 --features 0.8 -k 3 -m 2 "$IRIS"
  [[ $stderr == "ce-stability: $IRIS: --objects 0.999 of 150, rounded up, are all
ce-stability: $IRIS: --features 0.8 of 4, rounded up, are all"* ]] || fail "$stderr"
}

@test "ce-stability resample, object: each file has the form of its own name, or that of --format" {
  ce-stability resample -q -k 2 -m 5 --cluster-consensus c.json --item-consensus i.csv --every-cluster e.json.gz -o k.json "$IRIS"
  assert_equal "$(head -c 1 c.json)$(gzip -dc e.json.gz | head -c 1)$(head -c 1 k.json)" "[[["
  assert_equal "$(head -n 1 i.csv)" k,object,cluster,own,next,nearest
  ce-stability resample -q -k 2 -m 5 --cluster-consensus c.csv --every-cluster e.json "$IRIS" >k.csv
  assert_equal "$(head -n 1 k.csv | cut -c 1-9)$(head -c 1 e.json)" "k,members["
  assert_equal "$(head -n 1 c.csv)" k,cluster,size,consensus
  ce-stability resample -q -k 2 -m 5 --format json --cluster-consensus c.csv "$IRIS" >k.csv
  assert_equal "$(head -c 1 c.csv)$(head -c 1 k.csv)" "[["
}

@test "ce-stability resample --distance: the base clusterings of the matrix of ce-similarity; a correlation needs numbers that differ" {
  for distance in pearson spearman cosine; do
    for by in single complete average; do
      ce-stability resample -q -k 2..4 -m 5 --distance $distance --by $by --base data.csv "$IRIS" >of-data
      ce-similarity $distance --format csv "$IRIS" |
        ce-stability resample -q -k 2..4 -m 5 --input similarity --by $by --base pairs.csv - >of-pairs
      assert cmp data.csv pairs.csv
      assert cmp of-data of-pairs
    done
  done
  # average by default, also where there are more features than objects; all features are all
  awk 'BEGIN { srand(3); for (s = 1; s <= 31; s++) printf "f%d%s", s, s < 31 ? "," : "\n"
    for (i = 1; i <= 30; i++) for (s = 1; s <= 31; s++)
      printf "%.3f%s", rand() + (s < 4 && i > 20 ? 3 : 0), s < 31 ? "," : "\n" }' >wide.csv
  run_split ce-stability resample -k 2..4 -m 5 --distance pearson --base base.csv wide.csv
  refute grep -q "linkage" <<<"$stderr"
  assert_equal "$(head -n 1 base.csv | cut -d, -f 1)" average.k2.r1
  ce-stability resample -q -k 2..4 -m 5 --distance pearson --by average --features 31 --base all.csv wide.csv >/dev/null
  assert cmp base.csv all.csv
  ce-stability resample -q -k 2..4 -m 5 --distance pearson --features 3 --base some.csv wide.csv >/dev/null
  refute cmp -s base.csv some.csv
  hint="
Try 'ce-stability --help'."
  for how in "--by ward" "--by kmeans" "--restarts 2"; do
    # shellcheck disable=SC2086 # words
    run_split ce-stability resample --distance cosine $how "$IRIS"
    [ "$how" = "--by ward" ] && name="Ward's linkage" || name=k-means
    assert_error 2 "ce-stability: $name takes Euclidean distances (ce-prepare unit --center: of profiles of one length)$hint"
  done
  run_split ce-stability resample --distance pearson --input similarity wide.csv
  assert_error 2 "ce-stability: --distance goes with --input data$hint"
  table a,b,c 1,2,3 4,5,9 7,7,7 3,1,2 >flat.csv
  run_split ce-stability resample --distance pearson --objects 4 -k 2 flat.csv
  assert_error 1 "ce-stability: flat.csv: object 3: all its numbers are equal, so it has no correlation"
  table a,b,c 1,2,3 4,5,9 3,1,2 0,0,4 >zero.csv
  run_split ce-stability resample --distance cosine --features 2 --objects 4 -k 2 zero.csv
  assert_error 1 "ce-stability: zero.csv: object 4: all its numbers in a subsample are 0, so it has no angle"
}

@test "ce-stability resample: numbers beyond squares, and distances beyond sums, are refused: memory was read that is not there" {
  awk 'BEGIN { srand(2); for (s = 1; s <= 12; s++) printf "f%d%s", s, s < 12 ? "," : "\n"
    for (i = 1; i <= 10; i++) for (s = 1; s <= 12; s++) printf "%.3fe153%s", rand() * 4 - 2, s < 12 ? "," : "\n" }' >large.csv
  run_split ce-stability resample -m 3 -k 2 large.csv
  assert_equal "$status$output" 1
  assert_regex "$stderr" "^ce-stability: large.csv: object 1 has .*, at most 1e\\+150 expected"
  awk 'BEGIN { srand(3); n = 10; for (i = 1; i <= n; i++) for (j = i; j <= n; j++) d[i, j] = d[j, i] = (i != j) * (1 + rand())
    for (i = 1; i <= n; i++) { s = ""; for (j = 1; j <= n; j++) s = s (j > 1 ? "," : "") sprintf("%.6fe%d", d[i, j], 307); print s } }' >far.csv
  message="far.csv: the distances are so large that their sums or squares are no numbers: divide them first"
  for by in average ward; do
    run_split ce-stability resample --input distance --by $by -k 2 -m 3 far.csv
    assert_error 1 "ce-stability: $message"
    run_split ce-partition $by --input distance -k 2 far.csv
    assert_error 1 "ce-partition: $message"
  done
  run_split ce-plot matrix --input distance far.csv
  assert_error 1 "ce-plot: $message"
}

@test "ce-stability resample, null: a k that stands twice is wrong use" {
  table x,y 1,1 1,2 2,1 8,8 8,9 9,8 >data.csv
  for noun in "resample -k 2..3,2 -m 5 data.csv" "null -k 2,2 --data data.csv"; do
    # shellcheck disable=SC2086 # words
    run_split ce-stability $noun
    assert_error 2 "ce-stability: -k has 2 twice
Try 'ce-stability --help'."
  done
}
