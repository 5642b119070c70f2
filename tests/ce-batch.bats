#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-batch on one machine: descriptions, the values of tasks, what is done again, make and GNU
# parallel. tests/cluster.bats is for Slurm.

setup() { load common; }

# A description from lines, in the file that is named first.
describe() { local file=$1; shift; table "$@" >"$file"; }

# refused MESSAGE: the description in x.batch is refused so.
refused() {
  run_split ce-batch --todo x.batch
  assert_error 1 "ce-batch: x.batch:$1"
}

# Three numbers, each doubled, and the sum of all.
sums() {
  for i in 1 2 3; do echo "$i" >"in.$i"; done
  describe sums.batch '[parameters]' 'i = 1..3' '[step twice]' 'over = i' 'input = in.{i}' \
    'output = twice/{i}' \
    'command = echo {i} >>began; awk "{ print 2 * \$1 }" {input} >{output}' \
    '[step sum]' 'output = sum' \
      'command = echo sum >>began; cat {twice} | awk "{ s += \$1 } END { print s }" >{output}'
}

# ran: the tasks whose commands ran since the last call, in alphabetical order.
ran() { sort began 2>/dev/null | paste -sd' ' -; rm -f began; }

# there: the files in this folder, without those of run_split.
there() { ls -A | paste -sd' ' -; }

# ---- the description ----

