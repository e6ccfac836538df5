// The probe for breakpoints on events and for watches: it observes all events of an instruction and, at its end, tells
// which breakpoints they concern. Private to the command layer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "command/debug/breakpoints.hpp"
#include "command/debug/failed_calls.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

class Debugger;

class EventMatcher final : public Probe {
 public:
  using Trigger = Breakpoint::Trigger;
  // Told at the end of an instruction; `text` makes the line for the user.
  using Tell = std::function<void(Breakpoint&, const std::function<std::string()>& text)>;

  EventMatcher(Debugger& debugger, Tell tell);

  // The calls under way, which the matcher of a run that goes on at once takes over. Null: it does not follow calls.
  FailedCalls* calls() { return wanted(Trigger::JsysError) ? &calls_ : nullptr; }

  // Notes the present values of watched words, so that the first change has an old value. Call it again when the
  // machine has moved to another position.
  void begin();

  void instruction(const InstructionRecord& record) override;
  void abandoned(const AbandonRecord& record) override;
  void memory(const MemoryRecord& record) override;
  void io(const IoRecord& record) override;
  void interrupt(const InterruptRecord& record) override;
  void pager(const PagerRecord& record) override;

 private:
  // An event of the current instruction.
  struct Happened {
    Breakpoint* breakpoint = nullptr;
    std::string what;
  };
  // A watched word or device status.
  struct Watched {
    Breakpoint* breakpoint = nullptr;
    std::uint32_t n = 0;  // address or accumulator number
    std::optional<std::uint32_t> core;
    std::optional<Word36> word;
    std::optional<VirtualAddress> writer;  // the writer, if this instruction wrote it
  };
  struct Who {
    Instant at;
    PcWord pcWord;
    Instruction instruction;
    std::uint32_t context = 0;  // kHistory bits
  };

  bool wanted(Trigger trigger) const { return !byTrigger_[static_cast<std::size_t>(trigger)].empty(); }
  template <class F>
  void each(Trigger trigger, F tell);
  bool refersTo(const Breakpoint& b, const MemoryRecord& record) const;
  Watched look(Breakpoint& b, std::uint32_t n) const;
  void noteWords();
  void notePage(const PagerRecord& record);
  void compare();
  void ended(const Who& who);
  std::string whoText(const Who& who) const;
  std::string placeText(const Breakpoint& b, std::uint32_t n) const;

  void noteFailedCalls(const Who& who);

  Debugger& debugger_;
  Tell tell_;
  FailedCalls calls_;
  std::vector<Breakpoint*> byTrigger_[Breakpoint::kTriggers];
  std::vector<Watched> changes_;
  std::unordered_map<std::uint32_t, Word36> core_;  // last known values of the core words in write watches
  bool remapped_ = false;
  std::vector<Happened> happened_;
};

}  // namespace utah10
