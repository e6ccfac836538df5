#include "experiments/charges/charge_meter.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "utah10/word/isa.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kForks = 512;  // at least the number of forks of any monitor
constexpr std::uint32_t kNobody = 0777777;
constexpr std::uint32_t kRoutine = 010;  // words of UCLOCK, STIME, ETIME in which JOBRTT is taken

bool within(std::uint32_t pc, std::uint32_t routine) { return pc >= routine && pc < routine + kRoutine; }

}  // namespace

Expected<ChargePlaces> ChargePlaces::of(const SymbolMap& monitor, const std::map<std::string, std::string>& names) {
  ChargePlaces p;
  const auto nameThere = [&](std::string_view name) {
    const auto other = names.find(std::string{name});
    return other == names.end() ? std::string{name} : other->second;
  };
  const std::array<std::pair<std::string_view, std::uint32_t*>, 17> all = {{
      {"FORKX", &p.forkx},
      {"INSKED", &p.insked},
      {"JOBRTT", &p.jobrtt},
      {"TRAPC", &p.trapc},
      {"FKRT", &p.fkrt},
      {"FKSTAT", &p.fkstat},
      {"FKJOB", &p.fkjob},
      {"UCLOCK", &p.uclock},
      {"STIME", &p.stime},
      {"ETIME", &p.etime},
      {"EDISM1", &p.edism1},
      {"SCHP1", &p.schp1},
      {"NETTIK", &p.nettik},
      {"TTCH8", &p.ttch8},
      {"BINSLO", &p.binslo},
      {"BOUSLO", &p.bouslo},
      {"PGRTRP", &p.pgrtrp},
  }};
  for (const auto& [name, to] : all) {
    const std::string there = nameThere(name);
    const auto value = monitor.value(there);
    if (!value) return fail("monitor", "has no symbol " + there, "charged time cannot be divided into parts");
    *to = value->right().bits();
  }
  if (const auto value = monitor.value(nameThere("DRMRD"))) p.drmrd = value->right().bits();
  if (const auto value = monitor.value(nameThere("DSKRD"))) p.dskrd = value->right().bits();
  return p;
}

ChargeMeter::ChargeMeter(Machine& machine, const SymbolMap& monitor, const ChargePlaces& places, int job)
    : machine_(machine), monitor_(monitor), at_(places), jobNumber_(job), call_(kForks, JobCharge::kUnderWay) {
  resume();
}

ChargeMeter::~ChargeMeter() { machine_.cpu().disconnect(*this); }

bool ChargeMeter::dormant() const {
  return std::ranges::all_of(open_, [](const Open& o) { return o.absence == Absence::Test; });
}

// What the monitor has done meanwhile is charged to others.
void ChargeMeter::resume() {
  const auto resident = [&](std::uint32_t a) { return machine_.core().peek(PhysicalAddress{a}); };
  forkx_ = resident(at_.forkx).right().bits();
  insked_ = resident(at_.insked).bits() != 0;
  inNetwork_ = trapKnown_ = touched_ = false;
  pending_ = aside_ = {};
  pendingCalls_.clear();
  asideCalls_.clear();
  last_ = machine_.now();
  declare();
  forgetPages();
  machine_.cpu().connect(*this);
}

// What the rule depends on; the words of FKSTAT only of the forks that are measured.
void ChargeMeter::declare() {
  const auto cell = [&](std::uint32_t a) { interests_.cells.emplace_back(a); };
  interests_ = {};
  for (const std::uint32_t a : {at_.forkx, at_.insked, at_.jobrtt}) cell(a);
  for (const auto& a : {at_.drmrd, at_.dskrd})
    if (a) cell(*a);
  for (const Open& o : open_) cell(at_.fkstat + o.stretch.fork);
  for (const std::uint32_t a :
       {at_.trapc, at_.fkrt, at_.edism1, at_.schp1, at_.nettik, at_.ttch8, at_.binslo, at_.bouslo, at_.pgrtrp + 1})
    interests_.places.emplace_back(a);
  machine_.observers().interestsChanged();
}

