# ranks.awk: mean ranks of the functions over the data sets, from results.csv.
#   awk -v form=ranks|where|k|cost|values|evidence -v sets=sets.csv -v kind=random -f ranks.awk results.csv
# Functions are ranked on each set by the mean ARI at the true k; equal ones share their ranks. A run in which a function
# failed counts as 0, the ARI of one cluster, and one that failed in all runs is last. One that was not run on a set has no rank there, and the ranks of the others are those of all functions in
# proportion: where 63 of 66 were run, rank 63 counts 63 * 67 / 64. Two functions differ where their mean ranks are farther apart than the critical difference of Nemenyi's test
# at the level 0.05 (Demsar 2006, Statistical comparisons of classifiers over multiple data sets).
BEGIN {
  FS = ","
  n_kinds = split("random subspaces fixed missing large", kinds, " ")
}
NR == 1 { next }
$4 == "true" && $3 != "base" && $2 != "data" {
  if (!($1 in place)) place[$1] = ++n_sets
  name[place[$1]] = $1
  if (!($3 in known)) { known[$3] = 1; functions[++n_functions] = $3 }
  ran[$2, $1] = run[$2, $3, $1] = 1
  if ($9 != "") ari[$2, $3, $1] = $9 * $5 / ($5 + $6)
  else broken[$2, $3]++
}
$4 == "true" && $3 == "base" { base[$2] += $9; bases[$2]++ }
$4 == "true" && $2 == "data" && $9 != "" { data_ari[$3, $1] = $9; if (!($3 in read)) { read[$3] = 1; readers[++n_readers] = $3 } }
$4 != "true" && $4 != "own" && $9 != "" { chosen[$2, $3, $4, $1] = $9; chosen_k[$2, $3, $4, $1] = $7 }
$11 != "" { seconds[$3] = seconds[$3] " " $11; cpu[$2, $3, $1] = $12; mib[$2, $3, $1] = $13 }

# ---- the critical difference ----

function density(z) { return exp(-z * z / 2) / 2.5066282746310002 }

# The normal distribution, as a table of steps of 0.01 from -8.
function tabulate(  i, sum) {
  for (i = 0; i <= 1600; i++) {
    normal[i] = sum
    sum += 0.01 * (density(-8 + i * 0.01) + 4 * density(-8 + (i + 0.5) * 0.01) + density(-8 + (i + 1) * 0.01)) / 6
  }
}

function distribution(z,  x, i) {
  if (z <= -8) return 0
  if (z >= 7.99) return 1
  x = (z + 8) * 100
  i = int(x)
  return normal[i] + (x - i) * (normal[i + 1] - normal[i])
}

# P(the range of k normal values < q)
function range_below(q, k,  z, sum, inside) {
  for (z = -8; z <= 8; z += 0.02) {
    inside = distribution(z) - distribution(z - q)
    if (inside > 0) sum += 0.02 * density(z) * inside ^ (k - 1)
  }
  return k * sum
}

function critical_difference(k, n,  low, high, q) {
  tabulate()
  low = 0; high = 20
  while (high - low > 1e-4) {
    q = (low + high) / 2
    if (range_below(q, k) < 0.95) low = q; else high = q
  }
  return high / sqrt(2) * sqrt(k * (k + 1) / (6 * n))
}

# ---- ranks ----

# Ranks on one set: rank[function]; none of a function that was not run. An ARI that is missing is worse than all.
function rank_one(what, set,  i, j, better, equal, a, b, there) {
  for (i = 1; i <= n_functions; i++) there += (what, functions[i], set) in run
  for (i = 1; i <= n_functions; i++) {
    delete rank[functions[i]]
    if (!((what, functions[i], set) in run)) continue
    a = (what, functions[i], set) in ari ? ari[what, functions[i], set] + 0 : -2
    better = equal = 0
    for (j = 1; j <= n_functions; j++) {
      if (!((what, functions[j], set) in run)) continue
      b = (what, functions[j], set) in ari ? ari[what, functions[j], set] + 0 : -2
      if (b > a) better++
      else if (b == a) equal++
    }
    rank[functions[i]] = (better + (equal + 1) / 2) * (n_functions + 1) / (there + 1)
  }
}

