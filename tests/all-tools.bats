#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# What every executable must do, property by property, over all executables of the build.

# One line per noun: the kind of input, then a command line that is right for it; a new tool needs a line here, and a method of
# ce-consensus only when it needs more than labels or data and -k.
#   labels, data, documents, graph, model, matrix, constraints, sums: reads such a table, as FILE (put where @ stands, else at the end) or on standard input;
#                         it may have the files truth.csv, labels.csv, data.csv, gaps.csv, graph.csv, matrix.mtx, distances.mtx, micro.csv, result.csv, numbered.csv, base.csv,
#                         weights.csv, constraints.csv and wheel.csv beside it
#   none:                 reads nothing, or only files that the row names
rows=(
  "labels ce-select random -m 2"
  "labels ce-select best -m 2"
  "labels ce-select threshold --at-least .1"
  "labels ce-select diverse -m 2 --by ari"
  "labels ce-select diverse -m 2 --by smi --how least"
  "labels ce-select names --names c,a"
  "labels ce-score -t truth.csv -s all"
  "labels ce-score --pairwise -s ari"
  "labels ce-score -q -t truth.csv --constraints constraints.csv -s all"
  "labels ce-score -q --data data.csv -s silhouette,ch,db,dunn,connectivity"
  "labels ce-score -q --data gaps.csv -s silhouette,dunn,connectivity"
  "labels ce-score -q --matrix matrix.mtx -t truth.csv -s all"
  "labels ce-score --data data.csv -s all -t truth.csv --sample 20"
  "labels ce-score --ensemble labels.csv"
  "labels ce-score -t truth.csv --part 1/2"
  "sums ce-score -s all"
  "sums ce-merge @"
  "labels ce-weigh ncai"
  "labels ce-weigh ncai --nmi sqrt --beta .5"
  "labels ce-weigh anmi --nmi joint"
  "labels ce-weigh smi -q"
  "labels ce-weigh apmm"
  "labels ce-weigh max"
  "labels ce-weigh nm --data data.csv --neighbours 4"
  "labels ce-diversity"
  "labels ce-diversity --members -c truth.csv"
  "labels ce-stability k"
  "labels ce-stability k --group none --linkage none --sample-pairs 100000"
  "labels ce-stability pac"
  "labels ce-stability cdf --points 20"
  "labels ce-stability area"
  "labels ce-stability lifetime --linkage single"
  "labels ce-stability k --choose"
  "labels ce-stability null -q labels.csv @"
  "none ce-stability null -q --data data.csv --class class -k 2,3 -m 5 --references 3"
  "data ce-stability resample -q -k 2,3 -m 5 --by average --labels l.csv --item-consensus i.csv"
  "data ce-stability resample -q -k 2,3 -m 5 --by pam"
  "data ce-stability resample -q -k 2,3 -m 5 --features 2 --every-cluster e.csv"
  "matrix ce-stability resample -q --input similarity -k 2,3 -m 5 --labels l.csv --item-consensus i.csv"
  "labels ce-stability cluster -c truth.csv"
  "labels ce-stability object -c truth.csv --format json"
  "matrix ce-stability matrix"
  "labels ce-coarsen dune"
  "labels ce-coarsen dune --by nmi --share .9 --merged merged.csv"
  "labels ce-relabel"
  "labels ce-relabel -r truth.csv"
  "constraints ce-constrain check"
  "constraints ce-constrain check --labels labels.csv"
  "constraints ce-constrain check --objects labels.csv -k 3..5"
  "labels ce-constrain impute --truth truth.csv"
  "labels ce-constrain impute --truth truth.csv --low .5 --high .5 --queries 1.5"
  "constraints ce-constrain close"
  "constraints ce-constrain close --compact --strict --infeasible count"
  "labels ce-microcluster compress"
  "labels ce-microcluster merge @"
  "labels ce-microcluster expand -t micro.csv -r result.csv"
  "data ce-assign --model base.csv"
  "data ce-assign -q --model base.csv -t micro.csv -r result.csv"
  "labels ce-assign -t micro.csv -r result.csv"
  "labels ce-assign -t labels.csv -r numbered.csv"
  "labels ce-similarity ca"
  "labels ce-similarity ca --sparse .4"
  "labels ce-similarity ne"
  "labels ce-similarity ca --to clusters"
  "labels ce-similarity pts"
  "labels ce-similarity pts --to clusters --cap 3"
  "labels ce-similarity elite -q --elite 4"
  "labels ce-similarity wct"
  "labels ce-similarity srs"
  "labels ce-similarity asrs"
  "labels ce-similarity ecmc"
  "labels ce-similarity lwca"
  "labels ce-similarity pacc"
  "labels ce-similarity eca"
  "labels ce-similarity eeac -q --share .6"
  "labels ce-similarity psi"
  "labels ce-similarity psi --kl"
  "data ce-similarity euclidean"
  "data ce-similarity gaussian"
  "data ce-similarity pearson"
  "data ce-similarity spearman"
  "data ce-similarity cosine --format csv"
  "data ce-similarity gaussian --neighbours 5 --sigma 2"
  "none ce-batch study.batch"
  "none ce-batch --for parallel study.batch"
  "none ce-batch --for slurm --array-size 2 study.batch"
  "none ce-batch --todo study.batch"
  "none ce-synth two-gaussian -n 20"
  "none ce-synth three-gaussian -n 20"
  "none ce-synth two-spirals --seed 5"
  "none ce-synth half-rings -n 30"
  "none ce-synth three-paths --noise 3"
  "none ce-synth complex-image --noise 12"
  "none ce-synth rings -n 11"
  "none ce-synth engytime -n 70"
  "matrix ce-plot matrix --format csv --order complete"
  "matrix ce-plot matrix --format svg"
  "none ce-plot tree --format svg -k 2 tree.csv"
  "none ce-plot tree --format csv tree.csv"
  "none ce-plot null --format svg null.csv"
  "none ce-plot null --format csv null.csv"
  "none ce-plot silhouette --format svg bars.csv"
  "none ce-plot silhouette --format csv bars.csv"
  "none ce-plot item-consensus --format svg bars.csv"
  "none ce-plot cluster-consensus --format svg bars.csv"
  "none ce-plot cluster-consensus --format csv bars.csv"
  "data ce-plot scatter --format svg"
  "data ce-plot curve --format svg"
  "data ce-plot curve --format csv --columns numeric"
  "none ce-plot cdf --format svg cdf.csv"
  "none ce-plot cdf --format csv cdf.csv"
  "none ce-plot stability --format svg by-k.csv"
  "none ce-plot stability --format csv by-k.csv"
  "data ce-plot scatter --pca --columns numeric --format csv"
  "none ce-report -r results-by-name.csv --data data.csv --columns numeric -t truth.csv --null null.csv --agreement agree.csv --runs runs.json --consensus-of all by-name.csv"
  "labels ce-plot tracking --format csv"
  "labels ce-plot tracking --format svg"
  "labels ce-plot members --format csv"
  "labels ce-plot flow --format svg"
  "labels ce-plot flow --format csv"
  "labels ce-plot clustree --format svg"
  "labels ce-plot clustree --format csv"
  "data ce-plot ranks --format csv --columns numeric"
  "data ce-plot ranks --format svg --columns numeric"
  "model ce-plot weights --format csv --top 2"
  "model ce-plot weights --format svg"
  "data ce-prepare zscore"
  "data ce-prepare minmax"
  "data ce-prepare center"
  "data ce-prepare center --by median"
  "data ce-prepare unit --center"
  "data ce-prepare rank"
  "data ce-prepare log --add 100"
  "data ce-prepare pca"
  "data ce-prepare onehot --categorical f3"
  "data ce-prepare impute"
  "data ce-prepare drop-missing"
  "data ce-prepare drop-constant"
  "data ce-prepare columns --drop f2"
  "data ce-prepare keep-variable --features 2 --columns numeric"
  "data ce-prepare transpose --columns numeric"
  "data ce-prepare transpose -q --columns numeric --id f1 --repeated mean"
  "data ce-prepare classes --keep g2,g0"
  "data ce-prepare sample -n 20"
  "data ce-prepare noise"
  "data ce-prepare blank"
  "data ce-prepare reference --number 2"
  "documents ce-prepare terms --shortest 1 --min-documents 1"
  "none ce-synth blobs -n 50 -k 4 --dimensions 3"
  "none ce-synth tb -n 50"
  "none ce-synth sf -n 50"
  "none ce-synth cc -n 50"
  "none ce-synth cg -n 50"
  "none ce-synth flower -n 50"
  "data ce-generate kmeans -k 2..5 -m 4"
  "data ce-generate kmeans -k 2..5 -m 4 --algorithm hartigan"
  "data ce-generate kmeans -k 3 -m 4 --constraints constraints.csv"
  "data ce-generate kmeans -k 3 -m 2 --constraints wheel.csv"
  "data ce-generate kmeans -k 3 -m 4 --rule pc --order random --constraints constraints.csv"
  "data ce-generate kmeans -k 3 -m 4 --rule cop --order random --constraints constraints.csv"
  "data ce-generate lac -k 2,3 --inv-h 1,2.5"
  "data ce-generate lac -k 2..4 -m 3 --inv-h 1..9 --membership"
  "data ce-generate lac -k 2,3 --inv-h 1,2.5 --constraints constraints.csv"
  "data ce-generate linkage -k 2,3"
  "data ce-generate mle -k 2,3"
  "data ce-generate uspec -k 2..5 -m 3 --features 0.5..1.0"
  "data ce-generate rpcl -k 2..5 -m 4"
  "data ce-generate coolcat --categorical all -k 2..5 -m 4 --features 2"
  "data ce-generate coolcat --categorical all -k 2,3 --membership"
  "data ce-generate som -k 2..4 -m 3 --init random"
  "data ce-generate som -k 2,3 --cluster ward --weight-hits"
  "data ce-generate spectral -k 2..4 --neighbours 5"
  "data ce-generate spectral -k 3 --dense --sigma 2 -m 3"
  "data ce-generate tksc -k 2..4 --neighbours 4 --iterations 5"
  "data ce-generate boost -k 2..4 -m 3 --rounds 5"
  "matrix ce-partition single -k 2..4"
  "matrix ce-partition complete -k 3"
  "matrix ce-partition complete -k 3 --tie meansim"
  "matrix ce-partition average --lifetime"
  "matrix ce-partition ward --input distance --height 0.5"
  "matrix ce-partition hne -k 2,5"
  "labels ce-consensus eac-sl -k 2..4"
  "labels ce-consensus eac-al,eac-cl --lifetime"
  "labels ce-consensus lwea,cspa --choose -k 2..5 --splits 2"
  "labels ce-consensus hne,eac-cl,weac-cl -k 3 --tie meansim"
  "labels ce-consensus cspa,mcla -k 3"
  "labels ce-consensus cspa,mcla -k 3 --with metis"
  "labels ce-consensus mcla -k 3 --with metis --as-published"
  "labels ce-consensus hgpa -k 3 --imbalance 8"
  "labels ce-consensus hbgf --with spectral -k 3"
  "labels ce-consensus voting,mixture,cspa -k 3"
  "labels ce-consensus kcc,sec -k 3 --restarts 3 --iterations 20"
  "labels ce-consensus kcc -k 3 --utility h --normalized"
  "labels ce-consensus bgcm -k 3"
  "labels ce-consensus bgcm -k 3 --anchor --alpha 3"
  "labels ce-consensus pta-al,pta-cl,pta-sl,ptgp -k 3 --elite 3"
  "labels ce-consensus weac-al,weac-cl,weac-sl,gp-mgla -k 3 --beta 1"
  "labels ce-consensus wct-al,wct-cl,wct-sl,srs-al,srs-cl,srs-sl -k 3 --decay .9"
  "labels ce-consensus ecmc-al,ecmc-cl,ecmc-sl,srw -k 3"
  "labels ce-consensus lwea,lwgp,ecpcs-hc,ecpcs-mc -k 3"
  "labels ce-consensus apmm,smi -q -k 3 --index max --keep .7"
  "labels ce-consensus wspa,wbpa,cat-cspa,cat-cbpa -k 3 --with metis --cluster-weight 0"
  "labels ce-consensus lac-coas,lac-wcoas,kmeans-coas -k 3 --restarts 2"
  "data ce-consensus wsce -q -k 2..4"
  "data ce-consensus wsce -k 3 --raw --components 2 --unweighted --neighbours 6"
  "none ce-consensus weac-nm,eac-al -k 3 --weights weights.csv labels.csv"
  "none ce-consensus kcc -k 3 --weights weights.csv labels.csv"
  "none ce-consensus weac-nm -k 3 --data data.csv --neighbours 4 labels.csv"
  "labels ce-consensus gcons --distance-to rows"
  "labels ce-consensus eac-al,gcons -k 3"
  "labels ce-consensus diclens --objects"
  "labels ce-consensus comusa --relaxation .3"
  "labels ce-consensus wcc -k 3 --form orthogonal --restarts 2"
  "labels ce-consensus best -q -k 3 --among mcla,hbgf --objective ecs"
  "labels ce-consensus boem -q --search 1"
  "labels ce-consensus bok,boem --start one"
  "labels ce-consensus ec-cms -k 3 --alpha .6 --lambda .1 --theta .5"
  "labels ce-consensus se,he,sm,hm -q -k 3 --start random --restarts 2 --iterations 5"
  "labels ce-consensus dwh,cvote -q -k 3 --order given"
  "labels ce-consensus cvote,voting -q -k 3 --reference fixed --normalized"
  "labels ce-consensus wosp,wohb -k 3 --data data.csv --with metis --cluster-weight 1"
  "none ce-consensus wsbpa -k 3 --data data.csv --base-model base.csv numbered.csv"
  "none ce-consensus c-wbpa,wbpa -k 3 --constraints constraints.csv --data data.csv --base-model base.csv numbered.csv"
  "data ce-consensus wocce -k 2,3 -m 8"
  "data ce-consensus penta -q -k 2,3 --rounds 3"
  "none ce-consensus penta -q -k 3 --rounds 2 --constraints constraints.csv data.csv"
  "matrix ce-partition coloring --theta .5"
  "matrix ce-partition coloring --theta .3 --input distance --distance-to max"
  "matrix ce-partition pam -k 2..4 --medoids m.csv"
  "matrix ce-partition pam -k 3,5 --input distance"
  "matrix ce-partition metis -k 2..4"
  "matrix ce-partition spectral -k 3,5"
  "matrix ce-partition random-walk -k 2,3"
  "graph ce-partition transfer-cut -k 2,3"
  "labels ce-partition hypergraph -k 2,3"
  "labels ce-partition hypergraph --vertices objects --edge-weight size -k 3"
  "none ce-generate spectral -k 3 gaps.csv"
  "none ce-prepare impute gaps.csv"
)

