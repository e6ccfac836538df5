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

void Ddc10::save(StateWriter& out) const {
  out.beginSection("ddc");
  core_.save(out);
  out.u32(static_cast<std::uint32_t>(drums_.size()));
  for (const auto& d : drums_) out.flag(d->loaded());
  out.u32(static_cast<std::uint32_t>(sectorsPerSecond_));
  out.u32(static_cast<std::uint32_t>(faults_.size()));
  for (const Injected& f : faults_) {
    for (const std::uint32_t v : {f.drum, f.sector, f.times}) out.u32(v);
    out.u64(f.errors);
  }
  out.u64(errors_);
  for (const bool b : {done_, running_, register_, haveFirst_}) out.flag(b);
  for (const std::uint32_t v : {pi_, sequence_, selected_, at_}) out.u32(v);
  for (const Word36 w : {firstWord_, fr_.a, fr_.b, now_.a, now_.b}) out.word(w);
  out.u8(static_cast<std::uint8_t>(queue_.size()));
  for (const Command& c : queue_) {
    out.word(c.a);
    out.word(c.b);
  }
  out.u8(static_cast<std::uint8_t>(phase_));
  out.u32(static_cast<std::uint32_t>(words_.size()));
  for (const Word36 w : words_) out.word(w);
  out.endSection();
}

void Ddc10::restore(StateReader& in) {
  in.beginSection("ddc");
  core_.restore(in);
  if (in.u32() != drums_.size()) in.reject("ddc: a different number of drums in the snapshot");
  for (const auto& d : drums_)
    if (in.flag() != d->loaded() && in.good())
      in.reject(fmt::format("{}: attach or detach the drum first, as it was when the snapshot was made", d->slot()));
  if (in.u32() != static_cast<std::uint32_t>(sectorsPerSecond_) && in.good()) in.reject("ddc: a different speed");
  faults_.clear();
  for (std::uint32_t n = in.u32(); n > 0 && in.good(); --n) {
    Injected f;
    for (std::uint32_t* v : {&f.drum, &f.sector, &f.times}) *v = in.u32();
    f.errors = in.u64() & kErrors;
    faults_.push_back(f);
  }
  errors_ = in.u64() & kErrors;
  for (bool* b : {&done_, &running_, &register_, &haveFirst_}) *b = in.flag();
  for (std::uint32_t* v : {&pi_, &sequence_, &selected_, &at_}) *v = in.u32();
  for (Word36* w : {&firstWord_, &fr_.a, &fr_.b, &now_.a, &now_.b}) *w = in.word();
  queue_.resize(std::min<std::size_t>(in.u8(), kQueue));
  for (Command& c : queue_) {
    c.a = in.word();
    c.b = in.word();
  }
  const std::uint8_t phase = in.u8();
  phase_ = static_cast<Phase>(phase);
  words_.resize(std::min<std::size_t>(in.u32(), 01000 * kSectorWords));
  for (Word36& w : words_) w = in.word();
  if (phase > static_cast<std::uint8_t>(Phase::Hung) || pi_ > 7 || sequence_ > 037 || selected_ > 1 || !placeGood())
    in.reject("ddc: unknown state");
  in.endSection();
  if (in.good()) update();
}

// A command that moves words is one that was able to begin, and has room for the rest.
bool Ddc10::placeGood() const {
  if (phase_ == Phase::Idle || phase_ == Phase::Hung) return true;
  const std::uint32_t all = sectors() * kSectorWords;
  const bool fits = drum() != nullptr && firstSector() + sectors() <= kTracks * kSectors && words_.size() == all;
  return fits && (phase_ == Phase::Words ? at_ < all : at_ <= all);
}

}  // namespace utah10
