#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-consensus bok and boem: the median partition.

setup() {
  load common
  load ensembles
}

# seven objects, four base clusterings of Strehl and Ghosh, completed
seven() { table a,b,c,d 1,1,2,1 1,1,2,1 1,2,2,1 2,2,3,1 2,2,3,2 3,3,1,2 3,3,3,2 >labels.csv; }

# steps: the disagreements of a trace
steps() { tail -n +2 trace.csv | cut -d, -f3 | paste -sd' '; }

# disagreement RESULT LABELS [moves]: Phi of the first column of RESULT, object pair by object pair;
# with moves also the smallest Phi after a move of one object to another or a new cluster.
disagreement() {
  awk -F, -v moves="${3:-}" '
    FNR == 1 { files++; next }
    files == 1 { p[FNR - 1] = $1; if ($1 > most) most = $1 }
    files == 2 { n = FNR - 1; m = NF; for (q = 1; q <= m; q++) label[n, q] = $q }
    function has(i, q) { return label[i, q] != "" && label[i, q] != "NA" }
    function phi(  i, j, sum) {
      for (i = 1; i <= n; i++)
        for (j = 1; j < i; j++) sum += p[i] == p[j] ? both[i, j] - same[i, j] : same[i, j]
      return sum
    }
    END {
      for (i = 1; i <= n; i++)
        for (j = 1; j < i; j++)
          for (q = 1; q <= m; q++)
            if (has(i, q) && has(j, q)) { both[i, j]++; same[i, j] += label[i, q] == label[j, q] }
      printf "%d", phi()
      if (moves != "") {
        for (i = 1; i <= n; i++) {
          was = p[i]
          for (c = 1; c <= most + 1; c++) {
            p[i] = c
            now = phi()
            if (least == "" || now < least) least = now
          }
          p[i] = was
        }
        printf " %d", least
      }
      print ""
    }' "$1" "$2"
}

# optimum LABELS: the smallest Phi of all partitions
optimum() {
  awk -F, '
    FNR > 1 { n++; for (q = 1; q <= NF; q++) label[n, q] = $q; m = NF }
    function has(i, q) { return label[i, q] != "" && label[i, q] != "NA" }
    function grow(i, k, phi,   c, j, more) {
      if (phi >= least) return
      if (i > n) { least = phi; return }
      for (c = 1; c <= k + 1; c++) {
        more = 0
        for (j = 1; j < i; j++) more += p[j] == c ? both[i, j] - same[i, j] : same[i, j]
        p[i] = c
        grow(i + 1, c > k ? c : k, phi + more)
      }
    }
    END {
      for (i = 1; i <= n; i++)
        for (j = 1; j < i; j++)
          for (q = 1; q <= m; q++)
            if (has(i, q) && has(j, q)) { both[i, j]++; same[i, j] += label[i, q] == label[j, q] }
      least = 1e9
      grow(1, 0, 0)
      print least
    }' "$1"
}

@test "ce-consensus boem: the moves of seven objects, by hand, from every start" {
  seven
  for row in "bok 13" "one 59 43 27 19 13" "singletons 25 21 17 15 13"; do
    run_split ce-consensus boem --start "${row%% *}" --trace trace.csv labels.csv
    assert_equal "$status $(paste -sd' ' <<<"$output")" "0 boem.k3 1 1 1 2 2 3 3"
    assert_equal "$(steps)" "${row#* }"
  done
  assert_equal "$stderr" "ce-consensus: boem: 3 clusters, disagreement 13, after 4 moves from 25"
  assert_equal "$(optimum labels.csv)" 13
}

@test "ce-consensus bok: the disagreement of each base clustering, by hand" {
  seven
  run_split ce-consensus bok --trace trace.csv labels.csv
  assert_equal "$status $(paste -sd' ' <<<"$output")" "0 bok.k3 1 1 1 2 2 3 3"
  assert_equal "$stderr" "ce-consensus: bok: base clustering a has the smallest disagreement, 13"
  assert_equal "$(paste -sd' ' trace.csv)" \
    "member,disagreement,chosen 1,13,1 2,19,0 3,17,0 4,21,0"
}

