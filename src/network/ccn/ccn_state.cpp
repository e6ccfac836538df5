// The state of CCN in a snapshot.
#include "network/ccn/ccn_state.hpp"

#include <algorithm>

#include "network/ccn/ccn.hpp"

namespace utah10::ccn {

void Channel::state(Archive& a) {
  a.u32(listening, open);
  a.flag(closing);
  a.instant(deadline);
}

void ReaderChannel::state(Archive& a) {
  Channel::state(a);
  decoder.state(a);
  text.state(a);
  a.flag(spooling, ignoring);
  job.state(a);
  a.u64(flushed);
}

void OutputChannel::state(Archive& a) {
  Channel::state(a);
  choice(a, sending, Sending::End);
  a.u32(output, sequence);
  a.u64(next, unsent);
  a.instant(resume);
}

void TerminalSession::state(Archive& a, const CcnConfig& config) {
  a.u32(line);
  a.u8(host);
  choice(a, charset, CcnCharset::Ascii71);
  a.u32(base, user, in, out);
  choice(a, stage, Stage::Closing);
  editor.state(a);
  a.text(terminal);
  a.instant(deadline);
  if (a.reading()) reader.decoder = TransactionDecoder(blankOf(charset), config.longestRecord);
  reader.state(a);
  printer.state(a);
  punch.state(a);
  a.flag(echoPrint, echoPunch);
  a.u64(cardsRead, recordsSent);
  const bool signedOn = stage == Stage::Working || stage == Stage::SigningOff;
  const bool known = std::ranges::find(config.terminals, terminal, &CcnTerminal::id) != config.terminals.end();
  a.check(known || (!signedOn && terminal.empty()), "a CCN session on a terminal that is not configured");
}

void Ccn::state(Archive& a) {
  constexpr std::size_t kMostSessions = 1000;
  constexpr std::size_t kMostNotes = 64;
  for (const auto& contact : contacts) contact->icp.state(a);
  choice(a, service, CcnService::NoCore);
  const std::uint32_t count = a.count(sessions.size(), kMostSessions, "too many sessions at CCN");
  if (a.reading()) sessions.assign(count, TerminalSession(config.controlCAborts));
  for (TerminalSession& s : sessions) s.state(a, config);
  for (TerminalSettings& t : settings) {
    a.flag(t.deferred);
    a.text(t.printTo, t.punchTo);
  }
  batch.state(a);
  texts(a, alerts);
  a.u64(serial);
  CcnCounts& c = counts;
  a.u64(c.sessions, c.refusals, c.jobs, c.cards, c.outputs, c.records, c.streamErrors, c.timeouts, c.aborts);
  list(a, events, [&](CcnEvent& e) {
    a.instant(e.at);
    a.text(e.text);
  });
  a.check(events.size() <= kMostNotes, "too many events at CCN");
}

}  // namespace utah10::ccn
