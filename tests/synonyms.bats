#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# A noun or a measure by a name that it has elsewhere: the message names the one that is meant.

setup() { load common; }

@test "synonyms: a word of the field is answered with the name that it has here" {
  while read -r tool word name; do
    run_split "$tool" "$word" x.csv
    assert_equal "$status" 2
    assert_equal "$word: ${stderr_lines[0]#*did you mean }" "$word: $name?"
  done <<'END'
ce-plot heatmap matrix
ce-plot HeatMap matrix
ce-similarity coassociation ca
ce-consensus coassociation eac-al
ce-consensus majority voting
ce-consensus hierarchical eac-al
ce-partition hierarchical average
ce-generate hierarchical linkage
ce-prepare standardize zscore
ce-stability delta area
END
  run_split ce-score -s adjusted_rand_score x.csv
  assert_error 2 "ce-score: no measure 'adjusted_rand_score'; did you mean ari? \
(--list tells which there are)"
  # a typing mistake is answered as before, and so is a word that means nothing
  run_split ce-plot scater x.csv
  assert_equal "${stderr_lines[0]}" "ce-plot: 'scater' is none of its nouns; did you mean scatter?"
  run_split ce-plot picture x.csv
  assert_equal "${stderr_lines[0]}" \
    "ce-plot: 'picture' is none of its nouns: $(ce-plot --list=csv | sed '1d; s/,.*//' | paste -sd, | sed 's/,/, /g')"
}

@test "synonyms: every row of the table has a tool that answers with it" {
  for tool in "$CE_BIN"/ce-*; do
    "$tool" --list=csv 2>/dev/null | sed "1d; s/,.*//; s/^/${tool##*/} /" || true
  done >nouns
  ce-score --list | sed '1d; s/,.*//; s/^/ce-score /' >>nouns
  sed -n 's/^ *{"\(.*\)", "\(.*\)"},$/\1 \2/p' "$CE_SOURCE/src/cli/synonyms.c" >rows
  assert [ "$(wc -l <rows)" -gt 50 ]
  while read -r word name; do
    awk -v name="$name" '$2 == name { print $1 }' nouns | while read -r tool; do
      if [ "$tool" = ce-score ]; then set -- -s "$word"; else set -- "$word"; fi
      "$tool" "$@" x.csv 2>&1 | grep "did you mean $name?" || true
    done >answers
    [ -s answers ] || echo "$word $name"
  done <rows >missing
  assert_equal "$(cat missing)" ""
}
