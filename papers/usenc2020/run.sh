#!/usr/bin/env bash
# run.sh features DATA-SET FILE|N          the features of a public file, whose last column is the class, as text; of a
#                                          set that ce-synth draws N objects, as .npy
# run.sh classes DATA-SET FILE|N           the classes of the same
# run.sh KIND DATA-SET TABLE CLASSES RUN   one run; RUN is the seed. KIND is
#                                            spectral  k-means, U-SPEC
#                                            usenc     U-SENC
#                                            ensemble  20 k-means clusterings, and each of METHODS on them
#                                            sc        spectral clustering on the graph of all objects
# Prints lines data,n,method,run,nmi,ca,seconds,cpu: NMI by the larger entropy and purity in percent, the time of the clock
# and that of the cores. A method that memory does not suffice for has no numbers.
set -euo pipefail

here=$(dirname "$0")
what=$1 set=$2 table=$3 truth=${4:-} run=${5:-}
# shellcheck source=/dev/null
. "$here/../common/choice.sh"
k=$(choice classes)
n=0
[ -z "$truth" ] || n=$(($(wc -l <"$truth") - 1))
# As printed: 1000 representatives for all data, 20 base clusterings with 20 to 60 clusters each.
representatives=1000 members=20 base_k=20..60

# timed FILE COMMAND...: the output of the command goes to the file; its seconds are in $seconds and $cpu
timed() {
  local to=$1
  shift
  local TIMEFORMAT='%R %U %S'
  { time "$@" >"$to" 2>&3; } 3>&2 2>"$work/time" || return 1
  read -r seconds user system <"$work/time"
  cpu=$(awk -v u="$user" -v s="$system" 'BEGIN { printf "%.2f", u + s }')
}

# line METHOD LABELS SECONDS CPU
line() {
  echo "$set,$n,$1,$run,$(ce-score -q -s nmi-max,purity -t "$truth" "$2" | awk -F, 'NR == 2 { printf "%.2f,%.2f", 100 * $3, 100 * $4 }'),$3,$4"
}

# one METHOD COMMAND...: a line of a method that begins with the data
one() {
  local method=$1
  shift
  timed "$work/labels" "$@"
  line "$method" "$work/labels" "$seconds" "$cpu"
}

# The mean distance of the objects to their 5 nearest, from the graph of nearest neighbours.
width() {
  ce-generate spectral -q -k 2 --neighbours 5 --graph "$work/graph.mtx" --graph-of distances "$table" -o "$work/labels"
  awk '/^%/ || !sized { if (!/^%/) sized = 1; next } $1 != $2 { print $1, $3; print $2, $3 }' "$work/graph.mtx" |
    sort -k1,1n -k2,2g | awk '$1 != last { seen = 0; last = $1 } ++seen <= 5 { sum += $2; n++ } END { print sum / n }'
}

# of_ensemble METHOD: its name here and its options. Starts of k-means, and the cap, as their authors' programs have them.
of_ensemble() {
  case $1 in
    EAC) echo eac-al ;;
    WCT) echo wct-al ;;
    KCC) echo kcc --utility c --restarts 5 ;;
    PTGP) echo ptgp --cap 20 ;;
    ECC) echo kcc --utility h --restarts 5 ;;
    SEC) echo sec --restarts 10 ;;
    LWGP) echo lwgp ;;
    *) echo "run.sh: METHODS: '$1', EAC, WCT, KCC, PTGP, ECC, SEC or LWGP expected" >&2; return 2 ;;
  esac
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $what in
  features)
    if [ -n "$(choice file)" ]; then
      unpack "$3" | awk '{ sub(/,[^,]*$/, ""); print }'
    else
      ce-synth "${set,,}" -q -n "$3" --format npy
    fi
    ;;
  classes)
    if [ -n "$(choice file)" ]; then unpack "$3"; else ce-synth "${set,,}" -q -n "$3"; fi | awk -F, '{ print $NF }'
    ;;
  spectral)
    one k-means ce-generate kmeans -q -k "$k" --seed "$run" "$table"
    one U-SPEC ce-generate uspec -q -k "$k" --representatives $representatives --seed "$run" "$table"
    ;;
  usenc)
    one U-SENC ce-consensus usenc -q --raw -k "$k" -m $members --base-k $base_k --representatives $representatives \
      --seed "$run" "$table"
    ;;
  ensemble)
    timed "$work/base" ce-generate kmeans -q -k $base_k -m $members --seed "$run" "$table"
    base_seconds=$seconds base_cpu=$cpu
    for method in ${METHODS:-EAC WCT KCC PTGP ECC SEC LWGP}; do
      read -ra call < <(of_ensemble "$method")
      if timed "$work/labels" ce-consensus "${call[@]}" -q -k "$k" --seed "$run" "$work/base"; then
        line "$method" "$work/labels" "$(awk "BEGIN { print $base_seconds + $seconds }")" "$(awk "BEGIN { print $base_cpu + $cpu }")"
      else
        echo "$set,$n,$method,$run,,,,"
      fi
    done
    ;;
  sc)
    sigma=$(width)
    one SC ce-generate spectral -q -k "$k" --neighbours 5 --sigma "$sigma" --seed "$run" "$table"
    ;;
  *) echo "run.sh: '$what': features, classes, spectral, usenc, ensemble or sc expected" >&2; exit 2 ;;
esac
