// The probes that commands have connected to the machine: traces, counts, the profile, the trace file.
#pragma once

#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "command/look/connected_ledger.hpp"
#include "command/look/connected_profile.hpp"
#include "command/look/io_trace.hpp"
#include "command/look/trace_recording.hpp"
#include "trace/access_map.hpp"
#include "trace/jsys_summary.hpp"
#include "trace/jsys_trace.hpp"

namespace utah10 {

// A probe that is connected for its lifetime.
template <class P>
struct Connected {
  template <class... T>
  explicit Connected(Ka10& processor, T&&... args) : probe(std::forward<T>(args)...), cpu(processor) {
    cpu.connect(probe);
  }
  ~Connected() { cpu.disconnect(probe); }
  Connected(const Connected&) = delete;
  Connected& operator=(const Connected&) = delete;

  P probe;
  Ka10& cpu;
};

class Probes {
 public:
  // Both must outlive the probes.
  Probes(Debugger& debugger, Console& console);
  ~Probes();
  Probes(const Probes&) = delete;
  Probes& operator=(const Probes&) = delete;

  // The machine has stopped: the trace of transfers reports suppressed repeats.
  void stopped();

  // Shows each I/O transfer and interrupt; `devices`: indexes of the device codes, empty: all.
  void traceIo(std::set<unsigned> devices);
  void endIoTrace();

  // Shows monitor calls, or writes them to a new file, and counts them; or counts them only.
  Expected<void> traceCalls(const JsysTraceOptions& options, const std::string& file);
  void countCalls(bool monitor);
  void endCalls();
  const JsysSummary* calls() const { return calls_ ? &calls_->probe : nullptr; }

  // Records what reads, writes and executes each word; `byProcess`: by virtual address.
  void recordAccesses(bool byProcess);
  void endAccesses();
  const AccessMap* accesses() const { return accesses_ ? &accesses_->probe : nullptr; }

  // An account of all time from here. Error: of the series being written.
  Expected<void> countTime(LedgerSplit split, LabelFinder labels);
  Expected<void> endCountingTime();
  // Samples the counters at intervals of virtual time; counts time if it is not being counted.
  Expected<void> sampleCounters(Duration interval, std::unique_ptr<LedgerSeries> series);
  // Completes the file. Call it last of all, too.
  Expected<void> endSamples();
  // Null: time is not being counted.
  ConnectedLedger* ledger() { return ledger_.get(); }

  // Time by routine; `processes`: with separate rows for each process. Off: the results are kept.
  void profileOn(bool processes);
  void profileOff();
  // Null: it has not been on.
  ConnectedProfile* profile() { return profile_.get(); }

  // Starts a trace file with the records that match a filter expression (empty: all).
  Expected<void> beginTrace(const std::string& file, std::string_view filter);
  // Closes the trace file, if there is one. False if writing was abandoned after an error.
  bool endTrace();
  const TraceRecording* traceFile() const { return traceFile_.get(); }

 private:
  void countCallsOf(bool monitor);

  Debugger& debugger_;
  Console& console_;
  std::unique_ptr<IoTrace> ioTrace_;
  std::unique_ptr<ConnectedLedger> ledger_;
  std::unique_ptr<ConnectedProfile> profile_;
  std::unique_ptr<TraceRecording> traceFile_;
  std::ofstream callsFile_;  // declared before the trace that writes it
  std::unique_ptr<Connected<JsysTrace>> callsTrace_;
  std::unique_ptr<Connected<JsysSummary>> calls_;
  std::unique_ptr<Connected<AccessMap>> accesses_;
};

}  // namespace utah10
