#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; }

# classes FILE: "class:count ..." in order of first appearance
classes() { awk -F, 'NR > 1 { if (!n[$NF]++) order[++k] = $NF } END { for (i = 1; i <= k; i++) printf "%s%s:%d", (i > 1 ? " " : ""), order[i], n[order[i]]; print "" }' "$1"; }

# near VALUE EXPECTED TOLERANCE
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; if (d < 0) d = -d; if (d > t || d "" ~ /nan/) { print a " is not near " b; exit 1 } }'; }

# moments FILE CLASS: n, means of x and y, their variances, correlation
moments() {
  awk -F, -v c="$2" '$NF == c { n++; x += $1; y += $2; xx += $1 * $1; yy += $2 * $2; xy += $1 * $2 }
    END { mx = x / n; my = y / n; vx = xx / n - mx * mx; vy = yy / n - my * my
          print n, mx, my, vx, vy, (xy / n - mx * my) / sqrt(vx * vy) }' "$1"
}

@test "ce-synth: sizes of every data set as its paper prints them" {
  while read -r noun header sizes; do
    ce-synth "$noun" >data.csv
    assert_equal "$noun $(head -n 1 data.csv) $(classes data.csv)" "$noun $header $sizes"
  done <<'END'
two-gaussian x,y,class 1:300 2:300
three-gaussian x,y,class 1:300 2:300 3:300
two-spirals x,y,class 1:100 2:100
half-rings x,y,class 1:100 2:300
three-paths x,y,class 1:200 2:200 3:200 noise:200
complex-image x,y,class 1:200 2:200 3:100 4:100 5:50 6:50 7:33 noise:10
rings x,y,z,class 1:500 2:500
engytime x,y,class 1:2048 2:2048
blobs x,y,class 1:334 2:333 3:333
END
}

@test "ce-synth: same seed, same bytes; another seed, other bytes" {
  for noun in two-gaussian three-gaussian "two-spirals --jitter 0.01" half-rings three-paths complex-image rings engytime blobs; do
    # shellcheck disable=SC2086 # noun holds options
    ce-synth $noun --seed 5 >one
    ce-synth $noun --seed 5 >two
    ce-synth $noun --seed 6 >three
    cmp one two
    run cmp -s one three
    assert_equal "$noun $status" "$noun 1"
  done
}

@test "ce-synth two-gaussian, three-gaussian: means and variances of the dissertation, read as variances" {
  # 90,000 objects a class: five standard errors of a mean are below .05, of a variance v below .024 v
  check() {
    read -r n mx my vx vy r <<<"$(moments data.csv "$1")"
    assert_equal "$n" 90000
    near "$mx" "$2" .05
    near "$my" "$3" .05
    near "$vx" "$4" "$(awk "BEGIN { print .024 * $4 }")"
    near "$vy" "$5" "$(awk "BEGIN { print .024 * $5 }")"
    near "$r" 0 .017
  }
  ce-synth two-gaussian -n 180000 >data.csv
  check 1 0.5 5 1 9
  check 2 12 5 6 2
  ce-synth three-gaussian -n 270000 >data.csv
  check 1 2 5 1 9
  check 2 12 5 6 2
  check 3 23 5 1 9
}

@test "ce-synth engytime: moments of the suite's file within its sampling error" {
  # the file's own: class 1 mean 2.043 2.958, variances 2.000 1.948, correlation -.796; class 2 .516 .470, 1.065 .961, -.010
  # (awk over fcps/engytime.csv, 2048 objects a class: 3.5 standard errors of a mean are .11 and .077)
  ce-synth engytime -n 200000 >data.csv
  read -r _ mx my vx vy r <<<"$(moments data.csv 1)"
  near "$mx" 2.043 .11
  near "$my" 2.958 .11
  near "$vx" 2.000 .22
  near "$vy" 1.948 .22
  near "$r" -.796 .03
  read -r _ mx my vx vy r <<<"$(moments data.csv 2)"
  near "$mx" .516 .08
  near "$my" .470 .08
  near "$vx" 1.065 .11
  near "$vy" .961 .11
  near "$r" -.010 .08
}