@test "ce-batch: each unknown or misplaced word of a description has one message with its line" {
  head='[step a]'
  good=('output = a' 'command = true >{output}')
  while IFS='|' read message lines; do # a row may go on after a backslash
    IFS=';' read -ra lines <<<"$lines"
    describe x.batch "${lines[@]}"
    refused "$message"
  done <<'END_OF_ROWS'
1: unknown key 'nmae' before the first section; did you mean name?|nmae = x;[step a];output = a;\
command = true >{output}
1: unknown key 'a-key-of-more-than-sixty-three-letters-which-is-as-far-from-' before the first section; there are name, slurm|\
a-key-of-more-than-sixty-three-letters-which-is-as-far-from-all-others-as-can-be = x
1: unknown key 'xyzzy' before the first section; there are name, slurm|xyzzy = x
2: unknown key 'outptu' in a step; did you mean output?|[step a];outptu = a
2: unknown key 'after' in a step; there are over, input, output, command, memory, time, threads,\
 at-once, slurm|[step a];after = b
1: [setp a], [parameters] or [step NAME] expected|[setp a]
1: '[step a', [parameters] or [step NAME] expected|[step a
1: [step 1a]: a name of letters, digits, - and _ expected that begins with a letter|[step 1a]
1: [step ]: a name of letters, digits, - and _ expected that begins with a letter|[step]
2: 'over a', KEY = VALUE expected (a line that goes on with the value before begins with a\
 blank)|[step a];over a
1: a line that begins with a blank goes on with a value, and there is none before it|  x = 1
2: no key before the =|[step a];= 3
3: output comes twice (line 2)|[step a];output = a;output = b
3: 'a' comes twice among parameters and steps|[parameters];a = 1 2;[step a]
1: 'output' has a meaning of its own; another name is needed|[step output]
2: a has no value|[parameters];a =
2: a: 'x' comes twice|[parameters];a = x y x
2: a: an empty value|[parameters];a = x ''
2: a: a ' that is not closed|[parameters];a = 'x
2: a: '9..1', a range FIRST..LAST of at most 1000000 numbers expected|[parameters];a = 9..1
2: a: '0..1000000', a range FIRST..LAST of at most 1000000 numbers expected|[parameters];a =\
 0..1000000
2: a: no file is like 'no-such*'|[parameters];a = no-such*
3: k has 2 values, and a has 3|[parameters];a = x y z;k of a = 1 2
2: 'b' is no parameter with values of its own|[parameters];k of b = 1 2
2: 'a b', a name, or NAME of PARAMETER, expected; a name has letters, digits, - and _ and begins\
 with a letter|[parameters];a b = 1
2: over: 'b' is no parameter|[step a];over = b
5: over: k goes with a; name that one|[parameters];a = x;k of a = 1;[step s];over = k
4: over: p comes twice|[parameters];p = 1 2;[step a];over = p p
2: memory = '2', a size such as 500M or 2G expected|[step a];memory = 2
2: memory = '2  G', a size such as 500M or 2G expected|[step a];memory = 2; G
2: memory = '2G time = 10m', a size such as 500M or 2G expected (one key a line)|[step a];memory =\
 2G time = 10m
2: time = '10', a time such as 90s, 10m, 2h or 1d12h expected|[step a];time = 10
2: threads = '0', a whole number from 1 to 4096 expected|[step a];threads = 0
2: threads = '4294967297', a whole number from 1 to 4096 expected|[step a];threads = 4294967297
2: slurm: 'long', an option of sbatch expected, such as --partition=long|[step a];slurm = long
1: step a has no output|[step a];command = true
1: step a has no command|[step a];output = a
3: the command does not name {output}, the file that it writes|[step a];output = a;command = true
4: the command does not name {output.b}, the file that it writes|[step a];output = a;output.b = b;\
command = true >{output}
4: output: tasks that differ in p would write one file; its name needs {p}|[parameters];p = 1 2;\
[step a];output = a;over = p;command = true >{output}
4: {qqqq}: no parameter and no step, and neither {output}, {input} nor {threads}|[parameters];p =\
 1 2;[step a];output = a{qqqq};over = p;command = true >{output}
3: {ouput}: no parameter and no step; did you mean {output}?|[step a];output = a;command = true\
 >{ouput}
5: {p}: step a is not over p|[parameters];p = 1 2;[step a];output = a;command = echo {p} >{output}
3: {b}: step b comes later; steps stand in the order of the work|[step a];output = a;command = cat\
 {b} >{output};[step b];output = b;command = cat {a} >{output}
3: {a.x}: step a has no output.x|[step a];output = a;command = cat {a.x} >{output}
5: {p.x}: a parameter has .name and .count, and no .x|[parameters];p = 1;[step a];output = a;\
command = echo {p.x} >{output}
3: {a[x]}: [PARAMETER-1], [PARAMETER=VALUE] or [PARAMETER=last] expected|[step a];output = a;\
command = echo {a[x]} >{output}
6: {a[p=7]}: p has no value '7'|[parameters];p = 1 2;[step a];over = p;output = a{p};command =\
 echo {a[p=7]} >{output}
3: output: {output} cannot be part of a file name|[step a];output = a;output.b = b{output};command\
 = true >{output} {output.b}
2: over has no parameter; leave it out for a step with one task|[step a];over = # none
3: 'output.1a', output.NAME expected|[step a];output = a;output.1a = b
2: output has 2 file names, one expected (output.NAME = FILE adds another)|[step a];output = a b
2: output has 0 file names, one expected (output.NAME = FILE adds another)|[step a];output = # b
6: {b}: step b has no output without a name|[step b];output.x = b;command = true >{output.x};\
[step a];output = a;command = cat {b} >{output}
4: {p[1]}: only a step takes [ ]|[parameters];p = 1 2;[step a];command = echo {p[1]} >{output};output = a
6: input: {b} stands for files, and must be a word alone|[step b];output = b;command = true\
 >{output};[step a];output = a;input = x{b};command = cat {input} >{output}
2: f: more than 1000000 values|[parameters];f = 1..1000000 x;[step a];output = a
4: step a: more than 10000000 tasks in all|[parameters];p = 1..10000;q = 1..1001;[step a];\
output = {p}.{q};over = p q;command = true >{output}
END_OF_ROWS
  describe x.batch 'name = x y' "$head" "${good[@]}"
  refused "1: name = 'x y', letters, digits, - and _ expected that begin with a letter"
  describe x.batch
  run_split ce-batch x.batch
  assert_error 1 "ce-batch: x.batch: no [step NAME], a description of a batch expected"
  printf '[step a]\noutput = a\0b\n' >x.batch
  refused "2: a NUL byte, text expected"
  describe 1.batch "$head" "${good[@]}"
  run_split ce-batch 1.batch
  assert_error 1 "ce-batch: 1.batch:1: no name = NAME, and the file's own name is none that can \
be taken: letters, digits, - and _ that begin with a letter"
}

@test "ce-batch: what only a few descriptions can do wrong: control characters, many keys, quotes around files" {
  describe x.batch '[step a]' $'output = a\001b' 'command = true >{output}'
  refused "2: output: a control character in a word"
  describe x.batch '[step a]' $'output = a\177' 'command = true >{output}'
  refused "2: output: a control character in a word"
  # a hundred keys are not too many for a section, one more is
  keys=('[parameters]')
  for i in {1..100}; do keys+=("p$i = 1"); done
  describe x.batch "${keys[@]}" '[step a]' 'output = a' 'command = true >{output}'
  refused "34: more than 32 parameters"
  describe x.batch "${keys[@]}" 'q = 1' '[step a]' 'output = a' 'command = true >{output}'
  refused "102: more than 100 keys in a section"
  outputs=('[step a]')
  for i in {1..17}; do outputs+=("output.o$i = f$i"); done
  describe x.batch "${outputs[@]}" 'command = true'
  refused "18: more than 16 outputs"
  # as many tasks as no number counts: 2^64
  describe x.batch '[parameters]' 'p = 1..65536' 'q = 1..65536' 'r = 1..65536' 's = 1..65536' \
    '[step a]' 'over = p q r s' 'output = a.{p}.{q}.{r}.{s}' 'command = true >{output}'
  refused "6: step a: more than 10000000 tasks in all"
  # the files of several tasks are several words
  describe x.batch '[parameters]' 'i = 1 2' '[step a]' 'over = i' 'output = a{i}' \
    'command = echo {i} >{output}' '[step b]' 'output = b' "command = cat '{a}' >{output}"
  ce-batch --task a:1 x.batch
  ce-batch --task a:2 x.batch
  run_split ce-batch --task b:1 x.batch
  assert_error 1 "ce-batch: b:1: x.batch:9: {a} stands for 2 files, and cannot stand in quotes"
  assert_equal "$(there)" ".ce-batch a1 a2 x.batch"
  # a description whose name would break the lines of what is written
  cp x.batch $'x\ny.batch'
  run_split ce-batch --todo $'x\ny.batch'
  assert_equal "$status" 2
  assert_equal "${stderr_lines[0]}" "ce-batch: a control character in the name of DESCRIPTION"
}

@test "ce-batch --run: a driver that is not on the PATH, and tasks that fail" {
  describe x.batch '[step a]' 'output = a' 'command = false >{output}'
  tool=$(command -v ce-batch)
  mkdir empty
  run_split env PATH="$PWD/empty" "$tool" --run x.batch
  assert_error 1 "ce-batch: make is not on the PATH"
  run_split ce-batch --run x.batch
  assert_equal "$status" 1
  assert_equal "${stderr_lines[-1]}" "ce-batch: not all was done; --status tells what"
  refute [ -e a ]
}

@test "ce-batch: rounds come first in over, stand together and look back by one" {
  rounds=('[parameters]' 'r = 1..3' 'p = 1 2')
  describe x.batch "${rounds[@]}" '[step a]' 'over = p r' 'output = a{p}{r}' \
    'command = cat {a[r-1]} >{output}'
  refused "7: {a[r-1]}: r counts rounds, and must be the first in over of a and a"
  describe x.batch "${rounds[@]}" '[step a]' 'over = r' 'output = a{r}' \
    'command = cat {a[r-1]} >{output}' \
    '[step b]' 'output = b' 'command = cat {a} >{output}' '[step c]' 'over = r' 'output = c{r}' \
      'command = cat {a} >{output}'
  refused "11: step c: the steps over r must stand one after the other"
  describe x.batch "${rounds[@]}" '[step a]' 'over = r' 'output = a{r}' \
    'command = cat {a[r-1]} >{output}' \
    '[step b]' 'over = p r' 'output = b{p}{r}' 'command = cat {a} >{output}'
  refused "8: step b: r counts rounds, and must be the first in over"
  describe x.batch "${rounds[@]}" '[step a]' 'over = r' 'output = a{r}' \
    'command = cat {a[r-1]} >{output}' \
    '[step b]' 'over = r' 'output = b{r}' 'command = cat {a[r=last]} >{output}'
  refused "11: {a[r=last]}: step b is itself over r; only [r-1] is possible"
}

@test "ce-batch: two tasks that write one file are refused, in one step and in two" {
  mkdir one two
  touch one/x.csv two/x.csv
  describe x.batch '[parameters]' 'f = */x.csv' '[step a]' 'over = f' 'output = {f.name}.out' \
    'command = cat {f} >{output}'
  refused "5: a:1 and a:2 both write x.out"
  describe x.batch '[step a]' 'output = x' 'command = true >{output}' '[step b]' 'output = x' \
    'command = true >{output}'
  refused "5: a:1 and b:1 both write x"
}

@test "ce-batch: values, ranges, patterns, quotes, comments and lines that go on" {
  touch b.txt a.txt c.gz ./-d.txt
  describe v.batch '# a comment' 'name = values # another' '' '[parameters]' \
    'w = x "y z" '"'#1'"'  # and one' '  last' \
    'n = 8..10' 'z = 08..10' 'f = *.txt' 'u of w = one "two three" 4 5' \
    '[step words]' 'over = w' 'output = {w}' \
      'command = echo {w} {u} {w.count} >{output} # {no} comment'"'"'s quote {w}' \
    '[step numbers]' 'over = z n' 'output = {z}.{n}' 'command =' '  echo {z} {n} \' \
      '    two lines >{output}' \
    '[step files]' 'over = f' 'output = {f.name}.copy' 'command = echo {f} >{output}'
  run_split ce-batch --run v.batch
  assert_equal "$status $stderr" "0 "
  assert_equal "$(cat x 'y z' '#1' last)" "x one 4
y z two three 4
#1 4 4
last 5 4"
  assert_equal "$(ce-batch --status v.batch | cut -d, -f1,2)" "words: 4 tasks, 4 done
numbers: 9 tasks, 9 done
files: 3 tasks, 3 done"
  assert_equal "$(cat 08.8 08.9 10.10 ./*.copy)" "08 8 two lines
08 9 two lines
10 10 two lines
./-d.txt
a.txt
b.txt"
  assert_equal "$(ls .ce-batch)" values
}

@test "ce-batch: a parameter that no step uses is told, and one that is only counted is used" {
  describe u.batch '[parameters]' 'seed = 1..2' 'spare = a b' 'k of seed = 3 4' 'file of seed = x y' 'part = 1..9' \
    '[step s]' 'over = seed' 'output = {seed}' 'command = echo {k} {part.count} >{output}'
  run_split ce-batch --todo u.batch
  assert_equal "$status $output $stderr" "0 s:1
s:2 ce-batch: u.batch:3: no step uses the parameter spare
ce-batch: u.batch:5: no step uses the parameter file"
  run_split ce-batch --task s:1 u.batch
  assert_equal "$status $stderr" "0 "
  assert_equal "$(cat 1)" "3 9"
}

@test "ce-batch: a byte-order mark, a comment behind a section, words in quotes, odd names" {
  describe w.txt 'name = words' '[parameters]' 'f = .hidden a.tar.gz .b.c' \
    "v of f = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15' 'a b' 'c  d e f g h i j k l m n o p q r'" \
    "$(printf '[step names] \t # of files')" 'over = f' 'output = of{f.name}' \
    'command = echo {v} >{output}'
  (printf '\357\273\277'; cat w.txt) >w.batch
  ce-batch --run w.batch
  assert_equal "$(cat of.hidden ofa of.b)" "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
a b
c  d e f g h i j k l m n o p q r"
}

@test "ce-batch: lines that end in CR LF are the same description" {
  printf '%s\r\n' '[parameters]' 'i = 1 2' '[step a]' 'over = i' 'output = a{i}' \
    'command = echo {i} >{output}; echo more >>{output}' >x.batch
  ce-batch --run x.batch
  assert_equal "$(cat a1 a2 | od -An -c | tr -d ' \n')" '1\nmore\n2\nmore\n'
}

@test "ce-batch: a step over fewer parameters sees all files in order, one over more its own" {
  describe g.batch '[parameters]' 'a = x y' 'b = 1..12' '[step one]' 'over = b a' \
    'output = one.{b}.{a}' 'output.two = two.{b}.{a}' \
    'command = echo {a}{b} >{output}; echo {a}{b} >{output.two}' \
    '[step by-a]' 'over = a' 'output = by.{a}' 'command = echo {one} >{output}' \
    '[step none]' 'output = none' 'command = echo {one.two} >{output}' \
    '[step fixed]' 'over = b' 'output = fixed.{b}' \
      'command = echo {one[a=y]} {one[b=last,a=x]} {by-a} >{output}'
  ce-batch --run g.batch
  assert_equal "$(cat by.x)" "$(for b in $(seq 12); do echo "one.$b.x"; done | paste -sd' ')"
  assert_equal "$(cat none)" "$(seq 12 | sed 's/.*/two.&.x two.&.y/' | paste -sd' ')"
  assert_equal "$(cat fixed.3)" "one.3.y one.12.x by.x by.y"
}

@test "ce-batch: three hundred files are gathered on one command line" {
  in_turn 4
  describe t.batch '[parameters]' 'i = 1..300' '[step one]' 'over = i' \
    "output = 'out, whose names are 150 KB together $(printf 'o%.0s' {1..200})/{i} $(printf 'x%.0s' {1..240})'" \
    'command = echo {i} >{output}' '[step sum]' 'output = sum' \
      'command = cat {one} | awk "{ s += \$1 } END { print s }" >{output}'
  ce-batch --run t.batch
  assert_equal "$(cat sum)" 45150
  run_split ce-batch --run t.batch
  assert_equal "$stderr" "ce-batch: t: all 301 tasks are done"
}

@test "ce-batch: rounds go one after the other, and the first leaves out an option" {
  describe r.batch '[parameters]' 'r = 1..4' 'p = 1..2' \
    '[step sums]' 'over = r p' 'output = sums.{r}.{p}' \
    'command = echo {p} {--state state[r-1]} | tr "\n" " " >{output}' \
    '  cat {state[r-1]} /dev/null >>{output}' \
    '[step state]' 'over = r' 'output = state.{r}' 'output.model = model.{r}' \
      'command = cat {sums} | cksum >{output}; echo {r} >{output.model}' \
    '[step end]' 'output = end' 'command = cat {state.model[r=last]} {state[r=last]} >{output}'
  # the same by hand
  printf '1 ' >s.1; printf '2 ' >s.2; cat s.1 s.2 | cksum >st
  for r in 2 3 4; do
    for p in 1 2; do { printf '%s --state state.%s ' "$p" "$((r - 1))"; cat st; } >"s.$p"; done
    cat s.1 s.2 | cksum >st
  done
  for driver in make parallel; do
    [ $driver = make ] || command -v parallel >/dev/null || continue
    rm -rf .ce-batch sums.* state.* model.* end
    ce-batch --run --for $driver -j 2 r.batch
    assert_equal "$(cat end)" "4
$(cat st)"
  done
}

# ---- quoting ----

@test "ce-batch: no value means anything to the shell, in whatever quotes it stands" {
  mkdir in
  for name in 'a b' "it's" '$(touch PWNED)' '`touch PWNED`' '"; touch PWNED; "' \
    "'; touch PWNED; '" '-rf' '$HOME' 'x;touch PWNED' 'a&touch PWNED' \
    '*' '?' '~' '#x' '{f}' 'a\' '!' '>PWNED' '%' 'a=b' $'\xff\xfe'; do
    printf '%s\n' "$name" >"in/$name.txt"
  done
  table '[parameters]' 'f = in/*.txt' '[step a]' 'over = f' 'input = {f}' "output = out/{f.name}" \
    "command = { cat {f}; cat \"{f}\"; cat '{f}'; x=\"\$(cat {f})\"" \
    "  printf '%s\\n' \"\$x\" '{f}' \"{f}\" {f} \"\$(printf %s '{f}')\"; } >{output} # it's {f}" \
    '[step b]' 'output = b' 'command = cat {a} >{output}' >q.batch
  for driver in make parallel; do
    [ $driver = make ] || command -v parallel >/dev/null || continue
    rm -rf out b .ce-batch
    run_split ce-batch --run --for $driver q.batch
    assert_equal "$status $stderr" "0 "
    for file in in/*.txt; do
      base=${file##*/} base=${base%.txt}
      printf '%s\n' "$base" "$base" "$base" "$base" "$file" "$file" "$file" "$file" >expected
      cmp expected "out/$base"
    done
    assert [ ! -e PWNED ]
  done
  # the record has the command as a person could run it
  record=".ce-batch/q/a/in%2Fit%27s.txt.done"
  assert_equal "$(sed -n '/^command$/{n;p}' "$record" | cut -c1-26)" "{ cat 'in/it'\\''s.txt'; ca"
}

