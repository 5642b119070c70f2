#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-stability null and ce-prepare reference: the consensus of the data beside that of references.

setup() { load common; }

export IRIS=$CE_SOURCE/data/iris.csv

# py MODULE...: the script on standard input by a python3 that has these, or skips.
py() {
  local IFS=,
  py_with "$*"
}

compare() { "$CE_BUILD/obj/tests/null-reference" "$@"; }

# resampled DATA K...: 30 members of each k that each saw 8 of 10 objects, side by side
resampled() {
  local data=$1 k
  shift
  for k; do
    ce-generate kmeans -k "$k" -m 30 --init plusplus --restarts 3 --objects 0.8 \
      --unseen missing "$data" >"part.$k"
  done
  paste -d, "${@/#/part.}"
}

# the label tables of iris and of five references
six_tables() {
  resampled "$IRIS" 2 3 4 >real.csv
  for b in 1 2 3 4 5; do
    ce-prepare reference --number $b "$IRIS" >drawn.csv
    resampled drawn.csv 2 3 4 >ref.$b.csv
  done
}

@test "ce-stability null: what the functions of M3C in R give for five references" {
  # mean and its error, RCSI and its error, p, p of the beta or normal distribution
  r=".30 .35 .40 .32 .38"
  # shellcheck disable=SC2086 # five numbers
  run compare beta .25 $r
  assert_output --regexp '^0\.35 0\.01843908891 0\.330873[5-9][0-9]* 0\.0530[0-9]* '
  assert_output --regexp ' 0\.1666666667 0\.00552772[0-9]*$'
  # shellcheck disable=SC2086
  run compare normal .25 $r
  assert_output --regexp ' 0\.1666666667 0\.0076466[0-9]*$'
  # shellcheck disable=SC2086
  run compare beta .36 $r
  assert_output --regexp ' -0\.03376954[0-9]* 0\.0530[0-9]* 0\.6666666667 0\.60192[78][0-9]*$'
  # shellcheck disable=SC2086
  run compare normal .36 $r
  assert_output --regexp ' 0\.6666666667 0\.59581[4-7][0-9]*$'
  # a beta distribution this narrow is a normal one: pnorm(-.0003 / sqrt(2.5e-8)), where pbeta, by an integral, is .028873
  run compare beta .2998 .3 .3002 .2999 .3001 .3003
  assert_output --regexp ' 0\.0288897[89][0-9]*$'
  # the numbers above are those of R
  if command -v Rscript >/dev/null; then
    Rscript "$CE_SOURCE/tests/fixtures/stability/null.R" >by_r
    assert_equal "$(wc -l <by_r)" 5
    while read -r law x numbers; do
      if [ "$x" != 0.2998 ]; then
        # shellcheck disable=SC2086 # five numbers
        compare "$law" "$x" $r >by_clens
        awk -v other="$numbers" '{ split(other, o, " "); for (i = 1; i <= NF; i++) if (($i - o[i]) ^ 2 > 1e-16) { print $i, o[i]; bad = 1 } }
          END { exit bad || !NR }' by_clens
      fi
    done <by_r
  fi
  # six pairs of consensus .5 .1 0 .9 .2 1: M3C counts the one at .9 as ambiguous, Clens does not
  run compare matrix
  assert_output "1.843716 0.5 0.33333333333333331"
}

@test "ce-stability null: what is not known, and scores of 0" {
  # 0 counts as .0001: ln .2 - ln .0001
  assert_equal "$(compare beta 0 .2 .2 | cut -d' ' -f3)" 7.60090246
  assert_equal "$(compare beta .2 0 0 | cut -d' ' -f3)" -7.60090246
  # all references are alike, and so are the data: no advantage, no fitted p
  assert_equal "$(compare beta 0 0 0 0)" "0 0 0 0 1 nan"
  # one reference has no spread
  assert_equal "$(compare normal 1 2)" "2 nan 0.6931471806 nan 0.5 nan"
  # more variance than a beta distribution of that mean has
  assert_equal "$(compare beta .5 0 1 | cut -d' ' -f6)" nan
  assert_equal "$(compare beta nan .5 .6)" "nan nan nan nan nan nan"
}

