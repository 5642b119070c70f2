# errors.awk: what ce-score says of clusterings to lines of their mean error in percent, its deviation, the error on objects in no constraint, and the
# constraints violated, in percent.
#   awk -v data=SET -v reading=READING -v method=METHOD -v run=RUN [-v constraints=COUNT] [-v inv_h="1 3 5"] -f ../common/statistics.awk -f errors.awk SCORES
# With inv_h the clusterings are those of 1/h: of clac and lac each has a line of its own, METHOD-1/h.
function line(method, score, value) { print data "," reading "," method "," score "," run "," value }

BEGIN { FS = "," }
NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  errors[NR - 1] = 100 * $column["error"]
  add("er", errors[NR - 1])
  if (!("violated" in column)) next
  if ($column["error-unconstrained"] != "") add("free-er", 100 * $column["error-unconstrained"])
  add("violated", $column["violated"])
}
END {
  line(method, "er", mean("er"))
  if ("free-er" in n) line(method, "free-er", mean("free-er"))
  if ("violated" in column) line(method, "violated", constraints ? 100 * sum["violated"] / n["violated"] / constraints : 0)
  if (n["er"] > 1) line(method, "sd-er", deviation("er"))
  if (method == "clac" || method == "lac") for (i = split(inv_h, h, " "); i; i--) line(method "-" h[i], "er", errors[i])
}
