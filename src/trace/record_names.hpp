// Names for the numbers in records: devices and their bits, symbols of addresses. Records themselves carry no names;
// the names come from the head of a trace or from a machine.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "trace/symbols.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/probe.hpp"
#include "utah10/trace/trace_head.hpp"

namespace utah10 {

class RecordNames {
 public:
  // Both must outlive this object. Without devices, codes are printed as numbers.
  explicit RecordNames(std::span<const TraceDevice> devices = {}, const Symbols* symbols = nullptr);

  bool symbolic() const { return symbols_ != nullptr; }
  // "PTR", "drm", or the code as a number.
  std::string device(DeviceCode code) const;
  // "LOOP+3"; empty if there is no label within reach.
  std::string label(VirtualAddress a, bool user) const;
  // "loop.mac(12)"; empty if unknown.
  std::string sourceLine(VirtualAddress a, bool user) const;
  // "MOVE 1,@LOOP+3": the right half becomes a symbol if it is an address.
  std::string instruction(Word36 w, bool user) const;
  // "CONO PTR,000065: binary, start reading, PI channel 5".
  std::string io(const IoRecord& record) const;
  // The device's name on the bus, "ptr"; empty if unknown.
  std::string_view busName(DeviceCode code) const;

 private:
  struct Device {
    std::string_view name;
    std::vector<BitName> coni, cono;
  };
  std::vector<Device> devices_;
  std::array<std::int16_t, 128> byCode_{};  // index; -1: none
  const Symbols* symbols_;
};

}  // namespace utah10
