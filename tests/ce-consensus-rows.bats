#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The option rows of all methods, as --list-options prints them: who takes an option, and when it has an effect. A new method is
# tested here without a line being written.

setup() {
  load common
  load ensembles
  problems="$BATS_TEST_TMPDIR/problems" checked=0
  : >"$problems"
  planted 60 3 6 30 >labels.csv
  # a data table of as many objects, for those that read data
  awk 'BEGIN { print "x,y"; for (i = 0; i < 60; i++) print (i % 3) * 4 + (i * 37 % 11) / 9 "," (i % 3 == 1) * 5 - (i * 23 % 13) / 9 }' >data.csv
  reads_data=" $(systems | paste -sd' ') "
}

complain() { echo "$*" >>"$problems"; }
verdict() { [ ! -s "$problems" ] || fail "$(cat "$problems")"; }

# The rows of methods, a line each: METHOD|OPTION|TYPE|VALUE|ONLY, VALUE one that the option takes.
rows() {
  ce-consensus --list-options | awk '
    function take(line,   c, quoted) {
      fields = 1; field[1] = ""; quoted = 0
      for (; line != ""; line = substr(line, 2)) {
        c = substr(line, 1, 1)
        if (c == "\"") quoted = !quoted
        else if (c == "," && !quoted) field[++fields] = ""
        else field[fields] = field[fields] c
      }
    }
    NR > 1 {
      take($0)
      if (field[1] == "") next
      value = field[9] != "" ? field[9] : field[6] != "" ? field[6] : "2"
      if (field[8] != "") { value = field[8]; sub(/\|.*/, "", value) }
      print field[1] "|" field[2] "|" field[4] "|" value "|" field[10]
    }'
}

# try METHOD OPTION TYPE VALUE [MORE...]: the status of a call with that option, and what it said in `said`.
try() {
  local method=$1 option=$2 type=$3 value=$4 file=labels.csv status=0
  shift 4
  set -- "$@" "--$option${value:+=$value}"
  [ "$type" != flag ] || set -- "${@:1:$#-1}" "--$option"
  case $reads_data in *" $method "*) file=data.csv ;; esac
  case $method in gcons | comusa) set -- -q "$@" ;; *) set -- -k 3 -q "$@" ;; esac
  consensus "$method" "$@" $file >out 2>said || status=$?
  echo $status
}

# choices METHOD OPTION: the values of a choice.
choices() { ce-consensus --list-options | awk -F, -v method="$1" -v option="$2" '$1 == method && $2 == option { print $8 }'; }

@test "ce-consensus: an option that has no effect in a call is refused, for every row with a condition" {
  in_turn 4
  conditional=0
  while IFS='|' read -r method option type value only; do
    [ -n "$only" ] || continue
    conditional=$((conditional + 1))
    case $only in
      !*) without=("--${only#!}") with=() ;;
      *=*)
        # a value of that choice which is not among those of the condition, and one that is
        other=$(choices "$method" "${only%%=*}" | tr '|' '\n' | grep -vxF "$(tr '|' '\n' <<<"${only#*=}")" | sed -n 1p)
        without=("--${only%%=*}" "$other") with=("--${only%%=*}" "$(cut -d'|' -f1 <<<"${only#*=}")")
        ;;
      *) without=() with=("--$only") ;;
    esac
    # an option that takes a value
    [ "${without[0]-}" != --at-least ] || without=(--at-least .5)
    status=$(try "$method" "$option" "$type" "$value" "${without[@]}")
    [ "$status" = 2 ] || complain "$method ${without[*]} --$option: status $status, not refused: $(cat said)"
    grep -q "^ce-consensus: --$option \(goes\|does not go\) with --" said || complain "$method --$option: said $(cat said)"
    [ ! -s out ] || complain "$method --$option: wrote something"
    status=$(try "$method" "$option" "$type" "$value" "${with[@]}")
    [ "$status" = 0 ] || complain "$method ${with[*]} --$option: status $status: $(cat said)"
  done < <(rows)
  [ "$conditional" -ge 10 ] || fail "only $conditional rows with conditions"
  verdict
}

@test "ce-consensus: every option is taken by the methods that have its row, and refused with all others" {
  in_turn 4
  rows >all
  ce-consensus --list=csv | tail -n +2 | cut -d, -f1 >methods
  # The others of each option, of which there are thousands: "METHOD OPTION --OPTION=VALUE". Every method is tried with an eighth
  # of them and every option with an eighth of the methods, since all take a minute. ALL=4 takes a fourth, which TURN
  # chooses, and ALL=1 all.
  awk -F'|' -v share="${ALL:-8}" -v turn="${TURN:-0}" 'NR == FNR { method[++methods] = $1; next }
    { if (!($2 in value)) value[$2] = "--" $2 ($3 == "flag" ? "" : "=" $4); takes[$1, $2] }
    END {
      for (o in value) {
        place++
        for (m = 1; m <= methods; m++) if (!((method[m], o) in takes) && (m + place + turn) % share == 0) print method[m], o, value[o]
      }
    }' methods all >pairs
  # wrong use is told before anything is read; sh starts programs faster than this shell
  sh -c 'while read -r method option argument; do
      code=0
      ce-consensus "$method" -k 3 "$argument" nosuchfile >out 2>said </dev/null || code=$?
      IFS= read -r told <said || told=
      [ "$code" = 2 ] || echo "$method --$option: status $code: $told"
      case $told in
        "ce-consensus: --$option does not go with $method, only with: "*) ;;
        "ce-consensus: --$option does not go with $method; it goes with all but: "*) ;;
        *) echo "$method --$option: said $told" ;;
      esac
    done' <pairs >"$problems"
  checked=$(wc -l <pairs)
  [ "$checked" -gt 500 ] || fail "only $checked pairs"
  verdict
}

