# keep.awk: our results in one form for all papers: table,data,method,score,runs,mean,deviation,judged.
#   awk [-v exact=REGEX] [-v as="NAME=PRINTED ..."] -f keep.awk results.csv out/table9.csv...   what is kept already, and new tables, whose cells replace it
# The number of a table is in the name of its file. Columns go by their names. exact: METHOD of what has no chance in it (data too).
# judged: within or outside, where that was found from deviations that are not kept; new tables have their deviations.
BEGIN {
  FS = ","
  for (i = split(as, pair, " "); i; i--) { split(pair[i], name, "="); printed_name[name[1]] = name[2] }
  print "table,data,method,score,runs,mean,deviation,judged"
}

function column(first, second, third) { return first in at ? $at[first] : second in at ? $at[second] : third in at ? $at[third] : "" }

FNR == 1 {
  split("", at)
  for (i = 1; i <= NF; i++) at[$i] = i
  table = FILENAME
  sub(/.*\/table/, "", table)
  sub(/\.csv$/, "", table)
  next
}
{
  mean = column("mean", "plain")
  if (mean == "") next
  method = column("method", "item", "column")
  deviation = column("deviation", "plain_deviation")
  if (method == "data" || (exact != "" && method ~ "^(" exact ")$")) deviation = "exact"
  key = (("table" in at) ? $at["table"] : table) "," (column("data") in printed_name ? printed_name[column("data")] : column("data")) "," method "," column("score")
  if (!(key in line)) order[++keys] = key
  line[key] = key "," column("runs") "," mean "," deviation "," column("judged")
}
END { for (i = 1; i <= keys; i++) print line[order[i]] }
