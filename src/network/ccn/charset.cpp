#include "network/ccn/charset.hpp"

#include <array>
#include <iterator>

namespace utah10 {
namespace {

struct Pair {
  std::uint8_t ascii;
  std::uint8_t ebcdic;
};

// RFC 183's EBCDIC controls, paired by name. DC3 is paired with TM and DC4 with the EBCDIC DC4, after RFC 189 and
// 183; RFC 599 and 740 pair DC4 with TM.
constexpr std::uint8_t kControls[32] = {0x00, 0x01, 0x02, 0x03, 0x37, 0x2D, 0x2E, 0x2F, 0x16, 0x05, 0x25,
                                        0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x3C, 0x3D,
                                        0x32, 0x26, 0x18, 0x19, 0x3F, 0x27, 0x1C, 0x1D, 0x1E, 0x1F};
constexpr std::uint8_t kDelete = 0x07;

constexpr Pair kGraphics[] = {
    {' ', 0x40}, {'.', 0x4B}, {'<', 0x4C}, {'(', 0x4D}, {'+', 0x4E},  {'&', 0x50}, {'!', 0x5A}, {'$', 0x5B},
    {'*', 0x5C}, {')', 0x5D}, {';', 0x5E}, {'-', 0x60}, {'/', 0x61},  {',', 0x6B}, {'%', 0x6C}, {'>', 0x6E},
    {'?', 0x6F}, {':', 0x7A}, {'#', 0x7B}, {'@', 0x7C}, {'\'', 0x7D}, {'=', 0x7E}, {'"', 0x7F}, {'_', 0x6D},
};

constexpr Pair kRest68[] = {{0x7C, 0x4F}, {0x7E, 0x5F}, {0x5C, 0x4A}, {0x5E, 0x71}, {0x5B, 0xAD},
                            {0x5D, 0xBD}, {0x7B, 0x8B}, {0x7D, 0x9B}, {0x60, 0x79}};
constexpr Pair kRest63[] = {{0x5B, 0x4F}, {0x5D, 0x5F}, {0x5C, 0x4A}, {0x5E, 0x71}, {0x7C, 0xAD},
                            {0x7E, 0xBD}, {0x7B, 0x8B}, {0x7D, 0x9B}, {0x60, 0x79}};
constexpr Pair kRestMay[] = {{0x5E, 0x4F}, {0x5C, 0x5F}, {0x5B, 0x4A}, {0x5D, 0xBD}};
constexpr Pair kRest71[] = {{0x7C, 0x4F}, {0x7E, 0x5F}, {0x5C, 0x4A}};

struct Tables {
  std::array<std::uint8_t, 256> in{};   // to EBCDIC
  std::array<std::uint8_t, 256> out{};  // from EBCDIC

  constexpr void pair(unsigned ascii, unsigned ebcdic) {
    in[ascii] = static_cast<std::uint8_t>(ebcdic);
    out[ebcdic] = static_cast<std::uint8_t>(ascii);
  }
  constexpr void letters(unsigned ascii, unsigned ebcdic, unsigned count) {
    for (unsigned i = 0; i < count; ++i) pair(ascii + i, ebcdic + i);
  }
};

template <std::size_t N>
constexpr Tables tables(const Pair (&rest)[N]) {
  Tables t;
  t.in.fill(kEbcdicQuestion);
  t.out.fill('?');
  for (unsigned c = 0; c < 32; ++c) t.pair(c, kControls[c]);
  t.pair(0x7F, kDelete);
  for (const Pair& p : kGraphics) t.pair(p.ascii, p.ebcdic);
  for (const Pair& p : rest) t.pair(p.ascii, p.ebcdic);
  t.letters('0', 0xF0, 10);
  for (const unsigned lower : {0x00u, 0x40u}) {  // A is C1, a is 81
    const unsigned ascii = lower == 0 ? 'A' : 'a';
    t.letters(ascii, 0xC1 - lower, 9);
    t.letters(ascii + 9, 0xD1 - lower, 9);
    t.letters(ascii + 18, 0xE2 - lower, 8);
  }
  return t;
}

constexpr Tables k68 = tables(kRest68);
constexpr Tables k63 = tables(kRest63);
constexpr Tables kMay = tables(kRestMay);
constexpr Tables k71 = tables(kRest71);

const Tables* tablesOf(CcnCharset c) {
  switch (c) {
    case CcnCharset::Ebcdic:
      return nullptr;
    case CcnCharset::Ascii68:
      return &k68;
    case CcnCharset::Ascii63:
      return &k63;
    case CcnCharset::Ascii63May:
      return &kMay;
    case CcnCharset::Ascii71:
      return &k71;
  }
  return nullptr;
}

constexpr std::string_view kNames[] = {"ebcdic", "ascii68", "ascii63", "ascii63may72", "ascii189"};

}  // namespace

std::uint8_t toEbcdic(CcnCharset from, std::uint8_t c) {
  const Tables* t = tablesOf(from);
  return t == nullptr ? c : t->in[c];
}

std::uint8_t fromEbcdic(CcnCharset to, std::uint8_t c) {
  const Tables* t = tablesOf(to);
  return t == nullptr ? c : t->out[c];
}

Octets toEbcdic(CcnCharset from, const Octets& text) {
  Octets out = text;
  for (std::uint8_t& c : out) c = toEbcdic(from, c);
  return out;
}

Octets fromEbcdic(CcnCharset to, const Octets& text) {
  Octets out = text;
  for (std::uint8_t& c : out) c = fromEbcdic(to, c);
  return out;
}

Octets ebcdic(std::string_view text) {
  Octets out;
  out.reserve(text.size());
  for (const char c : text) out.push_back(toEbcdic(CcnCharset::Ascii68, static_cast<std::uint8_t>(c)));
  return out;
}

std::string hostText(const Octets& ebcdic) {
  std::string out;
  out.reserve(ebcdic.size());
  for (const std::uint8_t c : ebcdic) out += static_cast<char>(fromEbcdic(CcnCharset::Ascii68, c));
  return out;
}

std::string_view nameOf(CcnCharset c) { return kNames[static_cast<std::size_t>(c)]; }

std::optional<CcnCharset> charsetNamed(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    if (kNames[i] == name) return static_cast<CcnCharset>(i);
  return {};
}

}  // namespace utah10
