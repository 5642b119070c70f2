#!/bin/sh
# run.sh: feeds damaged input to every executable of the build that reads some, and asserts of each run: exit status 0 or 1 (2 only
# where the damage is in no file), never a signal, a time-out or a sanitizer's report; status 0 without a complaint other than
# notes of the tool; status 1 with one line that begins with the tool's name, and nothing on standard output.
# Environment: CE_BIN, CE_BUILD (obj/tests/mutate), CE_SOURCE; FUZZ_SECONDS (60) or FUZZ_ROUNDS say how long, FUZZ_SEED (1) where to
# begin. What fails is kept in CE_BUILD/fuzz-failures with the command that shows it; status 1 then.
set -u
: "${CE_BIN:?}" "${CE_BUILD:?}" "${CE_SOURCE:?}"
PATH="$CE_BIN:$CE_BUILD/obj/tests:$PATH"
mutate="$CE_BUILD/obj/tests/mutate"
failures="$CE_BUILD/fuzz-failures"
export LC_ALL=C CE_MEMORY_LIMIT=64M OMP_NUM_THREADS=2 ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cp "$CE_SOURCE"/tests/fuzz/corpus/* "$work" && cd "$work" || exit 1
failed=0 runs=0 refused=0

# The corpora that are no text are made here.
gzip -nc labels.csv >labels.csv.gz
gzip -nc soft.csv >soft.csv.gz
ce-similarity ca --format npy labels.csv >ca.npy || exit 1
ce-similarity ca --format npy labels.csv -o ca.npy.gz || exit 1
ce-relabel --format npy -q labels.csv >labels.npy || exit 1
ce-synth cg -n 20 --format npy >data.npy || exit 1
ce-synth tb -n 40 -o uspec-data.csv && ce-generate uspec -k 2,3 --representatives 9 --model uspec.csv uspec-data.csv >/dev/null || exit 1
ce-score -q --part 1/1 -t truth.csv labels.csv >score.sums || exit 1
gzip -nc score.sums >sums.gz
# the rounds of a generator in parts: states, and sums of each
round=0 state=
while [ "$round" -lt 4 ]; do
  # shellcheck disable=SC2086 # none or two words
  ce-generate uspec -k 2,3 --representatives 9 $state --part 1/1 uspec-data.csv -o "$round.sums" &&
    ce-generate uspec -k 2,3 --representatives 9 $state "$round.sums" -o "$round.state" || exit 1
  state="--state $round.state" round=$((round + 1))
done
ce-microcluster compress --part 1/1 labels.csv >rows.sums || exit 1
printf 'x,y\n1,2\n0.5,1e-9\n3,-4\n7,1e9\n' >numbers.csv
ce-prepare zscore --part 1/1 numbers.csv >zscore.sums || exit 1
ce-prepare pca --part 1/1 numbers.csv >pca.sums || exit 1
ce-stability k -q --part 1/1 labels.csv >pairs.sums || exit 1
printf 'x,y\n1,2\n0.5,NA\n3,-4\n7,1e9\n' >assign.csv
gzip -nc clusters.hgr >clusters.hgr.gz
gzip -nc pairs.csv >pairs.csv.gz

# KIND CORPORA...: what is damaged for commands of that kind
corpora() {
  case $1 in
    labels) echo labels.csv quoted.csv micro.csv labels.csv.gz labels.npy ;;
    data) echo data.csv mixed.csv rtable.txt comma.csv data.npy ;;
    matrix) echo array.mtx general.mtx coordinate.mtx pattern.mtx matrix.csv ca.npy ca.npy.gz ;;
    soft) echo soft.csv hard.csv soft.csv.gz ;;
    model) echo model.csv ;;
    uspec) echo uspec.csv ;;
    models) echo units.csv centroids.csv uspec.csv ;;
    weights) echo weights.csv ;;
    result) echo result.csv ;;
    documents) echo documents.csv ;;
    pairs) echo pairs.csv pairs.csv.gz ;;
    names) echo rows.csv names.csv ;;
    sums) echo score.sums part.sums sums.gz ;;
    state) echo 0.state 1.state 2.state ;;
    counted) echo 0.sums ;;
    candidates) echo 1.sums ;;
    distances) echo 2.sums ;;
    graph) echo 3.sums ;;
    rows-sums) echo rows.sums ;;
    zscore-sums) echo zscore.sums ;;
    pca-sums) echo pca.sums ;;
    pairs-sums) echo pairs.sums ;;
    tree) echo tree.csv tree.nwk ;;
    batch) echo study.batch ;;
    log) echo runs.json ;;
    hyper) echo clusters.hgr weights.hgr clusters.hgr.gz ;;
  esac
}

# Kind, then a command in which @ is the damaged file, of the build or of its test programs; those whose tool is not there are left out.
commands="
labels ce-select random -m 1 @
labels ce-select diverse -m 2 --chosen - -o /dev/null @
labels ce-diversity --members @
labels ce-diversity -c @ labels.csv
labels ce-stability k @
labels ce-stability cdf --sample-pairs 1000 @
labels ce-stability object -c @ labels.csv
labels ce-stability cluster -c labels.csv @
labels ce-similarity ca --format csv @
labels ce-similarity ca --sparse .3 @
labels ce-similarity ne --format metis @
labels ce-similarity ca --rows 2-5 --format npy @
labels ce-microcluster compress @
labels ce-microcluster merge micro.csv @
labels ce-microcluster expand -t micro.csv -r result.csv @
labels ce-microcluster expand -t @ -r result.csv labels.csv
labels ce-assign -t micro.csv -r result.csv @
labels ce-assign -t @ -r result.csv labels.csv
result ce-assign -t micro.csv -r @ --confidence /dev/null labels.csv
models ce-assign --model @ assign.csv
models ce-assign --model @ --decimal , -v assign.csv
models ce-generate kmeans --start @ assign.csv
data ce-assign --model centroids.csv --format npy @
labels ce-score -t truth.csv @
labels ce-score -t @ labels.csv
labels ce-coarsen dune @
labels ce-relabel @
labels ce-relabel --format npy @
labels ce-consensus eac-al,cspa,hgpa,mcla,hbgf,voting -k 2..3 @
labels ce-consensus hne -k 2 @
soft ce-similarity psi --format csv @
soft ce-similarity psi --kl @
soft ce-select random -m 1 @
labels ce-similarity psi @
soft ensemble-copy membership @
soft ensemble-copy ensemble @
labels ensemble-copy ensemble @
model ensemble-copy model @
uspec uspec-assign @
uspec uspec-assign @ uspec-data.csv
weights ce-similarity ca --weights @ labels.csv
result ce-microcluster expand -t micro.csv -r @ labels.csv
data ce-similarity euclidean @
data ce-prepare zscore @
data ce-prepare impute @
data ce-prepare onehot @
documents ce-prepare terms --min-documents 1 --shortest 1 @
documents ce-prepare terms --min-documents 1 --lines --encoding latin1 --digits --weight tfidf @
documents ce-prepare terms --min-documents 1 --lines --stem none --stop-words @ --itemsets 1 documents.csv
model ce-plot weights --format csv --top 2 @
tree ce-plot tree --format csv @
matrix ce-plot matrix --format csv @
data ce-generate kmeans -k 2 -m 2 @
data ce-generate kmeans -k 2 -m 2 --decimal , --columns numeric @
data ce-generate lac -k 2 -m 2 --inv-h 2 --membership @
data ce-generate coolcat -k 2 -m 2 --categorical all --membership --features 0.5 @
data ce-generate coolcat -k 2 -m 2 @
matrix ce-partition average -k 2 @
matrix ce-partition hne -k 2 @
matrix ce-partition single --tree - @
names ce-constrain close --chunklets /dev/null @
names ce-constrain close --compact --infeasible count --strict pairs.csv @
names ce-constrain check -o /dev/null -k 1..4 @
pairs ce-constrain check --labels labels.csv @
pairs ce-constrain close --infeasible count --objects labels.csv @
labels ce-constrain close --objects @ pairs.csv
labels ce-constrain check --labels @ pairs.csv
sums ce-score @
sums ce-merge @
state ce-generate uspec -q -k 2,3 --representatives 9 --state @ --part 1/1 uspec-data.csv
counted ce-generate uspec -q -k 2,3 --representatives 9 @
candidates ce-generate uspec -q -k 2,3 --representatives 9 --state 0.state @
distances ce-generate uspec -q -k 2,3 --representatives 9 --state 1.state @
graph ce-generate uspec -q -k 2,3 --representatives 9 --state 2.state --model /dev/null @
rows-sums ce-microcluster compress @
zscore-sums ce-prepare zscore --state @ numbers.csv
pca-sums ce-prepare pca --state @ numbers.csv
pairs-sums ce-stability k @
hyper ce-partition hypergraph --from hgr -k 2..3 --runs 2 @
hyper ce-partition hypergraph --from hgr --hgr - @
labels ce-partition hypergraph -k 2 --runs 2 @
log json-tree @
log json-tree @ --runs
batch ce-batch @
batch ce-batch --for parallel @
batch ce-batch --for slurm --array-size 2 @
batch ce-batch --todo @
"

# keep NUMBER CORPUS COMMAND REASON
keep() {
  failed=$((failed + 1))
  mkdir -p "$failures"
  cp damaged "$failures/$1-$2"
  echo "fuzz: $2 by mutate $1: $4: $(echo "$3" | sed "s|@|$failures/$1-$2|") ($(head -c 300 err))"
}

# one NUMBER CORPUS COMMAND
one() {
  runs=$((runs + 1))
  set -- "$1" "$2" "$3" "${3%% *}"
  # words to be split
  # shellcheck disable=SC2046
  timeout 20 $(echo "$3" | sed 's/@/damaged/') >out 2>err </dev/null
  code=$?
  case $code in
    0)
      if [ -s err ] && grep -qv "^$4: " err; then keep "$1" "$2" "$3" "status 0, but said something"; fi
      ;;
    1)
      refused=$((refused + 1))
      if [ -s out ]; then keep "$1" "$2" "$3" "status 1, but wrote something"
      elif ! head -n 1 err | grep -q "^$4: "; then keep "$1" "$2" "$3" "status 1 without a message"; fi
      ;;
    *) keep "$1" "$2" "$3" "status $code" ;;
  esac
}

is_built() { [ -x "$CE_BIN/$1" ] || [ -x "$CE_BUILD/obj/tests/$1" ]; }

# Every command of a round gets damage of its own.
round() {
  number=$(($1 * 1000))
  # the descriptor leaves standard input alone
  while read -r kind command <&3; do
    if [ -z "$kind" ] || ! is_built "${command%% *}"; then continue; fi
    for corpus in $(corpora "$kind"); do
      number=$((number + 1))
      "$mutate" "$number" <"$corpus" >damaged
      one "$number" "$corpus" "$command"
      [ "$failed" -lt 20 ] || return
    done
  done 3<commands
}

printf '%s' "$commands" >commands
seed=${FUZZ_SEED:-1}
if [ -n "${FUZZ_ROUNDS:-}" ]; then
  last=$((seed + FUZZ_ROUNDS)) until=0
else
  last=0 until=$(($(date +%s) + ${FUZZ_SECONDS:-60}))
fi
while [ "$failed" -lt 20 ] && { [ "$seed" -lt "$last" ] || [ "$(date +%s)" -lt "$until" ]; }; do
  round "$seed"
  seed=$((seed + 1))
done
echo "fuzz: $runs runs, $refused refused, $failed failed; next seed $seed"
[ "$failed" -eq 0 ] && [ "$runs" -gt 0 ]
