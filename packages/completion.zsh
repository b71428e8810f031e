#compdef ikscope ikscope-lab
# Completes the same words as completion.bash for zsh, which understands it.
autoload -U +X bashcompinit && bashcompinit
source ${${funcsourcetrace[1]%:*}:h}/../../bash-completion/completions/ikscope-lab
_bash_complete -o default -F _ikscope
