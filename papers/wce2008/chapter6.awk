# chapter6.awk: the tables of chapter 6 from lines of chapter6.sh.
#   awk -v form=text -f chapter6.awk table6.3.csv        to be read; the CSV is table.awk's
#   awk -v form=extend -f chapter6.awk printed.csv LINES the lines, and of each method's errors their median, and for each run whether it is at or below Table 6.3
#   awk -v form=fit -f chapter6.awk printed.csv LINES    LAC's mean and deviation on each scale, and how far they are from Table 6.3: |mean - printed| + |deviation -
#       printed|, the median of the runs
#   awk -v form=sweep -f chapter6.awk LINES              errors of each method (rows) in each reading (columns)
#   awk -v form=points -f chapter6.awk LINES             Figure 6.1: data,constraints,method,score,runs,mean,deviation
#   awk -v form=points-text -f chapter6.awk figure6.1.csv          to be read
#   awk -v form=curves -v data=Iris -f chapter6.awk figure6.1.csv  for ce-plot: constraints, and for each method its error and deviation
# The deviation of COP-KMeans is that over its ten starts, of LAC and CLAC that over 1/h (means of the runs); of other methods that over the runs.
BEGIN {
  FS = ","
  shown = split("cop-kmeans seeded-cop-kmeans clac c-wbpa c-wbpa-kept cop-kmeans-scaled seeded-cop-kmeans-scaled", method, " ")
  readings = split("all minmax close", reading, " ")
}

function magnitude(x) { return x < 0 ? -x : x }

function add(key, value) {
  if (!(key in n)) order[++keys] = key
  n[key]++; sum[key] += value; squares[key] += value * value
}

function mean(key) { return sum[key] / n[key] }

function deviation(key,  v) {
  if (n[key] < 2) return 0
  v = (squares[key] - sum[key] * sum[key] / n[key]) / (n[key] - 1)
  return v > 1e-12 ? sqrt(v) : 0
}

# a name, in the order in which names come
function remember(list, name) { if (!((list, name) in known)) { known[list, name] = 1; names[list, ++count[list]] = name } }

# ---- Table 6.3 ----

form == "text" {
  if (FNR == 1) next
  remember("set", $1)
  remember($1, $2)
  for (r = 1; r <= readings; r++) if ($(3 * r + 2) != "") {
    value[$1, $2, $3, r] = $(3 * r + 2); spread[$1, $2, $3, r] = $(3 * r + 3); there[r] = 1
    if ($3 == "er") runs[$1] = $(3 * r + 1)
  }
  printed[$1, $2, $3] = $NF
  next
}

function two(set, m, score, r) { return (set, m, score, r) in value ? sprintf("%.2f", value[set, m, score, r]) : "-" }

# error +- deviation, median, on objects in no constraint, constraints violated; and runs at or below the printed number
function cell(set, m, r,  s) {
  if (!((set, m, "er", r) in value)) return sprintf("%-15s %6s %6s %5s", "-", "", "", "")
  s = (set, m, "sd-er", r) in value ? value[set, m, "sd-er", r] : spread[set, m, "er", r]
  return sprintf("%-15s %6s %6s %5.1f", sprintf("%5.2f", value[set, m, "er", r]) (s == "" ? "" : sprintf(" +- %5.2f", s)), \
    two(set, m, "median-er", r), two(set, m, "free-er", r), value[set, m, "violated", r])
}

function reached(set, m, r) { return (set, m, "reached", r) in value && m ~ /^penta/ ? sprintf("%3.0f", value[set, m, "reached", r] * runs[set]) : "   " }

function table_text(  i, j, r, set, m) {
  for (i = 1; i <= count["set"]; i++) {
    set = names["set", i]
    printf "%s%-11s %-6s", (i > 1 ? "\n" : ""), set, (set in runs ? runs[set] : 0) " runs"
    for (r = 1; r <= readings; r++) if ((r in there) || r == 1)
      printf "  %-15s %6s %6s %5s %3s", (r == 1 ? "" : reading[r] ": ") "error %", "median", "free", "viol.", "<="
    print "  printed"
    for (j = 1; j <= count[set]; j++) {
      m = names[set, j]
      if (m == "constraints" || m ~ /-[0-9]+$/) continue
      printf "  %-16s", m
      for (r = 1; r <= readings; r++) if ((r in there) || r == 1) printf "  %s %s", cell(set, m, r), reached(set, m, r)
      printf "  %s\n", printed[set, m, "er"] == "" ? "-" : printed[set, m, "er"] (printed[set, m, "sd-er"] == "" ? "" : " +- " printed[set, m, "sd-er"])
    }
  }
  if (count["set"]) print "\nfree: the error of the objects in no constraint; viol.: constraints violated, %; <=: runs at or below the printed error"
}

