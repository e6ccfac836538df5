// Records as plain integers for the coder: common records have named fields, rare ones an array of numbers.
#pragma once

#include <array>
#include <cstdint>

#include "utah10/machine/ka10.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10::tracefile {

// The type numbers used in the file. PagerCycle is a memory record of a pager cycle.
enum class RecordType : std::uint8_t {
  Instruction,
  Memory,
  Io,
  PagerCycle,
  Interrupt,
  Pager,
  Event,
  Message,
  Abandoned,
  Started,
  Stopped,
};
constexpr std::size_t kRecordTypes = 11;

constexpr std::uint64_t ticks(Instant t) { return static_cast<std::uint64_t>(t.time_since_epoch().count()); }
constexpr std::uint64_t ticks(Duration d) { return static_cast<std::uint64_t>(d.count()); }
constexpr Instant instantOf(std::uint64_t t) { return Instant{Duration{static_cast<std::int64_t>(t)}}; }
constexpr Duration durationOf(std::uint64_t d) { return Duration{static_cast<std::int64_t>(d)}; }

constexpr bool isFast(CycleKind k) { return k >= CycleKind::FastFetch && k <= CycleKind::FastWrite; }
constexpr bool isPagers(CycleKind k) { return k >= CycleKind::MapRead; }
constexpr bool isFetch(CycleKind k) { return k == CycleKind::Fetch || k == CycleKind::FastFetch; }
constexpr bool isIndirect(CycleKind k) { return k == CycleKind::Indirect || k == CycleKind::FastIndirect; }

struct MemoryFields {
  std::uint64_t attributes = 0;  // space, user, kind
  std::uint64_t asked = 0;       // `at` minus the waiting time
  std::uint64_t waited = 0, length = 0;
  std::uint64_t va = 0, pa = 0, word = 0;

  CycleKind kind() const { return static_cast<CycleKind>(attributes >> 3); }
  std::size_t space() const { return attributes & 3; }
};

inline MemoryFields fieldsOf(const MemoryRecord& r) {
  const auto attributes = static_cast<std::uint64_t>(r.kind) << 3 | (r.user ? 4u : 0u) | static_cast<unsigned>(r.space);
  return {attributes,      ticks(r.at) - ticks(r.waited), ticks(r.waited),
          ticks(r.length), r.virtualAddress.bits(),       r.physicalAddress.bits(),
          r.word.bits()};
}

inline MemoryRecord recordOf(const MemoryFields& f) {
  return {instantOf(f.asked + f.waited),
          f.kind(),
          (f.attributes & 4) != 0,
          VirtualAddress{static_cast<std::uint32_t>(f.va)},
          PhysicalAddress{static_cast<std::uint32_t>(f.pa)},
          Word36{f.word},
          static_cast<Space>(f.space()),
          durationOf(f.waited),
          durationOf(f.length)};
}

using Accumulators = std::array<Word36, 16>;

struct InstructionFields {
  std::uint64_t began = 0, ended = 0;
  std::uint64_t word = 0, pcWord = 0, e = 0;
  // Accumulator and data words, context bits, PI level, process: rarely unexpected.
  std::array<std::uint64_t, 5> rest{};
};

inline InstructionFields fieldsOf(const InstructionRecord& r) {
  const HistoryEntry& h = r.entry;
  return {ticks(h.began),
          ticks(r.ended),
          h.instruction.word().bits(),
          h.pcWord.word().bits(),
          h.e,
          {h.accumulator.bits(), h.data.bits(), h.context, r.level, r.process}};
}

inline HistoryEntry historyOf(const InstructionFields& f) {
  return {instantOf(f.began),
          Instruction{Word36{f.word}},
          PcWord{Word36{f.pcWord}},
          Word36{f.rest[0]},
          Word36{f.rest[1]},
          static_cast<std::uint32_t>(f.e),
          static_cast<std::uint32_t>(f.rest[2])};
}

struct IoFields {
  std::uint64_t at = 0, device = 0, function = 0, word = 0;
};

// A rare record: its time, then its other fields.
struct RareFields {
  static constexpr std::size_t kMost = 12;
  std::array<std::uint64_t, kMost> value{};
  std::size_t count = 0;
};

}  // namespace utah10::tracefile
