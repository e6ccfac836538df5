// A host's network control program: the host-host protocol of NIC 8246 on top of a message port.
//
// Source: NIC 8246 (docs/sources/ncp.md 2-5). Data are bits in whole bytes of the connection's size; message boundaries
// mean nothing to programs. Everything happens in virtual time, in events or in calls from them; a call from within a
// user's callback is allowed. Errors of the other side are answered as the protocol says, counted and kept for the
// operator; nothing throws.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "network/event_log.hpp"
#include "network/message_port.hpp"
#include "network/ncp/ncp_views.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

enum class CloseReason : std::uint8_t {
  ByUs,      // close() was called and the other host has also closed
  ByThem,    // the other host closed an open connection; all it sent has been delivered first
  Refused,   // a CLS answered our RFC
  HostDead,  // type 7 from the IMP, or our own IMP went down
  Reset,     // RST from the other host
  TimedOut   // no answer within NcpConfig::patience
};

// A program that uses the network; every callback concerns one of its connections.
class NcpUser {
 public:
  virtual ~NcpUser() = default;
  // An RFC matched a listening socket. accept() or refuse() it, now or later.
  virtual void requested(ConnectionId) {}
  virtual void opened(ConnectionId) {}
  // Bytes have arrived; take() them.
  virtual void received(ConnectionId) {}
  // Everything sent has been confirmed by RFNMs.
  virtual void drained(ConnectionId) {}
  // A message has been confirmed by its RFNM, and more data are to be sent.
  virtual void confirmed(ConnectionId) {}
  // INR or INS.
  virtual void interrupted(ConnectionId) {}
  // After this call the connection no longer exists.
  virtual void closed(ConnectionId, CloseReason) {}
};

struct NcpConfig {
  // The allocation that a receiving connection starts with and is topped up to.
  std::uint16_t messages = 8;
  std::uint32_t bits = 32000;
  std::size_t longestMessage = 8063;   // bits of text; an IMP simulator behind a socket accepts only 7056
  Duration patience = seconds(60);     // for a matching CLS, an RRP
  Duration rfcPatience = seconds(60);  // for the answer to an RFC; also how long one that nobody listens for is kept
  // TENEX's three rounds of 20 s (docs/sources/ncp.md 5.5). The IMP asks after 30 s what became of a message and
  // reports it. A sender that repeats the message before then duplicates one that was delivered and lost only its RFNM.
  Duration rfnmPatience = seconds(60);
  unsigned tries = 3;  // for a message whose RFNM does not come or that the IMP reports incomplete
  // The most commands in a control message, at least one. NIC 8246 allows any number. A present-day daemon,
  // linux-ncp, builds its answer in the buffer it reads from, which destroys whatever follows the first command that
  // needs an answer.
  unsigned commandsPerMessage = 1;
  std::uint32_t firstSocket = 0400;  // the first that allocateSockets() returns
};

class Ncp final : public MessageUser {
 public:
  using UserId = std::uint32_t;

  // `name` begins the names of its event slots ("host101.ncp"). The port must outlive the NCP.
  Ncp(Scheduler& clock, MessagePort& port, const std::string& name, const NcpConfig& config = {});
  ~Ncp() override;
  Ncp(const Ncp&) = delete;
  Ncp& operator=(const Ncp&) = delete;

  // Programs enrol before anything runs, always in the same order: a snapshot refers to them by number.
  UserId enrol(NcpUser& user);
  // Raises the ready line, sends NOPs, and an RST to each host before the first request to it.
  void comeUp();
  // Everything is lost except listening sockets. The IMP is told (type 2), then the ready line drops; it stays up at
  // most NcpConfig::rfnmPatience if the IMP accepts nothing.
  void goDown();
  bool isUp() const;

  // Waits for an RFC from any host to `local`, which calls requested(). It matches one RFC: listen again for the
  // next.
  ConnectionId listen(UserId user, Socket local);
  void accept(ConnectionId id, unsigned byteSize);
  void refuse(ConnectionId id);
  // Sends the RFC: RTS from a receive socket, STR with `byteSize` from a send socket. If a matching RFC has already
  // arrived, the connection opens at once. Returns none if the two sockets are still in use or no link is free.
  ConnectionId connect(UserId user, Socket local, HostId host, Socket foreign, unsigned byteSize);
  // Sends CLS once all queued data have been sent. A listening socket just ends. closed() follows, except for a
  // listening socket.
  void close(ConnectionId id);
  // Sends CLS as soon as the protocol allows; unsent data are dropped.
  void abort(ConnectionId id);
  // Transfers the connection to another program, which is notified again of bytes that are waiting.
  void hand(ConnectionId id, UserId user);
  // Aborts the connection with CloseReason::TimedOut after this time; zero removes the limit.
  void limit(ConnectionId id, Duration time);
  // For a receiver: the allocation it is topped up to, in place of NcpConfig's. Any excess already granted is called
  // back (GVB).
  void allow(ConnectionId id, std::uint16_t messages, std::uint32_t bits);

  // A whole number of bytes; the queue is unlimited, and unsent() returns its length.
  void send(ConnectionId id, const BitString& bytes);
  std::size_t unsent(ConnectionId id) const;  // bits, including those in transit
  // Removes and returns the next bytes received, at most `bits`; the sender's allocation is replenished by as much.
  BitString take(ConnectionId id, std::size_t bits);
  std::size_t waiting(ConnectionId id) const;  // bits
  void interrupt(ConnectionId id);             // INR from a receiver, INS from a sender
  unsigned byteSize(ConnectionId id) const;
  HostId hostOf(ConnectionId id) const;
  Socket foreignSocket(ConnectionId id) const;

  // Returns the first of `count` free sockets, an even number. RFCs to them are kept for rfcPatience even before a
  // program listens.
  Socket allocateSockets(unsigned count);
  void echo(HostId host, std::uint8_t data);  // ECO
  void reset(HostId host);                    // RST
  std::vector<ConnectionView> connections() const;
  std::optional<ConnectionView> connection(ConnectionId id) const;
  std::optional<EchoView> lastEcho(HostId host) const;
  const NcpCounters& counters() const;
  const EventLog& log() const;
  const NcpConfig& config() const;

  void arrived(const Message& message) override;
  void impReady(bool up) override;
  void allSent() override;

  // Each in a section of its own.
  void state(Archive& a);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace utah10
