# sweep.awk: the mean error of each data set and method (rows) in each reading (columns), to be read.
#   awk -v width=25 -f ../common/statistics.awk -f names.awk -f sweep.awk LINES
# width: of the first column.
BEGIN { FS = "," }
# of LAC and CLAC also each 1/h has errors: lac-3
$4 == "er" && $3 !~ /-[0-9]+$/ { remember("row", $1 "," $3); remember("reading", $2); add($1 "," $3 SUBSEP $2, $6) }
END {
  printf "%-" width "s", "error %"
  for (r = 1; r <= count["reading"]; r++) printf " %14s", names["reading", r]
  print ""
  for (i = 1; i <= count["row"]; i++) {
    printf "%-" width "s", names["row", i]
    for (r = 1; r <= count["reading"]; r++) {
      key = names["row", i] SUBSEP names["reading", r]
      printf " %14s", (key in n) ? sprintf("%.2f", mean(key)) : "-"
    }
    print ""
  }
}
