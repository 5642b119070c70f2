#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# penta: components that give each other constraints. What all systems owe their user is in ce-consensus-systems.bats.

setup_file() { "$CE_BUILD/obj/tests/penta-pairs" >"$BATS_FILE_TMPDIR/said" 2>&1; }

setup() { load common; load ensembles; }

body() { tail -n +2; }

error() { ce-score -q -t "$1" -s error "$2" | body | cut -d, -f3; }

@test "ce-consensus penta: candidates are those of a search through all pairs, as Algorithm 11 is printed" {
  run cat "$BATS_FILE_TMPDIR/said"
  assert_line "pairs: all as the search through all pairs has them: ok"
  assert_line --regexp "^pairs: [0-9]{4,} must-links, [0-9]{4,} cannot-links, top reached often$"
}

@test "ce-consensus penta: with no rounds it is zscore, lac, wbpa; and so it is where all components agree" {
  for k in 2 3 5; do
    for with in metis spectral; do
      ce-consensus penta -k $k --rounds 0 --seed 4 --with $with --base base.csv "$BUNDLED/wine.csv" | body >one
      ce-prepare zscore "$BUNDLED/wine.csv" | ce-generate lac -k $k --inv-h 1,3,5,7,10 --seed 4 --membership --labels labels.csv >memberships.csv
      cmp labels.csv base.csv
      ce-consensus wbpa -k $k --seed 4 --with $with memberships.csv | body | cmp one -
    done
  done
  ce-consensus penta -k 3 -q --raw --rounds 0 --inv-h 2..4 --with metis --cluster-weight 1 --base base.csv "$BUNDLED/wine.csv" | body >one
  ce-generate lac -k 3 --inv-h 2..4 --membership --labels labels.csv "$BUNDLED/wine.csv" >memberships.csv
  cmp labels.csv base.csv
  ce-consensus wbpa -k 3 --with metis --cluster-weight 1 memberships.csv | body | cmp one -
  ce-synth blobs -n 120 -k 4 --dimensions 3 --spread .4 --seed 3 >blobs.csv
  run_split ce-consensus penta -k 4 -v --trace trace.csv -o out.csv blobs.csv
  [[ $stderr == *"penta.k4: 1 rounds, 0 must-links and 0 cannot-links bootstrapped"* ]] || fail "$stderr"
  assert_equal "$(cat trace.csv)" "k,round,component,link,i,j,distance"
  ce-consensus penta -k 4 --rounds 0 blobs.csv | cmp out.csv -
}

@test "ce-consensus penta: with no rounds and initial constraints the components are CLAC's" {
  ce-prepare zscore "$BUNDLED/wine.csv" >z.csv
  random_links z.csv 50 6 >links.csv
  for k in 3 4; do
    ce-consensus penta -k $k -q --rounds 0 --loose --constraints links.csv --base base.csv "$BUNDLED/wine.csv" | body >one
    ce-generate lac -k $k -q --inv-h 1,3,5,7,10 --constraints links.csv --membership --labels labels.csv z.csv >memberships.csv
    body <labels.csv | cmp - <(body <base.csv)
    ce-consensus wbpa -k $k memberships.csv | body | cmp one -
  done
}

