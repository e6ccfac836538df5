// Keeps virtual time from running ahead of the host's clock, for people and peers that live in real time.
//
// The machine runs in short slices; after each the pacer waits. This affects no result: the machine cannot observe it.
// A delay of more than kPatience is not caught up later; it is abandoned and counted. Host time does not count while
// the machine is stopped (at the prompt, at a breakpoint).
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
  enum class Mode : std::uint8_t { Auto, Off, Rate } mode = Mode::Auto;
  double rate = 1;  // virtual seconds per second

  // auto, max (also off), real, or a rate from 0.001 to 1000, such as 2.0.
  static Expected<PaceSetting> parse(std::string_view text);
  std::string text() const;
};

class Pacer {
 public:
  using HostTime = std::chrono::steady_clock::time_point;
  static constexpr Duration kSlice = milliseconds(5);           // host time between readings of the clock
  static constexpr Duration kSliceOfPeople = milliseconds(20);  // the same while nobody but people waits
  static constexpr Duration kPatience = milliseconds(250);      // longest delay that is caught up

  // The second constructor takes a clock and a wait function for tests; `wait` may return early.
  Pacer();
  Pacer(std::function<HostTime()> now, std::function<void(Duration)> wait);

  void set(const PaceSetting& setting) { setting_ = setting; }
  const PaceSetting& setting() const { return setting_; }
  // For auto: whether somebody needs real time.
  void need(bool needed) { needed_ = needed; }
  // Virtual seconds per second; nothing: no limit.
  std::optional<double> rate() const;
  // Virtual time that a slice may take that takes the host so long; nothing: no limit.
  std::optional<Duration> slice(Duration host = kSlice) const;

  // A run begins here, or continues after a pause that does not count.
  void begin(Instant now);
  // Waits until the host's clock reaches `now`; false if the host fell too far behind and the delay was abandoned.
  bool keep(Instant now);
  // Host time abandoned, and waited, since the setting took effect.
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
