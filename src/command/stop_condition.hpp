// What a run may wait for and a breakpoint may demand: a comparison, a change, or something printed.
//
// Shapes: `pc = 1234`, `ac 5 # 0`, `word 1000 = 5`, `word 1000 changes`, `output "text"`, `halt`. Comparisons are
// joined by `and` and by `or`, which binds less; `not` before one, or before several in parentheses, turns it round.
// Parentheses around no whole comparison belong to the expression of a word. Besides words there are pc, flags, e (of
// the last instruction), process, level, user. Comparisons are of signed words. Looking at memory is silent. Errors: a
// condition that does not parse.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "command/arguments.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class Session;

// A value that is read anew each time.
struct Operand {
  enum class Kind : std::uint8_t { Constant, Pc, Flags, Ac, Word, E, Process, Level, User } kind = Kind::Constant;
  Space space = Space::Exec;
  VirtualAddress address;  // of a word; number of an accumulator
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
  static constexpr unsigned kDeepest = 16;  // parentheses in parentheses
  enum class Join : std::uint8_t { Take, And, Or, Not };

  std::vector<Comparison> comparisons;  // in the order in which they were written
  std::vector<Join> joins;  // Take: the next comparison; the others: of what was taken before, as on a stack
  std::string output;       // printed by the guest since the run began; if not empty there are no comparisons
  bool halt = false;        // nothing but a halt ends the run
  std::string text;         // as typed

  // False of one without comparisons.
  bool holds(const Ka10& cpu) const;
  // Some part of it waits for a change.
  bool changes() const;
  // Notes the present values of what must change.
  void begin(const Ka10& cpu);
};

// Reads up to the end of the arguments or a word `within` or `do`.
Expected<StopCondition> parseStopCondition(Session& session, Arguments& arguments);

}  // namespace utah10
