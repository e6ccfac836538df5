#include "trace/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "network/datagram_link.hpp"

namespace utah10 {

namespace {
constexpr std::string_view kHead = "utah10 input 2", kFirstHead = "utah10 input 1";
constexpr std::string_view kDatagram = "datagram ", kConnect = "connect ";
constexpr std::size_t kLongestDatagram = 65535;

std::string inQuotes(std::string_view keys) {
  std::string text = "\"";
  for (const char c : keys) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      text += fmt::format("\\{}", c);
    else if (byte < ' ' || byte >= 0177)
      text += fmt::format("\\{:03o}", byte);
    else
      text += c;
  }
  return text + '"';
}

std::optional<std::string> unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::string keys;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') return std::nullopt;
    if (text[at] != '\\') {
      keys += text[at];
      continue;
    }
    const std::string_view rest = text.substr(at + 1);
    if (rest.empty()) return std::nullopt;
    constexpr std::string_view names = "rnte\\\"", values = "\r\n\t\033\\\"";
    if (const std::size_t n = names.find(rest[0]); n != std::string_view::npos) {
      keys += values[n];
      ++at;
      continue;
    }
    unsigned value = 0;
    if (rest.size() < 3) return std::nullopt;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + 3, value, 8);
    if (error != std::errc{} || end != rest.data() + 3 || value > 0377) return std::nullopt;
    keys += static_cast<char>(value);
    at += 3;
  }
  return keys;
}

std::string_view takeWord(std::string_view& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

template <class T>
bool number(std::string_view word, T& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return !word.empty() && error == std::errc{} && end == word.data() + word.size() && value >= T{};
}

std::string hex(std::string_view octets) {
  std::string text;
  for (const char c : octets) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

std::optional<std::string> unhexed(std::string_view text) {
  if (text.size() % 2 != 0 || text.size() > 2 * kLongestDatagram) return std::nullopt;
  std::string octets;
  for (; !text.empty(); text.remove_prefix(2)) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + 2, value, 16);
    if (error != std::errc{} || end != text.data() + 2) return std::nullopt;
    octets += static_cast<char>(value);
  }
  return octets;
}

// An event at a cable end.
std::optional<TimedInput> parseCable(TimedInput in, std::string_view what) {
  if (what == "disconnect") {
    in.input.kind = RecordedInputKind::Disconnect;
  } else if (what.starts_with(kConnect)) {
    in.input.kind = RecordedInputKind::Connect;
    in.input.keys = what.substr(kConnect.size());
    if (in.input.keys.empty() || !DatagramSettings::parse(in.input.keys)) return std::nullopt;
  } else if (what.starts_with(kDatagram)) {
    in.input.kind = RecordedInputKind::Datagram;
    auto octets = unhexed(what.substr(kDatagram.size()));
    if (!octets) return std::nullopt;
    in.input.keys = std::move(*octets);
  } else {
    return std::nullopt;
  }
  return in;
}

std::string whatText(const RecordedInput& input) {
  switch (input.kind) {
    case RecordedInputKind::Keys:
      return inQuotes(input.keys);
    case RecordedInputKind::Connect:
      return input.keys.empty() ? "connect" : std::string{kConnect} + input.keys;
    case RecordedInputKind::Disconnect:
      return "disconnect";
    case RecordedInputKind::Datagram:
      return std::string{kDatagram} + hex(input.keys);
  }
  return {};
}

std::optional<TimedInput> parseLine(std::string_view line) {
  TimedInput in;
  std::int64_t ns = 0;
  if (!number(takeWord(line), in.position) || !number(takeWord(line), ns)) return std::nullopt;
  in.at = kPowerOn + Duration{ns};
  in.input.line = takeWord(line);
  if (in.input.line == "imp" || in.input.line.starts_with("host")) return parseCable(std::move(in), line);
  if (!in.input.line.starts_with("tty") && in.input.line != "net") return std::nullopt;
  const bool scanner = in.input.line.size() > 3;  // a line with a modem, which can connect
  if (line == "connect" || line == "disconnect") {
    if (!scanner) return std::nullopt;
    in.input.kind = line == "connect" ? RecordedInputKind::Connect : RecordedInputKind::Disconnect;
    return in;
  }
  auto keys = unquoted(line);
  if (!keys || keys->empty()) return std::nullopt;
  in.input.keys = std::move(*keys);
  return in;
}
}  // namespace

std::string inputFileHead() { return std::string{kHead} + '\n'; }

std::string inputLine(const TimedInput& in) {
  return fmt::format("{} {} {} {}\n", in.position, (in.at - kPowerOn).count(), in.input.line, whatText(in.input));
}

Expected<std::vector<TimedInput>> parseInputFile(std::string_view name, std::string_view text) {
  std::vector<TimedInput> all;
  for (std::size_t n = 1; !text.empty(); ++n) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (n == 1 && line != kHead && line != kFirstHead)
      return fail(std::string(name), "is not an input file", "record FILE writes one");
    if (n == 1 || line.empty() || line[0] == '#') continue;
    auto in = parseLine(line);
    const std::string where = fmt::format("{}({})", name, n);
    if (!in) return fail(where, "is not an input line", "POSITION NANOSECONDS LINE \"KEYS\"");
    if (!all.empty() && in->position < all.back().position) return fail(where, "goes back in time");
    all.push_back(std::move(*in));
  }
  return all;
}

}  // namespace utah10
