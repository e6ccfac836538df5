// Contact with other hosts: RST and RRP, ECO, dead hosts, and our IMP going down and coming up.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "network/ncp/ncp_state.hpp"

namespace utah10 {

using namespace ncp;

namespace {

BitString encodedOp(ControlOp op) {
  ControlCommand c;
  c.op = op;
  return encode(c);
}

}  // namespace

RemoteHost& Ncp::State::hostOf(HostId id) {
  RemoteHost& h = hosts[id];
  h.id = id;
  h.echo.host = id;
  return h;
}

// Called before any request to a host: the first thing sent to it is an RST.
void Ncp::State::approach(RemoteHost& host) {
  if (host.contact == Contact::None && isUp()) sendRst(host);
}

// After coming up again: hosts in contact may hold connections that no longer exist here, and would wait for them.
void Ncp::State::approachAll() {
  for (auto& [id, c] : connections)
    if (c.phase == Phase::Waiting) (void)hostOf(c.host);
  for (auto& [id, h] : hosts) approach(h);
}

void Ncp::State::sendRst(RemoteHost& host) {
  host.contact = Contact::Resetting;
  host.since = clock.now();
  host.commands.clear();
  ControlCommand rst;
  rst.op = ControlOp::Rst;
  command(host.id, rst);
}

// RFCs are sent in the order in which they were requested.
void Ncp::State::contactMade(RemoteHost& host) {
  host.contact = Contact::Known;
  for (auto& [id, c] : connections)
    if (c.phase == Phase::Waiting && c.host == host.id) sendRfc(c);
  sendEcho(host);
}

void Ncp::State::gotRst(HostId id) {
  ++counters.resets;
  note(id, "RST: the other host starts afresh");
  RemoteHost& host = hostOf(id);
  const bool resetting = host.contact == Contact::Resetting;
  const BitString rst = encodedOp(ControlOp::Rst);
  const bool ourRstWaits = resetting && std::ranges::find(host.commands, rst) != host.commands.end();
  host.commands.clear();
  purge(id, CloseReason::Reset, true);
  markStale(id, resetting);
  if (ourRstWaits) host.commands.push_back(rst);
  ControlCommand rrp;
  rrp.op = ControlOp::Rrp;
  command(id, rrp);  // before all else: the other host ignores what precedes the RRP
  echoAnswered(host, EchoView::Answer::Rst, 0);
  if (!resetting) contactMade(host);
}

void Ncp::State::gotRrp(HostId id) {
  RemoteHost& host = hostOf(id);
  echoAnswered(host, EchoView::Answer::Rrp, 0);
  if (host.contact == Contact::Resetting) contactMade(host);  // any other RRP is discarded: NIC 8246
}

// Messages sent before a reset are not sent again, except our own RST.
void Ncp::State::markStale(HostId id, bool spareControl) {
  for (Flight& f : flights)
    if (f.host() == id && !(spareControl && f.link() == kControlLink)) f.stale = true;
}

// Drops everything shared with a host; connections whose RFC has not been sent may wait for the next contact.
void Ncp::State::purge(HostId id, CloseReason reason, bool spareWaiting) {
  for (auto& [cid, c] : connections) {
    if (c.host != id || c.phase == Phase::Listening || c.phase == Phase::Ended) continue;
    if (c.phase == Phase::Waiting && spareWaiting) continue;
    c.data.clear();
    end(c, reason);
  }
  std::erase_if(held, [&](const HeldRfc& r) { return r.host == id; });
}

void Ncp::State::lostHost(HostId id, CloseReason reason) {
  RemoteHost& host = hostOf(id);
  host.contact = Contact::None;
  host.commands.clear();
  host.echoes.clear();
  purge(id, reason, false);
  markStale(id, false);
  echoAnswered(host, reason == CloseReason::TimedOut ? EchoView::Answer::TimedOut : EchoView::Answer::Dead, 0);
}

void Ncp::State::sendEcho(RemoteHost& host) {
  if (host.echoing || host.echoes.empty() || host.contact != Contact::Known) return;
  host.echoing = true;
  host.echo = {host.id, host.echoes.front(), EchoView::Answer::None, clock.now(), {}, 0};
  host.echoes.pop_front();
  ControlCommand eco;
  eco.op = ControlOp::Eco;
  eco.data = host.echo.data;
  command(host.id, eco);
}

void Ncp::State::echoAnswered(RemoteHost& host, EchoView::Answer answer, std::uint8_t reply) {
  if (!host.echoing) return;
  host.echoing = false;
  host.echo.answer = answer;
  host.echo.reply = reply;
  host.echo.answered = clock.now();
  sendEcho(host);
}

// The IMP discards the first message after its ready line has risen (docs/sources/imp.md 7).
void Ncp::State::sendNops() {
  Message nop;
  nop.leader.type = code(ToImp::Nop);
  for (int i = 0; i < 3; ++i) port.send(nop);
}

// From our type 2 on the IMP reports us dead to other hosts. The time of return is "unknown", in TENEX's encoding
// (docs/sources/imp.md 7).
void Ncp::State::leave() {
  if (!port.impIsReady()) return port.setReady(false);
  constexpr std::uint8_t kUnknownLink = 0xFF, kUnknownId = 017, kUnknownSubtype = 016;
  Message bye;
  bye.leader.type = code(ToImp::GoingDown);
  bye.leader.link = kUnknownLink;
  bye.leader.id = kUnknownId;
  bye.leader.subtype = kUnknownSubtype;
  port.send(bye);
  leaving = clock.now();
}

void Ncp::State::left() {
  if (leaving == kNever) return;
  leaving = kNever;
  port.setReady(false);
}

void Ncp::State::forgetAll() {
  for (auto& [id, c] : connections) {
    if (c.phase == Phase::Listening || c.phase == Phase::Ended) continue;
    c.data.clear();
    end(c, CloseReason::HostDead);
  }
  held.clear();
  flights.clear();
  for (auto& [id, h] : hosts) {
    h.contact = Contact::None;
    h.commands.clear();
    h.echoes.clear();
    echoAnswered(h, EchoView::Answer::Dead, 0);
  }
}

// Type 10 is the last of the messages that the IMP sends after its ready line has come up; if it comes at any other
// time, the line dropped and rose unseen.
void Ncp::State::impReset() {
  if (flapped) {
    flapped = false;
    return;
  }
  note({}, "the IMP has reset its interface: everything in transit is lost");
  forgetAll();
  sendNops();
}

}  // namespace utah10
