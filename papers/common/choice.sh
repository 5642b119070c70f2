# choice.sh: read by the run.sh of every folder; `here` is its folder.
# shellcheck shell=bash disable=SC2154

# choice COLUMN: what choices.csv has of the data set $set
choice() { awk -F, -v name="$set" -v column="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) c = i } $1 == name { print $c }' \
  "$here/choices.csv"; }

unpack() { if [[ $1 == *.gz ]]; then gzip -dc "$1"; else cat "$1"; fi; }
