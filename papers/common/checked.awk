# checked.awk: the counts of printed numbers into the table of doc/readings.md that says how far each function and generator is checked.
#   make -s methods | awk -f checked.awk - doc/readings.md      to standard output
BEGIN { FS = "," }
FILENAME == "-" { within[$1] = $2; outside[$1] = $3; unjudged[$1] = $4; next }
/^## / { inside = /^## How far each .* is checked$/ }
!inside || !/^\| `/ { print; next }
{
  # the names in the first cell
  count = split(substr($0, 3, index(substr($0, 3), " |") - 1), name, " ")
  a = b = c = 0
  for (i = 1; i <= count; i++) {
    gsub(/`/, "", name[i])
    a += within[name[i]]; b += outside[name[i]]; c += unjudged[name[i]]
  }
  line = $0
  sub(/ \| [^|]* \|$/, "", line)
  print line " | " (a + b + c ? a "; " b "; " c : "-") " |"
}