# What table.awk makes no means of. A printed percentage may be cut off: half an object is what it leaves open.
form == "extend" && FILENAME == ARGV[1] { if ($1 == "6.3" && $4 == "er") printed[$2, $3] = $5; next }
form == "extend" {
  print
  if ($4 != "er") next
  if (!(($1, $2, $3) in known)) { known[$1, $2, $3] = 1; order[++keys] = $1 FS $2 FS $3 }
  put($1 FS $2 FS $3, $6)
  if (($1, $3) in printed) print $1 "," $2 "," $3 ",reached," $5 "," ($6 <= printed[$1, $3] + .0101)
}

# into sorted[key, 1 .. size[key]]
function put(key, x,  i) {
  for (i = ++size[key]; i > 1 && sorted[key, i - 1] > x; i--) sorted[key, i] = sorted[key, i - 1]
  sorted[key, i] = x + 0
}

function median(key,  n) { n = size[key]; return n % 2 ? sorted[key, (n + 1) / 2] : (sorted[key, n / 2] + sorted[key, n / 2 + 1]) / 2 }

# ---- which scale has LAC's numbers ----

form == "fit" && FILENAME == ARGV[1] { if ($1 == "6.3" && $3 == "lac") { printed[$2, $4] = $5; if ($2 == "Wine-144") printed["Wine", $4] = $5 }; next }
form == "fit" { remember("set", $1); remember("reading", $2); value[$1, $2, $4, $5] = $6; add($1 SUBSEP $2 SUBSEP $4, $6); if ($5 + 0 > most) most = $5 + 0; next }

function median_distance(set, scale,  i) {
  for (i = 1; i <= most; i++) if ((set, scale, "er", i) in value)
    put(set FS scale, magnitude(value[set, scale, "er", i] - printed[set, "er"]) + magnitude(value[set, scale, "sd-er", i] - printed[set, "sd-er"]))
  return median(set FS scale)
}

function fit_text(  i, r, set, scale) {
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

# ---- what else there is to choose ----

form == "sweep" && $4 == "er" && $3 !~ /-[0-9]+$/ { remember("row", $1 "," $3); remember("reading", $2); add($1 "," $3 SUBSEP $2, $6) }

function sweep_text(  i, r, key) {
  printf "%-25s", "error %"
  for (r = 1; r <= count["reading"]; r++) printf " %14s", names["reading", r]
  print ""
  for (i = 1; i <= count["row"]; i++) {
    printf "%-25s", names["row", i]
    for (r = 1; r <= count["reading"]; r++) {
      key = names["row", i] SUBSEP names["reading", r]
      printf " %14s", (key in n) ? sprintf("%.2f", mean(key)) : "-"
    }
    print ""
  }
}

# ---- Figure 6.1 ----

form == "points" { add($1 "," $2 "," $3 "," $4, $6) }

function points_csv(  i) {
  print "data,constraints,method,score,runs,mean,deviation"
  for (i = 1; i <= keys; i++) printf "%s,%d,%.3f,%.3f\n", order[i], n[order[i]], mean(order[i]), deviation(order[i])
}

form == "points-text" || form == "curves" {
  if (FNR == 1) next
  remember("set", $1)
  remember($1, $2)
  value[$1, $2, $3, $4] = $6; spread[$1, $2, $3, $4] = $7
}

function over(set, at, m) { return (set, at, m, "sd-er") in value ? value[set, at, m, "sd-er"] : spread[set, at, m, "er"] }

function points_text(  i, j, m, set, at) {
  for (i = 1; i <= count["set"]; i++) {
    set = names["set", i]
    printf "%s%-12s", (i > 1 ? "\n" : ""), set
    for (m = 1; m <= shown; m++) printf "  %-26s", method[m]
    print ""
    for (j = 1; j <= count[set]; j++) {
      at = names[set, j]
      printf "  %-10s", at
      for (m = 1; m <= shown; m++)
        printf "  %-26s", sprintf("%.2f +- %.2f (%s; %.0f)", value[set, at, method[m], "er"], over(set, at, method[m]), \
          (set, at, method[m], "free-er") in value ? sprintf("%.2f", value[set, at, method[m], "free-er"]) : "-", value[set, at, method[m], "violated"])
      print ""
    }
  }
  if (count["set"]) print "\nerror % +- deviation (error of the objects in no constraint; constraints violated, %)"
}

function curves_csv(  j, m, at) {
  printf "constraints"
  for (m = 1; m <= shown; m++) printf ",%s,%s-sd", method[m], method[m]
  print ""
  for (j = 1; j <= count[data]; j++) {
    at = names[data, j]
    printf "%s", at
    for (m = 1; m <= shown; m++) printf ",%.3f,%.3f", value[data, at, method[m], "er"], over(data, at, method[m])
    print ""
  }
}

END {
  if (form == "text") table_text()
  else if (form == "extend") for (i = 1; i <= keys; i++) print order[i] ",median-er,0," median(order[i])
  else if (form == "fit") fit_text()
  else if (form == "sweep") sweep_text()
  else if (form == "points") points_csv()
  else if (form == "points-text") points_text()
  else if (form == "curves") curves_csv()
}
