#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-generate uspec, ce-consensus usenc and tcut: spectral and ensemble clustering by representatives.

setup() { load common; }

# score TRUTH LABELS MEASURE: the value of the first clustering.
score() { ce-score -t "$1" -s "$3" "$2" | awk -F, 'NR == 2 { print $3 }'; }

# at_least VALUE LEAST
at_least() { awk -v value="$1" -v least="$2" 'BEGIN { exit !(value >= least) }' || fail "$1, at least $2 expected"; }

@test "uspec: the worked example: sigma, W, shares, components, the embedding" {
  run "$CE_BUILD/obj/tests/uspec" card
  assert_success
  refute_output
}

@test "uspec: neighbours, W and the last k-means of random data agree with plain loops, on one thread and three" {
  for seed in 1; do
    run "$CE_BUILD/obj/tests/uspec" random "$seed"
    assert_success
    refute_output
  done
}

@test "uspec: labels by sketches are those of the highest score, in ties and where rows cancel" {
  run "$CE_BUILD/obj/tests/uspec-scores"
  assert_success
  refute_output
}

@test "uspec: curved clusters that k-means cannot find, as well as the paper prints it" {
  ce-synth tb -n 20000 -o tb.csv
  ce-synth cc -n 20000 -o cc.csv
  ce-generate uspec -k 2 tb.csv >tb.labels
  ce-generate uspec -k 3 cc.csv >cc.labels
  at_least "$(score tb.csv tb.labels nmi-max)" 0.93
  at_least "$(score cc.csv cc.labels nmi-max)" 0.98
  ce-generate kmeans -k 3 cc.csv >cc.kmeans
  run awk -v value="$(score cc.csv cc.kmeans nmi-max)" 'BEGIN { exit !(value < 0.05) }'
  assert_success
}

@test "uspec: the same bytes on any number of threads, members side by side or one after the other" {
  ce-synth flower -n 30000 -o flower.csv
  for j in 1 2 3; do ce-generate uspec -k 5..20 -m 4 -j "$j" flower.csv >"side.$j"; done
  cmp side.1 side.2
  cmp side.1 side.3
  ce-synth tb -n 270000 -o tb.csv
  for j in 1 3; do ce-generate uspec -k 2..6 -m 2 --representatives 200 -j "$j" tb.csv >"all.$j"; done
  cmp all.1 all.3
}

@test "uspec: a member does not depend on the others, and the seed counts" {
  ce-synth cg -n 5000 -o cg.csv
  ce-generate uspec -k 8 -m 3 cg.csv | cut -d, -f1 >one
  ce-generate uspec -k 8 -m 1 cg.csv >two
  cmp one two
  ce-generate uspec -k 8 -m 1 --seed 2 cg.csv >other
  run cmp -s two other
  assert_failure
}

@test "uspec: every distance, choice of representatives and way to find neighbours finds two separate groups" {
  awk 'BEGIN { print "x,y,class"; srand(1)
    for (i = 0; i < 400; i++) printf "%.4f,%.4f,%d\n", 5 * (i % 2) + rand() + 1, 5 * (1 - i % 2) + rand() + 1, i % 2 }' >two.csv
  for how in "" "--distance cosine" "--choice random" "--choice kmeans" --exact "--representatives 20 --neighbours 3" "--features 1.0"; do
    # shellcheck disable=SC2086 # options apart
    ce-generate uspec -k 2 $how two.csv >labels
    assert_equal "$(score two.csv labels error)" 0
  done
}

@test "uspec: a subspace of the features is drawn for each member" {
  ce-generate uspec -v -k 3 -m 4 --features 0.5 "$BUNDLED/iris.csv" 2>told >labels
  assert_equal "$(grep -c ' 2 features' told)" 4
  for q in 1 2 3 4; do tail -n +2 labels | cut -d, -f"$q" | tr -d '\n'; echo; done | sort -u >different
  at_least "$(wc -l <different)" 2
}

