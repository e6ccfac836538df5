#include "trace/ledger_table.hpp"

namespace utah10 {

LedgerRow& LedgerTable::made(std::uint64_t key) {
  std::unique_ptr<LedgerRow>& row = rows_[key];
  if (!row) row = std::make_unique<LedgerRow>();
  return *row;
}

void LedgerTable::add(const LedgerTable& other) {
  other.each([&](std::uint64_t key, LedgerBucket b, const LedgerCell& c) {
    LedgerCell& mine = row(key).at(b);
    mine.count += c.count;
    mine.time += c.time;
  });
}

void LedgerTable::clear() {
  rows_.clear();
  cache_.fill({});
}

}  // namespace utah10
