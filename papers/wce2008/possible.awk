# possible.awk: which numbers of Table 6.3 a clustering of so many objects can have (and the one number that the text gives of Figure 6.1).
#   awk -f possible.awk printed.csv
# Errors are E of n objects, in percent; means are those of five clusterings, E of 5 n. A number passes when rounding gives it, or cutting off. A deviation passes when
# five whole numbers of sum E have it: 5 (sum of squares) - E^2 is then a whole number, and 5 E odd or even as it is; with 4 in the denominator (sample) or 5.
# n is what Table 6.2 says, and for Wine also what Table 6.1 says.
BEGIN { FS = "," }
$1 == "6.2" && $4 == "n" { n[$2] = $5 }
$1 == "6.1" && $2 == "Wine" && $4 == "n" { whole = $5 }
$1 == "6.3" && $4 == "sd-er" { deviation[$2, $3] = $5 }
$1 == "6.3" && $4 == "er" || $1 == "figure6.1" { rows++; set[rows] = $2; method[rows] = $3; printed[rows] = $5 }

# the number of wrong objects of `all` that is printed so; how: rounded or cut off; -1: none
function wrong(value, all,  e, exact) {
  e = int(value * all / 100 + .5)
  exact = 100 * e / all
  if (exact - value < .005 + 1e-9 && value - exact < .005 + 1e-9) { how = ""; return e }
  e = int((value + .01) * all / 100 - 1e-9)
  exact = 100 * e / all
  if (exact >= value - 1e-9) { how = ", cut off"; return e }
  return -1
}

# is there a sum of squares of five whole numbers of sum e, at most `all` each, with this deviation, by this denominator?
function spread(e, all, value, denominator,  low, high, q) {
  low = denominator * ((value - .005) * all / 100) ^ 2 + e * e / 5
  high = denominator * ((value + .01) * all / 100) ^ 2 + e * e / 5
  for (q = int(low - 1e-9) + 1; q <= high; q++) if ((q - e) % 2 == 0) return 1
  return 0
}

function judge(value, all, method, sd,  e, parts, text) {
  parts = method ~ /^(lac|clac)$/ ? 5 : 1
  e = wrong(value, parts * all)
  if (e < 0) return "not of " all " objects"
  text = e " of " (parts > 1 ? "5 x " : "") all how
  if (parts == 1) return text
  text = text "; +- " sd ": "
  if (spread(e, all, sd, 4)) return text "sample" (spread(e, all, sd, 5) ? " or population" : "")
  return text (spread(e, all, sd, 5) ? "population" : "no five clusterings")
}

END {
  for (i = 1; i <= rows; i++) {
    line = judge(printed[i], n[set[i]], method[i], deviation[set[i], method[i]])
    if (set[i] ~ /^Wine/) line = line " | " judge(printed[i], whole, method[i], deviation[set[i], method[i]])
    printf "%-12s %-12s %6s  %s\n", set[i], method[i], printed[i], line
  }
}
