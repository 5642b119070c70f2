#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# What the folders of papers share. papers-NAME.bats have each of them in its short form.

setup() { load common; load papers; }

# summarize FORM FOLDER...: of folders made here, whose papers.csv is here too
summarize() {
  local form=$1 folder files=()
  shift
  for folder; do for file in printed results reasons members; do
    [ ! -e "$folder/$file.csv" ] || files+=("$folder/$file.csv")
  done; done
  awk -v form="$form" -f "$papers/common/summary.awk" papers.csv "${files[@]}"
}

@test "papers: the summary judges each cell by two standard errors, by rounding where nothing varies, and not at all without an error" {
  mkdir one
  printf '%s\n' folder,table,runs,title 'one,1,25,A paper' 'one,2,1,A paper' 'one,3,-,A paper' >papers.csv
  # the errors by bc: sqrt(.02 ^ 2 / 4 + .05 ^ 2 / 25 + 2 * .001 ^ 2 / 12) = .0141480
  {
    echo table,data,method,score,value,deviation
    printf '1,d,%s,nmi,.500,.05\n' near far
    # one deviation stands for both: sqrt(.02 ^ 2 / 4 + .02 ^ 2 / 25 + 2 * .001 ^ 2 / 12) = .0107780
    printf '1,d,%s,nmi,.500,\n' ours-only ours-only-far none absent
    echo 1,d,not-given,nmi,,
    # nothing varies: the last digit counts; a whole number among numbers of two digits has lost two zeros
    printf '2,d,%s,er,%s,\n' same 10 next 10.01 digits 9.97
    printf '2,d,data,%s,%s,\n' sizes '40 100 50' other '50 50'
    echo 3,d,seconds,cpu,12.5,
  } >one/printed.csv
  {
    echo table,data,method,score,runs,mean,deviation,judged
    echo 1,d,near,nmi,4,.528,.02,
    echo 1,d,far,nmi,4,.529,.02,
    echo 1,d,ours-only,nmi,4,.521,.02,
    echo 1,d,ours-only-far,nmi,4,.522,.02,
    echo 1,d,none,nmi,3,.500,,
    echo 2,d,same,er,1,10.00,exact,
    echo 2,d,next,er,1,10.00,exact,
    echo 2,d,digits,er,3,10.0,0,
    echo 2,d,data,sizes,1,100 50 40,exact,
    echo 2,d,data,other,1,50 49,exact,
  } >one/results.csv
  summarize cells one >cells
  cut -d, -f4,11 cells | tail -n +2 >states
  printf '%s\n' near,within far,outside ours-only,within ours-only-far,outside none,unjudged absent,missing same,within next,outside \
    digits,within data,within data,outside >expected
  diff expected states
  # reasons: the first line that fits; what has none is not known; a line that fits nothing is an error
  printf '%s\n' table,data,method,score,state,reason '1,*,far|near,*,outside,too far, it seems' '*,*,*,*,missing,not there' >one/reasons.csv
  summarize tables one >told
  assert_equal "$(grep -c '^ *1  too far, it seems$' told) $(grep -c '^ *3  not known$' told) $(grep -c '^ *1  not there$' told)" "1 1 1"
  grep -qx '1 *6 *2 *2 *1 *1' told
  grep -qx 'all *11 *5 *4 *1 *1' told
  echo '1,e,*,*,outside,nobody' >>one/reasons.csv
  run_split summarize tables one
  assert_failure
  assert_equal "$stderr" "summary.awk: one/reasons.csv:4: no cell is outside for this reason"
}

