// Several machines in one process, each with its own clock, whose subnets are joined by lines (trunk.hpp).
//
// Conservative windows: every member runs to the same instant, no farther than the shortest time a frame needs; then
// the frames sent meanwhile are carried over. All of them arrive in a later window, so the order in which the members
// run makes no difference. A member that oversteps its instant (an instruction takes its time) gets a frame that was
// due in between when it goes on. Between runs, a snapshot of every member is a snapshot of the whole: nothing is kept
// here.
#pragma once

#include <vector>

#include "network/imp/trunk.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class FederationMember {
 public:
  virtual ~FederationMember() = default;
  virtual Instant now() const = 0;
  // Lets time pass until then; not much farther.
  virtual void runUntil(Instant until) = 0;
};

// A member that is nothing but a clock and what hangs on it.
class ClockMember final : public FederationMember {
 public:
  explicit ClockMember(Scheduler& clock) : clock_(clock) {}
  Instant now() const override { return clock_.now(); }
  void runUntil(Instant until) override { clock_.idleUntil(until); }

 private:
  Scheduler& clock_;
};

class Federation {
 public:
  // Members and ends must outlive it.
  void add(FederationMember& member) { members_.push_back(&member); }
  void connect(TrunkEnd& a, TrunkEnd& b);
  // How long members run alone. Without any line: as long as is asked for.
  Duration window() const;
  // All members to that instant, from the earliest of them on.
  void runUntil(Instant until);

 private:
  struct Line {
    TrunkEnd *a, *b;
  };
  void exchange();

  std::vector<FederationMember*> members_;
  std::vector<Line> lines_;
};

}  // namespace utah10
