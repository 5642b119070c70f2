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
  assert_equal "${stderr_lines[0]}" "ce-plot: unknown noun 'scater'; did you mean scatter?"
  run_split ce-plot picture x.csv
  assert_equal "${stderr_lines[0]}" \
    "ce-plot: unknown noun 'picture', expected one of: $(ce-plot --list=csv | sed '1d; s/,.*//' | paste -sd, | sed 's/,/, /g')"
}

@test "synonyms: every row of the table has a tool that answers with it" {
  in_turn 4
  for tool in "$CE_BIN"/ce-*; do
    "$tool" --list=csv 2>/dev/null | sed "1d; s/,.*//; s/^/${tool##*/} /" || true
  done >nouns
  ce-score --list | sed '1d; s/,.*//; s/^/ce-score /' >>nouns
  sed -n '/ meanings\[\]/,/^};/s/^ *{"\(.*\)", "\(.*\)"},$/\1 \2/p' "$CE_SOURCE/src/cli/synonyms.c" >rows
  assert [ "$(wc -l <rows)" -gt 50 ]
  while read -r word name; do
    awk -v name="$name" '$2 == name { print $1 }' nouns | while read -r tool; do
      if [ "$tool" = ce-score ]; then set -- -s "$word"; else set -- "$word"; fi
      if [[ $("$tool" "$@" x.csv 2>&1) == *"did you mean $name?"* ]]; then echo; break; fi
    done >answers
    [ -s answers ] || echo "$word $name"
  done <rows >missing
  assert_equal "$(cat missing)" ""
}

@test "synonyms: an option of another program is answered with the one that it means here" {
  while read -r command; do
    name=${command##* } command=${command% *}
    # words to be split
    # shellcheck disable=SC2086
    run_split $command x.csv
    assert_equal "$command: $status" "$command: 2"
    assert_equal "$command: ${stderr_lines[0]#*did you mean }" "$command: --$name?"
  done <<'END'
ce-generate kmeans -k 3 --random_state 1 seed
ce-generate kmeans -k 3 --Random-State=1 seed
ce-generate kmeans --n_clusters 3 clusters
ce-generate kmeans -k 3 --n_init 5 restarts
ce-generate kmeans -k 3 --iter.max 5 iterations
ce-consensus eac-al -k 3 --n_jobs 2 threads
ce-consensus eac-al -k 3 --sep ; delimiter
ce-consensus eac-al -k 3 --noise-label -1 missing-words
ce-score -t truth.csv --na.strings - missing-words
ce-score --ground_truth truth.csv truth
ce-score -t truth.csv --metrics ari scores
ce-score -t truth.csv --precision 3 digits
ce-plot matrix --cmap viridis palette
END
  # one that the tool does not have is not named
  run_split ce-score -t truth.csv --n_init 5 x.csv
  assert_equal "$status" 2
  assert_equal "${stderr_lines[0]}" "ce-score: unknown option --n_init"
}

@test "synonyms: every row of the table of options has a tool that answers with it" {
  in_turn 4 sanitized
  for tool in "$CE_BIN"/ce-*; do
    "$tool" --list-options 2>/dev/null | sed "1d; s/^[^,]*,\([^,]*\),.*/${tool##*/} \1/" || true
  done | sort -u >options
  sed -n '/ option_meanings\[\]/,/^};/s/^ *{"\(.*\)", "\(.*\)"},$/\1 \2/p' "$CE_SOURCE/src/cli/synonyms.c" >rows
  assert [ "$(wc -l <rows)" -gt 50 ]
  while read -r word name; do
    awk -v name="$name" '$2 == name { print $1 }' options | while read -r tool; do
      if [[ $("$tool" "--$word=1" 2>&1 </dev/null) == *"did you mean --$name?"* ]]; then echo; break; fi
    done >answers
    [ -s answers ] || echo "$word $name"
  done <rows >missing
  assert_equal "$(cat missing)" ""
}

@test "synonyms: what is no choice of an option may be meant for one with a longer name" {
  run_split ce-similarity ca --missing -1 x.csv
  assert_equal "$status" 2
  assert_equal "${stderr_lines[0]}" \
    "ce-similarity: --missing '-1', one of pair|all expected; did you mean --missing-words?"
  run_split ce-plot matrix --order order.csv x.mtx
  assert_equal "$status" 2
  assert_equal "${stderr_lines[0]}" "ce-plot: --order 'order.csv', one of auto|given|single|complete|average expected; \
did you mean --order-file?"
  # another choice has no option with a longer name
  run_split ce-similarity ca --format table x.csv
  assert_equal "$status" 2
  assert_equal "${stderr_lines[0]}" "ce-similarity: --format 'table', one of mtx|csv|npy|metis expected"
}
