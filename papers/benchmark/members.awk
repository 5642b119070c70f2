# members.awk: the means over sets and runs of the lines of members.sh. A run that failed counts as 0. Prints
# members,restarts,function,sets,runs,failed,nmi,ari.
BEGIN { FS = "," }
{
  key = $3 FS $4 FS $5
  runs[key]++
  if (!((key, $1) in seen)) { seen[key, $1]; sets[key]++ }
  if ($7 == "") failed[key]++
  nmi[key] += $6; ari[key] += $7
}
END { for (key in runs) printf "%s,%d,%d,%d,%.3f,%.3f\n", key, sets[key], runs[key], failed[key], nmi[key] / runs[key], ari[key] / runs[key] }
