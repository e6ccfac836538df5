// The version of the programs, with the commit they were built from.
#pragma once

#include <string>
#include <string_view>

namespace utah10 {

// "0.1.0 (commit 805e58f)"; "0.1.0 (commit 805e58f, modified)" from a changed checkout; "0.1.0" without git.
std::string_view versionText();

// What `PROGRAM --version` prints.
inline std::string versionOf(std::string_view program) {
  return std::string{program} + " " + std::string{versionText()};
}

}  // namespace utah10
