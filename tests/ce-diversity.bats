#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# Three clusterings of six objects, the pairs of which share by hand: a-b and a-c the same table, b-c fewer than by chance.
three() { table a,b,c 1,1,1 1,1,2 1,2,2 2,2,3 2,3,3 2,3,1; }

# value MEASURE <OUTPUT
value() { awk -F, -v measure="$1" '$1 == measure { print $NF }'; }

# differ FILE FILE [BOUND]: lines whose cells differ, numbers by more than BOUND; nothing when the files agree.
differ() {
  awk -F, -v bound="${3:-1e-11}" '
    function number(x) { return x ~ /^-?[0-9.]+(e-?[0-9]+)?$/ }
    NR == FNR { line[FNR] = $0; lines = FNR; next }
    { count = split(line[FNR], cell)
      if (count != NF) print "fields:", $0
      for (c = 1; c <= NF; c++)
        if (number($c) && number(cell[c]) ? ($c - cell[c]) ^ 2 > bound ^ 2 : $c != cell[c]) print FNR ": " cell[c], $c }
    END { if (FNR != lines) print FNR " lines, " lines " expected" }' "$1" "$2"
}

# The formula over all pairs of objects, labels missing or not, O(n^2 m): slow and plain.
plain_entropy() {
  awk -F, 'NR > 1 { n++; for (q = 1; q <= NF; q++) label[n, q] = $q }
    function missing(x) { return x == "" || x == "NA" || x == "?" }
    END {
      for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) {
        same = both = 0
        for (q = 1; q <= NF; q++) if (!missing(label[i, q]) && !missing(label[j, q])) { both++; same += label[i, q] == label[j, q] }
        if (!both) continue
        pairs++; p = same / both
        if (p > 0 && p < 1) sum -= (p * log(p) + (1 - p) * log(1 - p)) / log(2)
      }
      printf "%.15g\n", sum / pairs }' "$1"
}

# random_labels N M K SEED [SHARE MISSING]
random_labels() {
  awk -v n="$1" -v m="$2" -v k="$3" -v seed="$4" -v gaps="${5:-0}" 'BEGIN { srand(seed)
    for (q = 1; q <= m; q++) printf "r%d%s", q, q < m ? "," : "\n"
    for (i = 0; i < n; i++) { base = int(k * rand())
      for (q = 1; q <= m; q++) { l = rand() < .6 ? base : int(k * rand()); printf "%s%s", rand() < gaps ? "NA" : l + 1, q < m ? "," : "\n" } } }'
}

@test "ce-diversity: three clusterings of six objects by hand" {
  three >labels.csv
  run_split ce-diversity -s d-nmi,entropy,d-p labels.csv
  assert_equal "$status" 0
  assert_equal "$stderr" ""
  # ar: S 2, A 6, B 3, T 15: (2 - 1.2) / (4.5 - 1.2) twice, (0 - .6) / (3 - .6). Together in 2 of 3: 12 23 45 56; in 1: 13 16 34 46
  awk 'BEGIN {
    log2 = log(2); log3 = log(3); h = 1 / 3 * log3 + 2 / 3 * log(3 / 2)
    # H(U) + H(V) - H(U,V): the cells of a and b are 2 1 0 / 0 1 2, those of b and c 1 1 0 / 0 1 1 / 1 0 1
    ab = (log2 + log3 - (4 / 6 * log(3) + 2 / 6 * log(6))) / sqrt(log2 * log3)
    bc = (2 * log3 - log(6)) / log3
    print "measure,value"
    printf "d-nmi,%.15g\n", 1 - (2 * ab + bc) / 3
    printf "entropy,%.15g\n", 8 * h / log2 / 15
    printf "d-p,%.15g\n", 1 - (2 * .8 / 3.3 - .6 / 2.4) / 3 }' >expected
  assert_equal "$(differ expected <(echo "$output"))" ""
}

@test "ce-diversity: what scikit-learn's NMI and ARI give, and NumPy's entropy" {
  ce-diversity -c "$FIXTURES/score/truth.csv" "$FIXTURES/score/labels.csv" | cut -d, -f1,3 >out
  assert_equal "$(differ "$FIXTURES/diversity/measures.csv" out)" ""
  ce-diversity --pairs "$FIXTURES/score/labels.csv" | cut -d, -f1,2,3,5,7 >out
  assert_equal "$(differ <(cut -d, -f1,2,3,7,8 "$FIXTURES/diversity/pairs.csv") <(sed 1s/nmi/sqrt/ out))" ""
}