@test "ce-synth rings: two tubes of radius .1 around unit circles that pass through each other" {
  ce-synth rings -n 20000 >data.csv
  # distance from the circle is uniform in 0 .. .1: mean .05, deviation .0289
  awk -F, '$4 == 1 { r = sqrt($1 * $1 + $2 * $2) - 1; d = sqrt(r * r + $3 * $3) }
           $4 == 2 { r = sqrt(($2 - 1) * ($2 - 1) + $3 * $3) - 1; d = sqrt(r * r + $1 * $1) }
           NR > 1 { if (d > .1000001) exit bad = 1; s += d; ss += d * d; n++ }
           END { m = s / n; v = sqrt(ss / n - m * m); print m, v; exit bad || !(m > .049 && m < .051 && v > .028 && v < .0298) }' data.csv
}

@test "ce-synth two-spirals: objects lie on two arms at distance 1, equally spaced along each" {
  ce-synth two-spirals >data.csv
  # without jitter nothing is left to chance
  ce-synth two-spirals --seed 9 | cmp - data.csv
  # r = 1/2 + angle / pi gives the angle back; it must agree with the direction of the point
  awk -F, 'NR > 1 { r = sqrt($1 * $1 + $2 * $2); a = (r - .5) * 3.14159265358979 + ($3 == 2 ? 3.14159265358979 : 0)
                    e = ($1 - r * cos(a)) ^ 2 + ($2 - r * sin(a)) ^ 2; if (!(e < 1e-18)) exit bad = 1
                    if ($3 == c) { d = sqrt(($1 - px) ^ 2 + ($2 - py) ^ 2); if (!low || d < low) low = d; if (d > high) high = d }
                    c = $3; px = $1; py = $2 }
           END { print low, high; exit bad || !(low > 0 && high / low < 1.02) }' data.csv
}

@test "ce-synth two-spirals: the arm from object to object is as long everywhere, and half as long at both ends" {
  for turns in 2 1 4; do
    ce-synth two-spirals -n 60 --turns $turns >data.csv
    # the length of r = 1/2 + a / pi from one angle to the next, by the rule of Simpson
    awk -F, -v turns=$turns '
      function speed(a) { r = .5 + a / pi; return sqrt(r * r + 1 / (pi * pi)) }
      function arm(from, to,   h, i, sum) {
        h = (to - from) / 40
        for (i = 0; i < 20; i++) sum += speed(from + 2 * i * h) + 4 * speed(from + (2 * i + 1) * h) + speed(from + (2 * i + 2) * h)
        return sum * h / 3
      }
      BEGIN { pi = atan2(0, -1); end = 2 * pi * turns; step = arm(0, end / 4) + arm(end / 4, end / 2) + arm(end / 2, 3 * end / 4) + arm(3 * end / 4, end)
        step /= 30 }
      function check(length_, expected) { if (!((length_ - expected) ^ 2 < 1e-12)) { print NR ": " length_ ", " expected " expected"; exit bad = 1 } }
      NR > 1 { a = (sqrt($1 * $1 + $2 * $2) - .5) * pi
        if ($3 != class) { if (NR > 2) check(arm(before, end), step / 2); check(arm(0, a), step / 2) } else check(arm(before, a), step)
        before = a; class = $3 }
      END { if (!bad) check(arm(before, end), step / 2); exit bad || NR != 61 }' data.csv
  done
}

@test "ce-synth two-spirals: --turns and --jitter do what they say" {
  ce-synth two-spirals --jitter 0 --turns 3 >data.csv
  # the outermost object is half a step inside radius 1/2 + 2 * 3
  run awk -F, 'NR > 1 { r = sqrt($1 * $1 + $2 * $2); if (r > m) m = r } END { print (m > 6.4 && m < 6.5) }' data.csv
  assert_output 1
  ce-synth two-spirals -n 20000 --jitter 0 >smooth.csv
  ce-synth two-spirals -n 20000 --jitter 0.3 >rough.csv
  run awk -F, 'NR == FNR { x[FNR] = $1; next } FNR > 1 { d = $1 - x[FNR]; s += d; ss += d * d; n++ }
               END { v = sqrt(ss / n - (s / n) ^ 2); print (v > .292 && v < .308) }' smooth.csv rough.csv
  assert_output 1
}

