// The trace file of a run, from `trace FILE` to `trace off`. Encoding, compression and writing run in a thread of their
// own, some thousand records behind the machine.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "command/look/record_thread.hpp"
#include "trace/batching_probe.hpp"
#include "trace/trace_writer.hpp"

namespace utah10 {

class Console;
class Debugger;

class TraceRecording {
 public:
  // Starts to write the records that match `filter` (empty: all) to `file`, and reports it.
  static Expected<std::unique_ptr<TraceRecording>> begin(Debugger& debugger, Console& console, const std::string& file,
                                                         std::string_view filter);
  ~TraceRecording();
  TraceRecording(const TraceRecording&) = delete;
  TraceRecording& operator=(const TraceRecording&) = delete;

  // Closes the file and reports its size. False if writing was abandoned after an error, which has been reported.
  bool end();
  // "run.trace: 12. records of 5. instructions, 678. bytes, 135.60 bytes an instruction".
  std::string describe() const;

 private:
  TraceRecording(Debugger& debugger, Console& console, std::string file)
      : debugger_(debugger), console_(console), file_(std::move(file)) {}

  void start();
  // Everything told so far is then encoded.
  void settle() const;
  void tellOfFailure();

  Debugger& debugger_;
  Console& console_;
  std::string file_;
  // What the thread has found, to be reported where the machine runs.
  std::optional<Error> failure_;
  std::atomic<bool> failed_ = false;
  bool told_ = false;
  std::unique_ptr<TraceWriter> writer_;
  std::unique_ptr<RecordThread> thread_;  // works on writer_
  std::unique_ptr<BatchingProbe> probe_;  // fills the thread's batches
};

}  // namespace utah10
