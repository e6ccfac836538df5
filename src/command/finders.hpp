// What `back until` looks for. Private to the command layer.
#pragma once

#include "command/session.hpp"
#include "command/stop_condition.hpp"
#include "command/values.hpp"
#include "trace/recorder.hpp"

namespace utah10 {

// Knows where it is; notes the position of the last match.
class PlacedFinder : public Finder {
 public:
  explicit PlacedFinder(Session& session) : s_(session) {}
  bool stopBefore(VirtualAddress) override {
    boundary(s_.recorder().underway(), false);
    return false;
  }
  void begin(std::uint64_t position) override { boundary(position, false); }
  void boundary(std::uint64_t, bool) override {}
  std::optional<std::uint64_t> found() const override { return found_; }
  // More about the match, for the user; "" if there is no more to say.
  virtual std::string story() const { return {}; }

 protected:
  void match() { found_ = s_.recorder().underway(); }
  void matchAt(std::uint64_t position) { found_ = position; }
  Session& s_;

 private:
  std::optional<std::uint64_t> found_;
};

// A word of memory or an accumulator was written: by an instruction, a device's port, a command. What an
// instruction puts into its own accumulator is seen only if it is a change: no cycle tells of it.
class WriteFinder final : public PlacedFinder {
 public:
  WriteFinder(Session& session, const Place& place) : PlacedFinder(session), place_(place) {}
  void begin(std::uint64_t position) override;
  void boundary(std::uint64_t position, bool changed) override;
  void memory(const MemoryRecord& record) override;
  void portWrites(std::string_view port, PhysicalAddress a, Word36 before, Word36 now) override;
  std::string story() const override;

 private:
  Word36 present() const;
  void wrote(std::string who, Word36 before, Word36 now);

  Place place_;
  Word36 word_;  // at the last boundary
  std::uint64_t last_ = 0;
  bool seen_ = false;  // written since
  std::string who_;
  Word36 before_, now_;
  Instant at_;
};

// A word of memory was read as an operand, an address or an instruction of an XCT; not fetched from PC.
class ReadFinder final : public PlacedFinder {
 public:
  ReadFinder(Session& session, const Place& place) : PlacedFinder(session), place_(place) {}
  void memory(const MemoryRecord& record) override;

 private:
  Place place_;
};

class PcFinder final : public PlacedFinder {
 public:
  PcFinder(Session& session, VirtualAddress pc) : PlacedFinder(session), pc_(pc) {}
  bool stopBefore(VirtualAddress pc) override {
    if (pc == pc_) match();
    return false;
  }

 private:
  VirtualAddress pc_;
};

// A condition became true; or, if it asks for a change, the last place where it still held.
class ConditionFinder final : public PlacedFinder {
 public:
  ConditionFinder(Session& session, StopCondition condition);
  void begin(std::uint64_t position) override;
  void boundary(std::uint64_t position, bool changed) override;

 private:
  StopCondition condition_;
  std::uint64_t here_;  // what is true only now did not become so before
  bool changes_ = false;
  bool held_ = false;
};

// The console had printed so many characters: just before the instruction that printed the last of them.
class OutputFinder final : public PlacedFinder {
 public:
  OutputFinder(Session& session, std::uint64_t printed) : PlacedFinder(session), printed_(printed) {}
  void begin(std::uint64_t position) override;
  void boundary(std::uint64_t position, bool changed) override;

 private:
  std::uint64_t printed_;
  std::uint64_t last_ = 0;
  bool before_ = false;  // it has not printed that much yet
};

}  // namespace utah10
