# coverage.awk: of what gcov -t tells of C files the lines that have code, in any order: file, line, 1 if it has run and 0 if
# not, and the text, separated by tabs. With -v ran=1 only those that have run. A function that is compiled several times, for
# other processors, has its lines several times; one run is enough.

/^ *-: *0:Source:/ {
  path = $0
  sub(/^.*Source:/, "", path)
  sub(/^\.\//, "", path)
  wanted = path ~ /\.c$/ && path !~ /^\//
}
!wanted || /^ *-:/ { next }
match($0, /^ *[^ :]+: *[0-9]+:/) {
  text = substr($0, RLENGTH + 1)
  split($0, part, ":")
  place = path "\t" part[2] + 0
  sub(/^[ \t]+/, "", text)
  seen[place] = text
  if (part[1] !~ /^ *(#+|=+)\*?$/) has_run[place] = 1
}
END { for (place in seen) if (!ran || place in has_run) printf "%s\t%d\t%s\n", place, place in has_run, seen[place] }
