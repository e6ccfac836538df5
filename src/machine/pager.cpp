#include "utah10/machine/pager.hpp"

#include "machine/apr.hpp"
#include "machine/associative_registers.hpp"
#include "machine/page_walk.hpp"
#include "machine/pager_cycles.hpp"
#include "machine/relocation.hpp"

namespace utah10 {

namespace {

constexpr BitName kCono[] = {
    {0000010, "load AC base alone (function 0)"},
    {0000007, "function (0 load, 1 clear monitor, 2 -, 3 clear user, 4 5 off, 6 on, 7 on and resident mapped)"},
};

constexpr std::uint32_t kWord71 = 071;
constexpr std::uint32_t kWord72 = 072;
constexpr std::uint32_t kTrapStatus = 0571;  // in the PSB
constexpr std::uint32_t kTrapDatum = 0572;
constexpr std::uint32_t kResidentPages = 0100;
constexpr std::string_view kNoSource =
    "no source found (CACM 15:3, BBN 2180, Monitor Manual 1972, Computer History Wiki give none); "
    "docs/sources/pager.md 12";

struct Delay {
  std::string_view name;
  Duration PagerConfig::*value;
};
constexpr Delay kDelays[] = {
    {"pager-hit", &PagerConfig::hit}, {"pager-reload", &PagerConfig::reload}, {"pager-pointer", &PagerConfig::pointer},
    {"pager-cst", &PagerConfig::cst}, {"pager-trap", &PagerConfig::trap},
};

bool isMonitor(Space space) { return space == Space::Exec; }

}  // namespace

std::vector<TimingFact> pagerDelays(const PagerConfig& config) {
  std::vector<TimingFact> facts;
  for (const Delay& d : kDelays) facts.push_back({d.name, config.*d.value, kNoSource});
  return facts;
}

struct Pager::State {
  State(Processor& p, const PagerConfig& config) : cycles(p), registers(config.registers, config.replacement) {}

