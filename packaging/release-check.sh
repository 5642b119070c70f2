#!/bin/sh
# release-check.sh [agree|facts]: what a release of Clens needs. Says in words what is missing; status 1 if anything is.
#   agree   versions, names and lists agree with each other (the suite tests this): milliseconds
#   facts   also what only a release has: dates, a tag, the address and checksum of the tarball
#   (none)  also builds and tests everything: .ci/run, the tarball and the Debian packages, each twice; an hour or more
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

# ---- what must agree at any time ----

versions() {
  case $version in
  *[!0-9.]* | .* | *. | *..*) missing "VERSION is '$version': three numbers are expected" ;;
  *.*.*.*) missing "VERSION is '$version': three numbers are expected" ;;
  *.*.*) ;;
  *) missing "VERSION is '$version': three numbers are expected" ;;
  esac
  equal CHANGELOG.md "$(sed -n 's/^## \([^ ]*\).*/\1/p' CHANGELOG.md | head -n 1)" "$version"
  equal CITATION.cff "$(sed -n 's/^version: *//p' CITATION.cff)" "$version"
  equal packaging/debian/changelog "$(sed -n '1s/^clens (\(.*\)-[^-]*) .*/\1/p' packaging/debian/changelog)" "$version"
  equal packaging/conda/meta.yaml "$(sed -n 's/^{% set version = "\(.*\)" %}$/\1/p' packaging/conda/meta.yaml)" "$version"
  equal packaging/homebrew/clens.rb "$(sed -n 's|^  url ".*/clens-\(.*\)\.tar\.gz"$|\1|p' packaging/homebrew/clens.rb)" "$version"
  equal packaging/nix/package.nix "$(sed -n 's/^  version = "\(.*\)";$/\1/p' packaging/nix/package.nix)" "$version"
}

# The number in the library's name is in the name of its package. Its symbols are those that the source lists, and a symbol that
# was there stays.
soname() {
  library=packaging/debian/libclens$major
  grep -q "^Package: libclens$major\$" packaging/debian/control || missing "packaging/debian/control has no package libclens$major"
  for file in "$library.install" "$library.symbols"; do
    [ -e "$file" ] || missing "$file is not there: the library is libclens.so.$major"
  done
  [ -e "$library.symbols" ] || return
  equal "$library.symbols" "$(head -n 1 "$library.symbols")" "libclens.so.$major libclens$major #MINVER#"
  differ=$({ sed -n 's/^ \(.*\)@Base .*/\1/p' "$library.symbols" | sort; sort src/library/symbols.txt; } | sort | uniq -u | tr '\n' ' ')
  [ -z "$differ" ] || missing "$library.symbols and src/library/symbols.txt do not both have: $differ"
}

# Each bundled data set: where it comes from, its checksum, its licence.
data_sets() {
  for path in data/*.csv; do
    file=${path##*/}
    grep -q "^| $file |" data/README.md || missing "data/README.md does not name $file"
    grep -q " $file\$" data/SHA256 || missing "data/SHA256 has no checksum of $file"
    grep -q "^Files: $path\$" packaging/debian/copyright || missing "packaging/debian/copyright does not name $path"
  done
  sed -n 's/^Files: \([^*]*\)$/\1/p' packaging/debian/copyright | while read -r path; do
    [ -e "$path" ] || echo "$path"
  done >"$work/gone"
  while read -r path; do missing "packaging/debian/copyright names $path, which is not there"; done <"$work/gone"
}

# The papers of CITATION.cff and of Debian's metadata stand in doc/references.bib with the same titles and DOIs.
citations() {
  sed -n 's/^    title: \(.*\)/  title = {\1},/p; s/^    doi: \(.*\)/  doi = {\1}/p' CITATION.cff | sort >"$work/ours"
  sed -n 's/^   Title: \(.*\)/  title = {\1},/p; s/^   DOI: \(.*\)/  doi = {\1}/p' packaging/debian/upstream/metadata | sort >"$work/debian"
  cmp -s "$work/ours" "$work/debian" || missing "CITATION.cff and packaging/debian/upstream/metadata cite different papers"
  grep -vxFf doc/references.bib "$work/ours" >"$work/unknown"
  while read -r line; do missing "doc/references.bib has no line '$line', which CITATION.cff cites"; done <"$work/unknown"
}

