# possible.awk: which printed means and deviations can come from ten accuracies over the objects that Table I counts.
#   awk -f possible.awk printed.csv
# The mean of ten runs on n objects is a multiple of 10/n percent; T right assignments in all, 10 q + r of them, deviate least where r runs have q + 1 and the
# others q. A mean passes when rounding or cutting off gives it, a deviation when it is at least the least (of a population, rounded up).
BEGIN { FS = "," }
$1 == 1 && $3 == "objects" { n[$2] = $4 }
$1 == 1 && $3 == "classes" { k[$2] = $4 }
# a thousand objects and more allow every number of two digits
$1 == 2 && n[$2] < 1000 {
  cells++
  set = n[$2]
  unit = 10 / set
  least = -1
  for (t = int($4 / unit) - 1; t <= int($4 / unit) + 2; t++) {
    d = t * unit - $4
    if (d >= -.005000001 && d < .01) {
      r = t % 10
      deviation = 10 / set * sqrt(r * (10 - r))
      if (least < 0 || deviation < least) least = deviation
    }
  }
  note = ""
  if (least < 0) { means++; note = "no ten runs have this mean" }
  else if ($5 + .005 < least) { deviations++; note = sprintf("with this mean at least %.2f", least) }
  if ($4 < 100 / k[$2]) { chance++; note = note (note == "" ? "" : "; ") sprintf("the best matching has at least %.2f", 100 / k[$2]) }
  if (note != "") printf "%-14s %4d objects  %-8s %6s +- %-6s %s\n", $2, set, $3, $4, $5, note
}
END { printf "%d cells on fewer than 1000 objects: %d impossible means, %d impossible deviations of the other means, %d below what matching gives\n", cells, means, deviations, chance }
