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
    : random_(random),
      statistics_(statistics),
      config_(PagerRig::configOf(config)),
      machine_(std::make_unique<Machine>(config_)) {
  reference_.memory.assign(0x40000, 0);
  reference_.registers = config.registers;
  reference_.leastRecent = config.replacement == PagerConfig::Replacement::LeastRecent;
  reference_.writeWhenModified = config.writeWhenModified;
  machine_->bus().datao(DeviceCode::written(0), Word36{0776776000000});
  machine_->cpu().connect(seen_);
  buildTables();
  cono(0);
  cono(6);
}

void PagerWorld::set(std::uint32_t real, W w) {
  w &= Word36::kMask;
  reference_.memory[real] = w;
  machine_->core().poke(PhysicalAddress{real}, Word36{w});
}

// ---- between references ----

void PagerWorld::cono(std::uint32_t e) {
  seen_.cycles.clear();
  std::vector<Seen::Record> expected;
  for (const auto& c : reference_.conditions(e)) expected.push_back({asOurs(c.kind), c.address, c.address, c.word});
  machine_->cpu().setFlags(0);
  machine_->cpu().execute(Word36{W{0702600000000} | e});
  if (observed_ && seen_.cycles != expected)
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

// An address whose word in its page is at least `from` and less than `to`; not an accumulator.
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
  (void)refer({.monitor = true, .va = 01100, .kind = ReferenceKind::Read});
  const auto at = refer({.monitor = true, .va = kTrapPc, .kind = ReferenceKind::Write, .datum = pcWord});
  reference_.memory[*at] = pcWord;
  expected_.written.push_back(*at);
  expected_.pc = kHandler;
  expected_.flags = flags_ & ~static_cast<std::uint32_t>(kPcUser);
}

// Places the instruction word at the address where its fetch leads.
bool PagerWorld::fetch(std::uint32_t va, bool user, W instruction) {
  pc_ = va;
  flags_ = user ? 0u + kPcUser : flags_;
  expected_.pc = va + 1;
  expected_.flags = flags_;
  expected_.ac1 = kAcBefore;
  const auto at = refer({.monitor = !user, .va = va, .kind = ReferenceKind::Execute});
  if (at)
    set(*at, instruction);
  else
    trap(va);
  return at.has_value();
}

void PagerWorld::operand(ReferencePager::Reference r) {
  r.datum = kAcBefore;
  const auto at = refer(r);
  if (!at) return trap(r.kind == ReferenceKind::Write ? pc_ + 1 : pc_);
  W& word = reference_.memory[*at];
  if (r.kind == ReferenceKind::Write) word = kAcBefore;
  if (r.kind == ReferenceKind::ReadModifyWrite) word = (word & 0777777) | lh(kAcBefore & 0777777);  // HRLM
  if (r.kind == ReferenceKind::Read) expected_.ac1 = word;
  if (r.kind != ReferenceKind::Read) expected_.written.push_back(*at);
}

PagerWorld::W PagerWorld::instructionFor(ReferenceKind k, bool previous) const {
  if (previous)
    return k == ReferenceKind::Read ? 0100040000000 : k == ReferenceKind::Write ? 0102040000000 : 0103000000000;
  return k == ReferenceKind::Read ? 0200040000000 : k == ReferenceKind::Write ? 0202040000000 : 0506040000000;
}

void PagerWorld::monitorInstruction() {
  const auto kind = static_cast<ReferenceKind>(random_.below(3));
  const bool indirect = random_.oneIn(5);
  const std::uint32_t va = pickAddress(true, 0400, 01000);
  const std::uint32_t pointer = pickAddress(true, 0, 0400);
  const W address = indirect ? lh(020, pointer) : va;
  if (!fetch(kInstruction, false, instructionFor(kind, false) | address)) return;
  if (indirect) {
    const auto at = refer({.monitor = true, .va = pointer, .kind = ReferenceKind::Read, .indirect = true});
    if (!at) return trap(pc_);
    set(*at, va);
  }
  operand({.monitor = true, .va = va, .kind = kind});
}

void PagerWorld::previousContextInstruction() {
  flags_ = random_.oneIn(3) ? 0u + kPcCallFromMonitor : 0u;
  const auto kind = static_cast<ReferenceKind>(random_.below(3));
  const bool monitor = flags_ != 0;
  const bool ac = random_.oneIn(8);
  const std::uint32_t va = ac ? 2 + static_cast<std::uint32_t>(random_.below(016)) : pickAddress(monitor, 0, 01000);
  if (!fetch(kInstruction, false, instructionFor(kind, true) | va)) return;
  ReferencePager::Reference r{.monitor = monitor || ac, .va = ac ? reference_.acAddress(va) : va, .kind = kind};
  if (kind != ReferenceKind::ReadModifyWrite) return operand(r);
  // UMOVES 0: read and written back unchanged
  const auto at = refer(r);
  if (!at) return trap(pc_);
  expected_.written.push_back(*at);
}