@test "ce-batch: file names that begin with - get ./, and one with a line break is refused" {
  touch ./-n.txt
  describe x.batch '[parameters]' 'f = *.txt' '[step a]' 'over = f' 'output = {f.name}.out' \
    'command = cat {f} >{output}'
  ce-batch --run x.batch
  assert [ -e ./-n.out ]
  touch $'a\nb.txt'
  refused "2: f: a control character in the file name 'a b.txt'; rename it"
}

@test "ce-batch: a description of an odd name works with each driver" {
  sums
  name="my \$HOME study's.batch"
  { echo 'name = odd'; cat sums.batch; } >"$name"
  for driver in make parallel; do
    [ $driver = make ] || command -v parallel >/dev/null || continue
    rm -rf .ce-batch twice sum
    ce-batch --run --for $driver "$name"
    assert_equal "$(cat sum)" 12
  done
  run_split ce-batch -- --for
  assert_equal "$status ${stderr%%$'\n'*}" "2 ce-batch: '--for' begins with -; write ./--for"
}

# ---- what is done again ----

@test "ce-batch: a changed input, a damaged or lost output, another command; nothing else" {
  in_turn 4
  sums
  ce-batch --run sums.batch
  assert_equal "$(ran) $(cat sum)" "1 2 3 sum 12"
  echo 7 >in.2
  # the sum has the input that it had, and will see another
  assert_equal "$(ce-batch --todo sums.batch | paste -sd' ')" "twice:2 sum:1"
  run ce-batch --status sums.batch
  assert_line "stale sum:1: twice:2 comes first"
  echo 2 >in.2
  for driver in make parallel; do
    [ $driver = make ] || command -v parallel >/dev/null || continue
    ce-batch --for $driver sums.batch >driver
    if [ $driver = make ]; then again=(make -s -f driver); else again=(sh driver); fi
    "${again[@]}"
    assert_equal "$driver $(ran)" "$driver "
    # other bytes of the same size, and the old time
    echo 7 >in.2
    touch -d '2020-01-01' in.2
    "${again[@]}"
    assert_equal "$driver $(ran) $(cat sum)" "$driver 2 sum 22"
    echo 2 >in.2
    "${again[@]}"
    assert_equal "$driver $(ran) $(cat sum)" "$driver 2 sum 12"
    # the same bytes again
    cp in.2 x
    mv x in.2
    "${again[@]}"
    assert_equal "$driver $(ran)" "$driver "
    touch -r twice/3 time
    printf 9 | dd of=twice/3 conv=notrunc 2>/dev/null
    touch -r time twice/3
    "${again[@]}"
    assert_equal "$driver $(ran) $(cat sum)" "$driver 3 12"
    rm sum twice/1
    "${again[@]}"
    assert_equal "$driver $(ran) $(cat sum)" "$driver 1 sum 12"
    printf x >>.ce-batch/sums/twice/2.done
    "${again[@]}"
    assert_equal "$driver $(ran)" "$driver 2"
  done
  sed -i 's/2 \* /3 * /' sums.batch
  assert_equal "$(ce-batch --todo sums.batch | paste -sd' ')" "twice:1 twice:2 twice:3 sum:1"
  ce-batch --run sums.batch
  assert_equal "$(ran) $(cat sum)" "1 2 3 sum 18"
}

