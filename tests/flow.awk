# flow.awk: the bars and bands of a flow as its picture has them, from the numbers of clusters that `ce-plot tracking --format csv` tells.
#
#   awk -F, -v most=20 -v least=0 -f flow.awk NUMBERS
#
# Bars are as high as they have objects, with gaps of .02 (together at most .3) between them; the first clustering from the lowest number,
# the others by the mean height of their objects in the one before; then what is left over, then objects without a label. A bar is 0.14
# wide. A band takes its share of the height of both bars in the order of the bars, and goes over in 24 steps along 3 t^2 - 2 t^3.
# A line for each point of a band, and one for each bar, with its color.

function middle(q, c) { return (low[q, c] + high[q, c]) / 2 }

function color(c) { return c == "rest" ? "#c8c8c8" : c == "none" ? "#f0f0f0" : palette[c] }

# whether bar a of clustering q is below bar b
function below(q, a, b) {
  if (a == "none" || b == "none") return a == "none"
  if (a == "rest" || b == "rest") return a == "rest"
  return place[q, a] > place[q, b]
}

function bars(q,   i, c, b, t, at, gap, kept, biggest) {
  # the clusters by size; what is beyond `most` is one bar
  for (i = 1; i <= n; i++) if (label[i, q] != "NA" && !((q, label[i, q]) in rank)) { rank[q, label[i, q]] = 1; list[++kept] = label[i, q] }
  for (i = 1; i <= n; i++) objects[q, label[i, q]] += weight[i]
  for (b = 1; b <= kept; b++) for (t = 1; t <= kept; t++) if (objects[q, list[t]] > objects[q, list[b]]) rank[q, list[b]]++
  for (i = 1; i <= n; i++) {
    c = label[i, q] == "NA" ? "none" : rank[q, label[i, q]] > most ? "rest" : label[i, q]
    bar[i, q] = c
    if (!((q, c) in size)) order[q, ++count[q]] = c
    size[q, c] += weight[i]
    place[q, c] += weight[i] * (q > 1 ? middle(q - 1, bar[i, q - 1]) : c)
  }
  for (b = 1; b <= count[q]; b++) place[q, order[q, b]] /= size[q, order[q, b]]
  for (b = 2; b <= count[q]; b++)
    for (t = b; t > 1 && below(q, order[q, t - 1], order[q, t]); t--) { c = order[q, t]; order[q, t] = order[q, t - 1]; order[q, t - 1] = c }
  gap = count[q] > 1 ? .3 / (count[q] - 1) : 0
  if (gap > .02) gap = .02
  at = 0
  for (b = 1; b <= count[q]; b++) {
    c = order[q, b]
    low[q, c] = at
    at = high[q, c] = at + size[q, c] * (1 - gap * (count[q] - 1)) / total
    at += gap
  }
}

function bands(q,   a, b, i, t, s, x, from, to, share, left, right, begin, end) {
  for (i = 1; i <= n; i++) shared[q, bar[i, q], bar[i, q + 1]] += weight[i]
  for (a = 1; a <= count[q]; a++)
    for (b = 1; b <= count[q + 1]; b++) {
      from = order[q, a]; to = order[q + 1, b]
      share = shared[q, from, to]
      if (!share) continue
      begin = low[q, from] + left[from]; end = low[q + 1, to] + right[to]
      a_wide = share / size[q, from] * (high[q, from] - low[q, from])
      b_wide = share / size[q + 1, to] * (high[q + 1, to] - low[q + 1, to])
      left[from] += a_wide; right[to] += b_wide
      if (share / total < least) continue
      for (s = 0; s <= 24; s++) {
        x = s / 24; t = 3 * x ^ 2 - 2 * x ^ 3
        printf "%s %.6f %.6f %.6f\n", color(from), q + .07 + .86 * x, (1 - t) * begin + t * end, (1 - t) * (begin + a_wide) + t * (end + b_wide)
      }
    }
}

BEGIN { split("#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #56b4e9 #000000", palette, " ") }
NR == 1 { m = NF - 1 - ($2 == "size"); next }
{ n++; weight[n] = NF - 1 > m ? $2 : 1; total += weight[n]; for (q = 1; q <= m; q++) label[n, q] = $(NF - m + q) }
END {
  for (q = 1; q <= m; q++) { split("", list); bars(q) }
  for (q = 1; q < m; q++) bands(q)
  for (q = 1; q <= m; q++)
    for (b = 1; b <= count[q]; b++) {
      c = order[q, b]
      printf "%s %.6f %.6f %.6f %.6f %.6f %.6f\n", color(c), q, middle(q, c), q - .07, q + .07, low[q, c], high[q, c]
    }
}
