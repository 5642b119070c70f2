# figure4.4.awk: the mean error of a method over the size of its ensembles, a column for each data set, for ce-plot.
#   awk -v method=wspa-metis -f ../common/statistics.awk -f names.awk -f figure4.4.awk LINES   LINES: of methods METHOD.SIZE
BEGIN { FS = "," }
$4 == "er" && index($3, method ".") == 1 { remember("set", $1); add(substr($3, length(method) + 2) + 0 SUBSEP $1, $6) }
END {
  printf "size"
  for (i = 1; i <= count["set"]; i++) printf ",%s", names["set", i]
  print ""
  for (members = 1; members <= 50; members++) if ((members, names["set", 1]) in n) {
    printf "%d", members
    for (i = 1; i <= count["set"]; i++) printf ",%.3f", mean(members SUBSEP names["set", i])
    print ""
  }
}