@test "uspec: the number of features can be drawn from a range too, of fractions or of numbers" {
  ce-generate uspec -v -k 3 -m 40 --features 0.2..0.8 "$BUNDLED/wine.csv" 2>told >labels
  # 13 features: 0.2 of them is 3, 0.8 is 11, rounded up
  sed -n 's/.*representatives, \([0-9]*\) features.*/\1/p' told | sort -n >numbers
  assert_equal "$(wc -l <numbers)" 40
  at_least "$(head -n 1 numbers)" 3
  at_least 5 "$(head -n 1 numbers)"
  at_least 11 "$(tail -n 1 numbers)"
  at_least "$(tail -n 1 numbers)" 9
  ce-generate uspec -v -k 3 -m 30 --features 2..3 "$BUNDLED/wine.csv" 2>told >labels
  sed -n 's/.*representatives, \([0-9]*\) features.*/\1/p' told | sort -u >numbers
  assert_equal "$(tr '\n' ' ' <numbers)" "2 3 "
  run_split ce-generate uspec -k 3 --features 0.8..0.2 "$BUNDLED/wine.csv"
  assert_error 2 "ce-generate: --features '0.8..0.2', two fractions or two numbers, the lesser first, expected
Try 'ce-generate --help'."
  run_split ce-generate uspec -k 3 --features 2..99 "$BUNDLED/wine.csv"
  assert_equal "$status" 1
}

@test "uspec: -v says how many iterations were made, and whether they were stopped" {
  ce-synth flower -n 20000 -o flower.csv
  # said DATA OPTIONS...: "N iterations" or "N iterations, stopped"; the labels go to `labels`
  said() {
    ce-generate uspec -v --restarts 1 "${@:2}" "$1" 2>told >labels
    sed -n 's/.*, \([0-9]* iterations.*\)/\1/p' told
  }
  # few objects and many
  while read -r data k; do
    most=$(said "$data" -k "$k" | cut -d' ' -f1)
    at_least "$most" 4
    mv labels whole
    assert_equal "$(said "$data" -k "$k" --iterations "$most")" "$most iterations"
    cmp whole labels
    fewer=$((most - 2))
    assert_equal "$(said "$data" -k "$k" --iterations $fewer)" "$fewer iterations, stopped"
  done <<END
$BUNDLED/iris.csv 3
flower.csv 13
END
}

@test "uspec: small data: as many representatives as objects, one cluster, all objects" {
  table x,y,class 1,1,a 1,2,a 2,1,a 9,9,b 9,8,b 8,9,b >six.csv
  ce-generate uspec -k 1,2 --neighbours 3 six.csv >labels
  run cat labels
  assert_line --index 0 "uspec.k1.r1,uspec.k2.r2"
  assert_equal "$(tail -n +2 labels | cut -d, -f1 | sort -u | wc -l)" 1
  cut -d, -f2 labels >two
  assert_equal "$(score six.csv two error)" 0
}

@test "uspec: a sample for the first centres that has fewer distinct rows than k: what was found is kept, and told" {
  # three groups of thousands and thirty objects alone: starts are tried on 8192 of the 12,000 objects
  awk 'BEGIN { print "x,y"
    for (i = 0; i < 11970; i++) print (i % 3) * 100 "," (i % 3 == 1) * 50
    for (i = 0; i < 30; i++) print 1000 + 40 * i "," (i % 5) * 200 }' >rare.csv
  run_split ce-generate uspec -k 30 --representatives 33 --choice kmeans --neighbours 2 -o labels.csv rare.csv
  [ "$status" -eq 0 ]
  assert_equal "$stderr" "ce-generate: rare.csv: fewer clusters than asked for in 1 of 1 members"
  # equal objects are together, and no group of thousands is cut
  tail -n +2 labels.csv | awk 'NR <= 11970 { if (NR > 3 && $1 != of[NR % 3]) exit 1; of[NR % 3] = $1 }'
  count=$(tail -n +2 labels.csv | sort -u | wc -l)
  [ "$count" -ge 25 ]
  [ "$count" -lt 30 ]
}

