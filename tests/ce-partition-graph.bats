#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-partition metis and spectral.

setup() { load common; }

# Lines to words.
columns() { paste -sd' ' -; }

# Two triangles and a pair, weakly joined.
eight() {
  table '%%MatrixMarket matrix coordinate real symmetric' '8 8 9' '2 1 .9' '3 1 .8' '3 2 .9' '5 4 .7' '6 4 .9' '6 5 .8' \
    '8 7 .9' '4 3 .1' '7 6 .2' >eight.mtx
}

# co_association <labels: the matrix of the shares of the columns in which two rows agree, of those in which both have a label.
co_association() {
  awk -F, 'NR > 1 { for (q = 1; q <= NF; q++) label[NR - 1, q] = $q; m = NF }
    END { for (i = 1; i < NR; i++) for (j = 1; j < NR; j++) {
      both = same = 0
      for (q = 1; q <= m; q++) if (label[i, q] != "" && label[j, q] != "") { both++; same += label[i, q] == label[j, q] }
      printf "%.17g%s", both ? same / both : 0, j < NR - 1 ? "," : "\n" } }'
}

# The seven objects of Strehl and Ghosh (2002) and their co-association matrix.
seven() { table a,b,c,d 1,2,1,1 1,2,1,2 1,2,2, 2,3,2,1 2,3,3,2 3,1,3, 3,1,3, | co_association >seven.csv; }

@test "ce-partition metis: weakly joined groups, by each scheme, a column for each k" {
  eight
  for scheme in recursive kway once; do
    run_split ce-partition metis -k 1,3,8 --scheme $scheme eight.mtx
    assert_equal "$status" 0
    assert_equal "$stderr" ""
    assert_equal "$(columns <<<"$output")" "metis.k1,metis.k3,metis.k8 1,1,1 1,1,2 1,1,3 1,2,4 1,2,5 1,2,6 1,3,7 1,3,8"
  done
}

@test "ce-partition metis spectral: CSPA on the seven objects of Strehl and Ghosh" {
  seven
  for noun in metis spectral; do
    run_split ce-partition $noun -k 3 seven.csv
    assert_equal "$(columns <<<"$output")" "$noun.k3 1 1 1 2 2 3 3"
    run_split ce-partition $noun -k 3 --vertices objects seven.csv
    assert_equal "$(columns <<<"$output")" "$noun.k3 1 1 1 2 2 3 3"
  done
}

@test "ce-partition metis: balance is a bound, and without it a mean vertex may be too much" {
  # a star of four near objects and two that are near to none: even parts would be threes
  table '%%MatrixMarket matrix coordinate real symmetric' '6 6 8' '2 1 1' '3 1 1' '4 1 1' '3 2 .5' '4 2 .5' '4 3 .5' '5 4 .1' \
    '6 5 .2' >star.mtx
  run_split ce-partition metis -k 2 star.mtx
  assert_equal "$(columns <<<"$output")" "metis.k2 1 1 1 1 2 2"
  # 1 is the least that may be asked for; a mean vertex more is allowed whatever the balance
  run_split ce-partition metis -k 2 --balance 1 star.mtx
  assert_equal "$(columns <<<"$output")" "metis.k2 1 1 1 1 2 2"
}

@test "ce-partition random-walk: objects that hang together by links 1e20 times as heavy as those to the seeds go to the nearer seed" {
  in_turn 4 sanitized
  # forty microclusters of 50000 objects, of which two are a little similar to the first seed, and less to the second
  awk 'BEGIN { print "%%MatrixMarket matrix coordinate real symmetric"; print "42 42 784"
    for (i = 3; i <= 42; i++) for (j = 3; j < i; j++) print i, j, 1 - (i * 7 + j * 3) % 10 / 1000
    for (i = 3; i <= 20; i += 17) print i " 1 .02\n" i " 2 .01" }' >heavy.mtx
  awk 'BEGIN { print "size,a"; for (i = 1; i <= 42; i++) print (i < 3 ? 1 : 50000) "," i }' >sizes.csv
  awk 'BEGIN { print "seed"; for (i = 1; i <= 42; i++) print (i < 3 ? i : "") }' >seeds.csv
  for beta in 30 60; do
    run_split ce-partition random-walk --seeds seeds.csv --sizes sizes.csv --beta $beta heavy.mtx
    assert_equal "$status" 0
    assert_equal "$beta $(tail -n +2 <<<"$output" | sort | uniq -c | tr -s ' \n' ' ')" "$beta  41 1 1 2 "
  done
  # a chain of as heavy links: the way to the first seed weighs more
  awk 'BEGIN { n = 4302; print "%%MatrixMarket matrix coordinate real symmetric"; print n, n, n - 1
    for (i = 4; i <= n; i++) print i, i - 1, 1
    print "3 1 .02\n" n " 2 .01" }' >chain.mtx
  awk 'BEGIN { print "size,a"; for (i = 1; i <= 4302; i++) print (i < 3 ? 1 : 50000) "," i }' >sizes.csv
  awk 'BEGIN { print "seed"; for (i = 1; i <= 4302; i++) print (i < 3 ? i : "") }' >seeds.csv
  run_split ce-partition random-walk --seeds seeds.csv --sizes sizes.csv chain.mtx
  assert_equal "$status" 0
  assert_equal "$(tail -n +2 <<<"$output" | sort | uniq -c | tr -s ' \n' ' ')" " 4301 1 1 2 "
  CE_MEMORY_LIMIT=100M run_split ce-partition random-walk --seeds seeds.csv --sizes sizes.csv chain.mtx
  assert_equal "$status" 1
  [[ $stderr == "ce-partition: "*"the links of a walk"*"fewer objects"* ]] || fail "$stderr"
}

