# members.awk: the means over sets and runs of the lines of members.sh. A run that failed counts as 0. Prints
# members,restarts,k,function,sets,runs,failed,nmi,ari.
BEGIN { FS = "," }
{
  key = $3 FS $4 FS $5 FS $6
  runs[key]++
  if (!((key, $1) in seen)) { seen[key, $1]; sets[key]++ }
  if ($8 == "") failed[key]++
  nmi[key] += $7; ari[key] += $8
}
END { for (key in runs) printf "%s,%d,%d,%d,%.3f,%.3f\n", key, sets[key], runs[key], failed[key], nmi[key] / runs[key], ari[key] / runs[key] }
