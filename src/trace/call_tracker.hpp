// Follows a machine's probe stream, live or from a trace file: keeps shadow call stacks per context and attributes
// every nanosecond of virtual time.
//
// Contexts: a process (its user and monitor frames form one stack, since one calls the other); exec mode without a
// process; each PI level. A process's stack is kept while others run. A level's stack begins with a frame for the
// interrupt and ends when the level is no longer held.
//
// Time: the time between two records belongs to the second record's instruction. The time of an XCT or UUO is therefore
// charged to its PC, whatever it executes; a wasted fetch and the PI entry to the interrupt; a reload to the
// instruction that waited for it; an aborted instruction to its PC. Time between runs is not attributed.
#pragma once

#include <deque>
#include <map>

#include "trace/call_stack.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

// The owner of a stack, and its totals.
struct CallContext {
  ProcessId process = kNoProcess;
  unsigned level = 0;  // 0: none; otherwise `process` is ignored
  CallStack stack;
  Duration time{};
  std::uint64_t instructions = 0;
  std::uint32_t root = 0;  // for the listener
};

// The location of an instruction.
struct CodePlace {
  bool user = false;
  std::uint32_t address = 0;
};

class CallListener {
 public:
  virtual ~CallListener() = default;
  // `frame` is about to become the top.
  virtual void entered(CallContext& context, CallFrame& frame, CodePlace site) = 0;
  virtual void left(CallContext& context, const CallFrame& frame) = 0;
  // The top frame used this time; an aborted instruction brings time but no instruction.
  virtual void spent(CallContext& context, CodePlace place, Duration time, unsigned instructions) = 0;
};

class CallTracker final : public Probe {
 public:
  // The listener must outlive the tracker.
  explicit CallTracker(CallListener& listener) : listener_(&listener) {}

  const IrregularCalls& irregular() const { return irregular_; }
  // From the first record or start to the last record or stop, excluding jumps of the clock (a restored snapshot).
  Duration elapsed() const { return last_ - first_ + (running_ ? Duration{} : stoppedAt_ - last_); }
  Duration betweenRuns() const { return between_; }
  // Time of an instruction that has not ended or was stopped in its middle.
  Duration unfinished() const { return carried_ + (running_ ? Duration{} : stoppedAt_ - last_); }
  const std::deque<CallContext>& contexts() const { return contexts_; }
  // The machine stands at this PC: the transfer of the last instruction, whose destination no record has shown yet, has
  // ended there.
  void standsAt(PcWord at) { settle(at); }

  void instruction(const InstructionRecord& record) override;
  void abandoned(const AbandonRecord& record) override;
  void interrupt(const InterruptRecord& record) override;
  void pager(const PagerRecord& record) override;
  void started(Instant at) override;
  void stopped(Instant at, StopReason why) override;

 private:
  enum class Transfer : std::uint8_t { None, Pushj, Popj, Jsp, Jsr, Jsa, Jump, Jsys };
  // A transfer that was executed; the next record shows its destination.
  struct Pending {
    Transfer kind = Transfer::None;
    CallContext* context = nullptr;
    Instruction instruction;
    std::uint32_t e = 0;
    CodePlace site;
    std::uint32_t ret = 0;
    std::array<Word36, 16> ac{};
  };

  Duration since(Instant ended);
  CallContext& context(unsigned level, ProcessId process);
  void closeLevels(unsigned held);
  void settle(PcWord at);
  void call(CallFrame frame);
  void popTo(CallContext& c, std::size_t size);
  void returned(CallContext& c, std::size_t from, std::uint32_t to);
  void land(std::uint32_t to, bool user);
  void landJsp(std::uint32_t to, CallFrame frame);
  void push(CallContext& c, CallFrame frame, CodePlace site, bool counted = true);
  void inMode(CallContext& c, std::uint32_t pc, bool user);
  void intoUser(CallContext& c, std::uint32_t pc);
  void inherit(CallContext& c, const CallContext& from);
  void trapped(CallContext& c, std::uint32_t pc);
  void expect(const InstructionRecord& record, CallContext& c, CodePlace place);
  void follow(const InstructionRecord& record);
  unsigned levelHeld() const;

  CallListener* listener_;
  IrregularCalls irregular_;
  std::deque<CallContext> contexts_;
  std::map<ProcessId, CallContext*> byProcess_;
  std::array<CallContext*, 8> byLevel_{};
  CallContext* current_ = nullptr;
  unsigned currentLevel_ = 0;
  ProcessId currentProcess_ = kNoProcess;
  Pending pending_;
  CodePlace place_;             // of the last record
  std::uint32_t executed_ = 0;  // address of the last instruction executed
  ProcessId process_ = kNoProcess;
  bool processKnown_ = false;
  std::uint8_t held_ = 0;         // levels held, as far as the records show; bit n is level n
  std::uint8_t openLevels_ = 0;   // levels whose stacks have frames
  unsigned entering_ = 0;         // level of an interrupt whose PI cycles are not complete
  std::uint32_t piLocation_ = 0;  // the next of its locations
  bool piTransfer_ = false;       // the last record was a BLKI or similar in a PI cycle
  bool trapStored_ = false;       // the pager's trap follows
  bool trapChain_ = false;        // location 70 holds an XCT or UUO, whose target follows
  bool outOfSequence_ = false;    // the last instruction was an interrupt's or a trap's, so PC did not step
  bool begun_ = false;
  bool running_ = false;
  Instant first_ = kPowerOn;
  Instant last_ = kPowerOn;  // all time before this has been attributed
  Instant stoppedAt_ = kPowerOn;
  Duration carried_{};
  Duration between_{};
};

}  // namespace utah10
