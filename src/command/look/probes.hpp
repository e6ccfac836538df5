// The probes and taps that a session has connected to its machine. Private to the command layer.
#pragma once

#include <fstream>
#include <map>
#include <memory>
#include <string>

#include "command/look/connected_ledger.hpp"
#include "command/look/connected_profile.hpp"
#include "command/look/io_trace.hpp"
#include "command/look/trace_recording.hpp"
#include "command/terminals/line_tap.hpp"
#include "trace/access_map.hpp"
#include "trace/jsys_summary.hpp"
#include "trace/jsys_trace.hpp"
#include "trace/live_capture.hpp"

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

// A capture of messages that is connected for its lifetime.
struct Capturing {
  Capturing(Observers& all, std::unique_ptr<LiveCapture> file) : capture(std::move(file)), observers(all) {
    observers.connectForMessages(*capture);
  }
  ~Capturing() { observers.disconnect(*capture); }
  Capturing(const Capturing&) = delete;
  Capturing& operator=(const Capturing&) = delete;

  std::unique_ptr<LiveCapture> capture;
  Observers& observers;
};

struct ActiveProbes {
  std::unique_ptr<Capturing> capture;
  std::unique_ptr<IoTrace> ioTrace;
  std::unique_ptr<LedgerSession> ledger;
  std::unique_ptr<SessionProfile> profile;
  std::unique_ptr<TraceRecording> traceFile;
  std::ofstream jsysFile;  // output of jsystrace ... to FILE; declared before the trace that writes it
  std::unique_ptr<Connected<JsysTrace>> jsysTrace;
  std::unique_ptr<Connected<JsysSummary>> jsysSummary;
  std::unique_ptr<Connected<AccessMap>> access;
  std::map<std::string, std::unique_ptr<LineTap>> lines;  // by name
};

}  // namespace utah10
