#include "toolchain/macro10/source/name.hpp"

#include "toolchain/macro10/source/character.hpp"

namespace utah10::macro10 {

Name nameOf(std::string_view text) {
  Name n = 0;
  int shift = 30;
  for (const char c : text.substr(0, 6)) {
    n |= static_cast<Name>(six(static_cast<char>(upper(c)))) << shift;
    shift -= 6;
  }
  return n;
}

std::string nameText(Name name) {
  std::string text;
  for (int shift = 30; shift >= 0; shift -= 6) {
    const unsigned code = static_cast<unsigned>(name >> shift) & 077;
    if (code == 0 && (name & ((Name{1} << shift) - 1)) == 0) break;
    text += static_cast<char>(code + 040);
  }
  return text;
}

}  // namespace utah10::macro10
