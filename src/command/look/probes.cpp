#include "command/look/probes.hpp"

#include <utility>

#include "command/console/console.hpp"
#include "command/console/output_name.hpp"
#include "command/debug/debugger.hpp"

namespace utah10 {

Probes::Probes(Debugger& debugger, Console& console) : debugger_(debugger), console_(console) {}

Probes::~Probes() = default;

void Probes::stopped() {
  if (ioTrace_) ioTrace_->settle();
  if (callsTrace_) callsTrace_->probe.settle();
}

void Probes::traceIo(std::set<unsigned> devices) {
  auto trace = std::make_unique<IoTrace>(debugger_, console_);
  trace->only(std::move(devices));
  console_.say("I/O trace: {}; * marks interrupt cycles", trace->describe());
  ioTrace_ = std::move(trace);
}

void Probes::endIoTrace() { ioTrace_.reset(); }

Expected<void> Probes::traceCalls(const JsysTraceOptions& options, const std::string& file) {
  if (auto ok = checkIsNew(file); !ok) return ok;
  endCalls();
  JsysTrace::Sink sink = [this](const std::string& line) { console_.print("{}", line); };
  if (!file.empty()) {
    std::ofstream out{file, std::ios::binary};
    if (!out) return fail(file, "cannot be written");
    callsFile_ = std::move(out);
    sink = [this](const std::string& line) { callsFile_ << line << '\n' << std::flush; };
  }
  callsTrace_ =
      std::make_unique<Connected<JsysTrace>>(debugger_.cpu(), std::move(sink), peekAt(debugger_.machine()), options);
  countCallsOf(options.monitor);
  return {};
}

void Probes::countCalls(bool monitor) {
  endCalls();
  countCallsOf(monitor);
}

void Probes::countCallsOf(bool monitor) {
  calls_ = std::make_unique<Connected<JsysSummary>>(debugger_.cpu());
  calls_->probe.followMonitor(monitor);
}

void Probes::endCalls() {
  if (callsTrace_) callsTrace_->probe.finish();
  callsTrace_.reset();
  calls_.reset();
  callsFile_ = {};
}

void Probes::recordAccesses(bool byProcess) {
  accesses_.reset();
  accesses_ = std::make_unique<Connected<AccessMap>>(debugger_.cpu(), AccessMap::Config{.byProcess = byProcess});
}

void Probes::endAccesses() { accesses_.reset(); }

Expected<void> Probes::countTime(LedgerSplit split, LabelFinder labels) {
  if (auto done = endSamples(); !done) return done;
  ledger_ = std::make_unique<ConnectedLedger>(debugger_.machine(), split, std::move(labels));
  return {};
}

Expected<void> Probes::endCountingTime() {
  auto done = endSamples();
  ledger_.reset();
  return done;
}

Expected<void> Probes::sampleCounters(Duration interval, std::unique_ptr<LedgerSeries> series) {
  if (!ledger_) ledger_ = std::make_unique<ConnectedLedger>(debugger_.machine(), LedgerSplit{}, nullptr);
  return ledger_->write(interval, std::move(series));
}

Expected<void> Probes::endSamples() { return ledger_ ? ledger_->finishSeries() : Expected<void>{}; }

void Probes::profileOn(bool processes) {
  if (!profile_) profile_ = std::make_unique<ConnectedProfile>(debugger_.cpu());
  profile_->connect();
  profile_->processes = processes;
}

void Probes::profileOff() {
  if (profile_) profile_->disconnect();
}

Expected<void> Probes::beginTrace(const std::string& file, std::string_view filter) {
  if (traceFile_) return fail(file, "a trace is being written: " + traceFile_->describe(), "trace off ends it");
  auto begun = TraceRecording::begin(debugger_, console_, file, filter);
  if (!begun) return tl::unexpected(begun.error());
  traceFile_ = std::move(*begun);
  return {};
}

bool Probes::endTrace() {
  const bool whole = !traceFile_ || traceFile_->end();
  traceFile_.reset();
  return whole;
}

}  // namespace utah10
