# table6.3.awk: Table 6.3 to be read.
#   awk -f ../common/statistics.awk -f names.awk -f table6.3.awk table6.3.csv
# The deviation of COP-KMeans is that over its ten starts, of LAC and CLAC that over 1/h (means of the runs); of other methods that over the runs.
BEGIN { FS = ","; readings = split("all minmax close", reading, " ") }
FNR == 1 { next }
{
  remember("set", $1)
  remember($1, $2)
  for (r = 1; r <= readings; r++) if ($(3 * r + 2) != "") {
    value[$1, $2, $3, r] = $(3 * r + 2); spread[$1, $2, $3, r] = $(3 * r + 3); there[r] = 1
    if ($3 == "er") runs[$1] = $(3 * r + 1)
  }
  printed[$1, $2, $3] = $NF
}

function two(set, m, score, r) { return (set, m, score, r) in value ? sprintf("%.2f", value[set, m, score, r]) : "-" }

# error +- deviation, median, on objects in no constraint, constraints violated
function cell(set, m, r,  s) {
  if (!((set, m, "er", r) in value)) return sprintf("%-15s %6s %6s %5s", "-", "", "", "")
  s = (set, m, "sd-er", r) in value ? value[set, m, "sd-er", r] : spread[set, m, "er", r]
  return sprintf("%-15s %6s %6s %5.1f", sprintf("%5.2f", value[set, m, "er", r]) (s == "" ? "" : sprintf(" +- %5.2f", s)), \
    two(set, m, "median-er", r), two(set, m, "free-er", r), value[set, m, "violated", r])
}

# runs at or below the printed number
function reached(set, m, r) { return (set, m, "reached", r) in value && m ~ /^penta/ ? sprintf("%3.0f", value[set, m, "reached", r] * runs[set]) : "   " }

END {
  for (i = 1; i <= count["set"]; i++) {
    set = names["set", i]
    printf "%s%-11s %-6s", (i > 1 ? "\n" : ""), set, (set in runs ? runs[set] : 0) " runs"
    for (r = 1; r <= readings; r++) if ((r in there) || r == 1)
      printf "  %-15s %6s %6s %5s %3s", (r == 1 ? "" : reading[r] ": ") "error %", "median", "free", "viol.", "<="
    print "  printed"
    for (j = 1; j <= count[set]; j++) {
      m = names[set, j]
      # of LAC and CLAC also each 1/h has errors
      if (m == "constraints" || m ~ /-[0-9]+$/) continue
      printf "  %-16s", m
      for (r = 1; r <= readings; r++) if ((r in there) || r == 1) printf "  %s %s", cell(set, m, r), reached(set, m, r)
      printf "  %s\n", plus_minus(printed[set, m, "er"], printed[set, m, "sd-er"])
    }
  }
  if (count["set"]) print "\nfree: the error of the objects in no constraint; viol.: constraints violated, %; <=: runs at or below the printed error"
}
