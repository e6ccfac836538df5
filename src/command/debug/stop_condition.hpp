// Conditions for runs and breakpoints: a comparison, a change, or output.
//
// Forms: `pc = 1234`, `ac 5 # 0`, `word 1000 = 5`, `word 1000 changes`, `output "text"`, `halt`. Comparisons are joined
// by `and` and by `or`, which binds less tightly; `not` negates one comparison, or several in parentheses. Parentheses
// that do not enclose a whole comparison belong to an address expression. Operands are words, pc, flags, e (of the last
// instruction), process, level and user. Words are compared as signed numbers. Reading memory has no side effects.
// Errors: a condition that does not parse.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "command/console/arguments.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class Debugger;

// A value that is read at each evaluation.
struct Operand {
  enum class Source : std::uint8_t { Constant, Pc, Flags, Ac, Word, E, Process, Level, User } source = Source::Constant;
  Space space = Space::Exec;
  VirtualAddress address;  // address of a word, or number of an accumulator
  Word36 constant;

  Word36 value(const Ka10& cpu) const;
};

enum class Relation : std::uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, Changes };

struct Comparison {
  Operand left;
  Relation relation = Relation::Equal;
  Operand right;  // for Changes, the value when the run began

  bool holds(const Ka10& cpu) const;
};

struct StopCondition {
  static constexpr unsigned kDeepest = 16;  // nesting depth of parentheses
  enum class Join : std::uint8_t { Take, And, Or, Not };

  std::vector<Comparison> comparisons;  // in the order in which they were written
  std::vector<Join> joins;  // postfix: Take pushes the next comparison, the others combine what is on the stack
  std::string output;       // text printed by the guest since the run began; if not empty there are no comparisons
  bool halt = false;        // only a halt ends the run
  std::string text;         // as typed

  // False for a condition without comparisons.
  bool holds(const Ka10& cpu) const;
  // Some part of the condition waits for a change.
  bool changes() const;
  // Notes the present values of words that are to change.
  void begin(const Ka10& cpu);
};

// Parses up to the end of the arguments or the word `within` or `do`.
Expected<StopCondition> parseStopCondition(Debugger& debugger, Arguments& arguments);

}  // namespace utah10