# on_arc CLASS CX CY RADIUS FROM TO: without jitter the objects of a class stand on this arc (degrees), one in each of
# as many equal pieces, in order
on_arc() {
  awk -F, -v c="$1" -v cx="$2" -v cy="$3" -v r="$4" -v from="$5" -v to="$6" '
    $3 == c { n++; x[n] = $1 - cx; y[n] = $2 - cy }
    END { degree = atan2(0, -1) / 180
      for (i = 1; i <= n; i++) {
        angle = atan2(y[i], x[i]) / degree
        while (angle < from - 1e-9) angle += 360
        piece = (angle - from) / (to - from) * n
        away = sqrt(x[i] ^ 2 + y[i] ^ 2) - r
        if (!(away ^ 2 < 1e-20) || piece < i - 1 - 1e-6 || piece > i + 1e-6) {
          print "object " i " of class " c ": " away " from the circle, in piece " piece; exit 1
        }
        shift += piece - i + .5
      }
      # at random in each piece: not all in its middle, nor at one end
      if (n < 20 || shift / n > .2 || shift / n < -.2) { print "class " c ": " n " objects, shifted by " shift / n; exit 1 } }' data.csv
}

@test "ce-synth half-rings, three-paths, complex-image: without jitter every object stands on its curve, evenly" {
  ce-synth half-rings --jitter 0 >data.csv
  on_arc 1 0 0 1 0 180
  on_arc 2 1 .4 1 180 360
  ce-synth three-paths --jitter 0 --noise 0 >data.csv
  on_arc 1 0 0 10 -60 240
  awk -F, '$3 == 2 || $3 == 3 { t = ($2 + 5) / 10; i = n[$3]++
      x = ($3 == 2 ? -3.5 : 3.5) + 1.5 * sin(2 * atan2(0, -1) * t)
      if (!(($1 - x) ^ 2 < 1e-20) || t * 200 < i || t * 200 > i + 1) { print NR ": " $0; exit bad = 1 } }
    END { exit bad || n[2] != 200 || n[3] != 200 }' data.csv
  ce-synth complex-image --jitter 0 --noise 30 >data.csv
  on_arc 1 0 0 5 0 360
  on_arc 2 0 -.4 3 205 335
  on_arc 3 -2 1.7 1.1 0 360
  on_arc 4 2 1.7 1.1 0 360
  on_arc noise 0 0 6.2 0 360
}