@test "ce-consensus: the numbers that options take: what a script passes today must go on" {
  ce-consensus --list-options | awk -F, 'NR > 1 && $6 $7 != "" { print $2, $6, $7 }' | sort -u >ranges
  diff - ranges <<'END'
alpha 0 1
alpha 1e-09 1000000000
at-least 0 1
base-k 1 2147483647
base-k 1 65535
beta 1e-09 1000
cap 1 2147483647
certainty 1e-09 1000000000
cluster-weight 0 1000000
clusters 1 1000000000
completion-iterations 1 1000000
core 1e-09 1
decay 1e-09 1
dimensions 1 1000000000
diversity 0 1
elite 1 2147483647
growth 1 1000
high 0 1
imbalance 0.001 49.999
independence 0 1
iterations 1 1000000
keep 1e-09 1
lambda 1e-06 1000000
low 0 1
members 1 1000000
min-size 0 2147483647
neighbours 1 2147483647
neighbours 1 65535
penalty 0 1000000000
propagations 1 1000000
relaxation 0 1000000
representatives 2 65535
restarts 1 1000000
rounds 0 1000000
rounds 1 1000000
search 0 1000000
share 1e-09 1
sigma 0 1e+300
smoothing 1e-12 1000000
splits 1 1000000
steps 1 1000000
theta 0 0.999999
theta 0.01 1000000
threads 0 4096
tolerance 0 1
top 1 1000000
tries 1 1000000
walk-beta 1e-09 100
END
}

@test "ce-consensus: single and average linkage take what complete linkage takes, but --tie and --average" {
  ce-consensus --list-options | awk -F, 'NR > 1 && $1 ~ /-(al|cl|sl)$/ && $2 !~ /^(tie|average)$/ { print $1, $2 }' >all
  families=0
  for method in $(cut -d' ' -f1 all | grep -e '-cl$' | uniq); do
    for other in al sl; do
      diff <(grep "^$method " all | cut -d' ' -f2) <(grep "^${method%cl}$other " all | cut -d' ' -f2) || fail "${method%cl}$other"
    done
    families=$((families + 1))
  done
  [ "$families" -ge 5 ]
}

@test "ce-consensus: no code but the methods themselves knows a method's name" {
  [ -d "$CE_SOURCE/src/consensus/methods" ]
  for method in $(ce-consensus --list=csv | tail -n +2 | cut -d, -f1); do
    # as a string of its own, which code could compare or look up; nouns of other tools are their own
    grep -rlF -- "\"$method\"" "$CE_SOURCE/src" "$CE_SOURCE/tools" --include='*.[ch]' >files || continue
    grep -v -e '/src/consensus/methods/' -e "/tools/\(weigh\|partition\|score\|similarity\)/" files >others || continue
    complain "$method: $(paste -sd' ' others)"
  done
  verdict
}