// A measured fork is told of again when it refers to its pages (pageReferred).
void ChargeMeter::forgetPages() const { machine_.cpu().window().clearUsers(); }

// The first instruction of the program after RUNTM; the first of the monitor, to find TRAPC, in another process.
bool ChargeMeter::wantsNext(unsigned level, bool user) const {
  if (!user) return level == 0 && !insked_ && !trapKnown_;
  const Open* o = open(forkx_);
  return o != nullptr && o->reading;
}

ChargeMeter::Open* ChargeMeter::open(std::uint32_t fork) { return const_cast<Open*>(std::as_const(*this).open(fork)); }

const ChargeMeter::Open* ChargeMeter::open(std::uint32_t fork) const {
  for (const Open& o : open_)
    if (o.stretch.fork == fork) return &o;
  return nullptr;
}

bool ChargeMeter::ours(std::uint32_t fork) const {
  if (fork == kNobody) return false;
  if (jobNumber_ < 0) return true;
  const auto job = machine_.core().peek(PhysicalAddress{at_.fkjob + fork}).left().bits();
  return static_cast<int>(job) == jobNumber_;
}

void ChargeMeter::started(Instant at) { last_ = std::max(last_, at); }
void ChargeMeter::stopped(Instant at, StopReason) { last_ = std::max(last_, at); }

// Follows writes to the monitor's cells.
void ChargeMeter::memory(const MemoryRecord& r) {
  const std::uint32_t a = r.physicalAddress.bits();
  if (r.user) onProgramPage(r.virtualAddress.bits());
  if (!isWrite(r.kind)) {
    if (a == at_.jobrtt) jobrtt_ = r.word.bits();
    return;
  }
  if (a == at_.jobrtt) {
    touched_ = true;
  } else if (a == at_.drmrd) {
    onPageRead(&PageReads::drum);
  } else if (a == at_.dskrd) {
    onPageRead(&PageReads::disk);
  } else if (a == at_.insked) {
    insked_ = r.word.bits() != 0;
    inNetwork_ = inNetwork_ && insked_;
  } else if (a == at_.forkx) {
    onForkSwitch(r.word.right().bits(), r.at);
  } else if (r.space == Space::Exec && r.virtualAddress.bits() == at_.trapc) {
    trapped_ = !r.word.sign();
    trapKnown_ = true;
  } else if (r.space == Space::Exec && r.virtualAddress.bits() == at_.fkrt) {
    if (Open* o = open(forkx_); o != nullptr && o->reading)
      o->marks.push_back({r.word.bits(), o->stretch.split, o->stretch.takenMs});
  } else if (!open_.empty()) {
    for (Open& o : open_) {
      if (a != at_.fkstat + o.stretch.fork) continue;
      if (o.stretch.fork == forkx_ && o.next == Absence::Test) {  // about to wait for this test
        const auto label = monitor_.nearest(VirtualAddress{r.word.right().bits()});
        o.test = label ? std::string{label->name} : std::string{"?"};
      } else if (o.absence == Absence::Test) {  // the wait is over
        settle(o, r.at);
        o.absence = Absence::Runnable;
      }
    }
  }
}

void ChargeMeter::onProgramPage(std::uint32_t address) {
  constexpr std::uint32_t kAccumulators = 020, kPageWords = 512;
  if (Open* o = open(forkx_); o != nullptr && address >= kAccumulators) o->stretch.pages.set(address / kPageWords);
}

void ChargeMeter::onPageRead(std::uint64_t PageReads::*device) {
  if (Open* o = open(forkx_)) ++(o->stretch.reads.*device);
  if (ours(forkx_)) ++(charge_.reads.*device);
}

// The cells of a different process are mapped now.
void ChargeMeter::pager(const PagerRecord& r) {
  if (r.kind == PagerAction::Base) trapKnown_ = false;
}