@test "ce-stability null: p over all k by hand, and as a plain count of ranks" {
  # one k: the rank of the data among all
  assert_equal "$(compare any 1 .2 .3 .4 .5)" 0.25
  assert_equal "$(compare any 1 .4 .3 .2 .5)" 0.75
  # a tie counts against the data
  assert_equal "$(compare any 1 .2 .2 .4 .5)" 0.5
  # two k: the data lead at the first, the last reference leads by as much at the second
  assert_equal "$(compare any 2 .1 .2 .2 .2 .2 .1)" 0.66666666666666663
  # a tie that only the last bits break: one low score of twenty has the same standardised value in each column, whatever it is
  twenty() { for ((i = 0; i < 20; i++)); do case $i in 0) printf ' %s %s' "$1" "$4" ;; 1) printf ' %s %s' "$2" "$3" ;; *) printf ' %s %s' "$2" "$4" ;; esac; done; }
  for low in 12 9 5 1; do
    for other in 3 7 11 19; do
      # shellcheck disable=SC2046 # words
      assert_equal "$low $other $(compare any 2 $(twenty $low 20 $other 20))" "$low $other 0.10000000000000001"
    done
  done
  # a k where all are alike says nothing
  assert_equal "$(compare any 2 .1 0 .2 0 .3 0)" 0.33333333333333331
  assert_equal "$(compare any 1 .1 .1 .1)" nan
}

@test "ce-stability null: all numbers against NumPy and SciPy, from the label tables" {
  six_tables
  ce-stability null -q --objective pac real.csv ref.?.csv >pac.csv
  ce-stability null -q real.csv ref.?.csv >null.csv
  # the p over all k is in every row, that of its objective
  assert_equal "$(head -n 1 null.csv)" \
    k,objective,members,references,score,mean,se,rcsi,rcsi_se,p,p_fit,p_all
  assert_equal "$(grep -c pac null.csv)" 3
  grep pac null.csv | diff - <(tail -n +2 pac.csv)
  assert_equal "$(cut -d, -f12 pac.csv | sort -u | wc -l)" 2
  ce-stability null --level 1 --objective pac real.csv ref.?.csv 2>&1 >pac.csv |
    sed 's/.*(p = \(.*\) over all k)/\1/' >said
  assert_equal "$(tail -n 1 pac.csv | awk -F, '{ printf "%.3g", $12 }')" "$(cat said)"
  ce-stability null -q --bounds half-open --objective pac --low .2 --high .5 \
    real.csv ref.?.csv >half.csv
  py numpy scipy.stats <<'P'
import csv, re, numpy as np, scipy.stats as st
def score(path, low=.1, high=.9, closed=False):
    rows = list(csv.reader(open(path)))
    k = np.array([int(re.search(r"\.k(\d+)", c)[1]) for c in rows[0]])
    x = np.array([[int(c) if c not in ("", "NA") else 0 for c in r] for r in rows[1:]])
    out = {}
    for one in (2, 3, 4):
        l = x[:, k == one]
        i, j = np.triu_indices(len(l), 1)
        both = ((l[i] > 0) & (l[j] > 0)).sum(1)
        m = ((l[i] == l[j]) & (l[i] > 0)).sum(1)[both > 0] / both[both > 0]
        inside = m[(m > 0) & (m < 1)]
        out["entropy", one] = -(inside * np.log(inside) + (1 - inside) * np.log(1 - inside)).sum()
        out["pac", one] = np.mean((m > low) & (m <= high if closed else m < high))
    return out
def expect(objective, one, sets):
    s, r = sets[0][objective, one], np.array([t[objective, one] for t in sets[1:]])
    logs, b = np.log(np.maximum(r, 1e-4)), len(r)
    mu, v = r.mean(), r.var(ddof=1)
    a = ((1 - mu) / v - 1 / mu) * mu ** 2
    c = max(s, 1e-4)
    p = st.beta.cdf(c, a, a * (1 / mu - 1)) if objective == "pac" else st.norm.cdf(c, mu, v ** .5)
    return [s, mu, (v / b) ** .5, logs.mean() - np.log(max(s, 1e-4)),
            logs.std(ddof=1) / b ** .5, (1 + (r <= s).sum()) / (b + 1), p]
def check(file, **how):
    sets = [score(f, **how) for f in ["real.csv"] + ["ref.%d.csv" % b for b in range(1, 6)]]
    seen = 0
    for row in csv.DictReader(open(file)):
        want = expect(row["objective"], int(row["k"]), sets)
        have = [float(row[c]) for c in ("score", "mean", "se", "rcsi", "rcsi_se", "p", "p_fit")]
        assert np.allclose(have, want, rtol=1e-9, atol=1e-12), (row, want)
        assert row["members"] == "30" and row["references"] == "5"
        seen += 1
    return seen
assert check("null.csv") == 6
assert check("half.csv", low=.2, high=.5, closed=True) == 3
P
}

@test "ce-stability null: --data gives the bytes of the pipeline that makes label tables" {
  six_tables
  ce-stability null -q real.csv ref.?.csv >pipeline.csv
  run_split ce-stability null --data "$IRIS" -k 2..4 -m 30 --references 5
  assert_equal "$status" 0
  assert_equal "$output" "$(cat pipeline.csv)"
  # another seed, another result; the same on one thread and on four
  ce-stability null -q --data "$IRIS" -k 2,3 -m 10 --references 3 --seed 7 -j 1 >one.csv
  ce-stability null -q --data "$IRIS" -k 2,3 -m 10 --references 3 --seed 7 -j 4 >four.csv
  cmp one.csv four.csv
  ce-stability null -q --data "$IRIS" -k 2,3 -m 10 --references 3 --seed 8 >other.csv
  refute cmp -s one.csv other.csv
}

