// Finds monitor calls and their returns in a probe stream: JSYS n with n below 1000, and UUOs 001-077.
//
// How a return is told says open_calls.hpp; a process has one stack, and its caller goes on at any instruction of no
// interrupt or trap cycle. What the monitor does in between - page faults, other processes, pseudo-interrupt routines
// of the same process with calls of their own - does not end a call. Time is the virtual time from the beginning of the
// call's instruction to the beginning of the caller's next; own time is the part of it in which the process's pages
// were mapped and no interrupt level was held. Known limit: a process is its PSB's core page, so one that is swapped
// out and comes back elsewhere is another.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "trace/open_calls.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

struct FollowedCall {
  std::uint64_t serial = 0;  // 1 is the first
  bool uuo = false;          // number is the opcode; else a JSYS
  std::uint32_t number = 0;
  Word36 instruction;
  std::uint32_t e = 0;
  Instant began;
  ProcessId process = kNoProcess;
  bool user = true;           // called from user mode
  unsigned depth = 0;         // calls of this process that had not returned
  std::uint32_t address = 0;  // where it was called; 777777 and on wraps
  std::array<Word36, 16> before{};
  // When it has returned:
  unsigned returned = 0;  // 1 for +1 (saved PC), 2 for +2; 0: never
  Instant ended;
  Duration own{};
  std::array<Word36, 16> after{};

  Duration time() const { return ended - began; }
};

class JsysFollower : public Probe {
 public:
  // Calls that the monitor makes, too.
  void followMonitor(bool on) { monitor_ = on; }
  // Nothing more comes: what has not returned is given to lost(), in the order in which it was called.
  void finish();

  void instruction(const InstructionRecord& record) override;
  void abandoned(const AbandonRecord& record) override;
  void pager(const PagerRecord& record) override;
  // A machine that was taken back in time: what was open is forgotten.
  void started(Instant at) override;

 protected:
  virtual void called(const FollowedCall&) {}
  virtual void returned(const FollowedCall&) {}
  // It will never return (or has not, when finish() was called: then `ended` is the last instant seen).
  virtual void lost(const FollowedCall&) {}
  ProcessId process() const { return process_; }

 private:
  struct Pending {
    FollowedCall call;
    Duration ownBefore{};
  };
  using Stack = OpenCalls<Pending>;

  void pass(Instant to, ProcessId process, unsigned level);
  void look(std::uint64_t pcWord, Instant at);
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