@test "ce-consensus bok, boem: the disagreement counts pairs; no move of one object lessens it" {
  for missing in 0 1; do
    for start in bok one singletons; do
      planted 26 3 5 55 | awk -F, -v OFS=, -v some=$missing '
        some && NR > 1 && NR % 4 == 0 { $(NR % 5 + 1) = "" } 1' >labels.csv
      ce-consensus boem -q --start $start --trace trace.csv labels.csv >result.csv
      phi=$(tail -n 1 trace.csv | cut -d, -f3)
      assert_equal "$start $(disagreement result.csv labels.csv moves)" "$start $phi $phi"
      assert [ "$(head -n 2 trace.csv | tail -n 1 | cut -d, -f3)" -ge "$phi" ]
    done
  done
  planted 26 3 5 55 >labels.csv
  ce-consensus bok -q --trace trace.csv labels.csv >result.csv
  assert_equal "$(disagreement result.csv labels.csv)" \
    "$(awk -F, '$3 == 1 { print $2 }' trace.csv)"
  for q in 1 2 3 4 5; do
    cut -d, -f$q labels.csv >member.csv
    assert_equal "$(disagreement member.csv labels.csv)" \
      "$(awk -F, -v q=$q '$1 == q { print $2 }' trace.csv)"
  done
}

@test "ce-consensus boem: every step is the best move of one object, by trying all; ties as the page says" {
  for size in 14 18; do
    planted "$size" 3 4 60 >labels.csv
    ce-consensus boem -q --start one --trace trace.csv labels.csv >result
    # steepest descent by trying every move of every object; of equal ones the first object moves, to the cluster that appears first
    awk -F, '
      FNR > 1 { n++; for (q = 1; q <= NF; q++) label[n, q] = $q; m = NF; p[n] = 1 }
      function phi(  i, j, sum) {
        for (i = 1; i <= n; i++) for (j = 1; j < i; j++) sum += p[i] == p[j] ? m - s[i, j] : s[i, j]
        return sum
      }
      function rename(  i, k, name) {
        for (i = 1; i <= n; i++) {
          if (!(p[i] in name)) name[p[i]] = ++k
          p[i] = name[p[i]]
        }
      }
      END {
        for (i = 1; i <= n; i++)
          for (j = 1; j < i; j++) for (q = 1; q <= m; q++) s[i, j] += label[i, q] == label[j, q]
        now = phi()
        do {
          printf "%s%d", (said++ ? " " : ""), now
          least = now
          for (i = 1; i <= n; i++) {
            was = p[i]
            for (c = 1; c <= n; c++) {
              p[i] = c
              value = phi()
              if (value < least) { least = value; who = i; to = c }
            }
            p[i] = was
          }
          better = least < now
          if (better) { p[who] = to; now = least; rename() }
        } while (better)
        print ""
        for (i = 1; i <= n; i++) print p[i]
      }' labels.csv >expected
    assert_equal "$size $(steps)" "$size $(head -n 1 expected)"
    assert_equal "$size $(tail -n +2 result | paste -sd' ')" "$size $(tail -n +2 expected | paste -sd' ')"
  done
}

@test "ce-consensus boem: not far from the smallest disagreement of nine objects" {
  found=0
  for seed in 1 2 3 4 5 6 7 8; do
    awk -v seed=$seed 'BEGIN {
      srand(seed); print "a,b,c,d"
      for (i = 0; i < 9; i++) { row = ""; for (q = 0; q < 4; q++)
        row = row (q ? "," : "") (rand() < .5 ? i % 3 : int(rand() * 3)); print row } }' >labels.csv
    least=$(optimum labels.csv)
    ce-consensus boem -q --trace trace.csv labels.csv >/dev/null
    phi=$(tail -n 1 trace.csv | cut -d, -f3)
    assert [ "$phi" -ge "$least" ]
    assert [ "$phi" -le $((least + 3)) ]
    [ "$phi" -gt "$least" ] || found=$((found + 1))
  done
  assert [ $found -ge 4 ]
}

