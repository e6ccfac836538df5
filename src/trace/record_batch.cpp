#include "trace/record_batch.hpp"

namespace utah10 {

// Tells one of the rare records.
struct RecordBatch::Teller {
  Probe& to;
  void operator()(const AbandonRecord& r) const { to.abandoned(r); }
  void operator()(const IoRecord& r) const { to.io(r); }
  void operator()(const InterruptRecord& r) const { to.interrupt(r); }
  void operator()(const PagerRecord& r) const { to.pager(r); }
  void operator()(const Start& r) const { to.started(r.at); }
  void operator()(const Stop& r) const { to.stopped(r.at, r.why); }
  void operator()(const Event& r) const {
    EventRecord record = r.record;
    record.name = r.name;
    to.event(record);
  }
  void operator()(const Message& r) const {
    MessageRecord record = r.record;
    record.octets = r.octets;
    to.message(record);
  }
};

void RecordBatch::tell(Probe& to) const {
  auto instruction = instructions_.begin();
  auto cycle = cycles_.begin();
  auto rare = rare_.begin();
  for (std::size_t n = 0; n < size_; ++n) {
    if (order_[n] == Kind::Memory) {
      to.memory((cycle++)->record());
    } else if (order_[n] == Kind::Instruction) {
      const EndedInstruction& r = *instruction++;
      const HistoryEntry entry = r.entry();
      to.instruction({entry, r.ended, r.level, r.process, r.ac});
    } else {
      std::visit(Teller{to}, *rare++);
    }
  }
}

}  // namespace utah10
