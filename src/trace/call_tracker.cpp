#include "trace/call_tracker.hpp"

#include <bit>

#include "trace/open_calls.hpp"
#include "utah10/machine/ka10.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kAddress = VirtualAddress::kMask;
constexpr unsigned kLevels = 0376;  // one bit for each of levels 1 to 7
constexpr std::size_t kMostInherited = 64;

// A caller of the monitor may also be resumed at the call itself: after waiting it repeats the call.
bool expectedReturn(std::uint32_t pc, std::uint32_t ret) {
  return ret == CallFrame::kUnknown || ((pc + 1) & kAddress) == ret || returnOf(ret, pc) != 0;
}

}  // namespace

// --- Time

Duration CallTracker::since(Instant ended) {
  const Duration d = ended - last_ + carried_;
  carried_ = {};
  last_ = ended;
  return d;
}

void CallTracker::started(Instant at) {
  if (!begun_) {
    begun_ = true;
    first_ = last_ = stoppedAt_ = at;
  } else if (!running_) {
    carried_ += stoppedAt_ - last_;
    if (at < stoppedAt_) {  // a snapshot was restored: the stacks are no longer valid
      first_ += at - stoppedAt_;
      for (CallContext& c : contexts_) popTo(c, 0);
      pending_.kind = Transfer::None;
      held_ = 0;
      entering_ = 0;
    } else {
      between_ += at - stoppedAt_;
    }
    last_ = at;
  }
  running_ = true;
  processKnown_ = false;  // the operator may have reset the machine
}

void CallTracker::stopped(Instant at, StopReason) {
  if (!begun_) first_ = last_ = at;
  begun_ = true;
  running_ = false;
  stoppedAt_ = at;
}

// --- Contexts

CallContext& CallTracker::context(unsigned level, ProcessId process) {
  if (current_ != nullptr && currentLevel_ == level && (level != 0 || currentProcess_ == process)) return *current_;
  CallContext*& found = level != 0 ? byLevel_[level] : byProcess_[process];
  if (found == nullptr) {
    found = &contexts_.emplace_back();
    found->process = level != 0 ? kNoProcess : process;
    found->level = level;
  }
  current_ = found;
  currentLevel_ = level;
  currentProcess_ = process;
  return *found;
}

unsigned CallTracker::levelHeld() const { return held_ == 0 ? 0 : static_cast<unsigned>(std::countr_zero(held_)); }

// `held` is the highest level still held: levels above it have ended.
void CallTracker::closeLevels(unsigned held) {
  const unsigned above = held == 0 ? kLevels : (1u << held) - 1;
  held_ = static_cast<std::uint8_t>((held_ & ~above) | (held == 0 ? 0 : 1u << held));
  for (; (openLevels_ & above) != 0; openLevels_ &= static_cast<std::uint8_t>(openLevels_ - 1))
    popTo(*byLevel_[static_cast<unsigned>(std::countr_zero(openLevels_))], 0);
}

// --- Frames

void CallTracker::popTo(CallContext& c, std::size_t size) {
  while (c.stack.size() > size) {
    listener_->left(c, c.stack.top());
    c.stack.pop();
  }
}

void CallTracker::push(CallContext& c, CallFrame frame, CodePlace site, bool counted) {
  if (c.stack.size() >= CallStack::kMostFrames) irregular_.forgotten += c.stack.forget();
  if (c.level != 0) openLevels_ |= static_cast<std::uint8_t>(1u << c.level);
  frame.began = c.time;
  frame.beganInstructions = c.instructions;
  frame.counted = counted;
  listener_->entered(c, frame, site);
  c.stack.push(frame);
}

void CallTracker::call(CallFrame frame) {
  CallContext& c = *pending_.context;
  frame.boundary = frame.boundary || frame.user != pending_.site.user;
  frame.ret = pending_.ret;
  if (const std::size_t dead = c.stack.overwrittenBy(frame); dead != CallStack::kNone) {
    irregular_.cut += c.stack.size() - dead;
    popTo(c, dead);
  }
  push(c, frame, pending_.site);
}

// Frame `from` returns; the frames above it end with it.
void CallTracker::returned(CallContext& c, std::size_t from, std::uint32_t to) {
  if (from == CallStack::kNone) {
    ++irregular_.tails;
    return;
  }
  const CallFrame& f = c.stack.frames()[from];
  // A return from code called by location 70 to the address of the trap ends the trap.
  const bool trap =
      from > 0 && c.stack.frames()[from - 1].link == Link::PageTrap && f.ret == c.stack.frames()[from - 1].ret;
  if (f.link == Link::Pushj && ((to - f.ret) & kAddress) > 2) ++irregular_.altered;
  irregular_.unwound += c.stack.size() - from - 1;
  popTo(c, trap ? from - 1 : from);
}

void CallTracker::landJsp(std::uint32_t to, CallFrame frame) {
  CallContext& c = *pending_.context;
  if (pending_.e == pending_.ret) return;  // JSP AC,.+1 only reads the flags
  if (!c.stack.empty()) {                  // JSP AC,(AC) at the end: a coroutine switch
    const CallFrame& f = c.stack.top();
    if (f.link == Link::Jsp && f.ac == frame.ac && f.ret == to) return popTo(c, c.stack.size() - 1);
  }
  call(frame);
}

