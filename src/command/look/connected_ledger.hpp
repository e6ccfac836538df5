// A session's ledger, from `counters on` to `counters off`. Private to the command layer.
#pragma once

#include <memory>

#include "command/console/arguments.hpp"
#include "command/prompt/session.hpp"
#include "trace/ledger_report.hpp"

namespace utah10 {

class LedgerSession {
 public:
  LedgerSession(Machine& machine, LedgerSplit split, LabelFinder labels);
  ~LedgerSession();
  LedgerSession(const LedgerSession&) = delete;
  LedgerSession& operator=(const LedgerSession&) = delete;

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

LedgerNames ledgerNames(Session& session);
// Subcommands of counters that need the ledger.
Expected<void> countersOn(Session&, Arguments&);
Expected<void> countersOff(Session&, Arguments&);
Expected<void> countersTime(Session&, Arguments&);
Expected<void> countersEvery(Session&, Arguments&);

}  // namespace utah10
