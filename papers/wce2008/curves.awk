# curves.awk: lines of LAC's errors (score 1/h=N) and of cells to a table for ce-plot: 1/h, the mean error of LAC there, and those of the ensembles.
# With ../common/statistics.awk.
BEGIN { FS = ","; methods = split("wspa-metis wbpa-metis wsbpa-metis cspa mcla", method, " ") }
$4 ~ /^1\/h=/ { h = substr($4, 5) + 0; add(h, $6); if (h > top) top = h }
$2 == "all" && $4 == "er" { add($3, $6) }
END {
  printf "1/h,lac"
  for (i = 1; i <= methods; i++) printf ",%s", method[i]
  print ""
  for (h = 1; h <= top; h++) if (h in n) {
    printf "%d,%.3f", h, mean(h)
    for (i = 1; i <= methods; i++) printf ",%.3f", mean(method[i])
    print ""
  }
}
