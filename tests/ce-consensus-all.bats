#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# What every consensus function owes its user, function by function over all that --list names: a new one is tested here without
# a line being written. ONLY=name tests one of them alone: make check TESTS=tests/ce-consensus-all.bats ONLY=ivc.

setup() {
  load common
  load ensembles
  problems="$BATS_TEST_TMPDIR/problems" functions=0
  : >"$problems"
  if [ -n "${ONLY:-}" ]; then functions() { echo "$ONLY"; }; fi
}

# each BODY: runs a shell function with every name; what it prints is a problem, and so is a failure of its last command. It runs
# to its end whatever fails in it. With the sanitizers each test takes a third of the names, another one than the next: all of them take
# five minutes.
each() {
  WEIGHTED=$(weighted) # here, and not in each of the subshells
  untraced each_of "$1"
  [ "$functions" -ge 30 ] || [ -n "${ONLY:-}" ] || fail "only $functions names in the list"
  [ ! -s "$problems" ] || fail "$(cat "$problems")"
}

each_of() {
  local name share=1
  if sanitized && [ -z "${ONLY:-}" ]; then share=3; fi
  for name in $(functions); do
    functions=$((functions + 1))
    [ $(((functions + BATS_TEST_NUMBER) % share)) = 0 ] || continue
    ("$1" "$name" || echo "status $? at the end") >said 2>&1
    [ ! -s said ] || sed "s/^/$name: /" said >>"$problems"
  done
}

# error LABELS: the error rate of its first column against truth.csv
error() { ce-score -q -t truth.csv -s error "$1" | tail -n 1 | cut -d, -f3; }

@test "ce-consensus: every function finds three planted classes" {
  planted 90 3 12 10 >labels.csv
  planted_truth 90 3 >truth.csv
  finds() {
    consensus "$1" -k 3 -q labels.csv >out.csv || echo "exit $?"
    # single linkage chains, a hypergraph has no partial credit for a cut cluster, and matrix completion gives an object that
    # has no high co-association a row of zeros; bok is a base clustering
    case $1 in bok) limit=0.03 ;; *-sl | hgpa | ecmc-*) limit=0.67 ;; *) limit=0 ;; esac
    awk -v error="$(error out.csv)" -v limit=$limit 'BEGIN { if (error == "" || error + 0 > limit) print "error " error }'
  }
  each finds
}

@test "ce-consensus: the names of clusters, and gaps between them, change nothing, for every function" {
  planted 60 4 6 35 >labels.csv
  awk -F, -v OFS=, 'NR > 1 { for (q = 1; q <= NF; q++) $q = 1000 - 17 * $q * q } 1' labels.csv >renamed.csv
  renames() {
    consensus "$1" -k 4 -q labels.csv >one || echo "exit $?"
    consensus "$1" -k 4 -q renamed.csv >two
    cmp one two
  }
  each renames
}

@test "ce-consensus: one thread and three give the same bytes, for every function" {
  in_turn 4
  planted 200 4 8 50 >labels.csv
  threads() {
    consensus "$1" -k 4 -q -j 1 labels.csv >one || echo "exit $?"
    consensus "$1" -k 4 -q -j 3 labels.csv >three
    cmp one three
  }
  each threads
}

@test "ce-consensus: one call with all functions gives what single calls give" {
  in_turn 4
  # voting needs base clusterings of each k
  paste -d, <(planted 80 4 6 45) <(planted 80 3 6 45 | sed 1s/q/r/g) >labels.csv
  consensus "$(functions | paste -sd,)" -k 3,4 -q labels.csv >all.csv
  consensus "$(functions | sort | paste -sd,)" -k 3,4 -q labels.csv >sorted.csv
  alone() {
    consensus "$1" -k 3,4 -q labels.csv >one || echo "exit $?"
    for file in all.csv sorted.csv; do
      columns=$(head -n 1 $file | tr , '\n' | grep -nx "$1\.k[0-9]*" | cut -d: -f1 | paste -sd,)
      cut -d, -f"$columns" $file | cmp - one
    done
  }
  each alone
}

@test "ce-consensus: a microcluster table gives the labels of its objects, for every function" {
  in_turn 4
  planted 150 3 4 35 >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  compressed() {
    case $1 in wsbpa | c-wbpa | wosp | wohb) return 0 ;; esac # they need the data of each object
    case $1 in
      hne) microclusters=--microclusters ;;
      *) microclusters= ;;
    esac
    # shellcheck disable=SC2086 # none or one word
    consensus "$1" -k 3 -q $microclusters labels.csv >direct || echo "exit $?"
    # shellcheck disable=SC2086
    consensus "$1" -k 3 -q $microclusters micro.csv >small
    ce-microcluster expand -q -t micro.csv -r small labels.csv >expanded
    cmp direct expanded
  }
  each compressed
}

