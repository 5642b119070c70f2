# ensembles.bash: made-up ensembles for the tests of consensus functions.

# The names of all methods that read labels, and of all that read data, one a line.
functions() { ce-consensus --list=csv | awk -F, 'NR > 1 && $4 ~ /labels/ { print $1 }'; }
systems() { ce-consensus --list=csv | awk -F, 'NR > 1 && $4 == "data" { print $1 }'; }

# takers OPTION: the methods that have it, in the order of the list.
takers() { ce-consensus --list-options | awk -F, -v option="$1" '$1 != "" && $2 == option { print $1 }' | paste -sd' '; }

# The methods that cut a dendrogram.
trees() {
  local name
  for name in $(functions); do
    if ce-consensus "$name" --help | grep >/dev/null -e --lifetime; then echo "$name"; fi
  done | paste -sd' '
}

# planted N K M P: N objects in K classes (object i in class i mod K), M base clusterings in which each label is replaced by a
# random one with probability P/100. A generator of its own, so that every awk gives the same table.
planted() {
  awk -v n="$1" -v k="$2" -v m="$3" -v p="$4" '
    function draw(limit) { state = (state * 16807) % 2147483647; return state % limit }
    BEGIN {
      state = 12345
      for (q = 1; q <= m; q++) printf "%sq%d", (q > 1 ? "," : ""), q
      print ""
      for (i = 0; i < n; i++)
        for (q = 1; q <= m; q++)
          printf "%d%s", (draw(100) < p ? draw(k) : i % k), (q < m ? "," : "\n")
    }'
}

# The classes that planted() planted.
planted_truth() { awk -v n="$1" -v k="$2" 'BEGIN { print "class"; for (i = 0; i < n; i++) print i % k }'; }

# canonical: the labels of one column renumbered by first appearance, so that partitions compare as text.
canonical() { awk 'NR > 1 { if (!($1 in name)) name[$1] = ++last; print name[$1] }'; }

# The functions that take weights, between commas.
weighted() { ce-consensus --list=csv | awk -F, 'NR > 1 && / weights,|,weights,|"data, weights"/ { printf ",%s", $1 } END { print "," }'; }

# consensus NAMES OPTIONS... LABELS: ce-consensus; where a function that takes weights is among the names with weights, and where wsbpa, c-wbpa, wosp or wohb is with what they need: data in
# which every cluster is a 0/1 feature, and a model in which all features weigh the same. Its clusters are numbered from 1, so the labels are too. c-wbpa
# has no constraints.
consensus() {
  local last="${*: -1}" weights=() name
  WEIGHTED=${WEIGHTED:-$(weighted)}
  for name in ${1//,/ }; do
    case $WEIGHTED in *,$name,*) name_weights "$last" >"$last.weights" && weights=(--weights "$last.weights"); break ;; esac
  done
  case ,$1, in *,c-wbpa,*) echo i,j,link >"$last.links" && weights+=(--constraints "$last.links") ;; esac
  case ,$1, in
    ,gcons, | ,comusa, | ,bok, | ,boem,) [ "$2" = -k ] && ce-consensus "$1" "${@:4}" ;; # they find k themselves
    *,wosp,* | *,wohb,* | *,wsbpa,* | *,c-wbpa,*) 
      subspaces "$last" && weights+=(--data "$last.data") || return
      case ,$1, in *,wsbpa,* | *,c-wbpa,*) weights+=(--base-model "$last.model") ;; esac
      ce-consensus "${@:1:$#-1}" "${weights[@]}" "$last.labels"
      ;;
    *) ce-consensus "${@:1:$#-1}" "${weights[@]}" "$last" ;;
  esac
}

# name_weights TABLE: a weight from .5 to 1 for each base clustering of a label or membership table, which follows from its name.
name_weights() {
  awk -F, -v letters=abcdefghijklmnopqrstuvwxyz0123456789 'NR == 1 {
    print "clustering,weight"
    for (q = 1; q <= NF; q++) {
      name = $q; sub(/:.*/, "", name)
      if (name == last || name == "size" || name == "id" || name == "class") continue
      last = name; state = 7
      for (c = 1; c <= length(name); c++) state = (state * 31 + index(letters, substr(name, c, 1))) % 1009
      print name "," .5 + state / 2018
    }
  }' "$1"
}

