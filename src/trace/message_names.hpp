// One-line description of a message between host and IMP: the 32-bit leader of the 1822 interface as of 1972, and on
// link 0 the commands of the host-host protocol. Source: imp_interface.md, part B; NIC 8246. tools/utah10.lua shows
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
