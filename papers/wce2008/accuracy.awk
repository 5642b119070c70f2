# accuracy.awk: the table of ensembles (wide.awk) to folder/METHOD.nmi.csv and METHOD.ari.csv, sorted by diversity, for the figures;
# prints how diversity and accuracy go together: Pearson's correlations, and what the ensemble gains on its members. With ../common/statistics.awk.
BEGIN { FS = "," }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; columns = NF; for (i = 1; i <= NF; i++) name[i] = $i; next }
{ for (i = 1; i <= NF; i++) { v[NR - 1, i] = $i; add(i, $i) } }

function correlation(a, b,  r, ma, mb, saa, sbb, sab) {
  ma = mean(a); mb = mean(b)
  for (r = 1; r < NR; r++) { saa += (v[r, a] - ma) ^ 2; sbb += (v[r, b] - mb) ^ 2; sab += (v[r, a] - ma) * (v[r, b] - mb) }
  return saa > 1e-18 && sbb > 1e-18 ? sprintf("%.2f", sab / sqrt(saa * sbb)) : "-"
}

function write(method, measure, d, members, ensemble,  r, s, i, order, file, t) {
  file = folder "/" method "." measure ".csv"
  for (r = 1; r < NR; r++) order[r] = r
  for (r = 2; r < NR; r++) for (s = r; s > 1 && v[order[s], d] + 0 < v[order[s - 1], d] + 0; s--) { t = order[s]; order[s] = order[s - 1]; order[s - 1] = t }
  print "D_" toupper(measure) ",members,ensemble" >file
  for (i = 1; i < NR; i++) print v[order[i], d] "," v[order[i], members] "," v[order[i], ensemble] >file
  close(file)
  printf "%-14s %s  %6.3f %6.3f   %8.3f %8.3f   %6s %6s\n", method, measure, v[order[1], d], v[order[NR - 1], d], mean(members), mean(ensemble), correlation(d, members), correlation(d, ensemble)
}

END {
  printf "%-14s %3s  %13s   %17s   %13s\n%-14s %3s  %6s %6s   %8s %8s   %6s %6s\n", "", "", "diversity", "mean accuracy", "correlation", "", "", "from", "to", "members", "ensemble", "with", "with"
  for (i = 1; i <= columns; i++) if (name[i] ~ /^w(s|b|sb)pa-metis\.nmi$/) {
    method = substr(name[i], 1, length(name[i]) - 4)
    write(method, "nmi", at["d-nmi"], at["members.nmi"], i)
    write(method, "ari", at[method ".d-ari"], at["members.ari"], at[method ".ari"])
  }
}
