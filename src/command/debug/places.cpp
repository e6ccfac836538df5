// Places for examine and deposit: registers and words of memory.
#include "command/debug/places.hpp"

#include <charconv>

#include "command/console/numbers.hpp"
#include "command/debug/expressions.hpp"

namespace utah10 {

namespace {

struct Register {
  std::string_view name;
  PlaceKind kind;
};
constexpr Register kRegisters[] = {
    {"pc", PlaceKind::Pc}, {"flags", PlaceKind::Flags}, {"switches", PlaceKind::Switches}, {"sr", PlaceKind::Switches}};

constexpr std::uint32_t kLastAddress = 0777777;

// "5", "17": accumulator numbers are octal.
std::optional<std::uint32_t> accumulatorNumber(std::string_view text) {
  std::uint32_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n, 8);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || n > 017) return std::nullopt;
  return n;
}

std::optional<std::uint32_t> accumulator(std::string_view text) {
  if (!sameWord(text.substr(0, 2), "ac")) return std::nullopt;
  return accumulatorNumber(text.substr(2));
}

// A dollar sign may stand before the name, as in GDB.
std::optional<Place> registerNamed(std::string_view text) {
  if (text.starts_with('$')) text.remove_prefix(1);
  for (const Register& r : kRegisters)
    if (sameWord(text, r.name)) return Place{r.kind};
  if (const auto n = accumulator(text)) return Place{PlaceKind::Ac, *n, *n};
  return std::nullopt;
}

// Offset of a - or / that makes a range: not at the start, and not inside brackets.
std::size_t rangeMark(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '<') ++depth;
    if (text[i] == ')' || text[i] == '>') --depth;
    if (i != 0 && depth == 0 && (text[i] == '-' || text[i] == '/')) return i;
  }
  return std::string_view::npos;
}

// Offset of a comma between places: not one of the two between half words.
std::size_t listComma(std::string_view text) {
  for (std::size_t i = text.find(','); i != std::string_view::npos; i = text.find(',', i + 1)) {
    if (i + 1 == text.size() || text[i + 1] != ',') return i;
    ++i;
  }
  return std::string_view::npos;
}

Expected<std::uint32_t> addressIn(Debugger& debugger, PlaceKind kind, std::string_view text) {
  if (text.empty()) return fail("", "an address is missing");
  const auto w = evaluate(debugger, text);
  if (!w) return tl::unexpected(w.error());
  const std::uint64_t most = kind == PlaceKind::Physical ? PhysicalAddress::kMask : kLastAddress;
  if (w->bits() > most)
    return fail("", fmt::format("{} is not an address", text), fmt::format("the last address is {:o}", most));
  return static_cast<std::uint32_t>(w->bits());
}

// The part after the range mark: a last address, or a count of words.
Expected<std::uint32_t> lastOf(Debugger& debugger, const Place& place, std::string_view text, bool counting) {
  auto end = addressIn(debugger, place.kind, text);
  if (!end) return end;
  if (counting && *end == 0) return fail("", "the range is empty");
  const std::uint32_t last = counting ? place.first + *end - 1 : *end;
  if (last < place.first) return fail("", fmt::format("the range {:o}-{:o} ends before it begins", place.first, last));
  if (place.kind != PlaceKind::Physical && last > kLastAddress) return fail("", "the range extends past 777777");
  return last;
}

Expected<Place> accumulatorRange(const Place& first, std::string_view after) {
  const auto named = accumulator(after);
  const auto last = named ? named : accumulatorNumber(after);
  if (!last || *last < first.first)
    return fail("", fmt::format("\"{}\" cannot end a range of accumulators", after), "write ac0-17");
  return Place{PlaceKind::Ac, first.first, *last};
}

struct SpaceName {
  std::string_view name;
  PlaceKind kind;
};
constexpr SpaceName kSpaces[] = {{"u", PlaceKind::User},        {"e", PlaceKind::Exec},  {"p", PlaceKind::Physical},
                                 {"prev", PlaceKind::Previous}, {"psb", PlaceKind::Psb}, {"upt", PlaceKind::Upt}};

bool hasTable(PlaceKind kind) { return kind == PlaceKind::Psb || kind == PlaceKind::Upt; }

std::optional<PhysicalAddress> throughTable(const Machine& machine, const Place& place, std::uint32_t n) {
  const bool psb = place.kind == PlaceKind::Psb;
  const ProcessTables tables{psb ? 0 : place.table, psb ? place.table : 0};
  const auto real = machine.cpu().physicalOf(tables, psb ? Space::Exec : Space::User, VirtualAddress{n});
  return real && machine.core().exists(*real) ? real : std::nullopt;
}

