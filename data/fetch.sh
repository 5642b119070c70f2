#!/bin/sh
# fetch.sh SET OUT URL FILE...: gets the archive's files (from the folder MIRROR, if it is set, by their last names), brings
# them into our format, checks the result, and writes OUT.
set -eu

name=$1 out=$2 url=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

digest() {
  if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d' ' -f1
}

get() {
  if [ -n "${MIRROR:-}" ]; then
    cp "$MIRROR/${1##*/}" "$work/raw"
  else
    command -v curl >/dev/null || { echo "fetch.sh: curl is needed to fetch $url/$1" >&2; exit 1; }
    curl -fsSL --retry 2 -o "$work/raw" "$url/$1"
  fi
  case $1 in *.gz) gzip -dc "$work/raw" ;; *) cat "$work/raw" ;; esac
}

for file; do
  get "$file" >"$work/text" # apart, so that a failure is seen
  cat "$work/text" >>"$work/all"
  # a last line without an end must not run into the next file
  [ -z "$(tail -c 1 "$work/text")" ] || echo >>"$work/all"
done
LC_ALL=C awk -v set="$name" -f "$here/uci.awk" "$work/all" >"$work/csv"
# copies of this one differ in the order of its rows
if [ "$name" = breast_cancer_ljubljana ]; then
  { head -n 1 "$work/csv"; tail -n +2 "$work/csv" | LC_ALL=C sort; } >"$work/sorted"
  mv "$work/sorted" "$work/csv"
fi
expected=$(awk -v file="$name.csv" '$2 == file { print $1 }' "$here/SHA256")
found=$(digest <"$work/csv")
if [ "$found" != "$expected" ]; then
  echo "fetch.sh: $name.csv has SHA-256 $found, $expected expected: the archive's file has changed, or its transfer was cut" >&2
  exit 1
fi
gzip -9n <"$work/csv" >"$out.part"
mv "$out.part" "$out"
echo "$out: $(($(wc -l <"$work/csv") - 1)) objects"
