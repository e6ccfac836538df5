#include "network/servers/small_servers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace utah10 {

EchoServer::EchoServer(Ncp& n, Socket contact, unsigned byteSize) : SessionServer(n, "echo", contact, byteSize) {}

// Bits that do not fill one of our bytes wait for more.
void EchoServer::pump(ServiceSession& session) {
  const std::size_t size = ncp().byteSize(session.pair.output);
  const std::size_t unsent = ncp().unsent(session.pair.output);
  if (size == 0 || unsent >= kMostUnsent) return;
  session.rest.append(ncp().take(session.pair.input, kMostUnsent - unsent));
  const std::size_t whole = session.rest.size() / size * size;
  if (whole == 0) return;
  ncp().send(session.pair.output, session.rest.part(0, whole));
  session.rest.drop(whole);
}

DiscardServer::DiscardServer(Ncp& n, Socket contact, unsigned byteSize)
    : SessionServer(n, "discard", contact, byteSize) {}

void DiscardServer::arrived(ServiceSession& session) {
  discarded_ += ncp().take(session.pair.input, ncp().waiting(session.pair.input)).size();
}

void DiscardServer::state(Archive& a) {
  SessionServer::state(a);
  a.u64(discarded_);
}

CharacterGenerator::CharacterGenerator(Ncp& n, Socket contact, unsigned byteSize)
    : SessionServer(n, "character generator", contact, byteSize) {}

char CharacterGenerator::at(std::uint64_t position) {
  constexpr std::uint64_t kPrinting = 95, kLine = 72;
  const std::uint64_t line = position / (kLine + 2);
  const std::uint64_t column = position % (kLine + 2);
  if (column == kLine) return '\r';
  if (column == kLine + 1) return '\n';
  return static_cast<char>(' ' + (line + column) % kPrinting);
}

void CharacterGenerator::arrived(ServiceSession& session) {
  ncp().take(session.pair.input, ncp().waiting(session.pair.input));
}

void CharacterGenerator::more(ServiceSession& session) {
  std::string text;
  for (std::uint64_t i = 0; i < kAtOnce; ++i) text += at(session.position++);
  say(session, text);
}

TextServer::TextServer(Ncp& n, std::string name, Socket contact, std::function<std::string()> text)
    : SessionServer(n, std::move(name), contact, 8), text_(std::move(text)) {}

void TextServer::began(ServiceSession& session) {
  say(session, text_());
  hangUp(session);
}

void TextServer::arrived(ServiceSession& session) { ncp().take(session.pair.input, ncp().waiting(session.pair.input)); }

std::string dateText(std::int64_t secondsSince1970) {
  static constexpr std::array<std::string_view, 7> kDays = {"SUNDAY",   "MONDAY", "TUESDAY", "WEDNESDAY",
                                                            "THURSDAY", "FRIDAY", "SATURDAY"};
  static constexpr std::array<std::string_view, 12> kMonths = {"JANUARY",   "FEBRUARY", "MARCH",    "APRIL",
                                                               "MAY",       "JUNE",     "JULY",     "AUGUST",
                                                               "SEPTEMBER", "OCTOBER",  "NOVEMBER", "DECEMBER"};
  const std::int64_t day = secondsSince1970 / 86400;
  const std::int64_t second = secondsSince1970 % 86400;
  const std::chrono::sys_days date{std::chrono::days{day}};
  const std::chrono::year_month_day civil{date};
  return fmt::format("{}, {} {}, {} {:02}:{:02}:{:02}", kDays[std::chrono::weekday{date}.c_encoding()],
                     kMonths[unsigned{civil.month()} - 1], unsigned{civil.day()}, int{civil.year()}, second / 3600,
                     second / 60 % 60, second % 60);
}

}  // namespace utah10
