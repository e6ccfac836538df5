# Reads hints.txt and the table of parse_help.awk and decides what completes each argument. The END block that follows
# it, of bash.awk or zsh.awk, writes the completions from these arrays:
#   paths[1..np], about[p], commands[p, 1..nc[p]], command_text[p, i]
#   option_names[p, 1..no[p]], option_text, option_many, option_value (empty: a flag), option_action
#   operand_name[p, 1..nm[p]], operand_many, operand_text, operand_action
# An action is a list of atoms separated by blanks: file, file:EXT, dir, word:WORD, split:CHARACTER, prefix:TEXT.

function trim(s) { gsub(/^ +| +$/, "", s); return s }

function complain(what) { print "generate: hints.txt: " what > "/dev/stderr"; failed = 1 }

# The hint for a command's argument, by any of its names. Nothing if there is none.
function hint_for(p, names,   n, i, name) {
  n = split(names, name, ",")
  for (i = 1; i <= n; i++) if ((p, name[i]) in hint) { used[p, name[i]] = 1; return hint[p, name[i]] }
  for (i = 1; i <= n; i++) if (("*", name[i]) in hint) { used["*", name[i]] = 1; return hint["*", name[i]] }
  return ""
}

function atoms(kind, list, separator,   n, i, part, made) {
  n = split(list, part, separator)
  for (i = 1; i <= n; i++) if (trim(part[i]) != "") made = made " " kind ":" trim(part[i])
  return made
}

# The words of a description that match a pattern, each once.
function matching(pattern, text,   n, i, part, made) {
  n = split(text, part, /[^A-Za-z0-9-]+/)
  for (i = 1; i <= n; i++)
    if (part[i] ~ ("^(" pattern ")$") && index(made " ", " word:" part[i] " ") == 0) made = made " word:" part[i]
  return made
}

function braces(value) {
  if (!match(value, /\{[^}]*\}/)) return ""
  return atoms("word", substr(value, RSTART + 1, RLENGTH - 2), ",")
}

function after_colon(text) { sub(/.*: /, "", text); return atoms("word", text, ",") }

function one_action(verb, rest, value, text) {
  if (verb == "file") return rest == "" ? " file" : atoms("file", rest, " ")
  if (verb == "words") return matching(rest, text)
  if (verb == "list") return after_colon(text)
  if (verb == "literal") return atoms("word", rest, " ")
  if (verb == "terms") return terms[rest]
  if (verb == "braces") return braces(value)
  if (verb == "split") return " split:" (rest == "plus" ? "+" : ",")
  if (verb == "prefix") return " prefix:" rest
  return ""
}

function hinted(p, names, value, text, given,   n, i, step, verb, rest, made, all) {
  n = split(given, step, / \+ /)
  for (i = 1; i <= n; i++) {
    rest = trim(step[i]); verb = rest
    sub(/ .*/, "", verb)
    if (!sub(/^[^ ]* +/, "", rest)) rest = ""
    made = one_action(verb, rest, value, text)
    if (made == "" && verb != "none")
      complain(p " " names ": nothing found for \"" trim(step[i]) "\"; adapt the hint to --help")
    all = all made
  }
  return trim(all)
}

function action(p, names, value, text,   given) {
  given = hint_for(p, names)
  if (given != "") return hinted(p, names, value, text, given)
  if (value ~ /\{.*\}/) return trim(braces(value))
  if (value ~ /^\[?FILE/) return "file"
  if (value ~ /^(DIR|FOLDER)$/) return "dir"
  return ""
}

FNR == 1 { ++files }
files == 1 {
  if ($0 ~ /^#/ || $0 ~ /^ *$/) next
  # The action may hold the separator, as in words (srm|gate).
  bar = index($0, "|"); command = trim(substr($0, 1, bar - 1)); line = substr($0, bar + 1)
  bar = index(line, "|"); argument = trim(substr(line, 1, bar - 1))
  if (argument == "inherit") inherits[command] = 1
  else hint[command, argument] = trim(substr(line, bar + 1))
  next
}
$1 == "about" { paths[++np] = $2; known[$2] = 1 }
$1 == "command" { p = $2; commands[p, ++nc[p]] = $3; command_text[p, nc[p]] = $4 }
$1 == "option" { row[++nr] = $0 }
$1 == "operand" { row[++nr] = $0 }
$1 == "term" { terms[$2] = terms[$2] ($3 ~ /^ac0-ac17$/ ? many_accumulators() : " word:" $3) }

function many_accumulators(   i, made) {
  for (i = 0; i < 16; i++) made = made sprintf(" word:ac%o", i)
  return made
}

function add_option(p, names, value, many, text, act,   i) {
  i = ++no[p]
  option_names[p, i] = names; option_value[p, i] = value; option_many[p, i] = many
  option_text[p, i] = text; option_action[p, i] = act
}

END {
  for (r = 1; r <= nr; r++) {
    split(row[r], f, "\t")
    if (f[1] == "option") add_option(f[2], f[3], f[4], f[5], f[6], f[4] == "" ? "" : action(f[2], f[3], f[4], f[6]))
    else {
      i = ++nm[f[2]]
      operand_name[f[2], i] = f[3]; operand_many[f[2], i] = f[5]; operand_text[f[2], i] = f[6]
      operand_action[f[2], i] = action(f[2], f[3], f[4], f[6])
    }
  }
  for (p in inherits) {
    if (!(p in known)) { complain(p ": there is no such command"); continue }
    parent = p
    sub(/ [^ ]*$/, "", parent)
    for (i = 1; i <= no[parent]; i++)
      if (option_names[parent, i] !~ /--(help|version)/)
        add_option(p, option_names[parent, i], option_value[parent, i], option_many[parent, i],
                   option_text[parent, i], option_action[parent, i])
  }
  for (key in hint)
    if (!(key in used)) {
      split(key, f, SUBSEP)
      complain(f[1] " " f[2] ": --help does not show this argument")
    }
  if (failed) exit 1
}
