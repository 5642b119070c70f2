# Completion of the tools of Clens, for fish: each tool says itself what a word may become.

function __clens_answers
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    for line in ($before[1] --completions $before[2..-1] "$word" 2>/dev/null)
        if test "$line" = :files
            if string match -qr '^--[a-z-]+=' -- $word
                set -l option (string match -r '^--[a-z-]+=' -- $word)
                printf '%s\n' $option(__fish_complete_path (string replace -- $option '' $word))
            else
                __fish_complete_path $word
            end
        else
            echo $line
        end
    end
end

for tool in @TOOLS@
    complete -c $tool -f -a '(__clens_answers)'
end
