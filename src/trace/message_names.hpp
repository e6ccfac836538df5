// One line of text for a message between host and IMP: the 32-bit leader of 1972 and, on link 0, the commands of the
// host-host protocol. Sources: docs/sources/imp.md 6-8; NIC 8246 (docs/sources/ncp.md 4). tools/utah10.lua decodes
// more.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "utah10/machine/probe.hpp"

namespace utah10 {

// "RFNM", "regular message"; empty if there is no such type in that direction.
std::string_view leaderTypeName(unsigned type, bool fromHost);
// "RTS"; empty if there is no such command.
std::string_view controlCommandName(unsigned operation);

// "regular message to host 101 link 0: RTS ALL"; host and link in octal. "24. bits, no leader" if it is too short.
std::string messageText(const MessageRecord& record);

}  // namespace utah10