@test "ce-diversity --nmi: every form, in the pairs and in their mean" {
  local column=3
  for form in sqrt max sum min; do
    ce-diversity --pairs --nmi "$form" "$FIXTURES/score/labels.csv" | cut -d, -f1,2,3 >out
    differ <(cut -d, -f1,2,"$column" "$FIXTURES/diversity/pairs.csv") <(sed "1s/nmi/$form/" out)
    column=$((column + 1))
    ce-diversity -s d-nmi --nmi "$form" "$FIXTURES/score/labels.csv" | value d-nmi >mean
    differ mean <(awk -F, 'NR > 1 { sum += 1 - $3 } END { printf "%.15g\n", sum / (NR - 1) }' out)
  done >wrong
  assert_equal "$(cat wrong)" ""
  assert_equal "$(ce-diversity --pairs --nmi joint "$FIXTURES/score/labels.csv" | cut -d, -f3 | tail -n +2)" \
    "$(ce-score --pairwise -s nmi-joint "$FIXTURES/score/labels.csv" | awk -F, 'NR > 1 { for (c = NR + 1; c <= NF; c++) print $c }')"
}

@test "ce-diversity: entropy is the formula over all pairs of objects; complete labels, missing ones, many columns, many clusters" {
  for arguments in "97 5 3 1" "130 1 4 2" "97 5 3 3 .3" "60 7 2 4 .9" "68 260 5 5" "66 257 3 6 .5" "90 4 700 7" "66 3 70000 8 .2"; do
    # words to be split
    # shellcheck disable=SC2086
    random_labels $arguments >labels.csv
    differ <(plain_entropy labels.csv) <(ce-diversity -q -s entropy labels.csv | value entropy) | sed "s/^/$arguments: /"
  done >wrong
  assert_equal "$(cat wrong)" ""
}

@test "ce-diversity: identical members: no diversity; and with a consensus like them d-ari .5, d-np4 undefined" {
  table a,b,c 1,x,7 1,x,7 2,y,9 2,y,9 3,z,8 >labels.csv
  table p,q 1,1 1,1 2,1 2,2 3,2 >consensus.csv
  run_split ce-diversity -c consensus.csv -s d-nmi,entropy,d-p,d-np1,d-np2,d-ari,d-np4,anmi labels.csv
  assert_equal "$status" 0
  assert_equal "$(grep -v ,q, <<<"$output")" "measure,consensus,value
d-nmi,,0
entropy,,0
d-p,,0
d-np1,p,0
d-np2,p,0
d-ari,p,0.5
d-np4,p,
anmi,p,1"
  # with q, too, all three have the same distance: no spread
  assert_equal "$(ce-diversity -c consensus.csv -s d-np2,d-np4 labels.csv | grep ,q,)" "d-np2,q,0
d-np4,q,0"
}

@test "ce-diversity: with the true classes for a consensus, anmi is the mean of ce-score's NMI, and d-np1 that of 1 - ARI" {
  ce-score -t "$FIXTURES/score/truth.csv" -s nmi,ari "$FIXTURES/score/labels.csv" >scores
  ce-diversity -c "$FIXTURES/score/truth.csv" -s anmi,d-np1,d-np2,d-ari "$FIXTURES/score/labels.csv" | cut -d, -f3 >out
  awk -F, 'NR > 1 { n++; nmi += $3; d[n] = 1 - $4; sum += d[n] }
    END { mean = sum / n; for (i = 1; i <= n; i++) s += (d[i] - mean) ^ 2
      s = sqrt(s / (n - 1)); printf "value\n%.15g\n%.15g\n%.15g\n%.15g\n", nmi / n, mean, s, (1 - mean + s) / 2 }' scores >expected
  assert_equal "$(differ expected out)" ""
}