setup() {
  load common
  problems="$BATS_TEST_TMPDIR/problems" done_rows=0 share=1
  # each test takes a sixteenth of the rows, another one than the next: all of them take eight minutes. ALL=4 takes a fourth, which
  # TURN chooses, and ALL=1 all.
  share=${ALL:-16}
  : >"$problems"
  untraced kept_rows
}

# The files and the rows are made by the first test, for all of them; so is what a row prints (see plain).
kept_rows() {
  local kept=$BATS_FILE_TMPDIR
  if [ ! -e "$kept/rows" ]; then
    command -v gzip >/dev/null
    fixtures
    add_methods
    mkdir "$kept/fixtures"
    cp ./* "$kept/fixtures"
    printf '%s\n' "${rows[@]}" >"$kept/rows"
  else
    cp "$kept"/fixtures/* .
    mapfile -t rows <"$kept/rows"
  fi
}

# A method of ce-consensus that needs nothing but labels, or data, and a k needs no line above: it gets one here.
add_methods() {
  local row name reads needs kind has=,
  for row in "${rows[@]}"; do
    if [[ $row == *" ce-consensus "* ]]; then row=${row#* ce-consensus }; has+="${row%% *},"; fi
  done
  while IFS='|' read -r name reads needs; do
    [[ $has != *",$name,"* ]] || continue
    case $reads in data) kind=data ;; *) kind=labels ;; esac
    case $needs in k) rows+=("$kind ce-consensus $name -k 3") ;; '') rows+=("$kind ce-consensus $name") ;; esac
  done < <(ce-consensus --list=csv | "$CE_SOURCE/tests/options-of.sh" needs)
}

# Three groups of 16 objects in the plane, and four clusterings of them that differ; all of it awkward enough to have
# missing labels, text labels and negative numbers.
fixtures() {
  awk 'BEGIN {
    print "f1,f2,f3,class" >"data.csv"; print "a,b,c,d" >"labels.csv"; print "class" >"truth.csv"
    for (i = 0; i < 48; i++) {
      g = i % 3; u = (i * 37 % 48) / 48; v = (i * 23 % 48) / 48
      printf "%.4f,%.3f,%d,g%d\n", g * 3.5 + u, (g - 1) * (g - 1) * 4 - v, i * 7 % 11 - 5, g >"data.csv"
      printf "%d,%s,%s,%d\n", g + 1, substr("xyz", (i % 16 ? g : g + 1) % 3 + 1, 1), i == 7 ? "" : (g + (u > .8)) % 4, 1 + int(6 * u) >"labels.csv"
      print "g" g >"truth.csv"
    }
    print "f1,f2,f3,class" >"graph.csv"
    for (i = 0; i < 48; i++) print (i % 3 ? 0 : 1 + i % 7) "," (i % 3 == 1 ? .5 : 0) "," (i * 5 % 11) / 4 ",g" i % 3 >"graph.csv"
    print "%%MatrixMarket matrix coordinate real symmetric" >"matrix.mtx"; print "48 48 " 48 * 49 / 2 >"matrix.mtx"
    print "%%MatrixMarket matrix coordinate real symmetric\n48 48 " 48 * 47 / 2 >"distances.mtx"
    for (j = 0; j < 48; j++) for (i = j; i < 48; i++) {
      value = i == j ? 1 : (i % 3 == j % 3 ? .6 : .1) + ((i * 48 + j) * 29 % 101) / 1000
      print i + 1, j + 1, value >"matrix.mtx"
      if (i > j) print i + 1, j + 1, 1 - value >"distances.mtx"
    }
  }'
  awk 'BEGIN { print "lang,text,class,id"; for (i = 0; i < 48; i++) print "en," substr("abcdefghijkl", i % 9 + 1, 1) " " substr("mnop", i % 4 + 1, 1) "É,g" i % 3 ",d" i }' >documents.csv
  awk 'BEGIN { print "clustering,cluster,size,kind,f1,f2,f3"
    for (c = 1; c <= 9; c++) { print "lac.h1," c ",5,centroid," c ",0,-" c; print "lac.h1," c ",5,weight," c / 16 "," 1 / c "," c % 4 / 8 } }' >model.csv
  printf '%s\n' '{"command": ["ce-relabel"], "inputs": [], "outputs": [{"path": null, "bytes": 10, "crc32": "00000000"}], "seed": "1", "status": 0}' >runs.json
  # the objects of a group in a row must link; between groups five pairs cannot
  awk 'BEGIN { print "i,j,link,from"; for (i = 1; i <= 45; i++) print i "," i + 3 ",must,t" i % 4
    for (i = 1; i <= 5; i++) print 9 * i - 7 "," 9 * i + i % 2 - 6 ",cannot,t" i }' >constraints.csv
  awk -F, -v OFS=, 'NR > 1 && NR % 5 == 2 { $(NR % 3 + 1) = "" } 1' data.csv >gaps.csv
  # a hub and a ring of five, which three clusters cannot keep apart: all ways are tried
  awk 'BEGIN { print "i,j,link"; for (i = 2; i <= 6; i++) print 1 "," i ",cannot\n" i "," (i < 6 ? i + 1 : 2) ",cannot" }' >wheel.csv
  # what ce-stability writes of them, by k
  printf '%s\n' k,consensus,cdf 3,0,.25 3,.5,.75 3,1,1 4,0,.5 4,1,1 >cdf.csv
  printf '%s\n' k,members,pac,area,delta,lifetime 3,1,.5,.5,, 4,2,0,.5,0,.25 >by-k.csv
  printf '%s\n' left,right,height,size 0,2,1,2 1,3,2,3 >tree.csv
  printf '%s\n' k,objective,rcsi,rcsi_se,p 2,pac,.5,.1,.04 3,pac,.25,.1,.2 >null.csv
  printf '%s\n' function,k,agreement,deviation,chosen lwea,2,.5,.1,0 lwea,3,.75,.1,1 >agree.csv
  printf '%s\n' clustering,object,cluster,own,silhouette,consensus a,x,1,.5,.25,.5 a,y,2,.75,.5,.75 >bars.csv
  # two of the clusterings, whose clusters have numbers, and a model of them in the space of data.csv
  cut -d, -f1,4 labels.csv >numbered.csv
  # clusterings and results with a k in their names
  sed '1s/.*/a.k3.r1,a.k3.r2,a.k4.r1,a.k4.r2/' labels.csv >by-name.csv
  sed '1s/.*/m.k3,m.k6/' numbered.csv >results-by-name.csv
  awk 'BEGIN {
    print "clustering,cluster,size,kind,f1,f2,f3"
    for (q = 1; q <= 2; q++) for (l = 1; l <= 3 * q; l++) {
      print (q == 1 ? "a" : "d") "," l ",8,centroid," l "," q ",0"; print (q == 1 ? "a" : "d") "," l ",8,weight,.5," l / 20 "," .5 - l / 20
    }
  }' >base.csv
  # how many objects of each class the clusters of one of them have
  awk -F, 'NR == FNR { class[FNR] = $1; next }
    FNR > 1 { key = "\"" $1 "\",\"" class[FNR] "\""; if (!count[key]++) { seen[++keys] = key } }
    END { print "clens-sums,1\nof,\"ce-score\"\nround,0\noption,\"ignore\",\"\"\nparts,1\npart,1,48,00000000\nblock,\"a\",keyed," keys ",1,0"
      for (e = 1; e <= keys; e++) print "1," e - 1 "," seen[e] "," count[seen[e]]
      print "block,\"objects of classes that are ignored\",add,1,1,0\n0\nend" }' truth.csv labels.csv >all.sums
  table clustering,weight a,.7 b,.65 c,.8 d,.55 >weights.csv
  # a batch that nobody has done
  table '[parameters]' 'data = a b c' 'seed = 1..2' '[step one]' 'over = data seed' 'input = {data}.csv' 'output = {data}.{seed}' \
    'command = cat {input} >{output}' '[step two]' 'over = data' 'output = {data}' 'command = cat {one} >{output}' >study.batch
  # the microclusters of labels.csv, and a result for them
  awk 'NR == 1 { print "size," $0 >"micro.csv"; print "k2" >"result.csv"; next }
    !size[$0]++ { row[++rows] = $0 }
    END { for (i = 1; i <= rows; i++) { print size[row[i]] "," row[i] >"micro.csv"; print 1 + i % 2 >"result.csv" } }' labels.csv
}