@test "ce-prepare reference: mean and covariance of the data, wide, long and singular" {
  in_turn 4
  for b in $(seq 40); do ce-prepare reference --number "$b" "$IRIS" >"long.$b"; done
  # seven objects of nine features; one feature is the sum of two others, one is constant
  awk 'BEGIN {
    print "a,b,sum,c,d,e,f,g,five"
    for (i = 1; i <= 7; i++) {
      a = i * i % 5
      b = i * 37 % 11 / 4
      print a "," b "," a + b "," i * 3 % 7 "," i * 13 % 17 "," (-i) "," sin(i) "," 1 / i ",5"
    }
  }' >wide.csv
  for b in $(seq 120); do ce-prepare reference --number "$b" wide.csv >"wide.$b"; done
  head -n 1 long.1 | grep -vx >/dev/null '.*class.*'
  py numpy <<'P'
import numpy as np, os
def read(path, columns):
    return np.genfromtxt(path, delimiter=",", skip_header=1, usecols=range(columns))
def check(path, sets, columns):
    x = read(path, columns)
    r = np.vstack([read(s, columns) for s in sets])
    n, mean, cov = len(r), x.mean(0), np.cov(x.T)
    assert len(r) == len(sets) * len(x)
    sd = np.sqrt(np.diag(cov))
    assert (abs(r.mean(0) - mean) <= 4.5 * sd / n ** .5 + 1e-9).all()
    # the variance of an entry of a covariance matrix of normal data
    se = np.sqrt((np.outer(sd, sd) ** 2 + cov ** 2) / (n - 1))
    assert (abs(np.cov(r.T) - cov) <= 4.5 * se + 1e-9).all()
    # nothing outside the plane of the data
    u = np.linalg.svd(x - mean, full_matrices=False)
    basis = u[2][u[1] > 1e-9]
    rest = (r - mean) - (r - mean) @ basis.T @ basis
    assert abs(rest).max() < 1e-9
    # normal: the fourth moment of a feature
    z = (r - mean)[:, sd > 0] / sd[sd > 0]
    assert (abs((z ** 4).mean(0) - 3) < 4.5 * (96 / n) ** .5).all()
    return r
long = check(os.environ.get("IRIS", "iris.csv"), ["long.%d" % b for b in range(1, 41)], 4)
wide = check("wide.csv", ["wide.%d" % b for b in range(1, 121)], 9)
assert abs(wide[:, 0] + wide[:, 1] - wide[:, 2]).max() < 1e-9
assert abs(wide[:, 8] - 5).max() < 1e-12
assert len({tuple(r) for r in long}) == len(long)
P
}

@test "ce-stability null: three separate groups are found, one group is told" {
  # three groups far apart, as the corners of a triangle
  awk 'BEGIN {
    print "x,y"
    for (i = 0; i < 60; i++)
      print (i % 3) * 20 + i * 7 % 11 / 4 "," (i % 3 == 1) * 18 + i * 5 % 13 / 4
  }' >three.csv
  run_split ce-stability null --data three.csv -k 2..5 -m 20 --choose
  assert_equal "$(head -n 1 <<<"$output")" k,reason
  assert_equal "$(tail -n 1 <<<"$output" | cut -d, -f1)" 3
  assert_regex "$stderr" \
    '^ce-stability: entropy prefers k = 3 with a score of 0 \(p = 0\.0385 over all k\)'
  # where the k tried end there
  run_split ce-stability null --data three.csv -k 2..3 -m 20 --choose
  assert_regex "$(tail -n 1 <<<"$output")" '^3,"?entropy prefers k = 3, the largest tried, with a score of 0'
  run_split ce-stability null --data three.csv -k 3..5 -m 20
  assert_regex "$stderr" 'entropy prefers k = 3, the smallest tried, with a score of 0'
  # a draw of the null distribution itself
  ce-prepare reference --number 77 --seed 5 "$IRIS" >none.csv
  run_split ce-stability null --data none.csv -k 2..4 -m 20 --choose --objective pac --format json
  assert_equal "$(tr -d ' \n' <<<"$output" | cut -c 1-8)" '[{"k":1,'
  assert_regex "$stderr" \
    '^ce-stability: no k is better than chance by pac \(p = 0\.[0-9]+ over all k\): taken for one cluster$'
}

