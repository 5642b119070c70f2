# table.awk: means and sample standard deviations of the runs beside the printed ones. With ../common/statistics.awk.
#   awk -v form=csv -v sets="..." -v columns="..." ... -f table.awk printed.csv LINES   LINES: data,column,run,accuracy; to
#       data,column,runs,mean,deviation,printed,printed_deviation, a row for each of the sets and columns
#   awk -v form=text -v columns="..." ... -f table.awk table2.csv    to be read: a row for each set, "here+-deviation (printed)"
# as: the set whose printed numbers stand beside those of another
BEGIN { FS = ","; count = split(columns, column, " "); set_count = split(sets, set, " "); as["Breast-Cancer-Wisconsin"] = "Breast-Cancer" }
form == "csv" && FILENAME == ARGV[1] { if ($1 == 2) { printed[$2, $3] = $4; printed_deviation[$2, $3] = $5 } next }
form == "csv" { if ($4 != "") add($1 SUBSEP $2, $4); next }
FNR == 1 { next }
{
  if (!($1 in known)) { known[$1] = 1; set[++set_count] = $1 }
  here[$1, $2] = $4 == "" ? "-" : $4 ($5 == "" || $5 == 0 ? "" : "+-" $5)
  if ($6 != "") { paper[$1, $2] = " (" $6 ")" }
}

function cell(s, c) { return (set[s], column[c]) in here ? here[set[s], column[c]] paper[set[s], column[c]] : "-" }

function show(line) { sub(/ +$/, "", line); print line }

END {
  if (form == "csv") {
    print "data,column,runs,mean,deviation,printed,printed_deviation"
    for (s = 1; s <= set_count; s++) for (c = 1; c <= count; c++) {
      key = set[s] SUBSEP column[c]
      row = set[s] in as ? as[set[s]] : set[s]
      print set[s] "," column[c] "," n[key] + 0 "," (n[key] ? sprintf("%.2f", mean(key)) : "") "," (n[key] > 1 ? sprintf("%.2f", deviation(key)) : "") "," \
        printed[row, column[c]] "," printed_deviation[row, column[c]]
    }
    exit
  }
  width[0] = 8
  for (s = 1; s <= set_count; s++) if (length(set[s]) > width[0]) width[0] = length(set[s])
  for (c = 1; c <= count; c++) {
    width[c] = length(column[c])
    for (s = 1; s <= set_count; s++) if (length(cell(s, c)) > width[c]) width[c] = length(cell(s, c))
  }
  line = sprintf("%-" width[0] "s", "accuracy")
  for (c = 1; c <= count; c++) line = line sprintf("  %-" width[c] "s", column[c])
  show(line)
  for (s = 1; s <= set_count; s++) {
    line = sprintf("%-" width[0] "s", set[s])
    for (c = 1; c <= count; c++) line = line sprintf("  %-" width[c] "s", cell(s, c))
    show(line)
  }
}
