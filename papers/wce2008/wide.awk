# wide.awk: lines of ensembles (data,reading,method,score,seed,value) to a table with a row for each ensemble: d-nmi, members.nmi, members.ari and
# METHOD.nmi, METHOD.ari, METHOD.d-ari.
BEGIN { FS = "," }
{
  column = $3 == "members" && $4 == "d-nmi" ? "d-nmi" : $3 "." $4
  if (!(column in known)) { known[column] = 1; name[++columns] = column }
  if (!($5 in row)) { row[$5] = 1; seed[++rows] = $5 }
  value[$5, column] = $6
}
END {
  for (i = 1; i <= columns; i++) printf "%s%s", name[i], i < columns ? "," : "\n"
  for (r = 1; r <= rows; r++) for (i = 1; i <= columns; i++) printf "%s%s", value[seed[r], name[i]], i < columns ? "," : "\n"
}
