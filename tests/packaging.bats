#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# What a release is made of: what must agree, the same bytes from two builds, the recipes under
# packaging/.
# CLENS_TEST_DEB=1 also builds the Debian packages, which takes minutes.

setup() {
  load common
  # the test runs under make: the makes in here are not part of that one
  unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DESTDIR SOURCE_DATE_EPOCH
  packaging=$CE_SOURCE/packaging
  version=$(cat "$CE_SOURCE/VERSION")
}

setting() { sed -n "s/^$1 = //p" "$CE_BUILD/config.mk"; }

# ---- what must agree ----

@test "packaging: versions, names, symbols, data sets, citations and dates agree" {
  run sh "$packaging/release-check.sh" agree
  assert_output "release-check: nothing is missing for $version"
  assert_equal "$status" 0
}

# The files that release-check reads, in tree/.
copy_tree() {
  mkdir -p tree/src/library tree/doc tree/data
  cp -R "$CE_SOURCE"/{VERSION,packaging,man} tree
  cp "$CE_SOURCE"/{CHANGELOG.md,CITATION.cff,CONTRIBUTING.md,SECURITY.md} tree
  cp "$CE_SOURCE/src/library/symbols.txt" tree/src/library
  cp "$CE_SOURCE/doc/references.bib" tree/doc
  cp "$CE_SOURCE"/data/{*.csv,README.md,SHA256} tree/data
}

check_tree() { run sh tree/packaging/release-check.sh "$1"; }

# FILE, an expression for sed with _ for blanks, and a part of what is said after it.
disagreements=(
  "VERSION s/.*/1.2/ VERSION is '1.2': three numbers are expected"
  "VERSION s/.*/9.9.9/ CHANGELOG.md says '$(cat "$CE_SOURCE/VERSION")', and '9.9.9' is expected"
  "VERSION s/.*/9.9.9/ packaging/debian/control has no package libclens9"
  "VERSION s/.*/9.9.9/ libclens9.symbols is not there: the library is libclens.so.9"
  "CITATION.cff s/^version:.*/version:_9/ CITATION.cff says '9', and"
  "packaging/debian/changelog 1s/(.*-/(9.8-/ packaging/debian/changelog says '9.8', and"
  "packaging/conda/meta.yaml s/_version_=_\".*\"/_version_=_\"7\"/ meta.yaml says '7', and"
  "packaging/homebrew/clens.rb s/clens-[0-9.]*tar/clens-6.tar/ clens.rb says '6', and"
  "packaging/nix/package.nix s/version_=_\".*\"/version_=_\"5\"/ package.nix says '5', and"
  "src/library/symbols.txt 1s/.*/clensnew/ do not both have: clens_confidence clensnew"
  "packaging/debian/libclens0.symbols 1s/so.0/so.5/ says 'libclens.so.5 libclens0 #MINVER#'"
  "data/README.md s/iris.csv/i.csv/ data/README.md does not name iris.csv"
  "data/SHA256 s/wine.csv/w.csv/ data/SHA256 has no checksum of wine.csv"
  "packaging/debian/copyright s/wdbc.csv/w.csv/ copyright does not name data/wdbc.csv"
  "packaging/debian/copyright s/wdbc.csv/w.csv/ copyright names data/w.csv, which is not there"
  "CITATION.cff s/cluster_ensemble\$/clusters/ metadata cite different papers"
  "doc/references.bib s/10.1109.TKDE.2015.2503753/x/ no 'doi = {10.1109/TKDE.2015.2503753}'"
  "man/ce-score.1 s/^.Dd.*/.Dd_Nov_1,_2026/ ce-score.1 has the date 'Nov 1, 2026': 'November"
  "man/ce-score.1 s/^.Dd.*/.Dd_May_32,_2026/ ce-score.1 has the date 'May 32, 2026'"
)

@test "packaging: release-check names what does not agree" {
  in_turn 4
  copy_tree
  for row in "${disagreements[@]}"; do
    read -r file expression said <<<"$row"
    cp "tree/$file" kept
    sed "${expression//_/ }" kept >"tree/$file"
    check_tree agree
    assert_equal "$row: $status" "$row: 1"
    assert_output --partial "$said"
    cp kept "tree/$file"
  done
}

