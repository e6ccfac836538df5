# Adds the host files that begin with $1: directories, and files with one of the extensions $2...; all files if no file
# has such an extension.
_utah10_files() {
  local start=$1 name extension any=0
  shift
  compopt -o filenames 2>/dev/null
  while IFS= read -r name; do
    for extension in "$@"; do
      [[ ! -d $name && ${name,,} == *."$extension" ]] && replies+=("$name") any=1
    done
  done < <(compgen -f -- "$start")
  if ((any)); then
    while IFS= read -r name; do replies+=("$name"); done < <(compgen -d -- "$start")
  else
    while IFS= read -r name; do replies+=("$name"); done < <(compgen -f -- "$start")
  fi
}

# Adds what the action $1 offers for a value that begins with $2.
_utah10_values() {
  local action=$1 value=$2 head= atom words= files=0 extensions=() name i first
  for atom in $action; do
    case $atom in
      split:*)
        atom=${atom#split:}
        [[ $value == *"$atom"* ]] && head=${value%"$atom"*}$atom value=${value##*"$atom"}
        ;;
      prefix:*)
        atom=${atom#prefix:}
        [[ $value == "$atom"* ]] && head=$atom value=${value#"$atom"}
        ;;
      file) files=1 ;;
      file:*) files=1 extensions+=("${atom#file:}") ;;
      word:*=) words+=" ${atom#word:}"; compopt -o nospace 2>/dev/null ;;
      word:*) words+=" ${atom#word:}" ;;
      dir)
        compopt -o filenames 2>/dev/null
        while IFS= read -r name; do replies+=("$name"); done < <(compgen -d -- "$value")
        ;;
    esac
  done
  while IFS= read -r name; do replies+=("$name"); done < <(compgen -W "$words" -- "$value")
  ((files)) && _utah10_files "$value" "${extensions[@]}"
  for i in "${!replies[@]}"; do replies[i]=$head${replies[i]}; done
}

# The words of the command line up to the cursor. bash splits them at = and :, which do not separate words here.
_utah10_words() {
  local i part glue=0
  for ((i = 0; i <= COMP_CWORD; i++)); do
    part=${COMP_WORDS[i]-}
    if ((i > 1)) && { ((glue)) || [[ $part == [=:]* ]]; }; then
      words[${#words[@]}-1]+=$part
    else
      words+=("$part")
    fi
    [[ $part == [=:]* ]] && glue=1 || glue=0
  done
}

_utah10() {
  local words=() replies=() commands operands repeats i word waiting= operand=0 last current head=
  declare -A options
  _utah10_words
  last=$((${#words[@]} - 1))
  current=${words[last]}
  local path=${words[0]##*/}
  _utah10_table "$path"
  for ((i = 1; i < last; i++)); do
    word=${words[i]}
    if [[ -n $waiting ]]; then
      waiting=
    elif [[ $word == -* ]]; then
      [[ ${options[$word]-} == value* ]] && waiting=$word
    elif [[ " ${commands[*]} " == *" $word "* ]]; then
      path+=" $word"
      operand=0
      _utah10_table "$path"
    else
      operand=$((operand + 1))
    fi
  done
  if [[ -n $waiting ]]; then
    _utah10_values "${options[$waiting]#value}" "$current"
  elif [[ $current == --*=* ]]; then
    head=${current%%=*}
    word=${options[$head]-}
    [[ $word == value* ]] && _utah10_values "${word#value}" "${current#*=}"
    head+==
  elif [[ $current == -* ]]; then
    while IFS= read -r word; do replies+=("$word"); done < <(compgen -W "${!options[*]}" -- "$current")
  else
    ((repeats && operand >= ${#operands[@]})) && operand=$((${#operands[@]} - 1))
    ((operand < ${#operands[@]})) && _utah10_values "${operands[operand]}" "$current"
    while IFS= read -r word; do replies+=("$word"); done < <(compgen -W "${commands[*]}" -- "$current")
  fi
  # bash replaces only the part of the word after the last = or :.
  local part=${COMP_WORDS[COMP_CWORD]-}
  [[ $part == [=:]* ]] && part=
  local typed=${current%"$part"}
  COMPREPLY=()
  for word in "${replies[@]}"; do
    [[ $current == --*=* ]] && word=$head$word
    COMPREPLY+=("${word#"$typed"}")
  done
}

complete -F _utah10 utah10 macro10 link10 dis10 pack10 tenexfs trace10
