// Where translated code begins, and how often the interpreter has been elsewhere. Asked at nearly every jump of a program, so
// its tables are small enough for the host's nearest caches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace utah10 {

class HeatMap {
 public:
  explicit HeatMap(std::size_t words) {  // of core
    for (auto& bits : begins_) bits.resize(words / 64 + 1);
  }

  // `real` is an address in core, of an instruction in executive or user mode.
  bool begins(bool user, std::uint32_t real) const {
    return (begins_[user ? 1 : 0][real / 64] >> (real % 64) & 1) != 0;
  }
  void begin(bool user, std::uint32_t real) { begins_[user ? 1 : 0][real / 64] |= std::uint64_t{1} << (real % 64); }
  void end(bool user, std::uint32_t real) { begins_[user ? 1 : 0][real / 64] &= ~(std::uint64_t{1} << (real % 64)); }

  // The interpreter is there once more. True once it has been there often enough.
  bool hot(bool user, std::uint32_t real) { return ++heat(user, real) >= enough_; }
  void cool(bool user, std::uint32_t real) { heat(user, real) = 0; }
  void setEnough(std::uint16_t times) { enough_ = times; }

 private:
  // Places share a count if their hashes are equal; then code may be made a little too early.
  static constexpr unsigned kBits = 15;
  std::uint16_t& heat(bool user, std::uint32_t real) {
    return heat_[((real << 1 | (user ? 1U : 0U)) * 0x9E3779B1U) >> (32 - kBits)];
  }

  std::array<std::vector<std::uint64_t>, 2> begins_;  // a bit for each word
  std::array<std::uint16_t, std::size_t{1} << kBits> heat_{};
  std::uint16_t enough_ = 1;
};

}  // namespace utah10
