# shapes.awk: lines of Bats files in which a failure is not seen. Prints each with its file and line; status 1 when there is one.
#
# 1. A list of commands, `cmp a b && cmp c d`. Bats ends a test at a command that fails, but not when the command is followed by &&.
#    So only the last one counts, and none does unless the line is the last of the test. One command a line.
#    A line that leaves or goes on is no check: `[ -s x ] && return`, `... && continue`; neither is a list that ends in ||.
# 2. A test file that does not load common.bash, which sets pipefail, or that takes it back: the status of `tool | tail >file`
#    would be that of tail.
# 3. A command behind a !, `! cmp a b`: a test does not end there either. Write run cmp a b, and look at its status.
# 4. `tool | grep -q x`, `tool | head -n 1`: they stop reading, and the tool may fail at the next line that it writes.
function complain(what) { printf "%s:%d: %s: %s\n", FILENAME, FNR, what, $0; found = 1 }

# The line without what is in quotes, in $( ) or behind a comment sign, so that only the commands of this shell are left.
function bare(line,   out, c, i, quote, depth) {
  out = ""
  for (i = 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    if (quote != "'" && c == "\\") { i++; continue }
    if (quote != "") { if (c == quote) quote = ""; continue }
    if (c == "'" || c == "\"") { quote = c; continue }
    if (c == "#" && (i == 1 || substr(line, i - 1, 1) ~ /[ \t]/)) break
    if (c == "(") { depth++; continue }
    if (c == ")") { if (depth) depth--; continue }
    if (!depth) out = out c
  }
  open_quote = quote
  return out
}

FNR == 1 {
  before = ""
  if (FILENAME ~ /\.bats$/) {
    order[++files] = FILENAME
  }
  here = ""
}
/^[ \t]*load common([ ;}]|$)/ || /load common[; }]/ { loads[FILENAME] }
# Here-documents are no commands.
here != "" { if ($0 == here) here = ""; next }
# A quotation goes on over lines: what is in it is no command.
inside != "" && FILENAME == inside_file {
  position = index($0, inside)
  if (!position) next
  $0 = substr($0, position + 1)
  inside = ""
}
{
  line = bare($0)
  inside = open_quote
  inside_file = FILENAME
  if (match($0, /<<-?'?"?[A-Z]+/)) { here = substr($0, RSTART, RLENGTH); gsub(/[^A-Z]/, "", here) }
}
# A command goes on in the next line.
{
  line = before line
  before = ""
}
line ~ /(&&|\|)[ \t]*$/ || $0 ~ /\\$/ {
  before = line " "
  next
}
line ~ /^[ \t]*! / && line !~ /\|\|/ { complain("a command behind ! never ends a test; write run, and look at status") }
line ~ /set \+o pipefail/ { complain("the status of a pipe would be that of its last command") }
line ~ /\|[ \t]*head -n [0-9]/ { complain("head does not read to the end; write sed -n 1,Np") }
line ~ /\|[ \t]*grep -[a-zA-Z]*q/ { complain("grep -q does not read to the end; write grep >/dev/null") }
line ~ /&&/ && line !~ /\|\|/ {
  # conditions and assignments that depend on them are no checks
  if (line ~ /^[ \t]*(if|elif|while|until|for|case)[ \t]/ || line ~ /&&[ \t]*(return|continue|break|exit|skip|[a-z_]+(\+)?=)/) next
  # going to a folder, and then doing something there
  if (line ~ /^[ \t]*(cd|mkdir|exec|trap)[ \t]/ || line ~ /(^|[;{ \t])cd [^&]*&&[^&]*$/) next
  complain("only the last command can fail the test; write one a line")
}
END {
  for (i = 1; i <= files; i++)
    if (!(order[i] in loads)) {
      print order[i] ": does not load common, so the status of a pipe is that of its last command"
      found = 1
    }
  exit found
}