// --- Transfers

// The transfer in progress has reached `to`.
void CallTracker::land(std::uint32_t to, bool user) {
  CallContext& c = *pending_.context;
  CallFrame frame{.routine = {RoutineKind::Code, user, pending_.e}, .user = user};
  frame.ac = static_cast<std::uint8_t>(pending_.instruction.ac().number());
  const Word36 pointer = pending_.ac[frame.ac];
  const std::uint32_t slot = pointer.right().bits();
  switch (pending_.kind) {
    case Transfer::None:
      return;
    case Transfer::Pushj:
      frame.link = Link::Pushj;
      frame.slot = slot;
      frame.stack = stackIdentity(pointer);
      return call(frame);
    case Transfer::Jsp:
      frame.link = Link::Jsp;
      return landJsp(to, frame);
    case Transfer::Jsr:
    case Transfer::Jsa:
      frame.link = pending_.kind == Transfer::Jsr ? Link::Jsr : Link::Jsa;
      frame.slot = pending_.e;  // and this word names it
      return call(frame);
    case Transfer::Jsys:
      frame.link = Link::Jsys;
      frame.boundary = pending_.e < 01000;
      frame.routine =
          pending_.e < 01000 ? Routine{RoutineKind::Jsys, false, pending_.e} : Routine{RoutineKind::Code, user, to};
      return call(frame);
    case Transfer::Popj:
      return returned(
          c, c.stack.returnedBy(CallStack::Pop{frame.ac, (slot + 1) & kAddress, stackIdentity(pointer), to, user}), to);
    case Transfer::Jump:
      if (user != pending_.site.user) return;  // inMode() determines what it returns from
      const std::size_t from = c.stack.returnedBy(CallStack::Jump{pending_.instruction, to, &pending_.ac, user});
      if (from != CallStack::kNone) returned(c, from, to);
      return;
  }
}

// Where the machine is now: completes the last transfer.
void CallTracker::settle(PcWord at) {
  if (pending_.kind == Transfer::None) return;
  land(at.pc().bits(), at.user());
  pending_.kind = Transfer::None;
}

void CallTracker::intoUser(CallContext& c, std::uint32_t pc) {
  const std::size_t user = c.stack.topmostUser();
  CallFrame frame{.routine = {RoutineKind::Code, true, pc}, .link = Link::User, .user = true, .boundary = true};
  frame.ret = (place_.address + 1) & kAddress;  // where a monitor that runs a user program as a call continues
  if (user != CallStack::kNone) {
    const std::uint32_t ret = c.stack.frames()[user + 1].ret;
    if (expectedReturn(pc, ret)) return popTo(c, user + 1);
    ++irregular_.users;
    popTo(c, user + 1);
    for (std::size_t i = user + 1; i-- > 0;) {
      const CallFrame& f = c.stack.frames()[i];
      if (f.link != Link::User) continue;
      if (f.resume != CallFrame::kUnknown && expectedReturn(pc, f.resume)) return popTo(c, i);  // back from a PSI
      if (f.routine.number == pc) {  // the same program restarted
        popTo(c, i);
        break;
      }
    }
    frame.resume = ret;
  }
  push(c, frame, place_);
}

// First record of a process: it inherits the stack of the context that loaded its base.
void CallTracker::inherit(CallContext& c, const CallContext& from) {
  if (from.stack.size() > kMostInherited || from.stack.topmostUser() != CallStack::kNone) return;
  for (const CallFrame& f : from.stack.frames()) push(c, f, place_, false);
}

// Makes the top frame one of this mode.
void CallTracker::inMode(CallContext& c, std::uint32_t pc, bool user) {
  if (!c.stack.empty() && c.stack.top().user == user) return;
  if (user && !c.stack.empty()) return intoUser(c, pc);
  CallFrame frame{.routine = {RoutineKind::Code, user, pc}, .link = Link::Base, .user = user, .boundary = true};
  if (c.level != 0 && c.stack.empty())  // tracking began during the interrupt
    frame.routine = {RoutineKind::Interrupt, false, c.level}, frame.link = Link::Interrupt;
  if (!c.stack.empty() || c.level != 0) ++irregular_.joined;
  push(c, frame, {user, pc}, false);
}

// The instruction in location 70 is being executed; `pc` is the address of the trap.
void CallTracker::trapped(CallContext& c, std::uint32_t pc) {
  if (trapChain_) return;
  CallFrame frame{.routine = {RoutineKind::PageTrap, false, 0}, .link = Link::PageTrap, .boundary = true};
  frame.ret = pc;
  frame.resume = (executed_ + 1) & kAddress;  // used if the last instruction executed is a jump to a missing page
  push(c, frame, {!c.stack.empty() && c.stack.top().user, pc});
}

// --- Records

