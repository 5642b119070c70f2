# assign-votes.awk OLD RESULT NEW: consensus labels, scores, margins and rules of rows of labels, by
# objects and texts. The first column of OLD is the size of its rows.
function missing(x) { return x == "" || x == "NA" }

# Whether label l goes before the best so far where both have the same score.
function before(l) {
  if (!exact && big[l] != big[best]) return big[l] > big[best]
  return l + 0 < best + 0
}

FILENAME == ARGV[1] {
  if (FNR == 1) next
  n++
  size[n] = $1
  m = NF - 1
  for (q = 1; q <= m; q++) {
    v[n, q] = missing($(q + 1)) ? "" : $(q + 1)
    seen[q, v[n, q]]
    text[n] = text[n] "," v[n, q]
  }
  next
}

FILENAME == ARGV[2] {
  if (FNR == 1) next
  i++
  of[i] = missing($1) ? "" : $1
  if (of[i] != "") { big[of[i]] += size[i]; clusters[of[i]] }
  next
}

FNR == 1 { print "r,score,margin,rule"; next }

{
  row = best = ""
  there = unknown = exact = sum = second = 0
  split("", score)
  for (q = 1; q <= m; q++) {
    x[q] = missing($q) ? "" : $q
    if (x[q] != "" && !((q, x[q]) in seen)) { x[q] = ""; unknown++ }
    row = row "," x[q]
    there += x[q] != ""
  }
  for (o = 1; o <= n; o++)
    if ((there || !unknown) && text[o] == row) {
      exact = 1
      if (of[o] != "") { score[of[o]] += size[o]; sum += size[o] }
    }
  if (exact) for (l in score) score[l] /= sum
  else for (l in clusters) {
    up = down = 0
    for (o = 1; o <= n; o++)
      for (q = 1; q <= m; q++)
        if (of[o] == l && x[q] != "" && v[o, q] != "") {
          up += size[o] * (v[o, q] == x[q])
          down += size[o]
        }
    if (up) score[l] = up / down
  }
  for (l in score)
    if (best == "" || score[l] > score[best] || (score[l] == score[best] && before(l))) best = l
  for (l in score) if (l != best && score[l] > second) second = score[l]
  if (best == "") print "NA,,," (exact ? "exact" : "none")
  else printf "%s,%.12f,%.12f,%s\n", best, score[best], score[best] - second, \
         exact ? "exact" : "vote"
}
