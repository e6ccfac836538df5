// The commands examine, x, disassemble and deposit.
#include <algorithm>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/places.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kDisassembled = 8;   // words that disassemble shows
constexpr std::uint32_t kMostWords = 01000;  // words that x shows

// The format in which words are shown in addition to octal, and in which deposited values are read.
struct Format {
  bool symbolic = false;
  bool sixbit = false;
  bool ascii = false;
  bool decimal = false;
  bool halves = false;
};

bool applyLetter(Format& f, char c) {
  switch (c) {
    case 'm':
      return f.symbolic = true;
    case 's':
    case 'c':
      return f.sixbit = true;
    case 'a':
      return f.ascii = true;
    case 'd':
      return f.decimal = true;
    case 'h':
      return f.halves = true;
    case 'o':
      return true;
    default:
      return false;
  }
}

Expected<Format> takeFormat(Arguments& arguments) {
  Format f;
  while (arguments.peek().size() > 1 && arguments.peek()[0] == '-') {
    const auto word = arguments.next();
    for (const char c : word->text.substr(1))
      if (!applyLetter(f, c))
        return fail("", fmt::format("-{} is not a format", c),
                    "-m symbolic, -s sixbit, -a ascii, -d decimal, -h halves, -o octal");
  }
  return f;
}

std::string wordText(Debugger& debugger, Word36 w, const Format& f, const Place& place, std::uint32_t n) {
  std::string line = f.halves ? halves(w) : octal(w);
  if (f.symbolic) line += "  " + disassembled(debugger, w, VirtualAddress{n}, place.user());
  if (f.sixbit) line += "  '" + unpackSixbit(w) + "'";
  if (f.ascii) line += "  \"" + escaped(unpackAscii(w)) + "\"";
  if (f.decimal) line += fmt::format("  {}.", w.value());
  return line;
}

void showRegister(Debugger& debugger, Console& console, const Place& place, const Format& f) {
  const Ka10& cpu = debugger.cpu();
  for (std::uint32_t n = place.first; n <= place.last; ++n) {
    const Word36 w = *readPlace(debugger.machine(), place, n);
    std::string text = wordText(debugger, w, f, place, n);
    if (place.kind == PlaceKind::Pc) text = octal(cpu.pc());
    if (place.kind == PlaceKind::Flags) text = flagText(cpu.flags());
    console.print("{}/ {}", placeText(place, n), text);
  }
}

// " LOOP+3"; empty if no label is near, and for physical addresses, which have no symbols.
std::string labelText(Debugger& debugger, const Place& place, std::uint32_t n) {
  if (place.kind == PlaceKind::Physical) return {};
  const SymbolMap& map = debugger.symbols().of(place.user());
  return map.nearest(VirtualAddress{n}) ? " " + map.text(VirtualAddress{n}) : "";
}

// Repeated words are shown once; the last word of the range is always shown.
void showMemory(Debugger& debugger, Console& console, const Place& place, const Format& f) {
  std::optional<Word36> last;
  std::uint32_t same = 0;
  for (std::uint32_t n = place.first; n <= place.last; ++n) {
    const std::optional<Word36> w = readPlace(debugger.machine(), place, n);
    if (n != place.first && w == last && n != place.last) {
      ++same;
      continue;
    }
    if (same != 0) console.print("{} to {} are the same", placeText(place, n - same), placeText(place, n - 1));
    same = 0;
    last = w;
    console.print("{}{}/ {}", placeText(place, n), labelText(debugger, place, n),
                  w ? wordText(debugger, *w, f, place, n) : "??");
  }
}

void showState(Debugger& debugger, Console& console, const Format& f) {
  showRegister(debugger, console, {.kind = PlaceKind::Pc}, f);
  showRegister(debugger, console, {.kind = PlaceKind::Flags}, f);
  showRegister(debugger, console, {.kind = PlaceKind::Ac, .last = 017}, f);
}

// Words that are not mapped are shown as ??; words that no memory has are an error.
Expected<void> checkReal(const Machine& machine, const Place& place) {
  const bool real = place.kind == PlaceKind::Exec && !machine.config().pager;
  return real || place.kind == PlaceKind::Physical ? checkPlace(machine, place) : Expected<void>{};
}

// How GDB's command x shows words: a letter and a count of words.
struct GdbFormat {
  Format format;
  std::uint32_t count = 1;
};

Expected<GdbFormat> takeGdbFormat(Arguments& arguments) {
  constexpr std::string_view kLetters = "iodsch";
  constexpr std::string_view kOurs = "modach";  // as in applyLetter()
  GdbFormat f;
  if (!arguments.peek().starts_with('/')) return f;
  const std::string text = arguments.next()->text.substr(1);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits != 0) {
    const auto count = parseCount(text.substr(0, digits));
    if (!count || *count == 0 || *count > kMostWords) return fail("", fmt::format("{} is not a count of words", text));
    f.count = static_cast<std::uint32_t>(*count);
  }
  for (const char c : text.substr(digits)) {
    const std::size_t at = kLetters.find(c);
    if (at == std::string_view::npos)
      return fail("", fmt::format("{} is not a format", c),
                  "i instructions, o octal, d decimal, s ASCII, c SIXBIT, h half words");
    applyLetter(f.format, kOurs[at]);
  }
  return f;
}

