# Constraints of tables that have a class column, and how many of them labels violate.

# whole_truth FILE: every class one chunklet, all classes apart, from the class column of a table
whole_truth() {
  awk -F, 'NR == 1 { print "i,j,link"; for (c = 1; c <= NF; c++) if ($c == "class") k = c; next }
    $k in first { print first[$k] "," NR - 1 ",must"; next }
    { for (g in first) print first[g] "," NR - 1 ",cannot"; first[$k] = NR - 1 }' "$1"
}

# some_truth FILE COUNT SEED: pairs of rows at random, as the class column has them
some_truth() {
  awk -F, -v count="$2" -v x="$3" 'function below(n) { x = x * 16807 % 2147483647; return int(x / 2147483647 * n) }
    NR == 1 { for (c = 1; c <= NF; c++) if ($c == "class") k = c; next }
    { class[NR - 1] = $k }
    END { print "i,j,link"; n = NR - 1
      while (t < count) { i = 1 + below(n); j = 1 + below(n)
        if (i < j && !((i, j) in seen)) { seen[i, j]; t++; print i "," j "," (class[i] == class[j] ? "must" : "cannot") } } }' "$1"
}

# violations PAIRS LABELS: how many constraints each column violates, a line each
violations() {
  awk -F, 'NR == FNR { if (FNR > 1) { i[FNR] = $1; j[FNR] = $2; must[FNR] = $3 == "must" } next }
    FNR == 1 { columns = NF; next }
    { for (c = 1; c <= NF; c++) label[FNR - 1, c] = $c }
    END { for (c = 1; c <= columns; c++) { bad = 0; for (p in i) bad += must[p] != (label[i[p], c] == label[j[p], c]); print bad } }' "$1" "$2"
}
