# table.awk: means and sample standard deviations of the runs beside the printed values. With ../common/statistics.awk.
#   awk -v form=csv ... -f table.awk printed.csv CELL...   data,method,parameter,runs,mean,deviation,printed_mean,printed_deviation
#   awk -v form=text ... -f table.awk table2.csv           the same as a table to be read
function measured(key) { return key in n ? parameter[key] "," n[key] "," mean_and_deviation(key, 3) : ",,," }

BEGIN { FS = "," }
form == "csv" && FILENAME == ARGV[1] { if (FNR > 1) { order[++keys] = $1 "," $2; printed[keys] = $3 "," $4 }; next }
form == "csv" { key = $1 "," $2; parameter[key] = $3; add(key, $5); seen[$1] = 1; next }
FNR > 1 {
  if ($1 != last) printf "%s%s\n  %-10s %6s %5s   %-14s %-14s\n", (FNR > 2 ? "\n" : ""), $1, "method", "param.", "runs", "here", "printed"
  last = $1
  printf "  %-10s %6s %5s   %-14s %-14s\n", $2, ($3 == "" ? "-" : $3), ($4 == "" ? "-" : $4), plus_minus($5, $6), plus_minus($7, $8)
}
END {
  if (form != "csv") exit
  print "data,method,parameter,runs,mean,deviation,printed_mean,printed_deviation"
  for (i = 1; i <= keys; i++) {
    split(order[i], part, ",")
    if (part[1] in seen) print order[i] "," measured(order[i]) "," printed[i]
  }
}