Place memoryAtPc(const Ka10& cpu) {
  Place place{.kind = cpu.userMode() ? PlaceKind::User : PlaceKind::Exec};
  place.first = place.last = cpu.pc().bits();
  return place;
}

// The place named, or PC; a register stands for the address in it.
Expected<Place> takeBeginning(Debugger& debugger, Arguments& arguments) {
  if (arguments.atEnd()) return memoryAtPc(debugger.cpu());
  const auto word = arguments.next();
  if (!word) return tl::unexpected(word.error());
  if (auto end = arguments.finish(); !end) return tl::unexpected(end.error());
  auto place = parsePlace(debugger, word->text);
  if (!place || place->memory()) return place;
  const std::uint32_t address = readPlace(debugger.machine(), *place, place->first)->right().bits();
  place = memoryAtPc(debugger.cpu());
  place->first = place->last = address;
  return place;
}

// Shows `count` words from the beginning of a place on, or the place if it has more than one.
Expected<void> showFrom(Debugger& debugger, Console& console, Place place, std::uint32_t count, const Format& format) {
  if (place.first == place.last) place.last = std::min(place.first + count - 1, VirtualAddress::kMask);
  if (auto there = checkReal(debugger.machine(), place); !there) return there;
  showMemory(debugger, console, place, format);
  return {};
}

// Packs the text into words of six SIXBIT or five ASCII characters.
Expected<std::vector<Word36>> packed(std::string text, bool sixbit) {
  if (text.empty()) return fail("", "the text is empty");
  if (sixbit) text = upperCase(text);
  std::vector<Word36> words;
  const std::size_t perWord = sixbit ? 6 : 5;
  for (std::size_t at = 0; at < text.size(); at += perWord) {
    const std::string_view some = std::string_view{text}.substr(at, perWord);
    const auto w = sixbit ? packSixbit(some) : packAscii(some);
    if (!w) return fail("", w.error().what, w.error().hint);
    words.push_back(*w);
  }
  return words;
}

Expected<std::vector<Word36>> valuesFor(Debugger& debugger, const Format& f, const Place& place, Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "a value is missing", "deposit 100 MOVEI 1,5");
  if (f.sixbit || f.ascii || arguments.peek().starts_with('"')) {
    const auto text =
        arguments.peek().starts_with('"') ? arguments.next() : Argument{std::string{arguments.takeRest()}};
    if (!text) return tl::unexpected(text.error());
    if (auto end = arguments.finish(); !end) return tl::unexpected(end.error());
    return packed(text->text, f.sixbit);
  }
  const auto w = instructionOrValue(debugger, arguments.takeRest(), VirtualAddress{place.first});
  if (!w) return tl::unexpected(w.error());
  return std::vector<Word36>(place.last - place.first + 1, *w);
}

}  // namespace

Expected<void> examineCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto format = takeFormat(arguments);
  if (!format) return tl::unexpected(format.error());
  if (arguments.take("state") || arguments.atEnd()) {
    if (auto end = arguments.finish(); !end) return end;
    showState(debugger, console, *format);
    return {};
  }
  std::vector<Place> places;
  while (!arguments.atEnd()) {
    const auto word = arguments.next();
    if (!word) return tl::unexpected(word.error());
    const auto some = parsePlaces(debugger, word->text);
    if (!some) return tl::unexpected(some.error());
    for (const Place& place : *some)
      if (auto there = checkReal(debugger.machine(), place); !there) return there;
    places.insert(places.end(), some->begin(), some->end());
  }
  for (const Place& place : places)
    place.memory() ? showMemory(debugger, console, place, *format) : showRegister(debugger, console, place, *format);
  return {};
}

Expected<void> xCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto f = takeGdbFormat(arguments);
  if (!f) return tl::unexpected(f.error());
  const auto place = takeBeginning(debugger, arguments);
  if (!place) return tl::unexpected(place.error());
  return showFrom(debugger, console, *place, f->count, f->format);
}

Expected<void> disassembleCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto place = takeBeginning(debugger, arguments);
  if (!place) return tl::unexpected(place.error());
  return showFrom(debugger, console, *place, kDisassembled, {.symbolic = true});
}

Expected<void> depositCommand(Debugger& debugger, Arguments& arguments) {
  const auto format = takeFormat(arguments);
  if (!format) return tl::unexpected(format.error());
  const auto word = arguments.next();
  if (!word) return fail("", "a location is missing", "deposit 100 MOVEI 1,5");
  const auto place = parsePlace(debugger, word->text);
  if (!place) return tl::unexpected(place.error());
  const auto values = valuesFor(debugger, *format, *place, arguments);
  if (!values) return tl::unexpected(values.error());
  return deposit(debugger.machine(), *place, *values);
}

}  // namespace utah10