void CallTracker::expect(const InstructionRecord& r, CallContext& c, CodePlace place) {
  const Group group = groupOf(r.entry.instruction);
  Transfer kind = Transfer::None;
  switch (group) {
    case Group::Jsys:
      kind = Transfer::Jsys;
      break;
    case Group::Jrst:
    case Group::Jra:
      kind = Transfer::Jump;
      if (group == Group::Jrst && r.entry.instruction.acHas(kJrstDismiss))
        held_ &= static_cast<std::uint8_t>(held_ - 1);
      break;
    case Group::Pushj:
      kind = Transfer::Pushj;
      break;
    case Group::Popj:
      kind = Transfer::Popj;
      break;
    case Group::Jsr:
      kind = Transfer::Jsr;
      break;
    case Group::Jsp:
      kind = Transfer::Jsp;
      break;
    case Group::Jsa:
      kind = Transfer::Jsa;
      break;
    default:
      return;
  }
  pending_ = {kind, &c, r.entry.instruction, r.entry.e, place, 0, r.ac};
  pending_.ret = r.entry.pcWord.pc().plus(outOfSequence_ ? 0 : 1).bits();
}

void CallTracker::follow(const InstructionRecord& r) {
  const HistoryEntry& entry = r.entry;
  const std::uint32_t pc = entry.pcWord.pc().bits();
  const bool pi = (entry.context & kHistoryPi) != 0;
  const std::uint32_t both = entry.context & (kHistoryTrap | kHistoryXct);
  // An instruction out of sequence after the pager's trap is that in location 70, or one that it executes.
  const bool trap = !pi && both == kHistoryTrap && (trapStored_ || trapChain_);
  bool user = entry.pcWord.user();
  if (both == (kHistoryTrap | kHistoryXct) && pc == pending_.site.address)
    pending_.kind = Transfer::None;  // the record is the UUO itself, after the JSYS or JRST that it or an XCT executed
  settle(entry.pcWord);
  closeLevels(r.level);
  const CallContext* before = current_;
  CallContext& c = context(r.level, processKnown_ ? process_ : r.process);
  if (c.stack.empty() && c.level == 0 && before != nullptr && before != &c && before->level == 0) inherit(c, *before);
  CodePlace place{user, pc};
  if (pi) {
    if (entering_ == 0 && !piTransfer_) piLocation_ = 040 + 2 * r.level;
    place = {false, piLocation_++};
    user = false;
  }
  piTransfer_ = pi && entry.instruction.isIo();  // holds no level; may continue at the next location
  if (piTransfer_) held_ &= static_cast<std::uint8_t>(~(1u << r.level));
  entering_ = 0;
  outOfSequence_ = pi || trap;
  if (trap) {
    inMode(c, pc, user);
    trapped(c, pc);
    trapStored_ = false;
    trapChain_ = groupOf(entry.instruction) == Group::Xct || isUuo(groupOf(entry.instruction));
    place = {false, 070};
  } else {
    trapChain_ = false;
    inMode(c, pc, user);
  }
  place_ = place;
}

void CallTracker::instruction(const InstructionRecord& r) {
  if (!begun_) {
    begun_ = running_ = true;
    first_ = last_ = r.entry.began;
  }
  // The record of an XCT or UUO comes after that of its target: it began earlier, and its transfer is already handled.
  const bool outer = r.entry.began < last_ && current_ != nullptr && carried_ == Duration{};
  if (!outer) follow(r);
  process_ = r.process;  // after the instruction
  processKnown_ = true;
  CallContext& c = *current_;
  const Duration time = since(r.ended);
  c.time += time;
  ++c.instructions;
  executed_ = place_.address;
  listener_->spent(c, place_, time, 1);
  if (!outer) expect(r, c, place_);
}

void CallTracker::pager(const PagerRecord& r) {
  if (r.kind == PagerAction::Trap) trapStored_ = true;
}

void CallTracker::abandoned(const AbandonRecord& r) {
  if (!begun_) return;
  const std::uint32_t pc = r.pcWord.pc().bits();
  CallContext* c = nullptr;
  CodePlace place{r.pcWord.user(), pc};
  if (entering_ != 0) {
    c = &context(entering_, process_);
    place = {false, piLocation_};
    inMode(*c, pc, false);
  } else {
    settle(r.pcWord);
    c = &context(levelHeld(), process_);
    inMode(*c, pc, place.user);
  }
  place_ = place;
  const Duration time = since(r.at);
  c->time += time;
  listener_->spent(*c, place, time, 0);
}

void CallTracker::interrupt(const InterruptRecord& r) {
  if (!begun_) return;
  settle(r.pcWord);
  closeLevels(r.level);
  if (byLevel_[r.level] != nullptr) popTo(*byLevel_[r.level], 0);
  CallContext& c = context(r.level, process_);
  push(c, {.routine = {RoutineKind::Interrupt, false, r.level}, .link = Link::Interrupt, .boundary = true},
       {r.pcWord.user(), r.pcWord.pc().bits()});
  entering_ = r.level;
  piLocation_ = 040 + 2 * r.level;
}

}  // namespace utah10