@test "ce-synth half-rings, three-paths, complex-image: jitter by default, and where it is more or less" {
  # spread CLASS CX CY RADIUS SD: the deviation from the circle, within 5 standard errors of 10,000 or more
  spread() {
    near "$(awk -F, -v c="$1" -v cx="$2" -v cy="$3" -v r="$4" '$3 == c {
      d = sqrt(($1 - cx) ^ 2 + ($2 - cy) ^ 2) - r; n++; s += d; ss += d * d }
      END { if (n < 10000) print "few"; else print sqrt(ss / n - (s / n) ^ 2) }' data.csv)" "$5" "$(awk "BEGIN { print .036 * $5 }")"
  }
  ce-synth half-rings --sizes 12000,12000 >data.csv
  spread 1 0 0 1 .08
  spread 2 1 .4 1 .08
  ce-synth half-rings --sizes 12000,12000 --jitter .02 >data.csv
  spread 2 1 .4 1 .02
  ce-synth three-paths --sizes 12000,12000,12000 --noise 0 >data.csv
  spread 1 0 0 10 .2
  # the paths are not straight: the smallest step across is from side to side, x of t, in y of the object itself
  awk -F, 'NR > 1 && $3 > 1 { d = $1 - ($3 == 2 ? -3.5 : 3.5) - 1.5 * sin(2 * atan2(0, -1) * ($2 + 5) / 10); n++; ss += d * d }
    END { v = sqrt(ss / n); w = .2 * sqrt(1 + (1.5 * 2 * atan2(0, -1) / 10) ^ 2 / 2); print v, w
      exit !(n == 24000 && v > .97 * w && v < 1.03 * w) }' data.csv
  ce-synth complex-image --sizes 12000,12000,12000,12000,12000,12000,12000 --noise 12000 >data.csv
  spread 1 0 0 5 .1
  spread 2 0 -.4 3 .15
  spread 3 -2 1.7 1.1 .07
  spread 4 2 1.7 1.1 .07
  spread noise 0 0 6.2 .1
  for row in "5 -2 1.7 .15 .15" "6 2 1.7 .15 .15" "7 0 -.2 .12 .5"; do
    read -r class x y sx sy <<<"$row"
    read -r _ mx my vx vy _ <<<"$(moments data.csv "$class")"
    near "$mx" "$x" "$(awk "BEGIN { print .046 * $sx }")"
    near "$my" "$y" "$(awk "BEGIN { print .046 * $sy }")"
    near "$vx" "$(awk "BEGIN { print $sx ^ 2 }")" "$(awk "BEGIN { print .066 * $sx ^ 2 }")"
    near "$vy" "$(awk "BEGIN { print $sy ^ 2 }")" "$(awk "BEGIN { print .066 * $sy ^ 2 }")"
  done
}

@test "ce-synth complex-image: noise stands on a circle outside, pupils inside their eyes" {
  ce-synth complex-image --seed 3 >data.csv
  awk -F, '$3 == "noise" && $1 * $1 + $2 * $2 < 5.5 ^ 2 { exit 1 }
           $3 != "noise" && NR > 1 && $1 * $1 + $2 * $2 > 5.6 ^ 2 { exit 1 }
           $3 == 5 && ($1 + 2) ^ 2 + ($2 - 1.7) ^ 2 > .9 ^ 2 { exit 1 }
           $3 == 6 && ($1 - 2) ^ 2 + ($2 - 1.7) ^ 2 > .9 ^ 2 { exit 1 }' data.csv
}

@test "ce-synth three-paths: noise fills the box around the paths" {
  ce-synth three-paths --noise 20000 >data.csv
  # uniform in a box: mean in the middle, variance = side^2 / 12
  read -r n mx my vx vy r <<<"$(moments data.csv noise)"
  assert_equal "$n" 20000
  read -r low high <<<"$(awk -F, '$3 == "noise" { if ($1 < a) a = $1; if ($1 > b) b = $1 } END { print a, b }' data.csv)"
  near "$mx" "$(awk "BEGIN { print ($low + $high) / 2 }")" .25
  near "$vx" "$(awk "BEGIN { print ($high - $low) ^ 2 / 12 }")" .8
  near "$r" 0 .04
}

