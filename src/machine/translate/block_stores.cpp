// What a translated instruction stores, and the exits of a trace.
#include <cstring>

#include "machine/translate/block.hpp"

namespace utah10::translate {

namespace {
constexpr std::int32_t kUnknown = 0x7fffffff;  // put right when it is known

// The words of a history record: began; the instruction, PC; the accumulator, E; data, the flags. The latter of two
// is above the 36 bits of a word.
enum RecordWord : std::int32_t { kBegan, kInstruction, kAccumulator, kData };
static_assert(sizeof(HistoryRecord) == 4 * sizeof(std::uint64_t));
constexpr int kAbove = 36;

x86::Mem recordWord(std::size_t step, RecordWord word) {
  return x86::qword_ptr(kHistory,
                        static_cast<std::int32_t>(step * sizeof(HistoryRecord) + word * sizeof(std::uint64_t)));
}

// The last four bytes before `end`.
void patch(asmjit::CodeHolder& code, std::size_t end, std::int32_t value) {
  std::memcpy(code.textSection()->buffer().data() + end - sizeof value, &value, sizeof value);
}

template <class T>
std::int32_t boxOffset(std::size_t box, T CoreMemory::Box::*member) {
  static const CoreMemory::Box one{};
  const auto offset = reinterpret_cast<const char*>(&(one.*member)) - reinterpret_cast<const char*>(&one);
  return static_cast<std::int32_t>(box * sizeof(CoreMemory::Box)) + static_cast<std::int32_t>(offset);
}
}  // namespace

x86::Mem Block::freeAt(std::size_t box) const {
  if (slot(box)) return x86::qword_ptr(x86::rcx, boxOffset(0, &CoreMemory::Box::freeAt));
  return x86::qword_ptr(kBoxes, boxOffset(box, &CoreMemory::Box::freeAt));
}
x86::Mem Block::waitedOf(std::size_t box) const {
  if (slot(box)) return x86::qword_ptr(x86::rcx, boxOffset(0, &CoreMemory::Box::waited));
  return x86::qword_ptr(kBoxes, boxOffset(box, &CoreMemory::Box::waited));
}
x86::Mem Block::cell(const Place& at) const {
  if (at.kind != Place::Kind::Fixed) return x86::qword_ptr(kCells, kReal, 3);
  return x86::qword_ptr(kCells, static_cast<std::int32_t>(at.real * sizeof(std::uint64_t)));
}

void Block::needPage(std::uint32_t va, std::uint32_t real, Rights need) {
  for (PageCheck& page : trace_.pages)
    if (page.page == va >> 9) {
      page.need = page.need | need;
      return;
    }
  trace_.pages.push_back({va >> 9, real & ~0777U, need});
}

// ---- the horizon: what is executed ends before an event is due or the run ends, by time or by instructions ----

void Block::beginHorizon() {
  a.cmp(in(p, p.translated.budget), kUnknown);
  const std::size_t budgetAt = a.offset();
  a.jb(exit());
  a.lea(x86::rax, x86::ptr(kNow, kUnknown));
  horizon_ = Horizon{a.offset(), budgetAt, done_};
  unknownTime_ = 0;
  a.cmp(x86::rax, in(p, p.translated.horizon));
  a.jg(exit());
}

void Block::endHorizon(std::int64_t end) {
  patch(code_, horizon_->at, static_cast<std::int32_t>(end + unknownTime_));
  patch(code_, horizon_->budgetAt, static_cast<std::int32_t>(done_));
  horizon_.reset();
}

// ---- storing ----

void Block::store(const Step& s, const x86::Gp* memory) {
  const std::uint64_t word = s.word.word().bits();
  if (waited_) {
    const asmjit::Label none = a.newLabel();
    a.mov(x86::rcx, in(p, p.translated.began));
    a.mov(x86::rax, kNow);
    a.sub(x86::rax, x86::rcx);
    a.jz(none);
    a.add(waitedOf(fetch_.box), x86::rax);
    a.add(in(p, p.counters.memoryWait), x86::rax);
    a.bind(none);
  }
  a.lea(x86::rax, x86::ptr(waited_ ? x86::rcx : kNow, static_cast<std::int32_t>(began_)));
  a.mov(recordWord(done_, kBegan), x86::rax);
  a.mov(x86::rax, word | std::uint64_t{s.pc} << kAbove);
  a.mov(recordWord(done_, kInstruction), x86::rax);
  if (memory != nullptr)
    a.mov(x86::rax, *memory);
  else if (s.word.indirect())
    a.mov(x86::rax, in(p, p.translated.pointer));
  else
    a.mov(x86::rax, word);
  a.mov(in(p, p.mi), x86::rax);
  a.or_(x86::rax, kFlags);
  a.mov(recordWord(done_, kData), x86::rax);
  takeShifts();
  ir_ = br_ = word;
  if (s.word.indirect()) {
    a.mov(x86::rax, in(p, p.translated.pointer));
    storeAddressWord(0, x86::rax);
  } else if (index_ != 0) {
    storeAddressWord(index_, x86::rax);
  }
}

void Block::takeShifts() {
  delays_.clear();
  for (std::size_t n = 0; n < shifts_.size(); ++n) {
    Shift& shift = shifts_[n];
    delays_.push_back(shift.delay);
    std::erase_if(shift.clock.boxes, [&](const BoxClock::Box& b) { return toldAgain(b.number, n); });
    tellBoxes(shift.clock);
    a.mov(x86::rax, in(p, p.translated.delays[shift.delay]));
    a.add(kNow, x86::rax);
    if (!slot(shift.waits)) continue;
    a.mov(x86::rcx, slotBox(shift.waits));
    a.add(waitedOf(shift.waits), x86::rax);
    a.add(in(p, p.counters.memoryWait), x86::rax);
  }
  shifts_.clear();
  for (BoxClock::Box& b : clock_.boxes) b.untold = false;
}

void Block::storeAddressWord(std::uint32_t index, const x86::Gp& word) {
  br_.reset();
  if (index == 0) return void(a.mov(in(p, p.br), word));
  a.mov(x86::rax, in(p, p.ac[index]));
  a.mov(in(p, p.br), x86::rax);
}

void Block::finish(const Step& s) {
  const x86::Mem accumulator = in(p, p.ac[s.word.ac().number()]);
  if (computesE(s)) {
    a.mov(x86::rax, kE);
    a.shl(x86::rax, kAbove);
    a.or_(x86::rax, accumulator);
  } else if (s.word.y().bits() != 0) {
    a.mov(x86::rax, std::uint64_t{s.word.y().bits()} << kAbove);
    a.or_(x86::rax, accumulator);
  } else {
    a.mov(x86::rax, accumulator);
  }
  a.mov(recordWord(done_, kAccumulator), x86::rax);
  tellSlots();
  trace_.steps.push_back(counts_);
  ++done_;
}

// The step uses the box again after the shift: what it is told there, nobody would see.
bool Block::toldAgain(std::size_t box, std::size_t shift) const {
  const auto exactIn = [box](const BoxClock& clock) {
    return std::ranges::any_of(clock.boxes, [box](const BoxClock::Box& b) { return b.number == box && b.exact; });
  };
  if (slots_ != 0) return false;  // which may be the same box
  return exactIn(clock_) || std::any_of(shifts_.begin() + static_cast<std::ptrdiff_t>(shift) + 1, shifts_.end(),
                                        [&](const Shift& s) { return exactIn(s.clock); });
}

// Which boxes these are is known only in the step that uses them.
void Block::tellSlots() {
  if (slots_ == 0) return;
  tellBoxes(clock_);
  clock_.told();
  for (const BoxClock::Waited& w : clock_.waited) {
    if (!slot(w.box)) continue;
    a.mov(x86::rcx, slotBox(w.box));
    a.add(waitedOf(w.box), w.time);
    a.add(in(p, p.counters.memoryWait), w.time);
  }
  std::erase_if(clock_.waited, [](const BoxClock::Waited& w) { return slot(w.box); });
  clock_.forgetFrom(kSlots);
}

// ---- exits ----

Block::Exit& Block::exitAt(std::uint32_t pc) {
  Exit& exit = exits_.emplace_back();
  exit.label = a.newLabel();
  exit.clock = clock_;
  exit.steps = done_;
  exit.pc = pc;
  exit.ir = ir_;
  exit.br = br_;
  return exit;
}

void Block::tellBoxes(const BoxClock& clock) {
  for (const BoxClock::Box& b : clock.boxes) {
    if (!b.exact) continue;
    if (slot(b.number)) a.mov(x86::rcx, slotBox(b.number));
    a.lea(x86::rax, x86::ptr(kNow, static_cast<std::int32_t>(b.free)));
    a.mov(freeAt(b.number), x86::rax);
  }
}

void Block::countWaits(const BoxClock& clock) {
  std::int64_t all = 0;
  for (const BoxClock::Waited& w : clock.waited) {
    a.add(waitedOf(w.box), w.time);
    all += w.time;
  }
  if (all != 0) a.add(in(p, p.counters.memoryWait), all);
}

// The complete state there, but for what is stored as it changes.
void Block::leave(const Exit& exit) {
  if (exit.waited) a.mov(kNow, in(p, p.translated.began));
  if (exit.steps == 0) return noteMiss();
  tellBoxes(exit.clock);
  countWaits(exit.clock);
  if (exit.clock.now != 0) a.add(kNow, exit.clock.now);
  a.add(kHistory, exit.steps * sizeof(HistoryRecord));
  if (exit.ir) {
    a.mov(x86::rax, *exit.ir);
    a.mov(in(p, p.ir), x86::rax);
  }
  if (exit.br) a.mov(in(p, p.br), x86::rax);  // the same word
  if (exit.pcInE)
    a.mov(in(p, p.pc), kE.r32());
  else
    a.mov(in(p, p.pc), exit.pc);
  a.sub(in(p, p.translated.budget), exit.steps);
  a.mov(x86::rax, reinterpret_cast<std::uint64_t>(&trace_.left[exit.steps]));
  a.inc(x86::qword_ptr(x86::rax));
}

void Block::noteMiss() {
  a.mov(x86::rax, reinterpret_cast<std::uint64_t>(&trace_));
  a.mov(in(p, p.translated.missed), x86::rax);
}

// Its pages are where they were when it was made. Whoever goes to a trace has found it by where PC is in core, but a
// page may be mapped twice.
void Block::emitEntry() {
  const asmjit::Label miss = a.newLabel();
  a.bind(entry_);
  a.cmp(in(p, p.pc), trace_.pc);
  a.jne(miss);
  for (const PageCheck& page : trace_.pages) {
    const WindowEntry& entry = p.window.entry(space_, PageNo{page.page});
    const bool found = page.page == trace_.pc >> 9;
    const std::uint32_t need = page.need.bits() & ~(found ? Rights{Access::Execute}.bits() : 0U);
    if (!found) {
      a.cmp(in(p, entry.base), page.base);
      a.jne(miss);
    }
    if (need != 0) needRights(in(p, entry.rights), Rights::fromBits(need), miss);
    a.cmp(in(p, entry.cost), trace_.cost);
    a.jne(miss);
  }
  a.jmp(body_);
  a.bind(miss);
  noteMiss();
  a.bind(out_);
  a.jmp(reinterpret_cast<std::uint64_t>(routines_.out()));
}

// To the trace at PC. Where that is in core is known if it lies in a page that this trace executes.
void Block::chain(const Exit& exit) {
  const auto page = std::ranges::find(trace_.pages, exit.pc >> 9, &PageCheck::page);
  if (exit.pcInE || page == trace_.pages.end() || !page->need.allow(Access::Execute))
    return void(a.jmp(reinterpret_cast<std::uint64_t>(routines_.next(trace_.user))));
  const std::uint32_t real = page->base | (exit.pc & 0777);
  const Link& link = trace_.links.emplace_back(Link{routines_.out(), exit.pc, real, &trace_});
  a.mov(x86::rax, x86::qword_ptr_abs(reinterpret_cast<std::uint64_t>(&link.to)));
  a.jmp(x86::rax);  // a jump of its own for each exit, so that the host can guess where it goes
}

void Block::end() {
  if (horizon_) endHorizon(clock_.now);
  const Exit last = exitAt(pc_);
  leave(last);
  if (pc_ == trace_.pc)
    a.jmp(body_);
  else
    chain(last);
  for (const Exit& exit : exits_) {
    if (!exit.used) continue;
    a.bind(exit.label);
    leave(exit);
    if (exit.steps != 0)  // what this trace cannot do, another one may
      chain(exit);
    else
      a.jmp(out_);
  }
  emitEntry();
}

}  // namespace utah10::translate
