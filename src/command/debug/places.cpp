// Places for examine and deposit: registers and words of memory.
#include <charconv>

#include "command/console/numbers.hpp"

namespace utah10 {

namespace {

struct Register {
  std::string_view name;
  Place::Kind kind;
};
constexpr Register kRegisters[] = {{"pc", Place::Kind::Pc},
                                   {"flags", Place::Kind::Flags},
                                   {"switches", Place::Kind::Switches},
                                   {"sr", Place::Kind::Switches}};

constexpr std::uint32_t kLastAddress = 0777777;

// "ac5", "ac17": accumulator numbers are octal.
std::optional<std::uint32_t> accumulator(std::string_view text) {
  if (text.size() < 3 || text.size() > 4 || !sameWord(text.substr(0, 2), "ac")) return std::nullopt;
  std::uint32_t n = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), n, 8);
  if (error != std::errc{} || end != text.data() + text.size() || n > 017) return std::nullopt;
  return n;
}

std::optional<Place> registerNamed(std::string_view text) {
  for (const Register& r : kRegisters)
    if (sameWord(text, r.name)) return Place{r.kind};
  if (const auto n = accumulator(text)) return Place{Place::Kind::Ac, *n, *n};
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

Expected<std::uint32_t> addressIn(Session& session, Place::Kind kind, std::string_view text) {
  if (text.empty()) return fail("", "an address is missing");
  const auto w = evaluate(session, text);
  if (!w) return tl::unexpected(w.error());
  const std::uint64_t most = kind == Place::Kind::Physical ? PhysicalAddress::kMask : kLastAddress;
  if (w->bits() > most)
    return fail("", fmt::format("{} is not an address", text), fmt::format("the last address is {:o}", most));
  return static_cast<std::uint32_t>(w->bits());
}

// The part after the range mark: a last address, or a count of words.
Expected<std::uint32_t> lastOf(Session& session, const Place& place, std::string_view text, bool counting) {
  auto end = addressIn(session, place.kind, text);
  if (!end) return end;
  if (counting && *end == 0) return fail("", "the range is empty");
  const std::uint32_t last = counting ? place.first + *end - 1 : *end;
  if (last < place.first) return fail("", fmt::format("the range {:o}-{:o} ends before it begins", place.first, last));
  if (place.kind != Place::Kind::Physical && last > kLastAddress) return fail("", "the range extends past 777777");
  return last;
}

Expected<Place> accumulatorRange(const Place& first, std::string_view after) {
  const auto last = registerNamed(after);
  if (!last || last->kind != Place::Kind::Ac || last->first < first.first)
    return fail("", fmt::format("\"{}\" cannot end a range of accumulators", after), "write ac0-ac17");
  return Place{Place::Kind::Ac, first.first, last->first};
}

struct SpaceName {
  std::string_view name;
  Place::Kind kind;
};
constexpr SpaceName kSpaces[] = {{"u", Place::Kind::User},     {"e", Place::Kind::Exec},
                                 {"p", Place::Kind::Physical}, {"prev", Place::Kind::Previous},
                                 {"psb", Place::Kind::Psb},    {"upt", Place::Kind::Upt}};

bool hasTable(Place::Kind kind) { return kind == Place::Kind::Psb || kind == Place::Kind::Upt; }

std::optional<PhysicalAddress> throughTable(const Machine& machine, const Place& place, std::uint32_t n) {
  const bool psb = place.kind == Place::Kind::Psb;
  const ProcessTables tables{psb ? 0 : place.table, psb ? place.table : 0};
  const auto real = machine.cpu().physicalOf(tables, psb ? Space::Exec : Space::User, VirtualAddress{n});
  return real && machine.core().exists(*real) ? real : std::nullopt;
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

Expected<Place> parsePlace(Session& session, std::string_view text) {
  const std::size_t mark = rangeMark(text);
  const std::string_view head = text.substr(0, mark);
  if (const auto r = registerNamed(head)) {
    if (mark == std::string_view::npos) return *r;
    if (r->kind == Place::Kind::Ac && text[mark] == '-') return accumulatorRange(*r, text.substr(mark + 1));
  }
  std::string_view address = head;
  const auto space = takeSpace(address);
  if (!space) return space;
  Place place = *space;
  const auto first = addressIn(session, place.kind, address);
  if (!first) return tl::unexpected(first.error());
  place.first = place.last = *first;
  if (mark == std::string_view::npos) return place;
  const auto last = lastOf(session, place, text.substr(mark + 1), text[mark] == '/');
  if (!last) return tl::unexpected(last.error());
  place.last = *last;
  return place;
}

std::string placeText(const Place& place, std::uint32_t n) {
  switch (place.kind) {
    case Place::Kind::Exec:
      return fmt::format("{:06o}", n);
    case Place::Kind::User:
      return fmt::format("u:{:06o}", n);
    case Place::Kind::Previous:
      return fmt::format("prev:{:06o}", n);
    case Place::Kind::Psb:
      return fmt::format("psb{:o}:{:06o}", place.table, n);
    case Place::Kind::Upt:
      return fmt::format("upt{:o}:{:06o}", place.table, n);
    case Place::Kind::Physical:
      return fmt::format("p:{:06o}", n);
    case Place::Kind::Ac:
      return fmt::format("ac{:o}", n);
    case Place::Kind::Pc:
      return "pc";
    case Place::Kind::Flags:
      return "flags";
    case Place::Kind::Switches:
      break;
  }
  return "switches";
}

std::optional<Word36> readPlace(const Machine& machine, const Place& place, std::uint32_t n) {
  const Ka10& cpu = machine.cpu();
  switch (place.kind) {
    case Place::Kind::Exec:
      return cpu.peek(Space::Exec, VirtualAddress{n});
    case Place::Kind::User:
      return cpu.peek(Space::User, VirtualAddress{n});
    case Place::Kind::Previous:
      return cpu.peekPrevious(VirtualAddress{n});
    case Place::Kind::Psb:
    case Place::Kind::Upt: {
      const auto real = throughTable(machine, place, n);
      return real ? std::optional{machine.core().peek(*real)} : std::nullopt;
    }
    case Place::Kind::Physical: {
      const PhysicalAddress a{n};
      return machine.core().exists(a) ? std::optional{machine.core().peek(a)} : std::nullopt;
    }
    case Place::Kind::Ac:
      return cpu.ac(AcNo{n});
    case Place::Kind::Pc:
      return Word36{cpu.pc().bits()};
    case Place::Kind::Flags:
      return Word36{cpu.flags()};
    case Place::Kind::Switches:
      break;
  }
  return cpu.switches().data;
}

void writePlace(Machine& machine, const Place& place, std::uint32_t n, Word36 w) {
  Ka10& cpu = machine.cpu();
  switch (place.kind) {
    case Place::Kind::Exec:
      cpu.poke(Space::Exec, VirtualAddress{n}, w);
      return;
    case Place::Kind::User:
      cpu.poke(Space::User, VirtualAddress{n}, w);
      return;
    case Place::Kind::Previous:
      cpu.pokePrevious(VirtualAddress{n}, w);
      return;
    case Place::Kind::Psb:
    case Place::Kind::Upt:
      if (const auto real = throughTable(machine, place, n)) machine.core().poke(*real, w);
      return;
    case Place::Kind::Physical:
      machine.core().poke(PhysicalAddress{n}, w);
      return;
    case Place::Kind::Ac:
      cpu.setAc(AcNo{n}, w);
      return;
    case Place::Kind::Pc:
      cpu.setPc(VirtualAddress{w.right()});
      return;
    case Place::Kind::Flags:
      cpu.setFlags(w.right().bits());
      return;
    case Place::Kind::Switches:
      cpu.switches().data = w;
      return;
  }
}

Expected<void> checkPlace(const Machine& machine, const Place& place) {
  if (!place.memory()) return {};
  for (std::uint32_t n = place.first; n <= place.last; ++n) {
    if (readPlace(machine, place, n)) continue;
    if (place.kind != Place::Kind::Exec && place.kind != Place::Kind::Physical)
      return fail("", fmt::format("{} is not mapped", placeText(place, n)));
    return fail("", fmt::format("there is no memory at {:06o}", n),
                fmt::format("the last word is at {:06o}", machine.core().words() - 1));
  }
  return {};
}

}  // namespace utah10