@test "ce-stability null: on equal rows data and references are alike to the last bit" {
  { echo x,y; for _ in {1..20}; do echo 1,2; done; } >equal.csv
  ce-stability null -q -k 2,3 -m 9 --references 10 --objective entropy --data equal.csv | cut -d, -f5-9 >found
  table score,mean,se,rcsi,rcsi_se 0,0,0,0,0 0,0,0,0,0 | diff - found
}

@test "ce-stability k --choose: the k of most indices; PAC has no vote at the last k" {
  # lifetimes prefer 2; the area grows to the last k, where PAC is least
  table a.k2,b.k3,c.k3 1,1,1 1,1,2 1,2,2 2,2,3 2,3,3 2,3,1 >six.csv
  run_split ce-stability k -q --choose six.csv
  assert_output "k,reason
2,preferred by lifetime; area says nothing; pac says nothing"
  run_split ce-stability k -q --choose --linkage none --format json six.csv
  assert_equal "$(paste -sd' ' <<<"$output" | tr -s ' ')" '[ {"k": null, "reason":'\
' "area says nothing; pac says nothing"} ]'
  ce-generate kmeans -k 2..6 -m 400 --objects 0.8 --unseen missing "$IRIS" >labels.csv
  for how in "" "-k 3..6" "--gain .3" "--linkage none --gain .3 --low .3 --high .6" \
    "-k 3..6 --linkage none"; do
    # shellcheck disable=SC2086 # options
    ce-stability k --choose -q $how labels.csv | tail -n 1 >>chosen
  done
  assert_equal "$(cat chosen)" "2,preferred by lifetime and pac; area prefers 4
4,preferred by lifetime and area; pac says nothing
2,preferred by lifetime and pac; area prefers 3
3,preferred by area (it decides where all differ); pac prefers 2
4,preferred by area; pac says nothing"
  # two members agree on more pairs than six, and PAC does not compare them; where no k has more, it does
  table a.k2,b.k2,c.k3,d.k3,e.k3,f.k3,g.k3,h.k4,i.k4,j.k4,k.k4,l.k4 1,1,1,1,1,1,2,1,1,1,1,1 1,1,1,1,2,1,2,1,1,1,2,1 \
    1,1,2,2,1,2,3,2,2,1,3,2 2,2,2,2,2,2,3,2,1,2,3,2 2,2,3,3,3,3,1,3,3,3,4,4 2,2,3,3,3,3,1,4,4,4,1,3 >few.csv
  ce-stability pac -q few.csv | cut -d, -f1,2,5 >pac
  table k,members,pac 2,2,0 3,5,0.26666666666666666 4,5,0.4666666666666667 | diff - pac
  assert_equal "$(ce-stability k --choose -q --linkage none few.csv | tail -n 1)" "3,preferred by area and pac"
  cut -d, -f1-3,5,8,9 few.csv >equal.csv
  assert_equal "$(ce-stability k --choose -q --linkage none equal.csv | tail -n 1)" \
    "3,preferred by area (it decides where all differ); pac prefers 2"
  run_split ce-stability k --choose --part 1/2 labels.csv
  assert_equal "$status" 2
}

@test "ce-stability --bounds half-open: F(high) - F(low), also in pac and k" {
  # ten clusterings of two objects, together in 9 of them
  table a,b,c,d,e,f,g,h,i,j 1,1,1,1,1,1,1,1,1,1 1,1,1,1,1,1,1,1,1,2 >nine.csv
  assert_equal "$(ce-stability pac -q --group none nine.csv | tail -n 1)" ",10,1,0,0"
  half="-q --group none --bounds half-open"
  # shellcheck disable=SC2086 # options
  assert_equal "$(ce-stability pac $half nine.csv | tail -n 1)" ",10,1,0,1"
  # shellcheck disable=SC2086
  assert_equal "$(ce-stability pac $half --low .9 --high 1 nine.csv | tail -n 1)" ",10,1,0,0"
  # shellcheck disable=SC2086
  ce-stability k $half --linkage none nine.csv | tail -n 1 >row
  assert_equal "$(cut -d, -f3 row)" 1
}

@test "ce-stability null: what a p says; a level and the references that it needs" {
  # 19 references can come down to .05, and .05 is enough
  assert_equal "$(compare judge .05 19 .05)" "clearer 19"
  assert_equal "$(compare judge .1 19 .05)" "chance 19"
  assert_equal "$(compare judge .0526 18 .05)" "few 19"
  assert_equal "$(compare judge 1 18 .05)" "few 19"
  assert_equal "$(compare judge nan 19 .05)" "chance 19"
  assert_equal "$(compare judge nan 18 .05)" "few 19"
  assert_equal "$(compare judge .2 nan .05)" "chance 19"
  # 1 / 34 is below .03, 1 / 33 is not; and one reference at least
  assert_equal "$(compare judge .5 1 .03)" "few 33"
  assert_equal "$(compare judge .5 1 .5)" "clearer 1"
  assert_equal "$(compare judge 1 1 1)" "clearer 1"
  assert_equal "$(compare judge .001 999 0)" "few inf"
}

