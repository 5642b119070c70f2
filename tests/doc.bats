#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# doc/readings.md and doc/references.bib: what refers to them finds what it means. doc/architecture.md: it knows every room.
# doc/adding-a-method.md: its example is built and run.

setup() {
  load common
  readings=$CE_SOURCE/doc/readings.md
  bib=$CE_SOURCE/doc/references.bib
}

# KEY and KEY NUMBER of each section and entry. A section on a subject goes by the papers in its heading too.
entries() {
  awk '/^## / { gsub(/[:,]/, ""); keys = 0
      for (w = 2; w <= NF; w++) if (w == 2 || $w ~ /^[a-z]+[0-9][0-9][0-9][0-9]$/) { key[++keys] = $w; print $w } }
    /^[0-9]+\. / { for (w = 1; w <= keys; w++) print key[w] " " $1 + 0 }' "$readings"
}

# The text of all sources on one line, without the marks of comments.
sources() {
  find "$CE_SOURCE/src" "$CE_SOURCE/tools" "$CE_SOURCE/tests/lib" -name '*.[ch]' -exec cat {} + |
    sed 's/^ *\/\?\*\+\/\? *//' | tr '\n' ' '
}

@test "doc: no line of a text is longer than 100 characters, but for tables and commands" {
  run awk 'length > 100 && !/^(\||    )/ { print FILENAME ":" FNR }' "$CE_SOURCE"/doc/*.md "$CE_SOURCE/README.md" "$CE_SOURCE/tests/bench/README.md"
  assert_output ""
}

@test "doc: doc/architecture.md names every room, and the files that it names are there" {
  architecture=$CE_SOURCE/doc/architecture.md
  for room in "$CE_SOURCE"/src/*/; do
    room=${room%/}
    grep -q "^| \`${room##*/}\` |" "$architecture" || fail "no room ${room##*/}"
  done
  for text in "$architecture" "$CE_SOURCE/doc/adding-a-method.md"; do
    for path in $(grep -oE '`(src|tools|tests|man|doc)/[^ `]*`' "$text" | tr -d '`' | sort -u); do
      case $path in *VERB* | *NAME* | *ivc*) continue ;; esac
      [ -e "$CE_SOURCE/$path" ] || fail "$text: no $path"
    done
  done
}

@test "doc: ce-consensus(1) lists the methods with their pages and years as --list does, and clens(7) names every page" {
  ce-consensus --list=csv >list
  awk -F, 'NR > 1 { sub(/\([0-9]\)$/, "", $NF); print $1, $NF, $3 }' list | sort >rows
  # .It Cm NAME , NAME Pq Xr PAGE 7, and a sentence with the year at its end
  awk '/^\.It Cm .* Pq Xr clens-/ { items = split($0, item, " "); next }
    items { gsub(/[^0-9]/, "", $NF); for (i = 3; item[i] != "Pq"; i++) if (item[i] != ",") print item[i], item[items - 1], $NF
      items = 0 }' "$CE_SOURCE/man/ce-consensus.1" | sort >page
  run diff rows page
  assert_output ""
  for page in "$CE_SOURCE"/man/clens-*.7; do
    page=${page##*/}
    grep -Eq "^\.Xr ${page%.7} 7" "$CE_SOURCE/man/clens.7" || fail "clens(7) does not name ${page%.7}"
  done
}

@test "doc: the entries of a section are numbered from 1" {
  run awk '/^## / { last = 0 } /^[0-9]+\. / { if ($1 + 0 != last + 1) print FNR ": " $0; last = $1 + 0 }' "$readings"
  assert_output ""
}

@test "doc: a section or entry of doc/readings.md that a source names is there" {
  entries | sort -u >there
  sources | grep -oE 'doc/readings\.md, [a-z]+[0-9]*( [0-9]+)?' | sed 's/^[^ ]* //' | sort -u >named
  run comm -13 there named
  assert_output ""
}

@test "doc: each [key] of the sources, and each section named after a paper, is in doc/references.bib" {
  sed -n 's/^@[a-z]*{\(.*\),$/\1/p' "$bib" | sort >there
  run uniq -d there
  assert_output ""
  { sources | grep -oE '\[[a-z]+[0-9]{4}[] ,]' | tr -d '[] ,'; entries | grep -xE '[a-z]+[0-9]{4}'; } | sort -u >named
  # or a method brings its own publication
  # there need be none of the second kind
  { cat there; { sources | grep -oE '@[a-z]+\{[a-z]+[0-9]{4},' || true; } | sed 's/.*{\(.*\),/\1/'; } | sort -u >known
  run comm -13 known named
  assert_output ""
}

@test "doc: an entry of doc/references.bib has its key on the first line, a field a line, and a brace alone at the end" {
  run awk '/^%/ || !NF { next } /^@[a-z]+\{[a-z]+[0-9]+,$/ && !inside { inside = 1; next }
    /^  [a-z]+ = \{.*\},?$/ && inside { next } /^\}$/ && inside { inside = 0; next } { print FNR ": " $0 }' "$bib"
  assert_output ""
}

