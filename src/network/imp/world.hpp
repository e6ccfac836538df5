// What the IMPs of one subnet share.
#pragma once

#include "imp/agenda.hpp"
#include "imp/journal.hpp"

namespace utah10::subnet {

// Random numbers of our own, so that a saved network goes on with the same ones (splitmix64).
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  // True with this probability; none is drawn for 0.
  bool with(double probability) {
    if (probability <= 0) return false;
    return static_cast<double>(next() >> 11) * 0x1p-53 < probability;
  }
  std::uint64_t state() const { return state_; }
  void set(std::uint64_t state) { state_ = state; }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
  std::uint64_t state_;
};

struct World {
  Agenda& agenda;
  Journal& journal;
  Chance& chance;
  const ImpParameters& parameters;
  Duration hostUpDelay;
};

}  // namespace utah10::subnet
