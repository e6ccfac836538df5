// Keeps what it is told in batches, for somebody who works on them later, perhaps in another thread. Not a ViewProbe: the two
// common records take the shorter way.
#pragma once

#include <functional>
#include <utility>

#include "trace/record_batch.hpp"

namespace utah10 {

class BatchingProbe final : public Probe {
 public:
  // `full` takes the batch away when it is full and returns the next one, which is empty.
  BatchingProbe(RecordBatch& first, std::function<RecordBatch&()> full) : batch_(&first), full_(std::move(full)) {}
  // The batch was taken away before it was full.
  void use(RecordBatch& next) { batch_ = &next; }

  void instruction(const InstructionRecord& r) override { keep(r); }
  void memory(const MemoryRecord& r) override { keep(r); }
  void abandoned(const AbandonRecord& r) override { keep(RecordView{&r}); }
  void io(const IoRecord& r) override { keep(RecordView{&r}); }
  void interrupt(const InterruptRecord& r) override { keep(RecordView{&r}); }
  void pager(const PagerRecord& r) override { keep(RecordView{&r}); }
  void event(const EventRecord& r) override { keep(RecordView{&r}); }
  void message(const MessageRecord& r) override { keep(RecordView{&r}); }
  void started(Instant at) override { keepRun({at, true, {}}); }
  void stopped(Instant at, StopReason why) override { keepRun({at, false, why}); }

 private:
  template <class R>
  void keep(const R& record) {
    batch_->add(record);
    if (batch_->full()) [[unlikely]]
      batch_ = &full_();
  }
  void keepRun(const RunRecord& r) { keep(RecordView{&r}); }

  RecordBatch* batch_;
  std::function<RecordBatch&()> full_;
};

}  // namespace utah10
