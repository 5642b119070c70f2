#!/usr/bin/env bats
# ce-consensus --advise: which functions suit some base clusterings.

load common

setup() {
  ce-generate kmeans -q -k 2..12 -m 20 "$BUNDLED/iris.csv" >base.csv
}

@test "ce-consensus --advise: says what the base clusterings are like" {
  ce-consensus --advise base.csv >told
  assert_equal "$(sed -n '1p;2p' told | tr -s ' ' | paste -sd,)" "objects 150,base clusterings 20"
  rows=$(tail -n +2 base.csv | sort -u | wc -l)
  assert_equal "$(awk '$1 == "microclusters" { print $2 }' told)" "$rows"
  read -r least most all < <(head -n 1 base.csv | tr , '\n' | sed -E 's/.*\.k([0-9]+).*/\1/' | sort -n |
    awk 'NR == 1 { first = $1 } { sum += $1 } END { print first, $1, sum }')
  assert_equal "$(awk '$1 == "clusters" { print $2, $4, $5 }' told)" "$least $most, $all"
  awk -F, 'NR > 1 { for (i = 2; i <= 5; i++) $i = "" } 1' OFS=, base.csv >holes.csv
  run_split ce-consensus --advise holes.csv
  assert_success
  assert_line --regexp '^missing labels +20 %$'
}

@test "ce-consensus --advise: what it recommends runs as printed, the best first, another family second" {
  ce-consensus --advise base.csv >told
  grep '^    ce-consensus ' told >calls
  [ "$(wc -l <calls)" -ge 2 ]
  while read -r call; do
    bash -c "${call/-k K/-k 3}" >labels.csv
    assert_equal "$(wc -l <labels.csv)" 151
  done <calls
  # the list is in the order of mean ranks, and begins with what is recommended first
  awk '/^function/ { on = 1; next } on && NF { print }' told | sed '/^clens-choosing(7) explains/d' >list
  awk '{ rank = $2 ~ /^--/ ? $4 : $2; if (rank + 0 < last) exit 1; last = rank + 0 }' list
  assert_equal "$(awk 'NR == 1 { print $2 }' calls)" "$(awk 'NR == 1 { print $1 }' list)"
  families=$(for name in $(head -n 2 calls | awk '{ print $2 }'); do ce-consensus --list=csv | awk -F, -v name="$name" '$1 == name { print $2 }'; done | sort -u | wc -l)
  assert_equal "$families" 2
}

@test "ce-consensus --advise: a fast one is named where time counts, and it is the best of the fast ones" {
  ce-consensus --advise base.csv >told
  assert_equal "$(grep -c 'among the fastest' told)" 0
  ce-synth blobs -q -n 20000 -k 30 --dimensions 8 --spread 6 | ce-generate kmeans -q -k 20..60 -m 10 --sample 2000 >wide.csv
  ce-consensus --advise wide.csv >told
  name=$(grep -B 3 'among the fastest' told | sed -n '1s/^ *//p')
  [ -n "$name" ]
  # none of the list above it takes as little
  awk -v name="$name" '/^function/ { on = 1; next } !on { next } { seconds = $(NF - 3) + 0 } $1 == name { found = 1; exit }
    seconds <= .1 { print; bad = 1 } END { exit bad || !found || seconds > .1 }' told
}

@test "ce-consensus --advise: what memory does not suffice for is not recommended" {
  ce-synth blobs -q -n 20000 -k 30 --dimensions 8 --spread 6 | ce-generate kmeans -q -k 20..60 -m 10 --sample 2000 >wide.csv
  run_split ce-consensus --advise wide.csv
  assert_success
  assert_equal "$(grep -c 'does not fit' <<<"$output")" 0
  CE_MEMORY_LIMIT=200M run_split ce-consensus --advise wide.csv
  assert_success
  assert_line --regexp '^memory available +200 MiB$'
  assert_line --regexp '^eac-cl .* does not fit$'
  refute_line --regexp '^    ce-consensus eac-cl'
  CE_MEMORY_LIMIT=1M run_split ce-consensus --advise base.csv
  assert_success
  assert_line --partial "none: no function fits"
}

@test "ce-consensus --advise: base clusterings of one k are told, and have their own evidence" {
  ce-generate kmeans -q -k 3 -m 20 "$BUNDLED/iris.csv" >fixed.csv
  ce-consensus --advise fixed.csv >told
  assert_equal "$(awk '$1 == "clusters"' told | tr -s ' ')" "clusters 3 in each"
  grep -q '^All base clusterings have the same k' told
  ce-consensus --advise base.csv | awk '/^function/ { on = 1 } on { print $1, $2 }' >drawn
  awk '/^function/ { on = 1 } on { print $1, $2 }' told >own
  ! cmp -s drawn own
}

