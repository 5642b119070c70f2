#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-plot cdf and stability: the tables of ce-stability as pictures.

setup() {
  load common
  load plots
  command -v gnuplot >/dev/null || skip "needs gnuplot"
}

# curve COLOR FILE: the points of a curve, in the order in which they are joined: xPIXEL,yPIXEL (the part of the path after the key's, which gnuplot 6 makes a path of its own)
curve() { grep -o "<path stroke='rgb($1)'  d='[^']*" "$2" | sed "s/.*M//; s/[L ]\{1,\}/ /g; s/ *$//" | tail -n 1; }

# frame X0,Y0 X1,Y1 POINTS...: the points as shares of the way from the first corner to the second
frame() {
  awk -v points="$*" 'BEGIN { n = split(points, p, " "); split(p[1], a, ","); split(p[2], b, ",")
    for (i = 3; i <= n; i++) { split(p[i], q, ","); printf "%s%.2f,%.2f", (i > 3 ? " " : ""), (q[1] - a[1]) / (b[1] - a[1]), (q[2] - a[2]) / (b[2] - a[2]) } print "" }' | sed 's/-0\.00/0.00/g'
}

# sorted: the key comes last in gnuplot 5, first in 6
texts() { grep -o '<text>[^<]*[a-zA-Z][^<]*</text>' "$1" | sed 's/<[^>]*>//g' | sort | tr '\n' '|'; }

@test "ce-plot cdf: a step function for each k, in its order, from 0 to 1 whatever the order of the rows" {
  table k,consensus,cdf 3,.25,.5 2,0,.25 3,.75,1 2,1,1 2,.5,.75 >cdf.csv
  ce-plot cdf cdf.csv >c.svg
  # shellcheck disable=SC2046 # points are words
  two=$(frame 105.17,627.85 664.27,19.51 $(curve "  0, 114, 178" c.svg))
  assert_equal "$two" "0.00,0.25 0.50,0.25 0.50,0.75 1.00,0.75 1.00,1.00"
  # k = 3 has no row at 0 and none at 1
  # shellcheck disable=SC2046
  three=$(frame 105.17,627.85 664.27,19.51 $(curve "213,  94,   0" c.svg))
  assert_equal "$three" "0.00,0.00 0.25,0.00 0.25,0.50 0.75,0.50 0.75,1.00 1.00,1.00"
  assert_equal "$(texts c.svg)" "consensus|k = 2|k = 3|share of pairs|"
  # one group without k: no key
  table k,consensus,cdf ,0,.5 ,1,1 | ce-plot cdf --title 'all of them' >c.svg
  assert_equal "$(texts c.svg)" "all of them|consensus|share of pairs|"
  table k,consensus,cdf ,0,.5 ,1,1 2,.5,1 | ce-plot cdf >c.svg
  assert_equal "$(texts c.svg)" "all|consensus|k = 2|share of pairs|"
}

@test "ce-plot stability: a panel for each index that is there, in the order of k, missing values left out" {
  table k,members,pac,area,delta,lifetime 4,9,.3,.7,.1, 2,9,.1,.6,,.2 3,9,.2,.65,.05,.4 >k.csv
  ce-plot stability k.csv >s.svg
  assert_equal "$(texts s.svg)" "PAC|growth of area|k|lifetime|"
  # three equal steps upwards; two points; a rise of two points
  run awk '{ n = split($0, p, " "); for (i = 1; i <= n; i++) split(p[i], q, ","); split(p[1], a, ","); split(p[2], b, ","); split(p[n], c, ",")
    d = (a[2] - b[2]) - (b[2] - c[2]); print n, (c[1] > a[1]), (c[2] < a[2]), (n == 2 || (d < .1 && d > -.1)) }' \
    < <(curve "  0, 114, 178" s.svg; curve "213,  94,   0" s.svg; curve "  0, 158, 115" s.svg)
  assert_output "3 1 1 1
