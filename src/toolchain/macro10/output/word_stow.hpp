// The words stored so far for the line, the literal or the operand being assembled, until they are taken.
//
// Words of an inner construct (a literal, an operator in an operand) lie behind those of the outer one.
#pragma once

#include <array>

#include "toolchain/macro10/output/stored_word.hpp"

namespace utah10::macro10 {

class WordStow {
 public:
  static constexpr int kWords = 40;

  // Adds a word, in place of the last one if there is no room. True if there is no room for another.
  bool add(const StoredWord& w) {
    if (last_ < kWords - 1) ++last_;
    words_[static_cast<std::size_t>(last_)] = w;
    return last_ >= kWords - 1;
  }
  // The oldest word not taken; an empty one if there is none.
  StoredWord take() {
    ++taken_;
    return taken_ <= last_ ? words_[static_cast<std::size_t>(taken_)] : StoredWord{};
  }
  void clear() { last_ = taken_ = -1; }

  int count() const { return last_ - taken_; }  // of the innermost construct
  bool any() const { return last_ >= 0; }       // of the line
  int onLine() const { return last_ + 1; }      // including those taken
  bool exhausted() const { return taken_ >= last_; }

  // An inner construct begins; `end` restores the outer one's words.
  struct Outer {
    int last;
    int taken;
  };
  Outer begin() {
    const Outer outer{last_, taken_};
    taken_ = last_;
    return outer;
  }
  void end(const Outer& outer) {
    last_ = outer.last;
    taken_ = outer.taken;
  }

 private:
  std::array<StoredWord, kWords + 1> words_{};
  int last_ = -1;
  int taken_ = -1;
};

}  // namespace utah10::macro10
