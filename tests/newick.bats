#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# Trees in the Newick format: what is read from a text, and that what is written is read back.

setup() {
  load common
  program="$CE_BUILD/obj/tests/newick"
}

# reads TEXT LINE...: the tree of the text (as printf's format) has these lines
reads() {
  # shellcheck disable=SC2059
  printf "$1" >tree.nwk
  "$program" tree.nwk >found
  table "${@:2}" >expected
  cmp expected found
}

# refuses TEXT MESSAGE
refuses() {
  # shellcheck disable=SC2059
  printf "$1" >tree.nwk
  run_split "$program" tree.nwk
  assert_error 1 "tree.nwk:$2"
}

@test "newick: merges come in the order of their heights, with the numbers of SciPy" {
  # the bracket that is read last merges first
  reads '((a:3,b:3):1,(c:2,d:2):2);\n' "leaves: 4 [a] [b] [c] [d]" "2 3 2 2" "0 1 3 2" "4 5 4 4"
  # at one height the bracket that closes first, and never a node before what it is made of
  reads '((a:1,b:1):0,(c:1,d:1):0);' "leaves: 4 [a] [b] [c] [d]" "0 1 1 2" "2 3 1 2" "4 5 1 4"
  reads '(((a:0,b:0):0,c:0):0,d:0);' "leaves: 4 [a] [b] [c] [d]" "0 1 0 2" "2 4 0 3" "3 5 0 4"
  # several branches in one node merge one after the other
  reads '(a:2,b:2,(c:1,d:1):1,e:2);' "leaves: 5 [a] [b] [c] [d] [e]" "2 3 1 2" "0 1 2 2" "5 6 2 4" "4 7 2 5"
  # a bracket of one branch is that branch
  reads '((a:1):2,((b:2):0):1);' "leaves: 2 [a] [b]" "0 1 3 2"
}

@test "newick: leaves with the names 1 to n are the rows of those numbers, any others have numbers by appearance" {
  reads '(3:2,(10:1,2:1):1,(1:1,4:1):1,5:2,6:2,7:2,8:2,9:2);' "leaves: 10" "1 9 1 2" "0 3 1 2" \
    "2 10 2 3" "11 12 2 5" "4 13 2 6" "5 14 2 7" "6 15 2 8" "7 16 2 9" "8 17 2 10"
  reads '(3:1,1:1);' "leaves: 2 [3] [1]" "0 1 1 2"
  reads '(2:1,0:1);' "leaves: 2 [2] [0]" "0 1 1 2"
  reads '(2:1,01:1);' "leaves: 2 [2] [01]" "0 1 1 2"
  reads '(2:1,1a:1);' "leaves: 2 [2] [1a]" "0 1 1 2"
  # 2^31, of which the sanitizers see an overflow, 2^32 + 1, and a number that no integer holds
  reads '(2:1,2147483648:1);' "leaves: 2 [2] [2147483648]" "0 1 1 2"
  reads '(2:1,4294967297:1);' "leaves: 2 [2] [4294967297]" "0 1 1 2"
  reads '(2:1,18446744073709551617:1);' "leaves: 2 [2] [18446744073709551617]" "0 1 1 2"
  reads "('2':1,'1':1);" "leaves: 2" "0 1 1 2"
}

@test "newick: blanks, names of nodes, the length of the root and quotes mean nothing; doubled quotes are one" {
  reads ' \t\n( a :\t1 ,\r\nb\n: 1e0 ) root : 5 ;\n\n' "leaves: 2 [a] [b]" "0 1 1 2"
  reads "((a:1,'b':1)'it''s; (1)':1,'c, ''d''''':2)node;" "leaves: 3 [a] [b] [c, 'd'']" "0 1 1 2" "2 3 2 3"
  reads "('two\nlines':0.5,b.c-d_e|f:.5);" "leaves: 2 [two
lines] [b.c-d_e|f]" "0 1 0.5 2"
  # a number of 63 characters
  reads "(a:0.5$(repeated 60 0 | tr -d '\n'),b:0.5);" "leaves: 2 [a] [b]" "0 1 0.5 2"
}

@test "newick: leaves may differ by a millionth in their distance from a node, whose height is the larger" {
  reads '(a:1,b:1.0000009);' "leaves: 2 [a] [b]" "0 1 1.0000009 2"
  reads '((a:1.0000009,b:1):1,c:2);' "leaves: 3 [a] [b] [c]" "0 1 1.0000009 2" "2 3 2.0000009 3"
  refuses '(a:1,b:1.0000011);' "1: leaves at distances 1 and 1 from one node: equal ones expected"
  refuses '(a:1000,b:1000.0011);' "1: leaves at distances 1000 and 1000 from one node: equal ones expected"
  refuses '(a:0,b:1e-9);' "1: leaves at distances 0 and 1e-09 from one node: equal ones expected"
}

@test "newick: several trees are the parts of one; a leaf may stand alone, first too, whatever its name" {
  reads '(a:1,b:1);\n(c:2,d:2);\n' "leaves: 4 [a] [b] [c] [d]" "0 1 1 2" "2 3 2 2"
  reads '(c:2,d:2);alone;(a:1,b:1);' "leaves: 5 [c] [d] [alone] [a] [b]" "3 4 1 2" "0 1 2 2"
  reads 'one;\n(b:1,c:1);\n' "leaves: 3 [one] [b] [c]" "1 2 1 2"
  reads '\n 2;\r\n(1:1,3:1);\n' "leaves: 3" "0 2 1 2"
  reads "'one two';\n(b:1,c:1);\n" "leaves: 3 [one two] [b] [c]" "1 2 1 2"
  reads 'a-leaf-whose-name-is-longer-than-a-number;\n(b:1,c:1);\n' \
    "leaves: 3 [a-leaf-whose-name-is-longer-than-a-number] [b] [c]" "1 2 1 2"
  refuses 'one;\n' " no merges, a dendrogram expected"
  # the numbers of merges across trees
  reads '((a:1,b:1):4,c:5);((d:2,e:2):1,f:3);' "leaves: 6 [a] [b] [c] [d] [e] [f]" "0 1 1 2" "3 4 2 2" "5 7 3 3" "2 6 5 3"
}

