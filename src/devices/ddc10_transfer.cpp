// The DDC-10 from a command's turn to its completion.
#include <algorithm>

#include "devices/ddc10.hpp"
#include "devices/ddc10_bits.hpp"
#include "devices/ticks.hpp"

namespace utah10 {

using namespace ddc10;

void Ddc10::startNext() {
  if (busy()) return;
  if (register_) {
    register_ = false;
    now_ = fr_;
    running_ = true;
  } else if (running_ && !queue_.empty()) {
    now_ = queue_.front();
    queue_.pop_front();
  } else {
    return;
  }
  begin();
}

void Ddc10::begin() {
  const std::uint32_t function = kFunction.of(now_.a);
  at_ = 0;
  words_.clear();
  if (drum() == nullptr || !drum()->loaded() || (writing() && drum()->readOnly())) {
    phase_ = Phase::Hung;
    return clock_.after(step_, 2 * tickInstant(kSectors, sectorsPerSecond_).time_since_epoch());
  }
  phase_ = Phase::Wait;
  if (function == 0 || function == 3) return complete(kSequence);
  if (kSector.of(now_.a) >= kSectors || firstSector() + sectors() > kTracks * kSectors) return complete(kCapacity);
  words_.resize(std::size_t{sectors()} * kSectorWords);
  if (!writing() && !drum()->read(firstSector(), words_)) return complete(kChecksum);
  core_.begin(now_.b.right().bits(), sectors() * kSectorWords, !writing());
  awaitSector(kSector.of(now_.a));
}

void Ddc10::awaitSector(std::uint32_t sector) {
  clock_.at(step_, nextPulse(clock_.now(), sector, kSectors, sectorsPerSecond_));
}

void Ddc10::step() {
  if (phase_ == Phase::Hung || drum() == nullptr || !drum()->loaded()) return complete(kHung);
  switch (phase_) {
    case Phase::Wait:
      return sectorBegins();
    case Phase::Words:
      return word();
    case Phase::Drain:
      return endOfSector();
    default:
      return;
  }
}

void Ddc10::sectorBegins() {
  phase_ = Phase::Words;
  clock_.after(step_, kGap + (writing() ? Duration{} : kWordTime));
}

void Ddc10::word() {
  if (core_.nonexistent()) return complete(kNonexistent);
  if (writing()) {
    const auto w = core_.take();
    if (!w) return complete(kOverrun);
    words_[at_] = *w;
  } else if (!core_.store(words_[at_])) {
    return complete(kOverrun);
  }
  if (++at_ % kSectorWords == 0) phase_ = Phase::Drain;
  clock_.after(step_, kWordTime);
}

// After a sector's last word: another sector, or the rest of the silo into core.
void Ddc10::endOfSector() {
  if (at_ < words_.size()) {
    phase_ = Phase::Wait;
    return awaitSector((kSector.of(now_.a) + at_ / kSectorWords) % kSectors);
  }
  std::uint64_t errors = coreErrors();
  if (errors == 0 && !core_.through()) return clock_.after(step_, kWordTime);
  errors |= injected();
  if (errors == 0 && writing() && !drum()->write(firstSector(), words_)) errors = kChecksum;
  complete(errors);
}

std::uint64_t Ddc10::coreErrors() const {
  return (core_.nonexistent() ? kNonexistent : 0) | (core_.parityError() && writing() ? kMemoryParity : 0);
}

void Ddc10::complete(std::uint64_t errors) {
  clock_.cancel(step_);
  core_.reset();
  phase_ = Phase::Idle;
  words_.clear();
  sequence_ = kSequenceNumber.of(now_.a);
  pi_ = kChannel.of(now_.a);
  done_ = true;
  errors_ |= errors;
  if (errors != 0) running_ = false;
  update();
  startNext();
}

std::uint64_t Ddc10::injected() {
  const auto it = std::ranges::find_if(
      faults_, [&](const Injected& f) { return f.drum == kDrum.of(now_.a) && f.sector == firstSector(); });
  if (it == faults_.end()) return 0;
  const std::uint64_t errors = it->errors;
  if (--it->times == 0) faults_.erase(it);
  return errors;
}

}  // namespace utah10
