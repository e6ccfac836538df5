#include "trace/record_batch.hpp"

namespace utah10 {

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
      (rare++)->view([&to](const RecordView& view) { utah10::tell(view, to); });
    }
  }
}

}  // namespace utah10
