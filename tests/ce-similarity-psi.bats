#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-similarity psi: similarities of memberships.

setup() { load common; }

# memberships N SEED: of N objects in three clusterings of 2, 4 and 3 clusters, with zeros and rows of which nothing is said.
memberships() {
  awk -v n="$1" -v seed="$2" 'BEGIN {
    srand(seed); k[1] = 2; k[2] = 4; k[3] = 3
    for (q = 1; q <= 3; q++) for (l = 1; l <= k[q]; l++) header = header (header ? "," : "") "lac.k" k[q] ".r" q ":" l
    print header
    for (i = 1; i <= n; i++) {
      line = ""
      for (q = 1; q <= 3; q++) {
        sum = 0
        for (l = 1; l <= k[q]; l++) { p[l] = rand() < (q == 3 ? .3 : 0) ? 0 : .05 + rand(); sum += p[l] }
        for (l = 1; l <= k[q]; l++) line = line (line ? "," : "") (q == 2 && i % 7 == 3 || !sum ? (i % 2 ? "NA" : "") : sprintf("%.8f", p[l] / sum))
      }
      print line
    }
  }'
}

# psi cosine|kl FILE: the matrix by the formulas of the text, pair by pair.
psi() {
  awk -F, -v how="$1" '
    function missing(i, q) { return p[i, first[q]] == "" || p[i, first[q]] == "NA" }
    # 1e300: infinite
    function divergence(i, j, q,   l, a, b, d) {
      d = 0
      for (l = first[q]; l <= last[q]; l++) {
        a = p[i, l] + 0; b = p[j, l] + 0
        if ((a > 0) != (b > 0)) return 1e300
        if (a > 0) d += (a * log(a / b) + b * log(b / a)) / 2 / log(2)
      }
      return d
    }
    function cosine(i, j, q,   l, ab, aa, bb) {
      ab = aa = bb = 0
      for (l = first[q]; l <= last[q]; l++) { ab += p[i, l] * p[j, l]; aa += p[i, l] ^ 2; bb += p[j, l] ^ 2 }
      return ab / sqrt(aa * bb)
    }
    NR == 1 {
      for (l = 1; l <= NF; l++) { sub(/:[^:]*$/, "", $l); if (l == 1 || $l != before) first[++m] = l; before = $l; last[m] = l }
      next
    }
    { n++; for (l = 1; l <= NF; l++) p[n, l] = $l }
    END {
      for (q = 1; q <= m; q++) {
        most = 0
        for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) if (how == "kl" && !missing(i, q) && !missing(j, q)) {
          d = divergence(i, j, q)
          if (d < 1e300 && d > most) most = d
        }
        for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) if (!missing(i, q) && !missing(j, q)) {
          if (how == "kl") { d = divergence(i, j, q); s[i, j] += d == 1e300 ? 0 : most ? 1 - d / most : 1 }
          else s[i, j] += cosine(i, j, q)
        }
      }
      for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) printf "%.12f%s", s[i, j] / m, j < n ? "," : "\n"
    }' "$2"
}

# near FILE FILE TOLERANCE: two csv matrices of one shape, alike up to that
near() {
  # to mawk, what is no number equals every number
  paste -d, "$1" "$2" | awk -F, -v tolerance="$3" -v names="$1 $2" '
    /nan/ { print names ": " $0; exit cells = 1 }
    { for (j = 1; j <= NF / 2; j++) { d = $j - $(j + NF / 2); d = d < 0 ? -d : d; if (d > worst) worst = d } cells += NF }
    END { if (worst > tolerance || cells != 2 * NR * NR) { print names ": " worst ", " cells " cells"; exit 1 } }'
}

@test "ce-similarity psi: the mean of the cosines, as the formula says" {
  for n in 1 2 25 60; do
    memberships $n "$n" >p.csv
    ce-similarity psi --format csv p.csv >ours
    psi cosine p.csv >plain
    near ours plain 1e-6
  done
}

@test "ce-similarity psi --kl: 1 - divergence / largest finite divergence, as the formula says" {
  for n in 1 2 25 60; do
    memberships $n "$n" >p.csv
    ce-similarity psi --kl --format csv p.csv >ours
    psi kl p.csv >plain
    near ours plain 1e-5
  done
}

@test "ce-similarity psi: by hand" {
  # distances (1, 2, 4) and (2, 1, 4) by eq. 3.1: (.5, .375, .125) and (.375, .5, .125); 25 / 26 by hand
  table a:1,a:2,a:3 .5,.375,.125 .375,.5,.125 .125,.375,.5 >p.csv
  run_split ce-similarity psi --format csv p.csv
  assert_equal "$status" 0
  assert_equal "$(awk -F, 'NR == 1 { printf "%.12f %.12f", $2, $3 }' <<<"$output")" "$(awk 'BEGIN { printf "%.12f %.12f", 25 / 26, 17 / 26 }')"
  # d12 = .125 log2(4/3), d23 = (.25 log2 3 + .125 log2(4/3) + .375 log2 4) / 2, d13 = .375 log2 4
  run_split ce-similarity psi --kl --format csv p.csv
  assert_equal "$(awk -F, 'NR == 1 { printf "%.12f %.12f", $2, $3 } NR == 2 { printf " %.12f", $3 }' <<<"$output")" \
    "$(awk 'BEGIN { l = log(2); d = .375 * log(4) / l; printf "%.12f %.12f %.12f", 1 - .125 * log(4 / 3) / l / d, 0, 1 - (.25 * log(3) + .125 * log(4 / 3) + .375 * log(4)) / 2 / l / d }')"
}