# input_of KIND ARGUMENTS: the input that goes with it, into $input.
input_of() {
  case $1 in
    data | labels | documents | graph | model | constraints) input=$1.csv ;;
    matrix) case ${2-} in *"--input distance"*) input=distances.mtx ;; *) input=matrix.mtx ;; esac ;;
    sums) input=all.sums ;;
    *) input= ;;
  esac
}

complain() { printf '%s: %s\n' "${line[*]}" "$*" >>"$problems"; }

# each_row KINDS FUNCTION: calls FUNCTION for every row of these kinds, with $tool, $kind, $input and the command in line[].
# every_row: for all of them, where the test is about what some row takes.
# each_reader KINDS FUNCTION: the same for the first row of each tool and kind only: its nouns read and write by the same code.
# Rows of ce-plot that need no gnuplot come first.
each_row() { untraced rows_of some "$@"; }
every_row() { untraced rows_of every "$@"; }
each_reader() { untraced rows_of first "$@"; }

rows_of() {
  local arguments before=' ' which=$1 place=0 one_of
  shift
  for row in "${!rows[@]}"; do
    read -r kind tool arguments <<<"${rows[row]}"
    [[ " $1 " == *" $kind "* ]] || continue
    if [ "$which" = first ]; then
      [[ $before != *" $tool:$kind "* ]] || continue
      before+="$tool:$kind "
    fi
    place=$((place + 1))
    # pictures take gnuplot, which starts as slowly as twenty tools
    case $tool in ce-plot | ce-report) one_of=$((share * 4 - 3)) ;; *) one_of=$share ;; esac
    [ "$which" != some ] || [ $(((place + ${#BATS_TEST_DESCRIPTION} + ${TURN:-0}) % one_of)) = 0 ] || continue
    input_of "$kind" "$arguments"
    read -ra line <<<"$tool $arguments"
    done_rows=$((done_rows + 1))
    "$2"
  done
}

# each_tool FUNCTION: calls FUNCTION once per executable, with $tool and its first row's $kind, $input and line[].
each_tool() { untraced tools_of "$@"; }

tools_of() {
  local path at
  for path in "$CE_BIN"/ce-*; do
    tool=${path##*/} kind=none input="" line=("${path##*/}") row=none.${path##*/}
    for at in "${!rows[@]}"; do
      [[ ${rows[at]} == *" $tool" || ${rows[at]} == *" $tool "* ]] || continue
      row=$at kind=${rows[at]%% *}
      input_of "$kind" "${rows[at]}"
      read -ra line <<<"${rows[at]#* }"
      break
    done
    done_rows=$((done_rows + 1))
    "$1"
  done
}

# The test's end: fails with the list of complaints, or when no row was looked at.
verdict() {
  if [ -s "$problems" ]; then cat "$problems"; return 1; fi
  [ "$done_rows" -gt 0 ] || { echo "no tool was looked at"; return 1; }
}

# with FILE [OPTION...]: line[] with FILE in its place (none for kind none) and more options, into $full[].
with() {
  local word file=$1 placed=
  shift
  full=()
  for word in "${line[@]}"; do
    if [ "$word" = @ ]; then word=$file placed=1; [ -n "$file" ] || continue; fi
    full+=("$word")
  done
  full+=("$@")
  if [ -z "$placed" ] && [ -n "$file" ]; then full+=("$file"); fi
}

# try FILE [OPTION...]: runs it; standard output in `out`, standard error in `err`, the status in $code.
try() { with "$@"; code=0; "${full[@]}" >out 2>err </dev/null || code=$?; }

# What the row prints without anything special is in the file $plain; complains and returns 1 when that fails. The first test
# that asks for it runs it, and the others take what it printed.
plain() {
  plain=$BATS_FILE_TMPDIR/plain.$row
  if [ -e "$plain" ]; then return 0; fi
  try "$input"
  if [ "$code" != 0 ]; then complain "status $code: $(cat err)"; return 1; fi
  mv out "$plain"
}

# Whether $line takes an option: one of the tool, one of those that tools share, or one of its noun.
declare -gA listed
has_option() {
  local noun nouns
  [ "${listed[$tool]-}" ] || listed[$tool]=$'\n'$("$tool" --list-options)
  IFS=, read -ra nouns <<<"${line[1]-}"
  for noun in "" "${nouns[@]}"; do
    [[ ${listed[$tool]} != *$'\n'"$noun,$1,"* ]] || return 0
  done
  return 1
}

# Thousands of files are looked at, and a command takes longer to start than to do that: so the shell does it.

# same_bytes A B: as cmp -s.
same_bytes() {
  local a b
  [ -e "$1" ] || return 1
  [ -e "$2" ] || return 1
  if IFS= read -r -d '' a <"$1" || IFS= read -r -d '' b <"$2"; then
    cmp -s "$1" "$2"
  else
    [ "$a" = "$b" ]
  fi
}

# has_line TEXT FILE: as grep -qxF.
has_line() {
  local text
  IFS= read -r -d '' text <"$2" || :
  [[ $'\n'$text == *$'\n'"$1"$'\n'* ]]
}

# names_in FOLDER: of all that is in it, a blank after each, into $names.
names_in() {
  local path
  names=
  shopt -s dotglob nullglob
  for path in "$1"/*; do names+="${path##*/} "; done
  shopt -u dotglob nullglob
}

# refused FILE MESSAGE: status 1, this message, nothing on standard output.
refused() {
  try "$1"
  [ "$code" = 1 ] || complain "$1: status $code, 1 expected"
  [ ! -s out ] || complain "$1: wrote $(head -c 80 out)"
  local said
  IFS= read -r -d '' said <err || :
  [ "$said" = "$2"$'\n' ] || complain "$1: said '$(cat err)', '$2' expected"
}

# same FILE: the bytes are those of $plain.
same() {
  try "$1"
  [ "$code" = 0 ] || complain "$1: status $code: $(cat err)"
  same_bytes out "$plain" || complain "$1: other bytes than for $input"
}

# ---- the table ----

@test "all tools: every executable and every noun has a row in this file" {
  in_turn 4
  check() {
    local noun
    [ "${#rows[@]}" -gt 0 ]
    grep -q " $tool\( \|\$\)" <(printf '%s\n' "${rows[@]}") || complain "no row in tests/all-tools.bats"
    for noun in $(nouns); do
      grep -Eq " $tool ([^ ]*,)?$noun(,[^ ]*)?( |\$)" <(printf '%s\n' "${rows[@]}") ||
        complain "no row for $noun in tests/all-tools.bats"
    done
  }
  each_tool check
  verdict
}

@test "all tools: every row works, says nothing on standard error with -q, and writes lines" {
  in_turn 4
  check() {
    try "$input" -q
    [ "$code" = 0 ] || complain "status $code: $(cat err)"
    [ ! -s err ] || complain "said: $(cat err)"
    [ "$(tail -c 1 out | od -An -c | tr -d ' ')" = '\n' ] || complain "the output's last line does not end"
  }
  every_row "labels data graph documents model matrix constraints sums none" check
  verdict
}

# ---- help, version, wrong use ----

# The nouns of $tool; none when it has no --list.
nouns() { "$tool" --list=csv 2>/dev/null | awk -F, 'NR == 1 { on = $1 == "name" } on && NR > 1 { print $1 }'; }

@test "all tools: a file that an option reads is not replaced, and standard input is read once" {
  in_turn 4
  # The file is refused before it is read, so that any does.
  reads() {
    local noun option words
    "$tool" --list-options | awk -F, 'NR > 1 && ($5 == "FILE" || $5 == "FILES" || $5 == "TABLE" || $5 == "RESULT") && $4 !~ /^(input|inputs|output)$/ { print $2 }' >untold
    [ ! -s untold ] || complain "options that name a file and are neither input nor output: $(tr '\n' ' ' <untold)"
    while IFS=, read -r noun option; do
      read -ra words <<<"$noun"
      echo old >old
      cp old kept
      if [ "$option" != start ] && [ "$option" != state ]; then
        code=0
        "$tool" "${words[@]}" "--$option" "$PWD/old" --output old "$input" >out 2>err </dev/null || code=$?
        [ "$code" = 2 ] || complain "$noun --$option and --output may be one file: status $code, 2 expected"
        cmp -s old kept || complain "$noun --$option: the file is lost"
      fi
      code=0
      "$tool" "${words[@]}" "--$option" - >out 2>err <old || code=$?
      # no FILE is read beside this one, so that it may be standard input, which is no table here
      [ "$tool $noun $option" != "ce-stability null data" ] || [ "$code" != 1 ] || code=2
      [ "$code" = 2 ] || complain "$noun --$option - and no FILE: status $code, 2 expected: $(head -n 1 err)"
      asked=$((asked + 1))
    done < <("$tool" --list-options | awk -F, 'NR > 1 && $4 ~ /^inputs?$/ { print $1 "," $2 }')
  }
  input=$PWD/input
  asked=0
  table a 1 2 >input
  each_tool reads
  [ "$asked" -gt 50 ] || complain "only $asked options that name files"
  verdict
}

@test "all tools: --help goes to standard output, with each option once and nothing more" {
  in_turn 4
  not_sanitized "texts alone"
  local place=0
  helps() { # the words before --help
    local first
    code=0
    "$@" --help >out 2>err </dev/null || code=$?
    [ "$code" = 0 ] || complain "$* --help: status $code"
    [ ! -s err ] || complain "$* --help: standard error: $(cat err)"
    IFS= read -r first <out
    [[ $first == "usage: $tool "* ]] || complain "$* --help begins: $first"
    "$CE_SOURCE/tests/options-of.sh" help <out >options
    awk -F'|' 'NR == FNR { name[$2]++; if ($1 != "") letter[$1]++; next }
      length > 110 { print "has lines longer than a page is wide" }
      END {
        split("output quiet verbose help version", always, " ")
        for (i in always) if (!(("--" always[i]) in name)) print "without --" always[i]
        for (o in name) if (name[o] > 1) print "twice: " o
        for (o in letter) if (letter[o] > 1) print "twice: " o
      }' options out >said
    [ ! -s said ] || complain "$* --help: $(sort -u said | paste -sd';')"
  }
  check() {
    local noun
    helps "$tool"
    "$tool" --list-options >list-options
    for noun in $(nouns); do
      place=$((place + 1))
      [ "$share" = 1 ] || [ $((place % 3)) = 0 ] || continue
      helps "$tool" "$noun"
      grep -E "^(noun|$noun)," list-options | "$CE_SOURCE/tests/options-of.sh" rows "$noun" >rows
      comm -23 rows options >missing
      [ ! -s missing ] || complain "$noun --help without $(tr '\n' ' ' <missing)"
    done
  }
  each_tool check
  verdict
}

@test "all tools: the help of a tool with nouns fits one screen" {
  check() {
    [ -n "$(nouns)" ] || return 0
    lines=$("$tool" --help | wc -l)
    [ "$lines" -le 48 ] || complain "--help has $lines lines"
  }
  each_tool check
  verdict
}

@test "all tools: a condition that the default fulfils is told in the help by its exceptions" {
  ce-generate kmeans --help | tr -s ' \n' ' ' >help
  grep -F 'with a member for each of its clusterings (not with --rule seeded|constrained)' help
  run grep -F 'with --rule cop|chunklet|pc' help
  assert_output ""
  # the default is none of them, or the only one
  grep -F '(with --constraints, with --rule cop|pc) [index]' help
  ce-similarity ca --help | tr -s ' \n' ' ' >help
  grep -F 'and no n x n memory (with --to objects, not with --rows)' help
}

@test "all tools: --list as text, csv and json has every noun; --cite prints its reference; near names are asked after" {
  in_turn 4
  not_sanitized "texts alone"
  check() {
    local noun first text json entry
    nouns >nouns || true # a tool without nouns
    [ -s nouns ] || return 0
    IFS= read -r first <nouns
    text=$'\n'$("$tool" --list)$'\n' json=$("$tool" --list=json)
    while read -r noun; do
      [[ $text == *$'\n'"$noun"[$' \n']* ]] || complain "--list without $noun"
      [[ $json == *"\"name\": \"$noun\""* ]] || complain "--list=json without $noun"
    done <nouns
    "$tool" --list=csv | awk -F, 'NR > 1 && $3 != "" { print $1, $3 }' >years
    while read -r noun year; do
      entry=$("$tool" --cite "$noun") || complain "--cite $noun: status $?"
      [[ $'\n'$entry == *$'\n@'* ]] || complain "--cite $noun: no BibTeX"
      [[ $entry == *"year = {$year}"* ]] || complain "--cite $noun: not of $year"
    done <years
    wrong "$tool" --list=xml
    wrong "$tool" --cite no-such-noun
    grep -qF "unknown $(sed -n 's/.*: unknown \([a-z]*\) .*/\1/p' err) 'no-such-noun', expected one of: " err || complain "--cite: $(cat err)"
    "$tool" --list=csv | awk -F, 'NR > 1 && $3 == "" { print $1; exit }' >without
    while read -r noun; do
      wrong "$tool" --cite "$noun"
      grep -qF ": $noun has no reference" err || complain "--cite $noun: $(cat err)"
    done <without
    wrong "$tool" "x$first"
    grep -q "did you mean $first?" err || complain "x$first: $(cat err)"
  }
  each_tool check
  verdict
}

@test "all tools: a misspelt option is answered with the nearest one, not with the first that is near" {
  in_turn 4
  not_sanitized "texts alone"
  check() {
    local name typo
    for name in $("$tool" --list-options | cut -d, -f2 | tail -n +2 | sort -u); do
      [ "${#name}" -ge 6 ] || continue
      typo=${name:0:${#name}/2}x${name:${#name}/2+1}
      "$tool" "--$typo" >out 2>err </dev/null || true
      [[ $(<err) == *"did you mean --$name?"* ]] || complain "--$typo: $(head -n 1 err)"
    done
  }
  each_tool check
  verdict
}

@test "all tools: --version names the tool and the version" {
  check() {
    assert_equal "$("$tool" --version </dev/null 2>&1)" "$tool (Clens) $(cat "$CE_SOURCE/VERSION")" || complain "--version"
  }
  each_tool check
  verdict
}

# wrong OPTIONS...: status 2, nothing on standard output, one line and the hint on standard error.
wrong() {
  local status_of=0 said
  "$@" >out 2>err </dev/null || status_of=$?
  [ "$status_of" = 2 ] || complain "$*: status $status_of, 2 expected"
  [ ! -s out ] || complain "$*: wrote $(head -c 80 out)"
  mapfile said <err
  [ "${#said[@]}" = 2 ] && [ "${said[1]}" = "Try '$tool --help'."$'\n' ] && [[ ${said[0]} == "$tool: "* ]] ||
    complain "$*: said '$(cat err)'"
}

@test "all tools: an unknown option and an unknown noun are wrong use" {
  in_turn 4
  check() {
    with ""
    wrong "${full[@]}" --no-such-option
    wrong "${full[@]}" --no-such-option=3
    wrong "${full[@]}" -Z
    for word in -: -:q -q:; do
      wrong "${full[@]}" $word
      grep -qF ": unknown option -:" err || complain "$word: $(cat err)"
    done
    if [ -n "$(nouns)" ]; then wrong "$tool" no-such-noun; wrong "$tool" ''; wrong "$tool"; fi
  }
  each_tool check
  verdict
}

@test "all tools: an option without its argument, an operand too many and a bad number are wrong use" {
  in_turn 4
  not_sanitized "texts alone"
  check() {
    with ""
    "$CE_SOURCE/tests/options-of.sh" rows "${line[1]-}" < <("$tool" --list-options) >options
    while IFS='|' read -r _ name argument _; do
      [ -n "$argument" ] || { wrong "${full[@]}" "$name=3"; continue; }
      wrong "${full[@]}" "$name"
    done <options
    for name in seed threads clusters members; do
      grep -q "|--$name|" options || continue
      for value in '' x 3x -1 1e3 0x10 99999999999999999999 ' 3' 3,; do wrong "${full[@]}" "--$name=$value"; done
    done
    # all its nouns take any number of FILEs
    case $tool in ce-stability | ce-merge) ;; *) wrong "${full[@]}" a b c d e f g h ;; esac
  }
  each_tool check
  verdict
}

# ---- input ----

@test "all tools: of an option that is given twice the last counts" {
  table x,y 1,2 3,4 9,7 >in
  assert_equal "$(ce-prepare columns --keep x --keep y in)" "$(ce-prepare columns --keep y in)"
  assert_equal "$(ce-prepare drop-missing --missing-words 1 --missing-words 9 in)" "$(table x,y 1,2 3,4)"
  assert_equal "$(ce-prepare columns --keep x --cut 1/3 --cut 2/3 in)" "$(table x 3)"
  ce-generate kmeans -k 3 -k 2 --seed 3 --seed 1 --model first --model last in >twice
  ce-generate kmeans -k 2 --seed 1 --model once in | cmp - twice
  cmp last once
  assert [ ! -e first ]
}

@test "all tools: -, no FILE and FILE read the same" {
  in_turn 4
  check() {
    plain || return 0
    with -
    "${full[@]}" <"$input" >out 2>err || complain "-: status $?: $(cat err)"
    same_bytes out "$plain" || complain "-: other bytes than for FILE"
    with ""
    "${full[@]}" <"$input" >out 2>err || complain "no FILE: status $?: $(cat err)"
    same_bytes out "$plain" || complain "no FILE: other bytes than for FILE"
    cat "$input" | "${full[@]}" >out 2>err || complain "a pipe: status $?: $(cat err)"
    same_bytes out "$plain" || complain "a pipe: other bytes than for FILE"
  }
  each_reader "labels data graph documents model matrix constraints sums" check
  verdict
}

@test "all tools: CRLF, a missing last newline, a byte order mark and gzip by its bytes change nothing" {
  in_turn 4
  check() {
    plain || return 0
    # sums are written by tools only
    if [ "$kind" != sums ]; then
      sed 's/$/\r/' "$input" >crlf; same crlf
      head -c -1 "$input" >cut-newline; same cut-newline
      head -c -2 crlf >crlf-cut; same crlf-cut
    fi
    gzip -c "$input" >named.csv; same named.csv
    { head -n 5 "$input" | gzip -c; tail -n +6 "$input" | gzip -c; } >two-members; same two-members
    case $kind in matrix | sums) return ;; esac
    { printf '\357\273\277'; cat "$input"; } >bom; same bom
    tr '\n' '\r' <"$input" >cr; same cr
    sed 's/[^,]*/"&"/g' "$input" >quoted; same quoted
  }
  each_reader "labels data graph documents model matrix constraints sums" check
  verdict
}

@test "all tools: --cut 1/1 of tables of objects changes nothing, or implies --part; who reads no such table refuses it" {
  in_turn 4
  check() {
    if ! has_option cut || [[ "${line[*]}" == *--part* ]]; then return 0; fi
    try "$input" --cut 1/1
    case "$kind ${line[*]}" in
      labels\ *microcluster\ merge* | none\ ce-plot* | graph\ * | documents\ * | model\ * | matrix\ * | constraints\ *)
        [ "$code" = 2 ] || complain "--cut 1/1: status $code, 2 expected"
        grep -q -- '--cut is about tables of objects, and .* reads none$' err || complain "--cut 1/1: said $(cat err)"
        return ;;
    esac
    # parts of ce-stability share the pairs of one table
    if has_option part && [ "$tool" != ce-stability ]; then
      if [ "$code" = 0 ]; then grep -q '^clens-sums' out || complain "--cut 1/1: no table of sums"; return; fi
      grep -q -- '--cut implies --part, \|: not with --part\|with --cut$' err || complain "--cut 1/1: said $(cat err)"
      return
    fi
    [ "$code" = 0 ] || complain "--cut 1/1: status $code: $(cat err)"
    mv out first
    plain || return 0
    # a report tells the command that made it
    [ "$tool" = ce-report ] || same_bytes first "$plain" || complain "--cut 1/1: other bytes than of the whole"
  }
  each_row "labels data graph documents model matrix constraints none" check
  verdict
}

@test "all tools: no input, only a header, no such file and a folder are refused by name" {
  in_turn 4
  check() {
    : >empty
    if [ "$kind" = matrix ] || [ "$kind" = model ] || [ "$kind" = sums ]; then
      try empty
      [ "$code" = 1 ] && [ ! -s out ] && [[ $(cat err) == "$tool: empty:"* ]] || complain "empty: status $code: $(cat err)"
      head -n 1 "$input" >header
      try header
      [ "$code" = 1 ] && [ ! -s out ] && [[ $(cat err) == "$tool: header:"* ]] || complain "header: status $code: $(cat err)"
    elif [ "$kind" = constraints ]; then
      refused empty "$tool: empty: empty, the header i,j,link expected"
    else
      refused empty "$tool: empty: empty, a table with at least one object expected"
      head -n 1 "$input" >header
      refused header "$tool: header: a header line and no objects, a table with at least one object expected"
    fi
    refused no-such-file "$tool: no-such-file: No such file or directory"
    [ "$kind" = documents ] || refused . "$tool: .: is a directory, a file expected"
  }
  each_reader "labels data graph documents model matrix constraints sums" check
  verdict
}

@test "all tools: a cut or damaged gzip stream is refused" {
  in_turn 4
  check() {
    gzip -c "$input" >whole.gz
    head -c "$(($(wc -c <whole.gz) - 9))" whole.gz >cut.gz
    refused cut.gz "$tool: cut.gz: the gzip stream ends too early: the file is cut"
    { head -c 60 whole.gz; printf 'rubbish'; tail -c +68 whole.gz; } >damaged.gz
    try damaged.gz
    [ "$code" = 1 ] && [ ! -s out ] && [[ $(cat err) == "$tool: damaged.gz"* ]] || complain "damaged.gz: status $code: $(cat err)"
  }
  each_reader "labels data graph documents model matrix constraints sums" check
  verdict
}

@test "all tools: a NUL byte is refused with its line" {
  check() {
    { sed -n 1,2p "$input"; sed -n 3p "$input" | sed 's/,/,\x00/'; sed -n '4,$p' "$input"; } >nul
    refused nul "$tool: nul:3: a NUL byte, text expected"
  }
  check_matrix() {
    { head -n 3 "$input"; printf '\0'; tail -n +4 "$input"; } >nul
    try nul
    [ "$code" = 1 ] && [ ! -s out ] && [[ $(cat err) == "$tool: nul:"* ]] || complain "nul: status $code: $(cat err)"
  }
  each_reader "labels data graph documents constraints" check
  each_reader matrix check_matrix
  verdict
}

@test "all tools: a ragged row is refused with its line" {
  check() {
    sed '17s/,[^,]*$//' "$input" >short
    refused short "$tool: short:17: 3 fields, 4 expected"
    sed '49s/$/,1/' "$input" >long
    refused long "$tool: long:49: 5 fields, 4 expected"
  }
  each_reader "labels data graph documents constraints" check
  verdict
}

@test "all tools: numbers that are not finite, and text among numbers, are refused with line and column" {
  check() {
    local value hint=""
    ! has_option categorical || hint=", or --categorical f1"
    sed "5s/^[^,]*/nan/" "$input" >bad
    refused bad "$tool: bad:5: column f1: 'nan', a number expected (--missing-words nan: missing)"
    for value in inf -inf 1e400; do
      sed "5s/^[^,]*/$value/" "$input" >bad
      refused bad "$tool: bad:5: column f1: '$value' is not a finite number"
    done
    sed "5s/^[^,]*/ten/" "$input" >bad
    refused bad "$tool: bad:5: column f1: 'ten', a number expected (--missing-words ten: missing$hint)"
  }
  each_reader "data graph" check
  verdict
}

@test "all tools: a message about a table names no option that the tool has not" {
  in_turn 4
  names_options() { # FILE...
    local option bad
    for bad; do
      try "$bad"
      for option in $(grep -oE -e '--[a-z][a-z-]+' err | sort -u); do
        has_option "${option#--}" || complain "$bad: names $option: $(cat err)"
      done
    done
  }
  every() {
    sed '5s/^[^,]*/ten/' "$input" >text
    sed '5s/^[^,]*/"1,5"/' "$input" >comma
    names_options text comma
  }
  first() {
    sed 's/,/;/g' "$input" >semicolons
    awk -v OFS=, '{ print (NR == 1 ? "case" : "case" NR), $0 }' "$input" >names
    awk -v OFS=, '{ print (NR == 1 ? "number" : NR), $0 }' "$input" >numbers
    names_options semicolons names numbers
  }
  each_row "data graph" every
  each_reader "labels data graph documents constraints" first
  verdict
}

# ---- output ----

@test "all tools: a full disk is noticed, as -o and as standard output" {
  in_turn 4
  [ -c /dev/full ] || skip "no /dev/full here"
  check() {
    plain || return 0
    with "$input" -o /dev/full
    code=0
    "${full[@]}" >out 2>err </dev/null || code=$?
    [ "$code" = 1 ] && [ ! -s out ] || complain "-o /dev/full: status $code, wrote $(head -c 80 out)"
    has_line "$tool: /dev/full: No space left on device" err || complain "-o /dev/full: said '$(cat err)'"
    with "$input"
    code=0
    "${full[@]}" >/dev/full 2>err </dev/null || code=$?
    [ "$code" = 1 ] || complain ">/dev/full: status $code"
    has_line "$tool: standard output: No space left on device" err || complain ">/dev/full: said '$(cat err)'"
    [ -c /dev/full ] || complain "replaced /dev/full"
  }
  each_row "labels data graph documents model matrix constraints sums none" check
  verdict
}

@test "all tools: a closed pipe ends quietly, also where SIGPIPE is ignored" {
  in_turn 4
  check() {
    plain || return 0
    with "$input" -q
    exec 9> >(:); wait $! || : # a child that is gone already cannot be waited for
    while (printf . >&9) 2>/dev/null; do sleep .01; done # until the other end is closed for sure
    code=0
    "${full[@]}" >&9 2>err </dev/null || code=$?
    [ "$code" = 141 ] || [ "$code" = 1 ] || complain "closed pipe: status $code"
    [ ! -s err ] || complain "closed pipe: said '$(cat err)'"
    code=0
    (trap '' PIPE; exec "${full[@]}" >&9 2>err </dev/null) || code=$?
    [ "$code" = 1 ] || complain "closed pipe, signal ignored: status $code"
    [ ! -s err ] || complain "closed pipe, signal ignored: said '$(cat err)'"
    exec 9>&-
  }
  each_reader "labels data graph documents model matrix constraints sums none" check
  verdict
}

@test "all tools: a closed standard output or input is an error, not a crash" {
  check() {
    plain || return 0
    with "$input"
    code=0
    "${full[@]}" >&- 2>err </dev/null || code=$?
    [ "$code" = 1 ] && grep -q "^$tool: standard output: " err || complain ">&-: status $code, said '$(cat err)'"
    [ -z "$input" ] && return
    with -
    code=0
    "${full[@]}" >out 2>err <&- || code=$?
    [ "$code" = 1 ] && [ ! -s out ] && grep -q "^$tool: standard input: " err || complain "<&-: status $code, said '$(cat err)'"
  }
  each_tool check
  verdict
}

@test "all tools: -o writes the bytes of standard output, .gz the same compressed, and leaves no other file" {
  in_turn 4
  mkdir folder.{0..999}
  check() {
    local names folder=folder.$row
    plain || return 0
    try "$input" -o $folder/x.out
    [ "$code" = 0 ] && [ ! -s out ] || complain "-o: status $code, wrote $(head -c 80 out): $(cat err)"
    same_bytes $folder/x.out "$plain" || complain "-o: other bytes than on standard output"
    try "$input" -o $folder/x.out.gz
    gzip -dc $folder/x.out.gz >unzipped 2>/dev/null || complain "-o x.gz: no gzip stream"
    same_bytes unzipped "$plain" || complain "-o x.out.gz: other bytes than on standard output"
    try "$input" -o $folder/y.gz
    cmp -s $folder/x.out.gz $folder/y.gz || complain "-o x.out.gz: other bytes the second time"
    names_in $folder
    [ "$names" = "x.out x.out.gz y.gz " ] || complain "-o left: $names"
  }
  each_row "labels data graph documents model matrix constraints sums none" check
  verdict
}

@test "all tools: a run that fails leaves the old output as it was, and nothing beside it" {
  in_turn 4
  mkdir folder.{0..999}
  echo old >old
  check() {
    local names folder=folder.$row
    plain || return 0
    echo old >$folder/x
    echo old >$folder/x.gz
    if [ -n "$input" ]; then
      case $kind in matrix | sums) head -n -3 "$input" ;; *) sed '17s/,[^,]*$//' "$input" ;; esac >broken
      try broken -o $folder/x
      [ "$code" = 1 ] || complain "broken input: status $code"
    fi
    with "$input" -o $folder/x
    # no file may grow: the write fails, as on a full disk
    code=0
    (trap '' XFSZ; ulimit -f 0; exec "${full[@]}") </dev/null >/dev/null 2>/dev/null || code=$?
    [ "$code" = 1 ] || complain "no room: status $code"
    with "$input" -o $folder/x.gz
    code=0
    (trap '' XFSZ; ulimit -f 0; exec "${full[@]}") </dev/null >/dev/null 2>/dev/null || code=$?
    [ "$code" = 1 ] || complain "no room for .gz: status $code"
    try "$input" -o $folder/no/x
    [ "$code" = 1 ] && has_line "$tool: $folder/no/x: No such file or directory" err || complain "no folder: status $code: $(cat err)"
    names_in $folder
    [ "$names" = "x x.gz " ] || complain "left: $names"
    same_bytes old $folder/x && same_bytes old $folder/x.gz || complain "the old file was changed"
  }
  each_row "labels data graph documents model matrix constraints sums none" check
  verdict
}

