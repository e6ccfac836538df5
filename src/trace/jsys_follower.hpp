// Finds monitor calls and their returns in a probe stream: JSYS n with n below 1000, and UUOs 001-077.
//
// open_calls.hpp describes how a return is recognised; each process has one stack, and its caller may resume at any
// instruction outside interrupt and trap cycles. What the monitor does in between - page faults, other processes,
// pseudo-interrupt routines of the same process with their own calls - does not end a call. Time is the virtual time
// from the beginning of the call's instruction to the beginning of the caller's next; own time is the part of it in
// which the process's pages were mapped and no interrupt level was held. Known limitation: a process is identified by
// its PSB's core page, so a process that is swapped out and returns to another page counts as a different one.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "trace/open_calls.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

struct FollowedCall {
  std::uint64_t serial = 0;  // counts from 1
  bool uuo = false;          // number is an opcode instead of a JSYS number
  std::uint32_t number = 0;
  Instruction instruction;
  std::uint32_t e = 0;
  Instant began;
  ProcessId process = kNoProcess;
  bool user = true;           // called from user mode
  unsigned depth = 0;         // number of open calls of this process
  std::uint32_t address = 0;  // address of the call; addresses wrap after 777777
  std::array<Word36, 16> before{};
  // After the return:
  unsigned returned = 0;  // 1 for +1 (saved PC), 2 for +2; 0: not returned
  Instant ended;
  Duration own{};
  std::array<Word36, 16> after{};

  Duration time() const { return ended - began; }
};

class JsysFollower : public Probe {
 public:
  // Also follows calls made by the monitor.
  void followMonitor(bool on) { monitor_ = on; }
  // Ends the stream: open calls are passed to lost(), in the order of their calls.
  void finish();
  // The machine stands at this PC: a return by the last instruction, which no record has shown yet, is reported now.
  void standsAt(PcWord now, Instant at) { look(now, at); }

  void instruction(const InstructionRecord& record) override;
  void abandoned(const AbandonRecord& record) override;
  void pager(const PagerRecord& record) override;
  // If the machine was set back in time, open calls are forgotten.
  void started(Instant at) override;

 protected:
  virtual void called(const FollowedCall&) {}
  virtual void returned(const FollowedCall&) {}
  // The call will not return (or had not when finish() was called; `ended` is then the last instant seen).
  virtual void lost(const FollowedCall&) {}
  ProcessId process() const { return process_; }

 private:
  struct Pending {
    FollowedCall call;
    Duration ownBefore{};
  };
  using Stack = OpenCalls<Pending>;

  void pass(Instant to, ProcessId process, unsigned level);
  void look(PcWord now, Instant at);
  void begin(const InstructionRecord& record);
  void end(Pending& pending, Instant at);
  void drop(Stack& stack, std::size_t keep);

  bool monitor_ = false;
  std::uint64_t calls_ = 0;
  ProcessId process_ = kNoProcess;
  Instant last_ = kPowerOn;
  bool any_ = false;
  std::array<Word36, 16> ac_{};
  LastExecuted before_;
  unsigned level_ = 0;
  std::map<ProcessId, Stack> stacks_;
  std::map<ProcessId, Duration> own_;
};

}  // namespace utah10
