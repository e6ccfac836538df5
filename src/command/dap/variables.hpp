// The state of a machine as an editor shows it: scopes of variables, each a word, with its forms below it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/debug/places.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Debugger;

// How a word is written, and read when the user changes it.
enum class WordForm : std::uint8_t { Summary, Octal, Decimal, Sixbit, Ascii, Instruction };

struct Variable {
  std::string name;
  std::string value;
  std::string type;
  std::string evaluateName;                         // an expression for the same; empty: none
  std::optional<Place> place;                       // of the word
  WordForm form = WordForm::Summary;                // of `value`
  std::optional<std::uint32_t> flag;                // a bit of the flags, in place of a word
  std::function<std::vector<Variable>()> children;  // empty: none
};
using VariableList = std::function<std::vector<Variable>()>;

struct Scope {
  std::string name;
  std::string hint;  // "registers", or empty
  bool expensive = false;
  VariableList list;
};

// A fork whose registers are in its PSB because it does not run.
struct SavedProcess {
  std::uint32_t psb = 0;  // core page
};

// The scopes of the machine as it stands, or of a fork that does not run.
std::vector<Scope> scopesOf(Debugger& debugger, std::optional<SavedProcess> saved);

// A variable for the word of a place, with its forms as children.
Variable wordVariable(Debugger& debugger, std::string name, const Place& place);
// "000000000005  5.  'SIXBIT' "ASCII"" of a word.
std::string wordSummary(Word36 w);
std::string wordText(Debugger& debugger, Word36 w, WordForm form, VirtualAddress at, bool user);

// Reads what a user typed for a variable: text in the form shown, text in quotes ("ASCII", 'SIXBIT'), an expression,
// or an instruction.
Expected<Word36> parseValue(Debugger& debugger, std::string_view text, WordForm form, VirtualAddress at);
// Changes the variable; returns the value now shown.
Expected<std::string> setVariable(Debugger& debugger, const Variable& variable, std::string_view text);

}  // namespace utah10
