// The tables of an NCP and the operations on them; each ncp_*.cpp implements one topic.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "network/bit_queue.hpp"
#include "network/ncp/ncp.hpp"

namespace utah10::ncp {

enum class Phase : std::uint8_t {
  Listening,
  Requested,  // their RFC has arrived, ours has not been sent
  Waiting,    // ours has not been sent: the host is being reset
  RfcSent,
  Open,
  ClsSent,  // until their CLS arrives
  Ended     // gone from the network; its program has not been notified yet
};
constexpr unsigned kPhases = 7;

struct Connection {
  ConnectionId id;
  Ncp::UserId user = 0;
  Socket local, foreign;
  HostId host;
  Phase phase = Phase::Listening;
  std::uint8_t link = 0;
  std::uint8_t byteSize = 0;
  bool theirRfc = false;  // has arrived
  bool closing = false;   // CLS is sent once no data are left to send
  bool clsCame = false;   // their CLS has arrived, while ours must wait for an RFNM
  bool told = false;      // closed() is among the notices
  bool silent = false;    // belongs to no program: a refusal that awaits its CLS
  bool reclaiming = false;
  CloseReason reason = CloseReason::ByUs;
  BitQueue data;                   // sender: data to send; receiver: data not yet taken
  std::uint32_t messageSpace = 0;  // allocation; sender: available to us; receiver: granted and unused
  std::uint64_t bitSpace = 0;
  std::uint16_t mostMessages = 0;  // of a receiver
  std::uint32_t mostBits = 0;
  std::uint64_t bitsSent = 0, bitsReceived = 0;
  Instant since{};  // when the RFC or CLS was sent
  Instant limit = kNever;

  bool sends() const { return local.gender() == Gender::Send; }
  void state(Archive& a);  // all but its number
};

// An RFC for which no program is listening yet.
struct HeldRfc {
  HostId host;
  Socket local, foreign;
  std::uint8_t parameter = 0;  // link of RTS, byte size of STR
  Instant since{};

  void state(Archive& a);
};

// A message that awaits its RFNM.
struct Flight {
  Message message;
  ConnectionId connection;  // none: a control message, or its connection is gone
  std::size_t bits = 0;     // of data
  unsigned tries = 1;
  bool stale = false;  // sent before a reset: not sent again
  Instant since{};

  HostId host() const { return message.leader.host; }
  std::uint8_t link() const { return message.leader.link; }
  void state(Archive& a);
};

enum class Contact : std::uint8_t { None, Resetting, Known };

struct RemoteHost {
  HostId id;
  Contact contact = Contact::None;
  Instant since{};                  // of the RST
  std::deque<BitString> commands;   // to send
  std::deque<std::uint8_t> echoes;  // to send
  bool echoing = false;
  EchoView echo;
  std::uint8_t nextLink = kFirstLink;

  void state(Archive& a);  // all but its number
};

enum class NoticeKind : std::uint8_t { Requested, Opened, Received, Drained, Interrupted, Closed, Confirmed };
struct Notice {
  NoticeKind kind = NoticeKind::Received;
  ConnectionId id;
  void state(Archive& a);
  friend bool operator==(const Notice&, const Notice&) = default;
};

constexpr std::size_t kMostHeld = 256;       // RFCs
constexpr std::size_t kMostEchoes = 16;      // for one host, waiting for the previous one
constexpr std::size_t kMostCommands = 4096;  // for a host that accepts none
// Two for each link of each host; further connections are refused.
constexpr std::size_t kMostConnections = 35840;

}  // namespace utah10::ncp

namespace utah10 {

struct Ncp::State {
  State(Scheduler& c, MessagePort& p, const std::string& name, const NcpConfig& cfg);

  // ncp_work.cpp: one event does everything due at an instant
  void wake();
  void work();
  void deliver(const ncp::Notice& notice);
  void notify(ncp::NoticeKind kind, ConnectionId id);
  void armTimer();
  void onTimer();
  void timeConnections();
  void timeHosts();
  void timeFlights();
  bool isUp() const { return up && port.impIsReady(); }
  void note(HostId host, std::string what) { log.add(clock.now(), host, std::move(what)); }
  Instant soonest() const;

