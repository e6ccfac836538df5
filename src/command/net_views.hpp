// The tables of `net`. Private to the command layer.
#pragma once

#include "command/cable_ports.hpp"
#include "command/net_table.hpp"

namespace utah10 {

// How the cable stands, what has passed, what was dropped.
NetTable netOverview(const CablePorts::Cable& cable, Instant now);
// Each host and link with a message that nothing has answered.
NetTable netLinks(const CablePorts::Cable& cable, Instant now);
// Each host that was heard of.
NetTable netHosts(const CablePorts::Cable& cable, Instant now);
// Why a host does not answer, as far as one can tell from here; without a host, why nothing goes.
NetTable netWhy(const CablePorts::Cable& cable, std::optional<HostId> host, Instant now);
// The last messages.
NetTable netMessages(const CablePorts::Cable& cable, std::size_t most);

// "1.234567890s", since power-on; for machines in nanoseconds.
std::string netTime(Instant at);
std::string netNs(Instant at);
std::string subtypeText(const LinkWatch::Word& word);
std::string resetText(LinkWatch::Reset::Why why);

}  // namespace utah10