@test "ce-batch: an old input is read again only when the system tells of a change" {
  # a file that was changed in the same moment in which it was read has no stamp in the record
  sums
  ce-batch --task twice:1 sums.batch
  assert_equal "$(awk '/^read/ { print $4 }' .ce-batch/sums/twice/1.done)" 0
  touch -d '2020-01-01' in.2
  sleep 2.5
  ce-batch --task twice:2 sums.batch
  assert_equal "$(awk '/^read/ { print $4 }' .ce-batch/sums/twice/2.done)" "$(stat -c %i in.2)"
  echo 9 >in.2
  touch -d '2020-01-01' in.2
  assert_equal "$(ce-batch --todo --step twice sums.batch | paste -sd' ')" "twice:2 twice:3"
}

@test "ce-batch: a record that is damaged is none, and what is no file in its place is told" {
  describe x.batch '[step a]' 'output = a' 'command = echo a >{output}' '[step b]' 'input = {a}' 'output = b' \
    'command = cat {input} >{output}'
  ce-batch --run x.batch
  record=.ce-batch/x/b/all.done
  cp "$record" whole
  for change in '1s/1/2/' '/^host/d' '/^seconds/s/ .*/ x/' '/^read/s/ .*//' '/^read/s/ [^ ]*/ x/' '/^command/s/$/s/' '$s/end/en/'; do
    sed "$change" whole >"$record"
    assert_equal "$(ce-batch --todo x.batch)" b:1
  done
  cp whole "$record"
  assert_equal "$(ce-batch --todo x.batch)" ""
  # a note of a state that is none
  echo nonsense >.ce-batch/x/b/all.state
  assert_equal "$(ce-batch --todo x.batch)" ""
  rm "$record"
  assert_equal "$(ce-batch --todo x.batch)" b:1
  mkdir "$record"
  run_split ce-batch --todo x.batch
  assert_error 1 "ce-batch: $record: a folder or a device, a file expected"
}

@test "ce-batch: more inputs than there were, and others, are told" {
  echo 1 >c
  echo 2 >d
  describe x.batch '[step a]' 'input = c' 'output = a' 'command = cat c >{output}'
  ce-batch --run x.batch
  for input in 'c d' d; do
    sed "s/^input.*/input = $input/" x.batch >y.batch
    sed -i '1i name = x' y.batch
    run ce-batch --status y.batch
    assert_line 'stale a:1: inputs were others'
  done
}