@test "uspec: what cannot be done is said" {
  cp "$BUNDLED/iris.csv" iris.csv
  run_split ce-generate uspec -k 3 --representatives 200 iris.csv
  assert_error 1 "ce-generate: --representatives 200, but there are only 150 objects"
  run_split ce-generate uspec -k 30 --representatives 20 iris.csv
  assert_error 1 "ce-generate: 30 clusters of 20 representatives: --representatives must be more, or clusters fewer"
  run_split ce-generate uspec -k 3 --representatives 4 --neighbours 5 iris.csv
  assert_error 1 "ce-generate: --neighbours 5, but there are 4 representatives"
  table x,y 1,1 0,0 2,1 >zero.csv
  run_split ce-generate uspec -k 2 --neighbours 2 --distance cosine zero.csv
  assert_error 1 "ce-generate: row 2 is all zeros and has no direction: cosine is not defined"
  table x,y 1,1 1,1 1,1 2,2 >few.csv
  run_split ce-generate uspec -k 2 --neighbours 3 few.csv
  assert_error 1 "ce-generate: --neighbours 3, but only 2 rows differ and can be representatives"
  # the default is then all that differ, also in parts and for further objects
  table x,y 1,1 1,1 1,1 1,1 2,5 2,5 2,5 9,9 9,9 9,9 >three.csv
  run_split ce-generate uspec -k 3 --model model.csv three.csv
  assert_equal "$status$stderr" 0
  assert_equal "$(paste -sd' ' <<<"$output")" "uspec.k3.r1 1 1 1 1 2 2 2 3 3 3"
  assert_equal "$(ce-assign -q --model model.csv three.csv | tail -n +2 | paste -sd' ')" "1 1 1 1 2 2 2 3 3 3"
  ce-generate uspec -k 3 --neighbours 3 --model same.csv three.csv >/dev/null
  assert cmp same.csv model.csv
  run_split ce-consensus usenc -k 2 three.csv
  assert_equal "$status" 0
  table x,y 1,1 1,1 1,1 1,1 >same.csv
  run_split ce-generate uspec -k 2 --neighbours 1 same.csv
  assert_error 1 "ce-generate: 2 clusters, but only 1 row differs and can be a representative: fewer clusters expected"
  table x,y,z 1,1,0 1,1,1 1,1,2 1,1,5 >constant.csv
  run_split ce-generate uspec -k 2 -m 6 --features 1 --neighbours 2 constant.csv
  assert_error 1 "ce-generate: 1 features were drawn, and again: all objects are equal in them"
}

@test "uspec: an empty cluster of a graph with more components than clusters is told" {
  awk 'BEGIN { print "x,y"; for (c = 0; c < 6; c++) for (i = 0; i < 20; i++) printf "%d.%02d,%d.%02d\n", 1000 * c, i, 1000 * c, i * 7 % 20 }' >six.csv
  run_split ce-generate uspec -k 3 --representatives 100 six.csv
  assert_success
  assert_equal "$stderr" "ce-generate: six.csv: the graph has more components than clusters in 1 of 1 members: the largest are their clusters, the others the last"
}

# ---- usenc and tcut ----

@test "usenc is zscore, uspec and tcut, to the byte" {
  ce-synth flower -n 4000 -o flower.csv
  ce-consensus usenc -k 5,13 -m 6 --base members.csv flower.csv >whole
  ce-prepare zscore flower.csv | ce-generate uspec -k 20..60 -m 6 --iterations 4 --restarts 1 >base
  cmp members.csv base
  ce-consensus tcut -k 5,13 base | sed 's/tcut/usenc/g' >parts
  cmp whole parts
}

