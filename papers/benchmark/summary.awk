# summary.awk: the means over the runs. Reads the lines of run.sh, and lines that it printed itself of other runs; prints
# set,kind,function,rule,runs,failed,k,nmi,ari,error,seconds,cpu,mib,reason; a function that failed in all runs has only a reason.
BEGIN { FS = OFS = "," }
$1 == "set" { next }
NF == 14 {
  key = $1 FS $2 FS $3 FS $4
  seen[key] = 1
  runs[key] += $5; failed[key] += $6
  k[key] += $5 * $7; nmi[key] += $5 * $8; ari[key] += $5 * $9; error[key] += $5 * $10
  if ($11 != "") { seconds[key] = $11; cpu[key] = $12; mib[key] = $13 }
  if ($14 != "" && !(key in reason)) reason[key] = $14
  next
}
{
  key = $1 FS $2 FS $4 FS $5
  seen[key] = 1
  if ($7 == "") { failed[key]++; if (!(key in reason)) reason[key] = $13; next }
  runs[key]++
  k[key] += $6; nmi[key] += $7; ari[key] += $8; error[key] += $9
  if ($10 != "") { seconds[key] = $10; cpu[key] = $11; mib[key] = $12 }
}
END {
  for (key in seen) {
    n = runs[key] + 0
    print key, n, failed[key] + 0, n ? sprintf("%.2f,%.4f,%.4f,%.4f", k[key] / n, nmi[key] / n, ari[key] / n, error[key] / n) : ",,,", \
      seconds[key], cpu[key], mib[key], reason[key]
  }
}
