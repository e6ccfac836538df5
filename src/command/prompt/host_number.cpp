#include "command/prompt/host_number.hpp"

#include <algorithm>

#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/run_request.hpp"
#include "command/machine_file/machine_file.hpp"
#include "command/prompt/session.hpp"

namespace utah10 {

namespace {

constexpr DeviceCode kTapeReader = DeviceCode::written(0104);
constexpr Word36 kSwitch0{1ULL << 35};
// The bootstrap needs some 10 s: the tape, and the arm of the drive.
constexpr Duration kReadInPatience = seconds(120);
// Where the bootstrap begins; after an error it halts so that CONTINUE begins again.
constexpr VirtualAddress kBootstrap{010000};

RunOutcome pressReadIn(Debugger& debugger) {
  RunRequest request;
  request.key = RunRequest::ConsoleKey::ReadIn;
  request.until = debugger.machine().now() + kReadInPatience;
  debugger.cpu().switches().readInDevice = kTapeReader;
  return debugger.run(request);
}

// Leader, byte size, byte count and fillers before the text (RFC 107).
constexpr unsigned kHeaderBits = 72;

void deposit(Debugger& debugger, VirtualAddress cell, std::uint64_t value) {
  debugger.recorder().touched();
  debugger.machine().load(PhysicalAddress{cell.bits()}, {{Word36{value}}});
}

// NETMXB, unless the monitor allows less.
void depositLongest(Debugger& debugger, unsigned longest) {
  const auto cell = evaluateAddress(debugger, "NETMXB");
  if (!cell) return;
  const std::uint64_t now = debugger.machine().core().peek(PhysicalAddress{cell->bits()}).bits();
  if (longest < now) deposit(debugger, *cell, longest);
}

}  // namespace

// A host sends whole words of 36 bits, and at least one bit of padding follows them.
SiteCells SiteCells::of(const MachineDescription& machine) {
  SiteCells cells;
  cells.host = machine.hostNumber;
  if (machine.impUdp) {
    const unsigned bits = (machine.impUdp->settings.limit * 16 - 1) / 36 * 36;
    cells.longest = std::max(bits, kHeaderBits + 36) - kHeaderBits;
  }
  return cells;
}

SiteCells cellsOf(Debugger& debugger, SiteCells cells) {
  if (cells.longest && !evaluateAddress(debugger, "NETMXB")) cells.longest.reset();
  return cells;
}

Expected<void> depositCells(Debugger& debugger, const SiteCells& cells) {
  if (cells.longest) depositLongest(debugger, *cells.longest);
  if (!cells.host) return {};
  const auto cell = evaluateAddress(debugger, "LHOSTN");
  if (!cell)
    return fail("boot", fmt::format("the monitor has no symbol LHOSTN, which is to be {:o}", cells.host->octet()),
                "load its symbols, or leave host out of [imp] and machine out of [network]");
  deposit(debugger, *cell, cells.host->octet());
  return {};
}

Expected<void> readInAsHost(Session& session, const SiteCells& cells) {
  Debugger& debugger = session.debugger();
  Switches& switches = debugger.cpu().switches();
  const Word36 before = switches.data;
  debugger.recorder().touched();
  switches.data = before | kSwitch0;
  const RunOutcome outcome = pressReadIn(debugger);
  switches.data = before;
  if (outcome.reason != StopReason::Halt || debugger.cpu().pc() == kBootstrap)
    return fail("boot", fmt::format("the bootstrap ended with \"{}\" at {}, not with the monitor in core",
                                    whyStopped(outcome, {}), octal(debugger.cpu().pc())));
  return depositCells(debugger, cells);
}

}  // namespace utah10
