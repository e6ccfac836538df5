// Counts and times by bucket for each key: rows of pages, allocated on first use.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>

#include "trace/ledger_buckets.hpp"

namespace utah10 {

struct LedgerCell {
  std::uint64_t count = 0;
  Duration time{};
};

class LedgerRow {
 public:
  LedgerCell& at(LedgerBucket b) { return page(b)[b % kPage]; }
  // The cells of memory cycles and processor time, by bucket from kCycles on.
  LedgerCell* cycles() { return &at(ledger::kCycles); }
  // Calls tell(LedgerBucket, const LedgerCell&) for each nonempty cell, in order.
  template <class F>
  void each(F tell) const {
    for (std::size_t p = 0; p < pages_.size(); ++p) {
      if (!pages_[p]) continue;
      for (std::size_t n = 0; n < kPage; ++n)
        if (const LedgerCell& c = (*pages_[p])[n]; c.count != 0 || c.time != Duration{})
          tell(static_cast<LedgerBucket>(p * kPage + n), c);
    }
  }

 private:
  static constexpr std::size_t kPage = 64;
  static_assert(ledger::kCycles / kPage == ledger::kNoPagerWork / kPage, "cycles() must lie in one page");
  using Page = std::array<LedgerCell, kPage>;
  Page& page(LedgerBucket b) {
    std::unique_ptr<Page>& page = pages_[b / kPage];
    if (!page) [[unlikely]]
      page = std::make_unique<Page>();
    return *page;
  }
  std::array<std::unique_ptr<Page>, ledger::kBuckets / kPage + 1> pages_;
};

class LedgerTable {
 public:
  LedgerRow& row(std::uint64_t key) {
    Cached& c = cache_[(key ^ (key >> 20)) % cache_.size()];
    if (c.row == nullptr || c.key != key) [[unlikely]]
      c = {key, &made(key)};
    return *c.row;
  }
  void add(const LedgerTable& other);
  void clear();
  bool empty() const { return rows_.empty(); }
  // Calls tell(key, LedgerBucket, const LedgerCell&) for each nonempty cell; the keys are not sorted.
  template <class F>
  void each(F tell) const {
    for (const auto& [key, row] : rows_)
      row->each([&, k = key](LedgerBucket b, const LedgerCell& c) { tell(k, b, c); });
  }
  // The same, sorted by key.
  template <class F>
  void eachInOrder(F tell) const {
    std::map<std::uint64_t, const LedgerRow*> sorted;
    for (const auto& [key, row] : rows_) sorted[key] = row.get();
    for (const auto& [key, row] : sorted)
      row->each([&, k = key](LedgerBucket b, const LedgerCell& c) { tell(k, b, c); });
  }

 private:
  struct Cached {
    std::uint64_t key = 0;
    LedgerRow* row = nullptr;
  };
  LedgerRow& made(std::uint64_t key);

  std::unordered_map<std::uint64_t, std::unique_ptr<LedgerRow>> rows_;
  std::array<Cached, 256> cache_{};
};

}  // namespace utah10
