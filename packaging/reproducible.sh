#!/bin/sh
# reproducible.sh [deb]: builds HEAD twice and compares bin/* and libclens.*; with deb, the Debian
# packages. The folders differ in name and depth; times, masks for files, time zones and numbers of
# processes differ too. Takes minutes.
set -eu
cd "$(dirname "$0")/.."

what=${1:-build}
case $what in
build | deb) ;;
*) echo "usage: reproducible.sh [deb]" >&2; exit 2 ;;
esac
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES DESTDIR

work=$(mktemp -d "${TMPDIR:-/tmp}/clens-same.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# once FOLDER MASK ZONE PROCESSES: a clone there, and what is compared in FOLDER.out
once() {
  git clone -q . "$1"
  mkdir "$1.out"
  (
    cd "$1"
    umask "$2"
    export TZ="$3"
    if [ "$what" = deb ]; then
      make -s deb
      cp deb/*.deb "$1.out"
    else
      autoconf
      ./configure --quiet
      make -s -j"$4"
      cp bin/* libclens.a libclens.so.* "$1.out"
    fi
  ) >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; exit 1; }
  rm -rf "$1"
}

mkdir -p "$work/a/much/longer"
once "$work/one" 022 UTC 2
once "$work/a/much/longer/name" 077 Asia/Kathmandu 1
diff -r "$work/one.out" "$work/a/much/longer/name.out"
echo "reproducible: $(find "$work/one.out" -type f | wc -l) files are the same in both builds:"
cd "$work/one.out"
sha256sum ./*
