// Stores many states of one machine compactly: a page equal to the previous state's is stored once.
//
// Must outlive the states stored in it. Errors: none.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace utah10 {

class StatePages {
 public:
  static constexpr std::size_t kPage = 4096;

  class State {
   public:
    std::vector<std::byte> bytes() const;

   private:
    friend class StatePages;
    struct Page;
    std::vector<std::shared_ptr<const Page>> pages_;
  };

  // `like` is a state likely to share many pages; null: none.
  State keep(std::span<const std::byte> bytes, const State* like);
  // Memory used by all states still kept.
  std::size_t bytes() const { return *used_; }

 private:
  std::shared_ptr<std::size_t> used_ = std::make_shared<std::size_t>(0);
};

}  // namespace utah10