@test "papers: ranges of members that are printed in many rows count once, and a verdict without its deviations stays" {
  mkdir one
  printf '%s\n' folder,table,runs,title 'one,*,20,A paper' >papers.csv
  printf '%s\n' data,method,score,mean,deviation d,a,er,1,.5 d,a,min-er,.2, d,b,er,1,.5 d,b,min-er,.2, >one/printed.csv
  printf '%s\n' method,members a,lac >one/members.csv
  printf '%s\n' table,data,method,score,runs,mean,deviation,judged 2,d,a,er,3,1,,outside 2,d,b,er,3,9,,within 2,d,lac,min-er,1,.2,exact, >one/results.csv
  summarize cells one | cut -d, -f4,5,11 | tail -n +2 >states
  printf '%s\n' a,er,outside lac,min-er,within b,er,within | diff - states
}

@test "papers: tables that are kept have one form; new ones replace their cells, and what has no chance is said so" {
  mkdir out
  printf '%s\n' table,data,method,score,runs,mean,deviation,judged 4,A-1,m,,4,.3,,within 5,A-1,m,,4,.4,, >results.csv
  printf '%s\n' data,n,method,runs,mean,deviation,printed_mean A,100,m,20,.35,.01,.3 A,100,fixed,1,.2,,.2 A,100,none,0,,,.2 >out/table4.csv
  printf '%s\n' data,method,score,plain,plain_deviation,best,runs B,data,n,150,,,1 >out/table4.1.csv
  awk -v exact='fixed|sl' -v as=A=A-1 -f "$papers/common/keep.awk" results.csv out/table4.csv out/table4.1.csv >kept
  printf '%s\n' table,data,method,score,runs,mean,deviation,judged 4,A-1,m,,20,.35,.01, 5,A-1,m,,4,.4,, 4,A-1,fixed,,1,.2,exact, 4.1,B,data,n,1,150,exact, |
    diff - kept
}

@test "papers: every folder has help, refuses a data set that it does not know, and its README has the summary of its numbers" {
  in_turn 4
  for paper in hne2007 wce2008 gcons2010 ptgp2016 wsce2015 usenc2020; do
    make -s -C "$papers/$paper" help >told
    grep -q 'make keep summary' told
    grep -q 'SETS=' told
    run_split make -s -C "$papers/$paper" help SETS=nothing
    assert_failure
    [[ $stderr == *"SETS: no such data set: nothing; choices.csv has their names"* ]] || fail "$paper: $stderr"
    cp -R "$papers/$paper" "$papers/common" .
    make -s -C "$paper" readme
    cmp "$paper/README.md" "$papers/$paper/README.md"
    # the numbers that are there are all judged: as many as are printed, but for seconds
    make -s -C "$papers/$paper" summary >told
    awk '$1 == "all" { exit !($2 > 40 && $2 == $3 + $4 + $5 + $6) }' told
  done
  make -s -C "$papers" help >told
  grep -q 'papers summary' told
  make -s -C "$papers" summary >told
  assert_equal "$(awk 'NR > 1 && NR < 8 { n += $2; within += $3 } $1 == "all" { print $2 - n, $3 - within }' told)" "0 0"
}

@test "papers: another SETS makes the table of these sets, whatever is there" {
  make_in gcons2010 table1 SETS=Wdbc DATA= >/dev/null
  make_in gcons2010 table1 SETS=Rings DATA= >printed
  assert_equal "$(grep -c '^Wdbc' printed) $(grep -c '^Rings' printed)" "0 1"
  make_in hne2007 table2 RUNS=1 SETS=two-spirals DATA= >printed
  make_in hne2007 table2 RUNS=1 SETS=complex-image DATA= >printed
  assert_equal "$(grep -c '^two-spirals' printed) $(grep -c '^complex-image' printed) $(grep -c '^skipped' printed)" "0 1 0"
}

