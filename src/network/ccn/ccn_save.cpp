// Saves and restores the state of CCN.
#include <algorithm>

#include "network/ccn/ccn.hpp"
#include "network/ccn/ccn_state.hpp"

namespace utah10::ccn {
namespace {

constexpr std::size_t kMostSessions = 1000;
constexpr std::size_t kMostNotes = 64;

void saveId(StateWriter& out, ConnectionId id) { out.u32(id.number()); }
ConnectionId restoreId(StateReader& in) { return ConnectionId{in.u32()}; }

void saveChannel(StateWriter& out, const Channel& c) {
  saveId(out, c.listening);
  saveId(out, c.open);
  out.flag(c.closing);
  out.instant(c.deadline);
}

void restoreChannel(StateReader& in, Channel& c) {
  c.listening = restoreId(in);
  c.open = restoreId(in);
  c.closing = in.flag();
  c.deadline = in.instant();
}

void saveReader(StateWriter& out, const ReaderChannel& r) {
  saveChannel(out, r);
  r.decoder.save(out);
  out.flag(r.spooling);
  out.flag(r.ignoring);
  saveJob(out, r.job);
  out.u64(r.flushed);
}

void restoreReader(StateReader& in, ReaderChannel& r) {
  restoreChannel(in, r);
  r.decoder.restore(in);
  r.spooling = in.flag();
  r.ignoring = in.flag();
  r.job = restoreJob(in);
  r.flushed = in.u64();
}

void saveOutputChannel(StateWriter& out, const OutputChannel& c) {
  saveChannel(out, c);
  out.u8(static_cast<std::uint8_t>(c.sending));
  out.u32(c.output);
  out.u32(c.sequence);
  out.u64(c.next);
  out.u64(c.unsent);
  out.instant(c.resume);
}

void restoreOutputChannel(StateReader& in, OutputChannel& c) {
  restoreChannel(in, c);
  c.sending = restoreEnum(in, Sending::End);
  c.output = in.u32();
  c.sequence = in.u32();
  c.next = in.u64();
  c.unsent = in.u64();
  c.resume = in.instant();
}

// Visits all counts in order of declaration.
template <class Counts, class Do>
void eachCount(Counts& c, Do one) {
  for (auto* n :
       {&c.sessions, &c.refusals, &c.jobs, &c.cards, &c.outputs, &c.records, &c.streamErrors, &c.timeouts, &c.aborts})
    one(*n);
}

}  // namespace

void saveSession(StateWriter& out, const Session& s) {
  out.u32(s.line);
  out.u8(s.host.octet());
  out.u8(static_cast<std::uint8_t>(s.charset));
  out.u32(s.base.number());
  out.u32(s.user.number());
  saveId(out, s.in);
  saveId(out, s.out);
  out.u8(static_cast<std::uint8_t>(s.stage));
  s.editor.save(out);
  out.text(s.terminal);
  out.instant(s.deadline);
  saveReader(out, s.reader);
  saveOutputChannel(out, s.printer);
  saveOutputChannel(out, s.punch);
  out.flag(s.echoPrint);
  out.flag(s.echoPunch);
  out.u64(s.cardsRead);
  out.u64(s.recordsSent);
}

Session restoreSession(StateReader& in, const CcnConfig& config) {
  Session s(config.controlCAborts);
  s.punch.paper = CcnPaper::Punch;
  s.line = in.u32();
  s.host = HostId{in.u8()};
  s.charset = restoreEnum(in, CcnCharset::Ascii71);
  s.base = Socket{in.u32()};
  s.user = Socket{in.u32()};
  s.in = restoreId(in);
  s.out = restoreId(in);
  s.stage = restoreEnum(in, Stage::Closing);
  s.editor.restore(in);
  s.terminal = in.text();
  s.deadline = in.instant();
  s.reader.decoder = TransactionDecoder(blankOf(s.charset), config.longestRecord);
  restoreReader(in, s.reader);
  restoreOutputChannel(in, s.printer);
  restoreOutputChannel(in, s.punch);
  s.echoPrint = in.flag();
  s.echoPunch = in.flag();
  s.cardsRead = in.u64();
  s.recordsSent = in.u64();
  const bool signedOn = s.stage == Stage::Working || s.stage == Stage::SigningOff;
  const bool known = std::ranges::find(config.terminals, s.terminal, &CcnTerminal::id) != config.terminals.end();
  if ((signedOn || !s.terminal.empty()) && !known) in.reject("a CCN session on a terminal that is not configured");
  return s;
}

void Ccn::save(StateWriter& out) const {
  for (const auto& contact : contacts) contact->icp.save(out);
  out.u8(static_cast<std::uint8_t>(service));
  out.u32(static_cast<std::uint32_t>(sessions.size()));
  for (const Session& s : sessions) saveSession(out, s);
  for (const TerminalSettings& t : settings) {
    out.flag(t.deferred);
    out.text(t.printTo);
    out.text(t.punchTo);
  }
  batch.save(out);
  saveList(out, alerts, [](StateWriter& to, const std::string& text) { to.text(text); });
  out.u64(serial);
  eachCount(counts, [&](const std::uint64_t& n) { out.u64(n); });
  saveList(out, events, [](StateWriter& to, const CcnEvent& e) {
    to.instant(e.at);
    to.text(e.text);
  });
}

void Ccn::restore(StateReader& in) {
  for (const auto& contact : contacts) contact->icp.restore(in);
  service = restoreEnum(in, CcnService::NoCore);
  sessions.clear();
  const std::uint32_t count = in.u32();
  if (count > kMostSessions) in.reject("too many sessions at CCN");
  for (std::uint32_t i = 0; i < count && in.good(); ++i) sessions.push_back(restoreSession(in, config));
  for (TerminalSettings& t : settings) {
    t.deferred = in.flag();
    t.printTo = in.text();
    t.punchTo = in.text();
  }
  batch.restore(in);
  restoreList(in, alerts, [](StateReader& from) { return from.text(); });
  serial = in.u64();
  eachCount(counts, [&](std::uint64_t& n) { n = in.u64(); });
  restoreList(in, events, [](StateReader& from) {
    CcnEvent e{from.instant(), {}};
    e.text = from.text();
    return e;
  });
  if (events.size() > kMostNotes) in.reject("too many events at CCN");
}

}  // namespace utah10::ccn
