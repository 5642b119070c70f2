# coverage-tests.awk: what a suite ran, from its TAP with times and the Bats files: milliseconds, the file, the number of the
# test in its file, and its name, separated by tabs. Tests that failed or were skipped are left out.
#
#     awk -f tests/coverage-tests.awk suite.tap tests/*.bats

FILENAME == ARGV[1] {
  if ($0 !~ /^ok / || / # skip/) next
  name = $0
  sub(/^ok [0-9]+ /, "", name)
  match(name, / in [0-9]+ms$/)
  took[substr(name, 1, RSTART - 1)] = substr(name, RSTART + 4, RLENGTH - 6)
  next
}
FNR == 1 { number = 0 }
/^@test "/ {
  number++
  name = $0
  sub(/^@test "/, "", name)
  sub(/" \{$/, "", name)
  if (name in took) printf "%d\t%s\t%d\t%s\n", took[name], FILENAME, number, name
}