@test "ce-similarity psi: NumPy's numbers" {
  # fixtures/psi: see there for the command
  for how in cosine kl; do
    ce-similarity psi $([ $how = cosine ] || echo --kl) --format csv "$FIXTURES/psi/memberships.csv" >ours
    near ours "$FIXTURES/psi/$how.csv" 1e-14
  done
}

@test "ce-similarity psi: hard labels, as labels or as memberships, are the co-association over all base clusterings" {
  awk 'BEGIN { srand(3); print "a,b,c"; for (i = 0; i < 300; i++) print int(3 * rand()) "," (rand() < .2 ? "" : int(7 * rand())) "," substr("xyzuvw", 1 + int(6 * rand()), 1) }' >labels.csv
  ce-prepare onehot --join : --categorical all labels.csv >hard.csv
  assert_equal "$(head -n 1 hard.csv)" "a:0,a:1,a:2,b:0,b:1,b:2,b:3,b:4,b:5,b:6,c:u,c:v,c:w,c:x,c:y,c:z"
  ce-similarity ca --missing all labels.csv >ca.mtx
  for how in "" --kl; do
    ce-similarity psi $how labels.csv | cmp - ca.mtx
    ce-similarity psi $how hard.csv | cmp - ca.mtx
  done
}

@test "ce-similarity psi: a clustering that says nothing of an object separates it; the diagonal is the share of those that do" {
  table a:1,a:2,b:1,b:2 .5,.5,.5,.5 .5,.5,NA,NA ,,, >p.csv
  for how in "" --kl; do
    assert_equal "$(ce-similarity psi $how --format csv p.csv | awk -F, '{ printf "%.15g %.15g %.15g\n", $1, $2, $3 }')" $'1 0.5 0\n0.5 0.5 0\n0 0 0'
  done
}

@test "ce-similarity psi: equal objects, one object, one cluster" {
  table a:1,a:2 .3,.7 .3,.7 .3,.7 >equal.csv
  run_split ce-similarity psi --kl --format csv equal.csv
  assert_equal "$output" $'1,1,1\n1,1,1\n1,1,1'
  table a:1,a:2,b:1 .25,.75,1 >one.csv
  for how in "" --kl; do
    run_split ce-similarity psi $how --format csv one.csv
    assert_equal "$output" 1
  done
  # nearly equal memberships lose nothing: (.5 + e, .5 - e) for e = 0, 1, 2 in units of 2^-20; divergences 1 : 1 : 4
  awk 'BEGIN { print "a:1,a:2"; for (i = 0; i < 3; i++) printf "%.9f,%.9f\n", .5 + i / 2 ^ 20, .5 - i / 2 ^ 20 }' >close.csv
  ce-similarity psi --kl --format csv close.csv | awk -F, '{ for (j = 1; j <= 3; j++) printf "%.3f ", $j } END { print "" }' >got
  assert_equal "$(cat got)" "1.000 0.750 0.000 0.750 1.000 0.750 0.000 0.750 1.000 "
}

@test "ce-similarity psi: the same bits on any number of threads, at sizes around a tile" {
  for n in 255 256 257 1300; do
    memberships $n 5 >p.csv
    for how in "" --kl; do
      ce-similarity psi $how -j 1 p.csv >one
      ce-similarity psi $how -j 4 p.csv | cmp one -
    done
  done
}

@test "ce-similarity psi: a table of labels under names with colons stays one; -v says what was read" {
  table lac:1,lac:2,km:1 1,1,1 1,2,1 2,2,1 >labels.csv
  run_split ce-similarity psi -v --format csv labels.csv
  assert_equal "$output" "$(ce-similarity ca --format csv labels.csv)"
  assert_equal "$stderr" $'ce-similarity: labels: 3 objects, 3 base clusterings\nce-similarity: psi: 3 rows, 6 entries held'
  memberships 4 1 | ce-similarity psi -v -o out 2>said
  assert_equal "$(cat said)" $'ce-similarity: memberships: 4 objects, 3 base clusterings\nce-similarity: psi: 4 rows, 10 entries held'
}

