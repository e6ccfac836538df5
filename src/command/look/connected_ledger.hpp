// The account of time from `counters on` to `counters off`. Connected for its lifetime.
#pragma once

#include <memory>

#include "trace/ledger_report.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class ConnectedLedger {
 public:
  ConnectedLedger(Machine& machine, LedgerSplit split, LabelFinder labels);
  ~ConnectedLedger();
  ConnectedLedger(const ConnectedLedger&) = delete;
  ConnectedLedger& operator=(const ConnectedLedger&) = delete;

  // The ledger, updated to the present time.
  Ledger& ledger();
  // Starts a series of intervals; finishes the previous one.
  Expected<void> write(Duration interval, std::unique_ptr<LedgerSeries> series);
  Expected<void> finishSeries();
  const LedgerSeries* series() const { return series_.get(); }

 private:
  Machine& machine_;
  Ledger ledger_;
  std::unique_ptr<LedgerSeries> series_;
};

LedgerNames ledgerNames(const IoBus& bus);
}  // namespace utah10
