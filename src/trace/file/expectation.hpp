// What the coder has learned of a program: tables by place in the program, and the machine as the records show it.
//
// The tables are the heart of the format: a change of anything here or in the coder is another version of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "record_fields.hpp"

namespace utah10::tracefile {

constexpr std::uint64_t kHalf = 0777777;

// A memory or I/O record at one place in the program: constants and rules that were right the last time.
struct MemoryExpectation {
  std::uint8_t attributes = 0;
  std::uint8_t addressRule = 0;
  std::uint8_t wordRule = 0;
  std::uint32_t va = 0, pa = 0;
  std::array<std::uint32_t, 4> offset{};  // of each address rule
  std::uint32_t waited = 0, length = 0;
  std::uint64_t gap = 0;         // since the end of the record before
  std::uint64_t word = 0;        // the last one
  std::uint64_t wordStep = 0;    // since the one before
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
  std::uint8_t beginRule = 0, wordRule = 0, pcRule = 0, eRule = 0, dataRule = 0;
  std::uint8_t next = 0;  // slot to be given up
  std::uint32_t context = 0;
  std::uint32_t pc = 0, e = 0;
  std::uint64_t lead = 0, tail = 0;  // times before its fetch, after its last record
  std::uint64_t word = 0;
  std::array<AccumulatorExpectation, 2> changed{};
};

// Core as the records have shown it, by physical address. Unseen words are 0.
class CoreShadow {
 public:
  void clear() {
    for (const std::uint32_t page : used_) pages_[page].reset();
    used_.clear();
  }
  std::uint64_t& at(std::uint64_t pa) {
    auto& page = pages_[pa >> 9 & (kPages - 1)];
    if (!page) [[unlikely]] {
      page = std::make_unique<Page>();
      used_.push_back(static_cast<std::uint32_t>(pa >> 9 & (kPages - 1)));
    }
    return (*page)[pa & 0777];
  }

 private:
  static constexpr std::size_t kPages = (std::size_t{PhysicalAddress::kMask} + 1) >> 9;
  using Page = std::array<std::uint64_t, 512>;
  std::vector<std::unique_ptr<Page>> pages_ = std::vector<std::unique_ptr<Page>>(kPages);
  std::vector<std::uint32_t> used_;
};

// Where pages of a space were last seen in core; at first where they would be without mapping.
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

class Tables {
 public:
  static constexpr unsigned kBits = 14;

  Tables() { clear(); }
  void clear() {
    std::ranges::fill(types_, RecordType::Memory);
    std::ranges::fill(memory_, MemoryExpectation{});
    std::ranges::fill(instructions_, InstructionExpectation{});
  }
  static std::size_t slot(std::uint32_t place, std::uint32_t ordinal) {
    return (place * 0x9e3779b1u + ordinal * 0x85ebca6bu) >> (32 - kBits);
  }
  RecordType& type(std::size_t slot) { return types_[slot]; }
  MemoryExpectation& memory(std::size_t slot) { return memory_[slot]; }
  InstructionExpectation& instruction(std::size_t slot) { return instructions_[slot]; }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << kBits;
  std::vector<RecordType> types_ = std::vector<RecordType>(kSlots);
  std::vector<MemoryExpectation> memory_ = std::vector<MemoryExpectation>(kSlots);
  std::vector<InstructionExpectation> instructions_ = std::vector<InstructionExpectation>(kSlots);
};

}  // namespace utah10::tracefile
