// A service and a caller for tests of ICP.
#pragma once

#include <vector>

#include "network/ncp_rig.hpp"

namespace utah10::test {

struct Echoer : IcpService, NcpUser {
  explicit Echoer(Ncp& n) : ncp(n), self(n.enrol(*this)) {}
  Ncp::UserId user() const override { return self; }
  bool admits(HostId) override { return admitting; }
  void started(const IcpPair& p) override { pairs.push_back(p); }
  void received(ConnectionId id) override {
    for (const IcpPair& p : pairs)
      if (p.input == id) ncp.send(p.output, ncp.take(id, ncp.waiting(id)));
  }
  Ncp& ncp;
  Ncp::UserId self;
  bool admitting = true;
  std::vector<IcpPair> pairs;
};

struct Caller : IcpCaller {
  explicit Caller(Diary& d) : diary(d) {}
  Ncp::UserId user() const override { return diary.self; }
  void connected(const IcpPair& p) override { pairs.push_back(p); }
  void failed(Socket, CloseReason reason) override { failures.push_back(reason); }
  Diary& diary;
  std::vector<IcpPair> pairs;
  std::vector<CloseReason> failures;
};

}  // namespace utah10::test
