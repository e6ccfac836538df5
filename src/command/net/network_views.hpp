// The views of a modelled network for `net`. Private to the command layer.
#pragma once

#include "command/net/net_table.hpp"
#include "network/network.hpp"

namespace utah10 {

class CablePorts;

// Each IMP: up, buffers in use.
NetTable impsTable(const Network& network);
// Each line from each end: alive or dead, traffic.
NetTable linesTable(const Network& network);
// Each host with a cable, whether others can reach it, and why not: which side dropped ready, and when.
NetTable reachTable(const Network& network);
// Each unanswered message, and what it waits for.
NetTable outstandingTable(const Network& network);
// The last events, oldest first.
NetTable journalTable(const Network& network);
// Each connection of each modelled host.
NetTable connectionsTable(const Network& network);
// Each service of each modelled host.
NetTable servicesTable(const Network& network);
// Jobs and output of each modelled 360/91.
NetTable jobsTable(const Network& network);

// Adds the views of a network that may be cut into parts: the rows of all parts. The parts must outlive the cables.
void addNetworkViews(CablePorts& cables, std::vector<const Network*> parts);

}  // namespace utah10
