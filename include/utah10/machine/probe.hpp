// The observer interface. A probe gets const views and cannot change a run by a nanosecond.
//
// Probes are called only when one is connected; a run without probes pays nothing for them.
#pragma once

#include <vector>

#include "utah10/machine/probe_records.hpp"

namespace utah10 {

enum class StopReason : std::uint8_t;  // ka10.hpp

class Probe {
 public:
  virtual ~Probe() = default;
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
  std::vector<Probe*> all_;
  std::vector<Probe*> phases_;
  std::vector<Probe*> messages_;
  std::vector<Probe*> waiting_;  // for resume()
  bool paused_ = false;
};

// Examines the machine before each instruction and may request a stop there: breakpoints and conditions.
class Watch {
 public:
  virtual ~Watch() = default;
  virtual bool stopBefore(VirtualAddress pc) = 0;
};

}  // namespace utah10
