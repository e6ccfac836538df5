#include "network/servers/ftp_command.hpp"

#include <utility>

#include "word/letters.hpp"

namespace utah10 {

namespace {
constexpr std::size_t kLongestName = 4;

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}
}  // namespace

std::optional<FtpLineReader::Line> FtpLineReader::take(std::uint8_t octet) {
  if (octet >= 128) {
    ++controls_;
    return std::nullopt;
  }
  if (octet == '\n') return std::exchange(line_, Line{});
  if (octet == '\r' || octet == 0) return std::nullopt;
  if (line_.text.size() == kLongest)
    line_.cut = true;
  else
    line_.text += static_cast<char>(octet);
  return std::nullopt;
}

void FtpLineReader::state(Archive& a) {
  a.text(line_.text);
  a.flag(line_.cut);
  a.u64(controls_);
  a.check(line_.text.size() <= kLongest, "a command line that is too long");
}

std::optional<FtpCommand> parseFtpCommand(std::string_view line) {
  line = trimmed(line);
  FtpCommand out;
  std::size_t at = 0;
  while (at < line.size() && isLetter(line[at])) out.name += upperCase(line[at++]);
  if (out.name.size() > kLongestName || (at < line.size() && (line[at] != ' ' || at == 0))) return std::nullopt;
  out.argument = std::string{trimmed(line.substr(at))};
  return out;
}

std::optional<std::uint64_t> ftpNumber(std::string_view text, std::uint64_t most) {
  if (text.empty()) return std::nullopt;
  std::uint64_t n = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (digit > most || n > (most - digit) / 10) return std::nullopt;
    n = n * 10 + digit;
  }
  return n;
}

std::optional<FtpSocket> parseFtpSocket(std::string_view text) {
  FtpSocket out;
  const auto dash = text.find('-');
  if (dash != std::string_view::npos) {
    const auto host = ftpNumber(trimmed(text.substr(0, dash)), 255);
    if (!host) return std::nullopt;
    out.host = static_cast<std::uint8_t>(*host);
    text = trimmed(text.substr(dash + 1));
  }
  const auto socket = ftpNumber(text, 0xFFFFFFFF);
  if (!socket) return std::nullopt;
  out.socket = static_cast<std::uint32_t>(*socket);
  return out;
}

}  // namespace utah10
