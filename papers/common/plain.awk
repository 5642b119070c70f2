# plain.awk: Markdown as text: tables with columns of the same width, without the marks.
#   awk -f plain.awk FILE.md
function flush(  r, i, line) {
  for (r = 1; r <= rows; r++) {
    line = ""
    for (i = 1; i <= columns; i++) line = line (i > 1 ? "  " : "") sprintf("%" (i == 1 ? "-" : "") width[i] "s", cell[r, i])
    sub(/ +$/, "", line)
    print line
  }
  rows = columns = 0
  split("", width)
  split("", cell)
}

/^\|[-|]+\|$/ { next }
/^\|/ {
  count = split($0, part, "|") - 2
  if (count > columns) columns = count
  rows++
  for (i = 1; i <= count; i++) {
    gsub(/^ +| +$|`/, "", part[i + 1])
    cell[rows, i] = part[i + 1]
    if (length(part[i + 1]) > width[i]) width[i] = length(part[i + 1])
  }
  next
}
{ if (rows) flush(); gsub(/[*][*]|`/, ""); print }
END { if (rows) flush() }
