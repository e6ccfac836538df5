// The expression tree and the record fields its terms test.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "trace/record_filter.hpp"

namespace utah10 {

namespace recordfilter {

enum class RecordKind : std::uint8_t { Instruction, Abandoned, Memory, Io, Interrupt, Pager, Event, Message, Run };
constexpr std::uint64_t only(RecordKind k) { return std::uint64_t{1} << static_cast<unsigned>(k); }

enum class Term : std::uint8_t {
  Kinds,     // low: bits of RecordKind
  JsysAny,   // an instruction record with a JSYS
  Pc,        // low to high
  Mode,      // low: 1 user, 0 executive
  Level,     // low
  Process,   // low
  Opcode,    // low
  IoOpcode,  // low: function
  JsysOne,   // low: its number
  Device,    // codes, name
  Function,  // low
  Address,   // low to high
  Cycles,    // low: bits of CycleKind
  Fault,     // low: group, high: bit; or any fault
  Reload,
  Time,  // low to high, as signed numbers
  Wire,  // low
};

// A record of any kind with all fields that terms can test.
struct Subject {
  RecordKind kind = RecordKind::Run;
  Instant at;
  const RecordContext* context = nullptr;
  const MemoryRecord* memory = nullptr;
  const IoRecord* io = nullptr;
  const PagerRecord* pager = nullptr;
  const EventRecord* event = nullptr;
  const MessageRecord* message = nullptr;
};

constexpr std::uint64_t kAnyFault = ~std::uint64_t{0};

}  // namespace recordfilter

struct RecordFilter::Node {
  enum class Op : std::uint8_t { Term, And, Or, Not } op = Op::Term;
  recordfilter::Term term = recordfilter::Term::Kinds;
  std::uint64_t low = 0, high = 0;
  std::bitset<128> codes;  // Device
  std::string name;        // Device: prefix of its events
  std::unique_ptr<Node> left, right;

  bool holds(const recordfilter::Subject& s) const;
  bool needsContext() const;
};

}  // namespace utah10