@test "papers: other data, pools or methods do not get the runs that are there" {
  mkdir -p data/pools other
  ce-synth blobs -n 60 -k 3 -o data/rings.csv.gz
  for pool in data/pools/MF.csv.gz other/MF.csv.gz; do
    ce-synth blobs -n 60 -k 10 --seed ${#pool} -o x.csv
    ce-generate kmeans -q -k 2..12 -m 12 x.csv | paste -d, - <(awk -F, '{ print $NF }' x.csv) | gzip >$pool
  done
  refused() {
    run_split "$@"
    assert_equal "$status" 2
    assert_regex "$stderr" "out has runs with $told: 'make clean' removes them; OUT=another folder keeps them"
  }
  make_in gcons2010 table3 RUNS=1 SETS=Rings DATA= >first
  told="DATA= \(now '[^']*/data'\)" refused make_in gcons2010 table3 RUNS=1 SETS=Rings DATA="$PWD/data"
  make_in gcons2010 table3 RUNS=1 SETS=Rings DATA= >second
  cmp first second
  # what reads no runs goes on
  make_in gcons2010 help DATA="$PWD/data" >help
  rm -r out
  table5() { make_in ptgp2016 table5 RUNS=1 SETS=MF DATA="$PWD/data" "$@"; }
  table5 METHODS=eac-al >first
  told="METHODS=eac-al \(now 'eac-al,eac-cl'\)" refused table5 METHODS=eac-al,eac-cl
  told="POOLS=[^ ]*/data/pools \(now '[^']*/other'\)" refused table5 METHODS=eac-al POOLS="$PWD/other"
  told="POOLS=[^ ]*/data/pools \(now 'none'\)" refused table5 METHODS=eac-al POOLS=
  # of nothing there was nothing: the folder is free
  rm -r out
  make_in ptgp2016 table5 RUNS=1 SETS=MF DATA= METHODS=eac-al >none
  grep >/dev/null '^skipped: MF' none
  table5 METHODS=eac-al >second
  cmp first second
  run_split make_in lwea2018 own METHODS=lwea,foo DATA=
  assert_equal "$status" 2
  assert_regex "$stderr" 'METHODS: no such name: foo; names are lwea lwgp '
  run_split make_in ptgp2016 table9 METHODS=foo DATA=
  assert_regex "$stderr" 'METHODS: no such name: foo; names are pta-al '
}

# made FOLDER TARGET OPTION...: the target in an empty folder of output, without DATA
made() { run_split make_in "$1" "$2" DATA= OUT="$PWD/out-$1-$2" "${@:3}" </dev/null; }

@test "papers: a data set whose file is not there is skipped, in a folder of output that nothing else has made" {
  in_turn 4
  for what in "gcons2010 table1 Segment" "gcons2010 table2 Segment" "gcons2010 table3 Segment" "gcons2010 sweep Segment" \
    "gcons2010 best Segment" "hne2007 table2 yeast" "hne2007 sweep yeast" "hne2007 rule yeast" "wsce2015 table1 Arcene" \
    "wsce2015 figure2 Arcene" "wsce2015 figure4 Arcene" "ptgp2016 pools MF" "ptgp2016 table9 MF" "lwea2018 own MF" "usenc2020 table7 USPS" \
    "usenc2020 errors USPS" "wce2008 fit Letter" "wce2008 fit6.3 Breast" "wce2008 sweep6.3 Breast" "wce2008 figure4.3 Letter" \
    "wce2008 figure4.4 Letter" "wce2008 figure4.10 Letter" "benchmark runs zoo" "benchmark chosen zoo"; do
    read -r folder target set <<<"$what"
    made "$folder" "$target" SETS="$set"
    assert_equal "$what: $status $stderr" "$what: 0 "
    assert_equal "$what: $(grep -c "^skipped: $set (" <<<"$output")" "$what: 1"
  done
  # these show other sets than SETS has
  made hne2007 figures SETS=yeast
  assert_equal "$status $output" "0 skipped: figures (SETS has none of two-spirals complex-image three-paths)"
  made usenc2020 figure5 SETS=USPS
  assert_equal "$status $output" "0 skipped: figure5 (SETS has none of TB SF CC CG Flower)"
  made wce2008 figure3.4 SETS=Letter
  assert_equal "$status $output" "0 skipped: figure3.4 (SETS has none of Two-Gaussian)"
  # and these know one set
  made wce2008 figure5.2 SETS=Letter
  assert_equal "$status $output" "0 skipped: Ling-Spam-itemsets (DATA=folder with text/lingspam960_docs.csv.gz is needed)"
}

@test "papers: a number of runs that is none, no data set and names that are not known are refused" {
  in_turn 4
  for folder in hne2007 wce2008 gcons2010 ptgp2016 wsce2015 usenc2020 lwea2018 benchmark; do
    for value in x 1.5 -1 "1 2" ""; do
      run_split make_in "$folder" help RUNS="$value"
      assert_equal "$folder $status ${stderr#*"*** "}" "$folder 2 RUNS: '$value', a whole number expected.  Stop."
    done
    run_split make_in "$folder" help RUNS=0
    assert_equal "$folder $status ${stderr#*"*** "}" "$folder 2 RUNS: '0', at least 1 expected.  Stop."
    run_split make_in "$folder" help RUNS=10
    assert_equal "$folder $status $stderr" "$folder 0 "
    run_split make_in "$folder" help SETS=
    assert_equal "$folder $status" "$folder 2"
    [[ $stderr == *"SETS: at least one data set expected; "*" has their names"* ]] || fail "$folder: $stderr"
  done
  run_split make_in ptgp2016 help ECMC_RUNS=0
  assert_equal "$status $stderr" "0 "
  while read -r folder variable known names; do
    run_split make_in "$folder" help "$variable=$known nonsense"
    assert_equal "$folder $status ${stderr#*"*** "}" "$folder 2 $variable: no such name: nonsense; names are $names.  Stop."
    run_split make_in "$folder" help "$variable=$known"
    assert_equal "$folder $variable $status $stderr" "$folder $variable 0 "
  done <<'END'
wsce2015 METHODS wsce one spectral kmeans mle apmm wocce smi bgcm wsce
wsce2015 SPOILED_METHODS bgcm one spectral kmeans mle apmm wocce smi bgcm wsce
wsce2015 VARIANTS near7 wsce unweighted printed laplacian rows affinities dense raw to-k wide true-k kmeans-members nearN sigmaN stepsN
wsce2015 BASES near k near wide
usenc2020 METHODS LWGP EAC WCT KCC PTGP ECC SEC LWGP
wce2008 READINGS close all minmax close
gcons2010 READINGS hits7 raw zscore minmax gridN hits hitsN
benchmark KINDS fixed random subspaces fixed missing large data
END
  run_split make_in benchmark help FUNCTIONS="hbgf|kmeans"
  assert_equal "$status $stderr" "0 "
  run_split make_in benchmark help FUNCTIONS=nonsense
  assert_equal "$status ${stderr#*"*** "}" "2 FUNCTIONS: no such function: nonsense; functions.csv has their names.  Stop."
}

@test "papers: what is counted for each method is of methods only, by their names, and is what doc/readings.md has" {
  make -s -C "$papers" methods >counted
  { "$CE_BIN/ce-consensus" --list=csv; "$CE_BIN/ce-generate" --list=csv; printf '%s\n' clac ecc; } | cut -d, -f1 >known
  assert_equal "$(tail -n +2 counted | cut -d, -f1 | grep -vxFf known)" ""
  assert_equal "$(tail -n +2 counted | cut -d, -f1 | sort | uniq -d)" ""
  # of hne2007, wce2008, gcons2010, wsce2015 and usenc2020
  for method in kmeans spectral linkage boost lac gcons wsce uspec; do
    assert_equal "$method $(grep -c "^$method," counted)" "$method 1"
  done
  awk -f "$papers/common/checked.awk" - "$CE_SOURCE/doc/readings.md" <counted | cmp - "$CE_SOURCE/doc/readings.md"
}
