#include "command/debug/debugger.hpp"

#include "command/console/console.hpp"

namespace utah10 {

Debugger::Debugger(Machine& machine, DeviceSet& devices, Console& console)
    : machine_(machine), devices_(devices), console_(console), recorder_(machine, devices) {
  devices_.console.onPrint([this](char c) {
    if (!recorder_.printed(c)) console_.guest(c);
  });
}

void Debugger::arrived() {
  stoppedBefore_.reset();
  console_.shorten(recorder_.printedSoFar());
  if (arrivedAt_) arrivedAt_();
}

}  // namespace utah10
