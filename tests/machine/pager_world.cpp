#include "pager_world.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "pager_rig.hpp"

namespace utah10::test {

namespace {

constexpr std::uint32_t kInstruction = 01402;
constexpr std::uint32_t kHandler = 01200;
constexpr std::uint32_t kTrapPc = 0777573;
constexpr std::uint64_t kAcBefore = 0525252252525;

std::string octal(std::uint64_t w) {
  std::ostringstream text;
  text << std::oct << std::setw(6) << std::setfill('0') << (w >> 18) << ",," << std::setw(6) << (w & 0777777);
  return text.str();
}

CycleKind asOurs(ReferencePager::CycleKind k) {
  return static_cast<CycleKind>(static_cast<int>(CycleKind::MapRead) + static_cast<int>(k));
}

}  // namespace

void PagerStatistics::count(const ReferencePager::Reference& r, const ReferencePager::Outcome& o) {
  ++references;
  ++kinds[static_cast<std::size_t>(r.kind)];
  ++spaces[r.monitor ? 1 : 0];
  if (!o.mapped)
    ++real;
  else if (o.hit)
    ++hits;
  else if (o.physical)
    ++walks[o.tables][o.shared ? 1 : 0];
  else
    ++traps[{o.group(), o.cause()}];
}

PagerWorld::PagerWorld(Random& random, const PagerConfig& config, PagerStatistics& statistics)
    : random_(random), statistics_(statistics), machine_(PagerRig::configOf(config)) {
  reference_.memory.assign(0x40000, 0);
  reference_.registers = config.registers;
  reference_.leastRecent = config.replacement == PagerConfig::Replacement::LeastRecent;
  reference_.writeWhenModified = config.writeWhenModified;
  machine_.bus().datao(DeviceCode::written(0), Word36{0776776000000});
  machine_.cpu().connect(seen_);
  buildTables();
  cono(0);
  cono(6);
}

void PagerWorld::set(std::uint32_t real, W w) {
  w &= Word36::kMask;
  reference_.memory[real] = w;
  machine_.core().poke(PhysicalAddress{real}, Word36{w});
}

// ---- random tables ----

PagerWorld::W PagerWorld::mapWord() {
  constexpr W kBit0 = W{1} << 35;
  const auto bit = [](unsigned n) { return kBit0 >> n; };
  W w = bit(2) | bit(3) | bit(4) | bit(12);
  for (const unsigned right : {2u, 3u, 4u})
    if (random_.oneIn(10)) w &= ~bit(right);
  if (random_.oneIn(25)) w &= ~bit(12);
  if (random_.oneIn(30)) w |= bit(8);
  if (random_.oneIn(9)) w |= bit(9);
  w |= random_.bits() & (bit(5) | bit(6) | bit(7));  // nobody looks at these
  const std::uint64_t type = random_.below(40);
  if (type == 0) return w | bit(0) | bit(1) | (random_.bits() & 017777777);
  if (type < 14)
    return w | bit(0) | (W{tableIndexes_[random_.below(tableIndexes_.size())]} << 9) | random_.below(01000);
  if (type < 24) return w | bit(1) | (W{dataIndexes_[random_.below(dataIndexes_.size())]} << 9) | random_.below(01000);
  if (type == 24) return 0;
  if (type == 25) return random_.word().bits() & ~(bit(0) | bit(1) | bit(12));  // whatever it says: no access
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

// Word 71. The address limit is seldom anything but none.
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

// ---- between references ----

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

void PagerWorld::cono(std::uint32_t e) {
  seen_.cycles.clear();
  std::vector<Seen::Record> expected;
  for (const auto& c : reference_.conditions(e)) expected.push_back({asOurs(c.kind), c.address, c.address, c.word});
  machine_.cpu().setFlags(0);
  machine_.cpu().execute(Word36{W{0702600000000} | e});
  if (seen_.cycles != expected)
    conoDifference_ = "\n  CONO 24," + octal(e) + " made cycles" + describe(seen_.cycles) + " not" + describe(expected);
  if (e >= 6) mapped_ = e == 7;
}

void PagerWorld::conoSomething() {
  switch (random_.below(8)) {
    case 0:
      set(071, bases());
      [[fallthrough]];
    case 1:
      set(072, (0100 + random_.below(0700)) << 27 | (random_.bits() & 0377777777));
      return cono(0);
    case 2:
      return cono(1);
    case 3:
      return cono(3);
    case 4:
      return cono(6);
    case 5:
      cono(4 + static_cast<std::uint32_t>(random_.below(2)));
      cono(0);
      return cono(6);
    default:
      return cono(7);
  }
}

std::uint32_t PagerWorld::pickPage(bool monitor) {
  const auto& pool = monitor ? monitorPages_ : userPages_;
  if (!random_.oneIn(40)) return pool[random_.below(pool.size())];
  return monitor ? 040 + static_cast<std::uint32_t>(random_.below(0736))
                 : static_cast<std::uint32_t>(random_.below(01000));
}

// An address whose word within its page is from `from` to before `to`; no accumulator.
std::uint32_t PagerWorld::pickAddress(bool monitor, std::uint32_t from, std::uint32_t to) {
  return (pickPage(monitor) << 9) |
         (std::max(from, 020u) + static_cast<std::uint32_t>(random_.below(to - std::max(from, 020u))));
}

// ---- one instruction on the reference ----

std::optional<std::uint32_t> PagerWorld::refer(ReferencePager::Reference r) {
  const auto o = reference_.translate(r);
  statistics_.count(r, o);
  for (const auto& c : o.cycles) {
    expected_.cycles.push_back({asOurs(c.kind), r.va, c.address, c.word});
    if (c.kind != ReferencePager::CycleKind::MapRead) expected_.written.push_back(c.address);
  }
  what_ += std::string{r.monitor ? " monitor " : " user "} + "RWUX"[static_cast<std::size_t>(r.kind)] + ' ' +
           octal(r.va) + (o.physical ? " at " + octal(*o.physical) : " traps with " + octal(o.status)) + ';';
  return o.physical;
}

// Real location 70, its JSYS, and the PC word through page 777 of the PSB.
void PagerWorld::trap(std::uint32_t savedPc) {
  const W pcWord = (W{flags_} << 18) | savedPc;
  expected_.trapped = true;
  (void)refer({.monitor = true, .va = 01100, .kind = Kind::Read});
  const auto at = refer({.monitor = true, .va = kTrapPc, .kind = Kind::Write, .datum = pcWord});
  reference_.memory[*at] = pcWord;
  expected_.written.push_back(*at);
  expected_.pc = kHandler;
  expected_.flags = flags_ & ~static_cast<std::uint32_t>(kPcUser);
}

// The instruction word is put where its fetch turns out to go.
bool PagerWorld::fetch(std::uint32_t va, bool user, W instruction) {
  pc_ = va;
  flags_ = user ? 0u + kPcUser : flags_;
  expected_.pc = va + 1;
  expected_.flags = flags_;
  expected_.ac1 = kAcBefore;
  const auto at = refer({.monitor = !user, .va = va, .kind = Kind::Execute});
  if (at)
    set(*at, instruction);
  else
    trap(va);
  return at.has_value();
}

void PagerWorld::operand(ReferencePager::Reference r) {
  r.datum = kAcBefore;
  const auto at = refer(r);
  if (!at) return trap(r.kind == Kind::Write ? pc_ + 1 : pc_);
  W& word = reference_.memory[*at];
  if (r.kind == Kind::Write) word = kAcBefore;
  if (r.kind == Kind::ReadModifyWrite) word = (word & 0777777) | lh(kAcBefore & 0777777);  // HRLM
  if (r.kind == Kind::Read) expected_.ac1 = word;
  if (r.kind != Kind::Read) expected_.written.push_back(*at);
}

PagerWorld::W PagerWorld::instructionFor(Kind k, bool previous) const {
  if (previous) return k == Kind::Read ? 0100040000000 : k == Kind::Write ? 0102040000000 : 0103000000000;
  return k == Kind::Read ? 0200040000000 : k == Kind::Write ? 0202040000000 : 0506040000000;
}

void PagerWorld::monitorInstruction() {
  const auto kind = static_cast<Kind>(random_.below(3));
  const bool indirect = random_.oneIn(5);
  const std::uint32_t va = pickAddress(true, 0400, 01000);
  const std::uint32_t pointer = pickAddress(true, 0, 0400);
  const W address = indirect ? lh(020, pointer) : va;
  if (!fetch(kInstruction, false, instructionFor(kind, false) | address)) return;
  if (indirect) {
    const auto at = refer({.monitor = true, .va = pointer, .kind = Kind::Read, .indirect = true});
    if (!at) return trap(pc_);
    set(*at, va);
  }
  operand({.monitor = true, .va = va, .kind = kind});
}

void PagerWorld::previousContextInstruction() {
  flags_ = random_.oneIn(3) ? 0u + kPcCallFromMonitor : 0u;
  const auto kind = static_cast<Kind>(random_.below(3));
  const bool monitor = flags_ != 0;
  const bool ac = random_.oneIn(8);
  const std::uint32_t va = ac ? 2 + static_cast<std::uint32_t>(random_.below(016)) : pickAddress(monitor, 0, 01000);
  if (!fetch(kInstruction, false, instructionFor(kind, true) | va)) return;
  ReferencePager::Reference r{.monitor = monitor || ac, .va = ac ? reference_.acAddress(va) : va, .kind = kind};
  if (kind != Kind::ReadModifyWrite) return operand(r);
  // UMOVES 0: read and written as it is
  const auto at = refer(r);
  if (!at) return trap(pc_);
  expected_.written.push_back(*at);
}

void PagerWorld::userInstruction() {
  const auto kind = static_cast<Kind>(random_.below(3));
  const std::uint32_t indirectAt = pickAddress(false, 0300, 0500);
  const std::uint32_t va = pickAddress(false, 0500, 01000);
  const bool indirect = random_.oneIn(4);
  const W address = indirect ? lh(020, indirectAt) : va;
  if (!fetch(pickAddress(false, 0, 0300), true, instructionFor(kind, false) | address)) return;
  if (indirect) {
    const auto at = refer({.va = indirectAt, .kind = Kind::Read, .indirect = true});
    if (!at) return trap(pc_);
    set(*at, va);
  }
  operand({.va = va, .kind = kind});
}

// ---- and on the machine ----

std::string PagerWorld::step() {
  expected_ = {};
  what_.clear();
  while (random_.oneIn(3)) changeSomething();
  if (random_.oneIn(8)) conoSomething();
  flags_ = 0;
  const std::uint64_t form = random_.below(8);
  if (form < 2)
    monitorInstruction();
  else if (form < 5)
    previousContextInstruction();
  else
    userInstruction();
  auto& cpu = machine_.cpu();
  seen_.cycles.clear();
  cpu.setAc(AcNo{1}, Word36{kAcBefore});
  cpu.setFlags(flags_);
  cpu.setPc(VirtualAddress{pc_});
  cpu.run({.instructions = 1});
  if (expected_.trapped && cpu.pc().bits() != kHandler) cpu.run({.instructions = 1});
  return compare();
}

std::string PagerWorld::describe(const std::vector<Seen::Record>& cycles) const {
  constexpr const char* kNames[] = {"map", "cst", "cst:=", "trap:="};
  std::string text;
  for (const auto& c : cycles)
    text += std::string{" "} + kNames[static_cast<int>(c.kind) - static_cast<int>(CycleKind::MapRead)] + '(' +
            octal(c.va) + ") " + octal(c.real) + '=' + octal(c.word);
  return text;
}

std::string PagerWorld::compare() {
  std::string text;
  const auto note = [&text](const std::string& what, W got, W want) {
    if (got != want) text += "\n  " + what + " is " + octal(got) + ", not " + octal(want);
  };
  const auto& cpu = machine_.cpu();
  note("PC", cpu.pc().bits(), expected_.pc);
  note("flags", cpu.flags() & (kPcUser | kPcCallFromMonitor), expected_.flags);
  note("AC 1", cpu.ac(AcNo{1}).bits(), expected_.ac1);
  for (const std::uint32_t a : expected_.written)
    note("word " + octal(a), machine_.core().peek(PhysicalAddress{a}).bits(), reference_.memory[a]);
  if (seen_.cycles != expected_.cycles)
    text += "\n  pager cycles  " + describe(seen_.cycles) + "\n  not           " + describe(expected_.cycles);
  text += conoDifference_;
  if (text.empty()) return text;
  return (mapped_ ? "mode 7:" : "mode 6:") + what_ + text;
}

std::string PagerWorld::compareAll() {
  for (std::uint32_t a = 020; a < reference_.memory.size(); ++a)
    if (const W w = machine_.core().peek(PhysicalAddress{a}).bits(); w != reference_.memory[a])
      return "core " + octal(a) + " is " + octal(w) + ", not " + octal(reference_.memory[a]);
  return {};
}

}  // namespace utah10::test