@test "ce-stability null: too few references name no k; one cluster was chosen" {
  run_split ce-stability null --data "$IRIS" -k 2,3 -m 10 --references 5 -q --choose
  assert_equal "$status" 0
  assert_equal "$output" "k,reason
,entropy cannot tell: with 5 references p is 0.167 at least and --level is 0.05: 19 or more are needed"
  assert_equal "$stderr" ""
  run_split ce-stability null --data "$IRIS" -k 2 -m 10 --references 4 --objective pac
  assert_equal "$stderr" "ce-stability: pac cannot tell: with 4 references p is 0.2 at least\
 and --level is 0.05: 19 or more are needed"
  # no number of references comes down to 0
  run_split ce-stability null --data "$IRIS" -k 2 -m 10 --references 4 --objective pac --level 0
  assert_equal "$stderr" "ce-stability: pac cannot tell: with 4 references p is 0.2 at least\
 and --level is 0"
  run_split ce-stability null --data "$IRIS" -k 2 -m 10 --references 1 --objective entropy
  assert_regex "$(tail -n 1 <<<"$output")" '^2,entropy,10,1,[0-9.]+,[0-9.]+,,[-0-9.]+,,([0-9.]+),,\1$'
  assert_equal "$stderr" "ce-stability: entropy cannot tell: with 1 reference p is 0.5 at least\
 and --level is 0.05: 19 or more are needed"
}

@test "ce-stability null --level: a k is chosen when p over all k is just that, not above" {
  table a.k2,b.k2 1,1 1,1 2,2 2,2 >real.csv
  table a.k2,b.k2 1,1 1,2 2,2 2,1 >reference.csv
  # the data lead three references: p = 1/4
  tables="real.csv reference.csv reference.csv reference.csv"
  # shellcheck disable=SC2086 # four words
  run_split ce-stability null --choose --level .25 $tables
  assert_equal "$(tail -n 1 <<<"$output" | cut -d, -f1)" 2
  refute_regex "$stderr" "at least"
  # three references can tell at .25, and one of them is as clear as the data
  run_split ce-stability null --choose --level .25 real.csv reference.csv reference.csv real.csv
  assert_equal "$(tail -n 1 <<<"$output" | cut -d, -f1)" 1
  # shellcheck disable=SC2086 # four words
  run_split ce-stability null --choose --level .24 $tables
  assert_equal "$(tail -n 1 <<<"$output" | cut -d, -f1)" ""
  assert_equal "$(tail -n 1 <<<"$stderr")" "ce-stability: pac cannot tell: with 3 references p is\
 0.25 at least and --level is 0.24: 4 or more are needed"
}

@test "ce-stability null: where no base clustering labels a pair, nothing is said" {
  table a.k2,b.k2 1, ,2 >apart.csv
  run_split ce-stability null --objective pac --choose apart.csv apart.csv
  assert_equal "$output" $'k,reason\n,pac says nothing: there are no pairs'
  assert_equal "$stderr" "ce-stability: k = 2: 1 pairs of the data are left out: "\
"no base clustering labels both
ce-stability: pac says nothing: there are no pairs"
  table a.k2,b.k2,a.k3,b.k3,a.k4,b.k4 1,,1,,1, ,2,,2,1,1 >three.csv
  run_split ce-stability null --objective pac three.csv three.csv
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-stability: k = 2 to 3: 1 pairs of the data are left out: no base clustering labels both"
  # one object has no pairs that could be left out
  table a.k2 1 >one.csv
  run_split ce-stability null --objective entropy -v one.csv one.csv one.csv
  assert_equal "$(tail -n 1 <<<"$output")" 2,entropy,1,2,,,,,,,,
  assert_equal "$(sed -n '/compared/,$p' <<<"$stderr")" \
    "ce-stability: k = 2: 1 base clusterings of the data, compared with 2 references
ce-stability: entropy says nothing: there are no pairs"
}

