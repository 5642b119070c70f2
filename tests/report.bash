# report.bash: pages of ce-report, and what is in them.

# Members and results of the wines, made once.
wines() {
  ce-prepare zscore "$BUNDLED/wine.csv" >wine.csv
  ce-generate kmeans -k 2..8 -m 12 wine.csv >members.csv
  ce-consensus eac-al -k 2..4 members.csv >results.csv
}

# recorded ARGUMENTS: makes page.html with a gnuplot that draws nothing and keeps what it was told
# in kept/script.0, kept/script.1 ...
recorded() {
  mkdir -p recorder kept
  # shellcheck disable=SC2016 # for the script
  printf '%s\n' '#!/bin/sh' 'cat >"script.$(ls | grep -c "^script")"' 'echo "<svg></svg>"' \
    >recorder/gnuplot
  chmod +x recorder/gnuplot
  rm -f script.*
  PATH="$PWD/recorder:$PATH" ce-report -q "$@" -o page.html
  mv script.* kept
}

# file NAME <PAGE: the bytes of a file that the page holds.
file() {
  sed -n "s/.*<a download=\"$1\" href=\"data:text\/csv;charset=utf-8,\([^\"]*\)\".*/\1/p" |
    tr -d '\n' | sed 's/%/\\x/g' | xargs -0 printf '%b'
}

# text <PAGE: its words, without markup and pictures.
text() { sed 's/<svg.*//; s/href="[^"]*"//g; s/<[^>]*>//g'; }

# rows <PAGE: the rows of its tables, a cell between two commas.
rows() { grep -o '<tr.*</tr>' | sed 's/<\/t[dh]><t[dh]>/,/g; s/<[^>]*>//g'; }

# check_html FILE: every element is closed in its order, no id occurs twice, nothing is run, and
# nothing comes from elsewhere.
check_html() {
  python3 - "$1" <<'END'
import html.parser, sys
void = {"meta", "link", "br", "img", "hr", "input"}
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.bad, self.pictures = [], set(), [], 0
    def look(self, tag, attrs):
        names = [name for name, _ in attrs]
        if len(set(names)) < len(names): self.bad.append("an attribute twice: " + tag)
        for name, value in attrs:
            if name == "id":
                if value in self.ids: self.bad.append("id twice: " + value)
                self.ids.add(value)
            if name.startswith("on"): self.bad.append("runs " + name)
            if name in ("src", "href", "xlink:href", "action") and value[:5] != "data:" \
                    and value[:1] != "#": self.bad.append("from elsewhere: " + value)
        self.pictures += tag == "svg"
        if tag in ("script", "iframe", "object", "embed"): self.bad.append("a " + tag)
    def handle_starttag(self, tag, attrs):
        self.look(tag, attrs)
        if tag not in void: self.open.append(tag)
    def handle_startendtag(self, tag, attrs): self.look(tag, attrs)
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag: self.bad.append("closes " + tag)
page = Page()
text = open(sys.argv[1], encoding="utf-8").read()
page.feed(text)
page.close()
if page.open: page.bad.append("not closed: " + " ".join(page.open))
if "url(http" in text or "@import" in text: page.bad.append("a style from elsewhere")
print("\n".join(page.bad) or "%d pictures" % page.pictures)
END
}

# commands ABOUT <PAGE: the file with the commands of the picture of this name.
commands() {
  grep -o 'aria-label="[^"]*' | cut -d'"' -f2 |
    awk -v about="$1" '$0 == about { print "kept/script." NR - 1 }'
}

# warned RESULTS MEMBERS [ARGUMENTS]: the warnings of the page, one a line.
warned() {
  recorded -r "$@" || return
  sed -n '/^<div class="warnings">/,/^<\/div>/p' page.html | sed 's/<[^>]*>//g; /^$/d' |
    { grep -v '^There are only [234] base clusterings' || true; }
}

# listed COUNT K...: base clusterings of 24 objects in two groups, so many with each k: with k = 2
# these groups, but for one object, else parts of them.
listed() {
  awk -v count="$1" -v ks="${*:2}" 'BEGIN {
    split(ks, k, " ")
    for (i = 0; i <= 24; i++) {
      line = i ? "o" i : "id"
      for (j = 1; j in k; j++)
        for (r = 1; r <= count; r++)
          line = line "," (i ? (i % 2 + (k[j] > 2 ? 2 * (int(i * r / 7) % (k[j] - 1)) : i == 5 && r % 3 == 0)) : "m.k" k[j] ".r" r)
      print line
    }
  }'
}
