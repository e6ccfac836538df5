// A plain run with observers, all of whom have declared interests: they are told of few instructions, and of the others
// only how much time has passed (Probe::passed).
//
// The words that they want are marked in core (CoreMemory::kWatched) while the run lasts: a reference to any other
// costs nothing more than in a run without observers. Interrupts, and the targets of XCTs that refer to another space,
// are executed on the probed handlers, with all their records.
#pragma once

#include <cstddef>
#include <vector>

#include "utah10/machine/probe.hpp"

namespace utah10 {

struct Processor;
class Committed;

class Selective {
 public:
  // Around a run.
  void begin(Processor& p);
  void end(Processor& p);
  // Whether this run is such a one; wants(): whether the next instruction must be executed with all records.
  bool on() const { return on_; }
  bool wants(const Processor& p) const;

  // An instruction, or an interrupt's start, has ended.
  void ended(Instant at) { ended_ = at; }
  Instant lastEnded() const { return ended_; }
  // Before anything is told: of the instructions before this one.
  void catchUp(const Committed& at);
  // The observers are to be told of this instruction: the run loop is left when it has ended, and calls finish().
  void note(Processor& p);
  bool noted() const { return noted_; }
  // Tells of the instruction noted.
  void finish(const Committed& at);
  // The instruction has been abandoned.
  void forget(const Committed& at);

  // Around what is executed on the probed handlers: a part of the instruction, or in its place.
  void enter(const Committed& at);
  void leave(Processor& p, bool instead);
  // The mode or level may have changed.
  void modeChanged(Processor& p);

  // The pager has loaded a page of executive mode; it maps another process, or differently. Before observers are told.
  void loaded(Processor& p, PageNo page, std::uint32_t core) const;
  void remapping(const Committed& at, PagerAction how);

 private:
  void mark(Processor& p);
  void look(const Processor& p);
  void tellOf(Processor& p) const;

  bool on_ = false;
  bool noted_ = false;
  bool instead_ = false;       // nothing more is to be told of the unit than what has been
  bool apart_ = false;         // on the probed handlers
  std::uint64_t entries_ = 0;  // of the history, when it went there
  std::size_t nested_ = 0;     // instructions within the one noted, of which they have been told
  Instant ended_, told_;       // when the last instruction ended; up to which they have been told
  unsigned level_ = 0;         // in which the instructions since then began
  bool user_ = false;
  std::vector<VirtualAddress> places_;
};

}  // namespace utah10
