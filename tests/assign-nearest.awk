# assign-nearest.awk MODEL DATA: labels of the nearest centroids, with weights where the model has
# them.
FILENAME == ARGV[1] {
  if (FNR == 1) next
  if ($1 != last) name[++m] = last = $1
  if ($4 == "centroid") k[m]++
  for (s = 1; s <= NF - 4; s++)
    if ($4 == "centroid") c[m, $2, s] = $(s + 4)
    else w[m, $2, s] = $(s + 4)
  next
}

FNR == 1 { for (q = 1; q <= m; q++) printf "%s%s", name[q], q < m ? "," : "\n"; next }

{
  for (q = 1; q <= m; q++) {
    best = 0
    for (j = 1; j <= k[q]; j++) {
      d = 0
      for (s = 1; s <= NF; s++)
        if (c[q, j, s] != "") d += ((q, j, s) in w ? w[q, j, s] : 1) * ($s - c[q, j, s]) ^ 2
      if (!best || d < least) { least = d; best = j }
    }
    printf "%d%s", best, q < m ? "," : "\n"
  }
}
