# page.awk: HTML of mandoc as a page of the site. Variables: page, its name; pages, the names of
# all; out, the folder of the site, in which pictures lie.
# - A line at the top leads to the index and to the pages to learn from.
# - A link to a page that is not of this site becomes its text.
# - Commands of a display, which begin with "$ ", are bold.
# - Behind a display of the tutorial that draws NAME.svg stands this picture.

# The whole file is one record.
BEGIN {
  RS = "\001"
  count = split(pages, name, " ")
  for (i = 1; i <= count; i++) there[name[i]] = 1
}

function link(target, text) { return "<a href=\"" target "\">" text "</a>" }

# The text without links that lead nowhere.
function known(text,   done, tag, target, inner) {
  while (match(text, /<a class="Xr"[ \n]+href="[^"]*">[^<]*<\/a>/)) {
    tag = substr(text, RSTART, RLENGTH)
    done = done substr(text, 1, RSTART - 1)
    text = substr(text, RSTART + RLENGTH)
    target = tag; sub(/.*href="/, "", target); sub(/\.html".*/, "", target)
    inner = tag; sub(/^[^>]*>/, "", inner); sub(/<\/a>$/, "", inner)
    done = done (target in there ? tag : inner)
  }
  return done text
}

# A display with the pictures that it draws.
function pictures(display,   rest, file, images) {
  rest = display
  while (match(rest, /-o [a-z-]+\.svg/)) {
    file = substr(rest, RSTART + 3, RLENGTH - 3)
    rest = substr(rest, RSTART + RLENGTH)
    if ((getline line < (out "/" file)) > 0)
      images = images "\n<p class=\"picture\"><img src=\"" file "\" alt=\"" file \
        ", as the commands above draw it\"/></p>"
    close(out "/" file)
  }
  return display images
}

function drawn(text,   done, end) {
  while ((end = index(text, "</pre>\n</div>")) > 0) {
    end += length("</pre>\n</div>")
    done = done pictures(substr(text, 1, end - 1))
    text = substr(text, end)
  }
  return done text
}

# The lines of displays that begin with "$ ", up to a tag.
function bold(text) {
  gsub(/<pre>\$ [^\n<]*/, "&</b>", text)
  gsub(/<pre>\$ /, "<pre><b>$ ", text)
  gsub(/\n\$ [^\n<]*/, "&</b>", text)
  gsub(/\n\$ /, "\n<b>$ ", text)
  return text
}

{
  body = bold(known($0))
  if (page == "clens-tutorial.7") body = drawn(body)
  sub(/<body>/, "<body>\n<nav>" link("index.html", "Clens") " " \
    link("clens-tutorial.7.html", "Tutorial") " " link("clens-cookbook.7.html", "Cookbook") " " \
    link("index.html#tools", "Tools") " " link("clens-formats.5.html", "Formats") "</nav>", body)
  printf "%s", body
}
