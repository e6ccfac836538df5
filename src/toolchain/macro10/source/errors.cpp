#include "toolchain/macro10/source/errors.hpp"

namespace utah10::macro10 {

std::string_view meaningOf(char letter) {
  switch (letter) {
    case 'Q':
      return "questionable";
    case 'X':
      return "macro definition";
    case 'A':
      return "argument of a pseudo-op or macro";
    case 'D':
      return "refers to a symbol with more than one definition";
    case 'L':
      return "literal";
    case 'R':
      return "relocation";
    case 'U':
      return "undefined symbol";
    case 'V':
      return "a value must be known on pass 1 and is not";
    case 'N':
      return "number";
    case 'O':
      return "undefined operator";
    case 'P':
      return "the passes disagree about a location";
    case 'E':
      return "external symbol where none may be";
    case 'M':
      return "defined more than once";
    case 'S':
      return "psect";
    default:
      return "error";
  }
}

}  // namespace utah10::macro10
