// What a user may vary of the machine that an experiment runs on: properties of a TENEX site of 1972 that are not known.
//
// Errors: those of check(). Units are in the names or the types.
#pragma once

#include <string>
#include <string_view>

#include "experiments/laboratory/lab_system.hpp"

namespace utah10 {

// What the monitor swaps to. A machine of an experiment has only that device.
enum class Swapping : std::uint8_t { Drum, Disk, Remote };
std::string_view nameOf(Swapping swapping);  // "drum"

struct LabOptions {
  std::string system = "utah72";  // a packaged system, or the path of a system file
  std::string name{};             // of the system in reports: "monitor of 1972"
  unsigned leastK = 96;           // core that its monitor needs
  std::string monitor{};          // a variant in place of the system's monitor (monitor_variants.hpp); empty: none
  unsigned coreK = 192;           // K words; Utah's size is not known ("limited", RFC 392), BBN's system A had 192
  std::string memory = "MA10";    // type of all memory boxes
  Duration memoryAccess{};        // replaces the read access time of the memory type; zero: not replaced
  unsigned interleave = 1;        // interleaving factor: 1, 2 or 4 boxes
  unsigned registers = 16;        // associative registers of the pager
  Swapping swapping = Swapping::Drum;
  int drumTurns = 30;                                            // revolutions per second
  RemoteMemoryConfig remote{.port = DeviceConfig::kRemotePort};  // link and host of Swapping::Remote
  std::int64_t impBitsPerSecond = 100'000;                       // host to IMP and back
  Engine engine = Engine::Fast;                                  // of the host; changes no result
  std::string timing = "srm";                                    // timing profile of the processor: srm or gate
  std::uint64_t seed = 1;                                        // seed of random events in the network
  CcnDataForm ccnData = CcnDataForm::Bytes;                      // of UCLA-CCN's data channels

  // The values of a system's machine, which is called `file`.
  static LabOptions of(const LabSystem& from, std::string file);
  // Applies them: what differs from the system's machine is changed in it. Error: those of check() and of the machine.
  Expected<LabSystem> applied(LabSystem to) const;

  Expected<void> check() const;
  // "monitor of 1972, 192K words of MA10, 16 associative registers, drum at 30 revolutions per second, ..."
  std::string text() const;
};

// Hosts of the network; UCLA-CCN's terminals of Utah are NETUTAH1, NETUTAH2, ...
constexpr const char* kCcnName = "UCLA-CCN";
constexpr const char* kUcsbName = "UCSB";
std::string ccnTerminal(unsigned n);

}  // namespace utah10