@test "ce-diversity --pairs: every pair once, as ce-score --pairwise has it" {
  three >labels.csv
  run_split ce-diversity --pairs labels.csv
  assert_output "first,second,nmi,d-nmi,ari,d-ari,ecs
a,b,0.5295405780575617,0.4704594219424383,0.24242424242424243,0.7575757575757576,0.5555555555555555
a,c,0.5295405780575617,0.4704594219424383,0.24242424242424243,0.7575757575757576,0.5555555555555555
b,c,0.3690702464285425,0.6309297535714575,-0.25,1.25,0.5"
  ce-diversity --pairs "$FIXTURES/score/labels.csv" | tail -n +2 | cut -d, -f5 >pairs
  ce-score --pairwise -s ari "$FIXTURES/score/labels.csv" | awk -F, 'NR > 1 { for (c = NR + 1; c <= NF; c++) print $c }' | cmp - pairs
}

@test "ce-diversity --members: means with the others, and each consensus" {
  three >labels.csv
  table x,y 1,1 1,1 1,1 2,1 2,1 2,2 >consensus.csv
  ce-diversity --members -c consensus.csv labels.csv >out
  assert_equal "$(head -n 1 out)" "clustering,k,nmi,ari,ecs,nmi.x,ari.x,ecs.x,nmi.y,ari.y,ecs.y"
  assert_equal "$(cut -d, -f1,2,7,10 out | tail -n +2)" "a,2,1,0
b,3,0.24242424242424243,0
c,3,0.24242424242424243,0"
  ce-diversity --pairs "$FIXTURES/score/labels.csv" >pairs
  ce-diversity --members "$FIXTURES/score/labels.csv" | cut -d, -f1,3,4 >out
  awk -F, 'NR == FNR { if (FNR > 1) for (e = 1; e <= 2; e++) { nmi[$e] += $3; ari[$e] += $5 } next }
    FNR == 1 { print "clustering,nmi,ari"; next } { printf "%s,%.15g,%.15g\n", $1, nmi[$1] / 7, ari[$1] / 7 }' pairs out >expected
  assert_equal "$(differ expected out)" ""
  ce-weigh ncai --nmi sqrt --beta 1 "$FIXTURES/score/labels.csv" | awk -F, 'NR > 1 { print $2 }' >weights
  awk -F, 'NR > 1 { nmi[NR] = $2; if ($2 > top) top = $2 } END { for (i = 2; i <= NR; i++) printf "%.15g\n", nmi[i] / top }' out >expected
  assert_equal "$(differ expected weights)" ""
}

@test "ce-diversity: a microcluster table is as diverse as its objects, to the last bit" {
  for gaps in 0 .2; do
    random_labels 400 3 4 9 "$gaps" >labels.csv
    ce-microcluster compress labels.csv >micro.csv
    assert [ "$(wc -l <micro.csv)" -lt 200 ]
    for view in "" --pairs --members; do
      # words to be split
      # shellcheck disable=SC2086
      cmp <(ce-diversity -q $view labels.csv) <(ce-diversity -q $view micro.csv)
    done
    # a consensus of the microclusters, and the same spread over the objects
    awk -F, -v OFS=, 'NR == 1 { print "u"; next } { print 1 + NR % 3 }' micro.csv >result.csv
    ce-microcluster expand -t micro.csv -r result.csv labels.csv >consensus.csv
    cmp <(ce-diversity -q -c consensus.csv labels.csv) <(ce-diversity -q -c result.csv micro.csv)
  done
}

@test "ce-diversity: the order of objects and columns and the names of clusters change nothing" {
  random_labels 200 6 5 11 .1 >labels.csv
  awk -F, -v OFS=, '{ for (c = NF; c; c--) printf "%s%s", (NR > 1 && $c != "NA" ? "x" 7 * $c % 11 : $c), (c > 1 ? "," : "\n") }' labels.csv |
    { read -r head; echo "$head"; sort; } >other.csv
  assert_equal "$(differ <(ce-diversity -q labels.csv) <(ce-diversity -q other.csv))" ""
}

@test "ce-diversity: missing labels: each pair by what both label, pairs with nothing in common left out" {
  # a and b share objects 1 to 4 and agree there; c labels only 5 and 6
  table a,b,c 1,1, 1,1, 2,2, 2,2, 2,,1 1,,2 >labels.csv
  run_split ce-diversity -s d-nmi,d-p,entropy labels.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-diversity: up to 6 objects are left out where two clusterings are compared: no label"
  # c with a: one object each: the same partition; b with c: none. The pair 5 6 is apart twice; with 1 to 4, a alone tells
  assert_output "measure,value
d-nmi,0
d-p,0
entropy,0"
  run_split ce-diversity -q --pairs labels.csv
  assert_output "first,second,nmi,d-nmi,ari,d-ari,ecs
a,b,1,0,1,0,1
a,c,1,0,1,0,1
b,c,,,,,"
  run_split ce-diversity -q --members labels.csv
  assert_output "clustering,k,nmi,ari,ecs
a,2,1,1,1
b,2,1,1,1
c,2,1,1,1"
  # no base clustering labels both objects: there is no pair to take the mean of
  run_split ce-diversity -q -s entropy,d-nmi <<<"a,b
1,
,1"
  assert_output "measure,value
entropy,
d-nmi,"
}

