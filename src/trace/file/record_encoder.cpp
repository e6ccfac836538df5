#include "trace/file/record_encoder.hpp"

namespace utah10::tracefile {

void RecordEncoder::clear() {
  columns().clear();
  summary_ = {};
  otherNames_.clear();
}

[[gnu::always_inline]] inline void RecordEncoder::begin(RecordType type, Instant at) {
  const std::int64_t t = at.time_since_epoch().count();
  if (summary_.records++ == 0) {
    coder_.begin();
    summary_.first = summary_.last = t;
  }
  summary_.first = std::min(summary_.first, t);
  summary_.last = std::max(summary_.last, t);
  coder_.type(type);
}

void RecordEncoder::instruction(const InstructionRecord& r) {
  begin(RecordType::Instruction, r.ended);
  ++summary_.instructions;
  InstructionFields f = fieldsOf(r);
  coder_.instruction(f, r.ac);
  coder_.end();
}

void RecordEncoder::memory(const MemoryRecord& r) {
  const bool pagers = isPagers(r.kind);
  begin(pagers ? RecordType::PagerCycle : RecordType::Memory, r.at);
  MemoryFields f = fieldsOf(r);
  if (pagers)
    coder_.pagerCycle(f);
  else
    coder_.memory(f);
  coder_.end();
}

void RecordEncoder::io(const IoRecord& r) {
  begin(RecordType::Io, r.at);
  IoFields f{ticks(r.at), r.device.index(), r.function, r.word.bits()};
  coder_.io(f);
  coder_.end();
}

void RecordEncoder::rare(RecordType type, Instant at, std::initializer_list<std::uint64_t> rest) {
  begin(type, at);
  RareFields f;
  f.value[f.count++] = ticks(at);
  for (const std::uint64_t v : rest) f.value[f.count++] = v;
  coder_.rare(type, f);
  coder_.end();
}

void RecordEncoder::abandoned(const AbandonRecord& r) {
  rare(RecordType::Abandoned, r.at,
       {static_cast<std::uint64_t>(r.reason), r.fetching ? 1u : 0u, r.instruction.word().bits(),
        r.pcWord.word().bits()});
}

void RecordEncoder::interrupt(const InterruptRecord& r) {
  rare(RecordType::Interrupt, r.at, {r.level, r.pcWord.word().bits()});
}

void RecordEncoder::pager(const PagerRecord& r) {
  rare(RecordType::Pager, r.at,
       {static_cast<std::uint64_t>(r.kind), ticks(r.length), static_cast<std::uint64_t>(r.space),
        r.virtualAddress.bits(), static_cast<std::uint64_t>(r.need), r.chain, r.core, r.rights, r.status, r.process});
}

// Encodes a name by its slot; a name whose slot is not in the head is spelt out once per block.
void RecordEncoder::event(const EventRecord& r) {
  std::uint64_t name = 0;
  bool spelt = false;
  if (r.slot >= eventNames_.size() || eventNames_[r.slot] != r.name) {
    const auto found = otherNames_.find(r.name);
    spelt = found == otherNames_.end();
    name = spelt ? otherNames_.emplace(r.name, otherNames_.size() + 1).first->second : found->second;
  }
  rare(RecordType::Event, r.at,
       {static_cast<std::uint64_t>(r.kind), r.slot, ticks(r.due) - ticks(r.at), name, spelt ? r.name.size() : 0});
  if (spelt) columns().raw({reinterpret_cast<const std::uint8_t*>(r.name.data()), r.name.size()});
}

void RecordEncoder::message(const MessageRecord& r) {
  rare(RecordType::Message, r.at, {ticks(r.length), r.wire, r.fromHost ? 1u : 0u, r.bits, r.octets.size()});
  columns().raw(r.octets);
}

void RecordEncoder::started(Instant at) { rare(RecordType::Started, at, {}); }
void RecordEncoder::stopped(Instant at, StopReason why) {
  rare(RecordType::Stopped, at, {static_cast<std::uint64_t>(why)});
}

}  // namespace utah10::tracefile
