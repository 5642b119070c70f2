# ensembles.bash: made-up ensembles for the tests of consensus functions.

# The names of all consensus functions, one a line.
functions() { ce-consensus --help | awk '/^names:/ { on = 1; next } /^[a-z]/ { on = 0 } on && /^  [a-z]/ { print $1 }'; }

# planted N K M P: N objects in K classes (object i in class i mod K), M base clusterings in which each label is replaced by a
# random one with probability P/100. A generator of its own, so that every awk gives the same table.
planted() {
  awk -v n="$1" -v k="$2" -v m="$3" -v p="$4" '
    function draw(limit) { state = (state * 16807) % 2147483647; return state % limit }
    BEGIN {
      state = 12345
      for (q = 1; q <= m; q++) printf "%sq%d", (q > 1 ? "," : ""), q
      print ""
      for (i = 0; i < n; i++)
        for (q = 1; q <= m; q++)
          printf "%d%s", (draw(100) < p ? draw(k) : i % k), (q < m ? "," : "\n")
    }'
}

# The classes that planted() planted.
planted_truth() { awk -v n="$1" -v k="$2" 'BEGIN { print "class"; for (i = 0; i < n; i++) print i % k }'; }

# canonical: the labels of one column renumbered by first appearance, so that partitions compare as text.
canonical() { awk 'NR > 1 { if (!($1 in name)) name[$1] = ++last; print name[$1] }'; }