# places SET OBJECTS: each class of a set has its share of the objects, and stands where its row says. Rows of standard input:
#   CLASS SHARE arc X Y RADIUS FROM TO NOISE TURN    a circle or a part of it, its noise, all turned by an angle (degrees)
#   CLASS SHARE gaussian X Y SX SY
#   CLASS SHARE stem FROM TO NOISE TURN              uniform from one radius to the other, noise in both directions
# Means and deviations are within about five standard errors; angles and radii have those of their noise too.
places() {
  ce-synth "$1" -n "$2" -o data.csv
  awk '
    function check(what, value, expected, tolerance) {
      if (!(value - expected < tolerance && expected - value < tolerance)) {
        print set " class " c ": " what " " value ", " expected " expected, to " tolerance; bad = 1 } }
    function add(key, v) { s[key] += v; ss[key] += v * v }
    function mean(key) { return s[key] / n[c] }
    function sd(key) { return sqrt(ss[key] / n[c] - mean(key) ^ 2) }
    BEGIN { degree = atan2(0, -1) / 180 }
    NR == FNR { for (f = 2; f <= NF; f++) row[$1, f] = $f; classes++; next }
    FNR == 1 { next }
    { split($0, cell, ","); c = cell[3]; n[c]++; all++; kind = row[c, 3]
      if (kind == "gaussian") { add(c "x", cell[1]); add(c "y", cell[2]); next }
      turn = degree * (kind == "arc" ? row[c, 10] : row[c, 7])
      x = cell[1] * cos(turn) + cell[2] * sin(turn); y = cell[2] * cos(turn) - cell[1] * sin(turn)
      if (kind == "stem") { add(c "x", x); add(c "y", y); next }
      x -= row[c, 4]; y -= row[c, 5]
      middle = (row[c, 7] + row[c, 8]) / 2
      angle = atan2(y, x) / degree - middle
      while (angle < -180) angle += 360
      while (angle > 180) angle -= 360
      add(c "r", sqrt(x * x + y * y)); add(c "a", angle) }
    END { for (c = 1; c <= classes; c++) {
        kind = row[c, 3]; share = row[c, 2]; root = sqrt(n[c])
        check("share", n[c] / all, share, 5 * sqrt(share * (1 - share) / all))
        if (kind == "gaussian") {
          check("x", mean(c "x"), row[c, 4], 5 * row[c, 6] / root); check("y", mean(c "y"), row[c, 5], 5 * row[c, 7] / root)
          check("sx", sd(c "x"), row[c, 6], 4 * row[c, 6] / root); check("sy", sd(c "y"), row[c, 7], 4 * row[c, 7] / root)
        } else if (kind == "stem") {
          from = row[c, 4]; to = row[c, 5]; noise = row[c, 6]; along = sqrt((to - from) ^ 2 / 12 + noise ^ 2)
          check("along", mean(c "x"), (from + to) / 2, 5 * along / root); check("across", mean(c "y"), 0, 5 * noise / root)
          check("length", sd(c "x"), along, 4 * along / root); check("width", sd(c "y"), noise, 4 * noise / root)
        } else {
          r = row[c, 6]; noise = row[c, 9]; range = row[c, 8] - row[c, 7]
          check("radius", mean(c "r"), r + noise ^ 2 / (2 * r), 5 * noise / root + noise ^ 3 / r)
          check("noise", sd(c "r"), noise, 4 * noise / root + noise ^ 3)
          wide = sqrt(range ^ 2 / 12 + (range < 360) * (noise / r / degree) ^ 2)
          check("angle", mean(c "a"), 0, 5 * wide / root); check("range", sd(c "a"), wide, 4 * wide / root + wide * noise ^ 2)
        } }
      exit bad || !all }' set="$1" - data.csv
}

@test "ce-synth tb, sf, cc, cg, flower: where the classes stand, how wide they are, and their shares" {
  places tb 40000 <<'END'
1 .5 arc .5 -.1 1 0 180 .15 0
2 .5 arc -.5 .2 1 180 360 .15 0
END
  places sf 60000 <<'END'
1 .288 arc -2.6 -.1 2 0 180 .35 0
2 .288 arc 2.6 -.1 2 0 180 .35 0
3 .374 arc 0 .23 2.6 180 360 .35 0
4 .05 gaussian 0 -1.01 .29 .28
END
  # as many objects for each length
  places cc 40000 <<'END'
1 .13725490196 arc 0 0 .35 0 360 .065 0
2 .33333333333 arc 0 0 .85 0 360 .065 0
3 .52941176471 arc 0 0 1.35 0 360 .065 0
END
  { echo "1 .3 arc 0 0 1.2 0 360 .03 0"
    echo "2 .1 arc 0 0 .4 0 360 .03 0"
    awk 'BEGIN { for (i = 0; i < 8; i++) print i + 3, 1 / 15, "gaussian", .8 * cos(i * atan2(0, -1) / 4), .8 * sin(i * atan2(0, -1) / 4), .12, .12 }'
    echo "11 .0666666667 gaussian 0 0 .12 .12"; } | places cg 60000
  # petals and stems: .981 of the objects in the ratio .72361 to .27639
  { for i in 0 1 2 3 4 5; do echo "$((i + 1)) .118310235 arc 1 0 .4 -150 150 .042 $((60 * i))"; done
    for i in 0 1 2 3 4 5; do echo "$((i + 7)) .045189765 stem .2 1 .042 $((60 * i))"; done
    echo "13 .019 gaussian 0 0 .035 .035"; } | places flower 80000
}

