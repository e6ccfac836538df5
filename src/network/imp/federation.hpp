// Several machines in one process, each with its own clock; lines join their subnets (trunk.hpp).
//
// Conservative windows: every member runs to the same instant, no farther than the shortest time a frame needs; then
// the frames sent in that window are carried over. They all arrive in a later window, so the order in which the
// members run makes no difference. A member that overshoots the instant, because an instruction takes time, receives
// a frame due in between as soon as it continues. Between runs, a snapshot of every member is a snapshot of the
// whole: the federation itself holds no state.
#pragma once

#include <vector>

#include "network/imp/trunk.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class FederationMember {
 public:
  virtual ~FederationMember() = default;
  virtual Instant now() const = 0;
  // Advances to `until`, and at most a little beyond it.
  virtual void runUntil(Instant until) = 0;
};

// A member that consists of a clock and the devices scheduled on it.
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
  // Members and trunk ends must outlive the federation.
  void add(FederationMember& member) { members_.push_back(&member); }
  void connect(TrunkEnd& a, TrunkEnd& b);
  // How long members may run alone. Unlimited if there is no line.
  Duration window() const;
  // Advances all members to that instant, starting from the earliest of them.
  void runUntil(Instant until);
  // For members that somebody else runs: delivers what was sent in a window. All have reached its end.
  void exchange();

 private:
  struct Line {
    TrunkEnd *a, *b;
  };

  std::vector<FederationMember*> members_;
  std::vector<Line> lines_;
};

}  // namespace utah10