@test "ce-stability null: microclusters count with their sizes; a group without a k has none" {
  awk 'BEGIN { for (set = 0; set < 5; set++) { file = "set" set ".csv"; print "a.k2,b.k2,c.k3,d.k3" >file
    for (i = 0; i < 60; i++) print i % 2 "," int(i / (set + 3)) % 2 "," i % 3 "," int(i / (set + 4)) % 3 >file } }'
  for set in 0 1 2 3 4; do ce-microcluster compress "set$set.csv" -o "micro$set.csv"; done
  for group in auto none; do
    ce-stability null -q --group $group set*.csv >expected
    ce-stability null -q --group $group micro*.csv | cmp - expected
  done
  assert_equal "$(cut -d, -f1-3 expected | paste -sd' ')" "k,objective,members ,entropy,4 ,pac,4"
  # another number of objects, in as many rows
  sed '2s/^[0-9]*/1000/' micro1.csv >other.csv
  run_split ce-stability null micro0.csv other.csv
  assert_equal "$status" 1
  ce-stability k --part 1/1 set1.csv >set1.sums
  run_split ce-stability null set0.csv set1.sums
  assert_error 1 "ce-stability: set1.sums: a table of sums, labels expected"
}

@test "ce-stability null: label tables that do not go together" {
  table a.k2,b.k2,c.k3 1,1,1 1,2,2 2,2,3 2,1,3 >real.csv
  table a.k2,b.k2 1,1 1,2 2,2 2,1 >short.csv
  run_split ce-stability null real.csv short.csv
  assert_error 1 "ce-stability: short.csv: no base clustering of k = 3, which the data have"
  # what the data do not have is left aside
  run_split ce-stability null -q short.csv real.csv
  assert_equal "$status" 0
  assert_equal "$(tail -n +2 <<<"$output" | cut -d, -f1 | paste -sd' ')" "2 2"
  table a.k2,b.k2,c.k3 1,1,1 1,2,2 2,2,3 >three.csv
  run_split ce-stability null real.csv three.csv
  assert_error 1 "ce-stability: three.csv: 3 objects, 4 expected as in real.csv"
  table a.k2,c.k3 1,1 1,2 2,3 2,3 >fewer.csv
  run_split ce-stability null real.csv fewer.csv
  assert_equal "$status" 0
  assert_equal "$(head -n 1 <<<"$stderr")" "ce-stability: the FILEs have different numbers of "\
"base clusterings for one k: a consensus of more of them takes more values"
  run_split ce-stability null -k 7 real.csv fewer.csv
  assert_error 1 "ce-stability: real.csv: none of 3 base clusterings has labels and a k of -k"
}

@test "ce-stability null --data: a k beyond the rows that differ is told" {
  table x,y 1,1 1,1 1,1 1,1 2,5 2,5 2,5 9,9 9,9 9,9 >few.csv
  run_split ce-stability null --data few.csv -m 5 --references 2 -k 2..5
  assert_equal "$status" 0
  assert_equal "$(head -n 2 <<<"$stderr")" "ce-stability: few.csv: only 3 of 10 rows differ, and all rows of a reference: that alone can make a k clearer than chance (ce-stability(1), CAVEATS)
ce-stability: few.csv: too few rows differ for k = 4, 5: fewer clusters than asked for in 10 of 20 base clusterings"
  # it is not counted among the k that p is over: the only other one has its own p
  awk 'BEGIN { print "a,b"; for (i = 0; i < 29; i++) print (i < 24 ? "0,0" : i < 27 ? "1,0" : "0,1") }' >dup.csv
  ce-stability null --data dup.csv -k 2..5 --objective pac -q >null.csv
  awk -F, 'NR == 2 { print $10 } NR > 1 { all[$12] } END { for (p in all) print p }' null.csv | uniq >p
  assert_equal "$(wc -l <p)" 1
  assert_equal "$(ce-stability null --data dup.csv -k 2..5 --objective pac -q --choose | cut -d' ' -f1-6)" "k,reason
1,no k is better than chance"
  # half of the rows differ: nothing is told
  awk 'BEGIN { print "x,y"; for (i = 0; i < 40; i++) print int(i / 2) "," int(i / 2) % 7 }' >half.csv
  run_split ce-stability null --data half.csv -m 5 --references 2 -k 2..3
  assert_equal "$(grep -c 'rows differ' <<<"$stderr" || :)" 0
}

@test "ce-stability null: data that cannot be drawn from or clustered" {
  table x,y 1,2 2,3 3,5 4,1 5,9 >five.csv
  run_split ce-stability null --data five.csv -k 4 -m 3 --references 2
  assert_equal "$status" 0
  run_split ce-stability null --data five.csv --objects 3 -k 4
  assert_error 1 "ce-stability: five.csv: 3 objects in a subsample, k = 4"
  run_split ce-stability null --data five.csv --objects 6
  assert_error 1 "ce-stability: five.csv: 5 objects, --objects 6"
  table x,y 1,2 2, 3,5 >hole.csv
  run_split ce-stability null --data hole.csv
  assert_equal "$status" 1
  assert_regex "$stderr" '^ce-stability: hole.csv: .*column y'
  table x,y 1,a 2,b 3,a >text.csv
  run_split ce-stability null --data text.csv
  assert_equal "$status" 1
  assert_regex "$stderr" '^ce-stability: text.csv: .*column y'
  table x,y 1,2 >one.csv
  run_split ce-stability null --data one.csv
  assert_error 1 "ce-stability: one.csv: 1 object in a subsample, 2 expected at least"
  # equal objects: the data are as sure as the references
  table x,y 1,2 1,2 1,2 1,2 1,2 >equal.csv
  run_split ce-stability null --data equal.csv -k 2 -m 5 --references 3
  assert_equal "$status" 0
}