@test "usenc: clusters of a base clustering are drawn from 20..60, of small data from an eighth to a quarter of the objects" {
  while read -r n range; do
    awk -v n=$n 'BEGIN {
      print "x,y"
      state = 5
      for (i = 1; i <= 2 * n; i++) { state = (state * 16807) % 2147483647; printf "%d%s", state % 1000, (i % 2 ? "," : "\n") }
    }' >data.csv
    ce-consensus usenc -q -k 3 -m 200 --base base.csv data.csv >/dev/null
    assert_equal "$n $(head -n 1 base.csv | tr , '\n' | sed 's/.*\.k\([0-9]*\)\..*/\1/' | sort -n | sed -n '1p;$p' | paste -sd' ')" "$n $range"
  done <<'END'
100 12 25
170 20 42
END
}

@test "usenc: where few rows differ, base clusterings have no more clusters than these rows are for" {
  awk 'BEGIN { print "x,y"; for (i = 0; i < 300; i++) printf "%d,%d\n", i % 8, i % 5 }' >grid.csv
  run_split ce-consensus usenc -k 2,5 -m 50 --base base.csv grid.csv -o result.csv
  assert_equal "$status $stderr" "0 "
  # an eighth to a quarter of 40 rows
  assert_equal "$(head -n 1 base.csv | tr , '\n' | sed 's/.*\.k\([0-9]*\)\..*/\1/' | sort -nu | paste -sd' ')" "5 6 7 8 9 10"
  # equal rows are together
  assert_equal "$(paste -d , grid.csv result.csv | tail -n +2 | sort -u | wc -l)" 40
  # as many rows as the most clusters are enough
  awk 'BEGIN { print "x,y"; for (i = 0; i < 300; i++) printf "%d,%d\n", i % 12, i % 5 }' >more.csv
  ce-consensus usenc -k 2 -m 200 --base base.csv more.csv >result.csv
  assert_equal "$(head -n 1 base.csv | tr , '\n' | sed 's/.*\.k\([0-9]*\)\..*/\1/' | sort -n | sed -n '1p;$p' | paste -sd' ')" "20 60"
  # of one direction there are fewer: 7 of 40 rows of whole numbers
  awk 'BEGIN { print "x,y"; for (i = 0; i < 320; i++) printf "%d,%d\n", (i % 8 + 1) * 2 ^ (i % 7), i % 8 + 1 }' >rays.csv
  ce-consensus usenc --raw -k 2 -m 50 --distance cosine --base base.csv rays.csv >result.csv
  assert_equal "$(head -n 1 base.csv | tr , '\n' | sed 's/.*\.k\([0-9]*\)\..*/\1/' | sort -nu | paste -sd' ')" "2"
}

@test "tcut is bgcm with three restarts, and microclusters give what objects give" {
  ce-generate kmeans -k 2..9 -m 12 "$BUNDLED/wine.csv" >labels
  ce-consensus tcut -k 3,4 labels | tail -n +2 >one
  ce-consensus bgcm --restarts 3 -k 3,4 labels | tail -n +2 >two
  cmp one two
  ce-consensus tcut --objects -k 3,4 labels | tail -n +2 >objects
  cmp one objects
}

@test "usenc: a flower of touching parts, better than k-means by far" {
  ce-synth flower -n 10000 -o flower.csv
  ce-consensus usenc -k 13 flower.csv >labels
  ce-generate kmeans -k 13 flower.csv >kmeans
  at_least "$(score flower.csv labels nmi-max)" 0.82
  at_least "$(score flower.csv labels nmi-max)" "$(score flower.csv kmeans nmi-max)"
}

# assigned MODEL DATA: the labels that a model gives.
assigned() { "$CE_BUILD/obj/tests/uspec-assign" "$@"; }

