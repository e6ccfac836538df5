// The words of a pack: millions of zeros, and some pages that were written. Only the latter take memory and are copied.
// Private to tenexfs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "toolchain/tenexfs/layout.hpp"

namespace utah10::tenexfs {

class PackWords {
 public:
  explicit PackWords(std::size_t size)
      // calloc() takes the zeros from the host, which gives them memory when they are first written.
      : words_(static_cast<Word36*>(std::calloc(size, sizeof(Word36)))),
        size_(size),
        touched_((size + kPageWords - 1) / kPageWords) {
    if (!words_) throw std::bad_alloc{};
  }
  PackWords(const PackWords& other) : PackWords(other.size_) {
    other.eachTouched([this](std::size_t first, std::span<const Word36> words) {
      std::ranges::copy(words, at(first, words.size()).begin());
    });
  }
  PackWords(PackWords&&) noexcept = default;
  PackWords& operator=(const PackWords&) = delete;
  PackWords& operator=(PackWords&&) noexcept = default;
  ~PackWords() = default;

  std::span<const Word36> all() const { return {words_.get(), size_}; }
  std::span<const Word36> at(std::size_t first, std::size_t count) const { return all().subspan(first, count); }
  // To be written.
  std::span<Word36> at(std::size_t first, std::size_t count) {
    for (std::size_t page = first / kPageWords; page * kPageWords < first + count; ++page) touched_[page] = true;
    return std::span{words_.get(), size_}.subspan(first, count);
  }
  // Copies words to `first`; pages of zeros take no memory.
  void put(std::size_t first, std::span<const Word36> words) {
    for (std::size_t done = 0; done < words.size(); done += kPageWords) {
      const auto page = words.subspan(done, std::min<std::size_t>(kPageWords, words.size() - done));
      if (std::ranges::any_of(page, [](Word36 w) { return !w.zero(); }))
        std::ranges::copy(page, at(first + done, page.size()).begin());
    }
  }
  // Calls f(first, words) for each run of pages that may hold something other than zeros.
  template <class F>
  void eachTouched(F f) const {
    for (std::size_t page = 0; page < touched_.size(); ++page) {
      if (!touched_[page]) continue;
      const std::size_t first = page;
      while (page < touched_.size() && touched_[page]) ++page;
      f(first * kPageWords, at(first * kPageWords, std::min(size_, page * kPageWords) - first * kPageWords));
    }
  }

 private:
  struct Free {
    void operator()(Word36* words) const { std::free(words); }
  };
  std::unique_ptr<Word36[], Free> words_;
  std::size_t size_;
  std::vector<bool> touched_;  // of each page: may hold something other than zeros
};

}  // namespace utah10::tenexfs