@test "all tools: -o onto a symbolic link writes what it leads to, keeps the link and the mode, and takes the longest names" {
  in_turn 4
  long=$(printf 'x%.0s' $(seq 255))
  mkdir -p folder/deep
  ln -s deep/second folder/first
  ln -s ../target folder/deep/second
  check() {
    local names folder=folder.$row
    plain || return 0
    cp -R folder $folder
    try "$input" -o $folder/first
    [ "$code" = 0 ] || complain "-o a link to nothing: status $code: $(cat err)"
    same_bytes $folder/target "$plain" || complain "-o a link to nothing: other bytes in what it leads to"
    echo old >$folder/target
    chmod 640 $folder/target
    try "$input" -o $folder/first
    same_bytes $folder/target "$plain" || complain "-o a link: other bytes in what it leads to"
    [ "$(QUOTING_STYLE=literal stat -c '%a %N' $folder/target $folder/first $folder/deep/second | tr '\n' ';')" = \
      "640 $folder/target;777 $folder/first -> deep/second;777 $folder/deep/second -> ../target;" ] ||
      complain "-o a link: the link or the mode is gone: $(stat -c '%a %N' $folder/target $folder/first $folder/deep/second)"
    try "$input" -o "$folder/$long"
    same_bytes "$folder/$long" "$plain" || complain "-o a name of 255 bytes: status $code: $(head -c 200 err)"
    names_in $folder
    [ "$names" = "deep first target $long " ] || complain "-o a link left: $names"
  }
  each_row "labels data graph documents model matrix constraints sums none" check
  verdict
}

