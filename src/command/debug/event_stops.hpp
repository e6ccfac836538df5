// The probe for breakpoints on events and for watches: it observes all events of an instruction and, at its end,
// requests a stop of the processor. Connected for its lifetime. Private to the command layer.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "command/debug/breakpoints.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

class Debugger;

class EventStops final : public Probe {
 public:
  explicit EventStops(Debugger& debugger);
  ~EventStops() override;
  EventStops(const EventStops&) = delete;
  EventStops& operator=(const EventStops&) = delete;

  // The events that stopped the run, one line each, with their breakpoints; cleared when the run continues.
  struct Hit {
    unsigned number = 0;
    std::string text;
  };
  const std::vector<Hit>& hits() const { return hits_; }
  void goOn() { hits_.clear(); }

  void instruction(const InstructionRecord& record) override;
  void abandoned(const AbandonRecord& record) override;
  void memory(const MemoryRecord& record) override;
  void io(const IoRecord& record) override;
  void interrupt(const InterruptRecord& record) override;
  void pager(const PagerRecord& record) override;

 private:
  using Trigger = Breakpoint::Trigger;
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

  template <class F>
  void each(Trigger trigger, F tell);
  bool refersTo(const Breakpoint& b, const MemoryRecord& record) const;
  Watched look(Breakpoint& b, std::uint32_t n) const;
  void noteWords();
  void notePage(const PagerRecord& record);
  void compare();
  void ended(const Who& who);
  void stop(const Who& who);
  std::string whoText(const Who& who) const;
  std::string placeText(const Breakpoint& b, std::uint32_t n) const;

  Debugger& debugger_;
  std::vector<Breakpoint*> byTrigger_[11];
  std::vector<Watched> changes_;
  std::unordered_map<std::uint32_t, Word36> core_;  // last known values of the core words in write watches
  bool remapped_ = false;
  std::vector<Happened> happened_;
  std::vector<Hit> hits_;
};

}  // namespace utah10
