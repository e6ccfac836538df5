// Tells a monitor which host it is. A site had the number assembled into its monitor; the packaged monitors have
// Utah's, 4. An operator changes it as for any other patch: the bootstrap halts before it starts the monitor if data
// switch 0 is up (roms/boot/boots.mac), the cell LHOSTN is deposited, and CONTINUE starts the monitor. This takes no
// virtual time.
#pragma once

#include "network/leader.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Debugger;
class Session;

// READ IN with data switch 0 up, deposit, switch as it was; the machine is left ready to continue. Errors: no symbol
// LHOSTN; the bootstrap does not reach its halt, or the operator stopped it.
Expected<void> readInAsHost(Session& session, HostId host);
// Deposits the number into the monitor that is in core. Error: no symbol LHOSTN.
Expected<void> depositHostNumber(Debugger& debugger, HostId host);

}  // namespace utah10
