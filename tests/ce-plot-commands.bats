#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-plot: what gnuplot is told, command by command, for a small table of each kind. The numbers in tests/fixtures/plot follow from
# the tables by hand; after a change of a picture, look at it, and at what `diff` shows here.

setup() {
  load common
  load plots
}

# drawn NAME [COLUMNS]: the commands, and the binary data of so many columns, are those of the fixture.
drawn() {
  commands >drawn
  [ -z "${2:-}" ] || doubles "$2" >>drawn
  [ -z "${WRITE_PLOTS:-}" ] || cp drawn "$WRITE_PLOTS/$1.txt"
  diff "$FIXTURES/plot/$1.txt" drawn
}

# labelled: a matrix with ids of four objects, and a table that describes them, in another order.
labelled() {
  table ,ab,c,d,e ab,1,.5,0,.1 c,.5,1,.25,0 d,0,.25,1,.9 e,.1,0,.9,1 >m.csv
  table id,cluster,age,class d,2,,y ab,1,2.5,x e,2,8,y c,1,7,y >bars.csv
}

@test "ce-plot matrix, commands: order, tree, bars, legend, ids and title" {
  labelled
  recorded ce-plot matrix --height 400 --width 500 --bars bars.csv -k 2 --title 'a (b)' m.csv
  drawn matrix
  # without ids there are no names, and without a tree or bars more room
  cut -d, -f2- m.csv | tail -n +2 >plain.csv
  recorded ce-plot matrix --order given --palette grey --values v --height 300 --width 600 plain.csv
  drawn matrix-given
  # values beyond 0 .. 1, a group beside another
  table 2,-1,0 -1,2,-1 0,-1,2 >odd.csv
  table l a b a >l.csv
  recorded ce-plot matrix --labels l.csv odd.csv
  drawn matrix-labels
}

@test "ce-plot matrix, commands: reduced, and an image of more than 100 pixels a side" {
  awk 'BEGIN { n = 303; for (i = 0; i < n; i++) { for (j = 0; j < n; j++) printf "%s%s", (j ? "," : ""), i == j ? 1 : (i % 3 == j % 3) * .5; print "" } }' >m.csv
  recorded ce-plot matrix -q --order given --pixels 101 m.csv
  drawn matrix-reduced
  recorded ce-plot matrix -q --order given --pixels 100 m.csv
  assert_equal "$(grep -ac 'with image pixels$' script)" 1
  # two objects a pixel: a strip shows the mean of numbers, and the label that more have, of equals the first
  table 1,0,0,0 0,1,0,0 0,0,1,0 0,0,0,1 >four.csv
  table a,l,m 0,x,p .25,y,q .5,y, 1.25,y,p >bars.csv
  recorded ce-plot matrix -q --order given --pixels 2 --bars bars.csv four.csv
  commands | grep -E '^[0-9.]+ [0-9.]+ ' >strips
  # .1 and .7 of the way from 250 240 215 to 110 30 10; x and y are equally many; of a label and none the label
  table "1.5 0.400 0.5 2.5 0 0.800 15522755" "3.5 0.400 2.5 4.5 0 0.800 9985352" \
    "1.5 1.400 0.5 2.5 1 1.800 29362" "3.5 1.400 2.5 4.5 1 1.800 13983232" "2.5 2.400 0.5 4.5 2 2.800 29362" >expected
  diff expected strips
  # what is said of means is in the picture, 12 pixels above its end
  recorded ce-plot matrix -q --order given --pixels 50 --width 1200 --height 500 m.csv
  assert_equal "$(commands | grep -o '^set label "303 objects.*' | grep -o 'screen [^ ]*')" "screen 0.053333,0.024000"
  ce-plot matrix -q --order given --pixels 50 --width 1200 --height 500 m.csv | grep >/dev/null '303 objects on 50 x 50 pixels'
}

