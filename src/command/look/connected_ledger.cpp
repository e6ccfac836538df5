#include "command/look/connected_ledger.hpp"

#include <utility>

#include "trace/jsys_names.hpp"

namespace utah10 {

ConnectedLedger::ConnectedLedger(Machine& machine, LedgerSplit split, LabelFinder labels)
    : machine_(machine), ledger_(split, std::move(labels)) {
  ledger_.begin(machine_.now());
  machine_.cpu().connect(ledger_);
}

ConnectedLedger::~ConnectedLedger() {
  machine_.cpu().disconnect(ledger_);
  (void)finishSeries();
}

Ledger& ConnectedLedger::ledger() {
  ledger_.upTo(machine_.now());
  return ledger_;
}

Expected<void> ConnectedLedger::write(Duration interval, std::unique_ptr<LedgerSeries> series) {
  auto finished = finishSeries();
  series_ = std::move(series);
  ledger().every(interval, series_.get());
  return finished;
}

Expected<void> ConnectedLedger::finishSeries() {
  if (!series_) return {};
  ledger().finishSample();
  ledger_.every({}, nullptr);
  const std::unique_ptr<LedgerSeries> done = std::move(series_);
  return done->flush();
}

LedgerNames ledgerNames(const IoBus& bus) {
  return {.device =
              [&bus](DeviceCode code) {
                const IoDevice* device = bus.at(code);
                return device != nullptr ? std::string{device->name()} : fmt::format("{:03o}", code.asWritten());
              },
          .jsys = jsysName};
}

}  // namespace utah10
