// A machine as a member of a federation: several PDP-10s in one process, each with its own clock and its own subnet.
#pragma once

#include "network/imp/federation.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class MachineMember final : public FederationMember {
 public:
  explicit MachineMember(Machine& machine) : machine_(machine) {}
  Instant now() const override { return machine_.now(); }
  // The devices of a halted or stopped processor continue to run.
  void runUntil(Instant until) override;
  StopReason lastStop() const { return stop_; }

 private:
  Machine& machine_;
  StopReason stop_ = StopReason::None;
};

}  // namespace utah10
