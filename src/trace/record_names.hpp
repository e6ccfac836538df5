// What the numbers in records mean: devices with the names of their bits, symbols of addresses. Taken from the head of
// a trace or made of a machine; records themselves carry no names.
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
  // Both must outlive this. No devices: codes stay codes.
  explicit RecordNames(std::span<const TraceDevice> devices = {}, const Symbols* symbols = nullptr);

  bool symbolic() const { return symbols_ != nullptr; }
  // "PTR", "drm", or the code as written.
  std::string device(DeviceCode code) const;
  // "LOOP+3"; empty if no label is near.
  std::string label(VirtualAddress a, bool user) const;
  // "loop.mac(12)"; empty if not known.
  std::string sourceLine(VirtualAddress a, bool user) const;
  // "MOVE 1,@LOOP+3": the number in an instruction becomes a symbol where it is an address.
  std::string instruction(Word36 w, bool user) const;
  // "CONO PTR,000065: binary, start reading, PI channel 5".
  std::string io(const IoRecord& record) const;
  // The name a device has on its bus, "ptr"; empty if not known.
  std::string_view busName(DeviceCode code) const;

 private:
  struct Device {
    std::string_view name;
    std::vector<BitName> coni, cono;
  };
  std::vector<Device> devices_;
  std::array<std::int16_t, 128> byCode_{};  // index, -1 none
  const Symbols* symbols_;
};

}  // namespace utah10
