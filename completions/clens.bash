# Completion of the tools of Clens, for bash: each tool says itself what a word may become.

_clens() {
  local line word
  COMPREPLY=()
  while IFS= read -r line; do
    # no answer leaves the word to the names of files
    [ "$line" = :files ] && return
    printf -v word %q "${line%%$'\t'*}"
    COMPREPLY+=("$word")
  done < <("$1" --completions "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -o default -F _clens @TOOLS@
