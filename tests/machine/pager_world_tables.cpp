// The random tables of a PagerWorld.
#include <algorithm>

#include "pager_rig.hpp"
#include "pager_world.hpp"

namespace utah10::test {

namespace {

constexpr std::uint32_t kHandler = 01200;
constexpr std::uint32_t kTrapPc = 0777573;

}  // namespace

PagerWorld::W PagerWorld::mapWord() {
  constexpr W kBit0 = W{1} << 35;
  const auto bit = [](unsigned n) { return kBit0 >> n; };
  W w = bit(2) | bit(3) | bit(4) | bit(12);
  for (const unsigned right : {2u, 3u, 4u})
    if (random_.oneIn(10)) w &= ~bit(right);
  if (random_.oneIn(25)) w &= ~bit(12);
  if (random_.oneIn(30)) w |= bit(8);
  if (random_.oneIn(9)) w |= bit(9);
  for (const unsigned odd : {10u, 11u})
    if (random_.oneIn(9)) w |= bit(odd);
  w |= random_.bits() & (bit(5) | bit(6) | bit(7));  // unused bits
  const std::uint64_t type = random_.below(40);
  if (type == 0) return w | bit(0) | bit(1) | (random_.bits() & 017777777);
  if (type < 14)
    return w | bit(0) | (W{tableIndexes_[random_.below(tableIndexes_.size())]} << 9) | random_.below(01000);
  if (type < 24) return w | bit(1) | (W{dataIndexes_[random_.below(dataIndexes_.size())]} << 9) | random_.below(01000);
  if (type == 24) return 0;
  if (type == 25) return random_.word().bits() & ~(bit(0) | bit(1) | bit(12));  // no access, whatever else it says
  w |= 0200 + random_.below(0400);
  if (random_.oneIn(8)) w |= bit(14 + static_cast<unsigned>(random_.below(4)));
  return w;
}

PagerWorld::W PagerWorld::sptWord(bool table) {
  const W shareCount = random_.below(040000) << 22;
  const W page = table ? 0610 + random_.below(020) : 0200 + random_.below(0400);
  const W notInCore = random_.oneIn(10) ? W{1} << (18 + random_.below(4)) : 0;
  return shareCount | notInCore | page;
}

PagerWorld::W PagerWorld::statusWord() {
  const W modifiedAndUse = random_.bits() & 0777777777;
  const W age = random_.oneIn(10) ? random_.below(0100) : 0100 + random_.below(0700);
  return (age << 27) | modifiedAndUse;
}

// Word 71. The address limit is seldom set.
PagerWorld::W PagerWorld::bases() {
  const W limit = random_.oneIn(6) ? random_.below(8) : 0;
  const W acBase = random_.below(037);
  return (limit << 30) | ((0600 + random_.below(4)) << 18) | (acBase << 13) | (0604 + random_.below(4));
}

void PagerWorld::buildTables() {
  for (const std::uint32_t n : {0u, 1u, 0377u, 0400u, 017777u}) dataIndexes_.push_back(n);
  while (dataIndexes_.size() < 24) dataIndexes_.push_back(02 + 2 * static_cast<std::uint32_t>(random_.below(07000)));
  while (tableIndexes_.size() < 16) tableIndexes_.push_back(03 + 2 * static_cast<std::uint32_t>(random_.below(07000)));
  std::erase_if(tableIndexes_, [this](auto n) { return std::ranges::count(dataIndexes_, n) != 0; });
  for (int n = 0; n < 20; ++n) userPages_.push_back(static_cast<std::uint32_t>(random_.below(01000)));
  monitorPages_ = {040, 077, 0100, 0177, 0200, 0577, 0600, 0737, 0740, 0775, 0776};
  for (int n = 0; n < 10; ++n) monitorPages_.push_back(040 + static_cast<std::uint32_t>(random_.below(0736)));
  for (std::uint32_t a = 040000; a < 0600000; ++a) set(a, random_.word().bits());
  for (std::uint32_t a = 0600000; a < 0630000; ++a) set(a, mapWord());
  for (std::uint32_t page = 0; page < 01000; ++page) set(03000 + page, mapWord());
  for (std::uint32_t page = 0; page < 04000; ++page) set(04000 + page, statusWord());
  for (const std::uint32_t n : dataIndexes_) set(020000 + n, sptWord(false));
  for (const std::uint32_t n : tableIndexes_) set(020000 + n, sptWord(true));
  set(070, 0104000001100);
  set(01100, lh(kTrapPc & 0777777, kHandler));
  set(071, bases());
  set(072, (W{0400} << 27) | 1);
  set(03001, lh(0160040, 1));
  set(04001, lh(0400000));
  for (std::uint32_t psb = 0604; psb < 0610; ++psb) {
    set((psb << 9) + 0777, lh(0160040, psb));
    set(04000 + psb, lh(0400000));
  }
}

void PagerWorld::changeSomething() {
  const auto upt = static_cast<std::uint32_t>(reference_.memory[071] >> 18) & 03777;
  const auto psb = static_cast<std::uint32_t>(reference_.memory[071]) & 03777;
  switch (random_.below(6)) {
    case 0:
      return set((upt << 9) + pickPage(false), mapWord());
    case 1: {
      const std::uint32_t page = pickPage(true);
      if (page == 1 || page == 0777) return;
      return set(page < 0600 ? 03000 + page : (psb << 9) + page, mapWord());
    }
    case 2:
      return set(0610000 + static_cast<std::uint32_t>(random_.below(020000)), mapWord());
    case 3:
      return set(020000 + dataIndexes_[random_.below(dataIndexes_.size())], sptWord(false));
    case 4:
      return set(020000 + tableIndexes_[random_.below(tableIndexes_.size())], sptWord(true));
    default:
      return set(04200 + static_cast<std::uint32_t>(random_.below(0400)), statusWord());
  }
}

}  // namespace utah10::test
