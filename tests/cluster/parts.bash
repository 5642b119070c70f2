# parts.bash: the example of one data set in parts (examples/parts.batch) at small size.

# What each generator is asked for, what reads its labels, and the objects. U-SPEC goes on with all
# of them where there are more than 8,192, and its centres move then on such a set.
generator_of() {
  case $1 in
    kmeans) echo "kmeans -k 2..20 -m 5 --sample 300 --iterations 4" ;;
    uspec) echo "uspec -k 3..9 -m 3 --iterations 60 --restarts 1 --representatives 90" ;;
  esac
}
functions_of() { case $1 in kmeans) echo ptgp,lwgp ;; uspec) echo tcut,kcc,hbgf ;; esac; }
objects_of() { case $1 in kmeans) echo 500 ;; uspec) echo 9000 ;; esac; }
set_of() { case $1 in kmeans) echo blobs -k 3 ;; uspec) echo flower ;; esac; }

# parts_batch PARTS [GENERATOR]: parts.batch and data.1.csv to data.PARTS.csv, of data.csv.
parts_batch() {
  local generator=${2:-kmeans} n
  n=$(objects_of "$generator")
  sed "s/1\.\.64/1..$1/; s/0\.\.39/0..11/; s/round=38/round=10/; s/^memory = .*/memory = 500M/
    s/kmeans -k 2\.\.20 -m 20 --sample 10000 --iterations 30/$(generator_of "$generator")/
    s/ptgp,lwgp/$(functions_of "$generator")/" "$CE_SOURCE/examples/parts.batch" >parts.batch
  # shellcheck disable=SC2046
  ce-synth $(set_of "$generator") -n "$n" -o data.csv
  awk -v parts="$1" -v n="$n" 'NR == 1 { head = $0; next }
    { i = int((NR - 2) * parts / n) + 1; file = "data." i ".csv"
      if (!(i in seen)) { print head >file; seen[i] } print >file }' data.csv
}

# same_as_one_process PARTS [GENERATOR]: model, labels and scores are those of one process, byte for
# byte.
same_as_one_process() {
  local generator=${2:-kmeans}
  # shellcheck disable=SC2046
  ce-generate $(generator_of "$generator") --model whole.csv data.csv -o whole.members
  ce-consensus "$(functions_of "$generator")" -k 3 whole.members -o whole.labels
  ce-score -t data.csv whole.labels -o whole.score
  cmp model.csv whole.csv
  { cat labels/1.csv; for i in $(seq 2 "$1"); do tail -n +2 "labels/$i.csv"; done; } | cmp - whole.labels
  cmp score.csv whole.score
}
