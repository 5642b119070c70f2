#!/bin/sh
# options-of.sh help|page <TEXT: the options of a --help text, or of an mdoc page, on standard input, as lines
#   -x|--name|argument or choices in lower case|default
# options-of.sh rows NOUN <ROWS: the same of what --list-options prints: the tool's own and shared options (noun "") and those of
# a noun. options-of.sh pages <LIST: of --list=csv, a noun and the name of its page in section 7, or nothing, on each line;
# needs: a noun, what it reads and what it needs, with bars between.
# in alphabetical order, so that diff tells where the two differ. Absent parts are empty. Both forms are fixed: print_option
# in src/cli/options.c, and `.It Fl x , Fl \-name Ar X` with the default in the first .Bq of the item.
set -eu

# A record may reach over several lines: they are joined before they are taken apart.
help_options() {
  awk '
    function flush(  letter, name, argument, value, choices) {
      if (record == "") return
      letter = match(record, /^-[A-Za-z], /) ? substr(record, 1, 2) : ""
      sub(/^-[A-Za-z], /, "", record)
      match(record, /^--[a-z0-9-]+/)
      name = substr(record, 1, RLENGTH)
      record = substr(record, RLENGTH + 1)
      argument = match(record, /^ [A-Z][A-Z0-9,.\/|-]*/) ? tolower(substr(record, 2, RLENGTH - 1)) : ""
      value = match(record, /\[[^][]*\]$/) ? substr(record, RSTART + 1, RLENGTH - 2) : ""
      # choices stand after a colon, joined by bars
      choices = match(record, /: [^ |]+(\|[^ |]+)+/) ? substr(record, RSTART + 2, RLENGTH - 2) : ""
      sub(/[;,.]$/, "", choices)
      print letter "|" name "|" (choices != "" ? choices : argument) "|" value
      record = ""
    }
    /^  (-[A-Za-z], |    )--/ { flush(); sub(/^ +/, ""); record = $0; next }
    /^ +/ && record != "" { sub(/^ +/, ""); record = record " " $0; gsub(/  +/, " ", record); next }
    { flush() }
    END { flush() }'
}

page_options() {
  awk '
    function plain(text) { gsub(/\\&/, "", text); gsub(/\\-/, "-", text); gsub(/\\e/, "\\", text); return text }
    function flush(  i) {
      for (i = 1; i <= count; i++) print letter[i] "|" name[i] "|" argument[i] "|" value
      count = 0
    }
    # the words after a macro, without nested macro names and closing points
    function words(text) {
      text = " " text " "
      gsub(/ (Ar|Cm|Li|Pa|Ql|Sq|Fl|Sy|Em|No) /, " ", text)
      sub(/ [.,;:)]+ *$/, "", text)
      gsub(/^ +| +$/, "", text)
      return plain(text)
    }
    /^\.It Fl / {
      flush()
      value = ""; seen = 0
      line = substr($0, 5)
      parts = split(line, part, / , /)
      short = ""
      for (i = 1; i <= parts; i++) {
        text = part[i]
        sub(/^Fl /, "", text)
        head = text; sub(/ .*/, "", head)
        rest = substr(text, length(head) + 2)
        head = plain(head)
        if (head !~ /^-/) { short = "-" head; continue }
        gsub(/\\&/, "", rest)
        if (rest ~ /^Cm /) { rest = words(rest); gsub(/ *\| */, "|", rest) }
        else rest = tolower(words(rest))
        count++
        letter[count] = short; name[count] = "-" head; argument[count] = rest
        short = ""
      }
      next
    }
    /^\.It / || /^\.El/ || /^\.Sh/ { if ($0 !~ /^\.It Fl/ && depth == 0) flush() }
    # a list inside an item is part of the item
    /^\.Bl/ { if (count) depth++ }
    /^\.El/ { if (depth) depth-- }
    /^\.Bq / && count && !seen { value = words(substr($0, 5)); seen = 1 }
    END { flush() }'
}

# One line of CSV after another into field[1 .. fields].
csv_fields='
  function take(line,   c, quoted) {
    fields = 1; field[1] = ""; quoted = 0
    for (; line != ""; line = substr(line, 2)) {
      c = substr(line, 1, 1)
      if (quoted && c == "\"" && substr(line, 2, 1) == "\"") { field[fields] = field[fields] c; line = substr(line, 2) }
      else if (c == "\"") quoted = !quoted
      else if (c == "," && !quoted) field[++fields] = ""
      else field[fields] = field[fields] c
    }
  }'

list_rows() {
  awk -v noun="$1" "$csv_fields"'
    NR > 1 {
      take($0)
      if (field[1] != "" && field[1] != noun) next
      value = field[9] == "\t" ? "\\t" : field[9]
      print (field[3] == "" ? "" : "-" field[3]) "|--" field[2] "|" (field[8] != "" ? field[8] : tolower(field[5])) "|" value
    }'
}

list_pages() { awk "$csv_fields"'NR > 1 { take($0); sub(/[(]7[)]$/, "", field[fields]); print field[1], field[fields] }'; }

list_needs() { awk "$csv_fields"'NR > 1 { take($0); print field[1] "|" field[4] "|" field[5] }'; }

case ${1-} in
  needs) list_needs ;;
  rows) list_rows "${2-}" ;;
  pages) list_pages ;;
  help) help_options ;;
  page) page_options ;;
  *) echo "usage: options-of.sh help|page|rows|pages <TEXT" >&2; exit 2 ;;
esac | sort