void ChargeMeter::message(const MessageRecord& r) {
  if (!counts(r)) return;
  for (Open& o : open_) count(o.stretch, r);
}

// FORKX changes to `fork`.
void ChargeMeter::onForkSwitch(std::uint32_t fork, Instant at) {
  if (fork == forkx_) return;
  if (Open* left = open(forkx_)) {
    left->absence = left->next;
    left->next = Absence::Runnable;
    left->since = at;
  }
  forkx_ = fork;
  if (Open* runs = open(fork)) {
    settle(*runs, at);
    runs->absence = Absence::Running;
    forgetPages();
  }
}

// Accounts for the time up to now in which a fork did not run.
void ChargeMeter::settle(Open& o, Instant at) {
  const Duration d = at - o.since;
  o.since = at;
  switch (o.absence) {
    case Absence::Running:
      return;
    case Absence::Page:
      o.stretch.pageWait += d;
      return;
    case Absence::Test:
      o.stretch.waits[o.test] += d;
      return;
    case Absence::Runnable:
      o.stretch.runnable += d;
      return;
  }
}

ChargePart ChargeMeter::part(unsigned level, bool user) {
  if (level != 0) return ChargePart::Interrupt;
  if (insked_) return inNetwork_ ? ChargePart::Network : ChargePart::Scheduler;
  if (user) return ChargePart::User;
  if (!trapKnown_) {
    const auto depth = machine_.cpu().peek(Space::Exec, VirtualAddress{at_.trapc});
    trapped_ = depth && !depth->sign();
    trapKnown_ = true;
  }
  return trapped_ ? ChargePart::PageTrap : ChargePart::Monitor;
}

// The time since the last instruction that is accounted for.
void ChargeMeter::account(Instant until, unsigned level, bool user) {
  const ChargePart p = part(level, user);
  const Duration d = until - last_;
  last_ = until;
  attribute(level, user, d);
  pending_[p] += d;
  if (p == ChargePart::Interrupt) pending_.levels[level] += d;
}

void ChargeMeter::passed(const PassedRecord& r) { account(r.until, r.level, r.user); }

void ChargeMeter::instruction(const InstructionRecord& r) {
  const auto pc = r.entry.pcWord.pc().bits();
  const bool user = r.entry.pcWord.user();
  if (!user && insked_) inNetwork_ = (inNetwork_ || pc == at_.nettik) && pc != at_.ttch8;
  account(r.ended, r.level, user);
  if (!user && r.level == 0 && !insked_) ac1_ = r.ac[1];
  if (touched_) {
    touched_ = false;
    charged(r);
  }
  if (user)
    onJsys(r);
  else if (r.level == 0 && (r.entry.context & kHistoryXct) == 0)  // what an XCT executes has its PC
    notePlace(pc);
}

// Attributes time to the monitor call in progress.
void ChargeMeter::attribute(unsigned level, bool user, Duration d) {
  unsigned& call = call_[forkx_ % kForks];
  if (user && level == 0) call = JobCharge::kProgram;
  if (pendingCalls_.empty() || pendingCalls_.back().first != call) pendingCalls_.emplace_back(call, Duration{});
  pendingCalls_.back().second += d;
}

// UCLOCK charges JOBRTT to the current fork.
void ChargeMeter::onCharge() {
  Open* o = open(forkx_);
  if (o != nullptr) {
    const Duration off = milliseconds(static_cast<std::int64_t>(jobrtt_)) - pending_.sum();
    o->stretch.split += pending_;
    o->stretch.takenMs += jobrtt_;
    o->stretch.worst = std::max(o->stretch.worst, off < Duration{} ? -off : off);
  }
  if (ours(forkx_)) {
    charge_.takenMs += jobrtt_;
    charge_.split += pending_;
    if (o == nullptr || !o->begun)
      for (const auto& [call, d] : pendingCalls_) charge_.besides[call] += d;
  }
  pending_ = {};
  pendingCalls_.clear();
}

