// The trace file that a session writes. Private to the command layer.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "command/prompt/session.hpp"
#include "trace/trace_writer.hpp"

namespace utah10 {

class TraceRecording {
 public:
  // Starts to write the records that match `filter` (empty: all) to `file`, and reports it.
  static Expected<std::unique_ptr<TraceRecording>> begin(Session& session, const std::string& file,
                                                         std::string_view filter);
  ~TraceRecording();
  TraceRecording(const TraceRecording&) = delete;
  TraceRecording& operator=(const TraceRecording&) = delete;

  // Closes the file and reports its size. False if writing was abandoned after an error, which has been reported.
  bool end();
  // "run.trace: 12. records of 5. instructions, 678. bytes, 135.60 bytes an instruction".
  std::string describe() const;

 private:
  TraceRecording(Session& session, std::string file) : session_(session), file_(std::move(file)) {}

  Session& session_;
  std::string file_;
  bool told_ = false;
  std::unique_ptr<TraceWriter> writer_;
};

// Starts a trace file with the records that match a filter expression (empty: all).
Expected<void> beginTrace(Session& session, const std::string& file, std::string_view filter);
// Closes the trace file, if there is one. False if writing was abandoned after an error.
bool endTrace(Session& session);

}  // namespace utah10
