// What a run is asked to do, and how it ended.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/debug/stop_condition.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class Transcript;

// A text from the guest that ends the run. It is checked per printed character, not per instruction.
struct AwaitedText {
  Transcript* transcript = nullptr;
  std::string text;
  std::size_t from = 0;  // position in the transcript; the text may have begun before the run
};

struct RunRequest {
  enum class ConsoleKey : std::uint8_t { Continue, ReadIn } key = ConsoleKey::Continue;
  std::uint64_t instructions = ~std::uint64_t{0};
  Instant until = kNever;
  std::optional<StopCondition> condition;
  std::function<bool()> goal;  // evaluated before each instruction except the first
  std::optional<AwaitedText> awaited;
  bool breakpoints = true;
  bool passHere = false;  // no breakpoint at the present instruction stops the run at its beginning

  // Nothing in the request ends the run.
  bool open() const { return instructions == ~std::uint64_t{0} && until == kNever && !condition && !goal && !awaited; }
};

struct RunOutcome {
  StopReason reason = StopReason::None;
  std::optional<VirtualAddress> breakpoint;  // the run stopped before this instruction
  std::vector<unsigned> stops;               // numbers of the breakpoints and watches that stopped the run
  std::string event;                         // what stopped the run, if that was an event: "read of 001000: ..."
  std::uint64_t executed = 0;                // instructions
  bool conditionMet = false;
  bool interrupted = false;  // by the operator
  Duration elapsed{};
};

// Why a run ended: "breakpoint", "HALT". `reached`: the text for a goal.
std::string whyStopped(const RunOutcome& outcome, const RunRequest& request, std::string_view reached = {});

}  // namespace utah10
