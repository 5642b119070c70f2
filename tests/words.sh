#!/bin/sh
# words.sh [-n] [FILE...]: spelling and terms of what a reader reads: pages, texts, help and
# messages, in the files given or in all (tests/prose.awk says what is read). Prints each word that
# neither the dictionary nor doc/words.txt has, and each wrong form of doc/terms.txt with the right
# one, with file and line; status 1 when there is one. -n only prints the unknown words, one a line.
# Without aspell and its British dictionary the spelling is left out, and a line says so.
set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd) || exit 1
words=$here/../doc/words.txt terms=$here/../doc/terms.txt
only_names=0
if [ "${1-}" = -n ]; then only_names=1; shift; fi

# All files. The stop words are left out: they are words of other languages. So is html.c, which
# has only markup.
if [ $# = 0 ]; then
  cd "$here/.." || exit 1
  # shellcheck disable=SC2046 # no blanks in names of sources
  set -- man/*.[1357] *.md doc/*.md doc/examples/*.md packaging/*.md \
    $(find src tools -name '*.[ch]' ! -name stop_words.c ! -name html.c | sort)
fi

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
awk -f "$here/prose.awk" "$@" >"$work/prose" || exit 1
failed=0

# Words of the prose that neither has. A word of doc/words.txt in small letters may begin a sentence,
# and any of them may have 's behind it.
unknown() {
  sed 's/^[^:]*:[0-9]*: //' "$work/prose" |
    aspell list --lang=en_GB-ise --encoding=utf-8 --ignore=2 | sort -u |
    awk 'FILENAME != "-" { known[$0]; next }
      { plain = $0; sub(/\047s$/, "", plain)
        small = tolower(substr(plain, 1, 1)) substr(plain, 2) }
      !($0 in known) && !(plain in known) && !(small in known)' "$words" -
}

# Where the words of the list $1 stand in the prose.
places() {
  awk 'FILENAME == ARGV[1] { wrong[$0]; next }
    { place = line = $0
      sub(/: .*/, "", place)
      sub(/^[^:]*:[0-9]*: /, "", line)
      gsub(/[^A-Za-z\200-\377\047]+/, " ", line)
      n = split(line, word, " ")
      for (i = 1; i <= n; i++) {
        gsub(/^\047+|\047+$/, "", word[i])
        if (word[i] in wrong) print place ": " word[i] ": not in the dictionary, nor in doc/words.txt"
      } }' "$1" "$work/prose"
}

# Wrong forms of terms, with their places. A form can go on in the next line of its file.
wrong_forms() {
  awk -F '\t' 'FILENAME == ARGV[1] {
      if (/^#/ || NF != 2) next
      form[++n] = "(^|[^a-z0-9./_-])(" $1 ")([^a-z0-9-]|$)"
      right[n] = $2
      next
    }
    { text = tolower($0)
      place = substr($0, 1, index($0, ": ") - 1)
      file = place
      sub(/:[0-9]*$/, "", file)
      sub(/^[^:]*:[0-9]*: */, "", text)
      before = file == last ? tail " " : ""
      for (i = 1; i <= n; i++)
        if (match(before text, form[i]) && RSTART + RLENGTH > length(before) + 1) {
          found = substr(before text, RSTART, RLENGTH)
          gsub(/^[^a-z0-9]+|[^a-z0-9]+$/, "", found)
          print place ": \"" found "\": write: " right[i]
          bad = 1
        }
      last = file
      tail = text
      sub(/ *$/, "", tail)
      if (match(tail, /[^ ]+ [^ ]+$/)) tail = substr(tail, RSTART) }
    END { exit bad }' "$terms" "$work/prose"
}

if command -v aspell >/dev/null && aspell dicts | grep -x en_GB-ise >/dev/null; then
  unknown >"$work/unknown"
  if [ "$only_names" = 1 ]; then
    cat "$work/unknown"
    exit 0
  fi
  if [ -s "$work/unknown" ]; then
    failed=1
    places "$work/unknown"
  fi
else echo "words: no spelling: aspell's British dictionary is not here (Debian: aspell, aspell-en)"
fi
wrong_forms || failed=1
exit "$failed"