@test "all tools: -o /dev/stdout and /proc/self/fd write where these lead, between what is there" {
  in_turn 4
  [ -e /proc/self/fd/1 ] || skip "no /proc here"
  check() {
    local name
    plain || return 0
    for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
      with "$input" -o $name
      code=0
      { echo before; "${full[@]}"; echo after; } >out 2>err </dev/null || code=$?
      { echo before; cat "$plain"; echo after; } | cmp -s - out || complain "-o $name: status $code: $(head -c 200 err)"
    done
    with "$input" -o /proc/self/fd/7
    "${full[@]}" 7>out >stray 2>err </dev/null || complain "-o /proc/self/fd/7: status $?: $(cat err)"
    same_bytes out "$plain" || complain "-o /proc/self/fd/7: other bytes"
    with "$input" -o /dev/stdout
    "${full[@]}" 2>err </dev/null | cmp -s - "$plain" || complain "-o /dev/stdout into a pipe: $(cat err)"
  }
  each_reader "labels data graph documents model matrix constraints sums none" check
  verdict
}

@test "all tools: two outputs of a call that are one file are wrong use, whatever they are called" {
  in_turn 4
  not_sanitized "wrong use alone, and of all rows"
  local checked=
  # together A B: refused, and nothing is written
  together() {
    with "$input" "$@"
    code=0
    "${full[@]}" >out 2>err </dev/null || code=$?
    [ "$code" = 2 ] && [ ! -s out ] && grep -Eq "^$tool: --[a-z-]+ and (--[a-z-]+|the result|the result on standard output) are (one file: |both standard output)" err ||
      complain "$*: status $code: $(head -n 1 err)"
    has_line old old || complain "$*: the old file was changed"
    names_in folder
    [ "$names" = "link " ] || complain "$*: left $names"
  }
  local -A outputs
  mkdir folder
  ln -s new folder/link
  check() {
    local option noun="$tool ${line[1]-}"
    if [ -z "${outputs[$noun]-}" ]; then
      outputs[$noun]=$("$tool" --list-options | awk -F, -v nouns=",${line[1]-}," '$4 == "output" && ($1 == "" || index(nouns, "," $1 ",")) { print $2 }')
      [[ ${outputs[$noun]} == *output* && ${outputs[$noun]} == *$'\n'* ]] || complain "no --output and --log among its options"
    fi
    for option in ${outputs[$noun]}; do
      # once for each tool, by the first row that takes it
      if [ "$option" = output ] || [[ $checked == *" $tool$option "* ]]; then continue; fi
      try "$input" "--$option=-" --output=-
      ! grep -Eq "^$tool: --$option (does not go|goes) with" err || continue
      checked+=" $tool$option "
      rm -f folder/new
      echo old >old
      together --output=folder/new "--$option=./folder/new"
      together --output=folder/new "--$option=folder/link"
      together --output=old "--$option=$PWD/old"
      together --output=- "--$option=-"
    done
  }
  # what begins with "write" or "append" in the help is an output
  rows_tell() {
    local option
    for option in $("$tool" --list-options | awk -F, '$4 == "output" && $2 != "output" { print $2 }' | sort -u); do
      [[ $checked == *" $tool$option "* ]] || complain "no row of this file takes --$option"
    done
    "$tool" --list-options | grep -E ',"?(write|append) ' | grep -E ',(text|output),FILE,' | grep -v ',output,' >untold || :
    [ ! -s untold ] || complain "options that write and are no outputs: $(cut -d, -f1,2 untold | tr '\n' ' ')"
  }
  every_row "labels data graph documents model matrix constraints sums none" check
  each_tool rows_tell
  verdict
}

