// What machine an experiment is made on: everything of a TENEX site of 1972 that is not known, or that somebody may
// want to be otherwise.
//
// Errors: check() says what is wrong. Units are in the names or the types.
#pragma once

#include <string>

#include "network/network.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

enum class Swapping : std::uint8_t { Drum, Disk };

struct LabOptions {
  unsigned generation = 72;     // of the monitor: 72 (1.28 in kind) or 73 (1.32 in kind)
  unsigned coreK = 192;         // K words; Utah's is not known ("limited", RFC 392), BBN's system A had 192
  std::string memory = "MA10";  // kind of all boxes
  Duration memoryAccess{};      // in place of the kind's read access; zero: the kind's
  unsigned interleave = 1;      // 1, 2 or 4 boxes
  unsigned registers = 16;      // associative registers of the pager
  Swapping swapping = Swapping::Drum;
  int drumTurns = 30;                       // a second
  std::int64_t impBitsPerSecond = 100'000;  // host to IMP and back
  std::string timing = "srm";               // timing profile of the processor: srm or gate
  unsigned lines = 16;                      // terminal lines
  int baud = 2400;                          // of each of them
  std::uint64_t seed = 1;                   // of everything that happens by chance in the network

  Expected<void> check() const;
  // "1.28-72, 192K MA10, 16 registers, drum of 30 turns/s, IMP at 100000 b/s"
  std::string text() const;
};

// What the options make of a machine; they must have passed check().
MachineConfig machineOf(const LabOptions& options);
DeviceConfig devicesOf(const LabOptions& options);
// The network of autumn 1972 with the machine as UTAH; UCLA-CCN, which knows `terminals` terminals NETUTAH1, ...; UCSB,
// which keeps files for FTP.
NetworkConfig networkOf(const LabOptions& options, unsigned terminals);

}  // namespace utah10
