#!/bin/sh
# site.sh OUT: the manual pages as a small site in the folder OUT, which is made anew: a page for
# each, an index by topic, the scripts of doc/examples, and the pictures of the tutorial, which its
# own commands draw. CE_SOURCE is the folder of the sources, CE_BIN that of the programs. Needs
# mandoc, and gnuplot for the pictures.
set -eu

out=$1
here=$CE_SOURCE/doc/html
PATH=$CE_BIN:$PATH

fail() { echo "site.sh: $1" >&2; exit 1; }

command -v mandoc >/dev/null || fail "mandoc is not here, which makes HTML of the pages"
# only what was made by this script is removed
if [ -e "$out" ] && [ ! -e "$out/clens.css" ]; then fail "$out is there and no such site"; fi
rm -rf "$out"
mkdir -p "$out"
cp "$here/clens.css" "$out"

# The tutorial is run from top to bottom, and its pictures are kept.
pictures() {
  work=$(mktemp -d)
  cp "$CE_SOURCE"/data/*.csv "$work"
  if ! (cd "$work" && "$CE_SOURCE/tests/man-examples.sh" -a "$CE_SOURCE/man/clens-tutorial.7"); then
    rm -rf "$work"
    fail "the tutorial does not print what it says"
  fi
  cp "$work"/*.svg "$out"
  rm -rf "$work"
}
if command -v gnuplot >/dev/null; then
  pictures
else
  echo "site.sh: gnuplot is not here: no pictures" >&2
fi

pages=$(cd "$CE_SOURCE/man" && echo *.[1357])
# a page of its own for each; what refers to a page that is not ours keeps its text
for page in $pages; do
  options='style=clens.css,man=%N.%S.html'
  case $page in clens-tutorial.7 | clens-cookbook.7 | clens-formats.5) options=$options,toc ;; esac
  # shellcheck disable=SC2086 # words
  mandoc -T html -O "$options" "$CE_SOURCE/man/$page" |
    awk -v pages="$pages" -v out="$out" -v page="$page" -f "$here/page.awk" >"$out/$page.html"
done

for script in "$CE_SOURCE"/doc/examples/*.R "$CE_SOURCE"/doc/examples/*.py; do
  name=${script##*/}
  awk -v name="$name" -f "$here/script.awk" "$script" >"$out/$name.html"
done

scripts=$(cd "$CE_SOURCE/doc/examples" && echo *.R *.py)
# shellcheck disable=SC2086 # words
(cd "$CE_SOURCE/man" && awk -v scripts="$scripts" -f "$here/index.awk" clens.7 $pages) \
  >"$out/index.html"