@test "ce-consensus: missing labels count neither for nor against, for every function" {
  in_turn 4
  { echo a,b,c,d; for i in 1 2 3 4 5 6; do echo "1,1,,1"; echo "1,,1,1"; echo ",1,1,1"; echo "2,2,,2"; echo "2,,2,2"; echo "?,2,2,2"; done; } >labels.csv
  printf '%s\n' class $(for i in 1 2 3 4 5 6; do echo 1 1 1 2 2 2; done) >truth.csv
  partial() {
    consensus "$1" -k 2 -q labels.csv >out.csv || echo "exit $?"
    awk -v error="$(error out.csv)" 'BEGIN { if (error == "" || error + 0 > 0) print "error " error }'
  }
  each partial
}

@test "ce-consensus: an object without any label gets NA, and the others what they get without it, for every function" {
  in_turn 4
  planted 60 3 6 30 | awk -F, 'NR == 7 { gsub(/[^,]/, "") } 1' >with.csv
  sed 7d with.csv >without.csv
  unlabelled() {
    consensus "$1" -k 3 -q with.csv >one || echo "exit $?"
    consensus "$1" -k 3 -q without.csv >two
    [ "$(sed -n 7p one)" = NA ] || echo "$(sed -n 7p one) instead of NA"
    sed 7d one | cmp - two
  }
  each unlabelled
}

@test "ce-consensus: one object; one base clustering; all equal; one cluster everywhere, for every function" {
  in_turn 4
  table a 1 >one.csv
  table a x y x z x >single.csv
  table a,b,c x,x,x y,y,y x,x,x z,z,z x,x,x >equal.csv
  table a,b,c 1,1,1 1,1,1 1,1,1 1,1,1 >trivial.csv
  small() {
    [ "$(consensus "$1" -k 1 -q one.csv | tail -n 1)" = 1 ] || echo "one object"
    for file in single equal; do
      [ "$1" != wohb ] || continue # METIS can leave a part without objects where every object has an edge to every cluster
      [ "$(consensus "$1" -k 3 -q $file.csv | canonical | paste -sd' ')" = "1 2 1 3 1" ] || echo "$file: $(consensus "$1" -k 3 $file.csv 2>&1 | paste -sd' ')"
    done
    [ "$(consensus "$1" -k 1 -q trivial.csv | tail -n +2 | paste -sd' ')" = "1 1 1 1" ] || echo "trivial: $(consensus "$1" -k 1 trivial.csv 2>&1 | paste -sd' ')"
  }
  each small
}

@test "ce-consensus: k above what a function can tell apart is an error and no output, for every function" {
  in_turn 4
  table a,b,c 1,1,1 1,1,1 1,1,1 1,1,1 >trivial.csv
  planted 30 3 2 20 >few.csv
  count=$(tail -n +2 few.csv | sort -u | wc -l)
  refuses() {
    case $1 in gcons | comusa | bok | boem) return 0 ;; esac # they are not told k
    case $1 in hne) files="few.csv:31" ;; *) files="trivial.csv:2 few.csv:$((count + 1))" ;; esac
    for file in $files; do
      status=0
      consensus "$1" -k "${file#*:}" "${file%:*}" >out 2>message || status=$?
      [ $status = 1 ] || echo "$file: exit $status"
      [ ! -s out ] || echo "$file: output"
      grep -Eqx "ce-consensus: $1: k = ${file#*:}, but (there are only [0-9]+ objects|the (base clusterings|data) tell (no|only [0-9]+ groups of) objects apart)" message &&
        [ "$(wc -l <message)" = 1 ] || cat message
    done
  }
  each refuses
}

@test "ce-consensus: objects that share no cluster with others are clusters of their own or join, and nothing breaks" {
  in_turn 4
  # two groups that hang together, and two objects that are alone in every base clustering
  table a,b,c 1,1,1 1,1,2 1,2,1 2,1,1 3,3,3 3,3,4 3,4,3 4,3,3 5,5,5 6,6,6 >labels.csv
  isolated() {
    [ "$1" != voting ] || return 0 # it has no base clustering with 2 or 4 clusters
    case $1 in gcons | comusa | bok | boem) most=9 ;; *) most=4 ;; esac # they find k themselves
    for k in 2 4; do
      consensus "$1" -k $k -q labels.csv >out || echo "k = $k: exit $?"
      [ "$(tail -n +2 out | grep -c "^[1-$most]\$")" = 10 ] || echo "k = $k: $(paste -sd' ' out)"
    done
  }
  each isolated
}

@test "ce-consensus: the page of each function and system names it, and the changelog counts the functions" {
  [ -z "${ONLY:-}" ] || skip "of all of them"
  count=$(functions | wc -l)
  ce-consensus --list=csv | "$CE_SOURCE/tests/options-of.sh" pages >pages
  for name in $(functions) $(systems); do
    page=$(awk -v name="$name" '$1 == name { print $2 ".7" }' pages)
    [ "$page" != .7 ] || page=ce-consensus.1
    grep -Eqs "(^|[ ,])$name([ ,:;.]|\$)" "$CE_SOURCE/man/$page" || echo "man/$page does not name $name" >>"$problems"
  done
  [ ! -s "$problems" ] || fail "$(cat "$problems")"
  grep -q "^- \`ce-consensus\` with $count consensus functions" "$CE_SOURCE/CHANGELOG.md" || fail "the changelog does not count $count functions"
}
