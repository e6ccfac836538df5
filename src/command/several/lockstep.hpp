// Runs several machines on one network. The selected one is run as any machine is: by its debugger, to its breakpoints,
// with its keyboard and at its pace. The others are brought along.
//
// Time goes in windows, the shortest time in which a frame crosses a line between two machines (Federation::window).
// Each machine runs to the end of the window or stops within it; when all have reached the end, the frames that were
// sent are delivered, and the next window begins. So a result depends neither on which machine is selected nor on
// where it stops.
#pragma once

#include <memory>
#include <vector>

#include "command/debug/run_attendant.hpp"
#include "command/several/member.hpp"
#include "network/imp/federation.hpp"

namespace utah10 {

class Lockstep {
 public:
  // The members and the federation's ends must outlive it. The first member is selected.
  Lockstep(std::vector<Member*> members, Federation federation);
  ~Lockstep();
  Lockstep(const Lockstep&) = delete;
  Lockstep& operator=(const Lockstep&) = delete;

  // While nothing runs. A machine that is no longer selected goes on unless its processor has halted.
  void select(Member& member);

 private:
  class Attendant;
  struct Place {
    Member* member = nullptr;
    bool halted = true;  // its processor, as after power-on; its devices go on
  };

  // Brings the machines other than the selected one to the end of the window, and goes on to the next one, until the
  // selected machine is in its window again. Stops if one of them stops.
  void follow();
  bool bring(Place& place);
  void runBegins();

  std::vector<Place> places_;
  Federation federation_;
  std::vector<std::unique_ptr<Attendant>> attendants_;
  Member* selected_ = nullptr;
  Duration window_;
  Instant end_;             // of the present window
  bool stopAsked_ = false;  // a machine that is not selected has stopped
};

}  // namespace utah10
