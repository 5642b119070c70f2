#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# weac-nm: co-association weighted by normalized modularity. wsce: the system whose last step it is.

setup() { load common; load ensembles; }

@test "ce-consensus weac-nm: the labels of ce-similarity ca --weights | ce-partition average" {
  planted 120 4 9 55 >labels.csv
  name_weights labels.csv >weights.csv
  ce-consensus weac-nm -k 2..9 -q --weights weights.csv labels.csv >direct.csv
  ce-similarity ca --weights weights.csv labels.csv | ce-partition average -k 2..9 >pipe.csv
  cmp <(tail -n +2 direct.csv) <(tail -n +2 pipe.csv)
  # the weights matter
  ce-consensus eac-al -k 2..9 -q labels.csv >plain.csv
  run -1 cmp <(tail -n +2 direct.csv) <(tail -n +2 plain.csv)
}

@test "ce-consensus weac-nm: equal weights of any size, as numbers a line, are eac-al" {
  planted 90 3 8 50 >labels.csv
  for i in 1 2 3 4 5 6 7 8; do echo .375; done >weights
  ce-consensus weac-nm -k 2..8 -q --weights weights labels.csv | tail -n +2 >weighted
  ce-consensus eac-al -k 2..8 -q labels.csv | tail -n +2 | cmp - weighted
}

@test "ce-consensus weac-nm: missing labels: the sum of the weights over the number of those that label both, by hand" {
  # a and b weigh 1, c 4. Objects 1 and 2 share all three, 6/3; 3 and 4 share c, which alone labels both, 4/1, and so merge first. Then 1 and 2, and
  # 5 with these, by 4/3 against (2/3 + 2/3 + 0 + 0) / 4. Divided by the sums of the weights 1 and 2 would come first.
  table a,b,c 1,1,2 1,1,2 1,1,1 NA,NA,1 2,2,2 >labels.csv
  printf '%s\n' 1 1 4 >weights
  for k in 4 3 2; do ce-consensus weac-nm -k $k -q --objects --weights weights labels.csv | tail -n +2 | paste -sd' '; done >out
  assert_equal "$(cat out)" "1 2 3 3 4
1 1 2 2 3
1 1 2 2 1"
}

@test "ce-consensus weac-nm: the scale of the weights changes nothing, also where linkage works on labels; --lifetime" {
  in_turn 4 sanitized
  planted 6500 4 9 90 >labels.csv
  [ "$(tail -n +2 labels.csv | sort -u | wc -l)" -gt 5000 ]
  for i in 1 2 3 4 5 6 7 8 9; do echo $((16 * i)); done >large
  for i in 1 2 3 4 5 6 7 8 9; do awk -v i=$i 'BEGIN { print i / 64 }'; done >small
  ce-consensus weac-nm -q -k 4,60 --weights large labels.csv >one
  ce-consensus weac-nm -q -k 4,60 --weights small labels.csv | cmp - one
  # weights that are whole times a power of 2: the same numbers, so the same number of clusters
  run_split ce-consensus weac-nm --lifetime --weights large -o one labels.csv
  large=$stderr
  run_split ce-consensus weac-nm --lifetime --weights small -o two labels.csv
  assert_equal "$stderr" "$large"
  cmp one two
}

@test "ce-consensus weac-nm: --data: the normalized modularity of each base clustering is its weight, by hand" {
  # four objects on a line in two pairs, each one's nearest neighbour its partner: the edges are 1-2 and 3-4. The pairs have Q = 2/2 - 2 (2/4)^2 = 1/2 and
  # NM = 3/4; 1 3 and 2 4 have Q = 0 - 1/2 and NM = 1/4; all in one cluster Q = 0 and NM = 1/2.
  table x 0 1 10 11 >data.csv
  table pairs,across,all 1,1,1 1,2,1 2,1,1 2,2,1 >labels.csv
  run_split ce-consensus weac-nm -v -k 2 --neighbours 1 --data data.csv labels.csv
  assert_equal "$status" 0
  assert_equal "$(tail -n +2 <<<"$output" | paste -sd' ')" "1 1 2 2"
  assert_equal "$(grep modularity <<<"$stderr")" "ce-consensus: pairs: normalised modularity 0.75
ce-consensus: across: normalised modularity 0.25
ce-consensus: all: normalised modularity 0.5"
}