@test "ce-stability null: wrong use" {
  table a 1 2 >a.csv
  run_split ce-stability null a.csv
  assert_error 2 "ce-stability: null: --data FILE, or label tables of the data and of each "\
"reference, expected
Try 'ce-stability --help'."
  run_split ce-stability null --data "$IRIS" a.csv
  assert_error 2 "ce-stability: null: --data FILE or label tables, not both
Try 'ce-stability --help'."
  run_split ce-stability null --data "$IRIS" -k 1..3
  assert_error 2 "ce-stability: null: k = 1, 2 or more expected
Try 'ce-stability --help'."
  run_split ce-stability null --references 3 a.csv a.csv
  assert_equal "$status" 2
  run_split ce-stability null --seed 3 a.csv a.csv
  assert_error 2 "ce-stability: --seed goes with --data or --sample-pairs: else nothing is drawn
Try 'ce-stability --help'."
  run_split ce-stability null --data "$IRIS" --low .9 --high .1
  assert_error 2 "ce-stability: --low 0.9 --high 0.1: nothing between them
Try 'ce-stability --help'."
  run_split ce-stability null --data "$IRIS" --group none
  assert_error 2 "ce-stability: --group goes with label tables
Try 'ce-stability --help'."
  for option in low high level; do
    for value in -.1 1.1; do
      run_split ce-stability null "--$option" "$value" a.csv a.csv
      assert_error 2 "ce-stability: --$option '$value', a number from 0 to 1 expected
Try 'ce-stability --help'."
    done
  done
  run_split ce-prepare reference --number 0 "$IRIS"
  assert_equal "$status" 2
}

@test "ce-stability null --data: objects of length 1 are told, since they lie on a sphere and references do not" {
  ce-prepare unit "$BUNDLED/iris.csv" >unit.csv
  run_split ce-stability null --data unit.csv -k 2,3 -m 4 --references 2
  assert_equal "$(grep -c "^ce-stability: all objects have length 1: they can be more stable than normal references" <<<"$stderr")" 1
  run_split ce-stability null --data "$BUNDLED/iris.csv" -k 2,3 -m 4 --references 2
  refute grep -q "length 1" <<<"$stderr"
}

@test "ce-stability null --by: a linkage gives the numbers of the pipeline of label tables; auto is that of resample" {
  ce-prepare sample --objects 40 "$BUNDLED/iris.csv" >some.csv
  run_split ce-stability null --data some.csv -k 2,3 -m 8 --references 3 --by average
  for b in 0 1 2 3; do
    if [ $b = 0 ]; then cp some.csv drawn.csv; else ce-prepare reference --number $b some.csv >drawn.csv; fi
    ce-stability resample -q -k 2,3 -m 8 --by average --base $b.csv drawn.csv >/dev/null
  done
  assert_equal "$output" "$(ce-stability null -q 0.csv 1.csv 2.csv 3.csv)"
  # more features than objects: Ward's linkage, unless an option of k-means is given
  awk 'BEGIN { srand(3); for (s = 1; s <= 21; s++) printf "f%d%s", s, s < 21 ? "," : "\n"
    for (i = 1; i <= 20; i++) for (s = 1; s <= 21; s++)
      printf "%.3f%s", rand() + (s < 4 && i > 10 ? 3 : 0), s < 21 ? "," : "\n" }' >wide.csv
  run_split ce-stability null --data wide.csv -k 2,3 -m 5 --references 2
  [[ $stderr == "ce-stability: wide.csv: 21 features of 20 objects: subsamples are clustered by Ward's linkage (--by)"* ]] ||
    fail "$stderr"
  assert_equal "$output" "$(ce-stability null -q --data wide.csv -k 2,3 -m 5 --references 2 --by ward)"
  run_split ce-stability null --data wide.csv -k 2,3 -m 5 --references 2 --restarts 3
  refute grep -q "linkage" <<<"$stderr"
  assert_equal "$output" "$(ce-stability null -q --data wide.csv -k 2,3 -m 5 --references 2 --by kmeans)"
  # references are clustered by the same distance
  run_split ce-stability null -q --data some.csv -k 2,3 -m 8 --references 2 --distance pearson
  for b in 0 1 2; do
    if [ $b = 0 ]; then cp some.csv drawn.csv; else ce-prepare reference --number $b some.csv >drawn.csv; fi
    ce-stability resample -q -k 2,3 -m 8 --distance pearson --base p$b.csv drawn.csv >/dev/null
  done
  assert_equal "$output" "$(ce-stability null -q p0.csv p1.csv p2.csv)"
  run_split ce-stability null -q --data wide.csv -k 2,3 -m 5 --references 2 --features 22
  assert_error 1 "ce-stability: wide.csv: 21 features, --features 22"
  run_split ce-stability null --features 2 0.csv 1.csv
  assert_error 2 "ce-stability: --features goes with --data
