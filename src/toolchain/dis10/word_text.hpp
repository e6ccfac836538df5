// One word of an image as a statement. Private to the disassembler.
#pragma once

#include <map>
#include <string>

#include "toolchain/dis10/label_table.hpp"

namespace utah10 {

class WordText {
 public:
  explicit WordText(const LabelTable& labels) : labels_(labels) {}

  // `MOVE 1,TABLE(5)`, `-5,,LIST`, `137`; the text assembles to the same word.
  std::string statement(Word36 w);
  // LABEL, LABEL+n or a number.
  std::string address(VirtualAddress a);
  // Labels used in the statements so far.
  const std::map<std::string, VirtualAddress>& used() const { return used_; }

 private:
  std::string operand(Word36 w);
  std::string data(Word36 w);
  std::string reference(VirtualAddress a, std::uint32_t most);

  const LabelTable& labels_;
  std::map<std::string, VirtualAddress> used_;
};

// `"HELLO"` if the word reads as text: printing characters followed only by NULs, at least four of them letters or
// blanks; CR and LF show as blanks. Empty if not.
std::string textIn(Word36 w);

}  // namespace utah10
