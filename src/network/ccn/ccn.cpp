#include "network/ccn/ccn.hpp"

#include <algorithm>

namespace utah10::ccn {
namespace {

constexpr std::size_t kMostEvents = 64;

// The lowest free line; 0 if none is free.
unsigned freeLine(const std::list<TerminalSession>& sessions, unsigned lines) {
  for (unsigned n = 1; n <= lines; ++n)
    if (std::ranges::find(sessions, n, &TerminalSession::line) == sessions.end()) return n;
  return 0;
}

}  // namespace

Ccn::Ccn(Scheduler& time, Ncp& network, const CcnConfig& configuration, CcnFiles* keeper)
    : clock(time),
      ncp(network),
      config(configuration),
      files(keeper),
      self(network.enrol(*this)),
      settings(configuration.terminals.size()),
      batch(configuration.batch) {
  slot = clock.add("ccn.tick", [this] { tick(); });
  for (const CcnContact& c : config.contacts) contacts.push_back(std::make_unique<Contact>(*this, c));
}

void Ccn::start() {
  for (const auto& contact : contacts) contact->icp.open();
}

bool Ccn::Contact::admits(HostId) {
  if (ccn.service != CcnService::NoCore) return true;
  ++ccn.counts.refusals;
  return false;
}

void Ccn::started(const IcpPair& pair, CcnCharset charset) {
  const Entry entry(*this);
  const unsigned number = freeLine(sessions, config.lines);
  TerminalSession& s = sessions.emplace_back(config.controlCAborts);
  s.line = number;
  s.host = pair.host;
  s.charset = charset;
  s.base = pair.base;
  s.user = pair.user;
  s.in = pair.input;
  s.out = pair.output;
  if (number == 0 || service != CcnService::Up) {
    ++counts.refusals;
    say(s, service == CcnService::Up ? CcnText::PortsBusy : CcnText::RjsNotUp);
    return end(s);
  }
  ++counts.sessions;
  if (config.signonPatience != Duration{}) s.deadline = clock.now() + config.signonPatience;
  listen(s);
  say(s, CcnText::Ready);
  heard(s);
}

// Called by the Telnet logger, which has completed the ICP.
bool Ccn::logged(std::string_view word, const IcpPair& pair) {
  const auto contact = std::ranges::find(config.contacts, word, &CcnContact::name);
  if (contact == config.contacts.end() || service == CcnService::NoCore) return false;
  ncp.hand(pair.input, self);
  ncp.hand(pair.output, self);
  started(pair, contact->charset);
  return true;
}

void Ccn::requested(ConnectionId id) {
  const Entry entry(*this);
  for (TerminalSession& s : sessions) {
    if (s.reader.listening == id) return requestedBy(s, s.reader, "READER");
    for (OutputChannel* c : {&s.printer, &s.punch})
      if (c->listening == id) return requestedBy(s, *c, nameOf(c->paper));
  }
  ncp.refuse(id);
}

void Ccn::opened(ConnectionId id) {
  const Entry entry(*this);
  for (TerminalSession& s : sessions)
    for (OutputChannel* c : {&s.printer, &s.punch}) {
      if (c->open != id) continue;
      say(s, CcnText::StatusChanged);
      sendNext(s, *c);
    }
}

void Ccn::received(ConnectionId id) {
  const Entry entry(*this);
  for (TerminalSession& s : sessions) {
    if (s.in == id) return heard(s);
    if (s.reader.open == id) return readerReceived(s);
  }
}

void Ccn::drained(ConnectionId id) {
  const Entry entry(*this);
  for (TerminalSession& s : sessions)
    for (OutputChannel* c : {&s.printer, &s.punch})
      if (c->open == id) return outputDrained(s, *c);
}

void Ccn::closed(ConnectionId id, CloseReason reason) {
  const Entry entry(*this);
  for (TerminalSession& s : sessions) {
    if (s.reader.open == id) return readerClosed(s, reason);
    for (OutputChannel* c : {&s.printer, &s.punch})
      if (c->open == id) return outputClosed(s, *c, reason);
    if (s.in != id && s.out != id) continue;
    (s.in == id ? s.in : s.out) = {};
    // The operator or the operator's host has gone: the session ends.
    if (reason != CloseReason::ByUs) note(fmt::format("line {}: console closed by the remote host", s.line));
    return end(s);
  }
}

Instant Ccn::due() const {
  Instant first = batch.due();
  for (const TerminalSession& s : sessions) {
    first = std::min({first, s.deadline, s.reader.deadline});
    for (const OutputChannel* c : {&s.printer, &s.punch}) first = std::min({first, c->deadline, c->resume});
  }
  return first;
}

void Ccn::settle() {
  std::erase_if(sessions, [](const TerminalSession& s) { return s.stage == Stage::Closing && s.over(); });
  const Instant next = due();
  if (next == kNever) return clock.cancel(slot);
  clock.at(slot, next);
}

void Ccn::tick() {
  const Entry entry(*this);
  const Instant now = clock.now();
  for (const std::uint32_t number : batch.run(now))
    if (CcnOutput* output = batch.output(number)) offer(*output);
  for (TerminalSession& s : sessions) {
    if (s.deadline <= now) {
      s.deadline = kNever;
      ++counts.timeouts;
      say(s, CcnText::SignonTimeout);
      say(s, CcnText::Terminated);
      end(s);
    }
    if (s.reader.deadline <= now) {
      s.reader.deadline = kNever;
      ++counts.timeouts;
      say(s, CcnText::TransferTimeout, std::string_view("READER"), s.terminal);
      s.reader.closing = true;
      ncp.abort(s.reader.open);
    }
    for (OutputChannel* c : {&s.printer, &s.punch}) {
      if (c->resume <= now) sendTransaction(s, *c);
      if (c->deadline <= now) transferTimeout(s, *c);
    }
  }
}

void Ccn::keep(CcnFileKind kind, const std::string& job, const std::string& terminal, Octets contents) {
  ++serial;  // also without a CcnFiles: serial numbers are part of the state
  if (files != nullptr) files->keep({serial, kind, job, terminal, std::move(contents)});
}

void Ccn::note(std::string text) {
  if (events.size() == kMostEvents) events.erase(events.begin());
  events.push_back({clock.now(), std::move(text)});
}

}  // namespace utah10::ccn
