# align.awk: a CSV table with columns of the same width, names to the left and numbers to the right. Other lines stay as they are.
#   awk -f align.awk TABLE.csv
BEGIN { FS = "," }
NR == 1 { columns = NF }
{
  rows = NR
  whole[NR] = NF == columns ? "" : $0
  if (NF != columns) next
  for (i = 1; i <= NF; i++) {
    cell[NR, i] = $i
    if (length($i) > width[i]) width[i] = length($i)
    if (NR > 1 && $i !~ /^-?[0-9.]*$/) text[i] = 1
  }
}
END {
  for (r = 1; r <= rows; r++) {
    if (whole[r] != "") { print whole[r]; continue }
    line = ""
    for (i = 1; i <= columns; i++) line = line (i > 1 ? "  " : "") sprintf("%" (text[i] ? "-" : "") width[i] "s", cell[r, i])
    sub(/ +$/, "", line)
    print line
  }
}
