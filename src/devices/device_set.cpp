#include "utah10/devices/device_set.hpp"

namespace utah10 {

DeviceSet::DeviceSet(Machine& machine, const DeviceConfig& config) : console(machine, config.console) {
  slots_ = {&console.ptr, &console.ptp};
}

MediaSlot* DeviceSet::slot(std::string_view name) const {
  for (MediaSlot* s : slots_)
    if (s->slot() == name) return s;
  return nullptr;
}

Expected<void> DeviceSet::flush() {
  Expected<void> result;
  for (MediaSlot* s : slots_)
    if (auto done = s->flush(); !done && result) result = done;
  return result;
}

}  // namespace utah10
