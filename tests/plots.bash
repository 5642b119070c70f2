# plots.bash: what ce-plot tells gnuplot to draw.

# recorded COMMAND...: runs it with a gnuplot that only keeps its commands, in `script`.
recorded() {
  mkdir -p recorder
  printf '#!/bin/sh\ncat >script\necho drawn\n' >recorder/gnuplot
  chmod +x recorder/gnuplot
  PATH="$PWD/recorder:$PATH" "$@"
}

# commands: the commands in `script` and the data that are text, but for what every picture of this kind begins with.
commands() { grep -aE '^(set|unset|plot|if|}|printerr|exit|e$|[-0-9.]+ )' script; }

# doubles COLUMNS: the data in `script` after the last command with binary data, so many values a line.
doubles() {
  local line
  line=$(grep -an '^plot .*binary' script | tail -n 1 | cut -d: -f1)
  tail -n "+$((line + 1))" script | head -c -1 | od -An -v -t f8 -w"$(($1 * 8))" | sed 's/^ *//; s/  */ /g'
}
