#include "utah10/word/text.hpp"

#include <array>
#include <limits>

namespace utah10 {
namespace {

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

std::string octal(std::uint64_t bits, std::size_t digits) {
  std::string s(digits, '0');
  for (std::size_t i = digits; i-- > 0; bits >>= 3) s[i] = static_cast<char>('0' + (bits & 7));
  return s;
}

std::string printed(char c) {
  if (isPrintable(c)) return std::string("'") + c + "'";
  return "character " + octal(static_cast<unsigned char>(c), 3) + " (octal)";
}

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Magnitude of a digit string in a base; false when it exceeds `limit`. Digits must be valid.
bool accumulate(std::string_view digits, unsigned base, std::uint64_t limit, std::uint64_t& value) {
  for (const char c : digits) {
    const auto digit = static_cast<unsigned>(c - '0');
    if (value > (limit - digit) / base) return false;
    value = value * base + digit;
  }
  return true;
}

// One number of `bits` bits: octal, decimal with a trailing point, optional minus.
Expected<std::uint64_t> parseNumber(std::string_view text, int bits, std::string_view whole) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  const bool decimal = !text.empty() && text.back() == '.';
  if (decimal) text.remove_suffix(1);
  if (text.empty()) return fail(quoted(whole), "a number is missing", "write octal, decimal with a point, or LH,,RH");
  for (const char c : text) {
    if (!isDigit(c)) return fail(quoted(whole), printed(c) + " is not a digit", "numbers are octal: 777, -1, 100.");
    if (!decimal && c > '7')
      return fail(quoted(whole), printed(c) + " is not an octal digit", "end a decimal number with a point");
  }
  const std::uint64_t one = 1;
  const std::uint64_t limit = negative ? one << (bits - 1) : (one << bits) - 1;
  std::uint64_t value = 0;
  if (!accumulate(text, decimal ? 10 : 8, limit, value))
    return fail(quoted(whole), "number does not fit in " + std::to_string(bits) + " bits");
  return negative ? ((one << bits) - value) & ((one << bits) - 1) : value;
}

struct Unit {
  std::string_view name;
  std::int64_t nanoseconds;
};
// "s" last: the other names end in it.
constexpr std::array<Unit, 4> kUnits{{{"ns", 1}, {"us", 1000}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};

const Unit* unitOf(std::string_view text) {
  for (const Unit& u : kUnits)
    if (text.size() >= u.name.size() && text.substr(text.size() - u.name.size()) == u.name) return &u;
  return nullptr;
}

// Nanoseconds in a decimal number of units.
Expected<std::int64_t> scaled(std::string_view number, std::int64_t unit, std::string_view whole) {
  const auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const std::size_t point = number.find('.');
  const std::string_view integer = number.substr(0, point);
  const std::string_view fraction = point == std::string_view::npos ? std::string_view{} : number.substr(point + 1);
  if (integer.empty() || (point != std::string_view::npos && fraction.empty()))
    return fail(quoted(whole), "not a duration", "write 2.5s, 100ms, 16.67us or 350ns");
  for (const std::string_view part : {integer, fraction})
    for (const char c : part)
      if (!isDigit(c))
        return fail(quoted(whole), printed(c) + " is not a digit", "write 2.5s, 100ms, 16.67us or 350ns");
  std::uint64_t total = 0;
  const auto per = static_cast<std::uint64_t>(unit);
  if (!accumulate(integer, 10, limit / per, total)) return fail(quoted(whole), "duration is longer than 292 years");
  total *= per;
  std::uint64_t place = per;
  for (const char c : fraction) {
    if (place % 10 != 0) {
      if (c != '0') return fail(quoted(whole), "duration is finer than a nanosecond");
      continue;
    }
    place /= 10;
    total += place * static_cast<unsigned>(c - '0');
  }
  if (total > limit) return fail(quoted(whole), "duration is longer than 292 years");
  return static_cast<std::int64_t>(total);
}

}  // namespace

std::string formatOctal(Word36 w) { return octal(w.bits(), 12); }
std::string formatOctal(HalfWord h) { return octal(h.bits(), 6); }
std::string formatHalves(Word36 w) { return formatOctal(w.left()) + ",," + formatOctal(w.right()); }

Expected<Word36> parseWord(std::string_view text) {
  const std::size_t commas = text.find(",,");
  if (commas == std::string_view::npos)
    return parseNumber(text, 36, text).map([](std::uint64_t bits) { return Word36{bits}; });
  const Expected<std::uint64_t> left = parseNumber(text.substr(0, commas), 18, text);
  if (!left) return tl::unexpected<Error>(left.error());
  const Expected<std::uint64_t> right = parseNumber(text.substr(commas + 2), 18, text);
  if (!right) return tl::unexpected<Error>(right.error());
  return Word36{(*left << 18) | *right};
}

Expected<Word36> packSixbit(std::string_view text) {
  if (text.size() > 6) return fail(quoted(text), "longer than the six SIXBIT characters of a word");
  std::uint64_t bits = 0;
  for (const char c : text) {
    if (!isSixbit(c)) return fail(quoted(text), printed(c) + " is not a SIXBIT character", "use upper case");
    bits = (bits << 6) | sixbitCode(c);
  }
  return Word36{bits << (6 * (6 - text.size()))};
}

std::string unpackSixbit(Word36 w) {
  std::string s(6, ' ');
  for (std::size_t i = 0; i < 6; ++i) s[i] = sixbitChar(static_cast<std::uint32_t>(w.bits() >> (30 - 6 * i)));
  return s;
}

std::string sixbitName(Word36 w) {
  std::string s = unpackSixbit(w);
  s.erase(s.find_last_not_of(' ') + 1);
  return s;
}

Expected<Word36> packAscii(std::string_view text, bool bit35) {
  if (text.size() > 5) return fail(quoted(text), "longer than the five ASCII characters of a word");
  std::uint64_t bits = 0;
  for (const char c : text) {
    if (!isAscii(c)) return fail(quoted(text), printed(c) + " is not seven-bit ASCII");
    bits = (bits << 7) | static_cast<unsigned char>(c);
  }
  return Word36{(bits << (7 * (5 - text.size()) + 1)) | (bit35 ? 1U : 0U)};
}

std::string unpackAscii(Word36 w) {
  std::string s(5, '\0');
  for (std::size_t i = 0; i < 5; ++i) s[i] = static_cast<char>((w.bits() >> (29 - 7 * i)) & 0177);
  return s;
}

Expected<Duration> parseDuration(std::string_view text) {
  const Unit* unit = unitOf(text);
  if (unit == nullptr) return fail(quoted(text), "duration has no unit", "add s, ms, us or ns");
  std::string_view number = text.substr(0, text.size() - unit->name.size());
  const bool negative = !number.empty() && number.front() == '-';
  if (negative) number.remove_prefix(1);
  return scaled(number, unit->nanoseconds, text).map([negative](std::int64_t n) {
    return Duration{negative ? -n : n};
  });
}

std::string formatMicroseconds(Duration d) {
  const bool negative = d.count() < 0;
  // Unsigned, so that the most negative count has a magnitude.
  const auto count = static_cast<std::uint64_t>(d.count());
  const std::uint64_t ns = negative ? 0 - count : count;
  std::string digits = std::to_string(ns % 1000 + 1000).substr(1);
  if (digits.back() == '0') digits.pop_back();
  std::string text(negative ? 1 : 0, '-');
  text += std::to_string(ns / 1000);
  text += '.';
  text += digits;
  return text;
}

std::string formatDuration(Duration d) { return formatMicroseconds(d) + "us"; }

std::string formatInstant(Instant t) { return t == kNever ? "never" : formatDuration(t.time_since_epoch()); }

}  // namespace utah10
