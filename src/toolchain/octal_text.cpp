#include <fmt/format.h>

#include <map>

#include "toolchain/octal.hpp"
#include "toolchain/statement_lines.hpp"
#include "toolchain/word_cursor.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kOctalTextFormat = "octal text";

bool isStartKeyword(std::string_view field) { return field == "start" || field == "START"; }

class OctalTextReader {
 public:
  explicit OctalTextReader(std::string name) : name_(std::move(name)) {}

  Expected<CoreImage> read(std::string_view text) {
    while (!text.empty()) {
      ++line_;
      const auto done = readLine(takeStatement(text));
      if (!done) return tl::unexpected(done.error());
    }
    if (core_.empty()) return fail(name_, "no words in the text", "a line is `addr/ word` or `addr: word word ...`");
    return image();
  }

 private:
  struct Given {
    Word36 word;
    std::size_t line;
  };

  tl::unexpected<Error> failHere(std::string what, std::string hint = {}) const {
    return fail(fmt::format("{}({})", name_, line_), std::move(what), std::move(hint));
  }
  tl::unexpected<Error> notOctal(std::string_view field, std::string_view wanted) const {
    return failHere(fmt::format("'{}' is not {}", printable(field), wanted), "words are 12 octal digits or LH,,RH");
  }
  // Makes a field safe to print on a terminal, and limits its length.
  static std::string printable(std::string_view field) {
    std::string out;
    for (const char c : field.substr(0, 24)) out += c >= ' ' && c < 0177 ? c : '?';
    return out;
  }

  Expected<void> readLine(std::string_view line) {
    if (line.empty()) return {};
    const std::size_t mark = line.find_first_of("/:");
    if (mark == std::string_view::npos) return readStart(line);
    const std::string_view field = withoutBlanks(line.substr(0, mark));
    const auto address = parseOctal(field, 6);
    if (!address) return notOctal(field, "an address of up to six octal digits");
    std::string_view words = line.substr(mark + 1);
    std::size_t count = 0;
    for (std::string_view word = takeField(words); !word.empty(); word = takeField(words), ++count) {
      const auto done = readWord(*address + count, word);
      if (!done) return done;
    }
    if (count == 0) return failHere(fmt::format("no word for location {:06o}", *address));
    if (count > 1 && line[mark] == '/') return failHere("`addr/` takes one word", "use `addr: word word ...`");
    return {};
  }

  Expected<void> readWord(std::uint64_t address, std::string_view field) {
    const auto word = parseOctalWord(field);
    if (!word) return notOctal(field, "a word");
    if (address >= kCoreWords) return failHere("the words run past location 777777");
    const auto [before, fresh] = core_.try_emplace(static_cast<std::uint32_t>(address), Given{*word, line_});
    if (!fresh) {
      return failHere(fmt::format("location {:06o} occurs twice", address),
                      fmt::format("it is also on line {}", before->second.line));
    }
    return {};
  }

  Expected<void> readStart(std::string_view line) {
    const std::string_view keyword = takeField(line);
    if (!isStartKeyword(keyword)) {
      return failHere(fmt::format("a line of octal text cannot begin with '{}'", printable(keyword)),
                      "a line is `addr/ word`, `addr: word word ...` or `start addr`");
    }
    const std::string_view field = takeField(line);
    if (start_) return failHere("a second start");
    if (!withoutBlanks(line).empty()) return failHere("`start` takes one address or one instruction");
    const auto address = parseOctal(field, 6);
    const auto word = parseOctalWord(field);
    if (!word) return notOctal(field, "a start address or instruction");
    start_ =
        address ? StartWord::at(VirtualAddress{static_cast<std::uint32_t>(*address)}) : StartWord::instruction(*word);
    return {};
  }

  CoreImage image() const {
    CoreImage image;
    image.start = start_;
    image.format = kOctalTextFormat;
    std::uint32_t next = 0;
    for (const auto& [address, given] : core_) {
      if (image.segments.empty() || address != next) image.segments.push_back({VirtualAddress{address}, {}});
      image.segments.back().words.push_back(given.word);
      next = address + 1;
    }
    return image;
  }

  std::string name_;
  std::size_t line_ = 0;
  std::map<std::uint32_t, Given> core_;
  std::optional<StartWord> start_;
};

}  // namespace

Expected<CoreImage> readOctalText(std::string name, std::string_view text) {
  return OctalTextReader{std::move(name)}.read(text);
}

Expected<std::string> writeOctalText(const CoreImage& image) {
  constexpr std::size_t kWordsALine = 4;
  const auto blocks = blocksOf(image, kOctalTextFormat);
  if (!blocks) return tl::unexpected(blocks.error());
  if (image.start && image.start->kind == StartWordKind::EntryVector) {
    return fail(std::string{kOctalTextFormat}, "an entry vector cannot be written in this format",
                "give a start address");
  }
  std::string out;
  for (const Block& block : *blocks) {
    for (std::size_t i = 0; i < block.words.size(); ++i) {
      if (i % kWordsALine == 0) out += fmt::format("{}{:06o}:", i == 0 ? "" : "\n", block.first.bits() + i);
      out += fmt::format(" {:012o}", block.words[i].bits());
    }
    out += '\n';
  }
  if (image.start) {
    const bool bare = image.start->kind == StartWordKind::Address;
    out += "start " + (bare ? octalAddress(VirtualAddress{image.start->word.right()}) : octalHalves(image.start->word));
    out += '\n';
  }
  return out;
}

}  // namespace utah10
