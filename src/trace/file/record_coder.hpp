// The coder: every field of a record has an expected value, and only deviations are written.
//
// Written once for both directions (Side is ColumnWriter or ColumnReader): when reading, a field has its value only
// after the side's function for it. Learning depends on the records alone, so both directions learn the same.
//
// A location in the program is the last instruction fetched and the number of records since; after an instruction
// record it is that instruction's PC. Each location remembers its last outcome: which record, and which rules gave its
// address, word and times. A new location starts with the last outcome of that opcode.
#pragma once

#include <type_traits>

#include "trace/file/columns.hpp"
#include "trace/file/expectation.hpp"
#include "trace/file/outcome.hpp"

namespace utah10::tracefile {

template <class Side>
class RecordCoder {
 public:
  // Forgets everything, at the start of a block.
  void begin();
  Side& side() { return side_; }

  // First the type, then the fields for that type.
  void type(RecordType& type);
  void memory(MemoryFields& f);
  void pagerCycle(MemoryFields& f);
  void io(IoFields& f);
  // `ac`: the accumulators after the instruction.
  using Actual = std::conditional_t<Side::kReading, Accumulators, const Accumulators>;
  void instruction(InstructionFields& f, Actual& ac);
  // The caller sets the number of fields and the first field of the type, which is a time.
  void rare(RecordType type, RareFields& f);
  void end() { side_.end(); }

 private:
  struct Fetched {
    std::uint64_t asked = 0, va = 0, word = 0, e = 0;
  };
  enum Bit : std::uint8_t {
    kTime = 1,
    kWaited = 2,
    kLength = 4,
    kAddress = 8,
    kPhysical = 16,
    kWord = 32,
    kAttributes = 64,
    // for instructions
    kBegan = 1,
    kEnded = 2,
    kPc = 4,
    kInstruction = 8,
    kEffective = 16,
    kRest = 32,
    kChanged = 64,
  };

  // Rules by number: `of(rule)` is the value a rule expects. The rule that would have been right is used next time.
  template <class Of>
  bool byRule(std::uint8_t bit, std::uint64_t& actual, std::uint8_t& rule, std::uint8_t rules, Column c, Of of) {
    if (side_.field(bit, actual, of(rule), c)) return true;
    for (std::uint8_t n = 0; n < rules; ++n) {
      if (of(n) != actual) continue;
      rule = n;
      break;
    }
    return false;
  }
  // A number expected to be the same as last time.
  template <class T>
  void sameAgain(std::uint8_t bit, std::uint64_t& actual, T& last, Column c) {
    if (!side_.field(bit, actual, last, c)) last = static_cast<T>(actual);
  }

  std::uint64_t effective(std::uint64_t word) const {
    const AddressWord a{Word36{word}};
    return (word + (a.indexed() ? ac_[a.index().number()].bits() : 0)) & kHalf;
  }
  static std::size_t accumulatorField(std::uint64_t word) { return Instruction{Word36{word}}.ac().number(); }
  void cycleTimes(MemoryFields& f, MemoryExpectation& g);
  void address(MemoryFields& f, MemoryExpectation& g);
  void word(MemoryFields& f, MemoryExpectation& g, std::uint64_t& cell);
  void learnCycle(const MemoryFields& f);
  void instructionTimes(InstructionFields& f, InstructionExpectation& g);
  void instructionWords(InstructionFields& f, InstructionExpectation& g);
  void restOf(InstructionFields& f, InstructionExpectation& g);
  void changes(const InstructionFields& f, Actual& ac, InstructionExpectation& g);
  void learnChanges(const Accumulators& ac, InstructionExpectation& g, const Outcome& outcome);
  std::uint64_t expectedChange(const AccumulatorExpectation& s, std::uint8_t rule, const Outcome& outcome) const;
  void moveTo(std::uint64_t place) {
    place_ = static_cast<std::uint32_t>(place);
    slot_ = Tables::slot(place_, ordinal_ = 0);
  }
  void moveOn() { slot_ = Tables::slot(place_, ++ordinal_); }
  template <class Expectation>
  void learn(const Expectation& g) {
    if (side_.missed(0x7f)) [[unlikely]]
      tables_.learn(general_, g);
  }

