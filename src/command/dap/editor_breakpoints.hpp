// An editor's breakpoints and their counterparts in the debugger. An editor gives all breakpoints of one kind, or of one
// source, at a time; they replace those before.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command/debug/breakpoints.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Debugger;

// What an editor may add to a breakpoint.
struct BreakpointTerms {
  std::string condition;     // as `run until` takes it: "ac1 = 5", "word SUM > 100"
  std::string hitCondition;  // "5" or ">=5": from then on; ">5"; "=5": only then; "%5": every fifth time
  std::string logMessage;    // printed in place of a stop
};

struct PlacedBreakpoint {
  unsigned number = 0;  // in the debugger; 0: it is not set
  std::string message;  // why, or what became of it
  std::uint32_t line = 0;
  std::optional<VirtualAddress> address;
  bool user = false;
};

// A filter for exceptions.
struct ExceptionFilter {
  std::string_view id, label, description, conditionHelp;
  bool preset = false;
};
std::span<const ExceptionFilter> exceptionFilters();

class EditorBreakpoints {
 public:
  enum class Kind : std::uint8_t { Line, Function, Instruction, Data, Exception, Internal };

  explicit EditorBreakpoints(Debugger& debugger) : debugger_(debugger) {}

  // Those in user space stop only this fork.
  void belongTo(std::optional<ForkLimit> fork) { fork_ = std::move(fork); }

  // Removes those of the kind and group (a source).
  void clear(Kind kind, const std::string& group = {});
  void clearAll();
  // `file`: as the symbols name it. The line that has words is at or behind `line`.
  PlacedBreakpoint atLine(const std::string& group, const std::string& file, std::uint32_t line,
                          const BreakpointTerms& terms);
  PlacedBreakpoint atFunction(const std::string& name, const BreakpointTerms& terms);
  PlacedBreakpoint atInstruction(VirtualAddress address, bool user, const BreakpointTerms& terms, Kind kind,
                                 const std::string& group = {});
  // `place` as placeText writes it; `access`: read, write or readWrite. The condition "changes": only when the word is
  // another then.
  PlacedBreakpoint onData(const std::string& place, const std::string& access, const BreakpointTerms& terms);
  PlacedBreakpoint onException(const std::string& filter, const std::string& condition);
  // A fork of TENEX ends by HALTF.
  void onEndOf(const ForkLimit& fork);

  // Whether a halt of the processor, or HALTF, stops the program for its user; if not, it ends it.
  bool stopsAtHalt() const { return stopsAtHalt_; }
  std::optional<Kind> kindOf(unsigned number) const;

 private:
  struct Owned {
    unsigned number = 0;
    Kind kind = Kind::Line;
    std::string group;
  };
  PlacedBreakpoint add(Breakpoint b, const BreakpointTerms& terms, Kind kind, const std::string& group);
  Expected<void> limit(Breakpoint& b, const BreakpointTerms& terms) const;

  Debugger& debugger_;
  std::optional<ForkLimit> fork_;
  std::vector<Owned> owned_;
  bool stopsAtHalt_ = true;
};

}  // namespace utah10
