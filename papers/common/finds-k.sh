# shellcheck shell=bash
# Sourced by scripts of papers/: finds_k FUNCTION, whether the consensus function takes no k since it finds k itself.
finds_k() {
  [ -n "${without_k:-}" ] ||
    without_k=$(ce-consensus --list=csv | sed 's/"\([^",]*\), [^"]*"/\1/g' | awk -F, 'NR > 1 && $5 != "k" { printf " %s", $1 } END { print " " }')
  [[ $without_k == *" $1 "* ]]
}
