// One record of a probe stream as a value, for the printers, summaries and comparisons of traces.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "utah10/machine/probe.hpp"

namespace utah10 {

// started() or stopped().
struct RunRecord {
  Instant at;
  bool started = true;
  StopReason why{};  // of a stop
};

// A record held by another object.
using RecordView = std::variant<const InstructionRecord*, const AbandonRecord*, const MemoryRecord*, const IoRecord*,
                                const InterruptRecord*, const PagerRecord*, const EventRecord*, const MessageRecord*,
                                const RunRecord*>;

inline constexpr std::size_t kRecordKinds = std::variant_size_v<RecordView>;
// The name of a kind as used in filters ("instruction", "network"), by the index of the alternative.
std::string_view recordKindName(std::size_t kind);
// The time of a record; for an instruction, its beginning.
Instant timeOf(const RecordView& view);

// Passes the record to a probe.
void tell(const RecordView& view, Probe& to);

// A probe that treats all kinds of record alike.
class ViewProbe : public Probe {
 public:
  virtual void record(const RecordView& view) = 0;

  void instruction(const InstructionRecord& r) final { record(&r); }
  void abandoned(const AbandonRecord& r) final { record(&r); }
  void memory(const MemoryRecord& r) final { record(&r); }
  void io(const IoRecord& r) final { record(&r); }
  void interrupt(const InterruptRecord& r) final { record(&r); }
  void pager(const PagerRecord& r) final { record(&r); }
  void event(const EventRecord& r) final { record(&r); }
  void message(const MessageRecord& r) final { record(&r); }
  void started(Instant at) final { run({at, true, {}}); }
  void stopped(Instant at, StopReason why) final { run({at, false, why}); }

 private:
  void run(const RunRecord& r) { record(&r); }
};

// A copy that outlives its record.
class StoredRecord {
 public:
  explicit StoredRecord(const RecordView& view);

  // Clears all times and lengths: what remains says what happened, not when.
  void forgetTimes();
  bool operator==(const StoredRecord& other) const;
  // Calls look(view) and returns its result; the view is valid during the call.
  template <class F>
  auto view(F look) const {
    return std::visit([&](const auto& stored) { return lend(stored, look); }, record_);
  }

 private:
  struct Instruction {
    HistoryEntry entry;
    Instant ended;
    unsigned level = 0;
    ProcessId process = kNoProcess;
    std::array<Word36, 16> ac;
  };
  struct Event {
    EventRecord record;
    std::string name;
  };
  struct Message {
    MessageRecord record;
    std::vector<std::uint8_t> octets;
  };
  using Record = std::variant<Instruction, AbandonRecord, MemoryRecord, IoRecord, InterruptRecord, PagerRecord, Event,
                              Message, RunRecord>;

  template <class Stored, class F>
  static auto lend(const Stored& stored, F& look) {
    return look(RecordView{&stored});
  }
  template <class F>
  static auto lend(const Instruction& s, F& look) {
    const InstructionRecord record{s.entry, s.ended, s.level, s.process, s.ac};
    return look(RecordView{&record});
  }
  template <class F>
  static auto lend(const Event& s, F& look) {
    EventRecord record = s.record;
    record.name = s.name;
    return look(RecordView{&record});
  }
  template <class F>
  static auto lend(const Message& s, F& look) {
    MessageRecord record = s.record;
    record.octets = s.octets;
    return look(RecordView{&record});
  }
  static Record store(const RecordView& view);
  // The values compared for equality.
  static auto key(const Instruction& r);
  static auto key(const AbandonRecord& r);
  static auto key(const MemoryRecord& r);
  static auto key(const IoRecord& r);
  static auto key(const InterruptRecord& r);
  static auto key(const PagerRecord& r);
  static auto key(const Event& r);
  static auto key(const Message& r);
  static auto key(const RunRecord& r);

  Record record_;
};

}  // namespace utah10
