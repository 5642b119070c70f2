#!/usr/bin/env bash
# run.sh: every command line of tests/all-tools.bats with one fault after the other: an allocation, an open, a read, a write, a close,
# a rename or a sync that fails, or is short or interrupted. What must hold then is told in sweep.c; what happens is made by faults.c.
# Environment: CE_BIN, CE_BUILD (obj/tests/sweep, obj/tests/faults.so), CE_SOURCE; FAULT_POINTS: at so many places of each kind only (all),
# FAULT_KINDS: alloc, open, read, write, close, rename, sync (all; alloc/once: one allocation fails, and not those after it),
# FAULT_ROWS: a regular expression that a command line matches (all),
# FAULT_EVERY: only every so many command lines (1), FAULT_PART: I/N, the I-th of N parts of the command lines, 1/1 for all, for a run that
# is made in several sittings or on several machines, FAULT_JOBS: commands side by side (as many as there are processors).
# Status 1 when something does not hold; the last line has the numbers.
set -u -o pipefail
: "${CE_BIN:?}" "${CE_BUILD:?}" "${CE_SOURCE:?}"
PATH="$CE_BIN:$PATH"
export LC_ALL=C OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
sweep=$CE_BUILD/obj/tests/sweep library=$CE_BUILD/obj/tests/faults.so
jobs=${FAULT_JOBS:-$(getconf _NPROCESSORS_ONLN)}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# The rows and the input that goes with them are those of the suite over all tools.
table() { printf '%s\n' "$@"; }
# shellcheck disable=SC1090
source <(sed -n '/^rows=(/,/^)/p; /^fixtures() {/,/^}/p; /^input_of() {/,/^}/p; /^add_methods() {/,/^}/p' "$CE_SOURCE/tests/all-tools.bats")
mkdir input
cd input || exit 1
fixtures
add_methods
gzip -nc labels.csv >labels.csv.gz
ce-relabel -q --format npy -o labels.npy labels.csv || exit 1
# the rounds of a generator in parts: what each of them begins with
state=()
for round in 0 1 2 3; do
  ce-generate uspec -k 2,3 "${state[@]}" --part 1/1 data.csv -o "sums.$round" &&
    ce-generate uspec -k 2,3 "${state[@]}" "sums.$round" -o "state.$round" || exit 1
  state=(--state "state.$round")
done
table x,y 1,2 0.5,4 3,7 >numbers.csv
# more clusters than mcla holds as a dense matrix
awk 'BEGIN { print "a,b"; for (i = 0; i < 800; i++) print i % 260 + 1 "," i * 7 % 263 + 1 }' >many.csv
# many features, and few rows to a cluster
awk 'BEGIN { srand(1); for (s = 1; s <= 100; s++) printf "f%d%s", s, (s < 100 ? "," : "\n")
  for (i = 0; i < 1100; i++) { a = rand(); b = rand(); for (s = 1; s <= 100; s++) printf "%.3f%s", a * sin(s) + b * cos(s) + rand() / 9, (s < 100 ? "," : "\n") } }' >wide.csv
ce-microcluster compress --part 1/1 labels.csv -o rows.sums || exit 1
ce-prepare zscore --part 1/1 numbers.csv -o zscore.sums || exit 1
ce-prepare pca --part 1/1 numbers.csv -o pca.sums || exit 1
ce-stability k --part 1/1 labels.csv -q -o pairs.sums || exit 1
cd .. || exit 1

# The words of a row with the input in its place, on one thread, quiet, into out/x; and some commands that write several files or compressed ones.
commands() {
  local row kind line input tool
  local -A takes_threads
  # shellcheck disable=SC2154 # rows comes from the suite
  for row in "${rows[@]}"; do
    read -r kind line <<<"$row"
    input_of "$kind" "$line"
    case " $line " in
      *' @ '*) line="$line " line=${line/ @ / $input } ;;
      *) line="$line $input" ;;
    esac
    line="$line -q -o out/x"
    tool=${line%% *}
    if [ -z "${takes_threads[$tool]-}" ]; then
      takes_threads[$tool]=no
      if "$tool" --list-options | cut -d, -f2 | grep -qx threads; then takes_threads[$tool]=yes; fi
    fi
    [ "${takes_threads[$tool]}" = no ] || line+=" -j 1"
    echo "$line"
  done
  cat <<'LINES'
