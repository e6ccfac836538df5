# Turns the --help output of one command (-v path="utah10 run") into a table. Fields are separated by tabs:
#   about    PATH                       the command itself
#   command  PATH NAME TEXT             a subcommand
#   option   PATH NAMES VALUE MANY TEXT names separated by commas; VALUE is empty for a flag; MANY is * if it may repeat
#   operand  PATH NAME VALUE MANY TEXT  a positional argument
#   term     PATH TERM                  first word of each line in the sections Packings and Columns
# CLI11 prints a name of up to 29 columns and its text on one line; a longer name stands alone on its line.

function flush() {
  if (kind == "command") print kind "\t" path "\t" name "\t" text
  else if (kind != "") print kind "\t" path "\t" name "\t" value "\t" many "\t" text
  kind = ""
}

# The name of an entry, what it takes, and whether it repeats.
function take_left(left) {
  sub(/ (Needs|Excludes):.*/, "", left)
  sub(/ REQUIRED/, "", left)
  many = sub(/ \.\.\.$/, "", left) ? "*" : ""
  name = left; value = ""
  if (match(left, / /)) { name = substr(left, 1, RSTART - 1); value = substr(left, RSTART + 1) }
}

BEGIN { print "about\t" path }

/^[A-Za-z]+:$/ { flush(); section = tolower(substr($0, 1, length($0) - 1)); next }
/^$/ { flush(); section = section ~ /^(packings|columns)$/ ? section : ""; next }
/^[^ ]/ { flush(); section = "" }

section ~ /^(options|positionals|subcommands)$/ && /^  [^ ]/ {
  flush()
  kind = section == "options" ? "option" : section == "positionals" ? "operand" : "command"
  whole = length($0) < 30 || substr($0, 30, 1) != " " || substr($0, 31, 1) == " "
  left = whole ? $0 : substr($0, 1, 29)
  text = whole ? "" : substr($0, 31)
  if (text ~ /^(Needs|Excludes):/) text = ""
  sub(/^ +/, "", left); sub(/ +$/, "", left)
  take_left(left)
  next
}
kind != "" && /^ +[^ ]/ {
  line = $0
  sub(/^ +/, "", line)
  text = text (text == "" ? "" : " ") line
}
section ~ /^(packings|columns)$/ && /^  [a-z]/ { print "term\t" path "\t" $1 }

END { flush() }
