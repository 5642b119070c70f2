# table.awk: means and sample standard deviations of the runs beside the printed values. With ../common/statistics.awk.
#   awk -v form=csv ... -f table.awk printed.csv LINES   LINES: table,data,item,run,value; to data,item,runs,mean,deviation,printed
#   awk -v form=text ... -f table.awk table9.csv         the same as a table to be read; items METHOD.best and METHOD.true side by side
# A large number (nodes, links) has no digits after the point, a small one three. Not printed is N/A in the paper.
function here(key) { return key in ours ? plus_minus(ours[key], spread[key]) : "-" }

function show(printed) { return printed == "" ? "-" : printed }

BEGIN { FS = "," }
form == "csv" && FILENAME == ARGV[1] { if (FNR > 1) { printed[$1 "," $2 "," $3] = $4 } next }
form == "csv" {
  key = $2 "," $3
  if (!(key in n)) { order[++keys] = key; table[key] = $1 }
  if ($5 == "") next
  add(key, $5)
  next
}
FNR == 1 { next }
{
  if (!($1 in rows)) sets[++count] = $1
  item = $2
  column = "value"
  if (match(item, /\.(best|true)$/)) { column = substr(item, RSTART + 1); item = substr(item, 1, RSTART - 1) }
  wide[$1] = wide[$1] || column != "value"
  if (!(($1, item) in known)) { known[$1, item] = 1; name[$1, ++rows[$1]] = item; runs[$1, item] = $3 }
  ours[$1, item, column] = $4; spread[$1, item, column] = $5; paper[$1, item, column] = $6
}
END {
  if (form == "csv") {
    print "data,item,runs,mean,deviation,printed"
    for (i = 1; i <= keys; i++) {
      key = order[i]
      if (!n[key]) { print key ",0,,," printed[table[key] "," key]; continue }
      print key "," n[key] "," mean_and_deviation(key, mean(key) >= 100 ? 0 : 3) "," printed[table[key] "," key]
    }
    exit
  }
  for (s = 1; s <= count; s++) {
    set = sets[s]
    if (wide[set]) printf "%s%s\n  %-14s %4s  %-15s %-8s %-15s %-8s\n", (s > 1 ? "\n" : ""), set, "", "runs", "best k", "printed", "true k", "printed"
    else printf "%s%s\n  %-14s %4s  %-22s %-8s\n", (s > 1 ? "\n" : ""), set, "", "runs", "here", "printed"
    for (i = 1; i <= rows[set]; i++) {
      item = name[set, i]
      if (wide[set] && (set, item, "best") in ours)
        printf "  %-14s %4d  %-15s %-8s %-15s %-8s\n", item, runs[set, item], here(set SUBSEP item SUBSEP "best"), show(paper[set, item, "best"]), here(set SUBSEP item SUBSEP "true"), show(paper[set, item, "true"])
      else
        printf "  %-14s %4d  %-22s %-8s\n", item, runs[set, item], here(set SUBSEP item SUBSEP "value"), show(paper[set, item, "value"])
    }
  }
}
