// Prints monitor calls as strace prints system calls: one line per call, with arguments, return, results and time.
//
//   1234.560 us   p30  OPENF(1=JFN 3, 2=7-bit|read) = +2 <210.300 us, own 85.120 us>
//
// If another line must be printed before a call returns, the call's line is split: `<unfinished ...>` at once, and
// `<... OPENF resumed>` with the rest when it returns. Nested calls (made by the monitor or by a pseudo-interrupt
// routine) are indented by two. Works on a live machine and on a recorded stream.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "trace/jsys_follower.hpp"
#include "trace/memory_peek.hpp"

namespace utah10 {

struct JsysTraceOptions {
  enum class Form : std::uint8_t { Text, Csv, Json } form = Form::Text;  // Csv, Json: one line per call, at its end
  std::optional<ProcessId> process{};                                    // only this process
  std::set<std::uint32_t> calls{};                                       // call numbers; empty: all, and UUOs
  bool except = false;                                                   // all except these
  bool monitor = false;                                                  // include calls made by the monitor itself
  bool whole = false;                                                    // never split a call
};

// "BIN", "LUUO 5", "UUO 47".
std::string callName(const FollowedCall& call);
std::string callArguments(const FollowedCall& call, const MemoryPeek& peek, bool* unseen = nullptr);
// "+2 1=JFN 3", "+1 GJFX24", "?".
std::string callResult(const FollowedCall& call, const MemoryPeek& peek);
// The header of Form::Csv, without a newline.
std::string_view jsysCsvHead();
// A line without its newline.
std::string jsysCsvLine(const FollowedCall& call, std::string_view arguments, const MemoryPeek& peek);
std::string jsysJsonLine(const FollowedCall& call, std::string_view arguments, const MemoryPeek& peek);

class JsysTrace final : public JsysFollower {
 public:
  using Sink = std::function<void(const std::string& line)>;  // without its newline
  JsysTrace(Sink sink, MemoryPeek peek, JsysTraceOptions options = {});

  // Prints an open call as far as it is known. For the end of a run that the user sees: the processor also stops where
  // a slice of the run ends, and that must not show.
  void settle() { cut(); }

 private:
  struct Open {
    std::string arguments;
    bool unseen = false;
    bool cut = false;  // its line was printed unfinished
  };

  void called(const FollowedCall& call) override;
  void returned(const FollowedCall& call) override { ended(call); }
  void lost(const FollowedCall& call) override { ended(call); }

  bool wanted(const FollowedCall& call) const;
  void ended(const FollowedCall& call);
  void cut();
  std::string head(const FollowedCall& call, Instant at) const;

  Sink sink_;
  MemoryPeek peek_;
  JsysTraceOptions options_;
  std::map<std::uint64_t, Open> open_;  // by serial
  std::optional<FollowedCall> last_;    // call whose line is not printed yet
};

}  // namespace utah10
