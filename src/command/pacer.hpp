// Keeps virtual time from running ahead of the host's clock, for a network that lives in real time.
//
// The machine runs in short slices; after each the pacer says how long to wait. It changes no result: the machine does
// not know of it. A host that is too slow is not made up for later: what is more than kPatience late is given up and
// counted. While the machine stands (at the prompt, at a breakpoint) the host's time does not count.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct PaceSetting {
  enum class Kind : std::uint8_t { Auto, Off, Rate } kind = Kind::Auto;
  double rate = 1;  // virtual seconds a second

  // auto, off, real, or a rate of 0.001 to 1000: 2.0.
  static Expected<PaceSetting> parse(std::string_view text);
  std::string text() const;
};

class Pacer {
 public:
  using HostTime = std::chrono::steady_clock::time_point;
  static constexpr Duration kSlice = milliseconds(5);       // of the host's time between looks at the clock
  static constexpr Duration kPatience = milliseconds(250);  // behind, before it is given up

  // Another clock for tests; `wait` waits so long at most.
  Pacer();
  Pacer(std::function<HostTime()> now, std::function<void(Duration)> wait);

  void set(const PaceSetting& setting) { setting_ = setting; }
  const PaceSetting& setting() const { return setting_; }
  // With auto: whether something outside needs real time.
  void need(bool needed) { needed_ = needed; }
  // Virtual seconds a second; nothing: unpaced.
  std::optional<double> rate() const;
  // How much virtual time a slice may take; nothing: as much as one likes.
  std::optional<Duration> slice() const;

  // A run begins here, or goes on after something that does not count.
  void begin(Instant now);
  // Waits until the host's clock has come to `now`; false if the host fell behind so far that time was given up.
  bool keep(Instant now);
  // Host's time that was given up, and waited, since the setting began to work.
  Duration lost() const { return lost_; }
  Duration waited() const { return waited_; }

 private:
  std::function<HostTime()> now_;
  std::function<void(Duration)> wait_;
  PaceSetting setting_;
  bool needed_ = false;
  std::optional<double> basis_;  // the rate since base_
  Instant base_;
  HostTime hostBase_;
  Duration lost_{}, waited_{};
};

}  // namespace utah10
