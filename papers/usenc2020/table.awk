# table.awk: means and sample standard deviations of the runs beside the printed values. With ../common/statistics.awk.
#   awk -v form=csv -v table=4 ... -f table.awk choices.csv printed.csv LINES
#                          data,n,method,runs,mean,deviation,printed_mean,printed_deviation,errors
#                          table 4 and 7: NMI; 5 and 8: CA; 6 and 9: seconds of the clock, with those of the cores after it
#   awk -v form=text ... -f table.awk table4.csv    the same as a table to be read
#   awk -v form=errors ... -f table.awk table4.csv table5.csv table7.csv table8.csv
#                          of the two methods of the paper and of the others: how many means are how near
# errors: the difference of the means by its standard error, from the deviation of our runs, that of the printed 20,
# and rounding. Where the data are another selection there is none; up to .015 counts as none.
function standard_errors(key, m, s,  e, off) {
  if (m == "" || s == "" || n[key] < 2 || foreign[data_of[key]]) return ""
  e = sqrt(deviation(key) ^ 2 / n[key] + s ^ 2 / 20 + ROUNDING)
  off = mean(key) - m
  if (off < .0151 && off > -.0151) return "0.0"
  return sprintf("%.1f", off / e)
}

function two(x) { return x == "" ? "" : sprintf("%.2f", x) }

BEGIN {
  FS = ","
  ROUNDING = 2 * .01 ^ 2 / 12 # the variance of two numbers that are rounded to .01
  column = table == 4 || table == 7 ? 5 : table == 5 || table == 8 ? 6 : 7
}
form == "csv" && FILENAME == ARGV[1] {
  if (FNR > 1) { printed_name[$1] = $2; size[$1] = $4; foreign[$1] = $1 ~ /-5000$/ }
  next
}
form == "csv" && FILENAME == ARGV[2] {
  if ($1 != table) next
  if (!($3 in known)) { known[$3] = 1; method[++methods] = $3 }
  printed[$2 "," $3] = $4; spread[$2 "," $3] = $5
  next
}
form == "csv" {
  if (!($3 in known)) next
  set = $1 "," $2
  if (!(set in seen)) { seen[set] = 1; order[++sets] = set }
  data_of[set "," $3] = $1
  lines[set "," $3]++
  if ($5 == "") next
  add(set "," $3, $column)
  if (column == 7) cores[set "," $3] += $8
  next
}
FNR == 1 { next }
form == "text" {
  if ($1 "," $2 != last) printf "%s%s, %d objects\n  %-9s %4s  %-18s %-18s %s\n", (last == "" ? "" : "\n"), $1, $2, "", "runs", "here", "printed", ($10 == "" ? "standard errors" : "CPU seconds here")
  last = $1 "," $2
  printf "  %-9s %4s  %-18s %-18s %s\n", $3, ($4 == "" ? "-" : $4), plus_minus($5, $6), ($7 == "" ? "N/A" : plus_minus($7, $8)), ($10 == "" ? $9 : $10)
  next
}
form == "errors" {
  who = $3 == "U-SPEC" || $3 == "U-SENC" ? $3 : "others"
  if ((FILENAME ~ /[78]\.csv$/ && who != "others") || $9 == "") next
  off = $9 < 0 ? -$9 : $9 + 0
  cells[who]++
  if (off <= 2) near[who]++
  else beyond[++away] = sprintf("  %-7s %-11s %-9s %-7s %6.2f +- %-5s printed %6.2f +- %-5s %5.1f", (FILENAME ~ /[47]\.csv$/ ? "NMI" : "CA"), $1, $2, $3, $5, $6, $7, $8, $9)
}
END {
  if (form == "csv") {
    print "data,n,method,runs,mean,deviation,printed_mean,printed_deviation,errors,cpu"
    for (s = 1; s <= sets; s++)
      for (m = 1; m <= methods; m++) {
        key = order[s] "," method[m]
        split(order[s], part, ",")
        at = printed_name[part[1]] "," method[m]
        if (!(key in lines) && printed[at] == "") continue
        if (!(key in n)) printf "%s,%s,,,%s,%s,,\n", key, (key in lines ? 0 : ""), printed[at], spread[at]
        else printf "%s,%d,%s,%s,%s,%s,%s,%s\n", key, n[key], two(mean(key)), (n[key] > 1 ? two(deviation(key)) : ""), printed[at], spread[at], standard_errors(key, printed[at], spread[at]), (column == 7 ? two(cores[key] / n[key]) : "")
      }
  }
  if (form == "errors") {
    print "Means within two standard errors of the printed ones:"
    for (w = split("U-SPEC U-SENC others", who_of, " "); w >= 1; w--) if (cells[who_of[w]]) printf "  %-7s %d of %d\n", who_of[w], near[who_of[w]], cells[who_of[w]]
    if (away) print "The others:"
    for (i = 1; i <= away; i++) print beyond[i]
  }
}
