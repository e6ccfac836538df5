// What the coder has learned about a program: tables by location in the program, and the machine state shown by
// records.
//
// These tables define the format: any change here or in the coder requires a new format version.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "trace/file/record_fields.hpp"

namespace utah10::tracefile {

constexpr std::uint64_t kHalf = 0777777;

// A memory or I/O record at one location in the program: the constants and rules that were right last time.
struct MemoryExpectation {
  bool seen = false;
  std::uint8_t attributes = 0;
  std::uint8_t addressRule = 0;
  std::uint8_t wordRule = 0;
  std::uint32_t va = 0, pa = 0;
  std::array<std::uint32_t, 4> offset{};  // for each address rule
  std::uint32_t waited = 0, length = 0;
  std::uint64_t gap = 0;         // since the end of the previous record
  std::uint64_t word = 0;        // last value
  std::uint64_t wordStep = 0;    // since the value before it
  std::uint64_t wordOffset = 0;  // from the last word on the bus
};

// One accumulator that an instruction changes.
struct AccumulatorExpectation {
  std::uint8_t number = kNone;
  std::uint8_t rule = 0;
  std::uint64_t step = 0;
  static constexpr std::uint8_t kNone = 0xff;
};

struct InstructionExpectation {
  bool seen = false;
  std::uint8_t beginRule = 0, wordRule = 0, pcRule = 0, eRule = 0, dataRule = 0;
  std::uint8_t next = 0;  // slot to be replaced next
  std::uint32_t context = 0;
  std::uint32_t pc = 0, e = 0;
  std::uint64_t lead = 0, tail = 0;  // time before its fetch; time after its last record
  std::uint64_t word = 0;
  std::array<AccumulatorExpectation, 2> changed{};
};

// Core contents as shown by the records, by physical address. Words not seen are 0.
class CoreShadow {
 public:
  void clear() {
    for (const std::uint32_t page : used_) pages_[page].reset();
    used_.clear();
  }
  [[gnu::always_inline]] std::uint64_t& at(std::uint64_t pa) {
    const std::size_t number = pa >> 9 & (kPages - 1);
    if (!pages_[number]) [[unlikely]]
      begin(number);
    return (*pages_[number])[pa & 0777];
  }

 private:
  static constexpr std::size_t kPages = (std::size_t{PhysicalAddress::kMask} + 1) >> 9;
  using Page = std::array<std::uint64_t, 512>;
  [[gnu::noinline]] void begin(std::size_t number) {
    pages_[number] = std::make_unique<Page>();
    used_.push_back(static_cast<std::uint32_t>(number));
  }
  std::vector<std::unique_ptr<Page>> pages_ = std::vector<std::unique_ptr<Page>>(kPages);
  std::vector<std::uint32_t> used_;
};

// Where pages of a space were last seen in core; initially where they would be without mapping.
class PageShadow {
 public:
  void clear() {
    for (auto& space : page_)
      for (std::uint32_t n = 0; n < 512; ++n) space[n] = n;
  }
  std::uint64_t expect(std::size_t space, std::uint64_t va) const {
    return std::uint64_t{page_[space][va >> 9]} << 9 | (va & 0777);
  }
  void learn(std::size_t space, std::uint64_t va, std::uint64_t pa) {
    page_[space][va >> 9] = static_cast<std::uint32_t>(pa >> 9);
  }

 private:
  std::array<std::array<std::uint32_t, 512>, 4> page_{};
};

// Expectations by location and, for new locations, by opcode and index of the record within the instruction.
class Tables {
 public:
  static constexpr unsigned kBits = 14;

  Tables() { clear(); }
  void clear() {
    own_.clear();
    general_.clear();
    // An unknown instruction is expected to be followed by the next one.
    for (std::size_t n = 0; n < general_.memory.size(); n += kOrdinals) general_.memory[n].addressRule = kNextWord;
  }
  static std::size_t slot(std::uint32_t place, std::uint32_t ordinal) {
    return (place * 0x9e3779b1u + ordinal * 0x85ebca6bu) >> (32 - kBits);
  }
  static std::size_t general(std::uint64_t instruction, std::uint32_t ordinal) {
    return Instruction{Word36{instruction}}.opcode() * kOrdinals + std::min(ordinal, kOrdinals - 1);
  }

  RecordType expected(std::size_t slot, std::size_t general) const {
    return own_.type[slot] == kNew ? general_.type[general] : own_.type[slot];
  }
  void learn(std::size_t slot, RecordType type) { own_.type[slot] = type; }
  void learnGeneral(std::size_t general, RecordType type) { general_.type[general] = type; }
  MemoryExpectation& memory(std::size_t slot, std::size_t general) {
    return known(own_.memory[slot], general_.memory[general]);
  }
  InstructionExpectation& instruction(std::size_t slot, std::size_t general) {
    return known(own_.instruction[slot], general_.instruction[general]);
  }
  // An expectation was wrong: new locations will start from the corrected one.
  void learn(std::size_t general, const MemoryExpectation& g) { general_.memory[general] = g; }
  void learn(std::size_t general, const InstructionExpectation& g) { general_.instruction[general] = g; }

  static constexpr std::uint8_t kNextWord = 4;  // one of the address rules

 private:
  static constexpr std::uint32_t kOrdinals = 8;
  static constexpr RecordType kNew{0xff};

  struct Level {
    explicit Level(std::size_t size, RecordType first)
        : type(size, first), memory(size), instruction(size), first_(first) {}
    void clear() {
      std::ranges::fill(type, first_);
      std::ranges::fill(memory, MemoryExpectation{});
      std::ranges::fill(instruction, InstructionExpectation{});
    }
    std::vector<RecordType> type;
    std::vector<MemoryExpectation> memory;
    std::vector<InstructionExpectation> instruction;

   private:
    RecordType first_;
  };
  template <class Expectation>
  static Expectation& known(Expectation& own, const Expectation& general) {
    if (!own.seen) [[unlikely]] {
      own = general;
      own.seen = true;
    }
    return own;
  }

  Level own_{std::size_t{1} << kBits, kNew};
  Level general_{512 * kOrdinals, RecordType::Memory};
};

}  // namespace utah10::tracefile