  PagerCycles cycles;
  AssociativeRegisters registers;
  bool on = false;
  bool mapResident = false;  // mode 7
  PageTables tables;         // from word 71
  std::uint32_t acBase = 0;
  std::uint32_t age = 0;  // from word 72
  std::uint32_t use = 0;
  // The reference being translated.
  VirtualAddress va;
  Space space = Space::Exec;
  Access need = Access::Read;
  Instant began;           // when its walk began
  std::uint8_t chain = 0;  // table words read in the walk
};

Expected<void> Pager::check(const PagerConfig& config) {
  if (config.registers < 1 || config.registers > 54)
    return fail("pager", "the number of associative registers must be 1. to 54.", "16. were fitted");
  for (const Delay& d : kDelays)
    if (config.*d.value < Duration{}) return fail("pager", std::string{d.name} + " is negative");
  return {};
}

Pager::Pager(Processor& processor, const PagerConfig& config)
    : p_(processor), config_(config), state_(std::make_unique<State>(processor, config)) {}
Pager::~Pager() = default;

bool Pager::on() const { return state_->on; }
std::uint32_t Pager::acBlock() const { return 0775000 + 020 * state_->acBase; }
std::uint32_t Pager::callVector() const {
  return config_.callVector == PagerConfig::CallVector::JobPage ? 0600000 : 01000;
}

std::span<const BitName> Pager::conoBits() const { return kCono; }

bool Pager::resident(Space space, VirtualAddress va) const {
  return isMonitor(space) && va.page().number() < kResidentPages && !state_->mapResident && !config_.residentMapped;
}

// The processor's relocation registers precede the pager in user mode; they cost their delay whether they change the
// address or not (gate flow: the request pulse waits for the adder whenever USER is on).
void Pager::grant(TranslationWindow& window, Space space, VirtualAddress va, Access access) {
  State& s = *state_;
  VirtualAddress inside = va;
  Rights rights = Rights::all();
  Duration cost{};
  if (space == Space::User) {
    const Relocation::Segment segment = p_.relocation->segment(va);
    if (!segment.rights.allow(access)) throw InstructionAbort{InstructionAbort::Reason::Protection};
    inside = VirtualAddress{segment.base | (va.bits() & 01777)};
    rights = segment.rights;
    cost = p_.relocation->cost();
  }
  WindowEntry& entry = window.entry(space, va.page());
  if (!s.on || resident(space, inside)) {
    entry = {inside.bits() & ~0777u, rights, cost};
    return;
  }
  const PageKey key{isMonitor(space), inside.page().number()};
  const AssociativeRegister* found = s.registers.match(key, access);
  if (found == nullptr) {
    s.va = inside;
    s.space = space;
    s.need = access;
    reload(window);
    found = s.registers.match(key, access);
  }
  // Only a replacement rule that needs every match (least recent) is consulted for each reference.
  const bool ask = config_.replacement == PagerConfig::Replacement::LeastRecent;
  entry = {found->core << 9, ask ? Rights{} : found->rights & rights, cost + config_.hit};
}

// Walks the tables for the reference noted in the state and loads a register, or traps without loading one.
void Pager::reload(TranslationWindow& window) {
  State& s = *state_;
  s.began = p_.clock.now();
  s.chain = 0;
  s.cycles.delay(config_.reload, "pager-reload");
  PageWalk walk{s.tables, [this, &s](std::uint32_t real) {
                  const PagerCycles::Result r = s.cycles.read(CycleKind::MapRead, real, s.va);
                  ++s.chain;
                  s.cycles.delay(config_.pointer, "pager-pointer");
                  return r;
                }};
  const PageKey key{isMonitor(s.space), s.va.page().number()};
  const Walked page = walk(key.monitor, key.page, s.need);
  if (page.fault.any()) trap(page.fault);
  const bool modified = updateCst(page.core);
  AssociativeRegister r{.key = key, .core = page.core, .rights = page.rights};
  const bool writes = Rights{s.need}.allow(Access::Write) || (config_.writeWhenModified && modified && !page.copy);
  if (!writes) r.rights = r.rights.without(Access::Write);
  const AssociativeRegister before = s.registers.load(r);
  if (p_.selective.on() && key.monitor) p_.selective.loaded(p_, PageNo{key.page}, r.core);
  if (before.valid) forget(window, before.key.monitor, before.key.page);
  PagerCounters::Reloads& count = p_.counters.pager.reloads[isMonitor(s.space) ? 0 : 1][s.chain];
  ++count.number;
  count.time += p_.clock.now() - s.began;
  tell({.kind = PagerAction::Reload, .at = s.began, .chain = s.chain, .core = r.core, .rights = r.rights.bits()});
}

// Marks the page used, in one read-pause-write of its word; true when the page was modified before.
bool Pager::updateCst(std::uint32_t core) {
  State& s = *state_;
  const std::uint32_t real = kCst + core;
  const auto [word, fault] = s.cycles.read(CycleKind::CstRead, real, s.va);
  s.cycles.delay(config_.cst, "pager-cst");
  if (fault.any()) trap(fault);
  const CstWord status{word};
  if (!status.usable()) trap(TrapStatus::cause(TrapStatus::Group::Cst, 2 + status.unusableState()));
  s.cycles.restart(real, status.referenced(s.age, s.use, Rights{s.need}.allow(Access::Write)).word(), s.va);
  return status.modified();
}

// Stores the status word; the processor continues with location 70, after the datum of a write has arrived
// (storeDatum). Bit 11, a key's reference, is never set: examine and deposit take no cycles here, and EXECUTE is an
// instruction.
void Pager::trap(TrapStatus cause) {
  const State& s = *state_;
  const TrapStatus status = (cause | TrapStatus::kindOf(s.need))
                                .with(TrapStatus::kMonitor, isMonitor(s.space))
                                .with(TrapStatus::kPiCycle, p_.piCycle)
                                .with(TrapStatus::kIndirect, p_.reference == CycleKind::Indirect);
  state_->cycles.delay(config_.trap, "pager-trap");
  state_->cycles.write((s.tables.psb << 9) + kTrapStatus, status.word(s.va), s.va);
  ++p_.counters.pager.faults[status.reasons()];
  p_.counters.pager.faultTime += p_.clock.now() - s.began;
  tell({.kind = PagerAction::Trap, .at = s.began, .chain = s.chain, .status = status.bits()});
  throw InstructionAbort{InstructionAbort::Reason::PageTrap};
}

// Reports to observers; fills in the fields common to all records.
void Pager::tell(PagerRecord record) const {
  if (p_.observers.empty()) return;
  if (p_.selective.on() && record.kind != PagerAction::Reload)
    p_.selective.remapping(Committed::atRest(p_), record.kind);
  const State& s = *state_;
  record.length = p_.clock.now() - record.at;
  record.process = p_.process;
  if (record.kind == PagerAction::Reload || record.kind == PagerAction::Trap) {
    record.space = s.space;
    record.virtualAddress = s.va;
    record.need = s.need;
  }
  p_.observers.each([&](Probe& probe) { probe.pager(record); });
}

void Pager::storeDatum(Word36 w) { state_->cycles.write((state_->tables.psb << 9) + kTrapDatum, w, state_->va); }

// The window mirrors the registers: a page that leaves them leaves the window too.
void Pager::forget(TranslationWindow& window, bool monitor, std::uint32_t page) {
  if (monitor) {
    window.entry(Space::Exec, PageNo{page}) = {};
    return;
  }
  window.entry(Space::Previous, PageNo{page}) = {};
  if (p_.relocation->transparent())
    window.entry(Space::User, PageNo{page}) = {};
  else
    window.clear(Space::User);
}

void Pager::clearRegisters(bool monitor) {
  state_->registers.clear(monitor);
  if (monitor) {
    p_.window.clear(Space::Exec);
  } else {
    p_.window.clearUsers();
  }
}

// Bad parity in 71 or 72 raises no condition: the hardware's behaviour is not known.
void Pager::loadBase(bool acBaseAlone) {
  State& s = *state_;
  const Instant began = p_.clock.now();
  const BaseWord base{s.cycles.read(CycleKind::MapRead, kWord71, VirtualAddress{kWord71}).word};
  s.acBase = base.acBase();
  if (acBaseAlone) return tell({.kind = PagerAction::AcBase, .at = began});
  s.tables = {.user = base.userTable(), .psb = base.psb(), .limit = base.limit()};
  const UseWord use{s.cycles.read(CycleKind::MapRead, kWord72, VirtualAddress{kWord72}).word};
  s.age = use.age();
  s.use = use.processes();
  clearRegisters(true);
  clearRegisters(false);
  p_.process = static_cast<ProcessId>(s.tables.psb);
  ++p_.counters.pager.bases;
  tell({.kind = PagerAction::Base, .at = began, .core = s.tables.user});
}

void Pager::setMode(bool on, bool mapResident) {
  state_->on = on;
  state_->mapResident = mapResident;
  p_.window.clear();
}

void Pager::clearBy(bool monitor) {
  clearRegisters(monitor);
  ++p_.counters.pager.clears[monitor ? 0 : 1];
  tell({.kind = PagerAction::Clear, .at = p_.clock.now(), .space = monitor ? Space::Exec : Space::User});
}

void Pager::switchTo(bool on, bool mapResident) {
  setMode(on, mapResident);
  tell({.kind = PagerAction::Mode, .at = p_.clock.now(), .rights = (on ? 1u : 0u) | (mapResident ? 2u : 0u)});
}

void Pager::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  switch (c & 7) {
    case 0:
      return loadBase((c & 010) != 0);
    case 1:
      return clearBy(true);
    case 2:
      return;
    case 3:
      return clearBy(false);
    case 4:
    case 5:
      return switchTo(false, false);
    default:
      return switchTo(true, (c & 1) != 0);
  }
}

