// Nesting depth of a construct; the guard restores it even if a statement is abandoned.
#pragma once

#include <string>

#include "toolchain/macro10/give_up.hpp"

namespace utah10::macro10 {

// Brackets, radix prefixes and index fields each use a level of the host's stack.
inline constexpr unsigned kDeepestNesting = 150;
inline constexpr unsigned kDeepestLiterals = 60;

class Nesting {
 public:
  explicit Nesting(unsigned& depth, unsigned deepest = kDeepestNesting, const char* what = "brackets") : depth_(depth) {
    if (depth_ >= deepest) throw GiveUp{std::string{what} + " nested too deeply"};
    ++depth_;
  }
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  unsigned& depth_;
};

}  // namespace utah10::macro10