@test "ce-plot matrix, commands: many bars, labels and long names end where there is no room" {
  awk 'BEGIN {
    for (i = 1; i <= 21; i++) { for (j = 1; j <= 21; j++) printf "%s%s", (j > 1 ? "," : ""), i == j ? 1 : .5; print "" }
    print "a name that is long and longer,twenty,c,whole,d" >"bars.csv"
    for (i = 1; i <= 21; i++) print "label number " i " of many," i % 20 "," i / 4 "," i ",x" i % 3 >"bars.csv"
  }' >m.csv
  recorded ce-plot matrix --order given --id none --bars bars.csv --height 400 m.csv
  drawn matrix-bars
  # where one label is left its name takes no more room than "and 1 more"
  table 1,0,0,0 0,1,0,0 0,0,1,0 0,0,0,1 >four.csv
  table l a b c d >labels.csv
  for height in {125..190..5}; do
    recorded ce-plot matrix --order given --bars labels.csv --height $height --width 500 four.csv
    commands | sed -n 's/^set label "\(and [0-9]* more.*\|[a-d]\)" at .*front.*/\1/p' | tail -n 1 >>last
  done
  assert_equal "$(sort last | uniq -c | awk '{ $1 = ""; print }' | paste -sd,)" " and 2 more, and 3 more, and 4 more, d"
}

@test "ce-plot tree, commands: names, colors of clusters, the cut" {
  table left,right,height,size 0,1,1,2 2,3,1.5,2 4,6,2,3 5,7,4,5 >tree.csv
  table id p q r s "a long name of more than thirty letters" >ids.csv
  recorded ce-plot tree -k 3 --ids ids.csv --title t --y-label 'd (x)' tree.csv
  drawn tree
  recorded ce-plot tree --width 200 tree.csv
  drawn tree-plain
  recorded ce-plot tree --cut-at 5 tree.csv
  assert_equal "$(commands | grep -e yrange -e '^0.5 ' -e '^5.5 ' | paste -sd' ')" "set yrange [0:5.1] 0.5 5 5.5 5"
  # of 250 leaves on 110 pixels a merge of two is .88 pixels wide
  awk 'BEGIN { n = 250; print "left,right,height,size"; for (i = 0; i < n; i += 2) print i "," i + 1 ",1,2"
    print n "," n + 1 ",2,4"; for (i = 2; i < n / 2; i++) print n + n / 2 + i - 2 "," n + i "," i + 1 "," 2 * i + 2 }' >many.csv
  recorded ce-plot tree -q --width 200 many.csv
  assert_equal "$(commands | grep -e xlabel -e bmargin -e range | paste -sd' ')" "set xlabel '250 leaves; 125 merges narrower than a pixel are not \
drawn' font ',10' textcolor rgb '#404040' set bmargin at screen 0.048571 set xrange [0.5:250.5] set yrange [0:127.5]"
  # four points for each of the 124 merges that are drawn; their children that are not begin at 0
  assert_equal "$(commands | grep -c '^[0-9]')" $((4 * 124 + 1))
  assert_equal "$(commands | grep -c ' 0$')" $((125 + 1))
}

@test "ce-plot scatter, commands: series, noise, keys, sizes" {
  table id,x,y,class a,1,2,u b,2,3.5,v c,3,1,noise d,4,,u e,5,4,u >d.csv
  recorded ce-plot scatter -q --title t d.csv
  drawn scatter 2
  table object,margin a,1 b,.5 c,0 d,1 e,-1 >sure.csv
  recorded ce-plot scatter -q --equal --confidence sure.csv d.csv
  drawn scatter-confidence 3
  table x,y,class 0,0,a 0,0.1,a 0.1,0,a 0.1,0.1,b 1,1,b 1,0,noise .5,1,b .6,.9,a >d.csv
  recorded ce-plot scatter -q --bins 4 --width 400 --height 200 d.csv
  drawn scatter-bins 4
  # up to 1000 points, up to 10000, more
  for n in 1000 1001 10000 10001; do
    awk -v n=$n 'BEGIN { print "x,y"; for (i = 1; i <= n; i++) print i "," i % 7 }' >d.csv
    recorded ce-plot scatter --bins 0 d.csv
    commands | grep -o 'pointsize [0-9.]*' >>sizes
  done
  assert_equal "$(paste -sd' ' sizes)" "pointsize 0.9 pointsize 0.5 pointsize 0.5 pointsize 0.25"
  # a key for 20 labels, none for 21
  for k in 20 21; do
    awk -v k=$k 'BEGIN { print "x,y,class"; for (i = 0; i < k; i++) print i "," i "," i }' >d.csv
    recorded ce-plot scatter d.csv
    commands | grep -c '^set key' >>keys || :
  done
  assert_equal "$(paste -sd' ' keys)" "1 0"
}

