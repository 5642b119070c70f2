#compdef @TOOLS@
# Completion of the tools of Clens, for zsh: each tool says itself what a word may become.

_clens() {
  local line word files=0
  local -a answer described
  answer=("${(@f)$("${words[1]}" --completions "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "${answer[@]}"; do
    if [[ $line == :files ]]; then
      files=1
    elif [[ -n $line ]]; then
      word=${line%%$'\t'*}
      [[ $line == *$'\t'* ]] && word="${word//:/\\:}:${line#*$'\t'}" || word=${word//:/\\:}
      described+=("$word")
    fi
  done
  if (( files )); then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
  else
    _describe -V answer described
  fi
}

_clens "$@"
