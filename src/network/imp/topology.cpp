#include <fmt/format.h>

#include <array>
#include <set>

#include "network/imp/subnet.hpp"

namespace utah10 {

namespace {

struct Line {
  unsigned from, to;
  int miles;
};

// The logical map of August 1972 (ARPANET Completion Report, redrawn in the Internet Topology Zoo, Arpanet19728);
// numbers from contemporary host lists (RFC 226 and its successors). Distances are great circles between the towns.
constexpr std::array<Line, 32> kLines1972{{
    {1, 3, 84},      // UCLA - UCSB
    {1, 7, 5},       // UCLA - RAND
    {1, 8, 4},       // UCLA - SDC
    {2, 3, 247},     // SRI - UCSB
    {2, 16, 7},      // SRI - AMES TIP
    {2, 22, 93},     // SRI - McCLELLAN
    {4, 12, 1241},   // UTAH - ILLINOIS
    {4, 22, 529},    // UTAH - McCLELLAN
    {5, 9, 2},       // BBN - HARVARD
    {5, 30, 1},      // BBN - BBN TIP
    {6, 10, 9},      // MIT - LINCOLN
    {6, 12, 901},    // MIT - ILLINOIS
    {6, 30, 3},      // MIT - BBN TIP
    {7, 11, 313},    // RAND - STANFORD
    {7, 21, 1199},   // RAND - TINKER
    {8, 23, 11},     // SDC - USC
    {9, 19, 390},    // HARVARD - NBS
    {10, 18, 218},   // LINCOLN - RADC
    {11, 15, 6},     // STANFORD - AMES
    {13, 14, 113},   // CASE - CARNEGIE
    {13, 18, 338},   // CASE - RADC
    {13, 24, 743},   // CASE - GWC
    {14, 27, 191},   // CARNEGIE - BELVOIR
    {15, 16, 1},     // AMES - AMES TIP
    {17, 26, 12},    // MITRE - SAAC
    {17, 28, 8},     // MITRE - ARPA
    {19, 20, 21},    // NBS - ETAC
    {20, 21, 1145},  // ETAC - TINKER
    {20, 28, 3},     // ETAC - ARPA
    {23, 25, 827},   // USC - NOAA
    {24, 25, 496},   // GWC - NOAA
    {26, 27, 8},     // SAAC - BELVOIR
}};

// Inferred: ten microseconds a mile, the rate of contemporary carrier systems including their detours.
constexpr std::int64_t kMicrosecondsPerMile = 10;

tl::unexpected<Error> wrong(std::string what) {
  return fail("network", std::move(what), "see the topology's IMPs and lines");
}

Expected<void> checkLine(const LineConfig& l, const std::set<unsigned>& numbers) {
  if (!numbers.contains(l.from) || !numbers.contains(l.to) || l.from == l.to)
    return (wrong(fmt::format("a line from IMP {} to IMP {}", l.from, l.to)));
  if (l.bitsPerSecond <= 0 || l.bitsPerSecond > 10'000'000 || l.propagation < Duration{} || l.propagation > seconds(10))
    return (wrong(fmt::format("line {}-{}: {} bits a second and {} us are out of range", l.from, l.to, l.bitsPerSecond,
                              l.propagation.count() / 1000)));
  if (!(l.loss >= 0 && l.loss <= 1))
    return (wrong(fmt::format("line {}-{}: a loss of {} is not between 0 and 1", l.from, l.to, l.loss)));
  return {};
}

}  // namespace

Topology Topology::of1972() {
  Topology t;
  t.imps = {{1, "UCLA"},  {2, "SRI"},       {3, "UCSB"},     {4, "UTAH"},       {5, "BBN"},       {6, "MIT"},
            {7, "RAND"},  {8, "SDC"},       {9, "HARVARD"},  {10, "LINCOLN"},   {11, "STANFORD"}, {12, "ILLINOIS"},
            {13, "CASE"}, {14, "CARNEGIE"}, {15, "AMES"},    {16, "AMES-TIP"},  {17, "MITRE"},    {18, "RADC"},
            {19, "NBS"},  {20, "ETAC"},     {21, "TINKER"},  {22, "MCCLELLAN"}, {23, "USC"},      {24, "GWC"},
            {25, "NOAA"}, {26, "SAAC"},     {27, "BELVOIR"}, {28, "ARPA"},      {30, "BBN-TIP"}};
  for (const Line& l : kLines1972) {
    LineConfig config;
    config.from = l.from;
    config.to = l.to;
    config.propagation = microseconds(l.miles * kMicrosecondsPerMile);
    t.lines.push_back(config);
  }
  return t;
}

Expected<void> Topology::check() const {
  std::set<unsigned> numbers;
  for (const ImpSite& s : imps) {
    if (s.number < 1 || s.number > 63) return (wrong(fmt::format("IMP number {} is not between 1 and 63", s.number)));
    if (!numbers.insert(s.number).second) return (wrong(fmt::format("two IMPs with number {}", s.number)));
  }
  if (imps.empty()) return (wrong("no IMP"));
  std::set<std::pair<unsigned, unsigned>> pairs;
  for (const LineConfig& l : lines) {
    if (auto ok = checkLine(l, numbers); !ok) return ok;
    if (!pairs.insert(std::minmax(l.from, l.to)).second)
      return (wrong(fmt::format("two lines between IMP {} and IMP {}", l.from, l.to)));
  }
  return {};
}

Expected<void> SubnetConfig::check() const {
  if (auto ok = topology.check(); !ok) return ok;
  std::set<unsigned> numbers;
  for (const ImpSite& site : topology.imps) numbers.insert(site.number);
  for (const TrunkConfig& t : trunks) {
    if (!numbers.contains(t.from) || numbers.contains(t.to) || t.to < 1 || t.to > 63)
      return wrong(fmt::format("a line to another network from IMP {} to IMP {}", t.from, t.to));
    // Its other parameters are checked like those of a line.
    if (auto ok = checkLine({t.from, t.to, t.bitsPerSecond, t.propagation, t.loss}, {t.from, t.to}); !ok) return ok;
  }
  return {};
}

}  // namespace utah10
