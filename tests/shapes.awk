# shapes.awk: lines of Bats files in which a failure is not seen. Prints each with its file and line; status 1 when there is one.
#
# 1. A list of commands, `cmp a b && cmp c d`. Bats ends a test at a command that fails, but not when the command is followed by &&.
#    So only the last one counts, and none does unless the line is the last of the test. One command a line.
#    A line that leaves or goes on is no check: `[ -s x ] && return`, `... && continue`; neither is a list that ends in ||.
# 2. A test file that does not load common.bash, which sets pipefail, or that takes it back: the status of `tool | tail >file`
#    would be that of tail.
# 3. A command behind a !, `! cmp a b`: a test does not end there either. Write run cmp a b, and look at its status.
# 4. `tool | grep -q x`, `tool | head -n 1`: they stop reading, and the tool may fail at the next line that it writes.
# 5. An awk program that ends with a status in a rule and with another in END, which runs after the rule and overwrites it:
#    { if ($1 < 0) exit 1 } END { exit NR != 3 }. Write exit bad = 1, and END { exit bad || NR != 3 }.
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

# How many times the rules of an awk program exit with a status that END does not learn of; those of `exit bad = 1` go
# into names[].
function rule_exits(part, names,   count, value) {
  while (match(part, /(^|[^A-Za-z0-9_])exit[ \t]+[^;}\n \t]/)) {
    part = substr(part, RSTART + RLENGTH - 1)
    if (match(part, /^[A-Za-z_][A-Za-z0-9_]* *=[^=]/)) {
      value = substr(part, 1, RLENGTH)
      sub(/ *=.*/, "", value)
      names[value]
    } else count++
  }
  return count + 0
}

# How many times END exits with a status that can be 0 and does not begin with one of names[].
function end_exits(part, names,   count, value) {
  while (match(part, /(^|[^A-Za-z0-9_])exit[ \t]+[^;}\n \t]/)) {
    part = substr(part, RSTART + RLENGTH - 1)
    value = part
    sub(/^[(]/, "", value)
    sub(/[ \t]*([|][|]|[;})]).*/, "", value)
    count += part !~ /^[1-9]/ && !(value in names)
  }
  return count + 0
}

# The place behind the brace that closes the one at the beginning of a text.
function behind_block(text,   i, depth) {
  for (i = 1; i <= length(text); i++) {
    depth += (substr(text, i, 1) == "{") - (substr(text, i, 1) == "}")
    if (!depth) return i + 1
  }
  return i
}

function check_program(text,   rules, last, open, end, names, none, plain, overwrites) {
  split("", names)
  split("", none)
  gsub(/"([^"\\]|\\.)*"/, "\"\"", text)
  gsub(/#[^\n]*/, "", text)
  rules = last = ""
  while (match(text, /(^|[ \t;}\n])END[ \t]*\{/)) {
    open = RSTART + RLENGTH - 1
    rules = rules substr(text, 1, RSTART)
    text = substr(text, open)
    end = behind_block(text)
    last = last substr(text, 1, end - 1)
    text = substr(text, end)
  }
  rules = rules text
  plain = rule_exits(rules, names)
  for (name in names) overwrites = end_exits(last, names)
  if (overwrites || (plain && end_exits(last, none))) {
    printf "%s:%d: END overwrites the status of a rule; write exit bad = 1, and END { exit bad || ... }: %s\n",
      FILENAME, program_line, program_start
    found = 1
  }
}

# Awk programs in quotation marks, over lines.
function look_for_programs(line,   at) {
  if (!in_program && line ~ /^[ \t]*#/) return
  while (1) {
    if (!in_program) {
      if (!match(line, /(^|[^A-Za-z_])awk [^'|]*'/)) return
      program = ""; program_line = FNR; program_start = $0; in_program = 1
      line = substr(line, RSTART + RLENGTH)
    }
    at = index(line, "'")
    if (!at) { program = program line "\n"; return }
    check_program(program substr(line, 1, at - 1))
    in_program = 0
    line = substr(line, at + 1)
  }
}

FNR == 1 {
  in_program = 0
  before = ""
  if (FILENAME ~ /\.bats$/) {
    order[++files] = FILENAME
  }
  here = ""
}
{ look_for_programs($0) }
/^[ \t]*load common([ ;}]|$)/ || /load common[; }]/ { loads[FILENAME] }
# A test begins outside all quotations, whatever this file took for one before it.
/^@test / { here = inside = before = "" }
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
line ~ /\|[ \t]*head -n [0-9]/ || $0 ~ /^[ \t]*(local )?[a-z_]+=[$][(].*[|][ \t]*head -n [0-9]/ { complain("head does not read to the end; write sed -n 1,Np") }
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
