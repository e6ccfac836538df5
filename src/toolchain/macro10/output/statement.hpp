// The state of one statement, from its first character to the end of its line, with the statements in its literals.
//
// A statement begins with `statement = {}`; nothing else resets its members. Statements in literals and operands are
// assembled with the same object: they reset only `fields`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "toolchain/macro10/source/name.hpp"

namespace utah10::macro10 {

// What has been read of the innermost statement's operator and fields.
struct FieldState {
  bool indirect = false;  // @
  bool seen = false;      // a field has a value
  bool inField = false;   // an operator would be an operand here (FLDSW)
};

// What is read as a new statement after the present one.
enum class ReadAgain : std::uint8_t {
  No,
  Operator,  // a macro was called: its text replaces the operator
  Statement  // a condition: its text, or what follows it, is a new statement
};

// What the statement did to the program.
enum class ProgramChange : std::uint8_t { None, End, NextProgram, PassTwo };

// A construct that may extend over lines. If the sources end in it, the message names it.
struct OpenConstruct {
  std::string_view what;
  Name macro = 0;  // of a call

  bool open() const { return !what.empty(); }
  std::string text() const { return std::string{what} + (macro != 0 ? nameText(macro) : ""); }
};

// Where the loader stores the value of an expression that only it can compute (version 53).
struct LoaderTarget {
  bool fullWord = false;   // EXP and similar
  bool rightHalf = false;  // POINT: whatever follows the expression
  Name symbol = 0;         // being assigned
};

struct Statement {
  FieldState fields;
  ReadAgain again = ReadAgain::No;
  LoaderTarget target;
  OpenConstruct construct;
  unsigned depth = 0;     // of brackets, prefixes and operators (nesting.hpp)
  int literals = 0;       // open square brackets
  bool lineDone = false;  // the rest of the line has been read and listed
  ProgramChange change = ProgramChange::None;
};

}  // namespace utah10::macro10
