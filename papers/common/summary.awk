# summary.awk: how much of the printed tables is reproduced: our kept results beside the printed numbers, cell by cell.
#   awk -v form=FORM -f summary.awk papers.csv FILE...   FILE: FOLDER/printed.csv, FOLDER/results.csv, FOLDER/reasons.csv,
#                                                        FOLDER/members.csv of the papers, in this order in each folder
# FORM: papers  a line per paper
#       tables  a line per table of one paper, then why cells are outside
#       readme  the same as Markdown, for README.md
#       methods the counts of each method over all papers as CSV: function,within,outside,no error.
#               A method is a consensus function or a clustering of the data, by its name in Clens;
#               clac is lac with constraints, ecc is kcc with entropies. What tables print of the
#               data, of base clusterings and of graphs is no method.
#       cells   every printed cell as CSV: folder,table,data,method,score,printed,printed_deviation,runs,mean,deviation,state,reason
# A cell is within two standard errors if the difference of the means is at most twice the root of
#   deviation^2 / runs of ours + deviation^2 / runs of theirs (papers.csv) + the variance of rounding of both,
# or at most half a unit of the last digit: so it is judged where nothing varies. Where only one of the two deviations
# is known, it stands for both; where none is, the cell is not judged. The unit of the last digit is that of the table's
# numbers of the same score, since papers leave out zeros at the end.
# results.csv: table,data,method,score,runs,mean,deviation,judged. Deviation exact: no chance in it. Judged: within or outside,
# where that was found (two standard errors) from deviations that are not kept.
# reasons.csv: table,data,method,score,state,reason; the first four are regular expressions for whole cells or *, and the first
# line that fits counts. State: outside, or missing for what was not run.
# members.csv: method,members: numbers min-, max- and avg- of the method's row are about its base clusterings. They are
# printed in the rows of other methods too, where they are not counted again.
BEGIN {
  FS = ","
  called["ca-hne"] = "hne"
  called["latent-em"] = "mixture"
  called["u-senc"] = "usenc"
  called["u-spec"] = "uspec"
  called["km"] = called["k-means"] = "kmeans"
  called["sc"] = "spectral"
  called["sl"] = called["al"] = "linkage"
  called["boost-km"] = "boost"
}

function folder_of(file,  part, n) { n = split(file, part, "/"); return part[n - 1] }

function kind_of(file,  part, n) { n = split(file, part, "/"); return part[n] }

function abs(x) { return x < 0 ? -x : x }

# digits after the point
function digits(x,  point) { point = index(x, "."); return point ? length(x) - point : 0 }

function unit(x) { return 10 ^ -x }

function is_number(x) { return x ~ /^-?([0-9]+\.?[0-9]*|\.[0-9]+)$/ }

# The columns of a file go by their names, which are not the same in all folders.
function header(  i) {
  split("", at)
  for (i = 1; i <= NF; i++) at[$i] = i
}

function column(first, second) { return first in at ? $at[first] : second in at ? $at[second] : "" }

# The only table of a folder may have no name.
function key_of() { return folder SUBSEP (("table" in at) ? $at["table"] : "2") SUBSEP column("data") SUBSEP column("method", "item") SUBSEP column("score") }

FNR == 1 {
  if (NR != 1) { folder = folder_of(FILENAME); kind = kind_of(FILENAME) }
  header()
  if (NR != 1 && !(folder in seen_folder)) { seen_folder[folder] = 1; folders[++folder_count] = folder }
  next
}
NR == FNR { printed_runs[$1, $2] = $3; title[$1] = $4; next }
kind == "members.csv" { member[folder, $1] = $2; has_members[folder] = 1; next }
kind == "reasons.csv" {
  n = ++reasons[folder]
  for (i = 1; i <= 4; i++) pattern[folder, n, i] = $i == "*" ? ".*" : "^(" $i ")$"
  wanted[folder, n] = $5
  reason[folder, n] = $6
  for (i = 7; i <= NF; i++) reason[folder, n] = reason[folder, n] "," $i
  next
}
kind == "printed.csv" {
  value = column("value", "mean")
  # N/A in the paper
  if (value == "") next
  order[++cells] = key_of()
  paper[order[cells]] = value
  spread[order[cells]] = column("deviation")
  next
}
kind == "results.csv" {
  ours[key_of()] = column("mean")
  our_spread[key_of()] = column("deviation")
  our_runs[key_of()] = column("runs")
  judged[key_of()] = column("judged")
}

