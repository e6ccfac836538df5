// The machine of an experiment: the properties of a TENEX site of 1972 that are not known or that a user may want to
// vary.
//
// Errors: those of check(). Units are in the names or the types.
#pragma once

#include <string>

#include "network/network.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

enum class Swapping : std::uint8_t { Drum, Disk };

struct LabOptions {
  unsigned generation = 72;     // generation of the monitor: 72 (like 1.28) or 73 (like 1.32)
  unsigned coreK = 192;         // K words; Utah's size is not known ("limited", RFC 392), BBN's system A had 192
  std::string memory = "MA10";  // type of all memory boxes
  Duration memoryAccess{};      // replaces the read access time of the memory type; zero: not replaced
  unsigned interleave = 1;      // interleaving factor: 1, 2 or 4 boxes
  unsigned registers = 16;      // associative registers of the pager
  Swapping swapping = Swapping::Drum;
  int drumTurns = 30;                       // revolutions per second
  std::int64_t impBitsPerSecond = 100'000;  // host to IMP and back
  std::string timing = "srm";               // timing profile of the processor: srm or gate
  unsigned lines = 16;                      // terminal lines
  int baud = 2400;                          // speed of each terminal line
  std::uint64_t seed = 1;                   // seed of random events in the network

  Expected<void> check() const;
  // "monitor of 1972, 192K words of MA10, 16 associative registers, drum at 30 revolutions per second, ..."
  std::string text() const;
};

// Hosts of the network; UCLA-CCN's terminals of Utah are NETUTAH1, NETUTAH2, ...
constexpr HostId kUtahHost{4, 0}, kCcnHost{1, 1}, kUcsbHost{3, 0};
constexpr const char* kCcnName = "UCLA-CCN";
constexpr const char* kUcsbName = "UCSB";
std::string ccnTerminal(unsigned n);

// The configurations for the options, which must have passed check().
MachineConfig machineOf(const LabOptions& options);
DeviceConfig devicesOf(const LabOptions& options);
// The network of autumn 1972 with the machine as UTAH; UCLA-CCN, with `terminals` terminals NETUTAH1, ...; and UCSB,
// which has an FTP server.
NetworkConfig networkOf(const LabOptions& options, unsigned terminals);

}  // namespace utah10
