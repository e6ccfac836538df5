// Every device of one machine, made as a configuration says and connected to the machine's bus.
//
// Lives as long as the machine or shorter; the machine must not run after it is gone.
#pragma once

#include <span>
#include <vector>

#include "utah10/devices/console_set.hpp"
#include "utah10/devices/media_slot.hpp"

namespace utah10 {

struct DeviceConfig {
  ConsoleSpeeds console;
};

class DeviceSet {
 public:
  explicit DeviceSet(Machine& machine, const DeviceConfig& config = {});

  ConsoleSet console;

  // Every place for a medium, in the order in which the devices were connected.
  std::span<MediaSlot* const> slots() const { return slots_; }
  MediaSlot* slot(std::string_view name) const;
  // Brings every host file up to date; goes on after an error and returns the first.
  Expected<void> flush();

 private:
  std::vector<MediaSlot*> slots_;
};

}  // namespace utah10