2 1 1 1
2 1 1 1"
  cut -d, -f1-3 k.csv | ce-plot stability --title 'which `k`' >s.svg
  assert_equal "$(texts s.svg)" 'PAC|k|which `k`|'
  # no inconsistency is less than 1
  table k,pac,ic 2,.5,1 3,.25,1.5 | ce-plot stability >s.svg
  assert_equal "$(texts s.svg)" "PAC|inconsistency|k|"
  grep >/dev/null '<text> 1</text>' s.svg
  table k,ic 2,1.25 3,1.5 >k.csv
  recorded ce-plot stability k.csv
  commands | grep -a '^set yrange' >range
  assert_equal "$(cat range)" "set yrange [1:1.54]"
  table series,x,y ic,2,1.25 ic,3,1.5 >expected
  ce-plot stability --format csv k.csv | diff expected -
  # all 0, and less than 0
  table k,delta 2,0 3,0 | ce-plot stability >s.svg
  assert_equal "$(texts s.svg)" "growth of area|k|"
  table k,delta 2,.5 3,-.25 | ce-plot stability | grep >/dev/null '<text>-0.2</text>'
}

@test "ce-plot stability: whole k are named, a dozen at most" {
  for last in 4 40; do
    awk -v last=$last 'BEGIN { print "k,pac"; for (k = 2; k <= last; k++) print k "," 1 / k }' | ce-plot stability >s.svg
    grep -o '<text> [0-9.]*</text>' s.svg | grep -v '[0.]\.\| 0<' | sed 's/<[^>]*>//g' | tr -d ' ' | tr '\n' ' '
  done >named
  assert_equal "$(cat named)" "2 3 4 2 6 10 14 18 22 26 30 34 38 "
}

@test "ce-plot stability, null, ce-report: the k axis has tics only at k that are there" {
  table k,pac 3000,.2 3500,.1 4000,.3 >k.csv
  recorded ce-plot stability k.csv
  assert_equal "$(commands | grep '^set xtics')" "set xtics (3000, 3500, 4000)"
  table k,pac 2,.2 3,.1 9,.3 19,.3 20,.1 26,.2 | recorded ce-plot stability
  assert_equal "$(commands | grep '^set xtics')" "set xtics (2, 9, 19, 26)"
  table k,objective,rcsi,rcsi_se,p 3000,pac,1,.2,.1 3500,pac,2,.2,.01 4000,pac,1.5,.3,.5 >null.csv
  recorded ce-plot null null.csv
  assert_equal "$(commands | grep '^set xtics')" "set xtics (3000, 3500, 4000)"
  awk 'BEGIN { print "m.k20,m.k25,m.k37"; for (i = 0; i < 80; i++) print i % 20 "," i % 25 "," i % 37 }' >results.csv
  ce-report -q -r results.csv -o page.html results.csv
  sed -n '/aria-label="Results by k"/,/<\/svg>/p' page.html | grep -oE '<text> ?[0-9]+<' >shown
  assert_equal "$(tr -cd '0-9\n' <shown | grep -E '^..$' | paste -sd' ')" "20 25 37"
}

@test "ce-plot cdf, stability: what ce-stability writes, as SVG and as PNG, the same bytes each time" {
  ce-generate kmeans -k 2..4 -m 30 --objects 0.8 --unseen missing "$BUNDLED/iris.csv" >labels.csv
  ce-stability cdf labels.csv >cdf.csv
  ce-stability k -q labels.csv >k.csv
  for kind in svg png; do
    for noun in cdf:cdf.csv stability:k.csv; do
      ce-plot "${noun%:*}" "${noun#*:}" -o one.$kind
      ce-plot "${noun%:*}" "${noun#*:}" -o two.$kind
      cmp one.$kind two.$kind
    done
  done
  ce-plot cdf cdf.csv >c.svg
  assert_equal "$(texts c.svg)" "consensus|k = 2|k = 3|k = 4|share of pairs|"
  assert_equal "$(head -c 8 one.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
  for noun in pac area lifetime; do ce-stability $noun -q labels.csv | ce-plot stability >s.svg; texts s.svg; done >panels
  assert_equal "$(cat panels)" "PAC|k|growth of area|k|k|lifetime|"
}

@test "ce-plot cdf: a curve whose largest consensus is below 1 goes on to the right edge where it is" {
  table k,consensus,cdf 2,0,.25 2,.8,.75 3,.5,.5 3,.9,1 >short.csv
  table k,consensus,cdf 2,0,.25 2,.8,.75 2,1,.75 3,.5,.5 3,.9,1 3,1,1 >whole.csv
  ce-plot cdf short.csv >short.svg
  ce-plot cdf whole.csv >whole.svg
  cmp short.svg whole.svg
}

