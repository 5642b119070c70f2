#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; load ensembles; }

# a3 FILE: of each column but the first, 1 - A3 over the columns before it, by the formula
a3() {
  awk -F, '
    NR > 1 { for (q = 1; q <= NF; q++) l[NR - 1, q] = $q; n = NR - 1; m = NF }
    END {
      for (q = 2; q <= m; q++) {
        split("", size); for (i = 1; i <= n; i++) size[l[i, q]]++
        sum = 0
        for (r = 1; r < q; r++) {
          split("", both); for (i = 1; i <= n; i++) both[l[i, q], l[i, r]]++
          split("", other); for (i = 1; i <= n; i++) other[l[i, r]] = 1
          for (c in size) {
            own = size[c] * log(n / size[c]); parts = 0
            for (o in other) if ((c, o) in both) parts += both[c, o] * log(n / both[c, o])
            sum += size[c] * (own + parts > 0 ? 2 * own / (own + parts) : 1)
          }
        }
        printf "%.12g\n", 1 - sum / n / (q - 1)
      }
    }' "$1"
}

@test "ce-consensus wocce: every base clustering has the diversity asked for over those before it, by the formula" {
  ce-synth two-gaussian -n 80 --seed 5 >data.csv
  for least in 0.05 0.1; do
    ce-consensus wocce -k 3 -q --diversity $least --members 9 --base base.csv data.csv >out.csv
    a3 base.csv >diversity
    [ "$(wc -l <diversity)" -ge 3 ] || fail "$least: $(head -n 1 base.csv)"
    awk -v least=$least '$1 < least - 1e-9 { exit 1 }' diversity || fail "$least: $(paste -sd' ' diversity)"
  done
}

# With nothing asked for, results are taken as they come. The least of their diversities, by the
# formula, is then the bound: a little below it the same results are taken, a little above not.
@test "ce-consensus wocce: results are taken up to the least of their diversities, no further" {
  ce-synth two-gaussian -n 80 --seed 5 >data.csv
  taken() { ce-consensus wocce -k 3 -q --independence 0 --diversity "$1" --base "$2" data.csv; }
  taken 0 free.csv >out.csv
  a3 free.csv >diversity
  assert_equal "$(wc -l <diversity)" 19
  awk 'NR == 1 || $1 < least { least = $1 }
    END { printf "%.9f %.9f\n", least - 1e-6, least + 1e-6; exit least <= 0.001 }' diversity >bounds
  read -r below above <bounds
  taken "$below" below.csv >out.csv
  cmp free.csv below.csv
  taken "$above" above.csv >out.csv
  run ! cmp -s free.csv above.csv
}

@test "ce-consensus wocce: the result is average linkage of the co-association of what was taken" {
  ce-synth two-gaussian -n 80 --seed 5 >data.csv
  for seed in 1 2 3; do
    ce-consensus wocce -k 4 -q --seed $seed --base base.csv data.csv | tail -n +2 >one
    ce-consensus eac-al -k 4 -q base.csv | tail -n +2 | cmp one -
  done
}

@test "ce-consensus wocce: algorithms take turns; those without a start are as independent as asked for" {
  ce-synth two-gaussian -n 80 --seed 5 >data.csv
  ce-consensus wocce -k 3 -q --diversity 0 --base base.csv data.csv >out.csv
  head -n 1 base.csv | tr , '\n' >names
  assert_equal "$(wc -l <names)" 20
  assert_equal "$(head -n 6 names | cut -d. -f1 | paste -sd' ')" "kmeans rpcl average complete ward spectral"
  # the mean, over those of its algorithm before it, of 1 - the smaller over the larger number of clusters
  awk -F'[.]' '
    /^kmeans|^rpcl/ { next }
    {
      k = substr($2, 2); sum = 0
      for (q = 1; q <= had[$1]; q++) sum += 1 - (k < seen[$1, q] ? k / seen[$1, q] : seen[$1, q] / k)
      if (had[$1] && sum / had[$1] < 0.2 - 1e-9) bad = 1
      seen[$1, ++had[$1]] = k; again += had[$1] > 1
    }
    END { exit bad || !again }' names || fail "$(cat names)"
  assert_equal "$(cut -d. -f2 names | grep -vc '^k[3-6]$')" 0
  # nothing is asked for: the first twenty, in turn
  ce-consensus wocce -k 3 -q --diversity 0 --independence 0 --base base.csv data.csv >out.csv
  assert_equal "$(head -n 1 base.csv | tr , '\n' | cut -d. -f1 | tail -n 3 | paste -sd' ')" "spectral kmeans rpcl"
}