  Side side_;
  Tables tables_;
  CoreShadow core_;
  PageShadow pages_;
  std::uint32_t place_ = 0, ordinal_ = 0, pagerOrdinal_ = 0;
  std::size_t slot_ = 0;
  std::size_t general_ = 0;  // of the record in progress, by opcode
  std::uint64_t now_ = 0;    // end of the last record
  std::uint64_t ended_ = 0;  // end of the last instruction
  std::uint64_t rareAt_ = 0;
  std::array<Fetched, 2> fetched_{};
  std::array<std::uint64_t, 3> words_{};  // last words on the bus, latest first
  std::uint64_t pcWord_ = 0;
  std::array<std::uint64_t, 5> rest_{};
  Accumulators ac_{};
  std::array<std::array<std::uint64_t, RareFields::kMost>, kRecordTypes> rare_{};
};

template <class Side>
[[gnu::noinline]] void RecordCoder<Side>::begin() {
  tables_.clear();
  core_.clear();
  pages_.clear();
  ordinal_ = pagerOrdinal_ = 0;
  general_ = 0;
  moveTo(0);
  now_ = ended_ = rareAt_ = 0;
  fetched_ = {};
  words_ = {};
  pcWord_ = 0;
  rest_ = {};
  ac_ = {};
  rare_ = {};
}

template <class Side>
[[gnu::always_inline]] inline void RecordCoder<Side>::type(RecordType& type) {
  // Index 0 is the record after an instruction, 1 the record after a fetch.
  general_ = Tables::general(fetched_[0].word, place_ > kHalf ? 0 : ordinal_ + 1);
  const RecordType expected = tables_.expected(slot_, general_);
  side_.begin(type, expected);
  if (type > RecordType::Io) return;
  tables_.learn(slot_, type);
  if (type != expected) tables_.learnGeneral(general_, type);
}

template <class Side>
[[gnu::always_inline]] inline void RecordCoder<Side>::cycleTimes(MemoryFields& f, MemoryExpectation& g) {
  if (!side_.field(kTime, f.asked, now_ + g.gap, Column::Time)) g.gap = f.asked - now_;
  sameAgain(kWaited, f.waited, g.waited, Column::Wait);
  sameAgain(kLength, f.length, g.length, Column::Wait);
  now_ = f.asked + f.waited + f.length;
}

// Rules: the effective address, the step since last time, C(AC) as a stack pointer, the last word as a pointer (each
// with an offset), the next word.
template <class Side>
[[gnu::always_inline]] inline void RecordCoder<Side>::address(MemoryFields& f, MemoryExpectation& g) {
  const std::array<std::uint64_t, 4> from = {fetched_[0].e, g.va, ac_[accumulatorField(fetched_[0].word)].bits(),
                                             words_[0]};
  const auto of = [&](std::uint8_t rule) {
    return rule != Tables::kNextWord ? (from[rule] + g.offset[rule]) & kHalf : (std::uint64_t{place_} + 1) & kHalf;
  };
  if (!byRule(kAddress, f.va, g.addressRule, 5, Column::Address, of)) {
    if (Side::kReading && f.va > kHalf) f.va &= kHalf;  // only in a file that no writer produced
    for (std::size_t n = 0; n < 4; ++n) g.offset[n] = static_cast<std::uint32_t>(f.va - from[n]);
  }
  g.va = static_cast<std::uint32_t>(f.va);
}

// Rules: the value before, the value to be stored, C(AC), the last word on the bus with an offset, the step since last
// time, the value before with that offset.
template <class Side>
[[gnu::always_inline]] inline void RecordCoder<Side>::word(MemoryFields& f, MemoryExpectation& g, std::uint64_t& cell) {
  const Operation operation{fetched_[0].word, fetched_[0].e, words_, ac_};
  const auto of = [&](std::uint8_t rule) {
    switch (rule) {
      case 0:
        return cell;
      case 1:
        return ac_[accumulatorField(fetched_[0].word)].bits();
      case 2:
        return (words_[0] + g.wordOffset) & Word36::kMask;
      case 3:
        return (g.word + g.wordStep) & Word36::kMask;
      default:
        return storedWord(operation);
    }
  };
  if (!byRule(kWord, f.word, g.wordRule, 5, Column::Word, of)) {
    g.wordOffset = f.word - words_[0];
    g.wordStep = f.word - g.word;
  }
  g.word = f.word;
  cell = f.word;
}

template <class Side>
[[gnu::always_inline]] inline void RecordCoder<Side>::learnCycle(const MemoryFields& f) {
  const CycleKind kind = f.kind();
  words_ = {f.word, words_[0], words_[1]};
  pagerOrdinal_ = 0;
  if (isFetch(kind)) {
    fetched_[1] = fetched_[0];
    fetched_[0] = {f.asked, f.va, f.word, effective(f.word)};
    return moveTo(f.va);
  }
  if (isIndirect(kind)) fetched_[0].e = effective(f.word);
  moveOn();
}

template <class Side>
[[gnu::always_inline]] inline void RecordCoder<Side>::memory(MemoryFields& f) {
  MemoryExpectation& g = tables_.memory(slot_, general_);
  sameAgain(kAttributes, f.attributes, g.attributes, Column::Attributes);
  cycleTimes(f, g);
  address(f, g);
  if (isFast(f.kind())) {
    side_.field(kPhysical, f.pa, f.va, Column::Page);
    std::uint64_t cell = ac_[f.va & 017].bits();
    word(f, g, cell);
  } else {
    if (!side_.field(kPhysical, f.pa, pages_.expect(f.space(), f.va), Column::Page))
      pages_.learn(f.space(), f.va, f.pa);
    word(f, g, core_.at(f.pa));
  }
  learn(g);
  learnCycle(f);
}

// The pager's cycles occur among the program's, at any location, so they have locations of their own.
template <class Side>
[[gnu::noinline]] void RecordCoder<Side>::pagerCycle(MemoryFields& f) {
  const std::size_t slot = Tables::slot(~std::uint32_t{0}, pagerOrdinal_++);
  MemoryExpectation& g = tables_.memory(slot, general_);
  sameAgain(kAttributes, f.attributes, g.attributes, Column::Attributes);
  cycleTimes(f, g);
  address(f, g);
  sameAgain(kPhysical, f.pa, g.pa, Column::Page);
  word(f, g, core_.at(f.pa));
}

template <class Side>
void RecordCoder<Side>::io(IoFields& f) {
  MemoryExpectation& g = tables_.memory(slot_, general_);
  if (!side_.field(kTime, f.at, now_ + g.gap, Column::Time)) g.gap = f.at - now_;
  now_ = f.at;
  sameAgain(kAttributes, f.function, g.attributes, Column::Attributes);
  sameAgain(kAddress, f.device, g.va, Column::Address);
  const auto of = [&](std::uint8_t rule) { return rule == 0 ? g.word : rule == 1 ? fetched_[0].e : words_[0]; };
  byRule(kWord, f.word, g.wordRule, 3, Column::Word, of);
  g.word = f.word;
  learn(g);
  words_ = {f.word, words_[0], words_[1]};
  moveOn();
}

// An instruction is expected to begin when the last one ended, or when its own fetch (or that of the XCT that executes
// it) was requested, less a constant.
template <class Side>
[[gnu::always_inline]] inline void RecordCoder<Side>::instructionTimes(InstructionFields& f,
                                                                       InstructionExpectation& g) {
  const std::array<std::uint64_t, 3> from = {ended_, fetched_[0].asked, fetched_[1].asked};
  if (!side_.field(kBegan, f.began, from[g.beginRule] - g.lead, Column::Time)) {
    constexpr std::uint64_t kNear = 10'000;
    g.beginRule = f.began == ended_ ? 0 : from[1] - f.began < kNear ? 1 : 2;
    g.lead = from[g.beginRule] - f.began;
  }
  if (!side_.field(kEnded, f.ended, now_ + g.tail, Column::Time)) g.tail = f.ended - now_;
}

template <class Side>
[[gnu::always_inline]] inline void RecordCoder<Side>::instructionWords(InstructionFields& f,
                                                                       InstructionExpectation& g) {
  const std::uint64_t flags = pcWord_ & ~kHalf;
  byRule(kPc, f.pcWord, g.pcRule, 5, Column::Address, [&](std::uint8_t rule) {
    const std::uint64_t pc[] = {fetched_[0].va, fetched_[1].va, pcWord_ & kHalf, g.pc, (pcWord_ + 1) & kHalf};
    return flags | pc[rule];
  });
  g.pc = static_cast<std::uint32_t>(f.pcWord & kHalf);
  byRule(kInstruction, f.word, g.wordRule, 3, Column::Word, [&](std::uint8_t rule) {
    return rule == 0 ? fetched_[0].word : rule == 1 ? fetched_[1].word : g.word;
  });
  g.word = f.word;
  byRule(kEffective, f.e, g.eRule, 4, Column::Address, [&](std::uint8_t rule) -> std::uint64_t {
    return rule == 0 ? fetched_[0].e : rule == 1 ? fetched_[1].e : rule == 2 ? effective(f.word) : g.e;
  });
  g.e = static_cast<std::uint32_t>(f.e);
}

// Rules: the outcome of the operation, the last word on the bus, a step since last time, no change.
template <class Side>
[[gnu::always_inline]] inline std::uint64_t RecordCoder<Side>::expectedChange(const AccumulatorExpectation& s,
                                                                              std::uint8_t rule,
                                                                              const Outcome& outcome) const {
  switch (rule) {
    case 0:
      return outcome.known && outcome.number == s.number ? outcome.value : ac_[s.number].bits();
    case 1:
      return words_[0];
    case 2:
      return (ac_[s.number].bits() + s.step) & Word36::kMask;
    default:
      return ac_[s.number].bits();
  }
}

template <class Side>
[[gnu::noinline]] void RecordCoder<Side>::learnChanges(const Accumulators& ac, InstructionExpectation& g,
                                                       const Outcome& outcome) {
  for (std::uint8_t n = 0; n < 16; ++n) {
    const std::uint64_t actual = ac[n].bits();
    auto* slot = std::ranges::find(g.changed, n, &AccumulatorExpectation::number);
    if (slot == g.changed.end()) {
      if (actual == ac_[n].bits() || (outcome.known && outcome.number == n && outcome.value == actual)) continue;
      slot = &g.changed[g.next];
      g.next = static_cast<std::uint8_t>((g.next + 1) % g.changed.size());
      *slot = {n, 2, 0};
    }
    if (expectedChange(*slot, slot->rule, outcome) == actual) continue;
    for (std::uint8_t rule = 0; rule < 3; ++rule) {
      if (expectedChange(*slot, rule, outcome) != actual) continue;
      slot->rule = rule;
      break;
    }
    slot->step = actual - ac_[n].bits();
  }
}

// Stores the expected value in the accumulators at once: it is nearly always right, and then nothing is left to do.
template <class Side>
[[gnu::always_inline]] inline void RecordCoder<Side>::changes(const InstructionFields& f, Actual& ac,
                                                              InstructionExpectation& g) {
  const Outcome outcome = outcomeOf({f.word, f.e, words_, ac_});
  std::array<std::uint64_t, 2> expected{};
  for (std::size_t n = 0; n < 2; ++n)
    if (g.changed[n].number != AccumulatorExpectation::kNone)
      expected[n] = expectedChange(g.changed[n], g.changed[n].rule, outcome);
  const std::array<std::uint8_t, 3> number = {outcome.known ? outcome.number : AccumulatorExpectation::kNone,
                                              g.changed[0].number, g.changed[1].number};
  std::array<Word36, 3> before;
  for (std::size_t n = 0; n < 3; ++n) {
    if (number[n] == AccumulatorExpectation::kNone) continue;
    before[n] = ac_[number[n]];
    ac_[number[n]] = Word36{n == 0 ? outcome.value : expected[n - 1]};
  }
  if (side_.accumulators(kChanged, ac, ac_)) return;
  for (std::size_t n = 3; n-- > 0;)
    if (number[n] != AccumulatorExpectation::kNone) ac_[number[n]] = before[n];
  learnChanges(ac, g, outcome);
  ac_ = ac;
}

template <class Side>
[[gnu::always_inline]] inline void RecordCoder<Side>::restOf(InstructionFields& f, InstructionExpectation& g) {
  const std::uint64_t data = g.dataRule == 0 ? words_[0] : g.dataRule == 1 ? fetched_[0].word : rest_[1];
  side_.group(kRest, f.rest, {ac_[accumulatorField(f.word)].bits(), data, g.context, rest_[3], rest_[4]}, Column::Rest);
  if (f.rest[1] != data) g.dataRule = f.rest[1] == words_[0] ? 0 : f.rest[1] == fetched_[0].word ? 1 : 2;
  g.context = static_cast<std::uint32_t>(f.rest[2]);
  rest_ = f.rest;
}

template <class Side>
[[gnu::always_inline]] inline void RecordCoder<Side>::instruction(InstructionFields& f, Actual& ac) {
  InstructionExpectation& g = tables_.instruction(slot_, general_);
  instructionTimes(f, g);
  instructionWords(f, g);
  changes(f, ac, g);
  restOf(f, g);
  learn(g);
  now_ = ended_ = f.ended;
  pcWord_ = f.pcWord;
  pagerOrdinal_ = 0;
  constexpr std::uint64_t kAfter = 1u << 20;
  moveTo(kAfter | (f.pcWord & kHalf));
}

template <class Side>
void RecordCoder<Side>::rare(RecordType type, RareFields& f) {
  auto& last = rare_[static_cast<std::size_t>(type)];
  const bool later = static_cast<std::int64_t>(rareAt_ - now_) > 0;
  side_.number(Column::Time, f.value[0], later ? rareAt_ : now_);
  rareAt_ = f.value[0];
  for (std::size_t n = 1; n < f.count; ++n) {
    side_.number(Column::Rare, f.value[n], last[n]);
    last[n] = f.value[n];
  }
}

}  // namespace utah10::tracefile
