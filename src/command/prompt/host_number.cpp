#include "command/prompt/host_number.hpp"

#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/run_request.hpp"
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

}  // namespace

Expected<void> depositHostNumber(Debugger& debugger, HostId host) {
  const auto cell = evaluateAddress(debugger, "LHOSTN");
  if (!cell)
    return fail("boot", fmt::format("the monitor has no symbol LHOSTN, which is to be {:o}", host.octet()),
                "load its symbols, or leave host out of [imp] and machine out of [network]");
  debugger.recorder().touched();
  debugger.machine().load(PhysicalAddress{cell->bits()}, {{Word36{host.octet()}}});
  return {};
}

Expected<void> readInAsHost(Session& session, HostId host) {
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
  return depositHostNumber(debugger, host);
}

}  // namespace utah10
