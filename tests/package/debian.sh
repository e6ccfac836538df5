#!/usr/bin/env bash
# Builds the Debian packages, installs them into a scratch root and boots TENEX from there. CI runs this script.
#   tests/package/debian.sh BUILD-FOLDER
set -euo pipefail
build=$(cd "$1" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

rm -rf "$build/packages"
(cd "$build" && cpack -G DEB >"$root/cpack.log") || { cat "$root/cpack.log" >&2; exit 1; }
for package in "$build"/packages/*.deb; do
  echo "package: $(basename "$package"), $(du -h "$package" | cut -f1)"
  dpkg-deb --field "$package" Package Version Depends
  dpkg-deb --contents "$package" >"$root/$(basename "$package").contents"
  if [ "$(id -u)" -eq 0 ]; then
    mkdir -p "$root/root/var/lib/dpkg"/{info,updates}
    touch "$root/root/var/lib/dpkg/status"
    dpkg --root="$root/root" --force-depends --force-script-chrootless --install "$package" >/dev/null 2>&1
  else
    dpkg-deb --extract "$package" "$root/root"  # dpkg installs for root alone
  fi
done
for file in usr/bin/utah10 usr/share/man/man1/utah10.1 usr/share/utah10/tenex72.dsk usr/include/utah10/machine/machine.hpp; do
  find "$root/root" -path "*/$file*" | grep -q . || { echo "package: $file is missing" >&2; exit 1; }
done
cd "$root"
"$root/root/usr/bin/utah10" boot tenex72 -c "run 1s" >"$root/boot.log"
grep "UTAH10 TENEX 1.28-72" "$root/boot.log" || { cat "$root/boot.log" >&2; exit 1; }
echo "package: TENEX boots from the installed package"
