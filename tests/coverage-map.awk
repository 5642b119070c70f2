# coverage-map.awk: from a list of sources and the lines that tests ran (number of the test, file, line; 0 is none, and has all
# lines that have code), in the order of their numbers, each line with the set of tests that run it: "set", a number, the
# numbers of the tests; "line", file, line, the number of a set (0: no test). Separated by tabs.
#
#     awk -f tests/coverage-map.awk sources lines.run

BEGIN { FS = OFS = "\t" }
FILENAME == ARGV[1] { source[$1]; next }
!($2 in source) { next }
$1 == 0 { place[++places] = $2 OFS $3; next }
{ tests[$2, $3] = tests[$2, $3] " " $1 }
END {
  for (p = 1; p <= places; p++) {
    split(place[p], part, OFS)
    list = substr(tests[part[1], part[2]], 2)
    if (list != "" && !(list in set)) {
      set[list] = ++sets
      print "set", sets, list
    }
    print "line", place[p], list == "" ? 0 : set[list]
  }
}
