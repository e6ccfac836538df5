#include "utah10/machine/pi_system.hpp"

#include <bit>

namespace utah10 {

namespace {
// CONI PI and CONO PI (SRM, Priority Interrupt; parity and power bits: gate-level flow, where SIMH shows only bit 20).
constexpr BitName kConi[] = {
    {0400000, "power failure"},  {0200000, "parity error"}, {0100000, "parity interrupt enabled"},
    {0077400, "PI in progress"}, {0000200, "PI active"},    {0000177, "PI channels on"},
};
constexpr BitName kCono[] = {
    {0400000, "clear power failure"},
    {0200000, "clear parity error"},
    {0100000, "disable parity interrupt"},
    {0040000, "enable parity interrupt"},
    {0010000, "clear PI system"},
    {0004000, "initiate interrupts"},
    {0002000, "turn on channels"},
    {0001000, "turn off channels"},
    {0000400, "turn PI off"},
    {0000200, "turn PI on"},
    {0000177, "selected channels"},
};
}  // namespace

void PiRequest::set(unsigned level) { pi_->setLine(line_, level); }

PiRequest PiSystem::line(std::string name) {
  lines_.push_back({std::move(name), 0});
  return PiRequest{*this, lines_.size() - 1};
}

void ProcessorCondition::set(bool up) { pi_->setCondition(wire_, up); }

ProcessorCondition PiSystem::processorCondition() {
  conditions_.push_back(false);
  return ProcessorCondition{*this, conditions_.size() - 1};
}

void PiSystem::setCondition(std::size_t wire, bool up) {
  if (conditions_[wire] == up) return;
  conditions_[wire] = up;
  up ? ++conditionsUp_ : --conditionsUp_;
  if (processorRequestChanged_) processorRequestChanged_();
}

void PiSystem::setLine(std::size_t line, unsigned level) {
  unsigned& current = lines_[line].level;
  if (current == level) return;
  if (current != 0 && --requesters_[current] == 0) bus_ &= static_cast<std::uint8_t>(~maskOf(current));
  if (level != 0 && requesters_[level]++ == 0) bus_ |= maskOf(level);
  current = level;
  clock_.demandAttention();
  tell();
}

void PiSystem::sample() {
  // PIR bits of levels in progress are held erased, so a request there is not remembered.
  const std::uint8_t before = pir_;
  pir_ = static_cast<std::uint8_t>((pir_ | (bus_ & enabled_)) & ~pih_);
  if (pir_ == before) return;
  update();
  tell();
}

void PiSystem::update() {
  ready_ = 0;
  if (!active_) return;
  const unsigned requested = std::bit_width(pir_);  // highest level = highest bit
  const unsigned inProgress = std::bit_width(pih_);
  if (requested > inProgress) ready_ = 8 - requested;
}

void PiSystem::hold(unsigned level) {
  pih_ |= maskOf(level);
  pir_ &= static_cast<std::uint8_t>(~maskOf(level));
  update();
  tell();
}

void PiSystem::dismiss() {
  if (!active_ || pih_ == 0) return;
  pih_ &= static_cast<std::uint8_t>(~std::bit_floor(pih_));
  update();
  clock_.demandAttention();  // a request that waited for this level must be sampled again
  tell();
}

void PiSystem::setParityError() {
  parityError_ = true;
  if (processorRequestChanged_) processorRequestChanged_();
}

void PiSystem::setPowerFailure() {
  powerFailure_ = true;
  if (processorRequestChanged_) processorRequestChanged_();
}

Word36 PiSystem::coni() const {
  const std::uint64_t conditions = (powerFailure_ ? 0400000u : 0u) | (parityError_ ? 0200000u : 0u) |
                                   (parityEnabled_ ? 0100000u : 0u) | (active_ ? 0200u : 0u);
  return Word36{conditions | (std::uint64_t{pih_} << 8) | enabled_};
}

void PiSystem::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  const auto selected = static_cast<std::uint8_t>(c & 0177);
  const auto onOff = [](bool was, bool on, bool off) { return on && off ? !was : on || (was && !off); };
  if (c & 0010000) {  // acts at the clear pulse, before the sets
    pir_ = pih_ = enabled_ = 0;
    active_ = false;
  }
  if (c & 0400000) powerFailure_ = false;
  if (c & 0200000) parityError_ = false;
  parityEnabled_ = onOff(parityEnabled_, (c & 0040000) != 0, (c & 0100000) != 0);
  if ((c & 0003000) == 0003000)
    enabled_ ^= selected;
  else if (c & 0002000)
    enabled_ |= selected;
  else if (c & 0001000)
    enabled_ &= static_cast<std::uint8_t>(~selected);
  active_ = onOff(active_, (c & 0000200) != 0, (c & 0000400) != 0);
  if (c & 0004000) pir_ |= selected & static_cast<std::uint8_t>(~pih_);
  update();
  clock_.demandAttention();
  tell();
  if (processorRequestChanged_) processorRequestChanged_();
}

void PiSystem::ioReset() {
  pir_ = pih_ = enabled_ = 0;
  active_ = parityEnabled_ = parityError_ = powerFailure_ = false;
  update();
  tell();
}

std::span<const BitName> PiSystem::coniBits() const { return kConi; }
std::span<const BitName> PiSystem::conoBits() const { return kCono; }

void PiSystem::state(Archive& a) {
  a.section("pi", [&] {
    a.sameU32(lines_.size(), "the machine has different devices: number of PI lines differs");
    for (Line& l : lines_) {
      a.sameName(l.name, "the machine has different devices: PI line");
      a.u8Masked(7, l.level);
    }
    a.u8Masked(0177, pir_, pih_, enabled_);
    a.flag(active_, parityError_, parityEnabled_, powerFailure_);
    a.word(programData_);
  });
  if (!a.reading()) return;
  bus_ = 0;
  requesters_.fill(0);
  for (const Line& l : lines_)
    if (l.level != 0 && requesters_[l.level]++ == 0) bus_ |= maskOf(l.level);
  update();
  tell();
}

}  // namespace utah10