@test "ce-synth tb, sf, cc, cg, flower: the objects are those of earlier versions" {
  for set in tb sf cc cg flower; do echo "$set $(ce-synth $set -n 300 | cksum)"; done >found
  cmp - found <<'END'
tb 2100303273 6248
sf 768968641 6237
cc 3577898231 6268
cg 3900044263 6280
flower 3847802810 6302
END
}

@test "ce-synth: the objects of the small sets are those of earlier versions, to four decimals" {
  while IFS=: read -r set expected; do
    # shellcheck disable=SC2086 # set holds options
    ce-synth $set | awk -F, -v OFS=, 'NR > 1 { for (f = 1; f < NF; f++) $f = sprintf("%.4f", $f + 0) } 1' |
      sed 's/-0\.0000/0.0000/g' | cksum >found
    assert_equal "$set: $(cat found)" "$set:$expected"
  done <<'END'
two-gaussian -n 60: 1839122829 1007
three-gaussian -n 60: 289623989 1007
two-spirals -n 60 --jitter .1: 626238912 1029
half-rings -n 60: 2105080317 1013
three-paths -n 60 --noise 10: 3133626561 1236
complex-image -n 66 --noise 10: 1122078392 1338
rings -n 60: 3105518586 1472
engytime -n 60: 2660148009 989
blobs -n 60: 2420699269 999
END
}

@test "ce-synth: noise is uniform in the box around the objects, stretched by a twentieth about its middle" {
  # the outermost of 20,000 are within a thousandth of the sides, and each tenth of a side has a tenth of them
  for set in three-paths "blobs --dimensions 3" half-rings; do
    # shellcheck disable=SC2086 # set holds options
    ce-synth $set --noise 20000 >data.csv
    awk -F, 'NR == 1 { next }
      $NF != "noise" { for (f = 1; f < NF; f++) { if (!n || $f < low[f]) low[f] = $f; if (!n || $f > high[f]) high[f] = $f } n++; next }
      !noise++ { for (f = 1; f < NF; f++) { side[f] = 1.05 * (high[f] - low[f]); from[f] = (low[f] + high[f] - side[f]) / 2 } }
      { for (f = 1; f < NF; f++) { at = ($f - from[f]) / side[f]
          if (at < -1e-9 || at > 1 + 1e-9) { print NR ": outside: " $0; exit bad = 1 }
          if (noise == 1 || at < first[f]) first[f] = at
          if (noise == 1 || at > last[f]) last[f] = at
          tenth[f, int(10 * at)]++ } }
      END { if (bad || noise != 20000) exit 1
        for (f = 1; f < NF; f++) {
          if (first[f] > .001 || last[f] < .999) { print f, first[f], last[f]; bad = 1 }
          for (t = 0; t < 10; t++) if (tenth[f, t] < 1787 || tenth[f, t] > 2213) { print f, t, tenth[f, t]; bad = 1 } }
        exit bad }' data.csv
  done
}

@test "ce-synth: more noise or another class does not move the objects" {
  ce-synth three-paths --noise 0 >without.csv
  ce-synth three-paths --noise 500 >with.csv
  assert_equal "$(head -n 601 with.csv)" "$(cat without.csv)"
  ce-synth half-rings --sizes 100,300 >a.csv
  ce-synth half-rings --sizes 7,300 >b.csv
  assert_equal "$(grep ',2$' a.csv)" "$(grep ',2$' b.csv)"
}

