// The tables of `net`. Private to the command layer.
#pragma once

#include "command/net/cable_ports.hpp"
#include "command/net/net_table.hpp"

namespace utah10 {

// The state of the cable, with counts of messages passed and dropped.
NetTable netOverview(const CablePorts::Cable& cable, Instant now);
// Each host and link with an unanswered message.
NetTable netLinks(const CablePorts::Cable& cable, Instant now);
// Each host that has occurred in a message.
NetTable netHosts(const CablePorts::Cable& cable, Instant now);
// Why a host does not answer, as far as the cable shows; without a host, why no traffic is possible.
NetTable netWhy(const CablePorts::Cable& cable, std::optional<HostId> host, Instant now);
// The last messages.
NetTable netMessages(const CablePorts::Cable& cable, std::size_t most);

// Time since power-on: "1.234567890s"; netNs() in nanoseconds for CSV and JSON.
std::string netTime(Instant at);
std::string netNs(Instant at);
std::string subtypeText(const LinkWatch::Word& word);
std::string resetText(LinkWatch::Reset::Why why);

}  // namespace utah10
