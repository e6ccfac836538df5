// The operator's console of a session: input and output, SIGNON and SIGNOFF.
#include <algorithm>

#include "network/ccn/ccn.hpp"

namespace utah10::ccn {

void Ccn::print(TerminalSession& s, std::string_view message) {
  if (s.out) ncp.send(s.out, BitString::ofOctets(consoleLines(message, config.consoleWidth)));
}

void Ccn::heard(TerminalSession& s) {
  while (s.in && s.stage != Stage::Closing && ncp.waiting(s.in) >= 8) {
    const BitString bits = ncp.take(s.in, 8);
    const auto result = s.editor.take(static_cast<std::uint8_t>(bits.field(0, 8)));
    if (result == CcnLineEditor::Result::Line) line(s, s.editor.text());
    if (result == CcnLineEditor::Result::Abort) {
      say(s, CcnText::Terminated);
      end(s);
    }
  }
  // Input to a closing session is discarded.
  if (s.in && s.stage == Stage::Closing) (void)ncp.take(s.in, ncp.waiting(s.in));
}

void Ccn::line(TerminalSession& s, std::string_view text) {
  const Words words = ccnWords(text);
  if (words.empty()) return;
  if (s.stage == Stage::Signon) return signOn(s, words);
  if (s.stage != Stage::Working) return;
  if (words[0] == "SIGNOFF") return signOff(s);
  if (!command(s, text, words)) say(s, CcnText::Invalid, words[0]);
}

void Ccn::signOn(TerminalSession& s, const Words& words) {
  const CcnTerminal* t = words.size() >= 2 ? terminalNamed(words[1]) : nullptr;
  const std::string given = words.size() > 2 ? words[2] : "";
  // inferred: a terminal may be signed on in one session only.
  if (words[0] != "SIGNON" || t == nullptr || given != t->password || signedOn(t->id) != nullptr) {
    ++counts.refusals;
    note(fmt::format("line {}: invalid SIGNON", s.line));
    if (config.rejectEndsSession) return end(s);
    return say(s, CcnText::InvalidSignon);
  }
  s.terminal = t->id;
  if (t->charset) s.charset = *t->charset;
  s.stage = Stage::Working;
  s.deadline = kNever;
  say(s, CcnText::SignedOn, s.terminal);
  sayAlert(s);
}

void Ccn::sayAlert(TerminalSession& s) {
  if (alerts.empty()) return say(s, CcnText::NoAlerts);
  say(s, CcnText::Alert);
  for (const std::string& text : alerts) print(s, text);
}

void Ccn::signOff(TerminalSession& s) {
  s.stage = Stage::SigningOff;
  if (config.generation == CcnGeneration::Of1972) say(s, CcnText::SignoffAsked, s.terminal);
  stopListening(s);
  for (OutputChannel* c : {&s.printer, &s.punch}) {
    if (!c->open || c->sending != Sending::Idle || c->closing) continue;
    c->closing = true;
    ncp.close(c->open);
  }
  finishSignOff(s);
}

void Ccn::finishSignOff(TerminalSession& s) {
  if (s.stage != Stage::SigningOff || s.reader.open || s.printer.open || s.punch.open) return;
  say(s, config.generation == CcnGeneration::Of1972 ? CcnText::SignoffAccepted : CcnText::Terminated);
  end(s);
}

void Ccn::dropChannels(TerminalSession& s) {
  stopListening(s);
  for (Channel* c :
       {static_cast<Channel*>(&s.reader), static_cast<Channel*>(&s.printer), static_cast<Channel*>(&s.punch)}) {
    if (!c->open || c->closing) continue;
    c->closing = true;
    ncp.abort(c->open);
  }
}

void Ccn::end(TerminalSession& s) {
  if (s.stage == Stage::Closing) return;
  s.stage = Stage::Closing;
  s.deadline = kNever;
  dropChannels(s);
  if (s.out) ncp.close(s.out);
  if (s.in) ncp.close(s.in);
}

const CcnTerminal* Ccn::terminalNamed(std::string_view id) const {
  const auto it = std::ranges::find(config.terminals, id, &CcnTerminal::id);
  return it == config.terminals.end() ? nullptr : &*it;
}

TerminalSettings& Ccn::settingsOf(std::string_view id) {
  const auto it = std::ranges::find(config.terminals, id, &CcnTerminal::id);
  return settings[static_cast<std::size_t>(it - config.terminals.begin())];
}

TerminalSession* Ccn::signedOn(std::string_view terminal) {
  for (TerminalSession& s : sessions)
    if (!s.terminal.empty() && s.terminal == terminal && s.stage != Stage::Closing) return &s;
  return nullptr;
}

}  // namespace utah10::ccn
