# script.awk: a script of doc/examples as a page of the site. Variable: name, that of the script.
BEGIN {
  print "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>"
  print "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1.0\"/>"
  print "<link rel=\"stylesheet\" href=\"clens.css\"/>\n<title>" name "</title>\n</head>\n<body>"
  print "<nav><a href=\"index.html\">Clens</a> <a href=\"index.html#scripts\">Scripts</a></nav>"
  print "<h1>" name "</h1>\n<pre>"
}
{ gsub(/&/, "\\&amp;"); gsub(/</, "\\&lt;"); gsub(/>/, "\\&gt;"); print }
END { print "</pre>\n</body>\n</html>" }