@test "ce-batch: values that are long together are cut in the names of records, and end in their CRC-32" {
  long=$(printf 'v%.0s' {1..99})
  describe x.batch '[parameters]' "p = $long" 'q = '"$long"'1 '"$long"'2' '[step a]' 'over = p q' 'output = {q}' 'command = echo {q} >{output}'
  ce-batch --run x.batch
  for q in 1 2; do
    values=$long,$long$q
    # the last eight bytes of a gzip file begin with the CRC-32 of what it holds
    crc=$(printf %s "$values" | gzip -c | tail -c 8 | od -An -t x4 -N 4 --endian=little)
    echo "${values:0:110}~${#values}~${crc# }.done"
  done | sort >expected
  ls .ce-batch/x/a | sort >got
  cmp expected got
  assert_equal "$(ce-batch --todo x.batch)" ""
}

@test "ce-batch --status: of more than twenty tasks in a state the rest are counted, and -v shows them" {
  describe x.batch '[parameters]' 'i = 1..23' '[step a]' 'over = i' 'output = a{i}' 'command = : {output}; exit 3'
  ce-batch --run x.batch >/dev/null 2>&1 || true
  ce-batch --status x.batch >status 2>/dev/null || true
  assert_equal "$(grep -c '^failed a:' status)" 20
  assert_equal "$(tail -n 1 status)" "... and 3 more, which -v shows"
  ce-batch -v --status x.batch >status 2>/dev/null || true
  assert_equal "$(grep -c '^failed a:' status)" 23
  assert_equal "$(grep -c '^\.\.\.' status)" 0
}

@test "ce-batch: values that are added leave the others done" {
  sums
  ce-batch --run sums.batch
  ran >/dev/null
  echo 5 >in.0
  sed -i 's/i = 1..3/i = 0..3/' sums.batch
  ce-batch --run sums.batch
  assert_equal "$(ran) $(cat sum)" "0 sum 22"
}

@test "ce-batch: a task that fails says which, why and where its log is, and what needs it waits" {
  sums
  echo 'no number' >in.2
  sed -i \
    's/^command = echo {i} >>began; /&grep -q "[0-9]" {input} || \
      { echo some words; echo "no number in {input}" >\&2; exit 7; }\n  /' sums.batch
  failure="twice:2 (i=2): status 7: no number in in.2 (.ce-batch/sums/twice/2.log)"
  for driver in make parallel; do
    [ $driver = make ] || command -v parallel >/dev/null || continue
    rm -rf .ce-batch twice sum
    run_split ce-batch --run --for $driver sums.batch
    assert_equal "$status" 1
    grep -qxF "ce-batch: $failure" <<<"$stderr"
    assert_equal "$(ran | tr -d ' ')" 123
    run_split ce-batch --status sums.batch
    assert_equal "$status $stderr" "1 ce-batch: sums: 2 of 4 tasks are not done"
    assert_equal "$output" "twice: 3 tasks, 2 done, 1 failed, 0 stale, 0 missing
sum: 1 tasks, 0 done, 0 failed, 0 stale, 1 missing
failed twice:2 (i=2) on $(hostname): status 7: no number in in.2 (.ce-batch/sums/twice/2.log)"
    assert_equal "$(cat .ce-batch/sums/twice/2.log)" "some words
no number in in.2"
    assert_equal "$(ls -A twice | paste -sd' ')" "1 3"
    run_split ce-batch --task sum:1 sums.batch
    assert_error 1 \
      "ce-batch: sum:1: twice:2 comes first, and has failed: status 7: no number in in.2"
  done
  echo 2 >in.2
  ce-batch --run sums.batch
  assert_equal "$(ran) $(cat sum)" "2 sum 12"
  assert_equal "$(cd .ce-batch/sums && ls sum twice | paste -sd' ')" \
    "sum: all.done  twice: 1.done 2.done 3.done"
}

@test "ce-batch: the reason of a failure is the last line of a long log, in printable characters" {
  describe x.batch '[step a]' 'output = a' \
    'command = seq 3000; printf "the last\tof \033[1mall\n \n"; exit 3 >{output}' \
    '[step b]' 'output = b' "command = printf '%0500d' 7; exit 4 >{output}"
  run_split ce-batch --task a:1 x.batch
  assert_error 1 "ce-batch: a:1: status 3: the last of  [1mall (.ce-batch/x/a/all.log)"
  # a long one is cut
  run_split ce-batch --task b:1 x.batch
  assert_error 1 "ce-batch: b:1: status 4: $(printf '%0300d' 0) (.ce-batch/x/b/all.log)"
}

@test "ce-batch: the record tells the time of processors as the shell counts it" {
  describe x.batch '[step a]' 'output = a' 'command = i=0' \
    '  while [ $i -lt 150000 ]; do i=$((i + 1)); done' '  times >{output}'
  ce-batch --task a:1 x.batch
  # times: minutes and seconds of the user and the system; the shell ends soon after
  awk 'NR == FNR { if (FNR == 1) { split($1, u, "[ms]"); split($2, s, "[ms]") } next }
    $1 == "cpu" { told = $2; own = 60 * (u[1] + s[1]) + u[2] + s[2] }
    END { print own, told; exit !(own > 0.03 && told >= own - 0.02 && told < own + 0.2) }' \
    a .ce-batch/x/a/all.done
}

@test "ce-batch: a failure in the middle of a pipe, or in any line, fails the task" {
  n=0
  while read -r command; do
    n=$((n + 1))
    describe x.batch '[step a]' 'output = a' "command = ${command//@/$'\n '}"
    run_split ce-batch --task a:1 x.batch
    assert_equal "$command: $status" "$command: 1"
    assert [ ! -e a ]
    assert_equal "$(there)" ".ce-batch x.batch"
  done <<'END_OF_ROWS'
seq 9 | false | cat >{output}
false | cat >{output}
seq 9 | sh -c 'cat; exit 3' | sort | cat >{output}
false@echo >{output}
no-such-command-here >{output}
echo >{output}; kill -9 $$
echo >{output}; exit 3
END_OF_ROWS
  assert_equal "$n" 7
}

@test "ce-batch: a shell without pipefail is passed over, and without any a pipe is refused" {
  mkdir shells
  printf '%s\n' '#!/bin/bash' \
    'for word; do case $word in *pipefail*) echo no >&2; exit 2 ;; esac; done' \
    'exec /bin/sh "$@"' >shells/sh
  chmod +x shells/sh
  describe x.batch '[step a]' 'output = a' 'command = false | cat >{output}' '[step b]' \
    'output = b' 'command = seq 3 | sort -n >{output}' \
    '[step c]' 'output = c' 'command = echo >{output}'
  run_split env PATH="$PWD/shells:$PATH" ce-batch --task a:1 x.batch
  assert_error 1 "ce-batch: a:1: status 1 (.ce-batch/x/a/all.log)"
  PATH="$PWD/shells:$PATH" ce-batch --task b:1 x.batch
  assert_equal "$(paste -sd' ' b)" "1 2 3"
  tool=$(command -v ce-batch)
  run_split env PATH="$PWD/shells" "$tool" --task a:1 x.batch
  assert_error 1 "ce-batch: a:1: the command has a pipe, and neither sh nor bash nor ksh here can \
set -o pipefail (.ce-batch/x/a/all.log)"
  PATH="$PWD/shells" "$tool" --task c:1 x.batch
}

