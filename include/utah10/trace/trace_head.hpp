// What a trace file says of the machine it was taken from: enough to read every record without that machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/machine/machine.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// One bit or field of a CONI or CONO word; BitName without the device.
struct TraceBit {
  std::uint64_t mask = 0;
  std::string name;
  bool operator==(const TraceBit&) const = default;
};

// A device under its first code; one that answers several codes appears once for each of them.
struct TraceDevice {
  DeviceCode code;
  std::string name;
  std::vector<TraceBit> coni, cono;
  bool operator==(const TraceDevice&) const = default;
};

inline constexpr std::uint32_t kTraceVersion = 1;

struct TraceHead {
  std::uint32_t version = kTraceVersion;
  std::string machine;               // as describeForSnapshot()
  std::vector<TraceDevice> devices;  // by code
  std::vector<std::string> events;   // names of the clock's slots, by slot number
  std::string filter;                // expression that chose the records; empty: all of them
  Instant began;                     // the machine's time when the trace was opened

  // The device that answers a code, or null.
  const TraceDevice* device(DeviceCode code) const;
  bool operator==(const TraceHead&) const = default;
};

// Head of a trace of `machine`, from now on.
TraceHead describeForTrace(Machine& machine, std::string_view filter = {});

// The tables of a head as the printers of bits want them; they live as long as `bits`.
std::vector<BitName> bitNamesOf(std::span<const TraceBit> bits);

}  // namespace utah10
