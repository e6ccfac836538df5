#include "utah10/trace/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace utah10 {

namespace {
constexpr std::string_view kHead = "utah10 input 1";

std::string quoted(std::string_view keys) {
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

std::optional<TimedInput> parseLine(std::string_view line) {
  TimedInput in;
  std::int64_t ns = 0;
  if (!number(takeWord(line), in.position) || !number(takeWord(line), ns)) return std::nullopt;
  in.at = kPowerOn + Duration{ns};
  in.input.line = takeWord(line);
  if (!in.input.line.starts_with("tty")) return std::nullopt;
  const bool scanner = in.input.line.size() > 3;
  if (line == "connect" || line == "disconnect") {
    if (!scanner) return std::nullopt;
    in.input.kind = line == "connect" ? RecordedInput::Kind::Connect : RecordedInput::Kind::Disconnect;
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
  const std::string what = in.input.kind == RecordedInput::Kind::Keys      ? quoted(in.input.keys)
                           : in.input.kind == RecordedInput::Kind::Connect ? "connect"
                                                                           : "disconnect";
  return fmt::format("{} {} {} {}\n", in.position, (in.at - kPowerOn).count(), in.input.line, what);
}

Expected<std::vector<TimedInput>> parseInputFile(std::string_view name, std::string_view text) {
  std::vector<TimedInput> all;
  for (std::size_t n = 1; !text.empty(); ++n) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (n == 1 && line != kHead) return fail(std::string(name), "is no input file", "record FILE writes one");
    if (n == 1 || line.empty() || line[0] == '#') continue;
    auto in = parseLine(line);
    const std::string where = fmt::format("{}({})", name, n);
    if (!in) return fail(where, "is no input", "POSITION NANOSECONDS LINE \"KEYS\"");
    if (!all.empty() && in->position < all.back().position) return fail(where, "goes back in time");
    all.push_back(std::move(*in));
  }
  return all;
}

}  // namespace utah10
