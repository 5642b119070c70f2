#!/bin/sh
# man-examples.sh PAGE...: runs the examples of manual pages and compares. In the EXAMPLES section of a page, inside literal
# displays, a line that begins with "$ " is a command (a line that ends in a backslash continues on the next); the lines up
# to the next command or the end of the display are its output, where a line "..." stands for any number of lines. Commands run
# with /bin/sh in the current folder, one after the other, standard output and standard error together.
# Prints what differs; status 1 when something does or when a page has no example.
set -u

# The displays as lines "$ command", "> expected" and "# page line" (where the command stands), with mdoc's escapes undone.
extract() {
  awk -v page="$1" '
    function plain(text) { gsub(/\\&/, "", text); gsub(/\\-/, "-", text); gsub(/\\\(aq/, "\x27", text); gsub(/\\e/, "\\", text); return text }
    /^\.Sh / { examples = $0 == ".Sh EXAMPLES" }
    examples && /^\.Bd .*-literal/ { literal = 1; next }
    /^\.Ed/ { if (literal) print "."; literal = 0 }
    !literal { next }
    /^\.\\"/ { next }
    {
      text = plain($0)
      if (more) print "+ " text
      else if (text ~ /^\$ /) { print "# " page ":" NR; print text }
      else { print "> " text; next }
      more = text ~ /\\$/
    }' "$1"
}

# 1 when the lines of $1 match those of $2, in which "..." matches any lines.
matches() {
  awk '
    FILENAME == ARGV[1] { want[FNR] = $0; wants = FNR; next }
    { have[FNR] = $0; haves = FNR }
    # the usual match with a star, backtracking to the last one
    END {
      i = j = 1; star = 0
      while (j <= haves) {
        if (i <= wants && want[i] == "...") { star = i++; mark = j }
        else if (i <= wants && want[i] == have[j]) { i++; j++ }
        else if (star) { i = star + 1; j = ++mark }
        else exit 1
      }
      while (i <= wants && want[i] == "...") i++
      exit i <= wants
    }' "$1" "$2"
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

check_command() {
  [ -s "$work/command" ] || return 0
  count=$((count + 1))
  /bin/sh "$work/command" >"$work/have" 2>&1 </dev/null
  if ! matches "$work/want" "$work/have"; then
    failed=1
    printf '%s: ' "$place"
    cat "$work/command"
    diff "$work/want" "$work/have" | sed -n 's/^</  expected:/p; s/^>/  printed: /p'
  fi
  : >"$work/command"
}

for page in "$@"; do
  count=0 place=$page
  : >"$work/command"
  extract "$page" >"$work/lines"
  while IFS= read -r text; do
    case $text in
      '# '*) check_command; place=${text#??} ;;
      '$ '*) printf '%s\n' "${text#??}" >"$work/command"; : >"$work/want" ;;
      '+ '*) printf '%s\n' "${text#??}" >>"$work/command" ;;
      '> '*) printf '%s\n' "${text#??}" >>"$work/want" ;;
      *) check_command ;;
    esac
  done <"$work/lines"
  check_command
  [ "$count" -gt 0 ] || { failed=1; echo "$page: no example (a line that begins with '\$ ' in EXAMPLES)"; }
done
exit "$failed"