# subspaces LABELS: LABELS.labels, .data and .model as consensus() wants them.
subspaces() {
  awk -F, -v file="$1" '
    NR == 1 { print >(file ".labels"); m = split($0, name, ","); next }
    {
      row = ""
      for (q = 1; q <= m; q++) {
        if ($q == "" || $q == "NA" || $q == "?") label[NR, q] = ""
        else { if (!((q, $q) in number)) number[q, $q] = ++k[q]; label[NR, q] = number[q, $q] }
        row = row (q > 1 ? "," : "") (label[NR, q] == "" ? "NA" : label[NR, q])
      }
      print row >(file ".labels")
    }
    END {
      for (q = 1; q <= m; q++) for (l = 1; l <= k[q]; l++) { features = features ",f" q "_" l; zeros = zeros ",0"; ones = ones ",1" }
      print substr(features, 2) >(file ".data"); print "clustering,cluster,size,kind" features >(file ".model")
      for (i = 2; i <= NR; i++) {
        row = ""
        for (q = 1; q <= m; q++) for (l = 1; l <= k[q]; l++) row = row "," (label[i, q] == l)
        print substr(row, 2) >(file ".data")
      }
      for (q = 1; q <= m; q++) for (l = 1; l <= k[q]; l++) {
        print name[q] "," l ",1,centroid" zeros >(file ".model"); print name[q] "," l ",1,weight" ones >(file ".model")
      }
    }' "$1"
}

# soft N K M B [SILENT]: a membership table of N objects in K classes (object i in class i mod K) by M base clusterings of K clusters, whose order
# differs. The probability of the own cluster has B / 100 more than the others' before they are divided by
# their sum; of every SILENT objects one has nothing in some clustering.
soft() {
  awk -v n="$1" -v k="$2" -v m="$3" -v b="$4" -v silent="${5:-0}" '
    function draw(limit) { state = (state * 16807) % 2147483647; return state % limit }
    BEGIN {
      state = 4711
      for (q = 1; q <= m; q++) for (l = 1; l <= k; l++) printf "%sq%d:%d", (q + l > 2 ? "," : ""), q, l
      print ""
      for (i = 0; i < n; i++)
        for (q = 1; q <= m; q++) {
          sum = 0
          for (l = 0; l < k; l++) { p[l] = 1 + draw(100) + ((l + q) % k == i % k ? b : 0); sum += p[l] }
          none = silent && draw(silent) == 0
          for (l = 0; l < k; l++) printf "%s%s", (none ? "NA" : sprintf("%.7f", p[l] / sum)), (q == m && l == k - 1 ? "\n" : ",")
        }
    }'
}

# links_of_truth DATA: the constraints that tell the whole truth: each object must-linked to the first of its class, the firsts cannot-linked.
links_of_truth() {
  awk -F, '
    NR == 1 { for (c = 1; c <= NF; c++) if ($c == "class") at = c; print "i,j,link"; next }
    $at in first { print first[$at] "," NR - 1 ",must"; next }
    { for (other in first) print first[other] "," NR - 1 ",cannot"; first[$at] = NR - 1 }' "$1"
}

# random_links DATA PAIRS SEED: so many pairs, with the link that their classes have.
random_links() {
  awk -F, -v pairs="$2" -v state="$3" '
    function draw(limit) { state = (state * 16807) % 2147483647; return state % limit }
    NR == 1 { for (c = 1; c <= NF; c++) if ($c == "class") at = c; print "i,j,link"; next }
    { class[++n] = $at }
    END { state = state * 7919 + 12345
      while (made < pairs) {
        i = 1 + draw(n); j = 1 + draw(n)
        if (i == j || (i, j) in seen) continue
        seen[i, j] = seen[j, i] = 1; made++
        print i "," j "," (class[i] == class[j] ? "must" : "cannot")
      } }' "$1"
}

# violated LINKS LABELS: how many constraints the only column of labels violates.
violated() { awk -F, 'NR == FNR { if (FNR > 1) label[FNR - 1] = $1; next } FNR > 1 { count += (label[$1] == label[$2]) != ($3 == "must") } END { print count + 0 }' "$2" "$1"; }
