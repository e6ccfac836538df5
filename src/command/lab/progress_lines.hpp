// Progress messages on standard error, from any thread: " 3/20 what was done". Private to the command layer.
#pragma once

#include <fmt/format.h>

#include <mutex>
#include <string_view>

namespace utah10 {

class ProgressLines {
 public:
  ProgressLines(bool quiet, std::size_t all) : quiet_(quiet), all_(all) {}
  void tell(std::string_view what) {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (!quiet_) fmt::print(stderr, "{:>3}/{} {}\n", done_, all_, what);
  }

 private:
  bool quiet_;
  std::size_t all_;
  std::size_t done_ = 0;
  std::mutex mutex_;
};

}  // namespace utah10
