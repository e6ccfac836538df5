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
  ByUs,      // close() was called and the other side has closed, too
  ByThem,    // the other side closed an open connection; all it sent has been delivered first
  Refused,   // a CLS answered our RFC
  HostDead,  // type 7 from the IMP, or our own IMP went down
  Reset,     // RST from the other host
  TimedOut   // no answer in NcpConfig::patience
};

// A program that uses the network; every call is about one of its connections.
class NcpUser {
 public:
  virtual ~NcpUser() = default;
  // An RFC met a listening socket. accept() or refuse() it, now or later.
  virtual void requested(ConnectionId) {}
  virtual void opened(ConnectionId) {}
  // Bytes are there; take() them.
  virtual void received(ConnectionId) {}
  // All that was sent has been confirmed by RFNMs.
  virtual void drained(ConnectionId) {}
  // INR or INS.
  virtual void interrupted(ConnectionId) {}
  // The connection does not exist any more after this call.
  virtual void closed(ConnectionId, CloseReason) {}
};

struct NcpConfig {
  // What a receiving connection is given at the start and topped up to.
  std::uint16_t messages = 8;
  std::uint32_t bits = 32000;
  std::size_t longestMessage = 8063;   // bits of text; an IMP simulator behind a socket takes only 7056
  Duration patience = seconds(60);     // for a matching CLS, an RRP
  Duration rfcPatience = seconds(60);  // for the answer to an RFC; also how long one that nobody listens for is kept
  // TENEX's three rounds of 20 s (docs/sources/ncp.md 5.5). The IMP asks after 30 s what became of a message and
  // reports it. A sender that repeats the message before then duplicates one that was delivered and lost only its RFNM.
  Duration rfnmPatience = seconds(60);
  unsigned tries = 3;  // of a message whose RFNM does not come or that the IMP calls incomplete
  // At most so many in a control message, one at least. NIC 8246 allows any number. A daemon of today, linux-ncp,
  // builds its answer in the buffer it reads from and so spoils what follows the first command that needs one.
  unsigned commandsPerMessage = 1;
  std::uint32_t firstSocket = 0400;  // of those that allocateSockets() gives
};

class Ncp final : public MessageUser {
 public:
  using UserId = std::uint32_t;

  // `name` begins the names of its event slots ("host101.ncp"). The port must outlive it.
  Ncp(Scheduler& clock, MessagePort& port, const std::string& name, const NcpConfig& config = {});
  ~Ncp() override;
  Ncp(const Ncp&) = delete;
  Ncp& operator=(const Ncp&) = delete;

  // Programs enrol before anything runs, always in the same order: a snapshot names them by number.
  UserId enrol(NcpUser& user);
  // Ready line up, NOPs, RSTs to hosts once something is wanted of them.
  void comeUp();
  // Everything is lost but who listens. The IMP is told (type 2), then the ready line drops; it stays up no longer than
  // NcpConfig::rfnmPatience for an IMP that takes nothing.
  void goDown();
  bool isUp() const;

  // Waits for an RFC from anybody on `local`; requested() tells. One at a time: listen again for the next.
  ConnectionId listen(UserId user, Socket local);
  void accept(ConnectionId id, unsigned byteSize);
  void refuse(ConnectionId id);
  // Sends the RFC: RTS from a receive socket, STR with `byteSize` from a send socket. A matching RFC that has come
  // already opens it at once. None when the two sockets are still in use, or all links.
  ConnectionId connect(UserId user, Socket local, HostId host, Socket foreign, unsigned byteSize);
  // CLS; data not yet sent go first. Listening sockets just end. closed() follows, but for a listening socket.
  void close(ConnectionId id);
  // CLS as soon as the protocol allows; what has not been sent is dropped.
  void abort(ConnectionId id);
  // Another program takes the connection over; it is told again of bytes that are there.
  void hand(ConnectionId id, UserId user);
  // Aborts the connection with CloseReason::TimedOut after so long; zero takes that back.
  void limit(ConnectionId id, Duration time);
  // A receiver: what it is topped up to, instead of NcpConfig's. If more is given out the rest is called back (GVB).
  void allow(ConnectionId id, std::uint16_t messages, std::uint32_t bits);

  // A whole number of bytes; queued without limit, unsent() tells how much.
  void send(ConnectionId id, const BitString& bytes);
  std::size_t unsent(ConnectionId id) const;  // bits, those on their way included
  // The next bytes that have come, at most `bits`; space is given back to the sender for what is taken.
  BitString take(ConnectionId id, std::size_t bits);
  std::size_t waiting(ConnectionId id) const;  // bits
  void interrupt(ConnectionId id);             // INR from a receiver, INS from a sender
  unsigned byteSize(ConnectionId id) const;
  HostId hostOf(ConnectionId id) const;
  Socket foreignSocket(ConnectionId id) const;

  // Free sockets: the first of `count`, even. RFCs to them are kept for rfcPatience though nobody listens yet.
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

  // In a section of its own.
  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace utah10