@test "ce-consensus weac-nm: --data gives the bytes of ce-weigh nm --data, then --weights" {
  ce-generate kmeans -q -k 2..9 -m 8 "$BUNDLED/wine.csv" >labels.csv
  ce-prepare zscore "$BUNDLED/wine.csv" | ce-prepare blank --share .1 >data.csv
  ce-weigh nm --data data.csv --neighbours 7 labels.csv >weights.csv
  ce-consensus weac-nm -q -k 2..5 --weights weights.csv labels.csv >two.csv
  ce-consensus weac-nm -q -k 2..5 --data data.csv --neighbours 7 labels.csv | cmp - two.csv
}

@test "ce-consensus weac-nm: --data with missing cells, and beside wsbpa's; data that are not the ensemble's" {
  awk 'BEGIN { print "x,y,id"; for (i = 0; i < 30; i++) print (i % 7 == 3 ? "" : i % 3 * 9 + i % 4) "," (i % 5 == 1 ? "" : i % 3 * 5 + i % 2) ",o" i }' >data.csv
  planted 30 3 6 20 >labels.csv
  ce-consensus weac-nm -k 3 -q --data data.csv labels.csv >out.csv
  planted_truth 30 3 >truth.csv
  assert_equal "$(ce-score -q -t truth.csv -s error out.csv | tail -n 1 | cut -d, -f3)" 0
  sed 5d data.csv >short.csv
  run_split ce-consensus weac-nm -k 3 --data short.csv labels.csv
  assert_error 1 "ce-consensus: short.csv: 29 objects, 30 expected as in labels.csv"
  ce-microcluster compress labels.csv >micro.csv
  run_split ce-consensus weac-nm -k 3 --data data.csv micro.csv
  assert_error 1 "ce-consensus: micro.csv: a microcluster table; the objects are needed, as data.csv has them"
  awk -F, -v OFS=, 'NR > 1 { $1 = "red" } 1' data.csv >words.csv
  run_split ce-consensus weac-nm -k 3 --data words.csv labels.csv
  assert_error 1 "ce-consensus: words.csv: column x is categorical ('red'), numbers expected: --class x leaves it out, ce-prepare onehot makes numbers of it"
  run_split ce-consensus weac-nm -k 3 --data data.csv --weights w labels.csv
  assert_equal "$status" 2
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-consensus: --weights and --data: one of them expected"
}

@test "ce-consensus weac-nm: wrong use and bad weights" {
  table a,b 1,1 1,2 2,2 >labels.csv
  run_split ce-consensus weac-nm -k 2 labels.csv
  assert_equal "$status" 2
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-consensus: weac-nm needs --weights, or --data to compute them"
  run_split ce-consensus eac-al -k 2 --weights w labels.csv
  assert_equal "$status" 2
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-consensus: --weights does not go with eac-al, only with: kcc se he sm hm dwh weac-nm"
  printf '%s\n' 1 2 3 >weights
  run_split ce-consensus weac-nm -k 2 --weights weights labels.csv
  assert_equal "$status" 1
  assert_equal "$stderr" "ce-consensus: weights: 3 weights, 2 base clusterings"
  assert_equal "$output" ""
}

# ---- wsce ----

# wsce_pipe K [TKSC OPTION...] <TABLE: the system as a pipeline of single tools: pipe.csv, and its members and their weights.
wsce_pipe() {
  local k=$1
  shift
  ce-generate tksc -q -k "2..$((k + 2))" --weights pipe.weights "$@" >pipe.members
  ce-consensus weac-nm -q --weights pipe.weights -k "$k" pipe.members | sed 1s/weac-nm/wsce/ >pipe.csv
}

# same_as_pipe K TABLE [WSCE OPTION...]: the system's bytes are those of the last wsce_pipe.
same_as_pipe() {
  local k=$1 table=$2
  shift 2
  ce-consensus wsce -q -k "$k" "$@" --base wsce.members --base-weights wsce.weights "$table" >wsce.csv
  cmp wsce.csv pipe.csv
  cmp wsce.members pipe.members
  cmp wsce.weights pipe.weights
}

@test "ce-consensus wsce: the bytes of ce-prepare zscore | ce-generate tksc | ce-consensus weac-nm" {
  for k in 2 3 5; do
    ce-prepare zscore "$BUNDLED/iris.csv" | wsce_pipe $k --seed 4
    same_as_pipe $k "$BUNDLED/iris.csv" --seed 4
  done
  # and with missing cells, on the data as given, on components
  ce-prepare blank --share .2 "$BUNDLED/wine.csv" >holes.csv
  ce-prepare zscore holes.csv | wsce_pipe 3
  same_as_pipe 3 holes.csv
  wsce_pipe 3 --neighbours 6 --iterations 2 <"$BUNDLED/wine.csv"
  same_as_pipe 3 "$BUNDLED/wine.csv" --raw --neighbours 6 --iterations 2
  run_split ce-consensus wsce -k 3 --raw --neighbours 6 --iterations 2 "$BUNDLED/wine.csv"
  assert_equal "$stderr" ""
  ce-prepare zscore "$BUNDLED/wine.csv" | ce-prepare pca --components 4 | wsce_pipe 3
  same_as_pipe 3 "$BUNDLED/wine.csv" --components 4
  # a share of the 13 features, rounded up
  same_as_pipe 3 "$BUNDLED/wine.csv" --components .3
}

