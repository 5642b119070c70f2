#!/bin/sh
# Cuts of hypergraphs against Zoltan's PHG (Debian and Ubuntu: libtrilinos-zoltan-dev, libopenmpi-dev), built here with mpicc, or another
# partitioner that is called as shmetis is: PEER="shmetis". Edges cut, parts spanned less one (what Zoltan minimises), the heaviest part over
# the mean, CPU seconds of the whole process; of the peer the mean of several seeds (ZOLTAN_SEED) and its best. Ensembles and a grid
# made here, and with DATA draws from the pools of ptgp2016. The imbalance is such that the bisections add up to a heaviest part of
# BALANCE times the mean; beyond 1.1 or so Zoltan leaves parts empty, which cuts less.
#   SEEDS=5 KS="2 5 7 10" BALANCE=1.1 set other ones.
set -eu
PATH=$CE_BIN:$PATH
seeds=${SEEDS:-5} ks=${KS:-2 5 7 10} peer=${PEER:-} balance=${BALANCE:-1.1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# The driver is built as the library was, sanitizers and all.
build_zoltan() {
  command -v mpicc >/dev/null || { echo "no mpicc: our cuts only"; return; }
  setting() { sed -n "s/^$1 = //p" "$CE_BENCH/../../config.mk"; }
  for include in /usr/include/trilinos /usr/include/zoltan /usr/include; do
    [ ! -e $include/zoltan.h ] || break
  done
  # words to be split
  # shellcheck disable=SC2046
  if mpicc -O2 -I"$CE_SOURCE/src" -I"$include" $(setting OPENMP_CFLAGS) $(setting SANITIZE_FLAGS) -o zoltan "$CE_SOURCE/tests/bench/peers/zoltan.c" \
    "$CE_BENCH/../../libclens.a" -ltrilinos_zoltan $(setting LIBS) -lm 2>build.log; then
    peer=$folder/zoltan
  else
    echo "no Zoltan ($(tail -n 1 build.log)): our cuts only"
  fi
}
[ -n "$peer" ] || build_zoltan
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# measure HGR LABELS K: edges cut, parts spanned less one, heaviest over mean
measure() {
  awk -v k="$3" 'NR == FNR { if (FNR > 1) part[++n] = $1; next }
    FNR == 1 { edges = $1; format = $3 + 0; next }
    FNR <= edges + 1 {
      first = format % 10 ? 2 : 1; weight = format % 10 ? $1 : 1; spanned = 0
      for (i = first; i <= NF; i++) if (last[part[$i]] != FNR) { last[part[$i]] = FNR; spanned++ }
      if (spanned > 1) { cut += weight; con += weight * (spanned - 1) }
      next
    }
    { load[part[FNR - edges - 1]] += $1 }
    END {
      if (format < 10) for (v = 1; v <= n; v++) load[part[v]]++
      for (p in load) { total += load[p]; if (load[p] > most) most = load[p] }
      printf "%g %g %.3f\n", cut, con, most * k / total
    }' "$2" "$1"
}

# cut HGR K ARGUMENTS...: measures, and seconds
cut_it() {
  hgr=$1 k=$2
  shift 2
  { LC_ALL=C bash -c 'TIMEFORMAT="%U"; time ce-partition hypergraph "$@" >labels' bash -q -k "$k" --imbalance "$imbalance" "$@" "$hgr"; } 2>seconds || {
    echo "failed: $(cat seconds)" >&2
    return 1
  }
  echo "$(measure "$hgr" labels "$k") $(tail -n 1 seconds)"
}

# compare NAME
compare() {
  for k in $ks; do
    imbalance=$(awk -v k="$k" -v b="$balance" 'BEGIN { for (parts = 1; parts < k; parts *= 2) depth++; print 50 * (b ^ (1 / depth) - 1) }')
    cut_it "$1.hgr" "$k" >ours
    : >theirs
    for seed in $([ -z "$peer" ] || seq "$seeds"); do
      ZOLTAN_SEED=$seed cut_it "$1.hgr" "$k" --program "$peer" >>theirs
    done
    awk -v name="$1" -v k="$k" 'NR == FNR { cut = $1; con = $2; most = $3; s = $4; next }
      { sum += $1; spans += $2; seconds += $4; n++; if (n == 1 || $1 < best) { best = $1; most2 = $3 } }
      END {
        printf "%-22s k %2d: cut %g, spans %g, heaviest %s, %s s", name, k, cut, con, most, s
        if (n) printf "; peer cut %.1f (best %g, heaviest %s), spans %.1f, %.2f s; cut ratio %s", sum / n, best, most2, spans / n, seconds / n,
          sum ? sprintf("%.3f", cut * n / sum) : "-"
        print ""
      }' ours theirs
  done
}

# ensemble NAME <LABELS: over microclusters and over objects
ensemble() {
  cat >labels.csv
  ce-partition hypergraph --hgr "$1-microclusters.hgr" labels.csv
  ce-partition hypergraph --hgr "$1-objects.hgr" --vertices objects labels.csv
  compare "$1-microclusters"
  compare "$1-objects"
}

ce-synth blobs -k 7 --dimensions 8 -n 5000 -o blobs.csv
ce-generate kmeans -q -k 2..6 -m 20 --iterations 5 blobs.csv | ensemble few
ce-generate kmeans -q -k 20..60 -m 10 --iterations 5 blobs.csv | ensemble many
if [ -n "${DATA:-}" ] && [ -e "$DATA/pools/MF.csv.gz" ]; then
  for set in MF IS ODR LS; do
    gzip -dc "$DATA/pools/$set.csv.gz" | cut -d, -f"$(head -n 1 "$DATA/reference/draws_$set.csv")" | ensemble $set
  done
else
  echo "skipped: no pools/MF.csv.gz in DATA=${DATA:-}"
fi
# an edge for each cell of a grid and its neighbours
awk 'BEGIN { n = 100; print n * n, n * n
  for (r = 0; r < n; r++) for (c = 0; c < n; c++) {
    v = r * n + c + 1; printf "%d", v
    if (r) printf " %d", v - n; if (c) printf " %d", v - 1; if (c < n - 1) printf " %d", v + 1; if (r < n - 1) printf " %d", v + n; print ""
  } }' >grid.hgr
compare grid
# a netlist: edges of 2 to 8 cells of the grid, near each other
awk 'BEGIN { srand(4); n = 120; print n * n, n * n
  for (e = 0; e < n * n; e++) {
    split("", seen); r = int(n * rand()); c = int(n * rand()); size = 2 + int(7 * rand() * rand())
    for (i = 0; i < size;) { v = (r + int(5 * rand())) % n * n + (c + int(5 * rand())) % n + 1; if (!(v in seen)) { seen[v]; printf "%s%d", i++ ? " " : "", v } }
    print ""
  } }' >netlist.hgr
compare netlist
