#include "command/several/lockstep.hpp"

#include <algorithm>

#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/run_request.hpp"
#include "command/net/connections.hpp"

namespace utah10 {

// Without a line between machines.
constexpr Duration kLongestWindow = seconds(1);

// Takes the place of a member's connections between the slices of its run. Of a machine that is brought along, nothing
// is served then: the selected one's attendant serves all.
class Lockstep::Attendant final : public RunAttendant {
 public:
  Attendant(Lockstep& lockstep, Member& member) : lockstep_(lockstep), member_(member) {}

  void runBegins(bool open) override {
    if (!selected()) return;
    lockstep_.runBegins();
    connections().runBegins(open);
  }
  std::optional<Duration> longestSlice() const override {
    if (!selected()) return std::nullopt;
    const Duration left = std::max(Duration{}, lockstep_.end_ - member_.machine().now());
    const auto longest = member_.session().connections().longestSlice();
    return longest ? std::min(left, *longest) : left;
  }
  void sliceEnded() override {
    if (!selected()) return;
    lockstep_.follow();
    connections().sliceEnded();
  }
  bool stopAsked() const override { return selected() && lockstep_.stopAsked_; }
  void serve() override {
    if (!selected()) return;
    for (const Place& p : lockstep_.places_) p.member->session().connections().serve();
  }

 private:
  bool selected() const { return lockstep_.selected_ == &member_; }
  Connections& connections() const { return member_.session().connections(); }

  Lockstep& lockstep_;
  Member& member_;
};

Lockstep::Lockstep(std::vector<Member*> members, Federation federation)
    : federation_(std::move(federation)),
      selected_(members.front()),
      window_(std::min(federation_.window(), kLongestWindow)),
      end_(kPowerOn + window_) {
  for (Member* m : members) {
    places_.push_back({m});
    attendants_.push_back(std::make_unique<Attendant>(*this, *m));
    m->session().debugger().attendBy(attendants_.back().get());
  }
}

Lockstep::~Lockstep() {
  for (const Place& p : places_) p.member->session().debugger().attendBy(nullptr);
}

void Lockstep::select(Member& member) {
  for (Place& p : places_)
    if (p.member == selected_) p.halted = p.member->machine().cpu().lastStop() == StopReason::Halt;
  selected_ = &member;
}

void Lockstep::runBegins() {
  stopAsked_ = false;
  for (Place& p : places_)
    if (p.member == selected_) p.halted = false;
  follow();
}

// True: the machine is at the end of the window.
bool Lockstep::bring(Place& place) {
  Machine& machine = place.member->machine();
  Session& session = place.member->session();
  if (!place.halted && machine.now() < end_) {
    RunRequest request;
    request.until = end_;
    const RunOutcome outcome = session.debugger().run(request);
    if (outcome.reason == StopReason::Halt) {
      place.halted = true;
      session.console().print("halt at {}", octal(session.debugger().cpu().pc()));
    } else if (machine.now() < end_) {
      session.console().print("{} at {}; machine {} selects it", whyStopped(outcome, request),
                              octal(session.debugger().cpu().pc()), place.member->name());
      return false;
    }
  }
  if (machine.now() < end_) machine.clock().idleUntil(end_);
  return true;
}

void Lockstep::follow() {
  while (selected_->machine().now() >= end_) {
    for (Place& p : places_)
      if (p.member != selected_ && !bring(p)) {
        stopAsked_ = true;
        return;
      }
    federation_.exchange();
    end_ += window_;
  }
}

}  // namespace utah10
