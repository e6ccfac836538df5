// Our own random numbers (splitmix64): the same sequence from a seed on every host, with a state of one word to save.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  // True with this probability; no number is drawn for 0.
  bool with(double probability) {
    if (probability <= 0) return false;
    return uniform() < probability;
  }
  // Exponentially distributed, mean 1. Von Neumann's method: comparisons only, so that every host gets the same number.
  double exponential() {
    for (double whole = 0;; ++whole) {
      const double first = uniform();
      double last = first;
      bool odd = true;  // the length of the falling sequence that starts with `first`
      for (double next = uniform(); next < last; next = uniform()) {
        last = next;
        odd = !odd;
      }
      if (odd) return whole + first;
    }
  }
  Duration exponential(Duration mean) {
    return Duration{static_cast<std::int64_t>(exponential() * static_cast<double>(mean.count()))};
  }
  // 0 to n - 1, very nearly equally likely; n is not zero.
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  template <class T, std::size_t N>
  const T& of(const std::array<T, N>& things) {
    return things[below(N)];
  }
  std::uint64_t state() const { return state_; }
  void set(std::uint64_t state) { state_ = state; }

 private:
  // 0 to 1, without 1.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
  std::uint64_t state_;
};

}  // namespace utah10
