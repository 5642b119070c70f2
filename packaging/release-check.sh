#!/bin/sh
# release-check.sh [agree|facts]: what a release of Clens needs. Says in words what is missing;
# status 1 if anything is.
#   agree   versions, names and lists agree with each other; the suite tests this
#   facts   also what only a release has: dates, a tag, the address and checksum of the tarball
#   (none)  also builds and tests everything: .ci/run, and twice each the tarball, the programs and
#           the Debian packages; an hour or more
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1

what=${1:-all}
case $what in
agree | facts | all) ;;
*) echo "usage: release-check.sh [agree|facts]" >&2; exit 2 ;;
esac

count=0
missing() { echo "missing: $*"; count=$((count + 1)); }

# equal WHERE FOUND EXPECTED
equal() { [ "$2" = "$3" ] || missing "$1 says '$2', and '$3' is expected"; }

version=$(cat VERSION)
major=${version%%.*}
# the day of the release at the top of CHANGELOG.md, or nothing
release_day=$(grep -m 1 '^## ' CHANGELOG.md | grep -Eo '[0-9]{4}-[0-9]{2}-[0-9]{2}\)$' | tr -d ')')

# ---- what must agree at any time ----

versions() {
  echo "$version" | grep -Eqx '[0-9]+(\.[0-9]+){2}' ||
    missing "VERSION is '$version': three numbers are expected"
  names_version CHANGELOG.md 's/^## \([^ ]*\).*/\1/p'
  names_version CITATION.cff 's/^version: *//p'
  names_version packaging/debian/changelog 's/^clens (\(.*\)-[^-]*) .*/\1/p'
  names_version packaging/conda/meta.yaml 's/^{% set version = "\(.*\)" %}$/\1/p'
  names_version packaging/homebrew/clens.rb 's|^  url ".*/clens-\(.*\)\.tar\.gz"$|\1|p'
  names_version packaging/nix/package.nix 's/^  version = "\(.*\)";$/\1/p'
}

# names_version FILE EXPRESSION: the first line that the expression prints is the version
names_version() { equal "$1" "$(sed -n "$2" "$1" | head -n 1)" "$version"; }

# The number in the library's name is in the name of its package, and its symbols are those that the
# source lists.
soname() {
  library=packaging/debian/libclens$major
  grep -q "^Package: libclens$major\$" packaging/debian/control ||
    missing "packaging/debian/control has no package libclens$major"
  for file in "$library.install" "$library.symbols"; do
    [ -e "$file" ] || missing "$file is not there: the library is libclens.so.$major"
  done
  [ -e "$library.symbols" ] || return
  first=$(head -n 1 "$library.symbols")
  equal "$library.symbols" "$first" "libclens.so.$major libclens$major #MINVER#"
  sed -n 's/^ \(.*\)@Base .*/\1/p' "$library.symbols" >"$work/symbols"
  differ=$(sort "$work/symbols" src/library/symbols.txt | uniq -u | tr '\n' ' ')
  [ -z "$differ" ] ||
    missing "$library.symbols and src/library/symbols.txt do not both have: $differ"
}

# Each bundled data set: where it comes from, its checksum, its licence.
data_sets() {
  for path in data/*.csv; do
    file=${path##*/}
    grep -q "^| $file |" data/README.md || missing "data/README.md does not name $file"
    grep -q " $file\$" data/SHA256 || missing "data/SHA256 has no checksum of $file"
    grep -q "^Files: $path\$" packaging/debian/copyright ||
      missing "packaging/debian/copyright does not name $path"
  done
  sed -n 's/^Files: \([^*]*\)$/\1/p' packaging/debian/copyright | while read -r path; do
    [ -e "$path" ] || echo "$path"
  done >"$work/gone"
  while read -r path; do
    missing "packaging/debian/copyright names $path, which is not there"
  done <"$work/gone"
}

# The papers of CITATION.cff and of Debian's metadata stand in doc/references.bib with the same
# titles and DOIs.
citations() {
  debian=packaging/debian/upstream/metadata
  sed -n 's/^    \(title\|doi\): \(.*\)/\1 = {\2}/p' CITATION.cff | sort >"$work/ours"
  sed -n 's/^   Title: \(.*\)/title = {\1}/p; s/^   DOI: \(.*\)/doi = {\1}/p' "$debian" |
    sort >"$work/theirs"
  cmp -s "$work/ours" "$work/theirs" || missing "CITATION.cff and $debian cite different papers"
  sed 's/^  //; s/,$//' doc/references.bib >"$work/known"
  grep -vxFf "$work/known" "$work/ours" >"$work/unknown"
  while read -r line; do
    missing "doc/references.bib has no '$line', which CITATION.cff cites"
  done <"$work/unknown"
}

