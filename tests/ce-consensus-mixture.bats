#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# mixture: Latent-EM against the same algorithm written down plainly (tests/lib/mixture-plain.c).

setup() { load common; load ensembles; }

@test "ce-consensus mixture: the labels of plain EM with products of probabilities, of the likeliest of several starts" {
  in_turn 4
  cases=0 several=0
  # tables that leave much open, with and without missing labels: the starts end in different places
  for noise in 45 60 75; do
    planted 60 4 5 $noise >whole.csv
    awk -F, -v OFS=, 'NR > 1 && NR % 4 == 0 { $(NR % 5 + 1) = "" } 1' whole.csv >partial.csv
    for table in whole partial; do
      for options in "1 1" "1 4" "7 1" "7 3" "7 200" "20 12"; do
        for seed in 1 2; do
          read -r restarts iterations <<<"$options"
          ce-consensus mixture -q -k 4 --restarts "$restarts" --iterations "$iterations" --seed $seed $table.csv >one
          "$CE_BUILD/obj/tests/mixture-plain" $table.csv 4 "$restarts" "$iterations" $seed >two
          tail -n +2 one | cmp - two || fail "noise $noise, $table, $options, seed $seed"
          cases=$((cases + 1))
          [ "$restarts" -gt 1 ] || continue
          "$CE_BUILD/obj/tests/mixture-plain" $table.csv 4 1 "$iterations" $seed >first
          if ! cmp -s first two; then several=$((several + 1)); fi
        done
      done
    done
  done
  assert_equal "$cases" 72
  # in most cases another start than the first is the likeliest
  assert [ "$several" -gt 30 ]
}
