# Completes options, subcommands, scenes and methods of ikscope and ikscope-lab for bash, by asking the program.
_ikscope() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} asked=("$1") words
  if [[ $1 == *ikscope-lab && $COMP_CWORD -gt 1 ]]; then asked+=("${COMP_WORDS[1]}"); fi
  case $before in
    --scene | --lesson | --method | --methods)
      local table=${before#--}
      words=$(ikscope-lab list 2>/dev/null |
        awk -v table="${table%s}" '$1 == table { on = 1; next } on && /^$/ { exit } on && /^[a-z]/ { print $1 }') ;;
    *) words=$("${asked[@]}" --help 2>/dev/null | grep -oE '^  [a-z]+ |--[a-z][a-z-]*') ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word")) # split by zsh, too, which has no mapfile
}
complete -o default -F _ikscope ikscope ikscope-lab
