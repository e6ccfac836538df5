#include "command/look/record_thread.hpp"

namespace utah10 {

RecordThread::RecordThread(std::function<void(const RecordBatch&)> work)
    : work_(std::move(work)), thread_([this] { run(); }) {}

RecordThread::~RecordThread() {
  {
    const std::lock_guard lock{mutex_};
    ending_ = true;
  }
  handed_.notify_one();
  thread_.join();
}

void RecordThread::hand() {
  std::unique_lock lock{mutex_};
  ++handedOver_;
  if (handedOver_ - worked_ == kWorthWaking) handed_.notify_one();
  if (handedOver_ - worked_ == kBatches)
    finished_.wait(lock, [this] { return handedOver_ - worked_ <= kBatches - kWorthWaking; });
  batch_ = &batches_[handedOver_ % kBatches];
}

void RecordThread::settle() {
  if (batch_->size() != 0) hand();
  std::unique_lock lock{mutex_};
  finishing_ = true;
  handed_.notify_one();
  finished_.wait(lock, [this] { return worked_ == handedOver_; });
  finishing_ = false;
}

void RecordThread::run() {
  std::unique_lock lock{mutex_};
  for (;;) {
    handed_.wait(lock, [this] { return ending_ || handedOver_ - worked_ >= (finishing_ ? 1 : kWorthWaking); });
    while (worked_ != handedOver_) {
      RecordBatch& batch = batches_[worked_ % kBatches];
      lock.unlock();
      work_(batch);
      batch.clear();
      lock.lock();
      ++worked_;
      const std::size_t left = handedOver_ - worked_;
      if (left == kBatches - kWorthWaking || left == 0) finished_.notify_one();
    }
    if (ending_) return;
  }
}

}  // namespace utah10
