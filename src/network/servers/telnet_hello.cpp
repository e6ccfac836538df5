#include "network/servers/telnet_hello.hpp"

#include "word/letters.hpp"

namespace utah10 {

namespace {

constexpr std::uint8_t code(TelnetCode c) { return static_cast<std::uint8_t>(c); }
constexpr std::string_view kPrompt = "@";

}  // namespace

TelnetHello::TelnetHello(Ncp& n, Socket contact, std::string greeting)
    : SessionServer(n, "telnet", contact, 8), greeting_(std::move(greeting)) {}

void TelnetHello::began(ServiceSession& session) {
  say(session, greeting_ + "\r\n");
  say(session, kPrompt);
}

// Processes one code at a time: a DATA MARK without its INS leaves the rest unread.
void TelnetHello::arrived(ServiceSession& session) {
  const ConnectionId input = session.pair.input;
  const unsigned size = ncp().byteSize(input);
  while (session.marksDue >= 0 && !session.ending && size != 0 && ncp().waiting(input) >= size) {
    const BitString byte = ncp().take(input, size);
    // Of bytes of another size than 8, the low eight bits.
    character(session, static_cast<std::uint8_t>(byte.field(size > 8 ? size - 8 : 0, size > 8 ? 8 : size)));
  }
}

// INS: marksDue counts the DATA MARKs still to come; a negative count means that DATA MARKs await their INS.
void TelnetHello::interrupt(ServiceSession& session) {
  if (session.marksDue < 0x7FFF) ++session.marksDue;
  if (!session.ending) arrived(session);
}

void TelnetHello::character(ServiceSession& session, std::uint8_t c) {
  if (c == code(TelnetCode::DataMark)) {
    --session.marksDue;
    return;
  }
  if (session.marksDue > 0 && c != code(TelnetCode::Break)) return;  // skipped
  if (c >= 0200) return control(session, c);
  if (session.echo) say(session, std::string(1, static_cast<char>(c)));
  if (c == '\r' || c == 0) return;
  if (c == '\n') return answer(session);
  if (c == 0177) {
    if (!session.line.empty()) session.line.pop_back();
    return;
  }
  if (session.line.size() < kLongestLine) session.line += static_cast<char>(c);
}

void TelnetHello::control(ServiceSession& session, std::uint8_t c) {
  if (c == code(TelnetCode::Echo) || c == code(TelnetCode::NoEcho)) {
    session.echo = c == code(TelnetCode::Echo);
    return;  // without the reply that RFC 318 permits: a TENEX takes it the other way round
  }
  if (c != code(TelnetCode::Break)) return;
  session.line.clear();
  say(session, "\r\nBREAK\r\n");
  say(session, kPrompt);
}

void TelnetHello::answer(ServiceSession& session) {
  const std::string line = std::exchange(session.line, {});
  const std::string command = upperCase(line);
  if (command == "LOGOUT" || command == "BYE") {
    say(session, "GOODBYE\r\n");
    return hangUp(session);
  }
  if (logged_ != nullptr && logged_->takesOver(command, session.pair)) return handedOver(session);
  if (command == "HELP") {
    say(session, "SAY ANYTHING; LOGOUT ENDS.\r\n");
  } else if (!line.empty()) {
    say(session, "YOU SAID: " + line + "\r\n");
  }
  say(session, kPrompt);
}

}  // namespace utah10
