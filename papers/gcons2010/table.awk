# table.awk: means and sample standard deviations of the runs beside the printed values. With ../common/statistics.awk.
#   awk -v table=2 -v form=csv ... -f table.awk printed.csv CELL...   data,method,score,plain,plain_deviation,best,best_deviation,runs,printed
#   awk -v table=2 -v form=text ... -f table.awk table2.csv           the same as a table to be read
# plain: base clusterings with as many clusters as there are classes; best: those with the largest phi of the sweep, see choices.csv.
function measured(key) { return key in n ? mean_and_deviation(key, table == 1 ? 0 : 4) : "," }

# a deviation of 0 is not shown
function both(value, spread) { return plus_minus(value, spread + 0 == 0 ? "" : spread) }

BEGIN { FS = "," }
form == "csv" && FILENAME == ARGV[1] { if ($1 == table) { order[++keys] = $2 "," $3 "," $4; printed[keys] = $5 }; next }
form == "csv" { key = $2 "," $1 "," $5 "," $6; add(key, $8); seen[$1]; next }
FNR > 1 {
  if ($1 != last) printf "%s%s\n  %-8s %-8s %-18s %-18s %s\n", (FNR > 2 ? "\n" : ""), $1, "method", "score", (table == 1 ? "here" : "k = classes"), \
    (table == 1 ? "" : "k by phi"), "printed"
  last = $1
  printf "  %-8s %-8s %-18s %-18s %s\n", $2, $3, both($4, $5), (table == 1 ? "" : both($6, $7)), $9
}
END {
  if (form != "csv") exit
  print "data,method,score,plain,plain_deviation,best,best_deviation,runs,printed"
  for (i = 1; i <= keys; i++) {
    split(order[i], part, ",")
    if (part[1] in seen)
      print order[i] "," measured((table == 1 ? "" : "plain") "," order[i]) "," measured("best," order[i]) "," n[(table == 1 ? "" : "plain") "," order[i]] "," printed[i]
  }
}
