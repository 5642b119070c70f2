# mutants.awk: small changes of a C file, one a line: LINE, a tab, what is changed, a tab, the new line.
#   an operator      < to <=, == to !=, + to -, && to || and the like
#   a constant       one more
#   a condition      if (x) to if (!(x)), and while
#   a statement      an assignment or a call is left out; calls that free are kept, since only a leak would tell
# Lines with sizeof are left as they are: a wrong size is for the sanitizers to see.
# The file is formatted as the sources are: a statement a line, blanks around binary operators.

# The line with the letters of comments, strings and characters as #, so that positions stay the same.
function mask(line,   out, c, i, quote) {
  out = ""
  for (i = 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    if (in_comment) {
      if (substr(line, i, 2) == "*/") { in_comment = 0; out = out "##"; i++ } else out = out "#"
    } else if (quote != "") {
      if (c == "\\") { out = out "##"; i++ } else { if (c == quote) quote = ""; out = out "#" }
    } else if (c == "\"" || c == "'") { quote = c; out = out "#" }
    else if (substr(line, i, 2) == "/*") { in_comment = 1; out = out "##"; i++ }
    else if (substr(line, i, 2) == "//") { while (i++ <= length(line)) out = out "#" }
    else out = out c
  }
  return out
}

function change(what, at, length_, to) {
  printf "%d\t%s\t%s\n", FNR, what, substr($0, 1, at - 1) to substr($0, at + length_)
}

# Every place of a text outside of comments and strings.
function each(masked, from, to,   at, start) {
  start = 1
  while ((at = index(substr(masked, start), from)) > 0) {
    at += start - 1
    change("operator" from "to" to, at, length(from), to)
    start = at + length(from)
  }
}

function constants(masked,   rest, at, start, number, to) {
  start = 1
  while (match(rest = substr(masked, start), /(^|[^A-Za-z0-9_.])([0-9]+\.?[0-9]*|\.[0-9]+)/)) {
    at = start + RSTART - 1
    number = substr(masked, at, RLENGTH)
    if (number ~ /^[^0-9.]/) { at++; number = substr(number, 2) }
    start = at + length(number)
    if (substr(masked, start) ~ /^[A-Za-z_]/) continue # 1u, 1e9: left as it is
    to = number ~ /\./ ? number + 1 "." : number + 1
    if (to ~ /\..*\./) sub(/\.$/, "", to)
    change("constant " number " to " to, at, length(number), to)
  }
}

# The place of the bracket that closes the one at `at`; 0: not on this line.
function closing(masked, at,   depth, i, c) {
  for (i = at; i <= length(masked); i++) {
    c = substr(masked, i, 1)
    if (c == "(") depth++
    if (c == ")" && !--depth) return i
  }
  return 0
}

function conditions(masked,   at, end, word) {
  if (match(masked, /(^|[^a-z_])(if|while) \(/)) {
    at = RSTART + RLENGTH - 1
    end = closing(masked, at)
    if (end) change("condition reversed", at, end - at + 1, "(!" substr($0, at, end - at + 1) ")")
  }
}

function statements(masked) {
  if (masked !~ /^ +[a-z_*(][^{}]*;[ #]*$/ || masked ~ /^ *(return|break|continue|goto|else|for|while|if|do|case|default)([^a-z_]|$)/) return
  if (masked ~ /^ *((const|static|unsigned|signed|struct|enum) )*[a-z_0-9]+ \**[a-z_]/) return # a declaration
  if (masked ~ /(^|[^a-z])(free|close|abandon)[a-z_]*\(/ || masked ~ /_free\(/) return
  # a line that only ends a longer statement
  if (before !~ /([;{}:]|^|else|\)|#\/?)[ #]*$/) return
  change("statement left out", match($0, /[^ ]/), length($0), ";")
}

{
  masked = mask($0)
  # only bodies of functions: lines that are indented
  if (masked ~ /^ / && masked !~ /sizeof/ && masked !~ /^ *#/ && masked !~ /^ *(const )?static const/) {
    each(masked, " < ", " <= "); each(masked, " <= ", " < "); each(masked, " > ", " >= "); each(masked, " >= ", " > ")
    each(masked, " == ", " != "); each(masked, " != ", " == "); each(masked, " && ", " || "); each(masked, " || ", " && ")
    each(masked, " + ", " - "); each(masked, " - ", " + "); each(masked, " * ", " / "); each(masked, " / ", " * ")
    each(masked, " += ", " -= "); each(masked, " -= ", " += "); each(masked, " % ", " / ")
    constants(masked)
    conditions(masked)
    statements(masked)
  }
  if (masked !~ /^[ #]*$/) before = masked
}