@test "ce-consensus penta: the pairs of the first round by the labels and weights of the components that were there" {
  # what component 1 gets in round 1 follows from what lac --model writes: plainly, over all pairs
  ce-prepare zscore "$BUNDLED/iris.csv" >z.csv
  ce-generate lac -k 3 --inv-h 1,3,5,7,10 --model model.csv z.csv >labels.csv
  ce-consensus penta -k 3 -q --rounds 1 --top 4 --trace trace.csv "$BUNDLED/iris.csv" >/dev/null
  awk -F, -v top=4 '
    FILENAME == "model.csv" { if ($4 == "weight") for (s = 0; s < 4; s++) w[$1, $2, s] = $(5 + s); next }
    FILENAME == "z.csv" { if (FNR > 1) for (s = 0; s < 4; s++) x[FNR - 1, s] = $(1 + s); next }
    FNR == 1 { for (q = 1; q <= 5; q++) name[q] = $q; next }
    { n = FNR - 1; for (q = 1; q <= 5; q++) label[n, q] = $q }
    function distance(i, j, q,   s, sum) {
      for (s = 0; s < 4; s++) sum += (q ? w[name[q], label[i, q], s] : 1) * (x[i, s] - x[j, s]) ^ 2
      return sqrt(sum)
    }
    END {
      for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) {
        together = 0
        for (q = 2; q <= 5; q++) together += label[i, q] == label[j, q]
        if (label[i, 1] == label[j, 1] ? together != 0 : together != 4) continue
        d = 0
        if (together) { for (q = 2; q <= 5; q++) d += distance(i, j, q) / 4; link = "must" } else { d = distance(i, j, 0); link = "cannot" }
        print link, i, j, d, (link == "must" ? d : -d)
      }
    }' model.csv z.csv labels.csv >all
  for link in must cannot; do
    sed -n "/^$link /p" all | sort -k5,5g -k2,2n -k3,3n | sed -n 1,4p | cut -d' ' -f2,3 >expected
    awk -F, -v link=$link '$2 == 1 && $3 == 1 && $4 == link { print $5, $6 }' trace.csv >got
    # a pair that those before it imply is left out
    [ -s got ] || [ ! -s expected ] || fail "no $link"
    while read -r pair; do grep -qx "$pair" expected || fail "$link $pair is not among the best"; done <got
    head -n 1 expected | cmp - <(head -n 1 got)
  done
}

@test "ce-consensus penta: what a round adds agrees with all that the component has, and is not implied by it" {
  random_links "$BUNDLED/wine.csv" 30 4 >links.csv
  ce-consensus penta -k 3 -q --rounds 12 --constraints links.csv --trace trace.csv "$BUNDLED/wine.csv" >/dev/null
  [ "$(wc -l <trace.csv)" -gt 40 ]
  # union by renaming: group of each object; pairs of groups that cannot link
  awk -F, '
    function find(q, i) { return (q, i) in group ? group[q, i] : i }
    function add(q, i, j, link,   a, b, p, part) {
      a = find(q, i); b = find(q, j)
      if (link == "cannot") { if (a == b) bad = "contradiction"; apart[q, a, b] = apart[q, b, a] = 1; return }
      if (apart[q, a, b]) bad = "contradiction"
      for (p = 1; p <= 178; p++) { if (find(q, p) == b) group[q, p] = a; if (apart[q, b, p]) apart[q, a, p] = apart[q, p, a] = 1 }
    }
    FNR == 1 { next }
    FILENAME == "links.csv" { for (q = 1; q <= 5; q++) add(q, $1, $2, $3); next }
    {
      a = find($3, $5); b = find($3, $6)
      if (a == b || apart[$3, a, b]) bad = "implied or contradicted: " $0
      add($3, $5, $6, $4)
      count[$2, $3, $4]++
      if (count[$2, $3, $4] > 5) bad = "more than five: " $0
    }
    END { if (bad) { print bad; exit 1 } }' links.csv trace.csv || fail "$(tail -n 3 trace.csv)"
}

@test "ce-consensus penta: k clusters can keep all that a component has, though no pair contradicts another" {
  # objects that lie anywhere: components disagree, and what they add over the rounds would not go into three clusters
  for start in 8000 17000; do
    awk -v state=$start 'BEGIN {
      print "a,b,c,d"
      for (i = 0; i < 80; i++) { state = (state * 16807) % 2147483647; printf "%d%s", state % 1000, (i % 4 == 3 ? "\n" : ",") }
    }' >data.csv
    ce-consensus penta -k 3 -q --rounds 15 --top 30 --trace trace.csv data.csv >/dev/null
    [ "$(wc -l <trace.csv)" -gt 40 ]
    # cluster by cluster, object after object, back where none is left
    awk -F, '
      function fits(q, i, c,   j) {
        for (j = 1; j < i; j++)
          if ((q, j, i) in link && (link[q, j, i] == "must") != (at[j] == c)) return 0
        return 1
      }
      function place(q, i,   c) {
        if (i > 20) return 1
        for (c = 1; c <= 3; c++) if (fits(q, i, c)) { at[i] = c; if (place(q, i + 1)) return 1 }
        return 0
      }
      NR > 1 { link[$3, $5, $6] = link[$3, $6, $5] = $4 }
      END { for (q = 1; q <= 5; q++) if (!place(q, 1)) { print "component " q; exit 1 } }' trace.csv
  done
}

