#include "devices/dk10.hpp"

#include <algorithm>

#include "devices/ticks.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kSetOverflow = 010000;
constexpr std::uint32_t kSetFlag = 04000;
constexpr std::uint32_t kAddOne = 02000;
constexpr std::uint32_t kClear = 01000;
constexpr std::uint32_t kExternal = 01000;
constexpr std::uint32_t kClearUserTime = 0400;
constexpr std::uint32_t kUserTime = 0200;
constexpr std::uint32_t kOff = 0100;
constexpr std::uint32_t kOn = 040;
constexpr std::uint32_t kOverflow = 020;
constexpr std::uint32_t kFlag = 010;
constexpr std::uint32_t kRound = 01000000;

constexpr BitName kConi[] = {
    {0777777000000, "interval"}, {kExternal, "external clock"},
    {kUserTime, "user time"},    {kOn, "on"},
    {kOverflow, "overflow"},     {kFlag, "clock"},
    {7, "PI channel"},
};
constexpr BitName kCono[] = {
    {kSetOverflow, "set overflow"},
    {kSetFlag, "set clock"},
    {kAddOne, "add one"},
    {kClear, "clear counter and control"},
    {kClearUserTime, "clear user time"},
    {kUserTime, "set user time"},
    {kOff, "turn off"},
    {kOn, "turn on"},
    {kOverflow, "clear overflow"},
    {kFlag, "clear clock"},
    {7, "PI channel"},
};
}  // namespace

Dk10::Dk10(Scheduler& clock, PiSystem& pi, Source source) : clock_(clock), request_(pi.line("clk")), source_(source) {
  event_ = clock_.add("clk.count", [this] {
    settle();
    arm();
  });
}

bool Dk10::counting() const { return (status_ & kOn) != 0 && source_ == Source::Crystal; }

std::int64_t Dk10::crystal() const { return ticksPassed(kPowerOn, clock_.now(), kHertz); }

HalfWord Dk10::counter() const {
  const std::int64_t passed = counting() ? crystal() - since_ : 0;
  return HalfWord{counter_ + static_cast<std::uint32_t>(passed)};
}

std::uint32_t Dk10::nextEnd() const { return interval_ > counter_ ? interval_ : kRound; }

void Dk10::settle() {
  const std::int64_t now = crystal();
  if (counting()) count(now - since_);
  since_ = now;
}

void Dk10::count(std::int64_t counts) {
  while (counts > 0) {
    const std::uint32_t step = static_cast<std::uint32_t>(std::min<std::int64_t>(counts, nextEnd() - counter_));
    counter_ += step;
    counts -= step;
    if (counter_ == kRound) {
      counter_ = 0;
      status_ |= kOverflow;
    }
    if (counter_ == interval_) {
      counter_ = 0;
      status_ |= kFlag;
    }
  }
  update();
}

// The next count at which something happens. The counter has been settled.
void Dk10::arm() {
  if (!counting()) return clock_.cancel(event_);
  clock_.at(event_, tickInstant(since_ + (nextEnd() - counter_), kHertz));
}

void Dk10::externalPulse() {
  if (source_ == Source::External && (status_ & kOn) != 0) count(1);
}

void Dk10::update() { request_.set((status_ & (kFlag | kOverflow)) != 0 ? channel_ : 0); }

Word36 Dk10::coni() const {
  return Word36::halves(interval_, status_ | (source_ == Source::External ? kExternal : 0u) | channel_);
}

void Dk10::clear() {
  counter_ = 0;
  status_ = 0;
}

void Dk10::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  settle();
  if ((c & kClear) != 0) clear();
  channel_ = c & 7;
  if ((c & kAddOne) != 0 && (status_ & kOn) == 0) count(1);
  const auto change = [&](std::uint32_t bit, std::uint32_t set, std::uint32_t reset) {
    if ((c & set) != 0) status_ |= bit;
    if ((c & reset) != 0) status_ &= ~bit;
  };
  change(kOn, kOn, kOff);
  change(kOverflow, kSetOverflow, kOverflow);
  change(kFlag, kSetFlag, kFlag);
  change(kUserTime, kUserTime, kClearUserTime);
  update();
  arm();
}

void Dk10::datao(Word36 w) {
  settle();
  interval_ = w.right().bits();
  arm();
}

// inferred: a bus reset is the clear of CONO; the interval stays.
void Dk10::ioReset() {
  clear();
  channel_ = 0;
  update();
  arm();
}

std::span<const BitName> Dk10::coniBits() const { return kConi; }
std::span<const BitName> Dk10::conoBits() const { return kCono; }

void Dk10::state(Archive& a) {
  a.section("clk", [&] {
    a.u32Masked(kUserTime | kOn | kOverflow | kFlag, status_);
    a.u8Masked(7, channel_);
    a.sameU8(source_, "clk has a different clock source");
    a.u32Masked(kRound - 1, interval_, counter_);
    a.u64(since_);
    a.check(since_ >= 0 && since_ <= crystal(), "clk: it counts from the future");
    if (!a.restored()) return;
    a.check(!counting() || crystal() - since_ < kRound, "clk: a count was missed");
    a.check(counting() == clock_.pending(event_), "clk: the clock is on without a pending count");
  });
  if (!a.good()) since_ = crystal();
  if (a.reading()) update();
}

}  // namespace utah10