# ---- doc/adding-a-method.md ----

# block LANGUAGE: the text of the only block of that language.
block() {
  awk -v fence='```'"$1" '$0 == fence { on = 1; blocks++; next } on && $0 == "```" { on = 0 } on
    END { exit blocks != 1 }' "$CE_SOURCE/doc/adding-a-method.md" || fail "not one block of $1"
}

# The example, built beside what is built already: its object files are taken as they are.
build_example() {
  unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
  block c >ivc.c
  mkdir obj
  cp -Rp "$CE_BUILD"/obj/src "$CE_BUILD"/obj/tools "$CE_BUILD"/obj/*.[och] obj
  cp -p "$CE_BUILD/config.mk" .
  # what the files depend on is written for another folder
  find obj -name '*.d' -exec rm {} +
  make -f "$CE_SOURCE/Makefile" srcdir="$CE_SOURCE" EXTRA_METHODS="$PWD/ivc.c" bin/ce-consensus >log 2>&1 || fail "$(tail -n 30 log)"
}

@test "doc: the method of doc/adding-a-method.md is what every consensus function is, and passes its own tests" {
  in_turn 4
  build_example
  mkdir tests
  cp "$CE_SOURCE"/tests/*.bash "$CE_SOURCE/tests/ce-consensus-all.bats" tests
  block bash >tests/ce-consensus-ivc.bats
  # a suite in a suite: the outer one's variables are not the inner one's, but for where Bats and the libraries are
  outer=$(compgen -v | sed -n '/^BATS_LIB_PATH$/d; /^BATS_LIBDIR$/d; /^BATS_ROOT$/d; s/^BATS_/-u &/p')
  # shellcheck disable=SC2086 # words
  run env $outer ONLY=ivc CE_BIN="$PWD/bin" bats --tap tests/ce-consensus-all.bats tests/ce-consensus-ivc.bats
  refute_output --partial "not ok"
  assert_equal "$status" 0
  assert [ "$(grep -c '^ok' <<<"$output")" -ge 14 ]
}

@test "doc: the page of doc/adding-a-method.md has the method's options and examples" {
  build_example
  PATH="$PWD/bin:$PATH"
  block roff >clens-ivc.7
  ce-consensus --list-options | awk -F, '$1 == "ivc" || NR == 1' | "$CE_SOURCE/tests/options-of.sh" rows ivc >rows
  assert [ "$(wc -l <rows)" = 2 ]
  "$CE_SOURCE/tests/options-of.sh" page <clens-ivc.7 | diff rows -
  cp "$BUNDLED"/*.csv .
  run "$CE_SOURCE/tests/man-examples.sh" clens-ivc.7
  assert_output ""
  if command -v mandoc >/dev/null; then
    run mandoc -T lint -W warning clens-ivc.7
    assert_output ""
  fi
  # as the descriptor says
  run ce-consensus ivc --help
  assert_output --partial "Manual: clens-ivc(7), ce-consensus(1)."
  assert_output --partial "Nguyen and Caruana (2007). Consensus clusterings"
}

@test "doc: on a terminal of 80 columns no page has a line that is too wide" {
  command -v groff >/dev/null || skip "no groff here"
  for page in "$CE_SOURCE"/man/*.[157]; do
    groff -mandoc -Tutf8 -ww -rLL=78n "$page" 2>&1 >/dev/null | sed "s|^|${page##*/}: |"
  done >said
  assert_equal "$(cat said)" ""
}

@test "doc: ce-consensus(1) names the functions that take --data and --weights" {
  named() { awk -v start=".It Fl \\\\-$1 Ar file" '$0 == start { inside = 1; next } inside && /^\.It / { exit } inside' "$CE_SOURCE/man/ce-consensus.1"; }
  printf 'a\n1\n2\n' >labels.csv
  for option in data weights; do
    # what --$option goes with, as the tool says it
    run_split ce-consensus voting -k 2 --$option x labels.csv
    [[ $stderr == *"only with:"* ]]
    for name in $(head -n 1 <<<"${stderr#*only with:}"); do
      named $option | tr -s ' ,' '\n' | grep -x -- "$name" >/dev/null || echo "$option: $name"
    done
  done >missing
  assert_equal "$(cat missing)" ""
}

