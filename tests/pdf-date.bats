#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# The date of creation in PDFs, as it is written by cairo up to 1.16 and later (src/plot/pdf_date.h). What cairo of this
# machine writes is tested in ce-plot.bats.

setup() {
  load common
  command -v python3 >/dev/null || skip "needs python3"
  set_date() { "$CE_BUILD/obj/tests/pdf-date"; }
}

# pdf DATE NOISE: a PDF as cairo 1.18 lays it out. The noise makes the compressed streams shorter or longer.
pdf() {
  python3 - "$@" <<'P'
import sys, zlib
date, noise = sys.argv[1:3]
first = b"<< /Type /Pages\n   /Kids [ 2 0 R ]\n   /Count 1\n>>\n"
info = ("<< /Producer (%s)\n   /CreationDate (D:%sZ)\n>>\n" % (noise, date)).encode()
head = b"1 0\n5 %d\n" % len(first)
inner = zlib.compress(head + first + info)
out, at = b"%PDF-1.5\n%\xb5\xed\xae\xfb\n", {}
def add(number, text):
    global out
    at[number] = len(out)
    out += b"%d 0 obj\n" % number + text + b"endobj\n"
page = zlib.compress(noise.encode() * 20)
add(2, b"<< /Length 3 0 R\n   /Filter /FlateDecode\n>>\nstream\n" + page + b"\nendstream\n")
add(3, b"   %d\n" % len(page))
add(4, b"<< /Type /ObjStm\n   /Length 6 0 R\n   /N 2\n   /First %d\n   /Filter /FlateDecode\n>>\nstream\n" % len(head) + inner + b"\nendstream\n")
add(6, b"   %d\n" % len(inner))
at[7] = len(out)
rows = b"\0\0\0\xff\xff" + b"\2\0\4\0\0"
for number in 2, 3, 4:
    rows += b"\1" + at[number].to_bytes(2, "big") + b"\0\0"
rows += b"\2\0\4\0\1" + b"\1" + at[6].to_bytes(2, "big") + b"\0\0" + b"\1" + at[7].to_bytes(2, "big") + b"\0\0"
table = zlib.compress(rows)
out += b"7 0 obj\n<< /Type /XRef\n   /Length %d\n   /Filter /FlateDecode\n   /Size 8\n   /W [1 2 2]\n   /Root 1 0 R\n   /Info 5 0 R\n>>\nstream\n" % len(table)
out += table + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % at[7]
sys.stdout.buffer.write(out)
P
}

# sound FILE: every object is where the table of objects says, every stream as long as it says, and the date is the one that all get.
sound() {
  python3 - "$1" <<'P'
import re, sys, zlib
pdf = open(sys.argv[1], "rb").read()
begins = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", pdf)[1])
def stream(at):
    m = re.compile(rb"\d+ 0 obj\n(<<.*?>>)\nstream\n", re.S).match(pdf, at)
    length = re.search(rb"/Length (\d+)( 0 R)?", m[1])
    n = int(length[1])
    if length[2]:
        n = int(re.match(rb"%d 0 obj\n +(\d+)\nendobj\n" % n, pdf[place[n]:])[1])
    assert pdf[m.end() + n:].startswith(b"\nendstream\nendobj\n"), at
    return zlib.decompress(pdf[m.end():m.end() + n])
rows = stream(begins)
place = {i // 5: int.from_bytes(rows[i + 1:i + 3], "big") for i in range(0, len(rows), 5) if rows[i] == 1}
assert place[7] == begins
for number, at in place.items():
    assert pdf[at:].startswith(b"%d 0 obj\n" % number), (number, at)
stream(place[2])
objects = stream(place[4])
assert objects.count(b"/CreationDate (D:20000101000000Z)") == 1, objects
print(len(objects))
P
}

@test "pdf date: in a compressed stream, whose length and what lies behind it are corrected" {
  in_turn 4
  for noise in cairo "cairo 1.18.4 (https://cairographics.org)" "$(printf 'x%.0s' {1..900})" "$(seq 100 | paste -sd' ')" "$(seq 173 | paste -sd' ')" "$(seq 100000 137 140000 | paste -sd' ')"; do
    pdf 20261126012730 "$noise" >one.pdf
    pdf 19991231235959 "$noise" >two.pdf
    set_date <one.pdf >one.out
    set_date <two.pdf >two.out
    cmp one.out two.out
    [ "$(sound one.out)" -gt 100 ]
    set_date <one.out | cmp - one.out
  done
  # and the test sees what is not so
  run sound one.pdf
  assert_failure
}

@test "pdf date: as it is, in its place" {
  printf '%%PDF-1.4\n/CreationDate (D:20261126012730Z)\n/CreationDate (D:2026' >plain.pdf
  assert_equal "$(set_date <plain.pdf)" "$(printf '%%PDF-1.4\n/CreationDate (D:20000101000000Z)\n/CreationDate (D:2026')"
}

@test "pdf date: no PDF, or one that is damaged or built otherwise, stays as it is" {
  pdf 20261126012730 cairo >good.pdf
  printf '<svg>/CreationDate (D:20261126012730Z)</svg>' >x.svg
  set_date <x.svg | cmp - x.svg
  : >empty
  set_date <empty | cmp - empty
  for change in 's/ObjStm/ObjStx/' 's/startxref/startxxxx/' 's/XRef/XRxx/' 's/W \[1 2 2\]/W [2 2 1]/' 's/6 0 obj/8 0 obj/' \
    's/endstream/endstrexx/g' 's/Length 6 0 R/Length 6 0 X/' 's/W \[1/W [x/'; do
    sed "$change" good.pdf >other.pdf
    run cmp -s good.pdf other.pdf
    assert_failure
    set_date <other.pdf >out.pdf
    cmp out.pdf other.pdf
  done
  # wherever it ends
  size=$(wc -c <good.pdf)
  for ((bytes = 1; bytes < size; bytes += 13)); do
    head -c $bytes good.pdf >short.pdf
    set_date <short.pdf >out.pdf
    [ "$(wc -c <out.pdf)" -gt 0 ]
  done
}