// A name alone, or with a distance behind it.
std::optional<Place> placeOfSymbol(Debugger& debugger, std::string_view text, bool user) {
  const SymbolMap& map = debugger.symbols().of(user);
  const std::size_t end = std::min(text.find_first_of("+-"), text.size());
  const auto symbol = map.all().find(upperCase(text.substr(0, end)));
  if (symbol == map.all().end()) return std::nullopt;
  const std::uint64_t value = symbol->second.value.bits();
  if (value < 020 && end == text.size()) {
    const auto n = static_cast<std::uint32_t>(value);
    return Place{PlaceKind::Ac, n, n};
  }
  if (symbol->second.kind != SymbolKind::Label) return std::nullopt;
  const auto distance = end == text.size() ? Expected<Word36>{} : evaluate(debugger, text.substr(end + 1));
  if (!distance) return std::nullopt;
  const bool back = end < text.size() && text[end] == '-';
  const std::uint64_t moved = back ? value - distance->bits() : value + distance->bits();
  const auto a = static_cast<std::uint32_t>(moved & kLastAddress);
  return Place{user ? PlaceKind::User : PlaceKind::Exec, a, a};
}

}  // namespace

Expected<Place> takeSpace(std::string_view& text) {
  Place place;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return place;
  const std::string_view head = text.substr(0, colon);
  for (const SpaceName& s : kSpaces) {
    if (head.size() < s.name.size() || !sameWord(head.substr(0, s.name.size()), s.name)) continue;
    const std::string_view number = head.substr(s.name.size());
    if (hasTable(s.kind) == number.empty()) continue;
    if (number.find_first_not_of("01234567") != std::string_view::npos) continue;  // may be a file name
    if (hasTable(s.kind)) {
      const auto error = std::from_chars(number.data(), number.data() + number.size(), place.table, 8).ec;
      if (error != std::errc{} || place.table > 03777)
        return fail("", fmt::format("{} is not a core page", number), "psb120:1000, upt44:1000");
    }
    place.kind = s.kind;
    place.spaceGiven = true;
    text.remove_prefix(colon + 1);
    return place;
  }
  return place;
}

Expected<Place> parsePlace(Debugger& debugger, std::string_view text) {
  const std::size_t mark = rangeMark(text);
  const std::string_view head = text.substr(0, mark);
  if (const auto r = registerNamed(head)) {
    if (mark == std::string_view::npos) return *r;
    if (r->kind == PlaceKind::Ac && text[mark] == '-') return accumulatorRange(*r, text.substr(mark + 1));
  }
  std::string_view address = head;
  const auto space = takeSpace(address);
  if (!space) return space;
  Place place = *space;
  const auto first = addressIn(debugger, place.kind, address);
  if (!first) return tl::unexpected(first.error());
  place.first = place.last = *first;
  if (mark == std::string_view::npos) return place;
  const auto last = lastOf(debugger, place, text.substr(mark + 1), text[mark] == '/');
  if (!last) return tl::unexpected(last.error());
  place.last = *last;
  return place;
}

std::optional<Place> placeShown(Debugger& debugger, std::string_view text) {
  const auto inOneWord = [](const Expected<Place>& p) { return p && p->first == p->last; };
  if (const auto r = registerNamed(text)) return *r;
  std::string_view rest = text;
  if (const auto space = takeSpace(rest); space && space->spaceGiven) {
    const auto place = parsePlace(debugger, text);
    return inOneWord(place) ? std::optional{*place} : std::nullopt;
  }
  const bool user = debugger.cpu().userMode();
  for (const bool inUser : {user, !user})
    if (const auto place = placeOfSymbol(debugger, text, inUser)) return place;
  return std::nullopt;
}

Expected<std::vector<Place>> parsePlaces(Debugger& debugger, std::string_view text) {
  std::vector<Place> places;
  while (true) {
    const std::size_t comma = listComma(text);
    const auto place = parsePlace(debugger, text.substr(0, comma));
    if (!place) return tl::unexpected(place.error());
    places.push_back(*place);
    if (comma == std::string_view::npos) return places;
    text.remove_prefix(comma + 1);
  }
}

std::optional<Word36> registerValue(const Machine& machine, std::string_view name) {
  const auto place = registerNamed(name);
  return place ? readPlace(machine, *place, place->first) : std::nullopt;
}