@test "ce-similarity psi: every format, ids and classes held back, pipes into ce-partition" {
  table a:1,a:2,b:1,b:2 .9,.1,.8,.2 .8,.2,.9,.1 .1,.9,.2,.8 .2,.8,.1,.9 .1,.9,.3,.7 .2,.8,.3,.7 >p.csv
  ce-similarity psi --format csv p.csv >plain
  { echo id,class; printf '%s\n' x,1 y,1 z,2 u,2 v,2 w,3; } | paste -d, - p.csv | ce-similarity psi --format csv >named
  assert_equal "$(cut -d, -f1 named | paste -sd,)" id,x,y,z,u,v,w
  cut -d, -f2- named | tail -n +2 >without
  cmp without plain
  tr , '\t' <p.csv | ce-similarity psi -d '\t' --format csv | tr '\t' , | cmp - plain
  gzip -c p.csv | ce-similarity psi --format csv | cmp - plain
  for format in mtx npy; do ce-similarity psi --format $format p.csv | "$CE_BUILD/obj/tests/matrix-copy" - csv | cmp - plain; done
  assert_equal "$(ce-similarity psi --format metis p.csv | sed -n 1p)" "6 15 001"
  for method in metis spectral average; do
    assert_equal "$(ce-similarity psi p.csv | ce-partition $method -k 2 | tail -n +2 | tr -d '\n')" 112222
  done
}

@test "ce-similarity psi: a matrix that does not fit is refused before it is made" {
  memberships 2000 1 >p.csv
  for how in "" --kl; do
    CE_MEMORY_LIMIT=15M run_split ce-similarity psi $how p.csv
    assert_error 1 "ce-similarity: the matrix of similarities of memberships (2000 x 2000) needs 15.3 MiB of memory, 15.0 MiB are free (CE_MEMORY_LIMIT); use a method that needs no matrix of pairs, instead"
  done
}

@test "ce-similarity psi: tables that are none" {
  while IFS='|' read -r bytes message; do
    printf "$bytes" >bad.csv
    run_split ce-similarity psi bad.csv
    assert_error 1 "ce-similarity: bad.csv$message"
  done <<'END'
a:1,a:2\n.5,.5\n.5,.6\n|:3: clustering a: the cells sum to 1.1, 1 expected
a:1,a:2\n.5,.4998\n|:2: clustering a: the cells sum to 0.9998, 1 expected
a:1,a:2,b:1,b:2\n.5,.5,1,0\n.5,.5,0,0\n|:3: clustering b: the cells sum to 0, 1 expected
a:1,a:2\n.5,.5\n1.5,-.5\n|:3: column a:1: '1.5', a share from 0 to 1 expected
a:1,a:2\n.5,.5\n1,-.5\n|:3: column a:2: '-.5', a share from 0 to 1 expected
a:1,a:2\n.5,.5\nx,1\n|:3: column a:1: 'x', a share from 0 to 1 expected
a:1,a:2\n.5,.5\nnan,1\n|:3: column a:1: 'nan', a share from 0 to 1 expected
a:1,a:2\n.5,.5\n1e400,0\n|:3: column a:1: '1e400', a share from 0 to 1 expected
a:1,a:2,a:3\n.5,.5,0\n1,NA,0\n|:3: clustering a: 1 of 3 cells missing, all or none expected
a:1,b:1,b:2,a:2\n.5,.5,.5,.5\n|:1: column a:2: other columns stand between it and the other clusters of 'a'
a:1,a:2,a:1\n.5,.5,0\n|:2: clustering a#2: the cells sum to 0, 1 expected
a:1,a:2\n.5,.5\n.5\n|:3: 1 field, 2 expected
a:1,a:2\n.5,.5,0\n|:2: 3 fields, 2 expected
a:1,a:2\n|: a header line and no objects, a table with at least one object expected
|: empty, a table with at least one object expected
id,a:1,a:2\nx,.5,.5\nx,1,0\n|:3: id 'x' occurs a second time
id,a:1,a:2\n,.5,.5\n|:2: a missing id
a:1,a:2\n.5,.5\n.5,\000\n|:3: a NUL byte, text expected
a:1,a:2\n.5,.5\n".5,.5\n|:3: a quoted cell that never ends
END
}

@test "ce-similarity psi: wrong use" {
  table a:1,a:2 .5,.5 >p.csv
  while read -r arguments; do
    run_split ce-similarity $arguments
    assert_equal "$status:$output" "2:"
    [ -n "$stderr" ] || fail "$arguments"
  done <<'END'
psi --weights w.csv p.csv
psi --sparse .5 p.csv
psi --missing all p.csv
psi --to clusters p.csv
psi --kl=yes p.csv
psi p.csv p.csv
ca --kl p.csv
END
  run_split ce-similarity psi nothing.csv
  assert_error 1 "ce-similarity: nothing.csv: No such file or directory"
  run_split ce-similarity psi --id 9 p.csv
  assert_error 1 "ce-similarity: p.csv:1: no column '9'; the columns are a:1, a:2"
  # an id that an earlier stage has held back
  run_split ce-similarity psi -v --id name p.csv
  assert_equal "$status" 0
  assert_equal "$output" "$(ce-similarity psi p.csv)"
  assert_regex "$stderr" "p.csv: no column 'name'"
}

@test "ce-similarity psi: tools that read labels say so when they meet memberships" {
  table a:1,a:2 1,0 .25,.75 >p.csv
  for tool in "ce-similarity ca" "ce-weigh ncai" ce-relabel "ce-microcluster compress" "ce-score --pairwise"; do
    run_split $tool p.csv
    assert_error 1 "${tool%% *}: p.csv:3: column a:1: .25, a label expected: is this a membership table? see clens-formats(5)"
  done
}