@test "ce-partition metis: with a heavy vertex, one call of METIS leaves clusters empty, and our recursion does not" {
  awk 'BEGIN { print "%%MatrixMarket matrix coordinate real symmetric"; print "30 30 29"; for (i = 2; i <= 30; i++) print i, i - 1, 1 }' >chain.mtx
  awk 'BEGIN { print "size,a"; for (i = 1; i <= 30; i++) print (i == 1 ? 1000 : 1) "," i }' >heavy.csv
  run_split ce-partition metis -k 6 --sizes heavy.csv chain.mtx
  assert_equal "$stderr" ""
  assert_equal "$(tail -n +2 <<<"$output" | sort -u | wc -l)" 6
  run_split ce-partition metis -k 6 --scheme once --sizes heavy.csv chain.mtx
  assert_regex "$stderr" "^ce-partition: [2-5] clusters, 6 asked for: METIS left the others empty$"
}

@test "ce-partition metis: two parts of a long chain are its halves, the same bytes from the same seed" {
  awk 'BEGIN { n = 400; print "%%MatrixMarket matrix coordinate real symmetric"; print n, n, n - 1
               for (i = 2; i <= n; i++) print i, i - 1, 1 }' >chain.mtx
  run_split ce-partition metis -k 2 --vertices objects chain.mtx
  assert_equal "$(uniq -c <<<"$output" | awk 'NR > 1 { print $2, ($1 >= 199 && $1 <= 201) }' | columns)" "1 1 2 1"
  ce-partition metis -k 2..7 --seed 12 chain.mtx >a
  ce-partition metis -k 2..7 --seed 12 chain.mtx >b
  cmp a b
}

@test "ce-partition metis: a microcluster that is too large for its part has it alone, and the others are cut where it costs least" {
  # fifty, or twenty, equal objects and five or six others; of all ways to cut the others into two parts the best, by hand
  heavy() { # LABELS SIZE ROW...: rows of similarities of one object of each microcluster; the first has SIZE objects
    local expected=$1
    shift
    awk -v size="$1" 'BEGIN {
      for (i = 2; i < ARGC; i++) { m = split(ARGV[i], row, " "); for (j = 1; j <= m; j++) s[i - 1, j] = row[j] }
      for (g = 1; g <= m; g++) for (e = 0; e < (g == 1 ? size : 1); e++) of[++n] = g
      for (i = 1; i <= n; i++) printf "c%d%s", i, i < n ? "," : "\n"
      for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) printf "%s%s", s[of[i], of[j]], j < n ? "," : "\n"
    }' "$@" >m.csv
    ce-partition metis -q -k 3 m.csv | tail -n +2 | tail -n +"$1" | paste -sd' ' >got
    assert_equal "$(cat got)" "$expected"
  }
  heavy "1 2 3 2 2 2" 50 "1 0 0 .9 .9 .1" "0 1 .2 .5 .3 .9" "0 .2 1 0 .1 0" ".9 .5 0 1 .9 .3" ".9 .3 .1 .9 1 0" ".1 .9 0 .3 0 1"
  heavy "1 2 3 2 2 2 2" 20 "1 .9 0 .1 .2 0 .2" ".9 1 .1 .2 .5 0 0" "0 .1 1 .2 .1 0 0" ".1 .2 .2 1 0 .5 .9" ".2 .5 .1 0 1 .2 .2" \
    "0 0 0 .5 .2 1 0" ".2 0 0 .9 .2 0 1"
}

