#include "command/console/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";

std::string_view trimmed(std::string_view s) {
  const std::size_t first = s.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return s.substr(first, s.find_last_not_of(kBlanks) - first + 1);
}

// Offset of the quote that closes the one at the start of `s`, or npos.
std::size_t closingQuote(std::string_view s) {
  for (std::size_t i = 1; i < s.size(); ++i) {
    if (s[i] == '\\')
      ++i;
    else if (s[i] == '"')
      return i;
  }
  return std::string_view::npos;
}

// Offset of the first of `stops` outside quotes, or the length.
std::size_t findOutsideQuotes(std::string_view s, std::string_view stops) {
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '"') {
      const std::size_t close = closingQuote(s.substr(i));
      if (close == std::string_view::npos) return s.size();
      i += close;
    } else if (stops.find(s[i]) != std::string_view::npos) {
      return i;
    }
  }
  return s.size();
}

std::size_t wordLength(std::string_view s) { return std::min(s.find_first_of(kBlanks), s.size()); }

bool isOctal(char c) { return c >= '0' && c <= '7'; }

std::optional<char> simpleEscape(char c) {
  constexpr std::string_view letters = "rntbae\\\"";
  constexpr std::string_view meanings = "\r\n\t\b\a\033\\\"";
  const std::size_t at = letters.find(c);
  return at == std::string_view::npos ? std::nullopt : std::optional{meanings[at]};
}

}  // namespace

Arguments::Arguments(std::string_view text) : text_(trimmed(text)) {}

std::string_view Arguments::takeRest() { return std::exchange(text_, {}); }

std::string_view Arguments::peek() const {
  if (text_.starts_with('"')) return text_.substr(0, std::min(closingQuote(text_), text_.size() - 1) + 1);
  return text_.substr(0, wordLength(text_));
}

Expected<Argument> Arguments::next() {
  if (text_.empty()) return fail("", "an argument is missing at the end");
  if (!text_.starts_with('"')) {
    const std::size_t n = wordLength(text_);
    Argument a{std::string{text_.substr(0, n)}, false};
    text_ = trimmed(text_.substr(n));
    return a;
  }
  const std::size_t close = closingQuote(text_);
  if (close == std::string_view::npos) return fail("", "the quoted string is not closed", "end it with \"");
  auto inside = unescape(text_.substr(1, close - 1));
  if (!inside) return tl::unexpected(inside.error());
  text_ = trimmed(text_.substr(close + 1));
  return Argument{std::move(*inside), true};
}

bool Arguments::take(std::string_view word) {
  if (!sameWord(peek(), word)) return false;
  text_ = trimmed(text_.substr(peek().size()));
  return true;
}

Expected<void> Arguments::finish() const {
  if (text_.empty()) return {};
  return fail("", fmt::format("unexpected \"{}\"", text_));
}

Expected<Duration> takePatience(Arguments& arguments) {
  if (!arguments.take("within")) return kExpectPatience;
  if (arguments.atEnd()) return fail("", "a time is missing", "expect \"@\" within 5s");
  return parseDuration(arguments.next()->text);
}

std::string_view withoutComment(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with('#')) return {};
  return trimmed(line.substr(0, findOutsideQuotes(line, ";")));
}

std::vector<std::string_view> splitCommands(std::string_view text) {
  std::vector<std::string_view> commands;
  while (!text.empty()) {
    const std::size_t end = findOutsideQuotes(text, ";\n");
    const std::string_view command = trimmed(text.substr(0, end));
    if (!command.empty() && !command.starts_with('#')) commands.push_back(command);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return commands;
}

Expected<std::string> unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) return fail("", "the last \\ begins no escape");
    if (isOctal(text[i])) {
      unsigned value = 0;
      for (int n = 0; n < 3 && i < text.size() && isOctal(text[i]); ++n, ++i)
        value = value * 8 + static_cast<unsigned>(text[i] - '0');
      --i;
      if (value > 0377) return fail("", fmt::format("\\{:o} is not a character", value), "at most \\377");
      out += static_cast<char>(value);
      continue;
    }
    const auto c = simpleEscape(text[i]);
    if (!c)
      return fail("", fmt::format("\\{} is not an escape", text[i]), "use \\r \\n \\t \\e \\b \\a \\\\ \\\" or \\ooo");
    out += *c;
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\r':
        out += "\\r";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\033':
        out += "\\e";
        break;
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        if (c >= ' ' && c < '\177')
          out += c;
        else
          out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

}  // namespace utah10
