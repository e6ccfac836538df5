// Keeps what it is told in batches, for somebody who works on them later, perhaps in another thread.
#pragma once

#include <functional>

#include "trace/record_batch.hpp"

namespace utah10 {

class BatchingProbe final : public Probe {
 public:
  // `full` takes the batch away when it is full and returns the next one, which is empty.
  BatchingProbe(RecordBatch& first, std::function<RecordBatch&()> full) : batch_(&first), full_(std::move(full)) {}
  // The batch was taken away before it was full.
  void use(RecordBatch& next) { batch_ = &next; }

  void instruction(const InstructionRecord& r) override;
  void abandoned(const AbandonRecord& r) override;
  void memory(const MemoryRecord& r) override;
  void io(const IoRecord& r) override;
  void interrupt(const InterruptRecord& r) override;
  void pager(const PagerRecord& r) override;
  void event(const EventRecord& r) override;
  void message(const MessageRecord& r) override;
  void started(Instant at) override;
  void stopped(Instant at, StopReason why) override;

 private:
  void look() {
    if (batch_->full()) [[unlikely]]
      batch_ = &full_();
  }

  RecordBatch* batch_;
  std::function<RecordBatch&()> full_;
};

}  // namespace utah10
