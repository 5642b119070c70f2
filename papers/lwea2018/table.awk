# table.awk: means and sample standard deviations of the runs. With ../common/statistics.awk.
#   awk -v of=TABLE -f statistics.awk -f table.awk ../ptgp2016/printed.csv THEIRS LINES   to data,method,score,runs,mean,deviation,printed
# LINES: table,data,METHOD.SCORE,run,value. printed: of Table IX of ptgp2016, which has draws from the same published pools.
# THEIRS, lines of the authors' programs, adds for each SCORE: SCORE-theirs, their mean; SCORE-same, how many runs have their value
# (to 1e-6); SCORE-most, the largest difference of a run.
BEGIN { FS = ","; same_pools["MF"] = same_pools["IS"] = same_pools["ODR"] = same_pools["LS"] = 1 }

function cells(key) { gsub(SUBSEP, ",", key); return key }

function paper(key,  part) {
  split(key, part, SUBSEP)
  if (of !~ /^(published|ties)$/ || !(part[1] in same_pools)) return ""
  sub(/-(index|last|meansim|chain)$/, "", part[2])
  return printed[part[1] "," part[2] "." part[3]]
}

FILENAME ~ /printed\.csv$/ { if ($1 == 9) printed[$2 "," $3] = $4; next }
{ score = $3; sub(/.*\./, "", score); method = substr($3, 1, length($3) - length(score) - 1); key = $2 SUBSEP method SUBSEP score }
FILENAME ~ /\.theirs$/ { theirs[key, $4] = $5; next }
$5 != "" {
  if (!(key in n)) order[++keys] = key
  add(key, $5)
  if ((key, $4) in theirs) {
    off = $5 - theirs[key, $4]
    if (off < 0) off = -off
    if (off < 1e-6) same[key]++
    if (off > most[key]) most[key] = off
    add(key "-theirs", theirs[key, $4])
  }
}
END {
  print "data,method,score,runs,mean,deviation,printed"
  for (i = 1; i <= keys; i++) {
    key = order[i]
    print cells(key) "," n[key] "," mean_and_deviation(key, 3) "," paper(key)
    if (!n[key "-theirs"]) continue
    print cells(key) "-theirs," n[key "-theirs"] "," mean_and_deviation(key "-theirs", 3) ","
    print cells(key) "-same," n[key "-theirs"] "," same[key] + 0 ",,"
    print cells(key) "-most," n[key "-theirs"] "," number(most[key] + 0, 4) ",,"
  }
}
