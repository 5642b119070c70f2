# sweep.awk: mean and sample standard deviation of each data set, method and parameter over the runs, and the largest number of
# clusters that came out. With ../common/statistics.awk.
BEGIN { FS = ","; print "data,method,parameter,runs,mean,deviation,most_clusters" }
{
  key = $1 "," $2 "," $3
  if (!(key in n)) order[++keys] = key
  add(key, $5)
  if ($6 > most[key]) most[key] = $6
}
END {
  for (i = 1; i <= keys; i++) {
    key = order[i]
    printf "%s,%d,%.3f,%.3f,%d\n", key, n[key], mean(key), deviation(key), most[key]
  }
}
