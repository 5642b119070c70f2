# table.awk: means and sample standard deviations of the runs beside the printed numbers. With ../common/statistics.awk.
#   awk -v form=csv -v table=4.7 ... -f table.awk printed.csv LINES   LINES: data,reading,method,score,run,value; to
#       data,method,score,runs,mean,deviation,minmax_runs,minmax_mean,minmax_deviation,close_runs,close_mean,close_deviation,printed
#   awk -v form=csv -v table=4.2 ...    the same for averages over data sets: "public" are those that can be had, "average" has
#       stand-ins for the others
#   awk -v form=text ... -f table.awk table4.7.csv   to be read: NMI and error of a method in one line
# A data set of the table that has no lines is printed without values of ours.
BEGIN {
  FS = ","
  readings = split("all minmax close", reading, " ")
  real["Iris"] = real["WDBC"] = real["Breast"] = real["Letter"] = real["SatImage"] = "public"
  real["Ling-Spam-2000"] = real["Ling-Spam-5996"] = real["Spam2000"] = real["Spam5996"] = "all"
}

# Errors have two digits, whole numbers none.
function cut(x, score) {
  if (score ~ /er$/) return sprintf("%.2f", x)
  return x ~ /^[0-9]+$/ ? x : number(x, 3)
}

# The printed ranges of members stand in every row of their ensembles.
function ranges(method) { return method == "wspa-metis" ? "lac" : method == "kmeans-coas" ? "kmeans" : method == "cat-cspa-metis" ? "coolcat" : "" }

function note(data, method, score,  key) {
  key = data "," method "," score
  if (!(key in known)) { known[key] = 1; order[++keys] = key }
  return key
}

function measured(key, score) {
  if (!n[key]) return ",,"
  if (score == "sizes") return n[key] "," text[key] ","
  return n[key] "," cut(mean(key), score) "," (n[key] > 1 ? cut(deviation(key), score) : "")
}

form == "csv" && FILENAME == ARGV[1] {
  if (FNR == 1) next
  method = $3
  if ($4 ~ /^(max|min|avg)-.*/ && $1 !~ /^4\.1[234]$/) { if ((method = ranges(method)) == "") next }
  if ($1 "" == table "") { key = note($2, method, $4); printed[key] = $5 }
  # the printed average over the sets that can be had, from their own tables
  if (table "" == "4.2" && real[$2] == "public" && $1 ~ /^4\.[5-9]$/) {
    if ($4 == "nmi" || $4 == "er") { key = note("public", method, $4); add("printed " key, $5) }
    else if (method == "lac" && $4 ~ /^avg-/) { key = note("public", "lac", substr($4, 5)); add("printed " key, $5) }
  }
  next
}
form == "csv" && table "" == "4.2" {
  # of each set the mean over runs, then the mean over sets
  if (!($1 in real)) next
  score = $4
  if ($3 == "lac" && score ~ /^avg-/) score = substr(score, 5)
  else if (score != "nmi" && score != "er") next
  key = $1 "," $2 "," $3 "," score
  if (!(key in n)) sets_order[++sets_count] = key
  add(key, $6)
  next
}
form == "csv" {
  key = note($1, $3, $4)
  if ($4 == "sizes") { n[key, $2] = 1; text[key, $2] = $6; next }
  add(key SUBSEP $2, $6)
  next
}
FNR == 1 { next }
{
  if (!($1 in rows)) sets[++count] = $1
  if (!(($1, $2) in line)) { line[$1, $2] = 1; name[$1, ++rows[$1]] = $2 }
  for (r = 1; r <= readings; r++) {
    if ($(3 * r + 1) > runs[$1, $2]) runs[$1, $2] = $(3 * r + 1)
    here[$1, $2, $3, r] = plus_minus($(3 * r + 2), $(3 * r + 3))
    if ($(3 * r + 2) != "") with[r] = 1
  }
  paper[$1, $2, $3] = $NF == "" ? "-" : $NF
  scores_of[$1, $2] = scores_of[$1, $2] " " $3
}

function cell(set, method, score, r) { return (set, method, score, r) in here ? here[set, method, score, r] : "-" }

function from_paper(set, method, score) { return (set, method, score) in paper ? paper[set, method, score] : "-" }

function row(set, method, first, second, label,  r) {
  printf "  %-19s %4s", label, runs[set, method]
  for (r = 1; r <= readings; r++) if (with[r] || r == 1) printf "  %-12s %-14s", cell(set, method, first, r), cell(set, method, second, r)
  printf "  %-7s %-7s\n", from_paper(set, method, first), from_paper(set, method, second)
}

END {
  if (form == "csv") {
    for (s = 1; s <= sets_count; s++) {
      split(sets_order[s], part, ",")
      value = mean(sets_order[s])
      if (real[part[1]] == "public") add(note("public", part[3], part[4]) SUBSEP part[2], value)
      if (part[2] == "all") add(note("average", part[3], part[4]) SUBSEP part[2], value)
    }
    print "data,method,score,runs,mean,deviation,minmax_runs,minmax_mean,minmax_deviation,close_runs,close_mean,close_deviation,printed"
    for (i = 1; i <= keys; i++) {
      split(order[i], part, ",")
      if ("printed " order[i] in n) printed[order[i]] = cut(mean("printed " order[i]), part[3])
      printf "%s", order[i]
      for (r = 1; r <= readings; r++) printf ",%s", measured(order[i] SUBSEP reading[r], part[3])
      print "," printed[order[i]]
    }
    exit
  }
  for (s = 1; s <= count; s++) {
    set = sets[s]
    if ((set, "data") in line) {
      if (s == 1) printf "%-16s %-32s %s\n", "", "classes, features, objects", "printed"
      printf "%-16s", set
      printf " %-32s", cell(set, "data", "k", 1) " " cell(set, "data", "d", 1) " " cell(set, "data", "n", 1) " (" cell(set, "data", "sizes", 1) ")"
      printf " %s %s %s (%s)\n", paper[set, "data", "k"], paper[set, "data", "d"], paper[set, "data", "n"], paper[set, "data", "sizes"]
      continue
    }
    second = scores_of[set, name[set, 1]] ~ / ari/ ? "ARI" : "error %"
    printf "%s%s\n  %-19s %4s", (s > 1 ? "\n" : ""), set, "", "runs"
    for (r = 1; r <= readings; r++) if (with[r] || r == 1) printf "  %-12s %-14s", (r == 1 ? "" : reading[r] ": ") "NMI", second
    printf "  %-7s %-7s\n", "printed", second
    for (i = 1; i <= rows[set]; i++) {
      method = name[set, i]
      if (scores_of[set, method] ~ / er( |$)/) row(set, method, "nmi", "er", method)
    }
    for (i = 1; i <= rows[set]; i++) {
      method = name[set, i]
      if (scores_of[set, method] ~ / avg-er/) {
        row(set, method, "max-nmi", "max-er", method " largest")
        row(set, method, "min-nmi", "min-er", method " smallest")
        row(set, method, "avg-nmi", "avg-er", method " mean")
      }
      if (scores_of[set, method] ~ / nmi-max/) {
        row(set, method, "nmi", "ari", "all")
        row(set, method, "nmi-max", "ari-max", "most diverse")
        row(set, method, "nmi-med", "ari-med", "median")
      }
    }
  }
}
