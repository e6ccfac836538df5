// The initial connection protocol: how a user's program reaches a service through its contact socket.
//
// Source: RFC 165, NIC 7101, RFC 202 (docs/sources/ncp.md 7).
#pragma once

#include <cstdint>
#include <vector>

#include "network/ncp/ncp.hpp"

namespace utah10 {

// Byte size of the connection to a contact socket, which carries S.
constexpr unsigned kContactBits = 32;

// A pair of connections between a user and a server, one in each direction.
struct IcpPair {
  HostId host;         // of the other end
  Socket base;         // the server's S, even: it receives on S and sends on S+1
  Socket user;         // the user's U, even: it receives on U+2 and sends on U+3
  ConnectionId input;  // we receive on this
  ConnectionId output;

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);
};

// The service behind a contact socket. Its sessions' data go to an NcpUser of its own.
class IcpService {
 public:
  virtual ~IcpService() = default;
  // The user whose callbacks take over the pair's connections.
  virtual Ncp::UserId user() const = 0;
  // A host calls; returning false refuses it with CLS.
  virtual bool admits(HostId) { return true; }
  // How many sockets, starting at S, belong to a session, to allow more connections than the pair.
  virtual unsigned sockets() const { return 2; }
  // Both connections are open.
  virtual void started(const IcpPair& pair) = 0;
};

// Listens on a contact socket continually; several calls may be in progress at once. A call that makes no progress is
// dropped after NcpConfig::patience.
class IcpServer final : public NcpUser {
 public:
  static constexpr std::size_t kMostCalls = 64;  // in progress; further calls are refused

  // `byteSize` is that of the connection to the user. Registers itself; open() begins to listen.
  IcpServer(Ncp& ncp, Socket contact, unsigned byteSize, IcpService& service);
  void open();
  void close();  // no new callers
  Socket contact() const { return contact_; }
  std::size_t underWay() const { return calls_.size(); }
  // Callers that got their pair, that were refused, that did not complete the protocol.
  std::uint64_t served() const { return served_; }
  std::uint64_t refused() const { return refused_; }
  std::uint64_t failed() const { return failed_; }

  void requested(ConnectionId id) override;
  void opened(ConnectionId id) override;
  void drained(ConnectionId id) override;
  void closed(ConnectionId id, CloseReason reason) override;

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);

 private:
  struct Call {
    ConnectionId contact;  // none: closed
    IcpPair pair;
    bool told = false;  // S has reached the user, the pair has been requested
    bool inputOpen = false;
    bool outputOpen = false;
  };
  Call* callOf(ConnectionId id);
  void proceed(Call& call);
  void drop(Call& call);

  Ncp& ncp_;
  Ncp::UserId self_;
  Socket contact_;
  unsigned byteSize_;
  IcpService& service_;
  bool open_ = false;
  ConnectionId listening_;
  std::vector<Call> calls_;
  std::uint64_t served_ = 0, refused_ = 0, failed_ = 0;
};

// The caller's side of an IcpService.
class IcpCaller {
 public:
  virtual ~IcpCaller() = default;
  // The user whose callbacks take over the pair's connections.
  virtual Ncp::UserId user() const = 0;
  // pair.input is our U+2, pair.output our U+3.
  virtual void connected(const IcpPair& pair) = 0;
  // `user` is the U that call() returned.
  virtual void failed(Socket user, CloseReason reason) = 0;
};

// Calls services on other hosts.
class IcpClient final : public NcpUser {
 public:
  IcpClient(Ncp& ncp, IcpCaller& caller);
  // Returns U, the first of `sockets` sockets (at least four) reserved for this call; 0 if no link is free.
  // `byteSize` is that of the connection to the server. The server's answer may be one byte of 32 bits, four of 8 or
  // any others that make 32 bits.
  Socket call(HostId host, Socket contact, unsigned byteSize, unsigned sockets = 4);
  std::size_t underWay() const { return calls_.size(); }

  void opened(ConnectionId id) override;
  void received(ConnectionId id) override;
  void closed(ConnectionId id, CloseReason reason) override;

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);

 private:
  struct Call {
    ConnectionId contact;
    IcpPair pair;
    unsigned byteSize = 0;
    bool inputOpen = false;
    bool outputOpen = false;
  };
  Call* callOf(ConnectionId id);
  void fail(Call& call, CloseReason reason);

  Ncp& ncp_;
  Ncp::UserId self_;
  IcpCaller& caller_;
  std::vector<Call> calls_;
};

}  // namespace utah10