@test "ce-synth: -n keeps proportions, by largest remainders" {
  ce-synth complex-image -n 100 --noise 3 >data.csv
  # 733 -> 100: 27.29 27.29 13.64 13.64 6.82 6.82 4.50
  assert_equal "$(classes data.csv)" "1:27 2:27 3:14 4:14 5:7 6:7 7:4 noise:3"
  ce-synth half-rings -n 2 >data.csv
  assert_equal "$(classes data.csv)" "1:1 2:1"
}

@test "ce-synth: --sizes sets each class, an empty class too, and the clusters of blobs" {
  ce-synth half-rings --sizes 0,5 >data.csv
  assert_equal "$(classes data.csv)" "2:5"
  ce-synth blobs --sizes 1,2,3,4 --noise 2 >data.csv
  assert_equal "$(classes data.csv)" "1:1 2:2 3:3 4:4 noise:2"
}

@test "ce-synth blobs: dimensions, spread, centres in the cube" {
  ce-synth blobs -n 30000 -k 3 --dimensions 4 --spread 2.5 >data.csv
  assert_equal "$(head -n 1 data.csv)" "f1,f2,f3,f4,class"
  for class in 1 2 3; do
    read -r n mx my vx vy r <<<"$(moments data.csv $class)"
    near "$mx" 0 10.2
    near "$vx" 6.25 .45
    near "$vy" 6.25 .45
    near "$r" 0 .05
  done
  ce-synth blobs -n 3 -k 3 --spread 0 --dimensions 1 >data.csv
  assert_equal "$(wc -l <data.csv) $(head -n 1 data.csv)" "4 x,class"
}

@test "ce-synth: centres of blobs are uniform in the cube" {
  # the mean of 2000 centres: standard error 20 / sqrt(12 * 2000) = .13
  ce-synth blobs -n 2000 -k 2000 --spread 0 >data.csv
  run awk -F, 'NR > 1 { x += $1; xx += $1 * $1; n++ } END { m = x / n; v = xx / n - m * m; print (m > -.65 && m < .65 && v > 31 && v < 35.7) }' data.csv
  assert_output 1
}

@test "ce-synth: wrong use" {
  hint="
Try 'ce-synth --help'."
  run_split ce-synth
  assert_error 2 "ce-synth: which? one of the nouns is needed$hint"
  run_split ce-synth spiral
  assert_error 2 "ce-synth: unknown noun 'spiral', expected one of: two-gaussian, three-gaussian, two-spirals, half-rings, three-paths, complex-image, rings, engytime, blobs, tb, sf, cc, cg, flower$hint"
  run_split ce-synth half-rings --sizes 1..3
  assert_error 2 "ce-synth: --sizes takes a size for each class, not a range$hint"
  run_split ce-synth half-rings --sizes 1,2 -n 3
  assert_error 2 "ce-synth: --objects does not go with --sizes$hint"
  run_split ce-synth blobs --sizes 1,2 -k 3
  assert_error 2 "ce-synth: --clusters does not go with --sizes$hint"
  run_split ce-synth half-rings --sizes 1,2,3
  assert_error 2 "ce-synth: half-rings has 2 classes, 3 sizes given"
  run_split ce-synth half-rings --sizes 0,0
  assert_error 2 "ce-synth: all sizes are 0"
  run_split ce-synth complex-image -n 6
  assert_error 2 "ce-synth: 6 objects for 7 classes"
  run_split ce-synth two-gaussian --jitter 1
  assert_equal "$status" 2
  run_split ce-synth half-rings -k 3
  assert_equal "$status" 2
  run_split ce-synth blobs --turns 3
  assert_equal "$status" 2
  run_split ce-synth half-rings -n 0
  assert_equal "$status" 2
  run_split ce-synth two-spirals data.csv
  assert_equal "$status" 2
}

@test "ce-synth: more than the memory holds is refused with the amount" {
  CE_MEMORY_LIMIT=1M run_split ce-synth blobs -n 100000 --dimensions 100
  assert_error 1 "ce-synth: the data table (100000 x 100) needs 76.3 MiB of memory, 1.0 MiB are free (CE_MEMORY_LIMIT); use fewer objects or features instead"
}