@test "ce-diversity: one base clustering, one object, a column without labels: what is not defined is empty" {
  table a 1 1 2 >one.csv
  run_split ce-diversity -c one.csv one.csv
  assert_equal "$status" 0
  assert_output "measure,consensus,value
d-nmi,,
entropy,,0
d-p,,
ecs,,
ic,,1
d-np1,a,0
d-np2,a,
d-ari,a,
d-np4,a,
anmi,a,1
aari,a,1
aecs,a,1"
  assert_equal "$(ce-diversity --pairs one.csv)" "first,second,nmi,d-nmi,ari,d-ari,ecs"
  assert_equal "$(ce-diversity --pairs --format json one.csv)" '{
  "pairs": []
}'
  run_split ce-diversity <<<"a,b
1,2"
  assert_output "measure,value
d-nmi,0
entropy,
d-p,0
ecs,1
ic,1"
  table a,b,none 1,1, 1,2, 2,2, >labels.csv
  run_split ce-diversity -q labels.csv
  assert_equal "$(value d-nmi <<<"$output")" "$(cut -d, -f1,2 labels.csv | ce-diversity -s d-nmi | value d-nmi)"
  assert_equal "$(value entropy <<<"$output")" "$(cut -d, -f1,2 labels.csv | ce-diversity -s entropy | value entropy)"
  # it is no pair with itself: 4 / (1 + 1 + 2 * .5), and not 5 / 4
  assert_equal "$(value ic <<<"$output")" 1.3333333333333333
  run_split ce-diversity -q -s ecs,ic --header yes <<<"a
NA
NA"
  assert_output "measure,value
ecs,
ic,"
}

@test "ce-diversity: seven thousand million objects, where pairs overflow 64 bits" {
  table size,a,b 3000000000,1,1 3000000000,1,2 1000000000,2,2 >micro.csv
  # pairs together in one of two: 9e18 (1 with 2) and 3e18 (2 with 3); of 7e9 (7e9 - 1) / 2
  awk 'BEGIN { printf "%.15g\n", (9e18 + 3e18) / (7e9 * (7e9 - 1) / 2) }' >expected
  assert_equal "$(differ expected <(ce-diversity -s entropy micro.csv | value entropy) 1e-14)" ""
  table size,a,b 9007199254740992,1,1 2,1,2 >micro.csv
  run_split ce-diversity -s entropy micro.csv
  assert_error 1 "ce-diversity: sizes that sum to 9007199254740994 objects, at most 2^53 expected"
}

@test "ce-diversity -c: objects are matched by id where both tables have ids, else row by row" {
  table id,a,b p,1,1 q,1,2 r,2,2 s,2,1 >labels.csv
  table id,x r,1 p,2 s,1 q,2 >consensus.csv
  cut -d, -f2 consensus.csv >bare.csv
  assert_equal "$(ce-diversity -c consensus.csv -s anmi,d-np1 labels.csv)" "measure,consensus,value
anmi,x,0.5
d-np1,x,0.75"
  assert_equal "$(ce-diversity -c bare.csv -s anmi labels.csv)" "measure,consensus,value
anmi,x,0"
  sed s/^s/t/ consensus.csv >other.csv
  run_split ce-diversity -c other.csv labels.csv
  assert_error 1 "ce-diversity: other.csv: no object with the id 's', which object 4 of labels.csv has"
  head -n 3 bare.csv >short.csv
  run_split ce-diversity -c short.csv labels.csv
  assert_error 1 "ce-diversity: short.csv: 2 objects, 4 expected as in labels.csv"
  assert_equal "$(ce-diversity -c - labels.csv <consensus.csv)" "$(ce-diversity -c consensus.csv labels.csv)"
}

