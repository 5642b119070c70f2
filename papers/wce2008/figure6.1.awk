# figure6.1.awk: Figure 6.1, errors over the number of constraints. With ../common/statistics.awk and names.awk.
#   awk -v form=csv ... -f figure6.1.awk LINES                        data,constraints,method,score,runs,mean,deviation
#   awk -v form=text ... -f figure6.1.awk figure6.1.csv               to be read
#   awk -v form=curves -v data=Iris ... -f figure6.1.awk figure6.1.csv   for ce-plot: constraints, and for each method its error and deviation
# The deviation of COP-KMeans is that over its ten starts, of CLAC that over 1/h (means of the runs); of other methods that over the runs.
BEGIN {
  FS = ","
  shown = split("cop-kmeans seeded-cop-kmeans clac c-wbpa c-wbpa-kept cop-kmeans-scaled seeded-cop-kmeans-scaled", method, " ")
}
form == "csv" { key = $1 "," $2 "," $3 "," $4; remember("point", key); add(key, $6); next }
FNR == 1 { next }
{
  remember("set", $1)
  remember($1, $2)
  value[$1, $2, $3, $4] = $6; spread[$1, $2, $3, $4] = $7
}

function csv(  i, key) {
  print "data,constraints,method,score,runs,mean,deviation"
  for (i = 1; i <= count["point"]; i++) {
    key = names["point", i]
    printf "%s,%d,%.3f,%.3f\n", key, n[key], mean(key), deviation(key)
  }
}

function over(set, at, m) { return (set, at, m, "sd-er") in value ? value[set, at, m, "sd-er"] : spread[set, at, m, "er"] }

function text(  i, j, m, set, at) {
  for (i = 1; i <= count["set"]; i++) {
    set = names["set", i]
    printf "%s%-12s", (i > 1 ? "\n" : ""), set
    for (m = 1; m <= shown; m++) printf "  %-26s", method[m]
    print ""
    for (j = 1; j <= count[set]; j++) {
      at = names[set, j]
      printf "  %-10s", at
      for (m = 1; m <= shown; m++)
        printf "  %-26s", sprintf("%.2f +- %.2f (%s; %.0f)", value[set, at, method[m], "er"], over(set, at, method[m]), \
          (set, at, method[m], "free-er") in value ? sprintf("%.2f", value[set, at, method[m], "free-er"]) : "-", value[set, at, method[m], "violated"])
      print ""
    }
  }
  if (count["set"]) print "\nerror % +- deviation (error of the objects in no constraint; constraints violated, %)"
}

function curves(  j, m, at) {
  printf "constraints"
  for (m = 1; m <= shown; m++) printf ",%s,%s-sd", method[m], method[m]
  print ""
  for (j = 1; j <= count[data]; j++) {
    at = names[data, j]
    printf "%s", at
    for (m = 1; m <= shown; m++) printf ",%.3f,%.3f", value[data, at, method[m], "er"], over(data, at, method[m])
    print ""
  }
}

END {
  if (form == "csv") csv()
  else if (form == "text") text()
  else if (form == "curves") curves()
}
