// What ends a statement in the middle.
#pragma once

#include <string>

namespace utah10::macro10 {

// Thrown at the end of the last source file.
struct EndOfSource {};

// Thrown when reading cannot continue: the statement is abandoned.
struct GiveUp {
  std::string why;
  bool fatal = false;  // abandons the whole assembly
};

}  // namespace utah10::macro10
