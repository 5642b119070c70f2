# index.awk clens.7 PAGE...: the index of the site, by topic. The topics of the pages of methods are
# those of clens(7), and a page is described by the words of its .Nd. Variable: scripts, the names
# of the scripts of doc/examples.

# The pages of a topic, in the order in which they come.
function put(topic, page) {
  if (page in placed) return
  placed[page] = 1
  if (!(topic in size)) topics[++topic_count] = topic
  member[topic, ++size[topic]] = page
}

function escape(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); return text }

# clens(7), read first: the items of its list of pages. Its first topic is what to learn from.
FILENAME == "clens.7" && !second {
  if (FNR == 1) put("To learn", "clens.7")
  if (/^\.Ss Manual pages/) listed = 1
  else if (/^\.Ss /) listed = 0
  if (listed && /^\.It /) topic = substr($0, 5)
  if (listed && topic != "" && $1 == ".Xr") put(topic, $2 "." $3)
  if (/^\.Sh SEE ALSO/) second = 1
  next
}
FNR == 1 { page = FILENAME }
FNR == 1 && page ~ /\.1$/ { put("Tools", page) }
FNR == 1 && page ~ /\.[35]$/ { put("Files and the library", page) }
/^\.Nd / { about[page] = substr($0, 5) }

function row(page,   name) {
  name = page
  sub(/\.[0-9]$/, "", name)
  printf "<dt><a href=\"%s.html\">%s(%s)</a></dt><dd>%s</dd>\n",
    page, name, substr(page, length(page)), escape(about[page])
}

END {
  print "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>"
  print "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1.0\"/>"
  print "<link rel=\"stylesheet\" href=\"clens.css\"/>\n<title>Clens</title>\n</head>\n<body>"
  print "<h1>Clens</h1>"
  print "<p>Clens finds groups in data, and tells how far to trust them. It clusters the same"
  print "objects many times and combines these clusterings into one that is better than most of"
  print "them. It is a set of small filters for the command line.</p>"
  print "<pre>ce-prepare zscore wine.csv | ce-generate kmeans -k 2..10 -m 100 |"
  print "  ce-consensus eac-al -k 3 &gt; result.csv</pre>"
  print "<p>Begin with the <a href=\"clens-tutorial.7.html\">tutorial</a>, an hour from a table to"
  print "a figure. The"
  print "<a href=\"clens-cookbook.7.html\">cookbook</a> has short answers.</p>"
  order[1] = "To learn"; order[2] = "Tools"; orders = 2
  for (t = 1; t <= topic_count; t++)
    if (topics[t] != "To learn" && topics[t] != "Tools") order[++orders] = topics[t]
  for (t = 1; t <= orders; t++) {
    place = order[t] == "Tools" ? " id=\"tools\"" : ""
    print "<h2" place ">" order[t] "</h2>\n<dl class=\"index\">"
    for (p = 1; p <= size[order[t]]; p++) row(member[order[t], p])
    print "</dl>"
  }
  print "<h2 id=\"scripts\">Scripts for R and Python</h2>\n<p class=\"scripts\">"
  count = split(scripts, script, " ")
  for (s = 1; s <= count; s++) print "<a href=\"" script[s] ".html\">" script[s] "</a>"
  print "</p>\n</body>\n</html>"
}