function runs_of(folder, table) { return (folder, table) in printed_runs ? printed_runs[folder, table] : printed_runs[folder, "*"] }

# The words of a text in order: sizes of classes come in any.
function in_order(text,  word, n, i, j, moved, all) {
  n = split(text, word, " ")
  for (i = 2; i <= n; i++) {
    moved = word[i]
    for (j = i; j > 1 && word[j - 1] + 0 > moved + 0; j--) word[j] = word[j - 1]
    word[j] = moved
  }
  for (i = 1; i <= n; i++) all = all " " word[i]
  return all
}

function variance_of_rounding(step) { return step * step / 12 }

# within, outside or unjudged
function judge(key, folder, table, score,  step, mine, d, s, error, off, same) {
  if (judged[key] != "") return judged[key]
  if (!is_number(paper[key])) return in_order(ours[key]) == in_order(paper[key]) ? "within" : "outside"
  off = abs(ours[key] - paper[key])
  step = unit(last_digit[folder, table, score])
  mine = unit(digits(ours[key]))
  same = off <= (step > mine ? step : mine) / 2 + 1e-9
  if (our_spread[key] == "exact") return same ? "within" : "outside"
  d = our_spread[key]
  s = spread[key]
  if (d == "" && s == "") return "unjudged"
  if (d == "") d = s
  if (s == "") s = d
  error = sqrt(d * d / our_runs[key] + s * s / runs_of(folder, table) + variance_of_rounding(step) + variance_of_rounding(mine))
  return off <= 2 * error || same ? "within" : "outside"
}

# why(FOLDER, PART, STATE): the reason of the first line that fits, "" if there is none
function why(folder, part, state,  r, i) {
  for (r = 1; r <= reasons[folder]; r++) {
    if (wanted[folder, r] != state) continue
    for (i = 1; i <= 4; i++) if (part[i + 1] !~ pattern[folder, r, i]) break
    if (i > 4) { used[folder, r] = 1; return reason[folder, r] }
  }
  return ""
}

function count(folder, table, state) {
  number[folder, state]++
  number[folder, table, state]++
  if (folder != "usenc2020") number["five", state]++
  number["all", state]++
}

# what the numbers of one score are rounded to, in each table
function find_digits(  c, part, place) {
  for (c = 1; c <= cells; c++) {
    split(order[c], part, SUBSEP)
    place = part[1] SUBSEP part[2] SUBSEP part[5]
    if (is_number(paper[order[c]]) && digits(paper[order[c]]) > last_digit[place]) last_digit[place] = digits(paper[order[c]])
  }
}

function examine(  c, of, part, key, from, folder, table, state, because) {
  for (c = 1; c <= cells; c++) {
    key = order[c]
    split(key, part, SUBSEP)
    folder = part[1]; table = part[2]
    if (runs_of(folder, table) == "-") continue
    if (folder in has_members && part[5] ~ /^(min|max|avg)-/) {
      if (!((folder, part[4]) in member)) continue
      from = paper[key]
      part[4] = member[folder, part[4]]
      key = folder SUBSEP table SUBSEP part[3] SUBSEP part[4] SUBSEP part[5]
      paper[key] = from
    }
    if (!((folder, table) in known)) { known[folder, table] = 1; tables[folder, ++table_count[folder]] = table }
    state = !(key in ours) || ours[key] == "" ? "missing" : judge(key, folder, table, part[5])
    because = state == "outside" || state == "missing" ? why(folder, part, state) : ""
    if (because == "" && (state == "outside" || state == "missing")) because = "not known"
    count(folder, table, "printed")
    count(folder, table, state)
    of = function_of(folder, table, part[4])
    if (state != "missing") number[SUBSEP of, state]++
    if (because != "") {
      if (!((folder, state, because) in times)) because_of[folder, state, ++because_count[folder, state]] = because
      times[folder, state, because]++
    }
    if (form == "cells")
      print folder "," table "," part[3] "," part[4] "," part[5] "," paper[key] "," spread[key] "," our_runs[key] "," ours[key] "," our_spread[key] "," state "," because
  }
}