@test "all tools: a signal while a file is written leaves the old file and nothing beside it" {
  mkdir folder.{0..999}
  echo old >old
  xfsz=$((128 + $(kill -l XFSZ)))
  check() {
    local names folder=folder.$row
    plain || return 0
    echo old >$folder/x
    with "$input" -o $folder/x -q
    # the first byte is one too many: SIGXFSZ, in the middle of the writing
    code=0
    (ulimit -c 0; ulimit -f 0; exec "${full[@]}") </dev/null >/dev/null 2>/dev/null || code=$?
    [ "$code" = "$xfsz" ] || complain "status $code"
    names_in $folder
    [ "$names" = "x " ] || complain "left: $names"
    same_bytes old $folder/x || complain "the old file was changed"
  }
  each_row "labels data graph documents model matrix constraints sums none" check
  verdict
}

@test "all tools: with descriptors 0, 1 and 2 closed nothing else gets into an output" {
  check() {
    plain || return 0
    with "$input" -v -o x.out
    rm -f x.out
    code=0
    "${full[@]}" <&- >&- 2>&- || code=$?
    [ "$code" = 0 ] || complain "status $code"
    same_bytes x.out "$plain" || complain "closed descriptors: other bytes"
    rm -f x.out
    "${full[@]}" </dev/null >/dev/null 2>&- || complain "2>&-: status $?"
    same_bytes x.out "$plain" || complain "2>&-: other bytes"
  }
  each_row "labels data graph documents model matrix constraints sums none" check
  verdict
}

