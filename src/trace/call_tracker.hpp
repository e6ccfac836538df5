// Follows the probe stream of a machine, live or out of a trace file: shadow call stacks by context, and whose every
// nanosecond was.
//
// Contexts: a process (its user and its monitor frames are one stack, since the one calls the other); exec mode without
// a process; each PI level. A process's stack is kept while others run. A level's stack begins with a frame for the
// interrupt and ends when the level is no longer held.
//
// Time: what lies between two records belongs to the second one's instruction. So an XCT's or UUO's time is that of its
// PC whatever it executes, a wasted fetch and the PI entry belong to the interrupt, a reload to the instruction that
// waited for it, an instruction given up to its PC. Between runs time belongs to nobody.
#pragma once

#include <deque>
#include <map>

#include "trace/call_stack.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

// Whose stack it is, and what it has used.
struct CallContext {
  ProcessId process = kNoProcess;
  unsigned level = 0;  // 0: none; else `process` counts for nothing
  CallStack stack;
  Duration time{};
  std::uint64_t instructions = 0;
  std::uint32_t root = 0;  // for whoever listens
};

// Where an instruction stood.
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
  // The top frame used this; a record that gave an instruction up brings time without an instruction.
  virtual void spent(CallContext& context, CodePlace place, Duration time, unsigned instructions) = 0;
};

class CallTracker final : public Probe {
 public:
  // The listener must outlive it.
  explicit CallTracker(CallListener& listener) : listener_(&listener) {}

  const IrregularCalls& irregular() const { return irregular_; }
  // From the first record or start to the last record or stop, less jumps of the clock (a snapshot was restored).
  Duration elapsed() const { return last_ - first_ + (running_ ? Duration{} : stoppedAt_ - last_); }
  Duration betweenRuns() const { return between_; }
  // Of an instruction that has not ended, or is only stopped in its middle.
  Duration unfinished() const { return carried_ + (running_ ? Duration{} : stoppedAt_ - last_); }
  const std::deque<CallContext>& contexts() const { return contexts_; }

  void instruction(const InstructionRecord& record) override;
  void abandoned(const AbandonRecord& record) override;
  void interrupt(const InterruptRecord& record) override;
  void pager(const PagerRecord& record) override;
  void started(Instant at) override;
  void stopped(Instant at, StopReason why) override;

 private:
  enum class Transfer : std::uint8_t { None, Pushj, Popj, Jsp, Jsr, Jsa, Jump, Jsys };
  // A transfer that has been executed; the next record tells where it went.
  struct Pending {
    Transfer kind = Transfer::None;
    CallContext* context = nullptr;
    Word36 instruction;
    std::uint32_t e = 0;
    CodePlace site;
    std::uint32_t ret = 0;
    std::array<Word36, 16> ac{};
  };

  Duration since(Instant ended);
  CallContext& context(unsigned level, ProcessId process);
  void closeLevels(unsigned held);
  void settle(std::uint64_t pcWord);
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
  std::uint32_t executed_ = 0;  // address of the last instruction that was executed
  ProcessId process_ = kNoProcess;
  bool processKnown_ = false;
  std::uint8_t held_ = 0;         // levels held, as far as can be told; bit n is level n
  std::uint8_t openLevels_ = 0;   // whose stacks have frames
  unsigned entering_ = 0;         // level of an interrupt whose cycles are not over
  std::uint32_t piLocation_ = 0;  // next one of its locations
  bool piTransfer_ = false;       // the last record was a BLKI or the like in a PI cycle
  bool trapStored_ = false;       // the pager's trap comes
  bool trapChain_ = false;        // location 70 holds an XCT or UUO, whose target comes next
  bool outOfSequence_ = false;    // the last instruction was an interrupt's or a trap's: PC did not step
  bool begun_ = false;
  bool running_ = false;
  Instant first_ = kPowerOn;
  Instant last_ = kPowerOn;  // everything before has been given to somebody
  Instant stoppedAt_ = kPowerOn;
  Duration carried_{};
  Duration between_{};
};

}  // namespace utah10