@test "uspec: a model gives all objects of the data the labels of the run, and is read as it was written" {
  in_turn 4 sanitized
  ce-synth flower -n 12000 -o flower.csv
  while IFS='|' read -r data options; do
    # shellcheck disable=SC2086 # options apart
    ce-generate uspec -q $options --model model "$data" >labels
    assigned model "$data" | cmp - labels || fail "$data $options"
    assigned model | cmp - model || fail "$data $options: written again"
  done <<END
flower.csv|-k 13
flower.csv|-k 5..20 -m 4
flower.csv|-k 2,13,40 --exact
flower.csv|-k 3..9 -m 3 --distance cosine
flower.csv|-k 13 --choice kmeans --iterations 2 --restarts 1
flower.csv|-k 3..9 -m 4 --features 1 --prefix a.
$BUNDLED/iris.csv|-k 2..5 -m 6
$BUNDLED/iris.csv|-k 2..5 -m 6 --features 0.5
$BUNDLED/iris.csv|-k 1,2 --representatives 100 --neighbours 2
$BUNDLED/iris.csv|-k 2..6 -m 8 --distance cosine
$BUNDLED/iris.csv|-k 3..8 -m 5 --iterations 1
END
}

@test "uspec: sigma has all its digits in a model" {
  # three objects, each a representative with three neighbours: distances of 12 / 9 on the average,
  # in units of the power of two above 3
  table x 0 1 3 >three.csv
  ce-generate uspec -k 2 --representatives 3 --neighbours 3 --model three.model three.csv >labels
  grep sigma three.model >line
  assert_equal "$(cat line)" uspec.k2.r1,sigma,1,1,0.3333333333333333
}

@test "uspec: the centres of a model are means in double precision, its map is in single precision" {
  ce-generate uspec -k 3 --model model "$BUNDLED/iris.csv" >labels
  # nine digits tell all numbers in single precision apart
  digits() { awk -F, -v kind="$1" '$2 == kind { sub(/e.*/, "", $5); gsub(/[-.]/, "", $5); sub(/^0+/, "", $5)
    if (length($5) > most) most = length($5) } END { print (most > 9 ? "double" : most ? "single" : "none") }' model; }
  assert_equal "$(digits centre) $(digits map)" "double single"
}

@test "uspec: a model labels objects that were not there, each by itself, near and far" {
  ce-synth flower -n 40000 -o all.csv
  head -20001 all.csv >some.csv
  { head -1 all.csv; tail -n 20000 all.csv; } >others.csv
  ce-generate uspec -k 13 --model model some.csv >labels
  assigned model others.csv >found
  at_least "$(score others.csv found nmi-max)" 0.85
  { head -1 others.csv; sed -n 7p others.csv; } >one.csv
  assert_equal "$(assigned model one.csv)" "$(sed -n '1p;7p' found)"
  table x,y 1e30,1e30 -1e150,1 0,0 >far.csv
  assert_equal "$(assigned model far.csv | tail -n +2 | grep -c '^[0-9][0-9]*$')" 3
  table x 1 2 >narrow.csv
  run_split assigned model narrow.csv
  assert_error 1 "uspec-assign: the model sees feature 2, and there are 1"
  ce-generate uspec -k 5 --distance cosine --model angles some.csv >labels
  # rows of length 1 are at most 2 apart
  assert_equal "$(grep ,extent, angles | cut -d, -f3-)" "1,1,2"
  table x,y 1,2 0,0 >zero.csv
  run_split assigned angles zero.csv
  assert_error 1 "uspec-assign: row 2 is all zeros and has no direction: cosine is not defined"
}

