// How deep one construct stands in another: what goes in comes out, also when a statement is given up.
#pragma once

#include "toolchain/macro10/reader.hpp"

namespace utah10::macro10 {

// Brackets, radix prefixes, index fields: each of them is a level of the host's stack.
inline constexpr unsigned kDeepestNesting = 150;

// Giving up sets the depth to zero while guards are still alive.
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
