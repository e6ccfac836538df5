// The NCP's events: one does everything due at an instant, the other handles the time-outs.
//
// Programs are called from the event only, never from within their own calls, so a callback may call anything.
#include <fmt/format.h>

#include <algorithm>

#include "network/ncp/ncp_state.hpp"

namespace utah10 {

using namespace ncp;

Ncp::State::State(Scheduler& c, MessagePort& p, const std::string& name, const NcpConfig& cfg)
    : clock(c), port(p), config(cfg), nextSocket(cfg.firstSocket + (cfg.firstSocket & 1)) {
  workEvent = clock.add(name + ".work", [this] { work(); });
  timerEvent = clock.add(name + ".timer", [this] { onTimer(); });
}

void Ncp::State::wake() {
  if (!working && !clock.pending(workEvent)) clock.after(workEvent, Duration::zero());
}

void Ncp::State::notify(NoticeKind kind, ConnectionId id) {
  const Notice notice{kind, id};
  const bool once = kind == NoticeKind::Received || kind == NoticeKind::Drained;
  if (once && std::ranges::find(notices, notice) != notices.end()) return;
  notices.push_back(notice);
}

void Ncp::State::work() {
  working = true;
  do {
    while (!notices.empty()) {
      const Notice next = notices.front();
      notices.pop_front();
      deliver(next);
    }
    for (auto& [id, c] : connections) {
      sendData(c);
      finishClosing(c);
      topUp(c);
    }
    for (auto& [id, h] : hosts) flushCommands(h);
  } while (!notices.empty());
  working = false;
  if (leaving != kNever && port.unsent() == 0) left();
  armTimer();
}

void Ncp::State::deliver(const Notice& notice) {
  Connection* c = find(notice.id);
  if (c == nullptr) return;
  if (c->silent) {
    if (notice.kind == NoticeKind::Closed) connections.erase(notice.id);
    return;
  }
  NcpUser& user = *users[c->user];
  switch (notice.kind) {
    case NoticeKind::Requested:
      return user.requested(notice.id);
    case NoticeKind::Opened:
      return user.opened(notice.id);
    case NoticeKind::Received:
      if (!c->data.empty()) user.received(notice.id);
      return;
    case NoticeKind::Drained:
      if (c->phase == Phase::Open && c->data.empty() && flightOn(c->host, c->link) == nullptr) user.drained(notice.id);
      return;
    case NoticeKind::Interrupted:
      return user.interrupted(notice.id);
    case NoticeKind::Confirmed:
      return user.confirmed(notice.id);
    case NoticeKind::Closed:
      user.closed(notice.id, c->reason);
      connections.erase(notice.id);
  }
}

Instant Ncp::State::soonest() const {
  Instant when = leaving == kNever ? kNever : leaving + config.rfnmPatience;
  for (const auto& [id, c] : connections) {
    when = std::min(when, c.limit);
    if (c.phase == Phase::Waiting || c.phase == Phase::RfcSent) when = std::min(when, c.since + config.rfcPatience);
    if (c.phase == Phase::ClsSent) when = std::min(when, c.since + config.patience);
  }
  for (const HeldRfc& r : held) when = std::min(when, r.since + config.rfcPatience);
  for (const Flight& f : flights) when = std::min(when, f.since + config.rfnmPatience);
  for (const auto& [id, h] : hosts) {
    if (h.contact == Contact::Resetting) when = std::min(when, h.since + config.patience);
    if (h.echoing) when = std::min(when, h.echo.sent + config.patience);
  }
  return when;
}

void Ncp::State::armTimer() {
  const Instant when = soonest();
  if (clock.when(timerEvent) == when) return;
  if (when == kNever) {
    clock.cancel(timerEvent);
  } else {
    clock.at(timerEvent, when);
  }
}

void Ncp::State::onTimer() {
  if (leaving != kNever && leaving + config.rfnmPatience <= clock.now()) left();
  timeFlights();
  timeHosts();
  timeConnections();
  wake();
}

void Ncp::State::timeConnections() {
  const Instant now = clock.now();
  std::vector<ConnectionId> late;
  for (const auto& [id, c] : connections) {
    const bool unanswered =
        (c.phase == Phase::Waiting || c.phase == Phase::RfcSent) && c.since + config.rfcPatience <= now;
    const bool unclosed = c.phase == Phase::ClsSent && c.since + config.patience <= now;
    if (unanswered || unclosed || c.limit <= now) late.push_back(id);
  }
  for (const ConnectionId id : late) {
    Connection& c = *find(id);
    c.limit = kNever;
    if (c.phase == Phase::ClsSent && c.since + config.patience <= now) {
      note(c.host, fmt::format("no CLS for socket {:o}", c.local.number()));
      end(c, CloseReason::TimedOut);
    } else {
      abort(c, CloseReason::TimedOut);
    }
  }
  const std::vector<HeldRfc> kept = held;
  std::erase_if(held, [&](const HeldRfc& r) { return r.since + config.rfcPatience <= now; });
  for (const HeldRfc& r : kept)
    if (r.since + config.rfcPatience <= now) refuse(r);
}

void Ncp::State::timeHosts() {
  const Instant now = clock.now();
  for (auto& [id, h] : hosts) {
    if (h.contact == Contact::Resetting && h.since + config.patience <= now) {
      note(id, "does not answer RST");
      lostHost(id, CloseReason::TimedOut);
    }
    if (h.echoing && h.echo.sent + config.patience <= now) echoAnswered(h, EchoView::Answer::TimedOut, 0);
  }
}

void Ncp::State::timeFlights() {
  const Instant now = clock.now();
  // Giving one up may remove others, so each is searched for again. A message sent again is no longer late.
  for (;;) {
    const auto late =
        std::ranges::find_if(flights, [&](const Flight& f) { return f.since + config.rfnmPatience <= now; });
    if (late == flights.end()) return;
    ++counters.rfnmMissing;
    note(late->host(), fmt::format("no RFNM on link {}", late->link()));
    tryAgain(*late);
  }
}

}  // namespace utah10
