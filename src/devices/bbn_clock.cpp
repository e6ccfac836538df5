#include "devices/bbn_clock.hpp"

#include "devices/ticks.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kTicked = 0200;
constexpr std::uint32_t kRun = 0100;

constexpr BitName kConi[] = {{kTicked, "ticked"}};
constexpr BitName kCono[] = {{kTicked, "clear ticked"}, {kRun, "complement run"}};
}  // namespace

BbnClock::BbnClock(Scheduler& clock, PiSystem& pi) : clock_(clock), request_(pi.processorCondition()) {
  tickEvent_ = clock_.add("oap.tick", [this] { tick(); });
}

void BbnClock::arm() { clock_.at(tickEvent_, tickInstant(ticksPassed(kPowerOn, clock_.now(), kHertz) + 1, kHertz)); }

void BbnClock::tick() {
  arm();
  ticked_ = true;
  request_.set(true);
}

Word36 BbnClock::coni() const { return Word36{ticked_ ? kTicked : 0u}; }

void BbnClock::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  if ((c & kTicked) != 0) ticked_ = false;
  if ((c & kRun) != 0) {
    running_ = !running_;
    running_ ? arm() : clock_.cancel(tickEvent_);
  }
  request_.set(ticked_);
}

void BbnClock::ioReset() {
  ticked_ = running_ = false;
  clock_.cancel(tickEvent_);
  request_.set(false);
}

std::span<const BitName> BbnClock::coniBits() const { return kConi; }
std::span<const BitName> BbnClock::conoBits() const { return kCono; }

void BbnClock::state(Archive& a) {
  a.section("oap", [&] {
    a.flag(ticked_, running_);
    a.check(running_ == clock_.pending(tickEvent_), "oap: the clock runs without a pending tick");
  });
  if (a.reading()) request_.set(ticked_);
}

}  // namespace utah10
