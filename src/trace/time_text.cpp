#include "trace/time_text.hpp"

#include <fmt/format.h>

namespace utah10 {

namespace {

constexpr std::int64_t kNanosecondsPerMicrosecond = 1000, kNanosecondsPerSecond = 1'000'000'000;

// The sign is handled separately, because both quotient and remainder may be zero or negative.
std::string fixed(Duration d, std::int64_t unit, int places) {
  const bool negative = d < Duration{};
  const auto count = static_cast<std::uint64_t>(d.count());
  const std::uint64_t ns = negative ? 0 - count : count, u = static_cast<std::uint64_t>(unit);
  return fmt::format("{}{}.{:0{}}", negative ? "-" : "", ns / u, ns % u, places);
}

}  // namespace

std::string microsecondsText(Duration d) { return fixed(d, kNanosecondsPerMicrosecond, 3); }
std::string microsecondsText(Instant at) { return microsecondsText(at - kPowerOn); }

std::string microsecondsEach(Duration d, std::uint64_t parts) {
  const double each = parts == 0 ? 0 : static_cast<double>(d.count()) / 1000 / static_cast<double>(parts);
  return fmt::format("{:.3f}", each);
}

std::string timeText(Duration d) { return fixed(d, kNanosecondsPerSecond, 9) + "s"; }

std::string percentText(Duration part, Duration whole, int decimals) {
  if (whole == Duration{}) return "-";
  return fmt::format("{:.{}f}", 100.0 * static_cast<double>(part.count()) / static_cast<double>(whole.count()),
                     decimals);
}

}  // namespace utah10
