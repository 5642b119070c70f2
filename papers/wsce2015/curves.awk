# curves.awk: lines share,column,run,accuracy to a table for ce-plot: a row for each share, a column of mean accuracies for each column.
# With ../common/statistics.awk.
BEGIN { FS = "," }
{
  if (!($2 in known)) { known[$2] = 1; column[++columns] = $2 }
  if (!($1 in seen)) { seen[$1] = 1; share[++shares] = $1 }
  if ($4 != "") add($1 SUBSEP $2, $4)
}
END {
  printf "percent"
  for (c = 1; c <= columns; c++) printf ",%s", column[c]
  print ""
  for (s = 1; s <= shares; s++) {
    printf "%s", share[s]
    for (c = 1; c <= columns; c++) printf ",%s", (share[s], column[c]) in n ? sprintf("%.2f", mean(share[s] SUBSEP column[c])) : ""
    print ""
  }
}
