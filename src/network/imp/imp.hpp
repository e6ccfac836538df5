// An IMP: its lines, its hosts, its routing, and the program that processes packets.
//
// Source: FJCC 1972, SJCC 1970 (imp_parameters.hpp). The program processes one packet after another and takes time
// for each.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <string>

#include "network/imp/destination_side.hpp"
#include "network/imp/host_side.hpp"
#include "network/imp/modem_line.hpp"
#include "network/imp/routing.hpp"
#include "network/imp/source_side.hpp"

namespace utah10::subnet {

class Imp final : public LineOwner {
 public:
  static constexpr unsigned kHosts = 4;
  Imp(SubnetContext& context, unsigned number, std::string name);
  Imp(const Imp&) = delete;
  Imp& operator=(const Imp&) = delete;

  // --- Building ---
  void addLine(const LineSetup& setup, double loss);
  HostSide& plug(HostId host, HostLink& cable);
  // Begins the first routing period, after all lines have been added.
  void start();

  // --- For its parts ---
  unsigned number() const { return number_; }
  const std::string& name() const { return name_; }
  bool up() const { return up_; }
  std::uint32_t life() const { return life_; }
  SourceSide& source() { return source_; }
  const SourceSide& source() const { return source_; }
  DestinationSide& destination() { return destination_; }
  const DestinationSide& destination() const { return destination_; }
  Routing& routing() { return routing_; }
  HostSide* host(unsigned n) { return n < kHosts ? hosts_[n].get() : nullptr; }
  const HostSide* host(unsigned n) const { return n < kHosts ? hosts_[n].get() : nullptr; }
  bool reachable(unsigned imp) const { return imp == number_ || routing_.reachable(imp); }
  // Whether the packet's destination host exists and is alive.
  bool takes(const Packet& packet) const;
  // Whether there is a buffer for one more data packet for that IMP.
  bool room(unsigned imp) const;
  // Sends a packet of its own or of a host towards its destination.
  void send(const Packet& packet);
  void tell(HostId host, const Leader& leader);
  bool allocated(const Packet& answer);
  void cancelled(const Packet& answer);
  void retryHosts();
  void programHost(unsigned host);

  // --- Events ---
  void arrive(unsigned line, Frame frame);
  void programDone();
  void routingPeriod();
  void compute();
  // Recomputes the routing table and does nothing else: the start of a network that has been up for a long time.
  void settleRoutes();

  // --- Faults ---
  void set(bool up);
  void setLoss(unsigned line, double loss) { loss_[line] = loss; }

  unsigned lineCount() const { return static_cast<unsigned>(lines_.size()); }
  ModemLine& line(unsigned i) { return *lines_[i]; }
  const ModemLine& line(unsigned i) const { return *lines_[i]; }
  unsigned storeAndForward() const { return storeAndForward_; }
  std::size_t programQueue() const { return work_.size(); }

  // --- LineOwner ---
  bool accept(const Packet& packet) override;
  void reroute(const Packet& packet) override;
  std::vector<Route> routes() const override { return routing_.table(); }
  void heard(unsigned line, const std::vector<Route>& routes) override;
  void lineChanged(unsigned line, bool alive) override;
  void released(const Packet& packet) override;
  bool survives(unsigned line) override;

  void state(Archive& a);

 private:
  enum class WorkKind : std::uint8_t { Frame, Local, FromHost };
  struct Work {
    WorkKind kind = WorkKind::Frame;
    std::uint8_t index = 0;  // the line or host
    Frame frame;             // for Local, only its packet is used
    void state(Archive& a);
  };
  void queue(Work work);
  void begin();
  Duration cost(const Work& work) const;
  void receive(const Packet& packet);
  void forward(unsigned line, const Packet& packet);

  SubnetContext& context_;
  unsigned number_;
  std::string name_;
  bool up_ = true;
  std::uint32_t life_ = 1;
  std::vector<std::unique_ptr<ModemLine>> lines_;
  std::vector<double> loss_;
  std::array<std::unique_ptr<HostSide>, kHosts> hosts_;
  Routing routing_;
  SourceSide source_;
  DestinationSide destination_;
  std::deque<Work> work_;
  bool working_ = false;
  unsigned storeAndForward_ = 0;
  std::uint8_t turn_ = 0;  // the first host to be offered a free buffer
};

}  // namespace utah10::subnet
