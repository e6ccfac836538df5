// What a trace file records about the traced machine: enough to interpret every record without that machine.
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

// A device under one of its codes; a device that answers to several codes appears once for each.
struct TraceDevice {
  DeviceCode code;
  std::string name;
  std::vector<TraceBit> coni, cono;
  bool operator==(const TraceDevice&) const = default;
};

inline constexpr std::uint32_t kTraceVersion = 1;

struct TraceHead {
  std::uint32_t version = kTraceVersion;
  std::string machine;               // from describeForSnapshot()
  std::vector<TraceDevice> devices;  // by code
  std::vector<std::string> events;   // event names by the clock's slot number
  std::string filter;                // expression that selected the records; empty: all
  Instant began;                     // virtual time when the trace was opened

  // The device that answers to a code, or null.
  const TraceDevice* device(DeviceCode code) const;
  bool operator==(const TraceHead&) const = default;
};

// The head for a trace of `machine` that begins now.
TraceHead describeForTrace(Machine& machine, std::string_view filter = {});

// Converts a head's table for the functions that print bits; the result refers to `bits`.
std::vector<BitName> bitNamesOf(std::span<const TraceBit> bits);

}  // namespace utah10
