// The subnet: IMPs, the lines between them and the cables of their hosts, in the time of one machine (or of a test).
//
// It moves real packets: a message is cut into packets of at most 1008 bits, each goes from IMP to IMP over 50 kb/s
// lines, is put together again at the destination, handed to the host over its cable, and answered by a RFNM.
// Throughput and delay come out of that; nothing here knows a measured figure.
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
#include "utah10/machine/scheduler.hpp"
#include "utah10/machine/state_part.hpp"
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
  // The network of autumn 1972, as far as public maps tell.
  static Topology of1972();
  // Says what is wrong, if anything: a line to an IMP that is not there, an IMP number twice or out of 1-63.
  Expected<void> check() const;
};

struct SubnetConfig {
  Topology topology;
  std::uint64_t seed = 1;              // of losses
  Duration hostUpDelay = seconds(30);  // from a host's ready line to its being alive for others (RFC 394)
  ImpParameters imp;                   // buffers, timeouts, processing times, with their sources
  std::vector<TrunkConfig> trunks;     // lines to IMPs of other subnets
  std::string name = "subnet";         // of its event slot and section
  // The topology's, and what is wrong with the trunks.
  Expected<void> check() const;
};

class Subnet final : public StatePart {
 public:
  // The configuration must have passed check(). `observers` are told of messages on the cables; may be null.
  Subnet(Scheduler& clock, const SubnetConfig& config, const Observers* observers);
  ~Subnet() override;

  // The cable of a host, made on first request, before anything runs; the IMP's end of it is connected here.
  HostLink& cable(HostId host, const HostLinkConfig& config = {});
  // The same with a cable that another owns: a machine's.
  void plug(HostId host, HostLink& cable);

  // Faults, at once; restore them the same way.
  void setLine(unsigned from, unsigned to, bool up);
  void setImp(unsigned imp, bool up);
  void setLoss(unsigned from, unsigned to, double loss);
  // Of a line within this subnet: what a satellite, or a detour of the telephone company, makes of it.
  void setPropagation(unsigned from, unsigned to, Duration propagation);

  // Our end of line `i` to another subnet; frames are carried by a Federation.
  TrunkEnd& trunk(std::size_t i);

  // --- For the operator, whenever nothing runs ---
  std::vector<ImpView> imps() const;
  std::vector<HostView> hosts() const;  // those with a cable
  std::vector<LineView> lines() const;  // each line twice, once from each end
  std::vector<OutstandingView> outstanding() const;
  const std::deque<NetEvent>& journal() const;  // the last 256, oldest first
  // The way a packet takes now, both ends included; empty if there is none.
  std::vector<unsigned> path(unsigned from, unsigned to) const;

  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace utah10
