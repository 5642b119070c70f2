#!/usr/bin/env bats
bats_require_minimum_version 1.5.0

# What a word of a command line may become: ce-X --completions, and the completions of three shells.

setup() {
  load common
  table id,width,"\"the, length\"",class 1,2,3,a >data.csv
}

# words TOOL WORD...: the answers without what they mean.
words() { "$1" --completions "${@:2}" | cut -f1 | tr '\n' ' '; }

@test "completion: nouns, also in a list, with what they are" {
  assert_equal "$(words ce-generate kme)" "kmeans "
  assert_equal "$(words ce-consensus eac-al,hb)" "eac-al,hbgf "
  assert_equal "$(words ce-generate --cite coo)" "coolcat "
  run ce-generate --completions coolcat
  assert_equal "$output" "coolcat"$'\t'"$(ce-generate --list=csv | awk -F, '$1 == "coolcat" { print $8 }')"
  assert_equal "$(words ce-generate | wc -w)" "$(ce-generate --list=csv | tail -n +2 | wc -l)"
}

@test "completion: options of the tool and of the nouns of the call, once each, and none that has no effect" {
  assert_equal "$(words ce-generate kmeans --em)" "--empty "
  assert_equal "$(words ce-generate som --em)" ""
  assert_equal "$(words ce-consensus eac-al,hne --th)" "--threads --theta "
  assert_equal "$(words ce-consensus eac-al --th)" "--threads "
  # the noun may come after the option
  assert_equal "$(words ce-generate -q kmeans --see)" "--seed "
  assert_equal "$(words ce-generate kmeans --seed 1 --see)" ""
  # --from rules --names out
  assert_equal "$(words ce-select names --fr)" "--from "
  assert_equal "$(words ce-select names --from data.csv --na)" ""
  # what goes with reports of a method only
  assert_equal "$(words ce-consensus eac-al --life)" "--lifetime "
  assert_equal "$(words ce-consensus cspa --life)" ""
}

@test "completion: every option that a tool has is offered, with the first words of its help" {
  for tool in "$CE_BIN"/ce-*; do
    name=${tool##*/}
    "$tool" --list-options | awk -F, 'NR > 1 { print "--" $2 }' | sort -u >rows
    [ -s rows ]
    "$tool" --completions - | cut -f1 | sort -u >offered
    # the word that asks for completions is no option, as --complete is one of ce-merge
    run grep -x -e --completions rows
    assert_equal "$name $status" "$name 1"
    comm -23 rows offered >missing
    [ ! -s missing ] || { echo "$name: $(cat missing)"; false; }
  done
}

@test "completion: no help goes on from the line above, which is not there" {
  for tool in "$CE_BIN"/ce-*; do
    "$tool" --list-options | { grep -E ',"?(and|or|to this|its|that) [^,]*"?$|,"(and|or|to this|its|that) ' || :; } >going-on
    [ ! -s going-on ] || { echo "${tool##*/}: $(cat going-on)"; false; }
  done
}

@test "completion: choices, measures, files and the columns of the file" {
  assert_equal "$(words ce-generate kmeans --empty '')" "singleton keep drop "
  assert_equal "$(words ce-generate kmeans --empty=k)" "--empty=keep "
  # the beginning of an option stands for it, where it is that of no other one: --init and --iterations
  assert_equal "$(words ce-generate kmeans --emp k)" "keep "
  assert_equal "$(words ce-generate kmeans --ini plus)" "plusplus "
  assert_equal "$(words ce-generate kmeans --i plus)" ":files "
  # as bash has it
  assert_equal "$(words ce-generate kmeans --empty = k)" "keep "
  assert_equal "$(words ce-generate kmeans --empty =)" "singleton keep drop "
  assert_equal "$(words ce-score -s nmi,nmi-m)" "nmi,nmi-max nmi,nmi-min "
  assert_equal "$(words ce-score --scores hom)" "homogeneity "
  assert_equal "$(words ce-generate kmeans --model '')" ":files "
  assert_equal "$(words ce-score -t '')" ":files "
  assert_equal "$(words ce-score '')" ":files "
  assert_equal "$(words ce-generate kmeans data.csv --class '')" "id width the, length class "
  assert_equal "$(words ce-generate kmeans data.csv --columns width,cl)" "width,class "
  tr , ';' <data.csv | gzip >data.csv.gz
  assert_equal "$(words ce-generate kmeans data.csv.gz --id i)" "id "
  # a number is no name
  assert_equal "$(words ce-generate kmeans -k '')" ""
}

@test "completion: what is no answer says nothing, and never fails" {
  for line in "kmeans --class x" "kmeans no-such-file --id x" "kmeans . --id x" "nothing --em" "--no-such-option x" "-- x" "-" ",,," "kmeans --empty = = ="; do
    # shellcheck disable=SC2086
    run_split ce-generate --completions $line
    assert_equal "$status $stderr" "0 "
  done
  run_split ce-generate --completions
  assert_equal "$status" 0
}

@test "completion: in bash" {
  cat >type.bash <<'END'
source "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_clens "$1" "${COMP_WORDS[COMP_CWORD]}"
printf '%s\n' "${COMPREPLY[@]}"
END
  in_bash() { bash type.bash "$CE_BUILD/obj/completions/clens.bash" "$@" | tr '\n' ' '; }
  assert_equal "$(in_bash ce-generate kme)" "kmeans "
  assert_equal "$(in_bash ce-generate kmeans --empty = d)" "drop "
  assert_equal "$(in_bash ce-generate kmeans data.csv --class th)" "the\\,\\ length "
  # files are the shell's own
  assert_equal "$(in_bash ce-generate kmeans da)" " "
  run bash -c "source $CE_BUILD/obj/completions/clens.bash; complete -p ce-generate ce-score ce-merge"
  assert_equal "${#lines[@]}" 3
}

@test "completion: in fish" {
  command -v fish >/dev/null || skip "no fish here"
  export HOME=$PWD XDG_CONFIG_HOME=$PWD
  in_fish() { fish -c "source $CE_BUILD/obj/completions/clens.fish; complete -C '$1'" | cut -f1 | tr '\n' ' '; }
  assert_equal "$(in_fish "ce-generate kme")" "kmeans "
  assert_equal "$(in_fish "ce-generate kmeans --empty ")" "drop keep singleton "
  assert_equal "$(in_fish "ce-generate kmeans data.csv --class w")" "width "
  assert_equal "$(in_fish "ce-generate kmeans da")" "data.csv "
  assert_equal "$(in_fish "ce-generate kmeans --start=da")" "--start=data.csv "
}

@test "completion: in zsh" {
  in_turn 4
  command -v zsh >/dev/null || skip "no zsh here"
  mkdir functions
  cp "$CE_BUILD/obj/completions/clens.zsh" functions/_clens
  in_zsh() { zsh -f "$CE_SOURCE/tests/completion/type.zsh" "$CE_BIN" "$PWD/functions" "$1" | sed 's/ *$//'; }
  assert_equal "$(in_zsh "ce-generate kme")" "ce-generate kmeans"
  assert_equal "$(in_zsh "ce-generate kmeans --empty=d")" "ce-generate kmeans --empty=drop"
  assert_equal "$(in_zsh "ce-generate kmeans data.csv --class wi")" "ce-generate kmeans data.csv --class width"
  assert_equal "$(in_zsh "ce-generate kmeans dat")" "ce-generate kmeans data.csv"
}