git_tree() { git -C tree -c user.name=x -c user.email=x@example.org -c core.fsync=none "$@"; }

@test "packaging: release-check says what a release still lacks, and when nothing is missing" {
  in_turn 4
  command -v git >/dev/null || skip "no git"
  copy_tree
  git_tree init -q
  git_tree add -A
  GIT_COMMITTER_DATE='2026-01-01T12:00:00Z' git_tree commit -qm all
  sed "1,/^## /s/^## .*/## $version (unreleased)/" "$CE_SOURCE/CHANGELOG.md" >tree/CHANGELOG.md
  check_tree facts
  assert_equal "$status" 1
  assert_line --partial "CHANGELOG.md has no day of the release at its top: '## $version (YYYY-"
  assert_line "missing: CITATION.cff has no date-released"
  assert_line "missing: SECURITY.md has the placeholder example.org where an address must stand"
  for recipe in conda/meta.yaml homebrew/clens.rb nix/package.nix; do
    assert_line --partial "$recipe has a placeholder where the checksum of the tarball must"
  done
  assert_line "missing: no tag v$version: git tag -s v$version"
  # all of it
  sed -i "1,/^## /s/^## .*/## $version (2030-05-06)/" tree/CHANGELOG.md
  echo "date-released: 2030-05-06" >>tree/CITATION.cff
  find tree/packaging tree/*.md tree/CITATION.cff -type f ! -name release-check.sh \
    -exec sed -i 's/example\.org/clens.invalid/; s/0\{64\}/1/; s/lib\.fakeHash/"x"/' {} +
  check_tree facts
  assert_line "missing: files are changed and not committed (git status)"
  git_tree add -A
  GIT_COMMITTER_DATE='2026-01-01T12:00:00Z' git_tree commit -qm released
  git_tree tag "v$version"
  check_tree facts
  assert_output "release-check: nothing is missing for $version"
  assert_equal "$status" 0
  # a page that changed and did not get the day; one that is younger than the release
  echo '.\" x' >>tree/man/ce-score.1
  git_tree add -A
  GIT_COMMITTER_DATE='2030-05-01T12:00:00Z' git_tree commit -qm page
  check_tree facts
  assert_line "missing: man/ce-score.1 was changed on 2030-05-01, and its .Dd is older"
  sed -i 's/^\.Dd.*/.Dd May 7, 2030/' tree/man/ce-score.1
  check_tree facts
  assert_line "missing: man/ce-score.1 is of 2030-05-07, after the release of 2030-05-06"
  # the citation's day is the release's
  sed -i 's/^date-released.*/date-released: 2030-05-05/' tree/CITATION.cff
  check_tree facts
  assert_line --partial "date-released in CITATION.cff says '2030-05-05', and '2030-05-06' is"
}

@test "packaging: every file says the same licence, GPL-3.0-or-later" {
  head -n 2 "$CE_SOURCE/LICENSE" >licence
  grep -q 'GNU GENERAL PUBLIC LICENSE' licence
  grep -q 'Version 3' licence
  for file in README.md CITATION.cff CONTRIBUTING.md \
    packaging/{conda/meta.yaml,homebrew/clens.rb,debian/copyright}; do
    grep -q 'GPL-3\.0-or-later' "$CE_SOURCE/$file" || fail "$file does not"
  done
  grep -q gpl3Plus "$packaging/nix/package.nix"
}

# ---- what is built ----

@test "packaging: the shared library shows what its package's list of symbols has" {
  command -v nm >/dev/null || skip "no nm"
  not_sanitized "with the sanitizers there is no shared library"
  major=${version%%.*}
  nm -D --defined-only "$CE_BUILD/libclens.so.$major" | awk '{ print $3 }' | sort >shown
  sed -n 's/^ \(.*\)@Base .*/\1/p' "$packaging/debian/libclens$major.symbols" | sort >listed
  assert [ -s listed ]
  run diff listed shown
  assert_output ""
}

