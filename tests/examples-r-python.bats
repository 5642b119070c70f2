#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# doc/examples: the scripts for R and Python are run, where R and the packages are installed.

setup() {
  load common
  examples=$CE_SOURCE/doc/examples
  mkdir work
  cp "$BUNDLED/wine.csv" work
  cd work
}

# r SCRIPT PACKAGE...: runs it, or skips.
r() {
  local script=$1 package
  shift
  command -v Rscript >/dev/null || skip "no R here (Debian: r-base-core)"
  for package; do
    Rscript --vanilla -e "stopifnot(requireNamespace('$package', quietly = TRUE))" >log 2>&1 ||
      skip "no package $package of R here (Debian: r-cran-${package,,})"
  done
  run_split Rscript --vanilla "$examples/$script"
  assert_equal "$stderr" ""
  assert_equal "$status" 0
}

# py SCRIPT MODULE...: runs it by a python3 that has these, or skips.
py() {
  local script=$1 python module imports=
  shift
  for module; do imports+="import $module; "; done
  for python in python3 /usr/bin/python3; do
    "$python" -c "$imports" 2>/dev/null || continue
    run_split "$python" "$examples/$script"
    assert_equal "$stderr" ""
    assert_equal "$status" 0
    return 0
  done
  skip "no python3 with $* here (Debian: ${*/#/python3-})"
}

@test "doc/examples: a page names every script, and none is longer than 40 lines" {
  for script in "$examples"/*.R "$examples"/*.py; do
    name=$(basename "$script")
    grep -qF "\`$name\`" "$examples/README.md" || fail "README.md does not name $name"
    assert [ "$(wc -l <"$script")" -lt 40 ]
    run awk 'length > 100' "$script"
    assert_output ""
  done
  for name in $(grep -oE '`[a-z]+\.(R|py)`' "$examples/README.md" | tr -d '`'); do
    assert [ -e "$examples/$name" ]
  done
}

@test "doc/examples: frame.R: write.csv, write.csv2 and write.table come in without options" {
  r frame.R
  assert_line "  grower 1 59  0  0"
  assert_line "  grower 3  0  0 48"
}

@test "doc/examples: frame.py: to_csv comes in without options" {
  py frame.py pandas
  assert_line "grower 1  59   0   0"
  assert_line "grower 3   0   0  48"
}

@test "doc/examples: labels.R" {
  r labels.R
  assert_output "[1] 178   2"
}

@test "doc/examples: labels.py" {
  py labels.py pandas scipy
  assert_output "(178, 2)"
}

@test "doc/examples: memberships.R" {
  r memberships.R
  assert_output "[1] 178   2"
}

@test "doc/examples: memberships.py" {
  py memberships.py pandas
  assert_output "(178, 2)"
}

@test "doc/examples: matrix.R: Matrix Market and CSV hold one matrix, and lead back" {
  r matrix.R Matrix
  assert_line "  1 64  0  0"
}

@test "doc/examples: matrix.py: npy and both forms of Matrix Market hold one matrix" {
  py matrix.py pandas scipy
  assert_line "1    64"
}

@test "doc/examples: tree.R: hclust and ape have the same tree, and the clusters of -k" {
  r tree.R ape
  assert_output "[1] 177"
  assert [ -s dendrogram.svg ]
}

@test "doc/examples: tree.py: SciPy has the same tree, and the clusters of -k" {
  py tree.py pandas scipy
  assert_output 178
}

@test "doc/examples: scores.R and scores.py have the same scores" {
  r scores.R jsonlite
  assert_line --regexp '^ *eac-al +0\.53 +0\.86 +0\.89 +0\.88$'
  py scores.py pandas
  assert_line --regexp '^eac-al +0\.53 +0\.86 +0\.89 +0\.88$'
}
