// Tells a monitor which host it is, and what its IMP takes. A site had both assembled into its monitor; the packaged
// monitors have Utah's number, 4, and messages of eight packets, which every real IMP takes. An operator changes such a
// cell as any other patch: the bootstrap halts before it starts the monitor if data switch 0 is up
// (roms/boot/boots.mac), LHOSTN and NETMXB are deposited, and CONTINUE starts the monitor. This takes no virtual time.
#pragma once

#include <optional>

#include "network/leader.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Debugger;
class Session;
struct MachineDescription;

struct SiteCells {
  std::optional<HostId> host;       // LHOSTN
  std::optional<unsigned> longest;  // bits of text of a message for NETMXB, if the monitor has it and allows more

  // Of a machine file: the host, and the length that an IMP at the other end of UDP takes (udp-limit).
  static SiteCells of(const MachineDescription& machine);
  bool any() const { return host || longest; }
};

// READ IN with data switch 0 up, deposit, switch as it was; the machine is left ready to continue. Errors: no symbol
// LHOSTN; the bootstrap does not reach its halt, or the operator stopped it.
Expected<void> readInAsHost(Session& session, const SiteCells& cells);
// Deposits them into the monitor that is in core. Error: no symbol LHOSTN.
Expected<void> depositCells(Debugger& debugger, const SiteCells& cells);
// What is left of them for a monitor whose symbols are known: one without NETMXB makes shorter messages anyway.
SiteCells cellsOf(Debugger& debugger, SiteCells cells);

}  // namespace utah10
