#include "command/host/pacer.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <thread>

namespace utah10 {

namespace {
constexpr double kSlowest = 0.001, kFastest = 1000;

Duration scaled(Duration d, double by) {
  return Duration{static_cast<std::int64_t>(std::llround(static_cast<double>(d.count()) * by))};
}
}  // namespace

Expected<PaceSetting> PaceSetting::parse(std::string_view text) {
  if (text == "auto") return PaceSetting{};
  if (text == "off" || text == "max") return PaceSetting{Mode::Off, 1};
  if (text == "real") return PaceSetting{Mode::Rate, 1};
  double rate = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || !(rate >= kSlowest) ||
      rate > kFastest)
    return fail("", fmt::format("\"{}\" is not a pace", text), "real, max, auto, or 0.001 to 1000: 2.0");
  return PaceSetting{Mode::Rate, rate};
}

std::string PaceSetting::text() const {
  if (mode == Mode::Auto) return "auto";
  if (mode == Mode::Off) return "max";
  return rate == 1 ? "real" : fmt::format("{}", rate);
}

Pacer::Pacer()
    : Pacer([] { return std::chrono::steady_clock::now(); }, [](Duration d) { std::this_thread::sleep_for(d); }) {}

Pacer::Pacer(std::function<HostTime()> now, std::function<void(Duration)> wait)
    : now_(std::move(now)), wait_(std::move(wait)), base_(kPowerOn), hostBase_(now_()) {}

std::optional<double> Pacer::rate() const {
  if (setting_.mode == PaceSetting::Mode::Rate) return setting_.rate;
  if (setting_.mode == PaceSetting::Mode::Auto && needed_) return 1.0;
  return std::nullopt;
}

std::optional<Duration> Pacer::slice(Duration host) const {
  const auto r = rate();
  return r ? std::optional{std::max(scaled(host, *r), microseconds(10))} : std::nullopt;
}

void Pacer::begin(Instant now) {
  basis_ = rate();
  base_ = now;
  hostBase_ = now_();
}

bool Pacer::keep(Instant now) {
  if (rate() != basis_ || now < base_) begin(now);
  if (!basis_) return true;
  const Duration due = scaled(now - base_, 1 / *basis_);
  const Duration ahead = due - std::chrono::duration_cast<Duration>(now_() - hostBase_);
  if (ahead > Duration{}) {
    waited_ += ahead;
    wait_(ahead);
    return true;
  }
  if (-ahead <= kPatience) return true;
  lost_ -= ahead;
  begin(now);
  return false;
}

}  // namespace utah10