@test "uspec: damaged models are refused" {
  ce-generate uspec -k 3 --representatives 12 --model model "$BUNDLED/iris.csv" >labels
  # refused MESSAGE SED: the model edited so
  refused() {
    sed "$2" model >bad
    run_split assigned bad "$BUNDLED/iris.csv"
    assert_error 1 "uspec-assign: $1"
  }
  refused "bad:1: the header clustering,kind,row,column,value expected" 1s/kind/what/
  refused "bad:2: kind 'cosines' is none of a model of uspec" '2s/cosine/cosines/'
  refused "bad:2: '0', a whole number from 1 expected" '2s/,1,1,/,0,1,/'
  refused "bad:3: value 'x', a finite number expected" '3s/[^,]*$/x/'
  line=$(grep -n representative,2,2 model | cut -d: -f1)
  refused "bad:$line: row 2, column 3 of representative, row 2, column 2 expected" '/representative,2,2,/d'
  refused "bad: the last row of representative of uspec.k3.r1 is not whole" '/representative,12,4,/d'
  for part in cosine single neighbours extent sigma feature representative group mean map centre label; do
    case $part in
      representative) wrong=representative ;;
      map | label) wrong=centre ;;
      mean) wrong=group ;;
      *) wrong=$part ;;
    esac
    refused "bad: $wrong of uspec.k3.r1 is not there or does not fit" "/,$part,/d"
  done
  refused "bad: neighbours of uspec.k3.r1 is not there or does not fit" '/neighbours/s/[^,]*$/13/'
  refused "bad: extent of uspec.k3.r1 is not there or does not fit" '/extent/s/[^,]*$/0/'
  refused "bad: sigma of uspec.k3.r1 is not there or does not fit" '/sigma/s/[^,]*$/1e-200/'
  # 0 or at least 2^-80
  refused "bad: sigma of uspec.k3.r1 is not there or does not fit" '/sigma/s/[^,]*$/8.27e-25/'
  for least in 0 8.271806125530277e-25; do
    sed "/sigma/s/[^,]*$/$least/" model >good
    assigned good "$BUNDLED/iris.csv" >/dev/null
  done
  # -0 is 0, and is written so
  sed '/map,1,1,/s/[^,]*$/-0/' model >good
  assigned good >again
  assert_equal "$(grep map,1,1, again)" uspec.k3.r1,map,1,1,0
  refused "bad: group of uspec.k3.r1 is not there or does not fit" '/group/s/[^,]*$/1/'
  for value in 1,1,3 3,2,1e9 3,2,-1e9; do
    refused "bad: centre of uspec.k3.r1 is not there or does not fit" "s/\(centre,\)${value%,*},.*/\1$value/"
  done
  refused "bad: map of uspec.k3.r1 is not there or does not fit" '/map,1,1,/s/[^,]*$/1e9/'
  : >empty
  run_split assigned empty
  assert_equal "$status" 1
  head -1 model >head
  run_split assigned head
  assert_error 1 "uspec-assign: head: a model with at least one clustering expected"
}

@test "ce-generate uspec, ce-consensus usenc, ce-assign: data times 1e-160 have the same labels (1 / extent^2 was infinite)" {
  in_turn 4 sanitized
  ce-synth blobs -n 400 -k 6 --dimensions 4 --spread 2 --seed 4 | cut -d, -f1-4 | awk -F, -v OFS=, 'NR > 1 { for (i = 1; i <= 4; i++) $i = sprintf("%.13f", $i) } 1' >data.csv
  for unit in e-160 e-200 e-300; do
    awk -F, -v OFS=, -v unit=$unit 'NR > 1 { for (i = 1; i <= 4; i++) $i = $i unit } 1' data.csv >tiny.csv
    for how in "" "--distance cosine" "--features 2..4" "--neighbours 3 --representatives 80" "--exact"; do
      # shellcheck disable=SC2086
      ce-generate uspec -q -k 2..9 -m 4 $how --model of.data data.csv >expected
      # shellcheck disable=SC2086
      ce-generate uspec -q -k 2..9 -m 4 $how --model of.tiny tiny.csv >out
      cmp out expected
      ce-assign -q --model of.data data.csv >expected
      ce-assign -q --model of.tiny tiny.csv >out
      cmp out expected
    done
    for how in "" --raw; do
      # shellcheck disable=SC2086
      assert_equal "$(ce-consensus usenc -q -k 5 $how tiny.csv)" "$(ce-consensus usenc -q -k 5 $how data.csv)"
    done
  done
}
