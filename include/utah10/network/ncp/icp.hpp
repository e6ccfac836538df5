// The initial connection protocol: how a user's program reaches a service by its contact socket.
//
// Source: RFC 165, NIC 7101, RFC 202 (ncp_protocols.md 6).
#pragma once

#include <cstdint>
#include <vector>

#include "utah10/network/ncp/ncp.hpp"

namespace utah10 {

// Two connections between a user and a server, one each way.
struct IcpPair {
  HostId host;         // at the other end
  Socket base;         // the server's S, even: it receives on S and sends on S+1
  Socket user;         // the user's U, even: it receives on U+2 and sends on U+3
  ConnectionId input;  // what we receive on
  ConnectionId output;
};

// What is behind a contact socket. It gets its sessions' data as an NcpUser of its own.
class IcpService {
 public:
  virtual ~IcpService() = default;
  // Whose callbacks take over the pair's connections.
  virtual Ncp::UserId user() const = 0;
  // Somebody calls: false refuses with CLS.
  virtual bool admits(HostId) { return true; }
  // Both connections are open.
  virtual void started(const IcpPair& pair) = 0;
};

// Listens on a contact socket, again and again; several callers may be under way at once.
class IcpServer final : public NcpUser {
 public:
  // `byteSize`: of the connection to the user. Enrols itself; open() begins to listen.
  IcpServer(Ncp& ncp, Socket contact, unsigned byteSize, IcpService& service);
  void open();
  void close();

  void requested(ConnectionId id) override;
  void opened(ConnectionId id) override;
  void closed(ConnectionId id, CloseReason reason) override;

  // Raw fields, within a section of the owner's.
  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  struct Call {
    ConnectionId contact;
    IcpPair pair;
    bool inputOpen = false;
    bool outputOpen = false;
  };
  Ncp& ncp_;
  Ncp::UserId self_;
  Socket contact_;
  unsigned byteSize_;
  IcpService& service_;
  ConnectionId listening_;
  std::vector<Call> calls_;
};

}  // namespace utah10