@test "ce-consensus penta: of two clusters a chain of links decides all its pairs, of three it does not" {
  for start in 8000 17000; do
    awk -v state=$start 'BEGIN {
      print "a,b,c,d"
      for (i = 0; i < 80; i++) { state = (state * 16807) % 2147483647; printf "%d%s", state % 1000, (i % 4 == 3 ? "\n" : ",") }
    }' >data.csv
    for k in 2 3; do
      ce-consensus penta -k $k -q --rounds 15 --top 30 --trace trace.csv data.csv >/dev/null
      # pairs that a chain joined before they came
      awk -F, '
        function root(q, i) { while ((q, i) in up) i = up[q, i]; return i }
        NR > 1 { a = root($3, $5); b = root($3, $6); if (a == b) closed++; else up[$3, a] = b }
        END { print closed + 0 }' trace.csv >closed.$k
    done
    assert_equal "$(cat closed.2)" 0
    [ "$(cat closed.3)" -gt 10 ]
  done
}

@test "ce-consensus penta: no constraints in a file are no file; the whole truth gives the truth" {
  echo i,j,link >none.csv
  for set in iris:3 wine:3 wdbc:2; do
    data=$BUNDLED/${set%:*}.csv
    ce-consensus penta -k "${set#*:}" -q --rounds 6 --base base1 --trace trace1 "$data" >one
    ce-consensus penta -k "${set#*:}" -q --rounds 6 --base base2 --trace trace2 --constraints none.csv "$data" >two
    cat base1 trace1 one >all1
    cat base2 trace2 two | cmp all1 -
    links_of_truth "$data" >truth.csv
    for with in metis spectral; do
      ce-consensus penta -k "${set#*:}" --with $with --constraints truth.csv --base base.csv "$data" >out.csv
      assert_equal "$set $(error "$data" out.csv)" "$set 0"
    done
    assert_equal "$(ce-score -q -t "$data" -s error base.csv | body | cut -d, -f3 | sort -u)" 0
  done
}

@test "ce-consensus penta: initial constraints are kept, by the result and by the components; --loose tells what the cut violates" {
  loose=0
  for set in iris:3 wdbc:2; do
    data=$BUNDLED/${set%:*}.csv
    for pairs in 10 60 150; do
      random_links "$data" $pairs $pairs >links.csv
      run_split ce-consensus penta -k "${set#*:}" --rounds 4 --constraints links.csv --base base.csv -o out.csv "$data"
      assert_equal "$status" 0
      [[ $stderr != *violate* ]] || fail "$stderr"
      assert_equal "$(violated links.csv out.csv)" 0
      for q in 1 2 3 4 5; do
        cut -d, -f$q base.csv >member.csv
        assert_equal "$(violated links.csv member.csv)" 0
      done
      run_split ce-consensus penta -k "${set#*:}" --rounds 4 --loose --constraints links.csv -o out.csv "$data"
      count=$(violated links.csv out.csv)
      [ "$count" = 0 ] || [[ $stderr == *"ce-consensus: penta.k${set#*:}: $count of $pairs constraints violated"* ]] || fail "$stderr"
      loose=$((loose + count))
    done
  done
  [ $loose -gt 0 ]
}

@test "ce-consensus penta: ids in constraints and trace; threads; several k; names of the components" {
  awk -v OFS=, '{ print (NR == 1 ? "id" : "w" NR - 1), $0 }' "$BUNDLED/wine.csv" >ids.csv
  random_links "$BUNDLED/wine.csv" 40 8 >links.csv
  awk -F, -v OFS=, 'NR > 1 { $1 = "w" $1; $2 = "w" $2 } 1' links.csv >named.csv
  ce-consensus penta -k 3,2 -q -j 1 --rounds 3 --infeasible count --constraints links.csv --trace trace.csv "$BUNDLED/wine.csv" >one.csv
  ce-consensus penta -k 3,2 -q -j 3 --rounds 3 --infeasible count --constraints named.csv --base base.csv --trace named-trace.csv ids.csv >ids.out
  cut -d, -f2- ids.out | cmp one.csv -
  tr -d w <named-trace.csv | cmp trace.csv -
  assert_equal "$(head -n 1 base.csv)" "id,lac.k3.i1,lac.k3.i3,lac.k3.i5,lac.k3.i7,lac.k3.i10,lac.k2.i1,lac.k2.i3,lac.k2.i5,lac.k2.i7,lac.k2.i10"
  for c in 1:3 2:2; do
    ce-consensus penta -k "${c#*:}" -q --rounds 3 --infeasible count --constraints links.csv --trace alone.csv "$BUNDLED/wine.csv" >one
    cut -d, -f"${c%:*}" one.csv | cmp one -
    grep "^${c#*:}," trace.csv | cmp - <(body <alone.csv)
  done
}

