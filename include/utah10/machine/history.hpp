// The last instructions executed, always kept: a ring the processor writes as it goes.
//
// Not part of the machine's state: clearing or resizing it changes nothing in a run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "utah10/word/instruction.hpp"
#include "utah10/word/pc_word.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct HistoryEntry {
  Instant began;  // start of the instruction fetch
  Instruction instruction;
  PcWord pcWord;              // before the instruction
  Word36 accumulator;         // C(AC) after it
  Word36 data;                // last word that crossed the memory bus for it
  std::uint32_t e = 0;        // effective address
  std::uint32_t context = 0;  // kHistory... bits
};
constexpr std::uint32_t kHistoryXct = 1;   // executed by an XCT
constexpr std::uint32_t kHistoryPi = 2;    // in a PI cycle
constexpr std::uint32_t kHistoryTrap = 4;  // from 41 or 61

// An entry as the ring keeps it: four words, so that fewer cache lines pass by. The processor writes it in two parts,
// before the instruction acts and when it has ended.
class HistoryRecord {
 public:
  void begin(Instant began, Instruction instruction, PcWord pcWord, std::uint32_t e, std::uint32_t context) {
    began_ = began;
    instruction_ = instruction.word().bits() | std::uint64_t{pcWord.pc().bits()} << kWord |
                   std::uint64_t{context} << (kWord + kHalf);
    accumulator_ = std::uint64_t{e} << kWord;
    data_ = std::uint64_t{pcWord.flags()} << kWord;
  }
  void end(Word36 accumulator, Word36 data) {
    accumulator_ |= accumulator.bits();
    data_ |= data.bits();
  }
  void set(const HistoryEntry& entry) {
    begin(entry.began, entry.instruction, entry.pcWord, entry.e, entry.context);
    end(entry.accumulator, entry.data);
  }
  HistoryEntry entry() const {
    return {began_,
            Instruction{Word36{instruction_}},
            PcWord{half(data_), VirtualAddress{half(instruction_)}},
            Word36{accumulator_},
            Word36{data_},
            half(accumulator_),
            static_cast<std::uint32_t>(instruction_ >> (kWord + kHalf))};
  }

 private:
  static constexpr int kWord = 36, kHalf = 18;  // bits
  // The half word that follows a word of 36 bits.
  static constexpr std::uint32_t half(std::uint64_t w) {
    return static_cast<std::uint32_t>(w >> kWord) & HalfWord::kMask;
  }

  Instant began_;
  std::uint64_t instruction_ = 0;  // and PC, and the context
  std::uint64_t accumulator_ = 0;  // and the effective address
  std::uint64_t data_ = 0;         // and the flags
};

class History {
 public:
  static constexpr std::size_t kDefaultEntries = 65536;
  explicit History(std::size_t entries = kDefaultEntries) { resize(entries); }

  // Rounds up to a power of two and forgets everything.
  void resize(std::size_t entries);
  void clear() { count_ = 0; }
  // How many entries are there (at most capacity()).
  std::size_t size() const { return count_ < ring_.size() ? static_cast<std::size_t>(count_) : ring_.size(); }
  std::size_t capacity() const { return capacity_; }
  std::uint64_t count() const { return count_; }  // of all entries since it was cleared
  // Entry i instructions ago; 0 is the latest. i < size().
  HistoryEntry ago(std::size_t i) const { return ring_[(count_ - 1 - i) & mask_].entry(); }

  // The slot for the next instruction; the processor fills it.
  HistoryRecord& next() {
    if (count_ == growsAt_) [[unlikely]]
      grow();
    return ring_[count_++ & mask_];
  }
  // For a writer of many: the slots of the next instructions that lie together, at least one; and how many it has filled.
  std::span<HistoryRecord> ahead() {
    if (count_ == growsAt_) grow();
    const auto first = static_cast<std::size_t>(count_ & mask_);
    const auto last = static_cast<std::size_t>(std::min<std::uint64_t>(ring_.size(), first + (growsAt_ - count_)));
    return std::span{ring_}.subspan(first, last - first);
  }
  void filled(std::uint64_t n) { count_ += n; }

 private:
  void grow();

  // The ring grows to its capacity as it fills, so that a machine is made quickly. Its length is a power of two; it
  // turns round only at its capacity, which is reserved at once: an entry stays where it is while the ring grows.
  std::vector<HistoryRecord> ring_;
  std::size_t capacity_ = 0;
  std::uint64_t growsAt_ = 0;  // the count at which the ring is full but below its capacity
  std::uint64_t mask_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace utah10