@test "ce-plot curve, commands: axes, styles, order of x" {
  table k,a,b 3,1,.5 1,2, 2,3,.25 >d.csv
  recorded ce-plot curve --title t d.csv
  drawn curve 2
  recorded ce-plot curve --y b --style lines --log-axes xy --x-label X d.csv
  drawn curve-log 2
  recorded ce-plot curve --x a --y k --style points --log-axes y --y-label Y d.csv
  drawn curve-points 2
  # nine curves: the eighth has the first color again, dashed
  awk 'BEGIN { for (r = 0; r <= 100; r++) for (q = 0; q <= 9; q++) printf "%s%s", r ? r * q + 1 : "c" q, q < 9 ? "," : "\n" }' >d.csv
  recorded ce-plot curve d.csv
  commands >one
  awk 'BEGIN { for (r = 0; r <= 101; r++) for (q = 0; q <= 9; q++) printf "%s%s", r ? r * q + 1 : "c" q, q < 9 ? "," : "\n" }' >d.csv
  recorded ce-plot curve d.csv
  # 100 points and more: each is smaller
  commands | sed 's/record=101/record=100/g; s/pointsize 0.5/pointsize 0.8/g' | diff one -
  cp one script
  drawn curve-nine
}

@test "ce-plot cdf, stability, commands: axes, curves and panels" {
  table k,consensus,cdf 3,.25,.5 2,0,.25 3,.75,1 2,1,1 2,.5,.75 ,.5,.5 >cdf.csv
  recorded ce-plot cdf --title t cdf.csv
  drawn cdf 2
  awk 'BEGIN { print "k,consensus,cdf"; for (k = 2; k < 40; k++) print k ",0," k / 100 }' | recorded ce-plot cdf
  assert_equal "$(commands | grep -o 'dashtype [0-9]' | uniq -c | awk '{ print $1 * $3 }' | paste -sd' ')" "7 14 21 28 35 3"
  table k,members,pac,area,delta,lifetime 4,9,.3,.7,-.1, 2,9,.1,.6,,.2 3,9,.2,.65,.05,.4 >k.csv
  recorded ce-plot stability --title t k.csv
  drawn stability
  table k,pac 2,.5 31,.5 >k.csv
  recorded ce-plot stability k.csv
  drawn stability-one
  table k,delta 2,0 3,0 >k.csv
  recorded ce-plot stability k.csv
  assert_equal "$(commands | grep yrange)" "set yrange [0:1.0800000000000001]"
}

@test "ce-plot cdf, commands: rows of one k and one consensus stay in their order" {
  table k,consensus,cdf 2,.5,.75 2,0,.25 2,.5,.5 2,1,1 2,.5,.625 | recorded ce-plot cdf
  doubles 2 >got
  table '0 0.25' '0.5 0.75' '0.5 0.5' '0.5 0.625' '1 1' | cmp - got
}

@test "ce-plot silhouette, item-consensus, commands: bars, names, the mean" {
  table clustering,object,cluster,silhouette a,p,2,.25 a,q,1,.5 a,r,1,-.125 a,a-very-long-name-of-an-object,2,.75 a,s,noise,0.1 a,t,1,NA >obj.csv
  recorded ce-plot silhouette --title t obj.csv
  drawn silhouette
  # a cluster without a value, names that would meet, a bar for three objects
  awk 'BEGIN { print "clustering,object,cluster,silhouette"
    for (i = 1; i <= 230; i++) print "a,o" i "," i % 12 "," (i % 12 == 8 ? "NA" : (i % 100) / 100) }' >many.csv
  recorded ce-plot silhouette --height 200 many.csv
  drawn silhouette-many
  table clustering,object,cluster,own,next,nearest,margin a,p,1,.5,.25,2,.25 a,q,2,.75,.5,1,.25 >i.csv
  recorded ce-plot item-consensus i.csv
  drawn item-consensus
}

@test "ce-plot cluster-consensus, null, commands: bars, points, errors and p" {
  table clustering,cluster,size,consensus one,1,3,.5 one,2,3,.25 one,3,1, a-name-of-letters,1,3,1 a-name-of-letters,2,2,.125 three,1,9,0 >c.csv
  recorded ce-plot cluster-consensus --title t c.csv
  drawn cluster-consensus
  table k,objective,members,references,score,mean,se,rcsi,rcsi_se,p,p_fit \
    2,entropy,9,25,.1,.2,.01,.6,.05,.04,.01 3,entropy,9,25,.1,.2,.01,.9,.1,.0385,.01 \
    2,pac,9,25,.1,.2,.01,-.3,.05,.5, 3,pac,9,25,.1,.2,.01,.2,,.2, 4,pac,9,25,.1,.2,.01,,,.2, >null.csv
  recorded ce-plot null --title t null.csv
  drawn null
  # one k: from half a step before; more than fifteen steps: every second k
  table k,objective,rcsi,rcsi_se,p 5,pac,0,0,.5 >null.csv
  recorded ce-plot null null.csv
  drawn null-one
  for last in 17 18; do
    awk -v last=$last 'BEGIN { print "k,objective,rcsi,rcsi_se,p"; for (k = 2; k <= last; k++) print k ",pac,1,.5,.5" }' >null.csv
    recorded ce-plot null null.csv
    commands | grep '^set xtics' | tr , '\n' | wc -l >>named
  done
  assert_equal "$(paste -sd' ' named)" "16 9"
}

