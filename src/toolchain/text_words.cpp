#include "toolchain/text_words.hpp"

#include <algorithm>

#include "toolchain/mnemonic_text.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/statement_lines.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kFiveDigits = "0123456789";

// SOS: five digits, or five blanks before a page mark.
bool isLineNumber(Word36 w) {
  if (!asciiBit35(w)) return false;
  const std::string text = unpackAscii(w);
  return text.find_first_not_of(kFiveDigits) == std::string::npos || text == "     ";
}

std::string hostLines(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') out += text[i];
  }
  return out;
}

}  // namespace

Expected<std::vector<Word36>> wordsOfText(std::string_view text) {
  std::string guest;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!isAscii(c)) {
      return fail(fmt::format("byte {}", i),
                  fmt::format("{:03o} is not an ASCII character", static_cast<unsigned char>(c)),
                  "text must be plain ASCII; is this file packed words?");
    }
    if (c == '\n' || c == '\r') {
      guest += "\r\n";
      if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    } else {
      guest += c;
    }
  }
  std::vector<Word36> words;
  for (std::size_t i = 0; i < guest.size(); i += 5) words.push_back(*packAscii(std::string_view(guest).substr(i, 5)));
  return words;
}

Expected<TextOfWords> textOfWords(std::span<const Word36> words, bool crlf) {
  TextOfWords result;
  std::string guest;
  bool skipTab = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (isLineNumber(words[i])) {
      ++result.lineNumbers;
      skipTab = true;
      continue;
    }
    if (words[i].bit(35)) {
      return fail(
          "text",
          fmt::format("word {:o} is {}, which has bit 35 set but is not a line number", i, octalHalves(words[i])),
          "these words are not text");
    }
    for (const char c : unpackAscii(words[i])) {
      if (c != 0 && !(skipTab && c == '\t')) guest += c;
      skipTab = false;
    }
  }
  result.text = crlf ? std::move(guest) : hostLines(guest);
  return result;
}

Expected<std::vector<Word36>> wordsOfOctal(std::string_view name, std::string_view text) {
  std::vector<Word36> words;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::string_view content = takeStatement(text);
    if (content.empty()) continue;
    const auto word = parseOctalWord(content);
    if (!word) {
      const bool image = content.find_first_of(":/") != std::string_view::npos || content.starts_with("start");
      return fail(fmt::format("{}({})", name, line), fmt::format("\"{}\" is not an octal word", content),
                  image ? "octal text with addresses is a core image, not a list of words" : "");
    }
    words.push_back(*word);
  }
  return words;
}

std::string octalOfWords(std::span<const Word36> words) {
  std::string out;
  for (const Word36 w : words) out += formatOctal(w) + '\n';
  return out;
}

}  // namespace utah10