@test "ce-consensus penta: components that still change when the rounds end are told; progress counts rounds" {
  run_split ce-consensus penta -k 3 --rounds 2 --progress always -o out.csv "$BUNDLED/wine.csv"
  [[ $stderr == *"penta 2/2"* ]] || fail "$stderr"
  [[ $stderr == *"ce-consensus: penta.k3: components still changed in round 2: stopped by --rounds"* ]] || fail "$stderr"
}

@test "ce-consensus penta: what cannot be kept is refused, or counted" {
  table i,j,link 1,2,cannot 1,3,cannot 1,4,cannot 2,3,cannot 2,4,cannot 3,4,cannot >four.csv
  run_split ce-consensus penta -k 3 --constraints four.csv "$BUNDLED/iris.csv"
  assert_equal "$status $output" "1 "
  run_split ce-consensus penta -k 3 --rounds 2 --infeasible count --constraints four.csv -o out.csv "$BUNDLED/iris.csv"
  assert_equal "$status" 0
  [[ $stderr == *"penta.k3: 1 of 6 constraints violated"* ]] || fail "$stderr"
  [[ $stderr == *"penta.k3: cannot-links between chunklets that components violate: "* ]] || fail "$stderr"
  table i,j,link 1,2,cannot 2,3,cannot 1,3,cannot >odd.csv
  run_split ce-consensus penta -k 2 --constraints odd.csv "$BUNDLED/iris.csv"
  assert_equal "$status $output" "1 "
  table i,j,link 1,2,must 1,2,cannot >both.csv
  run_split ce-consensus penta -k 2 --constraints both.csv "$BUNDLED/iris.csv"
  assert_equal "$status $output" "1 "
}

@test "ce-consensus penta: beside it, a method that does not take the constraints is not measured by them" {
  # setosa and virginica in one cluster: any result violates it
  table i,j,link 1,150,must >links.csv
  run_split ce-consensus penta,wsce -k 2 --rounds 2 --constraints links.csv -o out.csv "$BUNDLED/iris.csv"
  assert_equal "$status" 0
  [[ $stderr != *"wsce.k2: "*violated* ]] || fail "$stderr"
}

@test "ce-consensus penta: wrong use" {
  wrong() {
    run_split ce-consensus "${@:2}" "$BUNDLED/iris.csv"
    assert_error 2 "ce-consensus: $1
Try 'ce-consensus --help'."
  }
  wrong "--inv-h has 2 numbers, at least 3 expected" penta -k 3 --inv-h 1,2
  wrong "--inv-h '1,2,x', numbers above 0 expected: 7, 1,2.5,10 or 1..50" penta -k 3 --inv-h 1,2,x
  wrong "--inv-h has 3 twice" penta -k 3 --inv-h 1,3,5,3
  wrong "--inv-h does not go with wsce, only with: penta" wsce -k 3 --inv-h 1,3,5
  wrong "--constraints does not go with wocce, only with: c-wbpa penta" wocce -k 3 --constraints x.csv
  wrong "--top '0', a whole number from 1 to 1000000 expected" penta -k 3 --top 0
  wrong "--trace and the result are both standard output" penta -k 3 --trace -
  wrong "--loose goes with --constraints" penta -k 3 --loose
  wrong "--infeasible goes with --constraints" penta -k 3 --infeasible count
  run_split ce-consensus penta -k 3 --constraints - <"$BUNDLED/iris.csv"
  assert_error 2 "ce-consensus: --constraints and FILE are both standard input
Try 'ce-consensus --help'."
  wrong "--rounds '0', a whole number from 1 to 1000000 expected" srs-al -k 3 --rounds 0
}
