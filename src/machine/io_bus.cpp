#include "utah10/machine/io_bus.hpp"

#include <cassert>

namespace utah10 {

void IoBus::connect(DeviceCode code, IoDevice& device) {
  assert(byCode_[code.index()] == nullptr && "device code is taken");
  byCode_[code.index()] = &device;
  for (const Connection& c : connections_)
    if (c.device == &device) return;
  connections_.push_back({code, &device});
}

IoDevice* IoBus::named(std::string_view name) const {
  for (const Connection& c : connections_)
    if (c.device->name() == name) return c.device;
  return nullptr;
}

void IoBus::reset() const {
  for (const Connection& c : connections_) c.device->ioReset();
  if (listener_ != nullptr) listener_->busReset();
}

}  // namespace utah10