@test "ce-consensus wsce: --dense, --sigma and --printed are those of ce-generate tksc; --unweighted is eac-al" {
  ce-prepare zscore "$BUNDLED/wine.csv" >scaled.csv
  wsce_pipe 3 --dense <scaled.csv
  same_as_pipe 3 "$BUNDLED/wine.csv" --dense
  wsce_pipe 3 --sigma 30 <scaled.csv
  same_as_pipe 3 "$BUNDLED/wine.csv" --sigma 30
  wsce_pipe 3 --sigma 2 --kernel printed --laplacian printed --rows printed <scaled.csv
  same_as_pipe 3 "$BUNDLED/wine.csv" --sigma 2 --printed
  ce-consensus wsce -q -k 2..4 --unweighted --base members.csv "$BUNDLED/wine.csv" | tail -n +2 | cut -d, -f3 >unweighted
  ce-consensus eac-al -q -k 4 members.csv | tail -n +2 | cmp - unweighted
}

@test "ce-consensus wsce: a k takes the base clusterings of 2 to k + 2 clusters, at most n - 1" {
  ce-consensus wsce -q -k 5,2 --base members.csv --confidence sure.csv "$BUNDLED/iris.csv" >both.csv
  assert_equal "$(head -n 1 members.csv)" "tksc.k2,tksc.k3,tksc.k4,tksc.k5,tksc.k6,tksc.k7"
  for column in 1 2; do
    k=$((column == 1 ? 5 : 2))
    ce-consensus wsce -q -k $k --confidence one.sure "$BUNDLED/iris.csv" >one.csv
    cut -d, -f$column both.csv | cmp - one.csv
    cut -d, -f$column sure.csv | cmp - one.sure
  done
  table x 0 1 5 6 11 >five.csv
  ce-consensus wsce -q -k 4 --base members.csv five.csv >out.csv
  assert_equal "$(head -n 1 members.csv)" "tksc.k2,tksc.k3,tksc.k4"
  table x 0 1 >two.csv
  run_split ce-consensus wsce -k 1 two.csv
  assert_error 1 "ce-consensus: wsce: 2 objects, at least 3 expected: base clusterings have 2 to n - 1 clusters"
}

@test "ce-consensus wsce: confidence counts the base clusterings of each k" {
  ce-consensus wsce -q -k 3 --confidence sure.csv --base members.csv "$BUNDLED/iris.csv" >out.csv
  # own / (own + next) of co-association matrices, as the page says
  ce-similarity ca --format csv members.csv >ca.csv
  awk -F, 'FNR == 1 { file++ }
    file == 1 { if (FNR > 1) { label[FNR - 1] = $1; n++ } next }
    file == 2 { if (FNR > 1) sure[FNR - 1] = $1; next }
    {
      i = ++row; split("", sum); split("", count)
      for (j = 1; j <= n; j++) if (j != i) { sum[label[j]] += $(j + shift); count[label[j]]++ }
      own = sum[label[i]] / count[label[i]]; next_ = 0
      for (c in sum) if (c != label[i] && sum[c] / count[c] > next_) next_ = sum[c] / count[c]
      if (!((sure[i] - own / (own + next_)) ^ 2 < 1e-20)) print i, sure[i], own / (own + next_)
    }
    END { if (row != 150) print row, "rows" }' out.csv sure.csv shift=0 ca.csv >wrong
  run cat wrong
  assert_output ""
}

@test "ce-consensus wsce: features that tell no objects apart have no effect, and a note says how many" {
  ce-prepare blank --share .1 "$BUNDLED/iris.csv" >holes.csv
  # a constant, one with holes of its own, and one that nobody has
  awk -F, -v OFS=, '{ print $0, (NR == 1 ? "one,some,none" : "5," (NR % 3 ? "1" : "") ",") }' holes.csv >more.csv
  ce-consensus wsce -q -k 3 holes.csv >without.csv
  run_split ce-consensus wsce -k 3 -o with.csv more.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-consensus: wsce: features that tell no objects apart and have no effect: 3"
  cmp with.csv without.csv
  table x,y 1,2 1, ,2 1,2 >equal.csv
  run_split ce-consensus wsce -k 1 equal.csv
  assert_error 1 "ce-consensus: wsce: no two objects differ in any of 2 features"
}