@test "doc: ce-consensus(1) names the functions that use memberships as --list does" {
  awk '/^These functions use the probabilities/ { inside = 1; next } /^All others/ { exit } inside' "$CE_SOURCE/man/ce-consensus.1" |
    tr -s ' ,' '\n' | grep -vxE '\.Cm|and|\.' | sort >page
  # the columns before "reads" have no commas
  ce-consensus --list=csv | grep -E '^[^,]*,[^,]*,[^,]*,"labels, memberships"' | cut -d, -f1 | sort >list
  assert [ -s list ]
  assert_equal "$(diff list page)" ""
}

# ---- how far each consensus function and generator is checked ----

# rows [WHAT]: NAMES|TEXT|COUNTS of the table in doc/readings.md of "consensus function" or "generator", or of both
rows() {
  awk -v what="${1:-.*}" '/^## / { inside = $0 ~ "^## How far each " what " is checked$" }
    inside && /^\| `/ { gsub(/`/, ""); gsub(/^\| | \|$/, ""); gsub(/ \| /, "|"); print }' "$readings"
}

# says PAGE NAMES TEXT: the page has the text, with or without the names before it.
says() {
  flat=$(tr '\n' ' ' <"$CE_SOURCE/man/$1")
  [[ $flat == *"How far it is checked: $3 "* || $flat == *"How far it is checked, ${2// /, }: $3 "* ]] || fail "$1 does not say of $2: $3"
}

@test "doc: the table of how far functions are checked has each of them once, and its page has the same sentences" {
  rows "consensus function" | cut -d'|' -f1 | tr ' ' '\n' | sort >named
  ce-consensus --list=csv >list.csv
  tail -n +2 list.csv | cut -d, -f1 | sort | diff - named
  while IFS='|' read -r functions text _; do
    # the page is the last cell of --list: clens-NAME(7)
    says "$(grep "^${functions%% *}," list.csv | sed 's/.*,\(clens-.*\)(7)$/\1/').7" "$functions" "$text"
  done < <(rows "consensus function")
}

@test "doc: the table of how far generators are checked has each of them once, with clac and dune, and its page has the same sentences" {
  rows generator | cut -d'|' -f1 | sort >named
  ce-generate --list=csv >list.csv
  { tail -n +2 list.csv | cut -d, -f1; echo clac; ce-coarsen --list=csv | tail -n +2 | cut -d, -f1; } | sort | diff - named
  while IFS='|' read -r generator text _; do
    case $generator in
      dune) page=ce-coarsen.1 ;;
      clac) page=clens-lac.7 ;;
      *) page=$(grep "^$generator," list.csv | sed 's/.*,\(clens-.*\)(7)$/\1/').7 ;;
    esac
    says "$page" "$generator" "$text"
  done < <(rows generator)
}

@test "doc: the page of every method says how far it is checked" {
  for page in "$CE_SOURCE"/man/clens-*.7; do
    case ${page##*/clens-} in choosing.7 | clusters.7 | cookbook.7 | tutorial.7) continue ;; esac
    grep -q "^How far it is checked" "$page" || echo "${page##*/}"
  done >missing
  assert_equal "$(cat missing)" ""
}

@test "doc: the counts of printed numbers beside each function and generator are those of papers/, and papers that it names print it" {
  unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
  make -s -C "$CE_SOURCE/papers" methods | awk -f "$CE_SOURCE/papers/common/checked.awk" - "$readings" | diff "$readings" -
  while IFS='|' read -r functions text counts; do
    # "Printed in" and a count go together, but for a part of another function
    [[ $text == *"Printed in "* ]] && printed=1 || printed=0
    [ "$counts" != - ] && counted=1 || counted=0
    assert_equal "$functions $printed" "$functions $counted"
  done < <(rows)
}

@test "doc: where a function is said to be held against an authors' program, the test that does so has its numbers" {
  test=$CE_SOURCE/tests/ce-consensus.bats
  for line in "lwea 64/64" "pta-al 80/80" "pta-cl 80/80" "pta-sl 80/80" "weac-al 63/64" "weac-cl 64/64" "weac-sl 62/64"; do grep -q "\"$line\"" "$test"; done
  assert_equal "$(rows | grep "The authors' program has the same" | cut -d'|' -f1 | tr '\n' ' ')" \
    "lwea lwgp pta-al pta-cl pta-sl ptgp weac-al weac-cl weac-sl gp-mgla "
}
