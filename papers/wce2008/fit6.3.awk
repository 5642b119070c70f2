# fit6.3.awk: LAC's mean error and deviation on each scale of the features, and how far they are from Table 6.3: |mean - printed| + |deviation - printed|,
# the median of the runs.
#   awk -f ../common/statistics.awk -f names.awk -f fit6.3.awk printed.csv LINES
BEGIN { FS = "," }
FILENAME == ARGV[1] { if ($1 == "6.3" && $3 == "lac") { printed[$2, $4] = $5; if ($2 == "Wine-144") printed["Wine", $4] = $5 }; next }
{
  remember("set", $1)
  remember("reading", $2)
  value[$1, $2, $4, $5] = $6
  add($1 SUBSEP $2 SUBSEP $4, $6)
  if ($5 + 0 > most) most = $5 + 0
}

function distance(x, y) { return x < y ? y - x : x - y }

function median_distance(set, scale,  i) {
  for (i = 1; i <= most; i++) if ((set, scale, "er", i) in value)
    put(set FS scale, distance(value[set, scale, "er", i] + 0, printed[set, "er"] + 0) + distance(value[set, scale, "sd-er", i] + 0, printed[set, "sd-er"] + 0))
  return median(set FS scale)
}

END {
  printf "%-11s %-14s", "", "printed"
  for (r = 1; r <= count["reading"]; r++) printf "  %-22s", names["reading", r] " (distance)"
  print ""
  for (i = 1; i <= count["set"]; i++) {
    set = names["set", i]
    printf "%-11s %-14s", set, printed[set, "er"] " +- " printed[set, "sd-er"]
    for (r = 1; r <= count["reading"]; r++) {
      scale = names["reading", r]
      printf "  %-22s", sprintf("%5.2f +- %5.2f (%.1f)", mean(set SUBSEP scale SUBSEP "er"), mean(set SUBSEP scale SUBSEP "sd-er"), median_distance(set, scale))
    }
    print ""
  }
}
