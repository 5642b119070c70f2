# neighbours.bash: the ten nearest rows by their formula, slowly.

# ten_nearest FILE: of the numbers in its first two columns, for each row and each of its ten nearest others, the nearest first and
# ties by number: row, which of the ten, the other row, the square of the distance
ten_nearest() {
  awk -F, 'NR > 1 { n++; x[n] = $1; y[n] = $2 }
    END { for (i = 1; i <= n; i++) { m = 0
      for (j = 1; j <= n; j++) { if (j == i) continue
        u = (x[i] - x[j]) ^ 2 + (y[i] - y[j]) ^ 2
        if (m == 10 && u >= near[10]) continue
        for (at = m < 10 ? ++m : 10; at > 1 && near[at - 1] > u; at--) { near[at] = near[at - 1]; who[at] = who[at - 1] }
        near[at] = u; who[at] = j }
      for (r = 1; r <= m; r++) print i, r, who[r], near[r] } }' "$1"
}