// CONO APR,200000 turns the pager off, as CONO 24,4 does: SYSGO of 1.34 needs it (docs/sources/pager.md 4). The
// registers keep what they hold, since no monitor shows otherwise; all clear them before they turn the pager on again.
void Pager::ioReset() { switchTo(false, false); }

// RESET key and power-on.
void Pager::reset() { setMode(false, false); }

std::optional<PhysicalAddress> Pager::peek(Space space, VirtualAddress va) const {
  const State& s = *state_;
  VirtualAddress inside = va;
  if (space == Space::User) {
    const Relocation::Segment segment = p_.relocation->segment(va);
    if (segment.rights.none()) return std::nullopt;
    inside = VirtualAddress{segment.base | (va.bits() & 01777)};
  }
  if (!s.on || space == Space::Real || resident(space, inside)) return PhysicalAddress{inside.bits()};
  const PageKey key{isMonitor(space), inside.page().number()};
  if (const AssociativeRegister* r = s.registers.find(key); r != nullptr)
    return PhysicalAddress{r->core << 9 | inside.offset()};
  return walk(s.tables, key.monitor, inside);
}

// The walk without its costs: no time passes, nothing is marked.
std::optional<PhysicalAddress> Pager::walk(const PageTables& tables, bool monitor, VirtualAddress va) const {
  PageWalk pages{tables, [this](std::uint32_t real) {
                   return PagerCycles::Result{p_.core.peek(PhysicalAddress{real}), {}};
                 }};
  const Walked page = pages(monitor, va.page().number(), Rights{});
  if (page.fault.any()) return std::nullopt;
  return PhysicalAddress{page.core << 9 | va.offset()};
}

std::optional<PhysicalAddress> Pager::peekThrough(const ProcessTables& tables, Space space, VirtualAddress va) const {
  if (space == Space::Real || resident(space, va)) return PhysicalAddress{va.bits()};
  const PageTables pages{tables.user & 03777, tables.psb & 03777, 0};
  return walk(pages, isMonitor(space), va);
}

void Pager::state(Archive& a) {
  State& s = *state_;
  a.section("pager", [&] {
    a.flag(s.on, s.mapResident);
    a.u32(s.tables.user, s.tables.psb, s.tables.limit, s.acBase, s.age, s.use, s.va);
    a.check(s.tables.user <= 03777 && s.tables.psb <= 03777 && s.tables.limit <= 7 && s.acBase <= 037 &&
                s.age <= 0777 && s.use <= UseWord::kProcesses,
            "pager: a register is out of range");
    s.registers.state(a);
  });
  if (!a.reading()) return;
  p_.process = static_cast<ProcessId>(s.tables.psb);
  p_.window.clear();
}

}  // namespace utah10
