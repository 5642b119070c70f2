#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# ce-report: its page as a browser and a validator take it.

# The pages, made once: of the wines, of one object, of missing labels, of microclusters.
setup_file() {
  command -v gnuplot >/dev/null || skip "needs gnuplot"
  PATH="$CE_BIN:$PATH"
  cd "$BATS_FILE_TMPDIR" || exit 1
  ce-prepare zscore "$CE_SOURCE/data/wine.csv" >wine.csv
  ce-generate kmeans -k 2..5 -m 40 wine.csv >members.csv
  ce-consensus eac-al -k 2..5 members.csv >results.csv
  printf '%s\n' k,objective,rcsi,rcsi_se,p 2,'<pac>',.5,.1,.04 3,'<pac>',.25,.1,.2 >null.csv
  ce-report -r results.csv --data wine.csv -t wine.csv --null null.csv members.csv -o wines.html
  printf 'a,b\n1,1\n' >one.csv
  printf 'r\n1\n' | ce-report -r - one.csv -o one.html
  printf 'a,b\nNA,1\n1,NA\n2,2\nNA,NA\n' >missing.csv
  printf 'r\n1\n1\n2\nNA\n' | ce-report -r - missing.csv -o missing.html
  printf 'size,a,b\n3,1,1\n2,2,2\n' >micro.csv
  printf 'r\n<a & b>\n2\n' | ce-report -r - micro.csv -o micro.html
}

setup() {
  load common
  cp "$BATS_FILE_TMPDIR"/*.html .
}

need_browser() {
  for browser in chromium chromium-browser google-chrome; do
    command -v "$browser" >/dev/null && return
  done
  skip "needs Chromium"
}

# browse PAGE OPTION...: the page in Chromium, which leaves nothing behind.
browse() {
  HOME=$PWD timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
    --allow-file-access-from-files --user-data-dir="$PWD/profile" "${@:2}" "file://$PWD/$1"
}

# messages PAGE: what the browser's console says.
messages() { browse "$1" --enable-logging=stderr --dump-dom 2>&1 >/dev/null | grep CONSOLE; }

# ask PAGE WORDS OPTION...: the value of an expression of JavaScript about `page`, the document, in
# a window that is 400 pixels wide. The page itself runs nothing: a second one looks at it.
ask() {
  cat >ask.html <<END
<!DOCTYPE html><title>ask</title>
<iframe src="$1" style="width:400px;height:800px;border:0"></iframe>
<p></p><script>onload = function () {
  var page = document.querySelector("iframe").contentDocument;
  document.querySelector("p").textContent = "value:" + ($2) + ":";
};</script>
END
  browse ask.html --dump-dom "${@:3}" 2>/dev/null | sed -n 's/.*<p>value:\(.*\):<\/p>.*/\1/p'
}

@test "ce-report: the pages are valid HTML" {
  command -v tidy >/dev/null || skip "needs tidy"
  for page in *.html; do
    run tidy -e -q "$page"
    assert_output ""
    assert_equal "$status" 0
  done
  sed 's/<figure>/<p><figure>/; s/<main>/<main size=1>/' wines.html >bad.html
  run tidy -e -q bad.html
  assert_failure
}

@test "ce-report: the browser's console has nothing to say" {
  need_browser
  run messages wines.html
  assert_output ""
  # what is wrong is seen
  sed 's/<main>/<main><img src="http:\/\/localhost:1\/x.png" alt="">/' wines.html >bad.html
  run messages bad.html
  assert_output --partial "Content Security Policy"
}

@test "ce-report: a page of 400 pixels needs no scrolling to the side" {
  in_turn 4
  need_browser
  wide="page.documentElement.scrollWidth - page.documentElement.clientWidth"
  assert_equal "$(ask wines.html "$wide")" 0
  # its pictures and tables scroll by themselves
  assert_equal "$(ask wines.html "page.querySelectorAll('svg').length")" 16
  sed 's/<main>/<main style="min-width:50rem">/' wines.html >bad.html
  assert_equal "$(ask bad.html "$wide > 300")" true
}

@test "ce-report: light and dark follow the browser, and the text can be read in both" {
  need_browser
  # the contrast of the text with the page, by the formula of WCAG 2
  contrast='(function () {
    var style = getComputedStyle(page.body), light = [style.color, style.backgroundColor].map(
      function (color) {
        var c = color.match(/[0-9]+/g).slice(0, 3).map(function (v) {
          v /= 255; return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); });
        return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; });
    return (light[0] < light[1] ? "dark on light " : "light on dark ") +
      ((Math.max(...light) + 0.05) / (Math.min(...light) + 0.05) > 7); })()'
  assert_equal "$(ask wines.html "$contrast" --blink-settings=preferredColorScheme=1)" \
    "dark on light true"
  assert_equal "$(ask wines.html "$contrast" --blink-settings=preferredColorScheme=0)" \
    "light on dark true"
}

# printed PAGE: the words of the page on paper.
printed() {
  browse "$1" --no-pdf-header-footer --print-to-pdf=page.pdf >/dev/null 2>&1
  pdftotext -layout page.pdf -
}

@test "ce-report: on paper tables of up to 60 rows are open, longer ones are told of, and no link is left" {
  need_browser
  command -v pdftotext >/dev/null || skip "needs pdftotext"
  printed wines.html >words
  grep -F >/dev/null 'On paper there are no links: the CSV files with the numbers' words
  # the tables of k, of what --null found, of silhouettes and of base clusterings
  for cell in 'its growth' 'its error' 'mean silhouette' 'NMI with the result'; do
    grep -E >/dev/null "^[^.]*$cell( |\$)" words
  done
  grep -E >/dev/null '^ *kmeans[.]k[0-9]*[.]r40 ' words
  run grep -cE 'Show the|not on paper|[a-z]\.csv\.|The numbers:' words
  assert_output 0
  # a table of 61 rows, and one that is too large for the page
  for m in 60 61; do
    awk -v m=$m 'BEGIN { for (i = 0; i < 7; i++) for (q = 1; q <= m; q++)
      printf "%s%s", i ? (i * q) % 3 : "q" q, q < m ? "," : "\n" }' >many.csv
    cut -d, -f1 many.csv | ce-report -q -r - many.csv -o many.html
    printed many.html >words
    grep -c "A table of $m rows is in the page itself, not on paper." words >>told || :
    grep -c '^ *q60 ' words >>told || :
  done
  assert_equal "$(paste -sd' ' told)" "0 1 1 0"
  # a browser that cannot open them tells of them
  sed 's/selector(::details-content)/selector(::nothing-of-this-name)/' wines.html >old.html
  printed old.html >words
  grep -F >/dev/null 'A table of 4 rows is in the page itself, not on paper.' words
  run grep -c 'its growth' words
  assert_output 0
  # on the screen the tables are closed, and nothing is said of paper
  assert_equal "$(ask many.html "getComputedStyle(page.querySelector('.printed')).display")" none
  assert_equal "$(ask wines.html "page.querySelectorAll('details.short:not([open])').length")" 3
}

@test "ce-report: it prints as a PDF of several pages" {
  need_browser
  browse wines.html --print-to-pdf=page.pdf >/dev/null 2>&1
  assert_equal "$(head -c 5 page.pdf)" "%PDF-"
  pages=$(grep -a -o '/Count [0-9]*' page.pdf | sort -k2n | tail -n 1 | cut -d' ' -f2)
  assert [ "$pages" -ge 5 ]
  assert [ "$pages" -le 20 ]
}