@test "ce-partition metis: objects that nothing tells apart stay together, unless objects are the vertices" {
  # six objects in two groups of 4 and 2; three parts of objects would split the 4
  table 1,1,1,1,0,.2 1,1,1,1,0,.2 1,1,1,1,0,.2 1,1,1,1,0,.2 0,0,0,0,1,.5 .2,.2,.2,.2,.5,1 >twins.csv
  run_split ce-partition metis -k 3 twins.csv
  assert_equal "$(columns <<<"$output")" "metis.k3 1 1 1 1 2 3"
  run_split ce-partition metis -k 3 --vertices objects twins.csv
  assert_equal "$status" 0
  assert [ "$(sed -n 2,5p <<<"$output" | sort -u | wc -l)" -gt 1 ]
}

@test "ce-partition metis spectral: on objects and on their microclusters the same partition" {
  awk 'BEGIN { srand(3); print "a,b,c,d"
    for (i = 0; i < 120; i++) { for (q = 0; q < 4; q++) printf "%s%d", q ? "," : "", rand() < .2 ? 9 * rand() % 3 : i % 3; print "" } }' >labels.csv
  co_association <labels.csv >ca.csv
  for noun in metis spectral; do
    ce-partition $noun -k 3 ca.csv >$noun.csv
    # all objects with the same labels have the same cluster
    assert_equal "$(paste -d: labels.csv $noun.csv | sed 1d | sort -u | cut -d: -f1 | uniq -d)" ""
  done
}

@test "ce-partition spectral: scikit-learn's partition of two rings, by both solvers" {
  # SpectralClustering(2, affinity="precomputed", random_state=0).fit_predict(a) of scikit-learn 1.2.1 on this matrix
  want=121211121221112211211211211111121211122121121111111112122121
  for solver in auto dense sparse; do
    run_split ce-partition spectral -k 2 --solver $solver "$FIXTURES/rings-affinity.mtx"
    assert_equal "$stderr" ""
    assert_equal "$(sed 1d <<<"$output" | tr -d '\n')" "$want"
  done
}

@test "ce-partition spectral: disconnected, with an object like no other" {
  table '%%MatrixMarket matrix coordinate real symmetric' '7 7 4' '3 1 .5' '4 2 .25' '6 4 .5' '6 2 .5' >parts.mtx
  run_split ce-partition spectral -k 2 parts.mtx
  assert_equal "$(columns <<<"$output")" "spectral.k2 1 2 1 2 2 2 2"
}

@test "ce-partition spectral: threads do not change a byte" {
  awk 'BEGIN { srand(5); n = 150; for (i = 1; i <= n; i++) { for (j = 1; j < i; j++) s = s " " (v[j "," i] = v[i "," j] = rand() * (i % 3 == j % 3 ? 1 : .4));
    v[i "," i] = 1 } for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) printf "%.6f%s", v[i "," j], j < n ? "," : "\n" }' >a.csv
  for solver in dense sparse; do
    ce-partition spectral -k 2..5 --solver $solver -j 1 a.csv >$solver.1
    ce-partition spectral -k 2..5 --solver $solver -j 4 a.csv >$solver.4
    cmp $solver.1 $solver.4
  done
  cmp dense.1 sparse.1
}

@test "ce-partition spectral: the dense eigenproblem of many objects says how long it takes" {
  awk 'BEGIN { n = 8000; print "%%MatrixMarket matrix coordinate real symmetric"; print n, n, n - 1
    for (i = 2; i <= n; i++) print i, i - 1, 1 + i % 7 }' >path.mtx
  # ended as soon as it has spoken
  : >err
  timeout 60 ce-partition spectral -k 2 --vertices objects --solver dense path.mtx 2>err 3>&- &
  for ((i = 0; i < 600; i++)); do
    [ ! -s err ] || break
    sleep .1
  done
  kill $!
  assert_equal "$(cat err)" "ce-partition: this step takes about 85 s on a usual machine"
}

