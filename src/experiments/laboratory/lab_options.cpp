#include "experiments/laboratory/lab_options.hpp"

#include <fmt/format.h>

#include "utah10/machine/timing_profile.hpp"

namespace utah10 {

namespace {

constexpr unsigned kBoxK = 16;  // MA10: 16K words per box
// The least core for the monitor (roms/monitor/README.md).
constexpr unsigned leastK(unsigned generation) { return generation == 72 ? 96 : 112; }
constexpr std::uint32_t kWordsOfK = 1024;
constexpr DayAndSecond kMorning{.day = 41577, .second = 9 * 3600};  // 16 September 1972, Greenwich
// Execution time of jobs; short, so that output is complete when it is fetched.
constexpr Duration kExecution = seconds(1);

}  // namespace

Expected<void> LabOptions::check() const {
  if (generation != 72 && generation != 73)
    return fail("generation", fmt::format("there is no monitor of 19{:02}", generation), "72 or 73");
  if (coreK < leastK(generation) || coreK > 256 || coreK % kBoxK != 0)
    return fail("core", fmt::format("{}K is not a valid core size", coreK),
                fmt::format("{}K to 256K in steps of 16K", leastK(generation)));
  if (findMemoryKind(memory) == nullptr)
    return fail("memory", "no memory type " + memory, "MA10, MB10, MD10, ME10, MF10");
  if (interleave != 1 && interleave != 2 && interleave != 4)
    return fail("interleave", fmt::format("{} boxes cannot be interleaved", interleave), "1, 2 or 4");
  if (coreK / kBoxK % interleave != 0)
    return fail("interleave", fmt::format("{} boxes are not a multiple of {}", coreK / kBoxK, interleave));
  if (registers < 1 || registers > 54) return fail("registers", "a pager has 1 to 54 associative registers");
  if (drumTurns < 1 || drumTurns > 200) return fail("drum", "a drum makes 1 to 200 revolutions per second");
  if (impBitsPerSecond < 100 || impBitsPerSecond > 10'000'000)
    return fail("imp", "the rate must be 100 to 10000000 bits per second");
  if (timing != "srm" && timing != "gate") return fail("timing", "no timing profile " + timing, "srm or gate");
  if (lines < 1 || lines > 32) return fail("lines", "the machine has 1 to 32 terminal lines");
  return Machine::check(machineOf(*this));
}

std::string LabOptions::text() const {
  std::string text = fmt::format("monitor of 19{}, {}K words of {}", generation, coreK, memory);
  if (memoryAccess != Duration{}) text += fmt::format(" with {} ns access", memoryAccess.count());
  if (interleave != 1) text += fmt::format(" interleaved by {}", interleave);
  text += fmt::format(", {} associative registers, ", registers);
  text += swapping == Swapping::Drum ? fmt::format("drum at {} revolutions per second", drumTurns) : "swapping to disk";
  return text + fmt::format(", IMP at {} b/s, timing {}", impBitsPerSecond, timing);
}

std::string ccnTerminal(unsigned n) { return fmt::format("NETUTAH{}", n); }

MachineConfig machineOf(const LabOptions& o) {
  MachineConfig c;
  c.timing = o.timing;
  c.pager = PagerConfig{.registers = o.registers};
  MemoryBoxConfig box;
  box.kind = *findMemoryKind(o.memory);
  if (o.memoryAccess != Duration{}) box.kind.readAccess = o.memoryAccess;
  box.interleave = o.interleave;
  for (unsigned n = 0; n < o.coreK / kBoxK; ++n) {
    box.base = n * kBoxK * kWordsOfK;
    c.memory.push_back(box);
  }
  return c;
}

DeviceConfig devicesOf(const LabOptions& o) {
  DeviceConfig c;
  c.console.tty = 300;
  c.millisecondClock = true;
  c.calendar = kMorning;
  c.scanner = Dc10Config{.lines = std::vector<DataLineConfig>(o.lines, DataLineConfig{.baud = o.baud})};
  c.disks = Rp10Config{.drives = {"RP02"}, .port = DeviceConfig::kDiskPort};
  if (o.swapping == Swapping::Drum)
    c.bryant = BryantConfig{.port = DeviceConfig::kBryantPort, .turnsPerSecond = o.drumTurns};
  const Duration bit = seconds(1) / o.impBitsPerSecond;
  c.imp = ImpInterfaceConfig{.perBitToImp = bit, .perBitToHost = bit, .host = kUtahHost.octet()};
  return c;
}

NetworkConfig networkOf(const LabOptions& o, unsigned terminals) {
  NetworkConfig c;
  c.subnet.topology = Topology::of1972();
  c.subnet.seed = o.seed;
  c.machine = kUtahHost;
  NetworkHostConfig ccn;
  ccn.host.id = kCcnHost;
  ccn.host.name = kCcnName;
  ccn.host.services = {
      {ServiceKind::Telnet, Socket{}}, {ServiceKind::Echo, Socket{}}, {ServiceKind::Discard, Socket{}}};
  ccn.ccn = CcnConfig::of(o.generation == 73 ? CcnGeneration::Of1973 : CcnGeneration::Of1972);
  for (unsigned n = 1; n <= terminals; ++n) {
    CcnTerminal terminal;
    terminal.id = ccnTerminal(n);
    terminal.automaticRestart = true;  // an interrupted print is repeated from its beginning
    ccn.ccn->terminals.push_back(terminal);
  }
  ccn.ccn->batch.execution = kExecution;
  c.hosts.push_back(std::move(ccn));
  NetworkHostConfig ucsb;
  ucsb.host.id = kUcsbHost;
  ucsb.host.name = kUcsbName;
  ucsb.ftp.emplace().host = kUcsbName;
  c.hosts.push_back(std::move(ucsb));
  c.setDate(kMorning.secondsSince1970());
  return c;
}

}  // namespace utah10