@test "ce-consensus wocce: the graph of its spectral members has the ten nearest of each object" {
  # six groups of twenty, far apart: with all ten of each it falls into them, with fewer into smaller pieces
  awk 'BEGIN { print "x,y"; srand(3); for (i = 0; i < 120; i++) printf "%.6f,%.6f\n", 100 * (i % 6) + rand(), 50 * (i % 2) + rand() }' >data.csv
  ce-consensus wocce -k 3 -q --diversity 0 --independence 0 --base base.csv data.csv >out.csv
  awk -F, 'NR == 1 { for (q = 1; q <= NF; q++) if ($q ~ /^spectral/) wanted[q]; next }
    { for (q in wanted) if (NR < 8) label[q, NR - 2] = $q; else if ($q != label[q, (NR - 2) % 6]) bad++; count++ }
    END { for (q in wanted) members++; print members + 0, bad + 0, count }' base.csv >found
  assert_equal "$(cat found)" "3 0 120"
}

@test "ce-consensus wocce: each k has its own base clusterings, those of a call of its own" {
  ce-synth two-gaussian -n 80 --seed 5 >data.csv
  asked=(--diversity 0 --independence 0 --members 5 -q)
  ce-consensus wocce -k 3,5,2 "${asked[@]}" --base base.csv data.csv >all.csv
  assert_equal "$(head -n 1 base.csv | tr , '\n' | wc -l)" 15
  column=0
  for k in 3 5 2; do
    ce-consensus wocce -k $k "${asked[@]}" --base one.base data.csv >one.csv
    cut -d, -f$((column + 1)) all.csv | cmp - one.csv
    cut -d, -f$((5 * column + 1))-$((5 * column + 5)) base.csv | tail -n +2 | cmp - <(tail -n +2 one.base)
    column=$((column + 1))
  done
}

# The starts are two or three of three objects: nothing else is to be drawn. The squared distances are .10, .05 and .25, their mean .4/3.
# Result 7 is the second of k-means. Its independence of the first is one of these, by hand:
#   0       both have the same objects
#   1/3     three objects and two
#   .3062   1 2 and 1 3: half of the root of .05 / (.4/3)
#   .4330   1 3 and 2 3: half of the root of .10 / (.4/3)
#   .5      1 2 and 2 3: 1 is matched with 3, whose squared distance is above .4/3, and counts 1; the other way is longer
@test "ce-consensus wocce: the independence of two starts by hand" {
  table x,y .1,.2 .4,.3 .5,.5 >data.csv
  taken() {
    ce-consensus wocce -k 2 -q --raw --members 7 --tries 1 --diversity 0 --seed "$1" --independence "$2" --base base.csv data.csv >out.csv
    head -n 1 base.csv | tr , '\n' | wc -l
  }
  for case in "1 0 .0001" "3 .3333 .3334" "24 .3061 .3063" "42 .4330 .4331" "6 .4999 .5001"; do
    read -r seed below above <<<"$case"
    assert_equal "$seed $below $(taken "$seed" "$below")" "$seed $below 7"
    assert_equal "$seed $above $(taken "$seed" "$above")" "$seed $above 6"
  done
}

@test "ce-consensus wocce: what cannot be met leaves fewer base clusterings, and a note" {
  ce-synth two-gaussian -n 60 --seed 5 >data.csv
  run_split ce-consensus wocce -k 2 --diversity 1 --tries 7 --base base.csv data.csv
  assert_equal "$status" 0
  assert_equal "$stderr" "ce-consensus: wocce: k = 2: 1 of 20 base clusterings, then 7 results in a row were refused"
  assert_equal "$(head -n 1 base.csv | tr , '\n' | wc -l)" 1
  run_split ce-consensus wocce -k 2 --independence 1 --diversity 0 -v --base base.csv data.csv
  [[ $stderr == *"wocce: results refused: "* ]]
  [[ $stderr == *"wocce: k = 2: "*" of 20 base clusterings, then 20 results in a row were refused"* ]]
}

@test "ce-consensus wocce: wrong numbers are wrong use" {
  ce-synth two-gaussian -n 20 >data.csv
  for wrong in "--members 0" "--independence 2" "--diversity -1" "--diversity 1.5" \
    "--tries x" "--neighbours 3"; do
    # shellcheck disable=SC2086
    run_split ce-consensus wocce -k 2 $wrong data.csv
    assert_equal "$wrong $status" "$wrong 2"
    assert_equal "$output" ""
  done
}
