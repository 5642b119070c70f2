# sweep.awk: what gcons makes of each k of the base clusterings and each reading: phi, its number of clusters, its NMI with the classes and the mean of
# those of the base clusterings. The classes were not looked at before the last two columns.
BEGIN { FS = ","; print "data,k,reading,phi,clusters,nmi,aia" }
{
  key = $1 "," $4 "," $3
  if (!(key in seen)) { seen[key]; order[++keys] = key }
  value[key, $5 "," $6] = $8
}
END {
  for (i = 1; i <= keys; i++) {
    key = order[i]
    printf "%s,%.4f,%d,%.4f,%.4f\n", key, value[key, "gcons,phi"], value[key, "gcons,clusters"], value[key, "gcons,nmi"], value[key, "aia,nmi"]
  }
}
