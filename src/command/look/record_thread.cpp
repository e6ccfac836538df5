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
  handed_.notify_one();
  finished_.wait(lock, [this] { return handedOver_ - worked_ < kBatches; });
  batch_ = &batches_[handedOver_ % kBatches];
}

void RecordThread::settle() {
  if (batch_->size() != 0) hand();
  std::unique_lock lock{mutex_};
  finished_.wait(lock, [this] { return worked_ == handedOver_; });
}

void RecordThread::run() {
  std::unique_lock lock{mutex_};
  for (;;) {
    handed_.wait(lock, [this] { return ending_ || worked_ != handedOver_; });
    if (worked_ == handedOver_) return;
    RecordBatch& batch = batches_[worked_ % kBatches];
    lock.unlock();
    work_(batch);
    batch.clear();
    lock.lock();
    ++worked_;
    finished_.notify_one();
  }
}

}  // namespace utah10