@test "packaging: the short run of every tool passes, and notices tools that fail, lie or are new" {
  in_turn 4
  run sh "$packaging/smoke.sh" "$CE_BIN" "$BUNDLED"
  assert_output "smoke: every tool of Clens $version works"
  assert_equal "$status" 0
  mkdir bin
  ln -s "$CE_BIN"/ce-* bin
  rm bin/ce-weigh
  printf '#!/bin/sh\nexit 3\n' >bin/ce-weigh
  chmod +x bin/ce-weigh
  run sh "$packaging/smoke.sh" bin "$BUNDLED"
  assert_output "smoke: ce-weigh ncai -o weights.csv labels.csv: status 3"
  assert_equal "$status" 1
  printf '%s\n' '#!/bin/sh' '[ "$1" != --version ] || { echo "ce-weigh (Clens) 0.0.7"; exit; }' \
    "exec '$CE_BIN/ce-weigh' \"\$@\"" >bin/ce-weigh
  run sh "$packaging/smoke.sh" bin "$BUNDLED"
  assert_output "smoke: ce-weigh is of version 0.0.7, others of $version"
  ln -sf "$CE_BIN/ce-weigh" bin/ce-weigh
  ln -s "$CE_BIN/ce-weigh" bin/ce-new
  run sh "$packaging/smoke.sh" bin "$BUNDLED"
  assert_output "smoke: no command for ce-new here"
  assert_equal "$status" 1
}

@test "packaging: data sets and the demo are installed, and the installed demo runs" {
  run make -s -C "$CE_BUILD" install prefix=/usr exec_prefix=/usr DESTDIR="$PWD/root"
  assert_equal "$status" 0
  assert_equal "$(ls root/usr/share/clens)" "README.md
demo.sh
digits.csv
iris.csv
wdbc.csv
wine.csv"
  PATH="$PWD/root/usr/bin:$PATH" run sh root/usr/share/clens/demo.sh root/usr/share/clens
  assert_equal "$status" 0
  assert_output --partial "eac-al"
}

# ---- the same bytes ----

# What a build makes, of the tools and the library, has no path of this machine in it.
@test "packaging: programs and libraries do not name the folder of the build" {
  not_sanitized "the sanitizers name it"
  for folder in "$CE_BUILD" "$(cd "$CE_SOURCE" && pwd)"; do
    run grep -laF "$folder/" "$CE_BIN"/ce-[a-z]* "$CE_BUILD"/libclens.*
    assert_output ""
  done
}

# some FOLDER MASK ZONE: builds some objects of all kinds there, of sources copied to that folder
some() {
  mkdir -p "$1"
  cp -R "$CE_SOURCE"/{Makefile,VERSION,configure.ac,clens.pc.in,config.mk.in} "$1"
  cp -R "$CE_SOURCE"/{completions,data,doc,include,man,packaging,src,tools} "$1"
  sed 's/^srcdir = .*/srcdir = ./' "$CE_BUILD/config.mk" >"$1/config.mk"
  touch "$1/config.mk" "$1/clens.pc"
  (umask "$2" && export TZ="$3" && make -s -C "$1" \
    obj/libcli.a obj/tools/ce-batch.o obj/references.o obj/registry.o)
}

@test "packaging: objects and archives have the same bytes in another folder, at another time" {
  in_turn 4
  some one 022 UTC
  some another/folder 077 Asia/Kathmandu
  assert [ "$(find one/obj -name '*.o' | wc -l)" -gt 15 ]
  run diff -r one/obj another/folder/obj
  assert_output ""
}

# days TARBALL: the days and owners that its files have
days() { TZ=UTC tar -tvzf "$1" | awk '{ print $4, $2 }' | sort -u; }

# pack FOLDER: the tarball in a folder of its own
pack() {
  mkdir "$1"
  make -s -C "$1" -f "$CE_SOURCE/Makefile" srcdir="$CE_SOURCE" VERSION="$version" dist
}

