// A program that sends messages to a host at random times: the traffic of others on the lines between.
//
// The times between messages are exponentially distributed. A message that finds the one before it unconfirmed waits in
// the NCP, which may send several that wait as one; while many wait, no more are made.
#pragma once

#include <optional>
#include <string>

#include "network/servers/host_service.hpp"
#include "utah10/machine/scheduler.hpp"
#include "word/chance.hpp"

namespace utah10 {

struct TrafficConfig {
  HostId host;       // of the receiver
  Socket socket{9};  // its contact socket: discard
  unsigned byteSize = 8;
  std::size_t messageBits = 0;     // of data
  Duration interval = seconds(1);  // mean time from one message to the next
  std::uint64_t seed = 1;
};

class TrafficSource final : public HostService, public NcpUser, public IcpCaller {
 public:
  static constexpr std::size_t kMostWaiting = 64;  // messages

  // `name` begins the name of its event slot.
  TrafficSource(Scheduler& clock, Ncp& ncp, std::string name, const TrafficConfig& config);

  // Calls the receiver; messages begin when it has answered.
  void call();
  bool connected() const { return connected_; }
  std::uint64_t messages() const { return messages_; }  // made

  std::string_view name() const override { return name_; }
  void open() override {}
  std::string status() const override;
  void state(Archive& a) override;

  Ncp::UserId user() const override { return self_; }
  void connected(const IcpPair& pair) override;
  void failed(Socket, CloseReason) override {}
  void received(ConnectionId id) override { ncp_.take(id, ncp_.waiting(id)); }
  void closed(ConnectionId id, CloseReason reason) override;

 private:
  void message();
  void next();

  Scheduler& clock_;
  Ncp& ncp_;
  std::string name_;
  TrafficConfig config_;
  Ncp::UserId self_;
  IcpClient icp_;
  EventId event_;
  Chance chance_;
  IcpPair pair_;
  bool connected_ = false;
  std::uint64_t messages_ = 0;
};

}  // namespace utah10
