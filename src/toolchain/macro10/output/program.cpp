#include "toolchain/macro10/output/program.hpp"

#include "toolchain/macro10/source/character.hpp"

namespace utah10::macro10 {

Name ProgramTitle::name() const {
  Name name = 0;
  int shift = 30;
  for (const char c : text) {
    const int code = upper(c) - 040;
    if (code <= 0 || code > 077 || shift < 0) break;
    name |= static_cast<Name>(code) << shift;
    shift -= 6;
  }
  return name;
}

}  // namespace utah10::macro10
