#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# No printed table, but the authors' programs.

setup() { load common; load papers; }

lwea() { make_in lwea2018 "$@"; }

# lwea_data: data/ with Image Segmentation, of seven groups apart here, and its published pool
lwea_data() {
  mkdir -p data/pools data/reference
  ce-synth blobs -n 210 -k 7 --dimensions 3 --spread 0.3 -o data/segment.csv.gz
  gzip -dc data/segment.csv.gz >segment.csv
  ce-generate kmeans -q -k 2..12 -m 12 --seed 5 segment.csv | paste -d, - <(awk -F, '{ print $NF }' segment.csv) | gzip >data/pools/IS.csv.gz
}

@test "papers: lwea2018 skips what is not there, and says so" {
  for table in own published authors ties; do
    run lwea $table DATA=
    assert_success
    assert_equal "$(grep -c '^skipped: [A-Z]* (not in ' <<<"$output")" 9
  done
}

@test "papers: lwea2018 in its short form: twelve functions from a pool of ours and from a published one" {
  in_turn 4
  lwea_data
  MEMBERS=12 lwea own published RUNS=2 SETS="IS FC" DATA="$PWD/data" >told
  assert_equal "$(grep -c '^skipped: FC ' told)" 2
  for table in own published; do
    # twelve functions, the best and the true k
    assert_equal "$(awk -F, 'NR > 1 && $1 == "IS" && $4 == 2 && $5 >= 0 && $5 <= 1' out/table$table.csv | wc -l)" 24
    awk -F, '$3 == "best" { best[$2] = $5 } $3 == "true" { at[$2] = $5 } END { for (m in at) if (best[m] < at[m]) exit 1; exit !(at["lwea"] > .7) }' out/table$table.csv
  done
  # printed beside the published pools only
  assert_equal "$(awk -F, 'NR > 1 && $7 != ""' out/tableown.csv | wc -l) $(awk -F, 'NR > 1 && $7 != ""' out/tablepublished.csv | wc -l)" "0 20"
}

@test "papers: lwea2018 counts the runs that have the value of the authors' programs" {
  lwea_data
  printf '%s\n' 1,2,3,4,5,6 7,8,9,10,11,12 2,4,6,8,10,12 >data/reference/draws_IS.csv
  echo dataset,run,method,nmi_sqrt_true,nmi_sqrt_best,bestk,nmi_max_true,nmi_max_best,ari_true >data/reference/nmi_weac_lwea_IS.csv
  # lwea of each draw by the tools one after the other, once as it is, once moved by .25, and a third run that is not there
  while IFS= read -r draw; do
    run=$((run + 1))
    gzip -dc data/pools/IS.csv.gz | cut -d, -f"$draw,13" >draw.csv
    ce-similarity lwca -q draw.csv --format npy | ce-partition average -q -k 7 >labels.csv
    ce-score -q -t draw.csv -s nmi-max,ari labels.csv | awk -F, -v run=$run 'NR == 2 { print "IS," run ",LWEA,0,0,7," $3 + (run == 2) / 4 ",9," $4 }'
  done < <(head -n 2 data/reference/draws_IS.csv) >>data/reference/nmi_weac_lwea_IS.csv
  lwea authors ties RUNS=3 SETS=IS DATA="$PWD/data" >told
  assert_equal "$(awk -F, '$2 == "lwea" && $3 ~ /-(same|most)$/ && $3 !~ /^best/ { print $3, $4, $5 }' out/tableauthors.csv | paste -sd,)" \
    "true-same 2 1,true-most 2 .2500,ari-same 2 2,ari-most 2 .0000"
  # two functions by four rules, at the best and the true k, beside what ptgp2016 prints
  assert_equal "$(awk -F, 'NR > 1 && $7 != ""' out/tableties.csv | wc -l)" 16
  assert_equal "$(awk -F, '$2 ~ /^weac-cl/ && $3 == "true" { print $7 }' out/tableties.csv | sort -u)" "$(awk -F, '$1 == 9 && $2 == "IS" && $3 == "weac-cl.true" { print $4 }' "$papers/ptgp2016/printed.csv")"
}

@test "papers: lwea2018 on the authors' draws: LWEA and WEAC-CL by chain have their values, in each run and score" {
  need_data reference/draws_IS.csv
  need_data pools/IS.csv.gz
  lwea authors RUNS=4 SETS=IS DATA="$DATA" >told
  assert_equal "$(awk -F, '$2 ~ /^(lwea|weac-cl)$/ && $3 ~ /-same$/ { print $4, $5 }' out/tableauthors.csv | sort | uniq -c | tr -s ' ')" " 6 4 4"
}

@test "papers: lwea2018 has help, refuses a data set that it does not know, and its README has what results.csv says" {
  lwea help >told
  grep -q 'make keep summary' told
  run_split lwea help SETS=nothing
  assert_failure
  [[ $stderr == *"SETS: no such data set: nothing; choices.csv has their names"* ]] || fail "$stderr"
  cp -R "$papers/lwea2018" "$papers/common" "$papers/ptgp2016" .
  make -s -C lwea2018 readme
  cmp lwea2018/README.md "$papers/lwea2018/README.md"
  # and its summary is text
  make -s -C lwea2018 summary >told
  refute grep '[|*]' told
  grep >/dev/null '^lwea  *64/64  *64/64  *64/64  *.0000 ' told
  lwea line >told
  [ "$(make -s -C "$papers" summary | tail -n "$(wc -l <told)")" = "$(cat told)" ]
  # 64 runs of four functions without chance
  awk 'NR == 1 { exit !(/ of 256,/) }' told
}
