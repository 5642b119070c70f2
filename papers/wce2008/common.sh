# common.sh: what run.sh and chapter6.sh share; `here` is this folder.
# shellcheck shell=bash disable=SC2154

# shellcheck source=/dev/null
. "$here/../common/choice.sh"

# scaled SCALE TABLE: features raw, zscore, minmax (0..1) or span (-1..1, as MATLAB's premnmx)
scaled() {
  case $1 in
    raw) cat "$2" ;;
    span) ce-prepare minmax -q "$2" | awk -F, -v OFS=, 'NR > 1 { for (i = 1; i < NF; i++) $i = sprintf("%.15g", 2 * $i - 1) } { print }' ;;
    *) ce-prepare "$1" -q "$2" ;;
  esac
}