# Mean ranks and mean ARI of one kind over the sets of a list; returns how many sets.
function rank_all(what, keep,  s, i, f, used) {
  for (i = 1; i <= n_functions; i++) mean_rank[what, functions[i]] = mean_ari[what, functions[i]] = on[what, functions[i]] = 0
  for (s = 1; s <= n_sets; s++) {
    if (!((what, name[s]) in ran) || (keep != "" && !((keep, name[s]) in tagged))) continue
    used++
    rank_one(what, name[s])
    for (i = 1; i <= n_functions; i++) {
      f = functions[i]
      if (!(f in rank)) continue
      on[what, f]++
      mean_rank[what, f] += rank[f]
      mean_ari[what, f] += (what, f, name[s]) in ari ? ari[what, f, name[s]] : 0
    }
  }
  for (i = 1; i <= n_functions; i++) if (on[what, functions[i]]) {
    mean_rank[what, functions[i]] /= on[what, functions[i]]
    mean_ari[what, functions[i]] /= on[what, functions[i]]
  }
  return used + 0
}

# Puts the functions in the order of key[function], the smallest first.
function order(key,  i, j, f) {
  for (i = 2; i <= n_functions; i++) {
    f = functions[i]
    for (j = i - 1; j > 0 && key[functions[j]] > key[f]; j--) functions[j + 1] = functions[j]
    functions[j + 1] = f
  }
}

function read_sets(  line, cell) {
  while ((getline line < sets) > 0) {
    split(line, cell, ",")
    if (cell[1] == "set") continue
    objects[cell[1]] = cell[2]; classes[cell[1]] = cell[4]
    if (cell[6] * cell[4] >= 2) tagged["unbalanced", cell[1]] = 1
    if (cell[7] >= 0.95 && cell[8] < 0.2) tagged["elongated", cell[1]] = 1
    if (cell[7] >= 0.95 && cell[8] >= 0.4) tagged["round", cell[1]] = 1
    if (cell[7] < 0.8) tagged["mixed", cell[1]] = 1
    if (cell[5] > 0) tagged["noise", cell[1]] = 1
    if (cell[4] >= 10) tagged["many", cell[1]] = 1
    if (cell[3] >= 50) tagged["wide", cell[1]] = 1
  }
}

function print_ranks(  i, f, t, used, key, lost) {
  for (t = 1; t <= n_kinds; t++) used[t] = rank_all(kinds[t], "")
  for (i = 1; i <= n_functions; i++) key[functions[i]] = mean_rank["random", functions[i]] + mean_rank["subspaces", functions[i]]
  order(key)
  printf "Mean rank by ARI and mean ARI of %d functions, at the true k, on", n_functions
  for (t = 1; t <= n_kinds; t++) printf " %d (%s)%s", used[t], kinds[t], t < n_kinds ? "," : " data sets;\nbest first by random and subspaces together.\n\n"
  printf "%-14s", "function"
  for (t = 1; t <= n_kinds; t++) printf " %10s %7s", kinds[t], "ARI"
  printf " %7s\n", "failed"
  for (i = 1; i <= n_functions; i++) {
    f = functions[i]
    printf "%-14s", f
    for (t = lost = 0; ++t <= n_kinds;) {
      if (on[kinds[t], f]) printf " %10.1f %7.3f", mean_rank[kinds[t], f], mean_ari[kinds[t], f]
      else printf " %10s %7s", "-", "-"
      lost += broken[kinds[t], f]
    }
    printf " %7d\n", lost
  }
  print ""
  for (t = 1; t <= n_kinds; t++) if (used[t]) printf "critical difference, %s: %.1f ranks\n", kinds[t], critical_difference(n_functions, used[t])
  for (t = 1; t <= n_kinds; t++) if (bases[kinds[t]]) printf "mean ARI of the base clusterings, %s: %.3f\n", kinds[t], base[kinds[t]] / bases[kinds[t]]
  for (i = 1; i <= n_functions; i++) {
    f = functions[i]
    for (t = 1; t <= n_kinds && on[kinds[t], f] >= used[t];) t++
    if (t > n_kinds) continue
    printf "on fewer data sets: %s (", f
    for (t = 1; t <= n_kinds; t++) printf "%d%s", on[kinds[t], f], t < n_kinds ? ", " : ")\n"
  }
  print_readers()
}

# Functions that read the data, beside the best by labels on the same sets.
function print_readers(  i, s, f, sum, n, best) {
  if (!n_readers) return
  printf "\nfunctions that read the data, and %s on the same sets (random):\n", functions[1]
  for (i = 1; i <= n_readers; i++) {
    f = readers[i]
    sum = n = best = 0
    for (s = 1; s <= n_sets; s++)
      if ((f, name[s]) in data_ari && ("random", functions[1], name[s]) in ari) {
        n++; sum += data_ari[f, name[s]]; best += ari["random", functions[1], name[s]] }
    if (n) printf "%-14s %3d sets  ARI %.3f  %s %.3f\n", f, n, sum / n, functions[1], best / n
  }
}

