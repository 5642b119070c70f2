# scored.sh: read by run.sh of folders whose draws of base clusterings are scored at many k. Globals there: draw (the distinct rows of labels
# and class, with a size), run (the seed), classes (their number), set, best (--best or nothing).
# shellcheck shell=bash disable=SC2154

# The k of the best-k columns: 2 to 20 and 25 to 50 by fives, and the number of classes.
ks() { { seq 2 20; seq 25 5 50; echo "$classes"; } | sort -nu | paste -sd, -; }

# lacks_only_large_k FILE: fails unless every method in the header of FILE has the first k of ks, the number of classes among them where not
# the best k alone is wanted.
lacks_only_large_k() {
  local needed=$classes
  [ ${#best[@]} = 0 ] || needed=''
  head -n 1 "$1" | tr , '\n' | awk -F '[.]k' -v list="$(ks)" -v needed="$needed" '
    BEGIN { count = split(list, k, ",") }
    { has[$1, $2] = 1; methods[$1] = 1 }
    END {
      for (m in methods) {
        for (i = 1; i <= count && (m, k[i]) in has; i++) present++
        if (needed && !((m, needed) in has)) exit 1
      }
      exit present != NR || !NR
    }'
}

# scored METHODS OPTION...: the NMI ($measures: other measures) of every METHOD.kK on the draw; objects with the same labels and class are one row
# with a size. A draw of base clusterings with few clusters can have too few for the largest k: the method goes without that k. Any other
# failure is one.
scored() {
  local methods=$1 restarts=() cut=() labels status=0
  shift
  # as their authors' programs cut
  case ,$methods, in *,cspa,* | *,mcla,*) cut=(--with metis) ;; esac
  case ,$methods, in *,mcla,*) cut+=(--as-published) ;; esac
  # those of them that cut by k-means
  case ,$methods, in *,ptgp,* | *,lwgp,*) restarts=(--restarts 3) ;; esac
  labels=$(mktemp)
  ce-consensus "$methods" -q -j 1 --keep-going --seed "$run" "${restarts[@]}" "${cut[@]}" "$@" "$draw" >"$labels" || status=$?
  if [ "$status" = 1 ] && [ -s "$labels" ] && lacks_only_large_k "$labels"; then status=0; fi
  [ "$status" != 0 ] || { paste -d, <(cut -d, -f1 "$draw") "$labels" | ce-score -q -j 1 -t "$draw" -s "${measures:-nmi-max}" "${best[@]}"; } || status=$?
  rm -f "$labels"
  return "$status"
}

# best_and_true TABLE: METHOD.kK,K,NMI to lines table,data,METHOD.best,run,NMI (the largest) and METHOD.true (at the number of classes)
best_and_true() {
  awk -F, -v table="$1" -v data="$set" -v k="$classes" -v run="$run" '
    $1 == "clustering" { next }
    { method = $1; sub(/\.k[0-9]+$/, "", method) }
    !(method in best) { order[++methods] = method; best[method] = -1 }
    $3 + 0 > best[method] { best[method] = $3 + 0 }
    $1 == method ".k" k { at[method] = $3 }
    END {
      for (i = 1; i <= methods; i++) {
        print table "," data "," order[i] ".best," run "," best[order[i]]
        print table "," data "," order[i] ".true," run "," at[order[i]]
      }
    }'
}
