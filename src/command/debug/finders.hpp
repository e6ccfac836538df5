// The searches of `back until`. Private to the command layer.
#pragma once

#include "command/debug/debugger.hpp"
#include "command/debug/places.hpp"
#include "command/debug/stop_condition.hpp"
#include "trace/recorder.hpp"

namespace utah10 {

// A finder that records the position of the last match.
class PlacedFinder : public Finder {
 public:
  explicit PlacedFinder(Debugger& debugger) : debugger_(debugger) {}
  bool stopBefore(VirtualAddress) override {
    boundary(debugger_.recorder().underway(), false);
    return false;
  }
  void begin(std::uint64_t position) override { boundary(position, false); }
  void boundary(std::uint64_t, bool) override {}
  std::optional<std::uint64_t> found() const override { return found_; }
  // Details of the match for the user; may be empty.
  virtual std::string story() const { return {}; }

 protected:
  void match() { found_ = debugger_.recorder().underway(); }
  void matchAt(std::uint64_t position) { found_ = position; }
  Debugger& debugger_;

 private:
  std::optional<std::uint64_t> found_;
};

// Finds writes of a memory word or an accumulator by an instruction, a channel or a command. An instruction's result in
// an accumulator is found only if the value changes, because no memory cycle reports it.
class WriteFinder final : public PlacedFinder {
 public:
  WriteFinder(Debugger& debugger, const Place& place) : PlacedFinder(debugger), place_(place) {}
  void begin(std::uint64_t position) override;
  void boundary(std::uint64_t position, bool changed) override;
  void memory(const MemoryRecord& record) override;
  void portWrites(std::string_view port, PhysicalAddress a, Word36 before, Word36 now) override;
  std::string story() const override;

 private:
  Word36 present() const;
  void wrote(std::string who, Word36 before, Word36 now);

  Place place_;
  Word36 word_;  // value at the last instruction boundary
  std::uint64_t last_ = 0;
  bool seen_ = false;  // written since then
  std::string who_;
  Word36 before_, now_;
  Instant at_;
};

// Finds reads of a memory word as an operand, an indirect address or the object of an XCT, but not fetches from PC.
class ReadFinder final : public PlacedFinder {
 public:
  ReadFinder(Debugger& debugger, const Place& place) : PlacedFinder(debugger), place_(place) {}
  void memory(const MemoryRecord& record) override;

 private:
  Place place_;
};

class PcFinder final : public PlacedFinder {
 public:
  PcFinder(Debugger& debugger, VirtualAddress pc) : PlacedFinder(debugger), pc_(pc) {}
  bool stopBefore(VirtualAddress pc) override {
    if (pc == pc_) match();
    return false;
  }

 private:
  VirtualAddress pc_;
};

// Finds where a condition became true; for a condition with `changes`, the last place before the change.
class ConditionFinder final : public PlacedFinder {
 public:
  ConditionFinder(Debugger& debugger, StopCondition condition);
  void begin(std::uint64_t position) override;
  void boundary(std::uint64_t position, bool changed) override;

 private:
  StopCondition condition_;
  std::uint64_t here_;  // present position: a condition that becomes true only here is not a match
  bool changes_ = false;
  bool held_ = false;
};

// Finds the position just before the instruction that printed the n-th character on the console.
class OutputFinder final : public PlacedFinder {
 public:
  OutputFinder(Debugger& debugger, std::uint64_t printed) : PlacedFinder(debugger), printed_(printed) {}
  void begin(std::uint64_t position) override;
  void boundary(std::uint64_t position, bool changed) override;

 private:
  std::uint64_t printed_;
  std::uint64_t last_ = 0;
  bool before_ = false;  // the character has not been printed yet
};

}  // namespace utah10