ce-consensus eac-al -k 2..4 --confidence out/sure.csv labels.csv.gz -q -j 1 -o out/x.gz
ce-consensus mcla -k 3 many.csv -q -j 1 -o out/x
ce-consensus bagged -m 1 -k 2 data.csv -q -j 1 -o out/x
ce-consensus usenc -m 2 --base-k 3 --representatives 110 -k 2 wide.csv -q -j 1 -o out/x
ce-similarity ca --format npy labels.csv -q -j 1 -o out/x.gz
ce-coarsen dune --merged out/merged.csv labels.csv -q -j 1 -o out/x.gz
ce-relabel --format npy labels.csv -q -j 1 -o out/x.gz
ce-relabel labels.npy -q -j 1 -o out/x
ce-partition single -k 2 --tree out/tree.csv matrix.mtx -q -j 1 -o out/x
ce-generate lac -k 2,3 --inv-h 1,2.5 --model out/model.csv data.csv -q -j 1 -o out/x
ce-select diverse -m 2 --chosen out/chosen.csv labels.csv -q -o out/x.gz
ce-prepare drop-missing --cut 2/3 data.csv -q -o out/x
ce-score --cut 1/2 -t truth.csv labels.csv.gz -q -j 1 -o out/x
ce-synth blobs -n 50 -k 4 --noise 5 --part 3/3 -q -o out/x
ce-constrain close --chunklets out/chunklets.csv constraints.csv -q -o out/x
ce-generate uspec -k 2,3 --part 1/1 data.csv -q -j 1 -o out/x
ce-generate uspec -k 2,3 --state state.0 --part 1/1 data.csv -q -j 1 -o out/x
ce-generate uspec -k 2,3 --state state.1 --part 1/1 data.csv -q -j 1 -o out/x
ce-generate uspec -k 2,3 --state state.2 --part 1/1 data.csv -q -j 1 -o out/x
ce-generate uspec -k 2,3 sums.0 -q -j 1 -o out/x
ce-generate uspec -k 2,3 --state state.0 sums.1 -q -j 1 -o out/x
ce-generate uspec -k 2,3 --state state.1 sums.2 -q -j 1 -o out/x
ce-generate uspec -k 2,3 --state state.2 --model out/model.csv sums.3 -q -j 1 -o out/x
ce-microcluster compress --part 1/1 labels.csv -q -o out/x
ce-microcluster compress rows.sums -q -o out/x
ce-prepare zscore --part 1/1 numbers.csv -q -o out/x
ce-prepare zscore --state zscore.sums numbers.csv -q -o out/x
ce-prepare pca --part 1/1 numbers.csv -q -o out/x
ce-prepare pca --state pca.sums numbers.csv -q -o out/x
ce-stability k --part 1/1 labels.csv -q -j 1 -o out/x
ce-stability k pairs.sums -q -j 1 -o out/x
LINES
}
part=${FAULT_PART:-1/1}
if ! [[ $part =~ ^[1-9][0-9]*/[1-9][0-9]*$ ]] || [ "${part%/*}" -gt "${part#*/}" ]; then
  echo "faults: FAULT_PART is I/N, with I from 1 to N"
  exit 1
fi
commands >all || exit 1
grep -E -- "${FAULT_ROWS:-.}" all | awk -v every="${FAULT_EVERY:-1}" '(NR - 1) % every == 0' |
  awk -v part="${part%/*}" -v parts="${part#*/}" 'NR % parts == part % parts' >wanted
[ -s wanted ] || { echo "faults: no command line matches"; exit 1; }

options=()
[ -z "${FAULT_POINTS:-}" ] || options+=(-n "$FAULT_POINTS")
[ -z "${FAULT_KINDS:-}" ] || options+=(-k "$FAULT_KINDS")
begun=0
for ((job = 0; job < jobs; job++)); do
  cp -r input "job$job"
  awk -v job="$job" -v jobs="$jobs" 'NR % jobs == job' wanted >"commands$job"
  [ -s "commands$job" ] || continue
  (cd "job$job" && exec "$sweep" "${options[@]}" "$library" <"../commands$job" >"../said$job") &
  begun=$((begun + 1))
done
wait
grep -hv '^faults: ' said*
cat said* | awk -v begun="$begun" '
  /^faults: / { ended++; runs += $2; refused += $4; wrong += $6 }
  END {
    if (ended != begun) { print "faults: a sweep did not come to its end"; exit 1 }
    printf "faults: %d runs, %d refused, %d wrong\n", runs, refused, wrong
    exit wrong || !runs
  }'
