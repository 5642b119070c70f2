#!/bin/sh
# deb.sh TARBALL FOLDER: builds the Debian packages of a tarball of `make dist` and leaves them in
# FOLDER. `make deb` calls it. Says which packages the build lacks. Where lintian is installed, it
# must find neither errors nor warnings.
set -eu

[ $# = 2 ] || { echo "usage: deb.sh TARBALL FOLDER" >&2; exit 2; }
tarball=$(readlink -f "$1")
source=${tarball##*/}
source=${source%.tar.gz}
mkdir -p "$2"
into=$(cd "$2" && pwd)

for program in dpkg-buildpackage dh; do
  command -v "$program" >/dev/null || {
    echo "deb: no $program here; as root: apt-get build-dep ./packaging" >&2
    exit 1
  }
done

work=$(mktemp -d "${TMPDIR:-/tmp}/clens-deb.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cp "$tarball" "$work/clens_${source#clens-}.orig.tar.gz"
cd "$work"
tar -xzf "$tarball"
cd "$source"
cp -R packaging/debian debian
# the tools of the build are asked, not make's own variables
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DESTDIR SOURCE_DATE_EPOCH
# packages of debugging symbols take minutes, and few want them
export DEB_BUILD_OPTIONS="noautodbgsym ${DEB_BUILD_OPTIONS-}"
dpkg-checkbuilddeps || { echo "deb: as root: apt-get build-dep ./packaging" >&2; exit 1; }
dpkg-buildpackage -us -uc -j"$(nproc)" >"$work/log" 2>&1 || {
  tail -n 40 "$work/log" >&2
  mv "$work/log" "$into/build.log"
  echo "deb: the build failed; the whole log is $into/build.log" >&2
  exit 1
}
rm -rf "${work:?}/$source"
mv "$work/log" "$into/build.log"
# what an earlier version left there is not mixed with these
rm -f "$into"/*clens*_*.deb "$into"/clens_*
mv "$work"/* "$into"
cd "$into"
if command -v lintian >/dev/null; then
  # only root needs to be told that it may
  lintian --allow-root --info --fail-on error,warning --tag-display-limit 0 ./*.changes || {
    echo "deb: lintian found errors or warnings" >&2
    exit 1
  }
else
  echo "deb: no lintian here: the packages were not checked by it"
fi
echo "deb: built in $into:"
ls ./*.deb