@test "all tools: --help, --version and the lists tell of a full disk" {
  in_turn 4 sanitized
  [ -c /dev/full ] || skip "no /dev/full here"
  check() {
    local option
    for option in --help --version --list-options $(if [ -n "$(nouns)" ]; then echo --list --list=csv; fi); do
      code=0
      "$tool" $option >/dev/full 2>err || code=$?
      [ "$code" = 1 ] && [ "$(cat err)" = "$tool: standard output: No space left on device" ] || complain "$option >/dev/full: status $code: $(cat err)"
      code=0
      "$tool" $option >&- 2>err || code=$?
      [ "$code" = 1 ] && grep -q "^$tool: standard output: " err || complain "$option >&-: status $code: $(cat err)"
    done
  }
  each_tool check
  verdict
}

@test "all tools: --log has a line for each run, with the checksums of what was read and written" {
  in_turn 4
  command -v jq >/dev/null || skip "no jq here"
  # The logs and results of all rows are kept, log.N and written.N, and looked at by one jq and one gzip in the end.
  check() {
    local said
    plain || return 0
    rm -f runs x.out
    try "$input" -o x.out --log runs
    same_bytes x.out "$plain" || complain "--log: other bytes"
    mapfile -t said <runs
    [ "${#said[@]}" = 1 ] || complain "--log: ${#said[@]} lines"
    printf '%s\t' "$done_rows" "$tool" "${input:--}" "${full[*]}" "$kind" >>expected
    try no-such-file -o x.out --log runs
    mapfile -t said <err
    printf '%s\t' "${said[-1]#"$tool: "}" >>expected # notes may stand before it
    try "$input" --log runs --no-such-option
    mv runs "log.$done_rows"
    cp "$plain" "written.$done_rows"
    printf '%s\n' "${line[*]}" >>expected
    cp "$plain" table
    try "$input" --log table
    [ "$code" = 1 ] && same_bytes "$plain" table || [ "$(head -c 1 table)" = "{" ] || complain "--log on a table: status $code: $(cat err)"
  }
  each_row "labels data graph documents model matrix constraints sums none" check
  # checksums FILE...: name, bytes and checksum of each, as gzip -lv lists them
  checksums() {
    gzip -kn "$@"
    gzip -lv "${@/%/.gz}" | awk 'NR > 1 && $NF != "(totals)" { print $NF, $(NF - 2), $2 }'
  }
  checksums written.* *.csv *.mtx all.sums >checksums
  jq -c '{log: input_filename} + .' log.* | jq -rs 'def files: [.[] | "\(.path) \(.bytes) \(.crc32)"];
    group_by(.log)[] | [(.[0] | .log[4:], .tool, .status, .message // "", (.command | join(" ")), (.outputs | files[-1]), (.inputs | files | join(";"))),
      (.[1] | .status, .message), .[-1].status, length] | map(tostring) | join("\t")' >logged
  awk -F'\t' '
    FILENAME == "checksums" { split($0, part, " "); sum[part[1]] = part[2] " " part[3]; next }
    FILENAME == "expected" { tool[$1] = $2; input[$1] = $3; command[$1] = $4; kind[$1] = $5; said[$1] = $6; row[$1] = $7; rows++; next }
    function wrong(what) { print row[$1] ": " what }
    {
      seen++
      if ($2 != tool[$1] || $3 != 0 || $4 != "") wrong("--log: " $2 " " $3 " " $4)
      if ($5 != command[$1]) wrong("command: " $5)
      if ($6 != "x.out " sum["written." $1]) wrong("outputs: " $6)
      if (input[$1] != "-" && index(";" $7 ";", ";" input[$1] " " sum[input[$1]] ";") == 0) wrong("inputs: " $7)
      if (kind[$1] != "none" && ($8 != 1 || $9 != said[$1])) wrong("a failure: " $8 " " $9)
      if ($10 != 2 || $11 != 3) wrong("wrong use: " $10 " of " $11 " lines")
    }
    END { if (!rows || seen != rows) print seen + 0 " logs of " rows + 0 " rows" }' FS=' ' checksums FS='\t' expected logged >>"$problems"
  verdict
}

@test "all tools: -v tells something on standard error, and changes no byte of the result" {
  check() {
    local said=
    plain || return 0
    try "$input" -v
    same_bytes out "$plain" || complain "-v: other bytes"
    IFS= read -r said <err || :
    [[ $said == "$tool: "* ]] || complain "-v: says '$(cat err)'"
  }
  each_row "labels data graph documents model matrix constraints sums none" check
  verdict
}

# Options of the row in line[] that write a file beside the result, into $options; looked for once for each noun of a tool.
declare -gA beside
side_options() {
  local noun="$tool ${line[1]-}"
  [ "${beside[$noun]+x}" ] || beside[$noun]=$(list_beside)
  options=${beside[$noun]}
}
list_beside() {
  "$tool" --list-options | awk -F, -v nouns=",${line[1]-}," '
    $5 == "FILE" && $2 != "output" && /,"?write / && ($1 == "" || index(nouns, "," $1 ",")) { print $2 }'
}

@test "all tools: every file that is written beside the result is the same again, and with one thread and four" {
  in_turn 4
  files=0
  check() {
    has_option threads || return 0
    local option options
    side_options
    for option in $options; do
      rm -f side.*
      try "$input" -j 1 "--$option" side.1
      # wrong use: the option does not go with the others of the row
      [ "$code" != 2 ] || continue
      [ "$code" = 0 ] || complain "--$option: status $code: $(cat err)"
      [ -s side.1 ] || { complain "--$option wrote nothing"; continue; }
      mv out side.out
      try "$input" -j 4 "--$option" side.4
      same_bytes side.1 side.4 || complain "--$option with -j 4: other bytes"
      same_bytes out side.out || complain "the result beside --$option with -j 4: other bytes"
      try "$input" -j 1 "--$option" side.again
      same_bytes side.1 side.again || complain "--$option: other bytes the second time"
      files=$((files + 1))
    done
  }
  each_row "labels data graph documents model matrix constraints sums none" check
  verdict
  assert [ "$files" -ge $((40 / share)) ]
}

@test "all tools: the same bytes again, and with one thread and four" {
  in_turn 4
  check() {
    plain || return 0
    same "$input"
    has_option threads || return 0
    try "$input" -j 1
    same_bytes out "$plain" || complain "-j 1: other bytes"
    try "$input" -j 4
    same_bytes out "$plain" || complain "-j 4: other bytes"
  }
  each_row "labels data graph documents model matrix constraints sums none" check
  verdict
}

@test "all tools: the locale changes nothing" {
  check() {
    plain || return 0
    with "$input"
    LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 "${full[@]}" >out 2>err </dev/null || complain "de_DE: status $?"
    same_bytes out "$plain" || complain "de_DE: other bytes"
  }
  each_reader "labels data graph documents model matrix constraints sums none" check
  verdict
}

# ---- manuals ----

@test "all tools: manual pages with the options, arguments and defaults of the rows" {
  in_turn 4
  # compare PAGE: the rows on standard input with the items of the page
  compare() {
    sort -u >rows-of
    "$CE_SOURCE/tests/options-of.sh" page <"$CE_SOURCE/man/$1" | sort -u >page-options
    { diff -U 0 rows-of page-options || true; } | sed -n '/^[-+][^-+]/p' >differences
    while read -r difference; do complain "$1: - of --list-options, + of the page: $difference"; done <differences
  }
  sections() { # FILE SECTION...
    local file=$1 section
    shift
    for section in "$@"; do grep -qx ".Sh $section" "$CE_SOURCE/man/$file" || complain "man/$file has no $section"; done
  }
  check() {
    local noun page
    [ -e "$CE_SOURCE/man/$tool.1" ] || { complain "no man/$tool.1"; return 0; }
    "$tool" --list-options >list-options
    "$tool" --list=csv 2>/dev/null | "$CE_SOURCE/tests/options-of.sh" pages >pages || : >pages
    {
      "$CE_SOURCE/tests/options-of.sh" rows "" <list-options
      awk '$2 == "" { print $1 }' pages | while read -r noun; do "$CE_SOURCE/tests/options-of.sh" rows "$noun" <list-options; done
      printf '%s\n' '|--help||' '|--version||'
      [ -z "$(nouns)" ] || printf '%s\n' '|--list||' '|--cite|name|'
      echo '|--list-options||'
    } | compare "$tool.1"
    sections "$tool.1" NAME SYNOPSIS DESCRIPTION 'EXIT STATUS' EXAMPLES 'SEE ALSO'
    for noun in $(awk '$2 == "" { print $1 }' pages); do
      grep -Eq "(^|[ ,|])$noun([ ,|)]|\$)" "$CE_SOURCE/man/$tool.1" || complain "man/$tool.1 does not name $noun"
    done
    for page in $(awk '$2 != "" { print $2 }' pages | sort -u); do
      [ -e "$CE_SOURCE/man/$page.7" ] || { complain "no man/$page.7"; continue; }
      awk -v page="$page" '$2 == page { print $1 }' pages | while read -r noun; do
        grep -E "^(noun|$noun)," list-options | "$CE_SOURCE/tests/options-of.sh" rows "$noun"
      done | compare "$page.7"
      sections "$page.7" NAME SYNOPSIS DESCRIPTION EXAMPLES 'SEE ALSO'
      for noun in $(awk -v page="$page" '$2 == page { print $1 }' pages); do
        grep -Eq "(^|[ ,])$noun([ ,:;.]|\$)" "$CE_SOURCE/man/$page.7" || complain "man/$page.7 does not name $noun"
      done
    done
  }
  each_tool check
  verdict
}

@test "all tools: mandoc has nothing to say about the pages" {
  command -v mandoc >/dev/null || skip "no mandoc here"
  run mandoc -T lint -W warning "$CE_SOURCE"/man/*.[1357]
  assert_output ""
  assert_equal "$status" 0
}

@test "all tools: README.md and clens(7) name every tool" {
  check() {
    for text in README.md man/clens.7; do
      grep -Eq "$tool([^a-z-]|\$)" "$CE_SOURCE/$text" || complain "$text does not name it"
    done
  }
  each_tool check
  verdict
}
