# coverage-ran.awk: of what gcov -t tells of several sources the lines that the test with the number `test` has run, as that
# number, file and line, separated by tabs. With test=0 the lines that have code.

/^ *-: *0:Source:/ {
  path = $0
  sub(/^.*Source:/, "", path)
  sub(/^\.\//, "", path)
  wanted = path ~ /\.c$/ && path !~ /^\//
}
!wanted || /^ *-:/ { next }
match($0, /^ *[^ :]+: *[0-9]+:/) {
  split($0, part, ":")
  line = part[2] + 0
  # a function that is compiled several times has its lines several times
  if (test == 0 || part[1] !~ /^ *(#+|=+)\*?$/) if (!seen[path, line]++) printf "%d\t%s\t%d\n", test, path, line
}