@test "ce-consensus --advise: every function of the evidence is there, with options that it takes" {
  tail -n +5 "$CE_SOURCE/doc/evidence.csv" | cut -d, -f1,2 >functions
  [ "$(wc -l <functions)" -ge 40 ]
  while IFS=, read -r name options; do
    k="-k 3"
    case $name in gcons | comusa) k= ;; esac
    # shellcheck disable=SC2086 # several words
    ce-consensus $name ${options/FILE/"$BUNDLED/iris.csv"} $k -q base.csv >labels.csv || fail "$name $options"
  done < <(grep -v '^voting' functions)
}

@test "ce-consensus --advise: functions that need the data too are not among those for a label table" {
  # they are in the evidence, with times
  assert_equal "$(awk -F, '$2 ~ /^--data FILE$/ && $9 != "" && $11 != "" { print $1 }' "$CE_SOURCE/doc/evidence.csv" |
    sort | paste -sd' ')" "wohb wosp"
  ce-consensus --advise base.csv | awk '/^function/ { on = 1; next } on && NF { print $1 }' >named
  assert_equal "$(grep -cxE 'wohb|wosp' named)" 0
  assert_equal "$(grep -cx womc named)" 2 # by spectral clustering and by METIS
}

@test "ce-consensus --advise: objects without a label, few base clusterings and many missing labels are told" {
  table a,b,c 1,1,1 ,, 2,,2 ,1, 1,2,1 2,,2 >holes.csv
  ce-consensus --advise holes.csv >told
  assert_equal "$(head -n 3 told | tr -s ' ' | paste -sd'|')" "objects 5|without any label 1, left out|base clusterings 3"
  assert_equal "$(grep -c '^There are only 3 base clusterings; the benchmark has 30' told)" 1
  assert_equal "$(grep -c '^Many labels are missing. The benchmark has none missing' told)" 1
  # one of five is not many
  table a,b,c,d,e 1,1,1,2, 1,1,1,,2 1,2,,2,1 2,,2,2,2 ,2,2,1,1 >holes.csv
  ce-consensus --advise holes.csv >told
  assert_equal "$(grep -c '^Many labels are missing' told || :)" 0
}

@test "ce-consensus --advise: times are in seconds, minutes, hours and days, and grow with the objects" {
  for n in 1000 100000 2000000; do
    # a microcluster for each object
    awk -v n=$n 'BEGIN { print "a,b,c"; for (i = 0; i < n; i++) print i % 200 "," int(i / 200) % 200 "," int(i / 40000) }' |
      ce-consensus --advise >told.$n
    # the time of each function in seconds; hours and days as long as the smaller unit would be longer than its limit
    awk '/^function/ { on = 1; next } on && !NF { exit } on {
      for (f = 1; f < NF && $(f + 1) !~ /^(s|min|h|days)$/; f++);
      value = $f; unit = $(f + 1)
      sub(/</, "", value)
      if (unit == "s" && value > 99 || unit == "min" && (value < 2 || value > 90) || unit == "h" && (value < 2 || value > 48) ||
        unit == "days" && value < 2) exit 1
      print $1, value * (unit == "s" ? 1 : unit == "min" ? 60 : unit == "h" ? 3600 : 86400), unit }' told.$n | sort -u -k1,1 >times.$n
  done
  for unit in s min h days; do cut -d' ' -f3 times.* | grep -x >/dev/null $unit; done
  join times.1000 times.100000 | join - times.2000000 | awk '$4 < $2 || $6 < $4 { exit 1 } END { exit NR < 20 }'
}

@test "ce-consensus --advise: wrong use, and files that are no base clusterings" {
  run_split ce-consensus --advise -k 3 base.csv
  assert_error 2 "ce-consensus: --advise and --clusters do not go together
Try 'ce-consensus --help'."
  run_split ce-consensus --advise --keep-going base.csv
  assert_error 2 "ce-consensus: --advise and --keep-going do not go together
Try 'ce-consensus --help'."
  for option in "seed 3" "format npy" "columns 1"; do
    # shellcheck disable=SC2086 # a name and a value
    run_split ce-consensus --advise --$option base.csv
    assert_error 2 "ce-consensus: --advise and --${option% *} do not go together
Try 'ce-consensus --help'."
  done
  run_split ce-consensus --advise nothing.csv
  assert_error 1 "ce-consensus: nothing.csv: No such file or directory"
  printf 'a,b\n,\n,\n' >empty.csv
  run_split ce-consensus --advise empty.csv
  assert_failure 1
  run_split ce-consensus --advise base.csv extra.csv
  assert_error 2 "ce-consensus: 'extra.csv' is one argument too many
Try 'ce-consensus --help'."
}