# noisy SEED: up to ten objects, two to five base clusterings, labels missing where SEED is even
noisy() {
  awk -v seed="$1" 'BEGIN {
    srand(seed); n = 5 + int(rand() * 6); m = 2 + int(rand() * 4)
    for (q = 1; q <= m; q++) row = row (q > 1 ? "," : "") "b" q
    print row
    for (i = 0; i < n; i++) {
      row = ""
      for (q = 0; q < m; q++)
        row = row (q ? "," : "") (seed % 2 == 0 && rand() < .15 ? "NA" : rand() < .5 ? i % 3 : int(rand() * 3))
      print row
    } }'
}

@test "ce-consensus boem --search: the least disagreement of all partitions, and labels that have it" {
  better=0
  for seed in $(seq 1 30) 37 53 60 85 93; do
    noisy "$seed" >labels.csv
    least=$(optimum labels.csv)
    run_split ce-consensus boem --search 1 labels.csv
    assert_regex "$stderr" "boem: the median: no partition has a disagreement below $least; [0-9]+ steps?$"
    echo "$output" >result.csv
    assert_equal "$seed $(disagreement result.csv labels.csv)" "$seed $least"
    [[ $stderr == *"clusters, disagreement $least, "* ]] || better=$((better + 1))
  done
  assert [ $better -ge 2 ]
}

@test "ce-consensus boem --search: microclusters and their sizes, threads, a search that is too short, too many rows" {
  in_turn 4
  planted 80 4 5 25 >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  ce-consensus boem --search 5 labels.csv 2>one.err >one.csv
  ce-consensus boem --search 5 -j 4 micro.csv 2>two.err >two.csv
  assert cmp one.err two.err
  assert_regex "$(cat one.err)" "the median: no partition"
  ce-microcluster expand -t micro.csv -r two.csv labels.csv >objects.csv
  assert cmp one.csv objects.csv
  # a bound is no more than what is found
  planted 400 9 6 70 >labels.csv
  run_split ce-consensus boem --search 1 labels.csv
  assert_success
  [[ $stderr =~ "disagreement "([0-9]+)" after 1000000 steps of the search; the median has at least "([0-9]+) ]]
  assert [ "${BASH_REMATCH[2]}" -lt "${BASH_REMATCH[1]}" ]
  awk 'BEGIN { print "a,b"; for (i = 0; i < 2001; i++) print int(i / 45) "," i % 45 }' >large.csv
  run_split ce-consensus boem --search 1 large.csv
  assert_error 1 "ce-consensus: --search is for 2000 different rows at most: there are 2001"
}

@test "ce-consensus boem: a microcluster table moves as its objects do" {
  planted 200 3 4 45 >labels.csv
  ce-microcluster compress labels.csv >micro.csv
  for start in bok one singletons; do
    ce-consensus boem -q --start $start --trace one.csv labels.csv >/dev/null
    ce-consensus boem -q --start $start --trace two.csv micro.csv >/dev/null
    assert cmp one.csv two.csv
  done
}

@test "ce-consensus boem: objects that are always together are one cluster" {
  table a,b 1,1 1,1 1,1 >labels.csv
  run_split ce-consensus boem labels.csv
  assert_equal "$stderr" "ce-consensus: boem: 1 cluster, disagreement 0, after 0 moves from 0"
}

@test "ce-consensus boem: wrong use, and no memory" {
  seven
  hint="
Try 'ce-consensus --help'."
  run_split ce-consensus boem -k 3 labels.csv
  assert_error 2 "ce-consensus: boem finds the number of clusters itself: no -k$hint"
  awk 'BEGIN { print "a,b"; for (i = 0; i < 9000; i++) print int(i / 95) "," i % 95 }' >large.csv
  run_split env CE_MEMORY_LIMIT=100M ce-consensus boem --start singletons large.csv
  assert_error 1 "ce-consensus: the moves of all objects (9000 x 9001) needs 1.2 GiB of memory,\
 100.0 MiB are free (CE_MEMORY_LIMIT); use --start bok instead"
}
