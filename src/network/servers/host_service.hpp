// A service of a modelled host, reached through a socket; it can be opened, saved and shown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "network/ncp/icp.hpp"

namespace utah10 {

class HostService {
 public:
  virtual ~HostService() = default;
  // "echo"
  virtual std::string_view name() const = 0;
  // Begins to listen. Called once, before anything runs.
  virtual void open() = 0;
  // A line for the operator: "2 users, 17 served".
  virtual std::string status() const { return ""; }
  // Raw fields, inside a section that the host opens.
  virtual void state(Archive& a) = 0;
};

// The base of the small servers: a service reached by ICP whose users have two connections each.
//
// A session ends when its user closes its send connection (our side of both is then closed, the output after all
// queued text), or when either connection breaks.
class SessionServer : public HostService, public IcpService, public NcpUser {
 public:
  SessionServer(Ncp& ncp, std::string name, Socket contact, unsigned byteSize);

  std::string_view name() const override { return name_; }
  void open() override { server_.open(); }
  std::string status() const override;
  void state(Archive& a) override;

  std::size_t sessions() const { return sessions_.size(); }
  const IcpServer& server() const { return server_; }

  Ncp::UserId user() const override { return self_; }
  void started(const IcpPair& pair) override;
  void received(ConnectionId id) override;
  void drained(ConnectionId id) override;
  void interrupted(ConnectionId id) override;
  void closed(ConnectionId id, CloseReason reason) override;

 protected:
  struct ServiceSession {
    IcpPair pair;
    bool inputOpen = true;
    bool outputOpen = true;
    bool ending = false;
    // State of the particular server for this user.
    std::uint64_t position = 0;
    std::string line;
    BitString rest;
    std::int32_t marksDue = 0;
    bool echo = false;
  };
  static constexpr std::size_t kMostSessions = 4096;

  virtual void began(ServiceSession&) {}
  // Bytes have arrived.
  virtual void arrived(ServiceSession&) {}
  // All output has been sent and confirmed.
  virtual void wentOut(ServiceSession&) {}
  virtual void interrupt(ServiceSession&) {}
  // The user's input has ended; the output is closed after this call.
  virtual void inputEnded(ServiceSession&) {}

  Ncp& ncp() { return ncp_; }
  const Ncp& ncp() const { return ncp_; }
  void say(ServiceSession& session, std::string_view text);
  // Sends the queued output and ends the session.
  void hangUp(ServiceSession& session);
  // Another program now owns the session's connections: the session is removed at the end of the current callback.
  void handedOver(ServiceSession& session) { session.ending = true, session.inputOpen = session.outputOpen = false; }

 private:
  void forgetEnded();
  ServiceSession* sessionOf(ConnectionId id);

  Ncp& ncp_;
  std::string name_;
  Ncp::UserId self_;
  IcpServer server_;
  std::vector<ServiceSession> sessions_;
};

}  // namespace utah10
