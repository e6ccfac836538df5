// Limit on the work of an assembly: one per character read, plus whatever a source can multiply without being read.
#pragma once

#include <cstdint>

namespace utah10::macro10 {

class Budget {
 public:
  explicit Budget(std::uint64_t characters) : left_(characters), limit_(characters) {}

  // Throws a fatal GiveUp when the budget is spent.
  void spend(std::uint64_t cost = 1) {
    if (left_ < cost) exhausted();
    left_ -= cost;
  }

 private:
  std::uint64_t left_;
  std::uint64_t limit_;

  [[noreturn]] void exhausted() const;
};

}  // namespace utah10::macro10