  // ncp_contact.cpp: contact with other hosts
  ncp::RemoteHost& hostOf(HostId id);
  void approach(ncp::RemoteHost& host);
  void contactMade(ncp::RemoteHost& host);
  void sendRst(ncp::RemoteHost& host);
  void gotRst(HostId id);
  void gotRrp(HostId id);
  void purge(HostId id, CloseReason reason, bool spareWaiting);
  void lostHost(HostId id, CloseReason reason);
  void echoAnswered(ncp::RemoteHost& host, EchoView::Answer answer, std::uint8_t reply);
  void sendEcho(ncp::RemoteHost& host);
  void forgetAll();
  void approachAll();
  void markStale(HostId id, bool spareControl);
  void sendNops();
  void leave();
  void left();
  void impReset();

  // ncp_connect.cpp: RFC and CLS
  ncp::Connection* find(ConnectionId id);
  ncp::Connection* findPair(HostId host, Socket local, Socket foreign);
  ncp::Connection* findLink(HostId host, std::uint8_t link, bool sending);
  ncp::Connection& make(UserId user, Socket local, ncp::Phase phase);
  std::uint8_t freeLink(HostId host);
  bool takeLink(ncp::Connection& c);
  void sendRfc(ncp::Connection& c);
  void open(ncp::Connection& c);
  void gotRfc(HostId host, const ControlCommand& command);
  bool meetListener(const ncp::HeldRfc& rfc);
  void keepRfc(const ncp::HeldRfc& rfc);
  void refuse(const ncp::HeldRfc& rfc);
  void forgetLink(HostId host, std::uint8_t link);
  bool linkTaken(HostId host, std::uint8_t link) const;
  bool keeps(Socket local) const;
  void meet(ncp::Connection& c, const ncp::HeldRfc& rfc);
  void takeHeld(ncp::Connection& c);
  void gotCls(HostId host, const DecodedCommand& decoded);
  void clsForConnection(ncp::Connection& c);
  void sendCls(ncp::Connection& c);
  void sendClsFor(HostId host, Socket mine, Socket yours);
  ConnectionId connect(UserId user, Socket local, HostId host, Socket foreign, unsigned byteSize);
  ConnectionId listen(UserId user, Socket local);
  void close(ncp::Connection& c);
  void finishClosing(ncp::Connection& c);
  void end(ncp::Connection& c, CloseReason reason);
  void tellClosed(ncp::Connection& c);
  void abort(ncp::Connection& c, CloseReason reason);

  // ncp_control.cpp: control messages
  void command(HostId host, const ControlCommand& command);
  void flushCommands(ncp::RemoteHost& host);
  void gotControl(const Message& message);
  void obey(HostId host, const DecodedCommand& decoded);
  void obeyLink(HostId host, const DecodedCommand& decoded);
  void sendErr(HostId host, ErrCode code, const std::array<std::uint8_t, ControlCommand::kErrorOctets>& octets);
  void sendErr(HostId host, ErrCode code, const Message& message);
  void gotAll(ncp::Connection& c, const DecodedCommand& decoded);
  void gotGvb(ncp::Connection& c, const ControlCommand& command);
  void gotRet(ncp::Connection& c, const DecodedCommand& decoded);

  // ncp_data.cpp: data messages, RFNMs
  void gotData(const Message& message);
  void gotBytes(ncp::Connection& c, const Message& message);
  void sendData(ncp::Connection& c);
  void topUp(ncp::Connection& c);
  void launch(ncp::Flight flight);
  ncp::Flight* flightOn(HostId host, std::uint8_t link);
  void landed(const Leader& leader);
  void bounced(const Leader& leader);
  void died(const Leader& leader);
  void erase(ncp::Flight* flight);
  void tryAgain(ncp::Flight& flight);
  void giveUp(ncp::Flight& flight);

  // ncp_state.cpp
  void state(Archive& a);
  void connectionsState(Archive& a);

  ConnectionView view(const ncp::Connection& c) const;

  Scheduler& clock;
  MessagePort& port;
  NcpConfig config;
  EventId workEvent, timerEvent;
  std::vector<NcpUser*> users;

  bool up = false;
  Instant leaving = kNever;  // when type 2 was sent; afterwards the ready line drops
  bool flapped = true;       // the IMP's line has changed since its last type 10
  bool working = false;
  std::uint32_t nextId = 1;
  std::uint32_t nextSocket;
  std::map<ConnectionId, ncp::Connection> connections;
  std::vector<ncp::HeldRfc> held;
  std::vector<ncp::Flight> flights;
  std::map<HostId, ncp::RemoteHost> hosts;
  std::deque<ncp::Notice> notices;
  NcpCounters counters;
  EventLog log;
};

}  // namespace utah10
