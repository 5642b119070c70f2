#!/usr/bin/env bash
# cost.sh N[:K]...: seconds of the processor and memory of every function of functions.csv that reads labels, and of those
# for memberships, on N objects that are nearly all microclusters: 30 k-means with k drawn from 2 to K, by default the root of
# N; one thread, k = 10. Prints
# function,objects,microclusters,clusters,cpu,mib. FUNCTIONS="eac-al|hbgf": only these. A function that gives nothing within
# TIME=600 seconds has no numbers.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$here/../common/finds-k.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo function,objects,microclusters,clusters,cpu,mib
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
    finds_k "$name" || words+=(-k 10)
    # voting needs a base clustering with that k
    [ "$name" != voting ] || words[-1]=$(head -n 1 "$work/base" | sed -nE 's/^[^,]*\.k([0-9]+)\..*/\1/p')
    rm -f "$work/log"
    if timeout "${TIME:-600}" ce-consensus "${words[@]}" -q -j 1 --log "$work/log" "$work/base" -o "$work/labels" 2>/dev/null; then
      sed -nE '$s/.*"cpu_seconds": ([0-9.e-]+), "peak_bytes": ([0-9]+).*/\1 \2/p' "$work/log" |
        awk -v head="$name,$n,$micro,$clusters" '{ printf "%s,%.3f,%.1f\n", head, $1, $2 / 1048576 }'
    else
      echo "$name,$n,$micro,$clusters,,"
    fi
  done < <(grep -E "^(${FUNCTIONS:-.*})," "$here/functions.csv")
done
