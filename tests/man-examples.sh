#!/bin/sh
# man-examples.sh [-a | -l] PAGE...: runs the examples of manual pages and compares. In the EXAMPLES
# section of a page, or in all sections with -a, inside literal displays, a line that begins with "$ "
# is a command (a line that ends in a backslash continues on the next); the lines up to the next
# command or the end of the display are its output, where a line "..." stands for any number of
# lines. Commands run with /bin/sh in the current folder, one after the other, standard output and
# standard error together.
# A line .\" needs WORD... before a display names what it needs: programs, pandas or scipy (of
# python3), or R:PACKAGE. Where one is missing, the display is left out; -l only prints the displays
# that are left out, as in -a.
# Prints what differs; status 1 when something does or when a page has no example.
set -u

everywhere=0 listing=0
case ${1-} in
  -a) everywhere=1; shift ;;
  -l) everywhere=1 listing=1; shift ;;
esac

# The displays as lines "$ command", "> expected", "# page line" (where the command stands) and
# "! needs", with mdoc's escapes undone.
extract() {
  awk -v page="$1" -v everywhere="$everywhere" '
    function plain(text) { gsub(/\\&/, "", text); gsub(/\\-/, "-", text); gsub(/\\\(aq/, "\x27", text); gsub(/\\e/, "\\", text); return text }
    BEGIN { examples = everywhere }
    /^\.Sh / { examples = everywhere || $0 == ".Sh EXAMPLES" }
    /^\.\\" needs / { needs = substr($0, 10) }
    examples && /^\.Bd .*-literal/ { literal = 1; print "! " page ":" NR needs; needs = ""; next }
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

# absent WORD...: the first of these that is not here, and status 0; status 1 when all are
absent() {
  for word; do
    case $word in
      pandas | scipy) python3 -c "import $word" 2>/dev/null && continue ;;
      R:*) Rscript -e "stopifnot(requireNamespace('${word#R:}'))" >/dev/null 2>&1 && continue ;;
      *) command -v "$word" >/dev/null && continue ;;
    esac
    echo "$word"
    return 0
  done
  return 1
}

# begin_display PAGE:LINE WORD...: left_out is whether it needs what is not here.
begin_display() {
  display=$1 left_out=0
  shift
  if missing=$(absent "$@"); then
    left_out=1
    [ "$listing" = 0 ] || echo "$display: no $missing here"
  fi
}

check_command() {
  [ -s "$work/command" ] || return 0
  count=$((count + 1))
  [ "$left_out$listing" = 00 ] || { : >"$work/command"; return 0; }
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
  count=0 place=$page left_out=0
  : >"$work/command"
  extract "$page" >"$work/lines"
  while IFS= read -r text; do
    # shellcheck disable=SC2086 # words
    case $text in
      '! '*) check_command; begin_display ${text#??} ;;
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
