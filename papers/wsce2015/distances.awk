# distances.awk: how far our mean accuracies are from the printed ones: the median distance; how many are within 2 points; how many of ours are at or above.
#   awk -f distances.awk printed.csv results.csv [OUT/raw.csv]
# Table II, the sets with both numbers; what is printed of Breast-Cancer is compared with Breast-Cancer-Wisconsin.
BEGIN {
  FS = ","
  methods = split("spectral mle apmm wocce smi bgcm wsce", method, " ")
  print "features,spectral,mle,apmm,wocce,smi,bgcm,wsce"
}
FNR == 1 {
  if (file > 1) row()
  file++
  split("", at)
  for (i = 1; i <= NF; i++) at[$i] = i
  column = "column" in at ? at["column"] : at["method"]
  next
}
file > 1 || $1 == 2 {
  if (file == 1) printed[$2, $3] = $4
  else if (!("table" in at) || $1 == 2) ours($at["data"], $column, $at["mean"])
}
END { row() }

function ours(set, name, mean,  distance) {
  if (set == "Breast-Cancer") return
  sub(/^Breast-Cancer-Wisconsin$/, "Breast-Cancer", set)
  if (mean == "" || !((set, name) in printed)) return
  distance = mean - printed[set, name]
  above[name] += distance >= 0
  if (distance < 0) distance = -distance
  near[name] += distance <= 2
  # kept in order
  for (i = ++count[name]; i > 1 && sorted[name, i - 1] > distance; i--) sorted[name, i] = sorted[name, i - 1]
  sorted[name, i] = distance
}

function row(  m, n, name) {
  printf "%s", file == 2 ? "standardised" : "as they are"
  for (m = 1; m <= methods; m++) {
    name = method[m]
    n = count[name]
    if (n) printf ",%.1f; %d; %d of %d", (sorted[name, int((n + 1) / 2)] + sorted[name, int(n / 2) + 1]) / 2, near[name], above[name], n
    else printf ",-"
  }
  print ""
  split("", count)
  split("", near)
  split("", above)
}
