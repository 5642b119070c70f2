# sweep.awk: ECMC at several settings beside the printed numbers.
#   awk -v form=means -f sweep.awk LINES         means over the draws: setting,data,item,runs,mean
#   awk -f sweep.awk printed.csv MEANS           for each setting: how many of its cells are within .05 of the printed ones, and how far they
#                                                are in the mean; the settings that were run on most cells first
BEGIN { FS = ","; OFS = "," }
form == "means" {
  cell = $1 OFS $2 OFS $3
  if (!(cell in runs)) order[++cells] = cell
  runs[cell]++
  sum[cell] += $5
  next
}
NR == FNR { if ($3 ~ /^ecmc-/) printed[$2, $3] = $4; next }
FNR > 1 && ($2, $3) in printed {
  off = $5 - printed[$2, $3]
  if (off < 0) off = -off
  if (!count[$1]++) order[++settings] = $1
  within[$1] += off <= .05
  far[$1] += off
  if (off > most[$1]) { most[$1] = off; where[$1] = $2 " " $3 }
}
END {
  if (form == "means") {
    print "setting,data,item,runs,mean"
    for (i = 1; i <= cells; i++) printf "%s,%d,%.4f\n", order[i], runs[order[i]], sum[order[i]] / runs[order[i]]
    exit
  }
  print "low,high,penalty times sqrt(n),cells,within .05,mean distance,largest distance"
  for (i = 2; i <= settings; i++)
    for (j = i; j > 1 && before(order[j], order[j - 1]); j--) { t = order[j]; order[j] = order[j - 1]; order[j - 1] = t }
  for (i = 1; i <= settings; i++) {
    s = order[i]
    split(s, part, ":")
    printf "%s,%s,%s,%d,%d,%.3f,%.3f (%s)\n", part[1], part[2], part[3], count[s], within[s], far[s] / count[s], most[s], where[s]
  }
}
function before(a, b) {
  if (count[a] != count[b]) return count[a] > count[b]
  if (within[a] != within[b]) return within[a] > within[b]
  return far[a] / count[a] < far[b] / count[b]
}
