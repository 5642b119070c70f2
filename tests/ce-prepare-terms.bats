#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

setup() { load common; hint="
Try 'ce-prepare --help'."; }

# plain OPTION...: every word a term
plain() { ce-prepare terms --min-documents 1 --stop-words none --stem none "$@"; }

# mails: a folder with two classes
mails() {
  mkdir -p mail/spam mail/wanted/old
  echo 'Money, money: the cheap offers!' >mail/spam/1.txt
  echo 'A cheap offer; offer it.' >mail/spam/2.txt
  echo "Minutes of the meeting; it offered nothing" >mail/wanted/a.txt
  echo 'Meetings about the money' | gzip >mail/wanted/old/b.gz
  echo 'left out' >mail/spam/.hidden
  mkdir mail/.git
  echo 'left out' >mail/.git/x
}

# ---- where documents come from ----

@test "ce-prepare terms: a folder, by hand: ids, classes, stop words, stems" {
  mails
  run_split ce-prepare terms --min-documents 1 mail
  assert_equal "$stderr" ""
  assert_output "id,cheap,meet,minut,money,offer,class
spam/1.txt,1,0,0,2,1,spam
spam/2.txt,1,0,0,0,2,spam
wanted/a.txt,0,1,1,0,1,wanted
wanted/old/b.gz,0,1,0,1,0,wanted"
  run_split ce-prepare terms --min-documents 2 --class none mail
  assert_output "id,cheap,meet,money,offer
spam/1.txt,1,0,2,1
spam/2.txt,1,0,0,2
wanted/a.txt,0,1,0,1
wanted/old/b.gz,0,1,1,0"
  assert_equal "$(ce-prepare terms --id none --class none mail/ | sed -n 1p)" offer
}

@test "ce-prepare terms: a document of the folder is not replaced by an output" {
  mails
  cp -r mail kept
  ln -s mail/wanted short
  for one in "--output mail/spam/2.txt" "--output short/old/b.gz" "--log mail/../mail/wanted/a.txt"; do
    # shellcheck disable=SC2086 # two words
    run_split ce-prepare terms $one mail
    assert_error 2 "ce-prepare: $one is in the folder that is read, mail, and would be lost$hint"
    diff -r mail kept
  done
  # one that is not there yet, or not in the folder, is written
  ce-prepare terms --min-documents 1 -o mail/spam/new.txt mail
  echo old >elsewhere
  (cd mail/spam && ce-prepare terms --min-documents 1 -o ../../elsewhere ../wanted)
  assert_equal "$(wc -l <mail/spam/new.txt) $(wc -l <elsewhere)" "5 3"
}

@test "ce-prepare terms: without subfolders no class; files beside subfolders have none" {
  mails
  run plain mail/spam
  assert_output "id,cheap,it,money,offer,offers,the
1.txt,1,0,2,0,1,1
2.txt,1,1,0,2,0,0"
  echo 'Money' >mail/top
  assert_equal "$(plain mail | cut -d, -f1,8,15- | tr '\n' ' ')" \
    "id,money,class spam/1.txt,2,spam spam/2.txt,0,spam top,1, wanted/a.txt,0,wanted wanted/old/b.gz,1,wanted "
}

@test "ce-prepare terms: the order of a folder is that of the bytes of the paths, whoever was made first" {
  mkdir one two
  for f in b a.x a/c a-b a/d/e B é; do mkdir -p "one/$(dirname "$f")"; echo "word $f" >"one/$f"; done
  for f in é B a-b a/d/e a/c a.x b; do mkdir -p "two/$(dirname "$f")"; echo "word $f" >"two/$f"; done
  run plain one
  assert_equal "$(plain two)" "$output"
  assert_equal "$(echo "$output" | cut -d, -f1 | tr '\n' ' ')" "id B a-b a.x a/c a/d/e b é "
}

@test "ce-prepare terms: a table with a column of texts; its id and class; other columns are not looked at" {
  table 'topic,size,text,id' 'x,7,"Red, red
apples",p' 'y,8,"green ""apples""",q' ',9,,r' >docs.csv
  run_split plain --class topic docs.csv
  assert_output "id,apples,green,red,topic
p,1,0,2,x
q,1,1,0,y
r,0,0,0,"
  assert_equal "$stderr" "ce-prepare: 1 of 3 documents have none of the terms: 0 everywhere"
  assert_equal "$(plain -q --text 1 --shortest 1 --id none --class 4 <docs.csv | tr '\n' ' ')" "x,y,id 1,0,p 0,1,q 0,0,r "
  # no header: columns by number; an empty cell, NA and ? are empty documents
  table 1,one 2,NA 3,? >docs.csv
  assert_equal "$(plain -q --text 2 docs.csv | tr '\n' ' ')" "one 1 0 0 "
  # another delimiter, read and written
  printf 'text;class\na b, a;x\n' >docs.csv
  assert_equal "$(plain --shortest 1 -d ';' docs.csv | tr '\n' ' ')" "a;b;class 2;1;x "
}

@test "ce-prepare terms --lines: a document per line, empty lines too, no quotes, no columns" {
  printf 'a,b "a\r\n\nb' >lines
  run_split plain --shortest 1 --lines lines
  assert_output "a,b
2,1
0,0
0,1"
  assert_equal "$stderr" "ce-prepare: 1 of 3 documents have none of the terms: 0 everywhere"
  # lines across the blocks that are read: one of 600,000 letters between others
  awk 'BEGIN { for (i = 0; i < 3; i++) { for (j = 0; j < 100000; j++) printf "w%c ", 97 + j % 3; print "end" i } }' >lines
  run plain --digits --lines lines
  assert_output "end0,end1,end2,wa,wb,wc
1,0,0,33334,33333,33333
0,1,0,33334,33333,33333
0,0,1,33334,33333,33333"
  gzip -c lines >lines.gz
  assert_equal "$(plain --digits --lines <lines.gz)" "$output"
}

# ---- words ----

@test "ce-prepare terms: the tables of letters are those of Unicode 14; damaged UTF-8 is found where it is" {
  run "$CE_BUILD/obj/tests/words"
  # the first line is what tests/fixtures/prepare/letters.py --check prints
  assert_output "134151 909586 477539
3655808 texts, 0 wrong"
}

@test "ce-prepare terms: letters of any language in lower case, apostrophes between letters, all else between words" {
  table "L'ÉTÉ d’Œuvre 'quoted' rock'n'roll dogs' '' x" "ΣΟΦΊΑ Straße ЁЛКА Ǆ mp3 a_b e-mail don't—stop" >lines
  # one letter is too short for the default
  assert_equal "$(plain --lines lines | sed -n 1p)" "d'œuvre,dogs,don't,l'été,mail,mp,quoted,rock'n'roll,stop,straße,σοφία,ёлка"
  assert_equal "$(plain --shortest 1 --digits --lines lines | sed -n 1p)" \
    "a,b,d'œuvre,dogs,don't,e,l'été,mail,mp3,quoted,rock'n'roll,stop,straße,x,ǆ,σοφία,ёлка"
  # the characters behind 9 and before 0 stand between words; letters of four bytes: U+10400 and U+10401 are capitals
  printf '12:30 7/8 \xf0\x90\x90\x80\xf0\x90\x90\x81\n' >other
  assert_equal "$(plain --shortest 1 --digits --lines other | sed -n 1p)" "$(printf '12_,30_,7_,8_,\xf0\x90\x90\xa8\xf0\x90\x90\xa9')"
  # letters of three bytes: U+1E00 and U+1EA0 are the capitals of U+1E01 and U+1EA1
  printf '\xe1\xb8\x80b \xe1\xb8\x81b \xe1\xba\xa0c \xe1\xba\xa1c \xe6\xbc\xa2\xe5\xad\x97\n' >other
  plain --lines other >got
  printf '\xe1\xb8\x81b,\xe1\xba\xa1c,\xe6\xbc\xa2\xe5\xad\x97\n2,2,1\n' | cmp - got
  # letters are counted, not bytes or apostrophes
  assert_equal "$(plain --shortest 5 --lines lines | sed -n 1p)" "d'œuvre,quoted,rock'n'roll,straße,σοφία"
}

@test "ce-prepare terms: a run of more than 100 letters is no word" {
  awk 'BEGIN { for (i = 0; i < 100; i++) a = a "é"; print a " fin " a "é ok" }' >lines
  run plain --lines lines
  assert_output "fin,ok,$(awk 'BEGIN { for (i = 0; i < 100; i++) printf "é" }')
1,1,1"
}

@test "ce-prepare terms --encoding latin1: the same table as from UTF-8; without it the byte and what to do" {
  table text "café l’œuvre" "naïve Ænima" >utf8.csv
  iconv -f UTF-8 -t WINDOWS-1252 utf8.csv >latin.csv
  assert_equal "$(plain --encoding latin1 latin.csv)" "$(plain utf8.csv)"
  run_split plain latin.csv
  assert_error 1 "ce-prepare: latin.csv:2: column text: byte 0xE9 is not UTF-8 text (--encoding latin1 reads Latin-1; iconv converts others)"
  sed 1d latin.csv | sed 's/caf.*/ok/' >lines
  run_split plain --lines lines
  assert_error 1 "ce-prepare: lines:2: byte 0xEF is not UTF-8 text (--encoding latin1 reads Latin-1; iconv converts others)"
  mkdir folder
  printf 'fine\nfine\nnot \303' >folder/cut
  run_split plain folder
  assert_error 1 "ce-prepare: folder/cut:3: byte 0xC3 is not UTF-8 text (--encoding latin1 reads Latin-1; iconv converts others)"
  message=$stderr
  run_split plain folder/
  assert_error 1 "$message"
  # UTF-16 begins with bytes that UTF-8 does not have
  printf 'x\n' | iconv -f UTF-8 -t UTF-16 >folder/cut
  run_split plain folder
  assert_error 1 "ce-prepare: folder/cut:1: byte 0xFF is not UTF-8 text (--encoding latin1 reads Latin-1; iconv converts others)"
  # a mark at the beginning is no letter
  printf '\357\273\277word\n' >folder/cut
  assert_equal "$(plain folder | tr '\n' ' ')" "id,word cut,1 "
}

@test "ce-prepare terms: a binary file is refused in either encoding" {
  mkdir folder
  printf 'one\ntwo\0\n' >folder/a
  run_split plain folder
  assert_error 1 "ce-prepare: folder/a:2: a NUL byte, text expected"
  run_split plain --encoding latin1 --lines folder/a
  assert_error 1 "ce-prepare: folder/a:2: a NUL byte, text expected"
  run_split plain --stop-words folder/a --lines folder/a
  assert_error 1 "ce-prepare: folder/a:2: a NUL byte, text expected"
}

# ---- stop words and stems ----

@test "ce-prepare terms: stop words: built in, of a file, none" {
  table "The cats and the dogs aren't as cheap as they'd been when you bought them" >lines
  assert_equal "$(ce-prepare terms --min-documents 1 --stem none --lines lines | sed -n 1p)" "bought,cats,cheap,dogs"
  printf 'Cats, dogs;\n\nTHE (a)\n' >stop
  assert_equal "$(ce-prepare terms --min-documents 1 --stem none --stop-words stop --lines lines | sed -n 1p)" \
    "and,aren't,as,been,bought,cheap,them,they'd,when,you"
  run_split ce-prepare terms --stop-words gone --lines lines
  assert_error 1 "ce-prepare: gone: No such file or directory"
}

@test "ce-prepare terms: stop words are looked for before stemming" {
  # "dos" has the stem of "do", and "being" that of "be"
  table "dos being" >lines
  assert_equal "$(ce-prepare terms --min-documents 1 --lines lines | sed -n 1p)" dos
}

@test "ce-prepare terms --stem: Porter2 and Porter as the Snowball algorithms in Python (tests/fixtures/prepare/stems.py)" {
  for column in 2 3; do
    name=$(head -n 1 "$FIXTURES/prepare/stems.csv" | cut -d, -f$column)
    sed 1d "$FIXTURES/prepare/stems.csv" | cut -d, -f1 >words
    sed 1d "$FIXTURES/prepare/stems.csv" | cut -d, -f$column >want
    ce-prepare terms --lines --min-documents 1 --shortest 1 --stop-words none --stem "$name" --prefix , -d '|' words >got.csv
    # the column of each word's only 1
    awk -F'|' 'NR == 1 { for (c = 1; c <= NF; c++) name[c] = substr($c, 2); next } { for (c = 1; c <= NF; c++) if ($c == 1) print name[c] }' got.csv >got
    [ "$(wc -l <got)" -gt 1000 ]
    cmp got want
  done
}

@test "ce-prepare terms --stem: another language; the note about English stop words; an unknown one" {
  table "Häuser Hauses häuslich" "Katzen Katze" >lines
  run_split ce-prepare terms --stem german --min-documents 1 --lines lines
  assert_output "haus,hauslich,katz
2,1,0
0,0,2"
  assert_equal "$stderr" "ce-prepare: English stop words with --stem german: --stop-words FILE has others"
  run_split ce-prepare terms --stem german --stop-words none --min-documents 1 --lines lines
  assert_equal "$stderr" ""
  run_split ce-prepare terms --stem klingon --lines lines
  assert_equal "$status $output" "2 "
  [[ $stderr == "ce-prepare: no stemmer for 'klingon'; there are: "*" english, "* ]]
}

# ---- the choice of terms ----

@test "ce-prepare terms: rare and common terms are left out" {
  table "a b c" "a b d" "a a a" "a b" >lines
  header() { plain -q --shortest 1 --lines "$@" lines | sed -n 1p; }
  assert_equal "$(header)" a,b,c,d
  assert_equal "$(header --min-documents 2)" a,b
  assert_equal "$(header --min-documents 4)" a
  assert_equal "$(header --max-share .75)" b,c,d
  assert_equal "$(header --max-share .7499)" c,d
  assert_equal "$(header --max-share .75 --min-documents 2)" b
  run_split header -v --max-share .75 --min-documents 2
  assert_line "b"
  run_split plain -v --shortest 1 --max-share .75 --min-documents 2 --lines lines
  assert_equal "${stderr_lines[0]}" "ce-prepare: 4 terms: 2 in too few documents, 1 in too many, 0 in no frequent itemset; 1 left"
}

@test "ce-prepare terms --itemsets: by hand" {
  # a b c together in two documents, a d in two, e alone in three
  table "a b c" "a b c d" "a d e" "e" "e" >lines
  header() { plain -q --shortest 1 --lines "$@" lines 2>&1 | sed -n 1p; }
  assert_equal "$(header --itemsets 2)" a,b,c,d
  run_split plain -v --shortest 1 --lines --itemsets 2 lines
  assert_equal "${stderr_lines[0]}" \
    "ce-prepare: 5 terms: 0 in too few documents, 0 in too many, 1 in no frequent itemset; 4 left"
  assert_equal "$(header --itemsets 2 --itemset-size 3)" a,b,c
  assert_equal "$(header --itemsets 2 --itemset-size 1)" a,b,c,d,e
  assert_equal "$(header --itemsets 3 --itemset-size 1)" a,e
  assert_equal "$(header --itemsets 1 --itemset-size 4)" a,b,c,d
  # a fraction is rounded up: 0.4 of 5 is 2, 0.41 is 3
  assert_equal "$(header --itemsets .4 --itemset-size 3)" a,b,c
  assert_equal "$(header --itemsets .41)" "ce-prepare: lines: no term is left of 5: 0 in too few documents, 0 in too many, 5 in no frequent itemset"
  assert_equal "$(header --itemsets 1 --itemset-size 5)" "ce-prepare: lines: no term is left of 5: 0 in too few documents, 0 in too many, 5 in no frequent itemset"
  assert_equal "$(header --itemsets 6)" "ce-prepare: lines: 5 documents, --itemsets 6"
}

@test "ce-prepare terms --itemsets: as all subsets of the terms, one by one" {
  # 70 documents, more than a word of bits, of 11 terms, some of which go together
  awk 'BEGIN { srand(5); for (i = 0; i < 70; i++) { g = int(3 * rand()); line = g ? "" : "z"
      for (t = 0; t < 11; t++) if (rand() < (t % 3 == g ? .9 - t / 25 : .3 - t / 50)) line = line " " sprintf("%c", 97 + t)
      print line } }' >lines
  for size in 1 2 3 4 5 6; do
    for support in 3 7 11 18; do
      awk -v size=$size -v support=$support '
        { split("", have); for (f = 1; f <= NF; f++) have[$f] = 1
          for (t = 0; t < 12; t++) has[NR, t] = (t == 11 ? "z" : sprintf("%c", 97 + t)) in have }
        function ones(s,  c) { for (c = 0; s; s = int(s / 2)) c += s % 2; return c }
        END { for (s = 1; s < 4096; s++) { if (ones(s) < size) continue
            count = 0
            for (i = 1; i <= NR; i++) { ok = 1; rest = s
              for (t = 0; ok && rest; t++) { if (rest % 2 && !has[i, t]) ok = 0; rest = int(rest / 2) }
              count += ok }
            if (count >= support) { rest = s; for (t = 0; rest; t++) { if (rest % 2) in_one[t] = 1; rest = int(rest / 2) } } }
          line = ""; for (t = 0; t < 12; t++) if (t in in_one) line = line "," (t == 11 ? "z" : sprintf("%c", 97 + t))
          print substr(line, 2) }' lines >want
      # refused when there is no such itemset
      { plain -q --shortest 1 --itemsets $support --itemset-size $size --lines lines 2>/dev/null || true; } | sed -n 1p >got
      [ -s got ] || echo >got
      diff want got || fail "size $size, support $support"
      cat want >>all
    done
  done
  # the rows above are worth something: some keep all, some none, some a part
  [ "$(sort -u all | wc -l)" -ge 6 ]
}

@test "ce-prepare terms --weight: counts, 1 and 0, counts by the logarithm of rarity" {
  table "a a b" "a c" "a" "a c c c" >lines
  run plain --shortest 1 --weight binary --lines lines
  assert_output "a,b,c
1,1,0
1,0,1
1,0,0
1,0,1"
  # ln(4 / 1) and ln(4 / 2)
  run plain --shortest 1 --weight tfidf --lines lines
  assert_output "a,b,c
0,1.3862943611198906,0
0,0,0.6931471805599453
0,0,0
0,0,2.0794415416798357"
}

# ---- the table ----

@test "ce-prepare terms: terms that a reader would take for ids, classes or numbers get an underscore" {
  table "inf nan class id text infinity name 12 1e5" >docs
  run plain --digits --lines docs
  assert_output "12_,1e5_,class_,id_,inf_,infinity_,name,nan_,text
1,1,1,1,1,1,1,1,1"
  plain --digits --lines docs >t.csv
  assert_equal "$(ce-prepare center -q t.csv | sed -n 1p)" "12_,1e5_,class_,id_,inf_,infinity_,name,nan_,text"
  assert_equal "$(plain --digits --prefix t_ --lines docs | sed -n 1p)" "t_12,t_1e5,t_class,t_id,t_inf,t_infinity,t_name,t_nan,t_text"
  # label and target are classes where no column is called so; ids and classes are found in capitals too
  table "label of target" "no label" >docs
  plain --lines docs >t.csv
  assert_equal "$(sed -n 1p t.csv)" "label_,no,of,target_"
  run_split ce-prepare center t.csv
  assert_equal "$(grep -c 'held back' <<<"$stderr" || :)" 0
  assert_equal "$(sed -n 1p <<<"$output")" "label_,no,of,target_"
  assert_equal "$(plain --prefix I --lines --shortest 1 <<<'d n' | sed -n 1p)" "Id_,In"
  assert_equal "$(plain --prefix L --lines --shortest 1 <<<'abel n' | sed -n 1p)" "Label_,Ln"
  # the table's own names, and a prefix that leads into one
  table text,name "name named,x" >docs.csv
  assert_equal "$(plain --class name docs.csv | tr '\n' ' ')" "name_,named,name 1,1,x "
  assert_equal "$(plain --class none --prefix i --lines <<<'d n' --shortest 1 | sed -n 1p)" "id_,in"
}

@test "ce-prepare terms: an independent count in awk" {
  awk 'BEGIN { srand(11); for (i = 0; i < 200; i++) { n = int(40 * rand()); line = ""
      for (j = 0; j < n; j++) { w = int(60 * rand() * rand()); line = line sprintf("%c%c ", 97 + w % 7, 97 + int(w / 7)) }
      print line } }' >lines
  awk '{ for (f = 1; f <= NF; f++) { if (!count[NR, $f]++) docs[$f]++ } }
    END { for (w in docs) if (docs[w] >= 5) print w | "sort"; close("sort") }' lines >names
  awk 'NR == FNR { name[++terms] = $1; line = line "," $1; next } FNR == 1 { print substr(line, 2) }
    { split("", count); for (f = 1; f <= NF; f++) count[$f]++; line = ""
      for (t = 1; t <= terms; t++) line = line "," count[name[t]] + 0; print substr(line, 2) }' names lines >want
  [ "$(wc -l <names)" -gt 20 ]
  plain -q --min-documents 5 --lines lines | cmp - want
}

@test "ce-prepare terms: Ling-Spam, words between spaces, terms of 10 documents: cell by cell the published counts" {
  need_data text/lingspam960_docs.csv.gz
  gzip -dc "$DATA/text/lingspam960.csv.gz" >want
  ce-prepare terms --stem none --stop-words none --shortest 1 --min-documents 10 --prefix t_ "$DATA/text/lingspam960_docs.csv.gz" | cmp - want
}

@test "ce-prepare terms: memory is asked for before documents times terms are made" {
  awk 'BEGIN { for (i = 0; i < 400; i++) { for (j = 0; j < 50; j++) printf "%c%c%c%c ", 97 + i % 26, 97 + int(i / 26), 97 + j % 26, 97 + int(j / 26); print "" } }' >lines
  CE_MEMORY_LIMIT=50M run_split plain --lines lines
  assert_error 1 "ce-prepare: the table of documents and terms (400 x 20000) needs 61.0 MiB of memory, 50.0 MiB are free (CE_MEMORY_LIMIT); use --min-documents or --itemsets to keep fewer terms instead"
}

# ---- what is refused ----

@test "ce-prepare terms: no document, no word, no term" {
  mkdir -p empty/sub/.x
  echo a >empty/.hidden
  run_split plain empty
  assert_error 1 "ce-prepare: empty: no document: a folder with text files expected"
  : >nothing
  run_split plain --lines nothing
  assert_error 1 "ce-prepare: nothing: empty, a document per line expected"
  run_split plain nothing
  assert_error 1 "ce-prepare: nothing: empty, a table with at least one object expected"
  table text >header
  run_split plain header
  assert_error 1 "ce-prepare: header: a header line and no objects, a table with at least one object expected"
  table "1 2" "" "..." >lines
  run_split plain --lines lines
  assert_error 1 "ce-prepare: lines: 3 documents without a word that counts"
  table "one word" >lines
  run_split ce-prepare terms --lines lines
  assert_error 1 "ce-prepare: lines: no term is left of 1: 1 in too few documents, 0 in too many, 0 in no frequent itemset"
}

@test "ce-prepare terms: a table without the column of texts, or with one that is held back" {
  table a,class x,y >docs.csv
  run_split plain docs.csv
  assert_error 1 "ce-prepare: docs.csv:1: no column 'text' with the documents (--text COL names it; with --lines each line is a document)"
  run_split plain --text b docs.csv
  assert_error 1 "ce-prepare: docs.csv:1: no column 'b' with the documents"
  run_split plain --text class docs.csv
  assert_error 1 "ce-prepare: docs.csv:1: column 'class' cannot hold the documents: it is the id or class column"
}

@test "ce-prepare terms: links are followed, a loop and a link to nowhere are refused, pipes are left out" {
  mkdir -p real/sub folder
  echo word >real/sub/a
  ln -s ../real/sub folder/linked
  ln -s ../real/sub/a folder/file
  mkfifo folder/pipe
  run_split plain folder
  assert_equal "$output" "id,word,class
file,1,
linked/a,1,linked"
  assert_equal "$stderr" "ce-prepare: 1 entries of the folder left out: neither folders nor regular files"
  ln -s .. real/sub/up
  run_split plain real
  assert_error 1 "ce-prepare: real/sub/up: a link back to a folder that it lies in"
  rm real/sub/up
  ln -s gone real/sub/up
  run_split plain real
  assert_error 1 "ce-prepare: real/sub/up: No such file or directory"
  ln -sf up real/sub/up
  run_split plain real
  assert_error 1 "ce-prepare: real/sub/up: Too many levels of symbolic links"
}

@test "ce-prepare terms: what cannot be read is refused, not left out" {
  [ "$(id -u)" != 0 ] || skip "root reads everything"
  mkdir -p folder/sub
  echo word >folder/a
  echo word >folder/b
  chmod 0 folder/b
  run_split plain folder
  assert_error 1 "ce-prepare: folder/b: Permission denied"
  chmod 600 folder/b
  chmod 0 folder/sub
  run_split plain folder
  chmod 700 folder/sub
  assert_error 1 "ce-prepare: folder/sub: Permission denied"
}

@test "ce-prepare terms: a damaged gzip file in a folder is refused by name" {
  mkdir folder
  head -c 500 <(seq 1000 | gzip) >folder/cut.gz
  run_split plain --digits folder
  assert_error 1 "ce-prepare: folder/cut.gz: the gzip stream ends too early: the file is cut"
}

@test "ce-prepare terms: file and folder names that mean something in a table" {
  mkdir folder
  echo a >folder/NA
  echo b >"folder/x,y \"z\""
  run plain --shortest 1 folder
  assert_output 'id,a,b
./NA,1,0
"x,y ""z""",0,1'
}

@test "ce-prepare terms: wrong use" {
  table text word >docs.csv
  mkdir folder
  echo word >folder/a
  run_split ce-prepare terms --lines --text a docs.csv
  assert_error 2 "ce-prepare: --text does not go with --lines$hint"
  run_split ce-prepare terms --text a folder
  assert_error 2 "ce-prepare: the files of a folder are the documents: no --lines or --text with it$hint"
  run_split ce-prepare terms --class topic folder
  assert_error 2 "ce-prepare: --class 'topic' is a column of a table; only none goes with a folder$hint"
  run_split ce-prepare terms --id 1 --lines docs.csv
  assert_error 2 "ce-prepare: --id '1' is a column of a table; only none goes with --lines$hint"
  run_split ce-prepare terms --header yes --lines docs.csv
  assert_error 2 "ce-prepare: --header does not go with --lines$hint"
  run_split ce-prepare terms --header no folder
  assert_error 2 "ce-prepare: --header does not go with a folder$hint"
  run_split ce-prepare terms --categorical all docs.csv
  assert_error 2 "ce-prepare: --categorical does not go with terms$hint"
  run_split ce-prepare terms --itemset-size 3 docs.csv
  assert_error 2 "ce-prepare: --itemset-size goes with --itemsets$hint"
  for wrong in 0 -1 1.5 0.0 x .0 2e99x ''; do
    run_split ce-prepare terms --itemsets "$wrong" docs.csv
    assert_error 2 "ce-prepare: --itemsets '$wrong', a whole number from 1 or a fraction with a point, up to 1.0, expected$hint"
  done
  for wrong in "--shortest 0" "--min-documents 0" "--max-share 1.1" "--itemsets 2 --itemset-size 65" "--weight idf" "--encoding utf-16"; do
    # shellcheck disable=SC2086 # several words
    run_split ce-prepare terms $wrong docs.csv
    assert_equal "$wrong: $status $output" "$wrong: 2 "
  done
  run_split ce-prepare zscore --lines docs.csv
  assert_error 2 "ce-prepare: --lines does not go with zscore, only with: terms$hint"
}
