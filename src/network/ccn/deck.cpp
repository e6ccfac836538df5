#include "network/ccn/deck.hpp"

#include <algorithm>

#include "word/whole_number.hpp"

namespace utah10 {
namespace {

constexpr std::string_view kOurs = "//*UTAH10 ";
constexpr std::size_t kLongestName = 8;
constexpr std::size_t kMostSeconds = 9'000'000;  // their nanoseconds fit well within a Duration

bool isNational(char c) { return (c >= 'A' && c <= 'Z') || c == '$' || c == '#' || c == '@'; }
bool isName(char c) { return isNational(c) || (c >= '0' && c <= '9'); }

// The first operand, up to a comma outside parentheses and quotes.
std::string_view nextOperand(std::string_view& rest) {
  int depth = 0;
  bool quoted = false;
  std::size_t i = 0;
  for (; i < rest.size(); ++i) {
    const char c = rest[i];
    if (c == '\'') quoted = !quoted;
    if (quoted) continue;
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if ((c == ',' && depth <= 0) || c == ' ') break;
  }
  const std::string_view operand = rest.substr(0, i);
  const bool more = i < rest.size() && rest[i] == ',';
  rest.remove_prefix(more ? i + 1 : rest.size());
  return operand;
}

void take(unsigned& field, std::string_view value, unsigned most) {
  if (const auto n = wholeNumber<unsigned>(value)) field = std::min(*n, most);
}

void take(Duration& field, std::string_view value) {
  if (const auto d = secondsWritten(value)) field = *d;
}

}  // namespace

std::optional<CcnJobCard> jobCard(const Octets& card) {
  const std::string text = hostText(card);
  std::string_view rest = text;
  if (!rest.starts_with("//") || rest.size() < 3 || !isNational(rest[2])) return {};
  rest.remove_prefix(2);
  const auto length = static_cast<std::size_t>(std::ranges::find_if_not(rest, isName) - rest.begin());
  if (length > kLongestName) return {};
  CcnJobCard found{std::string(rest.substr(0, length)), {}};
  rest.remove_prefix(length);
  const std::size_t operation = rest.find_first_not_of(' ');
  if (operation == 0 || operation == std::string_view::npos) return {};
  rest.remove_prefix(operation);
  if (!rest.starts_with("JOB") || (rest.size() > 3 && rest[3] != ' ')) return {};
  rest.remove_prefix(3);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  (void)nextOperand(rest);  // accounting
  std::string_view programmer = nextOperand(rest);
  if (programmer.find('=') != std::string_view::npos && !programmer.starts_with('\'')) programmer = {};  // a keyword
  for (const char c : programmer)
    if (c != '\'') found.programmer += c;
  return found;
}

std::optional<Duration> secondsWritten(std::string_view text) {
  if (text.empty() || text == ".") return {};
  const std::size_t dot = std::min(text.find('.'), text.size());
  const auto whole = wholeNumber<unsigned>(dot == 0 ? "0" : text.substr(0, dot));
  std::string decimals(text.substr(std::min(dot + 1, text.size())));
  if (!whole || *whole > kMostSeconds || decimals.size() > 9) return {};
  decimals.resize(9, '0');
  const auto nanos = wholeNumber<unsigned>(decimals);
  if (!nanos) return {};
  return seconds(*whole) + nanoseconds(*nanos);
}

CcnWork CcnWork::usual(const CcnBatchConfig& config) {
  CcnWork w;
  w.wait = config.wait;
  w.execution = config.execution;
  w.lines = std::min(config.lines, kMost);
  w.columns = std::min(config.columns, kMostColumns);
  w.listDeck = config.listDeck;
  return w;
}

void CcnWork::read(const Octets& card) {
  const std::string text = hostText(card);
  std::string_view rest = text;
  if (!rest.starts_with(kOurs)) return;
  rest.remove_prefix(kOurs.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  while (!rest.empty()) {
    const std::string_view operand = nextOperand(rest);
    const std::size_t equals = std::min(operand.find('='), operand.size());
    const std::string_view key = operand.substr(0, equals);
    const std::string_view value = operand.substr(std::min(equals + 1, operand.size()));
    if (key == "TIME") take(execution, value);
    if (key == "WAIT") take(wait, value);
    if (key == "LINES") take(lines, value, kMost);
    if (key == "COLUMNS") take(columns, value, kMostColumns);
    if (key == "BYTES") take(bytes, value, kMostBytes);
    if (key == "PUNCH") punchDeck = value == "DECK";
    if (key == "PUNCH") take(punch, value, kMost);
    if (key == "LIST") listDeck = value != "NO";
    if (key == "TERM" && value.size() <= kLongestName) terminal = value;
  }
}

}  // namespace utah10