@test "ce-diversity: of a membership table the most likely clusters are compared" {
  three >labels.csv
  table a:1,a:2,b:1,b:2,b:3,c:1,c:2,c:3 .9,.1,.5,.2,.3,1,0,0 .6,.4,.4,.3,.3,0,.9,.1 .7,.3,.2,.6,.2,.3,.4,.3 \
    .2,.8,.3,.5,.2,0,.1,.9 0,1,.1,.2,.7,.3,.3,.4 .1,.9,0,.4,.6,.8,.1,.1 >memberships.csv
  for view in "" --pairs --members "-c labels.csv"; do
    # words to be split
    # shellcheck disable=SC2086
    ce-diversity $view memberships.csv | cmp - <(ce-diversity $view labels.csv)
  done
}

@test "ce-diversity: id and class columns are no base clusterings" {
  three >labels.csv
  awk -v OFS=, '{ print NR == 1 ? "id" : "o" NR, $0, NR == 1 ? "class" : NR % 3 }' labels.csv >more.csv
  ce-diversity more.csv | cmp - <(ce-diversity labels.csv)
}

@test "ce-diversity -s: the measures in the order asked for, a row for each consensus" {
  three >labels.csv
  table x,y 1,1 1,1 1,1 2,1 2,1 2,2 >consensus.csv
  assert_equal "$(ce-diversity -c consensus.csv -s anmi,d-p,d-np2 labels.csv | cut -d, -f1,2)" "measure,consensus
anmi,x
anmi,y
d-p,
d-np2,x
d-np2,y"
  assert_equal "$(ce-diversity -s all labels.csv)" "$(ce-diversity labels.csv)"
  assert_equal "$(ce-diversity -c consensus.csv -s all labels.csv)" "$(ce-diversity -c consensus.csv labels.csv)"
}

@test "ce-diversity --format json: definitions and values; undefined ones are null" {
  table a 1 1 2 >one.csv
  run_split ce-diversity -s entropy,d-nmi --format json one.csv
  assert_output '{
  "definitions": {
    "entropy": "mean over the pairs of objects of -(p log2 p + (1-p) log2 (1-p)), p how often they are together",
    "d-nmi": "mean of 1 - NMI(P_i,P_j) over the pairs of base clusterings"
  },
  "diversity": [
    {"measure": "entropy", "value": 0},
    {"measure": "d-nmi", "value": null}
  ]
}'
  printf '%s\n' '"a ""1""",b' 1,1 2,2 >quoted.csv
  run_split ce-diversity --members --format json quoted.csv
  assert_output '{
  "members": [
    {"clustering": "a \"1\"", "k": 2, "nmi": 1, "ari": 1, "ecs": 1},
    {"clustering": "b", "k": 2, "nmi": 1, "ari": 1, "ecs": 1}
  ]
}'
}

@test "ce-diversity --list: the definitions, which are those of the manual page" {
  ce-diversity --list >list
  assert_equal "$(head -n 1 list)" "name,definition"
  assert_equal "$(wc -l <list)" 13
  awk -F, 'NR == FNR { page = page $0 "\n"; next }
    FNR > 1 { name = $1; text = substr($0, length(name) + 2); gsub(/^"|"$/, "", text)
      if (!index(page, ".It Cm " name "\n" text)) print name ": " text }' "$CE_SOURCE/man/ce-diversity.1" list >missing
  assert_equal "$(cat missing)" ""
}

@test "ce-diversity: entropy in blocks of any rest, on any number of threads" {
  for n in 1 2 3 4 5 63 64 65 66 67 68 127 129; do
    random_labels "$n" 3 40 "$n" >labels.csv
    for threads in 1 3; do ce-diversity -j "$threads" -s entropy labels.csv | value entropy >out.$threads; done
    cmp out.1 out.3
    [ "$n" = 1 ] || differ <(plain_entropy labels.csv) out.1
  done >wrong
  assert_equal "$(cat wrong)" ""
}

@test "ce-diversity: the agreement of very many base clusterings is asked for before it is taken" {
  random_labels 2 300 2 1 >labels.csv
  CE_MEMORY_LIMIT=100K run_split ce-diversity labels.csv
  assert_equal "$status" 1
  assert_equal "$output" ""
  assert_regex "$stderr" "^ce-diversity: the agreement of all pairs of base clusterings .*use fewer of them instead"
}

