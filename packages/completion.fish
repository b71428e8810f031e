# Completes the same words as completion.bash for fish, by asking it.
set -l completion (status dirname)/../../bash-completion/completions/(basename (status filename) .fish)
function __ikscope_words --inherit-variable completion
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ikscope "$1"; printf "%s\n" "${COMPREPLY[@]}"' \
    bash $completion (commandline -opc) (commandline -ct)
end
complete -c (basename (status filename) .fish) -a '(__ikscope_words)'
