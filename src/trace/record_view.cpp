#include "trace/record_view.hpp"

#include <tuple>

#include "utah10/machine/ka10.hpp"

namespace utah10 {

namespace {

constexpr std::array<std::string_view, kRecordKinds> kKindNames = {
    "instruction", "abandoned", "memory", "io", "interrupt", "pager", "event", "network", "run"};

struct TimeOf {
  Instant operator()(const InstructionRecord* r) const { return r->entry.began; }
  Instant operator()(const auto* r) const { return r->at; }
};

struct Tell {
  Probe& to;
  void operator()(const InstructionRecord* r) const { to.instruction(*r); }
  void operator()(const AbandonRecord* r) const { to.abandoned(*r); }
  void operator()(const MemoryRecord* r) const { to.memory(*r); }
  void operator()(const IoRecord* r) const { to.io(*r); }
  void operator()(const InterruptRecord* r) const { to.interrupt(*r); }
  void operator()(const PagerRecord* r) const { to.pager(*r); }
  void operator()(const EventRecord* r) const { to.event(*r); }
  void operator()(const MessageRecord* r) const { to.message(*r); }
  void operator()(const RunRecord* r) const { r->started ? to.started(r->at) : to.stopped(r->at, r->why); }
};

}  // namespace

std::string_view recordKindName(std::size_t kind) { return kKindNames[kind]; }

Instant timeOf(const RecordView& view) { return std::visit(TimeOf{}, view); }

void tell(const RecordView& view, Probe& to) { std::visit(Tell{to}, view); }

StoredRecord::StoredRecord(const RecordView& view) : record_(store(view)) {}

StoredRecord::Record StoredRecord::store(const RecordView& view) {
  return std::visit(
      [](const auto* r) -> Record {
        using T = std::decay_t<decltype(*r)>;
        if constexpr (std::is_same_v<T, InstructionRecord>)
          return Instruction{r->entry, r->ended, r->level, r->process, r->ac};
        else if constexpr (std::is_same_v<T, EventRecord>)
          return Event{*r, std::string{r->name}};
        else if constexpr (std::is_same_v<T, MessageRecord>)
          return Message{*r, {r->octets.begin(), r->octets.end()}};
        else
          return *r;
      },
      view);
}

void StoredRecord::forgetTimes() {
  std::visit(
      [](auto& r) {
        using T = std::decay_t<decltype(r)>;
        if constexpr (std::is_same_v<T, Instruction>)
          r.entry.began = r.ended = {};
        else if constexpr (std::is_same_v<T, Event>)
          r.record.at = r.record.due = {};
        else if constexpr (std::is_same_v<T, Message>)
          r.record.at = {}, r.record.length = {};
        else
          r.at = {};
        if constexpr (std::is_same_v<T, MemoryRecord> || std::is_same_v<T, PagerRecord>) r.length = {};
        if constexpr (std::is_same_v<T, MemoryRecord>) r.waited = {};
      },
      record_);
}

auto StoredRecord::key(const Instruction& r) {
  const HistoryEntry& e = r.entry;
  return std::tuple{e.began,
                    e.instruction.word(),
                    e.pcWord.word(),
                    e.accumulator,
                    e.data,
                    e.e,
                    e.context,
                    r.ended,
                    r.level,
                    r.process,
                    r.ac};
}
auto StoredRecord::key(const AbandonRecord& r) {
  return std::tuple{r.at, r.reason, r.fetching, r.instruction.word(), r.pcWord.word()};
}
auto StoredRecord::key(const MemoryRecord& r) {
  return std::tuple{r.at, r.kind, r.user, r.virtualAddress, r.physicalAddress, r.word, r.space, r.waited, r.length};
}
auto StoredRecord::key(const IoRecord& r) { return std::tuple{r.at, r.device, r.function, r.word}; }
auto StoredRecord::key(const InterruptRecord& r) { return std::tuple{r.at, r.level, r.pcWord.word()}; }
auto StoredRecord::key(const PagerRecord& r) {
  return std::tuple{r.kind,  r.at,   r.length, r.space,  r.virtualAddress, r.need,
                    r.chain, r.core, r.rights, r.status, r.process};
}
auto StoredRecord::key(const Event& s) {
  const EventRecord& r = s.record;
  return std::tuple{r.kind, r.at, r.slot, std::string_view{s.name}, r.kind == EventChange::Armed ? r.due : r.at};
}
auto StoredRecord::key(const Message& s) {
  const MessageRecord& r = s.record;
  return std::tuple{r.at,   r.length,
                    r.wire, r.fromHost,
                    r.bits, std::string_view{reinterpret_cast<const char*>(s.octets.data()), s.octets.size()}};
}
auto StoredRecord::key(const RunRecord& r) { return std::tuple{r.at, r.started, r.why}; }

bool StoredRecord::operator==(const StoredRecord& other) const {
  if (record_.index() != other.record_.index()) return false;
  return std::visit(
      [&](const auto& mine) { return key(mine) == key(std::get<std::decay_t<decltype(mine)>>(other.record_)); },
      record_);
}

}  // namespace utah10