@test "ce-diversity: wrong use" {
  wrong() { run_split ce-diversity "$@"; assert_error 2 "ce-diversity: $message
Try 'ce-diversity --help'."; }
  three >labels.csv
  message="d-ari compares with a consensus: --consensus is needed" wrong -s d-nmi,d-ari labels.csv
  message="--pairs and --members are two tables: ask for one" wrong --pairs --members labels.csv
  message="--scores chooses measures of the ensemble: not with --pairs or --members" wrong --pairs -s d-nmi labels.csv
  message="--scores chooses measures of the ensemble: not with --pairs or --members" wrong --members -s d-nmi labels.csv
  message="--pairs compares the base clusterings with each other: no --consensus" wrong --pairs -c labels.csv labels.csv
  message="--consensus and FILE are both standard input" wrong -c -
  message="--consensus and FILE are both standard input" wrong -c - -
  message="--nmi 'mean', one of sqrt|max|sum|min|joint expected" wrong --nmi mean labels.csv
  message="--format 'xml', one of csv|json expected" wrong --format xml labels.csv
  message="--nmi is for measures with an NMI: none is asked for" wrong -s d-p --nmi max labels.csv
  message="--nmi is for measures with an NMI: none is asked for" wrong -s entropy,ecs --nmi sqrt labels.csv
  message="--consensus is for measures that compare with it: none is asked for" wrong -s d-nmi -c none.csv labels.csv
  table p 1 1 1 2 2 2 >truth.csv
  # where one of them is asked for, all is well
  ce-diversity -q -s d-p,anmi --nmi max -c truth.csv labels.csv >/dev/null
  ce-diversity -q --members --nmi max -c truth.csv labels.csv >/dev/null
  ce-diversity -q --nmi max labels.csv >/dev/null
  run_split ce-diversity -s d-nmi,nmi labels.csv
  assert_error 2 "ce-diversity: no measure 'nmi'; did you mean anmi? (--list tells which there are)"
  run_split ce-diversity -s d-nmi,d-nmi labels.csv
  assert_error 2 "ce-diversity: measure 'd-nmi' is asked for twice"
  run_split ce-diversity -c no-such-file labels.csv
  assert_error 1 "ce-diversity: no-such-file: No such file or directory"
}

@test "ce-diversity: counting the pairs of very many objects tells how far it is" {
  awk 'BEGIN { srand(3); print "a,b,c,d,e,f,g,h,i,j,k,l"
    for (i = 0; i < 80000; i++) { for (q = 0; q < 12; q++) printf "%s%d", q ? "," : "", 10 * rand(); print "" } }' >labels.csv
  tells_how_far ce-diversity -s entropy -j 1 labels.csv
  tells_how_far ce-stability pac -j 1 --group none labels.csv
}

@test "ce-diversity: a base clustering with a label for each object costs no time, and changes no number" {
  awk 'BEGIN { srand(3); print "a,b,c,u"; for (i = 0; i < 100001; i++) printf "%d,%d,%d,%d\n", 5 * rand(), 4 * rand(), 5 * rand(), i }' >labels.csv
  # the old way compared 5 10^9 pairs of objects, in 5 s and more
  (ulimit -t 3 && ce-diversity -q -s entropy labels.csv >large)
  (ulimit -t 3 && ce-stability k -q labels.csv >k)
  (ulimit -t 3 && ce-consensus eac-al -q -k 3 labels.csv >eac)
  # with u the consensus of a pair is t / 4 where it was t / 3
  ce-stability pac -q --group none --low .3 --high .4 <(cut -d, -f1-3 labels.csv) >pac3
  ce-stability pac -q --group none --low .2 --high .3 labels.csv >pac4
  assert_equal "$(cut -d, -f5 pac4)" "$(cut -d, -f5 pac3)"
  ce-consensus eac-al -q -k 3 <(cut -d, -f1-3 labels.csv) >eac3
  cmp eac eac3
}

@test "ce-diversity -s ic: no pair of base clusterings that can be compared, no inconsistency" {
  printf 'a,b\n1,\n1,\n,2\n,2\n' >apart.csv
  run_split ce-diversity -q -s ecs,ic apart.csv
  assert_equal "$output" "measure,value
ecs,
ic,"
  printf 'a\n1\n2\n' >one.csv
  run_split ce-diversity -q -s ic one.csv
  assert_equal "$output" "measure,value
ic,1"
}
