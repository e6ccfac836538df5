// CCN's central operator and its local card reader.
#include <algorithm>

#include "network/ccn/ccn.hpp"

namespace utah10::ccn {

void Ccn::setService(CcnService next) {
  const Entry entry(*this);
  service = next;
  if (service == CcnService::Up) return;
  for (TerminalSession& s : sessions) {
    if (s.stage == Stage::Closing) continue;
    say(s, service == CcnService::RjsDown ? CcnText::RjsEnding : CcnText::NetrjsEnding);
    end(s);
  }
}

void Ccn::alert(const std::vector<std::string>& lines) {
  const Entry entry(*this);
  alerts = lines;
  for (TerminalSession& s : sessions)
    if (s.stage == Stage::Working) sayAlert(s);
}

bool Ccn::tell(std::string_view from, std::string_view terminal, std::string_view text) {
  const Entry entry(*this);
  TerminalSession* s = signedOn(terminal);
  if (s == nullptr) return false;
  say(*s, CcnText::MessageFrom, from, text);
  return true;
}

bool Ccn::abortSession(unsigned number) {
  const Entry entry(*this);
  const auto it = std::ranges::find(sessions, number, &TerminalSession::line);
  if (it == sessions.end() || it->stage == Stage::Closing) return false;
  say(*it, CcnText::SessionAborted, it->terminal);
  end(*it);
  return true;
}

unsigned Ccn::readDeck(std::string_view hostFile, std::string_view terminal) {
  const Entry entry(*this);
  unsigned accepted = 0;
  std::vector<CcnJob> stack;
  for (Octets& card : cardsOf(hostFile)) {
    if (const auto found = jobCard(card)) stack.push_back(newJob(*found, terminal));
    if (stack.empty()) continue;
    stack.back().work.read(card);
    stack.back().deck.push_back(std::move(card));
  }
  for (CcnJob& job : stack) {
    const std::string name = job.card.name;
    if (accept(std::move(job)))
      ++accepted;
    else
      note(fmt::format("local reader: job {} flushed, duplicate job name", name));
  }
  return accepted;
}

}  // namespace utah10::ccn
