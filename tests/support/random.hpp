// Reproducible random operands for the property tests, biased towards boundary values.
//
// UTAH10_SEED (decimal) selects the sequence, UTAH10_CASES the number of cases; every test that uses random operands
// prints its seed.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>

#include "utah10/word/word36.hpp"
#include "word/arithmetic.hpp"

namespace utah10::test {

inline std::uint64_t environmentNumber(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

inline std::uint64_t caseCount() { return environmentNumber("UTAH10_CASES", 100'000); }

class Random {
 public:
  Random() : seed_(environmentNumber("UTAH10_SEED", 19'690'901)), engine_(seed_) {
    std::cout << "UTAH10_SEED=" << seed_ << '\n';
  }
  std::uint64_t seed() const { return seed_; }

  std::uint64_t bits() { return engine_(); }
  // 0 .. n - 1
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }
  bool oneIn(std::uint64_t n) { return below(n) == 0; }

  // Any 36 bits; three out of four near a boundary: small, a power of two, a run of ones, either sign.
  Word36 word() {
    const std::uint64_t choice = below(8);
    if (choice < 2) return Word36{bits()};
    std::uint64_t w = 0;
    if (choice == 2) w = edge();
    if (choice == 3) w = std::uint64_t{1} << below(36);
    if (choice == 4) w = (std::uint64_t{1} << below(37)) - 1;
    if (choice == 5) w = bits() & ((std::uint64_t{1} << below(36)) - 1);
    if (choice == 6) w = (std::uint64_t{1} << below(36)) + (std::uint64_t{1} << below(36));
    if (choice == 7) w = bits() & bits() & bits();
    if (oneIn(4)) ++w;
    if (oneIn(4)) --w;
    return oneIn(2) ? Word36{w} : negate(Word36{w}).word;
  }

  // An exponent, 0-377 octal; often near an end, the middle, or `near`.
  int exponent(int near) {
    const std::uint64_t choice = below(8);
    int e = static_cast<int>(below(256));
    if (choice < 4) e = near + static_cast<int>(below(71)) - 35;
    if (choice == 4) e = static_cast<int>(below(4));
    if (choice == 5) e = 255 - static_cast<int>(below(4));
    if (choice == 6) e = 126 + static_cast<int>(below(4));
    return e & 0377;
  }

  // Zero, or a number with its fraction in [1/2, 1).
  Word36 normalisedFloat(int near) {
    if (oneIn(40)) return Word36{};
    constexpr std::uint64_t kHalf = std::uint64_t{1} << 26;
    const std::uint64_t choice = below(5);
    std::uint64_t f = bits();
    if (choice == 0) f = below(3);
    if (choice == 1) f = kHalf - 1 - below(3);
    if (choice == 2) f = std::uint64_t{1} << below(26);
    const std::uint64_t positive = (static_cast<std::uint64_t>(exponent(near)) << 27) | kHalf | (f & (kHalf - 1));
    return oneIn(2) ? Word36{positive} : negate(Word36{positive}).word;
  }

  // Anything: normalised, unnormalised, zero fractions with an exponent, integers.
  Word36 anyFloat(int near) {
    const std::uint64_t choice = below(4);
    if (choice == 0) return normalisedFloat(near);
    if (choice == 1) return word();
    std::uint64_t f = bits() & ((std::uint64_t{1} << below(28)) - 1);
    if (choice == 3) f = (std::uint64_t{1} << below(28)) & 0777777777;
    const Word36 w{(static_cast<std::uint64_t>(exponent(near)) << 27) | f};
    return oneIn(2) ? w : oneIn(8) ? w | Word36{Word36::kSign} : negate(w).word;
  }

 private:
  std::uint64_t edge() {
    constexpr std::uint64_t kEdges[] = {0,
                                        1,
                                        Word36::kSign,
                                        Word36::kSign - 1,
                                        Word36::kSign + 1,
                                        Word36::kMask,
                                        0000000777777,
                                        0777777000000,
                                        0000001000000,
                                        0377777777777,
                                        0252525252525,
                                        0525252525252};
    return kEdges[below(sizeof kEdges / sizeof kEdges[0])];
  }

  std::uint64_t seed_;
  std::mt19937_64 engine_;
};

}  // namespace utah10::test
