#!/usr/bin/env bash
# cost.sh N[:K]...: seconds of the processor and memory of every function of functions.csv that reads labels, and of those
# for memberships, on N objects that are nearly all microclusters: 30 k-means with k drawn from 2 to K, by default the root of
# N; one thread, k = 10. Up to SEARCH objects (default 2000) also how many times as long it takes without -k, where halves of the
# base clusterings choose k; nothing where the function finds k itself. What does not end within TIME counts as TIME. Prints
# function,objects,microclusters,clusters,cpu,mib,search. FUNCTIONS="eac-al|hbgf": only these. A function that gives nothing
# within TIME=600 seconds has no numbers.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$here/../common/finds-k.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run WORD...: one call; prints its seconds of the processor and its bytes
run() {
  rm -f "$work/log"
  timeout "${TIME:-600}" ce-consensus "$@" -q -j 1 --log "$work/log" "$work/base" -o "$work/labels" 2>/dev/null || return
  sed -nE '$s/.*"cpu_seconds": ([0-9.e-]+), "peak_bytes": ([0-9]+).*/\1 \2/p' "$work/log"
}

# search ONE WORD...: how many times as long as ONE seconds it takes to find k. Of what takes milliseconds the mean of ten is
# taken for ONE.
search() {
  local one=$1 found
  shift
  found=$(run "$@") || { [ $? = 124 ] || return 0; found=${TIME:-600}; }
  if awk -v one="$one" 'BEGIN { exit !(one < 0.1) }'; then
    one=$(for _ in {1..10}; do run "$@" -k "$k"; done | awk '{ sum += $1 } END { print sum / NR }')
  fi
  awk -v found="${found% *}" -v one="$one" 'BEGIN { printf "%.3g", found / one }'
}

echo function,objects,microclusters,clusters,cpu,mib,search
for size in "$@"; do
  n=${size%:*}
  root=$(awk -v n="$n" 'BEGIN { print int(sqrt(n)) }')
  [ "$size" = "$n" ] || root=${size#*:}
  ce-synth blobs -q -n "$n" -k 50 --dimensions 10 --spread 8 -o "$work/data"
  ce-generate kmeans -q -k 2.."$root" -m 30 "$work/data" -o "$work/base"
  micro=$(ce-microcluster compress -q "$work/base" | tail -n +2 | wc -l)
  clusters=$(head -n 1 "$work/base" | tr ',' '\n' | sed -nE 's/.*\.k([0-9]+)\..*/\1/p' | awk '{ k += $1 } END { print k }')
  while IFS=, read -r name call reads; do
    case $reads in labels | memberships) ;; *) continue ;; esac
    read -ra words <<<"${call//TABLE/$work/data}"
    k=10
    # voting needs a base clustering with that k
    [ "$name" != voting ] || k=$(head -n 1 "$work/base" | sed -nE 's/^[^,]*\.k([0-9]+)\..*/\1/p')
    with=(-k "$k") times=''
    if finds_k "$name"; then with=(); fi
    if cost=$(run "${words[@]}" "${with[@]}"); then
      if ! finds_k "$name" && [ "$n" -le "${SEARCH:-2000}" ]; then times=$(search "${cost% *}" "${words[@]}"); fi
      awk -v head="$name,$n,$micro,$clusters" -v times="$times" \
        '{ printf "%s,%.3f,%.1f,%s\n", head, $1, $2 / 1048576, times }' <<<"$cost"
    else
      echo "$name,$n,$micro,$clusters,,,"
    fi
  done < <(grep -E "^(${FUNCTIONS:-.*})," "$here/functions.csv")
done
