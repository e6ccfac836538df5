// A thread that is given batches of records and works on them in their order, while the machine goes on.
//
// The machine waits when the thread is several batches behind. Which thread works is not to be seen in the result: the
// records and their order are the same.
#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "trace/record_batch.hpp"

namespace utah10 {

class RecordThread {
 public:
  // `work` is called in the thread, for one batch at a time.
  explicit RecordThread(std::function<void(const RecordBatch&)> work);
  // What has been handed over is finished; the batch that is being filled is dropped.
  ~RecordThread();
  RecordThread(const RecordThread&) = delete;
  RecordThread& operator=(const RecordThread&) = delete;

  // The batch to be filled, never a full one.
  RecordBatch& batch() { return *batch_; }
  // Hands it over, at the latest when it is full; batch() is another one then.
  void hand();
  // Hands over what is there, and waits until the thread has finished all of it.
  void settle();

 private:
  static constexpr std::size_t kBatches = 4;

  void run();

  std::function<void(const RecordBatch&)> work_;
  std::array<RecordBatch, kBatches> batches_;
  RecordBatch* batch_ = batches_.data();
  std::mutex mutex_;
  std::condition_variable handed_, finished_;
  std::size_t handedOver_ = 0, worked_ = 0;  // batches since the beginning
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace utah10
