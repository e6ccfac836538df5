// Places a word can be examined and deposited at.
#include <charconv>

#include "values.hpp"

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

// "ac5", "ac17": octal, like everything about accumulators.
std::optional<std::uint32_t> accumulator(std::string_view text) {
  if (text.size() < 3 || text.size() > 4 || !sameWord(text.substr(0, 2), "ac")) return std::nullopt;
  std::uint32_t n = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), n, 8);
  if (error != std::errc{} || end != text.data() + text.size() || n > 017) return std::nullopt;
  return n;
}

std::optional<Place> registerNamed(std::string_view text) {
  for (const Register& r : kRegisters)
    if (sameWord(text, r.name)) return Place{r.kind, 0, 0};
  if (const auto n = accumulator(text)) return Place{Place::Kind::Ac, *n, *n};
  return std::nullopt;
}

// Offset of a - or / that makes a range: not at the start, not inside brackets.
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
  if (counting && *end == 0) return fail("", "a range of no words");
  const std::uint32_t last = counting ? place.first + *end - 1 : *end;
  if (last < place.first) return fail("", fmt::format("the range {:o}-{:o} ends before it begins", place.first, last));
  if (place.kind != Place::Kind::Physical && last > kLastAddress) return fail("", "the range runs past 777777");
  return last;
}

Expected<Place> accumulatorRange(const Place& first, std::string_view after) {
  const auto last = registerNamed(after);
  if (!last || last->kind != Place::Kind::Ac || last->first < first.first)
    return fail("", fmt::format("\"{}\" does not end a range of accumulators", after), "write ac0-ac17");
  return Place{Place::Kind::Ac, first.first, last->first};
}

Place::Kind takeSpace(std::string_view& text) {
  if (text.size() < 2 || text[1] != ':') return Place::Kind::Exec;
  const char c = text[0];
  const auto kind = c == 'u' || c == 'U'   ? Place::Kind::User
                    : c == 'p' || c == 'P' ? Place::Kind::Physical
                                           : Place::Kind::Exec;
  if (kind != Place::Kind::Exec || c == 'e' || c == 'E') text.remove_prefix(2);
  return kind;
}

}  // namespace

Expected<Place> parsePlace(Session& session, std::string_view text) {
  const std::size_t mark = rangeMark(text);
  const std::string_view head = text.substr(0, mark);
  if (const auto r = registerNamed(head)) {
    if (mark == std::string_view::npos) return *r;
    if (r->kind == Place::Kind::Ac && text[mark] == '-') return accumulatorRange(*r, text.substr(mark + 1));
  }
  Place place;
  std::string_view address = head;
  place.kind = takeSpace(address);
  const auto first = addressIn(session, place.kind, address);
  if (!first) return tl::unexpected(first.error());
  place.first = place.last = *first;
  if (mark == std::string_view::npos) return place;
  const auto last = lastOf(session, place, text.substr(mark + 1), text[mark] == '/');
  if (!last) return tl::unexpected(last.error());
  place.last = *last;
  return place;
}

std::string placeText(Place::Kind kind, std::uint32_t n) {
  switch (kind) {
    case Place::Kind::Exec:
      return fmt::format("{:06o}", n);
    case Place::Kind::User:
      return fmt::format("u:{:06o}", n);
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

std::optional<Word36> readPlace(const Machine& machine, Place::Kind kind, std::uint32_t n) {
  const Ka10& cpu = machine.cpu();
  switch (kind) {
    case Place::Kind::Exec:
      return cpu.peek(Space::Exec, VirtualAddress{n});
    case Place::Kind::User:
      return cpu.peek(Space::User, VirtualAddress{n});
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

void writePlace(Machine& machine, Place::Kind kind, std::uint32_t n, Word36 w) {
  Ka10& cpu = machine.cpu();
  switch (kind) {
    case Place::Kind::Exec:
      cpu.poke(Space::Exec, VirtualAddress{n}, w);
      return;
    case Place::Kind::User:
      cpu.poke(Space::User, VirtualAddress{n}, w);
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
    if (readPlace(machine, place.kind, n)) continue;
    if (place.kind == Place::Kind::User) return fail("", fmt::format("u:{:06o} is not mapped", n));
    return fail("", fmt::format("there is no memory at {:06o}", n),
                fmt::format("the last word is at {:06o}", machine.core().words() - 1));
  }
  return {};
}

}  // namespace utah10