@test "ce-partition metis spectral: a negative similarity, k above n or above the distinct objects are refused" {
  table 1,.5,-.25 .5,1,0 -.25,0,1 >negative.csv
  run_split ce-partition metis -k 2 negative.csv
  assert_error 1 "ce-partition: negative.csv: the similarity of objects 1 and 3 is -0.25; a graph needs similarities >= 0"
  run_split ce-partition spectral -k 2 negative.csv
  assert_error 1 "ce-partition: negative.csv: the affinity of objects 1 and 3 is -0.25; spectral clustering needs affinities >= 0"
  table 1,1,.5 1,1,.5 .5,.5,1 >twins.csv
  for noun in metis spectral; do
    run_split ce-partition $noun -k 4 twins.csv
    assert_error 1 "ce-partition: twins.csv: 3 objects, 4 clusters asked for"
    run_split ce-partition $noun -k 3 twins.csv
    assert_error 1 "ce-partition: twins.csv: 3 clusters asked for, but only 2 objects differ (see --vertices)"
  done
  table 1,0,0 0,1,0 0,0,1 >three.csv
  run_split ce-partition spectral -k 2 three.csv
  assert_error 1 "ce-partition: three.csv: no two of 3 objects have an affinity above 0: there is nothing to cluster by"
  table 1,0 0,1 >none.csv
  # as many clusters as objects: there is nothing to choose
  run_split ce-partition spectral -k 2 none.csv
  assert_equal "$(columns <<<"$output")" "spectral.k2 1 2"
  table 1,-.5 -.5,1 >below.csv
  run_split ce-partition spectral -k 2 below.csv
  assert_error 1 "ce-partition: below.csv: the affinity of objects 1 and 2 is -0.5; spectral clustering needs affinities >= 0"
  run_split ce-partition metis -k 2 none.csv
  assert_equal "$(columns <<<"$output")" "metis.k2 1 2"
}

@test "ce-partition metis spectral: wrong use" {
  eight
  run_split ce-partition metis eight.mtx
  assert_equal "$status" 2
  run_split ce-partition metis -k 2 --balance 0.9 eight.mtx
  assert_equal "$status" 2
  run_split ce-partition metis -k 2 --scheme spectral eight.mtx
  assert_equal "$status" 2
  run_split ce-partition metis -k 2 --solver dense eight.mtx
  assert_equal "$status" 2
  run_split ce-partition spectral -k 2 --restarts 0 eight.mtx
  assert_equal "$status" 2
  run_split ce-partition spectral -k 2 --tree tree.csv eight.mtx
  assert_equal "$status" 2
  run_split ce-partition average -k 2 --vertices objects eight.mtx
  assert_equal "$status" 2
}

@test "ce-partition spectral: an object whose only affinity is below the normal numbers (1 / degree was infinite)" {
  table '%%MatrixMarket matrix coordinate real symmetric' '6 6 6' '2 1 1' '4 3 1' '6 5 1e-320' '3 2 1e-300' '5 4 1e-310' '6 1 1e-322' >chain.mtx
  run_split ce-partition spectral -k 3 --solver dense chain.mtx
  assert_equal "$status" 0
  assert_equal "$(echo "$output" | tr '\n' ' ')" "spectral.k3 1 1 2 2 3 3 "
}

@test "ce-partition spectral: --solver sparse gives way to LAPACK where eigenvalues are too near for ARPACK" {
  # twenty chains that are equal but for 1e-7, and three clusters more than there are chains
  awk 'BEGIN { srand(1); print "%%MatrixMarket matrix coordinate real symmetric"; print 600, 600, 580
    for (b = 0; b < 20; b++) for (i = 1; i < 30; i++)
      printf "%d %d %.12f\n", b * 30 + i + 1, b * 30 + i, 1 + 1e-7 * rand() }' >chains.mtx
  run ce-partition spectral -k 23 --solver sparse -q chains.mtx -o labels.csv
  assert_equal "$status" 0
  assert_output ""
  assert_equal "$(tail -n +2 labels.csv | sort -u | wc -l)" 23
}

# times FACTOR: a graph of thirty objects in three groups, its similarities times the factor.
times() {
  awk -v factor="$1" 'BEGIN {
    srand(3)
    for (i = 1; i <= 30; i++) for (j = 1; j < i; j++) {
      weight = rand() * .3 + .05 + .5 * (i % 3 == j % 3)
      if (rand() < .5) { edge[++edges] = i " " j; of[edges] = weight }
    }
    print "%%MatrixMarket matrix coordinate real symmetric"
    print 30, 30, edges
    for (e = 1; e <= edges; e++) printf "%s %.15f%s\n", edge[e], of[e], factor
  }'
}

@test "ce-partition metis spectral: no unit of the similarities changes a label (their sum overflowed, or what divided by it did)" {
  for noun in metis spectral; do
    times e0 | ce-partition $noun -k 3,4 >expected
    for factor in e-310 e-305 e-160 e-3 e3 e160 e300 e306 e307; do
      times $factor >graph.mtx
      run_split ce-partition $noun -k 3,4 graph.mtx
      assert_equal "$factor $status $stderr" "$factor 0 "
      assert_equal "$output" "$(cat expected)"
    done
  done
  # the objects themselves as vertices, by both solvers
  for how in "--vertices objects --solver dense" "--vertices objects --solver sparse" "--solver sparse"; do
    # shellcheck disable=SC2086
    assert_equal "$(times e307 | ce-partition spectral -k 3,4 $how)" "$(cat expected)"
  done
}