@test "ce-batch: an output that is missing or cut, an input that is missing or changes" {
  describe x.batch '[step a]' 'output = a' 'output.b = b' \
    'command = echo >{output}; true {output.b}' \
    '[step gz]' 'output = gz.gz' 'command = seq 1000 | gzip -n | head -c 900 >{output}' \
    '[step lost]' 'input = lost' 'output = l' 'command = cat {input} >{output}' \
    '[step moves]' 'input = moves' 'output = m' \
      'command = cat {input} >{output}; echo more >>{input}' \
    '[step own]' 'input = o' 'output = o' 'command = echo >{output}' \
    '[step dir]' 'input = .' 'output = d' 'command = ls {input} >{output}'
  echo 1 >moves
  run_split ce-batch --task a:1 x.batch
  assert_error 1 "ce-batch: a:1: the command ended well and wrote no b (.ce-batch/x/a/all.log)"
  run_split ce-batch --task gz:1 x.batch
  assert_equal "$status" 1
  [[ $stderr == \
    "ce-batch: gz:1: .ce-"*".gz.gz: the gzip stream ends too early: the file is cut ("* ]]
  run_split ce-batch --task lost:1 x.batch
  assert_error 1 "ce-batch: lost:1: input lost: No such file or directory"
  run_split ce-batch --task moves:1 x.batch
  assert_error 1 "ce-batch: moves:1: input moves was changed meanwhile (.ce-batch/x/moves/all.log)"
  run_split ce-batch --task own:1 x.batch
  assert_error 1 "ce-batch: own:1: o is an input and an output"
  run_split ce-batch --task dir:1 x.batch
  assert_error 1 "ce-batch: dir:1: .: is a directory, a file expected"
  assert_equal "$(there)" ".ce-batch moves x.batch"
}

@test "ce-batch: a command sees no input, the threads of its step, and nothing of a make" {
  describe x.batch '[step a]' 'output = a' 'threads = 3' \
    'command = cat >{output}' \
    '  echo "{threads} $OMP_NUM_THREADS ${MAKEFLAGS-none} ${MAKELEVEL-none}" >>{output}'
  OMP_NUM_THREADS=8 ce-batch --run -j 2 x.batch <<<"some input"
  assert_equal "$(cat a)" "3 3 none none"
}

# ---- ends of all kinds ----

# For tests that kill: what KILL leaves in the folder for scratch is removed with the folder of this file.
need_pgrep() {
  command -v pgrep >/dev/null || skip "no pgrep here (Debian: procps)"
  export TMPDIR="$BATS_FILE_TMPDIR"
}

@test "ce-batch: killed at any moment and started again: the same bytes" {
  in_turn 4
  need_pgrep
  cp "$BUNDLED/iris.csv" .
  describe k.batch '[parameters]' 'seed = 1..6' '[step members]' 'over = seed' 'input = iris.csv' \
    'output = m/{seed}.csv' 'output.model = m/{seed}.model' \
    'command = ce-generate kmeans -k 2..9 -m 20 --seed {seed} --model {output.model} {input} |' \
    '  sed "" >{output}' \
    '[step ensemble]' 'output = all.csv.gz' 'command = paste -d, {members} | gzip -n >{output}' \
    '[step consensus]' 'output = c.csv' 'command = ce-consensus eac-al -k 3 {ensemble} -o {output}'
  mkdir whole
  (cd whole && cp ../iris.csv ../k.batch . && ce-batch --run -j 1 k.batch)
  for driver in make parallel; do
    [ $driver = make ] || command -v parallel >/dev/null || continue
    rm -rf .ce-batch m all.csv.gz c.csv
    for wait in .02 .04 .06 .08 .1 .13 .16 .2 .25 .3; do
      # all processes of the run have one session, so that all of them can be killed at once
      setsid ce-batch --run -j 2 --for $driver k.batch >/dev/null 2>&1 3>&- &
      pid=$!
      sleep "$wait"
      pkill -KILL -s "$pid" || :
      wait "$pid" || :
      # whatever has its name is whole
      for file in m/?.csv all.csv.gz c.csv; do
        [ ! -e "$file" ] || cmp "$file" "whole/$file"
      done
    done
    ce-batch --run --for $driver -q k.batch
    for file in m/{1..6}.csv m/{1..6}.model all.csv.gz c.csv; do cmp "$file" "whole/$file"; done
    run ce-batch --status k.batch
    assert_equal "$status" 0
  done
}

@test "ce-batch: what a killed task has left is removed by the next one of the same machine" {
  need_pgrep
  describe x.batch '[step a]' 'output = out/a.csv' \
    'command = echo half >{output}; sleep .2; test -e go; echo whole >{output}'
  setsid ce-batch --task a:1 x.batch >/dev/null 2>&1 3>&- &
  pid=$!
  until [ -n "$(ls -A out 2>/dev/null)" ]; do sleep .01; done
  pkill -KILL -s "$pid"
  wait "$pid" || :
  [[ $(ls -A out) == .ce-*.a.csv ]]
  run ce-batch --status x.batch
  assert_line --partial "missing a:1 on $(hostname): begun 2"
  touch go
  ce-batch --task a:1 x.batch
  assert_equal "$(ls -A out) $(cat out/a.csv)" "a.csv whole"
}

# until_runs COMMAND: waits for it, 30 s at most
until_runs() {
  for _ in $(seq 3000); do
    ! pgrep -f "^$1" >/dev/null || return 0
    sleep .01
  done
  fail "$1 did not begin"
}

@test "ce-batch: KILL of ce-batch ends the command too" {
  need_pgrep
  describe x.batch '[step a]' 'output = a' 'command = sleep 62.5 | sleep 62.5 >{output}'
  ce-batch --task a:1 x.batch 2>/dev/null 3>&- &
  pid=$!
  until_runs 'sleep 62.5'
  kill -KILL "$pid"
  wait "$pid" || :
  for _ in $(seq 300); do
    pgrep -f '^sleep 62.5' >/dev/null || break
    sleep .01
  done
  run pgrep -f '^sleep 62.5'
  assert_output ""
}

@test "ce-batch: what a command leaves running ends with it" {
  need_pgrep
  describe x.batch '[step a]' 'output = a' 'command = sleep 63.5 & echo >{output}'
  ce-batch --task a:1 x.batch
  run pgrep -f '^sleep 63.5'
  assert_output ""
}