@test "packaging: the tarball has the same bytes at any time, and takes SOURCE_DATE_EPOCH" {
  in_turn 4
  history="git -c safe.directory=* -C $CE_SOURCE"
  $history rev-parse -q --verify HEAD >/dev/null || skip "not a git clone"
  command -v autoconf >/dev/null || skip "no autoconf"
  (umask 022 && pack one)
  day=$(TZ=UTC $history log -1 --format=%cd --date=format-local:%Y-%m-%d)
  run days "one/clens-$version.tar.gz"
  assert_output "$day 0/0"
  # from the tarball, in which there is no git: the same again, and objects of a build are not packed
  tar -xzf one/clens-"$version".tar.gz
  mkdir "clens-$version/obj"
  echo >"clens-$version/obj/x.o"
  sleep 1.1
  (umask 077 && TZ=Asia/Kathmandu make -s -C "clens-$version" dist)
  cmp one/clens-"$version".tar.gz "clens-$version/clens-$version.tar.gz"
  SOURCE_DATE_EPOCH=86400 make -s -C "clens-$version" dist
  run days "clens-$version/clens-$version.tar.gz"
  assert_output "1970-01-02 0/0"
}

@test "packaging: the Debian packages can be built, and have the same bytes in another folder" {
  [ -n "${CLENS_TEST_DEB:-}" ] || skip "takes minutes: CLENS_TEST_DEB=1 builds them"
  command -v dh >/dev/null || skip "no debhelper"
  run sh "$packaging/reproducible.sh" deb
  assert_equal "$status" 0
  assert_output --partial "clens_$version"
}

# groff calls macros in the lines of references too, and then loses the author Li and the title that
# begins with An. lintian warns of it.
@test "packaging: no word of a reference in a page is a macro to groff" {
  run grep -nE '^\.%[A-Z] (.* )?(An|Ar|Em|In|Li|Nd|Nm|No|Ns|Op|St|Ta|Xr)( |$)' "$CE_SOURCE"/man/*
  assert_output ""
}

# ---- the recipes ----

# the keys of a YAML file
read_yaml() { python3 -c 'import sys, yaml; print(" ".join(sorted(yaml.safe_load(sys.stdin))))'; }

@test "packaging: CITATION.cff, Debian's metadata and the conda recipe are YAML with their keys" {
  python3 -c 'import yaml' 2>/dev/null || skip "no PyYAML (Debian: python3-yaml)"
  run read_yaml <"$CE_SOURCE/CITATION.cff"
  for key in authors cff-version license message references title version; do
    assert_output --partial "$key"
  done
  run read_yaml <"$packaging/debian/upstream/metadata"
  assert_output "Bug-Submit Cite-As Reference"
  # as conda reads it: without the line of the template, and calls as words
  sed '/^{%/d; s/{{ *\([a-z_]*\).*}}/\1/' "$packaging/conda/meta.yaml" >meta.yaml
  run read_yaml <meta.yaml
  assert_output "about build extra package requirements source test"
}

@test "packaging: the formula is Ruby" {
  command -v ruby >/dev/null || skip "no ruby"
  run ruby -c "$packaging/homebrew/clens.rb"
  assert_output "Syntax OK"
}

@test "packaging: the expression is Nix" {
  command -v nix-instantiate >/dev/null || skip "no nix-instantiate (Debian: nix-bin)"
  run --separate-stderr nix-instantiate --parse "$packaging/nix/package.nix"
  assert_equal "$status" 0
  assert_output --partial mkDerivation
}

@test "packaging: conda and Nix name the libraries that configure asks for" {
  for library in arpack gsl libcsv libstemmer metis suitesparse zlib; do
    grep -q "^    - $library\$" "$packaging/conda/meta.yaml" || fail "conda: no $library"
    grep -q "^    $library\$" "$packaging/nix/package.nix" || fail "nix: no $library"
  done
  # and Debian's package those that bootstrap installs, but for what every build there has
  for package in $(sed -n 's/^debian="\(.*\)"/\1/p' "$CE_SOURCE/bootstrap"); do
    case $package in gcc | make | autoconf | libc6-dev) continue ;; esac
    grep -Eq "^ +$package,?\$" "$packaging/debian/control" || fail "debian: no $package"
  done
}
