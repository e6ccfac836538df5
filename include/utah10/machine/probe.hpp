// The observer interface. A probe gets const views and cannot change a run by a nanosecond.
//
// Probes are called only when one is connected; a run without probes pays nothing for them. A probe that declares its
// interests slows down only what it is interested in.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "utah10/machine/probe_records.hpp"

namespace utah10 {

enum class StopReason : std::uint8_t;  // ka10.hpp

// What a probe wants to be told of, besides changes of mode and level, interrupts, traps, the pager's actions, and the
// pages of user space that are referred to.
struct Interests {
  std::vector<PhysicalAddress> cells;  // words that the processor fetches, reads or writes
  std::vector<VirtualAddress> places;  // the same, of executive mode, wherever the pager maps them
};

class Probe {
 public:
  virtual ~Probe() = default;
  // None: the probe is told everything, and every instruction is executed with all its records. Otherwise it is told of
  // the memory references in question and of the instructions that make them or change mode or level; passed() tells of
  // all others, before the record of the next. It may be told more: everything, while another probe wants that.
  // Observers::interestsChanged() makes a change known.
  virtual const Interests* interests() const { return nullptr; }
  // Whether it wants everything of the next instruction nevertheless. Asked whenever it has been told of one.
  virtual bool wantsNext([[maybe_unused]] unsigned level, [[maybe_unused]] bool user) const { return false; }
  virtual void passed(const PassedRecord&) {}
  // A page of user space has been referred to for the first time since the translation window lost it.
  virtual void pageReferred(VirtualAddress) {}
  // An instruction has about ten phases: only probes that request phases get phase().
  virtual bool wantsPhases() const { return false; }
  virtual void phase(const PhaseRecord&) {}
  virtual void instruction(const InstructionRecord&) {}
  virtual void abandoned(const AbandonRecord&) {}
  virtual void memory(const MemoryRecord&) {}
  virtual void io(const IoRecord&) {}
  virtual void interrupt(const InterruptRecord&) {}
  virtual void pager(const PagerRecord&) {}
  virtual void event(const EventRecord&) {}
  virtual void message(const MessageRecord&) {}
  // The processor begins or ends a run; between runs only devices are active.
  virtual void started(Instant) {}
  virtual void stopped(Instant, StopReason) {}
};

// The probes connected to a machine, in order of connection.
class Observers {
 public:
  void connect(Probe& probe);
  // For messages only: costs the processor nothing.
  void connectForMessages(Probe& probe);
  void disconnect(Probe& probe);
  // Events until resume() are reported only to probes connected meanwhile: this is a replay of what the others have
  // seen.
  void pause();
  void resume();
  bool empty() const { return all_.empty(); }
  // Whether one of them has declared no interests.
  bool everythingWanted() const { return everything_; }
  bool wantsNext(unsigned level, bool user) const {
    return std::ranges::any_of(all_, [=](const Probe* probe) { return probe->wantsNext(level, user); });
  }
  void interestsChanged() { changed_ = true; }
  bool takeChanged() { return std::exchange(changed_, false); }
  template <class F>
  void each(F tell) const {
    for (Probe* probe : all_) tell(*probe);
  }
  bool phasesWanted() const { return !phases_.empty(); }
  void phase(const PhaseRecord& record) const {
    for (Probe* probe : phases_) probe->phase(record);
  }
  void message(const MessageRecord& record) const {
    for (Probe* probe : all_) probe->message(record);
    if (paused_) return;
    for (Probe* probe : messages_) probe->message(record);
  }

 private:
  void look();  // at what they want

  std::vector<Probe*> all_;
  std::vector<Probe*> phases_;
  std::vector<Probe*> messages_;
  std::vector<Probe*> waiting_;  // for resume()
  bool paused_ = false;
  bool everything_ = false;
  bool changed_ = false;
};

// Examines the machine before each instruction and may request a stop there: breakpoints and conditions.
class Watch {
 public:
  virtual ~Watch() = default;
  virtual bool stopBefore(VirtualAddress pc) = 0;
};

}  // namespace utah10
