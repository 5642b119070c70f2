# table.awk: means and sample standard deviations of the runs beside the printed values.
#   awk -v form=csv -f table.awk printed.csv CELL...   data,method,parameter,runs,mean,deviation,printed_mean,printed_deviation
#   awk -v form=text -f table.awk table2.csv           the same as a table to be read
function number(x, digits) { x = sprintf("%." digits "f", x); sub(/^0\./, ".", x); return x }

function measured(key,  m, v) {
  if (!(key in n)) return ",,,"
  m = sum[key] / n[key]
  v = n[key] > 1 ? (squares[key] - n[key] * m * m) / (n[key] - 1) : 0
  return parameter[key] "," n[key] "," number(m, 3) "," (n[key] > 1 ? number(v > 1e-12 ? sqrt(v) : 0, 3) : "")
}

function both(mean, deviation) { return mean == "" ? "-" : mean (deviation == "" ? "" : " +- " deviation) }

BEGIN { FS = "," }
form == "csv" && FILENAME == ARGV[1] { if (FNR > 1) { order[++keys] = $1 "," $2; printed[keys] = $3 "," $4 }; next }
form == "csv" { key = $1 "," $2; parameter[key] = $3; n[key]++; sum[key] += $5; squares[key] += $5 * $5; seen[$1] = 1; next }
FNR > 1 {
  if ($1 != last) printf "%s%s\n  %-10s %6s %5s   %-14s %-14s\n", (FNR > 2 ? "\n" : ""), $1, "method", "param.", "runs", "here", "printed"
  last = $1
  printf "  %-10s %6s %5s   %-14s %-14s\n", $2, ($3 == "" ? "-" : $3), ($4 == "" ? "-" : $4), both($5, $6), both($7, $8)
}
END {
  if (form != "csv") exit
  print "data,method,parameter,runs,mean,deviation,printed_mean,printed_deviation"
  for (i = 1; i <= keys; i++) {
    split(order[i], part, ",")
    if (part[1] in seen) print order[i] "," measured(order[i]) "," printed[i]
  }
}