@test "ce-plot weights, commands: rows, bars, numbers, lines between clusters" {
  table clustering,cluster,size,kind,x,y,z,'a name of more than forty characters, which is cut' \
    one,1,2,centroid,1,2,3,4 one,1,2,weight,.5,.25,.125,.125 one,2,2,centroid,1,2,3,4 one,2,2,weight,.1,0,.2,.7 one,3,1,centroid,1,2,3,4 one,3,1,weight,.1,.2,.3,.4 |
    sed 's/^\(.*\), which/\1; which/' >model.csv
  recorded ce-plot weights --top 2 --title t model.csv
  drawn weights 6
  recorded ce-plot weights -q --top 1 --height 300 model.csv
  drawn weights-one 6
}

@test "ce-plot tracking, members, commands: axes, names, gaps and the image" {
  table id,first,second a,1,x b,2,y a-name-of-more-than-24-letters,1,x >l.csv
  recorded ce-plot tracking --title t l.csv
  drawn tracking
  recorded ce-plot members l.csv
  drawn members
  table size,first,second 3,1,x 2,2,y 1,1,x >l.csv
  recorded ce-plot tracking --width 300 --height 200 l.csv
  drawn tracking-sizes
  # letters of more bytes are not cut through
  table id,first,second éaaaaaaaaaéaaaaéaaaaaaaaéb,1,x b,2,y >l.csv
  recorded ce-plot tracking l.csv
  commands | grep -F >/dev/null '"\303\251aaaaaaaaa\303\251...\303\251aaaaaaaa\303\251b"'
  # half as many objects as pixels, and white where there is no label
  { echo a; repeated 3 1; repeated 2 2; repeated 1 ""; } >l.csv
  recorded ce-plot tracking -q --pixels 3 l.csv
  assert_equal "$(grep -a ^plot script | grep -o ' d.*origin[^ ]*')" " dx=0.5 dy=1 origin=(0.75,1)"
  # 1000 cells are rectangles, more an image in which every cell has some pixels; so many clusterings have every second name
  for m in 5 100 101; do
    awk -v m=$m 'BEGIN { for (r = 0; r <= 10; r++) for (q = 1; q <= m; q++) printf "%s%s", r ? r % 3 : "c" q, q < m ? "," : "\n" }' >l.csv
    recorded ce-plot tracking l.csv
    drawn tracking-$m
    recorded ce-plot members l.csv
    drawn members-$m
  done
  # names have 13 pixels each, of 710
  for m in 54 55; do
    awk -v m=$m 'BEGIN { for (r = 0; r <= 3; r++) for (q = 1; q <= m; q++) printf "%s%s", r ? r : "c" q, q < m ? "," : "\n" }' >l.csv
    recorded ce-plot tracking l.csv
    commands | grep '^set xtics' | tr -cd , | wc -c >>commas
  done
  assert_equal "$(paste -sd' ' commas)" "54 28"
  # 100 clusterings on 800 pixels have no lines between them, 99 have
  assert_equal "$(grep -c arrow "$FIXTURES/plot/tracking-100.txt" || :)" 0
  awk 'BEGIN { for (r = 0; r <= 3; r++) for (q = 1; q <= 99; q++) printf "%s%s", r ? r : "c" q, q < 99 ? "," : "\n" }' >l.csv
  recorded ce-plot tracking l.csv
  assert_equal "$(commands | grep -c '^set arrow')" 98
}

@test "ce-plot, commands: terminals of SVG, PNG and PDF" {
  table x,y 1,2 2,1 >d.csv
  for format in svg png pdf; do
    recorded ce-plot scatter --format $format --width 960 --height 480 d.csv
    drawn terminal-$format
  done
}
