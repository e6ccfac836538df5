// One word of an image as a statement; private to the disassembler.
#pragma once

#include <map>
#include <string>

#include "toolchain/dis10/label_table.hpp"

namespace utah10 {

class WordText {
 public:
  explicit WordText(const LabelTable& labels) : labels_(labels) {}

  // `MOVE 1,TABLE(5)`, `-5,,LIST`, `137`; assembles to the word.
  std::string statement(Word36 w);
  // LABEL, LABEL+n or a number.
  std::string address(VirtualAddress a);
  // Labels that statements so far refer to.
  const std::map<std::string, VirtualAddress>& used() const { return used_; }

 private:
  std::string operand(Word36 w);
  std::string data(Word36 w);
  std::string reference(VirtualAddress a, std::uint32_t most);

  const LabelTable& labels_;
  std::map<std::string, VirtualAddress> used_;
};

// `"HELLO"` if the word reads as text: printing characters, then only NULs, four letters or blanks among them; CR and
// LF show as blanks. Else empty.
std::string textIn(Word36 w);

}  // namespace utah10
