# type.zsh BIN FUNCTIONS LINE: what an interactive zsh makes of a line after a tab.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1='READY>'; PATH=$1:\$PATH; fpath=($2 \$fpath); autoload -U compinit; compinit -u -D; unsetopt beep; bindkey '^I' complete-word; print BE''GIN"
zpty -r -m shell seen '*BEGIN*READY>*'
zpty -w -n shell "$3"$'\t'
sleep 1
# to the beginning of the line, which is then printed
zpty -w shell $'\x01print -r -- "\x05"::END'
for (( tries = 0; tries < 50; tries++ )); do
  sleep .1
  while zpty -r -t shell part; do out+=$part; done
  [[ $out == *$'\n'*::END* ]] && break
done
print -r -- "$out" | tr -d '\r' | sed -n 's/^\(ce-.*\)::END$/\1/p'
zpty -d shell
