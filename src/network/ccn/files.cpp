#include "network/ccn/files.hpp"

#include <algorithm>

#include "network/ccn/charset.hpp"

namespace utah10 {
namespace {

constexpr std::size_t kCard = 80;
constexpr std::size_t kTab = 8;

void append(Octets& out, std::string_view text) { out.insert(out.end(), text.begin(), text.end()); }

// The paper motion before a line. inferred: channels other than 1 move one line.
std::string_view motion(std::uint8_t control, bool first) {
  switch (fromEbcdic(CcnCharset::Ascii68, control)) {
    case '+':
      return first ? "" : "\r";
    case '1':
      return first ? "\f" : "\n\f";
    case '0':
      return first ? "\n" : "\n\n";
    case '-':
      return first ? "\n\n" : "\n\n\n";
    default:
      return first ? "" : "\n";
  }
}

Octets card(std::string_view line) {
  std::string text;
  for (const char c : line) {
    if (c != '\t') text += c;
    if (c == '\t') text.resize(text.size() / kTab * kTab + kTab, ' ');
  }
  text.resize(std::min(text.size(), kCard));
  text.erase(text.find_last_not_of(' ') + 1);
  return ebcdic(text);
}

}  // namespace

std::string_view nameOf(CcnFileKind kind) {
  switch (kind) {
    case CcnFileKind::Deck:
      return "deck";
    case CcnFileKind::Print:
      return "print";
    case CcnFileKind::Punch:
      return "punch";
  }
  return "";
}

Octets deckFile(const std::vector<Octets>& cards) {
  Octets out;
  for (const Octets& c : cards) append(out, hostText(c) + "\n");
  return out;
}

Octets printFile(const std::vector<Octets>& lines) {
  Octets out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Octets& line = lines[i];
    append(out, motion(line.empty() ? kEbcdicBlank : line.front(), i == 0));
    if (!line.empty()) append(out, hostText({line.begin() + 1, line.end()}));
  }
  if (!lines.empty()) out.push_back('\n');
  return out;
}

Octets punchFile(const std::vector<Octets>& cards) {
  Octets out;
  for (Octets c : cards) {
    c.resize(kCard, kEbcdicBlank);
    out.insert(out.end(), c.begin(), c.end());
  }
  return out;
}

std::vector<Octets> cardsOf(std::string_view hostFile) {
  std::vector<Octets> cards;
  while (!hostFile.empty()) {
    const std::size_t end = hostFile.find('\n');
    std::string_view line = hostFile.substr(0, end);
    hostFile.remove_prefix(end == std::string_view::npos ? hostFile.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    cards.push_back(card(line));
  }
  return cards;
}

}  // namespace utah10