Try 'ce-stability --help'."
}

@test "ce-stability null: of several k at which all members agree the largest is the clearest, and the others are named" {
  # 60 objects in four groups, two of which share half of what tells them apart, among 60 features
  awk 'BEGIN { srand(3); for (s = 0; s < 60; s++) printf "f%d%s", s, s < 59 ? "," : "\n"
    for (i = 0; i < 60; i++) { c = i % 4
      for (s = 0; s < 60; s++) { p = int(s / 10); on = p == c || (c > 1 && p == 4)
        x = -6; for (t = 0; t < 12; t++) x += rand()
        printf "%.3f%s", x + (on ? 5 : 0), s < 59 ? "," : "\n" } } }' >nested.csv
  run_split ce-stability null --data nested.csv --by ward -k 2..6 -m 30 --references 19 --objective entropy
  assert_equal "$(awk -F, 'NR > 1 && $5 == 0 { print $1 }' <<<"$output" | paste -sd' ')" "2 4"
  assert_equal "$(sort -t, -k8,8gr <<<"$output" | sed -n 1p | cut -d, -f1)" 2
  assert_equal "$stderr" "ce-stability: entropy prefers k = 4 with a score of 0, as at k = 2 (p = 0.05 over all k)"
  assert_equal "$(ce-stability null -q --data nested.csv --by ward -k 2..6 -m 30 --references 19 --objective entropy --choose | tail -n 1)" \
    '4,"entropy prefers k = 4 with a score of 0, as at k = 2 (p = 0.05 over all k)"'
}

@test "ce-stability null: other k whose RCSI is within the error of the largest are named" {
  in_turn 4 sanitized
  local lists=0 none=0 expected said
  for seed in 1 2 3 4 5 6; do
    for objective in entropy pac; do
      run_split ce-stability null --data "$BUNDLED/wine.csv" -k 2..6 -m 20 --references 6 --level 1 \
        --objective $objective --seed $seed
      assert_equal "$status" 0
      expected=$(awk -F, 'NR > 1 { k[NR] = $1; v[NR] = $8; e[NR] = $9; if (best == "" || $8 > v[best]) best = NR }
        END { for (i = 2; i <= NR; i++)
                if (i != best && v[best] - v[i] <= sqrt(e[best] ^ 2 + e[i] ^ 2) && n++ < 3) printf "%s ", k[i] }' <<<"$output")
      said=$(sed -nE 's/.*within the error as at k = ([0-9, and]+) \(p.*/\1 /p' <<<"$stderr" | sed 's/ and / /g; s/,//g')
      assert_equal "$seed $objective $said" "$seed $objective $expected"
      if [ -n "$expected" ]; then lists=$((lists + 1)); else none=$((none + 1)); fi
    done
  done
  [ "$lists" -ge 3 ]
  [ "$none" -ge 1 ]
}

@test "ce-stability null: a k beyond the rows that differ is not preferred; an object without a direction is named" {
  awk 'BEGIN { print "a,b"; for (i = 0; i < 45; i++) print i % 3 * 5 "," (i % 3 == 1) * 3 }' >three.csv
  run_split ce-stability null --data three.csv -k 2..6 -m 20 --references 24 --choose --objective entropy
  assert_equal "$(tail -n 1 <<<"$output" | cut -d, -f1)" 3
  assert_regex "$stderr" "too few rows differ for k = 4..6"
  table id,a,b,c x,0,0,0 y,1,2,1 z,3,1,2 w,1,1,2 >zero.csv
  run_split ce-stability null --distance cosine --data zero.csv --objects 4 -k 2 -m 3 --references 2
  assert_error 1 "ce-stability: zero.csv: object 1 (x): all its numbers are 0, so it has no angle"
}

@test "ce-stability null: --data - is standard input, since no FILE is read (it was refused as standard input twice)" {
  ce-stability null -q --data "$BUNDLED/iris.csv" -k 2,3 -m 20 --references 5 >expected
  ce-stability null -q --data - -k 2,3 -m 20 --references 5 <"$BUNDLED/iris.csv" >out
  cmp out expected
  run_split ce-stability null --data - labels.csv
  assert_equal "$status" 2
}
