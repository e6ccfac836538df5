// Records in the order in which they were told, kept with all that they refer to, to be told to another probe later.
#pragma once

#include <array>
#include <vector>

#include "trace/record_view.hpp"

namespace utah10 {

class RecordBatch {
 public:
  static constexpr std::size_t kMost = 2048;  // so few that several batches stay in the host's cache

  std::size_t size() const { return size_; }
  bool full() const { return size_ == kMost; }
  void clear() {
    size_ = instructionCount_ = cycleCount_ = 0;
    rare_.clear();
  }

  // May be called until it is full. `view`: of a record of another kind.
  void add(const InstructionRecord& r) {
    order_[size_++] = Kind::Instruction;
    instructions_[instructionCount_++].set(r);
  }
  void add(const MemoryRecord& r) {
    order_[size_++] = Kind::Memory;
    cycles_[cycleCount_++].set(r);
  }
  void add(const RecordView& view) {
    order_[size_++] = Kind::Rare;
    rare_.emplace_back(view);
  }

  // Tells all of them, one after the other.
  void tell(Probe& to) const;

 private:
  enum class Kind : std::uint8_t { Instruction, Memory, Rare };
  // The common records are copied value by value: the machine has only just stored their values one by one, and a host
  // that loads two of them together waits until both have left its store buffer.
  struct EndedInstruction {
    Instant ended, began;
    Word36 accumulator, instruction, data, pcWord;
    std::uint32_t e, level, context;
    ProcessId process;
    std::array<Word36, 16> ac;

    void set(const InstructionRecord& r) {
      ended = r.ended;
      began = r.entry.began;
      accumulator = r.entry.accumulator;
      instruction = r.entry.instruction.word();
      data = r.entry.data;
      pcWord = r.entry.pcWord.word();
      e = r.entry.e;
      level = r.level;
      context = r.entry.context;
      process = r.process;
      ac = r.ac;
    }
    HistoryEntry entry() const {
      return {began, Instruction{instruction}, PcWord{pcWord}, accumulator, data, e, context};
    }
  };
  struct Cycle {
    Instant at;
    Duration length, waited;
    Word36 word;
    std::uint64_t rest;  // kind, user, space and both addresses

    void set(const MemoryRecord& r) {
      at = r.at;
      length = r.length;
      waited = r.waited;
      word = r.word;
      rest = static_cast<std::uint64_t>(r.kind) << 3 | std::uint64_t{r.user} << 2 |
             static_cast<std::uint64_t>(r.space) | std::uint64_t{r.virtualAddress.bits()} << 8 |
             std::uint64_t{r.physicalAddress.bits()} << 26;
    }
    MemoryRecord record() const {
      return {at,
              static_cast<CycleKind>(rest >> 3 & 037),
              (rest & 4) != 0,
              VirtualAddress{static_cast<std::uint32_t>(rest >> 8 & VirtualAddress::kMask)},
              PhysicalAddress{static_cast<std::uint32_t>(rest >> 26)},
              word,
              static_cast<Space>(rest & 3),
              waited,
              length};
    }
  };
  static_assert(kCycleKinds <= 040 && VirtualAddress::kMask <= 0777777);

  std::size_t size_ = 0, instructionCount_ = 0, cycleCount_ = 0;
  std::array<Kind, kMost> order_;
  std::array<Cycle, kMost> cycles_;
  std::array<EndedInstruction, kMost> instructions_;
  std::vector<StoredRecord> rare_;
};

}  // namespace utah10
