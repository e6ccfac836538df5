#!/usr/bin/env bash
# Installs a build into a scratch prefix and tests the installation: the programs, TENEX, the manual pages and completions,
# and the library through CMake and through pkg-config.
#   tests/package/installed.sh BUILD-FOLDER
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT

say() { echo "package: $*"; }
fail() { echo "package: $*" >&2; exit 1; }
prints() {  # COMMAND... PATTERN: the command's output has the pattern
  local pattern=${*: -1}
  "${@:1:$#-1}" >"$here/out" 2>&1 || { cat "$here/out" >&2; fail "failed: ${*:1:$#-1}"; }
  grep -q -- "$pattern" "$here/out" || { cat "$here/out" >&2; fail "no '$pattern' printed by ${*:1:$#-1}"; }
}

cmake --install "$build" --prefix "$here/first" >"$here/log" || { cat "$here/log" >&2; fail "cmake --install"; }
mv "$here/first" "$here/prefix"  # an installation can be moved
prefix=$here/prefix
unset UTAH10_ROMS

say "programs"
for program in utah10 macro10 link10 dis10 pack10 tenexfs trace10; do
  prints "$prefix/bin/$program" --version "^$program [0-9.]*"
  [ -s "$prefix/share/man/man1/$program.1" ] || fail "no manual page for $program"
  [ -e "$prefix/share/bash-completion/completions/$program" ] || fail "no completion for $program"
done
cd "$here"
prints "$prefix/bin/utah10" boot tenex72 -c "run 1s" "UTAH10 TENEX 1.28-72"
prints "$prefix/bin/utah10" boot tenex73 -c "run 1s" "UTAH10 TENEX 1.3"
prints "$prefix/bin/tenexfs" list "$prefix/share/utah10/tenex72.dsk" "GUEST"
prints "$prefix/bin/utah10" run "$prefix/share/utah10/diag/arith.sav" --halt-at 140 "halt instruction at 000140"
printf '\tTITLE HI\n\tSEARCH STENEX\nSTART:\tHRROI 1,[ASCIZ /HI/]\n\tPSOUT\n\tHALTF\n\tEND START\n' >hi.mac
"$prefix/bin/macro10" hi.mac || fail "macro10 does not find STENEX"
prints "$prefix/bin/utah10" run --tenex hi.mac "^HI$"

say "library, by CMake"
(cd "$prefix/include" && find . -name '*.hpp' | sort | sed 's|^\./\(.*\)|#include "\1"|') >"$here/headers.cpp"
count=$(wc -l <"$here/headers.cpp")
[ "$count" -ge 25 ] && [ "$count" -le 45 ] || fail "$count public headers"
cmake -S "$source/tests/package/program" -B "$here/program" -DCMAKE_PREFIX_PATH="$prefix" \
  -DHEADERS_SOURCE="$here/headers.cpp" >"$here/log" 2>&1 || { cat "$here/log" >&2; fail "find_package"; }
cmake --build "$here/program" >"$here/log" 2>&1 || { cat "$here/log" >&2; fail "building with CMake"; }
prints "$here/program/alphabet" "ABCDEFGHIJKLMNOPQRSTUVWXYZ, 16 lines"

say "library, by pkg-config"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name utah10.pc)")
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags --libs utah10)"
g++ -std=c++20 -O1 -o "$here/alphabet" "$source/tests/package/program/alphabet.cpp" "${flags[@]}"
prints "$here/alphabet" "ABCDEFGHIJKLMNOPQRSTUVWXYZ, 16 lines"
say "$count public headers; the installation is complete"
