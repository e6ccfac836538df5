// Notices the monitor calls of users that fail: by a return with an error, or by an interrupt in place of one.
//
// A call fails by an interrupt where the monitor gives it up (ITRAP): the user is interrupted behind the call, or his
// fork is ended. A call with one return only may also store an error (LSTERR), request an interrupt of its fork
// (PSIRQ0), and return: so the end of a file is told. These names are the same in ours and BBN's monitors; of a monitor
// without its symbols only the returns are noticed. Private to the command layer.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "trace/jsys_follower.hpp"
#include "trace/symbols.hpp"

namespace utah10 {

struct FailedCall {
  std::uint32_t number = 0, address = 0;
  std::optional<Word36> code;  // the monitor has stored; nothing: it is in the accumulator of the call
  bool interrupts = false;     // the monitor interrupts the user; with the call given up, or after its return
};

class FailedCalls final : public JsysFollower {
 public:
  explicit FailedCalls(const SymbolMap& monitor);

  void memory(const MemoryRecord& record) override;
  void instruction(const InstructionRecord& record) override;
  // Those that have been noticed since the last call.
  std::vector<FailedCall> take() { return std::exchange(failed_, {}); }

 private:
  // A call under way, and what the monitor has done in it.
  struct Open {
    std::uint64_t serial = 0;
    std::uint32_t number = 0, address = 0;
    bool uuo = false;
    std::optional<Word36> error;
    bool requested = false, given = false;  // an interrupt; up
  };
  void called(const FollowedCall& call) override;
  void returned(const FollowedCall& call) override;
  void lost(const FollowedCall& call) override { (void)ended(call); }
  Open* current();
  Open ended(const FollowedCall& call);

  std::optional<std::uint32_t> giveUp_, request_, error_;  // ITRAP, PSIRQ0, LSTERR
  std::map<ProcessId, std::vector<Open>> open_;
  std::vector<FailedCall> failed_;
};

}  // namespace utah10
