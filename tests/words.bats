#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# What a reader reads: words.sh checks spelling and terms of pages, texts, help and messages.

setup() { load common; }

words() { run "$CE_SOURCE/tests/words.sh" "$@"; }

speller() {
  command -v aspell >/dev/null || skip "no aspell here"
  aspell dicts | grep -x en_GB-ise >/dev/null || skip "no British dictionary of aspell here"
}

@test "words: pages, texts, help and messages have no unknown word and no wrong form of a term" {
  words
  assert_equal "$status" 0
  refute_output --regexp ':[0-9]+: '
}

@test "words: nothing is left out for a speller that is missing" {
  speller
}

@test "words: the lists are sorted, each line once" {
  LC_ALL=C sort -u "$CE_SOURCE/doc/words.txt" | cmp - "$CE_SOURCE/doc/words.txt"
  grep -v '^#' "$CE_SOURCE/doc/terms.txt" >terms
  run grep -vE $'^[^\t]+\t[^\t]+$' terms
  assert_output ""
  cut -f 1 terms | tr -d '()' >wrong
  LC_ALL=C sort -u wrong | cmp - wrong
}

@test "words: a word that is not spelt so is found in a page, a text, help and a message" {
  speller
  printf '%s\n' '.Sh NAME' '.Nd makes many clustrings' '.It Fl x Ar fiel' 'Colors of' \
    '.Em objetcs' 'of' '.Ar K .' >page.1
  printf '%s\n' '# Titel' 'Runs `ce-genrate` on objects,' '' '    code wiht it' '```' 'more codee' \
    '```' 'and tabels.' >text.md
  printf '%s\n' 'int iput; /* coment */' 'f("%s: a labl expected, %zu fuond\n", "noword");' >tool.c
  words page.1 text.md tool.c
  assert_equal "$status" 1
  assert_output "page.1:2: clustrings: not in the dictionary, nor in doc/words.txt
page.1:4: Colors: not in the dictionary, nor in doc/words.txt
page.1:5: objetcs: not in the dictionary, nor in doc/words.txt
text.md:1: Titel: not in the dictionary, nor in doc/words.txt
text.md:8: tabels: not in the dictionary, nor in doc/words.txt
tool.c:2: labl: not in the dictionary, nor in doc/words.txt
tool.c:2: fuond: not in the dictionary, nor in doc/words.txt"
}

@test "words: a word of the list is right, also at the beginning of a sentence and with 's" {
  printf '%s\n' 'Microclusters are read.' "The microcluster's size, METIS's cut." >text.md
  words text.md
  assert_equal "$status" 0
  refute_output --regexp ':[0-9]+: '
}

@test "words: a wrong form of a term is found, also at the end of a line and without a speller" {
  printf '%s\n' 'reads the base' '.Em partitions' 'of the' '.Em dataset .' \
    '.Fl \-dataset' 'Filenames and data sets.' >page.1
  printf '%s\n' 'f("the ground truth is not there");' >tool.c
  mkdir stub
  printf '#!/bin/sh\n' >stub/aspell
  chmod +x stub/aspell
  PATH="$PWD/stub:$PATH" words page.1 tool.c
  assert_equal "$status" 1
  assert_output "words: no spelling: aspell's British dictionary is not here (Debian: aspell, aspell-en)
page.1:2: \"base partitions\": write: base clustering
page.1:4: \"dataset\": write: data set
page.1:6: \"filenames\": write: file name
tool.c:1: \"ground truth\": write: true classes"
}