function print_where(  i, t, tags, n_tags, used, key, f) {
  n_tags = split("round elongated mixed unbalanced many noise wide", tags, " ")
  rank_all("random", "")
  for (i = 1; i <= n_functions; i++) key[functions[i]] = mean_rank["random", functions[i]]
  order(key)
  for (i = 1; i <= n_functions; i++) all[functions[i]] = mean_rank["random", functions[i]]
  printf "%-14s %7s", "function", "all"
  for (t = 1; t <= n_tags; t++) printf " %10s", tags[t]
  print ""
  for (t = 1; t <= n_tags; t++) {
    used[t] = rank_all("random", tags[t])
    for (i = 1; i <= n_functions; i++) { kept[t, functions[i]] = mean_rank["random", functions[i]]; kept_ari[t, functions[i]] = mean_ari["random", functions[i]] }
  }
  for (i = 1; i <= n_functions; i++) {
    f = functions[i]
    printf "%-14s %7.1f", f, all[f]
    for (t = 1; t <= n_tags; t++) printf " %5.1f %4s", kept[t, f], substr(sprintf("%.2f", kept_ari[t, f]), kept_ari[t, f] < 1 && kept_ari[t, f] >= 0 ? 2 : 1)
    print ""
  }
  printf "%-14s %7d", "sets", n_sets
  for (t = 1; t <= n_tags; t++) printf " %10d", used[t]
  print ""
}

function print_k(  t, r, i, s, f, rules, n_rules, n, sum, true_sum, line) {
  n_rules = split("anmi aari silhouette dunn halves", rules, " ")
  printf "Mean ARI at the k that a rule chooses, at the true k on the same sets, and the median of chosen k / true k.\n"
  printf "%-14s %-10s", "function", "kind"
  for (r = 1; r <= n_rules; r++) printf " %18s", rules[r]
  print ""
  for (t = 1; t <= n_kinds; t++) {
    rank_all(kinds[t], "")
    for (i = 1; i <= n_functions; i++) key[functions[i]] = mean_rank[kinds[t], functions[i]]
    order(key)
    for (i = 1; i <= n_functions; i++) {
      f = functions[i]
      line = ""
      for (r = 1; r <= n_rules; r++) {
        n = sum = true_sum = size["ratio"] = 0
        for (s = 1; s <= n_sets; s++)
          if ((kinds[t], f, rules[r], name[s]) in chosen && (kinds[t], f, name[s]) in ari) {
            n++; sum += chosen[kinds[t], f, rules[r], name[s]]; true_sum += ari[kinds[t], f, name[s]]
            put("ratio", chosen_k[kinds[t], f, rules[r], name[s]] / classes[name[s]])
          }
        line = line (n ? sprintf("  %.3f %.3f %5.2f", sum / n, true_sum / n, median("ratio")) : sprintf(" %18s", "-"))
      }
      if (line ~ /[0-9]/) printf "%-14s %-10s%s\n", f, kinds[t], line
    }
  }
}

function print_cost(  i, s, f, n, rows, parts) {
  printf "Median and largest seconds of the processor at the true k (one thread), largest memory in MiB; random, all sets.\n%-14s %8s %8s %8s\n", \
    "function", "median", "largest", "MiB"
  for (i = 1; i <= n_functions; i++) {
    f = functions[i]
    size["cpu"] = most = room = 0
    for (s = 1; s <= n_sets; s++) if (("random", f, name[s]) in cpu) {
      put("cpu", cpu["random", f, name[s]])
      if (cpu["random", f, name[s]] > most) most = cpu["random", f, name[s]]
      if (mib["random", f, name[s]] + 0 > room) room = mib["random", f, name[s]] + 0
    }
    if (size["cpu"]) printf "%-14s %8.3f %8.2f %8.0f\n", f, median("cpu"), most, room
  }
}

# A row for each function: its mean rank, and half of the critical difference to either side. Two functions differ where
# these do not overlap.
# The values that ce-plot ranks reads. One that failed is worse than all, and one that was not run has no row.
function print_values(  s, i) {
  print "set,function,ari"
  for (s = 1; s <= n_sets; s++) for (i = 1; i <= n_functions; i++) if ((kind, functions[i], name[s]) in run)
    print name[s] "," functions[i] "," ((kind, functions[i], name[s]) in ari ? ari[kind, functions[i], name[s]] : -2)
}

