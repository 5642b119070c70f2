# mutants-tests.awk: for each wanted change (file, line and more, separated by tabs) the numbers of the tests that run its
# line, the quickest first, in a line; without any the line is empty.
#
#     awk -v files="tests/a.bats tests/b.bats" -f tests/mutants-tests.awk MAP wanted
#
# Only tests of these files count. MAP is what coverage.sh -m writes. A line without code of its own in a function has the tests
# of the line with code above it, since it is a later line of a statement. Outside of functions it belongs to a table, and has
# the tests of the whole file.

BEGIN { FS = "\t" }
FILENAME == ARGV[1] && $1 == "test" { tests = $2; if (index(" " files " ", " " $4 " ")) counts[$2]; next }
FILENAME == ARGV[1] && $1 == "set" { members[$2] = $3; next }
FILENAME == ARGV[1] { set[$2, $3] = $4; all[$2] = all[$2] " " $4; next }

# The lines of a source: whether a function is open in each. Functions begin and end in the first column.
function look(path,   line, n, inside) {
  looked[path] = 1
  while ((getline line <path) > 0) {
    n++
    if (line ~ /^\{/) inside = 1
    open_[path, n] = inside
    if (line ~ /^\}/) inside = 0
  }
  close(path)
}

function mark(sets,   n, i, m, part, id, j) {
  n = split(sets, part, " ")
  for (i = 1; i <= n; i++) if (!marked[part[i]]++) {
    m = split(members[part[i]], id, " ")
    for (j = 1; j <= m; j++) runs[id[j]]
  }
}

{
  if (!($1 in looked)) look($1)
  split("", runs)
  split("", marked)
  for (line = $2; !(($1, line) in set) && open_[$1, line]; line--) ;
  mark(($1, line) in set ? set[$1, line] : all[$1])
  list = ""
  for (i = 1; i <= tests; i++) if (i in runs && i in counts) list = list " " i
  print substr(list, 2)
}
