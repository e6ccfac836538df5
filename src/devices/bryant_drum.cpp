#include "devices/bryant_drum.hpp"

#include <algorithm>

#include "devices/ticks.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kInterrupt = 0200;
constexpr std::uint32_t kBusyBit = 0100;
constexpr std::uint32_t kStrobe = 0100;
constexpr std::uint32_t kPiField = 070;

constexpr BitName kConi[] = {{kInterrupt, "interrupt requested"}, {kBusyBit, "busy"}, {kPiField, "PI channel"}};
constexpr BitName kCono[] = {{kStrobe, "do function"}, {kPiField, "PI channel"}, {3, "function"}};
}  // namespace

BryantDrum::BryantDrum(Scheduler& clock, PiSystem& pi, CoreMemory& core, const BryantConfig& config)
    : clock_(clock),
      request_(pi.line("drm")),
      drum_("drm0", {"Bryant drum", config.bands * kSectors, kPageWords}),
      core_(core, clock, "drm", config.port, 1, [this](const MemoryPort::Result& r) { fetched(r); }),
      sectorsPerSecond_(config.turnsPerSecond * static_cast<int>(kSectors)),
      bands_(config.bands) {
  step_ = clock_.add("drm.step", [this] { step(); });
}

void BryantDrum::injectError(std::uint32_t page, std::uint32_t errors, unsigned times) {
  faults_.push_back({page, errors, times});
}

void BryantDrum::update() { request_.set(interrupt_ ? pi_ : 0); }

Word36 BryantDrum::coni() const {
  return Word36{(interrupt_ ? kInterrupt : 0u) | (busy() ? kBusyBit : 0u) | (pi_ << 3)};
}

void BryantDrum::coniRead() {
  interrupt_ = false;
  update();
}

void BryantDrum::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  if ((c & kStrobe) == 0) return;
  pi_ = (c & kPiField) >> 3;
  interrupt_ = false;
  const std::uint32_t function = c & 3;
  if (function == 0) stopAll();
  if (function == 1 || function == 2) {
    chaining_ = function == 2;
    disconnecting_ = false;
    if (!busy()) read(Phase::Pointer, kPointer);
  }
  if (function == 3) {
    disconnecting_ = busy();
    interrupt_ = !busy();
  }
  update();
}

void BryantDrum::ioReset() {
  stopAll();
  interrupt_ = false;
  pi_ = 0;
  update();
}

void BryantDrum::stopAll() {
  clock_.cancel(step_);
  core_.reset();
  phase_ = Phase::Idle;
  disconnecting_ = false;
}

void BryantDrum::read(Phase phase, std::uint32_t a) {
  phase_ = phase;
  core_.read(a);
}

// A word has come from core, or gone there.
void BryantDrum::fetched(const MemoryPort::Result& result) {
  if (phase_ == Phase::Report) return rest();
  if (result.nonexistent) return fail(kTooLate);
  if (result.parityError) return fail(kCoreParity);
  switch (phase_) {
    case Phase::Pointer:
      pointer_ = result.word.right().bits();
      return read(Phase::First, pointer_);
    case Phase::First:
      return opcode(result.word);
    case Phase::Second:
      second_ = result.word;
      return command();
    case Phase::Follow:
      if (kOperation.of(result.word) == kBranch) {
        pointer_ = result.word.right().bits();
        return read(Phase::Follow, pointer_);
      }
      phase_ = Phase::Advance;
      return core_.write(kPointer, Word36{pointer_});
    case Phase::Advance:
      return through();
    default:
      return;
  }
}

void BryantDrum::opcode(Word36 w) {
  first_ = w;
  switch (kOperation.of(w)) {
    case kBranch:
      pointer_ = w.right().bits();
      return read(Phase::First, pointer_);
    case kTransfer:
      return read(Phase::Second, pointer_ + 1);
    case kDisconnect:  // through with nothing moved, and stops
      disconnecting_ = true;
      pointer_ += 2;
      phase_ = Phase::Advance;
      return core_.write(kPointer, Word36{pointer_});
    default:
      return fail(kRejected);
  }
}

void BryantDrum::command() {
  if (const std::uint32_t wrong = wrongIn(); wrong != 0) return fail(wrong);
  phase_ = Phase::Wait;
  clock_.at(step_, nextPulse(clock_.now(), sector(), kSectors, sectorsPerSecond_));
}

