# fit.awk: which scale of features and which range 1..N of 1/h give LAC's members the printed best, worst and mean.
#   awk -f ../common/statistics.awk -f fit.awk printed.csv LINES    LINES: data,scale,1/h,run,nmi,error in percent
# The distance is the sum of the absolute differences in the largest, smallest and mean NMI and the same of the error (as a fraction), medians over
# runs: the dissertation shows one. Only what goes into the ensembles is looked at, never what comes out of them.
BEGIN {
  FS = ","
  least = 5
  scores = split("max-nmi min-nmi avg-nmi max-er min-er avg-er", score, " ")
}
FILENAME == ARGV[1] { if (FNR > 1 && $3 == "wspa-metis" && $4 ~ /^(max|min|avg)-/) printed[$2, $4] = $5; next }
{
  nmi[$1, $2, $3, $4] = $5; er[$1, $2, $3, $4] = $6
  if (!($1 in seen)) { seen[$1] = 1; set[++sets] = $1 }
  if ($4 > runs[$1]) runs[$1] = $4
  if ($3 > top) top = $3
}

# Of a run: its largest, smallest and mean NMI and error in each range 1..h
function members(data, scale, run,  h, x, e, big, small, worst, best, sum_nmi, sum_er, range) {
  for (h = 1; h <= top; h++) {
    x = nmi[data, scale, h, run]; e = er[data, scale, h, run]
    if (h == 1 || x > big) big = x
    if (h == 1 || x < small) small = x
    if (h == 1 || e > worst) worst = e
    if (h == 1 || e < best) best = e
    sum_nmi += x; sum_er += e
    range = data SUBSEP scale SUBSEP h SUBSEP
    put(range "max-nmi", big); put(range "min-nmi", small); put(range "avg-nmi", sum_nmi / h)
    put(range "max-er", worst); put(range "min-er", best); put(range "avg-er", sum_er / h)
  }
}

function show(h,  i) {
  for (i = 1; i <= scores; i++) printf " %8s", sprintf(score[i] ~ /er$/ ? "%.1f" : "%.3f", typical[h, score[i]])
  print ""
}

END {
  printf "%-36s", "LAC"
  for (i = 1; i <= scores; i++) printf " %8s", score[i]
  print ""
  for (s = 1; s <= sets; s++) {
    data = set[s]
    printf "%-36s", data " printed"
    for (i = 1; i <= scores; i++) printf " %8s", (data, score[i]) in printed ? printed[data, score[i]] : "-"
    print ""
    for (c = split("span minmax zscore raw", scale, " "); c >= 1; c--) {
      for (r = 1; r <= runs[data]; r++) members(data, scale[c], r)
      for (h = 1; h <= top; h++) for (i = 1; i <= scores; i++) typical[h, score[i]] = median(data SUBSEP scale[c] SUBSEP h SUBSEP score[i])
      found = -1
      for (h = least; h <= top; h++) {
        away = 0
        for (i = 1; i <= scores; i++) if ((data, score[i]) in printed) {
          d = typical[h, score[i]] - printed[data, score[i]]
          if (score[i] ~ /er$/) d /= 100
          away += d < 0 ? -d : d
        }
        if (found < 0 || away < found) { found = away; where = h }
      }
      printf "%-36s", sprintf("  %s 1..%d, distance %.3f", scale[c], where, found); show(where)
      if (where != top) { printf "%-36s", sprintf("  %s 1..%d", scale[c], top); show(top) }
    }
  }
}
