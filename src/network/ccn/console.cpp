#include "network/ccn/console.hpp"

#include <algorithm>
#include <utility>

#include "word/letters.hpp"

namespace utah10 {
namespace {

constexpr std::uint8_t kEtx = 0x03;
constexpr std::uint8_t kBackspace = 0x08;
constexpr std::uint8_t kTab = 0x09;
constexpr std::uint8_t kLineFeed = 0x0A;
constexpr std::uint8_t kReturn = 0x0D;
constexpr std::uint8_t kCancel = 0x18;
constexpr std::uint8_t kDelete = 0x7F;
constexpr std::string_view kContinued = "**";

}  // namespace

CcnLineEditor::Result CcnLineEditor::take(std::uint8_t octet) {
  if (octet >= 0x80) return Result::Nothing;  // Telnet controls
  const bool afterReturn = std::exchange(return_, octet == kReturn);
  if (octet == kLineFeed && afterReturn) return Result::Nothing;  // CR has already ended the line
  if (std::exchange(complete_, false)) line_.clear();
  if (octet == kReturn || octet == kLineFeed) {
    complete_ = true;
    return Result::Line;
  }
  if (octet == kEtx && etx_) return Result::Abort;
  if (octet == kCancel) line_.clear();
  if (octet == kBackspace && !line_.empty()) line_.pop_back();
  const char c = octet == kTab ? ' ' : static_cast<char>(octet);
  if (c >= ' ' && octet != kDelete && line_.size() < kLongest) line_ += c;
  return Result::Nothing;
}

void CcnLineEditor::state(Archive& a) {
  a.text(line_);
  a.check(line_.size() <= kLongest, "a CCN operator line that is too long");
  a.flag(complete_, return_);
}

std::vector<std::string> ccnWords(std::string_view line) {
  std::vector<std::string> words;
  bool within = false;
  for (const char c : line) {
    const bool apart = c == ' ' || c == ',';
    if (!apart && !within) words.emplace_back();
    if (!apart) words.back() += upperCase(c);
    within = !apart;
  }
  return words;
}

Octets consoleLines(std::string_view message, std::size_t width) {
  width = std::max<std::size_t>(width, kContinued.size() + 1);
  Octets out;
  bool first = true;
  do {
    const std::size_t room = first ? width : width - kContinued.size();
    const std::string_view part = message.substr(0, room);
    if (!first) out.insert(out.end(), kContinued.begin(), kContinued.end());
    out.insert(out.end(), part.begin(), part.end());
    out.push_back(kReturn);
    out.push_back(kLineFeed);
    message.remove_prefix(part.size());
    first = false;
  } while (!message.empty());
  return out;
}

}  // namespace utah10
