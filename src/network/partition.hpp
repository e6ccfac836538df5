// Cuts a network among several machines in one process, each with its own clock: each machine gets the IMP of its
// cable, the first one all the other IMPs, too. A line between IMPs of two machines becomes a trunk, which a
// Federation carries.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "network/network.hpp"

namespace utah10 {

struct NetworkPartition {
  struct End {
    std::size_t part = 0, trunk = 0;  // SubnetConfig::trunks[trunk] of parts[part]
  };
  struct Trunk {
    End a, b;
  };
  std::vector<NetworkConfig> parts;  // one for each machine, in order
  std::vector<Trunk> trunks;

  // Of the machine at whose IMP, or in whose part of the network, the host is.
  static std::size_t ownerOf(HostId host, std::span<const HostId> machines);
};

// `whole` without any machine; `machines` are at different IMPs of it.
NetworkPartition partitioned(const NetworkConfig& whole, std::span<const HostId> machines);

}  // namespace utah10