@test "ce-batch: TERM ends all processes of a task, leaves no file, and says so" {
  need_pgrep
  describe x.batch '[step a]' 'output = a' \
    'command = echo half >{output}; sleep 61.5 | sleep 61.5; echo whole >{output}'
  ce-batch --task a:1 x.batch 2>err 3>&- &
  pid=$!
  until_runs 'sleep 61.5'
  kill -TERM "$pid"
  code=0
  wait "$pid" || code=$?
  assert_equal "$code" $((128 + $(kill -l TERM)))
  run pgrep -f '^sleep 61.5'
  assert_output ""
  assert_equal "$(cat err)" "ce-batch: a:1: ended by signal 15 (.ce-batch/x/a/all.log)"
  assert_equal "$(ls -A | paste -sd' ')" ".ce-batch err x.batch"
  run ce-batch --status x.batch
  assert_line --partial "failed a:1 on $(hostname): ended by signal 15"
}

@test "ce-batch: a task that several processes do at the same time is whole at every moment" {
  describe x.batch '[parameters]' 'i = 1..3' '[step a]' 'over = i' 'output = a{i}' \
    'command = echo {i} >{output}; sleep .1; seq 1000 >>{output}' \
    '[step b]' 'output = b' 'command = cat {a} >{output}'
  for _ in 1 2 3 4; do ce-batch --run -j 2 x.batch >>said 2>&1 3>&- & pids+=" $!"; done
  for pid in $pids; do wait "$pid"; done
  assert_equal "$(cat said)" ""
  assert_equal "$(wc -l <b) $(ls -A | paste -sd' ')" "3003 .ce-batch a1 a2 a3 b said x.batch"
  run ce-batch --status x.batch
  assert_equal "$status" 0
}

@test "ce-batch: the script of a task is in the folder TMPDIR; a log that cannot have its name leaves nothing" {
  describe x.batch '[step a]' 'output = a' 'command = seq 3 >{output}'
  TMPDIR=$PWD/none run_split ce-batch --task a:1 x.batch
  assert_equal "$status" 1
  assert_equal "$stderr" "ce-batch: a:1: $PWD/none: a temporary file for a script: No such file or directory (.ce-batch/x/a/all.log)"
  rm .ce-batch/x/a/all.log
  mkdir .ce-batch/x/a/all.log
  run_split ce-batch --task a:1 x.batch
  assert_equal "$status" 1
  assert [ -z "$(find .ce-batch -name 'all.log.*')" ]
  rmdir .ce-batch/x/a/all.log
  ce-batch --task a:1 x.batch
  assert_equal "$(wc -l <a)" 3
}

@test "ce-batch: a full disk fails the task and leaves no record" {
  describe x.batch '[step a]' 'output = a' 'command = seq 100000 >{output}'
  run bash -c 'ulimit -f 1; trap "" XFSZ; exec ce-batch --task a:1 x.batch'
  assert_equal "$status" 1
  assert [ ! -e a ]
  assert [ ! -e .ce-batch/x/a/all.done ]
  ce-batch --run x.batch
  assert_equal "$(wc -l <a)" 100000
}

@test "ce-batch: --run inside a make has no options of that make, and says nothing of it" {
  describe x.batch '[parameters]' 'i = 1..2' '[step a]' 'over = i' 'output = a{i}' 'command = echo {i} >{output}'
  # -n would do nothing, and -w tells of folders
  for flags in w n; do
    rm -rf .ce-batch a1 a2
    MAKELEVEL=1 MAKEFLAGS=$flags run ce-batch --run x.batch
    assert_output ""
    assert_equal "$status" 0
    assert_equal "$(cat a1 a2 | paste -sd' ')" "1 2"
  done
}

# ---- drivers ----

@test "ce-batch: the Makefile has a target for each task and each step, and goes on with -k" {
  sums
  ce-batch sums.batch >Makefile.x
  make -s -f Makefile.x twice.2
  assert_equal "$(ran)" 2
  make -s -f Makefile.x twice
  assert_equal "$(ran)" "1 3"
  # files of the targets' names change nothing
  touch all sum.1 twice twice.1 2>/dev/null || :
  make -s -j 4 -f Makefile.x
  assert_equal "$(ran) $(cat sum)" "sum 12"
  rm -rf .ce-batch
  rm in.1
  run_split make -k -f Makefile.x
  assert_equal "$status $(ran)" "2 2 3"
}

@test "ce-batch: GNU parallel has a log of jobs, from which only what must be done again is taken" {
  command -v parallel >/dev/null || skip "no GNU parallel here"
  sums
  ce-batch --run --for parallel sums.batch
  log=.ce-batch/sums/twice.1.joblog
  assert_equal "$(cut -f1,9 $log | sort -n | cut -f2)" "Command
ce-batch --task 'twice:1' sums.batch
ce-batch --task 'twice:2' sums.batch
ce-batch --task 'twice:3' sums.batch"
  cp $log before
  ran >/dev/null
  echo 9 >in.2
  # what a kill leaves in the log
  printf '3\t:\t17' >>$log
  ce-batch --run --for parallel sums.batch
  assert_equal "$(ran)" "2 sum"
  # the entries of the others are the old ones
  assert_equal "$(grep -c -xFf before $log)" 3
  assert_equal "$(wc -l <$log)" 4
}

@test "ce-batch: a machine without GNU parallel is told so" {
  mkdir bin
  for name in sh grep getconf awk mkdir; do ln -s "$(command -v $name)" "bin/$name"; done
  sums
  ce-batch --for parallel sums.batch >driver
  run_split env PATH="$PWD/bin" sh driver
  assert_error 1 \
    "GNU parallel is not here (Debian, Fedora: parallel); ce-batch --for make needs only make"
  # another program of this name
  printf '#!/bin/sh\necho parallel from moreutils\n' >bin/parallel
  chmod +x bin/parallel
  run_split env PATH="$PWD/bin" sh driver
  assert_equal "$status" 1
}

# The lines of the script for Slurm that submit, with only what differs.
submits() {
  # STEP+N is the task of the number of the array's and N
  ce-batch --for slurm "$@" | sed -n "s/^submit --job-name=//p" | sed "
    s/ --cpus-per-task=1//; s/ --kill-on-invalid-dep=yes/ kill/; s/ --partition=long/ long/
    s/ --wrap='exec ce-batch --task \(.*\):.*SLURM_ARRAY_TASK_ID + \([0-9]*\))) s.batch'\$/ \1+\2/"
}