// The instruction has written JOBRTT. Only an EXCH takes the time; the clock adds to it.
void ChargeMeter::charged(const InstructionRecord& r) {
  if (groupOf(r.entry.instruction) != Group::Exch) return;
  const std::uint32_t pc = r.entry.pcWord.pc().bits();
  if (within(pc, at_.uclock)) {
    onCharge();
  } else if (within(pc, at_.stime)) {
    aside_ = std::exchange(pending_, {});
    asideCalls_ = std::exchange(pendingCalls_, {});
  } else if (within(pc, at_.etime)) {
    pending_ = std::exchange(aside_, {});
    pendingCalls_ = std::exchange(asideCalls_, {});
  } else {  // the scheduler
    pending_ = {};
    pendingCalls_.clear();
  }
}

// Notes the monitor's progress on behalf of the job, and of a measured fork.
void ChargeMeter::notePlace(std::uint32_t pc) {
  if (pc == at_.pgrtrp + 1 && ours(forkx_)) ++charge_.pageTraps;
  Open* o = open(forkx_);
  if (o == nullptr) return;
  if (pc == at_.edism1)
    o->next = Absence::Test;
  else if (pc == at_.schp1)
    o->next = Absence::Page;
  else if (pc == at_.binslo)
    ++o->stretch.slowBin;
  else if (pc == at_.bouslo)
    ++o->stretch.slowBout;
  else if (pc == at_.pgrtrp + 1)
    ++o->stretch.pageTraps;
}

// Handles an instruction in user mode, in particular a JSYS.
void ChargeMeter::onJsys(const InstructionRecord& r) {
  Open* o = open(forkx_);
  if (o != nullptr && o->reading) {
    onRuntmReturn(r);
    o = open(forkx_);
  }
  if (groupOf(r.entry.instruction) != Group::Jsys || r.entry.e >= JobCharge::kProgram) return;
  call_[forkx_ % kForks] = static_cast<unsigned>(r.entry.e);
  if (o != nullptr) ++o->stretch.calls[r.entry.e];
  if (!ours(forkx_)) return;
  if (o == nullptr || !o->begun) ++charge_.calls[r.entry.e];
  if (r.entry.e != kRuntm || r.ac[1].right().bits() != kSelf) return;
  if (o == nullptr) {
    open_.push_back({});
    open_.back().stretch.fork = forkx_;
    forgetPages();
    return declare();
  }
  o->reading = true;
}

// RUNTM has returned with the run time in AC1. The stretch starts or ends where FKRT had that value. FKRT may be larger
// now if the fork was charged again before RUNTM returned.
void ChargeMeter::onRuntmReturn(const InstructionRecord& r) {
  Open& o = *open(forkx_);
  o.reading = false;
  const std::uint64_t reading = ac1_.bits();
  ChargeMark here{reading, o.stretch.split, o.stretch.takenMs};
  for (const ChargeMark& m : o.marks)
    if (m.fkrt == reading) here = m;
  o.marks.clear();
  if (!o.begun) {
    // Keep what has been charged since the reading.
    ChargedStretch begins;
    begins.fork = o.stretch.fork;
    begins.from = r.entry.began;
    begins.split = o.stretch.split;
    begins.takenMs = o.stretch.takenMs;
    o.stretch = std::move(begins);
    o.begun = true;
    o.first = reading;
    o.from = here;
    return forgetPages();
  }
  o.stretch.to = r.entry.began;
  o.stretch.chargedMs = reading - o.first;
  o.stretch.split = here.split;
  o.stretch.split -= o.from.split;
  o.stretch.takenMs = here.takenMs - o.from.takenMs;
  done_.push_back(std::move(o.stretch));
  std::erase_if(open_, [&](const Open& one) { return one.begun && one.stretch.fork == forkx_; });
  declare();
}

}  // namespace utah10
