# reached.awk: the lines of cells of Table 6.3, and what table.awk makes no means of: of each method's errors the median (median-er), and for each run
# whether its error is at or below the printed one (reached).
#   awk -f ../common/statistics.awk -f reached.awk printed.csv LINES
BEGIN { FS = "," }
FILENAME == ARGV[1] { if ($1 == "6.3" && $4 == "er") printed[$2, $3] = $5; next }
{ print }
$4 == "er" {
  key = $1 FS $2 FS $3
  if (!(key in size)) order[++keys] = key
  put(key, $6)
  # a printed percentage may be cut off
  if (($1, $3) in printed) print key ",reached," $5 "," ($6 <= printed[$1, $3] + .0101)
}
END { for (i = 1; i <= keys; i++) print order[i] ",median-er,0," median(order[i]) }
