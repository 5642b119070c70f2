# coverage.awk: of what gcov -t tells of the source FILE (in the environment) the number of lines that have code, as FILE, number; and
# each that never ran, as FILE, line, text. Separated by tabs. A function that is compiled several times, for other processors, has its
# lines several times; one run is enough.

/^ *-: *0:Source:/ {
  path = $0
  sub(/^.*Source:/, "", path)
  sub(/^\.\//, "", path)
  wanted = path == ENVIRON["FILE"]
}
!wanted || /^ *-:/ { next }
match($0, /^ *[^ :]+: *[0-9]+:/) {
  text = substr($0, RLENGTH + 1)
  split($0, part, ":")
  line = part[2] + 0
  sub(/^[ \t]+/, "", text)
  seen[line] = text
  if (part[1] !~ /^ *(#+|=+)\*?$/) ran[line] = 1
}
END {
  for (line in seen) {
    lines++
    if (!(line in ran)) printf "%s\t%d\t%s\n", ENVIRON["FILE"], line, seen[line]
  }
  printf "%s\t%d\t\n", ENVIRON["FILE"], lines
}