# The date of every page is a day as mdoc writes it, and no page is younger than the release.
page_dates() {
  page_days | while read -r page day text; do
    if [ "$day" = none ]; then
      echo "$page has the date '$text': 'November 23, 2026' is the form"
    elif [ -n "$release_day" ] && ! in_order "$day" "$release_day"; then
      echo "$page is of $day, after the release of $release_day"
    fi
  done >"$work/days"
  while read -r line; do missing "$line"; done <"$work/days"
}

# A line for each page: its name, its day as YYYY-MM-DD, or none, and the date as it stands.
page_days() {
  awk 'BEGIN {
      names = "January February March April May June July August September October November"
      split(names " December", month, " ")
      for (m in month) number[month[m]] = m
    }
    $1 == ".Dd" {
      text = substr($0, 5)
      day = "none"
      if (text ~ /^[A-Z][a-z]+ [1-9][0-9]?, 2[0-9][0-9][0-9]$/ && $2 in number && $3 + 0 <= 31)
        day = sprintf("%d-%02d-%02d", $4, number[$2], $3)
      print FILENAME, day, text
    }' man/*.[1357]
}

# in_order DAY DAY: the second is not before the first
in_order() { [ "$(echo "$1" | tr -d -)" -le "$(echo "$2" | tr -d -)" ]; }

# ---- what only a release has ----

facts() {
  [ -n "$release_day" ] ||
    missing "CHANGELOG.md has no day of the release at its top: '## $version (YYYY-MM-DD)'"
  cited=$(sed -n 's/^date-released: *//p' CITATION.cff)
  [ -n "$cited" ] || missing "CITATION.cff has no date-released"
  [ -z "$cited" ] || [ -z "$release_day" ] ||
    equal "date-released in CITATION.cff" "$cited" "$release_day"
  placeholders
  if [ -e .git ]; then history_facts
  else missing "this is no git clone: a release is made from one"
  fi
}

placeholders() {
  find packaging -type f ! -name release-check.sh ! -name README.md | sort >"$work/files"
  set -- CITATION.cff CONTRIBUTING.md SECURITY.md
  while read -r file; do set -- "$@" "$file"; done <"$work/files"
  grep -l 'example\.org' "$@" >"$work/addresses"
  while read -r file; do
    missing "$file has the placeholder example.org where an address must stand"
  done <"$work/addresses"
  grep -lE '0{64}|fakeHash' "$@" >"$work/checksums"
  while read -r file; do
    missing "$file has a placeholder where the checksum of the tarball must stand"
  done <"$work/checksums"
}

history_facts() {
  [ -z "$(git status --porcelain)" ] || missing "files are changed and not committed (git status)"
  git rev-parse -q --verify "refs/tags/v$version" >/dev/null ||
    missing "no tag v$version: git tag -s v$version"
  # the newest commit of each page comes first
  git log --format='@ %cs' --name-only -- man | awk '$1 == "@" { day = $2; next }
    NF && !($1 in seen) { seen[$1]; print $1, day }' | sort >"$work/changed"
  page_days | sort | join "$work/changed" - | while read -r page changed day _; do
    [ "$day" = none ] || in_order "$changed" "$day" ||
      echo "$page was changed on $changed, and its .Dd is older"
  done >"$work/days"
  while read -r line; do missing "$line"; done <"$work/days"
}

# ---- what a release must pass ----

# passes NAME COMMAND...: its output goes to a log, which is shown where it failed
passes() {
  name=$1
  shift
  echo "running: $name"
  "$@" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; missing "$name does not pass"; }
}

same_tarballs() {
  for copy in 1 2; do
    mkdir -p "$work/tarball$copy" || return
    git clone -q . "$work/tarball$copy/clens" || return
    make -s -C "$work/tarball$copy/clens" dist || return
    [ "$copy" = 2 ] || sleep 2
  done
  tarball=clens/clens-$version.tar.gz
  cmp "$work/tarball1/$tarball" "$work/tarball2/$tarball"
}

steps() {
  passes "the tarball, twice, with the same bytes" same_tarballs
  passes "two builds in different folders, with the same bytes" sh packaging/reproducible.sh
  if command -v dh >/dev/null && command -v lintian >/dev/null; then
    passes "the Debian packages, twice, with the same bytes" sh packaging/reproducible.sh deb
  else
    missing "debhelper and lintian, to build the Debian packages (packaging/README.md)"
  fi
  passes "the tests, linters and builds of .ci/run" env ALL=1 .ci/run
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

versions
soname
data_sets
citations
page_dates
[ "$what" = agree ] || facts
[ "$what" != all ] || steps

case $count in
0) echo "release-check: nothing is missing for $version" ;;
1) echo "release-check: one thing is missing for $version"; exit 1 ;;
*) echo "release-check: $count things are missing for $version"; exit 1 ;;
esac