# The method behind a printed name, lower case: without what a paper writes behind it. "": no method
# Tables that print U-SENC again beside other methods count once.
function function_of(folder, table, method) {
  method = tolower(method)
  if (folder == "usenc2020" && table > 5 && method ~ /^u-/) return ""
  if (folder == "hne2007" && method == "sc") return "" # that of ce-partition
  if (folder == "ptgp2016" && table ~ /^[78]$/) return table == 7 ? "pta-al" : "ptgp"
  if (method ~ /^(data|objects|features|classes|nodes|links|k=.*|aia)$/) return ""
  sub(/\.(best|true)$/, "", method)
  if (folder == "wce2008") sub(/-(metis|spec|none)$/, "", method)
  if (folder == "usenc2020" && method ~ /^(eac|wct)$/) method = method "-al"
  return method in called ? called[method] : method
}

function numbers(place) { return number[place, "printed"] + 0 SUBSEP number[place, "within"] + 0 SUBSEP number[place, "outside"] + 0 SUBSEP number[place, "unjudged"] + 0 SUBSEP number[place, "missing"] + 0 }

function line(label, place,  part) {
  split(numbers(place), part, SUBSEP)
  printf form == "readme" ? "| %s | %d | %d | %d | %d | %d |\n" : "%-10s %8d %8d %8d %11d %8d\n", label, part[1], part[2], part[3], part[4], part[5]
}

# The most frequent first.
function because_lines(folder, state, text,  i, j, moved) {
  if (!because_count[folder, state]) return
  print "\n" text "\n"
  for (i = 2; i <= because_count[folder, state]; i++) {
    moved = because_of[folder, state, i]
    for (j = i; j > 1 && times[folder, state, because_of[folder, state, j - 1]] < times[folder, state, moved]; j--)
      because_of[folder, state, j] = because_of[folder, state, j - 1]
    because_of[folder, state, j] = moved
  }
  for (i = 1; i <= because_count[folder, state]; i++)
    printf form == "readme" ? "- %d: %s\n" : "%8d  %s\n", times[folder, state, because_of[folder, state, i]], because_of[folder, state, i]
}

END {
  if (form == "cells") print "folder,table,data,method,score,printed,printed_deviation,runs,mean,deviation,state,reason"
  find_digits()
  examine()
  if (form == "methods") {
    print "function,within,outside,no error"
    for (place in number) if (split(place, part, SUBSEP) == 3 && part[1] == "" && part[2] != "" && !(part[2] in told)) {
      told[part[2]] = 1
      print part[2] "," number["", part[2], "within"] + 0 "," number["", part[2], "outside"] + 0 "," number["", part[2], "unjudged"] + 0 | "sort"
    }
    close("sort")
  }
  if (form == "papers") {
    printf "%-10s %8s %8s %8s %11s %8s\n", "paper", "printed", "within", "outside", "no error", "not run"
    for (f = 1; f <= folder_count; f++) line(folders[f], folders[f])
    line("five", "five")
    line("all", "all")
    print "\nwithin: two standard errors, or rounding where nothing varies; no error: run, but neither deviation is known;"
    print "five: without usenc2020. make -C FOLDER summary: each table, and why cells are outside."
  }
  if (form == "tables" || form == "readme") for (f = 1; f <= folder_count; f++) {
    if (form == "readme") print "| table | printed | within | outside | no error | not run |\n|---|---|---|---|---|---|"
    else printf "%-10s %8s %8s %8s %11s %8s\n", "table", "printed", "within", "outside", "no error", "not run"
    for (t = 1; t <= table_count[folders[f]]; t++) line(tables[folders[f], t], folders[f] SUBSEP tables[folders[f], t])
    line("all", folders[f])
    because_lines(folders[f], "outside", "Outside, and why:")
    because_lines(folders[f], "missing", "Not run, and why:")
  }
  status = 0
  for (f = 1; f <= folder_count; f++) for (r = 1; r <= reasons[folders[f]]; r++) if (!((folders[f], r) in used)) {
    print "summary.awk: " folders[f] "/reasons.csv:" r + 1 ": no cell is " wanted[folders[f], r] " for this reason" >"/dev/stderr"
    status = 1
  }
  exit status
}
