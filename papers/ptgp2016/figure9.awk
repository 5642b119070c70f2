# figure9.awk: how often each method is among the first three of a column of Table IX (a data set, at the best or at the true k).
#   awk -f figure9.awk printed.csv results.csv    method,here,printed: of so many columns, the most often printed first
# A value is among the first three if fewer than three are larger; equal ones all are.
BEGIN { FS = "," }
FNR == 1 {
  for (i = 1; i <= NF; i++) if ($i == "item" || $i == "method") item = i; else if ($i == "value" || $i == "mean") at = i
  which = NR == 1 ? "printed" : "here"
  next
}
$1 == 9 && $at != "" {
  method = $item
  sub(/\.[a-z]+$/, "", method)
  column = $2 substr($item, length(method) + 1)
  if (!(method in known)) { known[method] = 1; methods[++method_count] = method }
  if (!((which, column) in known)) { known[which, column] = 1; columns[which, ++column_count[which]] = column }
  value[which, column, method] = $at
}

function among_first(which, column, method,  m, larger) {
  if (!((which, column, method) in value)) return 0
  for (m = 1; m <= method_count; m++)
    if ((which, column, methods[m]) in value && value[which, column, methods[m]] + 0 > value[which, column, method] + 0) larger++
  return larger < 3
}

END {
  split("here printed", whose, " ")
  for (w = 1; w <= 2; w++) for (c = 1; c <= column_count[whose[w]]; c++) for (m = 1; m <= method_count; m++)
    times[whose[w], methods[m]] += among_first(whose[w], columns[whose[w], c], methods[m])
  print "method,here,printed"
  print "columns," column_count["here"] + 0 "," column_count["printed"] + 0
  for (most = column_count["printed"]; most >= 0; most--) for (m = 1; m <= method_count; m++)
    if (times["printed", methods[m]] == most) print methods[m] "," times["here", methods[m]] + 0 "," most
}
