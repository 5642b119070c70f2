# concern.awk: the Bats files of a list, those first that have most to do with a C file for the time
# they take.
#
#     awk -v path=src/io/csv_look.c -f tests/concern.awk tests/seconds tests/*.bats
#
# The words of the path are looked for in the names and the lines of the Bats files. A word that few
# of them have counts more, and one in a name more than one in a line. What is in src/io concerns
# the tests of readers and formats as well. `seconds` has the time of the slow ones; the others are
# taken to need five.

function base(name) { sub(/.*\//, "", name); return name }
# lists, labels: list, label
function plain(word) { if (length(word) > 3) sub(/s$/, "", word); return word }

BEGIN {
  words = split(path, part, /[^a-z0-9]+/)
  # without src and c
  for (i = 2; i < words; i++) if (part[i] != "methods") wanted[plain(part[i])] = 1
  if (path ~ /^src\/io\//) wanted["reader"] = wanted["format"] = 1
}
FILENAME == ARGV[1] { seconds[$2] = $1; next }
FNR == 1 {
  file[++files] = FILENAME
  n = split(base(FILENAME), part, /[^a-z0-9]+/)
  for (i = 1; i < n; i++) if (plain(part[i]) in wanted) named[FILENAME, plain(part[i])] = 1
}
{
  n = split(tolower($0), part, /[^a-z0-9]+/)
  for (i = 1; i <= n; i++)
    if ((word = plain(part[i])) in wanted && !count[FILENAME, word]++) having[word]++
}
END {
  for (f = 1; f <= files; f++) {
    name = file[f]
    score = 0
    for (word in wanted) {
      rare = log((files + 1) / (having[word] + .5))
      score += rare * (log(1 + count[name, word]) + 3 * ((name, word) in named))
    }
    time = base(name) in seconds ? seconds[base(name)] : 5
    printf "%.6f %s\n", score / sqrt(time), name | "LC_ALL=C sort -k1,1gr -k2 | cut -d' ' -f2-"
  }
}
