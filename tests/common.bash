# common.bash: what every Bats file loads. The executables of the build come first on PATH; each test works in a folder
# of its own that is removed afterwards.

# The libraries are thirty files, and to load them takes twice as long as an empty test. The first test of a file keeps their
# functions in one file for the others. They ask fifteen times where they are: by a function this takes a third of the time.
if [ -r "$BATS_RUN_TMPDIR/libraries.bash" ]; then
  source "$BATS_RUN_TMPDIR/libraries.bash"
else
  known=$(compgen -A function)
  dirname() { printf '%s\n' "${1%/*}"; }
  bats_load_library bats-support
  bats_load_library bats-assert
  unset -f dirname
  # shellcheck disable=SC2046 # names, one word each
  declare -f $(compgen -A function | grep -vxF "$known") >"$BATS_RUN_TMPDIR/libraries.$BASHPID"
  mv "$BATS_RUN_TMPDIR/libraries.$BASHPID" "$BATS_RUN_TMPDIR/libraries.bash"
  unset -v known
fi

PATH="$CE_BIN:$PATH"
FIXTURES="$CE_SOURCE/tests/fixtures"
BUNDLED="$CE_SOURCE/data"
export LC_ALL=C
# The tools call BLAS from threads of their own. OpenBLAS starts others before it is told so, which is half of what a tool
# takes to start.
export OPENBLAS_NUM_THREADS="${OPENBLAS_NUM_THREADS:-1}"
# Threads that wait sleep: beside other work, spinning took four fifths of the time of the suite.
export OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-passive}"
# A tool that fails at the head of a pipe fails the test, not only the last command of the pipe. So the last one must read
# all that it gets: `| grep >/dev/null X`, since grep -q stops reading at the first line that fits.
set -o pipefail
cd "$BATS_TEST_TMPDIR" || exit 1
# coverage.sh -m: what each test runs is counted for itself
[ -z "${CE_COUNTS:-}" ] || export GCOV_PREFIX="$CE_COUNTS/${BATS_TEST_FILENAME##*/}/${BATS_TEST_NUMBER:-0}"
# suite.sh: a test needs the trap only when it fails
[ -z "${CE_UNTRACED:-}" ] || trap - DEBUG

# The bytes of a table, one line an argument.
table() { printf '%s\n' "$@"; }

# run_split COMMAND...: runs it with standard output and standard error apart: $output and $stderr, their lines that are not empty in
# $lines and $stderr_lines, and $status. It does what `run --separate-stderr` of Bats does, in a fifth of the time.
run_split() {
  local flags=$-
  set +eET
  # shellcheck disable=SC2034 # for the tests
  {
    output=$("$@" 2>"$BATS_FILE_TMPDIR/stderr") && status=0 || status=$?
    read -d '' -r stderr <"$BATS_FILE_TMPDIR/stderr"
    IFS=$'\n' read -d '' -r -a lines <<<"$output"
    IFS=$'\n' read -d '' -r -a stderr_lines <<<"$stderr"
  }
  set "-$flags"
}

# assert_error STATUS MESSAGE: the last run_split failed so, said exactly this, and wrote nothing on standard output.
assert_error() {
  assert_equal "$status" "$1"
  assert_equal "$stderr" "$2"
  assert_equal "$output" ""
}

# sanitized: whether the build is one with the address and undefined-behaviour sanitizers.
sanitized() { grep -q '^SANITIZE_FLAGS = -' "$CE_BUILD/config.mk"; }

# not_sanitized REASON: skips with the sanitizers.
not_sanitized() { ! sanitized || skip "$1"; }

# in_turn COUNT [sanitized]: for a test that takes long (or does so under the sanitizers). Where TURN is a number (.ci/run: how many commits
# there are), it runs for one number in COUNT, and is skipped with the others; ALL=1, and no TURN, run it always.
in_turn() {
  if [ -z "${TURN:-}" ] || [ "${ALL:-}" = 1 ]; then return 0; fi
  if [ "${2:-}" ] && ! sanitized; then return 0; fi
  (((TURN + BATS_TEST_NUMBER) % $1 == 0)) || skip "takes long: with TURN it runs for one commit in $1, with ALL=1 always"
}

# need_data FILE: skips unless DATA names a folder that has it.
need_data() {
  [ -n "${DATA:-}" ] || skip "needs DATA=folder with $1 (see data/Makefile)"
  [ -e "$DATA/$1" ] || skip "no $1 in $DATA"
}

# repeated COUNT TEXT: the line so many times. `yes TEXT | head` would fail: its left side never ends by itself.
repeated() { awk -v count="$1" -v text="$2" 'BEGIN { while (count-- > 0) print text }'; }

# cut_rows FILE PARTS PREFIX: the rows of a table as PREFIX.1 .. PREFIX.PARTS, each with the header.
cut_rows() {
  awk -v parts="$2" -v prefix="$3" 'NR == FNR { rows = FNR - 1; next }
    FNR == 1 { for (p = 1; p <= parts; p++) print >(prefix "." p); next }
    { p = 1; while (FNR - 2 >= int(rows * p / parts)) p++; print >(prefix "." p) }' "$1" "$1"
}

# untraced COMMAND...: a loop of thousands of commands, without the trap by which Bats knows the line
# of a failure: it costs a third of a millisecond a command. A command that fails still fails the test.
untraced() {
  local traced
  traced=$(trap -p DEBUG)
  trap - DEBUG
  "$@"
  eval "$traced"
}

# end_pair TOOL TOLD SILENT: ends the calls $loud and $quiet of the caller. The first has said in the file
# TOLD how far it is, and the other nothing in SILENT.
end_pair() {
  kill "$quiet" "$loud" 2>/dev/null || :
  wait "$quiet" "$loud" || :
  run sed -n 1p "$2"
  assert_output --regexp "^$1: (at least )?[0-9]+ % of this step, (at most )?about [0-9]+ (s|min|h) left$"
  run cat "$3"
  assert_output ""
}

# tells_how_far COMMAND...: it says how far it is with --progress always, and nothing with --progress
# never. Its data are for more than the second after which the first line comes; it need not end.
tells_how_far() {
  local quiet loud
  : >always.err # of a call before this one
  "$@" --progress never >/dev/null 2>never.err 3>&- &
  quiet=$!
  "$@" --progress always >/dev/null 2>always.err 3>&- &
  loud=$!
  while ! grep -q 'of this step' always.err && kill -0 "$loud" 2>/dev/null; do sleep .1; done
  sleep .5
  end_pair "$1" always.err never.err
}

# tells_unasked COMMAND...: what takes a minute or more says so of itself where standard error is a file,
# and is ended then, after half a minute at most; with -q it says nothing in that time.
tells_unasked() {
  local quiet loud wait
  : >told.err # of a call before this one
  "$@" -q >/dev/null 2>quiet.err 3>&- &
  quiet=$!
  "$@" >/dev/null 2>told.err 3>&- &
  loud=$!
  for ((wait = 0; wait < 300; wait++)); do
    [ ! -s told.err ] || break
    sleep .1
  done
  end_pair "$1" told.err quiet.err
}

# py_with MODULES ARGUMENTS...: the script on standard input, by a python3 that has these modules (numpy,scipy), or skips.
py_with() {
  local python modules=$1
  shift
  for python in python3 /usr/bin/python3; do
    if "$python" -c "import $modules" 2>/dev/null; then
      "$python" - "$@"
      return
    fi
  done
  skip "needs python3 with ${modules//,/ and }"
}
