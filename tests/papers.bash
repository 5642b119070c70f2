# papers.bash: for the tests of papers/.
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
papers="$CE_SOURCE/papers"

# make_in FOLDER TARGET...: make there, with this build's tools, and everything made here
make_in() { make -s -C "$papers/$1" BIN="$CE_BIN" OUT="$PWD/out" "${@:2}"; }

# at_most NUMBER LIMIT
at_most() { awk -v value="$1" -v limit="$2" 'BEGIN { if (value == "" || value + 0 > limit + 0) { print value " is more than " limit; exit 1 } }'; }

# cell TABLE DATA-SET METHOD SCORE COLUMN: from out/TABLE.csv
cell() { awk -F, -v data="$2" -v method="$3" -v score="$4" -v column="$5" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) c = i }
  $1 == data && $2 == method && $3 == score { print $c }' "out/$1.csv"; }