# The most objects of the sets that a kind has.
function largest_of(kind,  s, most) {
  for (s = 1; s <= n_sets; s++) if ((kind, name[s]) in ran && objects[name[s]] + 0 > most) most = objects[name[s]] + 0
  return most
}

# soft_ari and soft_sets: mean ARI over the sets, ensembles and seeds of soft-cuts.csv, by the default cut.
function read_soft(  line, cell, sum, runs, seen, f) {
  while ((getline line < soft) > 0) {
    split(line, cell, ",")
    if (cell[7] != "spectral") continue
    sum[cell[6]] += cell[8]; runs[cell[6]]++
    if (!(cell[1] in seen)) { seen[cell[1]]; soft_sets++ }
  }
  for (f in sum) soft_ari[f] = sprintf("%.3f", sum[f] / runs[f])
}

# doc/evidence.csv: mean ranks and ARI, the cost of functions at the sizes of costs.csv, and mean ARI with memberships.
function print_evidence(  i, t, f, line, cell, noun, call, options, used, key, size, clusters, at, n_at, cost, search, extra, n_extra) {
  while ((getline line < "functions.csv") > 0) {
    split(line, cell, ",")
    if (cell[3] == "memberships") extra[++n_extra] = cell[1]
    noun[cell[1]] = call = cell[2]
    sub(/ .*/, "", noun[cell[1]])
    options[cell[1]] = call == noun[cell[1]] ? "" : substr(call, length(noun[cell[1]]) + 2)
    sub(/TABLE$/, "FILE", options[cell[1]])
  }
  while ((getline line < costs) > 0) {
    split(line, cell, ",")
    if (cell[1] == "function") continue
    if (!((cell[2], cell[4]) in at)) { at[cell[2], cell[4]] = ++n_at; size[n_at] = cell[3]; clusters[n_at] = cell[4] }
    cost[cell[1], at[cell[2], cell[4]]] = cell[5] "," cell[6]
    if (cell[7] != "") search[cell[1]] = cell[7]
  }
  read_soft()
  for (t = 1; t <= n_kinds; t++) used[t] = rank_all(kinds[t], "")
  for (i = 1; i <= n_functions; i++) key[functions[i]] = mean_rank["random", functions[i]]
  order(key)
  print "function,options,random,random-ari,subspaces,subspaces-ari,fixed,fixed-ari,missing,missing-ari,large,large-ari,cpu,mib,cpu-large,mib-large,cpu-few,mib-few,cpu-many,mib-many,soft-ari,search"
  printf "(sets),"
  for (t = 1; t <= n_kinds; t++) printf ",%d,", used[t]
  printf ",,,,,,,,,%d,\n", soft_sets
  printf "(largest),"
  for (t = 1; t <= n_kinds; t++) printf ",%d,", largest_of(kinds[t])
  print ",,,,,,,,,,"
  printf "(difference),"
  for (t = 1; t <= n_kinds; t++) printf ",%s,", used[t] ? sprintf("%.2f", critical_difference(n_functions, used[t])) : ""
  print ",,,,,,,,,,"
  printf "(microclusters),,,,,,,,,,,,%d,,%d,,%d,,%d,,,\n", size[1], size[2], size[3], size[4]
  printf "(clusters),,,,,,,,,,,,%d,,%d,,%d,,%d,,,\n", clusters[1], clusters[2], clusters[3], clusters[4]
  for (i = 1; i <= n_functions; i++) {
    f = functions[i]
    printf "%s,%s", noun[f], options[f]
    for (t = 1; t <= n_kinds; t++)
      if (on[kinds[t], f]) printf ",%.3f,%.3f", mean_rank[kinds[t], f], mean_ari[kinds[t], f]
      else printf ",,"
    print_costs(cost, search, f)
  }
  for (i = 1; i <= n_extra; i++) {
    printf "%s,%s,,,,,,,,,,", noun[extra[i]], options[extra[i]]
    print_costs(cost, search, extra[i])
  }
}

function print_costs(cost, search, f,  t) {
  for (t = 1; t <= 4; t++) printf ",%s", cost[f, t] == "" ? "," : cost[f, t]
  print "," soft_ari[f] "," search[f]
}

END {
  if (!n_functions) { print "ranks.awk: no results" > "/dev/stderr"; exit 1 }
  if (sets != "") read_sets()
  if (form == "ranks") print_ranks()
  else if (form == "where") print_where()
  else if (form == "k") print_k()
  else if (form == "cost") print_cost()
  else if (form == "values") print_values()
  else if (form == "evidence") print_evidence()
  else { print "ranks.awk: form: ranks, where, k, cost, values or evidence expected" > "/dev/stderr"; exit 2 }
}