// XCT 1, 4 or 7 of an instruction at 1500. Updates are selected whole: it is not known what the pager is asked when
// only one half of a read-modify-write is selected.
void PagerWorld::chosenByXct() {
  flags_ = random_.oneIn(3) ? 0u + kPcCallFromMonitor : 0u;
  const auto kind = static_cast<ReferenceKind>(random_.below(3));
  constexpr W kChoices[] = {1, 4, 7};
  const W choice = kind == ReferenceKind::ReadModifyWrite ? 7 : kChoices[random_.below(3)];
  const bool previous = (choice & (kind == ReferenceKind::Write ? 1 : 4)) != 0;
  const std::uint32_t va = pickAddress(true, 0400, 01000);
  set(01500, instructionFor(kind, false) | va);
  if (!fetch(kInstruction, false, lh(0256000) | choice << 23 | 01500)) return;
  (void)refer({.monitor = true, .va = 01500, .kind = ReferenceKind::Execute});
  operand({.monitor = !previous || flags_ != 0, .va = va, .kind = kind});
}

void PagerWorld::userInstruction() {
  const auto kind = static_cast<ReferenceKind>(random_.below(3));
  const std::uint32_t indirectAt = pickAddress(false, 0300, 0500);
  const std::uint32_t va = pickAddress(false, 0500, 01000);
  const bool indirect = random_.oneIn(4);
  const W address = indirect ? lh(020, indirectAt) : va;
  if (!fetch(pickAddress(false, 0, 0300), true, instructionFor(kind, false) | address)) return;
  if (indirect) {
    const auto at = refer({.va = indirectAt, .kind = ReferenceKind::Read, .indirect = true});
    if (!at) return trap(pc_);
    set(*at, va);
  }
  operand({.va = va, .kind = kind});
}

// ---- and on the machine ----

void PagerWorld::observe(bool on) {
  if (on == observed_) return;
  observed_ = on;
  if (on)
    machine_->cpu().connect(seen_);
  else
    machine_->cpu().disconnect(seen_);
}

// A snapshot includes everything: associative registers, the words loaded by CONO, modes.
void PagerWorld::moveToAnotherMachine() {
  observe(false);
  auto other = std::make_unique<Machine>(config_);
  const auto restored = other->restore(machine_->save());
  if (!restored) conoDifference_ = "\n  " + restored.error().text();
  machine_ = std::move(other);
}

std::string PagerWorld::step() {
  expected_ = {};
  what_.clear();
  if (random_.oneIn(16)) observe(!observed_);
  if (random_.oneIn(8192)) moveToAnotherMachine();
  while (random_.oneIn(3)) changeSomething();
  if (random_.oneIn(8)) conoSomething();
  flags_ = 0;
  const std::uint64_t form = random_.below(9);
  if (form < 2)
    monitorInstruction();
  else if (form == 8)
    chosenByXct();
  else if (form < 5)
    previousContextInstruction();
  else
    userInstruction();
  auto& cpu = machine_->cpu();
  seen_.cycles.clear();
  cpu.setAc(AcNo{1}, Word36{kAcBefore});
  cpu.setFlags(flags_);
  cpu.setPc(VirtualAddress{pc_});
  cpu.run({.instructions = 1});
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
  const auto& cpu = machine_->cpu();
  note("PC", cpu.pc().bits(), expected_.pc);
  note("flags", cpu.flags() & (kPcUser | kPcCallFromMonitor), expected_.flags);
  note("AC 1", cpu.ac(AcNo{1}).bits(), expected_.ac1);
  for (const std::uint32_t a : expected_.written)
    note("word " + octal(a), machine_->core().peek(PhysicalAddress{a}).bits(), reference_.memory[a]);
  if (observed_ && seen_.cycles != expected_.cycles)
    text += "\n  pager cycles  " + describe(seen_.cycles) + "\n  not           " + describe(expected_.cycles);
  text += conoDifference_;
  if (text.empty()) return text;
  return (mapped_ ? "mode 7:" : "mode 6:") + what_ + text;
}

std::string PagerWorld::compareAll() {
  for (std::uint32_t a = 020; a < reference_.memory.size(); ++a)
    if (const W w = machine_->core().peek(PhysicalAddress{a}).bits(); w != reference_.memory[a])
      return "core " + octal(a) + " is " + octal(w) + ", not " + octal(reference_.memory[a]);
  return {};
}

}  // namespace utah10::test
