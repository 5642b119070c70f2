# prose.awk: what a reader reads in pages (mdoc), texts (Markdown) and sources (C), without code:
# "FILE:LINE: text" for each line. Code is, in mdoc, what is marked as a name, option, argument, file
# or literal text; in Markdown, blocks, indented lines and what stands in ` ` or " "; in C, all but
# the string literals of two words and more.
function put(text) {
  gsub(/[ \t]+/, " ", text)
  if (text ~ /[A-Za-z]/) print FILENAME ":" FNR ": " text
}

# The text of an mdoc line: a macro says whether its arguments are text or code.
function mdoc(line,   words, n, i, out, code) {
  n = split(line, words, " ")
  out = ""
  code = 0
  for (i = 1; i <= n; i++) {
    if (words[i] in code_macros) code = 1
    else if (words[i] in text_macros) code = 0
    else if (words[i] ~ /^[][().,:;?!|]$/) { out = out words[i]; if (words[i] ~ /[.,:;]/) continue }
    else out = out " " (code ? "." : words[i])
  }
  return out
}

function roff(text) {
  gsub(/\\&/, "", text)
  gsub(/\\-/, "-", text)
  gsub(/\\f[A-Z]|\\[(][a-z][a-z]|\\\[[^]]*\]|\\e|\\\(aq/, " ", text)
  gsub(/"/, "", text)
  return text
}

# The literals of a line of C, each put by itself; those without a blank are names.
function literals(line,   text) {
  while (match(line, /"([^"\\]|\\.)*"/)) {
    text = substr(line, RSTART + 1, RLENGTH - 2)
    line = substr(line, RSTART + RLENGTH)
    gsub(/%[-+ #0]*[0-9.*]*(zu|zd|l?l?[dufgx]|[scpg%])/, " . ", text)
    gsub(/" (PRI[a-z0-9A-Z]+|SCN[a-z0-9A-Z]+) "/, " . ", text)
    gsub(/\\[nt]/, " ", text)
    gsub(/\\"/, "\"", text)
    gsub(/<\/?[a-z][^<>]*>|&[a-z]+;/, " ", text)
    # scripts for gnuplot and the shell
    if (text ~ /(^|[ ;])(set [a-z]+ |plot |unset |linecolor |if \[ |then )/) continue
    if (text ~ /pointtype|linetype|rgb|noborder|endian=|title $/) continue
    # what an option or method is called
    gsub(/--?[a-z][-a-z0-9=]*/, " . ", text)
    if (text ~ /[A-Za-z] +[A-Za-z]/) put(text)
  }
}

BEGIN {
  n = split("Ql Li Cm Fl Ar Pa Nm Xr Bq Ev Va Vt Fn Fa Ft Dv Er Ic In Fd Lb Sy Dt Os Dd Bl Bd El Ed " \
            "Mt Lk Ad An Fo Fc", names, " ")
  for (i = 1; i <= n; i++) code_macros[names[i]]
  n = split("Pq Po Pc Sq Dq Qq So Sc Do Dc Op Oo Oc Bo Bc Em No Ns Ta It Sh Ss Nd " \
            "Sx Pp Pf Ap Tn D1 Dl", names, " ")
  for (i = 1; i <= n; i++) text_macros[names[i]]
}
FNR == 1 { block = 0; kind = FILENAME ~ /\.[1357]$/ ? "mdoc" : FILENAME ~ /\.[ch]$/ ? "c" : "text" }

kind == "mdoc" && /^\.Bd .*-literal/ { block = 1 }
kind == "mdoc" && /^\.Bd .*-unfilled/ { block = 1 }
kind == "mdoc" && /^\.Ed/ { block = 0; next }
kind == "mdoc" && (block || /^\.\\"/) { next }
# what papers are called is their own
kind == "mdoc" && /^\.%/ { next }
kind == "mdoc" && /^\./ { put(mdoc(roff(substr($0, 2)))); next }
kind == "mdoc" { put(roff($0)); next }

kind == "text" && /^ *```/ { block = !block; next }
kind == "text" && (block || /^    /) { next }
# in doc/readings.md the titles of papers
kind == "text" && /^## [a-z]+([0-9]+)?[:,]/ { next }
kind == "text" {
  gsub(/`[^`]*`/, " . ")
  gsub(/"[^"]*"/, " . ")
  gsub(/\]\([^)]*\)/, "]")
  gsub(/<?https?:[^ >)]*/, " ")
  gsub(/<[^>]*>/, " ")
  put($0)
  next
}

{ literals($0) }
