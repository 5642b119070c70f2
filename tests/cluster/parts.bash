# parts.bash: the example of one data set in parts (examples/parts.batch) at small size.

# parts_batch PARTS: parts.batch and data.1.csv to data.PARTS.csv, of data.csv.
parts_batch() {
  sed "s/1\.\.64/1..$1/; s/0\.\.39/0..11/; s/round=38/round=10/; s/--iterations 30/--iterations 4/
    s/-m 20/-m 5/; s/--sample 10000/--sample 300/; s/^memory = .*/memory = 500M/" \
    "$CE_SOURCE/examples/parts.batch" >parts.batch
  ce-synth blobs -n 500 -k 3 -o data.csv
  awk -v parts="$1" 'NR == 1 { head = $0; next }
    { i = int((NR - 2) * parts / 500) + 1; file = "data." i ".csv"
      if (!(i in seen)) { print head >file; seen[i] } print >file }' data.csv
}

# same_as_one_process PARTS: model, labels and scores are those of one process, byte for byte.
same_as_one_process() {
  ce-generate kmeans -k 2..20 -m 5 --sample 300 --iterations 4 --model whole.csv data.csv -o whole.members
  ce-consensus ptgp,lwgp -k 3 whole.members -o whole.labels
  ce-score -t data.csv whole.labels -o whole.score
  cmp model.csv whole.csv
  { cat labels/1.csv; for i in $(seq 2 "$1"); do tail -n +2 "labels/$i.csv"; done; } | cmp - whole.labels
  cmp score.csv whole.score
}
