# summary.awk: what results.csv says, as Markdown: our functions beside the authors' programs, on the same draws; the others beside
# Table IX of ptgp2016, where it has the same pools.
#   awk -v form=FORM -f summary.awk ../ptgp2016/printed.csv results.csv   FORM: tables, readme (the same), or line: one line
BEGIN { FS = ","; same_pools["MF"] = same_pools["IS"] = same_pools["ODR"] = same_pools["LS"] = 1 }

FNR == 1 { next }
FILENAME ~ /printed\.csv$/ { if ($1 == 9) printed[$2 "," $3] = $4; next }
{
  mean[$1, $2, $3, $4] = $6
  runs[$1, $2, $3, $4] = $5
  if (!(($1, $3) in has_method)) { has_method[$1, $3] = 1; method[$1, ++methods[$1]] = $3 }
  if (!(($1, $2) in has_set)) { has_set[$1, $2] = 1; set[$1, ++sets[$1]] = $2; runs_of[$1, $2] = $5 }
}

# Over all sets of the table of the authors: how many runs have their value, of how many.
function same(m, score,  s, of, key, equal) {
  for (s = 1; s <= sets["authors"]; s++) {
    key = "authors" SUBSEP set["authors", s] SUBSEP m SUBSEP score "-same"
    equal += mean[key]
    of += runs[key]
  }
  total_same += equal
  total += of
  return equal "/" of
}

function most(m, score,  s, value, largest) {
  for (s = 1; s <= sets["authors"]; s++) {
    value = mean["authors", set["authors", s], m, score "-most"]
    if (value + 0 >= largest + 0) largest = value
  }
  return largest
}

function shown(x) { return x == "" ? "-" : x }

function runs_of_sets(table,  s, text, count, first) {
  for (s = 1; s <= sets[table]; s++) {
    count = runs_of[table, set[table, s]]
    if (s == 1) first = count
    if (count != first) first = ""
    text = text (s > 1 ? ", " : "") set[table, s] " " count
  }
  return first != "" ? first : text
}

function header(table, first, each, unit,  s, a, b) {
  a = "| " first " |"
  b = "|---|"
  for (s = 1; s <= sets[table]; s++) {
    a = a " " set[table, s] each " |" (each != "" ? " true k |" : "")
    b = b "---|" (each != "" ? "---|" : "")
  }
  print a "\n" b
}

function authors(  i, m, s, row, where) {
  print "**Six functions on the draws of the authors' programs** (runs: " runs_of_sets("authors") "): in how many runs NMI and ARI are theirs to 1e-6, the largest"
  print "difference of a run at the true k, and the mean NMI at the true k, `here (theirs)`.\n"
  row = "| | best k | true k | ARI | largest |"
  for (s = 1; s <= sets["authors"]; s++) row = row " " set["authors", s] " |"
  print row
  gsub(/[^|]+/, "---", row)
  print row
  for (i = 1; i <= methods["authors"]; i++) {
    m = method["authors", i]
    row = "| " m " | " same(m, "best") " | " same(m, "true") " | " same(m, "ari") " | " most(m, "true") " |"
    for (s = 1; s <= sets["authors"]; s++) {
      where = "authors" SUBSEP set["authors", s] SUBSEP m SUBSEP "true"
      row = row " " shown(mean[where]) " (" shown(mean[where "-theirs"]) ") |"
    }
    print row
  }
}

function row_of(table, m, with_printed,  s, row, score, j, key) {
  for (s = 1; s <= sets[table]; s++)
    for (j = 1; j <= 2; j++) {
      score = j == 1 ? "best" : "true"
      key = set[table, s] "," m "." score
      row = row " " shown(mean[table, set[table, s], m, score]) (with_printed && key in printed && set[table, s] in same_pools ? " (" printed[key] ")" : "") " |"
    }
  return row
}

function ties(  i, f, m, s, row) {
  print "\n**Complete linkage on these draws, by each rule of ties** (`--tie`), and the means that ptgp2016 prints, of a hundred other draws from the same"
  print "pools: NMI at the best and the true k.\n"
  header("ties", "", " best k", "")
  for (f = 1; f <= 2; f++) {
    for (i = 1; i <= methods["ties"]; i++) {
      m = method["ties", i]
      if (m ~ (f == 1 ? "^eac" : "^weac")) print "| " m " |" row_of("ties", m, 0)
    }
    m = f == 1 ? "eac-cl" : "weac-cl"
    row = "| " m ", printed |"
    for (s = 1; s <= sets["ties"]; s++) row = row " " shown(printed[set["ties", s] "," m ".best"]) " | " shown(printed[set["ties", s] "," m ".true"]) " |"
    print row
  }
}

# The functions that have other numbers of runs than the first: " (hgpa 2 to 5)".
function other_runs(table,  i, s, m, count, least, most_runs, differs, text) {
  for (i = 2; i <= methods[table]; i++) {
    m = method[table, i]
    differs = 0
    for (s = 1; s <= sets[table]; s++) {
      count = runs[table, set[table, s], m, "best"]
      if (count == "") continue
      if (count != runs_of[table, set[table, s]]) differs = 1
      if (s == 1 || count < least) least = count
      if (s == 1 || count > most_runs) most_runs = count
    }
    if (differs) text = text (text != "" ? ", " : "") m " " least (most_runs != least ? " to " most_runs : "")
  }
  return text != "" ? " (" text ")" : ""
}

function functions(table, text, with_printed,  i) {
  print "\n" text ", runs: " runs_of_sets(table) other_runs(table) ".\n"
  header(table, "", " best k", "")
  for (i = 1; i <= methods[table]; i++) print "| " method[table, i] " |" row_of(table, method[table, i], with_printed)
}

END {
  if (form == "line") {
    for (i = 1; i <= methods["authors"]; i++) if (method["authors", i] !~ /^(gp-mgla|lwgp)$/) same(method["authors", i], "true")
    print "lwea2018 is not counted: none of its tables is here. Of the runs of the authors' programs " total_same " of " total ", but for functions with\nk-means inside, have the same NMI at the true k here."
    exit
  }
  authors()
  ties()
  functions("published", "**Twelve functions, draws of ours from the published pools**, NMI; in brackets what ptgp2016 prints of the same pools", 1)
  functions("own", "**Twelve functions, pools of our own**, NMI", 0)
}
