// Which hosts an NCP is in contact with: RST and RRP, ECO, dead hosts, the IMP's own comings and goings.
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

Host& Ncp::State::hostOf(HostId id) {
  Host& h = hosts[id];
  h.id = id;
  h.echo.host = id;
  return h;
}

// Something is wanted of a host: the first thing it hears of us is a RST.
void Ncp::State::approach(Host& host) {
  if (host.contact == Contact::None && isUp()) sendRst(host);
}

// We are there again: hosts that we knew may have connections of which nothing is left here, and wait for them.
void Ncp::State::approachAll() {
  for (auto& [id, c] : connections)
    if (c.phase == Phase::Waiting) (void)hostOf(c.host);
  for (auto& [id, h] : hosts) approach(h);
}

void Ncp::State::sendRst(Host& host) {
  host.contact = Contact::Resetting;
  host.since = clock.now();
  host.commands.clear();
  ControlCommand rst;
  rst.op = ControlOp::Rst;
  command(host.id, rst);
}

// RFCs go in the order in which they were asked for.
void Ncp::State::contactMade(Host& host) {
  host.contact = Contact::Known;
  for (auto& [id, c] : connections)
    if (c.phase == Phase::Waiting && c.host == host.id) sendRfc(c);
  sendEcho(host);
}

void Ncp::State::gotRst(HostId id) {
  ++counters.resets;
  note(id, "RST: the other host begins anew");
  Host& host = hostOf(id);
  const bool resetting = host.contact == Contact::Resetting;
  const BitString rst = encodedOp(ControlOp::Rst);
  const bool ourRstWaits = resetting && std::ranges::find(host.commands, rst) != host.commands.end();
  host.commands.clear();
  purge(id, CloseReason::Reset, true);
  markStale(id, resetting);
  if (ourRstWaits) host.commands.push_back(rst);
  ControlCommand rrp;
  rrp.op = ControlOp::Rrp;
  command(id, rrp);  // before anything else: what comes before it is not heard
  echoAnswered(host, EchoView::Answer::Rst, 0);
  if (!resetting) contactMade(host);
}

void Ncp::State::gotRrp(HostId id) {
  Host& host = hostOf(id);
  echoAnswered(host, EchoView::Answer::Rrp, 0);
  if (host.contact == Contact::Resetting) contactMade(host);  // any other is discarded: NIC 8246
}

// What was sent before a reset is not sent again; our own RST is.
void Ncp::State::markStale(HostId id, bool spareControl) {
  for (Flight& f : flights)
    if (f.host() == id && !(spareControl && f.link() == kControlLink)) f.stale = true;
}

// Forgets what is between us and a host; connections whose RFC has not gone may wait for the next contact.
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
  Host& host = hostOf(id);
  host.contact = Contact::None;
  host.commands.clear();
  host.echoes.clear();
  purge(id, reason, false);
  markStale(id, false);
  echoAnswered(host, reason == CloseReason::TimedOut ? EchoView::Answer::TimedOut : EchoView::Answer::Dead, 0);
}

void Ncp::State::sendEcho(Host& host) {
  if (host.echoing || host.echoes.empty() || host.contact != Contact::Known) return;
  host.echoing = true;
  host.echo = {host.id, host.echoes.front(), EchoView::Answer::None, clock.now(), {}, 0};
  host.echoes.pop_front();
  ControlCommand eco;
  eco.op = ControlOp::Eco;
  eco.data = host.echo.data;
  command(host.id, eco);
}

void Ncp::State::echoAnswered(Host& host, EchoView::Answer answer, std::uint8_t reply) {
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

// Type 10 ends what the IMP says after its ready line came up again; without that the line has flapped unseen.
void Ncp::State::impReset() {
  if (flapped) {
    flapped = false;
    return;
  }
  note({}, "the IMP has reset its interface: everything on its way is lost");
  forgetAll();
  sendNops();
}

}  // namespace utah10