@test "newick: what is no tree is refused with its line" {
  refuses '\n\n(a:1,\nb:1' "4: the end, ',' or ')' expected"
  refuses '(a:1,b:1' "1: the end, ',' or ')' expected"
  refuses '(a:1(b:1);' "1: '(', ',' or ')' expected"
  refuses '(a,b:1);' "1: ',', ':' and the length of a branch expected"
  refuses '((a:1,b:1),c:2);' "1: ',', ':' and the length of a branch expected"
  refuses "('a\nb':1,\n'a\nb':1);" "4: leaf 'a
b' comes twice"
  refuses '(a:1,b:1)\n(c:1,d:1);' "2: '(', ';' at the end of the tree expected"
  refuses '(a:1,b:1):x;' "1: length 'x', a finite number of 0 or more expected"
  refuses '(a:1,b:1:1);' "1: ':', ',' or ')' expected"
  refuses '(a:,b:1);' "1: length '', a finite number of 0 or more expected"
  refuses '(a:inf,b:1);' "1: length 'inf', a finite number of 0 or more expected"
  refuses '(:1,b:1);' "1: ':', the name of a leaf expected"
  refuses "('':1,b:1);" "1: ':', the name of a leaf expected"
  refuses '(a:1,b:1));' "1: ')', ';' at the end of the tree expected"
  refuses '(a:1,b:1);)' "1: ')', the name of a leaf expected"
  refuses '((' "1: the end, the name of a leaf expected"
  refuses "('a'\\001:1,b:1);" "1: '?', ':' and the length of a branch expected"
  refuses "(a:1,'b:1);\n" "2: the end, the quote that ends a name expected"
  # longer numbers are none; 40 characters are shown
  zeros=$(repeated 61 0 | tr -d '\n')
  refuses "(a:0.5$zeros,b:0.5);" "1: length '0.5${zeros:0:37}', a finite number of 0 or more expected"
}

@test "newick: a tree of ninety leaves with odd names is read as it was written, and has the merges of the table" {
  awk 'BEGIN { srand(8); n = 90
    split("a b|it'\''s|(x|y)|p:q|;|[1]|=|a,b|/|{}|*|\"|`|+|<|x\\y|" sprintf("%c", 9), odd, "|")
    for (i = 1; i <= n; i++) for (j = 1; j < i; j++) s[i, j] = s[j, i] = int(rand() * 1000) / 1000
    printf "leaves: %d", n >"names"
    printf "id"
    for (j = 1; j <= n; j++) printf ",c%d", j
    print ""
    for (i = 1; i <= n; i++) {
      name = i % 4 == 0 && i / 4 <= 17 ? odd[i / 4] i : "o" i
      printf " [%s]", name >"names"
      gsub("\"", "\"\"", name)
      printf "\"%s\"", name
      for (j = 1; j <= n; j++) printf ",%s", i == j ? 1 : s[i, j]
      print ""
    }
    print "" >"names" }' >m.csv
  ce-partition average --tree tree.csv m.csv
  ce-partition average --tree tree.nwk --tree-format newick m.csv
  # leaves are numbered by appearance: merges are told by what is below them
  below() {
    awk -v n=90 'NR == 1 { count = split($0, part, "] ?\\[")
        for (i = 1; i <= n; i++) { name = part[i]; sub(/^leaves: 90 \[/, "", name); sub(/\]$/, "", name)
          who[i - 1] = name == "" ? "" : name } next }
      { printf "%.12f %d", $3, $4
        lo = who[$1] < who[$2] ? who[$1] : who[$2]; hi = who[$1] < who[$2] ? who[$2] : who[$1]
        who[n + NR - 2] = "(" lo "|" hi ")"
        print " " who[n + NR - 2] }' "$1" | sort
  }
  "$program" tree.nwk >newick
  "$program" tree.csv >table
  assert_equal "$(sed 1d newick | wc -l)" 89
  # the names of the table are those of the matrix
  { cat names; sed 1d table; } >named
  below newick >one
  below named >two
  cmp one two
}

@test "tables of merges: every name of the header counts, and no more merges than the objects have" {
  for header in x,right,height,size left,x,height,size left,right,x,size left,right,height,x left,right,height; do
    table "$header" 0,1,1,2 2,3,2,3 >tree.csv
    run_split "$program" tree.csv
    assert_error 1 "tree.csv:1: no dendrogram: the columns left,right,height,size expected, or a Newick tree"
  done
  table left,right,height,size 0,1,1,2 2,3,2,3 >tree.csv
  "$program" tree.csv 3 >found
  table "leaves: 3" "0 1 1 2" "2 3 2 3" | cmp - found
  # fewer merges than there may be: the tree stops early
  table left,right,height,size 0,1,1,2 >tree.csv
  "$program" tree.csv 3 >found
  table "leaves: 3" "0 1 1 2" | cmp - found
  table left,right,height,size 0,1,1,2 2,3,2,3 4,5,3,4 >tree.csv
  run_split "$program" tree.csv 3
  assert_error 1 "tree.csv: 3 merges, at most 2 expected for 3 objects"
  table left,right,height,size 0,1,1,2 2,3,2,3 4,5,3,4 6,7,4,5 >tree.csv
  run_split "$program" tree.csv 3
  assert_error 1 "tree.csv: 4 merges, at most 2 expected for 3 objects"
}
