// The I/O bus: 128 device codes, written 000 to 774.
//
// The bus owns no device and no time; the processor spends the bus times (SRM, Input-Output Instructions: 1.0 us to the
// clear pulse, 2.0 us to the set pulse or data strobe). A code without a device reads as zero and takes the same
// time.
#pragma once

#include <array>
#include <vector>

#include "utah10/machine/io_device.hpp"
#include "utah10/word/address.hpp"

namespace utah10 {

// Is told after each transfer that may have changed a device, and after a reset of the bus. It only looks.
class BusListener {
 public:
  virtual ~BusListener() = default;
  virtual void transferred(DeviceCode d) = 0;
  virtual void busReset() = 0;
};

class IoBus {
 public:
  // Connects `device` under `code`. A device may answer several codes. Asserts that the code is free.
  void connect(DeviceCode code, IoDevice& device);
  IoDevice* at(DeviceCode code) const { return byCode_[code.index()]; }
  // The device called `name`, or null.
  IoDevice* named(std::string_view name) const;
  // Each connected device once, with its first code, in order of connection.
  struct Connection {
    DeviceCode code;
    IoDevice* device;
  };
  const std::vector<Connection>& connections() const { return connections_; }

  Word36 coni(DeviceCode d) const {
    if (!at(d)) return Word36{};
    const Word36 status = at(d)->coni();
    at(d)->coniRead();
    return status;
  }
  void cono(DeviceCode d, HalfWord c) const {
    if (at(d)) at(d)->cono(c);
    tell(d);
  }
  Word36 datai(DeviceCode d) const {
    const Word36 w = at(d) ? at(d)->datai() : Word36{};
    tell(d);
    return w;
  }
  void datao(DeviceCode d, Word36 w) const {
    if (at(d)) at(d)->datao(w);
    tell(d);
  }
  void reset() const;

  // At most one; null: none. Without it a transfer pays a comparison.
  void listen(BusListener* listener) { listener_ = listener; }

 private:
  void tell(DeviceCode d) const {
    if (listener_ != nullptr) listener_->transferred(d);
  }

  std::array<IoDevice*, 128> byCode_{};
  std::vector<Connection> connections_;
  BusListener* listener_ = nullptr;
};

}  // namespace utah10