std::string placeText(const Place& place, std::uint32_t n) {
  switch (place.kind) {
    case PlaceKind::Exec:
      return fmt::format("{:06o}", n);
    case PlaceKind::User:
      return fmt::format("u:{:06o}", n);
    case PlaceKind::Previous:
      return fmt::format("prev:{:06o}", n);
    case PlaceKind::Psb:
      return fmt::format("psb{:o}:{:06o}", place.table, n);
    case PlaceKind::Upt:
      return fmt::format("upt{:o}:{:06o}", place.table, n);
    case PlaceKind::Physical:
      return fmt::format("p:{:06o}", n);
    case PlaceKind::Ac:
      return fmt::format("ac{:o}", n);
    case PlaceKind::Pc:
      return "pc";
    case PlaceKind::Flags:
      return "flags";
    case PlaceKind::Switches:
      break;
  }
  return "switches";
}

std::optional<Word36> readPlace(const Machine& machine, const Place& place, std::uint32_t n) {
  const Ka10& cpu = machine.cpu();
  switch (place.kind) {
    case PlaceKind::Exec:
      return cpu.peek(Space::Exec, VirtualAddress{n});
    case PlaceKind::User:
      return cpu.peek(Space::User, VirtualAddress{n});
    case PlaceKind::Previous:
      return cpu.peekPrevious(VirtualAddress{n});
    case PlaceKind::Psb:
    case PlaceKind::Upt: {
      const auto real = throughTable(machine, place, n);
      return real ? std::optional{machine.core().peek(*real)} : std::nullopt;
    }
    case PlaceKind::Physical: {
      const PhysicalAddress a{n};
      return machine.core().exists(a) ? std::optional{machine.core().peek(a)} : std::nullopt;
    }
    case PlaceKind::Ac:
      return cpu.ac(AcNo{n});
    case PlaceKind::Pc:
      return Word36{cpu.pc().bits()};
    case PlaceKind::Flags:
      return Word36{cpu.flags()};
    case PlaceKind::Switches:
      break;
  }
  return cpu.switches().data;
}

void writePlace(Machine& machine, const Place& place, std::uint32_t n, Word36 w) {
  Ka10& cpu = machine.cpu();
  switch (place.kind) {
    case PlaceKind::Exec:
      cpu.poke(Space::Exec, VirtualAddress{n}, w);
      return;
    case PlaceKind::User:
      cpu.poke(Space::User, VirtualAddress{n}, w);
      return;
    case PlaceKind::Previous:
      cpu.pokePrevious(VirtualAddress{n}, w);
      return;
    case PlaceKind::Psb:
    case PlaceKind::Upt:
      if (const auto real = throughTable(machine, place, n)) machine.core().poke(*real, w);
      return;
    case PlaceKind::Physical:
      machine.core().poke(PhysicalAddress{n}, w);
      return;
    case PlaceKind::Ac:
      cpu.setAc(AcNo{n}, w);
      return;
    case PlaceKind::Pc:
      cpu.setPc(VirtualAddress{w.right()});
      return;
    case PlaceKind::Flags:
      cpu.setFlags(w.right().bits());
      return;
    case PlaceKind::Switches:
      cpu.switches().data = w;
      return;
  }
}

Expected<void> checkPlace(const Machine& machine, const Place& place) {
  if (!place.memory()) return {};
  for (std::uint32_t n = place.first; n <= place.last; ++n) {
    if (readPlace(machine, place, n)) continue;
    if (place.kind != PlaceKind::Exec && place.kind != PlaceKind::Physical)
      return fail("", fmt::format("{} is not mapped", placeText(place, n)));
    return fail("", fmt::format("there is no memory at {:06o}", n),
                fmt::format("the last word is at {:06o}", machine.core().words() - 1));
  }
  return {};
}

Expected<void> deposit(Machine& machine, Place place, const std::vector<Word36>& values) {
  if (values.size() > 1 && place.memory() && place.first == place.last)
    place.last = place.first + static_cast<std::uint32_t>(values.size()) - 1;
  if (place.memory() && place.kind != PlaceKind::Physical && place.last > kLastAddress)
    return fail("", "the text extends past 777777");
  if (values.size() != place.last - place.first + 1)
    return fail("", fmt::format("{} do not fit in that place", counted(values.size(), "word")));
  if (auto there = checkPlace(machine, place); !there) return there;
  for (std::uint32_t n = place.first; n <= place.last; ++n) writePlace(machine, place, n, values[n - place.first]);
  return {};
}

}  // namespace utah10
