#include "machine/apr.hpp"

#include "machine/relocation.hpp"

namespace utah10 {

namespace {
constexpr std::int64_t kLineFrequency = 60;
constexpr std::int64_t kMostTicks = 9'000'000'000;  // see tickInstant

constexpr BitName kConi[] = {
    {0200000, "PDL OV"},
    {0100000, "user I/O"},
    {0040000, "address break"},
    {0020000, "memory protection"},
    {0010000, "non-existent memory"},
    {0002000, "clock enabled"},
    {0001000, "clock"},
    {0000200, "FOV enabled"},
    {0000100, "FOV"},
    {0000040, "trap offset"},
    {0000020, "OV enabled"},
    {0000010, "OV"},
    {0000007, "PI channel"},
};
constexpr BitName kCono[] = {
    {0400000, "clear PDL OV"},
    {0200000, "I/O bus reset"},
    {0040000, "clear address break"},
    {0020000, "clear memory protection"},
    {0010000, "clear non-existent memory"},
    {0004000, "disable clock"},
    {0002000, "enable clock"},
    {0001000, "clear clock"},
    {0000400, "disable FOV"},
    {0000200, "enable FOV"},
    {0000100, "clear FOV"},
    {0000040, "disable OV"},
    {0000020, "enable OV"},
    {0000010, "clear OV"},
    {0000007, "PI channel"},
};
}  // namespace

Apr::Apr(Processor& p) : p_(p), request_(p.pi.line("apr")) {
  clockEvent_ = p_.clock.add("apr.clock", [this] { tick(); });
  p_.clock.at(clockEvent_, tickInstant(1, kLineFrequency));
  p_.pi.onProcessorRequest([this] { update(); });
}

void Apr::tick() {
  ++ticks_;
  p_.clock.at(clockEvent_, tickInstant(ticks_ + 1, kLineFrequency));
  if (p_.switches.singleInstruction) return;  // the switch holds the flag off
  set(clockFlag_);
}

Word36 Apr::coni() const {
  const std::uint32_t s = (pdlOverflow_ ? 0200000u : 0u) | ((p_.flags & kPcUserIo) ? 0100000u : 0u) |
                          (addressBreak_ ? 0040000u : 0u) | (protection_ ? 0020000u : 0u) |
                          (nonexistent_ ? 0010000u : 0u) | (clockEnabled_ ? 0002000u : 0u) |
                          (clockFlag_ ? 0001000u : 0u) | (floatOverflowEnabled_ ? 0000200u : 0u) |
                          ((p_.flags & kPcFloatOverflow) ? 0000100u : 0u) | (p_.switches.trapOffset ? 0000040u : 0u) |
                          (overflowEnabled_ ? 0000020u : 0u) | ((p_.flags & kPcOverflow) ? 0000010u : 0u) | channel_;
  return Word36{s};
}

void Apr::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  const auto onOff = [](bool was, bool on, bool off) { return on && off ? !was : on || (was && !off); };
  if (c & 0200000) p_.bus.reset();
  if (c & 0400000) pdlOverflow_ = false;
  if (c & 0040000) addressBreak_ = false;
  if (c & 0020000) protection_ = false;
  if (c & 0010000) nonexistent_ = false;
  clockEnabled_ = onOff(clockEnabled_, (c & 0002000) != 0, (c & 0004000) != 0);
  if (c & 0001000) clockFlag_ = false;
  floatOverflowEnabled_ = onOff(floatOverflowEnabled_, (c & 0000200) != 0, (c & 0000400) != 0);
  overflowEnabled_ = onOff(overflowEnabled_, (c & 0000020) != 0, (c & 0000040) != 0);
  if (c & 0000100) p_.flags &= ~std::uint32_t{kPcFloatOverflow};
  if (c & 0000010) p_.flags &= ~std::uint32_t{kPcOverflow};
  channel_ = c & 7;
  update();
  tell();
}

void Apr::update() {
  const bool asks = p_.pi.powerFailure() || addressBreak_ || p_.pi.parityRequest() || p_.pi.processorConditions() ||
                    pdlOverflow_ || protection_ || nonexistent_ || (clockFlag_ && clockEnabled_) ||
                    (floatOverflowEnabled_ && (p_.flags & kPcFloatOverflow) != 0) ||
                    (overflowEnabled_ && (p_.flags & kPcOverflow) != 0);
  request_.set(asks ? channel_ : 0);
}

void Apr::datao(Word36 w) { p_.relocation->load(p_.window, w); }

void Apr::ioReset() {}

void Apr::clear() {
  pdlOverflow_ = addressBreak_ = protection_ = nonexistent_ = false;
  clockFlag_ = clockEnabled_ = floatOverflowEnabled_ = overflowEnabled_ = false;
  channel_ = 0;
  update();
  tell();
}

std::span<const BitName> Apr::coniBits() const { return kConi; }
std::span<const BitName> Apr::conoBits() const { return kCono; }

void Apr::state(Archive& a) {
  a.section("apr", [&] {
    a.u64(ticks_);
    a.flag(pdlOverflow_, addressBreak_, protection_, nonexistent_);
    a.flag(clockFlag_, clockEnabled_, floatOverflowEnabled_, overflowEnabled_);
    a.u8Masked(7, channel_);
    const bool possible = ticks_ >= 0 && ticks_ < kMostTicks;
    a.check(possible && tickInstant(ticks_ + 1, kLineFrequency) == p_.clock.when(clockEvent_),
            "apr: the line clock has ticked at a different time");
  });
}

}  // namespace utah10