@test "ce-plot cdf, stability: tables of something else are refused" {
  table k,pac 2,.5 >k.csv
  run_split ce-plot cdf k.csv
  assert_error 1 "ce-plot: k.csv: no column consensus: a table of consensus by k, as ce-stability cdf writes it, expected"
  table k,consensus,cdf 2,.5,1.5 >cdf.csv
  run_split ce-plot cdf cdf.csv
  assert_error 1 "ce-plot: cdf.csv: row 1: consensus 0.5, cdf 1.5: numbers from 0 to 1 expected"
  table k,consensus,cdf 2,,1 2,1,1 >cdf.csv
  run_split ce-plot cdf cdf.csv
  assert_error 1 "ce-plot: cdf.csv: row 1: consensus nan, cdf 1: numbers from 0 to 1 expected"
  table k,consensus,cdf x,0,1 >cdf.csv
  run_split ce-plot cdf cdf.csv
  assert_error 1 "ce-plot: cdf.csv: column k is categorical, a numeric one expected"
  table k,pac 2, ,3 >k.csv
  run_split ce-plot stability k.csv
  assert_error 1 "ce-plot: k.csv: no row has k and pac, delta, lifetime or ic: a table of stability by k expected"
  table pac,delta 2,3 >k.csv
  run_split ce-plot stability k.csv
  assert_error 1 "ce-plot: k.csv: no column k: a table of stability by k, as ce-stability k writes it, expected"
  run_split ce-plot cdf --x k cdf.csv
  assert_equal "$status" 2
}

@test "ce-plot cdf, stability --format csv: the points of the curves, series after series" {
  table k,consensus,cdf 3,.25,.5 2,0,.25 3,.75,1 2,1,1 2,.5,.75 ,.5,1 >cdf.csv
  ce-plot cdf --format csv cdf.csv >points.csv
  # k = 3 gets its ends at 0 and 1; rows without k come last
  table series,x,y 2,0,0.25 2,0.5,0.75 2,1,1 3,0,0 3,0.25,0.5 3,0.75,1 3,1,1 all,0,0 all,0.5,1 all,1,1 >expected
  diff expected points.csv
  ce-plot cdf cdf.csv -o named.csv
  cmp points.csv named.csv
  table k,members,pac,area,delta,lifetime 4,9,.3,.7,.1, 2,9,.1,.6,,.2 3,9,.2,.65,.05,.4 >k.csv
  ce-plot stability -d ';' --format csv <(tr , ';' <k.csv) >points.csv
  table 'series;x;y' 'pac;2;0.1' 'pac;3;0.2' 'pac;4;0.3' 'delta;3;0.05' 'delta;4;0.1' 'lifetime;2;0.2' 'lifetime;3;0.4' >expected
  diff expected points.csv
  table k,consensus,cdf 2,.5,1.5 >cdf.csv
  run_split ce-plot cdf --format csv cdf.csv -o kept.csv
  assert_error 1 "ce-plot: cdf.csv: row 1: consensus 0.5, cdf 1.5: numbers from 0 to 1 expected"
  assert [ ! -e kept.csv ]
  table k,pac 2, >k.csv
  run_split ce-plot stability --format csv k.csv
  assert_error 1 "ce-plot: k.csv: no row has k and pac, delta, lifetime or ic: a table of stability by k expected"
  run_split ce-plot cdf --title t --format csv cdf.csv
  assert_error 2 "ce-plot: --title does not go with a table
Try 'ce-plot --help'."
}

@test "ce-plot cdf, stability: a falling distribution and a PAC outside 0 .. 1 are refused" {
  printf 'k,consensus,cdf\n2,0,0.9\n2,0.5,0.2\n2,1,0.4\n' >cdf.csv
  run ce-plot cdf -o o.svg cdf.csv
  assert_equal "$status" 1
  assert_output "ce-plot: cdf.csv: row 2: cdf 0.2 at consensus 0.5, at least the 0.9 at 0 expected"
  printf 'k,pac\n2,-1\n3,7\n' >pac.csv
  run ce-plot stability -o o.svg pac.csv
  assert_equal "$status" 1
  assert_output "ce-plot: pac.csv: row 1: pac -1, a number from 0 to 1 expected"
}
