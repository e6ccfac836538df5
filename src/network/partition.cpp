#include "network/partition.hpp"

namespace utah10 {

namespace {

std::size_t ownerOfImp(unsigned imp, std::span<const HostId> machines) {
  for (std::size_t i = 0; i < machines.size(); ++i)
    if (machines[i].imp() == imp) return i;
  return 0;
}

TrunkConfig trunkOf(const LineConfig& line, unsigned from, unsigned to) {
  return {from, to, line.bitsPerSecond, line.propagation, line.loss};
}

std::size_t addTrunk(NetworkConfig& part, const TrunkConfig& trunk) {
  part.subnet.trunks.push_back(trunk);
  return part.subnet.trunks.size() - 1;
}

}  // namespace

std::size_t NetworkPartition::ownerOf(HostId host, std::span<const HostId> machines) {
  return ownerOfImp(host.imp(), machines);
}

NetworkPartition partitioned(const NetworkConfig& whole, std::span<const HostId> machines) {
  NetworkPartition cut;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    NetworkConfig& part = cut.parts.emplace_back();
    part.subnet = whole.subnet;
    part.subnet.topology = {};
    part.subnet.seed = whole.subnet.seed + i;  // each part draws its own losses
    part.machine = machines[i];
  }
  for (const ImpSite& site : whole.subnet.topology.imps)
    cut.parts[ownerOfImp(site.number, machines)].subnet.topology.imps.push_back(site);
  for (const LineConfig& line : whole.subnet.topology.lines) {
    const std::size_t a = ownerOfImp(line.from, machines), b = ownerOfImp(line.to, machines);
    if (a == b)
      cut.parts[a].subnet.topology.lines.push_back(line);
    else
      cut.trunks.push_back({{a, addTrunk(cut.parts[a], trunkOf(line, line.from, line.to))},
                            {b, addTrunk(cut.parts[b], trunkOf(line, line.to, line.from))}});
  }
  for (const NetworkHostConfig& host : whole.hosts)
    cut.parts[ownerOfImp(host.host.id.imp(), machines)].hosts.push_back(host);
  for (const HostId id : whole.outside) cut.parts[ownerOfImp(id.imp(), machines)].outside.push_back(id);
  return cut;
}

}  // namespace utah10
