#include "devices/ddc10.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "devices/ddc10_bits.hpp"
#include "devices/ticks.hpp"

namespace utah10 {

using namespace ddc10;

namespace {
constexpr BitName kConi[] = {
    {kQueueParity, "queue parity error"},
    {037ull << 25, "sequence number"},
    {kBusy, "busy"},
    {kDone, "done"},
    {kSequence, "command sequence error"},
    {kQueueFull, "queue full"},
    {kReady, "drum ready"},
    {kSiloParity, "silo parity error"},
    {kNonexistent, "nonexistent memory"},
    {kCapacity, "exceeded capacity"},
    {kHung, "drum hung"},
    {kMemoryParity, "memory parity"},
    {kOverrun, "data overrun"},
    {kChecksum, "checksum"},
};
constexpr BitName kCono[] = {
    {kClearInterrupt, "clear interrupt"}, {kClearErrors, "clear errors"},   {kExecuteFr, "execute FR"},
    {kExecuteQueue, "execute queue"},     {kSelect, "drum for the sector"},
};
}  // namespace

Ddc10::Ddc10(Scheduler& clock, PiSystem& pi, CoreMemory& core, const Ddc10Config& config)
    : clock_(clock),
      request_(pi.line("ddc")),
      core_(core, clock, "ddc", config.port, kSilo, [](const MemoryPort::Result&) {}),
      sectorsPerSecond_(config.turnsPerSecond * static_cast<int>(kSectors)) {
  step_ = clock_.add("ddc.step", [this] { step(); });
  for (unsigned n = 0; n < std::clamp(config.drums, 1u, 4u); ++n)
    drums_.push_back(std::make_unique<BlockUnit>(fmt::format("ddc{}", n),
                                                 BlockGeometry{"DDC drum", kTracks * kSectors, kSectorWords}));
}

void Ddc10::injectError(unsigned drum, std::uint32_t sector, std::uint64_t errors, unsigned times) {
  faults_.push_back({drum, sector, errors & kErrors, times});
}

BlockUnit* Ddc10::drum() const {
  const unsigned n = kDrum.of(now_.a);
  return n < drums_.size() ? drums_[n].get() : nullptr;
}

void Ddc10::update() { request_.set(done_ ? pi_ : 0); }

Word36 Ddc10::coni() const {
  std::uint64_t s = errors_ | std::uint64_t{sequence_} << 25;
  if (busy()) s |= kBusy;
  if (done_) s |= kDone;
  if (selected_ < drums_.size() && drums_[selected_]->loaded()) s |= kReady;
  return Word36{s};
}

void Ddc10::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  selected_ = c & kSelect;
  if ((c & (kClearInterrupt | kClearErrors)) == (kClearInterrupt | kClearErrors)) {
    stopAll();
  } else {
    if ((c & kClearInterrupt) != 0) done_ = false;
    if ((c & kClearErrors) != 0) errors_ = 0;
  }
  if ((c & kExecuteFr) != 0) register_ = true;
  if ((c & kExecuteQueue) != 0) running_ = true;
  update();
  startNext();
}

Word36 Ddc10::datai() {
  const std::int64_t passed = ticksPassed(kPowerOn, clock_.now(), sectorsPerSecond_);
  return Word36{(done_ ? Word36::kSign : 0) | static_cast<std::uint64_t>(passed % kSectors)};
}

void Ddc10::datao(Word36 w) {
  const std::uint32_t code = kCode.of(w);
  const bool first = code == 5 || code == 1;
  const bool queued = (code & 4) != 0;
  const bool pairs = haveFirst_ && (code == 6 || code == 2) && firstWord_.bit(0) == queued;
  if (first ? haveFirst_ : !pairs) errors_ |= kSequence;
  haveFirst_ = first;
  if (first) firstWord_ = w;
  if (!pairs) return;
  if (!queued)
    fr_ = {firstWord_, w};
  else if (queue_.size() == kQueue)
    errors_ |= kQueueFull;
  else
    queue_.push_back({firstWord_, w});
  startNext();
}

void Ddc10::ioReset() {
  stopAll();
  selected_ = 0;
  update();
}

void Ddc10::stopAll() {
  clock_.cancel(step_);
  core_.reset();
  phase_ = Phase::Idle;
  errors_ = 0;
  done_ = running_ = register_ = haveFirst_ = false;
  sequence_ = 0;
  queue_.clear();
}

std::span<const BitName> Ddc10::coniBits() const { return kConi; }
std::span<const BitName> Ddc10::conoBits() const { return kCono; }

void Ddc10::state(Archive& a) {
  a.section("ddc", [&] {
    core_.state(a);
    a.sameU32(drums_.size(), "ddc: a different number of drums in the snapshot");
    for (const auto& d : drums_)
      a.sameFlag(d->loaded(),
                 fmt::format("{}: attach or detach the drum first, as it was when the snapshot was made", d->slot()));
    a.sameU32(sectorsPerSecond_, "ddc: a different speed");
    a.list(faults_, [&](Injected& f) {
      a.u32(f.drum, f.sector, f.times);
      a.u64Masked(kErrors, f.errors);
    });
    a.u64Masked(kErrors, errors_);
    a.flag(done_, running_, register_, haveFirst_);
    a.u32(pi_, sequence_, selected_, at_);
    a.word(firstWord_, fr_.a, fr_.b, now_.a, now_.b);
    auto queued = static_cast<std::uint8_t>(queue_.size());
    a.u8(queued);
    a.check(queued <= kQueue, "ddc: unknown state");
    if (a.reading()) queue_.resize(a.good() ? queued : 0);
    for (Command& c : queue_) a.word(c.a, c.b);
    a.choice(phase_, Phase::Hung, "ddc: unknown state");
    a.list(words_, 01000 * kSectorWords, "ddc: unknown state", [&](Word36& w) { a.word(w); });
    a.check(pi_ <= 7 && sequence_ <= 037 && selected_ <= 1 && placeGood(), "ddc: unknown state");
  });
  if (a.restored()) update();
}

// A command that moves words is one that was able to begin, and has room for the rest.
bool Ddc10::placeGood() const {
  if (phase_ == Phase::Idle || phase_ == Phase::Hung) return true;
  const std::uint32_t all = sectors() * kSectorWords;
  const bool fits = drum() != nullptr && firstSector() + sectors() <= kTracks * kSectors && words_.size() == all;
  return fits && (phase_ == Phase::Words ? at_ < all : at_ <= all);
}

}  // namespace utah10