# parts NOUN [OPTION]... -- N: the N parts of a set, one after the other with one header line, in
# `got`.
parts() {
  local call=() n i
  while [ "$1" != -- ]; do call+=("$1"); shift; done
  n=$2
  for ((i = 1; i <= n; i++)); do
    ce-synth "${call[@]}" --part "$i/$n" >part
    if [ "$i" = 1 ]; then cat part; else tail -n +2 part; fi
  done >got
}

@test "ce-synth --part: the parts one after the other are the whole, for every set" {
  in_turn 4
  # noise in the box, noise on a circle, classes that end inside parts, a class without objects
  while read -r call; do
    # shellcheck disable=SC2086 # call holds options
    ce-synth $call >whole
    case $call in *--sizes*) numbers="1 2 40" ;; *) numbers="3 7" ;; esac
    for n in $numbers; do
      # shellcheck disable=SC2086
      parts $call -- "$n"
      cmp got whole
    done
  done <<'END'
two-gaussian -n 91
three-gaussian -n 100 --seed 4 --noise 17
two-spirals -n 60
two-spirals -n 60 --jitter 0.1
half-rings --sizes 0,41
three-paths -n 90 --noise 33
complex-image -n 99 --noise 20
rings -n 77
engytime -n 50
blobs -n 64 -k 5 --dimensions 4 --noise 9
blobs --sizes 3,0,60,1
tb -n 41
sf -n 700
cc -n 41 --seed 3
cg -n 100
flower -n 70001
END
}

@test "ce-synth --part: npy parts and their classes, row after row, are those of the whole" {
  ce-synth cg -n 1001 --format npy --classes all.classes -o all.npy
  for i in 1 2 3; do
    ce-synth cg -n 1001 --format npy --part "$i/3" --classes "$i.classes" -o "$i.npy"
    tail -c +129 "$i.npy" >>rows
    tail -c +129 "$i.classes" >>classes
  done
  cmp rows <(tail -c +129 all.npy)
  cmp classes <(tail -c +129 all.classes)
  # each part is a file by itself, of floor(1001 I / 3) - floor(1001 (I - 1) / 3) rows
  rows_of() { head -c 128 "$1" | tr -d '\0' | sed -n "s/.*'shape': (\([0-9]*\),.*/\1/p"; }
  assert_equal "$(rows_of 1.npy) $(rows_of 2.npy) $(rows_of 3.npy)" "333 334 334"
  assert_equal "$(rows_of 1.classes) $(rows_of 3.classes)" "333 334"
}

@test "ce-synth --part: a part of a set without a shared stream draws no other object" {
  # 20 million objects take seconds, 20 of them none: the time is that of a part
  run timeout 5 ce-synth flower --part 777777/1000000
  assert_equal "$status" 0
  assert_equal "${#lines[@]}" 21
  # memory follows the part where the objects before it must be drawn
  CE_MEMORY_LIMIT=1M ce-synth blobs -n 100000 --dimensions 10 --noise 1000 --part 100/100 >last
  assert_equal "$(wc -l <last)" 1011
}

@test "ce-synth --part: wrong use, and a part without objects" {
  hint="
Try 'ce-synth --help'."
  for part in 0/3 4/3 x 1 1/ /3 1/3/4 -1/3 1/0 1/10000000000; do
    run_split ce-synth tb -n 10 --part="$part"
    assert_error 2 "ce-synth: --part '$part', I/N with I from 1 to N expected, such as 3/64$hint"
  done
  run_split ce-synth tb -n 3 --part 1/4
  assert_error 2 "ce-synth: part 1 of 4: there are only 3 objects"
  run_split ce-synth two-gaussian -n 3 --part 1/4
  assert_error 2 "ce-synth: part 1 of 4: there are only 3 objects"
  ce-synth tb -n 3 --part 2/4 >got
  assert_equal "$(wc -l <got)" 2
}
