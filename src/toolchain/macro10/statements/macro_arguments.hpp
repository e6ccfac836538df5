// The arguments of a macro call, as each version of MACRO divides the text behind the macro's name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

class MacroArguments : public StatementPart {
 public:
  explicit MacroArguments(const StatementContext& c) : StatementPart(c), modes_(c.modes) {}

  // Reads the list behind the name. The scanner's last character is then the one behind the list.
  std::vector<Text> collect(const MacroBody& body);

 private:
  enum class ListEnd : std::uint8_t { Argument, Line };

  const AssemblyModes& modes_;
  std::vector<Text> arguments_;
  std::size_t wanted_ = 0;
  std::string text_;  // of the present argument
  int depth_ = -1;    // of parentheses within those of the list; negative without these

  bool inParentheses() const { return depth_ >= 0; }
  bool matchesPairs() const;
  bool trims() const;
  bool kept() const { return arguments_.size() < wanted_; }
  bool endsLine(int c) const;
  int next();
  void put(int c);

  ListEnd list();
  bool argument(int c);
  bool plainText(std::optional<int> first);
  bool trimmedText(std::optional<int> first);
  bool closes(int c);
  int blanks(int c);
  bool blanksAreDroppedBefore(int c) const;
  void quoted(int quote);
  void paired(int open);
  void bracketed();
  std::string numberArgument();
  Word36 argumentValue();
};

}  // namespace utah10::macro10
