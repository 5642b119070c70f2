#!/usr/bin/env bash
# suite.sh FILE.bats...|FOLDER: runs the tests of these files, several files at a time, and says in words what passed, what was skipped and why.
#
# JOBS: files at a time (as many as there are cores). BATSFLAGS: more options for bats. TAP=1: every test has its line, in TAP (for programs).
# The files that took longest come first, so that none of them is left for the end: CE_BUILD/obj/tests/seconds keeps how long each took, and
# before there is one, tests/seconds tells it of some. A file with the line "# suite.sh: waits" in its head takes little of a core, and
# runs beside the others from the beginning. Status 1 when a test failed or none ran.
set -u

# One file: its TAP into a file, then its lines on the screen in one piece.
if [ "${SUITE_ONE:-}" ]; then
  file=$1 name=${1##*/} again=
  # two files of one name in different folders
  own=$SUITE_ONE/$name.$(printf '%s' "$file" | cksum | tr -d ' ')
  begin=$SECONDS status=0
  # coverage.sh -m: what setup_file runs counts for the file; common.bash says where each test counts
  [ -z "${CE_COUNTS:-}" ] || export GCOV_PREFIX="$CE_COUNTS/$name/0"
  # shellcheck disable=SC2086 # words
  run_file() { env -u SUITE_ONE -u TAP -u JOBS "$@" bats --tap $BATSFLAGS ${again:+-f "$again"} "$file" </dev/null 2>&1; }
  # Without the trap by which Bats knows the line of a failure, a tenth quicker. The tests that fail run again with it, and have failed
  # even if they do not fail again; a file that breaks before its tests runs again as a whole.
  run_file CE_UNTRACED=1 >"$own.tap" || status=$?
  if [ "$status" != 0 ]; then
    failed=$(sed -n 's/^not ok [0-9]* //p' "$own.tap" | sed 's/ in [0-9]*ms$//; s/[][\\.*^$+?(){}|]/\\&/g' | paste -sd'|')
    again=${failed:+^($failed)\$}
    if run_file >"$own.again"; then
      echo "# ${name%.bats}: nothing failed when it ran again" >>"$own.tap"
    elif [ "$failed" ]; then
      # what the second run says of a test, under its number in the first
      awk 'function name_of(line) { sub(/^not ok [0-9]+ /, "", line); sub(/ in [0-9]+ms$/, "", line); return line }
        NR == FNR { if (/^(not )?ok /) name = /^not ok / ? name_of($0) : ""; else if (name != "") said[name] = said[name] $0 "\n"; next }
        /^(not )?ok / { print; name = /^not ok / ? name_of($0) : ""; printf "%s", said[name]; next }
        name == "" || !(name in said)' "$own.again" "$own.tap" >"$own.both"
      mv "$own.both" "$own.tap"
    else
      mv "$own.again" "$own.tap"
    fi
  fi
  seconds=$((SECONDS - begin))
  echo "$seconds $file" >"$own.seconds"
  # a file that ends early has fewer tests than it planned: that is a failure without a test
  awk -v name="${name%.bats}" -v seconds="$seconds" -v status="$status" '
    /^1\.\.[0-9]+$/ { planned = substr($0, 4) }
    /^ok / { ok++ }
    /^ok .*# skip/ { skipped++ }
    /^not ok / { failed++ }
    END { if (planned > ok + failed || (status != 0 && !failed)) { broken = planned - ok - failed; if (broken < 1) broken = 1 }
      printf "%s %d %d %d %d\n", name, ok - skipped, failed + broken, skipped, seconds }' "$own.tap" >"$own.counts"
  # not for ever: who has the lock may have been killed
  for ((i = 0; i < 600; i++)); do
    if mkdir "$SUITE_ONE/lock" 2>/dev/null; then break; fi
    sleep .05
  done
  read -r _ passed failed skipped _ <"$own.counts"
  if [ "${TAP:-}" ]; then
    cat "$own.tap"
  else
    printf '%-32s %4d passed' "${name%.bats}" "$passed"
    [ "$skipped" = 0 ] || printf ', %d skipped' "$skipped"
    [ "$failed" = 0 ] || printf ', %d FAILED' "$failed"
    printf ', %d s\n' "$seconds"
    if [ "$failed" != 0 ]; then
      awk '/^not ok / { on = 1; some = 1 } /^ok / { on = 0 } on { print } { last[NR % 20] = $0 }
        END { for (l = NR - 19; !some && l <= NR; l++) if (l > 0) print last[l % 20] }' "$own.tap"
    fi
  fi
  rmdir "$SUITE_ONE/lock" 2>/dev/null
  exit 0
fi

[ "$#" -gt 0 ] || { echo "suite.sh: no tests" >&2; exit 2; }
command -v bats >/dev/null || { echo "suite.sh: bats is not installed (Debian: bats bats-support bats-assert)" >&2; exit 1; }
jobs=${JOBS:-$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/clens-suite.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
export SUITE_ONE=$scratch BATSFLAGS="${BATSFLAGS:-}"
kept=${CE_BUILD:-.}/obj/tests/seconds

# run_files LIST COUNT: so many of its files at a time
run_files() { cut -d' ' -f2- "$1" | tr '\n' '\0' | xargs -0 -r -n 1 -P "$2" "${BASH:-bash}" "$0"; }

# the slowest first; `seconds` in the tree has names alone, of those that take ten seconds and more
[ ! -d "$1" ] || set -- "$1"/*.bats
printf '%s\n' "$@" | awk -v kept="$kept" -v tree="${0%/*}/seconds" '
  function base(path) { sub(/.*\//, "", path); return path }
  BEGIN {
    while ((getline line <tree) > 0) { split(line, part, " "); seconds[part[2]] = part[1] }
    while ((getline line <kept) > 0) { path = line; sub(/^[^ ]* /, "", path); split(line, part, " "); known[path] = part[1] }
  }
  {
    time = 1
    if (base($0) in seconds) time = seconds[base($0)]
    if ($0 in known) time = known[$0]
    print time, $0
  }' | sort -k1,1gr -s >"$scratch/order"
: >"$scratch/waits"
: >"$scratch/works"
while IFS= read -r line; do
  if sed -n 1,9p "${line#* }" 2>/dev/null | grep -qx '# suite.sh: waits'; then echo "$line" >>"$scratch/waits"; else echo "$line" >>"$scratch/works"; fi
done <"$scratch/order"
run_files "$scratch/waits" 1 &
run_files "$scratch/works" "$jobs"
wait

# times of files that did not run this time are kept
if [ -d "${kept%/*}" ]; then
  { cat "$scratch"/*.seconds; cat "$kept" 2>/dev/null; } | awk '{ path = $0; sub(/^[^ ]* /, "", path) } !seen[path]++' >"$scratch/seconds" && cp "$scratch/seconds" "$kept"
fi

cat "$scratch"/*.counts >"$scratch/all"
[ -z "${TAP:-}" ] || exec >&2
awk -v seconds="$SECONDS" -v jobs="$jobs" '
  { passed += $2; failed += $3; skipped += $4; if ($3) names = names " " $1 }
  END {
    printf "\n%d files of tests, %d at a time, in %d min %d s: %d tests passed, %d failed, %d were skipped.\n", NR, jobs, seconds / 60,
      seconds % 60, passed, failed, skipped
    if (failed) printf "Failures are in:%s\n", names
  }' "$scratch/all"
awk '/^ok .*# skip/ { sub(/.*# skip */, ""); if (sub(/^\(/, "")) sub(/\)$/, ""); count[$0]++ }
  END { for (why in count) printf "%5d  %s\n", count[why], why }' "$scratch"/*.tap | sort -k1,1nr -k2 >"$scratch/skipped"
if [ -s "$scratch/skipped" ]; then
  echo "Skipped, and what is needed to run them (make check DATA=FOLDER reads data sets from a folder: make -C data fetches them):"
  cat "$scratch/skipped"
fi
awk '{ passed += $2; failed += $3 } END { exit !(passed && !failed) }' "$scratch/all"