# The date of every page is a day as mdoc writes it, and no page is younger than the release.
page_dates() {
  newest=$(sed -n '/^## .*(\([0-9-]*\))$/s//\1/p; /^## /q' CHANGELOG.md)
  newest=${newest##*"$version "}
  for page in man/*.[1357]; do
    day=$(sed -n 's/^\.Dd //p' "$page")
    iso=$(day_of "$day")
    if [ -z "$iso" ]; then missing "$page has the date '$day': 'November 23, 2026' is the form"
    elif [ -n "$newest" ] && ! in_order "$iso" "$newest"; then missing "$page is of $iso, after the release of $newest"
    fi
  done
}

# day_of "Month D, YYYY": YYYY-MM-DD, or nothing
day_of() {
  echo "$1" | awk 'BEGIN { months = "January February March April May June July August September October November December" }
    { split(months, month, " ")
      if ($0 !~ /^[A-Z][a-z]+ [1-9][0-9]?, 2[0-9][0-9][0-9]$/) exit
      for (m = 1; m <= 12; m++) if ($1 == month[m] && $2 + 0 <= 31) printf "%d-%02d-%02d\n", $3, m, $2 }'
}

# in_order DAY DAY: the second is not before the first
in_order() { [ "$1" = "$(printf '%s\n' "$1" "$2" | sort | head -n 1)" ]; }

# ---- what only a release has ----

facts() {
  heading=$(grep -m 1 '^## ' CHANGELOG.md)
  released=$(echo "$heading" | sed -n 's/^## [^ ]* (\([0-9]\{4\}-[0-9][0-9]-[0-9][0-9]\))$/\1/p')
  [ -n "$released" ] || missing "CHANGELOG.md begins with '$heading': '## $version (YYYY-MM-DD)' says when it was released"
  cited=$(sed -n 's/^date-released: *//p' CITATION.cff)
  [ -n "$cited" ] || missing "CITATION.cff has no date-released"
  [ -z "$cited" ] || [ -z "$released" ] || equal "date-released in CITATION.cff" "$cited" "$released"
  for file in CITATION.cff CONTRIBUTING.md SECURITY.md $(find packaging -type f ! -name release-check.sh ! -name README.md | sort); do
    grep -q 'example\.org' "$file" && missing "$file has the placeholder example.org where an address must stand"
    grep -Eq '0{64}|fakeHash' "$file" && missing "$file has a placeholder where the checksum of the tarball must stand"
  done
  if [ -e .git ]; then
    [ -z "$(git status --porcelain)" ] || missing "files are changed and not committed (git status)"
    git rev-parse -q --verify "refs/tags/v$version" >/dev/null || missing "no tag v$version: git tag -s v$version"
    for page in man/*.[1357]; do
      changed=$(git log -1 --format=%cs -- "$page")
      in_order "$changed" "$(day_of "$(sed -n 's/^\.Dd //p' "$page")")" || missing "$page was changed on $changed, and its .Dd is older"
    done
  else missing "this is no git clone: a release is made from one"
  fi
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
    git clone -q . "$work/tarball$copy/clens" && make -s -C "$work/tarball$copy/clens" dist || return
    [ "$copy" = 2 ] || sleep 2
  done
  cmp "$work/tarball1/clens/clens-$version.tar.gz" "$work/tarball2/clens/clens-$version.tar.gz"
}

steps() {
  passes "the tarball, twice, with the same bytes" same_tarballs
  passes "two builds in different folders, with the same bytes" sh packaging/reproducible.sh
  if command -v dh >/dev/null && command -v lintian >/dev/null; then
    passes "the Debian packages, twice, with the same bytes" sh packaging/reproducible.sh deb
  else missing "debhelper and lintian are not installed: the Debian packages were not built (packaging/README.md)"
  fi
  passes "the tests, linters and builds of .ci/run" .ci/run
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
