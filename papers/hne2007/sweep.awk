# sweep.awk: mean and sample standard deviation of each data set, method and parameter over the runs, and the largest number of
# clusters that came out.
BEGIN { FS = ","; print "data,method,parameter,runs,mean,deviation,most_clusters" }
{
  key = $1 "," $2 "," $3
  if (!(key in n)) order[++keys] = key
  n[key]++; sum[key] += $5; squares[key] += $5 * $5
  if ($6 > most[key]) most[key] = $6
}
END {
  for (i = 1; i <= keys; i++) {
    key = order[i]; m = sum[key] / n[key]
    v = n[key] > 1 ? (squares[key] - n[key] * m * m) / (n[key] - 1) : 0
    printf "%s,%d,%.3f,%.3f,%d\n", key, n[key], m, (v > 1e-12 ? sqrt(v) : 0), most[key]
  }
}
