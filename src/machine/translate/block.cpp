#include "machine/translate/block.hpp"

#include <bit>

namespace utah10::translate {

namespace {
constexpr std::uint64_t kBadParityBit = 36, kWatchedBit = 37;
static_assert(CoreMemory::kBadParity == std::uint64_t{1} << kBadParityBit);
static_assert(CoreMemory::kWatched == std::uint64_t{1} << kWatchedBit);
constexpr int kByteIncrementBit = kFlagsShift + 13;
static_assert(std::uint64_t{kPcByteIncrement} << kFlagsShift == std::uint64_t{1} << kByteIncrementBit);
}  // namespace

Block::Block(Processor& processor, const Routines& routines, asmjit::CodeHolder& code, Trace& trace, std::uint32_t pc)
    : p(processor),
      a(&code),
      routines_(routines),
      code_(code),
      trace_(trace),
      space_(trace.user ? Space::User : Space::Exec),
      body_(a.newLabel()),
      entry_(a.newLabel()),
      out_(a.newLabel()),
      pc_(pc) {
  trace.pc = pc;
  trace.cost = entryOf(pc).cost.count();
  const std::vector<CoreMemory::Box>& boxes = p.core.boxes();
  uniform_ = std::ranges::all_of(boxes, [&first = boxes.front()](const CoreMemory::Box& box) {
    return box.read == first.read && box.write == first.write && box.cycle == first.cycle;
  });
  a.bind(body_);
}

void Block::plan(bool varies) {
  varies_ = varies && uniform_;
  slots_ = anyWaits_ = 0;
}

std::optional<Place> Block::placeOf(std::uint32_t va, bool computed, Rights need) {
  if (va < 020) {
    if (computed) return std::nullopt;
    return Place{Place::Kind::Fast, va, 0, 0, need};
  }
  if (varies_) return Place{Place::Kind::AnyBox, va, 0, 0, need, !computed, slots_++};
  auto place = fixedAt(va, need);
  if (place && computed) place->kind = Place::Kind::SameBox;
  return place;
}

std::optional<Place> Block::fixedAt(std::uint32_t va, Rights need) const {
  if (va < 020) return std::nullopt;
  const WindowEntry& entry = entryOf(va);
  if (!entry.rights.allow(need) || entry.cost.count() != trace_.cost) return std::nullopt;
  const std::uint32_t real = entry.base | (va & 0777);
  const CoreMemory::Box* box = p.core.boxOf(PhysicalAddress{real});
  if (box == nullptr) return std::nullopt;
  const auto number = static_cast<std::size_t>(box - p.core.boxes().data());
  return Place{Place::Kind::Fixed, va, real, number, need};
}

std::optional<Place> Block::operandOf(const Step& s, Rights need) { return placeOf(s.e, computesE(s), need); }

bool Block::canFetch(const Step& s) { return fixedAt(s.pc, Access::Execute) && (!s.word.indirect() || pointerOf(s)); }

// Of an indirect address. The register need not hold now what it held, but mostly leads to the same box.
std::optional<Place> Block::pointerOf(const Step& s) {
  const std::uint32_t x = s.word.index().number();
  const std::uint32_t index = x == 0 ? 0 : p.ac[x].right().bits();
  return placeOf((s.word.y().bits() + index) & VirtualAddress::kMask, x != 0, Access::Read);
}

// ---- computing and checking ----

void Block::begin(const Step& s) {
  constexpr std::size_t kHorizonSteps = 4;
  fetch_ = *fixedAt(s.pc, Access::Execute);
  const Place& at = fetch_;
  here_ = &exitAt(s.pc);
  counts_ = {s.word.opcode(), {}};
  began_ = clock_.now;
  waited_ = false;
  needPage(s.pc, at.real, Access::Execute);
  spend(&TimingProfile::fetchBefore);
  clock_.now += trace_.cost;
  const BoxClock::Box* box = clock_.find(at.box);
  if (horizon_ && (box == nullptr || done_ == horizon_->step + kHorizonSteps)) endHorizon(began_);
  if (box == nullptr || (box->free > clock_.now && !box->exact))
    waitAtFetch(box);
  else if (box->free > clock_.now)
    clock_.wait(at.box, box->free);
  if (!horizon_) beginHorizon();
  cycle(at, p.core.boxes()[at.box].read);
  count(CycleKind::Fetch);
  spend(&TimingProfile::fetchAfter);
  a.mov(x86::rax, s.word.word().bits());
  a.cmp(cell(at), x86::rax);  // bad parity and a mark differ, too
  a.jne(exit());
}

void Block::address(const Step& s) {
  index_ = s.word.index().number();
  if (index_ != 0) {
    spend(&TimingProfile::index);
    a.mov(kE.r32(), x86::dword_ptr(kProcessor, in(p, p.ac[index_]).offsetLo32()));
    if (s.word.y().bits() != 0) a.add(kE.r32(), s.word.y().bits());
    a.and_(kE.r32(), VirtualAddress::kMask);
  }
  spend(&TimingProfile::address);
  if (s.word.indirect()) followPointer(s);
  spend(&TimingProfile::endOfAddress);
}

// One level, to a word without index or a further level.
void Block::followPointer(const Step& s) {
  constexpr std::uint32_t kIndexAndIndirect = 037000000;
  const Place at = *pointerOf(s);
  const bool fast = at.kind == Place::Kind::Fast;
  locate(at);
  read(at, &TimingProfile::indirectBefore, &TimingProfile::indirectAfter, x86::rax);
  --counts_.cycles[static_cast<std::size_t>(fast ? CycleKind::FastRead : CycleKind::Read)];
  count(fast ? CycleKind::FastIndirect : CycleKind::Indirect);
  a.test(x86::eax, kIndexAndIndirect);
  a.jnz(exit());
  a.mov(in(p, p.translated.pointer), x86::rax);
  a.mov(kE.r32(), x86::eax);
  a.and_(kE.r32(), VirtualAddress::kMask);
  spend(&TimingProfile::address);
}

void Block::loadAc(const Step& s, const x86::Gp& to) {
  spend(&TimingProfile::acFetch);
  a.mov(to, in(p, p.ac[s.word.ac().number()]));
}

// What the window grants for the page of the address, and the box there.
void Block::locate(const Place& at, const x86::Gp& va) {
  if (at.kind == Place::Kind::Fast) return;
  if (at.kind == Place::Kind::Fixed) {
    trace_.uses.push_back({at.va >> 9, at.real & ~0777U, fetch_.real});
    return needPage(at.va, at.real, at.need);
  }
  if (at.constant) a.mov(kE.r32(), at.va);
  locateIn(at, at.constant ? kE : va);
}

void Block::needRights(const x86::Mem& rights, Rights need, const asmjit::Label& otherwise) {
  if (std::has_single_bit(need.bits())) {
    a.test(rights, need.bits());
    return void(a.jz(otherwise));
  }
  a.mov(x86::ecx, rights);
  a.and_(x86::ecx, need.bits());
  a.cmp(x86::ecx, need.bits());
  a.jne(otherwise);
}

// A place that was located earlier in the step is in kReal again.
void Block::relocate(const Place& at) {
  if (at.kind == Place::Kind::AnyBox) a.mov(kReal, in(p, p.translated.reals[at.slot]));
}

void Block::locateIn(const Place& at, const x86::Gp& va) {
  const WindowEntry& first = p.window.entry(space_, PageNo{});
  x86::Mem base = in(p, first.base), rights = in(p, first.rights), cost = in(p, first.cost);
  for (x86::Mem* m : {&base, &rights, &cost}) m->setIndex(x86::rax);
  a.cmp(va.r32(), 020);
  a.jb(exit());
  a.mov(x86::eax, va.r32());
  a.shr(x86::eax, 9);
  a.shl(x86::eax, 4);
  needRights(rights, at.need, exit());
  a.cmp(cost, trace_.cost);
  a.jne(exit());
  a.mov(kReal.r32(), va.r32());
  a.and_(kReal.r32(), 0777);
  a.or_(kReal.r32(), base);
  const CoreMemory::Box& box = p.core.boxes()[at.box];
  if (at.kind == Place::Kind::SameBox && box.words != 0) {
    const bool lowest = box.base == 0;
    if (!lowest) a.lea(x86::eax, x86::ptr(kReal, -static_cast<std::int32_t>(box.base)));
    a.cmp(lowest ? kReal.r32() : x86::eax, box.words);
    return void(a.jae(exit()));
  }
  a.cmp(kReal.r32(), CoreMemory::kMaxWords);
  a.jae(exit());
  a.mov(x86::rax, kReal);
  a.shr(x86::eax, 10);
  a.mov(x86::rcx, kReal);
  a.and_(x86::ecx, 3);
  a.lea(x86::rax, x86::ptr(x86::rcx, x86::rax, 2));
  a.mov(x86::rcx, reinterpret_cast<std::uint64_t>(p.core.boxTable()));
  a.mov(x86::rax, x86::qword_ptr(x86::rcx, x86::rax, 3));
  if (at.kind == Place::Kind::AnyBox) {
    a.test(x86::rax, x86::rax);
    a.jz(exit());
    a.mov(in(p, p.translated.boxes[at.slot]), x86::rax);
    a.mov(in(p, p.translated.reals[at.slot]), kReal);
    return;
  }
  a.mov(x86::rcx, reinterpret_cast<std::uint64_t>(&box));
  a.cmp(x86::rax, x86::rcx);
  a.jne(exit());
}

void Block::read(const Place& at, Segment before, Segment after, const x86::Gp& to) {
  spend(before);
  if (at.kind == Place::Kind::Fast) {
    count(CycleKind::FastRead);
    spend(&TimingProfile::fastRead);
    a.mov(to, in(p, p.ac[at.va]));
  } else {
    count(CycleKind::Read);
    clock_.now += trace_.cost;
    use(at, p.core.boxes()[at.box].read);
    a.mov(to, cell(at));
    a.mov(x86::rcx, to);
    a.shr(x86::rcx, kBadParityBit);
    a.jnz(exit());  // bad parity, or a mark: the interpreter tells the observers
  }
  spend(after);
}

void Block::requestWrite(const Place& at, Segment before, Segment after, bool markKnown) {
  spend(before);
  if (at.kind == Place::Kind::Fast) {
    count(CycleKind::FastWrite);
    spend(&TimingProfile::fastWrite);
  } else {
    count(CycleKind::Write);
    if (!markKnown) {
      relocate(at);
      a.bt(cell(at), kWatchedBit);
      a.jc(exit());
    }
    clock_.now += trace_.cost;
    use(at, p.core.boxes()[at.box].write);
  }
  spend(after);
}

void Block::readPause(const Place& at) {
  read(at, &TimingProfile::pauseBefore, &TimingProfile::pauseAfter);
  if (at.kind == Place::Kind::Fast) return;
  --counts_.cycles[static_cast<std::size_t>(CycleKind::Read)];
  count(CycleKind::ReadPause);
}

void Block::requestRestart(const Place& at) {
  if (at.kind == Place::Kind::Fast) {
    spend(&TimingProfile::viaSt2);
    return requestWrite(at, &TimingProfile::writeBefore, &TimingProfile::writeAfter);
  }
  spend(&TimingProfile::pauseRestart);
  count(CycleKind::WriteRestart);
  const CoreMemory::Box& box = p.core.boxes()[at.box];
  clock_.busyUntil(numberOf(at), clock_.now + std::max((box.cycle - box.read).count(), std::int64_t{0}));
  spend(&TimingProfile::pauseAfterRestart);
}

const asmjit::Label& Block::exit() {
  here_->used = true;
  return here_->label;
}

// A cycle in the box: it is free, or when it will be is known, or the interpreter takes over.
void Block::use(const Place& at, Duration access) {
  const std::size_t number = numberOf(at);
  const BoxClock::Box* box = clock_.find(number);
  if (at.kind != Place::Kind::AnyBox) notInSlots(number);
  if (box != nullptr && box->free > clock_.now && box->exact) {
    clock_.wait(number, box->free);
  } else if (box != nullptr && box->free > clock_.now && box->untold) {
    a.jmp(exit());
  } else if (box == nullptr || box->free > clock_.now) {
    if (at.kind == Place::Kind::AnyBox) {
      waitForAny(at);
    } else {
      a.lea(x86::rax, x86::ptr(kNow, static_cast<std::int32_t>(clock_.now)));
      a.cmp(freeAt(number), x86::rax);
      a.jg(exit());
    }
  }
  cycle(at, access);
}

// That the box is none of those only known when the code runs and perhaps busy.
void Block::notInSlots(std::size_t number) {
  for (const BoxClock::Box& b : clock_.boxes) {
    if (!slot(b.number) || b.free <= clock_.now) continue;
    a.mov(x86::rax, reinterpret_cast<std::uint64_t>(&p.core.boxes()[number]));
    a.cmp(x86::rax, slotBox(b.number));
    a.je(exit());
  }
}

// The wait, which may be none, is taken in store(). The box may be one whose cycle it has not yet been told of.
void Block::waitForAny(const Place& at) {
  constexpr std::size_t kFirstDelay = 2;
  const std::int64_t longest = p.core.boxes().front().cycle.count();
  a.mov(x86::rcx, in(p, p.translated.boxes[at.slot]));
  a.mov(x86::rax, freeAt(numberOf(at)));
  for (const BoxClock::Box& b : clock_.boxes) {
    if (b.free <= clock_.now || !(b.exact || b.untold)) continue;
    const asmjit::Label other = a.newLabel();
    if (slot(b.number)) {
      a.cmp(x86::rcx, slotBox(b.number));
    } else {
      a.mov(x86::r10, reinterpret_cast<std::uint64_t>(&p.core.boxes()[b.number]));
      a.cmp(x86::rcx, x86::r10);
    }
    a.jne(other);
    if (b.untold)
      a.jmp(exit());
    else
      a.lea(x86::rax, x86::ptr(kNow, static_cast<std::int32_t>(b.free)));
    a.bind(other);
  }
  a.sub(x86::rax, kNow);
  a.sub(x86::rax, clock_.now);
  a.cmp(x86::rax, longest);
  a.jg(exit());
  a.xor_(x86::ecx, x86::ecx);
  a.test(x86::rax, x86::rax);
  a.cmovs(x86::rax, x86::rcx);
  const std::size_t delay = kFirstDelay + anyWaits_++;
  a.mov(in(p, p.translated.delays[delay]), x86::rax);
  shift(delay, Duration{longest});
  shifts_.back().waits = numberOf(at);
}

void Block::cycle(const Place& at, Duration access) {
  clock_.busyUntil(numberOf(at), clock_.now + p.core.boxes()[at.box].cycle.count());
  clock_.now += access.count();
}

void Block::checkNot(const Place& other) {
  if (other.kind == Place::Kind::Fast) return;
  if (other.kind == Place::Kind::AnyBox)
    a.cmp(kReal, in(p, p.translated.reals[other.slot]));
  else
    a.cmp(kReal.r32(), other.real);
  a.je(exit());
}

void Block::shift(std::size_t n, Duration longest) {
  clock_.willMove(done_ + 1, shifts_.size());
  shifts_.push_back({n, clock_});
  clock_.willBeTold();
  unknownTime_ += longest.count();
}

void Block::checkNoByteIncrement() {
  a.bt(kFlags, kByteIncrementBit);
  a.jc(exit());
}

// The time register moves on to where the fetch finds its box free. If only the delays of the step before have moved it
// since the box's cycle began, that follows from them, and the code need not read the box, which it has just stored.
void Block::waitAtFetch(const BoxClock::Box* box) {
  tellBoxes(clock_);
  clock_.told();
  a.mov(in(p, p.translated.began), kNow);
  if (box != nullptr) unknownTime_ += box->free - clock_.now;
  if (box != nullptr && box->moved && box->moved->step == done_) {
    a.mov(x86::eax, static_cast<std::int32_t>(box->free - clock_.now));
    for (std::size_t n = box->moved->delay; n < delays_.size(); ++n)
      a.sub(x86::rax, in(p, p.translated.delays[delays_[n]]));
    a.xor_(x86::ecx, x86::ecx);
    a.test(x86::rax, x86::rax);
    a.cmovs(x86::rax, x86::rcx);
    a.add(kNow, x86::rax);
  } else {
    a.mov(x86::rax, freeAt(fetch_.box));
    a.sub(x86::rax, clock_.now);
    a.cmp(x86::rax, kNow);
    a.cmovg(kNow, x86::rax);
  }
  waited_ = here_->waited = true;
}

// ---- storing ----

void Block::write(const Place& at, const x86::Gp& from) {
  if (at.kind == Place::Kind::Fast) return void(a.mov(in(p, p.ac[at.va]), from));
  relocate(at);
  a.mov(cell(at), from);
}

// ---- the end of a step ----

void Block::branch(std::uint32_t pc, x86::CondCode otherwise, std::uint32_t other) {
  pc_ = pc;
  if (pc == other) return;
  Exit& exit = exitAt(other);
  exit.used = true;
  a.j(otherwise, exit.label);
}

void Block::delay(std::int64_t longest) {
  tellBoxes(clock_);
  clock_.willMove(done_, delays_.size());
  clock_.told();
  if (horizon_) endHorizon(clock_.now + longest);
  a.mov(in(p, p.translated.delays[0]), x86::rcx);
  delays_.push_back(0);
  a.lea(kNow, x86::ptr(kNow, x86::rcx, 0, static_cast<std::int32_t>(clock_.now)));
  clock_.rebase();
}

void Block::checkJumpBack(std::uint32_t to) {
  const asmjit::Label other = a.newLabel();
  a.cmp(in(p, p.waitPc), to);
  a.jne(other);
  a.cmp(in(p, p.waitLeft), 1);
  a.jbe(exit());
  a.bind(other);
}

// As Processor::jumpedBack().
void Block::noteJumpBack(std::uint32_t to) {
  const asmjit::Label same = a.newLabel(), known = a.newLabel(), done = a.newLabel();
  a.cmp(in(p, p.waitPc), to);
  a.je(same);
  a.mov(in(p, p.waitPc), to);
  a.mov(x86::eax, 1);
  a.cmp(in(p, p.waitKnown), to);
  a.je(known);
  a.mov(x86::eax, Processor::kWaitTurns);
  a.bind(known);
  a.mov(in(p, p.waitLeft), x86::eax);
  a.mov(in(p, p.waitPatience), x86::eax);
  a.jmp(done);
  a.bind(same);
  a.dec(in(p, p.waitLeft));
  a.bind(done);
}

void Block::jumpTo(std::uint32_t pc, const x86::Gp& target) {
  pc_ = pc;
  Exit& exit = exitAt(pc);
  exit.used = exit.pcInE = true;
  if (target != kE) a.mov(kE.r32(), target.r32());
  a.cmp(kE.r32(), pc);
  a.jne(exit.label);
}

}  // namespace utah10::translate
