# statistics.awk: mean, sample standard deviation and median of the values of each key, and how
# numbers are printed; every folder uses it.
#   awk -f ../common/statistics.awk -f own.awk FILE...
# After add: n[key] values, their sum[key] and squares[key].
function add(key, value) { n[key]++; sum[key] += value; squares[key] += value * value }

function mean(key) { return sum[key] / n[key] }

# 0 of a single value. A variance up to 1e-12 is what rounding leaves of equal values: 0 too.
function deviation(key,  v) {
  if (n[key] < 2) return 0
  v = (squares[key] - sum[key] * sum[key] / n[key]) / (n[key] - 1)
  return v > 1e-12 ? sqrt(v) : 0
}

# Values for median(key): sorted[key, 1 .. size[key]].
function put(key, value,  i) {
  for (i = ++size[key]; i > 1 && sorted[key, i - 1] > value; i--) sorted[key, i] = sorted[key, i - 1]
  sorted[key, i] = value + 0
}

function median(key,  half) {
  half = int((size[key] + 1) / 2)
  return size[key] % 2 ? sorted[key, half] : (sorted[key, half] + sorted[key, half + 1]) / 2
}

# As the papers print it: without the 0 before the point.
function number(x, digits) { x = sprintf("%." digits "f", x); sub(/^0\./, ".", x); return x }

# Two cells of a CSV; the deviation of a single value stays empty.
function mean_and_deviation(key, digits) {
  return number(mean(key), digits) "," (n[key] > 1 ? number(deviation(key), digits) : "")
}

# The same two cells to be read.
function plus_minus(value, spread) { return value == "" ? "-" : value (spread == "" ? "" : " +- " spread) }