@test "ce-batch: the script for Slurm has the tasks that are left and their dependencies" {
  describe s.batch 'slurm = --partition=long' '[parameters]' 'd = x y' 'i = 1..3' \
    '[step a]' 'over = d i' 'output = a.{d}.{i}' 'command = echo {d} >{output}' \
    'memory = 1500M' 'time = 90s' 'at-once = 4' \
    '[step b]' 'over = d i' 'output = b.{d}.{i}' 'command = cat {a} >{output}' \
    'threads = 2' 'slurm = "--comment=a b"' \
    '[step c]' 'over = d' 'output = c.{d}' 'command = cat {b} >{output}' \
    '[step e]' 'output = e' 'command = cat {c} {a} >{output}'
  submits s.batch >said
  diff said - <<'ROWS'
s.a --mem=1500M --time=2 long --array=1-6%4 a+0
s.b --cpus-per-task=2 long '--comment=a b' --array=1-6 --dependency=aftercorr:$job_1 kill b+0
s.c long --array=1-2 --dependency=afterany:$job_2 kill c+0
s.e long --array=1 --dependency=afterok:$job_1:$job_3 kill e+0
ROWS
  # arrays of four: the second of a step counts from 1 again
  submits --array-size 4 s.batch | sed 's/ --[mcp].* --array/ --array/' >said
  diff said - <<'ROWS'
s.a --array=1-4%4 a+0
s.a --array=1-2%4 a+4
s.b --array=1-4 --dependency=aftercorr:$job_1 kill b+0
s.b --array=1-2 --dependency=aftercorr:$job_2 kill b+4
s.c long --array=1-2 --dependency=afterany:$job_3:$job_4 kill c+0
s.e long --array=1 --dependency=afterok:$job_1:$job_2:$job_5 kill e+0
ROWS
  ce-batch --run s.batch
  rm a.x.2 b.x.3
  # b.x.2 waits for a.x.2, and b.x.3 for nothing
  submits s.batch | sed 's/ --[mcp].*--array/ --array/' >said
  diff said - <<'ROWS'
s.a --array=2%4 a+0
s.b --array=2-3 --dependency=afterany:$job_1 kill b+0
s.c --array=1 --dependency=afterany:$job_2 kill c+0
s.e --array=1 --dependency=afterok:$job_1:$job_3 kill e+0
ROWS
}

@test "ce-batch: a comment in the script for Slurm says where each request comes from" {
  # 1,000 lines of 10 cells in 20 bytes each
  awk 'BEGIN { for (i = 0; i < 1000; i++) print "1,2,3,4,5,6,7,8,9,0" }' >data.csv
  describe e.batch '[step a]' 'input = data.csv' 'output = a' \
    'command = ce-generate kmeans -m 500 -k 2 {input} -o {output}' \
    '[step b]' 'output = b' 'command = ce-prepare zscore {a} -o {output}' \
    '[step c]' 'output = c' 'input = data.csv' 'command = sort {input} >{output}' '[step d]' \
      'output = d' 'command = true >{output}' 'time = 1h' \
    '[step f]' 'input = data.csv data.csv' 'output = f' \
    'command = ce-prepare zscore data.csv -o {output}'
  asks() { ce-batch --for slurm e.batch | grep -A 2 "^# $1: " | sed -n \
    '2,3s/^# //p; s/.*--cpus-per-task=1 \(.*\)--array.*/\1/p'; }
  # 2 * (8 * 10000 + 4 * 1000 * 500) bytes of a, and those of f, are less than 64 MB
  assert_equal "$(asks a)" \
    "memory estimated: 256 MB, and twice 8 bytes for 10000 cells of input and 4 for 1000 rows of \
500 members
time not said: the scheduler's default"
  assert_equal "$(ce-batch --for slurm e.batch | grep -c -- --mem=320M)" 2
  assert_equal "$(asks b)" \
    "memory no estimate as long as the input is not there: the scheduler's default
time not said: the scheduler's default"
  assert_equal "$(asks c)" "memory no estimate for these commands: the scheduler's default
time not said: the scheduler's default"
  assert_equal "$(asks d)" "memory no estimate for these commands: the scheduler's default
time as the description says"
  # a file that is named twice is read once
  assert_equal "$(asks f | head -n 1)" \
    "memory estimated: 256 MB, and twice 8 bytes for 10000 cells of input and 4 for 1000 rows of \
0 members"
  ce-batch --run e.batch
  rm c
  assert_regex "$(asks c)" \
    "^memory from 1 finished tasks: 64 MB, and twice the [0-9.]+ MB of the largest process for \
1 at once
time from 1 finished tasks: three times the longest, 0\.[0-9] s, and 10 minutes$"
}

# ---- wrong use ----

@test "ce-batch: wrong use: no description, no such task, options without effect" {
  sums
  while IFS='|' read arguments message; do
    # words to be split
    # shellcheck disable=SC2086
    run_split ce-batch $arguments </dev/null
    assert_equal "$arguments: $status ${stderr%%$'\n'*}" "$arguments: 2 ce-batch: $message"
  done <<'END_OF_ROWS'
|DESCRIPTION is missing, the file that describes the batch
-|DESCRIPTION is a file, since each task reads it again
--run -o x sums.batch|--output does not go with --run, which writes nothing else
--task twice:1 -o x sums.batch|--output does not go with --task, which writes nothing else
--task twice:0 sums.batch|'twice:0', STEP:NUMBER expected
--task twice:4 sums.batch|'twice:4': step twice has 3 tasks
--task twice sums.batch|'twice', STEP:NUMBER expected
--task twise:1 sums.batch|'twise:1': sums.batch has no such step
--todo --step x sums.batch|--step 'x': sums.batch has no such step
--for make --status sums.batch|--for does not go with --status
--array-size 3 sums.batch|--array-size goes with --for slurm
-j 3 sums.batch|--jobs goes with --run
END_OF_ROWS
}

# ---- pages and examples ----

# The descriptions in the page, as they are in examples.
@test "ce-batch: the descriptions in clens-clusters(7) are the files of examples" {
  for name in study ensemble shards parts; do
    awk -v name="examples/$name.batch" \
      '$0 == ".Pa " name " :" { on = 1 }
       on && /^\.Ed/ { exit }
       text { print }
       on && /^\.Bd/ { text = 1 }' \
      "$CE_SOURCE/man/clens-clusters.7" | sed 's/\\e/\\/g' | diff - \
        "$CE_SOURCE/examples/$name.batch"
  done
}

@test "ce-batch: from the data to scores in parts, as one process does it" {
  in_turn 4 sanitized
  load cluster/parts
  parts_batch 3
  ce-batch --run parts.batch
  same_as_one_process 3
}

@test "ce-batch: the description in ce-batch(1) works" {
  sed -n '/^\.Ss The description/,/^\.Ed/p' "$CE_SOURCE/man/ce-batch.1" | sed \
    '1,/^\.Bd/d; /^\.Ed/d' | sed \
    's/seed = 1..100/seed = 1..2/; s/iris wine digits/iris wine/; s/3 3 10/3 3/; s/-m 50/-m 5/' \
    >p.batch
  cp "$BUNDLED"/iris.csv "$BUNDLED"/wine.csv .
  ce-batch --run p.batch
  assert_equal "$(cat table/*.csv | wc -l)" 6
}
