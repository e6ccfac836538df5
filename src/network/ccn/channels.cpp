// Data channels: which connections are accepted, and whether there is a buffer for them.
#include <algorithm>

#include "network/ccn/ccn.hpp"

namespace utah10::ccn {
namespace {

// Sockets of the data channels, as offsets from CCN's S and from the user's U (docs/sources/netrjs.md 3.2).
constexpr std::uint32_t kReader = 2, kPrinter = 3, kPunch = 5;
constexpr std::uint32_t kUserReader = 5, kUserPrinter = 4, kUserPunch = 6;

}  // namespace

void Ccn::listen(TerminalSession& s) {
  const auto one = [&](Channel& c, std::uint32_t offset) {
    if (!c.listening && !c.open) c.listening = ncp.listen(self, s.base.plus(offset));
  };
  if (s.stage != Stage::Signon && s.stage != Stage::Working) return;
  one(s.reader, kReader);
  one(s.printer, kPrinter);
  one(s.punch, kPunch);
}

void Ccn::stopListening(TerminalSession& s) {
  for (Channel* c :
       {static_cast<Channel*>(&s.reader), static_cast<Channel*>(&s.printer), static_cast<Channel*>(&s.punch)})
    if (c->listening) ncp.close(std::exchange(c->listening, {}));
}

unsigned Ccn::buffersInUse() const {
  unsigned n = 0;
  for (const TerminalSession& s : sessions)
    n += (s.reader.open ? 1u : 0u) + (s.printer.open ? 1u : 0u) + (s.punch.open ? 1u : 0u);
  return n;
}

void Ccn::refused(TerminalSession& s, Channel& c, std::string_view device) {
  ++counts.refusals;
  note(fmt::format("line {}: {} refused", s.line, device));
  ncp.refuse(std::exchange(c.listening, {}));
  listen(s);
}

void Ccn::requestedBy(TerminalSession& s, Channel& c, std::string_view device) {
  const ConnectionId id = c.listening;
  if (ncp.hostOf(id) != s.host) return refused(s, c, device);
  const std::uint32_t offset = &c == &s.reader ? kUserReader : &c == &s.printer ? kUserPrinter : kUserPunch;
  if (config.enforcesUserSockets && ncp.foreignSocket(id) != s.user.plus(offset)) return refused(s, c, device);
  if (&c == &s.reader && ncp.byteSize(id) != 0 && ncp.byteSize(id) != byteSizeOf(config.data))
    return refused(s, c, device);
  if (s.stage == Stage::Signon) {
    say(s, CcnText::NotSignedOn, device);
    return refused(s, c, device);
  }
  if (buffersInUse() >= config.buffers) {
    say(s, &c == &s.reader ? CcnText::NoCoreReader : CcnText::NoCoreOutput, device);
    return refused(s, c, device);
  }
  c.open = std::exchange(c.listening, {});
  c.closing = false;
  if (&c == &s.reader) {
    s.reader.decoder = TransactionDecoder(blankOf(s.charset), config.longestRecord);
    s.reader.text = {};
    s.reader.spooling = s.reader.ignoring = false;
    s.reader.flushed = 0;
    if (config.transferPatience != Duration{}) c.deadline = clock.now() + config.transferPatience;
  }
  ncp.accept(c.open, byteSizeOf(config.data));
}

}  // namespace utah10::ccn
