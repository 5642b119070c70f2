#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# make html: the manual pages as a site, doc/html/site.sh.

setup_file() {
  command -v mandoc >/dev/null || skip "no mandoc here, which makes HTML of the pages"
  cd "$BATS_FILE_TMPDIR"
  "$CE_SOURCE/doc/html/site.sh" site >log 2>&1 || { cat log; return 1; }
}

setup() {
  load common
  site=$BATS_FILE_TMPDIR/site
}

@test "html: every page and every script of doc/examples is there, and the index leads to it" {
  for file in "$CE_SOURCE"/man/*.[1357] "$CE_SOURCE"/doc/examples/*.{R,py}; do
    name=${file##*/}.html
    assert [ -s "$site/$name" ]
    grep -qF "href=\"$name\"" "$site/index.html" || fail "the index does not lead to $name"
  done
  # each page is described
  run grep -F '<dd></dd>' "$site/index.html"
  assert_failure
}

# broken: the links and pictures of the pages here that lead to no file, or to no place in it.
broken() {
  awk 'BEGIN { for (i = 1; i < ARGC; i++) there[ARGV[i]] = 1 }
    {
      text = $0
      while (match(text, /(href|src|id)="[^"]*"/)) {
        part = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
        kind = part; sub(/=.*/, "", kind); gsub(/^[a-z]*="|"$/, "", part)
        if (kind == "id") place[FILENAME "#" part] = 1
        else { from[++links] = FILENAME; to[links] = part }
      }
    }
    END {
      for (i = 1; i <= links; i++) {
        page = to[i]; sub(/#.*/, "", page)
        if (page != "" && !(page in there)) print from[i] ": no " page
        else if (index(to[i], "#") && !((page == "" ? from[i] : "") to[i] in place))
          print from[i] ": no place " to[i]
      }
      if (links < 1000) print "only " links " links"
    }' *
}

@test "html: every link leads to a file of the site, and to a place in it that is there" {
  cd "$site"
  run broken
  assert_output ""
  # what is broken is seen
  mkdir "$BATS_TEST_TMPDIR/copy"
  cp -- * "$BATS_TEST_TMPDIR/copy"
  cd "$BATS_TEST_TMPDIR/copy"
  rm clens-lac.7.html
  sed -i 's/id="THE_DATA"/id="DATA"/' clens-tutorial.7.html
  run broken
  assert_line "index.html: no clens-lac.7.html"
  assert_line "clens-tutorial.7.html: no place #THE_DATA"
}

@test "html: the tutorial shows its pictures, and its commands are bold" {
  command -v gnuplot >/dev/null || skip "no gnuplot here: no pictures"
  for picture in which-k cdf consensus wines; do
    grep -qF "<img src=\"$picture.svg\"" "$site/clens-tutorial.7.html" || fail "no $picture.svg"
    grep -q '<svg' "$site/$picture.svg" || fail "$picture.svg is no picture"
  done
  grep -qF '<b>$ wc -l &lt; wine.csv</b>' "$site/clens-tutorial.7.html"
}

@test "html: a folder that is no such site is left alone" {
  mkdir mine
  touch mine/file
  run "$CE_SOURCE/doc/html/site.sh" mine
  assert_equal "$status" 1
  assert_output "site.sh: mine is there and no such site"
  assert [ -e mine/file ]
}
