#include "network/servers/ebcdic.hpp"

#include <array>
#include <string_view>

namespace utah10 {

namespace {
using Codes = std::array<std::uint8_t, 256>;

// NUL to US.
constexpr std::array<std::uint8_t, 32> kControls = {0x00, 0x01, 0x02, 0x03, 0x37, 0x2D, 0x2E, 0x2F, 0x16, 0x05, 0x25,
                                                    0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x3C, 0x3D,
                                                    0x32, 0x26, 0x18, 0x19, 0x3F, 0x27, 0x1C, 0x1D, 0x1E, 0x1F};

struct Run {
  std::string_view ascii;
  std::uint8_t first;  // EBCDIC code of its first character
};
constexpr Run kRuns[] = {{" ", 0x40},         {"\\.<(+|", 0x4A},  {"&", 0x50},          {"!$*);~", 0x5A},
                         {"-/", 0x60},        {"^", 0x71},        {",%_>?", 0x6B},      {"`:#@'=\"", 0x79},
                         {"abcdefghi", 0x81}, {"{", 0x8B},        {"jklmnopqr", 0x91},  {"}", 0x9B},
                         {"stuvwxyz", 0xA2},  {"[", 0xAD},        {"]", 0xBD},          {"ABCDEFGHI", 0xC1},
                         {"JKLMNOPQR", 0xD1}, {"STUVWXYZ", 0xE2}, {"0123456789", 0xF0}, {"\x7F", 0x07}};

struct Tables {
  Codes toEbcdic{};
  Codes toAscii{};
};

constexpr Tables makeTables() {
  Tables t;
  std::array<bool, 256> paired{};
  std::array<bool, 256> taken{};
  const auto pair = [&](std::size_t ascii, std::size_t ebcdic) {
    t.toEbcdic[ascii] = static_cast<std::uint8_t>(ebcdic);
    t.toAscii[ebcdic] = static_cast<std::uint8_t>(ascii);
    paired[ascii] = true;
    taken[ebcdic] = true;
  };
  for (std::size_t n = 0; n < kControls.size(); ++n) pair(n, kControls[n]);
  for (const Run& run : kRuns)
    for (std::size_t n = 0; n < run.ascii.size(); ++n) pair(static_cast<unsigned char>(run.ascii[n]), run.first + n);
  std::size_t free = 0;
  for (std::size_t ascii = 0; ascii < 256; ++ascii) {
    if (paired[ascii]) continue;
    while (taken[free]) ++free;
    pair(ascii, free);
  }
  return t;
}
constexpr Tables kTables = makeTables();
}  // namespace

std::uint8_t ebcdicOf(std::uint8_t ascii) { return kTables.toEbcdic[ascii]; }
std::uint8_t asciiOf(std::uint8_t ebcdic) { return kTables.toAscii[ebcdic]; }

}  // namespace utah10