std::uint32_t BryantDrum::wrongIn() const {
  std::uint32_t e = 0;
  if (!drum_.loaded()) e |= kUnavailable;
  if (sector() >= kSectors || kBand.of(first_) >= bands_) e |= kNoPlace;
  if (moves() && kCount.of(first_) != 040) e |= kWordCount;
  if (moves() && second_.right().bits() % kPageWords != 0) e |= kPageOverflow;
  if (moves() && writing() && drum_.readOnly()) e |= kProtected;
  return e;
}

void BryantDrum::step() {
  switch (phase_) {
    case Phase::Wait:
      return sectorBegins();
    case Phase::Words:
      return word();
    case Phase::Rest:
      return restPassed();
    default:
      return;
  }
}

void BryantDrum::sectorBegins() {
  errors_ = 0;
  at_ = 0;
  if (!moves()) {
    phase_ = Phase::Rest;
    return clock_.after(step_, toEnd());
  }
  phase_ = Phase::Words;
  core_.begin(second_.right().bits(), kPageWords, !writing());
  errors_ = injected();
  if (!writing() && !drum_.read(page(), page_)) errors_ |= drum_.loaded() ? kCheckField : kUnavailable;
  clock_.after(step_, kGap + (writing() ? Duration{} : kWordTime));
}

// A word passes the heads: when read, it goes to core once complete; when written, it must be there when it begins.
void BryantDrum::word() {
  if (core_.nonexistent()) return fail(kTooLate | errors_);
  if (writing()) {
    const auto w = core_.take();
    if (!w) return fail(kTooLate | errors_);
    page_[at_] = *w;
  } else if (!core_.store(page_[at_])) {
    return fail(kTooLate | errors_);
  }
  if (++at_ < kPageWords) return clock_.after(step_, kWordTime);
  phase_ = Phase::Rest;
  clock_.after(step_, writing() ? 2 * kWordTime : kWordTime);
}

void BryantDrum::restPassed() {
  if (moves()) {
    if (core_.nonexistent() || !core_.through()) errors_ |= kTooLate;
    if (core_.parityError() && writing()) errors_ |= kCoreParity;
    if (errors_ == 0 && writing() && !drum_.write(page(), page_))
      errors_ |= drum_.loaded() ? kCheckField : kUnavailable;
    if (errors_ != 0) return fail(errors_);
  }
  pointer_ += 2;
  if (chaining_ && !disconnecting_) return read(Phase::Follow, pointer_);
  phase_ = Phase::Advance;
  core_.write(kPointer, Word36{pointer_});
}

void BryantDrum::through() {
  if (disconnecting_ || first_.bit(2)) interrupt_ = true;
  update();
  if (chaining_ && !disconnecting_) return read(Phase::First, pointer_);
  phase_ = Phase::Idle;
  disconnecting_ = false;
}

void BryantDrum::fail(std::uint32_t errors) {
  clock_.cancel(step_);
  core_.reset();
  phase_ = Phase::Report;
  core_.write(kStatus, Word36{errors});
}

void BryantDrum::rest() {
  phase_ = Phase::Idle;
  disconnecting_ = false;
  interrupt_ = true;
  update();
}

std::uint32_t BryantDrum::injected() {
  const auto it = std::ranges::find(faults_, page(), &Injected::page);
  if (it == faults_.end()) return 0;
  const std::uint32_t errors = it->errors;
  if (--it->times == 0) faults_.erase(it);
  return errors;
}

std::span<const BitName> BryantDrum::coniBits() const { return kConi; }
std::span<const BitName> BryantDrum::conoBits() const { return kCono; }

void BryantDrum::state(Archive& a) {
  a.section("drm", [&] {
    core_.state(a);
    a.sameFlag(drum_.loaded(), "drm0: attach or detach the drum first, as it was when the snapshot was made");
    a.sameU32(sectorsPerSecond_, "drm: a different drum in the snapshot");
    a.sameU32(bands_, "drm: a different drum in the snapshot");
    a.list(faults_, [&](Injected& f) { a.u32(f.page, f.errors, f.times); });
    a.choice(phase_, Phase::Report, "drm: unknown state");
    a.flag(chaining_, disconnecting_, interrupt_);
    a.u32(pi_, pointer_, errors_, at_);
    a.word(first_, second_);
    a.words(page_);
    const bool placed = phase_ < Phase::Wait || phase_ > Phase::Rest || wrongIn() == 0;
    a.check(pi_ <= 7 && at_ <= kPageWords && (phase_ != Phase::Words || at_ != kPageWords) && placed,
            "drm: unknown state");
  });
  if (a.restored()) update();
}

}  // namespace utah10
