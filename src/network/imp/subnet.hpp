// The subnet: IMPs, the lines between them and the cables of their hosts, on the clock of one machine (or of a test).
//
// It moves real packets: a message is cut into packets of at most 1008 bits, each travels from IMP to IMP over 50
// kb/s lines, the destination reassembles them, hands the message to the host over its cable and returns a RFNM.
// Throughput and delay follow from that; no measured figure is built in.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "devices/host_link.hpp"
#include "network/imp/imp_parameters.hpp"
#include "network/imp/subnet_view.hpp"
#include "network/imp/trunk.hpp"
#include "network/leader.hpp"
#include "utah10/machine/archive.hpp"
#include "utah10/machine/scheduler.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct LineConfig {
  unsigned from = 0, to = 0;  // IMP numbers
  std::int64_t bitsPerSecond = 50'000;
  Duration propagation = milliseconds(10);  // one way
  double loss = 0;                          // of packets, each way, 0 to 1
};

struct ImpSite {
  unsigned number = 0;
  std::string name;  // "UTAH"
};

struct Topology {
  std::vector<ImpSite> imps;
  std::vector<LineConfig> lines;
  // The network of autumn 1972, as far as public maps show it.
  static Topology of1972();
  // Reports the first error: a line to an IMP that does not exist, an IMP number that appears twice or is not 1-63.
  Expected<void> check() const;
};

struct SubnetConfig {
  Topology topology;
  std::uint64_t seed = 1;              // of losses
  Duration hostUpDelay = seconds(30);  // from a host's ready line until other hosts see it alive (RFC 394)
  ImpParameters imp;                   // buffers, timeouts, processing times, with their sources
  std::vector<TrunkConfig> trunks;     // lines to IMPs of other subnets
  std::string name = "subnet";         // of its event slot and section
  // Checks the topology and the trunks.
  Expected<void> check() const;
};

class Subnet final : public StatePart {
 public:
  // The configuration must have passed check(). `observers` receive the messages on the cables; may be null.
  Subnet(Scheduler& clock, const SubnetConfig& config, const Observers* observers);
  ~Subnet() override;

  // The cable of a host, created at the first call, before anything runs; the IMP's end of it is connected here.
  HostLink& cable(HostId host, const HostLinkConfig& config = {});
  // Connects a cable that has another owner, such as a machine.
  void plug(HostId host, HostLink& cable);

  // Faults take effect at once; the same calls remove them.
  void setLine(unsigned from, unsigned to, bool up);
  void setImp(unsigned imp, bool up);
  void setLoss(unsigned from, unsigned to, double loss);
  // For a line within this subnet: the effect of a satellite link or of a detour in the telephone network.
  void setPropagation(unsigned from, unsigned to, Duration propagation);

  // Our end of line `i` to another subnet; a Federation carries its frames.
  TrunkEnd& trunk(std::size_t i);

  // --- For the operator, while nothing is running ---
  std::vector<ImpView> imps() const;
  std::vector<HostView> hosts() const;  // those with a cable
  std::vector<LineView> lines() const;  // each line appears twice, once from each end
  std::vector<OutstandingView> outstanding() const;
  const std::deque<NetEvent>& journal() const;  // the last 256, oldest first
  // The route that a packet takes now, both ends included; empty if there is none.
  std::vector<unsigned> path(unsigned from, unsigned to) const;

  void state(Archive& a) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace utah10
