// Nesting depth of a construct; the guard restores it even if a statement is abandoned.
#pragma once

#include "toolchain/macro10/reader.hpp"

namespace utah10::macro10 {

// Brackets, radix prefixes and index fields each use a level of the host's stack.
inline constexpr unsigned kDeepestNesting = 150;

// Abandoning a statement sets the depth to zero while guards are still alive.
class Nesting {
 public:
  explicit Nesting(unsigned& depth, unsigned deepest = kDeepestNesting, const char* what = "brackets") : depth_(depth) {
    if (depth_ >= deepest) throw GiveUp{std::string{what} + " nested too deeply"};
    ++depth_;
  }
  ~Nesting() {
    if (depth_ > 0) --depth_;
  }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  unsigned& depth_;
};

}  // namespace utah10::macro10