@test "ce-consensus wsce: equal objects, objects without any value, a graph in parts" {
  # every object four times: equal objects have equal labels
  { echo x,y; for i in 1 2 3 4; do sed -n '2,40p' "$BUNDLED/iris.csv" | cut -d, -f1,2; done; } >equal.csv
  ce-consensus wsce -q -k 3 equal.csv | tail -n +2 >labels
  cut -d, -f1,2 equal.csv | tail -n +2 | paste -d' ' - labels | sort -u | cut -d' ' -f1 | uniq -d >split
  run cat split
  assert_output ""
  # unless there are more clusters than rows differ
  table x,y 1,1 1,1 1,1 1,1 2,5 2,5 2,5 9,9 9,9 9,9 >few.csv
  run_split ce-consensus wsce -k 3,5 few.csv
  assert_equal "$stderr" "ce-consensus: wsce: 3 distinct rows: equal rows are in several clusters in 1 of 2 results"
  # an object about which nothing is known has no neighbours, and gets a label
  ce-synth blobs -n 60 -k 3 --spread .3 --seed 2 | awk -F, -v OFS=, 'NR == 9 { $1 = $2 = "" } 1' >silent.csv
  run_split ce-consensus wsce -k 3 -o out.csv silent.csv
  assert_equal "$status" 0
  ce-score -q -t silent.csv -s error out.csv | awk -F, 'NR == 2 && $3 > 1 / 60 + 1e-9 { exit 1 }'
  # four groups that are no neighbours of each other
  { echo x; for i in 0 1 2 3; do for j in 0 1 2 3; do echo $((10 * i + j)); done; done; } >parts.csv
  run_split ce-consensus wsce -k 4 --neighbours 2 parts.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-consensus: wsce: the graph of neighbours falls into 4 parts: base clusterings of fewer clusters join the smallest"
  assert_equal "$(tail -n +2 <<<"$output" | uniq -c | awk '{ print $1 }' | paste -sd' ')" "4 4 4 4"
  # two of them: no base clustering has fewer
  head -n 9 parts.csv >two.csv
  run_split ce-consensus wsce -k 2 --neighbours 2 two.csv
  assert_equal "$status $stderr" "0 "
}

@test "ce-consensus wsce: 6000 objects where no matrix of pairs fits; --dense is refused" {
  ce-synth blobs -n 6000 -k 5 --dimensions 4 --spread .5 >many.csv
  export CE_MEMORY_LIMIT=40M
  ce-consensus wsce -q -k 5 many.csv >out.csv
  assert_equal "$(ce-score -q -t many.csv -s error out.csv | tail -n 1 | cut -d, -f3)" 0
  run_split ce-consensus wsce -k 5 --dense many.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
  assert_regex "$stderr" "^ce-consensus: the matrix of distances \(6000 x 6000\) needs 137.3 MiB of memory"
}

@test "ce-consensus wsce: wrong use" {
  in_turn 4 sanitized
  table x 0 1 2 5 6 7 >data.csv
  wrong() {
    run_split ce-consensus "${@:1:$#-1}" data.csv
    assert_equal "$status" 2
    assert_equal "$output" ""
    assert_equal "$(head -n 1 <<<"$stderr")" "ce-consensus: ${*: -1}"
  }
  wrong wsce -k 2 --printed "--printed needs --sigma S above 0: the affinity as printed has no width of its own"
  wrong wsce -k 2 --dense --neighbours 3 "--neighbours does not go with --dense"
  wrong wsce -k 2 --unweighted --base-weights w "--unweighted and --base-weights do not go together"
  wrong wsce,eac-al -k 2 "wsce and eac-al do not go together: one reads data, the other labels"
  wrong wsce -k 2 --lifetime "--lifetime does not go with wsce, only with: $(trees)"
  wrong eac-al -k 2 --raw "--raw does not go with eac-al, only with: $(takers raw)"
  wrong wsce -k 2 --components 0 "--components '0', a whole number from 1 or a fraction with a point expected"
  wrong wsce -k 2 --components 1.5 "--components '1.5', a fraction up to 1.0 expected"
  run_split ce-consensus wsce -k 2 --components 2 data.csv
  assert_error 1 "ce-consensus: wsce: 1 features, --components 2"
  table x,y 0,1 1, 2,4 5,1 >holes.csv
  run_split ce-consensus wsce -k 2 --components 1 holes.csv
  assert_error 1 "ce-consensus: wsce: values are missing, and components need complete data: impute the values, or no --components"
}
