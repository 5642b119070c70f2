#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# doc/readings.md and doc/references.bib: what refers to them finds what it means.

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

@test "doc: the entries of a section are numbered from 1, and no line is longer than 100 characters" {
  run awk '/^## / { last = 0 } /^[0-9]+\. / { if ($1 + 0 != last + 1) print FNR ": " $0; last = $1 + 0 } length > 100 { print FNR ": long" }' "$readings"
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
  run comm -13 there named
  assert_output ""
}

@test "doc: an entry of doc/references.bib has its key on the first line, a field a line, and a brace alone at the end" {
  run awk '/^%/ || !NF { next } /^@[a-z]+\{[a-z]+[0-9]+,$/ && !inside { inside = 1; next }
    /^  [a-z]+ = \{.*\},?$/ && inside { next } /^\}$/ && inside { inside = 0; next } { print FNR ": " $0 }' "$bib"
  assert_output ""
}
