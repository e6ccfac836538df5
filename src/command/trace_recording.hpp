// A trace file that a session is writing. Private to the command layer.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "command/session.hpp"
#include "trace/trace_writer.hpp"

namespace utah10 {

class TraceRecording {
 public:
  // From now on what `filter` wants (empty: everything) goes into `file`; says so.
  static Expected<std::unique_ptr<TraceRecording>> begin(Session& session, const std::string& file,
                                                         std::string_view filter);
  ~TraceRecording();
  TraceRecording(const TraceRecording&) = delete;
  TraceRecording& operator=(const TraceRecording&) = delete;

  // Closes the file and says what is in it. False if it had to be given up, which the user has been told.
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

// From now on records go into a file, as a filter expression wants them (empty: all).
Expected<void> beginTrace(Session& session, const std::string& file, std::string_view filter);
// Closes it, if there is one. False if it had to be given up.
bool endTrace(Session& session);

}  // namespace utah10
