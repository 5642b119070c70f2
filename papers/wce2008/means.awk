# means.awk: lines data,reading,method,score,run,value to one line of the mean for each data,reading,method,score,run.
#   awk -f ../common/statistics.awk -f means.awk LINES
BEGIN { FS = "," }
{
  key = $1 FS $2 FS $3 FS $4 FS $5
  if (!(key in n)) order[++keys] = key
  add(key, $6)
}
END { for (i = 1; i <= keys; i++) print order[i] FS mean(order[i]) }
